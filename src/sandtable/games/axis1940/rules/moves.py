"""How a move changes the board, in either movement phase."""

from functools import lru_cache
from typing import Any

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.cargo import assaults_from, in_cargo_order, loaded, one_by_one, take_ashore
from sandtable.games.axis1940.data import ARM, UNITS, WARSHIPS
from sandtable.games.axis1940.events import Moved, Recalled
from sandtable.games.axis1940.forces import (
    ASSAULT,
    ESCORT,
    FOUGHT,
    FRESH,
    RAID,
    Bag,
    Cargo,
    Stack,
    changed,
    chosen,
    kind_of,
)
from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.rules.capture import take_control
from sandtable.games.axis1940.rules.chart import could_be_scrambled, muster_of, mustered
from sandtable.games.axis1940.rules.neutrals import is_neutral_land, violate
from sandtable.games.axis1940.rules.politics import note_entry_into_china
from sandtable.games.axis1940.spaces import (
    HOSTILE,
    closed_to_aircraft,
    flights,
    has_enemy_ships,
    is_hostile_zone,
    keeps_out_of_china,
    status,
    survey,
)
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import terrain_of
from sandtable.games.axis1940.ways import STAY, Way
from sandtable.games.axis1940.words import The, name_of

WAITING = "waiting"
"""Ships in a friendly zone whose assault is still to be declared; `home` is where they came from."""
ABOARD = "aboard"
"""Own land units on an ally's transport, as they appear in menus."""


class Order:
    """The parts of a combat move, taken apart."""

    def __init__(self, answer: tuple[Any, ...]) -> None:
        self.origin: str = answer[0]
        self.way: Way = answer[1]
        self.bag: Bag = answer[2]
        self.goal = self.origin if self.way == STAY else self.way[-1]
        self.path: Way = (self.origin,) if self.way == STAY else (self.origin, *self.way)
        self.came = self.path[-2] if len(self.path) > 1 else ""
        rest = list(answer[3:])
        self.task = rest.pop(0) if rest and rest[0] in ("attack", "ignore", "raid") else ""
        self.target: str = rest.pop(0) if rest and isinstance(rest[0], str) else ""
        if self.target == "none":
            self.target = ""
        self.loads: Bag = ()
        self.ashore: Bag = ()
        for part in rest:
            if part and "." not in part[0][0]:
                self.ashore = part
            elif part:
                self.loads = part


def aboard_allies(game: Board, power: str, space: str) -> list[Stack]:
    """AA-TRANS-06, AA-TRANS-17: the power's land units on allies' transports that were not loaded this turn. From a
    transport that offloaded nobody else goes ashore."""
    if space not in game.map.sea:
        return []
    found: dict[str, int] = {}
    for stack in game.units[space]:
        if stack.kind == "transport" and stack.owner != power and stack.acted == FRESH:
            for item in stack.cargo:
                if item.owner == power and not item.now and not item.land:
                    found[item.kind] = found.get(item.kind, 0) + stack.n
    if not found:
        return []
    return [Stack(power, kind, number, role=ABOARD) for kind, number in found.items()]


def explain_flight(game: Board, power: str, origin: str, goal: str, kind: str) -> Refusal:
    """Why an aircraft cannot get to a space: too far, or only over land that it may not cross."""
    reach = reach_of(game, power, origin, kind)
    if goal in game.map.closed:
        clause = "AA-SPACE-09" if game.map.territories[goal].neutral == "impassable" else "AA-USSR-01"
        return Refusal(f"Nothing can enter or fly over {name_of(goal)}", clause)
    if power == game.map.facts.china:
        return Refusal("The Chinese fighter may not leave the territories open to Chinese units", "AA-CHINA-10")
    if flights(game.theatre, frozenset(game.map.closed), origin).get(goal, 99) > reach:
        direct = flights(game.theatre, frozenset(), origin).get(goal, 99)
        if direct <= reach:
            return Refusal(f"The way to {name_of(goal)} leads over closed land", "AA-SPACE-09")
        return Refusal(
            f"{name_of(goal)} is {direct} spaces away, and this {UNITS[kind].name} can fly {reach}", "AA-AIRMOVE-01"
        )
    shut = closed_to_aircraft(game, power)
    neutral = frozenset(spot for spot in shut if is_neutral_land(game, spot))
    if flights(game.theatre, shut - neutral, origin).get(goal, 99) <= reach:
        return Refusal(f"The way to {name_of(goal)} leads over neutral territory", "AA-NEUT-08")
    if (
        keeps_out_of_china(game, power)
        and flights(game.theatre, shut - game.map.chinese, origin).get(goal, 99) <= reach
    ):
        return Refusal(f"{The(power)} may not fly over China while at peace", "AA-POL-36")
    return Refusal(f"The way to {name_of(goal)} leads over territory of a neutral power, or from one", "AA-POL-35")


