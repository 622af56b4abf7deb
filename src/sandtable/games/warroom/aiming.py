"""Where hits should go on a real battle board: the same choice as the odds reckon with."""

from collections.abc import Sequence

from sandtable.games.warroom.battleboard import Target, hit, targets
from sandtable.games.warroom.data import COLOURS, board_row
from sandtable.games.warroom.odds_lanes import GUARDED, HURT, worth
from sandtable.games.warroom.state import Battle, Row


def best_target(battle: Battle, side: str, stage: str, colours: Sequence[str]) -> Target | None:
    """What the first of these results should hit on a side, with the rest of them to follow; None to miss.

    A colour hits what falls first in its rows. Black and white do the greatest harm by the end of the batch.
    """
    if colours[0] not in ("black", "white"):
        return first_to_fall(battle, stage, targets(battle, side, stage, colours[0]))
    if not targets(battle, side, stage, colours[0]):
        return None
    return _Search(side, stage).best(battle, tuple(colours).count("black"), tuple(colours).count("white"))[1]


def first_to_fall(battle: Battle, stage: str, aims: Sequence[Target]) -> Target | None:
    """The target with the fewest hits left; in the Air Stage first what would fire at the surface afterwards."""

    def order(aim: Target) -> tuple[int, int, int]:
        row = battle.rows[aim[0]]
        facts = board_row(battle.board, row.kind, row.stance)
        left = len(facts.boxes) - facts.boxes.index(row.hurt[2]) if row.hurt else len(facts.boxes) + 1
        return left, len(facts.boxes), -facts.surface if stage == "air" else int(row.stance != "escort")

    return min(aims, key=order, default=None)


def would_sink(battle: Battle, row: Row) -> bool:
    """Whether the next hit on a row eliminates a unit."""
    boxes = board_row(battle.board, row.kind, row.stance).boxes
    return not boxes or (row.hurt is not None and row.hurt[2] == boxes[-1])


class _Search:
    """All ways to use black and then white results, as far as they differ: one target for each colour."""

    def __init__(self, side: str, stage: str) -> None:
        self.side = side
        self.stage = stage
        self.known: dict[tuple[tuple[Row, ...], int, int], tuple[float, Target | None]] = {}

    def best(self, battle: Battle, blacks: int, whites: int) -> tuple[float, Target | None]:
        """The greatest harm at the end of the batch, and the target of the next result that leads to it."""
        key = battle.rows, blacks, whites
        if key not in self.known:
            self.known[key] = self.look(battle, blacks, whites)
        return self.known[key]

    def look(self, battle: Battle, blacks: int, whites: int) -> tuple[float, Target | None]:
        if not blacks and not whites:
            return harm(battle, self.side), None
        if blacks:
            most, best = self.best(battle, 0, whites)[0], None
        else:
            most, best = -1.0, None
        for aim in self.options(battle, "black" if blacks else "white"):
            then = self.best(self.after(battle, aim), max(0, blacks - 1), whites - (not blacks))[0]
            if then > most:
                most, best = then, aim
        return (most, best) if most >= 0.0 else (harm(battle, self.side), None)

    def options(self, battle: Battle, colour: str) -> list[Target]:
        found = targets(battle, self.side, self.stage, colour)
        mine: list[Target] = []
        for each in COLOURS[:4]:
            aims = [aim for aim in found if aim in targets(battle, self.side, self.stage, each)]
            first = first_to_fall(battle, self.stage, aims)
            if first is not None:
                mine.append(first)
        return mine

    def after(self, battle: Battle, aim: Target) -> Battle:
        """The board after a hit, which the defender passes on to an escort if it would sink a ship."""
        row = battle.rows[aim[0]]
        if self.stage == "surface" and row.kind in GUARDED and would_sink(battle, row):
            for at, other in enumerate(battle.rows):
                if (other.side, other.kind, other.stance) == (self.side, "cruiser", "escort") and other.standing:
                    nation, kind = (other.hurt or other.whole[0])[:2]
                    return hit(battle, (at, nation, kind))[0]
        return hit(battle, aim)[0]


def harm(battle: Battle, side: str) -> float:
    """What has been destroyed and damaged on a side, as the odds count it."""
    total = 0.0
    for row in battle.rows:
        if row.side == side:
            total += sum(worth(kind) * number for _, kind, number in row.lost)
            if row.hurt is not None:
                total += HURT[row.hurt[2]] * worth(row.hurt[1])
    return total
