"""Attempts to see or do what is another's, to forge, to overload, to confuse."""

import asyncio
import base64
import contextlib
import socket as sockets
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from limits import parse
from starlette.requests import HTTPConnection
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.core.forms import AnyMenu
from sandtable.server import schema, silence, web
from sandtable.server import sockets as seat_sockets
from sandtable.server.config import Settings
from sandtable.server.drafts import Draft
from sandtable.server.limits import Bucket, address_of, attempt
from sandtable.server.lines import NOT_YOURS, TRY_AGAIN, Line
from sandtable.server.playing import decide
from sandtable.server.problems import Conflict
from tests.server.world import World, serving


async def test_a_forged_cookie_is_nobody(small: World) -> None:
    somebody = small.person()
    await somebody.post("/session")
    good = somebody.http.cookies["sandtable"]
    for token in ("x", good[:-1] + ("A" if good[-1] != "A" else "B"), good.lower(), "0" * 500, "' OR 1=1 --"):
        forged = httpx.AsyncClient(base_url=f"http://{small.address}", cookies={"sandtable": token})
        assert (await forged.get("/api/v1/me")).status_code == 401
        await forged.aclose()
    bearer = await httpx.AsyncClient().get(
        f"http://{small.address}/api/v1/me", headers={"Authorization": f"Bearer {good}"}
    )
    assert bearer.status_code == 401  # a cookie's token is no key


async def test_every_command_of_another_seat_is_refused(small: World) -> None:
    _, south, table = await small.two_at_a_table()
    stranger = small.person()
    await stranger.post("/session")
    for somebody in (south, stranger):
        base = f"/tables/{table}/seats/north"
        assert (await somebody.refused("GET", base))[0] == 403
        assert (await somebody.refused("GET", f"{base}/messages"))[0] == 403
        for command, body in (
            ("answer", {"ask": 1, "nation": "north", "choice": 1}),
            ("walk", {"ask": 1, "nation": "north", "clicks": []}),
            ("check", {"ask": 1, "nation": "north", "choice": 1}),
            ("undo", {"ask": 1}),
            ("declare", {"nation": "north", "what": "*", "policy": "default"}),
            ("chat", {"text": "I am north"}),
            ("concede", {}),
            ("draw", {"agree": True}),
            ("leave", {}),
            ("away", {}),
            ("ask-takeback", {"to_ask": 1}),
            ("reply-takeback", {"agree": True}),
            ("words", {"words": "x"}),
        ):
            assert (await somebody.refused("POST", f"{base}/{command}", body))[0] == 403
        for path, body in (
            ("begin", {}),
            ("archive", {}),
            ("adjudicate", {"worth": {}, "sentence": "x"}),
            ("mute", {"user": "x"}),
        ):
            assert (await somebody.refused("POST", f"/tables/{table}/{path}", body))[0] == 403
        with pytest.raises(InvalidStatus) as refused:
            async with somebody.socket(table, "north"):
                pass
        assert refused.value.response.status_code == (403 if somebody is south else 404)
    own = {"ask": 1, "nation": "north", "choice": 1}
    assert (await south.refused("POST", f"/tables/{table}/seats/south/answer", own)) == (
        403,
        "Your seat does not hold that nation.",
    )
    for look in ("walk", "check", "part", "odds"):  # nor does one's own seat look into another's menu
        body = {"ask": 1, "nation": "north", **({"choice": 1} if look == "check" else {})}
        assert (await south.refused("POST", f"/tables/{table}/seats/south/{look}", body))[0] == 403
    assert (await stranger.refused("POST", f"/tables/{table}/seats/north/take"))[0] == 403


async def test_a_refused_socket_is_answered_and_nothing_is_amiss(
    small: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, south, table = await small.two_at_a_table()
    stranger = small.person()
    await stranger.post("/session")
    for somebody, status in ((stranger, 404), (south, 403), (small.person(), 401)):
        with pytest.raises(InvalidStatus) as refused:
            async with somebody.socket(table, "north"):
                pass
        assert refused.value.response.status_code == status
        assert msgspec.json.decode(refused.value.response.body or b"")["status"] == status
    monkeypatch.setattr(small.hall.limits, "most_sockets", 0)  # before anybody is looked up
    with pytest.raises(InvalidStatus) as many:
        async with south.socket(table, "south"):
            pass
    assert many.value.response.status_code == 429
    while small.server.server_state.tasks:  # until the server has looked at how each of them ended
        await asyncio.sleep(0.002)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("uvicorn")] == []


