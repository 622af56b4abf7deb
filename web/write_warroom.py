"""Writes the printed facts of War Room that its screens show: `python web/write_warroom.py`.

They do not change during a game, so they are built into the client instead of being sent with every view.
"""

import json
import sys
from pathlib import Path
from typing import Any

from sandtable.games.warroom import data

FILE = Path(__file__).parent / "src" / "games" / "warroom" / "facts.json"


def facts() -> dict[str, Any]:
    """What the screens need to know of the components, by name."""
    return {
        "nations": {
            n.id: {"name": n.name, "prefix": n.prefix, "side": n.side, "capital": n.capital}
            for n in data.NATIONS.values()
        },
        "units": {
            u.id: {"name": u.name, "short": u.short, "category": u.category, "colour": u.colour, "cost": u.cost}
            | {"points": u.points}
            for u in data.UNITS.values()
        },
        "rows": {r.id: {"air": r.air, "surface": r.surface, "boxes": r.boxes} for r in data.ROWS.values()},
        "quick": {q.id: {"air": q.air, "surface": q.surface} for q in data.QUICK_VALUES.values()},
        "names": data.REGION_NAMES,
        "territories": {t.id: territory(t) for t in data.TERRITORIES.values()},
        "passages": {
            p.id: {"name": p.name, "between": p.between, "controls": p.controls} for p in data.PASSAGES.values()
        },
        "convoys": {c.id: convoy(c) for c in data.CONVOYS.values()},
        "zones": {z.id: z.name for z in data.ZONES.values()},
        "conversions": [[row.points, row.stress] for row in data.CONVERSIONS.values()],
        "blocks": {b.id: b.amount for b in data.BLOCKS.values()},
        "die": data.DIE,
        "scenarios": {s.id: scenario(s) for s in data.SCENARIOS.values()},
    }


def territory(card: data.Territory) -> dict[str, Any]:
    found: dict[str, Any] = {"colour": card.colour, "value": card.value}
    found |= {"income": card.income, "embattled": card.embattled}
    said = {
        "capital": card.capital_of,
        "industry": card.industry,
        "mobilization": card.mobilization,
        "rails": card.rails,
        "ports": card.ports,
        "neutral": card.neutral,
        "trades": card.trades,
        "force": card.force,
    }
    return found | {name: value for name, value in said.items() if value}


def convoy(line: data.Convoy) -> dict[str, Any]:
    said = {"territory": line.territory, "origin": line.origin, "destination": line.destination, "flag": line.flag}
    found = {"sea": line.sea, "target": line.target, "ships": line.ships}
    return found | {name: value for name, value in said.items() if value}


def scenario(facts: data.ScenarioFacts) -> dict[str, Any]:
    return {
        "name": facts.name,
        "nations": facts.nations,
        "orders": facts.orders,
        "thresholds": facts.thresholds,
        "regions": (*facts.territories, *facts.seas, *facts.impassable),
        "capitals": facts.capitals,
        "axis_wins": facts.axis_wins,
        "allied_wins": facts.allied_wins,
        "trade": facts.trade,
    }


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
