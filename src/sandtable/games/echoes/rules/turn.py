"""4.0 The sequence of play: a die for the table or Major Conflict, the box, the Allies, victory, confidence."""

from typing import Any

from sandtable.core.steps import Roll, Step, Want
from sandtable.games.echoes.data import CONFLICT_BY_DIE, LAST_TURN, TURNS
from sandtable.games.echoes.events import ConflictDrawn, TurnBegan
from sandtable.games.echoes.rules.allies import AlliedTurn
from sandtable.games.echoes.rules.boxes import DrawBox
from sandtable.games.echoes.rules.confidence import CheckConfidence, confidence_wavers
from sandtable.games.echoes.rules.major_conflict import MajorConflict
from sandtable.games.echoes.rules.victory import end_war, final_verdict, immediate_victory
from sandtable.games.echoes.state import EchoesState

TURN_BEGAN = {number: TurnBegan(number, turn.year) for number, turn in TURNS.items()}
GOLD = frozenset(number for number, turn in TURNS.items() if turn.gold)
CHART_ROLL = Roll("ew.chart", prompt="A die for the action page")


class War(Step, frozen=True, tag="ew.war"):
    """2.1: turn after turn until somebody has won or the last turn is over."""

    def then(self, game: EchoesState, got: Any) -> None:
        if game.ended:
            game.done()
        else:
            begin_turn(game)


def begin_turn(game: EchoesState) -> None:
    """4.0: the steps of a turn, above the war."""
    game.tell(TURN_BEGAN[game.turn])
    game.steps.extend(TURN)


class RollChart(Step, frozen=True, tag="ew.turn.roll_chart"):
    """3.1: 1 to 4 name a table, 5 and 6 a Major Conflict."""

    def ask(self, game: EchoesState) -> Want:
        return CHART_ROLL

    def then(self, game: EchoesState, got: Any) -> None:
        conflict = CONFLICT_BY_DIE.get(got[0])
        if conflict is None:
            game.goto(DrawBox(got[0]))
            return
        game.drawn = conflict.id
        game.tell(ConflictDrawn(conflict.id))
        game.goto(MajorConflict(conflict.id))


class EndTurn(Step, frozen=True, tag="ew.turn.end"):
    """4.0, steps 3 and 4: immediate victory is checked, then the turn is marked off, and its benefits end with it.
    A gold turn calls for the Confidence Chart."""

    def then(self, game: EchoesState, got: Any) -> None:
        game.attacks = game.actions = game.bonus = 0
        game.special = ""
        game.reroll = False
        game.barred.clear()
        game.attacked.clear()
        if result := immediate_victory(game):
            game.done()
            end_war(game, result)
        elif game.turn in GOLD and confidence_wavers(game):
            game.goto(NextTurn())
            game.call(CheckConfidence())
        else:
            game.done()
            next_turn(game)


class NextTurn(Step, frozen=True, tag="ew.turn.next"):
    """3.5: the war goes on if the alliance does."""

    def then(self, game: EchoesState, got: Any) -> None:
        game.done()
        if not game.ended:
            next_turn(game)


def next_turn(game: EchoesState) -> None:
    """2.1: on to the next box of the turn track, or to the final count."""
    if game.turn == LAST_TURN:
        end_war(game, final_verdict(game))
    else:
        game.turn += 1
        game.drawn = ""
        begin_turn(game)


TURN = (EndTurn(), AlliedTurn(), RollChart())
"""4.0, as it lies on the stack with the first step on top: steps 1 and 2, with the Allied part of a box; steps 3
and 4."""
