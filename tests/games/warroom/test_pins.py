"""Pinning (WR-PIN)."""

import pytest

from sandtable.games.warroom.data import NATIONS
from sandtable.games.warroom.rules.routes import needed_to_match, plan
from tests.games.warroom.test_movement import japan_in_round_one, routes
from tests.games.warroom.wars import War


def front(**commands):
    return War("eastern_front").empty().put(**commands)


@pytest.mark.rule("WR-PIN-01", "WR-PIN-03", "WR-PIN-04", "WR-PIN-05", "WR-PIN-06", "WR-PIN-12")
def test_units_stay_to_match_the_enemy_and_the_rest_goes_on():
    war = front(germany_22="R5 4 INF 1 ARM", soviet_21="R5 2 INF").moving(germany="22 > R1").until("wr.3.order")
    assert war.refusal(("direct", (("infantry", 1),))).rule == "WR-PIN-03", "too few"
    assert war.refusal(("direct", (("infantry", 3),))).rule == "WR-PIN-03", "too many"
    war.say(("direct", (("infantry", 1), ("armor", 1))))
    assert war.has("germany-22") == {"infantry": 3}
    assert war.where("germany-22") == "R1"
    new = war.events("Pinned")[0].under
    assert war.has(new) == {"infantry": 1, "armor": 1}
    assert war.where(new) == "R5"
    whole = front(germany_22="R5 4 INF 1 ARM", soviet_21="R5 2 INF").moving(germany="22 > R1").until("wr.3.order")
    whole.say(("cancel",))
    assert whole.has("germany-22") == {"infantry": 4, "armor": 1}, "only cancelling avoids the split"


@pytest.mark.rule("WR-PIN-02")
def test_g_08b_other_friendly_commands_are_counted_first():
    war = japan_in_round_one().put(italy_108="J4 1 INF")
    war.moving(japan="24 > P-0").until("wr.3.order").say(("direct",))
    assert war.has("japan-24") == {"infantry": 1, "armor": 1}
    war = War().empty().put(germany_22="R5 3 INF", italy_108="R5 1 INF", soviet_21="R5 2 INF")
    assert needed_to_match(war.game, war.game.commands["germany-22"], "R5") == 1


@pytest.mark.rule("WR-PIN-06", "WR-PIN-23", "WR-PIN-26")
def test_g_08_embarking_is_leaving_a_territory():
    war = japan_in_round_one().moving(japan="24 > P-0, 65 > J2").until("wr.3.order")
    war.say(("direct", (("armor", 1),)))
    assert war.has("japan-24") == {"infantry": 1}
    assert war.where("japan-24") == "P-0"
    new = war.events("Pinned")[0].under
    assert (war.has(new), war.where(new)) == ({"armor": 1}, "J4")
    assert new not in war.game.roster, "the part left behind has no order this round"


@pytest.mark.rule("WR-PIN-07")
def test_without_a_token_for_the_split_nobody_moves():
    tokens = {f"germany_{n}": "G1 1 INF" for n in NATIONS["germany"].land}
    war = War("global").empty().put(**tokens).put(germany_22="R5 3 INF", soviet_21="R5 2 INF")
    assert war.game.free_tokens("germany", "land") == []
    war.moving(germany="22 > R1").end()
    assert war.cancelled() == {"germany-22": "WR-PIN-07"}
    assert war.has("germany-22") == {"infantry": 3}


@pytest.mark.rule("WR-PIN-08")
def test_a_route_that_needs_two_splits_is_illegal():
    war = War().empty().put(japan_6="P-1 5 CRU", usa_1="P-1 1 CRU", usa_2="P-2 1 CRU")
    assert routes(war, "japan-6", "P-3") == "WR-PIN-08"
    war.put(usa_2="P-2 4 CRU")
    assert routes(war, "japan-6", "P-3") == {"P-2"}, "a region that holds all the rest needs no second split"


@pytest.mark.rule("WR-PIN-09")
def test_if_all_units_are_needed_the_command_stays_whole():
    start = front(germany_22="R5 2 INF", soviet_21="R5 2 INF").moving(germany="22 > R1").end()
    assert start.cancelled() == {"germany-22": "WR-PIN-09"}
    assert len(start.game.commands) == 2
    transit = War().empty().put(japan_6="P-1 2 CRU", usa_1="P-2 2 CRU")
    transit.moving(japan="6 > P-3").until("wr.3.order").say(("P-2",))
    assert transit.where("japan-6") == "P-2"
    assert transit.has("japan-6") == {"cruiser": 2}
    assert transit.events("Pinned") == [], "no new token"


