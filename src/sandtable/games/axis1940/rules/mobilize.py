"""Phase 5: Mobilize New Units."""

from collections.abc import Mapping
from functools import partial
from itertools import compress
from typing import Any, ClassVar

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
from sandtable.games.axis1940.rules.hosting import agreed_in
from sandtable.games.axis1940.rules.noncombat_moves import aircraft_waiting, settle_aircraft
from sandtable.games.axis1940.shares import most_drawn
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the


def is_held(game: Board, power: str, territory: str) -> bool:
    """AA-MOB-03, AA-CAPT-05, AA-MULTI-08: own, and own since the start of the turn."""
    return game.control[territory] == power == game.held[territory]


def yards(game: Board, power: str) -> dict[str, int]:
    """AA-MOB-04 to 06: the complexes that can place units now, with their limits. The game remembers those of a power
    as long as its land is the same."""
    known = game.looks.get(("yards", power))
    if known is None or known[0] is not game.land:
        limits = {
            spot: limit
            for spot in compress(game.facilities, game.facilities.values())
            if game.control[spot] == power == game.held[spot] and (limit := capacity(game, spot))
        }
        known = game.looks["yards", power] = (game.land, limits)
    return {spot: limit for spot, limit in known[1].items() if not is_new(game, spot)}


def is_new(game: Board, territory: str) -> bool:
    """AA-MOB-03: whether the complex of a territory was put there this turn, so that it places nothing yet."""
    return f"{territory}.minor_ic" in game.placed or f"{territory}.major_ic" in game.placed


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
        self.known: dict[tuple[str, int], int] = {}

    def room(self, place: str, carriers: int = 0) -> int:
        """`find_room`, remembered."""
        key = (place, carriers)
        if key not in self.known:
            self.known[key] = self.find_room(place, carriers)
        return self.known[key]

    def find_room(self, place: str, carriers: int) -> int:
        """AA-MOB-10: how many more units can be placed in a space, each counted against one complex that can place it.
        `carriers` of them may be those that aircraft there wait for, for which room is kept anyway."""
        if not self.promised:
            return sum([self.limits[spot] for spot in self.complexes_for(place)])
        kept = sum(self.promised.values()) - min(carriers, self.reserved.get(place, 0))
        wanted = {**self.promised, place: self.promised.get(place, 0) + sum(self.game.bought.values())}
        sources = {spot: self.complexes_for(spot) for spot in wanted}
        return most_drawn(wanted, sources, self.limits) - kept

    def complexes_for(self, space: str) -> list[str]:
        board = self.game.map
        return [spot for spot in (board.coasts[space] if space in board.sea else (space,)) if spot in self.limits]

    @once
    def promised(self) -> dict[str, int]:
        """What each space has had or must have: the units placed already, for which there was room, and the carriers
        that aircraft wait for, who are no more than find one (`awaited_carriers`)."""
        found = {spot: number for spot, number in self.game.placed.items() if "." not in spot}
        for zone, number in self.reserved.items():
            found[zone] = found.get(zone, 0) + number
        return found


def deck_room(game: Board, power: str, zone: str) -> int:
    """AA-MOB-09: free places on the power's own undamaged carriers."""
    return sum(
        (DECK_PLACES - len(stack.cargo)) * stack.n
        for stack in game.units[zone]
        if stack.kind == "carrier" and stack.owner == power and not stack.hits
    )


def why_not_facility(game: Board, power: str, kind: str, territory: str) -> Refusal | None:
    """AA-MOB-12 to 17, AA-DUTCH-09: where a new facility may stand."""
    if territory in game.map.sea:
        return Refusal("Facilities stand in territories", "AA-MOB-17")
    spot = game.map.territories[territory]
    if not is_held(game, power, territory):
        return Refusal(f"{name_of(territory)} has not been held since the start of the turn", "AA-MOB-12")
    if kind in COMPLEXES:
        if spot.island:
            return Refusal(f"{name_of(territory)} is an island, and no complex can be built on one", "AA-MOB-15")
        if game.complex_at(territory):
            return Refusal(f"There is a complex in {name_of(territory)} already", "AA-MOB-16")
        if kind == "major_ic" and (spot.value < 3 or spot.emblem != power):
            return Refusal(
                f"A major complex needs an originally own territory of value 3 or more; {name_of(territory)} is none",
                "AA-MOB-13",
            )
        if spot.value < 2:
            return Refusal(
                f"A complex needs a territory of value 2 or more, and {name_of(territory)} has {spot.value}",
                "AA-MOB-14",
            )
        return None
    if game.damage(territory, kind) is not None:
        return Refusal(f"There is such a base in {name_of(territory)} already", "AA-MOB-16")
    if kind == "naval_base" and not spot.sea:
        return Refusal(f"{name_of(territory)} has no coast for a naval base", "AA-MOB-17")
    return None


