"""Battles whose odds are known: reference battles, and small ones that can be worked out on paper."""

from typing import Any

import pytest

from sandtable.games.axis1940.odds import battle_odds

LAND = ("10 infantry 3 artillery 3 tanks 2 fighters", "8 infantry 2 artillery 1 fighter 1 AAA")
SEA = (
    "2 submarines 2 destroyers 1 cruiser 2 carriers 3 fighters 1 tactical bomber 1 battleship",
    "3 submarines 2 destroyers 1 cruiser 2 carriers 3 fighters 1 battleship",
)


@pytest.mark.parametrize(
    ("battle", "attack", "defend", "win", "loss", "draw"),
    [
        (LAND, "infantry, artillery, tank, fighter", "AAA, infantry, artillery, fighter", 0.990009, 0.008880, 0.001110),
        (
            SEA,
            "submarine, destroyer, cruiser, fighter, tactical bomber, carrier, battleship",
            "submarine, destroyer, cruiser, fighter, carrier, battleship",
            *(0.271451, 0.706179, 0.022370),
        ),
    ],
    ids=["land", "sea"],
)
def test_reference_battles(
    battle: tuple[str, str], attack: str, defend: str, win: float, loss: float, draw: float
) -> None:
    odds = battle_odds(*battle, order_attack=attack, order_defend=defend)
    assert (odds.win, odds.loss, odds.draw) == pytest.approx((win, loss, draw), abs=5e-7)
    assert odds.exact
    usual = battle_odds(*battle)
    assert (usual.win, usual.loss, usual.draw) == (odds.win, odds.loss, odds.draw)


@pytest.mark.parametrize(
    ("attackers", "defenders", "win", "loss", "draw"),
    [
        # p and q: the chances of a hit. Win p(1-q), loss q(1-p), draw pq, each over 1 - (1-p)(1-q).
        ("infantry", "infantry", 1 / 4, 5 / 8, 1 / 8),
        ("tank", "infantry", 1 / 2, 1 / 4, 1 / 4),
        ("fighter", "fighter", 1 / 5, 2 / 5, 2 / 5),
        ("submarine", "destroyer", 2 / 5, 2 / 5, 1 / 5),
        # Both strike at the same time, before anything else.
        ("submarine", "submarine", 5 / 8, 1 / 4, 1 / 8),
        # The submarine strikes first: p, or else q, or else again.
        ("submarine", "cruiser", 1 / 2, 1 / 2, 0.0),
        ("cruiser", "submarine", 5 / 7, 2 / 7, 0.0),
        # Nobody can hit anybody, and there is nobody to hit.
        ("fighter", "submarine", 0.0, 0.0, 1.0),
        ("fighter", "5 transports", 1.0, 0.0, 0.0),
        ("infantry", "2 AAA", 1.0, 0.0, 0.0),
        ("infantry", "", 1.0, 0.0, 0.0),
    ],
)
def test_on_paper(attackers: str, defenders: str, win: float, loss: float, draw: float) -> None:
    odds = battle_odds(attackers, defenders)
    assert (odds.win, odds.loss, odds.draw) == pytest.approx((win, loss, draw), abs=1e-12)


def test_two_rounds_on_paper() -> None:
    """2 infantry against 1: 11/36 to hit while both live, 1/6 later; the defender hits with 1/3."""
    # Alone: 1/4 win, 5/8 loss, 1/8 draw (above). Together: won unless the defender hits first.
    together = 1 - (25 / 36) * (2 / 3)
    win = (11 / 36 + (25 / 36) * (1 / 3) * (1 / 4)) / together
    odds = battle_odds("2 infantry", "1 infantry")
    assert odds.win == pytest.approx(win)
    assert odds.take == odds.win


def test_bombardment_on_paper() -> None:
    """1 infantry and a battleship offshore: 13/18 to hit in the first round, 1/6 later; 1/3 to be hit."""
    odds = battle_odds("infantry", "infantry", amphibious=True, bombard="battleship")
    assert odds.win == pytest.approx(13 / 18 * 2 / 3 + 5 / 18 * 2 / 3 * 1 / 4)
    assert odds.draw == pytest.approx(13 / 18 * 1 / 3 + 5 / 18 * 2 / 3 * 1 / 8)


