"""Amphibious assaults, bombardment and transports (ledger sections AMPH, BOMB and TRANS)."""

import pytest

from sandtable.games.axis1940.forces import fits_aboard
from sandtable.games.axis1940.position import place
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}
JAVA = {"control": {"java": "anzac"}, **WAR}


def assault(units, **more):
    """Japan in SZ 42 against Java."""
    return table("japan", units={"sz42": {"japan": units}, "java": {"anzac": "infantry"}}, **{**JAVA, **more})


@rule("AA-AMPH-01", "AA-AMPH-05", "AA-AMPH-12")
def test_an_assault_from_the_sea():
    at = assault("transport infantry infantry")
    at.answer("sz42", "stay", {"transport+infantry+infantry": 1}, "java", {"infantry": 1})  # one stays aboard
    at.done()
    assert at.aboard("sz42", "japan") == 1
    at.dice(1).dice(6)
    assert at.game.control["java"] == "japan"
    assert at.count("java", "japan") == 1


@rule("AA-AMPH-02", "AA-AMPH-05", "AA-AMPH-06")
def test_a_hostile_zone_is_cleared_first():
    units = {
        "sz43": {"japan": "transport infantry, destroyer"},
        "sz42": {"anzac": "destroyer"},
        "java": {"anzac": "infantry"},
    }
    at = table("japan", units=units, **JAVA)
    at.answer("sz43", "sz42", {"destroyer": 1, "transport+infantry": 1}, "java", {"infantry": 1}).done()
    at.dice(1).dice(6)  # the destroyers: cleared
    at.dice(1).dice(6)  # then the infantry ashore
    assert at.game.control["java"] == "japan"
    failed = table("japan", units=units, **JAVA)
    failed.answer("sz43", "sz42", {"destroyer": 1, "transport+infantry": 1}, "java", {"infantry": 1}).done()
    failed.dice(6).dice(1)  # the escort is lost, the transport must turn back
    assert failed.asked == "japan"
    failed.answer("sz43")
    assert failed.game.control["java"] == "anzac"
    assert failed.aboard("sz43", "japan") == 1


@rule("AA-AMPH-03", "AA-TRANS-10", "AA-TRANS-14", "AA-BOMB-10")
def test_ships_of_an_assault_do_not_move_again():
    at = assault("transport infantry, cruiser")
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}).done()
    at.answer({"sz42.cruiser": 1}).dice(6).dice(1).dice(6)
    assert at.waits_for == "ax.noncombat_move"
    assert at.refuses("sz42", "sz43", {"transport": 1}) == "AA-TRANS-14"
    assert at.refuses("sz42", "sz43", {"cruiser": 1}) == "AA-NCM-14"


@rule("AA-AMPH-04")
def test_aircraft_fight_where_they_were_sent():
    units = {
        "sz42": {"japan": "transport infantry, carrier fighter fighter", "anzac": "destroyer"},
        "java": {"anzac": "infantry"},
    }
    at = table("japan", units=units, **JAVA)
    at.answer("sz42", "java", {"fighter": 1})  # one to the land, one stays for the sea
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}).done()
    assert at.want.dice == 1  # only the fighter in the zone fires at sea
    at.dice(1).dice(6)
    assert at.want.dice == 2  # infantry and the other fighter ashore
    at.dice(6, 1).dice(6)
    assert at.count("sz42", "japan", "fighter") == 1


@rule("AA-AMPH-06", "AA-AMPH-08", "AA-SCR-05", "AA-SCR-09")
def test_a_scramble_makes_sea_combat_with_everyone_in_it():
    units = {
        "sz42": {"japan": "transport infantry, destroyer", "anzac": "submarine"},
        "java": {"anzac": "infantry, fighter"},
    }
    at = table("japan", units=units, facilities={"java": {"air_base": 0}}, **JAVA)
    at.answer("sz42", "stay", {"transport+infantry": 1}, "ignore", "java", {"infantry": 1}).done()
    at.answer({"sz42.fighter": 1}, by="anzac")
    at.dice(6)  # the destroyer fires; its presence keeps the submarine from striking
    assert at.want.dice == 2  # the fighter and the submarine that was to be ignored
    at.dice(4, 6)
    assert at.count("sz42", "japan", "destroyer") == 0  # the fighter hits on 4


