"""Submarines, capital ships, defenceless transports, retreats (ledger sections SUBS, CAPSHIP, TRDEF, RET)."""

import pytest

from sandtable.games.axis1940.rules.scramble import battle_zones
from tests.games.axis1940.war import ALL_ALLIES, Table, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


def sea(attack, defence, bag=None, **more):
    """Japan sails from SZ 36 against the UK in SZ 37."""
    at = table("japan", units={"sz36": {"japan": attack}, "sz37": {"united_kingdom": defence}, **more}, **WAR)
    if bag is None:
        bag = {}
        for item in attack.split(", "):
            words = item.split()
            number = int(words.pop(0)) if words[0].isdecimal() else 1
            bag[words[0]] = number
            for plane in words[1:]:
                bag[plane] = bag.get(plane, 0) + number
    return at.answer("sz36", "sz37", bag).done()


@rule("AA-SUBS-01", "AA-SUBS-02", "AA-SUBS-10")
def test_submarines_submerge_or_strike_the_attacker_first():
    at = sea("3 submarine", "2 cruiser, submarine")
    assert (at.waits_for, at.asked) == ("ax.submerge", "japan")
    at.answer(1)
    assert at.asked == "united_kingdom"
    at.answer(0)
    assert at.want.dice == 2  # two strike, one is gone from the battle
    at.dice(6, 6).dice(6)
    at.dice(6, 6)  # the cruisers fire
    assert at.count("sz37", "japan", "submarine") == 3
    at.answer("press").answer(2).answer(1)
    assert at.waits_for == "ax.noncombat_move"  # nobody is left to fight


@rule("AA-SUBS-03", "AA-SUBS-04")
def test_a_destroyer_denies_enemy_submarines_everything():
    at = sea("submarine", "destroyer")
    assert (at.waits_for, at.want.dice) == ("ax.fire", 1)  # no submerging, no surprise
    at.dice(2)
    assert at.want.dice == 1  # the destroyer that was hit still fires
    only = sea("destroyer, submarine", "cruiser, submarine")
    assert only.asked == "japan"  # the attacker's submarine may strike: the defender has no destroyer
    only.answer(0)
    assert only.waits_for == "ax.strike"
    only.dice(6)
    assert only.waits_for == "ax.fire"  # the defender's may not, for the attacker has one


@rule("AA-SUBS-05", "AA-SUBS-06", "AA-SUBS-20", "AA-UNIT-SS-ATT", "AA-UNIT-SS-DEF")
def test_surprise_strikes_at_2_and_1_and_their_victims_are_silent():
    at = sea("submarine", "cruiser").answer(0)
    at.dice(2)
    assert at.count("sz37", "united_kingdom") == 0
    assert at.waits_for == "ax.noncombat_move"  # no return fire
    missed = sea("submarine", "cruiser").answer(0).dice(3)
    assert missed.count("sz37", "united_kingdom") == missed.want.dice == 1
    duel = sea("submarine", "submarine").answer(0).answer(0)
    duel.dice(2).dice(2)  # the attacker hits on 2, the defender only on 1
    assert duel.count("sz37", "united_kingdom") == 0
    assert duel.count("sz37", "japan") == 1


@rule("AA-SUBS-07")
def test_a_submarine_that_was_struck_still_strikes():
    at = sea("submarine", "submarine").answer(0).answer(0)
    at.dice(1).dice(1)
    assert at.game.units["sz37"] == ()


@rule("AA-SUBS-08")
def test_one_die_for_each_submarine_and_round():
    at = sea("submarine, cruiser", "cruiser").answer(0)
    at.dice(6)
    assert at.want.dice == 1  # the cruiser only


@rule("AA-SUBS-09")
def test_the_abilities_return_when_the_last_destroyer_is_lost():
    at = sea("2 submarine", "destroyer, cruiser")
    at.dice(1, 6).answer({"destroyer": 1}).dice(6, 6)
    at.answer("press")
    assert at.waits_for == "ax.submerge"


