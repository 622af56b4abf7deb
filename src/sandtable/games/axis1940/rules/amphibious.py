"""Amphibious Assaults: sea combat, offshore bombardment, land combat."""

from typing import Any

import msgspec

from sandtable.core.menus import Bag as BagMenu
from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import SURFACE
from sandtable.games.axis1940.events import Fired
from sandtable.games.axis1940.forces import (
    ASSAULT,
    BOMBARDED,
    FOUGHT,
    SCRAMBLED,
    SEABORNE,
    SUBMERGED,
    WITHDRAWN,
    Stack,
    chosen,
    count_labels,
    kind_of,
)
from sandtable.games.axis1940.rules.battlefield import DEFENSE, Fight, attackers, defenders
from sandtable.games.axis1940.rules.casualties import Hits
from sandtable.games.axis1940.rules.general_combat import Battle
from sandtable.games.axis1940.rules.losses import choose_losses
from sandtable.games.axis1940.rules.units import OTHER, Volley, expected_hits
from sandtable.games.axis1940.rules.volleys import dice_for, in_their_order, needs, score, thrown
from sandtable.games.axis1940.spaces import survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the

BOMBARDMENT = {"battleship": 4, "cruiser": 3}
"""AA-BOMB-02."""


def assaulted(game: Board) -> list[str]:
    """The territories against which assaults are declared and not yet resolved."""
    found = {target for zone in survey(game, game.acting).roles for target in assaults_from(game, zone)}
    if not found:
        return []
    return [territory for territory in game.map.territories if territory in found]


def zones_against(game: Board, territory: str) -> list[str]:
    return [zone for zone in game.map.zones_of[territory] if territory in assaults_from(game, zone)]


class Assault(Step, frozen=True, tag="ax.amphibious.assault"):
    """AA-AMPH-05: for one territory sea combat in every zone it is assaulted from, then bombardment and land combat."""

    territory: str
    power: str

    def then(self, game: Board, got: Any) -> None:
        game.goto(Land(self.territory, self.power))
        for zone in reversed(zones_against(game, self.territory)):
            if zone not in game.resolved and needs_sea_combat(game, self.power, zone):
                game.call(Battle(zone, self.power))


def needs_sea_combat(game: Board, power: str, zone: str) -> bool:
    """AA-AMPH-06, AA-AMPH-07: surface warships or scrambled aircraft must be fought; submarines and transports only if
    the attacker declared so."""
    if zone in game.strikes:
        return True
    enemies = game.wars[power]
    return any(
        stack.owner in enemies and (stack.kind in SURFACE or stack.role == SCRAMBLED) for stack in game.units[zone]
    )


def is_cleared(game: Board, power: str, zone: str) -> bool:
    """AA-AMPH-02, AA-AMPH-09: no defender is left in a zone that was fought for but submerged submarines. Where nobody
    fought, ignored submarines and transports do not matter."""
    if not needs_sea_combat(game, power, zone) and zone not in game.resolved:
        return True
    return all(stack.role == SUBMERGED or stack.kind == "transport" for stack in defenders(game, Fight(zone, power)))


class Land(Step, frozen=True, tag="ax.amphibious.land"):
    """AA-AMPH-09 to 12, AA-AMPH-15, AA-AMPH-16: transports in cleared zones offload. Then ships may bombard."""

    territory: str
    power: str

    def then(self, game: Board, got: Any) -> None:
        landed = 0
        zones = []
        for zone in zones_against(game, self.territory):
            clear = is_cleared(game, self.power, zone)
            number = self.offload(game, zone, clear)
            if number:
                zones.append(zone)
            landed += number
        game.goto(Bombard(self.territory, self.power, tuple(zones), landed))

    def offload(self, game: Board, zone: str, clear: bool) -> int:
        """Land what is to land from one zone; where the zone is not clear it stays aboard."""
        landed = 0
        for stack in list(game.units[zone]):
            if stack.role != ASSAULT or stack.home != self.territory:
                continue
            ashore = [item for item in stack.cargo if item.land] if clear else []
            for item in ashore:
                unit = Stack(item.owner, item.kind, stack.n, acted=FOUGHT, came=zone, role=SEABORNE)
                game.put(self.territory, unit)
                landed += stack.n
            kept = tuple(msgspec.structs.replace(item, land=False) for item in stack.cargo if item not in ashore)
            game.alter(zone, stack, stack.n, role="", home="", cargo=kept, acted=FOUGHT)
        return landed


