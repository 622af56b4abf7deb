"""3.2: each of the 24 boxes, event and alternate, die by die, against the action page.

A row says what a box does to a war that stands at its start with level tracks: which attacks the Axis rolls (all fail),
where the fronts and the leads are then, and what the Allies get. Dice that decide an event stand behind the box.
"""

from typing import Any, NamedTuple

import pytest

from sandtable.core import play
from sandtable.core.steps import Ask
from sandtable.games.echoes.data import BOXES, INSTRUCTIONS
from sandtable.games.echoes.words import half_text
from tests.games.echoes.wars import attack_rolls, throw, waits_for, war

MIDDLE = {1940: 1, 1941: 3, 1942: 7, 1943: 11, 1944: 15, 1945: 19}
START = {"WF": 3, "EF": 3, "SF": 3, "CHN": 2, "PAC": 3, "ISL": 3}


class Row(NamedTuple):
    box: str
    half: str
    year: int
    dice: tuple[int, ...]
    attacks: str = ""
    leads: dict[str, int] = {}
    fronts: dict[str, int] = {}
    gets: tuple[int, int] = (0, 0)
    choice: str = ""
    extra: dict[str, Any] = {}


ROWS = [
    Row("blitzkrieg", "event", 1940, (1, 1), "WF WF SF PAC ISL CHN", {"EMT": -1}),
    Row("blitzkrieg", "alternate", 1944, (1, 1), "WF SF ISL", gets=(1, 1)),
    Row("enigma", "event", 1940, (1, 2), "WF SF CHN", gets=(1, 1), extra={"reroll": True}),
    Row("oppenheimer", "event", 1944, (1, 3, 4), "", {"PMT": 1}, {"PAC": 4, "ISL": 4, "CHN": 3}),
    Row("oppenheimer", "event", 1945, (1, 3, 5), gets=(0, 1)),
    Row("oppenheimer", "alternate", 1943, (1, 3), "EF SF ISL", {"EMT": -1}, gets=(3, 0)),
    Row("desert_fox", "event", 1943, (1, 4), "CHN PAC", {"PMT": -1}, {"SF": 2}, (2, 0), extra={"barred": ["SF"]}),
    Row("desert_fox", "alternate", 1944, (1, 4), "SF CHN PAC", {"PMT": -1}, gets=(2, 1)),
    Row("patton", "event", 1940, (1, 5, 1), "", {"EMT": 1}, {"WF": 4}, (0, 2), choice="advance_wf"),
    Row("patton", "event", 1945, (1, 5, 4), "", {"EMT": 1}, {"SF": 4}, (0, 2), choice="advance_sf"),
    Row("patton", "event", 1940, (1, 5, 5), "SF WF"),
    Row("pearl_harbor", "event", 1942, (1, 6), "WF SF", {"PMT": -1, "USA": 1}, {"PAC": 2, "ISL": 2}, (1, 0)),
    Row("pearl_harbor", "alternate", 1943, (1, 6), "WF SF PAC ISL", gets=(2, 0)),
    Row("fuhrer_rallies", "event", 1940, (2, 1), "PAC ISL", {"EMT": -1, "PMT": -1}, {"WF": 2, "EF": 2, "SF": 2}, (0, 2)),
    Row("the_blitz", "event", 1941, (2, 2), "WF PAC ISL", {"EMT": -1}, gets=(2, 0)),
    Row("the_blitz", "alternate", 1940, (2, 2), "WF EF CHN", gets=(2, 0)),
    Row("doolittle", "event", 1942, (2, 3, 3), "PAC ISL CHN", gets=(1, 1)),
    Row("doolittle", "event", 1945, (2, 3, 4), "", {"PMT": 1}, {"PAC": 4}, (1, 0)),
    Row("doolittle", "alternate", 1941, (2, 3), "PAC ISL", gets=(2, 0)),
    Row("d_day", "event", 1943, (2, 4), "EF WF", gets=(0, 1), choice="great_landing", extra={"special": "WF", "bonus": 3}),
    Row("d_day", "event", 1945, (2, 4), "EF WF", gets=(3, 0), choice="attacks"),
    Row("d_day", "alternate", 1942, (2, 4), "WF EF SF", gets=(2, 1)),
    Row("battle_of_the_bulge", "event", 1944, (2, 5, 4), gets=(0, 3)),
    Row("battle_of_the_bulge", "event", 1945, (2, 5, 5), "WF EF PAC", gets=(0, 1)),
    Row("battle_of_the_bulge", "alternate", 1943, (2, 5), "WF EF CHN ISL", gets=(2, 0)),
    Row("lend_lease", "event", 1941, (2, 6), "WF EF", {"USA": 1}, gets=(1, 1)),
    Row("lend_lease", "alternate", 1944, (2, 6), "EF SF PAC", gets=(2, 0)),
    Row("barbarossa", "event", 1940, (3, 1), "EF EF PAC ISL", {"EMT": -1}, gets=(2, 0)),
    Row("barbarossa", "alternate", 1943, (3, 1), "WF PAC ISL", gets=(2, 0), choice="attacks"),
    Row("barbarossa", "alternate", 1943, (3, 1), "WF PAC ISL", gets=(0, 3), choice="actions"),
    Row("stalingrad", "event", 1942, (3, 2, 1), gets=(0, 3)),
    Row("stalingrad", "event", 1945, (3, 2, 6), "", {"EMT": -1}, {"EF": 2, "CHN": 1}),
    Row("stalingrad", "alternate", 1941, (3, 2), "PAC ISL", gets=(0, 2)),
    Row("el_alamein", "event", 1942, (3, 3), "WF CHN", gets=(3, 0)),
    Row("el_alamein", "alternate", 1941, (3, 3), "SF PAC", gets=(1, 1)),
    Row("kursk", "event", 1943, (3, 4, 4), "", {"EMT": 1}, {"EF": 4}, (1, 0)),
    Row("kursk", "event", 1945, (3, 4, 5), "EF EF SF", gets=(1, 0)),
    Row("kursk", "alternate", 1942, (3, 4), "EF WF CHN", gets=(2, 0)),
    Row("guadalcanal", "event", 1942, (3, 5), "ISL PAC", gets=(0, 1), choice="island_attack", extra={"special": "ISL", "bonus": 1}),
    Row("guadalcanal", "event", 1943, (3, 5), "ISL PAC", gets=(2, 0), choice="attacks"),
    Row("guadalcanal", "alternate", 1944, (3, 5), "ISL PAC SF", {"PMT": -1}, gets=(1, 1)),
    Row("torch", "event", 1942, (3, 6), "WF EF PAC", {"USA": 1}, gets=(0, 1), choice="southern_landing", extra={"special": "SF", "bonus": 2}),
    Row("torch", "event", 1943, (3, 6), "WF EF PAC", {"USA": 1}, gets=(2, 0), choice="attacks"),
    Row("torch", "alternate", 1944, (3, 6), "SF EF ISL", gets=(2, 0)),
    Row("battle_of_britain", "event", 1940, (4, 1, 3), "", {"EMT": -1}, {"WF": 2}),
    Row("battle_of_britain", "event", 1943, (4, 1, 4), gets=(0, 2)),
    Row("battle_of_britain", "alternate", 1944, (4, 1), gets=(0, 2)),
    Row("macarthur", "event", 1940, (4, 2), "EF CHN", gets=(1, 1), choice="steady"),
    Row("macarthur", "event", 1945, (4, 2), "EF CHN", gets=(1, 0), choice="gamble 2"),
    Row("macarthur", "event", 1945, (4, 2), "EF CHN", {"PMT": 1}, {"ISL": 4}, (0, 2), choice="gamble 3"),
    Row("brandenburgers", "event", 1940, (4, 3), "EF SF", {"EMT": -1, "PMT": 1}, choice="momentum"),
    Row("brandenburgers", "event", 1940, (4, 3), "EF SF", {"EMT": -1, "PMT": -1}, gets=(3, 0), choice="attacks", extra={"barred": ["WF", "EF", "SF"]}),
    Row("midway", "event", 1942, (4, 4, 3), "", {"PMT": -1}, {"PAC": 2, "ISL": 2}),
    Row("midway", "event", 1945, (4, 4, 4), "", {"PMT": 1}, {"PAC": 4, "ISL": 4}),
    Row("midway", "alternate", 1941, (4, 4), "WF EF SF", gets=(2, 0)),
    Row("ichi_go", "event", 1943, (4, 5), "CHN CHN ISL", {"PMT": -1}, gets=(1, 1)),
    Row("ichi_go", "alternate", 1942, (4, 5), "CHN PAC", gets=(2, 0)),
    Row("leyte_gulf", "event", 1944, (4, 6), "ISL WF", {"PMT": 1}, {"ISL": 4}, (1, 0), choice="die 4"),
    Row("leyte_gulf", "event", 1945, (4, 6), "ISL WF", gets=(1, 1), choice="die 5"),
    Row("leyte_gulf", "alternate", 1943, (4, 6), "PAC EF", {"PMT": -1}, gets=(1, 1)),
]  # fmt: skip


