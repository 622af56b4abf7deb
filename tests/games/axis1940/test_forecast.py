"""The odds shown with a move and within a battle."""

from sandtable.games.axis1940.forecast import forecast
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


def test_the_most_that_could_attack_a_space_includes_landings():
    units = {"sz43": {"japan": "transport infantry artillery, cruiser"}, "java": {"anzac": "2 infantry"}}
    at = table("japan", units=units, **WAR)
    most = forecast(at.game, "japan", ["against", "java"])
    assert most is not None
    assert most.units == {"infantry": 1, "artillery": 1}
    assert 0.5 < most.win < 0.7  # the cruiser bombards
    assert forecast(at.game, "japan", ["against", "atlantis"]) is None
