"""General combat, combined arms, units, multinational forces (ledger sections COMB, ARMS, UNIT, MULTI)."""

import pytest

from sandtable.games.axis1940.data import UNITS
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.rules.casualties import Hits, losses_menu
from sandtable.games.axis1940.rules.income import production
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


def fight(attack, defence, **more):
    """Japan in Kiangsi attacks Chinese-held Hunan."""
    units = {"kiangsi": {"japan": attack}, "hunan": {"china": defence}}
    at = table("japan", units=units, **more)
    bag = {}
    for item in attack.split(", "):
        *number, kind = item.split()
        bag[kind] = int(number[0]) if number else 1
    return at.answer("kiangsi", "hunan", bag).done()


@rule("AA-COMB-01")
def test_raids_then_assaults_then_other_battles():
    units = {
        "korea": {"united_states": "strategic_bomber"},
        "japan": {"japan": "infantry"},
        "sz17": {"united_states": "transport infantry"},
        "iwo_jima": {"japan": "infantry"},
        "jehol": {"united_states": "infantry"},
        "manchuria": {"japan": "infantry"},
    }
    held = {"korea": "united_states", "jehol": "china"}
    at = table("united_states", units=units, control=held, facilities={"japan": {"minor_ic": 0}}, **WAR)
    at.answer("jehol", "manchuria", {"infantry": 1})
    at.answer("sz17", "stay", {"transport+infantry": 1}, "iwo_jima", {"infantry": 1})
    at.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done()
    at.dice(6).dice(1).dice(1).dice(6).dice(1).dice(6)
    places = [event.space for event in at.events if type(event).__name__ == "BattleBegan"]
    assert at.passed("ax.bombed", "ax.battle", "ax.battle")
    assert places == ["iwo_jima", "manchuria"]


@rule("AA-COMB-04", "AA-NEUT-07")
def test_empty_land_and_lone_aaa_are_simply_taken():
    at = fight("infantry", "2 aaa")
    assert at.waits_for == "ax.noncombat_move"
    assert at.game.control["hunan"] == "japan"
    assert at.count("hunan", "china") == 0
    air = fight("fighter", "aaa")
    assert air.waits_for == "ax.noncombat_move"  # R50: the guns do not fire
    assert air.game.control["hunan"] == "china"
    assert air.count("hunan", "china") == 0


@rule("AA-COMB-05", "AA-COMB-06")
def test_a_round_of_land_combat():
    at = fight("2 tank", "3 infantry")
    at.dice(3, 4)  # 3 hits, 4 misses
    assert at.count("hunan", "china") == 3
    at.dice(2, 3, 6)  # all three still fire; 2 hits, 3 misses
    assert at.count("hunan", "china") == 2
    assert at.count("hunan", "japan") == 1
    assert at.waits_for == "ax.retreat"
    assert at.passed("ax.battle", "ax.fired", "ax.fired", "ax.lost", "ax.lost")


@rule("AA-COMB-08", "AA-COMB-22", "AA-COMB-23")
def test_aaa_does_not_fire_back_but_can_be_lost():
    at = fight("2 infantry", "infantry, aaa")
    at.dice(1, 6)
    at.answer({"aaa": 1}, by="china")
    assert at.want.dice == 1  # the infantry only
    at.dice(6)
    assert at.count("hunan", "china", "aaa") == 0


@rule("AA-COMB-09", "AA-COMB-17")
def test_the_last_units_kill_each_other():
    at = fight("infantry", "infantry")
    at.dice(1).dice(2)
    assert at.game.units["hunan"] == ()
    assert at.game.control["hunan"] == "china"


@rule("AA-COMB-10")
def test_losses_of_the_attacker_are_gone_at_once():
    at = fight("2 infantry", "2 infantry")
    at.dice(6, 6).dice(1, 6).answer("press")
    assert at.want.dice == 1


@rule("AA-COMB-11")
def test_one_choice_for_all_hits_of_a_step():
    units = {"sz36": {"japan": "cruiser, carrier fighter"}, "sz37": {"united_kingdom": "2 destroyer, cruiser"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1, "carrier": 1, "fighter": 1}).done()
    at.dice(1, 1)
    assert at.asked == "united_kingdom"
    at.answer({"destroyer": 1, "cruiser": 1})  # the hit of the fighter and that of the cruiser together


@rule("AA-COMB-12", "AA-COMB-13", "AA-SUBS-11", "AA-CAPSHIP-03")
def test_as_many_hits_as_possible_are_assigned():
    """The first example of the rulebook: a cruiser and two submarines against a carrier with a fighter."""
    units = {"sz36": {"japan": "cruiser, 2 submarine"}, "sz37": {"united_kingdom": "carrier fighter"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1, "submarine": 2}).done()
    at.answer(0).dice(1, 1)  # both strikes on the carrier, which sinks: they cannot hit the fighter
    assert at.count("sz37", "united_kingdom", "carrier") == 0
    assert at.count("sz37", "united_kingdom", "fighter") == 1
    at.dice(1)  # the cruiser's hit goes to the fighter
    at.dice(6)
    assert at.count("sz37", "united_kingdom") == 0


