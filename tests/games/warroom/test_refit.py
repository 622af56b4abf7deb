"""Phase 5: landing and deployment (WR-LAND, WR-DEPL)."""

import pytest

from sandtable.games.warroom.data import NATIONS
from sandtable.games.warroom.position import capacity
from sandtable.games.warroom.rules.phase5_refit import Deploy, LandAir, Refit, landing_places
from sandtable.games.warroom.rules.phase7_production import PlaceUnits
from sandtable.games.warroom.rules.reorganize import Reorganize
from sandtable.games.warroom.state import Command
from tests.games.warroom.test_raids import built
from tests.games.warroom.wars import War


def tagged(region, fighters=1, nation="germany", number=11, **more):
    war = War().empty().put(**more)
    war.game.put(Command(nation, number, "air", region, (fighters, 0), tagged=True))
    return war


def places(war, key="germany-11"):
    return set(landing_places(war.game, war.game.commands[key]))


# Landing


@pytest.mark.rule("WR-LAND-01", "WR-LAND-08")
def test_tagged_air_lands_within_two_regions():
    war = tagged("A-5").at(LandAir("germany"))
    assert {"G1", "G2", "G9", "G4"} <= set(war.menu.places)
    assert "G5" not in war.menu.places, "three regions away"
    war.say(("G1",))
    assert war.where("germany-11") == "G1"
    assert not war.game.commands["germany-11"].tagged
    assert war.want is None, "no second landing"
    home = tagged("G1").at(LandAir("germany"))
    assert home.menu.places[0] == "G1", "it may stay"


@pytest.mark.rule("WR-LAND-02")
def test_untagged_air_does_not_move():
    war = War().empty().put(germany_11="G1 1 FTR").at(LandAir("germany"))
    assert war.want is None


@pytest.mark.rule("WR-LAND-03")
def test_embattled_and_newly_captured_territories_will_do():
    war = tagged("R5").hold(R5="italy")
    war.game.markers["R5"] = "embattled"
    assert "R5" in places(war)


@pytest.mark.rule("WR-LAND-04", "WR-LAND-09", "WR-SETUP-22")
def test_where_nobody_lands():
    war = tagged("G12")
    assert not places(war) & {"X1", "X2", "M-2", "B13", "N11"}
    near = tagged("G10")
    assert "N10" not in places(near), "a Neutral that stands apart"
    assert "R4" not in places(near), "an Enemy territory, though empty"


@pytest.mark.rule("WR-LAND-05", "WR-NEUT-22")
def test_a_friendly_neutral_will_do():
    assert "N6" in places(tagged("A-13", nation="usa"), "usa-11")


@pytest.mark.rule("WR-LAND-06", "WR-LAND-08")
def test_a_command_may_split_to_land_with_a_free_token():
    war = tagged("A-5", 3).at(LandAir("germany")).say(("G1", (("fighter", 1),)))
    assert [c.counts() for c in war.game.here("G1")] == [{"fighter": 1}]
    assert war.menu.units == {"fighter": 2}, "the one that has landed has landed for good"
    assert not any(c.tagged for c in war.game.here("G1"))
    war.say(("G9", (("fighter", 2),)))
    assert war.where("germany-11") == "G9"
    full = tagged("A-5", 3, **{f"germany_{n}": "G1 1 FTR" for n in NATIONS["germany"].air if n != 11})
    full.at(LandAir("germany")).until("wr.5.land")
    assert not full.menu.may_split
    full.say(("G1",))
    assert full.has("germany-11") == {"fighter": 3}


@pytest.mark.rule("WR-LAND-06", "WR-PLAN-20")
def test_commands_may_be_merged_first_so_that_a_token_is_free_for_the_split():
    numbers = [n for n in NATIONS["germany"].air if n != 11]
    war = tagged("A-5", 3, **{f"germany_{n}": "G1 1 FTR" for n in numbers}).at(LandAir("germany"))
    assert (war.what, war.who) == ("wr.reorganize", "germany")
    war.say((f"germany-{numbers[0]}", (("fighter", 1),), f"germany-{numbers[1]}")).say(("done",))
    assert war.menu.may_split
    war.say(("G1", (("fighter", 1),))).say(("G9",))
    assert war.has("germany-11") == {"fighter": 2}
    apart = tagged("A-5", 3, **{f"germany_{n}": f"G{at + 1} 1 FTR" for at, n in enumerate(numbers)})
    assert apart.at(LandAir("germany")).what == "wr.5.land", "nothing could be merged"


