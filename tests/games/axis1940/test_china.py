"""China (ledger section CHINA)."""

import pytest

from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.rules.china import is_burma_road_open
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.spaces import closed_to_aircraft
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule


@rule("AA-CHINA-01")
def test_china_has_no_capital_and_keeps_its_money():
    lost = {name: "japan" for name in table().game.map.chinese if name != "tsinghai"}
    at = table("japan", units={"kansu": {"japan": "infantry"}}, control=lost, treasury={"china": 9})
    at.answer("kansu", "tsinghai", {"infantry": 1}).done()
    assert at.game.control["tsinghai"] == "japan"
    assert at.game.treasury["china"] == 9
    assert at.game.treasury["japan"] == 26


@rule("AA-CHINA-02", "AA-CHINA-11")
def test_china_buys_infantry_only():
    at = table("china", "purchase", treasury={"china": 40})
    assert at.allows({"infantry": 4})
    assert at.refuses({"tank": 1}) == "AA-CHINA-02"
    assert at.refuses({"air_base": 1}) == "AA-CHINA-02"
    assert at.refuses({"fighter": 1}) == "AA-CHINA-11"


@rule("AA-CHINA-03", "AA-CHINA-04")
def test_artillery_needs_the_burma_road():
    assert table("china", "purchase").allows({"artillery": 1})
    for gone in ("india", "burma", "yunnan", "szechwan"):
        at = table("china", "purchase", control={gone: "japan"})
        assert not is_burma_road_open(at.game)
        assert at.refuses({"artillery": 1}) == "AA-CHINA-03"


@rule("AA-CHINA-05", "AA-CHINA-06")
def test_new_chinese_units_stand_on_chinese_soil():
    at = table(
        "china",
        units={"hunan": {"china": "infantry"}},
        control={"burma": "china"},
        bought={"infantry": 4},
    )
    at.answer("hunan", "kiangsi", {"infantry": 1}).on_to("ax.mobilize")
    assert at.game.control["kiangsi"] == "china"
    assert at.refuses("burma", {"infantry": 1}) == "AA-CHINA-06"
    at.answer("kiangsi", {"infantry": 3})
    assert at.count("kiangsi", "china", "infantry") == 4
    at.answer("sikang", {"infantry": 1})


@rule("AA-CHINA-07")
def test_chinese_units_stay_in_china_burma_and_kwangtung():
    at = table("china", "noncombat", units={"yunnan": {"china": "infantry"}}, war=ALL_ALLIES)
    assert at.refuses("yunnan", "shan_state", {"infantry": 1}) == "AA-CHINA-07"
    assert at.allows("yunnan", "burma", {"infantry": 1})


@rule("AA-CHINA-08")
def test_burma_goes_back_to_the_uk_unless_india_is_lost():
    for india, owner in (("united_kingdom", "united_kingdom"), ("japan", "china")):
        at = table("china", units={"yunnan": {"china": "infantry"}}, control={"burma": "japan", "india": india})
        at.answer("yunnan", "burma", {"infantry": 1}).done()
        assert at.game.control["burma"] == owner


@rule("AA-CHINA-09")
def test_chinese_units_board_no_transport():
    at = table(
        "china",
        "noncombat",
        units={"kiangsi": {"china": "infantry"}, "sz20": {"united_states": "transport"}},
        control={"kiangsi": "china"},
        war=ALL_ALLIES,
    )
    assert at.refuses("kiangsi", "sz20", {"infantry": 1}) == "AA-CHINA-09"


@rule("AA-CHINA-10", "AA-CHINA-11")
def test_the_chinese_fighter_stays_over_china():
    at = table(
        "china",
        units={"yunnan": {"china": "fighter"}, "sz36": {"japan": "transport"}, "kiangsu": {"japan": "infantry"}},
    )
    assert at.refuses("yunnan", "sz36", {"fighter": 1}) == "AA-CHINA-10"
    assert "french_indo_china" in closed_to_aircraft(at.game, "china")
    assert at.allows("yunnan", "kwangsi", {"fighter": 1})


@rule("AA-CHINA-10", "AA-NEUT-09")
def test_the_chinese_fighter_does_not_land_in_a_neutral_that_has_joined_the_allies():
    units = {"suiyuan": {"china": "fighter", "united_kingdom": "fighter"}}
    for power, clause in (("china", "AA-CHINA-07"), ("united_kingdom", None)):
        at = table(power, "noncombat", units=units, war=ALL_ALLIES)
        at.game.set_stance("tsagaan_olom", "joined allies")
        refusal = at.menu.why_not(at.menu.read(("suiyuan", "tsagaan_olom", {"fighter": 1})))
        assert (refusal and refusal.rule) == clause


