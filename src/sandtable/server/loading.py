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


def of_table(kept: sa.Table) -> sa.Select[Any]:
    """What is kept of one table, in its order, from some place on. To make such a question takes longer than to ask it,
    so each is made once."""
    which = kept.c.table_id == sa.bindparam("table"), kept.c.place >= sa.bindparam("first")
    return sa.select(kept).where(*which).order_by(kept.c.place)


_row = sa.select(schema.tables).where(schema.tables.c.id == sa.bindparam("table"))
_seats, _journal, _messages = of_table(schema.seats), of_table(schema.journal), of_table(schema.messages)


def load(connection: Connection, table: str, entries: int = 0, messages: int = 0) -> Loaded:
    found = connection.execute(_row, {"table": table}).mappings().first()
    if found is None:
        raise NotFound("There is no such table.")
    return Loaded(
        row_from(dict(found)),
        {row["name"]: seat_from(row) for row in rows(connection, _seats, {"table": table, "first": 0})},
        rows(connection, _journal, {"table": table, "first": entries}),
        said_at(connection, table, messages),
    )


def said_at(connection: Connection, table: str, first: int = 0) -> list[Said]:
    """The messages of a table from some place on."""
    return [Said._make(row) for row in connection.execute(_messages, {"table": table, "first": first})]


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
