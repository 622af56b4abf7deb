"""The planner of Pacific 1940: legal answers everywhere, and a purpose in what it does."""

from random import Random
from typing import Any

import pytest

from sandtable.bots import bot_named, bot_names
from sandtable.bots.arena import run_matches
from sandtable.bots.pacific.defence import keep_at_home
from sandtable.bots.pacific.outlook import Outlook
from sandtable.bots.pacific.planner import Planner
from sandtable.core.chance import Generated
from sandtable.core.play import answer, pending, roll, settle
from sandtable.core.state import digest
from sandtable.core.steps import Ask
from sandtable.core.views import Question
from sandtable.games.axis1940.events import UnitsLost
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.views import known_position
from tests.games.axis1940.war import ALL_ALLIES, Table, table

MOVES = ("ax.combat_move", "ax.noncombat_move")


def start(**options: Any) -> Board:
    game = GAME.start("pacific", GAME.complete_options(options))
    settle(game)
    assert isinstance(game, Board)
    return game


def chosen(bot: Any, game: Board, rng: Random) -> tuple[str, Any]:
    """What a bot answers to the question at hand."""
    want = pending(game)
    assert isinstance(want, Ask)
    nation, menu = next(iter(want.menus.items()))
    return nation, bot.choose(GAME.view(game, (nation,)), Question(nation, menu), rng)


def play_on(at: Table, *until: str) -> Table:
    """Let the planner answer for everyone until one of these is asked, or the turn is over."""
    bot, rng = Planner(), Random(1)
    acting = at.game.acting
    for _ in range(400):
        want = at.want
        if want is None or at.game.acting != acting or want.what in until:
            break
        if isinstance(want, Ask):
            at.answer(chosen(bot, at.game, rng)[1])
        else:
            at.dice(*Generated(rng).faces(want))
    return at


def test_it_is_known_by_name_and_stronger_than_random() -> None:
    assert bot_names("pacific") == ("random", "planner")
    assert bot_named("pacific", "planner").name == "planner"


@pytest.mark.parametrize("seed", range(3))
def test_its_answers_are_legal_wherever_a_random_war_leads(seed: int) -> None:
    """Most questions of the game in positions that no sane player would reach."""
    game, rng, dice, bot = start(low_luck=bool(seed)), Random(seed), Generated(Random(seed)), Planner(work=100)
    asked: dict[str, int] = {}
    for _ in range(700):
        want = pending(game)
        if want is None:
            break
        if not isinstance(want, Ask):
            roll(game, dice.faces(want))
            continue
        nation, menu = next(iter(want.menus.items()))
        asked[want.what] = asked.get(want.what, 0) + 1
        if asked[want.what] % (40 if want.what in MOVES else 3) == 1:
            choice = bot.choose(GAME.view(game, (nation,)), Question(nation, menu), rng)
            assert menu.why_not(choice) is None, (want.what, choice, menu.why_not(choice))
        answer(game, nation, menu.sample(rng))
    assert set(asked) >= {*MOVES, "ax.purchase", "ax.mobilize", "ax.losses", "ax.declare"}


def test_it_reads_nothing_but_the_view() -> None:
    """A board made of the view says everything that the rules need for its moves."""
    game = start()
    twin = known_position(GAME.view(game, ("japan",)))
    for name in ("units", "control", "held", "wars", "treasury", "turns", "facilities", "neutrals", "deeds"):
        assert getattr(twin, name) == getattr(game, name), name


def test_it_takes_an_undefended_neighbour() -> None:
    at = table("japan", units={"kwangsi": {"japan": "3 infantry"}})
    play_on(at, "ax.noncombat_move")
    assert at.game.control["yunnan"] == "japan"


def test_it_lets_a_stronger_enemy_be() -> None:
    at = table("japan", units={"kwangsi": {"japan": "2 infantry"}, "yunnan": {"china": "9 infantry"}})
    play_on(at, "ax.noncombat_move")
    assert at.count("kwangsi", "japan") == 2


def test_it_lands_on_islands_with_an_escort() -> None:
    units = {
        "sz37": {"japan": "transport infantry artillery, 2 destroyer, battleship"},
        "java": {"anzac": "infantry"},
        "india": {"united_kingdom": "9 infantry"},
        "philippines": {"united_states": "9 infantry"},
        "kwangtung": {"united_kingdom": "9 infantry"},
    }
    held = dict.fromkeys(("malaya", "shan_state", "sumatra", "borneo", "celebes"), "japan")
    at = table("japan", units=units, war=ALL_ALLIES, control=held)
    play_on(at, "ax.noncombat_move")
    assert at.game.control["java"] == "japan"


def test_it_leaves_a_zone_where_it_would_only_be_sunk() -> None:
    units = {"sz10": {"japan": "2 carrier, transport", "united_states": "cruiser, 2 destroyer"}}
    at = play_on(table("japan", units=units, war=ALL_ALLIES), "ax.noncombat_move")
    assert (at.count("sz10", "japan"), at.count("sz10", "united_states")) == (0, 3)
    assert sum(at.count(zone, "japan") for zone in at.game.map.zones) == 3


def test_it_stays_where_it_would_win() -> None:
    units = {"sz10": {"japan": "2 carrier, 3 cruiser", "united_states": "destroyer"}}
    at = play_on(table("japan", units=units, war=ALL_ALLIES), "ax.noncombat_move")
    assert (at.count("sz10", "japan"), at.count("sz10", "united_states")) == (5, 0)


