"""Phase 6: Morale and stress zones (WR-MORALE, WR-ZONE)."""

import pytest

from sandtable.games.warroom.data import CONVERSIONS, UNITS, ZONE_ORDER
from sandtable.games.warroom.position import book_casualty, is_flipped
from sandtable.games.warroom.rules.hotspots import Combat
from sandtable.games.warroom.rules.phase6_morale import (
    CancelStress,
    ConvertCasualties,
    Evaluate,
    Morale,
    Penalties,
    Relieve,
    casualty_points,
)
from sandtable.games.warroom.rules.phase7_production import by_sea
from tests.games.warroom.wars import War


def listing(**lost):
    war = War()
    for kind, number in lost.items():
        book_casualty(war.game, "germany", kind, number)
    return war


@pytest.mark.rule("WR-MORALE-01", "WR-MORALE-02", "WR-MORALE-03")
def test_g_18_casualty_points_become_stress_and_the_rest_is_dropped():
    war = listing(battleship=1, bomber=1).set("stress", germany=2)
    assert casualty_points(war.game, "germany") == 26
    assert UNITS["submarine"].points == 6
    assert casualty_points(listing(submarine=3, infantry=2).game, "germany") == 22, "number times factor"
    war.at(ConvertCasualties("germany"))
    assert war.game.stress["germany"] == 3, "added to what is there"
    assert war.lost("germany") == {}
    war.at(ConvertCasualties("germany"))
    assert war.game.stress["germany"] == 3
    assert casualty_points(war.game, "germany") == 0, "nothing is carried over"


@pytest.mark.rule("WR-MORALE-02", "WR-MORALE-04")
def test_the_conversion_chart():
    found = {}
    for points in (0, 19, 20, 35, 36, 51, 52, 69, 70, 89, 90, 109, 110, 300):
        found[points] = max(c.stress for c in CONVERSIONS.values() if c.points <= points)
    assert list(found.values()) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    war = listing(infantry=200).set("stress", germany=9).at(ConvertCasualties("germany"))
    assert war.game.stress["germany"] == 15, "no upper limit"


@pytest.mark.rule("WR-MORALE-05")
def test_each_step_is_completed_for_all_nations_before_the_next():
    war = War("eastern_front").set("stress", germany=7, soviet=7).set("medals", germany=8, soviet=8)
    war.order("germany", "soviet").at(Morale())
    asked = []
    while war.want is not None:
        if war.what.startswith("wr.6"):
            asked.append((war.what, war.who))
        war.say(war.menu.default)
    assert asked == [
        ("wr.6.cancel", "germany"),
        ("wr.6.cancel", "soviet"),
        ("wr.6.relieve", "germany"),
        ("wr.6.relieve", "soviet"),
    ]


@pytest.mark.rule("WR-MORALE-06", "WR-MORALE-07")
def test_medals_and_goods_remove_stress_one_for_one():
    war = War().set("stress", italy=3).set("medals", italy=2).set("goods", italy=2).at(CancelStress("italy"))
    assert war.refusal((("medal", 2), ("goods", 2))).rule == "WR-MORALE-06", "only 3 Stress"
    war.say((("medal", 2),))
    assert (war.game.stress["italy"], war.game.medals["italy"], war.game.goods["italy"]) == (1, 0, 2)
    kept = War().set("stress", italy=3).set("medals", italy=3).at(CancelStress("italy")).say(())
    assert kept.game.medals["italy"] == 3


@pytest.mark.rule("WR-MORALE-08", "WR-MORALE-09", "WR-MORALE-15")
def test_g_19_stress_at_the_threshold_advances_the_zone():
    war = War().set("stress", italy=4).at(Evaluate("italy"))
    assert (war.game.zone["italy"], war.game.stress["italy"]) == (1, 0), "without a prompt"
    twice = War().set("stress", italy=9).at(Evaluate("italy"))
    assert (twice.game.zone["italy"], twice.game.stress["italy"]) == (2, 1)


