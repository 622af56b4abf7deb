"""A guest signs in to an account that is there already, and brings along what is theirs: seats, tables, notes, ways to
be told, ratings.

All of it moves in one transaction, or nothing does, and then the guest is no more. The rooms read anew what was changed
under them, as they do when another process has changed it.
"""

import time
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.server import foresight, schema
from sandtable.server.drafts import keep_seats
from sandtable.server.people import GUESTS, MOST_CHANNELS, User, forget_user, tables_of
from sandtable.server.problems import Conflict, Forbidden
from sandtable.server.records import Row, Seat, facts_text, row_from, seat_from, seat_row
from sandtable.server.store import call_others, rows


class Brought(msgspec.Struct, frozen=True):
    """How much came along from a guest."""

    tables: int = 0
    seats: int = 0
    channels: int = 0


class Moved(msgspec.Struct):
    """What is in the making: the tables with their new versions, and the rest in numbers."""

    tables: dict[str, int] = {}
    seats: int = 0
    channels: int = 0

    def counted(self) -> Brought:
        return Brought(len(self.tables), self.seats, self.channels)


def bring(connection: Connection, guest: str, account: User) -> Moved:
    """Give everything of a guest to an account. Nothing happens if it was brought already."""
    moved = Moved()
    for id in sorted(tables_of(connection, guest)):  # in the order in which all changes lock their tables
        move_table(connection, id, guest, account, moved)
    if must_be_guest(connection, guest):
        for id in tables_of(connection, guest):  # where they sat down since: from now on they cannot
            move_table(connection, id, guest, account, moved)
        move_notes(connection, guest, account.id)
        moved.channels = move_channels(connection, guest, account.id)
        move_new(connection, schema.outbox.c.user_id, schema.outbox.c.table_id, guest, account.id)
        move_new(connection, schema.ratings.c.who, schema.ratings.c.game, guest, account.id)
        forget_user(connection, guest)  # others hear of the sessions first: who is connected comes back as the account
    for id, version in moved.tables.items():
        call_others(connection, id, version)
    return moved


def must_be_guest(connection: Connection, guest: str) -> bool:
    """Whether there is somebody to bring along; not twice, and neither an account nor somebody who was shut out."""
    people = schema.users.c
    query = sa.select(people.kind, people.banned).where(people.id == guest).with_for_update()
    found = connection.execute(query).first()
    if found is None:
        return False
    if found.banned:
        raise Forbidden("This account was closed by the host of the server.")
    if found.kind not in GUESTS:
        raise Conflict("Only a guest can bring seats along.")
    return True


def move_table(connection: Connection, id: str, guest: str, account: User, moved: Moved) -> None:
    kept, chairs = schema.tables.c, schema.seats.c
    locked = sa.select(schema.tables).where(kept.id == id).with_for_update(key_share=True)  # as an update locks it
    row = row_from(rows(connection, locked)[0])
    query = sa.select(schema.seats).where(chairs.table_id == id).order_by(chairs.place)
    seats = [(found["place"], seat_from(found)) for found in rows(connection, query)]
    must_not_meet(row, [seat.user for _, seat in seats], guest, account.id)
    own = [(place, resat(seat, account, row)) for place, seat in seats if seat.user == guest]
    keep_seats(connection, id, [seat_row(id, place, seat) for place, seat in own], [])
    values: dict[str, Any] = {"version": row.version + 1}
    if row.host == guest:
        values["host"] = account.id
    facts = row.facts
    if guest in facts.muted:  # whomever the host did not want to hear is not heard by another name either
        muted = tuple(sorted({*facts.muted, account.id} - {guest}))
        facts = msgspec.structs.replace(facts, muted=muted)
    facts = msgspec.structs.replace(facts, foreseen=foresight.called(facts.foreseen, guest, account))
    if facts != row.facts:
        values["facts"] = facts_text(facts)
    if row.status != "over":
        values["updated"] = time.time()
    connection.execute(sa.update(schema.tables).where(kept.id == id).values(values))
    moved.tables[id] = row.version + 1
    moved.seats += len(own)


def must_not_meet(row: Row, users: list[str], guest: str, account: str) -> None:
    """Nobody leaves a rated game unrated by turning out to be two of its players."""
    if row.status == "playing" and row.facts.rated and guest in users and account in users:
        raise Conflict(f"You sit twice at the rated table {row.facts.title}: bring your seats along after its end.")


def resat(seat: Seat, account: User, row: Row) -> Seat:
    """The seat, held by the account; a finished game keeps the name by which it was played."""
    name = seat.user_name if row.status == "over" else account.name
    return msgspec.structs.replace(seat, user=account.id, user_name=name)


def move_notes(connection: Connection, guest: str, account: str) -> None:
    """Where both have written something, it is kept one after the other."""
    kept = schema.notes.c
    query = sa.select(schema.notes).where(kept.user_id.in_((guest, account)))
    found = {(row["table_id"], row["user_id"]): row["text"] for row in rows(connection, query)}
    for (table, user), text in found.items():
        own = found.get((table, account), "")
        if user == guest and own and text:
            both = sa.update(schema.notes).where(kept.table_id == table, kept.user_id == account)
            connection.execute(both.values(text=f"{own}\n\n{text}"))
    move_new(connection, kept.user_id, kept.table_id, guest, account)


def move_channels(connection: Connection, guest: str, account: str) -> int:
    """Each way to be told once, and no more than anybody may have."""
    kept = schema.channels.c
    query = sa.select(schema.channels).where(kept.user_id.in_((guest, account))).order_by(kept.id)
    found = rows(connection, query)
    known = {(row["kind"], row["address"]) for row in found if row["user_id"] == account}
    new = [row["id"] for row in found if row["user_id"] == guest and (row["kind"], row["address"]) not in known]
    new = new[: max(0, MOST_CHANNELS - sum(row["user_id"] == account for row in found))]
    connection.execute(sa.update(schema.channels).where(kept.id.in_(new)).values(user_id=account))
    return len(new)


def move_new(connection: Connection, who: sa.Column[Any], one: sa.Column[Any], guest: str, account: str) -> None:
    """Give rows to the account, where it has none of its own for the same table or game."""
    own = who.table.alias()
    has = sa.select(own.c[one.name]).where(own.c[who.name] == account)
    connection.execute(sa.update(who.table).where(who == guest, one.not_in(has)).values({who.name: account}))
