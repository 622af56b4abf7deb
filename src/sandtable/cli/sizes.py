"""How large a terminal the desk needs."""

COLUMNS, LINES = 100, 30


def too_small(columns: int, lines: int) -> str:
    """One sentence if the desk does not fit, else nothing."""
    if columns >= COLUMNS and lines >= LINES:
        return ""
    return (
        f"the desk needs a terminal of at least {COLUMNS} columns and {LINES} lines, and this one has {columns} and "
        f"{lines}: make it larger, or play in lines of text with --plain"
    )
