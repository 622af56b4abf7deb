"""The socket of a seat. It says hello with the number of the last message it has, gets what it missed and the pending
question, and then sends commands. Every frame from here is a list of messages, each with its number."""

import asyncio
import contextlib
import functools
import operator
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.server.api.seats import seat_held
from sandtable.server.api.tables import is_at
from sandtable.server.commands import COMMANDS
from sandtable.server.hall import Hall, log
from sandtable.server.limits import Bucket
from sandtable.server.lines import GONE, HELD_BY_ANOTHER, NOT_YOURS, TRY_AGAIN, Line
from sandtable.server.people import User
from sandtable.server.playing import Command
from sandtable.server.problems import Forbidden, Invalid, NotFound, NotSignedIn, Problem, TooMany
from sandtable.server.rooms import Room
from sandtable.server.web import as_problem, caller, problem_response, same_origin

HELLO_SECONDS = 10.0
MOST_MISSED = 500


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message of a client. `last_seq` is the number of the last message it has; 0 if none."""

    last_seq: int = 0
    do: str = "hello"


def with_number(kind: type[Command]) -> Any:
    """A command as it comes over a socket: with a number of the client's own in `re`, to tell replies apart."""
    return msgspec.defstruct(
        kind.__name__,
        [("re", int | str | None, None)],
        bases=(kind,),
        frozen=True,
        tag=kind.__struct_config__.tag,
        forbid_unknown_fields=True,
        kw_only=True,
    )


_hello = msgspec.json.Decoder(Hello)
Numbered = functools.reduce(operator.or_, [with_number(kind) for kind in COMMANDS])
"""Any command, with the client's number in it."""
_commands = msgspec.json.Decoder(Numbered)
_encode = msgspec.json.Encoder().encode


def command_of(raw: bytes) -> tuple[Any, Any]:
    """The client's number and the command of a message."""
    try:
        command = _commands.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadMessage(number_in(raw), str(problem)) from None
    return command.re, command


def number_in(raw: bytes) -> Any:
    """The client's number in a message that cannot be read otherwise."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _number.decode(raw).re
    return None


class OnlyNumber(msgspec.Struct):
    re: int | str | None = None


_number = msgspec.json.Decoder(OnlyNumber)


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
        except Exception as problem:
            await refuse(socket, known_problem(problem))
            return
        await socket.accept()
        await converse(hall, socket, room, seat, user)
    except WebSocketDisconnect:
        pass
    finally:
        hall.limits.close_socket(address)


def known_problem(problem: Exception) -> Problem:
    """What can be said of it; if nothing, it is ours to look into."""
    known = as_problem(problem)
    if known is None:
        raise problem
    return known


async def refuse(socket: WebSocket, problem: Problem) -> None:
    """Say no before the socket is open, as an HTTP answer where the server can."""
    with contextlib.suppress(OSError, WebSocketDisconnect):  # whoever asked is gone already
        if "websocket.http.response" in socket.scope.get("extensions", {}):
            await socket.send_denial_response(problem_response(problem))
        else:
            await socket.close(NOT_YOURS, problem.title)


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
    line = Line(seat, user.id, user.session)
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = _hello.decode(await receive(socket))
    except (TimeoutError, msgspec.DecodeError, UnicodeDecodeError):
        await socket.close(4400, "Say hello first.")
        return
    with hall.attending.line(line):
        try:
            room = await hall.room(room.id)  # it may have been closed as idle, and opened anew, before the hello
            await greet(room, line, hello.last_seq)
        except Exception as problem:
            known = known_problem(problem)
            line.close(known.detail, TRY_AGAIN if known.status == 503 else NOT_YOURS)
        if not line.reason:
            await attend(hall, socket, room, line, user)
        if line.reason:
            with contextlib.suppress(RuntimeError):  # unless it was closed already
                await socket.close(line.code, line.reason)


async def attend(hall: Hall, socket: WebSocket, room: Room, line: Line, user: User) -> None:
    """Send and listen until either side has enough."""
    seat = line.viewer
    sender = asyncio.create_task(send_on(socket, line))
    try:
        await hall.notices.come(room, user.id)
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
        if line.viewer not in room.seats or room.seats[line.viewer].user != line.user:
            line.close(HELD_BY_ANOTHER)  # given away since the socket was opened
            return
        count = room.told.get(line.viewer, 0)
        first = max(last, count - MOST_MISSED, 0) if last <= count else max(count - MOST_MISSED, 0)
        missed = await room.messages(line.viewer, first, MOST_MISSED) if first < count else []
        line.put(
            _encode({"type": "welcome", "seq": count, "seat": line.viewer, "missed": len(missed), "from": first + 1})
        )
        for frame in missed:
            line.put(frame)
        room.join(line)
        room.publish_to(line.viewer, [line])


async def listen_on(hall: Hall, socket: WebSocket, room: Room, line: Line, user: User) -> None:
    """Do what the client says, one message after the other, and send what came of it."""
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
                    line.close("You sent too much.", TRY_AGAIN)
                    return
                re = number_in(raw)
                raise TooMany("That was too fast; please wait a moment.")
            re, command = command_of(raw)
            kind = str(command.__struct_config__.tag)
            await room.run(
                lambda draft: command.do(draft, seat_held(draft, line.viewer, user)),  # noqa: B023
                lambda result: line.put(reply(room, line, re, result)),  # noqa: B023
                line,
            )
            hall.metrics.command(kind, "ok")
        except BadMessage as bad:
            refused(hall, room, line, bad.re, kind, Invalid(f"The message cannot be read: {bad}."))
        except Exception as problem:
            known = as_problem(problem)
            if known is None:
                log.error("a command failed", table=room.id, command=kind, problem=repr(problem))
                known = Problem("Something went wrong here; nothing was changed.")
            refused(hall, room, line, re, kind, known)
        finally:
            line.held = False
        await send_waiting(socket, line)


def reply(room: Room, line: Line, re: Any, result: Any) -> bytes:
    return _encode({"type": "ok", "seq": room.told.get(line.viewer, 0), "re": re, "result": result})


def refused(hall: Hall, room: Room, line: Line, re: Any, kind: str, problem: Problem) -> None:
    hall.metrics.command(kind, "refused")
    line.put(_encode({"type": "refused", "seq": room.told.get(line.viewer, 0), "re": re, "problem": problem.body()}))


async def send_waiting(socket: WebSocket, line: Line) -> None:
    """Send what waits, as one frame; one sender after the other, so that everything comes in its order."""
    try:
        async with line.sending:
            if frames := line.take():
                await socket.send_text((b"[" + b",".join(frames) + b"]").decode())
    except (RuntimeError, WebSocketDisconnect, OSError):
        line.close("The connection is gone.", GONE)


async def send_on(socket: WebSocket, line: Line) -> None:
    """Send what others have put in. A client that takes nothing answers no ping either, and is cut by the server's
    protocol; one that is merely slow is cut by its line."""
    while True:
        await line.wait()
        await send_waiting(socket, line)
        if line.reason and not line.waiting:
            with contextlib.suppress(Exception):
                await socket.close(line.code, line.reason)
            return