@pytest.mark.rule("WR-LAND-07")
def test_air_that_cannot_land_is_lost():
    war = tagged("P-8", 2).at(LandAir("germany"))
    assert war.lost("germany") == {"fighter": 2}
    assert war.game.commands == {}


@pytest.mark.rule("WR-LAND-11")
def test_no_landing_in_a_collapsed_ally():
    war = tagged("M-2")
    assert "T1" in places(war)
    war.game.nations.remove("italy")
    war.game.collapsed.append("italy")
    assert "T1" not in places(war)


@pytest.mark.rule("WR-LAND-12", "WR-PACT-02")
def test_the_landing_path_obeys_the_pact():
    war = tagged("R15", nation="japan").hold(R17="japan")
    assert "J2" not in places(war, "japan-11"), "only over Soviet territory"
    war.game.pact = False
    assert "J2" in places(war, "japan-11")


# Deployment


def under_construction(territory="G1", scenario="europe", **units):
    war = War(scenario).empty()
    war.game.building[territory] = built(**units)
    return war


@pytest.mark.rule("WR-DEPL-01")
def test_nothing_to_deploy_in_round_one():
    war = War("eastern_front").at(Refit()).end()
    assert war.events("Deployed") == []


@pytest.mark.rule("WR-DEPL-02", "WR-DEPL-03", "WR-DEPL-04")
def test_everything_is_deployed_where_it_was_built():
    war = under_construction(infantry=3, fighter=1).put(germany_22="G1 7 INF", germany_11="G1 1 BMR")
    war.game.markers["G1"] = "embattled"
    war.put(british_36="G1 1 INF").at(Deploy("germany"))
    assert war.want is None, "nobody is asked whether"
    assert war.has("germany-22") == {"infantry": 8}
    assert {"infantry": 2} in [c.counts() for c in war.game.here("G1")], "8 + 1 needs a new Command"
    assert war.has("germany-11") == {"fighter": 1, "bomber": 1}
    assert war.events("BatchRolled") == [], "no battle now"
    assert war.game.building == {}


@pytest.mark.rule("WR-DEPL-05")
def test_ships_appear_on_a_sea_of_their_port_at_the_owners_choice():
    war = under_construction("B1", submarine=1, cruiser=1).put(germany_1="A-7 8 CRU").at(Deploy("british"))
    assert war.menu.places == ("A-6", "A-7")
    war.say(((("submarine", 1),), (("cruiser", 1),)))
    assert [c.counts() for c in war.game.here("A-6")] == [{"submarine": 1}]
    assert {"cruiser": 1} in [c.counts() for c in war.game.here("A-7")], "even beside the enemy"
    home = under_construction("G1", submarine=1).at(Deploy("germany"))
    assert home.want is None, "A-6 borders Greater Germany, but its Port opens on A-5 alone"
    assert [c.counts() for c in home.game.here("A-5")] == [{"submarine": 1}]


@pytest.mark.rule("WR-DEPL-02", "WR-DEPL-05")
def test_ships_cannot_be_held_back():
    war = under_construction("B1", submarine=2).at(Deploy("british"))
    assert war.refusal(((), ())).rule == "WR-DEPL-05"


@pytest.mark.rule("WR-DEPL-02", "WR-DEPL-08")
def test_ships_for_which_a_second_token_is_missing_join_the_others():
    war = under_construction("B1", submarine=5)
    last = war.game.free_tokens("british", "naval")[1:]
    war.put(**{f"british_{number}": "A-9 1 CRU" for number in last}).at(Deploy("british"))
    war.say(((("submarine", 2),), (("submarine", 3),)))
    assert [c.counts() for c in war.game.here("A-6")] == [{"submarine": 5}], "one token is enough for all"
    assert war.game.deferred == {}, "so nothing is held back"


@pytest.mark.rule("WR-DEPL-07")
def test_bombed_works_lose_what_exceeds_their_capacity():
    war = under_construction("R4", infantry=1, artillery=1, armor=1)
    war.game.bombs["R4"] = 1
    war.at(Deploy("soviet"))
    assert war.what == "wr.5.capacity"
    war.say((("infantry", 1),))
    assert war.lost("soviet") == {"infantry": 1}
    assert [c.counts() for c in war.game.here("R4")] == [{"artillery": 1, "armor": 1}]


