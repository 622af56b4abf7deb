"""Write what is printed on the pages of Echoes of War for the web client: web/src/games/echoes/board.ts.

Facts only, from the game's own data; what may be done is never decided from them."""

import json
import sys
from pathlib import Path
from typing import Any

from sandtable.games.echoes.campaigns import CAMPAIGNS
from sandtable.games.echoes.data import (
    BOXES,
    CHECKS,
    CONFLICTS,
    INSTRUCTIONS,
    LIMITS,
    REGIONS,
    SPACES,
    TRACKS,
    TURNS,
    VERDICTS,
    Choose,
)
from sandtable.games.echoes.words import half_text, instructions_text

TARGET = Path(__file__).parent / "src" / "games" / "echoes" / "board.ts"


def board() -> dict[str, Any]:
    """Everything printed, by name."""
    return {
        "TURNS": [{"number": turn.number, "year": turn.year, "gold": turn.gold} for turn in TURNS.values()],
        "REGIONS": {
            region.id: {
                "name": region.name,
                "end": region.end,
                "tracks": region.tracks,
                "spaces": [
                    {"name": space.name, "points": space.vp, "capital": space.capital_of}
                    for number in range(region.end + 1)
                    if (space := SPACES[region.id, number])
                ],
            }
            for region in REGIONS.values()
        },
        "TRACKS": {
            track.id: {
                "name": track.name,
                "regions": track.regions,
                "lowest": track.lowest,
                "highest": track.highest,
                "allied": track.allied_row,
                "axis": track.axis_row,
                "alliesAt": track.allies_modify_at,
                "axisAt": track.axis_modify_at,
            }
            for track in TRACKS.values()
        },
        "CHECKS": {check.turn: {"atMost": check.at_most, "lostOn": check.axis_wins_on} for check in CHECKS.values()},
        "VERDICTS": [
            {"atLeast": verdict.at_least, "result": verdict.result, "capitalLost": verdict.with_capital_lost}
            for verdict in VERDICTS
        ],
        "BOXES": {
            box.id: {
                "title": box.title,
                "table": box.table,
                "die": box.die,
                "years": box.years,
                "event": half_text(box, "event"),
                "alternate": half_text(box, "alternate") if box.alternate else "",
            }
            for box in BOXES.values()
        },
        "CONFLICTS": {
            conflict.id: {
                "title": conflict.name,
                "die": conflict.die,
                "track": conflict.track,
                "regions": conflict.regions,
            }
            for conflict in CONFLICTS.values()
        },
        "OFFERS": {
            f"{name}/{offer.id}": instructions_text(offer.then)
            for name, instructions in INSTRUCTIONS.items()
            for instruction in instructions
            if isinstance(instruction, Choose)
            for offer in instruction.options
        },
        "TIDES": LIMITS["tides"],
        "CAMPAIGNS": CAMPAIGNS,
    }


TYPES = {
    "TURNS": "{ number: number; year: number; gold: boolean }[]",
    "REGIONS": "Record<string, Region>",
    "TRACKS": "Record<string, Track>",
    "CHECKS": "Record<number, { atMost: number; lostOn: number[] }>",
    "VERDICTS": "{ atLeast: number; result: string; capitalLost: string }[]",
    "BOXES": "Record<string, Box>",
    "CONFLICTS": "Record<string, { title: string; die: number; track: string; regions: string[] }>",
    "OFFERS": "Record<string, string>",
    "TIDES": "number",
    "CAMPAIGNS": "number",
}

SHAPES = """\
export interface Space { name: string; points: number; capital: string }
export interface Region { name: string; end: number; tracks: string[]; spaces: Space[] }
export interface Track {
  name: string; regions: string[]; lowest: number; highest: number; allied: string; axis: string;
  alliesAt: number; axisAt: number | null;
}
export interface Box {
  title: string; table: number; die: number; years: [number, number] | null; event: string; alternate: string;
}
"""


def text() -> str:
    """The file."""
    parts = ["// Written by web/write_echoes.py from the data of the game. Do not edit.\n", SHAPES]
    for name, value in board().items():
        parts.append(f"\nexport const {name}: {TYPES[name]} = {json.dumps(value, ensure_ascii=False)};\n")
    return "".join(parts)


if __name__ == "__main__":
    if "--check" not in sys.argv:
        TARGET.write_text(text(), "utf-8")
    elif TARGET.read_text("utf-8") != text():
        sys.exit("web/src/games/echoes/board.ts is not what web/write_echoes.py writes; run it")
