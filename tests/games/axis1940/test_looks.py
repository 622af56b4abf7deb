"""What a game remembers of looks at its board is what a fresh look finds, in a war and in its twins."""

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from sandtable.core.chance import Generated
from sandtable.core.play import answer, decide, roll_on, settle
from sandtable.games import axis1940, load_game
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.landing import landing_of
from sandtable.games.axis1940.rules.combat_move import CombatMoves
from sandtable.games.axis1940.rules.mobilize import yards
from sandtable.games.axis1940.rules.noncombat import NoncombatMoves
from sandtable.games.axis1940.spaces import LONG_TRAIL, closed_to_aircraft, flights, survey
from sandtable.games.axis1940.state import THE_LAND, Board
from sandtable.games.axis1940.terrain import Skies, bases_of, new_terrain, terrain_of

KINDS = ("own", "air", "carriers", "roles", "transports", "hosts", "enemies", "hostile", "destroyers", "submarines")


def new_war() -> Board:
    game = load_game("pacific")
    state = game.start("pacific", game.complete_options({}))
    assert isinstance(state, Board)
    settle(state)
    return state


def decide_at_random(war: Board, rng: Random) -> None:
    ask = roll_on(war, Generated(rng))
    assert ask is not None
    for nation, menu in ask.menus.items():
        answer(war, nation, menu.sample(rng))


def seen(war: Board) -> list[Any]:
    """What each power sees, and what the proof of landing says for the one that moves."""
    found: list[Any] = []
    for power in war.map.order:
        whole = survey(war, power)
        found.append([getattr(whole, kind) for kind in KINDS])
        for fighting in (True, False):
            proof = landing_of(war, power, fighting, bases_of(war, power, terrain_of(war, power)), whole)
            found.append((proof.planes, proof.ships, proof.lost_now, proof.lost_if_nothing_moves, proof.roomy))
    return found


def forgetful(war: Board) -> Board:
    twin = war.clone()
    twin.__dict__["looks"] = {}
    twin.__dict__["musters"] = {}
    return twin


def test_remembered_looks_are_right_all_through_a_war() -> None:
    war, rng = new_war(), Random(3)
    for made in range(600):
        decide_at_random(war, rng)
        if made % 5 == 0:
            assert seen(war) == seen(forgetful(war))


def test_everything_remembered_is_right_at_every_decision_of_a_simulation() -> None:
    """Nothing but the trails tells what has changed, so at every question all that is kept for whoever is asked, and now
    and then for all, is compared with what a game finds that remembers nothing."""
    war, rng = new_war(), Random(7)
    longest = 0
    for made in range(800):
        ask = roll_on(war, Generated(rng))
        assert ask is not None
        fresh = forgetful(war)
        for power in war.map.order if made % 25 == 0 else ask.menus:
            assert kept_for(war, power) == kept_for(fresh, power), (made, power)
        for nation, menu in ask.menus.items():
            decide(war, nation, menu.sample(rng))
        longest = max(longest, len(war.trail))
    assert LONG_TRAIL < longest < 2 * LONG_TRAIL, "it is long enough to be given up, and is"


def kept_for(war: Board, power: str) -> list[Any]:
    """All that a game remembers of its board for a power: what it sees, the land, aims, landing, units with a way."""
    whole, land = survey(war, power), terrain_of(war, power)
    found: list[Any] = [getattr(whole, kind) for kind in KINDS]
    found += [getattr(land, fact) for fact in ("status", "grounds", "skies", "harbours", "foreign", "to_ground")]
    found += [yards(war, power), bases_of(war, power, land).facilities]
    for fighting, moves in ((True, CombatMoves), (False, NoncombatMoves)):
        proof = landing_of(war, power, fighting, bases_of(war, power, land), whole)
        found += [proof.planes, proof.ships, proof.lost_now, proof.lost_if_nothing_moves, proof.roomy]
        menu = moves(power=power)
        menu.__dict__["game"] = war
        chart = menu.chart
        found += [chart.aims.engaged, chart.aims.prey, chart.aims.shores, chart.aims.rendezvous, chart.piers]
        found += [menu.movable(space) for space in whole.own]
        for rarely in (True, False):
            found += [menu.look_for_hope(space, menu.hopes(rarely), rarely)[1] for space in whole.own]
    return found


