"""How often one address may ask, and how many connections it may hold.

Requests are counted in each process by itself, since that must cost next to nothing. Attempts at passwords and links
are counted in the database: whoever tries them out gets no more tries from more processes, nor from a new start.
"""

import ipaddress
import time
from collections import Counter
from functools import lru_cache, partial
from typing import Any

import sqlalchemy as sa
from limits import RateLimitItem
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from sqlalchemy.engine import Connection
from starlette.requests import HTTPConnection

from sandtable.server import schema
from sandtable.server.config import Settings, rate_limit
from sandtable.server.people import hashed
from sandtable.server.problems import TooMany
from sandtable.server.store import Store, rows, upsert

COUNTED_FOR_ALL = "sign_in"
TOO_OFTEN = "That was too often; please wait a moment."


class Limits:
    """The limits of one process."""

    def __init__(self, settings: Settings) -> None:
        self.items: dict[str, RateLimitItem] = {
            name: rate_limit(f"limit_{name}", getattr(settings, f"limit_{name}"))
            for name in ("requests", "sign_in", "tables", "advice")
        }
        self.messages = rate_limit("limit_messages", settings.limit_messages)
        self.most_sockets = settings.limit_sockets
        self.strategy = SlidingWindowCounterRateLimiter(MemoryStorage())
        self.sockets: Counter[str] = Counter()

    def check(self, connection: HTTPConnection, name: str = "") -> None:
        """Count a request of this address; refuse it if there were too many."""
        address = address_of(connection)
        for kind in ("requests", name) if name and name != COUNTED_FOR_ALL else ("requests",):
            if not self.strategy.hit(self.items[kind], kind, address):
                raise TooMany(TOO_OFTEN)

    async def check_for_all(self, store: Store, key: bytes, connection: HTTPConnection) -> None:
        """Count an attempt of this address at a password or link, in whichever process it is made."""
        if not await store.write(partial(attempt, **self.counted(key, connection))):
            raise TooMany(TOO_OFTEN)

    async def may_try(self, store: Store, key: bytes, connection: HTTPConnection) -> None:
        """Refuse an address that has tried too often, without counting: for what only counts if it was wrong."""
        if not await store.read(partial(has_more, **self.counted(key, connection))):
            raise TooMany(TOO_OFTEN)

    def counted(self, key: bytes, connection: HTTPConnection) -> dict[str, Any]:
        item = self.items[COUNTED_FOR_ALL]
        span, past = divmod(time.time() / item.get_expiry(), 1)
        return {"who": hashed(key, address_of(connection)), "span": int(span), "past": past, "most": item.amount}

    def open_socket(self, connection: HTTPConnection) -> str:
        address = address_of(connection)
        if self.sockets[address] >= self.most_sockets:
            raise TooMany("There are too many connections from your address.")
        self.sockets[address] += 1
        return address

    def close_socket(self, address: str) -> None:
        self.sockets[address] -= 1
        if not self.sockets[address]:
            del self.sockets[address]


def address_of(connection: HTTPConnection) -> str:
    """Whom a request is counted for. Whoever has an address of IPv6 has a whole network of them."""
    host = connection.client.host if connection.client else "unknown"
    return network_of(host) if ":" in host else host


@lru_cache(4096)
def network_of(host: str) -> str:
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def has_more(connection: Connection, who: str, span: int, past: float, most: int) -> bool:
    """Whether there were not too many attempts: those of this span of time, of which a part is past, and of the last
    one as much as the present one has yet to come."""
    kept = schema.attempts.c
    query = sa.select(kept.span, kept.times).where(kept.span.in_((span - 1, span)), kept.who == who)
    times = {row["span"]: row["times"] for row in rows(connection, query)}
    return bool(times.get(span - 1, 0) * (1 - past) + times.get(span, 0) < most)


def attempt(connection: Connection, who: str, span: int, past: float, most: int) -> bool:
    """Count an attempt, unless there were too many."""
    kept = schema.attempts.c
    connection.execute(sa.delete(schema.attempts).where(kept.span < span - 1))
    if not has_more(connection, who, span, past, most):
        return False
    more = sa.update(schema.attempts).where(kept.span == span, kept.who == who).values(times=kept.times + 1)
    if not connection.execute(more).rowcount:
        upsert(connection, schema.attempts, {"span": span, "who": who, "times": 1})
    return True


class Bucket:
    """How often one socket may speak: so many messages in a window, and twice that in a burst."""

    def __init__(self, item: RateLimitItem) -> None:
        self.rate = item.amount / item.get_expiry()
        self.most = 2.0 * item.amount
        self.left = self.most
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
