"""Two server processes on one PostgreSQL: either may be used for any table, and each hears of what the other did."""

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.engine import Connection
from websockets.exceptions import InvalidStatus

from sandtable.core.table import Table
from sandtable.server.config import Settings, database
from sandtable.server.loading import Loaded
from sandtable.server.ratings import ladder, rate
from sandtable.server.rooms import Room
from sandtable.server.store import Store
from tests.server import postgres
from tests.server.conftest import EMPTY, made
from tests.server.process import free_port, started
from tests.server.world import Person, serving


def at(address: str, person: Person) -> Person:
    """The same person at the other process."""
    other = Person(address)
    other.http.cookies.update(dict(person.http.cookies))
    return other


async def test_two_processes_serve_one_table(cluster: str, tmp_path: Path) -> None:
    url = postgres.new_database(cluster, f"two_{free_port()}", EMPTY)
    settings: Settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40, log_level="error")
    first, second = (msgspec.structs.replace(settings, port=free_port()) for _ in range(2))
    with started(first) as one, started(second) as two:
        north, south = Person(one.address), Person(two.address)
        seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
        table = await north.post("/tables", {"game": "auction", "seats": seats})
        id = table["table"]["id"]
        await south.post("/invitations", {"token": table["links"]["south"]})
        async with north.socket(id, "north") as here, south.socket(id, "south") as there:
            asked = 0
            for bid in (3, 4):
                view, other = await here.next("view"), await there.next("view")
                while view["ask"] <= asked or view["view"]["waiting"]["what"] != "auction.bid":
                    view = await here.next("view")
                while other["ask"] != view["ask"]:
                    other = await there.next("view")
                # both answer at the same moment, at different processes
                replies = await asyncio.gather(
                    here.do("answer", ask=view["ask"], nation="north", choice=bid),
                    there.do("answer", ask=view["ask"], nation="south", choice=1),
                )
                assert [reply["type"] for reply in replies] == ["ok", "ok"]
                asked = view["ask"]
                while (await north.get(f"/tables/{id}/seats/north"))["ask"] == asked:
                    await asyncio.sleep(0.02)  # until this process has heard of the other's answer
                for choice in ([["crate", 1]], ["leave"], None):
                    await north.answer(id, "north", choice)
                for choice in ([["crate", 1]], ["leave"], None):
                    await at(one.address, south).answer(id, "south", choice)  # at the other process this time
            assert (await there.next("over"))["body"]["name"] == "sold"
            assert (await here.next("over"))["body"]["name"] == "sold"
        checked = await north.get(f"/tables/{id}/verification")
        assert checked["problems"] == []
        await north.http.aclose()
        await south.http.aclose()


