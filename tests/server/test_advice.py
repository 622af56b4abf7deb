"""Advice, shared wars and the same war again: what a solitaire player wants of a server."""

from sandtable.core.saves import open_save, read
from sandtable.games import load_game
from sandtable.games.echoes.campaigns import campaign
from tests.server.world import World


async def war(world: World, **more: object) -> tuple:  # type: ignore[type-arg]
    person = world.person()
    made = await person.post("/tables", {"game": "echoes", **more})
    table = made["table"]["id"]
    return person, table, f"/tables/{table}/seats/allies"


async def play_to_the_end(person, table: str, seat: str) -> None:  # type: ignore[no-untyped-def]
    """Let every roll stand and stop at once: the shortest way through a war."""
    pass_on, stop, rest = ("ew.tide.*", ["pass"], ""), ("ew.allies.turn", ["stop"], ""), ("*", None, "default")
    for what, choice, policy in (pass_on, stop, rest, stop, pass_on):
        if (await person.get(f"/tables/{table}"))["status"] == "playing":
            await person.post(f"{seat}/declare", {"nation": "allies", "what": what, "choice": choice, "policy": policy})
    assert (await person.get(f"/tables/{table}"))["status"] == "over"


async def test_a_hint_is_a_legal_answer_with_its_numbers(world: World) -> None:
    person, _, seat = await war(world)
    seen = await person.get(seat)
    hint = await person.post(f"{seat}/hint", {"ask": seen["ask"]})
    assert hint["bot"] == "expert"
    assert "%" in hint["why"]
    verdict = await person.post(f"{seat}/check", {"ask": seen["ask"], "nation": "allies", "choice": hint["choice"]})
    assert verdict["refusal"] is None
    assert await person.get(seat) == seen, "asking changes nothing"


async def test_an_estimate_has_shares_that_sum_to_one_within_their_intervals(world: World) -> None:
    person, _, seat = await war(world)
    found = await person.post(f"{seat}/estimate", {"ask": (await person.get(seat))["ask"]})
    assert found["bot"] == "sensible"
    assert found["games"] >= 1
    assert abs(sum(end["share"] for end in found["ends"]) - 1) < 1e-9
    assert all(end["low"] <= end["share"] <= end["high"] for end in found["ends"])
    assert 0 <= found["worth"] <= 1
    assert [end["worth"] for end in found["ends"]] == sorted((end["worth"] for end in found["ends"]), reverse=True)


async def test_advice_is_for_the_open_question_of_ones_own_seat(world: World) -> None:
    person, _, seat = await war(world)
    ask = (await person.get(seat))["ask"]
    stale = (409, "That question is not open any more.")
    assert await person.refused("POST", f"{seat}/hint", {"ask": ask + 1}) == stale
    assert await person.refused("POST", f"{seat}/estimate", {"ask": ask + 1}) == stale
    other = await person.refused("POST", f"{seat}/estimate", {"ask": ask, "nation": "axis"})
    assert other == (403, "Your seat does not hold that nation.")
    stranger = world.person()
    await stranger.post("/session", {})
    assert (await stranger.refused("POST", f"{seat}/hint", {"ask": ask}))[0] == 403


async def test_a_rated_table_and_a_game_without_a_clever_bot_get_no_advice(world: World) -> None:
    north, _, table = await world.two_at_a_table(rated=True)
    refused = await north.refused("POST", f"/tables/{table}/seats/north/hint", {"ask": 1})
    assert refused == (403, "There is no advice at a rated table.")
    north, _, table = await world.two_at_a_table()
    assert (await north.refused("POST", f"/tables/{table}/seats/north/estimate", {"ask": 1}))[0] == 400


async def test_a_campaign_has_the_dice_of_its_number_for_everyone(world: World) -> None:
    views = []
    for _ in range(2):
        person, table, seat = await war(world, war="campaign/5")
        card = await person.get(f"/tables/{table}")
        assert card["war"] == "echoes/campaign/5"
        assert card["title"] == "Echoes of War: Campaign 5 of 24"
        assert card["commitment"] == campaign(5).commitment
        views.append((await person.get(seat))["view"])
    assert views[0] == views[1]
    other, _, seat = await war(world, war="daily/2026-11-15")
    assert (await other.get(seat))["view"]["steps"] != [], "the war of a day begins as well"


async def test_shared_wars_are_refused_where_they_make_no_sense(world: World) -> None:
    person = world.person()
    for body in (
        {"game": "echoes", "war": "campaign/25"},
        {"game": "echoes", "war": "daily/tomorrow"},
        {"game": "echoes", "war": "daily/2026-02-30"},
        {"game": "echoes", "war": "daily/0000-01-01"},
        {"game": "echoes", "war": "daily/20261115"},
        {"game": "echoes", "war": "campaign/5", "rated": True},
        {"game": "echoes", "war": "campaign/5", "dice": "hand"},
        {"game": "auction", "war": "campaign/5"},
        {"game": "echoes", "again": "nowhere"},
    ):
        status, sentence = await person.refused("POST", "/tables", body)
        assert 400 <= status < 500, body
        assert sentence


async def test_a_finished_campaign_counts_and_its_save_keeps_its_name(world: World) -> None:
    person, table, seat = await war(world, war="campaign/3")
    await play_to_the_end(person, table, seat)
    save = (await person.call("GET", f"/tables/{table}/save")).text
    assert open_save(read(save), load_game("echoes")).setup.id == "echoes/campaign/3"
    elsewhere = world.person()
    copied = await elsewhere.call("POST", "/tables/import", content=save, headers={"Content-Type": "text/plain"})
    assert copied.json()["table"]["war"] == "echoes/campaign/3"
    told = await elsewhere.get(f"/tables/{copied.json()['table']['id']}/seats/allies/messages")
    assert told["messages"][0]["body"]["events"][0]["says"] == "Turn 1, 1940.", "its diary comes along"


async def test_the_same_war_again_has_the_same_dice(world: World) -> None:
    person, table, seat = await war(world)
    before = (await person.get(seat))["view"]
    assert (await person.refused("POST", "/tables", {"game": "echoes", "again": table}))[0] == 409
    await play_to_the_end(person, table, seat)
    made = await person.post("/tables", {"game": "echoes", "again": table})
    assert made["table"]["war"] == table
    assert (await person.get(f"/tables/{made['table']['id']}/seats/allies"))["view"] == before


async def test_an_undo_says_how_many_lines_of_the_diary_it_strikes(world: World) -> None:
    person, _, seat = await war(world, dice="hand")
    await person.post(f"{seat}/declare", {"nation": "allies", "what": "ew.tide.*", "choice": ["pass"]})
    for face in (2, 1, 1, 1):  # a box that gives two actions, after two attacks of the Axis
        ask = (await person.get(seat))["ask"]
        await person.post(f"{seat}/throw", {"ask": ask, "faces": [face]})
    await person.post(
        f"{seat}/answer",
        {"ask": (await person.get(seat))["ask"], "nation": "allies", "choice": ["shift", "USA"]},
    )
    seen = await person.get(seat)
    assert seen["undo"]
    assert seen["view"]["leads"]["USA"] == 1
    await person.post(f"{seat}/undo", {"ask": seen["ask"]})
    said = (await person.get(f"{seat}/messages"))["messages"]
    assert said[-1]["kind"] == "undone"
    assert said[-1]["body"]["events"] == len(said[-2]["body"]["events"]) == 1
    assert (await person.get(seat))["view"]["leads"]["USA"] == 0
