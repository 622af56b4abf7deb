"""Garrisons, Strategic Bombing Raids, convoy raids and loss limits (WR-GARR, WR-SBR, WR-CONV, WR-LOSS)."""

import pytest

from sandtable.games.warroom.naming import NAMES_OF_ALL
from sandtable.games.warroom.position import capacity
from sandtable.games.warroom.rules.hotspots import convoy_owners, raid_targets
from sandtable.games.warroom.rules.phase1_economy import income
from sandtable.games.warroom.rules.phase4_raids import pair_of
from sandtable.games.warroom.rules.phase4_setup import port_advantage
from tests.games.warroom.wars import War

NOTHING_BUILT = (0,) * 9


def invasion(text="R5 2 INF", nation="germany_22", **more):
    war = War().empty().put(**{nation: text}, **more)
    return war.fighting(text.split()[0])


# Garrisons


@pytest.mark.rule("WR-GARR-02", "WR-GARR-03", "WR-GARR-12", "WR-GARR-08")
def test_a_pair_eliminates_a_matching_invader_and_the_rest_captures():
    war = invasion().stock(germany=(5, 5, 5))
    assert war.want.dice == 2
    war.dice("YY").end()
    assert war.lost("germany") == {"infantry": 1}
    assert war.events("BatchRolled") == [], "the invaders do not roll"
    assert war.game.control["R5"] == "germany"
    assert war.game.stock["germany"] == (5, 5, 5), "no repair was offered"
    alone = invasion("R5 1 INF").dice("YY").end()
    assert alone.game.control["R5"] == "soviet"
    assert "R5" not in alone.game.markers


@pytest.mark.rule("WR-GARR-04", "WR-GARR-05", "WR-GARR-07")
@pytest.mark.parametrize("dice", ["YB", "RR", "GG", "WY", "WK", "KR"])
def test_dice_without_effect(dice):
    war = invasion().dice(dice).end()
    assert war.lost("germany") == {}
    assert war.game.control["R5"] == "germany"


@pytest.mark.rule("WR-GARR-06")
def test_g_31_black_is_wild():
    war = invasion("R5 1 INF 1 ART").dice("KY").end()
    assert war.lost("germany") == {"infantry": 1}
    both = invasion("R5 1 INF 1 ART").dice("KK")
    assert (both.what, both.who) == ("wr.4.garrison", "soviet"), "the controller of the territory chooses"
    both.say("artillery/garrison/germany").end()
    assert both.lost("germany") == {"artillery": 1}
    assert pair_of("black", "blue") == ("artillery",)


@pytest.mark.rule("WR-GARR-09", "WR-NEUT-10")
def test_the_garrison_is_never_used_up():
    war = War().empty().put(germany_22="N8 2 INF").fighting("N8")
    assert war.want.what == "wr.4.garrison", "Iceland has no Defense Force"
    war.dice("YB").end()
    war.hold(N8="").put(germany_33="N8 1 INF")
    war.game.aligned["N8"] = "allied"
    assert war.fighting("N8").what == "wr.4.garrison"


@pytest.mark.rule("WR-GARR-10", "WR-DEBR-17")
def test_garrisons_do_not_act_against_aircraft():
    war = War().empty().put(germany_11="R5 1 BMR 3 FTR").fighting("R5").until("wr.4.garrison", "wr.4.bombs")
    assert war.what != "wr.4.garrison"
    war.end()
    assert war.game.control["R5"] == "soviet", "Air alone captures nothing"


@pytest.mark.rule("WR-GARR-11", "WR-VICT-14", "WR-VICT-18", "WR-VICT-13")
def test_territories_of_a_collapsed_nation_are_taken_without_a_roll():
    war = War().empty().put(british_36="R6 1 INF")
    war.game.nations.remove("soviet")
    war.game.collapsed.append("soviet")
    stress = dict(war.game.stress)
    war.fighting("R6").end()
    assert war.game.control["R6"] == "british"
    assert war.events("GarrisonFired") == []
    assert war.game.stress == stress, "nobody gains Stress"
    assert war.game.medals["british"] == 1


