"""Battle setup, both stages, hits, escorts and Submarines (WR-BATT, WR-AIR, WR-SURF, WR-ESC, WR-SUB)."""

import pytest

from sandtable.games.warroom.battleboard import dice, force_advantage
from sandtable.games.warroom.data import SIDE_OF, board_row
from sandtable.games.warroom.rules.phase4_setup import port_advantage
from tests.games.warroom.wars import War


def land(**commands):
    """A battle in Bryansk (R5), Germany first in Turn Order."""
    return War().empty().put(**commands).order("germany", "soviet")


def sea(region="P-2", **commands):
    """A battle at sea, Japan first in Turn Order."""
    war = War().empty().put(**commands).order("japan", "usa", "british")
    return war.fighting(region)


def stances(war, first=None, second=None):
    """Both sides take stances, if they are asked."""
    while war.what == "wr.4.command":
        war.say(war.menu.default)
    leader = SIDE_OF[war.game.in_order()[0]]
    while war.what == "wr.4.stances":
        war.take(**((first if SIDE_OF[war.who] == leader else second) or {}))
    return war


def rolls(war, colour="W"):
    """Play a battle to its end with dull dice; the sizes and purposes of all rolls."""
    found = []
    while war.want is not None:
        if war.who:
            war.say(war.menu.default)
        else:
            found.append((war.want.prompt.split(", ")[1] if war.what == "wr.4.batch" else war.what, war.want.dice))
            war.dice(colour * war.want.dice)
    return found


def row(war, side, kind, stance):
    return next(r for r in war.game.battle.rows if (r.side, r.kind, r.stance) == (side, kind, stance))


def assign(war, name):
    assert war.what == "wr.4.assign", war.what
    return war.say(name)


# Battle setup


@pytest.mark.rule("WR-BATT-01", "WR-BATT-02", "WR-BATT-13")
def test_everything_in_the_region_takes_part_except_transports():
    war = War().empty().put(japan_6="P-2 1 CRU", japan_11="P-2 1 FTR", japan_65="P-2 8 ARM", usa_1="P-2 1 CRU")
    war.game.fighters["P-2/usa"] = 2
    war.order("japan", "usa").fighting("P-2")
    assert not war.game.commands["usa-1"].tagged
    stances(war, {"cruiser": "offense", "fighter": "air"}, {"cruiser": "offense", "carrier_fighter": "air"})
    assert row(war, "allied", "fighter", "air").whole == (("usa", "carrier_fighter", 2),)
    kinds = {r.kind for r in war.game.battle.rows}
    assert kinds == {"cruiser", "fighter"}, "no Armor at sea"
    assert war.game.commands["japan-11"].tagged, "it fought although it did not move"


@pytest.mark.rule("WR-BATT-03")
def test_values_come_from_the_right_board():
    assert board_row("land", "bomber", "ground").surface == 4
    assert board_row("sea", "bomber", "surface").surface == 3
    ashore = land(germany_11="R5 1 BMR", soviet_21="R5 1 INF").fighting("R5").until("wr.4.batch")
    assert ashore.game.battle.board == "land"
    afloat = sea(japan_11="P-2 1 BMR", usa_1="P-2 1 SUB").until("wr.4.batch")
    assert afloat.game.battle.board == "sea"


@pytest.mark.rule("WR-BATT-04")
def test_the_first_in_turn_order_settles_who_commands():
    war = land(italy_112="R5 1 INF", germany_22="R5 1 INF", soviet_21="R5 1 INF")
    war.order("italy", "soviet", "germany").fighting("R5")
    assert (war.what, war.who) == ("wr.4.command", "italy")
    assert war.menu.options == ("italy", "germany")
    war.say("germany")
    assert war.game.battle.axis == "germany"
    assert war.game.battle.allied == "soviet"


