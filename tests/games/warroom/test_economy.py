"""Phase 1: Direct National Economy (WR-ECON)."""

import pytest

from sandtable.games.warroom.position import is_flipped, territories_of, yields
from sandtable.games.warroom.rules.phase1_economy import Economy, income
from sandtable.games.warroom.rules.phase2_planning import most_bid
from tests.games.warroom.wars import War


@pytest.mark.rule("WR-ECON-01", "WR-ECON-03", "WR-ECON-13")
def test_an_embattled_card_pays_its_controller_the_reduced_income():
    war = War().put(germany_91="R5 2 INF")
    whole = income(war.game, "soviet")
    german = income(war.game, "germany")
    war.game.markers["R5"] = "embattled"
    assert yields(war.game, "R5") == (0, 0, 1), "Bryansk loses its Iron"
    assert income(war.game, "soviet") == (whole[0], whole[1] - 1, whole[2])
    assert income(war.game, "germany") == german, "the enemy in it gets nothing"
    war.game.markers["P-1"] = "embattled"
    assert not is_flipped(war.game, "J1"), "a naval battle off Japan does not touch its card"


@pytest.mark.rule("WR-ECON-02")
def test_the_card_turns_face_up_when_the_last_enemy_is_gone():
    war = War().empty().put(germany_91="R5 1 INF", soviet_21="R5 8 INF", soviet_23="R5 8 INF").order("soviet")
    war.game.markers["R5"] = "contested"
    assert is_flipped(war.game, "R5")
    war.fighting("R5").until("wr.4.batch").dice("Y" * 10).end()
    assert not is_flipped(war.game, "R5")


@pytest.mark.rule("WR-ECON-04", "WR-SETUP-05", "WR-ECON-14")
def test_income_is_added_to_the_stock_without_limit_whatever_the_order_of_nations():
    one = War().stock(germany=(19, 5, 0)).at(Economy()).game
    gained = income(one, "germany")
    assert one.stock["germany"] == (19 + gained[0], 5 + gained[1], gained[2])
    other = War().stock(germany=(19, 5, 0)).order("japan", "usa")
    other.game.nations.reverse()
    assert other.at(Economy()).game.stock == one.stock
    assert one.stock["germany"][0] > 20


@pytest.mark.rule("WR-ECON-05", "WR-VICT-16")
def test_cards_of_a_collapsed_nation_stay_on_their_embattled_side():
    war = War().hold(T5="british")
    war.game.collapsed.append("italy")
    war.game.nations.remove("italy")
    assert yields(war.game, "T5") == (1, 1, 0)
    assert yields(war.game, "T2") == (0, 2, 3), "unclaimed ones as well"


@pytest.mark.rule("WR-ECON-06")
def test_china_never_gains_oil():
    war = War().hold(B17="china", R6="china")
    assert income(war.game, "china")[0] == 0
    war.at(Economy())
    assert war.game.stock["china"][0] == 0


@pytest.mark.rule("WR-ECON-08", "WR-ZONE-10", "WR-ZONE-15")
def test_in_the_red_zone_or_worse_no_income_is_added():
    war = War().stock(germany=(3, 2, 1)).set("zone", germany=4).at(Economy())
    assert war.game.stock["germany"] == (3, 2, 1)
    war.set("zone", germany=3).at(Economy())
    assert war.game.stock["germany"] != (3, 2, 1), "back in Orange the income comes again"


@pytest.mark.rule("WR-ECON-09")
def test_a_nation_without_territories_keeps_its_stock_and_may_bid_it():
    war = War().stock(italy=(4, 0, 0))
    war.hold(**dict.fromkeys(territories_of(war.game, "italy"), "british")).at(Economy())
    assert war.game.stock["italy"] == (4, 0, 0)
    assert most_bid(war.game, "italy") == 4


@pytest.mark.rule("WR-ECON-11")
def test_a_captured_territory_pays_its_new_controller():
    war = War()
    before = income(war.game, "germany")
    war.hold(R6="germany")
    assert income(war.game, "germany") == (before[0] + 2, before[1], before[2])


@pytest.mark.rule("WR-ECON-12")
def test_territories_outside_the_scenario_give_nothing():
    game = War("europe").game
    assert "U3" not in game.control
    assert income(game, "usa") == (5, 8, 11)
