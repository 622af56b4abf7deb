"""A built map, read back: outlines, common borders and what lies where. Needs nothing but Python."""

import itertools
import json
import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from maps.definition import Pair, pair

BUILT = Path(__file__).parent.parent / "src" / "sandtable" / "maps"
SEAM_PROBE = 2.0  # pixels between two probes along the edge of a world map

Point = tuple[float, float]
Line = list[Point]


def file_of(name: str) -> Path:
    return BUILT / f"{name}.topo.json"


def relief_of(name: str) -> Path:
    return BUILT / f"{name}.avif"


@dataclass(frozen=True)
class Area:
    id: str
    properties: dict[str, Any]
    parts: list[list[list[int]]]  # polygons as rings of arc numbers

    @property
    def kind(self) -> str:
        return str(self.properties["kind"])

    @property
    def anchor(self) -> Point:
        x, y = self.properties["anchor"]
        return x, y


class Drawing:
    """The areas of one map by id."""

    def __init__(self, topology: dict[str, Any]) -> None:
        self.topology = topology
        self.width, self.height = topology["map"]["size"]
        self.wraps: bool = topology["map"]["wraps"]
        self.areas: dict[str, Area] = {}
        for shape in topology["objects"]["areas"]["geometries"]:
            parts = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
            self.areas[shape["id"]] = Area(shape["id"], shape["properties"], parts)

    @cached_property
    def arcs(self) -> list[Line]:
        (kx, ky), (tx, ty) = self.topology["transform"]["scale"], self.topology["transform"]["translate"]
        lines = []
        for arc in self.topology["arcs"]:
            x = y = 0
            line = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                line.append((x * kx + tx, y * ky + ty))
            lines.append(line)
        return lines

    def ring(self, numbers: list[int]) -> Line:
        points: Line = []
        for number in numbers:
            line = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            points += line[1:] if points else line
        return points

    def outline(self, area: Area) -> list[Line]:
        return [self.ring(ring) for part in area.parts for ring in part]

    @cached_property
    def users(self) -> dict[int, list[str]]:
        """Which areas use an arc: two, or one at the edge of the map."""
        users: dict[int, list[str]] = defaultdict(list)
        for area in self.areas.values():
            for part in area.parts:
                for ring in part:
                    for number in ring:
                        users[max(number, ~number)].append(area.id)
        return users

    def borders(self) -> dict[Pair, float]:
        """How long, in pixels, each pair of areas is seen to touch; across the seam of a world map as well."""
        lengths: dict[Pair, float] = defaultdict(float)
        for number, users in self.users.items():
            if len(set(users)) == 2:
                lengths[pair(*users)] += length(self.arcs[number])
        if self.wraps:
            for y in range(1, int(self.height), int(SEAM_PROBE)):
                left, right = self.at(0.3, y), self.at(self.width - 0.3, y)
                if left and right and left != right:
                    lengths[pair(left, right)] += SEAM_PROBE
        return dict(lengths)

    @cached_property
    def _boxes(self) -> dict[str, tuple[float, float, float, float]]:
        boxes = {}
        for area in self.areas.values():
            points = [point for line in self.outline(area) for point in line]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            boxes[area.id] = min(xs), min(ys), max(xs), max(ys)
        return boxes

    def at(self, x: float, y: float) -> str | None:
        """The area under a point, as a click finds it."""
        for area in self.areas.values():
            left, top, right, bottom = self._boxes[area.id]
            if left <= x <= right and top <= y <= bottom and is_inside(x, y, self.outline(area)):
                return area.id
        return None

    def size(self, area: Area) -> float:
        """The area in square pixels."""
        return sum(
            abs(turned(self.ring(part[0]))) - sum(abs(turned(self.ring(r))) for r in part[1:]) for part in area.parts
        )


def read(name: str) -> Drawing:
    return Drawing(json.loads(file_of(name).read_text(encoding="utf-8")))


def length(line: Line) -> float:
    return sum(math.dist(one, other) for one, other in itertools.pairwise(line))


def turned(ring: Line) -> float:
    """The signed area of a closed ring."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in itertools.pairwise(ring)) / 2


def is_inside(x: float, y: float, rings: list[Line]) -> bool:
    """Even-odd rule: a point is inside if a ray from it crosses the rings an odd number of times."""
    inside = False
    for ring in rings:
        for (x1, y1), (x2, y2) in itertools.pairwise(ring):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside
