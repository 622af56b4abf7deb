"""The application: routes, what every answer carries, and the life of the process."""

import contextlib
import gc
import ipaddress
import re
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sandtable.server import openapi, sockets, static, streams
from sandtable.server.api.tables import INVITE_COOKIE
from sandtable.server.config import Settings, database, kept
from sandtable.server.hall import Games, Hall, log
from sandtable.server.people import hashed
from sandtable.server.problems import NotAllowed, NotFound, Problem, Unavailable
from sandtable.server.store import Store, migrate, must_be_current, newest, shape
from sandtable.server.web import ENDPOINTS, Endpoint, answer, as_problem, problem_response

SECURITY_HEADERS = [
    (
        b"content-security-policy",
        # 'wasm-unsafe-eval' lets a browser compile WebAssembly and nothing else: the engine for playing offline.
        b"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def make_app(settings: Settings, games: Games | None = None) -> Starlette:
    """The application of one process. The database is opened when the process starts to serve."""
    app = Starlette(
        routes=routes(),
        lifespan=partial(life, settings, games or Games()),
        exception_handlers={HTTPException: plain_problem, Exception: plain_problem},
    )
    app.add_middleware(Guard, settings=settings)
    return app


@contextlib.asynccontextmanager
async def life(settings: Settings, games: Games, app: Starlette) -> AsyncIterator[None]:
    """Open the database and the hall; at the end let every change in the making finish."""
    sys.setswitchinterval(0.0003)  # the thread that writes must not wait long for its turn
    url = database(settings)
    if url.startswith("sqlite"):
        migrate(url)
    store = Store(url)
    must_be_current(store)
    secret = settings.secret or kept(settings, "secret")
    hall = Hall(settings, store, games, secret.encode())
    app.state.hall = hall
    await hall.open()
    gc.freeze()  # what is there from the start stays; it need not be looked through, neither now nor while people wait
    gc.set_threshold(5_000, 20, 100)  # nearly all is freed without it; each time whoever answers waits a millisecond
    try:
        yield
    finally:
        await hall.close()
        store.close()


@cache
def routes() -> list[BaseRoute]:
    by_path: dict[str, dict[str, Endpoint]] = {}
    for found in ENDPOINTS:
        by_path.setdefault(found.path, {})[found.method] = found
    fixed_first = sorted(by_path, key=lambda path: path.count("{"))
    paths: list[BaseRoute] = [Route(openapi.PREFIX + path, ByMethod(by_path[path])) for path in fixed_first]
    for path, handler, _ in streams.STREAMS:
        paths.insert(0, Route(openapi.PREFIX + path, with_problems(handler), methods=["GET"]))
    paths.append(WebSocketRoute(openapi.PREFIX + "/tables/{table}/seats/{seat}/socket", seat_socket))
    paths.append(Route(openapi.PREFIX + "/openapi.json", show_openapi))
    paths.append(Route("/healthz", healthz))
    paths.append(Route("/readyz", readyz))
    paths.append(Route("/metrics", with_problems(show_metrics), methods=["GET"]))
    paths.append(Route("/seat/{token}", seat_link))
    paths.append(Route("/maps/{file}", static.maps))
    paths.append(Route("/{path:path}", static.screens))
    return paths


class ByMethod:
    """The endpoints of one path."""

    def __init__(self, found: dict[str, Endpoint]) -> None:
        self.found = found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await respond(request, self.handle, send, scope, receive)

    async def handle(self, hall: Hall, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        if method not in self.found:
            raise NotAllowed("That cannot be done here.", allow=", ".join(sorted(self.found)))
        return await answer(hall, self.found[method], request)


async def respond(
    request: Request,
    handler: Callable[[Hall, Request], Awaitable[Response]],
    send: Send,
    scope: Scope,
    receive: Receive,
) -> None:
    try:
        response = await handler(request.app.state.hall, request)
    except Exception as problem:
        known = as_problem(problem)
        if known is None:
            log.error(
                "a request failed", method=request.method, route=route_of(scope), problem=repr(problem), exc_info=True
            )
            known = Failed("Something went wrong here; nothing was changed.")
        response = problem_response(known)
    await response(scope, receive, send)


class Failed(Problem):
    status = 500
    title = "Internal error"


def with_problems(handler: Callable[[Hall, Request], Awaitable[Response]]) -> Any:
    """An endpoint whose problems become answers."""

    class Answering:
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await respond(Request(scope, receive), handler, send, scope, receive)

    return Answering()


async def plain_problem(request: Request, problem: Exception) -> Response:
    if isinstance(problem, HTTPException):
        kind = {404: NotFound, 405: NotAllowed}.get(problem.status_code, Problem)
        return problem_response(kind("There is nothing here." if kind is NotFound else str(problem.detail)))
    return problem_response(Failed("Something went wrong here; nothing was changed."))


async def seat_socket(socket: WebSocket) -> None:
    await sockets.serve_seat(socket.app.state.hall, socket)


# Small pages

_description: list[bytes] = []


async def show_openapi(request: Request) -> Response:
    if not _description:
        _description.append(msgspec.json.encode(openapi.describe()))
    return Response(_description[0], media_type="application/json")


async def healthz(request: Request) -> Response:
    """The process lives."""
    return Response(b'{"status":"ok"}', media_type="application/json")


async def readyz(request: Request) -> Response:
    """The database answers and has the right shape, and we do not stop."""
    hall: Hall = request.app.state.hall
    try:
        if hall.stopping:
            raise Unavailable("The server stops.")
        if await hall.store.read(shape) != newest():
            raise Unavailable("The database has another shape than this release wants.")
    except Problem as problem:
        return problem_response(problem)
    except Exception:
        return problem_response(Unavailable("The database does not answer."))
    return Response(b'{"status":"ready"}', media_type="application/json")


async def show_metrics(hall: Hall, request: Request) -> Response:
    """Without a token an open server shows them only inside the host's network: neither by the name that people use nor
    through a proxy."""
    settings, token = hall.settings, hall.settings.metrics_token
    from_outside = "x-forwarded-for" in request.headers or host_is_ours(settings, request.headers.get("host", ""))
    if settings.mode == "production" and not token and from_outside:
        raise NotFound("There is nothing here.")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token:
        await hall.limits.may_try(hall.store, hall.key, request)
        if hashed(hall.key, given) != hashed(hall.key, token):
            await hall.limits.check_for_all(hall.store, hall.key, request)
            raise NotFound("There is nothing here.")
    return Response(hall.metrics.text(), media_type="text/plain; version=0.0.4")


LINK = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""What the token of a seat link is made of."""


async def seat_link(request: Request) -> Response:
    """A seat link: the token goes into a cookie and out of the address. Nothing is taken by a mere look at the link,
    so a preview in a chat does not sit down."""
    hall: Hall = request.app.state.hall
    token = request.path_params["token"]
    is_one = LINK.fullmatch(token) is not None  # else it is broken, and none that was followed before counts
    response = RedirectResponse("/join", status_code=303, headers={"Cache-Control": "no-store"})
    response.set_cookie(
        INVITE_COOKIE,
        token if is_one else "",
        max_age=86_400 if is_one else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=hall.settings.mode == "production",
    )
    return response


# What every request goes through


def route_of(scope: Scope) -> str:
    """The pattern of a route instead of the address, which may hold a token."""
    route = scope.get("route")
    return getattr(route, "path", "") or "unknown"


def host_is_ours(settings: Settings, host: str) -> bool:
    """Whether a request was sent to this server by name. Another name may be a trick to reach a local server through a
    browser, so only addresses and local names will do unless the host has said what the name is."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # half an IPv6 address
        return False
    if settings.url and name == urlsplit(settings.url).hostname:
        return True
    if settings.mode == "production":
        return False
    if name == "localhost" or name.endswith((".localhost", ".local")):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Host names, security headers, metrics and the log of requests."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if scope["path"] not in ("/healthz", "/readyz", "/metrics") and not host_is_ours(self.settings, host):
            name_unknown = "This server does not know itself by that name; its host can set the url."
            await self.turn_away(Problem(name_unknown), scope, receive, send)
        elif "\0" in scope["path"] or b"%00" in scope["query_string"]:  # nothing has it in its name
            await self.turn_away(NotFound("There is nothing here."), scope, receive, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.watched(scope, receive, send)

    async def turn_away(self, problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
            return
        await problem_response(problem)(scope, receive, send)

    async def watched(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500

        async def send_safe(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", []), *SECURITY_HEADERS]
                if self.settings.mode == "production":
                    headers.append((b"strict-transport-security", b"max-age=31536000"))
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self.app(scope, receive, send_safe)
        finally:
            seconds = time.perf_counter() - begun
            hall: Hall = scope["app"].state.hall
            route = route_of(scope)
            hall.metrics.requests.labels(scope["method"], route, str(status)).inc()
            if not route.endswith(("stream", "watch")):
                hall.metrics.seconds.observe(seconds)
            log.debug("request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1))
