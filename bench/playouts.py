"""Exact odds against playouts of the rules themselves: `python -m bench.playouts [NUMBER]`, 20,000 of each unless told.

A playout is a battle fought by the steps of the rules, with generated dice and the standing answers that the odds
assume. Every chance that the odds give must lie within the 99.9 % interval of what came out, and so must the whole
distribution of what is left.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import comb, sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from sandtable.core.chance import Chance, Generated
from sandtable.core.menus import Bag, Count, Menu, Pick
from sandtable.core.play import settle
from sandtable.core.steps import Ask, Draw, Roll, Step
from sandtable.games.axis1940.data import ARM, COST, UNITS, theatre
from sandtable.games.axis1940.forces import ASSAULT, FOUGHT, Cargo, Stack, kind_of
from sandtable.games.axis1940.odds import Odds, battle_odds
from sandtable.games.axis1940.odds_units import LAND_ORDER, SEA_ORDER, read_force
from sandtable.games.axis1940.rules.amphibious import Assault
from sandtable.games.axis1940.rules.battlefield import Fight
from sandtable.games.axis1940.rules.casualties import LossesBag
from sandtable.games.axis1940.rules.general_combat import Battle
from sandtable.games.axis1940.rules.politics import make_war
from sandtable.games.axis1940.setup import bare
from sandtable.games.axis1940.state import Board

ATTACKER, DEFENDER = "japan", "united_kingdom"
TERRITORY, NEXT_TO_IT, OFFSHORE = "burma", "shan_state", "sz38"
ZONE, NEXT_ZONE = "sz41", "sz37"
SPACES = (TERRITORY, NEXT_TO_IT, OFFSHORE, ZONE, NEXT_ZONE)
WITHIN = 3.2905
"""Standard deviations on either side of the mean that hold 99.9 % of a normal distribution."""


class Fought(NamedTuple):
    """A battle for playouts: the forces, those from the sea, the ships that bombard, and when the attacker leaves."""

    name: str
    attackers: str
    defenders: str
    amphibious: str = ""
    bombard: str = ""
    retreat_below: float = 0.0
    stuck: bool = False
    """Whether the attackers began in the zone, so that there is no retreat."""

    def odds(self) -> Odds:
        return battle_odds(
            self.attackers,
            self.defenders,
            amphibious=self.amphibious or False,
            bombard=self.bombard,
            retreat_below=self.retreat_below,
            can_retreat=not self.stuck,
        )


BATTLES = (
    Fought("land with AAA (L)", "10 infantry 3 artillery 3 tank 2 fighter", "8 infantry 2 artillery 1 fighter 1 aaa"),
    Fought(
        "assault with bombardment",
        "4 infantry 2 artillery 1 tank 2 fighter 1 tactical bomber",
        "5 infantry 1 artillery 1 fighter 1 aaa",
        amphibious="3 infantry 1 artillery 1 tank",
        bombard="1 battleship 1 cruiser",
    ),
    Fought(
        "sea (S)",
        "2 submarine 2 destroyer 1 cruiser 2 carrier 3 fighter 1 tactical bomber 1 battleship",
        "3 submarine 2 destroyer 1 cruiser 2 carrier 3 fighter 1 battleship",
    ),
    Fought(
        "sea without destroyers",
        "3 submarine 1 cruiser 2 fighter 1 strategic bomber",
        "2 submarine 1 carrier 2 fighter 1 battleship 2 transport",
    ),
    Fought(
        "retreat below 0.5", "6 infantry 2 artillery 2 tank 1 fighter", "6 infantry 1 tank 1 fighter", retreat_below=0.5
    ),
)


def position(fought: Fought) -> Board:
    """The board at the moment when the battle begins, with nothing else on it."""
    game = bare(theatre("pacific"), {})
    make_war(game, ATTACKER, DEFENDER)
    at_sea = not any(ARM[kind_of(kind)] == "land" for kind in read_force(fought.attackers))
    space = ZONE if at_sea else TERRITORY
    game.hold(NEXT_TO_IT, ATTACKER)
    seaborne = read_force(fought.amphibious)
    for kind, number in read_force(fought.attackers).items():
        afoot = number - seaborne.get(kind, 0)
        left = 2 if ARM[kind] == "air" else -1
        if afoot:
            came = "" if fought.stuck else NEXT_ZONE if at_sea else NEXT_TO_IT
            game.put(space, Stack(ATTACKER, kind, afoot, left=left, acted=FOUGHT, came=came))
        for _ in range(number - afoot):
            game.put(OFFSHORE, in_transport(kind))
    for kind, number in read_force(fought.bombard).items():
        game.put(OFFSHORE, Stack(ATTACKER, kind, number, acted=FOUGHT))
    planes: list[Cargo] = []
    for kind, number in read_force(fought.defenders).items():
        if at_sea and ARM[kind] == "air":
            planes += [Cargo(DEFENDER, kind)] * number
        elif kind != "carrier":
            game.put(space, Stack(DEFENDER, kind, number))
    for at in range(read_force(fought.defenders).get("carrier", 0)):
        game.put(space, Stack(DEFENDER, "carrier", cargo=tuple(planes[2 * at : 2 * at + 2])))
    opening: Step = Assault(space, ATTACKER) if seaborne else Battle(space, ATTACKER)
    game.steps.append(opening)
    return game


def in_transport(kind: str) -> Stack:
    """A transport that is about to land one unit."""
    aboard = (Cargo(ATTACKER, kind, now=True, land=True),)
    return Stack(ATTACKER, "transport", acted=FOUGHT, role=ASSAULT, home=TERRITORY, cargo=aboard)


RANK = {kind: place for place, kind in enumerate(dict.fromkeys((*LAND_ORDER, *SEA_ORDER)))}
SEA_RANK = {kind: place for place, kind in enumerate(SEA_ORDER)}


@lru_cache
def rank(word: str, at_sea: bool) -> tuple[int, bool]:
    """The place of a loss in the usual order; of units of a kind those from the sea go first."""
    kind = kind_of(word)
    if UNITS[kind].hits > 1 and "!" not in word:
        kind = f"{kind}_hit"
    return (SEA_RANK if at_sea else RANK)[kind], "~" not in word


class Standing:
    """The standing answers that the odds assume: losses in the usual order, all ships bombard, submarines strike, and
    the attacker breaks off when its chance to win is too small."""

    def __init__(self, fought: Fought) -> None:
        self.below = fought.retreat_below
        self.known: dict[tuple[Any, ...], bool] = {}
        self.moments: dict[Any, Moment] = {}

    def answer(self, game: Board, menu: Menu) -> Any:
        if isinstance(menu, Bag | LossesBag):
            return bombard(menu) if isinstance(menu, Bag) and menu.rule == "AA-BOMB-03" else losses(menu)
        if isinstance(menu, Count):
            return 0
        assert isinstance(menu, Pick)
        return menu.options[-1] if self.below and self.gives_up(game) else "press"

    def gives_up(self, game: Board) -> bool:
        ours, theirs = left_of(game, ATTACKER), left_of(game, DEFENDER)
        key = (tuple(ours.items()), tuple(theirs.items()))
        if key not in self.known:
            self.known[key] = battle_odds(ours, theirs).win < self.below
        return self.known[key]


def bombard(menu: Bag) -> Any:
    return menu.packed(menu.limits)


def losses(menu: Bag | LossesBag) -> Any:
    """Losses in the usual order, each the first that may still be taken."""
    bag = menu if isinstance(menu, Bag) else menu.bag
    at_sea = any(ARM[kind_of(word)] == "sea" for word in bag.limits)
    may_add = bag.can_add if isinstance(menu, Bag) else menu.may_add
    held: dict[str, int] = {}
    order = sorted(bag.limits, key=lambda word: rank(word, at_sea))
    for _ in range(bag.least):
        word = next(word for word in order if may_add(held, word))
        held[word] = held.get(word, 0) + 1
    return bag.packed(held)


def left_of(game: Board, owner: str) -> dict[str, int]:
    """The fighting units that a power has left, wherever they are; those that bombarded or carried others are not of
    the battle."""
    found: Counter[str] = Counter()
    for space in (TERRITORY, NEXT_TO_IT, ZONE, NEXT_ZONE):
        for stack in game.units[space]:
            if stack.owner == owner:
                found[f"damaged_{stack.kind}" if stack.hits else stack.kind] += stack.n
                for item in stack.cargo:
                    found[item.kind] += stack.n
    return dict(found)


def play_out(start: Board, standing: Standing, dice: Generated) -> Board:
    """One battle by the rules, step by step. The answers are sure to be legal, so nothing is checked twice."""
    game = start.clone()
    roll = answered(game, standing)
    while roll is not None:
        game.steps[-1].then(game, dice.faces(roll))
        roll = answered(game, standing)
    return game


def answered(game: Board, standing: Standing) -> Roll | None:
    """Go on with the standing answers until dice must fall; None when the battle is over."""
    while isinstance(want := settle(game), Ask):
        game.steps[-1].then(game, standing.answer(game, next(iter(want.menus.values()))))
    assert want is None or isinstance(want, Roll)
    return want


class Moment:
    """A position of the battle in which dice must fall. What the rules made of so many hits is remembered, so that a
    million battles need each step of the rules only once."""

    def __init__(self, game: Board, standing: Standing) -> None:
        self.roll = answered(game, standing)
        self.game = game
        self.volley = volley_of(game, self.roll) if self.roll else ()
        self.after: dict[tuple[int, ...], Moment] = {}
        self.branches: list[tuple[float, Moment]] = []
        self.left = key(left_of(game, ATTACKER), left_of(game, DEFENDER))

    def next(self, dice: Chance, standing: Standing) -> "Moment":
        assert self.roll is not None
        faces = dice.faces(self.roll)
        hits, at = [], 0
        for number, value in self.volley:
            hits.append(sum([face <= value for face in faces[at : at + number]]))
            at += number
        found = self.after.get(tuple(hits))
        if found is None:
            game = self.game.clone()
            game.steps[-1].then(game, faces)
            found = Moment(game, standing)
            found = self.after[tuple(hits)] = standing.moments.setdefault(place(found.game), found)
        return found


def place(game: Board) -> Any:
    """A position of the battle whatever led to it. The number of the round is left out: only sentences need it."""
    steps = tuple(
        msgspec.structs.replace(step, fight=msgspec.structs.replace(fight, round=1))
        if isinstance(fight := getattr(step, "fight", None), Fight)
        else step
        for step in game.steps
    )
    return steps, tuple(tuple(sorted(game.units[space], key=repr)) for space in SPACES)


def volley_of(game: Board, roll: Roll) -> tuple[tuple[int, int], ...]:
    """How many dice hit on which number, as the rules themselves say; AAA hits on a 1."""
    volley = getattr(game.steps[-1], "volley", None)
    if volley is None:
        return ((roll.dice, 1),)
    return tuple((number, value) for _, number, value in (volley(game) if callable(volley) else volley))


Left = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]
"""What is left of the attacker and of the defender."""


def key(ours: Mapping[str, int], theirs: Mapping[str, int]) -> Left:
    return tuple(sorted(ours.items())), tuple(sorted(theirs.items()))


def play_all(fought: Fought, number: int, seed: int) -> Counter[Left]:
    """How often each end came out."""
    standing, dice = Standing(fought), Generated(Random(seed))
    start = Moment(position(fought), standing)
    found: Counter[Left] = Counter()
    for _ in range(number):
        moment = start
        while moment.roll is not None:
            moment = moment.next(dice, standing)
        found[moment.left] += 1
    return found


def play_step_by_step(fought: Fought, number: int, seed: int) -> Counter[Left]:
    """The same without remembering anything: every battle goes through every step of the rules."""
    start, standing, dice = position(fought), Standing(fought), Generated(Random(seed))
    found: Counter[Left] = Counter()
    for _ in range(number):
        game = play_out(start, standing, dice)
        found[key(left_of(game, ATTACKER), left_of(game, DEFENDER))] += 1
    return found


class Laid:
    """Dice that are laid down instead of thrown."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.laid = faces

    def faces(self, want: Roll | Draw) -> tuple[int, ...]:
        return self.laid


