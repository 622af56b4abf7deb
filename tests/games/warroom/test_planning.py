"""Phase 2: orders, bids, Turn Order, reorganising (WR-PLAN)."""

import random

import pytest

from sandtable.core import play
from sandtable.core.state import encode
from sandtable.core.steps import Draw
from sandtable.games.warroom import GAME
from sandtable.games.warroom.rules.phase2_planning import Planning, WriteSheets, most_orders
from sandtable.games.warroom.rules.phase5_refit import Refit
from sandtable.games.warroom.rules.phase6_morale import Morale
from sandtable.games.warroom.rules.phase7_production import Production
from sandtable.games.warroom.rules.reorganize import Reorganize, ReorganizeInTurn
from tests.games.warroom.wars import War

NOTHING = ((), 0)


def sheets(war, **said):
    """All nations hand in their sheets, those not named an empty one."""
    for nation in list(war.game.nations):
        war.say(said.get(nation, NOTHING), nation)
    return war


def orders_of(war, nation, number):
    """So many orders for different Commands."""
    own = [key for key in war.game.commands if key.startswith(nation)]
    return tuple((key, "P-1") for key in own[:number])


@pytest.mark.rule("WR-PLAN-01")
def test_an_order_is_a_command_and_one_destination():
    war = War().at(WriteSheets())
    assert war.refusal(((("japan-24", "P-1", "P-2"),), 0), "japan").rule == "WR-PLAN-01"
    assert war.refusal(((("japan-24", "Q9"),), 0), "japan").rule == "WR-PLAN-01"
    war.say(((("24", "J5"), "65 > J3"), 0), "japan")
    assert war.game.sealed["japan"][0] == (("japan-24", "J5"), ("japan-65", "J3"))


def test_orders_can_be_typed_as_they_are_written_on_the_chart():
    war = War().at(WriteSheets())
    walk = war.want.menus["japan"].next(("24", ">", "J5,", "65", ">", "J3", "ok", "0"))
    assert walk.complete
    assert walk.answer == ((("japan-24", "J5"), ("japan-65", "J3")), 0)


@pytest.mark.rule("WR-PLAN-02")
def test_nine_orders_and_six_for_china_and_italy():
    war = War().at(WriteSheets())
    assert war.refusal((orders_of(war, "germany", 10), 0), "germany").rule == "WR-PLAN-02"
    war.say((orders_of(war, "germany", 9), 0), "germany")
    assert war.refusal((orders_of(war, "italy", 7), 0), "italy").rule == "WR-PLAN-02"
    seventh = (*orders_of(war, "china", 5), ("china-106", "C1"), ("china-107", "C1"))
    assert war.refusal((seventh, 0), "china").rule == "WR-PLAN-02"
    assert most_orders(war.game, "china") == 6


@pytest.mark.rule("WR-PLAN-03", "WR-SCEN-13")
def test_the_scenario_may_lower_the_number():
    war = War("europe").at(WriteSheets())
    assert war.refusal((orders_of(war, "usa", 7), 0), "usa").rule == "WR-PLAN-02"
    assert war.refusal((orders_of(war, "british", 7), 0), "british").rule == "WR-PLAN-02"
    war.say((orders_of(war, "soviet", 9), 0), "soviet")


@pytest.mark.rule("WR-SCEN-19")
def test_six_orders_for_the_western_allies_in_the_pacific():
    war = War("pacific").at(WriteSheets())
    assert war.refusal((orders_of(war, "usa", 7), 0), "usa").rule == "WR-PLAN-02"
    assert war.refusal((orders_of(war, "british", 7), 0), "british").rule == "WR-PLAN-02"
    war.say((orders_of(war, "japan", 9), 0), "japan")


@pytest.mark.rule("WR-SCEN-24")
def test_six_orders_for_all_in_north_africa():
    war = War("north_africa").at(WriteSheets())
    for nation in war.game.nations:
        assert most_orders(war.game, nation) == 6
    assert war.refusal((orders_of(war, "germany", 7), 0), "germany").rule == "WR-PLAN-02"


