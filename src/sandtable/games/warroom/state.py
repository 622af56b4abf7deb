"""The state of a war: what lies on the map and on the charts, every field marked with who may know it."""

from typing import TYPE_CHECKING, Self

import msgspec

from sandtable.core.state import OwnerOnly, Public, State
from sandtable.games.warroom.data import (
    CATEGORIES,
    NATIONS,
    SCENARIOS,
    Amounts,
    ScenarioFacts,
    theatre_of,
    tokens_in_play,
)
from sandtable.games.warroom.theatre import Theatre

Counts = tuple[int, ...]
Orders = tuple[tuple[str, str], ...]
"""Movement orders in chart order: Command and destination."""


class Command(msgspec.Struct, frozen=True):
    """A Command Stack. Its units are counted in the order of its Category."""

    nation: str
    number: int
    category: str
    region: str
    units: Counts
    tagged: bool = False
    """Air: wears an Arrow Tag, so it must land in Phase 5."""
    dived: bool = False
    """Submarines that moved after diving: outside every conflict until Phase 5."""

    @property
    def key(self) -> str:
        return f"{self.nation}-{self.number}"

    @property
    def size(self) -> int:
        return sum(self.units)

    def of(self, kind: str) -> int:
        kinds = CATEGORIES[self.category]
        return self.units[kinds.index(kind)] if kind in kinds else 0

    def counts(self) -> dict[str, int]:
        return {kind: count for kind, count in zip(CATEGORIES[self.category], self.units, strict=True) if count}


class Row(msgspec.Struct, frozen=True):
    """A row of the battle board: one side's units of one kind in one stance. At most one of them is hurt."""

    side: str
    kind: str
    stance: str
    whole: tuple[tuple[str, str, int], ...]
    """Nation, kind and number: a row of Fighters may hold Carrier Fighters."""
    hurt: tuple[str, str, str] | None = None
    """Nation, kind and box."""
    lost: tuple[tuple[str, str, int], ...] = ()
    escaped: tuple[tuple[str, int], ...] = ()

    @property
    def standing(self) -> int:
        return sum(count for _, _, count in self.whole) + (self.hurt is not None)


class Battle(msgspec.Struct, frozen=True):
    """The hotspot that is being resolved."""

    region: str
    board: str
    nations: tuple[str, ...]
    """Who takes part, Defense Force included; a nation stays in the list when all its units die."""
    allied: str = ""
    """The nation that commands for the Allies."""
    axis: str = ""
    rows: tuple[Row, ...] = ()
    advantage: str = ""
    """The side with Force Advantage in the Surface Stage."""
    ports: tuple[str, ...] = ()
    """The sides with Port Advantage."""
    raid_losses: Amounts = (0, 0, 0)
    """What the running raid has already cost the territory."""
    defended: bool = False
    """Whether units of both sides fought, so that no Garrison acts."""

    def commander(self, side: str) -> str:
        return self.axis if side == "axis" else self.allied


