"""Phase 4, the ways: which units may go where in Noncombat Move, on land, by sea and through the air."""

from collections.abc import Iterator

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.cargo import kinds_in, loadable, loading_zones, own_cargo, room_for
from sandtable.games.axis1940.data import ARM, DECK, LAND, UNITS
from sandtable.games.axis1940.forces import FRESH, Stack
from sandtable.games.axis1940.rules.chart import Chart, closed_refusal
from sandtable.games.axis1940.rules.combat_ways import land_ways, sea_ways
from sandtable.games.axis1940.rules.moves import explain_flight
from sandtable.games.axis1940.rules.neutrals import is_friendly_neutral, is_neutral_land, why_not_convert
from sandtable.games.axis1940.rules.noncombat_moves import room_on_allies
from sandtable.games.axis1940.rules.politics import why_not_enter
from sandtable.games.axis1940.spaces import FRIENDLY, is_hostile_zone, status
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import STAY, Way
from sandtable.games.axis1940.words import Name, name_of

CARRIED = frozenset(LAND)


def why_not_enter_peacefully(game: Board, power: str, territory: str, last: bool) -> Refusal | None:
    """AA-NCM-04, AA-NCM-05, AA-NEUT-14: land units go through friendly land and end there or in a friendly neutral."""
    if territory in game.map.closed:
        return closed_refusal(game, territory)
    if is_neutral_land(game, territory):
        if not is_friendly_neutral(game, power, territory):
            return Refusal(f"{name_of(territory)} is neutral; entering it is a combat move", "AA-NEUT-03")
        if not last:
            return Refusal(f"{name_of(territory)} is a friendly neutral and cannot be crossed", "AA-NEUT-14")
        return why_not_convert(game, power, territory)
    stance = status(game, power, territory)
    if stance != FRIENDLY:
        if not last:
            return Refusal(f"Units may not move through {name_of(territory)} in this phase", "AA-NCM-05")
        clause = "AA-CMOVE-06" if stance == "hostile" else "AA-NCM-04"
        return Refusal(f"{name_of(territory)} is not friendly; entering it is a combat move", clause)
    return why_not_enter(game, power, territory)


