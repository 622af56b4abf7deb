"""What goes where: results on stdout, notes on stderr, and the same data as JSON."""

import sys
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any


def result(text: str = "") -> None:
    print(text, flush=True)


def prose(text: str = "") -> None:
    """Text for a person. A terminal would cut long lines in the middle of a word, so they are broken before it."""
    if sys.stdout.isatty():
        width = get_terminal_size().columns
        text = "\n".join(piece for line in text.split("\n") for piece in broken(line, width))
    result(text)


def broken(line: str, width: int) -> list[str]:
    """A line in pieces that fit. What runs on stands under the last column, or a little to the right."""
    column = line.rfind("  ") + 2
    indent = column if 2 < column <= width // 2 else len(line) - len(line.lstrip()) + 2
    return wrap(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False) or [line]


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