@pytest.mark.rule("WR-BATT-05", "WR-BATT-07", "WR-BATT-08", "WR-BATT-09")
def test_the_earlier_commander_sets_all_stances_of_his_side_first():
    war = land(italy_112="R5 1 INF", germany_22="R5 3 ART", soviet_21="R5 1 INF 1 ARM")
    war.order("soviet", "germany", "italy").fighting("R5").until("wr.4.stances")
    assert war.who == "soviet"
    war.take(infantry="defense", armor="offense")
    assert war.who == "germany", "it sets the stances of Italy too, in sight of the other side"
    assert row(war, "allied", "armor", "offense").whole == (("soviet", "armor", 1),)
    wrong = ((("infantry/defense/italy", 1),), (("artillery/anti_air/germany", 1), ("artillery/ground/germany", 1)))
    assert war.refusal(wrong).rule == "WR-BATT-07"
    war.say(((("infantry/defense/italy", 1),), (("artillery/anti_air/germany", 1), ("artillery/ground/germany", 2))))
    assert row(war, "axis", "artillery", "anti_air").standing == 1
    assert row(war, "axis", "artillery", "ground").standing == 2
    while war.want:
        assert war.what != "wr.4.stances", "stances stay fixed"
        war.say(war.menu.default) if war.who else war.dice("W" * war.want.dice)


@pytest.mark.rule("WR-BATT-10", "WR-AIR-02")
def test_a_stance_fires_in_both_stages():
    war = land(germany_22="R5 2 ART", soviet_21="R5 1 INF", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"artillery": "anti_air"}, {"infantry": "defense", "fighter": "ground"})
    assert dice(war.game.battle, "axis", "air") == 4
    assert dice(war.game.battle, "axis", "surface") == 2


@pytest.mark.rule("WR-BATT-12")
def test_one_air_and_one_surface_stage_and_survivors_stay_embattled():
    war = land(germany_22="R5 3 INF", germany_11="R5 1 FTR", soviet_21="R5 3 INF", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"infantry": "defense", "fighter": "air"}, {"infantry": "defense", "fighter": "air"})
    assert rolls(war, "R") == [("axis", 3), ("allied", 3), ("axis", 3), ("allied", 3)]
    assert war.game.markers["R5"] == "embattled"


@pytest.mark.rule("WR-BATT-14", "WR-BATT-15", "WR-BATT-16", "WR-BATT-17")
def test_g_11_force_advantage_makes_black_and_white_miss():
    war = land(germany_22="R5 1 ART 1 INF", soviet_21="R5 1 INF", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"infantry": "offense", "artillery": "ground"}, {"infantry": "defense", "fighter": "ground"})
    war.until("wr.4.batch")
    assert war.game.battle.advantage == "axis", "Air Units do not count"
    war.dice("RRRR").dice("KWKW")
    assert war.what != "wr.4.assign"
    war.end()
    assert war.lost("germany") == {}
    allies = land(germany_22="R5 8 INF", soviet_21="R5 1 INF", china_101="R5 1 ART").fighting("R5")
    allies.until("wr.4.batch")
    assert allies.game.battle.advantage == "allied", "types add up over nations, numbers do not count"
    level = land(germany_22="R5 8 INF", soviet_21="R5 1 ARM").fighting("R5").until("wr.4.stances")
    level.say(((("infantry/defense/germany", 4), ("infantry/offense/germany", 4)),)).until("wr.4.batch")
    assert level.game.battle.advantage == "", "one type each: stances do not count"


@pytest.mark.rule("WR-BATT-17")
def test_white_misses_a_damaged_unit_of_the_side_with_force_advantage():
    war = land(germany_22="R5 1 ART 1 INF", soviet_21="R5 2 INF").order("soviet", "germany").fighting("R5")
    stances(war, {"infantry": "offense"}, {"infantry": "defense", "artillery": "ground"})
    war.dice("YWRR")
    assert row(war, "axis", "infantry", "defense").hurt == ("germany", "infantry", "damaged")


@pytest.mark.rule("WR-BATT-18")
def test_force_advantage_is_not_determined_anew():
    war = land(germany_22="R5 1 ART 7 INF", soviet_21="R5 8 INF", soviet_23="R5 8 INF")
    war.order("soviet", "germany").fighting("R5")
    stances(war, {"infantry": "offense"}, {"infantry": "defense", "artillery": "ground"})
    war.until("wr.4.batch").dice("BB" + "R" * 8)
    assert row(war, "axis", "artillery", "ground").standing == 0, "the last Artillery is gone"
    war.until("wr.4.batch").dice("R" * war.want.dice)
    war.dice("K" * 10)
    assert war.what == "wr.4.batch", "black still misses in the second batch"


@pytest.mark.rule("WR-BATT-19", "WR-AIR-06")
def test_no_force_advantage_in_the_air_stage():
    war = land(germany_22="R5 1 ART 1 INF", germany_11="R5 1 FTR", soviet_21="R5 1 INF", soviet_11="R5 1 FTR")
    war.fighting("R5")
    stances(
        war,
        {"infantry": "defense", "artillery": "ground", "fighter": "air"},
        {"infantry": "defense", "fighter": "air"},
    )
    war.dice("RRR").dice("KRR")
    assert war.what == "wr.4.assign"
    assert war.menu.options == ("fighter/air/germany", "miss")


