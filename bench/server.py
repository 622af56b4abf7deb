"""Figures of the server, with the load generator on the same machine: `python -m bench.server [sqlite|postgresql]...`.

A bare Starlette endpoint that appends one row for each message is measured in the same run: that is the limit. The
game of the load is tiny and long, so that the figures are those of the server; Echoes of War is measured beside it.
"""

import abc
import argparse
import asyncio
import contextlib
import gc
import itertools
import multiprocessing
import os
import random
import resource
import shutil
import socket
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.frames import Frame as SocketFrame
from websockets.frames import Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from sandtable.bots import bot_named, bot_names
from sandtable.core.forms import AnyMenu
from sandtable.core.menus import Count
from sandtable.core.state import Public, State
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.versions import Game, Option, Scenario
from sandtable.core.views import Waiting, waiting
from sandtable.games import load_game
from sandtable.server import logs
from sandtable.server.config import Settings, database
from sandtable.server.hall import Games
from sandtable.server.refusals import EndsWithRefusal
from sandtable.server.silence import NotForEver
from sandtable.server.store import migrate

BUSY, TABLES, WATCHERS, THINKING = 32, 200, 1000, 3
RUNS, SECONDS = 5, 5.0


# A game that never ends


class CountingState(State, kw_only=True):
    total: Public[int] = 0
    last: Public[bool] = False


class AskNumber(Step, frozen=True, tag="counting.ask"):
    def ask(self, game: CountingState) -> Want:
        return Ask("counting.number", {"one": Count(rule="C-1", low=0, high=9)}, "Which number?")

    def then(self, game: CountingState, got: Any) -> None:
        game.total += got


class CountingView(msgspec.Struct, frozen=True):
    total: int
    waiting: Waiting


def start(scenario: str, options: Mapping[str, Any]) -> CountingState:
    return CountingState(rules=1, steps=[AskNumber()])


COUNTING = Game(
    name="counting",
    title="Counting",
    rules=1,
    prefix="counting",
    state=CountingState,
    scenarios={"count": Scenario("Counting", ("one",))},
    options={"unused": Option("Nothing", (False,))},
    start=start,
    view=lambda game, nations: CountingView(game.total, waiting(game, nations)),
    scramble=lambda game, nations, rng: game.clone(),
    result=lambda game: None,
    names={},
    problems=lambda game: [],
    arrange=lambda game, name, value: False,
)


def load_any(name: str) -> Game:
    return COUNTING if name == "counting" else load_game(name)


def bots_of(name: str) -> tuple[str, ...]:
    return ("random",) if name == "counting" else bot_names(name)


def any_bot(game: str, name: str) -> Any:
    return bot_named("echoes" if game == "counting" else game, name)


GAMES = Games(("counting", "echoes", "pacific", "warroom"), load_any, bots_of, any_bot)


# The servers


def serve(settings: Settings, listener: socket.socket, bare: bool) -> None:
    """In a process of its own: the real server, or the bare endpoint."""
    import uvicorn

    logs.set_up("warning", "text")
    if bare:
        app: Any = bare_app(database(settings))
    else:
        from sandtable.server.app import make_app

        app = make_app(settings, GAMES)
    config = uvicorn.Config(
        app, http=NotForEver, ws=EndsWithRefusal, log_level="error", access_log=False, lifespan="on",
        ws_per_message_deflate=False,
    )  # fmt: skip
    uvicorn.Server(config).run([listener])


def bare_app(url: str) -> Any:
    """What Starlette and the database can do at most: every message is one row, kept before it is answered."""
    import sqlalchemy as sa
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute

    from sandtable.server.store import Store

    table = sa.Table("bare", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("text", sa.Text))
    insert = sa.insert(table)

    @contextlib.asynccontextmanager
    async def life(app: Any) -> Any:
        app.state.store = Store(url)
        table.create(app.state.store.writing, checkfirst=True)
        yield
        app.state.store.close()

    def keep(text: str, connection: Any) -> None:
        connection.execute(insert, {"text": text})

    async def socket_endpoint(websocket: Any) -> None:
        await websocket.accept()
        with contextlib.suppress(Exception):
            while True:
                text = await websocket.receive_text()
                await websocket.app.state.store.write(partial(keep, text))
                await websocket.send_text(text)

    return Starlette(routes=[WebSocketRoute("/", socket_endpoint)], lifespan=life)


