import itertools
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.server import unforeseen
from sandtable.server.config import Settings, database
from sandtable.server.store import migrate
from tests.server import postgres
from tests.server.world import World, serving

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals the same names and secrets to its tables whenever it runs, so the same dice fall."""
    monkeypatch.setattr(unforeseen, "draw", Random(request.node.nodeid).randbytes)


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own."""
    with postgres.cluster() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for a server on an empty database: once on SQLite, once on PostgreSQL."""
    url = ""
    if request.param == "postgresql":
        name = f"test_{os.getpid()}_{next(_numbers)}"
        url = postgres.new_database(request.getfixturevalue("cluster"), name)
    return made(url, tmp_path)


@pytest.fixture
def lite(tmp_path: Path) -> Settings:
    """Settings for a server on SQLite, where the kind of database does not matter."""
    return made("", tmp_path)


def made(url: str, folder: Path) -> Settings:
    settings = Settings(
        database_url=url,
        data_dir=str(folder),
        limit_requests="100000/minute",
        limit_sign_in="1000/minute",
        limit_tables="10000/hour",
        limit_advice="1000/minute",
        limit_sockets=2000,
        limit_messages="10000/second",
        notice_delay=0.0,
    )
    migrate(database(settings))
    return settings


@pytest.fixture
async def world(settings: Settings) -> AsyncIterator[World]:
    async with serving(settings) as running:
        yield running


@pytest.fixture
async def small(lite: Settings) -> AsyncIterator[World]:
    async with serving(lite) as running:
        yield running
