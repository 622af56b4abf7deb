"""Steps, asks and the ways in."""

from random import Random

import pytest

from sandtable.core import play
from sandtable.core.chance import Generated, Recorded, Scripted, fits, outcomes
from sandtable.core.state import encode
from sandtable.core.steps import Draw, NoSuchStep, Roll, Step, step_type
from sandtable.core.verdicts import BadFaces, Illegal, RunAway
from tests import auction
from tests.laws.driving import start


def auction_at_bids(**options):
    return start(auction.GAME, "sale", options)


class Wheel(Step, frozen=True, tag="auction.wheel"):
    def then(self, game, got):
        game.goto(Wheel())


def test_rules_that_never_rest_are_caught_with_the_name_of_the_step():
    state = auction_at_bids()
    state.steps.append(Wheel())
    with pytest.raises(RunAway, match=r"Wheel\(\)"):
        play.settle(state)


def test_two_steps_cannot_share_a_tag_and_unknown_tags_are_named():
    with pytest.raises(NoSuchStep, match=r"auction\.nowhere"):
        step_type("auction.nowhere")
    assert step_type("auction.bid") is auction.Bid


def test_sealed_answers_stay_secret_and_may_be_given_anew_until_the_last_is_in():
    state = auction_at_bids()
    assert play.answer(state, "north", 3) == []
    assert play.answer(state, "north", 5) == []
    seen = auction.view(state, ("south",))
    assert seen.waiting.ready == ("north",)
    assert [question.nation for question in seen.waiting.questions] == ["south"]
    assert "5" not in str(seen)
    play.answer(state, "south", 2)
    assert state.gold == {"north": 4, "south": 7}
    assert not state.sealed


def test_who_is_not_asked_cannot_answer():
    state = auction_at_bids()
    with pytest.raises(Illegal, match="west has nothing to decide: it is for north and south"):
        play.answer(state, "west", 1)
    with pytest.raises(BadFaces, match="no dice"):
        play.roll(state, (1,))
    play.answer(state, "north", 2)
    play.answer(state, "south", 1)
    with pytest.raises(Illegal, match="the dice come first"):
        play.answer(state, "north", 1)


def test_a_game_that_is_over_waits_for_nothing():
    state = auction_at_bids(rounds=1)
    for nation in ("north", "south"):
        play.answer(state, nation, 1)
    play.roll(state, (2,))
    play.roll(state, (0,))
    for nation in ("north", "south"):
        play.answer(state, nation, {"sack": 1})
        play.answer(state, nation, ["leave"])
        play.answer(state, nation, "ok")
    assert play.pending(state) is None
    assert auction.GAME.result(state).name == "sold"
    with pytest.raises(Illegal, match="the game is over"):
        play.answer(state, "north", 1)


def test_the_enumerating_driver_meets_every_future_once():
    state = auction_at_bids()
    play.answer(state, "north", 1)
    play.answer(state, "south", 1)
    futures = list(play.futures(state))
    assert sum(probability for probability, _ in futures) == pytest.approx(1)
    assert {twin.steps[-1].house for _, twin in futures} == {"north", "south"}


@pytest.mark.parametrize(
    ("want", "faces", "says"),
    [
        (Roll("x", dice=2), (3,), "needs 2 dice, not 1"),
        (Roll("x"), (7,), "can show 1 to 6, not 7"),
        (Roll("x"), (0,), "can show 1 to 6, not 0"),
        (Roll("x"), (True,), "can show"),
        (Roll("x"), [3], "whole numbers"),
        (Draw("x", items=3, take=2), (1, 1), "different places"),
        (Draw("x", items=3), (3,), "can show 0 to 2, not 3"),
    ],
)
def test_faces_must_fit_what_was_asked_for(want, faces, says):
    with pytest.raises(BadFaces, match=says):
        fits(want, faces)


def test_outcomes_are_complete():
    assert len(list(outcomes(Roll("x", dice=2)))) == 36
    assert sum(share for _, share in outcomes(Draw("x", items=4, take=2))) == pytest.approx(1)


def test_generated_dice_show_every_face(rng):
    dice = Generated(rng)
    assert {dice.faces(Roll("x"))[0] for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {dice.faces(Draw("x", items=3, take=2)) for _ in range(200)} == set(
        dict(outcomes(Draw("x", items=3, take=2)))
    )


def test_recorded_dice_refuse_another_purpose():
    dice = Recorded([("attack", (3,)), ("attack", (4,))])
    assert dice.faces(Roll("attack")) == (3,)
    with pytest.raises(BadFaces, match="the record has attack where the rules ask for defence"):
        dice.faces(Roll("defence"))
    with pytest.raises(BadFaces, match="nothing is recorded"):
        dice.faces(Roll("attack"))


def test_scripted_dice_run_out_loudly():
    dice = Scripted([2, 5])
    assert dice.faces(Roll("x", dice=2)) == (2, 5)
    with pytest.raises(BadFaces, match="no dice left for x"):
        dice.faces(Roll("x"))


def test_everybody_sees_how_many_dice_of_how_many_sides_are_due():
    state = auction_at_bids()
    play.answer(state, "north", 2)
    play.answer(state, "south", 2)
    waiting = auction.view(state, ()).waiting
    assert (waiting.kind, waiting.dice, waiting.sides) == ("chance", 1, 2), "one die between two equal bids"


class LastDie(Step, frozen=True, tag="auction.last_die"):
    def ask(self, game):
        return Roll("auction.last")

    def then(self, game, got):
        game.steps.clear()


def test_simulations_end_with_the_last_die():
    state = auction_at_bids()
    state.steps.append(LastDie())
    assert play.roll_on(state, Generated(Random(1))) is None
    assert play.pending(state) is None


def test_simulations_reach_the_position_that_answers_and_rolls_reach():
    quick, usual = auction_at_bids(), auction_at_bids()
    for nation, bid in (("north", 3), ("south", 2)):
        assert play.decide(quick, nation, bid) is (nation == "south"), "sealed until the last answer is in"
        play.answer(usual, nation, bid)
    dice = Generated(Random(4))
    while type(want := play.pending(usual)) in (Roll, Draw):
        play.roll(usual, dice.faces(want))
    assert play.roll_on(quick, Generated(Random(4))) == play.pending(usual)
    assert encode(quick) == encode(usual)
