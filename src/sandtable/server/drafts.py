"""One change of a table in the making: what it changes, what it says to whom, and what follows from it by itself."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core import play
from sandtable.core.events import Event, told
from sandtable.core.journal import Answered
from sandtable.core.state import canonical
from sandtable.core.steps import Ask
from sandtable.core.table import Table
from sandtable.server import clocks, schema
from sandtable.server.problems import Problem
from sandtable.server.records import Row, Seat, Takeback, facts_text, seat_row
from sandtable.server.store import Change, Said, Written, upsert

if TYPE_CHECKING:
    from sandtable.server.rooms import Room

_encode = msgspec.json.Encoder().encode


class Draft:
    """One change of a table in the making. The game in memory is changed already; nothing is told before it is kept."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.now = time.time()
        self.row = room.row
        self.facts = room.row.facts
        self.seats = dict(room.seats)
        self.messages: list[Said] = []
        self.also: list[Callable[[Connection], None]] = []
        self.seat = ""
        self.key: str | None = None
        self.went_back = False
        self.public = False
        """Whether others can notice this change; known when it is finished."""
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
        place = self.facts.messages + len(self.messages)
        heard = None if audience is None else " ".join(audience)
        self.messages.append(Said(self.room.id, place, self.now, heard, kind, _encode(body).decode()))

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
        room, table, before = self.room, self.room.table, self.room.row
        journal: list[Written] = []
        if table:
            journal = self._written(table)
            if ask_place(table) != room.asked_at:
                self.change_row(ask=self.row.ask + 1)
        self._withdraw()
        clocks.advance(self)
        if self.messages:
            self.set(messages=self.facts.messages + len(self.messages))
        self.public = self._is_public()
        updated = self.now if self.public else before.updated
        self.change_row(updated=updated, facts=self.facts, version=before.version + 1)
        return Change(room.id, before.version, row_values(self.row, before), journal, self.messages, self._also())

    def _withdraw(self) -> None:
        """What somebody agreed to does not bind whoever comes after them in the seat."""
        agreed, asked = self.facts.draw_agreed, self.facts.takeback
        for name, before in self.room.seats.items():
            if name in self.seats and self.seats[name].user == before.user:
                continue
            agreed = tuple(other for other in agreed if other != name)
            if asked:
                others = tuple(other for other in asked.agreed if other != name)
                asked = None if asked.by == name else Takeback(asked.by, asked.ask, others)
        if (agreed, asked) != (self.facts.draw_agreed, self.facts.takeback):
            self.set(draw_agreed=agreed, takeback=asked)

    def _written(self, table: Table) -> list[Written]:
        """The new entries of the journal. The first of them carries the key of the answer."""
        id, ask, seat, key = self.room.id, self.row.ask, self.seat, self.key
        entries, links = table.journal.entries, table.journal.links
        written = []
        for place in range(self.entries, len(entries)):
            text = canonical(entries[place]).decode()
            written.append(Written(id, place, self.now, ask, seat, key, text, links[place]))
            key = None
        return written

    def _is_public(self) -> bool:
        """Whether others can notice this change. To change a sealed answer, or to talk to friends, leaves no trace."""
        before, after = self.room.row, self.row
        return (
            after.ask != before.ask
            or after.archived != before.archived
            or any(message.audience is None for message in self.messages)
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


def row_values(row: Row, before: Row) -> tuple[Any, ...]:
    """What a change writes into the row of its table: all that can change, or no more than an answer changes."""
    played = (row.ask, row.updated, facts_text(row.facts))
    arranged = (row.host, row.status, row.listed, row.archived, row.wake)
    if arranged == (before.host, before.status, before.listed, before.archived, before.wake):
        return played
    return played + arranged


def due_seats(table: Table | None, seats: dict[str, Seat]) -> tuple[str, ...]:
    """The seats that hold a nation which has a question to answer."""
    if table is None:
        return ()
    want = play.pending(table.state)
    if not isinstance(want, Ask):
        return ()
    menus, sealed = want.menus, table.state.sealed
    due = []
    for name, seat in seats.items():
        for nation in seat.nations:
            if nation in menus and nation not in sealed:
                due.append(name)
                break
    return tuple(due)


def consenting(draft: Draft) -> list[str]:
    """The seats that must agree to what needs everybody: those in which a person sits who is not away. At a rated table
    it is every seat, and a bot never agrees: nobody gets a draw or new dice from one who cannot say no."""
    return [name for name, seat in draft.seats.items() if draft.facts.rated or (seat.user and not seat.driver)]


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
