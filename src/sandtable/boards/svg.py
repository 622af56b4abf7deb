"""A little SVG: elements as text, with everything escaped."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

INK, PAPER, SOFT, LINE = "#26221b", "#fbf7ec", "#6f674f", "#b9ad92"
SERIF = "Georgia, 'Source Serif 4', 'Liberation Serif', serif"
SANS = "'Source Sans 3', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"

NATION_COLOURS = {
    "japan": "#dca540", "united_states": "#84a05c", "usa": "#84a05c", "china": "#5fae97", "united_kingdom": "#c99a72",
    "british": "#c99a72", "anzac": "#b387b0", "soviet_union": "#c4604c", "soviet": "#c4604c", "germany": "#7d8894",
    "italy": "#a9a54e", "france": "#7fa0cf", "dutch": "#e08a52", "allies": "#6f93b5", "axis": "#b9694f",
}  # fmt: skip
NEUTRAL = "#d8cfb9"


def nation_colour(nation: str) -> str:
    return NATION_COLOURS.get(nation, NEUTRAL)


def element(tag: str, *inside: str, **attributes: object) -> str:
    """One element. Underscores in the names of attributes stand for hyphens; attributes that are None are left out."""
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(number(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def number(value: object) -> str:
    """As short as a number can be written."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def words(text: str, x: float, y: float, size: float, **more: object) -> str:
    """One line of text."""
    return element("text", escape(text), x=x, y=y, font_size=size, **more)


def title(text: str) -> str:
    """What a pointer that rests on something is told."""
    return element("title", escape(text))


def group(parts: Iterable[str], **attributes: object) -> str:
    return element("g", "\n".join(parts), **attributes)


def sheet(name: str, width: float, height: float, parts: Iterable[str], scale: float = 1.0) -> str:
    """A whole drawing. `scale`: how many units of the drawing are one pixel."""
    return (
        element(
            "svg",
            title(name),
            element("rect", width=width, height=height, fill=PAPER),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=width / scale,
            height=height / scale,
            font_family=SANS,
            fill=INK,
        )
        + "\n"
    )
