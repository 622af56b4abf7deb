"""Units of one side as lanes for the kernel: which dice hit them, through which boxes, in which order."""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.battleboard import SURFACE
from sandtable.games.warroom.data import AIR, COLOURS, DICE_PER_STAGE, DIE, UNITS, board_row
from sandtable.games.warroom.odds_units import Force
from sandtable.odds.batches import Target
from sandtable.odds.lanes import Lane

FACE = {colour: DIE.count(colour) / len(DIE) for colour in COLOURS}
GUARDED = ("carrier", "battleship")
MOST_STATES = 600_000
"""Beyond this the odds would need more than a few hundred MB and several seconds."""
HURT = {"damaged": 1 / 8, "lightly_damaged": 1 / 16, "dive": 0.0}
"""What a hurt unit counts for as a share of its worth, when black and white results are aimed."""


class Rank(NamedTuple):
    """Units of one kind in one stance."""

    kind: str
    stance: str
    number: int
    boxes: tuple[str, ...]
    surface: int
    """The dice of one of them in the Surface Stage."""


class Mark(NamedTuple):
    """What a state of a lane means: units lost and units damaged (to be repaired), by rank."""

    lost: tuple[int, ...]
    damaged: tuple[int, ...]


class Line(NamedTuple):
    """A lane with the ranks that stand in it and the meaning of its states."""

    ranks: tuple[Rank, ...]
    lane: Lane
    marks: tuple[Mark, ...]


def worth(kind: str) -> float:
    """What a unit is worth to those who shoot at it: its price in Resources and its Casualty Points."""
    return float(sum(UNITS[kind].cost) + UNITS[kind].points)


def ranks_of(force: Force, board: str, stage: str) -> list[Rank]:
    """The units that a stage can hit. Carrier Fighters stand in the rows of Fighters (WR-BATT-01)."""
    kinds = (*AIR, "carrier_fighter") if stage == "air" else SURFACE[board]
    found = []
    for (kind, stance), count in force.items():
        if kind in kinds and count:
            row = board_row(board, kind, stance)
            found.append(Rank(kind, stance, count, row.boxes, row.surface))
    return found


def by_choice(stage: str, ranks: Sequence[Rank]) -> list[Rank]:
    """The roller's order within a colour: what falls to fewer hits; in the Air Stage first what would fire at the
    surface afterwards."""
    if stage == "air":
        return sorted(ranks, key=lambda r: (len(r.boxes), -r.surface))
    return sorted(ranks, key=lambda r: (len(r.boxes), r.stance != "escort"))


@lru_cache(maxsize=2048)
def lines(ranks: tuple[Rank, ...], stage: str) -> tuple[Line, ...]:
    """The ranks by the colour that hits them, in the order in which colours are resolved (WR-SURF-09)."""
    found = []
    guarded = any(rank.kind in GUARDED for rank in ranks)
    for colour in COLOURS[:4]:
        mine = by_choice(stage, [rank for rank in ranks if UNITS[rank.kind].colour == colour])
        if not mine:
            continue
        if mine[0].boxes == ("dive",):
            found.append(diving(mine[0], FACE[colour]))
        elif guarded and mine[0].stance == "escort":
            found.append(escorting(mine[0], mine[1] if len(mine) > 1 else None, FACE[colour]))
        else:
            found.append(in_line(tuple(mine), FACE[colour]))
    return tuple(found)


