"""Capture, liberation, capitals, victory (ledger sections CAPT and VICT)."""

import pytest

from sandtable.core import play
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.events import ControlChanged
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.rules.capture import take_control
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.rules.turn import War, turn_of
from sandtable.games.axis1940.spaces import can_use_base
from tests.games.axis1940.war import ALL_ALLIES, Table, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


def attack_india(**more):
    units = {"burma": {"japan": "infantry, tank"}}
    at = table("japan", units=units, control={"burma": "japan"}, **WAR, **more)
    return at.answer("burma", "india", {"infantry": 1, "tank": 1}).done()


@rule("AA-CAPT-01", "AA-CAPT-02", "AA-CAPT-12", "AA-CAPT-14")
def test_india_falls():
    at = attack_india(treasury={"united_kingdom": 14, "japan": 5})
    assert at.game.control["india"] == "japan"
    assert production(at.game, "united_kingdom") == 12  # Burma and India are gone
    assert at.game.treasury["japan"] == 19
    assert at.game.treasury["united_kingdom"] == 0


@rule("AA-CAPT-03", "AA-CAPT-04", "AA-CAPT-20")
def test_facilities_pass_with_their_damage_and_majors_shrink():
    at = attack_india(facilities={"india": {"major_ic": 11, "air_base": 2}})
    assert at.game.complex_at("india").kind == "minor_ic"
    assert at.game.complex_at("india").damage == 6
    assert at.game.damage("india", "air_base") == 2


@rule("AA-CAPT-05", "AA-CAPT-06")
def test_captured_facilities_wait_for_the_next_turn():
    at = attack_india(bought={"infantry": 1})
    assert not can_use_base(at.game, "japan", "india", "naval_base")
    at.on_to("ax.mobilize")
    assert at.refuses("india", {"infantry": 1}) == "AA-CAPT-05"
    later = table("japan", control={"india": "japan"}, **WAR)
    assert can_use_base(later.game, "japan", "india", "naval_base")


@rule("AA-CAPT-07", "AA-CAPT-08")
def test_an_ally_liberates_malaya_for_the_uk():
    units = {"shan_state": {"united_states": "infantry"}}
    at = table("united_states", units=units, control={"malaya": "japan"}, bought={"infantry": 1}, **WAR,
               facilities={"malaya": {"minor_ic": 0, "naval_base": 0}})  # fmt: skip
    at.answer("shan_state", "malaya", {"infantry": 1}).done()
    assert at.game.control["malaya"] == "united_kingdom"
    at.on_to("ax.mobilize")
    assert at.refuses("malaya", {"infantry": 1}) == "AA-MULTI-08"
    uk = table("united_kingdom", "mobilize", bought={"infantry": 1}, **WAR, facilities={"malaya": {"minor_ic": 0}})
    assert uk.allows("malaya", {"infantry": 1})  # the owner, from its own next turn on


@rule("AA-CAPT-01", "AA-CAPT-07")
def test_a_power_captures_land_of_others_takes_back_its_own_and_liberates_that_of_friends():
    def told(power, owner):
        before = {"malaya": "japan"} if power != "japan" else {}
        at = table(power, units={"shan_state": {power: "infantry"}}, control=before, **WAR)
        at.answer("shan_state", "malaya", {"infantry": 1}).done()
        assert at.game.control["malaya"] == owner
        return [event.says() for event in at.events if isinstance(event, ControlChanged)]

    assert told("japan", "japan") == ["Japan captures Malaya."]
    assert told("united_kingdom", "united_kingdom") == ["The United Kingdom takes back Malaya."]
    assert told("anzac", "united_kingdom") == ["ANZAC liberates Malaya for the United Kingdom."]


@rule("AA-CAPT-09")
def test_a_liberated_complex_stays_minor():
    units = {"burma": {"united_states": "infantry"}}
    at = table("united_states", units=units, control={"india": "japan"}, facilities={"india": {"minor_ic": 0}}, **WAR)
    at.answer("burma", "india", {"infantry": 1}).done()
    assert at.game.control["india"] == "united_kingdom"
    assert at.game.complex_at("india").kind == "minor_ic"


@rule("AA-CAPT-10", "AA-CAPT-11")
def test_without_its_capital_a_power_gets_nothing_back():
    units = {"shan_state": {"anzac": "infantry"}}
    at = table("anzac", units=units, control={"malaya": "japan", "india": "japan"}, **WAR)
    at.answer("shan_state", "malaya", {"infantry": 1}).done()
    assert at.game.control["malaya"] == "anzac"
    later = table("anzac", control={"malaya": "anzac", "india": "japan"}, **WAR)
    assert can_use_base(later.game, "anzac", "malaya", "naval_base")


