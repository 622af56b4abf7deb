"""Figures of War Room alone: a view and the order doctor in Global War, the odds of a big battle and the best stances
for it, and a round of seven planners. Times are the best of many; of the rounds of a war it is the longest.
"""

from random import Random
from time import perf_counter
from typing import Any

from bench.engine import best, report
from sandtable.bots import bot_named
from sandtable.core.chance import Generated
from sandtable.core.play import decide, roll_on, settle
from sandtable.games.warroom import GAME, odds, odds_lanes
from sandtable.games.warroom.doctor import diagnose
from sandtable.games.warroom.odds_stances import best_stances
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.state import Orders, WarRoom

ATTACK = "8 infantry 5 artillery 4 armor 3 fighter 1 bomber"
DEFENCE = "8 infantry 5 artillery 4 armor 2 fighter 1 bomber"
STANCES = (
    "4 infantry offense, infantry defense, 2 artillery ground, artillery anti-air, 2 armor defense, armor offense",
    "4 infantry offense, infantry defense, artillery ground, 2 armor offense, armor defense, 1 fighter ground",
)
ROUNDS = 12


def forget() -> None:
    """Nothing that was worked out before may help."""
    for known in (odds.spread, odds.toll, odds_lanes.kernel, odds_lanes.lines):
        known.cache_clear()


def big_battle() -> Any:
    forget()
    return odds.battle_odds(ATTACK, DEFENCE, stances=STANCES)


def both_best() -> Any:
    forget()
    return best_stances(ATTACK, DEFENCE)


def nine_orders(game: WarRoom) -> Orders:
    """Nine orders of Germany, each to the last place within reach."""
    return tuple((command.key, in_reach(game, command)[-1]) for command in game.stacks_of("germany")[:9])


def seven_planners(seed: int) -> float:
    """The longest of the first rounds of a Global War, in seconds."""
    rng = Random(seed)
    game, dice, planner = (
        GAME.start("global", GAME.complete_options({})),
        Generated(rng),
        bot_named("warroom", "planner"),
    )
    longest, last, began = 0.0, 1, perf_counter()
    while game.round <= ROUNDS and (ask := roll_on(game, dice)) is not None:
        if game.round != last:
            longest, last, began = max(longest, perf_counter() - began), game.round, perf_counter()
        for nation in ask.menus:
            view = GAME.view(game, (nation,))
            question = next(one for one in view.waiting.questions if one.nation == nation)
            decide(game, nation, planner.choose(view, question, rng))
    return longest


def main() -> None:
    game: WarRoom = GAME.start("global", GAME.complete_options({}))
    settle(game)
    report("warroom: a view in Global War", best(lambda: GAME.view(game, ("germany",))), "µs", 1000)
    orders = nine_orders(game)
    report("warroom: order doctor, nine orders", best(lambda: diagnose(game, "germany", orders), 30) / 1000, "ms", 200)
    report("warroom: odds of 17 + 4 against 17 + 3", best(big_battle, 20) / 1000, "ms", 150)
    report("warroom: best stances of that battle", best(both_best, 3) / 1000, "ms")
    report("warroom: longest round of seven planners", max(seven_planners(seed) for seed in range(3)), "s", 60)


if __name__ == "__main__":
    main()
