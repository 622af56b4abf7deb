"""Strategic and tactical bombing raids (ledger section SBR)."""

import pytest

from sandtable.games.axis1940.data import FACILITIES
from sandtable.games.axis1940.pacific import GAME
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
KOREA = {"control": {"korea": "united_states"}, "war": ALL_ALLIES}
ALL = {"japan": {"major_ic": 0, "air_base": 0, "naval_base": 0}}


def raid(raiders, defenders="infantry", facilities=None):
    """The US in Korea bombs Japan."""
    units = {"korea": {"united_states": raiders}, "japan": {"japan": defenders}}
    return table("united_states", units=units, facilities=facilities or ALL, **KOREA)


@rule("AA-SBR-01", "AA-SBR-06", "AA-SBR-13", "AA-SBR-14", "AA-SBR-15", "AA-SBR-16")
def test_bombers_are_divided_among_the_facilities():
    at = raid("3 strategic_bomber", "infantry, aaa, fighter")
    at.answer("korea", "japan", {"strategic_bomber": 3}, "raid").done()
    assert (at.waits_for, at.asked) == ("ax.intercept", "japan")
    at.answer(0)
    word = "strategic_bomber-4"
    assert at.refuses({f"major_ic.{word}": 2}) == "AA-SBR-13"
    at.answer({f"major_ic.{word}": 2, f"naval_base.{word}": 1})
    at.dice(1, 2)  # the complex fires at the two that attack it and hits on 1; the AAA unit is silent
    at.dice(3)  # the one that is left: 3 + 2
    assert at.game.damage("japan", "major_ic") == 5
    at.dice(6).dice(1)
    assert at.game.damage("japan", "naval_base") == 3


@rule("AA-SBR-02", "AA-SBR-03", "AA-SBR-16")
def test_tactical_bombers_raid_bases_only_and_with_strategic_ones():
    only_complex = raid("tactical_bomber", facilities={"japan": {"major_ic": 0}})
    assert only_complex.refusal("korea", "japan", {"tactical_bomber": 1}, "raid")
    at = raid("tactical_bomber, strategic_bomber", facilities={"japan": {"air_base": 0}})
    at.answer("korea", "japan", {"tactical_bomber": 1, "strategic_bomber": 1}, "raid").done()
    at.dice(6, 6).dice(1, 1)
    assert at.game.damage("japan", "air_base") == 4  # 1 + 1 + 2
    both = raid("tactical_bomber", facilities={"japan": {"major_ic": 0, "air_base": 0}})
    both.answer("korea", "japan", {"tactical_bomber": 1}, "raid").done()
    assert both.waits_for == "ax.facility_fire"  # the base is all that it can bomb
    both.dice(6).dice(6)
    assert (both.game.damage("japan", "major_ic"), both.game.damage("japan", "air_base")) == (0, 6)


@rule("AA-SBR-04", "AA-SBR-12", "AA-SBR-21")
def test_escorts_need_bombers_and_do_nothing_else():
    at = raid("2 fighter, strategic_bomber", "infantry", facilities={"japan": {"air_base": 0}})
    assert at.refusal("korea", "japan", {"fighter": 1}, "raid").sentence == "The answer is complete before raid"
    at.answer("korea", "japan", {"fighter": 1, "strategic_bomber": 1}, "raid")
    at.answer("korea", "japan", {"fighter": 1}, "raid")  # another escort joins
    assert at.refuses("japan", "sz6", {"fighter": 1}) == "AA-CMOVE-09"
    at.done()
    assert at.want.dice == 1  # the base fires at the bomber only
    at.dice(6).dice(1)
    assert at.waits_for == "ax.noncombat_move"  # no battle with the infantry
    assert at.count("japan", "united_states", "fighter") == 2


@rule("AA-SBR-05", "AA-SBR-06", "AA-SBR-07", "AA-SBR-10", "AA-ARMS-12")
def test_fighters_of_the_territory_intercept():
    at = raid("tactical_bomber, fighter", "5 fighter, tactical_bomber, infantry", {"japan": {"air_base": 3}})
    at.answer("korea", "japan", {"tactical_bomber": 1, "fighter": 1}, "raid").done()
    assert (at.menu.low, at.menu.high) == (0, 5)  # no tactical bombers, and no working base is needed
    at.answer(2)
    assert at.want.dice == 4  # everyone at 1, no bonus for the pair
    at.dice(2, 1, 6, 6)
    assert at.count("japan", "japan", "fighter") == 4
    at.dice(6).dice(3)
    assert at.waits_for == "ax.noncombat_move"
    assert at.count("japan", "japan", "fighter") == 4  # the survivor stayed in its territory


@rule("AA-SBR-05", "AA-SBR-13")
def test_with_two_raids_every_question_says_which_one_it_is_about():
    units = {
        "korea": {"united_states": "2 strategic_bomber"},
        "japan": {"japan": "fighter"},
        "manchuria": {"japan": "fighter"},
    }
    both = {place: {"air_base": 0, "minor_ic": 0} for place in ("japan", "manchuria")}
    at = table("united_states", units=units, facilities=both, **KOREA)
    for place in both:
        at.answer("korea", place, {"strategic_bomber": 1}, "raid")
    at.done()

    def about():
        return at.waits_for, GAME.view(at.game, ()).waiting.about.get("territory")

    assert about() == ("ax.intercept", "japan")
    at.answer(0)
    assert about() == ("ax.intercept", "manchuria")
    at.answer(0).answer("manchuria")  # which raid comes first is the attacker's choice
    assert about() == ("ax.raid_targets", "manchuria")
    at.answer({"minor_ic.strategic_bomber-5": 1}).dice(6).dice(1)
    assert about() == ("ax.raid_targets", "japan")


