"""Purchase and repair, facilities (ledger sections PURCH and FAC)."""

import pytest

from sandtable.games.axis1940.data import COST, FACILITIES, UPGRADE_COST
from sandtable.games.axis1940.landing import capacity, reach_of
from sandtable.games.axis1940.spaces import can_use_base, is_serviced
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule


@rule("AA-PURCH-01")
def test_units_up_to_the_treasury_and_the_rest_is_kept():
    at = table("japan", "purchase", keep=True)
    assert at.refuses({"infantry": 9}) == "AA-PURCH-01"
    at.answer({"carrier": 1, "artillery": 1})
    assert at.game.treasury["japan"] == 6


@rule("AA-PURCH-02")
def test_every_power_but_china_may_buy_everything():
    assert table("anzac", "purchase", treasury={"anzac": 20}).allows({"battleship": 1})


@rule("AA-PURCH-03", "AA-PURCH-05")
def test_units_and_repairs_come_out_of_one_treasury():
    at = table("japan", "purchase", treasury={"japan": 10}, facilities={"japan": {"air_base": 5, "major_ic": 0}})
    assert at.refuses({"tank": 1, "infantry": 1, "japan.air_base": 4}) == "AA-PURCH-01"
    at.answer({"tank": 1, "japan.air_base": 3})
    assert at.game.damage("japan", "air_base") == 2
    assert at.game.treasury["japan"] == 1


@rule("AA-PURCH-04")
def test_new_units_wait_for_mobilization():
    at = table("japan", "purchase", units={"japan": {"japan": "infantry"}})
    at.answer({"fighter": 1})
    at.on_to("ax.combat_move")
    assert at.game.bought == {"fighter": 1}
    assert at.refusal("japan", "sz6", {"fighter": 1})


@rule("AA-PURCH-06", "AA-FAC-03")
def test_a_repaired_base_works_at_once():
    at = table("japan", "purchase", facilities={"japan": {"air_base": 3, "major_ic": 0}})
    assert reach_of(at.game, "japan", "japan", "fighter") == 4
    at.answer({"japan.air_base": 1})
    assert reach_of(at.game, "japan", "japan", "fighter") == 5


@rule("AA-PURCH-07")
def test_only_the_controller_repairs():
    at = table("united_states", "purchase", facilities={"queensland": {"air_base": 4}}, war=ALL_ALLIES)
    assert at.refuses({"queensland.air_base": 1}) == "AA-PURCH-07"


@rule("AA-PURCH-08", "AA-CAPSHIP-02")
def test_capital_ships_are_repaired_at_a_naval_base():
    units = {"sz26": {"united_states": "battleship!"}, "sz27": {"united_states": "carrier!"}}
    at = table("united_states", "purchase", units=units)
    assert at.game.units["sz26"][0].hits == 1
    at.answer(())
    assert at.game.units["sz26"][0].hits == 0
    assert at.game.units["sz27"][0].hits == 1


@rule("AA-PURCH-09", "AA-FAC-04")
def test_a_base_repaired_now_repairs_ships_now():
    base = {"hawaiian_islands": {"naval_base": 3}}
    at = table("united_states", "purchase", units={"sz26": {"united_states": "battleship!"}}, facilities=base)
    idle = table("united_states", "purchase", units={"sz26": {"united_states": "battleship!"}}, facilities=base)
    idle.answer(())
    assert idle.game.units["sz26"][0].hits == 1
    at.answer({"hawaiian_islands.naval_base": 1})
    assert at.game.units["sz26"][0].hits == 0


@rule("AA-PURCH-10")
def test_an_allied_base_repairs_too():
    at = table("anzac", "purchase", units={"sz39": {"anzac": "carrier!"}})
    at.answer(())
    assert at.game.units["sz39"][0].hits == 0


