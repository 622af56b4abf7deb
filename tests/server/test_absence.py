"""Bots in seats, clocks, absence and its end, and the ways a game ends."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from sandtable.server import clocks, schema
from sandtable.server.playing import automatic_answer
from sandtable.server.records import DaysClock, Facts, LiveClock, Timer
from tests.server.world import Person, World


async def until(person: Person, table: str, seat: str, what: str) -> Any:
    """Wait until the bots have brought the table to a question."""
    for _ in range(200):
        seen = await person.get(f"/tables/{table}/seats/{seat}")
        if seen["view"]["waiting"]["what"] == what or seen["view"]["waiting"]["kind"] == what:
            return seen
        await asyncio.sleep(0.02)
    raise AssertionError(f"never came to {what}")


async def late(world: World, table: str, seconds: float) -> None:
    """Let time pass at a table, and look at the clocks."""
    await pass_time(world, table, seconds)
    await world.hall.tick()


async def pass_time(world: World, table: str, seconds: float) -> None:
    """The clocks of a table began so many seconds earlier."""
    room = await world.hall.room(table)

    def shift(draft: Any) -> None:
        shifted = {
            name: Timer(timer.left, timer.since - seconds if timer.since else None, timer.reminded, timer.late)
            for name, timer in draft.facts.clocks.items()
        }
        draft.set(clocks=shifted)

    await room.do(shift)


async def test_a_bot_plays_a_whole_game_against_a_person(world: World) -> None:
    somebody = world.person()
    table = (await somebody.post("/tables", {"game": "auction"}))["table"]["id"]
    for _ in range(2):
        await until(somebody, table, "north", "auction.bid")
        await somebody.answer(table, "north", 1)
        for what, choice in (("pack", [["crate", 1]]), ("label", ["leave"]), ("finish", None)):
            await until(somebody, table, "north", f"auction.{what}")
            await somebody.answer(table, "north", choice)
    await until(somebody, table, "north", "over")
    card = await somebody.get(f"/tables/{table}")
    assert card["status"] == "over"
    assert card["outcome"]["name"] == "sold"


async def test_bots_go_on_after_a_restart(world: World) -> None:
    somebody = world.person()
    world.hall.serving = False  # the process dies before the bot answers
    table = (await somebody.post("/tables", {"game": "auction"}))["table"]["id"]
    await somebody.answer(table, "north", 1)
    wake = (await world.hall.room(table)).row.wake
    assert wake is not None
    assert wake < time.time() + 31, "if nobody asks for the table, the clocks wake its bot"
    world.hall.rooms.clear()
    world.hall.serving = True
    await world.hall.room(table)
    await until(somebody, table, "north", "auction.pack")


async def test_reminder_grace_takeover_and_back_with_one_click(world: World) -> None:
    pace = {"kind": "days", "days": 2, "grace_hours": 12}
    north, south, table = await world.two_at_a_table(
        pace=pace, absence={"by": "bot", "bot": "random", "replace": False}
    )
    await north.answer(table, "north", 2)
    hour = 3600.0
    base = f"/tables/{table}/seats"
    room = await world.hall.room(table)
    since = room.row.facts.clocks["south"].since
    assert since is not None
    assert room.row.wake is not None
    assert abs(room.row.wake - since - 36 * hour) < 1, "three quarters of the time"
    async with north.socket(table, "north", 10**6) as one:
        await late(world, table, 37 * hour)
        assert (await one.next("reminder"))["body"]["seat"] == "south"
        await late(world, table, 12 * hour)
        assert (await one.next("late"))["body"]["seat"] == "south"
        await late(world, table, 12 * hour)
        assert (await one.next("takeover"))["body"] == {"seat": "south", "by": "random", "may_be_replaced": False}
        assert (await world.person().refused("POST", f"{base}/south/take"))[0] == 403
    await until(north, table, "north", "auction.pack")
    assert (await south.get(f"/tables/{table}"))["seats"][1]["caretaker"] == "random"
    seen = await south.get(f"{base}/south")
    refused = await south.refused("POST", f"{base}/south/answer", {"ask": seen["ask"], "nation": "south", "choice": 1})
    assert refused[1] == "Somebody answers for you while you were away; take your seat back first."
    await south.post(f"{base}/south/reclaim", {})
    for choice in ([["crate", 1]], ["leave"], None):
        await north.answer(table, "north", choice)
    await until(south, table, "south", "auction.pack")
    await south.answer(table, "south", [["sack", 1]])


async def test_an_abandoned_seat_can_be_filled_by_another_person(world: World) -> None:
    north, south, table = await world.two_at_a_table(pace={"kind": "days", "days": 1, "grace_hours": 0})
    await north.answer(table, "north", 2)
    await late(world, table, 25 * 3600)
    await until(north, table, "north", "auction.pack")
    rescuer = world.person()
    card = await rescuer.post(f"/tables/{table}/seats/south/take", {})
    assert card["seats"][1]["caretaker"] == ""
    assert (await rescuer.get(f"/tables/{table}/seats/south"))["view"]["gold"] == {"south": 9}
    assert (await south.refused("GET", f"/tables/{table}/seats/south"))[0] == 403


async def test_a_live_clock_runs_for_the_one_who_decides(world: World) -> None:
    pace = {"kind": "live", "minutes": 10, "increment": 5, "grace": 0}
    begun = time.time()
    north, _, table = await world.two_at_a_table(pace=pace)
    await late(world, table, 60)
    await north.answer(table, "north", 2)
    took = time.time() - begun  # seconds on a busy machine
    card = await north.get(f"/tables/{table}")
    one, other = (seat["clock"] for seat in card["seats"])
    assert 545 - took <= one["left"] <= 545
    assert one["since"] is None
    assert other["left"] == 600
    assert other["since"] is not None
    await late(world, table, 545)
    await until(north, table, "north", "auction.pack")
    seat = (await north.get(f"/tables/{table}"))["seats"][1]
    assert seat["caretaker"] == "default"
    assert (seat["clock"]["since"], seat["clock"]["left"]) == (None, 60), "who comes back has a minute, not all again"


async def clocks_at(person: Person, table: str) -> list[Any]:
    return [seat["clock"] for seat in (await person.get(f"/tables/{table}"))["seats"]]


async def test_time_is_won_by_deciding_and_not_by_going_back(small: World) -> None:
    pace = {"kind": "live", "minutes": 10, "increment": 1000, "grace": 0}
    north, south, table = await small.two_at_a_table(pace=pace)

    async def thousands() -> list[int]:
        """Decisions that each clock has gained time for; the seconds that this test takes do not count."""
        return [round((clock["left"] - 600) / 1000) for clock in await clocks_at(north, table)]

    async def undo() -> None:
        await north.post(f"/tables/{table}/seats/north/undo", {"ask": (await small.hall.room(table)).row.ask})

    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    assert await thousands() == [1, 1]
    await north.answer(table, "north", [["crate", 1]])  # and is asked again at once
    assert await thousands() == [2, 1]
    await undo()
    assert await thousands() == [1, 1]
    for choice in ([["crate", 1]], ["leave"], None):
        await north.answer(table, "north", choice)
    assert await thousands() == [4, 1]
    await undo()  # now south is not asked any more, and has decided nothing
    assert await thousands() == [3, 1]
    assert [clock["since"] is None for clock in await clocks_at(north, table)] == [False, True]
    await north.post(f"/tables/{table}/seats/north/away")
    assert (await clocks_at(north, table))[0]["since"] is None, "no clock runs for a seat that a bot answers for"


async def test_a_broken_table_does_not_stop_the_clocks_of_others(small: World) -> None:
    pace = {"kind": "days", "days": 1, "grace_hours": 0}
    tables = [(await small.two_at_a_table(pace=pace))[2] for _ in range(2)]
    for table in tables:
        await pass_time(small, table, 20 * 3600)
    broken, other = [await small.hall.room(table) for table in tables]
    broken.run = None  # type: ignore[assignment,method-assign]
    await small.hall.tick()
    assert [timer.reminded for timer in other.row.facts.clocks.values()] == [True, True]


async def test_without_anybody_to_take_over_a_late_seat_is_called_late_once(small: World) -> None:
    pace = {"kind": "days", "days": 1, "grace_hours": 1}
    north, south, table = await small.two_at_a_table(pace=pace, absence={"by": "nobody"})
    await south.answer(table, "south", 2)
    for task in small.hall.tasks:
        task.cancel()  # nothing is sent here
    query = sa.select(schema.outbox.c.text)

    async def waiting() -> Sequence[str]:
        return await small.hall.store.read(lambda connection: connection.execute(query).scalars().all())

    room = await small.hall.room(table)
    await late(small, table, 20 * 3600)
    assert await waiting() == [f"{room.row.facts.title}: Your time is running out."]
    for _ in range(3):
        await late(small, table, 20 * 3600)
    assert room.row.wake is None, "there is nothing left to do"
    await room.do(clocks.tick)
    said = [message["kind"] for message in (await south.get(f"/tables/{table}/messages"))["messages"]]
    assert [kind for kind in said if kind in ("reminder", "late", "takeover")] == ["reminder", "late"]
    assert (await north.get(f"/tables/{table}"))["seats"][0]["clock"]["late"] is True
    assert await waiting() == [f"{room.row.facts.title}: Your time is over; the grace runs."]


def test_no_time_passes_on_holidays() -> None:
    friday = 1_798_200_000.0  # 2026-12-25 12:00 UTC
    assert clocks.after_holidays(friday, 86_400, ()) == friday + 86_400
    assert clocks.after_holidays(friday, 86_400, ("2026-12-26", "2026-12-27")) == friday + 3 * 86_400
    assert clocks.after_holidays(friday, 3600, ("2026-12-25",)) == friday + 43_200 + 3600
    assert clocks.after_holidays(friday, 43_200, ("2026-12-26",)) == friday + 43_200  # midnight is still the day before
    pace = DaysClock(days=0.5, grace_hours=6, holidays=("2026-12-26",))
    facts = Facts(title="x", scenario="x", options={}, pace=pace, clocks={"a": Timer(since=friday, late=True)})
    assert clocks.deadline(facts, facts.clocks["a"]) == friday + 43_200
    assert clocks.next_moment(facts, "a") == friday + 43_200 + 86_400 + 6 * 3600, "nor does the grace run"


def test_nobody_gains_time_by_taking_back() -> None:
    facts = Facts(title="x", scenario="x", options={}, pace=LiveClock(minutes=1, increment=10))
    after = clocks.stopped(facts, Timer(left=60, since=0.0), 4.0, decided=True)
    assert after.left == 66
    assert clocks.stopped(facts, Timer(left=60, since=0.0), 4.0) == Timer(left=56)
    assert clocks.stopped(facts, Timer(left=60, since=0.0), 90.0) == Timer(left=0)
    assert clocks.without_increment(facts, after).left == 56
    days = Facts(title="x", scenario="x", options={}, pace=DaysClock())
    assert clocks.without_increment(days, Timer(since=1.0)) == Timer(since=1.0)


async def test_a_bot_is_not_heard_when_it_is_not_asked_any_more(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    small.hall.serving = False  # no bot thinks by itself here
    await south.post(f"/tables/{table}/seats/south/away", {"bot": "random"})
    room = await small.hall.room(table)
    ask = room.row.ask
    for at, by, heard in (
        (ask - 1, "random", False),
        (ask, "default", False),
        (ask, "random", True),
        (ask, "random", False),
    ):
        assert await room.do(lambda draft: automatic_answer(draft, "south", "south", at, 3, by)) is heard  # noqa: B023
    await north.post(f"/tables/{table}/seats/north/draw", {"agree": True})
    assert (await north.get(f"/tables/{table}"))["outcome"]["name"] == "draw", "whoever is away need not agree"


async def test_what_a_bot_may_not_answer_becomes_the_default(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    small.hall.serving = False  # no bot thinks by itself here
    room = await small.hall.room(table)
    for seat, by in (("north", "default"), ("south", "random")):
        await (north if seat == "north" else south).post(f"/tables/{table}/seats/{seat}/away", {"bot": by})
        await room.do(lambda draft: automatic_answer(draft, seat, seat, 1, 99, by))  # noqa: B023
    await north.post(f"/tables/{table}/seats/north/concede")
    moments = await north.get(f"/tables/{table}/timeline")
    assert [(moment["choice"], moment["automatic"]) for moment in moments[1:3]] == [(0, "absent"), (0, "bot random")]


async def test_who_leaves_can_hand_over_and_come_back(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    assert (await south.refused("POST", f"/tables/{table}/seats/south/away", {"bot": "nobody"}))[0] == 422
    await south.post(f"/tables/{table}/seats/south/away", {"bot": "random"})
    assert (await world.person().refused("POST", f"/tables/{table}/seats/south/take"))[0] == 403, (
        "the seat stays theirs"
    )
    await north.answer(table, "north", 2)
    await until(north, table, "north", "auction.pack")
    await south.post(f"/tables/{table}/seats/south/reclaim", {})
    assert not (await world.hall.room(table)).seats["south"].kept
    await south.post(f"/tables/{table}/seats/south/leave", {})
    seat = (await north.get(f"/tables/{table}"))["seats"][1]
    assert (seat["kind"], seat["user"], seat["caretaker"]) == ("open", "", "default")


async def test_conceding_ends_a_game_and_reveals_its_dice(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    assert (await north.refused("GET", f"/tables/{table}/verification"))[0] == 409
    await south.post(f"/tables/{table}/seats/south/concede", {})
    card = await north.get(f"/tables/{table}")
    assert card["outcome"] == {
        "name": "conceded",
        "sentence": "south gave the game up.",
        "worth": {"north": 1.0, "south": 0.0},
    }
    assert (await north.get(f"/tables/{table}/verification"))["problems"] == []
    assert (await north.refused("POST", f"/tables/{table}/seats/north/concede"))[1] == "The game is over."
    await south.post(f"/tables/{table}/seats/south/leave")
    assert await world.person().refused("POST", f"/tables/{table}/seats/south/take") == (409, "The game is over.")


async def test_bots_do_not_go_on_when_the_only_person_gives_up(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "pacific"}))["table"]["id"]
    await somebody.post(f"/tables/{table}/seats/japan/concede")
    card = await somebody.get(f"/tables/{table}")
    assert card["status"] == "over"
    assert card["outcome"]["worth"] == {name: float(name != "japan") for name in card["outcome"]["worth"]}


async def test_an_alliance_fights_on_until_all_its_people_have_given_up(small: World) -> None:
    seats = {"british": "allies", "usa": "allies", "germany": "axis", "italy": "axis"}
    people = {name: small.person() for name in seats}
    body = [
        {"nations": [name], "who": "me" if name == "british" else "open", "alliance": side}
        for name, side in seats.items()
    ]
    made = await people["british"].post(
        "/tables", {"game": "warroom", "scenario": "north_africa", "seats": body, "rated": True}
    )
    table = made["table"]["id"]
    for name in ("usa", "germany", "italy"):
        await people[name].post(f"/tables/{table}/seats/{name}/take", {})
    await people["germany"].post(f"/tables/{table}/seats/germany/concede")
    card = await people["usa"].get(f"/tables/{table}")
    assert (card["status"], card["seats"][2]["conceded"], card["seats"][2]["caretaker"]) == ("playing", True, "default")
    await people["germany"].post(f"/tables/{table}/seats/germany/reclaim")
    card = await people["usa"].get(f"/tables/{table}")
    assert (card["seats"][2]["conceded"], card["seats"][2]["caretaker"]) == (False, "")
    for name in ("germany", "italy"):
        await people[name].post(f"/tables/{table}/seats/{name}/concede")
    card = await people["usa"].get(f"/tables/{table}")
    assert card["outcome"]["worth"] == {"british": 1.0, "usa": 1.0, "germany": 0.0, "italy": 0.0}
    ladder = await people["usa"].get("/games/warroom/ladder")
    assert [row["mu"] > 25 for row in ladder] == [True, True, False, False], "whole teams win and lose"


async def test_a_draw_needs_everybody(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.post(f"/tables/{table}/seats/north/draw", {"agree": True})
    assert (await north.get(f"/tables/{table}"))["draw_agreed"] == ["north"]
    await south.post(f"/tables/{table}/seats/south/draw", {"agree": False})
    assert (await north.get(f"/tables/{table}"))["draw_agreed"] == []
    await north.post(f"/tables/{table}/seats/north/draw", {"agree": True})
    await south.post(f"/tables/{table}/seats/south/draw", {"agree": True})
    card = await north.get(f"/tables/{table}")
    assert (card["outcome"]["name"], card["draw_agreed"]) == ("draw", [])


async def test_the_host_may_adjudicate_and_all_may_have_a_rematch(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    body = {"worth": {"north": 0.7, "south": 0.3}, "sentence": "North was ahead."}
    assert (await south.refused("POST", f"/tables/{table}/adjudicate", body))[0] == 403
    assert (await south.refused("POST", f"/tables/{table}/rematch"))[0] == 409
    await north.post(f"/tables/{table}/seats/north/draft", {"ask": 1, "nation": "north", "choice": 5})
    await north.post(f"/tables/{table}/adjudicate", body)
    assert (await north.get(f"/tables/{table}"))["outcome"]["worth"] == body["worth"]
    stranger = world.person()
    await stranger.post("/session")
    assert (await stranger.refused("POST", f"/tables/{table}/rematch"))[0] == 403
    first = await south.post(f"/tables/{table}/rematch")
    second = await north.post(f"/tables/{table}/rematch")
    assert first["table"]["id"] == second["table"]["id"] != table
    assert first["table"]["status"] == "playing"
    plans = await north.post(f"/tables/{first['table']['id']}/seats/north/plans")
    assert plans["plans"] == [], "what was planned in the first game stays there"
    assert [seat["user"] for seat in second["table"]["seats"]] == [
        seat["user"] for seat in (await north.get(f"/tables/{table}"))["seats"]
    ]


async def test_a_rated_game_changes_ratings(world: World) -> None:
    north, south, table = await world.two_at_a_table(rated=True)
    await south.post(f"/tables/{table}/seats/south/concede", {})
    best, worst = await north.get("/games/auction/ladder")
    assert best["name"] == (await north.get("/me"))["name"]
    assert best["rating"] > worst["rating"]
    assert best["games"] == 1
    waiting = (await north.post(f"/tables/{table}/rematch"))["table"]
    assert (waiting["status"], waiting["seats"][1]["user"]) == ("lobby", ""), "nobody is rated who does not come"
    stranger = world.person()
    await stranger.post("/session")
    assert (await stranger.refused("POST", f"/tables/{waiting['id']}/seats/south/take"))[0] == 403
    assert (await stranger.refused("POST", f"/tables/{table}/rematch"))[0] == 403
    made = (await south.post(f"/tables/{table}/rematch"))["table"]
    again = made["id"]
    assert (again, made["status"]) == (waiting["id"], "playing")
    assert [(seat["conceded"], seat["caretaker"]) for seat in made["seats"]] == [(False, "")] * 2
    await south.post(f"/tables/{again}/seats/south/concede", {})
    better, worse = await north.get("/games/auction/ladder")
    assert (better["name"], better["games"], better["mu"] > best["mu"]) == (best["name"], 2, True)
    assert worse["mu"] < worst["mu"]
    assert await north.get("/games/echoes/ladder") == []


async def test_nobody_gets_out_of_a_rated_game(small: World) -> None:
    """Whoever is about to lose neither leaves, nor has it called a draw or taken back by those who cannot say no."""
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "auction", "rated": True}))["table"]["id"]
    base = f"/tables/{table}/seats/north"
    await somebody.answer(table, "north", 1)
    await until(somebody, table, "north", "auction.pack")
    await somebody.post(f"{base}/draw", {"agree": True})
    await somebody.post(f"{base}/ask-takeback", {"to_ask": 1})
    await somebody.post(f"{base}/reply-takeback", {"agree": True})
    card = await somebody.get(f"/tables/{table}")
    assert (card["status"], card["takebacks"], card["draw_agreed"]) == ("playing", 0, ["north"])
    assert await somebody.refused("POST", f"{base}/leave") == (
        409,
        "A rated game is not left before its end; give it up, or let a bot go on for you.",
    )
    assert (await somebody.refused("POST", "/tables", {"game": "auction", "rated": True, "dice": "hand"}))[0] == 422
    await somebody.post(f"{base}/concede")
    best, worst = await somebody.get("/games/auction/ladder")
    assert (best["name"], best["bot"], worst["bot"]) == ("bot:random", True, False)


async def test_nobody_loses_a_rated_game_for_somebody_else(small: World) -> None:
    """Nor does the seat of one who has given up become free for whoever takes the blame."""
    north, south, table = await small.two_at_a_table(rated=True, pace={"kind": "days", "days": 1, "grace_hours": 0})
    await north.answer(table, "north", 2)
    await late(small, table, 25 * 3600)
    assert (await north.get(f"/tables/{table}"))["seats"][1]["caretaker"] == "default"
    friend = small.person()
    assert (await friend.refused("POST", f"/tables/{table}/seats/south/take"))[0] == 403
    loser = (await south.get("/me"))["name"]
    await south.post(f"/tables/{table}/seats/south/concede")
    assert [entry["name"] for entry in await north.get("/games/auction/ladder")][1] == loser


async def test_a_host_who_plays_does_not_rate_by_their_own_word(small: World) -> None:
    verdict = {"worth": {"north": 1.0}, "sentence": "I say so."}
    north, _, table = await small.two_at_a_table(rated=True)
    await north.post(f"/tables/{table}/adjudicate", verdict)
    north, _, table = await small.two_at_a_table(rated=True)
    await north.put(f"/tables/{table}/seats/south", {"who": "bot"})
    await north.post(f"/tables/{table}/seats/north/concede")
    twice = [{"nations": [name], "who": "me"} for name in ("north", "south")]
    alone = (await north.post("/tables", {"game": "auction", "rated": True, "seats": twice}))["table"]["id"]
    await north.post(f"/tables/{alone}/seats/north/concede")
    assert await north.get("/games/auction/ladder") == []
    host = small.person()
    seats = [{"nations": [name], "who": "open"} for name in ("north", "south")]
    table = (await host.post("/tables", {"game": "auction", "seats": seats, "rated": True}))["table"]["id"]
    for name in ("north", "south"):
        await small.person().post(f"/tables/{table}/seats/{name}/take", {})
    await host.post(f"/tables/{table}/adjudicate", verdict)
    assert len(await host.get("/games/auction/ladder")) == 2, "a host who does not play may decide"


async def test_nobody_is_bound_by_what_the_last_one_in_the_seat_agreed_to(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    base = f"/tables/{table}/seats"
    for come in ("leave", "host"):
        await south.post(f"{base}/south/draw", {"agree": True})
        await south.post(f"{base}/south/ask-takeback", {"to_ask": 1})
        if come == "leave":
            await south.post(f"{base}/south/leave")
        else:
            await north.put(f"{base}/south", {"who": "open"})
        south = small.person()
        await south.post(f"{base}/south/take", {})
        card = await north.get(f"/tables/{table}")
        assert (card["draw_agreed"], card["takeback"]) == ([], None), come
        await north.post(f"{base}/north/draw", {"agree": True})
        assert (await north.refused("POST", f"{base}/north/reply-takeback", {"agree": True}))[0] == 409
        assert (await north.get(f"/tables/{table}"))["status"] == "playing"
        await north.post(f"{base}/north/draw", {"agree": False})
    await north.post(f"{base}/north/draw", {"agree": True})
    await north.post(f"{base}/north/ask-takeback", {"to_ask": 1})
    await south.post(f"{base}/south/leave")
    card = await north.get(f"/tables/{table}")
    assert (card["draw_agreed"], card["takeback"]["agreed"]) == (["north"], ["north"]), "but what others offer stays"
