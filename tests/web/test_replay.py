"""The war behind the first page is one that the rules allow."""

import json
from itertools import pairwise
from pathlib import Path

from sandtable.games.axis1940.data import theatre

FILE = Path(__file__).parents[2] / "web" / "src" / "pages" / "war.json"


def test_the_war_behind_the_headline_was_fought_on_the_board():
    war, board = json.loads(FILE.read_text()), theatre("pacific")
    powers = [turn["power"] for turn in war["turns"]]
    assert set(powers) == set(board.order)
    rounds = [turn["round"] for turn in war["turns"]]
    assert rounds == sorted(rounds), "turn by turn, in their order"
    for turn in war["turns"]:
        assert all(place in board.territories and holder in board.powers for place, holder in turn["taken"].items())
        for path in turn["moves"]:
            ships = [space for space in path if space in board.zones]
            if len(ships) == len(path) > 2:  # aircraft are told by their ends only
                assert all(there in board.zones[here].sea for here, there in pairwise(path)), path


def test_it_is_small_enough_to_come_with_the_first_page():
    assert FILE.stat().st_size < 16_000
