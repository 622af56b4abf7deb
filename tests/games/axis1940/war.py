"""What the tests of the 1940 rules share: a board set up in words, at the phase that a test is about."""

from typing import Any

from sandtable.core import play
from sandtable.core.events import Event
from sandtable.core.steps import Ask, Roll, Sequence
from sandtable.core.verdicts import Illegal, Refusal
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.rules.turn import War, begin_turn, turn_of
from sandtable.games.axis1940.state import Board

PHASES = {
    "purchase": "ax.purchase.buy",
    "declare": "ax.turn.launch",
    "combat": "ax.turn.launch",
    "noncombat": "ax.turn.launch",
    "mobilize": "ax.mobilize.place",
    "income": "ax.politics.declare_at_last",
    "end": "ax.turn.end",
}
ALL_ALLIES = ("japan-united_states", "japan-united_kingdom")


class Table:
    """A game in the hands of a test. Dice and answers are given as they are asked for."""

    def __init__(self, game: Board) -> None:
        self.game = game
        self.events: list[Event] = []

    @property
    def want(self) -> Any:
        return play.pending(self.game)

    @property
    def waits_for(self) -> str:
        return self.want.what if self.want else "over"

    @property
    def asked(self) -> str:
        assert isinstance(self.want, Ask), f"nobody is asked: {self.waits_for}"
        return next(iter(self.want.menus))

    @property
    def menu(self) -> Any:
        return self.want.menus[self.asked]

    def answer(self, choice: Any = None, *more: Any, by: str = "") -> "Table":
        """An answer; several arguments are the parts of a move."""
        if by:
            assert self.asked == by
        self.events += play.answer(self.game, self.asked, (choice, *more) if more else choice)
        return self

    def refusal(self, *parts: Any) -> Refusal:
        """The refusal of an answer that must be refused."""
        choice = parts if len(parts) > 1 else parts[0]
        before = self.game.clone()
        try:
            play.answer(before, self.asked, choice)
        except Illegal as refused:
            return refused.refusal
        raise AssertionError(f"{choice} was accepted")

    def refuses(self, *parts: Any) -> str:
        return self.refusal(*parts).rule

    def allows(self, *parts: Any) -> bool:
        """Whether an answer is legal, without giving it."""
        choice = parts if len(parts) > 1 else parts[0]
        return self.menu.why_not(self.menu.read(choice)) is None

    def dice(self, *faces: int) -> "Table":
        assert isinstance(self.want, Roll), f"no dice now, but {self.waits_for}"
        assert self.want.dice == len(faces), f"{self.want.dice} dice for {self.waits_for}, not {len(faces)}"
        self.events += play.roll(self.game, faces)
        return self

    def done(self) -> "Table":
        """End of moves."""
        return self.answer(("done",))

    def on_to(self, what: str, face: int = 6) -> "Table":
        """Go on by default answers and dice of one face until something is asked."""
        for _ in range(300):
            if self.waits_for == what:
                return self
            if isinstance(self.want, Ask):
                self.answer(self.menu.default)
            elif self.want is None:
                break
            else:
                self.dice(*[face] * self.want.dice)
        raise AssertionError(f"{what} was never asked; the game waits for {self.waits_for}")

    def passed(self, *tags: str) -> bool:
        """Whether events of these kinds happened, in this order."""
        rest = iter([type(event).__struct_config__.tag for event in self.events])
        return all(tag in rest for tag in tags)

    def said(self) -> list[str]:
        return [event.says() for event in self.events]

    def count(self, space: str, owner: str, kind: str = "") -> int:
        return sum(
            stack.n for stack in self.game.units[space] if stack.owner == owner and (not kind or stack.kind == kind)
        )

    def aboard(self, space: str, owner: str, kind: str = "") -> int:
        """Units carried by ships in a zone."""
        return sum(
            stack.n
            for stack in self.game.units[space]
            for item in stack.cargo
            if item.owner == owner and (not kind or item.kind == kind)
        )


def table(
    power: str = "japan",
    phase: str = "combat",
    *,
    units: dict[str, dict[str, str]] | None = None,
    keep: bool = False,
    war: tuple[str, ...] = (),
    control: dict[str, str] | None = None,
    facilities: dict[str, dict[str, int]] | None = None,
    treasury: dict[str, int] | None = None,
    bought: dict[str, int] | None = None,
    turn: int = 1,
    **options: Any,
) -> Table:
    """A board at a phase of a power's turn. Only the named units stand on it, unless `keep` keeps those of the setup."""
    game = GAME.start("pacific", GAME.complete_options(options))
    GAME.arrange(game, "war", war)
    GAME.arrange(game, "units" if keep else "only_units", units or {})
    GAME.arrange(game, "control", control or {})
    GAME.arrange(game, "facilities", facilities or {})
    game.treasury.update(treasury or {})
    assert not GAME.problems(game), GAME.problems(game)
    order = game.map.order
    game.steps = [War(order[(order.index(power) + 1) % len(order)])]
    game.turns[power] = turn - 1
    begin_turn(game, power)
    game.bought.update(bought or {})
    whole = turn_of(game, power)
    at = whole.tags.index(PHASES[phase]) if PHASES[phase] in whole.tags else 0
    game.steps.append(Sequence(whole.tags[at:], (power,)))
    play.settle(game)
    found = Table(game)
    if phase in ("combat", "noncombat") and found.waits_for == "ax.declare":
        found.answer(())
    if phase == "noncombat":
        found.on_to("ax.noncombat_move")
    found.events.clear()
    return found