@contextlib.contextmanager
def running(settings: Settings, bare: bool = False) -> Iterator[tuple[str, int]]:
    """A server process: its address and process id."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(settings, listener, bare))
    process.start()
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    try:
        wait(address, bare)
        assert process.pid
        yield address, process.pid
    finally:
        process.terminate()
        process.join(20)
        listener.close()


def wait(address: str, bare: bool) -> None:
    for _ in range(200):
        with contextlib.suppress(Exception):
            if httpx.get(f"http://{address}/{'' if bare else 'readyz'}", timeout=2).status_code in (200, 404, 403, 426):
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")


# The load


class Question(msgspec.Struct):
    nation: str
    menu: AnyMenu


class Waits(msgspec.Struct):
    kind: str
    questions: list[Question]


class View(msgspec.Struct):
    waiting: Waits


class Frame(msgspec.Struct):
    type: str
    re: int | None = None
    ask: int = 0
    view: View | None = None


frames = msgspec.json.Decoder(list[Frame])


class Load:
    """Times of answers, from sending to the acknowledgement that it is kept."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.counting = False
        self.stop = False
        self.host = processors()

    def report(self, seconds: float) -> str:
        times = sorted(self.times)
        if not times:
            return "no answers"
        p50, p99 = times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000
        taken, whole = (now - then for now, then in zip(processors(), self.host, strict=True))
        host = f"   (the host took {taken / whole:.1%})" if whole else ""
        return f"{len(times) / seconds:7.0f} answers/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms{host}"


def processors() -> tuple[int, int]:
    """What the host of a virtual machine has taken of its processors for others (steal), and their whole time; nothing
    where that is not told."""
    stat = Path("/proc/stat")
    fields = [int(field) for field in stat.read_text().split("\n", 1)[0].split()[1:9]] if stat.exists() else []
    return (fields[7], sum(fields)) if len(fields) == 8 else (0, 0)


async def new_tables(address: str, game: str, number: int) -> tuple[str, list[str]]:
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", headers={"X-Sandtable": "1"}, timeout=60) as http:
        found = [(await http.post("/tables", json={"game": game})).json()["table"]["id"] for _ in range(number)]
        return "; ".join(f"{name}={value}" for name, value in http.cookies.items()), found


class Socket(asyncio.Protocol, abc.ABC):
    """The client's end of a socket. It shares its processors with the server that is measured, so there is nothing
    between its protocol and the event loop."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self.protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1{path}"), max_size=None)
        self.cookie = cookie
        self.done = asyncio.get_running_loop().create_future()

    @abc.abstractmethod
    def begin(self) -> None:
        """The socket is open."""

    @abc.abstractmethod
    def hear(self, text: bytes) -> None:
        """A message has come."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        request = self.protocol.connect()
        request.headers["Cookie"] = self.cookie
        self.protocol.send_request(request)
        self.send()

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(problem or self.protocol.handshake_exc or ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Response):
                self.begin()
            elif isinstance(event, SocketFrame) and event.opcode is Opcode.TEXT:
                self.hear(bytes(event.data))
        self.send()

    def say(self, text: bytes) -> None:
        self.protocol.send_text(text)
        self.send()

    def send(self) -> None:
        """What the protocol has to say: messages, and answers to pings."""
        if said := b"".join(self.protocol.data_to_send()):
            self.transport.write(said)

    def finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)
        self.transport.close()


class Player(Socket):
    """Answers one question of a seat after the other, with a pause before each answer."""

    def __init__(self, path: str, cookie: str, load: Load, rng: random.Random, pause: float) -> None:
        super().__init__(path, cookie)
        self.load, self.rng, self.pause = load, rng, pause
        self.number, self.sent = 0, 0.0
        self.acknowledged = True
        self.asked: Frame | None = None

    def begin(self) -> None:
        self.say(b'{"last_seq":0}')

    def hear(self, text: bytes) -> None:
        for frame in frames.decode(text):
            if frame.type == "ok" and frame.re == self.number:
                if self.load.counting:
                    self.load.times.append(time.perf_counter() - self.sent)
                self.acknowledged = True
            elif frame.type == "view" and frame.view:
                self.asked = frame
        if self.load.stop:
            self.finish()
        elif self.acknowledged and self.asked and self.asked.view:
            if self.asked.view.waiting.kind == "over":
                self.finish()
                return
            self.acknowledged = False
            if self.pause:
                asyncio.get_running_loop().call_later(self.pause * (0.5 + self.rng.random()), self.answer)
            else:
                self.answer()

    def answer(self) -> None:
        asked, self.asked = self.asked, None
        if self.done.done() or asked is None or asked.view is None:
            return
        question = asked.view.waiting.questions[0]
        self.number += 1
        body = {
            "do": "answer",
            "re": self.number,
            "ask": asked.ask,
            "nation": question.nation,
            "choice": question.menu.sample(self.rng),
            "key": str(self.number),
        }
        self.sent = time.perf_counter()
        self.say(msgspec.json.encode(body))


