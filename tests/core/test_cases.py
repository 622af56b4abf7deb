"""The case format: strict about what is written, clear about what differs."""

import pytest

from sandtable.cases import run_file
from sandtable.core.verdicts import BadInput

GOOD = """
game = "echoes"
by_default = ["ew.tide.*"]

[[case]]
id = "one"
title = "Six beats the British"
proves = ["EW-REG-05"]
position = { tides = 0, front.WF = 3, happened = ["blitzkrieg"] }
play = [{ dice = [1, 1, 6] }, { expect = { state = { front.WF = 2 } } }, { dice = [1, 1] }, { refuse = ["shift", "XYZ"], rule = "EW-ACT-11" }]
expect = { waiting = "ew.allies.turn", asked = "allies", state = { attacks = 1 }, offers = [["attack", "WF"]] }
"""


@pytest.fixture
def run(tmp_path):
    def run(text):
        path = tmp_path / "case.toml"
        path.write_text(text, "utf-8")
        return run_file(path)

    return run


def test_a_case_that_holds(run):
    (outcome,) = run(GOOD)
    assert (outcome.id, outcome.proves, outcome.differences) == ("one", ["EW-REG-05"], [])


@pytest.mark.parametrize(
    ("change", "what", "expected", "actual"),
    [
        (("attacks = 1", "attacks = 2"), "at the end: attacks", 2, 1),
        (("front.WF = 2", "front.WF = 3"), "play line 2: front.WF", 3, 2),
        (('waiting = "ew.allies.turn"', 'waiting = "over"'), "at the end: waiting for", "over", "ew.allies.turn"),
        (('asked = "allies"', 'asked = "axis"'), "at the end: asked", "axis", "allies"),
        (('[["attack", "WF"]]', '[["special", "WF"]]'), "at the end: offers", ["special", "WF"], "refused: This box"),
        (
            ('rule = "EW-ACT-11"', 'rule = "EW-ACT-10"'),
            "play line 4: rule of the refusal",
            "EW-ACT-10",
            "EW-ACT-11: XYZ",
        ),
        (
            ('["shift", "XYZ"]', '["shift", "PMT"]'),
            "play line 4: refusal of ['shift', 'PMT']",
            "refused by EW-ACT-11",
            "accepted",
        ),
        (("[1, 1, 6]", "[1, 1, 9]"), "play line 1: dice", None, "can show 1 to 6, not 9"),
        (("[1, 1] }", "[1, 1, 1] }"), "play line 3: dice", "dice for [1]", "the game waits for ew.allies.turn"),
        (("asked =", 'result = "major", asked ='), "at the end: result", "major", "none yet"),
        (("asked =", 'events = ["ew.end"], asked ='), "at the end: events", {"event": "ew.end"}, None),
        (("asked =", 'no_events = ["ew.attack"], asked ='), "at the end: events", "no ew.attack", None),
    ],
)
def test_what_differs_is_shown_expected_beside_actual(run, change, what, expected, actual):
    assert change[0] in GOOD
    (outcome,) = run(GOOD.replace(*change))
    first = outcome.differences[0]
    assert first.what == what
    assert expected is None or first.expected == expected
    assert actual is None or first.actual == actual or str(actual) in str(first.actual)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("title =", "titel ="), "case 'one': Object contains unknown field `titel`"),
        (('game = "echoes"', 'game = "chess"'), "there is no game 'chess'; there are: echoes"),
        (('game = "echoes"', 'game = "echoes"\nscenario = "blitz"'), "echoes has no scenario 'blitz'"),
        (('game = "echoes"', 'game = "echoes"\noptions = { fog = 1 }'), "echoes has no option 'fog'"),
        (("front.WF = 3", "front.WF = 9"), "the position is impossible: the front in WF cannot stand at 9"),
        (("front.WF = 3", "front.XX = 3"), "there is no front 'XX'; there are: WF"),
        (("front.WF = 3", "frunt.WF = 3"), "the position has no 'frunt.WF'"),
        (("tides = 0", 'tides = "none"'), "'tides' cannot be set: Expected `int`, got `str`"),
        (("tides = 0", "tides.x = 0"), "'tides' cannot be set"),
        (("dice = [1, 1, 6]", "dice = [1, 1, 6], answer = 3"), "play line 1 must say exactly one thing"),
        (("dice = [1, 1, 6]", "dise = [1, 1, 6]"), "unknown field `dise`"),
        ((', rule = "EW-ACT-11"', ""), "play line 4: a refusal needs its 'rule'"),
        (("front.WF = 2", "frunt.WF = 2"), "there is no 'frunt.WF' in a position"),
        (("[[case]]", "[[case"), "not valid TOML"),
        (("tides = 0", 'steps = [{ step = "ew.nowhere" }]'), "there is no step 'ew.nowhere'"),
    ],
)
def test_a_case_that_makes_no_sense_says_where(run, change, says):
    assert change[0] in GOOD
    with pytest.raises(BadInput, match=says):
        run(GOOD.replace(*change))


def test_a_whole_position_stands_for_itself(run):
    whole = """
game = "echoes"
[[case]]
id = "whole"
[case.whole]
turn = 20
tides = 0
steps = [{ step = "ew.war" }, { step = "ew.allies.turn" }]
actions = 1
allied_marks = { WF = 4, EF = 4, SF = 4, CHN = 2, PAC = 3, ISL = 3 }
axis_marks = { WF = 0, EF = 0, SF = 0, CHN = 0, PAC = 0, ISL = 0 }
allied_boxes = { EMT = 0, PMT = 0, USA = 0 }
axis_boxes = { EMT = 0, PMT = 0, USA = 0 }
[case.expect]
waiting = "ew.allies.turn"
offers = [["shift", "EMT"]]
"""
    assert run(whole)[0].differences == []
    with pytest.raises(BadInput, match="missing required field `axis_boxes`"):
        run(whole.replace("axis_boxes = { EMT = 0, PMT = 0, USA = 0 }", ""))
    with pytest.raises(BadInput, match="no field 'turm'"):
        run(whole.replace("turn = 20", "turm = 20"))


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        run_file(tmp_path / "nowhere.toml")
