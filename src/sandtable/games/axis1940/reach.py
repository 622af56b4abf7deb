"""Which units of a power could attack a space this turn: as far as their ways, their landing and their transports go.

Each unit is looked at by itself, so all of them together may be more than one turn allows (a carrier cannot receive all
aircraft that count on it). That makes it the measure of a threat, and the list to choose an attack from.
"""

from collections.abc import Iterable, Iterator

import msgspec

from sandtable.games.axis1940.data import ARM, DECK, TAKERS, UNITS, Theatre
from sandtable.games.axis1940.forces import FRESH, Stack
from sandtable.games.axis1940.landing import DECK_PLACES, reach_of
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.chart import why_not_assail
from sandtable.games.axis1940.spaces import FRIENDLY, HOSTILE, has_enemy_destroyer, is_hostile_zone, is_serviced
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import terrain_of

Way = tuple[str, ...]
STAY: Way = ("stay",)
BOMBARDING = ("battleship", "cruiser")
STRONGEST_FIRST = ("tank", "artillery", "mechanized_infantry", "infantry")


class Mover(msgspec.Struct, frozen=True, gc=False):
    """So many units alike that can go a way."""

    origin: str
    way: Way
    stack: Stack

    @property
    def kind(self) -> str:
        return self.stack.kind

    @property
    def n(self) -> int:
        return self.stack.n


class Lift(msgspec.Struct, frozen=True, gc=False):
    """Transports alike that can sail a way, and the zones of it where they can load."""

    origin: str
    way: Way
    stack: Stack
    loading: tuple[str, ...]

    @property
    def zone(self) -> str:
        return self.origin if self.way == STAY else self.way[-1]


class Force(msgspec.Struct, frozen=True):
    """A force for the odds: all units, those of them from the sea, and the ships that could bombard."""

    units: dict[str, int]
    seaborne: dict[str, int] = {}
    bombard: dict[str, int] = {}


def damaged(stack: Stack) -> str:
    """The kind of a unit as the odds name it."""
    return f"damaged_{stack.kind}" if stack.hits else stack.kind


