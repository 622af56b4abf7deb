"""The socket of a seat. It says hello with the number of the last message it has, gets what it missed and the pending
question, and then sends commands. Every frame from here is a list of messages, each with its number."""

import asyncio
import contextlib
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.server.api.seats import seat_held
from sandtable.server.api.tables import is_at
from sandtable.server.hall import Hall, log
from sandtable.server.limits import Bucket
from sandtable.server.lines import Line
from sandtable.server.people import User
from sandtable.server.playing import AnyCommand
from sandtable.server.problems import Forbidden, Invalid, NotFound, NotSignedIn, Problem, TooMany
from sandtable.server.rooms import Room
from sandtable.server.web import as_problem, caller, problem_response, same_origin

HELLO_SECONDS = 10.0
SEND_SECONDS = 20.0
MOST_MISSED = 500


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client. `last_seq` is the number of the last message it has; 0 if none."""

    last_seq: int = 0
    do: str = "hello"


_hello = msgspec.json.Decoder(Hello)
_commands = msgspec.json.Decoder(AnyCommand)
_encode = msgspec.json.Encoder().encode


def command_of(raw: bytes) -> tuple[Any, Any]:
    """The client's number and the command of a message."""
    re: Any = None
    try:
        fields = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        if "re" in fields:
            re = msgspec.json.decode(fields.pop("re"), type=int | str | None)
            raw = _encode(fields)
        return re, _commands.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadMessage(re, str(problem)) from None


class BadMessage(Exception):
    def __init__(self, re: Any, problem: str) -> None:
        super().__init__(problem)
        self.re = re


async def serve_seat(hall: Hall, socket: WebSocket) -> None:
    """One socket from its first byte to its last."""
    try:
        hall.limits.check(socket)
        address = hall.limits.open_socket(socket)
    except Problem as problem:
        await refuse(socket, problem)
        return
    try:
        try:
            user, room, seat = await admit(hall, socket)
        except Problem as problem:
            await refuse(socket, problem)
            return
        await socket.accept()
        await converse(hall, socket, room, seat, user)
    except WebSocketDisconnect:
        pass
    finally:
        hall.limits.close_socket(address)


async def refuse(socket: WebSocket, problem: Problem) -> None:
    """Say no before the socket is open, as an HTTP answer where the server can."""
    with contextlib.suppress(Exception):
        await socket.send_denial_response(problem_response(problem))


async def admit(hall: Hall, socket: WebSocket) -> tuple[User, Room, str]:
    if not same_origin(hall, socket):
        raise Forbidden("Sockets are opened by our own pages only.")
    user, _ = await caller(hall, socket)
    if user is None:
        raise NotSignedIn("You are not signed in.")
    room = await hall.room(str(socket.path_params["table"]))
    seat = str(socket.path_params["seat"])
    if not is_at(room, user.id):
        raise NotFound("There is no such table.")
    if seat not in room.seats or room.seats[seat].user != user.id:
        raise Forbidden("You do not sit in this seat.")
    return user, room, seat


async def converse(hall: Hall, socket: WebSocket, room: Room, seat: str, user: User) -> None:
    line = Line(seat, user.id)
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = _hello.decode(await receive(socket))
    except (TimeoutError, msgspec.DecodeError, UnicodeDecodeError):
        await socket.close(4400, "Say hello first.")
        return
    await greet(room, line, hello.last_seq)
    await hall.notices.come(room, user.id)
    sender = asyncio.create_task(send_on(hall, socket, line))
    try:
        await listen_on(hall, socket, room, line, user)
    finally:
        room.leave(line)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender
        await hall.notices.gone(room, seat)


async def receive(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text.encode() if text is not None else message.get("bytes") or b""


async def greet(room: Room, line: Line, last: int) -> None:
    """What was missed, the table, and the pending question; then whatever comes."""
    async with room.lock:
        await room.look()
        count = room.told.get(line.viewer, 0)
        first = max(last, count - MOST_MISSED, 0) if last <= count else max(count - MOST_MISSED, 0)
        missed = await room.messages(line.viewer, first, MOST_MISSED) if first < count else []
        line.put(
            _encode({"type": "welcome", "seq": count, "seat": line.viewer, "missed": len(missed), "from": first + 1})
        )
        for frame in missed:
            line.put(frame)
        room.join(line)
        room.publish_to(line)


async def listen_on(hall: Hall, socket: WebSocket, room: Room, line: Line, user: User) -> None:
    bucket = Bucket(hall.limits.messages)
    strikes = 0
    while not line.reason:
        raw = await receive(socket)
        re: Any = None
        kind = "bad"
        try:
            if not bucket.take():
                strikes += 1
                if strikes > 100:
                    line.close("You sent too much.")
                    return
                raise TooMany("That was too fast; please wait a moment.")
            re, command = command_of(raw)
            kind = str(command.__struct_config__.tag)
            await room.run(
                lambda draft: command.do(draft, seat_held(draft, line.viewer, user)),  # noqa: B023
                lambda result: line.put(reply(room, line, re, result)),  # noqa: B023
            )
            hall.metrics.commands.labels(kind, "ok").inc()
        except BadMessage as bad:
            refused(hall, room, line, bad.re, kind, Invalid(f"The message cannot be read: {bad}."))
        except Exception as problem:
            known = as_problem(problem)
            if known is None:
                log.error("a command failed", table=room.id, command=kind, problem=repr(problem))
                known = Problem("Something went wrong here; nothing was changed.")
            refused(hall, room, line, re, kind, known)


def reply(room: Room, line: Line, re: Any, result: Any) -> bytes:
    return _encode({"type": "ok", "seq": room.told.get(line.viewer, 0), "re": re, "result": result})


def refused(hall: Hall, room: Room, line: Line, re: Any, kind: str, problem: Problem) -> None:
    hall.metrics.commands.labels(kind, "refused").inc()
    line.put(_encode({"type": "refused", "seq": room.told.get(line.viewer, 0), "re": re, "problem": problem.body()}))


async def send_on(hall: Hall, socket: WebSocket, line: Line) -> None:
    """Send what waits, as one frame; cut a client that does not take it."""
    try:
        while True:
            frames = await line.next()
            if frames:
                text = (b"[" + b",".join(frames) + b"]").decode()
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(text)
            if line.reason and not line.waiting:
                await socket.close(1013 if line.too_slow or hall.stopping else 4403, line.reason)
                return
    except (TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
        line.close("The connection is gone.")
        with contextlib.suppress(Exception):
            await socket.close(1011)
