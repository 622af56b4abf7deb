"""Units on the board: stacks of units that no rule can tell apart, and the words by which players name them."""

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter

import msgspec

from sandtable.games.axis1940.data import ARM, ORDER_OF_KINDS, UNITS

Bag = tuple[tuple[str, int], ...]

RAID, ESCORT, INTERCEPT = "raid", "escort", "intercept"
SCRAMBLED, DECK_CREW, SUBMERGED = "scrambled", "deck", "submerged"
ASSAULT, SEABORNE, BOMBARDED, WITHDRAWN = "assault", "seaborne", "bombarded", "withdrawn"

FRESH, FOUGHT, SPENT = 0, 1, 2
"""Not yet used this turn; used in Combat Move or combat; moved in Noncombat Move or newly placed."""

NEUTRAL_OWNER = "neutral"
"""The owner of the standing armies of neutral territories."""


class Cargo(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A unit aboard a ship. `now`: it was loaded this turn; `land`: it is to land in the assault under way."""

    owner: str
    kind: str
    now: bool = False
    land: bool = False


class Stack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """So many units that are alike in everything that a later rule can tell apart.

    `left` are the moves that an aircraft in the air has left (-1: it stands on the ground or on a deck); `came` is the
    space from which the unit entered its space this turn, `via` those before it on its way that border on its space as
    well; `home` is the territory from which a fighter scrambled, the territory that a transport assaults, or what has
    risen from a carrier under attack.
    """

    owner: str
    kind: str
    n: int = 1
    hits: int = 0
    left: int = -1
    acted: int = FRESH
    came: str = ""
    role: str = ""
    home: str = ""
    cargo: tuple[Cargo, ...] = ()
    via: tuple[str, ...] = ()


Stacks = tuple[Stack, ...]


changed = msgspec.structs.replace
"""A stack, or another frozen record, that differs from a given one in some fields."""
size = attrgetter("n")


def like(one: Stack, other: Stack) -> bool:
    """Whether two stacks differ in nothing but their number."""
    return (
        one.kind == other.kind
        and one.owner == other.owner
        and one.acted == other.acted
        and one.left == other.left
        and one.hits == other.hits
        and one.came == other.came
        and one.role == other.role
        and one.home == other.home
        and one.cargo == other.cargo
        and one.via == other.via
    )


def plus(stacks: Stacks, added: Stack) -> Stacks:
    """The stacks with one more among them, joined with its like."""
    for place, stack in enumerate(stacks):
        if stack.kind == added.kind and like(stack, added):
            return (*stacks[:place], changed(stack, n=stack.n + added.n), *stacks[place + 1 :])
    return (*stacks, added)


def minus(stacks: Stacks, gone: Stack, number: int) -> Stacks:
    """The stacks without so many of one of them."""
    for place, stack in enumerate(stacks):
        if stack is gone or (stack.kind == gone.kind and like(stack, gone) and stack.n >= number):
            if stack.n == number:
                return stacks[:place] + stacks[place + 1 :]
            return (*stacks[:place], changed(stack, n=stack.n - number), *stacks[place + 1 :])
    raise AssertionError(f"there are not {number} of {gone} here")


def label(stack: Stack, with_owner: bool = False) -> str:
    """The word for a stack in an answer: all that a player can tell apart.

    `fighter-2` has two moves left, `carrier!` is damaged, `infantry~` came over the sea, `transport+tank` carries one.
    """
    word = f"{stack.owner}.{stack.kind}" if with_owner else stack.kind
    if stack.left < 0 and not (stack.hits or stack.role or stack.cargo):
        return word
    if stack.hits:
        word += "!"
    if stack.left >= 0:
        word += f"-{stack.left}"
    if stack.role == SEABORNE:
        word += "~"
    if stack.cargo:
        word += "".join(
            f"+{item.kind}" if item.owner == stack.owner else f"+{item.owner}:{item.kind}" for item in stack.cargo
        )
    return word


@lru_cache(maxsize=4096)
def kind_of(word: str) -> str:
    """The kind of unit that a label names."""
    word = word.rpartition(".")[2]
    for place, letter in enumerate(word):
        if letter in "!-~+#":
            return word[:place]
    return word


def in_order(stacks: Iterable[Stack]) -> list[Stack]:
    """Stacks in the order of the unit charts, so that menus and reports are always alike."""
    found = list(stacks)
    if len(found) > 1:
        found.sort(key=lambda stack: ORDER_OF_KINDS[stack.kind])
    return found


def count_labels(stacks: Iterable[Stack], with_owner: bool = False) -> dict[str, int]:
    """How many there are of each label, in the order of the unit charts."""
    found: dict[str, int] = {}
    for stack in stacks:
        word = label(stack, with_owner)
        found[word] = found.get(word, 0) + stack.n
    if len(found) < 2:
        return found
    return {word: found[word] for word in sorted(found, key=place_of_label)}


@lru_cache(maxsize=4096)
def place_of_label(word: str) -> tuple[int, str]:
    """Where a label comes in a menu."""
    return ORDER_OF_KINDS[kind_of(word)], word


def chosen(stacks: Iterable[Stack], bag: Bag, with_owner: bool = False) -> list[tuple[Stack, int]]:
    """The stacks that a bag of labels means, with how many of each; the largest stacks give first."""
    found: list[tuple[Stack, int]] = []
    if not bag:
        return found
    wanted, largest_first = dict(bag), list(stacks)
    if len(largest_first) > 1:
        largest_first.sort(key=size, reverse=True)
    for stack in largest_first:
        word = label(stack, with_owner)
        if need := wanted.get(word):
            if need > stack.n:
                wanted[word] = need - stack.n
                found.append((stack, stack.n))
                continue
            found.append((stack, need))
            del wanted[word]
            if not wanted:
                break
    return found


def total(stacks: Iterable[Stack]) -> int:
    return sum(stack.n for stack in stacks)


def words(bag: Iterable[tuple[str, int]]) -> str:
    """A bag of kinds or labels as a player would say it: '2 infantry, 1 tank'."""
    counts: dict[str, int] = {}
    for word, number in bag:
        kind = kind_of(word)
        counts[kind] = counts.get(kind, 0) + number
    return listed([number_of(kind, number) for kind, number in counts.items()]) or "nothing"


def number_of(kind: str, number: int) -> str:
    unit = UNITS.get(kind)
    if unit is None:
        name = kind.replace("_ic", "_industrial_complex").replace("_", " ")
        return f"{number} {name if number == 1 else name + ('es' if name.endswith('x') else 's')}"
    return f"{number} {unit.name if number == 1 else unit.plural}"


def listed(items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def bag_of(stacks: Iterable[Stack]) -> Bag:
    """Kinds and numbers, for events and sentences."""
    found: dict[str, int] = {}
    for stack in in_order(stacks):
        found[stack.kind] = found.get(stack.kind, 0) + stack.n
    return tuple(found.items())


def is_marked(stack: Stack) -> bool:
    """Whether something of the turn before is noted on a stack."""
    if stack.acted or stack.left >= 0 or stack.role or stack.came or stack.home:
        return True
    return bool(stack.cargo) and any(item.now or item.land for item in stack.cargo)


def is_air(stack: Stack) -> bool:
    return ARM[stack.kind] == "air"


def fits_aboard(cargo: Iterable[str]) -> bool:
    """AA-TRANS-01: a transport holds one land unit of any kind and one infantry."""
    kinds = list(cargo)
    return len(kinds) < 2 or (len(kinds) == 2 and "infantry" in kinds)
