"""Phases 2-3: plotting and carrying out movement (WR-MOVE), narrow passages (WR-PASS), Carrier Fighters (WR-CARR)."""

import pytest

from sandtable.games.warroom.rules.phase3_movement import LaunchFighters
from sandtable.games.warroom.rules.phase5_refit import Refit
from sandtable.games.warroom.rules.routes import may_cross, plan
from tests.games.warroom.wars import War


def japan_in_round_one():
    """The rulebook's example round of Imperial Japan, after China has moved into J4 and the USA into P-1."""
    war = War().empty()
    return war.put(
        japan_65="J3 2 ART 1 INF",
        japan_24="J4 1 ARM 1 INF",
        japan_8="P-0 1 CV 1 SUB 1 CRU",
        japan_97="P-2 3 INF",
        japan_6="P-12 1 SUB 1 CV",
        japan_16="J16 1 FTR",
        japan_18="J20 2 FTR",
        china_101="J4 1 INF",
        usa_1="P-1 2 CRU",
    )


def routes(war, key, end):
    """The names of the routes of an order, or the clause that forbids it."""
    found = plan(war.game, war.game.commands[key], end)
    return {route.name for route in found.routes} or found.why.rule


@pytest.mark.rule("WR-MOVE-01", "WR-MOVE-34", "WR-MOVE-36")
def test_a_land_command_moves_one_territory():
    war = War().empty().put(germany_22="G15 2 INF")
    assert routes(war, "germany-22", "B14") == {"direct"}, "into an Enemy territory"
    assert routes(war, "germany-22", "B13") == "WR-MOVE-01"
    war.moving(germany="22 > B13").end()
    assert war.where("germany-22") == "G15"
    assert war.cancelled() == {"germany-22": "WR-MOVE-01"}, "cancelled without a choice"
    assert "wr.3.order" not in war.what


@pytest.mark.rule("WR-MOVE-02")
def test_any_distance_by_rail():
    war = War().empty().put(germany_22="G3 2 INF")
    assert routes(war, "germany-22", "G6") == {"rail"}
    war.moving(germany="22 > G6").until("wr.3.order").say(("rail",))
    assert war.where("germany-22") == "G6"


@pytest.mark.rule("WR-MOVE-03")
def test_no_invasion_by_rail():
    war = War().empty().put(germany_22="G4 2 INF")
    assert war.game.control["R4"] == "soviet"
    assert routes(war, "germany-22", "R4") == "WR-MOVE-03", "Enemy-controlled, though empty"
    assert routes(War().empty().put(usa_27="U1 1 INF"), "usa-27", "N1") == {"rail"}, "a Friendly Neutral will do"
    assert routes(War().empty().put(germany_22="G1 1 INF"), "germany-22", "N11") == "WR-MOVE-03", "Spain stands apart"


@pytest.mark.rule("WR-MOVE-04", "WR-MOVE-05", "WR-MOVE-09", "WR-MOVE-37")
def test_enemy_land_units_obstruct_rails_and_aircraft_do_not():
    war = War().empty().put(germany_22="G3 2 INF", soviet_21="G4 1 INF", soviet_23="G8 1 INF", soviet_26="G5 1 INF")
    assert routes(war, "germany-22", "G6") == "WR-MOVE-04"
    war.order("soviet", "germany").moving(germany="22 > G6").end()
    assert war.where("germany-22") == "G3", "it does not move up to the obstruction"
    air = War().empty().put(germany_22="G3 2 INF", soviet_11="G4 3 FTR", soviet_13="G6 3 FTR", soviet_15="G5 1 FTR")
    assert routes(air, "germany-22", "G6") == {"rail"}


@pytest.mark.rule("WR-MOVE-37")
def test_an_earlier_enemy_move_blocks_a_later_rail_move():
    war = War().empty().put(germany_22="G1 2 INF", soviet_21="R5 8 INF", soviet_23="R4 8 INF")
    assert routes(war, "germany-22", "G7") == {"rail"}
    war.order("soviet", "germany").moving(soviet="21 > G7", germany="22 > G7")
    war.until("wr.3.order").say(("direct",)).end()
    assert war.cancelled() == {"germany-22": "WR-MOVE-04"}


@pytest.mark.rule("WR-MOVE-06", "WR-SBR-17")
@pytest.mark.parametrize("bombed", ["G3", "G1", "G4"])
def test_a_bomb_token_anywhere_on_the_way_forbids_the_rail_move(bombed):
    war = War().empty().put(germany_22="G3 2 INF").hold(T1="british")
    assert routes(war, "germany-22", "G4") == {"rail"}
    war.game.bombs[bombed] = 1
    assert routes(war, "germany-22", "G4") == "WR-MOVE-06"


