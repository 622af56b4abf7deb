"""What an operator needs: configuration, health, logs without secrets, admin, backup."""

import asyncio
import base64
import io
import logging
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
import structlog
from alembic import command
from alembic.script import ScriptDirectory

from sandtable.core.verdicts import BadInput
from sandtable.server import admin, logs, schema
from sandtable.server.config import Settings, configure, database, kept
from sandtable.server.store import Store, engine_for, migrate, migrations, must_be_current, newest, shape
from tests.server.world import World, serving

ROOT = Path(__file__).parents[2]


def test_the_command_line_beats_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("port = 1\nhost = '0.0.0.0'\nlog_level = 'debug'\n")
    found = configure({"port": 3, "url": None}, {"SANDTABLE_PORT": "2", "SANDTABLE_HOST": "::1", "HOME": "/x"}, file)
    assert (found.settings.port, found.settings.host, found.settings.log_level) == (3, "::1", "debug")
    assert found.sources["port"] == "command line"
    assert found.sources["host"] == "environment SANDTABLE_HOST"
    assert found.sources["log_level"] == f"file {file}"
    assert found.sources["mode"] == "default"
    secret = configure({"secret": "x" * 40}, {})
    assert "x" * 40 not in secret.printed()
    assert "secret = (set, not shown)  # command line" in secret.printed()
    key = base64.urlsafe_b64encode(b"x" * 32).decode()
    hidden = dict.fromkeys(("smtp_password", "vapid_key", "metrics_token"), key)
    assert key not in configure(hidden, {}).printed()
    settings = Settings(data_dir=str(tmp_path))
    assert kept(settings, "secret") == kept(settings, "secret")
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("given", "environment", "sentence"),
    [
        ({}, {"SANDTABLE_PROT": "1"}, "there is no setting 'prot' (environment)"),
        ({"colour": "red"}, {}, "there is no setting 'colour' (command line)"),
        ({}, {"SANDTABLE_PORT": "many"}, "the setting port (environment SANDTABLE_PORT) cannot be used"),
        ({"mode": "test"}, {}, "mode cannot be 'test'; it can be: local, production"),
        ({"mode": "production"}, {}, "in production a secret of at least 32 characters is needed"),
        ({"mode": "production", "secret": "x" * 31}, {}, "in production a secret of at least 32 characters is needed"),
        ({"mode": "production", "secret": "x" * 32}, {}, "in production url must be the https:// address"),
        (
            {"mode": "production", "secret": "x" * 32, "url": "http://a.example"},
            {},
            "in production url must be the https://",
        ),
        (
            {
                "mode": "production",
                "secret": "x" * 32,
                "url": "https://a.example",
                "smtp_host": "x",
                "smtp_from": "x",
                "smtp_tls": "none",
                "smtp_password": "x",
            },
            {},
            "in production smtp_password is not sent without smtp_tls",
        ),
        ({"database_url": "mysql://x"}, {}, "database_url must begin with sqlite: or postgresql:"),
        ({"smtp_host": "x"}, {}, "smtp_from is needed"),
        ({"trusted_proxies": "127.0.0.1, proxy"}, {}, "trusted_proxies cannot be 'proxy'"),
        ({"trusted_proxies": "10.0.0.1/8"}, {}, "trusted_proxies cannot be '10.0.0.1/8'"),
        ({"session_days": "0"}, {}, "session_days must be at least 1"),
        ({"guest_days": "-1"}, {}, "guest_days must be at least 0"),
        ({"max_body": "-1"}, {}, "max_body must be at least 1024"),
        ({"limit_requests": "many"}, {}, "limit_requests cannot be 'many'; it reads like 10/minute"),
        ({"limit_messages": "0/second"}, {}, "limit_messages cannot be '0/second'; it reads like 10/minute"),
        ({"vapid_key": "key"}, {}, "vapid_key cannot be used; it is a private key"),
        ({"log_level": "loud"}, {}, "log_level cannot be 'loud'; it can be: debug, info"),
        ({"port": "99999"}, {}, "port cannot be 99999; it can be 1 to 65535"),
        ({"url": "war.example"}, {}, "url cannot be 'war.example'; it begins with http:// or https://"),
        ({"database_url": "sqlite://"}, {}, "database_url must name a file"),
        ({"database_url": "postgresql://me:mine@host:port/x"}, {}, "database_url cannot be read; it looks like"),
        ({}, {"SANDTABLE_CONFIG": "/nowhere.toml"}, "there is no configuration file /nowhere.toml"),
    ],
)
def test_what_cannot_work_or_is_not_safe_does_not_start(
    given: dict[str, str], environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput) as refused:
        configure(given, environment)
    assert sentence in str(refused.value)


