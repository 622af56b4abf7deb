"""Purchase and mobilization: what the war needs next, and where it is placed."""

from collections.abc import Mapping
from typing import Any

from sandtable.bots.pacific.armada import Armada
from sandtable.bots.pacific.defence import HOME_GUARD, RISKED, SAFE, danger
from sandtable.bots.pacific.draft import Draft
from sandtable.bots.pacific.outlook import Outlook
from sandtable.bots.pacific.pull import Pulls, by_land
from sandtable.core.menus import Bag, Menu
from sandtable.games.axis1940.data import ARM, COMPLEXES, COST, FACILITIES, TAKERS, WARSHIPS
from sandtable.games.axis1940.landing import capacity
from sandtable.games.axis1940.movement import UnitBag
from sandtable.games.axis1940.reach import damaged
from sandtable.games.axis1940.rules.mobilize import Mobilize

MOST_TRANSPORTS = {"japan": 9, "united_states": 10, "united_kingdom": 3, "anzac": 4}
TRANSPORTS_A_TURN = 3
MAINLAND_COMPLEXES = 3
PLENTY = 16
AWAITED = 30.0
GROUND = ("infantry", "artillery", "infantry", "tank")
MARCH = ("infantry", "artillery", "infantry", "mechanized_infantry", "tank")
RICH_FLEET = {"destroyer": 3, "carrier": 3, "battleship": 2, "cruiser": 1, "strategic_bomber": 1}
FLEET = {"destroyer": 5, "submarine": 3, "carrier": 2, "cruiser": 1}
"""The proportions of a fleet."""


