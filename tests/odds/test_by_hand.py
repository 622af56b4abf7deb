"""The exact odds against battles worked out the long way, die by die."""

from random import Random
from typing import Any

import pytest

from sandtable.games.axis1940.odds import Odds, battle_odds
from tests.odds.by_hand import CAPITAL, NUMBERS, Ends, Piece, Pieces, Plans, reckon

LAND_ORDER = [
    "aaa",
    "infantry",
    "mechanized_infantry",
    "artillery",
    "tank",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
]
SEA_ORDER = [
    *("battleship_hit", "carrier_hit", "submarine", "destroyer", "cruiser", "fighter", "tactical_bomber"),
    *("strategic_bomber", "carrier", "battleship", "transport"),
]


def pieces(units: dict[str, int], seaborne: dict[str, int] | None = None) -> Pieces:
    found = []
    for kind, count in units.items():
        landing = (seaborne or {}).get(kind, 0)
        damaged = kind.startswith("damaged_")
        found += [Piece(kind.removeprefix("damaged_"), damaged, at < landing) for at in range(count)]
    return tuple(found)


def counted(left: Pieces) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for piece in left:
        kind = f"damaged_{piece.kind}" if piece.damaged else piece.kind
        found[kind] = found.get(kind, 0) + 1
    return tuple(sorted(found.items()))


def by_hand(ends: Ends) -> dict[Any, float]:
    found: dict[Any, float] = {}
    for (how, ours, theirs), chance in ends.items():
        key = (how, counted(ours), counted(theirs))
        found[key] = found.get(key, 0.0) + chance
    return found


def by_odds(odds: Odds) -> dict[Any, float]:
    found: dict[Any, float] = {}
    for outcome in odds.outcomes:
        ours, theirs = odds.units_left(outcome)
        key = (outcome.end, tuple(sorted(ours.items())), tuple(sorted(theirs.items())))
        found[key] = found.get(key, 0.0) + outcome.chance
    return found


def compare(attackers: dict[str, int], defenders: dict[str, int], **how: Any) -> None:
    """Both ways must agree on every end, on the rounds and on the losses."""
    sea = any(kind.removeprefix("damaged_") in SEA_ORDER[2:5] + SEA_ORDER[8:] for kind in [*attackers, *defenders])
    order = SEA_ORDER if sea else LAND_ORDER
    attack = [*how.get("order_attack", []), *(kind for kind in order if kind not in how.get("order_attack", []))]
    defend = [*how.get("order_defend", []), *(kind for kind in order if kind not in how.get("order_defend", []))]
    seaborne = how.get("amphibious", {})
    attack = [way for kind in attack for way in ((f"{kind}~", kind) if kind in seaborne else (kind,))]
    plans = Plans(
        tuple(attack),
        tuple(defend),
        tuple(NUMBERS[kind][0] for kind, count in how.get("bombard", {}).items() for _ in range(count)),
        how.get("retreat_left", 0),
        how.get("retreat_below", 0.0),
        how.get("rounds", 0),
        how.get("can_retreat", True),
        (how.get("submerge_attack", "never"), how.get("submerge_defend", "never")),
    )
    ends, rounds = reckon(pieces(attackers, seaborne), pieces(defenders), plans)
    odds = battle_odds(attackers, defenders, **how)
    assert by_odds(odds) == pytest.approx(by_hand(ends), abs=1e-12)
    assert odds.rounds == pytest.approx(rounds, abs=1e-9)
    assert odds.win + odds.loss + odds.draw + odds.retreat == pytest.approx(1, abs=1e-12)
    assert odds.exact
    assert mean(odds.losses("attacker")) == pytest.approx(odds.attacker_loss, abs=1e-9)
    assert mean(odds.losses("defender")) == pytest.approx(odds.defender_loss, abs=1e-9)


def mean(losses: list[tuple[int, float]]) -> float:
    return sum(lost * chance for lost, chance in losses)


LAND = ("infantry", "artillery", "mechanized_infantry", "tank", "fighter", "tactical_bomber", "strategic_bomber")
SEA = ("submarine", "destroyer", "cruiser", "carrier", "battleship", "fighter", "tactical_bomber", "transport")


