"""After the end: verification, timeline, exports, import, play from here."""

import pytest

from sandtable.core import fairness, play
from sandtable.core.steps import Ask
from sandtable.games.axis1940.odds import battle_odds
from tests.server.test_absence import until
from tests.server.world import Person, World

ALLIES = ("united_states", "china", "united_kingdom", "anzac")


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
    diary = await watcher.get(f"/tables/{table}/summary")
    assert (diary.count("wins the lot."), diary.count("holds")) == (2, 2), "what only one house heard is told as well"


async def test_the_battles_of_a_war_with_the_losses_to_be_expected(small: World) -> None:
    japan = small.person()
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": [*ALLIES], "who": "me", "name": "allies"}]
    table = (await japan.post("/tables", {"game": "pacific", "seats": seats}))["table"]["id"]
    attack = ["kiangsi", ["hunan"], [["infantry", 3], ["artillery", 1]]]
    for choice in ([], [], attack, "done"):
        await japan.answer(table, "japan", choice)
    room = await small.hall.room(table)
    while isinstance(want := play.pending(room.table.state), Ask) and want.what != "ax.noncombat_move":  # type: ignore[union-attr]
        ((nation, menu),) = want.menus.items()
        await japan.answer(table, "japan" if nation == "japan" else "allies", menu.default, nation)
    assert (await japan.refused("GET", f"/tables/{table}/battles"))[0] == 409
    await japan.post(f"/tables/{table}/adjudicate", {"sentence": "Enough.", "worth": {}})
    watcher = small.person()
    (battle,) = await watcher.get(f"/tables/{table}/battles")
    assert (battle["move"], battle["round"], battle["space"], battle["attacker"]) == (4, 1, "hunan", "japan")
    odds = battle_odds("3 infantry 1 artillery", "2 infantry")
    assert battle["expected_loss"] == pytest.approx(odds.attacker_loss)
    assert battle["their_expected_loss"] == pytest.approx(odds.defender_loss)
    losses = [event for moment in await watcher.get(f"/tables/{table}/timeline") for event in moment["events"]]
    lost = [loss for event in losses if event["event"] == "ax.lost" for loss in event["losses"]]
    cost = {owner: sum(3 * n for who, kind, n in lost if who == owner) for owner in ("japan", "china")}
    assert any(cost.values())
    assert {"japan": battle["loss"], "china": battle["their_loss"]} == cost
    assert await watcher.get(f"/tables/{table}/battles") == [battle]


async def test_a_game_without_an_account_of_its_battles_has_none(world: World) -> None:
    north, _, table = await played(world)
    assert await north.get(f"/tables/{table}/battles") == []


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
    for moves, copied in ((2, 0), (4, 2)):  # before the dice fell that broke the tie, and after the lot was drawn
        made = await somebody.post(f"/tables/{table}/branch", {"move": moves, "nations": ["north"]})
        new = made["table"]["id"]
        assert made["table"]["origin"] == {"table": table, "entries": moves + 1, "move": moves, "unfinished": False}
        assert (await world.person().get(f"/tables/{new}/view"))["ask"] > 0, "watched as the first game was"
        seen = await until(somebody, new, "you", "auction.pack")
        assert seen["view"]["gold"] == {"north": 6}
        await somebody.post(f"/tables/{new}/seats/you/concede", {})
        checked = await somebody.get(f"/tables/{new}/verification")
        assert checked["problems"] == []
        assert [roll["copied"] for roll in checked["rolls"]] == [copied > 0] * 2
