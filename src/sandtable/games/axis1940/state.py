"""The state of a game of the 1940 family. Nothing in it is secret: everyone sees the same board."""

from typing import Any

import msgspec

from sandtable.core.state import Public, State
from sandtable.games.axis1940.data import Theatre, theatre
from sandtable.games.axis1940.forces import Stack, Stacks, changed, minus, plus
from sandtable.games.axis1940.once import once


class Facility(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A complex or a base in a territory, with its damage."""

    kind: str
    damage: int = 0


class Board(State, kw_only=True):
    """A war in the Pacific, later in the whole world: what stands where, who holds what and who is at war with whom."""

    theatre: Public[str]
    options: Public[dict[str, str | int | bool]]
    round: Public[int] = 1
    acting: Public[str] = ""
    turns: Public[dict[str, int]] = {}
    """How many turns each power has begun."""
    wars: Public[dict[str, tuple[str, ...]]] = {}
    control: Public[dict[str, str]] = {}
    """Who controls each territory: a power, a bystander, or nobody ('')."""
    held: Public[dict[str, str]] = {}
    """The same at the start of this turn."""
    neutrals: Public[dict[str, str]] = {}
    """Neutral territories: 'strict', the side they are friendly to, or 'joined <side>' after a failed attack."""
    units: Public[dict[str, Stacks]] = {}
    facilities: Public[dict[str, tuple[Facility, ...]]] = {}
    treasury: Public[dict[str, int]] = {}
    bought: Public[dict[str, int]] = {}
    placed: Public[dict[str, int]] = {}
    """How many new units went to each space this turn; 'territory.kind' for a new facility."""
    upgrading: Public[list[str]] = []
    kamikazes: Public[int] = 0
    deeds: Public[dict[str, int]] = {}
    """What a power did that a later rule asks for, such as 'attacked french_indo_china'."""
    hostile_at_start: Public[list[str]] = []
    """The sea zones that were hostile for the acting power when its turn began."""
    just_hostile: Public[list[str]] = []
    """The sea zones that a declaration of this turn made hostile for the declarer."""
    strikes: Public[list[str]] = []
    """The sea zones where the acting power attacks submarines and transports that it could have ignored."""
    fought_in: Public[list[str]] = []
    """The spaces where combat took place this turn; a sea zone among them allows no bombardment."""
    holding: Public[dict[str, bool]] = {}
    """For each power: whether its side has met its victory condition without a break since that power's last turn."""
    second_chance: Public[str] = ""
    """The side that wins if it frees a capital by the end of this turn."""
    winner: Public[str] = ""
    resolved: Public[list[str]] = []
    """The spaces whose combat is over this turn."""
    kamikaze_zones: Public[list[str]] = []
    """The sea zones where kamikazes struck this turn: no bombardment from there."""

    @once
    def map(self) -> Theatre:
        return theatre(self.theatre)

    @once
    def looks(self) -> dict[Any, Any]:
        """What each power sees on the board (`spaces.survey`, `terrain.terrain_of`). No part of the state: what is kept
        here is compared with the board before it is used, so it serves twins as well."""
        return {}

    @once
    def musters(self) -> dict[str, Any]:
        """Which units of a power can move (`movement.MoveMenu.movable`), remembered in the same way."""
        return {}

    def clone(self) -> "Board":
        """An independent twin. Its menus look at the board, so it must make its own."""
        twin = super().clone()
        twin.want = None
        twin.__dict__.update(map=self.map, looks=self.looks, musters=self.musters)
        return twin

    def put(self, space: str, stack: Stack) -> None:
        self.units[space] = plus(self.units[space], stack)

    def pull(self, space: str, stack: Stack, number: int) -> None:
        self.units[space] = minus(self.units[space], stack, number)

    def alter(self, space: str, stack: Stack, number: int, **changes: object) -> None:
        """So many of a stack become something else where they are."""
        units = minus(self.units[space], stack, number)
        self.units[space] = plus(units, changed(stack, n=number, **changes))

    def damage(self, space: str, kind: str) -> int | None:
        """The damage of a facility, None if there is none of this kind."""
        for facility in self.facilities.get(space, ()):
            if facility.kind == kind:
                return facility.damage
        return None

    def complex_at(self, space: str) -> Facility | None:
        for facility in self.facilities.get(space, ()):
            if facility.kind in ("major_ic", "minor_ic"):
                return facility
        return None

    def set_facility(self, space: str, kind: str, damage: int) -> None:
        kept = tuple(facility for facility in self.facilities.get(space, ()) if facility.kind != kind)
        self.facilities[space] = tuple(sorted((*kept, Facility(kind, damage)), key=lambda item: item.kind))

    def drop_facility(self, space: str, kind: str) -> None:
        self.facilities[space] = tuple(item for item in self.facilities.get(space, ()) if item.kind != kind)
