"""Noncombat movement, mobilization, income (ledger sections NCM, MOB, INC, NO)."""

from random import Random

import pytest

from sandtable.games.axis1940.bags import unit_bag
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.rules.income import bonus_of, collect, convoy_losses, disrupted_zones
from sandtable.games.axis1940.rules.mobilize import yards
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


@rule("AA-NCM-01", "AA-NCM-04")
def test_who_fought_stays_and_who_did_not_may_follow():
    units = {"kiangsi": {"japan": "2 infantry"}, "hunan": {"china": "infantry"}}
    at = table("japan", units=units)
    at.answer("kiangsi", "hunan", {"infantry": 1}).done().dice(1).dice(6)
    assert at.refuses("hunan", "kiangsi", {"infantry": 1}) == "AA-NCM-01"
    at.answer("kiangsi", "hunan", {"infantry": 1})  # into land captured this turn
    assert at.count("hunan", "japan") == 2
    assert at.refuses("hunan", "kiangsi", {"infantry": 1}) == "AA-NCM-01"


@rule("AA-NCM-05", "AA-NCM-06")
def test_land_units_go_through_friendly_land_only():
    units = {"kiangsi": {"japan": "mechanized_infantry, aaa"}}
    at = table("japan", "noncombat", units=units)
    assert at.refuses("kiangsi", ["hunan", "kwangsi"], {"mechanized_infantry": 1}) == "AA-NCM-05"
    assert at.allows("kiangsi", "kwangsi", {"aaa": 1})


@rule("AA-NCM-12", "AA-NCM-13")
def test_ships_keep_to_friendly_zones():
    units = {
        "sz36": {"japan": "cruiser"},
        "sz37": {"united_kingdom": "destroyer"},
        "sz43": {"united_kingdom": "submarine"},
    }
    at = table("japan", "noncombat", units=units, **WAR)
    assert at.refuses("sz36", "sz37", {"cruiser": 1}) == "AA-NCM-12"
    assert at.allows("sz36", ["sz43", "sz44"], {"cruiser": 1})
    at.answer("sz36", "sz43", {"cruiser": 1}).done()
    assert not at.passed("ax.battle")


# Mobilization


def new(bought, power="japan", **more):
    return table(power, "mobilize", bought=bought, **more)


@rule("AA-MOB-01", "AA-MOB-02", "AA-MOB-04")
def test_all_that_can_be_placed_is_placed_and_the_rest_refunded():
    at = new({"infantry": 4}, "anzac", treasury={"anzac": 0})
    assert at.refuses(("done",)) == "AA-MOB-01"
    assert at.refuses("new_south_wales", {"infantry": 4}) == "AA-MOB-04"
    at.answer("new_south_wales", {"infantry": 3})
    at.answer(("done",))
    assert at.game.treasury["anzac"] == 3 + 10  # the refund, and the income
    big = new({"infantry": 11})
    assert big.refuses("japan", {"infantry": 11}) == "AA-MOB-04"
    assert big.allows("japan", {"infantry": 10})


@rule("AA-MOB-03", "AA-MOB-11", "AA-MOB-12")
def test_a_new_complex_places_nothing_yet_and_facilities_need_none():
    at = new({"minor_ic": 1, "air_base": 1, "infantry": 3})
    at.answer("manchuria", {"minor_ic": 1})
    assert at.refuses("manchuria", {"infantry": 1}) == "AA-MOB-03"
    full = new({"infantry": 10, "air_base": 1}, facilities={"japan": {"major_ic": 0}})
    full.answer("japan", {"infantry": 10})
    assert full.allows("japan", {"air_base": 1})
    first = new({"infantry": 10, "air_base": 1}, facilities={"japan": {"major_ic": 0}})
    first.answer("japan", {"air_base": 1})
    assert first.allows("japan", {"infantry": 10})
    taken = table("japan", units={"siam": {"japan": "infantry"}}, bought={"air_base": 1})
    taken.answer("siam", "french_indo_china", {"infantry": 1}).on_to("ax.mobilize")
    assert taken.refuses("french_indo_china", {"air_base": 1}) == "AA-MOB-12"


