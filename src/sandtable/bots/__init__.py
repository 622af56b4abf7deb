"""Bots for empty chairs, by name. Each game brings its own; `random` plays every game."""

from collections.abc import Callable
from importlib import import_module

from sandtable.bots.bot import Aimless, Bot
from sandtable.core.verdicts import BadInput
from sandtable.games import load_game

MODULES = {
    "echoes": "sandtable.bots.echoes",
    "pacific": "sandtable.bots.pacific",
    "warroom": "sandtable.bots.warroom",
}
"""The games with bots of their own: each module has a table `BOTS` of names and makers."""


def makers(game: str) -> dict[str, Callable[[], Bot]]:
    load_game(game)
    own: dict[str, Callable[[], Bot]] = import_module(MODULES[game]).BOTS if game in MODULES else {}
    return {"random": lambda: Aimless("random"), **own}


def bot_names(game: str) -> tuple[str, ...]:
    """The bots that can play a game, weakest first."""
    return tuple(makers(game))


def bot_named(game: str, name: str) -> Bot:
    """A bot by its name, or a sentence that says which there are."""
    known = makers(game)
    if name not in known:
        raise BadInput(f"{game} has no bot '{name}'; it has: {', '.join(known)}")
    return known[name]()
