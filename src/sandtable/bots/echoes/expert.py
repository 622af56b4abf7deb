"""The expert Allied player: follows the turn through all its dice and compares the chances of winning the war."""

from time import monotonic
from typing import Any

from sandtable.bots.bot import Bot
from sandtable.bots.echoes.chances import learned
from sandtable.bots.echoes.one_step import BEFORE_DICE
from sandtable.bots.echoes.search import Enough, Search
from sandtable.bots.echoes.wording import compared
from sandtable.core.menus import Rng
from sandtable.core.play import pending
from sandtable.core.steps import Ask
from sandtable.core.views import Question
from sandtable.games.echoes.rules.tide import PASS
from sandtable.games.echoes.state import EchoesState
from sandtable.games.echoes.views import EchoesView, war_of

POSITIONS = 400
WIDEST = 4


class Expert(Bot):
    """Looks wider and wider until it has seen so many positions or so many seconds have passed.

    The narrowest look is always finished. With `seconds` the answer can depend on the machine; with `positions` alone
    it never does.
    """

    name = "expert"

    def __init__(self, positions: int = POSITIONS, seconds: float | None = None) -> None:
        self.positions = positions
        self.seconds = seconds

    def choose(self, view: EchoesView, question: Question, rng: Rng) -> Any:
        if view.waiting.what in BEFORE_DICE:
            return (PASS,)
        return max(self.worths(war_of(view)), key=lambda item: item[1])[0]

    def explain(self, view: EchoesView, question: Question) -> str:
        if view.waiting.what in BEFORE_DICE:
            chance = Search(learned(), 1, lambda visited: True).after_answer(war_of(view), (PASS,))
            return f"Let it roll: {chance:.1%} to win the war, and the Tide of War can still turn the dice afterwards."
        return compared(self.worths(war_of(view)), lambda chance: f"{chance:.1%} to win the war")

    def worths(self, war: EchoesState) -> list[tuple[Any, float]]:
        """Every answer with the chance of a win, by the widest look that there was time for."""
        ask = pending(war)
        assert isinstance(ask, Ask)
        until = None if self.seconds is None else monotonic() + self.seconds
        seen = 0

        def may_go_on(visited: int) -> bool:
            return seen + visited < self.positions and (until is None or monotonic() < until)

        narrow = Search(learned(), 1, lambda visited: True)
        found = narrow.worths(war, ask)
        seen = narrow.visited
        for width in range(2, WIDEST + 1):
            search = Search(learned(), width, may_go_on)
            try:
                found = search.worths(war, ask)
            except Enough:
                break
            seen += search.visited
        return found
