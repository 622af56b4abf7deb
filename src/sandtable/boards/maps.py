"""A map with what stands on it: areas tinted by who holds them, their names, and pieces in chips."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sandtable.boards.atlas import TENTH, Area, Atlas
from sandtable.boards.svg import (
    INK,
    LINE,
    NEUTRAL,
    PAPER,
    SERIF,
    SOFT,
    element,
    group,
    nation_colour,
    sheet,
    title,
    words,
)

SEA, SEA_EDGE, VOID, BACKDROP, IMPASSABLE = "#cfe0e8", "#9fbccb", "#bfd3de", "#e7e0d0", "#a79f8d"
CHIP, PART, FONT = 200, 150, 135
"""Height of a chip, width of the sign of an arm in it, size of its numbers."""
COARSE = 60
"""The grid of a small picture, in tenths of a pixel."""
FOOT = 900
"""Height of the strip below the map."""

SIGNS = {
    "land": "M-45-32H45V32H-45ZM-45-32L45 32M45-32L-45 32",
    "sea": "M-50-5H50L30 35H-30ZM0-5V-40",
    "air": "M-50 0H50M-15-30L20 0L-15 30",
}


class Chip(msgspec.Struct, frozen=True):
    """What a nation has in an area: units by arm for the picture, and everything in words."""

    nation: str
    arms: Mapping[str, int]
    says: str


class Legend(msgspec.Struct, frozen=True):
    """A nation in the strip below the map: its name, and a line about it."""

    nation: str
    name: str
    line: str


def draw_map(
    atlas: Atlas,
    heading: str,
    control: Mapping[str, str],
    chips: Mapping[str, Sequence[Chip]],
    marks: Mapping[str, str],
    legends: Sequence[Legend],
) -> str:
    """The whole sheet. `control` says who holds an area, `marks` what else is to be written in it."""
    width, height = atlas.size[0] * TENTH, atlas.size[1] * TENTH
    world = [
        group((shape(area, control.get(area.id, "")) for area in atlas.areas), stroke_linejoin="round"),
        element("path", d=atlas.islets, fill=INK, fill_opacity=0.35) if atlas.islets else "",
        group((name(area) for area in atlas.areas if area.label), font_family=SERIF, text_anchor="middle"),
        group(pieces(area, chips.get(area.id, ()), marks.get(area.id, "")) for area in atlas.areas if area.anchor),
    ]
    parts = [group(world, id="world")]
    if atlas.wraps:  # what lies across the edge of the world is seen on both sides
        parts += [element("use", href="#world", x=-width), element("use", href="#world", x=width)]
    parts.append(foot(heading, width, height, legends))
    return sheet(f"{atlas.title}: {heading}", width, height + FOOT, parts, TENTH)


def small_map(atlas: Atlas, control: Mapping[str, str]) -> str:
    """Who holds what, at a glance: one path for each colour."""
    paths: dict[str, list[str]] = {}
    for area in atlas.areas:
        if area.kind not in ("sea", "void"):
            holder = control.get(area.id, "") if area.kind == "land" else ""
            paths.setdefault(nation_colour(holder), []).append(area.path)
    width, height = atlas.size[0] * TENTH, atlas.size[1] * TENTH
    sea = element("rect", width=width, height=height, fill=SEA)
    land = [element("path", d="".join(found), fill=colour, fill_rule="evenodd") for colour, found in paths.items()]
    return sheet(atlas.title, width, height, [sea, group(land, stroke=SOFT, stroke_width=20)], TENTH)


def shape(area: Area, holder: str) -> str:
    fill, edge = {
        "sea": (SEA, SEA_EDGE),
        "void": (VOID, VOID),
        "backdrop": (BACKDROP, LINE),
        "impassable": (IMPASSABLE, SOFT),
        "land": (nation_colour(holder) if holder else NEUTRAL, SOFT),
    }[area.kind]
    said = area.name + (f", held by {holder.replace('_', ' ')}" if holder else "")
    known = {"id": f"area-{area.id}"} if area.name else {}
    look = {"fill": fill, "stroke": edge, "stroke_width": 10, "fill_rule": "evenodd"}
    return element("path", *([title(said)] if said else []), d=area.path, **look, **known)


def name(area: Area) -> str:
    label = area.label
    assert label is not None
    x, y, size = label.at[0] * TENTH, label.at[1] * TENTH, label.size * TENTH
    turned = f"rotate({label.angle:g} {x:.0f} {y:.0f})" if label.angle else None
    first = y - (len(label.lines) - 1) * size * 0.55 + size * 0.35
    lines = (
        words(line, x, first + at * size * 1.1, size, fill=INK, fill_opacity=0.75, transform=turned)
        for at, line in enumerate(label.lines)
    )
    return "".join(lines)


def pieces(area: Area, chips: Sequence[Chip], mark: str) -> str:
    """The chips of an area, one below the other around its anchor."""
    assert area.anchor is not None
    x, y = area.anchor[0] * TENTH, area.anchor[1] * TENTH
    top = y - len(chips) * CHIP / 2
    found = [chip_at(chip, x, top + at * CHIP) for at, chip in enumerate(chips)]
    if mark:
        found.append(words(mark, x, top - FONT * 0.2, FONT * 0.9, text_anchor="middle", font_weight=700, fill=INK))
    return "".join(found)


def chip_at(chip: Chip, x: float, y: float) -> str:
    arms = [(arm, number) for arm, number in chip.arms.items() if number]
    width = sum(part_width(number) for _, number in arms)
    left = x - width / 2
    look = {"rx": 30, "fill": nation_colour(chip.nation), "stroke": INK, "stroke_width": 12}
    box = element("rect", x=left, y=y + 8, width=width, height=CHIP - 16, **look)
    inside = []
    for arm, number in arms:
        inside.append(sign(arm, left + 75, y + CHIP / 2))
        inside.append(words(str(number), left + 135, y + CHIP / 2 + FONT * 0.36, FONT, font_weight=700))
        left += part_width(number)
    return group([title(chip.says), box, *inside])


def part_width(number: int) -> int:
    return PART + 75 * len(str(number))


def foot(heading: str, width: float, top: float, legends: Sequence[Legend]) -> str:
    """Below the map: what is shown, who is who, and what the signs mean."""
    parts = [
        element("rect", y=top, width=width, height=FOOT, fill=PAPER),
        words(heading, 300, top + 330, 260, font_family=SERIF, font_weight=700),
    ]
    for at, arm in enumerate(SIGNS):
        left = width - 600 * (len(SIGNS) - at) - 100
        parts.append(sign(arm, left, top + 270))
        parts.append(words(arm, left + 100, top + 320, 150))
    each = (width - 600) / max(1, len(legends))
    for at, legend in enumerate(legends):
        left = 300 + at * each
        look = {"rx": 40, "fill": nation_colour(legend.nation), "stroke": INK, "stroke_width": 12}
        parts.append(element("rect", x=left, y=top + 450, width=200, height=320, **look))
        parts.append(words(legend.name, left + 280, top + 590, 170, font_weight=700))
        parts.append(words(legend.line, left + 280, top + 760, 140, fill=SOFT))
    return group(parts)


def sign(arm: str, x: float, y: float) -> str:
    drawn = element("path", d=SIGNS[arm], transform=f"translate({x:.0f} {y:.0f})")
    return group([drawn], fill="none", stroke=INK, stroke_width=12)


def counted(things: Iterable[tuple[str, int]]) -> str:
    """`3 infantry, 1 tank`."""
    return ", ".join(f"{count} {thing}" for thing, count in things if count)
