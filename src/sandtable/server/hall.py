"""All tables that this process has in memory, and what happens by itself: bots think, clocks tick, rooms are closed."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import sqlalchemy as sa
import structlog

from sandtable.bots import bot_named, bot_names
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game
from sandtable.games import MODULES, load_game
from sandtable.server import clocks, schema, sweeping
from sandtable.server.attending import Attending
from sandtable.server.config import Settings
from sandtable.server.driving import Driving
from sandtable.server.limits import Limits
from sandtable.server.lines import Line
from sandtable.server.metrics import Metrics
from sandtable.server.notices import Notices
from sandtable.server.problems import NotFound, Unavailable
from sandtable.server.rooms import Room
from sandtable.server.store import REMOVED, SESSIONS, Listener, Store, rows
from sandtable.server.sweeping import Swept

log = structlog.get_logger("sandtable")

IDLE_SECONDS = 600.0
TICK_SECONDS = 1.0
FIRST_SWEEP, SWEEP_SECONDS = 60.0, 86_400.0
LIST_CHANGED = b'{"type":"changed"}'


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
        self.let_go: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """Rooms that were closed as idle, as long as somebody holds on to them who has just looked them up."""
        self.notices = Notices(self)
        self.limits = Limits(settings)
        self.metrics = Metrics(self)
        self.driving = Driving(self)
        self.tasks: set[asyncio.Task[None]] = set()
        self.checking: asyncio.Task[None] | None = None
        """The last look at whose session has ended."""
        self.serving = False
        """Whether things happen by themselves here: not before the hall is open, nor in a program of the operator's."""
        self.stopping = False
        self.swept = Swept()
        self.listener: Listener | None = None
        self.attending = Attending(self)
        self.watch_lists: dict[str, set[Line]] = {}
        """Who waits to hear that a table of theirs changed, by user; under no name, that any listed one did."""
        store.name = secrets.token_hex(8)

    def load_game(self, name: str) -> Game:
        if name not in self.games.names:
            raise NotFound(f"There is no game '{name}'; there are: {', '.join(self.games.names)}.")
        return self.games.load(name)

    def bot(self, game: str, name: str) -> Any:
        return self.games.bot(game, name)

    # Life

    async def open(self) -> None:
        self.serving = True
        if self.store.is_postgres:
            self.listener = Listener(self.store, self.heard, self.lost)
        self.start(self.tick_on())
        self.start(self.notices.send_on())
        self.start(self.sweep_on())

    async def close(self) -> None:
        """Let every change in the making finish, tell all lines, stop."""
        self.stopping, self.serving = True, False
        self.driving.close()
        self.attending.say_goodbye()
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.notices.senders.shutdown(wait=False, cancel_futures=True)
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
            room = self.let_go.get(id) or Room(self, id)
            self.hold(room)
        if room.behind or room.row is None:  # or somebody else is about to read it for the first time
            async with room.lock:
                try:
                    await room.look()
                except NotFound:
                    self.rooms.pop(id, None)
                    raise
                except BadInput as problem:
                    log.error("table cannot be read", table=id, problem=str(problem))
                    raise Unavailable(f"This table cannot be opened: {problem}.") from None
            self.driving.wake(room)
        room.used = time.monotonic()
        return room

    def hold(self, room: Room) -> None:
        """A room is in use. There are never two of a table: who came by the one would not hear of changes in the other.
        One that was closed as idle in between may have missed something."""
        if self.rooms.get(room.id) is None:
            self.rooms[room.id] = room
            room.behind = True

    async def new_room(self, id: str) -> Room:
        """A table that was just made; it is on some lists from now on."""
        room = await self.room(id)
        self.tell_lists(room.lists())
        return room

    def changed(self, room: Room, public: bool, before: set[str]) -> None:
        """A change of this process was kept; the table was on these lists before it."""
        self.driving.wake(room)
        if public:
            self.tell_lists(before | room.lists())

    def tell_lists(self, users: Iterable[str]) -> None:
        for user in users if self.watch_lists else ():
            self.tell_list(user)

    def tell_list(self, user: str) -> None:
        for line in self.watch_lists.get(user, ()):
            if not line.waiting:
                line.put(LIST_CHANGED)

    def heard(self, table: str, version: int) -> None:
        """Another process has changed a table, or ended a session."""
        if table == SESSIONS:
            self.check_sessions()
            return
        room = self.rooms.get(table)
        if room and (room.row is None or room.row.version < version):  # none yet: it is just being read
            self.fall_behind(room)

    def lost(self) -> None:
        """Changes may have been missed."""
        self.check_sessions()
        for room in self.rooms.values():
            self.fall_behind(room)

    def fall_behind(self, room: Room) -> None:
        """Somebody else may read the table anew before we do; what it was like is kept in mind, to tell who hears."""
        room.behind = True
        self.start(self.catch_up(room, room.row.updated if room.row else None, room.lists()))

    def check_sessions(self) -> None:
        self.checking = self.start(self.attending.check())

    async def catch_up(self, room: Room, updated: float | None, lists: set[str]) -> None:
        if self.checking and not self.checking.done():  # whose session has ended hears that, and may come back; whose
            await asyncio.wait({self.checking})  # seat is held by somebody else may not
        try:
            await room.refresh()
            if room.row.updated != updated:
                self.tell_lists(lists | room.lists())
        except NotFound:
            self.rooms.pop(room.id, None)
            room.close("The table was removed.")
            self.tell_lists(lists)
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
                self.let_go[room.id] = self.rooms.pop(room.id)

    # What happens by itself

    async def tick_on(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
                await self.look_around()
                self.close_idle()
            except Exception as problem:
                log.error("tick failed", problem=repr(problem))

    async def sweep_on(self) -> None:
        await asyncio.sleep(FIRST_SWEEP)
        while True:
            try:
                await self.sweep()
            except Exception as problem:
                log.error("sweeping failed", problem=repr(problem))
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Forget expired sessions and idle guests."""
        swept = await sweeping.sweep(self.store, self.settings.guest_days)
        self.swept = Swept(self.swept.sessions + swept.sessions, self.swept.guests + swept.guests)
        log.info("swept", sessions=swept.sessions, guests=swept.guests)

    async def look_around(self) -> None:
        """Notice what was changed without a call: by an operator beside a SQLite, or because a session has expired."""
        await self.attending.check()
        if self.store.is_postgres:
            return
        kept, known = schema.tables.c, list(self.rooms)
        for at in range(0, len(known), 500):
            some = known[at : at + 500]
            query = sa.select(kept.id, kept.version).where(kept.id.in_(some))
            found = {row["id"]: row["version"] for row in await self.store.read(partial(rows, query=query))}
            for id in some:
                if id in self.rooms and not self.rooms[id].lock.locked():  # else it is about to find out by itself
                    self.heard(id, found.get(id, REMOVED))

    async def tick(self) -> None:
        """Look at every table whose moment has come."""
        kept = schema.tables.c
        query = sa.select(kept.id).where(kept.wake <= time.time()).limit(100)
        for (id,) in await self.store.read(lambda connection: connection.execute(query).all()):
            try:
                room = await self.room(id)
                await room.do(clocks.tick)
                self.driving.wake(room)
            except Exception as problem:  # the clocks of the other tables go on
                log.warning("could not look at the clock", table=id, problem=repr(problem))