@pytest.mark.rule("WR-PLAN-04", "WR-ZONE-09")
def test_in_the_orange_zone_three_orders_fewer():
    war = War().set("zone", germany=3, italy=4).at(WriteSheets())
    assert war.refusal((orders_of(war, "germany", 7), 0), "germany").rule == "WR-PLAN-04"
    war.say((orders_of(war, "germany", 6), 0), "germany")
    assert most_orders(war.game, "italy") == 3


@pytest.mark.rule("WR-PLAN-05")
def test_one_order_for_each_command():
    war = War().at(WriteSheets())
    assert war.refusal(((("japan-24", "J5"), ("japan-24", "J6")), 0), "japan").rule == "WR-PLAN-05"


@pytest.mark.rule("WR-PLAN-06", "WR-PLAN-13")
def test_orders_stay_hidden_until_the_owners_turn():
    war = War().stock(germany=(4, 0, 0)).order("japan", "germany").at(WriteSheets())
    war.say(((("germany-22", "G4"),), 2), "germany")
    assert "germany" not in GAME.view(war.game, ("british",)).sheets
    assert GAME.view(war.game, ("germany",)).sheets["germany"] == ((("germany-22", "G4"),), 2)
    war.say(((("germany-22", "G8"),), 3), "germany")
    for nation in [n for n in war.game.nations if n != "germany"]:
        war.say(NOTHING, nation)
    assert war.game.bids["germany"] == 3, "the last word counts"
    assert war.what == "wr.2.slot", "the sheets are locked"
    assert GAME.view(war.game, ("british",)).orders == {"british": ()}
    assert GAME.view(war.game, ("germany",)).orders == {"germany": (("germany-22", "G8"),)}
    assert GAME.view(war.game, ("british",)).charts == {}


@pytest.mark.rule("WR-PLAN-07")
def test_a_destination_may_be_the_present_region():
    war = War().empty().put(japan_6="P-1 1 CRU").at(WriteSheets())
    war.say(((("japan-6", "P-1"),), 0), "japan")
    assert "japan" in war.game.sealed


@pytest.mark.rule("WR-PLAN-08", "WR-SCEN-04")
def test_boxes_and_oil_of_one_nation_cannot_serve_another():
    war = War().stock(germany=(9, 0, 0)).at(WriteSheets())
    assert war.refusal(((("italy-112", "T1"),), 0), "germany").rule == "WR-PLAN-08"
    assert war.refusal(((), 1), "italy").rule == "WR-PLAN-11"


@pytest.mark.rule("WR-PLAN-09", "WR-PLAN-10")
def test_an_impossible_order_may_be_written_and_is_cancelled_when_it_comes_up():
    war = War().empty().put(japan_65="J3 3 INF", china_101="J3 1 INF").at(WriteSheets())
    sheets(war, japan=((("japan-41", "J4"), ("japan-65", "U1")), 0))
    war.until("wr.3.order")
    war.game.steps.clear()
    war.moving(japan="65 > J2, 24 > J4, 65 > U1")
    war.until("wr.3.order").say(("direct",))
    assert "japan-24" in war.game.commands, "the pin has made a Command 24"
    war.end()
    assert war.cancelled()["japan-24"] == "WR-PLAN-09", "it was not on the map when planning ended"


@pytest.mark.rule("WR-PLAN-11", "WR-PLAN-12", "WR-ECON-07")
def test_bids_go_up_to_the_stock_and_china_bids_nothing():
    war = War().stock(germany=(3, 0, 0)).at(WriteSheets())
    assert war.refusal(((), 4), "germany").rule == "WR-PLAN-11"
    assert war.refusal(((), -1), "germany").rule == "WR-PLAN-11"
    war.say(((), 3), "germany")
    assert war.refusal(((), 1), "china").rule == "WR-PLAN-12"


