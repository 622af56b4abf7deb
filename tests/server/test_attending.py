"""Whoever may not be here any more is cut off at once, at every process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sandtable.server import admin, schema
from sandtable.server.config import Settings
from tests.server import postgres
from tests.server.conftest import EMPTY, made
from tests.server.process import free_port, started
from tests.server.test_processes import at
from tests.server.world import Person, Socket, World


async def closed(socket: Socket, seconds: float = 3.0) -> tuple[int, str]:
    """How a socket is closed from the other side."""
    try:
        async with asyncio.timeout(seconds):
            while True:
                await socket.raw.recv()
    except ConnectionClosed as end:
        if end.rcvd is not None:
            return end.rcvd.code, end.rcvd.reason
    raise AssertionError("nobody closed the socket")


@asynccontextmanager
async def streaming(person: Person, path: str) -> AsyncIterator["asyncio.Task[None]"]:
    """A stream that was opened and is read to its end."""
    opened = asyncio.Event()

    async def read() -> None:
        async with person.http.stream("GET", f"/api/v1{path}", timeout=20) as response:
            assert response.status_code == 200
            async for _ in response.aiter_lines():
                opened.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(opened.wait(), 5)
    try:
        yield task
    finally:
        task.cancel()


async def test_signing_out_closes_what_this_session_has_open(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with (
        north.socket(table, "north") as own,
        south.socket(table, "south") as other,
        streaming(north, "/me/stream") as lists,
        streaming(north, f"/tables/{table}/watch") as watching,
        streaming(south, "/me/stream") as others,
    ):
        await north.call("DELETE", "/session")
        assert await closed(own) == (4401, "Your session has ended; please sign in again.")
        await asyncio.wait_for(lists, 3)
        await asyncio.wait_for(watching, 3)
        assert not others.done()
        async with asyncio.timeout(3):
            while sum(world.hall.limits.sockets.values()) > 2:  # what has ended counts no more
                await asyncio.sleep(0.01)
        assert (await world.person().refused("GET", "/me/stream"))[0] == 401
        assert (await other.do("chat", text="Still here"))["type"] == "ok"


async def test_another_session_of_the_same_person_stays(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    key = await north.post("/me/keys", {"label": "my bot"})
    address = f"ws://{small.address}/api/v1/tables/{table}/seats/north/socket"
    async with (
        north.socket(table, "north") as browser,
        connect(address, additional_headers={"Authorization": f"Bearer {key['token']}"}) as raw,
    ):
        program = Socket(raw)
        await program.say({"last_seq": 0})
        await program.next("view")
        assert (await south.refused("DELETE", f"/me/keys/{key['id']}"))[0] == 404
        assert (await north.call("DELETE", f"/me/keys/{key['id']}")).status_code == 200
        assert (await closed(program))[0] == 4401
        assert (await browser.do("chat", text="I am"))["type"] == "ok"


async def test_a_changed_password_ends_all_other_sessions(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    await north.post("/me/account", {"name": "Nora", "password": "long enough to keep"})
    elsewhere = small.person()
    await elsewhere.post("/session/sign-in", {"name": "Nora", "password": "long enough to keep"})
    async with elsewhere.socket(table, "north") as socket:
        await socket.next("view")
        wrong = {"old": "I forgot this one", "new": "even longer to keep"}
        assert (await north.refused("POST", "/me/password", wrong))[0] == 401
        await north.post("/me/password", {"old": "long enough to keep", "new": "even longer to keep"})
        assert (await closed(socket))[0] == 4401


async def test_the_operator_shuts_somebody_out_of_a_running_server(settings: Settings, world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with north.socket(table, "north") as bad, south.socket(table, "south") as good:
        await asyncio.to_thread(admin.ban, settings, (await north.get("/me"))["id"])
        assert (await closed(bad))[0] == 4401
        assert (await good.do("chat", text="They are gone"))["type"] == "ok"
        assert (await north.call("GET", "/me")).status_code == 401


async def test_who_is_shut_out_is_cut_off_even_if_a_session_is_left(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    async with north.socket(table, "north") as socket:
        await socket.next("view")
        shut_out = sa.update(schema.users).where(schema.users.c.id == (await north.get("/me"))["id"])
        await small.hall.store.write(lambda connection: connection.execute(shut_out.values(banned=True)) and None)
        assert (await closed(socket))[0] == 4401


async def test_nobody_has_more_keys_than_they_can_look_after(small: World) -> None:
    somebody = small.person()
    await somebody.post("/session")
    for _ in range(20):
        await somebody.post("/me/keys", {"label": "one more"})
    assert await somebody.refused("POST", "/me/keys", {"label": "one more"}) == (409, "You have 20 keys already.")


async def test_the_operator_gives_a_seat_another_link(settings: Settings, world: World) -> None:
    somebody = world.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    async with somebody.socket(table, "allies") as socket:
        await socket.next("view")
        await asyncio.to_thread(admin.reissue, settings, table, "allies")
        assert await closed(socket) == (4403, "The seat is held by somebody else now.")
        assert (await somebody.refused("GET", f"/tables/{table}/seats/allies"))[0] == 403


async def test_a_seat_that_is_gone_does_nothing_before_anybody_has_noticed(lite: Settings, small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    async with somebody.socket(table, "allies") as socket:
        await socket.next("view")
        for task in small.hall.tasks:
            task.cancel()  # nothing happens by itself here from now on
        await asyncio.to_thread(admin.reissue, lite, table, "allies")
        assert (await socket.do("chat", text="Still me"))["problem"]["detail"] == "You do not sit in this seat."


async def test_the_operator_removes_a_table(settings: Settings, world: World) -> None:
    north, _, table = await world.two_at_a_table()
    async with north.socket(table, "north") as socket, streaming(world.person(), f"/tables/{table}/watch") as watching:
        await socket.next("view")
        await asyncio.to_thread(admin.remove, settings, table)
        assert await closed(socket) == (4403, "The table was removed.")
        await asyncio.wait_for(watching, 3)
    assert (await north.refused("GET", f"/tables/{table}"))[0] == 404


async def test_it_is_the_same_at_every_process(cluster: str, tmp_path: Path) -> None:
    url = postgres.new_database(cluster, f"out_{free_port()}", EMPTY)
    settings: Settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40, log_level="error")
    first, second = (msgspec.structs.replace(settings, port=free_port()) for _ in range(2))
    with started(first) as one, started(second) as two:
        north, south = Person(one.address), Person(two.address)
        seats: list[dict[str, Any]] = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
        table = await north.post("/tables", {"game": "auction", "seats": seats})
        id = table["table"]["id"]
        await south.post("/invitations", {"token": table["links"]["south"]})
        async with north.socket(id, "north") as here, south.socket(id, "south") as there:
            await here.next("view")
            await there.next("view")
            await north.put(f"/tables/{id}/seats/south", {"who": "link"})  # the host takes the seat away from south
            assert await closed(there, 1.5) == (4403, "The seat is held by somebody else now.")
            await at(two.address, north).call("DELETE", "/session")
            assert (await closed(here, 1.5))[0] == 4401
        await north.http.aclose()
        await south.http.aclose()
