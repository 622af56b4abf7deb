"""Kamikaze Strikes: announced at the beginning of Conduct Combat and resolved before any combat."""

from itertools import groupby
from typing import Any

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Bag, Menu
from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.games.axis1940.data import SURFACE
from sandtable.games.axis1940.events import Fired, KamikazesFlown, UnitsLost
from sandtable.games.axis1940.forces import Stack, in_order, kind_of
from sandtable.games.axis1940.rules.scramble import assault_zones, battle_zones
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, spoken

HITS_ON = 2
"""AA-KAMI-08."""
Strikes = tuple[tuple[str, str], ...]
"""Zone and ship of every strike, in the order of the answer."""


def kamikaze_zones(game: Board, power: str) -> list[str]:
    """AA-KAMI-02, AA-KAMI-03: zones of the list where the acting power attacks Japanese units or assaults from, and has
    a ship that can be struck."""
    owner = game.map.facts.kamikaze_power
    attacked = set(battle_zones(game, power))
    assaulted = set(assault_zones(game))
    if not attacked and not assaulted:
        return []
    return [
        zone
        for zone, facts in game.map.zones.items()
        if facts.kamikaze
        and (zone in assaulted or (zone in attacked and any(stack.owner == owner for stack in game.units[zone])))
        and ships_in(game, power, zone)
    ]


def ships_in(game: Board, power: str, zone: str) -> list[tuple[str, Stack]]:
    """AA-KAMI-06: the surface warships of the attacking power, one by one, each with a name of its own."""
    found: list[tuple[str, Stack]] = []
    named: dict[str, int] = {}
    for stack in in_order(game.units[zone]):
        if stack.owner == power and stack.kind in SURFACE:
            word = f"{stack.kind}!" if stack.hits else stack.kind
            for _ in range(stack.n):
                named[word] = named.get(word, 0) + 1
                found.append((f"{word}#{named[word]}", stack))
    return found


class KamikazeMenu(OpenForm, frozen=True, tag="ax.kamikaze_menu", kw_only=True):
    """AA-KAMI-05, AA-KAMI-07: for every zone how many strikes on which ship; all of it before any die."""

    zones: tuple[tuple[str, tuple[str, ...]], ...]
    tokens: int

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if len(chosen) == len(self.zones):
            return None
        left = self.tokens - sum(number for bag in chosen for _, number in bag)
        ships = self.zones[len(chosen)][1]
        return Bag(limits=dict.fromkeys(ships, left), most=left, rule="AA-KAMI-01")

    @property
    def default(self) -> tuple[Any, ...]:
        return tuple(() for _ in self.zones)


class Kamikaze(Step, frozen=True, tag="ax.kamikaze.announce"):
    """AA-KAMI-01, AA-KAMI-04: the owner of the tokens announces its strikes."""

    power: str

    def ask(self, game: Board) -> Want | None:
        owner = game.map.facts.kamikaze_power
        if not game.kamikazes or owner not in game.wars[self.power]:
            return None
        zones = kamikaze_zones(game, self.power)
        if not zones:
            return None
        targets = tuple((zone, tuple(word for word, _ in ships_in(game, self.power, zone))) for zone in zones)
        menu = KamikazeMenu(zones=targets, tokens=game.kamikazes, rule="AA-KAMI-01")
        places = ", ".join(name_of(zone) for zone in zones)
        return Ask("ax.kamikaze", {owner: menu}, f"Kamikaze strikes in {places}?")

    def then(self, game: Board, got: Any) -> None:
        game.done()
        if got is None:
            return
        strikes: list[tuple[str, str]] = []
        for zone, bag in zip(kamikaze_zones(game, self.power), got, strict=True):
            number = sum(count for _, count in bag)
            if number:
                game.kamikazes -= number
                game.kamikaze_zones.append(zone)
                strikes += [(zone, word) for word, count in bag for _ in range(count)]
                game.tell(KamikazesFlown(zone, tuple((kind_of(word), count) for word, count in bag), game.kamikazes))
        if strikes:
            game.call(KamikazeStrikes(self.power, tuple(strikes)))


class KamikazeStrikes(Step, frozen=True, tag="ax.kamikaze.strike"):
    """AA-KAMI-08, AA-KAMI-09, R18: a strike hits on 2 or less; surplus strikes on a sunk ship are wasted."""

    power: str
    strikes: Strikes

    def ask(self, game: Board) -> Want:
        aims = (f"at {spoken(word)} in {name_of(zone)}" for zone, word in self.strikes)
        order = ", then ".join(f"{len(list(same))} {aim}" for aim, same in groupby(aims))
        return Roll("ax.kamikaze_strike", len(self.strikes), prompt=f"Kamikaze strikes: {order}")

    def then(self, game: Board, got: Any) -> None:
        zones = dict.fromkeys(zone for zone, _ in self.strikes)
        for zone in zones:
            faces = tuple(face for (place, _), face in zip(self.strikes, got, strict=True) if place == zone)
            hits = sum(face <= HITS_ON for face in faces)
            who, dice = game.map.facts.kamikaze_power, ((len(faces), HITS_ON),)
            game.tell(Fired(zone, who, "kamikaze strikes", faces, hits, len(faces) / 3, dice))
            self.sink(game, zone, got)
        game.done()

    def sink(self, game: Board, zone: str, got: tuple[int, ...]) -> None:
        taken: dict[str, int] = {}
        for (place, word), face in zip(self.strikes, got, strict=True):
            if place == zone and face <= HITS_ON:
                taken[word] = taken.get(word, 0) + 1
        ships = ships_in(game, self.power, zone)
        for word, stack in ships:
            hits = taken.get(word, 0)
            if not hits:
                continue
            whole = stack.kind in ("battleship", "carrier") and not stack.hits
            if whole and hits == 1:
                game.alter(zone, stack, 1, hits=1)
                game.tell(UnitsLost(zone, (), ((self.power, stack.kind, 1),), "kamikaze"))
            else:
                game.pull(zone, stack, 1)
                gone = ((self.power, stack.kind, 1), *((item.owner, item.kind, 1) for item in stack.cargo))
                game.tell(UnitsLost(zone, gone, why="kamikaze"))
