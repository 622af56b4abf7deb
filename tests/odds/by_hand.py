"""Battles worked out the long way, straight from the rules: every die, every way to assign the hits.

Slow and plain on purpose. It shares nothing with `sandtable.odds` but the units' numbers, which it has from the ledger's
table (section 31), and serves as its yardstick.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import NamedTuple

#         attack, defence, cost
NUMBERS = {
    "infantry": (1, 2, 3),
    "artillery": (2, 2, 4),
    "mechanized_infantry": (1, 2, 4),
    "tank": (3, 3, 6),
    "aaa": (0, 0, 5),
    "fighter": (3, 4, 10),
    "tactical_bomber": (3, 3, 11),
    "strategic_bomber": (4, 1, 12),
    "battleship": (4, 4, 20),
    "carrier": (0, 2, 16),
    "cruiser": (3, 3, 12),
    "destroyer": (2, 2, 8),
    "submarine": (2, 1, 6),
    "transport": (0, 0, 7),
}
AIR = ("fighter", "tactical_bomber", "strategic_bomber")
LAND = ("infantry", "artillery", "mechanized_infantry", "tank")
CAPITAL = ("battleship", "carrier")
IDLE = ("aaa", "transport")


class Piece(NamedTuple):
    """A unit on the battle strip."""

    kind: str
    damaged: bool = False
    seaborne: bool = False
    beneath: bool = False


Pieces = tuple[Piece, ...]
State = tuple[Pieces, Pieces]
Ends = dict[tuple[str, Pieces, Pieces], float]


@dataclass(frozen=True)
class Plans:
    """What both sides mean to do; kinds in the order of their loss, with 'x_hit' for a hit that damages an x."""

    attack_order: tuple[str, ...]
    defend_order: tuple[str, ...]
    bombard: tuple[int, ...] = ()
    fewer: int = 0
    below: float = 0.0
    rounds: int = 0
    can_retreat: bool = True
    submerge: tuple[str, str] = ("never", "never")


def fights(pieces: Pieces) -> Pieces:
    """Those in the battle that are more than cargo space or spent guns."""
    return tuple(piece for piece in pieces if piece.kind not in IDLE and not piece.beneath)


def has_destroyer(pieces: Pieces) -> bool:
    return any(piece.kind == "destroyer" for piece in pieces)


def values(pieces: Pieces, attacks: bool) -> tuple[tuple[str, int], ...]:
    """What each piece fires at, with combined arms: the kind of hit it makes, and its value."""
    counts = {kind: sum(piece.kind == kind for piece in pieces) for kind in NUMBERS}
    with_artillery = counts["artillery"]
    with_tactical = counts["tank"] + counts["fighter"]
    found = []
    for piece in pieces:
        value = NUMBERS[piece.kind][0 if attacks else 1]
        if attacks and piece.kind in ("infantry", "mechanized_infantry") and with_artillery:
            with_artillery -= 1
            value += 1
        if attacks and piece.kind == "tactical_bomber" and with_tactical:
            with_tactical -= 1
            value += 1
        if value and not piece.beneath:
            found.append(("sub" if piece.kind == "submarine" else "air" if piece.kind in AIR else "any", value))
    return tuple(found)


@cache
def roll(dice: tuple[tuple[str, int], ...]) -> dict[tuple[str, ...], float]:
    """Every fall of the dice, as the kinds of the hits."""
    found: dict[tuple[str, ...], float] = {}
    for fall in product((True, False), repeat=len(dice)):
        chance = 1.0
        hits = []
        for hit, (kind, value) in zip(fall, dice, strict=True):
            chance *= value / 6 if hit else 1 - value / 6
            if hit:
                hits.append(kind)
        key = tuple(sorted(hits))
        found[key] = found.get(key, 0.0) + chance
    return found


def may_hit(hit: str, piece: Piece, with_destroyer: bool) -> bool:
    if piece.beneath:
        return False
    if hit == "sub":
        return piece.kind not in AIR
    if hit == "air":
        return piece.kind != "submarine" or with_destroyer
    return True


def assignments(hits: tuple[str, ...], pieces: Pieces, with_destroyer: bool) -> Iterator[tuple[Pieces, int]]:
    """What may be left, and how many hits are wasted, over all ways to assign the hits one by one."""
    if not hits:
        yield pieces, 0
        return
    yield from ((left, wasted + 1) for left, wasted in assignments(hits[1:], pieces, with_destroyer))
    tried = set()
    for at, piece in enumerate(pieces):
        if piece in tried or not may_hit(hits[0], piece, with_destroyer):
            continue
        tried.add(piece)
        if piece.kind in CAPITAL and not piece.damaged:
            left = (*pieces[:at], piece._replace(damaged=True), *pieces[at + 1 :])
        else:
            left = (*pieces[:at], *pieces[at + 1 :])
        yield from assignments(hits[1:], left, with_destroyer)


def losses(before: Pieces, after: Pieces, order: tuple[str, ...]) -> list[int]:
    """How much of each step of the order was lost."""

    def count(pieces: Pieces, step: str) -> int:
        kind = step.removesuffix("_hit")
        if step.endswith("_hit"):
            return sum(piece.kind == kind and not piece.damaged for piece in pieces)
        if step.endswith("~"):
            return sum(piece.kind == step[:-1] and piece.seaborne for piece in pieces)
        return sum(piece.kind == kind and not piece.seaborne for piece in pieces)

    return [count(before, step) - count(after, step) for step in order]


@cache
def take(hits: tuple[str, ...], pieces: Pieces, order: tuple[str, ...], with_destroyer: bool) -> Pieces:
    """What the owner keeps. It wastes as few hits as possible and loses as few transports as possible; within that it
    loses as much as possible of what stands first in its order, then of the second, and so on."""

    def merit(option: tuple[Pieces, int]) -> tuple[int, int, list[int]]:
        left, wasted = option
        spared = sum(piece.kind == "transport" for piece in left)
        return -wasted, spared, losses(pieces, left, order)

    return max(assignments(hits, pieces, with_destroyer), key=merit)[0]


def volley(state: State, firing: State, plans: Plans, extra: tuple[int, ...]) -> Iterator[tuple[State, float]]:
    """These pieces of both sides fire at the same time; the hits of a bombardment come on top of the attacker's."""
    attackers, defenders = state
    ours = (*dice_of(firing[0], attackers, True), *(("any", value) for value in extra))
    theirs = dice_of(firing[1], defenders, False)
    for our_hits, our_chance in roll(ours).items():
        hit = take(our_hits, defenders, plans.defend_order, has_destroyer(attackers))
        for their_hits, their_chance in roll(theirs).items():
            hit_back = take(their_hits, attackers, plans.attack_order, has_destroyer(defenders))
            yield (tuple(sorted(hit_back)), tuple(sorted(hit))), our_chance * their_chance


