"""Phase 7: trade, purchase, placement (WR-PROD), with the option of bomb repair (WR-OPT-08, 09)."""

import random

import pytest

from sandtable.core.state import encode
from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import NATIONS, TERRITORIES, UNITS
from sandtable.games.warroom.position import capacity
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from sandtable.games.warroom.rules.phase5_refit import Refit
from sandtable.games.warroom.rules.phase7_production import (
    PlaceUnits,
    Production,
    Purchase,
    RepairBombs,
    Trade,
    by_land,
    by_sea,
    why_no_trade_with,
)
from tests.games.warroom.test_raids import built
from tests.games.warroom.wars import War

NOTHING = ((), 0)


def buying(scenario="eastern_front", **stocks):
    return War(scenario).stock(**stocks).at(Purchase())


def placing(nation="germany", scenario="eastern_front", holds=None, **units):
    """A nation with these purchases; `holds` are the only territories left to it."""
    war = War(scenario)
    if holds is not None:
        other = "soviet" if nation != "soviet" else "germany"
        mine = [t for t in war.game.map.territories if war.game.control[t] == nation]
        war.hold(**{t: other for t in mine if t not in holds})
    war.game.purchases[nation] = built(**units)
    return war


# Purchases


@pytest.mark.rule("WR-PROD-01")
def test_purchases_are_secret_until_all_are_in():
    war = buying(germany=(4, 4, 4), soviet=(4, 4, 4))
    war.say(((("armor", 1),), 0), "germany")
    shown = encode(GAME.view(war.game, ("soviet",)))
    assert encode(GAME.view(GAME.scramble(war.game, ("soviet",), random.Random(1)), ("soviet",))) == shown
    assert b"armor" not in encode(GAME.view(war.game, ()).sheets)
    assert war.game.stock["germany"] == (4, 4, 4), "nothing is paid yet"
    war.say(((("infantry", 2),), 0), "soviet")
    assert [event.nation for event in war.events("Purchased")] == ["soviet", "germany"]
    assert war.game.stock["germany"] == (3, 2, 3)


@pytest.mark.rule("WR-PROD-02")
def test_g_20_two_fighters():
    war = buying(germany=(4, 2, 2))
    assert war.refusal(((("fighter", 3),), 0), "germany").rule == "WR-PROD-02"
    assert war.refusal(((("fighter", 2), ("infantry", 1)), 0), "germany").rule == "WR-PROD-02"
    war.say(((("fighter", 2),), 0), "germany").say(NOTHING, "soviet")
    assert war.game.stock["germany"] == (0, 0, 0)


@pytest.mark.rule("WR-PROD-03", "WR-PROD-04", "WR-ECON-07")
def test_civilian_goods_cost_five_of_any_mix():
    war = buying("pacific", china=(0, 2, 3), japan=(1, 0, 3))
    assert war.refusal(((), 1, (("iron", 1), ("osr", 3))), "china").rule == "WR-PROD-03"
    assert war.refusal(((), 1), "japan").rule == "WR-PROD-03", "only 4 in stock"
    war.say(((), 1, (("iron", 2), ("osr", 3))), "china")
    for nation in ("british", "usa", "japan"):
        war.say(NOTHING, nation)
    assert war.game.goods["china"] == 1, "at once, and without Industry"
    assert war.game.stock["china"] == (0, 0, 0)


@pytest.mark.rule("WR-PROD-05", "WR-PROD-08")
def test_what_cannot_be_placed_is_lost_without_refund_and_without_casualties():
    war = placing("soviet", holds=["R4"], infantry=4).stock(soviet=(0, 0, 0)).at(PlaceUnits("soviet"))
    assert war.refusal(((("infantry", 4),),)).rule == "WR-PROD-07"
    war.say(((("infantry", 3),),))
    assert war.game.building["R4"] == built(infantry=3)
    assert war.game.purchases == {}
    assert war.game.stock["soviet"] == (0, 0, 0)
    assert war.lost("soviet") == {}
    paying = placing("soviet", holds=["R4"]).stock(soviet=(0, 2, 9)).at(PlaceUnits("soviet"), Purchase())
    paying.say(((("infantry", 4),), 0), "soviet").say(NOTHING, "germany").say(((("infantry", 3),),))
    assert paying.game.building["R4"] == built(infantry=3)
    price = UNITS["infantry"].cost
    assert paying.game.stock["soviet"] == (0, 2 - 4 * price[1], 9 - 4 * price[2]), "all four are paid for"
    choosing = placing("soviet", holds=["R4"], infantry=3, armor=1).at(PlaceUnits("soviet"))
    choosing.say(((("infantry", 2), ("armor", 1)),))
    assert choosing.game.building["R4"] == built(infantry=2, armor=1), "the owner chooses what is lost"


