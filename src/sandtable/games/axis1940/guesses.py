"""Moves at random: ways that come to mind for a unit, most of them legal ones. The rules judge every guess, so a guess
may be wrong; but each legal way must be among those that can come up.
"""

from collections.abc import Sequence

from sandtable.core.menus import Rng
from sandtable.games.axis1940.berths import FAR
from sandtable.games.axis1940.data import ARM, DECK, TAKERS, UNITS, WARSHIPS
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.rules.chart import Chart
from sandtable.games.axis1940.rules.noncombat_ways import why_not_enter_peacefully
from sandtable.games.axis1940.spaces import CLOSED, FRIENDLY, has_enemy_units
from sandtable.games.axis1940.terrain import Skies, skies
from sandtable.games.axis1940.ways import STAY, Way

NOWHERE: frozenset[str] = frozenset()


def one_of(ways: Sequence[str], rng: Rng) -> str:
    return ways[int(rng.random() * len(ways))]


# Combat Move


def guess_attack(chart: Chart, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
    """A way at random on which a unit may attack or help to attack. `rarely`: also one that seldom makes sense."""
    arm = ARM[stack.kind]
    if arm == "sea":
        return guess_raid(chart, origin, stack, rng, rarely)
    if arm == "air":
        return guess_flight(chart, origin, stack, rng, rarely)
    ways = marches_to_attack(chart, origin, stack)
    return ways[int(rng.random() * len(ways))] if ways else None


def marches_to_attack(chart: Chart, origin: str, stack: Stack) -> Sequence[Way]:
    """The ways of a land unit to what can be attacked: one step, or for fast units two, over friendly land or as a
    blitz, which may also end in a friendly territory."""
    if stack.kind == "aaa":
        return ()
    if origin in chart.map.sea:
        return [(spot,) for spot in chart.targets(origin)]
    fast = UNITS[stack.kind].move > 1
    known = chart.known_marches.get((origin, fast))
    if known is None:
        known = chart.known_marches[origin, fast] = [(spot,) for spot in chart.foes_beside(origin)]
        for first in chart.map.land_next[origin] if fast else ():
            if chart.must_blitz(first):
                if not has_enemy_units(chart.game, chart.power, first):
                    ends = chart.map.land_next[first]
                    known += [(first, second) for second in ends if chart.status(second) != CLOSED]
            elif chart.status(first) == FRIENDLY:
                known += [(first, second) for second in chart.foes_beside(first)]
    return known


def guess_raid(chart: Chart, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
    """A way over sea zones to one where there may be something to do, or out of a zone that ships may escape from. An
    empty transport mostly looks for somebody to load, and then for a foreign shore. Warships rarely wait for one."""
    aims, within, reach = chart.aims, chart.map.zones_within, chart.sailing(origin)
    escapes = chart.may_escape(origin)
    seeks, fetching = aims.engaged, False
    if stack.kind == "transport":
        if any(item.kind in TAKERS and item.owner == chart.power for item in stack.cargo):
            seeks = aims.shores
        elif not escapes and chart.can_fetch(origin, reach) and rng.random() < 0.9:
            seeks, fetching = chart.terrain.foreign_shores, True
    elif rarely and stack.kind in WARSHIPS and stack.kind != "carrier":
        seeks = aims.rendezvous
    if not escapes and seeks.isdisjoint(within(origin, reach)):
        return None
    way: Way = ()
    here = origin
    for left in range(reach, -1, -1):
        if fetching and here in chart.piers and not seeks.isdisjoint(within(here, left)):
            fetching = False  # whatever it may meet farther on
        if here in seeks and not fetching and rng.random() < (0.7 if way else 0.15):
            break
        if way and ((stack.kind != "submarine" and chart.hostile(here)) or (escapes and rng.random() < 0.2)):
            break  # a hostile zone stops all others
        near: Sequence[str] = chart.map.sea_next[here] if left else ()
        if fetching:
            near = [zone for zone in near if chart.can_fetch(zone, left - 1)]
        elif not escapes:
            near = [zone for zone in near if not seeks.isdisjoint(within(zone, left - 1))]
        if not near:
            break
        here = one_of(near, rng)
        way = (*way, here)
    if fetching:
        return None
    return way or (STAY if here in seeks else None)


def guess_flight(chart: Chart, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
    """A space in reach where there may be something to attack, or any if it may escape: mostly one from where land or a
    carrier is in reach, rarely another, since the loss of an aircraft may be made up by one that it saves."""
    decks = chart.landing.fleet.meeting_zones if stack.kind in DECK and not rarely else NOWHERE
    reach, escapes = chart.flight(origin, stack.kind), chart.may_escape(origin)
    good = chart.aims.known_flights.get((origin, reach, escapes, rarely, decks))
    if good is None:
        air = chart.terrain.skies
        good = list(air.spaces_within(origin, reach))
        if not escapes:
            good = list(filter(chart.aims.prey.__contains__, good))
        if not rarely:
            ways, to_ground = air.ways(origin, reach), chart.terrain.to_ground
            zones_within = open_skies(chart).zones_within
            good = [
                space
                for space in good
                if to_ground[space] <= (left := reach - ways[space])
                or (decks and not decks.isdisjoint(zones_within(space, left)))
            ]
        chart.aims.known_flights[origin, reach, escapes, rarely, decks] = good
    return (one_of(good, rng),) if good else None


def open_skies(chart: Chart) -> Skies:
    """The skies if nobody closed any land: no way is shorter than there, so what is out of reach there is out of reach.
    They serve all games, while each war makes skies of its own."""
    return skies(chart.game.theatre, chart.map.closed)


# Noncombat Move


def hopeful_in_peace(chart: Chart, origin: str, stacks: list[Stack]) -> list[Stack]:
    """The units in a space that may have somewhere to go. It follows from the land and from where the transports of
    others are."""
    marching = bool(marches(chart, origin))
    return [stack for stack in stacks if (marching if ARM[stack.kind] == "land" else stack.left)]  # 0: no moves left


def guess_move(chart: Chart, origin: str, stack: Stack, rng: Rng) -> Way | None:
    """A way at random to where a unit may go in peace."""
    arm = ARM[stack.kind]
    if arm == "sea":
        return guess_voyage(chart, origin, stack, rng)
    if arm == "air":
        return guess_landing(chart, origin, stack, rng)
    near = marches(chart, origin)
    if not near:
        return None
    first, sea = one_of(near, rng), chart.map.sea
    if UNITS[stack.kind].move == 1 or origin in sea or first in sea or rng.random() < 0.5:
        return (first,)
    onward = [spot for spot in open_beside(chart, first) if spot != origin]
    return (first, one_of(onward, rng)) if onward else (first,)


def open_beside(chart: Chart, space: str) -> tuple[str, ...]:
    """The land beside a space that may be entered in this phase: it follows from the terrain, and is kept with it."""
    known = chart.terrain.known_open.get(space)
    if known is None:
        near = chart.map.coasts[space] if space in chart.map.sea else chart.map.land_next[space]
        known = tuple([spot for spot in near if why_not_enter_peacefully(chart.game, chart.power, spot, True) is None])
        chart.terrain.known_open[space] = known
    return known


def marches(chart: Chart, origin: str) -> Sequence[str]:
    """Where a land unit can go: open land beside it, or aboard a transport of somebody else beside its coast."""
    near, hosts = open_beside(chart, origin), chart.whole.hosts
    if hosts and origin not in chart.map.sea and not hosts.isdisjoint(chart.map.zones_of[origin]):
        return [*near, *(zone for zone in chart.map.zones_of[origin] if zone in hosts)]
    return near


def guess_voyage(chart: Chart, origin: str, stack: Stack, rng: Rng) -> Way | None:
    """A way over sea zones; only submarines look for hostile ones, and only transports stay where they are or come
    back there, to load or offload. Carriers mostly keep to where aircraft without land in reach want them."""
    if stack.kind == "transport" and rng.random() < 0.3:
        return STAY
    reach, within = chart.sailing(origin), chart.map.zones_within
    moves = 1 + int(rng.random() * reach)
    bound, wanted = False, NOWHERE
    if stack.kind == "carrier" and rng.random() < 0.95:
        wanted = chart.landing.wanted
        bound = not wanted.isdisjoint(within(origin, reach))
        wanted -= {origin}
    way: Way = ()
    here = origin
    for left in range(moves - 1, -1, -1):
        near: Sequence[str] = chart.map.sea_next[here]
        if bound:
            near = [zone for zone in near if not wanted.isdisjoint(within(zone, left))]
        elif not left and way and stack.kind != "transport":
            near = [zone for zone in near if zone != origin]
        if not near:
            return None
        here = one_of(near, rng)
        if stack.kind != "submarine" and chart.hostile(here):
            near = [zone for zone in near if not chart.hostile(zone)] or near
            here = one_of(near, rng)
        way = (*way, here)
    return way


def guess_landing(chart: Chart, origin: str, stack: Stack, rng: Rng) -> Way | None:
    """Mostly a place ashore, often a zone with room on a deck, now and then any space in reach."""
    reach = stack.left if stack.left >= 0 else chart.flight(origin, stack.kind)
    if not reach:
        return None
    luck = rng.random()
    near: Sequence[str] = ()
    if luck < 0.05:
        near = chart.terrain.skies.spaces_within(origin, reach)[1:]
    elif luck < 0.3 and stack.kind in DECK:
        ways = chart.terrain.ways(origin, reach)
        near = [zone for zone in chart.landing.roomy if 0 < ways.get(zone, FAR) <= reach]
    near = near or chart.terrain.grounds_within(origin, reach)
    return (one_of(near, rng),) if near else None
