"""Sharing, AA-POL-31: carriers, transports and territories take units of an ally with the consent of both powers. It
stands for good, unless the option `consent` has every host asked."""

from collections.abc import Mapping

from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.forces import DECK_CREW, SPENT
from sandtable.games.axis1940.rules.battlefield import seat
from sandtable.games.axis1940.spaces import survey
from sandtable.games.axis1940.state import Board

Guests = dict[tuple[str, str], int]
"""How many units of a power every ally has aboard its carriers and its transports."""


def is_asked_for(game: Board) -> bool:
    return game.options.get("consent") == "ask"


def guests_in(game: Board, power: str, zone: str) -> Guests:
    found: Guests = {}
    for ship in game.units[zone]:
        aboard = sum(item.owner == power for item in ship.cargo)
        if ship.owner != power and aboard:
            found[ship.owner, ship.kind] = found.get((ship.owner, ship.kind), 0) + aboard * ship.n
    return found


def note_guests(game: Board, power: str) -> None:
    """Whoever is aboard when the turn begins has been agreed to."""
    game.guests.clear()
    for zone in game.map.zones if is_asked_for(game) else ():
        agree(game, zone, guests_in(game, power, zone))


def agree(game: Board, zone: str, guests: Guests) -> None:
    for (host, kind), number in guests.items():
        game.guests[f"{host} {kind} {zone}"] = number


def agreed_in(game: Board, zone: str) -> dict[str, int] | None:
    """How many guests each host in a zone has agreed to take on its carriers; None if nobody has to be asked."""
    if not is_asked_for(game):
        return None
    hosts = dict.fromkeys(stack.owner for stack in game.units[zone])
    return {host: game.guests.get(f"{host} carrier {zone}", 0) for host in hosts}


def come_down(game: Board, power: str, zone: str, agreed: Mapping[str, int] | None = None) -> None:
    """The aircraft of a power over a zone take their places on carriers there: on its own first, and on those of allies
    as far as they have agreed."""
    for stack in list(game.units[zone]):
        if stack.owner == power and ARM[stack.kind] == "air":
            game.alter(zone, stack, stack.n, role=DECK_CREW, left=-1, acted=SPENT, came="", home="")
    seat(game, zone, agreed)


def guests_to_be(game: Board, power: str, zone: str) -> Guests:
    """The guests of every ally in a zone if all hosts agree, and no more is moved before aircraft come down."""
    then = game.clone()
    come_down(then, power, zone)
    return guests_in(then, power, zone)


def uninvited(game: Board, power: str, zone: str) -> list[str]:
    """The hosts in a zone who would have more guests than they have agreed to."""
    guests = guests_to_be(game, power, zone).items()
    more = [host for (host, kind), number in guests if number > game.guests.get(f"{host} {kind} {zone}", 0)]
    return list(dict.fromkeys(more))


def hosts_to_ask(game: Board, power: str, refused: tuple[str, ...]) -> tuple[str, list[str]] | None:
    """A zone where aircraft would come down on decks whose owners nobody has asked, and these. Where they have
    `refused`, they are not asked again when the phase ends."""
    for zone in survey(game, power).air if is_asked_for(game) else ():
        if zone in game.map.sea and zone not in refused and (hosts := uninvited(game, power, zone)):
            return zone, hosts
    return None
