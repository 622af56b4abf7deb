"""Positions from outside: the words that case files use for this game, and what is impossible on a map page."""

from typing import Any

from sandtable.core.verdicts import BadInput
from sandtable.games.echoes.data import BOXES, CONFLICTS, LAST_TURN, REGIONS, TRACKS
from sandtable.games.echoes.state import EchoesState


def arrange(game: EchoesState, name: str, value: Any) -> bool:
    """`front.WF = 4` and `lead.EMT = 1`, which are differences of two rows, as a player would say them."""
    kind, _, key = name.partition(".")
    if kind not in ("front", "lead") or not key:
        return False
    known = REGIONS if kind == "front" else TRACKS
    if key not in known:
        raise BadInput(f"there is no {kind} '{key}'; there are: {', '.join(known)}")
    if type(value) is not int:
        raise BadInput(f"{name} must be a whole number, not {value!r}")
    ours, theirs = (game.allied_marks, game.axis_marks) if kind == "front" else (game.allied_boxes, game.axis_boxes)
    ours[key], theirs[key] = max(value, 0), max(-value, 0)
    return True


def problems(game: EchoesState) -> list[str]:
    """Everything that can't be on a map page, in sentences."""
    found = []
    if not 1 <= game.turn <= LAST_TURN:
        found.append(f"turn {game.turn} is not on the turn track (1 to {LAST_TURN})")
    for region, record in REGIONS.items():
        if region not in game.allied_marks or region not in game.axis_marks:
            found.append(f"the campaign track of {region} is missing")
        elif not 0 <= game.front(region) <= record.end:
            found.append(f"the front in {region} cannot stand at {game.front(region)} (0 to {record.end})")
    for track, row in TRACKS.items():
        if track not in game.allied_boxes or track not in game.axis_boxes:
            found.append(f"the track {track} is missing")
        elif not row.lowest <= game.lead(track) <= row.highest:
            found.append(f"the lead on {track} cannot be {game.lead(track)} ({row.lowest} to {row.highest})")
    if game.tides < 0:
        found.append("the Tide of War actions left cannot be below 0")
    if len(set(game.tide_regions)) < len(game.tide_regions):
        found.append("a Tide of War box is marked twice")
    for name, named, known in (
        ("event", game.happened, BOXES),
        ("region", (*game.tide_regions, *game.barred, *game.attacked), REGIONS),
        ("box", (game.drawn,) if game.drawn else (), {**BOXES, **CONFLICTS}),
    ):
        found += [f"there is no {name} '{item}'" for item in named if item not in known]
    return found
