"""Optional rules (WR-OPT), 'Take Her Down' (WR-THD), Quick Play (WR-QP) and Quick Battle (WR-QB)."""

import pytest

from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import NATIONS, SCENARIOS
from sandtable.games.warroom.position import book_casualty
from sandtable.games.warroom.rules.hotspots import Combat, candidates, is_active, is_involved
from sandtable.games.warroom.rules.phase2_planning import WriteSheets, most_bid
from sandtable.games.warroom.rules.phase3_movement import Movement
from sandtable.games.warroom.rules.phase5_refit import Refit
from sandtable.games.warroom.rules.phase6_morale import ConvertCasualties, Evaluate, Penalties, Relieve, casualty_points
from sandtable.games.warroom.rules.phase7_production import PlaceUnits
from sandtable.games.warroom.rules.quick import BonusDice, BuyWithDice, ProductionDice, QuickProduction, combos
from sandtable.games.warroom.rules.round import Round
from tests.games.warroom.test_battles import row, stances
from tests.games.warroom.test_movement import routes
from tests.games.warroom.test_raids import built
from tests.games.warroom.wars import War


@pytest.mark.rule("WR-OPT-01")
def test_all_options_are_off_by_default_and_can_be_combined():
    options = GAME.complete_options({})
    assert not any(value for name, value in options.items() if name != "victory")
    war = War(batch_cap=True, bomb_repair=True, take_her_down=True)
    assert war.game.on("batch_cap")
    assert war.game.on("bomb_repair")
    assert not war.game.on("quick_play")


def big_battle(german, soviet, **options):
    war = War("eastern_front", **options).empty().put(germany_22=f"R5 {german}", soviet_21=f"R5 {soviet}")
    war.put(germany_33="R5 8 INF", germany_37="R5 6 INF").order("germany").fighting("R5")
    stances(war, {"infantry": "offense", "armor": "offense", "artillery": "ground"})
    war.until("wr.4.batch")
    return dict(war.events("StageBegan")[-1].dice)["axis"]


@pytest.mark.rule("WR-OPT-03", "WR-OPT-04")
def test_the_batch_cap():
    assert big_battle("1 INF", "1 INF 1 ART") == 30
    assert big_battle("1 INF", "1 INF 1 ART", batch_cap=True) == 20, "one type fewer"
    assert big_battle("1 INF", "1 INF 1 ART 1 ARM", batch_cap=True) == 10, "two fewer"
    assert big_battle("1 INF 1 ART", "1 INF", batch_cap=True) == 30
    air = War("eastern_front", batch_cap=True).empty()
    air.put(germany_11="R5 8 FTR", soviet_11="R5 1 FTR", soviet_21="R5 1 INF")
    air.order("germany").fighting("R5").until("wr.4.stances").take(fighter="air").until("wr.4.batch")
    assert dict(air.events("StageBegan")[0].dice)["axis"] == 24, "not in the Air Stage"


@pytest.mark.rule("WR-OPT-05", "WR-OPT-06")
def test_long_range_landings():
    war = War(long_range_landings=True).empty().put(usa_27="A-7 2 INF", germany_22="G3 1 INF", usa_31="U1 1 INF")
    assert routes(war, "usa-27", "G3") == "WR-OPT-05", "enemies inside and no friends"
    war.put(british_36="G3 1 INF")
    assert routes(war, "usa-27", "G3") == {"A-6", "A-15"}
    war.put(british_36="B1 1 INF", germany_22="G1 1 INF")
    assert "A-6" in routes(war, "usa-27", "G3"), "nobody inside"
    assert routes(war, "usa-31", "N3") == "WR-MOVE-01", "only from the sea"
    home = War(long_range_landings=True).empty().put(usa_27="A-8 2 INF", germany_22="B1 1 INF")
    assert routes(home, "usa-27", "B1") == {"A-7"}, "Friendly-controlled, whoever is inside"
    war.moving(usa="27 > G3").until("wr.3.order").say(("A-6",)).end()
    assert war.fighting("G3").what == "wr.4.garrison"


