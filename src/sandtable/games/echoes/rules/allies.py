"""3.2 and 4.0 The Allied part of a turn: attacks and actions, spent as the player likes."""

from functools import lru_cache
from typing import Any

from sandtable.core.forms import Form, Part
from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Step
from sandtable.core.verdicts import Refusal
from sandtable.games.echoes.data import LIMITS, REGION_NAMES, REGIONS, TRACK_NAMES
from sandtable.games.echoes.events import Stopped
from sandtable.games.echoes.rules import tide
from sandtable.games.echoes.rules.battle import RollAttack
from sandtable.games.echoes.rules.tracks import FULL, mark
from sandtable.games.echoes.state import ALLIES, EchoesState
from sandtable.games.echoes.words import number_of

ENDS = {region: record.end for region, record in REGIONS.items()}
MOST_ATTACKS = LIMITS["attacks_on_a_region"]

AT_ITS_END = {
    region: Refusal(f"The front in {region} is at the end of its track; there is nothing left to attack", "EW-REG-08")
    for region in REGION_NAMES
}
BARRED = {region: Refusal(f"The box bars attacks in {region} this turn", "EW-ACT-15") for region in REGION_NAMES}
TWICE_ALREADY = {
    region: Refusal(f"{region} was attacked twice this turn, and a third attack is not allowed", "EW-ACT-12")
    for region in REGION_NAMES
}
NO_ATTACK_LEFT = Refusal("No attack or action is left this turn", "EW-ACT-10")
ATTACKS_ONLY = Refusal("Only attacks are left, and an attack cannot shift a track", "EW-ACT-10")
NO_SPECIAL = Refusal("This box gives no special attack, or it has been made", "EW-ACT-15")


class AlliedTurn(Step, frozen=True, tag="ew.allies.turn"):
    """4.0: the player spends attacks and actions one by one, and may stop early."""

    def ask(self, game: EchoesState) -> Ask | None:
        if not (game.attacks or game.actions or game.special):
            return None
        return _allied_turn(
            game.attacks,
            game.actions,
            game.special,
            game.bonus,
            at_their_end(game),
            tuple(game.barred),
            attacked_twice(game) if game.attacked else (),
            tide.shiftable(game) if game.actions or game.tides else (),
            game.tides,
            tuple(game.tide_regions) if game.tides else (),
        )

    def then(self, game: EchoesState, got: Any) -> None:
        if got is None:
            game.done()
        elif got[0] == "attack":
            if game.attacks:
                game.attacks -= 1
            else:
                game.actions -= 1
            attack(game, got[1], 0)
        elif got[0] == "special":
            game.special = ""
            attack(game, got[1], game.bonus)
        elif got[0] == "shift":
            game.actions -= 1
            mark(game, "allies", got[1], 1)
        elif got[0] == "tide":
            tide.shift(game, got[1], got[2])
        else:
            game.tell(Stopped(game.attacks + bool(game.special), game.actions))
            game.attacks = game.actions = 0
            game.special = ""
            game.done()


def at_their_end(game: EchoesState) -> tuple[str, ...]:
    """2.4: the regions in which the front stands at the end of its track."""
    allied, axis = game.allied_marks, game.axis_marks
    found: tuple[str, ...] = ()
    for region, end in ENDS.items():
        if allied[region] - axis[region] == end:
            found += (region,)
    return found


def attacked_twice(game: EchoesState) -> tuple[str, ...]:
    """4.0: the regions that have seen all the attacks of a turn."""
    found: tuple[str, ...] = ()
    for region, attacks in game.attacked.items():
        if attacks >= MOST_ATTACKS:
            found += (region,)
    return found


def attack(game: EchoesState, region: str, bonus: int) -> None:
    """4.0: an attack counts against the two that a region may see in a turn."""
    game.attacked[region] = game.attacked.get(region, 0) + 1
    game.call(RollAttack("allies", region, bonus))


@lru_cache(maxsize=65536)
def _allied_turn(
    attacks: int,
    actions: int,
    special: str,
    bonus: int,
    at_their_end: tuple[str, ...],
    barred: tuple[str, ...],
    attacked_twice: tuple[str, ...],
    shiftable: tuple[str, ...],
    tides: int,
    tides_used: tuple[str, ...],
) -> Ask | None:
    closed = {region: TWICE_ALREADY[region] for region in attacked_twice}
    closed.update({region: BARRED[region] for region in barred})
    closed.update({region: AT_ITS_END[region] for region in at_their_end})
    verbs: list[str] = []
    refused: dict[str, Refusal] = {}
    targets: dict[str, Pick] = {}
    regions = tuple(region for region in REGION_NAMES if region not in closed)
    if attacks + actions and regions:
        verbs.append("attack")
        targets["attack"] = Pick(rule="EW-ACT-10", options=regions, refused=closed)
    else:
        refused["attack"] = next(iter(closed.values())) if attacks + actions else NO_ATTACK_LEFT
    if special and special not in closed:
        verbs.append("special")
        targets["special"] = Pick(rule="EW-ACT-15", options=(special,))
    else:
        refused["special"] = closed[special] if special else NO_SPECIAL
    if actions and shiftable:
        verbs.append("shift")
        full = {track: FULL[track] for track in TRACK_NAMES if track not in shiftable}
        targets["shift"] = Pick(rule="EW-ACT-11", options=shiftable, refused=full)
    else:
        refused["shift"] = FULL[TRACK_NAMES[0]] if actions else ATTACKS_ONLY
    parts = tide.shift_parts(shiftable, tides_used, for_a_roll=False) if tides else None
    if not verbs:
        return None  # what is left cannot be spent on anything
    if parts:
        verbs.append("tide")
    else:
        refused["tide"] = FULL[TRACK_NAMES[0]] if tides else tide.NONE_LEFT
    do = Pick(rule="EW-ACT-16", options=(*verbs, "stop"), refused=refused, usual="stop")
    form = Form(rule="EW-ACT-11", parts=(Part("do", do), Part("where", by="do", menus={**targets}), *(parts or ())))
    left = " and ".join(number_of(n, thing) for n, thing in ((attacks, "attack"), (actions, "action")) if n)
    extra = f"one attack in {special} at +{bonus}" if special else ""
    prompt = f"Your move: {' and '.join(text for text in (left, extra) if text)} left."
    return Ask("ew.allies.turn", {ALLIES: form}, prompt)
