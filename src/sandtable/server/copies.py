"""Tables that begin in the middle of a game: from a save, or from a moment of another table."""

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core import play
from sandtable.core.journal import Answered, Journal, Revealed, Setup
from sandtable.core.saves import open_save, read
from sandtable.core.state import canonical, encode
from sandtable.core.steps import Draw, Roll
from sandtable.core.table import Table, apply, new_setup
from sandtable.core.versions import Game
from sandtable.server import foresight, schema, unforeseen
from sandtable.server.drafts import Draft, due_seats
from sandtable.server.lobby import Made, held, keep, new_row, sit, usual_title
from sandtable.server.people import User
from sandtable.server.playing import play_on
from sandtable.server.problems import Conflict, Forbidden, Invalid
from sandtable.server.records import Facts, Foreseen, Origin, Outcome, Row, Seat, Watching
from sandtable.server.rooms import Room
from sandtable.server.wars import war_of

MOST_LOOKS = 300
"""How many moments of a running game are looked at before the search for an open one is given up."""
SCRAMBLES = 8
"""How often a game is asked to change what is hidden; by chance it may hit upon what is there."""


def imported(game: Game, text: str, user: User) -> tuple[Made, Table]:
    """A table from a save: its person holds every seat, and may give them away."""
    saved = read(text)
    table = open_save(saved, game)
    setup = table.setup
    facts = Facts(
        title=usual_title(game, game.scenario(setup.scenario).title),
        scenario=setup.scenario,
        options=dict(setup.options),
        dice="hand" if table.by_hand else "fair",
        origin=Origin("", len(table.journal.entries), len(table.moves)),
        takebacks=table.takebacks,
        war=war_of(game.name, table),
    )
    if play.pending(table.state) is not None and foresight.is_secret(facts):
        facts = msgspec.structs.replace(facts, foreseen=(Foreseen(user.id, user.name, "imported"),))
    names = {name: name.replace(" ", "-")[:40] or f"seat-{at}" for at, name in enumerate(setup.seats)}
    if len(set(names.values())) != len(names):
        raise Invalid("Two seats of this save have the same name.")
    seats = {names[name]: sit(Seat(name=names[name], nations=nations), user) for name, nations in setup.seats.items()}
    row = msgspec.structs.replace(new_row(game.name, user, facts, listed=False), secret=table.secret.hex())
    return Made(row, seats, {}), table


# Play from here


class Wish(msgspec.Struct, frozen=True):
    """From which moment of a table on to play, as which nations, and against which bot. A moment is a number of moves
    (of a finished game) or the number of a question; without either it is the last one that the person may know."""

    nations: tuple[str, ...]
    bot: str
    move: int | None = None
    ask: int | None = None


def branched(room: Room, user: User, wish: Wish, bots: Callable[[str], Any], kept: int) -> tuple[Made, Table]:
    """A new table from a moment of another, with new dice from there on; bots hold what the person does not. The first
    `kept` moves are still somebody's secret, though the game on the table is over."""
    old = room.table
    if old is None:
        raise Conflict("The game has not begun.")
    bots(wish.bot)
    unfinished = room.row.status != "over"
    move = known_moment(room, user, wish, kept) if unfinished else moment(room, wish, len(old.moves))
    if move < kept:
        raise Conflict("This game was copied from one that is not over; you can play on from what came afterwards.")
    agreed = room.row.facts
    facts = Facts(  # built up: nothing that is going on at the other table comes along
        title=agreed.title,
        scenario=agreed.scenario,
        options=agreed.options,
        absence=agreed.absence,
        watching=Watching("nobody") if unfinished else agreed.watching,
        dice=agreed.dice,
    )
    seats = seats_for(room, user, wish)
    row = new_row(room.row.game, user, facts, listed=False)
    setup = new_setup(
        old.game,
        id=row.id,
        scenario=facts.scenario,
        options=facts.options,
        seats=held(seats),
        salt=unforeseen.salt(),
        secret=bytes.fromhex(row.secret),
        study=True,
    )
    table = Table(old.game, setup, bytes.fromhex(row.secret))
    for place in final_answers(old, move) if unfinished else old.moves[:move]:
        table.take(old.journal.entries[place])  # type: ignore[arg-type]  # only moves are listed there
    played = len(table.moves)
    origin = Origin(room.id, len(table.journal.entries), played, unfinished or bool(kept))
    facts = msgspec.structs.replace(facts, origin=origin, title=f"{agreed.title[:60]}, from move {played}")
    return Made(msgspec.structs.replace(row, facts=facts), seats, {}), table


