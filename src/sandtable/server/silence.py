"""Connections on which nobody asks for anything: they are closed after a while, or a few silent visitors would take
every place that there is. uvicorn waits for ever for a first request, and for the rest of its head."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SILENT_SECONDS = 20.0
"""How long at least, and at most twice as long: it is looked at so often."""


class NotForEver(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # which one it is depends on what is installed
    """A connection that is closed if no request was answered on it, or came whole, between two looks."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.last: Any = None
        self.next_look: asyncio.TimerHandle = self.loop.call_later(SILENT_SECONDS, self.look)

    def connection_lost(self, exc: Exception | None) -> None:
        self.next_look.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *given: Any) -> None:
        self.next_look.cancel()  # sockets have pings, and nobody tells us any more when they are closed
        super().handle_websocket_upgrade(*given)

    def look(self) -> None:
        request = self.cycle  # the last one whose head was whole
        if request is self.last and (request is None or request.response_complete):
            self.transport.close()
            return
        self.last = request
        self.next_look = self.loop.call_later(SILENT_SECONDS, self.look)
