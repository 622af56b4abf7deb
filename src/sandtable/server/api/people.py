"""Who you are: guests, accounts, keys for programs, ways to be told."""

import asyncio
import base64
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.server import foresight, people, schema, sitting
from sandtable.server.bringing import Brought, bring
from sandtable.server.drafts import Draft
from sandtable.server.notices import check_channel
from sandtable.server.people import User
from sandtable.server.problems import Conflict, NotFound
from sandtable.server.records import Name
from sandtable.server.rooms import TRIES
from sandtable.server.store import rows, upsert
from sandtable.server.web import Call, Done, cookie_name, endpoint

Password = Annotated[str, msgspec.Meta(min_length=1, max_length=people.LONGEST_PASSWORD)]
T = TypeVar("T")
MOST_KEYS = 20


class Me(msgspec.Struct, frozen=True):
    """A person, as that person may see it."""

    id: str
    kind: str
    name: str


def me(user: User) -> Me:
    return Me(user.id, user.kind, user.name)


class Session(msgspec.Struct, frozen=True):
    """Who comes with a request; nobody at first."""

    me: Me | None


@endpoint("GET", "/session", "Who you are, if anybody yet", returns=Session, user=False, tag="people")
async def look_at_session(call: Call) -> Session:
    return Session(me(call.found) if call.found else None)


@endpoint(
    "POST",
    "/session",
    "Become a guest, unless you are somebody already",
    returns=Me,
    user=False,
    guest=True,
    tag="people",
)
async def become_guest(call: Call) -> Me:
    return me(call.user)


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password of an account."""

    name: Name
    password: Password


class SignIn(Account, frozen=True, forbid_unknown_fields=True):
    """Name and password of an account, and whether a guest brings along what is theirs. It must be said: else whoever
    gets a stranger to sign in to an account that is not the stranger's would get the stranger's seats."""

    bring: bool = False


class SignedIn(Me, frozen=True):
    """A person who has signed in, and how much came along."""

    brought: Brought = Brought()


@endpoint(
    "POST",
    "/session/sign-in",
    "Sign in to an account; a guest may bring seats, tables and notes along",
    body=SignIn,
    returns=SignedIn,
    user=False,
    limit="sign_in",
    tag="people",
)
async def sign_in(call: Call, body: SignIn) -> SignedIn:
    found = await call.hall.store.read(lambda connection: people.password_row(connection, body.name))
    user = await asyncio.to_thread(people.verify, found, body.password)
    guest, brought = call.found, Brought()
    if body.bring and guest and guest.id != user.id:
        brought = await bring_along(call, guest, user)
    await call.sign_in(user)
    return SignedIn(user.id, user.kind, user.name, brought)


async def bring_along(call: Call, guest: User, account: User) -> Brought:
    """Whoever is connected as the guest is asked to come back, and then is the account."""
    hall = call.hall
    hall.attending.ask_back(guest.id)
    moved = await end_sessions(call, lambda connection: bring(connection, guest.id, account))
    for table, version in moved.tables.items():
        hall.heard(table, version)
    hall.tell_list(account.id)
    return moved.counted()


async def end_sessions(call: Call, work: Callable[[Connection], T]) -> T:
    """Write something that ends sessions; whoever is connected by one of them is cut off at once."""
    result = await call.hall.store.write(work)
    await call.hall.attending.check()
    return result


@endpoint("DELETE", "/session", "Sign out", user=False, tag="people")
async def sign_out(call: Call) -> Done:
    token = call.request.cookies.get(cookie_name(call.settings), "")
    this = schema.sessions.c.token == people.hashed(call.hall.key, token)
    await end_sessions(call, lambda connection: people.end_sessions(connection, this))
    call.cookies.append((cookie_name(call.settings), "", 0))
    return Done()


@endpoint("GET", "/me", "Who you are", returns=Me, tag="people")
async def who_am_i(call: Call) -> Me:
    return me(call.user)


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name to be called by."""

    name: Name


@endpoint("PATCH", "/me", "Take a name", body=NewName, returns=Me, tag="people")
async def rename(call: Call, body: NewName) -> Me:
    user = await call.hall.store.write(lambda connection: people.rename(connection, call.user, body.name))
    await show_name(call, user)
    return me(user)


async def show_name(call: Call, user: User) -> None:
    """Put a new name on the seats of all games that are not over, and where they tell who knows the dice."""
    for id in await call.hall.store.read(lambda connection: people.tables_in_play(connection, user.id)):
        room = await call.hall.room(id)
        await room.do(lambda draft: name_seats(draft, user))