def in_line(ranks: tuple[Rank, ...], chance: float) -> Line:
    """Units that are hit one after the other, each through its boxes. The defender saves Carriers and Battleships from
    the hit that would sink them, if there is an escort."""
    finish, passes, harm, marks = [], [], [], []
    lost, done = [0] * len(ranks), 0.0
    for at, rank in enumerate(ranks):
        for _ in range(rank.number):
            for box in ("", *rank.boxes):
                marks.append(Mark(tuple(lost), tuple(int(n == at and box == "damaged") for n in range(len(ranks)))))
                finish.append(len(marks) if box == "damaged" else -1)
                passes.append(int(rank.kind in GUARDED and box == rank.boxes[-1]))
                harm.append(done + HURT.get(box, 0.0) * worth(rank.kind))
            lost[at] += 1
            done += worth(rank.kind)
    marks.append(Mark(tuple(lost), (0,) * len(ranks)))
    # no stage brings more hits than dice, so states beyond them are left out
    size = min(len(marks), DICE_PER_STAGE + 1)
    hit = (*range(1, size), -1)
    ends = (*finish[: size - 1], -1)
    lane = Lane(chance, hit, ends, (-1,) * size, tuple(range(size)), (*passes, 0)[:size], tuple([*harm, done][:size]))
    return Line(ranks, lane, tuple(marks[:size]))


def diving(rank: Rank, chance: float) -> Line:
    """WR-SUB-01 to 05: a second hit in one batch destroys a Submarine; after a single one it is gone at its end."""
    most = rank.number
    states = [(lost, hurt, gone) for lost in range(most + 1) for hurt in (0, 1) for gone in range(most + 1)]
    states = [state for state in states if sum(state) <= most]
    place = {state: at for at, state in enumerate(states)}
    hit, rest = [], []
    for lost, hurt, gone in states:
        hit.append(place.get((lost + 1, 0, gone) if hurt else (lost, 1, gone), -1))
        rest.append(place[lost, 0, gone + hurt])
    none = (-1,) * len(states)
    harm = tuple(lost * worth(rank.kind) for lost, _, _ in states)
    lane = Lane(chance, tuple(hit), none, none, tuple(rest), (0,) * len(states), harm)
    return Line((rank,), lane, tuple(Mark((lost,), (0,)) for lost, _, _ in states))


def escorting(escort: Rank, other: Rank | None, chance: float) -> Line:
    """WR-ESC-01 to 09: Cruisers in two stances; hits on Carriers and Battleships may come to the escorts."""
    ours, rest = 2 * escort.number, 2 * (other.number if other else 0)
    states = [(a, b) for a in range(ours + 1) for b in range(rest + 1)]
    place = {state: at for at, state in enumerate(states)}
    hit, finish, shift, harm, marks = [], [], [], [], []
    for a, b in states:
        first = a % 2 or (not b % 2 and a < ours)  # a damaged one before all others, then the escorts
        hit.append(place.get((a + 1, b) if first else (a, b + 1), -1))
        finish.append(place[a + 1, b] if a % 2 else place[a, b + 1] if b % 2 else -1)
        shift.append(place.get((a + 1, b), -1))
        harm.append(worth(escort.kind) * (a // 2 + b // 2 + HURT["damaged"] * (a % 2 + b % 2)))
        marks.append(Mark((a // 2, b // 2), (a % 2, b % 2)) if other else Mark((a // 2,), (a % 2,)))
    size = len(states)
    lane = Lane(chance, tuple(hit), tuple(finish), tuple(shift), tuple(range(size)), (0,) * size, tuple(harm))
    return Line((escort, other) if other else (escort,), lane, tuple(marks))


def guard_of(found: tuple[Line, ...]) -> int:
    """The lane that can take hits for others, -1 if there is none."""
    return next((at for at, line in enumerate(found) if max(line.lane.shift) >= 0), -1)


def states_of(ranks: tuple[Rank, ...], stage: str) -> int:
    """How many states the kernel has to look after."""
    return prod(len(line.marks) for line in lines(ranks, stage))


@lru_cache(maxsize=40)  # a kernel of a big fleet takes some MB
def kernel(ranks: tuple[Rank, ...], stage: str, wild: bool) -> Target:
    """The side as the kernel sees it. Without `wild`, black and white results miss (WR-BATT-17)."""
    found = lines(ranks, stage)
    if states_of(ranks, stage) > MOST_STATES:
        raise BadInput("fleets of this size are too large to reckon with")
    share = FACE["black"] if wild else 0.0
    return Target([line.lane for line in found], guard_of(found), share, FACE["white"] if wild else 0.0)
