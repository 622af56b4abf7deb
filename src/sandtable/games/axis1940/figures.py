"""What can be drawn as a graph over a war of the 1940 family."""

from sandtable.core.versions import Figures
from sandtable.games.axis1940.kinds import COST
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.rules.victory import cities_of
from sandtable.games.axis1940.state import Board


def figures(game: Board) -> Figures:
    """Production, the price of all units, and victory cities."""
    worth = dict.fromkeys(game.map.order, 0.0)
    for space in sorted(game.units):
        for stack in game.units[space]:
            for owner, kind in ((stack.owner, stack.kind), *((unit.owner, unit.kind) for unit in stack.cargo)):
                if owner in worth:
                    worth[owner] += COST[kind] * stack.n
    return {
        "Production (IPCs)": {power: float(production(game, power)) for power in game.map.order},
        "Units (IPCs)": worth,
        "Victory cities": {side: float(cities_of(game, side)) for side in ("axis", "allies")},
    }
