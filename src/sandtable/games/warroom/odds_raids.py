"""The exact odds of what happens beside a battle: Garrisons, Strategic Bombing Raids, Convoy Raids."""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import COLOURS, DICE_PER_STAGE, RESOURCES, Amounts
from sandtable.games.warroom.odds_lanes import FACE
from sandtable.games.warroom.odds_units import Units, read_force, totals
from sandtable.games.warroom.rules.phase4_raids import DEPLETES, DICE_PER_BOMBER, pair_of

_COLOUR = {resource: colour for colour, resource in DEPLETES.items()}


class Raid(NamedTuple):
    """Mean losses of a raid: Oil, Iron, OSR, and Bomb Tokens."""

    lost: tuple[float, float, float]
    bombs: float = 0.0


@cache
def throws(dice: int) -> list[tuple[tuple[str, ...], float]]:
    """All results of so many dice by colour, with their chances."""
    found = []
    for colours in combinations_with_replacement(COLOURS, dice):
        chance = float(factorial(dice))
        for colour in COLOURS:
            chance *= FACE[colour] ** colours.count(colour) / factorial(colours.count(colour))
        found.append((colours, chance))
    return found


def garrison_odds(invaders: Units) -> dict[str, float]:
    """WR-GARR-02 to 07: the chance that a Garrison eliminates a unit, by kind; the rest of the time it does nothing.
    Where it may choose, it takes the costliest."""
    units = totals(read_force(invaders))
    found: dict[str, float] = {}
    for (first, second), chance in throws(2):
        kinds = [kind for kind in reversed(pair_of(first, second)) if units.get(kind)]
        if kinds:
            found[kinds[0]] = found.get(kinds[0], 0.0) + chance
    return found


def bombing_odds(bombers: int, yields: Amounts) -> Raid:
    """WR-SBR-04 to 11, WR-LOSS-01: mean losses by so many raiding Bombers in a territory with nothing under
    construction that can lose so many Resources. Black results take a Resource while there is one, else drop a bomb."""
    if bombers < 0 or min(yields) < 0:
        raise BadInput("numbers of Bombers and Resources cannot be negative")
    dice, bombs = min(bombers * DICE_PER_BOMBER, DICE_PER_STAGE), 0.0
    states = {yields: 1.0}
    while dice:
        batch = min(dice, DICE_PER_BOMBER)
        dice -= batch
        onward: dict[Amounts, float] = {}
        for left, mass in states.items():
            for colours, chance in throws(batch):
                then, dropped = _bombed(left, colours)
                onward[then] = onward.get(then, 0.0) + mass * chance
                bombs += mass * chance * dropped
        states = onward
    lost = [sum([(yields[at] - left[at]) * mass for left, mass in states.items()]) for at in range(3)]
    return Raid((lost[0], lost[1], lost[2]), bombs)


def _bombed(left: Amounts, colours: tuple[str, ...]) -> tuple[Amounts, int]:
    """What the dice of one Bomber leave, and the bombs they drop."""
    now, bombs = list(left), 0
    for colour in colours:
        places = [RESOURCES.index(DEPLETES[colour])] if colour in DEPLETES else []
        if colour == "black":
            places = [at for at in range(3) if now[at]]
        if places and now[places[0]]:
            now[places[0]] -= 1
        elif colour in ("black", "white"):
            bombs += 1
    return (now[0], now[1], now[2]), bombs


def convoy_odds(units: int, ships: Amounts) -> Raid:
    """WR-CONV-10 to 13: mean losses when so many Air and Naval Units raid a convoy with so many ships of each Resource.
    All ships of a colour sink that any die shows; every black counts as one colour more, the richest first."""
    if units < 0 or min(ships) < 0:
        raise BadInput("numbers of units and ships cannot be negative")
    # for each set of colours seen and number of blacks (3 are as good as more) its chance
    states: dict[tuple[frozenset[str], int], float] = {(frozenset(), 0): 1.0}
    for _ in range(min(units, DICE_PER_STAGE)):
        onward: dict[tuple[frozenset[str], int], float] = {}
        for (seen, blacks), mass in states.items():
            for colour in COLOURS:
                then = seen | {colour} if colour in DEPLETES else seen
                key = then, min(3, blacks + (colour == "black"))
                onward[key] = onward.get(key, 0.0) + mass * FACE[colour]
        states = onward
    lost = [0.0, 0.0, 0.0]
    for (seen, blacks), mass in states.items():
        rest = [at for at in range(3) if ships[at] and _COLOUR[RESOURCES[at]] not in seen]
        rest.sort(key=lambda at: -ships[at])
        for at in range(3):
            if _COLOUR[RESOURCES[at]] in seen or at in rest[:blacks]:
                lost[at] += mass * ships[at]
    return Raid((lost[0], lost[1], lost[2]))
