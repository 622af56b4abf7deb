"""A guest signs in to an account that is there already, and brings along what is theirs; nobody else's seats do."""

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from sandtable.server import admin, bringing, schema
from sandtable.server.config import Settings
from sandtable.server.people import MOST_CHANNELS, User
from sandtable.server.problems import Conflict, Forbidden
from sandtable.server.store import rows
from tests.server import postgres
from tests.server.conftest import EMPTY, made
from tests.server.process import free_port, started
from tests.server.test_attending import closed, streaming
from tests.server.test_processes import at
from tests.server.world import Person, World, serving

PASSWORD = "long enough to keep"
NOTHING = {"tables": 0, "seats": 0, "channels": 0}


async def account(world: World, name: str = "Nora") -> Person:
    """Somebody with an account, at a browser of their own."""
    person = world.person()
    await person.post("/session")
    await person.post("/me/account", {"name": name, "password": PASSWORD})
    return person


async def sign_in(person: Person, bring: bool = True, name: str = "Nora") -> Any:
    return await person.post("/session/sign-in", {"name": name, "password": PASSWORD, "bring": bring})


async def kept(world: World, table: sa.Table) -> list[dict[str, Any]]:
    return await world.hall.store.read(lambda connection: rows(connection, sa.select(table)))


async def test_seats_tables_and_notes_come_along(world: World) -> None:
    nora, guest, other = await account(world), world.person(), world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    table = (await guest.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
    await other.post(f"/tables/{table}/seats/south/take")
    hosted = (await guest.post("/tables", {"game": "auction", "seats": [{**seat, "who": "open"} for seat in seats]}))[
        "table"
    ]
    over = (await guest.post("/tables", {"game": "echoes"}))["table"]["id"]
    await guest.post(f"/tables/{over}/seats/allies/concede")
    await guest.put(f"/tables/{table}/notes", {"text": "bid low"})
    await guest.put(f"/tables/{over}/notes", {"text": "never again"})
    await nora.put(f"/tables/{table}/notes", {"text": "watch north"})
    played = (await guest.get(f"/tables/{over}"))["seats"][0]["user_name"]
    changed = {card["id"]: card["updated"] for card in (await guest.get("/me/tables"))["tables"]}
    before = await guest.get("/me")
    assert await sign_in(guest) == {
        **(await nora.get("/me")),
        "brought": {"tables": 3, "seats": 2, "channels": 0},
    }
    found = await nora.get("/me/tables")
    assert {card["id"] for card in found["tables"]} == {table, hosted["id"], over}
    id = (await nora.get("/me"))["id"]
    assert {card["host"] for card in found["tables"]} == {id}
    assert {card["id"] for card in found["tables"] if card["updated"] > changed[card["id"]]} == {table, hosted["id"]}
    now = {card["id"]: card["seats"][0] for card in found["tables"]}
    assert (now[table]["user"], now[table]["user_name"]) == (id, "Nora")
    assert (now[over]["user"], now[over]["user_name"]) == (id, played), "as it was played"
    for who in (nora, guest):  # at either browser
        await who.put(f"/tables/{hosted['id']}/seats/south", {"who": "bot"})
        assert (await who.get(f"/tables/{table}/notes"))["text"] == "watch north\n\nbid low"
        assert (await who.get(f"/tables/{over}/notes"))["text"] == "never again"
    await nora.answer(table, "north", 3)
    await other.answer(table, "south", 1)
    assert before["id"] not in [row["id"] for row in await kept(world, schema.users)]
    assert (await nora.get(f"/tables/{over}/verification"))["problems"] == []


async def test_the_socket_of_the_seat_comes_back_as_the_account(world: World) -> None:
    await account(world)
    guest, south, table = await world.two_at_a_table()
    async with guest.socket(table, "north") as own, south.socket(table, "south") as other:
        ask = (await own.next("view"))["ask"]
        await own.do("chat", text="I am about to sign in")
        given = {"ask": ask, "nation": "north", "choice": 4, "key": "once"}
        assert (await own.do("answer", **given))["type"] == "ok"
        last = own.seq
        await other.silent()
        async with streaming(guest, "/me/stream") as lists:
            await sign_in(guest)
            assert await closed(own) == (1013, "You sign in; please connect again in a moment.")
            await asyncio.wait_for(lists, 3)
        assert (await other.next("table"))["table"]["seats"][0]["user_name"] == "Nora"
        async with guest.socket(table, "north", last) as again:
            assert (await again.next("welcome"))["missed"] == 0
            view = await again.next("view")
            assert (view["ask"], view["view"]["waiting"]["questions"][0]["answered"]) == (ask, 4)
            assert (await again.do("answer", **given))["result"]["repeated"] is True, "the same answer counts once"
            await again.do("chat", text="Here I am")
            assert (await other.next("chat"))["body"]["name"] == "Nora"
        assert (await other.do("chat", text="Welcome"))["type"] == "ok"


async def test_a_change_that_was_in_the_making_is_tried_again(small: World) -> None:
    nora = await account(small)
    guest, south, table = await small.two_at_a_table()
    for task in small.hall.tasks:
        task.cancel()  # nothing happens by itself here from now on
    id, user = (await guest.get("/me"))["id"], User(**await nora.get("/me"))
    await small.hall.store.write(lambda connection: bringing.bring(connection, id, user))  # as another process does
    await south.post(f"/tables/{table}/seats/south/chat", {"text": "Who is it now?"})
    await nora.answer(table, "north", 3)


async def test_the_list_of_the_account_hears_of_it(small: World) -> None:
    nora, guest = await account(small), small.person()
    await guest.post("/tables", {"game": "echoes"})
    small.hall.rooms.clear()  # nobody looks at that table
    async with nora.http.stream("GET", "/api/v1/me/stream") as stream:
        lines = stream.aiter_lines()
        assert "welcome" in await anext(lines)
        await sign_in(guest)
        async with asyncio.timeout(5):
            assert [await anext(lines) for _ in range(2)] == ["", 'data: {"type":"changed"}']


async def test_nothing_comes_along_that_was_not_asked_for(small: World) -> None:
    await account(small)
    guest, _, table = await small.two_at_a_table()
    cookies = dict(guest.http.cookies)
    body = {"name": "Nora", "password": PASSWORD, "bring": True}
    async with httpx.AsyncClient(base_url=f"http://{small.address}/api/v1", cookies=cookies) as forged:
        for headers in ({}, {"Origin": "https://evil.example", "X-Sandtable": "1"}):
            assert (await forged.post("/session/sign-in", json=body, headers=headers)).status_code == 403
    wrong = {**body, "password": "not the right one"}
    assert (await guest.refused("POST", "/session/sign-in", wrong))[0] == 401
    assert (await guest.get(f"/tables/{table}/seats/north"))["ask"] == 1, "still the guest's"
    old = Person(small.address)
    small.people.append(old)
    old.http.cookies.update(cookies)
    assert (await sign_in(guest, bring=False))["brought"] == NOTHING
    assert (await guest.refused("GET", f"/tables/{table}/seats/north"))[0] == 403
    assert (await old.get(f"/tables/{table}/seats/north"))["ask"] == 1
    assert (await sign_in(small.person()))["brought"] == NOTHING, "nobody has nothing to bring"
    assert (await sign_in(guest))["brought"] == NOTHING, "nor has who is there already"


async def test_an_account_is_not_brought_into_another(small: World) -> None:
    await account(small)
    other = await account(small, "Otto")
    table = (await other.post("/tables", {"game": "echoes"}))["table"]["id"]
    body = {"name": "Nora", "password": PASSWORD, "bring": True}
    assert await other.refused("POST", "/session/sign-in", body) == (409, "Only a guest can bring seats along.")
    assert (await other.get(f"/tables/{table}/seats/allies"))["ask"] > 0


async def test_every_session_of_the_guest_ends(small: World) -> None:
    nora = await account(small)
    guest, _, table = await small.two_at_a_table()
    key = await guest.post("/me/keys", {"label": "my bot"})
    elsewhere = at(small.address, guest)
    small.people.append(elsewhere)
    async with elsewhere.socket(table, "north") as socket:
        await socket.next("view")
        await sign_in(guest)
        assert (await closed(socket))[0] == 1013
    assert (await elsewhere.refused("GET", "/me"))[0] == 401
    bearer = {"Authorization": f"Bearer {key['token']}"}
    assert (await httpx.AsyncClient().get(f"http://{small.address}/api/v1/me", headers=bearer)).status_code == 401
    assert await nora.get("/me/keys") == [], "whoever has a key of the guest gets none to the account by it"
    assert (await sign_in(elsewhere))["brought"] == NOTHING, "sent twice, it is brought once"
    assert (await elsewhere.get(f"/tables/{table}/seats/north"))["ask"] == 1


async def test_one_may_sit_at_both_sides_but_not_of_a_rated_game(small: World) -> None:
    nora = await account(small)
    guest = small.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
    made = await guest.post("/tables", {"game": "auction", "seats": seats, "rated": True, "title": "For honour"})
    table = made["table"]["id"]
    await nora.post("/invitations", {"token": made["links"]["south"]})
    body = {"name": "Nora", "password": PASSWORD, "bring": True}
    async with guest.socket(table, "north") as socket:
        await socket.next("view")
        assert await guest.refused("POST", "/session/sign-in", body) == (
            409,
            "You sit twice at the rated table For honour: bring your seats along after its end.",
        )
        assert (await closed(socket))[0] == 1013
    async with guest.socket(table, "north") as socket:
        await socket.next("view")  # nothing has changed
        await guest.post(f"/tables/{table}/seats/north/concede")
    assert [row["games"] for row in await nora.get("/games/auction/ladder")] == [1, 1]
    await sign_in(guest)
    (rating,) = await nora.get("/games/auction/ladder")
    assert (rating["name"], rating["games"], rating["rating"] > 0) == ("Nora", 1, True), "the account's own stays"
    friendly = small.person()
    made = await friendly.post("/tables", {"game": "auction", "seats": seats})
    await nora.post("/invitations", {"token": made["links"]["south"]})
    assert (await sign_in(friendly))["brought"]["seats"] == 1
    for seat, bid in (("north", 1), ("south", 2)):
        await nora.answer(made["table"]["id"], seat, bid)


async def test_a_rating_comes_along_where_the_account_has_none(small: World) -> None:
    nora = await account(small)
    guest, south, table = await small.two_at_a_table(rated=True)
    await south.post(f"/tables/{table}/seats/south/concede")
    before = [{**row, "name": ""} for row in await nora.get("/games/auction/ladder")]
    await sign_in(guest)
    after = await nora.get("/games/auction/ladder")
    assert after[0]["name"] == "Nora"
    assert [{**row, "name": ""} for row in after] == before


async def test_who_was_muted_stays_muted(small: World) -> None:
    nora = await account(small)
    host, guest, table = await small.two_at_a_table()
    await host.post(f"/tables/{table}/mute", {"user": (await guest.get("/me"))["id"]})
    await sign_in(guest)
    assert (await nora.refused("POST", f"/tables/{table}/seats/south/chat", {"text": "Hear me"}))[0] == 403
    assert (await kept(small, schema.tables))[0]["facts"].count((await nora.get("/me"))["id"]) == 1
    await host.post(f"/tables/{table}/mute", {"user": (await nora.get("/me"))["id"], "muted": False})
    await nora.post(f"/tables/{table}/seats/south/chat", {"text": "Thank you"})


async def test_who_was_shut_out_brings_nothing(lite: Settings, small: World) -> None:
    nora = await account(small)
    guest, _, table = await small.two_at_a_table()
    id = (await guest.get("/me"))["id"]
    await asyncio.to_thread(admin.ban, lite, id)
    assert (await sign_in(guest))["brought"] == NOTHING
    assert (await guest.refused("GET", f"/tables/{table}/seats/north"))[0] == 403
    user = User(**await nora.get("/me"))
    with pytest.raises(Forbidden):  # nor if it happens in the middle of the request
        await small.hall.store.write(lambda connection: bringing.bring(connection, id, user))
    with pytest.raises(Conflict):
        await small.hall.store.write(lambda connection: bringing.bring(connection, user.id, user))
    assert (await nora.get(f"/tables/{table}"))["seats"][0]["user"] == id


async def test_ways_to_be_told_and_notices_come_along(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, notice_delay=3600.0)) as world:
        nora = await account(world)
        guest, _, table = await world.two_at_a_table()
        own = {"kind": "apprise", "address": "discord://webhook/token"}
        await nora.post("/me/channels", own)
        for address in ("discord://webhook/other", own["address"]):
            await guest.post("/me/channels", {**own, "address": address})
        assert (await sign_in(guest))["brought"]["channels"] == 1, "each once"
        waiting = [row["user_id"] for row in await kept(world, schema.outbox) if row["table_id"] == table]
        assert (await nora.get("/me"))["id"] in waiting
        told: list[str] = []
        world.hall.notices.send = lambda settings, kind, address, title, body: told.append(address)
        await world.hall.notices.send_due(time.time() + 7200)
        assert sorted(told) == ["discord://webhook/other", "discord://webhook/token"]