@pytest.mark.rule("WR-MORALE-10")
def test_without_units_or_territories_one_zone_more():
    war = War()
    war.game.commands.clear()
    war.game.index = None
    war.at(Evaluate("italy"))
    assert war.game.zone["italy"] == 1
    building = War()
    building.game.commands.clear()
    building.game.index = None
    building.game.building["T1"] = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    building.at(Evaluate("italy"))
    assert building.game.zone["italy"] == 0, "units under construction count as units on the map"
    both = War()
    both.game.commands.clear()
    both.hold(**{t: "germany" for t in both.game.map.territories if both.game.control[t] == "italy"})
    both.game.index = None
    both.at(Evaluate("italy"))
    assert both.game.zone["italy"] == 1, "once, even if both are true"
    landless = War()
    landless.hold(**{t: "germany" for t in landless.game.map.territories if landless.game.control[t] == "italy"})
    assert landless.at(Evaluate("italy")).game.zone["italy"] == 1, "units, but no territories"


@pytest.mark.rule("WR-MORALE-11", "WR-MORALE-12")
def test_gray_is_the_end_of_the_track():
    war = War().set("stress", italy=11).set("zone", italy=5).at(Evaluate("italy"))
    assert (war.game.zone["italy"], war.game.stress["italy"]) == (5, 11)
    beaten = War().empty().set("zone", italy=5).at(Evaluate("italy"))
    assert beaten.game.zone["italy"] == 5, "without units it advances no further either"
    red = War().set("stress", italy=9).set("zone", italy=4).at(Evaluate("italy"))
    assert (red.game.zone["italy"], red.game.stress["italy"]) == (5, 5)


@pytest.mark.rule("WR-MORALE-13", "WR-MORALE-14")
def test_relief_costs_the_threshold_and_leaves_the_stress():
    war = War().set("stress", usa=3).set("zone", usa=1).set("medals", usa=3).set("goods", usa=2).at(Relieve("usa"))
    war.say(("yes", (("medal", 3), ("goods", 2))))
    assert (war.game.zone["usa"], war.game.stress["usa"]) == (0, 3)
    assert (war.game.medals["usa"], war.game.goods["usa"]) == (0, 0)
    assert War().set("zone", usa=1).set("medals", usa=4).at(Relieve("usa")).want is None, "Threshold 5"
    assert War().set("medals", usa=9).at(Relieve("usa")).want is None, "not below White"
    rich = War().set("zone", usa=3).set("medals", usa=20).at(Relieve("usa")).say(("yes", (("medal", 5),)))
    assert rich.game.zone["usa"] == 2, "one zone in a round"
    assert rich.want is None


# Zones


@pytest.mark.rule("WR-ZONE-01")
def test_six_zones():
    assert ZONE_ORDER == ("white", "blue", "yellow", "orange", "red", "gray")
    war = War().set("stress", italy=20).at(Evaluate("italy"))
    assert ZONE_ORDER[war.game.zone["italy"]] == "gray"


@pytest.mark.rule("WR-ZONE-02", "WR-ZONE-03", "WR-ZONE-05")
def test_blue_or_worse_pays_three_resources_each_round():
    war = War().set("zone", italy=3).stock(italy=(2, 2, 2)).at(Penalties("italy"))
    assert war.refusal((("oil", 1),)).rule == "WR-ZONE-05"
    war.say((("oil", 1), ("osr", 2)))
    assert war.game.stock["italy"] == (1, 2, 0), "Orange suffers the Blue penalty too"
    war.game.round += 1
    war.at(Penalties("italy"))
    assert war.game.stock["italy"] == (0, 0, 0), "again the next round"
    poor = War().set("zone", italy=1).stock(italy=(1, 0, 1)).at(Penalties("italy"))
    assert poor.game.stock["italy"] == (0, 0, 0)


@pytest.mark.rule("WR-ZONE-04")
def test_penalties_follow_the_zone_after_relief():
    war = War("eastern_front").set("zone", germany=1).set("medals", germany=6).stock(germany=(3, 3, 3)).at(Morale())
    war.until("wr.6.relieve").say(("yes", (("medal", 6),))).end()
    assert war.game.stock["germany"] == (3, 3, 3)


@pytest.mark.rule("WR-ZONE-07")
def test_no_trade_by_sea_in_yellow():
    war = War()
    assert by_sea(war.game, "british", "N5")
    war.set("zone", british=2)
    assert not by_sea(war.game, "british", "N5")