@pytest.mark.rule("WR-PLAN-14", "WR-PLAN-17", "WR-SETUP-28")
def test_the_highest_bidder_may_take_any_slot_and_all_pay():
    war = War("pacific").stock(japan=(5, 1, 1), usa=(3, 0, 0), british=(2, 0, 0)).at(WriteSheets())
    sheets(war, japan=((), 4), usa=((), 3), british=((), 1))
    assert (war.what, war.who) == ("wr.2.slot", "japan")
    assert war.menu.options == ("slot-1", "slot-2", "slot-3", "slot-4")
    war.say("slot-4").say("slot-2").say("slot-1")
    assert war.game.turn_order == ["british", "usa", "china", "japan"], "the last slot falls to the last bidder"
    assert war.game.stock["japan"] == (1, 1, 1)
    assert (war.game.stock["usa"], war.game.stock["british"]) == ((0, 0, 0), (1, 0, 0))


@pytest.mark.rule("WR-PLAN-15", "WR-PLAN-16")
def test_g_28_equal_bids_are_drawn_for_when_they_come_up():
    war = War().stock(soviet=(5, 0, 0), germany=(2, 0, 0), british=(2, 0, 0)).at(WriteSheets())
    sheets(war, soviet=((), 5), germany=((), 2), british=((), 2))
    assert war.who == "soviet", "nothing is drawn before the highest bidder has chosen"
    war.say("slot-1")
    assert isinstance(war.want, Draw)
    assert war.want.items == 2
    war.draw(1)
    assert war.who == "germany"
    war.say("slot-2")
    assert war.who == "british", "the other of the two needs no draw"
    war.say("slot-3")
    assert war.want.items == 4, "China, Italy, Japan and the USA bid 0"
    war.draw(0)
    assert war.who == "china", "China is not automatically last"


@pytest.mark.rule("WR-PLAN-18")
@pytest.mark.parametrize("first", ["germany", "italy"])
def test_turn_order_settles_who_comes_first_where_no_other_rule_does(first):
    """Two allies in one battle: the earlier names the Commander, pays for repairs first and reorganises first."""
    second = "italy" if first == "germany" else "germany"
    war = War("europe").order(first, second).empty().stock(germany=(3, 3, 3), italy=(3, 3, 3))
    war.put(germany_22="R5 2 ART", italy_108="R5 2 ART", soviet_21="R5 2 INF").fighting("R5")
    assert (war.what, war.who) == ("wr.4.command", first)
    war.say(second)
    stance = {"germany": "ground", "italy": "anti_air"}
    war.say(tuple(((f"artillery/{stance[part.name[10:]]}/{part.name[10:]}", 2),) for part in war.menu.parts))
    war.take(infantry="offense")
    while war.what == "wr.4.batch":
        war.dice("BBRR" if war.want.prompt.endswith("allied") else "R" * war.want.dice)
    war.say("artillery/ground/germany").say("artillery/anti_air/italy")
    asked = []
    while war.who:
        asked.append((war.what, war.who))
        war.say(war.menu.default)
    assert asked[:2] == [("wr.4.repair", first), ("wr.4.repair", second)]
    assert [who for what, who in asked if what == "wr.reorganize"][:2] == [first, second]


@pytest.mark.rule("WR-PLAN-19")
def test_before_the_first_turn_order_precedence_is_random_and_later_the_last_one_holds():
    game = GAME.start("pacific", GAME.complete_options({}))
    play.settle(game)
    assert isinstance(play.pending(game), Draw)
    play.roll(game, (3, 2, 1, 0))
    assert game.turn_order == ["japan", "usa", "british", "china"]
    war = War("pacific").order("usa", "japan")
    war.at(ReorganizeInTurn())
    assert war.who == "usa", "round 2 Phase 1 uses round 1's order"


@pytest.mark.rule("WR-PLAN-20")
@pytest.mark.parametrize("phase", [Planning, Refit, Morale, Production])
def test_reorganising_is_open_in_planning_refit_morale_and_production(phase):
    war = War("eastern_front").at(phase()).until("wr.reorganize")
    assert war.what == "wr.reorganize"
    key = next(key for key in war.menu.sources())
    kind = next(iter(war.game.commands[key].counts()))
    war.say((key, ((kind, 1),), "new"))
    assert len(war.events("Reorganised")) == 1


