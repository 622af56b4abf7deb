"""The games that this release plays, by name. A game's module is loaded when it is first asked for."""

from importlib import import_module

from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game

MODULES = {
    "echoes": "sandtable.games.echoes",
}


def load_game(name: str) -> Game:
    """A game by its name, or a sentence that says which there are."""
    if name not in MODULES:
        raise BadInput(f"there is no game '{name}'; there are: {', '.join(MODULES)}")
    game: Game = import_module(MODULES[name]).GAME
    return game
