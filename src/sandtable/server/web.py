"""How HTTP meets the endpoints: who calls, what they send, what they get, what may go wrong. One table of endpoints
serves the router and the OpenAPI description."""

import asyncio
import hashlib
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from sandtable.core.verdicts import BadFaces, BadInput, Illegal
from sandtable.server.hall import Hall, log
from sandtable.server.limits import COUNTED_FOR_ALL
from sandtable.server.people import DAY, User, add_session, add_user, extend_session, note_visit, user_of
from sandtable.server.problems import (
    Forbidden,
    Invalid,
    NotSignedIn,
    Problem,
    Refused,
    TooLarge,
    TooSlow,
    Unavailable,
    Unsupported,
)

CSRF_HEADER = "x-sandtable"
BODY_SECONDS = 15.0
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""How JSON writes the one character that no text of PostgreSQL can hold."""
JSON = "application/json"
_encoder = msgspec.json.Encoder()


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


class Text(msgspec.Struct, frozen=True):
    """A file instead of JSON."""

    media_type: str
    content: str
    name: str = ""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One way in."""

    method: str
    path: str
    summary: str
    handler: Callable[..., Awaitable[Any]]
    body: Any = None
    query: Any = Nothing
    returns: Any = Done
    status: int = 200
    guest: bool = False
    """Whoever comes without a session becomes a guest."""
    user: bool = True
    """Whether a session is needed."""
    limit: str = ""
    media_type: str = JSON
    tag: str = "tables"


ENDPOINTS: list[Endpoint] = []


def endpoint(method: str, path: str, summary: str, **more: Any) -> Callable[[Any], Any]:
    """Declare a way in."""

    def declare(handler: Any) -> Any:
        ENDPOINTS.append(Endpoint(method=method, path=path, summary=summary, handler=handler, **more))
        return handler

    return declare


class Call:
    """One request: who calls, and what for."""

    def __init__(self, hall: Hall, request: Request, user: User | None) -> None:
        self.hall = hall
        self.request = request
        self.found = user
        self.query: Any = None
        self.cookies: list[tuple[str, str, int]] = []
        """To be set with the answer: name, value, seconds."""
        self.etag = ""
        self.headers: dict[str, str] = {}

    @property
    def user(self) -> User:
        if self.found is None:
            raise NotSignedIn("You are not signed in.")
        return self.found

    @property
    def settings(self) -> Any:
        return self.hall.settings

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    async def sign_in(self, user: User) -> None:
        """A session for this user, in a cookie."""
        days = self.settings.session_days
        token = await self.hall.store.write(lambda connection: add_session(connection, self.hall.key, user.id, days))
        self.cookies.append((cookie_name(self.settings), token, int(days * DAY)))
        self.found = user

    async def stay_signed_in(self) -> None:
        """Half its time before the end a session begins anew: a guest of a long war has nothing else to come back
        with."""
        life, now, user = self.settings.session_days * DAY, time.time(), self.user
        if user.until - now < life / 2:
            await self.hall.store.write(lambda connection: extend_session(connection, user.session, now + life))
            name = cookie_name(self.settings)
            self.cookies.append((name, self.request.cookies[name], int(life)))

    async def come_by(self) -> None:
        """Keep that somebody is here, once a day: who has not come for long, and has nothing here, is forgotten."""
        user, now = self.user, time.time()
        if now - user.seen > DAY:
            await self.hall.store.write(lambda connection: note_visit(connection, user.id, now))

    async def become_guest(self) -> None:
        await self.sign_in(await self.hall.store.write(lambda connection: add_user(connection)))


def cookie_name(settings: Any) -> str:
    """In production the browser itself insists on https and on this very host."""
    return "__Host-sandtable" if settings.mode == "production" else "sandtable"


async def caller(hall: Hall, connection: HTTPConnection) -> tuple[User | None, bool]:
    """Who calls, and whether by cookie."""
    given = connection.headers.get("authorization", "")
    if given:
        scheme, _, token = given.partition(" ")
        if scheme.lower() != "bearer" or not token.isascii() or len(token) > 200:
            raise NotSignedIn("Only bearer tokens are understood.")
        user = await hall.store.read(lambda database: user_of(database, hall.key, token, "key"))
        if user is None:
            raise NotSignedIn("That key is not known.")
        return user, False
    token = connection.cookies.get(cookie_name(hall.settings), "")
    if not token or len(token) > 200:
        return None, False
    return await hall.store.read(lambda database: user_of(database, hall.key, token, "cookie")), True


