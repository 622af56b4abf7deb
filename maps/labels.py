"""Labels at three zoom levels: the largest text of the best name that fits, in its area or on the water beside it."""

import itertools
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely import Geometry, Point, STRtree, affinity, box

from maps.definition import Definition
from maps.land import Bubble
from maps.projection import Projection
from maps.rules import SEA, Board

ANGLES = (0, -12, 12, -25, 25, -40, 40, -55, 55, -70, 70)
LINE = 1.02  # distance of lines, in font sizes
TRIES = 20  # places tried in each direction
SIDES = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8))
DISTANCES = (2, 5, 9, 14, 20, 28)


@dataclass(frozen=True)
class Level:
    """A zoom level: font sizes in pixels of the drawing, and the room kept free for pieces around the anchor."""

    name: str
    smallest: float
    largest: float
    pieces: float


# At 0.6, 1.2 and 2.4 screen pixels for each pixel of the drawing, no text is smaller than nine pixels of the screen.
LEVELS = (Level("far", 15, 23, 0), Level("mid", 7.5, 15, 9), Level("near", 3.8, 9, 7))


@dataclass(frozen=True)
class Label:
    x: float
    y: float
    size: float
    angle: float
    lines: list[str]
    outside: bool = False

    def box(self) -> Geometry:
        wide, high = extent(self.lines)
        wide, high = wide * self.size / 2 + 1, high * self.size / 2 + 1
        flat = box(self.x - wide, self.y - high, self.x + wide, self.y + high)
        return affinity.rotate(flat, self.angle, origin=(self.x, self.y))

    def encoded(self) -> dict[str, Any]:
        known: dict[str, Any] = {
            "at": [round(self.x, 1), round(self.y, 1)],
            "size": round(self.size, 1),
            "lines": self.lines,
        }
        if self.angle:
            known["angle"] = self.angle
        if self.outside:
            known["outside"] = True
        return known


def extent(lines: list[str]) -> tuple[float, float]:
    """Width and height of a text in font sizes; a rough measure that is a little too wide for most fonts."""
    return max(sum(_width(letter) for letter in line) for line in lines), len(lines) * LINE - 0.2


def _width(letter: str) -> float:
    if letter in " .'-’il":
        return 0.32
    return 0.8 if letter in "MWmw" else 0.64 if letter.isupper() else 0.54


def line_breaks(name: str) -> list[list[str]]:
    """A name on one, two or three lines, broken at spaces and after the hyphens of long words; `A-12` stays whole."""
    words = re.findall(r"[^ -]{2,}[ -]|[^ ]+ ?", name)
    breaks = [[name]]
    for count in (1, 2):
        for cuts in itertools.combinations(range(1, len(words)), count):
            ends = [0, *cuts, len(words)]
            breaks.append(["".join(words[a:b]).strip() for a, b in itertools.pairwise(ends)])
    return breaks


def labels(
    definition: Definition,
    board: Board,
    areas: dict[str, Geometry],
    anchors: dict[str, tuple[float, float, float]],
    bubbles: dict[str, Bubble],
    drawn: Projection,
) -> dict[str, list[dict[str, Any] | None]]:
    """For each region its label at each level; none where no text can be read."""
    known: dict[str, list[dict[str, Any] | None]] = {name: [] for name in anchors}
    short = {row.id: row.short for row in (*definition.land, *definition.sea)}
    seas = {name for name in anchors if board.regions[name].kind == SEA}
    solid = [area.buffer(1) for name, area in areas.items() if name not in seas]
    page = Page(STRtree(solid), drawn.width, drawn.height)
    ordered = sorted(anchors, key=lambda name: (name in seas, name in bubbles, -areas[name].area))
    for level in LEVELS:
        page.taken = [Point(b.x, b.y).buffer(b.radius + 1) for b in bubbles.values()]
        for name in ordered:
            texts = _texts(level, board.regions[name].name, short.get(name, ""), name in seas)
            x, y, room = anchors[name]
            label = None
            if name not in bubbles:
                free = _room_for_text(areas[name], (x, y), min(room * 0.7, level.pieces))
                label = inside(free, texts, level, page.taken if name in seas else [])
            if label is None and name not in seas:
                label = beside(areas[name], (x, y), texts, level, page)
            if label:
                page.taken.append(label.box())
            known[name].append(label.encoded() if label else None)
    return known


