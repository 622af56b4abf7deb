"""War and peace, the Dutch, the French and the Soviets (ledger sections POL, DUTCH, FRANCE, USSR)."""

import pytest

from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.rules.politics import declare_war, doubts_about, note_entry_into_china
from sandtable.games.axis1940.spaces import closed_to_aircraft, may_share
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
UK_WAR = ("japan-united_kingdom",)


@rule("AA-POL-01")
def test_war_is_declared_before_any_combat_move():
    at = table("japan", "declare", keep=True)
    assert at.waits_for == "ax.declare"
    at.answer(())
    assert at.waits_for == "ax.combat_move"
    assert at.refusal(("united_kingdom",)).rule  # too late: only moves are heard now


@rule("AA-POL-02", "AA-POL-11")
def test_the_us_may_not_declare_without_a_trigger():
    at = table("united_states", "declare", keep=True)
    assert at.waits_for == "ax.noncombat_move"  # nothing to declare
    uk = table("united_kingdom", "declare", keep=True)
    assert uk.refuses(("anzac",)) == "AA-POL-02"
    uk.answer(("japan",))
    us = table("united_states", "declare", keep=True, war=UK_WAR)  # the UK declared, not Japan
    assert us.waits_for == "ax.noncombat_move"


@rule("AA-POL-03", "AA-POL-04")
def test_a_war_needs_no_attack_and_never_ends():
    at = table("japan", "declare", keep=True)
    at.answer(("united_kingdom",)).done()
    assert "united_kingdom" in at.game.wars["japan"]
    assert "japan" in at.game.wars["united_kingdom"]
    again = table("japan", "declare", war=UK_WAR)
    assert again.refuses(("united_kingdom",)) == "AA-POL-04"


@rule("AA-POL-05", "AA-POL-06")
def test_japan_may_declare_on_whom_it_likes_and_uk_and_anzac_go_together():
    at = table("japan", "declare", keep=True)
    assert at.allows(("united_states",))
    assert at.allows(("united_states", "united_kingdom", "anzac"))
    at.answer(("anzac",))
    assert at.game.wars["japan"] == ("china", "united_kingdom", "anzac")
    assert at.game.wars["united_kingdom"] == ("japan",)
    us_only = table("japan", "declare", keep=True).answer(("united_states",))
    assert us_only.game.wars["japan"] == ("united_states", "china")


@rule("AA-POL-07", "AA-POL-08")
def test_anzac_brings_the_uk_into_war_but_not_the_us():
    at = table("anzac", "declare", keep=True).answer(("japan",))
    assert at.game.wars["united_kingdom"] == ("japan",)
    assert at.game.wars["united_states"] == ()


@rule("AA-POL-09", "AA-POL-13")
def test_a_war_that_the_uk_began_is_no_japanese_provocation():
    at = table("anzac", "declare", keep=True).answer(("japan",))
    assert "unprovoked" not in at.game.deeds
    assert at.game.treasury["united_states"] == 17
    japan = table("japan", "declare", war=UK_WAR)
    assert japan.refuses(("united_kingdom",)) == "AA-POL-04"  # at war already: nothing new
    us = table("united_states", "declare", war=UK_WAR)
    assert us.waits_for == "ax.noncombat_move"  # still barred


