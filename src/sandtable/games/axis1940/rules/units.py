"""Unit profiles: what a unit rolls, alone and with combined arms."""

from collections.abc import Iterable
from functools import lru_cache

from sandtable.games.axis1940.data import ARM, UNITS
from sandtable.games.axis1940.forces import Bag, Stack

SUB, PLANE, OTHER = "submarines", "aircraft", "others"
"""Whose hits: they differ in what they can be assigned to."""
Volley = tuple[tuple[str, int, int], ...]
"""Who fires, how many dice, and the number they hit on or below."""


def group_of(kind: str) -> str:
    if kind == "submarine":
        return SUB
    return PLANE if ARM[kind] == "air" else OTHER


def counted(stacks: Iterable[Stack]) -> Bag:
    """How many there are of each kind."""
    found: dict[str, int] = {}
    for stack in stacks:
        found[stack.kind] = found.get(stack.kind, 0) + stack.n
    return tuple(found.items())


def attack_volley(stacks: Iterable[Stack]) -> Volley:
    """The dice of the attackers."""
    return attack_dice(counted(stacks))


@lru_cache(maxsize=1024)
def attack_dice(units: Bag) -> Volley:
    """AA-ARMS-01 to 10: infantry is matched to artillery and tactical bombers to tanks and fighters as well as can be.
    Remembered, for the same units fire again and again."""
    counts = dict(units)
    guns = counts.get("artillery", 0)
    guides = counts.get("fighter", 0) + counts.get("tank", 0)
    found: list[tuple[str, int, int]] = []
    for kind in UNITS:
        number, value = counts.get(kind, 0), UNITS[kind].attack
        if not number or not value:
            continue
        better = 0
        if kind in ("infantry", "mechanized_infantry"):
            better = min(number, guns)
            guns -= better
        elif kind == "tactical_bomber":
            better = min(number, guides)
        if better:
            found.append((group_of(kind), better, value + 1))
        if number - better:
            found.append((group_of(kind), number - better, value))
    return joined(found)


def defense_volley(stacks: Iterable[Stack]) -> Volley:
    """The dice of the defenders."""
    return defense_dice(counted(stacks))


@lru_cache(maxsize=1024)
def defense_dice(units: Bag) -> Volley:
    """AA-ARMS-08: matching never works on defence."""
    counts = dict(units)
    return joined(
        [
            (group_of(kind), counts[kind], UNITS[kind].defense)
            for kind in UNITS
            if kind in counts and UNITS[kind].defense
        ]
    )


def joined(dice: list[tuple[str, int, int]]) -> Volley:
    """Dice of one group that hit on the same number are thrown together."""
    found: dict[tuple[str, int], int] = {}
    for group, number, value in dice:
        found[group, value] = found.get((group, value), 0) + number
    return tuple((group, number, value) for (group, value), number in sorted(found.items()))


def dice_in(volley: Volley) -> int:
    return sum([number for _, number, _ in volley])


def expected_hits(volley: Volley) -> float:
    return sum([number * value for _, number, value in volley]) / 6