@pytest.mark.rule("WR-PROD-06")
def test_units_are_placed_in_industrial_territories_also_captured_or_embattled_ones():
    war = placing("germany", infantry=1).hold(R4="germany")
    war.game.markers["G1"] = "embattled"
    war.at(PlaceUnits("germany"))
    assert {"G1", "R4"} <= set(war.menu.rooms)
    assert "G9" not in war.menu.rooms, "Finland has no Industry"


@pytest.mark.rule("WR-PROD-07", "WR-SBR-18")
def test_capacity_is_the_strategic_value_less_bombs_and_deferred_units():
    war = War("europe")
    assert capacity(war.game, "R4") == 3
    war.game.bombs["R4"] = 1
    assert capacity(war.game, "R4") == 2
    war.game.bombs["R4"] = 9
    assert capacity(war.game, "R4") == 0, "never below 0"
    big = placing("germany", holds=["G1"], infantry=8, armor=2).at(PlaceUnits("germany"))
    assert big.menu.rooms == {"G1": 8}


@pytest.mark.rule("WR-PROD-07", "WR-PROD-09")
def test_g_21c_one_stack_in_eastern_australia():
    war = placing("british", "pacific", holds=["B24"], carrier=1, artillery=1, bomber=1, infantry=1)
    war.hold(**{t: "japan" for t in war.game.map.territories if war.game.control[t] == "germany"})
    war.at(PlaceUnits("british"))
    assert war.refusal(((("infantry", 1), ("artillery", 1), ("bomber", 1), ("carrier", 1)),)).rule == "WR-PROD-07"
    war.say(((("artillery", 1), ("bomber", 1), ("carrier", 1)),))
    assert war.game.building["B24"] == built(carrier=1, artillery=1, bomber=1)


@pytest.mark.rule("WR-PROD-09")
def test_ships_need_a_port_and_a_damaged_one_will_do():
    war = placing("germany", holds=["G4"], battleship=1).at(PlaceUnits("germany"))
    assert war.refusal(((("battleship", 1),),)).rule == "WR-PROD-09", "Poland-Slovakia-Hungary is inland"
    bombed = placing("germany", holds=["G1"], battleship=1).set("zone", germany=2)
    bombed.game.bombs["G1"] = 1
    bombed.at(PlaceUnits("germany")).say(((("battleship", 1),),))
    assert bombed.game.building["G1"] == built(battleship=1)


@pytest.mark.rule("WR-PROD-10")
def test_units_under_construction_are_public():
    war = War("eastern_front")
    war.game.building["G1"] = built(armor=2)
    assert GAME.view(war.game, ("soviet",)).building["G1"] == built(armor=2)
    assert GAME.view(war.game, ()).building["G1"] == built(armor=2)


# Trade


@pytest.mark.rule("WR-PROD-11", "WR-SCEN-03", "WR-PROD-21")
def test_trade_only_in_the_global_war_and_once_in_a_round():
    war = War().stock(germany=(9, 9, 9)).at(Production()).until("wr.7.trade", "wr.7.purchase")
    assert war.what == "wr.7.trade"
    while war.who != "germany":
        war.say(war.menu.default).until("wr.7.trade")
    war.say(("N10", "oil"))
    assert war.game.stock["germany"] == (7, 12, 9)
    assert war.who != "germany", "no second trade"
    war.until("wr.7.purchase")
    assert war.want.menus["germany"].basket.stock == (7, 12, 9), "it can be spent now"
    europe = War("europe").stock(germany=(9, 9, 9)).at(Production()).until("wr.7.trade", "wr.7.purchase")
    assert europe.what == "wr.7.purchase"