def work_out(fought: Fought, rest: float = 1e-9) -> dict[Left, float]:
    """The chance of each end by the rules themselves, for small battles: nothing is thrown, but every number of hits of
    every volley is followed with its probability, until less than `rest` is still fighting."""
    standing = Standing(fought)
    fighting = {Moment(position(fought), standing): 1.0}
    ends: dict[Left, float] = {}
    while sum(fighting.values()) > rest:
        later: dict[Moment, float] = {}
        for moment, chance in fighting.items():
            if moment.roll is None:
                ends[moment.left] = ends.get(moment.left, 0.0) + chance
                continue
            for share, then in branches(moment, standing):
                later[then] = later.get(then, 0.0) + chance * share
        fighting = later
    return ends


def branches(moment: Moment, standing: Standing) -> list[tuple[float, Moment]]:
    """Every number of hits with its probability, and what the rules make of it."""
    if not moment.branches:
        for hits in product(*(range(number + 1) for number, _ in moment.volley)):
            share = 1.0
            faces: tuple[int, ...] = ()
            for (number, value), hit in zip(moment.volley, hits, strict=True):
                share *= comb(number, hit) * (value / 6) ** hit * (1 - value / 6) ** (number - hit)
                faces += (1,) * hit + (6,) * (number - hit)
            moment.branches.append((share, moment.next(Laid(faces), standing)))
    return moment.branches


