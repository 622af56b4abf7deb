"""The best stances for a side: against stances that are known, and against whatever the other may choose.

The Commander who is earlier in Turn Order shows his stances first (WR-BATT-08): for him the *safe* ones are best, whose
worst case is best; the other has the *best reply*. Where both choose unseen, a *mixture* of stances is what no reply
can beat.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Literal

import msgspec

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import KINDS, STANCES
from sandtable.games.warroom.odds import Conditions, Toll, fight, tolls
from sandtable.games.warroom.odds_lanes import ranks_of, states_of
from sandtable.games.warroom.odds_units import (
    Force,
    Units,
    board_of,
    check_board,
    placed,
    read_force,
    spoken_force,
    totals,
)
from sandtable.odds.matrix import safe, solve

Side = Literal["attacker", "defender"]
MOST_STATES = 40_000
PRIZE = 6.0
"""What a territory is worth in Resources unless told otherwise."""


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """Stances and what they gain on average: enemy losses less own losses in Resources (repairs included), and the
    prize times the chance that the territory is taken. `gain` is for the side that is advised."""

    side: Side
    stances: Force
    gain: float
    """Against the other's best reply, or against its stances if they are known."""
    reply: Force
    """The other's stances that this was reckoned against."""
    mixture: tuple[tuple[float, Force], ...]
    """If both choose unseen: stances with the share of times to take them. Empty if the other's are known."""
    value: float
    """What the mixture gains whatever the other does."""


class Table:
    """Gains of the attacker for all pairs of stances that are asked for. What was worked out once is kept. `prize` is
    what the territory is worth, `points` what a Casualty Point is worth, in Resources."""

    def __init__(self, here: Conditions, prize: float, points: float) -> None:
        self.here = here
        self.prize = prize
        self.points = points
        self.known: dict[tuple[tuple[tuple[tuple[str, str], int], ...], ...], float] = {}

    def gain(self, attack: Force, defence: Force) -> float:
        key = tuple(attack.items()), tuple(defence.items())
        if key not in self.known:
            self.known[key] = self.reckon(attack, defence)
        return self.known[key]

    def reckon(self, attack: Force, defence: Force) -> float:
        ours, theirs = tolls(fight(attack, defence, self.here), self.here)
        gain = sum([self.cost(part) for part in theirs]) - sum([self.cost(part) for part in ours])
        return gain + self.prize * theirs[1].gone * (1.0 - ours[1].gone)

    def cost(self, part: Toll) -> float:
        return part.resources + part.repairs + self.points * part.points


def plain_choices(units: Mapping[str, int], board: str) -> list[Force]:
    """All stances in which the units of a kind stand together, without raids."""
    kinds = [kind for kind in KINDS if units.get(kind)]
    options = [[s for s in STANCES[board][kind] if s != "strategic"] for kind in kinds]
    return [
        {(kind, stance): units[kind] for kind, stance in zip(kinds, chosen, strict=True)}
        for chosen in product(*options)
    ]


def most_states(units: Mapping[str, int], board: str) -> int:
    """How much work the odds of these units can be in any of their plain choices."""
    found = [tuple(ranks_of(force, board, "surface")) for force in plain_choices(units, board)]
    return max(states_of(ranks, "surface") for ranks in found)


def refined(force: Force, board: str, value: Callable[[Force], float]) -> Force:
    """Stances that no single unit improves by changing its own, from these on."""
    best, worth = force, value(force)
    improved = True
    while improved:
        improved = False
        for kind, stance in list(best):
            for other in STANCES[board][kind]:
                if other in (stance, "strategic") or not best.get((kind, stance)):
                    continue
                moved = dict(best)
                moved[kind, stance] -= 1
                moved[kind, other] = moved.get((kind, other), 0) + 1
                moved = {key: moved[key] for key in sorted(moved, key=_place) if moved[key]}
                if (now := value(moved)) > worth + 1e-9:
                    best, worth, improved = moved, now, True
    return best