@pytest.mark.rule("WR-BATT-20", "WR-BATT-21", "WR-BATT-25", "WR-SBR-16", "WR-ZONE-08", "WR-ZONE-15", "WR-NEUT-22")
def test_port_advantage():
    war = sea("P-1", japan_6="P-1 1 CRU", usa_1="P-1 1 CRU")
    assert port_advantage(war.game, "axis"), "Japan and Korea have Ports"
    war.game.pact = False
    assert port_advantage(war.game, "allied"), "so has Khabarovsky: both sides may have it"
    war.game.bombs["R16"] = 1
    assert not port_advantage(war.game, "allied"), "a bombed Port gives none"
    war.game.zone["japan"] = 2
    assert not port_advantage(war.game, "axis"), "nor one whose controller is in Yellow"
    war.game.zone["japan"] = 1
    assert port_advantage(war.game, "axis"), "back in Blue it does again"
    war.game.zone["japan"] = 2
    war.hold(J2="germany")
    assert port_advantage(war.game, "axis")
    ally = sea("P-1", germany_1="P-1 1 CRU", usa_1="P-1 1 CRU")
    assert port_advantage(ally.game, "axis"), "Japan's Ports help its ally"
    ally.game.zone["japan"] = 2
    assert not port_advantage(ally.game, "axis"), "who loses that as well"
    mexico = sea("P-6", japan_6="P-6 1 CRU", usa_1="P-6 1 CRU")
    assert port_advantage(mexico.game, "allied"), "Mexico's Port helps the Allies"
    mexico.game.control["N1"] = "japan"
    assert not port_advantage(mexico.game, "allied"), "control as it stands when the battle is fought"


@pytest.mark.rule("WR-BATT-22", "WR-SURF-03", "WR-BATT-24", "WR-BATT-21")
def test_port_advantage_adds_two_dice_to_ships_within_the_cap():
    war = sea("P-1", japan_6="P-1 1 SUB", usa_1="P-1 1 SUB")
    assert war.want.dice == 4, "2 + 2, although two Ports help"
    war.dice("RRRR")
    assert war.want.dice == 2, "the Pact keeps the Soviet Port out of it"
    full = sea("P-1", japan_6="P-1 7 BB", japan_8="P-1 1 BB", usa_1="P-1 8 CRU")
    stances(full, {"battleship": "offense"}, {"cruiser": "offense"})
    assert dict(full.events("StageBegan")[-1].dice)["axis"] == 30, "32 of its own and 2 for the Port"
    assert sum(number for side, number in rolls(full, "Y") if side == "axis") == 30
    near = sea("P-1", japan_6="P-1 7 BB", japan_8="P-1 1 CRU", usa_1="P-1 8 CRU")
    stances(near, {"battleship": "offense", "cruiser": "escort"}, {"cruiser": "offense"})
    assert dict(near.events("StageBegan")[-1].dice)["axis"] == 30, "30 of its own: none for the Port"
    air = sea("P-1", japan_11="P-1 1 FTR", usa_1="P-1 1 SUB")
    stances(air, {"fighter": "surface"}, {})
    surface = [e for e in air.until("wr.4.batch").events("StageBegan") if e.stage.startswith("Surface")]
    assert dict(surface[0].dice)["axis"] == 3, "Air alone gets none"
    ashore = War().empty().put(usa_27="J1 1 INF", japan_24="J1 1 INF").order("usa").fighting("J1")
    stances(ashore, {"infantry": "defense"}, {"infantry": "defense"})
    assert ashore.events("StageBegan")[0].dice == (("allied", 1), ("axis", 1)), "a Port counts for nothing on land"


@pytest.mark.rule("WR-BATT-21", "WR-BATT-22")
def test_both_sides_may_have_port_advantage_in_one_battle():
    war = War().empty().put(italy_1="M-3 1 SUB", british_1="M-3 1 SUB").fighting("M-3")
    assert war.game.battle.ports == ("allied", "axis")
    assert [number for _, number in war.events("StageBegan")[0].dice] == [4, 4]