@rule("AA-COMB-12")
def test_golden_assignments_of_the_rulebook():
    carrier, fighter = Stack("x", "carrier"), Stack("x", "fighter")
    assert losses_menu([carrier, fighter], (), Hits(sub=2, other=1), False) == (
        ("fighter", 1),
        ("carrier", 1),
        ("carrier!", 1),
    )
    destroyer = Stack("x", "destroyer")
    assert losses_menu([destroyer, fighter], (), Hits(sub=1, other=1), False) == (("fighter", 1), ("destroyer", 1))
    menu = losses_menu([destroyer, fighter, Stack("x", "cruiser")], (), Hits(sub=1, other=1), False)
    assert menu.why_not((("fighter", 1),)).rule == "AA-COMB-12"
    assert menu.why_not((("cruiser", 1), ("destroyer", 1))) is None


@rule("AA-COMB-13")
def test_a_hit_without_target_is_lost():
    assert losses_menu([Stack("x", "fighter", 2)], (), Hits(sub=2), False) == ()
    assert losses_menu([Stack("x", "submarine", 2)], (), Hits(air=2), False) == ()


@rule("AA-COMB-14", "AA-ARMS-09")
def test_support_ends_after_the_round_in_which_the_artillery_is_lost():
    at = fight("infantry, artillery", "2 infantry")
    at.dice(6, 6).dice(1, 6).answer({"artillery": 1})
    at.answer("press")
    at.dice(2)  # the infantry is back at 1: no hit
    assert at.count("hunan", "china") == 2


@rule("AA-COMB-15")
def test_rounds_go_on_until_one_side_is_gone():
    at = fight("2 infantry", "infantry")
    for _ in range(3):
        at.dice(6, 6).dice(6).answer("press")
    at.dice(1, 6).dice(6)
    assert at.waits_for == "ax.noncombat_move"


@rule("AA-COMB-15")
def test_attackers_who_can_neither_fire_nor_retreat_end_the_battle():
    units = {"sz37": {"japan": "carrier, destroyer", "united_kingdom": "2 cruiser"}}
    at = table("japan", units=units, **WAR).done()
    at.dice(6).dice(1, 6).answer({"destroyer": 1})
    assert at.waits_for == "ax.noncombat_move"  # the carrier has no attack, and began in the zone
    assert at.count("sz37", "japan", "carrier") == 1


@rule("AA-COMB-16", "AA-CAPT-01")
def test_aircraft_clear_a_territory_but_take_nothing():
    at = fight("fighter", "infantry")
    at.dice(1).dice(6)
    assert at.count("hunan", "china") == 0
    assert at.game.control["hunan"] == "china"


@rule("AA-COMB-18")
def test_only_transports_left_on_both_sides():
    units = {"sz36": {"japan": "transport, destroyer"}, "sz37": {"united_kingdom": "transport, destroyer"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"transport": 1, "destroyer": 1}).done()
    at.dice(1).dice(1)
    assert at.waits_for == "ax.stay_or_leave"
    assert at.menu.options == ("stay", "sz36")
    at.answer("sz36")
    assert at.count("sz36", "japan", "transport") == 1


@rule("AA-COMB-19", "AA-COMB-20", "AA-COMB-21", "AA-COMB-24")
def test_aaa_fires_once_before_the_first_round():
    at = fight("fighter, strategic_bomber, infantry", "2 aaa, infantry")
    assert (at.waits_for, at.want.dice) == ("ax.aaa", 2)  # six shots, but only two aircraft
    at.dice(1, 6)
    assert at.refusal({"infantry": 1}).rule == "AA-COMB-21"  # never a unit on the ground
    at.answer({"strategic_bomber-5": 1}, by="japan")  # the attacker chooses; gone before it can fire
    assert (at.waits_for, at.want.dice) == ("ax.fire", 2)  # no retreat between the guns and the round
    at.dice(6, 6).dice(6).answer("press")
    assert at.waits_for == "ax.fire"  # no second volley


@rule("AA-COMB-20")
def test_the_number_of_aaa_dice():
    assert fight("5 fighter", "2 aaa, infantry").want.dice == 5
    assert fight("5 fighter", "aaa, infantry").want.dice == 3


# Combined arms


@rule("AA-ARMS-07", "AA-ARMS-10")
def test_partners_change_from_phase_to_phase_and_come_from_anywhere():
    units = {
        "kiangsi": {"japan": "tank, mechanized_infantry"},
        "kwangsi": {"japan": "artillery"},
        "yunnan": {"china": "infantry"},
    }
    at = table("japan", units=units)
    at.answer("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 1, "tank": 1})
    at.answer("kwangsi", "yunnan", {"artillery": 1}).done()
    at.dice(2, 2, 6)  # mech and artillery both at 2 after the blitz
    assert at.events[-1].hits == 2


@rule("AA-ARMS-11", "AA-SUBS-12")
def test_one_destroyer_lets_all_aircraft_hit_submarines():
    units = {
        "sz36": {"japan": "destroyer, carrier fighter fighter, carrier fighter"},
        "sz37": {"united_kingdom": "3 submarine"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"destroyer": 1, "fighter": 3}).done()
    at.dice(1, 1, 1, 6)
    at.dice(6, 6, 6)
    assert at.count("sz37", "united_kingdom") == 0


# Units and multinational forces


@rule("AA-UNIT-02")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "mechanized_infantry", "tank"])
def test_four_kinds_of_units_take_territory(kind):
    assert fight(kind, "aaa").game.control["hunan"] == "japan"
    assert fight("fighter", "aaa").game.control["hunan"] == "china"


