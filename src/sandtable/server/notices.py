"""Notices that it is one's turn: by the host's e-mail, by web push, by any service that Apprise knows.

A notice waits a little in the outbox, so that several become one and a quick answer makes it needless. It is written in
the same transaction as the change it tells of, and taken out right before it is sent, one person after the other: a
crash can lose what is being sent at that moment, and a stop nothing.
"""

import asyncio
import ipaddress
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from sandtable.core.verdicts import BadInput
from sandtable.server import schema
from sandtable.server.config import Settings
from sandtable.server.people import still_there
from sandtable.server.store import rows, upsert

if TYPE_CHECKING:
    from sandtable.server.drafts import Draft
    from sandtable.server.hall import Hall
    from sandtable.server.rooms import Room

log = structlog.get_logger("sandtable")
MOST_FAILURES = 5
"""After so many in a row a channel is left alone until its owner tests it."""
SECONDS, LONGEST = 20, 90.0
"""How long a service may be silent, and how long it may take."""
FIXED_HOSTS = ("discord", "slack", "tgram", "pover")
"""Services whose addresses name no host: what stands there is a key, which nobody shall look up."""


class Notices:
    """The outbox of one process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.send: Callable[[Settings, str, str, str, str], None] = send
        self.senders = ThreadPoolExecutor(4, "sandtable-notice")
        """Threads of their own: a service that never comes to an end keeps nobody else waiting."""
        self.sent = self.failed = 0

    def drafted(self, draft: "Draft") -> Callable[[Connection], None] | None:
        """Notices that a change makes due, and those that it makes needless."""
        room, seats, before, due = draft.room, draft.seats, draft.due_before, draft.facts.due
        table, now, asked = room.id, draft.now, draft.row.ask != room.row.ask
        new: dict[str, str] = {}
        for name in due:
            seat = seats[name]
            if seat.user and not seat.driver and (asked or name not in before) and not room.is_here(seat.user):
                new[seat.user] = turn(draft.facts.title)
        done: set[str] = set()
        if due != before or seats != room.seats:  # somebody has decided, or sits there no more
            done = {room.seats[name].user for name in before} - {seats[name].user for name in due}
        gone = [user for user in done if user and not room.is_here(user)]
        if not new and not gone:
            return None
        return lambda connection: put(connection, table, now + self.hall.settings.notice_delay, new, gone)

    def remind(self, draft: "Draft", name: str, sentence: str) -> None:
        """Tell the person in a seat about the clock, whether anybody is connected or not."""
        seat, table, now = draft.seats[name], draft.room.id, draft.now
        if seat.user:
            text = f"{draft.facts.title}: {sentence}"
            draft.also.append(lambda connection: put(connection, table, now, {seat.user: text}, []))

    async def come(self, room: "Room", user: str) -> None:
        """Somebody looks at the table, and needs no notice about it."""
        await self.hall.store.write(lambda connection: put(connection, room.id, 0.0, {}, [user]))

    async def gone(self, room: "Room", name: str) -> None:
        """Somebody hung up; if it is that seat's turn, there is a notice to send after all."""
        seat = room.seats.get(name)
        if seat is None or not seat.user or seat.driver or room.is_here(seat.user) or self.hall.stopping:
            return
        if not room.behind and name in room.row.facts.due:
            due, new = time.time() + self.hall.settings.notice_delay, {seat.user: turn(room.row.facts.title)}
            await self.hall.store.write(lambda connection: put(connection, room.id, due, new, []))

    # Sending

    async def send_on(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            try:
                await self.send_due()
            except Exception as problem:
                log.error("notices failed", problem=repr(problem))

    async def send_due(self, now: float | None = None) -> int:
        """Send what is due: one notice for each person, for all their tables. Says how many people were told."""
        moment, store, told = time.time() if now is None else now, self.hall.store, 0
        while notices := await store.write(lambda connection: take_due(connection, moment)):
            try:
                await self.tell(notices[0]["user_id"], notices)
            except asyncio.CancelledError:  # the server stops: the next one tells them
                await store.write(lambda connection: put_back(connection, moment, notices))
                raise
            told += 1
        return told

    async def tell(self, user: str, notices: list[dict[str, Any]]) -> None:
        query = sa.select(schema.channels).where(schema.channels.c.user_id == user)
        for channel in await self.hall.store.read(lambda connection: rows(connection, query)):
            wanted = channel["games"].split()
            fitting = [row for row in notices if not wanted or row["game"] in wanted or row["table_id"] in wanted]
            if not fitting or channel["failures"] >= MOST_FAILURES:
                continue
            title = "Your turn" if len(fitting) == 1 else f"Your turn at {len(fitting)} tables"
            body = "\n".join(f"{row['text']} {self.link(row['table_id'])}".strip() for row in fitting)
            await self.send_to(channel, title, body)

    def link(self, table: str) -> str:
        return f"{self.hall.settings.url.rstrip('/')}/t/{table}" if self.hall.settings.url else ""

    async def send_to(self, channel: dict[str, Any], title: str, body: str) -> str:
        """Send to one channel and keep what came of it; the error is shown to its owner."""
        error = ""
        try:
            given = self.hall.settings, channel["kind"], channel["address"], title, body
            async with asyncio.timeout(LONGEST):
                await asyncio.get_running_loop().run_in_executor(self.senders, self.send, *given)
        except TimeoutError:
            error = "the service took too long"
        except Exception as problem:
            error = str(problem)[:300] or type(problem).__name__
        self.sent, self.failed = self.sent + (not error), self.failed + bool(error)
        kept = schema.channels
        values: dict[str, Any] = (
            {"error": error, "failures": kept.c.failures + 1} if error else {"error": "", "failures": 0}
        )
        update = sa.update(kept).where(kept.c.id == channel["id"]).values(**values, last=time.time())
        await self.hall.store.write(lambda connection: connection.execute(update) and None)
        return error


def turn(title: str) -> str:
    return f"It is your turn in {title}."


_take_out = sa.delete(schema.outbox).where(
    schema.outbox.c.table_id == sa.bindparam("table"), schema.outbox.c.user_id == sa.bindparam("user")
)


def put(connection: Connection, table: str, due: float, new: dict[str, str], gone: list[str]) -> None:
    for user in sorted(gone):
        connection.execute(_take_out, {"table": table, "user": user})
    there = still_there(connection, new) if new else set()  # a notice to somebody who is gone must not stop the war
    for user, text in sorted(new.items()):
        if user in there:
            upsert(connection, schema.outbox, {"user_id": user, "table_id": table, "due": due, "text": text})


def take_due(connection: Connection, now: float) -> list[dict[str, Any]]:
    """Take every notice of the first person for whom one is due out of the outbox."""
    kept = schema.outbox
    due = sa.select(kept.c.user_id).where(kept.c.due <= now).order_by(kept.c.due).limit(1)
    query = (
        sa.select(kept.c.user_id, kept.c.table_id, kept.c.text, schema.tables.c.game)
        .join(schema.tables, schema.tables.c.id == kept.c.table_id)
        .where(kept.c.user_id.in_(due))
        .order_by(kept.c.due)
    )
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(of=kept, skip_locked=True)  # another process may be at it
    found = rows(connection, query)
    for row in found:
        connection.execute(_take_out, {"table": row["table_id"], "user": row["user_id"]})
    return found


def put_back(connection: Connection, due: float, notices: list[dict[str, Any]]) -> None:
    for row in notices:
        put(connection, row["table_id"], due, {row["user_id"]: row["text"]}, [])


# Ways to send


def send(settings: Settings, kind: str, address: str, title: str, body: str) -> None:
    """Send one notice, or raise what went wrong."""
    check_channel(settings, kind, address)
    {"email": send_email, "push": send_push, "apprise": send_apprise}[kind](settings, address, title, body)


def check_channel(settings: Settings, kind: str, address: str) -> None:
    """Refuse channels that this server cannot or will not use."""
    if kind == "email":
        if not settings.smtp_host:
            raise BadInput("this server sends no e-mail: its host has not set it up")
        local, at, domain = address.partition("@")
        if not (local and at and "." in domain) or any(sign in address for sign in " \r\n,;<>\"'"):
            raise BadInput("that is no e-mail address")
    elif kind == "push":
        try:
            endpoint = urlsplit(str(msgspec.json.decode(address)["endpoint"]))
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            raise BadInput("that is no subscription of a browser") from None
        if endpoint.scheme != "https":
            raise BadInput("web push needs an https address")
        must_be_public(settings, endpoint.hostname or "")
    else:
        scheme = address.partition("://")[0].lower()
        if scheme not in settings.apprise_schemes.split(","):
            raise BadInput(f"notices may go to: {settings.apprise_schemes.replace(',', ', ')}")
        found = service(address)
        if scheme not in FIXED_HOSTS:
            must_be_public(settings, found.host or "", or_no_host=True)


def must_be_public(settings: Settings, host: str, or_no_host: bool = False) -> None:
    """Notices must not become a way to reach the host's own network, by whatever name or number. `or_no_host`: a word
    that is no host may be something else, such as a topic."""
    if settings.notices_to_private_addresses:
        return
    try:
        found = {item[4][0] for item in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        if or_no_host and host and not set(".:") & set(host):
            return
        raise BadInput(f"there is no host {host}") from None
    if not all(ipaddress.ip_address(address).is_global for address in found):
        raise BadInput("notices do not go to private addresses from this server")


def send_email(settings: Settings, address: str, title: str, body: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = settings.smtp_from, address, f"Sandtable: {title}"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(body + "\n")
    secure = ssl.create_default_context()
    if settings.smtp_tls == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=secure)
    else:
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
    with server:
        if settings.smtp_tls == "starttls":
            server.starttls(context=secure)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(message)


def send_push(settings: Settings, address: str, title: str, body: str) -> None:
    import requests
    from pywebpush import webpush  # type: ignore[import-untyped]

    session = requests.Session()
    session.max_redirects = 0  # it goes to the address that was looked at, and no further
    webpush(
        msgspec.json.decode(address),
        requests_session=session,
        data=msgspec.json.encode({"title": title, "body": body}).decode(),
        vapid_private_key=settings.vapid_key,
        vapid_claims={"sub": settings.vapid_contact or "mailto:nobody@example.org"},
        ttl=86_400,
        timeout=SECONDS,
    )


def send_apprise(settings: Settings, address: str, title: str, body: str) -> None:
    if not service(address).notify(title=title, body=body):
        raise BadInput("the service did not take the notice")


def service(address: str) -> Any:
    """The one service of an address, as Apprise reads it. A list of services would also take a second address, of any
    kind, behind the first. Nor does the address say how long we wait, where else to go, or what to read from our own
    disk."""
    import apprise

    found: Any = apprise.Apprise.instantiate(address)
    if found is None:
        raise BadInput("Apprise does not know that address")
    if len(getattr(found, "template", ())):
        raise BadInput("notices have no templates here")
    found.redirects = False
    found.discovery = False  # of Matrix: a file of the named host that names another one
    found.socket_connect_timeout = found.socket_read_timeout = SECONDS
    return found