@rule("AA-SUBS-11")
def test_submarines_cannot_hit_aircraft():
    at = sea("submarine", "carrier fighter").answer(0)
    at.dice(1)
    assert any(stack.kind == "carrier" and stack.hits for stack in at.game.units["sz37"])


@rule("AA-SUBS-12", "AA-SUBS-14", "AA-TRDEF-02")
def test_aircraft_and_submarines_cannot_hit_each_other():
    at = table(
        "japan",
        units={"sz36": {"japan": "carrier fighter fighter"}, "sz37": {"united_kingdom": "2 submarine, 3 transport"}},
        **WAR,
    )
    at.answer("sz36", "sz37", {"fighter": 2}).done()
    assert at.waits_for == "ax.noncombat_move"
    assert at.count("sz37", "united_kingdom", "submarine") == 2
    assert at.count("sz37", "united_kingdom", "transport") == 0  # defenceless


@rule("AA-SUBS-13")
def test_an_allys_destroyer_is_not_in_the_battle():
    units = {"sz16": {"united_states": "cruiser"}, "sz7": {"japan": "submarine", "anzac": "destroyer"}}
    at = table("united_states", units=units, **WAR)
    at.answer("sz16", "sz7", {"cruiser": 1}).done()
    assert (at.waits_for, at.asked) == ("ax.submerge", "japan")


@rule("AA-SUBS-15")
def test_a_submarine_that_ends_beside_warships_fights():
    at = sea("submarine", "cruiser")
    assert at.waits_for == "ax.submerge"


@rule("AA-SUBS-16", "AA-SUBS-17")
def test_submarines_pass_all_but_destroyers():
    units = {
        "sz36": {"japan": "submarine"},
        "sz37": {"united_kingdom": "battleship"},
        "sz38": {"united_kingdom": "cruiser"},
    }
    for phase in ("combat", "noncombat"):
        at = table("japan", phase, units=units, **WAR)
        assert at.allows("sz36", ["sz37", "sz38"], {"submarine": 1})
    guarded = {**units, "sz37": {"united_kingdom": "destroyer"}}
    for phase in ("combat", "noncombat"):
        at = table("japan", phase, units=guarded, **WAR)
        assert at.refuses("sz36", ["sz37", "sz38"], {"submarine": 1}) == "AA-SUBS-17"
        assert at.allows("sz36", "sz37", {"submarine": 1})


@rule("AA-SUBS-18")
def test_a_submarine_may_end_its_noncombat_move_beside_the_enemy():
    at = table(
        "japan", "noncombat", units={"sz36": {"japan": "submarine"}, "sz37": {"united_kingdom": "cruiser"}}, **WAR
    )
    at.answer("sz36", "sz37", {"submarine": 1}).done()
    assert not at.passed("ax.battle")


@rule("AA-SUBS-21")
def test_a_submerged_submarine_does_not_retreat():
    at = sea("submarine, cruiser", "2 cruiser").answer(1)
    at.dice(6).dice(6, 6).answer("sz36")
    assert at.count("sz36", "japan", "cruiser") == 1
    assert at.count("sz37", "japan", "submarine") == 1


# Carriers and battleships


@rule("AA-CAPSHIP-01", "AA-CAPSHIP-04")
def test_the_first_hit_only_damages_a_battleship():
    at = sea("battleship", "2 cruiser")
    at.dice(6).dice(1, 6)
    assert [(stack.kind, stack.hits) for stack in at.game.units["sz37"] if stack.owner == "japan"] == [
        ("battleship", 1)
    ]
    at.answer("press")
    at.dice(4).dice(6, 6)  # it still hits on 4
    assert at.count("sz37", "united_kingdom") == 1
    struck = sea("2 submarine", "battleship").answer(0)
    struck.dice(1, 6)
    assert struck.want.dice == 1  # a strike damages too, and the ship fires back


@rule("AA-CAPSHIP-02")
def test_damage_stays_when_the_battle_and_the_turn_are_over():
    at = sea("battleship", "destroyer")
    at.dice(1).dice(1)
    at.done().on_to("ax.purchase")
    assert at.game.acting == "united_states"
    assert [stack.hits for stack in at.game.units["sz37"]] == [1]


