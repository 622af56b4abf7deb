"""Matches between bots, in one process or several. A seed gives the same games whatever the number of workers."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from time import monotonic
from typing import Any

import msgspec

from sandtable.bots import bot_named
from sandtable.bots.bot import Bot
from sandtable.core.chance import Generated
from sandtable.core.play import decide, roll_on
from sandtable.core.state import State
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game
from sandtable.core.views import Question
from sandtable.games import load_game

STARTING_SECONDS = 120.0
"""So long a worker waits for the others to be ready; if one of them has died, the match is given up."""
Progress = Callable[[int, int], None]
"""Told after every chunk: how many games are played, and of how many."""


class Tally(msgspec.Struct):
    """What came of some games. A decision is one answer of one nation; `worth` is the mean for each nation, 0 to 1;
    `seconds` runs from the first game to the last, without the start of the workers."""

    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    results: dict[str, int] = {}
    worth: dict[str, float] = {}

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0


class Match(msgspec.Struct, frozen=True):
    """What is played: plain data, so that a worker in another process can set it up."""

    game: str
    scenario: str
    options: dict[str, Any]
    bots: dict[str, str]
    seed: int


class Chunk(msgspec.Struct):
    """The games of one stretch of numbers, and the moments when the first began and the last ended."""

    began: float
    ended: float = 0.0
    games: int = 0
    decisions: int = 0
    results: dict[str, int] = {}
    worth: dict[str, float] = {}


def run_matches(
    game_name: str,
    bots: Sequence[str],
    games: int,
    workers: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Tally:
    """Play so many games. Bots are for the nations in the order of the scenario; the last one plays all the rest."""
    match = match_of(load_game(game_name), bots, seed, scenario, options or {})
    if games < 1:
        raise BadInput(f"the number of games must be 1 or more, not {games}")
    if workers < 1:
        raise BadInput(f"the number of workers must be 1 or more, not {workers}")
    size = max(1, min(100, games // 32))  # the same whatever the number of workers, so that sums are too
    stretches = [range(first, min(first + size, games)) for first in range(0, games, size)]
    chunks: list[Chunk] = []
    for chunk in played(match, stretches, min(workers, len(stretches))):
        chunks.append(chunk)
        if progress is not None:
            progress(sum(chunk.games for chunk in chunks), games)
    return tally(chunks)


def match_of(game: Game, bots: Sequence[str], seed: int, scenario: str, options: Mapping[str, Any]) -> Match:
    """A match with everything checked, before any worker starts."""
    scenario = scenario or next(iter(game.scenarios))
    nations = game.scenario(scenario).nations
    if not 1 <= len(bots) <= len(nations):
        raise BadInput(f"name one bot, or one for each of {', '.join(nations)}; not {len(bots)}")
    names = [*bots, *[bots[-1]] * (len(nations) - len(bots))]
    for name in names:
        bot_named(game.name, name)
    return Match(game.name, scenario, game.complete_options(options), dict(zip(nations, names, strict=True)), seed)


def played(match: Match, stretches: list[range], workers: int) -> Iterator[Chunk]:
    """The chunks in the order of their numbers."""
    if workers == 1:
        yield from (play_chunk(match, numbers) for numbers in stretches)
        return
    from concurrent.futures import ProcessPoolExecutor  # a browser, where single games are played too, has none
    from multiprocessing import get_context

    context = get_context("spawn")
    together = context.Barrier(workers)
    with ProcessPoolExecutor(workers, context, get_ready, (match.game, together.wait)) as pool:
        try:
            yield from pool.map(play_chunk, [match] * len(stretches), stretches)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def get_ready(game: str, wait: Callable[[float], int]) -> None:
    """The start of a worker: nobody plays before everybody has loaded the game."""
    load_game(game)
    wait(STARTING_SECONDS)


def play_chunk(match: Match, numbers: range) -> Chunk:
    """The games of these numbers."""
    game = load_game(match.game)
    bots = {nation: bot_named(match.game, name) for nation, name in match.bots.items()}
    rng = Random()
    chunk = Chunk(monotonic())
    with rare_collections():
        for number in numbers:
            rng.seed((match.seed << 32) + number)
            state = game.start(match.scenario, match.options)
            chunk.decisions += play_game(game, state, bots, rng)
            result = game.result(state)
            assert result is not None
            chunk.games += 1
            chunk.results[result.name] = chunk.results.get(result.name, 0) + 1
            for nation, worth in result.worth.items():
                chunk.worth[nation] = chunk.worth.get(nation, 0.0) + worth
    chunk.ended = monotonic()
    return chunk


@contextmanager
def rare_collections() -> Iterator[None]:
    """States and steps hold no cycles, but the collector would visit every menu remembered so far again and again."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def play_game(game: Game, state: State, bots: Mapping[str, Bot], rng: Random) -> int:
    """Play a game to its end; how many decisions it took."""
    dice = Generated(rng)
    decisions = 0
    while (ask := roll_on(state, dice)) is not None:
        for nation, menu in ask.menus.items():
            bot = bots[nation]
            view = game.view(state, (nation,)) if bot.needs_view else None
            decide(state, nation, bot.choose(view, Question(nation, menu), rng))
            decisions += 1
    return decisions


def tally(chunks: Sequence[Chunk]) -> Tally:
    """All chunks together."""
    whole = Tally(seconds=max(chunk.ended for chunk in chunks) - min(chunk.began for chunk in chunks))
    for chunk in chunks:
        whole.games += chunk.games
        whole.decisions += chunk.decisions
        for name, number in chunk.results.items():
            whole.results[name] = whole.results.get(name, 0) + number
        for nation, worth in chunk.worth.items():
            whole.worth[nation] = whole.worth.get(nation, 0.0) + worth
    whole.worth = {nation: worth / whole.games for nation, worth in whole.worth.items()}
    return whole
