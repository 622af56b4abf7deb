"""A war in lines of text, and sentences for everything that happens."""

import random

from sandtable.core import play
from sandtable.games.warroom import GAME
from sandtable.games.warroom.events import Landed, Moved, OrderCancelled, Pinned
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from sandtable.games.warroom.words import (
    battle_board,
    commands_table,
    nations_table,
    orders_text,
    round_report,
    situation,
)
from tests.games.warroom.test_battles import stances
from tests.games.warroom.wars import War
from tests.laws.driving import advance


def test_the_table_of_commands_shows_orders_to_their_owner_only():
    war = War("pacific").empty().put(japan_65="J3 2 ART 1 INF", japan_97="P-2 3 INF", japan_11="J1 2 FTR")
    war.at(WriteSheets()).say(((("japan-65", "J5"),), 0), "japan")
    for nation in ("china", "british", "usa"):
        war.say(((), 0), nation)
    own = commands_table(GAME.view(war.game, ("japan",)), "japan")
    assert own[1].split() == ["65", "J3", "Manchuria", "1", "INF", "2", "ART", ">", "J5"]
    assert "transport" in own[2]
    others = commands_table(GAME.view(war.game, ("usa",)), "japan")
    assert not any(">" in line for line in others)
    assert orders_text((("japan-65", "J5"), ("japan-97", "P-13"))) == "65 > J5, 97 > P-13"


def test_the_chart_of_nations():
    war = War("eastern_front").stock(germany=(4, 12, 3)).set("zone", germany=2).order("germany", "soviet")
    lines = nations_table(GAME.view(war.game, ()))
    assert lines[2].split() == ["Germany", "Axis", "1", "4", "12", "3", "Yellow", "0", "0", "0"]


def test_the_battle_board_as_text():
    war = War("eastern_front").empty().put(germany_22="R5 2 INF", soviet_21="R5 1 ARM").order("germany").fighting("R5")
    stances(war, {"infantry": "offense"}, {"armor": "defense"}).dice("GRRR")
    lines = battle_board(war.game.battle)
    assert lines[0] == "Battle of Bryansk (R5). Commanders: Allies Soviet Union, Axis Germany."
    assert any(line.startswith("ARM") and "lightly damaged" in line for line in lines)
    assert any("Battle of Bryansk" in line for line in situation(GAME.view(war.game, ("germany",))))


def test_a_round_report_and_a_sentence_for_every_event():
    rng = random.Random(5)
    game = GAME.start("eastern_front", GAME.complete_options({}))
    play.settle(game)
    diary = list(game.news)
    game.news = []
    while game.round < 6 and play.pending(game) is not None:
        diary += advance(game, rng)
    for event in diary:
        sentence = event.says()
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0].isdigit() or "-" in sentence.split()[0], sentence
    report = round_report(diary, 2)
    assert report[0] == "Round 2"
    assert any(line.startswith("Phase") for line in report)


def test_commands_are_named_by_their_nation_and_number():
    assert Moved("soviet-67", "R3", "G9", "", (("infantry", 3),)).says() == (
        "Soviet Union moves Command 67 (3 INF) from Karelia (R3) to Finland (G9)."
    )
    assert Pinned("soviet-67", "R3", (("infantry", 2),), "soviet-74").says() == (
        "Soviet Union: 2 INF of Command 67 are pinned in Karelia (R3) and stay as Command 74."
    )
    cancelled = OrderCancelled("germany-1", "G9", "it is Embattled", "WR-PIN-03").says()
    assert cancelled == "Germany: the order Command 1 > G9 is cancelled: it is Embattled [WR-PIN-03]."
    assert Landed("germany-11", "R3", "G9").says() == "Germany: Command 11 lands in Finland (G9)."
