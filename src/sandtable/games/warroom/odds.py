"""The exact odds of a battle for given stances: who is left, what it costs, who holds the ground. Nothing is rolled.

The dice of both sides are fixed before a stage, so what happens to one side in it does not depend on what happens to
the other. Aircraft lost in the Air Stage take their surface dice with them: that is the only link between the stages.
Conventions and method are in `docs/odds.md`.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import DICE_PER_STAGE, LAND, NAVAL, UNITS, board_row
from sandtable.games.warroom.odds_lanes import Line, Rank, kernel, lines, ranks_of
from sandtable.games.warroom.odds_result import Odds, SideOdds, plot, report
from sandtable.games.warroom.odds_units import Force, Units, board_of, check_board, placed, read_force
from sandtable.odds.batches import mixture

__all__ = ["Odds", "SideOdds", "battle_odds", "plot", "report"]

PORT_DICE = 2


class Conditions(NamedTuple):
    """What bears on a battle besides its units: which sides have Port Advantage, the batch cap, who repairs."""

    board: str
    ports: tuple[bool, bool] = (False, False)
    batch_cap: bool = False
    repairs: tuple[bool, bool] = (True, True)


class Exposed(NamedTuple):
    """The units of one side that a stage can hit, and the numbers of dice that may fall on them, with their chances."""

    ranks: tuple[Rank, ...]
    stage: str
    wild: bool
    """Whether black and white results can hit them."""
    volleys: tuple[tuple[float, int], ...]


class Toll(NamedTuple):
    """Expected losses in Casualty Points and Resources, expected repairs, and the chance that no unit is left."""

    points: float
    resources: float
    repairs: float
    gone: float


class Fight(NamedTuple):
    """A battle as four independent parts: for each side its aircraft in the Air Stage and its other units in the
    Surface Stage."""

    air: tuple[Exposed, Exposed]
    surface: tuple[Exposed, Exposed]
    dice: tuple[tuple[int, int], tuple[int, int]]
    """Air and surface dice of both sides before any loss."""
    advantage: int
    """The side with Force Advantage: 0 or 1, -1 for neither."""


def battle_odds(
    attackers: Units,
    defenders: Units,
    *,
    board: str = "",
    stances: Sequence[str] = ("", ""),
    ports: Sequence[str] = (),
    batch_cap: bool = False,
    repair: Sequence[str] = ("attacker", "defender"),
) -> Odds:
    """The exact odds of a battle between two forces in words ('8 infantry 2 armor defense 3 fighter') or as numbers.

    - board: `land` or `sea`; without it, sea if a ship takes part;
    - stances: for each side, the stances of units that were given none, in words; the usual ones for the rest;
    - ports: the sides with Port Advantage; repair: the sides that repair what is damaged (1 Resource each);
    - batch_cap: the optional rule that limits the dice of a side with fewer types.
    """
    ours, theirs = read_force(attackers), read_force(defenders)
    where = board or board_of(ours, theirs)
    if where not in ("land", "sea"):
        raise BadInput(f"the board is land or sea, not '{where}'")
    if not ours:
        raise BadInput("there is no attacker; write a force like '8 infantry 2 armor 3 fighter'")
    if not theirs:
        raise BadInput("there is no defender; an empty territory has its Garrison, see `garrison_odds`")
    for side in (*ports, *repair):
        if side not in ("attacker", "defender"):
            raise BadInput(f"a side is attacker or defender, not '{side}'")
    said = (*stances, "", "")
    here = Conditions(
        where,
        ("attacker" in ports, "defender" in ports),
        batch_cap,
        ("attacker" in repair, "defender" in repair),
    )
    attack = placed(ours, where, True, theirs, said[0])
    defence = placed(theirs, where, False, ours, said[1])
    return judged(attack, defence, here)


# The battle


def fight(attack: Force, defence: Force, here: Conditions) -> Fight:
    """WR-BATT-11, 12: the Air Stage and the Surface Stage."""
    forces = attack, defence
    for force in forces:
        check_board(force, here.board)
    planes = [tuple(ranks_of(force, here.board, "air")) for force in forces]
    others = [tuple(ranks_of(force, here.board, "surface")) for force in forces]
    air_dice = [min(DICE_PER_STAGE, dice_of(force, here.board, "air")) for force in forces]
    air = [Exposed(planes[at], "air", True, ((1.0, air_dice[1 - at]),)) for at in (0, 1)]
    types = [len({rank.kind for rank in ranks}) for ranks in others]
    advantage = -1 if types[0] == types[1] else int(types[1] > types[0])
    volleys = [surface_volleys(forces[at], air[at], types[at], types[1 - at], here, at) for at in (0, 1)]
    surface = [Exposed(others[at], "surface", advantage != at, volleys[1 - at]) for at in (0, 1)]
    most = [max([dice for _, dice in volley]) for volley in volleys]
    dice = (air_dice[0], most[0]), (air_dice[1], most[1])
    return Fight((air[0], air[1]), (surface[0], surface[1]), dice, advantage)


def dice_of(force: Force, board: str, stage: str) -> int:
    """WR-AIR-02, WR-SURF-02: the sum of the values of all units."""
    rows = [(board_row(board, kind, stance), count) for (kind, stance), count in force.items()]
    return sum([(row.air if stage == "air" else row.surface) * count for row, count in rows])


def surface_volleys(
    force: Force, air: Exposed, types: int, against: int, here: Conditions, side: int
) -> tuple[tuple[float, int], ...]:
    """The numbers of dice a side may have in the Surface Stage, with their chances: that depends on its aircraft."""
    base = dice_of({key: count for key, count in force.items() if key[0] in (*LAND, *NAVAL)}, here.board, "surface")
    if here.ports[side] and any(kind in NAVAL for kind, _ in force):
        base += PORT_DICE
    cap = DICE_PER_STAGE
    if here.batch_cap and against > types:
        cap = 20 if against - types == 1 else 10
    found: dict[int, float] = {}
    for extra, chance in enumerate(dice_left(air)):
        if chance > 0.0:
            dice = min(cap, base + extra)
            found[dice] = found.get(dice, 0.0) + chance
    return tuple((chance, dice) for dice, chance in found.items())


def dice_left(air: Exposed) -> "array[float]":
    """The chance of each number of surface dice that aircraft keep after the Air Stage; damaged ones count in full
    (WR-AIR-09)."""
    numbers = [
        [sum([(r.number - n) * r.surface for r, n in zip(line.ranks, mark.lost, strict=True)]) for mark in line.marks]
        for line in lines(air.ranks, air.stage)
    ]
    most = sum([max(row) for row in numbers])
    return kernel(air.ranks, air.stage, air.wild).totals(masses(air), numbers, most)


def masses(units: Exposed) -> "array[float]":
    """The chances of all states of the units after the stage."""
    parts = [(chance, spread(units.ranks, units.stage, units.wild, dice)) for chance, dice in units.volleys]
    return parts[0][1] if len(parts) == 1 else mixture(parts)


@lru_cache(maxsize=256)
def spread(ranks: tuple[Rank, ...], stage: str, wild: bool, dice: int) -> "array[float]":
    return kernel(ranks, stage, wild).after(dice)


# What it comes to


def toll_of(units: Exposed, repairs: bool, free: bool) -> Toll:
    """What a stage costs the units that it can hit."""
    parts = [
        (chance, toll(units.ranks, units.stage, units.wild, dice, repairs, free)) for chance, dice in units.volleys
    ]
    return Toll(*[sum([chance * part[at] for chance, part in parts]) for at in range(4)])


@lru_cache(maxsize=16384)
def toll(ranks: tuple[Rank, ...], stage: str, wild: bool, dice: int, repairs: bool, free: bool) -> Toll:
    """What so many dice cost. Damaged units are repaired for 1 Resource each, for nothing, or not at all."""
    target, mass, found = kernel(ranks, stage, wild), spread(ranks, stage, wild, dice), lines(ranks, stage)
    points = resources = repaired = 0.0
    left = []
    for at, line in enumerate(found):
        lost, damaged = worn(line, repairs or free)
        for chance, row, hurt in zip(target.lane_chances(mass, at), lost, damaged, strict=True):
            points += chance * sum([n * UNITS[r.kind].points for r, n in zip(line.ranks, row, strict=True)])
            resources += chance * sum([n * sum(UNITS[r.kind].cost) for r, n in zip(line.ranks, row, strict=True)])
            repaired += 0.0 if free else chance * hurt
        left.append([sum([r.number for r in line.ranks]) - sum(row) for row in lost])
    gone = target.totals(mass, left, sum([max(row) for row in left]))[0]
    return Toll(points, resources, repaired, gone)


def worn(line: Line, repairs: bool) -> tuple[list[tuple[int, ...]], list[int]]:
    """For each state of a line: units lost by rank, and units repaired. Without repair the damaged are lost."""
    if repairs:
        return [mark.lost for mark in line.marks], [sum(mark.damaged) for mark in line.marks]
    lost = [tuple(a + b for a, b in zip(mark.lost, mark.damaged, strict=True)) for mark in line.marks]
    return lost, [0] * len(lost)


def tolls(fought: Fight, here: Conditions) -> tuple[tuple[Toll, Toll], tuple[Toll, Toll]]:
    """Of each side: what the Air Stage and what the Surface Stage costs. WR-DEBR-04: Port Advantage repairs ships."""
    found = []
    for at in (0, 1):
        free = here.ports[at] and here.board == "sea"
        found.append(
            (toll_of(fought.air[at], here.repairs[at], False), toll_of(fought.surface[at], here.repairs[at], free))
        )
    return found[0], found[1]


def judged(attack: Force, defence: Force, here: Conditions) -> Odds:
    """Chances, losses and what is left."""
    fought = fight(attack, defence, here)
    costs = tolls(fought, here)
    sides = []
    for at, force in enumerate((attack, defence)):
        air, surface = costs[at]
        free = here.ports[at] and here.board == "sea"
        sides.append(
            SideOdds(
                force=tuple((kind, stance, count) for (kind, stance), count in force.items()),
                air_dice=fought.dice[at][0],
                surface_dice=fought.dice[at][1],
                points=air.points + surface.points,
                resources=air.resources + surface.resources,
                repairs=air.repairs + surface.repairs,
                gone=surface.gone,
                air_kinds=kinds_in(fought.air[at]),
                air=units_left(fought.air[at], here.repairs[at]),
                surface_kinds=kinds_in(fought.surface[at]),
                surface=units_left(fought.surface[at], here.repairs[at] or free),
            )
        )
    ours, theirs = sides[0].gone, sides[1].gone
    return Odds(
        board=here.board,
        attacker=sides[0],
        defender=sides[1],
        force_advantage=("attacker", "defender", "")[fought.advantage],
        win=(1.0 - ours) * theirs,
        loss=ours * (1.0 - theirs),
        both_left=(1.0 - ours) * (1.0 - theirs),
        none_left=ours * theirs,
    )


def kinds_in(units: Exposed) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rank.kind for line in lines(units.ranks, units.stage) for rank in line.ranks))


def units_left(units: Exposed, repairs: bool) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Each number of units left of each kind with its chance, the likeliest first. A kind stands in one line."""
    tables = []
    for line in lines(units.ranks, units.stage):
        mine = list(dict.fromkeys(rank.kind for rank in line.ranks))
        tables.append(
            [
                tuple(
                    sum(r.number - n for r, n in zip(line.ranks, row, strict=True) if r.kind == kind) for kind in mine
                )
                for row in worn(line, repairs)[0]
            ]
        )
    found: dict[tuple[int, ...], float] = {}
    for state, chance in enumerate(masses(units)):
        if chance > 0.0:
            left: tuple[int, ...] = ()
            for table in reversed(tables):
                state, at = divmod(state, len(table))
                left = table[at] + left
            found[left] = found.get(left, 0.0) + chance
    return tuple(sorted(found.items(), key=lambda pair: -pair[1]))