@pytest.mark.rule("WR-MOVE-07", "WR-MOVE-08", "WR-ZONE-06", "WR-ZONE-15")
def test_rails_of_a_nation_in_yellow_are_useless_to_all():
    war = War().empty().put(italy_112="T2 2 INF", germany_22="T1 1 INF").hold(T4="italy").set("zone", germany=2)
    assert routes(war, "italy-112", "G8") == "WR-MOVE-07", "Italy over German Rails"
    war.hold(G1="italy", G3="italy", G4="italy", G8="italy")
    assert routes(war, "germany-22", "G8") == {"rail"}, "Germany over Rails that are all Italian"
    war.put(germany_33="G5 1 INF")
    assert routes(war, "germany-33", "T1") == "WR-MOVE-07", "the start is its own"
    war.set("zone", germany=1)
    assert routes(war, "germany-33", "T1") == {"rail"}


@pytest.mark.rule("WR-MOVE-10", "WR-PIN-24")
def test_g_04c_rail_may_start_beside_the_enemy_but_not_in_his_territory():
    war = japan_in_round_one()
    war.moving(japan="24 > J2").until("wr.3.order").say(("rail", (("armor", 1),)))
    assert war.has("japan-24") == {"infantry": 1}
    assert war.where("japan-24") == "J2"
    assert sorted(c.nation for c in war.game.here("J4")) == ["china", "japan"]
    war = japan_in_round_one().hold(J4="china")
    assert routes(war, "japan-24", "J2") == "WR-MOVE-03", "the start is Enemy-controlled"


@pytest.mark.rule("WR-MOVE-11")
def test_g_04b_an_adjacent_territory_needs_no_rail():
    war = japan_in_round_one()
    war.game.bombs["J4"] = 1
    assert routes(war, "japan-65", "J4") == {"direct"}


def test_g_04_a_rail_order_over_an_enemy_is_cancelled():
    war = japan_in_round_one().moving(japan="65 > J5").end()
    assert war.cancelled() == {"japan-65": "WR-MOVE-04"}
    assert war.where("japan-65") == "J3"


@pytest.mark.rule("WR-MOVE-12")
def test_g_30_units_in_enemy_territory_may_go_on():
    war = War().empty().put(germany_22="R5 7 INF", soviet_21="R5 3 INF")
    war.moving(germany="22 > R1").until("wr.3.order").say(("direct",))
    assert war.has("germany-22") == {"infantry": 4}
    assert war.where("germany-22") == "R1"
    assert [c.size for c in war.game.here("R5") if c.nation == "germany"] == [3]


@pytest.mark.rule("WR-MOVE-13")
def test_air_never_uses_rails():
    war = War().empty().put(germany_11="G3 1 FTR")
    assert routes(war, "germany-11", "G6") == "WR-MOVE-21"


@pytest.mark.rule("WR-MOVE-14", "WR-MOVE-15")
def test_embarking_needs_no_port_and_reaches_the_second_sea():
    war = War().empty().put(germany_22="G2 2 INF")
    assert routes(war, "germany-22", "A-6") >= {"direct"}
    assert routes(war, "germany-22", "A-7") == {"A-6"}
    war.moving(germany="22 > A-7").until("wr.3.order").say(("A-6",))
    assert war.where("germany-22") == "A-7"


@pytest.mark.rule("WR-MOVE-16", "WR-MOVE-17")
def test_going_ashore_is_one_step_from_the_sea():
    war = War().empty().put(usa_27="A-7 2 INF", usa_31="U1 1 INF")
    assert routes(war, "usa-27", "B1") == {"direct"}
    assert routes(war, "usa-27", "G3") == "WR-MOVE-16", "sea-sea-land"
    assert routes(war, "usa-31", "N3") == "WR-MOVE-01", "land-sea-land"
    war.put(usa_35="A-6 2 INF").moving(usa="35 > G3").until("wr.3.order").say(("direct",))
    assert war.where("usa-35") == "G3", "into an Enemy territory"


@pytest.mark.rule("WR-MOVE-18")
def test_chinese_land_commands_do_not_go_to_sea():
    war = War().empty().put(china_101="J4 2 INF").hold(J4="china")
    war.moving(china="101 > P-0").end()
    assert war.cancelled() == {"china-101": "WR-MOVE-18"}


