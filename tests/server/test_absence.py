"""Bots in seats, clocks, absence and its end, and the ways a game ends."""

import asyncio
import time
from typing import Any

from sandtable.server import clocks
from sandtable.server.records import DaysClock, LiveClock, Timer
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
    """Let time pass at a table: its clocks began so many seconds earlier."""
    room = await world.hall.room(table)

    def shift(draft: Any) -> None:
        shifted = {
            name: Timer(timer.left, timer.since - seconds if timer.since else None, timer.reminded, timer.late)
            for name, timer in draft.facts.clocks.items()
        }
        draft.set(clocks=shifted)

    await room.do(shift)
    await world.hall.tick()


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
    table = (await somebody.post("/tables", {"game": "auction"}))["table"]["id"]
    room = await world.hall.room(table)
    await until(somebody, table, "north", "auction.bid")
    room.thinking = asyncio.create_task(asyncio.sleep(0))  # the process dies before the bot answers
    await somebody.answer(table, "north", 1)
    world.hall.rooms.clear()
    await world.hall.room(table)
    await until(somebody, table, "north", "auction.pack")


async def test_reminder_grace_takeover_and_back_with_one_click(world: World) -> None:
    pace = {"kind": "days", "days": 2, "grace_hours": 12}
    north, south, table = await world.two_at_a_table(pace=pace, absence={"by": "bot", "bot": "random"})
    await north.answer(table, "north", 2)
    hour = 3600.0
    base = f"/tables/{table}/seats"
    async with north.socket(table, "north", 10**6) as one:
        await late(world, table, 37 * hour)
        assert (await one.next("reminder"))["body"]["seat"] == "south"
        await late(world, table, 12 * hour)
        assert (await one.next("late"))["body"]["seat"] == "south"
        await late(world, table, 12 * hour)
        assert (await one.next("takeover"))["body"] == {"seat": "south", "by": "random", "may_be_replaced": True}
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
    assert (await north.get(f"/tables/{table}"))["seats"][1]["caretaker"] == "default"


def test_no_time_passes_on_holidays() -> None:
    friday = 1_798_200_000.0  # 2026-12-25 12:00 UTC
    assert clocks.after_holidays(friday, 86_400, ()) == friday + 86_400
    assert clocks.after_holidays(friday, 86_400, ("2026-12-26", "2026-12-27")) == friday + 3 * 86_400
    assert clocks.after_holidays(friday, 3600, ("2026-12-25",)) == friday + 43_200 + 3600


def test_nobody_gains_time_by_taking_back() -> None:
    from sandtable.server.records import Facts

    facts = Facts(title="x", scenario="x", options={}, pace=LiveClock(minutes=1, increment=10))
    after = clocks.stopped(facts, Timer(left=60, since=0.0), 4.0, decided=True)
    assert after.left == 66
    assert clocks.without_increment(facts, after).left == 56
    days = Facts(title="x", scenario="x", options={}, pace=DaysClock())
    assert clocks.without_increment(days, Timer(since=1.0)) == Timer(since=1.0)


async def test_who_leaves_can_hand_over_and_come_back(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await south.post(f"/tables/{table}/seats/south/away", {"bot": "random"})
    await north.answer(table, "north", 2)
    await until(north, table, "north", "auction.pack")
    await south.post(f"/tables/{table}/seats/south/reclaim", {})
    await south.post(f"/tables/{table}/seats/south/leave", {})
    card = await north.get(f"/tables/{table}")
    assert (card["seats"][1]["kind"], card["seats"][1]["user"]) == ("open", "")


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


async def test_a_draw_needs_everybody(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    await north.post(f"/tables/{table}/seats/north/draw", {"agree": True})
    assert (await north.get(f"/tables/{table}"))["draw_agreed"] == ["north"]
    await south.post(f"/tables/{table}/seats/south/draw", {"agree": False})
    assert (await north.get(f"/tables/{table}"))["draw_agreed"] == []
    await north.post(f"/tables/{table}/seats/north/draw", {"agree": True})
    await south.post(f"/tables/{table}/seats/south/draw", {"agree": True})
    assert (await north.get(f"/tables/{table}"))["outcome"]["name"] == "draw"


async def test_the_host_may_adjudicate_and_all_may_have_a_rematch(world: World) -> None:
    north, south, table = await world.two_at_a_table()
    body = {"worth": {"north": 0.7, "south": 0.3}, "sentence": "North was ahead."}
    assert (await south.refused("POST", f"/tables/{table}/adjudicate", body))[0] == 403
    await north.post(f"/tables/{table}/adjudicate", body)
    first = await south.post(f"/tables/{table}/rematch")
    second = await north.post(f"/tables/{table}/rematch")
    assert first["table"]["id"] == second["table"]["id"] != table
    assert first["table"]["status"] == "playing"
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
