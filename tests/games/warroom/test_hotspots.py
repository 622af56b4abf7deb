"""Hotspots and the order of battles (WR-HOT)."""

import pytest

from sandtable.games.warroom.rules.hotspots import Combat, PickHotspot, candidates, is_active
from sandtable.games.warroom.rules.phase5_refit import Refit
from tests.games.warroom.wars import War


def active(war):
    return [region for region in candidates(war.game) if is_active(war.game, region)]


@pytest.mark.rule("WR-HOT-01", "WR-CARR-07")
def test_units_of_both_sides_make_a_region_active():
    assert active(War().empty().put(germany_11="A-6 1 FTR", british_11="A-6 1 FTR")) == ["A-6"]
    assert active(War().empty().put(germany_22="R5 1 INF", soviet_21="R5 1 INF")) == ["R5"]
    war = War().empty().put(british_6="A-6 1 CRU")
    war.game.fighters["A-6/germany"] = 1
    assert active(war) == ["A-6"], "a CF counts as a Fighter"


@pytest.mark.rule("WR-HOT-02", "WR-GARR-01")
def test_land_units_in_an_undefended_enemy_territory():
    war = War().empty().put(germany_22="R5 1 INF")
    assert active(war) == ["R5"]
    war.fighting("R5")
    assert (war.what, war.want.dice) == ("wr.4.garrison", 2)


@pytest.mark.rule("WR-HOT-03", "WR-HOT-09")
def test_bombers_over_a_target_and_fighters_over_nothing():
    assert active(War().empty().put(british_11="G1 1 BMR")) == ["G1"]
    assert active(War().empty().put(british_11="G1 1 FTR")) == []
    assert active(War().empty().put(british_11="G14 1 BMR")) == [], "Crete has nothing to bomb"


@pytest.mark.rule("WR-HOT-04", "WR-CARR-08", "WR-CONV-16")
def test_raiders_over_an_undefended_convoy():
    war = War().empty().put(germany_1="A-9 1 SUB")
    assert active(war) == ["A-9"], "parked there, without any order"
    fighter = War().empty()
    fighter.game.fighters["A-9/germany"] = 1
    assert active(fighter) == ["A-9"]
    fighter.fighting("A-9").until("wr.4.raid")
    assert fighter.want.dice == 1, "the raid is not declined"
    assert active(War().empty().put(germany_1="A-9 1 SUB", british_1="A-9 1 CRU")) == ["A-9"]


@pytest.mark.rule("WR-HOT-05", "WR-DEPL-06")
def test_ships_deployed_beside_an_enemy_fight_in_the_next_round():
    war = War("europe").empty().put(british_6="A-5 1 CRU")
    war.game.building["G1"] = (0, 0, 0, 0, 0, 1, 0, 0, 0)
    war.at(Refit()).end()
    assert [c.counts() for c in war.game.here("A-5") if c.nation == "germany"] == [{"submarine": 1}]
    assert war.events("BatchRolled") == [], "no battle this round"
    war.at(Combat()).until("wr.4.batch")
    assert war.game.battle.region == "A-5"


@pytest.mark.rule("WR-HOT-06")
def test_embattled_regions_are_fought_over_without_any_order():
    war = War("eastern_front").empty().put(germany_22="R5 3 INF", soviet_21="R5 3 INF")
    war.game.markers["R5"] = "embattled"
    war.moving().end().at(Combat()).until("wr.4.batch")
    assert war.game.battle.region == "R5"


@pytest.mark.rule("WR-HOT-07", "WR-CONV-06")
def test_a_lone_transport_is_sunk_without_dice():
    war = War().empty().put(usa_27="A-13 2 INF", germany_1="A-13 1 CRU").at(Combat()).end()
    assert war.lost("usa") == {"infantry": 2}
    assert war.events("BatchRolled") == []
    both = War().empty().put(usa_27="A-9 2 INF", germany_1="A-9 1 CRU").fighting("A-9").until("wr.4.raid")
    assert both.what == "wr.4.raid", "a convoy raid in the same hotspot"
    both.dice("G").end()
    assert both.lost("usa") == {"infantry": 2}


@pytest.mark.rule("WR-HOT-08")
def test_transports_of_both_sides_alone_are_no_conflict():
    assert active(War().empty().put(usa_27="A-13 2 INF", germany_22="A-13 2 INF")) == []


@pytest.mark.rule("WR-HOT-10", "WR-BATT-11")
def test_battle_and_bombing_in_one_territory_are_one_hotspot():
    war = War("europe").empty().put(british_11="G3 1 BMR", british_36="G3 2 INF", germany_22="G3 2 INF")
    war.at(Combat()).until("wr.4.stances")
    assert len(war.events("HotspotPlaced")) == 1
    while war.what == "wr.4.stances":
        war.take(bomber="strategic", infantry="defense")
    rolls = []
    while war.want is not None:
        if war.who:
            war.say(war.menu.default)
        else:
            rolls.append(war.what)
            war.dice("G" * war.want.dice)
    assert rolls.index("wr.4.bombs") < rolls.index("wr.4.batch"), "the raid comes before the Surface Stage"


@pytest.mark.rule("WR-HOT-11")
def test_hotspots_cannot_be_skipped():
    war = War("eastern_front").empty().put(germany_22="R5 1 INF", soviet_21="R5 1 INF", germany_33="R4 1 INF")
    war.at(Combat())
    while war.what != "wr.4.pick":
        war.say(war.menu.default)
    assert set(war.menu.options) == {"R4", "R5"}


