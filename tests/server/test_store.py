"""The database by itself: what waits together is kept together, in its order, and only the faulty part is refused."""

import asyncio
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from sandtable.core.verdicts import BadInput
from sandtable.server import schema
from sandtable.server.config import Settings, database
from sandtable.server.store import Behind, Change, Said, Store, Written


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """A database with two tables, `one` and `two`, at their first version."""
    store = Store(database(settings))
    with store.writing.begin() as connection:
        connection.execute(
            sa.insert(schema.tables),
            [
                {
                    "id": id,
                    "game": "echoes",
                    "host": "anna",
                    "status": "playing",
                    "listed": False,
                    "archived": False,
                    "version": 1,
                    "ask": 0,
                    "created": 0.0,
                    "updated": 0.0,
                    "secret": "",
                    "facts": "{}",
                }
                for id in ("one", "two")
            ],
        )
    yield store
    store.close()


def played(table: str, version: int, ask: int, journal: int = 1) -> Change:
    """An answer: so many entries of the journal, and a message."""
    entries = [
        Written(
            table, ask * 10_000 + at, 1.5, ask, "allies", f"{ask}" if not at else None, '{"kind":"answer"}', f"{at}"
        )
        for at in range(journal)
    ]
    return Change(table, version, (ask, 2.5, '{"é":null}'), entries, [Said(table, ask, 1.5, None, "ready", "{}")])


async def together(store: Store, *changes: Change) -> list[BaseException | None]:
    """What became of changes that waited for the database at the same time: it is busy with something else."""
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()
    busy = asyncio.create_task(
        store.write(lambda connection: asyncio.run_coroutine_threadsafe(gate.wait(), loop).result())
    )
    waiting = [asyncio.create_task(store.append(change)) for change in changes]
    await asyncio.sleep(0)
    gate.set()
    await busy
    return await asyncio.gather(*waiting, return_exceptions=True)


def kept(store: Store) -> dict[str, tuple[int, int, int, int]]:
    """The version and the question of each table, and how many entries and messages it has."""

    def look(connection: sa.Connection) -> dict[str, tuple[int, int, int, int]]:
        def number(table: sa.Table, id: str) -> int:
            found = connection.scalar(sa.select(sa.func.count()).select_from(table).where(table.c.table_id == id))
            return int(found or 0)

        return {
            row.id: (row.version, row.ask, number(schema.journal, row.id), number(schema.messages, row.id))
            for row in connection.execute(sa.select(schema.tables).order_by(schema.tables.c.id))
        }

    return store.read_now(look)


def row_of(store: Store, id: str) -> sa.RowMapping:
    query = sa.select(schema.tables).where(schema.tables.c.id == id)
    return store.read_now(lambda connection: connection.execute(query).mappings().one())


async def test_changes_of_several_tables_are_kept_in_one_transaction(store: Store) -> None:
    before = store.commits
    assert await together(store, played("two", 1, 1), played("one", 1, 1, journal=3)) == [None, None]
    assert kept(store) == {"one": (2, 1, 3, 1), "two": (2, 1, 1, 1)}
    assert store.commits <= before + 2  # what it was busy with, and both together
    row = row_of(store, "one")
    assert (row["updated"], row["facts"], row["host"]) == (2.5, '{"é":null}', "anna")


async def test_a_change_that_comes_too_late_is_refused_and_the_others_are_kept(store: Store) -> None:
    refused, fine = await together(store, played("one", 7, 1), played("two", 1, 1))
    assert isinstance(refused, Behind)
    assert fine is None
    assert kept(store) == {"one": (1, 0, 0, 0), "two": (2, 1, 1, 1)}


async def test_of_two_changes_of_the_same_version_only_one_is_kept(store: Store) -> None:
    outcomes = await together(store, played("one", 1, 1), played("one", 1, 2))
    assert [type(outcome) for outcome in outcomes] == [type(None), Behind]
    assert kept(store)["one"] == (2, 1, 1, 1)


async def test_two_changes_that_follow_each_other_are_both_kept(store: Store) -> None:
    assert await together(store, played("one", 1, 1), played("one", 2, 2)) == [None, None]
    assert kept(store)["one"] == (3, 2, 2, 2)


async def test_a_change_of_what_was_arranged_is_kept_beside_an_answer(store: Store) -> None:
    arranged = Change("one", 1, (4, 3.5, "{}", "berta", "over", True, False, 9.5))
    assert await together(store, played("two", 1, 1), arranged) == [None, None]
    row = row_of(store, "one")
    assert (row["host"], row["status"], row["wake"]) == ("berta", "over", 9.5)
    assert (row["listed"], row["archived"]) == (True, False)
    assert kept(store)["two"] == (2, 1, 1, 1)


async def test_a_whole_war_is_written_at_once_however_long_it_is(store: Store) -> None:
    await store.append(played("one", 1, 1, journal=5_000))  # 40,000 values; one statement of SQLite takes 32,766
    assert kept(store)["one"] == (2, 1, 5_000, 1)


def test_a_sqlite_that_is_too_old_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 31, 1))
    with pytest.raises(BadInput, match=r"3\.33 or newer is needed, or PostgreSQL"):
        Store("sqlite://")


async def test_what_was_to_be_written_is_in_no_error_and_so_in_no_log(store: Store) -> None:
    note = {"table_id": "one", "user_id": "nobody", "text": "we land on Friday", "updated": 0.0}
    with pytest.raises(sa.exc.IntegrityError) as caught:
        await store.write(lambda connection: connection.execute(sa.insert(schema.notes).values(note)))
    assert "Friday" not in f"{caught.value!r} {caught.value}"
