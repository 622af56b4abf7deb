"""The seventh shape of a decision: an answer of several parts, each of them a menu of its own."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

import msgspec

from sandtable.core.menus import ARRAYS, Bag, Count, Done, Menu, Pick, Rank, Rng, Some, Walk, freeze, show
from sandtable.core.verdicts import Doubt, Refusal


class OpenForm(Menu, frozen=True, kw_only=True):
    """An answer of several parts, each menu depending on the parts before it. A game with a form too large for a
    table derives its own menu from this and says in `part` what comes next."""

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        """The menu of the next part, or None when the answer is complete."""
        raise AssertionError(f"{type(self).__name__} does not say what its parts are")

    def after(self, chosen: tuple[Any, ...]) -> Menu | None:
        """`part`, remembered: a menu is frozen, and finding out what can follow may be a lot of work."""
        known: dict[Any, Menu | None] = self.__dict__.setdefault("followers", {})
        try:
            if chosen not in known:
                known[chosen] = self.part(chosen)
            return known[chosen]
        except TypeError:  # something in the answer cannot be a key
            return self.part(chosen)

    def read(self, raw: Any) -> Any:
        if not isinstance(raw, ARRAYS):
            return raw
        chosen: tuple[Any, ...] = ()
        for at, item in enumerate(raw):
            menu = self.after(chosen)
            if menu is None:
                return (*chosen, *freeze(raw[at:]))
            item = menu.read(item)
            if menu.why_not(item):
                return (*chosen, item, *freeze(raw[at + 1 :]))
            chosen = (*chosen, item)
        return chosen

    def why_not(self, answer: Any) -> Refusal | None:
        if type(answer) is not tuple:
            return self.refuse(f"{show(answer)} is not an answer in parts")
        for at, item in enumerate(answer):
            menu = self.after(answer[:at])
            if menu is None:
                return self.refuse(f"The answer is complete before {show(item)}")
            if refusal := menu.why_not(item):
                return refusal
        if self.after(answer) is not None:
            return self.refuse("The answer is not complete")
        return None

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        found: tuple[Doubt, ...] = ()
        for at, item in enumerate(answer):
            if menu := self.after(answer[:at]):
                found += menu.doubts(item)
        return found

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        chosen: tuple[Any, ...] = ()
        while menu := self.after(chosen):
            chosen = (*chosen, menu.sample(rng))
        return chosen

    def answers(self) -> Iterator[tuple[Any, ...]]:
        def extend(chosen: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
            menu = self.after(chosen)
            if menu is None:
                yield chosen
                return
            for item in menu.answers():
                yield from extend((*chosen, item))

        return extend(())

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        chosen: tuple[Any, ...] = ()
        while menu := self.after(chosen):
            walk, clicks = menu.walk(clicks)
            if not walk.complete:
                return walk, ()
            chosen = (*chosen, walk.answer)
        return Walk((), chosen), clicks

    @property
    def default(self) -> tuple[Any, ...]:
        chosen: tuple[Any, ...] = ()
        while menu := self.after(chosen):
            chosen = (*chosen, menu.default)
        return chosen


class Part(msgspec.Struct, frozen=True):
    """One named part of a form: always the same `menu`, or one of `menus` by the answer to the part named in `by`.
    Where no menu fits, the part is left out."""

    name: str
    menu: "AnyMenu | None" = None
    by: str = ""
    menus: "Mapping[str, AnyMenu]" = {}


class Form(OpenForm, frozen=True, tag="form", kw_only=True):
    """An answer of several parts whose dependencies are a table, so that it can be walked in another process.

    A small form remembers its answers: a menu is frozen, and games hand the same one out again and again.
    """

    parts: tuple[Part, ...]
    listed: ClassVar[tuple[tuple[Any, ...], ...] | None] = None
    known: ClassVar[frozenset[tuple[Any, ...]]] = frozenset()

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        said: dict[str, Any] = {}
        taken = 0
        for part in self.parts:
            menu = part.menus.get(show(said.get(part.by))) if part.by else part.menu
            if menu is None:
                continue
            if taken == len(chosen):
                return menu
            said[part.name] = chosen[taken]
            taken += 1
        return None

    def remembered(self) -> tuple[tuple[Any, ...], ...]:
        """The answers of a small form in their order; nothing if there are too many to remember."""
        if self.listed is None:
            listed = self.combinations()
            self.__dict__.update(listed=listed, known=frozenset(listed))  # from now on they hide those of the class
            return listed
        return self.listed

    def combinations(self) -> tuple[tuple[Any, ...], ...]:
        """Every answer, lengthened part by part in the order of the menus; nothing as soon as there are too many."""
        ways: list[tuple[tuple[Any, ...], dict[str, str]]] = [((), {})]
        heeded = {part.by for part in self.parts}
        for part in self.parts:
            shorter, ways = ways, []
            for chosen, said in shorter:
                menu = part.menus.get(said.get(part.by, "nothing")) if part.by else part.menu
                if menu is None:
                    ways.append((chosen, said))
                for item in islice(menu.answers(), SMALL + 1) if menu else ():
                    ways.append(((*chosen, item), {**said, part.name: show(item)} if part.name in heeded else said))
                if len(ways) > SMALL:
                    return ()
        return tuple([chosen for chosen, _ in ways])

    def answers(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.remembered() or super().answers())

    def read(self, raw: Any) -> Any:
        try:
            return raw if raw in self.known else super().read(raw)
        except TypeError:  # something in it cannot be a key, so it was never listed
            return super().read(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        try:
            return None if answer in self.known else super().why_not(answer)
        except TypeError:
            return super().why_not(answer)

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        listed = self.listed or self.remembered()
        return listed[int(rng.random() * len(listed))] if listed else super().sample(rng)


SMALL = 256
"""So many answers a form may have and still remember them."""


AnyMenu = Pick | Some | Bag | Count | Rank | Form | Done
