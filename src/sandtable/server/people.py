"""People: a guest without a form, a named guest, an account. Each step keeps games and seats.

Tokens have 256 bits (seat links 128) and are kept as keyed hashes only; passwords as argon2 hashes.
"""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.engine import Connection

from sandtable.server import schema
from sandtable.server.problems import Conflict, Forbidden, Invalid, NotSignedIn
from sandtable.server.records import LONGEST_NAME
from sandtable.server.store import SESSIONS, call_others, rows

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
DAY = 86_400.0
GUESTS = ("guest", "named")
MOST_CHANNELS = 20

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # what OWASP advises
_nobody = "$argon2id$v=19$m={0.memory_cost},t={0.time_cost},p={0.parallelism}${1}${2}".format(
    _hasher, "A" * 22, "A" * 43
)
"""What a password is compared with when there is no such account, so that both take the same time. No password has
this hash, and if one had, there would still be no account."""


class User(msgspec.Struct, frozen=True):
    """Somebody who may sit in seats."""

    id: str
    kind: str
    name: str
    session: str = ""
    """Which of the sessions is meant, as its keyed hash, where that matters."""
    until: float = 0.0
    """When that session ends."""
    seen: float = 0.0
    """When they came last, to the day."""


def new_id() -> str:
    """A short name that nobody can guess: 80 bits in small letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def new_token(bits: int = 256) -> str:
    return secrets.token_urlsafe(bits // 8)


def hashed(key: bytes, token: str) -> str:
    """What is kept of a token. A comparison of such hashes tells nothing about the token by the time it takes."""
    return hmac.new(key, token.encode(), hashlib.sha256).hexdigest()


def add_user(connection: Connection, kind: str = "guest", name: str = "") -> User:
    user = User(new_id(), kind, name or f"Guest {secrets.randbelow(9000) + 1000}")
    now = time.time()
    connection.execute(
        sa.insert(schema.users).values(
            id=user.id, kind=kind, name=user.name, login=None, password=None, created=now, seen=now, banned=False
        )
    )
    return user


def add_session(
    connection: Connection, key: bytes, user: str, days: float, kind: str = "cookie", label: str = ""
) -> str:
    token, now = new_token(), time.time()
    connection.execute(
        sa.insert(schema.sessions).values(
            token=hashed(key, token), user_id=user, kind=kind, label=label, created=now, expires=now + days * DAY
        )
    )
    return token


def whose() -> sa.Select[Any]:
    """The question whose session it is. It comes with every request, and is made once."""
    kept, people = schema.sessions.c, schema.users.c
    return (
        sa.select(people.id, people.kind, people.name, people.banned, people.seen, kept.expires)
        .join(schema.sessions, kept.user_id == people.id)
        .where(
            kept.token == sa.bindparam("session"), kept.kind == sa.bindparam("by"), kept.expires > sa.bindparam("now")
        )
    )


_whose = whose()


def user_of(connection: Connection, key: bytes, token: str, kind: str) -> User | None:
    """Whose token this is, if it is still good."""
    given: dict[str, Any] = {"session": hashed(key, token), "by": kind, "now": time.time()}
    found = connection.execute(_whose, given).mappings().first()
    if found is None:
        return None
    if found["banned"]:
        raise Forbidden("This account was closed by the host of the server.")
    return User(found["id"], found["kind"], found["name"], given["session"], found["expires"], found["seen"])


def note_visit(connection: Connection, user: str, now: float) -> None:
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user).values(seen=now))


def extend_session(connection: Connection, session: str, until: float) -> None:
    connection.execute(sa.update(schema.sessions).where(schema.sessions.c.token == session).values(expires=until))


def end_sessions(connection: Connection, *which: sa.ColumnElement[bool]) -> int:
    """End the sessions that fit, here and in all other processes; says how many there were."""
    ended = int(connection.execute(sa.delete(schema.sessions).where(*which)).rowcount)
    call_others(connection, SESSIONS)
    return ended


def still_good(connection: Connection, sessions: list[str]) -> set[str]:
    """Which of these sessions have not ended, by their keyed hashes."""
    kept, people = schema.sessions.c, schema.users.c
    found: set[str] = set()
    for at in range(0, len(sessions), 500):
        query = (
            sa.select(kept.token)
            .join(schema.users, kept.user_id == people.id)
            .where(kept.token.in_(sessions[at : at + 500]), kept.expires > time.time(), people.banned == sa.false())
        )
        found.update(connection.execute(query).scalars())
    return found


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Invalid(f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")


def hash_password(password: str) -> str:
    check_password(password)
    return _hasher.hash(password)


def plainly(name: str) -> str:
    """A name in the one way to write it: the same letters of other widths or in other pieces are the same name."""
    return unicodedata.normalize("NFKC", name).strip()


def readable(name: str) -> str:
    """A name that others can read, and tell from every other one."""
    name = plainly(name)
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Invalid(f"A name has 1 to {LONGEST_NAME} characters, all of which can be seen.")
    return name


def rename(connection: Connection, user: User, name: str) -> User:
    """A guest takes a name, or an account another one."""
    name = readable(name)
    kind = "named" if user.kind == "guest" else user.kind
    values: dict[str, Any] = {"name": name, "kind": kind}
    must_be_free(connection, name, user.id)  # nobody goes by the name of somebody else's account
    if user.kind == "account":
        values["login"] = name.casefold()
    connection.execute(sa.update(schema.users).where(schema.users.c.id == user.id).values(values))
    return User(user.id, kind, name)


def must_be_free(connection: Connection, name: str, but: str = "") -> None:
    query = sa.select(schema.users.c.id).where(schema.users.c.login == name.casefold(), schema.users.c.id != but)
    if connection.execute(query).first():
        raise Conflict("That name is taken.")


def make_account(connection: Connection, user: User, name: str, password_hash: str) -> User:
    """A guest becomes an account and keeps everything."""
    if user.kind not in GUESTS:
        raise Conflict("You have an account already.")
    name = readable(name)
    must_be_free(connection, name)
    connection.execute(
        sa.update(schema.users)
        .where(schema.users.c.id == user.id)
        .values(kind="account", name=name, login=name.casefold(), password=password_hash)
    )
    return User(user.id, "account", name)


def password_row(connection: Connection, name: str) -> dict[str, Any] | None:
    logins = {name.casefold(), plainly(name).casefold()}  # the first as accounts of old may be called
    found = rows(connection, sa.select(schema.users).where(schema.users.c.login.in_(logins)))
    exact = [row for row in found if row["login"] == name.casefold()]
    return next(iter(exact or found), None)


def verify(found: dict[str, Any] | None, password: str) -> User:
    """The account of a name and password; takes as long for a name that is not there."""
    try:
        _hasher.verify((found or {}).get("password") or _nobody, password)
    except (VerificationError, InvalidHashError):
        raise NotSignedIn("The name or the password is wrong.") from None
    if found is None:
        raise NotSignedIn("The name or the password is wrong.")
    if found["banned"]:
        raise Forbidden("This account was closed by the host of the server.")
    return User(found["id"], found["kind"], found["name"])


def forget_user(connection: Connection, user: str) -> None:
    """Delete a person and all that hangs on them; messages keep no name but the one that was written into them."""
    end_sessions(connection, schema.sessions.c.user_id == user)
    connection.execute(sa.delete(schema.ratings).where(schema.ratings.c.who == user))
    connection.execute(sa.delete(schema.users).where(schema.users.c.id == user))


def still_there(connection: Connection, users: Collection[str]) -> set[str]:
    """Which of these people have not deleted themselves, nor do before this is kept."""
    query = sa.select(schema.users.c.id).where(schema.users.c.id.in_(users)).with_for_update(read=True, key_share=True)
    return set(connection.execute(query.order_by(schema.users.c.id)).scalars())


def must_be_there(connection: Connection, user: str) -> None:
    """Somebody who is about to hold something has not gone meanwhile, and does not before this is kept."""
    if not still_there(connection, (user,)):
        raise NotSignedIn("You are not signed in.")


def forget_unseated(connection: Connection, user: str) -> bool:
    """Delete a person, unless they sit at a table that is not over: nobody would decide there."""
    connection.execute(sa.select(schema.users.c.id).where(schema.users.c.id == user).with_for_update())
    if tables_in_play(connection, user):
        return False
    forget_user(connection, user)
    return True


def tables_in_play(connection: Connection, user: str) -> list[str]:
    """The tables at which somebody sits and which are not over."""
    kept, chairs = schema.tables.c, schema.seats.c
    query = sa.select(kept.id).distinct().join(schema.seats, chairs.table_id == kept.id)
    return [row["id"] for row in rows(connection, query.where(chairs.user_id == user, kept.status != "over"))]


def tables_of(connection: Connection, user: str) -> list[str]:
    """The tables at which somebody sits or is the host."""
    seated = sa.select(schema.seats.c.table_id.label("id")).where(schema.seats.c.user_id == user)
    hosted = sa.select(schema.tables.c.id).where(schema.tables.c.host == user)
    return [row["id"] for row in rows(connection, sa.union(seated, hosted))]
