"""A property that is found out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - read as the decorator that it is
    """What `functools.cached_property` does, without the lock that Python 3.11 takes for it: menus and charts are made
    for every decision and belong to one thread."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, instance: Any, owner: type) -> T:
        found = instance.__dict__[self.name] = self.find(instance)
        return found
