"""Dice that were not made for one table alone: campaigns, wars of the day, and a finished war once more."""

import msgspec

from sandtable.core.table import Table
from sandtable.core.verdicts import BadInput
from sandtable.games.echoes import campaigns
from sandtable.server.problems import Conflict, Invalid
from sandtable.server.records import War
from sandtable.server.rooms import Room

SHARED_WARS = {"echoes": campaigns.shared}
"""The games that have wars for everyone, by their short names."""


class KnownDice(msgspec.Struct, frozen=True):
    """Dice whose secret is no secret, for wars against oneself that can be compared."""

    war: War
    secret: bytes


def shared_dice(game: str, name: str) -> KnownDice:
    """The dice of a campaign or a day."""
    if game not in SHARED_WARS:
        raise Invalid(f"{game} has no campaigns or wars of the day.")
    found = SHARED_WARS[game](name)
    return KnownDice(War(found.id, found.title, found.salt, found.nonces), found.secret)


def same_dice(room: Room) -> KnownDice:
    """The dice of a finished war once more. Its secret is out, so that they can be foreseen."""
    if room.table is None or not room.table.revealed:
        raise Conflict("The same war can be played again once it is over and its dice are revealed.")
    setup, kept = room.table.setup, room.row.facts.war
    title = kept.title if kept else "The same war again"
    return KnownDice(War(setup.id, title, setup.salt, dict(setup.nonces)), room.table.secret)


def war_of(game: str, table: Table) -> War | None:
    """The shared war whose dice a save has, if it has those of one."""
    name = table.setup.id.removeprefix(f"{game}/")
    if game not in SHARED_WARS or name == table.setup.id:
        return None
    try:
        known = shared_dice(game, name)
    except BadInput:
        return None
    same = table.secret == known.secret and table.setup.nonces == known.war.nonces
    return known.war if same else None
