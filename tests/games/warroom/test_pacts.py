"""The Pacts, the Stalin Doctrine and the policy after an occupation (WR-PACT, WR-SINO, WR-STAL)."""

import pytest

from sandtable.games.warroom.rules.hotspots import Combat, EndOfCombat, candidates, is_active, raid_targets
from sandtable.games.warroom.rules.pacts import PactWindow
from sandtable.games.warroom.rules.phase2_planning import Planning
from sandtable.games.warroom.rules.phase3_movement import EndOfMovement, LaunchFighters
from sandtable.games.warroom.rules.phase4_setup import Resolve, port_advantage, separate_battles
from sandtable.games.warroom.rules.phase5_refit import landing_places
from sandtable.games.warroom.rules.phase6_morale import EndOfMorale, Morale
from sandtable.games.warroom.rules.phase7_production import Production
from sandtable.games.warroom.rules.routes import plan
from sandtable.games.warroom.state import Command
from tests.games.warroom.test_movement import routes
from tests.games.warroom.wars import War


def breaks(war, key, end):
    return [route.breaks for route in plan(war.game, war.game.commands[key], end).routes]


def active(war):
    return [region for region in candidates(war.game) if is_active(war.game, region)]


@pytest.mark.rule("WR-PACT-02")
def test_no_party_enters_or_crosses_the_others_territory():
    war = War().empty().put(japan_11="J3 1 FTR", japan_24="J3 1 INF", soviet_21="R16 1 INF", japan_8="P-1 1 CV")
    assert breaks(war, "japan-11", "R16") == [True], "over R16 it breaks the Pact"
    assert breaks(war, "japan-24", "R14") == [True]
    assert breaks(war, "soviet-21", "J2") == [True]
    war.moving(japan="11 > R16").until("wr.3.order")
    assert war.menu.doubts(("direct",))[0].rule == "WR-PACT-17", "the player is warned"
    launch = War().empty().put(japan_8="P-1 1 CV").at(LaunchFighters("japan"))
    assert launch.want.prompt.endswith("from P-1; into R16, R18 it would break the Pact")
    launch.say(((("R16", 1),),))
    assert not launch.game.pact
    assert launch.game.stress["japan"] == 6, "Carrier Fighters included"


@pytest.mark.rule("WR-PACT-03")
def test_a_party_does_not_pin_the_other():
    war = War().empty().put(soviet_21="B18 2 INF", japan_24="B18 8 INF")
    assert plan(war.game, war.game.commands["soviet-21"], "B17").routes[0].stay_start == 0
    war.moving(soviet="21 > B17").until("wr.3.pin", "wr.3.order")
    assert (war.what, war.who) == ("wr.3.pin", "japan")
    war.say("let-pass").say(("direct",))
    assert war.where("soviet-21") == "B17"
    assert war.game.pact


def india():
    return War().empty().put(soviet_21="B18 2 INF", japan_24="B18 1 INF").moving(soviet="21 > J8").until("wr.3.pin")


@pytest.mark.rule("WR-PACT-04", "WR-PACT-17", "WR-PACT-19")
def test_g_22_who_breaks_the_pact_first():
    pins = india().say("pin")
    assert not pins.game.pact
    assert (pins.game.stress["japan"], pins.game.stress["soviet"]) == (6, 0)
    pins.say(("direct",))
    assert pins.has("soviet-21") == {"infantry": 1}, "one stays"
    goes = india().say("let-pass").say(("direct",))
    assert not goes.game.pact
    assert (goes.game.stress["japan"], goes.game.stress["soviet"]) == (0, 6)
    cancels = india().say("let-pass").say(("cancel",))
    assert cancels.game.pact
    assert (cancels.game.stress["japan"], cancels.game.stress["soviet"]) == (0, 0)


@pytest.mark.rule("WR-PACT-03", "WR-PACT-04")
def test_ships_of_the_other_party_may_pin_transports_that_put_to_sea_on_their_way():
    war = War().empty().put(japan_24="J4 2 INF", soviet_1="P-0 1 CRU")
    war.moving(japan="24 > P-1").until("wr.3.pin", "wr.3.order")
    assert (war.what, war.who) == ("wr.3.pin", "soviet")
    war.say("pin").say(("P-0",))
    assert (war.where("japan-24"), war.game.stress["soviet"]) == ("P-0", 6)


