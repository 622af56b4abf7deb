"""Victory, defeat, Collapse (WR-VICT) and what the scenarios say about them (WR-SCEN)."""

from itertools import product

import pytest

from sandtable.core.table import new_setup
from sandtable.core.verdicts import Illegal
from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import SCENARIOS, TERRITORIES
from sandtable.games.warroom.position import is_enemy, is_friendly
from sandtable.games.warroom.rules.hotspots import Combat
from sandtable.games.warroom.rules.phase2_planning import WriteSheets
from sandtable.games.warroom.rules.phase6_morale import EndOfMorale, Morale
from sandtable.games.warroom.rules.round import Round
from sandtable.games.warroom.rules.victory import VictoryCheck, check_victory, has_capitals, limited_verdict
from sandtable.games.warroom.state import Command
from tests.games.warroom.wars import War


def checked(scenario="global", **control):
    war = War(scenario).hold(**control).at(VictoryCheck())
    return war.game.winner


def by_name(*names):
    return {card.id for card in TERRITORIES.values() if card.name in names}


@pytest.mark.rule("WR-VICT-01", "WR-VICT-02", "WR-SCEN-06")
def test_the_axis_needs_two_of_three_capitals():
    assert checked(U1="japan") == ""
    assert checked(U1="japan", B1="germany") == "axis"
    assert checked(B1="germany", R1="italy") == "axis"
    war = War().hold(U1="japan", B1="germany")
    assert war.game.winner == "", "only the check at the end of the round counts"


@pytest.mark.rule("WR-VICT-01", "WR-VICT-19")
def test_capitals_and_collapse_are_looked_at_when_phase_7_is_over():
    war = ruined("italy", "europe").empty().put(germany_22="R1 1 INF", soviet_21="R10 1 INF").hold(R1="germany")
    war.game.round = 0
    war.at(Round()).end()
    assert (war.game.winner, war.game.round) == ("axis", 1)
    assert war.events("PhaseBegan")[-1].phase == "Phase 7: Production"
    names = [type(event).__name__ for event in war.diary]
    assert names.index("NationCollapsed") > max(at for at, name in enumerate(names) if name == "PhaseBegan")
    assert names.index("NationCollapsed") < names.index("WarEnded"), "Collapse first, then victory"


@pytest.mark.rule("WR-VICT-03", "WR-VICT-04")
def test_the_allies_need_both_capitals():
    assert checked(G1="soviet") == ""
    assert checked(G1="soviet", J1="usa") == "allied"
    war = War().hold(G1="soviet", J1="usa")
    war.game.markers["G1"] = "embattled"
    war.at(VictoryCheck())
    assert war.game.winner == "allied", "Embattled or not"
    assert GAME.result(war.game).worth["usa"] == 1.0
    assert war.want is None


@pytest.mark.rule("WR-VICT-05")
def test_if_both_fulfil_their_conditions_the_war_goes_on():
    assert checked(G1="soviet", J1="usa", U1="japan", B1="germany") == ""


@pytest.mark.rule("WR-VICT-06")
def test_without_any_unit_on_the_map_both_lose():
    war = War().empty().at(VictoryCheck())
    assert war.game.winner == "nobody"
    assert set(GAME.result(war.game).worth.values()) == {0.0}


@pytest.mark.rule("WR-VICT-07")
def test_g_01_points_of_the_limited_game():
    war = War("europe", victory="limited").set("zone", germany=3)
    war.game.collapsed.append("usa")
    war.game.nations.remove("usa")
    war.game.round = 6
    war.at(VictoryCheck())
    assert war.game.winner == "axis", "3 points against 6"
    early = War("europe", victory="limited").set("zone", germany=3)
    early.game.round = 5
    early.at(VictoryCheck())
    assert early.game.winner == ""


@pytest.mark.rule("WR-VICT-08")
def test_a_tie_is_settled_by_stress_less_medals_and_goods():
    war = War("europe").set("zone", germany=2, soviet=2).set("stress", germany=5, soviet=4)
    war.set("medals", germany=3, soviet=1)
    assert limited_verdict(war.game)[0] == "axis"
    war.set("goods", soviet=1)
    assert limited_verdict(war.game)[0] == "draw"


