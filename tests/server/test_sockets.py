"""Play over sockets: what was missed, the pending question, numbers, stale and repeated answers."""

import asyncio
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server import admin, lobby, sockets, streams
from sandtable.server.config import Settings
from sandtable.server.lines import Line
from sandtable.server.rooms import WATCHER
from tests.server.world import World


async def test_hello_brings_what_was_missed_and_the_pending_question(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with north.socket(table, "north") as first:
        assert (await first.next("welcome"))["seat"] == "north"
        view = await first.next("view")
        menu = view["view"]["waiting"]["questions"][0]["menu"]
        assert (menu["menu"], menu["low"], menu["high"]) == ("count", 0, 9)
        last = first.seq
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    async with north.socket(table, "north", last) as again:
        welcome = await again.next("welcome")
        missed = [await again.next() for _ in range(welcome["missed"])]
        assert [message["seq"] for message in missed] == list(range(last + 1, last + 1 + welcome["missed"]))
        assert [message["kind"] for message in missed] == ["ready", "events", "events"]
        view = await again.next("view")
        assert view["view"]["waiting"]["what"] == "auction.pack"
        assert view["seq"] == missed[-1]["seq"]
    async with north.socket(table, "north", view["seq"]) as third:
        assert (await third.next("welcome"))["missed"] == 0
        assert (await third.next("view"))["view"] == view["view"]


async def test_whoever_missed_very_much_gets_the_end_of_it(small: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_MISSED", 2)
    north, _, table = await small.two_at_a_table()
    for text in "abc":
        await north.post(f"/tables/{table}/seats/north/chat", {"text": text})
    for last in (0, 10**6):  # or has numbers that we do not know
        async with north.socket(table, "north", last) as one:
            welcome = await one.next("welcome")
            assert (welcome["missed"], welcome["from"]) == (2, welcome["seq"] - 1)
            assert [(await one.next())["body"]["text"] for _ in range(2)] == ["b", "c"]


async def test_nobody_hears_twice_when_a_table_is_read_again(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    room = await small.hall.room(table)
    async with north.socket(table, "north") as one:
        await one.next("view")
        await south.post(f"/tables/{table}/seats/south/chat", {"text": "first"})
        assert (await one.next())["body"]["text"] == "first"
        async with room.lock:
            await room.start_over()
        await south.post(f"/tables/{table}/seats/south/chat", {"text": "second"})
        assert (await one.next())["body"]["text"] == "second"


async def test_a_lost_connection_in_mid_decision_gets_the_same_question_again(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    questions = []
    for _ in range(3):
        async with north.socket(table, "north") as one, south.socket(table, "south") as other:
            found = (await one.next("view"), await other.next("view"))
            questions.append([(view["ask"], view["view"]["waiting"]) for view in found])
            await one.do("walk", ask=found[0]["ask"], nation="north", clicks=[])
            one.raw.transport.abort()  # no goodbye
    assert questions[0] == questions[1] == questions[2]


async def test_everybody_hears_and_sees_what_they_may_and_no_more(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with north.socket(table, "north") as one, south.socket(table, "south") as other:
        ask = (await one.next("view"))["ask"]
        await other.next("view")
        assert (await one.do("answer", ask=ask, nation="north", choice=7))["type"] == "ok"
        heard = await other.next()
        assert (heard["kind"], heard["body"]) == ("ready", {"nation": "north"})
        assert (await other.next("view"))["view"]["waiting"]["ready"] == ["north"]
        for bid in (3, 8, 5):  # a change of mind is nobody else's business
            assert (await one.do("answer", ask=ask, nation="north", choice=bid))["type"] == "ok"
        assert await other.silent() == []
        assert (await other.do("answer", ask=ask, nation="south", choice=1))["type"] == "ok"
        sold = await one.next("events")
        assert [event["event"] for event in sold["body"]["events"]] == ["auction.sold"]
        looked = await one.next("events")
        assert looked["body"]["events"][0]["event"] == "auction.looked"
    async with south.socket(table, "south") as third:
        welcome = await third.next("welcome")
        told = [await third.next() for _ in range(welcome["missed"])]
        assert "auction.looked" not in str(told)
        assert "auction.sold" in str(told)


async def test_a_stale_answer_is_refused_with_the_fresh_view(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with north.socket(table, "north") as one:
        ask = (await one.next("view"))["ask"]
        await north.answer(table, "north", 2)
        await south.answer(table, "south", 1)
        stale = await one.do("answer", ask=ask, nation="north", choice=4)
        assert stale["type"] == "refused"
        assert stale["problem"]["title"] == "Stale answer"
        assert stale["problem"]["ask"] == ask + 1
        assert stale["problem"]["view"]["waiting"]["what"] == "auction.pack"
        assert stale["problem"]["view"]["gold"] == {"north": 7}


async def test_an_answer_with_the_same_key_counts_once(world: World) -> None:
    north, _, table = await world.two_at_a_table()
    async with north.socket(table, "north") as one:
        ask = (await one.next("view"))["ask"]
        first = await one.do("answer", ask=ask, nation="north", choice=2, key="k1")
        again = await one.do("answer", ask=ask, nation="north", choice=3, key="k1")
        assert (first["result"]["repeated"], again["result"]["repeated"]) == (False, True)
    world.hall.rooms.clear()  # as after a restart
    again_over_http = await north.answer(table, "north", 3, key="k1")
    assert again_over_http["repeated"] is True
    seen = await north.get(f"/tables/{table}/seats/north")
    assert seen["view"]["waiting"]["questions"][0]["answered"] == 2


async def test_an_illegal_answer_names_the_rule_and_changes_nothing(world: World) -> None:
    north, _, table = await world.two_at_a_table()
    async with north.socket(table, "north") as one:
        view = await one.next("view")
        refused = await one.do("answer", ask=view["ask"], nation="north", choice=12)
        assert refused["problem"]["rule"] == "AU-1"
        assert refused["problem"]["title"] == "Refused by the rules"
        assert (await north.get(f"/tables/{table}/seats/north"))["view"] == view["view"]


async def test_menus_are_walked_and_checked_where_the_game_is(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    await north.answer(table, "north", [["crate", 1]])
    async with north.socket(table, "north") as one:
        ask = (await one.next("view"))["ask"]
        walk = await one.do("walk", ask=ask, nation="north", clicks=[])
        assert walk["result"]["clicks"] == ["seal", "rank", "leave"]
        walk = await one.do("walk", ask=ask, nation="north", clicks=["leave"])
        assert walk["result"]["answer"] == ["leave"]
        check = await one.do("check", ask=ask, nation="north", choice=["leave"])
        assert check["result"]["doubts"][0]["sentence"] == "An unmarked lot may be lost"
        check = await one.do("check", ask=ask, nation="north", choice=["burn"])
        assert check["result"]["refusal"] == {"sentence": "Lots are not burned", "rule": "AU-4"}
        for command, more in (("walk", {}), ("check", {"choice": None}), ("undo", None)):
            old = {"ask": ask - 1} if more is None else {"ask": ask - 1, "nation": "north", **more}
            assert (await one.do(command, **old))["problem"]["title"] == "Stale answer"


async def test_undo_goes_as_far_as_the_core_lets_it(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    async with north.socket(table, "north") as one, south.socket(table, "south") as other:
        ask = (await one.next("view"))["ask"]
        assert (await one.do("undo", ask=ask))["problem"]["title"] == "Refused by the rules"
        await one.do("answer", ask=ask, nation="north", choice=[["sack", 2]])
        seen = await north.get(f"/tables/{table}/seats/north")
        assert seen["undo"] is True
        assert (await one.do("undo", ask=seen["ask"]))["type"] == "ok"
        assert (await other.next("undone"))["body"] == {"seat": "north", "events": 0}
        seen = await north.get(f"/tables/{table}/seats/north")
        assert seen["view"]["waiting"]["what"] == "auction.pack"
        assert seen["ask"] == ask + 2  # numbers of questions never come back


async def test_whoever_takes_a_sealed_answer_back_is_not_ready_any_more(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 2)
    seen = await south.get(f"/tables/{table}/seats/south")
    await north.post(f"/tables/{table}/seats/north/undo", {"ask": seen["ask"]})
    heard = (await south.get(f"/tables/{table}/seats/south/messages"))["messages"]
    assert [(said["kind"], said["body"]) for said in heard[-2:]] == [
        ("ready", {"nation": "north"}),
        ("not_ready", {"nation": "north"}),
    ]
    again = await south.get(f"/tables/{table}/seats/south")
    assert (again["ask"], again["view"]["waiting"]["ready"]) == (seen["ask"], [])


async def test_a_sealed_answer_opens_no_new_question_whatever_was_answered_before(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    for somebody, seat in ((north, "north"), (south, "south")):
        for choice in ([["crate", 1]], ["leave"], None):
            await somebody.answer(table, seat, choice)
    seen = await south.get(f"/tables/{table}/seats/south")
    await north.answer(table, "north", 3)
    again = await south.get(f"/tables/{table}/seats/south")
    assert (again["ask"], again["seq"]) == (seen["ask"], seen["seq"] + 1)
    heard = (await south.get(f"/tables/{table}/seats/south/messages"))["messages"]
    assert (heard[-1]["kind"], heard[-1]["body"]) == ("ready", {"nation": "north"})


async def test_a_takeback_needs_everybody(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    first = (await north.get(f"/tables/{table}/seats/north"))["ask"]
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    base = f"/tables/{table}/seats"
    await north.post(f"{base}/north/ask-takeback", {"to_ask": first})
    assert (await south.get(f"/tables/{table}"))["takeback"] == {"by": "north", "ask": first, "agreed": ["north"]}
    await south.post(f"{base}/south/reply-takeback", {"agree": False})
    assert (await north.get(f"/tables/{table}"))["takeback"] is None
    assert (await north.get(f"{base}/north"))["view"]["waiting"]["what"] == "auction.pack"
    await north.post(f"{base}/north/ask-takeback", {"to_ask": first})
    await south.post(f"{base}/south/reply-takeback", {"agree": True})
    seen = await north.get(f"{base}/north")
    assert seen["view"]["waiting"]["what"] == "auction.bid"
    assert seen["view"]["gold"] == {"north": 9}
    assert (await north.get(f"/tables/{table}"))["takebacks"] == 1
    await north.answer(table, "north", 1)
    await south.answer(table, "south", 2)
    await north.post(f"{base}/north/ask-takeback", {"to_ask": seen["ask"]})
    await north.post(f"{base}/north/draw", {"agree": True})
    await north.answer(table, "north", [["crate", 1]])
    card = await south.get(f"/tables/{table}")
    assert (card["takeback"], card["draw_agreed"]) == (None, []), "what was offered is void when somebody plays on"
    assert (await south.refused("POST", f"{base}/south/reply-takeback", {"agree": True}))[0] == 409


async def test_what_follows_a_takeback_by_itself_is_told(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    base = f"/tables/{table}/seats"
    await south.answer(table, "south", 4)
    await north.answer(table, "north", 2)
    for somebody, seat, bid in ((north, "north", 3), (south, "south", 1)):
        await somebody.post(f"{base}/{seat}/declare", {"nation": seat, "what": "auction.bid", "choice": bid})
    before = len((await south.get(f"{base}/south/messages"))["messages"])
    await north.post(f"{base}/north/ask-takeback", {"to_ask": 1})
    await south.post(f"{base}/south/reply-takeback", {"agree": True})
    heard = (await south.get(f"{base}/south/messages"))["messages"][before:]
    assert [said["kind"] for said in heard] == ["takeback_asked", "takeback_reply", "taken_back", "events"]
    assert heard[-1]["body"]["events"][0]["says"] == "north wins the lot."
    assert (await south.get(f"{base}/south"))["view"]["won"] == {"north": 1, "south": 0}


async def test_standing_answers_speak_for_a_seat(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await south.post(
        f"/tables/{table}/seats/south/declare", {"nation": "south", "what": "auction.*", "policy": "default"}
    )
    seen = await north.get(f"/tables/{table}/seats/north")
    assert seen["view"]["waiting"]["ready"] == ["south"], "the open question is answered at once"
    heard = (await north.get(f"/tables/{table}/seats/north/messages"))["messages"]
    assert "declared" not in [said["kind"] for said in heard]
    await north.answer(table, "north", 3)
    for choice in ([["crate", 1]], ["leave"], None):
        await north.answer(table, "north", choice)
    seen = await north.get(f"/tables/{table}/seats/north")
    assert seen["view"]["round"] == 3
    assert seen["view"]["waiting"]["ready"] == ["south"]
    declared = await north.refused("POST", f"/tables/{table}/seats/north/declare", {"nation": "south", "what": "x"})
    assert declared == (403, "Your seat does not hold that nation.")


async def test_chat_of_an_alliance_stays_in_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_MUTED", 1)
    north, south, table = await world.two_at_a_table()
    async with north.socket(table, "north") as one, south.socket(table, "south") as other:
        await one.next("view")
        await other.next("view")
        await one.do("chat", text="only us", to="alliance")
        await one.do("chat", text="hello all")
        heard = await other.next("chat")
        assert heard["body"]["text"] == "hello all"
    me = await south.get("/me")
    await north.post(f"/tables/{table}/mute", {"user": me["id"]})
    muted = await south.refused("POST", f"/tables/{table}/seats/south/chat", {"text": "hey"})
    assert muted == (403, "The host has muted you at this table.")
    await north.post(f"/tables/{table}/mute", {"user": me["id"], "muted": False})
    await south.post(f"/tables/{table}/seats/south/chat", {"text": "hey"})
    await north.post(f"/tables/{table}/mute", {"user": me["id"]})
    assert (await north.refused("POST", f"/tables/{table}/mute", {"user": "somebody else"}))[0] == 409
    await north.put(f"/tables/{table}/seats/south", {"who": "open"})
    assert (await south.refused("POST", f"/tables/{table}/seats/south/take"))[1] == (
        "The host does not want you at this table."
    )


async def test_a_seat_does_not_hear_what_one_with_a_longer_name_is_told(small: World) -> None:
    somebody = small.person()
    seats = [{"nations": [nation], "name": name, "who": "me"} for nation, name in (("north", "usa"), ("south", "us"))]
    table = (await somebody.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
    await somebody.post(f"/tables/{table}/seats/usa/chat", {"text": "only me", "to": "alliance"})
    assert "only me" in str(await somebody.get(f"/tables/{table}/seats/usa/messages"))
    assert "only me" not in str(await somebody.get(f"/tables/{table}/seats/us/messages"))


async def test_dice_by_hand_are_thrown_by_a_seat(world: World) -> None:
    somebody = world.person()
    seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
    made = await somebody.post("/tables", {"game": "auction", "seats": seats, "dice": "hand"})
    table = made["table"]["id"]
    assert made["table"]["commitment"] == ""
    await somebody.answer(table, "all", 2, "north")
    await somebody.answer(table, "all", 1, "south")
    seen = await somebody.get(f"/tables/{table}/seats/all")
    assert seen["view"]["waiting"]["kind"] == "chance"
    wrong = await somebody.refused("POST", f"/tables/{table}/seats/all/throw", {"ask": seen["ask"], "faces": [17]})
    assert wrong[0] == 422
    thrown = {"ask": seen["ask"], "faces": [3], "key": "k"}
    stale = {**thrown, "ask": seen["ask"] - 1}
    assert (await somebody.refused("POST", f"/tables/{table}/seats/all/throw", stale))[0] == 409
    for repeated in (False, True):
        assert (await somebody.post(f"/tables/{table}/seats/all/throw", thrown)) == {"repeated": repeated}
    seen = await somebody.get(f"/tables/{table}/seats/all")
    assert seen["view"]["cards"]["north"] == ["dagger"]
    await somebody.answer(table, "all", [["crate", 1]], "north")
    assert (await somebody.get(f"/tables/{table}/seats/all"))["undo"] is True
    await somebody.post(f"/tables/{table}/seats/all/concede")
    assert (await somebody.get(f"/tables/{table}/seats/all"))["undo"] is False


async def test_a_socket_closes_when_the_seat_is_given_away(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with south.socket(table, "south") as other:
        await other.next("view")
        await north.put(f"/tables/{table}/seats/south", {"who": "bot"})
        with pytest.raises(ConnectionClosed) as closed:
            await other.silent(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403
    with pytest.raises(InvalidStatus):
        async with south.socket(table, "south"):
            pass


async def test_a_seat_given_away_before_the_hello_shows_nothing(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    async with south.socket(table, "south", hello=False) as other:
        await north.put(f"/tables/{table}/seats/south", {"who": "me"})
        await other.say({"last_seq": 0})
        with pytest.raises(ConnectionClosed) as closed:
            await other.next()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, "The seat is held by somebody else now.")


async def test_a_table_closed_as_idle_before_the_hello_is_opened_again(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    async with south.socket(table, "south", hello=False) as other:
        small.hall.rooms[table].used -= 1000
        small.hall.close_idle()
        assert table not in small.hall.rooms
        await other.say({"last_seq": 0})
        await other.next("view")
        small.hall.rooms[table].used -= 1000
        small.hall.close_idle()  # but not while somebody looks at it
        await north.post(f"/tables/{table}/seats/north/chat", {"text": "hello"})
        assert (await other.next("chat"))["body"]["text"] == "hello"


async def test_watchers_see_the_public_view_only(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.answer(table, "north", 2)
    watcher = world.person()
    seen = await watcher.get(f"/tables/{table}/view")
    assert seen["view"]["gold"] == {}
    async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch") as stream:
        lines = stream.aiter_lines()
        text = ""
        await south.answer(table, "south", 1)
        while "auction.sold" not in text:
            text += await anext(lines) + "\n"
        while "auction.pack" not in text:
            text += await anext(lines) + "\n"
        assert "auction.looked" not in text
    messages = (await watcher.get(f"/tables/{table}/messages"))["messages"]
    assert "auction.looked" not in str(messages)
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))


async def test_nobody_watches_a_closed_table_and_others_watch_late(world: World) -> None:
    north, south, table = await world.two_at_a_table(watching={"by": "nobody"})
    watcher = world.person()
    assert (await watcher.refused("GET", f"/tables/{table}/view"))[0] == 404
    assert (await watcher.refused("GET", f"/tables/{table}"))[0] == 404
    assert (await watcher.get("/tables"))["tables"] == [], "nor is it found in the lists"
    await watcher.post("/session")
    assert (await watcher.refused("GET", f"/tables/{table}/seats/north"))[0] == 404
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    for listed in (False, True):
        body = {"game": "auction", "seats": seats, "watching": {"by": "nobody"}, "listed": listed}
        id = (await north.post("/tables", body))["table"]["id"]
        assert (await watcher.call("GET", f"/tables/{id}")).status_code == (200 if listed else 404)
        assert [card["id"] for card in (await watcher.get("/tables"))["tables"]] == [id] * listed
        assert (await watcher.refused("GET", f"/tables/{id}/watch"))[0] == (403 if listed else 404)
    north, south, table = await world.two_at_a_table(watching={"delay": 5})
    before = (await watcher.get(f"/tables/{table}/view"))["view"]
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    assert (await watcher.get(f"/tables/{table}/view"))["view"] == before
    assert (await watcher.get(f"/tables/{table}/messages"))["messages"] == []
    room = await world.hall.room(table)
    room.stamps = [(at - 240, ask) for at, ask in room.stamps]
    assert (await watcher.get(f"/tables/{table}/view"))["view"] == before
    room.stamps = [(at - 160, ask) for at, ask in room.stamps]
    assert (await watcher.get(f"/tables/{table}/view"))["view"]["won"] == {"north": 1, "south": 0}
    async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch") as stream:
        lines = stream.aiter_lines()
        while "auction.pack" not in (line := await anext(lines)):
            assert "events" not in line, "what was said comes as late as what is shown"
        await south.post(f"/tables/{table}/seats/south/concede")
        while '"kind":"over"' not in line:
            line = await anext(lines)
    assert (await watcher.get(f"/tables/{table}/messages"))["messages"][-1]["kind"] == "over"
    async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch") as stream:
        lines, kinds = stream.aiter_lines(), set[str]()
        while not {"message", "table", "view"} <= kinds:  # after the end nothing is held back
            text = await anext(lines)
            kinds |= {kind for kind in ("message", "table", "view") if f'"type":"{kind}"' in text}


async def test_a_watcher_who_comes_back_misses_no_message(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    watcher = small.person()

    async def read(last: str, until: str) -> list[tuple[str, Any]]:
        """Messages with the numbers that a browser keeps of them, up to the first of a kind."""
        found: list[tuple[str, Any]] = []
        headers = {"Last-Event-ID": last}
        async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch", headers=headers) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    number = line.removeprefix("id: ")
                elif line.startswith("data: "):
                    found.append((number, msgspec.json.decode(line.removeprefix("data: "))))
                    if until in (found[-1][1]["type"], found[-1][1].get("kind")):
                        return found
        return found

    first = await read("0", "ready")  # the connection breaks after the first answer
    rest = await read(first[-1][0], "view")
    told = (await watcher.get(f"/tables/{table}/messages"))["messages"]
    assert [body for _, body in first + rest if body["type"] == "message"] == told
    assert [int(number) for number, _ in first + rest][: len(told)] == list(range(1, len(told) + 1))


async def test_lists_say_when_a_table_changes(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    async with north.http.stream("GET", "/api/v1/me/stream") as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == 'data: {"type":"welcome"}'
        await south.answer(table, "south", 1)
        while await anext(lines) != 'data: {"type":"changed"}':
            pass


async def test_lists_for_everybody_do_not_tell_of_tables_that_are_in_none(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    _, hidden, other = await small.two_at_a_table(listed=False)
    own, all_of_them = (Line(WATCHER, user) for user in ((await hidden.get("/me"))["id"], ""))
    small.hall.watch_lists = {line.user: {line} for line in (own, all_of_them)}
    await hidden.answer(other, "south", 1)
    assert (len(own.waiting), len(all_of_them.waiting)) == (1, 0)
    await south.answer(table, "south", 1)
    assert (len(own.waiting), len(all_of_them.waiting)) == (1, 1)
    own.waiting.clear()
    await hidden.answer(other, "south", 2)
    assert own.waiting == [], "a changed mind is no news"
    for path, body in (
        (f"{table}/seats/north/chat", {"text": "hello"}),
        (f"{table}/seats/north/concede", {}),
        (f"{table}/archive", {}),
    ):
        all_of_them.waiting.clear()
        await north.post(f"/tables/{path}", body)
        assert len(all_of_them.waiting) == 1, path


async def test_lists_say_when_a_table_leaves_them_and_when_one_comes(lite: Settings, small: World) -> None:
    host, guest = small.person(), small.person()
    everybody = Line(WATCHER, "")
    small.hall.watch_lists = {"": {everybody}}

    async def told(*lines: Line) -> None:
        async with asyncio.timeout(5):
            while not all(line.waiting for line in lines):
                await asyncio.sleep(0.01)
        for line in lines:
            line.take()

    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    made = await host.post("/tables", {"game": "auction", "seats": seats, "watching": {"by": "nobody"}})
    table = made["table"]["id"]
    await told(everybody)  # it is new
    await guest.post(f"/tables/{table}/seats/south/take")
    assert [card["id"] for card in (await guest.get("/tables"))["tables"]] == []
    await told(everybody)  # it has begun, and nobody may watch
    theirs, hosts = [Line(WATCHER, (await person.get("/me"))["id"]) for person in (guest, host)]
    small.hall.watch_lists = {line.user: {line} for line in (theirs, hosts)}
    await host.put(f"/tables/{table}/seats/south", {"who": "bot"})
    assert [card["id"] for card in (await guest.get("/me/tables"))["tables"]] == []
    await told(theirs, hosts)  # the guest was sent away
    await asyncio.to_thread(admin.remove, lite, table)
    await small.hall.look_around()
    await told(hosts)


async def test_late_watchers_go_on_when_a_table_was_closed_as_idle(
    small: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else may look at a war by mail for hours; whoever watches it late sees the next answer all the same."""
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0.02)
    _, south, table = await small.two_at_a_table(watching={"delay": 5})
    watcher = small.person()
    async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch") as stream:
        lines = stream.aiter_lines()
        while '"type":"view"' not in await anext(lines):
            pass
        small.hall.rooms[table].used -= 1000
        small.hall.close_idle()
        await south.post(f"/tables/{table}/seats/south/concede")
        async with asyncio.timeout(5):
            while '"kind":"over"' not in await anext(lines):
                pass


async def test_whoever_watches_late_hears_that_the_table_is_gone(lite: Settings, small: World) -> None:
    _, _, table = await small.two_at_a_table(watching={"delay": 5})
    watcher = small.person()
    async with watcher.http.stream("GET", f"/api/v1/tables/{table}/watch") as stream:
        lines = stream.aiter_lines()
        while '"type":"view"' not in await anext(lines):
            pass
        await asyncio.to_thread(admin.remove, lite, table)
        async with asyncio.timeout(10):
            assert [line async for line in lines] == [""], "the stream comes to its end"
