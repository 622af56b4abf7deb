"""Phase 5: Mobilize New Units."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Menu, Pick, Rng, freeze
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import UnitBag, unit_bag
from sandtable.games.axis1940.data import ARM, COMPLEXES, COST, DECK, FACILITIES, ORDER_OF_KINDS, UNITS
from sandtable.games.axis1940.events import Mobilized, Refunded
from sandtable.games.axis1940.forces import SPENT, Cargo, Stack
from sandtable.games.axis1940.landing import DECK_PLACES, capacity
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.battlefield import seat
from sandtable.games.axis1940.rules.china import chinese_places, is_chinese_place
from sandtable.games.axis1940.rules.noncombat_moves import aircraft_waiting, settle_aircraft
from sandtable.games.axis1940.shares import most_drawn
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the


def is_held(game: Board, power: str, territory: str) -> bool:
    """AA-MOB-03, AA-CAPT-05, AA-MULTI-08: own, and own since the start of the turn."""
    return game.control[territory] == power == game.held[territory]


def limit_of(game: Board, power: str, territory: str) -> int:
    """AA-MOB-04 to 06: what a complex can place; one that was put there this turn places nothing yet."""
    complex_ = game.complex_at(territory)
    if complex_ is None or not is_held(game, power, territory) or f"{territory}.{complex_.kind}" in game.placed:
        return 0
    return capacity(game, territory)


def yards(game: Board, power: str) -> dict[str, int]:
    """The complexes that can place units now, with their limits."""
    return {
        spot: limit
        for spot, there in game.facilities.items()
        if there and game.control[spot] == power and (limit := limit_of(game, power, spot))
    }


def reserved(game: Board, power: str) -> dict[str, int]:
    """AA-AIRMOVE-17: the new carriers that aircraft wait for, by zone."""
    if not game.bought.get("carrier"):
        return {}
    return {zone: -(-number // DECK_PLACES) for zone, number in aircraft_waiting(game, power).items()}


class Yards:
    """The complexes of a power in one position: what they can still place."""

    def __init__(self, game: Board, power: str) -> None:
        self.game = game
        self.limits = yards(game, power)
        self.reserved = reserved(game, power)
        self.known: dict[tuple[str, int, int], bool] = {}

    def fits(self, place: str, more: int, carriers: int = 0) -> bool:
        """`can_take`, remembered."""
        key = (place, more, carriers)
        if key not in self.known:
            self.known[key] = self.can_take(place, more, carriers)
        return self.known[key]

    def can_take(self, place: str, more: int, carriers: int) -> bool:
        """AA-MOB-10: whether so many more units can be placed, each counted against one complex that can place it."""
        board = self.game.map
        left = dict(self.limits)
        wanted: dict[str, int] = dict(self.game.placed)
        wanted[place] = wanted.get(place, 0) + more
        for zone, number in self.reserved.items():
            wanted[zone] = wanted.get(zone, 0) + max(0, number - (carriers if zone == place else 0))
        zones = {}
        for spot, number in wanted.items():
            if "." in spot:
                continue
            if spot in board.sea:
                zones[spot] = number
            elif number > left.get(spot, 0):
                return False
            else:
                left[spot] -= number
        sources = {zone: [spot for spot in board.coasts[zone] if left.get(spot)] for zone in zones}
        return most_drawn(zones, sources, left) == sum(zones.values())


def deck_room(game: Board, power: str, zone: str) -> int:
    """AA-MOB-09: free places on the power's own undamaged carriers."""
    return sum(
        (DECK_PLACES - len(stack.cargo)) * stack.n
        for stack in game.units[zone]
        if stack.kind == "carrier" and stack.owner == power and not stack.hits
    )


