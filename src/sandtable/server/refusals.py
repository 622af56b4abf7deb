"""Sockets that are refused with an HTTP answer. uvicorn sends it whole, but does not note that the handshake ended with
it, and then logs an error for each of them."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class EndsWithRefusal(WebSocketsSansIOProtocol):
    """A socket whose handshake is over once a refusal is sent to its end, as it is once it was accepted or closed."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
