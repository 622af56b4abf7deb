"""The program as a user meets it: in this process where that is enough, in one of its own where that matters."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sandtable import cli

Run = Callable[..., "Ran"]
SANDTABLE = [sys.executable, "-m", "sandtable"]


class Ran(NamedTuple):
    """How a run of the program came out."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def sandtable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*args: str | Path, input: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(input))
        capsys.readouterr()
        code = cli.run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def process() -> Run:
    """Run a command in a process of its own."""

    def run(*args: str | Path, input: str | bytes = "", **environment: str) -> Ran:
        done = subprocess.run(
            [*SANDTABLE, *map(str, args)],
            input=input.encode() if isinstance(input, str) else input,
            capture_output=True,
            env={**os.environ, **environment},
            check=False,
            timeout=60,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def assert_one_sentence(ran: Ran) -> None:
    """What every user error comes to: exit code 2, nothing on stdout, one sentence on stderr."""
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert ran.err.endswith((".\n", "?\n")), ran.err
    assert "Traceback" not in ran.err
