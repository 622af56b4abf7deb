"""Air Units, landing: where aircraft can come down, and how many of those aloft can still be saved.

AA-AIRMOVE-09 to 17.

The proof assumes that every own attack hits and every enemy die misses: sea zones under attack are cleared, own
carriers live, and a carrier that has been bought will be placed where it is needed.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

import msgspec

from sandtable.games.axis1940.berths import fewest_without_deck
from sandtable.games.axis1940.data import ARM, DECK, UNITS, theatre
from sandtable.games.axis1940.forces import FRESH, SUBMERGED
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.spaces import Survey, can_use_base, may_share
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import Bases, Terrain

DECK_PLACES = 2
"""AA-CAPSHIP-05: a carrier holds two fighters and/or tactical bombers."""


class Aloft(msgspec.Struct, frozen=True, gc=False):
    """So many aircraft of one kind over a space, with the moves they have left."""

    space: str
    kind: str
    left: int
    n: int


class Deck(msgspec.Struct, frozen=True, gc=False):
    """Free places on a carrier in a zone. `mobile`: it may still sail, or be built, elsewhere this turn."""

    places: int
    zone: str
    mobile: bool = False
    new: bool = False


def reach_of(game: Board, power: str, space: str, kind: str) -> int:
    """AA-AIRMOVE-04 to 06: the moves of an aircraft that takes off here; an operative air base adds one."""
    move = UNITS[kind].move
    if space not in game.map.sea and can_use_base(game, power, space, "air_base"):
        return move + 1
    return move


def aloft(game: Board, power: str, spaces: tuple[str, ...]) -> list[Aloft]:
    """The aircraft of a power in these spaces that are not on the ground: over sea zones, or in the air over land. What
    was found in a space is remembered by the game as long as the same stacks are there."""
    remembered = game.looks.setdefault(("aloft", power), {})
    found: list[Aloft] = []
    for space in spaces:
        stacks = game.units[space]
        known = remembered.get(space)
        if known is None or known[0] is not stacks:
            at_sea, planes = space in game.map.sea, []
            for stack in stacks:
                if stack.owner == power and ARM[stack.kind] == "air" and (at_sea or stack.left >= 0):
                    left = stack.left if stack.left >= 0 else UNITS[stack.kind].move
                    planes.append(Aloft(space, stack.kind, left, stack.n))
            known = remembered[space] = (stacks, planes)
        found += known[1]
    return found


def is_to_be_cleared(game: Board, power: str, zone: str) -> bool:
    """Whether own units that can attack stand in a hostile zone, so that the proof may take it as cleared."""
    return any(
        stack.owner == power and UNITS[stack.kind].attack and stack.role != SUBMERGED for stack in game.units[zone]
    )


@lru_cache(maxsize=4096)
def reachable(name: str, zone: str, reach: int, shut: frozenset[str]) -> tuple[str, ...]:
    """The zones of a theatre that a ship comes to without entering those that are shut."""
    sea_next = theatre(name).sea_next
    found = {zone: 0}
    rim = [zone]
    for _ in range(reach):
        beyond = []
        for here in rim:
            for there in sea_next[here]:
                if there not in found and there not in shut:
                    found[there] = 1
                    beyond.append(there)
        rim = beyond
    return tuple(found)


def decks(game: Board, power: str, zones: tuple[str, ...], refused: tuple[str, ...] = ()) -> list[Deck]:
    """The carriers in these zones that aircraft of the power could land on, and those that are being built. `refused`:
    where hosts take nobody aboard."""
    found = []
    for zone in zones:
        for stack in game.units[zone]:
            if stack.kind != "carrier" or stack.hits:
                continue
            places = DECK_PLACES - len(stack.cargo)
            if places and (stack.owner == power or (zone not in refused and may_share(game, power, stack.owner))):
                found += [Deck(places, zone, stack.owner == power and stack.acted == FRESH)] * stack.n
    for _ in range(game.bought.get("carrier", 0)):
        found.append(Deck(DECK_PLACES, "", True, True))
    return found


def shipyards(game: Board, power: str) -> dict[str, int]:
    """The power's own working complexes on a coast, where a new carrier can be placed this turn, with their limits."""
    return {
        territory: limit
        for territory, holder in game.control.items()
        if holder == power == game.held[territory]
        and game.map.zones_of[territory]
        and (limit := capacity(game, territory))
    }


def capacity(game: Board, territory: str) -> int:
    """AA-MOB-04, AA-MOB-05: how many units the complex of a territory can place."""
    complex_ = game.complex_at(territory)
    if complex_ is None:
        return 0
    return max(0, (10 if complex_.kind == "major_ic" else 3) - complex_.damage)


