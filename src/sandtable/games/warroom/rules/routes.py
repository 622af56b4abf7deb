"""Plotting movement: the ways on which an order could be carried out as things stand, with the pins on them."""

from collections.abc import Iterator

import msgspec

from sandtable.core.verdicts import Refusal
from sandtable.games.warroom.data import REGION_NAMES, SIDE_OF
from sandtable.games.warroom.position import (
    YELLOW,
    allegiance,
    hostile,
    is_friendly,
    side_units,
    unit_side,
    units_by_nation,
)
from sandtable.games.warroom.rules.neutrals import is_apart
from sandtable.games.warroom.rules.pacts import violates_pact, why_not_enter
from sandtable.games.warroom.state import Command, WarRoom


class Route(msgspec.Struct, frozen=True):
    """One way to carry out an order."""

    name: str
    """What the owner calls it: `direct`, `rail`, or the region on the way."""
    end: str
    via: str = ""
    stay_start: int = 0
    """How many units are pinned in the start region."""
    stay_via: int = 0
    """How many are pinned on the way; if that is all that left, the Command ends there."""
    breaks: bool = False
    """Whether it breaks the Soviet-Japanese Pact."""


class Plan(msgspec.Struct, frozen=True):
    """The routes of an order; without any, the reason why it must be cancelled."""

    routes: tuple[Route, ...]
    why: Refusal | None = None
    held: bool = False
    """Whether a pin keeps the whole Command where it stands."""


