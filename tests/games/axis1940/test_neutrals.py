"""Neutral territories and friendly neutrals (ledger section NEUT)."""

import pytest

from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.spaces import FRIENDLY, HOSTILE, status
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
FORCE = {"manchuria": {"japan": "4 infantry, tank, fighter"}, "suiyuan": {"japan": "2 infantry, tank"}}
HELD = {"suiyuan": "japan"}


def attack_on_buyant_uhaa():
    at = table("japan", units=FORCE, control=HELD)
    return at.answer("manchuria", "buyant_uhaa", {"infantry": 4})


@rule("AA-NEUT-01")
def test_six_mongolian_neutrals():
    armies = {name: spot.army for name, spot in theatre("pacific").territories.items() if spot.neutral == "strict"}
    assert armies == {
        "buyant_uhaa": 2,
        "central_mongolia": 0,
        "dzavhan": 1,
        "olgiy": 2,
        "tsagaan_olom": 0,
        "ulaanbaatar": 1,
    }


@rule("AA-NEUT-02", "AA-NEUT-04", "AA-NEUT-05")
def test_an_attacked_neutral_takes_the_field_on_the_other_side():
    declared = table("japan", "declare", units=FORCE)
    assert declared.refuses(("buyant_uhaa",)) == "AA-POL-01"  # war is declared on powers only
    at = attack_on_buyant_uhaa()
    assert at.count("buyant_uhaa", "neutral", "infantry") == 2
    assert at.game.neutrals["buyant_uhaa"] == "joined allies"
    at.done()
    at.dice(1, 6, 6, 6).dice(6, 6)
    assert at.game.control["buyant_uhaa"] == ""  # one defender is left, so it is not taken
    at.answer("press").dice(1, 6, 6, 6).dice(6)
    assert at.game.control["buyant_uhaa"] == "japan"


@rule("AA-NEUT-03")
def test_entering_a_neutral_is_a_combat_move():
    at = table("japan", "noncombat", units=FORCE, control=HELD)
    assert at.refuses("manchuria", "buyant_uhaa", {"infantry": 1}) == "AA-NEUT-03"


@rule("AA-NEUT-06")
def test_the_army_of_a_neutral_belongs_to_no_power():
    at = attack_on_buyant_uhaa()
    assert production(at.game, "china") == 11  # Suiyuan is lost in this position
    assert at.count("buyant_uhaa", "china") == 0
    at.done().dice(1, 6, 6, 6)
    assert at.waits_for == "ax.fire"  # its losses need no choice


@rule("AA-NEUT-07")
def test_a_neutral_without_army_is_taken_without_combat():
    at = table("japan", units=FORCE, control=HELD)
    at.answer("suiyuan", "central_mongolia", {"infantry": 1}).done()
    assert at.game.control["central_mongolia"] == "japan"
    assert not at.passed("ax.fired")


@rule("AA-NEUT-08")
def test_neutrals_are_not_flown_over():
    at = table("japan", units={"manchuria": {"japan": "fighter"}}, control={"dzavhan": "china"})
    assert at.refuses("manchuria", "dzavhan", {"fighter": 1}) == "AA-NEUT-08"
    assert at.allows("manchuria", "buyant_uhaa", {"fighter": 1})  # to attack it is another matter


@rule("AA-NEUT-09", "AA-NEUT-10")
def test_survivors_of_a_failed_attack_stay_and_may_be_taken_over():
    at = attack_on_buyant_uhaa()
    at.done().dice(1, 6, 6, 6).dice(6, 6).answer("manchuria")
    assert at.game.neutrals["buyant_uhaa"] == "joined allies"
    assert at.count("buyant_uhaa", "neutral", "infantry") == 1
    assert status(at.game, "china", "buyant_uhaa") == FRIENDLY
    assert status(at.game, "japan", "buyant_uhaa") == HOSTILE
    us = table("united_states", "noncombat", units={"chahar": {"united_states": "infantry"}}, war=ALL_ALLIES)
    us.game.set_stance("buyant_uhaa", "joined allies")
    us.game.stand("buyant_uhaa", at.game.units["buyant_uhaa"])
    us.answer("chahar", "buyant_uhaa", {"infantry": 1}).done()
    assert us.game.control["buyant_uhaa"] == "united_states"
    assert us.count("buyant_uhaa", "united_states", "infantry") == 2  # the survivor, not the whole army