@pytest.mark.rule("WR-OPT-05")
def test_the_other_party_of_the_pact_is_no_beachhead():
    war = War(long_range_landings=True).empty().put(soviet_21="A-7 1 INF", germany_22="G3 1 INF", japan_24="G3 1 INF")
    assert routes(war, "soviet-21", "G3") == "WR-OPT-05", "Japanese Infantry does not fight it, but is no friend"


@pytest.mark.rule("WR-OPT-07")
def test_no_exception_from_the_pin_on_a_long_range_landing():
    war = War(long_range_landings=True).empty().put(usa_27="A-8 2 INF", germany_1="A-7 1 CRU")
    war.moving(usa="27 > B1").until("wr.3.order").say(("A-7",))
    assert war.where("usa-27") == "A-7", "held in transit"
    start = War(long_range_landings=True).empty().put(usa_27="A-8 2 INF", germany_1="A-8 1 CRU")
    assert routes(start, "usa-27", "B1") == "WR-OPT-07"


# 'Take Her Down'


@pytest.mark.rule("WR-THD-01", "WR-THD-02")
def test_g_24_sunk_ships_are_casualties():
    war = War(take_her_down=True).empty().put(germany_1="A-10 3 SUB").stock(usa=(5, 5, 5)).fighting("A-10")
    war.dice("YBG").end()
    assert war.game.stock["usa"] == (5, 4, 4)
    assert war.game.points["usa"] == 12
    empty = War(take_her_down=True).empty().put(germany_1="A-10 3 SUB").fighting("A-10").dice("YBR").end()
    assert empty.game.points["usa"] == 0
    three = War(take_her_down=True).empty().put(germany_1="A-9 3 SUB").stock(usa=(5, 5, 2)).fighting("A-9")
    three.say(("A-9/1",)).dice("YBG").end()
    assert three.game.points["usa"] == 18, "2 yellow and 1 blue"
    three.at(ConvertCasualties("usa"))
    assert three.game.points["usa"] == 0
    plain = War().empty().put(germany_1="A-10 3 SUB").stock(usa=(5, 5, 5)).fighting("A-10").dice("YBG").end()
    assert plain.game.points["usa"] == 0


def dived(boats="2 SUB", **more):
    """Submarines that escaped from a battle in A-14."""
    war = War("europe", take_her_down=True).empty().put(germany_1=f"A-14 {boats}", usa_1="A-14 2 CRU", **more)
    war.order("usa", "germany").fighting("A-14")
    stances(war, {"cruiser": "offense"})
    return war


@pytest.mark.rule("WR-THD-03", "WR-THD-05", "WR-THD-06")
def test_escaped_submarines_may_leave_ignoring_pins():
    war = dived().dice("Y" + "R" * 5).until("wr.thd.dive")
    assert war.who == "germany"
    war.say(("germany-1", (("submarine", 1),), "A-13"))
    assert [c.counts() for c in war.game.here("A-13")] == [{"submarine": 1}]
    assert war.has("germany-1") == {"submarine": 1}, "only one of them escaped"
    assert war.what != "wr.thd.dive", "so the other may not follow"
    tokens = {f"germany_{n}": "A-5 1 CRU" for n in NATIONS["germany"].naval if n != 1}
    without = dived(**tokens).dice("Y" + "R" * 5).end()
    assert without.where("germany-1") == "A-14", "no token, so it stays"
    whole = dived("1 SUB", **tokens).dice("Y" + "R" * 5).until("wr.thd.dive")
    whole.say(("germany-1", (("submarine", 1),), "A-13"))
    assert whole.where("germany-1") == "A-13", "the whole Command may go"


@pytest.mark.rule("WR-THD-04")
def test_narrow_passages_bind_them():
    war = War("europe", take_her_down=True).empty().put(germany_1="A-15 1 SUB", usa_1="A-15 2 CRU")
    war.order("usa", "germany").fighting("A-15")
    stances(war, {"cruiser": "offense"}).dice("Y" + "R" * 5).until("wr.thd.dive")
    assert "M-1" not in war.menu.places
    assert "A-14" in war.menu.places


