"""The three Allied players of Echoes of War, weakest first."""

from collections.abc import Callable

from sandtable.bots.bot import Aimless, Bot
from sandtable.bots.echoes.expert import Expert
from sandtable.bots.echoes.sensible import Sensible

__all__ = ["BOTS", "Expert", "Sensible"]

BOTS: dict[str, Callable[[], Bot]] = {
    "aimless": lambda: Aimless("aimless"),
    "sensible": Sensible,
    "expert": Expert,
}