@rule("AA-MOB-03")
def test_a_complex_places_units_from_the_next_turn_on():
    at = new({"minor_ic": 1, "infantry": 3})
    before = yards(at.game, "japan")
    at.answer("manchuria", {"minor_ic": 1})
    assert yards(at.game, "japan") == before
    at.game.placed.clear()  # as a turn begins
    assert yards(at.game, "japan") == before | {"manchuria": 3}


def test_every_bag_that_limits_allow_can_be_sampled():
    menu, rng = unit_bag({"infantry": 2, "tank": 1, "fighter": 1}, "AA-MOB-04", most=3), Random(1)
    assert {menu.sample(rng) for _ in range(500)} == set(menu.answers())


@rule("AA-MOB-05", "AA-MOB-06")
def test_damage_and_upgrades_limit_a_complex():
    hurt = new({"infantry": 1}, "anzac", facilities={"new_south_wales": {"minor_ic": 4}})
    assert hurt.refuses("new_south_wales", {"infantry": 1}) == "AA-MOB-05"
    yard = {"korea": {"minor_ic": 0}, "japan": {}}
    at = table("japan", "purchase", facilities=yard, treasury={"japan": 50})
    at.answer({"infantry": 4, "korea.upgrade": 1}).on_to("ax.mobilize")
    assert at.refuses("korea", {"infantry": 4}) == "AA-MOB-04"
    at.answer("korea", {"infantry": 3}).answer(("done",))
    assert at.game.complex_at("korea").kind == "major_ic"


@rule("AA-MOB-07", "AA-MOB-08")
def test_land_units_ashore_and_ships_at_sea():
    units = {"sz6": {"japan": "transport", "united_states": "destroyer"}}
    at = new({"infantry": 1, "strategic_bomber": 1, "destroyer": 1}, units=units, **WAR)
    assert at.refuses("sz6", {"infantry": 1}) == "AA-MOB-07"
    assert at.refuses("sz6", {"strategic_bomber": 1}) == "AA-MOB-07"
    assert at.refuses("japan", {"destroyer": 1}) == "AA-MOB-08"
    at.answer("sz6", {"destroyer": 1})  # a hostile zone, but no battle
    assert at.count("sz6", "japan", "destroyer") == 1
    assert not at.passed("ax.battle")


@rule("AA-MOB-09")
def test_new_fighters_on_own_carriers_only():
    ally = new({"fighter": 2}, "anzac", units={"sz62": {"united_states": "carrier"}}, **WAR)
    assert ally.refuses("sz62", {"fighter": 1}) == "AA-MOB-09"
    own = new({"fighter": 2, "carrier": 1}, "anzac")
    own.answer("sz62", {"fighter": 2, "carrier": 1})
    assert own.aboard("sz62", "anzac", "fighter") == 2
    old = new({"tactical_bomber": 1}, "anzac", units={"sz62": {"anzac": "carrier fighter"}})
    old.answer("sz62", {"tactical_bomber": 1})
    assert old.aboard("sz62", "anzac") == 2


@rule("AA-MOB-10")
def test_a_zone_draws_on_both_complexes_beside_it():
    yard = {"japan": {"major_ic": 8}, "korea": {"minor_ic": 0}}
    at = new({"destroyer": 6, "infantry": 3}, facilities=yard)
    assert at.refusal("sz6", {"destroyer": 6})
    at.answer("sz6", {"destroyer": 5})  # two from Japan, three from Korea
    assert at.refusal("korea", {"infantry": 1})
    other = new({"destroyer": 6, "infantry": 3}, facilities=yard)
    other.answer("korea", {"infantry": 3})
    assert other.refusal("sz6", {"destroyer": 3})
    assert other.allows("sz6", {"destroyer": 2})


