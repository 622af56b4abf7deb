"""Battle odds: equal to enumeration through the real rules, to playouts of them, and to battles worked out on paper."""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod, sqrt
from random import Random

import pytest

from sandtable.core import play
from sandtable.core.state import encode
from sandtable.core.steps import Roll
from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.aiming import best_target, would_sink
from sandtable.games.warroom.battleboard import dive, hit, targets
from sandtable.games.warroom.data import COLOURS, DIE, OTHER
from sandtable.games.warroom.odds import Exposed, battle_odds, kinds_in, plot, report, units_left
from sandtable.games.warroom.odds_lanes import ranks_of, worth
from sandtable.games.warroom.odds_units import placed, read_force, totals
from sandtable.games.warroom.rules.phase4_battle import MISS, TAKE, escorts, target_name
from sandtable.games.warroom.state import Battle, Row
from tests.games.warroom.wars import War

FACE_OF = {colour: DIE.index(colour) + 1 for colour in COLOURS}
CHANCE = {colour: DIE.count(colour) / len(DIE) for colour in COLOURS}
LETTER = {"Y": "yellow", "B": "blue", "G": "green", "R": "red", "K": "black", "W": "white"}
LAND_FORCES = [
    ("2 infantry offense", "1 infantry defense"),
    ("1 infantry offense 1 artillery ground", "2 infantry defense"),
    ("1 armor defense 1 infantry defense", "1 infantry offense 1 artillery anti-air"),
    ("1 artillery ground 1 fighter air", "1 infantry offense 1 bomber ground"),
    ("1 infantry defense 1 fighter ground", "1 artillery anti-air 1 infantry defense"),
]
SEA_FORCES = [
    ("1 submarine", "1 cruiser offense"),
    ("1 cruiser escort 1 battleship anti-air", "1 carrier anti-air 1 submarine"),
    ("1 submarine 1 fighter surface", "1 cruiser escort 1 carrier anti-air"),
]


def commands(nation, words, region, first):
    """Commands of a nation for a force in words: one for each Category."""
    found, names = {}, {"infantry": "INF", "artillery": "ART", "armor": "ARM", "fighter": "FTR", "bomber": "BMR"}
    names |= {"submarine": "SUB", "cruiser": "CRU", "carrier": "CV", "battleship": "BB"}
    numbers = {"land": first[0], "air": first[1], "naval": first[2]}
    for kind, count in totals(read_force(words)).items():
        category = (
            "land"
            if kind in ("infantry", "artillery", "armor")
            else "naval"
            if kind in names and kind not in ("fighter", "bomber")
            else "air"
        )
        key = f"{nation}_{numbers[category]}"
        found[key] = f"{found.get(key, region)} {count} {names[kind]}"
    return found


def war_of(attackers, defenders):
    """Germany attacks the Soviet Union in R7, or the British Commonwealth in A-19, on a map that is empty otherwise."""
    war = War("global").empty().order("germany")
    at_sea = any(word in attackers + defenders for word in ("sub", "cru", "car", "batt"))
    enemy, region = ("british", "A-19") if at_sea else ("soviet", "R7")
    war.stock(germany=(9, 9, 9), **{enemy: (9, 9, 9)})
    war.put(**commands("germany", attackers, region, (22, 11, 1)), **commands(enemy, defenders, region, (21, 11, 1)))
    for territory in war.game.map.ports.get(region, ()):
        war.game.bombs[territory] = 1  # nobody has Port Advantage
    war.fighting(region)
    return war, enemy, region


def reply(game, want, stances):
    """Stances as given, hits where the odds aim them, escorts for hits that would sink, and defaults."""
    nation, menu = next(iter(want.menus.items()))
    battle = game.battle
    if want.what == "wr.4.stances":
        said = []
        for part in menu.parts:
            said.append(
                tuple(
                    (name, stances[nation][tuple(name.split("/")[:2])])
                    for name in part.menu.limits
                    if tuple(name.split("/")[:2]) in stances[nation]
                )
            )
        return nation, tuple(said)
    if want.what == "wr.4.assign":
        step = game.steps[-1]
        aim = best_target(battle, OTHER[step.side], step.stage, step.colours)
        return nation, MISS if aim is None else target_name(battle, aim)
    if want.what == "wr.4.escort":
        at, _, _ = game.steps[-1].target
        row = battle.rows[at]
        return nation, next(iter(escorts(battle, row.side))) if would_sink(battle, row) else TAKE
    return nation, menu.default


def run(game, stances):
    """Go on until dice are wanted or the battle is over."""
    while (want := play.pending(game)) is not None and not isinstance(want, Roll):
        nation, answer = reply(game, want, stances)
        play.answer(game, nation, answer)
    return want