@rule("AA-SBR-06", "AA-SBR-08", "AA-SBR-09", "AA-SBR-11")
def test_one_air_battle_and_each_side_chooses_its_own_losses():
    units = {
        "korea": {"united_states": "strategic_bomber, 2 fighter"},
        "sz6": {"united_states": "transport infantry"},
        "japan": {"japan": "fighter, infantry"},
    }
    at = table("united_states", units=units, facilities={"japan": {"major_ic": 0, "air_base": 3}}, **KOREA)
    at.answer("korea", "japan", {"fighter": 1, "strategic_bomber": 1}, "raid")
    at.answer("korea", "japan", {"fighter": 1}, "attack")
    at.answer("sz6", "stay", {"transport+infantry": 1}, "japan", {"infantry": 1}).done()
    at.answer(1, by="japan")
    assert at.want.dice == 3  # bomber, escort, interceptor; not the fighter of the land battle
    at.dice(6, 6, 1)
    assert at.asked == "united_states"
    at.answer({"fighter-2": 1})  # the escort goes, the bomber gets through
    at.answer({"major_ic.strategic_bomber-4": 1})
    at.dice(6).dice(6)
    assert at.game.damage("japan", "major_ic") == 8


@rule("AA-SBR-11", "AA-MULTI-04")
@pytest.mark.parametrize("agreed", [True, False])
def test_interceptors_of_several_nations_agree_on_their_losses(agreed):
    units = {
        "new_guinea": {"japan": "2 strategic_bomber"},
        "queensland": {"united_states": "fighter", "anzac": "2 fighter"},
    }
    at = table("japan", units=units, war=ALL_ALLIES, control={"new_guinea": "japan"})
    at.answer("new_guinea", "queensland", {"strategic_bomber": 2}, "raid").done()
    at.answer(1, by="united_states").answer(2, by="anzac")
    at.dice(1, 6, 6, 6, 1)
    at.answer({"united_states.fighter": 1}, by="anzac")  # whose territory it is
    assert (at.waits_for, at.asked) == ("ax.agree", "united_states")
    assert at.menu.default == "no", "who lets the time run out has not agreed (R42)"
    at.answer("yes" if agreed else "no")
    if not agreed:
        at.answer({"anzac.fighter": 1}, by="japan")  # the attacker chooses
    assert at.count("queensland", "united_states") == (0 if agreed else 1)
    assert at.count("queensland", "anzac") == (2 if agreed else 1)
    assert at.count("queensland", "japan") == 1  # the hit of the interceptors counts as well


@rule("AA-SBR-17", "AA-SBR-18", "AA-FAC-01", "AA-CAPT-20")
def test_damage_is_capped_and_a_raid_on_a_ruin_is_legal():
    assert {kind: facts.cap for kind, facts in FACILITIES.items()} == {
        "major_ic": 20,
        "minor_ic": 6,
        "air_base": 6,
        "naval_base": 6,
    }
    at = raid("strategic_bomber", facilities={"japan": {"minor_ic": 4}})
    at.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done().dice(6).dice(5)
    assert at.game.damage("japan", "minor_ic") == 6
    ruin = raid("strategic_bomber", facilities={"japan": {"minor_ic": 6}})
    ruin.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done().dice(6).dice(5)
    assert ruin.game.damage("japan", "minor_ic") == 6
    assert not ruin.passed("ax.battle")


@rule("AA-SBR-19")
def test_raiders_fight_nowhere_else_and_go_home():
    at = raid("strategic_bomber", facilities={"japan": {"minor_ic": 0}})
    at.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done().dice(6).dice(1)
    assert at.waits_for == "ax.noncombat_move"
    at.answer("japan", "korea", {"strategic_bomber-4": 1})
    at.done()
    assert at.count("korea", "united_states") == 1


@rule("AA-SBR-20", "AA-COMB-23", "AA-COMB-20")
def test_raiders_do_not_count_for_aaa():
    units = {
        "korea": {"united_states": "2 strategic_bomber, fighter"},
        "japan": {"japan": "infantry, aaa"},
    }
    at = table("united_states", units=units, facilities={"japan": {"minor_ic": 0}}, **KOREA)
    at.answer("korea", "japan", {"strategic_bomber": 2}, "raid").answer("korea", "japan", {"fighter": 1}, "attack")
    at.done().dice(6, 6).dice(1, 1)
    assert (at.waits_for, at.want.dice) == ("ax.aaa", 1)
    only_raid = table("united_states", units=units, facilities={"japan": {"minor_ic": 0}}, **KOREA)
    only_raid.answer("korea", "japan", {"strategic_bomber": 2}, "raid").done().dice(6, 6).dice(1, 1)
    assert only_raid.waits_for == "ax.noncombat_move"