@pytest.mark.rule("WR-DEPL-03", "WR-DEPL-08", "WR-DEPL-09")
def test_units_without_a_token_are_deferred_and_take_up_capacity():
    tokens = {f"soviet_{n}": "R10 1 INF" for n in NATIONS["soviet"].land}
    war = under_construction("R4", infantry=1, armor=1).put(**tokens).put(soviet_21="R4 7 INF").at(Deploy("soviet"))
    assert war.menu.part(()).rule == "WR-DEPL-08"
    war.say(((("armor", 1),),))
    assert war.has("soviet-21") == {"infantry": 7, "armor": 1}
    assert war.game.deferred["R4"] == built(infantry=1)
    assert capacity(war.game, "R4") == 2, "Strategic Value 3"
    war.game.commands.pop("soviet-23")
    war.game.index = None
    war.at(Deploy("soviet"))
    assert war.has("soviet-23") == {"infantry": 1}, "deployed when a token is free"
    assert war.game.deferred == {}


def with_tokens_left(war, nation, category, number):
    """Only so many tokens of a Category are free: the others lie somewhere at sea or far away."""
    far = {"naval": "A-9 1 SUB", "air": "B30 1 FTR", "land": "B30 1 INF"}[category]
    spare = war.game.free_tokens(nation, category)[number:]
    return war.put(**{f"{nation}_{n}": far for n in spare})


@pytest.mark.rule("WR-DEPL-08")
def test_the_owner_chooses_in_which_territory_the_last_token_is_used():
    war = under_construction("B1", "global", fighter=2, infantry=1)
    war.game.building["B24"] = built(fighter=1, submarine=1)
    war.game.building["B18"] = built(infantry=1)
    with_tokens_left(war, "british", "air", 1).at(Deploy("british"))
    assert (war.what, war.who, war.menu.options) == ("wr.5.works", "british", ("B1", "B24")), "B18 builds no aircraft"
    war.say("B24")
    assert [c.counts() for c in war.game.here("B24") if c.category == "air"] == [{"fighter": 1}]
    assert war.want is None, "nothing is left to choose"
    assert war.game.deferred == {"B1": built(fighter=2)}
    assert war.game.building == {}
    enough = under_construction("B1", "global", fighter=2)
    enough.game.building["B24"] = built(fighter=1)
    enough.put(british_11="B24 1 FTR")
    assert with_tokens_left(enough, "british", "air", 1).at(Deploy("british")).want is None, "one can join a Command"
    none = under_construction("B1", "global", fighter=2)
    none.game.building["B24"] = built(fighter=1)
    with_tokens_left(none, "british", "air", 0).at(Deploy("british"))
    assert none.want is None, "without any token there is no choice"
    assert none.game.deferred == {"B1": built(fighter=2), "B24": built(fighter=1)}


@pytest.mark.rule("WR-DEPL-08")
def test_the_owner_chooses_whose_ships_join_the_last_command_with_room():
    war = under_construction("G5", submarine=1).put(germany_1="M-4 7 SUB")
    war.game.building["G6"] = built(cruiser=1)
    with_tokens_left(war, "germany", "naval", 0).at(Deploy("germany"))
    assert war.menu.options == ("G5", "G6"), "both have a Port on the Black Sea"
    war.say("G6")
    assert war.has("germany-1") == {"submarine": 7, "cruiser": 1}
    assert war.game.deferred == {"G5": built(submarine=1)}


@pytest.mark.rule("WR-DEPL-09", "WR-PROD-07")
def test_deferred_units_leave_less_room_for_new_ones():
    war = War("europe")
    war.game.deferred["R4"] = built(infantry=1)
    war.game.purchases["soviet"] = built(infantry=3)
    war.hold(**{t: "germany" for t in war.game.map.territories if war.game.control[t] == "soviet" and t != "R4"})
    war.at(PlaceUnits("soviet"))
    assert war.menu.rooms == {"R4": 2}


@pytest.mark.rule("WR-DEPL-11")
def test_in_step_3_commands_are_merged_and_split():
    war = War().empty().put(germany_22="G1 2 INF", germany_33="G1 2 INF", germany_37="G1 2 INF")
    war.at(Reorganize("germany")).say(("germany-22", (("infantry", 2),), "germany-37"))
    war.say(("germany-33", (("infantry", 2),), "germany-37"))
    assert war.has("germany-37") == {"infantry": 6}
    war.say(("done",))
    assert war.want is None
    tokens = NATIONS["germany"].land
    full = War().empty().put(**{f"germany_{n}": "G1 1 INF" if n in tokens[:2] else "G3 1 INF" for n in tokens})
    full.at(Reorganize("germany")).say((f"germany-{tokens[0]}", (("infantry", 1),), f"germany-{tokens[1]}"))
    assert full.has(f"germany-{tokens[1]}") == {"infantry": 2}, "a merger needs no free token"