@pytest.mark.rule("WR-BATT-26", "WR-AIR-01", "WR-AIR-11", "WR-SURF-01")
def test_stages_without_a_purpose_are_skipped():
    only_air = sea(japan_11="P-2 1 FTR", usa_11="P-2 1 FTR")
    stances(only_air, {"fighter": "air"}, {"fighter": "air"})
    assert rolls(only_air) == [("axis", 3), ("allied", 3)]
    only_land = land(germany_22="R5 1 INF", soviet_21="R5 1 INF").fighting("R5")
    assert len(rolls(stances(only_land, {"infantry": "defense"}, {"infantry": "defense"}), "R")) == 2
    assert [event.stage for event in only_land.events("StageBegan")] == ["Surface Stage"]
    anti_air = land(germany_11="R5 1 FTR", soviet_21="R5 1 ART").fighting("R5")
    stances(anti_air, {"fighter": "ground"}, {"artillery": "anti_air"})
    assert (anti_air.want.prompt, anti_air.want.dice) == ("Air Stage, allied", 2), "only the Fighter can be hit"
    anti_air.dice("YY")
    assert anti_air.want.prompt == "Surface Stage, axis", "the Surface Stage is held: Fighter against Artillery"


@pytest.mark.rule("WR-BATT-27", "WR-SURF-18")
def test_boxes_of_damage():
    assert board_row("sea", "carrier", "offense").boxes == ("lightly_damaged", "damaged")
    assert board_row("sea", "battleship", "anti_air").boxes == ("lightly_damaged", "damaged")
    assert board_row("land", "armor", "defense").boxes == ("lightly_damaged", "damaged")
    assert board_row("land", "infantry", "offense").boxes == ()
    war = sea(japan_6="P-2 4 SUB", usa_1="P-2 1 CV")
    stances(war, {}, {"carrier": "offense"})
    war.dice("G" + "W" + "R" * 6)
    assert row(war, "allied", "carrier", "offense").hurt == ("usa", "carrier", "lightly_damaged"), "white misses it"
    war.end()
    twice = sea(japan_6="P-2 4 SUB", usa_1="P-2 1 CV")
    stances(twice, {}, {"carrier": "offense"}).dice("GG" + "R" * 6)
    assert row(twice, "allied", "carrier", "offense").hurt == ("usa", "carrier", "damaged")
    thrice = sea(japan_6="P-2 4 SUB", usa_1="P-2 1 CV")
    stances(thrice, {}, {"carrier": "offense"}).dice("GGW" + "R" * 5)
    assert row(thrice, "allied", "carrier", "offense").lost == (("usa", "carrier", 1),)


# Air Stage


@pytest.mark.rule("WR-AIR-03", "WR-AIR-07", "WR-SURF-22", "WR-AIR-04")
def test_air_dice_are_capped_rolled_in_batches_and_fixed_beforehand():
    war = land(germany_11="R5 8 FTR", germany_12="R5 4 FTR", soviet_11="R5 1 FTR", soviet_21="R5 1 INF").fighting("R5")
    stances(war, {"fighter": "air"}, {"fighter": "air", "infantry": "defense"})
    totals = war.events("StageBegan")[0].dice
    assert totals == (("axis", 30), ("allied", 3)), "36 dice are capped"
    war.dice("GG" + "Y" * 8)
    assert row(war, "allied", "fighter", "air").standing == 0
    assert war.want.prompt == "Air Stage, allied", "the lost Fighter still fires"
    war.dice("YYY").dice("Y" * 10).dice("Y" * 10)
    assert row(war, "allied", "infantry", "defense").standing == 1, "no Land Unit is hit here"


@pytest.mark.rule("WR-AIR-07")
def test_fighters_that_fall_in_the_first_batch_fire_in_the_second():
    war = land(germany_11="R5 4 FTR", soviet_11="R5 5 FTR").order("soviet", "germany").fighting("R5")
    stances(war, {"fighter": "air"}, {"fighter": "air"})
    assert war.events("StageBegan")[0].dice == (("allied", 15), ("axis", 12))
    war.dice("G" * 8 + "YY")
    assert row(war, "axis", "fighter", "air").standing == 0
    war.dice("Y" * 10).dice("Y" * 5)
    assert (war.want.prompt, war.want.dice) == ("Air Stage, axis", 2)