@pytest.mark.rule("WR-PROD-12", "WR-PROD-13", "WR-PROD-20")
def test_g_21_blocks_are_exchanged():
    war = War().stock(usa=(2, 9, 5), british=(2, 0, 0)).at(Trade("usa"))
    assert war.refusal(("N1", "iron")).rule == "WR-PROD-13"
    war.say(("N1", "osr"))
    assert war.game.stock["usa"] == (2, 12, 0), "5 OSR for 3 Iron"
    war.at(Trade("british")).say(("N1", "oil"))
    assert war.game.stock["british"] == (0, 3, 0), "2 Oil for 3 Iron, and Mexico trades with both"
    venezuela = War().stock(usa=(0, 0, 5)).at(Trade("usa")).say(("N5", "osr"))
    assert venezuela.game.stock["usa"] == (2, 0, 0), "5 OSR for 2 Oil"
    colombia = War().stock(usa=(2, 0, 0)).at(Trade("usa")).say(("N4", "oil"))
    assert colombia.game.stock["usa"] == (0, 0, 5)


@pytest.mark.rule("WR-PROD-14")
def test_an_embattled_neutral_does_not_trade():
    war = War()
    war.game.markers["N1"] = "embattled"
    assert why_no_trade_with(war.game, "usa", "N1").rule == "WR-PROD-14"


@pytest.mark.rule("WR-PROD-15", "WR-NEUT-21")
def test_neutrals_trade_with_their_own_side():
    war = War()
    assert why_no_trade_with(war.game, "germany", "N6").rule == "WR-PROD-15"
    war.hold(N10="germany", G9="germany")
    assert why_no_trade_with(war.game, "italy", "N10") is None
    assert why_no_trade_with(war.game, "british", "N10").rule == "WR-PROD-15"


@pytest.mark.rule("WR-PROD-16")
def test_china_does_not_trade():
    assert War().stock(china=(0, 9, 9)).at(Trade("china")).want is None


@pytest.mark.rule("WR-PROD-17", "WR-PROD-18", "WR-PROD-19")
def test_g_21b_arabia_by_land_and_by_sea():
    war = War().empty()
    assert not by_land(war.game, "axis", "N15")
    assert not by_sea(war.game, "germany", "N15"), "no Axis ships in I-1"
    assert by_sea(war.game, "british", "N15"), "the Allies need none"
    assert why_no_trade_with(war.game, "germany", "N15").rule == "WR-PROD-17"
    war.hold(B5="italy")
    assert by_land(war.game, "axis", "N15")
    war.game.markers["B5"] = "embattled"
    assert not by_land(war.game, "axis", "N15")
    war.put(japan_1="I-1 1 CRU")
    assert by_sea(war.game, "germany", "N15")
    assert not by_sea(war.game, "british", "N15"), "Enemy ships are there"
    war.put(british_1="I-1 1 CRU")
    assert not by_sea(war.game, "germany", "N15")
    war.put(british_1="A-7 1 CRU", japan_1="P-1 1 CRU")
    war.game.aligned["N15"] = "axis"
    assert by_sea(war.game, "germany", "N15"), "Pro-Axis: no ships needed"
    both = TERRITORIES["N1"].ports
    assert len(both) == 2
    for sea in both:
        mexico = War().empty().put(japan_1=f"{sea} 1 CRU")
        assert by_sea(mexico.game, "british", "N1"), "one clear Port of two suffices"
    blocked = War().empty().put(japan_1=f"{both[0]} 1 CRU", japan_3=f"{both[1]} 1 CRU")
    assert not by_sea(blocked.game, "british", "N1")


# Chinese Mobilization


@pytest.mark.rule("WR-PROD-23")
def test_china_buys_infantry_and_artillery_only_with_industry():
    war = buying("pacific", china=(0, 9, 9))
    assert war.refusal(((("armor", 1),), 0), "china").rule == "WR-PROD-23"
    assert war.refusal(((("artillery", 1),), 0), "china").rule == "WR-PROD-23"
    with_industry = War("pacific").hold(J4="china").stock(china=(0, 9, 9)).at(Purchase())
    with_industry.say(((("artillery", 1),), 0), "china")