@rule("AA-CHINA-12")
def test_chinese_artillery_is_chinese():
    at = table("united_states", "noncombat", units={"yunnan": {"china": "artillery"}}, war=ALL_ALLIES)
    assert at.refusal("yunnan", "burma", {"artillery": 1})
    assert at.count("yunnan", "china", "artillery") == 1


@rule("AA-CHINA-13", "AA-CHINA-19")
def test_a_complex_on_chinese_soil_goes_when_an_ally_takes_it():
    at = table(
        "united_states",
        units={"jehol": {"united_states": "infantry"}},
        control={"jehol": "china"},
        facilities={"manchuria": {"minor_ic": 0, "air_base": 0}},
        war=ALL_ALLIES,
    )
    at.answer("jehol", "manchuria", {"infantry": 1}).done()
    assert at.game.control["manchuria"] == "china"
    assert [item.kind for item in at.game.facilities["manchuria"]] == ["air_base"]


@rule("AA-CHINA-14", "AA-CHINA-15")
def test_china_keeps_bases_and_uses_air_bases():
    at = table(
        "china",
        units={"kiangsi": {"china": "infantry"}},
        control={"kiangsi": "china"},
        facilities={"kiangsu": {"air_base": 0, "naval_base": 1}},
    )
    at.answer("kiangsi", "kiangsu", {"infantry": 1}).done()
    assert at.game.control["kiangsu"] == "china"
    assert len(at.game.facilities["kiangsu"]) == 2
    next_turn = table("china", units={}, control={"kiangsu": "china"}, facilities={"kiangsu": {"air_base": 0}})
    assert reach_of(next_turn.game, "china", "kiangsu", "fighter") == 5


@rule("AA-CHINA-15", "AA-CHINA-17")
def test_china_does_not_scramble_but_its_allies_may():
    units = {
        "kiangsu": {"china": "fighter", "united_states": "fighter"},
        "sz19": {"united_states": "submarine"},
        "sz18": {"japan": "destroyer"},
    }
    at = table(
        "japan",
        units=units,
        control={"kiangsu": "china"},
        facilities={"kiangsu": {"air_base": 0}},
        war=ALL_ALLIES,
    )
    at.answer("sz18", "sz19", {"destroyer": 1}).done()
    assert at.asked == "united_states"
    assert dict(at.menu.limits) == {"sz19.fighter": 1}
    at.answer({"sz19.fighter": 1})
    assert at.waits_for != "ax.scramble"


@rule("AA-CHINA-15", "AA-CMOVE-04")
def test_no_cover_is_needed_against_a_chinese_fighter():
    units = {
        "kiangsu": {"china": "fighter"},
        "sz19": {"japan": "transport infantry"},
        "sz20": {"japan": "carrier fighter"},
    }
    at = table("japan", units=units, control={"kiangsu": "china"}, facilities={"kiangsu": {"air_base": 0}})
    landing = ("sz19", "stay", {"transport+infantry": 1}, "kiangsu", {"infantry": 1})
    assert at.menu.doubts(at.menu.read(landing)) == ()
    at.answer(*landing)
    assert at.refuses("sz20", "sz19", {"fighter": 1}) == "AA-CMOVE-04"


@rule("AA-CHINA-16")
def test_china_repairs_nothing_and_has_no_use_for_naval_bases():
    at = table(
        "china", "purchase", control={"kiangsu": "china"}, facilities={"kiangsu": {"air_base": 4, "naval_base": 2}}
    )
    assert at.refuses({"kiangsu.air_base": 1}) == "AA-CHINA-16"
    assert at.refuses({"kiangsu.naval_base": 1}) == "AA-CHINA-16"
    assert at.refuses({"transport": 1}) == "AA-CHINA-02"


@rule("AA-CHINA-18")
def test_china_suffers_no_convoy_disruption():
    at = table(
        "china", "income", units={"sz19": {"japan": "submarine"}}, control={"kiangsu": "china"}, treasury={"china": 0}
    )
    assert not at.passed("ax.convoys")
    assert at.game.treasury["china"] == 15 + 6


@rule("AA-CHINA-19")
def test_any_ally_returns_chinese_land_to_china():
    at = table("united_kingdom", units={"yunnan": {"united_kingdom": "infantry"}}, war=ALL_ALLIES)
    before = production(at.game, "china")
    at.answer("yunnan", "kwangsi", {"infantry": 1}).done()
    assert at.game.control["kwangsi"] == "china"
    assert production(at.game, "china") == before + 1