def seats_for(room: Room, user: User, wish: Wish) -> dict[str, Seat]:
    every = [nation for seat in room.seats.values() for nation in seat.nations]
    if unknown := [nation for nation in wish.nations if nation not in every]:
        raise Invalid(f"Nobody plays {unknown[0]} here.")
    rest = tuple(nation for nation in every if nation not in wish.nations)
    seats = {"you": sit(Seat(name="you", nations=wish.nations), user)}
    if rest:
        seats["bot"] = Seat(name="bot", nations=rest, kind="bot", bot=wish.bot)
    return seats


def final_answers(table: Table, moves: int) -> list[int]:
    """The first so many moves, without sealed answers that were changed before they were opened: nobody learns how
    often somebody changed their mind."""
    state = table.snapshots[0][1].clone()
    places = table.moves[:moves]
    latest: dict[str, int] = {}
    changed: set[int] = set()
    for place in places:
        entry = table.journal.entries[place]
        if isinstance(entry, Answered):
            if entry.nation in state.sealed:
                changed.add(latest[entry.nation])
            latest[entry.nation] = place
        apply(state, entry)
    return [place for place in places if place not in changed]


def moment(room: Room, wish: Wish, last: int) -> int:
    """The number of moves before the wished moment, of which the first `last` can be chosen from."""
    assert room.table is not None
    if wish.move is not None:
        if room.row.status != "over":
            raise Conflict("While a game is on, its moments are counted by questions: say the number of one.")
        if wish.move > last:
            raise Invalid(f"There are {last} moves; {wish.move} is none of them.")
        return wish.move
    if wish.ask is not None:
        return sum(room.stamps[place][1] < wish.ask for place in room.table.moves[:last])
    return last


def known_moment(room: Room, user: User, wish: Wish, first: int) -> int:
    """The wished moment of a game that is on, if nothing is hidden from the person then. What is hidden is asked of the
    game itself: a position that it cannot scramble for somebody holds no secret from them."""
    assert room.table is not None
    nations = tuple(nation for seat in room.seats.values() if seat.user == user.id for nation in seat.nations)
    if not nations and room.row.facts.watching.by != "everyone":
        raise Forbidden("This table does not want to be watched.")
    last = len(room.table.moves) if nations else room.watched_moves(time.time())
    wished = moment(room, wish, last)
    if nothing_hidden(room.table, wished, nations):
        return wished
    earlier = [moves for moves, _ in reversed(room.table.snapshots) if first <= moves < wished]
    found = next((moves for moves in earlier[:MOST_LOOKS] if nothing_hidden(room.table, moves, nations)), None)
    if found is None:
        raise Conflict("Something is hidden from you at this table; you can play on from any moment once it is over.")
    if wish.ask is not None:
        then = room.stamps[room.table.moves[found]][1]
        raise Conflict(f"Something is hidden from you at that moment; the last open one before is question {then}.")
    return found


def nothing_hidden(table: Table, moves: int, nations: tuple[str, ...]) -> bool:
    state = table.state_after(moves)
    shown = encode(state)
    return all(
        encode(table.game.scramble(state.clone(), nations, random.Random(attempt))) == shown
        for attempt in range(SCRAMBLES)
    )


def keep_played(connection: Connection, made: Made, table: Table) -> None:
    """Write down a new table whose game is already under way."""
    over = play.pending(table.state) is None
    row = msgspec.structs.replace(made.row, status="over" if over else "playing", ask=len(table.journal.entries))
    if over:
        row = msgspec.structs.replace(row, facts=msgspec.structs.replace(row.facts, outcome=outcome_of(table)))
    else:
        row = msgspec.structs.replace(row, facts=msgspec.structs.replace(row.facts, due=due_seats(table, made.seats)))
    keep(connection, Made(row, made.seats, {}))
    entries = journal_rows(row, table.journal)
    connection.execute(sa.insert(schema.journal), entries)


def outcome_of(table: Table) -> Any:
    result = table.game.result(table.state)
    return Outcome(result.name, result.sentence, dict(result.worth)) if result else None


def journal_rows(row: Row, journal: Journal) -> list[dict[str, Any]]:
    return [
        {
            "table_id": row.id,
            "place": place,
            "at": row.created,
            "ask": 0 if isinstance(entry, Setup | Revealed) else place,
            "seat": "",
            "key": None,
            "entry": canonical(entry).decode(),
            "link": journal.links[place],
        }
        for place, entry in enumerate(journal.entries)
    ]


def go_on(draft: Draft) -> None:
    """Tell what happened so far at a table that was made in the middle of a game, and let dice fall if they are due."""
    origin = draft.facts.origin
    hushed = origin is not None and origin.unfinished  # what only some nations heard there is theirs until the end
    draft.tell(event for _, event in draft.table.diary if not hushed or event.audience() is None)
    foresight.tell(draft, draft.facts.foreseen)
    if (
        draft.row.status == "playing"
        and not draft.table.by_hand
        and isinstance(play.pending(draft.table.state), Roll | Draw)
    ):
        play_on(draft)