def plan(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-36, 37: everything that an order can do at this moment."""
    if end not in game.map.order:
        return no(f"{REGION_NAMES.get(end, end)} cannot be entered", "WR-SETUP-22" if end[0] == "X" else "WR-MOVE-39")
    if game.on("quick_play") and is_apart(game, end):
        return no("Standard Neutrals may not be entered", "WR-QP-05")
    if command.category == "air":
        found = fly(game, command, end)
    elif command.category == "naval":
        found = sail(game, command, end)
    elif game.map.is_sea(command.region):
        found = transport(game, command, end)
    else:
        found = march(game, command, end)
    if game.on("quick_play") and any(route.breaks for route in found.routes):
        kept = tuple(route for route in found.routes if not route.breaks)
        return Plan(kept) if kept else no("the Pact cannot be broken in Quick Play", "WR-QP-12")
    return found


def no(sentence: str, rule: str) -> Plan:
    return Plan((), Refusal(sentence, rule))


# Air


def fly(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-19 to 21, 24: 1 or 2 regions over anything, to the written destination exactly."""
    path = air_path(game, command.nation, command.region, end)
    if path is None and end in game.map.air_reach[command.region]:
        return no("Standard Neutrals may not be flown over", "WR-QP-05")
    if path is None:
        return no(f"{end} is more than 2 regions away", "WR-MOVE-21")
    return Plan((Route("direct", end, path[0], breaks=path[1]),))


def air_path(game: WarRoom, nation: str, start: str, end: str) -> tuple[str, bool] | None:
    """A flight of at most 2 regions: the region on the way ('' if none) and whether it must break the Pact."""
    air = game.map.air
    ends_badly = violates_pact(game, nation, end)
    if end in air[start]:
        return "", ends_badly
    quick = game.on("quick_play")
    ways = [step for step in air[start] if end in air[step] and not (quick and is_apart(game, step))]
    if not ways:
        return None
    clean = [step for step in ways if not violates_pact(game, nation, step)]
    return (clean[0], ends_badly) if clean else (ways[0], True)


# Ships


def may_cross(game: WarRoom, nation: str, a: str, b: str) -> bool:
    """WR-PASS-01 to 13: whether Naval Commands and Troop Transports of a nation may go from one sea to the next."""
    passage = game.map.passages.get(frozenset((a, b)))
    if passage is None:
        return True
    side = SIDE_OF[nation]
    if game.scenario == "eastern_front" and passage.id == "danish":
        return side == "axis"
    for territory in passage.controls:
        controlled = bool(game.control.get(territory)) and allegiance(game, territory) == side
        aligned = passage.alignment_opens and allegiance(game, territory) == side
        if not (controlled or aligned):
            return False
    return True


def sea_ways(game: WarRoom, nation: str, start: str, end: str) -> list[str]:
    """The sea regions on the way in at most 2 steps; '' for the direct one."""
    sea = game.map.sea
    ways = [""] if end in sea[start] and may_cross(game, nation, start, end) else []
    for step in sea[start]:
        if end in sea[step] and may_cross(game, nation, start, step) and may_cross(game, nation, step, end):
            ways.append(step)
    return ways


def sail(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-25 to 29, WR-PIN-01 to 10: 1 or 2 sea regions, leaving pinned ships behind on the way."""
    if not game.map.is_sea(end):
        return no("ships cannot enter a territory", "WR-MOVE-26")
    ways = sea_ways(game, command.nation, command.region, end)
    if not ways:
        near = any(end in game.map.sea[step] for step in (command.region, *game.map.sea[command.region]))
        return no("a passage is closed", "WR-PASS-01") if near else no(f"{end} is too far away", "WR-MOVE-25")
    size = sum(command.units)
    stay = needed_to_match(game, command, command.region)
    if stay >= size:
        return Plan((), Refusal("all its units are pinned", "WR-PIN-09"), held=True)
    routes, why = [], None
    for via in ways:
        on_way = min(needed_to_match(game, command, via), size - stay) if via else 0
        splits = (stay > 0) + (0 < on_way < size - stay)
        why = why or why_no_split(game, command, splits)
        if why_no_split(game, command, splits) is None:
            routes.append(Route(via or "direct", end, via, stay, on_way))
    return Plan(tuple(routes), why if not routes else None)


def why_no_split(game: WarRoom, command: Command, splits: int) -> Refusal | None:
    """WR-PIN-07, 08: a pin may split a Command once, and only with a free token."""
    if splits > 1:
        return Refusal("pins would split the Command twice", "WR-PIN-08")
    if splits and not game.free_tokens(command.nation, command.category):
        return Refusal("a pin would split the Command and no token is free", "WR-PIN-07")
    return None


def needed_to_match(game: WarRoom, command: Command, region: str) -> int:
    """WR-PIN-01, 02, 14 to 18, 25: how many units must stay to match the Enemy units of the same Category."""
    side = SIDE_OF[command.nation]
    enemies = friends = 0
    for nation, number in units_by_nation(game, region, command.category).items():
        if unit_side(game, nation, region) == side:
            friends += number
        elif hostile(game, command.nation, nation, region):
            enemies += number
    if command.region == region:
        friends -= sum(command.units)
    return max(0, enemies - friends)


# Land Commands


def march(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-01, 02, 11, 14, 15: to an adjacent territory, by Rail, or to sea."""
    start, nation, area = command.region, command.nation, game.map
    if end == start:
        return no("the Command is there already", "WR-PLAN-07")
    if area.is_sea(end):
        return embark(game, command, end)
    stay = needed_to_match(game, command, start)
    if end in area.land[start]:
        if why := why_not_enter(game, nation, start, end):
            return Plan((), why)
        route = Route("direct", end, "", stay, 0, violates_pact(game, nation, end))
    else:
        found = rail_path(game, command, end)
        if isinstance(found, Refusal):
            return Plan((), found)
        route = Route("rail", end, "rail", stay, 0, found)
    return pinned_at_start(game, command, (route,))


def pinned_at_start(game: WarRoom, command: Command, routes: tuple[Route, ...]) -> Plan:
    """WR-PIN-07, 09: the pin on leaving a territory, for all routes alike."""
    stay = routes[0].stay_start
    if stay >= sum(command.units):
        return Plan((), Refusal("all its units are pinned", "WR-PIN-09"), held=True)
    if why := why_no_split(game, command, int(stay > 0)):
        return Plan((), why, held=True)
    return Plan(routes)


def rail_path(game: WarRoom, command: Command, end: str, avoid: frozenset[str] = frozenset()) -> bool | Refusal:
    """WR-MOVE-02 to 10: a clear Rail to the destination. True if every clear one breaks the Soviet-Japanese Pact.
    Territories to `avoid` are taken for blocked."""
    start, rails = command.region, game.map.rails
    if why := why_not_rail(game, command, start):
        return why
    for allowed in (False, True):
        reached, edge, obstacles = {start}, [start], dict[str, Refusal]()
        while edge:
            step = edge.pop()
            for other in rails[step]:
                if other in reached or other in avoid or (violates_pact(game, command.nation, other) and not allowed):
                    continue
                if why := why_not_rail(game, command, other):
                    obstacles[other] = why
                    continue
                if other == end:
                    return allowed
                reached.add(other)
                edge.append(other)
    for place in along_rails(game, end):
        if place in obstacles:
            return obstacles[place]
    return Refusal(f"{end} is not adjacent and no Rail leads there", "WR-MOVE-01")


def along_rails(game: WarRoom, end: str) -> Iterator[str]:
    """The territories with a Rail to a place, the nearest first, whatever stands in the way."""
    seen, edge = {end}, [end]
    while edge:
        yield from edge
        edge = list(dict.fromkeys(other for step in edge for other in game.map.rails[step] if other not in seen))
        seen.update(edge)


def why_not_rail(game: WarRoom, command: Command, territory: str) -> Refusal | None:
    """Why a Rail move cannot start in, cross or end in a territory."""
    side, name = SIDE_OF[command.nation], REGION_NAMES[territory]
    if not is_friendly(game, territory, side):
        return Refusal(f"the Rails of {name} are not Friendly", "WR-MOVE-03")
    if game.bombs.get(territory):
        return Refusal(f"the Rails of {name} are bombed", "WR-MOVE-06")
    controller = game.control.get(territory)
    if controller and game.zone[controller] >= YELLOW:
        return Refusal(f"the Rails of {name} do not run: its controller is in the Yellow Zone or worse", "WR-MOVE-07")
    if territory == command.region:
        return None
    for nation in units_by_nation(game, territory, "land"):
        if hostile(game, command.nation, nation, territory):
            return Refusal(f"Enemy Land Units in {name} obstruct the Rails", "WR-MOVE-04")
    return why_not_enter(game, command.nation, command.region, territory)


def embark(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-14, 15, 18, WR-PIN-23: from land to a sea region, or to the second one."""
    start, nation, area = command.region, command.nation, game.map
    if nation == "china":
        return no("Chinese Land Commands may not go to sea", "WR-MOVE-18")
    ways = [""] if end in area.shore[start] else []
    ways += [s for s in area.shore[start] if end in area.sea[s] and may_cross(game, nation, s, end)]
    if not ways:
        near = any(end in area.sea[s] for s in area.shore[start])
        return no("a passage is closed", "WR-PASS-01") if near else no(f"{end} is too far away", "WR-MOVE-15")
    stay = needed_to_match(game, command, start)
    return pinned_at_start(game, command, tuple(sea_route(game, command, via, end, stay) for via in ways))


def sea_route(game: WarRoom, command: Command, via: str, end: str, stay: int = 0) -> Route:
    """WR-PIN-09, 19, WR-PACT-06, 17: a way of a Troop Transport. Enemy ships on it stop all that left, and a
    destination that is not reached breaks no Pact."""
    stopped = bool(via) and is_transport_held(game, command.nation, via)
    entered = (via,) if stopped else (via or end, end)
    breaks = any(violates_pact(game, command.nation, region, transport=True) for region in entered)
    return Route(via or "direct", end, via, stay, sum(command.units) - stay if stopped else 0, breaks)


def is_transport_held(game: WarRoom, nation: str, region: str) -> bool:
    """WR-PIN-19, 20: whether Enemy Naval Units outnumber the Friendly ones, so that no Troop Transport may leave."""
    enemies = sum(
        number
        for other, number in units_by_nation(game, region, "naval").items()
        if hostile(game, nation, other, region)
    )
    return enemies > side_units(game, region, "naval", SIDE_OF[nation])


def transport(game: WarRoom, command: Command, end: str) -> Plan:
    """WR-MOVE-15 to 17, 29, WR-PIN-19 to 22: a Troop Transport sails on, loops or goes ashore."""
    start, nation, area = command.region, command.nation, game.map
    held = is_transport_held(game, nation, start)
    pinned = Plan((), Refusal("Enemy Naval Units hold the Troop Transports", "WR-PIN-19"), held=True)
    if area.is_sea(end):
        ways = sea_ways(game, nation, start, end)
        if not ways:
            near = any(end in area.sea[s] for s in (start, *area.sea[start]))
            return no("a passage is closed", "WR-PASS-01") if near else no(f"{end} is too far away", "WR-MOVE-15")
        if held:
            return pinned
        return Plan(tuple(sea_route(game, command, via, end) for via in ways))
    if end not in area.coast[start]:
        return long_landing(game, command, end, held)
    if why := why_not_enter(game, nation, start, end):
        return Plan((), why)
    if held and not is_friendly(game, end, SIDE_OF[nation]):
        return pinned
    return Plan((Route("direct", end, breaks=violates_pact(game, nation, end)),))


def long_landing(game: WarRoom, command: Command, end: str, held: bool) -> Plan:
    """WR-OPT-05, 07: with the option, from sea over another sea region ashore; without it never (WR-MOVE-16)."""
    start, nation, area = command.region, command.nation, game.map
    if not game.on("long_range_landings"):
        return no("going ashore is a move of exactly 1 region", "WR-MOVE-16")
    ways = [s for s in area.sea[start] if end in area.coast[s] and may_cross(game, nation, start, s)]
    if not ways:
        return no(f"{end} is too far away", "WR-MOVE-16")
    side, land = SIDE_OF[nation], units_by_nation(game, end, "land")
    enemies = any(hostile(game, nation, other, end) for other in land)
    friends = any(unit_side(game, other, end) == side for other in land)
    if enemies and not friends and not is_friendly(game, end, side):
        return no("Enemy Land Units hold the shore and no Friendly ones are there", "WR-OPT-05")
    if why := why_not_enter(game, nation, start, end):
        return Plan((), why)
    if held:
        return Plan((), Refusal("Enemy Naval Units hold the Troop Transports", "WR-OPT-07"), held=True)
    return Plan(tuple(sea_route(game, command, via, end) for via in ways))
