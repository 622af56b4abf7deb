"""Battle Debrief, steps A to G (WR-DEBR)."""

import pytest

from sandtable.games.warroom.position import is_flipped
from sandtable.games.warroom.rules.hotspots import Combat, is_active
from sandtable.games.warroom.rules.neutrals import enter
from sandtable.games.warroom.rules.phase5_refit import Refit
from sandtable.games.warroom.rules.phase6_morale import Morale
from tests.games.warroom.test_battles import stances
from tests.games.warroom.wars import War


def battle(region="R5", scenario="global", **commands):
    return War(scenario).empty().put(**commands).order("germany", "japan")


def clash(german="2 INF", soviet="1 INF", dice="Y", region="R5", then="R"):
    """Germany rolls `dice` (filled up with red), the Soviets nothing; until the debrief has something to ask."""
    war = battle(germany_22=f"{region} {german}", soviet_21=f"{region} {soviet}").fighting(region)
    stances(
        war,
        {"infantry": "offense", "armor": "offense", "artillery": "ground"},
        {"infantry": "defense", "armor": "defense", "artillery": "ground"},
    )
    war.until("wr.4.batch")
    first = dice + "R" * max(0, war.want.dice - len(dice))
    return war.dice(first[: war.want.dice])


@pytest.mark.rule("WR-DEBR-01")
def test_the_steps_run_in_order():
    war = clash("3 INF", "1 INF", "YY").end()
    names = [type(event).__name__ for event in war.diary]
    order = [n for n in names if n in ("UnitsLost", "Captured", "StressGained", "MedalsAwarded", "HotspotEnded")]
    assert order[0] == "UnitsLost"
    assert order[1] == "Captured"
    assert set(order[2:-1]) == {"StressGained", "MedalsAwarded"}
    assert order[-1] == "HotspotEnded"


@pytest.mark.rule("WR-DEBR-01")
def test_repair_comes_before_reorganising_control_medals_and_the_stress_of_an_invasion():
    war = battle(germany_22="N9 4 INF", germany_33="N9 4 INF", italy_112="N9 4 INF").stock(germany=(9, 9, 9))
    enter(war.game, "germany", "N9")
    war.order("germany", "italy", "british").fighting("N9")
    asked = []
    while war.want is not None:
        if war.who:
            asked.append(war.what)
            war.take(infantry="defense") if war.what == "wr.4.stances" else war.say(war.menu.default)
        else:
            war.dice("Y" * war.want.dice)
    steps = [what for what in dict.fromkeys(asked) if what in ("wr.4.repair", "wr.reorganize", "wr.4.control")]
    assert steps == ["wr.4.repair", "wr.reorganize", "wr.4.control"]
    told = [type(event).__name__ for event in war.diary]
    assert told.index("Captured") < told.index("StressGained"), "control first, then Stress"


@pytest.mark.rule("WR-DEBR-02")
def test_lightly_damaged_units_recover_free():
    war = clash("2 INF", "1 ARM", "G").end()
    assert war.lost("soviet") == {}
    assert war.has("soviet-21") == {"armor": 1}


@pytest.mark.rule("WR-DEBR-03", "WR-DEBR-05", "WR-DEBR-07")
def test_a_damaged_unit_is_repaired_for_one_resource_of_its_owner_or_lost():
    war = clash("2 INF", "1 INF", "Y").stock(soviet=(0, 1, 2), germany=(9, 9, 9)).until("wr.4.repair")
    assert war.who == "soviet"
    rolled = [event.side for event in war.events("BatchRolled")]
    assert rolled == ["axis", "allied"], "it has fought"
    war.say(((("infantry/defense/soviet", 1),), (("iron", 1),))).end()
    assert war.has("soviet-21") == {"infantry": 1}
    assert war.game.stock["soviet"] == (0, 0, 2)
    assert war.game.stock["germany"] == (9, 9, 9)
    poor = clash("2 INF", "1 INF", "Y").end()
    assert poor.lost("soviet") == {"infantry": 1}


