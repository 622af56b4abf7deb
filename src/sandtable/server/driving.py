"""Seats that nobody sits in: bots and policies answer for them, until a person does."""

import asyncio
import pickle
import random
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import structlog

from sandtable.core import play
from sandtable.core.steps import Ask
from sandtable.core.views import Question
from sandtable.server import unforeseen
from sandtable.server.playing import automatic_answer
from sandtable.server.thinking import Failed, Thinkers, Thought

if TYPE_CHECKING:
    from sandtable.server.hall import Hall
    from sandtable.server.rooms import Room

log = structlog.get_logger("sandtable")
SOON_ENOUGH = 0.8
"""The part of its time that a bot is told of, so that its answer is there before the time is over."""

Choosing = Callable[[], Awaitable[Any]]


class Driving:
    """What answers by itself, at the tables of one process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.thinkers = Thinkers(hall.settings.bot_workers)

    def close(self) -> None:
        self.thinkers.close()

    def wake(self, room: "Room") -> None:
        """Have a bot think if it is its turn."""
        if room.thinking is None and self.hall.serving and self.driven(room):
            room.thinking = self.hall.start(self.think(room))

    def driven(self, room: "Room") -> tuple[str, str, str] | None:
        """A seat and nation that a bot or policy has to answer for, and its name."""
        if room.table is None or room.behind or room.row.status != "playing":
            return None
        want = play.pending(room.table.state)
        if isinstance(want, Ask):
            for nation in want.menus:
                for seat in room.seats.values():
                    if nation in seat.nations and seat.driver and nation not in room.table.state.sealed:
                        return seat.name, nation, seat.driver
        return None

    async def think(self, room: "Room") -> None:
        """Answer for bots and policies as long as it is their turn."""
        whose, spent = "", 0.0
        try:
            while True:
                async with room.lock:
                    await room.look()
                    found = self.driven(room)
                    if found is None:
                        return
                    seat, nation, by = found
                    spent = spent if nation == whose else 0.0
                    whose = nation
                    ask, choose = room.row.ask, self.chooser(room, nation, by, spent)
                begun = time.monotonic()
                choice = await self.think_over(room, choose)
                spent += time.monotonic() - begun
                await room.do(lambda draft: automatic_answer(draft, seat, nation, ask, choice, by))  # noqa: B023
        except Exception as problem:
            log.error("a bot failed", table=room.id, problem=repr(problem))
        finally:
            room.thinking = None

    def chooser(self, room: "Room", nation: str, by: str, spent: float) -> Choosing | None:
        """What it takes to choose, made while nobody changes the game. A bot sees a view, never the state. One that
        reads nothing but its menu is quick and stays here; others think in a process of their own."""
        if by == "default":
            return None
        assert room.table is not None
        table, settings, games = room.table, self.hall.settings, self.hall.games
        want = play.pending(table.state)
        assert isinstance(want, Ask)
        question = Question(nation, want.menus[nation])
        bot = games.bot(room.row.game, by)
        seed = unforeseen.bot_seed(table.setup, room.row.secret, room.row.ask, nation)
        if not bot.needs_view:
            return lambda: asyncio.to_thread(bot.choose, None, question, random.Random(seed))
        view = table.game.view(table.state, (nation,))
        seconds = min(settings.bot_seconds * SOON_ENOUGH, max(0.0, settings.bot_turn_seconds - spent))
        thought = pickle.dumps(Thought(games.bot, room.row.game, by, view, question, seed, seconds))
        return lambda: self.thinkers.choose(thought, settings.bot_seconds)

    async def think_over(self, room: "Room", choose: Choosing | None) -> Any:
        """The choice of a bot, or none if there is none; then the default is given for it."""
        if choose is None:
            return None
        try:
            return await choose()
        except Failed as problem:
            log.warning("a bot gave no answer", table=room.id, problem=str(problem))
            return None
