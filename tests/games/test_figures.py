"""The figures that graphs of a war are drawn from."""

from random import Random

import pytest

from sandtable.core.table import Table, new_setup
from sandtable.games import MODULES, load_game


def begun(game: str) -> Table:
    rules = load_game(game)
    scenario = next(iter(rules.scenarios))
    seats = {nation: (nation,) for nation in rules.scenarios[scenario].nations}
    return Table(rules, new_setup(rules, id="t", scenario=scenario, options={}, seats=seats, salt="00"))


def test_pacific_measures_production_units_and_cities() -> None:
    table = begun("pacific")
    figures = table.game.figures(table.state)
    assert figures["Production (IPCs)"] == {
        "japan": 26, "united_states": 17, "china": 12, "united_kingdom": 16, "anzac": 10,
    }  # fmt: skip
    assert figures["Victory cities"] == {"axis": 2, "allies": 6}
    assert figures["Units (IPCs)"]["japan"] > figures["Units (IPCs)"]["china"] > 0


def test_war_room_measures_value_units_and_stress() -> None:
    table = begun("warroom")
    figures = table.game.figures(table.state)
    assert figures["Strategic value"]["germany"] > 0
    assert figures["Units (Resources)"]["soviet"] > 0
    assert set(figures["Stress"].values()) == {0.0}


def test_echoes_measures_points_fronts_and_leads() -> None:
    table = begun("echoes")
    figures = table.game.figures(table.state)
    assert figures["Fronts"]["WF"] == 3
    assert figures["Leads"] == {"EMT": -1, "PMT": -1, "USA": 0}
    assert figures["Victory points"]["allies"] > 0


@pytest.mark.parametrize("game", MODULES)
def test_every_moment_has_the_same_measures(game: str) -> None:
    table = begun(game)
    names = {name: list(values) for name, values in table.game.figures(table.state).items()}
    rng = Random(3)
    for _ in range(40):
        want = table.state.want
        if want is None or not hasattr(want, "menus"):
            table.roll(
                tuple(rng.randint(1, want.sides) for _ in range(want.dice))
                if hasattr(want, "dice")
                else tuple(range(want.take))
            )  # type: ignore[union-attr]
        else:
            nation, menu = next(
                (nation, menu) for nation, menu in want.menus.items() if nation not in table.state.sealed
            )
            table.answer(nation, menu.default)
        assert {name: list(values) for name, values in table.game.figures(table.state).items()} == names
