"""Moves at random are guessed first and judged then: no legal way may be beyond what can come to mind."""

from random import Random

from sandtable.core.chance import Generated
from sandtable.core.play import decide, roll_on, settle
from sandtable.games import load_game
from sandtable.games.axis1940.data import ARM, TAKERS
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.guesses import marches, marches_to_attack
from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.movement import MoveMenu
from sandtable.games.axis1940.rules.combat_move import CombatMoves
from sandtable.games.axis1940.ways import STAY, Way


def legal_ways(menu: MoveMenu, origin: str, stack: Stack) -> list[Way]:
    return [way for way in menu.possible_ways(origin, [stack]) if menu.why_not_go(origin, way, stack) is None]


def comes_to_mind_in_combat(menu: MoveMenu, origin: str, stack: Stack, way: Way) -> bool:
    chart = menu.chart
    aims = chart.aims
    goal = origin if way == STAY else way[-1]
    if ARM[stack.kind] == "land":
        return way in marches_to_attack(chart, origin, stack)
    if chart.may_escape(origin):
        return True
    if ARM[stack.kind] == "air":
        return goal in aims.prey
    if stack.kind == "transport":
        lands = goal in chart.terrain.foreign_shores and can_bring_somebody(menu, origin, way, stack)
        return lands or goal in aims.engaged
    return goal in (aims.engaged if stack.kind == "carrier" else aims.rendezvous)


def can_bring_somebody(menu: MoveMenu, origin: str, way: Way, stack: Stack) -> bool:
    """Whether a transport has somebody to land aboard, or passes a zone where it can fetch somebody."""
    aboard = any(item.kind in TAKERS and item.owner == menu.power for item in stack.cargo)
    return aboard or not menu.chart.piers.isdisjoint((origin, *way))


def comes_to_mind_in_peace(menu: MoveMenu, origin: str, stack: Stack, way: Way) -> bool:
    chart = menu.chart
    if ARM[stack.kind] == "air":
        reach = stack.left if stack.left >= 0 else reach_of(chart.game, chart.power, origin, stack.kind)
        return way[0] in chart.terrain.skies.spaces_within(origin, reach)[1:]
    if ARM[stack.kind] == "land":
        return way[0] in marches(chart, origin)
    return way == STAY or way[-1] != origin or stack.kind == "transport"


def test_every_legal_way_of_a_war_can_come_to_mind() -> None:
    game, rng = load_game("pacific"), Random(11)
    war = game.start("pacific", game.complete_options({}))
    settle(war)
    looked_at = {True: 0, False: 0}
    for made in range(900):
        ask = roll_on(war, Generated(rng))
        assert ask is not None
        ((power, menu),) = ask.menus.items()
        if isinstance(menu, MoveMenu) and made % 6 == 0:
            fighting = isinstance(menu, CombatMoves)
            check = comes_to_mind_in_combat if fighting else comes_to_mind_in_peace
            hopes = menu.hopes(True)
            for origin in rng.sample(menu.chart.whole.own, min(6, len(menu.chart.whole.own))):
                for stack in menu.movable(origin):
                    ways = legal_ways(menu, origin, stack)
                    hopeful = menu.look_for_hope(origin, hopes, True)[1]
                    assert not ways or stack in hopeful, (power, origin, stack.kind, ways)
                    for way in ways:
                        assert check(menu, origin, stack, way), (power, origin, stack.kind, way)
                        looked_at[fighting] += 1
        decide(war, power, menu.sample(rng))
    assert min(looked_at.values()) > 100


def test_only_an_answer_that_was_proven_is_taken_without_a_proof() -> None:
    game, rng = load_game("pacific"), Random(12)
    war = game.start("pacific", game.complete_options({}))
    settle(war)
    looked_at = 0
    for _ in range(120):
        ask = roll_on(war, Generated(rng))
        assert ask is not None
        ((power, menu),) = ask.menus.items()
        if isinstance(menu, MoveMenu):
            for nothing in (None, (), [], ("nowhere",), ("done", "done")):
                assert menu.why_not(menu.read(nothing)) is not None
            sampled = menu.sample(rng)
            again = type(menu)(power=power, rule=menu.rule)
            again.__dict__["game"] = war
            assert again.why_not(again.read(sampled)) is None, "a menu that knows nothing of it finds it legal too"
            assert menu.read(sampled) == sampled
            assert menu.why_not(sampled) is None
            looked_at += 1
            decide(war, power, sampled)
        else:
            decide(war, power, menu.sample(rng))
    assert looked_at > 30