def throws(dice):
    """All results of so many dice by colour, with their chances."""
    for colours in combinations_with_replacement(COLOURS, dice):
        ways = factorial(dice)
        for colour in COLOURS:
            ways //= factorial(colours.count(colour))
        yield colours, ways * prod(CHANCE[colour] for colour in colours)


def units(game, nation, region):
    found = {}
    for command in game.here(region):
        if command.nation == nation:
            for kind, count in command.counts().items():
                found[kind] = found.get(kind, 0) + count
    return tuple(sorted(found.items()))


def enumerated(attackers, defenders):
    """The chance of all that can be left of both sides, by the real rules, die by die."""
    war, enemy, region = war_of(attackers, defenders)
    mine, theirs = read_force(attackers), read_force(defenders)
    stances = {"germany": mine, enemy: theirs}
    left, masses, games = {}, {encode(war.game): 1.0}, {encode(war.game): war.game}
    while games:
        onward, states = {}, {}
        for key, game in games.items():
            want = run(game, stances)
            if want is None or want.what != "wr.4.batch":
                end = units(game, "germany", region), units(game, enemy, region)
                left[end] = left.get(end, 0.0) + masses[key]
                continue
            for colours, chance in throws(want.dice):
                twin = game.clone()
                play.roll(twin, tuple(FACE_OF[colour] for colour in colours))
                run(twin, stances)
                twin.news = []
                there = encode(twin)
                states[there] = twin
                onward[there] = onward.get(there, 0.0) + masses[key] * chance
        games, masses = states, onward
    return left


def listed(odds):
    """The same from the odds: the two halves of a battle are independent, but for aircraft and what they fire at."""
    found = {}
    for side in (odds.attacker, odds.defender):
        one = {}
        for air, chance in side.air:
            for others, share in side.surface:
                kinds = (*zip(side.air_kinds, air, strict=True), *zip(side.surface_kinds, others, strict=True))
                left = tuple(sorted((kind, n) for kind, n in kinds if n))
                one[left] = one.get(left, 0.0) + chance * share
        found[side is odds.attacker] = one
    return found[True], found[False]


@pytest.mark.parametrize(("attackers", "defenders"), LAND_FORCES + SEA_FORCES)
@pytest.mark.rule("WR-SURF-09", "WR-ESC-01", "WR-SUB-02", "WR-BATT-17", "WR-AIR-08")
def test_equal_to_all_dice_rolled_through_the_real_rules(attackers, defenders):
    ends = enumerated(attackers, defenders)
    odds = battle_odds(attackers, defenders)
    assert sum(ends.values()) == pytest.approx(1.0)
    for at, mine in enumerate(listed(odds)):
        real = {}
        for end, chance in ends.items():
            real[end[at]] = real.get(end[at], 0.0) + chance
        assert {left: chance for left, chance in mine.items() if chance > 1e-15} == pytest.approx(real, abs=1e-12)


def board(words, kind):
    """The rows of a force on a battle board, as the Axis side."""
    force = read_force(words)
    rows = tuple(Row("axis", unit, stance, (("germany", unit, count),)) for (unit, stance), count in force.items())
    return Battle("A-19" if kind == "sea" else "R7", kind, ("germany",), rows=rows, defended=True)


@cache
def aimed(battle, stage, colours):
    return best_target(battle, "axis", stage, colours)


def suffer(battle, stage, colours):
    """A batch against the Axis, on the board alone."""
    colours = tuple(sorted(colours, key=COLOURS.index))
    for at in range(len(colours)):
        plain = colours[at] not in ("black", "white")
        aim = aimed(battle, stage, colours[at : at + 1] if plain else colours[at:])
        if not targets(battle, "axis", stage, colours[at]) or aim is None:
            continue
        row = battle.rows[aim[0]]
        guards = list(escorts(battle, "axis").values())
        if row.kind in ("carrier", "battleship") and would_sink(battle, row) and guards:
            aim = guards[0]
        battle, _ = hit(battle, aim)
    return dive(battle, "axis")[0]