# Strategic Bombing Raids


def bombing(target="G1", units="1 BMR", nation="british", **more):
    """Bombers over Greater Germany, in strategic stance."""
    war = War().empty().put(**{f"{nation}_11": f"{target} {units}"}, **more).order("british", "germany")
    war.stock(germany=(9, 9, 9)).fighting(target)
    while war.what == "wr.4.stances":
        war.take(bomber="strategic")
    return war


def built(**units):
    order = ("infantry", "artillery", "armor", "fighter", "bomber", "submarine", "cruiser", "carrier", "battleship")
    return tuple(units.get(kind, 0) for kind in order)


@pytest.mark.rule("WR-SBR-01", "WR-HOT-03")
@pytest.mark.parametrize(
    ("territory", "bomber"), [("B3", "germany"), ("C3", "japan"), ("R15", "germany"), ("N14", "usa")]
)
def test_a_port_rails_or_resources_alone_are_a_target(territory, bomber):
    """Gibraltar has a Port and nothing else, Turkey nothing but Rails; Szechwan and Yakut have only what they yield."""
    war = War().empty().put(**{f"{bomber}_11": f"{territory} 1 BMR"}).hold(N14="germany")
    assert war.fighting(territory).what == "wr.4.stances"
    assert any("strategic" in name for name in war.menu.parts[0].menu.limits)
    war.game.building["G14"] = built(infantry=1)
    over_crete = war.empty().put(british_11="G14 1 BMR").fighting("G14")
    assert over_crete.what == "wr.4.stances", "so are units under construction"


@pytest.mark.rule("WR-SBR-01")
def test_without_a_target_no_strategic_stance():
    war = War().empty().put(british_11="G14 1 BMR 1 FTR", germany_11="G14 1 FTR").fighting("G14")
    names = [option for part in war.until("wr.4.stances").menu.parts for option in part.menu.limits]
    assert not any("strategic" in name for name in names)


@pytest.mark.rule("WR-SBR-02")
def test_the_choice_is_made_bomber_by_bomber():
    war = War().empty().put(british_11="G1 2 BMR").fighting("G1")
    war.say(((("bomber/strategic/british", 1), ("bomber/ground/british", 1)),))
    assert war.want.dice == 4, "one of them raids"
    own = War().empty().put(germany_11="G1 1 BMR", british_36="G1 1 INF").order("germany").fighting("G1")
    while own.what == "wr.4.stances":
        assert not any("strategic" in option for part in own.menu.parts for option in part.menu.limits), "R-18"
        own.take()


@pytest.mark.rule("WR-SBR-04", "WR-SBR-05", "WR-SBR-19")
def test_four_dice_for_each_bomber_thirty_at_most():
    war = bombing(units="8 BMR")
    sizes = []
    while war.want is not None:
        if war.who:
            war.say(war.menu.default)
        else:
            sizes.append(war.want.dice)
            war.dice("G" * war.want.dice)
    assert sizes == [4] * 7 + [2]
    two = bombing(units="2 BMR").dice("RRRG")
    assert two.game.stock["germany"][0] == 8, "damage is applied before the next Bomber rolls"
    two.dice("RRRG").end()
    assert two.game.stock["germany"][0] == 8, "one raid, one limit"


@pytest.mark.rule("WR-SBR-06", "WR-SBR-07", "WR-SBR-09", "WR-SBR-12", "WR-SBR-13")
def test_colours_destroy_units_or_resources_at_the_raiders_choice():
    war = bombing()
    war.game.building["G1"] = built(infantry=1, cruiser=1, battleship=1)
    war.dice("YBRG")
    assert war.who == "british"
    assert war.menu.options == ("infantry", "osr")
    war.say("infantry")
    assert war.menu.options == ("cruiser", "iron")
    war.say("iron")
    assert war.menu.options == ("battleship", "oil")
    war.say("battleship").end()
    assert war.lost("germany") == {"infantry": 1, "battleship": 1}
    assert war.game.stock["germany"] == (9, 8, 9)
    assert war.game.building["G1"] == built(cruiser=1)


