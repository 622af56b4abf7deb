"""Standing answers for everything that is asked out of turn, and the options of a table."""

import pytest

from sandtable.core import play
from sandtable.core import table as core_table
from sandtable.core.journal import Standing
from sandtable.core.table import new_setup
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.policies import POLICIES
from tests.games.axis1940.war import ALL_ALLIES, Table, table

WAR = {"war": ALL_ALLIES}


def says(policy, at):
    """What a policy answers to the question at hand."""
    return POLICIES[policy](GAME.view(at.game, (at.asked,)), at.menu)


def scramble_question():
    units = {
        "sz7": {"united_states": "cruiser"},
        "sz6": {"japan": "destroyer"},
        "japan": {"japan": "2 fighter, 2 tactical_bomber"},
    }
    return table("united_states", units=units, **WAR).answer("sz7", "sz6", {"cruiser": 1}).done()


def kamikaze_question(battleship="battleship"):
    units = {"sz16": {"united_states": f"{battleship}, carrier, cruiser"}, "sz17": {"japan": "destroyer"}}
    at = table("united_states", units=units, **WAR)
    return at.answer("sz16", "sz17", {battleship: 1, "carrier": 1, "cruiser": 1}).done()


def submerge_question():
    units = {"sz36": {"japan": "cruiser"}, "sz37": {"united_kingdom": "2 submarine"}}
    return table("japan", units=units, **WAR).answer("sz36", "sz37", {"cruiser": 1}).done()


def intercept_question():
    units = {"korea": {"united_states": "strategic_bomber"}, "japan": {"japan": "3 fighter"}}
    at = table("united_states", units=units, control={"korea": "united_states"}, **WAR)
    return at.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done()


def losses_question():
    units = {"kiangsi": {"japan": "3 tank"}, "hunan": {"china": "infantry, artillery, fighter"}}
    at = table("japan", units=units).answer("kiangsi", "hunan", {"tank": 3}).done()
    return at.dice(1, 1, 6)


def retreat_question(defence):
    units = {"kiangsi": {"japan": "2 infantry"}, "hunan": {"china": defence}}
    at = table("japan", units=units).answer("kiangsi", "hunan", {"infantry": 2}).done()
    return at.on_to("ax.retreat")


@pytest.mark.parametrize(
    ("policy", "question", "answer"),
    [
        ("scramble all", scramble_question, (("sz6.fighter", 2), ("sz6.tactical_bomber", 1))),
        ("scramble never", scramble_question, ()),
        ("kamikaze never", kamikaze_question, ((),)),
        ("submerge always", submerge_question, 2),
        ("submerge never", submerge_question, 0),
        ("intercept all", intercept_question, 3),
        ("intercept never", intercept_question, 0),
        ("press on", lambda: retreat_question("infantry"), "press"),
        ("retreat when weaker", lambda: retreat_question("3 infantry"), "kiangsi"),
    ],
)
def test_a_policy_answers_its_own_question_and_no_other(policy, question, answer):
    at = question()
    given = says(policy, at)
    assert given == answer
    assert at.menu.why_not(given) is None
    other = submerge_question() if question is not submerge_question else scramble_question()
    assert says(policy, other) is None


def test_kamikazes_on_capital_ships():
    at = kamikaze_question()
    assert dict(says("kamikaze capital ships", at)[0]) == {"battleship#1": 2, "carrier#1": 2}
    assert at.menu.why_not(says("kamikaze capital ships", at)) is None
    hurt = kamikaze_question("battleship!")
    assert dict(says("kamikaze capital ships", hurt)[0]) == {"battleship!#1": 1, "carrier#1": 2}  # one hit sinks it


def test_orders_of_losses():
    at = losses_question()
    assert dict(says("losses by price", at)) == {"infantry": 1, "artillery": 1}
    assert dict(says("losses aircraft last", at)) == {"infantry": 1, "artillery": 1}
    assert at.menu.why_not(says("losses by price", at)) is None
    assert dict(at.menu.default) == {"infantry": 1, "artillery": 1}


def test_all_aircraft_are_lost_last():
    units = {"sz36": {"japan": "battleship"}, "hainan": {"japan": "strategic_bomber"}}
    at = table("japan", units={**units, "sz37": {"united_kingdom": "3 cruiser"}}, **WAR)
    at.answer("sz36", "sz37", {"battleship": 1}).answer("hainan", "sz37", {"strategic_bomber": 1}).done()
    at.dice(6, 6).dice(1, 1, 6)
    assert dict(says("losses aircraft last", at)) == {"battleship": 1, "battleship!": 1}


@pytest.mark.parametrize(
    ("policy", "place"), [("stranded ashore", "philippines"), ("stranded to carriers", "sz34"), ("press on", None)]
)
def test_stranded_aircraft(policy, place):
    units = {
        "sz36": {"japan": "3 battleship"},
        "sz35": {"united_states": "carrier fighter"},
        "sz34": {"united_states": "carrier"},
    }
    at = table("japan", units=units, **WAR).answer("sz36", "sz35", {"battleship": 3}).done()
    at.dice(1, 1, 6).answer({"carrier": 1, "carrier!": 1}).on_to("ax.retreat").answer("sz36").on_to("ax.stranded")
    assert says(policy, at) == place


def test_agreement():
    units = {"shan_state": {"japan": "4 tank"}, "malaya": {"united_kingdom": "3 infantry", "anzac": "infantry"}}
    at = table("japan", units=units, control={"shan_state": "japan"}, **WAR)
    at.answer("shan_state", "malaya", {"tank": 4}).done().dice(1, 6, 6, 6).answer({"united_kingdom.infantry": 1})
    assert says("agree", at) == "yes"


