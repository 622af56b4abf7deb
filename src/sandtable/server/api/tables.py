"""Making tables, filling seats, and what the host may do."""

from typing import Annotated

import msgspec
import sqlalchemy as sa

from sandtable.server import lobby, people, schema, wars
from sandtable.server.cards import card
from sandtable.server.drafts import Draft
from sandtable.server.lobby import Adjudication, ChangeSeat, NewTable
from sandtable.server.problems import Invalid, NotFound
from sandtable.server.records import TableCard
from sandtable.server.rooms import Room
from sandtable.server.web import Call, Done, endpoint

INVITE_COOKIE = "sandtable_invite"


class NewTableCard(msgspec.Struct, frozen=True):
    """A new table, and the tokens of its seat links, which are shown this once."""

    table: TableCard
    links: dict[str, str]


def new_card(room: Room, links: dict[str, str]) -> NewTableCard:
    return NewTableCard(room_card(room), links)


def room_card(room: Room) -> TableCard:
    return card(room.row, room.seats, room.table)


@endpoint(
    "POST", "/tables", "Make a table", body=NewTable, returns=NewTableCard, status=201, guest=True, limit="tables"
)
async def make_table(call: Call, body: NewTable) -> NewTableCard:
    hall, user = call.hall, call.user
    game = hall.load_game(body.game)
    if body.war and body.again:
        raise Invalid("A war has the dice of a shared war or those of a finished table, not both.")
    known = wars.shared_dice(game.name, body.war) if body.war else None
    if body.again:
        before = await seen_by(call, body.again)
        if before.row.game != game.name:
            raise Invalid("The finished table is of another game.")
        known = wars.same_dice(before)
    made = lobby.plan(game, body, user, hall.key, lambda name: hall.bot(game.name, name), known)
    await hall.store.write(lambda connection: lobby.keep(connection, made))
    room = await hall.new_room(made.row.id)
    await room.do(lobby.begin_if_full)
    return new_card(room, made.links)


async def visible(call: Call) -> Room:
    """The table of a request, if the caller may see it."""
    return await seen_by(call, call.path("table"))


async def seen_by(call: Call, id: str) -> Room:
    """A table, if the caller may see it: listed, or seated there, or anybody if it may be watched."""
    room = await call.hall.room(id)
    user = call.found.id if call.found else ""
    if may_watch(room) or is_at(room, user):
        return room
    raise NotFound("There is no such table.")


def may_watch(room: Room) -> bool:
    return room.row.facts.watching.by == "everyone" or (room.row.status == "lobby" and room.row.listed)


def is_at(room: Room, user: str) -> bool:
    """Whether somebody plays at a table or is its host."""
    return bool(user) and (room.row.host == user or sits_at(room, user))


def sits_at(room: Room, user: str) -> bool:
    return any(seat.user == user for seat in room.seats.values())


@endpoint("GET", "/tables/{table}", "A table", returns=TableCard, user=False)
async def show_table(call: Call) -> TableCard:
    room = await visible(call)
    call.etag = "table"
    return room_card(room)


@endpoint("POST", "/tables/{table}/begin", "Begin the game", returns=TableCard)
async def begin(call: Call) -> TableCard:
    room = await visible(call)

    def command(draft: Draft) -> None:
        lobby.must_be_host(draft, call.user)
        lobby.begin(draft)

    await room.do(command)
    return room_card(room)


class Taking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your own words for the key of the dice, if you like."""

    words: Annotated[str, msgspec.Meta(max_length=200)] = ""


@endpoint(
    "POST", "/tables/{table}/seats/{seat}/take", "Sit down in an open seat", body=Taking, returns=TableCard, guest=True
)
async def take_seat(call: Call, body: Taking) -> TableCard:
    room = await call.hall.room(call.path("table"))
    await room.do(lambda draft: lobby.take_seat(draft, call.path("seat"), call.user, body.words))
    return room_card(room)


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a seat link; without it, the one that the link's page has put into a cookie."""

    token: Annotated[str, msgspec.Meta(max_length=100)] = ""
    words: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Seated(msgspec.Struct, frozen=True):
    """Where you sit now."""

    seat: str
    table: TableCard


async def invited(call: Call, token: str) -> tuple[Room, str]:
    """The table and the seat of a link."""
    kept = schema.seats.c
    query = sa.select(kept.table_id, kept.name).where(kept.invite == people.hashed(call.hall.key, token))
    found = await call.hall.store.read(lambda connection: connection.execute(query).first())
    if not token or found is None:
        raise NotFound("That link is not valid any more; ask the host for a new one.")
    return await call.hall.room(found[0]), found[1]


class Invited(msgspec.Struct, frozen=True):
    """Where a link leads; nowhere if none was followed, or if it is not valid any more."""

    to: Seated | None