@pytest.mark.rule("WR-PACT-05")
def test_neutrals_with_units_of_the_other_party_are_closed():
    war = War().empty().put(japan_24="N19 1 INF", soviet_21="R14 1 INF")
    assert breaks(war, "soviet-21", "N19") == [True]
    controlled = War().empty().put(soviet_21="R14 1 INF").hold(N19="japan")
    assert breaks(controlled, "soviet-21", "N19") == [True]


@pytest.mark.rule("WR-PACT-06")
def test_soviet_transports_stay_out_of_the_pacific():
    war = War().empty().put(soviet_21="R16 1 INF", soviet_1="P-2 1 CRU")
    assert breaks(war, "soviet-21", "P-1") == [True]
    assert breaks(war, "soviet-1", "P-1")[0] is False, "ships may go there"


@pytest.mark.rule("WR-PACT-06", "WR-PACT-17", "WR-PIN-19")
def test_a_transport_that_is_stopped_before_the_pacific_breaks_nothing():
    war = War().empty().put(soviet_21="I-8 2 INF", soviet_23="J10 1 INF", italy_1="I-9 1 CRU").hold(J10="british")

    def broken_by_way(war, key, end):
        return {route.name: route.breaks for route in plan(war.game, war.game.commands[key], end).routes}

    assert broken_by_way(war, "soviet-21", "P-16") == {"direct": True, "I-9": False}
    assert broken_by_way(war, "soviet-23", "P-16") == {"direct": True, "I-9": False, "P-15": True}
    war.moving(soviet="21 > P-16").until("wr.3.order").say(("I-9",)).end()
    assert war.where("soviet-21") == "I-9"
    assert war.game.pact
    landing = War(long_range_landings=True).empty().put(japan_24="P-11 1 INF", usa_1="P-3 1 CRU")
    assert broken_by_way(landing, "japan-24", "R17") == {"P-2": True, "P-3": False}, "over P-3 it is not reached"


@pytest.mark.rule("WR-PACT-07", "WR-PACT-08", "WR-PACT-11")
def test_the_parties_do_not_raid_or_fight_each_other():
    war = War().empty().put(soviet_1="P-1 1 SUB")
    assert raid_targets(war.game, "P-1") == {}
    both = War().empty().put(soviet_1="P-2 1 CRU", japan_1="P-2 1 CRU")
    assert active(both) == []
    both.at(Combat()).end()
    assert both.game.markers == {}
    both.game.pact = False
    assert active(both) == ["P-2"]


@pytest.mark.rule("WR-PACT-09")
def test_two_separate_battles_if_both_parties_are_involved():
    war = War().empty().put(usa_1="P-2 2 CRU", soviet_1="P-2 1 CRU", japan_1="P-2 1 CRU", germany_1="P-2 1 CRU")
    war.order("japan", "soviet")
    boards = separate_battles(war.game, "P-2")
    assert [set(board) for board in boards] == [{"japan", "germany", "usa"}, {"soviet", "usa", "germany"}]
    war.fighting("P-2").end(dice="W")
    stages = [event for event in war.events("StageBegan") if event.stage.startswith("Surface")]
    assert len(stages) == 2
    one = War().empty().put(usa_1="P-2 2 CRU", soviet_1="P-2 1 CRU", japan_1="P-2 1 CRU")
    assert [set(board) for board in separate_battles(one.game, "P-2")] == [{"japan", "usa"}]


@pytest.mark.rule("WR-PACT-10")
def test_a_party_does_not_prevent_the_others_capture():
    war = War().empty().put(soviet_21="B18 2 INF", japan_24="B18 1 INF")
    assert active(war) == ["B18"]
    war.fighting("B18").until("wr.4.garrison").dice("RB").end()
    assert war.game.control["B18"] == "japan"
    assert "B18" not in war.game.markers, "they coexist"


@pytest.mark.rule("WR-PACT-10", "WR-VICT-14")
@pytest.mark.parametrize("order", [("japan", "soviet"), ("soviet", "japan")])
def test_turn_order_decides_where_both_parties_could_take_a_collapsed_nations_territory(order):
    war = War().empty().put(soviet_21="C1 1 INF", japan_24="C1 1 INF").order(*order)
    war.game.nations.remove("china")
    war.game.collapsed.append("china")
    war.fighting("C1").end()
    assert war.game.control["C1"] == order[0]
    assert war.game.medals[order[0]] == 1