@rule("AA-PURCH-11")
def test_upgrade_only_on_own_original_ground():
    place = {"korea": {"minor_ic": 0}}
    uk = table("united_kingdom", "purchase", control={"korea": "united_kingdom"}, facilities=place,
               treasury={"united_kingdom": 40}, war=ALL_ALLIES)  # fmt: skip
    assert uk.refuses({"korea.upgrade": 1}) == "AA-PURCH-11"
    japan = table("japan", "purchase", facilities=place, treasury={"japan": 40})
    japan.answer({"korea.upgrade": 1})
    assert japan.game.treasury["japan"] == 20
    japan.on_to("ax.purchase")
    assert japan.game.complex_at("korea").kind == "major_ic"


@rule("AA-PURCH-12")
def test_a_damaged_complex_is_repaired_before_its_upgrade():
    at = table("japan", "purchase", facilities={"korea": {"minor_ic": 2}}, treasury={"japan": 22})
    assert at.refuses({"korea.upgrade": 1}) == "AA-PURCH-12"
    at.answer({"korea.minor_ic": 2, "korea.upgrade": 1})
    assert at.game.treasury["japan"] == 0
    poor = table("japan", "purchase", facilities={"korea": {"minor_ic": 2}}, treasury={"japan": 21})
    assert poor.refuses({"korea.minor_ic": 2, "korea.upgrade": 1}) == "AA-PURCH-12"
    poorer = table("japan", "purchase", facilities={"korea": {"minor_ic": 0}}, treasury={"japan": 19})
    assert poorer.refusal({"korea.upgrade": 1}).sentence == "An upgrade costs 20 IPCs, and only 19 are there"


@rule("AA-FAC-01", "AA-COMB-07", "AA-TRANS-02")
def test_facilities_neither_move_nor_fight():
    at = table(
        "united_states",
        units={"sz6": {"united_states": "transport infantry"}},
        facilities={"japan": {"air_base": 0, "major_ic": 0}},
        war=ALL_ALLIES,
    )
    at.answer("sz6", "stay", {"transport+infantry": 1}, "japan", {"infantry": 1}).done()
    assert not at.passed("ax.fired")  # nothing there fires back
    assert at.game.control["japan"] == "united_states"
    assert at.refusal("japan", "sz6", {"air_base": 1})


@rule("AA-FAC-02")
def test_prices_of_facilities():
    assert {kind: COST[kind] for kind in FACILITIES} == {
        "major_ic": 30,
        "minor_ic": 12,
        "air_base": 15,
        "naval_base": 15,
    }
    assert UPGRADE_COST == 20


@rule("AA-FAC-03", "AA-FAC-04")
def test_three_damage_put_a_base_out_of_action():
    for damage, works in ((2, True), (3, False)):
        at = table("japan", facilities={"japan": {"air_base": damage, "naval_base": damage}})
        assert can_use_base(at.game, "japan", "japan", "air_base") is works
        assert is_serviced(at.game, "japan", "sz6") is works


@rule("AA-FAC-05", "AA-FAC-06", "AA-FAC-07")
def test_a_naval_base_serves_all_its_zones_and_adds_one_move():
    base = {"shan_state": {"naval_base": 0}, "malaya": {"naval_base": 0}}
    at = table("united_kingdom", "noncombat", units={"sz37": {"united_kingdom": "transport"}}, facilities=base)
    assert is_serviced(at.game, "united_kingdom", "sz37")
    assert is_serviced(at.game, "united_kingdom", "sz38")
    assert is_serviced(at.game, "anzac", "sz38")
    assert at.allows("sz37", ["sz41", "sz40", "sz58"], {"transport": 1})
    assert at.refuses("sz37", ["sz41", "sz40", "sz58", "sz59"], {"transport": 1}) == "AA-FAC-06"


@rule("AA-FAC-08", "AA-CAPT-20")
def test_a_ruined_complex_places_nothing_but_stands():
    at = table("japan", "mobilize", facilities={"japan": {"major_ic": 10}}, bought={"infantry": 1})
    assert capacity(at.game, "japan") == 0
    assert at.refuses("japan", {"infantry": 1}) == "AA-MOB-05"
    assert FACILITIES["major_ic"].cap == 20
    at.answer(("done",))
    assert at.game.complex_at("japan").damage == 10
