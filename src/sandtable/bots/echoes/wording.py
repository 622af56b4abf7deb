"""An answer in a few words, and why one is better than another."""

from collections.abc import Callable
from typing import Any

from sandtable.games.echoes.words import names

NAMES = names()
PHRASES = {
    "attack": "Attack {}",
    "special": "Special attack in {}",
    "shift": "Shift {}",
    "tide": "Tide of War of {} on {}",
    "reroll": "Tide of War, roll again",
    "enigma": "Broken code, roll again",
    "pass": "Let it stand",
    "stop": "End the turn",
}


def phrase(choice: Any) -> str:
    """What a player would say: "Attack SF", "Advance in WF and EF"."""
    if isinstance(choice, str):
        return NAMES.get(choice, choice)
    if choice and choice[0] in PHRASES:
        return PHRASES[choice[0]].format(*choice[1:])
    return f"Advance in {' and '.join(choice)}"


def compared(worths: list[tuple[Any, float]], said: Callable[[float], str]) -> str:
    """The best answer against the next best, in one sentence. Both are given in the order of the menu."""
    ranked = sorted(worths, key=lambda item: -item[1])
    (best, high), rest = ranked[0], ranked[1:]
    if not rest:
        return f"{phrase(best)}: there is nothing else to choose."
    return f"{phrase(best)}: {said(high)} against {said(rest[0][1])} for the next best, {phrase(rest[0][0])}."
