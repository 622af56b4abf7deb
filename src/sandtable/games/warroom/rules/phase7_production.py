"""Phase 7: Production. Trade with Neutrals, purchases in secret, placement under Industry Tokens."""

from typing import Any

import msgspec

from sandtable.core.forms import OpenForm, Part
from sandtable.core.menus import Bag, Count, Menu, Pick
from sandtable.core.steps import Ask, Each, Sequence, Step
from sandtable.core.verdicts import Refusal
from sandtable.games.warroom.data import (
    BLOCKS,
    BUILDABLE,
    NAMES,
    NAVAL,
    OTHER,
    REGION_NAMES,
    RESOURCES,
    SIDE_OF,
    TERRITORIES,
    UNITS,
    UNITS_PER_COMMAND,
    Amounts,
)
from sandtable.games.warroom.events import BombRepaired, Deployed, Placed, Purchased, Traded
from sandtable.games.warroom.menus import Basket, form
from sandtable.games.warroom.position import (
    RED,
    YELLOW,
    add,
    add_units,
    allegiance,
    capacity,
    is_friendly,
    less,
    room_for,
    territories_of,
)
from sandtable.games.warroom.rules.phase5_refit import as_counts, named
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import WarRoom

NEUTRALS_WITH_OFFERS = tuple(t for t, card in TERRITORIES.items() if card.trades)
NO_TRADE, NO_REPAIR = "no-trade", "no-repair"
GOODS_PRICE = 5
BOMB_REPAIR_IRON = 9


