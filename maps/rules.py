"""What the rules know of a map: the regions of a game and which of them are neighbours, from the game's own data."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.definition import Pair, pair

GAMES = Path(__file__).parent.parent / "src" / "sandtable" / "games"

LAND, SEA, IMPASSABLE = "land", "sea", "impassable"


@dataclass(frozen=True)
class Region:
    id: str
    name: str
    kind: str
    tint: str = ""  # whose colours the preview paints it in


@dataclass(frozen=True)
class Board:
    regions: dict[str, Region]
    neighbours: frozenset[Pair]


def board(rules: str) -> Board:
    return READERS[rules]()


def _records(*path: str) -> dict[str, list[dict[str, Any]]]:
    with GAMES.joinpath(*path).open("rb") as file:
        return tomllib.load(file)


def _pairs(records: list[dict[str, Any]], *fields: str) -> set[Pair]:
    return {pair(record["id"], other) for record in records for name in fields for other in record.get(name, [])}


def _axis1940(theatre: str) -> Board:
    territories = _records("axis1940", "data", theatre, "territories.toml")["territory"]
    zones = _records("axis1940", "data", theatre, "sea_zones.toml")["sea_zone"]
    regions = [Region(t["id"], t["name"], LAND, t.get("holder") or t.get("emblem", "")) for t in territories]
    regions += [Region(z["id"], z["name"], SEA) for z in zones]
    neighbours = _pairs(territories, "land", "sea") | _pairs(zones, "sea")
    return Board({region.id: region for region in regions}, frozenset(neighbours))


def _warroom() -> Board:
    table = _records("warroom", "data", "map.toml")
    regions = [Region(t["id"], t["name"], LAND, t.get("controller") or t.get("colour", "")) for t in table["territory"]]
    regions += [Region(x["id"], x["name"], IMPASSABLE) for x in table["impassable"]]
    regions += [Region(s["id"], s["name"], SEA) for s in table["sea"]]
    neighbours = _pairs(table["territory"], "land", "sea") | _pairs(table["sea"], "sea")
    neighbours |= _pairs(table["impassable"], "borders")
    return Board({region.id: region for region in regions}, frozenset(neighbours))


READERS: dict[str, Callable[[], Board]] = {
    "pacific": lambda: _axis1940("pacific"),
    "warroom": _warroom,
}