@rule("AA-MOB-13", "AA-MOB-14", "AA-MOB-15", "AA-MOB-16", "AA-MOB-17")
def test_where_facilities_may_stand():
    at = new(
        {"major_ic": 1, "minor_ic": 1, "air_base": 1, "naval_base": 1}, control={"java": "japan", "szechwan": "japan"}
    )
    assert at.allows("korea", {"major_ic": 1})
    assert at.refuses("manchuria", {"major_ic": 1}) == "AA-MOB-13"
    assert at.refuses("siam", {"minor_ic": 1}) == "AA-MOB-14"
    assert at.allows("shantung", {"minor_ic": 1})
    assert at.refuses("java", {"minor_ic": 1}) == "AA-MOB-15"
    assert at.refuses("japan", {"air_base": 1}) == "AA-MOB-16"
    assert at.refuses("szechwan", {"naval_base": 1}) == "AA-MOB-17"
    assert at.allows("szechwan", {"air_base": 1})
    assert at.allows("iwo_jima", {"naval_base": 1})
    us = new({"major_ic": 1, "minor_ic": 1}, "united_states")
    assert us.refuses("alaska", {"major_ic": 1}) == "AA-MOB-13"  # its own, but of value 2
    assert us.allows("alaska", {"minor_ic": 1})


@rule("AA-MOB-18")
def test_new_units_do_nothing_this_turn():
    at = new({"infantry": 2})
    at.answer("japan", {"infantry": 1})
    assert all(stack.acted for stack in at.game.units["japan"])
    assert at.waits_for == "ax.mobilize"  # no move is offered any more


# Income


def income(power="japan", units=None, face=None, **more):
    at = table(power, "income", units=units or {}, treasury={power: 0}, **more)
    if face:
        at.dice(*face)
    return at


@rule("AA-INC-01", "AA-INC-13", "AA-NO-01")
def test_production_and_bonus():
    at = income()
    assert at.game.treasury["japan"] == 36
    collect(at.game, "japan", 0)
    assert at.game.treasury["japan"] == 72  # in every one of its income phases, as long as the condition holds
    raided = income(units={"sz20": {"united_states": "cruiser"}}, face=(3,), war=("japan-united_states",))
    assert raided.game.treasury["japan"] == 26 - 2  # Formosa and Kiangsi are worth 2 together


@rule("AA-INC-03", "AA-INC-04")
def test_what_disrupts_a_convoy():
    def zones(units, **more):
        return disrupted_zones(table("japan", "declare", units={"sz20": units}, **(more or WAR)).game, "japan")

    assert zones({"united_states": "transport"}) == {}
    assert zones({"united_states": "submarine", "japan": "battleship"}) == {"sz20": 2}
    assert zones({"united_states": "submarine"}, war=()) == {}
    plain = table("japan", "declare", units={"sz17": {"united_states": "submarine"}}, **WAR)
    assert disrupted_zones(plain.game, "japan") == {}  # no convoy zone


@rule("AA-INC-05", "AA-INC-06", "AA-INC-07", "AA-INC-11")
def test_dice_of_the_raiders():
    def dice(units, **more):
        game = table("japan", "declare", units={"sz20": units}, **(more or WAR)).game
        return disrupted_zones(game, "japan").get("sz20", 0)

    assert dice({"united_states": "battleship, cruiser, destroyer"}) == 3
    assert dice({"united_states": "submarine"}) == 2
    assert dice({"united_states": "carrier fighter fighter"}) == 4
    assert dice({"united_states": "carrier"}) == 0
    assert dice({"united_states": "carrier! anzac:fighter, destroyer"}) == 1  # trapped guests roll nothing
    assert dice({"united_states": "destroyer", "anzac": "destroyer"}) == 2
    assert dice({"united_states": "destroyer", "anzac": "destroyer"}, war=("japan-anzac",)) == 1


