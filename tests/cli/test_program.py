"""The program as a whole: help, version, completion, unknown things, quick starts."""

import subprocess
import sys

import pytest

from sandtable import __version__
from sandtable.cli import COMMANDS
from tests.cli.conftest import SANDTABLE, Run, assert_one_sentence


def test_version(sandtable: Run) -> None:
    assert sandtable("--version").out == f"sandtable {__version__}\n"


def test_without_a_command_it_says_what_there_is(sandtable: Run) -> None:
    ran = sandtable()
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(sandtable: Run, command: str) -> None:
    ran = sandtable(command, "--help")
    assert ran.code == 0
    assert f"$ sandtable {command}" in ran.out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["march"], "There is no command 'march'; there are: play,"),
        (["rules", "--colour"], "No such option: --colour"),
        (["verify"], "Missing argument 'SAVE'"),
        (["play", "chess"], "There is no game 'chess'; there are: echoes"),
        (["play", "echoes", "--campaign", "many"], "'many' is not a valid int"),
        (["data", "chess"], "There is no game 'chess'"),
        (["rules", "chess"], "There is no rules ledger for 'chess'"),
    ],
)
def test_what_the_program_does_not_know_is_one_sentence(sandtable: Run, args: list[str], says: str) -> None:
    ran = sandtable(*args)
    assert_one_sentence(ran)
    assert says in ran.err


def test_shell_completion_knows_the_commands(process: Run) -> None:
    ran = process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "_SANDTABLE_COMPLETE" in ran.out
    asked = {"_SANDTABLE_COMPLETE": "complete_bash", "COMP_WORDS": "sandtable ca", "COMP_CWORD": "1"}
    assert process(**asked).out.split() == ["campaigns", "case"]
    asked |= {"COMP_WORDS": "sandtable play ec", "COMP_CWORD": "2"}
    assert process(**asked).out.split() == ["echoes"]


def test_reading_commands_start_without_the_desk(process: Run) -> None:
    script = (
        "import sys; from sandtable.cli import run; run(['rules', '--summary']);"
        "print([name for name in ('textual', 'rich', 'platformdirs', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_stops_reading_is_no_error() -> None:
    with subprocess.Popen([*SANDTABLE, "rules", "warroom"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
