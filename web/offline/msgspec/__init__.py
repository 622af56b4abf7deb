"""The parts of msgspec that the engine and Echoes of War use, in plain Python: for a browser, where the real one
cannot be installed. The server never sees this; `tests/web/test_offline.py` plays the same wars on both."""

from msgspec import json, structs
from msgspec.converting import convert, to_builtins
from msgspec.errors import DecodeError, MsgspecError, ValidationError
from msgspec.struct import Struct

__all__ = [
    "DecodeError",
    "MsgspecError",
    "Struct",
    "ValidationError",
    "convert",
    "json",
    "structs",
    "to_builtins",
]
