"""`sandtable verify`: what is in order, what is wrong, what cannot be read."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli.opening import Wish, open_new
from sandtable.core import saves
from sandtable.core.fairness import canonical_json, chain
from sandtable.core.play import pending
from sandtable.core.steps import Ask
from tests.cli.conftest import Run, assert_one_sentence

Record = dict[str, Any]


@cache
def finished_war() -> str:
    """The save of a whole war in which the first choice was always taken."""
    table = open_new(Wish(game="echoes", campaign=3))
    table.run()
    while isinstance(want := pending(table.state), Ask):
        table.answer("allies", want.menus["allies"].list()[0])
        table.run()
    return saves.write(table, "0.1.0")


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A finished war on disk."""
    path = tmp_path / "war.sandtable"
    path.write_text(finished_war())
    return path


def forge(path: Path, change: Callable[[list[Record]], None]) -> None:
    """Change the lines of a save and make its chain whole again, as a clever cheat would."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    change(records)
    link = ""
    for record in records:
        if "entry" in record:
            link = record["chain"] = chain(link, canonical_json(record["entry"]))
    records[-1]["end"] = {"entries": sum("entry" in record for record in records), "chain": link}
    path.write_text("\n".join(json.dumps(record) for record in records) + "\n")


def entries(records: list[Record], kind: str) -> list[Record]:
    return [record["entry"] for record in records if record.get("entry", {}).get("kind") == kind]


def test_a_finished_war_is_in_order(sandtable: Run, war: Path) -> None:
    ran = sandtable("verify", war)
    assert ran.code == 0
    assert "every roll recomputed from the revealed secret" in ran.out
    found = json.loads(sandtable("verify", war, "--json").out)
    assert (found["ok"], found["finished"], found["problems"]) == (True, True, [])


def test_a_war_in_progress_is_checked_so_far(sandtable: Run, home: Path) -> None:
    sandtable("play", "echoes", "--plain", input="1\n1\n")
    ran = sandtable("verify", next((home / "saves").iterdir()))
    assert ran.code == 0
    assert "every roll so far" in ran.out


def test_an_edited_line_is_named(sandtable: Run, war: Path) -> None:
    text = war.read_text()
    war.write_text(text.replace('"faces":[', '"faces":[6,', 1))
    ran = sandtable("verify", war)
    assert ran.code == 1
    line = next(number for number, line in enumerate(text.splitlines(), start=1) if '"faces"' in line)
    assert ran.out == f"The save was changed at line {line}: the chain of hashes is broken there.\n"
    assert json.loads(sandtable("verify", war, "--json").out)["ok"] is False


def test_one_flipped_die_under_a_mended_chain(sandtable: Run, war: Path) -> None:
    def flip(records: list[Record]) -> None:
        roll = next(roll for roll in entries(records, "roll") if roll["what"] == "ew.attack.allies.WF")
        roll["faces"] = [roll["faces"][0] % 6 + 1]

    forge(war, flip)
    ran = sandtable("verify", war)
    assert ran.code == 1
    assert "ew.attack.allies.WF shows" in ran.out
    assert "but the secret gives" in ran.out


def test_dice_that_were_passed_over(sandtable: Run, war: Path) -> None:
    def renumber(records: list[Record]) -> None:
        entries(records, "roll")[-1]["number"] += 1

    forge(war, renumber)
    ran = sandtable("verify", war)
    assert ran.code == 1
    assert "is not the next roll of its purpose: dice were passed over" in ran.out


def test_a_move_against_the_rules(sandtable: Run, war: Path) -> None:
    def cheat(records: list[Record]) -> None:
        entries(records, "answer")[-1]["choice"] = ["attack", "XX"]

    forge(war, cheat)
    ran = sandtable("verify", war)
    assert ran.code == 1
    assert "does not follow from the rules" in ran.out


def test_a_snapshot_of_another_position(sandtable: Run, war: Path) -> None:
    def polish(records: list[Record]) -> None:
        next(record for record in records if "snapshot" in record)["snapshot"]["state"]["turn"] = 1

    forge(war, polish)
    assert sandtable("verify", war).code == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "", "the file is empty"),
        (lambda text: text[: len(text) // 2], "cut off"),
        (lambda text: "\n".join(text.splitlines()[:-1]), "cut off"),
        (lambda text: "hello\n", "not a saved game of Sandtable"),
        (lambda text: "[]\n[]\n", "not a saved game of Sandtable"),
        (lambda text: text.replace('"sandtable":1', '"sandtable":99'), "newer release"),
        (lambda text: text.replace('"kind":"setup"', '"kind":"setup","kind":"x"', 1), "changed at line 2"),
        (lambda text: text.splitlines()[0] + '\n7\n{"end":{}}\n', "damaged"),
        (lambda text: text.splitlines()[0] + '\n{"end":7}\n', "damaged"),
    ],
)
def test_damaged_saves(sandtable: Run, war: Path, change: Callable[[str], str], says: str) -> None:
    war.write_text(change(war.read_text()))
    before = war.read_bytes()
    ran = sandtable("verify", war)
    assert ran.code in (1, 2)
    assert says in ran.out + ran.err
    assert (ran.out + ran.err).count("\n") == 1
    resumed = sandtable("play", "echoes", "--resume", war, "--plain")
    assert_one_sentence(resumed)
    assert war.read_bytes() == before


def test_what_is_no_file_at_all(sandtable: Run, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(bytes(range(256)))
    for command in (["verify"], ["play", "echoes", "--plain", "--resume"]):
        for path, says in (
            (tmp_path / "none", "There is no file"),
            (tmp_path, "is a folder, not a saved game"),
            (junk, "is not a saved game of Sandtable: it is not text"),
        ):
            ran = sandtable(*command, path)
            assert_one_sentence(ran)
            assert says in ran.err


def test_the_save_of_another_game(sandtable: Run, war: Path) -> None:
    war.write_text(war.read_text().replace('"game":"echoes"', '"game":"chess"', 1))
    assert sandtable("verify", war).code == 0  # the header is not part of the chain; the set-up is what counts


def test_a_file_that_may_not_be_read(sandtable: Run, war: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> str:
        raise PermissionError(13, "Permission denied", str(war))

    monkeypatch.setattr(Path, "read_text", refused)
    ran = sandtable("verify", war)
    assert_one_sentence(ran)
    assert "may not be read" in ran.err
