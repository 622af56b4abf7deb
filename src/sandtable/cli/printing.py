"""What goes where: results on stdout, notes on stderr, and the same data as JSON."""

import sys
from typing import Any


def result(text: str = "") -> None:
    print(text, flush=True)


def note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def as_json(value: Any) -> None:
    import msgspec

    result(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def sentence(text: str) -> str:
    """A message as a whole sentence: a capital at the beginning, a stop at the end."""
    text = " ".join(text.split())
    first = text.partition(" ")[0]
    if first.isalpha():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!", ":")) else f"{text}."


def columns(rows: list[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Rows as lines with aligned columns; the last column runs on."""
    if not rows:
        return []
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    return [gap.join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1])) for row in rows]