@pytest.mark.rule("WR-AIR-05")
def test_green_hits_fighters_red_hits_bombers():
    war = land(germany_11="R5 1 FTR", soviet_11="R5 1 FTR 1 BMR").fighting("R5")
    stances(war, {"fighter": "air"}, {"fighter": "air"})
    war.dice("YBG")
    assert row(war, "allied", "fighter", "air").hurt == ("soviet", "fighter", "damaged")
    other = land(germany_11="R5 1 FTR", soviet_11="R5 1 FTR 1 BMR").fighting("R5")
    stances(other, {"fighter": "air"}, {"fighter": "air"})
    other.dice("YBR")
    assert row(other, "allied", "bomber", "ground").hurt == ("soviet", "bomber", "damaged")


@pytest.mark.rule("WR-AIR-06")
def test_white_hits_only_damaged_aircraft():
    war = land(germany_11="R5 1 FTR", soviet_11="R5 1 FTR").fighting("R5")
    stances(war, {"fighter": "air"}, {"fighter": "air"})
    war.dice("WYY")
    assert row(war, "allied", "fighter", "air").hurt is None
    again = land(germany_11="R5 1 FTR", soviet_11="R5 1 FTR").fighting("R5")
    stances(again, {"fighter": "air"}, {"fighter": "air"})
    again.dice("GWY")
    assert row(again, "allied", "fighter", "air").lost == (("soviet", "fighter", 1),)


@pytest.mark.rule("WR-AIR-08", "WR-AIR-09", "WR-AIR-10", "WR-SBR-03", "WR-SURF-19", "WR-DEBR-07")
def test_lost_aircraft_are_gone_and_damaged_ones_act_in_full():
    war = land(germany_11="R5 2 BMR", soviet_11="R5 1 FTR", germany_12="R5 1 FTR", soviet_21="R5 1 INF")
    war.order("soviet", "germany").fighting("R5")
    stances(war, {"fighter": "air", "infantry": "defense"}, {"bomber": "strategic", "fighter": "ground"})
    assert dict(war.events("StageBegan")[0].dice)["axis"] == 2, "Bombers on a raid fire in the Air Stage"
    war.dice("RRG").dice("YY")
    assert row(war, "axis", "bomber", "strategic").lost == (("germany", "bomber", 1),)
    assert row(war, "axis", "fighter", "ground").hurt == ("germany", "fighter", "damaged")
    assert (war.what, war.want.dice) == ("wr.4.bombs", 4), "one Bomber is left"
    war.dice("GGGG")
    assert war.what == "wr.4.batch", "and it alone raids"
    surface = war.events("StageBegan")[1]
    assert dict(surface.dice)["axis"] == 3, "the damaged Fighter rolls in full, the raider nothing"
    hurt = land(germany_11="R5 1 BMR", soviet_11="R5 1 FTR").order("soviet", "germany").fighting("R5")
    stances(hurt, {"fighter": "air"}, {"bomber": "strategic"})
    hurt.dice("RYY").dice("Y")
    assert (hurt.what, hurt.want.dice) == ("wr.4.bombs", 4), "a damaged Bomber raids"


# Surface Stage


@pytest.mark.rule("WR-SURF-02", "WR-SURF-19")
def test_surface_dice_without_strategic_bombers():
    war = land(germany_11="R5 1 BMR", germany_22="R5 1 ARM", soviet_21="R5 1 INF").fighting("R5")
    stances(war, {"bomber": "strategic", "armor": "offense"}, {"infantry": "defense"})
    war.until("wr.4.batch")
    assert war.want.dice == 4


@pytest.mark.rule("WR-SURF-04", "WR-SURF-05", "WR-SURF-06", "WR-SURF-08")
def test_g_12_batches_in_turn():
    war = land(germany_22="R5 4 INF", italy_112="R5 2 INF", soviet_21="R5 8 INF", soviet_23="R5 2 INF 1 ARM")
    war.game.commands.pop("soviet-23")
    war.put(soviet_23="R5 2 INF", soviet_26="R5 1 INF").fighting("R5").until("wr.4.stances")
    war.take(infantry="offense")
    said = (("infantry/defense/soviet", 1), ("infantry/offense/soviet", 10))
    war.say((said,))
    assert rolls(war, "R") == [("axis", 10), ("allied", 10), ("axis", 2), ("allied", 10), ("allied", 1)]


