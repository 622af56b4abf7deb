"""Who may run which powers."""

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.data import theatre


def why_not_seat(scenario: str, powers: tuple[str, ...]) -> Refusal | None:
    """AA-SETUP-02: one player may run several powers, but only of one side."""
    board = theatre(scenario)
    sides = dict.fromkeys(board.side[power] for power in powers)
    if len(sides) > 1:
        return Refusal("One player may run several powers, but only of one side", "AA-SETUP-02")
    return None