@pytest.mark.rule("WR-VICT-09")
def test_capitals_also_win_a_limited_game():
    war = War(victory="limited").hold(U1="japan", B1="germany")
    war.game.round = 4
    war.at(VictoryCheck())
    assert war.game.winner == "axis"


def ruined(nation="italy", scenario="global", **allies):
    """A nation in the Gray Zone without units."""
    war = War(scenario).set("zone", **{nation: 5}).stock(**{nation: (5, 5, 5)})
    for key in [key for key in war.game.commands if key.startswith(nation)]:
        del war.game.commands[key]
    war.game.index = None
    return war.put(**allies)


@pytest.mark.rule("WR-VICT-10", "WR-VICT-11")
def test_gray_without_units_is_a_collapse():
    war = ruined()
    territory = next(t for t in war.game.map.territories if war.game.control[t] == "italy" and not war.game.here(t))
    war.at(VictoryCheck())
    assert war.game.collapsed == ["italy"]
    assert "italy" not in war.game.nations
    assert war.game.stock["italy"] == (0, 0, 0)
    assert war.game.control[territory] == "italy", "its flag stays until somebody claims it"
    war.at(WriteSheets())
    assert "italy" not in war.want.menus
    alive = ruined(italy_112="T1 1 INF").at(VictoryCheck())
    assert alive.game.collapsed == []
    white = ruined().set("zone", italy=4).at(VictoryCheck())
    assert white.game.collapsed == []


@pytest.mark.rule("WR-VICT-12", "WR-VICT-15")
def test_g_34_an_ally_with_any_unit_takes_the_card_at_once():
    war = ruined(germany_11="T1 1 FTR")
    war.at(VictoryCheck())
    assert war.game.control["T1"] == "germany"
    assert war.game.medals["germany"] >= 3, "a Capital"
    enemy = ruined(british_36="T2 1 INF").at(VictoryCheck())
    assert enemy.game.control["T2"] == "italy", "only allies claim at once"
    contested = ruined(germany_37="T2 1 INF", british_36="T2 1 INF")
    contested.game.markers["T2"] = "embattled"
    assert contested.at(VictoryCheck()).game.control["T2"] == "germany", "Embattled or not"
    two = ruined(germany_37="T2 1 INF", japan_11="T2 1 FTR").order("japan").at(VictoryCheck())
    assert two.game.control["T2"] == "japan", "Turn Order decides among several"


@pytest.mark.rule("WR-VICT-13")
def test_its_territories_are_enemy_to_all():
    war = ruined().at(VictoryCheck())
    assert is_enemy(war.game, "T2", "axis")
    assert is_enemy(war.game, "T2", "allied")
    assert not is_friendly(war.game, "T2", "axis")


@pytest.mark.rule("WR-VICT-14")
@pytest.mark.parametrize("nation", ["germany", "british"])
def test_anybody_claims_such_a_territory_by_capture_in_a_later_round(nation):
    war = ruined().empty().put(soviet_21="R1 1 INF", japan_24="J1 1 INF").at(VictoryCheck())
    war.put(**{f"{nation}_36": "T2 1 INF"}).at(Combat()).end()
    assert war.game.control["T2"] == nation
    assert war.events("GarrisonFired") == [], "nobody defends it"


@pytest.mark.rule("WR-VICT-15")
def test_three_medals_for_the_capital_of_a_collapsed_nation():
    war = ruined("soviet").at(VictoryCheck())
    war.put(usa_27="R1 1 INF").fighting("R1").end()
    assert war.game.control["R1"] == "usa"
    assert war.game.medals["usa"] == 3


@pytest.mark.rule("WR-VICT-17")
def test_the_capital_of_a_collapsed_nation_counts_unless_an_ally_occupies_it():
    war = ruined("soviet").hold(U1="japan").at(VictoryCheck())
    assert war.game.winner == "axis", "Moscow is empty and counts as captured"
    held = ruined("soviet").hold(U1="japan")
    held.game.collapsed.append("soviet")
    held.game.nations.remove("soviet")
    held.put(british_36="R1 1 INF")
    assert not has_capitals(held.game, "axis")


