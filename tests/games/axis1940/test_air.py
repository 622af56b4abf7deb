"""Air movement and the proof of landing (ledger section AIRMOVE)."""

import pytest

from sandtable.games.axis1940.forces import FOUGHT, Stack
from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.rules.noncombat_moves import settle_aircraft
from sandtable.games.axis1940.spaces import closed_to_aircraft, flights
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
FOE = {"united_kingdom": "destroyer"}


def steps(at, power, start, goal):
    return flights("pacific", closed_to_aircraft(at.game, power), start)[goal]


@rule("AA-AIRMOVE-01")
def test_both_movement_phases_share_one_range():
    units = {"kiangsi": {"japan": "fighter, infantry"}, "yunnan": {"china": "infantry"}}
    at = table("japan", units=units)
    at.answer("kiangsi", "yunnan", {"fighter": 1}).done()
    at.dice(1).dice(6)
    assert at.waits_for == "ax.noncombat_move"
    assert at.game.units["yunnan"][0].left == 2
    assert at.refuses("yunnan", "kiangsu", {"fighter-2": 1}) == "AA-AIRMOVE-01"
    assert at.allows("yunnan", "kiangsi", {"fighter-2": 1})


@rule("AA-AIRMOVE-02", "AA-AIRMOVE-03")
def test_every_border_costs_one():
    at = table("anzac", war=ALL_ALLIES)
    assert steps(at, "anzac", "queensland", "new_guinea") == 3
    assert steps(at, "united_states", "sz25", "midway") == 1


@rule("AA-AIRMOVE-04", "AA-AIRMOVE-05", "AA-AIRMOVE-06", "AA-UNIT-FTR-MOVE", "AA-UNIT-TAC-MOVE", "AA-UNIT-STRAT-MOVE")
def test_an_air_base_adds_one_move_at_take_off_only():
    at = table("united_states", war=ALL_ALLIES)
    ranges = [
        reach_of(at.game, "united_states", "guam", kind) for kind in ("fighter", "tactical_bomber", "strategic_bomber")
    ]
    assert ranges == [5, 5, 7]
    assert reach_of(at.game, "united_states", "sz26", "fighter") == 4  # a carrier beside Hawaii
    assert reach_of(at.game, "united_states", "alaska", "fighter") == 4
    assert reach_of(at.game, "united_states", "alaska", "strategic_bomber") == 6
    broken = table("united_states", facilities={"guam": {"air_base": 3}}, war=ALL_ALLIES)
    assert reach_of(broken.game, "united_states", "guam", "fighter") == 4


@rule("AA-AIRMOVE-07", "AA-AIRMOVE-08")
def test_aircraft_cross_hostile_land_and_aaa_there_is_silent():
    units = {
        "kwangsi": {"japan": "fighter, infantry"},
        "hunan": {"china": "infantry, aaa"},
        "kweichow": {"china": "infantry"},
    }
    at = table("japan", units=units)
    at.answer("kwangsi", "kweichow", {"fighter": 1}).done()
    assert at.waits_for == "ax.fire"  # no AAA dice for the guns in Hunan


@rule("AA-AIRMOVE-09")
def test_all_attacking_aircraft_together_need_a_place():
    units = {"palau_island": {"japan": "3 fighter"}, "sz44": FOE, "sz45": {"japan": "carrier"}}
    at = table("japan", units=units, war=ALL_ALLIES)
    assert steps(at, "japan", "palau_island", "sz44") == 3  # one move left, and home is three away
    assert at.allows("palau_island", "sz44", {"fighter": 2})
    assert at.refuses("palau_island", "sz44", {"fighter": 3}) == "AA-AIRMOVE-09"
    at.answer("palau_island", "sz44", {"fighter": 2})
    assert at.refuses("palau_island", "sz44", {"fighter": 1}) == "AA-AIRMOVE-09"
    at.done().on_to("ax.noncombat_move", face=1)
    assert at.refuses("sz45", ["sz34", "sz33"], {"carrier": 1}) == "AA-AIRMOVE-15"  # nor may the carrier leave them now


