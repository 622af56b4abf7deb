"""kill -9 at any moment loses no acknowledged answer and repeats none; a polite stop finishes what it began."""

import asyncio
import random
from typing import Any

import msgspec
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.core.journal import Answered, AnyEntry, Journal
from sandtable.core.table import replay
from sandtable.server import schema
from sandtable.server.config import Settings, database
from sandtable.server.store import Store, rows
from tests.server.process import free_port, started
from tests.server.world import Person, load

KILLS = 100
TABLES = 4


class Bidder:
    """Bids again and again in a sealed ask that stays open: every message is an answer, and no game ever ends. Opens the
    socket again whenever the server is gone, and remembers what was acknowledged."""

    def __init__(self, person: Person, table: str, seed: int) -> None:
        self.person, self.table = person, table
        self.rng = random.Random(seed)
        self.acknowledged: dict[str, Any] = {}
        self.number = 0
        self.unsure: dict[str, Any] | None = None

    async def play_on(self) -> None:
        while True:
            try:
                async with self.person.socket(self.table, "all", 10**9) as socket:
                    await self.bid_on(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(0.01)

    async def bid_on(self, socket: Any) -> None:
        view = await socket.next("view")
        if self.unsure is not None:  # was it kept or not? to send it again is safe
            await self.send(socket, self.unsure)
        while True:
            self.number += 1
            choice = self.rng.randint(0, 9)
            await self.send(socket, {"ask": view["ask"], "nation": "north", "choice": choice, "key": f"k{self.number}"})

    async def send(self, socket: Any, answer: dict[str, Any]) -> None:
        self.unsure = answer
        reply = await socket.do("answer", **answer)
        assert reply["type"] == "ok"
        self.acknowledged[answer["key"]] = answer["choice"]
        self.unsure = None


async def test_no_acknowledged_answer_is_lost_or_repeated(lite: Settings) -> None:
    settings = msgspec.structs.replace(lite, port=free_port(), log_level="error")
    with started(settings) as server:
        person = Person(server.address)
        players = []
        for seed in range(TABLES):
            seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
            table = (await person.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
            players.append(Bidder(person, table, seed))
        tasks = [asyncio.create_task(player.play_on()) for player in players]
        rng = random.Random(7)
        for _ in range(KILLS):
            await more_answers(players)  # so that every kill falls into real load
            await asyncio.sleep(rng.random() * 0.05)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await more_answers(players)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome
        await person.http.aclose()
        server.kill()
        total = check(settings, players)
        assert total > KILLS


async def more_answers(players: list[Bidder]) -> None:
    """Wait until the server acknowledges answers again."""
    before = sum(len(player.acknowledged) for player in players)
    async with asyncio.timeout(60):
        while sum(len(player.acknowledged) for player in players) == before:
            await asyncio.sleep(0.005)


def check(settings: Settings, players: list[Bidder]) -> int:
    """Compare what was acknowledged with what the journal has."""
    store = Store(database(settings))
    total = 0
    try:
        for player in players:
            query = (
                sa.select(schema.journal)
                .where(schema.journal.c.table_id == player.table)
                .order_by(schema.journal.c.place)
            )
            found = store.read_now(lambda connection: rows(connection, query))  # noqa: B023
            entries = [msgspec.json.decode(row["entry"], type=AnyEntry) for row in found]
            kept = [
                (row["key"], entry.choice)
                for row, entry in zip(found, entries, strict=True)
                if isinstance(entry, Answered)
            ]
            keys = [key for key, _ in kept]
            assert len(keys) == len(set(keys))
            for key, choice in player.acknowledged.items():
                assert (key, choice) in kept
            unknown = set(keys) - set(player.acknowledged)
            assert unknown <= {player.unsure["key"] if player.unsure else ""}  # at most the one that was on its way
            journal = Journal()
            for entry in entries:
                journal.add(entry)
            assert journal.links == [row["link"] for row in found]
            replay(load("auction"), journal, bytes.fromhex(secret(store, player.table)))
            total += len(player.acknowledged)
    finally:
        store.close()
    return total


def secret(store: Store, table: str) -> str:
    query = sa.select(schema.tables.c.secret).where(schema.tables.c.id == table)
    return str(store.read_now(lambda connection: connection.execute(query).scalar()))


async def test_a_polite_stop_finishes_and_says_goodbye(lite: Settings) -> None:
    settings = msgspec.structs.replace(lite, port=free_port(), log_level="error")
    with started(settings) as server:
        person = Person(server.address)
        seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
        table = (await person.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
        async with person.socket(table, "all") as socket:
            ask = (await socket.next("view"))["ask"]
            assert (await socket.do("answer", ask=ask, nation="north", choice=3))["type"] == "ok"
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            await socket.raw.wait_closed()
            assert socket.raw.close_code in (1012, 1013)
            assert await stopping == 0
        server.start()
        seen = await person.get(f"/tables/{table}/seats/all")
        assert seen["view"]["waiting"]["ready"] == ["north"]
        await person.http.aclose()