BUILT_ANYWHERE = frozenset(FACILITIES)
PLACED_ASHORE = frozenset(kind for kind in UNITS if ARM[kind] != "sea")
PLACED_AT_SEA = frozenset(kind for kind in UNITS if ARM[kind] == "sea" or kind in DECK)

SHIPS_GO_TO_SEA = Refusal("Ships are placed in a sea zone beside a complex", "AA-MOB-08")
GOES_ASHORE = {
    kind: Refusal(f"{UNITS[kind].plural.capitalize()} are placed in the territory of a complex", "AA-MOB-07")
    for kind in UNITS
    if kind not in PLACED_AT_SEA
}


def why_not_kind(game: Board, power: str, kind: str, place: str) -> Refusal | None:
    """AA-MOB-07, AA-MOB-08, AA-CHINA-06: whether units of a kind are placed in such a space at all."""
    if power == game.map.facts.china:
        if is_chinese_place(game, place):
            return None
        return Refusal(
            f"China places units only in Chinese territory it controls, not in {name_of(place)}", "AA-CHINA-06"
        )
    if place in game.map.sea:
        return GOES_ASHORE.get(kind)
    return None if kind in PLACED_ASHORE else SHIPS_GO_TO_SEA


def most_placed(game: Board, power: str, yard: Yards, kind: str, place: str, new_decks: int) -> int:
    """AA-MOB-03 to 10: how many of a bought kind there is room for in a territory or sea zone. `new_decks`: carriers
    that are placed there with them."""
    if kind in FACILITIES:
        return 0 if why_not_facility(game, power, kind, place) else 1
    if why_not_kind(game, power, kind, place):
        return 0
    number = game.bought[kind]
    if power == game.map.facts.china:
        return number
    if kind == "carrier":
        return min(number, yard.room(place, number))
    if kind in DECK and place in game.map.sea:
        number = min(number, deck_room(game, power, place) + DECK_PLACES * new_decks)
    return min(number, yard.room(place))


def why_not_place(
    game: Board, power: str, yard: Yards, kind: str, place: str, number: int, new_decks: int = 0
) -> Refusal | None:
    """The precise reason why there is no room for so many of a kind."""
    if number <= most_placed(game, power, yard, kind, place, new_decks):
        return None
    if kind in FACILITIES:
        if number > 1 and place not in game.map.sea:
            return Refusal(f"Only one {name_of(kind)} can stand in {name_of(place)}", "AA-MOB-16")
        return why_not_facility(game, power, kind, place)
    if refusal := why_not_kind(game, power, kind, place):
        return refusal
    on_deck = kind in DECK and place in game.map.sea
    if on_deck and number > deck_room(game, power, place) + DECK_PLACES * new_decks:
        return Refusal(f"There is no room on own carriers in {name_of(place)}", "AA-MOB-09")
    return why_no_room(game, power, place)


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
    if all(is_new(game, spot) for spot in complexes):
        return Refusal(f"The complex for {name_of(place)} is new and places nothing this turn", "AA-MOB-03")
    if any(game.complex_at(spot).damage for spot in complexes if game.complex_at(spot)):  # type: ignore[union-attr]
        return Refusal(f"The damaged complex for {name_of(place)} can place no more", "AA-MOB-05")
    return Refusal(f"The complex for {name_of(place)} can place no more", "AA-MOB-04")


def why_not_together(game: Board, power: str, yard: Yards, place: str, held: Mapping[str, int]) -> Refusal | None:
    """AA-MOB-04, AA-MOB-09, AA-MOB-16: whether all these can be placed in one space."""
    if power == game.map.facts.china:
        return None
    units = planes = complexes = 0
    for kind, number in held.items():
        if kind in UNITS:
            units += number
        if kind in DECK:
            planes += number
        elif kind in COMPLEXES:
            complexes += number
    carriers = held.get("carrier", 0)
    if units and units > yard.room(place, carriers):
        return why_no_room(game, power, place)
    if planes and place in game.map.sea:
        waiting = aircraft_waiting(game, power).get(place, 0)
        if planes > deck_room(game, power, place) + DECK_PLACES * carriers - waiting:
            return Refusal(f"There is no room on own carriers in {name_of(place)}", "AA-MOB-09")
    if complexes > 1:
        return Refusal("At most one complex can stand in a territory", "AA-MOB-16")
    return None


by_kind = ORDER_OF_KINDS.__getitem__