@pytest.mark.rule("WR-DEBR-04", "WR-BATT-23")
def test_with_port_advantage_ships_are_repaired_free_and_aircraft_are_not():
    war = War("pacific").empty().put(japan_6="P-1 1 CRU", japan_11="P-1 1 FTR", usa_1="P-1 2 CRU", usa_11="P-1 1 FTR")
    war.order("usa", "japan").fighting("P-1")
    stances(war, {"cruiser": "offense", "fighter": "air"}, {"cruiser": "offense", "fighter": "air"})
    war.dice("G" + "Y" * 4)
    war.until("wr.4.batch", dice="Y")
    while war.want.prompt.startswith("Air"):
        war.dice("Y" * war.want.dice)
    war.dice("B" + "R" * (war.want.dice - 1)).end()
    assert war.lost("japan") == {"fighter": 1}, "the stock is empty"
    assert war.has("japan-6") == {"cruiser": 1}


@pytest.mark.rule("WR-DEBR-06")
def test_the_owner_decides_unit_by_unit():
    war = clash("6 INF", "1 INF 1 ART 1 ARM", "YBGG").stock(soviet=(3, 3, 3)).until("wr.4.repair")
    assert len(war.menu.units) == 3
    war.say(((("armor/defense/soviet", 1),), (("oil", 1),))).end()
    assert war.has("soviet-21") == {"armor": 1}
    assert war.lost("soviet") == {"infantry": 1, "artillery": 1}


@pytest.mark.rule("WR-DEBR-09", "WR-DEBR-13")
def test_transports_without_a_guard_are_lost():
    war = battle(germany_11="A-13 1 FTR", usa_27="A-13 2 INF", usa_31="A-13 1 ARM").fighting("A-13").end()
    assert war.lost("usa") == {"infantry": 2, "armor": 1}
    guarded = battle(germany_11="A-13 1 FTR", usa_27="A-13 2 INF", british_11="A-13 1 FTR").fighting("A-13").end()
    assert guarded.lost("usa") == {}, "an ally's Fighter guards them before it flies home"
    escort = battle(germany_11="A-13 1 FTR", usa_27="A-13 2 INF", british_1="A-13 1 CRU").fighting("A-13").end(dice="W")
    assert escort.lost("usa") == {}, "and so does an ally's ship"


@pytest.mark.rule("WR-DEBR-10", "WR-DEBR-11")
def test_g_16_submarines_do_not_guard_against_aircraft():
    war = battle(germany_1="A-13 1 SUB", germany_22="A-13 3 INF")
    war.game.fighters["A-13/usa"] = 1
    war.fighting("A-13").end(dice="W")
    assert war.lost("germany") == {"infantry": 3}
    assert war.has("germany-1") == {"submarine": 1}
    ships = battle(germany_1="A-13 1 SUB", germany_22="A-13 3 INF", usa_1="A-13 1 CRU").fighting("A-13").end(dice="W")
    assert ships.lost("germany") == {}


@pytest.mark.rule("WR-DEBR-12", "WR-DEBR-01")
def test_if_all_warships_are_gone_the_transports_of_both_sides_survive():
    war = battle(germany_1="A-14 1 SUB", germany_22="A-14 3 INF", usa_1="A-14 1 SUB", usa_27="A-14 1 INF")
    war.fighting("A-14").dice("YY").dice("YY").end()
    assert war.lost("germany") == {"submarine": 1}
    assert war.lost("usa") == {"submarine": 1}
    assert war.where("germany-22") == war.where("usa-27") == "A-14"
    assert "A-14" not in war.game.markers


@pytest.mark.rule("WR-DEBR-14")
def test_commands_may_be_reorganised_in_the_debrief_of_their_region():
    war = battle(germany_22="R5 2 INF", germany_33="R5 2 INF", germany_37="G1 3 INF", soviet_21="R5 1 INF")
    war.fighting("R5").until("wr.reorganize")
    assert {stack.key for stack in war.menu.stacks} == {"germany-22", "germany-33"}, "only in this region"
    war.say(("germany-22", (("infantry", 2),), "germany-33"))
    assert war.has("germany-33") == {"infantry": 4}


