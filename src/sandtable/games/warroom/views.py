"""What a seat may know of a war: everything on the table, and its own sheets. Built up, never pared down."""

import msgspec

from sandtable.core.menus import Rng
from sandtable.core.views import Waiting, scramble_sealed, waiting
from sandtable.games.warroom.data import SIDE_OF, Amounts
from sandtable.games.warroom.rules.phase2_planning import sheet_menu
from sandtable.games.warroom.state import Battle, Command, Counts, Orders, WarRoom


class View(msgspec.Struct, frozen=True):
    """A war as the holder of some nations sees it. Without nations: as a watcher does."""

    mine: tuple[str, ...]
    scenario: str
    options: dict[str, bool]
    round: int
    phase: str
    nations: tuple[str, ...]
    turn_order: tuple[str, ...]
    control: dict[str, str]
    markers: dict[str, str]
    commands: dict[str, Command]
    fighters: dict[str, int]
    forces: dict[str, Counts]
    building: dict[str, Counts]
    deferred: dict[str, Counts]
    bombs: dict[str, int]
    stock: dict[str, Amounts]
    medals: dict[str, int]
    goods: dict[str, int]
    stress: dict[str, int]
    zone: dict[str, int]
    casualties: dict[str, Counts]
    points: dict[str, int]
    production: dict[str, int]
    bids: dict[str, int]
    charts: dict[str, Orders]
    roster: tuple[str, ...]
    hotspots: tuple[str, ...]
    resolved: tuple[str, ...]
    battle: Battle | None
    purchases: dict[str, Counts]
    aligned: dict[str, str]
    activated: tuple[str, ...]
    pact: bool
    sino: bool
    stalin: bool
    collapsed: tuple[str, ...]
    winner: str
    orders: dict[str, Orders]
    """Written and not yet revealed: the seat's own, and its allies' where plans are shared."""
    sheets: dict[str, object]
    """Sealed answers so far: the seat's own, and its allies' where plans are shared."""
    waiting: Waiting


def readers(game: WarRoom, nations: tuple[str, ...]) -> tuple[str, ...]:
    """The nations whose plans a seat may read: its own, and with shared plans those of its Alliance."""
    if not game.on("shared_plans"):
        return nations
    sides = {SIDE_OF[nation] for nation in nations}
    return tuple(nation for nation in game.facts.nations if SIDE_OF[nation] in sides)


def view(game: WarRoom, nations: tuple[str, ...]) -> View:
    """What the holder of these nations may know."""
    known = readers(game, nations)
    return View(
        mine=nations,
        scenario=game.scenario,
        options=game.options.copy(),
        round=game.round,
        phase=game.phase,
        nations=tuple(game.nations),
        turn_order=tuple(game.turn_order),
        control=game.control.copy(),
        markers=game.markers.copy(),
        commands=game.commands.copy(),
        fighters=game.fighters.copy(),
        forces=game.forces.copy(),
        building=game.building.copy(),
        deferred=game.deferred.copy(),
        bombs=game.bombs.copy(),
        stock=game.stock.copy(),
        medals=game.medals.copy(),
        goods=game.goods.copy(),
        stress=game.stress.copy(),
        zone=game.zone.copy(),
        casualties=game.casualties.copy(),
        points=game.points.copy(),
        production=game.production.copy(),
        bids=game.bids.copy(),
        charts=game.charts.copy(),
        roster=tuple(game.roster),
        hotspots=tuple(game.hotspots),
        resolved=tuple(game.resolved),
        battle=game.battle,
        purchases=game.purchases.copy(),
        aligned=game.aligned.copy(),
        activated=tuple(game.activated),
        pact=game.pact,
        sino=game.sino,
        stalin=game.stalin,
        collapsed=tuple(game.collapsed),
        winner=game.winner,
        orders={nation: orders for nation, orders in game.orders.items() if nation in known},
        sheets={nation: sheet for nation, sheet in game.sealed.items() if nation in known},
        waiting=waiting(game, nations),
    )


def scramble(game: WarRoom, nations: tuple[str, ...], rng: Rng) -> WarRoom:
    """A war that differs in every hidden order and sealed sheet of others, and in nothing else."""
    known = readers(game, nations)
    twin = scramble_sealed(game, known, rng)
    for nation in game.orders:
        if nation not in known:
            twin.orders[nation] = sheet_menu(game, nation).chart.sample(rng)
    return twin


def known_position(view: View) -> WarRoom:
    """A position made of what a view shows, for bots and tools that ask the rules about it. Hidden plans are empty."""
    shared = {name: getattr(view, name) for name in WarRoom.__struct_fields__ if name in View.__struct_fields__}
    lists = {name: list(value) for name, value in shared.items() if isinstance(value, tuple)}
    game = WarRoom(rules=0, steps=[], **{**shared, **lists, "orders": dict(view.orders)})
    return game.clone()