@pytest.mark.rule("WR-THD-07", "WR-THD-08", "WR-THD-09", "WR-THD-10")
def test_a_moved_submarine_is_out_of_every_conflict_until_phase_5():
    war = dived(british_1="A-13 1 CRU", usa_27="A-16 2 INF", germany_2="A-16 1 SUB")
    war.game.commands.pop("germany-2")
    war.game.index = None
    war.dice("Y" + "R" * 5).until("wr.thd.dive").say(("germany-1", (("submarine", 1),), "A-16")).end()
    boat = next(c for c in war.game.here("A-16") if c.nation == "germany")
    assert boat.dived
    assert not is_active(war.game, "A-16"), "the lone Troop Transport survives"
    into = dived(british_1="A-13 1 CRU").dice("Y" + "R" * 5).until("wr.thd.dive")
    into.say(("germany-1", (("submarine", 1),), "A-13")).end()
    assert not is_active(into.game, "A-13"), "no battle beside an enemy"
    assert not is_involved(into.game, "germany", "A-13"), "nor can it pick a hotspot of others there"
    war.at(Refit()).end()
    assert not any(c.dived for c in war.game.commands.values())
    assert is_active(war.game, "A-16")
    stayed = dived("1 SUB", usa_27="A-14 1 INF").dice("Y" + "R" * 5).until("wr.thd.dive").say(("stay",)).end()
    assert "A-14" in candidates(stayed.game)
    assert is_active(stayed.game, "A-14")


# Quick Play


def quick(scenario="eastern_front", **options):
    return War(scenario, quick_play=True, **options)


@pytest.mark.rule("WR-QP-01")
def test_the_phases_of_quick_play():
    war = quick()
    war.game.round = 0
    assert phases_of_a_round(war) == [
        "Strategic Planning",
        "Production",
        "Movement Operations",
        "Combat Operations",
        "Refit and Deploy",
        "Morale",
    ]
    assert set(war.game.stock.values()) == {(0, 0, 0)}, "no Resources"
    assert set(war.game.goods.values()) == {0}


@pytest.mark.rule("WR-SETUP-25")
def test_the_phases_of_a_round():
    war = War("eastern_front")
    war.game.round = 0
    assert phases_of_a_round(war) == [
        "Direct National Economy",
        "Strategic Planning",
        "Movement Operations",
        "Combat Operations",
        "Refit and Deploy",
        "Morale",
        "Production",
    ]


def phases_of_a_round(war):
    """Play a whole round with default answers; the phases in the order in which they began."""
    war.at(Round())
    while war.game.round == 1:
        war.until("wr.2.sheets", dice="Y")
        for nation in list(war.game.nations):
            war.say(((), 0), nation)
        war.until("wr.2.sheets", dice="Y")
    return [event.phase.split(": ")[1] for event in war.events("PhaseBegan") if event.round == 1]


@pytest.mark.rule("WR-QP-04")
def test_medals_are_bid():
    war = quick().set("medals", germany=2, soviet=1).at(WriteSheets())
    assert most_bid(war.game, "germany") == 2
    war.say(((), 2), "germany").say(((), 1), "soviet")
    assert (war.game.medals["germany"], war.game.medals["soviet"]) == (0, 0)


@pytest.mark.rule("WR-QP-05")
def test_standard_neutrals_are_closed_in_quick_play():
    war = quick("global").empty().put(germany_11="G9 1 FTR", germany_12="G3 1 FTR", germany_22="G9 1 INF")
    assert routes(war, "germany-11", "N10") == "WR-QP-05"
    assert routes(war, "germany-22", "N10") == "WR-QP-05"
    assert routes(war, "germany-12", "N12") == "WR-QP-05"
    assert routes(war, "germany-12", "B3") == {"direct"}, "over the sea, not over Spain"
    war.put(germany_13="G5 1 FTR")
    assert routes(war, "germany-13", "B16") == "WR-QP-05", "there is no way but over Turkey"