class WarRoom(State, kw_only=True):
    """A war in progress."""

    scenario: Public[str]
    options: Public[dict[str, bool]]
    round: Public[int] = 0
    phase: Public[str] = "setup"
    nations: Public[list[str]] = []
    """The nations still in play, in the order of the scenario."""
    turn_order: Public[list[str]] = []
    control: Public[dict[str, str]] = {}
    markers: Public[dict[str, str]] = {}
    """Region to `embattled`, `contested` (Embattled before, Active now) or `active`."""
    commands: Public[dict[str, Command]] = {}
    fighters: Public[dict[str, int]] = {}
    """Launched Carrier Fighters: `region/nation` to their number."""
    forces: Public[dict[str, Counts]] = {}
    """Defense Forces on the map: Infantry, Artillery, Fighters."""
    building: Public[dict[str, Counts]] = {}
    """Units under construction by territory, in the order of `BUILDABLE`."""
    deferred: Public[dict[str, Counts]] = {}
    bombs: Public[dict[str, int]] = {}
    stock: Public[dict[str, Amounts]] = {}
    medals: Public[dict[str, int]] = {}
    goods: Public[dict[str, int]] = {}
    stress: Public[dict[str, int]] = {}
    zone: Public[dict[str, int]] = {}
    casualties: Public[dict[str, Counts]] = {}
    """Each nation's Casualty List, in the order of `KINDS`."""
    points: Public[dict[str, int]] = {}
    """Casualty Points that come from elsewhere than the list."""
    production: Public[dict[str, int]] = {}
    """Quick Play: the Production Value."""
    bids: Public[dict[str, int]] = {}
    orders: OwnerOnly[dict[str, Orders]] = {}
    """Written and not yet revealed."""
    charts: Public[dict[str, Orders]] = {}
    """Revealed, of this round."""
    roster: Public[list[str]] = []
    """The Commands on the map when planning ended: only they can carry out orders."""
    tried: Public[list[str]] = []
    """Commands whose first order of the round has come up."""
    held: Public[list[str]] = []
    """Commands that a pin kept whole where they stood this round."""
    hotspots: Public[list[str]] = []
    control_changed: Public[bool] = False
    """Whether a territory changed hands since convoy raids were last looked over."""
    resolved: Public[list[str]] = []
    battle: Public[Battle | None] = None
    purchases: Public[dict[str, Counts]] = {}
    aligned: Public[dict[str, str]] = {}
    """Neutral territory to the side that it is aligned with; empty while it stands apart."""
    activated: Public[list[str]] = []
    """Neutrals whose Defense Force has been placed once."""
    invaded: Public[dict[str, str]] = {}
    """Neutral territory to its first invader."""
    owed: Public[dict[str, str]] = {}
    """Invasions of Neutrals whose Stress is not booked yet."""
    pact: Public[bool] = False
    sino: Public[bool] = False
    stalin: Public[bool] = False
    breaker: Public[str] = ""
    """Who broke the Soviet-Japanese Pact this round."""
    overstay: Public[dict[str, str]] = {}
    """Commands that the Pact obliges to leave, and the territory they must leave."""
    guests: Public[list[str]] = []
    """Restricted territories with foreign Land Units at the end of the last Phase 3, and in Phase 3 at its start."""
    convoy_owner: Public[dict[str, str]] = {}
    collapsed: Public[list[str]] = []
    winner: Public[str] = ""
    """`axis`, `allied`, `draw` or `nobody` when the war is over."""

    if TYPE_CHECKING:
        index: dict[str, tuple[Command, ...]] | None = None
        ordered: tuple[Command, ...] | None = None
        by_nation: dict[str, tuple[Command, ...]] = {}
    else:
        # The Commands by region, and in the order of nations and numbers: made when asked for, replaced and never
        # changed, so that clones may share them. Not fields, so not encoded.
        index = None
        ordered = None
        by_nation = {}

    def clone(self) -> Self:
        twin = super().clone()
        twin.index = self.index
        twin.ordered = self.ordered
        twin.by_nation = self.by_nation
        return twin

    @property
    def facts(self) -> ScenarioFacts:
        return SCENARIOS[self.scenario]

    @property
    def map(self) -> Theatre:
        return theatre_of(self.scenario)

    def on(self, option: str) -> bool:
        """WR-OPT-01: whether an optional rule was switched on."""
        return self.options.get(option, False)

    # Commands on the map

    def put(self, command: Command) -> None:
        """Place or change a Command; one without units leaves the map and its token returns to the supply."""
        key = f"{command.nation}-{command.number}"
        old = self.commands.pop(key, None)
        new = command if any(command.units) else None
        if new is not None:
            self.commands[key] = new
        if self.index is None:
            return
        self.ordered = None
        self.by_nation = {**self.by_nation, command.nation: swapped(self.by_nation.get(command.nation, ()), old, new)}
        index = self.index = self.index.copy()
        if old is not None and old.region != command.region:
            index[old.region] = swapped(index[old.region], old, None)
            old = None
        if old is not None or new is not None:
            index[command.region] = swapped(index.get(command.region, ()), old, new)

    def here(self, region: str) -> tuple[Command, ...]:
        """The Commands in a region, by nation and number."""
        index = self.index
        return (self.make_index() if index is None else index).get(region, ())

    def stacks(self) -> tuple[Command, ...]:
        """All Commands, by nation and number: the one order in which rules may go through them."""
        if self.index is None:
            self.make_index()
        if self.ordered is None:
            by_nation = self.by_nation
            self.ordered = tuple([c for nation in sorted(by_nation) for c in by_nation[nation]])
        return self.ordered

    def stacks_of(self, nation: str) -> tuple[Command, ...]:
        """A nation's Commands, by number."""
        if self.index is None:
            self.make_index()
        return self.by_nation.get(nation, ())

    def make_index(self) -> dict[str, tuple[Command, ...]]:
        found: dict[str, list[Command]] = {}
        by_nation: dict[str, list[Command]] = {}
        for command in sorted(self.commands.values(), key=_nation_and_number):
            found.setdefault(command.region, []).append(command)
            by_nation.setdefault(command.nation, []).append(command)
        self.ordered = None
        self.by_nation = {nation: tuple(stacks) for nation, stacks in by_nation.items()}
        self.index = {place: tuple(stacks) for place, stacks in found.items()}
        return self.index

    def free_tokens(self, nation: str, category: str) -> list[int]:
        """WR-SETUP-12: the numbers that are in the supply."""
        return [n for n in tokens_in_play(self.scenario, nation, category) if f"{nation}-{n}" not in self.commands]

    def in_order(self) -> tuple[str, ...]:
        """The nations in play, in Turn Order."""
        return tuple([nation for nation in self.turn_order if nation in self.nations])

    def rank(self, nation: str) -> int:
        return self.turn_order.index(nation) if nation in self.turn_order else len(NATIONS)


def swapped(stacks: tuple[Command, ...], old: Command | None, new: Command | None) -> tuple[Command, ...]:
    """Commands in their order with one changed, taken away or added."""
    if new is None:
        return tuple([command for command in stacks if command is not old])
    if old is None:
        return tuple(sorted((*stacks, new), key=_nation_and_number)) if stacks else (new,)
    return tuple([new if command is old else command for command in stacks])


def _nation_and_number(command: Command) -> tuple[str, int]:
    return command.nation, command.number


def command(nation: str, number: int, category: str, region: str, **units: int) -> Command:
    """A Command from named counts."""
    kinds = CATEGORIES[category]
    return Command(nation, number, category, region, tuple(units.get(kind, 0) for kind in kinds))
