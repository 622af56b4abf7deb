"""The board as one power sees it while it makes one move: what is asked again and again is looked up once."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import DECK, TAKERS
from sandtable.games.axis1940.forces import FRESH, Stack, Stacks
from sandtable.games.axis1940.landing import Landing, landing_of
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.neutrals import is_friendly_neutral, is_neutral_land, why_not_attack_neutral
from sandtable.games.axis1940.rules.politics import why_not_attack, why_not_end_at_sea
from sandtable.games.axis1940.spaces import FRIENDLY, can_scramble_from, is_serviced, status, survey
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
        self.whole = survey(game, power)
        self.known_targets: dict[str, list[str]] = {}
        self.known_marches: dict[tuple[str, bool], list[tuple[str, ...]]] = {}
        self.known_flights: dict[tuple[str, str, bool], list[str]] = {}
        self.hostile: Look = self.whole.hostile.__contains__
        self.destroyer: Look = self.whole.destroyers.__contains__
        self.enemy_ships: Look = self.whole.enemies.__contains__
        self.enemy_submarine: Look = self.whole.submarines.__contains__

    def why_not_end(self, zone: str) -> Refusal | None:
        return None if zone in self.terrain.harbours else why_not_end_at_sea(self.game, self.power, zone)

    @once
    def assailed(self) -> dict[str, tuple[Stacks, Refusal | None]]:
        """What was said about attacks on each territory, and the stacks that were there: it holds as long as these and
        the terrain are the same."""
        name = f"assailed {self.power}"
        known = self.game.looks.get(name)
        if known is None or known[0] is not self.terrain:
            known = self.game.looks[name] = (self.terrain, {})
        found: dict[str, tuple[Stacks, Refusal | None]] = known[1]
        return found

    def why_not_assail(self, territory: str) -> Refusal | None:
        stacks = self.game.units[territory]
        known = self.assailed.get(territory)
        if known is None or known[0] is not stacks:
            known = self.assailed[territory] = (stacks, why_not_assail(self.game, self.power, territory))
        return known[1]

    @once
    def could_be_scrambled(self) -> Look:
        return Memo(partial(could_be_scrambled, self.game, self.power))

    @once
    def serviced(self) -> Look:
        return Memo(partial(is_serviced, self.game, self.power))

    @once
    def landing(self) -> Landing:
        return landing_of(self.game, self.power, self.fighting, self.terrain, self.whole)

    def reach(self, origin: str) -> int:
        """AA-FAC-06: how far ships sail from a zone."""
        return 3 if self.serviced(origin) else 2

    def assaults(self, zone: str) -> list[str]:
        return assaults_from(self.game, zone) if zone in self.whole.roles else []

    def targets(self, zone: str) -> list[str]:
        """The territories beside a zone that could be assaulted."""
        found = self.known_targets.get(zone)
        if found is None:
            found = [spot for spot in self.map.coasts[zone] if self.why_not_assail(spot) is None]
            self.known_targets[zone] = found
        return found

    def foes_beside(self, territory: str) -> list[str]:
        """The territories across a land border that can be attacked."""
        return [
            spot
            for spot in self.map.land_next[territory]
            if spot in self.terrain.foreign and self.why_not_assail(spot) is None
        ]

    # Where a combat move may have a purpose: every space that has one is in these, and a few others

    @once
    def fronts(self) -> tuple[str, ...]:
        """The own spaces from which something may attack: with aircraft, at sea, or not far from foreign land."""
        return tuple(filter(self.terrain.frontier.union(self.whole.air).__contains__, self.whole.own))

    @once
    def engaged(self) -> frozenset[str]:
        """The spaces with enemies, and those where something is under way already."""
        assaults = [zone for zone in self.whole.roles if assaults_from(self.game, zone)]
        return self.whole.enemies.union(self.game.strikes, assaults)

    @once
    def prey(self) -> frozenset[str]:
        """Where aircraft may have something to attack, or to help against aircraft that scramble."""
        return self.terrain.foreign.union(filter(self.has_work_for_aircraft, self.engaged))

    def has_work_for_aircraft(self, space: str) -> bool:
        return self.enemy_ships(space) or self.could_be_scrambled(space)

    @once
    def shores(self) -> frozenset[str]:
        """Where transports may have something to attack, or to land on."""
        return self.engaged | self.terrain.foreign_shores

    @once
    def piers(self) -> frozenset[str]:
        """Where transports may load somebody for an assault."""
        crowded = [
            spot
            for spot in self.whole.own
            if spot not in self.map.sea and any(is_ready(self.power, stack) for stack in self.game.units[spot])
        ]
        return frozenset().union(*map(self.map.zones_of.__getitem__, crowded))

    @once
    def rendezvous(self) -> frozenset[str]:
        """Where warships may have something to attack, or could wait for transports that assault a shore."""
        lanes = frozenset().union(*(self.map.zones_within(zone, 2) for zone in self.whole.transports))
        return self.engaged | (lanes & self.terrain.foreign_shores)

    def may_escape(self, origin: str) -> bool:
        """AA-CMOVE-03, R40: leaving a hostile zone, or one from which an assault may be met by scrambles."""
        return self.hostile(origin) or (bool(self.assaults(origin)) and self.could_be_scrambled(origin))

    def may_wait(self, zone: str) -> bool:
        """Whether an assault from a zone can still be declared: a target ashore, an unmoved transport near enough."""
        if not self.targets(zone):
            return False
        return any(
            stack.kind == "transport" and stack.owner == self.power and stack.acted == FRESH
            for near in self.map.zones_within(zone, 2)
            if near in self.whole.transports
            for stack in self.game.units[near]
        )


def is_ready(power: str, stack: Stack) -> bool:
    """Whether these are own land units that could still go aboard for an assault."""
    return stack.owner == power and stack.acted == FRESH and stack.kind in TAKERS


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
        stack.owner in game.wars[power] and stack.kind in DECK and can_scramble_from(game, stack.owner, territory)
        for territory in game.map.coasts[zone]
        for stack in game.units[territory]
    )
