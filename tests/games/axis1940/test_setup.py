"""The board at the start, and its spaces (ledger sections SETUP and SPACE)."""

import pytest

from sandtable.core import play
from sandtable.core.table import new_setup
from sandtable.core.verdicts import BadInput, Illegal
from sandtable.games.axis1940.data import DECK, SURFACE, WARSHIPS, theatre
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.rules.victory import cities_of
from sandtable.games.axis1940.spaces import (
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    closed_to_aircraft,
    flights,
    is_hostile_zone,
    status,
)
from tests.games.axis1940.war import ALL_ALLIES, Table, table

rule = pytest.mark.rule
MAP = theatre("pacific")


@pytest.fixture
def game():
    state = GAME.start("pacific", GAME.complete_options({}))
    play.settle(state)
    return state


@rule("AA-SETUP-01")
def test_japan_alone_is_the_axis():
    assert [power for power in MAP.order if MAP.side[power] == "axis"] == ["japan"]
    assert [power for power in MAP.order if MAP.side[power] == "allies"] == [
        "united_states",
        "china",
        "united_kingdom",
        "anzac",
    ]


@rule("AA-SETUP-02")
def test_a_seat_holds_powers_of_one_side_and_acts_for_one_at_a_time(game):
    def laid_out(**seats):
        return new_setup(GAME, id="t", scenario="pacific", options={}, seats=seats, salt="00").seats

    for mixed in (("japan", "anzac"), MAP.order):
        with pytest.raises(Illegal) as refused:
            laid_out(one=mixed)
        assert refused.value.refusal.rule == "AA-SETUP-02"
    assert "Japan and ANZAC" in str(why_not(("japan", "anzac")))
    allies = ("united_states", "china", "united_kingdom", "anzac")
    assert laid_out(axis=("japan",), allies=allies)["allies"] == allies
    assert len(laid_out(**{power: (power,) for power in MAP.order})) == 5
    assert list(play.pending(game).menus) == ["japan"]


def why_not(*seats):
    return GAME.why_not_seats("pacific", {str(at): powers for at, powers in enumerate(seats)})


@rule("AA-SETUP-03")
def test_treasuries_stay_apart_even_in_one_hand():
    at = table("united_kingdom", "purchase", treasury={"united_kingdom": 10, "united_states": 50})
    assert at.refuses({"fighter": 2}) == "AA-PURCH-01"
    at.answer({"fighter": 1})
    assert at.game.treasury["united_kingdom"] == 0
    assert at.game.treasury["united_states"] == 50


@rule("AA-SETUP-04", "AA-SETUP-05", "AA-SETUP-13")
def test_production_and_treasury_at_the_start(game):
    levels = {"japan": 26, "united_states": 17, "china": 12, "united_kingdom": 16, "anzac": 10}
    assert {power: production(game, power) for power in MAP.order} == levels
    assert game.treasury == levels
    assert game.control["western_canada"] == "united_kingdom"
    menu = play.pending(game).menus["japan"]
    assert menu.why_not(menu.read({"infantry": 2, "carrier": 1})) is None
    assert menu.why_not(menu.read({"infantry": 9})) is not None


@rule("AA-SETUP-06")
def test_production_follows_control_at_once(game):
    game.set_control("malaya", "japan")
    assert production(game, "japan") == 29
    assert production(game, "united_kingdom") == 13


@rule("AA-SETUP-07")
def test_order_of_the_powers():
    following = [table(power, "end").game.acting for power in MAP.order]
    assert following == ["united_states", "china", "united_kingdom", "anzac", "japan"]
    assert table("anzac", "end", turn=2).game.acting == "japan"


@rule("AA-SETUP-08")
def test_phases_come_in_order_and_purchases_only_in_the_first():
    at = table("anzac", "purchase", keep=True)
    asked = [at.waits_for]
    while at.game.acting == "anzac":
        at.answer({"infantry": 1} if at.waits_for == "ax.purchase" else at.menu.default)
        asked.append(at.waits_for)
    assert asked[:5] == ["ax.purchase", "ax.declare", "ax.combat_move", "ax.noncombat_move", "ax.mobilize"]
    late = table("anzac", "noncombat", keep=True)
    assert late.refusal(("infantry", 1)).rule
    assert late.waits_for == "ax.noncombat_move"


@rule("AA-SETUP-09")
def test_income_is_collected_even_if_nothing_is_ordered():
    at = table("anzac", "purchase", keep=True)
    while at.game.acting == "anzac":
        at.answer(at.menu.default)
    assert at.game.treasury["anzac"] == 20


@rule("AA-SETUP-10")
def test_a_neutral_power_has_no_combat_phases():
    at = table("united_states", "declare", keep=True)
    assert at.waits_for == "ax.noncombat_move"
    free = table("united_states", "declare", keep=True, turn=4)
    assert free.waits_for == "ax.declare"


