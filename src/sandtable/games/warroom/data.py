"""The printed components as facts, checked when they are read. Amounts of resources are always Oil, Iron, OSR."""

from functools import cache
from importlib.resources import files
from typing import Literal, cast

from sandtable.core.load import Record, need, read_records
from sandtable.games.warroom import theatre
from sandtable.games.warroom.theatre import Theatre

Side = Literal["allied", "axis"]
Amounts = tuple[int, int, int]

RESOURCES = ("oil", "iron", "osr")
LAND = ("infantry", "artillery", "armor")
AIR = ("fighter", "bomber")
NAVAL = ("submarine", "cruiser", "carrier", "battleship")
CARRIER_FIGHTER = "carrier_fighter"
BUILDABLE = LAND + AIR + NAVAL
KINDS = (*BUILDABLE, CARRIER_FIGHTER)
CATEGORIES = {"land": LAND, "air": AIR, "naval": NAVAL}
CATEGORY_OF = {kind: category for category, kinds in CATEGORIES.items() for kind in kinds} | {CARRIER_FIGHTER: "air"}
COLOURS = ("yellow", "blue", "green", "red", "black", "white")
UNITS_PER_COMMAND = 8
DICE_PER_STAGE = 30
DICE_PER_BATCH = 10


class Nation(Record, frozen=True, kw_only=True):
    name: str
    aliases: tuple[str, ...] = ()
    prefix: str
    side: Side
    capital: str
    orders: int
    naval: tuple[int, ...]
    air: tuple[int, ...]
    land: tuple[int, ...]


class Unit(Record, frozen=True, kw_only=True):
    name: str
    short: str
    category: Literal["land", "air", "naval"]
    colour: str
    cost: Amounts
    points: int


class BoardRow(Record, frozen=True, kw_only=True):
    """A row of a battle board: what a unit of this stance rolls, and the boxes between whole and eliminated."""

    board: Literal["land", "sea"]
    unit: str
    stance: str
    air: int
    surface: int
    boxes: tuple[str, ...]


class QuickValue(Record, frozen=True, kw_only=True):
    board: Literal["land", "sea"]
    unit: str
    strategic: bool
    air: int
    surface: int


class Recipe(Record, frozen=True, kw_only=True):
    colour: str
    dice: int


class Territory(Record, frozen=True, kw_only=True):
    name: str
    colour: str
    """The nation whose card it is, or `neutral`."""
    controller: str
    restores: str = ""
    """The nation it belonged to before the war and returns to, where that is not its colour."""
    capital_of: str = ""
    value: int
    industry: int
    mobilization: int
    income: Amounts
    embattled: Amounts
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    rails: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    island: bool = False
    starts_embattled: bool = False
    neutral: Literal["", "standard", "pro_allied"] = ""
    trades: str = ""
    force: dict[str, int] = {}

    @property
    def original(self) -> str:
        """The nation that it is restored to."""
        return self.restores or self.colour


class Sea(Record, frozen=True, kw_only=True):
    name: str
    sea: tuple[str, ...]


class Impassable(Record, frozen=True, kw_only=True):
    name: str
    borders: tuple[str, ...]


class Passage(Record, frozen=True, kw_only=True):
    name: str
    between: tuple[str, str]
    controls: tuple[str, ...]
    alignment_opens: bool = False


class Convoy(Record, frozen=True, kw_only=True):
    sea: str
    target: str
    ships: Amounts
    territory: str = ""
    origin: str = ""
    destination: str = ""
    flag: str = ""


class StartingCommand(Record, frozen=True, kw_only=True):
    nation: str
    number: int
    region: str
    units: dict[str, int]


class Conversion(Record, frozen=True, kw_only=True):
    points: int
    stress: int


class Zone(Record, frozen=True, kw_only=True):
    name: str
    score: int


class Block(Record, frozen=True, kw_only=True):
    amount: int


class Face(Record, frozen=True, kw_only=True):
    faces: int