@pytest.mark.rule("WR-HOT-12", "WR-HOT-13", "WR-HOT-14")
def test_each_nation_picks_in_turn_a_hotspot_that_involves_it():
    war = War("europe").order("british", "italy", "germany", "soviet", "usa").empty()
    war.put(germany_22="R5 1 INF", soviet_21="R5 1 INF", germany_33="R4 1 INF", soviet_23="R4 1 INF")
    war.put(british_36="T5 1 INF", italy_112="T5 1 INF")
    war.at(Combat()).end()
    picks = [(event.nation, event.region) for event in war.events("HotspotPicked")]
    assert picks[0] == ("british", "T5"), "the only one that involves it"
    assert picks[1][0] == "germany", "Italy has none left and passes"
    assert {region for _, region in picks} == {"T5", "R5", "R4"}
    assert len(picks) == 3, "each region once"


@pytest.mark.rule("WR-HOT-15", "WR-CONV-17", "WR-HOT-13")
def test_g_29_a_capture_makes_a_convoy_raid():
    war = War("pacific").order("japan", "british").empty()
    war.put(japan_1="P-15 2 CRU", british_36="J6 2 INF")
    war.stock(british=(5, 5, 5)).at(Combat())
    while war.what != "wr.4.garrison":
        assert war.game.hotspots == [] or "P-15" not in war.game.hotspots
        war.until("wr.4.garrison")
    war.dice("YB").until("wr.4.raid", "wr.4.convoys")
    assert war.game.control["J6"] == "british"
    assert "P-15" in war.game.resolved
    war.until("wr.4.raid").dice("YG").end()
    assert war.game.stock["british"] == (5, 5, 4), "the new owner pays for its ship"


@pytest.mark.rule("WR-HOT-14", "WR-HOT-15")
def test_a_region_that_was_addressed_gets_no_second_hotspot():
    war = War("pacific").order("japan", "british").empty()
    war.put(japan_1="P-15 8 CRU", usa_1="P-15 1 SUB", british_36="J6 2 INF").at(Combat()).say("P-15")
    war.until("wr.4.garrison", dice="Y").dice("YB").end()
    assert [event.region for event in war.events("HotspotPicked")] == ["P-15", "J6"]
    assert war.lost("usa") == {"submarine": 1}, "the sea is Japan's alone when the convoy becomes British"
    assert war.events("RaidResult") == []


@pytest.mark.rule("WR-HOT-17", "WR-BATT-25")
@pytest.mark.parametrize(("picks", "ports"), [(("P-18", "B24"), ("axis",)), (("B24", "P-18"), ("allied",))])
def test_the_order_of_picks_decides_who_has_the_port(picks, ports):
    """The Port of B24 is Japanese until it is captured: whichever hotspot is picked first, the sea battle knows it."""
    war = War("pacific").order("usa", "japan").empty().hold(B24="japan")
    war.put(usa_1="P-18 1 CRU", japan_6="P-18 1 CRU", usa_27="B24 2 INF").at(Combat()).until("wr.4.pick")
    assert set(war.menu.options) == {"P-18", "B24"}
    war.say(picks[0])
    seen = ()
    while war.want is not None:
        if war.what == "wr.4.batch" and war.game.battle.region == "P-18" and war.want.prompt.startswith("Surface"):
            seen = war.game.battle.ports
        war.say(war.menu.default, war.who) if war.who else war.dice("W" * war.want.dice)
    assert war.game.control["B24"] == "british"
    assert seen == ports


@pytest.mark.rule("WR-HOT-16")
def test_a_capture_can_end_a_raid_before_it_happens():
    war = War("pacific").order("usa", "british").empty().put(usa_1="P-18 1 CRU", usa_27="B24 2 INF").hold(B24="japan")
    war.at(Combat())
    assert war.game.hotspots == ["P-18"] or war.what == "wr.4.pick"
    war.until("wr.4.pick", "wr.4.garrison")
    if war.what == "wr.4.pick":
        war.say("B24")
    war.dice("YB").end()
    assert war.game.control["B24"] == "british", "restored to its original controller"
    assert war.events("RaidResult") == []
    assert [event.region for event in war.events("HotspotPlaced") if not event.added] == ["P-18"]


@pytest.mark.rule("WR-HOT-18")
def test_no_active_hotspot_is_left_at_the_end():
    war = War("eastern_front").at(Combat()).end()
    assert war.game.hotspots == []
    assert set(war.game.markers.values()) <= {"embattled"}
    gone = War("eastern_front").empty().put(germany_11="R5 1 FTR", soviet_21="R5 2 INF").at(Combat())
    assert gone.game.markers == {"R5": "active"}
    gone.end(dice="W")
    assert gone.game.markers == {}, "only Air Units of one side are left"


def test_picking_goes_on_in_cycles():
    war = War("eastern_front").empty()
    for at, region in enumerate(("R5", "R4", "R2", "R3")):
        war.put(**{f"germany_{(22, 33, 37, 38)[at]}": f"{region} 1 INF"})
        war.put(**{f"soviet_{(21, 23, 26, 29)[at]}": f"{region} 1 INF"})
    war.game.hotspots[:] = ["R5", "R4", "R2", "R3"]
    war.order("germany", "soviet").at(PickHotspot()).end()
    assert [event.nation for event in war.events("HotspotPicked")] == ["germany", "soviet", "germany", "soviet"]
