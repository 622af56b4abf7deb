"""3.5 The Confidence Chart, consulted at the end of gold turns."""

from typing import Any

from sandtable.core.steps import Roll, Step, Want
from sandtable.games.echoes.data import CHECKS
from sandtable.games.echoes.events import ConfidenceChecked
from sandtable.games.echoes.rules.victory import end_war, points
from sandtable.games.echoes.state import EchoesState

CONFIDENCE_ROLL = Roll("ew.confidence", prompt="Confidence wavers: a die decides whether the alliance goes on")


class CheckConfidence(Step, frozen=True, tag="ew.confidence.check"):
    """3.5: with no more points than the chart says, a die decides whether the Allies give up."""

    def ask(self, game: EchoesState) -> Want | None:
        check = CHECKS.get(game.turn)
        return CONFIDENCE_ROLL if check is not None and points(game) <= check.at_most else None

    def then(self, game: EchoesState, got: Any) -> None:
        game.done()
        check = CHECKS.get(game.turn)
        if check is None:
            return
        face = got[0] if got else 0
        game.tell(ConfidenceChecked(game.turn, points(game), check.at_most, face))
        if face in check.axis_wins_on:
            end_war(game, "axis_confidence")
