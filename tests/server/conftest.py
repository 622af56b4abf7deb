import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.server import schema, unforeseen
from sandtable.server.config import Settings, database
from sandtable.server.store import migrate, newest
from tests.server import postgres
from tests.server.world import World, serving

EMPTY, SHARED = "empty", "shared"
"""Databases of our PostgreSQL: one to copy for tests that need one of their own, and one that is emptied for each of
the others, which is quicker than a new one and does not fill the disk."""


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test deals the same names and secrets to its tables whenever it runs, so the same dice fall."""
    monkeypatch.setattr(unforeseen, "draw", Random(request.node.nodeid).randbytes)


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own."""
    with postgres.cluster() as address:
        migrate(postgres.new_database(address, EMPTY))
        postgres.new_database(address, SHARED, EMPTY)
        yield address


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database of the newest shape with nothing in it. The tests get copies: to make one takes longer than most
    of them."""
    settings = Settings(data_dir=str(tmp_path_factory.mktemp(EMPTY)))
    migrate(database(settings))
    return Path(settings.data_dir)


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for a server on an empty database: once on SQLite, once on PostgreSQL."""
    if request.param == "sqlite":
        return request.getfixturevalue("lite")  # type: ignore[no-any-return]
    url = f"{request.getfixturevalue('cluster')}/{SHARED}"
    wipe = [f"DELETE FROM {table.name}" for table in reversed(schema.metadata.sorted_tables)]
    postgres.execute(url, "; ".join([*wipe, f"UPDATE alembic_version SET version_num = '{newest()}'"]))
    return made(url, tmp_path)


@pytest.fixture
def lite(empty: Path, tmp_path: Path) -> Settings:
    """Settings for a server on SQLite, where the kind of database does not matter."""
    shutil.copytree(empty, tmp_path, dirs_exist_ok=True)
    return made("", tmp_path)


def made(url: str, folder: Path) -> Settings:
    return Settings(
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


@pytest.fixture
async def world(settings: Settings) -> AsyncIterator[World]:
    async with serving(settings) as running:
        yield running


@pytest.fixture
async def small(lite: Settings) -> AsyncIterator[World]:
    async with serving(lite) as running:
        yield running
