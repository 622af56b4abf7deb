"""The best of many orders."""

from collections.abc import Callable
from itertools import permutations
from typing import TypeVar

Item = TypeVar("Item")

_TRY_ALL = 5  # up to so many items every order is tried


def best_order(items: tuple[Item, ...], value: Callable[[tuple[Item, ...]], float]) -> tuple[Item, ...]:
    """The order of the items with the highest value; among equals the first found, and the given one before all.

    Up to five items all orders are tried. With more, one item at a time is moved to the place where it does most good,
    until no such move helps: an order that no single move improves, but not surely the best of all.
    """
    if len(items) <= _TRY_ALL:
        return max(permutations(items), key=value)
    best, worth = items, value(items)
    improved = True
    while improved:
        improved = False
        for item in items:
            others = tuple(other for other in best if other != item)
            for place in range(len(items)):
                order = (*others[:place], item, *others[place:])
                if order != best and (now := value(order)) > worth + 1e-12:
                    best, worth, improved = order, now, True
    return best
