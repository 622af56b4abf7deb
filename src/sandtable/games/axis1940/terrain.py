"""The land as one power sees it, as far as it follows from control, neutrals and wars alone.

These seldom change while units move all the time, so what follows from them is found once for each such situation and
remembered, whichever game asks.
"""

from functools import lru_cache
from itertools import compress, islice
from operator import ne
from typing import NamedTuple

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.berths import FAR
from sandtable.games.axis1940.data import UNITS, theatre
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.politics import harbours
from sandtable.games.axis1940.spaces import (
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    all_but_open_to_china,
    can_use_base,
    closed_to_aircraft,
    is_at_war,
    is_serviced,
    keeps_out_of_china,
    may_share,
    next_ring,
    spread,
    stances,
    status,
)
from sandtable.games.axis1940.state import Board


def is_landing_place(game: Board, power: str, territory: str) -> bool:
    """AA-NCM-07, AA-AIRMOVE-13, AA-CHINA-10, AA-NEUT-18, AA-DUTCH-08: friendly now and when the turn began, and open to
    it."""
    holder, before = game.control[territory], game.held[territory]
    if territory in barred(game, power):
        return False
    if not holder:
        return status(game, power, territory) == FRIENDLY and before == holder and is_at_war(game, power)
    return lets_land(game, power, holder, before)


def lets_land(game: Board, power: str, holder: str, before: str) -> bool:
    """Whether aircraft of a power may land in territories of a holder, by who it is and who held them before."""
    if holder == power == before:
        return True
    friends = game.map.friends
    return friends(power, holder) and friends(power, before) and may_share(game, power, holder)


def barred(game: Board, power: str) -> frozenset[str]:
    """AA-CHINA-10, AA-POL-21: the territories that a power stays out of, whoever holds them."""
    if power == game.map.facts.china:
        return all_but_open_to_china(game.theatre)
    return game.map.chinese if keeps_out_of_china(game, power) else frozenset()


def landing_places(game: Board, power: str) -> frozenset[str]:
    """The landing places ashore: whoever holds a territory and held it before decides for all of the same holders."""
    held, lands = game.held, {holder: lets_land(game, power, holder, holder) for holder in game.map.owners if holder}
    found = [
        spot
        for spot, holder in game.control.items()
        if holder and (lands[holder] if held[spot] == holder else lets_land(game, power, holder, held[spot]))
    ]
    found += [spot for spot in game.neutrals if is_landing_place(game, power, spot)]
    return frozenset(found).difference(barred(game, power))


def foreign_land(game: Board, power: str, stances: dict[str, str]) -> list[str]:
    """The territories that might be attacked (`chart.why_not_assail`), as far as control, neutrals and wars tell:
    hostile ones, and neutrals that are not friendly. Land of powers at peace is not among them."""
    found = [spot for spot, stance in stances.items() if stance == HOSTILE]
    found += [
        spot for spot, leaning in game.neutrals.items() if stances[spot] == NEUTRAL and leaning != game.map.side[power]
    ]
    if power == game.map.facts.china:
        return [spot for spot in found if spot in game.map.open_to_china]
    return found