@pytest.mark.rule("WR-PACT-12")
def test_land_units_in_the_others_territory_must_leave_or_are_lost():
    war = War().empty().put(soviet_21="B18 2 INF", japan_24="B18 1 INF", soviet_23="R1 1 INF").hold(B18="japan")
    war.at(EndOfCombat())
    assert war.game.overstay == {"soviet-21": "B18"}
    stays = war.game.clone()
    war.moving(soviet="21 > B17").until("wr.3.pin").say("let-pass").say(("direct",)).end()
    assert war.where("soviet-21") == "B17"
    war.game = stays
    war.moving().end()
    assert war.lost("soviet") == {"infantry": 2}
    held = War().empty().put(soviet_21="B18 2 INF", germany_22="B18 2 INF", soviet_23="R1 1 INF").hold(B18="japan")
    held.at(EndOfCombat()).moving(soviet="21 > B17").end()
    assert held.game.held == ["soviet-21"]
    assert held.lost("soviet") == {}, "pinned outright by a third nation"
    split = War().empty().put(soviet_21="B18 2 INF", germany_22="B18 1 INF").hold(B18="japan")
    split.put(**{f"soviet_{number}": "R1 1 INF" for number in split.game.free_tokens("soviet", "land")})
    split.at(EndOfCombat()).moving(soviet="21 > B17").end()
    assert split.cancelled() == {"soviet-21": "WR-PIN-07"}
    assert split.lost("soviet") == {}, "the pin would split it and no token is free, so the pin keeps it there"


@pytest.mark.rule("WR-PACT-12", "WR-PLAN-20")
def test_reorganising_does_not_free_land_units_from_leaving():
    war = War().empty().put(soviet_21="B18 2 INF", soviet_23="R1 1 INF", japan_24="J8 1 INF").hold(B18="japan")
    war.at(EndOfCombat()).at(Planning()).until("wr.reorganize").say(("soviet-21", (("infantry", 1),), "new"), "soviet")
    war.until("wr.2.sheets")
    for nation in list(war.game.nations):
        war.say(((), 0), nation)
    war.until("").moving().end()
    assert war.lost("soviet") == {"infantry": 2}, "under whatever tokens they stand"


@pytest.mark.rule("WR-PACT-13")
def test_a_party_gives_no_port_advantage_against_the_other():
    war = War().empty().put(usa_1="P-1 1 CRU", japan_1="P-1 1 CRU").fighting("P-1")
    assert not port_advantage(war.game, "allied"), "only Khabarovsky has an Allied Port there"
    war.game.pact = False
    assert port_advantage(war.game, "allied")


@pytest.mark.rule("WR-PACT-14", "WR-PACT-18")
def test_either_party_may_break_it_at_will_except_in_phases_6_and_7():
    war = War().empty().put(soviet_1="P-2 1 CRU", japan_1="P-2 1 CRU").order("japan", "soviet").at(Combat())
    assert (war.what, war.who) == ("wr.pact.break", "japan"), "battle is optional, at the price of breaking it"
    war.say("keep")
    assert war.who == "soviet"
    war.say("break").until("wr.4.stances")
    assert war.game.battle.region == "P-2"
    raid = War().empty().put(soviet_1="P-1 1 SUB", usa_1="P-1 1 SUB").order("soviet").stock(japan=(5, 5, 5))
    raid.at(Resolve("P-1"))
    assert (raid.what, raid.who) == ("wr.pact.break", "soviet"), "a raid on Japanese convoys as well"
    raid.say("break").until("wr.4.convoys")
    assert raid.who == "soviet"
    for phase in (Morale(), Production()):
        late = War().at(phase)
        while late.want is not None:
            assert late.what != "wr.pact.break"
            late.until("wr.pact.break")


@pytest.mark.rule("WR-PACT-15", "WR-SINO-07", "WR-STAL-04")
def test_the_red_zone_dissolves_treaties_for_good():
    war = War().set("zone", japan=4).at(EndOfMorale())
    assert not war.game.pact
    assert war.game.stress["japan"] == 0, "without penalty"
    assert war.game.sino
    assert war.game.stalin
    china = War().set("zone", china=4).at(EndOfMorale())
    assert not china.game.sino
    assert china.game.pact
    soviet = War().set("zone", soviet=4).at(EndOfMorale())
    assert not (soviet.game.pact)
    assert not (soviet.game.sino)
    assert not (soviet.game.stalin)
    soviet.set("zone", soviet=3).at(EndOfMorale())
    assert not soviet.game.stalin, "gone for good"


