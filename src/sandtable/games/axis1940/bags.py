"""A bag of units where limits alone do not say what is legal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.core.forms import OpenForm
from sandtable.core.menus import THAT_IS_ALL, Bag, Menu, Rng, Walk
from sandtable.core.verdicts import Illegal, Refusal

Check = Callable[[Mapping[str, int]], Refusal | None]


class UnitBag(OpenForm, frozen=True, tag="ax.units", kw_only=True, dict=True):
    """A bag of units that do something together, where limits alone do not say what is legal. `final` judges a whole
    bag; `can_grow` whether a part of one can still become legal."""

    bag: Bag

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        """The bag without its checks, for those who only want to know what is in it."""
        return None if chosen else self.bag

    def final(self, held: Mapping[str, int]) -> Refusal | None:
        check: Check = self.__dict__.get("final_check", nothing_against)
        return check(held)

    def can_grow(self, held: Mapping[str, int]) -> bool:
        check: Callable[[Mapping[str, int]], bool] = self.__dict__.get("grow_check", always)
        return check(held)

    @property
    def is_plain(self) -> bool:
        """Whether limits alone say what is legal after all."""
        return self.__dict__.get("final_check", nothing_against) is nothing_against

    def read(self, raw: Any) -> Any:
        return self.bag.read(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        return self.bag.why_not(answer) or self.final(dict(answer))

    def may_add(self, held: Mapping[str, int], kind: str) -> bool:
        return sum(held.values()) < self.bag.highest and self.may_have_more(held, kind)

    def may_have_more(self, held: Mapping[str, int], kind: str) -> bool:
        """Whether a bag that is not full may hold one more of a kind."""
        number = held.get(kind, 0)
        return number < self.bag.limits[kind] and self.can_grow({**held, kind: number + 1})

    def addable(self, held: Mapping[str, int]) -> list[str]:
        """The kinds of which one more may be added."""
        if sum(held.values()) >= self.bag.highest:
            return []
        return [kind for kind in self.bag.limits if self.may_have_more(held, kind)]

    def is_enough(self, held: Mapping[str, int]) -> bool:
        return sum(held.values()) >= self.bag.least and self.final(held) is None

    def sample(self, rng: Rng) -> tuple[tuple[str, int], ...]:
        highest = self.bag.highest
        wanted = 1 + int(rng.random() * min(6, highest)) if rng.random() < 0.8 else highest
        if self.is_plain:
            return self.bag.filled(rng, max(wanted, self.bag.least))
        held: dict[str, int] = {}
        while True:
            if sum(held.values()) >= wanted and self.is_enough(held):
                return self.bag.packed(held)
            open_ = self.addable(held)
            if not open_:
                return self.bag.packed(held) if self.is_enough(held) else self.default
            kind = open_[int(rng.random() * len(open_))]
            held[kind] = held.get(kind, 0) + 1

    def answers(self) -> Iterator[tuple[tuple[str, int], ...]]:
        return (answer for answer in self.bag.answers() if self.final(dict(answer)) is None)

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        held: dict[str, int] = {}
        while True:
            kinds = tuple(self.addable(held))
            enough = self.is_enough(held)
            if not kinds and enough:
                return Walk((), self.bag.packed(held)), clicks
            offered = (*kinds, THAT_IS_ALL) if enough else kinds
            if not clicks:
                return Walk(offered), ()
            click, clicks = clicks[0], clicks[1:]
            if click == THAT_IS_ALL and enough:
                return Walk((), self.bag.packed(held)), clicks
            if click not in kinds:
                raise Illegal(self.why_not_add(held, click))
            held[click] = held.get(click, 0) + 1

    def why_not_add(self, held: Mapping[str, int], click: str) -> Refusal:
        """The rule that a bag with one more would break, where there is such a rule."""
        more = {**held, click: held.get(click, 0) + 1}
        if click in self.bag.limits and sum(more.values()) >= self.bag.least:
            broken = self.why_not(self.bag.packed(more))
        else:
            broken = None
        return broken or self.bag.why_not_add((), click)

    @property
    def default(self) -> tuple[tuple[str, int], ...]:
        return next(self.answers())


def nothing_against(held: Mapping[str, int]) -> Refusal | None:
    return None


def always(held: Mapping[str, int]) -> bool:
    return True


def unit_bag(
    limits: dict[str, int],
    rule: str,
    final: Check = nothing_against,
    can_grow: Callable[[Mapping[str, int]], bool] = always,
    least: int = 1,
    most: int | None = None,
    refused: dict[str, Refusal] | None = None,
) -> UnitBag:
    """A bag with checks of its own."""
    menu = UnitBag(bag=Bag(limits=limits, rule=rule, least=least, most=most, refused=refused or {}), rule=rule)
    menu.__dict__["final_check"] = final
    menu.__dict__["grow_check"] = can_grow
    return menu
