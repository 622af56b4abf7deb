"""The exact odds against battles fought by the rules themselves, with dice from a fixed seed.

`python -m bench.playouts 1000000` does the same with a million battles each.
"""

import pytest

from bench.playouts import BATTLES, WITHIN, Fought, compare, exactly, play_all, play_step_by_step, work_out

PLAYOUTS = 1000


@pytest.mark.parametrize("fought", BATTLES, ids=[fought.name for fought in BATTLES])
def test_playouts_of_the_rules_agree(fought: Fought) -> None:
    rows = list(compare(fought.odds(), play_all(fought, PLAYOUTS, seed=1)))
    assert len(rows) >= 4
    assert [row for row in rows if abs(row.off) > WITHIN] == []


def test_odds_of_another_battle_would_be_noticed() -> None:
    """One infantry more on one side is far outside the interval."""
    fought = BATTLES[0]
    other = fought._replace(defenders=fought.defenders.replace("8 infantry", "9 infantry"))
    assert any(abs(row.off) > WITHIN for row in compare(other.odds(), play_all(fought, PLAYOUTS, seed=1)))


@pytest.mark.parametrize("fought", BATTLES, ids=[fought.name for fought in BATTLES])
def test_remembered_steps_are_the_steps_of_the_rules(fought: Fought) -> None:
    """The same dice give the same ends, whether what the rules make of them is remembered or not."""
    assert play_all(fought, 60, seed=2) == play_step_by_step(fought, 60, seed=2)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ("2 infantry 1 artillery 1 tank 1 fighter", "2 infantry 1 fighter 1 aaa"),
        ("1 submarine 1 destroyer 1 fighter", "1 submarine 1 destroyer 1 fighter 1 carrier"),
        ("2 submarine 1 carrier 1 fighter", "1 submarine 1 cruiser 1 carrier 1 fighter"),
        ("1 destroyer 1 carrier 1 tactical bomber 1 fighter", "2 submarine 1 battleship 1 transport"),
        ("2 carrier 2 fighter", "2 carrier 3 fighter"),
    ],
)
def test_small_battles_worked_out_by_the_rules(attackers: str, defenders: str) -> None:
    """No dice at all: every branch of the rules followed with its probability gives the odds, end by end."""
    fought = Fought("small", attackers, defenders)
    by_rules, exact = work_out(fought), exactly(fought.odds())
    assert sum(by_rules.values()) == pytest.approx(1.0, abs=2e-9)
    assert by_rules == pytest.approx(exact, abs=2e-9)
