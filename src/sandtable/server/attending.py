"""Everybody who is connected to this process, and whether they still may be.

A line lives as long as the session that it was opened with: whoever signs out, is shut out, or revokes a key is cut off
at once, in every process.
"""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.server.lines import NOT_SIGNED_IN, TRY_AGAIN, Line
from sandtable.server.people import still_good

if TYPE_CHECKING:
    from sandtable.server.hall import Hall


class Attending:
    """The open lines of one process."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.lines: set[Line] = set()

    @contextlib.contextmanager
    def line(self, line: Line) -> Iterator[None]:
        """Somebody is connected for as long as this lasts."""
        self.lines.add(line)
        try:
            if self.hall.stopping:
                self.say_goodbye()
            yield
        finally:
            self.lines.discard(line)

    async def check(self) -> None:
        """Cut off everybody whose session has ended."""
        sessions = sorted({line.session for line in self.lines if line.session})
        if not sessions:
            return
        good = await self.hall.store.read(lambda connection: still_good(connection, sessions))
        for line in tuple(self.lines):
            if line.session in sessions and line.session not in good:
                line.close("Your session has ended; please sign in again.", NOT_SIGNED_IN)

    def ask_back(self, user: str) -> None:
        """Have whoever is connected as this user connect again: it may be as somebody else."""
        for line in tuple(self.lines):
            if line.user == user:
                line.close("You sign in; please connect again in a moment.", TRY_AGAIN)

    def say_goodbye(self) -> None:
        for line in tuple(self.lines):
            line.close("The server stops; please connect again in a moment.", TRY_AGAIN)
