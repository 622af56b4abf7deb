"""Bombing raids of the planner: flown where they cost the enemy more than the raiders, and not where they do not."""

from random import Random
from typing import Any

import pytest

from sandtable.bots.pacific.planner import Planner
from sandtable.bots.pacific.raids import Raiders, best_rise, damage, gain_of, hits_of, shared_out
from sandtable.core.views import Question
from sandtable.games.axis1940.pacific import GAME
from tests.games.axis1940.war import ALL_ALLIES, Table, table

WORKS = {"japan": {"major_ic": 0}}


def from_korea(raiders: str, defenders: str = "9 infantry", **more: Any) -> Table:
    """The United States in Korea with aircraft, and nobody who could land in Japan."""
    units = {"korea": {"united_states": f"12 infantry, {raiders}"}, "japan": {"japan": defenders}}
    held = {"korea": "united_states", "manchuria": "china"}
    more = {"facilities": WORKS, **more}
    return table("united_states", units=units, war=ALL_ALLIES, control=held, **more)


def moved(at: Table) -> Table:
    """Let the planner make all its combat moves."""
    bot = Planner()
    for _ in range(60):
        if at.waits_for != "ax.combat_move":
            break
        at.answer(asked(at, bot))
    return at


def asked(at: Table, bot: Planner | None = None) -> Any:
    return (bot or Planner()).choose(GAME.view(at.game, (at.asked,)), Question(at.asked, at.menu), Random(0))


def over_japan(at: Table, role: str = "raid") -> dict[str, int]:
    return {stack.kind: stack.n for stack in at.game.units["japan"] if stack.role == role}


# What a raid is worth


def test_expected_damage_by_hand() -> None:
    """A bomber gets through five times of six, then does 5.5 on average; a facility takes no more than its room."""
    assert damage(20, 1, 0) == pytest.approx(5 / 6 * 5.5)
    assert damage(20, 0, 1) == pytest.approx(5 / 6 * 3.5)
    assert damage(3, 1, 0) == pytest.approx(5 / 6 * 3)
    assert damage(0, 2, 2) == 0.0
    assert damage(40, 3, 0) == pytest.approx(3 * 5 / 6 * 5.5)


def test_one_bomber_alone_by_hand() -> None:
    """4.58 IPCs of damage for a sixth of a bomber of 12 IPCs."""
    assert gain_of((("major_ic", 20),), Raiders(1), 0) == pytest.approx(5 / 6 * 5.5 - 2)
    risen = 5 / 6 * (5 / 6 * 5.5 - 2) - 12 / 6 + 10 / 6  # a fighter and the bomber each hit once in six
    assert gain_of((("major_ic", 20),), Raiders(1), 1) == pytest.approx(risen)


def test_hits_beyond_those_who_can_be_hit_do_not_count() -> None:
    assert hits_of(2, 1) == pytest.approx((25 / 36, 11 / 36))
    assert sum(hits_of(9, 4)) == pytest.approx(1.0)


def test_bombers_are_shared_out_by_what_still_counts() -> None:
    rooms = (("air_base", 6), ("major_ic", 4), ("naval_base", 0))
    assert shared_out(rooms, 2, 1) == (("air_base", 1, 1), ("major_ic", 1, 0), ("naval_base", 0, 0))
    assert shared_out((("air_base", 0),), 0, 2) == (("air_base", 0, 2),)  # somewhere they must go


# In its own turn


def test_it_bombs_a_complex_that_nobody_protects() -> None:
    at = moved(from_korea("3 strategic_bomber"))
    assert over_japan(at) == {"strategic_bomber": 3}


def test_it_says_so() -> None:
    at = from_korea("3 strategic_bomber")
    said = Planner().explain(GAME.view(at.game, ("united_states",)), Question("united_states", at.menu))
    assert said == "The United States means to bomb Japan."