@pytest.mark.rule("WR-QP-06", "WR-QP-20")
def test_medals_buy_bonus_dice_up_to_twenty():
    war = quick("global").order("usa").set("medals", usa=12).at(BonusDice())
    assert war.menu.high == 10, "Production Value 10"
    war.say(10)
    assert war.game.medals["usa"] == 2
    war.until("wr.quick.dice")
    assert (war.want.prompt, war.want.dice) == ("Production of United States", 10)
    red = quick("global").order("usa").set("medals", usa=12).set("zone", usa=3).set("stress", usa=6).at(Evaluate("usa"))
    red.at(BonusDice()).until("wr.quick.dice")
    assert not any(event.nation == "usa" for event in red.events("Paid")), "neither Medals"
    assert "United States" not in red.want.prompt, "nor dice"


@pytest.mark.rule("WR-QP-06", "WR-QP-07", "WR-QP-09")
def test_bonus_dice_production_and_placement_are_each_finished_for_all_nations():
    war = quick().order("germany", "soviet").at(QuickProduction())
    said = []
    while war.want is not None:
        what = (war.what, war.who or war.want.prompt.removeprefix("Production of "))
        said += [what] if what not in said else []
        war.say(war.menu.default) if war.who else war.dice("Y" * war.want.dice)
    assert said == [
        ("wr.quick.bonus", "germany"),
        ("wr.quick.bonus", "soviet"),
        ("wr.quick.dice", "Germany"),
        ("wr.quick.buy", "germany"),
        ("wr.quick.dice", "Soviet Union"),
        ("wr.quick.buy", "soviet"),
        ("wr.7.place", "germany"),
        ("wr.7.place", "soviet"),
    ]


@pytest.mark.rule("WR-QP-07")
def test_production_dice_in_batches_of_ten():
    war = quick().at(ProductionDice("germany", 14))
    assert war.want.dice == 10
    war.dice("R" + "W" * 9).until("wr.quick.dice")
    assert war.want.dice == 4
    war.dice("RYYY")
    assert "bomber" not in war.menu.ways, "the lone red of batch 1 is lost"


@pytest.mark.rule("WR-QP-08")
def test_g_25_red_black_and_white():
    war = quick().at(BuyWithDice("germany", ("red", "black", "white")))
    assert "red+black+white" in war.menu.ways["battleship"]
    war.say(("bomber", "red+white"))
    assert set(war.menu.ways) == {"infantry", "artillery", "armor"}, "black buys any one Land Unit"
    only_white = quick().at(BuyWithDice("germany", ("white",)))
    assert only_white.want is None, "white buys no Land Unit"
    two_whites = quick().at(BuyWithDice("germany", ("red", "white", "white")))
    assert "battleship" not in two_whites.menu.ways, "at most one white for each unit"


@pytest.mark.rule("WR-QP-09")
def test_units_beyond_capacity_are_lost():
    war = quick()
    war.hold(**{t: "soviet" for t in war.game.map.territories if war.game.control[t] == "germany" and t != "G7"})
    war.game.purchases["germany"] = built(infantry=3)
    war.at(PlaceUnits("germany"))
    assert war.menu.rooms == {"G7": 2}
    war.say(((("infantry", 2),),))
    assert war.game.building["G7"] == built(infantry=2)


@pytest.mark.rule("WR-QP-10")
def test_chinese_infantry_joins_commands_that_have_orders():
    war = quick("pacific")
    war.game.orders["china"] = (("china-101", "J4"),)
    war.game.roster[:] = sorted(war.game.commands)
    assert BuyWithDice("china", ("yellow", "green", "blue")).ways(war.game).keys() == {"infantry"}
    war.game.purchases["china"] = built(infantry=1)
    war.at(PlaceUnits("china"))
    war.say(tuple((("infantry", 1),) if t == "C1" else () for t in list(war.menu.rooms)[:1]))
    assert war.has("china-101") == {"infantry": 4, "artillery": 1}
    war.at(Movement()).until("wr.3.order").say(("direct",))
    assert war.where("china-101") == "J4"
    assert war.has("china-101") == {"infantry": 4, "artillery": 1}, "it moves with the order"


@pytest.mark.rule("WR-QP-11", "WR-DEPL-01")
def test_units_of_this_round_are_deployed_in_this_round():
    war = quick()
    war.game.building["G1"] = built(armor=1)
    war.at(Refit()).end()
    assert any(c.of("armor") for c in war.game.here("G1"))
    assert war.game.round == 1


