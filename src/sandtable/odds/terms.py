"""The words of battle odds: lines, what groups are good for, how battles end."""

from typing import NamedTuple, TypeAlias

LOW, MID, HIGH = 0, 1, 2

# What a group is good for besides its dice: the bits of `Group.good`.
HOLDS = 1  # keeps the battle going: a fighting unit
HUNTS = 2  # takes the privileges of the enemy's low line away
TAKES = 4  # can take the ground that is fought for
LEAVES = 8  # goes when the attacker breaks off
IDLE = 16  # swept away at the end if the enemy can still fire and nothing else stands between

# How a battle stands or ends.
GOES_ON, WIN, LOSS, DRAW, STANDOFF, RETREAT = range(6)

# What the low line does as soon as no enemy hunter is there: fire first, leave, or leave once it is alone.
STRIKE, DIVE, DIVE_ALONE = range(3)


class Group(NamedTuple):
    """So many units alike."""

    units: int
    line: int
    chance: float  # of a die to hit; 0 for a unit that does not fire
    raised: float  # of a die to hit with support
    worth: float
    good: int
    serves: int = 1  # how many units each of these can support


class Force(NamedTuple):
    """One side before the battle: its groups, and the order in which it loses them, a number of a group per hit."""

    groups: tuple[Group, ...]
    order: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()  # who gains by support, who gives it; matched in this order
    plan: int = STRIKE


# One way for a battle to end: how, form of the attacker, form of the defender, its chance, and some bits.
End: TypeAlias = tuple[int, int, int, float, int]
ATTACKER_SWEPT, DEFENDER_SWEPT, HAS_TAKERS = 1, 2, 4

# The same in terms of units: how, those left of each group of the attacker, and of the defender, and the chance.
Finish: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...], float]
