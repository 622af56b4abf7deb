"""How a noncombat move changes the board; what the end of the phase brings."""

from collections.abc import Mapping
from typing import Any

from sandtable.games.axis1940.cargo import in_cargo_order, kinds_in, loaded, one_by_one, room_for, take_ashore
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.events import Moved, UnitsLost
from sandtable.games.axis1940.forces import DECK_CREW, FRESH, SPENT, Cargo, Stack, changed, chosen
from sandtable.games.axis1940.landing import DECK_PLACES, shipyards
from sandtable.games.axis1940.rules.battlefield import losses_of
from sandtable.games.axis1940.rules.chart import muster_of, mustered
from sandtable.games.axis1940.rules.hosting import agreed_in, come_down, guests_to_be, uninvited
from sandtable.games.axis1940.rules.moves import ABOARD, aboard_allies, kinds
from sandtable.games.axis1940.rules.neutrals import take_over_guarded, take_over_neutrals
from sandtable.games.axis1940.rules.politics import note_entry_into_china
from sandtable.games.axis1940.shares import most_drawn
from sandtable.games.axis1940.spaces import may_share, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import is_landing_place
from sandtable.games.axis1940.ways import STAY


def allied_transports(game: Board, power: str, zone: str) -> list[Stack]:
    """AA-TRANS-06, AA-TRANS-18: the transports of allies in a zone, one by one, that may carry the power's units."""
    return [
        changed(stack, n=1)
        for stack in game.units[zone]
        if stack.kind == "transport"
        and stack.owner != power
        and stack.acted == FRESH
        and may_share(game, power, stack.owner)
        for _ in range(stack.n)
    ]


def room_on_allies(game: Board, power: str, zone: str, loads: Mapping[str, int]) -> bool:
    return room_for(allied_transports(game, power, zone), loads)


class Order:
    """The parts of a noncombat move, taken apart."""

    def __init__(self, answer: tuple[Any, ...]) -> None:
        self.origin: str = answer[0]
        self.way: tuple[str, ...] = answer[1]
        self.bag: tuple[tuple[str, int], ...] = answer[2]
        self.goal = self.origin if self.way == STAY else self.way[-1]
        self.path = (self.origin,) if self.way == STAY else (self.origin, *self.way)
        self.loads: tuple[tuple[str, int], ...] = ()
        self.ashore: tuple[tuple[str, int], ...] = ()
        self.place = ""
        for part in answer[3:]:
            if isinstance(part, str):
                self.place = "" if part == "none" else part
            elif part and "." in part[0][0]:
                self.loads = part
            elif part:
                self.ashore = part


def movable_here(game: Board, power: str, space: str) -> list[Stack]:
    own = [
        stack
        for stack in game.units[space]
        if stack.owner == power and (stack.acted != SPENT if ARM[stack.kind] == "air" else stack.acted == FRESH)
    ]
    return own + aboard_allies(game, power, space) if space in game.map.sea else own


def apply_noncombat_move(game: Board, power: str, answer: tuple[Any, ...]) -> None:
    """Carry out a noncombat move that is legal."""
    order = Order(answer)
    muster = muster_of(game, power, False)
    party = chosen(mustered(game, power, order.origin, muster, movable_here), order.bag)
    from_sea, to_sea = order.origin in game.map.sea, order.goal in game.map.sea
    boarding: list[str] = []
    if from_sea and (leaving := {stack.kind: number for stack, number in party if stack.role == ABOARD}):
        leave_allies(game, power, order, leaving)
    for stack, number in party:
        if stack.role == ABOARD:
            continue
        game.pull(order.origin, stack, number)
        if stack.kind == "transport":
            continue
        if to_sea and ARM[stack.kind] == "land":
            boarding += [stack.kind] * number
        else:
            game.put(order.goal, landed(stack, number, to_sea))
    if boarding:
        board_allies(game, power, order.goal, boarding)
    if from_sea and (ships := one_by_one(party)):
        move_transports(game, power, order, ships)
    note_entry_into_china(game, power, order.path[1:])
    loads = tuple(kinds_in(order.loads).items()) if order.loads else ()
    game.tell(Moved(power, kinds(order.bag), order.path, "", loads, order.place))
    take_over_guarded(game, power, order.place or order.goal)


def landed(stack: Stack, number: int, at_sea: bool) -> Stack:
    """Units at the end of their noncombat move. Aircraft over a sea zone wait for their carrier."""
    left = 0 if at_sea and ARM[stack.kind] == "air" else -1
    return Stack(stack.owner, stack.kind, number, stack.hits, left, SPENT, cargo=stack.cargo)


def move_transports(game: Board, power: str, order: Order, ships: list[Stack]) -> None:
    ready = loaded(ships, take_ashore(game, power, order.loads, land=False))
    ashore = dict(order.ashore)
    for ship in ready:
        kept = []
        for item in ship.cargo:
            if order.place and item.owner == power and ashore.get(item.kind, 0):
                ashore[item.kind] -= 1
                game.put(order.place, Stack(power, item.kind, acted=SPENT))
            else:
                kept.append(item)
        game.put(order.goal, changed(ship, acted=SPENT, cargo=in_cargo_order(kept)))


def board_allies(game: Board, power: str, zone: str, kinds_aboard: list[str]) -> None:
    """AA-TRANS-17: units go aboard allies' transports: the heavy ones first, each where it leaves the most room."""
    for kind in sorted(kinds_aboard, key=lambda kind: kind == "infantry"):
        hosts = [stack for stack in allied_transports(game, power, zone) if room_for([stack], {kind: 1})]
        host = max(hosts, key=lambda stack: len(stack.cargo))
        game.alter(zone, host, 1, cargo=in_cargo_order((*host.cargo, Cargo(power, kind, now=True))))