async def test_a_server_that_sends_no_answer_to_a_socket_closes_it(small: World) -> None:
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    _, _, table = await small.two_at_a_table()
    scope = {
        "type": "websocket",
        "path": f"/api/v1/tables/{table}/seats/north/socket",
        "query_string": b"",
        "headers": [(b"host", small.address.encode())],
        "client": ("127.0.0.1", 1),
        "subprotocols": [],
    }
    await small.server.config.app(scope, receive, send)  # type: ignore[operator, arg-type, call-arg]
    assert [(message["type"], message["code"]) for message in sent] == [("websocket.close", NOT_YOURS)]


async def test_secrets_are_in_no_answer_before_the_end(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 7)
    room = await small.hall.room(table)
    for path in (f"/tables/{table}", f"/tables/{table}/view", f"/tables/{table}/messages", f"/tables/{table}/seats/south",
                 f"/tables/{table}/seats/south/messages", "/tables", "/me/tables"):  # fmt: skip
        text = (await south.call("GET", path)).text
        assert room.row.secret not in text
        assert '"answered":7' not in text
    for path in ("verification", "timeline", "save", "statistics", "summary", "moves/0"):
        assert (await south.refused("GET", f"/tables/{table}/{path}"))[0] == 409
    branch = await south.refused("POST", f"/tables/{table}/branch", {"move": 0, "nations": ["south"]})
    assert branch[0] == 409


async def test_pages_of_others_cannot_use_our_cookies(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    cookies = dict(somebody.http.cookies)
    async with httpx.AsyncClient(base_url=f"http://{small.address}/api/v1", cookies=cookies) as forged:
        assert (await forged.delete("/me")).status_code == 403
        evil = {"Origin": "https://evil.example", "X-Sandtable": "1"}
        assert (await forged.delete("/me", headers=evil)).status_code == 403
        form = {"Content-Type": "text/plain", "X-Sandtable": "1"}
        assert (await forged.post("/tables", content=b'{"game":"echoes"}', headers=form)).status_code == 415
        old_browser = {"Sec-Fetch-Site": "cross-site", "X-Sandtable": "1"}
        assert (await forged.delete("/me", headers=old_browser)).status_code == 403
    async with httpx.AsyncClient(base_url=f"http://{small.address}/api/v1") as nobody:
        assert (await nobody.post("/session")).status_code == 403
    headers = {"Cookie": f"sandtable={cookies['sandtable']}", "Origin": "https://evil.example"}
    address = f"ws://{small.address}/api/v1/tables/{table}/seats/allies/socket"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address, additional_headers=headers):
            pass
    assert refused.value.response.status_code == 403
    rebound = await httpx.AsyncClient().get(f"http://{small.address}/api/v1/me", headers={"Host": "evil.example"})
    assert rebound.status_code == 400


