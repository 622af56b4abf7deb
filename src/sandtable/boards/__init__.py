"""Pictures of boards, as SVG: what a view shows, and nothing else. Our own drawings, from the maps that we build."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sandtable.core.verdicts import BadInput

MODULES = {
    "echoes": "sandtable.boards.echoes",
    "pacific": "sandtable.boards.pacific",
    "warroom": "sandtable.boards.warroom",
}
"""The games whose boards can be drawn: each module has a function `draw` from a view to SVG."""


def draw(game: str, view: Any) -> str:
    """The board of a game, as far as the view shows it."""
    if game not in MODULES:
        raise BadInput(f"the board of {game} cannot be drawn; these can: {', '.join(MODULES)}")
    drawn: Callable[[Any], str] = import_module(MODULES[game]).draw
    return drawn(view)
