"""The main fleet of the planner, its transports and troops: they go together, take what they can, and come home."""

from random import Random

import pytest

from sandtable.bots.pacific.armada import Armada
from sandtable.bots.pacific.attack import Offensive
from sandtable.bots.pacific.defence import keep_at_home
from sandtable.bots.pacific.odds import Budget
from sandtable.bots.pacific.outlook import Outlook
from sandtable.bots.pacific.planner import Planner
from sandtable.bots.pacific.pull import Pulls
from sandtable.bots.pacific.purchase import Shopping, place_all
from sandtable.bots.pacific.regroup import Regroup
from sandtable.core.views import Question
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.forces import FOUGHT, Stack
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.state import Board
from tests.games.axis1940.war import ALL_ALLIES, Table, table

ISLANDS = dict.fromkeys(("java", "sumatra", "borneo", "celebes", "malaya", "philippines", "kwangtung"), "japan")
FLEET = "2 carrier fighter fighter, battleship, 3 destroyer"


def at_war(units: dict[str, dict[str, str]], power: str = "japan", phase: str = "combat", **more: object) -> Table:
    return table(power, phase, units=units, war=ALL_ALLIES, **more)  # type: ignore[arg-type]


def armada(at: Table, power: str = "japan") -> Armada:
    outlook = Outlook(at.game, power)
    return Armada(outlook, Pulls(outlook), at.game, keep_at_home(outlook))


def regrouped(at: Table, power: str = "japan") -> Board:
    """The board after the noncombat moves of a power."""
    outlook = Outlook(at.game, power)
    plan = Regroup(outlook, keep_at_home(outlook), Budget(2500))
    plan.plan()
    assert plan.has_landed()
    return plan.draft.game


def count(game: Board, space: str, *kinds: str) -> int:
    return sum(stack.n for stack in game.units[space] if stack.kind in kinds)


# Attacks


def test_it_lands_behind_the_battle_that_opens_the_way() -> None:
    """Hawaii lies behind a destroyer: the fleet clears the zone, and the transports land in the same turn."""
    units = {
        "sz6": {"japan": "3 transport infantry artillery, 2 battleship, 2 cruiser, 3 destroyer"},
        "japan": {"japan": "9 infantry"},
        "sz26": {"united_states": "destroyer"},
        "hawaiian_islands": {"united_states": "infantry"},
    }
    at = at_war(units)
    outlook = Outlook(at.game, "japan")
    plan = Offensive(outlook, keep_at_home(outlook), Budget(2500))
    plan.plan()
    made = [attack.space for attack in plan.made]
    assert "sz26" in made
    assert "hawaiian_islands" in made[made.index("sz26") :]


def test_it_comes_in_masses_where_few_would_be_driven_out() -> None:
    """One defender in Burma, and an army behind him that would destroy whoever took it with just enough."""
    units = {
        "yunnan": {"japan": "20 infantry, 6 artillery"},
        "burma": {"united_kingdom": "infantry"},
        "india": {"united_kingdom": "12 infantry, 4 artillery"},
    }
    at = at_war(units, control={"yunnan": "japan"})
    outlook = Outlook(at.game, "japan")
    plan = Offensive(outlook, {}, Budget(2500))
    plan.plan()
    attack = next(attack for attack in plan.made if attack.space == "burma")
    assert sum(number for _, number in attack.movers) >= 13


# The station of the armada


def test_without_troops_the_fleet_goes_home_for_some() -> None:
    """Off Sydney warships alone take nothing; the transports and their troops are at home."""
    units = {
        "sz46": {"japan": FLEET},
        "sz6": {"japan": "2 transport"},
        "japan": {"japan": "14 infantry"},
        "new_south_wales": {"anzac": "6 infantry"},
    }
    here = armada(at_war(units))
    assert here.heart == "sz46"
    goal, _ = here.station
    assert here.turns(goal, "sz6") < here.turns("sz46", "sz6")


def test_loaded_transports_and_their_escort_set_out_together() -> None:
    units = {
        "sz20": {"japan": f"{FLEET}, 3 transport infantry artillery"},
        "new_south_wales": {"anzac": "2 infantry"},
        "japan": {"japan": "6 infantry"},
    }
    game = regrouped(at_war(units, control=ISLANDS))
    assert not count(game, "sz20", "transport", "carrier", "battleship", "destroyer")
    zones = [zone for zone in game.map.zones if count(game, zone, "transport")]
    assert len(zones) == 1
    assert count(game, zones[0], "carrier", "battleship", "destroyer") == 6


def test_the_fleet_protects_transports_that_are_being_built() -> None:
    """Enemy submarines lurk; new transports without a guard would be sunk before they sail."""
    units = {
        "sz19": {"japan": "4 destroyer, cruiser"},
        "sz7": {"united_states": "3 submarine"},
        "japan": {"japan": "8 infantry"},
    }
    here = armada(at_war(units, bought={"transport": 3}))
    assert here.station[0] == "sz6"


def test_aims_ask_for_as_many_transports_as_their_garrison_needs() -> None:
    units = {
        "sz6": {"japan": FLEET},
        "hawaiian_islands": {"united_states": "infantry"},
        "new_south_wales": {"anzac": "9 infantry, 2 artillery"},
    }
    boats = {aim.spot: aim.boats for aim in armada(at_war(units)).aims}
    assert boats["hawaiian_islands"] <= 2
    assert boats["new_south_wales"] > boats["hawaiian_islands"]


