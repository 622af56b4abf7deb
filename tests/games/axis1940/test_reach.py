"""Who could attack what: the list that odds from a saved war and the planner choose from."""

from sandtable.games.axis1940.reach import Reach
from tests.games.axis1940.war import ALL_ALLIES, table


def reach(units: dict[str, dict[str, str]], power: str = "japan", **more: object) -> Reach:
    return Reach(table(power, units=units, war=ALL_ALLIES, **more).game, power)  # type: ignore[arg-type]


def test_troops_march_one_step_and_tanks_blitz_through_empty_land() -> None:
    found = reach({"kwangsi": {"japan": "2 infantry, tank"}})
    assert found.against("yunnan").units == {"infantry": 2, "tank": 1}
    assert found.against("szechwan").units == {"tank": 1}
    held = reach({"kwangsi": {"japan": "2 infantry, tank"}, "yunnan": {"china": "infantry"}})
    assert held.against("szechwan").units == {}


def test_aircraft_need_a_place_to_land() -> None:
    found = reach({"japan": {"japan": "fighter, strategic_bomber"}})
    assert found.against("sz7").units == {"fighter": 1, "strategic_bomber": 1}
    assert found.against("guam").units == {"strategic_bomber": 1}  # too far for a fighter without a carrier


def test_a_carrier_near_the_target_brings_fighters_home() -> None:
    units = {"japan": {"japan": "fighter"}, "sz16": {"japan": "carrier"}}
    assert "fighter" in reach(units).against("sz25").units
    assert "fighter" not in reach({"japan": {"japan": "fighter"}}).against("sz25").units


def test_ships_stop_at_hostile_zones_and_bases_add_a_step() -> None:
    open_sea = reach({"sz6": {"japan": "destroyer"}})  # beside the naval base of Japan
    assert "destroyer" in open_sea.against("sz25").units
    barred = reach({"sz6": {"japan": "destroyer, submarine"}, "sz16": {"united_states": "cruiser"}})
    assert "destroyer" in barred.against("sz16").units
    assert barred.against("sz24").units == {"submarine": 1, "destroyer": 1}  # by another way round
    alone = reach({"sz61": {"japan": "destroyer, submarine"}, "sz62": {"anzac": "cruiser"}})
    assert alone.against("sz63").units == {"submarine": 1}


def test_transports_land_what_they_carry_and_what_they_can_load() -> None:
    units = {"japan": {"japan": "4 infantry, 2 artillery"}, "sz6": {"japan": "2 transport, battleship"}}
    force = reach(units).against("java")
    assert force.seaborne == {}  # four zones away
    force = reach(units).against("guam")
    assert force.seaborne == {"artillery": 2, "infantry": 2}
    assert force.bombard == {"battleship": 1}


def test_a_landing_needs_the_zone_or_a_fleet_that_can_fight_for_it() -> None:
    units = {
        "japan": {"japan": "2 infantry"},
        "sz6": {"japan": "transport"},
        "sz21": {"united_states": "destroyer"},
    }
    assert reach(units).against("guam").seaborne == {}
    units["sz6"]["japan"] = "transport, destroyer"
    assert reach(units).against("guam").seaborne == {"infantry": 2}


def test_a_threat_counts_what_could_march_back() -> None:
    """`hostile`: as if the territory had changed hands."""
    found = reach({"yunnan": {"china": "5 infantry"}, "szechwan": {"china": "3 infantry"}}, "china")
    assert found.against("kweichow").units == {}  # it is their own
    assert found.against("kweichow", hostile=True).units == {"infantry": 8}


def test_china_stays_in_china() -> None:
    found = reach({"yunnan": {"china": "5 infantry"}}, "china", control={"french_indo_china": "japan"})
    assert found.against("french_indo_china", hostile=True).units == {}