def _texts(level: Level, name: str, short: str, is_sea: bool) -> list[str]:
    """What may be written, best first: far away the short name, near by the full one; seas go by their number."""
    if not short:
        return [name]
    if level.name == "near":
        return [f"{short} {name}" if is_sea and short not in name.split() else name]
    return [short] if is_sea or level.name == "far" else [name, short]


def _room_for_text(area: Geometry, anchor: tuple[float, float], pieces: float) -> Geometry:
    largest = max(shapely.get_parts(area), key=lambda part: part.area)
    return (largest.difference(Point(anchor).buffer(pieces)) if pieces > 3 else largest).buffer(-0.8)


def inside(room: Geometry, texts: list[str], level: Level, taken: list[Geometry]) -> Label | None:
    """The best-looking place, angle and line break for the first text that fits."""
    near = [other for other in taken if other.intersects(room)]
    free = room.difference(shapely.union_all(near)) if near else room
    if free.is_empty:
        return None
    left, top, right, bottom = free.bounds
    grid = np.stack(np.meshgrid(np.linspace(left, right, TRIES), np.linspace(top, bottom, TRIES)), axis=-1).reshape(
        -1, 2
    )
    shapely.prepare(free)
    places = grid[shapely.contains_xy(free, grid[:, 0], grid[:, 1])]
    for text in texts:
        best: tuple[float, Label] | None = None
        for lines, angle in itertools.product(line_breaks(text), ANGLES):
            grace = 1 - abs(angle) / 190 - (0.1 if abs(angle) > 30 else 0) - (len(lines) - 1) * 0.06
            if best and best[0] >= level.largest * grace:
                continue
            label = _largest(free, places, lines, angle, level)
            if label and (best is None or label.size * grace > best[0]):
                best = label.size * grace, label
        if best:
            return best[1]
    return None


def _largest(free: Geometry, places: np.ndarray, lines: list[str], angle: float, level: Level) -> Label | None:
    wide, high = extent(lines)
    turn = np.radians(angle)
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    size, fitting, fitted = level.smallest, places, 0.0
    while size <= level.largest and len(fitting):
        fits = shapely.contains_properly(free, shapely.polygons(fitting[:, None, :] + corners[None] * size))
        if not fits.any():
            break
        fitting, fitted, size = fitting[fits], size, size * 1.09
    if not fitted:
        return None
    central = int(np.argmax(shapely.distance(shapely.points(fitting), free.boundary)))
    return Label(float(fitting[central, 0]), float(fitting[central, 1]), fitted, angle, lines)


class Page:
    """What a label beside its area must keep clear of."""

    def __init__(self, solid: STRtree, width: int, height: int) -> None:
        self.solid, self.width, self.height = solid, width, height
        self.taken: list[Geometry] = []

    def is_free(self, place: Geometry) -> bool:
        left, top, right, bottom = place.bounds
        if left < 2 or top < 2 or right > self.width - 2 or bottom > self.height - 2:
            return False
        return not len(self.solid.query(place, predicate="intersects")) and not any(
            t.intersects(place) for t in self.taken
        )


def beside(area: Geometry, anchor: tuple[float, float], texts: list[str], level: Level, page: Page) -> Label | None:
    """The nearest free water for the name of an area too small to hold it."""
    left, top, right, bottom = area.bounds
    if right - left > 120 or bottom - top > 120:
        left, top, right, bottom = Point(anchor).buffer(12).bounds
    x, y, wide, high = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    for distance, larger, text, (ux, uy) in itertools.product(DISTANCES, (1.7, 1.35, 1.05), texts, SIDES):
        size = min(level.smallest * larger, level.largest * 0.7)
        for lines in line_breaks(text)[: 3 if len(text) > 10 else 1]:
            half, tall = (measure * size / 2 + 1 for measure in extent(lines))
            squeeze = 0.7 if ux and uy else 1
            sign = (ux > 0) - (ux < 0), (uy > 0) - (uy < 0)
            at = x + sign[0] * (wide * squeeze + half + distance), y + sign[1] * (high * squeeze + tall + distance)
            label = Label(*at, size, 0, lines, outside=True)
            if page.is_free(label.box()):
                return label
    return None
