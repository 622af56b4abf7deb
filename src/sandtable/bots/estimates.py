"""How a game may end from here: bots play it on many times, with dice of their own."""

from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from random import Random

import msgspec

from sandtable.bots import bot_named
from sandtable.bots.arena import play_game
from sandtable.core.state import State
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game

PLAYED_BY = {"echoes": "sensible"}
"""The games that a bot plays to the end in a moment, and which one; others would keep people waiting for minutes."""


class Estimate(msgspec.Struct):
    """How often each end came about, and what it is worth."""

    bot: str
    games: int = 0
    ends: dict[str, int] = {}
    worth: dict[str, float] = {}

    def mean(self) -> tuple[float, float]:
        """What the game is worth on average, and half its 95 % interval."""
        mean = sum(self.worth[end] * number for end, number in self.ends.items()) / self.games
        squares = sum(self.worth[end] ** 2 * number for end, number in self.ends.items()) / self.games
        return mean, 1.96 * sqrt(max(squares - mean * mean, 0) / self.games)


def estimate(
    game: Game,
    state: State,
    nation: str,
    rng: Random,
    games: int,
    goes_on: Callable[[], bool] = lambda: True,
) -> Estimate:
    """Play a game on so many times, or until told to stop. What the nation may not know is made up anew each time, so
    nothing of it shows."""
    if game.name not in PLAYED_BY:
        raise BadInput(f"bots take too long over a whole game of {game.title} for an estimate")
    if games < 1:
        raise BadInput(f"the number of games must be 1 or more, not {games}")
    found = Estimate(PLAYED_BY[game.name])
    bot = bot_named(game.name, found.bot)
    while found.games < games and (goes_on() or not found.games):
        twin = game.scramble(state, (nation,), rng)
        play_game(game, twin, defaultdict(lambda: bot), rng)
        result = game.result(twin)
        assert result is not None, "a game that is over has a result"
        end = result.sentence.partition(" (")[0]
        found.games += 1
        found.ends[end] = found.ends.get(end, 0) + 1
        found.worth[end] = result.worth[nation]
    return found


def interval(count: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's formula."""
    z = 1.96
    share, spread = count / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)
