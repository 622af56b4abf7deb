"""The kinds of units and facilities of the 1940 games: the one source of their numbers, for the rules and the odds.

A module of its own, so that the odds need no map.
"""

from pkgutil import get_data
from typing import Literal, cast

from sandtable.core.load import Record, parse_records

Arm = Literal["land", "air", "sea"]


class Unit(Record, frozen=True, kw_only=True):
    """A kind of unit: what it costs, how it fights and how far it moves."""

    name: str
    plural: str
    arm: Arm
    cost: int
    attack: int = 0
    defense: int = 0
    move: int
    hits: int = 1


class FacilityKind(Record, frozen=True, kw_only=True):
    """A kind of facility: how much damage it can take, what it places, and the damage at which it fails."""

    name: str
    cost: int
    cap: int
    places: int = 0
    fails_at: int = 0


KINDS = parse_records(
    "units.toml",
    (get_data(__package__, "data/units.toml") or b"").decode(),
    {"unit": Unit, "facility": FacilityKind},
)
"""Both tables, with the sources of every record."""
UNITS = cast(dict[str, Unit], KINDS["unit"])
FACILITIES = cast(dict[str, FacilityKind], KINDS["facility"])

ARM: dict[str, Arm] = {name: unit.arm for name, unit in UNITS.items()}
LAND = tuple(name for name in UNITS if ARM[name] == "land")
AIR = tuple(name for name in UNITS if ARM[name] == "air")
SEA = tuple(name for name in UNITS if ARM[name] == "sea")
COST = {name: unit.cost for name, unit in UNITS.items()} | {name: kind.cost for name, kind in FACILITIES.items()}
UPGRADE_COST = 20
SURFACE = frozenset({"battleship", "carrier", "cruiser", "destroyer"})
"""AA-SPACE-08: surface warships. A submarine is a warship but not one of these; a transport is neither."""
WARSHIPS = SURFACE | {"submarine"}
TAKERS = frozenset({"infantry", "artillery", "mechanized_infantry", "tank"})
"""AA-UNIT-02: the units that capture and convert."""
DECK = frozenset({"fighter", "tactical_bomber"})
"""The aircraft that carriers hold and that scramble."""
COMPLEXES = frozenset({"major_ic", "minor_ic"})
ORDER_OF_KINDS = {kind: place for place, kind in enumerate((*UNITS, *FACILITIES))}