@pytest.mark.rule("WR-DEBR-15", "WR-DEBR-22", "WR-DEBR-27", "WR-DEBR-30")
def test_the_side_with_the_only_land_units_captures():
    war = battle(germany_22="R5 1 INF", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"infantry": "offense"}, {"fighter": "air"}).end()
    assert war.game.control["R5"] == "germany", "Fighters do not hold it"
    assert not is_flipped(war.game, "R5")
    assert war.game.medals["germany"] == 1
    assert war.game.stress["soviet"] == 2, "the Strategic Value of Bryansk"


@pytest.mark.rule("WR-DEBR-16", "WR-DEBR-23", "WR-DEBR-32")
def test_land_units_on_both_sides_or_neither_change_nothing():
    war = clash("2 INF", "2 INF", "R").end()
    assert war.game.control["R5"] == "soviet"
    assert war.game.markers["R5"] == "embattled"
    assert is_flipped(war.game, "R5")
    unbound = clash("2 INF", "2 INF", "R")
    unbound.game.pact = False
    assert unbound.end().game.control["R5"] == "soviet", "with or without the Pact"
    war = battle(germany_22="R5 1 INF", soviet_21="R5 1 INF").fighting("R5")
    stances(war, {"infantry": "offense"}, {"infantry": "offense"})
    war.dice("YY").dice("YY").end()
    assert war.game.commands == {}
    assert war.game.control["R5"] == "soviet"
    assert "R5" not in war.game.markers


@pytest.mark.rule("WR-DEBR-32")
def test_fighters_over_infantry_are_no_embattled_region():
    war = battle(germany_11="R5 1 FTR", soviet_21="R5 2 INF").fighting("R5").end(dice="W")
    assert war.has("soviet-21") == {"infantry": 2}
    assert "R5" not in war.game.markers


@pytest.mark.rule("WR-DEBR-32", "WR-DEBR-01", "WR-DEBR-09")
def test_at_sea_transports_beside_enemy_ships_are_embattled_and_transports_alone_are_not():
    """R-41. The Submarine cannot keep the Cruiser off for good, but it guards the Transports against it."""
    ships = battle(germany_1="A-14 1 SUB", germany_22="A-14 1 INF", usa_1="A-14 1 CRU").fighting("A-14").end(dice="W")
    assert ships.game.markers == {"J25": "embattled", "A-14": "embattled"}
    boats = {"germany_1": "A-14 1 SUB", "germany_22": "A-14 1 INF", "usa_1": "A-14 1 SUB", "usa_27": "A-14 1 INF"}
    sunk = battle(**boats).order("usa", "germany").fighting("A-14").dice("YY").dice("RR").end()
    assert sunk.lost("germany") == {"submarine": 1, "infantry": 1}
    assert "A-14" not in sunk.game.markers, "its Transports are sunk: nobody is left"
    guarded = battle(**boats, germany_11="A-14 1 FTR").order("usa", "germany").fighting("A-14")
    guarded.until("wr.4.batch").dice("YY").end(dice="R")
    assert guarded.lost("germany") == {"submarine": 1}
    assert guarded.game.markers["A-14"] == "embattled", "Transports that a Fighter guards, and an enemy Submarine"
    both = battle(**boats).fighting("A-14").dice("YY").dice("YY").end()
    assert "A-14" not in both.game.markers, "Transports of both sides and nothing else"


@pytest.mark.rule("WR-DEBR-18", "WR-BATT-06")
def test_the_winning_commander_names_the_controller_among_nations_with_land_units():
    war = battle(germany_22="R6 1 INF", italy_112="R6 1 INF", japan_11="R6 1 FTR")
    war.game.pact = False
    war.fighting("R6").until("wr.4.command").say("japan").until("wr.4.control", dice="B")
    assert war.who == "japan", "the Commander decides"
    assert war.menu.options == ("germany", "italy"), "Japan has no Land Unit there"
    war.say("italy").until("wr.4.medals")
    assert war.who == "japan"
    war.end()
    assert war.game.control["R6"] == "italy"


