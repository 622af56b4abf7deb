"""Sea areas: every bit of water goes to the sea whose places are nearest by ship: no zone jumps across an isthmus.

Ships of a sea keep clear of coasts that the rules do not let it touch, so borders at sea meet land where they should.
"""

import math

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy.ndimage import distance_transform_edt
from scipy.sparse import coo_matrix, csr_matrix
from scipy.sparse.csgraph import dijkstra
from shapely import Geometry, LineString

from maps.definition import Definition, Sea, pair
from maps.land import BACKDROP
from maps.projection import Projection, place
from maps.rules import Board

Grid = NDArray[np.float64]
Labels = NDArray[np.int64]

DREAD = 8.0  # how much dearer a sea finds the water right at a coast that is not its own
DREAD_FADES = 10.0  # pixels


class SeaCells:
    """The frame as a grid of cells, each labelled with a sea, and the smoothed lines between the labels."""

    def __init__(self, definition: Definition, board: Board, drawn: Projection, land: dict[str, Geometry]) -> None:
        self.seas = [*definition.sea, *definition.void]
        self.step = definition.drawing.sea_grid
        self.columns = int(drawn.width / self.step) + 1
        self.rows = int(drawn.height / self.step) + 1
        self.wraps = definition.wraps
        self.names = list(land)
        self.ground = self._ground(land)
        self.labels = self._labels(definition, board, drawn)
        self.lines = self._lines(definition.drawing.sea_simplify / self.step)

    def sea_at(self, x: float, y: float) -> str:
        row, column = min(self.rows - 1, int(y / self.step)), min(self.columns - 1, int(x / self.step))
        return self.seas[self.labels[row, column]].id

    def _labels(self, definition: Definition, board: Board, drawn: Projection) -> Labels:
        """The sea that is nearest to each cell."""
        nearest = np.full(self.rows * self.columns, np.inf)
        labels = np.zeros(self.rows * self.columns, np.int64)
        plain = np.where(self.ground >= 0, definition.drawing.land_cost, 1.0)
        for number, sea in enumerate(self.seas):
            graph = self._graph(plain * self._dread(sea, board))
            way = dijkstra(graph, directed=False, indices=self._start_cells(sea, drawn), min_only=True)
            labels[way < nearest] = number
            nearest = np.minimum(nearest, way)
        return labels.reshape(self.rows, self.columns)

    def _dread(self, sea: Sea, board: Board) -> Grid:
        """The cost of each cell for the ships of a sea: high along the coasts it must not touch."""
        closed = [
            number
            for number, name in enumerate(self.names)
            if name != BACKDROP and sea.id in board.regions and pair(sea.id, name) not in board.neighbours
        ]
        coasts = np.isin(self.ground, closed)
        if not coasts.any():
            return np.ones_like(self.ground, float)
        return np.asarray(1 + DREAD * np.exp(-distance_transform_edt(~coasts) * self.step / DREAD_FADES))

    def _start_cells(self, sea: Sea, drawn: Projection) -> list[int]:
        cells = []
        for at in sea.at:
            x, y = place(drawn, *at)
            column, row = round(x / self.step), round(y / self.step)
            if not (0 <= column < self.columns and 0 <= row < self.rows):
                raise ValueError(f"{sea.id}: the place {at} is outside the frame.")
            cells.append(row * self.columns + column)
        return cells

    def _ground(self, land: dict[str, Geometry]) -> NDArray[np.int32]:
        """For each cell the number of its land area, or -1 for water."""
        image = Image.new("I", (self.columns, self.rows), -1)
        pen = ImageDraw.Draw(image)
        for number, region in sorted(enumerate(land.values()), key=lambda entry: -entry[1].area):  # small ones on top
            for part in shapely.get_parts(region):
                pen.polygon([(x / self.step, y / self.step) for x, y in part.exterior.coords], fill=number)
                for hole in part.interiors:
                    pen.polygon([(x / self.step, y / self.step) for x, y in hole.coords], fill=-1)
        return np.array(image, np.int32)

    def _graph(self, cost: Grid) -> csr_matrix:
        cell = np.arange(cost.size).reshape(cost.shape)
        edges = [
            (cell[:, :-1], cell[:, 1:], 1.0),
            (cell[:-1], cell[1:], 1.0),
            (cell[:-1, :-1], cell[1:, 1:], math.sqrt(2)),
            (cell[:-1, 1:], cell[1:, :-1], math.sqrt(2)),
        ]
        if self.wraps:
            edges.append((cell[:, -1], cell[:, 0], 1.0))
        starts = np.concatenate([start.ravel() for start, _, _ in edges])
        ends = np.concatenate([end.ravel() for _, end, _ in edges])
        length = np.concatenate([np.full(start.size, far) for start, _, far in edges])
        weight = length * np.maximum(cost.ravel()[starts], cost.ravel()[ends])
        return coo_matrix((weight, (starts, ends)), shape=(cost.size, cost.size)).tocsr()

    def _lines(self, tolerance: float) -> list[LineString]:
        """The borders between labels: steps of the grid, straightened as one coverage, corners rounded."""
        labels, width, height = self.labels, self.columns, self.rows
        y, x = np.nonzero(labels[:, 1:] != labels[:, :-1])
        upright = np.stack([np.column_stack([x + 1, y]), np.column_stack([x + 1, y + 1])], axis=1)
        y, x = np.nonzero(labels[1:] != labels[:-1])
        level = np.stack([np.column_stack([x, y + 1]), np.column_stack([x + 1, y + 1])], axis=1)
        frame = shapely.box(0, 0, width, height).boundary
        noded = shapely.union_all([*shapely.linestrings(np.concatenate([upright, level]).astype(float)), frame])
        faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(shapely.line_merge(noded))))
        middle = shapely.get_coordinates(shapely.point_on_surface(faces)).astype(int)
        owner = labels[np.minimum(middle[:, 1], height - 1), np.minimum(middle[:, 0], width - 1)]
        zones = np.array([shapely.coverage_union_all(faces[owner == zone]) for zone in np.unique(owner)], object)
        zones = shapely.coverage_simplify(zones, tolerance, simplify_boundary=False)
        lines = []
        for line in shapely.get_parts(shapely.line_merge(shapely.union_all(shapely.boundary(zones)))):
            points = shapely.get_coordinates(line)
            on_frame = (np.isin(points[:, 0], [0, width]) | np.isin(points[:, 1], [0, height])).all()
            lines.append(LineString((points if on_frame else _rounded(points)) * self.step))
        return lines


def _rounded(points: NDArray[np.float64], rounds: int = 2) -> NDArray[np.float64]:
    """Chaikin's corner cutting with fixed ends."""
    for _ in range(rounds):
        if len(points) < 3:
            break
        cut = np.stack([points[:-1] * 0.75 + points[1:] * 0.25, points[:-1] * 0.25 + points[1:] * 0.75], axis=1)
        points = np.concatenate([points[:1], cut.reshape(-1, 2), points[-1:]])
    return points
