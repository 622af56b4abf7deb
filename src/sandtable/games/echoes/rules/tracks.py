"""2.2 Die roll modifier tracks: EMT, PMT and the USA in Europe."""

from sandtable.core.verdicts import Refusal
from sandtable.games.echoes.data import REGIONS, TRACKS, Side
from sandtable.games.echoes.events import MarkIgnored, TrackMarked
from sandtable.games.echoes.state import EchoesState

LOWEST = {name: track.lowest for name, track in TRACKS.items()}
HIGHEST = {name: track.highest for name, track in TRACKS.items()}
ALLIED_MODIFIERS = {
    region: tuple((track, TRACKS[track].allies_modify_at) for track in record.tracks)
    for region, record in REGIONS.items()
}
AXIS_MODIFIERS = {
    region: tuple((track, at) for track in record.tracks if (at := TRACKS[track].axis_modify_at) is not None)
    for region, record in REGIONS.items()
}
FULL = {
    track: Refusal(
        f"{track} is at {record.highest} for the Allies already, and further boxes are ignored",
        "EW-DRM-07" if track == "USA" else "EW-DRM-04",
    )
    for track, record in TRACKS.items()
}


def mark(game: EchoesState, side: Side, track: str, boxes: int) -> None:
    """2.2: mark boxes for a side one by one; what would go beyond the greatest lead is ignored."""
    allied, axis = game.allied_boxes, game.axis_boxes
    for _ in range(boxes):
        lead = allied[track] - axis[track]
        if side == "allies" and lead < HIGHEST[track]:
            allied[track] += 1
            game.tell(TrackMarked(side, track, lead + 1))
        elif side == "axis" and lead > LOWEST[track]:
            axis[track] += 1
            game.tell(TrackMarked(side, track, lead - 1))
        else:
            game.tell(MarkIgnored(side, track))


def modifiers(game: EchoesState, side: Side, region: str) -> tuple[tuple[str, int], ...]:
    """2.2: what a side adds to its attack roll in a region, track by track."""
    if side == "allies":
        return tuple((track, 1) for track, at in ALLIED_MODIFIERS[region] if game.lead(track) >= at)
    return tuple((track, 1) for track, at in AXIS_MODIFIERS[region] if game.lead(track) <= at)


def modifier(game: EchoesState, side: Side, region: str) -> int:
    """2.2: the modifiers of all tracks together. Modifiers are for attacks; defence has none."""
    total = 0
    if side == "allies":
        for track, at in ALLIED_MODIFIERS[region]:
            if game.allied_boxes[track] - game.axis_boxes[track] >= at:
                total += 1
    else:
        for track, at in AXIS_MODIFIERS[region]:
            if game.allied_boxes[track] - game.axis_boxes[track] <= at:
                total += 1
    return total


def can_shift(game: EchoesState, track: str) -> bool:
    """2.2: whether a box more for the Allies would count."""
    return game.allied_boxes[track] - game.axis_boxes[track] < HIGHEST[track]