class Shopping:
    """A purchase in the making."""

    def __init__(self, outlook: Outlook, menu: Menu, keep: Mapping[str, int]) -> None:
        self.outlook = outlook
        self.power = outlook.power
        self.map = outlook.map
        self.keep = keep
        self.pulls = Pulls(outlook)
        self.armada = Armada(outlook, self.pulls, outlook.game, dict(keep))
        found = menu.bag if isinstance(menu, UnitBag) else menu
        assert isinstance(found, Bag)
        self.bag = found
        self.money = outlook.game.treasury[outlook.power]
        self.held: dict[str, int] = {}
        self.yards = {
            spot: size
            for spot, holder in outlook.game.control.items()
            if holder == self.power and (size := capacity(outlook.game, spot))
        }
        self.room = sum(self.yards.values())
        self.has_harbour = self.find_harbour()

    def buy(self, kind: str) -> bool:
        """One more of a kind, if it can be paid and placed."""
        if ARM.get(kind) == "sea" and not self.has_harbour:
            return False
        price = self.bag.prices.get(kind, 999)
        unit = kind in COST and kind not in FACILITIES
        if price > self.money or self.held.get(kind, 0) >= self.bag.limits.get(kind, 0) or (unit and self.room <= 0):
            return False
        self.held[kind] = self.held.get(kind, 0) + 1
        self.money -= price
        self.room -= unit
        return True

    def find_harbour(self) -> bool:
        """Whether new ships would live to sail: some zone beside a complex where they would not be sunk at once."""
        for spot in self.yards:
            for zone in self.map.zones_of[spot]:
                ships = self.outlook.friendly_units(zone)
                ships["destroyer"] = ships.get("destroyer", 0) + 2
                for mover in self.outlook.reach.by_sea.get(zone, ()):
                    if mover.origin != zone:  # the fleet can come to protect them
                        ships[damaged(mover.stack)] = ships.get(damaged(mover.stack), 0) + mover.n
                if self.outlook.threat(zone, ships).win < 0.6 * self.outlook.boldness:
                    return True
        return False

    def number(self, kinds: tuple[str, ...]) -> int:
        """How many of these kinds the power has or is about to have."""
        there = sum(
            stack.n
            for stacks in self.outlook.game.units.values()
            for stack in stacks
            if stack.owner == self.power and stack.kind in kinds
        )
        return there + sum(self.held.get(kind, 0) for kind in kinds)

    def plan(self) -> Any:
        if self.power == self.map.facts.china:
            self.room = 99
            while self.buy("artillery" if self.held.get("infantry", 0) > 3 else "infantry") or self.buy("infantry"):
                pass
            return self.bag.packed(self.held)
        self.repair()
        self.defend()
        self.build_works()
        self.match_fleets()
        self.fill_continent()
        self.fill_home()
        return self.bag.packed(self.held)

    def repair(self) -> None:
        """Complexes and bases that fail are repaired as far as it is cheap."""
        for word in self.bag.limits:
            spot, dot, kind = word.partition(".")
            if not dot or kind == "upgrade" or spot not in self.map.territories:
                continue
            wanted = self.bag.limits[word] if kind in COMPLEXES else max(0, self.bag.limits[word] - 2)
            for _ in range(min(wanted, 6)):
                if self.buy(word) and kind in COMPLEXES:
                    self.room += 1

    def defend(self) -> None:
        """Infantry for places with a complex that could be taken before the next turn."""
        for spot, size in self.yards.items():
            units = self.outlook.friendly_units(spot)
            if spot == self.map.powers[self.power].capital:
                missing = HOME_GUARD - sum(units.get(kind, 0) for kind in TAKERS)
                for _ in range(min(size, max(0, missing))):
                    if self.buy("infantry"):
                        units["infantry"] = units.get("infantry", 0) + 1
            limit = SAFE if spot == self.map.powers[self.power].capital else RISKED
            for at in range(size):
                kind = "fighter" if at % 4 == 3 and self.money > 25 else "infantry"
                if danger(self.outlook, spot, units) <= limit or not self.buy(kind):
                    break
                units[kind] = units.get(kind, 0) + 1

    def build_works(self) -> None:
        """A complex on the continent, for a power that is at war there and has too few."""
        have = sum(not self.pulls.is_stuck(spot) for spot in self.yards)
        spots = self.sites()
        rich = self.money > 11 * max(self.room, 1) + 12
        if spots and self.money >= 24 and (have < MAINLAND_COMPLEXES or rich):
            self.buy("minor_ic")

    def match_fleets(self) -> None:
        """A power that depends on the sea keeps up with the enemy's fleets first, with half of its money."""
        if all(not self.pulls.is_stuck(spot) for spot in self.yards):
            return
        least = self.money / 2
        while self.naval_balance() < 1.0 and self.money > least:
            if not self.buy_for_fleet(rich=False):
                return

    def sites(self) -> list[str]:
        """Where a complex could stand and would be near the war, the best first."""
        outlook = self.outlook
        found = [
            spot
            for spot, facts in self.map.territories.items()
            if outlook.game.control[spot] == self.power
            and outlook.game.held[spot] == self.power
            and not facts.island
            and facts.value >= 2
            and outlook.game.complex_at(spot) is None
            and not self.pulls.is_stuck(spot)
            and danger(outlook, spot, outlook.friendly_units(spot)) < 0.3
        ]
        return sorted(found, key=lambda spot: (-self.pulls.land.get(spot, 0.0), spot))

    def fill_continent(self) -> None:
        """Troops for complexes from which they can march to the war, until there are plenty."""
        if self.has_troops_enough():
            return
        room = sum(size for spot, size in self.yards.items() if not self.pulls.is_stuck(spot))
        room -= sum(self.held.get(kind, 0) for kind in TAKERS)
        at = 0
        while room > 0 and at < 40:
            kind = MARCH[at % len(MARCH)]
            at += 1
            if self.buy(kind) or self.buy("infantry"):
                room -= 1
            else:
                return
            if room == 1 and self.money > 30:
                self.buy("fighter")

    def has_troops_enough(self) -> bool:
        """Whether more land units would only stand about: there are many more of them on the way to the front than of
        the enemies'."""
        ours = theirs = 0
        near = by_land(self.outlook.game.theatre, self.pulls.closed())
        for spot in {spot: None for yard in self.yards for spot in near[yard] if not self.pulls.is_stuck(yard)}:
            for stack in self.outlook.game.units[spot]:
                if stack.kind in TAKERS:
                    ours += stack.n * (stack.owner == self.power)
                    theirs += stack.n * (self.map.side.get(stack.owner) != self.outlook.side)
        return ours > max(PLENTY, 1.6 * theirs)

    def fill_home(self) -> None:
        """Transports for troops that wait, ships to rule the sea, and troops for the transports."""
        if all(not self.pulls.is_stuck(spot) for spot in self.yards):
            self.spend(("fighter", "tank", "infantry"))
            return
        for at in range(40):
            rich = self.money > 11 * max(self.room, 1)
            if rich and at % 2 and self.buy_for_fleet(rich):
                continue  # more money than places: only dear units use it up
            if self.wants_transport() and self.buy("transport"):
                continue
            if self.naval_balance() < 1.15 and self.buy_for_fleet(rich):
                continue
            if self.wants_troops(2) and self.buy("tank" if rich else GROUND[at % len(GROUND)]):
                continue
            if self.money >= 16 and (self.buy_for_fleet(rich) or self.buy("fighter")):
                continue
            if not (self.wants_troops(4) and self.buy("infantry")) and not self.buy("fighter"):
                return

    def buy_for_fleet(self, rich: bool) -> bool:
        """What a fleet lacks most: aircraft for its decks, then hulls of every kind in their proportions."""
        decks = 2 * self.number(("carrier",))
        if self.has_harbour and self.number(("fighter", "tactical_bomber")) < decks + 2 and self.buy("fighter"):
            return True
        parts = RICH_FLEET if rich else FLEET
        lacking = min(parts, key=lambda kind: (self.number((kind,)) / parts[kind], kind))
        return self.buy(lacking) or self.buy("destroyer") or self.buy("submarine")

    def wants_troops(self, more: int) -> bool:
        return self.waiting() < 2 * self.number(("transport",)) + more

    def wants_transport(self) -> bool:
        """Whether there is more to take than the transports could land; troops are bought for them if none wait."""
        boats, new = self.number(("transport",)), self.held.get("transport", 0)
        balance = self.naval_balance()
        ruling = 4 if balance > 3.0 else 2 if balance > 1.4 else 1  # whoever rules the sea needs no more warships
        most = min(MOST_TRANSPORTS[self.power] * ruling, max(2, self.armada.wanted))
        return 2 * boats < self.waiting() + 4 and boats < most and new < TRANSPORTS_A_TURN * ruling

    def waiting(self) -> int:
        """Troops that only ships can bring to the war, those just bought among them."""
        return self.pulls.waiting(self.keep) + sum(self.held.get(kind, 0) for kind in TAKERS)

    def naval_balance(self) -> float:
        """The fleets of the own side, in IPCs, over those of the other."""
        ours = theirs = 0.0
        for zone in self.map.zones:
            for stack in self.outlook.game.units[zone]:
                if stack.kind in WARSHIPS:
                    worth = stack.n * (COST[stack.kind] + sum(COST[item.kind] for item in stack.cargo))
                    if self.map.side.get(stack.owner) == self.outlook.side:
                        ours += worth
                    else:
                        theirs += worth
        ours += sum(COST[kind] * number for kind, number in self.held.items() if kind in WARSHIPS)
        return ours / max(theirs, 1.0)

    def spend(self, kinds: tuple[str, ...]) -> None:
        while any(self.buy(kind) for kind in kinds):
            pass


