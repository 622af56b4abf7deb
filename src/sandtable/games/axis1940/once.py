"""A property that is found out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - read as the decorator that it is
    """What `functools.cached_property` does, without the lock that Python 3.11 takes for it: a game, its menus and its
    charts belong to one thread at a time. What is found must hold as long as the instance does: menus and charts are
    thrown away when the board has changed."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        find = self.find
        found = instance.__dict__[self.name] = find(instance)
        return found
