"""What enemies could do this round, region by region: the most that they could bring, and the odds of it."""

from sandtable.games.warroom.threats import threats
from tests.games.warroom.wars import War


def test_a_threat_is_the_most_that_enemies_could_bring_by_land_and_air() -> None:
    war = War("eastern_front").empty()
    war.put(soviet_21="R4 2 INF", germany_22="G8 4 INF 1 ARM", germany_11="G6 2 FTR", germany_23="G1 8 INF")
    found = threats(war.game, "soviet")["R4"]
    assert found.nations == ("germany",)
    assert found.units == {"infantry": 4, "armor": 1, "fighter": 2}
    assert found.win > 0.5


def test_troop_transports_land_and_carriers_launch() -> None:
    war = War("pacific").empty().put(usa_25="J25 2 INF", japan_65="P-19 3 INF", japan_8="P-19 1 CV 2 CRU")
    assert threats(war.game, "usa")["J25"].units == {"infantry": 3, "carrier_fighter": 1}


def test_what_a_pin_holds_does_not_come() -> None:
    war = War("eastern_front").empty().put(soviet_21="R4 2 INF", germany_22="G8 4 INF", soviet_22="G8 3 INF")
    found = threats(war.game, "soviet")
    assert found["R4"].units == {"infantry": 1}
    assert found["G8"].units == {"infantry": 4}


def test_aircraft_alone_are_no_threat_and_orders_stay_secret() -> None:
    war = War("eastern_front").empty().put(soviet_21="R4 2 INF", germany_11="G8 8 FTR", germany_22="G1 1 INF")
    assert threats(war.game, "soviet") == {}
    war.game.sealed["germany"] = ((("germany-22", "G8"),), 3)
    assert threats(war.game, "soviet") == {}