@pytest.mark.rule("WR-SBR-06", "WR-SBR-07", "WR-SBR-08", "WR-SBR-09")
@pytest.mark.parametrize(
    ("colour", "kinds"),
    [
        ("Y", ("infantry", "submarine")),
        ("B", ("artillery", "cruiser")),
        ("G", ("armor", "fighter", "carrier")),
        ("R", ("bomber", "battleship")),
    ],
)
def test_each_colour_destroys_its_kinds_and_no_others(colour, kinds):
    everything = (
        "infantry",
        "artillery",
        "armor",
        "fighter",
        "bomber",
        "submarine",
        "cruiser",
        "carrier",
        "battleship",
    )
    for kind in everything:
        war = bombing("G7").stock(germany=(0, 0, 0))
        war.game.building["G7"] = built(**{kind: 1})
        war.dice(colour * 4).end()
        assert war.lost("germany") == ({kind: 1} if kind in kinds else {})


@pytest.mark.rule("WR-SBR-08", "WR-SBR-09")
def test_green_has_no_resource_and_fighters_are_no_target_of_red():
    war = bombing().dice("GGGR").end()
    assert war.game.stock["germany"] == (8, 9, 9), "only the red one took Oil"
    fighter = bombing()
    fighter.game.building["G1"] = built(fighter=1)
    fighter.dice("RGYY").end()
    assert fighter.lost("germany") == {"fighter": 1}, "by the green one"
    assert fighter.game.stock["germany"] == (8, 9, 7)


@pytest.mark.rule("WR-SBR-10", "WR-SBR-11", "WR-SBR-15", "WR-SBR-16", "WR-SBR-18")
def test_white_leaves_a_bomb_token_and_black_can_do_anything():
    war = bombing().dice("WKGG")
    assert war.menu.options[-2:] == ("bomb", "nothing")
    war.say("bomb").end()
    assert war.game.bombs == {"G1": 2}
    assert capacity(war.game, "G1") == 6
    taken = bombing("G3").dice("WGGG").end()
    taken.empty().put(british_36="G3 2 INF").fighting("G3").dice("RB").end()
    assert (taken.game.control["G3"], taken.game.bombs) == ("british", {"G3": 1}), "it stays when France changes hands"
    war.put(germany_1="A-5 1 CRU", soviet_1="A-5 1 CRU").fighting("A-5")
    war.hold(G1="germany", G9="soviet", G10="soviet")
    war.game.aligned["N10"] = ""
    assert not port_advantage(war.game, "axis"), "no Port Advantage, at once"
    useless = bombing().dice("KGGG").say("nothing").end()
    assert useless.game.stock["germany"] == (9, 9, 9)


@pytest.mark.rule("WR-SBR-10")
def test_where_there_is_nothing_to_damage_white_leaves_no_token():
    war = bombing("R15", nation="germany")
    assert war.dice("WWGG").end().game.bombs == {}, "R-19: Resources, but no Port, Rail or Industry"


@pytest.mark.rule("WR-SBR-14")
def test_without_industry_one_token_at_most():
    war = bombing("G11").dice("WWGG").end()
    assert war.game.bombs == {"G11": 1}
    works = bombing("G1").dice("WWWG").end()
    assert works.game.bombs == {"G1": 3}


@pytest.mark.rule("WR-SBR-20")
def test_force_advantage_does_not_affect_raids():
    war = bombing(units="1 BMR", germany_22="G1 1 INF 1 ART", british_36="G1 1 INF").until("wr.4.bombs", dice="Y")
    war.dice("WKGG")
    assert war.what == "wr.4.damage", "black counts against a side with Force Advantage"
    war.say("nothing")
    assert war.game.bombs == {"G1": 1}, "and so does white"


