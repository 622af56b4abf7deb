"""The land as one power sees it, as far as it follows from control, neutrals and wars alone.

These seldom change while units move all the time, so what follows from them is found once for each such situation and
remembered, whichever game asks.
"""

from sandtable.games.axis1940.berths import FAR
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


class Terrain:
    """What each territory is for a power, where its aircraft may fly and where they may land ashore."""

    def __init__(self, game: Board, power: str) -> None:
        self.theatre = game.theatre
        self.status = {territory: status(game, power, territory) for territory in game.map.territories}
        self.shut = closed_to_aircraft(game, power)
        self.grounds = tuple(spot for spot in game.map.territories if is_landing_place(game, power, spot))
        self.is_ground = frozenset(self.grounds)
        self.known_ways: dict[str, dict[str, int]] = {}
        self.nearest: dict[str, int] = {}

    def ways(self, space: str) -> dict[str, int]:
        """The moves that it takes to fly from a space to every other, nearest first."""
        if space not in self.known_ways:
            self.known_ways[space] = flights(self.theatre, self.shut, space)
        return self.known_ways[space]

    def to_ground(self, space: str) -> int:
        """The moves from a space to the nearest landing place ashore."""
        if space not in self.nearest:
            ways = self.ways(space)
            self.nearest[space] = min((ways.get(ground, FAR) for ground in self.grounds), default=FAR)
        return self.nearest[space]


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
