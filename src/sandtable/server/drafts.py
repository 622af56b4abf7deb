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
from sandtable.server.records import Row, Seat, facts_text, seat_row
from sandtable.server.store import Change, upsert

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


def people(draft: Draft) -> list[str]:
    """The seats in which a person sits who is not away."""
    return [name for name, seat in draft.seats.items() if seat.user and not seat.driver]


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