def test_even_a_fortress_is_an_aim_for_those_who_rule_the_sea() -> None:
    """Fifty defenders of Tokyo and no fleet: the United States buy transports, as many as it takes."""
    units = {
        "japan": {"japan": "50 infantry"},
        "sz26": {"united_states": "9 carrier fighter fighter, 9 destroyer"},
        "western_united_states": {"united_states": "40 infantry"},
    }
    at = at_war(units, "united_states", "purchase", treasury={"united_states": 80, "japan": 8})
    assert {aim.spot: aim.boats for aim in armada(at, "united_states").aims}["japan"] > 10
    assert bought(at, "united_states")["transport"] >= 8


def test_nobody_is_forgotten_at_the_other_end_of_the_sea() -> None:
    """An empty transport off Canada, where no troops wait, sets out for the armada off India."""
    units = {
        "sz39": {"united_kingdom": f"{FLEET}, 3 transport infantry artillery"},
        "sz1": {"united_kingdom": "transport"},
        "india": {"united_kingdom": "8 infantry"},
        "malaya": {"japan": "2 infantry"},
    }
    game = regrouped(at_war(units, "united_kingdom", control={"malaya": "japan"}), "united_kingdom")
    assert count(game, "sz1", "transport") == 0


# Aircraft and troops


def test_carriers_meet_aircraft_that_could_land_nowhere_else() -> None:
    """Two fighters have lost their carrier and have two moves left; another one can come near enough from Hawaii."""
    at = at_war({"sz26": {"united_states": "carrier"}}, "united_states")
    at.game.stand("sz17", (Stack("united_states", "fighter", 2, left=2, acted=FOUGHT, came="sz26"),))
    game = regrouped(at, "united_states")
    zone = next(zone for zone in game.map.zones if count(game, zone, "carrier"))
    assert zone != "sz26"
    assert count(game, zone, "fighter") == 2


def test_troops_march_to_the_coast_when_the_war_is_elsewhere() -> None:
    held = dict.fromkeys(sorted(theatre("pacific").chinese), "japan")
    held |= dict.fromkeys(("india", "burma", "shan_state", "french_indo_china", *ISLANDS), "japan")
    game = regrouped(at_war({"hunan": {"japan": "6 infantry"}, "japan": {"japan": "6 infantry"}}, control=held))
    assert count(game, "hunan", "infantry") == 0
    assert count(game, "kiangsi", "infantry") == 6


def test_no_city_is_left_empty() -> None:
    units = {"kwangtung": {"japan": "3 infantry"}, "kwangsi": {"japan": "3 infantry"}}
    at = at_war(units, control={"kwangtung": "japan"})
    keep = keep_at_home(Outlook(at.game, "japan"))
    assert keep.get("kwangtung") == 1
    assert "kwangsi" not in keep


# Purchases


def bought(at: Table, power: str = "japan") -> dict[str, int]:
    outlook = Outlook(at.game, power)
    return dict(Shopping(outlook, at.menu, keep_at_home(outlook)).plan())


def test_decks_get_aircraft() -> None:
    units = {
        "sz10": {"united_states": "3 carrier, 2 destroyer"},
        "western_united_states": {"united_states": "6 infantry"},
        "sz6": {"japan": "3 battleship, 3 carrier"},
    }
    at = at_war(units, "united_states", "purchase", treasury={"united_states": 40})
    assert bought(at, "united_states")["fighter"] >= 2


def test_no_more_troops_for_a_front_where_there_are_plenty() -> None:
    units = {
        "kiangsu": {"japan": "30 infantry"},
        "szechwan": {"china": "4 infantry"},
        "japan": {"japan": "8 infantry"},
        "sz10": {"united_states": "2 carrier, 2 battleship"},
    }
    works = {"japan": {"major_ic": 0}, "kiangsu": {"minor_ic": 0}}
    found = bought(at_war(units, phase="purchase", treasury={"japan": 40}, facilities=works))
    assert not found.get("mechanized_infantry")
    assert found.get("transport", 0) + found.get("destroyer", 0) > 0


@pytest.mark.parametrize(("boats", "place"), [("2 transport", "japan"), ("destroyer", "kiangsu")])
def test_new_troops_are_placed_where_transports_wait_for_them(boats: str, place: str) -> None:
    units = {
        "sz6": {"japan": boats},
        "japan": {"japan": "4 infantry"},
        "kiangsu": {"japan": "6 infantry"},
        "szechwan": {"china": "4 infantry"},
    }
    works = {"japan": {"major_ic": 0}, "kiangsu": {"minor_ic": 0}}
    at = at_war(units, phase="mobilize", bought={"infantry": 2}, facilities=works)
    game = place_all(Outlook(at.game, "japan")).game
    before = at.count(place, "japan", "infantry")
    assert count(game, place, "infantry") == before + 2


# War


def test_japan_prepares_before_it_strikes() -> None:
    """In the first round the transports are still missing, and trade goes on."""
    at = table("japan", "declare", keep=True)
    assert at.waits_for == "ax.declare"
    question = Question("japan", at.menu)
    assert Planner().choose(GAME.view(at.game, ("japan",)), question, Random(0)) == ()