@pytest.mark.parametrize(
    ("raiders", "defenders", "more"),
    [
        ("3 strategic_bomber", "9 infantry", {"facilities": {"japan": {"major_ic": 20}}}),  # nothing left to damage
        ("3 strategic_bomber", "9 infantry, 9 fighter", {}),  # three times as many fighters could rise
        ("3 tactical_bomber", "9 infantry", {}),  # they cannot bomb complexes
        ("3 fighter", "9 infantry", {}),  # nobody to escort
    ],
)
def test_it_stays_at_home_where_a_raid_is_not_worth_it(raiders: str, defenders: str, more: dict[str, Any]) -> None:
    at = moved(from_korea(raiders, defenders, **more))
    assert over_japan(at) == over_japan(at, "escort") == {}


def test_tactical_bombers_raid_bases() -> None:
    at = moved(from_korea("2 tactical_bomber", facilities={"japan": {"air_base": 0, "major_ic": 0, "naval_base": 0}}))
    assert over_japan(at) == {"tactical_bomber": 2}


def test_fighters_escort_where_others_could_rise() -> None:
    at = moved(from_korea("4 strategic_bomber, 4 fighter", "9 infantry, 4 fighter"))
    assert over_japan(at).get("strategic_bomber") == 4
    assert over_japan(at, "escort").get("fighter", 0) > 0


def test_a_better_attack_comes_first() -> None:
    """The bombers help to take Japan rather than to bomb it."""
    units = {
        "korea": {"united_states": "12 infantry, 2 strategic_bomber"},
        "sz6": {"united_states": "4 transport infantry artillery, 2 battleship"},
        "japan": {"japan": "7 infantry"},
    }
    held = {"korea": "united_states", "manchuria": "china"}
    at = moved(table("united_states", units=units, war=ALL_ALLIES, control=held, facilities=WORKS))
    assert over_japan(at) == {}
    assert at.count("japan", "united_states", "strategic_bomber") == 2


def test_nobody_raids_a_power_that_lost_its_capital() -> None:
    """It could not pay for repairs, so the damage would cost it nothing."""
    held = {"japan": "united_states", "korea": "japan"}
    units = {"japan": {"united_states": "9 infantry, 3 strategic_bomber"}, "korea": {"japan": "9 infantry"}}
    works = {"korea": {"minor_ic": 0}}
    at = moved(table("united_states", units=units, war=ALL_ALLIES, control=held, facilities=works))
    assert not [stack for stack in at.game.units["korea"] if stack.role == "raid"]


# Questions on the way


def raid(raiders: str, defenders: str, **facilities: int) -> Table:
    at = from_korea(raiders, defenders, facilities={"japan": facilities or {"major_ic": 0}})
    word, number = raiders.split(" ")[1], int(raiders.split(" ")[0])
    return at.answer("korea", "japan", {word: number}, "raid").done()


def test_it_rises_against_few_and_not_against_many() -> None:
    few = raid("1 strategic_bomber", "9 infantry, 6 fighter")
    assert (few.waits_for, few.asked) == ("ax.intercept", "japan")
    assert asked(few) > 0
    assert asked(raid("9 strategic_bomber", "9 infantry, 1 fighter")) == 0
    assert best_rise((("major_ic", 20),), Raiders(9), 1) == 0


def test_it_divides_its_bombers_among_the_facilities() -> None:
    at = raid("3 strategic_bomber", "9 infantry", air_base=6, major_ic=17, naval_base=0)
    assert at.waits_for == "ax.raid_targets"
    assert dict(asked(at)) == {"major_ic.strategic_bomber-4": 1, "naval_base.strategic_bomber-4": 2}


def test_it_gives_up_escorts_before_bombers() -> None:
    at = from_korea("2 strategic_bomber, 2 fighter", "9 infantry, 2 fighter")
    at.answer("korea", "japan", {"strategic_bomber": 2, "fighter": 2}, "raid").done().answer(2)
    at.dice(6, 6, 6, 6, 1, 6)
    assert (at.waits_for, at.asked) == ("ax.air_losses", "united_states")
    assert [word.partition("-")[0] for word in dict(asked(at))] == ["fighter"]
