"""Phase 1: Purchase and Repair."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from typing import Any

from sandtable.core import menus
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import UnitBag
from sandtable.games.axis1940.data import COST, FACILITIES, UNITS, UPGRADE_COST
from sandtable.games.axis1940.events import Bought, Repaired, ShipRepaired
from sandtable.games.axis1940.forces import Bag
from sandtable.games.axis1940.rules.china import is_burma_road_open, why_china_cannot_buy
from sandtable.games.axis1940.spaces import is_serviced, survey
from sandtable.games.axis1940.state import Board, Facility
from sandtable.games.axis1940.words import Name, The, name_of, the

UPGRADE = "upgrade"


def is_upgrade(word: str) -> bool:
    return word.endswith(f".{UPGRADE}")


class PurchaseBag(UnitBag, frozen=True, tag="ax.purchase", kw_only=True, dict=True):
    """A purchase with upgrades, which demand repairs in the same bag."""

    def can_grow(self, held: Mapping[str, int]) -> bool:
        assert self.bag.budget is not None
        return self.cost_to_finish(held) <= self.bag.budget

    def addable(self, held: Mapping[str, int]) -> list[str]:
        assert self.bag.budget is not None
        left = self.bag.budget - self.cost_to_finish(held)
        prices, limits = self.bag.prices, self.bag.limits
        return [
            kind
            for kind in limits
            if (
                self.may_have_more(held, kind)
                if "." in kind  # a repair or an upgrade, for which the repairs that are demanded count
                else prices[kind] <= left and held.get(kind, 0) < limits[kind]
            )
        ]

    def cost_to_finish(self, held: Mapping[str, int]) -> int:
        """What a bag costs together with the repairs that its upgrades demand."""
        cost = sum([self.bag.prices[kind] * number for kind, number in held.items()])
        for word in held:
            if is_upgrade(word):
                repair = word.replace(UPGRADE, "minor_ic")
                cost += self.bag.limits.get(repair, 0) - held.get(repair, 0)
        return cost

    @property
    def default(self) -> Bag:
        return ()


def why_not_upgrade(game: Board, power: str, territory: str) -> Refusal | None:
    """AA-PURCH-11, R49: on an originally own territory of value 3 or more, held since the beginning of the turn."""
    if game.map.emblems[territory] != power or game.map.values[territory] < 3:
        return Refusal(
            f"Only an originally own territory of value 3 or more can be upgraded, and {name_of(territory)} is none",
            "AA-PURCH-11",
        )
    return None


def purchase_menu(game: Board, power: str) -> menus.Menu:
    """AA-PURCH-01, AA-PURCH-02, AA-PURCH-05, AA-PURCH-07: what can be bought and repaired with the IPCs on hand."""
    money = game.treasury[power]
    is_china = power == game.map.facts.china
    affordable, too_dear = on_offer(money, is_burma_road_open(game) if is_china else None)
    limits, refused = dict(affordable), dict(too_dear)
    prices = {kind: COST[kind] for kind in affordable}
    for territory in compress(game.facilities, game.facilities.values()):
        facilities = game.facilities[territory]
        if is_china or game.control[territory] != power:
            refused |= why_not_repair(territory, facilities, None if is_china else game.control[territory])
        else:
            add_works(game, power, territory, facilities, limits, prices, refused)
    bag = menus.Bag(limits=limits, prices=prices, budget=money, refused=refused, rule="AA-PURCH-01")
    if not any(map(is_upgrade, limits)):
        return bag
    menu = PurchaseBag(bag=bag, rule="AA-PURCH-03")
    menu.__dict__["final_check"] = lambda held: why_not_unrepaired(bag, held)
    return menu


@lru_cache(maxsize=256)
def on_offer(money: int, road_is_open: bool | None) -> tuple[Mapping[str, int], dict[str, Refusal]]:
    """AA-PURCH-01: how many of each kind could be bought with so much, and why not the others. For China it depends on
    the Burma Road, for the others (None) on nothing else."""
    limits: dict[str, int] = {}
    refused: dict[str, Refusal] = {}
    for kind in (*UNITS, *FACILITIES):
        if road_is_open is not None and (refusal := why_china_cannot_buy(kind, road_is_open)):
            refused[kind] = refusal
        elif COST[kind] <= money:
            limits[kind] = money // COST[kind]
        else:
            refused[kind] = Refusal(f"{Name(kind)} costs {COST[kind]} IPCs, and only {money} are there", "AA-PURCH-01")
    return limits, refused


@lru_cache(maxsize=1024)
def why_not_repair(territory: str, facilities: tuple[Facility, ...], holder: str | None) -> Mapping[str, Refusal]:
    """AA-PURCH-07, AA-CHINA-16: what is said about facilities of another holder, or to China (None) about all of them.
    Remembered, for every purchase says it about the same ones."""
    found = {}
    for facility in facilities:
        if holder is None:
            refusal = Refusal("China cannot repair bases", "AA-CHINA-16")
        else:
            what = f"{name_of(facility.kind)} in {name_of(territory)}"
            refusal = Refusal(f"Only {the(holder)} repairs the {what}", "AA-PURCH-07")
        found[f"{territory}.{facility.kind}"] = refusal
    return found


def add_works(
    game: Board,
    power: str,
    territory: str,
    facilities: tuple[Facility, ...],
    limits: dict[str, int],
    prices: dict[str, int],
    refused: dict[str, Refusal],
) -> None:
    """The repairs and the upgrade that own facilities allow."""
    for facility in facilities:
        if facility.damage:
            word = f"{territory}.{facility.kind}"
            limits[word], prices[word] = facility.damage, 1
        if facility.kind == "minor_ic":
            word = f"{territory}.{UPGRADE}"
            if refusal := why_not_upgrade(game, power, territory):
                refused[word] = refusal
            elif game.treasury[power] >= UPGRADE_COST + facility.damage:
                limits[word], prices[word] = 1, UPGRADE_COST
            else:
                refused[word] = too_dear_to_upgrade(facility.damage, game.treasury[power])


def too_dear_to_upgrade(damage: int, money: int) -> Refusal:
    """AA-PURCH-12: an upgrade, with the repairs that it demands, is beyond the treasury."""
    if damage:
        what = f"An upgrade costs {UPGRADE_COST} IPCs and the repair before it {damage}"
        return Refusal(f"{what}, and only {money} are there", "AA-PURCH-12")
    return Refusal(f"An upgrade costs {UPGRADE_COST} IPCs, and only {money} are there", "AA-PURCH-01")


def why_not_unrepaired(menu: menus.Bag, held: Mapping[str, int]) -> Refusal | None:
    """AA-PURCH-12: a damaged complex is upgraded only if all its damage is repaired in the same purchase."""
    for word in held:
        if is_upgrade(word):
            repair = word.replace(UPGRADE, "minor_ic")
            if held.get(repair, 0) < menu.limits.get(repair, 0):
                where = name_of(word.partition(".")[0])
                return Refusal(
                    f"All damage of the complex in {where} must be repaired before the upgrade", "AA-PURCH-12"
                )
    return None


class Purchase(Step, frozen=True, tag="ax.purchase.buy"):
    """Phase 1: what is bought waits in the mobilization zone; repairs work at once."""

    power: str

    def ask(self, game: Board) -> Want:
        menu = purchase_menu(game, self.power)
        prompt = f"{The(self.power)} has {game.treasury[self.power]} IPCs. What does it buy?"
        return Ask("ax.purchase", {self.power: menu}, prompt)

    def then(self, game: Board, got: Any) -> None:
        cost = 0
        units: list[tuple[str, int]] = []
        for word, number in got:
            territory, dot, kind = word.partition(".")
            if not dot:
                cost += COST[word] * number
                game.bought[word] = number
                units.append((word, number))
            elif kind == UPGRADE:
                cost += UPGRADE_COST
                game.upgrading.append(territory)
                units.append((UPGRADE, 1))
            else:
                cost += number
                game.set_facility(territory, kind, (game.damage(territory, kind) or 0) - number)
                game.tell(Repaired(self.power, territory, kind, number))
        game.treasury[self.power] -= cost
        game.tell(Bought(self.power, tuple(units), cost, game.treasury[self.power]))
        repair_ships(game, self.power)
        game.done()


def repair_ships(game: Board, power: str) -> None:
    """AA-PURCH-08 to 10: damaged capital ships in serviced zones are repaired free of charge, after the bases are."""
    for zone in survey(game, power).own:
        hurt = [stack for stack in game.units[zone] if stack.hits and stack.owner == power]
        if hurt and is_serviced(game, power, zone):
            for stack in hurt:
                game.alter(zone, stack, stack.n, hits=0)
                game.tell(ShipRepaired(power, zone, ((stack.kind, stack.n),)))
