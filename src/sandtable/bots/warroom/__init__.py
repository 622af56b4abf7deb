"""Bots for War Room."""

from collections.abc import Callable

from sandtable.bots.bot import Bot
from sandtable.bots.warroom.planner import Planner

BOTS: dict[str, Callable[[], Bot]] = {"planner": Planner}
