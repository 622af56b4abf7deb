"""Plans among allies: drafts and proposals stay within the alliance, and leave no trace anywhere else."""

from typing import Any

import pytest

from tests.server.world import Person, World

ALLIANCES = {"british": "allies", "usa": "allies", "germany": "axis", "italy": "axis"}
SHEET = [[["british-28", "B5"]], 0]


async def table_of_four(world: World, shared: bool = True) -> tuple[dict[str, Person], str]:
    """War Room in North Africa: each nation in a seat of its own, two alliances, at the writing of sheets."""
    people = {nation: world.person() for nation in ALLIANCES}
    seats = [
        {"nations": [nation], "who": "me" if nation == "british" else "link", "alliance": alliance}
        for nation, alliance in ALLIANCES.items()
    ]
    body = {"game": "warroom", "scenario": "north_africa", "options": {"shared_plans": shared}, "seats": seats}
    made = await people["british"].post("/tables", body)
    table = made["table"]["id"]
    for nation, token in made["links"].items():
        await people[nation].post("/invitations", {"token": token})
    for _ in range(40):
        seen = await people["british"].get(f"/tables/{table}/seats/british")
        waiting = seen["view"]["waiting"]
        if waiting["what"] == "wr.2.sheets":
            return people, table
        for nation in waiting["deciders"]:
            mine = await people[nation].get(f"/tables/{table}/seats/{nation}")
            await people[nation].answer(table, nation, usual(mine), nation)
    raise AssertionError("no sheets are asked for")


def usual(seen: dict[str, Any]) -> Any:
    """An answer that goes on: reorganising is declined, the rest takes the first option."""
    what = seen["view"]["waiting"]["what"]
    if what == "wr.reorganize":
        return ["done"]
    menu = seen["view"]["waiting"]["questions"][0]["menu"]
    return menu["options"][0]


async def ask_of(person: Person, table: str, seat: str) -> int:
    return (await person.get(f"/tables/{table}/seats/{seat}"))["ask"]


async def test_a_draft_is_seen_by_allies_and_leaves_no_trace_elsewhere(world: World) -> None:
    people, table = await table_of_four(world)
    ask = await ask_of(people["british"], table, "british")
    async with (
        people["british"].socket(table, "british") as mine,
        people["usa"].socket(table, "usa") as ally,
        people["germany"].socket(table, "germany") as enemy,
    ):
        for socket in (mine, ally, enemy):
            await socket.next("view")
        number = enemy.seq
        told = await mine.do("draft", ask=ask, nation="british", choice=SHEET)
        assert told["type"] == "ok"
        heard = await ally.next("plan")
        assert heard["body"] == {"nation": "british", "by": "british", "ask": ask, "choice": SHEET}
        await ally.do("propose", ask=ask, nation="british", choice=[[], 1])
        assert (await mine.next("plan"))["body"]["by"] == "usa"
        assert await enemy.silent() == []
        await mine.do("chat", text="hello all")
        assert (await enemy.next("chat"))["seq"] == number + 1  # nothing was counted in between
    read = await people["usa"].post(f"/tables/{table}/seats/usa/plans", {})
    assert [(plan["by"], plan["nation"]) for plan in read["plans"]] == [("british", "british"), ("usa", "british")]
    theirs = await people["germany"].post(f"/tables/{table}/seats/germany/plans", {})
    assert theirs == {"shared": True, "plans": []}
    everything = await people["germany"].get(f"/tables/{table}/seats/germany/messages")
    assert "B5" not in str(everything)
    assert "plan" not in {message["kind"] for message in messages_of(everything)}


def messages_of(page: Any) -> list[Any]:
    return page if isinstance(page, list) else next(value for value in page.values() if isinstance(value, list))


async def test_plans_change_nothing_that_a_watcher_or_an_enemy_can_fetch(world: World) -> None:
    people, table = await table_of_four(world)
    ask = await ask_of(people["british"], table, "british")
    watcher = world.person()

    async def fetched() -> list[bytes]:
        return [
            (await person.call("GET", path)).content
            for person, path in (
                (people["germany"], f"/tables/{table}"),
                (people["germany"], f"/tables/{table}/seats/germany"),
                (people["germany"], "/me/tables"),
                (watcher, f"/tables/{table}"),
                (watcher, f"/tables/{table}/view"),
                (watcher, "/tables"),
            )
        ]

    before = await fetched()
    base = f"/tables/{table}/seats"
    await people["british"].post(f"{base}/british/draft", {"ask": ask, "nation": "british", "choice": SHEET})
    await people["usa"].post(f"{base}/usa/propose", {"ask": ask, "nation": "british", "choice": [[], 0]})
    assert await fetched() == before


