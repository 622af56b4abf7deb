"""What the laws share: the games under law, and random play that stops at every decision."""

import random
from collections.abc import Iterator
from typing import Any

from sandtable.core import play
from sandtable.core.chance import Generated
from sandtable.core.fairness import commitment
from sandtable.core.journal import Setup
from sandtable.core.state import State
from sandtable.core.steps import Ask
from sandtable.core.table import Table
from sandtable.core.versions import Game
from sandtable.games import MODULES, load_game
from tests import auction

SECRET = bytes(range(32))


def game_named(name: str) -> Game:
    return auction.GAME if name == "auction" else load_game(name)


NAMES = ("auction", *MODULES)
GAMES_AND_SCENARIOS = [(name, scenario) for name in NAMES for scenario in game_named(name).scenarios]


def start(game: Game, scenario: str, options: dict[str, Any] | None = None) -> State:
    state = game.start(scenario, game.complete_options(options or {}))
    play.settle(state)
    state.news = []
    return state


def advance(state: State, rng: random.Random) -> list[Any]:
    """One random step: a die, or an answer of somebody who has not answered yet."""
    want = play.pending(state)
    if not isinstance(want, Ask):
        assert want is not None
        return play.roll(state, Generated(rng).faces(want))
    nation = rng.choice([nation for nation in want.menus if nation not in state.sealed])
    return play.answer(state, nation, want.menus[nation].sample(rng))


def asks(game: Game, scenario: str, seed: int, decisions: int) -> Iterator[State]:
    """The states of random play in which somebody is asked."""
    rng = random.Random(seed)
    state = start(game, scenario)
    met = 0
    while met < decisions:
        if play.pending(state) is None:
            state = start(game, scenario)
        if isinstance(play.pending(state), Ask):
            met += 1
            yield state
        advance(state, rng)


def seated_table(game: Game, scenario: str, seed: int) -> Table:
    """A table with one seat for each nation and dice that fall by its key."""
    nations = game.scenario(scenario).nations
    setup = Setup(
        id=f"law/{seed}",
        game=game.name,
        rules=game.rules,
        scenario=scenario,
        options=game.complete_options({}),
        seats={f"seat {nation}": (nation,) for nation in nations},
        salt="00" * 16,
        commitment=commitment(SECRET),
        nonces={"all": str(seed)},
    )
    return Table(game, setup, SECRET)


def play_table(table: Table, seed: int, moves: int) -> Iterator[Table]:
    """Random answers, dice by the key; stops before each answer."""
    rng = random.Random(seed)
    for _ in range(moves):
        table.run()
        want = play.pending(table.state)
        if not isinstance(want, Ask):
            return
        yield table
        nation = rng.choice([nation for nation in want.menus if nation not in table.state.sealed])
        table.answer(nation, want.menus[nation].sample(rng))


def seats_of(game: Game, scenario: str) -> list[tuple[str, ...]]:
    """A watcher, each nation alone, and two nations in one hand."""
    nations = game.scenario(scenario).nations
    return [(), *((nation,) for nation in nations), *([nations[:2]] if len(nations) > 2 else [])]
