"""Bots that think do so in processes of their own, and nothing that happens to these stops a game."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core.table import new_setup
from sandtable.server import unforeseen
from sandtable.server.config import Settings
from tests.auction import GAME, HOUSES
from tests.server.test_absence import until
from tests.server.thoughtful import FOLDER
from tests.server.world import Person, World, serving


@pytest.fixture
def thoughts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "thoughts"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    return folder


async def against(person: Person, bot: str) -> str:
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "bot", "bot": bot}]
    made = await person.post("/tables", {"game": "auction", "seats": seats})
    return str(made["table"]["id"])


async def until_ready(person: Person, table: str) -> Any:
    """Wait until the bot has made its bid."""
    for _ in range(1000):
        seen = await person.get(f"/tables/{table}/seats/north")
        if "south" in seen["view"]["waiting"]["ready"]:
            return seen
        await asyncio.sleep(0.02)
    raise AssertionError("the bot never made its bid")


def bids(world: World, table: str) -> list[tuple[Any, str]]:
    """What south has bid, and what answered for it."""
    found = world.hall.rooms[table].table
    assert found is not None
    answers = [found.journal.entries[place] for place in found.moves]
    return [(entry.choice, entry.automatic) for entry in answers if getattr(entry, "nation", "") == "south"]


async def test_a_bot_thinks_in_another_process_from_its_own_view(small: World, thoughts: Path) -> None:
    somebody = small.person()
    table = await against(somebody, "thoughtful")
    await until_ready(somebody, table)
    assert bids(small, table) == [(9, "bot thoughtful")]  # all of its gold, which no watcher knows
    (word,) = thoughts.iterdir()
    assert word.name != str(os.getpid())
    assert float(word.read_text()) == small.hall.settings.bot_seconds * 0.8
    other = await against(somebody, "thoughtful")
    await until_ready(somebody, other)
    assert list(thoughts.iterdir()) == [word]  # the same process, not one for each table


def test_the_luck_of_a_bot_differs_from_question_to_question_and_is_its_tables_secret() -> None:
    seats = {house: (house,) for house in HOUSES}
    setup = new_setup(GAME, id="x", scenario="sale", options={}, seats=seats, salt="ab" * 16)
    asked = [(secret, ask, house) for secret in ("", "cd" * 32) for ask in (1, 2) for house in HOUSES]
    seeds = [unforeseen.bot_seed(setup, *one) for one in asked]
    assert len(set(seeds)) == len(asked)
    assert seeds == [unforeseen.bot_seed(setup, *one) for one in asked], "but it stays when a table is read again"


async def test_a_bot_is_told_what_is_left_of_its_turn(lite: Settings, thoughts: Path) -> None:
    async with serving(msgspec.structs.replace(lite, bot_turn_seconds=3.0)) as world:
        somebody = world.person()
        table = await against(somebody, "thoughtful")
        await until_ready(somebody, table)
        (word,) = thoughts.iterdir()
        assert float(word.read_text()) == 3.0
        await somebody.answer(table, "north", 1)
        for choice in ([["crate", 1]], ["leave"], None):
            await somebody.answer(table, "north", choice)
        await until(somebody, table, "north", "auction.bid")
        assert float(word.read_text()) <= 3.0


@pytest.mark.parametrize("bot", ["slow", "dying", "faulty"])
async def test_a_bot_that_gives_no_answer_gets_the_default(lite: Settings, thoughts: Path, bot: str) -> None:
    async with serving(msgspec.structs.replace(lite, bot_seconds=0.5, bot_workers=1)) as world:
        somebody = world.person()
        table = await against(somebody, bot)
        await until_ready(somebody, table)
        assert bids(world, table) == [(0, f"bot {bot}")]
        sane = await against(somebody, "thoughtful")  # the only worker was replaced if need be
        await until_ready(somebody, sane)
        assert bids(world, sane) == [(9, "bot thoughtful")]


async def test_a_killed_process_costs_nothing(lite: Settings, thoughts: Path) -> None:
    async with serving(lite) as world:
        somebody = world.person()
        await until_ready(somebody, await against(somebody, "thoughtful"))
        (idle,) = world.hall.driving.thinkers.idle
        idle.process.kill()
        idle.process.join()
        table = await against(somebody, "thoughtful")
        await until_ready(somebody, table)
        assert bids(world, table) == [(9, "bot thoughtful")]


async def test_no_more_processes_than_allowed_and_none_after_the_end(lite: Settings, thoughts: Path) -> None:
    async with serving(msgspec.structs.replace(lite, bot_workers=2)) as world:
        somebody = world.person()
        for _ in range(5):
            await against(somebody, "slow")
        for _ in range(500):
            if len(list(thoughts.iterdir())) == 2:
                break
            await asyncio.sleep(0.02)
        running = [thinker.process for thinker in world.hall.driving.thinkers.busy]
        assert len(running) == 2
        begun = time.monotonic()
    assert time.monotonic() - begun < 5  # a bot in thought does not hold the server up
    assert not any(process.is_alive() for process in running)