@rule("AA-POL-10")
def test_moving_into_china_provokes_japan():
    """In this theatre no power at peace with Japan can enter China (AA-POL-21, AA-POL-24), so the deed is given."""
    calm = table("japan", "declare", keep=True).answer(("anzac",))
    assert [event.unprovoked for event in calm.events if hasattr(event, "unprovoked")] == [True]
    assert calm.game.treasury["united_states"] == 17 + 30
    provoked = table("japan", "declare", keep=True)
    note_entry_into_china(provoked.game, "united_kingdom", ("burma", "yunnan"))
    provoked.answer(("anzac",))
    assert [event.unprovoked for event in provoked.events if hasattr(event, "unprovoked")] == [False]
    assert provoked.game.treasury["united_states"] == 17
    assert provoked.game.wars["united_kingdom"] == ("japan",)
    elsewhere = table("japan", "declare", keep=True)
    note_entry_into_china(elsewhere.game, "united_kingdom", ("burma", "india"))  # not China
    assert elsewhere.answer(("anzac",)).game.treasury["united_states"] == 17 + 30
    us = table("japan", "declare", keep=True)
    note_entry_into_china(us.game, "united_kingdom", ("yunnan",))
    assert us.answer(("united_states",)).game.treasury["united_states"] == 17 + 30  # R44: only for who did it


@rule("AA-POL-10", "AA-POL-21", "AA-POL-24")
def test_nobody_at_peace_with_japan_can_enter_china():
    uk = table("united_kingdom", "noncombat", units={"burma": {"united_kingdom": "infantry, fighter"}})
    assert uk.refuses("burma", "yunnan", {"infantry": 1}) == "AA-POL-21"
    assert uk.refuses("burma", "yunnan", {"fighter": 1}) in ("AA-POL-21", "AA-POL-36")
    us = table("united_states", "noncombat", units={"philippines": {"united_states": "fighter"}})
    assert us.refuses("philippines", "hunan", {"fighter": 1}) == "AA-POL-35"
    at_war = table("united_kingdom", "noncombat", units={"burma": {"united_kingdom": "infantry"}}, war=ALL_ALLIES)
    at_war.answer("burma", "yunnan", {"infantry": 1})
    assert not at_war.game.deeds


@rule("AA-POL-12")
def test_the_first_unprovoked_declaration_pays_the_us_once():
    at = table("japan", "declare", keep=True).answer(("united_kingdom",))
    assert at.game.treasury["united_states"] == 47
    declare_war(at.game, "japan", "united_states")
    assert at.game.treasury["united_states"] == 47
    assert table("japan", "declare").menu.doubts(("united_kingdom",))[0].rule == "AA-POL-12"


@rule("AA-POL-12", "AA-NO-01")
def test_a_declaration_is_doubted_only_for_what_it_still_costs():
    def doubts(on, *deeds):
        game = table("japan", "declare").game
        game.deeds.update(dict.fromkeys(deeds, 1))
        return str(doubts_about(game, "japan", (on,)))

    assert doubts("united_kingdom") == (
        "This pays the United States 30 IPCs, frees it to declare war and ends trade with it [AA-POL-12]"
    )
    assert doubts("united_states") == "This pays the United States 30 IPCs and ends trade with it [AA-POL-12]"
    on_the_uk = ("unprovoked", "unprovoked on united_kingdom", "unprovoked on anzac")
    assert doubts("united_states", *on_the_uk) == "None"  # it has its 30 IPCs, and trade has ended
    provoked = doubts("united_states", "entered china united_states")
    assert provoked == "This ends trade with the United States [AA-NO-01]"
    after_indo_china = doubts("united_states", "attacked french_indo_china")
    assert after_indo_china == "This pays the United States 30 IPCs [AA-POL-12]"


@rule("AA-POL-11", "AA-POL-12", "AA-NO-01")
def test_what_declarations_cost_together_is_doubted_once():
    menu = table("japan", "declare").menu
    assert [str(doubt) for doubt in menu.doubts(("united_states", "united_kingdom", "anzac"))] == [
        "This pays the United States 30 IPCs and ends trade with it [AA-POL-12]"  # at war, it need not be freed
    ]
    assert [str(doubt) for doubt in menu.doubts(("united_kingdom", "anzac"))] == [
        "This pays the United States 30 IPCs, frees it to declare war and ends trade with it [AA-POL-12]"
    ]
    assert menu.doubts(()) == ()