class Fleet:
    """The carriers that one power's aircraft could land on in one position, wherever the aircraft are.

    `fighting`: combat is still to come, so zones under attack count as cleared.
    """

    def __init__(self, game: Board, power: str, fighting: bool, bases: Bases, whole: Survey) -> None:
        self.game = game
        self.power = power
        self.fighting = fighting
        self.bases = bases
        self.whole = whole
        self.building = game.bought.get("carrier", 0)
        self.around: dict[str, tuple[str, ...]] = {}
        zones = (*whole.carriers, *whole.hostile) if fighting else whole.carriers
        self.rests_on = (
            bases,
            whole.hostile,
            self.building,
            game.strikes.copy(),
            {zone: game.units[zone] for zone in zones},
        )
        """All that decides: the land with its bases and shipyards, the hostile zones, carriers that are being built,
        and the stacks with carriers, before combat also those that may clear a hostile zone."""

    @once
    def ships(self) -> list[Deck]:
        return decks(self.game, self.power, self.whole.carriers)

    @once
    def havens(self) -> tuple[str, ...]:
        """The zones with a carrier that has room; no zone ('') stands for one that is being built."""
        return tuple(dict.fromkeys(ship.zone for ship in self.ships))

    @once
    def meeting_zones(self) -> frozenset[str]:
        """All zones where a carrier could take an aircraft aboard at the end of the turn."""
        new = [zones for plan in self.new_carriers for zones in plan] if self.building else []
        return frozenset().union(*(self.zones_of(ship, "", "") for ship in self.ships if not ship.new), *new)

    def zones_of(self, ship: Deck, entered: str, left: str) -> tuple[str, ...]:
        """The zones where a carrier can be at the end of the turn."""
        if not ship.mobile:
            return (ship.zone,)
        if entered or left:
            return self.carrier_zones(ship.zone, entered, left)
        if ship.zone not in self.around:
            self.around[ship.zone] = self.carrier_zones(ship.zone)
        return self.around[ship.zone]

    def carrier_zones(self, zone: str, entered: str = "", left: str = "") -> tuple[str, ...]:
        """The zones where a carrier of the power can be at the end of its Noncombat Move. `entered` and `left` are
        zones that a move attacks or gives up."""
        game, hostile = self.game, self.whole.hostile
        if zone in hostile or zone in game.strikes:
            return (zone,)
        reach = self.bases.sailing(game, zone)
        near = game.map.zones_within(zone, reach)
        if not hostile.isdisjoint(near):
            shut = hostile.intersection(near).difference([entered])
            if self.fighting:
                shut = shut.difference([there for there in shut if there != left and self.is_to_be_cleared(there)])
            near = reachable(game.theatre, zone, reach, shut) if shut else near
        harbours = self.bases.terrain.harbours
        return tuple([there for there in near if there in harbours or there == zone])

    def is_to_be_cleared(self, zone: str) -> bool:
        return is_to_be_cleared(self.game, self.power, zone)

    @once
    def new_carriers(self) -> list[tuple[tuple[str, ...], ...]]:
        """AA-MOB-04, AA-MOB-05: the ways to divide the bought carriers among the complexes that can place them, each
        carrier as the zones where it can then be. The land and the facilities decide, so it is kept with the bases."""
        known = self.bases.berths_of_new
        if self.building not in known:
            known[self.building] = new_carriers(self.game, self.power, self.building)
        return known[self.building]


