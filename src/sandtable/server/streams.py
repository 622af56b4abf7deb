"""Server-sent events: for watchers of a table, and for lists of tables."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse

from sandtable.server.api.seats import must_watch, watched
from sandtable.server.api.tables import may_watch
from sandtable.server.hall import Hall
from sandtable.server.lines import Line
from sandtable.server.problems import NotFound, NotSignedIn
from sandtable.server.rooms import WATCHER, Room
from sandtable.server.web import caller

HEARTBEAT_SECONDS = 20.0
LOOK_SECONDS = 1.0
MOST_MISSED = 500
_encode = msgspec.json.Encoder().encode


def event(data: bytes, id: int | None = None) -> bytes:
    head = f"id: {id}\n".encode() if id is not None else b""
    return head + b"data: " + data + b"\n\n"


def last_id(request: Request) -> int:
    given = request.headers.get("last-event-id", "0")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


async def watch(hall: Hall, request: Request) -> StreamingResponse:
    """The stream of a watcher: messages that everybody may hear, and the public view."""
    hall.limits.check(request)
    room = await hall.room(request.path_params["table"])
    if not may_watch(room):
        raise NotFound("There is no such table.")
    must_watch(room)
    delayed = room.row.facts.watching.delay > 0 and room.row.status != "over"
    frames = delayed_frames(room, last_id(request)) if delayed else live_frames(hall, room, last_id(request))
    return stream(hall, request, frames)


def stream(hall: Hall, request: Request, frames: AsyncIterator[bytes]) -> StreamingResponse:
    address = hall.limits.open_socket(request)

    async def counted() -> AsyncIterator[bytes]:
        try:
            async for frame in frames:
                yield frame
                if hall.stopping:
                    return
        finally:
            hall.limits.close_socket(address)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


async def live_frames(hall: Hall, room: Room, last: int) -> AsyncIterator[bytes]:
    line = Line(WATCHER, "")
    async with room.lock:
        await room.look()
        count = room.told.get(WATCHER, 0)
        first = max(last, count - MOST_MISSED, 0) if last <= count else max(count - MOST_MISSED, 0)
        for frame in await room.messages(WATCHER, first, MOST_MISSED) if first < count else []:
            line.put(frame)
        room.join(line)
        room.publish_to(line)
    try:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    frames = await line.next()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            seq = room.told.get(WATCHER, 0)
            for frame in frames:
                yield event(frame, seq)
            if line.reason or hall.stopping:
                return
    finally:
        room.leave(line)


async def delayed_frames(room: Room, last: int) -> AsyncIterator[bytes]:
    """The same, so many minutes late: looked up anew each time, since nothing is pushed to such watchers."""
    shown, quiet = b"", time.monotonic()
    while True:
        limit = time.time() - room.row.facts.watching.delay * 60
        async with room.lock:
            await room.look()
            view = _encode({"type": "view", "view": watched(room).view})
        for frame in await room.messages(WATCHER, last, MOST_MISSED, limit):
            last += 1
            yield event(frame, last)
        if view != shown:
            shown = view
            yield event(view, last)
        elif time.monotonic() - quiet > HEARTBEAT_SECONDS:
            yield b": still here\n\n"
        else:
            await asyncio.sleep(LOOK_SECONDS)
            continue
        quiet = time.monotonic()
        await asyncio.sleep(LOOK_SECONDS)


async def lists(hall: Hall, request: Request) -> StreamingResponse:
    """Says when a table of the caller changes, or, under /lists, when any listed table does. What changed is read
    over HTTP: a stream for many people does not repeat it for each."""
    hall.limits.check(request)
    key = ""
    if request.url.path.endswith("/me/stream"):
        user, _ = await caller(hall, request)
        if user is None:
            raise NotSignedIn("You are not signed in.")
        key = user.id
    return stream(hall, request, list_frames(hall, key))


async def list_frames(hall: Hall, key: str) -> AsyncIterator[bytes]:
    changed = asyncio.Event()
    hall.watch_lists.setdefault(key, set()).add(changed)
    try:
        yield event(b'{"type":"welcome"}')
        while not hall.stopping:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await changed.wait()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            changed.clear()
            yield event(b'{"type":"changed"}')
            await asyncio.sleep(0.5)  # many changes become one
    finally:
        hall.watch_lists.get(key, set()).discard(changed)
        if not hall.watch_lists.get(key):
            hall.watch_lists.pop(key, None)


STREAMS: tuple[tuple[str, Any, str], ...] = (
    ("/tables/{table}/watch", watch, "The stream of a watcher (server-sent events)"),
    ("/me/stream", lists, "Says when one of your tables changes (server-sent events)"),
    ("/lists/stream", lists, "Says when any listed table changes (server-sent events)"),
)
