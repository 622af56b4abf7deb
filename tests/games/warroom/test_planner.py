"""The planner: legal answers from the view alone, a purpose for every round, and victory over aimless play."""

import random

import pytest

from sandtable.bots import bot_named
from sandtable.bots.warroom.battles import POINT_WORTH, prize_of
from sandtable.bots.warroom.planner import Planner
from sandtable.core import play
from sandtable.core.chance import Generated
from sandtable.core.state import encode
from sandtable.core.steps import Ask
from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import SCENARIOS, SIDE_OF
from sandtable.games.warroom.odds import Conditions
from sandtable.games.warroom.odds_stances import Table, plain_choices
from sandtable.games.warroom.odds_units import placed, read_force
from sandtable.games.warroom.rules.phase2_planning import Planning, WriteSheets, in_reach
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


def asked(war, nation, bot=None):
    """The planner's answer to what a nation is asked."""
    view = GAME.view(war.game, (nation,))
    question = next(q for q in view.waiting.questions if q.nation == nation)
    return (bot or bot_named("warroom", "planner")).choose(view, question, random.Random(1))


def test_its_intent_is_one_line_with_names_of_places():
    war = War("europe").at(WriteSheets())
    bot = bot_named("warroom", "planner")
    for nation in war.game.nations:
        view = GAME.view(war.game, (nation,))
        question = next(q for q in view.waiting.questions if q.nation == nation)
        said = bot.explain(view, question)
        assert "\n" not in said
        assert said.endswith(".")
        assert said.split(" means to ")[1]


@pytest.mark.parametrize("shown", ["offense", "defense"])
def test_it_replies_to_stances_on_the_table_by_the_odds(shown):
    """Germany is second and replies: no other stances of its units would gain more."""
    war = War("eastern_front").empty().order("soviet", "germany")
    war.put(germany_22="R5 2 INF 1 ARM", germany_11="R5 1 FTR", soviet_21="R5 3 INF").fighting("R5")
    assert war.who == "soviet"
    war.take(infantry=shown)
    mine = {tuple(name.split("/")[:2]): number for bag in asked(war, "germany") for name, number in bag}
    table = Table(Conditions("land"), prize_of(war.game, "R5"), POINT_WORTH)
    theirs = {("infantry", shown): 3}
    best = max(
        table.gain(choice, theirs) for choice in plain_choices({"infantry": 2, "armor": 1, "fighter": 1}, "land")
    )
    assert table.gain(mine, theirs) >= best - 1e-9


def test_it_guards_a_capital_in_danger_before_it_attacks():
    war = (
        War("eastern_front")
        .empty()
        .put(germany_22="R5 4 INF 4 ARM", soviet_21="R1 2 INF", soviet_23="R6 4 INF", soviet_26="R13 4 INF")
    )
    war.hold(R5="germany").at(WriteSheets())
    orders, _ = asked(war, "soviet")
    assert {key for key, end in orders if end == "R1"} == {"soviet-23", "soviet-26"}


def test_it_calls_units_from_the_ways_and_by_rail_into_a_threatened_capital():
    war = War("eastern_front").empty().hold(R5="germany")
    war.put(germany_22="R5 4 INF 4 ARM", soviet_21="R1 1 INF", soviet_23="R2 3 INF", soviet_26="R14 4 INF")
    war.at(WriteSheets())
    assert "R2" in war.game.map.land["R1"], "one of the ways to Moscow"
    assert "R1" not in in_reach(war.game, war.game.commands["soviet-26"]), "far away, but on the Rails"
    orders, _ = asked(war, "soviet")
    assert {key for key, end in orders if end == "R1"} == {"soviet-23", "soviet-26"}


def reluctant():
    """Six German units could walk into a land with three Fighters: by numbers alone, but not by the odds."""
    war = War("eastern_front").empty().put(germany_22="G7 4 INF 2 ARM", soviet_11="R5 3 FTR", soviet_23="R17 1 INF")
    near = [t for t in war.game.map.land["G7"] if war.game.control[t] == "soviet" and t != "R5"]
    return war.hold(**dict.fromkeys(near, "germany")).at(WriteSheets())


def test_when_its_time_is_over_it_answers_by_numbers_alone():
    war, bot = reluctant(), bot_named("warroom", "planner")
    assert bot.seconds is None
    assert asked(war, "germany", bot)[0] == (), "the odds are against it"
    bot.seconds = 60.0
    assert asked(war, "germany", bot)[0] == (), "there is time enough to look at them"
    bot.seconds = 0.0
    assert asked(war, "germany", bot)[0] == (("germany-22", "R5"),)


def test_a_plan_looks_at_no_odds_after_its_deadline():
    ticks = iter(range(100))
    bot = Planner(clock=lambda: float(next(ticks)))
    bot.seconds = 1.5
    assert asked(reluctant(), "germany", bot)[0] == (), "the clock says 0, then 1"
    bot.seconds = 0.5
    assert asked(reluctant(), "germany", bot)[0] == (("germany-22", "R5"),)


def test_with_little_time_a_battle_is_fought_in_the_usual_stances():
    """Germany is second and sees the Soviet stances, so the odds have a best reply."""
    war = War("eastern_front").empty().order("soviet", "germany")
    war.put(germany_22="R5 2 INF 1 ARM", germany_11="R5 1 FTR", soviet_21="R5 3 INF").fighting("R5").take(
        infantry="offense"
    )
    bot = bot_named("warroom", "planner")
    best = asked(war, "germany", bot)
    bot.seconds = 5.0
    assert asked(war, "germany", bot) == best
    bot.seconds = 0.0
    hasty = asked(war, "germany", bot)
    mine, theirs = ("2 infantry", "1 armor", "1 fighter"), ("3 infantry",)
    usual = placed(read_force(" ".join(mine)), "land", True, read_force(" ".join(theirs)))
    assert {tuple(name.split("/")[:2]): number for bag in hasty for name, number in bag} == usual


def test_escorts_are_spent_only_against_sinking():
    war = War("pacific").empty().order("usa", "japan").put(usa_1="P-2 3 CRU", japan_6="P-2 1 CRU 1 CV").fighting("P-2")
    war.take(cruiser="offense").take(cruiser="escort", carrier="offense").dice("GGG" + "RRRRRR")
    answers = []
    while war.what == "wr.4.escort":
        answers.append(asked(war, "japan"))
        war.say(answers[-1])
    assert answers == ["take", "take", "cruiser/escort/japan"]


def test_commands_are_merged_when_tokens_run_short():
    war = War("north_africa").empty()
    tokens = war.game.free_tokens("italy", "land")
    war.put(**{f"italy_{number}": "T1 1 INF" for number in tokens[:-1]}).at(Planning())
    while war.what != "wr.2.sheets":
        nation = next(n for n in war.want.menus if n not in war.game.sealed)
        war.say(asked(war, nation), nation) if war.who else war.draw(0)
    assert len(war.game.free_tokens("italy", "land")) >= 3
    assert sum(command.size for command in war.game.stacks_of("italy")) == len(tokens) - 1