@rule("AA-POL-14", "AA-POL-15")
def test_the_us_may_declare_in_its_third_income_phase_or_later():
    at = table("united_states", "income", turn=3)
    assert at.waits_for == "ax.declare_at_last"
    at.answer(())
    assert at.game.wars["united_states"] == ()
    assert table("united_states", "declare", turn=3).waits_for == "ax.noncombat_move"
    later = table("united_states", "declare", turn=4)
    assert later.waits_for == "ax.declare"
    later.answer(("japan",))
    assert later.game.wars["united_states"] == ("japan",)
    assert table("united_states", "income", turn=4).waits_for != "ax.declare_at_last"


@rule("AA-POL-16")
def test_war_declared_in_collect_income_counts_for_that_income():
    at = table("united_states", "income", turn=3, keep=True).answer(("japan",))
    at.on_to("ax.purchase")
    assert at.game.treasury["united_states"] == 17 + 17 + 30 + 5 + 5 + 5


@rule("AA-POL-17", "AA-POL-18")
def test_japanese_ships_keep_away_from_the_american_mainland():
    units = {"sz7": {"japan": "destroyer, submarine"}, "midway": {"united_states": "infantry"}}
    at = table("japan", "noncombat", units=units)
    assert at.refuses("sz7", "sz8", {"destroyer": 1}) == "AA-POL-17"
    assert at.allows("sz7", ["sz8", "sz14"], {"submarine": 1})
    assert table("japan", "noncombat", units=units, war=ALL_ALLIES).allows("sz7", "sz8", {"destroyer": 1})
    near = {1, 2, 3, 8, 9, 10, 11, 12}
    assert at.game.map.near_mainland == {f"sz{number}" for number in near}
    hunt = table("japan", units={"sz7": {"japan": "submarine"}, "sz14": {"anzac": "cruiser"}}, war=UK_WAR)
    assert hunt.allows("sz7", ["sz8", "sz14"], {"submarine": 1})
    prey = table("japan", units={"sz7": {"japan": "submarine"}, "sz8": {"anzac": "cruiser"}}, war=UK_WAR)
    assert prey.refuses("sz7", "sz8", {"submarine": 1}) == "AA-POL-17"


@rule("AA-POL-19", "AA-POL-20")
def test_american_ships_keep_away_from_japanese_land():
    at = table(
        "united_states",
        "noncombat",
        units={"sz21": {"united_states": "destroyer"}, "sz49": {"united_states": "cruiser"}},
    )
    assert at.refuses("sz21", "sz22", {"destroyer": 1}) == "AA-POL-19"
    assert at.allows("sz21", ["sz22", "sz23"], {"destroyer": 1})
    assert at.allows("sz49", "sz53", {"cruiser": 1})
    at.game.set_control("new_hebrides", "japan")
    assert at.refuses("sz49", "sz53", {"cruiser": 1}) == "AA-POL-19"
    barred = {zone for zone in at.game.map.zones if zone != "sz53" and any(
        at.game.control[spot] == "japan" for spot in at.game.map.coasts[zone])}  # fmt: skip
    assert barred == {f"sz{number}" for number in (6, 17, 19, 20, 22, 32, 33, 34, 36, 37)}


@rule("AA-POL-21")
def test_the_uk_stays_out_of_china_while_at_peace():
    units = {"burma": {"united_kingdom": "infantry"}}
    assert table("united_kingdom", "noncombat", units=units).refuses("burma", "yunnan", {"infantry": 1}) == "AA-POL-21"
    assert table("united_kingdom", "noncombat", units=units, war=UK_WAR).allows("burma", "yunnan", {"infantry": 1})


@rule("AA-POL-22")
def test_uk_and_anzac_share_from_the_start():
    at = table("anzac", "noncombat", units={"sz37": {"anzac": "carrier fighter"}})
    assert at.allows("sz37", "malaya", {"fighter": 1})
    assert may_share(at.game, "anzac", "united_kingdom")