@pytest.mark.rule("WR-QP-12")
def test_the_pact_cannot_be_broken():
    war = quick("global").empty().put(japan_24="J3 1 INF")
    assert routes(war, "japan-24", "R16") == "WR-QP-12"
    war.at(Combat()).end()
    assert war.game.pact


@pytest.mark.rule("WR-QP-13", "WR-QP-14", "WR-QP-15", "WR-QB-01", "WR-QB-14")
def test_battles_of_quick_play():
    war = quick("europe").empty().put(germany_22="R5 3 INF 1 ART", soviet_21="R5 1 INF").order("germany").fighting("R5")
    assert war.what == "wr.4.batch", "no stances"
    assert war.want.dice == 5
    war.dice("YYRRR")
    war.end(dice="R")
    assert war.lost("soviet") == {"infantry": 1}
    assert war.game.control["R5"] == "germany"
    raid = quick("europe").empty().put(germany_1="A-9 1 SUB")
    assert not is_active(raid.game, "A-9"), "no convoy raids"
    empty = quick("europe").empty().put(germany_22="R5 1 INF").fighting("R5").end()
    assert empty.game.control["R5"] == "germany"
    assert empty.events("GarrisonFired") == [], "no Garrison"
    bombs = (
        quick("europe").empty().put(british_11="G1 1 BMR").fighting("G1").take(bomber="strategic").dice("YBRW").end()
    )
    assert bombs.game.bombs == {"G1": 1}
    assert [event.effect for event in bombs.events("RaidResult")] == ["nothing", "nothing", "nothing", "bomb"]
    assert not is_active(quick("global").empty().put(japan_11="C3 1 BMR").game, "C3"), "Resources are no target"
    standard = War("europe", quick_battle=True).empty().put(germany_22="R5 3 INF", soviet_21="R5 1 INF").fighting("R5")
    assert standard.what == "wr.4.batch"
    assert not standard.game.on("quick_play")


@pytest.mark.rule("WR-QP-16", "WR-QP-18")
def test_g_26_casualty_points_and_stress_of_quick_play():
    war = quick("global")
    book_casualty(war.game, "germany", "infantry", 2)
    book_casualty(war.game, "germany", "fighter", 1)
    book_casualty(war.game, "germany", "carrier", 1)
    assert casualty_points(war.game, "germany") == 9
    book_casualty(war.game, "germany", "submarine", 1)
    book_casualty(war.game, "germany", "battleship", 1)
    assert casualty_points(war.game, "germany") == 17
    war.at(ConvertCasualties("germany"))
    assert war.game.stress["germany"] == 3
    assert casualty_points(war.game, "germany") == 0


@pytest.mark.rule("WR-QP-17")
def test_medals_of_quick_play():
    for territory, medals, captor in (("J4", 3, "china"), ("G3", 2, "usa"), ("G13", 1, "usa")):
        war = quick("global").empty().put(usa_27=f"{territory} 1 INF").fighting(territory).end()
        assert war.game.control[territory] == captor
        assert war.game.medals["usa"] == 1 + medals


@pytest.mark.rule("WR-QP-19")
def test_blue_and_yellow_cost_production_value_once():
    war = quick("global").set("stress", germany=6).at(Evaluate("germany"))
    assert war.game.production["germany"] == 7
    war.at(Penalties("germany"))
    assert war.game.production["germany"] == 7, "not recurring"
    war.set("stress", germany=6).at(Evaluate("germany"))
    assert war.game.production["germany"] == 6
    war.set("medals", germany=6).at(Relieve("germany")).say(("yes", (("medal", 6),)))
    assert war.game.production["germany"] == 7, "undone on going back"


