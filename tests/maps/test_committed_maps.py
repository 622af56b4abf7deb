"""The committed maps tell the truth: drawn from the rules' own regions, clickable, small, and without unexplained borders.

Nothing here needs the geography: the built files are read with plain Python.
"""

import gzip
import math

import pytest

from maps import check, definition, drawing, rules
from maps.definition import Definition
from maps.drawing import Drawing
from maps.rules import Board

LARGEST = 400 * 1024
MAPS = definition.names()


@pytest.fixture(scope="module", params=MAPS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def table(name: str) -> Definition:
    return definition.load(name)


@pytest.fixture(scope="module")
def board(table: Definition) -> Board:
    return rules.board(table.rules)


@pytest.fixture(scope="module")
def map_(name: str) -> Drawing:
    return drawing.read(name)


def test_pacific_and_war_room_have_maps() -> None:
    assert {"pacific", "warroom"} <= set(MAPS)


def test_every_region_of_the_game_is_drawn_and_no_other(board: Board, map_: Drawing) -> None:
    assert check.wrong_regions(board, map_) == []


def test_drawn_neighbours_are_neighbours_by_the_rules(table: Definition, board: Board, map_: Drawing) -> None:
    assert check.wrong_neighbours(table, board, map_) == []


def test_every_explanation_is_a_sentence(table: Definition) -> None:
    assert all(
        len(reason) > 20 and reason.endswith(".") for reason in [*table.links.values(), *table.barriers.values()]
    )


def test_links_and_barriers_are_in_the_drawing_for_the_client_to_show(table: Definition, map_: Drawing) -> None:
    for kind, explained in (("links", table.links), ("barriers", table.barriers)):
        drawn = {tuple(shape["properties"]["between"]) for shape in map_.topology["objects"][kind]["geometries"]}
        assert drawn == explained.keys()


def test_a_click_on_an_anchor_finds_its_region(map_: Drawing) -> None:
    assert check.wrong_clicks(map_) == []


def test_no_anchor_lies_under_the_bubble_of_another_region(map_: Drawing) -> None:
    bubbles = {area.id: area for area in map_.areas.values() if "bubble" in area.properties}
    for area in map_.areas.values():
        for bubble in bubbles.values():
            if "anchor" in area.properties and area is not bubble:
                assert math.dist(area.anchor, bubble.anchor) > bubble.properties["bubble"], (area.id, bubble.id)


def test_there_is_room_for_a_piece_at_every_anchor(map_: Drawing) -> None:
    assert {
        area.id: area.properties["room"] for area in map_.areas.values() if area.properties.get("room", 9) < 4
    } == {}


def test_every_region_has_a_name_to_read_when_near(map_: Drawing) -> None:
    unnamed = [
        area.id for area in map_.areas.values() if "labels" in area.properties and area.properties["labels"][2] is None
    ]
    assert unnamed == []


def test_labels_grow_in_number_as_one_comes_nearer(map_: Drawing) -> None:
    labels = [area.properties["labels"] for area in map_.areas.values() if "labels" in area.properties]
    far, mid, near = (sum(label is not None for label in level) for level in zip(*labels, strict=True))
    assert 0 < far <= mid <= near == len(labels)


def test_areas_fill_the_frame_without_gap_or_overlap(map_: Drawing) -> None:
    assert sum(map_.size(area) for area in map_.areas.values()) == pytest.approx(map_.width * map_.height, rel=1e-6)


def test_no_border_belongs_to_more_than_two_areas(map_: Drawing) -> None:
    assert max(len(users) for users in map_.users.values()) == 2


def test_borders_of_one_area_are_only_at_the_edge_of_the_map(map_: Drawing) -> None:
    for number, users in map_.users.items():
        if len(users) == 1:
            assert all(x in (0, map_.width) or y in (0, map_.height) for x, y in map_.arcs[number])


def test_a_world_map_is_the_same_on_both_sides_of_its_seam(map_: Drawing) -> None:
    if map_.wraps:
        met = [(map_.at(0.3, y), map_.at(map_.width - 0.3, y)) for y in range(50, int(map_.height), 50)]
        assert sum(left == right for left, right in met) > len(met) / 2


def test_a_map_is_small(name: str) -> None:
    shapes = gzip.compress(drawing.file_of(name).read_bytes(), 9)
    relief = drawing.relief_of(name).read_bytes()
    assert relief[4:12] == b"ftypavif"
    assert len(shapes) + len(relief) < LARGEST
