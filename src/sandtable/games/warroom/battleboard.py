"""The battle board: rows of units, their dice, and the boxes that hits move them through."""

from sandtable.games.warroom.data import (
    AIR,
    CARRIER_FIGHTER,
    LAND,
    NAVAL,
    OTHER,
    QUICK_VALUES,
    UNITS,
    board_row,
)
from sandtable.games.warroom.position import fighters_in, unit_side
from sandtable.games.warroom.state import Battle, Row, WarRoom

SURFACE = {"land": LAND, "sea": NAVAL}
QUICK = "quick"
"""The stance of every unit in a Quick Battle, except Bombers on a raid."""
STRATEGIC = "strategic"


def units_on_board(game: WarRoom, region: str, nations: tuple[str, ...]) -> dict[tuple[str, str], int]:
    """WR-BATT-01, 02: every unit that takes part, by nation and kind."""
    categories = ("naval", "air") if game.map.is_sea(region) else ("land", "air")
    found: dict[tuple[str, str], int] = {}
    for command in game.here(region):
        if command.nation in nations and command.category in categories and not command.dived:
            for kind, number in command.counts().items():
                found[command.nation, kind] = found.get((command.nation, kind), 0) + number
    for nation, number in fighters_in(game, region).items():
        if nation in nations:
            found[nation, CARRIER_FIGHTER] = number
    if "neutral" in nations and region in game.forces:
        for kind, number in zip(("infantry", "artillery", "fighter"), game.forces[region], strict=True):
            if number:
                found["neutral", kind] = number
    return found


def lay_out(
    game: WarRoom, region: str, chosen: dict[tuple[str, str, str], int], rows: tuple[Row, ...] = ()
) -> tuple[Row, ...]:
    """Rows from the number of units by nation, kind and stance, added to rows that stand already."""
    found: dict[tuple[str, str, str], list[tuple[str, str, int]]] = {}
    for (nation, kind, stance), number in chosen.items():
        if number:
            row = "fighter" if kind == CARRIER_FIGHTER else kind
            found.setdefault((unit_side(game, nation, region), row, stance), []).append((nation, kind, number))
    fresh = tuple(Row(side, kind, stance, tuple(units)) for (side, kind, stance), units in found.items())
    return rows + fresh


def dice(battle: Battle, side: str, stage: str) -> int:
    """WR-AIR-02, WR-SURF-02, 19: the sum of the values of all units that stand, damaged ones in full."""
    total = 0
    for row in battle.rows:
        if row.side != side:
            continue
        if row.stance == QUICK:
            value = QUICK_VALUES[f"{battle.board}/{row.kind}"]
            total += row.standing * (value.air if stage == "air" else value.surface)
        else:
            facts = board_row(battle.board, row.kind, row.stance)
            total += row.standing * (facts.air if stage == "air" else facts.surface)
    return total


def kinds_hit_in(battle: Battle, stage: str) -> tuple[str, ...]:
    """WR-AIR-04, WR-SURF-11: the units that a stage can hit."""
    return AIR if stage == "air" else SURFACE[battle.board]


def can_be_hit(battle: Battle, side: str, stage: str) -> bool:
    kinds = kinds_hit_in(battle, stage)
    return any(row.side == side and row.kind in kinds and row.standing for row in battle.rows)


def force_advantage(battle: Battle) -> str:
    """WR-BATT-14, 15: the side with more different Land (or Naval) unit types."""
    types = {side: surface_types(battle, side) for side in OTHER}
    if types["allied"] == types["axis"]:
        return ""
    return "allied" if types["allied"] > types["axis"] else "axis"


def surface_types(battle: Battle, side: str) -> int:
    kinds = SURFACE[battle.board]
    return len({row.kind for row in battle.rows if row.side == side and row.kind in kinds and row.standing})


Target = tuple[int, str, str]
"""A row, a nation and a kind of unit in it."""