def why_not_facility(game: Board, power: str, kind: str, territory: str) -> Refusal | None:
    """AA-MOB-12 to 17, AA-DUTCH-09: where a new facility may stand."""
    where = name_of(territory)
    spot = game.map.territories[territory]
    if not is_held(game, power, territory):
        return Refusal(f"{where} has not been held since the start of the turn", "AA-MOB-12")
    if kind in COMPLEXES:
        if spot.island:
            return Refusal(f"{where} is an island, and no complex can be built on one", "AA-MOB-15")
        if game.complex_at(territory):
            return Refusal(f"There is a complex in {where} already", "AA-MOB-16")
        if kind == "major_ic" and (spot.value < 3 or spot.emblem != power):
            return Refusal(
                f"A major complex needs an originally own territory of value 3 or more; {where} is none", "AA-MOB-13"
            )
        if spot.value < 2:
            return Refusal(f"A complex needs a territory of value 2 or more, and {where} has {spot.value}", "AA-MOB-14")
        return None
    if game.damage(territory, kind) is not None:
        return Refusal(f"There is such a base in {where} already", "AA-MOB-16")
    if kind == "naval_base" and not spot.sea:
        return Refusal(f"{where} has no coast for a naval base", "AA-MOB-17")
    return None


def why_not_place(
    game: Board, power: str, kind: str, place: str, number: int = 1, yard: Yards | None = None, new_decks: int = 0
) -> Refusal | None:
    """AA-MOB-03 to 10: whether units of a kind can be placed in a territory or sea zone. `new_decks`: carriers that are
    placed there with them."""
    if kind in FACILITIES:
        if place in game.map.sea:
            return Refusal("Facilities stand in territories", "AA-MOB-17")
        if number > 1:
            return Refusal(f"Only one {name_of(kind)} can stand in {name_of(place)}", "AA-MOB-16")
        return why_not_facility(game, power, kind, place)
    if power == game.map.facts.china:
        if is_chinese_place(game, place):
            return None
        return Refusal(
            f"China places units only in Chinese territory it controls, not in {name_of(place)}", "AA-CHINA-06"
        )
    arm = ARM[kind]
    if place in game.map.sea:
        if arm == "land" or kind == "strategic_bomber":
            return Refusal(f"{UNITS[kind].plural.capitalize()} are placed in the territory of a complex", "AA-MOB-07")
        if arm == "air" and deck_room(game, power, place) + DECK_PLACES * new_decks < number:
            return Refusal(f"There is no room on own carriers in {name_of(place)}", "AA-MOB-09")
    elif arm == "sea":
        return Refusal("Ships are placed in a sea zone beside a complex", "AA-MOB-08")
    if not (yard or Yards(game, power)).fits(place, number, number if kind == "carrier" else 0):
        return why_no_room(game, power, place)
    return None


def why_no_room(game: Board, power: str, place: str) -> Refusal:
    """Why a complex takes no more: it is not usable, or it is full."""
    spots = game.map.coasts[place] if place in game.map.sea else (place,)
    complexes = [spot for spot in spots if game.complex_at(spot)]
    if not complexes:
        return Refusal(f"There is no complex for {name_of(place)}", "AA-MOB-07")
    if not any(game.control[spot] == power for spot in complexes):
        return Refusal(f"The complex for {name_of(place)} is not of {the(power)}", "AA-MULTI-08")
    if not any(is_held(game, power, spot) for spot in complexes):
        return Refusal(f"The complex for {name_of(place)} was captured this turn", "AA-CAPT-05")
    if all(f"{spot}.minor_ic" in game.placed or f"{spot}.major_ic" in game.placed for spot in complexes):
        return Refusal(f"The complex for {name_of(place)} is new and places nothing this turn", "AA-MOB-03")
    if any(game.complex_at(spot).damage for spot in complexes if game.complex_at(spot)):  # type: ignore[union-attr]
        return Refusal(f"The damaged complex for {name_of(place)} can place no more", "AA-MOB-05")
    return Refusal(f"The complex for {name_of(place)} can place no more", "AA-MOB-04")


def why_not_together(game: Board, power: str, yard: Yards, place: str, held: Mapping[str, int]) -> Refusal | None:
    """AA-MOB-04, AA-MOB-09, AA-MOB-16: whether all these can be placed in one space."""
    if power == game.map.facts.china:
        return None
    units = sum([number for kind, number in held.items() if kind in UNITS])
    planes = sum([number for kind, number in held.items() if kind in DECK])
    if units and not yard.fits(place, units, held.get("carrier", 0)):
        return why_no_room(game, power, place)
    if place in game.map.sea and planes:
        waiting = aircraft_waiting(game, power).get(place, 0)
        if planes > deck_room(game, power, place) + DECK_PLACES * held.get("carrier", 0) - waiting:
            return Refusal(f"There is no room on own carriers in {name_of(place)}", "AA-MOB-09")
    if sum([held.get(kind, 0) for kind in COMPLEXES]) > 1:
        return Refusal("At most one complex can stand in a territory", "AA-MOB-16")
    return None