@rule("AA-AMPH-07", "AA-BOMB-11", "AA-BOMB-01", "AA-CMOVE-14")
def test_submarines_are_ignored_or_fought():
    units = {"sz42": {"japan": "transport infantry, cruiser", "anzac": "submarine"}, "java": {"anzac": "infantry"}}
    at = table("japan", units=units, **JAVA)
    move = ("sz42", "stay", {"transport+infantry": 1})
    assert at.allows(*move, "attack", "java", {"infantry": 1})
    at.answer(*move, "ignore", "java", {"infantry": 1}).done()
    assert at.waits_for == "ax.bombard"
    at.answer({"sz42.cruiser": 1}).dice(3)
    assert at.waits_for == "ax.fire"


@rule("AA-AMPH-09")
def test_submerged_submarines_do_not_stop_a_landing():
    units = {"sz42": {"japan": "transport infantry, cruiser", "anzac": "submarine"}, "java": {"anzac": "infantry"}}

    def fight():
        at = table("japan", units=units, **JAVA)
        at.answer("sz42", "stay", {"transport+infantry": 1}, "attack", "java", {"infantry": 1}).done()
        return at

    at = fight().answer(1, by="anzac")  # it submerges
    at.dice(1).dice(6)
    assert at.game.control["java"] == "japan"
    still = fight().answer(0, by="anzac")
    still.dice(1)  # its strike hits: the cruiser is gone, only the transport is left, and it is sunk
    assert still.game.control["java"] == "anzac"


