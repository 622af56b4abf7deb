"""The order doctor: refusals are for what cannot be written, doubts for what may come to nothing."""

import random

from sandtable.core.play import pending
from sandtable.games.warroom import GAME
from sandtable.games.warroom.doctor import diagnose
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from tests.games.warroom.wars import War


def verdicts(war, nation, *orders):
    pairs = tuple(tuple(part.strip() for part in order.split(">")) for order in orders)
    return diagnose(war.game, nation, tuple((f"{nation}-{number}", end) for number, end in pairs))


def rules(found):
    return [doubt.rule for diagnosis in found for doubt in diagnosis.doubts]


def test_a_plan_without_trouble_raises_no_doubt():
    war = War("eastern_front").empty().put(germany_22="G4 2 INF", soviet_21="R15 1 INF")
    found = verdicts(war, "germany", "22 > G8")
    assert [diagnosis.verdict for diagnosis in found] == ["goes"]
    assert rules(found) == []


def test_an_order_that_will_be_cancelled():
    war = War("eastern_front").empty().put(germany_22="G4 2 INF", soviet_21="R15 1 INF")
    found = verdicts(war, "germany", "22 > R1", "33 > G4")
    assert [diagnosis.verdict for diagnosis in found] == ["cancelled", "cancelled"]
    assert rules(found) == ["WR-MOVE-03", "WR-PLAN-09"]


def test_a_pin_that_splits_and_the_last_token():
    war = War("eastern_front").empty().put(germany_22="R5 3 INF", soviet_21="R5 1 INF")
    found = verdicts(war, "germany", "22 > R4")
    assert found[0].verdict == "splits"
    assert "WR-PIN-01" in rules(found)
    crowded = War("eastern_front").empty().put(germany_22="R5 3 INF", germany_33="R6 3 INF", soviet_21="R5 1 INF")
    crowded.put(soviet_23="R6 1 INF")
    free = crowded.game.free_tokens("germany", "land")
    crowded.put(**{f"germany_{number}": "G1 1 INF" for number in free[1:]})
    found = verdicts(crowded, "germany", "22 > R4", "33 > R7")
    assert [diagnosis.verdict for diagnosis in found] == ["splits", "held"], "one token is left for two splits"
    assert "WR-PIN-07" in rules(found)


def test_an_enemy_who_moves_first_may_pin_or_cut_the_rail():
    war = War("eastern_front").empty().put(germany_22="G7 2 INF", germany_33="G1 2 INF", soviet_21="R4 3 INF")
    found = verdicts(war, "germany", "22 > R5", "33 > G7")
    assert rules(found[:1]) == ["WR-PIN-13"]
    assert "Soviet Union" in found[0].doubts[0].sentence
    assert "WR-MOVE-04" in rules(found[1:]), "the Rail into Belarus may be cut"


def test_later_orders_are_judged_after_earlier_ones():
    war = War("eastern_front").empty().put(germany_22="R5 2 INF", germany_33="G7 4 INF", soviet_21="R5 2 INF")
    late = verdicts(war, "germany", "22 > R4", "33 > R5")
    assert late[0].verdict == "held"
    early = verdicts(war, "germany", "33 > R5", "22 > R4")
    assert early[1].verdict == "goes", "the reinforcement comes first and frees it"


def test_the_menu_tells_the_doubts_and_knows_no_secrets():
    war = War("eastern_front").at(WriteSheets())
    sheet = war.want.menus["germany"]
    plan = ((("germany-22", "R1"),), 0)
    assert sheet.why_not(plan) is None
    told = sheet.doubts(plan)
    assert told
    war.say(war.want.menus["soviet"].sample(random.Random(1)), "soviet")
    scrambled = GAME.scramble(war.game, ("germany",), random.Random(2))
    scrambled.want = None
    assert pending(scrambled).menus["germany"].doubts(plan) == told
