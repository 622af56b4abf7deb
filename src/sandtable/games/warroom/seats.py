"""Scenarios: which nations a player runs, by the number of players."""

from sandtable.core.verdicts import Refusal
from sandtable.core.versions import Seats
from sandtable.games.warroom.data import NATIONS, SCENARIOS

CLAUSE = {
    "global": "WR-SCEN-10",
    "global 6": "WR-SCEN-07",
    "global 5": "WR-SCEN-08",
    "global 4": "WR-SCEN-09",
    "europe": "WR-SCEN-15",
    "pacific": "WR-SCEN-21",
    "north_africa": "WR-SCEN-26",
    "eastern_front": "WR-SCEN-27",
}
"""By scenario, where needed with the number of players."""


def why_not_seats(scenario: str, seats: Seats) -> Refusal | None:
    """WR-SCEN-07 to 10, WR-SCEN-15, WR-SCEN-21, WR-SCEN-26: the nations are divided as the scenario lists it for so
    many players. Seats that leave a nation out are judged when all are there."""
    facts = SCENARIOS[scenario]
    if sorted(nation for held in seats.values() for nation in held) != sorted(facts.nations):
        return None
    wanted = sorted(sorted(held) for held in seats.values() if held)
    layouts = [layout for layout in facts.seats.values() if len(layout) == len(wanted)]
    if any(sorted(sorted(held) for held in layout) == wanted for layout in layouts):
        return None
    rule = CLAUSE.get(f"{scenario} {len(wanted)}", CLAUSE[scenario])
    if not layouts:
        numbers = sorted({len(layout) for layout in facts.seats.values()})
        known = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        return Refusal(f"{facts.name} is played by {known} players, not by {len(wanted)}", rule)
    shown = ", or ".join(spoken(layout) for layout in layouts)
    return Refusal(f"With {len(wanted)} players {facts.name} is divided like this: {shown}", rule)


def spoken(layout: tuple[tuple[str, ...], ...]) -> str:
    """A layout of seats in words."""
    return "; ".join(" and ".join(NATIONS[nation].name for nation in held) for held in layout)
