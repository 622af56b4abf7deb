"""Forgetting what is of no use to anybody: sessions that have expired, and guests who came long ago and left nothing.

It is done once a day, a little at a time, so that nobody who answers meanwhile has to wait; on PostgreSQL by one
process at a time.
"""

import asyncio
import time
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.server import schema
from sandtable.server.people import DAY, GUESTS
from sandtable.server.store import Store

PORTION = 500
PAUSE = 0.05
LOCK = 7_263_114
"""The number by which processes on one PostgreSQL agree who sweeps."""


class Swept(msgspec.Struct, frozen=True):
    """How many were forgotten."""

    sessions: int = 0
    guests: int = 0


async def sweep(store: Store, guest_days: int, now: float | None = None) -> Swept:
    """Forget all sessions that have expired and all idle guests; without a number of days guests are kept."""
    moment = time.time() if now is None else now
    sessions = await forget(store, schema.sessions.c.token, (schema.sessions.c.expires <= moment,))
    idle = idle_guests(moment - guest_days * DAY)
    return Swept(sessions, await forget(store, schema.users.c.id, idle) if guest_days else 0)


def idle_guests(since: float) -> tuple[sa.ColumnElement[bool], ...]:
    """Guests who have not come since then and have neither seat nor table, note nor rating. Whoever was shut out is
    remembered."""
    people = schema.users.c
    nothing = [
        ~sa.exists().where(which == people.id)
        for which in (schema.seats.c.user_id, schema.tables.c.host, schema.ratings.c.who)
    ]
    no_notes = people.id.not_in(sa.select(schema.notes.c.user_id))
    return (people.kind.in_(GUESTS), people.seen < since, people.banned == sa.false(), *nothing, no_notes)


async def forget(store: Store, key: sa.Column[str], which: tuple[sa.ColumnElement[bool], ...]) -> int:
    """Forget all rows that fit, in portions: they are looked for where nobody waits, and looked at again when they
    are deleted, since who comes just then is not forgotten."""
    query, forgotten = sa.select(key).where(*which).limit(PORTION), 0
    while found := await store.read(lambda connection: connection.execute(query).scalars().all()):
        gone = await store.write(partial(delete, rows=sa.delete(key.table).where(key.in_(found), *which)))
        forgotten += gone
        if not gone:  # another process is at it, or all of them came back
            break
        await asyncio.sleep(PAUSE)
    return forgotten


def delete(connection: Connection, rows: sa.Delete) -> int:
    """Delete these rows, unless another process on the same PostgreSQL is about to."""
    mine = sa.select(sa.func.pg_try_advisory_xact_lock(LOCK))
    if connection.dialect.name == "postgresql" and not connection.execute(mine).scalar():
        return 0
    return int(connection.execute(rows).rowcount)
