"""Bots for Pacific 1940."""

from collections.abc import Callable

from sandtable.bots.bot import Bot
from sandtable.bots.pacific.planner import Planner

PLAN_SECONDS = 5.0
"""A turn has two plans, so it keeps within ten seconds. Only a slow machine comes near: the work ends a plan first."""

BOTS: dict[str, Callable[[], Bot]] = {"planner": lambda: Planner(seconds=PLAN_SECONDS)}