@pytest.mark.rule("WR-SBR-04", "WR-SBR-12", "WR-VICT-13")
def test_over_a_collapsed_nations_territory_each_side_makes_a_raid_of_its_own():
    war = War().empty().put(usa_11="T1 1 BMR", germany_11="T1 1 BMR").order("germany", "usa")
    war.game.nations.remove("italy")
    war.game.collapsed.append("italy")
    war.fighting("T1").take(bomber="strategic").take(bomber="strategic")
    war.until("wr.4.bombs")
    for raider in ("germany", "usa"):
        assert war.want.dice == 4
        assert war.dice("KGGG").who == raider, "each Commander decides on his own Bombers' results"
        war.say("bomb")
    assert war.end().game.bombs == {"T1": 2}


# Convoy raids


def raid(sea="A-9", units="1 SUB", nation="germany_1", **more):
    war = War().empty().put(**{nation: f"{sea} {units}"}, **more).order("germany", "usa")
    return war.stock(usa=(5, 5, 5), british=(5, 5, 5), japan=(5, 5, 5), soviet=(5, 5, 5)).fighting(sea)


@pytest.mark.rule("WR-CONV-01")
def test_a_coastal_convoy_follows_its_territory():
    game = War().game
    assert convoy_owners(game, "A-9:B29") == ("british",)
    game.control["B29"] = "germany"
    assert convoy_owners(game, "A-9:B29") == ("germany",)


@pytest.mark.rule("WR-CONV-02", "WR-CONV-03")
def test_a_trans_ocean_convoy_needs_both_ends_in_one_alliance():
    war = War().empty().put(usa_1="A-8 1 SUB").order("italy", "germany")
    assert convoy_owners(war.game, "A-9:U1>B1") == ("usa",)
    war.hold(B29="germany")
    assert convoy_owners(war.game, "A-8:B29>B1") == (), "one end is lost to the enemy"
    war.hold(B1="italy").stock(germany=(5, 5, 5), italy=(5, 5, 5)).fighting("A-8")
    assert (war.what, war.who) == ("wr.4.owner", "italy"), "two Axis nations agree who owns it"
    assert set(war.menu.options) == {"germany", "italy"}
    war.say("germany").dice("Y").end()
    assert war.game.stock["germany"] == (5, 5, 4)
    assert war.game.convoy_owner == {"A-8:B29>B1": "germany"}


@pytest.mark.rule("WR-CONV-03", "WR-PACT-07")
@pytest.mark.parametrize("ends", [{"B29": "germany", "B1": "japan"}, {"B29": "japan", "B1": "germany"}])
def test_a_party_of_the_pact_raids_a_convoy_unless_the_other_turns_out_to_own_it(ends):
    for owner, stock in (("germany", (5, 5, 4)), ("japan", (5, 5, 5))):
        war = War().empty().put(soviet_1="A-8 1 SUB").order("japan", "germany").hold(**ends)
        war.stock(germany=(5, 5, 5), japan=(5, 5, 5)).fighting("A-8")
        assert (war.what, war.who) == ("wr.4.owner", "japan")
        war.say(owner)
        assert war.what == ("wr.4.raid" if owner == "germany" else ""), "no dice against the other party"
        war.end(dice="Y")
        assert war.game.stock[owner] == stock


@pytest.mark.rule("WR-CONV-09", "WR-PACT-07")
def test_a_raid_is_led_by_one_who_takes_part_in_it():
    war = War().empty().put(soviet_1="P-0 1 SUB", usa_1="P-0 1 SUB").order("soviet", "usa").fighting("P-0")
    war.say("soviet")
    assert war.game.battle.allied == "soviet"
    assert war.dice("K").what == "wr.4.sink", "one die: the Soviets do not raid Japan"
    assert war.who == "usa"


@pytest.mark.rule("WR-CONV-04", "WR-CONV-05")
def test_defenders_prevent_the_raid_even_if_they_are_destroyed():
    war = War().empty().put(germany_1="A-10 8 CRU", usa_1="A-10 1 SUB").order("germany", "usa").stock(usa=(5, 5, 5))
    war.fighting("A-10")
    while war.want is not None:
        war.say(war.menu.default) if war.who else war.dice("Y" * war.want.dice)
    assert war.lost("usa") == {"submarine": 1}
    assert war.game.stock["usa"] == (5, 5, 5)
    covered = War().empty().put(germany_1="A-10 1 SUB")
    assert raid_targets(covered.game, "A-10") == {"A-10/1": ("germany",)}
    covered.game.fighters["A-10/usa"] = 1
    assert raid_targets(covered.game, "A-10") == {}, "a Carrier Fighter defends as well"