@pytest.mark.rule("WR-PACT-16")
def test_moscow_embattled_or_captured_dissolves_the_pact():
    war = War().empty().put(germany_22="R1 2 INF", soviet_21="R1 2 INF").fighting("R1").end(dice="R")
    assert war.game.markers["R1"] == "embattled"
    assert not war.game.pact
    assert war.game.stress["soviet"] == war.game.stress["japan"] == 0
    berlin = War().empty().put(usa_27="G1 2 INF").fighting("G1").dice("RB").end()
    assert not berlin.game.pact


@pytest.mark.rule("WR-PACT-20")
def test_the_breaker_gets_no_medals_for_the_others_territories_this_round():
    war = War().empty().put(soviet_21="R16 2 INF", soviet_23="R3 2 INF")
    war.moving(soviet="21 > J2, 23 > G9").until("wr.3.order").say(("direct",)).until("wr.3.order").say(("direct",))
    assert war.game.breaker == "soviet"
    war.fighting("J2").dice("RB").end()
    assert war.game.control["J2"] == "soviet"
    assert war.game.medals["soviet"] == 0
    war.fighting("G9").dice("RB").end()
    assert war.game.medals["soviet"] == 1, "Finland"


@pytest.mark.rule("WR-PACT-21")
def test_third_parties_do_not_break_the_pact():
    war = War().empty().put(germany_11="J8 1 FTR", soviet_21="C3 1 INF")
    war.moving(germany="11 > C3").until("wr.3.order").say(("direct",))
    assert war.game.pact


@pytest.mark.rule("WR-PACT-18")
def test_breaking_at_will_costs_six_stress():
    war = War().order("soviet", "japan").at(PactWindow()).say("break")
    assert (war.game.pact, war.game.stress["soviet"]) == (False, 6)
    assert war.want is None, "the other party is not asked any more"


# The Sino-Soviet Pact


@pytest.mark.rule("WR-SINO-01", "WR-SINO-02", "WR-SINO-08")
def test_soviets_and_chinese_stay_out_of_each_others_land():
    war = War().empty().put(soviet_21="R9 2 INF", china_105="C5 2 INF")
    assert routes(war, "soviet-21", "C5") == "WR-SINO-01"
    assert routes(war, "china-105", "R9") == "WR-SINO-02"
    war.moving(soviet="21 > C5").end()
    assert war.cancelled() == {"soviet-21": "WR-SINO-01"}, "no option to break it"
    assert war.game.stress["soviet"] == 0


@pytest.mark.rule("WR-SINO-03")
def test_soviet_air_may_fly_over_china_but_not_land():
    war = War().empty()
    war.game.put(Command("soviet", 11, "air", "R10", (1, 0), tagged=True))
    assert routes(war, "soviet-11", "C5") == {"direct"}
    assert "C5" not in landing_places(war.game, war.game.commands["soviet-11"])


@pytest.mark.rule("WR-SINO-04", "WR-SINO-05")
def test_bordered_territories_count_as_original():
    war = War().empty().put(soviet_21="R14 2 INF", china_101="R5 1 INF")
    assert routes(war, "soviet-21", "J3") == {"direct"}, "held by Japan"
    war.game.pact = False
    war.hold(J3="china")
    assert routes(war, "soviet-21", "J3") == "WR-SINO-01"
    war.hold(G6="soviet")
    assert routes(war, "china-101", "G6") == "WR-SINO-02"


@pytest.mark.rule("WR-SINO-06")
def test_axis_units_inside_do_not_open_china_to_the_soviets():
    war = War().empty().put(soviet_21="R9 2 INF", japan_24="C5 1 INF")
    assert routes(war, "soviet-21", "C5") == "WR-SINO-01"


# The Stalin Doctrine


