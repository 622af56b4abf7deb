"""The state of a game of the 1940 family. Nothing in it is secret: everyone sees the same board."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from sandtable.core.state import Public, State
from sandtable.games.axis1940.data import Theatre, theatre
from sandtable.games.axis1940.forces import Stack, Stacks, changed, minus, plus

THE_LAND = ("control", "held", "neutrals", "wars", "facilities")
"""The fields on which it depends what a space is for a power."""
UNPROVOKED = "unprovoked"
"""The deed of the first declaration of war without a reason; with ' on <power>' for each power it was made on."""


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
    guests: Public[dict[str, int]] = {}
    """If hosts are asked: how many units of the acting power each takes aboard, such as 'anzac carrier sz54'."""
    kamikaze_zones: Public[list[str]] = []
    """The sea zones where kamikazes struck this turn: no bombardment from there."""

    if TYPE_CHECKING:  # no part of the state, so not encoded
        map: ClassVar[Theatre]
        looks: ClassVar[dict[Any, Any]]
        musters: ClassVar[dict[Any, Any]]
        trail: ClassVar[list[str]]
        land: ClassVar[object]

    def __post_init__(self) -> None:
        """What is found out about the board is kept beside it: in `looks` what each power sees (`spaces.survey`,
        `terrain.terrain_of`), in `musters` which of its units can move (`movement.MoveMenu.movable`). It is compared
        with the board before it is used, so it serves twins as well, which may be in another thread: what is found
        there is replaced or added to, never changed. `land` is another one whenever something of the land has changed;
        `trail` gets the spaces where units change, one after the other. Who remembers how long it was knows where to
        look again."""
        self.__dict__.update(map=theatre(self.theatre), looks={}, musters={}, land=object(), trail=[])

    def begin_trail(self, last: Iterable[str] = ()) -> None:
        """Begin a new trail. What is remembered of another one must be compared with the whole board; `last` says where
        to look first then."""
        self.__dict__["trail"] = [*last]

    def clone(self) -> "Board":
        """An independent twin. Its menus look at the board, so it must make its own. It goes its own way from here, so
        its trail is another."""
        twin = super().clone()
        twin.want = None
        twin.__dict__.update(
            map=self.map, looks=self.looks, musters=self.musters, land=self.land, trail=self.trail[-8:]
        )
        return twin

    # Units and the land change by what follows and nothing else, so nobody has to think of the trail or of what is
    # remembered (`tests/games/axis1940/test_looks.py`).

    def put(self, space: str, stack: Stack) -> None:
        self.units[space] = plus(self.units[space], stack)
        self.trail.append(space)

    def pull(self, space: str, stack: Stack, number: int) -> None:
        self.units[space] = minus(self.units[space], stack, number)
        self.trail.append(space)

    def alter(self, space: str, stack: Stack, number: int, **changes: object) -> None:
        """So many of a stack become something else where they are."""
        units = minus(self.units[space], stack, number)
        self.units[space] = plus(units, changed(stack, n=number, **changes))
        self.trail.append(space)

    def stand(self, space: str, stacks: Stacks) -> None:
        """These stacks, and no others, are in a space now."""
        self.units[space] = stacks
        self.trail.append(space)

    def change_land(self) -> None:
        self.__dict__["land"] = object()

    def set_control(self, territory: str, power: str) -> None:
        self.control[territory] = power
        self.change_land()

    def hold(self, territory: str, power: str) -> None:
        """A power controls a territory, and did so when the turn began."""
        self.held[territory] = power
        self.set_control(territory, power)

    def note_holders(self) -> None:
        """A turn begins: who controls what now counts as held in it."""
        if self.held != self.control:
            self.held = self.control.copy()
            self.change_land()

    def set_stance(self, territory: str, stance: str) -> None:
        """How a neutral stands; empty when it is a neutral no longer."""
        self.neutrals[territory] = stance
        if not stance:
            del self.neutrals[territory]
        self.change_land()

    def set_enemies(self, power: str, enemies: tuple[str, ...]) -> None:
        self.wars[power] = enemies
        self.change_land()

    def set_facilities(self, space: str, facilities: Iterable[Facility]) -> None:
        self.facilities[space] = tuple(sorted(facilities, key=lambda item: item.kind))
        self.change_land()

    def set_facility(self, space: str, kind: str, damage: int) -> None:
        kept = [facility for facility in self.facilities.get(space, ()) if facility.kind != kind]
        self.set_facilities(space, (*kept, Facility(kind, damage)))

    def drop_facility(self, space: str, kind: str) -> None:
        self.set_facilities(space, [item for item in self.facilities.get(space, ()) if item.kind != kind])

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
