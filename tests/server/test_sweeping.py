"""Forgetting expired sessions and idle guests, and nothing else."""

import asyncio
import time
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa

from sandtable.cli import admin as command
from sandtable.server import admin, hall, schema, sweeping
from sandtable.server.config import Settings
from sandtable.server.people import DAY, add_session, add_user
from sandtable.server.store import Store
from sandtable.server.sweeping import Swept, sweep
from tests.server.world import Person, World, serving


async def write(world: World, statement: Any) -> None:
    await world.hall.store.write(lambda connection: connection.execute(statement) and None)


async def ids(world: World, column: Any) -> set[str]:
    return set(await world.hall.store.read(lambda connection: connection.execute(sa.select(column)).scalars().all()))


async def long_ago(world: World, days: float = 31) -> None:
    """Nobody has come for so many days."""
    await write(world, sa.update(schema.users).values(seen=time.time() - days * DAY))


async def guest(world: World) -> tuple[Person, str]:
    person = world.person()
    return person, (await person.post("/session"))["id"]


async def test_idle_guests_are_forgotten_and_whoever_has_something_here_is_not(world: World) -> None:
    (idle, gone), (named, named_id) = await guest(world), await guest(world)
    await named.call("PATCH", "/me", {"name": "Passing by"})
    await idle.post("/me/keys", {"label": "my bot"})
    kept = set()
    for _ in range(6):
        person, id = await guest(world)
        kept.add(id)
        if len(kept) == 1:
            await person.post("/me/account", {"name": "Nora", "password": "long enough to keep"})
        elif len(kept) == 2:
            seats = [{"nations": [nation], "who": "open"} for nation in ("north", "south")]
            hosted = (await person.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
        elif len(kept) == 3:
            await person.post(f"/tables/{hosted}/seats/north/take")
        elif len(kept) == 4:
            await person.put(f"/tables/{hosted}/notes", {"text": "may be fun"})
        elif len(kept) == 5:
            await write(world, sa.insert(schema.ratings).values(who=id, game="auction", mu=1.0, sigma=1.0, games=1))
        else:
            await write(world, sa.update(schema.users).where(schema.users.c.id == id).values(banned=True))
    await long_ago(world)
    assert await sweep(world.hall.store, 0) == Swept(), "not if they are kept for ever"
    assert await sweep(world.hall.store, 32) == Swept(), "not yet"
    assert await sweep(world.hall.store, 30) == Swept(0, 2)
    assert await ids(world, schema.users.c.id) == kept
    assert not {gone, named_id} & await ids(world, schema.sessions.c.user_id)
    assert (await idle.refused("GET", "/me"))[0] == 401
    assert (await idle.post("/session"))["id"] != gone, "who comes after all is a guest as any other"


async def test_who_comes_by_is_not_idle(small: World) -> None:
    person, id = await guest(small)
    key = (await person.post("/me/keys", {"label": "my bot"}))["token"]
    seen = sa.select(schema.users.c.seen).where(schema.users.c.id == id)

    async def last() -> float:
        return float(await small.hall.store.read(lambda connection: connection.scalar(seen)))

    for headers in ({}, {"Authorization": f"Bearer {key}"}):
        await long_ago(small)
        commits = small.hall.store.commits
        assert (await person.call("GET", "/me", headers=headers)).status_code == 200
        assert time.time() - await last() < 60
        await person.get("/me")
        assert small.hall.store.commits == commits + 1, "once a day"
    await long_ago(small, 0.9)
    await person.get("/me")
    assert time.time() - await last() > 0.8 * DAY
    assert await sweep(small.hall.store, 1) == Swept()


async def test_expired_sessions_are_forgotten(small: World) -> None:
    person, id = await guest(small)
    token = await ids(small, schema.sessions.c.token)
    for days in (-1.0, -0.001, 1.0):
        await small.hall.store.write(lambda connection: add_session(connection, small.hall.key, id, days) and None)  # noqa: B023
    assert await sweep(small.hall.store, 30) == Swept(2, 0)
    assert len(await ids(small, schema.sessions.c.token)) == 2
    assert token < await ids(small, schema.sessions.c.token)
    assert (await person.get("/me"))["id"] == id


async def test_it_is_done_in_portions(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "PORTION", 3)
    for _ in range(7):
        await small.hall.store.write(lambda connection: add_user(connection) and None)
    await long_ago(small)
    commits = small.hall.store.commits
    assert await sweep(small.hall.store, 30) == Swept(0, 7)
    assert small.hall.store.commits == commits + 3


async def test_who_comes_in_the_meantime_is_not_forgotten(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    _, id = await guest(small)
    await long_ago(small)
    store = small.hall.store
    read = store.read

    async def read_and_wait(work: Any) -> Any:
        found = await read(work)
        if found:
            await long_ago(small, 0)  # here they are
        return found

    with monkeypatch.context() as slow:
        slow.setattr(store, "read", read_and_wait)
        assert await sweep(store, 30) == Swept()
    assert await ids(small, schema.users.c.id) == {id}


async def test_the_operator_sees_who_came_last(lite: Settings, small: World) -> None:
    people = [await guest(small) for _ in range(3)]
    await long_ago(small)
    await people[1][0].get("/me")
    assert (await asyncio.to_thread(admin.list_users, lite))[0]["id"] == people[1][1]


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
async def test_one_process_sweeps_at_a_time(settings: Settings, world: World) -> None:
    await guest(world)
    await long_ago(world)
    with psycopg.connect(settings.database_url) as other:
        other.execute(f"SELECT pg_advisory_xact_lock({sweeping.LOCK})")
        assert await sweep(world.hall.store, 30) == Swept()
    assert await sweep(world.hall.store, 30) == Swept(0, 1)


async def test_the_server_sweeps_by_itself_and_counts(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "FIRST_SWEEP", 0.3)
    monkeypatch.setattr(hall, "SWEEP_SECONDS", 0.1)
    async with serving(msgspec.structs.replace(lite, guest_days=5)) as world:
        for number in (1, 2):  # each time anew
            await guest(world)
            await long_ago(world, 6)
            async with asyncio.timeout(5):
                while world.hall.swept.guests < number:
                    await asyncio.sleep(0.02)
        assert await ids(world, schema.users.c.id) == set()
        metrics = (await world.person().http.get("/metrics")).text
        assert "\nsandtable_swept_guests_total 2.0" in metrics
        assert "\nsandtable_swept_sessions_total 0.0" in metrics


def test_the_operator_sweeps_now(
    lite: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(admin.database(lite))

    def old_guest(connection: Any) -> None:
        id = add_user(connection).id
        add_session(connection, b"k", id, -1)
        add_user(connection)
        connection.execute(sa.update(schema.users).where(schema.users.c.id == id).values(seen=0.0))

    asyncio.run(store.write(old_guest))
    store.close()
    monkeypatch.setenv("SANDTABLE_DATA_DIR", lite.data_dir)
    command.run("sweep")
    assert capsys.readouterr().out == "forgotten: 1 expired sessions, 1 idle guests\n"
    assert len(admin.list_users(lite)) == 1
