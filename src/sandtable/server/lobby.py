"""Before and around a game: making a table, filling its seats, beginning, and what the host may do."""

import secrets
import time
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core import play
from sandtable.core.journal import Journal, Revealed, Setup
from sandtable.core.saves import open_save, read
from sandtable.core.state import canonical
from sandtable.core.steps import Draw, Roll
from sandtable.core.table import Table, new_setup
from sandtable.core.versions import Game
from sandtable.server import endings, schema
from sandtable.server.people import User, hashed, new_id, new_token
from sandtable.server.playing import play_on
from sandtable.server.problems import Conflict, Forbidden, Invalid, NotFound
from sandtable.server.records import (
    Absence,
    Facts,
    Name,
    NoClock,
    Origin,
    Outcome,
    Pace,
    Row,
    Seat,
    Watching,
    facts_text,
    seat_row,
)
from sandtable.server.rooms import Draft, Room, due_seats

SeatName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
OptionName = Annotated[str, msgspec.Meta(max_length=60)]


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the host wants it: for the host, for anybody, for a bot, or for whoever gets its link."""

    nations: Annotated[tuple[OptionName, ...], msgspec.Meta(min_length=1, max_length=40)]
    who: Literal["me", "open", "bot", "link"] = "open"
    name: SeatName | None = None
    """What the seat is called; without it, its first nation."""
    bot: Name = "random"
    alliance: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the host wants it. Without seats every nation has a seat of its own: the first is the host's and the
    others are bots."""

    game: OptionName
    scenario: OptionName | None = None
    options: Annotated[dict[OptionName, str | int | bool], msgspec.Meta(max_length=100)] = {}
    seats: Annotated[tuple[NewSeat, ...], msgspec.Meta(max_length=40)] = ()
    title: Name | None = None
    pace: Pace = NoClock()
    absence: Absence = Absence()
    watching: Watching = Watching()
    dice: Literal["fair", "hand"] = "fair"
    listed: bool = True
    rated: bool = False


class Made(msgspec.Struct, frozen=True):
    """A new table, and the links of its seats: shown once, kept as hashes only."""

    row: Row
    seats: dict[str, Seat]
    links: dict[str, str]


def plan(game: Game, wanted: NewTable, user: User, key: bytes, bots: Callable[[str], Any]) -> Made:
    """Check what the host wants and lay the table out."""
    scenario = wanted.scenario if wanted.scenario is not None else next(iter(game.scenarios))
    nations = game.scenario(scenario).nations
    options = game.complete_options(wanted.options)
    asked = wanted.seats or tuple(NewSeat((nation,), "bot" if place else "me") for place, nation in enumerate(nations))
    seats: dict[str, Seat] = {}
    links: dict[str, str] = {}
    for seat in asked:
        name = seat.name or seat.nations[0].replace(" ", "-")
        if name in seats:
            raise Invalid(f"Two seats are called {name}.")
        seats[name] = new_seat(name, seat, user, key, links, bots)
    new_setup(game, id="x", scenario=scenario, options=options, seats=held(seats), salt="")
    if missing := [nation for nation in nations if nation not in [n for seat in seats.values() for n in seat.nations]]:
        raise Invalid(f"Nobody has a seat for {', '.join(missing)}.")
    facts = Facts(
        title=wanted.title or f"{game.title}: {game.scenario(scenario).title}"[:80],
        scenario=scenario,
        options=options,
        pace=wanted.pace,
        absence=wanted.absence,
        watching=wanted.watching,
        dice=wanted.dice,
        rated=wanted.rated,
    )
    if wanted.absence.by == "bot":
        bots(wanted.absence.bot)
    return Made(new_row(game.name, user, facts, wanted.listed), seats, links)


def new_row(game: str, user: User, facts: Facts, listed: bool) -> Row:
    now = time.time()
    return Row(
        id=new_id(),
        game=game,
        host=user.id,
        status="lobby",
        listed=listed,
        archived=False,
        version=0,
        ask=0,
        created=now,
        updated=now,
        wake=None,
        secret=secrets.token_hex(32) if facts.dice == "fair" else "",
        facts=facts,
    )


def new_seat(
    name: str, wanted: NewSeat, user: User, key: bytes, links: dict[str, str], bots: Callable[[str], Any]
) -> Seat:
    seat = Seat(name=name, nations=wanted.nations, alliance=wanted.alliance)
    if wanted.who == "me":
        return sit(seat, user)
    if wanted.who == "bot":
        bots(wanted.bot)
        return msgspec.structs.replace(seat, kind="bot", bot=wanted.bot)
    if wanted.who == "link":
        links[name] = new_token(128)
        return msgspec.structs.replace(seat, kind="link", invite=hashed(key, links[name]))
    return seat