def same_origin(hall: Hall, connection: HTTPConnection) -> bool:
    """Whether a browser sent this from a page of ours; other programs send no origin."""
    given = connection.headers.get("origin")
    if given is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    ours = {connection.headers.get("host", "").lower()}
    if hall.settings.url:
        ours.add(urlsplit(hall.settings.url).netloc.lower())
    try:
        origin = urlsplit(given)
    except ValueError:  # half an IPv6 address
        return False
    return origin.netloc.lower() in ours and origin.scheme in ("http", "https")


def must_not_be_forged(hall: Hall, request: Request) -> None:
    """A page of somebody else can make a browser send our cookie, but neither our header nor our origin."""
    if not same_origin(hall, request) or CSRF_HEADER not in request.headers:
        raise Forbidden("Requests that change something need the header X-Sandtable and must come from our own pages.")


async def read_body(request: Request, most: int) -> bytes:
    """The whole body, if it is not too large and does not take too long."""
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length) > most:
        raise TooLarge(f"At most {most} bytes are taken here.")
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise TooLarge(f"At most {most} bytes are taken here.")
                parts.append(part)
    except TimeoutError:
        raise TooSlow("The request took too long to arrive.") from None
    return b"".join(parts)


def decode(data: bytes, kind: Any) -> Any:
    """A body as its type, or a sentence about what is wrong with it."""
    if NUL.search(data):
        raise Invalid("The request cannot be read: there is a character NUL in it.")
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Invalid(f"The request cannot be read: {problem}.") from None


def as_problem(problem: Exception) -> Problem | None:
    """What the core says, as a problem."""
    if isinstance(problem, Problem):
        return problem
    if isinstance(problem, Illegal):
        return Refused(problem.refusal.sentence, rule=problem.refusal.rule)
    if isinstance(problem, BadInput | BadFaces):
        return Invalid(sentence(str(problem)))
    if isinstance(problem, sa.exc.OperationalError):
        log.error("the database does not answer", problem=repr(problem))
        return Unavailable("The database does not answer; please try again in a moment.")
    return None


def sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def problem_response(problem: Problem) -> Response:
    headers = {"Cache-Control": "no-store"}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.status == 429:
        headers["Retry-After"] = "30"
    if problem.status == 405 and "allow" in problem.more:
        headers["Allow"] = problem.more.pop("allow")
    return Response(_encoder.encode(problem.body()), problem.status, headers, "application/problem+json")


async def answer(hall: Hall, found: Endpoint, request: Request) -> Response:
    """Answer one request to an endpoint."""
    hall.limits.check(request, found.limit)
    user, by_cookie = await caller(hall, request)
    changes = found.method not in ("GET", "HEAD")
    if changes and (by_cookie or request.headers.get("authorization") is None):
        must_not_be_forged(hall, request)
    call = Call(hall, request, user)
    if user:
        await call.come_by()
    if user and by_cookie:
        await call.stay_signed_in()
    if found.limit == COUNTED_FOR_ALL:
        await hall.limits.check_for_all(hall.store, hall.key, request)
    try:
        call.query = msgspec.convert(dict(request.query_params), found.query, strict=False)
    except msgspec.ValidationError as problem:
        raise Invalid(f"The query cannot be read: {problem}.") from None
    arguments = []
    if found.body is not None:
        kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
        wanted = "text/plain" if found.body is str else JSON
        if kind != wanted:
            raise Unsupported(f"This wants {wanted}.")
        data = await read_body(request, hall.settings.max_save if found.body is str else hall.settings.max_body)
        if found.body is str:
            try:
                arguments.append(data.decode())
            except UnicodeDecodeError:
                raise Invalid("That is not text.") from None
        else:
            arguments.append(decode(data, found.body))
    if call.found is None and found.guest:
        await call.become_guest()
    if call.found is None and found.user:
        raise NotSignedIn("You are not signed in.")
    return respond(call, found, await found.handler(call, *arguments))


def respond(call: Call, found: Endpoint, result: Any) -> Response:
    headers = {"Cache-Control": "no-store", **call.headers}
    if isinstance(result, Text):
        content, media_type = result.content.encode(), result.media_type
        if result.name:
            headers["Content-Disposition"] = f'attachment; filename="{result.name}"'
    else:
        content, media_type = result if isinstance(result, bytes) else _encoder.encode(result), JSON
    status = found.status
    if call.etag:
        tag = f'"{hashlib.sha256(call.etag.encode() + content).hexdigest()[:32]}"'
        headers["ETag"] = tag
        headers["Cache-Control"] = "private, no-cache"
        if tag in re.split(r"\s*,\s*", call.request.headers.get("if-none-match", "").replace("W/", "")):
            content, status = b"", 304
    response = Response(content, status, headers, media_type)
    for name, value, seconds in call.cookies:
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            path="/",
            httponly=True,
            samesite="lax",
            secure=call.settings.mode == "production",
        )
    return response
