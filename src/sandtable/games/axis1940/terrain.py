"""The land as one power sees it, as far as it follows from control, neutrals and wars alone.

These seldom change while units move all the time, so what follows from them is found once for each such situation and
remembered, whichever game asks.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import islice

from sandtable.games.axis1940.berths import FAR
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.politics import harbours
from sandtable.games.axis1940.spaces import (
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    closed_to_aircraft,
    flights,
    is_at_war,
    keeps_out_of_china,
    may_share,
    spread,
    stances,
    status,
)
from sandtable.games.axis1940.state import Board


def is_landing_place(game: Board, power: str, territory: str) -> bool:
    """AA-NCM-07, AA-AIRMOVE-13, AA-CHINA-10, AA-NEUT-18, AA-DUTCH-08: friendly now and when the turn began, and open to
    it."""
    holder, before = game.control[territory], game.held[territory]
    board = game.map
    if power == board.facts.china and territory not in board.open_to_china:
        return False
    if holder == power == before:
        return not (keeps_out_of_china(game, power) and territory in board.chinese)
    if not holder:
        return status(game, power, territory) == FRIENDLY and before == holder and is_at_war(game, power)
    if not board.friends(power, holder) or not board.friends(power, before) or not may_share(game, power, holder):
        return False
    return not (keeps_out_of_china(game, power) and territory in board.chinese)


def landing_places(game: Board, power: str) -> tuple[str, ...]:
    """The landing places ashore. Territories with the same holders, now and when the turn began, differ only in
    whether they are Chinese, or open to China; those without a holder may differ in their stance."""
    alike: dict[tuple[str, str, bool, bool], bool] = {}
    found = []
    chinese, opened = game.map.chinese, game.map.open_to_china
    for territory in game.map.territories:
        holder = game.control[territory]
        kind = (holder, game.held[territory], territory in chinese, territory in opened)
        lands = alike.get(kind) if holder else None
        if lands is None:
            lands = alike[kind] = is_landing_place(game, power, territory)
        if lands:
            found.append(territory)
    return tuple(found)


class Skies:
    """Where aircraft can fly when these spaces are shut to them. Many terrains share the same skies."""

    def __init__(self, name: str, shut: frozenset[str]) -> None:
        self.theatre = name
        self.sea = theatre(name).sea
        self.shut = shut
        self.known_ways: dict[str, dict[str, int]] = {}
        self.known_spaces: dict[tuple[str, int], tuple[str, ...]] = {}
        self.known_zones: dict[tuple[str, int], tuple[str, ...]] = {}

    def ways(self, space: str) -> dict[str, int]:
        """The moves that it takes to fly from a space to every other, nearest first."""
        known = self.known_ways.get(space)
        if known is None:
            known = self.known_ways[space] = flights(self.theatre, self.shut, space)
        return known

    def spaces_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The spaces that aircraft over a space can reach, nearest first."""
        known = self.known_spaces.get((space, reach))
        if known is None:
            ways = self.ways(space)
            number = bisect_right(list(ways.values()), reach)
            known = self.known_spaces[space, reach] = tuple(islice(ways, number))
        return known

    def zones_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The sea zones among them."""
        known = self.known_zones.get((space, reach))
        if known is None:
            near = self.spaces_within(space, reach)
            known = self.known_zones[space, reach] = tuple(filter(self.sea.__contains__, near))
        return known


skies = lru_cache(maxsize=256)(Skies)


class Terrain:
    """What each territory is for a power, where its aircraft may fly and where they may land ashore."""

    def __init__(self, game: Board, power: str) -> None:
        self.board = game.map
        self.status = stances(game, power)
        self.skies = skies(game.theatre, closed_to_aircraft(game, power))
        self.ways = self.skies.ways
        self.zones_within = self.skies.zones_within
        self.grounds = landing_places(game, power)
        self.is_ground = frozenset(self.grounds)
        self.harbours = harbours(game, power)
        self.foreign = frozenset(
            spot
            for spot, stance in self.status.items()
            if stance in (HOSTILE, NEUTRAL) and game.neutrals.get(spot) != game.map.side[power]
        )
        """The territories that might be attacked, as far as the land tells."""
        self.nearest: dict[str, int] = {}
        self.known_grounds: dict[tuple[str, int], tuple[str, ...]] = {}
        self.known_open: dict[str, tuple[str, ...]] = {}
        """The land beside a space that may be entered in peace (`guesses.open_beside`)."""

    @once
    def frontier(self) -> frozenset[str]:
        """The spaces from which ships or land units might attack something: all sea zones, and the territories no more
        than two steps from foreign ones."""
        near = self.foreign.union(*map(self.board.land_next.__getitem__, self.foreign))
        return self.board.sea.union(*map(self.board.land_next.__getitem__, near))

    @once
    def foreign_shores(self) -> frozenset[str]:
        """The sea zones beside foreign territories."""
        return frozenset().union(*map(self.board.zones_of.__getitem__, self.foreign))

    def to_ground(self, space: str) -> int:
        """The moves from a space to the nearest landing place ashore."""
        if not self.nearest:  # found backwards from all landing places at once
            near = spread(self.board, self.grounds, self.skies.shut)
            self.nearest = dict.fromkeys(self.board.spaces, FAR) | near
        return self.nearest[space]

    def grounds_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The landing places ashore in reach of a space, without that space itself."""
        known = self.known_grounds.get((space, reach))
        if known is None:
            ways = self.ways(space)
            known = tuple(ground for ground in self.grounds if 0 < ways.get(ground, FAR) <= reach)
            self.known_grounds[space, reach] = known
        return known


_known: dict[tuple[object, ...], Terrain] = {}
MOST_KNOWN = 2000


def terrain_of(game: Board, power: str) -> Terrain:
    """The terrain of a power as things stand."""
    stances = (tuple(game.control.values()), tuple(game.held.values()), game.neutrals, game.wars)
    last = game.looks.get("terrain " + power)
    if last is not None and last[0] == stances:
        same: Terrain = last[1]
        return same
    key = (
        game.theatre,
        power,
        tuple(game.control),
        tuple(game.control.values()),
        tuple(game.held),
        tuple(game.held.values()),
        tuple(game.neutrals.items()),
        tuple(game.wars.items()),
    )
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        found = _known[key] = Terrain(game, power)
    game.looks["terrain " + power] = ((stances[0], stances[1], dict(game.neutrals), dict(game.wars)), found)
    return found
