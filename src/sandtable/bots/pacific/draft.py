"""Moves in the making: each is tried on a twin of the board by the rules themselves, and kept if they allow it."""

from typing import Any

from sandtable.core.menus import Bag, Menu, Pick
from sandtable.core.play import pending, settle
from sandtable.core.steps import Ask, Step
from sandtable.games.axis1940.forces import label
from sandtable.games.axis1940.movement import UnitBag
from sandtable.games.axis1940.reach import Lift, Mover
from sandtable.games.axis1940.state import Board

Answer = tuple[Any, ...]
Place = tuple[Any, ...]
"""A position as far as moves change it, as a key."""


def place_of(game: Board) -> Place:
    return (
        tuple([item for item in game.units.items() if item[1]]),
        tuple(game.strikes),
        tuple(game.control.values()),
        tuple(game.wars.values()),
        tuple(game.bought.items()),
    )


class Draft:
    """The answers of a phase so far, and the board as it stands after them."""

    def __init__(self, game: Board, power: str, step: Step) -> None:
        self.game = game.clone()
        self.game.options["consent"] = "standing"  # hosts are asked when the time comes
        self.game.steps = [step]
        self.power = power
        self.answers: list[Answer] = []
        self.trail: list[Place] = [place_of(game)]
        settle(self.game)

    @property
    def menu(self) -> Any:
        want = pending(self.game)
        assert isinstance(want, Ask)
        return want.menus[self.power]

    @property
    def is_open(self) -> bool:
        """Whether the phase still asks this power for moves."""
        want = pending(self.game)
        return isinstance(want, Ask) and self.power in want.menus

    def make(self, answer: Answer) -> bool:
        """Make a move if the rules allow it."""
        if not self.is_open:
            return False
        menu = self.menu
        answer = menu.read(answer)
        if menu.why_not(answer) is not None:
            return False
        self.game.steps[-1].then(self.game, answer)
        settle(self.game)
        self.answers.append(answer)
        self.trail.append(place_of(self.game))
        return True

    def mark(self) -> tuple[Board, int]:
        return self.game.clone(), len(self.answers)

    def back_to(self, mark: tuple[Board, int]) -> None:
        """Take everything back that was made since a mark."""
        self.game = mark[0].clone()
        del self.answers[mark[1] :]
        del self.trail[mark[1] + 1 :]

    # Sentences

    def go(self, mover: Mover, number: int) -> bool:
        """Move so many units; at sea they attack what they find."""
        return self.say((mover.origin, mover.way, ((label(mover.stack), number),)))

    def say(self, answer: Answer, target: str = "", loads: dict[str, int] | None = None, ashore: bool = True) -> bool:
        """Complete a move: attack rather than ignore, for this target, with these loads; all that can land lands."""
        if not self.is_open:
            return False
        menu = self.menu
        start = menu.read(answer)
        if menu.why_not_start(start) is not None:
            return False
        whole = start
        while (part := menu.after(whole)) is not None:
            chosen = choose_part(part, target, loads or {}, ashore)
            if chosen is None:
                return False
            whole = (*whole, chosen)
        return self.make(whole)

    def land(self, lift: Lift, target: str, loads: dict[str, int], number: int = 1) -> bool:
        """Let transports land what they load, and what they carry, in a territory."""
        return self.say((lift.origin, lift.way, ((label(lift.stack), number),)), target, loads)


def choose_part(part: Menu, target: str, loads: dict[str, int], ashore: bool) -> Any:
    if isinstance(part, Pick):
        for wish in (target, "ignore" if target else "attack", "attack", "none"):
            if wish in part.options:
                return wish
        return None if target else part.default
    bag = part.bag if isinstance(part, UnitBag) else part
    if not isinstance(bag, Bag):
        return None
    if all("." in word for word in bag.limits):
        held = {word: min(number, bag.limits.get(word, 0)) for word, number in loads.items()}
    else:
        held = dict(bag.limits) if ashore else {}
    answer = bag.packed(held)
    return answer if part.why_not(answer) is None else None
