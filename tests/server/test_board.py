"""The board of a table as a picture: what everybody may see, at moments that the caller may know of."""

import xml.etree.ElementTree as ET

import pytest

from sandtable.server.rooms import Room
from tests.server.test_after import played
from tests.server.test_copies import EASTERN, at_war, play_until
from tests.server.world import World


@pytest.mark.parametrize("game", ["echoes", "pacific", "warroom"])
async def test_a_watcher_gets_the_board(small: World, game: str) -> None:
    somebody, watcher = small.person(), small.person()
    table = (await somebody.post("/tables", {"game": game}))["table"]["id"]
    drawn = await watcher.call("GET", f"/tables/{table}/board.svg")
    assert drawn.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert ET.fromstring(drawn.text).tag.endswith("svg")


async def test_sealed_orders_change_no_picture(small: World) -> None:
    people, room = await at_war(small, "warroom", EASTERN, scenario="eastern_front")
    await play_until(room, lambda state, want: want.what == "wr.2.sheets")
    before = await people["black"].get(f"/tables/{room.id}/board.svg")
    await play_until(room, lambda state, want: "soviet" in state.sealed)
    for who in (*people.values(), small.person()):
        assert await who.get(f"/tables/{room.id}/board.svg") == before


def turn_of(room: Room) -> int:
    """The turn of a war; the dice may leave a turn without a question."""
    assert room.table is not None
    return int(room.table.state.turn)  # type: ignore[attr-defined]


async def test_earlier_moments_are_shown_as_far_as_they_are_known(small: World) -> None:
    somebody, watcher = small.person(), small.person()
    watching = {"by": "everyone", "delay": 60}
    table = (await somebody.post("/tables", {"game": "echoes", "watching": watching}))["table"]["id"]
    room = await small.hall.room(table)
    begun = turn_of(room)
    await play_until(room, lambda state, want: state.turn > begun + 1)
    now = await somebody.get(f"/tables/{table}/board.svg")
    then = await somebody.get(f"/tables/{table}/board.svg?ask=1")
    assert f"Turn {turn_of(room)} of 20" in now
    assert f"Turn {begun} of 20" in then
    assert await watcher.get(f"/tables/{table}/board.svg") == then  # as late as the table wants it
    later = room.row.ask - 1
    assert (await watcher.refused("GET", f"/tables/{table}/board.svg?ask={later}"))[0] == 404
    assert (await somebody.refused("GET", f"/tables/{table}/board.svg?move=3"))[0] == 409
    assert (await somebody.refused("GET", f"/tables/{table}/board.svg?ask=99999"))[0] == 404
    await somebody.post(f"/tables/{table}/seats/allies/concede")
    assert await watcher.get(f"/tables/{table}/board.svg?move=0") == then
    assert await watcher.get(f"/tables/{table}/board.svg") == now


async def test_tables_that_are_not_watched_are_not_drawn_either(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "echoes", "watching": {"by": "nobody"}}))["table"]["id"]
    assert (await small.person().refused("GET", f"/tables/{table}/board.svg"))[0] == 404
    assert f"Turn {turn_of(await small.hall.room(table))} of 20" in await somebody.get(f"/tables/{table}/board.svg")
    body = {"game": "echoes", "seats": [{"nations": ["allies"], "who": "open"}], "watching": {"by": "nobody"}}
    lobby = (await somebody.post("/tables", body))["table"]["id"]  # where everybody may still sit down
    assert (await small.person().refused("GET", f"/tables/{lobby}/board.svg"))[0] == 403
    _, _, auction = await played(small)
    assert (await somebody.refused("GET", f"/tables/{auction}/board.svg"))[0] == 422
