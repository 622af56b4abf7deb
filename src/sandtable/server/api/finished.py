"""A game after its end: nothing is secret any more, and nothing changes."""

import asyncio
import pickle
import re
from collections.abc import Callable
from typing import Annotated

import msgspec

from sandtable import __version__
from sandtable.core import saves
from sandtable.core.versions import Fought, Game
from sandtable.server import after, foresight
from sandtable.server.api.seats import Seen
from sandtable.server.api.tables import visible
from sandtable.server.drafts import Draft
from sandtable.server.hall import Hall
from sandtable.server.people import User
from sandtable.server.problems import Conflict, Invalid, NotFound, Unavailable
from sandtable.server.rooms import Room
from sandtable.server.thinking import Failed
from sandtable.server.web import Call, Text, endpoint

ACCOUNTING_SECONDS = 60.0
"""How long it may take to go through the battles of a war; of some 10,000 decisions it takes about ten."""


async def finished(call: Call) -> Room:
    """The table of a request, if its secrets are out; then it does not change any more."""
    room = await visible(call)
    if room.row.status != "over" or room.table is None:
        raise Conflict("The game is not over: its secrets are still kept.")
    await must_be_told(call, room)
    call.etag = room.table.journal.head
    return room


async def kept_moves(hall: Hall, room: Room) -> int:
    """How many moves of a table are copied from a game that is not over, so that their secrets are still kept."""
    origin = room.row.facts.origin
    kept = origin.move if origin else 0
    while origin is not None and origin.unfinished:
        try:
            before = await hall.room(origin.table)
        except NotFound:
            return 0  # nobody plays it any more
        if before.row.status != "over":
            return kept
        origin = before.row.facts.origin
    return 0


async def must_be_told(call: Call, room: Room) -> None:
    if await kept_moves(call.hall, room):
        raise Conflict("This game was copied from one that is not over: its secrets are still kept.")


@endpoint(
    "GET",
    "/tables/{table}/verification",
    "Every roll of a finished game, computed anew",
    returns=after.Verification,
    user=False,
    tag="after",
)
async def verify(call: Call) -> after.Verification:
    room = await finished(call)
    assert room.table is not None
    if room.table.by_hand:
        raise Conflict("The dice of this game were thrown by hand; there is nothing to verify.")
    return await asyncio.to_thread(after.verification, room.table, room.row.facts.origin)


@endpoint(
    "GET",
    "/tables/{table}/timeline",
    "Every move of a finished game with all that was hidden",
    returns=list[after.Moment],
    user=False,
    tag="after",
)
async def show_timeline(call: Call) -> list[after.Moment]:
    room = await finished(call)
    assert room.table is not None
    return await asyncio.to_thread(after.timeline, room.table, room.stamps)


@endpoint(
    "GET",
    "/tables/{table}/figures",
    "What a finished war can be measured by, from its beginning to its end",
    returns=list[after.Point],
    user=False,
    tag="after",
)
async def show_figures(call: Call) -> list[after.Point]:
    room = await finished(call)
    assert room.table is not None
    return await asyncio.to_thread(after.graph, room.table)


class Accounting(msgspec.Struct, frozen=True):
    """A war whose battles are to be gone through, in a process that thinks: it is played again for that."""

    load: Callable[[str], Game]
    game: str
    save: str

    def begin(self) -> Callable[[], list[Fought]]:
        game = self.load(self.game)
        return lambda: game.fought(saves.open_save(saves.read(self.save), game)) if game.fought else []


@endpoint(
    "GET",
    "/tables/{table}/battles",
    "The battles of a finished war: losses to be expected against those that came",
    returns=list[Fought],
    user=False,
    tag="after",
    limit="advice",
)
async def show_battles(call: Call) -> list[Fought]:
    room = await finished(call)
    assert room.table is not None
    if room.table.game.fought is None:
        return []
    if room.battles is None:
        job = Accounting(call.hall.games.load, room.row.game, saves.write(room.table, __version__, snapshot=False))
        try:
            room.battles = await call.hall.driving.thinkers.choose(pickle.dumps(job), ACCOUNTING_SECONDS)
        except Failed:
            raise Unavailable("The battles could not be gone through in time; please try again.") from None
    return room.battles


class Nations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Through whose eyes: names of nations between commas; without them, a watcher's."""

    nations: Annotated[str, msgspec.Meta(max_length=400)] = ""


@endpoint(
    "GET",
    "/tables/{table}/moves/{move}",
    "A finished game as it stood after a move",
    query=Nations,
    returns=Seen,
    user=False,
    tag="after",
)
async def show_moment(call: Call) -> Seen:
    room = await finished(call)
    table = room.table
    assert table is not None
    number = call.path("move")
    if not re.fullmatch(r"[0-9]{1,9}", number) or int(number) > len(table.moves):
        raise NotFound("There is no such move.")
    nations = tuple(name for name in call.query.nations.split(",") if name)
    if any(name not in table.game.scenario(table.setup.scenario).nations for name in nations):
        raise Invalid("There is no such nation in this game.")
    return Seen(0, 0, False, table.game.view(table.state_after(int(number)), nations))


@endpoint(
    "GET",
    "/tables/{table}/save",
    "A game as a save file",
    returns=Text,
    user=False,
    tag="after",
    media_type="text/plain",
)
async def export_save(call: Call) -> Text:
    room = await visible(call)
    await must_be_told(call, room)
    call.etag, save = await room.do(lambda draft: exported(draft, call.found))
    return Text("text/plain; charset=utf-8", save, f"{room.id}.sandtable")


def exported(draft: Draft, user: User | None) -> tuple[str, str]:
    """The journal of a game that is over, or of one in which nobody else has a seat, and its head."""
    own = user is not None and all(seat.user == user.id for seat in draft.seats.values())
    if draft.row.status == "lobby" or (draft.row.status != "over" and not own):
        raise Conflict("The game is not over: its secrets are still kept.")
    if user is not None:
        foresight.take_copy(draft, user)
    return draft.table.journal.head, saves.write(draft.table, __version__)


@endpoint(
    "GET",
    "/tables/{table}/statistics",
    "A finished game as CSV",
    returns=Text,
    user=False,
    tag="after",
    media_type="text/csv",
)
async def export_statistics(call: Call) -> Text:
    room = await finished(call)
    assert room.table is not None
    return Text("text/csv; charset=utf-8", after.statistics(room.table, room.stamps), f"{room.id}.csv")


@endpoint(
    "GET",
    "/tables/{table}/summary",
    "A finished game as a war diary",
    returns=Text,
    user=False,
    tag="after",
    media_type="text/plain",
)
async def export_summary(call: Call) -> Text:
    room = await finished(call)
    assert room.table is not None
    return Text("text/plain; charset=utf-8", after.summary(room.row.facts.title, room.table))
