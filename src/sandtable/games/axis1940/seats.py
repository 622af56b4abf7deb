"""Who may run which powers."""

from sandtable.core.verdicts import Refusal
from sandtable.core.versions import Seats
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.forces import listed
from sandtable.games.axis1940.words import the


def why_not_seats(scenario: str, seats: Seats) -> Refusal | None:
    """AA-SETUP-02: one player may run several powers, but only of one side."""
    board = theatre(scenario)
    for powers in seats.values():
        if len({board.side[power] for power in powers}) > 1:
            names = listed([the(power) for power in powers])
            return Refusal(f"One player may run several powers, but only of one side, not {names}", "AA-SETUP-02")
    return None