def test_the_command_says_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("sandtable"), "serve", "--mode", "production"]
    ended = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"HOME": str(tmp_path), "PATH": ""}
    )
    assert ended.returncode == 2
    assert "secret of at least 32 characters" in ended.stderr
    assert "Traceback" not in ended.stderr
    shown = subprocess.run(
        [command[0], "serve", "--port", "9", "--print-config"],
        capture_output=True,
        text=True,
        check=True,
        env={"HOME": str(tmp_path), "PATH": ""},
    )
    assert "port = 9  # command line" in shown.stdout


@pytest.mark.parametrize("command", [["serve"], ["admin", "tables"], ["admin", "upgrade"]])
def test_a_database_that_is_not_there_is_one_sentence_too(tmp_path: Path, command: list[str]) -> None:
    for url in ("postgresql://me:mine@127.0.0.1:1/war", f"sqlite:///{tmp_path}/no/folder/war.db"):
        ended = subprocess.run(
            [Path(sys.executable).with_name("sandtable"), *command],
            capture_output=True,
            text=True,
            check=False,
            env={"HOME": str(tmp_path), "PATH": "", "PYTHONPATH": f"{ROOT}/src", "SANDTABLE_DATABASE_URL": url},
        )
        assert (ended.returncode, ended.stderr.partition(": ")[0]) == (2, "The database cannot be used"), ended.stderr
        assert "Traceback" not in ended.stderr
        assert "mine" not in ended.stderr


def test_what_the_server_keeps_is_its_owners_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=str(tmp_path / "data"))
    migrate(database(settings))
    admin.backup(settings, tmp_path / "copy.db")
    for file in (tmp_path / "data" / "sandtable.db", tmp_path / "copy.db"):
        assert file.stat().st_mode & 0o777 == 0o600, file
    with pytest.raises(BadInput, match="is there already"):
        admin.backup(settings, tmp_path / "copy.db")


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    settings = Settings(data_dir=str(tmp_path))
    migrate(url := database(settings))
    with sqlite3.connect(tmp_path / "sandtable.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    for start in (lambda: migrate(url), lambda: admin.list_tables(settings)):
        with pytest.raises(BadInput, match="has shape 9999, of a newer release"):
            start()


def test_a_database_of_the_first_release_is_brought_up_to_date(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.db'}"
    engine = engine_for(sa.make_url(url), write=True)
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "0001")
        assert shape(connection) == "0001"
        assert ScriptDirectory.from_config(migrations(connection)).get_current_head() == newest()
    migrate(url)
    with engine.begin() as connection:
        assert shape(connection) == newest()
        assert set(sa.inspect(connection).get_table_names()) - {"alembic_version"} == set(schema.metadata.tables)
    engine.dispose()


async def test_health_metrics_and_another_shape(settings: Settings) -> None:
    async with serving(settings) as world:
        somebody = world.person()
        assert (await somebody.http.get("/healthz")).json() == {"status": "ok"}
        assert (await somebody.http.get("/readyz")).json() == {"status": "ready"}
        await somebody.post("/tables", {"game": "echoes"})
        metrics = (await somebody.http.get("/metrics")).text
        assert "sandtable_loaded_tables 1.0" in metrics
        assert 'route="/api/v1/tables"' in metrics
        for name in ("commits_total", "waiting_writes", "lines", "thinking", "bot_failures_total", "notices_total"):
            assert f"\nsandtable_{name} " in metrics
        await world.hall.store.write(
            lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num='0000'") and None
        )
        assert (await somebody.http.get("/readyz")).status_code == 503
        world.hall.stopping = True
        assert (await somebody.http.get("/readyz")).json()["detail"] == "The server stops."
        assert (await somebody.refused("GET", "/tables/any"))[0] == 503
    store = Store(database(settings))
    with pytest.raises(BadInput, match="run sandtable admin upgrade"):
        must_be_current(store)
    store.close()


def test_logs_keep_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    before = structlog.get_config()
    try:
        logs.set_up("info", "json")
        structlog.configure(logger_factory=structlog.PrintLoggerFactory(out))
        token = "A" * 43
        structlog.get_logger().info(
            "x",
            token="t0k",
            problem=f"no /seat/abcDEF123 {token}",
            password="pw",
            url="postgresql://user:hunter2@host/db",
        )
    finally:
        structlog.configure(**before)
    library = logs.of_libraries("json")
    library.setStream(out)
    try:
        raise ValueError("postgresql://user:hunter2@host/db")
    except ValueError:
        found = sys.exc_info()
    library.handle(logging.LogRecord("uvicorn", logging.ERROR, "", 1, "GET /seat/%s", ("abcDEF123",), found))
    for secret in ("t0k", "abcDEF123", "AAAA", 'pw"', "hunter2"):
        assert secret not in out.getvalue()
    ours, theirs = (msgspec.json.decode(line) for line in out.getvalue().splitlines())
    assert (ours["level"], theirs["level"], theirs["event"]) == ("info", "error", "GET /seat/…")
    assert "ValueError" in theirs["exception"]


async def test_the_operator_lists_exports_bans_and_gives_links(lite: Settings, tmp_path: Path) -> None:
    async with serving(lite) as world:
        somebody = world.person()
        table = (await somebody.post("/tables", {"game": "echoes"}))["table"]["id"]
        user = (await somebody.get("/me"))["id"]
        listed = await asyncio.to_thread(admin.list_tables, lite)
        assert [row.id for row in listed] == [table]
        save = await asyncio.to_thread(admin.export, lite, table)
        assert save.startswith('{"game":"echoes"')
        copy = tmp_path / "copy.db"
        await asyncio.to_thread(admin.backup, lite, copy)  # while it runs
        assert sqlite3.connect(copy).execute("SELECT count(*) FROM journal").fetchone()[0] > 1
        with pytest.raises(BadInput, match="is there already"):
            admin.backup(lite, copy)
        link = await asyncio.to_thread(admin.reissue, lite, table, "allies")
        await world.hall.look_around()  # a server on PostgreSQL is told, on SQLite it looks
        guest = world.person()
        await guest.post("/invitations", {"token": link.rpartition("/")[2]})
        assert (await guest.get(f"/tables/{table}/seats/allies"))["ask"] > 0
        await guest.post(f"/tables/{table}/seats/allies/concede")
        with pytest.raises(BadInput, match="The game is over"):
            await asyncio.to_thread(admin.reissue, lite, table, "allies")
        assert (await guest.get(f"/tables/{table}"))["seats"][0]["kind"] == "person", "who played it stays known"
        await asyncio.to_thread(admin.ban, lite, user)
        assert (await somebody.refused("GET", "/me"))[0] == 401
        assert [row["banned"] for row in await asyncio.to_thread(admin.list_users, lite) if row["id"] == user] == [True]
        await asyncio.to_thread(admin.remove, lite, table)
        assert await asyncio.to_thread(admin.list_tables, lite) == []


async def test_the_example_bot_plays_a_war(small: World) -> None:
    somebody = small.person()
    table = (await somebody.post("/tables", {"game": "auction"}))["table"]["id"]
    key = (await somebody.post("/me/keys", {"label": "my bot"}))["token"]
    lines = (ROOT / "docs/examples/bot.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 35
    bot = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "docs/examples/bot.py"),
        f"http://{small.address}",
        table,
        "north",
        env={"SANDTABLE_KEY": key},
    )
    assert await asyncio.wait_for(bot.wait(), 60) == 0
    assert (await somebody.get(f"/tables/{table}"))["status"] == "over"
    (shown,) = await somebody.get("/me/keys")
    assert shown["token"] == ""
    assert (await somebody.call("DELETE", f"/me/keys/{shown['id']}")).status_code == 200
    assert await somebody.get("/me/keys") == []


