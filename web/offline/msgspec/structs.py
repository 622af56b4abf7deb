"""What can be done with records."""

from typing import Any

from msgspec.struct import values_of


def replace(record: Any, /, **changes: Any) -> Any:
    """The same record with some other values."""
    return type(record)(**{**dict(zip(record.__struct_fields__, values_of(record), strict=True)), **changes})
