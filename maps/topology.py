"""TopoJSON: each border is one arc, written once and used by the areas on both sides of it."""

import itertools
from collections import defaultdict
from typing import Any

import numpy as np
import shapely
from shapely import Geometry

from maps.coverage import GRID

Vertex = tuple[int, int]
Ring = list[int]


class Topology:
    """Arcs in steps of the grid, and areas as rings of arc numbers (`~n` is arc n backwards)."""

    def __init__(self, areas: dict[str, Geometry]) -> None:
        self.arcs: list[list[Vertex]] = []
        self._number: dict[tuple[Vertex, ...], int] = {}
        rings = {name: [_rings(part) for part in shapely.get_parts(area)] for name, area in areas.items()}
        joints = _joints(ring for parts in rings.values() for part in parts for ring in part)
        self.areas: dict[str, list[list[Ring]]] = {
            name: [[self._ring(ring, joints) for ring in part] for part in parts if part]
            for name, parts in rings.items()
        }

    def add_line(self, line: Geometry) -> int:
        self.arcs.append(_quantised(line))
        return len(self.arcs) - 1

    def between(self, one: str, other: str) -> list[int]:
        """The arcs that two areas share."""
        return sorted(self._used_by(one) & self._used_by(other))

    def _used_by(self, name: str) -> set[int]:
        return {max(arc, ~arc) for part in self.areas[name] for ring in part for arc in ring}

    def encoded(self) -> list[list[list[int]]]:
        """Arcs as differences of neighbouring vertices, the way the format wants them."""
        return [np.diff(np.array(arc), axis=0, prepend=[[0, 0]]).tolist() for arc in self.arcs]

    def _ring(self, ring: list[Vertex], joints: set[Vertex]) -> Ring:
        cuts = [i for i, vertex in enumerate(ring) if vertex in joints]
        if (
            not cuts
        ):  # an island in one other area: start at its first vertex in either direction, so that both sides agree
            first = ring.index(min(ring))
            turned = ring[first:] + ring[:first]
            return [self._arc([*turned, turned[0]])]
        turned = ring[cuts[0] :] + ring[: cuts[0]]
        cuts = [cut - cuts[0] for cut in cuts] + [len(ring)]
        turned.append(turned[0])
        return [self._arc(turned[start : end + 1]) for start, end in itertools.pairwise(cuts)]

    def _arc(self, vertices: list[Vertex]) -> int:
        there, back = tuple(vertices), tuple(reversed(vertices))
        if there in self._number:
            return self._number[there]
        if back in self._number:
            return ~self._number[back]
        self._number[there] = len(self.arcs)
        self.arcs.append(vertices)
        return self._number[there]


def geometry(parts: list[list[Ring]], name: str, properties: dict[str, Any]) -> dict[str, Any]:
    single = len(parts) == 1
    return {
        "type": "Polygon" if single else "MultiPolygon",
        "id": name,
        "properties": properties,
        "arcs": parts[0] if single else parts,
    }


def _quantised(line: Geometry) -> list[Vertex]:
    vertices: list[Vertex] = []
    for x, y in np.round(shapely.get_coordinates(line) / GRID).astype(int).tolist():
        if not vertices or vertices[-1] != (x, y):
            vertices.append((x, y))
    return vertices


def _rings(part: Geometry) -> list[list[Vertex]]:
    rings = [_quantised(ring) for ring in [part.exterior, *part.interiors]]
    return [ring[:-1] for ring in rings if len(ring) > 3]


def _joints(rings: Any) -> set[Vertex]:
    """Vertices where more than two different edges meet: there arcs begin and end."""
    neighbours: dict[Vertex, set[Vertex]] = defaultdict(set)
    for ring in rings:
        for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
            neighbours[one].add(other)
            neighbours[other].add(one)
    return {vertex for vertex, others in neighbours.items() if len(others) != 2}
