"""A menu as a person meets it: numbered where it is small, walked click by click where it is not."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import THAT_IS_ALL, Bag, Choice, Count, Menu, Pick, TooMany, between
from sandtable.core.verdicts import Illegal, Refusal

LISTED = 40
"""Menus with more answers than this are walked."""
MOST_AT_ONCE = 100
"""So many times at most a number repeats the word after it."""
LONGEST_NAME = 6
"""Words of a name."""
SHORTEST = 3
"""Letters that a name may be cut down to. With fewer a slip of the finger would be an answer."""
ARROWS = (">", "->", "to")
"""What people write between the spaces of a move."""


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
        """Follow words as clicks, first as they are, then as people write them."""
        try:
            return self.follow((*before, *words))
        except Illegal:
            clicks, left = before, " ".join(words).replace(",", " ").split()
            while left:
                clicks = self.one_phrase(clicks, left)
            return self.follow(clicks)

    def one_phrase(self, clicks: tuple[str, ...], left: list[str]) -> tuple[str, ...]:
        """The clicks with those of the next phrase behind them; its words are taken away from those that are left."""
        clicks, offered = self.as_far_as_needed(clicks, left)
        first = left.pop(0)
        if first not in offered and (first in ARROWS or (first == THAT_IS_ALL and clicks)):
            return clicks  # it adds nothing
        if first.isdecimal() and first not in offered and left and not left[0].isdecimal():
            click, length = self.click(offered, left)
            own, _ = self.click(offered, [first])
            if click in offered or (click in self.names and own not in offered):
                del left[:length]
                return self.repeated(clicks, click, int(first))
        click, length = self.click(offered, [first, *left])
        del left[: length - 1]
        return (*clicks, click)

    def as_far_as_needed(self, clicks: tuple[str, ...], words: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The clicks, and what is offered after them. Words that are of no use there but would be after `ok` say it
        along: who names the units of a move has named all of its way."""
        start, closed = self.menu.next(clicks).clicks, clicks
        offered = start
        while offered and words[0] not in ARROWS:
            if any(self.click(offered, part)[0] in offered for part in counted_or_not(words)):
                return closed, offered
            if THAT_IS_ALL not in offered:
                break
            closed = (*closed, THAT_IS_ALL)
            offered = self.menu.next(closed).clicks
        return clicks, start

    def repeated(self, clicks: tuple[str, ...], click: str, times: int) -> tuple[str, ...]:
        """`3 infantry` is infantry three times. Where that is too often, the number that would do is said."""
        for taken in range(min(times, MOST_AT_ONCE)):
            try:
                self.menu.next((*clicks, click))
            except Illegal as problem:
                if not taken:
                    raise
                most = f"Choose {between(0, taken)} of {click}, not {times}"
                raise Illegal(Refusal(most, problem.refusal.rule)) from None
            clicks = (*clicks, click)
        return clicks

    def follow(self, clicks: tuple[str, ...]) -> Said:
        walk = self.menu.next(clicks)
        return Said(clicks, walk.complete, walk.answer, walk.clicks)

    def click(self, offered: tuple[str, ...], words: list[str]) -> tuple[str, int]:
        """The click that words begin with, and how many of them name it: one that is offered, also by a part that no
        other has (`26` for `soviet-26`), else one that the game knows, else one that begins so, else the first word
        itself. Names come before labels, because two clicks can have the same label."""
        if words[0] in offered:
            return words[0], 1
        by_part = [name for name in offered if words[0].casefold() in name.casefold().replace("-", "/").split("/")]
        if len(by_part) == 1:
            return by_part[0], 1
        phrases = [as_said(" ".join(words[:length])) for length in range(min(len(words), LONGEST_NAME), 0, -1)]
        for known in (offered, tuple(self.names)):
            for phrase in phrases:
                for label in (lambda name: name, lambda name: self.names.get(name, name)):
                    if found := next((name for name in known if as_said(label(name)) in alike(phrase)), None):
                        return found, len(phrase.split())
        for known in (offered, tuple(self.names)):
            for phrase in phrases:
                begin_so = [name for name in known if as_said(self.names.get(name, name)).startswith(phrase)]
                if len(begin_so) == 1 and len(phrase) >= SHORTEST:
                    return begin_so[0], len(phrase.split())
        return words[0], 1


def counted_or_not(words: list[str]) -> tuple[list[str], ...]:
    """Words, and what a number before them counts."""
    return (words, words[1:]) if words[0].isdecimal() and words[1:] else (words,)


def as_said(name: str) -> str:
    """A name without what nobody types: capitals, and the strokes that hold its words together."""
    return name.casefold().replace("_", " ").replace("-", " ")


def alike(phrase: str) -> tuple[str, ...]:
    """A phrase, and what it would be of one thing only: `2 fighters` are fighter twice."""
    return (phrase, phrase[:-1]) if phrase.endswith("s") else (phrase,)


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
