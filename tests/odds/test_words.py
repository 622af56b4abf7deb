"""Forces and orders in words, and odds in words and pictures."""

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.odds import Odds, battle_odds, plot, report
from sandtable.games.axis1940.odds_units import UNITS, read_force, read_order
from tests.odds.by_hand import CAPITAL, NUMBERS


@pytest.mark.parametrize(
    ("words", "force"),
    [
        ("6 infantry 2 artillery 3 tank 2 fighter", {"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2}),
        ("6inf, 2art + 3 arm & ftr", {"infantry": 6, "artillery": 2, "tank": 3, "fighter": 1}),
        ("2x Tactical Bombers and 1 mech-inf", {"mechanized_infantry": 1, "tactical_bomber": 2}),
        ("tank tank 2 tanks", {"tank": 4}),
        ("1 damaged battleship, 2 bb; 3 ss", {"battleship": 2, "submarine": 3, "damaged_battleship": 1}),
        ("strategic_bomber aircraft carriers", {"strategic_bomber": 1, "carrier": 1}),
        ("0 infantry 1 aa gun", {"aaa": 1}),
        ("", {}),
    ],
)
def test_forces_in_words(words: str, force: dict[str, int]) -> None:
    assert read_force(words) == force
    assert read_force(force) == force


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("3 tankks", "there is no unit 'tankks'; did you mean 'tank'?"),
        ("2 zeppelins", "there is no unit 'zeppelins'; there are: infantry, artillery"),
        ("infantry 3", "'3' counts nothing: the name of a unit must follow it"),
        ("-3 infantry", "there is no unit '-'"),
        ({"infantry": -1}, "-1 is no number of units"),
        ({"infantry": 1.5}, "1.5 is no number of units"),
        ({"zeppelin": 1}, "there is no unit 'zeppelin'"),
    ],
)
def test_forces_that_make_no_sense(words: Any, complaint: str) -> None:
    with pytest.raises(BadInput, match=re.escape(complaint)):
        read_force(words)


def test_orders_in_words() -> None:
    assert read_order("carrier hit, 2 tank then infantry") == [(None, "carrier_hit"), (2, "tank"), (None, "infantry")]
    assert read_order(["2 tank", "infantry"]) == [(2, "tank"), (None, "infantry")]


@pytest.mark.parametrize(
    ("battle", "how", "complaint"),
    [
        (("", "infantry"), {}, "there is no attacker"),
        (("infantry aaa", "infantry"), {}, "AAA never attacks [AA-COMB-22]"),
        (("infantry", "cruiser"), {}, "infantry cannot attack in a sea zone [AA-UNIT-01]"),
        (("cruiser", "infantry"), {"terrain": "land"}, "cruisers cannot attack in a territory"),
        (("cruiser", "strategic bomber"), {}, "strategic bombers cannot defend in a sea zone [AA-UNIT-03]"),
        (("infantry", "infantry"), {"bombard": "cruiser"}, "at most one ship can bombard"),
        (("infantry", "infantry"), {"amphibious": True, "bombard": "2 cruisers"}, "at most one ship can bombard"),
        (("infantry", "infantry"), {"amphibious": True, "bombard": "destroyer"}, "destroyers cannot bombard"),
        (("infantry", "infantry"), {"amphibious": "2 infantry"}, "2 infantry cannot land: the attack has 1"),
        (("infantry fighter", "infantry"), {"amphibious": "fighter"}, "1 fighter cannot land"),
        (("cruiser", "cruiser"), {"amphibious": True}, "an amphibious assault is fought in a territory"),
        (("infantry", "infantry"), {"retreat_below": 40}, "must be between 0 and 1"),
        (("infantry", "infantry"), {"rounds": -1}, "cannot be negative"),
        (("infantry", "infantry"), {"order_attack": "tankk"}, "there is no unit 'tankk'"),
        (("9000 infantry", "infantry"), {}, "too many to reckon with"),
        (("90 submarines 90 destroyers 90 fighters", "90 submarines"), {}, "too large to reckon with"),
    ],
)
def test_battles_that_cannot_be(battle: tuple[str, str], how: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=re.escape(complaint)):
        battle_odds(*battle, **how)


def test_the_numbers_of_the_units() -> None:
    """Section 31 of the ledger."""
    assert {kind: (unit.attack, unit.defense, unit.cost) for kind, unit in UNITS.items()} == NUMBERS
    assert [kind for kind, unit in UNITS.items() if unit.hits == 2] == list(CAPITAL)


def test_odds_as_json() -> None:
    odds = battle_odds("2 cruisers 1 fighter", "1 battleship 1 submarine", retreat_below=0.2)
    assert msgspec.json.decode(msgspec.json.encode(odds), type=Odds) == odds


def test_report() -> None:
    text = report(battle_odds("1 infantry 1 fighter", "1 infantry", order_attack="fighter, infantry"))
    assert "attacker  1 infantry, 1 fighter (13 IPCs)" in text
    assert re.search(r"win +85\.58 %", text)
    assert "order of losses: attacker fighter, infantry; defender infantry" in text
    assert text.endswith("Exact.\n")
    rough = report(battle_odds("9 infantry", "9 infantry", prune=1e-4))
    assert "Left out: chances of" in rough


def test_report_of_a_certain_end() -> None:
    text = report(battle_odds("1 fighter", "2 transports"))
    assert re.search(r"win +100 %", text)
    assert re.search(r"loss +0 %", text)


def test_plot() -> None:
    odds = battle_odds("6 infantry 2 tanks", "5 infantry", retreat_left=2)
    picture = ElementTree.fromstring(plot(odds))
    bars = [bar for bar in picture.iter("{http://www.w3.org/2000/svg}rect") if len(bar)]
    assert len(bars) > 8
    shares = [float(title.text.split(": ")[1].split()[-2]) for bar in bars for title in bar if title.text]
    assert sum(shares) == pytest.approx(100, abs=0.1)