def targets(battle: Battle, side: str, stage: str, colour: str) -> list[Target]:
    """WR-SURF-09 to 20: what a result of this colour can hit on a side: row by row, the hurt unit if there is one."""
    if colour in ("black", "white") and stage == "surface" and battle.advantage == side:
        return []
    kinds, found = kinds_hit_in(battle, stage), []
    for at, row in enumerate(battle.rows):
        if row.side != side or row.kind not in kinds:
            continue
        if colour == "white":
            if row.hurt is not None and row.hurt[2] == "damaged":
                found.append((at, row.hurt[0], row.hurt[1]))
        elif colour == "black" or UNITS[row.kind].colour == colour:
            if row.hurt is not None:
                found.append((at, row.hurt[0], row.hurt[1]))
            else:
                found += [(at, nation, kind) for nation, kind, _ in row.whole]
    return found


def hit(battle: Battle, target: Target) -> tuple[Battle, str]:
    """WR-BATT-27: move the target one box; returns the box it comes to."""
    at, nation, kind = target
    row = battle.rows[at]
    boxes = board_row(battle.board, row.kind, row.stance).boxes
    if row.hurt is not None:
        place = boxes.index(row.hurt[2]) + 1
        whole = row.whole
    else:
        place, whole = 0, less_one(row.whole, nation, kind)
    box = boxes[place] if place < len(boxes) else "eliminated"
    if box == "eliminated":
        changed = Row(row.side, row.kind, row.stance, whole, None, plus_one(row.lost, nation, kind), row.escaped)
    else:
        changed = Row(row.side, row.kind, row.stance, whole, (nation, kind, box), row.lost, row.escaped)
    return with_row(battle, at, changed), box


def eliminate(battle: Battle, target: Target) -> Battle:
    """WR-QB-06, 14: the target is gone at once, whatever its row; in a Quick Battle nothing is ever damaged."""
    at, nation, kind = target
    row = battle.rows[at]
    whole, lost = less_one(row.whole, nation, kind), plus_one(row.lost, nation, kind)
    return with_row(battle, at, Row(row.side, row.kind, row.stance, whole, None, lost, row.escaped))


def with_row(battle: Battle, at: int, row: Row) -> Battle:
    rows = (*battle.rows[:at], row, *battle.rows[at + 1 :])
    return with_rows(battle, rows)


def with_rows(battle: Battle, rows: tuple[Row, ...]) -> Battle:
    return Battle(
        battle.region,
        battle.board,
        battle.nations,
        battle.allied,
        battle.axis,
        rows,
        battle.advantage,
        battle.ports,
        battle.raid_losses,
        battle.defended,
    )


def less_one(units: tuple[tuple[str, str, int], ...], nation: str, kind: str) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (n, k, c - 1 if (n, k) == (nation, kind) else c) for n, k, c in units if (n, k, c) != (nation, kind, 1)
    )


def plus_one(units: tuple[tuple[str, str, int], ...], nation: str, kind: str) -> tuple[tuple[str, str, int], ...]:
    if any((n, k) == (nation, kind) for n, k, _ in units):
        return tuple((n, k, c + ((n, k) == (nation, kind))) for n, k, c in units)
    return (*units, (nation, kind, 1))


def dive(battle: Battle, side: str) -> tuple[Battle, list[str]]:
    """WR-SUB-02, 03: after an enemy batch every damaged Submarine leaves the battle."""
    escaped = []
    for at, row in enumerate(battle.rows):
        if row.side == side and row.hurt is not None and row.hurt[2] == "dive":
            nation = row.hurt[0]
            escaped.append(nation)
            battle = with_row(
                battle, at, Row(row.side, row.kind, row.stance, row.whole, None, row.lost, flee(row.escaped, nation))
            )
    return battle, escaped


def flee(escaped: tuple[tuple[str, int], ...], nation: str) -> tuple[tuple[str, int], ...]:
    numbers = dict(escaped)
    numbers[nation] = numbers.get(nation, 0) + 1
    return tuple(numbers.items())
