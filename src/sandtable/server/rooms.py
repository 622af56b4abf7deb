"""A table in memory: the game in play, its seats, and the lines to the people at it.

The database is the truth and a room its cache. Every change is drafted, kept in one transaction, and only then told.
If another process was faster, the room catches up and the change is tried again on what is true now.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core import play
from sandtable.core.events import Event, told
from sandtable.core.fairness import commitment
from sandtable.core.journal import Answered, AnyEntry, Journal, Move, Standing, TakenBack, Undone
from sandtable.core.state import canonical
from sandtable.core.steps import Ask
from sandtable.core.table import Table, replay
from sandtable.core.verdicts import BadFaces, BadInput, Illegal
from sandtable.server import clocks, schema
from sandtable.server.lines import Line
from sandtable.server.problems import NotFound, Problem, Unavailable
from sandtable.server.records import Facts, Row, Seat, SeatCard, TableCard, facts_text, row_from, seat_from, seat_row
from sandtable.server.store import Behind, Change, rows, upsert

if TYPE_CHECKING:
    from sandtable.server.hall import Hall

T = TypeVar("T")
TRIES = 8
WATCHER = ""
"""The viewer who holds no seat."""

_entry_decoder = msgspec.json.Decoder(AnyEntry)
_encode = msgspec.json.Encoder().encode


class Loaded(msgspec.Struct):
    """What the database has of a table, from some place of its journal and messages on."""

    row: Row
    seats: dict[str, Seat]
    journal: list[Any]
    messages: list[Any]


def load(connection: Connection, table: str, entries: int = 0, messages: int = 0) -> Loaded:
    found = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
    if found is None:
        raise NotFound("There is no such table.")
    seats = sa.select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.place)
    journal, said = schema.journal.c, schema.messages.c
    played, told_at = sa.select(schema.journal), sa.select(said.place, said.at, said.audience, said.kind, said.body)
    return Loaded(
        row_from(dict(found)),
        {row["name"]: seat_from(row) for row in rows(connection, seats)},
        rows(connection, played.where(journal.table_id == table, journal.place >= entries).order_by(journal.place)),
        rows(connection, told_at.where(said.table_id == table, said.place >= messages).order_by(said.place)),
    )


class Draft:
    """One change of a table in the making. The game in memory is changed already; nothing is told before it is kept."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.now = time.time()
        self.row = room.row
        self.facts = room.row.facts
        self.seats = dict(room.seats)
        self.messages: list[dict[str, Any]] = []
        self.also: list[Callable[[Connection], None]] = []
        self.seat = ""
        self.key: str | None = None
        self.went_back = False
        self.entries = len(room.table.journal.entries) if room.table else 0
        self.due_before = room.row.facts.due

    @property
    def table(self) -> Table:
        if self.room.table is None:
            raise Problem("The game has not begun.")
        return self.room.table

    def set(self, **changes: Any) -> None:
        """Change facts of the table."""
        self.facts = msgspec.structs.replace(self.facts, **changes)

    def change_row(self, **changes: Any) -> None:
        self.row = msgspec.structs.replace(self.row, **changes)

    def change_seat(self, name: str, **changes: Any) -> Seat:
        self.seats[name] = msgspec.structs.replace(self.seats[name], **changes)
        return self.seats[name]

    def say(self, kind: str, body: dict[str, Any], audience: Sequence[str] | None = None) -> None:
        """A message to these seats, or to everyone."""
        self.messages.append(
            {
                "table_id": self.room.id,
                "place": self.facts.messages + len(self.messages),
                "at": self.now,
                "audience": None if audience is None else " ".join(audience),
                "kind": kind,
                "body": _encode(body).decode(),
            }
        )

    def tell(self, events: Iterable[Event]) -> None:
        """What happened in the game, each part to those who may know of it."""
        group: list[Event] = []
        heard: tuple[str, ...] | None = None
        for event in events:
            nations = event.audience()
            if group and nations != heard:
                self._tell_group(group, heard)
                group = []
            heard = nations
            group.append(event)
        if group:
            self._tell_group(group, heard)

    def _tell_group(self, events: list[Event], nations: tuple[str, ...] | None) -> None:
        audience = None
        if nations is not None:
            audience = [name for name, seat in self.seats.items() if any(nation in nations for nation in seat.nations)]
        self.say("events", {"events": told(events, nations or ())}, audience)

    def due(self) -> tuple[str, ...]:
        """The seats that have something to decide after this change."""
        return due_seats(self.room.table, self.seats) if self.row.status == "playing" else ()

    def finish(self) -> Change:
        """Whatever follows from the change by itself, and the change as the database takes it."""
        room, table = self.room, self.room.table
        journal: list[dict[str, Any]] = []
        if table:
            for place in range(self.entries, len(table.journal.entries)):
                entry = table.journal.entries[place]
                journal.append(
                    {
                        "table_id": room.id,
                        "place": place,
                        "at": self.now,
                        "ask": self.row.ask,
                        "seat": self.seat,
                        "key": self.key if place == self.entries else None,
                        "entry": canonical(entry).decode(),
                        "link": table.journal.links[place],
                    }
                )
            if ask_place(table) != room.asked_at:
                self.change_row(ask=self.row.ask + 1)
        clocks.advance(self)
        self.set(messages=self.facts.messages + len(self.messages))
        updated = self.now if self.is_public() else self.row.updated
        self.change_row(updated=updated, facts=self.facts, version=room.row.version + 1)
        return Change(room.id, room.row.version, row_values(self.row), journal, self.messages, self._also())

    def is_public(self) -> bool:
        """Whether others can notice this change. To change a sealed answer, or to talk to friends, leaves no trace."""
        before = self.room.row
        return (
            (self.row.ask, self.row.status, self.row.host, self.row.archived)
            != (before.ask, before.status, before.host, before.archived)
            or any(message["audience"] is None for message in self.messages)
            or self.seats != self.room.seats
        )

    def _also(self) -> list[Callable[[Connection], None]]:
        also = list(self.also)
        places = list(self.seats)
        changed = [seat for name, seat in self.seats.items() if seat is not self.room.seats.get(name)]
        gone = [name for name in self.room.seats if name not in self.seats]
        if changed or gone:
            kept = [seat_row(self.room.id, places.index(seat.name), seat) for seat in changed]
            also.append(lambda connection: keep_seats(connection, self.room.id, kept, gone))
        if work := self.room.hall.notices.drafted(self):
            also.append(work)
        return also