class Caller(Socket):
    """Sends the same text again whenever it has come back."""

    def __init__(self, load: Load) -> None:
        super().__init__("/")
        self.load = load

    def begin(self) -> None:
        self.sent = time.perf_counter()
        self.say(b'{"do":"answer","ask":17,"nation":"one","choice":4,"key":"17"}')

    def hear(self, text: bytes) -> None:
        if self.load.counting:
            self.load.times.append(time.perf_counter() - self.sent)
        if self.load.stop:
            self.finish()
        else:
            self.begin()


async def connected(address: str, make: Callable[[], Socket]) -> None:
    """Until the client has finished."""
    host, port = address.split(":")
    _, client = await asyncio.get_running_loop().create_connection(make, host, int(port))
    await client.done


async def play(address: str, tables: Iterator[str], seat: str, player: Callable[..., Player], load: Load) -> None:
    for table in tables:
        await connected(address, partial(player, f"/api/v1/tables/{table}/seats/{seat}/socket"))
        if load.stop:
            return


async def measure(address: str, game: str, players: int, seconds: float, pause: float = 0.0, spare: int = 1) -> str:
    """So many tables answered at the same time, as fast as they can or with a pause before each answer."""
    seat = "one" if game == "counting" else "allies"
    cookie, tables = await new_tables(address, game, players * spare)
    load, pool = Load(), iter(tables)
    tasks = []
    for at in range(players):
        player = partial(Player, cookie=cookie, load=load, rng=random.Random(at), pause=pause)
        tasks.append(asyncio.create_task(play(address, pool, seat, player, load)))
    await asyncio.sleep(1.5)
    gc.disable()
    load.counting, begun = True, time.perf_counter()
    await asyncio.sleep(seconds)
    load.counting = False
    took = time.perf_counter() - begun
    gc.enable()
    load.stop = True
    done, late = await asyncio.wait(tasks, timeout=5)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        if task.exception():
            raise task.exception()  # type: ignore[misc]
    return load.report(took)


async def measure_bare(address: str, players: int, seconds: float) -> str:
    load = Load()

    tasks = [asyncio.create_task(connected(address, partial(Caller, load))) for _ in range(players)]
    await asyncio.sleep(0.5)
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting, load.stop = False, True
    await asyncio.gather(*tasks)
    return load.report(seconds)


