"""The planner: plays every nation of War Room by its view alone, with a purpose for every order."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from sandtable.bots.bot import Bot
from sandtable.bots.warroom import battles, supply
from sandtable.bots.warroom.draft import never, strength, threats_to_homes
from sandtable.bots.warroom.orders import draw_up
from sandtable.core.forms import Form
from sandtable.core.menus import Bag, Menu, Pick, Rng
from sandtable.core.views import Question
from sandtable.games.warroom.data import NAMES, SIDE_OF, UNITS
from sandtable.games.warroom.menus import Regroup, Sheet
from sandtable.games.warroom.rules.pacts import violates_pact
from sandtable.games.warroom.rules.phase6_morale import ReliefMenu
from sandtable.games.warroom.rules.phase7_production import PlacementMenu, PurchaseMenu
from sandtable.games.warroom.state import Orders
from sandtable.games.warroom.views import View, known_position


class Planner(Bot):
    """Guards what decides the war, attacks where the odds are good, supports from the air, raids, builds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.name = "planner"
        self.clock = clock

    def choose(self, view: View, question: Question, rng: Rng) -> Any:
        answer = self.wish(view, question)
        menu = question.menu
        if answer is not None:
            read = menu.read(answer)
            if menu.why_not(read) is None:
                return read
        return menu.default

    def explain(self, view: View, question: Question) -> str:
        if isinstance(question.menu, Sheet):
            _, intent, _ = self.orders(view, question.nation, question.menu)
            return f"{NAMES[question.nation]} means to {intent}."
        return ""

    def deadline(self) -> Callable[[], bool]:
        """Tells whether the time for one answer is over; never, if nobody has set a limit."""
        if self.seconds is None:
            return never
        until = self.clock() + self.seconds
        return lambda: self.clock() >= until

    def orders(self, view: View, nation: str, menu: Sheet) -> tuple[Orders, str, int]:
        return draw_up(known_position(view), nation, menu.chart.most, known_orders(view, nation), self.deadline())

    def wish(self, view: View, question: Question) -> Any:
        """What it would like to answer; None for whatever is usual."""
        what, menu, nation = view.waiting.what, question.menu, question.nation
        if isinstance(menu, Sheet):
            orders, _, bid = self.orders(view, nation, menu)
            return orders, min(menu.bid.high if hasattr(menu.bid, "high") else 0, bid)
        if isinstance(menu, Regroup):
            return supply.regroup(menu)
        if isinstance(menu, PurchaseMenu):
            return supply.purchase(view, menu, nation)
        if isinstance(menu, PlacementMenu):
            return supply.place(view, menu, nation, threats_to_homes(known_position(view), nation))
        if isinstance(menu, ReliefMenu):
            return supply.relief(menu)
        if what == "wr.6.cancel" and isinstance(menu, Bag):
            return supply.spend_all(menu)
        if what == "wr.6.desert" and isinstance(menu, Bag):
            return supply.deserters(menu)
        return self.at_the_front(view, what, menu, nation)

    def at_the_front(self, view: View, what: str, menu: Menu, nation: str) -> Any:
        match what:
            case "wr.3.order":
                return best_route(menu)
            case "wr.3.launch":
                return launch(view, menu, nation)
            case "wr.4.stances":
                return battles.take_stances(view, menu, nation, self.seconds)
            case "wr.4.assign":
                return battles.best_hit(view, menu, nation)
            case "wr.4.escort":
                return battles.escort(view, menu, nation)
            case "wr.7.trade":
                return supply.trade(view, menu, nation)
        return None


def known_orders(view: View, nation: str) -> Orders:
    """What allies have written on sheets that this seat may read: its own nations', or all where plans are shared."""
    found: dict[str, str] = {}
    for ally, sheet in view.sheets.items():
        if ally != nation and SIDE_OF[ally] == SIDE_OF[nation] and isinstance(sheet, tuple):
            for key, end in sheet[0]:
                if key in view.commands:
                    found.setdefault(key, end)  # only a Command's first order counts
    return tuple(found.items())


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


def launch(view: View, menu: Menu, nation: str) -> Any:
    """Carrier Fighters go where enemies are, or stay over their Carriers."""
    assert isinstance(menu, Form)
    game, said = known_position(view), []
    for part in menu.parts:
        bag = part.menu
        assert isinstance(bag, Bag)
        open_to_it = [region for region in bag.limits if not violates_pact(game, nation, region)]
        best = max(open_to_it, key=lambda r: (strength(game, r, nation, False), r == part.name, r))
        if not strength(game, best, nation, False):
            best = part.name
        said.append(bag.packed({best: bag.highest}))
    return tuple(said)