@rule("AA-UNIT-02", "AA-NEUT-17", "AA-DUTCH-03")
def test_aaa_never_takes_anything():
    units = {"sz42": {"united_kingdom": "transport aaa"}}
    at = table("united_kingdom", "noncombat", units=units)
    at.answer("sz42", "stay", {"transport+aaa": 1}, "java", {"aaa": 1})
    assert at.game.control["java"] == "dutch"
    units = {"sz42": {"united_kingdom": "transport infantry"}}
    at = table("united_kingdom", "noncombat", units=units)
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1})
    assert at.game.control["java"] == "united_kingdom"


@rule("AA-UNIT-03", "AA-UNIT-04")
def test_aircraft_ashore_do_not_defend_the_sea():
    units = {
        "sz20": {"japan": "transport"},
        "formosa": {"japan": "fighter, strategic_bomber"},
        "sz35": {"united_states": "destroyer"},
    }
    at = table("united_states", units=units, facilities={"formosa": {}}, **WAR)
    at.answer("sz35", "sz20", {"destroyer": 1}).done()
    assert at.waits_for == "ax.kamikaze"  # no scramble was offered before
    at.on_to("ax.noncombat_move")
    assert at.count("sz20", "japan") == 0  # without an air base nobody came to help


@rule("AA-UNIT-05")
def test_one_hit_destroys_everything_but_capital_ships():
    assert [kind for kind, unit in UNITS.items() if unit.hits > 1] == ["battleship", "carrier"]
    at = fight("infantry", "2 infantry")
    at.dice(1).dice(6, 6)
    assert at.count("hunan", "china") == 1


@rule("AA-MULTI-01", "AA-MULTI-04")
def test_allies_defend_together_and_agree_on_losses():
    units = {
        "siam": {"japan": "4 tank"},
        "shan_state": {"japan": "4 tank"},
        "malaya": {"united_kingdom": "3 infantry", "anzac": "infantry"},
    }
    base = dict(units=units, control={"shan_state": "japan"}, **WAR)
    at = table("japan", **base)
    at.answer("shan_state", "malaya", {"tank": 4}).done()
    at.dice(1, 6, 6, 6)
    assert at.asked == "united_kingdom"
    at.answer({"anzac.infantry": 1})
    assert (at.waits_for, at.asked) == ("ax.agree", "anzac")
    at.answer("no")
    assert at.asked == "japan"  # no agreement: the attacker chooses
    at.answer({"united_kingdom.infantry": 1})
    assert at.want.dice == 4  # all four defend together
    at.dice(6, 6, 6, 6)
    assert at.count("malaya", "united_kingdom") == 2
    assert at.count("malaya", "anzac") == 1


@rule("AA-MULTI-02", "AA-MULTI-03")
def test_allies_never_attack_together():
    units = {
        "sz37": {"united_kingdom": "cruiser", "anzac": "battleship", "japan": "destroyer"},
        "burma": {"anzac": "infantry", "united_kingdom": "infantry"},
        "shan_state": {"japan": "infantry"},
    }
    at = table("united_kingdom", units=units, control={"shan_state": "japan"}, **WAR)
    at.answer("burma", "shan_state", {"infantry": 1})
    assert at.refusal("burma", "shan_state", {"infantry": 1})  # the other one is ANZAC's
    at.done().answer("sz37")
    assert at.want.dice == 1  # the British cruiser alone
    at.dice(6).dice(1)
    assert at.count("sz37", "anzac", "battleship") == 1
    assert at.count("sz37", "united_kingdom") == 0


@rule("AA-MULTI-05", "AA-MULTI-09")
def test_a_garrison_of_an_ally_changes_nothing():
    at = table("united_states", "noncombat", units={"sz54": {"united_states": "transport infantry"}}, **WAR)
    at.answer("sz54", "stay", {"transport+infantry": 1}, "queensland", {"infantry": 1})
    assert at.game.control["queensland"] == "anzac"
    assert production(at.game, "united_states") == 17


@rule("AA-MULTI-06")
def test_money_cannot_be_given():
    at = table("united_states", "purchase", keep=True)
    assert at.refusal({"anzac": 5})
    assert not any("give" in word for word in at.menu.limits)


@rule("AA-MULTI-07")
def test_friends_use_each_others_bases():
    at = table("united_kingdom", **WAR)
    assert reach_of(at.game, "united_kingdom", "queensland", "fighter") == 5


@rule("AA-MULTI-08")
def test_nobody_uses_an_allys_complex():
    at = table("united_kingdom", "mobilize", bought={"infantry": 1})
    assert at.refuses("new_south_wales", {"infantry": 1}) == "AA-MULTI-08"
