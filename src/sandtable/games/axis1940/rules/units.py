"""Unit profiles: what a unit rolls, alone and with combined arms."""

from collections.abc import Iterable

from sandtable.games.axis1940.data import ARM, UNITS
from sandtable.games.axis1940.forces import Stack

SUB, PLANE, OTHER = "submarines", "aircraft", "others"
"""Whose hits: they differ in what they can be assigned to."""
Volley = tuple[tuple[str, int, int], ...]
"""Who fires, how many dice, and the number they hit on or below."""


def group_of(kind: str) -> str:
    if kind == "submarine":
        return SUB
    return PLANE if ARM[kind] == "air" else OTHER


def attack_volley(stacks: Iterable[Stack]) -> Volley:
    """AA-ARMS-01 to 10: the dice of the attackers, with infantry matched to artillery and tactical bombers to tanks and
    fighters as well as can be."""
    counts: dict[str, int] = {}
    for stack in stacks:
        counts[stack.kind] = counts.get(stack.kind, 0) + stack.n
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
    """AA-ARMS-08: the dice of the defenders; matching never works on defence."""
    counts: dict[str, int] = {}
    for stack in stacks:
        counts[stack.kind] = counts.get(stack.kind, 0) + stack.n
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
    return sum(number for _, number, _ in volley)


def expected_hits(volley: Volley) -> float:
    return sum(number * value for _, number, value in volley) / 6
