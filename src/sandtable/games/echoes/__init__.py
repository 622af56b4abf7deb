"""Echoes of War, Allied edition: the Second World War alone, in half an hour, with one die.

Compatible with *World War II Solitaire: Echoes of War*. A newcomer with that rulebook in hand finds each chapter as a
file in `rules`.
"""

from collections.abc import Mapping
from typing import Any

from sandtable.core.versions import Game, Scenario
from sandtable.games.echoes.figures import figures
from sandtable.games.echoes.positions import arrange, problems
from sandtable.games.echoes.rules.turn import War
from sandtable.games.echoes.rules.victory import result_of
from sandtable.games.echoes.state import ALLIES, EchoesState, new_war
from sandtable.games.echoes.views import scramble, view
from sandtable.games.echoes.words import names

RULES = 1


def start(scenario: str, options: Mapping[str, Any]) -> EchoesState:
    """A new war."""
    return new_war(RULES, War())


GAME = Game(
    name="echoes",
    title="Echoes of War",
    rules=RULES,
    prefix="ew",
    state=EchoesState,
    scenarios={"war": Scenario("The whole war, 1940 to 1945", (ALLIES,))},
    options={},
    start=start,
    view=view,
    scramble=scramble,
    result=result_of,
    names=names(),
    problems=problems,
    arrange=arrange,
    figures=figures,
)
