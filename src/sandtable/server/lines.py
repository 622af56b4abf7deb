"""A line to one person who looks at a table: what waits to be sent, and an end to it if the person does not keep up."""

import asyncio
from typing import Any

MOST_WAITING = 512
MOST_BYTES = 4_000_000
GONE, TRY_AGAIN, NOT_SIGNED_IN, NOT_YOURS = 1011, 1013, 4401, 4403
"""How a socket is closed from our side: it cannot be reached, for a while, because the session has ended, for good."""
HELD_BY_ANOTHER = "The seat is held by somebody else now."


class Line:
    """An open connection, as a room sees it."""

    def __init__(self, viewer: str, user: str, session: str = "") -> None:
        self.viewer = viewer
        self.user = user
        self.session = session
        """The keyed hash of the session that it was opened with; empty for watchers who are nobody."""
        self.card: Any = None
        self.shown: Any = None
        self.waiting: list[bytes] = []
        self.bytes = 0
        self.woken = asyncio.Event()
        self.held = False
        """Whether who puts frames in now also sends them right after: then nobody else need be woken for it."""
        self.sending = asyncio.Lock()
        self.reason = ""
        """Why it was closed from our side."""
        self.code = 0
        """How a socket is closed then."""

    def put(self, frame: bytes) -> None:
        """Add a frame; a line that lets too much pile up is cut, and may come back and ask for what it missed."""
        if self.reason:
            return
        self.waiting.append(frame)
        self.bytes += len(frame)
        if len(self.waiting) > MOST_WAITING or self.bytes > MOST_BYTES:
            self.close("You were too slow to listen; connect again with the last number you have.", TRY_AGAIN)
        if not self.held:
            self.woken.set()

    def close(self, reason: str, code: int = NOT_YOURS) -> None:
        if not self.reason:
            self.reason, self.code = reason, code
            self.waiting.clear()
        self.woken.set()

    async def next(self) -> list[bytes]:
        """All frames that wait, as soon as there is one; none when the line is closed."""
        await self.wait()
        return self.take()

    async def wait(self) -> None:
        """Until there is something to send, or to close."""
        while not self.waiting and not self.reason:
            self.woken.clear()
            await self.woken.wait()

    def take(self) -> list[bytes]:
        """All frames that wait."""
        frames, self.waiting, self.bytes = self.waiting, [], 0
        return frames
