"""The sensible Allied player: looks one step ahead and counts points, capitals, tracks, the tide and confidence."""

from typing import Any

from sandtable.bots.bot import Bot
from sandtable.bots.echoes.one_step import best_answer, worths
from sandtable.bots.echoes.wording import compared
from sandtable.core.menus import Rng
from sandtable.core.play import pending
from sandtable.core.steps import Ask
from sandtable.core.views import Question
from sandtable.games.echoes.data import ALLIED_CAPITALS, CHECKS, LAST_TURN
from sandtable.games.echoes.rules.victory import points
from sandtable.games.echoes.state import EchoesState
from sandtable.games.echoes.views import EchoesView, war_of

CAPITAL = 3.0
"""The points that a lost capital costs, for what it does to the verdict."""
LEAD = {"EMT": 0.1, "PMT": 0.1, "USA": 0.04}
"""What a box ahead on a track is worth for each turn to come."""
AMERICANS = 0.1
"""What the full lead on the USA track adds to that, for the modifier that comes with it."""
TIDE = 1.0
"""What a Tide of War action is worth until the last turns, in which it loses its chances to be used."""
LAST_TURNS = 8
DOUBT = 2
"""So many points above the line of the Confidence Chart begin to be too few."""


def worth(war: EchoesState) -> float:
    """What a position is worth to the Allies, in points."""
    total = points(war)
    left = LAST_TURN + 1 - war.turn
    found = float(total)
    for region in ALLIED_CAPITALS:
        if war.front(region) == 0:
            found -= CAPITAL
    for track, each in LEAD.items():
        found += each * left * war.lead(track)
    if war.lead("USA") == 3:
        found += AMERICANS * left
    found += TIDE * war.tides * min(left, LAST_TURNS) / LAST_TURNS
    for turn, check in CHECKS.items():
        if turn >= war.turn:
            found -= max(check.at_most + DOUBT - total, 0) / (1 + turn - war.turn)
            break
    return found


def sensible_answer(war: EchoesState, ask: Ask) -> Any:
    """What the sensible player answers, straight from the position: for playing wars on quickly."""
    return best_answer(war, ask, worth)


class Sensible(Bot):
    """One step ahead, by the weights above."""

    name = "sensible"

    def choose(self, view: EchoesView, question: Question, rng: Rng) -> Any:
        war = war_of(view)
        ask = pending(war)
        assert isinstance(ask, Ask)
        return sensible_answer(war, ask)

    def explain(self, view: EchoesView, question: Question) -> str:
        war = war_of(view)
        ask = pending(war)
        assert isinstance(ask, Ask)
        return compared(worths(war, ask, worth), lambda points: f"the position is worth {points:.2f} points")
