"""Scramble: the defender's aircraft rise at the end of Combat Move. Then interceptors of raids are committed."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.menus import Bag, Count, Menu
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import unit_bag
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import DECK
from sandtable.games.axis1940.events import Intercepted, Scrambled
from sandtable.games.axis1940.forces import INTERCEPT, RAID, SCRAMBLED, changed, in_order, total
from sandtable.games.axis1940.spaces import can_scramble_from, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the

MOST_FROM_A_BASE = 3
"""AA-SCR-02."""


def battle_zones(game: Board, power: str) -> list[str]:
    """The sea zones where the acting power attacks somebody."""
    whole = survey(game, power)
    return [
        zone
        for zone in whole.own
        if (zone in whole.hostile or zone in game.strikes) and power in [stack.owner for stack in game.units[zone]]
    ]


def assault_zones(game: Board) -> list[str]:
    """The sea zones from which an amphibious assault is about to be made."""
    return [zone for zone in survey(game, game.acting).roles if assaults_from(game, zone)]


def zones_in_danger(game: Board, power: str) -> list[str]:
    """AA-SCR-04, AA-SCR-05, AA-SCR-16: zones where friendly units are attacked, or from which an assault is made."""
    return sorted({*battle_zones(game, power), *assault_zones(game)}, key=game.map.place_of)


def scrambles(game: Board, power: str) -> list[tuple[str, str]]:
    """Every owner and base that may send aircraft up."""
    coasts = [game.map.coasts[zone] for zone in zones_in_danger(game, power)]
    bases = sorted(set().union(*coasts), key=game.map.place_of)
    return [
        (owner, base)
        for owner in (game.wars[power] if bases else ())
        for base in bases
        if any(stack.owner == owner and stack.kind in DECK for stack in game.units[base])
        and can_scramble_from(game, owner, base)
    ]


def already_up(game: Board, base: str) -> int:
    return sum(
        stack.n
        for zone in game.map.zones_of[base]
        for stack in game.units[zone]
        if stack.role == SCRAMBLED and stack.home == base
    )


class Scramble(Step, frozen=True, tag="ax.scramble.offer"):
    """AA-SCR-01: after all combat moves each owner decides, base by base; the attacker can change nothing any more."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        game.done()
        for owner, base in reversed(scrambles(game, self.power)):
            game.call(ScrambleFrom(self.power, owner, base))


class ScrambleFrom(Step, frozen=True, tag="ax.scramble.base"):
    """AA-SCR-02, AA-SCR-06 to 08: at most three from a base in all, split over its zones as the owner likes."""

    power: str
    owner: str
    base: str

    def ask(self, game: Board) -> Want | None:
        most = MOST_FROM_A_BASE - already_up(game, self.base)
        zones = [zone for zone in zones_in_danger(game, self.power) if zone in game.map.zones_of[self.base]]
        limits = {
            f"{zone}.{stack.kind}": min(stack.n, most)
            for zone in zones
            for stack in in_order(game.units[self.base])
            if stack.owner == self.owner and stack.kind in DECK and not stack.role
        }
        if most <= 0 or not limits:
            return None
        menu = scramble_menu(limits, most, self.ready(game))
        prompt = f"Which aircraft of {the(self.owner)} scramble from {name_of(self.base)}?"
        return Ask("ax.scramble", {self.owner: menu}, prompt)

    def ready(self, game: Board) -> dict[str, int]:
        return {
            stack.kind: stack.n
            for stack in in_order(game.units[self.base])
            if stack.owner == self.owner and stack.kind in DECK and not stack.role
        }

    def then(self, game: Board, got: Any) -> None:
        sent: dict[str, list[tuple[str, int]]] = {}
        for word, number in got or ():
            zone, _, kind = word.partition(".")
            stack = next(
                stack
                for stack in game.units[self.base]
                if stack.owner == self.owner and stack.kind == kind and not stack.role
            )
            game.pull(self.base, stack, number)
            game.put(zone, changed(stack, n=number, role=SCRAMBLED, home=self.base))
            sent.setdefault(zone, []).append((kind, number))
        for zone, units in sent.items():
            game.tell(Scrambled(self.owner, self.base, zone, tuple(units)))
        game.done()


def scramble_menu(limits: dict[str, int], most: int, ready: dict[str, int]) -> Menu:
    """AA-SCR-08: which aircraft go to which zone; no aircraft goes twice."""
    if len(limits) == len(ready):
        return Bag(limits=limits, most=most, rule="AA-SCR-02")

    def final(held: Mapping[str, int]) -> Refusal | None:
        for kind, number in ready.items():
            if sum(count for word, count in held.items() if word.endswith(f".{kind}")) > number:
                return Refusal(f"Only {number} of {name_of(kind)} can scramble from this base", "AA-SCR-08")
        return None

    return unit_bag(limits, "AA-SCR-02", final, lambda held: final(held) is None, least=0, most=most)


class CommitInterceptors(Step, frozen=True, tag="ax.scramble.intercept"):
    """AA-SBR-05, AA-SBR-06: after Combat Move and before any combat, fighters may rise against raids."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        game.done()
        for territory in reversed(raided(game, self.power)):
            for owner in reversed(game.wars[self.power]):
                if fighters_at(game, owner, territory):
                    game.call(Intercept(self.power, owner, territory))


def raided(game: Board, power: str) -> list[str]:
    """The territories that the acting power raids."""
    return [
        territory
        for territory in survey(game, power).roles
        if any(stack.role == RAID and stack.owner == power for stack in game.units[territory])
    ]


def fighters_at(game: Board, owner: str, territory: str) -> int:
    return total(
        stack for stack in game.units[territory] if stack.owner == owner and stack.kind == "fighter" and not stack.role
    )


class Intercept(Step, frozen=True, tag="ax.scramble.intercept_one"):
    """AA-SBR-05: any number of the fighters based in the raided territory; no air base is needed."""

    power: str
    owner: str
    territory: str

    def ask(self, game: Board) -> Want | None:
        menu = Count(low=0, high=fighters_at(game, self.owner, self.territory), rule="AA-SBR-05")
        prompt = f"How many fighters of {the(self.owner)} intercept the raid on {name_of(self.territory)}?"
        return Ask("ax.intercept", {self.owner: menu}, prompt, about={"territory": self.territory})

    def then(self, game: Board, got: Any) -> None:
        if got:
            stack = next(
                stack
                for stack in game.units[self.territory]
                if stack.owner == self.owner and stack.kind == "fighter" and not stack.role
            )
            game.alter(self.territory, stack, got, role=INTERCEPT)
            game.tell(Intercepted(self.owner, self.territory, got))
        game.done()