class Skies:
    """Where aircraft can fly when these spaces are shut to them. Many terrains share the same skies."""

    def __init__(self, name: str, shut: frozenset[str]) -> None:
        self.board = theatre(name)
        self.shut = shut
        self.known_ways: dict[str, tuple[tuple[int, ...], list[str], dict[str, int]]] = {}
        """How many spaces are no farther than 0, 1, 2 moves away, as far as the ways from a space are known; from where
        they go on, and the ways."""
        self.known_spaces: dict[tuple[str, int], tuple[str, ...]] = {}
        self.known_zones: dict[tuple[str, int], tuple[str, ...]] = {}

    def ways(self, space: str, reach: int = FAR) -> dict[str, int]:
        """The moves that it takes to fly from a space to others, nearest first: to all within reach, and maybe to some
        beyond. Most aircraft fly 4 or 5, which is half of the board, so they are found out only as far as needed."""
        sizes, rim, found = self.known_ways.get(space) or ((1,), [space], {space: 0})
        if rim and len(sizes) <= reach:
            found = found.copy()  # skies serve all games, and somebody may be reading what was found before
            while rim and len(sizes) <= reach:
                rim = next_ring(self.board, rim, self.shut, found, len(sizes))
                sizes = (*sizes, len(found))
            self.known_ways[space] = (sizes, rim, found)
        return found

    def spaces_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The spaces that aircraft over a space can reach, nearest first."""
        known = self.known_spaces.get((space, reach))
        if known is None:
            ways = self.ways(space, reach)
            sizes = self.known_ways[space][0] if reach else (1,)
            number = sizes[reach] if reach < len(sizes) else len(ways)
            known = self.known_spaces[space, reach] = tuple(islice(ways, number))
        return known

    def zones_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The sea zones among them."""
        known = self.known_zones.get((space, reach))
        if known is None:
            near = self.spaces_within(space, reach)
            known = self.known_zones[space, reach] = tuple(filter(self.board.sea.__contains__, near))
        return known


skies = lru_cache(maxsize=256)(Skies)


