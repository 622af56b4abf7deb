"""The shapes of a decision: six here, and the form that is made of them in `forms`. Legality is written once, here or
in a game's own menu, for players, screens, bots, fuzzing and learning alike.

Menus are plain data: they encode to JSON, and a screen in another process can walk them with the same calls.
An answer is a string, a number, None, or a tuple of these.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, permutations
from math import comb, perm
from typing import Any, Protocol, cast

import msgspec

from sandtable.core.verdicts import Doubt, Illegal, Refusal

THAT_IS_ALL = "ok"
"""The click that ends an answer which could go on."""


class Rng(Protocol):
    """The part of `random.Random` that sampling needs. Generators come from outside."""

    def random(self) -> float: ...


Counts = tuple[tuple[str, int], ...]
"""How many of each kind, in menu order."""

ARRAYS = (list, tuple)
"""What JSON calls an array, and what it is once it is read."""


class Walk(msgspec.Struct, frozen=True):
    """Where a walk stands: the clicks that can follow, or the complete answer if none is needed."""

    clicks: tuple[str, ...]
    answer: Any = None

    @property
    def complete(self) -> bool:
        return not self.clicks


class TooMany(ValueError):
    """A menu has more answers than the caller wants to see."""


class Menu(msgspec.Struct, frozen=True, tag_field="menu", kw_only=True, dict=True):
    """The contract of every shape. `rule` is the clause that governs the decision."""

    rule: str = ""

    def read(self, raw: Any) -> Any:
        """The answer in its canonical form (tuples, menu order), from JSON or a careless caller."""
        return raw

    def why_not(self, answer: Any) -> Refusal | None:
        """None if the answer is legal, else the reason. The only door."""
        raise AssertionError(f"{type(self).__name__} does not say what is legal")

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        """What speaks against a legal answer."""
        return ()

    def sample(self, rng: Rng) -> Any:
        """Some legal answer."""
        raise AssertionError(f"{type(self).__name__} cannot be sampled")

    def answers(self) -> Iterator[Any]:
        """Every legal answer, in a defined order."""
        raise AssertionError(f"{type(self).__name__} cannot be listed")

    def size(self) -> int:
        """How many legal answers there are."""
        return sum(1 for _ in self.answers())

    def list(self, limit: int = 1000) -> list[Any]:
        """Every legal answer, if there are no more than `limit`."""
        found = list(islice(self.answers(), limit + 1))
        if len(found) > limit:
            raise TooMany(f"there are more than {limit} answers")
        return found

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        """Follow clicks as far as this menu needs them; what is left over belongs to the next one."""
        raise AssertionError(f"{type(self).__name__} cannot be walked")

    def next(self, prefix: tuple[str, ...] = ()) -> Walk:
        """The clicks that may follow a prefix; each names an object of the board, a number or `ok`."""
        walk, rest = self.walk(tuple(prefix))
        if rest:
            raise Illegal(Refusal(f"The answer is complete before '{rest[0]}'", self.rule))
        return walk

    @property
    def default(self) -> Any:
        """What clocks and standing orders answer where nothing better was said."""
        return next(self.answers())

    def refuse(self, sentence: str) -> Refusal:
        return Refusal(sentence, self.rule)


class OneClick(Menu, frozen=True, kw_only=True):
    """What `Pick`, `Count` and `Done` share: an answer is a single click."""

    def read_click(self, click: str) -> Any:
        return click

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        if not clicks:
            return Walk(tuple(THAT_IS_ALL if answer is None else str(answer) for answer in self.answers())), ()
        answer = self.read_click(clicks[0])
        if refusal := self.why_not(answer):
            raise Illegal(refusal)
        return Walk((), answer), clicks[1:]


class Gathered(Menu, frozen=True, kw_only=True):
    """What `Some`, `Rank` and `Bag` share: an answer is gathered click by click, until it is full or said to be all."""

    def addable(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        """What can be added to the clicks so far."""
        raise AssertionError(f"{type(self).__name__} does not say what can be added")

    def is_enough(self, taken: tuple[str, ...]) -> bool:
        """Whether the clicks so far are an answer."""
        raise AssertionError(f"{type(self).__name__} does not say what is enough")

    def gather(self, taken: tuple[str, ...]) -> Any:
        return self.read(taken)

    def why_not_add(self, taken: tuple[str, ...], click: str) -> Refusal:
        return self.refuse(f"{click} cannot be added here")

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        taken: tuple[str, ...] = ()
        while True:
            addable, enough = self.addable(taken), self.is_enough(taken)
            if enough and not addable:
                return Walk((), self.gather(taken)), clicks
            if not clicks:
                return Walk((*addable, THAT_IS_ALL) if enough else addable), ()
            click, clicks = clicks[0], clicks[1:]
            if click == THAT_IS_ALL and enough:
                return Walk((), self.gather(taken)), clicks
            if click not in addable:
                raise Illegal(self.why_not_add(taken, click))
            taken = (*taken, click)


class Choice(Menu, frozen=True, kw_only=True):
    """What `Pick`, `Some` and `Rank` share: named options, and known objects that are not offered, with the reason."""

    options: tuple[str, ...]
    refused: dict[str, Refusal] = {}
    doubted: dict[str, Doubt] = {}

    def why_not_option(self, option: Any) -> Refusal | None:
        if option in self.options:
            return None
        if isinstance(option, str) and option in self.refused:
            return self.refused[option]
        offered = ", ".join(self.options)
        return self.refuse(f"{show(option)} is not among the choices: {offered}")

    def why_not_add(self, taken: tuple[str, ...], click: str) -> Refusal:
        return self.why_not_option(click) or self.refuse(f"{click} is chosen already")


class Pick(Choice, OneClick, frozen=True, tag="pick", kw_only=True):
    """Exactly one of the options."""

    usual: str | None = None

    def why_not(self, answer: Any) -> Refusal | None:
        return self.why_not_option(answer)

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        return (self.doubted[answer],) if answer in self.doubted else ()

    def sample(self, rng: Rng) -> str:
        return self.options[int(rng.random() * len(self.options))]

    def answers(self) -> Iterator[str]:
        return iter(self.options)

    def size(self) -> int:
        return len(self.options)

    @property
    def default(self) -> str:
        return self.options[0] if self.usual is None else self.usual


TOGETHER = " "
"""Between options that are doubted together."""


class Some(Choice, Gathered, frozen=True, tag="some", kw_only=True):
    """Between `least` and `most` of the options, each at most once, given in menu order. Several of them may be doubted
    `TOGETHER`, which takes the place of what speaks against each."""

    least: int = 0
    most: int | None = None

    @property
    def highest(self) -> int:
        return len(self.options) if self.most is None else min(self.most, len(self.options))

    def read(self, raw: Any) -> Any:
        if not isinstance(raw, ARRAYS) or any(item not in self.options for item in raw):
            return freeze(raw)
        return tuple(sorted(raw, key=self.options.index))

    def why_not(self, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return self.refuse(f"{show(answer)} is not a list of choices")
        for option in answer:
            if refusal := self.why_not_option(option):
                return refusal
        if len(set(answer)) < len(answer):
            return self.refuse("The same choice is named twice")
        if not self.least <= len(answer) <= self.highest:
            return self.refuse(f"Choose {between(self.least, self.highest)}, not {len(answer)}")
        if answer != self.read(answer):
            return self.refuse("The choices are not in the order of the menu")
        return None

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        whole = TOGETHER.join(answer)
        words = (whole,) if whole in self.doubted else answer
        return tuple(self.doubted[word] for word in words if word in self.doubted)

    def sample(self, rng: Rng) -> tuple[str, ...]:
        wanted = self.least + int(rng.random() * (self.highest - self.least + 1))
        left = list(self.options)
        return cast(tuple[str, ...], self.read([left.pop(int(rng.random() * len(left))) for _ in range(wanted)]))

    def answers(self) -> Iterator[tuple[str, ...]]:
        def extend(chosen: tuple[str, ...], start: int) -> Iterator[tuple[str, ...]]:
            if len(chosen) >= self.least:
                yield chosen
            if len(chosen) < self.highest:
                for at in range(start, len(self.options)):
                    if len(chosen) + len(self.options) - at >= self.least:
                        yield from extend((*chosen, self.options[at]), at + 1)

        return extend((), 0)

    def size(self) -> int:
        return sum(comb(len(self.options), count) for count in range(self.least, self.highest + 1))

    def addable(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        return () if len(taken) == self.highest else tuple(option for option in self.options if option not in taken)

    def is_enough(self, taken: tuple[str, ...]) -> bool:
        return len(taken) >= self.least


class Rank(Choice, Gathered, frozen=True, tag="rank", kw_only=True):
    """All of the options in an order, or the first `places` of them."""

    places: int | None = None

    @property
    def length(self) -> int:
        return len(self.options) if self.places is None else self.places

    def read(self, raw: Any) -> Any:
        return freeze(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return self.refuse(f"{show(answer)} is not an order of choices")
        for option in answer:
            if refusal := self.why_not_option(option):
                return refusal
        if len(set(answer)) < len(answer):
            return self.refuse("The same choice is named twice")
        if len(answer) != self.length:
            return self.refuse(f"Name {self.length} in order, not {len(answer)}")
        return None

    def sample(self, rng: Rng) -> tuple[str, ...]:
        left = list(self.options)
        return tuple(left.pop(int(rng.random() * len(left))) for _ in range(self.length))

    def answers(self) -> Iterator[tuple[str, ...]]:
        return permutations(self.options, self.length)

    def size(self) -> int:
        return perm(len(self.options), self.length)

    def addable(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        return () if self.is_enough(taken) else tuple(option for option in self.options if option not in taken)

    def is_enough(self, taken: tuple[str, ...]) -> bool:
        return len(taken) == self.length


class Count(OneClick, frozen=True, tag="count", kw_only=True):
    """A number from `low` to `high`."""

    low: int
    high: int
    usual: int | None = None

    def why_not(self, answer: Any) -> Refusal | None:
        if type(answer) is not int or not self.low <= answer <= self.high:
            return self.refuse(f"Choose {between(self.low, self.high)}, not {show(answer)}")
        return None

    def sample(self, rng: Rng) -> int:
        return self.low + int(rng.random() * (self.high - self.low + 1))

    def answers(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def size(self) -> int:
        return self.high - self.low + 1

    def read_click(self, click: str) -> Any:
        return int(click) if click.lstrip("-").isdecimal() else click

    @property
    def default(self) -> int:
        return self.low if self.usual is None else self.usual


class Done(OneClick, frozen=True, tag="done", kw_only=True):
    """Nothing to choose: the player says that they are done. The answer is None, also written `ok`."""

    def read(self, raw: Any) -> Any:
        return None if raw == THAT_IS_ALL else raw

    def why_not(self, answer: Any) -> Refusal | None:
        return (
            None
            if answer is None
            else self.refuse(f"There is nothing to choose here, so {show(answer)} makes no sense")
        )

    def sample(self, rng: Rng) -> None:
        return None

    def answers(self) -> Iterator[None]:
        yield None

    def size(self) -> int:
        return 1

    def read_click(self, click: str) -> Any:
        return self.read(click)


class Bag(Gathered, frozen=True, tag="bag", kw_only=True):
    """How many of each: within a limit and at a price for each kind, a budget, a least and a greatest number in all.

    An answer is a tuple of (kind, number) in menu order, without zeros.
    """

    limits: dict[str, int]
    prices: dict[str, int] = {}
    budget: int | None = None
    least: int = 0
    most: int | None = None
    refused: dict[str, Refusal] = {}

    def read(self, raw: Any) -> Any:
        if type(raw) is tuple and self.is_packed(raw):
            return raw
        if isinstance(raw, ARRAYS):
            pairs = freeze(raw)
        elif isinstance(raw, Mapping):
            pairs = tuple(raw.items())
        else:
            return raw
        if not all(map(is_pair, pairs)) or not self.limits.keys() >= {kind for kind, _ in pairs}:
            return pairs
        order = list(self.limits)
        return tuple(sorted([pair for pair in pairs if pair[1] != 0], key=lambda pair: order.index(pair[0])))

    def why_not(self, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(map(is_pair, answer)):
            return self.refuse(f"{show(answer)} does not say how many of each")
        for kind, number in answer:
            if kind not in self.limits:
                unknown = self.refuse(f"{kind} is not among the choices: {', '.join(self.limits)}")
                return self.refused.get(kind, unknown)
            if not 1 <= number <= self.limits[kind]:
                return self.refuse(f"Choose {between(0, self.limits[kind])} of {kind}, not {number}")
        held = dict(answer)
        if len(held) < len(answer):
            return self.refuse("The same kind is named twice")
        total = sum(held.values())
        if not self.least <= total <= self.highest:
            return self.refuse(f"Choose {between(self.least, self.highest)} in all, not {total}")
        if self.budget is not None and (cost := self.cost(answer)) > self.budget:
            return self.refuse(f"That costs {cost}, and only {self.budget} can be spent")
        if not self.is_packed(answer):
            return self.refuse("The kinds are not in the order of the menu")
        return None

    @property
    def highest(self) -> int:
        everything = sum(self.limits.values())
        return everything if self.most is None else min(self.most, everything)

    def cost(self, answer: Counts) -> int:
        return sum([self.prices.get(kind, 0) * number for kind, number in answer])

    def can_still_be_completed(self, held: Mapping[str, int]) -> bool:
        """Whether a bag with at least these is legal, if need be after adding the cheapest that are left."""
        spent = sum([self.prices.get(kind, 0) * number for kind, number in held.items()])
        missing = self.least - sum(held.values())
        if missing > 0:
            rooms = [(self.prices.get(kind, 0), limit - held.get(kind, 0)) for kind, limit in self.limits.items()]
            for price, room in sorted(rooms):
                spent += price * max(min(room, missing), 0)
                missing -= room
        return missing <= 0 and (self.budget is None or spent <= self.budget)

    def can_add(self, held: Mapping[str, int], kind: str) -> bool:
        if held.get(kind, 0) >= self.limits[kind] or sum(held.values()) >= self.highest:
            return False
        return self.can_still_be_completed({**held, kind: held.get(kind, 0) + 1})

    def sample(self, rng: Rng) -> Counts:
        held: dict[str, int] = {}
        wanted = self.least + int(rng.random() * (self.highest - self.least + 1))
        if not self.least or self.budget is None:
            return self.filled(rng, wanted)
        while sum(held.values()) < wanted and (kinds := [kind for kind in self.limits if self.can_add(held, kind)]):
            kind = kinds[int(rng.random() * len(kinds))]
            held[kind] = held.get(kind, 0) + 1
        return self.packed(held)

    def filled(self, rng: Rng, wanted: int) -> Counts:
        """So many kinds at random, or as many as the budget allows: where nothing must be in the bag or nothing has a
        price, anything that is affordable can be added."""
        held: dict[str, int] = {}
        left = self.budget
        kinds = list(self.limits)
        while wanted and kinds:
            at = int(rng.random() * len(kinds))
            kind = kinds[at]
            price = self.prices.get(kind, 0)
            number = held.get(kind, 0)
            if number >= self.limits[kind] or (left is not None and price > left):
                kinds[at] = kinds[-1]
                kinds.pop()
                continue
            held[kind] = number + 1
            wanted -= 1
            if left is not None:
                left -= price
        return self.packed(held)

    def is_packed(self, answer: tuple[Any, ...]) -> bool:
        """Whether an answer has its canonical form, as those have that a menu makes itself."""
        try:
            return answer == self.packed(dict(answer))
        except (TypeError, ValueError):  # these are no pairs
            return False

    def packed(self, held: Mapping[str, int]) -> Counts:
        return tuple([(kind, number) for kind in self.limits if (number := held.get(kind))])

    def answers(self) -> Iterator[Counts]:
        kinds = tuple(self.limits)
        # how many the kinds from each place on can add: fewer than are missing need not be tried
        after = [sum(self.limits[kind] for kind in kinds[at:]) for at in range(len(kinds) + 1)]

        def extend(at: int, chosen: Counts, total: int, cost: int) -> Iterator[Counts]:
            if at == len(kinds):
                if total >= self.least:
                    yield chosen
                return
            kind, price = kinds[at], self.prices.get(kinds[at], 0)
            for number in range(max(0, self.least - total - after[at + 1]), self.limits[kind] + 1):
                if total + number > self.highest or (self.budget is not None and cost + price * number > self.budget):
                    break
                more = (*chosen, (kind, number)) if number else chosen
                yield from extend(at + 1, more, total + number, cost + price * number)

        return extend(0, (), 0, 0)

    def size(self) -> int:
        ways = {(0, 0): 1}
        for kind, limit in self.limits.items():
            price = self.prices.get(kind, 0) if self.budget is not None else 0
            grown: dict[tuple[int, int], int] = {}
            for (total, cost), count in ways.items():
                for number in range(limit + 1):
                    key = (total + number, cost + price * number)
                    if key[0] > self.highest or (self.budget is not None and key[1] > self.budget):
                        break
                    grown[key] = grown.get(key, 0) + count
            ways = grown
        return sum(count for (total, _), count in ways.items() if total >= self.least)

    def addable(self, taken: tuple[str, ...]) -> tuple[str, ...]:
        held = Counter(taken)
        return tuple(kind for kind in self.limits if self.can_add(held, kind))

    def is_enough(self, taken: tuple[str, ...]) -> bool:
        return len(taken) >= self.least

    def gather(self, taken: tuple[str, ...]) -> Counts:
        return self.packed(Counter(taken))

    def why_not_add(self, taken: tuple[str, ...], click: str) -> Refusal:
        if click not in self.limits and click not in self.refused:
            return self.refuse(f"{click} is not among the choices: {', '.join(self.limits)}")
        return self.refused.get(click) or self.refuse(f"No more of {click} can be added")


def show(value: Any) -> str:
    """An answer or a part of one, as a person would write it."""
    if isinstance(value, str):
        return value
    if isinstance(value, ARRAYS):
        return " ".join(show(item) for item in value) if value else "nothing"
    return "nothing" if value is None else str(value)


def freeze(value: Any) -> Any:
    """JSON arrays as tuples, all the way down."""
    if not isinstance(value, ARRAYS):
        return value
    return tuple([freeze(item) if isinstance(item, ARRAYS) else item for item in value])


def is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and type(value[1]) is int


def between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
