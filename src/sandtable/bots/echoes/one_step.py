"""One step ahead: what each answer is worth on average, once the dice that it calls for have fallen.

A judge says what a position is worth as if nothing more could be done this turn. Changes are tried out on the war
itself and put back at once, because a clone costs more than the trial.
"""

from collections.abc import Callable
from typing import Any

from sandtable.core.play import answer, futures, pending
from sandtable.core.steps import Ask
from sandtable.games.echoes.data import REGION_NAMES, Side
from sandtable.games.echoes.rules.battle import Rolled, needed
from sandtable.games.echoes.rules.tide import PASS
from sandtable.games.echoes.rules.tracks import modifier
from sandtable.games.echoes.state import ALLIES, EchoesState

Judge = Callable[[EchoesState], float]


def best_answer(war: EchoesState, ask: Ask, judge: Judge) -> Any:
    """The answer that is worth most one step ahead; the first of equals."""
    return max(ask.menus[ALLIES].list(), key=WORTHS[ask.what](war, judge))


def worths(war: EchoesState, ask: Ask, judge: Judge) -> list[tuple[Any, float]]:
    """Every answer with what it is worth one step ahead."""
    worth = WORTHS[ask.what](war, judge)
    return [(choice, worth(choice)) for choice in ask.menus[ALLIES].list()]


def chance(war: EchoesState, side: Side, region: str, bonus: int = 0) -> float:
    """The chance that an attack advances."""
    goal = needed(war, side, region)
    return min(max(7 + bonus + modifier(war, side, region) - goal, 0), 6) / 6 if goal else 0.0


def moved(war: EchoesState, judge: Judge, regions: tuple[str, ...], by: int) -> float:
    """What the war would be worth with these fronts moved."""
    marks = war.allied_marks
    for region in regions:
        marks[region] += by
    worth = judge(war)
    for region in regions:
        marks[region] -= by
    return worth


def turned(war: EchoesState, judge: Judge, track: str, tides: int) -> float:
    """What the war would be worth with a track shifted, at a cost of so many Tide of War actions."""
    war.allied_boxes[track] += 1
    war.tides -= tides
    worth = judge(war)
    war.tides += tides
    war.allied_boxes[track] -= 1
    return worth


def gain(war: EchoesState, judge: Judge, now: float, region: str, bonus: int = 0) -> float:
    """What an Allied attack adds on average to what the war is worth now."""
    odds = chance(war, "allies", region, bonus)
    return odds * (moved(war, judge, (region,), 1) - now) if odds else 0.0


Worth = Callable[[Any], float]

BEFORE_DICE = ("ew.tide.before_axis_roll", "ew.tide.before_conflict")
"""Where a Tide of War is offered that could as well be used after the dice."""


def in_the_turn(war: EchoesState, judge: Judge) -> Worth:
    """Attacks, shifts, Tide of War or nothing more this turn."""
    now = judge(war)

    def worth(choice: Any) -> float:
        if choice[0] == "attack":
            return now + gain(war, judge, now, choice[1])
        if choice[0] == "special":
            return now + gain(war, judge, now, choice[1], war.bonus)
        if choice[0] == "shift":
            return turned(war, judge, choice[1], 0)
        if choice[0] == "tide":
            return turned(war, judge, choice[2], 1)
        return now

    return worth


def before_dice(war: EchoesState, judge: Judge) -> Worth:
    """A Tide of War can do after the dice all that it can do before them, so it waits."""
    return lambda choice: float(choice[0] == PASS)


def after_attack(war: EchoesState, judge: Judge) -> Worth:
    """Whether a roll is accepted, turned by a shift, or rolled again."""
    rolled = war.steps[-1]
    assert isinstance(rolled, Rolled)
    side, region = rolled.side, rolled.region
    step = 1 if side == ALLIES else -1

    def as_rolled(war: EchoesState) -> float:
        return judge(war) if side == ALLIES else moved(war, judge, (region,), -1)

    def as_turned(war: EchoesState) -> float:
        return judge(war) if side != ALLIES else moved(war, judge, (region,), 1)

    def worth(choice: Any) -> float:
        if choice[0] == PASS:
            return as_rolled(war)
        if choice[0] == "tide":
            return turned(war, as_turned, choice[2], 1)
        odds = chance(war, side, region, rolled.bonus)
        tides = int(choice[0] == "reroll")
        war.tides -= tides
        again = odds * moved(war, judge, (region,), step) + (1 - odds) * judge(war)
        war.tides += tides
        return again

    return worth


def tried_out(war: EchoesState, judge: Judge) -> Worth:
    """The choices of a box, and the Tide of War after the dice of a Major Conflict, on a twin."""

    def worth(choice: Any) -> float:
        twin = war.clone()
        answer(twin, ALLIES, choice)
        return prospect(twin, judge)

    return worth


def exploiting(war: EchoesState, judge: Judge) -> Worth:
    """Which fronts advance after a Major Conflict."""
    return lambda choice: moved(war, judge, choice, 1)


def prospect(war: EchoesState, judge: Judge) -> float:
    """What a war is worth with what is still in hand this turn."""
    want = pending(war)
    if isinstance(want, Ask) and want.what == "ew.conflict.exploit":
        return max(moved(war, judge, choice, 1) for choice in want.menus[ALLIES].list())
    if want is not None and want.what == "ew.event":
        return sum(probability * prospect(twin, judge) for probability, twin in futures(war))
    now = judge(war)
    open_regions = [region for region in REGION_NAMES if region not in war.barred]
    gains = sorted((gain(war, judge, now, region) for region in open_regions), reverse=True)
    hope = sum(gains[: war.attacks + war.actions])
    if war.special:
        hope += gain(war, judge, now, war.special, war.bonus)
    return now + hope


WORTHS: dict[str, Callable[[EchoesState, Judge], Worth]] = {
    "ew.allies.turn": in_the_turn,
    "ew.box.choose": tried_out,
    "ew.conflict.exploit": exploiting,
    **dict.fromkeys(BEFORE_DICE, before_dice),
    "ew.tide.after_axis_roll": after_attack,
    "ew.tide.after_allied_roll": after_attack,
    "ew.tide.after_conflict": tried_out,
}
"""For each question: from a war and a judge to what an answer is worth."""
