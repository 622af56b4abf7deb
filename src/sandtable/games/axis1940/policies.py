"""Standing policies: how a power that is away answers the questions that come out of its turn.

Each policy answers one kind of question and returns None for any other, so that the player is asked.
"""

from collections.abc import Callable
from typing import Any

from sandtable.core.menus import Bag, Count, Menu
from sandtable.games.axis1940.bags import UnitBag
from sandtable.games.axis1940.data import DECK, UNITS
from sandtable.games.axis1940.forces import kind_of
from sandtable.games.axis1940.rules.kamikaze import KamikazeMenu
from sandtable.games.axis1940.views import View

Policy = Callable[[View, Menu], Any]
CAPITAL_SHIPS = ("carrier", "battleship")


def asked(view: View, *what: str) -> bool:
    return view.waiting.what in what


def bag_of(menu: Menu) -> Bag | None:
    """The limits of a bag, plain or with checks of its own."""
    if isinstance(menu, UnitBag):
        return menu.bag
    return menu if isinstance(menu, Bag) else None


def as_many_as_possible(menu: Menu, order: Callable[[str], Any]) -> Any:
    """A bag filled up in an order, as far as the rules let it."""
    bag = bag_of(menu)
    if bag is None:
        return None
    held: dict[str, int] = {}
    for word in sorted(bag.limits, key=order):
        for number in range(bag.limits[word], 0, -1):
            more = bag.packed({**held, word: number})
            if sum(count for _, count in more) <= bag.highest and is_possible(menu, dict(more)):
                held[word] = number
                break
    return bag.packed(held)


def is_possible(menu: Menu, held: dict[str, int]) -> bool:
    return menu.can_grow(held) if isinstance(menu, UnitBag) else True


def scramble_all(view: View, menu: Menu) -> Any:
    """Every aircraft that may scramble does, fighters first."""
    return as_many_as_possible(menu, lambda word: -UNITS[kind_of(word)].defense) if asked(view, "ax.scramble") else None


def scramble_never(view: View, menu: Menu) -> Any:
    return () if asked(view, "ax.scramble") else None


def intercept_all(view: View, menu: Menu) -> Any:
    return menu.high if asked(view, "ax.intercept") and isinstance(menu, Count) else None


def intercept_never(view: View, menu: Menu) -> Any:
    return 0 if asked(view, "ax.intercept") else None


def kamikaze_never(view: View, menu: Menu) -> Any:
    return menu.default if isinstance(menu, KamikazeMenu) else None


def kamikaze_capital_ships(view: View, menu: Menu) -> Any:
    """Two strikes on every carrier and battleship, as long as there are tokens."""
    if not isinstance(menu, KamikazeMenu):
        return None
    left, answer = menu.tokens, []
    for _, ships in menu.zones:
        bag = []
        for ship in ships:
            if kind_of(ship) in CAPITAL_SHIPS and left:
                bag.append((ship, min(2, left)))
                left -= bag[-1][1]
        answer.append(tuple(bag))
    return tuple(answer)


def submerge_always(view: View, menu: Menu) -> Any:
    return menu.high if asked(view, "ax.submerge") and isinstance(menu, Count) else None


def submerge_never(view: View, menu: Menu) -> Any:
    return 0 if asked(view, "ax.submerge") else None


def losses_by_price(view: View, menu: Menu) -> Any:
    """Free damage first, then the cheapest units."""
    return menu.default if asked(view, "ax.losses", "ax.air_losses", "ax.bombers_lost") else None


def losses_aircraft_last(view: View, menu: Menu) -> Any:
    """Free damage first, then ships and land units by price, aircraft only when nothing else is left."""
    if not asked(view, "ax.losses"):
        return None
    return as_many_as_possible(menu, lambda word: (kind_of(word) in DECK, is_death(word), UNITS[kind_of(word)].cost))


def is_death(word: str) -> bool:
    return UNITS[kind_of(word)].hits == 1 or "!" in word


def press_on(view: View, menu: Menu) -> Any:
    return "press" if asked(view, "ax.retreat") else None


def retreat_when_weaker(view: View, menu: Menu) -> Any:
    """Retreat as soon as the defender would score more hits than the attacker."""
    if not asked(view, "ax.retreat") or view.battle is None:
        return None
    options = getattr(menu, "options", ("press",))
    return options[-1] if view.battle.attack < view.battle.defense else "press"


def agree(view: View, menu: Menu) -> Any:
    """To the losses that an ally proposes, and to guests."""
    return "yes" if asked(view, "ax.agree", "ax.consent") else None


POLICIES: dict[str, Policy] = {
    "scramble all": scramble_all,
    "scramble never": scramble_never,
    "intercept all": intercept_all,
    "intercept never": intercept_never,
    "kamikaze capital ships": kamikaze_capital_ships,
    "kamikaze never": kamikaze_never,
    "submerge always": submerge_always,
    "submerge never": submerge_never,
    "losses by price": losses_by_price,
    "losses aircraft last": losses_aircraft_last,
    "press on": press_on,
    "retreat when weaker": retreat_when_weaker,
    "agree": agree,
}