@rule("AA-POL-23")
def test_the_neutral_us_enters_no_neutral_territory():
    at = table(
        "united_states", "noncombat", units={"kansu": {"united_states": "infantry"}}, control={"kansu": "united_states"}
    )
    for neutral in at.game.neutrals:
        at.game.set_stance(neutral, "allies")
    assert at.refuses("kansu", "olgiy", {"infantry": 1}) == "AA-POL-23"


@rule("AA-POL-24")
def test_the_neutral_us_uses_nothing_of_others():
    units = {"philippines": {"united_states": "fighter"}, "sz54": {"united_states": "cruiser"}}
    at = table("united_states", "noncombat", units=units)
    assert at.refuses("philippines", "celebes", {"fighter": 1}) == "AA-POL-24"
    assert at.refuses("sz54", ["sz49", "sz50", "sz29"], {"cruiser": 1}) == "AA-CMOVE-11"
    war = table("united_states", "noncombat", units=units, war=ALL_ALLIES)
    assert war.allows("sz54", ["sz49", "sz50", "sz29"], {"cruiser": 1})


@rule("AA-POL-25")
def test_nobody_uses_the_neutral_us():
    units = {"sz26": {"anzac": "destroyer, carrier fighter"}}
    at = table("anzac", "noncombat", units=units)
    assert at.refuses("sz26", ["sz27", "sz29", "sz50"], {"destroyer": 1}) == "AA-CMOVE-11"
    assert at.refuses("sz26", "hawaiian_islands", {"fighter": 1}) == "AA-POL-25"
    war = table("anzac", "noncombat", units=units, war=ALL_ALLIES)
    assert war.allows("sz26", ["sz27", "sz29", "sz50"], {"destroyer": 1})
    assert war.allows("sz26", "hawaiian_islands", {"fighter": 1})


@rule("AA-POL-26", "AA-POL-34", "AA-SUBS-19")
def test_fleets_at_peace_do_not_block_each_other_until_war_is_declared():
    units = {"sz36": {"japan": "cruiser, submarine"}, "sz37": {"united_kingdom": "battleship, destroyer"}}
    peace = table("japan", "noncombat", units=units)
    assert peace.allows("sz36", ["sz37", "sz38"], {"cruiser": 1})
    assert peace.allows("sz36", ["sz37", "sz38"], {"submarine": 1})
    assert peace.allows("sz36", "sz37", {"cruiser": 1})
    war = table("japan", "declare", units=units).answer(("united_kingdom",))
    assert war.refuses("sz36", ["sz37", "sz38"], {"cruiser": 1}) == "AA-CMOVE-12"


@rule("AA-POL-27")
def test_no_attack_without_war():
    at = table("japan", units={"siam": {"japan": "infantry, tank"}, "shan_state": {"united_kingdom": "infantry"}})
    assert at.refuses("siam", "shan_state", {"infantry": 1}) == "AA-POL-27"


@rule("AA-POL-28")
def test_no_attack_on_territory_with_units_of_a_power_at_peace():
    at = table(
        "japan",
        units={"kwangsi": {"japan": "infantry"}, "yunnan": {"china": "infantry", "united_kingdom": "infantry"}},
    )
    assert at.refuses("kwangsi", "yunnan", {"infantry": 1}) == "AA-POL-28"


@rule("AA-POL-29", "AA-CMOVE-19")
def test_ships_of_a_power_at_peace_are_left_out_of_a_battle():
    at = table(
        "japan",
        units={
            "sz36": {"japan": "cruiser"},
            "sz37": {"united_kingdom": "destroyer", "united_states": "destroyer"},
        },
        war=UK_WAR,
    )
    at.answer("sz36", "sz37", {"cruiser": 1}).done()
    at.dice(1).dice(6)  # one die for the British destroyer, none for the American
    assert at.count("sz37", "united_kingdom") == 0
    assert at.count("sz37", "united_states") == 1
    assert at.game.wars["united_states"] == ()


