"""Decisions too large for tables: order sheets, regrouping, purchases."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.core.forms import Form, OpenForm, Part
from sandtable.core.menus import THAT_IS_ALL, Bag, Menu, Pick, Rng, Walk, freeze, is_pair, show
from sandtable.core.verdicts import Doubt, Illegal, Refusal
from sandtable.games.warroom.data import CATEGORIES, UNITS_PER_COMMAND, Amounts
from sandtable.games.warroom.state import Command, Orders

if TYPE_CHECKING:
    from sandtable.games.warroom.state import WarRoom


def form(rule: str, *parts: Part) -> Form:
    """A form that is made for one question and never asked again, so it need not remember its answers."""
    made = Form(rule=rule, parts=parts)
    made.__dict__["listed"], made.__dict__["known"] = (), frozenset()
    return made


class OrderChart(Menu, frozen=True, tag="wr.orders", kw_only=True, dict=True):
    """WR-PLAN-01 to 10: up to `most` orders, each a Command and one destination. Any destination may be written.

    `near` names for each Command on the map the regions it could reach if nobody were in the way.
    """

    commands: tuple[str, ...]
    regions: tuple[str, ...]
    most: int
    full: int
    near: dict[str, tuple[str, ...]]
    nation: str

    def remember(self, game: "WarRoom") -> "OrderChart":
        """Keep the position for `doubts`. It is not part of the menu's data."""
        self.__dict__["game"] = game
        return self

    def read(self, raw: Any) -> Any:
        """`65 > J5` may stand for an order, and the nation may be left out of the Command's name."""
        if not isinstance(raw, list | tuple):
            return raw
        return tuple(self.read_order(item) for item in raw)

    def read_order(self, raw: Any) -> Any:
        if isinstance(raw, str) and ">" in raw:
            raw = tuple(part.strip() for part in raw.split(">", 1))
        if isinstance(raw, list | tuple) and len(raw) == 2:
            name = str(raw[0])
            return (f"{self.nation}-{name}" if name.isdecimal() else raw[0], raw[1])
        return freeze(raw)

    def why_not(self, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple):
            return Refusal(f"{show(answer)} is not a list of movement orders", "WR-PLAN-01")
        if len(answer) > self.most:
            if self.most < self.full:
                return Refusal(
                    f"In the Orange Zone or worse only {self.most} of {self.full} orders can be written", "WR-PLAN-04"
                )
            return Refusal(f"Only {self.most} orders can be written in a round, not {len(answer)}", "WR-PLAN-02")
        seen: set[str] = set()
        for order in answer:
            if refusal := self.why_not_order(order, seen):
                return refusal
        return None

    def why_not_order(self, order: Any, seen: set[str]) -> Refusal | None:
        if not isinstance(order, tuple) or len(order) != 2 or not all(isinstance(part, str) for part in order):
            return Refusal(f"An order is a Command and one destination, not {show(order)}", "WR-PLAN-01")
        command, region = order
        if command not in self.commands:
            return Refusal(f"{command} is not a Command of this nation", "WR-PLAN-08")
        if command in seen:
            return Refusal(f"{command} has an order already; a Command gets one order in a round", "WR-PLAN-05")
        if region not in self.regions:
            return Refusal(f"There is no region {region} on the map", "WR-PLAN-01")
        seen.add(command)
        return None

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        from sandtable.games.warroom.doctor import doubts_of

        return doubts_of(self.__dict__["game"], self.nation, answer) if "game" in self.__dict__ else ()

    def sample(self, rng: Rng) -> Orders:
        """Mostly orders that could work, now and then any order at all."""
        left = list(self.near)
        wanted = int(rng.random() * (min(self.most, len(left)) + 1))
        chosen = []
        for _ in range(wanted):
            command = left.pop(int(rng.random() * len(left)))
            near = self.near[command] if rng.random() < 0.95 else self.regions
            chosen.append((command, near[int(rng.random() * len(near))]))
        return tuple(chosen)

    def answers(self) -> Iterator[Orders]:
        def extend(chosen: Orders) -> Iterator[Orders]:
            yield chosen
            if len(chosen) < self.most:
                for command in self.commands:
                    if all(command != other for other, _ in chosen):
                        for region in self.regions:
                            yield from extend((*chosen, (command, region)))

        return extend(())

    def size(self) -> int:
        total, ways = 1, 1
        for number in range(min(self.most, len(self.commands))):
            ways *= (len(self.commands) - number) * len(self.regions)
            total += ways
        return total

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        chosen: list[tuple[str, str]] = []
        while len(chosen) < min(self.most, len(self.commands)):
            left = tuple(c for c in self.commands if all(c != other for other, _ in chosen))
            if not clicks:
                return Walk((*left, THAT_IS_ALL)), ()
            click, clicks = self.spoken(clicks[0]), clicks[1:]
            if click == THAT_IS_ALL:
                break
            if click not in left:
                raise Illegal(self.why_not((*chosen, (click, self.regions[0]))) or self.refuse(f"{click} is taken"))
            if clicks and clicks[0] == ">":
                clicks = clicks[1:]
            if not clicks:
                return Walk(self.regions), ()
            region, clicks = clicks[0].rstrip(","), clicks[1:]
            if refusal := self.why_not((*chosen, (click, region))):
                raise Illegal(refusal)
            chosen.append((click, region))
        return Walk((), tuple(chosen)), clicks

    def spoken(self, click: str) -> str:
        """A number alone means the nation's own Command: orders may be typed like `65 > J5, 97 > P-13`."""
        return f"{self.nation}-{click}" if click.isdecimal() else click

    @property
    def default(self) -> Orders:
        return ()