@pytest.mark.rule("WR-MOVE-19", "WR-MOVE-20", "WR-MOVE-22")
def test_g_06_air_flies_two_regions_and_is_tagged():
    war = japan_in_round_one().moving(japan="18 > P-12").until("wr.3.order")
    assert war.menu.parts[0].menu.options == ("direct", "cancel"), "no nearer region is offered"
    war.say(("direct",))
    assert war.where("japan-18") == "P-12"
    assert war.game.commands["japan-18"].tagged


@pytest.mark.rule("WR-MOVE-21", "WR-MOVE-23", "WR-LAND-02")
def test_g_09_air_out_of_range_does_not_take_off():
    war = japan_in_round_one().moving(japan="16 > J20").end()
    assert war.cancelled() == {"japan-16": "WR-MOVE-21"}
    assert not war.game.commands["japan-16"].tagged
    war.at(Refit())
    assert "wr.5.land" not in war.what
    war.end()
    assert war.events("Landed") == []


@pytest.mark.rule("WR-MOVE-24")
def test_flying_over_a_neutral_leaves_it_alone():
    war = War().empty().put(germany_11="G5 1 FTR")
    assert plan(war.game, war.game.commands["germany-11"], "B16").routes[0].via == "N14", "Turkey lies between"
    war.moving(germany="11 > B16").until("wr.3.order").say(("direct",))
    assert war.where("germany-11") == "B16"
    assert war.game.aligned["N14"] == ""
    assert war.game.forces == war.game.invaded == {}


@pytest.mark.rule("WR-MOVE-25", "WR-MOVE-26", "WR-CARR-04")
def test_g_10_ships_stay_at_sea_and_a_cancelled_carrier_may_launch():
    war = japan_in_round_one()
    assert routes(war, "japan-6", "P-4") == "WR-MOVE-25"
    war.moving(japan="6 > J21").until("wr.3.launch")
    assert war.cancelled() == {"japan-6": "WR-MOVE-26"}
    assert "P-12" in [part.name for part in war.menu.parts]


@pytest.mark.rule("WR-MOVE-27")
def test_g_05_and_g_07b_the_owner_picks_the_route():
    war = japan_in_round_one().moving(japan="97 > P-13, 8 > P-13").until("wr.3.order")
    assert war.menu.parts[0].menu.options == ("P-1", "P-12", "cancel")
    war.say(("P-12",))
    assert war.where("japan-97") == "P-13"
    war.say(("P-14",))
    assert war.where("japan-8") == "P-13"
    assert war.has("japan-8") == {"carrier": 1, "submarine": 1, "cruiser": 1}


@pytest.mark.rule("WR-MOVE-28")
def test_a_blocked_route_is_offered_too():
    war = japan_in_round_one().moving(japan="8 > P-13").until("wr.3.order")
    assert {"P-1", "P-14"} <= set(war.menu.parts[0].menu.options)


@pytest.mark.rule("WR-MOVE-29")
def test_g_33_a_patrol_goes_out_and_comes_back_and_may_leave_a_ship():
    war = War().empty().put(japan_6="P-1 3 CRU", usa_1="P-2 1 CRU", japan_97="P-14 2 INF")
    war.moving(japan="6 > P-1, 97 > P-14").until("wr.3.order").say(("P-2",))
    assert war.has("japan-6") == {"cruiser": 2}
    assert war.where("japan-6") == "P-1"
    assert [c.size for c in war.game.here("P-2") if c.nation == "japan"] == [1]
    assert "P-0" in war.menu.parts[0].menu.options, "a Troop Transport may patrol as well"


@pytest.mark.rule("WR-MOVE-30")
def test_no_loop_between_land_and_sea():
    war = War().empty().put(japan_65="J1 2 INF")
    assert routes(war, "japan-65", "J1") == "WR-PLAN-07"


@pytest.mark.rule("WR-MOVE-31")
def test_embattled_markers_become_active_before_anyone_moves():
    war = War("eastern_front").empty().put(germany_22="R5 1 INF", soviet_21="R5 1 INF")
    war.game.markers["R5"] = "embattled"
    war.moving(germany="22 > R5").until("wr.3.order")
    assert war.game.markers["R5"] == "contested"


