"""What a map is drawn from: the tables of maps/definitions, one file for each map."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEFINITIONS = Path(__file__).with_name("definitions")

Place = tuple[float, float]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Land:
    """A land area: the countries and provinces it may take, and places (longitude, latitude) that are surely in it."""

    id: str
    at: tuple[Place, ...]
    countries: tuple[str, ...] = ()
    provinces: dict[str, list[str]] = field(default_factory=dict)
    without: dict[str, list[str]] = field(default_factory=dict)
    bubble: bool = False
    short: str = ""


@dataclass(frozen=True)
class Sea:
    """A sea area: the water that is nearer to one of its places than to those of any other, by ship."""

    id: str
    at: tuple[Place, ...]
    short: str = ""


@dataclass(frozen=True)
class Drawing:
    """The measures of a drawing, in its own pixels."""

    simplify: float = 1.4
    smallest_island: float = 3.0
    lagoon: float = 60.0
    bubble_radius: float = 15.0
    sea_grid: float = 6.0
    sea_simplify: float = 13.0
    land_cost: float = 30.0
    relief_scale: float = 0.8
    relief_quality: int = 38


@dataclass(frozen=True)
class Definition:
    """One map: its region list, projection and measures, and every known difference from the rules with its reason."""

    name: str
    title: str
    rules: str
    projection: dict[str, Any]
    drawing: Drawing
    land: tuple[Land, ...]
    sea: tuple[Sea, ...]
    void: tuple[Sea, ...]  # water that belongs to no region of the game
    links: dict[Pair, str]  # neighbours by the rules that do not touch in the drawing
    barriers: dict[Pair, str]  # regions that touch in the drawing and are no neighbours by the rules

    @property
    def wraps(self) -> bool:
        return bool(self.projection.get("wraps"))


def pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def names() -> list[str]:
    return sorted(file.stem for file in DEFINITIONS.glob("*.toml"))


def load(name: str) -> Definition:
    with (DEFINITIONS / f"{name}.toml").open("rb") as file:
        table = tomllib.load(file)
    return Definition(
        name=name,
        title=table["title"],
        rules=table["rules"],
        projection=table["projection"],
        drawing=Drawing(**table.get("drawing", {})),
        land=tuple(_land(row) for row in table["land"]),
        sea=tuple(_sea(row) for row in table["sea"]),
        void=tuple(_sea(row) for row in table.get("void", [])),
        links=_explained(table.get("links", [])),
        barriers=_explained(table.get("barriers", [])),
    )


def _land(row: dict[str, Any]) -> Land:
    places = tuple((float(lon), float(lat)) for lon, lat in row["at"])
    return Land(**{**row, "at": places, "countries": tuple(row.get("countries", "").split())})


def _sea(row: dict[str, Any]) -> Sea:
    return Sea(**{**row, "at": tuple((float(lon), float(lat)) for lon, lat in row["at"])})


def _explained(rows: list[dict[str, Any]]) -> dict[Pair, str]:
    """Rows of `{ reason, pairs = [[a, b], ...] }` as one reason for each pair."""
    reasons: dict[Pair, str] = {}
    for row in rows:
        for one, other in row["pairs"]:
            if pair(one, other) in reasons:
                raise ValueError(f"{one} and {other} are explained twice.")
            reasons[pair(one, other)] = row["reason"]
    return reasons
