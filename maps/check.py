"""Does a drawing tell the truth? Its neighbours against those of the rules, its regions, and where a click lands."""

from maps.definition import Definition, Pair
from maps.drawing import Drawing
from maps.rules import Board

SEEN = 5.0  # pixels: a common border shorter than this is not seen: at most the regions meet in a corner


def problems(definition: Definition, board: Board, drawing: Drawing) -> list[str]:
    """Everything that is wrong, a sentence each; nothing if the drawing may be played on."""
    return [*wrong_regions(board, drawing), *wrong_neighbours(definition, board, drawing), *wrong_clicks(drawing)]


def wrong_regions(board: Board, drawing: Drawing) -> list[str]:
    drawn = {name for name, area in drawing.areas.items() if area.kind in ("land", "sea", "impassable")}
    wrong = [f"{name} is a region of the game and is not drawn." for name in sorted(board.regions.keys() - drawn)]
    wrong += [f"{name} is drawn and is no region of the game." for name in sorted(drawn - board.regions.keys())]
    for name in sorted(drawn & board.regions.keys()):
        region, area = board.regions[name], drawing.areas[name]
        if (region.kind, region.name) != (area.kind, area.properties["name"]):
            wrong.append(
                f"{name} is drawn as {area.kind} {area.properties['name']!r} and is {region.kind} {region.name!r}."
            )
    return wrong


def disagreements(board: Board, drawing: Drawing) -> tuple[dict[Pair, float], dict[Pair, float]]:
    """Neighbours that are not seen to touch, and regions that touch without being neighbours, each with its border."""
    borders = {
        touching: length
        for touching, length in drawing.borders().items()
        if touching[0] in board.regions and touching[1] in board.regions
    }
    missing = {p: borders.get(p, 0.0) for p in sorted(board.neighbours) if borders.get(p, 0.0) < SEEN}
    extra = {p: length for p, length in sorted(borders.items()) if p not in board.neighbours and length >= SEEN}
    return missing, extra


def wrong_neighbours(definition: Definition, board: Board, drawing: Drawing) -> list[str]:
    """Disagreements that nobody has explained, and explanations that explain nothing."""
    missing, extra = disagreements(board, drawing)
    wrong = [
        f"{one} and {other} are neighbours and share {length:.1f} px of border: explain it in `links` or redraw."
        for (one, other), length in missing.items()
        if (one, other) not in definition.links
    ]
    wrong += [
        f"{one} and {other} are no neighbours and share {length:.1f} px of border: explain it in `barriers` or redraw."
        for (one, other), length in extra.items()
        if (one, other) not in definition.barriers
    ]
    wrong += [
        f"{one} and {other} touch: drop the link." for one, other in sorted(definition.links.keys() - missing.keys())
    ]
    wrong += [
        f"{one} and {other} do not touch, or are neighbours: drop the barrier."
        for one, other in sorted(definition.barriers.keys() - extra.keys())
    ]
    return wrong


def wrong_clicks(drawing: Drawing) -> list[str]:
    """A click on the anchor of a region must find this region and nothing that lies on top of it."""
    wrong = []
    for name, area in drawing.areas.items():
        if "anchor" in area.properties and drawing.at(*area.anchor) != name:
            wrong.append(f"A click on the anchor of {name} finds {drawing.at(*area.anchor)}.")
    return wrong
