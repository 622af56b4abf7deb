"""A way over the board, space by space, and the menu to choose one."""

from collections.abc import Iterator
from typing import Any

from sandtable.core.menus import THAT_IS_ALL, Menu, Rng, Walk, freeze, show
from sandtable.core.verdicts import Illegal, Refusal
from sandtable.games.axis1940.words import name_of

Way = tuple[str, ...]
STAY: Way = ("stay",)

SHIPS, SHIPS_AND_AIRCRAFT = frozenset({"sea"}), frozenset({"sea", "air"})
TROOPS_AND_AIRCRAFT, ANYBODY = frozenset({"land", "air"}), frozenset({"land", "sea", "air"})
"""The arms that may make a way at all."""


class Ways(Menu, frozen=True, tag="ax.ways", kw_only=True):
    """One of these ways, space by space."""

    ways: tuple[Way, ...]

    def read(self, raw: Any) -> Any:
        return (raw,) if isinstance(raw, str) else freeze(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        return None if answer in self.ways else self.refuse(f"There is no way by {show(answer)} for anything here")

    def sample(self, rng: Rng) -> Way:
        return self.ways[int(rng.random() * len(self.ways))]

    def answers(self) -> Iterator[Way]:
        return iter(self.ways)

    def size(self) -> int:
        return len(self.ways)

    def walk(self, clicks: Way) -> tuple[Walk, Way]:
        way: Way = ()
        while True:
            length = len(way)
            onward = dict.fromkeys(
                other[length] for other in self.ways if len(other) > length and other[:length] == way
            )
            complete = way in self.ways
            if complete and not onward:
                return Walk((), way), clicks
            offered = (*onward, THAT_IS_ALL) if complete else tuple(onward)
            if not clicks:
                return Walk(offered), ()
            click, clicks = clicks[0], clicks[1:]
            if click == THAT_IS_ALL and complete:
                return Walk((), way), clicks
            if click not in onward:
                raise Illegal(self.refuse(f"There is no way by {name_of(click)} from here"))
            way = (*way, click)
