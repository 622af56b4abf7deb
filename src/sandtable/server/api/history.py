"""The past of a game as a seat could see it then. Moments are counted by questions: how often somebody changed a sealed
answer leaves no trace here."""

import asyncio
import re

import msgspec

from sandtable.core.journal import Answered
from sandtable.server.api.finished import kept_moves
from sandtable.server.api.seats import Seen, own_seat
from sandtable.server.problems import NotFound
from sandtable.server.rooms import Room
from sandtable.server.web import Call, endpoint


class Passed(msgspec.Struct, frozen=True):
    """A question that was answered: when, what it was, and by whom if it was put to one nation only."""

    ask: int
    at: float
    what: str
    nation: str


def passed(room: Room) -> list[Passed]:
    """The questions in force, in their order, without the open one."""
    table = room.table
    if table is None:
        return []
    moments: dict[int, Passed] = {}
    for place in table.moves:
        at, ask = room.stamps[place]
        entry = table.journal.entries[place]
        if ask >= room.row.ask or not isinstance(entry, Answered):
            continue
        nation = "" if ask in moments and moments[ask].nation != entry.nation else entry.nation
        moments[ask] = Passed(ask, at, entry.ask, nation)
    return list(moments.values())


def moves_before(room: Room, ask: int) -> int | None:
    """How many moves were in force when a question was put; None if it is not in force."""
    assert room.table is not None
    for number, place in enumerate(room.table.moves):
        if room.stamps[place][1] >= ask:
            return number if room.stamps[place][1] == ask and ask < room.row.ask else None
    return None


@endpoint(
    "GET",
    "/tables/{table}/seats/{seat}/history",
    "The questions that were answered so far",
    returns=list[Passed],
    tag="play",
)
async def show_history(call: Call) -> list[Passed]:
    room, _ = await own_seat(call)
    async with room.lock:
        await room.look()
        return passed(room)


@endpoint(
    "GET",
    "/tables/{table}/seats/{seat}/history/{ask}",
    "What your seat could see when a question was put",
    returns=Seen,
    tag="play",
)
async def show_past(call: Call) -> Seen:
    room, name = await own_seat(call)
    number, kept = call.path("ask"), await kept_moves(call.hall, room)
    async with room.lock:
        await room.look()
        moves = moves_before(room, int(number)) if room.table and re.fullmatch(r"[0-9]{1,9}", number) else None
        if moves is None or room.table is None or moves < kept:
            raise NotFound("There was no such question.")
        state = await asyncio.to_thread(room.table.state_after, moves)
        return Seen(int(number), 0, False, room.table.game.view(state, room.seats[name].nations))
