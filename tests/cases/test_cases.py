"""Every case file below this folder is a test of its own, and proves the clauses that it names."""

from pathlib import Path

import pytest

from sandtable.cases import read_file, run_case
from sandtable.games import load_game

FOLDER = Path(__file__).parent


def cases():
    for path in sorted(FOLDER.glob("*/*.toml")):
        file = read_file(path)
        for case in file.case:
            marks = [pytest.mark.rule(*case.proves)] if case.proves else []
            yield pytest.param(file, case, id=f"{path.parent.name}/{path.stem}/{case.id}", marks=marks)


@pytest.mark.parametrize(("file", "case"), list(cases()))
def test_case(file, case):
    outcome = run_case(load_game(file.game), file, case)
    assert not outcome.differences, "\n".join(
        f"{item.what}: expected {item.expected}, got {item.actual}" for item in outcome.differences
    )


def test_no_two_cases_have_the_same_id():
    ids = [(path.parent.name, case.id) for path in sorted(FOLDER.glob("*/*.toml")) for case in read_file(path).case]
    assert len(ids) == len(set(ids))
