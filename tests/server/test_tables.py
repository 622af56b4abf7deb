"""Tables, seats and people over HTTP, on SQLite and on PostgreSQL."""

import asyncio
import time
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from sandtable.server import people, schema
from sandtable.server.config import Settings
from sandtable.server.lines import NOT_SIGNED_IN, Line
from tests.server.world import World, serving


async def test_a_guest_plays_at_once_without_any_form(world: World) -> None:
    somebody = world.person()
    made = await somebody.post("/tables", {"game": "echoes"})
    table = made["table"]
    assert table["status"] == "playing"
    assert table["seats"][0]["user_name"].startswith("Guest")
    seen = await somebody.get(f"/tables/{table['id']}/seats/allies")
    assert seen["view"]["waiting"]["questions"]
    assert len(table["commitment"]) == 64


async def test_two_people_meet_by_link_and_play(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    assert (await north.get(f"/tables/{table}"))["status"] == "playing"
    await north.answer(table, "north", 3)
    await south.answer(table, "south", 5)
    seen = await south.get(f"/tables/{table}/seats/south")
    assert seen["view"]["won"] == {"north": 0, "south": 1}
    assert seen["view"]["gold"] == {"south": 4}
    seen = await north.get(f"/tables/{table}/seats/north")
    assert seen["view"]["gold"] == {"north": 6}
    assert seen["view"]["waiting"]["what"] == "auction.pack"


async def test_several_people_may_ask_for_a_table_that_is_not_in_memory(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    for _ in range(5):
        world.hall.rooms.clear()
        rooms = await asyncio.gather(*(world.hall.room(table) for _ in range(4)))
        assert [room.row.id for room in rooms] == [table] * 4
        cards = await asyncio.gather(*(who.get(f"/tables/{table}") for who in (north, south)))
        assert cards[0] == cards[1]


async def test_a_table_says_what_is_wrong_with_it(small: World) -> None:
    somebody = small.person()
    for body, sentence in (
        ({"game": "chess"}, "There is no game 'chess'; there are: auction, echoes, pacific, warroom."),
        ({"game": "auction", "scenario": "x"}, "Auction has no scenario 'x'; it has: sale."),
        ({"game": "auction", "options": {"rounds": 9}}, "Option 'rounds' cannot be '9'; it can be: 2, 3, 1."),
        ({"game": "auction", "seats": [{"nations": ["north"]}]}, "Nobody has a seat for south."),
        (
            {"game": "auction", "seats": [{"nations": ["west"]}]},
            "Scenario 'sale' has no nation 'west'; it has: north, south.",
        ),
        ({"game": "auction", "seats": [{"nations": ["north"], "who": "bot", "bot": "x"}]}, "Auction has no bot 'x'."),
        ({"game": "auction", "absence": {"by": "bot", "bot": "x"}}, "Auction has no bot 'x'."),
        ({"game": "auction", "pace": {"kind": "days", "holidays": ["2026-02-30"]}}, "There is no day 2026-02-30."),
    ):
        assert (await somebody.refused("POST", "/tables", body))[1] == sentence
    status, sentence = await somebody.refused("POST", "/tables", {"game": "auction", "colour": "red"})
    assert status == 422
    assert "unknown field `colour`" in sentence


async def test_the_rules_say_who_may_play_what(small: World) -> None:
    somebody = small.person()
    for game, seats, sentence, rule in (
        (
            "pacific",
            [["japan", "anzac"], ["united_states"], ["china"], ["united_kingdom"]],
            "One player may run several powers, but only of one side, not Japan and ANZAC",
            "AA-SETUP-02",
        ),
        (
            "warroom",
            [["china", "british", "soviet", "usa", "germany", "italy", "japan"]],
            "Global War is played by 2 to 7 players, not by 1",
            "WR-SCEN-10",
        ),
    ):
        body = {"game": game, "seats": [{"nations": nations, "who": "bot"} for nations in seats]}
        response = await somebody.call("POST", "/tables", body)
        said = response.json()
        assert response.headers["content-type"] == "application/problem+json"
        assert (response.status_code, said["detail"], said["rule"]) == (422, sentence, rule)
    allies = ["united_states", "china", "united_kingdom", "anzac"]
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": allies, "who": "open"}]
    made = await somebody.post("/tables", {"game": "pacific", "seats": seats})
    assert [seat["nations"] for seat in made["table"]["seats"]] == [["japan"], allies]


async def test_lists_go_on_where_the_cursor_says(world: World) -> None:
    host, other = world.person(), world.person()
    made = [(await host.post("/tables", {"game": "echoes"}))["table"]["id"] for _ in range(5)]
    seen, cursor = [], ""
    while True:
        page = await other.get(f"/tables?limit=2&cursor={cursor}")
        seen += [table["id"] for table in page["tables"]]
        cursor = page["next"]
        if not cursor:
            break
    assert seen == made[::-1]
    assert len((await host.get("/me/tables"))["tables"]) == 5
    await host.post(f"/tables/{made[0]}/seats/allies/concede")
    await host.post(f"/tables/{made[0]}/archive", {})
    assert len((await host.get("/me/tables"))["tables"]) == 4
    assert len((await host.get("/me/tables?archived=true"))["tables"]) == 1
    await host.post("/tables", {"game": "auction", "listed": False})
    for query, number in (("", 4), ("?status=playing", 4), ("?status=over", 0), ("?game=auction", 0)):
        assert len((await other.get(f"/tables{query}"))["tables"]) == number, query
    assert (await other.refused("GET", "/tables?cursor=nonsense"))[0] == 422


async def test_no_host_hides_a_game_from_those_who_play_it(small: World) -> None:
    north, south, table = await small.two_at_a_table()

    async def found(query: str) -> list[str]:
        return [card["id"] for card in (await south.get(f"/me/tables{query}"))["tables"]]

    refused = await north.refused("POST", f"/tables/{table}/archive", {})
    assert refused == (409, "A game goes into the archive after its end.")
    assert await found("") == [table]
    await south.post(f"/tables/{table}/seats/south/concede")
    await north.post(f"/tables/{table}/archive", {})
    assert (await found(""), await found("?archived=true")) == ([], [table])
    await north.post(f"/tables/{table}/archive", {"archived": False})
    assert await found("") == [table]


async def test_tables_that_nobody_looks_at_leave_the_memory(lite: Settings) -> None:
    async with serving(msgspec.structs.replace(lite, max_loaded_tables=2)) as world:
        for task in world.hall.tasks:
            task.cancel()  # nothing happens by itself here from now on
        somebody, rooms = world.person(), world.hall.rooms
        seats = [{"nations": ["north", "south"], "who": "me", "name": "all"}]
        made = [(await somebody.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"] for _ in range(4)]
        async with somebody.socket(made[0], "all") as socket:
            await socket.next("view")
            world.hall.close_idle()
            assert set(rooms) == {made[0], made[3]}, "the longest unused first, but not where somebody is"
            for room in rooms.values():
                room.used -= 1000
            world.hall.close_idle()
            assert set(rooms) == {made[0]}
        assert (await somebody.get(f"/tables/{made[1]}/seats/all"))["ask"] == 1, "and come back when they are wanted"


async def test_a_table_closed_between_lookup_and_use_is_no_second_table(settings: Settings) -> None:
    """Above the number of tables that may be loaded, even one that was looked up a moment ago is closed."""
    async with serving(msgspec.structs.replace(settings, max_loaded_tables=0)) as world:
        _, south, table = await world.two_at_a_table()
        for task in world.hall.tasks:
            task.cancel()  # nothing happens by itself here from now on
        room = await world.hall.room(table)
        world.hall.close_idle()
        assert table not in world.hall.rooms
        async with south.socket(table, "south") as socket:
            await socket.next("view")
            await room.do(lambda draft: draft.say("chat", {"text": "hello"}))
            assert (await socket.next("chat"))["body"] == {"text": "hello"}
        world.hall.close_idle()
        assert table not in world.hall.rooms
        await room.do(lambda draft: draft.say("chat", {"text": "again"}))
        assert world.hall.rooms[table] is room, "who uses it has it back"


async def test_lists_leave_no_table_out_that_changed_at_the_same_moment(small: World) -> None:
    host = small.person()
    made = {(await host.post("/tables", {"game": "echoes"}))["table"]["id"] for _ in range(5)}
    same = sa.update(schema.tables).values(updated=time.time())
    await small.hall.store.write(lambda connection: connection.execute(same) and None)
    seen, cursor = [], ""
    while not seen or cursor:
        page = await host.get(f"/tables?limit=2&cursor={cursor}")
        seen += [table["id"] for table in page["tables"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(made)


async def test_each_step_from_guest_to_account_keeps_the_seats(world: World) -> None:
    somebody = world.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    assert (await somebody.get("/me"))["kind"] == "guest"
    await somebody.call("PATCH", "/me", {"name": "Ada"})
    assert (await somebody.get("/me"))["kind"] == "named"
    assert (await somebody.get(f"/tables/{table}"))["seats"][0]["user_name"] == "Ada"
    assert (await somebody.refused("POST", "/me/account", {"name": "Ada", "password": "short"}))[1] == (
        "A password has 10 to 200 characters."
    )
    await somebody.post("/me/account", {"name": "Ada", "password": "correct horse battery"})
    again = world.person()
    wrong = await again.refused("POST", "/session/sign-in", {"name": "ada", "password": "wrong horse battery"})
    assert wrong == (401, "The name or the password is wrong.")
    nobody = await again.refused("POST", "/session/sign-in", {"name": "nobody", "password": "wrong horse battery"})
    assert nobody == wrong
    await again.post("/session/sign-in", {"name": "ADA", "password": "correct horse battery"})
    assert (await again.get(f"/tables/{table}/seats/allies"))["ask"] == 2
    other = world.person()
    await other.post("/session")
    taken = await other.refused("POST", "/me/account", {"name": "aDa", "password": "another long one"})
    assert taken == (409, "That name is taken.")
    await again.call("DELETE", "/session")
    assert (await again.refused("GET", "/me"))[0] == 401
    response = await other.call("PATCH", "/me", {"name": "ADA"})
    assert response.status_code == 409, "nor does a guest go by the name of an account"
    for name in ("Ada L.", "ADA L."):
        assert (await somebody.call("PATCH", "/me", {"name": name})).status_code == 200
    assert (await other.call("PATCH", "/me", {"name": "Ada"})).status_code == 200, "the old name is free again"
    closed = sa.update(schema.users).where(schema.users.c.kind == "account").values(banned=True)
    await world.hall.store.write(lambda connection: connection.execute(closed) and None)
    shut_out = {"name": "Ada L.", "password": "correct horse battery"}
    assert (await again.refused("POST", "/session/sign-in", shut_out))[0] == 403


async def test_a_session_that_is_used_does_not_end(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    assert "set-cookie" not in (await somebody.call("GET", "/me")).headers
    kept = schema.sessions
    for left, status in ((40 * 86_400.0, 200), (-1.0, 401)):
        shorten = sa.update(kept).values(expires=time.time() + left)
        await small.hall.store.write(lambda connection: connection.execute(shorten) and None)  # noqa: B023
        response = await somebody.call("GET", f"/tables/{table}/seats/allies")
        assert response.status_code == status
        assert ("Max-Age=7776000" in response.headers.get("set-cookie", "")) is (status == 200)
        ends = await small.hall.store.read(lambda connection: connection.execute(sa.select(kept.c.expires)).scalar())
        assert (ends or 0) > time.time() + 89 * 86_400 or status == 401
    line = Line(
        "allies", "somebody", await small.hall.store.read(lambda connection: connection.scalar(sa.select(kept.c.token)))
    )
    with small.hall.attending.line(line):
        await small.hall.attending.check()
    assert line.code == NOT_SIGNED_IN, "nor does a socket outlive its session"


async def test_seat_links_can_be_revoked_and_issued_anew(world: World) -> None:
    host, guest = world.person(), world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
    made = await host.post("/tables", {"game": "auction", "seats": seats})
    table, old = made["table"]["id"], made["links"]["south"]
    assert len(old) == 22  # 128 bits
    new = (await host.post(f"/tables/{table}/seats/south/link"))["token"]
    assert (await guest.refused("POST", "/invitations", {"token": old}))[0] == 404
    assert (await guest.refused("POST", f"/tables/{table}/seats/south/take"))[0] == 403
    response = await guest.http.get(f"/seat/{new}")
    assert response.status_code == 303
    assert response.headers["location"] == "/join"
    assert "HttpOnly" in response.headers["set-cookie"]
    seated = await guest.post("/invitations", {})
    assert seated["seat"] == "south"
    assert seated["table"]["status"] == "playing"
    late = world.person()
    assert (await late.refused("POST", "/invitations", {"token": new}))[1] == "Somebody sits in this seat already."
    await guest.post(f"/tables/{table}/seats/south/leave")
    assert (await late.refused("POST", "/invitations", {"token": new}))[0] == 404, "who leaves takes no link along"
    third = (await host.put(f"/tables/{table}/seats/south", {"who": "link"}))["token"]
    assert (await guest.refused("POST", f"/tables/{table}/seats/south/link"))[0] == 403
    await host.call("DELETE", f"/tables/{table}/seats/south/link")
    assert (await late.refused("POST", "/invitations", {"token": third}))[0] == 404
    fourth = (await host.put(f"/tables/{table}/seats/south", {"who": "link"}))["token"]
    await host.put(f"/tables/{table}/seats/south", {"who": "open"})
    assert (await late.refused("POST", "/invitations", {"token": fourth}))[0] == 404
    assert (await host.get(f"/tables/{table}"))["seats"][1]["caretaker"] == "default", "the war goes on meanwhile"


async def test_nobody_sits_down_after_the_end(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await south.post(f"/tables/{table}/seats/south/leave")
    await north.post(f"/tables/{table}/seats/north/concede")
    assert (await north.get(f"/tables/{table}"))["status"] == "over"
    assert await south.refused("POST", f"/tables/{table}/seats/south/take") == (409, "The game is over.")
    assert await north.refused("PUT", f"/tables/{table}/seats/south", {"who": "me"}) == (409, "The game is over.")


TWO = {"north": "me", "south": "link"}


async def test_only_rated_games_of_different_people_change_ratings(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await south.post(f"/tables/{table}/seats/south/concede")
    assert (await north.get(f"/tables/{table}"))["status"] == "over"
    assert await north.get("/games/auction/ladder") == [], "not rated"
    for alliance in ("", "together"):
        seats = [{"nations": [nation], "who": "me", "alliance": alliance} for nation in ("north", "south")]
        alone = (await north.post("/tables", {"game": "auction", "seats": seats, "rated": True}))["table"]["id"]
        await north.post(f"/tables/{alone}/seats/north/concede")
        assert (await north.get(f"/tables/{alone}"))["status"] == "over"
        assert await north.get("/games/auction/ladder") == [], "nobody plays for points against themselves"
    friends = [{"nations": [nation], "alliance": "together", "who": who} for nation, who in TWO.items()]
    north, south, table = await small.two_at_a_table(seats=friends, rated=True)
    await south.post(f"/tables/{table}/seats/south/concede")
    assert (await north.get(f"/tables/{table}"))["status"] == "over"
    assert await north.get("/games/auction/ladder") == [], "nor against their allies"


async def test_each_game_has_ratings_of_its_own(small: World) -> None:
    host, guest = small.person(), small.person()
    found = []
    for game, scenario, nations in (("auction", "sale", TWO), ("warroom", "eastern_front", ("soviet", "germany"))):
        seats = [{"nations": [nation], "who": who} for nation, who in zip(nations, TWO.values(), strict=True)]
        made = await host.post("/tables", {"game": game, "scenario": scenario, "seats": seats, "rated": True})
        ((_, token),) = made["links"].items()
        await guest.post("/invitations", {"token": token})
        await host.post(f"/tables/{made['table']['id']}/seats/{seats[0]['nations'][0]}/concede")
        found.append(await host.get(f"/games/{game}/ladder"))
    assert found[0] == found[1]
    assert [row["games"] for row in found[0]] == [1, 1]


async def test_one_person_may_sit_in_all_seats(world: World) -> None:
    somebody = world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "me"}]
    table = (await somebody.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
    await somebody.answer(table, "north", 1)
    await somebody.answer(table, "south", 2)
    assert (await somebody.get(f"/tables/{table}/seats/south"))["view"]["won"]["south"] == 1


async def test_the_host_gives_seats_to_bots_and_sends_people_away(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    assert (await south.refused("PUT", f"/tables/{table}/seats/north", {"who": "bot"}))[0] == 403
    await north.put(f"/tables/{table}/seats/south", {"who": "bot"})
    assert (await south.refused("GET", f"/tables/{table}/seats/south"))[0] == 403
    await north.answer(table, "north", 4)
    assert (await north.get(f"/tables/{table}"))["seats"][1]["kind"] == "bot"


async def test_words_of_the_seats_go_into_the_dice(world: World) -> None:
    host, guest = world.person(), world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    made = await host.post("/tables", {"game": "auction", "seats": seats})
    table, promised = made["table"]["id"], made["table"]["commitment"]
    await host.post(f"/tables/{table}/seats/north/words", {"words": "lucky seven"})
    assert (await guest.get(f"/tables/{table}"))["updated"] > made["table"]["updated"]
    taken = await guest.post(f"/tables/{table}/seats/south/take", {"words": "no luck"})
    assert [seat["words"] for seat in taken["seats"]] == ["lucky seven", "no luck"]
    assert taken["commitment"] == promised
    room = await world.hall.room(table)
    assert room.table is not None
    assert room.table.setup.nonces == {"north": "lucky seven", "south": "no luck"}
    assert (await host.refused("POST", f"/tables/{table}/seats/north/words", {"words": "more"}))[0] == 409


async def test_a_damaged_journal_is_not_played_on(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    await north.answer(table, "north", 1)
    damage = sa.update(schema.journal).where(schema.journal.c.place == 1).values(link="0" * 64)
    await small.hall.store.write(lambda connection: connection.execute(damage) and None)
    small.hall.rooms.clear()
    assert await north.refused("GET", f"/tables/{table}") == (
        503,
        "The journal of this table is damaged: its chain of hashes is broken.",
    )


async def test_notes_are_private(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.put(f"/tables/{table}/notes", {"text": "they will bid 5"})
    assert (await north.get(f"/tables/{table}/notes"))["text"] == "they will bid 5"
    assert (await south.get(f"/tables/{table}/notes"))["text"] == ""


async def test_a_war_goes_on_without_whoever_has_deleted_themselves(world: World) -> None:
    """Nobody who is no more sits at a table: not at a rematch, nor because they sat down while they went."""
    north, south, table = await world.two_at_a_table()
    await north.post(f"/tables/{table}/seats/north/concede")
    assert (await south.call("DELETE", "/me")).status_code == 200
    again = (await north.post(f"/tables/{table}/rematch"))["table"]
    assert [(seat["kind"], seat["user_name"]) for seat in again["seats"]][1] == ("open", "")
    assert again["status"] == "lobby"

    ghost = world.person()
    await ghost.post("/session")
    room = await world.hall.room(again["id"])
    async with room.lock:
        sitting_down = asyncio.create_task(ghost.call("POST", f"/tables/{again['id']}/seats/south/take", {}))
        while not room.lock._waiters:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
        assert (await ghost.call("DELETE", "/me")).status_code == 200
    assert (await sitting_down).status_code == 401
    assert (await north.get(f"/tables/{again['id']}"))["status"] == "lobby"

    somebody = world.person()
    await somebody.post(f"/tables/{again['id']}/seats/south/take", {})
    await north.answer(again["id"], "north", 1)


async def test_whoever_sits_down_while_they_delete_themselves_stands_up_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, ghost = world.person(), world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    table = (await north.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
    await ghost.post("/session")
    in_play, loop, looks = people.tables_in_play, asyncio.get_running_loop(), 0

    def look_and_sit_down(*given: Any) -> list[str]:
        nonlocal looks
        found, looks = in_play(*given), looks + 1
        if looks == 1:
            sitting_down = ghost.post(f"/tables/{table}/seats/south/take", {})
            asyncio.run_coroutine_threadsafe(sitting_down, loop).result(10)
        return found

    monkeypatch.setattr(people, "tables_in_play", look_and_sit_down)
    assert (await ghost.call("DELETE", "/me")).status_code == 200
    card = await north.get(f"/tables/{table}")
    assert (card["seats"][1]["user"], card["seats"][1]["kind"], card["status"]) == ("", "open", "playing")
    await north.answer(table, "north", 1)


async def test_a_seat_of_somebody_who_is_no_more_stops_no_war(world: World) -> None:
    """As older databases may have one."""
    north = world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "open"}]
    table = (await north.post("/tables", {"game": "auction", "seats": seats}))["table"]["id"]
    room = await world.hall.room(table)
    await room.do(lambda draft: draft.change_seat("south", kind="person", user="long-gone") and None)
    await north.post(f"/tables/{table}/begin")
    await north.answer(table, "north", 1)


async def test_a_new_name_reads_no_finished_war(small: World) -> None:
    """They keep the name by which they were played, and somebody may have played hundreds."""
    north, _, table = await small.two_at_a_table()
    await north.post(f"/tables/{table}/seats/north/concede")
    name = (await north.get(f"/tables/{table}"))["seats"][0]["user_name"]
    small.hall.rooms.clear()
    assert (await north.call("PATCH", "/me", {"name": "Nora"})).status_code == 200
    assert not small.hall.rooms
    assert (await north.get(f"/tables/{table}"))["seats"][0]["user_name"] == name


async def test_nobody_goes_by_a_name_that_looks_like_anothers(world: World) -> None:
    nora, other = world.person(), world.person()
    await nora.post("/session")
    await nora.post("/me/account", {"name": "Zo\u00e9 Nora", "password": "long enough to keep"})
    await other.post("/session")
    for name in ("zo\u00e9 nora", " Zo\u00e9 Nora ", "Zoe\u0301 Nora", "\uff3ao\u00e9 Nora", "Zo\u00e9\u00a0Nora"):
        assert await other.refused("PATCH", "/me", {"name": name}) == (409, "That name is taken."), ascii(name)
        assert (await other.refused("POST", "/me/account", {"name": name, "password": "x" * 10}))[0] == 409
        await world.person().post("/session/sign-in", {"name": name, "password": "long enough to keep"})
    for name in (" ", "Zo\u00e9\u200b Nora", "Nora\u202e", "a\u2028b", "Nora\n", "\ufdfa" * 3):
        assert (await other.refused("PATCH", "/me", {"name": name}))[0] == 422, ascii(name)
    called = await other.call("PATCH", "/me", {"name": " \uff2a\uff4f  "})
    assert called.json()["name"] == "Jo"
    seats = [{"nations": ["north", "south"], "who": "me", "name": "all\n"}]
    assert (await other.refused("POST", "/tables", {"game": "auction", "seats": seats}))[0] == 422
