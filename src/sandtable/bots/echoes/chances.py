"""How likely the Allies are to win the war: a table learned from play by `learning.py`.

Before each turn the odds of a win are a product: a factor for the space of each front, the lead on each track and the
Tide of War actions left. The table holds the logarithms of these factors.
"""

from functools import cache
from importlib.resources import files
from math import exp

import msgspec

from sandtable.games.echoes.data import CHECKS, LAST_TURN, REGION_NAMES, TRACK_NAMES, TRACKS
from sandtable.games.echoes.rules.victory import capitals_lost, points
from sandtable.games.echoes.state import EchoesState

WINS = ("major", "minor", "allied_capitals")
"""The results that count as won."""

TABLE = "chances.json"
LOWEST = {track: TRACKS[track].lowest for track in TRACK_NAMES}


class Row(msgspec.Struct, frozen=True):
    """The logarithms before one turn: by front and space, by track and lead from its lowest on, by tides left."""

    bias: float
    fronts: dict[str, tuple[float, ...]]
    leads: dict[str, tuple[float, ...]]
    tides: tuple[float, ...]

    def log_odds(self, war: EchoesState) -> float:
        allied, axis = war.allied_marks, war.axis_marks
        total = self.bias + self.tides[min(war.tides, len(self.tides) - 1)]
        for region, factors in self.fronts.items():
            total += factors[allied[region] - axis[region]]
        allied, axis = war.allied_boxes, war.axis_boxes
        for track, factors in self.leads.items():
            total += factors[allied[track] - axis[track] - LOWEST[track]]
        return total


class Chances:
    """The rows by turn, and what follows from them."""

    def __init__(self, rows: dict[int, Row]) -> None:
        self.rows = rows

    def before_turn(self, war: EchoesState) -> float:
        """The chance of a win with the present turn still to be played."""
        return logistic(self.rows[war.turn].log_odds(war))

    def after_turn(self, war: EchoesState) -> float:
        """The chance of a win if nothing more happens this turn. After the last one the verdict is blurred by a point,
        so that a step towards a win counts even where one step is not enough."""
        if war.turn == LAST_TURN:
            return logistic(points(war) - (27.5 if capitals_lost(war) else 24.5))
        chance = logistic(self.rows[war.turn + 1].log_odds(war))
        check = CHECKS.get(war.turn)
        if check is not None and points(war) <= check.at_most:
            chance *= 1 - len(check.axis_wins_on) / 6
        return chance


def logistic(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


@cache
def learned() -> Chances:
    """The table that comes with this release."""
    text = (files(__package__) / TABLE).read_bytes()
    return Chances(msgspec.json.decode(text, type=dict[int, Row]))


def written(chances: Chances) -> bytes:
    """A table as it is kept in the file: rounded, a line for each turn."""
    rows = [b'"%d":%s' % (turn, msgspec.json.encode(rounded(chances.rows[turn]))) for turn in sorted(chances.rows)]
    return b"{\n" + b",\n".join(rows) + b"\n}\n"


def rounded(row: Row) -> Row:
    def short(numbers: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(round(number, 3) for number in numbers)

    return Row(
        round(row.bias, 3),
        {region: short(row.fronts[region]) for region in REGION_NAMES},
        {track: short(row.leads[track]) for track in TRACK_NAMES},
        short(row.tides),
    )
