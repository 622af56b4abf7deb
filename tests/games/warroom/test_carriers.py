"""Carrier Fighters in battle and after it: they fight without their Carrier, and leave before anybody lands."""

import pytest

from sandtable.core.steps import Ask
from sandtable.games.warroom.rules.phase5_refit import Refit
from tests.games.warroom.wars import War


def pacific(**commands):
    """Japan and the USA in the Pacific, with a Japanese Carrier Fighter over P-2; the USA commands first."""
    war = War("pacific").empty().put(**commands).order("usa", "japan").stock(japan=(0, 0, 1), usa=(5, 5, 5))
    war.game.fighters["P-2/japan"] = 1
    return war


def sink_the_carrier(war):
    """The Carrier in P-3 falls to three green results of three Cruisers."""
    war.fighting("P-3").take(cruiser="offense").take(carrier="offense")
    war.dice("GGG" + "Y" * 6).end()
    assert war.has("japan-6") == {}
    return war


@pytest.mark.rule("WR-CARR-09")
def test_a_launched_fighter_fights_although_its_carrier_was_sunk_in_an_earlier_hotspot():
    war = sink_the_carrier(pacific(japan_6="P-3 1 CV", usa_1="P-3 3 CRU", usa_2="P-2 1 SUB"))
    war.fighting("P-2").take(carrier_fighter="surface")
    row = next(row for row in war.game.battle.rows if row.side == "axis")
    assert row.whole == (("japan", "carrier_fighter", 1),)
    while war.want.prompt != "Surface Stage, axis":
        war.dice("W" * war.want.dice)
    assert war.want.dice == 3, "it rolls the dice of its stance"
    war.dice("YYY").end()
    assert war.lost("usa") == {"submarine": 1}


@pytest.mark.rule("WR-CARR-10")
def test_an_eliminated_fighter_is_a_casualty_of_its_nation():
    war = pacific(usa_11="P-2 1 FTR").fighting("P-2").take(fighter="air").take(carrier_fighter="air")
    war.dice("GGY").end()
    assert war.lost("japan") == {"carrier_fighter": 1}
    assert war.game.fighters == {}


@pytest.mark.rule("WR-CARR-11")
def test_only_the_carrier_is_a_casualty_if_its_fighter_lives():
    war = sink_the_carrier(pacific(japan_6="P-3 1 CV", usa_1="P-3 3 CRU"))
    assert war.lost("japan") == {"carrier": 1}
    war.at(Refit()).end()
    assert war.game.fighters == {}, "it has nowhere to go"
    assert war.lost("japan") == {"carrier": 1}, "and is no casualty for that"


@pytest.mark.rule("WR-CARR-12")
@pytest.mark.parametrize(
    ("answer", "left", "lost", "stock"),
    [
        (((("carrier_fighter/air/japan", 1),), (("osr", 1),)), {"P-2/japan": 1}, {}, (0, 0, 0)),
        (((),), {}, {"carrier_fighter": 1}, (0, 0, 1)),
    ],
)
def test_a_damaged_fighter_is_repaired_by_its_owner_or_eliminated(answer, left, lost, stock):
    war = pacific(usa_11="P-2 1 FTR").fighting("P-2").take(fighter="air").take(carrier_fighter="air")
    war.dice("GYY").until("wr.4.repair")
    assert war.who == "japan"
    war.say(answer).end()
    assert war.game.fighters == left
    assert war.lost("japan") == lost
    assert war.game.stock["japan"] == stock


@pytest.mark.rule("WR-CARR-13")
def test_a_surviving_fighter_guards_transports_and_is_gone_before_deployment():
    war = pacific(usa_1="P-2 1 SUB", japan_65="P-2 2 INF")
    war.game.building["J1"] = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    war.fighting("P-2").end()
    assert war.has("japan-65") == {"infantry": 2}, "the Carrier Fighter was there at the check of Troop Transports"
    assert war.game.fighters == {"P-2/japan": 1}
    alone = (
        War("pacific").empty().put(usa_1="P-2 1 SUB", japan_65="P-2 2 INF").order("usa", "japan").fighting("P-2").end()
    )
    assert alone.lost("japan") == {"infantry": 2}, "without it they are lost"
    war.at(Refit())
    while war.want is not None and not war.events("Deployed"):
        war.say(war.menu.default, next(iter(war.want.menus)))
    assert war.events("Deployed")
    assert war.game.fighters == {}


@pytest.mark.rule("WR-CARR-14", "WR-LAND-10")
def test_a_fighter_wears_no_tag_and_does_not_land():
    war = pacific(usa_1="P-2 1 SUB", japan_6="P-2 1 CV").fighting("P-2").end()
    assert not any(command.tagged for command in war.game.commands.values())
    war.at(Refit())
    asked = []
    while isinstance(war.want, Ask):
        asked.append(war.what)
        war.say(war.menu.default, war.who)
    assert "wr.5.land" not in asked
    assert war.game.fighters == {}