def by_kind(kind: str) -> int:
    return ORDER_OF_KINDS[kind]


class MobilizeMenu(OpenForm, frozen=True, tag="ax.mobilize_menu", kw_only=True, dict=True):
    """Where, and which of the new units; done when nothing more can be placed."""

    power: str

    @once
    def game(self) -> Board:
        raise AssertionError("a menu is given its board when it is made")

    @once
    def yard(self) -> Yards:
        return Yards(self.game, self.power)

    def placeable(self, place: str) -> dict[str, int]:
        """How many of each bought kind can be placed there."""
        decks = self.most_of("carrier", place, 0) if place in self.game.map.sea else 0
        counts = {kind: self.most_of(kind, place, decks) for kind in sorted(self.game.bought, key=by_kind)}
        return {kind: most for kind, most in counts.items() if most}

    def most_of(self, kind: str, place: str, new_decks: int) -> int:
        """How many of a kind can be placed there at most."""
        most = self.game.bought.get(kind, 0)
        while most and (
            why_not_place(self.game, self.power, kind, place, most, self.yard, new_decks)
            or not self.leaves_carriers(kind, place, most)
        ):
            most -= 1
        return most

    def leaves_carriers(self, kind: str, place: str, number: int) -> bool:
        """AA-AIRMOVE-17: a carrier that aircraft wait for goes to where they wait."""
        if kind != "carrier":
            return True
        needed = sum(count for zone, count in self.yard.reserved.items() if zone != place)
        return self.game.bought["carrier"] - number >= needed

    @once
    def spots(self) -> list[str]:
        """The spaces where something might be placed, in the order of the map."""
        game, board = self.game, self.game.map
        if self.power == board.facts.china:
            return chinese_places(game)
        near = {zone for spot in self.yard.limits for zone in board.zones_of[spot]}
        if any(kind in FACILITIES for kind in game.bought):
            own = [spot for spot, holder in game.control.items() if holder == self.power]
            return sorted((*own, *near), key=board.place_of)
        return sorted((*self.yard.limits, *near), key=board.place_of)

    def places(self) -> list[str]:
        return [spot for spot in self.spots if self.takes_any(spot)]

    def takes_any(self, place: str) -> bool:
        kinds = list(self.game.bought)
        if self.power != self.game.map.facts.china and not self.yard.reserved and not self.yard.fits(place, 1):
            kinds = [kind for kind in kinds if kind in FACILITIES]  # there is no room for any unit
        return any(self.one_fits(kind, place) for kind in kinds)

    def one_fits(self, kind: str, place: str) -> bool:
        at_sea = place in self.game.map.sea
        if kind in FACILITIES if at_sea else ARM.get(kind) == "sea":
            return False
        if at_sea and ARM[kind] != "sea" and kind not in DECK:
            return False
        return why_not_place(self.game, self.power, kind, place, 1, self.yard) is None and self.leaves_carriers(
            kind, place, 1
        )

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            places = self.places()
            options = tuple(places) if places else ("done",)
            refused = {"done": Refusal("All units that can be placed must be placed", "AA-MOB-01")} if places else {}
            return Pick(options=options, refused=refused, rule="AA-MOB-01")
        if chosen[0] == "done" or len(chosen) > 1:
            return None
        return self.units_menu(chosen[0])

    def units_menu(self, place: str) -> UnitBag:
        """What can be placed in a space, remembered."""
        known: dict[str, UnitBag] = self.__dict__.setdefault("known_units", {})
        if place not in known:
            known[place] = self.make_units_menu(place)
        return known[place]

    def make_units_menu(self, place: str) -> UnitBag:
        limits = self.placeable(place)

        final = partial(why_not_together, self.game, self.power, self.yard, place)  # without a tie back to this menu
        refused = {
            kind: why
            for kind in self.game.bought
            if kind not in limits and (why := why_not_place(self.game, self.power, kind, place, 1, self.yard))
        }
        return unit_bag(limits, "AA-MOB-04", final, lambda held: final(held) is None, refused=refused)

    def why_not(self, answer: Any) -> Refusal | None:
        if isinstance(answer, tuple) and len(answer) == 2 and answer[0] in self.game.units:
            bag = answer[1]
            pairs = isinstance(bag, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in bag)
            if pairs and (refusal := self.why_not_each(answer[0], bag)):
                return refusal
            menu = self.units_menu(answer[0])
            if not menu.bag.limits:
                return why_no_room(self.game, self.power, answer[0])
            return menu.why_not(bag)
        return OpenForm.why_not(self, answer)

    def why_not_each(self, place: str, bag: tuple[tuple[Any, Any], ...]) -> Refusal | None:
        """The precise reason why one of the kinds cannot go there."""
        held = {kind: number for kind, number in bag if kind in self.game.bought and type(number) is int and number > 0}
        for kind, number in held.items():
            most = min(number, self.game.bought[kind])
            if not self.leaves_carriers(kind, place, most):
                waiting = next(zone for zone in self.yard.reserved if zone != place)
                return Refusal(f"Aircraft wait for a carrier in {name_of(waiting)}", "AA-AIRMOVE-17")
            decks = held.get("carrier", 0)
            if refusal := why_not_place(self.game, self.power, kind, place, most, self.yard, decks):
                return refusal
        return None

    def read(self, raw: Any) -> Any:
        if isinstance(raw, list | tuple) and len(raw) == 2 and raw[0] in self.game.units:
            return (raw[0], self.units_menu(raw[0]).read(raw[1]))
        return freeze(raw)

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        spots = self.spots
        for _ in range(4):
            spot = spots[int(rng.random() * len(spots))] if spots else ""
            if spot and self.takes_any(spot):
                return (spot, self.units_menu(spot).sample(rng))
        places = [spot for spot in spots if self.takes_any(spot)]
        if not places:
            return ("done",)
        place = places[int(rng.random() * len(places))]
        return (place, self.units_menu(place).sample(rng))


