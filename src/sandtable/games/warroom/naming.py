"""What a click can name: regions, Commands, nations, units in their stances, and the words of the decisions."""

from sandtable.core.menus import THAT_IS_ALL
from sandtable.games.warroom.battleboard import QUICK
from sandtable.games.warroom.data import (
    BUILDABLE,
    CATEGORIES,
    COLOURS,
    KINDS,
    NATIONS,
    REGION_NAMES,
    RESOURCES,
    STANCES,
    TARGETS,
    UNITS,
    category_of_number,
    route,
)
from sandtable.games.warroom.data import NAMES as NATION_NAMES
from sandtable.games.warroom.events import WORDS

DECISIONS = {
    THAT_IS_ALL: "that is all",
    "done": "done",
    "new": "a new Command",
    "cancel": "cancel the order",
    "direct": "directly",
    "rail": "by Rail",
    "pin": "pin, and break the Pact",
    "let-pass": "let them pass",
    "keep": "keep the Pact",
    "break": "break the Pact",
    "miss": "miss on purpose",
    "take": "take the hit",
    "bomb": "a Bomb Token",
    "nothing": "nothing",
    "medal": "Medal",
    "goods": "Civilian Goods",
    "yes": "yes",
    "no": "no",
    "no-trade": "no trade",
    "no-repair": "no repair",
    "stay": "stay",
    "enough": "no more units",
}


def _every_name() -> dict[str, str]:
    names = dict(DECISIONS)
    names |= {nation: NATION_NAMES[nation] for nation in NATIONS}
    names |= REGION_NAMES
    names |= {kind: UNITS[kind].name for kind in KINDS}
    names |= {resource: WORDS[resource] for resource in RESOURCES}
    names |= {colour: colour for colour in COLOURS}
    names |= {
        target: f"{'convoys' if len(convoys) > 1 else 'convoy'} {', '.join(map(route, convoys)).replace(', of ', ', ')}"
        for target, convoys in TARGETS.items()
    }
    names |= {f"slot-{slot}": f"place {slot}" for slot in range(1, len(NATIONS) + 1)}
    for nation in NATIONS.values():
        for number in (*nation.naval, *nation.air, *nation.land):
            key = f"{nation.id}-{number}"
            names[key] = f"{nation.name} {number}"
            for kind in CATEGORIES[category_of_number(number)]:
                names[f"{key}/{kind}"] = f"{UNITS[kind].short} of {nation.name} {number}"
    names |= _units_on_boards()
    names |= _combinations()
    return names


def _units_on_boards() -> dict[str, str]:
    """Every kind of unit of every nation in every stance."""
    stances: dict[str, dict[str, None]] = {kind: {QUICK: None, "garrison": None} for kind in KINDS}
    for board in STANCES.values():
        for kind, known in board.items():
            stances[kind] |= dict.fromkeys(known)
    return {
        f"{kind}/{stance}/{nation}": f"{UNITS[kind].short} of {NATION_NAMES[nation]}, {stance.replace('_', '-')}"
        for kind in KINDS
        for stance in stances[kind]
        for nation in (*NATIONS, "neutral")
    }


def _combinations() -> dict[str, str]:
    """Quick Battle and Quick Play: results that are used together."""
    names = {}
    for colour in dict.fromkeys(UNITS[kind].colour for kind in BUILDABLE):
        for own in range(4):
            for black in range(4 - own):
                for white in range(2):
                    if 1 <= own + black + white <= 3:
                        parts = [colour] * own + ["black"] * black + ["white"] * white
                        names["+".join(parts)] = " + ".join(parts)
    return names


NAMES_OF_ALL = _every_name()