def sit(seat: Seat, user: User) -> Seat:
    return msgspec.structs.replace(
        seat, kind="person", user=user.id, user_name=user.name, caretaker="", conceded=False, bot=""
    )


def held(seats: dict[str, Seat]) -> dict[str, tuple[str, ...]]:
    return {name: seat.nations for name, seat in seats.items()}


def keep(connection: Connection, made: Made) -> None:
    """Write a new table down."""
    values = {name: getattr(made.row, name) for name in Row.__struct_fields__}
    connection.execute(sa.insert(schema.tables).values({**values, "facts": facts_text(made.row.facts)}))
    for place, seat in enumerate(made.seats.values()):
        connection.execute(sa.insert(schema.seats).values(seat_row(made.row.id, place, seat)))


# Beginning


def begin(draft: Draft) -> None:
    """Write the set-up into the journal: from now on nations, options and dice are fixed."""
    if draft.row.status != "lobby":
        raise Conflict("The game has begun already.")
    if empty := [name for name, seat in draft.seats.items() if not seat.filled]:
        raise Conflict(f"Nobody sits in: {', '.join(empty)}.")
    room = draft.room
    game = room.hall.load_game(draft.row.game)
    setup = new_setup(
        game,
        id=draft.row.id,
        scenario=draft.facts.scenario,
        options=draft.facts.options,
        seats=held(draft.seats),
        salt=secrets.token_hex(16),
        secret=bytes.fromhex(draft.row.secret),
        nonces={name: seat.words for name, seat in draft.seats.items() if seat.words},
    )
    draft.entries = 0
    room.table = Table(game, setup, bytes.fromhex(draft.row.secret))
    draft.change_row(status="playing", ask=1)
    room.asked_at = 0
    draft.say("begun", {"commitment": setup.commitment})
    play_on(draft)


def begin_if_full(draft: Draft) -> None:
    if draft.row.status == "lobby" and all(seat.filled for seat in draft.seats.values()):
        begin(draft)


def seat_of(draft: Draft, name: str) -> Seat:
    if name not in draft.seats:
        raise NotFound("There is no such seat at this table.")
    return draft.seats[name]


def take_seat(draft: Draft, name: str, user: User, words: str = "", invited: bool = False) -> None:
    """Sit down in an open seat, in one that one has the link of, or in one whose owner is away."""
    seat = seat_of(draft, name)
    if seat.user == user.id:
        return
    if draft.row.status == "over":
        raise Conflict("The game is over.")
    if user.id in draft.facts.muted:
        raise Forbidden("The host does not want you at this table.")
    abandoned = bool(seat.user and seat.caretaker and draft.facts.absence.replace)
    if not (invited or seat.kind == "open" or abandoned):
        raise Forbidden("This seat is not open; ask the host for its link.")
    if invited and seat.user and not abandoned:
        raise Conflict("Somebody sits in this seat already.")
    draft.seats[name] = msgspec.structs.replace(sit(seat, user), words=words or seat.words)
    draft.say("seated", {"seat": name, "name": user.name})
    begin_if_full(draft)


# The host


def must_be_host(draft: Draft, user: User) -> None:
    if draft.row.host != user.id:
        raise Forbidden("Only the host of the table may do that.")


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a seat to a bot, open it, or make it a seat by link."""

    who: Literal["open", "bot", "link", "me"]
    bot: Name = "random"


def change_seat(draft: Draft, name: str, wanted: ChangeSeat, user: User, token: str) -> None:
    """The host changes who may sit in a seat; whoever sat there is sent away and an old link is void."""
    must_be_host(draft, user)
    seat = seat_of(draft, name)
    if draft.row.status == "over":
        raise Conflict("The game is over.")
    empty = msgspec.structs.replace(
        seat, kind="open", user="", user_name="", bot="", invite="", caretaker="", words=seat.words
    )
    if wanted.who == "bot":
        draft.room.hall.bot(draft.row.game, wanted.bot)
        draft.seats[name] = msgspec.structs.replace(empty, kind="bot", bot=wanted.bot)
    elif wanted.who == "link":
        draft.seats[name] = msgspec.structs.replace(empty, kind="link", invite=hashed(draft.room.hall.key, token))
    elif wanted.who == "me":
        draft.seats[name] = sit(empty, user)
    else:
        draft.seats[name] = empty
    if draft.row.status == "playing" and not draft.seats[name].filled:
        draft.change_seat(name, caretaker="default")
    draft.say("seat_changed", {"seat": name, "who": wanted.who})
    begin_if_full(draft)


def reissue(draft: Draft, name: str, user: User, token: str) -> None:
    """A new link for a seat; the old one is void. Whoever sits there stays."""
    must_be_host(draft, user)
    seat_of(draft, name)
    draft.change_seat(name, invite=hashed(draft.room.hall.key, token) if token else "")


def mute(draft: Draft, user: User, other: str, muted: bool) -> None:
    must_be_host(draft, user)
    names = {*draft.facts.muted, other} if muted else set(draft.facts.muted) - {other}
    draft.set(muted=tuple(sorted(names)))


class Adjudication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host ends the game: what it is worth to each nation, and why."""

    worth: Annotated[dict[OptionName, Annotated[float, msgspec.Meta(ge=0, le=1)]], msgspec.Meta(max_length=40)]
    sentence: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


