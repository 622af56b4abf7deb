"""The check of the maps finds what it is there to find: a board of two squares, drawn right and drawn wrong."""

from dataclasses import replace

import pytest

from maps import check
from maps.definition import Definition
from maps.definition import Drawing as Measures
from maps.drawing import Drawing, is_inside
from maps.rules import Board, Region

EAST, WEST = Region("east", "East", "land"), Region("west", "West", "land")


def square(left: int, name: str, ring: list[int], anchor: tuple[float, float]) -> dict:
    properties = {"kind": "land", "name": name.title(), "anchor": list(anchor)}
    return {"type": "Polygon", "id": name, "properties": properties, "arcs": [ring]}


def two_squares(east_anchor: tuple[float, float] = (15, 5)) -> Drawing:
    """Two squares of ten pixels side by side; arc 0 is the border between them."""
    return Drawing(
        {
            "type": "Topology",
            "map": {"size": [20, 10], "wraps": False},
            "transform": {"scale": [1, 1], "translate": [0, 0]},
            "objects": {
                "areas": {"geometries": [square(0, "west", [0, 1], (5, 5)), square(10, "east", [~0, 2], east_anchor)]}
            },
            "arcs": [
                [[10, 0], [0, 10]],
                [[10, 10], [-10, 0], [0, -10], [10, 0]],
                [[10, 0], [10, 0], [0, 10], [-10, 0]],
            ],
        }
    )


TABLE = Definition("", "", "", {}, Measures(), (), (), (), {}, {})
NEIGHBOURS = Board({"east": EAST, "west": WEST}, frozenset({("east", "west")}))
STRANGERS = replace(NEIGHBOURS, neighbours=frozenset())


def test_a_true_drawing_passes() -> None:
    assert check.problems(TABLE, NEIGHBOURS, two_squares()) == []


def test_an_unexplained_contact_is_reported_with_its_length() -> None:
    (problem,) = check.problems(TABLE, STRANGERS, two_squares())
    assert problem.startswith("east and west are no neighbours and share 10.0 px")


def test_an_explained_contact_passes() -> None:
    assert check.problems(replace(TABLE, barriers={("east", "west"): "A wall."}), STRANGERS, two_squares()) == []


@pytest.mark.parametrize("field", ["links", "barriers"])
def test_an_explanation_nobody_needs_is_reported(field: str) -> None:
    (problem,) = check.problems(replace(TABLE, **{field: {("east", "west"): "Old."}}), NEIGHBOURS, two_squares())
    assert "drop the" in problem


def test_neighbours_that_do_not_touch_are_reported() -> None:
    far = Region("far", "Far", "land")
    board = Board({**NEIGHBOURS.regions, "far": far}, NEIGHBOURS.neighbours | {("east", "far")})
    assert check.problems(TABLE, board, two_squares()) == [
        "far is a region of the game and is not drawn.",
        "east and far are neighbours and share 0.0 px of border: explain it in `links` or redraw.",
    ]


def test_a_region_that_the_game_does_not_know_is_reported() -> None:
    board = Board({"west": WEST}, frozenset())
    assert "east is drawn and is no region of the game." in check.problems(TABLE, board, two_squares())


def test_a_region_drawn_under_a_wrong_name_is_reported() -> None:
    board = replace(NEIGHBOURS, regions={"west": WEST, "east": replace(EAST, name="Orient")})
    assert check.wrong_regions(board, two_squares()) == ["east is drawn as land 'East' and is land 'Orient'."]


def test_an_anchor_outside_its_region_is_reported() -> None:
    assert check.wrong_clicks(two_squares(east_anchor=(4, 4))) == ["A click on the anchor of east finds west."]


def test_a_hole_is_not_inside() -> None:
    ring = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0), (0.0, 0.0)]
    hole = [(3.0, 3.0), (6.0, 3.0), (6.0, 6.0), (3.0, 6.0), (3.0, 3.0)]
    assert is_inside(1, 1, [ring, hole])
    assert not is_inside(5, 5, [ring, hole])