@pytest.mark.rule("WR-CONV-10")
def test_thirty_dice_at_most_for_a_raid():
    fleet = {f"germany_{number}": "A-10 8 SUB" for number in (2, 3, 4)}
    assert raid("A-10", "8 SUB", **fleet).want.dice == 30


@pytest.mark.rule("WR-CONV-07", "WR-CONV-10", "WR-CONV-16", "WR-LOSS-06")
def test_one_die_for_each_unit_and_whole_again_next_round():
    war = raid("A-10", "3 SUB", germany_11="A-10 1 FTR")
    assert war.want.dice == 4
    before = income(war.game, "usa")
    war.dice("YGGG").end()
    assert war.game.stock["usa"][2] < 5
    assert income(war.game, "usa") == before, "future income is not touched"
    first = 5 - war.game.stock["usa"][2]
    war.fighting("A-10").dice("YGGG").end()
    assert war.game.stock["usa"][2] == 5 - 2 * first


@pytest.mark.rule("WR-CONV-08", "WR-CONV-09")
def test_each_command_raids_one_target_together_with_friends():
    war = raid("A-9", "2 SUB", germany_2="A-9 1 SUB")
    assert (war.what, war.who) == ("wr.4.convoys", "germany")
    assert [part.name for part in war.menu.parts] == ["germany-1", "germany-2"]
    war.say(("A-9/1", "A-9/1"))
    assert war.want.dice == 3, "one common roll"
    apart = raid("A-9", "2 SUB", germany_2="A-9 1 SUB")
    apart.game.fighters["A-9/germany"] = 1
    apart.at(*apart.game.steps)
    apart.say(("A-9/1", "A-9/2", (("A-9/2", 1),)))
    assert apart.want.dice == 2
    apart.dice("GG")
    assert apart.want.dice == 2, "a CF is a Command of its own"


@pytest.mark.rule("WR-CONV-11", "WR-LOSS-03")
def test_one_yellow_sinks_all_yellow_ships():
    war = raid("A-9").say(("A-9/1",)).dice("Y").end()
    assert war.game.stock["usa"] == (5, 5, 2), "3 yellow ships cross the ocean, no limit"
    several = raid("A-9", "3 SUB").say(("A-9/1",)).dice("YBR").end()
    assert several.game.stock["usa"] == (4, 4, 2)
    canada = raid("A-8").dice("R").end()
    assert canada.game.stock["british"] == (4, 5, 5), "although neither of its territories yields Oil"


@pytest.mark.rule("WR-CONV-12")
def test_black_is_one_colour_of_choice_and_green_and_white_do_nothing():
    war = raid("A-9", "3 SUB").say(("A-9/1",)).dice("KGW")
    assert (war.what, war.who) == ("wr.4.sink", "germany")
    war.say("blue").end()
    assert war.game.stock["usa"] == (5, 4, 5)
    three = raid("A-9", "3 SUB").say(("A-9/1",)).dice("KKK")
    assert three.game.stock["usa"] == (4, 4, 2), "three blacks are all three colours"
    beside = raid("A-9", "3 SUB").say(("A-9/1",)).dice("YKG")
    assert beside.menu.options == ("blue", "red"), "yellow is there already"


def cluster(dice, **control):
    """The USA raids the cluster of P-0, which has a blue and a yellow ship of each of J3, J4 and J5."""
    war = War().empty().put(usa_1="P-0 2 CRU").hold(**control).order("usa")
    war.stock(japan=(5, 5, 5), china=(0, 5, 5), germany=(5, 5, 5)).fighting("P-0")
    assert war.want.dice == 2, "one raid on all its ships"
    return war.dice(dice)