@pytest.mark.rule("WR-VICT-17")
def test_a_claim_alone_does_not_hold_the_capital_of_a_collapsed_nation():
    war = ruined("soviet", usa_11="R1 1 FTR").hold(U1="japan").at(VictoryCheck())
    assert (war.game.control["R1"], war.game.winner) == ("usa", ""), "the Fighter claims Moscow and occupies it"
    war.game.put(Command("usa", 11, "air", "B1", (1, 0)))
    war.at(VictoryCheck())
    assert war.game.winner == "axis", "the flag is left, but no unit of an ally"


@pytest.mark.rule("WR-VICT-17", "WR-SCEN-23")
def test_only_capitals_count_as_captured_by_a_collapse():
    war = ruined("italy", "north_africa").empty().put(germany_59="T1 1 INF", usa_27="G13 1 INF")
    war.hold(G11="usa", G12="usa", G13="usa").at(VictoryCheck())
    assert (war.game.control["T5"], war.game.collapsed) == ("italy", ["italy"])
    assert war.game.winner == "", "Libya is nobody's: the Allies must take it"
    pacific = ruined("usa", "pacific").hold(B18="japan").at(VictoryCheck())
    assert pacific.game.winner == "axis", "Hawaii is a Capital in this scenario"


@pytest.mark.rule("WR-VICT-19")
def test_until_the_end_of_the_round_a_doomed_nation_is_in_play():
    war = ruined()
    assert is_friendly(war.game, "T1", "axis")
    assert "italy" in war.game.nations


# Scenarios


@pytest.mark.rule("WR-SCEN-05", "WR-SCEN-11", "WR-SCEN-16", "WR-SCEN-22", "WR-SCEN-27")
def test_nations_and_thresholds():
    order = ("china", "british", "soviet", "usa", "germany", "italy", "japan")
    expected = {
        "global": (4, 6, 6, 5, 6, 4, 7),
        "europe": (None, 4, 5, 4, 6, 4, None),
        "pacific": (4, 4, None, 4, None, None, 6),
        "north_africa": (None, 4, None, 4, 6, 4, None),
        "eastern_front": (None, None, 6, None, 6, None, None),
    }
    for scenario, thresholds in expected.items():
        named = {n: t for n, t in zip(order, thresholds, strict=True) if t is not None}
        assert SCENARIOS[scenario].thresholds == named
        assert set(SCENARIOS[scenario].nations) == set(named)
    assert len(SCENARIOS["global"].territories) == 131


@pytest.mark.rule("WR-SCEN-12")
def test_victory_in_europe():
    for capital in ("B1", "R1", "U1"):
        assert checked("europe", **{capital: "germany"}) == checked("europe", **{capital: "italy"}) == "axis"
    assert checked("europe", G1="usa") == "allied"
    assert checked("europe") == ""


@pytest.mark.rule("WR-SCEN-17", "WR-SCEN-18")
def test_victory_in_the_pacific():
    assert checked("pacific", B24="japan") == ""
    assert checked("pacific", B24="japan", B18="japan") == "", "one of each group is needed"
    for one, other in product(("B24", "B18"), ("U6", "U4", "U3")):
        assert checked("pacific", **{other: "japan"}) == ""
        assert checked("pacific", **{one: "japan", other: "japan"}) == "axis"
    assert checked("pacific", J1="usa") == "allied"
    war = War("pacific").empty().put(japan_24="B18 2 INF").fighting("B18").dice("RB").end()
    assert war.game.medals["japan"] == 3, "India is a Capital here"
    assert set(SCENARIOS["pacific"].capitals) == {"B24", "B18", "U6", "U4", "U3", "J1", "J4"}


@pytest.mark.rule("WR-SCEN-23")
def test_victory_in_north_africa():
    assert checked("north_africa", B5="italy") == ""
    assert checked("north_africa", B5="italy", B16="germany") == "axis"
    assert checked("north_africa", B16="italy") == ""
    assert checked("north_africa", B1="germany") == checked("north_africa", U1="germany") == "axis"
    assert checked("north_africa", T1="usa") == "allied"
    coast = dict.fromkeys(("G11", "G12", "G13", "T5"), "usa")
    assert checked("north_africa", **coast) == "allied", "Egypt is British"
    for left_out in coast:
        assert checked("north_africa", **{t: "usa" for t in coast if t != left_out}) == ""
    assert checked("north_africa", **coast, B5="italy") == "", "Egypt is one of the five"


