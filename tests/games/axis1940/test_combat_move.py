"""Combat movement on land and sea, blitzes (ledger sections CMOVE and BLITZ)."""

import pytest

from sandtable.games.axis1940.rules.income import production
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule


@rule("AA-CMOVE-01")
def test_a_combat_move_ends_in_a_hostile_space():
    at = table("japan", units={"kiangsi": {"japan": "infantry"}, "sz6": {"japan": "destroyer"}}, war=ALL_ALLIES)
    assert at.refuses("kiangsi", "kwangsi", {"infantry": 1}) == "AA-CMOVE-01"
    assert at.refuses("sz6", "sz7", {"destroyer": 1}) == "AA-CMOVE-01"


@rule("AA-CMOVE-02", "AA-BLITZ-01", "AA-BLITZ-02", "AA-BLITZ-03")
def test_tanks_blitz_on_and_back():
    at = table("japan", units={"kiangsi": {"japan": "3 tank"}, "yunnan": {"china": "infantry"}})
    before = production(at.game, "japan"), production(at.game, "china")
    at.answer("kiangsi", ["hunan", "kiangsi"], {"tank": 1})  # out and back
    assert at.game.control["hunan"] == "japan"
    assert (production(at.game, "japan"), production(at.game, "china")) == (before[0] + 1, before[1] - 1)
    other = table("japan", units={"kiangsi": {"japan": "2 tank"}, "yunnan": {"china": "infantry"}})
    assert other.allows("kiangsi", ["hunan", "yunnan"], {"tank": 1})  # into the enemy
    assert other.allows("kiangsi", ["hunan", "kwangsi"], {"tank": 1})  # to a friendly territory


@rule("AA-CMOVE-03")
def test_ships_may_leave_a_hostile_zone():
    units = {"sz37": {"japan": "destroyer", "united_kingdom": "battleship"}}
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.allows("sz37", "sz36", {"destroyer": 1})
    peace = table("japan", units=units)
    assert peace.refuses("sz37", "sz36", {"destroyer": 1}) == "AA-CMOVE-01"


@rule("AA-CMOVE-03", "AA-CMOVE-16")
def test_aircraft_may_leave_a_hostile_zone_as_well():
    units = {
        "sz36": {"japan": "carrier fighter fighter", "united_states": "cruiser"},
        "sz20": {"united_states": "submarine"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.allows("sz36", "sz35", {"fighter": 1})
    at.answer("sz36", "formosa", {"fighter": 1})  # to friendly land
    at.answer("sz36", "sz20", {"fighter": 1}, "ignore")  # and over the sea, without a fight there
    at.answer("sz36", "sz20", {"carrier": 1}, "ignore").done()
    assert at.waits_for == "ax.noncombat_move"
    assert not at.passed("ax.battle")
    assert at.allows("formosa", "kiangsi", {"fighter-2": 1})  # with the moves that are left
    at.done()
    assert at.aboard("sz20", "japan", "fighter") == 1
    assert at.count("formosa", "japan", "fighter") == 1
    ashore = table("japan", units={"formosa": {"japan": "fighter"}}, war=ALL_ALLIES)
    assert ashore.refuses("formosa", "kiangsi", {"fighter": 1}) == "AA-CMOVE-01"  # nothing to escape from


@rule("AA-CMOVE-03")
def test_ships_may_leave_a_zone_to_which_aircraft_may_scramble():
    units = {"sz20": {"japan": "transport infantry, cruiser"}, "kwangtung": {"united_kingdom": "fighter"}}
    for base, answer in (({"air_base": 0}, None), ({"air_base": 3}, "AA-CMOVE-01")):
        at = table("japan", units=units, war=ALL_ALLIES, facilities={"kwangtung": base})
        assert at.refuses("sz20", "sz19", {"cruiser": 1}) == "AA-CMOVE-01"  # no assault is declared yet
        at.answer("sz20", "stay", {"transport+infantry": 1}, "kwangtung", {"infantry": 1})
        refusal = at.menu.why_not(at.menu.read(("sz20", "sz19", {"cruiser": 1})))
        assert (refusal and refusal.rule) == answer


@rule("AA-CMOVE-03", "AA-CMOVE-14")
def test_a_transport_that_leaves_such_a_zone_attacks_nobody():
    units = {
        "sz20": {"japan": "transport infantry, transport"},
        "sz19": {"united_kingdom": "submarine"},
        "kwangtung": {"united_kingdom": "fighter"},
    }
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"kwangtung": {"air_base": 0}})
    at.answer("sz20", "stay", {"transport+infantry": 1}, "kwangtung", {"infantry": 1})
    at.answer("sz20", "sz19", {"transport": 1})
    assert at.game.strikes == []


