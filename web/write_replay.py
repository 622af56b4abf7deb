"""Writes the war that goes on behind the headline of the first page: `python web/write_replay.py [SEED]`.

Two planners play Pacific 1940; of each turn the farthest moves are kept, and the territories that changed hands.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from sandtable.bots import bot_named
from sandtable.core.chance import Generated
from sandtable.core.events import Event
from sandtable.core.play import answer, roll, settle
from sandtable.core.steps import Ask
from sandtable.core.views import Question
from sandtable.games.axis1940.events import ControlChanged, Moved, TurnBegan
from sandtable.games.axis1940.pacific import GAME

FILE = Path(__file__).parent / "src" / "pages" / "war.json"
MOST = 5
"""Arrows of one turn."""


def war(seed: int) -> dict[str, Any]:
    """A war to its end, turn by turn."""
    rng = Random(seed)
    dice = Generated(rng)
    planner = bot_named("pacific", "planner")
    state = GAME.start("pacific", GAME.complete_options({}))
    events: list[Event] = []
    want = settle(state)
    events += state.news
    state.news = []
    while want is not None:
        if isinstance(want, Ask):
            for nation, menu in want.menus.items():
                seen = GAME.view(state, (nation,)) if planner.needs_view else None
                events += answer(state, nation, planner.choose(seen, Question(nation, menu), rng))
        else:
            events += roll(state, dice.faces(want))
        want = state.want
    result = GAME.result(state)
    return {"turns": turns(events), "end": result.sentence if result else ""}


def turns(events: list[Event]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, TurnBegan):
            found.append({"round": event.round, "power": event.power, "moves": [], "taken": {}})
        elif not found:
            continue
        elif isinstance(event, Moved) and len(path := [*event.path, *([event.target] if event.target else [])]) > 1:
            found[-1]["moves"].append(path)
        elif isinstance(event, ControlChanged):
            found[-1]["taken"][event.place] = event.to
    for turn in found:
        farthest = sorted({tuple(path) for path in turn["moves"]}, key=lambda path: (-len(path), path))
        turn["moves"] = farthest[:MOST]
    return [turn for turn in found if turn["moves"] or turn["taken"]]


if __name__ == "__main__":
    found = war(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n")
    print(f"{FILE.name}: {len(found['turns'])} turns. {found['end']}")
