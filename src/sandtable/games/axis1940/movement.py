"""A move as one sentence: from where, which way, which units, and what they load, land or do there.

`MoveMenu` walks that sentence part by part. What is legal in each of the two movement phases is in
`rules/combat_move.py` and `rules/noncombat.py`; they derive their menus from this one.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Menu, Pick, Rng, freeze, is_pair, show
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import UnitBag, unit_bag
from sandtable.games.axis1940.data import ARM, ORDER_OF_KINDS
from sandtable.games.axis1940.forces import Stack, Stacks, chosen, count_labels, kind_of, label, words
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.parties import Party, party_of, random_party
from sandtable.games.axis1940.rules.chart import Chart, Hopes
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import STAY, Way, Ways
from sandtable.games.axis1940.words import name_of

__all__ = ["MoveMenu", "Party", "UnitBag"]


class MoveMenu(OpenForm, frozen=True, kw_only=True, dict=True):
    """A move, or that the phase is over. The answer: origin, way, units, and what follows from them."""

    power: str

    sampled: ClassVar[object] = object()
    """The very answer that a menu has made at random last, so it is legal."""
    game: ClassVar[Board]
    """Every menu is given its board when it is made; it is no part of what is sent elsewhere."""

    @once
    def chart(self) -> Chart:
        raise AssertionError("each phase has a chart of its own")

    # What the phase says

    def why_not_go(self, origin: str, way: Way, stack: Stack) -> Refusal | None:
        """Whether one unit may make this way."""
        raise AssertionError

    def why_not_party(self, origin: str, way: Way, party: Party) -> Refusal | None:
        """Whether these units may make this way together."""
        raise AssertionError

    def why_not_done(self) -> Refusal | None:
        raise AssertionError

    def possible_ways(self, origin: str, stacks: list[Stack]) -> Iterable[Way]:
        """The ways that may be worth a look, legal or not."""
        raise AssertionError

    def arms_on(self, way: Way) -> frozenset[str]:
        """The arms that may make a way at all: land, sea, air."""
        raise AssertionError

    def hopes(self, rarely: bool) -> Hopes:
        """What is known of the units that may have a way (`find_hopeful`): it holds for the same stacks."""
        raise AssertionError

    def find_hopeful(self, space: str, stacks: list[Stack], rarely: bool) -> list[Stack]:
        """The units that may have a way: all but those that are sure to have none. Unless `rarely` is meant, also
        without those that have only ways which seldom make sense."""
        raise AssertionError

    def guess_way(self, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
        """A way at random that may be legal for a unit, if one comes to mind."""
        raise AssertionError

    def more(self, answer: tuple[Any, ...]) -> Menu | None:
        """The parts that come after the units."""
        return None

    def special(self) -> tuple[str, ...]:
        """Answers of one word, offered beside the origins."""
        return ("done",) if self.why_not_done() is None else ()

    # The parts of the sentence

    def movable(self, space: str) -> list[Stack]:
        """The units in a space that can move (`chart.mustered`)."""
        raise AssertionError

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

    def able(self, origin: str, way: Way, stacks: list[Stack]) -> list[Stack]:
        arms, found = self.arms_on(way), []
        for stack in stacks:
            if ARM[stack.kind] in arms and self.why_not_go(origin, way, stack) is None:
                found.append(stack)
        return found

    def limits(self, origin: str, way: Way, stacks: list[Stack]) -> dict[str, int]:
        """The units that may take part in a move this way; empty if no party of them may make it."""
        able = self.able(origin, way, stacks)
        if not able:
            return {}
        found = count_labels(able)
        return found if self.is_free(origin, way, able) or self.some_party(origin, way, found) else {}

    def some_party(self, origin: str, way: Way, limits: Mapping[str, int]) -> bool:
        """Whether any bag at all is legal: each kind alone, or two together."""
        return any(self.judge(origin, way, {kind: 1}) is None for kind in limits) or any(
            self.judge(origin, way, {one: 1, other: 1}) is None for one in limits for other in limits if one < other
        )

    def is_free(self, origin: str, way: Way, able: list[Stack]) -> bool:
        """Whether the units are free of each other: any number of each may make the way."""
        return False

    def judge(self, origin: str, way: Way, held: Mapping[str, int]) -> Refusal | None:
        """`why_not_party`, remembered."""
        known = self.__dict__.setdefault("judged", {})
        key = (origin, way, tuple(sorted(held.items())))
        if key not in known:
            known[key] = self.why_not_party(origin, way, chosen(self.movable(origin), key[2]))
        found: Refusal | None = known[key]
        return found

    def bag(self, origin: str, way: Way, limits: dict[str, int], able: list[Stack]) -> UnitBag:
        if self.is_free(origin, way, able):
            return unit_bag(limits, self.rule)

        def final(held: Mapping[str, int]) -> Refusal | None:
            return self.judge(origin, way, held)

        def can_grow(held: Mapping[str, int]) -> bool:
            return self.can_complete(origin, way, held, limits)

        return unit_bag(limits, self.rule, final, can_grow)

    def can_complete(self, origin: str, way: Way, held: Mapping[str, int], limits: Mapping[str, int]) -> bool:
        """Whether some legal party holds at least these: these alone, with one unit more, or with as many of one kind
        as there are."""
        if self.judge(origin, way, held) is None:
            return True
        for kind, most in limits.items():
            for number in {held.get(kind, 0) + 1, most}:
                if held.get(kind, 0) < number <= most and self.judge(origin, way, {**held, kind: number}) is None:
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
            able = self.able(origin, chosen[1], self.movable(origin))
            return self.bag(origin, chosen[1], count_labels(able), able)
        return self.further(chosen)

    def further(self, answer: tuple[Any, ...]) -> Menu | None:
        """`more`, remembered."""
        known: dict[Any, Menu | None] = self.__dict__.setdefault("known_more", {})
        try:
            if answer not in known:
                known[answer] = self.more(answer)
            return known[answer]
        except TypeError:  # something in the answer cannot be a key
            return self.more(answer)

    def is_known(self, answer: Any) -> bool:
        """Whether the answer was found legal before: a menu looks at a board that does not change meanwhile."""
        try:
            return type(answer) is tuple and answer in self.__dict__.get("legal", ())
        except TypeError:
            return False

    def read(self, raw: Any) -> Any:
        if raw is self.sampled or self.is_known(raw):
            return raw
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
            menu = self.further(answer)
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
        return self.judge(origin, way, dict(bag))

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
        if answer is self.sampled or self.is_known(answer):
            return None
        refusal = self.why_not_move(answer)
        if refusal is None:
            self.__dict__.setdefault("legal", set()).add(answer)
        elif isinstance(answer, tuple) and len(answer) > 3 and isinstance(answer[1], tuple) and answer[1]:
            goal = answer[0] if answer[1] == STAY else answer[1][-1]
            if goal in self.game.map.sea and answer[0] in self.game.map.sea:
                return self.why_not_cargo(answer, goal) or refusal
        return refusal

    def why_not_cargo(self, answer: tuple[Any, ...], goal: str) -> Refusal | None:
        """The precise reason why what a refused move names after its units cannot be loaded or landed."""
        for part in answer[3:]:
            if isinstance(part, str) and part in self.game.map.territories:
                if part not in self.game.map.coasts[goal]:
                    return Refusal(f"{name_of(part)} does not touch {name_of(goal)}", "AA-SPACE-01")
                if refusal := self.why_not_ashore(part):
                    return refusal
            elif isinstance(part, tuple | Mapping):
                words_in = (pair[0] for pair in part if isinstance(pair, tuple) and pair)
                for word in part if isinstance(part, Mapping) else words_in:
                    if isinstance(word, str) and (refusal := self.why_not_load(answer, word)):
                        return refusal
        return None

    def why_not_ashore(self, territory: str) -> Refusal | None:
        """Whether cargo may go ashore in a territory in this phase."""
        return None

    def why_not_load(self, answer: tuple[Any, ...], word: str) -> Refusal | None:
        """Whether a unit ashore, 'territory.kind', may be loaded on the way of a move."""
        return None

    def why_not_move(self, answer: Any) -> Refusal | None:
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
            menu = self.further(answer[:at])
            if menu is None:
                return self.refuse(f"The answer is complete before {show(answer[at])}")
            if refusal := menu.why_not(answer[at]):
                return refusal
        if (menu := self.further(answer)) is not None:
            return self.refuse_incomplete(answer, menu)
        return None

    def refuse_incomplete(self, answer: tuple[Any, ...], menu: Menu) -> Refusal:
        return self.refuse("The answer is not complete")

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        if rng.random() < 0.12 and (special := self.special()):
            return (special[int(rng.random() * len(special))],)
        if answer := self.guess_often(rng, 8):
            return answer
        if special := self.special():
            return (special[0],)
        if answer := self.guess_often(rng, 24):
            return answer
        if answer := self.way_out(rng):
            return answer
        for origin in self.game.map.spaces:
            if ways := self.ways(origin):
                answer = (origin, ways[0])
                while menu := self.part(answer):
                    answer = (*answer, menu.default)
                return answer
        raise AssertionError("there is no move and no end of the phase")

    def way_out(self, rng: Rng) -> tuple[Any, ...] | None:
        """A move that helps to end the phase, where it cannot end yet."""
        return None

    def guess_often(self, rng: Rng, times: int) -> tuple[Any, ...] | None:
        """The first of so many guesses that is a legal move."""
        for _ in range(times):
            start = self.random_way(rng)
            if start is None:
                return None
            if answer := self.guess(rng, *start):
                return answer
        return None

    def random_way(self, rng: Rng) -> tuple[str, Way] | None:
        """A space and a way from there that may be legal for some unit. Where nothing comes to mind for a few units,
        all are asked in turn."""
        random, own, units = rng.random, self.chart.whole.own, self.game.units
        rarely = random() < 0.03
        hopes = self.hopes(rarely)
        for _ in range(8 if own else 0):
            space = own[int(random() * len(own))]
            known = hopes.get(space)
            if known is None or known[0] is not units[space]:
                known = self.look_for_hope(space, hopes, rarely)
            if not (stacks := known[1]):
                continue
            if way := self.guess_way(space, stacks[int(random() * len(stacks))], rng, rarely):
                return space, way
        start = int(random() * len(own))
        for space in (*own[start:], *own[:start]):
            known = hopes.get(space)
            if known is None or known[0] is not units[space]:
                known = self.look_for_hope(space, hopes, rarely)
            for stack in known[1]:
                if way := self.guess_way(space, stack, rng, rarely):
                    return space, way
        return None

    def look_for_hope(self, space: str, hopes: Hopes, rarely: bool) -> tuple[Stacks, list[Stack]]:
        """`find_hopeful`, to be remembered as long as the same stacks are there."""
        movable = self.movable(space)
        hopeful = self.find_hopeful(space, movable, rarely) if movable else movable
        hopes[space] = known = (self.game.units[space], hopeful)
        return known

    def guess(self, rng: Rng, origin: str, way: Way) -> tuple[Any, ...] | None:
        """A move on a way, if it is legal and the units that come to mind may make it."""
        able = self.able(origin, way, self.movable(origin))
        if not able:
            return None
        limits = count_labels(able)
        held = random_party(limits, rng)
        if not self.is_free(origin, way, able) and self.why_not_party(origin, way, party_of(able, held)):
            few = {word: 1 for word in limits if kind_of(word) != "carrier"}  # somebody may need it where it is
            held = random_party(few or dict.fromkeys(limits, 1), rng)
            if self.why_not_party(origin, way, party_of(able, held)):
                return None
        bag = tuple(held.items()) if len(held) < 2 else tuple([(word, held[word]) for word in limits if word in held])
        answer: tuple[Any, ...] = (origin, way, bag)
        while menu := self.more(answer):
            answer = (*answer, menu.sample(rng))
        self.__dict__["sampled"] = answer
        return answer

    @property
    def default(self) -> tuple[Any, ...]:
        if special := self.special():
            return (special[0],)
        return next(self.answers())