def bombarding(game: Board, power: str, zone: str) -> list[Stack]:
    """AA-BOMB-07 to 09, AA-KAMI-10, R60: own ships in a zone without combat and kamikazes that did not bombard yet, nor
    retreat to there."""
    if zone in game.fought_in or zone in game.kamikaze_zones:
        return []
    return [
        stack
        for stack in game.units[zone]
        if stack.owner == power and stack.kind in BOMBARDMENT and stack.role not in (BOMBARDED, WITHDRAWN)
    ]


class Bombard(Step, frozen=True, tag="ax.amphibious.bombard"):
    """AA-BOMB-01 to 05: battleships and cruisers of quiet zones, as the attacker likes, one for each unit landed."""

    territory: str
    power: str
    zones: tuple[str, ...]
    landed: int

    def ships(self, game: Board) -> list[tuple[str, Stack]]:
        return [(zone, stack) for zone in self.zones for stack in bombarding(game, self.power, zone)]

    def ask(self, game: Board) -> Want | None:
        ships = self.ships(game)
        targets = [stack for stack in defenders(game, Fight(self.territory, self.power)) if stack.kind != "aaa"]
        if not ships or not targets:
            return None
        limits: dict[str, int] = {}
        for zone, stack in ships:
            for word, number in count_labels([stack]).items():
                limits[f"{zone}.{word}"] = limits.get(f"{zone}.{word}", 0) + number
        menu = BagMenu(limits=limits, most=self.landed, rule="AA-BOMB-03")
        return Ask(
            "ax.bombard", {self.power: menu}, f"Which ships of {the(self.power)} bombard {name_of(self.territory)}?"
        )

    def then(self, game: Board, got: Any) -> None:
        volley: dict[int, int] = {}
        for zone in self.zones:
            bag = tuple(
                (word.partition(".")[2], number) for word, number in got or () if word.partition(".")[0] == zone
            )
            ships = [stack for place, stack in self.ships(game) if place == zone]
            for stack, number in chosen(ships, bag):
                game.alter(zone, stack, number, role=BOMBARDED, acted=FOUGHT)
            for word, number in bag:
                value = BOMBARDMENT[kind_of(word)]
                volley[value] = volley.get(value, 0) + number
        dice = tuple((OTHER, number, value) for value, number in sorted(volley.items()))
        game.goto(Bombardment(self.territory, self.power, dice))


class Bombardment(Step, frozen=True, tag="ax.amphibious.bombardment"):
    """AA-BOMB-06: the dice of the ships; what they hit still fires in the first round."""

    territory: str
    power: str
    volley: Volley

    def ask(self, game: Board) -> Want | None:
        dice, order = dice_for(game, self.volley), in_their_order(thrown(game, self.volley))
        return (
            Roll("ax.bombardment", dice, prompt=f"Bombardment of {name_of(self.territory)}: {order}") if dice else None
        )

    def then(self, game: Board, got: Any) -> None:
        hits = score(game, self.volley, got or ())[OTHER]
        if self.volley:
            expected = expected_hits(self.volley)
            dice = needs(thrown(game, self.volley))
            game.tell(Fired(self.territory, self.power, "bombardment", got or (), hits, expected, dice))
        fight = Fight(self.territory, self.power)
        choose_losses(game, fight, DEFENSE, Hits(other=hits), "ax.amphibious.land_combat")


class LandCombat(Step, frozen=True, tag="ax.amphibious.land_combat"):
    """AA-AMPH-16: land combat, if anybody is there to fight it."""

    fight: Fight

    def then(self, game: Board, got: Any) -> None:
        fight = self.fight
        game.done()
        if attackers(game, fight):
            game.call(Battle(fight.space, fight.attacker, fight.doomed, assault=True))
        else:
            game.resolved.append(fight.space)
