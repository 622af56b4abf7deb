"""Components, terms, map and setting up (WR-SETUP)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import (
    CONVERSIONS,
    CONVOYS,
    DIE,
    NATIONS,
    PASSAGES,
    RECIPES,
    SCENARIOS,
    SEAS,
    SIDE_OF,
    TARGETS,
    TERRITORIES,
    UNITS,
    board_row,
    theatre_of,
)
from sandtable.games.warroom.menus import Regroup
from sandtable.games.warroom.position import (
    allegiance,
    capacity,
    is_enemy,
    is_flipped,
    is_friendly,
    is_neutral,
)
from sandtable.games.warroom.rules.hotspots import candidates, is_active
from sandtable.games.warroom.rules.phase1_economy import income
from sandtable.games.warroom.rules.reorganize import Reorganize
from sandtable.games.warroom.rules.routes import plan
from tests.games.warroom.wars import War

FACTS = json.loads((Path(__file__).parent / "stated_facts.json").read_text("utf-8"))


def facts(kind):
    return [fact for fact in FACTS if fact["kind"] == kind]


@pytest.mark.rule("WR-SETUP-01")
def test_a_die_has_twelve_faces_in_six_colours():
    assert Counter(DIE) == {"yellow": 4, "blue": 3, "green": 2, "red": 1, "black": 1, "white": 1}


@pytest.mark.rule("WR-SETUP-02")
def test_two_alliances_and_only_the_nations_of_the_scenario():
    assert [n for n in NATIONS if SIDE_OF[n] == "allied"] == ["china", "british", "soviet", "usa"]
    assert [n for n in NATIONS if SIDE_OF[n] == "axis"] == ["germany", "italy", "japan"]
    war = War("eastern_front").game
    assert war.nations == ["soviet", "germany"]
    assert set(war.stock) == {"soviet", "germany"}
    assert {command.nation for command in war.commands.values()} == {"soviet", "germany"}


@pytest.mark.rule("WR-SETUP-03", "WR-QP-02")
def test_every_nation_starts_in_white_without_stress_medals_or_goods():
    game = War().game
    for nation in game.nations:
        assert (game.zone[nation], game.stress[nation], game.medals[nation], game.goods[nation]) == (0, 0, 0, 0)
    quick = War(quick_play=True).game
    assert set(quick.medals.values()) == {1}
    assert quick.production == SCENARIOS["global"].production


@pytest.mark.rule("WR-SETUP-04")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_stocks_are_empty_before_the_first_income_which_is_the_sum_of_the_cards(scenario):
    game = War(scenario).game
    assert set(game.stock.values()) == {(0, 0, 0)}
    for nation, amount in SCENARIOS[scenario].first_income.items():
        assert income(game, nation) == amount


@pytest.mark.rule("WR-SETUP-06", "WR-SCEN-02")
def test_tokens_without_a_region_stay_in_the_supply_and_tokens_from_outside_are_not_used():
    game = War().game
    assert "japan-41" not in game.commands
    assert 41 in game.free_tokens("japan", "land")
    pacific = War("pacific").game
    assert "british-45" not in pacific.commands
    assert 45 not in pacific.free_tokens("british", "land"), "starts outside, so it is never used"
    assert 28 in pacific.free_tokens("british", "land"), "has no region, so it may be"


@pytest.mark.rule("WR-SETUP-07")
def test_sicily_starts_with_one_infantry():
    war = War()
    assert [c.counts() for c in war.game.here("T4")] == [{"infantry": 1}]


@pytest.mark.rule("WR-SETUP-08", "WR-SETUP-09")
def test_only_solomon_islands_starts_embattled():
    game = War().game
    assert [t for t in game.map.territories if is_flipped(game, t)] == ["J25"]
    assert TERRITORIES["J25"].name == "Solomon Islands"
    assert game.markers == {"J25": "embattled"}
    assert {c.nation for c in game.here("B1")} == {"british", "usa"}
    assert War("europe").game.markers == {}


@pytest.mark.rule("WR-SETUP-10", "WR-PLAN-22", "WR-PLAN-28", "WR-PLAN-27", "WR-SETUP-14")
def test_a_command_holds_one_to_eight_units_of_one_nation_and_category():
    war = War().empty().put(japan_65="J3 5 INF", japan_24="J3 4 INF", japan_11="J3 1 FTR", italy_108="J3 1 INF")
    war.at(Reorganize("japan"))
    everything = (("infantry", 5),)
    assert war.refusal(("japan-65", everything, "japan-24")).rule == "WR-SETUP-10"
    assert war.refusal(("japan-65", (("infantry", 1),), "japan-11")).rule == "WR-PLAN-22"
    assert war.refusal(("japan-65", (("infantry", 1),), "italy-108")).rule == "WR-PLAN-22"
    war.say(("japan-24", (("infantry", 3),), "japan-65"))
    assert war.has("japan-65") == {"infantry": 8}
    many = {f"japan_{n}": "J3 8 INF" for n in NATIONS["japan"].land[:12]}
    crowd = War().empty().put(**many).game
    assert len(crowd.here("J3")) == 12
    assert GAME.problems(crowd) == []


@pytest.mark.rule("WR-SETUP-11")
def test_command_numbers_show_the_category_and_are_unique_within_a_nation():
    for nation in NATIONS.values():
        assert all(1 <= n <= 9 for n in nation.naval)
        assert all(11 <= n <= 19 for n in nation.air)
        assert all(n >= 20 for n in nation.land)
        numbers = (*nation.naval, *nation.air, *nation.land)
        assert len(set(numbers)) == len(numbers)
    assert War().game.commands["germany-14"].category == "air"


@pytest.mark.rule("WR-SETUP-12", "WR-PLAN-23", "WR-DEPL-12")
def test_a_token_returns_to_the_supply_when_its_stack_is_merged_away():
    tokens = NATIONS["china"].land
    war = War().empty().put(**{f"china_{n}": "C1 2 INF" for n in tokens})
    war.at(Reorganize("china"))
    assert war.game.free_tokens("china", "land") == []
    assert war.refusal(("china-101", (("infantry", 1),), "new")).rule == "WR-PLAN-23"
    war.say(("china-102", (("infantry", 2),), "china-103"))
    assert war.game.free_tokens("china", "land") == [102]
    war.say(("china-101", (("infantry", 1),), "new"))
    assert war.has("china-102") == {"infantry": 1}


@pytest.mark.rule("WR-SETUP-13", "WR-PLAN-29", "WR-PROD-22")
def test_no_decision_disbands_units_or_gives_anything_to_another_nation():
    war = War().empty().put(japan_65="J3 5 INF", japan_24="J3 4 INF", italy_108="J3 1 INF").at(Reorganize("japan"))
    assert isinstance(war.menu, Regroup)
    named = {part for answer in war.menu.list(1000) for part in answer if isinstance(part, str)}
    assert named == {"done", "new", "japan-65", "japan-24"}


@pytest.mark.rule("WR-SETUP-16")
def test_sea_regions_are_never_controlled():
    game = War().game
    assert not set(game.control) & set(SEAS)
    assert game.control["G1"] == "germany"


@pytest.mark.rule("WR-SETUP-17", "WR-SETUP-18")
def test_friend_enemy_and_neutral():
    game = War().game
    assert is_friendly(game, "N6", "allied")
    assert is_enemy(game, "N6", "axis")
    assert TERRITORIES["N6"].name == "Brazil"
    assert TERRITORIES["N10"].name == "Sweden"
    assert allegiance(game, "N10") == ""
    assert not is_friendly(game, "N10", "axis")
    assert not is_enemy(game, "N10", "axis")
    assert not is_enemy(game, "N10", "allied")


@pytest.mark.rule("WR-SETUP-19")
def test_allies_in_one_region_are_no_hotspot():
    war = War().empty().put(germany_22="G3 2 INF", italy_108="G3 2 INF")
    assert not any(is_active(war.game, region) for region in candidates(war.game))


@pytest.mark.rule("WR-SETUP-20", "WR-SETUP-21")
def test_g_02_corners_and_islands():
    air = theatre_of("global").air
    assert "P-4" not in air["U3"]
    assert "P-2" not in air["R16"]
    assert "T4" in air["T1"]
    assert TERRITORIES["U5"].name == "Aleutian Islands"
    assert "U4" not in air["U5"]
    assert "A-15" not in TERRITORIES["B3"].ports


def test_g_03_greater_germany_and_the_sea_north_of_it():
    assert TERRITORIES["G1"].name == "Greater Germany"
    assert "A-5" in TERRITORIES["G1"].sea
    assert PASSAGES["danish"].between == ("A-5", "A-6")


@pytest.mark.rule("WR-SETUP-22")
def test_sahara_and_himalayas_cannot_be_entered_by_land_nor_landed_in():
    war = War().empty().put(germany_22="G12 1 INF", germany_11="G12 1 FTR")
    assert plan(war.game, war.game.commands["germany-22"], "X2").why.rule == "WR-SETUP-22"
    assert plan(war.game, war.game.commands["germany-11"], "X2").why.rule == "WR-SETUP-22"
    assert plan(war.game, war.game.commands["germany-11"], "G15").routes, "over the Sahara to land"
    assert "X2" in theatre_of("global").air["G12"]


@pytest.mark.rule("WR-SETUP-23")
def test_ships_cannot_enter_an_island():
    war = War().empty().put(japan_6="P-12 1 CRU")
    assert plan(war.game, war.game.commands["japan-6"], "J21").why.rule == "WR-MOVE-26"
    assert TERRITORIES["J21"].island


@pytest.mark.rule("WR-SETUP-24", "WR-PROD-28")
def test_only_industry_gives_capacity():
    for territory in TERRITORIES.values():
        assert territory.industry in (0, territory.value)
    game = War().game
    assert TERRITORIES["J3"].value == 3
    assert TERRITORIES["J3"].mobilization == 3
    assert capacity(game, "J3") == 0, "a Mobilization icon is of no use to Japan"
    assert capacity(game, "G1") == TERRITORIES["G1"].value


@pytest.mark.rule("WR-SETUP-26")
def test_seven_capitals():
    capitals = {card.capital_of: card.id for card in TERRITORIES.values() if card.capital_of}
    assert capitals == {nation.id: nation.capital for nation in NATIONS.values()}
    assert TERRITORIES["J4"].name == "Peiping"
    assert War().game.control["J4"] == "japan"


@pytest.mark.rule("WR-SETUP-27", "WR-ECON-10")
def test_trade_icons_are_not_income():
    war = War()
    before = income(war.game, "germany")
    war.hold(N10="germany", N1="germany")
    assert income(war.game, "germany") == before
    assert TERRITORIES["N1"].trades == "iron"


@pytest.mark.rule("WR-SETUP-15")
def test_tokens_are_not_units():
    war = War().empty().put(germany_22="R4 2 INF", soviet_21="R4 8 INF", soviet_23="R4 8 INF", soviet_26="R4 8 INF")
    war.order("soviet").fighting("R4").until("wr.4.batch")
    war.dice("Y" * war.want.dice).end(dice="R")
    assert war.lost("germany") == {"infantry": 2}
    assert "germany-22" not in war.game.commands


@pytest.mark.rule("WR-SETUP-30", "WR-PIN-25")
def test_units_under_construction_neither_defend_nor_pin():
    war = War().empty().put(germany_22="R1 2 INF")
    war.game.building["R1"] = (3, 0, 0, 0, 0, 0, 0, 0, 0)
    war.moving(germany="22 > R2").until("wr.3.order").say(("direct",))
    assert war.where("germany-22") == "R2"
    war.put(germany_33="R1 1 INF")
    war.fighting("R1")
    assert war.what == "wr.4.garrison", "treated as empty"


# What the rulebook states in passing


def test_stated_adjacency():
    air = theatre_of("global").air
    for fact in facts("adjacent"):
        assert fact["b"] in air[fact["a"]], fact
    for fact in facts("not_adjacent"):
        assert fact["b"] not in air[fact["a"]], fact


def test_stated_distances():
    reach = theatre_of("global").air_reach
    for fact in facts("distance_at_most"):
        assert fact["b"] in reach[fact["a"]]
    for fact in facts("distance_more_than"):
        assert fact["b"] not in reach[fact["a"]]


def test_stated_names_ports_rails_and_values():
    for fact in facts("name"):
        assert (TERRITORIES | SEAS)[fact["id"]].name == fact["name"]
    for fact in facts("rail"):
        assert fact["b"] in TERRITORIES[fact["a"]].rails
    for fact in facts("no_port"):
        assert fact["sea"] not in TERRITORIES[fact["territory"]].ports
    for fact in facts("port"):
        assert fact["sea"] in TERRITORIES[fact["territory"]].ports
    for fact in facts("sv"):
        assert TERRITORIES[fact["territory"]].value == fact["sv"]
    for fact in facts("embattled_zero"):
        assert TERRITORIES[fact["territory"]].embattled[("oil", "iron", "osr").index(fact["resource"])] == 0
    for fact in facts("touches_sea_prefix"):
        assert any(sea.startswith(fact["prefix"]) for sea in TERRITORIES[fact["territory"]].sea)
    assert len(TERRITORIES) == facts("territory_count")[0]["n"]


def test_stated_units_and_charts():
    for fact in facts("color"):
        assert UNITS[fact["unit"]].colour == fact["color"]
    for fact in facts("casualty_points"):
        assert UNITS[fact["unit"]].points == fact["n"]
    for fact in facts("cost"):
        assert UNITS[fact["unit"]].cost == tuple(fact["cost"][r] for r in ("oil", "iron", "osr"))
    for fact in facts("hits"):
        assert len(board_row(fact["board"], fact["unit"], fact["stance"]).boxes) + 1 == fact["n"]
    for fact in facts("has_box"):
        assert fact["box"] in board_row(fact["board"], fact["unit"], fact["stance"]).boxes
    for fact in facts("stress_for"):
        assert max(c.stress for c in CONVERSIONS.values() if c.points <= fact["points"]) == fact["stress"]
    for fact in facts("token_exists"):
        nation = NATIONS[fact["nation"]]
        assert set(fact["ids"]) <= {*nation.naval, *nation.air, *nation.land}


@pytest.mark.rule("WR-CONV-15")
def test_stated_clusters_of_convoys():
    for fact in facts("cluster"):
        sizes = [len(convoys) for convoys in TARGETS.values() if CONVOYS[convoys[0]].sea == fact["sea"]]
        assert max(sizes) > 1, fact
    clusters = {CONVOYS[c[0]].sea for c in TARGETS.values() if len(c) > 1}
    assert clusters == {"A-4", "I-1", "P-0", "P-15", "P-16"}


@pytest.mark.rule("WR-NEUT-01", "WR-NEUT-02", "WR-NEUT-03", "WR-NEUT-04")
def test_stated_neutrals():
    for fact in facts("neutral"):
        card = TERRITORIES[fact["territory"]]
        assert (card.neutral, card.force, card.trades or None) == (
            fact["alignment"],
            fact["defense_force"],
            fact["trades"],
        )
    kinds = Counter(card.neutral for card in TERRITORIES.values() if is_neutral(card.id))
    assert kinds == {"standard": 13, "pro_allied": 6}
    offers = {card.name: card.trades for card in TERRITORIES.values() if card.trades}
    assert offers == {
        "Colombia": "osr",
        "Spain": "osr",
        "Arabia": "oil",
        "Venezuela": "oil",
        "Sweden": "iron",
        "Brazil": "iron",
        "Mexico": "iron",
    }
    assert TERRITORIES["N14"].force == {"infantry": 6, "artillery": 2, "fighter": 1}


@pytest.mark.rule("WR-QP-03")
def test_stated_thresholds_orders_and_production_values():
    for fact in facts("threshold"):
        assert SCENARIOS[fact["scenario"]].thresholds[fact["nation"]] == fact["n"]
    for fact in facts("max_orders"):
        assert SCENARIOS[fact["scenario"]].orders[fact["nation"]] == fact["n"]
    for fact in facts("pv"):
        assert SCENARIOS[fact["scenario"]].production[fact["nation"]] == fact["n"]
    assert SCENARIOS["global"].production == {
        "china": 3,
        "british": 7,
        "soviet": 5,
        "usa": 10,
        "germany": 8,
        "italy": 4,
        "japan": 6,
    }
    assert RECIPES["battleship"].dice == 3


def test_stated_regions_in_play():
    for fact in facts("in_play"):
        assert set(SCENARIOS[fact["scenario"]].territories) == set(fact["territories"]), fact["scenario"]
