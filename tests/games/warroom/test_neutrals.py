"""Neutrals (WR-NEUT)."""

import pytest

from sandtable.games.warroom.position import is_enemy, is_friendly
from sandtable.games.warroom.rules.hotspots import Combat, candidates, is_active
from sandtable.games.warroom.rules.neutrals import enter
from sandtable.games.warroom.rules.phase5_refit import landing_places
from tests.games.warroom.test_battles import stances
from tests.games.warroom.test_movement import routes
from tests.games.warroom.wars import War


def invaded(units="8 INF", destination="N10", start="G9"):
    """Germany moves into a Neutral."""
    war = War().empty().put(germany_22=f"{start} {units}").order("germany", "british")
    return war.moving(germany=f"22 > {destination}").until("wr.3.order").say(("direct",)).end()


@pytest.mark.rule("WR-NEUT-05", "WR-NEUT-06", "WR-NEUT-07")
def test_a_standard_neutral_takes_the_other_side_and_defends_itself():
    war = invaded()
    assert war.game.aligned["N10"] == "allied"
    assert war.game.forces["N10"] == (4, 1, 1), "4 INF, 1 ART, 1 FTR without a token"
    assert is_active(war.game, "N10")
    assert is_friendly(war.game, "N10", "allied")
    war.put(soviet_21="R4 1 INF", usa_11="G10 1 FTR")
    assert routes(war, "usa-11", "N10") == {"direct"}, "the others may enter in the same phase"
    turkey = War().empty().put(soviet_21="R6 2 INF").moving(soviet="21 > N14").until("wr.3.order").say(("direct",))
    assert turkey.game.aligned["N14"] == "axis"
    air = War().empty().put(germany_11="G9 1 FTR").moving(germany="11 > N10").until("wr.3.order").say(("direct",))
    assert air.game.aligned["N10"] == "allied", "Air invades too"


@pytest.mark.rule("WR-NEUT-08", "WR-NEUT-19")
def test_a_defense_force_is_activated_once():
    war = invaded("1 INF", "N9", "B1")
    war = War().empty().put(germany_22="G1 3 INF").order("germany", "usa")
    war.moving(germany="22 > N13").until("wr.3.order").say(("direct",)).end()
    assert war.game.forces["N13"] == (3, 0, 0)
    war.fighting("N13").until("wr.4.stances")
    stances(war, {"infantry": "offense"}, {"infantry": "offense"})
    war.dice("Y" * 6).dice("Y" * 6).end()
    assert war.game.commands == {}
    assert war.game.forces == {}
    assert war.game.control["N13"] == "", "no controller"
    assert war.game.aligned["N13"] == "allied", "it stays aligned"
    war.put(germany_33="G1 1 INF").moving(germany="33 > N13").until("wr.3.order").say(("direct",)).end()
    assert war.game.forces == {}
    war.fighting("N13")
    assert war.what == "wr.4.garrison", "later invaders meet a Garrison only"


@pytest.mark.rule("WR-NEUT-09")
def test_allies_trigger_nothing_in_a_pro_allied_neutral():
    war = War().empty().put(usa_27="B30 2 INF").moving(usa="27 > N6").until("wr.3.order").say(("direct",)).end()
    assert war.where("usa-27") == "N6"
    assert war.game.forces == {}
    assert not any(is_active(war.game, region) for region in candidates(war.game))
    axis = War().empty().put(germany_22="A-13 2 INF").moving(germany="22 > N6").until("wr.3.order").say(("direct",))
    assert axis.game.forces["N6"] == (4, 2, 1)


@pytest.mark.rule("WR-NEUT-11")
def test_any_nation_of_the_aligned_side_may_command():
    war = invaded().order("germany", "usa").fighting("N10")
    assert (war.what, war.who) == ("wr.4.command", "usa")
    assert set(war.menu.options) == {"usa", "china", "british", "soviet"}, "none of them has units there"
    war.say("british")
    assert war.game.battle.allied == "british"