@rule("AA-CAPSHIP-01")
def test_one_hit_sinks_no_ship_that_is_whole():
    at = sea("2 battleship", "carrier, destroyer").dice(4, 6)
    refusal = at.refusal({"carrier!": 1})
    assert (refusal.rule, refusal.sentence) == ("AA-CAPSHIP-01", "A ship must be damaged before it can be sunk")


@rule("AA-CAPSHIP-03")
def test_two_hits_of_one_step_sink_a_battleship():
    at = sea("2 cruiser", "battleship")
    at.dice(1, 1).dice(6)
    assert at.count("sz37", "united_kingdom") == 0


@rule("AA-CAPSHIP-05", "AA-NCM-08")
def test_a_carrier_holds_two():
    units = {"sz36": {"japan": "carrier fighter fighter"}, "hainan": {"japan": "fighter, strategic_bomber"}}
    at = table("japan", "noncombat", units=units, **WAR, control={"kwangsi": "china"})
    at.answer("hainan", "sz36", {"fighter": 1})
    at.answer("sz36", "hainan", {"fighter": 1})  # one of the others must leave
    assert at.allows(("done",))
    assert at.refuses("hainan", "sz36", {"strategic_bomber": 1}) == "AA-AIRMOVE-19"


@rule("AA-CAPSHIP-05", "AA-AIRMOVE-15")
def test_a_third_aircraft_finds_no_place():
    units = {
        "sz30": {"japan": "carrier fighter fighter"},
        "sz29": {"japan": "carrier! "},
        "johnston_island": {"japan": "fighter"},
    }
    held = {"johnston_island": "japan", "marshall_islands": "united_states"}
    at = table("japan", "noncombat", units=units, **WAR, control=held)
    at.answer("johnston_island", "sz30", {"fighter": 1})  # legal as long as another can still leave
    assert at.refuses(("done",)) == "AA-AIRMOVE-15"


@rule("AA-CAPSHIP-06", "AA-CAPSHIP-07")
def test_a_damaged_carrier_lets_nobody_up_or_down():
    units = {
        "sz54": {"united_states": "carrier! anzac:fighter"},
        "queensland": {"anzac": "fighter"},
        "sz46": {"japan": "transport"},
    }
    at = table("anzac", units=units, **WAR)
    assert at.refusal("sz54", "sz46", {"fighter": 1})  # trapped
    quiet = table("anzac", "noncombat", units=units, **WAR)
    assert quiet.refuses("queensland", "sz54", {"fighter": 1}) == "AA-AIRMOVE-15"


@rule("AA-CAPSHIP-08")
def test_aircraft_rise_when_their_carrier_is_attacked():
    units = {"sz36": {"japan": "submarine"}, "sz37": {"united_kingdom": "carrier united_kingdom:fighter anzac:fighter"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"submarine": 1}).done()
    assert "1 fighter of ANZAC" in " ".join(at.said())
    at.answer(0).dice(6)
    assert at.want.dice == 3  # carrier and both fighters


@rule("AA-CAPSHIP-09")
def test_aircraft_on_a_damaged_carrier_are_cargo():
    units = {"sz36": {"japan": "cruiser"}, "sz37": {"united_kingdom": "carrier! anzac:fighter"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1}).done()
    at.dice(1)
    assert at.want.dice == 1  # the carrier alone defends
    at.dice(6)
    assert at.aboard("sz37", "anzac") == 0  # lost with it


@rule("AA-CAPSHIP-10", "AA-NCM-02", "AA-NCM-03")
def test_defending_aircraft_look_for_another_deck():
    def after(*fire, **more):
        units = {"sz30": {"united_states": "carrier fighter", "japan": "destroyer"}, **more}
        at = table("japan", units=units, **WAR, control={"johnston_island": "japan"})
        at.done().dice(1)  # the destroyer hits
        if at.waits_for == "ax.losses":
            at.answer({"carrier": 1})
        return at.dice(*fire)  # and is sunk in return

    lost = after(1, 6)
    assert lost.count("sz30", "united_states", "fighter") == lost.aboard("sz30", "united_states") == 0
    near = after(1, 6, sz29={"united_states": "carrier"})
    assert near.aboard("sz29", "united_states", "fighter") == 1
    here = after(1, 6, 6, sz30={"united_states": "carrier fighter, carrier", "japan": "destroyer"})
    assert here.aboard("sz30", "united_states", "fighter") == 1


