"""Writes the printed facts of Pacific 1940 that its screens show: `python web/write_pacific.py`.

They do not change during a game, so they are built into the client instead of being sent with every view.
"""

import json
import sys
from pathlib import Path
from typing import Any

from sandtable.games.axis1940.data import ARM, FACILITIES, UNITS, theatre
from sandtable.games.axis1940.policies import POLICIES

FILE = Path(__file__).parent / "src" / "games" / "pacific" / "facts.json"


def facts() -> dict[str, Any]:
    """What the screens need to know of board and pieces, by name."""
    board = theatre("pacific")
    return {
        "powers": {power.id: {"name": power.name, "side": power.side} for power in board.powers.values()},
        "bystanders": {owner.id: owner.name for owner in board.bystanders.values()},
        "units": {
            kind: {"name": unit.name, "arm": ARM[kind], "cost": unit.cost, "attack": unit.attack}
            | {"defense": unit.defense, "move": unit.move, "hits": unit.hits}
            for kind, unit in UNITS.items()
        },
        "facilities": {kind: facility.name for kind, facility in FACILITIES.items()},
        "territories": {spot.id: territory(spot) for spot in board.territories.values()},
        "zones": {
            zone.id: {"name": zone.name, "sea": zone.sea, "coasts": board.coasts[zone.id]}
            | {name: True for name in ("convoy", "kamikaze") if getattr(zone, name)}
            for zone in board.zones.values()
        },
        "objectives": {
            one.id: {
                "title": one.title,
                "power": one.power,
                "bonus": one.bonus,
                "each": one.each,
                "territories": one.territories,
                "held_by": one.held_by,
                "at_war": one.at_war,
                "at_war_with": one.at_war_with,
                "at_peace_with": one.at_peace_with,
                "never_attacked": one.never_attacked,
                "never_provoked": one.never_provoked,
                "all_original": one.all_original,
            }
            for one in board.objectives.values()
        },
        "capitals": board.capitals,
        "victory": {"cities": board.facts.victory_cities, "capitals": board.facts.victory_capitals},
        "kamikaze": board.facts.kamikaze_power,
        "policies": tuple(POLICIES),
    }


def territory(spot: Any) -> dict[str, Any]:
    said = {"value": spot.value, "emblem": spot.emblem, "city": spot.city, "neutral": spot.neutral, "land": spot.land}
    return {"name": spot.name, "sea": spot.sea} | {name: value for name, value in said.items() if value}


def text() -> str:
    """The file: one line for each record."""
    parts = []
    for name, value in facts().items():
        if isinstance(value, dict):
            rows = [f"    {json.dumps(key)}: {json.dumps(row, separators=(',', ':'))}" for key, row in value.items()]
            parts.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> int:
    FILE.write_text(text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
