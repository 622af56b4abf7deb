"""The war in plain text: the board as tables, and a turn as a summary that can be posted."""

from collections.abc import Iterable

from sandtable.core.events import Event
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.events import (
    BattleBegan,
    BattleOver,
    Bombed,
    BonusPaid,
    Bought,
    ControlChanged,
    ConvoysDisrupted,
    Fired,
    IncomeCollected,
    Intercepted,
    KamikazesFlown,
    Mobilized,
    Moved,
    NeutralJoined,
    NeutralsLean,
    ObjectiveMet,
    Plundered,
    Recalled,
    Refunded,
    Repaired,
    Rescued,
    Retreated,
    Scrambled,
    Submerged,
    TurnBegan,
    UnitsLost,
    WarDeclared,
)
from sandtable.games.axis1940.forces import Stacks, in_order, label
from sandtable.games.axis1940.views import View
from sandtable.games.axis1940.words import Name, name_of, several

HEADINGS: tuple[tuple[str, tuple[type[Event], ...]], ...] = (
    ("Purchase", (Repaired, Bought)),
    ("Politics", (WarDeclared, BonusPaid)),
    ("Moves", (Moved, Recalled)),
    (
        "Combat",
        (
            *(Scrambled, Intercepted, KamikazesFlown, BattleBegan, Fired, UnitsLost),
            *(Submerged, Retreated, Bombed, Rescued, BattleOver),
        ),
    ),
    ("Territory", (ControlChanged, Plundered, NeutralJoined, NeutralsLean)),
    ("Placement", (Mobilized, Refunded)),
    ("Income", (ConvoysDisrupted, ObjectiveMet, IncomeCollected)),
)


def columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows of words as lines with aligned columns."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def powers_table(view: View) -> list[str]:
    """Treasury, production and wars of every power."""
    rows: list[tuple[str, ...]] = [("Power", "IPCs", "Production", "At war with")]
    for name, power in view.powers.items():
        wars = ", ".join(name_of(other) for other in power.at_war_with) or "nobody"
        mark = "*" if name == view.acting else ""
        rows.append((f"{power.name}{mark}", str(power.treasury), str(power.production), wars))
    return columns(rows)


def units_in_words(stacks: Stacks, holder: str = "") -> str:
    """The units of a space, each owner by itself; the holder's first and without its name."""
    owners = sorted({stack.owner for stack in stacks}, key=lambda owner: (owner != holder, owner))
    said = []
    for owner in owners:
        units = ", ".join(
            several(label(stack), stack.n) for stack in in_order(stack for stack in stacks if stack.owner == owner)
        )
        said.append(units if owner == holder else f"{name_of(owner)}: {units}")
    return "; ".join(said)


def territories_table(view: View, power: str) -> list[str]:
    """The territories that a power (or a bystander) controls, with the units and the facilities that stand there. The
    column that may be long is the last one, so that it can run on."""
    board = theatre(view.theatre)
    rows: list[tuple[str, ...]] = []
    for name, facts in board.territories.items():
        if view.control[name] != power:
            continue
        works = ", ".join(
            name_of(item.kind) + (f" (damage {item.damage})" if item.damage else "")
            for item in view.facilities.get(name, ())
        )
        city = f" [{facts.city}]" if facts.city else ""
        here = "; ".join(filter(None, (units_in_words(view.units.get(name, ()), power), works)))
        rows.append((f"{facts.name}{city}", str(facts.value), here))
    return columns([("Territory", "IPC", "Units; facilities"), *rows]) if rows else []


def sea_table(view: View) -> list[str]:
    """The sea zones that hold anything."""
    board = theatre(view.theatre)
    rows = [
        (name_of(zone), "convoy" if board.zones[zone].convoy else "", units_in_words(view.units[zone]))
        for zone in board.zones
        if view.units.get(zone)
    ]
    return columns([("Sea zone", "", "Ships"), *rows]) if rows else []


def board_text(view: View) -> str:
    """The whole board as tables."""
    cities = f"Victory cities: Axis {view.cities['axis']}, Allies {view.cities['allies']}."
    where = f"Round {view.round}, {name_of(view.acting)}, {view.phase}." if view.phase else f"Round {view.round}."
    lines = [f"{where} {cities} Kamikaze strikes left: {view.kamikazes}.", "", *powers_table(view)]
    for power in (*view.powers, *theatre(view.theatre).bystanders, ""):
        table = territories_table(view, power)
        if table and power != "soviet_union":
            lines += ["", Name(power) if power else "Neutral", *table]
    if sea := sea_table(view):
        lines += ["", *sea]
    return "\n".join(lines)


def turn_summary(events: Iterable[Event]) -> str:
    """What happened in a turn, under headings, as it could be posted for the others to read."""
    told = list(events)
    title = next((event for event in told if isinstance(event, TurnBegan)), None)
    lines = [f"Round {title.round} — {name_of(title.power)}"] if title else ["The turn so far"]
    known = tuple(kind for _, kinds in HEADINGS for kind in kinds)
    for heading, kinds in (*HEADINGS, ("Also", ())):
        said = [
            event.says()
            for event in told
            if (isinstance(event, kinds) if kinds else not isinstance(event, (*known, TurnBegan)))
        ]
        if said:
            lines += ["", heading, *(f"- {sentence}" for sentence in said)]
    return "\n".join(lines)