@pytest.mark.rule("WR-PIN-10")
def test_g_07_ships_are_pinned_on_the_way():
    war = japan_in_round_one().moving(japan="8 > P-13").until("wr.3.order")
    for wrong in ((("submarine", 1),), (("submarine", 1), ("cruiser", 1), ("carrier", 1))):
        assert war.refusal(("P-1", wrong)).rule == "WR-PIN-03"
    war.say(("P-1", (("submarine", 1), ("carrier", 1))))
    assert (war.has("japan-8"), war.where("japan-8")) == ({"cruiser": 1}, "P-13")
    new = war.events("Pinned")[0].under
    assert (war.has(new), war.where(new)) == ({"submarine": 1, "carrier": 1}, "P-1")


@pytest.mark.rule("WR-PIN-11")
def test_nobody_is_asked_to_waive_a_pin():
    war = front(germany_22="R5 3 INF", soviet_21="R5 2 INF").moving(germany="22 > R1").until("wr.3.order", "wr.3.pin")
    assert (war.what, war.who) == ("wr.3.order", "germany")


@pytest.mark.rule("WR-PIN-13")
def test_the_pin_is_computed_when_the_order_comes_up():
    war = front(germany_22="R5 2 INF", germany_33="G7 2 INF", soviet_21="R5 2 INF")
    war.moving(germany="22 > R1, 33 > R5").until("wr.3.order")
    assert war.cancelled() == {"germany-22": "WR-PIN-09"}, "the reinforcement comes too late"
    war.say(("direct",))
    assert war.where("germany-33") == "R5"


@pytest.mark.rule("WR-PIN-14", "WR-PIN-17")
def test_only_the_same_category_counts():
    war = War().empty().put(japan_6="P-1 2 CRU", usa_27="P-1 8 INF", usa_11="P-1 4 FTR", japan_65="P-1 2 INF")
    assert needed_to_match(war.game, war.game.commands["japan-6"], "P-1") == 0
    assert routes(war, "japan-65", "P-2") >= {"direct"}, "Troop Transports do not pin each other"


@pytest.mark.rule("WR-PIN-15")
def test_enemies_of_several_nations_add_up():
    war = War().empty().put(soviet_21="R5 4 INF", germany_22="R5 1 INF", italy_108="R5 1 INF")
    assert needed_to_match(war.game, war.game.commands["soviet-21"], "R5") == 2


@pytest.mark.rule("WR-PIN-18")
def test_transports_never_offset_a_pin_on_ships():
    war = War().empty().put(japan_6="P-1 1 CRU", japan_65="P-1 8 INF", usa_1="P-1 1 CRU")
    assert plan(war.game, war.game.commands["japan-6"], "P-2").held


@pytest.mark.rule("WR-PIN-19")
def test_g_05b_outnumbering_ships_hold_all_transports():
    war = japan_in_round_one().moving(japan="97 > P-13").until("wr.3.order").say(("P-1",))
    assert war.where("japan-97") == "P-1"
    assert war.has("japan-97") == {"infantry": 3}, "no split"
    held = War().empty().put(japan_65="P-1 3 INF", usa_1="P-1 2 CRU").moving(japan="65 > P-2").end()
    assert held.cancelled() == {"japan-65": "WR-PIN-19"}


@pytest.mark.rule("WR-PIN-20")
def test_transports_with_as_many_friendly_ships_go_free():
    war = War().empty().put(japan_65="P-1 3 INF", usa_1="P-1 2 CRU", japan_6="P-1 2 SUB")
    assert "direct" in routes(war, "japan-65", "P-2")


@pytest.mark.rule("WR-PIN-21", "WR-PIN-22")
def test_held_transports_may_go_ashore_in_friendly_controlled_territory_only():
    war = War().empty().put(japan_65="P-1 3 INF", usa_1="P-1 2 CRU", usa_27="J2 1 INF")
    war.game.markers["J2"] = "embattled"
    assert routes(war, "japan-65", "J2") == {"direct"}, "Embattled, but Japanese"
    war.hold(J2="usa").put(japan_24="J2 2 INF")
    assert routes(war, "japan-65", "J2") == "WR-PIN-19", "own units there do not help"


@pytest.mark.rule("WR-PIN-27")
def test_entering_is_never_restricted_by_numbers():
    war = front(germany_22="G7 1 INF", soviet_21="R5 8 INF")
    assert routes(war, "germany-22", "R5") == {"direct"}
