"""What an operator does with a database: bring it up to date, look, export, remove, ban, sweep, give links anew, copy.

It works on the database itself, beside a running server or without one.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from sandtable import __version__
from sandtable.core import saves
from sandtable.core.verdicts import BadInput
from sandtable.server import schema, sweeping
from sandtable.server.config import Settings, database, kept
from sandtable.server.drafts import Draft
from sandtable.server.hall import Games, Hall
from sandtable.server.lobby import ChangeSeat, give_away
from sandtable.server.people import end_sessions, new_token
from sandtable.server.problems import NotFound, Problem
from sandtable.server.records import Row, row_from
from sandtable.server.store import REMOVED, Store, back_up, call_others, migrate, must_be_current, reached, rows
from sandtable.server.sweeping import Swept


def upgrade(settings: Settings) -> None:
    with reached():
        migrate(database(settings))


def backup(settings: Settings, target: Path) -> None:
    back_up(database(settings), target)


def opened(settings: Settings) -> Store:
    store = Store(database(settings))
    try:
        with reached():
            must_be_current(store)
    except BaseException:
        store.close()
        raise
    return store


def write(settings: Settings, work: Callable[[Any], Any]) -> Any:
    store = opened(settings)
    try:
        return asyncio.run(store.write(work))
    finally:
        store.close()


def list_tables(settings: Settings, limit: int = 50) -> list[Row]:
    """The tables that changed last."""
    store = opened(settings)
    try:
        query = sa.select(schema.tables).order_by(schema.tables.c.updated.desc()).limit(limit)
        return [row_from(row) for row in store.read_now(lambda connection: rows(connection, query))]
    finally:
        store.close()


def list_users(settings: Settings, limit: int = 50) -> list[dict[str, Any]]:
    """The people who came last."""
    store = opened(settings)
    try:
        kept_users = schema.users.c
        query = (
            sa.select(kept_users.id, kept_users.kind, kept_users.name, kept_users.created, kept_users.banned)
            .order_by(kept_users.seen.desc(), kept_users.id)
            .limit(limit)
        )
        return store.read_now(lambda connection: rows(connection, query))
    finally:
        store.close()


def export(settings: Settings, table: str) -> str:
    """The save of a table, with the secret of its dice: for the operator's eyes only while the game is on."""

    async def work(hall: Hall) -> str:
        room = await hall.room(table)
        if room.table is None:
            raise BadInput("the game has not begun, so there is nothing to save")
        return saves.write(room.table, __version__)

    return in_hall(settings, work)


def remove(settings: Settings, table: str) -> None:
    gone = sa.delete(schema.tables).where(schema.tables.c.id == table)

    def work(connection: Any) -> int:
        call_others(connection, table, REMOVED)
        return int(connection.execute(gone).rowcount)

    if not write(settings, work):
        raise BadInput(f"there is no table {table}")


def ban(settings: Settings, user: str, banned: bool = True) -> None:
    """Shut somebody out, or let them in again; all their sessions end."""

    def work(connection: Any) -> int:
        changed = sa.update(schema.users).where(schema.users.c.id == user).values(banned=banned)
        end_sessions(connection, schema.sessions.c.user_id == user)
        return int(connection.execute(changed).rowcount)

    if not write(settings, work):
        raise BadInput(f"there is no user {user}")


def sweep(settings: Settings) -> Swept:
    """Forget expired sessions and idle guests now, as the server does once a day."""
    store = opened(settings)
    try:
        return asyncio.run(sweeping.sweep(store, settings.guest_days))
    finally:
        store.close()


def reissue(settings: Settings, table: str, seat: str) -> str:
    """A new link for a seat, for somebody who has lost theirs; whoever holds it takes the seat over."""
    token = new_token(128)

    async def work(hall: Hall) -> str:
        room = await hall.room(table)

        def command(draft: Draft) -> None:
            if seat not in draft.seats:
                raise NotFound(f"table {table} has no seat {seat}")
            give_away(draft, seat, ChangeSeat("link"), token)

        await room.do(command)
        return f"{settings.url.rstrip('/') or f'http://{settings.host}:{settings.port}'}/seat/{token}"

    return in_hall(settings, work)


def in_hall(settings: Settings, work: Callable[[Hall], Any]) -> Any:
    """Work on tables as the server does, with every check, in a process that is gone afterwards."""
    store = opened(settings)
    secret = settings.secret or kept(settings, "secret")

    async def run() -> Any:
        hall = Hall(settings, store, Games(), secret.encode())
        try:
            return await work(hall)
        except Problem as problem:
            raise BadInput(problem.detail) from None

    try:
        return asyncio.run(run())
    finally:
        store.close()
