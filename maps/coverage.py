"""One exact planar coverage of the frame: land and sea share their borders vertex by vertex."""

from collections import Counter, defaultdict

import numpy as np
import shapely
from shapely import Geometry, STRtree

from maps.definition import Definition
from maps.projection import Projection
from maps.sea import SeaCells

GRID = 0.1  # pixels: all coordinates of a drawing are multiples of this


Patch = tuple[Geometry, str]  # water, and the sea that gets it whatever the grid says


def coverage(
    definition: Definition, drawn: Projection, land: dict[str, Geometry], cells: SeaCells, patches: list[Patch]
) -> dict[str, Geometry]:
    """Every face of all lines together, given to its land or its sea; together they fill the frame exactly."""
    frame = shapely.box(0, 0, drawn.width, drawn.height)
    drawn_lines = [region.boundary for region in [*land.values(), *(water for water, _ in patches)]] + cells.lines
    lines = [shapely.intersection(line, frame) for line in drawn_lines]
    noded = shapely.union_all([*lines, frame.boundary], grid_size=GRID)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    owner = _owners(faces, land, cells, patches)
    _join_strays(definition, drawn, faces, owner, {*land})
    together: dict[str, list[Geometry]] = defaultdict(list)
    for face, name in zip(faces, owner, strict=True):
        together[name].append(face)
    return {name: shapely.coverage_union_all(parts) for name, parts in sorted(together.items())}


def _owners(faces: np.ndarray, land: dict[str, Geometry], cells: SeaCells, patches: list[Patch]) -> list[str]:
    middles = shapely.point_on_surface(faces)
    places = shapely.get_coordinates(middles)
    names = list(land)
    owner: list[str | None] = [None] * len(faces)
    for face, region in STRtree([land[name] for name in names]).query(middles, predicate="within").T:
        owner[face] = names[region]
    for face, middle in enumerate(middles):
        if owner[face] is None:
            owner[face] = next((sea for water, sea in reversed(patches) if water.contains(middle)), None)
    return [cells.sea_at(*places[face]) if name is None else name for face, name in enumerate(owner)]


def _join_strays(
    definition: Definition, drawn: Projection, faces: np.ndarray, owner: list[str], land: set[str], rounds: int = 4
) -> None:
    """Bits of a sea cut off from its main body go to the neighbour they share most with, lagoons to the land."""
    touching = _touching(faces)
    across = _across_the_seam(faces, drawn) if definition.wraps else []
    area = shapely.area(faces)
    for _ in range(rounds):
        bodies = _bodies(owner, touching, across)
        size: Counter[int] = Counter()
        for face, body in enumerate(bodies):
            size[body] += area[face]
        main: dict[str, int] = {}
        for face, body in enumerate(bodies):
            if owner[face] not in main or size[body] > size[main[owner[face]]]:
                main[owner[face]] = body
        changed = False
        for face in range(len(faces)):
            if owner[face] in land or bodies[face] == main[owner[face]]:
                continue
            shared: Counter[str] = Counter()
            for other, length in touching[face]:
                if owner[other] != owner[face]:
                    in_main_sea = owner[other] not in land and bodies[other] == main[owner[other]]
                    shared[owner[other]] += length * (1e4 if in_main_sea else 1)
            if shared:
                best = max(sorted(shared), key=lambda name: shared[name])
                if best not in land or size[bodies[face]] < definition.drawing.lagoon:
                    owner[face] = best
                    changed = True
        if not changed:
            return


def _touching(faces: np.ndarray) -> dict[int, list[tuple[int, float]]]:
    touching: dict[int, list[tuple[int, float]]] = defaultdict(list)
    pairs = STRtree(faces).query(faces, predicate="touches").T
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    lengths = shapely.length(shapely.intersection(faces[pairs[:, 0]], faces[pairs[:, 1]]))
    for (one, other), length in zip(pairs.tolist(), lengths.tolist(), strict=True):
        if length > 0:
            touching[one].append((other, length))
            touching[other].append((one, length))
    return touching


def _across_the_seam(faces: np.ndarray, drawn: Projection) -> list[tuple[int, int]]:
    """Pairs of faces that meet where the right edge of a world map is joined to its left edge."""

    def spans(x: float) -> list[tuple[int, float, float]]:
        edge = shapely.linestrings([(x, 0), (x, drawn.height)])
        met = shapely.intersection(faces, edge)
        return [(i, *met[i].bounds[1::2]) for i in np.nonzero(shapely.length(met) > 1)[0].tolist()]

    return [
        (one, other)
        for one, top, bottom in spans(0)
        for other, top2, bottom2 in spans(drawn.width)
        if min(bottom, bottom2) - max(top, top2) > 1
    ]


def _bodies(owner: list[str], touching: dict[int, list[tuple[int, float]]], across: list[tuple[int, int]]) -> list[int]:
    """For each face the number of the connected body of its owner that it is part of."""
    parent = list(range(len(owner)))

    def root(face: int) -> int:
        while parent[face] != face:
            parent[face] = parent[parent[face]]
            face = parent[face]
        return face

    joints = [(face, other) for face, others in touching.items() for other, _ in others] + across
    for face, other in joints:
        if owner[face] == owner[other]:
            parent[root(face)] = root(other)
    return [root(face) for face in range(len(owner))]
