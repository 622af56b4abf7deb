"""The map page of Echoes of War as a drawn sheet: a row of places for each region, the turns, the tracks."""

from sandtable.boards.svg import INK, LINE, NATION_COLOURS, PAPER, SERIF, SOFT, element, group, sheet, title, words
from sandtable.games.echoes.data import LAST_TURN, REGIONS, SPACES, TRACKS, TURNS
from sandtable.games.echoes.views import EchoesView, Front

WIDTH, MARGIN, NAMES = 1200, 30, 190
ROW, SPACE, GAP = 74, 150, 8
ALLIES, AXIS = NATION_COLOURS["allies"], NATION_COLOURS["axis"]


def draw(view: EchoesView) -> str:
    """The whole sheet."""
    state = f"Turn {view.turn} of {LAST_TURN}, {view.year}. {points(view.points)}. Tide of War: {view.tides} left."
    parts = [
        words("Echoes of War", MARGIN, 56, 34, font_family=SERIF, font_weight=700),
        words(view.result.sentence if view.result else state, MARGIN, 88, 17, fill=SOFT),
        turns(view, 110),
    ]
    top = 200.0
    for front in view.fronts:
        parts.append(region(front, top))
        top += ROW + GAP
    for name in TRACKS:
        parts.append(track(view, name, top + 20))
        top += 56
    if view.happened:
        parts.append(words(f"Events: {', '.join(view.happened)}", MARGIN, top + 46, 14, fill=SOFT))
        top += 30
    return sheet("Echoes of War", WIDTH, top + 50, parts)


def points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def turns(view: EchoesView, top: float) -> str:
    """The Turn Track: the past is filled, the present framed."""
    width = (WIDTH - 2 * MARGIN) / len(TURNS)
    parts = []
    for at, (number, turn) in enumerate(TURNS.items()):
        now, left = number == view.turn, MARGIN + at * width
        fill = LINE if number < view.turn else ("#f0dfa8" if turn.gold else PAPER)
        frame = {"stroke": INK, "stroke_width": 3 if now else 1}
        parts.append(element("rect", x=left + 2, y=top, width=width - 4, height=52, rx=6, fill=fill, **frame))
        parts.append(words(str(number), left + width / 2, top + 23, 17, text_anchor="middle", font_weight=700))
        parts.append(words(str(turn.year), left + width / 2, top + 42, 13, text_anchor="middle", fill=SOFT))
    return group(parts, id="turns")


def region(front: Front, top: float) -> str:
    """A region: its places from the Allied end to the Axis end, the front among them, and the marks made so far."""
    places = [space for (name, _), space in SPACES.items() if name == front.region]
    parts = [
        title(f"{REGIONS[front.region].name}: the front is at {front.place}"),
        words(REGIONS[front.region].name, MARGIN, top + 30, 18, font_weight=700),
        words(f"Allied marks {front.allied_marks}, Axis marks {front.axis_marks}", MARGIN, top + 52, 13, fill=SOFT),
    ]
    for at, space in enumerate(places):
        here, left = space.number == front.space, MARGIN + NAMES + at * (SPACE + GAP)
        side = ALLIES if space.number < front.space else AXIS
        parts.append(
            element(
                "rect",
                x=left,
                y=top,
                width=SPACE,
                height=ROW,
                rx=8,
                fill="#f3e7bf" if here else side,
                fill_opacity=1 if here else 0.35,
                stroke=INK,
                stroke_width=4 if here else 1,
            )
        )
        parts.append(words(space.name, left + SPACE / 2, top + 32, 15, text_anchor="middle", font_family=SERIF))
        worth = f"capital, {space.vp} VP" if space.capital_of else f"{space.vp} VP"
        parts.append(words(worth, left + SPACE / 2, top + 54, 13, text_anchor="middle", fill=SOFT))
    return group(parts, id=f"region-{front.region}")


def track(view: EchoesView, name: str, top: float) -> str:
    """A modifier track: the boxes of both sides, and who leads."""
    facts, lead = TRACKS[name], view.leads[name]
    allied, axis = view.boxes[name]
    leader = "level" if not lead else f"{facts.allied_row if lead > 0 else facts.axis_row} ahead by {abs(lead)}"
    parts = [
        words(facts.name, MARGIN, top + 20, 15, font_weight=700),
        words(leader, MARGIN, top + 39, 13, fill=SOFT),
    ]
    for row, (who, number, colour) in enumerate(((facts.allied_row, allied, ALLIES), (facts.axis_row, axis, AXIS))):
        left = MARGIN + NAMES + 60 + row * 430
        parts.append(words(who, left, top + 26, 14))
        parts += [
            element("rect", x=left + 90 + at * 32, y=top + 6, width=26, height=30, rx=4, fill=colour, stroke=INK)
            for at in range(number)
        ]
        parts.append(words(str(number), left + 98 + number * 32, top + 27, 15, font_weight=700))
    return group(parts, id=f"track-{name}")
