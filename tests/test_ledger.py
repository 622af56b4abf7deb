"""The rules ledgers can be read, and say what their authors counted."""

import re
from pathlib import Path

import pytest

from sandtable import ledger


@pytest.mark.parametrize(
    ("game", "prefix", "count"),
    [("echoes", "EW-", 54), ("europe", "WE-", 490), ("pacific", "AA-", 606 + 56), ("warroom", "WR-", 607)],
)
def test_every_clause_is_read(game: str, prefix: str, count: int) -> None:
    clauses = ledger.clauses(game)
    assert len(clauses) == count
    assert all(clause.id == name and name.startswith(prefix) for name, clause in clauses.items())
    assert all(clause.text and clause.section and clause.where for clause in clauses.values())
    assert {clause.tag for clause in clauses.values()} <= {"CORE", "OPT", "GLOBAL", "UI"}


def test_games_are_named_by_their_ledgers() -> None:
    assert ledger.games() == ["echoes", "europe", "pacific", "warroom"]


def test_a_clause_keeps_its_columns() -> None:
    assert ledger.clauses("echoes")["EW-REG-02"] == ledger.Clause(
        id="EW-REG-02",
        text="The front's position is the number of Allied marks minus Axis marks on the campaign track.",
        section="Map page",
        where="2.4",
        test="4 Allied, 3 Axis: space 1",
        tag="CORE",
    )


@pytest.mark.parametrize(
    ("clause", "chapter"),
    [
        ("AA-PURCH-01", "7. Purchase and repair"),
        ("AA-FRANCE-01", "5. The Dutch, the French and the Soviets"),
        ("AA-UNIT-SS-DEF", "31. Statistics and abilities"),
        ("WR-ECON-01", "Phase 1: Direct National Economy"),
        ("WE-SUP-01", "Supply"),
        ("EW-REG-02", "Map page"),
    ],
)
def test_chapters_are_called_by_their_names(clause: str, chapter: str) -> None:
    assert ledger.clauses(ledger.owner(clause))[clause].section == chapter


@pytest.mark.parametrize("game", ledger.games())
def test_no_chapter_is_called_by_a_code(game: str) -> None:
    chapters = {clause.section for clause in ledger.clauses(game).values()}
    assert not [chapter for chapter in chapters if re.match(r"(\d+\. )?[A-Z]{2,}\b", chapter)]


def test_each_unit_statistic_is_a_clause() -> None:
    clauses = ledger.clauses("pacific")
    assert clauses["AA-UNIT-SS-DEF"].text == "Submarine, defence: 1."
    assert clauses["AA-UNIT-AAA-MOVE"].text == "AAA, movement: 1, noncombat only."


def test_recorded_proofs_are_of_clauses_that_exist() -> None:
    for game, proofs in ledger.read_proofs().items():
        assert proofs.keys() <= ledger.clauses(game).keys()


def test_proofs_are_written_in_one_order(tmp_path: Path) -> None:
    ledger.write_proofs({"b": {"X-2": ["t2", "t1"], "X-1": ["t1"]}, "a": {}}, tmp_path)
    first = (tmp_path / "proven.json").read_bytes()
    ledger.write_proofs({"a": {}, "b": {"X-1": ["t1"], "X-2": ["t1", "t2"]}}, tmp_path)
    assert (tmp_path / "proven.json").read_bytes() == first
    assert ledger.proven("b", tmp_path) == {"X-1": ["t1"], "X-2": ["t1", "t2"]}
    assert ledger.proven("c", tmp_path) == {}


HEAD = "## Toy\n\n| ID | Clause | Where | Test |\n|---|---|---|---|\n"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("| TY-A-01 | a | 1 | |\n| TY-A-01 | b | 1 | |\n", "toy.md lists TY-A-01 twice."),
        ("| TY-A-01 | a | 1 |\n", "toy.md, line 5: TY-A-01 has 3 cells, not 4."),
        ("| TYA01 | a | 1 | |\n", "toy.md, line 5: 'TYA01' is not a clause ID."),
    ],
)
def test_a_damaged_ledger_says_where(tmp_path: Path, rows: str, sentence: str) -> None:
    (tmp_path / "toy.md").write_text(HEAD + rows)
    with pytest.raises(ledger.LedgerError) as error:
        ledger.clauses("toy", tmp_path)
    assert str(error.value) == sentence


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ledger.LedgerError, match="no rules ledger for 'chess'"):
        ledger.clauses("chess")


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "proven.json").write_text('{"echoes": 1}')
    with pytest.raises(ledger.LedgerError, match=r"proven\.json is damaged"):
        ledger.proven("echoes", tmp_path)