@pytest.mark.rule("WR-ZONE-11", "WR-ZONE-12", "WR-ZONE-13")
def test_in_gray_units_desert():
    war = War().empty().put(italy_112="T1 3 INF", italy_1="M-2 2 CRU 1 BB").set("zone", italy=5).set("stress", italy=4)
    war.game.building["T1"] = (2, 0, 0, 0, 0, 0, 0, 0, 0)
    war.at(Penalties("italy"))
    assert war.refusal((("italy-112/infantry", 3),)).rule == "WR-ZONE-11"
    war.say((("italy-112/infantry", 2), ("italy-1/cruiser", 2)))
    assert war.lost("italy") == {"infantry": 2, "cruiser": 2}
    assert war.game.stress["italy"] == 4, "not reduced by desertion"
    assert casualty_points(war.game, "italy") == 24, "they count in the next conversion"
    all_gone = War().empty().put(italy_112="T1 3 INF").set("zone", italy=5).set("stress", italy=5)
    all_gone.at(Penalties("italy"))
    assert all_gone.game.commands == {}
    assert all_gone.game.stress["italy"] == 5
    mixed = War().empty().put(italy_112="T1 2 INF", italy_1="M-2 1 CRU").set("zone", italy=5).set("stress", italy=5)
    mixed.at(Penalties("italy"))
    assert mixed.game.commands == {}, "all of them, of every kind"
    assert mixed.lost("italy") == {"infantry": 2, "cruiser": 1}


@pytest.mark.rule("WR-ZONE-11")
def test_a_clock_finds_deserters_at_once_in_an_army_of_thirty_commands():
    """The default answer is the first legal one; with so many kinds to try, it must not be looked for blindly."""
    numbers = [*War().game.free_tokens("japan", "land"), *(c.number for c in War().game.stacks_of("japan"))]
    war = War().empty().put(**{f"japan_{number}": "J1 3 INF 2 ART 1 ARM" for number in numbers if number > 20})
    war.set("zone", japan=5).set("stress", japan=60).at(Penalties("japan"))
    assert len(war.menu.limits) > 50
    assert sum(number for _, number in war.menu.default) == 60


@pytest.mark.rule("WR-ZONE-14")
def test_a_territory_whose_last_defender_deserts_keeps_its_controller_and_its_garrison():
    war = War("europe").empty().put(italy_112="T5 1 INF", british_36="T5 2 INF")
    war.set("zone", italy=5).set("stress", italy=1)
    war.game.markers["T5"] = "embattled"
    war.at(Penalties("italy"))
    assert war.game.control["T5"] == "italy"
    war.at(Combat()).until("wr.4.garrison")
    assert war.want.dice == 2


@pytest.mark.rule("WR-ECON-02", "WR-ZONE-14")
def test_the_conflict_goes_on_if_only_aircraft_are_left_to_defend():
    war = War("europe").empty().put(italy_112="T5 1 INF", italy_11="T5 1 FTR", british_36="T5 2 INF")
    war.set("zone", italy=5).set("stress", italy=1)
    war.game.markers["T5"] = "embattled"
    war.at(Penalties("italy")).say((("italy-112/infantry", 1),))
    assert is_flipped(war.game, "T5"), "British Infantry stands in Libya all the same"


@pytest.mark.rule("WR-ECON-02", "WR-ZONE-14")
def test_the_card_turns_face_up_at_once_when_the_last_invader_deserts():
    war = War("europe").empty().put(italy_112="B5 1 INF", british_36="B5 2 INF", italy_113="T5 1 INF")
    war.put(british_45="T5 1 INF").set("zone", italy=5).set("stress", italy=2)
    war.game.markers.update(B5="embattled", T5="embattled")
    war.at(Penalties("italy"))
    assert not is_flipped(war.game, "B5"), "Egypt is no longer in conflict"
    assert is_flipped(war.game, "T5"), "Libya is: British Infantry stands in it"
    assert [(event.region, event.embattled) for event in war.events("HotspotEnded")] == [("B5", False)]
