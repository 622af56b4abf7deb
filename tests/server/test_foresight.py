"""Whoever knows the dice to come is named, before anybody sits down with them."""

from typing import Any

import pytest

from sandtable.server import foresight
from sandtable.server.people import User
from tests.server.world import Person, World

ALONE = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "me"}]
TEXT = {"Content-Type": "text/plain"}


async def alone(world: World, **more: Any) -> tuple[Person, str]:
    """Somebody who holds every seat of a running auction."""
    person = world.person()
    made = await person.post("/tables", {"game": "auction", "seats": ALONE, **more})
    assert made["table"]["foreseen"] == []
    return person, made["table"]["id"]


async def brought(person: Person, save: str) -> Any:
    response = await person.http.post("/api/v1/tables/import", content=save, headers=TEXT)
    assert response.status_code == 201, response.text
    return response.json()["table"]


async def told(person: Person, table: str) -> list[Any]:
    messages = (await person.get(f"/tables/{table}/messages"))["messages"]
    return [message["body"] for message in messages if message["kind"] == "foreseen"]


async def test_a_copy_of_a_running_game_is_no_secret(world: World) -> None:
    host, table = await alone(world, rated=True)
    me = await host.get("/me")
    known = [{"user": me["id"], "name": me["name"], "why": "exported"}]
    async with host.socket(table, "north") as socket:
        assert (await socket.next("table"))["table"]["foreseen"] == []
        for _ in range(2):
            assert "auction" in await host.get(f"/tables/{table}/save")
        shown = (await socket.next("table"))["table"]
        assert (shown["foreseen"], shown["rated"]) == (known, False), "and nobody is rated by such dice"
    assert await told(host, table) == [{"name": me["name"], "why": "exported"}], "once is enough"
    token = (await host.put(f"/tables/{table}/seats/south", {"who": "link"}))["token"]
    other = world.person()
    await other.http.get(f"/seat/{token}")
    invited = (await other.get("/invitations"))["to"]["table"]
    assert invited["foreseen"] == known, "who has a link reads it before they sit down"
    listed = next(card for card in (await other.get("/tables"))["tables"] if card["id"] == table)
    assert listed["foreseen"] == known
    await other.post("/invitations")
    assert (await other.refused("GET", f"/tables/{table}/save"))[0] == 409
    await other.post(f"/tables/{table}/seats/south/concede")
    assert (await other.get(f"/tables/{table}"))["foreseen"] == known, "nor is it forgotten after the end"
    await other.get(f"/tables/{table}/save")
    assert (await other.get(f"/tables/{table}"))["foreseen"] == known, "by then everybody may know"
    again = (await other.post(f"/tables/{table}/rematch"))["table"]
    assert again["foreseen"] == [], "a rematch has dice of its own"


async def test_everybody_who_took_a_copy_is_named(small: World) -> None:
    first, table = await alone(small)
    await first.get(f"/tables/{table}/save")
    second = small.person()
    for seat in ("north", "south"):
        token = (await first.put(f"/tables/{table}/seats/{seat}", {"who": "link"}))["token"]
        assert (await first.refused("GET", f"/tables/{table}/save"))[0] == 409, "not all seats are theirs any more"
        await second.post("/invitations", {"token": token})
    await second.get(f"/tables/{table}/save")
    ids = [(await person.get("/me"))["id"] for person in (first, second)]
    assert [one["user"] for one in (await second.get(f"/tables/{table}"))["foreseen"]] == ids


async def test_a_running_game_from_a_file_has_dice_that_somebody_knows(world: World) -> None:
    host, bringer = world.person(), world.person()
    table = (await host.post("/tables", {"game": "echoes"}))["table"]["id"]
    save = await host.get(f"/tables/{table}/save")
    copy = await brought(bringer, save)
    me = await bringer.get("/me")
    assert copy["foreseen"] == [{"user": me["id"], "name": me["name"], "why": "imported"}]
    assert await told(bringer, copy["id"]) == [{"name": me["name"], "why": "imported"}]
    await bringer.get(f"/tables/{copy['id']}/save")
    assert len((await bringer.get(f"/tables/{copy['id']}"))["foreseen"]) == 1, "who knows them cannot know them more"
    branch = await bringer.post(f"/tables/{copy['id']}/branch", {"nations": ["allies"]})
    assert branch["table"]["foreseen"] == [], "a branch has new dice"


@pytest.mark.parametrize("more", [{"game": "echoes", "war": "campaign/5"}, {"game": "auction", "dice": "hand"}])
async def test_of_dice_that_are_no_secret_nothing_is_said(small: World, more: dict[str, Any]) -> None:
    person = small.person()
    seats = ALONE if more["game"] == "auction" else []
    table = (await person.post("/tables", {"seats": seats, **more}))["table"]["id"]
    save = await person.get(f"/tables/{table}/save")
    for card in (await person.get(f"/tables/{table}"), await brought(person, save)):
        assert card["foreseen"] == []
        assert await told(person, card["id"]) == []


async def test_a_finished_war_from_a_file_has_no_dice_to_come(small: World) -> None:
    host, table = await alone(small, watching={"by": "everyone"})
    for _ in range(2):
        for seat in ("north", "south"):
            await host.answer(table, seat, 3)  # a tie: dice fall
        for seat in ("north", "south"):
            for choice in ([["crate", 1]], ["leave"], None):
                await host.answer(table, seat, choice)
    save = await host.get(f"/tables/{table}/save")
    copy = await brought(small.person(), save)
    assert (copy["status"], copy["foreseen"]) == ("over", [])


async def test_who_knows_the_dice_hides_behind_no_other_name(small: World) -> None:
    host, table = await alone(small)
    await host.get(f"/tables/{table}/save")
    await host.call("PATCH", "/me", {"name": "Nobody in particular"})
    (known,) = (await host.get(f"/tables/{table}"))["foreseen"]
    assert known["name"] == "Nobody in particular"
    account = small.person()
    await account.post("/session")
    await account.post("/me/account", {"name": "Nora", "password": "long enough to keep"})
    await host.post("/session/sign-in", {"name": "Nora", "password": "long enough to keep", "bring": True})
    (known,) = (await host.get(f"/tables/{table}"))["foreseen"]
    assert known == {"user": (await account.get("/me"))["id"], "name": "Nora", "why": "exported"}


def test_others_keep_their_names() -> None:
    known = foresight.Foreseen("1", "Ann", "exported"), foresight.Foreseen("2", "Bob", "imported")
    nora = User("3", "account", "Nora")
    assert [one.name for one in foresight.called(known, "2", nora)] == ["Ann", "Nora"]
