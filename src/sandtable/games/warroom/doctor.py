"""The order doctor: what can happen to each order of a plan, by what its nation may know.

As things stand, and if enemies who could come first do: an order may be cancelled, a pin may hold or split a Command,
a Rail may be cut. The doctor looks at the map and at the nation's own plan, never at the plans of others.
"""

import msgspec

from sandtable.core.verdicts import Doubt
from sandtable.games.warroom.data import NAMES, REGION_NAMES, SIDE_OF
from sandtable.games.warroom.position import hostile
from sandtable.games.warroom.rules.phase3_movement import carry_out, left_behind
from sandtable.games.warroom.rules.routes import Route, may_cross, needed_to_match, plan, rail_path
from sandtable.games.warroom.state import Command, Orders, WarRoom

Reach = dict[str, dict[str, int]]
"""Region to the enemy nations that could bring units there in one move, with the number of units."""


class Diagnosis(msgspec.Struct, frozen=True):
    """What the doctor says about one order."""

    command: str
    destination: str
    verdict: str
    """`goes`, `splits`, `held` or `cancelled`, as things stand."""
    doubts: tuple[Doubt, ...] = ()


def doubts_of(game: WarRoom, nation: str, orders: Orders) -> tuple[Doubt, ...]:
    """Everything that speaks against the orders of a plan."""
    return tuple(doubt for found in diagnose(game, nation, orders) for doubt in found.doubts)


def diagnose(game: WarRoom, nation: str, orders: Orders) -> tuple[Diagnosis, ...]:
    """Look at each order in the order of the boxes, as if the ones before it had been carried out."""
    world = game.clone()
    world.sealed, world.orders = {}, {}
    threats = {category: reach_of_enemies(world, nation, category) for category in ("land", "naval")}
    found = []
    for key, end in orders:
        if key not in world.commands:
            doubt = Doubt(f"{key} is not on the map: the order will be void", "WR-PLAN-09")
            found.append(Diagnosis(key, end, "cancelled", (doubt,)))
            continue
        found.append(examine(world, world.commands[key], end, threats))
    return tuple(found)


def examine(world: WarRoom, command: Command, end: str, threats: dict[str, Reach]) -> Diagnosis:
    """One order; if it can be carried out, it is, so that the next one is judged on what it leaves behind."""
    look = plan(world, command, end)
    name = f"{command.key} > {end}"
    if not look.routes:
        assert look.why is not None
        doubt = Doubt(f"{name}: as things stand it is cancelled, for {look.why.sentence}", look.why.rule)
        return Diagnosis(command.key, end, "held" if look.held else "cancelled", (doubt,))
    route = min(look.routes, key=lambda r: (r.breaks, r.stay_start + r.stay_via))
    staying = left_behind(command, route)
    stopped = route.stay_via >= sum(command.units) - route.stay_start > 0
    doubts = [*told_of_pins(name, command, route, staying, stopped), *told_of_threats(world, command, end, threats)]
    if route.breaks:
        doubts.append(Doubt(f"{name} breaks the Soviet-Japanese Pact", "WR-PACT-17"))
    carry_out(world, command, route, first_of(command, staying))
    verdict = "held" if stopped else "splits" if staying else "goes"
    return Diagnosis(command.key, end, verdict, tuple(doubts))


def told_of_pins(name: str, command: Command, route: Route, staying: int, stopped: bool) -> list[Doubt]:
    """What pins do as things stand, on the best route."""
    if stopped:
        return [Doubt(f"{name}: the enemy holds it in {REGION_NAMES[route.via]}", "WR-PIN-09")]
    if staying:
        return [Doubt(f"{name}: a pin leaves {staying} of {command.size} units behind, under a new token", "WR-PIN-01")]
    return []


def told_of_threats(world: WarRoom, command: Command, end: str, threats: dict[str, Reach]) -> list[Doubt]:
    """What enemies can do who move before this nation."""
    name, start = f"{command.key} > {end}", command.region
    if command.category == "air":
        return []
    if command.category == "land" and world.map.is_sea(start):
        coming = threats["naval"].get(start, {})
        return [may_hold(name, start, coming, "WR-PIN-19")] if coming else []
    found = []
    coming = threats[command.category].get(start, {})
    if coming and needed_to_match(world, command, start) < sum(command.units):
        found.append(may_hold(name, start, coming, "WR-PIN-13"))
    if command.category == "land" and end not in (*world.map.land[start], *world.map.shore[start], start):
        land = threats["land"]
        rails = frozenset(place for place in land if place != start)
        if world.map.is_territory(end) and rail_path(world, command, end, rails) is not False:
            who = sorted({enemy for place in rails for enemy in land[place]}, key=world.rank)
            found.append(Doubt(f"{name}: the Rail may be cut if {names(who)} moves first", "WR-MOVE-04"))
    return found


def may_hold(name: str, region: str, coming: dict[str, int], rule: str) -> Doubt:
    units = sum(coming.values())
    sentence = f"{name}: may be pinned if {names(list(coming))} moves first ({units} units can reach {region})"
    return Doubt(sentence, rule)


def names(nations: list[str]) -> str:
    return " or ".join(NAMES[nation] for nation in nations)


def first_of(command: Command, number: int) -> dict[str, int]:
    """The first units of a Command: for the doctor it does not matter which stay."""
    taken: dict[str, int] = {}
    for kind, have in command.counts().items():
        if number > 0:
            taken[kind] = min(have, number)
            number -= taken[kind]
    return taken


def reach_of_enemies(world: WarRoom, nation: str, category: str) -> Reach:
    """Where Enemy Commands of a Category could be after one move, those that are pinned whole left out."""
    found: Reach = {}
    for command in world.stacks():
        if command.category != category or SIDE_OF[command.nation] == SIDE_OF[nation]:
            continue
        if not hostile(world, nation, command.nation):
            continue
        at_sea = world.map.is_sea(command.region)
        free = sum(command.units) - (0 if category == "land" and at_sea else pinned(world, command))
        if free < 1:
            continue
        for place in one_move(world, command):
            there = found.setdefault(place, {})
            there[command.nation] = there.get(command.nation, 0) + free
    return found


def pinned(world: WarRoom, command: Command) -> int:
    return needed_to_match(world, command, command.region)


def one_move(world: WarRoom, command: Command) -> list[str]:
    """The regions that a Command could enter and fight in: the next territory, or two sea regions away."""
    area, start = world.map, command.region
    if command.category == "land":
        return list(area.coast[start] if area.is_sea(start) else area.land[start])
    near = [s for s in area.sea[start] if may_cross(world, command.nation, start, s)]
    far = [s for step in near for s in area.sea[step] if may_cross(world, command.nation, step, s)]
    return [place for place in dict.fromkeys((*near, *far)) if place != start]