@rule("AA-CAPT-13", "AA-CAPT-14", "AA-INC-02")
def test_a_power_without_capital_only_moves_and_fights():
    at = table(
        "united_kingdom", "combat", control={"india": "japan"}, treasury={"united_kingdom": 0},
        units={"sz43": {"japan": "submarine"}}, **WAR,
    )  # fmt: skip
    assert at.waits_for == "ax.combat_move"
    phases = turn_of(at.game, "united_kingdom").tags
    assert "ax.purchase.buy" not in phases
    assert "ax.mobilize.place" not in phases
    at.done().done()
    assert at.game.acting == "anzac"
    assert at.game.treasury["united_kingdom"] == 0  # no income, and no convoy dice in SZ 43
    assert not at.passed("ax.convoys")
    assert at.game.control["burma"] == "united_kingdom"


@rule("AA-CAPT-15", "AA-CAPT-16", "AA-CAPT-17")
def test_with_the_capital_everything_held_by_friends_returns():
    control = {"india": "japan", "malaya": "anzac", "kwangtung": "japan"}
    at = table("united_states", units={"burma": {"united_states": "infantry"}}, control=control,
               treasury={"japan": 20}, **WAR)  # fmt: skip
    at.answer("burma", "india", {"infantry": 1}).done()
    assert at.game.control["india"] == at.game.control["malaya"] == "united_kingdom"
    assert at.game.control["kwangtung"] == "japan"
    assert at.game.treasury["japan"] == 20  # liberation takes nothing


@rule("AA-CAPT-18")
def test_the_capitals():
    assert theatre("pacific").capitals == {
        "japan": "japan",
        "western_united_states": "united_states",
        "india": "united_kingdom",
        "new_south_wales": "anzac",
    }


@rule("AA-CAPT-19")
def test_tokyo_falls():
    at = table("united_states", units={"sz6": {"united_states": "transport infantry"}}, treasury={"japan": 20}, **WAR)
    at.answer("sz6", "stay", {"transport+infantry": 1}, "japan", {"infantry": 1}).done()
    at.on_to("ax.noncombat_move")
    assert at.game.treasury["united_states"] == 37
    assert production(at.game, "united_states") == 25
    assert not at.game.winner


# Victory

SIX = dict.fromkeys(("kwangtung", "philippines", "hawaiian_islands", "india"), "japan")


def turns(power, control, **marks):
    """A power's turn begins in this position."""
    at = table(power, "end", control=control, **WAR)
    game = at.game
    game.steps = [War(power)]
    game.winner = ""
    game.holding = {**dict.fromkeys(game.map.order, False), **marks}
    play.settle(game)
    return Table(game)


@rule("AA-VICT-01", "AA-VICT-06")
def test_japan_wins_with_six_cities_held_for_a_round():
    at = table("japan", "end", control=SIX, **WAR)
    assert at.game.holding["japan"]
    assert not at.game.winner  # on Japan's own turn it is never enough
    won = turns("japan", SIX, japan=True)
    assert GAME.result(won.game).name == "axis victory"
    assert GAME.result(won.game).worth["japan"] == 1.0
    assert won.waits_for == "over"
    broken = turns("japan", SIX, japan=False)
    assert GAME.result(broken.game) is None


@rule("AA-VICT-01", "AA-VICT-03")
def test_a_hold_is_broken_by_any_moment_below_six():
    at = table("united_states", units={}, control=SIX, **WAR)
    at.game.holding["japan"] = True
    take_control(at.game, "united_states", "hawaiian_islands")
    take_control(at.game, "japan", "hawaiian_islands")
    assert at.game.holding["japan"] is False
    swap = table("united_states", units={}, control=SIX, **WAR)
    swap.game.holding["japan"] = True
    take_control(swap.game, "japan", "new_south_wales")  # a seventh first
    take_control(swap.game, "united_states", "hawaiian_islands")
    assert swap.game.holding["japan"] is True  # never below six, though not the same six


@rule("AA-VICT-01", "AA-VICT-02")
def test_japan_has_one_turn_to_free_tokyo():
    control = {**SIX, "new_south_wales": "japan", "japan": "united_states"}
    at = turns("japan", control, japan=True)
    assert at.game.second_chance == "axis"
    assert not at.game.winner
    begun = dict(at.game.turns)
    take_control(at.game, "japan", "japan")
    while at.waits_for != "over":
        at.answer(at.menu.default)
    assert at.game.winner == "axis"
    assert at.game.turns == begun  # at the end of that very turn


@rule("AA-VICT-04")
def test_the_allies_win_by_holding_tokyo():
    won = turns("united_states", {"japan": "united_states"}, united_states=True)
    assert GAME.result(won.game).name == "allies victory"
    early = turns("china", {"japan": "united_states"}, united_states=True)
    assert not early.game.winner  # not since the end of China's own last turn


@rule("AA-VICT-05")
def test_the_allies_have_one_turn_to_free_a_capital():
    control = {"japan": "anzac", "india": "japan", "new_south_wales": "japan", "western_united_states": "japan"}
    at = turns("anzac", control, anzac=True)
    assert at.game.second_chance == "allies"
    begun = dict(at.game.turns)
    take_control(at.game, "anzac", "new_south_wales")
    while at.waits_for != "over":
        at.answer(at.menu.default)
    assert at.game.winner == "allies"
    assert at.game.turns == begun
