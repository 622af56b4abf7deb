"""Dice that are thrown together: how many, and how many of them hit."""

from functools import lru_cache

from sandtable.games.axis1940.events import Fired
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.rules.battlefield import ATTACK, Fight, has_destroyer, is_sea
from sandtable.games.axis1940.rules.casualties import Hits
from sandtable.games.axis1940.rules.units import OTHER, PLANE, SUB, Volley, dice_in, expected_hits, joined
from sandtable.games.axis1940.state import Board

FIRED_BY = {OTHER: "", PLANE: "of the aircraft ", SUB: "of the submarines "}


def score(game: Board, volley: Volley, faces: tuple[int, ...]) -> dict[str, int]:
    """AA-COMB-06: every die hits on its number or less. With low luck (a house rule) only the remainder is rolled."""
    hits = {SUB: 0, PLANE: 0, OTHER: 0}
    if game.options.get("low_luck"):
        for (group, sure, rest), face in zip(low_luck(volley), padded(faces, volley), strict=True):
            hits[group] += sure + (1 if rest and face <= rest else 0)
        return hits
    at = 0
    for group, number, value in volley:
        hits[group] += sum([face <= value for face in faces[at : at + number]])
        at += number
    return hits


def low_luck(volley: Volley) -> list[tuple[str, int, int]]:
    """For each group its sure hits and the remainder that one die decides."""
    pips: dict[str, int] = {}
    for group, number, value in volley:
        pips[group] = pips.get(group, 0) + number * value
    return [(group, total // 6, total % 6) for group, total in pips.items()]


def as_one(game: Board, fight: Fight, volley: Volley) -> Volley:
    """In a land battle it makes no difference who scores a hit, so with low luck all units of a side add up."""
    if is_sea(game, fight) or not game.options.get("low_luck"):
        return volley
    return joined([(OTHER, number, value) for _, number, value in volley])


def padded(faces: tuple[int, ...], volley: Volley) -> list[int]:
    """A face for every group; groups without a remainder need no die."""
    left = list(faces)
    return [left.pop(0) if rest else 0 for _, _, rest in low_luck(volley)]


def dice_for(game: Board, volley: Volley) -> int:
    if game.options.get("low_luck"):
        return sum(1 for _, _, rest in low_luck(volley) if rest)
    return dice_in(volley)


def thrown(game: Board, volley: Volley) -> Volley:
    """The dice of a volley that are really thrown, in their order."""
    if game.options.get("low_luck"):
        return tuple((group, 1, rest) for group, _, rest in low_luck(volley) if rest)
    return volley


@lru_cache(maxsize=1024)
def in_their_order(volley: Volley) -> str:
    """On what the dice hit, one after the other: who throws them by hand must know which is whose."""
    return ", then ".join(f"{FIRED_BY[group]}{number} at {value}" for group, number, value in volley)


@lru_cache(maxsize=1024)
def needs(volley: Volley) -> tuple[tuple[int, int], ...]:
    return tuple((number, value) for _, number, value in volley)


def as_hits(counted: dict[str, int], firing: list[Stack]) -> Hits:
    return Hits(counted[SUB], counted[PLANE], counted[OTHER], depth=has_destroyer(firing))


def rolled(game: Board, fight: Fight, side: str, what: str, volley: Volley, faces: tuple[int, ...]) -> dict[str, int]:
    """Count the hits of a volley and write them into the diary."""
    hits = score(game, volley, faces)
    if volley:
        who = fight.attacker if side == ATTACK else ""
        dice = needs(thrown(game, volley))
        game.tell(Fired(fight.space, who, what, faces, sum(hits.values()), expected_hits(volley), dice))
    return hits
