"""The kernel of batches: compiled and plain give the same results; matrices are solved to the last digit."""

from types import ModuleType

import pytest

from sandtable.games.warroom.odds_lanes import FACE, guard_of, lines, ranks_of
from sandtable.games.warroom.odds_units import read_force
from sandtable.odds import batches
from sandtable.odds.matrix import best_reply, safe, solve
from tests.odds.plain import plain_source


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    return plain_source(batches)


@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize(
    ("board", "stage", "words", "dice"),
    [
        ("land", "surface", "3 infantry offense 2 infantry defense 2 artillery ground 2 armor defense", 23),
        ("land", "air", "2 fighter air 1 fighter ground 2 bomber ground", 14),
        (
            "sea",
            "surface",
            "2 submarine dive 1 cruiser escort 1 cruiser offense 1 carrier offense 1 battleship offense",
            13,
        ),
    ],
)
def test_compiled_and_plain_agree_to_the_last_bit(
    plain: ModuleType, board: str, stage: str, words: str, dice: int, wild: bool
) -> None:
    found = lines(tuple(ranks_of(read_force(words), board, stage)), stage)
    shares = (FACE["black"], FACE["white"]) if wild else (0.0, 0.0)
    ends = []
    for kernel in (batches, plain):
        target = kernel.Target([line.lane for line in found], guard_of(found), *shares)
        mass = target.after(dice)
        ends.append((list(mass), [list(target.lane_chances(mass, lane)) for lane in range(len(found))]))
    assert ends[0] == ends[1]
    assert sum(ends[0][0]) == pytest.approx(1.0)


def test_a_matrix_with_a_saddle() -> None:
    matrix = [[4.0, 1.0, 8.0], [2.0, 3.0, 1.0], [5.0, 4.0, 6.0]]
    assert safe(matrix) == 2
    assert solve(matrix).value == pytest.approx(4.0)
    assert best_reply(matrix, 2) == 0


def test_a_matrix_that_needs_a_mixture() -> None:
    found = solve([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    assert found.value == pytest.approx(0.0)
    assert found.mine == pytest.approx([1 / 3] * 3)
    assert found.theirs == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("seed", range(20))
def test_no_reply_beats_the_mixture(seed: int) -> None:
    rows, columns = 2 + seed % 5, 2 + seed % 4
    matrix = [[float((seed * 7919 + r * 104729 + c * 1299709) % 97) for c in range(columns)] for r in range(rows)]
    found = solve(matrix)
    assert sum(found.mine) == pytest.approx(1.0)
    assert min(found.mine) >= 0.0
    for column in range(columns):
        assert sum(found.mine[r] * matrix[r][column] for r in range(rows)) >= found.value - 1e-7
    for row in range(rows):
        assert sum(found.theirs[c] * matrix[row][c] for c in range(columns)) <= found.value + 1e-7