@pytest.mark.rule("WR-PROD-24", "WR-PROD-25")
def test_chinese_infantry_is_deployed_at_once():
    war = placing("china", "pacific", infantry=4)
    war.game.bombs["C4"] = 1
    war.at(PlaceUnits("china"))
    assert war.menu.rooms["C4"] == 2, "bombs do not lower Mobilization"
    assert war.refusal(((("infantry", 2),),)).rule == "WR-PROD-07", "Honan has Strategic Value 1"
    said = [(("infantry", 1),) if territory in ("C1", "C2") else () for territory in war.menu.rooms]
    before = sum(c.of("infantry") for c in war.game.here("C1"))
    war.say(tuple(said))
    assert sum(c.of("infantry") for c in war.game.here("C1")) == before + 1
    assert war.game.building == {}
    war.at(WriteSheets())
    assert "china-101" in war.want.menus["china"].chart.near, "ready for orders"


@pytest.mark.rule("WR-PROD-26", "WR-PROD-27")
def test_peiping_takes_infantry_and_artillery_within_its_value():
    war = placing("china", "pacific", infantry=1, artillery=2).hold(J4="china")
    war.at(PlaceUnits("china"))
    assert war.menu.rooms["J4"] == 2
    at = list(war.menu.rooms).index("J4")
    said = [()] * at + [(("infantry", 1), ("artillery", 1))]
    while war.menu.part(tuple(said)) is not None:
        said.append(())
    war.say(tuple(said))
    assert [c.counts() for c in war.game.here("J4") if c.nation == "china"] == [{"infantry": 1}]
    assert war.game.building["J4"] == built(artillery=1)
    war.at(Refit()).end()
    assert [c.counts() for c in war.game.here("J4") if c.nation == "china"] == [{"infantry": 1, "artillery": 1}]


@pytest.mark.rule("WR-PROD-24")
def test_chinese_infantry_needs_a_token_or_room_in_a_command():
    free, full, *rest = NATIONS["china"].land
    war = placing("china", "pacific", infantry=3).empty().hold(J4="china")
    war.put(**{f"china_{number}": "C3 1 INF" for number in rest}, **{f"china_{full}": "C1 8 INF"})
    war.at(PlaceUnits("china"))
    assert war.game.free_tokens("china", "land") == [free]
    rooms = list(war.menu.rooms)
    assert rooms[:3] == ["J4", "C1", "C2"]
    one = (("infantry", 1),)
    assert war.refusal((one, one)).rule == "WR-PROD-24", "J4 takes the last token"
    war.say((one, (), (), one, (), ()))
    assert [c.counts() for c in war.game.here("J4")] == [{"infantry": 1}]
    assert sum(c.of("infantry") for c in war.game.here("C3")) == len(rest) + 1, "one joins a Command there"


# Bomb repair


@pytest.mark.rule("WR-OPT-08", "WR-OPT-09")
def test_with_the_option_nine_iron_clear_a_bomb_token():
    war = War("eastern_front", bomb_repair=True).stock(germany=(0, 10, 0))
    war.game.bombs["G1"] = 2
    war.at(Production()).until("wr.7.bombs", "wr.7.purchase")
    assert (war.what, war.who) == ("wr.7.bombs", "germany")
    war.say("G1")
    assert war.game.bombs == {"G1": 1}
    assert war.what == "wr.7.purchase", "once in a round, before purchases"
    assert war.want.menus["germany"].basket.stock == (0, 1, 0)
    poor = War("eastern_front", bomb_repair=True).stock(germany=(0, 8, 0))
    poor.game.bombs["G1"] = 1
    assert poor.at(RepairBombs("germany")).want is None
    off = War("eastern_front").stock(germany=(0, 20, 0))
    off.game.bombs["G1"] = 1
    assert off.at(Production()).until("wr.7.bombs", "wr.7.purchase").what == "wr.7.purchase"
