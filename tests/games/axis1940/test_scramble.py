"""Scrambles and kamikazes (ledger sections SCR and KAMI)."""

import pytest

from sandtable.games.axis1940.rules.kamikaze import kamikaze_zones
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


def raid_on_sz6(japan="4 fighter", korea=None, bases=None, fleet="cruiser"):
    """The US attacks Japanese ships in SZ 6."""
    units = {"sz7": {"united_states": fleet}, "sz6": {"japan": "submarine, destroyer"}, "japan": {"japan": japan}}
    if korea:
        units["korea"] = {"japan": korea}
    at = table("united_states", units=units, facilities=bases or {"japan": {"air_base": 0}}, **WAR)
    return at.answer("sz7", "sz6", {fleet: 1}).done()


@rule("AA-SCR-01", "AA-SCR-02", "AA-SCR-03")
def test_three_fighters_or_tactical_bombers_of_a_base():
    at = raid_on_sz6("4 fighter, strategic_bomber")
    assert (at.waits_for, at.asked) == ("ax.scramble", "japan")
    assert dict(at.menu.limits) == {"sz6.fighter": 3}
    assert at.refuses({"sz6.fighter": 4}) == "AA-SCR-02"
    at.answer({"sz6.fighter": 3})
    assert at.count("sz6", "japan", "fighter") == 3
    assert at.waits_for != "ax.combat_move"  # the attacker changes nothing any more


@rule("AA-SCR-04", "AA-KAMI-03")
def test_a_fleet_that_attacks_nobody_is_not_scrambled_against():
    units = {"sz7": {"united_states": "cruiser"}, "japan": {"japan": "fighter"}}
    at = table("united_states", "noncombat", units=units, **WAR)
    at.answer("sz7", "sz6", {"cruiser": 1}).done()
    assert not at.passed("ax.scrambled")
    quiet = table("united_states", units={**units, "sz6": {"united_states": "destroyer"}}, **WAR)
    assert kamikaze_zones(quiet.game, "united_states") == []
    quiet.done()
    assert quiet.waits_for == "ax.noncombat_move"


@rule("AA-SCR-05")
def test_an_assault_on_korea_may_be_met_from_japan():
    units = {"sz6": {"united_states": "transport infantry, cruiser"}, "japan": {"japan": "fighter"}}
    at = table("united_states", units=units, **WAR)
    at.answer("sz6", "stay", {"transport+infantry": 1}, "korea", {"infantry": 1}).done()
    assert dict(at.menu.limits) == {"sz6.fighter": 1}


@rule("AA-SCR-06", "AA-SCR-16")
def test_allies_aircraft_scramble_within_the_three():
    units = {
        "sz46": {"japan": "destroyer"},
        "sz54": {"united_states": "submarine"},
        "queensland": {"united_kingdom": "2 fighter", "anzac": "2 fighter"},
    }
    at = table("japan", units=units, **WAR)
    at.answer("sz46", "sz54", {"destroyer": 1}).done()
    at.answer({"sz54.fighter": 2}, by="united_kingdom")
    assert at.asked == "anzac"
    assert dict(at.menu.limits) == {"sz54.fighter": 1}


@rule("AA-SCR-07")
def test_two_bases_send_three_each():
    at = raid_on_sz6(korea="4 fighter", bases={"japan": {"air_base": 0}, "korea": {"air_base": 0}})
    at.answer({"sz6.fighter": 3}).answer({"sz6.fighter": 3})
    assert at.count("sz6", "japan", "fighter") == 6


@rule("AA-SCR-08")
def test_one_base_splits_three_over_two_zones():
    units = {
        "alaska": {"united_states": "3 fighter"},
        "sz1": {"united_states": "transport"},
        "sz2": {"united_states": "transport"},
        "sz8": {"japan": "2 destroyer"},
    }
    at = table("japan", units=units, facilities={"alaska": {"air_base": 0}}, **WAR)
    at.answer("sz8", "sz1", {"destroyer": 1}).answer("sz8", "sz2", {"destroyer": 1}).done()
    assert at.refusal({"sz1.fighter": 2, "sz2.fighter": 2})
    at.answer({"sz1.fighter": 2, "sz2.fighter": 1})
    assert at.count("sz1", "united_states", "fighter") == 2
    assert at.waits_for == "ax.next_battle"


@rule("AA-SCR-09")
def test_scrambled_aircraft_defend_at_their_values():
    at = raid_on_sz6("fighter, tactical_bomber").answer({"sz6.fighter": 1, "sz6.tactical_bomber": 1})
    at.on_to("ax.fire")
    at.dice(6)
    assert at.want.dice == 3  # fighter, tactical bomber, destroyer; the submarine has made its strike
    at.dice(6, 6, 6)
    assert at.asked == "united_states"  # only the attacker is offered a retreat