def keep_seats(connection: Connection, table: str, kept: list[dict[str, Any]], gone: list[str]) -> None:
    for name in gone:
        connection.execute(sa.delete(schema.seats).where(schema.seats.c.table_id == table, schema.seats.c.name == name))
    for row in kept:
        upsert(connection, schema.seats, row)


def row_values(row: Row) -> dict[str, Any]:
    return {
        "host": row.host,
        "status": row.status,
        "listed": row.listed,
        "archived": row.archived,
        "ask": row.ask,
        "updated": row.updated,
        "wake": row.wake,
        "facts": facts_text(row.facts),
    }


def due_seats(table: Table | None, seats: dict[str, Seat]) -> tuple[str, ...]:
    """The seats that hold a nation which has a question to answer."""
    if table is None:
        return ()
    want = play.pending(table.state)
    if not isinstance(want, Ask):
        return ()
    asked = [nation for nation in want.menus if nation not in table.state.sealed]
    return tuple(name for name, seat in seats.items() if any(nation in seat.nations for nation in asked))


def ask_place(table: Table) -> int:
    """How many moves were in force when the present ask was put. Answers to a sealed ask that still waits for others
    do not count, so that nobody can tell how often another seat has changed its mind."""
    place = len(table.moves)
    want = play.pending(table.state)
    if not table.state.sealed or not isinstance(want, Ask):
        return place
    while place and table.moves[place - 1] not in table.barriers:
        entry = table.journal.entries[table.moves[place - 1]]
        if not isinstance(entry, Answered) or entry.ask != want.what:
            break
        place -= 1
    return place


def follow(table: Table, entry: AnyEntry) -> None:
    """Do what another process has written into the journal."""
    if isinstance(entry, Move):
        table.take(entry)
    elif isinstance(entry, Undone | TakenBack):
        table.go_back(entry)
    elif isinstance(entry, Standing):
        table.declare(entry)
    else:
        table.journal.add(entry)