def apply_combat_move(game: Board, power: str, answer: tuple[Any, ...]) -> None:
    """Carry out a combat move that is legal."""
    order = Order(answer)
    muster = muster_of(game, power, True)
    party = chosen(mustered(game, power, order.origin, muster, movable_here), order.bag)
    note_attack(game, power, order)
    ships = one_by_one(party)
    blitz(game, power, order.way)
    for stack, number in party:
        if stack.role == ABOARD:
            land_from_ally(game, power, order, stack.kind, number)
            continue
        game.pull(order.origin, stack, number)
        if stack.kind == "transport":
            continue
        game.put(order.goal, arrived(game, power, order, stack, number))
    if ships:
        put_transports(game, power, order, ships)
    for zone in (order.origin, order.goal):  # from its origin an ally's transport lands units
        if zone in game.map.sea and (zone in game.strikes or assaults_from(game, zone)):
            end_waiting(game, power, zone)
    note_entry_into_china(game, power, order.path[1:])
    game.tell(Moved(power, kinds(order.bag), order.path, order.task, kinds(order.loads), order.target))


def movable_here(game: Board, power: str, space: str) -> list[Stack]:
    own = [stack for stack in game.units[space] if stack.owner == power and stack.acted == FRESH and stack.left < 0]
    return own + aboard_allies(game, power, space) if space in game.map.sea else own


@lru_cache(maxsize=4096)
def kinds(bag: Bag) -> Bag:
    """A bag of labels as a bag of kinds. Most bags come up again and again."""
    found: dict[str, int] = {}
    for word, number in bag:
        kind = kind_of(word)
        found[kind] = found.get(kind, 0) + number
    return tuple(found.items())


def note_attack(game: Board, power: str, order: Order) -> None:
    """AA-NEUT-04, AA-NO-01, R09, AA-CMOVE-14: what an attack sets off as soon as it is declared."""
    for spot in dict.fromkeys((*order.way, order.goal, order.target)):  # a blitz attacks what it goes through
        if spot in game.map.territories and status(game, power, spot) != "friendly":
            game.deeds[f"attacked {spot}"] = 1
            if is_neutral_land(game, spot):
                violate(game, power, spot)
    if order.goal in game.map.sea and order.goal not in game.strikes and order.task != "ignore":
        attack = order.task == "attack" or not has_other_business(game, power, order)
        if attack and has_enemy_ships(game, power, order.goal) and not is_hostile_zone(game, power, order.goal):
            game.strikes.append(order.goal)


def has_other_business(game: Board, power: str, order: Order) -> bool:
    """Whether units are in a zone for an assault, or because they escape from another."""
    if (order.target and not needs_escort(game, power, order)) or assaults_from(game, order.goal):
        return True
    return order.way != STAY and may_escape(game, power, order.origin) and not order.task


def needs_escort(game: Board, power: str, order: Order) -> bool:
    """AA-AMPH-13: whether enemy submarines are where a move leads, and no own warship. They cannot be ignored then."""
    own = [stack.kind for stack in game.units[order.goal] if stack.owner == power]
    return order.goal in survey(game, power).submarines and WARSHIPS.isdisjoint(
        [*own, *(kind_of(word) for word, _ in order.bag)]
    )


def blitz(game: Board, power: str, way: Way) -> None:
    """AA-BLITZ-03: the first territory of a blitz changes hands before the units move on."""
    if len(way) == 2 and way[0] in game.map.territories and status(game, power, way[0]) == HOSTILE:
        take_control(game, power, way[0])


