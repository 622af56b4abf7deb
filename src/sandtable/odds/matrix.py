"""Games of two choices: best replies, the safe choice, and the mixture that no reply can beat."""

from collections.abc import Sequence
from typing import NamedTuple

Matrix = Sequence[Sequence[float]]
"""What the first player gains, by its own choice and the other's."""
_TINY = 1e-9


class Solution(NamedTuple):
    """A mixture for each player, and what the first gains by them, whatever single choice the other makes."""

    mine: list[float]
    theirs: list[float]
    value: float


def best_reply(matrix: Matrix, column: int) -> int:
    """The first player's best choice if the other's is known."""
    return max(range(len(matrix)), key=lambda row: matrix[row][column])


def safe(matrix: Matrix) -> int:
    """The choice whose worst case is best: the right one for whoever has to show it first."""
    return max(range(len(matrix)), key=lambda row: min(matrix[row]))


def solve(matrix: Matrix) -> Solution:
    """The mixtures of a game in which one player gains what the other loses, by the simplex method.

    With all gains made positive, the second player looks for weights y with A y <= 1 whose sum is greatest; the first
    player's weights are the prices of that program. Pivots follow Bland's rule, so the method ends.
    """
    rows, columns = len(matrix), len(matrix[0])
    lift = 1.0 - min(min(row) for row in matrix)
    table = [
        [value + lift for value in row] + [float(at == slack) for slack in range(rows)] + [1.0]
        for at, row in enumerate(matrix)
    ]
    goal = [-1.0] * columns + [0.0] * (rows + 1)
    basis = [columns + at for at in range(rows)]
    while (enters := next((at for at, cost in enumerate(goal[:-1]) if cost < -_TINY), -1)) >= 0:
        _pivot(table, goal, basis, enters)
    total = goal[-1]
    theirs = [0.0] * columns
    for at, name in enumerate(basis):
        if name < columns:
            theirs[name] = table[at][-1] / total
    mine = [max(goal[columns + at], 0.0) / total for at in range(rows)]
    return Solution(mine, theirs, 1.0 / total - lift)


def _pivot(table: list[list[float]], goal: list[float], basis: list[int], enters: int) -> None:
    """Bring one column into the basis."""
    rows = [at for at, row in enumerate(table) if row[enters] > _TINY]
    leaves = min(rows, key=lambda at: (table[at][-1] / table[at][enters], basis[at]))
    factor = table[leaves][enters]
    table[leaves] = [value / factor for value in table[leaves]]
    for row in (*(row for at, row in enumerate(table) if at != leaves), goal):
        share = row[enters]
        if share:
            row[:] = [value - share * other for value, other in zip(row, table[leaves], strict=True)]
    basis[leaves] = enters
