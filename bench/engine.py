"""Figures of the engine: random play, clones, views, questions, the journal, and the import of the core.

A decision is one answer of one nation; the dice between decisions are part of the time. Times are the best of many,
since other programs can only make them longer.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from sandtable.bots.arena import rare_collections, run_matches
from sandtable.core.chance import Generated
from sandtable.core.play import answer, decide, pending, roll, roll_on, settle
from sandtable.core.state import State
from sandtable.core.steps import Ask
from sandtable.core.table import Table, new_setup, replay
from sandtable.core.versions import Game
from sandtable.games import load_game

GOALS = {
    ("echoes", "random decisions/s"): 50_000,
    ("pacific", "random decisions/s"): 10_000,
    ("warroom", "random decisions/s"): 10_000,
}
SECRET = bytes(32)


def best(call: Callable[[], Any], repeats: int = 300) -> float:
    """The shortest time of a call, in microseconds."""
    shortest = float("inf")
    for _ in range(repeats):
        began = perf_counter()
        call()
        shortest = min(shortest, perf_counter() - began)
    return shortest * 1e6


def new_state(game: Game) -> State:
    scenario = next(iter(game.scenarios))
    state = game.start(scenario, game.complete_options({}))
    settle(state)
    return state


def random_play(game: Game, rng: Random, decisions: int) -> float:
    """Seconds for so many random decisions, with all their dice; a war that ends is followed by another."""
    state, dice, left = new_state(game), Generated(rng), decisions
    with rare_collections():
        began = perf_counter()
        while left > 0:
            ask = roll_on(state, dice)
            if ask is None:
                state = new_state(game)
                continue
            for nation, menu in ask.menus.items():
                decide(state, nation, menu.sample(rng))
            left -= len(ask.menus)
        return perf_counter() - began


def in_mid_game(game: Game, decisions: int) -> State:
    """A position some way into a random war, in which somebody is asked."""
    rng = Random(5)
    state = new_state(game)
    for _ in range(decisions * 50):
        want = pending(state)
        if want is None:
            state = new_state(game)
        elif isinstance(want, Ask):
            decisions -= 1
            if decisions <= 0:
                return state
            nation = next(nation for nation in want.menus if nation not in state.sealed)
            answer(state, nation, want.menus[nation].sample(rng))
        else:
            roll(state, Generated(rng).faces(want))
    return state


def ask_again(state: State) -> None:
    state.want = None
    pending(state)


def slowest_question(game: Game, after: int, decisions: int) -> tuple[str, float]:
    """Of all kinds of questions that come up late in a random war, the one that takes longest to ask, and how long."""
    rng = Random(8)
    state, dice = new_state(game), Generated(rng)
    asked: dict[str, float] = {}
    for made in range(after + decisions):
        ask = roll_on(state, dice)
        if ask is None:
            break
        if made >= after and ask.what not in asked:
            asked[ask.what] = best(partial(ask_again, state), 50)
        for nation, menu in ask.menus.items():
            decide(state, nation, menu.sample(rng))
    return max(asked.items(), key=lambda item: item[1])


def whole_war(game: Game, seed: int) -> tuple[int, float]:
    """The decisions of a random war to its end, and the seconds it takes."""
    rng = Random(seed)
    state, dice, made = new_state(game), Generated(rng), 0
    began = perf_counter()
    while (ask := roll_on(state, dice)) is not None:
        for nation, menu in ask.menus.items():
            decide(state, nation, menu.sample(rng))
        made += len(ask.menus)
    return made, perf_counter() - began


def journal_costs(game: Game, decisions: int) -> tuple[float, float]:
    """Microseconds for each decision: written to the journal while playing, and replayed from it."""
    scenario = next(iter(game.scenarios))
    seats = game.seats_together(scenario, "all")
    setup = new_setup(game, id="bench", scenario=scenario, options={}, seats=seats, salt="00", secret=SECRET)
    table, rng = Table(game, setup, SECRET), Random(6)
    made = 0
    began = perf_counter()
    table.run()
    while made < decisions and isinstance(want := pending(table.state), Ask):
        nation = next(nation for nation in want.menus if nation not in table.state.sealed)
        table.answer(nation, want.menus[nation].sample(rng))
        table.run()
        made += 1
    played = perf_counter() - began
    began = perf_counter()
    replay(game, table.journal, SECRET)
    return played / made * 1e6, (perf_counter() - began) / made * 1e6


def import_cost() -> float:
    """Milliseconds that importing every module of the core takes beyond msgspec."""
    code = (
        "import msgspec, time; t = time.perf_counter(); "
        "import sandtable.core.saves, sandtable.core.load; print(time.perf_counter() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(9)]
    return min(float(run.stdout) for run in runs) * 1000


BARE_LOOP = """
from time import monotonic
turns, end = 0, monotonic() + 1.5
while monotonic() < end:
    for turn in range(10_000):
        turns += 1
print(turns)
"""


def bare_loops(processes: int) -> int:
    """How often so many processes together go round a loop that does nothing: what the machine itself allows."""
    runs = [subprocess.Popen([sys.executable, "-c", BARE_LOOP], stdout=subprocess.PIPE) for _ in range(processes)]
    return sum(int(run.communicate()[0]) for run in runs)


def report_workers() -> None:
    """One worker and two, each the best of three, beside bare processes that were timed between them."""
    speeds: dict[int, float] = {1: 0.0, 2: 0.0}
    turns = {1: 0, 2: 0}
    for _ in range(3):
        for workers in (1, 2):
            tally = run_matches("echoes", ["random"], 4000 * workers, workers)
            speeds[workers] = max(speeds[workers], tally.decisions_per_second)
            turns[workers] = max(turns[workers], bare_loops(workers))
    report("echoes: simulate, one worker", speeds[1], "decisions/s")
    report("echoes: simulate, two workers", speeds[2], "decisions/s")
    report("echoes: two workers against one", speeds[2] / speeds[1], "times", 1.8)
    report("the machine's own limit, two bare processes", turns[2] / turns[1], "times")


def report(what: str, value: float, unit: str, goal: float | None = None) -> None:
    print(f"  {what:44} {value:12,.2f} {unit:12}{'' if goal is None else f' goal {goal:,g}'}")


def main() -> None:
    for name in ("echoes", "pacific", "warroom"):
        game, rng = load_game(name), Random(1)
        random_play(game, rng, 3000)
        seconds = min(random_play(game, rng, 2000) for _ in range(12))
        goal = GOALS[name, "random decisions/s"]
        report(f"{name}: random play in one process", 2000 / seconds, "decisions/s", goal)
        state = in_mid_game(game, 200 if name != "echoes" else 20)
        report(f"{name}: clone", best(state.clone), "µs", 10)
        report(
            f"{name}: view",
            best(partial(game.view, state, game.scenario(next(iter(game.scenarios))).nations[:1])),
            "µs",
        )
        report(f"{name}: pending", best(partial(ask_again, state)), "µs")
        if name == "pacific":
            kind, slowest = slowest_question(game, 1500, 500)
            report(f"{name}: pending, 250 units, slowest: {kind}", slowest, "µs", 200)
            decisions, taken = whole_war(game, 0)
            report(f"{name}: a random war of {decisions:,} decisions", taken, "s")
        appended, replayed = journal_costs(game, 300)
        report(f"{name}: play and write the journal", appended, "µs/decision")
        report(f"{name}: replay of the journal", replayed, "µs/decision")
    report_workers()
    report("import of the core beyond msgspec", import_cost(), "ms", 60)


if __name__ == "__main__":
    main()
