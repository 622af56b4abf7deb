"""The database: one thread writes, whatever waits is one transaction, and nobody hears of a change before it is kept.

A change of a table is refused as `Behind` if somebody else changed the table since it was read: the row of the table,
locked for as long as the transaction runs, is the single writer, for one process or many.
"""

import asyncio
import contextlib
import os
import queue
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sandtable.core.verdicts import BadInput
from sandtable.server import schema

T = TypeVar("T")

MOST_AT_ONCE = 256
"""When so many changes wait, they become one transaction."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=30000",
    "wal_autocheckpoint=16000",  # 64 MB: whoever commits just then waits, so it must be far less than one in a hundred
    "temp_store=MEMORY",  # what a statement of many rows would need to be undone: a file would be written for each
)
OLDEST_SQLITE = (3, 33)
"""The first one that updates many rows with different values at once."""
QUIET: dict[str, Any] = {"hide_parameters": True}
"""What was to be written is in no error, and so in no log: notes, addresses, sealed answers."""
CHANNEL = "sandtable"
CALL = re.compile(r"(?P<sender>\S+) (?P<what>\S+) (?P<version>[0-9]+)")
"""Who calls, what has changed, and its version now."""
SESSIONS = "sessions"
"""What the processes call to each other when a session has ended."""
REMOVED = 1 << 62
"""The version of a table that is no more: later than any other."""


class Behind(Exception):
    """The table was changed by somebody else since it was read."""


class Written(NamedTuple):
    """A line of the journal, in the order of its columns."""

    table_id: str
    place: int
    at: float
    ask: int
    seat: str
    key: str | None
    entry: str
    link: str


class Said(NamedTuple):
    """A message, in the order of its columns. `audience` are names of seats between spaces; none means everyone."""

    table_id: str
    place: int
    at: float
    audience: str | None
    kind: str
    body: str


Asked = tuple[Any, asyncio.Future[Any], asyncio.AbstractEventLoop]
"""A change or other work, who waits for its outcome, and the event loop in which that is."""
PLAYED = ("ask", "updated", "facts")
"""What every answer changes in the row of its table."""
ARRANGED = (*PLAYED, "host", "status", "listed", "archived", "wake")
"""What other changes may change beside it. Their indexes need not be touched by an answer."""


class Change(msgspec.Struct):
    """One change of one table: its row, new entries of the journal, new messages, and what else belongs to it."""

    table: str
    version: int
    """What the version was before."""
    row: tuple[Any, ...]
    """The columns `PLAYED` or `ARRANGED`."""
    journal: list[Written] = []
    messages: list[Said] = []
    also: list[Callable[[Connection], None]] = []


@cache
def listed(width: int, number: int, sign: str) -> str:
    """So many rows of signs for values."""
    return ", ".join([f"({', '.join([sign] * width)})"] * number)


@cache
def inserting(table: str, columns: Sequence[str], number: int, sign: str) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {listed(len(columns), number, sign)}"


@cache
def updating(columns: Sequence[str]) -> str:
    """The statement of PostgreSQL for the values of these columns, the next version, the id of a table, its version."""
    changed = ", ".join(f"{name}=%s" for name in (*columns, "version"))
    return f"UPDATE tables SET {changed} WHERE id=%s AND version=%s"


@cache
def updating_many(columns: Sequence[str], number: int) -> str:
    """The statement of SQLite for so many rows of the same values."""
    changed = ", ".join(f"{name}=new.column{at}" for at, name in enumerate((*columns, "version"), start=1))
    width = len(columns) + 3
    return (
        f"UPDATE tables SET {changed} FROM (VALUES {listed(width, number, '?')}) AS new"
        f" WHERE tables.id=new.column{width - 1} AND tables.version=new.column{width}"
    )


class Statements:
    """What is written with every answer, in the words of one kind of database. SQLAlchemy is the better language for
    everything else; here it would take longer than the database itself. Many rows are one statement where they can be:
    the thread that writes loses its turn with each."""

    def __init__(self, is_postgres: bool) -> None:
        self.is_postgres = is_postgres
        self.sign = "%s" if is_postgres else "?"

    def run(self, connection: Connection, text: str, rows: Sequence[tuple[Any, ...]]) -> int:
        """One statement with the values of all these rows; says how many rows of the database it has touched."""
        values = tuple(chain.from_iterable(rows))
        if self.is_postgres:
            return int(connection.exec_driver_sql(text, values).rowcount)
        return int(connection.connection.cursor().execute(text, values).rowcount)

    def change_tables(self, connection: Connection, changes: Sequence[Change]) -> int:
        """PostgreSQL takes one after the other: the order given is the order of locks. SQLite locks all at once."""
        touched = 0
        for width, some in groupby(changes, lambda change: len(change.row)):
            columns = PLAYED if width == len(PLAYED) else ARRANGED
            rows = [(*change.row, change.version + 1, change.table, change.version) for change in some]
            if self.is_postgres:
                touched += int(connection.exec_driver_sql(updating(columns), rows).rowcount)
            else:
                touched += self.run(connection, updating_many(columns, len(rows)), rows)
        return touched

    def add(self, connection: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
        """In portions: an imported war has more values than one statement can take."""
        for at in range(0, len(rows), MOST_AT_ONCE):
            some = rows[at : at + MOST_AT_ONCE]
            self.run(connection, inserting(table, columns, len(some), self.sign), some)


class Store:
    """A database, with a thread that writes and a few that read."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.is_postgres = self.url.get_backend_name() == "postgresql"
        self.writing = engine_for(self.url, write=True)
        self.reading = engine_for(self.url, write=False)
        self.statements = Statements(self.is_postgres)
        self.gathered: list[Asked] = []
        """What was asked for in this turn of the event loop."""
        self.waiting: queue.SimpleQueue[list[Asked]] = queue.SimpleQueue()
        """What the thread that writes has to do; nothing at all tells it to stop."""
        self.readers = ThreadPoolExecutor(4, "sandtable-read")
        self.writer = threading.Thread(target=self._write_on, name="sandtable-write", daemon=True)
        self.name = ""
        """How this process signs its calls to the others."""
        self.commits = 0
        self.unkept = 0
        """How many changes wait to be kept."""
        self.open: Connection | None = None
        """The connection of the thread that writes to SQLite."""
        self.writer.start()

    def close(self) -> None:
        """Finish what waits, then let go of the database."""
        self._hand_over()
        self.waiting.put([])
        self.writer.join()
        self.readers.shutdown()
        self.writing.dispose()
        self.reading.dispose()

    # From the event loop

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.read_now, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction and return when it is kept. It may be run twice, the first time in vain."""
        return await self._submit(work)

    async def append(self, change: Change) -> None:
        """Keep a change of a table, or raise `Behind`."""
        await self._submit(change)

    async def _submit(self, work: Any) -> Any:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self.gathered.append((work, future, loop))
        if len(self.gathered) == 1:
            loop.call_soon(self._hand_over)
        self.unkept += 1
        try:
            return await future
        finally:
            self.unkept -= 1

    def _hand_over(self) -> None:
        """All that one turn of the event loop asks for goes to the thread that writes at once: whenever it is woken,
        it takes the interpreter away from the loop."""
        gathered, self.gathered = self.gathered, []
        for at in range(0, len(gathered), MOST_AT_ONCE):
            self.waiting.put(gathered[at : at + MOST_AT_ONCE])

    # From anywhere

    def read_now(self, work: Callable[[Connection], T]) -> T:
        with self.reading.connect() as connection:
            return work(connection)

    # The thread that writes

    def _write_on(self) -> None:
        going = True
        while going:
            works = self.waiting.get()
            going = bool(works)
            while going and len(works) < MOST_AT_ONCE and not self.waiting.empty():
                more = self.waiting.get()
                going = bool(more)
                works = works + more
            if works:
                self._settle(works)
        if self.open:
            self.open.close()

    def _settle(self, works: list[Asked]) -> None:
        """Write all in one transaction; if that fails, each in its own, so that only the faulty ones fail."""
        try:
            outcomes: list[Any] = self._transaction([work for work, _, _ in works])
        except Exception as problem:
            outcomes = [problem] if len(works) == 1 else [self._alone(work) for work, _, _ in works]
        by_loop: dict[Any, list[tuple[Any, Any]]] = {}
        for (_, future, loop), outcome in zip(works, outcomes, strict=True):
            by_loop.setdefault(loop, []).append((future, outcome))
        for loop, answers in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(deliver, answers)

    def _alone(self, work: Any) -> Any:
        try:
            return self._transaction([work])[0]
        except Exception as problem:
            return problem

    def _transaction(self, works: Sequence[Any]) -> list[Any]:
        changes = sorted((work for work in works if isinstance(work, Change)), key=lambda change: change.table)
        with self._begin() as connection:
            if changes:
                self._keep(connection, changes)
            outcomes = [None if isinstance(work, Change) else work(connection) for work in works]
        self.commits += 1
        return outcomes

    @contextlib.contextmanager
    def _begin(self) -> Iterator[Connection]:
        """A transaction. The connection to a file is kept, one to a server is looked at before each use."""
        if self.is_postgres:
            with self.writing.begin() as connection:
                yield connection
            return
        if self.open is None:
            self.open = self.writing.connect()
        with self.open.begin():
            yield self.open

    def _keep(self, connection: Connection, changes: list[Change]) -> None:
        """Rows of tables first, in the order of their ids: so two processes never wait for each other in a ring."""
        statements = self.statements
        if statements.change_tables(connection, changes) != len(changes):
            raise Behind
        if journal := [row for change in changes for row in change.journal]:
            statements.add(connection, schema.journal.name, Written._fields, journal)
        if messages := [row for change in changes for row in change.messages]:
            statements.add(connection, schema.messages.name, Said._fields, messages)
        for change in changes:
            for work in change.also:
                work(connection)
        if self.is_postgres:
            calls = [f"{self.name} {change.table} {change.version + 1}" for change in changes]
            connection.execute(
                sa.text("SELECT pg_notify(:channel, call) FROM unnest(CAST(:calls AS text[])) AS call"),
                {"channel": CHANNEL, "calls": calls},
            )


def deliver(answers: list[tuple[Any, Any]]) -> None:
    for future, outcome in answers:
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def engine_for(url: sa.URL, write: bool) -> Engine:
    if url.get_backend_name() == "postgresql":
        try:
            return sa.create_engine(url, pool_size=1 if write else 4, max_overflow=2, pool_pre_ping=True, **QUIET)
        except ModuleNotFoundError:
            raise BadInput("PostgreSQL needs the extra 'postgres': pip install 'sandtable[postgres]'") from None
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise BadInput(f"this Python has SQLite {sqlite3.sqlite_version}; 3.33 or newer is needed, or PostgreSQL")
    arguments = {"timeout": 30, "check_same_thread": False, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=arguments, **QUIET)

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.connection.cursor().execute("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


# Shapes of the database

HERE = Path(__file__).parent


def migrations(connection: Connection | None = None) -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


@cache
def newest() -> str:
    """The shape that this release wants. Read from the names of the steps to it: nearly every start finds its database
    up to date, and need not load the machinery that changes one."""
    return max(path.stem[1:5] for path in (HERE / "migrations" / "versions").glob("v*.py"))


def shape(connection: Connection) -> str:
    """The shape that the database has; empty if it is new."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def migrate(url: str) -> None:
    """Bring a database to the shape that this release wants."""
    from alembic import command

    engine = engine_for(sa.make_url(url), write=True)
    try:
        with engine.begin() as connection:
            must_not_be_newer(found := shape(connection))
            if found != newest():
                command.upgrade(migrations(connection), "head")
    finally:
        engine.dispose()


