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


def draw(game: str, view: Any, small: bool = False) -> str:
    """The board of a game, as far as the view shows it. `small`: for lists of tables, without what cannot be read
    there; a game whose board is not large has no such picture."""
    if game not in MODULES:
        raise BadInput(f"the board of {game} cannot be drawn; these can: {', '.join(MODULES)}")
    module = import_module(MODULES[game])
    drawn: Callable[[Any], str] = getattr(module, "draw_small", module.draw) if small else module.draw
    return drawn(view)
