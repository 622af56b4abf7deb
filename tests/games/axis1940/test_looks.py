"""What a game remembers of looks at its board is what a fresh look finds, in a war and in its twins."""

from random import Random
from typing import Any

from sandtable.core.chance import Generated
from sandtable.core.play import answer, roll_on, settle
from sandtable.games import load_game
from sandtable.games.axis1940.landing import landing_of
from sandtable.games.axis1940.spaces import closed_to_aircraft, flights, survey
from sandtable.games.axis1940.state import Board
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
