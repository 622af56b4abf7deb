"""The exact odds against battles fought by the rules themselves, with dice from a fixed seed.

`python -m bench.playouts 1000000` does the same with a million battles each.
"""

from random import Random

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


SHIPS = ("submarine", "destroyer", "cruiser", "carrier", "battleship", "transport")
AT_SEA = (*SHIPS, "submarine", "destroyer", "fighter", "tactical bomber")
FEET = ("infantry", "artillery", "mechanized infantry", "tank")
ON_LAND = (*FEET, "fighter", "tactical bomber", "strategic bomber")


def any_small_battle(seed: int) -> Fought:
    """Up to three units on a side. Attacking transports are only there if they cannot get away, for whether they do is
    a choice; aircraft defend at sea only from carriers."""
    rng = Random(seed)
    stuck = seed % 4 < 2
    ours = [rng.choice(AT_SEA) for _ in range(rng.randint(1, 3))]
    theirs = [rng.choice(AT_SEA) for _ in range(rng.randint(1, 3))]
    if seed % 4 == 3:
        ours = [rng.choice(FEET), *(rng.choice(ON_LAND) for _ in range(rng.randint(0, 2)))]
        theirs = [rng.choice((*ON_LAND, "aaa")) for _ in range(rng.randint(1, 3))]
    elif not stuck:
        ours = ["destroyer" if kind == "transport" else kind for kind in ours]
    if seed % 4 != 3 and len([kind for kind in theirs if kind not in SHIPS]) > 2 * theirs.count("carrier"):
        theirs = [kind if kind in SHIPS else "carrier" for kind in theirs]
    if seed % 4 != 3 and not any(kind in SHIPS for kind in (*ours, *theirs)):
        ours.append("cruiser")
    return Fought("any", " ".join(f"1 {kind}" for kind in ours), " ".join(f"1 {kind}" for kind in theirs), stuck=stuck)


@pytest.mark.parametrize("seed", range(0, 160, 40))
def test_any_small_battle_worked_out_by_the_rules(seed: int) -> None:
    """Every branch of the rules again: submarines, aircraft, transports and carriers in whatever company."""
    for number in range(seed, seed + 40):
        fought = any_small_battle(number)
        assert work_out(fought) == pytest.approx(exactly(fought.odds()), abs=2e-9), fought
