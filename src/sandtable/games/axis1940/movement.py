"""A move as one sentence: from where, which way, which units, and what they load, land or do there.

`MoveMenu` walks that sentence part by part. What is legal in each of the two movement phases is in
`rules/combat_move.py` and `rules/noncombat.py`; they derive their menus from this one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sandtable.core.menus import THAT_IS_ALL, Bag, Menu, OpenForm, Pick, Rng, Walk, freeze, is_pair, show
from sandtable.core.verdicts import Illegal, Refusal
from sandtable.games.axis1940.data import ARM, ORDER_OF_KINDS
from sandtable.games.axis1940.forces import Stack, chosen, count_labels, kind_of, label, words
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of

Way = tuple[str, ...]
STAY: Way = ("stay",)
Party = list[tuple[Stack, int]]
Check = Callable[[Mapping[str, int]], Refusal | None]


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
                raise Illegal(self.refuse(f"There is no way by {click} from here"))
            way = (*way, click)


class UnitBag(OpenForm, frozen=True, tag="ax.units", kw_only=True, dict=True):
    """A bag of units that do something together, where limits alone do not say what is legal. `final` judges a whole
    bag; `can_grow` whether a part of one can still become legal."""

    bag: Bag

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        """The bag without its checks, for those who only want to know what is in it."""
        return None if chosen else self.bag

    @property
    def final(self) -> Check:
        found: Check = self.__dict__.get("final_check", nothing_against)
        return found

    @property
    def can_grow(self) -> Callable[[Mapping[str, int]], bool]:
        found: Callable[[Mapping[str, int]], bool] = self.__dict__.get("grow_check", always)
        return found

    def read(self, raw: Any) -> Any:
        return self.bag.read(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        return self.bag.why_not(answer) or self.final(dict(answer))

    def may_add(self, held: Mapping[str, int], kind: str) -> bool:
        if held.get(kind, 0) >= self.bag.limits[kind] or sum(held.values()) >= self.bag.highest:
            return False
        return self.can_grow({**held, kind: held.get(kind, 0) + 1})

    def is_enough(self, held: Mapping[str, int]) -> bool:
        return sum(held.values()) >= self.bag.least and self.final(held) is None

    def sample(self, rng: Rng) -> tuple[tuple[str, int], ...]:
        kinds = list(self.bag.limits)
        wanted = 1 + int(rng.random() * min(6, self.bag.highest)) if rng.random() < 0.8 else self.bag.highest
        held: dict[str, int] = {}
        while True:
            if sum(held.values()) >= wanted and self.is_enough(held):
                return self.bag.packed(held)
            open_ = [kind for kind in kinds if self.may_add(held, kind)]
            if not open_:
                return self.bag.packed(held) if self.is_enough(held) else self.default
            kind = open_[int(rng.random() * len(open_))]
            held[kind] = held.get(kind, 0) + 1

    def answers(self) -> Iterator[tuple[tuple[str, int], ...]]:
        return (answer for answer in self.bag.answers() if self.final(dict(answer)) is None)

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        held: dict[str, int] = {}
        while True:
            kinds = tuple(kind for kind in self.bag.limits if self.may_add(held, kind))
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
                raise Illegal(self.bag.refused.get(click) or self.refuse(f"No more of {click} can be added"))
            held[click] = held.get(click, 0) + 1

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


class MoveMenu(OpenForm, frozen=True, kw_only=True, dict=True):
    """A move, or that the phase is over. The answer: origin, way, units, and what follows from them."""

    power: str

    @property
    def game(self) -> Board:
        found: Board = self.__dict__["game"]
        return found

    # What the phase says

    def why_not_go(self, origin: str, way: Way, stack: Stack) -> Refusal | None:
        """Whether one unit may make this way."""
        raise AssertionError

    def why_not_party(self, origin: str, way: Way, party: Party) -> Refusal | None:
        """Whether these units may make this way together."""
        raise AssertionError

    def why_not_done(self) -> Refusal | None:
        raise AssertionError

    def can_move(self, stack: Stack, space: str) -> bool:
        raise AssertionError

    def possible_ways(self, origin: str, stacks: list[Stack]) -> Iterable[Way]:
        """The ways that may be worth a look, legal or not."""
        raise AssertionError

    def guess_way(self, origin: str, stacks: list[Stack], rng: Rng) -> Way | None:
        """A way at random that may be legal."""
        raise AssertionError

    def more(self, answer: tuple[Any, ...]) -> Menu | None:
        """The parts that come after the units."""
        return None

    def special(self) -> tuple[str, ...]:
        """Answers of one word, offered beside the origins."""
        return ("done",) if self.why_not_done() is None else ()

    # The parts of the sentence

    def movable(self, space: str) -> list[Stack]:
        return [stack for stack in self.game.units[space] if stack.owner == self.power and self.can_move(stack, space)]

    def origins(self) -> list[str]:
        return [space for space in self.game.map.spaces if self.has_way(space)]

    def has_way(self, origin: str) -> bool:
        stacks = self.movable(origin)
        return bool(stacks) and any(self.limits(origin, way, stacks) for way in self.possible_ways(origin, stacks))

    def ways(self, origin: str) -> list[Way]:
        stacks = self.movable(origin)
        if not stacks:
            return []
        return [way for way in self.possible_ways(origin, stacks) if self.limits(origin, way, stacks)]

    def limits(self, origin: str, way: Way, stacks: list[Stack]) -> dict[str, int]:
        """The units that may take part in a move this way; empty if no party of them may make it."""
        able = [stack for stack in stacks if self.why_not_go(origin, way, stack) is None]
        if not able:
            return {}
        found = count_labels(able)
        bag = self.bag(origin, way, found, able)
        return found if self.some_party(bag) else {}

    def some_party(self, bag: UnitBag) -> bool:
        """Whether any bag at all is legal: each kind alone, or all together."""
        kinds = list(bag.bag.limits)
        return any(bag.final({kind: 1}) is None for kind in kinds) or any(
            bag.final({one: 1, other: 1}) is None for one in kinds for other in kinds if one < other
        )

    def is_free(self, origin: str, way: Way, able: list[Stack]) -> bool:
        """Whether the units are free of each other: any number of each may make the way."""
        return False

    def bag(self, origin: str, way: Way, limits: dict[str, int], able: list[Stack]) -> UnitBag:
        if self.is_free(origin, way, able):
            return unit_bag(limits, self.rule)

        def final(held: Mapping[str, int]) -> Refusal | None:
            return self.why_not_party(origin, way, chosen(able, tuple(held.items())))

        def can_grow(held: Mapping[str, int]) -> bool:
            return self.can_complete(origin, way, held, limits, able)

        return unit_bag(limits, self.rule, final, can_grow)

    def can_complete(
        self, origin: str, way: Way, held: Mapping[str, int], limits: Mapping[str, int], able: list[Stack]
    ) -> bool:
        """Whether some legal party holds at least these: these alone, with one unit more, or with as many of one kind
        as there are."""
        final = self.why_not_party
        if final(origin, way, chosen(able, tuple(held.items()))) is None:
            return True
        for kind, most in limits.items():
            for number in {held.get(kind, 0) + 1, most}:
                if held.get(kind, 0) < number <= most:
                    bag = {**held, kind: number}
                    if final(origin, way, chosen(able, tuple(bag.items()))) is None:
                        return True
        return False

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            options = (*self.origins(), *self.special())
            refused = {} if "done" in options else {"done": self.why_not_done() or self.refuse("Not yet")}
            return Pick(options=options, refused=refused, rule=self.rule, usual="done" if "done" in options else None)
        origin = chosen[0]
        if origin not in self.game.units:
            return None
        if len(chosen) == 1:
            return Ways(ways=tuple(self.ways(origin)), rule=self.rule)
        if len(chosen) == 2:
            stacks = self.movable(origin)
            able = [stack for stack in stacks if self.why_not_go(origin, chosen[1], stack) is None]
            return self.bag(origin, chosen[1], count_labels(able), able)
        return self.more(chosen)

    def read(self, raw: Any) -> Any:
        if isinstance(raw, str):
            return (raw,)
        if not isinstance(raw, list | tuple) or len(raw) < 3:
            return freeze(raw)
        way = (raw[1],) if isinstance(raw[1], str) else freeze(raw[1])
        pairs = tuple(raw[2].items()) if isinstance(raw[2], Mapping) else freeze(raw[2])
        if not isinstance(pairs, tuple) or not all(is_pair(pair) and kind_of(pair[0]) in ARM for pair in pairs):
            return freeze(raw)
        bag = tuple(
            sorted((pair for pair in pairs if pair[1]), key=lambda pair: (ORDER_OF_KINDS[kind_of(pair[0])], pair[0]))
        )
        answer: tuple[Any, ...] = (raw[0], way, bag)
        if self.why_not_start(answer):
            return (*answer, *freeze(raw[3:]))
        for item in raw[3:]:
            menu = self.more(answer)
            answer = (*answer, menu.read(item) if menu else freeze(item))
        return answer

    def why_not_start(self, answer: tuple[Any, ...]) -> Refusal | None:
        """Whether origin, way and units make a move."""
        origin, way, bag = answer[:3]
        if not isinstance(origin, str) or origin not in self.game.units:
            return self.refuse(f"{show(origin)} is no space of the board")
        if not isinstance(way, tuple) or not way or not all(isinstance(space, str) for space in way):
            return self.refuse(f"{show(way)} is not a way over the board")
        if way != STAY and (unknown := [space for space in way if space not in self.game.units]):
            return self.refuse(f"{unknown[0]} is no space of the board")
        if not isinstance(bag, tuple) or not bag or not all(is_pair(pair) and pair[1] > 0 for pair in bag):
            return self.refuse("Say which units move, and how many of each")
        stacks = self.movable(origin)
        there = count_labels(stacks)
        for word, number in bag:
            if there.get(word, 0) < number:
                return self.why_not_there(origin, way, word, number, there.get(word, 0))
        party = chosen(stacks, bag)
        for stack, _ in party:
            if refusal := self.why_not_go(origin, way, stack):
                return refusal
        if bag != tuple((word, dict(bag)[word]) for word in there if word in dict(bag)):
            return self.refuse("The units are not in the order of the menu")
        return self.why_not_party(origin, way, party)

    def why_not_there(self, origin: str, way: Way, word: str, number: int, have: int) -> Refusal:
        """Why units that were named cannot move: there are not so many, or a rule holds them."""
        for stack in self.game.units[origin]:
            if stack.owner == self.power and (label(stack) == word or stack.kind == word):
                return self.why_not_go(origin, way, stack) or self.refuse(
                    f"Only {have} of {name_of(word)} can move from {name_of(origin)}"
                )
        return self.refuse(
            f"There {'is' if number == 1 else 'are'} not {words(((word, number),))} to move in {name_of(origin)}"
        )

    def why_not(self, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer:
            return self.refuse(f"{show(answer)} is not a move")
        if answer == ("done",):
            return self.why_not_done()
        if len(answer) == 1 and answer[0] in self.special():
            return None
        if len(answer) < 3:
            return self.refuse("A move says from where, which way and with which units")
        if refusal := self.why_not_start(answer):
            return refusal
        for at in range(3, len(answer)):
            menu = self.more(answer[:at])
            if menu is None:
                return self.refuse(f"The answer is complete before {show(answer[at])}")
            if refusal := menu.why_not(answer[at]):
                return refusal
        if (menu := self.more(answer)) is not None:
            return self.refuse_incomplete(answer, menu)
        return None

    def refuse_incomplete(self, answer: tuple[Any, ...], menu: Menu) -> Refusal:
        return self.refuse("The answer is not complete")

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        if rng.random() < 0.12 and (special := self.special()):
            return (special[int(rng.random() * len(special))],)
        for _ in range(6):
            if answer := self.guess(rng):
                return answer
        if special := self.special():
            return (special[0],)
        for _ in range(200):
            if answer := self.guess(rng):
                return answer
        for origin in self.game.map.spaces:
            if ways := self.ways(origin):
                answer = (origin, ways[0])
                while menu := self.part(answer):
                    answer = (*answer, menu.default)
                return answer
        raise AssertionError("there is no move and no end of the phase")

    def guess(self, rng: Rng) -> tuple[Any, ...] | None:
        """A move from some space at random, if the way that comes to mind is a legal one."""
        origin, stacks = self.random_origin(rng)
        way = self.guess_way(origin, stacks, rng) if stacks else None
        if way is None:
            return None
        limits = self.limits(origin, way, stacks)
        if not limits:
            return None
        able = [stack for stack in stacks if self.why_not_go(origin, way, stack) is None]
        answer: tuple[Any, ...] = (origin, way, self.bag(origin, way, limits, able).sample(rng))
        while menu := self.more(answer):
            answer = (*answer, menu.sample(rng))
        return answer

    def random_origin(self, rng: Rng) -> tuple[str, list[Stack]]:
        """The first space with units that can move, from some space on."""
        spaces, units, power = self.game.map.spaces, self.game.units, self.power
        start = int(rng.random() * len(spaces))
        for space in (*spaces[start:], *spaces[:start]):
            for stack in units[space]:
                if stack.owner == power and self.can_move(stack, space):
                    return space, self.movable(space)
        return "", []

    @property
    def default(self) -> tuple[Any, ...]:
        if special := self.special():
            return (special[0],)
        return next(self.answers())
