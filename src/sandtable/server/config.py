"""How the server is set up: command line over environment over one TOML file over defaults, each with its source."""

import ipaddress
import os
import secrets
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.core.verdicts import BadInput

if TYPE_CHECKING:
    from limits import RateLimitItem

PREFIX = "SANDTABLE_"
NOT_SETTINGS = ("HOME", "CONFIG", "WEB")
"""Variables of the program that are no settings of the server."""
NOT_OURS = ("SANDTABLE_TEST_", "SANDTABLE_BUILD_")
HIDDEN = ("secret", "database_url", "smtp_password", "vapid_key", "metrics_token")
"""Values that are never printed."""
SHORTEST_SECRET = 32
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
LEAST = {
    "session_days": 1,
    "guest_days": 0,
    "max_body": 1024,
    "max_save": 1024,
    "max_loaded_tables": 1,
    "limit_sockets": 1,
    "bot_seconds": 1,
    "bot_turn_seconds": 0,
    "bot_workers": 1,
    "notice_delay": 0,
}
"""Below these nothing would work."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of the server, with its usual value."""

    mode: str = "local"
    """`local` for one's own machine and friends; `production` insists on what an open server needs."""
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    """The address that people use, such as https://war.example; needed for links in notices."""
    database_url: str = ""
    """Empty: SQLite in the data folder. Otherwise postgresql://..."""
    data_dir: str = ""
    """Where SQLite, the kept secret and backups go. Empty: where the platform keeps the data of programs."""
    secret: str = ""
    """Key of all stored hashes of tokens. Made and kept in the data folder unless the mode is `production`."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses or networks of proxies, with commas between them, whose word about visitors' addresses is believed."""
    log_level: str = "info"
    log_format: str = "text"
    metrics_token: str = ""
    """If set, /metrics wants it as a bearer token."""
    session_days: int = 90
    guest_days: int = 30
    """A guest who has not come for so many days, and has nothing here, is forgotten; 0 keeps them all."""
    max_body: int = 65_536
    max_save: int = 16_777_216
    """The largest save that may be imported, in bytes."""
    max_loaded_tables: int = 500
    limit_requests: str = "600/minute"
    """Requests of one address, and so on: see docs/hosting.md."""
    limit_sign_in: str = "10/minute"
    limit_tables: str = "60/hour"
    limit_advice: str = "20/minute"
    """Hints and estimates, which take a processor for seconds."""
    limit_sockets: int = 40
    """Open connections of one address."""
    limit_messages: str = "30/second"
    """Messages over one socket."""
    bot_seconds: float = 20.0
    """The longest a bot may think about one answer before the default answer is given for it."""
    bot_turn_seconds: float = 60.0
    """What a bot is told to make do with for all answers that it gives in a row for a nation."""
    bot_workers: int = 2
    """How many processes think for bots at most; they are started when they are needed."""
    notice_delay: float = 60.0
    """Seconds that a notice waits, so that several become one and a quick answer makes it needless."""
    smtp_host: str = ""
    smtp_port: int = 587
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""
    smtp_tls: str = "starttls"
    vapid_key: str = ""
    """Private key for web push; without one, web push is not offered."""
    vapid_contact: str = ""
    apprise_schemes: str = (
        "discord,ntfy,ntfys,matrix,matrixs,slack,tgram,pover,gotify,gotifys,mmost,mmosts,rockets,workflows"
    )
    notices_to_private_addresses: bool = False
    """Whether notices may go to hosts of the private network; needed for one's own ntfy or Gotify."""


class Configuration(msgspec.Struct, frozen=True):
    """Settings, and for each where its value comes from."""

    settings: Settings
    sources: dict[str, str]

    def printed(self) -> str:
        """One line for each value, with its source; secrets are not shown."""
        lines = []
        for name, source in self.sources.items():
            value = getattr(self.settings, name)
            shown = "(set, not shown)" if name in HIDDEN and value else msgspec.json.encode(value).decode()
            lines.append(f"{name} = {shown}  # {source}")
        return "\n".join(lines)