@pytest.mark.rule("WR-MOVE-32", "WR-MOVE-33", "WR-MOVE-35", "WR-MOVE-38")
def test_nations_in_turn_order_and_boxes_in_their_order():
    war = War("eastern_front").order("soviet", "germany")
    war.empty().put(germany_22="G4 1 INF", germany_33="G8 1 INF", soviet_21="R1 1 INF")
    war.moving(germany="33 > G7, 22 > G7", soviet="21 > R5").until("wr.3.order")
    assert war.who == "soviet"
    assert war.game.orders == {"germany": (("germany-33", "G7"), ("germany-22", "G7"))}, "still hidden"
    war.say(("direct",)).say(("cancel",)).say(("direct",))
    assert war.cancelled() == {"germany-33": "WR-MOVE-35"}
    moved = [event.command for event in war.events("Moved")]
    assert moved == ["soviet-21", "germany-22"]
    assert war.want is None, "a cancelled order does not come up again"


@pytest.mark.rule("WR-MOVE-39", "WR-SCEN-01")
def test_regions_outside_the_scenario_are_closed_also_to_air():
    war = War("north_africa").empty().put(british_11="B3 1 FTR", germany_59="G3 1 INF")
    assert routes(war, "british-11", "N11") == "WR-MOVE-39"
    assert routes(war, "germany-59", "G1") == "WR-MOVE-39"
    war.put(british_12="B1 1 FTR")
    assert routes(war, "british-12", "G3") == "WR-MOVE-21", "the sea between is not in play"
    assert routes(War("pacific"), "usa-27", "U1") == "WR-MOVE-39"


@pytest.mark.rule("WR-MOVE-40")
def test_only_the_first_order_for_a_command_counts():
    war = War("eastern_front").empty().put(germany_22="G4 1 INF", soviet_21="R1 1 INF")
    war.moving(germany="22 > G8, 22 > G7").until("wr.3.order").say(("cancel",)).end()
    assert [event.rule for event in war.events("OrderCancelled")] == ["WR-MOVE-35", "WR-MOVE-40"]
    assert war.where("germany-22") == "G4"


@pytest.mark.rule("WR-MOVE-41")
def test_movement_does_not_change_control():
    war = War("eastern_front").empty().put(germany_22="G7 1 INF", soviet_21="R1 1 INF")
    war.moving(germany="22 > R4").until("wr.3.order").say(("direct",))
    assert war.where("germany-22") == "R4"
    assert war.game.control["R4"] == "soviet"


# Narrow sea passages


@pytest.mark.rule("WR-PASS-01", "WR-PASS-02", "WR-PASS-12")
def test_a_closed_passage_closes_the_route_not_the_region():
    war = War().empty().put(germany_1="A-15 1 CRU", usa_1="A-16 1 CRU", germany_22="A-15 1 INF")
    assert routes(war, "germany-1", "M-1") == "WR-PASS-01"
    assert routes(war, "germany-22", "M-1") == "WR-PASS-01"
    assert routes(war, "usa-1", "M-1") == {"A-15"}
    war.put(usa_2="A-10 1 CRU").hold(N2="japan")
    assert routes(war, "usa-2", "P-7") == "WR-PASS-01"
    war.put(italy_1="M-3 1 CRU").hold(B5="italy", N15="italy")
    assert routes(war, "italy-1", "M-5") == {"direct"}


@pytest.mark.rule("WR-PASS-03")
def test_aircraft_ignore_passages():
    war = War().empty().put(italy_11="M-3 1 FTR", italy_12="M-2 1 FTR")
    assert plan(war.game, war.game.commands["italy-11"], "M-5").routes[0].via == ""
    assert routes(war, "italy-12", "M-5") == {"direct"}


@pytest.mark.rule(
    "WR-PASS-04", "WR-PASS-05", "WR-PASS-06", "WR-PASS-07", "WR-PASS-08", "WR-PASS-09", "WR-PASS-10", "WR-PASS-13"
)
def test_who_passes_at_the_start():
    game = War().game
    assert may_cross(game, "usa", "A-12", "P-7")
    assert not may_cross(game, "japan", "P-7", "A-12")
    assert may_cross(game, "british", "M-3", "M-5")
    assert not may_cross(game, "italy", "M-3", "M-5")
    assert may_cross(game, "germany", "A-5", "A-6")
    assert may_cross(game, "italy", "A-5", "A-6"), "an ally of the controller"
    assert not may_cross(game, "british", "A-6", "A-5")
    assert may_cross(game, "british", "A-15", "M-1")
    assert may_cross(game, "usa", "A-15", "M-1")
    assert not may_cross(game, "germany", "A-15", "M-1")
    assert may_cross(game, "japan", "I-9", "P-15")
    assert not may_cross(game, "british", "I-9", "P-15")
    for nation in game.nations:
        assert not may_cross(game, nation, "M-3", "M-4"), "nobody passes while Turkey is neutral"
    game.control["G10"] = "british"
    assert not may_cross(game, "germany", "A-5", "A-6")
    assert not may_cross(game, "british", "A-5", "A-6"), "split between the Alliances: nobody"
    game.aligned["N14"] = "axis"
    assert not may_cross(game, "germany", "M-3", "M-4"), "alignment alone opens only Panama"
    game.control["N14"] = "germany"
    assert may_cross(game, "germany", "M-3", "M-4")