@rule("AA-SCR-10", "AA-SCR-15")
def test_a_scrambled_fighter_is_in_no_other_battle():
    units = {
        "sz6": {"united_states": "transport infantry, cruiser"},
        "japan": {"japan": "fighter, infantry"},
        "okinawa": {"united_states": "strategic_bomber"},
    }
    at = table("united_states", units=units, control={"okinawa": "united_states"}, **WAR)
    at.answer("okinawa", "japan", {"strategic_bomber": 1}, "raid")
    at.answer("sz6", "stay", {"transport+infantry": 1}, "japan", {"infantry": 1}).done()
    at.answer({"sz6.fighter": 1})
    assert at.waits_for != "ax.intercept"  # it is up already
    assert at.count("japan", "japan", "fighter") == 0


@rule("AA-SCR-11", "AA-SCR-12", "AA-NCM-02")
def test_survivors_come_home_before_the_attacker_moves():
    units = {"sz17": {"united_states": "cruiser", "japan": "transport"}, "iwo_jima": {"japan": "fighter"}}
    at = table("united_states", units=units, facilities={"iwo_jima": {"air_base": 0}}, **WAR)
    at.answer("sz17", "stay", {"cruiser": 1}).done()
    at.answer({"sz17.fighter": 1}, by="japan").on_to("ax.fire")
    at.dice(6).dice(1)
    assert at.waits_for == "ax.noncombat_move"
    assert at.count("iwo_jima", "japan", "fighter") == 1
    assert at.passed("ax.scrambled", "ax.lost", "ax.rescued")


LOST_COAST = dict.fromkeys(("jehol", "manchuria", "okinawa", "shantung", "kiangsi"), "china")


def scrambled_while_kiangsu_falls(control=LOST_COAST, **more):
    """The fighter of Kiangsu wins over sea zone 19 while infantry walks into its empty base."""
    units = {
        "kiangsu": {"japan": "fighter"},
        "sz19": {"japan": "transport"},
        "sz20": {"united_states": "destroyer"},
        "kiangsi": {"united_states": "infantry"},
        **more,
    }
    at = table("united_states", units=units, facilities={"kiangsu": {"air_base": 0}}, control=control, **WAR)
    at.answer("sz20", "sz19", {"destroyer": 1}).answer("kiangsi", "kiangsu", {"infantry": 1}).done()
    at.answer({"sz19.fighter": 1}, by="japan").on_to("ax.fire")
    at.dice(6).dice(1)  # the destroyer misses, the fighter does not
    assert at.game.control["kiangsu"] == "china"
    return at


@rule("AA-SCR-11", "AA-NCM-02", "AA-NCM-03")
def test_a_scrambled_fighter_whose_base_was_captured_moves_one_space_or_is_lost():
    lost = scrambled_while_kiangsu_falls()
    assert lost.waits_for == "ax.noncombat_move"
    assert lost.count("sz19", "japan", "fighter") == 0
    assert "no place to land" in " ".join(lost.said())
    deck = scrambled_while_kiangsu_falls(sz18={"japan": "carrier"})
    assert deck.aboard("sz18", "japan", "fighter") == 1
    full = scrambled_while_kiangsu_falls(sz18={"japan": "carrier fighter fighter"})
    assert full.aboard("sz18", "japan", "fighter") == 2
    assert "no place to land" in " ".join(full.said())
    ashore = scrambled_while_kiangsu_falls({**LOST_COAST, "okinawa": "japan"})
    assert ashore.count("okinawa", "japan", "fighter") == 1
    choice = scrambled_while_kiangsu_falls({**LOST_COAST, "okinawa": "japan"}, sz18={"japan": "carrier"})
    assert (choice.asked, choice.menu.options) == ("japan", ("sz18", "okinawa"))  # before the attacker moves


@rule("AA-SBR-07", "AA-NCM-03")
def test_an_interceptor_whose_territory_was_captured_moves_one_space_or_is_lost():
    def intercepted(**held):
        units = {
            "kiangsu": {"japan": "fighter, infantry"},
            "kiangsi": {"united_states": "2 infantry, strategic_bomber"},
        }
        control = {**LOST_COAST, **held}
        at = table("united_states", units=units, facilities={"kiangsu": {"air_base": 0}}, control=control, **WAR)
        at.answer("kiangsi", "kiangsu", {"strategic_bomber": 1}, "raid")
        at.answer("kiangsi", "kiangsu", {"infantry": 2}).done()
        at.answer(1, by="japan").dice(6, 6)  # the air battle
        at.dice(6).dice(1)  # the base misses, the bomb falls
        at.dice(1, 6).dice(6)  # the infantry fights without the interceptor
        assert at.game.control["kiangsu"] == "china"
        return at

    lost = intercepted()
    assert "no place to land" in " ".join(lost.said())
    saved = intercepted(shantung="japan")
    assert saved.count("shantung", "japan", "fighter") == 1


