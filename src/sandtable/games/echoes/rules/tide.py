"""2.4 Tide of War: at most two in a game, each marked in the box of one region.

A Tide of War rerolls an attack that has just been rolled in its region, or shifts a track of its region by one, at any
time. It is offered wherever it can matter: before an Axis roll, between a roll and its effect, before and after the
dice of a Major Conflict, and in the Allied part of a turn.
"""

from functools import lru_cache

from sandtable.core.forms import Form, Part
from sandtable.core.menus import Pick
from sandtable.core.steps import Ask
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.games.echoes.data import REGION_NAMES, REGIONS, TRACK_NAMES, Side
from sandtable.games.echoes.events import CodeUsed, TideTurned
from sandtable.games.echoes.rules.tracks import ALLIED_MODIFIERS, AXIS_MODIFIERS, FULL, HIGHEST, can_shift, mark
from sandtable.games.echoes.state import ALLIES, EchoesState

BOX_USED = {
    region: Refusal(f"The Tide of War box of {region} is marked already, and a box is used only once", "EW-TOW-02")
    for region in REGION_NAMES
}
NONE_LEFT = Refusal("All Tide of War actions of this war are used", "EW-TOW-01")
NOT_ITS_TRACK = {
    region: {
        track: Refusal(f"{track} does not apply in {region}, whose box would be marked", "EW-TOW-05")
        for track in TRACK_NAMES
        if track not in record.tracks
    }
    for region, record in REGIONS.items()
}
TURNS_NOTHING = Refusal("Shifting a track would not turn this roll; it can be done in your own turn", "EW-TOW-05")
NOT_THIS_ROLL = {
    track: Refusal(f"Shifting {track} would not change the roll at hand", "EW-TOW-05") for track in TRACK_NAMES
}
NO_CODE = Refusal("There is no broken code to use this turn", "EW-ACT-15")
NOT_STACKED = Refusal("A broken code and a Tide of War are not used on the same roll", "EW-TOW-06")
NO_EFFECT_NOW = Doubt("This does not change the roll that is about to fall", "EW-DRM-03")

PASS = "pass"


def shiftable(game: EchoesState) -> tuple[str, ...]:
    """The tracks on which another Allied box would count."""
    allied, axis = game.allied_boxes, game.axis_boxes
    found: tuple[str, ...] = ()
    for track, highest in HIGHEST.items():
        if allied[track] - axis[track] < highest:
            found += (track,)
    return found


@lru_cache(maxsize=4096)
def shift_parts(tracks: tuple[str, ...], used: tuple[str, ...], for_a_roll: bool) -> tuple[Part, Part] | None:
    """Which box to mark and which of these tracks to shift, to turn the roll at hand or at leisure; None if no box is
    left for any of them."""
    why_not = NOT_THIS_ROLL if for_a_roll else FULL
    open_boxes = {
        region: offered
        for region in REGION_NAMES
        if region not in used and (offered := tuple(track for track in REGIONS[region].tracks if track in tracks))
    }
    if not open_boxes:
        return None
    closed = {
        region: BOX_USED[region] if region in used else why_not[REGIONS[region].tracks[0]]
        for region in REGION_NAMES
        if region not in open_boxes
    }
    boxes = Pick(rule="EW-TOW-02", options=tuple(open_boxes), refused=closed)
    shifts = {
        region: Pick(
            rule="EW-TOW-05",
            options=offered,
            refused={**NOT_ITS_TRACK[region], **{t: why_not[t] for t in REGIONS[region].tracks if t not in offered}},
        )
        for region, offered in open_boxes.items()
    }
    return Part("box", by="do", menus={"tide": boxes}), Part("track", by="box", menus=shifts)


def before_axis_roll(game: EchoesState, region: str) -> Ask | None:
    """2.4: a track may be shifted even before an enemy attack roll."""
    bites = any(game.lead(track) <= at for track, at in AXIS_MODIFIERS[region])
    return _before_axis_roll(region, tuple(game.tide_regions), shiftable(game), bites, game.tides)


@lru_cache(maxsize=4096)
def _before_axis_roll(
    region: str, used: tuple[str, ...], tracks: tuple[str, ...], bites: bool, left: int
) -> Ask | None:
    parts = shift_parts(tuple(track for track in tracks if track in REGIONS[region].tracks), used, for_a_roll=True)
    if parts is None:
        return None
    doubted = {} if bites else {"tide": NO_EFFECT_NOW}
    do = Pick(rule="EW-TOW-05", options=(PASS, "tide"), doubted=doubted, refused={"reroll": NOTHING_ROLLED})
    prompt = f"The Axis is about to attack in {region}. Let it roll, or turn the tide ({left} left)?"
    return Ask("ew.tide.before_axis_roll", {ALLIES: Form(rule="EW-TOW-05", parts=(Part("do", do), *parts))}, prompt)