@endpoint("GET", "/invitations", "Where the link that you followed leads", returns=Invited, user=False)
async def show_invitation(call: Call) -> Invited:
    """A page that is opened again costs nothing; a wrong link does, as a wrong password."""
    hall, token = call.hall, call.request.cookies.get(INVITE_COOKIE, "")
    if not token:
        return Invited(None)
    await hall.limits.may_try(hall.store, hall.key, call.request)
    try:
        room, name = await invited(call, token)
    except NotFound:
        await hall.limits.check_for_all(hall.store, hall.key, call.request)
        return Invited(None)
    return Invited(Seated(name, room_card(room)))


@endpoint(
    "POST",
    "/invitations",
    "Sit down in the seat of a link",
    body=Invitation,
    returns=Seated,
    guest=True,
    limit="sign_in",
)
async def accept(call: Call, body: Invitation) -> Seated:
    token = body.token or call.request.cookies.get(INVITE_COOKIE, "")
    if not token:
        raise Invalid("The token of the seat link is missing.")
    room, name = await invited(call, token)
    await room.do(lambda draft: lobby.take_seat(draft, name, call.user, body.words, invited=True))
    call.cookies.append((INVITE_COOKIE, "", 0))
    return Seated(name, room_card(room))


class Link(msgspec.Struct, frozen=True):
    """The token of a seat link, shown this once."""

    token: str


@endpoint("PUT", "/tables/{table}/seats/{seat}", "Change who may sit in a seat", body=ChangeSeat, returns=Link)
async def change_seat(call: Call, body: ChangeSeat) -> Link:
    room = await visible(call)
    token = people.new_token(128)
    await room.do(lambda draft: lobby.change_seat(draft, call.path("seat"), body, call.user, token))
    return Link(token if body.who == "link" else "")


@endpoint("POST", "/tables/{table}/seats/{seat}/link", "A new link for a seat; the old one is void", returns=Link)
async def reissue(call: Call) -> Link:
    room = await visible(call)
    token = people.new_token(128)
    await room.do(lambda draft: lobby.reissue(draft, call.path("seat"), call.user, token))
    return Link(token)


@endpoint("DELETE", "/tables/{table}/seats/{seat}/link", "Revoke the link of a seat")
async def revoke(call: Call) -> Done:
    room = await visible(call)
    await room.do(lambda draft: lobby.reissue(draft, call.path("seat"), call.user, ""))
    return Done()


class Muting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom not to hear."""

    user: Annotated[str, msgspec.Meta(max_length=40)]
    muted: bool = True


@endpoint("POST", "/tables/{table}/mute", "Mute somebody at your table, or not", body=Muting)
async def mute(call: Call, body: Muting) -> Done:
    room = await visible(call)
    await room.do(lambda draft: lobby.mute(draft, call.user, body.user, body.muted))
    return Done()


@endpoint("POST", "/tables/{table}/adjudicate", "End a game by the host's word", body=Adjudication, returns=TableCard)
async def adjudicate(call: Call, body: Adjudication) -> TableCard:
    room = await visible(call)
    await room.do(lambda draft: lobby.adjudicate(draft, call.user, body))
    return room_card(room)


class Archiving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Into the archive, or out of it."""

    archived: bool = True


@endpoint("POST", "/tables/{table}/archive", "Put a finished table into the archive, or take it out", body=Archiving)
async def archive(call: Call, body: Archiving) -> Done:
    room = await visible(call)
    await room.do(lambda draft: lobby.archive(draft, call.user, body.archived))
    return Done()


@endpoint("POST", "/tables/{table}/rematch", "The same table again", returns=NewTableCard, status=201, limit="tables")
async def rematch(call: Call) -> NewTableCard:
    room, hall = await visible(call), call.hall
    players = {seat.user for seat in room.seats.values() if seat.user}
    there = await hall.store.read(lambda connection: people.still_there(connection, players))
    made = lobby.rematch(room, call.user, players - there)
    removed = await removed_rematch(call, room)

    def link(draft: Draft) -> str:
        """One rematch only, whoever asks first; the new table is kept in the same transaction."""
        if draft.facts.rematch in ("", removed):
            draft.set(rematch=made.row.id)
            draft.say("rematch", {"table": made.row.id})
            draft.also.append(lambda connection: lobby.keep(connection, made))
        return draft.facts.rematch

    new = await hall.new_room(await room.do(link))
    await new.do(lambda draft: lobby.join_rematch(draft, room, call.user))
    return new_card(new, {})


async def removed_rematch(call: Call, room: Room) -> str:
    """The rematch of a table, if there was one and an operator has removed it."""
    rematch = room.row.facts.rematch
    try:
        if rematch:
            await call.hall.room(rematch)
    except NotFound:
        return rematch
    return ""