class Room:
    """A table in memory."""

    def __init__(self, hall: "Hall", id: str) -> None:
        self.hall = hall
        self.id = id
        self.lock = asyncio.Lock()
        self.lines: dict[str, set[Line]] = {}
        self.behind = True
        self.used = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.pushed = 0
        """How many messages were passed on to the lines."""
        self.row: Row = None  # type: ignore[assignment]  # until the first look into the database
        self.forget()

    def forget(self) -> None:
        """Drop everything that came from the database."""
        self.table: Table | None = None
        self.seats: dict[str, Seat] = {}
        self.stamps: list[tuple[float, int]] = []
        self.keys: dict[tuple[str, str], int] = {}
        self.told: dict[str, int] = {}
        self.heard = 0
        """How many messages are counted in `told`."""
        self.asked_at = -1
        self.views: dict[str, bytes] = {}
        self.card: bytes = b""

    # Keeping up with the database

    async def look(self) -> None:
        """Know what the database knows; wants the lock."""
        if not self.behind:
            return
        self.behind = False
        try:
            entries, messages = len(self.stamps), self.heard
            loaded = await self.hall.store.read(lambda connection: load(connection, self.id, entries, messages))
            self.take_in(loaded)
        except BaseException:
            self.behind = True
            self.forget()
            raise

    async def start_over(self) -> None:
        """Forget what is in memory and read everything again."""
        self.forget()
        self.behind = True
        await self.look()

    def take_in(self, loaded: Loaded) -> None:
        self.row, self.seats = loaded.row, loaded.seats
        if loaded.journal:
            self.read_journal(loaded.journal)
            assert self.table is not None
            self.asked_at = ask_place(self.table)
        self.views.clear()
        self.card = b""
        self.count(loaded.messages)

    def read_journal(self, found: list[Any]) -> None:
        entries = [_entry_decoder.decode(row["entry"]) for row in found]
        if self.table is None:
            journal = Journal()
            for entry in entries:
                journal.add(entry)
            self.table = replay(self.hall.load_game(self.row.game), journal, bytes.fromhex(self.row.secret))
        else:
            for entry in entries:
                follow(self.table, entry)
        if self.table.journal.head != found[-1]["link"]:
            raise Unavailable("The journal of this table is damaged: its chain of hashes is broken.")
        for row in found:
            self.stamps.append((row["at"], row["ask"]))
            if row["key"]:
                self.keys[row["seat"], row["key"]] = row["place"]

    def count(self, messages: list[Any]) -> None:
        """Number new messages for each viewer, and pass on to the lines what they have not had yet."""
        viewers = [WATCHER, *self.seats]
        delayed = self.row.facts.watching.delay > 0
        for message in messages:
            new = message["place"] >= self.pushed
            audience = message["audience"]
            heard = viewers if audience is None else [name for name in audience.split(" ") if name in self.seats]
            for viewer in heard:
                number = self.told.get(viewer, 0) + 1
                self.told[viewer] = number
                if new and (viewer or not delayed) and (lines := self.lines.get(viewer)):
                    frame = message_frame(number, message)
                    for line in lines:
                        line.put(frame)
        self.heard += len(messages)
        self.pushed = max(self.pushed, self.heard)

    async def refresh(self) -> None:
        """Catch up with another process and show it to the people here."""
        async with self.lock:
            await self.look()
            self.publish()

    # Changes

    async def do(self, command: Callable[[Draft], T]) -> T:
        """Run a command on the table, keep what it changed, then tell everybody. Not given up halfway."""
        return await asyncio.shield(self.run(command))

    async def run(self, command: Callable[[Draft], T], then: Callable[[T], None] = lambda result: None) -> T:
        """The same, by a caller who is not cancelled halfway. `then` is called right when everybody is told."""
        async with self.lock:
            self.used = time.monotonic()
            for _ in range(TRIES):
                await self.look()
                draft = Draft(self)
                try:
                    result = command(draft)
                    change = draft.finish() if is_changed(draft) else None
                except (Problem, Illegal, BadInput, BadFaces):
                    if is_played(draft):
                        await self.start_over()
                    raise
                except BaseException:
                    self.forget()
                    self.behind = True
                    raise
                if change is None:
                    then(result)
                    return result
                try:
                    await self.hall.store.append(change)
                except Behind:
                    await self.start_over()
                    continue
                except BaseException:
                    self.forget()
                    self.behind = True
                    raise
                self.accept(draft, change)
                then(result)
                return result
        raise Unavailable("The table is very busy; please try again.")

    def accept(self, draft: Draft, change: Change) -> None:
        """The change is kept: now it is true, and everybody may hear of it."""
        public = draft.is_public()
        self.row, self.seats = draft.row, draft.seats
        for row in change.journal:
            self.stamps.append((row["at"], row["ask"]))
            if row["key"]:
                self.keys[row["seat"], row["key"]] = row["place"]
        if self.table:
            self.asked_at = ask_place(self.table)
        self.views.clear()
        self.card = b""
        self.count(change.messages)
        self.publish()
        self.hall.changed(self, public)

    def publish(self) -> None:
        """Show each line the table and its view, where they differ from what it was shown before."""
        for viewer, lines in self.lines.items():
            seat = self.seats.get(viewer)
            for line in lines:
                if viewer and (seat is None or seat.user != line.user):
                    line.close("The seat is held by somebody else now.")
                else:
                    self.publish_to(line)

    def publish_to(self, line: Line) -> None:
        """Show one line what differs from what it was shown before. Delayed watchers look by themselves."""
        viewer = line.viewer
        if not viewer and self.row.facts.watching.delay:
            return
        if line.card != self.table_card():
            line.card = self.table_card()
            line.put(b'{"type":"table","seq":%d,"table":%b}' % (self.told.get(viewer, 0), line.card))
        if self.table:
            shown = self.row.ask, self.view(viewer)
            if line.shown != shown:
                line.shown = shown
                line.put(self.view_frame(viewer))

    # What can be seen

    def view(self, viewer: str) -> bytes:
        """What a seat, or a watcher, may see of the game, as JSON."""
        if self.table is None:
            return b"null"
        if viewer not in self.views:
            nations = self.seats[viewer].nations if viewer else ()
            self.views[viewer] = _encode(self.table.game.view(self.table.state, nations))
        return self.views[viewer]

    def view_frame(self, viewer: str) -> bytes:
        undo = b"false"
        if viewer and self.table and self.row.status == "playing":
            undo = b"false" if self.table.why_not_undo(self.seats[viewer].nations) else b"true"
        return b'{"type":"view","seq":%d,"ask":%d,"undo":%b,"view":%b}' % (
            self.told.get(viewer, 0),
            self.row.ask,
            undo,
            self.view(viewer),
        )

    def table_card(self) -> bytes:
        """What everybody may know of the table, as JSON."""
        if not self.card:
            self.card = _encode(card(self.row, self.seats, self.table))
        return self.card

    def delayed_moves(self, now: float) -> int:
        """How many moves in force a watcher with delay may know of."""
        if self.table is None:
            return 0
        limit = now - self.row.facts.watching.delay * 60
        return sum(self.stamps[place][0] <= limit for place in self.table.moves)

    async def messages(self, viewer: str, after: int, limit: int, now: float | None = None) -> list[bytes]:
        """The messages that a viewer may read, numbered for this viewer, from one number on."""
        said = schema.messages.c
        query = sa.select(said.place, said.at, said.audience, said.kind, said.body).where(said.table_id == self.id)
        if now is not None:
            query = query.where(said.at <= now)
        found = await self.hall.store.read(lambda connection: rows(connection, query.order_by(said.place)))
        frames, number = [], 0
        for message in found:
            audience = message["audience"]
            if audience is None or (viewer and viewer in audience.split(" ")):
                number += 1
                if after < number <= after + limit:
                    frames.append(message_frame(number, message))
        return frames

    # Lines

    def join(self, line: Line) -> None:
        self.lines.setdefault(line.viewer, set()).add(line)

    def leave(self, line: Line) -> None:
        self.lines.get(line.viewer, set()).discard(line)

    def is_here(self, user: str) -> bool:
        return any(line.user == user for name, lines in self.lines.items() if name for line in lines)