def some(random: Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for _ in range(random.randint(1, most)):
        kind = random.choice(kinds)
        found[kind] = found.get(kind, 0) + 1
    return found


def shuffled(random: Random, units: dict[str, int]) -> list[str]:
    """The kinds in any order, hits that damage first and transports last."""
    hits = [f"{kind}_hit" for kind in CAPITAL if kind in units]
    kinds = [kind for kind in units if kind != "transport"]
    random.shuffle(kinds)
    return [*hits, *kinds]


@pytest.mark.parametrize(
    ("attackers", "defenders", "how"),
    [
        # Submarines and aircraft without a destroyer compete for the only ship; all three hits can be taken.
        (
            {"submarine": 2, "fighter": 1},
            {"submarine": 1, "destroyer": 1, "fighter": 1},
            {"order_defend": ["destroyer", "submarine", "fighter"]},
        ),
        (
            {"submarine": 1, "destroyer": 1, "fighter": 1},
            {"submarine": 2, "fighter": 2},
            {"order_attack": ["destroyer", "fighter", "submarine"]},
        ),
        # Damaged and undamaged ships of a kind side by side.
        ({"battleship": 1, "damaged_battleship": 1, "damaged_carrier": 1}, {"cruiser": 2, "carrier": 1}, {}),
        ({"submarine": 2, "fighter": 2}, {"damaged_battleship": 2, "battleship": 1}, {"retreat_left": 3}),
        # Guns that outlive everybody else, and nothing left to take them.
        ({"infantry": 2, "fighter": 2}, {"aaa": 2, "infantry": 2}, {"order_defend": ["infantry", "aaa"]}),
        # Carriers that can neither fire nor leave end the battle, but not before its first round.
        ({"carrier": 1, "destroyer": 1, "transport": 1}, {"cruiser": 2, "transport": 1}, {"can_retreat": False}),
        ({"carrier": 1, "fighter": 1}, {"submarine": 2}, {"can_retreat": False}),
        ({"damaged_carrier": 2}, {"destroyer": 1, "transport": 1}, {"can_retreat": False}),
        # Two reasons to break off at once.
        ({"infantry": 3, "tank": 1}, {"infantry": 3}, {"retreat_below": 0.3, "rounds": 2, "retreat_left": 2}),
    ],
)
def test_particular_battles(attackers: dict[str, int], defenders: dict[str, int], how: dict[str, Any]) -> None:
    compare(attackers, defenders, **how)


@pytest.mark.parametrize("seed", range(60))
def test_any_land_battle(seed: int) -> None:
    random = Random(seed)
    attackers = some(random, LAND, 4)
    defenders = some(random, (*LAND, "aaa", "aaa"), 4)
    how: dict[str, Any] = {}
    if seed % 2:
        how |= {"order_attack": shuffled(random, attackers), "order_defend": shuffled(random, defenders)}
    if seed % 3 == 1:
        how |= random.choice([{"retreat_left": 2}, {"retreat_below": 0.4}, {"rounds": 1}, {"rounds": 3}])
    compare(attackers, defenders, **how)


@pytest.mark.parametrize("seed", range(100))
def test_any_sea_battle(seed: int) -> None:
    random = Random(1000 + seed)
    attackers = some(random, (*SEA, "submarine", "strategic_bomber"), 4)
    defenders = some(random, (*SEA, "submarine", "destroyer"), 4)
    attackers.setdefault("destroyer" if seed % 4 == 0 else "submarine", 1)
    how: dict[str, Any] = {}
    if seed % 2:
        how |= {"order_attack": shuffled(random, attackers), "order_defend": shuffled(random, defenders)}
    if seed % 3 == 1:
        how |= random.choice([{"retreat_left": 2}, {"retreat_below": 0.4}, {"rounds": 2}, {"can_retreat": False}])
    if seed % 5 in (1, 2):
        how |= {"submerge_attack": random.choice(["always", "alone"])}
    if seed % 5 in (2, 3):
        how |= {"submerge_defend": random.choice(["always", "alone"])}
    compare(attackers, defenders, **how)


@pytest.mark.parametrize("seed", range(40))
def test_any_assault_from_the_sea(seed: int) -> None:
    random = Random(2000 + seed)
    attackers = some(random, LAND[:4], 3)
    seaborne = {kind: random.randint(1, count) for kind, count in attackers.items()}
    for kind, count in some(random, ("fighter", "tactical_bomber", "infantry"), 2).items():
        attackers[kind] = attackers.get(kind, 0) + count
    defenders = some(random, (*LAND, "aaa"), 4)
    how: dict[str, Any] = {"amphibious": seaborne}
    if seed % 2:
        how["bombard"] = random.choice([{"battleship": 1}, {"cruiser": 1}])
    how |= random.choice([{}, {"retreat_left": 3}, {"retreat_below": 0.5}, {"rounds": 1}])
    compare(attackers, defenders, **how)
