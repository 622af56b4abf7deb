"""Exact odds as the planner uses them: remembered, and counted, since they are most of its work."""

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.odds import battle_odds
from sandtable.games.axis1940.reach import Force

ROUGH, ROUGH_AT_SEA = 1e-5, 1e-4
"""What is less likely is left out; nothing is off by more than the sum of it."""
TOO_MANY, TOO_MANY_AT_SEA = 90, 32
"""Beyond so many units on both sides half of them stand for all: the balance stays about the same."""

Units = tuple[tuple[str, int], ...]


class Budget:
    """The work that plans may still do: so many odds to look at and, if somebody lends a clock, so much time."""

    def __init__(self, work: int, clock: Callable[[], float] | None = None, until: float = 0.0) -> None:
        self.work = work
        self.clock = clock
        self.until = until

    def spend(self) -> None:
        self.work -= 1

    @property
    def is_spent(self) -> bool:
        return self.work <= 0 or (self.clock is not None and self.clock() > self.until)


class Chance(msgspec.Struct, frozen=True, gc=False):
    """What comes of an attack: the chances to win and to take the ground, the losses of both sides in IPCs, and what
    most likely remains of the attacker after a victory."""

    win: float
    take: float
    lost: float
    destroyed: float
    left: Units = ()

    @property
    def swing(self) -> float:
        return self.destroyed - self.lost


SURE = Chance(1.0, 1.0, 0.0, 0.0)


def packed(units: Mapping[str, int]) -> Units:
    return tuple(sorted((kind, number) for kind, number in units.items() if number))


def chance(force: Force, defenders: Mapping[str, int], at_sea: bool, aaa_fired: bool = False) -> Chance:
    """The odds of an attack, or of one that is under way, so that AAA has fired. Without attackers it fails."""
    ours = fit(force.units, True, at_sea)
    if not ours:
        return Chance(0.0, 0.0, 0.0, 0.0)
    theirs = fit(defenders, False, at_sea)
    return _chance(packed(ours), packed(theirs), packed(force.seaborne), packed(force.bombard), at_sea, aaa_fired)


def fit(units: Mapping[str, int], attacking: bool, at_sea: bool) -> dict[str, int]:
    """The units that can take part in such a battle at all."""
    wrong = "land" if at_sea else "sea"
    never = () if attacking and at_sea else ("aaa",) if attacking else ("strategic_bomber",) if at_sea else ()
    return {
        kind: number
        for kind, number in units.items()
        if number and kind not in never and ARM[kind.removeprefix("damaged_")] != wrong
    }


@lru_cache(maxsize=40_000)
def _chance(
    attackers: Units, defenders: Units, seaborne: Units, bombard: Units, at_sea: bool, aaa_fired: bool
) -> Chance:
    ours, theirs, landing = dict(attackers), dict(defenders), dict(seaborne)
    while True:
        if sum(ours.values()) + sum(theirs.values()) <= (TOO_MANY_AT_SEA if at_sea else TOO_MANY):
            try:
                return _summary(ours, theirs, landing, dict(bombard), at_sea, aaa_fired)
            except BadInput:  # fleets with too many ways to lose ships
                pass
        if max(ours.values()) <= 1 and max(theirs.values(), default=1) <= 1:
            return SURE if len(ours) > len(theirs) else Chance(0.0, 0.0, 0.0, 0.0)
        ours, theirs, landing, bombard = halved(ours), halved(theirs), {}, ()


def _summary(
    ours: dict[str, int],
    theirs: dict[str, int],
    landing: dict[str, int],
    bombard: dict[str, int],
    at_sea: bool,
    aaa_fired: bool,
) -> Chance:
    odds = battle_odds(
        ours,
        theirs,
        terrain="sea" if at_sea else "land",
        amphibious=landing or False,
        bombard=bombard,
        aaa_fired=aaa_fired,
        prune=ROUGH_AT_SEA if at_sea else ROUGH,
    )
    won = [outcome for outcome in odds.outcomes if outcome.end == "win"]
    best = max(won, key=lambda outcome: outcome.chance) if won else None
    left = packed(odds.units_left(best)[0]) if best else ()
    return Chance(odds.win, odds.take, odds.attacker_loss, odds.defender_loss, left)


def halved(units: Mapping[str, int]) -> dict[str, int]:
    """Half of a force that is too large to reckon with: the balance of a battle stays about the same."""
    return {kind: (number + 1) // 2 for kind, number in units.items()}