@rule("AA-CAPSHIP-10", "AA-CAPSHIP-12")
def test_the_aircraft_of_a_damaged_carrier_are_those_that_lose_their_place():
    units = {
        "sz36": {"japan": "battleship"},
        "sz37": {"united_kingdom": "2 carrier fighter tactical_bomber"},
    }
    at = table("japan", units=units, **WAR)
    assert at.count("sz37", "united_kingdom", "carrier") == at.aboard("sz37", "united_kingdom", "fighter") == 2
    at.answer("sz36", "sz37", {"battleship": 1}).done()
    at.dice(4).answer({"carrier": 1}).dice(6, 6, 6, 6, 6, 6).answer("sz36")
    assert [len(ship.cargo) for ship in at.game.units["sz37"] if ship.hits] == [0]
    assert at.aboard("sz37", "united_kingdom", "fighter") == at.aboard("sz37", "united_kingdom", "tactical_bomber") == 1
    stranded = {(plane.kind, plane.n) for plane in at.game.units["sz37"] if plane.role}
    assert stranded == {("fighter", 1), ("tactical_bomber", 1)}
    assert not any(ship.home for ship in at.game.units["sz37"] if ship.kind == "carrier")


@rule("AA-CAPSHIP-10", "AA-CAPSHIP-12")
def test_guests_come_down_on_the_carrier_they_rose_from():
    units = {
        "sz30": {"united_states": "carrier anzac:fighter", "anzac": "carrier, 3 destroyer"},
        "sz31": {"japan": "cruiser"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz31", "sz30", {"cruiser": 1}).done()
    at.dice(1).answer({"anzac.destroyer": 1}, by="united_states").answer("yes", by="anzac")
    at.dice(*[1] * at.want.dice)
    hosts = {stack.owner: stack.cargo for stack in at.game.units["sz30"] if stack.kind == "carrier"}
    assert [item.owner for item in hosts["united_states"]] == ["anzac"]  # though its own power has a carrier there
    assert hosts["anzac"] == ()


@rule("AA-CAPSHIP-10", "AA-KAMI-09")
def test_aircraft_stay_on_their_carrier_when_all_attackers_are_sunk_before_the_battle():
    units = {
        "sz17": {
            "united_states": "transport anzac:infantry",
            "anzac": "destroyer",
            "japan": "carrier fighter fighter",
        },
    }
    at = table("anzac", units=units, **WAR)
    at.answer("sz17", "iwo_jima", {"infantry": 1}).done()
    at.answer(({"destroyer#1": 1},), by="japan").dice(1)
    assert at.waits_for == "ax.noncombat_move"  # there is no battle, and nobody has to look for a place to land
    assert at.aboard("sz17", "japan", "fighter") == 2


@rule("AA-CAPSHIP-11")
def test_guests_of_an_attacking_carrier_are_cargo():
    units = {"sz16": {"united_states": "carrier! anzac:fighter, destroyer"}, "sz17": {"japan": "2 cruiser"}}
    at = table("united_states", units=units, **WAR)
    at.answer("sz16", "sz17", {"carrier!+anzac:fighter": 1, "destroyer": 1}).done()
    at.on_to("ax.fire").dice(6)
    at.dice(1, 1)
    assert at.game.units["sz17"][0].owner == "japan"
    assert at.count("sz17", "united_states") == at.aboard("sz17", "anzac") == 0
    units = {"sz16": {"united_states": "carrier anzac:fighter, destroyer"}, "sz17": {"japan": "2 cruiser"}}
    whole = table("united_states", units=units, **WAR)
    whole.answer("sz16", "sz17", {"carrier+anzac:fighter": 1, "destroyer": 1}).done()
    whole.on_to("ax.fire").dice(6).dice(1, 1)
    whole.answer({"carrier+anzac:fighter": 1, "carrier!+anzac:fighter": 1})
    assert whole.count("sz17", "anzac", "fighter") == whole.aboard("sz17", "anzac") == 0  # nor does it fly off


@rule("AA-CAPSHIP-12", "AA-CAPSHIP-07")
def test_each_guest_is_on_a_carrier_of_its_own():
    units = {
        "sz54": {"united_states": "carrier! anzac:fighter, carrier anzac:tactical_bomber"},
        "sz46": {"japan": "transport"},
    }
    at = table("anzac", units=units, **WAR)
    assert at.allows("sz54", "sz46", {"tactical_bomber": 1})
    assert at.refusal("sz54", "sz46", {"fighter": 1})


@rule("AA-CAPSHIP-13", "AA-CMOVE-18", "AA-NCM-01")
def test_a_carrier_that_fought_stays_but_takes_aircraft():
    at = sea("carrier fighter, destroyer", "destroyer")
    at.dice(1, 1).dice(6)
    assert at.refuses("sz37", "sz36", {"carrier": 1}) == "AA-NCM-14"
    at.done()
    assert at.aboard("sz37", "japan", "fighter") == 1
    units = {"sz37": {"japan": "carrier fighter, destroyer", "united_kingdom": "destroyer"}}
    stayed = table("japan", units=units, **WAR).done().dice(1, 1).dice(6)
    assert stayed.refuses("sz37", "sz36", {"carrier": 1}) == "AA-NCM-14"  # it fought where it began
    assert stayed.refuses("sz37", "sz36", {"destroyer": 1}) == "AA-NCM-14"


# Defenceless transports


@rule("AA-TRDEF-01", "AA-TRDEF-07")
def test_transports_are_lost_last():
    at = sea("cruiser", "destroyer, transport")
    at.dice(1)
    assert at.want.dice == 1
    at.dice(6)
    assert at.count("sz37", "united_kingdom", "destroyer") == 0
    attack = sea("destroyer, transport", "2 cruiser")
    attack.dice(6).dice(1, 1)
    assert attack.count("sz37", "japan") == 0  # the destroyer, then the transport


@rule("AA-TRDEF-02", "AA-TRDEF-03")
def test_the_last_transports_go_down_before_any_retreat():
    at = sea("2 cruiser", "destroyer, 2 transport infantry")
    at.dice(1, 6).dice(6)
    assert at.waits_for == "ax.noncombat_move"  # nothing was asked in between
    assert at.count("sz37", "united_kingdom") == at.aboard("sz37", "united_kingdom") == 0


@rule("AA-TRDEF-04")
def test_attacking_transports_left_alone_retreat_or_die():
    at = sea("destroyer, transport", "2 cruiser")
    at.dice(6).dice(1, 6)
    assert at.menu.options == ("press", "sz36")
    at.answer("sz36")
    assert at.count("sz36", "japan", "transport") == 1
    units = {"sz37": {"japan": "destroyer, transport", "united_kingdom": "2 cruiser"}}
    stuck = table("japan", units=units, **WAR).done()
    stuck.dice(6).dice(1, 6)
    assert stuck.count("sz37", "japan") == 0


@rule("AA-TRDEF-04")
def test_attacking_transports_that_are_stuck_are_lost_beside_aircraft_that_cannot_hit_a_submarine():
    ships = {"japan": "destroyer, transport", "united_kingdom": "destroyer, submarine"}
    at = table("japan", units={"sz37": ships, "kwangsi": {"japan": "fighter"}}, **WAR)
    at.answer("kwangsi", "sz37", {"fighter": 1}).done()
    at.dice(1, 6).answer({"destroyer": 1}, by="united_kingdom")
    at.dice(1, 6).answer({"destroyer": 1}, by="japan")
    assert at.waits_for == "ax.noncombat_move"  # fighter and submarine cannot hit each other
    assert at.count("sz37", "japan", "transport") == 0


@rule("AA-TRDEF-05", "AA-TRDEF-06")
def test_one_fighter_sinks_five_transports_without_a_die():
    at = table(
        "japan",
        units={"sz36": {"japan": "carrier fighter, destroyer"}, "sz37": {"united_kingdom": "5 transport"}},
        **WAR,
    )
    at.answer("sz36", "sz37", {"destroyer": 1, "fighter": 1}).done()
    assert not at.passed("ax.fired")
    assert at.count("sz37", "united_kingdom") == 0
    assert at.game.fought_in == ["sz37"]
    assert at.refuses("sz37", "sz36", {"destroyer": 1}) == "AA-NCM-14"
    units = {"sz37": {"japan": "destroyer, cruiser", "united_kingdom": "transport"}}
    there = table("japan", units=units, **WAR)
    there.answer("sz37", "stay", {"destroyer": 1}).done()
    assert there.refuses("sz37", "sz36", {"cruiser": 1}) == "AA-NCM-14"  # it was combat for all of them


# Retreat


@rule("AA-RET-01", "AA-RET-02")
def test_only_the_attacker_retreats_and_all_to_one_place():
    units = {"sz36": {"japan": "cruiser"}, "sz43": {"japan": "cruiser"}, "sz37": {"united_kingdom": "2 cruiser"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1}).answer("sz43", "sz37", {"cruiser": 1}).done()
    assert at.waits_for == "ax.fire"
    at.dice(6, 6).dice(6, 6)
    assert at.asked == "japan"
    assert at.menu.options == ("press", "sz36", "sz43")
    at.answer("sz43")
    assert at.count("sz43", "japan") == 2


@rule("AA-RET-03", "AA-RET-05")
def test_a_retreat_zone_was_friendly_all_turn():
    units = {
        "sz36": {"japan": "cruiser", "united_kingdom": "destroyer"},
        "sz37": {"united_kingdom": "cruiser"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1}).done()
    at.dice(6).dice(6)
    assert at.waits_for == "ax.fire"  # SZ 36 was hostile: no retreat is offered
    units["sz36"] = {"japan": "cruiser, destroyer", "united_kingdom": "destroyer"}
    cleared = table("japan", units=units, **WAR)
    cleared.answer("sz36", "sz37", {"cruiser": 1}).done()
    cleared.answer("sz36").dice(1).dice(6)  # the destroyers first: SZ 36 is friendly now, but was not
    cleared.dice(6).dice(6)
    assert cleared.waits_for == "ax.fire"
    staying = table("japan", units={"sz37": {"japan": "cruiser", "united_kingdom": "cruiser"}}, **WAR).done()
    staying.dice(6).dice(6)
    assert staying.waits_for == "ax.fire"  # they all began in the zone


@rule("AA-RET-04", "AA-RET-10")
def test_enemy_submarines_and_convoys_do_not_matter_for_a_retreat():
    units = {"sz36": {"japan": "cruiser", "united_kingdom": "submarine"}, "sz37": {"united_kingdom": "cruiser"}}
    at = table("japan", units=units, **WAR)
    assert at.game.map.zones["sz36"].convoy
    at.answer("sz36", "sz37", {"cruiser": 1}).done()
    at.dice(6).dice(6)
    assert at.menu.options == ("press", "sz36")


@rule("AA-RET-02")
def test_a_retreat_to_any_space_beside_the_battle_that_they_came_through():
    """SZ 20 and SZ 21 both border on SZ 35; a way round over SZ 19 ends with SZ 20 alone."""
    units = {"sz21": {"japan": "2 cruiser"}, "sz35": {"united_states": "cruiser"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz21", ["sz20", "sz35"], {"cruiser": 2}).done()
    at.dice(6, 6).dice(6)
    assert at.menu.options == ("press", "sz20", "sz21")
    at.answer("sz21")
    assert at.count("sz21", "japan", "cruiser") == 2
    assert not at.allows("sz21", "sz22", {"cruiser": 1})
    units["sz19"] = units.pop("sz21")
    far = table("japan", units=units, **WAR)
    far.answer("sz19", ["sz20", "sz35"], {"cruiser": 2}).done()
    far.dice(6, 6).dice(6)
    assert far.menu.options == ("press", "sz20")


@rule("AA-RET-02", "AA-AMPH-18")
def test_a_retreat_over_land_to_where_they_came_through_but_from_an_assault_to_where_they_entered():
    """Kiangsi and Kwangsi both border on Kwangtung."""
    units = {
        "kiangsi": {"japan": "2 tank"},
        "kwangtung": {"united_kingdom": "3 infantry"},
        "sz20": {"japan": "transport infantry"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("kiangsi", ["kwangsi", "kwangtung"], {"tank": 2})
    assault = Table(at.game.clone())
    at.done().dice(6, 6).dice(6, 6, 6)
    assert at.menu.options == ("press", "kiangsi", "kwangsi")
    assault.answer("sz20", "stay", {"transport+infantry": 1}, "kwangtung", {"infantry": 1}).done()
    assault.dice(6, 6, 6).dice(6, 6, 6)
    assert assault.menu.options == ("press", "kwangsi")


@rule("AA-RET-08", "AA-BOMB-09")
def test_ships_that_retreated_bombard_nobody():
    """R60: they come to a zone from which another assault is still to be made."""
    units = {
        "sz36": {"japan": "battleship, transport infantry"},
        "sz37": {"united_kingdom": "cruiser"},
        "sz19": {"japan": "transport infantry"},
        "hainan": {"united_kingdom": "infantry"},
    }
    at = table("japan", units=units, control={"hainan": "united_kingdom"}, **WAR)
    at.answer("sz36", "sz37", {"battleship": 1, "transport+infantry": 1}, "malaya", {"infantry": 1})
    at.answer("sz19", ["sz20", "sz36"], {"transport+infantry": 1}, "hainan", {"infantry": 1}).done()
    at.answer("malaya").dice(6).dice(6).answer("sz36")
    assert at.count("sz36", "japan", "battleship") == 1
    assert at.waits_for == "ax.fire"  # ashore on Hainan, and no question who bombards


@rule("AA-RET-08", "AA-CMOVE-10")
def test_ships_that_retreated_reinforce_no_other_battle():
    """R60: they come to a zone where a submarine is still to be fought."""
    units = {
        "sz36": {"japan": "cruiser, destroyer", "united_kingdom": "submarine"},
        "sz37": {"united_kingdom": "cruiser"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1})
    at.answer("sz36", "stay", {"destroyer": 1}).done()
    at.answer("sz37").dice(6).dice(6).answer("sz36")
    at.dice(6)  # the destroyer alone
    at.dice(1)
    assert at.count("sz36", "japan", "destroyer") == 0  # nor can the cruiser take the hit
    assert at.count("sz36", "japan", "cruiser") == at.count("sz36", "united_kingdom", "submarine") == 1
    assert at.waits_for == "ax.noncombat_move"
    assert at.game.units["sz36"][-1].role == ""


@rule("AA-RET-06")
def test_aircraft_that_break_off_stay_and_land_later():
    units = {"kiangsi": {"japan": "fighter"}, "yunnan": {"china": "2 infantry"}}
    at = table("japan", units=units)
    at.answer("kiangsi", "yunnan", {"fighter": 1}).done()
    at.dice(6).dice(6, 6)
    at.answer("break_off")
    assert at.game.units["yunnan"][-1].left == 2
    at.answer("yunnan", "kiangsi", {"fighter-2": 1}).done()


@rule("AA-RET-07", "AA-RET-08")
def test_a_retreat_to_a_blitzed_territory():
    units = {"kiangsi": {"japan": "tank"}, "yunnan": {"china": "2 infantry"}}
    at = table("japan", units=units)
    at.answer("kiangsi", ["hunan", "yunnan"], {"tank": 1}).done()
    at.dice(6).dice(6, 6)
    assert at.menu.options == ("press", "hunan")
    at.answer("hunan")
    assert at.refuses("hunan", "kiangsi", {"tank": 1}) == "AA-NCM-01"


def test_battle_zones_are_where_the_acting_power_meets_enemies():
    at = table("japan", units={"sz37": {"japan": "cruiser", "united_kingdom": "cruiser"}}, **WAR)
    assert battle_zones(at.game, "japan") == ["sz37"]
