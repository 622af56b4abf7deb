"""After the end: verification, timeline, exports, import, play from here."""

from sandtable.core import fairness
from tests.server.test_absence import until
from tests.server.world import Person, World


async def played(world: World) -> tuple[Person, Person, str]:
    """A finished auction of two people."""
    north, south, table = await world.two_at_a_table()
    for _ in range(2):
        await north.answer(table, "north", 3)
        await south.answer(table, "south", 3)  # a tie: dice fall
        for somebody, seat in ((north, "north"), (south, "south")):
            for choice in ([["crate", 1]], ["leave"], None):
                await somebody.answer(table, seat, choice)
    return north, south, table


async def test_everything_is_shown_after_the_end(world: World) -> None:
    north, _, table = await played(world)
    watcher = world.person()
    checked = await watcher.get(f"/tables/{table}/verification")
    assert checked["problems"] == []
    assert fairness.commitment(bytes.fromhex(checked["secret"])) == checked["commitment"]
    assert checked["commitment"] == (await north.get(f"/tables/{table}"))["commitment"]
    assert all(roll["faces"] == roll["computed"] for roll in checked["rolls"])
    moments = await watcher.get(f"/tables/{table}/timeline")
    assert [moment["kind"] for moment in moments[:2]] == ["begin", "answer"]
    assert [moment["choice"] for moment in moments[1:3]] == [3, 3]
    assert "auction.looked" in str(moments)
    early = await watcher.get(f"/tables/{table}/moves/0?nations=north")
    assert early["view"]["gold"] == {"north": 9}
    assert (await watcher.refused("GET", f"/tables/{table}/moves/999"))[0] == 404
    save = await watcher.get(f"/tables/{table}/save")
    assert fairness.problems(save.splitlines()) == []
    changed = save.replace('"faces":[1]', '"faces":[2]')
    assert changed == save or fairness.problems(changed.splitlines()) != []
    statistics = await watcher.get(f"/tables/{table}/statistics")
    assert statistics.startswith("move,time,kind,nation,what")
    assert [line[-4:] for line in statistics.splitlines() if ",roll," in line] == [",1.5"] * 2  # a die of two faces
    assert "wins the lot." in await watcher.get(f"/tables/{table}/summary")


async def test_a_finished_game_is_not_sent_twice(world: World) -> None:
    _, _, table = await played(world)
    watcher = world.person()
    first = await watcher.call("GET", f"/tables/{table}/timeline")
    again = await watcher.call("GET", f"/tables/{table}/timeline", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "private, no-cache"


async def test_a_save_comes_in_again_and_a_broken_one_does_not(world: World) -> None:
    _, _, table = await played(world)
    somebody = world.person()
    save = await somebody.get(f"/tables/{table}/save")
    headers = {"Content-Type": "text/plain"}
    made = await somebody.http.post("/api/v1/tables/import", content=save, headers=headers)
    assert made.status_code == 201
    assert made.json()["table"]["status"] == "over"
    for broken in (save[:-40], save.replace("north", "south"), "nonsense", ""):
        refused = await somebody.http.post("/api/v1/tables/import", content=broken, headers=headers)
        assert refused.status_code == 422, broken
    shared = await somebody.post("/tables", {"game": "auction"})  # against a bot, whose secrets would be in it
    assert (await somebody.refused("GET", f"/tables/{shared['table']['id']}/save"))[0] == 409
    own = await somebody.post("/tables", {"game": "echoes"})
    running = await somebody.get(f"/tables/{own['table']['id']}/save")  # all seats are one's own
    again = (await somebody.http.post("/api/v1/tables/import", content=running, headers=headers)).json()["table"]
    assert again["status"] == "playing"
    assert (await somebody.get(f"/tables/{again['id']}/seats/allies"))["view"]["waiting"]["questions"]


async def test_play_from_any_moment_of_a_finished_game(world: World) -> None:
    _, _, table = await played(world)
    somebody = world.person()
    made = await somebody.post(f"/tables/{table}/branch", {"move": 2, "nations": ["north"]})
    new = made["table"]["id"]
    assert made["table"]["origin"] == {"table": table, "entries": 3, "move": 2, "unfinished": False}
    seen = await until(somebody, new, "you", "auction.pack")
    assert seen["view"]["gold"] == {"north": 6}
    await somebody.post(f"/tables/{new}/seats/you/concede", {})
    checked = await somebody.get(f"/tables/{new}/verification")
    assert checked["problems"] == []
