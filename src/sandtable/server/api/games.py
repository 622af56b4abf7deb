"""The games that can be played here, and the best at them."""

from typing import Any

import msgspec

from sandtable.server.ratings import ladder
from sandtable.server.web import Call, endpoint


class ScenarioCard(msgspec.Struct, frozen=True):
    name: str
    title: str
    nations: tuple[str, ...]


class OptionCard(msgspec.Struct, frozen=True):
    name: str
    title: str
    values: tuple[str | int | bool, ...]
    rule: str
    """The clause that it switches on; empty for a house rule."""


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    rules: int
    scenarios: tuple[ScenarioCard, ...]
    options: tuple[OptionCard, ...]
    bots: tuple[str, ...]
    sides: dict[str, str]
    """The side of each nation; nothing where there are no sides."""
    battles: bool
    """Whether a finished war can be gone through battle by battle (`/tables/{table}/battles`)."""
    names: dict[str, str] = {}
    """Labels for the clicks of menus, in the description of one game only."""


def game_card(call: Call, name: str, full: bool) -> GameCard:
    game = call.hall.load_game(name)
    return GameCard(
        game.name,
        game.title,
        game.rules,
        tuple(ScenarioCard(name, scenario.title, scenario.nations) for name, scenario in game.scenarios.items()),
        tuple(OptionCard(name, option.title, option.values, option.rule) for name, option in game.options.items()),
        tuple(call.hall.games.bots(name)),
        dict(game.sides),
        game.fought is not None,
        dict(game.names) if full else {},
    )


@endpoint("GET", "/games", "The games that can be played here", returns=list[GameCard], user=False, tag="games")
async def list_games(call: Call) -> list[GameCard]:
    return [game_card(call, name, full=False) for name in call.hall.games.names]


@endpoint("GET", "/games/{game}", "One game", returns=GameCard, user=False, tag="games")
async def one_game(call: Call) -> GameCard:
    return game_card(call, call.path("game"), full=True)


@endpoint("GET", "/games/{game}/ladder", "The best players of a game", returns=list[dict], user=False, tag="games")
async def show_ladder(call: Call) -> list[dict[str, Any]]:
    call.hall.load_game(call.path("game"))
    return await call.hall.store.read(lambda connection: ladder(connection, call.path("game"), 100))