@pytest.mark.rule("WR-SCEN-27")
def test_victory_on_the_eastern_front_comes_at_the_end_of_the_morale_phase():
    war = War("eastern_front").hold(R1="germany").at(EndOfMorale())
    assert war.game.winner == "axis"
    assert War("eastern_front").at(EndOfMorale()).game.winner == ""
    before_production = War("eastern_front").hold(R1="germany").at(Morale()).end()
    assert before_production.game.winner == "axis"
    survivor = ruined("soviet", "eastern_front").at(VictoryCheck())
    assert survivor.game.winner == "axis", "the other one has Collapsed"
    assert check_victory(War("eastern_front").game) is None


@pytest.mark.rule("WR-SCEN-07", "WR-SCEN-08", "WR-SCEN-09", "WR-SCEN-10", "WR-SCEN-15", "WR-SCEN-21", "WR-SCEN-26")
def test_seats():
    china, brc, sov, usa, ger, ita, jap = SCENARIOS["global"].nations
    seats = SCENARIOS["global"].seats
    assert seats["6"] == ((china, usa), (brc,), (sov,), (ger,), (ita,), (jap,))
    assert seats["5"] == ((china, usa), (brc,), (sov,), (ger, ita), (jap,))
    assert seats["4"] == ((china, sov), (brc, usa), (ger, ita), (jap,))
    assert seats["3"] == ((china, sov), (brc, usa), (ger, ita, jap))
    assert seats["2"] == ((china, brc, sov, usa), (ger, ita, jap))
    europe = SCENARIOS["europe"].seats
    assert europe["5"] == ((brc,), (sov,), (usa,), (ger,), (ita,))
    assert europe["4"] == ((brc,), (sov,), (usa,), (ger, ita))
    assert europe["3"] == ((brc, sov), (usa,), (ger, ita))
    assert europe["3b"] == ((brc,), (usa, sov), (ger, ita))
    assert europe["2"] == ((brc, sov, usa), (ger, ita))
    assert SCENARIOS["pacific"].seats["3"] == ((china, brc), (usa,), (jap,))
    assert SCENARIOS["pacific"].seats["2"] == ((china, brc, usa), (jap,))
    africa = SCENARIOS["north_africa"].seats
    assert africa["4"] == ((brc,), (usa,), (ger,), (ita,))
    assert africa["3a"] == ((brc, usa), (ger,), (ita,))
    assert africa["3b"] == ((brc,), (usa,), (ger, ita))
    assert africa["2"] == ((brc, usa), (ger, ita))


@pytest.mark.rule("WR-SCEN-07", "WR-SCEN-08", "WR-SCEN-09", "WR-SCEN-10", "WR-SCEN-15", "WR-SCEN-21", "WR-SCEN-26")
def test_a_table_is_laid_out_as_the_scenario_lists_it_for_so_many_players():
    def why_not(scenario, *layout):
        seats = {f"seat {at}": held for at, held in enumerate(layout)}
        try:
            return new_setup(GAME, id="t", scenario=scenario, options={}, seats=seats, salt="00") and None
        except Illegal as refused:
            return refused.refusal

    for name, facts in SCENARIOS.items():
        for layout in facts.seats.values():
            assert why_not(name, *reversed(layout)) is None
        assert why_not(name, facts.nations[:1]) is None, "others may still come"
    china, brc, sov, usa, ger, ita, jap = SCENARIOS["global"].nations
    assert why_not("global", (china,), (brc, usa), (sov,), (ger,), (ita,), (jap,)).rule == "WR-SCEN-07"
    assert why_not("global", (china, usa), (brc, sov), (ger,), (ita,), (jap,)).rule == "WR-SCEN-08"
    refusal = why_not("global", (china, usa), (brc, sov), (ger, ita), (jap,))
    assert (refusal.rule, "China and Soviet" in refusal.sentence) == ("WR-SCEN-09", True)
    assert why_not("global", (china, usa), (brc, sov), (ger, ita, jap)).rule == "WR-SCEN-10"
    assert why_not("global", SCENARIOS["global"].nations).rule == "WR-SCEN-10"
    assert why_not("europe", (sov, ger), (brc,), (usa,), (ita,)).rule == "WR-SCEN-15"
    assert why_not("pacific", (china, usa), (brc,), (jap,)).rule == "WR-SCEN-21"
    assert why_not("north_africa", (brc, ger), (usa, ita)).rule == "WR-SCEN-26"
    assert why_not("eastern_front", (sov, ger)).rule == "WR-SCEN-27"


