"""The near future, dice and all: what each answer is worth at the end of the turn, by the table of chances.

Every die of the turn is followed through all its outcomes with their exact chances. At the decisions that come later
in the turn only the `width` answers that look best one step ahead are followed, so that the tree stays small.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sandtable.bots.echoes.chances import WINS, Chances
from sandtable.bots.echoes.one_step import WORTHS
from sandtable.core.chance import outcomes
from sandtable.core.play import answer, roll
from sandtable.core.steps import Ask, Draw, Roll
from sandtable.games.echoes.data import REGION_NAMES, TRACK_NAMES
from sandtable.games.echoes.rules.battle import RollAttack, needed
from sandtable.games.echoes.rules.tracks import modifier
from sandtable.games.echoes.rules.turn import CHART_ROLL
from sandtable.games.echoes.state import ALLIES, EchoesState

Outcomes = tuple[tuple[tuple[int, ...], float], ...]


class Enough(Exception):
    """The search was to stop before it was through."""


class Search:
    """One look ahead. `may_go_on` is asked at every position with how many were visited so far."""

    def __init__(self, chances: Chances, width: int, may_go_on: Callable[[int], bool]) -> None:
        self.chances = chances
        self.width = width
        self.may_go_on = may_go_on
        self.visited = 0
        self.known: dict[tuple[Any, ...], float] = {}

    def worths(self, war: EchoesState, ask: Ask) -> list[tuple[Any, float]]:
        """Every answer with the chance of a win that it leads to."""
        return [(choice, self.after_answer(war, choice)) for choice in ask.menus[ALLIES].list()]

    def after_answer(self, war: EchoesState, choice: Any) -> float:
        twin = self.visit(war)
        answer(twin, ALLIES, choice)
        return self.worth(twin)

    def after_roll(self, war: EchoesState, faces: tuple[int, ...]) -> float:
        twin = self.visit(war)
        roll(twin, faces)
        return self.worth(twin)

    def visit(self, war: EchoesState) -> EchoesState:
        if not self.may_go_on(self.visited):
            raise Enough
        self.visited += 1
        return war.clone()

    def worth(self, war: EchoesState) -> float:
        """The chance of a win from a position within the turn, or at its end."""
        want = war.want
        if want is None:
            return float(war.ended in WINS)
        if want is CHART_ROLL:
            return self.chances.before_turn(war)
        key = key_of(war)
        found = self.known.get(key)
        if found is None:
            if isinstance(want, Ask):
                found = max(self.after_answer(war, choice) for choice in self.promising(war, want))
            else:
                found = sum(chance * self.after_roll(war, faces) for faces, chance in ways_to_fall(war, want))
            self.known[key] = found
        return found

    def promising(self, war: EchoesState, ask: Ask) -> list[Any]:
        """The answers that look best one step ahead."""
        answers = ask.menus[ALLIES].list()
        if len(answers) <= self.width:
            return answers
        return sorted(answers, key=WORTHS[ask.what](war, self.chances.after_turn), reverse=True)[: self.width]


def key_of(war: EchoesState) -> tuple[Any, ...]:
    """What tells positions of the same turn apart."""
    allied, axis, ours, theirs = war.allied_marks, war.axis_marks, war.allied_boxes, war.axis_boxes
    return (
        *[allied[region] - axis[region] for region in REGION_NAMES],
        *[ours[track] - theirs[track] for track in TRACK_NAMES],
        *war.tide_regions,
        war.attacks,
        war.actions,
        war.special,
        war.reroll,
        *sorted(war.attacked.items()),
        *war.steps,
    )


def ways_to_fall(war: EchoesState, want: Roll | Draw) -> Outcomes:
    """The outcomes of the dice with their chances; faces of an attack that come to the same are taken together."""
    step = war.steps[-1]
    if type(step) is not RollAttack:
        return tuple(outcomes(want))
    face = needed(war, step.side, step.region) - modifier(war, step.side, step.region) - step.bonus
    return attack_faces(face, bool(war.tides or war.reroll))


@lru_cache(maxsize=64)
def attack_faces(goal: int, can_be_turned: bool) -> Outcomes:
    """Success and failure; where the roll can still be turned, a margin of one point is a case of its own."""
    groups: dict[tuple[bool, bool], list[int]] = {}
    for face in range(1, 7):
        close = can_be_turned and face in (goal, goal - 1)
        groups.setdefault((face >= goal, close), []).append(face)
    return tuple(((faces[0],), len(faces) / 6) for faces in groups.values())
