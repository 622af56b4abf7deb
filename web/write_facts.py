"""Writes the printed facts of Pacific 1940 and War Room that their screens show: `python web/write_facts.py`.

They do not change during a game, so they are built into the client instead of being sent with every view.
"""

import json
from pathlib import Path
from typing import Any

from sandtable.games.axis1940.data import ARM, FACILITIES, UNITS, theatre
from sandtable.games.axis1940.policies import POLICIES
from sandtable.games.warroom import data as warroom_data

GAMES = Path(__file__).parent / "src" / "games"


def pacific() -> dict[str, Any]:
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
        "territories": {spot.id: pacific_territory(spot) for spot in board.territories.values()},
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


def pacific_territory(spot: Any) -> dict[str, Any]:
    said = {"value": spot.value, "emblem": spot.emblem, "city": spot.city, "neutral": spot.neutral, "land": spot.land}
    return {"name": spot.name, "sea": spot.sea} | {name: value for name, value in said.items() if value}


def warroom() -> dict[str, Any]:
    """What the screens need to know of the components, by name."""
    return {
        "nations": {
            n.id: {"name": n.name, "prefix": n.prefix, "side": n.side, "capital": n.capital}
            for n in warroom_data.NATIONS.values()
        },
        "units": {
            u.id: {"name": u.name, "short": u.short, "category": u.category, "colour": u.colour, "cost": u.cost}
            | {"points": u.points}
            for u in warroom_data.UNITS.values()
        },
        "rows": {r.id: {"air": r.air, "surface": r.surface, "boxes": r.boxes} for r in warroom_data.ROWS.values()},
        "quick": {q.id: {"air": q.air, "surface": q.surface} for q in warroom_data.QUICK_VALUES.values()},
        "names": warroom_data.REGION_NAMES,
        "territories": {t.id: warroom_territory(t) for t in warroom_data.TERRITORIES.values()},
        "passages": {
            p.id: {"name": p.name, "between": p.between, "controls": p.controls} for p in warroom_data.PASSAGES.values()
        },
        "convoys": {c.id: convoy(c) for c in warroom_data.CONVOYS.values()},
        "zones": {z.id: z.name for z in warroom_data.ZONES.values()},
        "conversions": [[row.points, row.stress] for row in warroom_data.CONVERSIONS.values()],
        "blocks": {b.id: b.amount for b in warroom_data.BLOCKS.values()},
        "die": warroom_data.DIE,
        "scenarios": {s.id: scenario(s) for s in warroom_data.SCENARIOS.values()},
    }


def warroom_territory(card: warroom_data.Territory) -> dict[str, Any]:
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


def convoy(line: warroom_data.Convoy) -> dict[str, Any]:
    said = {"territory": line.territory, "origin": line.origin, "destination": line.destination, "flag": line.flag}
    found = {"sea": line.sea, "target": line.target, "ships": line.ships}
    return found | {name: value for name, value in said.items() if value}


def scenario(facts: warroom_data.ScenarioFacts) -> dict[str, Any]:
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


def text(facts: dict[str, Any]) -> str:
    """A file: one line for each record."""
    parts = []
    for name, value in facts.items():
        if isinstance(value, dict):
            rows = [f"    {json.dumps(key)}: {json.dumps(row, separators=(',', ':'))}" for key, row in value.items()]
            parts.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def files() -> dict[Path, str]:
    """Every file with its content."""
    return {GAMES / "pacific" / "facts.json": text(pacific()), GAMES / "warroom" / "facts.json": text(warroom())}


if __name__ == "__main__":
    for file, content in files().items():
        file.write_text(content)