def test_nobody_takes_the_escort_away_from_those_who_must_fight() -> None:
    units = {
        "sz10": {"japan": "2 carrier, cruiser", "united_states": "destroyer"},
        "sz11": {"united_states": "transport"},  # defenceless, and only the cruiser could sink it
    }
    at = play_on(table("japan", units=units, war=ALL_ALLIES), "ax.noncombat_move")
    assert (at.count("sz10", "united_states"), at.count("sz11", "united_states")) == (0, 1)


@pytest.mark.parametrize("seed", range(2))
def test_no_aircraft_is_stranded(seed: int) -> None:
    """Three rounds of the war with all the aircraft of the set-up: none is lost for want of a place to land, unless its
    carrier was lost in battle."""
    game, rng, bot = start(), Random(seed), Planner()
    dice = Generated(rng)
    while (want := pending(game)) is not None and game.round < 3:
        events = answer(game, *chosen(bot, game, rng)) if isinstance(want, Ask) else roll(game, dice.faces(want))
        for event in events:
            if isinstance(event, UnitsLost) and event.why == "no place to land":
                assert event.space in game.fought_in, event.says()


def test_it_brings_its_aircraft_home() -> None:
    units = {"kiangsi": {"japan": "3 infantry, 2 fighter, tactical_bomber"}, "hunan": {"china": "infantry"}}
    at = play_on(table("japan", units=units))
    planes = sum(
        stack.n for stacks in at.game.units.values() for stack in stacks if stack.kind in ("fighter", "tactical_bomber")
    )
    assert planes == 3
    assert at.count("hunan", "japan", "fighter") == 0  # taken this turn: no place to land


def test_it_buys_defenders_for_a_threatened_capital() -> None:
    units = {
        "japan": {"japan": "2 infantry"},
        "sz7": {"united_states": "4 transport infantry tank, 2 battleship, carrier fighter fighter"},
    }
    at = table("japan", "purchase", units=units, war=ALL_ALLIES, treasury={"japan": 30})
    _, choice = chosen(Planner(), at.game, Random(0))
    assert dict(choice).get("infantry", 0) >= 6


def test_it_keeps_the_garrison_of_a_threatened_capital() -> None:
    units = {
        "japan": {"japan": "9 infantry, 2 artillery"},
        "sz6": {"japan": "3 transport"},
        "sz7": {"united_states": "5 transport infantry tank, carrier fighter fighter"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert keep_at_home(Outlook(at.game, "japan"))["japan"] == 11


def test_the_united_states_declare_war_as_soon_as_they_may() -> None:
    at = table("united_states", "income", keep=True, turn=3)
    assert at.waits_for == "ax.declare_at_last"
    assert chosen(Planner(), at.game, Random(0)) == ("united_states", ("japan",))


def test_it_says_what_it_is_up_to() -> None:
    at = table("japan", units={"kwangsi": {"japan": "3 infantry"}})
    menu = at.menu
    said = Planner().explain(GAME.view(at.game, ("japan",)), Question("japan", menu))
    assert said.startswith("Japan means to attack")
    assert "Yunnan" in said


def test_without_time_it_still_answers_and_lands_its_aircraft() -> None:
    """A clock that has always run out: no attacks, no voyages, but every answer is legal."""
    at = table("japan", keep=True)
    ticks = iter(range(0, 10_000_000, 100))
    bot = Planner(seconds=1.0, clock=lambda: float(next(ticks)))
    assert chosen(bot, at.game, Random(0)) == ("japan", ("done",))


def test_two_rounds_against_itself_are_the_same_every_time() -> None:
    ends = []
    for _ in range(2):
        game, rng, bot = start(), Random(7), Planner()
        dice = Generated(rng)
        while (want := pending(game)) is not None and game.round < 3:
            if isinstance(want, Ask):
                answer(game, *chosen(bot, game, rng))
            else:
                roll(game, dice.faces(want))
        ends.append(digest(game, b""))
    assert ends[0] == ends[1]


def test_a_new_planner_goes_on_where_another_left() -> None:
    """The plan is the position's: another instance, as a server makes one for each question, finds its way too."""
    at = table("japan", keep=True)
    rng = Random(1)
    for _ in range(60):
        if at.waits_for != "ax.combat_move":
            break
        at.answer(chosen(Planner(work=300), at.game, rng)[1])
    assert at.waits_for != "ax.combat_move"


@pytest.mark.parametrize(
    ("bots", "side"), [(["planner", "random"], "axis victory"), (["random", "planner"], "allies victory")]
)
def test_it_beats_the_random_bot(bots: list[str], side: str) -> None:
    """One war each; docs/bots.md reports more."""
    assert run_matches("pacific", bots, games=1, seed=3).results == {side: 1}


@pytest.mark.parametrize(("guns", "then"), [("", "press"), (", 2 aaa", "kiangsi")])
def test_guns_that_have_fired_still_take_hits_for_others(guns: str, then: str) -> None:
    units = {"kiangsi": {"japan": "3 tank"}, "hunan": {"united_kingdom": f"3 infantry{guns}"}}
    at = table("japan", units=units, war=ALL_ALLIES).answer("kiangsi", "hunan", {"tank": 3}).done()
    at.dice(6, 6, 6).dice(6, 6, 6)
    assert at.waits_for == "ax.retreat"
    assert chosen(Planner(), at.game, Random(1)) == ("japan", then)
