"""Attackers and defenders of a 1940 battle as the numbers that `sandtable.odds` understands.

Each function says which rule it puts into numbers; the clauses are those of the rules ledger.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.kinds import TAKERS, UNITS
from sandtable.games.axis1940.odds_units import (
    CAPITAL,
    DAMAGED,
    HITS,
    KINDS,
    LAND_ORDER,
    SEA_ORDER,
    SUPPORT,
    read_order,
    spoken,
)
from sandtable.odds.terms import HIGH, HOLDS, HUNTS, IDLE, LEAVES, LOW, MID, TAKES, Group


def _misfits(attacks: bool, at_sea: bool) -> dict[str, str]:
    """The kinds that cannot take part in a battle, with the reason."""
    does = "attack" if attacks else "defend"
    found = {}
    for kind in KINDS:
        realm = UNITS[DAMAGED.get(kind, kind)].arm
        if at_sea and realm == "land":
            found[kind] = f"{spoken(kind, 2)} cannot {does} in a sea zone [AA-UNIT-01]"
        elif not at_sea and realm == "sea":
            found[kind] = f"{spoken(kind, 2)} cannot {does} in a territory"
    if at_sea and not attacks:
        found["strategic_bomber"] = "strategic bombers cannot defend in a sea zone [AA-UNIT-03]"
    if attacks and not at_sea:
        found["aaa"] = "AAA never attacks [AA-COMB-22]"
    return found


_MISFITS = {(attacks, at_sea): _misfits(attacks, at_sea) for attacks in (True, False) for at_sea in (True, False)}


# The usual order of losses. Among units of a kind those from the sea go first, since they could not retreat.
_USUAL_AT_SEA = {name: at for at, name in enumerate(SEA_ORDER)}
_USUAL_ON_LAND = {name: at for at, name in enumerate(way for kind in LAND_ORDER for way in (f"{kind}~", kind))}


class Corps(NamedTuple):
    """One side of a battle: so many of each kind, and of the attacker's land units so many from the sea.

    `parts_air` says that some of the enemy's hits can or cannot fall on aircraft, so that they must be told apart.
    """

    units: tuple[tuple[str, int], ...]
    attacks: bool
    at_sea: bool
    parts_air: bool
    seaborne: tuple[tuple[str, int], ...] = ()
    can_retreat: bool = True


class Ranks(NamedTuple):
    """The groups of a corps with their names: a kind, '<kind>~' from the sea, '<kind>_hit' for a hit that damages."""

    names: tuple[str, ...]
    groups: tuple[Group, ...]
    pairs: tuple[tuple[int, int], ...]
    usual: tuple[int, ...]  # the usual order of losses, a number of a group per hit
    cost: int
    forms: int  # in how many ways losses can fall on the three lines


def check(corps: Corps) -> None:
    """Refuse units that cannot take part in such a battle."""
    misfits = _MISFITS[corps.attacks, corps.at_sea]
    for kind, _ in corps.units:
        if kind in misfits:
            raise BadInput(misfits[kind])


@lru_cache(maxsize=1024)
def ranks(corps: Corps) -> Ranks:
    """The groups of a corps."""
    found: dict[str, Group] = {}
    seaborne = dict(corps.seaborne)
    for kind, count in corps.units:
        ship = DAMAGED.get(kind, kind)
        landing = seaborne.get(kind, 0)
        if landing:
            found[f"{kind}~"] = _group(corps, kind, landing, True)
        if ship in found:  # damaged ones join the undamaged
            found[ship] = _group(corps, ship, count + found[ship].units, False)
        elif count > landing:
            found[ship] = _group(corps, ship, count - landing, False)
        if kind in CAPITAL:  # AA-CAPSHIP-01: the first hit costs nothing that fires
            found[f"{kind}_hit"] = Group(count, MID, 0.0, 0.0, 0.0, 0)
    names, groups = tuple(found), tuple(found.values())
    lines = [1, 1, 1]
    for group in groups:
        lines[group.line] += group.units
    usual = sorted(
        range(len(names)), key=lambda number: (_USUAL_AT_SEA if corps.at_sea else _USUAL_ON_LAND)[names[number]]
    )
    return Ranks(
        names,
        groups,
        _pairs(names) if corps.attacks else (),  # AA-ARMS-08
        tuple([number for number in usual for _ in range(groups[number].units)]),
        round(sum(group.units * group.worth for group in groups)),
        lines[LOW] * lines[MID] * lines[HIGH],
    )


def _pairs(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Who supports whom, whatever way they came (AA-ARMS-10)."""
    return tuple(
        (names.index(gains), names.index(gives))
        for gaining, giving in SUPPORT
        for gains in (f"{gaining}~", gaining)
        for gives in (f"{giving}~", giving)
        if gains in names and gives in names
    )


