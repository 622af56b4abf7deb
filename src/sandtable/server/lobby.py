"""Before and around a game: making a table, filling its seats, beginning, and what the host may do."""

import time
from collections.abc import Callable, Collection
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.core.table import Table, new_setup
from sandtable.core.versions import Game
from sandtable.server import endings, schema, unforeseen
from sandtable.server.drafts import Draft
from sandtable.server.people import User, hashed, must_be_there, new_token
from sandtable.server.playing import play_on
from sandtable.server.problems import Conflict, Forbidden, Invalid, NotFound
from sandtable.server.records import (
    Absence,
    DaysClock,
    Facts,
    Name,
    NoClock,
    Pace,
    Row,
    Seat,
    Watching,
    facts_text,
    seat_row,
)
from sandtable.server.rooms import Room
from sandtable.server.wars import KnownDice

SeatName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
OptionName = Annotated[str, msgspec.Meta(max_length=60)]
MOST_MUTED = 100


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
    war: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """Dice that are the same for everyone: campaign/5, or daily/2026-11-15."""
    again: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """A finished table whose dice fall once more."""


class Made(msgspec.Struct, frozen=True):
    """A new table, and the links of its seats: shown once, kept as hashes only."""

    row: Row
    seats: dict[str, Seat]
    links: dict[str, str]


def plan(
    game: Game,
    wanted: NewTable,
    user: User,
    key: bytes,
    bots: Callable[[str], Any],
    known: KnownDice | None = None,
) -> Made:
    """Check what the host wants and lay the table out."""
    if known and (wanted.rated or wanted.dice == "hand"):
        raise Invalid("A war with dice that are known beforehand is neither rated nor thrown by hand.")
    if wanted.rated and wanted.dice == "hand":
        raise Invalid("A rated game has dice that anybody can verify, not dice thrown by hand.")
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
    must_be_days(wanted.pace)
    absence = wanted.absence
    if wanted.rated:  # or whoever is about to lose stays away until a friend loses in their place
        absence = msgspec.structs.replace(absence, replace=False)
    facts = Facts(
        title=wanted.title or usual_title(game, known.war.title if known else game.scenario(scenario).title),
        scenario=scenario,
        options=options,
        war=known.war if known else None,
        pace=wanted.pace,
        absence=absence,
        watching=wanted.watching,
        dice=wanted.dice,
        rated=wanted.rated,
    )
    if wanted.absence.by == "bot":
        bots(wanted.absence.bot)
    return Made(new_row(game.name, user, facts, wanted.listed, known.secret if known else None), seats, links)


def must_be_days(pace: Pace) -> None:
    """A holiday that is in no calendar would be one on which the clock runs."""
    for day in pace.holidays if isinstance(pace, DaysClock) else ():
        try:
            date.fromisoformat(day)
        except ValueError:
            raise Invalid(f"There is no day {day}.") from None


def usual_title(game: Game, war: str) -> str:
    """What a table is called if nobody has named it."""
    return game.title if war == game.title else f"{game.title}: {war}"[:80]


def new_row(game: str, user: User, facts: Facts, listed: bool, secret: bytes | None = None) -> Row:
    now = time.time()
    return Row(
        id=unforeseen.table_name(),
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
        secret="" if facts.dice == "hand" else secret.hex() if secret else unforeseen.dice_secret(),
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
        seat, kind="person", user=user.id, user_name=user.name, caretaker="", kept=False, conceded=False, bot=""
    )


def held(seats: dict[str, Seat]) -> dict[str, tuple[str, ...]]:
    return {name: seat.nations for name, seat in seats.items()}


def keep(connection: Connection, made: Made) -> None:
    """Write a new table down."""
    must_be_there(connection, made.row.host)
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
    war = draft.facts.war
    setup = new_setup(
        game,
        id=war.id if war else draft.row.id,
        scenario=draft.facts.scenario,
        options=draft.facts.options,
        seats=held(draft.seats),
        salt=war.salt if war else unforeseen.salt(),
        secret=bytes.fromhex(draft.row.secret),
        nonces=war.nonces if war else {name: seat.words for name, seat in draft.seats.items() if seat.words},
    )
    draft.entries = 0
    room.table = Table(game, setup, bytes.fromhex(draft.row.secret))
    in_lists = draft.row.listed and draft.facts.watching.by == "everyone"  # nobody else may see it from now on
    draft.change_row(status="playing", ask=1, listed=in_lists)
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
    abandoned = bool(seat.user and seat.caretaker and not seat.kept and draft.facts.absence.replace)
    if not (invited or seat.kind == "open" or abandoned):
        raise Forbidden("This seat is not open; ask the host for its link.")
    if invited and seat.user and not abandoned:
        raise Conflict("Somebody sits in this seat already.")
    draft.seats[name] = msgspec.structs.replace(sit(seat, user), words=words or seat.words)
    draft.also.append(partial(must_be_there, user=user.id))
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
    """The host changes who may sit in a seat."""
    must_be_host(draft, user)
    if draft.row.status == "playing":
        rate_no_more(draft, user)
    give_away(draft, name, wanted, token, user)