class Terrain:
    """What each territory is for a power, where its aircraft may fly and where they may land ashore."""

    def __init__(self, game: Board, power: str, status: dict[str, str], is_ground: frozenset[str]) -> None:
        self.board = game.map
        self.status = status
        self.skies = skies(game.theatre, closed_to_aircraft(game, power))
        self.ways = self.skies.ways
        self.zones_within = self.skies.zones_within
        self.is_ground = is_ground
        self.grounds = tuple([spot for spot in self.board.territories if spot in is_ground])
        self.harbours = harbours(game, power)
        self.foreign = frozenset(foreign_land(game, power, self.status))
        self.known_grounds: dict[tuple[str, int], tuple[str, ...]] = {}
        self.known_to_ground: dict[str, int] = {}
        self.marches: dict[tuple[str, tuple[str, ...]], Refusal | None] = {}
        """What speaks against a march in peace (`noncombat_ways.why_not_march`)."""
        self.known_open: dict[str, tuple[str, ...]] = {}
        """The land beside a space that may be entered in peace (`guesses.open_beside`)."""

    def after(self, game: Board, power: str, changed: list[str]) -> "Terrain":
        """The terrain when these territories have changed hands, or did when the turn began, and nothing else has."""
        stances = self.status | {spot: status(game, power, spot) for spot in changed}
        lands = [spot for spot in changed if is_landing_place(game, power, spot)]
        found = Terrain(game, power, stances, self.is_ground.difference(changed).union(lands))
        found.known_open = self.known_open.copy()
        for spot in changed:
            for near in self.board.air_next[spot]:
                found.known_open.pop(near, None)
        if found.is_ground == self.is_ground and found.skies is self.skies:
            found.known_grounds, found.known_to_ground = self.known_grounds, self.known_to_ground
        return found

    @once
    def beside_foreign(self) -> frozenset[str]:
        """The territories with a border to foreign ones."""
        return frozenset().union(*map(self.board.land_next.__getitem__, self.foreign))

    @once
    def near_foreign(self) -> frozenset[str]:
        """The territories no more than two steps from foreign ones."""
        return self.beside_foreign.union(*map(self.board.land_next.__getitem__, self.beside_foreign))

    @once
    def foreign_shores(self) -> frozenset[str]:
        """The sea zones beside foreign territories."""
        return frozenset().union(*map(self.board.zones_of.__getitem__, self.foreign))

    @once
    def to_ground(self) -> dict[str, int]:
        """The moves from each space to the nearest landing place ashore, found backwards from all of them at once."""
        if not self.known_to_ground:
            near = spread(self.board, self.grounds, self.skies.shut)
            self.known_to_ground.update(dict.fromkeys(self.board.spaces, FAR) | near)
        return self.known_to_ground

    def grounds_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The landing places ashore in reach of a space, without that space itself, nearest first."""
        known = self.known_grounds.get((space, reach))
        if known is None:
            near = self.skies.spaces_within(space, reach)[1:]
            known = self.known_grounds[space, reach] = tuple(filter(self.is_ground.__contains__, near))
        return known


_known: dict[tuple[object, ...], Terrain] = {}
MOST_KNOWN = 2000


def terrain_of(game: Board, power: str) -> Terrain:
    """The terrain of a power as things stand. The last one of the game holds as long as it follows from the same. Else
    it is one that is known from elsewhere, or only what has changed hands is looked at."""
    last: Lie | None = game.looks.get(("terrain", power))
    if last is not None and last.land is game.land:
        return last.terrain
    holders, before = game.map.by_territory(game.control), game.map.by_territory(game.held)
    same_powers = last is not None and last.neutrals == game.neutrals and last.wars == game.wars
    if last is not None and same_powers and last.holders == holders and last.before == before:
        game.looks["terrain", power] = last._replace(land=game.land)
        return last.terrain
    key = (game.theatre, power, holders, before, tuple(game.neutrals.items()), tuple(game.wars.items()))
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        if last is not None and same_powers:
            taken = [*compress(game.map.territories, map(ne, holders, last.holders))]
            taken += compress(game.map.territories, map(ne, before, last.before))
            found = last.terrain.after(game, power, taken)
        else:
            found = new_terrain(game, power)
        _known[key] = found
    game.looks["terrain", power] = Lie(holders, before, dict(game.neutrals), dict(game.wars), found, game.land)
    return found


class Lie(NamedTuple):
    """A terrain, and all that it follows from: who holds each territory and held it when the turn began, among it. It
    need not be compared as long as `Board.land` is the same."""

    holders: tuple[str, ...]
    before: tuple[str, ...]
    neutrals: dict[str, str]
    wars: dict[str, tuple[str, ...]]
    terrain: Terrain
    land: object


def new_terrain(game: Board, power: str) -> Terrain:
    return Terrain(game, power, stances(game, power), landing_places(game, power))


class Bases:
    """How far ships and aircraft of a power get from each space, with what operative bases add. It follows from the
    land and the facilities, so only a game with the same ones may ask."""

    def __init__(self, game: Board, power: str, terrain: Terrain) -> None:
        self.terrain = terrain
        self.power = power
        self.facilities = dict(game.facilities)
        self.land = game.land
        self.known_sailings: dict[str, int] = {}
        self.known_airfields: dict[str, bool] = {}
        self.berths_of_new: dict[int, list[tuple[tuple[str, ...], ...]]] = {}
        """Where so many new carriers could be placed (`landing.new_carriers`)."""

    def sailing(self, game: Board, zone: str) -> int:
        """AA-FAC-06: how far ships sail from a zone."""
        known = self.known_sailings.get(zone)
        if known is None:
            known = self.known_sailings[zone] = 3 if is_serviced(game, self.power, zone) else 2
        return known

    def flight(self, game: Board, space: str, kind: str) -> int:
        """How far an aircraft flies that takes off here (`landing.reach_of`)."""
        adds = self.known_airfields.get(space)
        if adds is None:
            adds = space not in self.terrain.board.sea and can_use_base(game, self.power, space, "air_base")
            self.known_airfields[space] = adds
        return UNITS[kind].move + adds


def bases_of(game: Board, power: str, terrain: Terrain) -> Bases:
    """The bases that a power can use, kept by the game as long as the terrain and the facilities are the same: the land
    as it was, or else they are compared."""
    known: Bases | None = game.looks.get(("bases", power))
    if known is not None and known.terrain is terrain:
        if known.land is game.land:
            return known
        if known.facilities == game.facilities:
            known.land = game.land
            return known
    found = game.looks["bases", power] = Bases(game, power, terrain)
    return found