@pytest.mark.rule("WR-PLAN-20", "WR-PLAN-21")
def test_no_reorganising_between_the_sheets_and_the_end_of_movement():
    war = War("eastern_front").at(Planning())
    war.until("wr.2.sheets")
    sheets(war)
    asked = []
    while war.want is not None:
        asked.append(war.what)
        war.say(war.menu.default) if war.who else war.draw(0)
    assert asked == ["wr.2.tie", "wr.2.slot"]
    war.moving(germany="22 > G1", soviet="21 > R5")
    while war.want is not None:
        assert war.what in ("wr.3.order", "wr.3.launch")
        war.say(war.menu.default)


@pytest.mark.rule("WR-PLAN-25", "WR-PLAN-24")
def test_a_command_formed_in_step_1_can_be_ordered_and_costs_no_box():
    war = War("eastern_front").empty().put(germany_22="G4 4 INF", soviet_21="R1 1 INF").at(Planning())
    war.until("wr.reorganize").say(("germany-22", (("infantry", 2),), "new"), "germany")
    new = next(key for key in war.game.commands if key.startswith("germany") and key != "germany-22")
    assert war.events("Reorganised")[0].target == new, "everyone sees it"
    war.until("wr.2.sheets")
    sheets(war, germany=(((new, "G8"),), 0))
    assert new in war.game.roster
    assert most_orders(war.game, "germany") == 9


@pytest.mark.rule("WR-PLAN-26")
def test_nations_reorganise_in_turn_order():
    war = War("pacific").order("japan", "usa").at(ReorganizeInTurn())
    asked = []
    while war.want:
        asked.append(war.who)
        war.say(("done",))
    assert asked[:2] == ["japan", "usa"]


@pytest.mark.rule("WR-PLAN-22")
def test_a_transport_at_sea_does_not_merge_with_a_command_ashore():
    war = War().empty().put(japan_65="J1 2 INF", japan_24="P-1 2 INF").at(Reorganize("japan"))
    assert war.refusal(("japan-65", (("infantry", 1),), "japan-24")).rule == "WR-PLAN-22"


# The leak test, at full strength


@pytest.mark.parametrize("shared", [False, True])
def test_nothing_about_sealed_sheets_or_hidden_orders_reaches_another_seat(shared):
    rng = random.Random(3)
    war = War("europe", shared_plans=shared).stock(germany=(5, 0, 0), soviet=(5, 0, 0)).at(WriteSheets())
    for nation in ("germany", "soviet"):
        war.say(war.want.menus[nation].sample(rng), nation)
    moments = [war.game.clone()]
    for nation in ("british", "usa", "italy"):
        war.say(war.want.menus[nation].sample(rng), nation)
    moments.append(war.game.clone())
    seats = [(), ("british",), ("soviet",), ("germany",), ("british", "usa"), ("germany", "italy")]
    for game in moments:
        for seat in seats:
            shown = encode(GAME.view(game, seat))
            for _ in range(10):
                twin = GAME.scramble(game, seat, rng)
                assert encode(GAME.view(twin, seat)) == shown
        hidden = [GAME.scramble(game, ("british",), rng) for _ in range(10)]
        assert any(encode(twin) != encode(game) for twin in hidden), "the scramble does change what is hidden"


def test_ready_flags_and_sizes_tell_nothing_about_what_is_in_a_sheet():
    war = War("eastern_front").stock(germany=(9, 0, 0)).at(WriteSheets())
    war.say(NOTHING, "germany")
    short = encode(GAME.view(war.game, ("soviet",)))
    war.say((orders_of(war, "germany", 9), 9), "germany")
    assert encode(GAME.view(war.game, ("soviet",))) == short
    assert GAME.view(war.game, ("soviet",)).waiting.ready == ("germany",)