@rule("AA-AMPH-10", "AA-TRANS-07")
def test_one_transport_one_territory():
    units = {"sz37": {"japan": "2 transport infantry infantry"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz37", "stay", {"transport+infantry+infantry": 1}, "malaya", {"infantry": 2})
    assert at.refusal("sz37", "stay", {"transport+infantry+infantry": 2}, "shan_state", {"infantry": 1}).sentence == (
        "Only 1 of transport+infantry+infantry can move from sea zone 37"
    )
    at.answer("sz37", "stay", {"transport+infantry+infantry": 1}, "shan_state", {"infantry": 2}).done()
    at.answer("shan_state")
    assert at.game.control["malaya"] == at.game.control["shan_state"] == "japan"


@rule("AA-AMPH-11", "AA-CMOVE-09", "AA-TRANS-10", "AA-TRANS-11", "AA-TRANS-14")
def test_what_is_loaded_in_combat_move_must_land():
    units = {
        "sz36": {"japan": "transport"},
        "kwangsi": {"japan": "2 infantry"},
        "malaya": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"transport": 1}, "malaya", {"kwangsi.infantry": 2})
    assert at.refuses("sz37", "sz36", {"transport+infantry+infantry": 1}) == "AA-CMOVE-09"  # nor to sail on with them
    at.done()
    assert at.count("malaya", "japan") == 2  # both are ashore, there is no way to keep one back
    assert at.aboard("sz37", "japan") == 0
    at.dice(1, 6).dice(6)
    assert at.waits_for == "ax.noncombat_move"


@rule("AA-AMPH-13", "AA-AMPH-14")
def test_submarines_stop_an_assault_without_escort():
    alone = {"sz42": {"japan": "transport infantry", "anzac": "submarine"}, "java": {"anzac": "infantry"}}
    at = table("japan", units=alone, **JAVA)
    assert at.refuses("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}) == "AA-AMPH-13"
    escorted = {**alone, "sz42": {"japan": "transport infantry, submarine", "anzac": "submarine"}}
    own = table("japan", units=escorted, **JAVA)
    assert own.allows("sz42", "stay", {"transport+infantry": 1}, "ignore", "java", {"infantry": 1})
    friend = {
        "sz20": {"united_states": "transport infantry", "anzac": "destroyer", "japan": "submarine"},
        "kiangsi": {"japan": "infantry"},
    }
    us = table("united_states", units=friend, **WAR)
    assert us.refuses("sz20", "stay", {"transport+infantry": 1}, "kiangsi", {"infantry": 1}) == "AA-AMPH-13"


@rule("AA-AMPH-15")
def test_overland_units_fight_a_round_though_the_sea_battle_is_lost():
    units = {
        "sz36": {"japan": "transport infantry, destroyer"},
        "sz37": {"united_kingdom": "cruiser"},
        "siam": {"japan": "infantry"},
        "shan_state": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("siam", "shan_state", {"infantry": 1})
    at.answer("sz36", "sz37", {"destroyer": 1, "transport+infantry": 1}, "shan_state", {"infantry": 1}).done()
    at.dice(6).dice(1).answer("sz36")  # the sea units withdraw
    assert at.waits_for == "ax.fire"  # no retreat is offered before a round ashore
    at.dice(6).dice(6)
    assert at.waits_for == "ax.retreat"
    at.answer("siam")


@rule("AA-AMPH-16", "AA-TRANS-13")
def test_no_land_combat_if_nobody_is_left():
    units = {
        "sz43": {"japan": "transport infantry, destroyer"},
        "sz42": {"anzac": "2 cruiser"},
        "java": {"anzac": "infantry"},
    }
    at = table("japan", units=units, **JAVA)
    at.answer("sz43", "sz42", {"destroyer": 1, "transport+infantry": 1}, "java", {"infantry": 1}).done()
    at.dice(6).dice(1, 1)
    assert at.count("sz42", "japan") == 0
    assert at.aboard("sz42", "japan") == 0
    assert at.waits_for == "ax.noncombat_move"
    assert at.game.control["java"] == "anzac"


@rule("AA-AMPH-17", "AA-AMPH-18", "AA-AMPH-19", "AA-AIRMOVE-24")
def test_overland_and_air_units_retreat_together_while_seaborne_fight_on():
    units = {
        "sz37": {"japan": "transport infantry"},
        "siam": {"japan": "tank, fighter"},
        "french_indo_china": {"japan": "infantry"},
        "shan_state": {"united_kingdom": "2 infantry"},
    }
    at = table("japan", units=units, control={"french_indo_china": "japan"}, **WAR)
    at.answer("siam", "shan_state", {"tank": 1, "fighter": 1})
    at.answer("french_indo_china", "shan_state", {"infantry": 1})
    at.answer("sz37", "stay", {"transport+infantry": 1}, "shan_state", {"infantry": 1}).done()
    at.dice(6, 6, 6, 6).dice(6, 6)
    assert at.menu.options == ("press", "french_indo_china", "siam")  # one of them for all, aircraft included
    at.answer("siam")
    assert at.count("siam", "japan", "tank") == at.count("siam", "japan", "infantry") == 1
    assert at.count("shan_state", "japan", "infantry") == 1
    assert at.want.dice == 1  # the seaborne infantry alone goes on
    at.dice(6).dice(1, 6)
    assert at.count("shan_state", "japan", "infantry") == 0
    assert at.count("shan_state", "japan", "fighter") == 1  # it waits for its landing


@rule("AA-AMPH-20", "AA-KAMI-02", "AA-KAMI-03", "AA-KAMI-12")
def test_an_assault_on_an_empty_island_meets_scrambles_and_kamikazes():
    units = {"sz17": {"united_states": "transport infantry, cruiser"}, "iwo_jima": {"japan": "fighter"}}
    at = table("united_states", units=units, facilities={"iwo_jima": {"air_base": 0}}, **WAR)
    at.answer("sz17", "stay", {"transport+infantry": 1}, "iwo_jima", {"infantry": 1}).done()
    assert (at.waits_for, at.asked) == ("ax.scramble", "japan")
    at.answer(())
    assert (at.waits_for, at.asked) == ("ax.kamikaze", "japan")
    empty = table("united_states", units={"sz17": units["sz17"]}, **WAR)
    empty.answer("sz17", "stay", {"transport+infantry": 1}, "iwo_jima", {"infantry": 1}).done()
    empty.answer(({"cruiser#1": 1},)).dice(3)  # a miss: no sea combat, so the landing goes on
    assert empty.game.control["iwo_jima"] == "united_states"
    near = {"sz6": {"united_states": "transport infantry"}, "japan": {"japan": "fighter"}}
    korea = table("united_states", units=near, facilities={"japan": {"air_base": 0}}, **WAR)
    korea.answer("sz6", "stay", {"transport+infantry": 1}, "korea", {"infantry": 1}).done()
    assert (korea.waits_for, korea.asked) == ("ax.scramble", "japan")  # from another base beside the zone


@rule("AA-AMPH-21", "AA-CMOVE-21")
def test_aaa_takes_no_part_in_an_assault():
    at = assault("transport aaa infantry")
    at.answer("sz42", "stay", {"transport+aaa+infantry": 1}, "java", {"infantry": 1}).done()
    assert at.count("java", "japan", "infantry") == 1
    assert at.aboard("sz42", "japan", "aaa") == 1
    shore = table("japan", units={"sz20": {"japan": "transport"}, "formosa": {"japan": "aaa"}}, **WAR)
    assert shore.refuses("sz20", "stay", {"transport": 1}, "kwangtung", {"formosa.aaa": 1}) == "AA-AMPH-21"


@rule("AA-AMPH-22", "AA-AMPH-02")
def test_an_assault_from_an_allys_transport():
    units = {
        "sz17": {"united_states": "transport anzac:infantry"},
        "iwo_jima": {"japan": "fighter, infantry"},
    }
    base = {"iwo_jima": {"air_base": 0}}
    at = table("anzac", units=units, facilities=base, **WAR)
    at.answer("sz17", "iwo_jima", {"infantry": 1}).done()
    at.answer({"sz17.fighter": 1}, by="japan")
    assert at.waits_for == "ax.noncombat_move"  # nobody of ANZAC can fight the fighter: no landing
    assert at.aboard("sz17", "anzac", "infantry") == 1
    free = table("anzac", units=units, facilities=base, **WAR)
    free.answer("sz17", "iwo_jima", {"infantry": 1}).done()
    free.answer((), by="japan").dice(1).answer({"fighter": 1}).dice(6, 6)
    assert free.count("iwo_jima", "anzac", "infantry") == 1
    us = table("united_states", units=units, facilities=base, **WAR)
    assert us.refusal("sz17", "iwo_jima", {"infantry": 1})  # not on the ship owner's turn


@rule("AA-BOMB-01", "AA-BOMB-02", "AA-BOMB-03", "AA-BOMB-05", "AA-BOMB-06")
def test_bombardment_by_as_many_ships_as_units_landed():
    at = assault("transport infantry infantry, 2 cruiser, battleship")
    at.answer("sz42", "stay", {"transport+infantry+infantry": 1}, "java", {"infantry": 2}).done()
    assert at.waits_for == "ax.bombard"
    assert at.refuses({"sz42.cruiser": 2, "sz42.battleship": 1}) == "AA-BOMB-03"
    assert at.allows({"sz42.cruiser": 1})
    assert at.allows(())
    at.answer({"sz42.cruiser": 1, "sz42.battleship": 1}).dice(4, 4)  # the battleship hits on 4, the cruiser does not
    assert [event.hits for event in at.events if type(event).__name__ == "Fired"] == [1]
    at.dice(6, 6)
    assert at.want.dice == 1  # the infantry that was hit still fires
    at.dice(2)
    assert at.count("java", "anzac") == 0
    assert at.count("java", "japan") == 1


@rule("AA-BOMB-04")
def test_ships_support_one_assault_each():
    units = {
        "sz37": {"japan": "2 transport infantry infantry, cruiser, battleship"},
        "malaya": {"united_kingdom": "infantry"},
        "shan_state": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz37", "stay", {"transport+infantry+infantry": 1}, "malaya", {"infantry": 2})
    at.answer("sz37", "stay", {"transport+infantry+infantry": 1}, "shan_state", {"infantry": 2}).done()
    at.answer("malaya").answer({"sz37.cruiser": 1}).dice(1).dice(6, 6).dice(6)
    at.on_to("ax.bombard", face=1)
    assert dict(at.menu.limits) == {"sz37.battleship": 1}  # the cruiser has had its turn


@rule("AA-BOMB-01", "AA-BOMB-07", "AA-TRDEF-06")
def test_combat_in_the_zone_prevents_bombardment():
    units = {"sz42": {"japan": "transport infantry, cruiser", "anzac": "transport"}, "java": {"anzac": "infantry"}}
    at = table("japan", units=units, **JAVA)
    at.answer("sz42", "stay", {"transport+infantry": 1}, "attack", "java", {"infantry": 1}).done()
    assert at.count("sz42", "anzac") == 0  # sunk without a die, but that was combat
    assert at.waits_for == "ax.fire"


@rule("AA-BOMB-08")
def test_combat_elsewhere_does_not_matter():
    units = {
        "sz42": {"japan": "transport infantry, cruiser"},
        "sz43": {"japan": "transport infantry, destroyer", "anzac": "destroyer"},
        "java": {"anzac": "infantry"},
    }
    at = table("japan", units=units, **JAVA)
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1})
    at.answer("sz43", "stay", {"transport+infantry": 1}, "borneo", {"infantry": 1}).done()
    at.answer("borneo").dice(1).dice(6)  # a battle in SZ 43 first
    assert at.game.fought_in == ["sz43"]
    assert at.waits_for == "ax.bombard"


@rule("AA-BOMB-09", "AA-MULTI-03")
def test_an_allys_ships_do_not_bombard():
    units = {
        "sz20": {"united_states": "transport infantry", "anzac": "battleship"},
        "kiangsi": {"japan": "infantry"},
    }
    at = table("united_states", units=units, **WAR)
    at.answer("sz20", "stay", {"transport+infantry": 1}, "kiangsi", {"infantry": 1}).done()
    assert at.waits_for == "ax.fire"


@rule("AA-TRANS-01", "AA-TRANS-02")
def test_capacity():
    assert fits_aboard(["tank", "infantry"])
    assert fits_aboard(["aaa", "infantry"])
    assert fits_aboard(["infantry", "infantry"])
    assert not fits_aboard(["tank", "mechanized_infantry"])
    units = {"sz20": {"japan": "transport"}, "formosa": {"japan": "3 infantry, tank, mechanized_infantry, aaa"}}
    at = table("japan", "noncombat", units=units)
    move = ("sz20", "stay", {"transport": 1})
    assert at.allows(*move, {"formosa.infantry": 1, "formosa.aaa": 1}, "none")
    assert at.refuses(*move, {"formosa.tank": 1, "formosa.mechanized_infantry": 1}, "none") == "AA-TRANS-01"
    assert at.refuses(*move, {"formosa.infantry": 3}, "none") == "AA-TRANS-01"
    assert at.refusal(*move, {"formosa.air_base": 1}, "none")


@rule("AA-TRANS-03", "AA-TRANS-20")
def test_loading_in_several_zones_of_one_move():
    units = {
        "sz20": {"japan": "transport"},
        "formosa": {"japan": "infantry"},
        "okinawa": {"japan": "tank"},
        "sz6": {},
    }
    at = table("japan", "noncombat", units=units)
    at.answer("sz20", ["sz19", "sz6"], {"transport": 1}, {"formosa.infantry": 1, "okinawa.tank": 1}, "japan",
              {"infantry": 1, "tank": 1})  # fmt: skip
    assert at.count("japan", "japan") == 2
    uk = {
        "sz37": {"united_kingdom": "transport"},
        "malaya": {"united_kingdom": "infantry"},
        "shan_state": {"united_kingdom": "infantry"},
    }
    two = table("united_kingdom", "noncombat", units=uk)
    assert two.allows("sz37", "stay", {"transport": 1}, {"malaya.infantry": 1, "shan_state.infantry": 1}, "none")


@rule("AA-TRANS-04")
def test_loading_is_a_units_whole_move():
    units = {"manchuria": {"japan": "tank"}, "sz6": {"japan": "transport"}}
    at = table("japan", "noncombat", units=units)
    at.answer("manchuria", "korea", {"tank": 1})
    assert at.refuses("sz6", "stay", {"transport": 1}, {"korea.tank": 1}, "none") == "AA-TRANS-04"
    fresh = table("japan", "noncombat", units={"korea": {"japan": "tank"}, "sz6": {"japan": "transport"}})
    fresh.answer("sz6", "stay", {"transport": 1}, {"korea.tank": 1}, "japan", {"tank": 1})
    assert fresh.refusal("japan", "korea", {"tank": 1}).sentence == "This tank has moved, or is new"


@rule("AA-TRANS-05")
def test_nothing_loads_or_lands_in_a_hostile_zone():
    units = {"sz20": {"japan": "transport infantry", "united_states": "cruiser"}, "formosa": {"japan": "infantry"}}
    at = table("japan", "noncombat", units={"formosa": {"japan": "infantry"}}, **WAR)
    place(at.game, "sz20", units["sz20"])
    assert at.refuses("sz20", "stay", {"transport+infantry": 1}) == "AA-TRANS-05"
    assert at.refuses("sz20", "stay", {"transport+infantry": 1}, {"formosa.infantry": 1}, "none") == "AA-TRANS-05"
    assert at.refuses("sz20", "stay", {"transport+infantry": 1}, (), "formosa", {"infantry": 1}) == "AA-TRANS-05"
    guests = table("anzac", "noncombat", units={}, **WAR)
    place(guests.game, "sz54", {"united_states": "transport anzac:infantry", "japan": "cruiser"})
    assert guests.refusal("sz54", "queensland", {"infantry": 1})  # nor from an ally's transport


@rule("AA-TRANS-06", "AA-TRANS-08")
def test_a_transport_that_offloaded_is_done():
    units = {"sz6": {"japan": "transport infantry, transport"}, "korea": {"japan": "infantry"}}
    at = table("japan", "noncombat", units=units)
    at.answer("sz6", "stay", {"transport+infantry": 1}, (), "korea", {"infantry": 1})
    assert at.refusal("sz6", "sz19", {"transport": 2}).sentence == "Only 1 of transport can move from sea zone 6"
    at.answer("sz6", "sz19", {"transport": 1}, ())  # the other one may go, empty: cargo does not change ships
    assert at.aboard("sz19", "japan") == 0


@rule("AA-TRANS-09")
def test_bridging_without_moving():
    at = table("japan", "noncombat", units={"sz6": {"japan": "transport"}, "korea": {"japan": "infantry, tank"}})
    at.answer(
        "sz6", "stay", {"transport": 1}, {"korea.infantry": 1, "korea.tank": 1}, "japan", {"infantry": 1, "tank": 1}
    )
    assert at.count("japan", "japan") == 2


@rule("AA-TRANS-12")
def test_a_transport_leaves_its_hostile_zone_but_stops_at_the_next():
    units = {
        "sz37": {"japan": "transport", "united_kingdom": "cruiser"},
        "sz36": {"united_kingdom": "cruiser"},
    }
    at = table("japan", units=units, **WAR)
    assert at.allows("sz37", "sz43", {"transport": 1})
    assert at.refuses("sz37", ["sz36", "sz20"], {"transport": 1}) == "AA-CMOVE-12"
    assert at.refuses("sz37", "sz36", {"transport": 1}) == "AA-CMOVE-22"  # it would have to fight there, alone


@rule("AA-TRANS-17", "AA-TRANS-01")
def test_nobody_is_left_behind_when_units_board_allied_transports():
    units = {"sz37": {"anzac": "2 transport"}, "malaya": {"united_kingdom": "2 infantry, 2 artillery"}}
    at = table("united_kingdom", "noncombat", units=units, **WAR)
    at.answer("malaya", "sz37", {"infantry": 2, "artillery": 2})  # one of each on either ship, in whatever order
    assert at.aboard("sz37", "united_kingdom") == 4
    mixed = {"sz37": {"anzac": "transport infantry, transport"}, "malaya": {"united_kingdom": "infantry, 2 tank"}}
    full = table("united_kingdom", "noncombat", units=mixed, **WAR)
    assert full.refuses("malaya", "sz37", {"infantry": 2, "tank": 2}) == "AA-NCM-01"  # there is one infantry only
    full.answer("malaya", "sz37", {"infantry": 1, "tank": 2})
    assert full.aboard("sz37", "united_kingdom") == 3


@rule("AA-AMPH-10", "AA-AMPH-22")
def test_an_allys_transport_lands_its_units_in_one_territory():
    units = {"sz37": {"anzac": "transport united_kingdom:infantry united_kingdom:infantry"}}
    held = {"malaya": "japan", "shan_state": "japan"}
    at = table("united_kingdom", units=units, control=held, **WAR)
    at.answer("sz37", "malaya", {"infantry": 1})
    assert at.refuses("sz37", "shan_state", {"infantry": 1}) == "AA-AMPH-10"
    assert at.allows("sz37", "malaya", {"infantry": 1})


@rule("AA-AMPH-13", "AA-AMPH-22", "AA-CMOVE-04")
def test_an_escort_comes_to_an_assault_from_an_allys_transport():
    units = {
        "sz42": {"united_kingdom": "transport anzac:infantry", "japan": "submarine"},
        "sz55": {"anzac": "cruiser"},
        "java": {"japan": "infantry"},
    }
    at = table("anzac", units=units, control={"java": "japan"}, **WAR)
    assert at.refuses("sz42", "java", {"infantry": 1}) == "AA-AMPH-13"
    at.answer("sz55", "sz42", {"cruiser": 1}, "ignore")
    assert at.refuses(("done",)) == "AA-CMOVE-04"
    at.answer("sz42", "java", {"infantry": 1})
    assert not at.allows(("recall",))  # it waits no more
    at.done()
    assert at.waits_for == "ax.bombard"


@rule("AA-AMPH-07", "AA-AMPH-13")
def test_without_a_warship_aircraft_and_transports_attack_the_submarine():
    units = {
        "sz36": {"japan": "carrier fighter, transport infantry"},
        "sz37": {"united_kingdom": "submarine"},
        "malaya": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"fighter": 1, "transport+infantry": 1}, "malaya", {"infantry": 1})
    assert at.game.strikes == ["sz37"]
    at.done()
    assert (at.waits_for, at.asked) == ("ax.submerge", "united_kingdom")
    at.answer(1)
    assert at.count("malaya", "japan", "infantry") == 1


@rule("AA-AMPH-13", "AA-AMPH-22")
def test_the_escort_of_an_assault_from_an_allys_transport_stays():
    units = {
        "sz46": {"united_states": "transport anzac:infantry", "japan": "submarine", "anzac": "destroyer, cruiser"},
        "sz54": {"japan": "transport"},
    }
    at = table("anzac", units=units, control={"new_guinea": "japan"}, **WAR)
    at.answer("sz46", "new_guinea", {"infantry": 1})
    at.answer("sz46", "sz54", {"cruiser": 1})
    assert at.refuses("sz46", "sz54", {"destroyer": 1}) == "AA-AMPH-13"
    alone = {**units, "sz46": {"united_states": "transport anzac:infantry, destroyer", "japan": "submarine"}}
    none = table("anzac", units=alone, control={"new_guinea": "japan"}, **WAR)
    assert none.refuses("sz46", "new_guinea", {"infantry": 1}) == "AA-AMPH-13"  # an ally's warship does not count


@rule("AA-TRANS-06", "AA-TRANS-07")
def test_an_allys_transport_offloads_once_a_turn_and_in_one_territory():
    load = "transport united_kingdom:infantry united_kingdom:infantry"
    units = {"sz37": {"anzac": load}, "malaya": {"united_kingdom": "tank"}}
    at = table("united_kingdom", "noncombat", units=units, **WAR)
    assert at.allows("sz37", "malaya", {"infantry": 2})
    at.answer("sz37", "malaya", {"infantry": 1})
    assert at.refuses("sz37", "shan_state", {"infantry": 1}) == "AA-TRANS-06"
    assert at.refuses("malaya", "sz37", {"tank": 1}) == "AA-TRANS-06"  # nor does it load again
    two = table("united_kingdom", "noncombat", units={"sz37": {"anzac": f"2 {load}"}}, **WAR)
    two.answer("sz37", "malaya", {"infantry": 2})  # all from one of the ships
    two.answer("sz37", "shan_state", {"infantry": 2})
    assert two.count("malaya", "united_kingdom") == two.count("shan_state", "united_kingdom") == 2


@rule("AA-NCM-14", "AA-AMPH-22")
def test_units_whose_landing_failed_do_not_go_ashore_elsewhere():
    units = {"sz6": {"united_states": "transport anzac:infantry"}, "japan": {"japan": "fighter"}}
    at = table("anzac", units=units, facilities={"japan": {"air_base": 0}}, control={"korea": "china"}, **WAR)
    at.answer("sz6", "japan", {"infantry": 1}).done()
    at.answer({"sz6.fighter": 1}, by="japan")
    assert at.aboard("sz6", "anzac", "infantry") == 1
    assert at.refuses("sz6", "korea", {"infantry": 1}) == "AA-TRANS-06"


@rule("AA-TRANS-13", "AA-UNIT-01")
def test_cargo_goes_down_with_its_ship_and_never_fights():
    units = {"sz36": {"japan": "destroyer"}, "sz37": {"united_kingdom": "transport infantry tank"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"destroyer": 1}).done()
    assert at.game.units["sz37"][0].owner == "japan"
    assert at.count("sz37", "united_kingdom") == at.aboard("sz37", "united_kingdom") == 0


@rule("AA-TRANS-15", "AA-TRANS-16")
def test_part_of_the_cargo_may_land_beside_enemy_submarines():
    units = {"sz20": {"japan": "transport infantry infantry", "united_states": "submarine"}}
    at = table("japan", "noncombat", units=units, **WAR)
    at.answer("sz20", "stay", {"transport+infantry+infantry": 1}, "formosa", {"infantry": 1})
    assert at.count("formosa", "japan") == 1
    assert at.aboard("sz20", "japan") == 1


@rule("AA-TRANS-17", "AA-TRANS-19")
def test_an_allys_unit_rides_over_three_turns():
    units = {"queensland": {"anzac": "infantry"}, "sz54": {"united_states": "transport"}}
    anzac = table("anzac", "noncombat", units=units, **WAR)
    anzac.answer("queensland", "sz54", {"infantry": 1})
    assert anzac.aboard("sz54", "anzac") == 1
    assert anzac.refusal("sz54", "queensland", {"infantry": 1})  # not on the same turn
    us = table("united_states", "noncombat", units={"sz54": {"united_states": "transport anzac:infantry"}}, **WAR)
    assert us.refusal("sz54", "stay", {"transport+anzac:infantry": 1}, "queensland", {"infantry": 1})
    mixed = {"sz54": {"united_states": "transport infantry anzac:infantry"}}
    both = table("united_states", "noncombat", units=mixed, **WAR)
    word = "transport+anzac:infantry+infantry"
    assert both.refusal("sz54", "stay", {word: 1}, "queensland", {"infantry": 2})
    both.answer("sz54", "stay", {word: 1}, "queensland", {"infantry": 1})  # its own
    assert (both.aboard("sz54", "anzac"), both.aboard("sz54", "united_states")) == (1, 0)
    us.answer("sz54", ["sz46", "sz45"], {"transport+anzac:infantry": 1})
    assert us.aboard("sz45", "anzac") == 1
    later = table("anzac", "noncombat", units={"sz45": {"united_states": "transport anzac:infantry"}}, **WAR)
    later.answer("sz45", "dutch_new_guinea", {"infantry": 1})
    assert later.game.control["dutch_new_guinea"] == "anzac"


@rule("AA-TRANS-21", "AA-RET-08", "AA-RET-09")
def test_a_transport_that_retreated_keeps_its_cargo_and_lands_nothing():
    units = {
        "sz36": {"japan": "transport infantry, destroyer"},
        "sz37": {"united_kingdom": "cruiser"},
        "malaya": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"destroyer": 1, "transport+infantry": 1}, "malaya", {"infantry": 1}).done()
    at.dice(6).dice(6).answer("sz36")
    assert at.waits_for == "ax.noncombat_move"
    assert at.aboard("sz36", "japan") == 1
    assert at.refuses("sz36", "stay", {"transport+infantry": 1}, "hainan", {"infantry": 1}) == "AA-TRANS-14"
    assert at.refuses("sz36", "sz20", {"destroyer": 1}) == "AA-NCM-14"
