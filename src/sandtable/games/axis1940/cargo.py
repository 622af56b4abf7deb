"""Transports and what they carry: room, loading, and who may load where (Transports)."""

from collections.abc import Iterable, Mapping

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.forces import ASSAULT, FRESH, Cargo, Stack, changed, fits_aboard
from sandtable.games.axis1940.spaces import is_hostile_zone
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of

Ships = list[Stack]
"""Transports one by one, each a stack of one."""


def one_by_one(party: Iterable[tuple[Stack, int]]) -> Ships:
    """The transports of a party, singly."""
    found: Ships = []
    for stack, number in party:
        if stack.kind == "transport":
            found += [changed(stack, n=1)] * number
    return found


def room_for(ships: Ships, loads: Mapping[str, int]) -> bool:
    """AA-TRANS-01: whether these units find room: one land unit of any kind and one infantry on each transport."""
    any_kind = anything = 0
    for ship in ships:
        if not ship.cargo:
            any_kind += 1
            anything += 2
        elif len(ship.cargo) == 1:
            any_kind += ship.cargo[0].kind == "infantry"
            anything += 1
    everything = sum(loads.values())
    return everything <= anything and everything - loads.get("infantry", 0) <= any_kind


def loaded(ships: Ships, units: list[Cargo]) -> Ships:
    """The ships with these units aboard: the heavy ones first, each where it leaves the most room."""
    ready = list(ships)
    for unit in sorted(units, key=lambda unit: unit.kind == "infantry"):
        place = max(
            (at for at, ship in enumerate(ready) if fits_aboard([*(item.kind for item in ship.cargo), unit.kind])),
            key=lambda at: (len(ready[at].cargo), -at),
        )
        ready[place] = changed(ready[place], cargo=in_cargo_order((*ready[place].cargo, unit)))
    return ready


def in_cargo_order(cargo: Iterable[Cargo]) -> tuple[Cargo, ...]:
    return tuple(sorted(cargo, key=lambda item: (item.owner, item.kind, item.now, item.land)))


def loading_zones(game: Board, power: str, origin: str, way: tuple[str, ...]) -> list[str]:
    """AA-TRANS-03, AA-TRANS-05, AA-POL-32: the zones of a way where a transport may load: the friendly ones, and its
    starting zone if a declaration of this turn has just made it hostile."""
    zones = [origin, *way] if way != ("stay",) else [origin]
    return [
        zone
        for at, zone in enumerate(zones)
        if not is_hostile_zone(game, power, zone) or (at == 0 and zone in game.just_hostile)
    ]


def loadable(game: Board, power: str, zones: Iterable[str], kinds: frozenset[str]) -> dict[str, int]:
    """The land units ashore that could go aboard in these zones, as 'territory.kind'."""
    found: dict[str, int] = {}
    if power == game.map.facts.china:
        return found  # AA-CHINA-09
    for zone in zones:
        for territory in game.map.coasts[zone]:
            for stack in game.units[territory]:
                if stack.owner == power and stack.acted == FRESH and stack.kind in kinds:
                    found[f"{territory}.{stack.kind}"] = stack.n
    return found


def why_not_load(game: Board, power: str, origin: str, way: tuple[str, ...], word: str) -> Refusal | None:
    """AA-TRANS-04, AA-TRANS-05, AA-CHINA-09: whether a unit ashore, 'territory.kind', can be loaded on a way."""
    territory, _, kind = word.partition(".")
    if territory not in game.map.territories or kind not in ARM:
        return None
    if power == game.map.facts.china:
        return Refusal("Chinese units cannot be loaded on transports", "AA-CHINA-09")
    if not any(territory in game.map.coasts[zone] for zone in loading_zones(game, power, origin, way)):
        passed = [origin] if way == ("stay",) else [origin, *way]
        for zone in passed:
            if territory in game.map.coasts.get(zone, ()):
                return Refusal(f"Nothing can be loaded in hostile {name_of(zone)}", "AA-TRANS-05")
        return Refusal(f"The transport does not come by {name_of(territory)}", "AA-TRANS-03")
    there = [stack for stack in game.units[territory] if stack.owner == power and stack.kind == kind]
    if there and all(stack.acted != FRESH for stack in there):
        where = name_of(territory)
        return Refusal(f"The {name_of(kind)} in {where} has moved, and loading is a whole move", "AA-TRANS-04")
    return None


def kinds_in(loads: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The kinds of units in a bag of 'territory.kind'."""
    found: dict[str, int] = {}
    for word, number in loads:
        kind = word.partition(".")[2]
        found[kind] = found.get(kind, 0) + number
    return found


def take_ashore(game: Board, power: str, loads: Iterable[tuple[str, int]], land: bool) -> list[Cargo]:
    """The units that go aboard, taken from their territories."""
    units = []
    for word, number in loads:
        territory, _, kind = word.partition(".")
        stack = next(
            stack
            for stack in game.units[territory]
            if stack.owner == power and stack.kind == kind and stack.acted == FRESH and stack.n >= number
        )
        game.pull(territory, stack, number)
        units += [Cargo(power, kind, now=True, land=land)] * number
    return units


def own_cargo(ships: Ships, power: str) -> dict[str, int]:
    """The power's own land units aboard, by kind."""
    found: dict[str, int] = {}
    for ship in ships:
        for item in ship.cargo:
            if item.owner == power and ARM[item.kind] == "land":
                found[item.kind] = found.get(item.kind, 0) + 1
    return found


def assaults_from(game: Board, zone: str) -> list[str]:
    """The territories that transports in a zone are about to assault."""
    found: list[str] = []
    for stack in game.units[zone]:
        if stack.role == ASSAULT and stack.home not in found:
            found.append(stack.home)
    return found
