"""Air Units, landing: where aircraft can come down, and how many of those aloft can still be saved.

AA-AIRMOVE-09 to 17.

The proof assumes that every own attack hits and every enemy die misses: sea zones under attack are cleared, own
carriers live, and a carrier that has been bought will be placed where it is needed.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement, product

import msgspec

from sandtable.games.axis1940.data import ARM, DECK, UNITS
from sandtable.games.axis1940.forces import FRESH, SUBMERGED
from sandtable.games.axis1940.rules.politics import why_not_end_at_sea
from sandtable.games.axis1940.spaces import (
    FRIENDLY,
    can_use_base,
    closed_to_aircraft,
    flights,
    is_hostile_zone,
    is_serviced,
    keeps_out_of_china,
    may_share,
    status,
)
from sandtable.games.axis1940.state import Board

DECK_PLACES = 2
"""AA-CAPSHIP-05: a carrier holds two fighters and/or tactical bombers."""
MOST_PLANS = 20_000
"""Where more carriers could go to more zones than this, the search stops; no position of the game comes near it."""


class Aloft(msgspec.Struct, frozen=True):
    """So many aircraft of one kind over a space, with the moves they have left."""

    space: str
    kind: str
    left: int
    n: int


class Deck(msgspec.Struct, frozen=True):
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


def is_landing_place(game: Board, power: str, territory: str) -> bool:
    """AA-NCM-07, AA-AIRMOVE-13, AA-NEUT-18, AA-DUTCH-08: friendly now and when the turn began, and open to it."""
    holder, before = game.control[territory], game.held[territory]
    board = game.map
    if holder == power == before:
        return not (keeps_out_of_china(game, power) and territory in board.chinese)
    if not holder:
        return status(game, power, territory) == FRIENDLY and before == holder
    if not board.friends(power, holder) or not board.friends(power, before) or not may_share(game, power, holder):
        return False
    if power == board.facts.china:
        return territory in board.open_to_china
    return not (keeps_out_of_china(game, power) and territory in board.chinese)


def landing_places(game: Board, power: str) -> list[str]:
    return [territory for territory in game.map.territories if is_landing_place(game, power, territory)]


def aloft(game: Board, power: str) -> list[Aloft]:
    """All aircraft of a power that are not on the ground: over sea zones, or in the air over a territory."""
    found = []
    sea = game.map.sea
    for space, stacks in game.units.items():
        for stack in stacks:
            if stack.owner == power and ARM[stack.kind] == "air" and (stack.left >= 0 or space in sea):
                left = stack.left if stack.left >= 0 else UNITS[stack.kind].move
                found.append(Aloft(space, stack.kind, left, stack.n))
    return found


def is_to_be_cleared(game: Board, power: str, zone: str) -> bool:
    """Whether own units that can attack stand in a hostile zone, so that the proof may take it as cleared."""
    return any(
        stack.owner == power and UNITS[stack.kind].attack and stack.role != SUBMERGED for stack in game.units[zone]
    )


def carrier_zones(game: Board, power: str, zone: str, fighting: bool) -> tuple[str, ...]:
    """The zones where a carrier of the power can be at the end of its Noncombat Move. `fighting`: combat is still to
    come, so zones under attack count as cleared."""
    if is_hostile_zone(game, power, zone) or zone in game.strikes:
        return (zone,)
    found = {zone: 0}
    rim = [zone]
    for _ in range(3 if is_serviced(game, power, zone) else 2):
        beyond = []
        for here in rim:
            for there in game.map.sea_next[here]:
                if there in found:
                    continue
                if is_hostile_zone(game, power, there) and not (fighting and is_to_be_cleared(game, power, there)):
                    continue
                found[there] = 1
                beyond.append(there)
        rim = beyond
    return tuple(there for there in found if there == zone or not why_not_end_at_sea(game, power, there))


def decks(game: Board, power: str) -> list[Deck]:
    """All carriers that aircraft of the power could land on, those that are being built last."""
    found = []
    for zone in game.map.zones:
        for stack in game.units[zone]:
            if stack.kind != "carrier" or stack.hits:
                continue
            places = DECK_PLACES - len(stack.cargo)
            if places and (stack.owner == power or may_share(game, power, stack.owner)):
                found += [Deck(places, zone, stack.owner == power and stack.acted == FRESH)] * stack.n
    for _ in range(game.bought.get("carrier", 0)):
        found.append(Deck(DECK_PLACES, "", True, True))
    return found


def shipyard_zones(game: Board, power: str) -> tuple[str, ...]:
    """The zones beside the power's own working complexes, where a new carrier can be placed this turn."""
    zones: dict[str, None] = {}
    for territory, holder in game.control.items():
        if holder == power and game.held[territory] == power and capacity(game, territory) > 0:
            zones.update(dict.fromkeys(game.map.zones_of[territory]))
    return tuple(zones)


def capacity(game: Board, territory: str) -> int:
    """AA-MOB-04, AA-MOB-05: how many units the complex of a territory can place."""
    complex_ = game.complex_at(territory)
    if complex_ is None:
        return 0
    return max(0, (10 if complex_.kind == "major_ic" else 3) - complex_.damage)


