"""A client that knows no game: it answers what it is asked with nothing but the menus and clicks of the API."""

import random
from typing import Any

import msgspec

from sandtable.core.forms import AnyMenu
from tests.server.world import Socket

SHORT = 12
"""After so many clicks a walk is brought to its end where it can be."""


async def any_answer(socket: Socket, view: Any, question: Any, rng: random.Random) -> Any:
    """Some legal answer: sampled from the menu if it is of a common kind, or walked to click by click."""
    try:
        return msgspec.convert(question["menu"], AnyMenu).sample(rng)
    except (msgspec.ValidationError, AssertionError):
        return await walked(socket, view["ask"], question["nation"], rng)


async def walked(socket: Socket, ask: int, nation: str, rng: random.Random) -> Any:
    clicks: list[str] = []
    while True:
        reply = await socket.do("walk", ask=ask, nation=nation, clicks=clicks)
        assert reply["type"] == "ok", reply
        walk = reply["result"]
        if walk["complete"]:
            return walk["answer"]
        enough = len(clicks) > SHORT and "ok" in walk["clicks"]
        clicks.append("ok" if enough else rng.choice(walk["clicks"]))
