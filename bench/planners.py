"""Figures of the planner of Pacific 1940: ten rounds of five planners against each other, in seconds of one core."""

from random import Random
from time import process_time

from sandtable.bots import bot_named
from sandtable.core.chance import Generated
from sandtable.core.play import decide, roll_on
from sandtable.core.views import Question
from sandtable.games import load_game

ROUNDS = 10
GOAL = 60.0
TURN_GOAL = 10.0


def main() -> None:
    game, bot, rng = load_game("pacific"), bot_named("pacific", "planner"), Random(1)
    state, dice = game.start("pacific", game.complete_options({"round_limit": ROUNDS})), Generated(rng)
    turns: dict[tuple[int, str], float] = {}
    began = process_time()
    while (ask := roll_on(state, dice)) is not None:
        for nation, menu in ask.menus.items():
            asked = process_time()
            choice = bot.choose(game.view(state, (nation,)), Question(nation, menu), rng)
            turn = (state.round, state.acting)  # type: ignore[attr-defined]
            turns[turn] = turns.get(turn, 0.0) + process_time() - asked
            decide(state, nation, choice)
    took, slowest = process_time() - began, max(turns.values())
    print(f"  ten rounds of five planners {took:10.1f} s   goal {GOAL:g} s: {'met' if took <= GOAL else 'MISSED'}")
    met = "met" if slowest <= TURN_GOAL else "MISSED"
    print(f"  the slowest of {len(turns)} turns    {slowest:10.1f} s   goal {TURN_GOAL:g} s: {met}")


if __name__ == "__main__":
    main()
