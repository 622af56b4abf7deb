"""A property that is found out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - read as the decorator that it is
    """What `functools.cached_property` does, without the lock that Python 3.11 takes for it: a game, its menus and its
    charts belong to one thread at a time. What is found must hold as long as the instance does: menus and charts are
    thrown away when the board has changed."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find: Callable[[Any], T] = find
        self.name = find.__name__
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.in_record = issubclass(owner, msgspec.Struct)

    def __get__(self, instance: Any, owner: type) -> T:
        """A menu, which is frozen, keeps it beside its fields. Other objects get an attribute like all others, for
        Python finds these several times faster as long as nobody has asked for the `__dict__` of the object."""
        found = self.find(instance)
        if self.in_record:
            instance.__dict__[self.name] = found
        else:
            setattr(instance, self.name, found)
        return found