class MobilizeMenu(OpenForm, frozen=True, tag="ax.mobilize_menu", kw_only=True, dict=True):
    """Where, and which of the new units; done when nothing more can be placed."""

    power: str

    game: ClassVar[Board]
    """Every menu is given its board when it is made; it is no part of what is sent elsewhere."""

    @once
    def yard(self) -> Yards:
        return Yards(self.game, self.power)

    def placeable(self, place: str) -> dict[str, int]:
        """How many of each bought kind can be placed there, remembered."""
        known: dict[str, dict[str, int]] = self.__dict__.setdefault("known_counts", {})
        if place not in known:
            known[place] = self.find_placeable(place)
        return known[place]

    def find_placeable(self, place: str) -> dict[str, int]:
        found = {}
        new_decks = self.most_carriers(place) if "carrier" in self.game.bought else 0
        for kind in self.kinds:
            if kind == "carrier":
                most = new_decks
            else:
                most = most_placed(self.game, self.power, self.yard, kind, place, new_decks)
            if most > 0:
                found[kind] = most
        return found

    @once
    def kinds(self) -> list[str]:
        """The kinds that were bought and not placed yet, in the order of the unit charts."""
        return sorted(self.game.bought, key=by_kind)

    def most_carriers(self, place: str) -> int:
        most = most_placed(self.game, self.power, self.yard, "carrier", place, 0)
        return max(0, min(most, self.spare_carriers(place)))

    def spare_carriers(self, place: str) -> int:
        """AA-AIRMOVE-17: the carriers that can go to a zone, since a carrier that aircraft wait for goes to where they
        wait."""
        needed = sum([count for zone, count in self.yard.reserved.items() if zone != place])
        return self.game.bought["carrier"] - needed

    @once
    def spots(self) -> list[str]:
        """The spaces where something might be placed, in the order of the map."""
        game, board = self.game, self.game.map
        if self.power == board.facts.china:
            return chinese_places(game)
        found: set[str] = set()
        if not BUILT_ANYWHERE.isdisjoint(game.bought):
            found.update([spot for spot, holder in game.control.items() if holder == self.power])
        elif not PLACED_ASHORE.isdisjoint(game.bought):
            found.update(self.yard.limits)
        if not PLACED_AT_SEA.isdisjoint(game.bought):
            found.update(*[board.zones_of[spot] for spot in self.yard.limits])
        return sorted(found, key=board.place_of)

    def places(self) -> list[str]:
        return [spot for spot in self.spots if self.placeable(spot)]

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
        refused = {
            kind: why
            for kind in self.game.bought
            if kind not in limits and (why := why_not_place(self.game, self.power, self.yard, kind, place, 1))
        }
        final = partial(why_not_together, self.game, self.power, self.yard, place)  # without a tie back to this menu
        if final(limits) is None and not ("carrier" in limits and not DECK.isdisjoint(limits)):
            return unit_bag(limits, "AA-MOB-04", refused=refused)  # if all together fit, so do fewer
        return unit_bag(limits, "AA-MOB-04", final, lambda held: final(held) is None, refused=refused)

    def why_not(self, answer: Any) -> Refusal | None:
        if isinstance(answer, tuple) and len(answer) == 2 and answer[0] in self.game.units:
            menu = self.units_menu(answer[0])
            refusal = menu.why_not(answer[1])
            return refusal and (self.why_not_each(*answer) or refusal)
        return OpenForm.why_not(self, answer)

    def why_not_each(self, place: str, bag: Any) -> Refusal | None:
        """The precise reason why one of the kinds in a refused bag cannot go there."""
        pairs = isinstance(bag, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in bag)
        if not pairs:
            return None
        held = {kind: number for kind, number in bag if kind in self.game.bought and type(number) is int and number > 0}
        for kind, number in held.items():
            most = min(number, self.game.bought[kind])
            if kind == "carrier" and most > self.spare_carriers(place):
                waiting = next(zone for zone in self.yard.reserved if zone != place)
                return Refusal(f"Aircraft wait for a carrier in {name_of(waiting)}", "AA-AIRMOVE-17")
            decks = held.get("carrier", 0)
            if refusal := why_not_place(self.game, self.power, self.yard, kind, place, most, decks):
                return refusal
        return None if self.placeable(place) else why_no_room(self.game, self.power, place)

    def read(self, raw: Any) -> Any:
        if isinstance(raw, list | tuple) and len(raw) == 2 and raw[0] in self.game.units:
            return (raw[0], self.units_menu(raw[0]).read(raw[1]))
        return freeze(raw)

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        spots = self.spots
        for _ in range(4):
            spot = spots[int(rng.random() * len(spots))] if spots else ""
            if spot and self.placeable(spot):
                return (spot, self.units_menu(spot).sample(rng))
        places = self.places()
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
    if place not in game.map.sea:
        return
    seat(game, place, agreed_in(game, place))
    for kind, number in bag.items():
        if kind in DECK:
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
