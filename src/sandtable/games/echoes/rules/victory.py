"""5.0 How to win: at the end of any turn, or by points after the last."""

from sandtable.core.versions import Result
from sandtable.games.echoes.data import ALLIED_CAPITALS, AXIS_CAPITALS, POINTS, REGION_NAMES, REGIONS, SPACES, VERDICTS
from sandtable.games.echoes.events import WarEnded
from sandtable.games.echoes.state import ALLIES, EchoesState

BERLIN, JAPAN = (
    tuple(region for region in AXIS_CAPITALS if SPACES[region, REGIONS[region].end].capital_of == nation)
    for nation in ("Germany", "Japan")
)
"""The tracks that end in each of the Axis capitals."""

RESULTS = {
    "major": ("Major Allied victory", 1.0),
    "minor": ("Minor Allied victory", 0.75),
    "draw": ("The war ends in a draw", 0.5),
    "axis": ("Axis victory", 0.0),
    "allied_capitals": ("Allied victory: the armies stand in Berlin and Japan", 1.0),
    "axis_capitals": ("Axis victory: London, Moscow and the American coast have fallen", 0.0),
    "axis_confidence": ("Axis victory: the Allied peoples have lost confidence", 0.0),
}
"""Every way the war can end, with what it is worth to the Allies."""


def points(game: EchoesState) -> int:
    """3.5, 5.0: the victory points of the space held in each region."""
    return sum([POINTS[region][game.allied_marks[region] - game.axis_marks[region]] for region in REGION_NAMES])


def capitals_lost(game: EchoesState) -> int:
    """5.0: how many Allied capitals the Axis occupies."""
    return [game.front(region) for region in ALLIED_CAPITALS].count(0)


def immediate_victory(game: EchoesState) -> str:
    """5.0: a side that holds the capitals it needs at the end of a turn has won."""
    for region in ALLIED_CAPITALS:
        if game.front(region) > 0:
            break
    else:
        return "axis_capitals"
    for region in JAPAN:
        if game.front(region) < REGIONS[region].end:
            return ""
    armies_in_berlin = sum([game.front(region) == REGIONS[region].end for region in BERLIN])
    return "allied_capitals" if armies_in_berlin >= 2 else ""


def final_verdict(game: EchoesState) -> str:
    """5.0: after the last turn the points decide, and a lost capital makes the verdict worse."""
    total = points(game)
    verdict = next(verdict for verdict in VERDICTS if total >= verdict.at_least)
    return verdict.with_capital_lost if capitals_lost(game) else verdict.result


def end_war(game: EchoesState, result: str) -> None:
    """The war is over; nothing more is asked."""
    game.ended = result
    total = points(game)
    game.tell(WarEnded(result, total, f"{RESULTS[result][0]}, with {total} points after turn {game.turn}."))


def result_of(game: EchoesState) -> Result | None:
    """How the war ended, once it has."""
    if not game.ended:
        return None
    sentence, worth = RESULTS[game.ended]
    return Result(game.ended, f"{sentence} ({points(game)} points)", {ALLIES: worth})