class Sheet(OpenForm, frozen=True, tag="wr.sheet", kw_only=True):
    """A nation's sealed sheet: its orders, then its bid."""

    chart: OrderChart
    bid: Menu

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        return (self.chart, self.bid, None)[len(chosen)]


NEW = "new"
DONE = "done"


class Regroup(OpenForm, frozen=True, tag="wr.regroup", kw_only=True, dict=True):
    """WR-PLAN-20 to 28: shift units from one Command to another of the same nation, Category and region, or to a new
    one; a shift of all units is a merger."""

    stacks: tuple[Command, ...]
    free: dict[str, int]
    """Category to the number of tokens in the supply."""

    def stack(self, key: str) -> Command:
        known: dict[str, Command] | None = self.__dict__.get("by_key")
        if known is None:
            known = self.__dict__["by_key"] = {stack.key: stack for stack in self.stacks}
        return known[key]

    def partners(self, source: Command) -> list[Command]:
        return [
            other
            for other in self.stacks
            if other.region == source.region
            and other is not source
            and (other.category, other.tagged) == (source.category, source.tagged)
        ]

    def sources(self) -> tuple[str, ...]:
        """Commands that could give a unit to another or to a new one, found in one pass over all of them."""
        known: tuple[str, ...] | None = self.__dict__.get("known_sources")
        if known is None:
            known = self.__dict__["known_sources"] = self.find_sources()
        return known

    def find_sources(self) -> tuple[str, ...]:
        room: dict[tuple[str, str, bool], list[int]] = {}
        for stack in self.stacks:
            room.setdefault((stack.category, stack.region, stack.tagged), []).append(
                UNITS_PER_COMMAND - sum(stack.units)
            )
        found = []
        for stack in self.stacks:
            size, rooms = sum(stack.units), room[stack.category, stack.region, stack.tagged]
            others = sum(rooms) - (UNITS_PER_COMMAND - size)
            if others > 0 or (size > 1 and self.free[stack.category]):
                found.append(f"{stack.nation}-{stack.number}")
        return tuple(found)

    def why_not(self, answer: Any) -> Refusal | None:
        if answer == (DONE,) or answer is self.__dict__.get("legal", self):
            return None
        refusal = super().why_not(answer)
        if refusal is not None and self.overfills(answer):
            return Refusal("A Command holds at most 8 units", "WR-SETUP-10")
        return refusal

    def overfills(self, answer: Any) -> bool:
        """Whether a shift is refused because the target would hold too many units."""
        if not isinstance(answer, tuple) or len(answer) != 3 or not isinstance(answer[1], tuple):
            return False
        size = {stack.key: stack.size for stack in self.stacks}
        if answer[0] not in size or answer[2] not in size or not all(is_pair(pair) for pair in answer[1]):
            return False
        partners = [other.key for other in self.partners(self.stack(answer[0]))]
        shifted = sum(number for _, number in answer[1])
        return answer[2] in partners and shifted <= size[answer[0]] and size[answer[2]] + shifted > UNITS_PER_COMMAND

    def read(self, raw: Any) -> Any:
        if raw in ((DONE,), [DONE], DONE):
            return (DONE,)
        if type(raw) is tuple and self.why_not(raw) is None:
            self.__dict__["legal"] = raw  # a legal answer is in its canonical form; it need not be judged twice
            return raw
        return super().read(raw)

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-PLAN-22", options=(DONE, *self.sources()), usual=DONE)
        if chosen[0] == DONE or len(chosen) == 3:
            return None
        source = self.stack(chosen[0])
        if len(chosen) == 1:
            return Bag(rule="WR-PLAN-22", limits=source.counts(), least=1, most=self.most_to_shift(source))
        return self.targets(source, sum(number for _, number in chosen[1]))

    def most_to_shift(self, source: Command) -> int:
        room = max((UNITS_PER_COMMAND - other.size for other in self.partners(source)), default=0)
        return max(room, source.size - 1 if self.free[source.category] else 0)

    def targets(self, source: Command, number: int) -> Pick:
        fits, refused = [], {}
        for other in self.partners(source):
            if other.size + number > UNITS_PER_COMMAND:
                refused[other.key] = Refusal("A Command holds at most 8 units", "WR-SETUP-10")
            else:
                fits.append(other.key)
        if number < source.size and self.free[source.category]:
            fits.append(NEW)
        elif number < source.size:
            refused[NEW] = Refusal("No token of this Category is free for a new Command", "WR-PLAN-23")
        else:
            refused[NEW] = Refusal("All units of a Command moved to a new one would be the same Command", "WR-PLAN-22")
        return Pick(rule="WR-PLAN-22", options=tuple(fits), refused=refused)

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        if rng.random() < 0.9:
            return (DONE,)
        return super().sample(rng)

    @property
    def default(self) -> tuple[Any, ...]:
        return (DONE,)