def must_not_be_newer(found: str) -> None:
    """Nothing leads back: what a newer release keeps, this one would lose."""
    if found > newest():
        raise BadInput(
            f"the database has shape {found}, of a newer release, and this one knows {newest()}: start the newer one"
        )


@contextlib.contextmanager
def reached() -> Iterator[None]:
    """Whatever keeps a database from being used, as one sentence: drivers say much more, but no password."""
    try:
        yield
    except sa.exc.DBAPIError as problem:
        raise BadInput(f"the database cannot be used: {str(problem.orig).splitlines()[0]}") from None


def must_be_current(store: Store) -> None:
    """Refuse to work on a database of another shape."""
    found, wanted = store.read_now(shape), newest()
    must_not_be_newer(found)
    if found != wanted:
        raise BadInput(
            f"the database has shape {found or 'none'} and this release wants {wanted}: run sandtable admin upgrade"
        )


def back_up(url: str, target: Path) -> None:
    """A whole copy of a SQLite database, while it is in use."""
    address = sa.make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        raise BadInput("backup copies SQLite; for PostgreSQL use pg_dump")
    if not Path(address.database).is_file():
        raise BadInput(f"there is no database {address.database}")
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds whatever the database does
    except FileExistsError:
        raise BadInput(f"{target} is there already") from None
    source, copy = sqlite3.connect(address.database), sqlite3.connect(target)
    try:
        source.backup(copy, pages=1000, sleep=0.01)
    finally:
        copy.close()
        source.close()


