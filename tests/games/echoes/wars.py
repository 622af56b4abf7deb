"""Ways to bring a war to where a test wants it."""

from typing import Any

from sandtable.core import play
from sandtable.core.events import Event
from sandtable.core.steps import Ask
from sandtable.games.echoes import GAME
from sandtable.games.echoes.positions import arrange
from sandtable.games.echoes.state import EchoesState


def war(**changes: Any) -> EchoesState:
    """A war without Tide of War, on level tracks, with these changes; `front_WF=4` sets a front."""
    state = GAME.start("war", {})
    assert isinstance(state, EchoesState)
    state.tides = 0
    for track in ("EMT", "PMT", "USA"):
        arrange(state, f"lead.{track}", 0)
    for name, value in changes.items():
        if not arrange(state, name.replace("_", ".", 1), value):
            setattr(state, name, value)
    assert not GAME.problems(state)
    play.settle(state)
    state.news = []
    return state


def throw(state: EchoesState, *faces: int) -> list[Event]:
    """Dice for as many rolls as they last."""
    events: list[Event] = []
    left = list(faces)
    while left:
        want = play.pending(state)
        assert want is not None, "the war is over"
        assert not isinstance(want, Ask), f"{want.what} must be answered first"
        taken, left = left[: want.dice], left[want.dice :]
        events += play.roll(state, tuple(taken))
    return events


def waits_for(state: EchoesState) -> str:
    want = play.pending(state)
    return want.what if want else "over"


def attack_rolls(state: EchoesState, face: int = 1) -> tuple[str, ...]:
    """Let the Axis make all its attacks with this face; the regions in the order they were rolled for."""
    regions = []
    while (what := waits_for(state)).startswith("ew.attack.axis."):
        regions.append(what.rpartition(".")[2])
        throw(state, face)
    return tuple(regions)