def exactly(odds: Odds) -> dict[Left, float]:
    """The chance of each end as the odds have it."""
    found: dict[Left, float] = {}
    for outcome in odds.outcomes:
        end = key(*odds.units_left(outcome))
        found[end] = found.get(end, 0.0) + outcome.chance
    return found


class Comparison(NamedTuple):
    """A chance or a mean as the odds have it, as it came out, and how many standard deviations lie between."""

    what: str
    exact: float
    seen: float
    off: float


def compare(odds: Odds, seen: Counter[Left]) -> Iterator[Comparison]:
    """Every figure of the odds beside what came out; last, the whole distribution (by chi-squared)."""
    number = sum(seen.values())
    exact = exactly(odds)
    ends = {key(*odds.units_left(one)): "draw" if one.end == "standoff" else one.end for one in odds.outcomes}
    for what, chance in (("win", odds.win), ("loss", odds.loss), ("draw", odds.draw), ("retreat", odds.retreat)):
        share = sum(count for end, count in seen.items() if ends.get(end) == what) / number
        if chance:
            yield Comparison(what, chance, share, (share - chance) / sqrt(max(chance * (1 - chance), 1e-12) / number))
    for what, side, mean in (
        ("IPCs lost by the attacker", 0, odds.attacker_loss),
        ("by the defender", 1, odds.defender_loss),
    ):
        whole = (odds.attacker_cost, odds.defender_cost)[side]
        spread = sum(chance * (whole - worth(end[side]) - mean) ** 2 for end, chance in exact.items())
        came = sum(count * (whole - worth(end[side])) for end, count in seen.items()) / number
        yield Comparison(what, mean, came, (came - mean) / sqrt(spread / number))
    yield distribution(exact, seen, number)