def place_all(outlook: Outlook) -> Draft:
    """All placements of a turn, each where the units do most good."""
    draft = Draft(outlook.game, outlook.power, Mobilize(outlook.power))
    pulls = Pulls(outlook)
    for _ in range(60):
        if not draft.is_open or not place_some(outlook, pulls, draft):
            break
    return draft


def place_some(outlook: Outlook, pulls: Pulls, draft: Draft) -> bool:
    """Place units of one kind in the best place that takes them."""
    menu, bought = draft.menu, draft.game.bought
    options = menu.after(()).options
    if options == ("done",):
        return False
    for kind in sorted(bought, key=lambda kind: (kind not in FACILITIES, kind not in TAKERS, kind)):
        for place in sorted(options, key=lambda place: (-liking(outlook, pulls, kind, place), place)):
            most = menu.after((place,)).bag.limits.get(kind, 0)
            for number in range(min(most, bought[kind]), 0, -1):
                if draft.make((place, ((kind, number),))):
                    return True
    return False


def liking(outlook: Outlook, pulls: Pulls, kind: str, place: str) -> float:
    """How good a place is for a new unit."""
    if place in outlook.map.sea:
        friends = outlook.friendly_units(place)
        for other, number in outlook.game.bought.items():
            if ARM.get(other) == "sea":
                friends[other] = friends.get(other, 0) + number
        return (
            5.0
            + 0.02 * sum(friends.values())
            - 10.0 * outlook.threat(place, friends).win
            + pulls.assault.get(place, 0.0) * 0.02
        )
    if kind in FACILITIES:
        return pulls.land.get(place, 0.0)
    if ARM[kind] == "air":
        return 0.5 * pulls.land.get(place, 0.0)
    units = outlook.friendly_units(place)
    needed = outlook.worth(place) * danger(outlook, place, units) if outlook.is_vital(place) else 0.0
    units[kind] = units.get(kind, 0) + outlook.game.bought.get(kind, 1)
    lost = outlook.threat(place, units)
    return pulls.land.get(place, 0.0) + needed + awaited(outlook, place) - max(0.0, lost.swing) * lost.win


def awaited(outlook: Outlook, place: str) -> float:
    """How much a place wants new troops: for a guard, and for the transports that wait beside it."""
    zones = outlook.map.zones_of[place]
    stacks = [stack for zone in zones for stack in outlook.own(zone) if stack.kind == "transport"]
    room = sum(stack.n * (2 - len(stack.cargo)) for stack in stacks)
    troops = sum(
        stack.n
        for zone in zones
        for spot in outlook.map.coasts[zone]
        for stack in outlook.own(spot)
        if stack.kind in TAKERS
    )
    return AWAITED if room + HOME_GUARD > troops else 0.0
