"""The facts of Echoes of War: read from `data/*.toml`, checked, and laid out for quick use by the rules."""

from importlib.resources import files
from typing import Literal, cast

import msgspec

from sandtable.core.load import Record, need, read_records

Side = Literal["allies", "axis"]


class Turn(Record, frozen=True):
    """A box of the turn track."""

    number: int
    year: int
    gold: bool
    strengths: Literal["1940", "1943+"]


class Track(Record, frozen=True):
    """A die roll modifier track; the lead is the Allied row minus the Axis row."""

    name: str
    regions: tuple[str, ...]
    lowest: int
    highest: int
    start_allies: int
    start_axis: int
    allied_row: str
    axis_row: str
    allies_modify_at: int
    axis_modify_at: int | None = None


class Region(Record, frozen=True):
    """A regional map box with its battle track."""

    name: str
    colour: str
    start: int
    end: int
    tracks: tuple[str, ...]


class Space(Record, frozen=True):
    """A space of a battle track."""

    region: str
    number: int
    name: str
    vp: int
    capital_of: str = ""


class Strength(Record, frozen=True):
    """What the other side must roll to advance against this one."""

    region: str
    side: Side
    nation: str
    until_1942: int
    from_1943: int


class Mark(msgspec.Struct, frozen=True, tag_field="op", tag="mark", forbid_unknown_fields=True):
    """A side marks boxes of its row on a die roll modifier track."""

    side: Side
    track: str
    n: int


class Advance(msgspec.Struct, frozen=True, tag_field="op", tag="advance", forbid_unknown_fields=True):
    """A side advances one space on each region without a roll."""

    side: Side
    regions: tuple[str, ...]


class Attack(msgspec.Struct, frozen=True, tag_field="op", tag="attack", forbid_unknown_fields=True):
    """The Axis rolls once for each region named, in order."""

    regions: tuple[str, ...]


class Grant(msgspec.Struct, frozen=True, tag_field="op", tag="grant", forbid_unknown_fields=True):
    """The Allies receive attacks and actions; `only` with `bonus` is one special attack, `barred` regions may not be
    attacked this turn."""

    attacks: int = 0
    actions: int = 0
    only: tuple[str, ...] = ()
    bonus: int = 0
    barred: tuple[str, ...] = ()


class Reroll(msgspec.Struct, frozen=True, tag_field="op", tag="reroll", forbid_unknown_fields=True):
    """The Allies may have one die of this turn rolled again."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens on these faces."""

    on: tuple[int, ...]
    then: "tuple[Instruction, ...]"


