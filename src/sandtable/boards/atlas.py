"""A built map, read for drawing: areas as paths, with places for labels and pieces.

Coordinates stay as the file has them, in tenths of a pixel, so that paths are whole numbers.
"""

from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise
from typing import Any

import msgspec

TENTH = 10
LABELS = 1
"""The second of the three sizes that labels come in: readable at the size of the drawing."""


class Label(msgspec.Struct, frozen=True):
    lines: tuple[str, ...]
    at: tuple[float, float]
    size: float
    angle: float = 0.0


class Area(msgspec.Struct, frozen=True):
    """One area: `kind` is land, sea or impassable for regions of the game, void or backdrop for what is around them."""

    id: str
    kind: str
    name: str
    path: str
    anchor: tuple[float, float] | None
    room: float
    label: Label | None


class Atlas(msgspec.Struct, frozen=True):
    """A map: its size, and its areas in the order in which they are drawn."""

    title: str
    size: tuple[int, int]
    wraps: bool
    areas: tuple[Area, ...]
    islets: str


Points = list[tuple[int, int]]


@cache
def atlas(name: str, grid: int = 1) -> Atlas:
    """A map by its name; on a wide grid, with as few points as a small picture needs."""
    topology = msgspec.json.decode((files("sandtable") / "maps" / f"{name}.topo.json").read_bytes())
    arcs = [on_grid(absolute(arc), grid) for arc in topology["arcs"]]
    facts, objects = topology["map"], topology["objects"]
    areas = tuple(area_of(shape, arcs) for shape in objects["areas"]["geometries"])
    return Atlas(facts["title"], tuple(facts["size"]), facts["wraps"], areas, path_of(objects["islets"], arcs))


def area_of(shape: dict[str, Any], arcs: list[Points]) -> Area:
    facts = shape["properties"]
    label = (facts.get("labels") or [None] * 3)[LABELS]
    return Area(
        id=shape["id"],
        kind=facts["kind"],
        name=facts.get("name", ""),
        path=path_of(shape, arcs),
        anchor=tuple(facts["anchor"]) if "anchor" in facts else None,
        room=facts.get("room", 0.0),
        label=msgspec.convert(label, Label) if label else None,
    )


def absolute(arc: list[list[int]]) -> Points:
    """An arc whose points are given as steps from one to the next."""
    x = y = 0
    found = []
    for right, down in arc:
        x, y = x + right, y + down
        found.append((x, y))
    return found


def on_grid(arc: Points, grid: int) -> Points:
    """The points of an arc moved to a grid; arcs that meet still meet."""
    if grid == 1:
        return arc
    return [point for point, _ in groupby((round(x / grid) * grid, round(y / grid) * grid) for x, y in arc)]


def path_of(shape: dict[str, Any], arcs: list[Points]) -> str:
    polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
    return "".join(ring_path(ring, arcs) for polygon in polygons for ring in polygon)


def ring_path(ring: list[int], arcs: list[Points]) -> str:
    """A ring of arcs as a path; an arc that is run through backwards has the complement of its number."""
    points: Points = []
    for place in ring:
        arc = arcs[place] if place >= 0 else arcs[~place][::-1]
        points.extend(arc[1:] if points else arc)
    if len(points) < 4:  # nothing is left of it on this grid
        return ""
    start, steps = points[0], []
    for (x, y), (next_x, next_y) in pairwise(points[:-1]):  # the last point is the first one again
        steps.append(f"{next_x - x} {next_y - y}")
    return f"M{start[0]} {start[1]}l{' '.join(steps)}z"