def configure(given: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Configuration:
    """The configuration from the command line's values, the environment and the TOML file."""
    values: dict[str, Any] = {}
    sources = dict.fromkeys(Settings.__struct_fields__, "default")
    named = file or (Path(environment["SANDTABLE_CONFIG"]) if environment.get("SANDTABLE_CONFIG") else None)
    for source, found in (
        (*read_file(named),),
        ("environment", read_environment(environment)),
        ("command line", {name: value for name, value in given.items() if value is not None}),
    ):
        for name, value in found.items():
            if name not in sources:
                raise BadInput(f"there is no setting '{name}' ({source}); see sandtable serve --print-config")
            values[name] = value
            sources[name] = f"environment {PREFIX}{name.upper()}" if source == "environment" else source
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as problem:
        name = str(problem).rpartition("$.")[2].rstrip("`")
        raise BadInput(f"the setting {name} ({sources.get(name, 'unknown')}) cannot be used: {problem}") from None
    check(settings)
    return Configuration(settings, sources)


def read_file(path: Path | None) -> tuple[str, dict[str, Any]]:
    """The TOML file: the named one, which must be there, or the one in the platform's folder if there is one."""
    if path is None:
        from platformdirs import user_config_path

        path = user_config_path("sandtable", appauthor=False) / "server.toml"
        if not path.is_file():
            return "file", {}
    try:
        return f"file {path}", tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"there is no configuration file {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput(f"the configuration file {path} cannot be read: {problem}") from None


def read_environment(environment: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for name, value in sorted(environment.items()):
        if name.startswith(PREFIX) and not name.startswith(NOT_OURS) and name[len(PREFIX) :] not in NOT_SETTINGS:
            found[name[len(PREFIX) :].lower()] = value
    return found


def check(settings: Settings) -> None:
    """Refuse set-ups that cannot work, and in production those that are not safe."""
    if settings.mode not in ("local", "production"):
        raise BadInput(f"mode cannot be '{settings.mode}'; it can be: local, production")
    if settings.smtp_tls not in ("starttls", "tls", "none"):
        raise BadInput(f"smtp_tls cannot be '{settings.smtp_tls}'; it can be: starttls, tls, none")
    if settings.log_format not in ("text", "json"):
        raise BadInput(f"log_format cannot be '{settings.log_format}'; it can be: text, json")
    if settings.log_level.lower() not in LOG_LEVELS:
        raise BadInput(f"log_level cannot be '{settings.log_level}'; it can be: {', '.join(LOG_LEVELS)}")
    for name in ("port", "smtp_port"):
        if not 0 < getattr(settings, name) < 65_536:
            raise BadInput(f"{name} cannot be {getattr(settings, name)}; it can be 1 to 65535")
    if settings.url and not settings.url.startswith(("http://", "https://")):
        raise BadInput(f"url cannot be '{settings.url}'; it begins with http:// or https://")
    if settings.database_url:
        must_be_database(settings.database_url)
    for name in ("limit_requests", "limit_sign_in", "limit_tables", "limit_advice", "limit_messages"):
        rate_limit(name, getattr(settings, name))
    if settings.vapid_key:
        must_be_vapid_key(settings.vapid_key)
    if settings.smtp_host and not settings.smtp_from:
        raise BadInput("smtp_from is needed to send e-mail: the address that notices come from")
    if settings.trusted_proxies != "*":
        for proxy in filter(None, settings.trusted_proxies.split(",")):
            must_be_network(proxy.strip())
    for name, least in LEAST.items():
        if getattr(settings, name) < least:
            raise BadInput(f"{name} must be at least {least}")
    if settings.mode == "production":
        if len(settings.secret) < SHORTEST_SECRET:
            raise BadInput(
                f"in production a secret of at least {SHORTEST_SECRET} characters is needed: set SANDTABLE_SECRET"
            )
        if not settings.url.startswith("https://"):
            raise BadInput("in production url must be the https:// address that people use: set SANDTABLE_URL")
        if settings.smtp_host and settings.smtp_tls == "none" and settings.smtp_password:
            raise BadInput("in production smtp_password is not sent without smtp_tls")


def must_be_network(given: str) -> None:
    try:
        ipaddress.ip_network(given)
    except ValueError:
        raise BadInput(
            f"trusted_proxies cannot be '{given}'; it can be an address, a network such as 10.0.0.0/8, or *"
        ) from None


def must_be_database(given: str) -> None:
    """An address that can be read, of a database that outlives the process. What is wrong is not shown: it may hold a
    password."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    if not given.startswith(("sqlite:", "postgresql:")):
        raise BadInput("database_url must begin with sqlite: or postgresql:")
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise BadInput("database_url cannot be read; it looks like postgresql://user:password@host/name") from None
    if given.startswith("sqlite:") and url.database in (None, "", ":memory:"):
        raise BadInput("database_url must name a file: sqlite:///folder/file.db")


def rate_limit(name: str, given: str) -> "RateLimitItem":
    """A limit as it is counted."""
    from limits import parse

    try:
        item = parse(given)
    except ValueError:
        item = None
    if item is None or item.amount < 1:
        raise BadInput(f"{name} cannot be '{given}'; it reads like 10/minute")
    return item


def must_be_vapid_key(given: str) -> None:
    from py_vapid import Vapid  # type: ignore[import-untyped]

    try:
        Vapid.from_string(given)
    except Exception:  # whatever it may be that cryptography finds wrong with it
        raise BadInput("vapid_key cannot be used; it is a private key (P-256) in URL-safe base64") from None


def data_folder(settings: Settings) -> Path:
    """Where the server keeps what is its own."""
    if settings.data_dir:
        return Path(settings.data_dir)
    if home := os.environ.get("SANDTABLE_HOME"):
        return Path(home) / "server"
    from platformdirs import user_data_path

    return user_data_path("sandtable", appauthor=False) / "server"


def database(settings: Settings) -> str:
    """The address of the database as SQLAlchemy wants it."""
    if not settings.database_url:
        file = data_folder(settings) / "sandtable.db"
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))  # dice, sealed answers, addresses: its owner's alone
        return f"sqlite:///{file}"
    scheme, rest = settings.database_url.split(":", 1)
    return f"postgresql+psycopg:{rest}" if scheme == "postgresql" else settings.database_url


def kept(settings: Settings, name: str) -> str:
    """A secret that is made once and kept in the data folder, readable by its owner alone."""
    path = data_folder(settings) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
    return path.read_text("ascii").strip()