@pytest.mark.rule("WR-DEBR-19", "WR-DEBR-20")
def test_a_territory_goes_back_to_the_ally_it_belonged_to():
    egypt = War().empty().put(usa_27="B5 1 INF").hold(B5="italy").fighting("B5").dice("RB").end()
    assert egypt.game.control["B5"] == "british"
    ukraine = War().empty().put(british_36="G6 1 INF").fighting("G6").dice("RB").end()
    assert ukraine.game.control["G6"] == "soviet"
    for territory in ("J4", "J3", "J5"):
        china = War().empty().put(usa_27=f"{territory} 1 INF").fighting(territory).dice("RB").end()
        assert china.game.control[territory] == "china"
    for territory in ("G6", "G7"):
        axis = War().empty().put(italy_112=f"{territory} 1 INF", germany_22="G1 1 INF").hold(**{territory: "soviet"})
        axis.fighting(territory).dice("RB").end()
        assert axis.game.control[territory] == "germany", "for the Axis it belongs to the nation of its card"
    gray = War().empty().put(usa_27="B5 1 INF").hold(B5="italy").set("zone", british=5).fighting("B5").dice("RB").end()
    assert gray.game.control["B5"] == "usa", "not to an ally in the Gray Zone"
    red = War().empty().put(usa_27="B5 1 INF").hold(B5="italy").set("zone", british=4).fighting("B5").dice("RB").end()
    assert red.game.control["B5"] == "british", "but to one in the Red Zone"
    out = War().empty().put(usa_27="B5 1 INF").hold(B5="italy")
    out.game.nations.remove("british")
    out.game.collapsed.append("british")
    assert out.fighting("B5").dice("RB").end().game.control["B5"] == "usa", "nor to one that is out of the game"


@pytest.mark.rule("WR-DEBR-21")
def test_g_17_a_captured_territory_does_not_pass_from_ally_to_ally():
    war = War().empty().put(usa_27="A-6 3 INF", british_36="G3 1 INF").hold(G3="british")
    war.moving(usa="27 > G3").until("wr.3.order").say(("direct",)).end()
    assert war.where("usa-27") == "G3"
    assert not is_active(war.game, "G3")
    war.at(Combat()).until("wr.4.control")
    assert war.what == "", "no choice is offered"
    assert war.game.control["G3"] == "british"
    fought = War().empty().put(usa_27="G3 8 INF", germany_22="G3 1 INF").hold(G3="british").order("usa").fighting("G3")
    fought.until("wr.4.batch").dice("YY" + "R" * (fought.want.dice - 2)).end()
    assert fought.lost("germany") == {"infantry": 1}
    assert fought.game.control["G3"] == "british", "although the United States alone has defended it"
    assert fought.game.medals["usa"] == 0


@pytest.mark.rule("WR-DEBR-24", "WR-DEPL-10")
def test_units_under_construction_pass_to_the_captor():
    war = War().empty().put(british_36="G3 1 INF")
    war.game.building["G3"] = (0, 0, 2, 0, 0, 0, 0, 0, 0)
    war.fighting("G3").dice("RB").end()
    war.at(Refit()).end()
    assert [c.counts() for c in war.game.here("G3")] == [{"infantry": 1, "armor": 2}], "as British units"


@pytest.mark.rule("WR-DEBR-25")
def test_china_keeps_no_captured_aircraft_or_ships():
    war = War().empty().put(china_101="J4 1 INF")
    war.game.building["J4"] = (0, 0, 1, 1, 0, 0, 0, 0, 0)
    war.fighting("J4").dice("RB").end()
    assert war.game.control["J4"] == "china"
    assert war.game.building["J4"] == (0, 0, 1, 0, 0, 0, 0, 0, 0)
    assert war.lost("japan") == {}, "storage, not a Casualty List"
    deferred = War().empty().put(china_101="J4 1 INF")
    deferred.game.deferred["J4"] = (1, 0, 0, 0, 0, 1, 0, 0, 0)
    deferred.fighting("J4").dice("RB").end()
    assert deferred.game.deferred["J4"] == (1, 0, 0, 0, 0, 0, 0, 0, 0), "the same with Deferred Units"


