"""The planner: legal answers from the view alone, a purpose for every round, and victory over aimless play."""

import random

import pytest

from sandtable.bots import bot_named
from sandtable.core import play
from sandtable.core.chance import Generated
from sandtable.core.state import encode
from sandtable.core.steps import Ask
from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import SCENARIOS, SIDE_OF
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from sandtable.games.warroom.views import known_position
from tests.games.warroom.wars import War


def fight(scenario, bots, seed, rounds):
    """A war between bots, until it is decided or so many rounds are over."""
    rng = random.Random(seed)
    dice = Generated(rng)
    game = GAME.start(scenario, GAME.complete_options({}))
    play.settle(game)
    while (want := play.pending(game)) is not None and game.round <= rounds:
        if isinstance(want, Ask):
            nation = next(n for n in want.menus if n not in game.sealed)
            view = GAME.view(game, (nation,))
            question = next(q for q in view.waiting.questions if q.nation == nation)
            play.answer(game, nation, bot_named("warroom", bots[nation]).choose(view, question, rng))
        else:
            play.roll(game, dice.faces(want))
    return game


@pytest.mark.parametrize("scenario", ["eastern_front", "north_africa"])
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_it_beats_aimless_play(scenario, side):
    nations = SCENARIOS[scenario].nations
    bots = {nation: "planner" if SIDE_OF[nation] == side else "random" for nation in nations}
    winners = [fight(scenario, bots, seed, rounds=40).winner for seed in range(4)]
    assert winners == [side] * 4


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_it_plays_every_nation_of_every_scenario(scenario):
    game = fight(scenario, dict.fromkeys(SCENARIOS[scenario].nations, "planner"), seed=3, rounds=3)
    assert game.winner or game.round == 4
    assert GAME.problems(game) == []


def test_it_states_its_intent_and_sees_no_secrets():
    war = War("eastern_front").at(WriteSheets())
    bot = bot_named("warroom", "planner")
    view = GAME.view(war.game, ("germany",))
    question = view.waiting.questions[0]
    assert bot.explain(view, question).startswith("Germany means to ")
    mine = bot.choose(view, question, random.Random(1))
    war.say(war.want.menus["soviet"].sample(random.Random(2)), "soviet")
    again = GAME.view(war.game, ("germany",))
    assert bot.choose(again, again.waiting.questions[0], random.Random(1)) == mine


def test_the_position_of_a_view_is_the_position_without_its_secrets():
    war = War()
    war.game.orders["germany"] = (("germany-22", "G4"),)
    war.game.orders["japan"] = (("japan-24", "J4"),)
    known = known_position(GAME.view(war.game, ("japan",)))
    assert known.orders == {"japan": (("japan-24", "J4"),)}
    assert encode(known.commands) == encode(war.game.commands)
    assert known.control == war.game.control
