"""Play from here: from any moment of a finished game, and of a running one as far as nothing is hidden."""

import random
from typing import Any

import pytest

from sandtable.core import play
from sandtable.core.journal import Answered
from sandtable.core.steps import Ask
from sandtable.server import copies
from sandtable.server.playing import decide
from sandtable.server.rooms import Room
from tests.server.world import Person, World


async def play_until(room: Room, stop: Any, seed: int = 1) -> None:
    """Let every seat answer at random until `stop` says so."""
    rng = random.Random(seed)
    assert room.table is not None
    for _ in range(3000):
        want = play.pending(room.table.state)
        assert isinstance(want, Ask), "the game ended before"
        if stop(room.table.state, want):
            return
        nation = next(name for name in want.menus if name not in room.table.state.sealed)
        choice = want.menus[nation].sample(rng)
        await room.do(lambda draft: decide(draft, nation, choice))  # noqa: B023
    raise AssertionError("never came so far")


async def at_war(
    world: World, game: str, nations: dict[str, tuple[str, ...]], **more: Any
) -> tuple[dict[str, Person], Room]:
    """A table of people, one in each of these seats."""
    people = {name: world.person() for name in nations}
    host = next(iter(people))
    seats = [{"nations": held, "name": name, "who": "me" if name == host else "link"} for name, held in nations.items()]
    made = await people[host].post("/tables", {"game": game, "seats": seats, **more})
    for name, token in made["links"].items():
        await people[name].post("/invitations", {"token": token})
    return people, await world.hall.room(made["table"]["id"])


EASTERN = {"red": ("soviet",), "black": ("germany",)}


async def test_a_watcher_plays_on_from_a_running_game_that_has_no_secrets(world: World) -> None:
    somebody, watcher = world.person(), world.person()
    table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
    room = await world.hall.room(table)
    await play_until(room, lambda state, want: len(room.table.moves) > 12 and room.may_undo("allies"))  # type: ignore[union-attr]
    made = await watcher.post(f"/tables/{table}/branch", {"nations": ["allies"]})
    assert made["table"]["origin"]["move"] == len(room.table.moves)  # type: ignore[union-attr]
    assert made["table"]["origin"]["unfinished"] is True
    here = await somebody.get(f"/tables/{table}/seats/allies")
    there = await watcher.get(f"/tables/{made['table']['id']}/seats/you")
    assert there["view"] == here["view"]
    assert (here["undo"], there["undo"]) == (True, False), "what was played at the other table stays played"
    assert (await somebody.refused("GET", f"/tables/{made['table']['id']}/view"))[0] == 404, "nor is it watched"
    undo = await watcher.refused("POST", f"/tables/{made['table']['id']}/seats/you/undo", {"ask": there["ask"]})
    assert undo == (409, "This was played at another table; it cannot be taken back here.")
    early = await watcher.post(f"/tables/{table}/branch", {"nations": ["allies"], "ask": 2})
    assert early["table"]["origin"]["move"] < made["table"]["origin"]["move"]
    asked = await watcher.post(f"/tables/{table}/branch", {"nations": ["allies"], "ask": here["ask"]})
    assert asked["table"]["origin"]["move"] == made["table"]["origin"]["move"]
    assert (await watcher.refused("POST", f"/tables/{table}/branch", {"nations": ["allies"], "move": 2}))[0] == 409


async def test_no_branch_holds_orders_that_are_still_sealed(small: World) -> None:
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front")
    await play_until(room, lambda state, want: want.what == "wr.2.sheets" and "soviet" in state.sealed)
    assert room.table is not None
    before = len(room.table.moves) - 1
    for who in (people["black"], small.person()):
        for nations in (["soviet"], ["germany"]):
            made = await who.post(f"/tables/{room.id}/branch", {"nations": nations})
            copy = await small.hall.room(made["table"]["id"])
            assert copy.table is not None
            assert made["table"]["origin"]["move"] == before
            assert not any(
                entry == room.table.journal.entries[room.table.moves[-1]] for entry in copy.table.journal.entries
            )
        status, sentence = await who.refused("POST", f"/tables/{room.id}/branch", {"nations": ["germany"], "ask": 9999})
        assert (status, sentence) == (
            409,
            f"Something is hidden from you at that moment; the last open one before is question {room.row.ask}.",
        )
    own = await people["red"].post(f"/tables/{room.id}/branch", {"nations": ["soviet"]})
    assert own["table"]["origin"]["move"] == before + 1  # whoever wrote the sheet knows it


async def test_no_branch_tells_how_often_a_sealed_sheet_was_changed(small: World) -> None:
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front")
    await play_until(room, lambda state, want: want.what == "wr.2.sheets" and "soviet" in state.sealed)
    assert room.table is not None
    for _ in range(5):
        want = play.pending(room.table.state)
        assert isinstance(want, Ask)
        choice = want.menus["soviet"].sample(random.Random(1))
        await room.do(lambda draft: decide(draft, "soviet", choice))  # noqa: B023
    await play_until(room, lambda state, want: want.what != "wr.2.sheets" and not state.orders)
    made = await people["black"].post(f"/tables/{room.id}/branch", {"nations": ["germany"]})
    moves = len(room.table.moves) - 5
    origin = {"table": room.id, "entries": moves + 1, "move": moves, "unfinished": True}
    assert (made["table"]["origin"], made["table"]["ask"]) == (origin, moves + 1)


