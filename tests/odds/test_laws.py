"""What must hold for every battle."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.axis1940.odds import battle_odds
from sandtable.odds import resolve

LAND = ("infantry", "artillery", "mechanized_infantry", "tank", "fighter", "tactical_bomber", "strategic_bomber")
SHIPS = ("submarine", "destroyer", "cruiser", "carrier", "battleship", "fighter", "transport")


def forces(kinds: tuple[str, ...], most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), min_size=1, max_size=4)


@settings(max_examples=60)
@given(forces(LAND, 4), forces((*LAND, "aaa"), 4))
def test_all_ends_of_a_land_battle_add_up(attackers: dict[str, int], defenders: dict[str, int]) -> None:
    odds = battle_odds(attackers, defenders)
    assert sum(outcome.chance for outcome in odds.outcomes) == pytest.approx(1, abs=1e-12)
    assert odds.win + odds.loss + odds.draw == pytest.approx(1, abs=1e-12)
    assert odds.retreat == odds.standoff == 0.0
    assert 0.0 <= odds.take <= odds.win + 1e-12
    assert 0.0 <= odds.attacker_loss <= odds.attacker_cost + 1e-9
    assert 0.0 <= odds.defender_loss <= odds.defender_cost + 1e-9


@settings(max_examples=40)
@given(forces(SHIPS, 3), forces(SHIPS, 3))
def test_all_ends_of_a_sea_battle_add_up(attackers: dict[str, int], defenders: dict[str, int]) -> None:
    odds = battle_odds(attackers, defenders, terrain="sea", retreat_below=0.2)
    assert sum(outcome.chance for outcome in odds.outcomes) == pytest.approx(1, abs=1e-12)
    assert odds.win + odds.loss + odds.draw + odds.retreat == pytest.approx(1, abs=1e-12)
    assert odds.take == 0.0


@pytest.mark.parametrize("more", ["infantry", "artillery", "tank", "fighter", "aaa"])
@pytest.mark.parametrize("attackers", ["6 infantry 2 artillery 2 tanks", "3 infantry 3 fighters 2 tactical bombers"])
def test_one_more_defender_never_helps_the_attacker(attackers: str, more: str) -> None:
    before = battle_odds(attackers, "4 infantry 1 fighter 1 aaa")
    after = battle_odds(attackers, f"4 infantry 1 fighter 1 aaa 1 {more}")
    assert after.win < before.win
    assert after.take < before.take
    assert after.loss > before.loss


@pytest.mark.parametrize("more", ["destroyer", "cruiser", "carrier", "battleship", "fighter"])
def test_one_more_ship_never_helps_the_enemy(more: str) -> None:
    ours, theirs = "2 submarines 2 destroyers 1 cruiser", "1 submarine 2 destroyers 1 cruiser 1 fighter"
    base = battle_odds(ours, theirs)
    assert battle_odds(ours, f"{theirs} 1 {more}").win < base.win
    assert battle_odds(f"{ours} 1 {more}", theirs).loss < base.loss


def test_what_is_left_out_bounds_the_error() -> None:
    battle = ("8 infantry 2 artillery 3 tanks 2 fighters", "9 infantry 2 artillery 1 fighter 1 aaa")
    exact = battle_odds(*battle)
    rough = battle_odds(*battle, prune=1e-4)
    assert exact.exact
    assert exact.error == 0.0
    assert not rough.exact
    assert 0.0 < rough.error < 0.05
    for name in ("win", "loss", "draw", "take"):
        assert 0.0 <= getattr(exact, name) - getattr(rough, name) <= rough.error
    assert rough.win + rough.loss + rough.draw + rough.error == pytest.approx(1)


def test_a_battle_that_is_too_large_says_what_it_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ("8 infantry 2 artillery 3 tanks 2 fighters", "9 infantry 2 artillery 1 fighter 1 aaa")
    exact = battle_odds(*battle)
    monkeypatch.setattr(resolve, "EXACT_WORK", 1000)
    monkeypatch.setattr(resolve, "PRUNED", 1e-6)
    odds = battle_odds(*battle)
    assert not odds.exact
    assert 0.0 < odds.error < 1e-3
    assert odds.win == pytest.approx(exact.win, abs=odds.error)


@pytest.mark.parametrize(
    ("attackers", "defenders", "prize"),
    [
        ("2 infantry 1 artillery 1 tank 1 fighter", "3 infantry 1 fighter", 0),
        ("1 infantry 1 tank 2 fighters 1 strategic bomber", "2 infantry 1 tank", 5),
        ("1 submarine 1 destroyer 1 carrier 1 fighter", "1 submarine 1 destroyer 1 cruiser", 0),
    ],
)
def test_the_best_order_is_the_best(attackers: str, defenders: str, prize: int) -> None:
    """No order of the attacker's kinds does better in IPCs with the territory as a prize."""
    best = battle_odds(attackers, defenders, order_attack="best", prize=prize)
    kinds = list(dict.fromkeys(name.split()[-1] for name in best.order_attack))
    others = [battle_odds(attackers, defenders, order_attack=order) for order in permutations(kinds)]
    assert best.swing + prize * best.take == pytest.approx(max(one.swing + prize * one.take for one in others))


def test_the_best_order_of_the_defender_is_worst_for_the_attacker() -> None:
    battle = ("3 infantry 2 tanks 1 fighter", "2 infantry 1 artillery 1 fighter 1 strategic bomber 1 aaa")
    best = battle_odds(*battle, order_defend="best")
    others = [battle_odds(*battle, order_defend=order) for order in permutations(best.order_defend)]
    assert best.swing == pytest.approx(min(one.swing for one in others))
    assert best.swing < battle_odds(*battle).swing


def test_both_sides_at_their_best() -> None:
    battle = ("3 infantry 1 artillery 2 tanks", "2 infantry 1 tank 1 fighter")
    both = battle_odds(*battle, order_attack="best", order_defend="best")
    answer = battle_odds(*battle, order_attack=both.order_attack, order_defend="best")
    assert answer.swing == pytest.approx(both.swing)
