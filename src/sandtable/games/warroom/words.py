"""A war in lines of text: charts of the nations, tables of Commands, orders, the battle board and a round report."""

from collections.abc import Iterable, Sequence

from sandtable.core.events import Event
from sandtable.games.warroom.battleboard import units_on_board
from sandtable.games.warroom.data import (
    CARRIER_FIGHTER,
    CATEGORIES,
    KINDS,
    NATIONS,
    REGION_NAMES,
    ROWS,
    SIDE_OF,
    TERRITORIES,
    UNITS,
    ZONE_ORDER,
    board_row,
)
from sandtable.games.warroom.data import NAMES as NATION_NAMES
from sandtable.games.warroom.events import (
    Captured,
    HotspotEnded,
    MoraleChanged,
    NationCollapsed,
    PactEnded,
    PhaseBegan,
    Purchased,
    UnitsLost,
    WarEnded,
)
from sandtable.games.warroom.state import Battle, Command, Orders, Row
from sandtable.games.warroom.views import View, known_position

HEADS = ("Unit", "Stance", "Air", "Surface", "Hits")
REPORTED = (Captured, HotspotEnded, MoraleChanged, NationCollapsed, PactEnded, Purchased, UnitsLost, WarEnded)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell; numbers stand to the right."""
    body = [list(row) for row in rows]
    widths = [max(len(line[at]) for line in ([*heads], *body)) for at in range(len(heads))]

    def line(cells: Sequence[str]) -> str:
        padded = [c.rjust(w) if c.lstrip("-").isdecimal() else c.ljust(w) for c, w in zip(cells, widths, strict=True)]
        return "  ".join(padded).rstrip()

    return [line(heads), *(line(row) for row in body)]


def short_units(command: Command) -> str:
    """`2 INF 1 ART`."""
    return " ".join(f"{number} {UNITS[kind].short}" for kind, number in command.counts().items())


def nations_table(view: View) -> list[str]:
    """One line for each nation: stock, zone, Stress, Medals, Goods, place in the Turn Order."""
    rows = []
    for nation in view.nations:
        oil, iron, osr = view.stock[nation]
        place = str(view.turn_order.index(nation) + 1) if nation in view.turn_order else "-"
        rows.append(
            (
                NATION_NAMES[nation],
                "Axis" if SIDE_OF[nation] == "axis" else "Allies",
                place,
                str(oil),
                str(iron),
                str(osr),
                ZONE_ORDER[view.zone[nation]].capitalize(),
                str(view.stress[nation]),
                str(view.medals[nation]),
                str(view.goods[nation]),
            )
        )
    return table(("Nation", "Side", "T.O.", "Oil", "Iron", "OSR", "Zone", "Stress", "Medals", "Goods"), rows)


def commands_table(view: View, nation: str) -> list[str]:
    """A nation's Commands by Category: number, region, units, tag, and the order it has, as far as one may know."""
    written = dict(view.orders.get(nation) or view.charts.get(nation) or ())
    mine = sorted((c for c in view.commands.values() if c.nation == nation), key=lambda c: c.number)
    rows = []
    for category in CATEGORIES:
        for command in mine:
            if command.category == category:
                marks = "tagged" if command.tagged else "dived" if command.dived else ""
                if command.category == "land" and command.region not in TERRITORIES:
                    marks = "transport"
                place = f"{command.region} {REGION_NAMES[command.region]}"
                order = f"> {written[command.key]}" if command.key in written else ""
                rows.append((str(command.number), place, short_units(command), marks, order))
    return table(("No.", "Region", "Units", "", "Order"), rows)


def orders_text(orders: Orders) -> str:
    """`65 > J5, 97 > P-13`."""
    return ", ".join(f"{command.rpartition('-')[2]} > {region}" for command, region in orders) or "no orders"


def hotspots_text(view: View) -> str:
    """The regions that are fought over."""
    marked = sorted(view.markers)
    return ", ".join(f"{region} {REGION_NAMES[region]} ({view.markers[region]})" for region in marked) or "none"


