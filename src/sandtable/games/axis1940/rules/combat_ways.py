"""Phase 2, the ways: which units may go where in Combat Move, on land, by sea and through the air."""

from collections.abc import Iterator

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.berths import FAR
from sandtable.games.axis1940.cargo import kinds_in, loadable, loading_zones, room_for
from sandtable.games.axis1940.data import ARM, COMPLEXES, TAKERS, UNITS, WARSHIPS
from sandtable.games.axis1940.forces import RAID, Stack
from sandtable.games.axis1940.landing import DECK_PLACES, Aloft, Deck
from sandtable.games.axis1940.movement import Party
from sandtable.games.axis1940.rules.chart import Chart, closed_refusal
from sandtable.games.axis1940.rules.moves import explain_flight
from sandtable.games.axis1940.rules.neutrals import is_friendly_neutral, is_neutral_land, was_just_neutral
from sandtable.games.axis1940.rules.politics import why_not_attack, why_not_enter
from sandtable.games.axis1940.spaces import CLOSED, FRIENDLY, has_enemy_units
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import STAY, Way
from sandtable.games.axis1940.words import Name, The, name_of, the

LANDING_FORCE = TAKERS
"""AA-AMPH-21, AA-CMOVE-21: what can be loaded and landed in this phase; AAA cannot."""


