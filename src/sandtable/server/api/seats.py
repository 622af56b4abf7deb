"""What can be seen of a game, and what a seat does in it."""

import time
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa

from sandtable.server import schema
from sandtable.server.api.tables import is_at, may_watch, visible
from sandtable.server.commands import COMMANDS
from sandtable.server.drafts import Draft
from sandtable.server.people import User
from sandtable.server.problems import Forbidden, NotFound
from sandtable.server.rooms import Room
from sandtable.server.store import upsert
from sandtable.server.web import Call, Done, endpoint


class Seen(msgspec.Struct, frozen=True):
    """What a seat, or a watcher, may know now. `ask` is the number of the open question, `seq` of the last message."""

    ask: int
    seq: int
    undo: bool
    view: Any


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which message on."""

    after: Annotated[int, msgspec.Meta(ge=0)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 200


def must_watch(room: Room) -> None:
    if room.row.facts.watching.by != "everyone":
        raise Forbidden("This table does not want to be watched.")


@endpoint("GET", "/tables/{table}/view", "What a watcher may see", returns=Seen, user=False)
async def watch_view(call: Call) -> Seen:
    room = await visible(call)
    must_watch(room)
    async with room.lock:
        return watched(room)


def watched(room: Room) -> Seen:
    """The game as a watcher sees it, as late as the table wants it."""
    if room.table is None:
        return Seen(room.row.ask, room.told.get("", 0), False, None)
    if not room.is_late:
        return Seen(room.row.ask, room.told.get("", 0), False, msgspec.Raw(room.view("")))
    state = room.table.state_after(room.watched_moves(time.time()))
    return Seen(0, 0, False, room.table.game.view(state, ()))


def watching_limit(room: Room) -> float | None:
    """The time of the last message that watchers may know of; none if they may know all."""
    return time.time() - room.row.facts.watching.delay * 60 if room.is_late else None


class MessageList(msgspec.Struct, frozen=True):
    """Messages in their order, each with its number for this viewer."""

    messages: list[Any]


@endpoint("GET", "/tables/{table}/messages", "What watchers were told", query=After, returns=MessageList, user=False)
async def watch_messages(call: Call) -> MessageList:
    room = await visible(call)
    must_watch(room)
    found = await room.messages("", call.query.after, call.query.limit, watching_limit(room))
    return MessageList([msgspec.Raw(frame) for frame in found])


async def own_seat(call: Call) -> tuple[Room, str]:
    """The table and seat of a request, if the caller sits there."""
    room = await call.hall.room(call.path("table"))
    name = call.path("seat")
    if not is_at(room, call.user.id) and not may_watch(room):
        raise NotFound("There is no such table.")
    if name not in room.seats:
        raise NotFound("There is no such seat at this table.")
    if room.seats[name].user != call.user.id:
        raise Forbidden("You do not sit in this seat.")
    return room, name


@endpoint(
    "GET", "/tables/{table}/seats/{seat}", "What your seat may see, and what it is asked", returns=Seen, tag="play"
)
async def seat_view(call: Call) -> Seen:
    room, name = await own_seat(call)
    async with room.lock:
        await room.look()
        call.etag = "seat"
        return Seen(room.row.ask, room.told.get(name, 0), room.may_undo(name), msgspec.Raw(room.view(name)))


@endpoint(
    "GET",
    "/tables/{table}/seats/{seat}/messages",
    "What your seat was told",
    query=After,
    returns=MessageList,
    tag="play",
)
async def seat_messages(call: Call) -> MessageList:
    room, name = await own_seat(call)
    found = await room.messages(name, call.query.after, call.query.limit)
    return MessageList([msgspec.Raw(frame) for frame in found])


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notes for yourself."""

    text: Annotated[str, msgspec.Meta(max_length=20_000)]


@endpoint("GET", "/tables/{table}/notes", "Your notes on a table", returns=Note, tag="play")
async def read_notes(call: Call) -> Note:
    room = await visible(call)
    kept = schema.notes.c
    query = sa.select(kept.text).where(kept.table_id == room.id, kept.user_id == call.user.id)
    found = await call.hall.store.read(lambda connection: connection.execute(query).scalar())
    return Note(found or "")


@endpoint("PUT", "/tables/{table}/notes", "Write your notes on a table", body=Note, tag="play")
async def write_notes(call: Call, body: Note) -> Done:
    room = await visible(call)
    row = {"table_id": room.id, "user_id": call.user.id, "text": body.text, "updated": time.time()}
    await call.hall.store.write(lambda connection: upsert(connection, schema.notes, row))
    return Done()


def declare_commands() -> None:
    """Each command of a seat as an endpoint of its own."""
    for kind in COMMANDS:
        tag = str(kind.__struct_config__.tag)

        async def act(call: Call, body: Any) -> Any:
            room, name = await own_seat(call)
            return await room.do(lambda draft: body.do(draft, seat_held(draft, name, call.user)))

        endpoint(
            "POST",
            f"/tables/{{table}}/seats/{{seat}}/{tag.replace('_', '-')}",
            (kind.__doc__ or "").partition("\n")[0],
            body=kind,
            returns=dict,
            tag="play",
        )(act)


def seat_held(draft: Draft, name: str, user: User) -> str:
    """Checked again inside the change: the seat may have been given away meanwhile."""
    if name not in draft.seats or draft.seats[name].user != user.id:
        raise Forbidden("You do not sit in this seat.")
    return name


declare_commands()