def why_not_by_land(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-NCM-01, AA-NCM-06: the way of a land unit in this phase; a sea zone at its end means an ally's transport."""
    if len(way) > UNITS[stack.kind].move:
        return Refusal(f"{Name(stack.kind)} moves only {UNITS[stack.kind].move}", "AA-CMOVE-11")
    if way[-1] in chart.map.sea:
        return why_not_board_ally(chart.game, chart.power, origin, way, stack)
    known = chart.terrain.marches
    if (origin, way) not in known:
        known[origin, way] = why_not_march(chart, origin, way)
    return known[origin, way]


def why_not_march(chart: Chart, origin: str, way: Way) -> Refusal | None:
    """Whether land units may march this way in peace. It follows from control, neutrals and wars alone, so it is kept
    with the terrain."""
    here = origin
    for at, spot in enumerate(way):
        if spot in chart.map.sea:
            return Refusal("Land units enter sea zones only as cargo", "AA-CMOVE-23")
        if spot not in chart.map.land_next[here]:
            return Refusal(f"{name_of(here)} and {name_of(spot)} share no border", "AA-SPACE-01")
        if refusal := why_not_enter_peacefully(chart.game, chart.power, spot, at == len(way) - 1):
            return refusal
        here = spot
    return None


def why_not_board_ally(game: Board, power: str, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-TRANS-04, AA-TRANS-17, AA-TRANS-18: a unit goes aboard an ally's transport on its owner's turn."""
    if power == game.map.facts.china:
        return Refusal("Chinese units cannot be loaded on transports", "AA-CHINA-09")
    if len(way) > 1:
        return Refusal("A unit that loads may not move before", "AA-TRANS-04")
    zone = way[0]
    if zone not in game.map.zones_of[origin]:
        return Refusal(f"{name_of(origin)} does not touch {name_of(zone)}", "AA-SPACE-01")
    if is_hostile_zone(game, power, zone):
        return Refusal(f"Nothing can be loaded in hostile {name_of(zone)}", "AA-TRANS-05")
    if not room_on_allies(game, power, zone, {stack.kind: 1}):
        strangers = (power, *game.wars[power])
        hosts = [ship for ship in game.units[zone] if ship.kind == "transport" and ship.owner not in strangers]
        if any(ship.acted != FRESH for ship in hosts):
            return Refusal("A transport that has offloaded takes nobody aboard this turn", "AA-TRANS-06")
        if hosts:
            return Refusal("The transports there are full, or their power is not at war", "AA-TRANS-18")
        return Refusal("Load your own transports by moving them; no ally's transport is there", "AA-CMOVE-23")
    return None


def why_not_by_sea(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-NCM-12, AA-NCM-13, AA-SUBS-16 to 18: ships keep to friendly zones, submarines pass all but destroyers."""
    if way == STAY:
        if stack.kind == "transport" and can_serve(chart.game, chart.power, origin, way, stack):
            return None
        if stack.kind == "transport" and chart.hostile(origin):
            return Refusal(f"Nothing can be loaded or offloaded in hostile {name_of(origin)}", "AA-TRANS-05")
        return Refusal("There is nothing to do without moving", "AA-NCM-01")
    reach = chart.sailing(origin)
    if len(way) > reach:
        return Refusal(
            f"Ships move {reach} from {name_of(origin)}, not {len(way)}", "AA-FAC-06" if reach == 3 else "AA-CMOVE-11"
        )
    here = origin
    for at, zone in enumerate(way):
        if zone not in chart.map.sea:
            return Refusal(f"Ships never enter territories such as {name_of(zone)}", "AA-CMOVE-23")
        if zone not in chart.map.sea_next[here]:
            return Refusal(f"{name_of(here)} and {name_of(zone)} share no border", "AA-SPACE-01")
        if chart.hostile(zone):
            if stack.kind != "submarine":
                return Refusal(
                    f"{name_of(zone).capitalize()} is hostile; only submarines may enter it now", "AA-NCM-12"
                )
            if at < len(way) - 1 and chart.destroyer(zone):
                return Refusal(f"An enemy destroyer stops submarines in {name_of(zone)}", "AA-SUBS-17")
        here = zone
    if way[-1] == origin and stack.kind != "transport":
        return Refusal("That way leads back to where it began", "AA-NCM-01")
    return chart.why_not_end(way[-1])


def can_serve(game: Board, power: str, origin: str, way: Way, stack: Stack) -> bool:
    """Whether a transport that stays has something to load or to offload."""
    if is_hostile_zone(game, power, origin):
        return False
    if own_cargo([stack], power) and offload_places(game, power, origin):
        return True
    loads = loadable(game, power, loading_zones(game, power, origin, way), CARRIED)
    return any(room_for([stack], {kind: 1}) for kind in kinds_in(loads.items()))


def offload_places(game: Board, power: str, zone: str) -> list[str]:
    """AA-TRANS-05, AA-TRANS-15: where a transport in a zone may offload in this phase."""
    if is_hostile_zone(game, power, zone):
        return []
    return [spot for spot in game.map.coasts[zone] if why_not_enter_peacefully(game, power, spot, True) is None]


def why_not_by_air(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-NCM-07 to 09, AA-AIRMOVE-01: aircraft fly to where they land, with the moves they have left."""
    if len(way) > 1 or way == STAY:
        return Refusal("Aircraft fly straight to where they land; name that space only", "AA-AIRMOVE-01")
    game, power, goal = chart.game, chart.power, way[0]
    if goal == origin:
        return Refusal("It is there already", "AA-NCM-01")
    reach = stack.left if stack.left >= 0 else chart.flight(origin, stack.kind)
    steps = chart.terrain.ways(origin, reach).get(goal)
    if steps is None or steps > reach:
        if stack.left >= 0:
            return Refusal(
                f"{name_of(goal)} is too far for a {UNITS[stack.kind].name} with {reach} moves left", "AA-AIRMOVE-01"
            )
        return explain_flight(game, power, origin, goal, stack.kind)
    if goal in game.map.sea:
        if stack.kind not in DECK:
            return Refusal("Strategic bombers land in territories only", "AA-AIRMOVE-19")
        if power == game.map.facts.china:
            return Refusal("The Chinese fighter may not leave the territories open to Chinese units", "AA-CHINA-10")
        return None
    if goal in chart.terrain.is_ground:
        return None
    return why_not_land_there(game, power, goal)


def why_not_land_there(game: Board, power: str, territory: str) -> Refusal:
    if territory in game.map.closed:
        return closed_refusal(game, territory)
    if is_neutral_land(game, territory):
        return Refusal(f"Aircraft may not land in {name_of(territory)}", "AA-SPACE-18")
    if status(game, power, territory) == FRIENDLY:
        if refusal := why_not_enter(game, power, territory):
            return refusal
        clause = "AA-NEUT-18" if not game.held[territory] else "AA-NCM-07"
        return Refusal(f"{name_of(territory)} was not friendly when the turn began, so aircraft may not land", clause)
    return Refusal(f"Aircraft land only in friendly territory, and {name_of(territory)} is not", "AA-NCM-07")


def noncombat_ways(chart: Chart, origin: str, stacks: list[Stack]) -> Iterator[Way]:
    """The ways worth a look in this phase."""
    board = chart.map
    arms = {ARM[stack.kind] for stack in stacks}
    if "sea" in arms:
        yield STAY
        yield from sea_ways(chart, origin, any(stack.kind == "submarine" for stack in stacks))
    near: set[str] = set(board.sea_next.get(origin, ())) if "sea" in arms else set()
    if "land" in arms:
        if origin in board.sea:
            yield from ((spot,) for spot in board.coasts[origin])
            near |= set(board.coasts[origin])
        else:
            yield from land_ways(chart, origin, any(UNITS[stack.kind].move > 1 for stack in stacks))
            yield from ((zone,) for zone in board.zones_of[origin])
            near |= set(board.air_next[origin])
    if "air" in arms:
        reach = max(
            stack.left if stack.left >= 0 else chart.flight(origin, stack.kind)
            for stack in stacks
            if ARM[stack.kind] == "air"
        )
        for space in chart.terrain.skies.spaces_within(origin, reach):
            if space != origin and space not in near:
                yield (space,)
