"""The kernel of the odds is one source: compiled and as plain Python it gives the same results."""

from types import ModuleType

import pytest

from sandtable.odds import rounds
from sandtable.odds.terms import DIVE, DIVE_ALONE, HIGH, HOLDS, HUNTS, IDLE, LEAVES, LOW, MID, STRIKE, Force, Group
from tests.odds.plain import plain_source


@pytest.fixture(scope="module")
def plain() -> ModuleType:
    return plain_source(rounds)


def in_turn(*groups: Group) -> tuple[int, ...]:
    return tuple(number for number, group in enumerate(groups) for _ in range(group.units))


def fleet(subs: int, hunters: int, ships: int, planes: int, plan: int = STRIKE) -> Force:
    groups = (
        Group(subs, LOW, 2 / 6, 2 / 6, 6, HOLDS | LEAVES),
        Group(hunters, MID, 2 / 6, 2 / 6, 8, HOLDS | HUNTS | LEAVES),
        Group(planes, HIGH, 3 / 6, 4 / 6, 10, HOLDS | LEAVES),
        Group(ships, MID, 0.0, 0.0, 0, 0),
        Group(ships, MID, 4 / 6, 4 / 6, 20, HOLDS | LEAVES),
        Group(1, MID, 0.0, 0.0, 7, IDLE),
    )
    return Force(groups, in_turn(*groups), ((2, 4),), plan)


def army(foot: int, guns: int, planes: int) -> Force:
    groups = (
        Group(foot, MID, 1 / 6, 2 / 6, 3, HOLDS | LEAVES),
        Group(guns, MID, 2 / 6, 2 / 6, 4, HOLDS | LEAVES),
        Group(planes, HIGH, 3 / 6, 3 / 6, 10, HOLDS | LEAVES),
    )
    return Force(groups, in_turn(*groups), ((0, 1),))


def fought(kernel: ModuleType, attack: Force, defence: Force, orders: tuple[int, int, float], prune: float) -> object:
    attacker = kernel.Side(attack, (4 / 6, 3 / 6) if attack == army(5, 2, 2) else (), True)
    battle = kernel.Battle(attacker, kernel.Side(defence), prune)
    ends = battle.fight([(attacker.form(0, 0, hits), 0, 0.5) for hits in range(2)], *orders)
    return ends, battle.finishes(), battle.rounds, battle.error, battle.attacker_left, battle.defender_left


@pytest.mark.parametrize("orders", [(0, 0, 0.0), (2, 0, 0.0), (0, 4, 0.0), (0, 0, 0.35)])
@pytest.mark.parametrize("prune", [0.0, 1e-6])
@pytest.mark.parametrize(
    ("attack", "defence"),
    [
        (army(5, 2, 2), army(4, 1, 1)),
        (army(3, 0, 3), fleet(0, 0, 1, 1)),
        (fleet(2, 1, 1, 2), fleet(2, 1, 1, 1)),
        (fleet(2, 0, 1, 2), fleet(1, 1, 1, 2)),
        (fleet(2, 1, 1, 1, DIVE), fleet(2, 0, 1, 1, DIVE_ALONE)),
    ],
)
def test_compiled_and_plain_agree_to_the_last_bit(
    plain: ModuleType, attack: Force, defence: Force, orders: tuple[int, int, float], prune: float
) -> None:
    assert fought(rounds, attack, defence, orders, prune) == fought(plain, attack, defence, orders, prune)