class Production(Step, frozen=True, tag="wr.7.production"):
    """Step 1: trade (and bomb repair). Steps 2-3: purchases. Step 4: placement in Turn Order."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "production")
        order = game.in_order()
        game.goto(Each("wr.7.place", order))
        game.call(Sequence(("wr.7.purchase",)))
        if game.on("bomb_repair"):
            game.call(Each("wr.7.bombs", order))
        if game.facts.trade:  # WR-PROD-11
            game.call(Each("wr.7.trade", order))
        game.call(Sequence(("wr.reorganize.all",)))


# Trade with Neutrals


class Trade(Step, frozen=True, tag="wr.7.trade"):
    """WR-PROD-11 to 22: one block for another with one Neutral, at most once in a round."""

    nation: str

    def offers(self, game: WarRoom) -> dict[str, list[str]]:
        """Neutral to the Resources that it would take and the nation could give."""
        if not may_trade(game, self.nation):
            return {}
        stock = dict(zip(RESOURCES, game.stock[self.nation], strict=True))
        found = {}
        for territory in trading_neutrals(game):
            if why_no_trade_with(game, self.nation, territory) is None:
                gives = [r for r in RESOURCES if r != TERRITORIES[territory].trades and stock[r] >= BLOCKS[r].amount]
                if gives:
                    found[territory] = gives
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        offers = self.offers(game)
        if not offers:
            return None
        others = [territory for territory in trading_neutrals(game) if territory not in offers]
        refused = {t: why for t in others if (why := why_no_trade_with(game, self.nation, t))}
        pick = Pick(rule="WR-PROD-11", options=(NO_TRADE, *offers), refused=refused)
        own = {t: Refusal("A Neutral does not take what it offers", "WR-PROD-13") for t in RESOURCES}
        menus = {
            t: Pick(rule="WR-PROD-12", options=tuple(gives), refused={TERRITORIES[t].trades: own["oil"]})
            for t, gives in offers.items()
        }
        menu = form("WR-PROD-11", Part("neutral", pick), Part("give", by="neutral", menus=dict(menus)))
        return Ask("wr.7.trade", {self.nation: menu}, f"{NAMES[self.nation]} may trade with a Neutral")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if not got or got[0] == NO_TRADE:
            return
        territory, given = got
        gave, gain = block(given), block(TERRITORIES[territory].trades)
        game.stock[self.nation] = add(less(game.stock[self.nation], gave), gain)
        game.tell(Traded(self.nation, territory, gave, gain))


def block(resource: str) -> Amounts:
    """WR-PROD-12: 5 OSR, 3 Iron or 2 Oil."""
    at, amount = RESOURCES.index(resource), BLOCKS[resource].amount
    return (amount if at == 0 else 0, amount if at == 1 else 0, amount if at == 2 else 0)


def trading_neutrals(game: WarRoom) -> list[str]:
    return [t for t in NEUTRALS_WITH_OFFERS if t in game.map.land]


def may_trade(game: WarRoom, nation: str) -> bool:
    """WR-PROD-16, R-30: China may not, and in the Red Zone or worse nothing may be added to the stock."""
    return nation != "china" and game.zone[nation] < RED


def why_no_trade_with(game: WarRoom, nation: str, territory: str) -> Refusal | None:
    """WR-PROD-14, 15, 17 to 19: why a Neutral does not trade with a nation."""
    card, side, name = TERRITORIES[territory], SIDE_OF[nation], REGION_NAMES[territory]
    if not card.trades:
        return Refusal(f"{name} has nothing to offer", "WR-NEUT-04")
    if territory in game.markers:
        return Refusal(f"{name} is Embattled", "WR-PROD-14")
    if allegiance(game, territory) not in ("", side):
        return Refusal(f"{name} does not trade with your Alliance", "WR-PROD-15")
    if by_land(game, side, territory) or by_sea(game, nation, territory):
        return None
    return Refusal(f"{name} cannot be reached by land or sea", "WR-PROD-17")


def by_land(game: WarRoom, side: str, territory: str) -> bool:
    """WR-PROD-17: the nation or an ally controls an adjacent territory that is not Embattled."""
    return any(
        is_friendly(game, other, side) and game.control.get(other) and other not in game.markers
        for other in game.map.land[territory]
    )


def by_sea(game: WarRoom, nation: str, territory: str) -> bool:
    """WR-PROD-18, 19, WR-ZONE-07: a Port on a sea without Enemy ships; the Axis needs its own ships there."""
    side = SIDE_OF[nation]
    if game.zone[nation] >= YELLOW:
        return False
    for sea in TERRITORIES[territory].ports:
        if sea not in game.map.sea:
            continue
        ships = {SIDE_OF[c.nation] for c in game.here(sea) if c.category == "naval"}
        if OTHER[side] in ships:
            continue
        if side == "allied" or side in ships or game.aligned.get(territory) == "axis":
            return True
    return False


# Bomb Damage Repair (optional)


class RepairBombs(Step, frozen=True, tag="wr.7.bombs"):
    """WR-OPT-08, 09: for 9 Iron one Bomb Token is removed from a territory of the nation, once in a round."""

    nation: str

    def places(self, game: WarRoom) -> list[str]:
        if game.stock[self.nation][1] < BOMB_REPAIR_IRON:
            return []
        return [t for t in territories_of(game, self.nation) if game.bombs.get(t)]

    def ask(self, game: WarRoom) -> Ask | None:
        places = self.places(game)
        if not places:
            return None
        menu = Pick(rule="WR-OPT-08", options=(NO_REPAIR, *places))
        return Ask("wr.7.bombs", {self.nation: menu}, f"{NAMES[self.nation]} may clear a Bomb Token for 9 Iron")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got and got != NO_REPAIR:
            game.stock[self.nation] = less(game.stock[self.nation], (0, BOMB_REPAIR_IRON, 0))
            game.bombs[got] -= 1
            if not game.bombs[got]:
                del game.bombs[got]
            game.tell(BombRepaired(self.nation, got))


# Purchases


class PurchaseMenu(OpenForm, frozen=True, tag="wr.purchase", kw_only=True):
    """WR-PROD-02, 03: units, then how many Civilian Goods, then what pays for the Goods."""

    basket: Basket

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return self.basket
        left = self.basket.left(chosen[0])
        if len(chosen) == 1:
            return Count(rule="WR-PROD-03", low=0, high=sum(left) // GOODS_PRICE)
        if len(chosen) == 2 and chosen[1]:
            limits = {name: amount for name, amount in zip(RESOURCES, left, strict=True) if amount}
            price = GOODS_PRICE * chosen[1]
            return Bag(rule="WR-PROD-03", limits=limits, least=price, most=price)
        return None


class Purchase(Step, frozen=True, tag="wr.7.purchase"):
    """WR-PROD-01, 05: all buy in secret; purchases are revealed and paid together."""

    def ask(self, game: WarRoom) -> Ask:
        menus: dict[str, Menu] = {nation: purchase_menu(game, nation) for nation in game.nations}
        return Ask("wr.7.purchase", menus, "Purchase units and Civilian Goods", sealed=True)

    def then(self, game: WarRoom, got: Any) -> None:
        for nation, (bought, goods, *payment) in got.items():
            price = total_price(bought)
            if payment:
                spent = dict(payment[0])
                price = add(price, (spent.get("oil", 0), spent.get("iron", 0), spent.get("osr", 0)))
            game.stock[nation] = less(game.stock[nation], price)
            game.goods[nation] += goods
            if bought:
                game.purchases[nation] = as_counts(dict(bought))
            if any(price):
                game.tell(Purchased(nation, bought, goods, price))
        game.done()


def total_price(bought: tuple[tuple[str, int], ...]) -> Amounts:
    total: Amounts = (0, 0, 0)
    for kind, number in bought:
        oil, iron, osr = UNITS[kind].cost
        total = add(total, (oil * number, iron * number, osr * number))
    return total


def purchase_menu(game: WarRoom, nation: str) -> PurchaseMenu:
    """WR-PROD-02, 23: China buys Infantry, and Artillery only with Industry."""
    kinds: tuple[str, ...] = BUILDABLE
    refused = {}
    if nation == "china":
        industry = any(TERRITORIES[t].industry for t in territories_of(game, nation))
        kinds = ("infantry", "artillery") if industry else ("infantry",)
        refused = {
            kind: Refusal(f"China cannot buy {UNITS[kind].name}", "WR-PROD-23")
            for kind in BUILDABLE
            if kind not in kinds
        }
    prices = {kind: UNITS[kind].cost for kind in kinds}
    basket = Basket(rule="WR-PROD-02", prices=prices, stock=game.stock[nation], refused=refused)
    return PurchaseMenu(rule="WR-PROD-02", basket=basket)


# Placement


class PlacementMenu(OpenForm, frozen=True, tag="wr.placement", kw_only=True):
    """Territory by territory the units that are built there; what is left over in the end is lost."""

    units: dict[str, int]
    rooms: dict[str, int]
    ports: tuple[str, ...]
    only: dict[str, tuple[str, ...]] = {}
    """Territories where only some kinds can be placed."""
    joins: dict[str, int] = {}
    """China: how many Infantry can join Commands in a territory."""
    tokens: int = 0
    """China: how many Land tokens are free."""

    def left(self, chosen: tuple[Any, ...]) -> dict[str, int]:
        left = dict(self.units)
        for bag in chosen:
            for kind, number in bag:
                left[kind] -= number
        return {kind: number for kind, number in left.items() if number}

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        left = self.left(chosen)
        if len(chosen) == len(self.rooms) or not left:
            return None
        territory = list(self.rooms)[len(chosen)]
        limits, refused = {}, {}
        for kind, number in left.items():
            if kind in NAVAL and territory not in self.ports:
                refused[kind] = Refusal(f"{REGION_NAMES[territory]} has no Port for ships", "WR-PROD-09")
            elif kind in self.only.get(territory, (kind,)):
                limits[kind] = number
        if territory in self.joins and "infantry" in limits:
            limits["infantry"] = min(limits["infantry"], self.room_for_infantry(chosen))
            if not limits["infantry"]:
                del limits["infantry"]
                refused["infantry"] = Refusal(f"No Command or token is left in {REGION_NAMES[territory]}", "WR-PROD-24")
        return Bag(rule="WR-PROD-07", limits=limits, most=self.rooms[territory], refused=refused)

    def room_for_infantry(self, chosen: tuple[Any, ...]) -> int:
        """R-44: in Commands of the next territory and under the tokens that those before it leave."""
        tokens = self.tokens
        for joins, bag in zip(self.joins.values(), chosen, strict=False):
            fresh = max(0, dict(bag).get("infantry", 0) - joins)
            tokens -= -(-fresh // UNITS_PER_COMMAND)
        return list(self.joins.values())[len(chosen)] + UNITS_PER_COMMAND * tokens

    @property
    def default(self) -> tuple[Any, ...]:
        """Everything as soon as it fits, ships first where there is a Port."""
        chosen: tuple[Any, ...] = ()
        while isinstance(bag := self.part(chosen), Bag):
            room, held = bag.highest, {}
            for kind in reversed(bag.limits):
                held[kind] = min(room, bag.limits[kind])
                room -= held[kind]
            chosen = (*chosen, bag.packed(held))
        return chosen


class PlaceUnits(Step, frozen=True, tag="wr.7.place"):
    """WR-PROD-06 to 09, 24 to 28: in Industrial territories of the nation, within capacity; the rest is lost."""

    nation: str

    def menu(self, game: WarRoom) -> PlacementMenu | None:
        bought = named(game.purchases.get(self.nation, (0,) * len(BUILDABLE)))
        if not bought:
            return None
        only: dict[str, tuple[str, ...]] = {}
        if self.nation == "china":
            rooms, only = mobilization_rooms(game)
        else:
            rooms = building_rooms(game, self.nation)
        if not rooms:
            return None
        ports = tuple(t for t in rooms if any(sea in game.map.sea for sea in TERRITORIES[t].ports))
        menu = PlacementMenu(rule="WR-PROD-06", units=bought, rooms=rooms, ports=ports, only=only)
        if self.nation != "china":
            return menu
        tokens = len(game.free_tokens("china", "land"))
        joins = {t: room_for(game, "china", "land", t) - UNITS_PER_COMMAND * tokens for t in rooms}
        return msgspec.structs.replace(menu, joins=joins, tokens=tokens)

    def ask(self, game: WarRoom) -> Ask | None:
        menu = self.menu(game)
        if menu is None:
            return None
        return Ask("wr.7.place", {self.nation: menu}, f"{NAMES[self.nation]} places what it has bought")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        menu = self.menu(game)
        if menu is not None:
            for territory, bag in zip(menu.rooms, got, strict=False):
                if bag:
                    place_units(game, self.nation, territory, dict(bag))
        game.purchases.pop(self.nation, None)


def building_rooms(game: WarRoom, nation: str) -> dict[str, int]:
    """WR-PROD-06, 07: Industrial territories of a nation with room under their token."""
    return {t: room for t in territories_of(game, nation) if (room := capacity(game, t))}


def mobilization_rooms(game: WarRoom) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """WR-PROD-24 to 26: Chinese Infantry also appears where a Mobilization icon is; bombs do not lower that."""
    rooms: dict[str, int] = {}
    only: dict[str, tuple[str, ...]] = {}
    for territory in territories_of(game, "china"):
        card = TERRITORIES[territory]
        tokens = room_for(game, "china", "land", territory)
        if card.industry and (room := capacity(game, territory)):
            rooms[territory] = room
        elif card.mobilization and (room := min(card.mobilization, tokens)):
            rooms[territory] = room
            only[territory] = ("infantry",)
    return rooms, only


def place_units(game: WarRoom, nation: str, territory: str, units: dict[str, int]) -> None:
    """Units go under the Industry Token; Chinese Infantry goes straight to the map (R-44)."""
    if nation == "china" and (infantry := units.pop("infantry", 0)):
        add_units(game, nation, territory, {"infantry": infantry})
        game.tell(Deployed(nation, territory, (("infantry", infantry),)))
    if any(units.values()):
        before = game.building.get(territory, (0,) * len(BUILDABLE))
        game.building[territory] = tuple(a + b for a, b in zip(before, as_counts(units), strict=True))
        game.tell(Placed(nation, territory, tuple(units.items())))