@rule("AA-AIRMOVE-10")
def test_the_proof_takes_own_attacks_as_won():
    units = {
        "sz33": {"japan": "carrier, destroyer"},
        "caroline_islands": {"japan": "fighter"},
        **{zone: {"united_states": "destroyer"} for zone in ("sz34", "sz45", "sz46")},
    }
    held = {"palau_island": "united_states"}
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"caroline_islands": {}}, control=held)
    assert steps(at, "japan", "caroline_islands", "sz45") == 3
    assert at.refuses("caroline_islands", "sz45", {"fighter": 1}) == "AA-AIRMOVE-09"
    at.answer("sz33", "sz34", {"destroyer": 1})  # if this attack succeeds, the carrier can come to SZ 34
    assert at.allows("caroline_islands", "sz45", {"fighter": 1})


@rule("AA-AIRMOVE-09", "AA-AIRMOVE-10")
def test_ships_whose_attack_the_proof_counts_on_may_not_leave():
    units = {
        "sz33": {"japan": "carrier"},
        "sz34": {"japan": "destroyer", "united_states": "destroyer"},
        "caroline_islands": {"japan": "fighter"},
        **{zone: {"united_states": "destroyer"} for zone in ("sz45", "sz46")},
    }
    held = {"palau_island": "united_states"}
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"caroline_islands": {}}, control=held)
    assert at.allows("sz34", "sz35", {"destroyer": 1})  # it may leave its hostile zone
    at.answer("caroline_islands", "sz45", {"fighter": 1})  # the carrier will come to SZ 34, once that is cleared
    assert at.refuses("sz34", "sz35", {"destroyer": 1}) == "AA-AIRMOVE-09"
    two = table(
        "japan",
        units={**units, "sz34": {"japan": "2 destroyer", "united_states": "destroyer"}},
        war=ALL_ALLIES,
        facilities={"caroline_islands": {}},
        control=held,
    )
    two.answer("caroline_islands", "sz45", {"fighter": 1})
    assert two.allows("sz34", "sz35", {"destroyer": 1})
    assert two.refuses("sz34", "sz35", {"destroyer": 2}) == "AA-AIRMOVE-09"


@rule("AA-AIRMOVE-11")
def test_a_retreating_carrier_is_no_landing_place():
    units = {"sz16": {"japan": "carrier fighter, cruiser"}, "sz17": {"united_states": "destroyer"}, "sz14": FOE}
    at = table("japan", units=units, war=ALL_ALLIES)
    assert [steps(at, "japan", "sz14", zone) for zone in ("sz16", "sz17")] == [2, 3]
    assert at.allows("sz16", "sz14", {"fighter": 1})  # two moves there, two back to the carrier
    at.answer("sz16", "sz17", {"carrier": 1, "cruiser": 1})  # now it fights in SZ 17, and could only retreat to SZ 16
    assert at.refuses("sz16", "sz14", {"fighter": 1}) == "AA-AIRMOVE-09"
    assert at.allows("sz16", "sz17", {"fighter": 1})  # where it stays it counts


@rule("AA-AIRMOVE-11")
def test_a_carrier_that_fights_where_it_is_comes_to_no_other_zone():
    flight = ("caroline_islands", "sz26", {"fighter": 1})

    def board(foe):
        units = {"caroline_islands": {"japan": "fighter"}, "sz32": {"japan": "carrier, destroyer", **foe}}
        units["sz26"] = {"united_states": "transport"}
        return table("japan", units=units, war=ALL_ALLIES, facilities={"caroline_islands": {}})

    assert board({}).allows(*flight)  # the carrier can be there in time
    assert board({"united_states": "cruiser"}).refuses(*flight) == "AA-AIRMOVE-09"
    chosen = board({"united_states": "submarine"})
    assert chosen.allows(*flight)  # the submarine may be ignored
    chosen.answer("sz32", "stay", {"destroyer": 1})
    assert chosen.refuses(*flight) == "AA-AIRMOVE-09"


