"""Lists of tables, a page at a time."""

import base64
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.server import schema
from sandtable.server.cards import card
from sandtable.server.problems import Invalid
from sandtable.server.records import TableCard, row_from, seat_from
from sandtable.server.store import rows
from sandtable.server.web import Call, endpoint


class ListQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables, and from where on."""

    cursor: Annotated[str, msgspec.Meta(max_length=200)] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20
    status: Literal["lobby", "playing", "over", "any"] = "any"
    game: Annotated[str, msgspec.Meta(max_length=60)] = ""
    archived: bool = False


class TableList(msgspec.Struct, frozen=True):
    """Some tables, and the cursor for the next ones; empty at the end."""

    tables: list[TableCard]
    next: str


def page(connection: Connection, query: ListQuery, user: str) -> TableList:
    """Tables by the time of their last change, the latest first."""
    kept = schema.tables.c
    found = sa.select(schema.tables).order_by(kept.updated.desc(), kept.id.desc()).limit(query.limit + 1)
    if user:
        seated = sa.select(schema.seats.c.table_id).where(schema.seats.c.user_id == user)
        found = found.where(sa.or_(kept.host == user, kept.id.in_(seated)), kept.archived == query.archived)
    else:
        found = found.where(kept.listed == sa.true(), kept.archived == sa.false())
    if query.status != "any":
        found = found.where(kept.status == query.status)
    if query.game:
        found = found.where(kept.game == query.game)
    if query.cursor:
        updated, id = read_cursor(query.cursor)
        found = found.where(sa.or_(kept.updated < updated, sa.and_(kept.updated == updated, kept.id < id)))
    records = [row_from(row) for row in rows(connection, found)]
    records, more = records[: query.limit], len(records) > query.limit
    seats: dict[str, dict[str, Any]] = {record.id: {} for record in records}
    chairs = sa.select(schema.seats).where(schema.seats.c.table_id.in_(list(seats))).order_by(schema.seats.c.place)
    for row in rows(connection, chairs):
        seats[row["table_id"]][row["name"]] = seat_from(row)
    cards = [card(record, seats[record.id], None) for record in records]
    return TableList(cards, write_cursor(records[-1].updated, records[-1].id) if more else "")


def write_cursor(updated: float, id: str) -> str:
    return base64.urlsafe_b64encode(f"{updated!r} {id}".encode()).decode()


def read_cursor(cursor: str) -> tuple[float, str]:
    try:
        updated, id = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        if id.isalnum():
            return float(updated), id
    except ValueError:
        pass
    raise Invalid("That cursor is not one of ours.")


@endpoint("GET", "/tables", "Tables that anybody may find", query=ListQuery, returns=TableList, user=False)
async def list_tables(call: Call) -> TableList:
    return await call.hall.store.read(lambda connection: page(connection, call.query, ""))


@endpoint("GET", "/me/tables", "Your tables", query=ListQuery, returns=TableList, tag="people")
async def list_my_tables(call: Call) -> TableList:
    return await call.hall.store.read(lambda connection: page(connection, call.query, call.user.id))
