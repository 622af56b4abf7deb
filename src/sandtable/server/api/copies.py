"""Tables that begin in the middle of a game."""

import asyncio
from typing import Annotated, Any

import msgspec

from sandtable.core import saves
from sandtable.server import copies
from sandtable.server.api.finished import kept_moves
from sandtable.server.api.tables import NewTableCard, new_card, visible
from sandtable.server.records import Name
from sandtable.server.web import Call, endpoint


@endpoint(
    "POST",
    "/tables/import",
    "A table from a saved game",
    body=str,
    returns=NewTableCard,
    status=201,
    guest=True,
    limit="tables",
)
async def import_save(call: Call, text: str) -> NewTableCard:
    hall, user = call.hall, call.user

    def open_it() -> Any:
        return copies.imported(hall.load_game(saves.read(text).journal.setup.game), text, user)

    made, table = await asyncio.to_thread(open_it)
    await hall.store.write(lambda connection: copies.keep_played(connection, made, table))
    room = await hall.new_room(made.row.id)
    await room.do(copies.go_on)
    return new_card(room, {})


class Branching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which moment on, which nations are yours, and which bot holds the others. The moment is a number of moves,
    if the game is over, or the number of a question; without either, the last one at which nothing is hidden."""

    nations: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(min_length=1, max_length=40)
    ]
    move: Annotated[int, msgspec.Meta(ge=0)] | None = None
    ask: Annotated[int, msgspec.Meta(ge=0)] | None = None
    bot: Name = "random"


@endpoint(
    "POST",
    "/tables/{table}/branch",
    "Play on from a moment of a game, as far as nothing is hidden from you",
    body=Branching,
    returns=NewTableCard,
    status=201,
    guest=True,
    limit="tables",
)
async def branch(call: Call, body: Branching) -> NewTableCard:
    room, hall, user = await visible(call), call.hall, call.user
    kept = await kept_moves(hall, room)
    wish = copies.Wish(body.nations, body.bot, body.move, body.ask)

    def work() -> Any:
        return copies.branched(room, user, wish, lambda name: hall.bot(room.row.game, name), kept)

    async with room.lock:
        await room.look()
        made, table = await asyncio.to_thread(work)
    await hall.store.write(lambda connection: copies.keep_played(connection, made, table))
    new = await hall.new_room(made.row.id)
    await new.do(copies.go_on)
    return new_card(new, {})