@pytest.mark.rule("EW-ACT-02", "EW-ACT-07", "EW-ACT-08", "EW-ACT-09", "EW-ACT-13", "EW-ACT-14")
@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row.box}-{row.half}-{'-'.join(map(str, row.dice[2:]))}{row.choice}"
)
def test_box(row):
    state = war(turn=MIDDLE[row.year])
    throw(state, *row.dice)
    rolled = attack_rolls(state)
    for word in row.choice.split():
        if word.isdecimal():
            throw(state, int(word))
        elif word != "die":
            play.answer(state, "allies", word)
    rolled += attack_rolls(state)
    ends = "ew.allies.turn" if any(row.gets) or "special" in row.extra else "ew.chart"
    assert waits_for(state) == ends
    assert rolled == tuple(row.attacks.split())
    assert {region: state.front(region) for region in START} == {**START, **row.fronts}
    assert {track: state.lead(track) for track in ("EMT", "PMT", "USA")} == {"EMT": 0, "PMT": 0, "USA": 0, **row.leads}
    assert (state.attacks, state.actions) == row.gets
    for field, value in row.extra.items():
        assert getattr(state, field) == value
    assert (row.box in state.happened) == (row.half == "event" and BOXES[row.box].years is not None)


def test_every_half_and_every_line_of_every_box_has_a_row():
    """There is a row for each box and half, and for each line that a die or a choice leads to."""
    reached = {f"{row.box}/{row.half}" for row in ROWS}
    assert reached == {name for name, lines in INSTRUCTIONS.items() if name.count("/") == 1 and lines}
    branches = {name for name, lines in INSTRUCTIONS.items() if name.count("/") == 2}
    assert len(branches) <= len([row for row in ROWS if len(row.dice) > 2 or row.choice]) + 2  # El Alamein has cases


def test_boxes_are_told_in_our_own_words():
    assert half_text(BOXES["blitzkrieg"], "event") == "Axis +2 on EMT. Axis attacks WF-WF-SF-PAC-ISL-CHN."
    assert half_text(BOXES["desert_fox"], "event").endswith("Allies get 2 attacks, but none in SF.")
    for box in BOXES.values():
        assert half_text(box, "event").endswith(".")


@pytest.mark.rule("EW-ACT-06")
def test_the_allies_are_never_asked_to_spend_before_the_axis_is_done():
    for row in ROWS:
        state = war(turn=MIDDLE[row.year])
        throw(state, *row.dice[:2])
        want = play.pending(state)
        if row.attacks and isinstance(want, Ask):
            assert want.what != "ew.allies.turn"