@pytest.mark.rule("WR-QP-20")
def test_in_red_or_worse_the_production_value_is_zero_until_the_nation_comes_back():
    war = quick("global").set("zone", germany=3).set("stress", germany=6).at(Evaluate("germany"))
    assert war.game.production["germany"] == 0, "Red"
    war.set("stress", germany=6).at(Evaluate("germany"))
    assert war.game.production["germany"] == 0, "Gray"
    war.set("medals", germany=12).at(Relieve("germany")).say(("yes", (("medal", 6),)))
    assert war.game.production["germany"] == 0, "Red again"
    war.at(Relieve("germany")).say(("yes", (("medal", 6),)))
    assert war.game.production["germany"] == 6, "Orange: 8 without what Blue and Yellow cost"


@pytest.mark.rule("WR-QP-21")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_pins_and_transports_work_as_ever_in_quick_play(scenario):
    nation, enemy = ("japan", "usa") if scenario == "pacific" else ("germany", "soviet")
    if scenario == "north_africa":
        enemy = "british"
    region, end = {"pacific": ("J4", "J5"), "north_africa": ("G12", "G13")}.get(scenario, ("G4", "G6"))
    war = quick(scenario).empty()
    war.put(**{f"{nation}_{NATIONS[nation].land[0]}": f"{region} 3 INF"})
    war.put(**{f"{enemy}_{NATIONS[enemy].land[0]}": f"{region} 1 INF"})
    number = NATIONS[nation].land[0]
    war.moving(**{nation: f"{number} > {end}"}).until("wr.3.order").say(("direct",))
    assert war.has(f"{nation}-{number}") == {"infantry": 2}


# Quick Battle


def skirmish(enemy, dice, region="P-2", own="8 CRU", **options):
    """Japan fires these dice (filled up with red) at an American fleet in a Quick Battle."""
    war = War("pacific", quick_battle=True, **options).empty().put(japan_1=f"{region} {own}", usa_1=f"{region} {enemy}")
    war.order("japan", "usa").fighting(region)
    fill = "R" if "BB" not in enemy else "B"
    war.dice((dice + fill * 10)[: war.want.dice])
    return war


@pytest.mark.rule("WR-QB-02", "WR-QB-03")
def test_no_stances_and_one_value_for_each_stage():
    war = War("pacific", quick_battle=True).empty().put(japan_24="J4 1 ART 1 INF", china_101="J4 1 INF")
    war.fighting("J4")
    assert war.what == "wr.4.batch"
    assert row(war, "axis", "artillery", "quick").standing == 1
    bombers = War("europe", quick_battle=True).empty().put(british_11="G1 1 BMR", germany_22="G1 1 INF").fighting("G1")
    assert bombers.what == "wr.4.stances"
    assert list(bombers.menu.parts[0].menu.limits) == ["bomber/strategic/british", "bomber/quick/british"]
    capped = War("pacific", quick_battle=True).empty().put(japan_1="P-1 8 CRU", japan_2="P-1 5 SUB", usa_1="P-1 1 SUB")
    capped.order("japan").fighting("P-1")
    assert dict(capped.events("StageBegan")[0].dice)["axis"] == 30, "24 + 10 + 2 for the Port"


@pytest.mark.rule("WR-QB-14", "WR-QB-06")
def test_a_pair_eliminates_a_bomber_on_a_raid_outright():
    war = War("europe", quick_battle=True).empty().put(british_11="G1 1 BMR", germany_11="G1 2 FTR")
    war.order("germany", "british").stock(british=(3, 3, 3)).fighting("G1").take(bomber="strategic").dice("RRYY")
    assert row(war, "allied", "bomber", "strategic").lost == (("british", "bomber", 1),), "there is no damage"
    war.until("wr.4.repair", "wr.4.bombs", dice="Y")
    assert war.want is None, "nothing to repair, nobody left to raid"
    assert war.lost("british") == {"bomber": 1}


@pytest.mark.rule("WR-QB-04")
def test_aircraft_lost_in_the_air_stage_do_not_fire_in_the_surface_stage():
    war = War("pacific", quick_battle=True).empty().put(japan_11="P-2 2 FTR", usa_11="P-2 1 FTR", usa_1="P-2 1 SUB")
    war.order("japan", "usa").fighting("P-2").dice("GGRR").until("wr.4.batch").dice("RR").until("wr.4.batch")
    surface = next(e for e in war.events("StageBegan") if e.stage.startswith("Surface"))
    assert dict(surface.dice)["allied"] == 2, "the Submarine alone"


