"""The map page as text: turn track, fronts, modifier tracks. Words and signs tell everything; colour helps."""

from rich.style import Style
from rich.text import Text

from sandtable.cli.echoes_text import modifier_of
from sandtable.games.echoes.data import CHECKS, LAST_TURN, LIMITS, REGIONS, SPACES, TRACKS, TURNS
from sandtable.games.echoes.odds import AttackOdds
from sandtable.games.echoes.views import EchoesView, Front

GOLD = Style(color="#e0b95b", bold=True)
ALLIED = Style(color="#8fbcee")
AXIS = Style(color="#ec9a8b")
QUIET = Style(color="#9aa4b2")
HERE = Style(color="#10141a", bgcolor="#e0b95b", bold=True)
STRONG = Style(bold=True)

LABEL, CELL = 12, 11
STAR = "★"
"""Marks capitals on the fronts and gold turns on the turn track."""


def head(title: str, view: EchoesView) -> Text:
    """What is played, when, and how it stands."""
    kept = "●" * view.tides + "○" * (LIMITS["tides"] - view.tides)
    return Text.assemble(
        (f" {title}", STRONG),
        (" │ ", QUIET),
        (f"Turn {view.turn} of {LAST_TURN}, {view.year}", STRONG),
        (" │ ", QUIET),
        (f"{view.points} points", GOLD),
        (confidence(view), QUIET),
        (" │ ", QUIET),
        (f"Tide {kept} {view.tides}", STRONG),
    )


def confidence(view: EchoesView) -> str:
    """What the next gold turn asks for."""
    ahead = [check for turn, check in sorted(CHECKS.items()) if turn >= view.turn]
    return f" (over {ahead[0].at_most} at {ahead[0].turn}{STAR})" if ahead else ""


def turn_track(view: EchoesView) -> Text:
    """Every turn under its year; gold turns have a star, the present one stands in brackets."""
    text = Text(" ")
    year = 0
    for number, turn in TURNS.items():
        if turn.year != year:
            text.append(f"{'│ ' if year else ''}{turn.year} ", QUIET)
            year = turn.year
        name = f"{number}{STAR if turn.gold else ''}"
        if number == view.turn:
            text.append(f"[{name}]", HERE)
        else:
            text.append(name, GOLD if turn.gold else QUIET if number < view.turn else Style())
        text.append(" ")
    return text


def fronts(view: EchoesView) -> Text:
    """Six fronts of two lines each, from what the Axis wants on the left to what the Allies want on the right."""
    ways = f"{'':{LABEL}} ← the Axis pushes this way".ljust(46) + "the Allies push this way →".rjust(38)
    lines = [Text(f"{ways}  attack now", QUIET)]
    for front in view.fronts:
        lines += front_lines(front)
    return Text("\n").join(lines)


def front_lines(front: Front) -> list[Text]:
    """A front: the spaces of its track with names, points and capitals, and the odds of both sides."""
    record = REGIONS[front.region]
    first, _, rest = record.name.partition(" ")
    labels = f"{front.region} {first}", " tide used" if front.tide_used else f"   {rest}"
    spaces = [space_lines(front.region, number) for number in range(record.end + 1)]
    found = []
    for line, (label, odds) in enumerate(zip(labels, (front.allies, front.axis), strict=True)):
        text = Text(f" {label:{LABEL - 1}}", STRONG if line == 0 else QUIET)
        for number, cell in enumerate(spaces):
            text.append(edge(number, front.space), GOLD)
            style = HERE if number == front.space else ALLIED if number < front.space else AXIS
            text.append(f"{cell[line]:{CELL}}", style)
        text.append("▌" if front.space == record.end else " ", GOLD)
        text.append(" " * (CELL + 1) * (5 - record.end))
        text.append_text(chance(("Allies", "Axis")[line], odds, (ALLIED, AXIS)[line]))
        found.append(text)
    return found


def edge(number: int, here: int) -> str:
    """The column before a space; the space where the front stands is framed."""
    return "▐" if number == here else "▌" if number == here + 1 else " "


def space_lines(region: str, number: int) -> tuple[str, str]:
    """A space in two lines: its name, and what it is worth; capitals have a star."""
    space = SPACES[region, number]
    mark = f"{STAR}{space.vp}" if space.capital_of else str(space.vp)
    if len(space.name) <= CELL:
        return space.name, mark
    cut = next(at for at in range(CELL, 0, -1) if space.name[at - 1] in " -")
    return space.name[:cut].rstrip(), f"{space.name[cut:]} {mark}"


def chance(side: str, odds: AttackOdds | None, style: Style) -> Text:
    """What a side needs on the die, and how likely that is."""
    words = f"{odds.face}+ {odds.chance:>3.0%}" if odds else "at end"
    return Text(f" {side:6} {words}", style)


def tracks(view: EchoesView) -> Text:
    """Who leads on each modifier track, and what it gives where."""
    return Text(" ").append_text(Text(" │ ", QUIET).join(track(view, name) for name in TRACKS))


def track(view: EchoesView, name: str) -> Text:
    record, lead = TRACKS[name], view.leads[name]
    side, _ = modifier_of(name, lead)
    where = " ".join(record.regions)
    text = Text.assemble((f"{name} ", STRONG))
    if name == "USA":
        text.append(f"to Europe {'■' * lead}{'□' * (record.highest - lead)} {lead} of {record.highest}", QUIET)
        text.append(f", Allies +1 {where}" if side else f" (3: +1 {where})", ALLIED if side else QUIET)
    elif side is None:
        text.append(f"level, {where}", QUIET)
    else:
        text.append(f"{side.title()} +1 {where}", ALLIED if side == "allies" else AXIS)
    return text
