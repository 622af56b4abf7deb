"""Small repairs at sea: where a border misses the right cape or corner by a few pixels, water changes hands."""

import shapely
from shapely import Geometry, STRtree

from maps.coverage import Patch
from maps.definition import Definition, pair
from maps.rules import SEA, Board

REACH = 4.0  # pixels: how far from a coast a repair goes
SMALL_COAST, SMALL_SEA = 30.0, 14.0  # pixels: longer borders than these are no slips, and are for the tables to settle


def patches(definition: Definition, board: Board, areas: dict[str, Geometry]) -> list[Patch]:
    """Water that touches what it should not, and which of the seas nearby may have it."""
    seas = [name for name in areas if name in board.regions and board.regions[name].kind == SEA]
    names = [name for name in areas if name in board.regions]
    tree = STRtree([areas[name] for name in names])
    found: list[Patch] = []
    for sea in seas:
        for number in sorted(tree.query(areas[sea], predicate="touches").tolist()):
            other = names[number]
            if pair(sea, other) in board.neighbours or pair(sea, other) in definition.barriers:
                continue
            if board.regions[other].kind == SEA and other < sea:
                continue
            border = shapely.intersection(areas[sea], areas[other])
            is_sea = board.regions[other].kind == SEA
            if 0 < border.length <= (SMALL_SEA if is_sea else SMALL_COAST):
                found += _patch(board, areas, seas, sea, other, border)
    return found


def _patch(
    board: Board, areas: dict[str, Geometry], seas: list[str], sea: str, other: str, border: Geometry
) -> list[Patch]:
    lines = [part for part in shapely.get_parts(border) if part.length]
    merged = shapely.line_merge(shapely.multilinestrings(lines))
    strip = merged.buffer(REACH, cap_style="round" if other in seas else "flat")
    both = shapely.union_all([areas[sea], areas[other]]) if other in seas else areas[sea]
    heirs = [
        third
        for third in seas
        if pair(third, other) in board.neighbours
        and pair(third, sea) in board.neighbours
        and areas[third].distance(border) < REACH / 2
    ]
    if not heirs:
        return []
    heir = max(heirs, key=lambda third: shapely.intersection(areas[third], strip).area)
    return [(shapely.intersection(both, strip), heir)]
