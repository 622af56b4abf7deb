"""How often one address may ask, and how many connections it may hold. Counted in each process by itself."""

import time
from collections import Counter

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import HTTPConnection

from sandtable.core.verdicts import BadInput
from sandtable.server.config import Settings
from sandtable.server.problems import TooMany


class Limits:
    """The limits of one process."""

    def __init__(self, settings: Settings) -> None:
        try:
            self.items: dict[str, RateLimitItem] = {
                name: parse(getattr(settings, f"limit_{name}")) for name in ("requests", "sign_in", "tables", "advice")
            }
            self.messages = parse(settings.limit_messages)
        except ValueError as problem:
            raise BadInput(f"a limit reads like 10/minute: {problem}") from None
        self.most_sockets = settings.limit_sockets
        self.strategy = SlidingWindowCounterRateLimiter(MemoryStorage())
        self.sockets: Counter[str] = Counter()

    def check(self, connection: HTTPConnection, name: str = "") -> None:
        """Count a request of this address; refuse it if there were too many."""
        address = address_of(connection)
        for kind in ("requests", name) if name else ("requests",):
            if not self.strategy.hit(self.items[kind], kind, address):
                raise TooMany("That was too often; please wait a moment.")

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
    return connection.client.host if connection.client else "unknown"


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