@pytest.mark.rule("WR-SURF-06", "WR-SURF-08", "WR-SUB-06")
def test_a_batch_is_assigned_before_the_next_and_the_fallen_still_roll_theirs():
    war = land(germany_22="R5 6 INF", soviet_21="R5 6 INF").order("soviet", "germany").fighting("R5")
    stances(war, {"infantry": "offense"}, {"infantry": "offense"})
    war.dice("Y" * 6 + "RRRR")
    assert (war.want.prompt, war.want.dice) == ("Surface Stage, axis", 10)
    assert row(war, "axis", "infantry", "offense").standing == 0, "all have fallen"
    war.dice("R" * 10).dice("RR")
    assert (war.want.prompt, war.want.dice) == ("Surface Stage, axis", 2), "their second batch"
    boats = sea(japan_6="P-2 6 SUB", usa_1="P-2 4 CRU").order("usa", "japan").fighting("P-2")
    stances(boats, {"cruiser": "offense"}, {}).dice("Y" + "R" * 9)
    assert row(boats, "axis", "submarine", "dive").escaped == (("japan", 1),)
    boats.dice("R" * 10).dice("RR")
    assert (boats.want.prompt, boats.want.dice) == ("Surface Stage, axis", 2), "6 Submarines: 12 dice"


@pytest.mark.rule("WR-SURF-07", "WR-SURF-20")
def test_results_cannot_be_saved():
    war = land(germany_22="R5 6 INF", soviet_21="R5 1 ART 4 INF").fighting("R5")
    stances(war, {"infantry": "offense"}, {"artillery": "ground", "infantry": "offense"})
    war.dice("G" * 10)
    assert war.what == "wr.4.batch", "no Armor: all miss"
    war.dice("R" * war.want.dice)
    assert war.want.dice == 2
    assert row(war, "allied", "infantry", "offense").standing == 4


@pytest.mark.rule("WR-SURF-09", "WR-SURF-10", "WR-SURF-16", "WR-SURF-17", "WR-SURF-11")
def test_g_13_colours_are_resolved_in_order():
    war = War().empty().put(china_101="J4 2 INF 1 ART", japan_24="J4 1 INF 1 ART", japan_11="J4 1 FTR")
    war.order("china", "japan").fighting("J4")
    stances(
        war,
        {"infantry": "offense", "artillery": "anti_air"},
        {"infantry": "defense", "artillery": "ground", "fighter": "ground"},
    )
    war.dice("YY")
    assert war.want.dice == 5
    war.dice("YYGKW")
    assert row(war, "axis", "infantry", "defense").lost == (("japan", "infantry", 1),), "two boxes"
    assert war.menu.options == ("artillery/ground/japan", "miss")
    assign(war, "artillery/ground/japan")
    assert row(war, "axis", "artillery", "ground").lost == (("japan", "artillery", 1),), "damaged by K, then W"


@pytest.mark.rule("WR-SURF-10")
def test_red_misses_on_land_and_hits_battleships_at_sea():
    war = land(germany_22="R5 1 INF", soviet_21="R5 1 INF 1 ART 1 ARM").fighting("R5")
    stances(war).dice("R")
    assert [event.hits for event in war.events("BatchRolled")] == [0], "not even Armor is hit"
    assert not any(r.hurt for r in war.game.battle.rows)
    ships = sea(japan_6="P-2 4 SUB", usa_1="P-2 1 SUB 1 CRU 1 CV 1 BB")
    stances(ships, {}, {"cruiser": "offense", "carrier": "offense", "battleship": "offense"})
    ships.dice("YBGR" + "WWWW")
    hurt = {r.kind: r.hurt[2] for r in ships.game.battle.rows if r.side == "allied" and r.hurt}
    assert hurt == {"cruiser": "damaged", "carrier": "lightly_damaged", "battleship": "lightly_damaged"}
    assert row(ships, "allied", "submarine", "dive").escaped == (("usa", 1),)


@pytest.mark.rule("WR-SURF-12", "WR-SURF-13")
def test_the_roller_chooses_row_and_nation_and_must_use_colours():
    war = land(germany_22="R5 2 INF", soviet_21="R5 2 INF", china_101="R5 1 INF")
    war.order("germany").fighting("R5").until("wr.4.stances")
    war.take(infantry="offense").until("wr.4.stances")
    war.say(((("infantry/defense/china", 1),), (("infantry/defense/soviet", 1), ("infantry/offense/soviet", 1))))
    war.dice("YRRR")
    assert war.who == "germany", "the roller, not the owner"
    assert set(war.menu.options) == {
        "infantry/defense/china",
        "infantry/defense/soviet",
        "infantry/offense/soviet",
    }
    assert war.refusal("miss").rule == "WR-SURF-12"