async def test_people_can_take_their_data_and_go(small: World) -> None:
    north, south, table = await small.two_at_a_table(rated=True)
    await south.post(f"/tables/{table}/seats/south/concede")
    table = (await south.post(f"/tables/{table}/rematch"))["table"]["id"]
    await south.put(f"/tables/{table}/notes", {"text": "mine"})
    found = await south.get("/me/export")
    assert table in found["tables"]
    assert [note["text"] for note in found["notes"]] == ["mine"]
    assert "password" not in found["user"][0]
    assert (await south.call("DELETE", "/me")).status_code == 200
    assert (await south.refused("GET", "/me"))[0] == 401
    card = await north.get(f"/tables/{table}")
    assert (card["seats"][1]["kind"], card["seats"][1]["user"]) == ("open", "")
    assert len(await north.get("/games/auction/ladder")) == 1
    both = sa.union_all(sa.select(schema.notes.c.user_id), sa.select(schema.sessions.c.user_id))
    users = await small.hall.store.read(lambda connection: connection.execute(both).scalars().all())
    assert found["user"][0]["id"] not in users


async def test_a_rematch_that_was_removed_can_be_asked_for_again(small: World, lite: Settings) -> None:
    north, south, table = await small.two_at_a_table()
    await south.post(f"/tables/{table}/seats/south/concede")
    first = (await north.post(f"/tables/{table}/rematch"))["table"]["id"]
    await asyncio.to_thread(admin.remove, lite, first)
    await small.hall.look_around()
    while first in small.hall.rooms:
        await asyncio.sleep(0.01)
    second = (await north.post(f"/tables/{table}/rematch"))["table"]
    assert (second["id"] != first, second["status"]) == (True, "playing")
    assert (await south.post(f"/tables/{table}/rematch"))["table"]["id"] == second["id"]
    assert (await south.get(f"/tables/{table}"))["rematch"] == second["id"]


def test_settings_are_all_documented_or_printed() -> None:
    printed = configure({}, {}).printed()
    for name in msgspec.structs.fields(Settings):
        assert f"{name.name} = " in printed