@pytest.mark.rule("WR-CONV-15")
def test_a_cluster_is_one_target():
    war = cluster("BG").end()
    assert war.game.stock["japan"] == (5, 2, 5), "one blue result sinks the blue ships of all three convoys"


def test_convoys_have_the_names_of_their_ends():
    sunk = raid("A-9", "3 SUB").say(("A-9/1",)).dice("YGG").end().events("RaidResult")
    assert [(event.says(), event.region) for event in sunk] == [
        ("Raid on the convoy from Eastern United States to Great Britain: yellow - United States loses 3 OSR.", "A-9")
    ]
    assert (NAMES_OF_ALL["A-9/1"], NAMES_OF_ALL["A-4/1"]) == (
        "convoy from Eastern United States to Great Britain",
        "convoys of Arkhangelsk, Karelia",
    )


@pytest.mark.rule("WR-CONV-13")
def test_ships_of_the_raiders_own_side_in_a_cluster_are_not_sunk():
    war = cluster("BY", J4="china", J5="china").end()
    assert war.game.stock["china"] == (0, 5, 5)
    assert war.game.stock["japan"] == (5, 4, 4), "the ships of J3 alone"
    assert {event.nation for event in war.events("RaidResult")} == {"japan"}


@pytest.mark.rule("WR-CONV-14")
def test_each_owner_of_a_cluster_pays_for_its_own_ships_at_once():
    war = cluster("BY", J3="germany")
    assert war.game.stock["germany"] == (5, 4, 4), "one ship of each colour"
    assert war.game.stock["japan"] == (5, 3, 3), "two ships of each colour"


# Loss limits


@pytest.mark.rule("WR-LOSS-01")
def test_a_raid_takes_no_more_than_the_territory_produces():
    war = bombing("G1").dice("RRRG").end()
    assert war.game.stock["germany"] == (8, 9, 9), "it produces 1 Oil"
    flipped = War().empty().put(british_11="G1 1 BMR").order("british").stock(germany=(9, 9, 9))
    flipped.game.markers["G1"] = "contested"
    flipped.fighting("G1").take(bomber="strategic").dice("RRRG").end()
    assert flipped.game.stock["germany"] == (9, 9, 9), "and none on its Embattled side"


@pytest.mark.rule("WR-LOSS-02", "WR-THD-02")
def test_g_24b_an_embattled_card_protects_what_it_does_not_produce():
    war = War(take_her_down=True).empty().put(usa_1="P-0 1 CRU").order("usa").stock(japan=(5, 5, 5))
    war.hold(J3="china", J5="china")
    war.game.markers["J4"] = "embattled"
    war.fighting("P-0").dice("B").end()
    assert war.game.stock["japan"] == (5, 5, 5)
    assert war.game.points["japan"] == 0
    iran = War(take_her_down=True).empty().put(japan_1="I-1 1 CRU").hold(B17="china").order("japan")
    iran.fighting("I-1").until("wr.4.raid").dice("R").end()
    assert iran.game.points["china"] == 0, "China has no Oil to lose"


@pytest.mark.rule("WR-LOSS-04")
def test_a_stock_never_falls_below_zero():
    war = raid("A-9").stock(usa=(0, 0, 1)).say(("A-9/1",)).dice("Y").end()
    assert war.game.stock["usa"] == (0, 0, 0)


@pytest.mark.rule("WR-LOSS-05")
def test_g_32_bombing_and_convoy_raid_each_have_their_own_limit():
    war = War().empty().put(usa_11="J12 1 BMR", usa_1="P-15 1 SUB").order("usa").stock(japan=(5, 0, 0))
    war.fighting("J12").until("wr.4.stances").take(bomber="strategic").dice("RRRG").end()
    assert war.game.stock["japan"][0] == 3, "Borneo produces 2 Oil"
    war.hold(J6="usa", J9="usa").fighting("P-15").dice("R").end()
    assert war.game.stock["japan"][0] == 2, "and its one red ship is lost on top of that"