def name_seats(draft: Draft, user: User) -> None:
    for name, seat in tuple(draft.seats.items()):
        if seat.user == user.id and seat.user_name != user.name:
            draft.change_seat(name, user_name=user.name)
    foreseen = foresight.called(draft.facts.foreseen, user.id, user)
    if foreseen != draft.facts.foreseen:
        draft.set(foreseen=foreseen)


@endpoint(
    "POST",
    "/me/account",
    "Make your guest an account; games and seats stay",
    body=Account,
    returns=Me,
    limit="sign_in",
    tag="people",
)
async def make_account(call: Call, body: Account) -> Me:
    hashed = await asyncio.to_thread(people.hash_password, body.password)
    user = await call.hall.store.write(lambda connection: people.make_account(connection, call.user, body.name, hashed))
    await show_name(call, user)
    return me(user)


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The old password and the new one."""

    old: Password
    new: Password


@endpoint(
    "POST",
    "/me/password",
    "Change your password; all other sessions end",
    body=NewPassword,
    limit="sign_in",
    tag="people",
)
async def change_password(call: Call, body: NewPassword) -> Done:
    user = call.user
    if user.kind != "account":
        raise Conflict("You have no account yet.")
    found = await call.hall.store.read(lambda connection: people.password_row(connection, user.name))
    await asyncio.to_thread(people.verify, found, body.old)
    hashed = await asyncio.to_thread(people.hash_password, body.new)

    def change(connection: Connection) -> None:
        connection.execute(sa.update(schema.users).where(schema.users.c.id == user.id).values(password=hashed))
        people.end_sessions(connection, schema.sessions.c.user_id == user.id)

    await end_sessions(call, change)
    await call.sign_in(user)
    return Done()


@endpoint("DELETE", "/me", "Delete yourself; your seats become open", tag="people")
async def delete_me(call: Call) -> Done:
    user = call.user
    for _ in range(TRIES):
        for id in await call.hall.store.read(lambda connection: people.tables_in_play(connection, user.id)):
            room = await call.hall.room(id)
            await room.do(lambda draft: leave_all(draft, user))
        if await end_sessions(call, lambda connection: people.forget_unseated(connection, user.id)):
            call.cookies.append((cookie_name(call.settings), "", 0))
            return Done()
    raise Conflict("You sat down again while you were about to go; please try again.")


def leave_all(draft: Draft, user: User) -> None:
    for name, seat in tuple(draft.seats.items()):
        if seat.user == user.id:
            sitting.vacate(draft, name)


@endpoint("GET", "/me/export", "Everything that is kept about you", returns=dict, tag="people")
async def export_me(call: Call) -> dict[str, Any]:
    user = call.user.id

    def collect(connection: Connection) -> dict[str, Any]:
        found: dict[str, Any] = {"tables": people.tables_of(connection, user)}
        columns = [column for column in schema.users.c if column.name != "password"]
        found["user"] = rows(connection, sa.select(*columns).where(schema.users.c.id == user))
        found["notes"] = rows(connection, sa.select(schema.notes).where(schema.notes.c.user_id == user))
        found["channels"] = rows(connection, sa.select(schema.channels).where(schema.channels.c.user_id == user))
        found["ratings"] = rows(connection, sa.select(schema.ratings).where(schema.ratings.c.who == user))
        return found

    return await call.hall.store.read(collect)


class KeyCard(msgspec.Struct, frozen=True):
    """A key for programs. `token` is shown once."""

    label: str
    created: float
    id: str
    token: str = ""


class NewKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the key is for."""

    label: Name


@endpoint(
    "POST",
    "/me/keys",
    "A key for your bot: send it as a bearer token",
    body=NewKey,
    returns=KeyCard,
    status=201,
    tag="people",
)
async def new_key(call: Call, body: NewKey) -> KeyCard:
    if len(await list_keys(call)) >= MOST_KEYS:
        raise Conflict(f"You have {MOST_KEYS} keys already.")
    token = await call.hall.store.write(
        lambda connection: people.add_session(connection, call.hall.key, call.user.id, 3650, "key", body.label)
    )
    return KeyCard(body.label, time.time(), people.hashed(call.hall.key, token)[:16], token)


@endpoint("GET", "/me/keys", "Your keys", returns=list[KeyCard], tag="people")
async def list_keys(call: Call) -> list[KeyCard]:
    kept = schema.sessions.c
    query = sa.select(schema.sessions).where(kept.user_id == call.user.id, kept.kind == "key").order_by(kept.created)
    found = await call.hall.store.read(lambda connection: rows(connection, query))
    return [KeyCard(row["label"], row["created"], row["token"][:16]) for row in found]


