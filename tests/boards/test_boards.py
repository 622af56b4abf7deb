"""Pictures of boards: well-formed, complete, and without anything that the view does not show."""

import gzip
import random
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from sandtable import boards
from sandtable.boards.atlas import atlas
from sandtable.boards.svg import nation_colour
from sandtable.core import play
from sandtable.core.steps import Ask, Roll
from sandtable.core.verdicts import BadInput
from sandtable.games import load_game

SVG = "{http://www.w3.org/2000/svg}"


def position(name: str, scenario: str, decisions: int, seed: int = 7) -> Any:
    """A position after some random play."""
    game, rng = load_game(name), random.Random(seed)
    state = game.start(scenario, game.complete_options({}))
    play.settle(state)
    while decisions:
        want = play.pending(state)
        if isinstance(want, Ask):
            nation = next(nation for nation in want.menus if nation not in state.sealed)
            play.answer(state, nation, want.menus[nation].sample(rng))
            decisions -= 1
        elif isinstance(want, Roll):
            play.roll(state, tuple(rng.randint(1, want.sides) for _ in range(want.dice)))
        elif want is not None:
            play.roll(state, tuple(rng.sample(range(want.items), want.take)))
        else:
            break
    return state


@pytest.mark.parametrize(
    ("name", "scenario", "map_name"),
    [("pacific", "pacific", "pacific"), ("warroom", "global", "warroom"), ("warroom", "eastern_front", "warroom")],
)
@pytest.mark.parametrize("decisions", [0, 60])
def test_every_region_of_a_map_is_drawn_once(name: str, scenario: str, map_name: str, decisions: int) -> None:
    view = load_game(name).view(position(name, scenario, decisions), ())
    drawn = ET.fromstring(boards.draw(name, view))
    found = [path.get("id") for path in drawn.iter(f"{SVG}path") if path.get("id")]
    assert sorted(found) == sorted(f"area-{area.id}" for area in atlas(map_name).areas if area.name)
    assert len(set(found)) == len(found)
    texts = [text.text for text in drawn.iter(f"{SVG}text")]
    assert any(f"round {view.round}" in str(text) for text in texts)


def test_units_are_counted_and_named() -> None:
    view = load_game("pacific").view(position("pacific", "pacific", 0), ())
    drawn = boards.draw("pacific", view)
    where = next(space for space, stacks in view.units.items() if len(stacks) > 2)
    total = sum(stack.n for stack in view.units[where])
    assert total > 2
    titles = [title.text or "" for title in ET.fromstring(drawn).iter(f"{SVG}title")]
    assert any("infantry" in title for title in titles)
    armies = sum(stack.n + stack.n * len(stack.cargo) for stacks in view.units.values() for stack in stacks)
    numbers = [text for text in ET.fromstring(drawn).iter(f"{SVG}text") if text.get("font-size") == "135"]
    assert sum(int(text.text or 0) for text in numbers) == armies


def test_echoes_has_every_place_and_track() -> None:
    game = load_game("echoes")
    drawn = ET.fromstring(boards.draw("echoes", game.view(position("echoes", "war", 10), ())))
    groups = {group.get("id") for group in drawn.iter(f"{SVG}g")}
    regions = {"region-WF", "region-EF", "region-SF", "region-CHN", "region-PAC", "region-ISL"}
    assert regions | {"track-EMT", "track-PMT", "track-USA", "turns"} <= groups


@pytest.mark.parametrize("decisions", [13, 20, 24])
def test_hidden_orders_are_in_no_picture(decisions: int) -> None:
    """Two wars that differ in nothing but what is hidden have the same picture, for everybody."""
    game = load_game("warroom")
    state = position("warroom", "global", decisions)
    assert state.sealed or state.orders
    for nations in ((), ("germany",)):
        twin = game.scramble(state, nations, random.Random(1))
        assert twin != state
        assert boards.draw("warroom", game.view(state, nations)) == boards.draw("warroom", game.view(twin, nations))
    assert boards.draw("warroom", game.view(state, ("soviet",))) == boards.draw("warroom", game.view(state, ()))


def test_a_board_that_cannot_be_drawn_is_named() -> None:
    with pytest.raises(BadInput, match="the board of auction cannot be drawn; these can: echoes, pacific, warroom"):
        boards.draw("auction", None)


def test_saves_can_be_drawn(tmp_path: Path) -> None:
    from sandtable import __version__
    from sandtable.cli.draw import run
    from sandtable.core import saves
    from sandtable.core.table import Table, new_setup

    game = load_game("echoes")
    setup = new_setup(game, id="x", scenario="war", options={}, seats={"a": ("allies",)}, salt="00", secret=b"s" * 32)
    table = Table(game, setup, b"s" * 32)
    table.run()
    save, picture = tmp_path / "war.sandtable", tmp_path / "war.svg"
    save.write_text(saves.write(table, __version__), "utf-8")
    run(save, picture, 0)
    assert ET.fromstring(picture.read_text("utf-8")).tag == f"{SVG}svg"
    with pytest.raises(BadInput, match="so there is no move 9999"):
        run(save, picture, 9999)
    with pytest.raises(BadInput, match="cannot be written"):
        run(save, tmp_path / "nowhere" / "war.svg")


@pytest.mark.parametrize(("name", "scenario"), [("pacific", "pacific"), ("warroom", "global")])
def test_a_small_picture_shows_who_holds_what_and_is_light(name: str, scenario: str) -> None:
    view = load_game(name).view(position(name, scenario, 0), ())
    drawn = boards.draw(name, view, small=True)
    fills = [path.get("fill") for path in ET.fromstring(drawn).iter(f"{SVG}path")]
    assert {nation_colour(holder) for holder in view.control.values() if holder} <= set(fills)
    assert len(fills) == len(set(fills))
    assert len(gzip.compress(drawn.encode())) < 15_000