def memory(pid: int) -> float:
    """Megabytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def watchers(address: str, pid: int, number: int) -> str:
    """So many watchers of one table who only listen: memory of each, and how long until all have heard of a change."""
    cookie, (table,) = await new_tables(address, "counting", 1)
    before = memory(pid)
    readers = []
    for _ in range(number):
        reader, writer = await asyncio.open_connection(*address.split(":"))
        writer.write(f"GET /api/v1/tables/{table}/watch HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        readers.append((reader, writer))
    for reader, _ in readers:
        while b'"type":"view"' not in await reader.readline():
            pass
    each = (memory(pid) - before) * 1024 / number
    load, pool = Load(), iter([table])
    begun = time.perf_counter()
    player = partial(Player, cookie=cookie, load=load, rng=random.Random(1), pause=3600)
    task = asyncio.create_task(play(address, pool, "one", player, load))
    headers = {"X-Sandtable": "1", "Cookie": cookie}
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", headers=headers) as http:
        begun = time.perf_counter()
        await http.post(f"/tables/{table}/seats/one/answer", json={"ask": 1, "nation": "one", "choice": 3})
    for reader, _ in readers:
        while b'"total":3' not in await reader.readline():
            pass
    heard = time.perf_counter() - begun
    task.cancel()
    for _, writer in readers:
        writer.close()
    return f"{number} watchers: {each:.1f} KiB each; all of them see an answer after {heard * 1000:.0f} ms"


async def thinking_beside(address: str, seconds: float) -> list[str]:
    """What eight tables at an easy pace feel of three tables at which planners play War Room against each other."""
    alone = await measure(address, "counting", 8, seconds, pause=0.05)
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", headers={"X-Sandtable": "1"}, timeout=60) as http:
        nations = load_game("warroom").scenarios["eastern_front"].nations
        seats = [{"nations": [nation], "who": "bot", "bot": "planner"} for nation in nations]
        for _ in range(THINKING):
            body = {"game": "warroom", "scenario": "eastern_front", "seats": seats}
            (await http.post("/tables", json=body)).raise_for_status()
    beside = await measure(address, "counting", 8, seconds, pause=0.05)
    return [f"8 easy tables alone                {alone}", f"beside {THINKING} tables of planners        {beside}"]


async def long_pacific(hall: Any, http: httpx.AsyncClient) -> str:
    """A table of Pacific 1940 after 2,000 decisions at random."""
    from sandtable.core import play as core
    from sandtable.server.playing import decide

    nations = load_game("pacific").scenarios["pacific"].nations
    seats = [{"nations": [nation], "name": nation, "who": "me"} for nation in nations]
    table: str = (await http.post("/tables", json={"game": "pacific", "seats": seats})).json()["table"]["id"]
    room, rng = await hall.room(table), random.Random(1)
    while len(room.table.journal.entries) < 2000 and room.row.status == "playing":
        want: Any = core.pending(room.table.state)
        nation = next(name for name in want.menus if name not in room.table.state.sealed)
        choice = want.menus[nation].sample(rng)
        await room.do(lambda draft: decide(draft, nation, choice))  # noqa: B023
    return table


async def loading(settings: Settings) -> list[str]:
    """Memory of a loaded table, and the time to load a long game."""
    from sandtable.server.app import make_app

    app = make_app(settings, GAMES)
    lines = []
    async with app.router.lifespan_context(app):
        hall = app.state.hall
        transport = httpx.ASGITransport(app)
        headers = {"X-Sandtable": "1"}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1", headers=headers) as http:
            long = (await http.post("/tables", json={"game": "counting"})).json()["table"]["id"]
            room = await hall.room(long)
            from sandtable.server.playing import Answer

            for number in range(1, 2001):
                await room.do(lambda draft: Answer(number, "one", number % 10).do(draft, "one"))  # noqa: B023
            pacific = await long_pacific(hall, http)
            for game in ("echoes", "pacific", "warroom"):
                made = [(await http.post("/tables", json={"game": game})).json()["table"]["id"] for _ in range(20)]
                lines.append(f"a loaded table of {game} at its beginning: {await weighed(hall, made):.0f} KiB")
        for what, id in (("a tiny game", long), ("Pacific 1940", pacific)):
            hall.rooms.clear()
            begun = time.perf_counter()
            room = await hall.room(id)
            took, entries = (time.perf_counter() - begun) * 1000, len(room.table.journal.entries)
            lines.append(f"{what}: a journal of {entries} entries is loaded in {took:.0f} ms")
        lines.append(f"Pacific 1940: that table takes {await weighed(hall, [pacific]):.0f} KiB")
    return lines


async def weighed(hall: Any, tables: list[str]) -> float:
    """KiB that each of these tables takes when it is loaded, after the first one has brought along what they share."""
    hall.rooms.clear()
    await hall.room(tables[0])
    hall.rooms.clear()
    gc.collect()
    tracemalloc.start()
    for id in tables:
        await hall.room(id)
    gc.collect()
    each = tracemalloc.get_traced_memory()[0] / 1024 / len(tables)
    tracemalloc.stop()
    return each


def settings_for(url: str, folder: Path) -> Settings:
    settings = Settings(
        database_url=url, data_dir=str(folder), limit_requests="10000000/minute", limit_tables="1000000/hour",
        limit_sockets=5000, limit_messages="100000/second", max_loaded_tables=2000, log_level="warning",
    )  # fmt: skip
    migrate(database(settings))
    return settings


def figures(name: str, url: Callable[[], str], say: Callable[[str], None], seconds: float) -> None:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-bench-", dir=os.environ.get("SANDTABLE_TEST_FOLDER")))
    try:
        settings = settings_for(url(), folder)
        with running(settings, bare=True) as (address, _):
            say(f"{name}: bare endpoint, {BUSY} sockets       {uvloop.run(measure_bare(address, BUSY, seconds))}")
        with running(settings) as (address, pid):
            for _ in range(RUNS):  # the host of a virtual machine can only make it slower, and does so now and then
                line = uvloop.run(measure(address, "counting", BUSY, seconds))
                say(f"{name}: {BUSY} busy tables                 {line}")
            line = uvloop.run(measure(address, "counting", TABLES, seconds, pause=0.15))
            say(f"{name}: {TABLES} live tables, 0.15 s to think {line}")
            line = uvloop.run(measure(address, "echoes", BUSY, seconds / 2, spare=int(4 * seconds)))
            say(f"{name}: {BUSY} busy tables of Echoes       {line}")
            say(f"{name}: {uvloop.run(watchers(address, pid, WATCHERS))}")
            for line in uvloop.run(thinking_beside(address, seconds)):
                say(f"{name}: {line}")
        for line in asyncio.run(loading(settings)):
            say(f"{name}: {line}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


KINDS = ["sqlite", "postgresql"]


def main(kinds: list[str] | None = None, seconds: float = SECONDS) -> None:
    """Print the figures for each kind of database."""
    logs.set_up("warning", "text")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    numbers = itertools.count(1)
    for kind in kinds or KINDS:
        if kind == "sqlite":
            figures(kind, str, print, seconds)
        else:
            from tests.server import postgres

            with postgres.cluster(durable=True) as cluster:
                figures(kind, lambda: postgres.new_database(cluster, f"bench{next(numbers)}"), print, seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=KINDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    main(given.kinds, given.seconds)
