"""`odds`: exact battle odds for people, as JSON and as a picture."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_sentence

ATTACK, DEFENCE = "10 infantry 3 artillery 3 tank 2 fighter", "8 infantry 2 artillery 1 fighter 1 aaa"


def test_a_battle_in_words(sandtable: Run) -> None:
    printed = sandtable("odds", "pacific", ATTACK, DEFENCE).out
    assert "win            99.00 %" in printed
    assert "Exact." in printed


def test_a_battle_as_json_and_as_a_picture(sandtable: Run, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    found = json.loads(sandtable("odds", "pacific", ATTACK, DEFENCE, "--json", "--plot", str(picture)).out)
    assert round(found["win"], 6) == 0.990009
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("pacific", "3 infntry", "1 tank"), "did you mean 'infantry'"),
        (("pacific", "", "1 tank"), "there is no attacker"),
        (("pacific", "3 infantry", "1 tank", "--terrain", "moon"), "land or sea"),
        (("pacific", "3 infantry", "1 tank", "--retreat-below", "3"), "between 0 and 1"),
        (("echoes", "3 infantry", "1 tank"), "echoes has no battle odds"),
        (("chess", "a", "b"), "there is no game 'chess'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(sandtable: Run, args: tuple[str, ...], says: str) -> None:
    done = sandtable("odds", *args)
    assert_one_sentence(done)
    assert says.lower() in done.err.lower()
