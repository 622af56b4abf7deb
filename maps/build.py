"""Builds one map: geography, land, sea, one coverage, anchors and labels, relief, and the check of it all."""

import json
import time
from typing import Any

import shapely
from shapely import Geometry, Point

from maps import check, definition, drawing, labels, relief, rules
from maps.coverage import GRID, Patch, coverage
from maps.definition import Definition
from maps.geography import provinces
from maps.land import BACKDROP, Lands, lands
from maps.patches import patches
from maps.projection import Projection, projection
from maps.rules import Board
from maps.sea import SeaCells
from maps.topology import Topology, geometry

ROUNDS = 3  # of small repairs


def build(name: str, with_relief: bool = True) -> list[str]:
    """Writes the files of a map and returns what is wrong with it, a sentence each."""
    started = time.monotonic()
    table = definition.load(name)
    board = rules.board(table.rules)
    drawn = projection(table.projection)
    world = provinces(drawn, tuple(table.projection["clip"]))
    land = lands(table, drawn, world)
    lost = [area.id for area in table.land if area.id not in land.areas]
    if lost:
        raise ValueError(f"No land is left for {', '.join(lost)}: check what they claim, or make them bubbles.")
    cells = SeaCells(table, board, drawn, land.areas)
    areas = coverage(table, drawn, land.areas, cells, [])
    repairs: list[Patch] = []
    for _ in range(ROUNDS):
        repairs += patches(table, board, areas)
        areas = coverage(table, drawn, land.areas, cells, repairs)
    topology = _topology(table, board, drawn, land, areas)
    drawing.BUILT.mkdir(exist_ok=True)
    drawing.file_of(name).write_text(json.dumps(topology, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
    if with_relief:
        solid = [areas[area] for area in land.areas if area not in land.bubbles]
        bubbles = [areas[area] for area in land.bubbles]
        relief.write(drawing.relief_of(name), drawn, table.drawing, solid, bubbles)
    print(f"{name}: {len(areas)} areas, {len(topology['arcs'])} arcs, {time.monotonic() - started:.0f} s")
    return check.problems(table, board, drawing.read(name))


def _topology(
    table: Definition, board: Board, drawn: Projection, land: Lands, areas: dict[str, Geometry]
) -> dict[str, Any]:
    shared = Topology(areas)
    anchors = {name: anchor(areas[name], land, name) for name in areas if name in board.regions}
    texts = labels.labels(table, board, areas, anchors, land.bubbles, drawn)
    shapes = []
    for name, parts in shared.areas.items():
        properties: dict[str, Any] = {"kind": "backdrop" if name == BACKDROP else "void"}
        if name in board.regions:
            x, y, room = anchors[name]
            properties = {"kind": board.regions[name].kind, "name": board.regions[name].name}
            properties |= {"anchor": [x, y], "room": room, "labels": texts[name]}
        if name in land.bubbles:
            properties["bubble"] = table.drawing.bubble_radius
        shapes.append(geometry(parts, name or "backdrop", properties))
    barriers = [
        _lines("barrier", p, reason, [[a] for a in shared.between(*p)])
        for p, reason in sorted(table.barriers.items())
        if p[0] in areas and p[1] in areas
    ]
    links = [
        _lines("link", p, reason, [[shared.add_line(link(areas[p[0]], areas[p[1]]))]])
        for p, reason in sorted(table.links.items())
        if p[0] in areas and p[1] in areas
    ]
    islets = [part for group in land.islets.values() for part in shapely.get_parts(group) if part.area > 0.2]
    outlines = [[[shared.add_line(islet.exterior)]] for islet in islets if islet.geom_type == "Polygon"]
    return {
        "type": "Topology",
        "map": {"name": table.name, "title": table.title, "size": [drawn.width, drawn.height], "wraps": table.wraps},
        "transform": {"scale": [GRID, GRID], "translate": [0, 0]},
        "objects": {
            "areas": {"type": "GeometryCollection", "geometries": shapes},
            "islets": {"type": "MultiPolygon", "arcs": outlines},
            "links": {"type": "GeometryCollection", "geometries": links},
            "barriers": {"type": "GeometryCollection", "geometries": barriers},
        },
        "arcs": shared.encoded(),
    }


def _lines(kind: str, between: tuple[str, str], reason: str, arcs: list[list[int]]) -> dict[str, Any]:
    return {"type": "MultiLineString", "properties": {"kind": kind, "between": between, "reason": reason}, "arcs": arcs}


def anchor(area: Geometry, land: Lands, name: str) -> tuple[float, float, float]:
    """Where pieces stand and clicks are sure to land: the middle of the largest free circle, and its radius."""
    if name in land.bubbles:
        bubble = land.bubbles[name]
        return round(bubble.x, 1), round(bubble.y, 1), bubble.radius
    largest = max(shapely.get_parts(area), key=lambda part: part.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    x, y = circle.coords[0]
    return round(x, 1), round(y, 1), round(circle.length, 1)


def link(one: Geometry, other: Geometry) -> Geometry:
    """The shortest line between two areas, carried a little way into both of them."""
    line = shapely.shortest_line(one, other)
    (x1, y1), (x2, y2) = line.coords
    if line.length < 1e-3:
        middle = shapely.intersection(one, other).centroid
        return shapely.LineString([(middle.x, middle.y - 5), (middle.x, middle.y + 5)])
    ux, uy = 5 * (x2 - x1) / line.length, 5 * (y2 - y1) / line.length
    return shapely.LineString([Point(x1 - ux, y1 - uy), Point(x2 + ux, y2 + uy)])
