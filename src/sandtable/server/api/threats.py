"""What enemies could do next, where a game can compute it."""

import asyncio
from typing import Annotated, Any

import msgspec

from sandtable.server.api.seats import own_seat
from sandtable.server.problems import Forbidden, Invalid
from sandtable.server.web import Call, endpoint


class Threatened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which nation of the seat."""

    nation: Annotated[str, msgspec.Meta(max_length=100)]


@endpoint(
    "GET",
    "/tables/{table}/seats/{seat}/threats",
    "By area, the strongest attack that one enemy could make on a nation of yours",
    query=Threatened,
    returns=dict,
    tag="play",
    limit="advice",
)
async def show_threats(call: Call) -> dict[str, Any]:
    room, name = await own_seat(call)
    if call.query.nation not in room.seats[name].nations:
        raise Forbidden("Your seat does not hold that nation.")
    async with room.lock:
        await room.look()
        if room.table is None or room.table.game.threats is None:
            raise Invalid("This game has no threats to show.")
        game, state = room.table.game, room.table.state.clone()
    assert game.threats is not None
    found: dict[str, Any] = await asyncio.to_thread(game.threats, state, call.query.nation)
    return found
