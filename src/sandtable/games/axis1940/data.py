"""The facts of the 1940 games, read from `data/*.toml` and checked: each theatre, and the kinds that all share."""

from functools import cache
from importlib.resources import files
from operator import itemgetter
from typing import Any, Literal, cast

from sandtable.core.load import Record, need, parse_records
from sandtable.games.axis1940.kinds import (
    AIR,
    ARM,
    COMPLEXES,
    COST,
    DECK,
    FACILITIES,
    KINDS,
    LAND,
    ORDER_OF_KINDS,
    SEA,
    SURFACE,
    TAKERS,
    UNITS,
    UPGRADE_COST,
    WARSHIPS,
    Arm,
    FacilityKind,
    Unit,
)

__all__ = [
    "AIR",
    "ARM",
    "COMPLEXES",
    "COST",
    "DECK",
    "FACILITIES",
    "KINDS",
    "LAND",
    "ORDER_OF_KINDS",
    "SEA",
    "SURFACE",
    "TAKERS",
    "UNITS",
    "UPGRADE_COST",
    "WARSHIPS",
    "Arm",
    "FacilityKind",
    "Unit",
]
"""The kinds, which most rules want together with the board."""


class Power(Record, frozen=True, kw_only=True):
    """A power that somebody plays. `at_war_elsewhere`: with enemies off this board."""

    name: str
    aliases: tuple[str, ...] = ()
    adjective: str
    side: str
    income: int
    capital: str = ""
    at_war_elsewhere: bool = False


class Bystander(Record, frozen=True, kw_only=True):
    """An owner of territories that nobody plays."""

    name: str
    side: str = ""


class Territory(Record, frozen=True, kw_only=True):
    """A territory. `emblem` is the original controller, `holder` who holds it at the start if that is another."""

    name: str
    aliases: tuple[str, ...] = ()
    value: int = 0
    emblem: str = ""
    holder: str = ""
    island: bool = False
    city: str = ""
    neutral: Literal["", "strict", "closed", "impassable"] = ""
    army: int = 0
    facilities: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    centre: tuple[int, int] = (0, 0)


class SeaZone(Record, frozen=True, kw_only=True):
    """A sea zone."""

    name: str
    convoy: bool = False
    kamikaze: bool = False
    sea: tuple[str, ...] = ()
    centre: tuple[int, int] = (0, 0)


class Force(Record, frozen=True, kw_only=True):
    """Units of one power in one place at the start."""

    place: str
    owner: str
    units: dict[str, int]


class Objective(Record, frozen=True, kw_only=True):
    """A national objective: its bonus and all the conditions that must hold for it."""

    title: str
    power: str
    bonus: int
    at_war: bool = False
    at_war_with: tuple[str, ...] = ()
    at_peace_with: tuple[str, ...] = ()
    never_attacked: tuple[str, ...] = ()
    never_provoked: tuple[str, ...] = ()
    territories: tuple[str, ...] = ()
    held_by: Literal["", "power", "side", "powers of the side"] = ""
    each: bool = False
    all_original: bool = False


class TheatreFacts(Record, frozen=True, kw_only=True):
    """What holds for a theatre as a whole."""

    title: str
    wars: tuple[str, ...]
    linked: tuple[str, ...]
    kamikaze_power: str
    kamikaze_tokens: int
    convoy_exempt: tuple[str, ...]
    burma_road: tuple[str, ...]
    china: str
    also_open_to_china: tuple[str, ...]
    neutral_power: str
    aggressor: str
    mobilization_bonus: int
    may_declare_from_turn: int
    mainland: tuple[str, ...]
    guardians: tuple[str, ...]
    guarded: str
    victory_cities: int
    victory_capitals: tuple[str, ...]


THEATRES = ("pacific",)

THEATRE_FILES: dict[str, dict[str, type[Record]]] = {
    "powers.toml": {"power": Power, "bystander": Bystander},
    "territories.toml": {"territory": Territory},
    "sea_zones.toml": {"sea_zone": SeaZone},
    "setup.toml": {"force": Force},
    "objectives.toml": {"objective": Objective},
    "theatre.toml": {"theatre": TheatreFacts},
}