async def test_no_branch_of_a_running_game_goes_back_or_tells_what_was_hidden(small: World) -> None:
    """The trick: branch at an open moment as the enemy, and then look back from there."""
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front")
    await play_until(room, lambda state, want: want.what == "wr.2.sheets" and "soviet" in state.sealed)
    await play_until(room, lambda state, want: want.what != "wr.2.sheets" and not state.orders)
    assert room.table is not None
    spy = people["black"]
    made = await spy.post(f"/tables/{room.id}/branch", {"nations": ["soviet", "germany"]})
    copy, moves = made["table"]["id"], made["table"]["origin"]["move"]
    assert moves == len(room.table.moves)
    for to in (0, 1, 5, moves - 1):
        assert (await spy.refused("POST", f"/tables/{copy}/seats/you/ask-takeback", {"to_ask": to}))[0] == 409
    for passed in await spy.get(f"/tables/{copy}/seats/you/history"):
        assert (await spy.refused("GET", f"/tables/{copy}/seats/you/history/{passed['ask']}"))[0] == 404
        assert (await spy.refused("GET", f"/tables/{copy}/board.svg?ask={passed['ask']}"))[0] == 404
    seen = await spy.get(f"/tables/{copy}/seats/you")
    assert seen["undo"] is False
    assert (await spy.refused("POST", f"/tables/{copy}/seats/you/undo", {"ask": seen["ask"]}))[0] in (409, 422)
    sheets = [
        entry for entry in room.table.journal.entries if isinstance(entry, Answered) and entry.ask == "wr.2.sheets"
    ]
    assert sheets
    told = str(await spy.get(f"/tables/{copy}/seats/you/messages?limit=500"))
    known = str(await small.person().get(f"/tables/{room.id}/messages?limit=500"))
    assert told.count("wr.") <= known.count("wr.")
    for path in ("save", "timeline", "moves/3", "summary", "statistics", "verification"):
        assert (await spy.refused("GET", f"/tables/{copy}/{path}"))[0] == 409
    await spy.post(f"/tables/{copy}/seats/you/concede")
    for path in ("save", "timeline", "moves/3", "summary", "statistics", "verification"):
        assert (await spy.refused("GET", f"/tables/{copy}/{path}")) == (
            409,
            "This game was copied from one that is not over: its secrets are still kept.",
        )
    again = {"nations": ["soviet"], "move": moves - 1}
    assert (await spy.refused("POST", f"/tables/{copy}/branch", again))[0] == 409
    await people["red"].post(f"/tables/{room.id}/seats/red/concede")  # now the war itself is over
    assert "wr.2.sheets" in str(await spy.get(f"/tables/{copy}/timeline"))
    assert (await spy.post(f"/tables/{copy}/branch", again))["table"]["origin"]["unfinished"] is False


async def test_no_branch_of_a_running_game_tells_what_only_some_have_heard(
    small: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "SCRAMBLES", 0)  # as if this game never hid anything
    north, south, table = await small.two_at_a_table()
    await north.answer(table, "north", 2)
    await south.answer(table, "south", 1)
    for over in (False, True):
        made = await south.post(f"/tables/{table}/branch", {"nations": ["north"]})
        told = str(await south.get(f"/tables/{made['table']['id']}/seats/you/messages"))
        assert ("auction.sold" in told, "auction.looked" in told) == (True, over)
        if not over:
            await south.post(f"/tables/{table}/seats/south/concede")


async def test_a_game_that_always_hides_something_waits_for_its_end(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    for who in (north, south, small.person()):
        assert await who.refused("POST", f"/tables/{table}/branch", {"nations": ["north"]}) == (
            409,
            "Something is hidden from you at this table; you can play on from any moment once it is over.",
        )


@pytest.mark.parametrize("watching", [{"by": "nobody"}, {"by": "everyone", "delay": 60}])
async def test_watchers_play_on_from_what_they_may_watch(small: World, watching: Any) -> None:
    somebody, watcher = small.person(), small.person()
    table = (await somebody.post("/tables", {"game": "echoes", "watching": watching}))["table"]["id"]
    room = await small.hall.room(table)
    await play_until(room, lambda state, want: len(room.table.moves) > 6)  # type: ignore[union-attr]
    if watching["by"] == "nobody":
        assert (await watcher.refused("POST", f"/tables/{table}/branch", {"nations": ["allies"]}))[0] == 404
        made = await somebody.post(f"/tables/{table}/branch", {"nations": ["allies"]})
        assert (await watcher.refused("GET", f"/tables/{made['table']['id']}"))[0] == 404  # nor is the copy for them
    else:
        made = await watcher.post(f"/tables/{table}/branch", {"nations": ["allies"]})
        assert made["table"]["origin"]["move"] == 0
        late = await watcher.post(f"/tables/{table}/branch", {"nations": ["allies"], "ask": 4})
        assert late["table"]["origin"]["move"] == 0


async def test_a_host_who_does_not_play_watches_as_little_as_others(small: World) -> None:
    host, player = small.person(), small.person()
    body = {"game": "echoes", "seats": [{"nations": ["allies"], "who": "open"}], "watching": {"by": "nobody"}}
    table = (await host.post("/tables", body))["table"]["id"]
    await player.post(f"/tables/{table}/seats/allies/take")
    refused = (403, "This table does not want to be watched.")
    assert await host.refused("POST", f"/tables/{table}/branch", {"nations": ["allies"]}) == refused
    assert await host.refused("GET", f"/tables/{table}/view") == refused
    assert await host.refused("GET", f"/tables/{table}/board.svg") == refused
    await player.post(f"/tables/{table}/seats/allies/concede")
    await host.get(f"/tables/{table}/board.svg")  # nothing is hidden any more from those who may see the table
