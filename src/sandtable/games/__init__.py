"""The games that this release plays, by name. A game's module is loaded when it is first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING

from sandtable.core.verdicts import BadInput

if TYPE_CHECKING:
    from sandtable.core.load import Record
    from sandtable.core.versions import Game

MODULES = {
    "echoes": "echoes",
    "pacific": "axis1940.pacific",
    "warroom": "warroom",
}
"""Where each game is put together, within this package. Its facts are in the `data` module beside its rules."""


def load_game(name: str) -> "Game":
    """A game by its name, or a sentence that says which there are."""
    game: Game = import_module(f"{__name__}.{module_of(name)}").GAME
    return game


def load_records(name: str) -> "dict[str, dict[str, Record]]":
    """The facts of a game: for each kind its records by id."""
    package = module_of(name).partition(".")[0]
    records: dict[str, dict[str, Record]] = import_module(f"{__name__}.{package}.data").RECORDS
    return records


def module_of(name: str) -> str:
    if name not in MODULES:
        raise BadInput(f"there is no game '{name}'; there are: {', '.join(MODULES)}")
    return MODULES[name]
