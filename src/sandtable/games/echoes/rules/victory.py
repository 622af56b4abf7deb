"""5.0 How to win: at the end of any turn, or by points after the last."""

from sandtable.core.versions import Result
from sandtable.games.echoes.data import ALLIED_CAPITALS, AXIS_CAPITALS, POINTS, REGIONS, SPACES, VERDICTS
from sandtable.games.echoes.events import WarEnded
from sandtable.games.echoes.state import ALLIES, EchoesState

BERLIN, JAPAN = (
    {region: end for region in AXIS_CAPITALS if SPACES[region, end := REGIONS[region].end].capital_of == nation}
    for nation in ("Germany", "Japan")
)
"""The tracks that end in each of the Axis capitals, with that last space."""

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
    allied, axis, total = game.allied_marks, game.axis_marks, 0
    for region, held in POINTS.items():
        total += held[allied[region] - axis[region]]
    return total


def capitals_lost(game: EchoesState) -> int:
    """5.0: how many Allied capitals the Axis occupies."""
    return [game.front(region) for region in ALLIED_CAPITALS].count(0)


def immediate_victory(game: EchoesState) -> str:
    """5.0: a side that holds the capitals it needs at the end of a turn has won."""
    allied, axis = game.allied_marks, game.axis_marks
    for region in ALLIED_CAPITALS:
        if allied[region] > axis[region]:
            break
    else:
        return "axis_capitals"
    for region, end in JAPAN.items():
        if allied[region] - axis[region] < end:
            return ""
    armies_in_berlin = sum([game.front(region) == end for region, end in BERLIN.items()])
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
