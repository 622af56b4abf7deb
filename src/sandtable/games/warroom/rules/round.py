"""The Phases: a round is Economy, Planning, Movement, Combat, Refit & Deploy, Morale and Production, in this order."""

from typing import Any

from sandtable.core.steps import Sequence, Step
from sandtable.games.warroom.events import PhaseBegan
from sandtable.games.warroom.state import WarRoom

STANDARD = (
    "wr.1.economy",
    "wr.2.planning",
    "wr.3.movement",
    "wr.4.combat",
    "wr.5.refit",
    "wr.6.morale",
    "wr.7.production",
    "wr.victory.check",
    "wr.round",
)
QUICK = (
    "wr.2.planning",
    "wr.quick.production",
    "wr.3.movement",
    "wr.4.combat",
    "wr.5.refit",
    "wr.6.morale",
    "wr.victory.check",
    "wr.round",
)
NUMBERS = {
    "economy": "Phase 1: Direct National Economy",
    "planning": "Phase 2: Strategic Planning",
    "movement": "Phase 3: Movement Operations",
    "combat": "Phase 4: Combat Operations",
    "refit": "Phase 5: Refit and Deploy",
    "morale": "Phase 6: Morale",
    "production": "Phase 7: Production",
}


class Round(Step, frozen=True, tag="wr.round"):
    """WR-SETUP-25: the next round begins."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.round += 1
        game.breaker = ""
        game.charts.clear()
        game.bids.clear()
        # The round before is over for good: its sequence must not wait below this one.
        game.steps[:] = [Sequence(QUICK if game.on("quick_play") else STANDARD)]


def begin(game: WarRoom, phase: str) -> None:
    """Note the phase and tell everyone."""
    game.phase = phase
    game.tell(PhaseBegan(game.round, NUMBERS[phase]))