def _place(key: tuple[str, str]) -> tuple[int, str]:
    return KINDS.index(key[0]), key[1]


def best_stances(
    attackers: Units,
    defenders: Units,
    side: Side = "attacker",
    *,
    known: str = "",
    board: str = "",
    ports: Sequence[str] = (),
    batch_cap: bool = False,
    prize: float = PRIZE,
) -> Advice:
    """The best stances for a side. `known` are the other's stances in words, if they are on the table already; a side
    whose units were all given stances counts as known as well."""
    ours, theirs = read_force(attackers), read_force(defenders)
    where = board or board_of(ours, theirs)
    if where not in ("land", "sea"):
        raise BadInput(f"the board is land or sea, not '{where}'")
    if side not in ("attacker", "defender"):
        raise BadInput(f"a side is attacker or defender, not '{side}'")
    if not ours or not theirs:
        raise BadInput("stances are taken only where units of both sides meet")
    for force in (ours, theirs):
        check_board(force, where)
    if max(most_states(totals(force), where) for force in (ours, theirs)) > MOST_STATES:
        raise BadInput("fleets of this size are too large to look for the best stances")
    here = Conditions(where, ("attacker" in ports, "defender" in ports), batch_cap)
    table = Table(here, prize if where == "land" else 0.0, 0.0)
    mine, other = (ours, theirs) if side == "attacker" else (theirs, ours)
    if known or all(stance for _, stance in other):
        shown = placed(other, where, side == "defender", mine, known)
        return reply_to(table, totals(mine), shown, side)
    return unseen(table, totals(mine), totals(other), side)


def reply_to(table: Table, units: Mapping[str, int], shown: Force, side: Side) -> Advice:
    """The best reply: the best of all plain choices, then unit by unit."""

    def value(force: Force) -> float:
        return table.gain(force, shown) if side == "attacker" else -table.gain(shown, force)

    board = table.here.board
    best = refined(max(plain_choices(units, board), key=value), board, value)
    return Advice(side=side, stances=best, gain=value(best), reply=shown, mixture=(), value=value(best))


def unseen(table: Table, units: Mapping[str, int], others: Mapping[str, int], side: Side) -> Advice:
    """The safe choice and the mixture, over all plain choices of both sides."""
    board = table.here.board
    mine, theirs = plain_choices(units, board), plain_choices(others, board)
    if side == "attacker":
        matrix = [[table.gain(m, t) for t in theirs] for m in mine]
    else:
        matrix = [[-table.gain(t, m) for t in theirs] for m in mine]
    row = safe(matrix)
    column = min(range(len(theirs)), key=lambda at: matrix[row][at])
    solved = solve(matrix)
    shares = [(share, force) for share, force in zip(solved.mine, mine, strict=True) if share > 1e-6]
    return Advice(
        side=side,
        stances=mine[row],
        gain=matrix[row][column],
        reply=theirs[column],
        mixture=tuple(sorted(shares, key=lambda pair: -pair[0])),
        value=solved.value,
    )


def spoken_advice(advice: Advice) -> str:
    """The advice in words."""
    other = "defender" if advice.side == "attacker" else "attacker"
    lines = [f"Best stances of the {advice.side}: {spoken_force(advice.stances)}"]
    if not advice.mixture:
        lines.append(f"  against {spoken_force(advice.reply)}")
        lines.append(f"  gain {advice.gain:+.2f} Resources on average")
        return "\n".join(lines) + "\n"
    lines.append(f"  safe: {advice.gain:+.2f} Resources on average even if the {other} replies as well as it can,")
    lines.append(f"  with {spoken_force(advice.reply)}")
    if len(advice.mixture) > 1:
        lines.append(f"  if both choose unseen, a mixture gains {advice.value:+.2f}:")
        lines += [f"  {100 * share:5.1f} %  {spoken_force(force)}" for share, force in advice.mixture]
    return "\n".join(lines) + "\n"