def leave_allies(game: Board, power: str, order: Order, wanted: dict[str, int]) -> None:
    """AA-TRANS-06, AA-TRANS-07: units go ashore from allies' transports, from as few as can be; these are done then."""
    while any(wanted.values()):
        ships = allied_transports(game, power, order.origin)
        ship = max(ships, key=lambda ship: (len(leavers(ship, power, wanted)), -len(ship.cargo)))
        going = leavers(ship, power, wanted)
        for item in going:
            wanted[item.kind] -= 1
            game.put(order.goal, Stack(power, item.kind, acted=SPENT))
        kept = list(ship.cargo)
        for item in going:
            kept.remove(item)
        game.alter(order.origin, ship, 1, acted=SPENT, cargo=tuple(kept))


def leavers(ship: Stack, power: str, wanted: Mapping[str, int]) -> list[Cargo]:
    """Those aboard a transport who are among the units that are to go ashore."""
    found: list[Cargo] = []
    for item in ship.cargo:
        if item.owner == power and not item.now and found.count(item) < wanted.get(item.kind, 0):
            found.append(item)
    return found


def hosts_of(game: Board, power: str, answer: tuple[Any, ...]) -> list[str]:
    """AA-POL-31: the allies whose territory, carrier or transport a move would share."""
    order = Order(answer)
    place = order.place or order.goal
    if place in game.map.territories:
        holder = game.control[place]
        return [holder] if holder in game.map.powers and holder != power else []
    after = game.clone()
    apply_noncombat_move(after, power, answer)
    before = guests_to_be(game, power, place)
    more = [host for (host, kind), n in guests_to_be(after, power, place).items() if n > before.get((host, kind), 0)]
    return [host for host in uninvited(after, power, place) if host in more]


def end_noncombat(game: Board, power: str) -> None:
    """AA-NCM-11, AA-NEUT-15: aircraft take their places on carriers or wait for one that is being built, the others are
    lost; friendly neutrals change hands."""
    take_over_neutrals(game, power)
    settle_aircraft(game, power, dict(game.bought))


def settle_aircraft(game: Board, power: str, bought: dict[str, int]) -> None:
    """Seat aircraft on carriers. Those over a zone where a bought carrier can be placed may wait for it."""
    whole = survey(game, power)
    zones = sorted(game.map.sea.intersection((*whole.air, *whole.roles)), key=game.map.place_of)
    for zone in zones:
        come_down(game, power, zone, agreed_in(game, zone))
    waiting = waiting_in(game, power, zones)
    for zone, decks in awaited_carriers(game, power, waiting, bought.get("carrier", 0)).items():
        crew = [stack for stack in game.units[zone] if stack.role == DECK_CREW and stack.owner == power]
        lose_aircraft(game, zone, crew, waiting[zone] - decks * DECK_PLACES)
    for territory in whole.air:
        for stack in list(game.units[territory]) if territory not in game.map.sea else ():
            if stack.owner == power and ARM[stack.kind] == "air" and stack.left >= 0:
                if is_landing_place(game, power, territory):
                    game.alter(territory, stack, stack.n, left=-1, acted=SPENT, came="")
                else:
                    lose_aircraft(game, territory, [stack], stack.n)


def awaited_carriers(game: Board, power: str, waiting: Mapping[str, int], carriers: int) -> dict[str, int]:
    """AA-AIRMOVE-15, AA-NCM-09: how many bought carriers come to each zone where aircraft wait: first those that will
    be full, so that they save as many as possible, and no more than the complexes beside a zone can place."""
    if not waiting:
        return {}
    yards = shipyards(game, power)
    sources = {zone: [spot for spot in game.map.coasts[zone] if spot in yards] for zone in waiting}
    found = dict.fromkeys(waiting, 0)
    for saved in range(DECK_PLACES, 0, -1):
        for zone, number in waiting.items():
            while carriers and number - found[zone] * DECK_PLACES >= saved:
                more = {**found, zone: found[zone] + 1}
                if most_drawn(more, sources, yards) < sum(more.values()):
                    break
                found, carriers = more, carriers - 1
    return found


def lose_aircraft(game: Board, space: str, stacks: list[Stack], number: int) -> None:
    lost: dict[tuple[str, str], int] = {}
    for stack in stacks:
        if number <= 0:
            break
        taken = min(number, stack.n)
        game.pull(space, stack, taken)
        lost[stack.owner, stack.kind] = lost.get((stack.owner, stack.kind), 0) + taken
        number -= taken
    if lost:
        game.tell(UnitsLost(space, losses_of(lost), why="no place to land"))


def aircraft_waiting(game: Board, power: str) -> dict[str, int]:
    """Zones where aircraft wait for a carrier that is being built, and how many."""
    sea = game.map.sea
    return waiting_in(game, power, [zone for zone in survey(game, power).roles if zone in sea])


def waiting_in(game: Board, power: str, zones: list[str]) -> dict[str, int]:
    """How many aircraft wait for a carrier in each of these zones where any do."""
    found = {}
    for zone in zones:
        if crew := [stack.n for stack in game.units[zone] if stack.role == DECK_CREW and stack.owner == power]:
            found[zone] = sum(crew)
    return found