NOTHING_ROLLED = Refusal("No die has fallen yet that could be rolled again", "EW-TOW-03")


def after_roll(game: EchoesState, side: Side, region: str, again: str, margin: int) -> Ask | None:
    """2.4: a winning Axis attack or a failed Allied attack may be rolled again, or turned by a shift that is enough."""
    turning: tuple[str, ...] = ()
    if margin == (-1 if side == "allies" else 0) and game.tides and again != "enigma":
        turning = tuple(
            track
            for track, at in (ALLIED_MODIFIERS if side == "allies" else AXIS_MODIFIERS)[region]
            if can_shift(game, track) and game.lead(track) == (at - 1 if side == "allies" else at)
        )
    return _after_roll(side, region, again, turning, tuple(game.tide_regions), game.tides, game.reroll)


@lru_cache(maxsize=4096)
def _after_roll(
    side: Side, region: str, again: str, turning: tuple[str, ...], used: tuple[str, ...], left: int, code: bool
) -> Ask | None:
    rule = "EW-TOW-03" if side == "axis" else "EW-TOW-04"
    options, refused = [PASS], {}
    if again == "enigma":
        refused["reroll"] = refused["tide"] = NOT_STACKED
    elif not left:
        refused["reroll"] = refused["tide"] = NONE_LEFT
    else:
        if region in used:
            refused["reroll"] = BOX_USED[region]
        else:
            options.append("reroll")
        parts = shift_parts(turning, used, for_a_roll=True)
        if parts is None:
            refused["tide"] = TURNS_NOTHING
        else:
            options.append("tide")
    if code and not again:
        options.append("enigma")
    else:
        refused["enigma"] = NOT_STACKED if code else NO_CODE
    if options == [PASS]:
        return None
    do = Part("do", Pick(rule=rule, options=tuple(options), refused=refused))
    form = Form(rule=rule, parts=(do, *parts) if "tide" in options and parts else (do,))
    happened = f"The Axis attack in {region} succeeds" if side == "axis" else f"The Allied attack in {region} fails"
    name = "ew.tide.after_axis_roll" if side == "axis" else "ew.tide.after_allied_roll"
    return Ask(name, {ALLIES: form}, f"{happened}. Accept it, or turn the tide ({left} left)?")


def around_conflict(game: EchoesState, track: str, moment: str) -> Ask | None:
    """2.4 with 3.4: the track of a Major Conflict may be shifted before or after its dice."""
    if not game.tides or not can_shift(game, track):
        return None
    return _around_conflict(track, moment, tuple(game.tide_regions), game.tides)


@lru_cache(maxsize=1024)
def _around_conflict(track: str, moment: str, used: tuple[str, ...], left: int) -> Ask | None:
    parts = shift_parts((track,), used, for_a_roll=True)
    if parts is None:
        return None
    do = Pick(rule="EW-TOW-05", options=(PASS, "tide"), refused={"reroll": ONLY_ATTACKS})
    comes = "is about to be rolled for" if moment == "before" else "has been rolled for"
    prompt = f"A Major Conflict {comes}, and {track} counts. Go on, or turn the tide ({left} left)?"
    form = Form(rule="EW-TOW-05", parts=(Part("do", do), *parts))
    return Ask(f"ew.tide.{moment}_conflict", {ALLIES: form}, prompt)


ONLY_ATTACKS = Refusal("Only attacks can be rolled again, not the dice of a Major Conflict", "EW-TOW-03")


def spend(game: EchoesState, region: str, use: str) -> None:
    """2.4: a Tide of War is recorded in the box of its region."""
    game.tides -= 1
    game.tide_regions.append(region)
    game.tell(TideTurned(region, use, game.tides))


def shift(game: EchoesState, region: str, track: str) -> None:
    """2.4: a track of the region moves by one in the Allies' favour."""
    spend(game, region, track)
    mark(game, "allies", track, 1)


def use_reroll(game: EchoesState, region: str) -> None:
    """2.4: the attack that has just been rolled in the region is rolled again."""
    spend(game, region, "reroll")


def use_code(game: EchoesState, region: str) -> None:
    """3.2, Enigma: one die of this turn is rolled again."""
    game.reroll = False
    game.tell(CodeUsed(region))