async def test_nobody_gets_more_ways_to_be_told_than_anybody_may_have(small: World) -> None:
    nora, guest = await account(small), small.person()
    await guest.post("/session")
    for person, number in ((nora, MOST_CHANNELS - 1), (guest, 3)):
        for at_ in range(number):
            address = f"discord://webhook/{number}-{at_}"
            await person.post("/me/channels", {"kind": "apprise", "address": address})
    assert (await sign_in(guest))["brought"] == {**NOTHING, "channels": 1}
    assert len(await nora.get("/me/channels")) == MOST_CHANNELS
    assert len(await kept(small, schema.channels)) == MOST_CHANNELS
    one_more = {"kind": "apprise", "address": "discord://webhook/one-more"}
    assert (await nora.refused("POST", "/me/channels", one_more))[1] == "You have 20 channels already."


async def test_it_all_happens_or_nothing(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    nora = await account(small)
    guest, _, table = await small.two_at_a_table()
    body = {"name": "Nora", "password": PASSWORD, "bring": True}

    def fail(*_given: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(bringing, "forget_user", fail)
        assert (await guest.refused("POST", "/session/sign-in", body))[0] == 500
    assert (await guest.get(f"/tables/{table}/seats/north"))["ask"] == 1
    assert (await nora.get("/me/tables"))["tables"] == []
    assert (await sign_in(guest))["brought"]["seats"] == 1


async def test_who_is_connected_to_another_process_comes_back_too(cluster: str, tmp_path: Path) -> None:
    url = postgres.new_database(cluster, f"bring_{free_port()}", EMPTY)
    settings: Settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40, log_level="error")
    first, second = (msgspec.structs.replace(settings, port=free_port()) for _ in range(2))
    with started(first) as one, started(second) as two:
        nora, guest, south = Person(one.address), Person(one.address), Person(two.address)
        await nora.post("/session")
        await nora.post("/me/account", {"name": "Nora", "password": PASSWORD})
        seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
        table = await guest.post("/tables", {"game": "auction", "seats": seats})
        id = table["table"]["id"]
        await south.post("/invitations", {"token": table["links"]["south"]})
        there = at(two.address, guest)
        async with there.socket(id, "north") as own, south.socket(id, "south") as other:
            await own.next("view")
            await other.silent()
            await sign_in(guest)
            assert (await closed(own))[0] == 4401, "the session has ended, not: the seat is somebody else's"
            assert (await other.next("table"))["table"]["seats"][0]["user_name"] == "Nora"
            there = at(two.address, guest)
            async with there.socket(id, "north") as again:
                view = await again.next("view")
                assert (await again.do("answer", ask=view["ask"], nation="north", choice=1))["type"] == "ok"
        for person in (nora, guest, south):
            await person.http.aclose()


async def test_where_the_guest_sat_down_at_the_last_moment_comes_along(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may keep that just before the guest is no more."""
    nora, guest, host = await account(world), world.person(), world.person()
    await guest.post("/session")
    table = (await host.post("/tables", {"game": "auction"}))["table"]["id"]
    must_be_guest = bringing.must_be_guest

    def sit_down_first(connection: sa.Connection, user: str) -> bool:
        connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table).values(host=user))
        return must_be_guest(connection, user)

    monkeypatch.setattr(bringing, "must_be_guest", sit_down_first)
    assert (await sign_in(guest))["brought"]["tables"] == 1
    assert {row["host"] for row in await kept(world, schema.tables)} == {(await nora.get("/me"))["id"]}
