"""Notices: one for each change of turn, with the name of the game and a link, and errors that are shown."""

import asyncio
import threading
import time
from typing import Any

import msgspec
import pytest
from apprise import NotificationManager

from sandtable.core.verdicts import BadInput
from sandtable.server import notices
from sandtable.server.config import Settings
from sandtable.server.notices import check_channel, service
from tests.server.world import World, serving


class Mailbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            command = line[:4].upper()
            if command == b"DATA":
                writer.write(b"354 go\r\n")
                self.letters.append((await reader.readuntil(b"\r\n.\r\n")).decode())
                writer.write(b"250 kept\r\n")
            elif command == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 ok\r\n")
            await writer.drain()
        writer.close()


async def test_it_is_your_turn_by_real_mail(lite: Settings) -> None:
    box = Mailbox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = msgspec.structs.replace(
        lite,
        smtp_host="127.0.0.1",
        smtp_port=port,
        smtp_from="war@example.org",
        smtp_tls="none",
        url="http://localhost:1",
        notice_delay=600.0,
    )
    async with serving(settings) as world:
        north, south, table = await world.two_at_a_table(title="The long war")
        other = (await south.post("/tables", {"game": "auction", "title": "Another war"}))["table"]["id"]
        channel = await south.post("/me/channels", {"kind": "email", "address": "south@example.org"})
        assert (await south.post(f"/me/channels/{channel['id']}/test"))["error"] == ""
        assert "test notice" in box.letters.pop()
        await world.hall.notices.send_due(time.time() + 700)  # both tables wait for south: one letter
        (letter,) = [letter for letter in box.letters if "The long war" in letter]
        assert "Another war" in letter
        assert f"http://localhost:1/t/{table}" in letter
        assert f"http://localhost:1/t/{other}" in letter
        box.letters.clear()
        await south.answer(table, "south", 1)
        await north.answer(table, "north", 2)
        for choice in ([["crate", 1]], ["leave"], None):
            await north.answer(table, "north", choice)
        await world.hall.notices.send_due(time.time() + 700)
        assert sum("The long war" in letter for letter in box.letters) == 1
    server.close()


async def test_who_is_looking_gets_no_notice_and_who_hangs_up_does(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, notice_delay=3600.0)) as world:
        told: list[Any] = []
        world.hall.notices.send = lambda *given: told.append(given)
        north, south, table = await world.two_at_a_table()
        waiting = await outbox(world)
        assert len(waiting) == 2
        await north.answer(table, "north", 2)
        assert len(await outbox(world)) == 1  # whoever has answered needs no notice
        async with south.socket(table, "south") as socket:
            await socket.next("view")
            await south.answer(table, "south", 1)
            assert [row["user_id"] for row in await outbox(world)] == [(await north.get("/me"))["id"]]
            for choice in ([["crate", 1]], ["leave"], None):
                await north.answer(table, "north", choice)
            assert await outbox(world) == []  # it is the turn of south, who looks
        async with asyncio.timeout(5):
            while not (waiting := await outbox(world)):
                await asyncio.sleep(0.01)
        assert [row["user_id"] for row in waiting] == [(await south.get("/me"))["id"]]
        await south.post(f"/tables/{table}/seats/south/concede")
        assert await outbox(world) == []


async def test_nobody_is_told_twice_of_the_same_question(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, notice_delay=3600.0)) as world:
        world.hall.notices.send = lambda *given: None
        north, south, table = await world.two_at_a_table()
        assert await world.hall.notices.send_due(time.time() + 7200) == 2
        await south.post(f"/tables/{table}/seats/south/chat", {"text": "Take your time"})
        await north.answer(table, "north", 2)
        assert await outbox(world) == []
        await south.answer(table, "south", 1)
        assert [row["user_id"] for row in await outbox(world)] == [(await north.get("/me"))["id"]]


async def test_who_has_left_the_table_is_told_nothing_of_it(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, notice_delay=3600.0)) as world:
        north, south, table = await world.two_at_a_table()
        assert len(await outbox(world)) == 2
        await south.post(f"/tables/{table}/seats/south/leave")
        assert [row["user_id"] for row in await outbox(world)] == [(await north.get("/me"))["id"]]
        north, _, table = await world.two_at_a_table()
        await north.put(f"/tables/{table}/seats/south", {"who": "bot"})
        assert {row["user_id"] for row in await outbox(world) if row["table_id"] == table} == {
            (await north.get("/me"))["id"]
        }


async def test_a_channel_tells_of_its_own_games_and_tables(small: World) -> None:
    somebody, told = small.person(), []
    small.hall.notices.send = lambda _settings, _kind, address, title, body: told.append((address, title, body))
    await somebody.post("/session")
    for games in ([], ["echoes"], ["one"], ["pacific", "two"]):
        address = f"discord://{'-'.join(games) or 'all'}/token"
        await somebody.post("/me/channels", {"kind": "apprise", "address": address, "games": games})
    waiting = [
        {"game": "echoes", "table_id": table, "text": f"It is your turn in {table}."} for table in ("one", "two")
    ]
    await small.hall.notices.tell((await somebody.get("/me"))["id"], waiting)
    one, two = "It is your turn in one.", "It is your turn in two."
    both = ("Your turn at 2 tables", f"{one}\n{two}")
    assert sorted(told) == [
        ("discord://all/token", *both),
        ("discord://echoes/token", *both),
        ("discord://one/token", "Your turn", one),
        ("discord://pacific-two/token", "Your turn", two),
    ]


