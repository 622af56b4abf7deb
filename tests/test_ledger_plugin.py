"""The guard of the record of proofs, tried on a toy project."""

import json
from pathlib import Path

import pytest

LEDGER = """
## Toy

| ID | Clause | Where | Test |
|---|---|---|---|
| TY-A-01 | One. | 1 | |
| TY-A-02 | Two. | 1 | |
"""
BOTH_PROVEN = """
import pytest

@pytest.mark.rule("TY-A-01")
def test_one():
    pass

@pytest.mark.parametrize("case", [pytest.param("b", marks=pytest.mark.rule("TY-A-02"))])
def test_cases(case):
    pass
"""
RECORD = {"toy": {"TY-A-01": ["test_toy.py::test_one"], "TY-A-02": ["test_toy.py::test_cases[b]"]}}


class Toy:
    """A project of one ledger and one test file."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.rules = pytester.mkdir("docs") / "rules"
        self.rules.mkdir()
        (self.rules / "toy.md").write_text(LEDGER)
        pytester.makeini("[pytest]\nmarkers = rule(*ids): clauses\n")

    def run(self, tests: str, *args: str) -> pytest.RunResult:
        self.pytester.makepyfile(test_toy=tests)
        return self.pytester.runpytest("-p", "xdist", "-p", "tests.ledger_plugin", *args)

    def record(self) -> object:
        return json.loads((self.rules / "proven.json").read_text())


@pytest.fixture
def toy(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return Toy(pytester)


@pytest.mark.parametrize("processes", ["0", "2"])
def test_proofs_are_recorded_and_then_guarded(toy: Toy, processes: str) -> None:
    assert toy.run(BOTH_PROVEN, "-n", processes, "--update-ledger").ret == pytest.ExitCode.OK
    assert toy.record() == RECORD
    assert toy.run(BOTH_PROVEN, "-n", processes).ret == pytest.ExitCode.OK

    result = toy.run(BOTH_PROVEN.replace('@pytest.mark.rule("TY-A-01")', ""), "-n", processes)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["docs/rules/proven.json records TY-A-01, which no test proves any more."])
    result.assert_outcomes(passed=2, errors=1)
    assert toy.record() == RECORD


@pytest.mark.parametrize("part", [["-k", "one"], ["test_toy.py"], ["--deselect", "test_toy.py::test_cases"]])
def test_a_part_of_the_suite_is_not_compared(toy: Toy, part: list[str]) -> None:
    toy.run(BOTH_PROVEN, "--update-ledger")
    assert toy.run(BOTH_PROVEN.replace("TY-A-02", "TY-A-01"), *part).ret == pytest.ExitCode.OK


def test_a_part_of_the_suite_is_not_recorded(toy: Toy) -> None:
    result = toy.run(BOTH_PROVEN, "--update-ledger", "-k", "one")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--update-ledger needs the whole suite*"])


def test_a_failing_run_is_not_recorded(toy: Toy) -> None:
    toy.run(BOTH_PROVEN, "--update-ledger")
    assert toy.run("def test_one():\n    assert False", "--update-ledger").ret == pytest.ExitCode.TESTS_FAILED
    assert toy.record() == RECORD


def test_new_proofs_are_pointed_out(toy: Toy) -> None:
    result = toy.run(BOTH_PROVEN)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*record them with 'make ledger'."])


@pytest.mark.parametrize("processes", ["0", "2"])
def test_an_unknown_clause_fails_at_collection(toy: Toy, processes: str) -> None:
    result = toy.run(BOTH_PROVEN.replace("TY-A-02", "TY-A-99"), "-n", processes)
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*names TY-A-99, which no ledger in docs/rules has."])
    result.assert_outcomes(errors=1)
