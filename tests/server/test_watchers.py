"""What a watcher of War Room hears while plans are secret: the stream itself, message by message."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from sandtable.core import play
from sandtable.server.rooms import WATCHER, Room
from tests.server.test_copies import EASTERN, at_war
from tests.server.test_games import answer, connected
from tests.server.world import Person, World


class Stream:
    """The messages of a watcher's stream, with the number of the last one."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.last = -1
        self.opened = asyncio.Event()

    async def read(self, person: Person, table: str) -> None:
        async with person.http.stream("GET", f"/api/v1/tables/{table}/watch") as response:
            assert response.status_code == 200
            async for line in response.aiter_lines():
                if line.startswith("id: "):
                    self.last = int(line.removeprefix("id: "))
                elif line.startswith("data: "):
                    self.heard.append(line.removeprefix("data: "))
                    self.opened.set()

    async def caught_up(self, room: Room) -> list[str]:
        """Everything heard so far, when all that was told to watchers has come."""
        async with asyncio.timeout(10):
            while self.last < room.told.get(WATCHER, 0):
                await asyncio.sleep(0.01)
            before = -1
            while before != len(self.heard):  # a view has no number of its own
                before = len(self.heard)
                await asyncio.sleep(0.05)
        return self.heard

    def views(self) -> Iterator[Any]:
        for text in self.heard:
            message = msgspec.json.decode(text)
            if message["type"] == "view":
                yield message["view"]


@asynccontextmanager
async def watching(person: Person, table: str) -> AsyncIterator[Stream]:
    stream = Stream()
    task = asyncio.create_task(stream.read(person, table))
    try:
        await asyncio.wait_for(stream.opened.wait(), 5)
        yield stream
    finally:
        task.cancel()


def hidden_orders(room: Room) -> set[tuple[str, str]]:
    """Orders that are written and not revealed yet: on sealed sheets, and on charts whose nation has not moved."""
    assert room.table is not None
    state: Any = room.table.state
    want = play.pending(state)
    sealed = state.sealed.values() if want is not None and want.what == "wr.2.sheets" else ()
    charts = (*(orders for orders, _ in sealed), *state.orders.values())
    return {order for orders in charts for order in orders}


def tells(text: str, order: tuple[str, str]) -> bool:
    """Whether a message holds an order, as data or in words."""
    command, region = order
    number = command.rpartition("-")[2]
    return bool(re.search(rf'"{command}",\s*"{region}"|\b{number} (>|to) {region}\b', text))


@pytest.mark.parametrize("shared", [False, True])
async def test_the_stream_of_a_watcher_tells_no_order_before_its_nation_moves(small: World, shared: bool) -> None:
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front", options={"shared_plans": shared})
    rng, seen, secret = random.Random(3), 0, set[tuple[str, str]]()
    assert room.table is not None
    async with connected(people, room) as sockets, watching(small.person(), room.id) as stream:
        for _ in range(400):
            await answer(room, sockets, rng)
            hidden = hidden_orders(room)
            secret |= hidden
            if hidden:
                heard = await stream.caught_up(room)
                assert [order for order in hidden for text in heard[seen:] if tells(text, order)] == []
                seen = len(heard)
            if room.table.state.round > 1:  # type: ignore[attr-defined]
                break
        else:
            raise AssertionError("a round of 400 decisions")
        heard = await stream.caught_up(room)
    assert len(secret) > 5
    assert [order for order in secret if not any(tells(text, order) for text in heard)] == [], (
        "they come out in Phase 3"
    )
    for view in stream.views():
        assert (view["sheets"], view["orders"]) == ({}, {}), "no sheet, no chart and no purchase in any view"


async def heard_while(world: World, what: str, sizes: dict[str, int]) -> tuple[int, int]:
    """A war in which sealed sheets of these sizes are handed in, up to the last: the number of messages that a watcher
    hears meanwhile, and their length without the times."""
    people, room = await at_war(world, "warroom", EASTERN, scenario="eastern_front")
    assert room.table is not None
    state: Any = room.table.state
    async with connected(people, room) as sockets, watching(world.person(), room.id) as stream:
        while (want := play.pending(room.table.state)) is not None and want.what != what:
            choices = {nation: menu.default for nation, menu in want.menus.items()}  # type: ignore[union-attr]
            await hand_in(room, sockets, choices)
        first = len(await stream.caught_up(room))
        for nation, size in sizes.items():
            menu = play.pending(room.table.state).menus[nation]  # type: ignore[union-attr]
            found = sorted((menu.sample(random.Random(seed)) for seed in range(30)), key=lambda said: len(str(said)))
            await hand_in(room, sockets, {nation: found[size]})
        heard = (await stream.caught_up(room))[first:]
        assert play.pending(room.table.state).what == what, "the last sheet is still missing"  # type: ignore[union-attr]
        assert state.round == 1
    return len(heard), sum(len(re.sub(r"\b1[0-9]{9}\.[0-9]+", "", text)) for text in heard)


async def hand_in(room: Room, sockets: Any, choices: dict[str, Any]) -> None:
    for nation, choice in choices.items():
        seat = next(seat.name for seat in room.seats.values() if nation in seat.nations)
        reply = await sockets[seat].do("answer", ask=room.row.ask, nation=nation, choice=choice)
        assert reply["type"] == "ok", reply


@pytest.mark.parametrize("what", ["wr.2.sheets", "wr.7.purchase"])
async def test_a_watcher_cannot_tell_a_long_sheet_from_an_empty_one(small: World, what: str) -> None:
    short = await heard_while(small, what, {"soviet": 0})
    long = await heard_while(small, what, {"soviet": 29})
    assert short == long
    assert short[0] > 0, "that a sheet is in may be heard"