@rule("AA-POL-30", "AA-TRANS-18")
def test_sharing_needs_both_powers_at_war_but_zones_are_free():
    units = {
        "sz10": {"united_states": "carrier, transport"},
        "sz9": {"anzac": "submarine, carrier fighter"},
        "western_canada": {"anzac": "infantry"},
        "sz1": {"united_states": "transport"},
    }
    at = table("anzac", "noncombat", units=units)
    assert at.allows("sz9", "sz10", {"submarine": 1})
    assert at.refuses("western_canada", "sz1", {"infantry": 1}) == "AA-TRANS-18"
    assert not may_share(at.game, "anzac", "united_states")
    war = table("anzac", "noncombat", units=units, war=ALL_ALLIES)
    assert war.allows("western_canada", "sz1", {"infantry": 1})
    assert may_share(war.game, "anzac", "united_states")


@rule("AA-POL-31")
def test_guests_need_the_consent_of_their_host():
    at = table("anzac", "noncombat", units={"sz37": {"anzac": "carrier fighter"}}, consent="ask")
    at.answer("sz37", "malaya", {"fighter": 1})
    assert at.asked == "united_kingdom"
    at.answer("no")
    assert at.count("malaya", "anzac") == 0
    at.answer("sz37", "malaya", {"fighter": 1}).answer("yes", by="united_kingdom")
    assert at.count("malaya", "anzac") == 1
    by_sea = table("anzac", "noncombat", units={"sz37": {"anzac": "transport infantry"}}, consent="ask")
    by_sea.answer("sz37", "stay", {"transport+infantry": 1}, "malaya", {"infantry": 1})
    assert by_sea.want.prompt == "Does the United Kingdom host units of ANZAC in Malaya?"


@rule("AA-POL-31", "AA-CAPSHIP-05", "AA-CAPSHIP-06")
@pytest.mark.parametrize(
    ("decks", "asked"),
    [
        ({"united_states": "carrier", "united_kingdom": "carrier"}, []),
        ({"united_states": "carrier fighter", "united_kingdom": "carrier"}, ["united_kingdom"]),  # room for one of two
        ({"united_states": "carrier fighter fighter", "united_kingdom": "carrier"}, ["united_kingdom"]),
        ({"united_states": "carrier!", "united_kingdom": "carrier"}, ["united_kingdom"]),
        ({"anzac": "carrier!", "united_kingdom": "carrier"}, ["united_kingdom"]),
        ({"anzac": "carrier fighter", "united_kingdom": "carrier fighter"}, ["anzac", "united_kingdom"]),
    ],
)
def test_the_owners_of_the_decks_on_which_aircraft_come_down_are_asked(decks, asked):
    units = {"sz37": decks, "malaya": {"united_states": "2 fighter"}}
    at = table("united_states", "noncombat", units=units, war=ALL_ALLIES, consent="ask")
    at.answer("malaya", "sz37", {"fighter": 2})
    hosts = []
    while at.waits_for == "ax.consent":
        hosts.append(at.asked)
        at.answer("yes")
    assert hosts == asked
    assert at.count("malaya", "united_states") == 0


@rule("AA-POL-31", "AA-AIRMOVE-15", "AA-NCM-11")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_fought_over_an_allys_carrier_does_not_come_down_on_it_unasked(answer):
    units = {"queensland": {"united_states": "fighter"}, "sz47": {"japan": "transport", "anzac": "carrier"}}
    at = table("united_states", units=units, war=ALL_ALLIES, facilities={"queensland": {}}, consent="ask")
    at.answer("queensland", "sz47", {"fighter": 1}).on_to("ax.noncombat_move")
    at.answer(("done",))
    assert (at.waits_for, at.asked) == ("ax.consent", "anzac")
    assert at.want.prompt == "Does ANZAC host units of the United States in sea zone 47?"
    at.answer(answer)
    if answer == "no":
        assert at.refuses(("done",)) == "AA-AIRMOVE-15"  # it can still land ashore
        at.answer("sz47", "new_britain", {"fighter-1": 1}).answer("no", by="anzac").done()
        assert at.count("sz47", "united_states") == 0, "nobody took it in"
        assert aboard(at, "sz47", "anzac") == []
    else:
        assert aboard(at, "sz47", "anzac") == ["fighter"]


