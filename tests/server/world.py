"""A running server for tests: real HTTP and real sockets on the loopback address, with the small auction game."""

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from sandtable.core.versions import Game
from sandtable.games import load_game
from sandtable.server.app import make_app
from sandtable.server.config import Settings
from sandtable.server.hall import Games, Hall
from sandtable.server.refusals import EndsWithRefusal
from sandtable.server.silence import NotForEver
from tests.auction import GAME
from tests.server.thoughtful import bot, bots

SITTING: dict[str, Any] = {"headers": {"X-Sandtable": "1"}}
"""What a page of ours sends along."""


def load(name: str) -> Game:
    return GAME if name == "auction" else load_game(name)


GAMES = Games(("auction", "echoes", "pacific", "warroom"), load, bots, bot)


class World:
    """A server, and ways to be somebody at it."""

    def __init__(self, address: str, hall: Hall, server: uvicorn.Server) -> None:
        self.address, self.hall, self.server = address, hall, server
        self.people: list[Person] = []

    def person(self) -> "Person":
        """Somebody with a browser of their own."""
        person = Person(self.address)
        self.people.append(person)
        return person

    async def two_at_a_table(self, **more: Any) -> tuple["Person", "Person", str]:
        """Two people in an auction that has begun: north is the host, south came by link."""
        north, south = self.person(), self.person()
        seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
        made = await north.post("/tables", {"game": "auction", "seats": seats, **more})
        await south.post("/invitations", {"token": made["links"]["south"]})
        return north, south, made["table"]["id"]


class Person:
    """A browser: a cookie jar, and sockets."""

    def __init__(self, address: str) -> None:
        self.address = address
        # nothing here is encrypted; to read the certificates of the system takes as long as many a test
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}", headers={"X-Sandtable": "1"}, timeout=20, verify=False, trust_env=False
        )

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        if body is not None:
            more["json"] = body
        return await self.http.request(method, f"/api/v1{path}", **more)

    async def get(self, path: str) -> Any:
        return good(await self.call("GET", path))

    async def post(self, path: str, body: Any = None) -> Any:
        return good(await self.call("POST", path, body if body is not None else {}))

    async def put(self, path: str, body: Any) -> Any:
        return good(await self.call("PUT", path, body))

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Status and sentence of a request that must not be granted."""
        response = await self.call(method, path, body if body is not None or method == "GET" else {})
        assert response.status_code >= 400, response.text
        assert response.headers["content-type"] == "application/problem+json"
        return response.status_code, response.json()["detail"]

    async def answer(self, table: str, seat: str, choice: Any, nation: str = "", **more: Any) -> Any:
        seen = await self.get(f"/tables/{table}/seats/{seat}")
        body = {"ask": seen["ask"], "nation": nation or seat, "choice": choice, **more}
        return await self.post(f"/tables/{table}/seats/{seat}/answer", body)

    @asynccontextmanager
    async def socket(self, table: str, seat: str, last: int = 0, hello: bool = True) -> AsyncIterator["Socket"]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://{self.address}/api/v1/tables/{table}/seats/{seat}/socket"
        async with connect(address, additional_headers={"Cookie": cookie}, max_size=None) as raw:
            opened = Socket(raw)
            if hello:
                await opened.say({"last_seq": last})
            yield opened


class Socket:
    """A seat's socket, with what came over it."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.waiting: list[Any] = []
        self.number = itertools.count(1)
        self.seq = 0

    async def say(self, message: Any) -> None:
        await self.raw.send(msgspec.json.encode(message).decode())

    async def next(self, kind: str = "", seconds: float = 5.0) -> Any:
        """The next message, or the next one of a kind; those before it are dropped."""
        async with asyncio.timeout(seconds):
            while True:
                while self.waiting:
                    message = self.waiting.pop(0)
                    self.seq = max(self.seq, message["seq"])
                    if not kind or message["type"] == kind or message.get("kind") == kind:
                        return message
                self.waiting = msgspec.json.decode(await self.raw.recv())

    async def do(self, command: str, **more: Any) -> Any:
        """Send a command and wait for its reply."""
        number = next(self.number)
        await self.say({"do": command, "re": number, **more})
        async with asyncio.timeout(10):
            while True:
                message = await self.next()
                if message["type"] in ("ok", "refused") and message["re"] == number:
                    return message

    async def silent(self, seconds: float = 0.3) -> list[Any]:
        """Whatever comes within a while."""
        found = []
        try:
            while True:
                found.append(await self.next(seconds=seconds))
        except TimeoutError:
            return found


def good(response: httpx.Response) -> Any:
    assert response.status_code < 300, f"{response.status_code} {response.text}"
    return response.json() if "json" in response.headers.get("content-type", "") else response.text


@asynccontextmanager
async def serving(settings: Settings, games: Games = GAMES) -> AsyncIterator[World]:
    """A server in this very event loop."""
    app = make_app(settings, games)
    config = uvicorn.Config(
        app,
        http=NotForEver,
        ws=EndsWithRefusal,
        log_level="warning",
        lifespan="on",
        ws_max_size=settings.max_body,
        access_log=False,
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    listener = socket.create_server(("127.0.0.1", 0))
    try:
        await server.startup([listener])  # and no more: its own loop would look only ten times a second whether to stop
    except SystemExit:
        raise RuntimeError("the server did not start") from None
    world = World(f"127.0.0.1:{listener.getsockname()[1]}", app.state.hall, server)
    try:
        yield world
    finally:
        for person in world.people:
            await person.http.aclose()
        await stop(server, listener)


async def stop(server: uvicorn.Server, listener: socket.socket) -> None:
    """As the server itself would stop, without its pauses of a tenth of a second."""
    for one in server.servers:
        one.close()
    listener.close()
    for connection in list(server.server_state.connections):
        connection.shutdown()
    async with asyncio.timeout(30):
        while server.server_state.connections or server.server_state.tasks:
            await asyncio.sleep(0.002)
        for one in server.servers:
            await one.wait_closed()
    await server.lifespan.shutdown()
