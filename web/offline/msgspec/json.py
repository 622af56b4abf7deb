"""JSON texts of records."""

import json
from typing import Any

from msgspec.converting import convert, to_builtins
from msgspec.errors import DecodeError


class Encoder:
    """Writes JSON; with `order="sorted"` the one text of a value."""

    def __init__(self, *, order: str | None = None) -> None:
        self.sort = order == "sorted"

    def encode(self, value: Any) -> bytes:
        plain = to_builtins(value)
        return json.dumps(
            plain, sort_keys=self.sort, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        ).encode()


def encode(value: Any) -> bytes:
    return Encoder().encode(value)


def decode(text: bytes | str, *, type: Any = Any) -> Any:
    """The value of a JSON text, checked against a type."""
    try:
        plain = json.loads(text)
    except ValueError as problem:
        raise DecodeError(f"JSON is malformed: {problem}") from None
    return convert(plain, type, strings_as_keys=True)
