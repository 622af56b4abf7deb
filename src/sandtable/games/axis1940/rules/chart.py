"""The board as one power sees it while it makes one move: what is asked again and again is looked up once."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import compress
from typing import Any

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import ARM, DECK, TAKERS, UNITS, WARSHIPS
from sandtable.games.axis1940.forces import FRESH, Stack, Stacks
from sandtable.games.axis1940.landing import Landing, landing_of
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.neutrals import is_friendly_neutral, is_neutral_land, why_not_attack_neutral
from sandtable.games.axis1940.rules.politics import why_not_attack, why_not_end_at_sea
from sandtable.games.axis1940.spaces import FRIENDLY, HOSTILE, can_scramble_from, status, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.terrain import Bases, bases_of, terrain_of
from sandtable.games.axis1940.words import name_of

Look = Callable[[str], bool]
Hopes = dict[str, tuple[Stacks, list[Stack]]]
"""The stacks of a space, and those among them that may have a move to make."""


MOST_SAILED = 3
"""AA-FAC-06: how far ships sail from a naval base."""


class Memo(dict[str, Any]):
    """What a function said, by the space it was asked about."""

    def __init__(self, ask: Callable[[str], Any]) -> None:
        self.ask = ask

    def __missing__(self, space: str) -> Any:
        self[space] = said = self.ask(space)
        return said

    def __call__(self, space: str) -> Any:
        return self[space]


def muster_of(game: Board, power: str, fighting: bool) -> Hopes:
    """The units of a power that can move in this phase (`mustered`), as far as they are known."""
    found: Hopes = game.musters.setdefault((power, fighting), {})
    return found


def mustered(
    game: Board, power: str, space: str, muster: Hopes, find: Callable[[Board, str, str], list[Stack]]
) -> list[Stack]:
    """What `find` says of the units in a space that can move, remembered as long as the same stacks are there: it may
    depend on nothing else."""
    stacks, known = game.units[space], muster.get(space)
    if known is None or known[0] is not stacks:
        known = muster[space] = (stacks, find(game, power, space))
    return known[1]


class Aims:
    """Where a power may have something to attack, or may help to: every space where a combat move may end is in these,
    and a few others. They follow from the land with its bases, from where enemies and own transports are, and from the
    attacks at sea that are `begun` and `met` by aircraft that scramble or not, so they serve move after move."""

    def __init__(
        self,
        bases: Bases,
        enemies: frozenset[str],
        transports: frozenset[str],
        begun: list[str],
        met: list[bool],
    ) -> None:
        self.rests_on = (bases, enemies, transports, begun, met)
        self.bases = bases
        self.terrain = bases.terrain
        self.board = bases.terrain.board
        self.transports = transports
        self.engaged = enemies.union(begun)
        """Where there are enemies, or something is under way already."""
        self.prey = enemies.union(compress(begun, met), self.terrain.foreign)
        """Where aircraft may have something to attack, or to help against aircraft that scramble."""
        self.hopes: dict[bool, Hopes] = {True: {}, False: {}}
        """The units that may have a way, by whether ways that seldom make sense count (`Chart.has_aim`)."""
        self.ready: dict[str, tuple[Stacks, tuple[str, ...]]] = {}
        """The stacks of a space, and the zones where some of them can be loaded (`Chart.piers`)."""
        self.known_flights: dict[tuple[str, int, bool, bool, frozenset[str]], list[str]] = {}

    @once
    def shores(self) -> frozenset[str]:
        """Where transports may have something to attack, or to land on."""
        return self.engaged | self.terrain.foreign_shores

    @once
    def rendezvous(self) -> frozenset[str]:
        """Where warships may have something to attack, or could wait for transports that assault a shore."""
        lanes = frozenset().union(*(self.board.zones_within(zone, MOST_SAILED) for zone in self.transports))
        return self.engaged | (lanes & self.terrain.foreign_shores)


class Chart:
    """Looks at a board that does not change meanwhile. `fighting`: combat is still to come this turn."""

    def __init__(self, game: Board, power: str, fighting: bool) -> None:
        self.game = game
        self.map = game.map
        self.power = power
        self.fighting = fighting
        self.terrain = terrain_of(game, power)
        self.bases = bases_of(game, power, self.terrain)
        self.status: Callable[[str], str] = self.terrain.status.__getitem__
        self.whole = survey(game, power)
        self.hostile: Look = self.whole.hostile.__contains__
        self.muster = muster_of(game, power, fighting)
        self.known_targets: dict[str, list[str]] = {}
        self.known_marches: dict[tuple[str, bool], list[tuple[str, ...]]] = {}
        self.known_fetches: dict[tuple[str, int], bool] = {}

    @once
    def destroyer(self) -> Look:
        return self.whole.destroyers.__contains__

    @once
    def enemy_ships(self) -> Look:
        return self.whole.enemies.__contains__

    @once
    def enemy_submarine(self) -> Look:
        return self.whole.submarines.__contains__

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

    def sailing(self, zone: str) -> int:
        return self.bases.sailing(self.game, zone)

    def flight(self, space: str, kind: str) -> int:
        return self.bases.flight(self.game, space, kind)

    @once
    def landing(self) -> Landing:
        return landing_of(self.game, self.power, self.fighting, self.bases, self.whole)

    def assaults(self, zone: str) -> list[str]:
        return assaults_from(self.game, zone) if zone in self.whole.roles else []

    def targets(self, zone: str) -> list[str]:
        """The territories beside a zone that could be assaulted."""
        found = self.known_targets.get(zone)
        if found is None:
            found = [spot for spot in self.map.coasts[zone] if self.why_not_assail(spot) is None]
            self.known_targets[zone] = found
        return found

    def must_blitz(self, territory: str) -> bool:
        """R53: whether to go on through a territory is to blitz. All combat moves are made at the same time
        (AA-CMOVE-09), so land that a blitz of this phase has taken is still hostile to those who follow."""
        return self.status(territory) == HOSTILE or self.game.control[territory] != self.game.held[territory]

    def foes_beside(self, territory: str) -> list[str]:
        """The territories across a land border that can be attacked."""
        return [
            spot
            for spot in self.map.land_next[territory]
            if spot in self.terrain.foreign and self.why_not_assail(spot) is None
        ]

    @once
    def aims(self) -> Aims:
        """Where a combat move may have a purpose, remembered by the game as long as that holds."""
        begun = [*self.game.strikes, *(zone for zone in self.whole.roles if assaults_from(self.game, zone))]
        rests_on = (
            self.bases,
            self.whole.enemies,
            self.whole.transports,
            begun,
            [*map(self.could_be_scrambled, begun)],
        )
        known: Aims | None = self.game.looks.get(("aims", self.power))
        if known is None or known.rests_on != rests_on:
            known = self.game.looks["aims", self.power] = Aims(*rests_on)
        return known

    def has_aim(self, origin: str, stack: Stack, rarely: bool) -> bool:
        """Whether a unit may have something to attack; `rarely`: or something that seldom makes sense, as to wait where
        a transport could come by."""
        kind, aims = stack.kind, self.aims
        if ARM[kind] == "air":
            return not aims.prey.isdisjoint(self.terrain.skies.spaces_within(origin, self.flight(origin, kind)))
        if ARM[kind] == "sea":
            seeks = aims.shores if kind == "transport" else aims.engaged
            if rarely and kind in WARSHIPS and kind != "carrier":
                seeks = aims.rendezvous
            return not seeks.isdisjoint(self.map.zones_within(origin, self.sailing(origin)))
        if origin in self.map.sea:
            return origin in self.terrain.foreign_shores
        fast = UNITS[kind].move > 1
        return kind != "aaa" and origin in (self.terrain.near_foreign if fast else self.terrain.beside_foreign)

    def hopes_in_peace(self) -> Hopes:
        """The units that may have a noncombat move to make (`guesses.hopeful_in_peace`), remembered by the game as
        long as the land and the transports of others are the same."""
        known = self.game.looks.get(("in peace", self.power))
        if known is None or known[0] is not self.terrain or known[1] != self.whole.hosts:
            known = self.game.looks["in peace", self.power] = (self.terrain, self.whole.hosts, {})
        found: Hopes = known[2]
        return found

    @once
    def piers(self) -> frozenset[str]:
        """Where transports may load somebody for an assault."""
        ready = self.aims.ready
        found: list[Iterable[str]] = []
        for spot in self.whole.own:
            stacks = self.game.units[spot]
            known = ready.get(spot)
            if known is None or known[0] is not stacks:
                lands = spot not in self.map.sea and any(is_ready(self.power, stack) for stack in stacks)
                known = ready[spot] = (stacks, self.map.zones_of[spot] if lands else ())
            found.append(known[1])
        shut = self.whole.hostile.difference(self.game.just_hostile)
        return frozenset().union(*found).difference(shut)

    def can_fetch(self, zone: str, left: int) -> bool:
        """Whether a transport in a zone can load somebody there or farther on, and bring it to a foreign shore."""
        known = self.known_fetches.get((zone, left))
        if known is None:
            within = self.map.zones_within
            known = not self.piers.isdisjoint(within(zone, left)) and (
                (zone in self.piers and not self.terrain.foreign_shores.isdisjoint(within(zone, left)))
                or (left > 0 and any(self.can_fetch(near, left - 1) for near in self.map.sea_next[zone]))
            )
            self.known_fetches[zone, left] = known
        return known

    def may_escape(self, origin: str) -> bool:
        """AA-CMOVE-03, R40: leaving a hostile zone, or one from which an assault may be met by scrambles."""
        return self.hostile(origin) or (bool(self.assaults(origin)) and self.could_be_scrambled(origin))

    def may_wait(self, zone: str) -> bool:
        """Whether an assault from a zone can still be declared: a target ashore, and an unmoved transport near enough,
        or own units on an ally's transport there."""
        if not self.targets(zone):
            return False
        return self.has_passengers(zone) or any(
            stack.kind == "transport" and stack.owner == self.power and stack.acted == FRESH
            for near in self.map.zones_within(zone, MOST_SAILED)
            if near in self.whole.transports and zone in self.map.zones_within(near, self.sailing(near))
            for stack in self.game.units[near]
        )

    def has_passengers(self, zone: str) -> bool:
        """AA-AMPH-22: whether own units on an ally's transport could assault from a zone."""
        return zone in self.whole.hosts and any(
            stack.kind == "transport" and stack.owner != self.power and item.owner == self.power and item.kind in TAKERS
            for stack in self.game.units[zone]
            for item in stack.cargo
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