class Landing:
    """The landing of one power's aircraft in one position, looked at again and again while a move is made."""

    def __init__(self, fleet: Fleet, planes: list[Aloft]) -> None:
        self.fleet = fleet
        self.planes = planes
        self.terrain = fleet.bases.terrain
        self.ways = self.terrain.ways

    @once
    def ships(self) -> list[Deck]:
        return self.fleet.ships

    @once
    def to_ground(self) -> dict[str, int]:
        return self.terrain.to_ground

    @once
    def roomy(self) -> tuple[str, ...]:
        """The zones where there is a place on a deck for one more than those who are there."""
        havens = self.fleet.havens
        room = dict.fromkeys(havens, 0)
        for ship in self.ships:
            room[ship.zone] += ship.places
        for plane in self.planes:
            if plane.space in room:
                room[plane.space] -= plane.n
        return tuple([zone for zone in havens if room[zone] > 0])

    def is_needy(self, plane: Aloft) -> bool:
        """Whether an aircraft has no land in reach."""
        return self.to_ground[plane.space] > plane.left

    @once
    def needy(self) -> list[Aloft]:
        to_ground = self.to_ground
        return [plane for plane in self.planes if to_ground[plane.space] > plane.left]

    @once
    def wanted(self) -> frozenset[str]:
        """The zones where aircraft that only a carrier can save could meet one."""
        needy = [plane for plane in self.needy if plane.kind in DECK]
        return frozenset().union(*(self.terrain.zones_within(plane.space, plane.left) for plane in needy))

    @once
    def lost_now(self) -> int:
        """How many aircraft are beyond saving as things stand."""
        return self.lost(self.needy) if self.needy else 0

    @once
    def must_move(self) -> bool:
        """Whether aircraft that could be saved would be lost if nothing moved any more."""
        if all(self.to_ground[plane.space] == 0 for plane in not_at_rest(self.planes, self.ships)):
            return False
        if not self.lost_now and not self.fleet.building:
            return True  # too many are over the zone of some, or none can land there
        return self.lost_if_nothing_moves > self.lost_now

    @once
    def lost_if_nothing_moves(self) -> int:
        """How many aircraft would be lost if nothing moved any more; new carriers can still be placed."""
        grounded = [Aloft(plane.space, plane.kind, 0, plane.n) for plane in self.planes]
        staying = [Deck(ship.places, ship.zone, ship.new, ship.new) for ship in self.ships]
        return self.lost(grounded, staying)

    def lost(self, planes: list[Aloft], ships: list[Deck] | None = None, entered: str = "", left: str = "") -> int:
        """How many of these aircraft no plan can save. 0 is the proof that all can land. `ships`: the carriers as they
        would stand after a move; `entered`, `left`: zones that it attacks or gives up."""
        ships, fleet, to_ground = self.ships if ships is None else ships, self.fleet, self.to_ground
        if all(to_ground[plane.space] <= plane.left for plane in not_at_rest(planes, ships)):
            return 0
        needy: dict[tuple[str, ...], int] = {}
        lost = 0
        for plane in planes:
            if to_ground[plane.space] <= plane.left:
                continue
            if plane.kind not in DECK or fleet.power == fleet.game.map.facts.china:
                lost += plane.n
            else:
                reach = self.terrain.zones_within(plane.space, plane.left)
                needy[reach] = needy.get(reach, 0) + plane.n
        if not needy:
            return lost
        groups = [(number, reach) for reach, number in needy.items()]
        berths = [(ship.places, fleet.zones_of(ship, entered, left)) for ship in ships if not ship.new]
        plans = fleet.new_carriers if len(berths) < len(ships) else [()]
        return lost + min(
            fewest_without_deck(groups, [*berths, *((DECK_PLACES, zones) for zones in plan)]) for plan in plans
        )


def new_carriers(game: Board, power: str, bought: int) -> list[tuple[tuple[str, ...], ...]]:
    yards = shipyards(game, power)
    number = min(bought, sum(yards.values()))
    if all(limit >= number for limit in yards.values()):  # each may go anywhere
        zones = dict.fromkeys(zone for spot in yards for zone in game.map.zones_of[spot])
        return [(tuple(zones),) * number]
    plans = combinations_with_replacement(yards, number)
    return [
        tuple(game.map.zones_of[spot] for spot in plan)
        for plan in plans
        if all(plan.count(spot) <= yards[spot] for spot in plan)
    ]


def landing_of(game: Board, power: str, fighting: bool, bases: Bases, whole: Survey) -> Landing:
    """The landing of a power's aircraft as things stand. What the game remembers of the last one serves as long as all
    that it rests on is the same: everything, or if aircraft have moved what concerns carriers."""
    fleet, planes = Fleet(game, power, fighting, bases, whole), aloft(game, power, whole.air)
    known: Landing | None = game.looks.get(("landing", power, fighting))
    if known is None or known.fleet.rests_on != fleet.rests_on:
        found = Landing(fleet, planes)
    elif known.fleet.game is game:
        if known.planes == planes:
            return known
        found = Landing(known.fleet, planes)
    else:
        found = twin_of(known, fleet, planes)
    game.looks["landing", power, fighting] = found
    return found


def twin_of(known: Landing, fleet: Fleet, planes: list[Aloft]) -> Landing:
    """What was found out for a twin of the game, which goes its own way from here."""
    fleet.__dict__.update(known.fleet.__dict__, game=fleet.game)
    found = Landing(fleet, planes)
    if known.planes == planes:
        found.__dict__.update(known.__dict__, fleet=fleet)
    return found


def landing_elsewhere(known: Landing, refused: tuple[str, ...]) -> Landing:
    """AA-POL-31: the landing of the same aircraft when hosts have refused them these spaces."""
    game, power, terrain, whole = known.fleet.game, known.fleet.power, known.terrain, known.fleet.whole
    rest = Terrain(game, power, terrain.status, terrain.is_ground.difference(refused))
    fleet = Fleet(game, power, known.fleet.fighting, Bases(game, power, rest), whole)
    fleet.__dict__["ships"] = decks(game, power, whole.carriers, refused)
    return Landing(fleet, known.planes)


def not_at_rest(planes: list[Aloft], ships: list[Deck]) -> Iterator[Aloft]:
    """The aircraft that have no place on a carrier right where they are. Mostly there are none, seen at a glance."""
    room: dict[str, int] = {}
    for ship in ships:
        room[ship.zone] = room.get(ship.zone, 0) + ship.places
    for plane in planes:
        left = room.get(plane.space, 0) - plane.n
        if left < 0 or plane.kind not in DECK:
            yield plane
        else:
            room[plane.space] = left