@rule("AA-SETUP-11")
def test_at_the_start_only_japan_and_china_are_at_war(game):
    assert game.wars == {
        "japan": ("china",),
        "united_states": (),
        "china": ("japan",),
        "united_kingdom": (),
        "anzac": (),
    }


@rule("AA-SETUP-12", "AA-SPACE-14")
def test_japanese_held_china_is_originally_chinese(game):
    for territory in ("jehol", "kiangsi", "kiangsu", "kwangsi", "manchuria", "shantung"):
        assert game.control[territory] == "japan"
        assert MAP.emblems[territory] == "china"
    assert MAP.emblems["formosa"] == "japan"


@rule("AA-SETUP-14")
def test_eight_victory_cities(game):
    assert cities_of(game, "allies") == 6
    assert cities_of(game, "axis") == 2
    assert game.control["kiangsu"] == game.control["japan"] == "japan"


@rule("AA-SETUP-15")
def test_units_and_facilities_of_the_setup(game):
    at = Table(game)
    assert at.count("sz33", "japan", "carrier") == at.count("sz33", "japan", "destroyer") == 1
    assert at.aboard("sz33", "japan", "fighter") == at.aboard("sz33", "japan", "tactical_bomber") == 1
    assert [item.kind for item in game.facilities["india"]] == ["air_base", "major_ic", "naval_base"]
    placed = sum(at.count(space, power) + at.aboard(space, power) for space in game.units for power in MAP.order)
    assert placed == sum(sum(force.units.values()) for force in MAP.forces.values())


@rule("AA-SETUP-16")
def test_pieces_are_never_short():
    at = table("japan", "purchase", treasury={"japan": 120}, keep=True)
    at.answer({"infantry": 40})
    assert at.game.bought == {"infantry": 40}


@rule("AA-SPACE-01")
def test_touching_at_a_point_is_not_adjacent():
    assert "sz1" not in MAP.zones_of["western_united_states"]
    at = table("united_states", "noncombat", units={"sz10": {"united_states": "destroyer"}})
    assert at.refuses("sz10", "sz2", {"destroyer": 1}) == "AA-SPACE-01"


@rule("AA-SPACE-02", "AA-SPACE-03", "AA-SPACE-04")
def test_friendly_hostile_and_neutral_territories():
    at = table("united_kingdom", keep=True, war=("japan-united_kingdom",))
    assert status(at.game, "united_kingdom", "queensland") == FRIENDLY
    at.game.stand("siam", ())
    assert status(at.game, "united_kingdom", "siam") == HOSTILE
    peace = table("japan", keep=True)
    assert status(peace.game, "japan", "malaya") == NEUTRAL
    assert status(peace.game, "japan", "central_mongolia") == NEUTRAL


@rule("AA-SPACE-05", "AA-SPACE-06", "AA-SPACE-07")
def test_only_enemy_surface_warships_make_a_zone_hostile():
    def hostile(units, war=ALL_ALLIES):
        return is_hostile_zone(table("japan", units={"sz37": {"united_kingdom": units}}, war=war).game, "japan", "sz37")

    assert hostile("destroyer")
    assert not hostile("3 submarine, 2 transport")
    assert not hostile("battleship", war=())
    at = table("japan", units={"sz37": {"united_kingdom": "destroyer"}}, war=ALL_ALLIES)
    at.game.stand("sz37", ())
    assert not is_hostile_zone(at.game, "japan", "sz37")


@rule("AA-SPACE-08")
def test_kinds_of_ships():
    assert {"battleship", "carrier", "cruiser", "destroyer"} == SURFACE
    assert {*SURFACE, "submarine"} == WARSHIPS
    assert "transport" not in WARSHIPS


@rule("AA-SPACE-09")
def test_nothing_crosses_the_himalayas():
    at = table(
        "united_kingdom",
        "noncombat",
        units={"india": {"united_kingdom": "fighter, infantry"}, "szechwan": {"china": "infantry"}},
        war=ALL_ALLIES,
    )
    assert at.refuses("india", "himalayas", {"infantry": 1}) == "AA-SPACE-09"
    assert at.refuses("india", "himalayas", {"fighter": 1}) == "AA-SPACE-09"
    ways = flights("pacific", closed_to_aircraft(at.game, "united_kingdom"), "india")
    assert ways["szechwan"] == 3  # by Burma and Yunnan, not 2 over the mountains
    tanks = table("japan", units={"burma": {"japan": "tank"}}, control={"burma": "japan"})
    assert tanks.refuses("burma", ["himalayas", "szechwan"], {"tank": 1}) == "AA-SPACE-09"