@rule("AA-POL-31", "AA-NCM-11")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_who_is_left_by_the_own_carrier_does_not_come_down_on_an_allys_unasked(answer):
    units = {"sz49": {"united_states": "carrier fighter", "anzac": "carrier"}}
    at = table("united_states", "noncombat", units=units, war=ALL_ALLIES, consent="ask")
    at.answer("sz49", "sz50", {"carrier": 1})
    at.answer(("done",))
    assert (at.waits_for, at.asked) == ("ax.consent", "anzac")
    at.answer(answer)
    if answer == "no":
        at.answer("sz49", "sz50", {"fighter": 1}).done()
        assert aboard(at, "sz50", "united_states") == ["fighter"]
    assert aboard(at, "sz49", "anzac") == (["fighter"] if answer == "yes" else [])


@rule("AA-POL-31")
def test_guests_who_stay_aboard_need_no_new_consent():
    units = {"sz49": {"united_states": "carrier fighter", "anzac": "carrier"}}
    at = table("united_states", "noncombat", units=units, war=ALL_ALLIES, consent="ask")
    at.answer("sz49", "sz50", {"carrier": 1}).answer(("done",)).answer("yes", by="anzac")
    at.on_to("ax.purchase")
    for _ in range(4):
        at.answer(()).on_to("ax.purchase")
    at.on_to("ax.noncombat_move")
    assert (at.asked, at.game.guests) == ("united_states", {"anzac carrier sz49": 1})
    assert at.done().waits_for != "ax.consent"
    assert aboard(at, "sz49", "anzac") == ["fighter"]


def aboard(at, zone, host):
    return [item.kind for ship in at.game.units[zone] if ship.owner == host for item in ship.cargo]


@rule("AA-POL-31", "AA-TRANS-17")
def test_the_owner_of_the_transport_with_room_is_asked():
    decks = {"anzac": "transport infantry tank", "united_kingdom": "transport"}
    units = {"sz37": decks, "malaya": {"united_states": "tank"}}
    at = table("united_states", "noncombat", units=units, war=ALL_ALLIES, consent="ask")
    assert at.answer("malaya", "sz37", {"tank": 1}).asked == "united_kingdom"


@rule("AA-POL-31", "AA-AIRMOVE-15", "AA-NCM-11")
def test_aircraft_that_all_hosts_refuse_are_lost():
    units = {
        "queensland": {"united_states": "fighter"},
        "sz47": {"japan": "transport"},
        "sz49": {"anzac": "carrier"},
    }
    at = table("united_states", units=units, war=ALL_ALLIES, facilities={"queensland": {}}, consent="ask")
    at.answer("queensland", "sz47", {"fighter": 1}).on_to("ax.noncombat_move")
    assert at.refuses(("done",)) == "AA-AIRMOVE-15"
    at.answer("sz47", "new_britain", {"fighter-1": 1}).answer("no", by="anzac")
    assert at.refuses(("done",)) == "AA-AIRMOVE-15"  # there is still the carrier
    at.answer("sz47", "sz49", {"fighter-1": 1}).answer("no", by="anzac")
    assert at.allows("sz47", "new_britain", {"fighter-1": 1})  # to ask again is no crime
    at.done()
    assert at.count("sz47", "united_states") == 0