@pytest.mark.rule("WR-SURF-14", "WR-SURF-15")
def test_g_14_and_g_15_a_hurt_unit_must_fall_before_the_next_of_its_row():
    war = land(germany_22="R5 4 ART", soviet_21="R5 2 INF").order("soviet").fighting("R5").until("wr.4.stances")
    war.take(infantry="offense")
    war.say(((("artillery/anti_air/germany", 2), ("artillery/ground/germany", 2)),))
    war.until("wr.4.batch").dice("BBRR")
    assert set(war.menu.options) == {"artillery/anti_air/germany", "artillery/ground/germany"}
    both = war.game.clone()
    assign(war, "artillery/anti_air/germany")
    assign(war, "artillery/ground/germany")
    assert row(war, "axis", "artillery", "anti_air").hurt
    assert row(war, "axis", "artillery", "ground").hurt
    war.game = both
    assign(war, "artillery/ground/germany")
    assign(war, "artillery/ground/germany")
    assert row(war, "axis", "artillery", "ground").lost == (("germany", "artillery", 1),), "not two damaged in a row"
    armor = land(germany_22="R5 5 ARM", soviet_21="R5 2 INF").order("soviet").fighting("R5").until("wr.4.stances")
    armor.take(infantry="offense").take(armor="defense").until("wr.4.batch").dice("GGRR")
    only = row(armor, "axis", "armor", "defense")
    assert only.hurt == ("germany", "armor", "damaged"), "one Armor two boxes down"
    assert only.standing == 5


@pytest.mark.rule("WR-SURF-16", "WR-SURF-17")
def test_black_may_miss_on_purpose_and_white_needs_a_damaged_unit():
    war = land(germany_22="R5 2 INF", soviet_21="R5 1 INF").fighting("R5")
    stances(war, {"infantry": "offense"}, {"infantry": "defense"})
    war.dice("KWRR")
    assign(war, "miss")
    assert row(war, "allied", "infantry", "defense").hurt is None, "and white found nothing"


@pytest.mark.rule("WR-SURF-21", "WR-DEBR-08")
def test_each_nation_lists_its_own_losses():
    war = land(germany_22="R5 1 ART", italy_112="R5 1 INF", soviet_21="R5 5 INF").order("soviet").fighting("R5")
    war.until("wr.4.stances").take(infantry="offense").take(infantry="offense", artillery="ground")
    war.until("wr.4.batch").dice("YBB" + "R" * 7).end()
    assert war.lost("germany") == {"artillery": 1}
    assert war.lost("italy") == {"infantry": 1}
    assert [c.nation for c in war.game.here("R5")] == ["soviet"], "they have left the map"


# Escorts


def escorted(fleet="1 CRU 1 BB", enemy="4 SUB", stance="escort", **more):
    war = sea(japan_6=f"P-2 {enemy}", usa_1=f"P-2 {fleet}", **more)
    return stances(war, {"cruiser": "escort"}, {"cruiser": stance, "battleship": "offense", "carrier": "offense"})


@pytest.mark.rule("WR-ESC-01", "WR-ESC-02", "WR-ESC-10")
def test_an_escort_may_take_each_hit_separately():
    war = escorted().dice("RR" + "Y" * 6)
    assert (war.what, war.who) == ("wr.4.escort", "usa")
    war.say("cruiser/escort/usa")
    assert row(war, "allied", "cruiser", "escort").hurt == ("usa", "cruiser", "damaged")
    assert war.what == "wr.4.escort", "the next hit is a question of its own"
    war.say("take")
    assert row(war, "allied", "battleship", "offense").hurt == ("usa", "battleship", "lightly_damaged")
    blue = escorted("2 CRU 1 SUB").dice("BY" + "R" * 6)
    assert blue.what != "wr.4.escort", "hits on CRU and SUB are never redirected"


@pytest.mark.rule("WR-ESC-03")
def test_black_hits_can_be_redirected():
    war = escorted("1 CRU 1 BB", enemy="4 SUB 1 CRU").dice("K" + "G" * 9)
    assign(war, "battleship/offense/usa")
    assert war.what == "wr.4.escort"
    war.say("cruiser/escort/usa")
    assert row(war, "allied", "cruiser", "escort").hurt == ("usa", "cruiser", "damaged")


@pytest.mark.rule("WR-ESC-04")
def test_an_escort_sunk_by_blue_cannot_help():
    war = escorted().dice("BBR" + "Y" * 5)
    assert war.what != "wr.4.escort"
    assert row(war, "allied", "battleship", "offense").hurt == ("usa", "battleship", "lightly_damaged")


