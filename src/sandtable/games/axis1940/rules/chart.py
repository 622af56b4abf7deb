"""The board as one power sees it while it makes one move: what is asked again and again is looked up once."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import DECK
from sandtable.games.axis1940.forces import FRESH
from sandtable.games.axis1940.landing import Landing
from sandtable.games.axis1940.rules.neutrals import is_friendly_neutral, is_neutral_land, why_not_attack_neutral
from sandtable.games.axis1940.rules.politics import why_not_attack, why_not_end_at_sea
from sandtable.games.axis1940.spaces import FRIENDLY, can_use_base, is_serviced, look, status
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import terrain_of
from sandtable.games.axis1940.words import name_of

Look = Callable[[str], bool]


class Memo(dict[str, Any]):
    """What a function said, by the space it was asked about."""

    def __init__(self, ask: Callable[[str], Any]) -> None:
        self.ask = ask

    def __missing__(self, space: str) -> Any:
        self[space] = said = self.ask(space)
        return said

    def __call__(self, space: str) -> Any:
        return self[space]


class Chart:
    """Looks at a board that does not change meanwhile. `fighting`: combat is still to come this turn."""

    def __init__(self, game: Board, power: str, fighting: bool) -> None:
        self.game = game
        self.map = game.map
        self.power = power
        self.fighting = fighting
        self.terrain = terrain_of(game, power)
        self.status: Callable[[str], str] = self.terrain.status.__getitem__

    def hostile(self, zone: str) -> bool:
        return look(self.game, self.power, zone).hostile

    def destroyer(self, zone: str) -> bool:
        return look(self.game, self.power, zone).destroyer

    def enemy_ships(self, zone: str) -> bool:
        return look(self.game, self.power, zone).enemy_ships

    def enemy_submarine(self, zone: str) -> bool:
        return look(self.game, self.power, zone).submarine

    def why_not_end(self, zone: str) -> Refusal | None:
        return why_not_end_at_sea(self.game, self.power, zone)

    @cached_property
    def why_not_assail(self) -> Callable[[str], Refusal | None]:
        return Memo(partial(why_not_assail, self.game, self.power))

    @cached_property
    def assaults(self) -> Callable[[str], list[str]]:
        return Memo(partial(assaults_from, self.game))

    @cached_property
    def targets(self) -> Callable[[str], list[str]]:
        return Memo(self._targets)

    @cached_property
    def could_be_scrambled(self) -> Look:
        return Memo(partial(could_be_scrambled, self.game, self.power))

    @cached_property
    def may_wait(self) -> Look:
        return Memo(self._may_wait)

    @cached_property
    def serviced(self) -> Look:
        return Memo(partial(is_serviced, self.game, self.power))

    @cached_property
    def landing(self) -> Landing:
        return Landing(self.game, self.power, self.fighting)

    def reach(self, origin: str) -> int:
        """AA-FAC-06: how far ships sail from a zone."""
        return 3 if self.serviced(origin) else 2

    def _targets(self, zone: str) -> list[str]:
        """The territories beside a zone that could be assaulted."""
        return [spot for spot in self.map.coasts[zone] if self.why_not_assail(spot) is None]

    def may_escape(self, origin: str) -> bool:
        """AA-CMOVE-03, R40: leaving a hostile zone, or one from which an assault may be met by scrambles."""
        return self.hostile(origin) or (bool(self.assaults(origin)) and self.could_be_scrambled(origin))

    def _may_wait(self, zone: str) -> bool:
        """Whether an assault from a zone can still be declared: a target ashore, an unmoved transport near enough."""
        if not self.targets(zone):
            return False
        near = {zone, *self.map.sea_next[zone]}
        near |= {further for one in list(near) for further in self.map.sea_next[one]}
        return any(
            stack.kind == "transport" and stack.owner == self.power and stack.acted == FRESH
            for spot in near
            for stack in self.game.units[spot]
        )


def why_not_assail(game: Board, power: str, territory: str) -> Refusal | None:
    """Whether units of a power may end a combat move in a territory: a hostile one, or a neutral that is attacked."""
    if territory in game.map.closed:
        return closed_refusal(game, territory)
    if is_neutral_land(game, territory):
        if is_friendly_neutral(game, power, territory):
            return Refusal(f"{name_of(territory)} is a friendly neutral and cannot be attacked", "AA-NEUT-13")
        return why_not_attack_neutral(game, power, territory)
    if status(game, power, territory) == FRIENDLY:
        return Refusal(
            f"A combat move must end in a hostile space, and {name_of(territory)} is friendly; move there in the "
            "Noncombat Move phase",
            "AA-CMOVE-01",
        )
    return why_not_attack(game, power, territory)


def closed_refusal(game: Board, territory: str) -> Refusal:
    if game.map.territories[territory].neutral == "impassable":
        return Refusal(f"Nothing can enter or cross {name_of(territory)}", "AA-SPACE-09")
    return Refusal(f"Soviet territory such as {name_of(territory)} is closed to all units", "AA-USSR-01")


def could_be_scrambled(game: Board, power: str, zone: str) -> bool:
    """Whether an enemy has aircraft at an operative air base beside a zone."""
    return any(
        stack.owner in game.wars[power]
        and stack.kind in DECK
        and can_use_base(game, stack.owner, territory, "air_base")
        for territory in game.map.coasts[zone]
        for stack in game.units[territory]
    )
