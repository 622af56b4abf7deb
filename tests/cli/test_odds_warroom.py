"""`odds warroom`: battles for given stances, the best stances, and one sentence for what makes no sense."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, assert_one_sentence

ATTACK, DEFENCE = "5 infantry 2 armor", "4 infantry 1 fighter"


def test_a_battle_for_given_stances(sandtable: Run) -> None:
    printed = sandtable("odds", "warroom", ATTACK, DEFENCE, "--stances", "infantry offense; fighter air").out
    assert "5 infantry offense, 2 armor offense" in printed
    assert "4 infantry defense, 1 fighter air" in printed
    assert "captured" in printed
    assert "Exact." in printed


def test_as_json_and_as_a_picture(sandtable: Run, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    found = json.loads(sandtable("odds", "warroom", ATTACK, DEFENCE, "--json", "--plot", str(picture)).out)
    assert found["win"] + found["loss"] + found["both_left"] + found["none_left"] == pytest.approx(1.0)
    assert picture.read_text("utf-8").startswith("<svg")


def test_the_best_stances_of_both_and_the_best_reply(sandtable: Run) -> None:
    printed = sandtable("odds", "warroom", ATTACK, DEFENCE, "--best").out
    assert "Best stances of the attacker" in printed
    assert "Best stances of the defender" in printed
    shown = "; infantry defense, fighter air"
    (reply,) = json.loads(sandtable("odds", "warroom", ATTACK, DEFENCE, "--best", "--stances", shown, "--json").out)
    assert reply["side"] == "attacker"
    assert reply["reply"] == {"infantry/defense": 4, "fighter/air": 1}


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("warroom", "3 tigers", "1 infantry"), "'tigers' is no unit"),
        (("warroom", "3 infantry", "1 submarine"), "never meet on one battle board"),
        (("warroom", "3 infantry", "1 infantry", "--stances", "infantry escort"), "have no stance 'escort'"),
        (("warroom", "3 infantry", "1 infantry", "--stances", "a;b;c"), "a semicolon"),
        (("warroom", "3 infantry", "1 infantry", "--ports", "japan"), "attacker or defender, not 'japan'"),
        (("warroom", "3 infantry", "1 infantry", "--rounds", "2"), "for War Room give two forces"),
        (("warroom", "3 infantry"), "for War Room give two forces"),
        (
            ("warroom", "3 infantry", "1 infantry", "--best", "--stances", "infantry offense; infantry defense"),
            "one side at most",
        ),
        (("pacific", "3 infantry", "1 infantry", "--best"), "things of War Room"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(sandtable: Run, args: tuple[str, ...], says: str) -> None:
    done = sandtable("odds", *args)
    assert_one_sentence(done)
    assert says.lower() in done.err.lower()