class ScenarioFacts(Record, frozen=True, kw_only=True):
    name: str
    nations: tuple[str, ...]
    orders: dict[str, int]
    thresholds: dict[str, int]
    production: dict[str, int]
    territories: tuple[str, ...]
    seas: tuple[str, ...]
    impassable: tuple[str, ...]
    commands: tuple[str, ...]
    first_income: dict[str, Amounts]
    capitals: tuple[str, ...]
    axis_wins: tuple[tuple[tuple[int | str, ...], ...], ...]
    """Alternatives; each is a list of groups, a number with the territories of which so many are needed."""
    allied_wins: tuple[tuple[tuple[int | str, ...], ...], ...]
    seats: dict[str, tuple[tuple[str, ...], ...]]
    trade: bool
    pacts: bool
    stalin: bool


RECORDS = read_records(
    files("sandtable.games.warroom") / "data",
    {
        "nations.toml": {"nation": Nation},
        "units.toml": {"unit": Unit, "row": BoardRow, "quick_value": QuickValue, "recipe": Recipe},
        "map.toml": {
            "territory": Territory,
            "sea": Sea,
            "impassable": Impassable,
            "passage": Passage,
            "convoy": Convoy,
        },
        "commands.toml": {"command": StartingCommand},
        "tables.toml": {"conversion": Conversion, "zone": Zone, "block": Block, "face": Face},
        "scenarios.toml": {"scenario": ScenarioFacts},
    },
)
NATIONS = cast(dict[str, Nation], RECORDS["nation"])
UNITS = cast(dict[str, Unit], RECORDS["unit"])
ROWS = cast(dict[str, BoardRow], RECORDS["row"])
QUICK_VALUES = cast(dict[str, QuickValue], RECORDS["quick_value"])
RECIPES = cast(dict[str, Recipe], RECORDS["recipe"])
TERRITORIES = cast(dict[str, Territory], RECORDS["territory"])
SEAS = cast(dict[str, Sea], RECORDS["sea"])
IMPASSABLE = cast(dict[str, Impassable], RECORDS["impassable"])
PASSAGES = cast(dict[str, Passage], RECORDS["passage"])
CONVOYS = cast(dict[str, Convoy], RECORDS["convoy"])
COMMANDS = cast(dict[str, StartingCommand], RECORDS["command"])
CONVERSIONS = cast(dict[str, Conversion], RECORDS["conversion"])
ZONES = cast(dict[str, Zone], RECORDS["zone"])
BLOCKS = cast(dict[str, Block], RECORDS["block"])
SCENARIOS = cast(dict[str, ScenarioFacts], RECORDS["scenario"])

DIE = tuple(face.id for face in cast(dict[str, Face], RECORDS["face"]).values() for _ in range(face.faces))
"""The colour of each face of a die, 1 first."""

ZONE_ORDER = tuple(ZONES)
SIDE_OF = {nation.id: nation.side for nation in NATIONS.values()}
OTHER: dict[str, Side] = {"allied": "axis", "axis": "allied"}
NAMES = {nation.id: nation.name for nation in NATIONS.values()} | {"neutral": "the Defense Force", "": "nobody"}
REGION_NAMES = {region: record.name for group in (TERRITORIES, SEAS, IMPASSABLE) for region, record in group.items()}
TARGETS: dict[str, tuple[str, ...]] = {}
"""The convoys of each raid target (a convoy or a cluster)."""
for _convoy in CONVOYS.values():
    TARGETS[_convoy.target] = (*TARGETS.get(_convoy.target, ()), _convoy.id)
TARGETS_IN: dict[str, tuple[str, ...]] = {}
for _target, _convoys in TARGETS.items():
    _sea = CONVOYS[_convoys[0]].sea
    TARGETS_IN[_sea] = (*TARGETS_IN.get(_sea, ()), _target)


def route(convoy: str) -> str:
    """`from Eastern Canada to Great Britain`, or `of France` along a coast."""
    facts = CONVOYS[convoy]
    if facts.territory:
        return f"of {REGION_NAMES[facts.territory]}"
    return f"from {REGION_NAMES[facts.origin]} to {REGION_NAMES[facts.destination]}"


