"""The board of a table as a picture."""

import asyncio
import time
from typing import Annotated

import msgspec

from sandtable import boards
from sandtable.core.state import State
from sandtable.server.api.finished import kept_moves
from sandtable.server.api.history import moves_before
from sandtable.server.api.seats import must_watch
from sandtable.server.api.tables import sits_at, visible
from sandtable.server.problems import Conflict, NotFound
from sandtable.server.rooms import Room
from sandtable.server.web import Call, Text, endpoint


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which moment: after a number of moves, if the game is over, or when a question was put; without either, now."""

    move: Annotated[int, msgspec.Meta(ge=0)] | None = None
    ask: Annotated[int, msgspec.Meta(ge=0)] | None = None
    small: bool = False
    """For lists of tables: who holds what, and nothing that is too small to be read there."""


@endpoint(
    "GET",
    "/tables/{table}/board.svg",
    "The board as everybody may see it, as an SVG picture",
    query=When,
    returns=Text,
    user=False,
    media_type="image/svg+xml",
)
async def show_board(call: Call) -> Text:
    room = await visible(call)
    seated = call.found is not None and sits_at(room, call.found.id)
    if not seated and room.row.status != "over":
        must_watch(room)
    kept = await kept_moves(call.hall, room)
    async with room.lock:
        await room.look()
        if room.table is None:
            raise Conflict("The game has not begun.")
        view = room.table.game.view(position(room, call.query, seated, kept), ())  # nobody's secrets, whoever asks
        call.etag = room.table.journal.head if room.row.status == "over" else "board"
    picture = await asyncio.to_thread(boards.draw, room.row.game, view, call.query.small)
    return Text("image/svg+xml; charset=utf-8", picture)


def position(room: Room, when: When, seated: bool, kept: int) -> State:
    """The position of a moment that the caller may know of."""
    table = room.table
    assert table is not None
    known = len(table.moves) if seated else room.watched_moves(time.time())
    moves: int | None = known
    if when.move is not None:
        if room.row.status != "over":
            raise Conflict("While a game is on, its moments are counted by questions: say the number of one.")
        moves = when.move
    elif when.ask is not None:
        moves = moves_before(room, when.ask)
    if moves is None or not kept <= moves <= known:
        raise NotFound("There is no such moment.")
    return table.state if moves == len(table.moves) else table.state_after(moves)