class Basket(Menu, frozen=True, tag="wr.basket", kw_only=True):
    """WR-PROD-02: units at prices in three Resources, as many as the stock can pay."""

    prices: dict[str, Amounts]
    stock: Amounts
    refused: dict[str, Refusal] = {}

    def read(self, raw: Any) -> Any:
        return self.as_bag.read(raw)

    @property
    def as_bag(self) -> Bag:
        """The same choice with a limit for each kind by itself: what is left to check is the sum."""
        return Bag(
            rule=self.rule,
            limits={kind: self.most(kind, self.stock) for kind in self.prices},
            refused=self.refused,
        )

    def most(self, kind: str, left: Amounts) -> int:
        oil, iron, osr = self.prices[kind]
        most = left[2] // osr if osr else sum(left)
        if iron and left[1] // iron < most:
            most = left[1] // iron
        return left[0] // oil if oil and left[0] // oil < most else most

    def left(self, answer: tuple[tuple[str, int], ...]) -> Amounts:
        oil, iron, osr = self.stock
        for kind, number in answer:
            price = self.prices[kind]
            oil, iron, osr = oil - number * price[0], iron - number * price[1], osr - number * price[2]
        return oil, iron, osr

    def why_not(self, answer: Any) -> Refusal | None:
        if isinstance(answer, tuple):
            for pair in answer:
                if isinstance(pair, tuple) and pair and pair[0] in self.refused:
                    return self.refused[pair[0]]
        if refusal := self.as_bag.why_not(answer):
            return refusal
        if min(self.left(answer)) < 0:
            return self.refuse("The stock does not pay for all of that")
        return None

    def sample(self, rng: Rng) -> tuple[tuple[str, int], ...]:
        left, held = self.stock, dict.fromkeys(self.prices, 0)
        while rng.random() < 0.9 and (kinds := [kind for kind in self.prices if self.most(kind, left)]):
            kind = kinds[int(rng.random() * len(kinds))]
            held[kind] += 1
            left = self.left(tuple(held.items()))
        return tuple((kind, number) for kind, number in held.items() if number)

    def answers(self) -> Iterator[tuple[tuple[str, int], ...]]:
        kinds = tuple(self.prices)

        def extend(at: int, chosen: tuple[tuple[str, int], ...]) -> Iterator[tuple[tuple[str, int], ...]]:
            if at == len(kinds):
                yield chosen
                return
            for number in range(self.most(kinds[at], self.left(chosen)) + 1):
                yield from extend(at + 1, (*chosen, (kinds[at], number)) if number else chosen)

        return extend(0, ())

    def walk(self, clicks: tuple[str, ...]) -> tuple[Walk, tuple[str, ...]]:
        held = dict.fromkeys(self.prices, 0)
        while True:
            left = self.left(tuple(held.items()))
            kinds = tuple(kind for kind in self.prices if self.most(kind, left))
            done = tuple((kind, number) for kind, number in held.items() if number)
            if not kinds:
                return Walk((), done), clicks
            if not clicks:
                return Walk((*kinds, THAT_IS_ALL)), ()
            click, clicks = clicks[0], clicks[1:]
            if click == THAT_IS_ALL:
                return Walk((), done), clicks
            if click not in kinds:
                raise Illegal(self.refused.get(click) or self.refuse(f"The stock does not pay for another {click}"))
            held[click] += 1

    @property
    def default(self) -> tuple[tuple[str, int], ...]:
        return ()


def counts_of(category: str, units: dict[str, int]) -> tuple[int, ...]:
    return tuple(units.get(kind, 0) for kind in CATEGORIES[category])
