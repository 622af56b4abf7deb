"""The planner beside its allies: it reckons with their orders, if its seat may read them, and only then."""

import random

from sandtable.bots import bot_named
from sandtable.games.warroom import GAME
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from tests.games.warroom.wars import War


def planned(war, nation, seat):
    """The orders of a nation as the planner writes them at a seat that holds these nations."""
    view = GAME.view(war.game, seat)
    question = next(q for q in view.waiting.questions if q.nation == nation)
    return dict(bot_named("warroom", "planner").choose(view, question, random.Random(1))[0])


def desert(shared=False, **commands):
    """Egypt, which is British, and all who stand around it; every other territory in reach is Italian."""
    war = War("north_africa", shared_plans=shared).empty().put(**commands)
    others = [
        t for t in war.game.map.territories if war.game.control[t] in ("british", "usa") and t not in ("B5", "B1")
    ]
    return war.hold(**dict.fromkeys(others, "italy")).at(WriteSheets())


def written(war, nation, **orders):
    return war.say((tuple((f"{nation}-{number[1:]}", end) for number, end in orders.items()), 0), nation)


BOTH = ("germany", "italy")


def test_an_order_of_an_ally_is_support_for_an_attack():
    """Eight Infantry hold Egypt: four units would not attack them, but four beside four of an ally do."""
    war = desert(italy_112="B16 1 INF 3 ARM", germany_33="B6 1 INF 3 ARM", british_45="B5 8 INF")
    assert "italy-112" not in planned(war, "italy", BOTH), "too weak alone"
    written(war, "germany", _33="B5")
    assert planned(war, "italy", BOTH) == {"italy-112": "B5"}


def test_what_an_ally_can_do_alone_is_left_to_it():
    """From the Middle East Italy could go to Egypt or to Iran."""
    war = desert(italy_112="B16 4 INF", germany_33="T5 8 INF", british_45="B5 1 INF")
    war.hold(B17="british").put(british_47="B17 1 INF")
    assert planned(war, "italy", BOTH)["italy-112"] == "B5", "the better prize"
    written(war, "germany", _33="B5")
    assert planned(war, "italy", BOTH)["italy-112"] == "B17", "Germany is strong enough for Egypt"


def test_two_allies_do_not_both_leave_what_they_guard():
    war = War("europe").empty().hold(G4="soviet", G6="soviet")
    war.put(germany_22="G1 3 INF", italy_112="G1 3 INF", soviet_21="G4 2 INF").at(WriteSheets())
    assert planned(war, "italy", BOTH) == {"italy-112": "G4"}, "three German units stay in Berlin"
    written(war, "germany", _22="G3")
    assert planned(war, "italy", BOTH) == {}, "nobody else is left"


def test_sheets_that_a_seat_may_not_read_change_nothing():
    for shared, seat in ((False, ("italy",)), (True, ("italy",))):
        war = desert(shared, italy_112="B16 1 INF 3 ARM", germany_33="B6 1 INF 3 ARM", british_45="B5 8 INF")
        written(war, "germany", _33="B5")
        assert bool(planned(war, "italy", seat)) == shared, "seats of their own see allies only where plans are shared"
        enemy = desert(shared, italy_112="B16 1 INF 3 ARM", germany_33="B6 1 INF 3 ARM", british_45="B5 8 INF")
        written(enemy, "british", _45="B6")
        assert planned(enemy, "italy", seat) == {}, "and never what the enemy writes"


def test_units_of_the_enemy_guard_nobodys_capital():
    """Three British units in Rome are no reason to leave it."""
    war = War("north_africa").empty().put(italy_112="T1 4 INF", british_45="T1 3 INF")
    war.hold(T2="british").at(WriteSheets())
    assert planned(war, "italy", ("italy",)) == {}
