"""Saves on disk: whole at every moment, never over something else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandtable.cli import saving
from sandtable.cli.opening import Wish, open_new
from sandtable.cli.sitting import Sitting
from sandtable.core.verdicts import BadInput
from tests.cli.conftest import Run, assert_one_sentence

PLAY_ON = """
import itertools, sys
from pathlib import Path
from sandtable.cli import saving
from sandtable.cli.opening import Wish, open_new
from sandtable.cli.sitting import Sitting
for number in itertools.count():
    sitting = Sitting(open_new(Wish(game="echoes")), Path(sys.argv[1]))
    sitting.begin()
    while (question := sitting.question()) is not None:
        nation, menu, _ = question
        sitting.answer(nation, menu.default)
        print(sitting.table.setup.id, len(sitting.table.journal.entries), flush=True)
"""


def test_a_killed_program_leaves_a_whole_save(tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    for moves in (1, 7, 23):
        with subprocess.Popen([sys.executable, "-c", PLAY_ON, path], stdout=subprocess.PIPE) as program:
            assert program.stdout is not None
            war, written = [program.stdout.readline().decode().split() for _ in range(moves)][-1]
            time.sleep(0.003 * moves)  # somewhere in the middle of the next write
            program.send_signal(signal.SIGKILL)
        table = saving.open_table(path)
        assert table.setup.id != war or len(table.journal.entries) >= int(written)  # or the next war has begun in it


def test_a_write_that_fails_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "war.sandtable"
    sitting = Sitting(open_new(Wish(game="echoes", campaign=3)), path)
    sitting.begin()
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match=r"could not be saved in .*: No space left on device"):
        sitting.answer("allies", ("pass",))
    assert path.read_bytes() == before
    assert list(tmp_path.glob(".*")) == []


def test_two_wars_never_share_a_file(sandtable: Run, home: Path) -> None:
    for _ in range(3):
        sandtable("play", "echoes", "--campaign", "5", "--plain")
    names = sorted(path.name for path in (home / "saves").iterdir())
    assert names == [f"echoes-campaign-5{number}.sandtable" for number in ("-2", "-3", "")]


def test_a_home_that_cannot_be_written_to(sandtable: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "file"))
    ran = sandtable("play", "echoes", "--plain")
    assert_one_sentence(ran)
    assert str(tmp_path / "file") in ran.err


def test_resume_takes_the_last_unfinished_war(sandtable: Run, home: Path) -> None:
    sandtable("play", "echoes", "--campaign", "3", "--plain", input="1\n")
    sandtable("play", "echoes", "--campaign", "4", "--plain", input="standing never\n" + "1\n" * 400)
    assert "Campaign 3 of 24" in sandtable("play", "echoes", "--plain", "--resume").out


def test_without_a_home_of_our_own_it_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_HOME")
    assert saving.folder().parts[-2:] == ("sandtable", "saves")


def test_a_huge_file_is_no_save(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(saving.TOO_LARGE + 1)
    with pytest.raises(BadInput, match="too large"):
        saving.read(path)
