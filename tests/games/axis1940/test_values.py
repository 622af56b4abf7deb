"""What units cost, hit on and how far they go, and combined arms: shown in real purchases, moves and battles."""

import pytest

from sandtable.games.axis1940.data import UNITS
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule
WAR = {"war": ALL_ALLIES}
CODES = {
    "INF": "infantry", "ART": "artillery", "MECH": "mechanized_infantry", "TANK": "tank", "AAA": "aaa",
    "FTR": "fighter", "TAC": "tactical_bomber", "STRAT": "strategic_bomber", "BB": "battleship", "CV": "carrier",
    "CA": "cruiser", "DD": "destroyer", "SS": "submarine", "TR": "transport",
}  # fmt: skip
CHART = {
    "INF": (3, 1, 2, 1), "ART": (4, 2, 2, 1), "MECH": (4, 1, 2, 2), "TANK": (6, 3, 3, 2), "AAA": (5, 0, 0, 1),
    "FTR": (10, 3, 4, 4), "TAC": (11, 3, 3, 4), "STRAT": (12, 4, 1, 6), "BB": (20, 4, 4, 2), "CV": (16, 0, 2, 2),
    "CA": (12, 3, 3, 2), "DD": (8, 2, 2, 2), "SS": (6, 2, 1, 2), "TR": (7, 0, 0, 2),
}  # fmt: skip
ARMED_LAND = ("INF", "ART", "MECH", "TANK", "FTR", "TAC", "STRAT")
ARMED_SEA = ("BB", "CA", "DD", "SS")


def each_cell(column, codes=tuple(CHART)):
    return [pytest.param(code, marks=rule(f"AA-UNIT-{code}-{column}"), id=code) for code in codes]


def bag_of(text):
    found = {}
    for item in text.split(", "):
        *number, kind = item.split()
        found[kind] = int(number[0]) if number else 1
    return found


def on_land(attack, defence):
    """Japan in Kiangsi attacks Chinese-held Hunan."""
    at = table("japan", units={"kiangsi": {"japan": attack}, "hunan": {"china": defence}})
    return at.answer("kiangsi", "hunan", bag_of(attack)).done()


def at_sea(attack, defence):
    """Japan in sea zone 36 attacks the British in sea zone 37."""
    at = table("japan", units={"sz36": {"japan": attack}, "sz37": {"united_kingdom": defence}}, **WAR)
    at.answer("sz36", "sz37", bag_of(attack)).done()
    while at.waits_for == "ax.submerge":
        at.answer(0)
    return at


def hits(at, *faces):
    """The hits of one volley."""
    before = len(at.events)
    at.dice(*faces)
    return next(event.hits for event in at.events[before:] if hasattr(event, "hits"))


@pytest.mark.parametrize("code", each_cell("COST"))
def test_the_price_is_charged(code):
    kind, price = CODES[code], CHART[code][0]
    at = table("japan", "purchase", treasury={"japan": price})
    at.answer({kind: 1})
    assert at.game.treasury["japan"] == 0
    poor = table("japan", "purchase", treasury={"japan": price - 1})
    assert poor.refuses({kind: 1}) == "AA-PURCH-01"


@pytest.mark.parametrize("code", each_cell("ATT", ARMED_LAND))
def test_attack_values_on_land(code):
    kind, value = CODES[code], CHART[code][1]
    assert hits(on_land(kind, "2 infantry"), value) == 1
    assert hits(on_land(kind, "2 infantry"), value + 1) == 0


@pytest.mark.parametrize("code", each_cell("ATT", ARMED_SEA))
def test_attack_values_at_sea(code):
    kind, value = CODES[code], CHART[code][1]
    assert hits(at_sea(kind, "2 cruiser"), value) == 1
    assert hits(at_sea(kind, "2 cruiser"), value + 1) == 0


@pytest.mark.parametrize("code", each_cell("ATT", ("CV", "TR")))
def test_carriers_and_transports_have_no_attack(code):
    kind = CODES[code]
    alone = table("japan", units={"sz36": {"japan": kind}, "sz37": {"united_kingdom": "cruiser"}}, **WAR)
    assert alone.refuses("sz36", "sz37", {kind: 1}) == "AA-CMOVE-22"
    assert at_sea(f"destroyer, {kind}", "cruiser").want.dice == 1  # only the destroyer fires


@rule("AA-UNIT-AAA-ATT")
def test_aaa_never_attacks():
    at = table("japan", units={"kiangsi": {"japan": "aaa, infantry"}, "hunan": {"china": "infantry"}})
    assert at.refuses("kiangsi", "hunan", {"aaa": 1, "infantry": 1}) == "AA-CMOVE-21"
    assert at.allows("kiangsi", "hunan", {"infantry": 1})


@pytest.mark.parametrize("code", each_cell("DEF", ARMED_LAND))
def test_defence_values_on_land(code):
    kind, value = CODES[code], CHART[code][2]
    for face, expected in ((value, 1), (value + 1, 0)):
        at = on_land("2 infantry", kind)
        assert hits(at, 6, 6) == 0
        assert hits(at, face) == expected


@pytest.mark.parametrize("code", each_cell("DEF", ("BB", "CV", "CA", "DD")))
def test_defence_values_at_sea(code):
    kind, value = CODES[code], CHART[code][2]
    for face, expected in ((value, 1), (value + 1, 0)):
        at = at_sea("2 cruiser", kind)
        assert hits(at, 6, 6) == 0
        assert hits(at, face) == expected


