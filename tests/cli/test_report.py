"""`report`: a saved war in words that could be posted, and its luck ledger."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_sentence

TURN = "8 infantry ok\n1\nkiangsi hunan 3 infantry 1 artillery\ndone\n1 1 6 6\n6 6\ndone\njapan 8 infantry ok\n"
"""Japan takes Hunan, with dice that are thrown by hand."""


@pytest.fixture
def save(sandtable: Run, home: Path) -> Path:
    sandtable("play", "pacific", "--plain", "--dice", "manual", input=TURN)
    (path,) = (home / "saves").glob("*.sandtable")
    return path


def test_every_turn_is_told_under_headings(sandtable: Run, save: Path) -> None:
    japan, us = sandtable("report", save).out.split("Round 1 — United States")
    assert japan.startswith("Round 1 — Japan\n\nPurchase\n- Japan buys 8 infantry for 24 IPCs and keeps 2.\n")
    assert "Combat\n- Battle in Hunan: 3 infantry and 1 artillery of Japan against 2 infantry of China." in japan
    assert "Territory\n- Japan captures Hunan." in japan
    assert us.strip() == ""


def test_the_last_turn_alone_and_as_json(sandtable: Run, save: Path) -> None:
    assert sandtable("report", save, "--last").out.strip() == "Round 1 — United States"
    turns = json.loads(sandtable("report", save, "--json").out)
    assert [turn.splitlines()[0] for turn in turns] == ["Round 1 — Japan", "Round 1 — United States"]


def test_the_luck_ledger(sandtable: Run, save: Path) -> None:
    assert "Hunan   Japan     4.0            0     " in sandtable("report", save, "--luck").out
    found = json.loads(sandtable("report", save, "--luck", "--json").out)
    assert [(battle["space"], battle["attacker"]["loss"]) for battle in found["battles"]] == [("hunan", 0)]
    assert found["hits"]["japan"] == [1.0, 2]


def test_the_luck_of_the_last_turn(sandtable: Run, save: Path, home: Path) -> None:
    assert sandtable("report", save, "--luck", "--last").out == "No battle has been fought.\n"  # of the US, so far
    save.unlink()
    sandtable("play", "pacific", "--plain", "--dice", "manual", input=TURN.partition("done\njapan")[0])
    (path,) = (home / "saves").glob("*.sandtable")
    luck = sandtable("report", path, "--luck").out
    assert "Hunan" in luck
    assert sandtable("report", path, "--luck", "--last").out == luck  # the turn of Japan is the only one
    found = json.loads(sandtable("report", path, "--luck", "--last", "--json").out)
    assert found["hits"]["japan"] == [1.0, 2]


def test_both_can_be_asked_for_while_playing(sandtable: Run) -> None:
    args = ("play", "pacific", "--plain", "--dice", "manual")
    out = sandtable(*args, input=TURN + "summary\nluck\n").out
    assert "Purchase\n- Japan buys 8 infantry for 24 IPCs and keeps 2." in out
    assert "Round  Battle  Attacker  Loss expected" in out


def test_a_game_without_turns_is_told_in_one_go(sandtable: Run, home: Path) -> None:
    sandtable("play", "echoes", "--campaign", "3", "--plain", input="1\n" * 8)
    (path,) = (home / "saves").rglob("*.sandtable")
    assert "Eastern Front: the Axis attack" in sandtable("report", path).out
    refused = sandtable("report", path, "--luck")
    assert_one_sentence(refused)
    assert "no luck ledger of echoes" in refused.err