@endpoint("DELETE", "/me/keys/{key}", "Revoke a key", tag="people")
async def revoke_key(call: Call) -> Done:
    kept = schema.sessions
    gone = (
        kept.c.user_id == call.user.id,
        kept.c.kind == "key",
        sa.func.substr(kept.c.token, 1, 16) == call.path("key"),
    )
    if not await end_sessions(call, lambda connection: people.end_sessions(connection, *gone)):
        raise NotFound("You have no such key.")
    return Done()


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to reach you: an e-mail address, a browser's push subscription as JSON, or an Apprise address. `games` are
    the games, or the tables, that it is for; without them it is for all."""

    kind: Literal["email", "push", "apprise"]
    address: Annotated[str, msgspec.Meta(min_length=3, max_length=2000)]
    games: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=60, pattern=r"^\S+$")], ...], msgspec.Meta(max_length=20)
    ] = ()


class ChannelCard(msgspec.Struct, frozen=True):
    """A way to reach you, and what went wrong with it last."""

    id: str
    kind: str
    address: str
    games: list[str]
    error: str
    failures: int
    last: float | None


@endpoint("GET", "/me/channels", "How you are told that it is your turn", returns=list[ChannelCard], tag="people")
async def list_channels(call: Call) -> list[ChannelCard]:
    query = sa.select(schema.channels).where(schema.channels.c.user_id == call.user.id).order_by(schema.channels.c.id)
    found = await call.hall.store.read(lambda connection: rows(connection, query))
    return [channel_card(row) for row in found]


def channel_card(row: dict[str, Any]) -> ChannelCard:
    address = row["address"] if row["kind"] == "email" else row["address"].partition("://")[0]
    if row["kind"] == "push":
        address = "this browser"
    return ChannelCard(
        row["id"], row["kind"], address, row["games"].split(), row["error"], row["failures"], row["last"]
    )


@endpoint(
    "POST",
    "/me/channels",
    "Add a way to be told",
    body=NewChannel,
    returns=ChannelCard,
    status=201,
    limit="sign_in",
    tag="people",
)
async def add_channel(call: Call, body: NewChannel) -> ChannelCard:
    await asyncio.to_thread(check_channel, call.settings, body.kind, body.address)
    if len(await list_channels(call)) >= people.MOST_CHANNELS:
        raise Conflict(f"You have {people.MOST_CHANNELS} channels already.")
    row = {
        "id": people.new_id(),
        "user_id": call.user.id,
        "kind": body.kind,
        "address": body.address,
        "games": " ".join(body.games),
        "error": "",
        "failures": 0,
        "last": None,
    }
    await call.hall.store.write(lambda connection: upsert(connection, schema.channels, row))
    return channel_card(row)


async def own_channel(call: Call) -> dict[str, Any]:
    kept = schema.channels.c
    query = sa.select(schema.channels).where(kept.id == call.path("channel"), kept.user_id == call.user.id)
    found = await call.hall.store.read(lambda connection: rows(connection, query))
    if not found:
        raise NotFound("You have no such channel.")
    return found[0]


@endpoint("DELETE", "/me/channels/{channel}", "Remove a way to be told", tag="people")
async def remove_channel(call: Call) -> Done:
    row = await own_channel(call)
    gone = sa.delete(schema.channels).where(schema.channels.c.id == row["id"])
    await call.hall.store.write(lambda connection: connection.execute(gone) and None)
    return Done()


class Tested(msgspec.Struct, frozen=True):
    """What came of a test; an empty error means that it was sent."""

    error: str


@endpoint("POST", "/me/channels/{channel}/test", "Send a test notice", returns=Tested, limit="sign_in", tag="people")
async def test_channel(call: Call) -> Tested:
    row = await own_channel(call)
    return Tested(await call.hall.notices.send_to(row, "Test", "This is a test notice of Sandtable."))


class PushKey(msgspec.Struct, frozen=True):
    """The public key that a browser needs to subscribe; empty if this server does not push."""

    key: str


@endpoint("GET", "/push-key", "The public key for web push", returns=PushKey, user=False, tag="people")
async def push_key(call: Call) -> PushKey:
    if not call.settings.vapid_key:
        return PushKey("")
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid  # type: ignore[import-untyped]

    public = Vapid.from_string(call.settings.vapid_key).public_key
    raw = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return PushKey(base64.urlsafe_b64encode(raw).decode().rstrip("="))
