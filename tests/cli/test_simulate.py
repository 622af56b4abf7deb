"""`sandtable simulate`: what comes of many games, however many workers play them."""

import json

import pytest

from tests.cli.conftest import Run, assert_one_sentence


def test_results_and_speed_as_json(sandtable: Run) -> None:
    found = json.loads(sandtable("simulate", "echoes", "--games", "40", "--workers", "1", "--json").out)
    assert found["games"] == 40 == sum(found["results"].values())
    assert found["decisions"] > 40
    assert found["decisions_per_second"] > 0


def test_the_same_seed_gives_the_same_games_whatever_the_workers(process: Run) -> None:
    one, two = (
        process("simulate", "echoes", "--bots", "aimless", "--games", "40", "--seed", "7", "--workers", k, "--json")
        for k in ("1", "2")
    )
    assert json.loads(one.out)["results"] == json.loads(two.out)["results"]
    assert json.loads(one.out)["decisions"] == json.loads(two.out)["decisions"]
    assert one.err == two.err == ""  # no bar where nobody would see it


def test_results_for_people(sandtable: Run) -> None:
    ran = sandtable("simulate", "echoes", "--games", "40", "--workers", "1")
    assert "Mean result for allies: 0." in ran.out
    assert "axis" in ran.out
    assert "decisions/s" in ran.err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["chess"], "There is no game 'chess'"),
        (["echoes", "--bots", "genius"], "Echoes has no bot 'genius'; it has: random,"),
        (["echoes", "--bots", "random,random"], "Name one bot, or one for each of allies; not 2."),
        (["echoes", "--games", "0"], "The number of games must be 1 or more, not 0."),
        (["echoes", "--workers", "-1"], "The number of workers must be 1 or more, or 0 for one on each core, not -1."),
        (["echoes", "--seed", "-1"], "A seed is a number from 0 on, not -1."),
        (["echoes", "--scenario", "mars"], "Echoes has no scenario 'mars'"),
        (["echoes", "--option", "fog=on"], "Echoes has no option 'fog'"),
    ],
)
def test_what_cannot_be_simulated(sandtable: Run, args: list[str], says: str) -> None:
    ran = sandtable("simulate", *args)
    assert_one_sentence(ran)
    assert says in ran.err