@rule("AA-NEUT-11", "AA-NEUT-12", "AA-NEUT-13")
def test_the_other_neutrals_lean_to_the_other_side():
    at = attack_on_buyant_uhaa()
    others = {name: stance for name, stance in at.game.neutrals.items() if name != "buyant_uhaa"}
    assert set(others.values()) == {"allies"}
    assert at.allows("suiyuan", "central_mongolia", {"infantry": 1})  # still neutral for Japan
    us = table("united_states", units={"suiyuan": {"united_states": "infantry"}}, war=ALL_ALLIES)
    for neutral in us.game.neutrals:
        us.game.set_stance(neutral, "allies")
    assert us.refuses("suiyuan", "central_mongolia", {"infantry": 1}) == "AA-NEUT-13"


def friendly(units, **more):
    at = table("united_states", "noncombat", units=units, war=ALL_ALLIES, **more)
    for neutral in at.game.neutrals:
        at.game.set_stance(neutral, "allies")
    return at


@rule("AA-NEUT-14")
def test_friendly_neutrals_are_entered_but_not_crossed():
    at = friendly({"suiyuan": {"united_states": "mechanized_infantry, fighter"}})
    assert at.refuses("suiyuan", ["tsagaan_olom", "kansu"], {"mechanized_infantry": 1}) == "AA-NEUT-14"
    assert at.allows("suiyuan", "tsagaan_olom", {"mechanized_infantry": 1})


@rule("AA-NEUT-15", "AA-NEUT-16", "AA-NEUT-18")
def test_a_friendly_neutral_changes_hands_at_the_end_of_the_phase():
    at = friendly({"kansu": {"united_states": "infantry, fighter"}}, bought={"infantry": 1})
    at.answer("kansu", "olgiy", {"infantry": 1})
    assert at.game.control["olgiy"] == ""
    assert at.refuses("kansu", "olgiy", {"fighter": 1}) == "AA-SPACE-18"
    at.done()
    assert at.game.control["olgiy"] == "united_states"
    assert at.count("olgiy", "united_states", "infantry") == 3
    assert all(stack.acted for stack in at.game.units["olgiy"])


@rule("AA-NEUT-17")
def test_aaa_alone_does_not_convert():
    at = friendly({"kansu": {"united_states": "aaa, infantry"}})
    assert at.refuses("kansu", "olgiy", {"aaa": 1}) == "AA-NEUT-17"
    assert at.allows("kansu", "olgiy", {"infantry": 1, "aaa": 1})


@rule("AA-NEUT-19")
def test_no_blitz_through_a_neutral():
    at = table("japan", units=FORCE, control=HELD)
    assert at.refuses("suiyuan", ["tsagaan_olom", "olgiy"], {"tank": 1}) == "AA-NEUT-19"


@rule("AA-NEUT-19")
def test_no_blitz_through_a_neutral_that_others_invade_in_the_same_turn():
    at = table("japan", units={"suiyuan": {"japan": "tank, fighter"}}, control=HELD)
    at.answer("suiyuan", "tsagaan_olom", {"fighter": 1})
    assert at.game.neutrals["tsagaan_olom"] == "joined allies"
    assert at.refuses("suiyuan", ["tsagaan_olom", "kansu"], {"tank": 1}) == "AA-NEUT-19"
    at.on_to("ax.noncombat_move").answer("tsagaan_olom", "suiyuan", {"fighter-3": 1})
    at.done().on_to("ax.purchase")  # of the United States
    for _ in range(4):
        at.answer(()).on_to("ax.purchase")
    at.on_to("ax.combat_move")
    assert at.asked == "japan"
    assert at.allows("suiyuan", ["tsagaan_olom", "kansu"], {"tank": 1})  # hostile land by now


@rule("AA-NEUT-09")
def test_survivors_do_not_fight_the_side_they_joined():
    at = table("united_states", units={"buyant_uhaa": {"united_states": "fighter"}}, war=ALL_ALLIES)
    at.game.set_stance("buyant_uhaa", "joined allies")
    at.game.put("buyant_uhaa", Stack("neutral", "infantry"))
    at.done()
    assert at.waits_for == "ax.noncombat_move"
