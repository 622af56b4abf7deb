"""Pictures of the built maps for the documentation, by day and by night, drawn from the very files the client gets."""

import base64
import colorsys
import html
import io
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import resvg_py
from PIL import Image

from maps import definition, drawing, rules
from maps.drawing import Area, Drawing, Line
from maps.labels import LEVELS, LINE

PICTURES = Path(__file__).parent.parent / "docs" / "img"
WIDTH = 1600
COLOURS = 256
FONTS = {
    "font-source-sans-pro": "font_source_sans_pro/files/SourceSansPro-Semibold.ttf",
    "font-source-serif-pro": "font_source_serif_pro/files/SourceSerifPro-It.ttf",
}


@dataclass(frozen=True)
class Theme:
    name: str
    sea: str
    sea_line: str
    sea_text: str
    land_line: str
    coast: str
    land_text: str
    halo: str
    barrier: str
    relief: float
    tints: dict[str, str]


NEUTRAL, IMPASSABLE, BACKDROP = "neutral", "impassable", "backdrop"
DAY = Theme(
    name="light",
    sea="#cfe0e3",
    sea_line="#3f687c",
    sea_text="#1c4560",
    land_line="#54432f",
    coast="#3b4a50",
    land_text="#261f17",
    halo="#fbf6e6",
    barrier="#8a3324",
    relief=0.9,
    tints={
        "germany": "#a9aca3", "italy": "#bcc08f", "japan": "#e8bf6c", "china": "#b3c98d", "usa": "#a8ba86",
        "united_states": "#a8ba86", "british": "#dcbc8c", "united_kingdom": "#dcbc8c", "soviet": "#cf9580",
        "soviet_union": "#cf9580", "anzac": "#d3ac94", "dutch": "#e5a877", "france": "#a9b9d6", "mongolia": "#dcc99d",
        NEUTRAL: "#ebe3cd", IMPASSABLE: "#b9b0a0", BACKDROP: "#d6d0c1",
    },
)  # fmt: skip
NIGHT = Theme(
    name="dark",
    sea="#1d2c38",
    sea_line="#5d86a0",
    sea_text="#8fb3c9",
    land_line="#12100d",
    coast="#0b1217",
    land_text="#f4ecd8",
    halo="#1a1611",
    barrier="#e0785f",
    relief=1.0,
    tints={
        "germany": "#63676a", "italy": "#6f7848", "japan": "#9a7526", "china": "#5c7a3a", "usa": "#4f6b49",
        "united_states": "#4f6b49", "british": "#8a6a3a", "united_kingdom": "#8a6a3a", "soviet": "#8b4436",
        "soviet_union": "#8b4436", "anzac": "#7d5442", "dutch": "#96592c", "france": "#4b6086", "mongolia": "#7a6a45",
        NEUTRAL: "#6e6757", IMPASSABLE: "#3c3833", BACKDROP: "#3a3d3e",
    },
)  # fmt: skip


