"""The files that operators start from: whatever they name is there, and is understood by this release."""

import asyncio
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sandtable.cli import COMMANDS
from sandtable.cli.admin import NEEDS
from sandtable.server.config import configure
from tests.server.world import World

ROOT = Path(__file__).parents[2]
NAMES = {"SANDTABLE_HOST_NAME": "war.example", "SANDTABLE_SECRET": "s" * 40, "POSTGRES_PASSWORD": "p"}


def dockerfile() -> list[str]:
    """The instructions of the Dockerfile, each in one line."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def compose() -> Any:
    """The compose file with its variables put in, as `docker compose config` would show it."""
    text = (ROOT / "compose.yaml").read_text("utf-8")
    return yaml.safe_load(re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda found: NAMES[found[1]], text))


def test_the_image_is_built_from_files_that_are_there() -> None:
    asked = [word for line in dockerfile() for word in shlex.split(line, comments=False)]
    locks = [asked[at + 1] for at, word in enumerate(asked) if word == "-r"]
    assert locks == ["requirements-build.lock", "requirements-postgres.lock"]
    for lock in locks:
        assert "--hash=sha256:" in (ROOT / lock).read_text("utf-8")
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {".env", "*.env"} < set(ignored), "secrets of the host stay out of the image"
    needed = (
        "src",
        "docs/rules",
        "hatch_build.py",
        "hatch_hooks",
        "web",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        *locks,
    )
    for path in needed:
        assert (ROOT / path).exists(), path
        assert path.split("/")[0] not in ignored


def test_the_image_has_what_it_needs_and_is_not_run_by_root() -> None:
    postgres = (ROOT / "requirements-postgres.lock").read_text("utf-8")
    for line in (ROOT / "requirements.lock").read_text("utf-8").splitlines():
        if "==" in line and not line.startswith((" ", "#")):
            assert line.split(" ")[0] in postgres, "the same versions, with PostgreSQL beside them"
    assert re.search(r"^psycopg-binary==", postgres, re.MULTILINE)
    stages = [at for at, line in enumerate(dockerfile()) if line.startswith("FROM ")]
    last = dockerfile()[stages[-1] :]
    assert "USER sandtable" in last
    assert last.index("USER sandtable") < next(at for at, line in enumerate(last) if line.startswith("CMD "))


def test_compose_sets_what_this_release_knows(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.touch()
    services = compose()["services"]
    settings = {name: str(value) for name, value in services["server"]["environment"].items()}
    image = {"SANDTABLE_HOST": "0.0.0.0", "SANDTABLE_DATA_DIR": "/data", "SANDTABLE_LOG_FORMAT": "json"}
    found = configure({}, {**image, **settings}, file).settings
    assert (found.mode, found.url) == ("production", "https://war.example")
    assert found.database_url == "postgresql://sandtable:p@database/sandtable"
    assert set(services) == {"upgrade", "server", "database", "proxy"}
    for name, service in services.items():
        for other in service.get("depends_on", ()):
            assert other in services, f"{name} waits for {other}"
        if isinstance(service.get("depends_on"), dict):
            for other, wanted in service["depends_on"].items():
                has_check = "healthcheck" in services[other] or "build" in services[other]
                assert wanted["condition"] != "service_healthy" or has_check
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in compose()["volumes"]
    program, command, what = services["upgrade"]["command"]
    assert (program, command in COMMANDS, what in NEEDS) == ("sandtable", True, True)
    assert services["proxy"]["command"][-1] == "server:8000"


async def test_the_image_looks_after_its_health(small: World) -> None:
    line = next(line for line in dockerfile() if line.startswith("HEALTHCHECK "))
    program, *arguments = json.loads(line.partition(" CMD ")[2])
    assert program == "python"
    other = {"http_proxy": "http://127.0.0.1:9"}  # a proxy of the machine is none for us
    for port, healthy in ((small.address.split(":")[1], True), ("9", False)):
        asked = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, env={**other, "SANDTABLE_PORT": port}, stderr=asyncio.subprocess.DEVNULL
        )
        assert (await asked.wait() == 0) is healthy


@pytest.mark.parametrize(
    ("sender", "header", "visitor"),
    [
        ("172.18.0.5", "203.0.113.9", "203.0.113.9"),
        ("172.18.0.5", "198.51.100.1, 203.0.113.9", "203.0.113.9"),  # the first one was made up
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # not from the proxy
    ],
)
async def test_behind_the_proxy_visitors_have_their_own_addresses(sender: str, header: str, visitor: str) -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    trusted = compose()["services"]["server"]["environment"]["SANDTABLE_TRUSTED_PROXIES"]
    scope: Any = {"type": "http", "client": (sender, 1), "headers": [(b"x-forwarded-for", header.encode())]}
    await ProxyHeadersMiddleware(app, trusted)(scope, None, None)  # type: ignore[arg-type]
    assert seen == [visitor]
