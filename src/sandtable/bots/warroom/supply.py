"""What the planner does between battles: purchases and where they are built, trade, morale, fuller Commands."""

from typing import Any

from sandtable.core.forms import Form
from sandtable.core.menus import Bag, Menu, Pick
from sandtable.games.warroom.data import (
    AIR,
    BUILDABLE,
    CATEGORIES,
    CATEGORY_OF,
    NAVAL,
    RESOURCES,
    TERRITORIES,
    UNITS,
    UNITS_PER_COMMAND,
)
from sandtable.games.warroom.menus import DONE, Regroup
from sandtable.games.warroom.position import capacity, room_for, territories_of
from sandtable.games.warroom.rules.phase6_morale import ReliefMenu
from sandtable.games.warroom.rules.phase7_production import GOODS_PRICE, PlacementMenu, PurchaseMenu
from sandtable.games.warroom.state import WarRoom
from sandtable.games.warroom.views import View, known_position

ARMY = ("infantry", "armor", "infantry", "artillery", "infantry", "fighter", "infantry", "artillery", "armor")
FLEET = ("infantry", "armor", "cruiser", "artillery", "infantry", "fighter", "submarine", "infantry", "armor")
SEA_POWERS = ("usa", "british", "japan")
SPARE_TOKENS = 3
SPARE_STOCK = 8
"""What a nation keeps of a Resource before it trades it away."""


def purchase(view: View, menu: PurchaseMenu, nation: str) -> Any:
    """A mixed force for what can be built and deployed; what is left over buys Civilian Goods while morale is low."""
    game, basket = known_position(view), menu.basket
    room = free_capacity(game, nation)
    tokens = {category: tokens_room(game, nation, category) for category in CATEGORIES}
    wishes = FLEET if nation in SEA_POWERS else ARMY
    held: dict[str, int] = dict.fromkeys(basket.prices, 0)
    while sum(held.values()) < room:
        left = basket.left(tuple(held.items()))
        kinds = [k for k in (*wishes, "bomber") if k in held and basket.most(k, left) and tokens[CATEGORY_OF[k]] > 0]
        if not kinds:
            break
        wish = wishes[sum(held.values()) % len(wishes)]
        kind = wish if wish in kinds else kinds[0]
        held[kind] += 1
        tokens[CATEGORY_OF[kind]] -= 1
    bought = tuple((kind, number) for kind, number in held.items() if number)
    return civilian_goods(view, nation, bought, basket.left(bought))


def free_capacity(game: WarRoom, nation: str) -> int:
    if nation == "china":
        return sum(max(TERRITORIES[t].mobilization, capacity(game, t)) for t in territories_of(game, nation))
    return sum(capacity(game, territory) for territory in territories_of(game, nation))


def tokens_room(game: WarRoom, nation: str, category: str) -> int:
    """How many units of a Category could be deployed, those that wait for it not counted."""
    homes = [t for t in territories_of(game, nation) if TERRITORIES[t].industry or nation == "china"]
    room = max((room_for(game, nation, category, home) for home in homes), default=0)
    if category == "naval":
        room = UNITS_PER_COMMAND * len(game.free_tokens(nation, category))
    kinds = CATEGORIES[category]
    waiting = 0
    for group in (game.building, game.deferred):
        for home in homes:
            waiting += sum(n for kind, n in zip(BUILDABLE, group.get(home, ()), strict=False) if kind in kinds)
    return room - waiting


def civilian_goods(view: View, nation: str, bought: tuple[tuple[str, int], ...], left: Any) -> Any:
    """Goods against Stress: as many as there is Stress or worse to come, from what the units leave."""
    worried = view.stress[nation] + 3 * view.zone[nation] - view.goods[nation] - view.medals[nation]
    goods = min(max(0, worried), sum(left) // GOODS_PRICE)
    if not goods:
        return bought, 0
    paid, stock = [0, 0, 0], list(left)
    for _ in range(goods * GOODS_PRICE):
        at = max(range(3), key=lambda place: (stock[place], place))
        stock[at] -= 1
        paid[at] += 1
    return bought, goods, tuple((name, amount) for name, amount in zip(RESOURCES, paid, strict=True) if amount)


def place(view: View, menu: PlacementMenu, nation: str, threats: dict[str, float]) -> Any:
    """Where the enemy is near, first; ships where there is a Port."""
    left, share = dict(menu.units), {}
    for territory in sorted(menu.rooms, key=lambda t: (-threats.get(t, 0.0), t)):
        room, held = menu.rooms[territory], {}
        kinds = [k for k in left if k in menu.only.get(territory, (k,)) and (k not in NAVAL or territory in menu.ports)]
        for kind in sorted(kinds, key=lambda k: (k not in NAVAL, k in AIR)):
            held[kind] = min(room, left[kind])
            room -= held[kind]
            left[kind] -= held[kind]
        share[territory] = held
    chosen: tuple[Any, ...] = ()
    for territory in menu.rooms:
        bag = menu.part(chosen)
        if not isinstance(bag, Bag):
            break
        chosen = (*chosen, bag.packed(share[territory]))
    return chosen


def trade(view: View, menu: Menu, nation: str) -> Any:
    """Plenty of one Resource for one that is short."""
    assert isinstance(menu, Form)
    ways = menu.parts[0].menu
    assert isinstance(ways, Pick)
    stock = dict(zip(RESOURCES, view.stock[nation], strict=True))
    best, most = None, 0
    for neutral in ways.options[1:]:
        gives = menu.part((neutral,))
        assert isinstance(gives, Pick)
        for given in gives.options:
            gap = stock[given] - stock[TERRITORIES[neutral].trades]
            if stock[given] >= SPARE_STOCK and gap > max(most, SPARE_STOCK):
                best, most = (neutral, given), gap
    return best


def regroup(menu: Regroup) -> Any:
    """Commands of a region are merged when tokens run short: without one, no Command can be split or raised."""
    for source in sorted(menu.stacks, key=lambda stack: (stack.size, stack.number)):
        if menu.free[source.category] >= SPARE_TOKENS:
            continue
        room = [other for other in menu.partners(source) if other.size + source.size <= UNITS_PER_COMMAND]
        if room:
            target = max(room, key=lambda stack: (stack.size, -stack.number))
            return source.key, tuple(source.counts().items()), target.key
    return (DONE,)


def spend_all(menu: Bag) -> Any:
    room, held = menu.highest, {}
    for name, limit in menu.limits.items():
        held[name] = min(room, limit)
        room -= held[name]
    return menu.packed(held)


def relief(menu: ReliefMenu) -> Any:
    left, held = menu.price, {}
    for name, number in menu.held.items():
        held[name] = min(left, number)
        left -= held[name]
    return "yes", tuple((name, number) for name, number in held.items() if number)


def deserters(menu: Bag) -> Any:
    """The cheapest units go."""
    missing, held = menu.least, {}
    for name in sorted(menu.limits, key=lambda n: (sum(UNITS[n.split("/")[1]].cost), n)):
        held[name] = min(missing, menu.limits[name])
        missing -= held[name]
    return menu.packed(held)