def worth(units: tuple[tuple[str, int], ...]) -> int:
    return sum(COST[kind.removeprefix("damaged_")] * number for kind, number in units)


def distribution(exact: dict[Left, float], seen: Counter[Left], number: int) -> Comparison:
    """Chi-squared over all ends to be expected five times or more, the others together; as a normal deviate (Wilson and
    Hilferty). An end that the odds call impossible is infinitely far off."""
    if any(exact.get(end, 0.0) <= 0.0 for end in seen):
        return Comparison("whole distribution", 0.0, 0.0, float("inf"))
    squares, classes, rare, rare_seen = 0.0, 0, 0.0, 0
    for end, chance in exact.items():
        if chance * number >= 5:
            squares += (seen[end] - chance * number) ** 2 / (chance * number)
            classes += 1
        else:
            rare += chance * number
            rare_seen += seen[end]
    if rare >= 5:
        squares += (rare_seen - rare) ** 2 / rare
        classes += 1
    free = max(classes - 1, 1)
    off = ((squares / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return Comparison(f"whole distribution ({classes} classes)", free, squares, max(off, 0.0))


def main() -> None:
    number = next((int(word) for word in sys.argv if word.isdecimal()), 20_000)
    for fought in BATTLES:
        began = perf_counter()
        seen = play_all(fought, number, seed=1940)
        took = perf_counter() - began
        print(f"{fought.name}: {number:,} playouts in {took:.0f} s")
        for row in compare(fought.odds(), seen):
            verdict = "within" if abs(row.off) <= WITHIN else "OUTSIDE"
            print(
                f"  {row.what:<34} {row.exact:12.6f} {row.seen:12.6f} {row.off:+7.2f} sd  {verdict} 99.9 %", flush=True
            )


if __name__ == "__main__":
    main()