@rule("AA-UNIT-SS-DEF", "AA-SUBS-05")
def test_a_submarine_defends_at_1():
    for face, expected in ((1, 1), (2, 0)):
        at = at_sea("2 cruiser", "submarine")
        assert at.waits_for == "ax.strike"
        assert hits(at, face) == expected


@rule("AA-UNIT-TR-DEF", "AA-TRDEF-05")
def test_a_transport_has_no_defence():
    at = at_sea("cruiser", "2 transport")
    assert at.waits_for == "ax.noncombat_move"  # no die fell
    assert at.count("sz37", "united_kingdom") == 0
    assert at.count("sz37", "japan") == 1


@rule("AA-UNIT-AAA-DEF")
def test_aaa_has_no_defence_but_its_fire_at_aircraft():
    at = on_land("2 infantry", "infantry, aaa")
    at.dice(6, 6)
    assert at.want.dice == 1  # the infantry alone


@pytest.mark.parametrize("code", each_cell("MOVE"))
def test_the_move(code):
    kind, move = CODES[code], CHART[code][3]
    assert UNITS[kind].move == move
    if UNITS[kind].arm == "land":
        at = table("japan", "noncombat", units={"manchuria": {"japan": kind}})
        origin, ways = "manchuria", (["jehol"], ["jehol", "shantung"], ["jehol", "shantung", "kiangsu"])
    elif UNITS[kind].arm == "sea":
        at = table("japan", "noncombat", units={"sz34": {"japan": kind}}, **WAR)
        origin, ways = "sz34", (["sz33"], ["sz33", "sz32"], ["sz33", "sz32", "sz31"])
    else:
        at = table("japan", "noncombat", units={"kiangsu": {"japan": kind}}, facilities={"kiangsu": {}})
        farthest = {"iwo_jima": 4, "caroline_islands": 5, "marshall_islands": 6}
        for goal, steps in farthest.items():
            if steps <= move:
                assert at.allows("kiangsu", goal, {kind: 1})
            else:
                assert at.refuses("kiangsu", goal, {kind: 1}) == "AA-AIRMOVE-01"
        return
    for way in ways:
        if len(way) <= move:
            assert at.allows(origin, way, {kind: 1})
        else:
            assert at.refuses(origin, way, {kind: 1}) == "AA-CMOVE-11"


@rule("AA-UNIT-STRAT-MOVE", "AA-AIRMOVE-01")
def test_a_strategic_bomber_flies_no_seventh_move():
    at = table("japan", "noncombat", units={"siam": {"japan": "strategic_bomber"}})
    assert at.allows("siam", "caroline_islands", {"strategic_bomber": 1})  # 6 away
    assert at.refuses("siam", "marshall_islands", {"strategic_bomber": 1}) == "AA-AIRMOVE-01"  # 7 away


# Combined arms


@pytest.mark.parametrize(
    ("attack", "face", "expected"),
    [
        pytest.param("infantry", 2, 0, marks=rule("AA-ARMS-01")),
        pytest.param("infantry, artillery", 2, 2, marks=rule("AA-ARMS-01")),
        pytest.param("infantry, artillery", 3, 0, marks=rule("AA-ARMS-01")),
        pytest.param("mechanized_infantry", 2, 0, marks=rule("AA-ARMS-02")),
        pytest.param("mechanized_infantry, artillery", 2, 2, marks=rule("AA-ARMS-02")),
        pytest.param("infantry, mechanized_infantry, artillery", 2, 2, marks=rule("AA-ARMS-03")),
        pytest.param("5 infantry, 2 artillery", 2, 4, marks=rule("AA-ARMS-03")),
        pytest.param("tactical_bomber", 4, 0, marks=rule("AA-ARMS-06")),
        pytest.param("tactical_bomber, tank", 4, 1, marks=rule("AA-ARMS-04")),
        pytest.param("tactical_bomber, tank", 3, 2, marks=rule("AA-ARMS-04")),
        pytest.param("tactical_bomber, fighter", 4, 1, marks=rule("AA-ARMS-05")),
        pytest.param("2 tactical_bomber, fighter", 4, 1, marks=rule("AA-ARMS-06")),
        pytest.param("3 tactical_bomber, fighter, tank", 4, 2, marks=rule("AA-ARMS-06")),
    ],
)
def test_combined_arms_in_an_attack(attack, face, expected):
    at = on_land(attack, "8 infantry")
    assert hits(at, *[face] * sum(bag_of(attack).values())) == expected


@rule("AA-ARMS-05")
def test_a_tactical_bomber_with_a_fighter_at_sea():
    units = {"sz36": {"japan": "carrier fighter tactical_bomber"}, "sz37": {"united_kingdom": "3 cruiser"}}
    for bag, face, expected in (
        ({"fighter": 1, "tactical_bomber": 1}, 4, 1),
        ({"fighter": 1, "tactical_bomber": 1}, 3, 2),
        ({"tactical_bomber": 1}, 4, 0),
    ):
        at = table("japan", units=units, **WAR)
        at.answer("sz36", "sz37", bag).done()
        assert hits(at, *[face] * sum(bag.values())) == expected


@rule("AA-ARMS-08")
def test_no_support_in_defence():
    at = on_land("3 infantry", "infantry, artillery, mechanized_infantry")
    at.dice(6, 6, 6)
    assert hits(at, 3, 3, 3) == 0  # all at 2, with the artillery or without
    air = on_land("3 infantry", "tactical_bomber, tank")
    air.dice(6, 6, 6)
    assert hits(air, 4, 4) == 0  # both at 3