STANCES: dict[str, dict[str, tuple[str, ...]]] = {
    board: {
        kind: tuple(row.stance for row in ROWS.values() if row.board == board and row.unit == kind)
        for kind in dict.fromkeys(row.unit for row in ROWS.values() if row.board == board)
    }
    for board in ("land", "sea")
}
for _board in STANCES.values():
    _board[CARRIER_FIGHTER] = _board["fighter"]


def board_row(board: str, kind: str, stance: str) -> BoardRow:
    """The row in which a unit stands; Carrier Fighters use those of Fighters."""
    return ROWS[f"{board}/{'fighter' if kind == CARRIER_FIGHTER else kind}/{stance}"]


def tokens(nation: str, category: str) -> tuple[int, ...]:
    """The numbers of a nation's Command Tokens of a Category."""
    return cast(tuple[int, ...], getattr(NATIONS[nation], category))


@cache
def tokens_in_play(scenario: str, nation: str, category: str) -> tuple[int, ...]:
    """WR-SCEN-02: tokens whose start region is outside the scenario are not used at all; those without one may be."""
    used = SCENARIOS[scenario].commands
    outside = {c.number for c in COMMANDS.values() if c.nation == nation and c.id not in used}
    return tuple(number for number in tokens(nation, category) if number not in outside)


@cache
def theatre_of(scenario: str) -> Theatre:
    """The part of the map that a scenario leaves open."""
    facts = SCENARIOS[scenario]
    return theatre.build(
        {t: TERRITORIES[t] for t in facts.territories},
        {s: SEAS[s] for s in facts.seas},
        {x: IMPASSABLE[x] for x in facts.impassable},
        {frozenset(passage.between): passage for passage in PASSAGES.values()},
    )


def category_of_number(number: int) -> str:
    """WR-SETUP-11: 1-9 Naval, 11-19 Air, 20 and above Land."""
    return "naval" if number < 10 else "air" if number < 20 else "land"


def check() -> None:
    """References, symmetry and totals of the facts."""
    for territory in TERRITORIES.values():
        where = f"map.toml: territory '{territory.id}'"
        for other in territory.land:
            need(other in TERRITORIES, where, f"there is no territory '{other}'")
            need(territory.id in TERRITORIES[other].land, where, f"'{other}' does not border it in turn")
        for sea in territory.sea:
            need(sea in SEAS, where, f"there is no sea region '{sea}'")
        need(set(territory.rails) <= set(territory.land), where, "a Rail leads to a territory that is not adjacent")
        need(set(territory.ports) <= set(territory.sea), where, "a Port opens on a sea region that is not adjacent")
        need(territory.industry in (0, territory.value), where, "smokestacks and Strategic Value differ")
        for rail in territory.rails:
            need(territory.id in TERRITORIES[rail].rails, where, f"the Rail to '{rail}' does not come back")
    for region in SEAS.values():
        for other in region.sea:
            need(region.id in SEAS[other].sea, f"map.toml: sea '{region.id}'", f"'{other}' does not border it in turn")
    for command in COMMANDS.values():
        where = f"commands.toml: command '{command.id}'"
        category = category_of_number(command.number)
        need(command.region in TERRITORIES or command.region in SEAS, where, f"no region '{command.region}'")
        need(command.number in tokens(command.nation, category), where, "its nation has no such token")
        need(all(CATEGORY_OF[kind] == category for kind in command.units), where, "a unit of another Category")
        need(1 <= sum(command.units.values()) <= UNITS_PER_COMMAND, where, "a Command holds 1 to 8 units")
    for scenario in SCENARIOS.values():
        for seats in scenario.seats.values():
            held = sorted(nation for seat in seats for nation in seat)
            need(held == sorted(scenario.nations), f"scenarios.toml: '{scenario.id}'", "the seats miss a nation")
    need(len(DIE) == 12, "tables.toml: face", "a die has 12 faces")


check()