@pytest.mark.rule("WR-PASS-11")
def test_an_embattled_controller_still_opens_the_passage():
    game = War().game
    game.markers["B5"] = "embattled"
    assert may_cross(game, "usa", "M-3", "M-5")


@pytest.mark.rule("WR-SCEN-30")
def test_germany_always_controls_the_danish_straits_on_the_eastern_front():
    game = War("eastern_front").game
    assert may_cross(game, "germany", "A-5", "A-6")
    assert not may_cross(game, "soviet", "A-5", "A-6")


# Carrier Fighters


@pytest.mark.rule("WR-CARR-01", "WR-CARR-02", "WR-CARR-03", "WR-CARR-16")
def test_each_carrier_may_launch_one_fighter_into_its_own_or_an_adjacent_region():
    war = War().empty().put(japan_8="P-0 2 CV", japan_11="P-0 1 FTR").at(LaunchFighters("japan"))
    assert war.refusal(((("P-0", 2), ("J3", 1)),)).rule == "WR-CARR-02", "3 from 2 Carriers"
    assert war.refusal(((("P-12", 1),),)).rule == "WR-CARR-02", "two regions away"
    war.say(((("P-0", 1), ("J3", 1)),))
    assert war.game.fighters == {"P-0/japan": 1, "J3/japan": 1}
    assert war.has("japan-11") == {"fighter": 1}, "they join no Air Command"
    none = War().empty().put(japan_8="P-0 2 CV").at(LaunchFighters("japan")).say(((),))
    assert none.game.fighters == {}


@pytest.mark.rule("WR-CARR-05", "WR-PIN-16")
def test_fighters_neither_pin_nor_offset():
    war = War().empty().put(soviet_21="R5 1 INF", germany_11="R5 3 FTR", japan_6="P-1 1 CRU", usa_1="P-1 1 CRU")
    war.game.fighters.update({"R5/germany": 2, "P-1/japan": 1})
    assert routes(war, "soviet-21", "R1") == {"direct"}, "three FTR and two CF do not hold it"
    found = plan(war.game, war.game.commands["japan-6"], "P-2")
    assert found.held, "its own CF does not offset the enemy Cruiser"


@pytest.mark.rule("WR-CARR-06")
def test_launches_are_in_turn_order():
    war = War("pacific").empty().put(japan_8="P-0 1 CV", usa_1="P-9 1 CV").order("usa", "japan").moving()
    assert (war.what, war.who) == ("wr.3.launch", "usa")
    war.say(((("P-9", 1),),))
    assert war.who == "japan"
    assert war.game.fighters == {"P-9/usa": 1}, "the later nation sees it"


@pytest.mark.rule("WR-CARR-15")
def test_every_carrier_has_its_fighter_again_in_the_next_round():
    war = War("pacific").empty().put(japan_8="P-0 1 CV").at(LaunchFighters("japan")).say(((("P-0", 1),),))
    war.at(Refit()).end()
    assert war.game.fighters == {}
    war.at(LaunchFighters("japan"))
    assert war.menu.parts[0].menu.most == 1


@pytest.mark.rule("WR-CARR-17")
def test_carriers_under_construction_launch_nothing():
    war = War("pacific").empty()
    war.game.building["J1"] = (0, 0, 0, 0, 0, 0, 0, 2, 0)
    war.at(LaunchFighters("japan"))
    assert war.want is None


@pytest.mark.rule("WR-MOVE-03")
def test_the_obstacle_that_is_named_lies_on_the_way():
    """Of all Rails that a Command cannot use, the one nearest to its destination is the reason."""
    war = War("eastern_front")
    refused = plan(war.game, war.game.commands["germany-22"], "R1")
    assert refused.why is not None
    assert (refused.why.sentence, refused.why.rule) == ("the Rails of Bryansk are not Friendly", "WR-MOVE-03")