async def test_the_other_process_goes_on_when_one_is_killed(cluster: str, tmp_path: Path) -> None:
    url = postgres.new_database(cluster, f"kill_{free_port()}", EMPTY)
    settings: Settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40, log_level="error")
    first, second = (msgspec.structs.replace(settings, port=free_port()) for _ in range(2))
    with started(first) as one, started(second) as two:
        person = Person(one.address)
        seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
        id = (await person.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
        await person.answer(id, "all", 2, "north", key="a")
        one.kill()
        other = at(two.address, person)
        assert (await other.answer(id, "all", 2, "north", key="a"))["repeated"] is True
        await other.answer(id, "all", 5, "south")
        assert (await other.get(f"/tables/{id}/seats/all"))["view"]["won"]["south"] == 1
        await person.http.aclose()
        await other.http.aclose()


async def test_a_change_during_a_long_first_look_is_not_missed(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long war takes a while to read. Whoever opens it meanwhile at another process must hear of the answer that was
    given just then: nobody calls a second time."""
    url = postgres.new_database(cluster, f"look_{free_port()}", EMPTY)
    settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40)
    async with serving(settings) as one, serving(settings) as two:
        north, south, table = await one.two_at_a_table()
        await south.answer(table, "south", 1)
        reading, answered = threading.Event(), threading.Event()
        replayed = Room.replayed

        def slowly(room: Room, loaded: Loaded) -> Table:
            reading.set()
            answered.wait(10)
            return replayed(room, loaded)

        monkeypatch.setattr(Room, "replayed", slowly)
        there = at(two.address, south)

        async def opened() -> None:
            async with there.socket(table, "south") as socket:
                while (await socket.next("view"))["view"]["waiting"]["what"] != "auction.pack":
                    pass

        waiting = asyncio.create_task(opened())
        await asyncio.to_thread(reading.wait, 10)
        await north.answer(table, "north", 2)
        await asyncio.sleep(0.3)  # the call comes while the war is still being read
        answered.set()
        await waiting
        await there.http.aclose()


async def test_the_processes_hear_each_other_again_after_the_database_has_hung_up(cluster: str, tmp_path: Path) -> None:
    url = postgres.new_database(cluster, f"hung_{free_port()}", EMPTY)
    settings = msgspec.structs.replace(made(url, tmp_path), secret="s" * 40)
    async with serving(settings) as one, serving(settings) as two:
        north, south, table = await one.two_at_a_table()
        there = at(two.address, south)
        async with there.socket(table, "south") as socket:
            await socket.next("view")
            postgres.execute(url, "NOTIFY sandtable, 'who is there?'")  # not one of ours
            await asyncio.sleep(0.6)
            await north.post(f"/tables/{table}/seats/north/chat", {"text": "one"})
            assert (await socket.next("chat", seconds=5))["body"]["text"] == "one"
            postgres.execute(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await north.post(f"/tables/{table}/seats/north/chat", {"text": "two"})
            assert (await socket.next("chat", seconds=5))["body"]["text"] == "two"
        await there.http.aclose()


async def test_a_database_that_is_away_for_a_while_is_waited_for(cluster: str, tmp_path: Path) -> None:
    name = f"away_{free_port()}"
    settings = msgspec.structs.replace(made(postgres.new_database(cluster, name, EMPTY), tmp_path), secret="s" * 40)
    server = f"{cluster}/postgres"
    async with serving(settings) as world:
        north, south, table = await world.two_at_a_table()
        async with south.socket(table, "south") as socket:
            await socket.next("view")
            postgres.execute(server, f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false")
            postgres.execute(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            body = {"ask": 1, "nation": "south", "choice": 2, "key": "same"}
            refused = await socket.do("answer", **body)
            assert refused["problem"]["status"] == 503
            assert (await north.refused("GET", f"/tables/{table}"))[0] == 503
            assert (await north.http.get("/readyz")).status_code == 503
            with pytest.raises(InvalidStatus, match="503"):
                async with north.socket(table, "north"):
                    pass
            postgres.execute(server, f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true")
            assert (await socket.do("answer", **body))["type"] == "ok"
            await north.answer(table, "north", 1)
            while (await socket.next("view"))["view"]["waiting"]["what"] != "auction.pack":
                pass


async def test_games_that_end_at_two_processes_at_once_are_both_rated(cluster: str, tmp_path: Path) -> None:
    url = database(made(postgres.new_database(cluster, f"rate_{free_port()}", EMPTY), tmp_path))
    one, two = Store(url), Store(url)
    kept, going = threading.Event(), threading.Event()

    def first(connection: Connection) -> None:
        rate(connection, "auction", [(("anna",), 1.0), (("bob",), 0.0)])
        going.set()
        kept.wait(0.5)  # long enough for the other one to overtake, if it could

    try:
        rated = asyncio.create_task(one.write(first))
        await asyncio.to_thread(going.wait, 5)
        await two.write(lambda connection: rate(connection, "auction", [(("bob",), 1.0), (("anna",), 0.0)]))
        kept.set()
        await rated
        assert {row["games"] for row in one.read_now(lambda connection: ladder(connection, "auction", 10))} == {2}
    finally:
        one.close()
        two.close()
