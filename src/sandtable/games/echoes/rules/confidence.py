"""3.5 The Confidence Chart, consulted at the end of gold turns."""

from typing import Any

from sandtable.core.steps import Roll, Step, Want
from sandtable.games.echoes.data import CHECKS
from sandtable.games.echoes.events import ConfidenceChecked
from sandtable.games.echoes.rules.victory import end_war, points
from sandtable.games.echoes.state import EchoesState

CONFIDENCE_ROLL = Roll("ew.confidence", prompt="Confidence wavers: a die decides whether the alliance goes on")


def confidence_wavers(game: EchoesState) -> bool:
    """3.5: on a gold turn the chart is consulted; with more points than it says the alliance stands firm."""
    check, held = CHECKS[game.turn], points(game)
    if held > check.at_most:
        game.tell(ConfidenceChecked(game.turn, held, check.at_most, 0))
    return held <= check.at_most


class CheckConfidence(Step, frozen=True, tag="ew.confidence.check"):
    """3.5: with no more points than the chart says, a die decides whether the Allies give up."""

    def ask(self, game: EchoesState) -> Want:
        return CONFIDENCE_ROLL

    def then(self, game: EchoesState, got: Any) -> None:
        game.done()
        check = CHECKS[game.turn]
        game.tell(ConfidenceChecked(game.turn, points(game), check.at_most, got[0]))
        if got[0] in check.axis_wins_on:
            end_war(game, "axis_confidence")