def _group(corps: Corps, kind: str, count: int, landing: bool) -> Group:
    unit = UNITS[kind]
    value = unit.attack if corps.attacks else unit.defense
    raised = value + 1 if corps.attacks and any(kind == gains for gains, _ in SUPPORT) else value
    good = IDLE if kind in ("aaa", "transport") else HOLDS
    if kind == "destroyer":
        good |= HUNTS  # AA-SUBS-03
    if corps.attacks and kind in TAKERS:
        good |= TAKES
    if corps.attacks and corps.can_retreat and not landing:  # AA-AMPH-17, AA-TRDEF-04
        good |= LEAVES
    line = LOW if kind == "submarine" else HIGH if corps.parts_air and unit.arm == "air" else MID
    return Group(count, line, value / 6, raised / 6, unit.cost, good)


def losses(ranks: Ranks, wish: str | Sequence[str] | None, keep_land: bool = False) -> tuple[int, ...]:
    """The order of losses, a number of a group per hit: what is wished for, then the usual one for the rest.

    Hits that only damage come first unless the wish names them. Transports are always last (AA-TRDEF-01).
    """
    order = ranks.usual
    if wish:
        left = {name: group.units for name, group in zip(ranks.names, ranks.groups, strict=True)}
        found: list[str] = []
        wished = read_order(wish)
        for hit in HITS:
            if all(kind != hit for _, kind in wished):
                _lose(hit, None, left, found)
        for count, kind in wished:
            if kind != "transport":
                _lose(kind, count, left, found)
        for number in dict.fromkeys(ranks.usual):
            found += [ranks.names[number]] * left[ranks.names[number]]
        order = tuple(ranks.names.index(name) for name in found)
    return _with_land_last(ranks, order) if keep_land else order


def _lose(kind: str, count: int | None, left: dict[str, int], found: list[str]) -> None:
    """Move so many losses of a kind from `left` to `found`, None for all."""
    ship = DAMAGED.get(kind, kind)
    for name in (f"{ship}~", ship):
        if name not in left:
            continue
        lost = left[name] if count is None else min(left[name], count)
        if left.get(f"{ship}_hit"):
            _sink(name, f"{ship}_hit", lost, kind == ship, left, found)
        else:
            found += [name] * lost
            left[name] -= lost
        if count is not None:
            count -= lost


def _sink(ship: str, hits: str, lost: int, whole: bool, left: dict[str, int], found: list[str]) -> None:
    """Lose ships that have hits to spare: the damaged ones first, then by two hits each if whole ones may go."""
    for _ in range(lost):
        if left[ship] == left[hits]:
            if not whole:
                return
            left[hits] -= 1
            found.append(hits)
        left[ship] -= 1
        found.append(ship)


def _with_land_last(ranks: Ranks, order: tuple[int, ...]) -> tuple[int, ...]:
    """The same order, but one land unit outlives all aircraft."""
    lands = [at for at, number in enumerate(order) if ranks.groups[number].good & TAKES]
    if not lands:
        return order
    return order[: lands[-1]] + order[lands[-1] + 1 :] + (order[lands[-1]],)


@lru_cache(maxsize=1024)
def spoken_order(names: tuple[str, ...], order: tuple[int, ...]) -> tuple[str, ...]:
    """An order of losses as `losses` would read it: kinds, with a number where a kind is lost in several parts."""
    runs = [(name, len(list(run))) for name, run in groupby(names[number].rstrip("~") for number in order)]
    lost = [name for name, _ in runs]
    return tuple(name if lost.count(name) == 1 else f"{count} {name}" for name, count in runs)


def names_in(ranks: Ranks, order: Sequence[int]) -> tuple[str, ...]:
    """The names that an order of losses can be made of, as they come up in this one; transports have no choice."""
    names = dict.fromkeys(ranks.names[number].rstrip("~") for number in order)
    return tuple(name for name in names if name != "transport")


def units_left(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """What is left of the groups of these names, as units. A ship with a hit to spare is undamaged, another is not."""
    left = dict(zip(names, counts, strict=True))
    found: dict[str, int] = {}
    for kind in KINDS:
        ship = DAMAGED.get(kind, kind)
        count = left.get(f"{ship}~", 0) + left.get(ship, 0)
        if ship in CAPITAL:
            whole = left.get(f"{ship}_hit", 0)
            count = count - whole if kind in DAMAGED else whole
        if count:
            found[kind] = count
    return found
