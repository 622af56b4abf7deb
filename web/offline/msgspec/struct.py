"""Records: a class whose annotations are its fields."""

import inspect
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar, get_origin

REQUIRED = object()
"""Stands where a field has no default."""


def own_annotations(kind: type) -> dict[str, Any]:
    """The annotations that a class itself brings, without evaluating names that are not there yet."""
    if sys.version_info >= (3, 14):
        import annotationlib

        return annotationlib.get_annotations(kind, format=annotationlib.Format.FORWARDREF)
    return inspect.get_annotations(kind)


def is_class_variable(hint: Any) -> bool:
    return hint is ClassVar or get_origin(hint) is ClassVar or (isinstance(hint, str) and "ClassVar" in hint[:16])


class StructMeta(type):
    """Gathers the fields of a class and its bases, and writes its `__init__`."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        kind: Any = super().__new__(mcls, name, bases, namespace)
        config: dict[str, Any] = {"frozen": False, "tag": None, "tag_field": None, "forbid_unknown_fields": False}
        fields: dict[str, tuple[Any, bool]] = {}  # default, and whether it can only be given by name
        for base in reversed(kind.__mro__[1:]):
            if "__struct_own__" in base.__dict__:
                fields.update(base.__struct_own__)
                config.update(base.__struct_given__)
        given = {key: value for key, value in options.items() if key in config}
        config.update(given)
        if given.get("tag") is None:
            config["tag"] = name if config["tag_field"] else None
        own = {}
        for field, hint in own_annotations(kind).items():
            if not is_class_variable(hint):
                default = kind.__dict__.get(field, REQUIRED)
                if default is not REQUIRED:
                    type.__delattr__(kind, field)
                own[field] = default, bool(options.get("kw_only"))
                fields.pop(field, None)
                fields[field] = own[field]
        kind.__struct_own__ = own
        kind.__struct_given__ = {key: value for key, value in given.items() if key != "tag"}
        kind.__struct_config__ = SimpleNamespace(**config)
        by_place = [field for field, (_, named) in fields.items() if not named]
        by_name = [field for field, (_, named) in fields.items() if named]
        kind.__struct_fields__ = (*by_place, *by_name)
        kind.__struct_defaults_by_name__ = {
            field: default for field, (default, _) in fields.items() if default is not REQUIRED
        }
        kind.__init__ = written_init(by_place, by_name, kind.__struct_defaults_by_name__)
        if config["frozen"]:
            kind.__setattr__ = refuse_change
            kind.__hash__ = hash_of
        else:
            kind.__setattr__ = object.__setattr__
            kind.__hash__ = None
        return kind

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> None:
        super().__init__(name, bases, namespace)


def written_init(by_place: list[str], by_name: list[str], defaults: dict[str, Any]) -> Callable[..., None]:
    """An `__init__` for these fields, written out so that it is quick."""

    def parameter(field: str) -> str:
        return f"{field}=_default_{field}" if field in defaults else field

    parameters = ["self", *map(parameter, by_place), *(["*"] if by_name else []), *map(parameter, by_name)]
    lines = [f"def __init__({', '.join(parameters)}):", "    fields = self.__dict__"]
    for field in (*by_place, *by_name):
        if type(defaults.get(field)) in (dict, list):  # every record has its own
            lines.append(f"    fields[{field!r}] = {field}.copy() if {field} is _default_{field} else {field}")
        else:
            lines.append(f"    fields[{field!r}] = {field}")
    scope = {f"_default_{field}": default for field, default in defaults.items()}
    exec("\n".join(lines), scope)  # nothing but names of fields of our own classes
    made: Callable[..., None] = scope["__init__"]
    return made


def refuse_change(self: Any, name: str, value: Any) -> None:
    raise AttributeError(f"immutable type: {type(self).__name__!r}")


def values_of(record: Any) -> tuple[Any, ...]:
    fields = record.__dict__
    return tuple([fields[name] for name in record.__struct_fields__])


def hash_of(self: Any) -> int:
    return hash((type(self), values_of(self)))


class Struct(metaclass=StructMeta):
    """A record."""

    def __eq__(self, other: Any) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or values_of(self) == values_of(other)

    def __copy__(self) -> Any:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.__struct_fields__)
        return f"{type(self).__name__}({fields})"