@rule("AA-AIRMOVE-09", "AA-AIRMOVE-11")
def test_a_carrier_that_the_proof_counts_on_is_not_drawn_into_an_attack_where_it_is():
    units = {
        "caroline_islands": {"japan": "fighter, tactical_bomber"},
        "sz32": {"japan": "carrier, 2 destroyer, transport infantry", "united_states": "submarine"},
        "sz26": {"united_states": "transport"},
    }
    island = {"marshall_islands": "united_states"}
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"caroline_islands": {}}, control=island)
    strike = ("sz32", "stay", {"destroyer": 1})
    assert at.allows(*strike)
    at.answer("caroline_islands", "sz26", {"fighter": 1})  # the carrier will come to it in Noncombat Move
    assert at.refuses(*strike) == "AA-AIRMOVE-09"
    assert at.refuses("caroline_islands", "sz32", {"tactical_bomber": 1}) == "AA-AIRMOVE-09"
    landing = ("marshall_islands", {"infantry": 1})
    assert at.refuses("sz32", "stay", {"transport+infantry": 1}, "attack", *landing) == "AA-AIRMOVE-09"
    assert at.allows("sz32", "stay", {"transport+infantry": 1}, "ignore", *landing)  # nobody need fight there


@rule("AA-AIRMOVE-12", "AA-NCM-09", "AA-AIRMOVE-17")
def test_a_carrier_that_is_being_built_counts_and_must_be_placed_there():
    units = {"okinawa": {"japan": "2 fighter"}, "sz7": {"united_states": "transport"}}
    yard = {"japan": {"major_ic": 0}, "okinawa": {}}
    assert steps(table("japan", war=ALL_ALLIES), "japan", "okinawa", "sz7") == 3
    none = table("japan", units=units, war=ALL_ALLIES, facilities=yard)
    assert none.refuses("okinawa", "sz7", {"fighter": 2}) == "AA-AIRMOVE-09"
    at = table("japan", units=units, war=ALL_ALLIES, facilities=yard, bought={"carrier": 1, "destroyer": 1})
    at.answer("okinawa", "sz7", {"fighter": 2}).done().on_to("ax.noncombat_move")
    at.answer("sz7", "sz6", {"fighter-1": 2}).done()
    assert at.waits_for == "ax.mobilize"
    assert at.count("sz6", "japan", "fighter") == 2  # in the air until the carrier is there
    at.answer("sz6", {"destroyer": 1, "carrier": 1})
    assert at.aboard("sz6", "japan", "fighter") == 2


@rule("AA-AIRMOVE-17")
def test_the_awaited_carrier_goes_to_no_other_zone():
    yards = {"japan": {"major_ic": 0}, "manchuria": {"minor_ic": 0}}
    units = {"okinawa": {"japan": "2 fighter"}, "sz7": {"united_states": "transport"}}
    at = table("japan", units=units, war=ALL_ALLIES, facilities=yards, bought={"carrier": 1})
    at.answer("okinawa", "sz7", {"fighter": 2}).done().on_to("ax.noncombat_move")
    at.answer("sz7", "sz6", {"fighter-1": 2}).done()
    assert at.waits_for == "ax.mobilize"
    assert at.refuses("sz19", {"carrier": 1}) == "AA-AIRMOVE-17"
    at.answer("sz6", {"carrier": 1})
    assert at.aboard("sz6", "japan", "fighter") == 2


@rule("AA-AIRMOVE-12", "AA-MOB-05")
def test_no_more_new_carriers_count_than_the_complexes_can_place():
    def fly(damage, fighters, carriers):
        yard = {"japan": {"major_ic": damage}, "okinawa": {}}
        units = {"okinawa": {"japan": f"{fighters} fighter"}, "sz7": {"united_states": "transport"}}
        at = table("japan", units=units, war=ALL_ALLIES, facilities=yard, bought={"carrier": carriers})
        return at.allows("okinawa", "sz7", {"fighter": fighters})

    assert fly(damage=8, fighters=4, carriers=2)
    assert not fly(damage=9, fighters=4, carriers=2)  # one can be placed
    assert fly(damage=9, fighters=2, carriers=2)
    assert not fly(damage=10, fighters=1, carriers=2)


@rule("AA-AIRMOVE-15", "AA-NCM-09")
def test_new_carriers_come_to_where_they_save_the_most():
    """Four fighters have lost their carriers; one fighter waits beside Malaya, the others beside India."""
    yards = {"india": {"major_ic": 0}, "malaya": {"minor_ic": 0}}

    def saved(carriers, **damage):
        facilities = {**yards, "india": {"major_ic": damage.get("india", 0)}}
        at = table("united_kingdom", "noncombat", facilities=facilities, bought={"carrier": carriers}, war=ALL_ALLIES)
        at.game.put("sz37", Stack("united_kingdom", "fighter", 1, left=0, acted=FOUGHT))
        at.game.put("sz39", Stack("united_kingdom", "fighter", 3, left=0, acted=FOUGHT))
        settle_aircraft(at.game, "united_kingdom", at.game.bought)
        return at.count("sz37", "united_kingdom", "fighter"), at.count("sz39", "united_kingdom", "fighter")

    assert saved(1) == (0, 2)
    assert saved(2) == (1, 2)
    assert saved(3) == (1, 3)
    assert saved(3, india=9) == (1, 2)  # the complex in India can place one of them
    assert saved(0) == (0, 0)