@pytest.mark.rule("WR-SCEN-14")
def test_what_europe_leaves_out():
    closed = set(TERRITORIES) - set(SCENARIOS["europe"].territories)
    expected = {t for t in TERRITORIES if t[0] in "CJ" or (t[0] == "U" and t not in ("U1", "U2"))}
    expected |= by_name("Soviet Sakhalin", "Mongolia", "Afghanistan", "India", "Ceylon", "Papua", "Western Australia")
    expected |= by_name("South Australia", "Northern Territory", "Eastern Australia", "New Hebrides", "New Zealand")
    assert closed == expected


@pytest.mark.rule("WR-SCEN-20")
def test_what_the_pacific_keeps():
    expected = {t for t in TERRITORIES if t[0] in "CJ" or (t[0] == "U" and t != "U1")}
    expected |= by_name("Iran", "Maldives", "India", "Ceylon", "Western Australia", "South Australia")
    expected |= by_name("Northern Territory", "Eastern Australia", "Papua", "New Hebrides", "New Zealand")
    expected |= by_name("Western Canada", "Colombia", "Central America", "Mexico", "Mongolia", "Afghanistan")
    assert set(SCENARIOS["pacific"].territories) == expected
    assert not any(c.nation == "usa" and c.region == "B1" for c in War("pacific").game.commands.values())


@pytest.mark.rule("WR-SCEN-25")
def test_what_north_africa_keeps():
    without = by_name("Ceylon", "Western Australia", "South Australia", "Northern Territory", "Eastern Australia")
    without |= by_name("Papua", "New Hebrides", "New Zealand")
    expected = {t for t in TERRITORIES if t[0] == "T" or (t[0] == "B" and t not in without)} | {"U1", "U2"}
    expected |= by_name("France", "Bulgaria-Rumania", "French Morocco", "Algeria", "Tunisia", "Crete", "Madagascar")
    expected |= by_name("French West Africa")
    expected |= {t.id for t in TERRITORIES.values() if t.neutral == "pro_allied"}
    assert set(SCENARIOS["north_africa"].territories) == expected
    game = War("north_africa").game
    assert any(c.nation == "germany" for c in game.here("T5")), "German forces in Libya"
    assert any(c.nation == "usa" for c in game.here("B1")), "American forces in Great Britain"


@pytest.mark.rule("WR-SCEN-28", "WR-SCEN-29")
def test_what_the_eastern_front_keeps():
    expected = {t for t in TERRITORIES if t[0] == "R"} - by_name("Soviet Sakhalin")
    expected |= by_name("Greater Germany", "Poland-Slovakia-Hungary", "Bulgaria-Rumania", "Ukraine", "Belarus")
    expected |= by_name("Baltic States", "Finland", "Sweden", "Switzerland", "Turkey")
    assert set(SCENARIOS["eastern_front"].territories) == expected
    assert set(SCENARIOS["eastern_front"].seas) == {"A-3", "A-4", "A-5", "A-6", "M-4", "M-6"}


@pytest.mark.rule("WR-SCEN-03", "WR-PACT-01", "WR-STAL-04")
def test_pacts_and_doctrine_by_scenario():
    found = {name: (g.pact, g.sino, g.stalin) for name in SCENARIOS if (g := War(name).game)}
    assert found == {
        "global": (True, True, True),
        "europe": (False, False, True),
        "pacific": (False, False, False),
        "north_africa": (False, False, False),
        "eastern_front": (False, False, False),
    }
    assert [name for name in SCENARIOS if SCENARIOS[name].trade] == ["global"]
