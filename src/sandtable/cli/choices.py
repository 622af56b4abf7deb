"""A menu as a person meets it: numbered where it is small, walked click by click where it is not."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import THAT_IS_ALL, Bag, Choice, Count, Menu, Pick, TooMany
from sandtable.core.verdicts import Illegal, Refusal

LISTED = 40
"""Menus with more answers than this are walked."""
MOST_AT_ONCE = 100
"""So many times at most a number repeats the word after it."""


class Said(msgspec.Struct, frozen=True):
    """What a line of text comes to: an answer, or the clicks so far and those that can follow."""

    clicks: tuple[str, ...]
    complete: bool
    answer: Any = None
    following: tuple[str, ...] = ()


class Choices:
    """The answers of a menu by the number that is typed for them; none where there are too many to list."""

    def __init__(self, menu: Menu, names: Mapping[str, str]) -> None:
        self.menu = menu
        self.names = names
        try:
            answers = menu.list(LISTED)
        except TooMany:
            answers = []
        self.numbered = {
            str(answer if isinstance(menu, Count) else number): answer for number, answer in enumerate(answers, start=1)
        }

    def read(self, line: str, before: tuple[str, ...] = ()) -> Said:
        """What a line means after the clicks before it. What cannot be said raises `Illegal` with the reason."""
        if not before and line in self.numbered:
            return Said((), True, self.numbered[line])
        if not before and self.numbered and line.lstrip("-").isdecimal():
            numbers = list(self.numbered)
            raise Illegal(Refusal(f"Choose {numbers[0]} to {numbers[-1]}, not {line}"))
        return self.walk(tuple(line.split()), before)

    def walk(self, words: tuple[str, ...], before: tuple[str, ...] = ()) -> Said:
        """Follow words as clicks, first as they are, then in any case and by their labels."""
        try:
            return self.follow((*before, *words))
        except Illegal:
            clicks, left = before, list(words)
            while left:
                offered = self.menu.next(clicks).clicks
                word = left.pop(0)
                if word == THAT_IS_ALL and clicks and word not in offered:
                    continue  # there was nothing to add anyway
                if word.isdecimal() and word not in offered and left and self.click(offered, left[0]) in offered:
                    left[:1] *= min(int(word), MOST_AT_ONCE)  # `3 infantry` is infantry three times
                    continue
                clicks = (*clicks, self.click(offered, word))
            return self.follow(clicks)

    def follow(self, clicks: tuple[str, ...]) -> Said:
        walk = self.menu.next(clicks)
        return Said(clicks, walk.complete, walk.answer, walk.clicks)

    def click(self, offered: tuple[str, ...], word: str) -> str:
        """The click that a word means: one that is offered, also by a part that no other has (`26` for `soviet-26`),
        else one that the game knows, else the word itself. Names come before labels, because two clicks can have the
        same label."""
        if word in offered:
            return word
        wanted = word.casefold()
        by_part = [name for name in offered if wanted in name.casefold().replace("-", "/").split("/")]
        if len(by_part) == 1:
            return by_part[0]
        for known in (offered, tuple(self.names)):
            for label in (lambda name: name, lambda name: self.names.get(name, name)):
                if found := next((name for name in known if label(name).casefold() == wanted), None):
                    return found
        return word


def refusals(menu: Menu, clicks: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Refusal]]:
    """What is on the board but not on offer, with the reason, part by part."""
    if isinstance(menu, Choice | Bag):
        for name, refusal in menu.refused.items():
            yield (*clicks, name), refusal
    elif isinstance(menu, OpenForm):
        yield from _of_parts(menu, ())


def _of_parts(form: OpenForm, chosen: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Refusal]]:
    part = form.part(chosen)
    if part is None:
        return
    yield from refusals(part, chosen)
    if isinstance(part, Pick):
        for option in part.options:
            yield from _of_parts(form, (*chosen, option))