@rule("AA-SCR-13", "AA-COMB-01", "AA-KAMI-04")
def test_a_raid_comes_too_late_to_undo_a_scramble():
    units = {
        "sz7": {"united_states": "cruiser"},
        "sz6": {"japan": "destroyer"},
        "japan": {"japan": "fighter"},
        "okinawa": {"united_states": "strategic_bomber"},
    }
    at = table(
        "united_states",
        units=units,
        control={"okinawa": "united_states"},
        facilities={"japan": {"air_base": 0}},
        **WAR,
    )
    at.answer("okinawa", "japan", {"strategic_bomber": 1}, "raid").answer("sz7", "sz6", {"cruiser": 1}).done()
    at.answer({"sz6.fighter": 1}, by="japan").answer(((),), by="japan")
    at.dice(6).dice(4)  # the bomber gets through: 6 damage
    assert at.game.damage("japan", "air_base") == 6
    at.dice(6)
    assert at.want.dice == 2  # the fighter is in the sea battle all the same
    assert at.passed("ax.scrambled", "ax.bombed", "ax.battle")


@rule("AA-SCR-14")
def test_an_inland_base_scrambles_nowhere():
    units = {
        "sz36": {"japan": "destroyer"},
        "sz37": {"united_kingdom": "destroyer"},
        "yunnan": {"united_kingdom": "fighter"},
    }
    at = table("japan", units=units, facilities={"yunnan": {"air_base": 0}}, **WAR)
    at.answer("sz36", "sz37", {"destroyer": 1}).done()
    assert at.waits_for == "ax.fire"


# Kamikazes


def attack_in(zone, start, fleet, tokens=6):
    at = table("united_states", units={start: {"united_states": fleet}, zone: {"japan": "destroyer"}}, **WAR)
    at.game.kamikazes = tokens
    bag = {item.split()[-1]: int(item.split()[0]) if item.split()[0].isdecimal() else 1 for item in fleet.split(", ")}
    return at.answer(start, zone, bag).done()


@rule("AA-KAMI-01", "AA-KAMI-11")
def test_six_strikes_for_the_whole_game():
    at = attack_in("sz17", "sz16", "battleship")
    assert at.refusal(({"battleship#1": 7},)).rule == "AA-KAMI-01"
    at.answer(({"battleship#1": 1},)).dice(6)
    assert at.game.kamikazes == 5  # gone, though it missed
    last = attack_in("sz17", "sz16", "battleship", tokens=0)
    assert last.waits_for == "ax.fire"


@rule("AA-KAMI-02")
def test_only_in_the_zones_of_the_list():
    at = attack_in("sz33", "sz32", "cruiser")
    assert at.waits_for == "ax.fire"
    marked = [zone for zone, facts in at.game.map.zones.items() if facts.kamikaze]
    assert marked == ["sz6", "sz17", "sz19", "sz20", "sz22", "sz35"]
    philippines = attack_in("sz35", "sz34", "cruiser")
    assert philippines.waits_for == "ax.kamikaze"  # whoever holds the islands


@rule("AA-KAMI-04")
def test_strikes_come_after_scrambles_and_before_all_combat():
    at = raid_on_sz6("fighter")
    at.answer(()).answer(({"cruiser#1": 1},)).dice(1)
    assert at.passed("ax.kamikazes", "ax.lost")
    assert not at.passed("ax.battle")  # the cruiser is gone before any battle


@rule("AA-KAMI-05", "AA-KAMI-06", "AA-KAMI-07", "AA-KAMI-08", "AA-KAMI-09")
def test_all_strikes_are_named_before_the_dice():
    units = {
        "sz16": {"united_states": "battleship, submarine, transport"},
        "sz17": {"japan": "destroyer", "anzac": "destroyer"},
    }
    at = table("united_states", units=units, **WAR)
    at.answer("sz16", "sz17", {"battleship": 1, "submarine": 1, "transport": 1}).done()
    assert at.menu.zones == (("sz17", ("battleship#1",)),)  # no submarine, no transport, no ally
    at.answer(({"battleship#1": 2},))
    assert at.want.dice == 2
    at.dice(2, 3)  # 2 hits, 3 misses
    assert at.game.units["sz17"][-1].kind in ("battleship", "submarine", "transport")
    assert any(stack.kind == "battleship" and stack.hits == 1 for stack in at.game.units["sz17"])
    assert at.waits_for != "ax.kamikaze"


@rule("AA-KAMI-09")
def test_a_ship_that_is_hit_enough_is_gone_at_once():
    at = attack_in("sz17", "sz16", "destroyer, battleship")
    at.answer(({"battleship#1": 2, "destroyer#1": 1},)).dice(1, 2, 2)
    assert at.count("sz17", "united_states") == 0
    assert at.waits_for == "ax.noncombat_move"


@rule("AA-KAMI-10")
def test_a_strike_prevents_bombardment_even_if_it_misses():
    units = {"sz17": {"united_states": "transport infantry, cruiser"}, "iwo_jima": {"japan": "infantry"}}
    at = table("united_states", units=units, **WAR)
    at.answer("sz17", "stay", {"transport+infantry": 1}, "iwo_jima", {"infantry": 1}).done()
    at.answer(({"cruiser#1": 1},)).dice(6)
    assert at.waits_for == "ax.fire"