@rule("AA-INC-08", "AA-INC-09")
def test_faces_count_up_to_three_and_a_zone_no_more_than_its_land():
    assert convoy_losses({"sz20": 4}, {"sz20": ["a"]}, {"a": 9}) == 4
    at = income(units={"sz20": {"united_states": "3 destroyer"}}, face=(3, 4, 1), war=ALL_ALLIES)
    assert [event.rolled for event in at.events if type(event).__name__ == "ConvoysDisrupted"] == [4]
    assert at.game.treasury["japan"] == 26 - 2


@rule("AA-INC-10")
def test_a_territory_loses_no_more_than_its_value_over_all_zones(monkeypatch):
    """The example of the rulebook, with an edge that the board may or may not have (R07)."""
    board = theatre("pacific")
    monkeypatch.setitem(board.coasts, "sz19", ("japan",))
    others = {spot: "china" for spot in board.territories if spot in ("korea",)}
    raiders = {"sz6": {"united_states": "2 destroyer"}, "sz19": {"united_states": "2 destroyer"}}
    for faces, cost in (((3, 2, 3, 3), 8), ((3, 2, 1, 1), 7)):
        at = income(units=raiders, face=faces, war=ALL_ALLIES, control=others)
        before = 26 - board.values["korea"]
        assert [event.rolled for event in at.events if type(event).__name__ == "ConvoysDisrupted"] == [
            sum(faces[:2]),
            sum(faces[2:]),
        ]
        assert at.game.treasury["japan"] == before - cost
    assert convoy_losses({"sz6": 5, "sz19": 6}, {"sz6": ["japan"], "sz19": ["japan"]}, {"japan": 8}) == 8
    assert convoy_losses({"x": 3, "y": 3}, {"x": ["a", "b"], "y": ["a"]}, {"a": 3, "b": 3}) == 6


@rule("AA-INC-12")
def test_disruption_is_judged_now():
    gone = income(units={"sz21": {"united_states": "submarine"}}, war=ALL_ALLIES)
    assert not gone.passed("ax.convoys")


# National objectives


def bonus(name, power, **position):
    game = table(power, "declare", **position).game
    return bonus_of(game, theatre("pacific").objectives[name])


@rule("AA-NO-01")
def test_trade_with_the_us_ends_for_good():
    assert bonus("japan_trade", "japan") == 10
    assert bonus("japan_trade", "japan", war=("japan-united_states",)) == 0
    attacked = table("japan", units={"siam": {"japan": "infantry"}})
    attacked.answer("siam", "french_indo_china", {"infantry": 1})
    assert bonus_of(attacked.game, theatre("pacific").objectives["japan_trade"]) == 0
    declared = table("japan", "declare").answer(("anzac",))
    assert bonus_of(declared.game, theatre("pacific").objectives["japan_trade"]) == 0
    provoked = table("japan", "declare", war=("japan-anzac",))  # ANZAC began it
    assert bonus_of(provoked.game, theatre("pacific").objectives["japan_trade"]) == 10
    blitzed = table("japan", units={"kwangsi": {"japan": "tank"}})
    through = ("kwangsi", ("french_indo_china", "kwangsi"), {"tank": 1})
    assert [doubt.rule for doubt in blitzed.menu.doubts(blitzed.menu.read(through))] == ["AA-NO-01"]
    blitzed.answer(*through)  # to blitz through it is to attack it
    assert bonus_of(blitzed.game, theatre("pacific").objectives["japan_trade"]) == 0