def why_not_by_land(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-CMOVE-08, AA-CMOVE-11, AA-CMOVE-12, AA-BLITZ-01 to 09: the way of a land unit in this phase."""
    if stack.kind == "aaa":
        return Refusal("AAA moves only in the Noncombat Move phase", "AA-CMOVE-21")
    if len(way) > UNITS[stack.kind].move:
        return Refusal(f"{Name(stack.kind)} moves only {UNITS[stack.kind].move}", "AA-CMOVE-11")
    here, blitzing = origin, False
    for at, space in enumerate(way):
        if space in chart.map.sea or space == "stay":
            return Refusal("Land units enter sea zones only as cargo of a transport's move", "AA-CMOVE-23")
        if space not in chart.map.land_next[here]:
            return Refusal(f"{name_of(here)} and {name_of(space)} share no border", "AA-SPACE-01")
        if at < len(way) - 1:
            if refusal := why_not_cross(chart, space, stack):
                return refusal
            blitzing = chart.must_blitz(space)
        elif blitzing and chart.status(space) == FRIENDLY:
            return why_not_enter(chart.game, chart.power, space)
        else:
            return chart.why_not_assail(space)
        here = space
    return None


def why_not_cross(chart: Chart, territory: str, stack: Stack) -> Refusal | None:
    """Whether a land unit may go on through a territory: a friendly one, or an undefended hostile one in a blitz."""
    game, power = chart.game, chart.power
    stance = chart.status(territory)
    if stance == CLOSED:
        return closed_refusal(game, territory)
    if stance == FRIENDLY:
        return why_not_enter(game, power, territory)
    if is_neutral_land(game, territory):
        if is_friendly_neutral(game, power, territory):
            return Refusal(f"{name_of(territory)} is a friendly neutral and cannot be crossed", "AA-SPACE-18")
        return Refusal(f"{name_of(territory)} is neutral, so units must stop there", "AA-NEUT-19")
    if was_just_neutral(game, territory):
        return Refusal(f"{name_of(territory)} was neutral when the turn began, so units must stop there", "AA-NEUT-19")
    if refusal := why_not_attack(game, power, territory):
        return refusal
    if stack.kind not in ("tank", "mechanized_infantry"):
        return Refusal(f"Units must stop in hostile {name_of(territory)}", "AA-CMOVE-12")
    if has_enemy_units(game, power, territory):
        return Refusal(f"{name_of(territory)} holds enemy units, so it cannot be blitzed through", "AA-BLITZ-04")
    if game.facilities.get(territory):
        return Refusal(f"{name_of(territory)} has a facility, so it cannot be blitzed through", "AA-BLITZ-05")
    return None


def why_not_by_air(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-AIRMOVE-01, AA-AIRMOVE-07, AA-CMOVE-03 to 05: whether an aircraft can reach a space and has business there."""
    if len(way) > 1 or way == STAY:
        return Refusal("Aircraft fly straight to where they fight; name that space only", "AA-AIRMOVE-07")
    goal = way[0]
    reach = chart.flight(origin, stack.kind)
    if chart.terrain.ways(origin, reach).get(goal, FAR) > reach:
        return explain_flight(chart.game, chart.power, origin, goal, stack.kind)
    escapes = chart.may_escape(origin)
    if goal not in chart.map.sea:
        if escapes and chart.status(goal) == FRIENDLY:
            return why_not_enter(chart.game, chart.power, goal)
        return chart.why_not_assail(goal)
    if chart.power == chart.map.facts.china:
        return Refusal("The Chinese fighter may not leave the territories open to Chinese units", "AA-CHINA-10")
    if escapes or chart.enemy_ships(goal):
        return None
    if chart.assaults(goal):
        if chart.could_be_scrambled(goal):
            return None
        return Refusal(f"Nothing can scramble to {name_of(goal)}, so aircraft are not needed there", "AA-CMOVE-04")
    return no_business(chart.game, chart.power, goal)


def no_business(game: Board, power: str, zone: str) -> Refusal:
    """Why a zone without enemies is no place to end a combat move."""
    side = game.map.side[power]
    for stack in game.units[zone]:
        if game.map.side.get(stack.owner) != side and stack.owner not in game.wars[power]:
            return Refusal(f"{The(power)} is not at war with {the(stack.owner)}", "AA-POL-37")
    return Refusal(
        f"A combat move must end in a hostile space, and {name_of(zone)} is friendly; move there in the Noncombat "
        "Move phase, or declare the assault from there first",
        "AA-CMOVE-01",
    )


def why_not_by_sea(chart: Chart, origin: str, way: Way, stack: Stack) -> Refusal | None:
    """AA-CMOVE-12, AA-SUBS-16, AA-SUBS-17, AA-FAC-06: the way of a ship in this phase, and its purpose."""
    if way == STAY:
        return why_not_purpose(chart, origin, way, origin, stack)
    reach = chart.sailing(origin)
    if len(way) > reach:
        clause = "AA-FAC-06" if reach == 3 else "AA-CMOVE-11"
        return Refusal(f"Ships move {reach} from {name_of(origin)}, not {len(way)}", clause)
    here, last = origin, len(way) - 1
    for at, zone in enumerate(way):
        if zone not in chart.map.sea:
            return Refusal(f"Ships never enter territories such as {name_of(zone)}", "AA-CMOVE-23")
        if zone not in chart.map.sea_next[here]:
            return Refusal(f"{name_of(here)} and {name_of(zone)} share no border", "AA-SPACE-01")
        if at < last and chart.hostile(zone):
            if stack.kind != "submarine":
                return Refusal(f"{name_of(zone).capitalize()} is hostile, so ships must stop there", "AA-CMOVE-12")
            if chart.destroyer(zone):
                return Refusal(f"An enemy destroyer stops submarines in {name_of(zone)}", "AA-SUBS-17")
        here = zone
    return chart.why_not_end(here) or why_not_purpose(chart, origin, way, here, stack)


def why_not_purpose(chart: Chart, origin: str, way: Way, goal: str, stack: Stack) -> Refusal | None:
    """AA-CMOVE-01 to 05: what a ship may end its combat move for."""
    game, power = chart.game, chart.power
    if chart.hostile(goal):
        if way != STAY:
            return None
        if stack.kind == "transport":
            if can_assault(chart, origin, way, stack):
                return None
            return Refusal(f"Nothing can be loaded in hostile {name_of(goal)}", "AA-CMOVE-17")
        return Refusal("Ships that stay in a hostile zone fight there without being ordered to", "AA-CMOVE-16")
    if chart.enemy_ships(goal) and goal not in game.strikes:
        return None
    if stack.kind == "transport" and can_assault(chart, origin, way, stack):
        return None
    if way == STAY:
        return no_business(game, power, goal)
    if goal in game.strikes or chart.assaults(goal) or chart.may_escape(origin):
        return None
    if stack.kind in WARSHIPS and stack.kind != "carrier" and chart.may_wait(goal):
        return None
    return no_business(game, power, goal)


def can_assault(chart: Chart, origin: str, way: Way, stack: Stack) -> bool:
    """Whether a transport has, or can load on its way, somebody to land at its end."""
    if not chart.targets(origin if way == STAY else way[-1]):
        return False
    if any(item.owner == chart.power and item.kind in LANDING_FORCE for item in stack.cargo):
        return True
    zones = loading_zones(chart.game, chart.power, origin, way)
    loads = loadable(chart.game, chart.power, zones, LANDING_FORCE)
    return any(room_for([stack], {kind: 1}) for kind in kinds_in(loads.items()))


def can_raid(game: Board, power: str, territory: str, party: Party) -> bool:
    """AA-SBR-01, AA-SBR-02, AA-SBR-21: whether this party can raid, or escort a raid that is declared already."""
    if game.control[territory] not in game.wars[power]:
        return False
    kinds = [facility.kind for facility in game.facilities.get(territory, ())]
    if not kinds:
        return False
    bombers = [stack.kind for stack, _ in party if stack.kind != "fighter"]
    if "tactical_bomber" in bombers and all(kind in COMPLEXES for kind in kinds):
        return False
    return bool(bombers) or any(stack.role == RAID and stack.owner == power for stack in game.units[territory])


def with_carriers_at(goal: str, ships: list[Deck], origin: str, party: Party) -> list[Deck]:
    """The carriers after those of a party have sailed; they sail no more this turn."""
    found = list(ships)
    for stack, number in party:
        if stack.kind == "carrier" and not stack.hits and (places := DECK_PLACES - len(stack.cargo)):
            for _ in range(number):
                found.remove(Deck(places, origin, mobile=True))
                found.append(Deck(places, goal))
    return found


def without(planes: list[Aloft], space: str, stack: Stack, number: int) -> list[Aloft]:
    """The aircraft aloft without so many of a stack over a space."""
    left = stack.left if stack.left >= 0 else UNITS[stack.kind].move
    found = []
    for plane in planes:
        if number and plane.space == space and plane.kind == stack.kind and plane.left == left:
            taken = min(number, plane.n)
            number -= taken
            plane = Aloft(space, stack.kind, left, plane.n - taken)
        if plane.n:
            found.append(plane)
    return found


def combat_ways(chart: Chart, origin: str, stacks: list[Stack]) -> Iterator[Way]:
    """The ways worth a look: on land two steps, by sea three, by air wherever there may be an enemy."""
    board = chart.map
    arms = {ARM[stack.kind] for stack in stacks}
    near: set[str] = set()
    if "sea" in arms:
        yield STAY
        yield from sea_ways(chart, origin, any(stack.kind == "submarine" for stack in stacks))
        near |= set(board.sea_next[origin])
    if "land" in arms:
        if origin in board.sea:
            yield from ((spot,) for spot in board.coasts[origin])
            near |= set(board.coasts[origin])
        else:
            yield from land_ways(chart, origin, any(UNITS[stack.kind].move > 1 for stack in stacks))
            near |= set(board.land_next[origin])
    if "air" in arms:
        reach = max(chart.flight(origin, stack.kind) for stack in stacks if ARM[stack.kind] == "air")
        for space in chart.terrain.skies.spaces_within(origin, reach):
            if space not in near and (space != origin or origin in board.sea):
                yield (space,)


def land_ways(chart: Chart, origin: str, two: bool) -> Iterator[Way]:
    for first in chart.map.land_next[origin]:
        yield (first,)
        if two:
            for second in chart.map.land_next[first]:
                yield (first, second)


def sea_ways(chart: Chart, origin: str, submarines: bool) -> Iterator[Way]:
    """All ways over sea zones, none of them on through a zone that stops everything."""
    rim: list[Way] = [()]
    for _ in range(chart.sailing(origin)):
        beyond = []
        for way in rim:
            for zone in chart.map.sea_next[way[-1] if way else origin]:
                longer = (*way, zone)
                yield longer
                if not chart.hostile(zone) or (submarines and not chart.destroyer(zone)):
                    beyond.append(longer)
        rim = beyond
