"""Declarations of war, for reasons: what could be won at once, and who is at war already."""

from sandtable.bots.pacific.attack import Offensive
from sandtable.bots.pacific.defence import keep_at_home
from sandtable.bots.pacific.odds import Budget
from sandtable.bots.pacific.outlook import Outlook
from sandtable.games.axis1940.rules.politics import make_war
from sandtable.games.axis1940.state import Board

READY = {1: 200.0, 2: 120.0}
"""What a surprise attack must promise in the first rounds, in IPCs; later war comes anyway."""
PATIENCE = 4
"""The round in which the Allies do not wait any longer."""


def declare(outlook: Outlook, options: tuple[str, ...], budget: Budget) -> tuple[str, ...]:
    """On whom to declare war now."""
    game, power = outlook.game, outlook.power
    facts = outlook.map.facts
    if power == facts.aggressor:
        if any(other in game.wars[power] for other in ("united_kingdom", "united_states")):
            return options  # the war has begun: strike first
        gain = promise(game, power, options, budget) - promise(game, power, (), budget)
        return options if gain >= READY.get(game.round, 0.0) else ()
    if facts.aggressor not in options:
        return ()
    allied = any(facts.aggressor in game.wars[other] for other in outlook.friends if other != facts.china)
    if allied or power == facts.neutral_power or game.round >= PATIENCE:
        return (facts.aggressor,)
    return (facts.aggressor,) if promise(game, power, (facts.aggressor,), budget) > 45.0 else ()


def promise(game: Board, power: str, on: tuple[str, ...], budget: Budget) -> float:
    """What the attacks of this turn would gain if war were declared."""
    board = game.clone()
    for other in on:
        make_war(board, power, other)
    outlook = Outlook(board, power)
    plan = Offensive(outlook, keep_at_home(outlook), budget)
    plan.plan()
    return sum(attack.gain for attack in plan.made)