@pytest.mark.rule("WR-ESC-05", "WR-ESC-08")
def test_a_damaged_escort_takes_the_hit_first_and_sinks():
    war = escorted("2 CRU 1 BB").dice("BR" + "Y" * 6)
    assert war.what == "wr.4.escort"
    war.say("cruiser/escort/usa")
    assert row(war, "allied", "cruiser", "escort").lost == (("usa", "cruiser", 1),)
    assert row(war, "allied", "cruiser", "escort").standing == 1


@pytest.mark.rule("WR-ESC-06")
def test_escorts_protect_allied_ships():
    war = sea(japan_6="P-2 4 SUB", usa_1="P-2 1 CV", british_1="P-2 1 CRU")
    war.until("wr.4.stances").take(cruiser="escort", carrier="offense").until("wr.4.batch").dice("G" + "R" * 7)
    assert war.menu.options == ("take", "cruiser/escort/british")


@pytest.mark.rule("WR-ESC-07")
def test_cruisers_in_another_stance_do_not_help():
    war = escorted(stance="offense").dice("R" + "Y" * 7)
    assert war.what != "wr.4.escort"


@pytest.mark.rule("WR-ESC-09", "WR-ESC-03")
def test_a_redirected_white_damages_an_undamaged_escort():
    war = escorted("1 CRU 1 BB", enemy="4 SUB 1 CRU").dice("RRW" + "Y" * 7)
    war.say("take").say("take")
    assert war.what == "wr.4.escort", "white on the damaged Battleship"
    war.say("cruiser/escort/usa")
    assert row(war, "allied", "cruiser", "escort").hurt == ("usa", "cruiser", "damaged")


# Submarines


@pytest.mark.rule("WR-SUB-01", "WR-SUB-02", "WR-SUB-03", "WR-SUB-04", "WR-SUB-07")
def test_a_damaged_submarine_dives_and_escapes():
    war = sea(japan_6="P-2 2 CRU", usa_1="P-2 1 SUB")
    stances(war, {"cruiser": "offense"})
    war.dice("YW" + "RRRR")
    boat = row(war, "allied", "submarine", "dive")
    assert boat.lost == ()
    assert boat.escaped == (("usa", 1),)
    assert war.what == "wr.4.batch", "nobody was asked"
    war.end()
    assert war.has("usa-1") == {"submarine": 1}, "no repair with an empty stock"
    assert war.game.markers["P-2"] == "embattled", "it is still there"


@pytest.mark.rule("WR-SUB-05")
def test_two_hits_in_one_batch_sink_it():
    war = sea(japan_6="P-2 2 CRU", usa_1="P-2 1 SUB")
    stances(war, {"cruiser": "offense"}).dice("YY" + "RRRR").end()
    assert war.lost("usa") == {"submarine": 1}


@pytest.mark.rule("WR-SUB-06", "WR-SUB-08")
def test_the_dice_of_an_escaped_submarine_are_still_rolled():
    war = sea(japan_6="P-2 2 CRU", usa_1="P-2 1 SUB")
    assert war.who == "japan", "Submarines have no stance to choose"
    war.take(cruiser="offense")
    assert dice(war.game.battle, "allied", "air") == 0
    war.dice("Y" + "RRRRR")
    assert (war.want.prompt, war.want.dice) == ("Surface Stage, allied", 2)


def test_force_advantage_of_an_empty_board_is_nobodys():
    war = land(germany_11="R5 1 FTR", soviet_11="R5 1 FTR").fighting("R5")
    stances(war)
    assert force_advantage(war.game.battle) == ""


# Luck


def test_a_batch_is_told_beside_the_hits_that_were_to_be_expected():
    """Four of twelve faces are yellow and one is black: those two hit Infantry without Force Advantage."""
    war = land(germany_22="R5 3 ART", soviet_21="R5 4 INF").order("germany").fighting("R5")
    stances(war, {"artillery": "ground"}, {"infantry": "offense"})
    war.until("wr.4.batch").dice("YYKBGR"[: war.want.dice])
    batch = war.events("BatchRolled")[-1]
    dice = len(batch.colours)
    assert (batch.region, batch.side) == ("R5", "axis")
    assert batch.hits == sum(colour in ("yellow", "black") for colour in batch.colours)
    assert batch.expected == pytest.approx(dice * 5 / 12)
