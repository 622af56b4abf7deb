"""Land areas: provinces given to the areas that claim them, dissolved, simplified, and tiny islands made bubbles."""

import itertools
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry, LineString, Point, Polygon

from maps.definition import Definition, Land
from maps.geography import Provinces
from maps.projection import Projection, place

BACKDROP = ""  # land that belongs to no region of the game
WORTH_SPLITTING = 250.0  # square pixels

Site = tuple[float, float, str]


@dataclass(frozen=True)
class Bubble:
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Lands:
    areas: dict[str, Geometry]  # by id; BACKDROP for the rest of the world
    bubbles: dict[str, Bubble]
    islets: dict[str, Geometry]  # the true shapes inside the bubbles


def lands(definition: Definition, drawn: Projection, world: Provinces) -> Lands:
    given = _given(definition.land, drawn, world)
    names = sorted(given)
    dissolved = np.array([shapely.union_all(given[name], grid_size=1e-3) for name in names], object)
    simple = shapely.coverage_simplify(dissolved, definition.drawing.simplify)
    areas = {name: _without_specks(region, definition) for name, region in zip(names, simple, strict=True)}
    return _with_bubbles(definition, drawn, {name: region for name, region in areas.items() if not region.is_empty})


class Claims:
    """Which areas may take a province: those that name it, else those that name its country."""

    def __init__(self, areas: tuple[Land, ...]) -> None:
        self.by_country: dict[str, list[str]] = defaultdict(list)
        self.by_province: dict[tuple[str, str], list[str]] = defaultdict(list)
        for area in areas:
            for country in area.countries:
                self.by_country[country].append(area.id)
            for country, names in area.provinces.items():
                for name in names:
                    self.by_province[country, name].append(area.id)
        for area in areas:
            for country, names in area.without.items():
                for name in names:
                    self.by_province.setdefault((country, name), [])

    def of(self, country: str, name: str) -> list[str]:
        return self.by_province.get((country, name), self.by_country.get(country, []))

    def check(self, world: Provinces) -> None:
        known = set(zip(world.country.tolist(), world.name.tolist(), strict=True))
        lost = sorted(claim for claim in self.by_province if claim not in known)
        lost += sorted((country, "") for country in self.by_country if country not in {c for c, _ in known})
        if lost:
            raise ValueError(f"The geography has no such province in sight of this map: {lost}.")


def _given(areas: tuple[Land, ...], drawn: Projection, world: Provinces) -> dict[str, list[Geometry]]:
    claims = Claims(areas)
    claims.check(world)
    sites = {area.id: [(*place(drawn, *at), area.id) for at in area.at] for area in areas}
    given: dict[str, list[Geometry]] = defaultdict(list)
    random = np.random.default_rng(1940)  # only roughens cuts; the same seed draws the same map
    for region, country, name in zip(world.shapes, world.country, world.name, strict=True):
        claimants = [site for owner in claims.of(country, name) for site in sites[owner]]
        owners = {owner for *_, owner in claimants}
        if len(owners) < 2:
            given[next(iter(owners), BACKDROP)].append(region)
            continue
        inside = [site for site in claimants if region.contains(Point(site[:2]))]
        if len({owner for *_, owner in inside}) > 1 and region.area > WORTH_SPLITTING:
            for piece, owner in split(region, inside, random):
                given[owner].append(piece)
        else:
            middle = region.point_on_surface()
            given[min(claimants, key=lambda site: middle.distance(Point(site[:2])))[2]].append(region)
    return dict(given)


def split(region: Polygon, sites: list[Site], random: np.random.Generator) -> list[tuple[Polygon, str]]:
    """Cuts a province between sites of several areas; cuts are roughened and end on vertices that are already there."""
    places = np.array([site[:2] for site in sites])
    edges = shapely.voronoi_polygons(shapely.multipoints(places), extend_to=region.envelope.buffer(50), only_edges=True)
    corners = shapely.get_coordinates(region.boundary)
    cuts = []
    for edge in shapely.get_parts(shapely.get_parts(edges)):
        ends = shapely.get_coordinates(edge)
        for start, end in itertools.pairwise(ends):
            inside = shapely.intersection(LineString(_rough(start, end, random)), region)
            cuts += [_snapped(cut, region, corners) for cut in shapely.get_parts(inside) if cut.length]
    noded = shapely.node(shapely.union_all([region.boundary, *cuts]))
    pieces = []
    for face in shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))):
        middle = face.representative_point()
        if region.contains(middle):
            nearest = np.argmin(((places - [middle.x, middle.y]) ** 2).sum(1))
            pieces.append((face, sites[nearest][2]))
    return pieces


def _rough(start: np.ndarray, end: np.ndarray, random: np.random.Generator, rounds: int = 5) -> np.ndarray:
    points = np.array([start, end], float)
    for _ in range(rounds):
        step = np.diff(points, axis=0)
        aside = np.column_stack([-step[:, 1], step[:, 0]]) * random.uniform(-0.12, 0.12, (len(step), 1))
        points = np.insert(points, np.arange(1, len(points)), points[:-1] + step / 2 + aside, axis=0)
    return points


def _snapped(cut: LineString, region: Polygon, corners: np.ndarray) -> LineString:
    points = shapely.get_coordinates(cut)
    for end in (0, -1):
        if region.boundary.distance(Point(points[end])) < 1e-6:
            points[end] = corners[np.argmin(((corners - points[end]) ** 2).sum(1))]
    return LineString(points)


def _without_specks(region: Geometry, definition: Definition) -> Geometry:
    smallest = definition.drawing.smallest_island
    parts = sorted(shapely.get_parts(region), key=lambda part: -part.area)
    kept = [part for part in parts if part.area >= smallest] or parts[:3]
    return shapely.multipolygons(
        [Polygon(p.exterior, [hole for hole in p.interiors if Polygon(hole).area >= smallest * 2]) for p in kept]
    )


def _with_bubbles(definition: Definition, drawn: Projection, areas: dict[str, Geometry]) -> Lands:
    """Tiny islands become real round areas that take part in borders and clicks like any other."""
    radius = definition.drawing.bubble_radius
    bubbles = {area.id: Bubble(*place(drawn, *area.at[0]), radius) for area in definition.land if area.bubble}
    discs = {name: Point(b.x, b.y).buffer(b.radius, quad_segs=10) for name, b in bubbles.items()}
    everywhere = shapely.union_all(list(discs.values()))
    islets = {name: shapely.intersection(areas[name], discs[name]) for name in discs if name in areas}
    for name, region in areas.items():
        if name not in discs and region.intersects(everywhere):
            parts = shapely.get_parts(shapely.difference(region, everywhere))
            areas[name] = shapely.multipolygons([p for p in parts if p.geom_type == "Polygon" and p.area > 1])
    areas |= {name: shapely.multipolygons([disc]) for name, disc in discs.items()}
    return Lands(areas, bubbles, islets)
