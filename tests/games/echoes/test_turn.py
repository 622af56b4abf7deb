"""2.1 and 4.0: the turn track and the sequence of play."""

import random

import pytest

from sandtable.core import play
from sandtable.games.echoes.data import TURNS
from tests.games.echoes.wars import throw, waits_for, war
from tests.laws.driving import advance

LOST_FRONTS = {f"front_{region}": 0 for region in ("WF", "EF", "SF", "CHN", "ISL")}


@pytest.mark.rule("EW-TURN-01")
def test_the_war_lasts_twenty_turns_from_1940_to_the_second_turn_of_1945():
    assert [turn.year for turn in TURNS.values()] == [1940] * 2 + [1941] * 4 + [1942] * 4 + [1943] * 4 + [1944] * 4 + [
        1945
    ] * 2


@pytest.mark.rule("EW-TURN-01")
@pytest.mark.parametrize("seed", range(40))
def test_every_war_is_over_after_the_twentieth_turn_at_the_latest(seed):
    state, rng = war(tides=2), random.Random(seed)
    while play.pending(state) is not None:
        advance(state, rng)
    assert state.turn <= 20
    assert state.ended
    if state.ended in ("major", "minor", "draw", "axis"):
        assert state.turn == 20


@pytest.mark.rule("EW-TURN-02")
@pytest.mark.parametrize("turn", range(1, 21))
def test_confidence_is_checked_at_the_end_of_turns_6_10_14_and_18_and_of_no_other(turn):
    state = war(turn=turn, happened=["battle_of_britain"], **LOST_FRONTS)
    throw(state, 4, 1)
    play.answer(state, "allies", ("stop",))
    if turn in (6, 10, 14, 18):
        assert waits_for(state) == "ew.confidence"
    else:
        assert waits_for(state) == ("over" if turn == 20 else "ew.chart")


@pytest.mark.rule("EW-CC-02")
@pytest.mark.parametrize(
    ("turn", "points", "highest_loss"),
    [(6, 4, 2), (10, 5, 3), (14, 8, 4), (18, 11, 5)],
)
@pytest.mark.parametrize("face", range(1, 7))
def test_the_confidence_chart(turn, points, highest_loss, face):
    """At the threshold the die decides; on the lowest faces the Axis wins."""
    fronts = {4: (3, 0, 0), 5: (3, 1, 0), 8: (3, 3, 0), 11: (3, 3, 1)}[points]
    fronts = dict(zip(("front_PAC", "front_SF", "front_ISL"), fronts, strict=True))
    extra = {"front_CHN": points - {4: 4, 5: 5, 8: 8, 11: 9}[points]}
    state = war(turn=turn, happened=["battle_of_britain"], **{**LOST_FRONTS, **fronts, **extra})
    throw(state, 4, 1)
    play.answer(state, "allies", ("stop",))
    events = throw(state, face)
    assert events[0].points == points
    assert state.ended == ("axis_confidence" if face <= highest_loss else "")


@pytest.mark.rule("EW-CC-03")
@pytest.mark.parametrize(("turn", "above"), [(6, 5), (10, 6), (14, 9), (18, 12)])
def test_above_the_threshold_no_die_is_rolled(turn, above):
    fronts = {5: (3, 1, 0, 0), 6: (3, 2, 0, 0), 9: (3, 3, 1, 0), 12: (3, 3, 2, 2)}[above]
    names = ("front_PAC", "front_SF", "front_ISL", "front_CHN")
    state = war(turn=turn, happened=["battle_of_britain"], **{**LOST_FRONTS, **dict(zip(names, fronts, strict=True))})
    throw(state, 4, 1)
    events = play.answer(state, "allies", ("stop",))
    assert [event.points for event in events if hasattr(event, "points")] == [above]
    assert waits_for(state) == "ew.chart"