def test_a_turn_needs_no_waiting_for_a_defender_who_is_away():
    """Japan has said beforehand what it does about scrambles and kamikazes; the attack goes on without it."""
    setup = new_setup(
        GAME, id="away", scenario="pacific", options={}, seats=GAME.seats_together("pacific", "all"), salt="00"
    )
    server = core_table.Table(GAME, setup)
    server.state = scramble_question().game
    server.declare(Standing("japan", "ax.scramble", policy="scramble all"))
    server.declare(Standing("japan", "ax.kamikaze", policy="kamikaze never"))
    server.run()
    assert play.pending(server.state).what == "ax.fire"  # thrown by hand at this table
    assert sum(stack.n for stack in server.state.units["sz6"] if stack.role == "scrambled") == 3


@pytest.mark.rule("AA-MULTI-04", "AA-POL-31")
@pytest.mark.parametrize(("partner", "asked"), [("united_kingdom", "ax.fire"), ("united_states", "ax.agree")])
def test_nobody_has_to_agree_with_himself(partner, asked):
    """ANZAC is played together with the power that proposes the losses, or with another."""
    both, others = ("anzac", partner), {"united_states", "china", "united_kingdom"} - {partner}
    seats = {"axis": ("japan",), "both": both, **{power: (power,) for power in sorted(others)}}
    setup = new_setup(GAME, id="one", scenario="pacific", options={}, seats=seats, salt="00")
    server = core_table.Table(GAME, setup)
    units = {"shan_state": {"japan": "4 tank"}, "malaya": {"united_kingdom": "3 infantry", "anzac": "infantry"}}
    at = table("japan", units=units, control={"shan_state": "japan"}, **WAR)
    server.state = at.answer("shan_state", "malaya", {"tank": 4}).done().dice(1, 6, 6, 6).game
    server.answer("united_kingdom", {"anzac.infantry": 1})
    server.run()
    assert play.pending(server.state).what == asked
    guest = table("anzac", "noncombat", units={"sz37": {"anzac": "carrier fighter"}}, consent="ask")
    server.state = guest.answer("sz37", "malaya", {"fighter": 1}).game
    server.run()
    assert play.pending(server.state).what == ("ax.noncombat_move" if partner == "united_kingdom" else "ax.consent")


def test_every_name_of_a_policy_is_a_phrase():
    assert all(name == name.lower() and "_" not in name for name in POLICIES)


# Options


def test_a_bid_places_units_before_play():
    game = GAME.start("pacific", GAME.complete_options({"bid": 9, "bid_for": "allies"}))
    play.settle(game)
    at = Table(game)
    assert (at.waits_for, at.asked) == ("ax.bid", "united_states")
    at.answer(("done",))
    at.answer("yunnan", "infantry", by="china")
    assert at.count("yunnan", "china", "infantry") == 5
    assert at.refusal("yunnan", "infantry")  # one to a space
    assert at.refusal("szechwan", "tank")  # infantry only for China
    at.answer(("done",)).answer("malaya", "infantry", by="united_kingdom").answer("india", "infantry")
    assert (at.waits_for, at.asked) == ("ax.purchase", "japan")  # nothing is left to spend


def test_low_luck_rolls_only_the_remainder():
    units = {"kiangsi": {"japan": "3 tank, infantry"}, "hunan": {"china": "3 infantry"}}
    at = table("japan", units=units, low_luck=True)
    at.answer("kiangsi", "hunan", {"tank": 3, "infantry": 1}).done()
    assert at.want.dice == 1  # 10 pips: one sure hit, and a second on 4 or less
    at.dice(4)
    at.on_to("ax.retreat")
    assert at.count("hunan", "china") == 1


def test_low_luck_adds_up_troops_and_aircraft_on_land():
    units = {"kiangsi": {"japan": "3 infantry, fighter"}, "hunan": {"china": "2 infantry, fighter"}}
    at = table("japan", units=units, low_luck=True)
    at.answer("kiangsi", "hunan", {"infantry": 3, "fighter": 1}).done()
    assert at.waits_for == "ax.losses"  # 6 pips: one sure hit, and nothing to roll
    at.answer({"infantry": 1}, by="china")
    assert at.want.dice == 1  # 8 pips: another sure hit, and a second on 2 or less
    at.dice(3).answer({"infantry": 1}, by="japan")
    assert at.count("kiangsi", "japan") + at.count("hunan", "japan") == 3
    sea = table(
        "japan",
        units={"sz36": {"japan": "destroyer, carrier fighter"}, "sz35": {"united_states": "2 destroyer"}},
        **WAR,
        low_luck=True,
    )
    sea.answer("sz36", "sz35", {"destroyer": 1, "carrier": 1}).answer("sz36", "sz35", {"fighter": 1}).done()
    sea.on_to("ax.fire")
    assert sea.want.dice == 2  # at sea their hits may differ in what they can go to


def test_the_round_limit_judges_by_cities():
    at = table("anzac", "noncombat", round_limit=1)
    at.game.turns["japan"] = 1
    at.done()
    assert at.waits_for == "over"
    assert GAME.result(at.game).name == "round limit"
    assert GAME.result(at.game).worth["japan"] == 0.25


@pytest.mark.rule("AA-VICT-01")
@pytest.mark.parametrize(("cities", "result"), [(4, "axis victory"), (3, "round limit")])
def test_a_victory_at_the_end_of_the_last_round_is_one(cities, result):
    taken = ("kwangtung", "philippines", "india", "hawaiian_islands")[:cities]
    at = table("japan", "end", war=ALL_ALLIES, control=dict.fromkeys(taken, "japan"), round_limit=1)
    at.on_to("over")
    assert GAME.result(at.game).name == result