@rule("AA-SPACE-10", "AA-SPACE-11", "AA-SPACE-12")
def test_islands_are_single_spaces():
    islands = [name for name, spot in MAP.territories.items() if spot.island]
    assert "hawaiian_islands" in islands
    for zone in MAP.zones:
        assert sum(spot in islands for spot in MAP.coasts[zone]) <= 1
    assert all(MAP.territories[name].name for name in islands)
    assert MAP.coasts["sz1"] == ("alaska", "western_canada")  # the unnamed island there is no space


@rule("AA-SPACE-13")
def test_a_territory_without_value_is_captured_like_any_other():
    at = table(
        "japan",
        units={"sz31": {"japan": "transport infantry"}},
        war=ALL_ALLIES,
        facilities={"wake_island": {}},
    )
    before = production(at.game, "japan")
    at.answer("sz31", "stay", {"transport+infantry": 1}, "wake_island", {"infantry": 1}).done()
    assert at.game.control["wake_island"] == "japan"
    assert production(at.game, "japan") == before


@rule("AA-SPACE-15")
def test_a_neutral_has_no_original_controller():
    at = table(
        "united_states",
        units={"manchuria": {"united_states": "infantry"}},
        control={"buyant_uhaa": "japan", "manchuria": "china"},
        war=ALL_ALLIES,
    )
    at.game.set_stance("buyant_uhaa", "")
    at.answer("manchuria", "buyant_uhaa", {"infantry": 1}).done()
    assert at.game.control["buyant_uhaa"] == "united_states"


@rule("AA-SPACE-15")
def test_a_converted_neutral_is_a_territory_like_any_other():
    at = table("united_states", "noncombat", units={"suiyuan": {"united_states": "infantry"}}, war=ALL_ALLIES)
    for neutral in at.game.neutrals:
        at.game.set_stance(neutral, "allies")
    at.answer("suiyuan", "tsagaan_olom", {"infantry": 1}).done()
    assert (status(at.game, "japan", "tsagaan_olom"), status(at.game, "china", "tsagaan_olom")) == (HOSTILE, FRIENDLY)
    assert "tsagaan_olom" not in at.game.neutrals


@rule("AA-SPACE-16")
def test_control_stays_when_all_units_leave():
    at = table("japan", "noncombat", units={"siam": {"japan": "infantry"}})
    at.game.set_control("french_indo_china", "japan")
    at.answer("siam", "french_indo_china", {"infantry": 1})
    assert at.game.units["siam"] == ()
    assert at.game.control["siam"] == "japan"


@rule("AA-SPACE-17")
def test_a_declaration_makes_spaces_hostile_at_once():
    at = table("japan", "declare", keep=True)
    assert not is_hostile_zone(at.game, "japan", "sz37")
    at.answer(("united_kingdom",))
    assert is_hostile_zone(at.game, "japan", "sz37")
    assert status(at.game, "japan", "malaya") == HOSTILE


@rule("AA-SPACE-18")
def test_a_friendly_neutral_is_not_a_friendly_space():
    units = {"suiyuan": {"united_states": "tank, fighter"}, "kansu": {"japan": "infantry"}}
    at = table("united_states", units=units, war=ALL_ALLIES, control={"kansu": "japan"})
    for neutral in at.game.neutrals:
        at.game.set_stance(neutral, "allies")
    assert at.refuses("suiyuan", ["tsagaan_olom", "kansu"], {"tank": 1}) == "AA-SPACE-18"
    quiet = table("united_states", "noncombat", units=units, war=ALL_ALLIES)
    for neutral in quiet.game.neutrals:
        quiet.game.set_stance(neutral, "allies")
    assert quiet.refuses("suiyuan", "tsagaan_olom", {"fighter": 1}) == "AA-SPACE-18"


def test_a_scenario_that_does_not_exist_is_refused_in_words():
    with pytest.raises(BadInput, match="no scenario"):
        GAME.scenario("europe")
    assert {"fighter", "tactical_bomber"} == DECK


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("control", {"tokyo": "japan"}, "no territory 'tokyo'"),
        ("facilities", {"korea": {"airbase": 0}}, "no facility 'airbase'"),
        ("war", ["japan-chinaa"], "no power 'chinaa'"),
        ("war", ["united_states-china"], "on the same side"),
    ],
)
def test_a_typing_mistake_in_a_position_is_noticed(name, value, problem):
    game = GAME.start("pacific", GAME.complete_options({}))
    with pytest.raises(BadInput, match=problem):
        GAME.arrange(game, name, value)


@rule("AA-SPACE-15")
def test_a_neutral_that_a_position_gives_to_a_power_is_neutral_no_longer():
    at = table(
        "united_kingdom", units={"kansu": {"united_kingdom": "infantry"}}, control={"olgiy": "japan"}, war=ALL_ALLIES
    )
    assert "olgiy" not in at.game.neutrals
    at.answer("kansu", "olgiy", {"infantry": 1}).done()
    assert at.game.control["olgiy"] == "united_kingdom"
    assert at.game.neutrals["dzavhan"] == "strict"  # nobody has attacked a neutral