def dice_of(firing: Pieces, all_of_them: Pieces, attacks: bool) -> tuple[tuple[str, int], ...]:
    """The dice of those who fire; support comes from the whole side."""
    if firing == all_of_them:
        return values(all_of_them, attacks)
    if all(piece.kind == "submarine" for piece in firing):
        return values(firing, attacks)
    return tuple(die for die in values(all_of_them, attacks) if die[0] != "sub")


def one_round(state: State, plans: Plans, extra: tuple[int, ...]) -> dict[State, float]:
    """Steps 2 to 5: submarines strike if they can, then everybody else fires."""
    attackers, defenders = state
    strikes = (not has_destroyer(defenders), not has_destroyer(attackers))
    subs: State = (
        tuple(piece for piece in attackers if piece.kind == "submarine" and strikes[0]),
        tuple(piece for piece in defenders if piece.kind == "submarine" and strikes[1]),
    )
    found: dict[State, float] = {}
    for between, chance in volley(state, subs, plans, ()):
        rest: State = (
            tuple(piece for piece in between[0] if not (piece.kind == "submarine" and strikes[0])),
            tuple(piece for piece in between[1] if not (piece.kind == "submarine" and strikes[1])),
        )
        for after, more in volley(between, rest, plans, extra):
            found[after] = found.get(after, 0.0) + chance * more
    return found


def can_hit(ours: Pieces, theirs: Pieces, attacks: bool) -> bool:
    """Can any of our dice hit one of their fighting pieces?"""
    return any(
        may_hit(kind, piece, has_destroyer(ours)) for kind, _ in values(ours, attacks) for piece in fights(theirs)
    )


def verdict(state: State) -> str:
    """How the battle stands between two rounds, '' if it goes on."""
    attackers, defenders = state
    if not fights(attackers):
        if not fights(defenders):
            return "draw"
        return "retreat" if any(piece.beneath for piece in attackers) else "loss"
    if not fights(defenders):
        return "win"
    if not can_hit(attackers, defenders, True) and not can_hit(defenders, attackers, False):
        return "standoff"
    return ""


def is_helpless(state: State) -> bool:
    """Has the attacker nothing left that could fire at anything?"""
    attackers, defenders = state
    return not any(
        may_hit(kind, piece, has_destroyer(attackers))
        for kind, _ in values(attackers, True)
        for piece in defenders
        if not piece.beneath
    )


def cleared(how: str, state: State, plans: Plans) -> State:
    """Defenceless transports and spent guns go down at the end."""
    attackers, defenders = state
    if how in ("win", "standoff") and values(attackers, True):
        defenders = tuple(piece for piece in defenders if piece.kind not in IDLE)
    if how in ("loss", "standoff") and values(state[1], False) and not plans.can_retreat:
        attackers = tuple(piece for piece in attackers if piece.kind not in IDLE)
    return attackers, defenders


