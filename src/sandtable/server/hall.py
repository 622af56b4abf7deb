"""All tables that this process has in memory, and what happens by itself: bots think, clocks tick, rooms are closed."""

import asyncio
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
import structlog

from sandtable.bots import bot_named, bot_names
from sandtable.core import play
from sandtable.core.steps import Ask
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game
from sandtable.core.views import Question
from sandtable.games import MODULES, load_game
from sandtable.server import clocks, schema
from sandtable.server.config import Settings
from sandtable.server.limits import Limits
from sandtable.server.metrics import Metrics
from sandtable.server.notices import Notices
from sandtable.server.playing import automatic_answer
from sandtable.server.problems import NotFound, Problem, Unavailable
from sandtable.server.rooms import Room
from sandtable.server.store import Listener, Store

log = structlog.get_logger("sandtable")

IDLE_SECONDS = 600.0
TICK_SECONDS = 1.0


class Games:
    """The games and bots that a server offers. Tests bring a small game of their own."""

    def __init__(
        self,
        names: tuple[str, ...] = tuple(MODULES),
        load: Callable[[str], Game] = load_game,
        bots: Callable[[str], tuple[str, ...]] = bot_names,
        bot: Callable[[str, str], Any] = bot_named,
    ) -> None:
        self.names, self.load, self.bots, self.bot = names, load, bots, bot


class Hall:
    """The rooms of one process."""

    def __init__(self, settings: Settings, store: Store, games: Games, key: bytes) -> None:
        self.settings, self.store, self.games = settings, store, games
        self.key = key
        self.rooms: dict[str, Room] = {}
        self.notices = Notices(self)
        self.limits = Limits(settings)
        self.metrics = Metrics(self)
        self.tasks: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.listener: Listener | None = None
        self.watch_lists: dict[str, set[asyncio.Event]] = {}
        """Who waits to hear that a table of theirs changed, by user."""
        store.name = secrets.token_hex(8)

    def load_game(self, name: str) -> Game:
        if name not in self.games.names:
            raise NotFound(f"There is no game '{name}'; there are: {', '.join(self.games.names)}.")
        return self.games.load(name)

    def bot(self, game: str, name: str) -> Any:
        return self.games.bot(game, name)

    # Life

    async def open(self) -> None:
        if self.store.is_postgres:
            self.listener = Listener(self.store, self.heard, self.lost)
        self.start(self.tick_on())
        self.start(self.notices.send_on())

    async def close(self) -> None:
        """Let every change in the making finish, tell all lines, stop."""
        self.stopping = True
        for room in self.rooms.values():
            for lines in room.lines.values():
                for line in tuple(lines):
                    line.close("The server stops; please connect again in a moment.")
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for room in tuple(self.rooms.values()):
            async with room.lock:
                pass
        if self.listener:
            await asyncio.to_thread(self.listener.close)

    def start(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # Rooms

    async def room(self, id: str) -> Room:
        """A table by its id, read from the database if need be."""
        if self.stopping:
            raise Unavailable("The server stops; please try again in a moment.")
        room = self.rooms.get(id)
        if room is None:
            room = self.rooms[id] = Room(self, id)
        if room.behind:
            async with room.lock:
                try:
                    await room.look()
                except NotFound:
                    self.rooms.pop(id, None)
                    raise
                except BadInput as problem:
                    log.error("table cannot be read", table=id, problem=str(problem))
                    raise Unavailable(f"This table cannot be opened: {problem}.") from None
            self.wake(room)
        room.used = time.monotonic()
        return room

    def changed(self, room: Room, public: bool) -> None:
        """A change of this process was kept."""
        self.wake(room)
        if public:
            self.tell_lists(room)

    def tell_lists(self, room: Room) -> None:
        for seat in room.seats.values():
            for event in self.watch_lists.get(seat.user, ()):
                event.set()
        for event in self.watch_lists.get("", ()):
            event.set()

    def heard(self, table: str, version: int) -> None:
        """Another process has changed a table."""
        room = self.rooms.get(table)
        if room and room.row and room.row.version < version:
            room.behind = True
            self.start(self.catch_up(room))

    def lost(self) -> None:
        """Changes may have been missed."""
        for room in self.rooms.values():
            room.behind = True
            self.start(self.catch_up(room))

    async def catch_up(self, room: Room) -> None:
        try:
            before = room.row.updated
            await room.refresh()
            if room.row.updated != before:
                self.tell_lists(room)
        except Exception as problem:
            log.warning("could not catch up", table=room.id, problem=repr(problem))

    def close_idle(self) -> None:
        """Let go of rooms that nobody looks at; the longest unused first if there are too many."""
        idle = sorted(
            (room for room in self.rooms.values() if not any(room.lines.values()) and not room.lock.locked()),
            key=lambda room: room.used,
        )
        now, over = time.monotonic(), len(self.rooms) - self.settings.max_loaded_tables
        for at, room in enumerate(idle):
            if (at < over or now - room.used > IDLE_SECONDS) and room.thinking is None:
                self.rooms.pop(room.id, None)

    # What happens by itself

    async def tick_on(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
                self.close_idle()
            except Exception as problem:
                log.error("tick failed", problem=repr(problem))

    async def tick(self) -> None:
        """Look at every table whose moment has come."""
        kept = schema.tables.c
        query = sa.select(kept.id).where(kept.wake <= time.time(), kept.status == "playing").limit(100)
        for (id,) in await self.store.read(lambda connection: connection.execute(query).all()):
            try:
                room = await self.room(id)
                await room.do(clocks.tick)
                self.wake(room)
            except Problem as problem:
                log.warning("could not look at the clock", table=id, problem=problem.detail)

    def wake(self, room: Room) -> None:
        """Have a bot think if it is its turn."""
        if room.thinking is None and not self.stopping and self.driven(room):
            room.thinking = self.start(self.think(room))

    def driven(self, room: Room) -> tuple[str, str, str] | None:
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

    async def think(self, room: Room) -> None:
        try:
            while True:
                async with room.lock:
                    await room.look()
                    found = self.driven(room)
                    if found is None:
                        return
                    seat, nation, by = found
                    ask, choose = room.row.ask, self.chooser(room, seat, nation, by)
                choice = await self.think_over(room, choose)
                await room.do(lambda draft: automatic_answer(draft, seat, nation, ask, choice, by))  # noqa: B023
        except Exception as problem:
            log.error("a bot failed", table=room.id, problem=repr(problem))
        finally:
            room.thinking = None

    def chooser(self, room: Room, seat: str, nation: str, by: str) -> Callable[[], Any] | None:
        """What it takes to choose, made while nobody changes the game. A bot sees a view, never the state."""
        if by == "default":
            return None
        assert room.table is not None
        table = room.table
        want = play.pending(table.state)
        assert isinstance(want, Ask)
        bot = self.bot(room.row.game, by)
        view = table.game.view(table.state, (nation,)) if getattr(bot, "needs_view", True) else None
        question = Question(nation, want.menus[nation])
        return lambda: bot.choose(view, question, random.Random(secrets.randbits(64)))

    async def think_over(self, room: Room, choose: Callable[[], Any] | None) -> Any:
        """The choice of a bot, or none if it takes too long; then the default is given for it."""
        if choose is None:
            return None
        try:
            return await asyncio.wait_for(asyncio.to_thread(choose), self.settings.bot_seconds)
        except TimeoutError:
            log.warning("a bot was too slow", table=room.id)
            return None