def upsert(connection: Connection, table: sa.Table, row: Mapping[str, Any]) -> None:
    """Insert a row, or put it in the place of the one with the same key."""
    connection.execute(upserting(table, connection.dialect.name, tuple(row)), dict(row))


@cache
def upserting(table: sa.Table, dialect: str, columns: tuple[str, ...]) -> Any:
    """The statement for it: to make one takes far longer than to run it."""
    from sqlalchemy.dialects import postgresql, sqlite

    insert = (postgresql.insert if dialect == "postgresql" else sqlite.insert)(table)
    keys = [column.name for column in table.primary_key.columns]
    changed = {name: insert.excluded[name] for name in columns if name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


def call_others(connection: Connection, what: str, version: int = 0) -> None:
    """Tell all processes on the same PostgreSQL that something changed, as soon as this transaction is kept."""
    if connection.dialect.name == "postgresql":
        call = sa.select(sa.func.pg_notify(CHANNEL, f"- {what} {version}"))
        connection.execute(call)


def rows(connection: Connection, query: Any, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query, values).mappings()]


class Listener:
    """Hears what other processes change on the same PostgreSQL, and passes it to the event loop."""

    def __init__(self, store: Store, heard: Callable[[str, int], None], lost: Callable[[], None]) -> None:
        self.store, self.heard, self.lost = store, heard, lost
        self.loop = asyncio.get_running_loop()
        self.stopping = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._listen_on, name="sandtable-listen", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def _listen_on(self) -> None:
        import psycopg

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.stopping.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.ready.set()
                    self.loop.call_soon_threadsafe(self.lost)  # whatever happened before we listened
                    while not self.stopping.is_set():
                        for call in connection.notifies(timeout=0.5):
                            self._pass_on(call.payload)
            except psycopg.Error:
                self.stopping.wait(1)
            except RuntimeError:
                return  # the event loop is gone

    def _pass_on(self, payload: str) -> None:
        """A call of another process. Whoever else may use this database might call by the same name."""
        call = CALL.fullmatch(payload)
        if call and call["sender"] != self.store.name:
            self.loop.call_soon_threadsafe(partial(self.heard, call["what"], int(call["version"])))