class Die(msgspec.Struct, frozen=True, tag_field="op", tag="die", forbid_unknown_fields=True):
    """A die decides which instructions are carried out."""

    results: tuple[Result, ...]


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the things that the Allied player may choose."""

    id: str
    then: "tuple[Instruction, ...]"


class Choose(msgspec.Struct, frozen=True, tag_field="op", tag="choose", forbid_unknown_fields=True):
    """The Allied player chooses which instructions are carried out."""

    options: tuple[Offer, ...]


class Where(msgspec.Struct, frozen=True, tag_field="op", tag="where", forbid_unknown_fields=True):
    """The position of a front decides which instructions are carried out."""

    region: str
    spaces: tuple[int, ...]
    then: "tuple[Instruction, ...]"
    otherwise: "tuple[Instruction, ...]"


Instruction = Mark | Advance | Attack | Grant | Reroll | Die | Choose | Where


class Box(Record, frozen=True):
    """An action event box."""

    table: int
    die: int
    title: str
    event: tuple[Instruction, ...]
    years: tuple[int, int] | None = None
    alternate: tuple[Instruction, ...] = ()


class Conflict(Record, frozen=True):
    """A Major Conflict box; the Axis takes its regions in the order given."""

    name: str
    die: int
    track: str
    regions: tuple[str, ...]


class Check(Record, frozen=True):
    """A line of the Confidence Chart."""

    turn: int
    at_most: int
    axis_wins_on: tuple[int, ...]


class Verdict(Record, frozen=True):
    """How the war ends at this many points or more."""

    at_least: int
    result: str
    with_capital_lost: str


class Limit(Record, frozen=True):
    """A single figure of the rules."""

    value: int


RECORDS = read_records(
    files(__package__) / "data",
    {
        "turns.toml": {"turn": Turn},
        "tracks.toml": {"track": Track},
        "regions.toml": {"region": Region, "space": Space, "strength": Strength},
        "boxes.toml": {"box": Box},
        "charts.toml": {"conflict": Conflict, "check": Check, "verdict": Verdict, "limit": Limit},
    },
)

TURNS = {turn.number: turn for turn in cast(dict[str, Turn], RECORDS["turn"]).values()}
TRACKS = cast(dict[str, Track], RECORDS["track"])
REGIONS = cast(dict[str, Region], RECORDS["region"])
SPACES = {(space.region, space.number): space for space in cast(dict[str, Space], RECORDS["space"]).values()}
STRENGTHS = {(s.region, s.side): s for s in cast(dict[str, Strength], RECORDS["strength"]).values()}
BOXES = cast(dict[str, Box], RECORDS["box"])
CONFLICTS = cast(dict[str, Conflict], RECORDS["conflict"])
CHECKS = {check.turn: check for check in cast(dict[str, Check], RECORDS["check"]).values()}
VERDICTS = tuple(cast(dict[str, Verdict], RECORDS["verdict"]).values())
LIMITS = {name: limit.value for name, limit in cast(dict[str, Limit], RECORDS["limit"]).items()}

LAST_TURN = max(TURNS)
REGION_NAMES = tuple(REGIONS)
TRACK_NAMES = tuple(TRACKS)
BOX_BY_DICE = {(box.table, box.die): box for box in BOXES.values()}
CONFLICT_BY_DIE = {conflict.die: conflict for conflict in CONFLICTS.values()}
POINTS = {region: tuple(SPACES[region, n].vp for n in range(REGIONS[region].end + 1)) for region in REGIONS}
ALLIED_CAPITALS = tuple(region for region in REGIONS if SPACES[region, 0].capital_of)
AXIS_CAPITALS = tuple(region for region in REGIONS if SPACES[region, REGIONS[region].end].capital_of)


def instruction_lists() -> dict[str, tuple[Instruction, ...]]:
    """Every list of instructions under a name that stays the same: `d_day/event`, `d_day/event/great_landing`."""
    found: dict[str, tuple[Instruction, ...]] = {}

    def file(name: str, instructions: tuple[Instruction, ...]) -> None:
        found[name] = instructions
        for instruction in instructions:
            if isinstance(instruction, Die):
                for result in instruction.results:
                    file(f"{name}/{result.on[0]}-{result.on[-1]}", result.then)
            elif isinstance(instruction, Choose):
                for offer in instruction.options:
                    file(f"{name}/{offer.id}", offer.then)
            elif isinstance(instruction, Where):
                file(f"{name}/then", instruction.then)
                file(f"{name}/otherwise", instruction.otherwise)

    for box in BOXES.values():
        file(f"{box.id}/event", box.event)
        file(f"{box.id}/alternate", box.alternate)
    return found


INSTRUCTIONS = instruction_lists()


def check_facts() -> None:
    """What must hold between records."""
    need(sorted(TURNS) == list(range(1, LAST_TURN + 1)), "turns.toml", "the turns must be numbered from 1 without gaps")
    need(
        set(CHECKS) == {n for n, turn in TURNS.items() if turn.gold},
        "charts.toml",
        "gold turns must be the checked ones",
    )
    need(len(BOX_BY_DICE) == 24 == len(BOXES), "boxes.toml", "there must be one box for each table and die")
    for region in REGIONS.values():
        where = f"regions.toml: region '{region.id}'"
        need(0 <= region.start <= region.end, where, "the start must be on the battle track")
        need(all((region.id, n) in SPACES for n in range(region.end + 1)), where, "a space of its track is missing")
        need(all((region.id, side) in STRENGTHS for side in ("allies", "axis")), where, "a strength is missing")
        for track in region.tracks:
            need(track in TRACKS and region.id in TRACKS[track].regions, where, f"track '{track}' does not apply here")
    for name, instructions in INSTRUCTIONS.items():
        for instruction in instructions:
            check_instruction(f"boxes.toml: '{name}'", instruction)


def check_instruction(where: str, instruction: Instruction) -> None:
    """What must hold within an instruction."""
    if isinstance(instruction, Mark):
        need(instruction.track in TRACKS, where, f"there is no track '{instruction.track}'")
        need(instruction.n > 0, where, "boxes are only ever added")
    elif isinstance(instruction, Advance | Attack):
        for region in instruction.regions:
            need(region in REGIONS, where, f"there is no region '{region}'")
    elif isinstance(instruction, Grant):
        special = not instruction.only or (len(instruction.only) == 1 and instruction.attacks == 1)
        need(special, where, "a special attack is one attack on one region")
        need(all(region in REGIONS for region in (*instruction.only, *instruction.barred)), where, "no such region")
    elif isinstance(instruction, Die):
        faces = sorted(face for result in instruction.results for face in result.on)
        need(faces == [1, 2, 3, 4, 5, 6], where, "each face of the die needs exactly one result")


check_facts()
