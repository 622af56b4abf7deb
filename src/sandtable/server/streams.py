"""Server-sent events: for watchers of a table, and for lists of tables."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse

from sandtable.server.api.seats import must_watch, watched, watching_limit
from sandtable.server.api.tables import may_watch
from sandtable.server.hall import Hall
from sandtable.server.lines import Line
from sandtable.server.problems import NotFound, NotSignedIn, Problem
from sandtable.server.rooms import WATCHER
from sandtable.server.web import caller

HEARTBEAT_SECONDS = 20.0
LOOK_SECONDS = 1.0
MOST_MISSED = 500
_encode = msgspec.json.Encoder().encode


def event(data: bytes, id: int | None = None) -> bytes:
    head = f"id: {id}\n".encode() if id is not None else b""
    return head + b"data: " + data + b"\n\n"


def number_of(frame: bytes) -> int:
    """The number in the head of a message: a watcher who loses the connection right after it misses none."""
    return int(frame.partition(b'"seq":')[2].partition(b",")[0])


def last_id(request: Request) -> int:
    given = request.headers.get("last-event-id", "0")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0


async def watch(hall: Hall, request: Request) -> StreamingResponse:
    """The stream of a watcher: messages that everybody may hear, and the public view."""
    hall.limits.check(request)
    user, _ = await caller(hall, request)
    room = await hall.room(request.path_params["table"])
    if not may_watch(room):
        raise NotFound("There is no such table.")
    must_watch(room)
    line = Line(WATCHER, "", user.session if user else "")
    frames = delayed_frames if room.is_late else live_frames
    return stream(hall, request, line, frames(hall, room.id, line, last_id(request)))


def stream(hall: Hall, request: Request, line: Line, frames: AsyncGenerator[bytes, None]) -> StreamingResponse:
    """The answer to a request for a stream; it ends when its line is closed."""
    address = hall.limits.open_socket(request)

    async def counted() -> AsyncIterator[bytes]:
        try:
            with hall.attending.line(line):
                async with contextlib.aclosing(frames):
                    async for frame in frames:
                        yield frame
                        if line.reason:
                            return
        finally:
            hall.limits.close_socket(address)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


async def live_frames(hall: Hall, table: str, line: Line, last: int) -> AsyncGenerator[bytes, None]:
    room = await hall.room(table)  # it may have been closed as idle, and opened anew, before the stream began
    async with room.lock:
        await room.look()
        count = room.told.get(WATCHER, 0)
        first = max(last, count - MOST_MISSED, 0) if last <= count else max(count - MOST_MISSED, 0)
        for frame in await room.messages(WATCHER, first, MOST_MISSED) if first < count else []:
            line.put(frame)
        room.join(line)
        room.publish_to(WATCHER, [line])
    try:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    frames = await line.next()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            for frame in frames:
                yield event(frame, number_of(frame))
            if line.reason:
                return
    finally:
        room.leave(line)


async def delayed_frames(hall: Hall, table: str, line: Line, last: int) -> AsyncGenerator[bytes, None]:
    """The same, so many minutes late: looked up anew each time, since nothing is pushed to such watchers."""
    shown, quiet = b"", time.monotonic()
    while not line.reason:
        try:
            view, messages = await late_look(hall, table, last)
        except Problem:  # it was removed, or cannot be read any more
            return
        for frame in messages:
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


async def late_look(hall: Hall, table: str, last: int) -> tuple[bytes, list[bytes]]:
    """What late watchers may see now, and the messages since the last one."""
    room = await hall.room(table)  # each time: it may have been closed as idle, and opened anew
    async with room.lock:
        await room.look()
        limit = watching_limit(room)
        view = _encode({"type": "view", "view": watched(room).view})
    return view, await room.messages(WATCHER, last, MOST_MISSED, limit)


async def lists(hall: Hall, request: Request) -> StreamingResponse:
    """Says when a table of the caller changes, or, under /lists, when any listed table does. What changed is read
    over HTTP: a stream for many people does not repeat it for each."""
    hall.limits.check(request)
    line = Line(WATCHER, "")
    if request.url.path.endswith("/me/stream"):
        user, _ = await caller(hall, request)
        if user is None:
            raise NotSignedIn("You are not signed in.")
        line = Line(WATCHER, user.id, user.session)
    return stream(hall, request, line, list_frames(hall, line))


async def list_frames(hall: Hall, line: Line) -> AsyncGenerator[bytes, None]:
    listening = hall.watch_lists.setdefault(line.user, set())
    listening.add(line)
    try:
        yield event(b'{"type":"welcome"}')
        while not line.reason:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    frames = await line.next()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            for frame in frames:
                yield event(frame)
            await asyncio.sleep(0.5)  # many changes become one
    finally:
        listening.discard(line)
        if not listening:
            hall.watch_lists.pop(line.user, None)


STREAMS: tuple[tuple[str, Any, str], ...] = (
    ("/tables/{table}/watch", watch, "The stream of a watcher (server-sent events)"),
    ("/me/stream", lists, "Says when one of your tables changes (server-sent events)"),
    ("/lists/stream", lists, "Says when any listed table changes (server-sent events)"),
)
