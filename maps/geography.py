"""The public-domain geography (Natural Earth, first-level provinces of the world), healed, cut and projected.

The data comes in a package that `maps/requirements.lock` pins. It was thinned country by country there, so that the
frontiers of two countries differ by a hair; `provinces` makes one exact coverage of it again.
"""

import json
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import shape

from maps.projection import Projection

ICE = {"ATA"}  # Antarctica is on no map of ours
SNAP, GAP = 0.05, 0.6  # pixels: vertices this close are one, and slits this narrow are closed
MARGIN = 40


@dataclass(frozen=True)
class Provinces:
    """Single polygons in pixels with the country and the province each of them is part of."""

    shapes: NDArray[np.object_]
    country: NDArray[np.str_]
    name: NDArray[np.str_]


def data_folder() -> Path:
    return Path(str(distribution("Orange3-Geo").locate_file("orangecontrib/geo/geojson")))


def provinces(drawn: Projection, clip: tuple[float, float, float, float]) -> Provinces:
    """All provinces inside the clip (west, south, east, north in degrees), edge-matched, in pixels of the drawing."""
    shapes, countries, names = [], [], []
    for file in sorted(data_folder().glob("admin1-*.json")):
        country = file.stem.removeprefix("admin1-")
        if country in ICE:
            continue
        for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
            for part in _cut(shape(feature["geometry"]), drawn.west, clip):
                shapes.append(part)
                countries.append(country)
                names.append(feature["properties"]["name"] or "")
    flat = shapely.transform(np.array(shapes, object), lambda at: np.column_stack(drawn.forward(at[:, 0], at[:, 1])))
    frame = shapely.box(-MARGIN, -MARGIN, drawn.width + MARGIN, drawn.height + MARGIN)
    inside = shapely.intersects(flat, frame)
    flat, country, name = flat[inside], np.array(countries)[inside], np.array(names)[inside]
    healed = shapely.coverage_clean(shapely.make_valid(flat), snapping_distance=SNAP, gap_width=GAP)
    parts, index = shapely.get_parts(healed, return_index=True)
    return Provinces(parts, country[index], name[index])


def _cut(
    region: shapely.Geometry, west: float | None, clip: tuple[float, float, float, float]
) -> list[shapely.Geometry]:
    """The polygons of a region east of the cutting meridian, those west of it brought round the world."""
    region = shapely.make_valid(region)
    if west is None:
        copies = [region]
    else:
        east_part = shapely.intersection(region, shapely.box(west, -90, 181, 90))
        west_part = shapely.intersection(region, shapely.box(-181, -90, west, 90))
        copies = [east_part, shapely.transform(west_part, lambda at: at + np.array([360.0, 0.0]))]
    parts = [part for copy in copies for part in shapely.get_parts(copy)]
    window = shapely.box(*clip)
    return [part for part in parts if part.geom_type == "Polygon" and part.area > 0 and part.intersects(window)]