class Theatre:
    """The board of one game with everything that follows from its facts. Read once, never changed."""

    def __init__(self, name: str, records: dict[str, dict[str, Record]]) -> None:
        self.id = name
        self.records = records
        self.powers = cast(dict[str, Power], records["power"])
        self.bystanders = cast(dict[str, Bystander], records["bystander"])
        self.territories = cast(dict[str, Territory], records["territory"])
        self.zones = cast(dict[str, SeaZone], records["sea_zone"])
        self.forces = cast(dict[str, Force], records["force"])
        self.objectives = cast(dict[str, Objective], records["objective"])
        self.facts = cast(TheatreFacts, records["theatre"][name])
        self.order = tuple(self.powers)
        self.objectives_of = {
            power: tuple(objective for objective in self.objectives.values() if objective.power == power)
            for power in self.order
        }
        self.side = {power.id: power.side for power in self.powers.values()}
        self.side |= {owner.id: owner.side for owner in self.bystanders.values()}
        self.owners = ("", *self.powers, *self.bystanders)
        """All who may control a territory, nobody among them."""
        self.by_territory = itemgetter(*self.territories)
        """What a dict says of each territory, in the order of the map."""
        self.spaces = (*self.territories, *self.zones)
        self.place_of = {space: place for place, space in enumerate(self.spaces)}.__getitem__
        self.sea = frozenset(self.zones)
        self.convoys = tuple(name for name, zone in self.zones.items() if zone.convoy)
        self.land_next = {name: territory.land for name, territory in self.territories.items()}
        self.sea_next = {name: zone.sea for name, zone in self.zones.items()}
        self.zones_of = {name: territory.sea for name, territory in self.territories.items()}
        self.coasts = {
            zone: tuple(name for name, territory in self.territories.items() if zone in territory.sea)
            for zone in self.zones
        }
        self.air_next = {name: self.land_next[name] + self.zones_of[name] for name in self.territories}
        self.air_next |= {zone: self.sea_next[zone] + self.coasts[zone] for zone in self.zones}
        self.chinese_in_order = tuple(
            name for name, territory in self.territories.items() if territory.emblem == self.facts.china
        )
        self.chinese = frozenset(self.chinese_in_order)
        self.open_to_china = self.chinese | set(self.facts.also_open_to_china)
        self.closed_in_order = tuple(
            name for name, spot in self.territories.items() if spot.neutral in ("closed", "impassable")
        )
        self.closed = frozenset(self.closed_in_order)
        self.near_mainland = self._near_mainland()
        self._within: dict[tuple[str, int], tuple[str, ...]] = {}
        self.cities = {name: spot.city for name, spot in self.territories.items() if spot.city}
        self.capitals = {power.capital: name for name, power in self.powers.items() if power.capital}
        self.names = {name: spot.name for name, spot in self.territories.items()}
        self.names |= {name: zone.name for name, zone in self.zones.items()}
        self.emblems = {name: spot.emblem for name, spot in self.territories.items()}
        self.values = {name: spot.value for name, spot in self.territories.items()}

    def _near_mainland(self) -> frozenset[str]:
        """AA-POL-17, R20: the zones that touch the mainland, and their neighbours."""
        first = {zone for name in self.facts.mainland for zone in self.zones_of[name]}
        return frozenset(first | {zone for near in first for zone in self.sea_next[near]})

    def zones_within(self, zone: str, reach: int) -> tuple[str, ...]:
        """The sea zones that are no farther away than that, the nearest first."""
        known = self._within.get((zone, reach))
        if known is None:
            found = {zone: 0}
            for _ in range(reach):
                found |= {there: 0 for here in list(found) for there in self.sea_next[here]}
            known = self._within[zone, reach] = tuple(found)
        return known

    def friends(self, one: str, other: str) -> bool:
        """Whether two owners are of one side."""
        return self.side.get(one, "") == self.side.get(other) != ""


def _check(theatre: Theatre, units: dict[str, Unit]) -> None:
    where = f"{theatre.id}/territories.toml"
    owners = {"", *theatre.powers, *theatre.bystanders}
    for name, spot in theatre.territories.items():
        for other in spot.land:
            need(other in theatre.territories, where, f"{name} borders the unknown {other}")
            need(name in theatre.territories[other].land, where, f"{name} borders {other}, but not the reverse")
        for zone in spot.sea:
            need(zone in theatre.zones, where, f"{name} touches the unknown {zone}")
        need(spot.emblem in owners and spot.holder in owners, where, f"{name} has an unknown owner")
        need(not (spot.island and spot.land), where, f"{name} is an island with a land border")
        need(all(kind in FACILITIES for kind in spot.facilities), where, f"{name} has an unknown facility")
    where = f"{theatre.id}/sea_zones.toml"
    for name, zone_facts in theatre.zones.items():
        for other in zone_facts.sea:
            need(other in theatre.zones, where, f"{name} borders the unknown {other}")
            need(name in theatre.zones[other].sea, where, f"{name} borders {other}, but not the reverse")
    where = f"{theatre.id}/setup.toml"
    for force in theatre.forces.values():
        need(force.place in theatre.air_next, where, f"{force.id} is in an unknown place")
        need(force.owner in theatre.powers, where, f"{force.id} is of an unknown power")
        for kind in force.units:
            need(kind in units, where, f"{force.id} has the unknown unit {kind}")
            at_sea = force.place in theatre.sea
            need(units[kind].arm != ("land" if at_sea else "sea"), where, f"{force.id} has a misplaced {kind}")
    for power in theatre.powers.values():
        held = sum(spot.value for spot in theatre.territories.values() if (spot.holder or spot.emblem) == power.id)
        need(held == power.income, f"{theatre.id}/powers.toml", f"{power.id} holds {held} IPCs, not {power.income}")


def _read(folder: str, kinds: dict[str, dict[str, type[Record]]]) -> dict[str, dict[str, Record]]:
    found: dict[str, dict[str, Record]] = {}
    base: Any = files(__package__) / "data" / folder
    for file, arrays in kinds.items():
        found.update(parse_records(f"{folder}/{file}", (base / file).read_text("utf-8"), arrays))
    return found


@cache
def theatre(name: str) -> Theatre:
    """A theatre by its name: its facts, read and checked."""
    found = Theatre(name, _read(name, THEATRE_FILES))
    _check(found, UNITS)
    return found


RECORDS = {**KINDS, **theatre("pacific").records}
"""All facts of the Pacific game, with their sources."""
