"""The real games over real sockets: a round of the Pacific with five people, a round of War Room with sealed orders."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import pytest

from sandtable.core import play
from sandtable.core.state import digest
from sandtable.core.steps import Ask
from sandtable.server.rooms import Room
from tests.server.clients import any_answer
from tests.server.test_copies import EASTERN, at_war
from tests.server.world import Person, Socket, World

PACIFIC = {name: (name,) for name in ("japan", "united_states", "china", "united_kingdom", "anzac")}


@asynccontextmanager
async def connected(people: dict[str, Person], room: Room) -> AsyncIterator[dict[str, Socket]]:
    """Everybody at a table, each with a socket."""
    async with AsyncExitStack() as stack:
        sockets = {
            seat: await stack.enter_async_context(person.socket(room.id, seat)) for seat, person in people.items()
        }
        for socket in sockets.values():
            await socket.next("view")
        yield sockets


async def answer(room: Room, sockets: dict[str, Socket], rng: random.Random) -> None:
    """The next nation that is asked answers over the socket of its seat."""
    assert room.table is not None
    want = play.pending(room.table.state)
    assert isinstance(want, Ask)
    nation = next(name for name in want.menus if name not in room.table.state.sealed)
    seat = next(seat.name for seat in room.seats.values() if nation in seat.nations)
    choice = want.menus[nation].sample(rng)
    reply = await sockets[seat].do("answer", ask=room.row.ask, nation=nation, choice=choice)
    assert reply["type"] == "ok", reply


async def last_view(socket: Socket) -> Any:
    """The last view that came over a socket."""
    found = None
    for message in await socket.silent(0.2):
        found = message if message["type"] == "view" else found
    return found


async def test_five_people_play_a_round_in_the_pacific(world: World) -> None:
    people, room = await at_war(world, "pacific", PACIFIC)
    rng = random.Random(5)
    async with connected(people, room) as sockets:
        for _ in range(600):
            await answer(room, sockets, rng)
            assert room.table is not None
            if room.table.state.round > 1:  # type: ignore[attr-defined]
                break
        else:
            raise AssertionError("a round of 600 decisions")
        for seat, person in people.items():
            shown = await person.get(f"/tables/{room.id}/seats/{seat}")
            view = await last_view(sockets[seat])
            assert view is None or view["view"] == shown["view"]
            assert (shown["view"]["round"], shown["ask"]) == (2, room.row.ask)
            assert len(shown["view"]["waiting"]["questions"]) == (seat in room.row.facts.due)
        before = digest(room.table.state, b"")
    world.hall.rooms.clear()
    again = await world.hall.room(room.id)  # from the database, as another process would
    assert again.table is not None
    assert digest(again.table.state, b"") == before


@pytest.mark.parametrize("shared", [False, True])
async def test_a_round_of_war_room_with_sealed_orders(small: World, shared: bool) -> None:
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front", options={"shared_plans": shared})
    rng = random.Random(3)
    async with connected(people, room) as sockets:
        for _ in range(400):
            await answer(room, sockets, rng)
            assert room.table is not None
            state: Any = room.table.state
            assert not (set(state.sealed) | set(state.orders)) & secrets_seen(
                await people["black"].get(f"/tables/{room.id}/seats/black"), "soviet"
            )
            if state.round > 1:
                break
        else:
            raise AssertionError("a round of 400 decisions")


def secrets_seen(seen: Any, enemy: str) -> set[str]:
    """Whether a view shows plans of the enemy."""
    view = seen["view"]
    return {enemy} if enemy in view["orders"] or enemy in view["sheets"] else set()


async def heard_by_others(world: World, sheets: list[int]) -> list[tuple[int, list[int]]]:
    """A war in which the Soviets hand in these sheets, one after the other: what everybody else gets meanwhile, as the
    lengths of all that comes over their sockets, and the numbers in it."""
    people, room = await at_war(world, "warroom", EASTERN, scenario="eastern_front")
    async with connected(people, room) as sockets:
        rng = random.Random(9)
        while play.pending(room.table.state).what != "wr.2.sheets":  # type: ignore[union-attr]
            await answer(room, sockets, rng)
        for socket in sockets.values():
            await socket.silent(0.2)
        got: list[tuple[int, list[int]]] = []
        frames = asyncio.create_task(listen(sockets["black"], got))
        for size in sheets:
            menu: Any = play.pending(room.table.state).menus["soviet"]  # type: ignore[union-attr]
            found = [menu.sample(random.Random(seed)) for seed in range(30)]
            found.sort(key=lambda choice: len(str(choice)))
            choice = found[size]
            reply = await sockets["red"].do("answer", ask=room.row.ask, nation="soviet", choice=choice)
            assert reply["type"] == "ok", reply
        await asyncio.sleep(0.3)
        frames.cancel()
        return got


async def listen(socket: Socket, got: list[tuple[int, list[int]]]) -> None:
    """Lengths without the times, whose digits differ from one war to the next."""
    while True:
        frame = str(await socket.raw.recv())
        got.append(
            (len(re.sub(r"\b1[0-9]{9}\.[0-9]+", "", frame)), [message["seq"] for message in msgspec.json.decode(frame)])
        )


async def test_nobody_can_tell_long_orders_from_short_ones_or_one_sheet_from_five(small: World) -> None:
    short, long = await heard_by_others(small, [0]), await heard_by_others(small, [29])
    often = await heard_by_others(small, [0, 29, 3, 17, 29])
    assert sum(length for length, _ in short) == sum(length for length, _ in long)
    assert [number for _, seqs in short for number in seqs] == [number for _, seqs in long for number in seqs]
    assert often == short or [s for _, seqs in often for s in seqs] == [s for _, seqs in short for s in seqs]
    assert sum(length for length, _ in often) == sum(length for length, _ in short)
    assert short


@pytest.mark.parametrize(
    ("game", "seats", "decisions"),
    [("echoes", {"all": ("allies",)}, 40), ("warroom", EASTERN, 20), ("pacific", PACIFIC, 8)],
)
async def test_programs_that_know_only_menus_and_clicks_can_play(
    small: World, game: str, seats: dict[str, tuple[str, ...]], decisions: int
) -> None:
    more = {"scenario": "eastern_front"} if game == "warroom" else {}
    people, room = await at_war(small, game, seats, **more)
    rng = random.Random(4)
    async with connected(people, room) as sockets:
        for _ in range(decisions):
            seat = (await people[next(iter(people))].get(f"/tables/{room.id}"))["seats"]
            due = [card["name"] for card in seat if card["due"]]
            if not due:
                break
            view = await people[due[0]].get(f"/tables/{room.id}/seats/{due[0]}")
            waiting = view["view"]["waiting"]
            question = next(asked for asked in waiting["questions"] if asked["nation"] not in waiting["ready"])
            choice = await any_answer(sockets[due[0]], view, question, rng)
            reply = await sockets[due[0]].do("answer", ask=view["ask"], nation=question["nation"], choice=choice)
            assert reply["type"] == "ok", reply
