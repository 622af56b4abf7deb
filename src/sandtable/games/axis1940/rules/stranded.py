"""Noncombat Move, first of all: defending aircraft come home or find another place (AA-NCM-02, AA-NCM-03)."""

from typing import Any

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Step, Want
from sandtable.games.axis1940.data import DECK
from sandtable.games.axis1940.events import Rescued, UnitsLost
from sandtable.games.axis1940.forces import DECK_CREW, INTERCEPT, SCRAMBLED, Cargo, Stack, changed, in_order
from sandtable.games.axis1940.landing import DECK_PLACES
from sandtable.games.axis1940.rules.politics import why_not_enter
from sandtable.games.axis1940.spaces import FRIENDLY, may_share, status, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the

STRANDED_ROLES = (SCRAMBLED, INTERCEPT, DECK_CREW)


def come_home(game: Board) -> None:
    """AA-SCR-11, AA-SBR-07: scrambled aircraft return to their base and interceptors stay, unless it was captured."""
    for space in survey(game, game.acting).roles:
        for stack in list(game.units[space]):
            if stack.role == SCRAMBLED and is_still_friendly(game, stack.owner, stack.home):
                game.pull(space, stack, stack.n)
                game.put(stack.home, changed(stack, role="", home=""))
                game.tell(Rescued(stack.owner, ((stack.kind, stack.n),), stack.home))
            elif stack.role == INTERCEPT and is_still_friendly(game, stack.owner, space):
                game.alter(space, stack, stack.n, role="")


def is_still_friendly(game: Board, owner: str, territory: str) -> bool:
    return status(game, owner, territory) == FRIENDLY


def stranded(game: Board) -> tuple[str, Stack] | None:
    """The next aircraft that has lost its place, in a fixed order."""
    for space in survey(game, game.acting).roles:
        for stack in in_order(game.units[space]):
            if stack.role in STRANDED_ROLES and stack.owner != game.acting:
                return space, stack
    return None


def places_near(game: Board, owner: str, space: str, kind: str) -> tuple[str, ...]:
    """AA-NCM-02, AA-CAPSHIP-10, R22: friendly territories and carriers with room within one space of where it is."""
    found = []
    for other in (space, *game.map.air_next[space]):
        if other in game.map.sea:
            if kind in DECK and owner != game.map.facts.china and deck_with_room(game, owner, other):
                found.append(other)
        elif other != space and is_safe_ground(game, owner, other):
            found.append(other)
    return tuple(found)


def is_safe_ground(game: Board, owner: str, territory: str) -> bool:
    """Whether a territory is friendly, was not captured this turn, and is open to the owner of the aircraft."""
    holder = game.control[territory]
    if not holder or holder != game.held[territory] or status(game, owner, territory) != FRIENDLY:
        return False
    return why_not_enter(game, owner, territory) is None


def deck_with_room(game: Board, owner: str, zone: str) -> Stack | None:
    for stack in game.units[zone]:
        room = stack.kind == "carrier" and not stack.hits and len(stack.cargo) < DECK_PLACES
        if room and stack.owner != game.acting and may_share(game, owner, stack.owner):
            return stack
    return None


class LandStranded(Step, frozen=True, tag="ax.noncombat.stranded"):
    """AA-NCM-02: before the acting power moves, stranded defenders land within one space, or are lost."""

    power: str

    def ask(self, game: Board) -> Want | None:
        found = stranded(game)
        if found is None:
            return None
        space, stack = found
        places = places_near(game, stack.owner, space, stack.kind)
        if len(places) < 2:
            return None
        menu = Pick(options=places, rule="AA-NCM-02")
        prompt = f"Where does a {name_of(stack.kind)} of {the(stack.owner)} from {name_of(space)} land?"
        return Ask("ax.stranded", {stack.owner: menu}, prompt)

    def then(self, game: Board, got: Any) -> None:
        found = stranded(game)
        if found is None:
            game.done()
            return
        space, stack = found
        places = places_near(game, stack.owner, space, stack.kind)
        place = got or (places[0] if places else "")
        game.pull(space, stack, 1)
        if not place:
            game.tell(UnitsLost(space, ((stack.owner, stack.kind, 1),), why="no place to land"))
            return
        if place in game.map.sea:
            deck = deck_with_room(game, stack.owner, place)
            assert deck is not None
            game.alter(place, deck, 1, cargo=(*deck.cargo, Cargo(stack.owner, stack.kind)))
        else:
            game.put(place, changed(stack, n=1, role="", home=""))
        game.tell(Rescued(stack.owner, ((stack.kind, 1),), place))


class ComeHome(Step, frozen=True, tag="ax.noncombat.come_home"):
    """AA-SCR-12: scrambled aircraft land before the attacker makes any move."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        come_home(game)
        game.goto(LandStranded(self.power))