@pytest.mark.parametrize(
    ("board_kind", "words", "dice"),
    [
        ("land", "2 infantry offense 1 infantry defense 1 artillery ground 1 armor offense 1 armor defense", 11),
        ("land", "1 infantry defense 2 artillery anti-air 2 armor defense", 11),
        ("sea", "2 submarine dive 1 cruiser escort 1 cruiser offense 1 carrier anti-air 1 battleship offense", 11),
    ],
)
@pytest.mark.rule("WR-SURF-04", "WR-SURF-06", "WR-SUB-05", "WR-ESC-08")
def test_equal_to_whole_batches_put_on_the_board(board_kind, words, dice):
    """10 dice and then some more, every throw of them, moved through the boxes of the board one by one."""
    masses = {board(words, board_kind): 1.0}
    for batch in (10, dice - 10):
        onward = {}
        for battle, mass in masses.items():
            for colours, chance in throws(batch):
                end = suffer(battle, "surface", colours)
                onward[end] = onward.get(end, 0.0) + mass * chance
        masses = onward
    brute = {}
    for battle, mass in masses.items():
        left = {}
        for row in battle.rows:
            left[row.kind] = left.get(row.kind, 0) + row.standing + sum(n for _, n in row.escaped)
        key = tuple(sorted(left.items()))
        brute[key] = brute.get(key, 0.0) + mass
    ranks = tuple(ranks_of(read_force(words), board_kind, "surface"))
    units = Exposed(ranks, "surface", True, ((1.0, dice),))
    mine = {tuple(sorted(zip(kinds_in(units), left, strict=True))): chance for left, chance in units_left(units, True)}
    assert {key: chance for key, chance in mine.items() if chance > 1e-15} == pytest.approx(brute, abs=1e-12)


PLAYOUTS = [
    (
        "6 infantry offense 3 artillery ground 3 armor offense 2 fighter air 1 bomber ground",
        "4 infantry defense 2 infantry offense 2 artillery anti-air 1 armor defense 2 fighter ground",
    ),
    (
        "3 submarine dive 2 cruiser escort 1 carrier offense 1 battleship anti-air 2 fighter air",
        "2 submarine dive 1 cruiser offense 1 cruiser escort 2 battleship offense 1 fighter surface",
    ),
]
NORMAL_999 = 3.2905  # two-sided 99.9 % of a normal distribution


def played_out(attackers, defenders, games, seed):
    """So many battles by the real rules: units left of both sides, battle by battle."""
    war, enemy, region = war_of(attackers, defenders)
    stances = {"germany": read_force(attackers), enemy: read_force(defenders)}
    rng, found = Random(seed), []
    for _ in range(games):
        game = war.game.clone()
        while (want := run(game, stances)) is not None and want.what == "wr.4.batch":
            play.roll(game, tuple(rng.randint(1, 12) for _ in range(want.dice)))
        found.append((dict(units(game, "germany", region)), dict(units(game, enemy, region))))
    return found


@pytest.mark.parametrize(("attackers", "defenders"), PLAYOUTS)
def test_within_the_interval_of_playouts_of_the_real_rules(attackers, defenders):
    """Means of units left lie within 99.9 % intervals; a bigger run is recorded in docs/odds.md."""
    games = 300
    odds = battle_odds(attackers, defenders)
    ends = played_out(attackers, defenders, games, seed=7)
    for at, side in enumerate((odds.attacker, odds.defender)):
        for kind, mean in side.mean_left().items():
            counts = [end[at].get(kind, 0) for end in ends]
            average = sum(counts) / games
            spread = sqrt(max(sum((n - average) ** 2 for n in counts) / (games - 1), 0.25) / games)
            assert abs(average - mean) <= NORMAL_999 * spread, (kind, average, mean)


# On paper


@pytest.mark.rule("WR-SURF-10", "WR-SURF-16")
def test_one_infantry_in_offense_against_one_in_defense():
    """2 dice against 1 Infantry in defense: it falls to YY, to Y with K or W, to KK and KW. 1 die against one in offense:
    it falls to Y and K."""
    odds = battle_odds("1 infantry offense", "1 infantry defense")
    falls = (16 + 2 * 4 + 2 * 4 + 1 + 2) / 144
    assert odds.defender.gone == pytest.approx(falls)
    assert odds.attacker.gone == pytest.approx(5 / 12)
    assert odds.win == odds.capture == pytest.approx(falls * 7 / 12)
    assert odds.win + odds.loss + odds.both_left + odds.none_left == pytest.approx(1.0)


@pytest.mark.rule("WR-BATT-14", "WR-BATT-17")
def test_force_advantage_makes_black_and_white_miss():
    odds = battle_odds("1 infantry defense", "1 infantry offense 1 artillery ground")
    assert odds.force_advantage == "defender"
    one_die = battle_odds("1 infantry defense", "1 infantry offense")
    assert one_die.defender.gone == pytest.approx(5 / 12)
    left = dict(odds.defender.surface)
    assert left[0, 1] == pytest.approx(4 / 12)  # Y alone takes the Infantry
    assert left[1, 1] == pytest.approx(8 / 12)


@pytest.mark.rule("WR-BATT-22", "WR-BATT-23", "WR-DEBR-04")
def test_port_advantage_adds_two_dice_and_free_repairs():
    bare = battle_odds("2 cruiser offense", "2 cruiser offense")
    port = battle_odds("2 cruiser offense", "2 cruiser offense", ports=("attacker",))
    assert (bare.attacker.surface_dice, port.attacker.surface_dice) == (6, 8)
    assert port.attacker.repairs == 0.0 < bare.attacker.repairs