def write(name: str) -> None:
    """docs/img/map-<name>.png and map-<name>-dark.png."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    map_ = drawing.read(name)
    tints = {region.id: region.tint for region in rules.board(definition.load(name).rules).regions.values()}
    with Image.open(drawing.relief_of(name)) as image:
        shade = io.BytesIO()
        image.save(shade, "PNG")
    for theme, suffix in ((DAY, ""), (NIGHT, "-dark")):
        picture = render(svg(map_, theme, tints, shade.getvalue()), WIDTH)
        palette = picture.quantize(COLOURS, dither=Image.Dither.NONE)
        palette.save(PICTURES / f"map-{name}{suffix}.png", optimize=True)


def render(picture: str, width: int) -> Image.Image:
    fonts = [str(distribution(package).locate_file(file)) for package, file in FONTS.items()]
    png = resvg_py.svg_to_bytes(svg_string=picture, width=width, font_files=fonts, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def svg(map_: Drawing, theme: Theme, tints: dict[str, str], relief: bytes, level: str = "far") -> str:
    """One map as a picture; each layer lies over the one before it."""
    size = f'width="{map_.width}" height="{map_.height}"'
    shade = base64.b64encode(relief).decode()
    seas = [area for area in map_.areas.values() if area.kind in ("sea", "void")]
    land = [area for area in map_.areas.values() if area not in seas]
    layers = [
        f'<rect {size} fill="{theme.sea}"/>',
        *(
            f'<path fill="{_tint(area, theme, tints)}" fill-rule="evenodd" d="{_outline(map_, area)}"/>'
            for area in land
        ),
        f'<image {size} opacity="{theme.relief}" href="data:image/png;base64,{shade}" preserveAspectRatio="none"/>',
        *_lines(map_, theme, {area.id for area in seas}),
        *_bubbles(map_, theme),
        *_labels(map_, theme, level),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {map_.width} {map_.height}" {size}>'
    return "\n".join([head, *layers, "</svg>"])


def _tint(area: Area, theme: Theme, tints: dict[str, str]) -> str:
    if area.kind in (IMPASSABLE, BACKDROP):
        return theme.tints[area.kind]
    plain = theme.tints.get(tints.get(area.id, ""), theme.tints[NEUTRAL])
    red, green, blue = (int(plain[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    light += (sum(map(ord, area.id)) % 7 - 3) * 0.008  # neighbours of one power differ a little
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, light, full))


def _lines(map_: Drawing, theme: Theme, seas: set[str]) -> list[str]:
    coast, land, sea = [], [], []
    for number, users in map_.users.items():
        if len(users) == 2:
            wet = sum(user in seas for user in users)
            (land, coast, sea)[wet].append(_path(map_.arcs[number]))
    style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    lines = [
        f'<path {style} stroke="{theme.sea_line}" stroke-width="1.3" stroke-opacity=".75" d="{"".join(sea)}"/>',
        f'<path {style} stroke="{theme.land_line}" stroke-width="1.2" d="{"".join(land)}"/>',
        f'<path {style} stroke="{theme.coast}" stroke-width="1.1" d="{"".join(coast)}"/>',
    ]
    for kind, dash, width in (("barriers", "1 4", 3.2), ("links", "5 3", 1.8)):
        shapes = map_.topology["objects"][kind]["geometries"]
        paths = "".join(_path(map_.ring([arc])) for shape in shapes for line in shape["arcs"] for arc in line)
        lines.append(
            f'<path {style} stroke="{theme.barrier}" stroke-width="{width}" stroke-dasharray="{dash}" d="{paths}"/>'
        )
    return lines


def _bubbles(map_: Drawing, theme: Theme) -> list[str]:
    islets = "".join(_path(map_.ring(rings[0])) for rings in map_.topology["objects"]["islets"]["arcs"])
    shapes = [f'<path fill="{theme.land_line}" fill-opacity=".55" d="{islets}"/>']
    for area in map_.areas.values():
        if "bubble" in area.properties:
            (x, y), radius = area.anchor, area.properties["bubble"]
            shapes.append(
                f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{theme.coast}" stroke-width="1.6"/>'
            )
    return shapes


def _labels(map_: Drawing, theme: Theme, level: str) -> list[str]:
    number = [known.name for known in LEVELS].index(level)
    texts = []
    for area in map_.areas.values():
        label = area.properties.get("labels", [None] * len(LEVELS))[number]
        if label is None:
            continue
        (x, y), size, lines = label["at"], label["size"], label["lines"]
        face = (
            f'font-family="Source Serif Pro" font-style="italic" fill="{theme.sea_text}" stroke="{theme.sea}"'
            if area.kind == "sea"
            else f'font-family="Source Sans Pro" font-weight="600" fill="{theme.land_text}" stroke="{theme.halo}"'
        )
        rows = "".join(
            f'<tspan x="0" y="{((row - (len(lines) - 1) / 2) * LINE + 0.32) * size:.1f}">{html.escape(line)}</tspan>'
            for row, line in enumerate(lines)
        )
        texts.append(
            f'<text {face} text-anchor="middle" font-size="{size}" stroke-width="{size * 0.16:.2f}" stroke-opacity=".7"'
            f' paint-order="stroke" stroke-linejoin="round"'
            f' transform="translate({x} {y}) rotate({label.get("angle", 0)})">{rows}</text>'
        )
    return texts


def _outline(map_: Drawing, area: Area) -> str:
    return "".join(_path(ring) + "z" for ring in map_.outline(area))


def _path(line: Line) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