@rule("AA-AIRMOVE-13", "AA-NCM-07")
def test_land_taken_this_turn_is_no_landing_place():
    units = {"celebes": {"japan": "fighter"}, "java": {"anzac": "infantry"}}
    at = table("japan", units=units, war=ALL_ALLIES, control={"celebes": "japan", "java": "anzac"})
    assert steps(at, "japan", "celebes", "java") == 3  # only Java itself would be near enough to land
    assert at.refuses("celebes", "java", {"fighter": 1}) == "AA-AIRMOVE-09"
    taken = table("japan", units={"kiangsi": {"japan": "infantry, fighter"}, "hunan": {"china": "infantry"}})
    taken.answer("kiangsi", "hunan", {"infantry": 1, "fighter": 1}).done()
    taken.dice(1, 6).dice(6)
    assert taken.game.control["hunan"] == "japan"
    assert taken.refuses(("done",)) == "AA-AIRMOVE-15"
    assert taken.refuses("hunan", "szechwan", {"fighter-3": 1}) == "AA-NCM-07"  # nor is the enemy's land
    assert taken.allows("hunan", "kiangsi", {"fighter-3": 1})
    near = table("japan", units={"kiangsi": {"japan": "infantry"}, "kwangsi": {"japan": "fighter"}})
    near.answer("kiangsi", "hunan", {"infantry": 1}).done()
    assert near.game.control["hunan"] == "japan"
    assert near.refuses("kwangsi", "hunan", {"fighter": 1}) == "AA-NCM-07"


@rule("AA-AIRMOVE-14", "AA-NCM-11")
def test_a_carrier_may_be_lost_though_its_aircraft_are_lost_with_it():
    units = {"sz25": {"japan": "carrier fighter, destroyer"}, "sz26": {"united_states": "2 destroyer"}}
    at = table("japan", units=units, war=ALL_ALLIES, control={"marshall_islands": "united_states"})
    at.answer("sz25", "sz26", {"carrier": 1, "destroyer": 1, "fighter": 1}).done()
    at.dice(6, 6).dice(1, 1)
    at.answer({"carrier": 1, "carrier!": 1})
    assert at.count("sz26", "japan", "carrier") == 0
    at.answer("press").dice(1, 1).dice(6, 6)
    at.done()
    assert at.count("sz26", "japan", "fighter") == 0
    away = table("japan", units=units, war=ALL_ALLIES, control={"marshall_islands": "united_states"})
    away.answer("sz25", "sz26", {"carrier": 1, "destroyer": 1, "fighter": 1}).done()
    away.dice(6, 6).dice(6, 6).answer("sz25")  # nor need it stay in the battle for them
    assert away.count("sz25", "japan", "carrier") == 1


@rule("AA-NCM-11")
def test_aircraft_that_cannot_leave_enemy_land_are_lost():
    at = table("japan", "noncombat", units={"hunan": {"china": "infantry"}})
    at.game.put("hunan", Stack("japan", "fighter", left=0, acted=FOUGHT))
    at.game.put("kiangsi", Stack("japan", "fighter", left=0, acted=FOUGHT))
    at.done()
    assert at.count("hunan", "japan", "fighter") == 0
    assert at.count("kiangsi", "japan", "fighter") == 1  # this one is at home


@rule("AA-AIRMOVE-15", "AA-AIRMOVE-16", "AA-NCM-10", "AA-NCM-08")
def test_aircraft_must_be_saved_if_they_can_be():
    units = {
        "sz44": {"japan": "carrier fighter"},
        "sz42": {"united_kingdom": "transport"},
    }
    control = {"java": "anzac"}
    at = table("japan", units=units, war=ALL_ALLIES, control=control)
    at.answer("sz44", "sz42", {"fighter": 1}).done().on_to("ax.noncombat_move")
    at.answer("sz42", "sz44", {"fighter-3": 1})
    assert at.refuses("sz44", "sz43", {"carrier": 1}) == "AA-AIRMOVE-15"  # it would abandon its fighter
    at.done()
    assert at.aboard("sz44", "japan", "fighter") == 1