def message_frame(number: int, message: dict[str, Any]) -> bytes:
    kind, body = message["kind"], message["body"]
    return f'{{"type":"message","seq":{number},"at":{message["at"]:.3f},"kind":"{kind}","body":{body}}}'.encode()


def is_played(draft: Draft) -> bool:
    table = draft.room.table
    return table is not None and len(table.journal.entries) != draft.entries


def is_changed(draft: Draft) -> bool:
    return bool(
        is_played(draft)
        or draft.messages
        or draft.also
        or draft.facts is not draft.row.facts
        or draft.row is not draft.room.row
        or draft.seats != draft.room.seats
    )


def commitment_of(row: Row) -> str:
    """What is published before play, so that every seat can add its words to dice that are already fixed."""
    return commitment(bytes.fromhex(row.secret)) if row.facts.dice == "fair" else ""


def card(row: Row, seats: dict[str, Seat], table: Table | None) -> TableCard:
    """What everybody may know of a table."""
    facts: Facts = row.facts
    return TableCard(
        id=row.id,
        game=row.game,
        title=facts.title,
        scenario=facts.scenario,
        options=facts.options,
        host=row.host,
        status=row.status,
        archived=row.archived,
        listed=row.listed,
        ask=row.ask,
        created=row.created,
        updated=row.updated,
        pace=facts.pace,
        absence=facts.absence,
        watching=facts.watching,
        dice=facts.dice,
        rated=facts.rated,
        commitment=table.setup.commitment if table else commitment_of(row),
        seats=tuple(
            SeatCard(
                name=seat.name,
                nations=seat.nations,
                alliance=seat.alliance,
                kind=seat.kind,
                user=seat.user,
                user_name=seat.user_name,
                bot=seat.bot,
                caretaker=seat.caretaker,
                conceded=seat.conceded,
                due=seat.name in facts.due,
                clock=clocks.shown(facts, seat.name),
                words=seat.words,
            )
            for seat in seats.values()
        ),
        draw_agreed=facts.draw_agreed,
        takeback=facts.takeback,
        outcome=facts.outcome,
        origin=facts.origin,
        rematch=facts.rematch,
    )