@rule("AA-POL-32", "AA-POL-33", "AA-CMOVE-17")
def test_loading_in_a_zone_that_has_just_turned_hostile():
    units = {
        "sz37": {"japan": "transport, destroyer", "united_kingdom": "battleship"},
        "sz36": {"japan": "transport"},
        "siam": {"japan": "2 infantry"},
        "malaya": {"united_kingdom": "infantry"},
    }
    at = table("japan", "declare", units=units).answer(("united_kingdom",))
    assert at.allows("sz37", "stay", {"transport": 1}, "malaya", {"siam.infantry": 2})
    at.answer("sz36", "sz37", {"transport": 1})  # it comes from elsewhere: no loading, and so no target
    assert at.aboard("sz37", "japan") == 0
    later = table("japan", units=units, war=UK_WAR)  # the war began on another power's turn
    assert later.refuses("sz37", "stay", {"transport": 1}, "malaya", {"siam.infantry": 2}) == "AA-TRANS-05"
    assert later.refuses("sz37", "stay", {"transport": 1}) == "AA-CMOVE-17"
    last_turn = table("anzac", "declare", units=units).answer(("japan",))
    last_turn.on_to("ax.purchase").on_to("ax.combat_move")
    assert last_turn.asked == "japan"
    assert last_turn.refuses("sz37", "stay", {"transport": 1}, "malaya", {"siam.infantry": 2}) == "AA-TRANS-05"


@rule("AA-POL-35")
def test_overflights_at_peace():
    units = {"siam": {"japan": "fighter"}, "formosa": {"japan": "fighter"}, "palau_island": {"japan": "fighter"}}
    at = table("japan", "noncombat", units=units, facilities={"siam": {}})
    shut = closed_to_aircraft(at.game, "japan")
    assert "burma" not in shut
    assert "shan_state" not in shut
    assert "philippines" in shut
    war = table("japan", "noncombat", units=units, war=ALL_ALLIES)
    assert "philippines" not in closed_to_aircraft(war.game, "japan")


@rule("AA-POL-36")
def test_no_british_overflight_of_china_at_peace():
    units = {"burma": {"united_kingdom": "fighter"}, "kwangtung": {"united_kingdom": "infantry"}}
    at = table("united_kingdom", "noncombat", units=units)
    assert at.refuses("burma", "kwangtung", {"fighter": 1}) == "AA-POL-36"
    war = table("united_kingdom", "noncombat", units=units, war=UK_WAR)
    assert war.allows("burma", "kwangtung", {"fighter": 1})  # by Yunnan and Kwangsi


@rule("AA-POL-37")
def test_a_fleet_at_peace_cannot_be_attacked():
    at = table("japan", units={"sz25": {"japan": "cruiser"}, "sz26": {"united_states": "destroyer"}})
    assert at.refuses("sz25", "sz26", {"cruiser": 1}) == "AA-POL-37"


@rule("AA-DUTCH-01")
def test_dutch_income_goes_to_nobody():
    at = table("united_kingdom", "declare")
    assert at.game.control["java"] == "dutch"
    assert production(at.game, "united_kingdom") == 16


@rule("AA-DUTCH-02", "AA-DUTCH-08", "AA-DUTCH-09", "AA-TRANS-09")
def test_anzac_takes_java_over_in_noncombat_move():
    at = table(
        "anzac",
        "noncombat",
        units={"sz42": {"anzac": "transport infantry, carrier fighter"}},
        bought={"naval_base": 1},
    )
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1})
    assert at.game.control["java"] == "anzac"
    assert production(at.game, "anzac") == 14
    assert at.allows("sz42", "java", {"fighter": 1})
    at.done()
    assert at.waits_for == "ax.mobilize"
    assert at.refuses("java", {"naval_base": 1}) == "AA-MOB-12"


@rule("AA-DUTCH-03")
def test_aircraft_and_aaa_alone_do_not_take_dutch_land_over():
    at = table("united_kingdom", "noncombat", units={"sz42": {"united_kingdom": "carrier fighter, transport aaa"}})
    at.answer("sz42", "java", {"fighter": 1})
    at.answer("sz42", "stay", {"transport+aaa": 1}, "java", {"aaa": 1})
    assert at.game.control["java"] == "dutch"