def test_losses_on_paper() -> None:
    """Infantry against infantry: each is lost whenever it does not win."""
    odds = battle_odds("infantry", "infantry")
    assert odds.attacker_loss == pytest.approx(3 * 3 / 4)
    assert odds.defender_loss == pytest.approx(3 * 3 / 8)
    assert dict(odds.losses("attacker")) == pytest.approx({0: 1 / 4, 3: 3 / 4})
    assert odds.rounds == pytest.approx(1 / (1 - 5 / 6 * 2 / 3))


@pytest.mark.parametrize("how", [{}, {"retreat_left": 4}, {"order_attack": "fighter, tank"}])
def test_round_by_round_comes_to_the_same(how: dict[str, Any]) -> None:
    """Forty rounds one after the other, against the sum of all rounds in one pass."""
    at_once = battle_odds("6 infantry 2 artillery 2 fighters", "5 infantry 1 fighter 1 AAA", **how)
    in_turn = battle_odds("6 infantry 2 artillery 2 fighters", "5 infantry 1 fighter 1 AAA", rounds=40, **how)
    assert in_turn.win == pytest.approx(at_once.win, abs=1e-9)
    assert in_turn.rounds == pytest.approx(at_once.rounds, abs=1e-7)
    assert in_turn.attacker_loss == pytest.approx(at_once.attacker_loss, abs=1e-7)


def test_published_artillery_against_infantry() -> None:
    """An article series on axisandallies.org ("Axis & Allies Spring 1942, part 2: calculating combat results") works out
    one artillery against one infantry for a territory of 2 IPCs: 2/9, 2/9 and 1/9 of every round, 4/9 repeat."""
    odds = battle_odds("artillery", "infantry")
    assert (odds.win, odds.loss, odds.draw) == pytest.approx((2 / 5, 2 / 5, 1 / 5))
    # Net changes of 5, -4 and -1 IPCs.
    assert odds.swing + 2 * odds.take == pytest.approx((2 * 5 - 2 * 4 - 1) / 5)


def test_published_simulation_of_a_mixed_battle() -> None:
    """The README of github.com/Jmeyering/oddsengine prints 10,000 simulations by the rules of 1940, second edition: 59.91,
    35.01 and 5.08 percent, 2.73 rounds, 18.38 IPCs lost by the attacker. There AAA takes hits last, as the costliest
    land unit that does not fight."""
    odds = battle_odds(
        "2 infantry 1 artillery 2 fighters",
        "1 AAA 2 infantry 1 tank 1 tactical bomber",
        order_defend="infantry, tank, tactical bomber, AAA",
    )
    for exact, printed in ((odds.win, 0.5991), (odds.loss, 0.3501), (odds.draw, 0.0508)):
        assert abs(exact - printed) < 3.29 * (exact * (1 - exact) / 10_000) ** 0.5 + 0.00005
    assert odds.rounds == pytest.approx(2.73, abs=0.05)
    assert odds.attacker_loss == pytest.approx(18.38, abs=0.4)


@pytest.mark.parametrize(
    ("unit", "against", "win", "draw"),
    [
        ("artillery", "artillery", 0.40, 0.20),
        ("tank", "tank", 0.33, 0.33),
        ("strategic bomber", "fighter", 0.25, 0.50),
    ],
)
def test_published_table_of_equal_units(unit: str, against: str, win: float, draw: float) -> None:
    """A discussion of combat strategy kept in the public Nemotron-CC-Math corpus tabulates units of equal strength one
    against one: at 2 it is 40, 40 and 20 percent, at 3 a third each, at 4 it is 25, 25 and 50 percent."""
    odds = battle_odds(unit, against)
    assert (odds.win, odds.loss, odds.draw) == pytest.approx((win, win, draw), abs=0.005)
