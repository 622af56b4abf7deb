"""Bots for the tests of thinking: they look at the view, and some of them behave badly. Each leaves word of the process
that it thought in, in the folder that the tests name."""

import os
import time
from pathlib import Path
from typing import Any

from sandtable.bots.bot import Bot
from sandtable.core.menus import Rng
from sandtable.core.views import Question

FOLDER = "SANDTABLE_TEST_THOUGHTS"


class Thoughtful(Bot):
    """Answers with the highest bid that its own gold allows, which only its view tells."""

    name = "thoughtful"

    def choose(self, view: Any, question: Question, rng: Rng) -> Any:
        (Path(os.environ[FOLDER]) / str(os.getpid())).write_text(f"{self.seconds}")
        if question.menu.rule == "AU-1":
            return view.gold[question.nation]
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
