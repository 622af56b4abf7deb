"""A battle from its opening shots to its last end, with those who fight on when the rest of the attack breaks off."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from sandtable.odds.rounds import Battle, Side
from sandtable.odds.terms import (
    ATTACKER_SWEPT,
    DEFENDER_SWEPT,
    HAS_TAKERS,
    HOLDS,
    LEAVES,
    MID,
    RETREAT,
    WIN,
    Finish,
    Force,
    Group,
)

# A battle with more work than this (pairs of forms times pairs of hits) leaves out the pairs of forms that are less
# likely than PRUNED. Without a compiler this much takes ten seconds or so.
EXACT_WORK = 400_000_000
PRUNED = 1e-12


class Orders(NamedTuple):
    """When the attacker breaks off: after so many rounds, with fewer units, with a smaller chance to win. 0: never."""

    rounds: int = 0
    fewer: int = 0
    below: float = 0.0


class Result(NamedTuple):
    """All ends with their chances; the mean worth of what is left; the chance to take the ground; the mean rounds.

    `error` is the sum of the chances that were left out: no probability is off by more.
    """

    finishes: list[Finish]
    attacker_left: float
    defender_left: float
    takes: float
    rounds: float
    error: float


def resolve(
    attack: Force,
    defence: Force,
    *,
    orders: Orders = Orders(),  # noqa: B008 - a tuple
    shots: int = 0,
    shot_chance: float = 0.0,
    extra: Sequence[float] = (),
    prune: float | None = None,
) -> Result:
    """The chances of all ends of a battle.

    `shots` are dice against the attacker's high line before the battle; `extra` are the chances of dice that help the
    attacker in the first round only. `prune` is the chance below which a pair of forms is left out.
    """
    first_counts = orders.fewer > 0 or orders.below > 0.0 or any(map(_is_stuck, attack.groups))
    attacker = Side(attack, extra, first_counts)
    defender = Side(defence)
    if prune is None:
        work = attacker.forms * len(attack.order) * defender.forms * len(defence.order)
        prune = 0.0 if work <= EXACT_WORK else PRUNED
    battle = Battle(attacker, defender, prune)
    starts = [(attacker.form(0, 0, hits), 0, chance) for hits, chance in enumerate(_hits(shots, shot_chance))]
    battle.fight(starts, orders.rounds, orders.fewer, orders.below)
    if orders != (0, 0, 0.0) and any(group.good & (HOLDS | LEAVES) == HOLDS for group in attack.groups):
        return _fight_on(attack, battle)
    finishes = battle.finishes()
    return Result(
        _merged(finishes) if battle.repeats else finishes,
        battle.attacker_left,
        battle.defender_left,
        battle.takes,
        battle.rounds,
        battle.error,
    )


def _is_stuck(group: Group) -> bool:
    """Does a group fight on although it can neither fire nor leave? Alone it would end the battle after a round."""
    return group.good & (HOLDS | LEAVES) == HOLDS and group.chance == 0.0


def _merged(finishes: list[Finish]) -> list[Finish]:
    """The same list with each finish named once."""
    found: dict[tuple[int, tuple[int, ...], tuple[int, ...]], float] = {}
    for how, ours, theirs, chance in finishes:
        found[how, ours, theirs] = found.get((how, ours, theirs), 0.0) + chance
    return [(*finish, chance) for finish, chance in found.items()]


def _hits(dice: int, chance: float) -> list[float]:
    """The chances of 0, 1, 2, ... hits."""
    return [comb(dice, hits) * chance**hits * (1.0 - chance) ** (dice - hits) for hits in range(dice + 1)]


def _fight_on(attack: Force, first: Battle) -> Result:
    """Where the attacker broke off, those who cannot leave fight on alone, to the end."""
    stay = [number for number, group in enumerate(attack.groups) if not group.good & LEAVES]
    rest = Side(_only(attack, stay))
    defender = first.defender
    tally = _Tally(attack, defender)
    rounds, error = first.rounds, first.error
    # by what has left: where those who stay begin
    begins: dict[tuple[int, ...], list[tuple[int, int, float]]] = {}
    for how, ours, theirs, chance, bits in first.ends:
        left = list(first.attacker.remains(ours, bits & ATTACKER_SWEPT > 0))
        lost = sum(attack.groups[number].units - left[number] for number in stay)
        if how == RETREAT and lost < rest.mids:
            gone = tuple(0 if number in stay else count for number, count in enumerate(left))
            begins.setdefault(gone, []).append((rest.form(0, lost, 0), theirs, chance))
        else:
            tally.add(how, left, theirs, chance, bits)
    for gone, starts in begins.items():
        battle = Battle(rest, defender, first.prune)
        for how, ours, theirs, chance, bits in battle.fight(starts):
            left = list(gone)
            for number, count in zip(stay, rest.remains(ours, bits & ATTACKER_SWEPT > 0), strict=True):
                left[number] = count
            tally.add(how, left, theirs, chance, bits)
        rounds += battle.rounds
        error += battle.error
    return Result(_merged(tally.finishes), tally.attacker_left, tally.defender_left, tally.takes, rounds, error)


def _only(force: Force, numbers: list[int]) -> Force:
    """The same force without the other groups. They must all stand on one line."""
    place = {number: at for at, number in enumerate(numbers)}
    return Force(
        tuple(force.groups[number]._replace(line=MID) for number in numbers),
        tuple(place[number] for number in force.order if number in place),
        tuple((place[gains], place[gives]) for gains, gives in force.pairs if gains in place and gives in place),
    )


class _Tally:
    """Ends that come from more than one battle, added up."""

    def __init__(self, attack: Force, defender: Side) -> None:
        self.worths = [group.worth for group in attack.groups]
        self.defender = defender
        self.finishes: list[Finish] = []
        self.attacker_left = 0.0
        self.defender_left = 0.0
        self.takes = 0.0

    def add(self, how: int, left: list[int], theirs: int, chance: float, bits: int) -> None:
        swept = bits & DEFENDER_SWEPT > 0
        self.finishes.append((how, tuple(left), self.defender.remains(theirs, swept), chance))
        self.attacker_left += chance * sum(count * worth for count, worth in zip(left, self.worths, strict=True))
        self.defender_left += chance * self.defender.worth_of(theirs, swept)
        if how == WIN and bits & HAS_TAKERS:
            self.takes += chance
