"""The open part of the map: which region borders which, for each way of moving."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Theatre(msgspec.Struct, frozen=True):
    """Borders between the regions in play. WR-SCEN-01: what is outside does not exist."""

    territories: tuple[str, ...]
    seas: tuple[str, ...]
    land: dict[str, tuple[str, ...]]
    """Territory to adjacent territories."""
    shore: dict[str, tuple[str, ...]]
    """Territory to adjacent sea regions."""
    coast: dict[str, tuple[str, ...]]
    """Sea region to adjacent territories."""
    sea: dict[str, tuple[str, ...]]
    """Sea region to adjacent sea regions, passages included."""
    rails: dict[str, tuple[str, ...]]
    ports: dict[str, tuple[str, ...]]
    """Sea region to the territories that have a Port on it."""
    air: dict[str, tuple[str, ...]]
    """Region to all adjacent regions, impassable ones included."""
    air_reach: dict[str, tuple[str, ...]]
    """Region to every territory and sea region within two flights, itself included."""
    passages: dict[frozenset[str], Any]
    order: dict[str, int]
    """Every territory and sea region with its place in the order of the map."""

    def is_sea(self, region: str) -> bool:
        return region in self.sea

    def is_territory(self, region: str) -> bool:
        return region in self.land


def build(
    territories: Mapping[str, Any],
    seas: Mapping[str, Any],
    walls: Mapping[str, Any],
    passages: dict[frozenset[str], Any],
) -> Theatre:
    """The borders of the regions that are given, as far as both ends are."""
    land = {t: tuple(o for o in record.land if o in territories) for t, record in territories.items()}
    shore = {t: tuple(s for s in record.sea if s in seas) for t, record in territories.items()}
    sea = {s: tuple(o for o in record.sea if o in seas) for s, record in seas.items()}
    coast = {s: tuple(t for t in territories if s in shore[t]) for s in seas}
    air = {t: (*land[t], *shore[t], *(x for x, wall in walls.items() if t in wall.borders)) for t in territories}
    air |= {s: (*sea[s], *coast[s], *(x for x, wall in walls.items() if s in wall.borders)) for s in seas}
    air |= {x: tuple(r for r in wall.borders if r in territories or r in seas) for x, wall in walls.items()}
    order = {region: place for place, region in enumerate((*territories, *seas))}
    reach = {}
    for region in order:
        found = dict.fromkeys((region, *air[region]))
        for step in air[region]:
            found |= dict.fromkeys(air[step])
        reach[region] = tuple(r for r in found if r in order)
    return Theatre(
        territories=tuple(territories),
        seas=tuple(seas),
        land=land,
        shore=shore,
        coast=coast,
        sea=sea,
        rails={t: tuple(o for o in record.rails if o in territories) for t, record in territories.items()},
        ports={s: tuple(t for t, record in territories.items() if s in record.ports) for s in seas},
        air=air,
        air_reach=reach,
        passages=passages,
        order=order,
    )
