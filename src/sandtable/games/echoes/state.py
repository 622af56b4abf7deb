"""The map page as it stands: campaign tracks, modifier tracks, Tide of War boxes, and what this turn still has."""

from sandtable.core.state import Public, State
from sandtable.core.steps import Step
from sandtable.games.echoes.data import LIMITS, REGIONS, TRACKS

ALLIES = "allies"
"""The nation that the player leads. The Axis is moved by tables and decides nothing."""


class EchoesState(State, kw_only=True):
    """A war in progress. Everything lies open on the map page."""

    turn: Public[int] = 1
    allied_marks: Public[dict[str, int]]
    axis_marks: Public[dict[str, int]]
    allied_boxes: Public[dict[str, int]]
    axis_boxes: Public[dict[str, int]]
    happened: Public[list[str]] = []
    tides: Public[int]
    tide_regions: Public[list[str]] = []
    drawn: Public[str] = ""
    attacks: Public[int] = 0
    actions: Public[int] = 0
    special: Public[str] = ""
    bonus: Public[int] = 0
    barred: Public[list[str]] = []
    attacked: Public[dict[str, int]] = {}
    reroll: Public[bool] = False
    ended: Public[str] = ""

    def front(self, region: str) -> int:
        """2.4: the space where the front stands, Allied marks minus Axis marks."""
        return self.allied_marks[region] - self.axis_marks[region]

    def lead(self, track: str) -> int:
        """2.2: by how many boxes the Allied row of a track is ahead; below 0 the Axis row is."""
        return self.allied_boxes[track] - self.axis_boxes[track]


def new_war(rules: int, first: Step) -> EchoesState:
    """2.2, 2.4: the map page before the first turn."""
    return EchoesState(
        rules=rules,
        steps=[first],
        allied_marks={region: record.start for region, record in REGIONS.items()},
        axis_marks=dict.fromkeys(REGIONS, 0),
        allied_boxes={track: record.start_allies for track, record in TRACKS.items()},
        axis_boxes={track: record.start_axis for track, record in TRACKS.items()},
        tides=LIMITS["tides"],
    )
