"""Clauses that other tests show at a single function, shown once more at the table: moves, battles, dice, turns."""

import pytest

from sandtable.games.axis1940.forces import FRESH
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}


def left_after(power, origin, goal, kind, **more):
    """The moves that an aircraft has left when it has flown to attack."""
    at = table(power, **{**WAR, **more})
    at.answer(origin, goal, {kind: 1})
    return next(stack.left for stack in at.game.units[goal] if stack.owner == power and stack.acted != FRESH)


@rule("AA-AIRMOVE-02")
def test_flying_to_an_island_counts_its_sea_zone_and_itself():
    units = {"queensland": {"anzac": "fighter"}, "sz54": {"anzac": "carrier"}, "new_guinea": {"japan": "infantry"}}
    for base, left in (({}, 1), ({"air_base": 0}, 2)):
        held = {"new_guinea": "japan"}
        more = {"units": {**units, "sz46": {"anzac": "carrier"}}, "control": held, "facilities": {"queensland": base}}
        assert left_after("anzac", "queensland", "new_guinea", "fighter", **more) == left


@rule("AA-AIRMOVE-03", "AA-AIRMOVE-05")
def test_the_zone_of_the_carrier_does_not_count():
    units = {"sz25": {"united_states": "carrier fighter"}, "midway": {"japan": "infantry"}}
    more = {"units": units, "control": {"midway": "japan"}}
    assert left_after("united_states", "sz25", "midway", "fighter", **more) == 3
    units = {"sz26": {"united_states": "carrier fighter"}, "hawaiian_islands": {"japan": "infantry"}}
    more = {"units": units, "control": {"hawaiian_islands": "japan"}}
    assert (
        left_after("united_states", "sz26", "hawaiian_islands", "fighter", **more) == 3
    )  # the base there adds nothing


@rule("AA-AIRMOVE-04", "AA-AIRMOVE-06", "AA-FAC-03")
@pytest.mark.parametrize(("damage", "extra"), [(0, 1), (2, 1), (3, 0), (6, 0)])
def test_an_operative_air_base_adds_a_move_at_take_off(damage, extra):
    for kind, move in (("fighter", 4), ("tactical_bomber", 4), ("strategic_bomber", 6)):
        units = {"kiangsi": {"japan": kind}, "hunan": {"china": "infantry"}}
        bases = {"kiangsi": {"air_base": damage}, "kwangsi": {"air_base": 0}}  # one that is passed adds nothing
        assert left_after("japan", "kiangsi", "hunan", kind, units=units, facilities=bases) == move + extra - 1


@rule("AA-MULTI-07", "AA-POL-25")
def test_friends_at_war_take_off_from_each_others_bases():
    units = {"queensland": {"united_states": "fighter"}, "new_guinea": {"japan": "infantry"}}
    units |= {"sz46": {"united_states": "carrier"}}
    more = {"units": units, "control": {"new_guinea": "japan"}, "facilities": {"queensland": {"air_base": 0}}}
    assert left_after("united_states", "queensland", "new_guinea", "fighter", **more) == 2
    peace = table("anzac", "noncombat", units={"sz26": {"anzac": "destroyer"}})
    assert peace.refuses("sz26", ["sz25", "sz16", "sz6"], {"destroyer": 1}) == "AA-CMOVE-11"
    war = table("anzac", "noncombat", units={"sz26": {"anzac": "destroyer"}}, **WAR)
    assert war.allows("sz26", ["sz25", "sz16", "sz17"], {"destroyer": 1})


@rule("AA-FAC-04", "AA-PURCH-08", "AA-PURCH-09")
@pytest.mark.parametrize(("damage", "paid", "works"), [(2, 0, True), (3, 0, False), (3, 1, True), (5, 2, False)])
def test_a_naval_base_serves_with_less_than_three_damage(damage, paid, works):
    units = {"sz6": {"japan": "battleship!"}}
    at = table("japan", "purchase", units=units, facilities={"japan": {"naval_base": damage}})
    at.answer({"japan.naval_base": paid} if paid else ())
    assert [stack.hits for stack in at.game.units["sz6"]] == [0 if works else 1]
    at.on_to("ax.noncombat_move")
    word = "battleship" if works else "battleship!"
    if works:
        assert at.allows("sz6", ["sz7", "sz15", "sz14"], {word: 1})
    else:
        assert at.refuses("sz6", ["sz7", "sz15", "sz14"], {word: 1}) == "AA-CMOVE-11"


@rule("AA-POL-35")
def test_flights_over_land_of_powers_at_peace():
    units = {"philippines": {"united_states": "infantry"}, "sz35": {"japan": "carrier fighter"}}
    neutral = table("japan", "noncombat", units={**units, "palau_island": {"japan": "fighter"}})
    over = ("sz35", "philippines")
    assert neutral.refuses(*over, {"fighter": 1}) in ("AA-POL-35", "AA-NCM-07")
    siam = {"siam": {"japan": "fighter"}, "burma": {"united_kingdom": "infantry"}}
    at_peace = table("japan", units={**siam, "yunnan": {"china": "infantry"}}, facilities={"siam": {}})
    assert at_peace.allows("siam", "yunnan", {"fighter": 1})  # over Shan State or French Indo-China