class Landing:
    """The landing of one power's aircraft in one position, looked at again and again while a move is made.

    `fighting`: combat is still to come, so zones under attack count as cleared.
    """

    def __init__(self, game: Board, power: str, fighting: bool) -> None:
        self.game = game
        self.power = power
        self.fighting = fighting
        self.shut = closed_to_aircraft(game, power)
        self.nearest: dict[str, int] = {}
        self.around: dict[str, tuple[str, ...]] = {}

    @cached_property
    def grounds(self) -> list[str]:
        return landing_places(self.game, self.power)

    @cached_property
    def planes(self) -> list[Aloft]:
        return aloft(self.game, self.power)

    @cached_property
    def ships(self) -> list[Deck]:
        return decks(self.game, self.power)

    @cached_property
    def lost_now(self) -> int:
        """How many aircraft are beyond saving as things stand."""
        return self.lost(self.planes)

    @cached_property
    def lost_if_nothing_moves(self) -> int:
        """How many aircraft would be lost if nothing moved any more; new carriers can still be placed."""
        if not any(not_at_rest(self.planes, self.ships)):
            return 0
        grounded = [Aloft(plane.space, plane.kind, 0, plane.n) for plane in self.planes]
        staying = [Deck(ship.places, ship.zone, ship.new, ship.new) for ship in self.ships]
        return self.lost(grounded, staying)

    def ways(self, space: str) -> dict[str, int]:
        return flights(self.game.theatre, self.shut, space)

    def to_ground(self, space: str) -> int:
        """The moves from a space to the nearest landing place ashore."""
        if space not in self.nearest:
            ways = self.ways(space)
            self.nearest[space] = min((ways.get(ground, 99) for ground in self.grounds), default=99)
        return self.nearest[space]

    def lost(self, planes: list[Aloft], ships: list[Deck] | None = None, game: Board | None = None) -> int:
        """How many of these aircraft no plan can save. 0 is the proof that all can land. `ships` and `game`: the
        carriers and the board as they would stand after a move."""
        ships = self.ships if ships is None else ships
        if all(self.to_ground(plane.space) <= plane.left for plane in not_at_rest(planes, ships)):
            return 0
        needy: list[Needy] = []
        lost = 0
        for plane in planes:
            if self.to_ground(plane.space) <= plane.left:
                continue
            if plane.kind not in DECK or self.power == self.game.map.facts.china:
                lost += plane.n
            else:
                needy.append((plane.n, plane.space, self.ways(plane.space), plane.left))
        if not needy:
            return lost
        return lost + _without_deck(needy, [(ship.places, self.zones_of(ship, game)) for ship in ships])

    def zones_of(self, ship: Deck, game: Board | None) -> tuple[str, ...]:
        """The zones where a carrier can be at the end of the turn."""
        if not ship.mobile:
            return (ship.zone,)
        board = game or self.game
        if ship.new:
            return shipyard_zones(board, self.power)
        if board is not self.game:
            return carrier_zones(board, self.power, ship.zone, self.fighting)
        if ship.zone not in self.around:
            self.around[ship.zone] = carrier_zones(board, self.power, ship.zone, self.fighting)
        return self.around[ship.zone]


Needy = tuple[int, str, dict[str, int], int]
"""Aircraft that only a carrier can save: how many, where, the ways from there, and the moves they have left."""


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


def _without_deck(needy: list[Needy], ships: list[tuple[int, tuple[str, ...]]]) -> int:
    """The fewest aircraft left over when carriers and aircraft meet as well as they can."""
    wanted = {
        zone
        for zone in dict.fromkeys(zone for _, zones in ships for zone in zones)
        if any(ways.get(zone, 99) <= reach for _, _, ways, reach in needy)
    }
    fixed: dict[str, int] = {}
    loose: dict[tuple[int, tuple[str, ...]], int] = {}
    for size, around in ships:
        zones = tuple(zone for zone in around if zone in wanted)
        if len(around) == 1 and zones:
            fixed[zones[0]] = fixed.get(zones[0], 0) + size
        elif zones:
            loose[size, zones] = loose.get((size, zones), 0) + 1
    best = _left_over(needy, fixed)
    if not best or not loose:
        return best
    plans = product(*(combinations_with_replacement(zones, count) for (_, zones), count in loose.items()))
    for tried, plan in enumerate(plans):
        places = dict(fixed)
        for (size, _), zones in zip(loose, plan, strict=True):
            for zone in zones:
                places[zone] = places.get(zone, 0) + size
        best = min(best, _left_over(needy, places))
        if not best or tried > MOST_PLANS:
            break
    return best


def _left_over(needy: list[Needy], places: dict[str, int]) -> int:
    """A maximum flow from groups of aircraft to the places in each zone, by augmenting paths."""
    room = dict(places)
    seated: list[dict[str, int]] = [{} for _ in needy]

    def seat(group: int, seen: set[str]) -> bool:
        _, _, ways, reach = needy[group]
        for zone in room:
            if ways.get(zone, 99) > reach or zone in seen:
                continue
            seen.add(zone)
            if room[zone] > 0:
                room[zone] -= 1
                seated[group][zone] = seated[group].get(zone, 0) + 1
                return True
            for other, taken in enumerate(seated):
                if taken.get(zone, 0) and other != group and seat(other, seen):
                    taken[zone] -= 1
                    seated[group][zone] = seated[group].get(zone, 0) + 1
                    return True
        return False

    return sum(not seat(group, set()) for group, needed in enumerate(needy) for _ in range(needed[0]))