@rule("AA-NO-02", "AA-NO-04", "AA-NO-05", "AA-NO-06", "AA-NO-07", "AA-NO-08", "AA-NO-09", "AA-NO-10", "AA-NO-12")
@pytest.mark.parametrize(
    ("name", "power", "places", "ipcs"),
    [
        ("japan_outer_perimeter", "japan", "guam midway wake_island gilbert_islands solomon_islands", 5),
        ("japan_resources", "japan", "sumatra java borneo celebes", 5),
        ("us_war_economy", "united_states", "western_united_states", 30),
        ("us_alaska_mexico", "united_states", "alaska mexico", 5),
        ("us_islands", "united_states", "aleutian_islands hawaiian_islands johnston_island line_islands", 5),
        ("us_philippines", "united_states", "philippines", 5),
        ("china_burma_road", "china", "india burma yunnan szechwan", 6),
        ("uk_empire", "united_kingdom", "kwangtung malaya", 5),
        ("anzac_outer_perimeter", "anzac", "dutch_new_guinea new_guinea new_britain solomon_islands", 5),
    ],
)
def test_an_objective_needs_every_one_of_its_territories(name, power, places, ipcs):
    game = table(power, "declare", control=dict.fromkeys(places.split(), power), **WAR).game
    objective = theatre("pacific").objectives[name]
    assert bonus_of(game, objective) == ipcs
    for lost in places.split():
        game.set_control(lost, "united_states" if power == "japan" else "japan")
        assert bonus_of(game, objective) == 0
        game.set_control(lost, power)


@rule("AA-NO-02", "AA-NO-03", "AA-NO-04")
def test_japanese_war_objectives():
    islands = ("guam", "midway", "wake_island", "gilbert_islands", "solomon_islands")
    all_five = dict.fromkeys(islands, "japan")
    assert bonus("japan_outer_perimeter", "japan", control=all_five, **WAR) == 5
    assert bonus("japan_outer_perimeter", "japan", control=all_five) == 0  # at peace
    assert bonus("japan_outer_perimeter", "japan", control={**all_five, "guam": "united_states"}, **WAR) == 0
    two = {"india": "japan", "hawaiian_islands": "japan"}
    assert bonus("japan_power_centers", "japan", control=two, **WAR) == 10
    oil = dict.fromkeys(("sumatra", "java", "borneo", "celebes"), "japan")
    assert bonus("japan_resources", "japan", control=oil, **WAR) == 5


@rule("AA-NO-05", "AA-NO-06", "AA-NO-07", "AA-NO-08")
def test_american_objectives():
    power = "united_states"
    names = ("us_war_economy", "us_alaska_mexico", "us_islands", "us_philippines")
    assert [bonus(name, power) for name in names] == [0, 0, 0, 0]
    assert [bonus(name, power, **WAR) for name in names] == [30, 5, 5, 5]
    lost = {"western_united_states": "japan", "alaska": "japan", "line_islands": "japan", "philippines": "japan"}
    assert [bonus(name, power, control=lost, **WAR) for name in names] == [0, 0, 0, 0]


@rule("AA-NO-09")
def test_the_burma_road_pays_as_it_stands_now():
    assert bonus("china_burma_road", "china") == 6
    assert bonus("china_burma_road", "china", control={"burma": "japan"}) == 0
    at = table("china", units={"szechwan": {"china": "infantry"}}, control={"yunnan": "japan"}, treasury={"china": 0})
    at.answer("szechwan", "yunnan", {"infantry": 1}).on_to("ax.purchase")
    assert at.game.treasury["china"] == 18  # opened this turn: paid now


@rule("AA-NO-10", "AA-NO-11", "AA-NO-12")
def test_british_and_anzac_objectives():
    assert bonus("uk_empire", "united_kingdom") == 0
    assert bonus("uk_empire", "united_kingdom", **WAR) == 5
    assert bonus("uk_empire", "united_kingdom", control={"malaya": "japan"}, **WAR) == 0
    assert bonus("anzac_malaya", "anzac", **WAR) == 5
    assert bonus("anzac_malaya", "anzac") == 0
    assert bonus("anzac_malaya", "anzac", control={"solomon_islands": "japan"}, **WAR) == 0
    assert bonus("anzac_malaya", "anzac", control={"malaya": "united_states"}, **WAR) == 5
    assert bonus("anzac_outer_perimeter", "anzac", **WAR) == 0  # Dutch New Guinea is still Dutch
    assert bonus("anzac_outer_perimeter", "anzac", control={"dutch_new_guinea": "united_kingdom"}, **WAR) == 5
