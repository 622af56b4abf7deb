"""Standing policies: how a power that is away answers the questions that come out of its turn.

Each policy answers one kind of question, named in `QUESTIONS`, and says None to any other, so that the player is asked.
"""

from collections.abc import Callable
from typing import Any

from sandtable.core.menus import Bag, Count, Menu
from sandtable.games.axis1940.bags import UnitBag
from sandtable.games.axis1940.data import ARM, UNITS
from sandtable.games.axis1940.forces import kind_of
from sandtable.games.axis1940.rules.kamikaze import KamikazeMenu
from sandtable.games.axis1940.views import View

Policy = Callable[[View, Menu], Any]
CAPITAL_SHIPS = ("carrier", "battleship")


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
    return as_many_as_possible(menu, lambda word: -UNITS[kind_of(word)].defense)


def scramble_never(view: View, menu: Menu) -> Any:
    return ()


def intercept_all(view: View, menu: Menu) -> Any:
    return menu.high if isinstance(menu, Count) else None


def intercept_never(view: View, menu: Menu) -> Any:
    return 0


def kamikaze_never(view: View, menu: Menu) -> Any:
    return menu.default


def kamikaze_capital_ships(view: View, menu: Menu) -> Any:
    """Two strikes on every carrier and battleship, one on a damaged one, as long as there are tokens."""
    if not isinstance(menu, KamikazeMenu):
        return None
    left, answer = menu.tokens, []
    for _, ships in menu.zones:
        bag = []
        for ship in ships:
            if kind_of(ship) in CAPITAL_SHIPS and left:
                bag.append((ship, min(1 if is_death(ship) else 2, left)))
                left -= bag[-1][1]
        answer.append(tuple(bag))
    return tuple(answer)


def submerge_always(view: View, menu: Menu) -> Any:
    return menu.high if isinstance(menu, Count) else None


def submerge_never(view: View, menu: Menu) -> Any:
    return 0


def losses_by_price(view: View, menu: Menu) -> Any:
    """Free damage first, then the cheapest units."""
    return menu.default


def losses_aircraft_last(view: View, menu: Menu) -> Any:
    """Free damage first, then ships and land units by price, aircraft only when nothing else is left."""
    return as_many_as_possible(
        menu, lambda word: (ARM[kind_of(word)] == "air", is_death(word), UNITS[kind_of(word)].cost)
    )


def is_death(word: str) -> bool:
    return UNITS[kind_of(word)].hits == 1 or "!" in word


def press_on(view: View, menu: Menu) -> Any:
    return "press"


def retreat_when_weaker(view: View, menu: Menu) -> Any:
    """Retreat as soon as the defender would score more hits than the attacker."""
    if view.battle is None:
        return None
    options = getattr(menu, "options", ("press",))
    return options[-1] if view.battle.attack < view.battle.defense else "press"


def land_ashore(view: View, menu: Menu) -> Any:
    """Stranded aircraft land in a territory if there is one, else on a carrier."""
    options: tuple[str, ...] = getattr(menu, "options", ())
    return next((place for place in options if place in view.control), options[0])


def land_on_decks(view: View, menu: Menu) -> Any:
    """Stranded aircraft land on a carrier if there is one, else in a territory."""
    options: tuple[str, ...] = getattr(menu, "options", ())
    return next((place for place in options if place not in view.control), options[0])


def agree(view: View, menu: Menu) -> Any:
    """To the losses that an ally proposes, and to guests."""
    return "yes"


ANSWERS: dict[str, tuple[Policy, tuple[str, ...]]] = {
    "scramble all": (scramble_all, ("ax.scramble",)),
    "scramble never": (scramble_never, ("ax.scramble",)),
    "intercept all": (intercept_all, ("ax.intercept",)),
    "intercept never": (intercept_never, ("ax.intercept",)),
    "kamikaze capital ships": (kamikaze_capital_ships, ("ax.kamikaze",)),
    "kamikaze never": (kamikaze_never, ("ax.kamikaze",)),
    "submerge always": (submerge_always, ("ax.submerge",)),
    "submerge never": (submerge_never, ("ax.submerge",)),
    "losses by price": (losses_by_price, ("ax.losses", "ax.air_losses", "ax.bombers_lost")),
    "losses aircraft last": (losses_aircraft_last, ("ax.losses",)),
    "press on": (press_on, ("ax.retreat",)),
    "retreat when weaker": (retreat_when_weaker, ("ax.retreat",)),
    "stranded ashore": (land_ashore, ("ax.stranded",)),
    "stranded to carriers": (land_on_decks, ("ax.stranded",)),
    "agree": (agree, ("ax.agree", "ax.consent")),
}
"""Every policy with the questions that it answers."""


def answering(policy: Policy, questions: tuple[str, ...]) -> Policy:
    return lambda view, menu: policy(view, menu) if view.waiting.what in questions else None


POLICIES: dict[str, Policy] = {name: answering(*answer) for name, answer in ANSWERS.items()}
QUESTIONS = {name: questions for name, (_, questions) in ANSWERS.items()}