async def test_a_stop_loses_no_notice(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, notice_delay=3600.0)) as world:
        asked, go_on = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slow(*_given: Any) -> None:
            loop.call_soon_threadsafe(asked.set)
            go_on.wait(5)

        world.hall.notices.send = slow
        north, south, _ = await world.two_at_a_table()
        for somebody in (north, south):
            await somebody.post("/me/channels", {"kind": "apprise", "address": "discord://webhook/token"})
        sending = asyncio.create_task(world.hall.notices.send_due(time.time() + 7200))
        await asyncio.wait_for(asked.wait(), 5)
        assert len(await outbox(world)) == 1  # the other person's turn comes after this one's
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        go_on.set()
        assert len(await outbox(world)) == 2
        world.hall.notices.send = lambda *given: None
        assert await world.hall.notices.send_due(time.time() + 7200) == 2
        assert await outbox(world) == []


async def outbox(world: World) -> list[dict[str, Any]]:
    import sqlalchemy as sa

    from sandtable.server import schema
    from sandtable.server.store import rows

    return await world.hall.store.read(lambda connection: rows(connection, sa.select(schema.outbox)))


async def test_an_error_is_shown_to_the_person(small: World) -> None:
    somebody = small.person()
    await somebody.post("/session")
    channel = await somebody.post("/me/channels", {"kind": "apprise", "address": "discord://webhook/token"})
    assert channel["address"] == "discord"  # the token is not shown again

    def fail(*_given: Any) -> None:
        raise BadInput("the service did not take the notice")

    small.hall.notices.send = fail
    assert (await somebody.post(f"/me/channels/{channel['id']}/test"))["error"] == "the service did not take the notice"
    (shown,) = await somebody.get("/me/channels")
    assert (shown["error"], shown["failures"]) == ("the service did not take the notice", 1)
    stranger = small.person()
    await stranger.post("/session")
    for method, path in (("DELETE", ""), ("POST", "/test")):
        assert (await stranger.refused(method, f"/me/channels/{channel['id']}{path}"))[0] == 404
    await somebody.post("/tables", {"game": "echoes"})
    for failures in (2, 3, 4, 5, 5):  # then it rests, until its owner tests it
        await small.hall.notices.tell(
            (await somebody.get("/me"))["id"], [{"game": "echoes", "table_id": "x", "text": "y"}]
        )
        assert (await somebody.get("/me/channels"))[0]["failures"] == failures
    small.hall.notices.send = lambda *given: None
    await somebody.post(f"/me/channels/{channel['id']}/test")
    assert [(shown["error"], shown["failures"]) for shown in await somebody.get("/me/channels")] == [("", 0)]
    assert (await somebody.refused("POST", "/me/channels", {"kind": "email", "address": "a@b.c"}))[0] == 422


async def test_a_service_that_never_comes_to_an_end_is_given_up(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "LONGEST", 0.05)
    somebody, go_on = small.person(), threading.Event()
    await somebody.post("/session")
    channel = await somebody.post("/me/channels", {"kind": "apprise", "address": "discord://webhook/token"})
    small.hall.notices.send = lambda *given: go_on.wait(20) and None
    for _ in range(6):  # more than there are threads for it
        assert (await somebody.post(f"/me/channels/{channel['id']}/test"))["error"] == "the service took too long"
    assert (await somebody.get("/me/channels"))[0]["failures"] == 6
    await somebody.post("/me/account", {"name": "Nora", "password": "long enough to keep"})  # others have theirs
    go_on.set()


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("apprise", "json://127.0.0.1/x"),
        ("apprise", "file:///etc/passwd"),
        ("apprise", "ntfy://127.0.0.1/topic"),
        ("apprise", "gotify://localhost/token"),
        ("apprise", "gotify://2130706433/token"),
        ("apprise", "gotify://0x7f000001/token"),
        ("apprise", "gotify://example.org@127.0.0.1/token"),
        ("apprise", "gotify:///token"),
        ("apprise", "gotify://nowhere.invalid/token"),
        ("apprise", "discord://webhook/token?template=/etc/hostname"),
        ("apprise", f"tgram://123456789:{'a' * 35}/12345?template=/etc/hostname"),
        ("apprise", "discord://webhook/token?template=http://127.0.0.1/x"),
        ("apprise", "workflows://127.0.0.1/aaaaaaaa/bbbbbbbb"),
        ("push", '{"endpoint":"http://example.org/x"}'),
        ("push", '{"endpoint":"https://127.0.0.1/x"}'),
        ("push", "nonsense"),
        ("email", "a@b.org\r\nBcc: all@b.org"),
    ],
)
def test_notices_do_not_reach_into_the_hosts_network(kind: str, address: str) -> None:
    with pytest.raises(BadInput):
        check_channel(Settings(smtp_host="mail.example.org", smtp_from="x@example.org"), kind, address)


@pytest.mark.parametrize("address", ["discord://127/token", "ntfy://a-topic-of-mine"])
def test_a_key_or_a_topic_is_no_host(address: str) -> None:
    check_channel(Settings(), "apprise", address)


def test_an_address_does_not_say_how_we_send() -> None:
    found = service("matrixs://somebody:secret@matrix.example.org/room?rto=9999&cto=9999&redirect=yes&discovery=yes")
    assert found.request_timeout == (20, 20)
    assert (found.redirects, found.discovery) == (False, False)


@pytest.mark.parametrize("scheme", Settings().apprise_schemes.split(","))
def test_apprise_knows_every_service_that_we_offer(scheme: str) -> None:
    assert scheme in NotificationManager().schemas()