@pytest.mark.rule("WR-QB-05")
def test_a_last_batch_of_one_die_gets_a_second():
    war = War("eastern_front", quick_battle=True).empty().put(germany_22="R5 1 INF", soviet_21="R5 8 INF")
    war.order("germany").fighting("R5")
    assert war.want.dice == 2
    seven = War("eastern_front", quick_battle=True).empty()
    seven.put(germany_22="R5 8 INF", germany_33="R5 8 INF", germany_37="R5 5 INF", soviet_21="R5 1 INF")
    seven.order("germany").fighting("R5")
    sizes = []
    while seven.want is not None and seven.game.battle is not None:
        if seven.what == "wr.4.batch" and seven.want.prompt.endswith("axis"):
            sizes.append(seven.want.dice)
        seven.say(seven.menu.default) if seven.who else seven.dice("R" * seven.want.dice)
    assert sizes == [10, 10, 2], "21 dice"


@pytest.mark.rule("WR-QB-06", "WR-QB-07", "WR-QB-09")
@pytest.mark.parametrize(
    ("pair", "kills"), [("YY", 1), ("YK", 1), ("YW", 1), ("KK", 1), ("KW", 1), ("WW", 0), ("YB", 0), ("GB", 0)]
)
def test_g_27_pairs_against_infantry(pair, kills):
    war = War("eastern_front", quick_battle=True).empty().put(germany_22="R5 2 INF", soviet_21="R5 1 INF")
    war.order("germany").fighting("R5").dice(pair)
    war.end(dice="R")
    assert war.lost("soviet").get("infantry", 0) == kills


@pytest.mark.rule("WR-QB-08")
@pytest.mark.parametrize("triplet", ["GGG", "GGK", "GGW", "GKK", "GKW", "KKK", "KKW", "GWW", "KWW"])
def test_g_27b_triplets_against_a_carrier(triplet):
    letters = {"G": "green", "K": "black", "W": "white"}
    colours = tuple(letters[letter] for letter in triplet)
    assert bool(list(combos(colours, "green", 3, 1))) == (triplet.count("W") < 2)
    war = skirmish("1 CV", triplet)
    war.end(dice="R")
    assert war.lost("usa").get("carrier", 0) == (triplet.count("W") < 2)


@pytest.mark.rule("WR-QB-10")
def test_force_advantage_in_a_quick_battle():
    war = War("eastern_front", quick_battle=True).empty().put(germany_22="R5 2 INF", soviet_21="R5 1 INF 1 ART")
    war.order("germany").fighting("R5").dice("YK").end(dice="R")
    assert war.lost("soviet") == {}


@pytest.mark.rule("WR-QB-11")
def test_no_escort_in_a_quick_battle():
    war = War("pacific", quick_battle=True).empty().put(japan_1="P-2 4 CRU 1 SUB", usa_1="P-2 1 CRU 1 BB")
    war.order("japan", "usa").fighting("P-2").dice("RRR" + "Y" * 7)
    assert war.what != "wr.4.escort"
    war.end(dice="Y")
    assert war.lost("usa") == {"battleship": 1}


@pytest.mark.rule("WR-QB-12", "WR-QB-13")
def test_submarines_in_a_quick_battle():
    white = skirmish("1 SUB", "YW").end(dice="R")
    assert white.lost("usa") == {}, "white is useless against Submarines"
    three = skirmish("2 SUB", "YYY")
    boats = row(three, "allied", "submarine", "quick")
    assert boats.lost == (("usa", "submarine", 1),)
    assert boats.escaped == (("usa", 1),)


@pytest.mark.rule("WR-QB-15")
def test_the_batch_cap_in_a_quick_battle():
    war = War("eastern_front", quick_battle=True, batch_cap=True).empty()
    war.put(germany_22="R5 8 INF", germany_33="R5 8 INF", germany_37="R5 8 INF", soviet_21="R5 1 INF 1 ART")
    war.order("germany").fighting("R5")
    assert dict(war.events("StageBegan")[0].dice)["axis"] == 20
