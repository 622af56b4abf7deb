"""Bots for the tests of thinking: they look at the view, and some of them behave badly. Each leaves word of the process
that it thought in, in the folder that the tests name. Nothing of the server is imported here: each process of a bot would
load it again."""

import os
import time
from pathlib import Path
from typing import Any

from sandtable.bots import bot_named, bot_names
from sandtable.bots.bot import Aimless, Bot
from sandtable.core.menus import Rng
from sandtable.core.verdicts import BadInput
from sandtable.core.views import Question

FOLDER = "SANDTABLE_TEST_THOUGHTS"


class Thoughtful(Bot):
    """Bids all the gold that its view shows, which is its own and nobody else's."""

    name = "thoughtful"

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        (Path(os.environ[FOLDER]) / str(os.getpid())).write_text(f"{self.seconds}")
        if question.menu.rule == "AU-1":
            return sum(view.gold.values())
        return question.menu.sample(rng)


class Slow(Thoughtful):
    name = "slow"

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        super().choose(view, question, rng)
        time.sleep(600)


class Dying(Thoughtful):
    """Takes its process along."""

    name = "dying"

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        super().choose(view, question, rng)
        os._exit(3)


class Faulty(Thoughtful):
    name = "faulty"

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        raise KeyError("no idea")


BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (Thoughtful, Slow, Dying, Faulty)}


def bots(game: str) -> tuple[str, ...]:
    return ("random", *BOTS) if game == "auction" else bot_names(game)


def bot(game: str, name: str) -> Any:
    if game != "auction":
        return bot_named(game, name)
    if name not in bots(game):
        raise BadInput(f"{game} has no bot '{name}'")
    return BOTS[name]() if name in BOTS else Aimless(name)
