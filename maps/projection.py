"""From longitude and latitude to the pixels of a drawing, and back for the relief."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]
SAMPLES = 4001
EARTH_KM = 6371.0


class Projection(Protocol):
    width: int
    height: int
    west: float | None  # the meridian where the drawing is cut; what is west of it moves by 360 degrees

    def forward(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Numbers, Numbers]: ...
    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[Numbers, Numbers]: ...


class Cylindrical:
    """Miller's cylinder with local scale factors in both directions, so that crowded parts get more room."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.west = float(table["west"])
        self.width = int(table["width"])
        self.lon = np.linspace(self.west, table["east"], SAMPLES)
        across = _integral(self.lon, _smooth(_scale(self.lon, table.get("x_scale"))))
        unit = self.width / across[-1]
        self.x = across * unit
        self.lat = np.linspace(table["south"], table["north"], SAMPLES)
        miller = np.degrees(1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(self.lat))))
        local = np.gradient(miller, self.lat) * _scale(self.lat, table.get("y_scale"))
        self.up = _integral(self.lat, _smooth(local)) * unit
        self.top = self.up[-1] + table.get("pad_top", 0)
        self.height = round(self.top)

    def forward(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Numbers, Numbers]:
        return _extended(lon, self.lon, self.x), self.top - _extended(lat, self.lat, self.up)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[Numbers, Numbers]:
        lat = _extended(self.top - np.asarray(y, float), self.up, self.lat)
        return np.interp(x, self.x, self.lon), np.minimum(lat, 89.5)


class Lens:
    """A magnifying glass over part of a projection. One-to-one while (power - 1) * 0.446 < 1, so borders survive."""

    def __init__(self, under: Projection, lon: float, lat: float, radius: float, power: float) -> None:
        if (power - 1) * 0.446 >= 1:
            raise ValueError("A lens of this power would fold the map.")
        self.under, self.width, self.height, self.west = under, under.width, under.height, under.west
        x, y = under.forward(_east_of(lon, under.west), lat)
        self.centre = float(x), float(y)
        self.radius, self.power = radius, power
        self.true = np.linspace(0, radius * 6, 6001)
        self.seen = self.true * self._factor(self.true)

    def _factor(self, distance: Numbers) -> Numbers:
        return np.asarray(1 + (self.power - 1) * np.exp(-((distance / self.radius) ** 2)))

    def forward(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Numbers, Numbers]:
        x, y = self.under.forward(lon, lat)
        dx, dy = x - self.centre[0], y - self.centre[1]
        factor = self._factor(np.hypot(dx, dy))
        return self.centre[0] + dx * factor, self.centre[1] + dy * factor

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[Numbers, Numbers]:
        dx, dy = np.asarray(x, float) - self.centre[0], np.asarray(y, float) - self.centre[1]
        seen = np.hypot(dx, dy)
        true = np.where(seen < self.seen[-1], np.interp(seen, self.seen, self.true), seen)
        factor = true / np.maximum(seen, 1e-9)
        return self.under.inverse(self.centre[0] + dx * factor, self.centre[1] + dy * factor)


class Azimuthal:
    """Lambert's azimuthal equal-area projection of a sphere, for a continent; the view is given in kilometres."""

    west = None

    def __init__(self, table: dict[str, Any]) -> None:
        lon, lat = table["centre"]
        self.lon0, self.lat0 = np.radians(lon), np.radians(lat)
        self.left, bottom, right, self.top = table["view_km"]
        self.width = int(table["width"])
        self.unit = self.width / (right - self.left)
        self.height = round((self.top - bottom) * self.unit)

    def forward(self, lon: ArrayLike, lat: ArrayLike) -> tuple[Numbers, Numbers]:
        east, north = np.radians(np.asarray(lon, float)) - self.lon0, np.radians(np.asarray(lat, float))
        cosine = np.sin(self.lat0) * np.sin(north) + np.cos(self.lat0) * np.cos(north) * np.cos(east)
        k = EARTH_KM * np.sqrt(2 / np.maximum(1 + cosine, 1e-9))
        x = k * np.cos(north) * np.sin(east)
        y = k * (np.cos(self.lat0) * np.sin(north) - np.sin(self.lat0) * np.cos(north) * np.cos(east))
        return (x - self.left) * self.unit, (self.top - y) * self.unit

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[Numbers, Numbers]:
        east = np.asarray(x, float) / self.unit + self.left
        north = self.top - np.asarray(y, float) / self.unit
        rho = np.maximum(np.hypot(east, north), 1e-9)
        c = 2 * np.arcsin(np.minimum(rho / (2 * EARTH_KM), 1))
        lat = np.arcsin(np.cos(c) * np.sin(self.lat0) + north * np.sin(c) * np.cos(self.lat0) / rho)
        across = east * np.sin(c)
        along = rho * np.cos(self.lat0) * np.cos(c) - north * np.sin(self.lat0) * np.sin(c)
        return np.degrees(self.lon0 + np.arctan2(across, along)), np.degrees(lat)


def projection(table: dict[str, Any]) -> Projection:
    drawn: Projection = Azimuthal(table) if table["kind"] == "azimuthal" else Cylindrical(table)
    for lens in table.get("lenses", []):
        drawn = Lens(drawn, *lens["at"], radius=lens["radius"], power=lens["power"])
    return drawn


def place(drawn: Projection, lon: float, lat: float) -> tuple[float, float]:
    x, y = drawn.forward(_east_of(lon, drawn.west), lat)
    return float(x), float(y)


def _east_of(lon: float, west: float | None) -> float:
    return lon + 360 if west is not None and lon < west else lon


def _scale(at: Numbers, table: list[list[float]] | None) -> Numbers:
    if not table:
        return np.ones_like(at)
    return np.interp(at, [row[0] for row in table], [row[1] for row in table])


def _smooth(values: Numbers) -> Numbers:
    window = np.hanning(401)
    return np.convolve(np.pad(values, 200, mode="edge"), window / window.sum(), "valid")


def _integral(at: Numbers, values: Numbers) -> Numbers:
    return np.concatenate([[0.0], np.cumsum((values[1:] + values[:-1]) / 2) * (at[1] - at[0])])


def _extended(values: ArrayLike, known: Numbers, images: Numbers) -> Numbers:
    """Interpolated inside the table and carried on in a straight line beyond its ends."""
    at = np.asarray(values, float)
    low = images[0] + (at - known[0]) * (images[1] - images[0]) / (known[1] - known[0])
    high = images[-1] + (at - known[-1]) * (images[-1] - images[-2]) / (known[-1] - known[-2])
    return np.where(at < known[0], low, np.where(at > known[-1], high, np.interp(at, known, images)))
