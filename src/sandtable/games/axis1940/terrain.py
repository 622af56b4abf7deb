"""The land as one power sees it, as far as it follows from control, neutrals and wars alone.

These seldom change while units move all the time, so what follows from them is found once for each such situation and
remembered, whichever game asks.
"""

from sandtable.games.axis1940.berths import FAR
from sandtable.games.axis1940.rules.politics import harbours
from sandtable.games.axis1940.spaces import (
    FRIENDLY,
    closed_to_aircraft,
    flights,
    keeps_out_of_china,
    may_share,
    status,
)
from sandtable.games.axis1940.state import Board


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


def stances(game: Board, power: str) -> dict[str, str]:
    """What each territory is for a power. All that a bystander or power holds is alike, but for what is closed."""
    by_holder: dict[str, str] = {}
    found = {}
    for territory in game.map.territories:
        holder = game.control[territory]
        if not holder or territory in game.map.closed:
            found[territory] = status(game, power, territory)
            continue
        stance = by_holder.get(holder)
        if stance is None:
            stance = by_holder[holder] = status(game, power, territory)
        found[territory] = stance
    return found


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


class Terrain:
    """What each territory is for a power, where its aircraft may fly and where they may land ashore."""

    def __init__(self, game: Board, power: str) -> None:
        self.theatre = game.theatre
        self.status = stances(game, power)
        self.shut = closed_to_aircraft(game, power)
        self.grounds = landing_places(game, power)
        self.is_ground = frozenset(self.grounds)
        self.harbours = harbours(game, power)
        self.known_ways: dict[str, dict[str, int]] = {}
        self.board = game.map
        self.nearest: dict[str, int] = {}
        self.known_grounds: dict[tuple[str, int], tuple[str, ...]] = {}
        self.known_zones: dict[tuple[str, int], tuple[str, ...]] = {}

    def ways(self, space: str) -> dict[str, int]:
        """The moves that it takes to fly from a space to every other, nearest first."""
        if space not in self.known_ways:
            self.known_ways[space] = flights(self.theatre, self.shut, space)
        return self.known_ways[space]

    def to_ground(self, space: str) -> int:
        """The moves from a space to the nearest landing place ashore."""
        if not self.nearest:
            self.nearest = dict.fromkeys(self.board.spaces, FAR) | self.spread_from_grounds()
        return self.nearest[space]

    def spread_from_grounds(self) -> dict[str, int]:
        """The moves to the nearest landing place, found backwards from all of them at once."""
        found = dict.fromkeys(self.grounds, 0)
        rim = list(self.grounds)
        while rim:
            beyond = []
            for space in rim:
                if space in self.shut and space not in self.is_ground:
                    continue  # nobody crosses it
                steps = found[space] + 1
                for other in self.board.air_next[space]:
                    if other not in found:
                        found[other] = steps
                        beyond.append(other)
            rim = beyond
        return found

    def zones_within(self, space: str, reach: int) -> tuple[str, ...]:
        """The sea zones that aircraft over a space can reach."""
        known = self.known_zones.get((space, reach))
        if known is None:
            found = [there for there, steps in self.ways(space).items() if steps <= reach and there in self.board.sea]
            known = self.known_zones[space, reach] = tuple(found)
        return known

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
