"""The planner: plays every nation of War Room by its view alone, with a purpose for every order."""

from typing import Any

from sandtable.bots.bot import Bot
from sandtable.bots.warroom.orders import draw_up, strength
from sandtable.core.menus import Bag, Form, Menu, Pick, Rng
from sandtable.core.views import Question
from sandtable.games.warroom.data import NAMES, SIDE_OF, TERRITORIES, UNITS
from sandtable.games.warroom.menus import Sheet
from sandtable.games.warroom.rules.phase6_morale import ReliefMenu
from sandtable.games.warroom.rules.phase7_production import PlacementMenu, PurchaseMenu
from sandtable.games.warroom.views import View, known_position

WISHES = ("armor", "infantry", "artillery", "infantry", "fighter", "infantry", "artillery", "armor", "bomber")


class Planner(Bot):
    """Attacks with superior numbers, supports from the air, raids, repairs, builds for the front."""

    def __init__(self) -> None:
        self.name = "planner"

    def choose(self, view: View, question: Question, rng: Rng) -> Any:
        answer = self.wish(view, question)
        menu = question.menu
        if answer is not None and menu.why_not(menu.read(answer)) is None:
            return menu.read(answer)
        return menu.default

    def explain(self, view: View, question: Question) -> str:
        if isinstance(question.menu, Sheet):
            _, intent = draw_up(known_position(view), question.nation, question.menu.chart.most)
            return f"{NAMES[question.nation]} means to {intent}."
        return ""

    def wish(self, view: View, question: Question) -> Any:
        what, menu, nation = view.waiting.what, question.menu, question.nation
        if isinstance(menu, Sheet):
            orders, _ = draw_up(known_position(view), nation, menu.chart.most)
            return orders, min(menu.bid.high if hasattr(menu.bid, "high") else 0, 1 + view.round % 2)
        if what == "wr.3.order":
            return best_route(menu)
        if what == "wr.4.stances":
            return take_stances(view, menu, nation)
        if what == "wr.4.assign":
            return best_target(view, menu)
        if what == "wr.4.escort":
            return menu.options[-1] if isinstance(menu, Pick) else None
        if what == "wr.3.launch":
            return launch(view, menu, nation)
        if what == "wr.5.land":
            return None
        if isinstance(menu, PurchaseMenu):
            return purchase(view, menu, nation)
        if isinstance(menu, PlacementMenu):
            return menu.default
        if what == "wr.6.cancel" and isinstance(menu, Bag):
            return spend_all(menu)
        if isinstance(menu, ReliefMenu):
            return relief(menu)
        return None


def best_route(menu: Menu) -> Any:
    """The first way that breaks no Pact, leaving the cheapest units behind; otherwise call it off."""
    assert isinstance(menu, Form)
    ways = menu.parts[0].menu
    assert isinstance(ways, Pick)
    for name in ways.options:
        if name == "cancel" or name in ways.doubted:
            continue
        rest = menu.part((name,))
        if rest is None:
            return (name,)
        assert isinstance(rest, Bag)
        number, held = rest.least, {}
        for kind in sorted(rest.limits, key=lambda k: (sum(UNITS[k].cost), k)):
            held[kind] = min(number, rest.limits[kind])
            number -= held[kind]
        return (name, rest.packed(held))
    return ("cancel",)


def take_stances(view: View, menu: Menu, nation: str) -> Any:
    """Attack when stronger, defend when weaker; guns and Fighters look up when the enemy has aircraft."""
    assert isinstance(menu, Form)
    assert view.battle is not None
    game, region = known_position(view), view.battle.region
    mine = strength(game, region, nation, friends=True)
    theirs = strength(game, region, nation, friends=False)
    enemies = [c for c in game.here(region) if SIDE_OF[c.nation] != SIDE_OF[nation]]
    enemy_air = any(c.category == "air" for c in enemies)
    wanted = {
        "infantry": "offense" if mine > theirs else "defense",
        "armor": "offense" if mine > 0.8 * theirs else "defense",
        "artillery": "anti_air" if enemy_air else "ground",
        "fighter": "air" if enemy_air else "ground",
        "carrier_fighter": "air" if enemy_air else "ground",
        "bomber": "ground" if theirs else "strategic",
        "cruiser": "escort",
        "carrier": "anti_air" if enemy_air else "offense",
        "battleship": "anti_air" if enemy_air else "offense",
    }
    said = []
    for part in menu.parts:
        bag = part.menu
        assert isinstance(bag, Bag)
        kind = part.name.split(" ")[0]
        stance = wanted[kind]
        options = [o for o in bag.limits if f"/{stance}/" in o] or [o for o in bag.limits if "/surface/" in o]
        name = (options or list(bag.limits))[0]
        said.append(((name, bag.limits[name]),))
    return tuple(said)


def best_target(view: View, menu: Menu) -> Any:
    """Finish what is hurt, then the costliest."""
    assert isinstance(menu, Pick)
    assert view.battle is not None
    hurt = {f"{r.hurt[1]}/{r.stance}/{r.hurt[0]}" for r in view.battle.rows if r.hurt}
    targets = [option for option in menu.options if "/" in option]
    if not targets:
        return None
    return max(targets, key=lambda o: (o in hurt, sum(UNITS[o.split("/")[0]].cost), o))


def launch(view: View, menu: Menu, nation: str) -> Any:
    """Carrier Fighters go where enemies are, or stay over their Carriers."""
    assert isinstance(menu, Form)
    game, said = known_position(view), []
    for part in menu.parts:
        bag = part.menu
        assert isinstance(bag, Bag)
        best = max(bag.limits, key=lambda r: (strength(game, r, nation, False), r == part.name, r))
        if not strength(game, best, nation, False):
            best = part.name
        said.append(bag.packed({best: bag.highest}))
    return tuple(said)


def purchase(view: View, menu: PurchaseMenu, nation: str) -> Any:
    """A mixed army for all the capacity there is; what is left over buys Civilian Goods when morale is low."""
    basket = menu.basket
    room = sum(
        max(0, TERRITORIES[t].value - view.bombs.get(t, 0))
        for t, owner in view.control.items()
        if owner == nation and (TERRITORIES[t].industry or (nation == "china" and TERRITORIES[t].mobilization))
    )
    held: dict[str, int] = dict.fromkeys(basket.prices, 0)
    while sum(held.values()) < room:
        left = basket.left(tuple(held.items()))
        kinds = [k for k in WISHES if k in basket.prices and basket.most(k, left)]
        if not kinds:
            break
        wish = WISHES[sum(held.values()) % len(WISHES)]
        held[wish if wish in kinds else kinds[0]] += 1
    bought = tuple((kind, number) for kind, number in held.items() if number)
    return bought, 0


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