async def test_every_answer_carries_what_browsers_need_to_be_strict(small: World) -> None:
    somebody = small.person()
    response = await somebody.call("POST", "/session", {})
    policy = response.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy, "WebAssembly for playing offline, and no other eval"
    assert "default-src 'self'" in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"[" * 50_000,
        b'{"game":1}',
        b'{"game":"echoes","seats":7}',
        b'{"game":' + b'"x' * 9 + b'"}',
    ],
)
async def test_malformed_requests_get_one_sentence(small: World, body: bytes) -> None:
    headers = {"X-Sandtable": "1", "Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=f"http://{small.address}/api/v1", headers=headers) as client:
        response = await client.post("/tables", content=body)
    assert response.status_code == 422
    assert response.json()["detail"].startswith("The request cannot be read")


async def test_oversized_requests_and_messages_are_cut(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    big = {"game": "x" * 100_000}
    assert (await north.refused("POST", "/tables", big))[0] == 413

    async def chunks() -> object:
        for _ in range(100):
            yield b" " * 5000

    headers = {"Content-Type": "application/json"}
    response = await north.http.post("/api/v1/tables", content=chunks(), headers=headers)  # type: ignore[arg-type]
    assert response.status_code == 413
    assert (await north.refused("POST", f"/tables/{table}/seats/north/chat", {"text": "x" * 3000}))[0] == 422
    async with north.socket(table, "north") as one:
        await one.next("view")
        await one.raw.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            await one.silent(5)
    async with north.socket(table, "north") as again:
        assert (await again.next("view"))["ask"] == 1


@pytest.mark.parametrize(
    "message",
    ["", "{", "[]", "7", '{"do":"fly"}', '{"do":"answer"}', '{"do":"answer","ask":1,"nation":"north","choice":{"a":1}}',
     '{"do":"answer","ask":1,"nation":"north","choice":1.5}', '{"do":"answer","ask":1,"nation":"north","choice":[[[[[[[[[[[1]]]]]]]]]]]}',
     '{"do":"answer","ask":1,"nation":"north","choice":99999999999999999999999999}', '{"do":"answer","ask":1,"nation":"north","choice":true}',
     '{"do":"walk","ask":1,"nation":"north","clicks":["x"]}', '{"do":"throw","ask":1,"faces":[1]}', '{"do":"undo","ask":-1}',
     '{"do":"answer","ask":1,"nation":"north","choice":1,"extra":1}', '{"do":"declare","nation":"north","what":"*","policy":"magic"}'],
)  # fmt: skip
async def test_malformed_messages_are_refused_and_the_socket_lives_on(small: World, message: str) -> None:
    north, _, table = await small.two_at_a_table()
    async with north.socket(table, "north") as one:
        view = await one.next("view")
        await one.raw.send(message)
        refused = await one.next("refused")
        assert refused["problem"]["detail"]
        assert refused["problem"]["status"] in (403, 409, 422)
        assert (await one.do("answer", ask=view["ask"], nation="north", choice=1))["type"] == "ok"


async def test_deep_nesting_does_no_harm(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    async with north.socket(table, "north") as one:
        await one.next("view")
        await one.raw.send('{"do":"answer","ask":1,"nation":"north","choice":' + "[" * 20_000 + "]" * 20_000 + "}")
        assert (await one.next("refused"))["problem"]["status"] == 422
        deep = await one.do("answer", ask=1, nation="north", choice=[[[[[[[[[1]]]]]]]]])
        assert deep["problem"]["detail"] == "An answer is a word, a number, nothing, or a list of these."
        wide = await one.do("answer", ask=1, nation="north", choice=[1] * 5001)
        assert wide["problem"]["detail"] == "No answer has so many parts."
        assert (await one.do("answer", ask=1, nation="north", choice=1))["type"] == "ok"


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/..%2f..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/api/v1/tables/..%2f..",
        "/api/v1/tables/%00",
        "/%00",
        "/maps/%00",
        "/" + "long" * 100,
        "/maps/" + "long" * 100,
    ],
)
async def test_path_tricks_find_nothing(small: World, path: str) -> None:
    host, port = small.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {small.address}\r\nConnection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    assert "root:" not in text
    assert text.split(" ")[1] in ("404", "400", "422", "200")
    if text.split(" ")[1] == "200":
        assert "<html" in text.lower()  # the application's own page


@pytest.mark.parametrize("name", ["Host", "Origin"])
async def test_half_an_address_in_a_header_is_nobodys(small: World, name: str) -> None:
    http = httpx.AsyncClient(base_url=f"http://{small.address}", headers={"X-Sandtable": "1"})
    response = await http.post("/api/v1/session", headers={name: "http://[" if name == "Origin" else "["})
    assert response.status_code == (400 if name == "Host" else 403)
    assert response.headers["content-type"] == "application/problem+json"
    await http.aclose()


async def test_a_character_that_a_database_cannot_hold_is_refused_at_the_door(world: World) -> None:
    somebody = world.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    nul = base64.urlsafe_b64encode(b"1.0 \0").decode()
    for path in ("/tables/%00", "/tables?game=%00", f"/tables/{table}/seats/%00", "/tables/%00/watch"):
        assert (await somebody.refused("GET", path))[0] == 404, path
    assert (await somebody.refused("GET", f"/tables?cursor={nul}"))[0] == 422
    for path in ("/me/keys/%00", "/me/channels/%00"):
        assert (await somebody.refused("DELETE", path))[0] == 404, path
    assert (await somebody.refused("PUT", f"/tables/{table}/notes", {"text": "a\0b"}))[0] == 422
    channel = {"kind": "apprise", "address": "discord://hook/token\0"}
    assert (await somebody.refused("POST", "/me/channels", channel))[0] == 422
    assert (await somebody.refused("POST", "/tables", {"game": "echoes", "again": "\0"}))[0] == 422
    spelled = {"text": "\\u0000 is how it is written"}
    await somebody.put(f"/tables/{table}/notes", spelled)
    assert await somebody.get(f"/tables/{table}/notes") == spelled


@pytest.mark.parametrize(
    ("kind", "address"), [("apprise", "ntfy://["), ("push", '{"endpoint": "https://["}'), ("apprise", "ntfy:")]
)
async def test_an_address_that_is_none_is_no_channel(small: World, kind: str, address: str) -> None:
    somebody = small.person()
    await somebody.post("/session")
    assert (await somebody.refused("POST", "/me/channels", {"kind": kind, "address": address}))[0] == 422


async def test_a_broken_seat_link_leads_nowhere_not_to_the_last_one(small: World) -> None:
    host, guest = small.person(), small.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
    token = (await host.post("/tables", {"game": "auction", "seats": seats}))["links"]["south"]
    await guest.http.get(f"/seat/{token}")
    assert (await guest.get("/invitations"))["to"]["seat"] == "south"
    for broken in ("%E2%82%AC", f"{token}%0D%0ASet-Cookie:%20a=b", "x" * 101):
        response = await guest.http.get(f"/seat/{broken}")
        assert (response.status_code, response.headers["location"]) == (303, "/join")
        assert list(guest.http.cookies) == [], broken
    assert await guest.get("/invitations") == {"to": None}


async def test_no_number_of_a_move_is_too_long(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    await north.post(f"/tables/{table}/seats/north/concede")
    await north.get(f"/tables/{table}/moves/0")
    for number in ("1", "0" * 9 + "1", "0" * 5000, "٠"):
        assert (await north.refused("GET", f"/tables/{table}/moves/{number}"))[0] == 404, number[:20]


async def test_floods_are_slowed_down(lite: Settings) -> None:
    settings = msgspec.structs.replace(
        lite,
        limit_requests="40/minute",
        limit_messages="5/second",
        limit_sockets=2,
        limit_sign_in="3/minute",
        limit_tables="2/hour",
    )
    async with serving(settings) as world:
        north, _, table = await world.two_at_a_table()
        async with north.socket(table, "north") as one:
            await one.next("view")
            async with north.socket(table, "north"):
                with pytest.raises(InvalidStatus) as refused:
                    async with north.socket(table, "north"):
                        pass
                assert refused.value.response.status_code == 429
            async with asyncio.timeout(5):
                while sum(world.hall.limits.sockets.values()) > 1:  # whoever hangs up makes room
                    await asyncio.sleep(0.01)
            walk = {"do": "walk", "ask": 1, "nation": "north", "clicks": []}
            for number in range(30):
                await one.say({**walk, "re": number})
            assert (await one.next("refused"))["re"] in range(30), "whoever is too fast is told which message it was"
            with contextlib.suppress(ConnectionClosed):
                for number in range(200):
                    await one.say({**walk, "re": number})
            with pytest.raises(ConnectionClosed):
                await one.silent(5)
        wrong = {"name": "x", "password": "wrong password"}
        statuses = [(await north.call("POST", "/session/sign-in", wrong)).status_code for _ in range(4)]
        assert statuses[-1] == 429
        statuses = [(await north.call("POST", "/tables", {"game": "echoes"})).status_code for _ in range(2)]
        assert statuses == [201, 429]
        statuses = [(await north.call("GET", "/games")).status_code for _ in range(50)]
        assert statuses[-1] == 429
        with pytest.raises(InvalidStatus):
            async with north.socket(table, "north"):
                pass
        for path in ("lists/stream", "me/stream", f"tables/{table}/watch"):
            async with north.http.stream("GET", f"/api/v1/{path}") as stream:
                assert stream.status_code == 429


def test_a_socket_may_speak_in_bursts_but_not_on_and_on() -> None:
    bucket = Bucket(parse("5/second"))
    for _ in range(2):
        assert [bucket.take() for _ in range(11)] == [True] * 10 + [False]
        bucket.at -= 1000  # a long silence is worth no more than a burst


async def test_attempts_of_the_last_span_count_as_far_as_it_is_near(small: World) -> None:
    async def tried(span: int, past: float, who: str = "a") -> bool:
        return await small.hall.store.write(lambda connection: attempt(connection, who, span, past, 4))

    assert [await tried(7, 0.0) for _ in range(5)] == [True] * 4 + [False]
    assert await tried(7, 0.0, "b"), "somebody else"
    assert [await tried(8, past) for past in (0.0, 0.3, 0.3, 0.3)] == [False, True, True, False]
    assert await tried(9, 0.0), "two attempts of the last span, none of the one before"
    rows = await small.hall.store.read(lambda connection: connection.execute(sa.select(schema.attempts)).all())
    assert {span for span, _, _ in rows} == {8, 9}, "what counts no more is not kept"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::ffff", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unix:", "unix:"),
    ],
)
def test_more_addresses_of_one_network_are_no_more_tries(host: str, counted: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == counted


def test_a_line_that_lets_too_many_bytes_pile_up_is_cut() -> None:
    line = Line("north", "somebody")
    line.put(b"x" * 3_000_000)
    assert not line.reason
    line.put(b"x" * 3_000_000)
    assert (line.code, line.waiting) == (TRY_AGAIN, [])


async def test_who_says_no_hello_is_not_waited_for(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_sockets, "HELLO_SECONDS", 0.05)
    north, _, table = await small.two_at_a_table()
    async with north.socket(table, "north", hello=False) as one:
        with pytest.raises(ConnectionClosed) as closed:
            await one.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4400


async def test_an_open_server_is_stricter(lite: Settings) -> None:
    settings = msgspec.structs.replace(
        lite, mode="production", secret="s" * 40, url="https://war.example", metrics_token="t0ken"
    )
    async with serving(settings) as world:
        http = world.person().http
        http.headers["Host"] = "war.example"
        response = await http.post("/api/v1/session")
        cookie = response.headers["set-cookie"]
        assert cookie.startswith("__Host-sandtable=")
        assert "Secure" in cookie
        assert response.headers["strict-transport-security"] == "max-age=31536000"
        assert "Secure" in (await http.get("/seat/abc")).headers["set-cookie"]
        assert (await http.get("/api/v1/games", headers={"Host": world.address})).status_code == 400
        assert (await http.get("/metrics")).status_code == 404
        assert (await http.get("/metrics", headers={"Authorization": "Bearer t0ken"})).status_code == 200


async def test_an_open_server_shows_its_figures_to_its_host_alone(lite: Settings) -> None:
    settings = msgspec.structs.replace(lite, mode="production", secret="s" * 40, url="https://war.example")
    async with serving(settings) as world:
        http = world.person().http
        for host, status in (("war.example", 404), ("WAR.example:443", 404), ("server:8000", 200)):
            assert (await http.get("/metrics", headers={"Host": host})).status_code == status
        by_proxy = {"Host": "war.example.", "X-Forwarded-For": "203.0.113.5"}
        assert (await http.get("/metrics", headers=by_proxy)).status_code == 404


async def test_attempts_are_counted_for_all_processes_together(settings: Settings) -> None:
    limited = msgspec.structs.replace(settings, limit_sign_in="3/hour")
    async with serving(limited) as one, serving(limited) as two:
        wrong = {"name": "x", "password": "wrong password"}
        first, second = one.person(), two.person()
        tries = [first, second, second, first, second]
        assert [(await who.call("POST", "/session/sign-in", wrong)).status_code for who in tries] == [401] * 3 + [
            429
        ] * 2


async def test_links_are_not_found_by_trying(settings: Settings) -> None:
    limited = msgspec.structs.replace(settings, limit_sign_in="4/hour")
    async with serving(limited) as one, serving(limited) as two:
        host, guest, other = one.person(), one.person(), two.person()
        seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
        token = (await host.post("/tables", {"game": "auction", "seats": seats}))["links"]["south"]
        for _ in range(6):  # whoever follows a good link, or none, may look at it as often as they like
            assert await other.get("/invitations") == {"to": None}
            await guest.http.get(f"/seat/{token}")
            assert (await guest.get("/invitations"))["to"]["seat"] == "south"
        for who in (other, guest, other):
            await who.http.get("/seat/guess")
            assert await who.get("/invitations") == {"to": None}
        assert (await guest.refused("POST", "/invitations", {"token": "guess"}))[0] == 404
        await other.http.get(f"/seat/{token}")
        assert (await other.refused("GET", "/invitations"))[0] == 429, "not even the good one now"


async def test_the_token_of_the_figures_is_not_found_by_trying(lite: Settings) -> None:
    settings = msgspec.structs.replace(lite, metrics_token="t0ken", limit_sign_in="2/hour")
    async with serving(settings) as world:
        http = world.person().http
        right = {"Authorization": "Bearer t0ken"}
        assert [(await http.get("/metrics", headers=right)).status_code for _ in range(4)] == [200] * 4
        assert [(await http.get("/metrics")).status_code for _ in range(2)] == [404] * 2
        assert (await http.get("/metrics", headers=right)).status_code == 429


async def test_a_slow_client_is_cut_and_the_others_play_on(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    async with north.socket(table, "north") as one:
        await one.next("view")
        room = await small.hall.room(table)
        (line,) = room.lines["north"]

        async def never() -> None:
            await asyncio.sleep(3600)

        line.wait = never  # type: ignore[method-assign]  # as if the network took nothing
        for number in range(600):
            await room.do(lambda draft: draft.say("chat", {"text": f"{number}"}))  # noqa: B023
        assert line.code == TRY_AGAIN
        await south.answer(table, "south", 1)


async def test_half_a_request_holds_nobody_up(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "BODY_SECONDS", 0.1)
    somebody = small.person()
    host, port = small.address.split(":")
    for length, status in ((50, b"408"), (10**9, b"413")):  # the rest of it never comes, or is not waited for
        slow = sockets.create_connection((host, int(port)))
        slow.sendall(
            f"POST /api/v1/tables HTTP/1.1\r\nHost: {small.address}\r\nContent-Type: application/json\r\nX-Sandtable: 1\r\nContent-Length: {length}\r\n\r\n{{".encode()
        )
        assert (await somebody.get("/games"))[0]["name"] == "auction"
        assert (await asyncio.to_thread(slow.recv, 100)).split()[1] == status
        slow.close()


async def test_a_connection_on_which_nothing_comes_is_closed(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it before the first request, in the middle of its head, or of the next one's; but not a stream, a socket, or
    whoever asks again and again."""
    monkeypatch.setattr(silence, "SILENT_SECONDS", 0.2)
    north, _, table = await small.two_at_a_table()
    host, port = small.address.split(":")
    whole = f"GET /healthz HTTP/1.1\r\nHost: {small.address}\r\n\r\n"
    async with (
        north.socket(table, "north") as one,
        small.person().http.stream("GET", f"/api/v1/tables/{table}/watch") as stream,
    ):
        await one.next("view")
        lines = stream.aiter_lines()
        for said in ("", whole[:20], whole + whole[:20]):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(said.encode())
            async with asyncio.timeout(3):
                assert (await reader.read()).count(b"200 OK") == said.count("\r\n\r\n")
            writer.close()
        reader, writer = await asyncio.open_connection(host, int(port))
        for _ in range(8):
            writer.write(whole.encode())
            assert b"200 OK" in await reader.readuntil(b'ok"}')
            await asyncio.sleep(0.1)
        writer.close()
        await north.post(f"/tables/{table}/seats/north/chat", {"text": "still here"})
        assert (await one.next("chat"))["body"]["text"] == "still here"
        async with asyncio.timeout(3):
            while "still here" not in await anext(lines):
                pass


async def test_replayed_and_crossed_answers_change_nothing(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    body = {"ask": 1, "nation": "north", "choice": 4, "key": "same"}
    for _ in range(5):
        await north.post(f"/tables/{table}/seats/north/answer", body)
    room = await small.hall.room(table)
    assert room.table is not None
    assert len(room.table.moves) == 1
    await south.post(f"/tables/{table}/seats/south/answer", {"ask": 1, "nation": "south", "choice": 1, "key": "same"})
    assert (await north.refused("POST", f"/tables/{table}/seats/north/answer", {**body, "key": "other"}))[0] == 409


async def test_what_is_refused_after_all_leaves_no_trace_in_memory(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    room = await small.hall.room(table)

    def change_ones_mind(draft: Draft) -> None:
        decide(draft, "north", 3)
        raise Conflict("No, after all.")

    with pytest.raises(Conflict):
        await room.do(change_ones_mind)
    assert room.table is not None
    assert room.table.moves == []
    await north.answer(table, "north", 4)
    small.hall.rooms.clear()
    seen = await north.get(f"/tables/{table}/seats/north")
    assert seen["view"]["waiting"]["questions"][0]["answered"] == 4


async def test_two_answers_at_the_same_moment_are_one_after_the_other(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    seen = await somebody.get(f"/tables/{table}/seats/allies")
    menu = seen["view"]["waiting"]["questions"][0]["menu"]
    choice = msgspec.convert(menu, AnyMenu).default
    body = {"ask": seen["ask"], "nation": "allies", "choice": choice}
    responses = await asyncio.gather(
        *(somebody.call("POST", f"/tables/{table}/seats/allies/answer", body) for _ in range(8))
    )
    statuses = sorted(response.status_code for response in responses)
    assert statuses == [200] + [409] * 7
