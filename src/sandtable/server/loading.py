"""Reading a table from the database: its row, its seats, and its journal and messages from some place on."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core.journal import AnyEntry, Move, Standing, TakenBack, Undone
from sandtable.core.table import Table
from sandtable.server import schema
from sandtable.server.problems import NotFound
from sandtable.server.records import Row, Seat, row_from, seat_from
from sandtable.server.store import Said, rows


class Loaded(msgspec.Struct):
    """What the database has of a table, from some place of its journal and messages on."""

    row: Row
    seats: dict[str, Seat]
    journal: list[Any]
    messages: list[Said]


def load(connection: Connection, table: str, entries: int = 0, messages: int = 0) -> Loaded:
    found = connection.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().first()
    if found is None:
        raise NotFound("There is no such table.")
    seats = sa.select(schema.seats).where(schema.seats.c.table_id == table).order_by(schema.seats.c.place)
    journal, said = schema.journal.c, schema.messages.c
    played, told_at = sa.select(schema.journal), sa.select(schema.messages)
    return Loaded(
        row_from(dict(found)),
        {row["name"]: seat_from(row) for row in rows(connection, seats)},
        rows(connection, played.where(journal.table_id == table, journal.place >= entries).order_by(journal.place)),
        said_from(connection, told_at.where(said.table_id == table, said.place >= messages).order_by(said.place)),
    )


def said_from(connection: Connection, query: Any) -> list[Said]:
    return [Said._make(row) for row in connection.execute(query)]


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