class Mobilize(Step, frozen=True, tag="ax.mobilize.place"):
    """AA-MOB-01, AA-MOB-02: everything that can be placed is placed; the rest is returned at its full price."""

    power: str

    def ask(self, game: Board) -> Want | None:
        if not game.bought:
            return None
        menu = MobilizeMenu(power=self.power, rule="AA-MOB-01")
        menu.__dict__["game"] = game
        return Ask("ax.mobilize", {self.power: menu}, f"Where does {the(self.power)} place its new units?")

    def then(self, game: Board, got: Any) -> None:
        if got is None or got == ("done",):
            finish(game, self.power)
            game.done()
            return
        place, bag = got
        for kind, number in bag:
            game.bought[kind] -= number
            if not game.bought[kind]:
                del game.bought[kind]
        put_new_units(game, self.power, place, dict(bag))
        game.tell(Mobilized(self.power, place, bag))


def put_new_units(game: Board, power: str, place: str, bag: Mapping[str, int]) -> None:
    for kind, number in bag.items():
        if kind in FACILITIES:
            game.set_facility(place, kind, 0)
            game.placed[f"{place}.{kind}"] = 1
            continue
        if power != game.map.facts.china:
            game.placed[place] = game.placed.get(place, 0) + number
        if kind not in DECK or place not in game.map.sea:
            game.put(place, Stack(power, kind, number, acted=SPENT))
    seat(game, place)
    for kind, number in bag.items():
        if kind in DECK and place in game.map.sea:
            for _ in range(number):
                deck = next(
                    stack
                    for stack in game.units[place]
                    if stack.kind == "carrier"
                    and stack.owner == power
                    and not stack.hits
                    and len(stack.cargo) < DECK_PLACES
                )
                game.alter(place, deck, 1, cargo=(*deck.cargo, Cargo(power, kind)))


def finish(game: Board, power: str) -> None:
    """Refunds, aircraft that found no carrier, and the upgrades that are complete."""
    if game.bought:
        bag = tuple((kind, game.bought[kind]) for kind in sorted(game.bought, key=by_kind))
        ipcs = sum(COST[kind] * number for kind, number in bag)
        game.treasury[power] += ipcs
        game.tell(Refunded(power, bag, ipcs))
        game.bought.clear()
    settle_aircraft(game, power, {})
    for territory in game.upgrading:
        game.drop_facility(territory, "minor_ic")
        game.set_facility(territory, "major_ic", 0)
    game.upgrading.clear()