def battle_board(battle: Battle) -> list[str]:
    """The board as text: for each row its dice, the units that stand, the hurt one, the lost ones."""
    place = f"{REGION_NAMES[battle.region]} ({battle.region})"
    commanders = [
        f"{side} {NATION_NAMES[name]}" for side, name in (("Allies", battle.allied), ("Axis", battle.axis)) if name
    ]
    lines = [f"Battle of {place}. Commanders: {', '.join(commanders)}."]
    if battle.advantage:
        lines.append(f"Force Advantage: {'the Axis' if battle.advantage == 'axis' else 'the Allies'}.")
    for side in ("allied", "axis"):
        rows = [row_cells(battle, row) for row in battle.rows if row.side == side]
        if rows:
            lines.append("Axis" if side == "axis" else "Allies")
            lines += table(("Unit", "Stance", "Air", "Surface", "Standing", "Hurt", "Lost"), rows)
    return lines


def before_the_battle(view: View) -> list[str]:
    """Who meets whom, and what each of their stances is worth: for whoever takes stances."""
    battle = view.battle
    if battle is None:
        return []
    units = units_on_board(known_position(view), battle.region, battle.nations)
    forces = []
    for nation in sorted({nation for nation, _ in units}):
        counts = " ".join(f"{units[nation, k]} {UNITS[k].short}" for k in KINDS if (nation, k) in units)
        forces.append(f"{NATION_NAMES[nation]} {counts}")
    present = {"fighter" if kind == CARRIER_FIGHTER else kind for _, kind in units}
    rows = [
        (UNITS[row.unit].short, row.stance.replace("_", "-"), str(row.air), str(row.surface), str(len(row.boxes) + 1))
        for row in ROWS.values()
        if row.board == battle.board and row.unit in present
    ]
    heading = f"Battle of {REGION_NAMES[battle.region]} ({battle.region}): {', '.join(forces)}."
    if view.options.get("quick_battle") or view.options.get("quick_play"):
        return [heading]  # WR-QB-02: there is nothing to choose but who raids
    return [heading, "Dice of each unit by its stance, and the hits it takes to eliminate it:", *table(HEADS, rows)]


def row_cells(battle: Battle, row: Row) -> tuple[str, ...]:
    standing = ", ".join(f"{number} {owner(nation, kind)}" for nation, kind, number in row.whole)
    hurt = f"{owner(row.hurt[0], row.hurt[1])} {row.hurt[2].replace('_', ' ')}" if row.hurt else ""
    lost = ", ".join(f"{number} {owner(nation, kind)}" for nation, kind, number in row.lost)
    if row.stance == "quick":
        return UNITS[row.kind].short, "", "", "", standing, hurt, lost
    facts = board_row(battle.board, row.kind, row.stance)
    stance = row.stance.replace("_", "-")
    return UNITS[row.kind].short, stance, str(facts.air), str(facts.surface), standing, hurt, lost


def owner(nation: str, kind: str) -> str:
    prefix = NATIONS[nation].name if nation in NATIONS else "Defense Force"
    return f"{prefix} CF" if kind == CARRIER_FIGHTER else prefix


def situation(view: View) -> list[str]:
    """Everything at a glance: the round, the nations, what is fought over, and the battle at hand."""
    lines = [f"Round {view.round}, {view.phase}.", *nations_table(view), f"Fought over: {hotspots_text(view)}."]
    if view.battle is not None:
        lines += ["", *battle_board(view.battle)]
    for nation in view.mine:
        if nation in view.orders:
            lines.append(f"{NATION_NAMES[nation]}: {orders_text(view.orders[nation])}.")
    return lines


def round_report(events: Iterable[Event], number: int) -> list[str]:
    """What a round came to: captures, losses, morale and purchases, phase by phase."""
    lines, inside, heading = [f"Round {number}"], False, ""
    for event in events:
        if isinstance(event, PhaseBegan):
            inside, heading = event.round == number, event.phase
        elif inside and isinstance(event, REPORTED):
            if heading:
                lines.append(f"{heading}:")
                heading = ""
            lines.append(f"  {event.says()}")
    return lines
