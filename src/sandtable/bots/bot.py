"""A bot: something that answers a question from what its nation may know. It never sees a state."""

from typing import Any

from sandtable.core.menus import Rng
from sandtable.core.views import Question


class Bot:
    """The one shape of all bots. `view` is what the game shows to the holder of the nation that is asked."""

    name: str
    needs_view = True
    """A bot that reads nothing but the menu is given None for its view, which saves building one."""
    seconds: float | None = None
    """The longest it should think about one answer, if whoever drives it has said so. A bot that searches heeds it."""

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        """A legal answer to the question."""
        raise NotImplementedError

    def explain(self, view: Any, question: Question) -> str:
        """Why it would answer as it does, in one sentence with its numbers; empty if it has no reasons."""
        return ""


class Aimless(Bot):
    """Any legal answer, for any game."""

    needs_view = False

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        return question.menu.sample(rng)