@pytest.mark.rule("WR-NEUT-11", "WR-PACT-08")
def test_no_party_of_the_pact_leads_a_neutral_against_the_other():
    def mongolia():
        war = War().empty().put(japan_24="N19 2 INF").order("soviet", "usa")
        enter(war.game, "japan", "N19")
        return war

    war = mongolia().fighting("N19")
    assert (war.what, war.who, set(war.menu.options)) == ("wr.4.command", "usa", {"usa", "china", "british"})
    free = mongolia()
    free.game.pact = False
    assert free.fighting("N19").who == "soviet"
    alone = mongolia()
    alone.game.nations[:] = ["soviet", "japan"]
    assert alone.fighting("N19").game.battle.allied == "soviet", "somebody must roll"
    spent = War().empty().put(japan_24="N19 1 INF 1 ART").order("soviet", "usa")
    spent.set("aligned", N19="allied").game.activated.append("N19")
    spent.fighting("N19").dice("KK")
    assert (spent.what, spent.who) == ("wr.4.garrison", "usa"), "the same for a Garrison's choice"


@pytest.mark.rule("WR-NEUT-12", "WR-NEUT-13", "WR-NEUT-23")
def test_the_invader_wins():
    war = invaded("8 INF", "N13", "G1").fighting("N13").until("wr.4.stances")
    stances(war, {"infantry": "offense"}, {"infantry": "offense"})
    war.dice("Y" * 10)
    war.end(dice="R")
    assert war.game.control["N13"] == "germany"
    assert all(war.lost(n) == {} for n in war.game.nations), "the Defense Force goes to storage"
    assert is_enemy(war.game, "N13", "allied"), "without further ado"
    assert war.game.aligned["N13"] == "axis"


@pytest.mark.rule("WR-NEUT-14", "WR-NEUT-16", "WR-NEUT-17", "WR-NEUT-18")
def test_survivors_join_the_nation_that_commanded_them():
    war = invaded("1 INF").fighting("N10").until("wr.4.command").say("british")
    stances(war, {"infantry": "offense"}, {})
    war.until("wr.4.batch", dice="Y").end(dice="Y")
    assert war.game.control["N10"] == "british"
    mine = [c.counts() for c in war.game.here("N10") if c.category == "land"]
    assert mine == [{"infantry": 3, "artillery": 1}], "two yellow hits took one of them"
    fighter = next(c for c in war.game.here("N10") if c.category == "air")
    assert fighter.nation == "british"
    assert fighter.tagged, "it lands by the normal rule"
    assert "N10" in landing_places(war.game, fighter)
    key = next(c.key for c in war.game.here("N10") if c.category == "land")
    war.moving(british=f"{key.split('-')[1]} > G9").until("wr.3.order").say(("direct",))
    assert war.where(key) == "G9", "ordinary units from now on"
    war.put(usa_27="N10 1 INF")
    assert not is_active(war.game, "N10"), "an ally moving in changes nothing"


@pytest.mark.rule("WR-NEUT-15")
def test_survivors_without_a_token_go_to_storage():
    war = invaded("1 INF").put(china_101="C1 1 INF").fighting("N10").until("wr.4.command").say("china")
    stances(war, {"infantry": "offense"}, {})
    war.end(dice="Y")
    assert war.game.control["N10"] == "china"
    assert not any(c.category == "air" for c in war.game.here("N10")), "China has no Air tokens"
    assert war.lost("china") == {}


@pytest.mark.rule("WR-NEUT-20")
def test_only_the_first_invader_gains_stress():
    war = War("europe").empty().put(germany_22="G3 2 INF", italy_112="T1 2 INF").order("germany", "italy")
    war.moving(germany="22 > N13", italy="112 > N13").until("wr.3.order").say(("direct",))
    war.until("wr.3.order").say(("direct",)).end()
    war.at(Combat()).end(dice="R")
    assert (war.game.stress["germany"], war.game.stress["italy"]) == (1, 0)


def test_the_fighter_of_a_beaten_defense_force_must_leave():
    war = invaded("8 INF").fighting("N10").until("wr.4.command").say("usa")
    stances(war, {"infantry": "offense"}, {"artillery": "ground", "infantry": "offense", "fighter": "ground"})
    war.until("wr.4.batch").dice("YYYYBB" + "R" * 4).end(dice="R")
    assert war.game.control["N10"] == "germany"
    fighter = next(c for c in war.game.here("N10") if c.category == "air")
    assert (fighter.nation, fighter.tagged) == ("usa", True)
    assert "N10" not in landing_places(war.game, fighter)