@rule("AA-CMOVE-04", "AA-NCM-14")
def test_ships_and_aircraft_may_cover_an_assault_from_a_friendly_zone():
    units = {
        "sz20": {"japan": "transport infantry"},
        "sz36": {"japan": "carrier fighter, cruiser"},
        "kwangtung": {"united_kingdom": "fighter"},
    }
    at = table("japan", units=units, war=ALL_ALLIES, facilities={"kwangtung": {"air_base": 0}})
    assert at.refuses("sz36", "sz20", {"fighter": 1}) == "AA-CMOVE-01"  # nothing is declared there yet
    at.answer("sz20", "stay", {"transport+infantry": 1}, "kwangtung", {"infantry": 1})
    at.answer("sz36", "sz20", {"carrier": 1, "cruiser": 1})
    assert at.allows("sz36", "sz20", {"fighter": 1})
    at.done().on_to("ax.noncombat_move", face=1)
    assert at.refuses("sz20", "sz19", {"cruiser": 1}) == "AA-NCM-14"


@rule("AA-CMOVE-04")
def test_an_escort_that_waits_for_an_assault_is_recalled_if_none_comes():
    units = {"sz36": {"japan": "cruiser"}, "sz19": {"japan": "transport infantry"}, "kwangtung": {}}
    at = table("japan", units=units, war=ALL_ALLIES)
    at.answer("sz36", "sz20", {"cruiser": 1})
    assert at.refuses(("done",)) == "AA-CMOVE-04"
    at.answer(("recall",))
    assert at.count("sz36", "japan", "cruiser") == 1
    at.answer("sz36", "sz20", {"cruiser": 1})
    at.answer("sz19", "sz20", {"transport+infantry": 1}, "kwangtung", {"infantry": 1})
    assert at.allows(("done",))


@rule("AA-CMOVE-04", "AA-AMPH-13", "AA-FAC-06")
def test_an_escort_waits_for_a_transport_that_comes_from_a_naval_base():
    units = {
        "sz6": {"japan": "transport infantry"},
        "sz43": {"japan": "cruiser"},
        "sz36": {"united_kingdom": "submarine"},
        "hainan": {"united_kingdom": "infantry"},
    }
    held = {"control": {"hainan": "united_kingdom"}, "war": ALL_ALLIES}
    at = table("japan", units=units, facilities={"japan": {"naval_base": 0}}, **held)
    voyage = ("sz6", ["sz19", "sz20", "sz36"], {"transport+infantry": 1})
    landing = ("hainan", {"infantry": 1})
    assert at.refuses(*voyage, *landing) == "AA-AMPH-13"
    at.answer("sz43", "sz36", {"cruiser": 1}, "ignore").answer(*voyage, "ignore", *landing).done()
    assert at.waits_for == "ax.bombard"  # nobody fought at sea
    without = table("japan", units=units, facilities={"japan": {}}, **held)
    assert not without.allows("sz43", "sz36", {"cruiser": 1}, "ignore")  # no transport can come so far