def give_away(draft: Draft, name: str, wanted: ChangeSeat, token: str, user: User | None = None) -> None:
    """Change who may sit in a seat: whoever sat there is sent away and an old link is void."""
    seat = seat_of(draft, name)
    if draft.row.status == "over":
        raise Conflict("The game is over.")
    empty = msgspec.structs.replace(
        seat, kind="open", user="", user_name="", bot="", invite="", caretaker="", kept=False, conceded=False
    )
    if wanted.who == "bot":
        draft.room.hall.bot(draft.row.game, wanted.bot)
        draft.seats[name] = msgspec.structs.replace(empty, kind="bot", bot=wanted.bot)
    elif wanted.who == "link":
        draft.seats[name] = msgspec.structs.replace(empty, kind="link", invite=hashed(draft.room.hall.key, token))
    elif wanted.who == "me" and user:
        draft.seats[name] = sit(empty, user)
        draft.also.append(partial(must_be_there, user=user.id))
    else:
        draft.seats[name] = empty
    if draft.row.status == "playing" and not draft.seats[name].filled:
        draft.change_seat(name, caretaker="default")
    draft.say("seat_changed", {"seat": name, "who": wanted.who})
    begin_if_full(draft)


def rate_no_more(draft: Draft, host: User) -> None:
    """A host who plays has sent somebody away, or decides the game: then it is not rated."""
    if any(seat.user == host.id for seat in draft.seats.values()):
        draft.set(rated=False)


def reissue(draft: Draft, name: str, user: User, token: str) -> None:
    """A new link for a seat; the old one is void. Whoever sits there stays."""
    must_be_host(draft, user)
    seat_of(draft, name)
    draft.change_seat(name, invite=hashed(draft.room.hall.key, token) if token else "")


def mute(draft: Draft, user: User, other: str, muted: bool) -> None:
    must_be_host(draft, user)
    names = {*draft.facts.muted, other} if muted else set(draft.facts.muted) - {other}
    if muted and len(names) > MOST_MUTED:
        raise Conflict("So many people cannot be muted at one table.")
    draft.set(muted=tuple(sorted(names)))


class Adjudication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host ends the game: what it is worth to each nation, and why."""

    worth: Annotated[dict[OptionName, Annotated[float, msgspec.Meta(ge=0, le=1)]], msgspec.Meta(max_length=40)]
    sentence: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


def adjudicate(draft: Draft, user: User, wanted: Adjudication) -> None:
    must_be_host(draft, user)
    if draft.row.status != "playing":
        raise Conflict("There is no game to end.")
    rate_no_more(draft, user)
    endings.by_the_host(draft, wanted.worth, wanted.sentence)


def archive(draft: Draft, user: User, archived: bool) -> None:
    """The archive is the same for all who played: nobody loses sight of a game that is on."""
    must_be_host(draft, user)
    if archived and draft.row.status != "over":
        raise Conflict("A game goes into the archive after its end.")
    draft.change_row(archived=archived)


# Other ways to a table


def rematch(room: Room, user: User, gone: Collection[str]) -> Made:
    """The same table again: people and bots keep their seats. Those of people who are gone are open."""
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
        foreseen=(),
        rematch="",
        plans=(),
        messages=0,
        due=(),
        takebacks=0,
    )
    seats = {
        name: msgspec.structs.replace(seat, words="", caretaker="", kept=False, conceded=False, invite="")
        for name, seat in room.seats.items()
    }
    for name, seat in seats.items():
        if seat.user in gone:
            seats[name] = msgspec.structs.replace(seat, kind="open", user="", user_name="")
        elif seat.user and seat.user != user.id and facts.rated:  # nobody is rated against somebody who never came
            seats[name] = msgspec.structs.replace(seat, kind="link", user="", user_name="")
    known = bytes.fromhex(room.row.secret) if facts.war else None
    return Made(new_row(room.row.game, user, facts, room.row.listed, known), seats, {})


def join_rematch(draft: Draft, old: Room, user: User) -> None:
    """Whoever asks for a rematch sits down where they sat, if the seat waits for them; with the last one it begins."""
    if draft.row.status != "lobby":
        return
    for name, seat in old.seats.items():
        if seat.user == user.id and draft.seats[name].kind == "link" and not draft.seats[name].user:
            take_seat(draft, name, user, invited=True)
    begin_if_full(draft)