def test_what_is_arranged_by_hand_is_seen_at_once() -> None:
    changes: list[Callable[[Board], None]] = [
        lambda war: war.stand("sz1", (Stack("japan", "destroyer", 2),)),
        lambda war: war.set_control("midway", "japan"),
        lambda war: war.hold("guam", "japan"),
        lambda war: war.note_holders(),
        lambda war: war.set_stance("tsagaan_olom", "allies"),
        lambda war: war.set_stance("tsagaan_olom", ""),
        lambda war: war.set_enemies("japan", (*war.wars["japan"], "anzac")),
        lambda war: war.set_facility("malaya", "minor_ic", 0),
        lambda war: war.drop_facility("malaya", "minor_ic"),
    ]
    war, rng = new_war(), Random(8)
    decide_at_random(war, rng)
    for change in changes:
        seen(war)
        change(war)
        assert seen(war) == seen(forgetful(war))


def test_a_look_stays_as_it_was() -> None:
    """A twin may be looking at it in another thread."""
    war, rng = new_war(), Random(9)
    for _ in range(20):
        looks = {power: survey(war, power) for power in war.map.order}
        before = [[getattr(look, kind) for kind in KINDS] for look in looks.values()]
        stacks = [list(look.stacks) for look in looks.values()]
        for _ in range(10):
            decide_at_random(war, rng)
            seen(war)
        assert [[getattr(look, kind) for kind in KINDS] for look in looks.values()] == before
        assert [look.stacks for look in looks.values()] == stacks


def test_nobody_changes_units_or_the_land_but_by_the_board() -> None:
    """In the rules, the bots, the tests and the figures: whatever writes there past the board is not seen."""
    fields, changes = {"units", *THE_LAND}, {"update", "pop", "popitem", "clear", "setdefault"}
    games, tests = Path(axis1940.__file__).parents[1], Path(__file__).parents[2]
    folders = (
        games / "axis1940",
        games.parent / "bots",
        tests / "games/axis1940",
        tests / "bots",
        tests.parent / "bench",
    )
    board = games / "axis1940/state.py"
    for file in sorted(file for folder in folders for file in folder.rglob("*.py") if file != board):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) if name in fields:
                    owner = node.value
                case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()) if name in fields:
                    owner = node.value.value
                case ast.Attribute(value=ast.Attribute(attr=name), attr=change) if name in fields and change in changes:
                    owner = node.value.value
                case _:
                    continue
            assert ast.unparse(owner) == "self", f"{file.name}, line {node.lineno}"


def test_twins_do_not_see_each_other() -> None:
    war, rng = new_war(), Random(4)
    for _ in range(40):
        for _ in range(5):
            decide_at_random(war, rng)
        twin = war.clone()
        before = seen(war)
        for _ in range(8):
            decide_at_random(twin, rng)
        assert seen(twin) == seen(forgetful(twin))
        assert seen(war) == before


def test_the_nearest_landing_place_is_as_far_as_the_shortest_flight_to_one() -> None:
    war, rng = new_war(), Random(5)
    for _ in range(30):
        for _ in range(20):
            decide_at_random(war, rng)
        for power in war.map.order:
            land = terrain_of(war, power)
            for space in war.map.spaces:
                flights = [land.ways(space)[ground] for ground in land.grounds if ground in land.ways(space)]
                assert land.to_ground[space] == min(flights, default=99)


def test_a_terrain_that_follows_from_the_one_before_is_what_a_fresh_look_finds() -> None:
    war, rng = new_war(), Random(6)
    for made in range(500):
        decide_at_random(war, rng)
        if made % 5 == 0:
            for power in war.map.order:
                known, fresh = terrain_of(war, power), new_terrain(war, power)
                for fact in ("status", "grounds", "is_ground", "skies", "harbours", "foreign", "to_ground"):
                    assert getattr(known, fact) == getattr(fresh, fact), (power, fact)


def test_flights_that_are_found_only_as_far_as_needed_are_those_of_a_whole_look() -> None:
    war = new_war()
    shut = closed_to_aircraft(war, "united_states")
    air = Skies("pacific", shut)
    for space in ("philippines", "sz6", "szechwan", "queensland"):
        whole = list(flights("pacific", shut, space).items())
        near = air.ways(space, 3)
        for reach in (3, 2, 5, 99):
            ways = list(air.ways(space, reach).items())
            assert ways == whole[: len(ways)]
            assert all(steps > reach for _, steps in whole[len(ways) :])
        assert list(near.items()) == [(spot, steps) for spot, steps in whole if steps <= 3], "what was handed out stays"
