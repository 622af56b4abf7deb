"""From plain dicts and lists to records, and back."""

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec.errors import ValidationError
from msgspec.struct import REQUIRED, Struct

NAMES = {str: "str", int: "int", bool: "bool", float: "float", NoneType: "null", dict: "object", list: "array"}


def to_builtins(value: Any) -> Any:
    """A value as dicts, lists and scalars; a tag comes first."""
    if isinstance(value, Struct):
        config = value.__struct_config__
        plain = {config.tag_field: config.tag} if config.tag_field else {}
        for name in value.__struct_fields__:
            plain[name] = to_builtins(value.__dict__[name])
        return plain
    if isinstance(value, dict):
        return {key: to_builtins(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_builtins(item) for item in value]
    return value


def convert(value: Any, type: Any, *, strict: bool = True, strings_as_keys: bool = False) -> Any:
    """A value checked against a type, or a `ValidationError` that says where it does not fit."""
    return read(value, type, "$", strings_as_keys)


def wrong(expected: str, value: Any, path: str) -> ValidationError:
    got = NAMES.get(type(value), type(value).__name__)
    return ValidationError(f"Expected `{expected}`, got `{got}`{at(path)}")


def at(path: str) -> str:
    return f" - at `{path}`" if path != "$" else ""


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def read(value: Any, hint: Any, path: str, keys: bool) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return value
    if origin is Annotated:
        return read(value, arguments[0], path, keys)
    if origin in (Union, UnionType):
        return read_one_of(value, arguments, path, keys)
    if origin is Literal:
        if value not in arguments or type(value) not in [type(known) for known in arguments]:
            raise ValidationError(f"Invalid enum value {value!r}{at(path)}")
        return value
    if hint is None or hint is NoneType:
        if value is not None:
            raise wrong("null", value, path)
        return None
    if isinstance(hint, type) and issubclass(hint, Struct):
        return read_struct(value, hint, path, keys)
    return read_container(value, origin or hint, arguments, path, keys)


def read_container(value: Any, kind: Any, arguments: tuple[Any, ...], path: str, keys: bool) -> Any:
    if kind in (dict, Mapping):
        if not isinstance(value, dict):
            raise wrong("object", value, path)
        key_hint, item_hint = arguments or (Any, Any)
        return {
            read_key(key, key_hint, path, keys): read(item, item_hint, f"{path}[...]", keys)
            for key, item in value.items()
        }
    if kind in (list, tuple):
        if not isinstance(value, list | tuple):
            raise wrong("array", value, path)
        if kind is tuple and arguments and arguments[-1] is not ...:
            if len(value) != len(arguments):
                raise ValidationError(f"Expected `array` of length {len(arguments)}, got {len(value)}{at(path)}")
            return tuple(
                read(item, hint, f"{path}[{n}]", keys)
                for n, (item, hint) in enumerate(zip(value, arguments, strict=True))
            )
        hint = arguments[0] if arguments else Any
        return kind([read(item, hint, f"{path}[{n}]", keys) for n, item in enumerate(value)])
    if kind is float and type(value) is int:
        return float(value)
    if kind in (int, str, bool, float):
        if type(value) is not kind:
            raise wrong(kind.__name__, value, path)
        return value
    raise TypeError(f"values of {kind} cannot be read here")


def read_key(key: Any, hint: Any, path: str, keys: bool) -> Any:
    if keys and hint is int and isinstance(key, str) and key.lstrip("-").isdecimal():
        return int(key)
    return read(key, hint, path, keys)


def read_one_of(value: Any, hints: tuple[Any, ...], path: str, keys: bool) -> Any:
    """A union: a record by its tag, anything else by the first member that takes it."""
    if value is None and NoneType in hints:
        return None
    records = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Struct)]
    if isinstance(value, dict) and records:
        if len(records) == 1:
            return read(value, records[0], path, keys)
        tag_field = records[0].__struct_config__.tag_field
        tag = value.get(tag_field)
        for record in records:
            if record.__struct_config__.tag == tag:
                return read(value, record, path, keys)
        raise ValidationError(f"Invalid value {tag!r} - at `{path}.{tag_field}`")
    for hint in hints:
        try:
            return read(value, hint, path, keys)
        except ValidationError:
            continue
    raise wrong(" | ".join(NAMES.get(hint, getattr(hint, "__name__", str(hint))) for hint in hints), value, path)


def read_struct(value: Any, kind: Any, path: str, keys: bool) -> Any:
    if isinstance(value, kind):
        return value
    if not isinstance(value, dict):
        raise wrong("object", value, path)
    config, hints = kind.__struct_config__, hints_of(kind)
    given = {}
    for name, item in value.items():
        if name == config.tag_field:
            if item != config.tag:
                raise ValidationError(f"Invalid value {item!r} - at `{path}.{name}`")
        elif name in kind.__struct_fields__:
            given[name] = read(item, hints[name], f"{path}.{name}", keys)
        elif config.forbid_unknown_fields:
            raise ValidationError(f"Object contains unknown field `{name}`{at(path)}")
    for name in kind.__struct_fields__:
        if name not in given and kind.__struct_defaults_by_name__.get(name, REQUIRED) is REQUIRED:
            raise ValidationError(f"Object missing required field `{name}`{at(path)}")
    return kind(**given)