class Reach:
    """The units of a power and where they could attack. `fresh`: only those that have not moved this turn."""

    def __init__(self, game: Board, power: str, fresh: bool = False) -> None:
        self.game = game
        self.map: Theatre = game.map
        self.power = power
        self.terrain = terrain_of(game, power)
        self.fresh = fresh

    def own(self, space: str) -> Iterator[Stack]:
        """The power's units in a space that may still move, aircraft on its carriers among them."""
        for stack in self.game.units[space]:
            if stack.owner == self.power and (not self.fresh or (stack.acted == FRESH and stack.left < 0)):
                yield stack
            if stack.kind == "carrier" and not stack.hits and not (self.fresh and self.game.acting == self.power):
                for item in stack.cargo:
                    if item.owner == self.power:
                        yield Stack(self.power, item.kind, stack.n)

    @once
    def bases(self) -> list[str]:
        """Every space with own units."""
        return [space for space in self.map.spaces if any(True for _ in self.own(space))]

    # On land

    @once
    def by_land(self) -> dict[str, list[Mover]]:
        """For every territory the land units that could march into it."""
        found: dict[str, list[Mover]] = {}
        for origin in self.bases:
            if origin in self.map.sea:
                continue
            for stack in self.own(origin):
                if stack.kind in TAKERS:
                    for way in self.marches(origin, UNITS[stack.kind].move):
                        found.setdefault(way[-1], []).append(Mover(origin, way, stack))
        return found

    def marches(self, origin: str, moves: int) -> list[Way]:
        """The shortest way to each territory that could be attacked; an undefended one can be blitzed through."""
        found: dict[str, Way] = {}
        for first in self.map.land_next[origin]:
            if self.can_assail(first):
                found[first] = (first,)
        if moves < 2:
            return list(found.values())
        for first in self.map.land_next[origin]:
            if self.terrain.status[first] == FRIENDLY or self.is_open(first):
                for second in self.map.land_next[first]:
                    if second != origin and second not in found and self.can_assail(second):
                        found[second] = (first, second)
        return list(found.values())

    def is_open(self, territory: str) -> bool:
        """Whether a territory can be blitzed through."""
        game = self.game
        return (
            self.terrain.status[territory] == HOSTILE
            and not game.units[territory]
            and not game.facilities.get(territory)
            and self.can_assail(territory)
        )

    def can_assail(self, territory: str) -> bool:
        known = self.__dict__.setdefault("assailable", {})
        if territory not in known:
            known[territory] = why_not_assail(self.game, self.power, territory) is None
        return bool(known[territory])

    # Through the air

    @once
    def by_air(self) -> dict[str, list[Mover]]:
        """For every space the aircraft that could fly there and land again."""
        found: dict[str, list[Mover]] = {}
        for origin in self.bases:
            planes = [stack for stack in self.own(origin) if ARM[stack.kind] == "air"]
            if not planes:
                continue
            ways = self.terrain.ways(origin)
            for stack in planes:
                reach = reach_of(self.game, self.power, origin, stack.kind)
                for space, steps in ways.items():
                    if steps > reach:
                        break  # they come in the order of their distance
                    if self.can_return(space, reach - steps, stack.kind):
                        found.setdefault(space, []).append(Mover(origin, (space,), stack))
        return found

    def can_return(self, space: str, left: int, kind: str) -> bool:
        if self.terrain.to_ground[space] <= left:
            return True
        return kind in DECK and self.to_deck(space) <= left

    def to_deck(self, space: str) -> int:
        """The moves to the nearest zone where a carrier of the power could be by the end of the turn."""
        known = self.__dict__.setdefault("decks_near", {})
        if space not in known:
            ways = self.terrain.ways(space)
            known[space] = min((ways.get(zone, 99) for zone in self.deck_zones), default=99)
        return int(known[space])

    @once
    def deck_zones(self) -> list[str]:
        found: dict[str, None] = {}
        for zone in self.map.zones:
            for stack in self.game.units[zone]:
                if stack.kind == "carrier" and stack.owner == self.power and not stack.hits:
                    found.update(dict.fromkeys((zone, *self.sailing(zone, False))))
        return list(found)

    # By sea

    @once
    def by_sea(self) -> dict[str, list[Mover]]:
        """For every zone the warships that could sail there; those that are there already with no way to go."""
        found: dict[str, list[Mover]] = {}
        for origin in self.bases:
            if origin not in self.map.sea:
                continue
            for stack in self.own(origin):
                if ARM[stack.kind] != "sea" or stack.kind == "transport":
                    continue
                found.setdefault(origin, []).append(Mover(origin, STAY, stack))
                for zone, way in self.sailing(origin, stack.kind == "submarine").items():
                    found.setdefault(zone, []).append(Mover(origin, way, stack))
        return found

    def sailing(self, origin: str, submarine: bool) -> dict[str, Way]:
        """The shortest way to every zone within reach of ships."""
        known = self.__dict__.setdefault("sailings", {})
        if (origin, submarine) not in known:
            known[origin, submarine] = self.find_sailing(origin, submarine)
        found: dict[str, Way] = known[origin, submarine]
        return found

    def find_sailing(self, origin: str, submarine: bool) -> dict[str, Way]:
        found: dict[str, Way] = {origin: ()}
        rim = [origin]
        for _ in range(3 if is_serviced(self.game, self.power, origin) else 2):
            beyond = []
            for here in rim:
                for there in self.map.sea_next[here]:
                    if there not in found:
                        found[there] = (*found[here], there)
                        if not self.stops(there, submarine):
                            beyond.append(there)
            rim = beyond
        del found[origin]
        return found

    def stops(self, zone: str, submarine: bool) -> bool:
        known = self.__dict__.setdefault("stopping", {})
        if (zone, submarine) not in known:
            look = has_enemy_destroyer if submarine else is_hostile_zone
            known[zone, submarine] = look(self.game, self.power, zone)
        return bool(known[zone, submarine])

    # From the sea

    @once
    def lifts(self) -> dict[str, list[Lift]]:
        """For every zone the transports that could be there, by the ways that load different troops."""
        found: dict[str, list[Lift]] = {}
        for origin in self.bases:
            if origin not in self.map.sea:
                continue
            for stack in self.own(origin):
                if stack.kind == "transport":
                    for lift in self.voyages(origin, stack):
                        found.setdefault(lift.zone, []).append(lift)
        return found

    def voyages(self, origin: str, stack: Stack) -> Iterator[Lift]:
        """The ways of a transport: to every zone the shortest one, and those that pass other troops to load."""
        seen: set[tuple[str, tuple[str, ...]]] = set()
        start = () if self.stops(origin, False) else (origin,)
        rim: list[tuple[Way, tuple[str, ...]]] = [((), start)]
        yield Lift(origin, STAY, stack, self.with_troops(start))
        for _ in range(3 if is_serviced(self.game, self.power, origin) else 2):
            beyond = []
            for way, passed in rim:
                for zone in self.map.sea_next[way[-1] if way else origin]:
                    hostile = self.stops(zone, False)
                    loading = passed if hostile or zone in passed else (*passed, zone)
                    lift = Lift(origin, (*way, zone), stack, self.with_troops(loading))
                    if (zone, lift.loading) not in seen:
                        seen.add((zone, lift.loading))
                        yield lift
                        if not hostile:
                            beyond.append((lift.way, loading))
            rim = beyond

    def with_troops(self, zones: Iterable[str]) -> tuple[str, ...]:
        return tuple(zone for zone in zones if zone in self.troop_zones)

    @once
    def troop_zones(self) -> frozenset[str]:
        """The zones beside own land units that can go aboard."""
        return frozenset(
            zone
            for spot in self.bases
            if spot not in self.map.sea and any(stack.kind in TAKERS for stack in self.own(spot))
            for zone in self.map.zones_of[spot]
        )

    # Against one space

    def against(self, space: str, hostile: bool = False) -> Force:
        """Everything that could attack a space. `hostile`: as if it were an enemy's by then."""
        known: dict[tuple[str, bool], Force] = self.__dict__.setdefault("forces", {})
        if (space, hostile) not in known:
            known[space, hostile] = self.find_force(space, hostile)
        return known[space, hostile]

    def find_force(self, space: str, hostile: bool) -> Force:
        found: dict[str, int] = {}
        if self.power == self.map.facts.china and space not in self.map.open_to_china:
            return Force(found)
        movers = list(self.by_air.get(space, ()))
        if space in self.map.sea:
            movers += self.by_sea.get(space, ())
        else:
            movers += self.marchers(space) if hostile else self.by_land.get(space, ())
        for mover in movers:
            if mover.origin != space or space in self.map.sea:
                found[damaged(mover.stack)] = found.get(damaged(mover.stack), 0) + mover.n
        if space in self.map.sea:
            return Force(found)
        seaborne, bombard = self.from_the_sea(space, hostile)
        for kind, number in seaborne.items():
            found[kind] = found.get(kind, 0) + number
        return Force(found, seaborne, bombard)

    def marchers(self, territory: str) -> list[Mover]:
        """The land units that could march into a territory if it were an enemy's."""
        found = []
        near = self.map.land_next[territory]
        for origin in near:
            found += [Mover(origin, (territory,), stack) for stack in self.own(origin) if stack.kind in TAKERS]
        seen = {territory, *near}
        for first in near:
            if self.terrain.status[first] != FRIENDLY and not self.is_open(first):
                continue
            for origin in self.map.land_next[first]:
                if origin not in seen:
                    seen.add(origin)
                    found += [
                        Mover(origin, (first, territory), stack)
                        for stack in self.own(origin)
                        if stack.kind in TAKERS and UNITS[stack.kind].move > 1
                    ]
        return found

    def from_the_sea(self, territory: str, hostile: bool = False) -> tuple[dict[str, int], dict[str, int]]:
        """The land units that transports could land in a territory, and the ships that could bombard it."""
        landed: dict[str, int] = {}
        bombard: dict[str, int] = {}
        if not hostile and not self.can_assail(territory):
            return landed, bombard
        used: dict[tuple[str, Stack], None] = {}
        marching = {mover.origin for mover in self.by_land.get(territory, ())}
        ashore: dict[str, dict[str, int]] = {}
        for zone in self.map.zones_of[territory]:
            if self.stops(zone, False) and not self.by_sea.get(zone):
                continue
            for lift in sorted(self.lifts.get(zone, ()), key=lambda lift: -len(lift.loading)):
                if (lift.origin, lift.stack) not in used:
                    used[lift.origin, lift.stack] = None
                    for _ in range(lift.stack.n):
                        self.load(lift, landed, ashore, marching)
            for mover in self.by_sea.get(zone, ()):
                if mover.kind in BOMBARDING and not self.stops(zone, False):
                    bombard[mover.kind] = bombard.get(mover.kind, 0) + mover.n
        left = sum(landed.values())
        for kind in BOMBARDING:
            bombard[kind] = min(bombard.get(kind, 0), left)
            left -= bombard[kind]
        return landed, {kind: number for kind, number in bombard.items() if number}

    def load(self, lift: Lift, landed: dict[str, int], ashore: dict[str, dict[str, int]], marching: set[str]) -> None:
        """One transport takes its cargo, or the strongest units it finds: one of any kind and one infantry."""
        cargo = [item.kind for item in lift.stack.cargo if item.owner == self.power and item.kind in TAKERS]
        for wanted in (STRONGEST_FIRST, ("infantry",)):
            if len(cargo) >= 2 or (len(cargo) == 1 and cargo[0] != "infantry" and wanted is STRONGEST_FIRST):
                continue
            kind = next((kind for kind in wanted if self.take(lift, kind, ashore, marching)), "")
            if kind:
                cargo.append(kind)
        for kind in cargo:
            landed[kind] = landed.get(kind, 0) + 1

    def take(self, lift: Lift, kind: str, ashore: dict[str, dict[str, int]], marching: set[str]) -> bool:
        """Take one unit of a kind from a coast that the transport passes."""
        for zone in lift.loading:
            for spot in self.map.coasts[zone]:
                if spot in marching:
                    continue
                if spot not in ashore:
                    ashore[spot] = {}
                    for stack in self.own(spot):
                        ashore[spot][stack.kind] = ashore[spot].get(stack.kind, 0) + stack.n
                if ashore[spot].get(kind, 0):
                    ashore[spot][kind] -= 1
                    return True
        return False


def decks_of(stack: Stack) -> int:
    """The free places on carriers of a stack."""
    return (DECK_PLACES - len(stack.cargo)) * stack.n if stack.kind == "carrier" and not stack.hits else 0