@rule("AA-DUTCH-04")
def test_dutch_land_that_japan_took_must_be_won_back():
    at = table(
        "united_kingdom",
        "noncombat",
        units={"sz42": {"united_kingdom": "transport infantry"}},
        control={"java": "japan"},
        war=UK_WAR,
    )
    assert at.refuses("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}) == "AA-CMOVE-06"
    assert at.game.control["java"] == "japan"


@rule("AA-DUTCH-05")
def test_japan_needs_war_with_the_uk_for_dutch_land():
    units = {"sz42": {"japan": "transport infantry"}}
    at = table("japan", units=units)
    assert at.refuses("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}) == "AA-DUTCH-05"
    war = table("japan", units=units, war=UK_WAR)
    assert war.allows("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1})


@rule("AA-DUTCH-06")
def test_other_allies_may_enter_dutch_land_without_gaining_it():
    at = table("united_states", "noncombat", units={"sz41": {"united_states": "transport infantry"}}, war=ALL_ALLIES)
    at.answer("sz41", "stay", {"transport+infantry": 1}, "sumatra", {"infantry": 1})
    assert at.count("sumatra", "united_states") == 1
    assert at.game.control["sumatra"] == "dutch"


@rule("AA-DUTCH-07")
def test_dutch_land_taken_from_japan_is_captured():
    at = table(
        "united_states",
        units={"sz42": {"united_states": "transport infantry"}},
        control={"java": "japan"},
        war=ALL_ALLIES,
    )
    at.answer("sz42", "stay", {"transport+infantry": 1}, "java", {"infantry": 1}).done()
    assert at.game.control["java"] == "united_states"
    assert production(at.game, "united_states") == 21


@rule("AA-FRANCE-01", "AA-FRANCE-02")
def test_japan_takes_french_indo_china_without_any_war():
    at = table("japan", units={"siam": {"japan": "2 infantry"}})
    assert "france" not in at.game.map.order
    attack = ("siam", ("french_indo_china",), (("infantry", 1),))
    assert at.menu.doubts(attack)[0].rule == "AA-NO-01"
    at_war = table("japan", units={"siam": {"japan": "2 infantry"}}, war=ALL_ALLIES)
    assert at_war.menu.doubts(attack) == ()  # there is no trade that could end
    at.answer("siam", "french_indo_china", {"infantry": 1}).done()
    assert at.game.control["french_indo_china"] == "japan"
    assert at.game.wars["japan"] == ("china",)


@rule("AA-FRANCE-03")
def test_allies_in_french_land_leave_it_french():
    at = table("united_kingdom", "noncombat", units={"shan_state": {"united_kingdom": "infantry"}})
    at.answer("shan_state", "french_indo_china", {"infantry": 1})
    assert at.game.control["french_indo_china"] == "france"


@rule("AA-FRANCE-04")
def test_french_land_taken_from_japan_is_captured():
    at = table(
        "anzac",
        units={"shan_state": {"anzac": "infantry"}},
        control={"french_indo_china": "japan"},
        war=UK_WAR,
    )
    at.answer("shan_state", "french_indo_china", {"infantry": 1}).done()
    assert at.game.control["french_indo_china"] == "anzac"
    assert production(at.game, "anzac") == 12


@rule("AA-USSR-01")
def test_soviet_land_is_closed():
    at = table("japan", "noncombat", units={"manchuria": {"japan": "infantry, fighter"}})
    assert at.refuses("manchuria", "amur", {"infantry": 1}) == "AA-USSR-01"
    assert at.refuses("manchuria", "amur", {"fighter": 1}) == "AA-USSR-01"


@rule("AA-USSR-02")
def test_soviet_waters_are_ordinary_sea():
    at = table("japan", "noncombat", units={"sz6": {"japan": "destroyer"}})
    assert at.allows("sz6", "sz5", {"destroyer": 1})