@rule("AA-AIRMOVE-18")
def test_a_fighter_may_spend_all_its_moves_if_a_carrier_can_come():
    units = {"caroline_islands": {"japan": "fighter"}, "sz30": {"united_states": "transport"}}
    base = {"war": ALL_ALLIES, "facilities": {"caroline_islands": {}}, "control": {"marshall_islands": "united_states"}}
    none = table("japan", units=units, **base)
    assert steps(none, "japan", "caroline_islands", "sz30") == 3
    far = {"caroline_islands": {"japan": "fighter"}, "sz29": {"united_states": "transport"}}
    assert steps(none, "japan", "caroline_islands", "sz29") == 4
    without = table("japan", units=far, **base)
    assert without.refuses("caroline_islands", "sz29", {"fighter": 1}) == "AA-AIRMOVE-09"
    carried = table("japan", units={**far, "sz49": {"japan": "carrier"}}, **base)
    assert carried.allows("caroline_islands", "sz29", {"fighter": 1})


@rule("AA-AIRMOVE-19")
def test_a_strategic_bomber_must_be_able_to_go_home():
    units = {
        "caroline_islands": {"japan": "strategic_bomber"},
        "sz51": {"united_states": "transport"},
        "sz50": {"japan": "carrier"},
    }
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"caroline_islands": {}})
    assert at.refuses("caroline_islands", "sz51", {"strategic_bomber": 1}) == "AA-AIRMOVE-19"
    quiet = table("japan", "noncombat", units=units, war=ALL_ALLIES)
    assert quiet.refuses("caroline_islands", "sz50", {"strategic_bomber": 1}) == "AA-AIRMOVE-19"


@rule("AA-AIRMOVE-20", "AA-AIRMOVE-21")
def test_a_carrier_leaves_and_its_fighter_flies_by_itself():
    units = {"sz33": {"japan": "carrier fighter"}, "sz32": {"united_states": "destroyer"}, "sz31": {"japan": "cruiser"}}
    at = table("japan", "noncombat", units=units, war=ALL_ALLIES)
    at.answer("sz33", ["sz34", "sz35"], {"carrier": 1})
    assert at.count("sz33", "japan", "fighter") == 1  # it did not ride along
    assert at.allows("sz33", "caroline_islands", {"fighter": 1})
    at.answer("sz33", "sz35", {"fighter": 1}).done()
    assert at.aboard("sz35", "japan", "fighter") == 1
    fight = table("japan", units=units, war=ALL_ALLIES)
    fight.answer("sz33", "sz32", {"fighter": 1})  # in Combat Move too, the carrier stays where it is
    assert fight.count("sz33", "japan", "carrier") == 1


@rule("AA-AIRMOVE-22", "AA-AIRMOVE-23")
def test_guests_leave_on_their_own_turn_and_ride_on_their_hosts():
    units = {"sz54": {"united_states": "carrier anzac:fighter"}, "sz46": {"japan": "transport"}}
    anzac = table("anzac", units=units, war=ALL_ALLIES)
    assert anzac.allows("sz54", "sz46", {"fighter": 1})
    us = table("united_states", "noncombat", units=units, war=ALL_ALLIES)
    us.answer("sz54", ["sz49", "sz50"], {"carrier+anzac:fighter": 1})
    assert us.aboard("sz50", "anzac", "fighter") == 1
    assert us.count("sz54", "anzac") == 0


@rule("AA-AIRMOVE-24", "AA-RET-06")
def test_after_combat_aircraft_stay_until_noncombat_move():
    units = {"sz36": {"japan": "carrier fighter"}, "sz37": {"united_kingdom": "transport"}}
    at = table("japan", units=units, war=ALL_ALLIES)
    at.answer("sz36", "sz37", {"fighter": 1}).done()
    assert at.waits_for == "ax.noncombat_move"
    assert at.count("sz37", "japan", "fighter") == 1
    assert at.count("sz37", "united_kingdom") == 0