@pytest.mark.rule("WR-STAL-01", "WR-STAL-10")
def test_g_23_western_land_units_enter_soviet_land_only_against_the_axis():
    war = War().empty().put(usa_27="B17 1 INF", germany_22="R5 2 INF").order("usa", "germany")
    assert routes(war, "usa-27", "R6") == "WR-STAL-01"
    war.moving(usa="27 > R6", germany="22 > R6").until("wr.3.order").say(("direct",)).end()
    assert war.cancelled() == {"usa-27": "WR-STAL-01"}, "the USA moved first"
    assert war.game.stress["usa"] == 0
    later = War().empty().put(usa_27="B17 1 INF", germany_22="R5 2 INF").order("germany", "usa")
    later.moving(usa="27 > R6", germany="22 > R6").until("wr.3.order").say(("direct",)).say(("direct",))
    assert later.where("usa-27") == "R6"
    before = War().empty().put(usa_27="B17 1 INF", germany_22="R6 2 INF", soviet_21="R6 2 INF").order("usa", "germany")
    before.game.markers["R6"] = "embattled"
    before.moving(usa="27 > R6").until("wr.3.order").say(("direct",))
    assert before.where("usa-27") == "R6", "Embattled from the round before"
    air = War().empty().put(usa_11="B17 1 FTR").moving(usa="11 > R6").until("wr.3.order").say(("direct",))
    assert air.where("usa-11") == "R6", "Air may enter in any case"
    assert "R6" not in landing_places(air.game, air.game.commands["usa-11"]), "but not land"


@pytest.mark.rule("WR-STAL-02")
def test_soviet_land_under_the_axis_is_open():
    war = War().empty().put(british_36="N14 1 INF").hold(R6="germany")
    assert routes(war, "british-36", "R6") == {"direct"}


@pytest.mark.rule("WR-STAL-03")
def test_western_air_never_lands_in_original_soviet_land():
    war = War().empty().hold(G6="british", G7="soviet")
    war.game.put(Command("british", 11, "air", "G6", (1, 0), tagged=True))
    assert not set(landing_places(war.game, war.game.commands["british-11"])) & {"G6", "G7", "R5"}
    war.game.stalin = False
    assert "G6" in landing_places(war.game, war.game.commands["british-11"])


def occupied():
    """British Infantry in Ukraine, which is Soviet again; Belarus is Soviet and has Americans; Bryansk has nobody."""
    war = War().empty().put(british_36="G6 1 INF", usa_27="G7 1 INF", usa_31="G4 1 INF", soviet_21="R1 1 INF")
    return war.hold(G6="soviet", G7="soviet", G4="usa").at(EndOfMovement())


@pytest.mark.rule("WR-STAL-05", "WR-STAL-06", "WR-STAL-07")
def test_foreign_units_may_stay_and_move_among_such_territories():
    war = occupied()
    assert set(war.game.guests) == {"G6", "G7"}
    assert war.where("british-36") == "G6", "no order to leave is needed"
    assert routes(war, "british-36", "G7") == {"direct"}
    assert routes(war, "british-36", "R5") == "WR-STAL-01", "nobody foreign is there"
    assert routes(war, "usa-31", "G6") == "WR-STAL-01", "not from outside"


@pytest.mark.rule("WR-STAL-08")
def test_when_the_last_foreign_unit_has_left_a_territory_is_closed_again():
    war = occupied().put(usa_27="G4 1 INF").at(EndOfMovement())
    assert war.game.guests == ["G6"]
    assert routes(war, "british-36", "G7") == "WR-STAL-01"


@pytest.mark.rule("WR-STAL-06", "WR-STAL-08")
def test_a_territory_stays_open_in_the_phase_in_which_its_guests_leave():
    war = occupied().order("usa", "british")
    war.game.guests.clear()  # the last battles brought them there
    war.moving(usa="27 > G4", british="36 > G7").until("wr.3.order").say(("direct",))
    assert war.where("usa-27") == "G4"
    war.until("wr.3.order").say(("direct",)).end()
    assert war.where("british-36") == "G7"
    assert war.game.guests == ["G7"]


@pytest.mark.rule("WR-STAL-09")
def test_the_policy_holds_for_china_likewise():
    war = War().empty().put(soviet_21="J3 1 INF", soviet_23="J4 1 INF", soviet_26="R14 1 INF")
    war.hold(J3="china", J4="china").at(EndOfMovement())
    assert routes(war, "soviet-21", "J4") == {"direct"}
    assert routes(war, "soviet-26", "J3") == "WR-SINO-01"
