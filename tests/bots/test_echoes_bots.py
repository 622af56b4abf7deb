"""The three Allied players of Echoes of War: legal, deterministic, with reasons, and each better than the one before."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sandtable.bots import bot_named
from sandtable.bots.arena import run_matches
from sandtable.bots.bot import Bot
from sandtable.bots.echoes import Expert
from sandtable.bots.echoes.chances import learned
from sandtable.bots.echoes.one_step import WORTHS, worths
from sandtable.bots.echoes.search import attack_faces
from sandtable.bots.echoes.sensible import worth
from sandtable.bots.echoes.wording import phrase
from sandtable.bots.estimates import estimate
from sandtable.core.play import answer, pending, roll, settle
from sandtable.core.state import encode
from sandtable.core.steps import Ask
from sandtable.core.verdicts import BadInput
from sandtable.core.views import Question
from sandtable.games.echoes import GAME
from sandtable.games.echoes.rules.allies import AlliedTurn
from sandtable.games.echoes.rules.battle import Rolled
from sandtable.games.echoes.state import ALLIES, EchoesState
from sandtable.games.echoes.views import view, war_of
from tests.laws.driving import asks

ALL_BOTS = ("aimless", "sensible", "expert")


def met(decisions: int, seed: int = 1) -> Iterator[EchoesState]:
    """Positions of random play in which the player is asked something."""
    for state in asks(GAME, "war", seed, decisions):
        assert isinstance(state, EchoesState)
        yield state


def question_of(war: EchoesState) -> Question:
    want = pending(war)
    assert isinstance(want, Ask)
    return Question(ALLIES, want.menus[ALLIES])


def choice_of(bot: Bot, war: EchoesState) -> Any:
    return bot.choose(view(war, (ALLIES,)), question_of(war), Random(0))


def allied_turn(**changes: Any) -> EchoesState:
    """The Allied part of a turn, with some things in hand."""
    war = GAME.start("war", {})
    assert isinstance(war, EchoesState)
    settle(war)
    war.news = []
    war.steps[-1] = AlliedTurn()
    for name, value in changes.items():
        if not GAME.arrange(war, name.replace("_", ".", 1), value):
            setattr(war, name, value)
    war.want = None
    return war


def test_the_war_of_a_view_is_the_war() -> None:
    for war in met(300):
        assert encode(war_of(view(war, (ALLIES,)))) == encode(war)


def test_the_war_of_a_view_is_the_war_when_it_is_over_too() -> None:
    war = GAME.start("war", {})
    settle(war)
    while (want := pending(war)) is not None:
        if isinstance(want, Ask):
            answer(war, ALLIES, want.menus[ALLIES].default)
        else:
            roll(war, (3,) * want.dice)
    assert war.ended
    assert encode(war_of(view(war, ()))) == encode(war)


@pytest.mark.parametrize("name", ALL_BOTS)
def test_answers_are_legal_and_thinking_changes_nothing(name: str) -> None:
    bot = bot_named("echoes", name)
    for war in met(60):
        before = encode(war)
        question = question_of(war)
        assert question.menu.why_not(choice_of(bot, war)) is None
        assert encode(war) == before


def test_every_question_of_the_game_can_be_judged() -> None:
    asked = {want.what for war in met(1500, seed=4) if isinstance(want := pending(war), Ask)}
    assert asked == WORTHS.keys()


def test_the_expert_gives_the_same_answer_every_time() -> None:
    for war in met(25, seed=2):
        assert choice_of(Expert(), war) == choice_of(Expert(), war.clone())


def test_a_time_cap_is_kept_after_the_narrowest_look() -> None:
    war = allied_turn(attacks=1, actions=2)
    hurried = Expert(seconds=0.0)
    narrow = Expert(positions=0)
    assert hurried.worths(war) == narrow.worths(war)
    assert [choice for choice, _ in hurried.worths(war)] == question_of(war).menu.list()


def last_turn(tides: int) -> EchoesState:
    """One attack before the final count, two points short of a win."""
    fronts = {"front_WF": 3, "front_EF": 5, "front_SF": 4, "front_PAC": 1, "front_ISL": 3, "front_CHN": 0}
    war = allied_turn(attacks=1, turn=20, tides=tides, **fronts)
    assert view(war, ()).points == 23
    return war


def test_search_follows_every_die_to_the_end_of_the_turn() -> None:
    war = last_turn(tides=0)
    won = dict(Expert().worths(war))
    assert won["stop",] == 0.0
    assert won["attack", "WF"] == pytest.approx(3 / 6)  # a 4 is needed; the Rhineland brings two points, and 25 win
    assert won["attack", "PAC"] == 0.0  # one point is not enough
    assert won["attack", "ISL"] == pytest.approx(4 / 6)  # a 3 is needed for the same two points
    assert choice_of(Expert(), war) == ("attack", "ISL")


def test_search_counts_on_the_tide_of_war() -> None:
    won = dict(Expert().worths(last_turn(tides=1)))
    assert won["attack", "WF"] == pytest.approx(3 / 4)  # one half, and one half of the other half by a second roll


def test_faces_that_come_to_the_same_are_taken_together() -> None:
    assert attack_faces(4, False) == (((1,), pytest.approx(3 / 6)), ((4,), pytest.approx(3 / 6)))
    assert [faces for faces, _ in attack_faces(4, True)] == [(1,), (3,), (4,), (5,)]
    assert attack_faces(7, False) == (((1,), 1.0),)
    assert attack_faces(1, False) == (((1,), 1.0),)
    assert sum(chance for _, chance in attack_faces(4, True)) == pytest.approx(1)


def test_nobody_spends_a_tide_before_dice_that_it_can_turn_afterwards() -> None:
    windows = [war.clone() for war in met(400, seed=6) if "before" in view(war, ()).waiting.what]
    assert windows
    for war in windows[:20]:
        assert choice_of(bot_named("echoes", "sensible"), war) == ("pass",)
        assert choice_of(bot_named("echoes", "expert"), war) == ("pass",)


def test_a_lost_capital_is_worth_a_tide() -> None:
    war = allied_turn(front_WF=1, turn=20, front_EF=5, front_SF=5)
    war.steps.append(Rolled("axis", "WF", 6))
    war.want = None
    for name in ("sensible", "expert"):
        assert choice_of(bot_named("echoes", name), war) == ("reroll",)


def test_the_expert_says_why_in_one_sentence_with_its_numbers() -> None:
    number = r"\d+\.\d% to win the war"
    compares = re.compile(rf"^[^:]+: {number} against {number} for the next best, [^.]+\.$")
    waits = re.compile(rf"^Let it roll: {number}, and the Tide of War can still turn the dice afterwards\.$")
    for war in met(25, seed=3):
        question = question_of(war)
        said = Expert().explain(view(war, (ALLIES,)), question)
        assert compares.match(said) or waits.match(said), said
        if compares.match(said):
            assert said.startswith(phrase(choice_of(Expert(), war)))


def test_the_sensible_player_says_why_too() -> None:
    war = allied_turn(actions=1)
    said = bot_named("echoes", "sensible").explain(view(war, (ALLIES,)), question_of(war))
    assert re.match(r"^\S.*: the position is worth \d+\.\d\d points against .* for the next best, .*\.$", said)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (("attack", "SF"), "Attack SF"),
        (("tide", "WF", "EMT"), "Tide of War of WF on EMT"),
        (("stop",), "End the turn"),
        (("WF", "EF"), "Advance in WF and EF"),
        ("great_landing", "Great landing"),
    ],
)
def test_answers_in_words(choice: Any, words: str) -> None:
    assert phrase(choice) == words


def test_more_is_better_for_both_judges() -> None:
    """Points, leads and tides are never worth less than not having them, as far as the war has an end in sight."""
    for judge in (worth, learned().after_turn):
        now = judge(allied_turn(turn=12))
        assert judge(allied_turn(turn=12, front_WF=4)) > now
        assert judge(allied_turn(turn=12, lead_EMT=1)) > now
        assert judge(allied_turn(turn=12, tides=1)) < now


def test_one_step_ahead_weighs_the_chance_of_an_attack() -> None:
    war = allied_turn(attacks=1, front_SF=3)
    ask = pending(war)
    assert isinstance(ask, Ask)
    found = dict(worths(war, ask, lambda war: float(war.front("SF"))))
    assert found["stop",] == 3.0
    assert found["attack", "SF"] == pytest.approx(3 + 3 / 6)  # 4 needed in 1940, no modifier for the Allies


def test_an_estimate_has_every_end_with_its_worth() -> None:
    war, game = allied_turn(turn=18, attacks=1), GAME
    found = estimate(game, war, ALLIES, Random(1), games=40)
    assert found.games == 40 == sum(found.ends.values())
    mean, error = found.mean()
    assert mean == pytest.approx(sum(found.worth[end] * count for end, count in found.ends.items()) / 40)
    assert 0 <= error <= 0.16
    assert found == estimate(game, war, ALLIES, Random(1), games=40)
    assert estimate(game, war, ALLIES, Random(1), games=40, goes_on=lambda: False).games == 1
    with pytest.raises(BadInput, match="the number of games must be 1 or more, not 0"):
        estimate(game, war, ALLIES, Random(1), games=0)


def test_a_sensible_player_beats_an_aimless_one() -> None:
    """A small match; the figures over 2,000 games are in docs/bots.md."""
    aimless, sensible = (run_matches("echoes", [name], 60, seed=2).worth[ALLIES] for name in ("aimless", "sensible"))
    assert sensible > aimless + 0.2
