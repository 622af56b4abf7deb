"""`rules`, `data`, `case` and `campaigns`: for people and as JSON."""

import json
from pathlib import Path

import pytest

from sandtable import ledger
from sandtable.games.echoes.campaigns import campaign
from tests.cli.conftest import Run, assert_one_sentence

CASE = """
game = "echoes"
by_default = ["ew.tide.*"]
[[case]]
id = "a-five"
title = "A five is a Major Conflict in Europe"
position = {{ tides = 0 }}
play = [{{ dice = [5] }}]
expect = {{ waiting = "{waiting}" }}
"""


# rules


def test_rules_summary_has_a_line_for_each_game(sandtable: Run) -> None:
    lines = sandtable("rules", "--summary").out.splitlines()
    assert [line.split()[0] for line in lines] == ledger.games()


def test_rules_as_json(sandtable: Run) -> None:
    found = json.loads(sandtable("rules", "echoes", "--json").out)
    clauses = ledger.clauses("echoes")
    assert found["game"] == "echoes"
    assert found["clauses"] == len(clauses)
    assert set(found["proven"]) | set(found["unproven"]) == set(clauses)


def test_summary_as_json(sandtable: Run) -> None:
    found = {item["game"]: item for item in json.loads(sandtable("rules", "--summary", "--json").out)}
    assert found["echoes"]["clauses"] == found["echoes"]["proven"] + len(found["echoes"]["unproven"])


def test_rules_lists_clauses_with_the_tests_that_prove_them(sandtable: Run) -> None:
    out = sandtable("rules", "echoes").out
    for id, tests in ledger.proven("echoes").items():
        assert id in out
        assert all(test in out for test in tests)


def test_a_clause_in_full_whatever_the_case(sandtable: Run) -> None:
    ran = sandtable("rules", "echoes", "ew-reg-06")
    assert ledger.clauses("echoes")["EW-REG-06"].text in ran.out
    assert json.loads(sandtable("rules", "echoes", "EW-REG-06", "--json").out)["clause"]["id"] == "EW-REG-06"


def test_an_unknown_clause(sandtable: Run) -> None:
    ran = sandtable("rules", "echoes", "EW-REG-99")
    assert_one_sentence(ran)
    assert "no clause 'EW-REG-99'" in ran.err


# data


def test_data_counts_partly_reconstructed_records_apart(sandtable: Run) -> None:
    found = json.loads(sandtable("data", "echoes", "--json").out)
    assert found["kinds"]["space"] == {
        "rulebook": 0,
        "public": 0,
        "partly reconstructed": 34,
        "reconstructed": 0,
    }
    assert found["kinds"]["strength"]["reconstructed"] == 12
    assert found["records"] == sum(found["total"].values())
    assert "partly reconstructed" in sandtable("data", "echoes").out


def test_reconstructed_records_are_listed_with_fields_and_notes(sandtable: Run) -> None:
    out = sandtable("data", "echoes", "--list", "reconstructed").out
    assert "space WF-0: name, vp reconstructed, the rest rulebook" in out
    assert "strength WF-allies: reconstructed (guess; 2.3)\n    The figures of the strength charts" in out
    found = json.loads(sandtable("data", "echoes", "--list", "reconstructed", "--json").out)
    box = next(item for item in found["records"] if item["id"] == "the_blitz")
    assert box["counts_as"] == "partly reconstructed"
    assert box["fields"] == ["alternate", "die"]


def test_an_unknown_source(sandtable: Run) -> None:
    assert_one_sentence(sandtable("data", "echoes", "--list", "hearsay"))


# case


def test_cases_that_hold(sandtable: Run, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(CASE.format(waiting="ew.conflict.europe"))
    ran = sandtable("case", tmp_path / "good.toml")
    assert (ran.code, ran.out) == (0, "1 case, 0 failed.\n")


def test_the_example_of_the_documentation_holds(sandtable: Run, tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "cases.md"
    example = tmp_path / "example.toml"
    example.write_text(page.read_text("utf-8").partition("```toml\n")[2].partition("```")[0])
    ran = sandtable("case", example)
    assert (ran.code, ran.out) == (0, "1 case, 0 failed.\n")


def test_a_case_that_fails_shows_expected_beside_actual(sandtable: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(CASE.format(waiting="ew.box"))
    ran = sandtable("case", path)
    assert ran.code == 1
    assert f"{path}: a-five: A five is a Major Conflict in Europe" in ran.out
    assert "    expected  ew.box\n    actual    ew.conflict.europe\n" in ran.out
    found = json.loads(sandtable("case", path, "--json").out)
    assert (found["cases"], found["failed"]) == (1, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "not valid TOML"),
        ('game = "chess"\n[[case]]\nid = "a"', "there is no game 'chess'"),
        ('game = "echoes"\n[[case]]\nid = "a"\ncolour = 1', "unknown field `colour`"),
        ('game = "echoes"\n[[case]]\nid = "a"\nposition = { front.WF = 9 }', "the position is impossible"),
        ("\x00\x01", "not valid TOML"),
    ],
)
def test_a_case_file_that_cannot_be_used(sandtable: Run, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    ran = sandtable("case", path)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert says in ran.err


def test_a_case_file_that_is_not_there(sandtable: Run, tmp_path: Path) -> None:
    assert sandtable("case", tmp_path / "none.toml").code == 2
    assert sandtable("case", tmp_path).code == 2


# campaigns


def test_the_24_campaigns_have_the_same_dice_for_everyone(sandtable: Run) -> None:
    found = json.loads(sandtable("campaigns", "--json").out)
    assert [item["campaign"] for item in found] == list(range(1, 25))
    assert found[4] == {"campaign": 5, "commitment": campaign(5).commitment, "best": None}


def test_the_best_result_is_found_among_the_saves(sandtable: Run, home: Path) -> None:
    always_the_first = "standing never\n" + "1\n" * 400
    ended = sandtable("play", "echoes", "--campaign", "2", "--plain", input=always_the_first)
    assert "To share: Sandtable, Echoes of War · Campaign 2 of 24 ·" in ended.out
    (home / "saves" / "broken.sandtable").write_text("{}")
    ran = sandtable("campaigns")
    assert ran.err.count("\n") == 1  # the broken one is passed over with a word
    assert "points" in ran.out.splitlines()[2]
    assert ran.out.count("not played yet") == 23


def test_a_clause_can_be_named_alone(sandtable: Run) -> None:
    assert sandtable("rules", "ew-reg-06").out == sandtable("rules", "echoes", "EW-REG-06").out
    assert json.loads(sandtable("rules", "WR-PIN-03", "--json").out)["game"] == "warroom"