@pytest.mark.rule("WR-DEBR-05")
def test_what_is_not_repaired_is_lost():
    repaired = battle_odds("3 artillery ground", "3 artillery ground")
    given_up = battle_odds("3 artillery ground", "3 artillery ground", repair=("defender",))
    lost = repaired.attacker.resources + 3 * repaired.attacker.repairs
    assert given_up.attacker.resources == pytest.approx(lost)
    assert given_up.attacker.repairs == 0.0


@pytest.mark.rule("WR-SURF-03", "WR-AIR-03", "WR-OPT-03")
def test_thirty_dice_at_most_and_fewer_with_the_batch_cap():
    big = battle_odds("20 infantry offense", "8 infantry 4 artillery 4 armor")
    assert big.attacker.surface_dice == 30
    assert (
        battle_odds("20 infantry offense", "8 infantry 4 artillery 4 armor", batch_cap=True).attacker.surface_dice == 10
    )
    assert battle_odds("20 infantry offense", "8 infantry 4 artillery", batch_cap=True).attacker.surface_dice == 20


def test_one_more_unit_never_helps_the_enemy():
    words = "4 infantry defense 2 artillery ground 1 armor offense"
    before = battle_odds("5 infantry offense 2 artillery ground 2 armor offense", words)
    after = battle_odds("5 infantry offense 2 artillery ground 3 armor offense", words)
    assert after.defender.gone >= before.defender.gone
    assert after.defender.resources >= before.defender.resources


def test_no_other_aim_of_a_black_result_destroys_more_in_its_batch():
    """The plan for black and white against the best of all plans, batch by batch on a small board."""
    start = board("2 infantry defense 1 artillery ground 1 armor defense", "land")

    def lost(battle):
        return sum(worth(kind) * n for row in battle.rows for _, kind, n in row.lost)

    def best(battle, colours):
        if not colours:
            return lost(battle)
        aims = targets(battle, "axis", "surface", colours[0])
        if not aims:
            return best(battle, colours[1:])
        return max(best(hit(battle, aim)[0], colours[1:]) for aim in aims)

    for colours, _ in throws(4):
        battle = suffer(start, "surface", colours)
        assert lost(battle) == pytest.approx(best(start, colours)), colours


# Words


@pytest.mark.parametrize(
    ("attackers", "defenders", "options", "sentence"),
    [
        ("3 tigers", "1 inf", {}, "'tigers' is no unit and no stance"),
        ("", "1 inf", {}, "there is no attacker"),
        ("1 inf", "", {}, "there is no defender"),
        ("2", "1 inf", {}, "there is no unit after '2'"),
        ("2 3 inf", "1 inf", {}, "'2 3' names no unit"),
        ("2 inf", "1 battleship", {}, "never meet on one battle board [WR-BATT-02]"),
        ("2 inf escort", "1 inf", {}, "infantry have no stance 'escort' on the land board; it is"),
        ("2 inf", "1 inf", {"board": "air"}, "the board is land or sea, not 'air'"),
        ("2 inf", "1 inf", {"board": "sea"}, "infantry do not fight on the sea board [WR-BATT-03]"),
        ("2 inf", "1 inf", {"stances": ("3 inf offense",)}, "3 infantry cannot take a stance: 2 are there"),
        ("2 inf", "1 inf", {"stances": ("inf",)}, "name a stance after 'infantry'"),
        ("2 inf", "1 inf", {"ports": ("axis",)}, "a side is attacker or defender, not 'axis'"),
        ("500 inf", "1 inf", {}, "more than 120 units on a side"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(attackers, defenders, options, sentence):
    with pytest.raises(BadInput) as refused:
        battle_odds(attackers, defenders, **options)
    assert sentence in str(refused.value)


def test_forces_and_stances_in_words():
    force = read_force("8 inf, 2 armour + 3x ftr & carrier fighters")
    assert force == {("infantry", ""): 8, ("armor", ""): 2, ("fighter", ""): 3, ("carrier_fighter", ""): 1}
    stances = "2 infantry offence, artillery anti-air"
    mine = placed(read_force("3 inf 2 art 1 arm defense"), "land", True, {}, stances)
    assert mine == {
        ("infantry", "offense"): 3,
        ("artillery", "anti_air"): 2,
        ("armor", "defense"): 1,
    }


def test_report_and_picture_say_the_same_as_the_numbers():
    odds = battle_odds("3 infantry 1 armor", "2 infantry 1 artillery")
    text = report(odds)
    assert f"{100 * odds.win:.2f} %" in text
    assert text.endswith("Exact.\n")
    assert plot(odds).startswith("<svg")
    assert sum(odds.attacker.left().values()) == pytest.approx(1.0)