def arrived(game: Board, power: str, order: Order, stack: Stack, number: int) -> Stack:
    """Units at the end of their combat move."""
    if ARM[stack.kind] == "air":
        reach = reach_of(game, power, order.origin, stack.kind)
        left = reach - terrain_of(game, power).ways(order.origin, reach)[order.goal]
        role = "" if order.task != "raid" else ESCORT if stack.kind == "fighter" else RAID
        return changed(stack, n=number, left=left, acted=FOUGHT, came=order.came, role=role)
    via = passed(game, order)
    if ARM[stack.kind] == "sea" and is_waiting(game, power, order):
        return changed(stack, n=number, acted=FOUGHT, came=order.came, role=WAITING, home=order.origin, via=via)
    return changed(stack, n=number, acted=FOUGHT, came=order.came, via=via)


def passed(game: Board, order: Order) -> Way:
    """AA-RET-02: the spaces of a way before the last ones that border on its end as well."""
    if len(order.path) < 3:
        return ()
    near = (game.map.sea_next if order.goal in game.map.sea else game.map.land_next)[order.goal]
    return tuple(space for space in dict.fromkeys(order.path[:-2]) if space in near and space != order.came)


def is_waiting(game: Board, power: str, order: Order) -> bool:
    """Whether a ship has no business yet where it is, unless an assault follows."""
    if order.way == STAY or order.target or assaults_from(game, order.goal) or order.goal in game.strikes:
        return False
    return not is_hostile_zone(game, power, order.goal) and not may_escape(game, power, order.origin)


def may_escape(game: Board, power: str, origin: str) -> bool:
    """AA-CMOVE-03, R40: leaving a hostile zone, or one from which an assault may be met by scrambles."""
    return is_hostile_zone(game, power, origin) or (
        bool(assaults_from(game, origin)) and could_be_scrambled(game, power, origin)
    )


def put_transports(game: Board, power: str, order: Order, ships: list[Stack]) -> None:
    """AA-AMPH-10 to 12: transports arrive with what they loaded; those that land somebody are marked with it."""
    ready = loaded(ships, take_ashore(game, power, order.loads, land=True))
    ashore = dict(order.ashore)
    for ship in ready:
        cargo = []
        for item in ship.cargo:
            if order.target and item.owner == power and not item.land and ashore.get(item.kind, 0):
                ashore[item.kind] -= 1
                item = Cargo(item.owner, item.kind, item.now, land=True)
            cargo.append(item)
        lands = any(item.land for item in cargo)
        game.put(
            order.goal,
            changed(
                ship,
                acted=FOUGHT,
                came=order.came,
                via=passed(game, order),
                role=ASSAULT if lands else "",
                home=order.target if lands else "",
                cargo=in_cargo_order(cargo),
            ),
        )


def land_from_ally(game: Board, power: str, order: Order, kind: str, number: int) -> None:
    """AA-AMPH-22: units aboard an ally's transport are told to land."""
    for stack in list(game.units[order.origin]):
        while number and stack.n and stack.kind == "transport" and stack.owner != power:
            if stack.role == ASSAULT and stack.home != order.goal:
                break
            place = next(
                (at for at, item in enumerate(stack.cargo)
                 if item.owner == power and item.kind == kind and not item.now and not item.land),
                None,
            )  # fmt: skip
            if place is None:
                break
            cargo = (*stack.cargo[:place], Cargo(power, kind, land=True), *stack.cargo[place + 1 :])
            game.alter(order.origin, stack, 1, role=ASSAULT, home=order.goal, cargo=in_cargo_order(cargo))
            number -= 1
            stack = changed(stack, n=stack.n - 1)


def end_waiting(game: Board, power: str, zone: str) -> None:
    for stack in list(game.units[zone]):
        if stack.role == WAITING and stack.owner == power:
            game.alter(zone, stack, stack.n, role="", home="")


def recall_waiting(game: Board, power: str) -> None:
    """Ships that wait for an assault nobody declares take their move back."""
    for zone in survey(game, power).roles:
        waiting = [stack for stack in game.units[zone] if stack.role == WAITING and stack.owner == power]
        for stack in waiting:
            game.pull(zone, stack, stack.n)
            game.put(stack.home, changed(stack, acted=FRESH, came="", via=(), role="", home=""))
        if waiting:
            game.tell(Recalled(power, zone))
