"""Several hundred tables at once, played to the end over real sockets by programs that know nothing but the menus."""

import asyncio
import random
from typing import Any

import msgspec

from sandtable.core.forms import AnyMenu
from tests.server.test_copies import EASTERN, at_war
from tests.server.test_games import PACIFIC, answer, connected
from tests.server.world import Person, World

TABLES = 200


async def test_hundreds_of_tables_are_played_to_the_end(small: World) -> None:
    person = small.person()
    seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
    body = {"game": "auction", "seats": seats, "options": {"rounds": 1}}
    tables = [(await person.post("/tables", body))["table"]["id"] for _ in range(TABLES)]
    await asyncio.gather(*(play(person, table, random.Random(at)) for at, table in enumerate(tables)))
    for table in tables:
        assert (await small.hall.room(table)).row.status == "over"
    for table in tables[:10]:
        assert (await person.get(f"/tables/{table}/verification"))["problems"] == []


async def play(person: Person, table: str, rng: random.Random) -> None:
    """Answer whatever is asked, losing the connection now and then, until the game is over."""
    last, over = 0, False
    while not over:
        async with person.socket(table, "all", last) as socket:
            over = await play_a_while(socket, rng)
            assert socket.seq >= last  # numbers go on across connections
            last = socket.seq


async def play_a_while(socket: Any, rng: random.Random) -> bool:
    view = await socket.next("view", seconds=60)
    while True:
        waiting = view["view"]["waiting"]
        if waiting["kind"] == "over":
            return True
        if rng.random() < 0.04:
            return False
        question = rng.choice(waiting["questions"])
        choice = msgspec.convert(question["menu"], AnyMenu).sample(rng)
        await socket.say({"do": "answer", "ask": view["ask"], "nation": question["nation"], "choice": choice})
        seen: set[str] = set()
        while "ok" not in seen:
            message = await socket.next(seconds=60)
            assert message["type"] != "refused", message
            seen.add(message["type"])
            if message["type"] == "view":
                view = message


async def test_all_games_are_played_side_by_side(small: World) -> None:
    """Every seat has a socket, and everybody is cut off and comes back now and then."""
    wars = [("echoes", {"all": ("allies",)}, {})] * 6
    wars += [("warroom", EASTERN, {"scenario": "eastern_front"})] * 4
    wars += [("pacific", PACIFIC, {})] * 2
    await asyncio.gather(*(fight(small, *war, random.Random(at)) for at, war in enumerate(wars)))


async def fight(world: World, game: str, seats: Any, more: Any, rng: random.Random) -> None:
    people, room = await at_war(world, game, seats, **more)
    assert room.table is not None
    for _ in range(4):
        async with connected(people, room) as sockets:
            for _ in range(12):
                if room.row.status == "over":
                    return
                await answer(room, sockets, rng)
    assert room.row.ask > 20