async def test_accepting_a_proposal_answers_with_it_and_makes_ready(world: World) -> None:
    people, table = await table_of_four(world)
    base, ask = f"/tables/{table}/seats", await ask_of(people["british"], table, "british")
    await people["usa"].post(f"{base}/usa/propose", {"ask": ask, "nation": "british", "choice": SHEET})
    await people["british"].post(f"{base}/british/accept", {"ask": ask, "nation": "british", "by": "usa"})
    seen = await people["british"].get(f"{base}/british")
    assert seen["view"]["waiting"]["ready"] == ["british"]
    assert seen["view"]["waiting"]["questions"][0]["answered"] == SHEET
    enemy = await people["germany"].get(f"{base}/germany")
    assert enemy["view"]["waiting"]["ready"] == ["british"]
    assert "B5" not in str(enemy["view"]["sheets"])


async def test_a_changed_draft_takes_ready_back(world: World) -> None:
    people, table = await table_of_four(world)
    base, ask = f"/tables/{table}/seats", await ask_of(people["british"], table, "british")
    await people["british"].answer(table, "british", SHEET)
    same = await people["british"].post(f"{base}/british/draft", {"ask": ask, "nation": "british", "choice": SHEET})
    assert same == {"ready": True}
    other = await people["british"].post(f"{base}/british/draft", {"ask": ask, "nation": "british", "choice": [[], 1]})
    assert other == {"ready": False}
    seen = await people["usa"].get(f"{base}/usa")
    assert seen["view"]["waiting"]["ready"] == []
    assert seen["ask"] == ask
    await people["british"].answer(table, "british", SHEET)
    await people["germany"].answer(table, "germany", [[], 0])
    late = await people["british"].refused(
        "POST", f"{base}/british/draft", {"ask": ask, "nation": "british", "choice": [[], 1]}
    )
    assert late == (409, "Others have answered since; give a new answer instead, it takes the place of the old one.")


async def test_without_the_option_plans_stay_in_the_seat(world: World) -> None:
    people, table = await table_of_four(world, shared=False)
    base, ask = f"/tables/{table}/seats", await ask_of(people["british"], table, "british")
    async with people["usa"].socket(table, "usa") as ally:
        await ally.next("view")
        await people["british"].post(f"{base}/british/draft", {"ask": ask, "nation": "british", "choice": SHEET})
        assert await ally.silent() == []
    assert (await people["usa"].post(f"{base}/usa/plans", {}))["plans"] == []
    assert len((await people["british"].post(f"{base}/british/plans", {}))["plans"]) == 1
    refused = await people["usa"].refused(
        "POST", f"{base}/usa/propose", {"ask": ask, "nation": "british", "choice": SHEET}
    )
    assert refused == (403, "At this table allies do not share their plans.")


@pytest.mark.parametrize(
    ("seat", "command", "body", "says"),
    [
        ("usa", "draft", {"nation": "british"}, (403, "Your seat does not hold that nation.")),
        ("germany", "propose", {"nation": "british"}, (403, "You can propose something only to an ally.")),
        ("british", "propose", {"nation": "british"}, (409, "That nation is your own; write a draft for it.")),
        (
            "british",
            "accept",
            {"nation": "british", "by": "usa"},
            (404, "There is no such proposal for this question."),
        ),
        ("british", "draft", {"nation": "nobody"}, (409, "That nation has nothing to decide now.")),
        ("germany", "accept", {"nation": "british", "by": "usa"}, (403, "Your seat does not hold that nation.")),
    ],
)
async def test_what_is_not_granted(world: World, seat: str, command: str, body: dict[str, Any], says: Any) -> None:
    people, table = await table_of_four(world)
    more = {} if command == "accept" else {"choice": SHEET}
    ask = await ask_of(people[seat], table, seat)
    assert (
        await people[seat].refused("POST", f"/tables/{table}/seats/{seat}/{command}", {"ask": ask, **body, **more})
        == says
    )


async def test_a_plan_for_an_old_question_is_stale(world: World) -> None:
    people, table = await table_of_four(world)
    body = {"ask": 0, "nation": "british", "choice": SHEET}
    status, detail = await people["british"].refused("POST", f"/tables/{table}/seats/british/draft", body)
    assert status == 409
    assert "You answered question 0" in detail


async def test_a_plan_is_for_its_question_and_for_whoever_answers_it(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    small.hall.serving = False  # nothing answers by itself here
    base, own = f"/tables/{table}/seats/north", {"ask": 1, "nation": "north", "by": "north"}
    for bid in (5, 4):
        await north.post(f"{base}/draft", {"ask": 1, "nation": "north", "choice": bid})
    assert [plan["choice"] for plan in (await north.post(f"{base}/plans"))["plans"]] == [4], "the last one counts"
    await north.post(f"{base}/away")
    assert await north.refused("POST", f"{base}/accept", own) == (
        409,
        "Somebody answers for you while you were away; take your seat back first.",
    )
    await north.post(f"{base}/reclaim")
    await south.answer(table, "south", 1)
    await north.post(f"{base}/accept", own)
    assert (await north.get(base))["view"]["gold"] == {"north": 5}
    assert (await north.post(f"{base}/plans"))["plans"] == []
    assert (await north.refused("POST", f"{base}/accept", {**own, "ask": 2}))[0] == 404