@rule("AA-COMB-12")
def test_as_many_hits_as_possible_are_assigned_in_a_battle():
    """The two examples of the rulebook."""
    units = {"sz36": {"japan": "cruiser, 2 submarine"}, "sz37": {"united_kingdom": "carrier fighter"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"cruiser": 1, "submarine": 2}).done()
    at.answer(0).dice(1, 1).dice(1).dice(6)  # two strikes on the carrier, the cruiser's hit on the fighter
    assert at.count("sz37", "united_kingdom") == 0
    units = {"sz36": {"japan": "destroyer, carrier fighter"}, "sz37": {"united_kingdom": "cruiser, submarine"}}
    second = table("japan", units=units, **WAR)
    second.answer("sz36", "sz37", {"destroyer": 1, "fighter": 1}).done()
    second.dice(6, 6).dice(1, 1)  # the hit of the submarine must be on the destroyer, the other one on the fighter
    assert second.count("sz37", "japan") == 0
    units["sz36"] = {"japan": "2 destroyer, carrier fighter fighter"}
    choice = table("japan", units=units, **WAR)
    choice.answer("sz36", "sz37", {"destroyer": 2, "fighter": 2}).done()
    choice.dice(6, 6, 6, 6).dice(1, 1)
    assert choice.refuses({"fighter-3": 2}) == "AA-COMB-12"
    assert choice.refuses({"fighter-3": 1}) == "AA-COMB-12"
    assert choice.allows({"destroyer": 1, "fighter-3": 1})
    assert choice.allows({"destroyer": 2})


@rule("AA-COMB-13", "AA-SUBS-11", "AA-SUBS-12")
def test_hits_without_a_target_are_lost():
    units = {"sz36": {"japan": "2 submarine, destroyer"}, "sz37": {"united_kingdom": "carrier fighter fighter"}}
    at = table("japan", units=units, **WAR)
    at.answer("sz36", "sz37", {"submarine": 2, "destroyer": 1}).done()
    at.answer(0).dice(1, 1)  # both strikes hit: the carrier is sunk, its fighters are in the air
    assert at.count("sz37", "united_kingdom", "carrier") == 0
    at.dice(6)
    at.dice(1, 1)  # two fighters with a destroyer against them and none of their own: only the destroyer can be hit
    assert (at.count("sz37", "japan", "destroyer"), at.count("sz37", "japan", "submarine")) == (0, 2)


@rule("AA-INC-03", "AA-INC-05", "AA-INC-06", "AA-INC-07", "AA-INC-11", "AA-CHINA-18")
@pytest.mark.parametrize(
    ("raiders", "dice"),
    [
        ({"united_states": "battleship, cruiser, destroyer"}, 3),
        ({"united_states": "submarine"}, 2),
        ({"united_states": "carrier fighter tactical_bomber"}, 4),
        ({"united_states": "carrier, transport"}, 0),
        ({"united_states": "destroyer", "anzac": "2 submarine"}, 5),
    ],
)
def test_the_dice_of_convoy_raiders_fall_at_income(raiders, dice):
    at = table("japan", "income", units={"sz20": raiders}, treasury={"japan": 0}, **WAR)
    assert (at.waits_for == "ax.convoys") is bool(dice)
    if dice:
        assert at.want.dice == dice
        at.dice(*[1] * dice)
    assert at.game.treasury["japan"] == 26 - min(dice, 2)  # Formosa and Kiangsi are worth 2
    china = table("china", "income", units={"sz19": {"japan": "submarine"}}, control={"kiangsu": "china"})
    assert china.waits_for != "ax.convoys"


@rule("AA-VICT-01", "AA-VICT-06", "AA-SETUP-07")
def test_six_cities_held_through_every_turn_of_a_round_win():
    six = {"hawaiian_islands": "japan", "philippines": "japan", "kwangtung": "japan", "india": "japan"}
    at = table("japan", "end", control=six, **WAR)
    turns = [at.game.acting]
    while at.waits_for != "over":
        if at.game.acting != turns[-1]:
            turns.append(at.game.acting)
        assert not at.game.winner
        at.answer(at.menu.default)
    assert turns == ["united_states", "china", "united_kingdom", "anzac"]
    assert (at.game.winner, at.game.round) == ("axis", 2)
    five = table("japan", "end", control={**six, "india": "united_kingdom"}, **WAR)
    for _ in range(40):
        five.answer(five.menu.default)
        if five.game.acting == "japan":
            break
    assert five.game.acting == "japan"
    assert not five.game.winner