def submerged(state: State, plans: Plans) -> State:
    """The same after those submarines have dived that will."""

    def after(pieces: Pieces, enemy: Pieces, plan: str) -> Pieces:
        others = [piece for piece in fights(pieces) if piece.kind != "submarine"]
        if has_destroyer(enemy) or plan == "never" or (plan == "alone" and others):
            return pieces
        dive = [piece._replace(beneath=True) if piece.kind == "submarine" else piece for piece in pieces]
        return tuple(sorted(dive))

    return after(state[0], state[1], plans.submerge[0]), after(state[1], state[0], plans.submerge[1])


def to_the_end(plans: Plans) -> Plans:
    """The same plans without any thought of breaking off."""
    return replace(plans, fewer=0, below=0.0, rounds=0, bombard=())


class Reckoning:
    """All ends of a battle by recursion over the states, each solved for the rounds in which nothing happens."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.known: dict[tuple[State, int, bool], tuple[Ends, float]] = {}
        self.hopes: dict[State, float] = {}

    def ends(self, state: State, played: int, fresh: bool) -> tuple[Ends, float]:
        """The chances of all ends, and the mean number of rounds, from the beginning of a round."""
        key = (state, played if self.plans.rounds else 0, fresh)
        if key not in self.known:
            self.known[key] = self.work_out(state, played, fresh)
        return self.known[key]

    def work_out(self, state: State, played: int, fresh: bool) -> tuple[Ends, float]:
        how = verdict(state)
        if how:
            return {(how, *cleared(how, state, self.plans)): 1.0}, 0.0
        if not fresh and not self.plans.can_retreat and is_helpless(state):
            return {("standoff", *state): 1.0}, 0.0
        if not fresh and self.breaks_off(state, played):
            return self.without_leavers(state)
        below = submerged(state, self.plans)
        how = verdict(below)
        if how:
            return {(how, *cleared(how, below, self.plans)): 1.0}, 0.0
        return self.go_on(state, below, played, fresh)

    def go_on(self, state: State, below: State, played: int, fresh: bool) -> tuple[Ends, float]:
        found: Ends = {}
        rounds = 1.0
        again = 0.0
        for after, chance in one_round(below, self.plans, self.plans.bombard if fresh else ()).items():
            if after == state and not fresh and not self.plans.rounds:
                again += chance
                continue
            ends, more = self.ends(after, played + 1, False)
            rounds += chance * more
            for end, share in ends.items():
                found[end] = found.get(end, 0.0) + chance * share
        return {end: chance / (1 - again) for end, chance in found.items()}, rounds / (1 - again)

    def breaks_off(self, state: State, played: int) -> bool:
        if not self.plans.can_retreat:
            return False
        if self.plans.rounds and played >= self.plans.rounds:
            return True
        units = [piece for piece in state[0] if piece.kind not in IDLE]
        if all(piece.seaborne for piece in units):
            return False
        return len(units) < self.plans.fewer or (self.plans.below > 0 and self.hope(state) < self.plans.below)

    def hope(self, state: State) -> float:
        """The chance to win by fighting to the end."""
        if state not in self.hopes:
            ends, _ = Reckoning(to_the_end(self.plans)).ends(state, 0, False)
            self.hopes[state] = sum(chance for (how, *_), chance in ends.items() if how == "win")
        return self.hopes[state]

    def without_leavers(self, state: State) -> tuple[Ends, float]:
        """Those from the sea fight on alone; the others are safe."""
        attackers, defenders = state
        gone = tuple(piece for piece in attackers if not piece.seaborne)
        stay = tuple(piece for piece in attackers if piece.seaborne)
        if not stay:
            return {("retreat", attackers, defenders): 1.0}, 0.0
        ends, rounds = Reckoning(to_the_end(self.plans)).ends((stay, defenders), 0, False)
        return {(how, tuple(sorted(ours + gone)), theirs): p for (how, ours, theirs), p in ends.items()}, rounds


def reckon(attackers: Pieces, defenders: Pieces, plans: Plans) -> tuple[Ends, float]:
    """All ends of a battle with their chances, and the mean number of rounds. AAA fires first."""
    attackers, defenders = tuple(sorted(attackers)), tuple(sorted(defenders))
    guns = sum(piece.kind == "aaa" for piece in defenders)
    shots = min(3 * guns, sum(piece.kind in AIR for piece in attackers)) if fights(defenders) else 0
    reckoning = Reckoning(plans)
    found: Ends = {}
    rounds = 0.0
    for hits, chance in roll((("aaa", 1),) * shots).items():
        air = sorted(
            (piece for piece in attackers if piece.kind in AIR), key=lambda piece: plans.attack_order.index(piece.kind)
        )
        left = list(attackers)
        for piece in air[: len(hits)]:
            left.remove(piece)
        ends, more = reckoning.ends((tuple(left), defenders), 0, True)
        rounds += chance * more
        for end, share in ends.items():
            found[end] = found.get(end, 0.0) + chance * share
    return found, rounds