@pytest.mark.rule("WR-DEBR-26")
def test_aircraft_left_in_a_lost_territory_must_land_elsewhere():
    war = battle(germany_22="R5 2 INF", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"infantry": "defense"}, {"fighter": "air"}).end()
    assert war.game.commands["soviet-11"].tagged
    war.at(Refit()).until("wr.5.land")
    assert "R5" not in war.menu.places
    war.end()
    assert war.where("soviet-11") != "R5"


@pytest.mark.rule("WR-DEBR-26", "WR-PACT-10")
def test_aircraft_that_the_pact_kept_out_of_the_fight_must_leave_as_well():
    war = battle(japan_24="B18 2 INF", soviet_11="B18 1 FTR").fighting("B18").dice("RB").end()
    assert (war.game.control["B18"], war.game.pact) == ("japan", True), "taken from Britain under Soviet aircraft"
    war.at(Refit()).until("wr.5.land")
    assert (war.who, "B18" in war.menu.places) == ("soviet", False)
    war.end()
    assert war.where("soviet-11") == "B17"


@pytest.mark.rule("WR-DEBR-27")
def test_three_medals_for_a_capital():
    war = War().empty().put(usa_27="T1 2 INF").fighting("T1").dice("RB").end()
    assert war.game.medals["usa"] == 3
    assert war.game.stress["italy"] == 6


@pytest.mark.rule("WR-DEBR-28", "WR-BATT-06")
def test_medals_may_be_divided_also_to_those_who_died():
    war = War().empty().put(usa_27="T1 2 INF", british_36="T1 1 INF").order("usa", "british").fighting("T1")
    war.until("wr.4.garrison", dice="R").dice("YY").until("wr.4.garrison", "wr.4.medals", "wr.4.control")
    if war.what == "wr.4.garrison":
        war.say("infantry/garrison/british")
    war.until("wr.4.medals")
    assert war.menu.limits == {"usa": 3, "british": 3}, "the British unit is dead"
    war.say((("usa", 2), ("british", 1))).end()
    assert (war.game.medals["usa"], war.game.medals["british"]) == (2, 1)


@pytest.mark.rule("WR-DEBR-29")
def test_no_medals_for_neutrals():
    war = War().empty().put(germany_22="N8 2 INF").fighting("N8").dice("RB").end()
    assert war.game.control["N8"] == "germany"
    assert war.game.medals["germany"] == 0


@pytest.mark.rule("WR-DEBR-30")
def test_stress_also_for_what_was_not_originally_his():
    war = War().empty().put(china_101="J4 2 INF").fighting("J4").dice("RB").end()
    assert war.game.stress["japan"] == 2
    neutral = War().empty().put(usa_27="N10 1 INF").hold(N10="germany").fighting("N10").dice("RB").end()
    assert neutral.game.stress["germany"] == 0, "not for a Neutral"


@pytest.mark.rule("WR-DEBR-31")
def test_the_first_invader_of_a_neutral_gains_one_stress_once():
    war = War().empty().put(germany_22="G3 1 INF")
    war.moving(germany="22 > N11").until("wr.3.order").say(("direct",)).end()
    war.fighting("N11").end()
    assert war.game.stress["germany"] == 1, "win or lose"
    war.put(germany_33="N11 8 INF").fighting("N11").end()
    assert war.game.stress["germany"] == 1


@pytest.mark.rule("WR-DEBR-33")
def test_medals_can_be_used_in_the_same_round():
    war = War("europe").empty().put(usa_27="T1 2 INF").set("stress", usa=2).fighting("T1").dice("RB").end()
    war.at(Morale()).until("wr.6.cancel")
    while war.who != "usa":
        war.say(war.menu.default).until("wr.6.cancel")
    war.say((("medal", 2),))
    assert (war.game.stress["usa"], war.game.medals["usa"]) == (0, 1)