def adjudicate(draft: Draft, user: User, wanted: Adjudication) -> None:
    must_be_host(draft, user)
    if draft.row.status != "playing":
        raise Conflict("There is no game to end.")
    endings.by_the_host(draft, wanted.worth, wanted.sentence)


def archive(draft: Draft, user: User, archived: bool) -> None:
    must_be_host(draft, user)
    draft.change_row(archived=archived)


# Other ways to a table


def rematch(room: Room, user: User, key: bytes) -> Made:
    """The same table again: people and bots keep their seats."""
    if room.row.status != "over":
        raise Conflict("A rematch comes after the end.")
    if user.id not in [seat.user for seat in room.seats.values()]:
        raise Forbidden("Only those who played may ask for a rematch.")
    facts = msgspec.structs.replace(
        room.row.facts,
        clocks={},
        draw_agreed=(),
        takeback=None,
        outcome=None,
        origin=None,
        rematch="",
        messages=0,
        due=(),
    )
    seats = {
        name: msgspec.structs.replace(seat, words="", caretaker="", conceded=False, invite="")
        for name, seat in room.seats.items()
    }
    return Made(new_row(room.row.game, user, facts, room.row.listed), seats, {})


def imported(game: Game, text: str, user: User) -> tuple[Made, Table]:
    """A table from a save: its person holds every seat, and may give them away."""
    saved = read(text)
    table = open_save(saved, game)
    setup = table.setup
    facts = Facts(
        title=f"{game.title}: {game.scenario(setup.scenario).title}"[:80],
        scenario=setup.scenario,
        options=dict(setup.options),
        dice="hand" if table.by_hand else "fair",
        origin=Origin("", len(table.journal.entries), len(table.moves)),
    )
    names = {name: name.replace(" ", "-")[:40] or f"seat-{at}" for at, name in enumerate(setup.seats)}
    if len(set(names.values())) != len(names):
        raise Invalid("Two seats of this save have the same name.")
    seats = {names[name]: sit(Seat(name=names[name], nations=nations), user) for name, nations in setup.seats.items()}
    row = msgspec.structs.replace(new_row(game.name, user, facts, listed=False), secret=table.secret.hex())
    return Made(row, seats, {}), table


def branched(
    room: Room, user: User, move: int, nations: tuple[str, ...], bot: str, bots: Callable[[str], Any]
) -> tuple[Made, Table]:
    """A new table from a moment of a finished game, with new dice from there on; bots hold what the person does not."""
    if room.table is None or room.row.status != "over":
        raise Conflict("A game can be played on from any moment once it is over.")
    old = room.table
    if not 0 <= move <= len(old.moves):
        raise Invalid(f"There are {len(old.moves)} moves; {move} is none of them.")
    bots(bot)
    facts = msgspec.structs.replace(
        room.row.facts, title=f"{room.row.facts.title}, from move {move}"[:80], clocks={}, draw_agreed=(),
        takeback=None, outcome=None, rematch="", messages=0, due=(), rated=False, pace=NoClock(), muted=(),
    )  # fmt: skip
    every = [nation for seat in room.seats.values() for nation in seat.nations]
    if unknown := [nation for nation in nations if nation not in every]:
        raise Invalid(f"Nobody plays {unknown[0]} here.")
    rest = tuple(nation for nation in every if nation not in nations)
    seats = {"you": sit(Seat(name="you", nations=nations), user)}
    if rest:
        seats["bot"] = Seat(name="bot", nations=rest, kind="bot", bot=bot)
    row = new_row(room.row.game, user, facts, listed=False)
    setup = new_setup(
        old.game,
        id=row.id,
        scenario=facts.scenario,
        options=facts.options,
        seats=held(seats),
        salt=secrets.token_hex(16),
        secret=bytes.fromhex(row.secret),
    )
    table = Table(old.game, setup, bytes.fromhex(row.secret))
    for place in old.moves[:move]:
        table.take(old.journal.entries[place])  # type: ignore[arg-type]  # only moves are listed there
    facts = msgspec.structs.replace(facts, origin=Origin(room.id, len(table.journal.entries), move))
    return Made(msgspec.structs.replace(row, facts=facts), seats, {}), table


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
    """Let dice fall at a table that was made in the middle of a game."""
    if (
        draft.row.status == "playing"
        and not draft.table.by_hand
        and isinstance(play.pending(draft.table.state), Roll | Draw)
    ):
        play_on(draft)