@rule("AA-CMOVE-05", "AA-CMOVE-14", "AA-CMOVE-15")
def test_submarines_and_transports_are_attacked_all_or_none():
    units = {
        "sz36": {"japan": "destroyer, battleship"},
        "sz37": {"united_kingdom": "submarine, transport"},
        "sz38": {"united_kingdom": "destroyer"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    at.answer("sz36", "sz37", {"destroyer": 1})
    assert at.game.strikes == ["sz37"]  # all of them: no word for a part
    at.answer("sz36", ["sz37", "sz38"], {"battleship": 1})  # another ship passes through
    at.done()
    at.answer("sz37")
    assert at.waits_for == "ax.fire"
    assert at.passed("ax.battle")


@rule("AA-CMOVE-01", "AA-CMOVE-14")
def test_a_transport_does_not_come_to_ignore_a_submarine_and_land_nobody():
    units = {
        "sz36": {"japan": "transport infantry"},
        "sz37": {"japan": "destroyer", "united_kingdom": "submarine"},
        "malaya": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    sail = ("sz36", "sz37", {"transport+infantry": 1})
    assert not at.allows(*sail, "ignore", "none")  # it has no business there
    assert at.allows(*sail, "ignore", "malaya", {"infantry": 1})
    assert at.allows(*sail, "attack", "none")


@rule("AA-CMOVE-06")
def test_entering_empty_enemy_land_is_a_combat_move():
    at = table("japan", "noncombat", units={"kiangsi": {"japan": "infantry"}})
    assert at.refuses("kiangsi", "hunan", {"infantry": 1}) == "AA-CMOVE-06"


@rule("AA-CMOVE-07", "AA-COMB-02", "AA-COMB-03")
def test_one_battle_from_two_sides_and_two_battles_in_one_phase():
    units = {
        "kiangsi": {"japan": "2 infantry"},
        "kwangsi": {"japan": "infantry"},
        "jehol": {"japan": "infantry"},
        "hunan": {"china": "infantry"},
        "chahar": {"china": "infantry"},
    }
    at = table("japan", units=units)
    at.answer("kiangsi", "hunan", {"infantry": 2}).answer("kwangsi", "hunan", {"infantry": 1})
    at.answer("jehol", "chahar", {"infantry": 1}).done()
    assert at.waits_for == "ax.next_battle"
    assert at.menu.options == ("chahar", "hunan")
    at.answer("hunan").dice(6, 6, 6).dice(6)
    assert at.waits_for == "ax.retreat"  # the first is fought to its end before the next
    at.answer("press").dice(1, 6, 6).dice(6)
    assert at.game.control["hunan"] == "japan"
    assert at.count("hunan", "japan") == 3
    at.dice(1).dice(6)
    assert at.game.control["chahar"] == "japan"


@rule("AA-CMOVE-08", "AA-BLITZ-08")
def test_through_friendly_land_into_the_enemy():
    at = table("japan", units={"kiangsu": {"japan": "mechanized_infantry"}, "hunan": {"china": "infantry"}})
    assert at.allows("kiangsu", ["kiangsi", "hunan"], {"mechanized_infantry": 1})


@rule("AA-CMOVE-09", "AA-CMOVE-10")
def test_nothing_moves_twice_and_nothing_joins_a_battle():
    units = {"kiangsi": {"japan": "tank, infantry"}, "hunan": {"china": "2 infantry"}}
    at = table("japan", units=units)
    at.answer("kiangsi", "hunan", {"tank": 1})
    assert at.refuses("hunan", "yunnan", {"tank": 1}) == "AA-CMOVE-09"
    at.done()
    assert at.waits_for == "ax.fire"
    at.dice(6).dice(6, 6)
    assert at.refusal("kiangsi", "hunan", {"infantry": 1})  # only press or retreat is heard


@rule("AA-CMOVE-11", "AA-UNIT-INF-MOVE")
def test_units_move_no_farther_than_they_can():
    at = table("japan", units={"kiangsu": {"japan": "infantry"}, "sz6": {"japan": "destroyer"}}, war=ALL_ALLIES)
    assert at.refuses("kiangsu", ["kiangsi", "hunan"], {"infantry": 1}) == "AA-CMOVE-11"


@rule("AA-CMOVE-12")
def test_ships_stop_where_the_enemy_is():
    units = {
        "sz36": {"japan": "cruiser"},
        "sz37": {"united_kingdom": "cruiser"},
        "sz38": {"united_kingdom": "transport"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.refuses("sz36", ["sz37", "sz38"], {"cruiser": 1}) == "AA-CMOVE-12"
    assert at.allows("sz36", "sz37", {"cruiser": 1})
    land = table("japan", units={"kiangsi": {"japan": "mechanized_infantry, tank"}, "hunan": {"china": "infantry"}})
    assert land.refuses("kiangsi", ["hunan", "yunnan"], {"tank": 1}) == "AA-BLITZ-04"


@rule("AA-CMOVE-13")
def test_enemy_submarines_block_nothing():
    units = {
        "sz36": {"japan": "destroyer"},
        "sz37": {"united_kingdom": "submarine"},
        "sz38": {"united_kingdom": "cruiser"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.allows("sz36", ["sz37", "sz38"], {"destroyer": 1})


@rule("AA-CMOVE-16")
def test_who_stays_beside_enemy_warships_fights():
    at = table("japan", units={"sz37": {"japan": "destroyer", "united_kingdom": "cruiser"}}, war=ALL_ALLIES)
    assert at.refuses("sz37", "stay", {"destroyer": 1}) == "AA-CMOVE-16"
    at.done()
    assert at.passed("ax.battle")


@rule("AA-CMOVE-16", "AA-CMOVE-17")
def test_leave_load_and_return():
    units = {
        "sz20": {"japan": "transport, destroyer", "united_kingdom": "cruiser"},
        "kiangsu": {"japan": "infantry"},
        "kwangtung": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.refuses("sz20", "stay", {"transport": 1}, "kwangtung", {"kiangsi.infantry": 1}) == "AA-TRANS-05"
    assert at.refuses("sz20", "stay", {"transport": 1}) == "AA-CMOVE-17"
    assert at.allows("sz20", ["sz19", "sz20"], {"transport": 1}, "kwangtung", {"kiangsu.infantry": 1})


@rule("AA-CMOVE-18")
def test_ships_that_left_a_hostile_zone_are_done_for_the_turn():
    at = table("japan", units={"sz37": {"japan": "destroyer", "united_kingdom": "cruiser"}}, war=ALL_ALLIES)
    at.answer("sz37", "sz36", {"destroyer": 1}).done().on_to("ax.noncombat_move")
    assert at.refuses("sz36", "sz20", {"destroyer": 1}) == "AA-NCM-14"


@rule("AA-CMOVE-19")
def test_submarines_and_transports_oblige_to_nothing():
    at = table(
        "japan", units={"sz37": {"japan": "destroyer", "united_kingdom": "submarine, transport"}}, war=ALL_ALLIES
    )
    at.done()
    assert at.waits_for == "ax.noncombat_move"
    assert not at.passed("ax.battle")


@rule("AA-CMOVE-20")
def test_no_attack_is_added_in_conduct_combat():
    units = {
        "kiangsi": {"japan": "infantry"},
        "hunan": {"china": "infantry"},
        "japan": {"japan": "strategic_bomber"},
        "kwangtung": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    at.answer("kiangsi", "hunan", {"infantry": 1}).done()
    assert at.waits_for == "ax.fire"
    at.dice(6).dice(6)
    assert at.refusal("japan", "kwangtung", {"strategic_bomber": 1}, "raid")


@rule("AA-CMOVE-21", "AA-UNIT-AAA-MOVE")
def test_aaa_does_not_move_in_combat_move():
    at = table("japan", units={"kiangsi": {"japan": "aaa"}})
    assert at.refuses("kiangsi", "hunan", {"aaa": 1}) == "AA-CMOVE-21"
    quiet = table("japan", "noncombat", units={"kiangsu": {"japan": "aaa"}})
    assert quiet.allows("kiangsu", "kiangsi", {"aaa": 1})
    assert quiet.refuses("kiangsu", ["kiangsi", "kwangsi"], {"aaa": 1}) == "AA-CMOVE-11"


@rule("AA-CMOVE-22")
def test_carriers_and_transports_do_not_attack_alone():
    units = {"sz36": {"japan": "carrier fighter, transport"}, "sz37": {"united_kingdom": "destroyer"}}
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.refuses("sz36", "sz37", {"carrier": 1}) == "AA-CMOVE-22"
    assert at.refuses("sz36", "sz37", {"transport": 1}) == "AA-CMOVE-22"
    assert at.allows("sz36", "sz37", {"carrier": 1, "fighter": 1})
    at.answer("sz36", "sz37", {"fighter": 1})
    assert at.allows("sz36", "sz37", {"carrier": 1})


@rule("AA-CMOVE-16", "AA-CMOVE-22", "AA-TRDEF-04")
def test_ships_that_cannot_attack_had_better_leave_a_hostile_zone():
    """R61."""
    units = {"sz37": {"japan": "carrier, transport", "united_kingdom": "destroyer"}, "sz38": {"japan": "transport"}}
    at = table("japan", units=units, war=ALL_ALLIES)
    assert [doubt.rule for doubt in at.menu.doubts(("done",))] == ["AA-CMOVE-22"]
    alone = table("japan", units={**units, "sz37": {"japan": "transport", "united_kingdom": "cruiser"}}, war=ALL_ALLIES)
    alone.done()
    assert alone.waits_for == "ax.noncombat_move"
    assert alone.count("sz37", "japan") == 0  # without a die
    at.answer("sz37", "sz36", {"carrier": 1, "transport": 1})
    assert at.menu.doubts(("done",)) == ()
    armed = table("japan", units={"sz37": {"japan": "carrier fighter", "united_kingdom": "cruiser"}}, war=ALL_ALLIES)
    assert armed.menu.doubts(("done",)) == ()


@rule("AA-CMOVE-22", "AA-AMPH-02")
def test_whoever_an_attack_needs_does_not_leave_it():
    """Ships and aircraft that begin beside enemy warships may escape, but not from those who came to fight with them."""
    units = {
        "sz36": {"japan": "carrier, transport infantry"},
        "sz37": {"japan": "carrier fighter, destroyer", "united_kingdom": "destroyer"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.allows("sz37", "sz43", {"fighter": 1, "carrier": 1, "destroyer": 1})
    at.answer("sz36", "sz37", {"carrier": 1})
    assert at.refuses("sz37", "sz43", {"fighter": 1, "carrier": 1, "destroyer": 1}) == "AA-CMOVE-22"
    at.answer("sz37", "sz43", {"destroyer": 1})  # the fighter still attacks
    assert at.refuses("sz37", "kwangsi", {"fighter": 1}) == "AA-CMOVE-22"
    at.answer("sz36", "sz37", {"transport+infantry": 1}, "malaya", {"infantry": 1})
    assert at.refuses("sz37", "kwangsi", {"fighter": 1}) == "AA-AMPH-02"


@rule("AA-CMOVE-22")
def test_aircraft_that_an_attack_on_submarines_needs_do_not_leave_it():
    units = {
        "sz36": {"japan": "carrier"},
        "sz37": {"japan": "carrier fighter", "united_kingdom": "submarine"},
        "sz43": {"united_kingdom": "destroyer"},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    assert at.allows("sz37", "sz43", {"fighter": 1})
    at.answer("sz36", "sz37", {"carrier": 1})
    assert at.game.strikes == ["sz37"]
    assert at.refuses("sz37", "sz43", {"fighter": 1}) == "AA-CMOVE-22"


@rule("AA-CMOVE-04", "AA-CMOVE-22")
def test_an_escort_that_waits_has_found_its_battle_if_others_attack_submarines_beside_it():
    units = {
        "sz36": {"japan": "cruiser, carrier"},
        "sz19": {"japan": "transport infantry"},
        "sz20": {"united_kingdom": "submarine"},
        "kwangtung": {},
    }
    at = table("japan", units=units, war=ALL_ALLIES)
    at.answer("sz36", "sz20", {"cruiser": 1}, "ignore")
    assert at.refuses(("done",)) == "AA-CMOVE-04"
    at.answer("sz36", "sz20", {"carrier": 1})  # it attacks together with the cruiser
    assert not at.allows(("recall",))
    at.done()
    assert at.passed("ax.battle")


@rule("AA-CMOVE-23")
def test_ships_stay_at_sea_and_land_units_ashore():
    at = table("japan", units={"sz20": {"japan": "cruiser"}, "kiangsi": {"japan": "infantry"}}, war=ALL_ALLIES)
    assert at.refuses("sz20", "kwangtung", {"cruiser": 1}) == "AA-CMOVE-23"
    assert at.refuses("kiangsi", "sz20", {"infantry": 1}) == "AA-CMOVE-23"


@rule("AA-BLITZ-04", "AA-BLITZ-05")
def test_no_blitz_through_units_or_facilities():
    guarded = table("japan", units={"kiangsi": {"japan": "tank"}, "hunan": {"china": "aaa"}})
    assert guarded.refuses("kiangsi", ["hunan", "yunnan"], {"tank": 1}) == "AA-BLITZ-04"
    built = table("japan", units={"kiangsi": {"japan": "tank"}}, facilities={"hunan": {"naval_base": 0}})
    assert built.refuses("kiangsi", ["hunan", "yunnan"], {"tank": 1}) == "AA-BLITZ-05"


@rule("AA-BLITZ-06", "AA-BLITZ-07")
def test_each_mechanized_infantry_needs_a_tank():
    at = table("japan", units={"kiangsi": {"japan": "tank, 2 mechanized_infantry"}, "yunnan": {"china": "infantry"}})
    assert at.allows("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 1, "tank": 1})
    assert at.refuses("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 2, "tank": 1}) == "AA-BLITZ-06"
    assert at.refuses("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 1}) == "AA-BLITZ-07"


@rule("AA-CMOVE-09", "AA-BLITZ-02", "AA-BLITZ-06", "AA-BLITZ-07")
def test_a_blitz_opens_no_way_for_others_in_the_same_phase():
    at = table("japan", units={"kiangsi": {"japan": "3 tank, 3 mechanized_infantry"}, "yunnan": {"china": "infantry"}})
    at.answer("kiangsi", ["hunan", "yunnan"], {"tank": 1})
    assert at.game.control["hunan"] == "japan"
    assert at.refuses("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 1}) == "AA-BLITZ-07"
    assert at.refuses("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 2, "tank": 1}) == "AA-BLITZ-06"
    assert at.refuses("kiangsi", ["hunan", "kwangsi"], {"mechanized_infantry": 1}) == "AA-BLITZ-07"
    at.answer("kiangsi", ["hunan", "yunnan"], {"mechanized_infantry": 1, "tank": 1})
    at.answer("kiangsi", ["hunan", "kiangsi"], {"mechanized_infantry": 1, "tank": 1})  # they blitz, so they may return
    at.on_to("ax.noncombat_move", face=1)
    assert at.allows("kiangsi", ["hunan", "kwangsi"], {"mechanized_infantry": 1})  # now it is friendly land


@rule("AA-BLITZ-09")
def test_no_blitz_in_noncombat_move():
    at = table("japan", "noncombat", units={"kiangsi": {"japan": "tank"}})
    assert at.refuses("kiangsi", ["hunan", "kwangsi"], {"tank": 1}) == "AA-NCM-05"


@rule("AA-BLITZ-10")
def test_a_blitz_liberates_an_allys_land():
    at = table("united_kingdom", units={"yunnan": {"united_kingdom": "tank"}}, war=ALL_ALLIES)
    at.answer("yunnan", ["kwangsi", "yunnan"], {"tank": 1})
    assert at.game.control["kwangsi"] == "china"
