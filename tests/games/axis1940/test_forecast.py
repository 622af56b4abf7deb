"""The odds shown with a move and within a battle."""

import pytest

from sandtable.games.axis1940.forecast import forecast
from sandtable.games.axis1940.odds import battle_odds
from sandtable.games.axis1940.odds_position import odds_at
from tests.games.axis1940.war import ALL_ALLIES, table

WAR = {"war": ALL_ALLIES}


def test_a_move_shows_the_battle_it_makes_and_the_answer_to_it():
    units = {
        "sz19": {"japan": "battleship, destroyer"},
        "sz35": {"united_states": "destroyer"},
        "sz26": {"united_states": "2 battleship"},
    }
    at = table("japan", units=units, **WAR)
    said = forecast(at.game, "japan", ("sz19", ("sz20", "sz35"), (("battleship", 1), ("destroyer", 1))))
    assert said is not None
    assert (said.space, said.attackers, said.defenders) == (
        "sz35",
        {"battleship": 1, "destroyer": 1},
        {"destroyer": 1},
    )
    assert said.exact
    assert 0.9 < said.win <= 1


def test_within_a_battle_the_odds_are_of_those_who_fight_in_it():
    """A scrambled fighter alone does not make the zone hostile; the battle goes on all the same."""
    units = {
        "sz7": {"united_states": "battleship, destroyer"},
        "sz17": {"united_states": "4 carrier"},
        "sz6": {"japan": "destroyer"},
        "japan": {"japan": "fighter"},
    }
    at = table("united_states", units=units, facilities={"japan": {"air_base": 0}}, **WAR)
    at.answer("sz7", "sz6", {"battleship": 1, "destroyer": 1}).done()
    at.answer({"sz6.fighter": 1}).on_to("ax.fire")
    at.dice(6, 1).on_to("ax.losses").answer({"destroyer": 1}).on_to("ax.retreat")
    assert (at.waits_for, at.asked) == ("ax.retreat", "united_states")
    said = forecast(at.game, "united_states", None)
    assert said is not None
    assert (said.attackers, said.defenders) == ({"battleship": 1, "destroyer": 1}, {"fighter": 1})


def test_aaa_that_has_fired_can_still_be_lost_instead_of_others():
    units = {"shan_state": {"japan": "4 infantry"}, "malaya": {"united_kingdom": "infantry, 3 aaa"}}
    at = table("japan", units=units, control={"shan_state": "japan"}, **WAR)
    at.answer("shan_state", "malaya", {"infantry": 4}).done().dice(6, 6, 6, 6).dice(6)
    assert at.waits_for == "ax.retreat"
    said = forecast(at.game, "japan", None)
    assert said is not None
    assert said.defenders == {"infantry": 1, "aaa": 3}
    assert said.win == pytest.approx(battle_odds("4 infantry", "infantry 3 aaa").win)
    units = {"shan_state": {"japan": "fighter, 2 infantry"}, "malaya": {"united_kingdom": "2 infantry, aaa"}}
    flown = table("japan", units=units, control={"shan_state": "japan"}, **WAR)
    flown.answer("shan_state", "malaya", {"infantry": 2, "fighter": 1}).done()
    fought = battle_odds("fighter 2 infantry", "2 infantry aaa")
    assert odds_at(flown.game, "malaya").odds.win == pytest.approx(fought.win)  # its AAA is about to fire
    flown.dice(6).dice(6, 6, 6).dice(6, 6)
    fired = battle_odds("fighter 2 infantry", "2 infantry aaa", aaa_fired=True)
    assert odds_at(flown.game, "malaya").odds.win == pytest.approx(fired.win)
    assert fired.win > fought.win


def test_those_who_are_chosen_as_losses_are_out_of_the_odds():
    units = {"sz36": {"japan": "2 cruiser"}, "sz37": {"united_kingdom": "battleship, destroyer"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 2}).done().dice(1, 1)
    assert (at.waits_for, at.asked) == ("ax.losses", "united_kingdom")
    said = forecast(at.game, "united_kingdom", {"battleship": 1, "destroyer": 1})
    assert said is not None
    assert said.defenders == {"damaged_battleship": 1}


@pytest.mark.rule("AA-BOMB-07")
def test_nobody_bombards_from_a_zone_that_must_be_fought_for():
    units = {"sz42": {"japan": "transport infantry, battleship, cruiser"}, "java": {"anzac": "infantry"}}
    order = ("sz42", ("stay",), (("transport+infantry", 1),))
    landing = ("java", (("infantry", 1),))
    held = {"control": {"java": "anzac"}, **WAR}
    quiet = table("japan", units=units, **held).answer(*order, *landing)
    assert odds_at(quiet.game, "java").odds.win == pytest.approx(
        battle_odds("infantry", "infantry", amphibious=True, bombard="battleship").win  # one ship, the stronger
    )
    units["sz42"]["anzac"] = "submarine"
    strikes = table("japan", units=units, **held).answer(*order, "attack", *landing)
    assert odds_at(strikes.game, "java").odds.win == pytest.approx(battle_odds("infantry", "infantry").win)


def test_the_most_that_could_attack_a_space_includes_landings():
    units = {"sz43": {"japan": "transport infantry artillery, cruiser"}, "java": {"anzac": "2 infantry"}}
    at = table("japan", units=units, **WAR)
    most = forecast(at.game, "japan", ["against", "java"])
    assert most is not None
    assert most.units == {"infantry": 1, "artillery": 1}
    assert 0.5 < most.win < 0.7  # the cruiser bombards
    assert forecast(at.game, "japan", ["against", "atlantis"]) is None
