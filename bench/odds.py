"""Figures of the battle odds: `python -m bench.odds`. Times are the best of many, of whole calls of `battle_odds`.

The kernel is measured twice: as the package imports it (compiled, if a compiler was at hand when it was installed) and
as plain Python.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from unittest.mock import patch

from sandtable.games.axis1940.odds import battle_odds
from sandtable.odds import resolve, rounds


class Reference(NamedTuple):
    """A battle with the goals for its time in milliseconds: compiled, and as plain Python (0 for none)."""

    name: str
    attackers: str
    defenders: str
    goal: float
    plain_goal: float
    repeats: int


REFERENCES = (
    Reference(
        "L", "10 infantry 3 artillery 3 tank 2 fighter", "8 infantry 2 artillery 1 fighter 1 aaa", 0.2, 50.0, 2000
    ),
    Reference(
        "S",
        "2 submarine 2 destroyer 1 cruiser 2 carrier 3 fighter 1 tactical bomber 1 battleship",
        "3 submarine 2 destroyer 1 cruiser 2 carrier 3 fighter 1 battleship",
        1.5,
        0.0,
        400,
    ),
    Reference(
        "L_big",
        "30 infantry 6 mechanized infantry 8 artillery 10 tank 6 fighter 4 tactical bomber",
        "40 infantry 6 artillery 6 tank 6 fighter 3 aaa",
        60.0,
        0.0,
        20,
    ),
)
IMPORT_GOAL = 100.0
_IMPORT = "import time, {}; t = time.perf_counter(); import {}; print(1000 * (time.perf_counter() - t))"


def best(call: Callable[[], object], repeats: int) -> float:
    """The shortest time of a call in milliseconds."""
    shortest = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        shortest = min(shortest, time.perf_counter() - start)
    return 1000 * shortest


def plain_kernel() -> ModuleType:
    """`rounds.py` as plain Python."""
    spec = spec_from_file_location("plain_rounds", Path(rounds.__file__).with_name("rounds.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def import_time(module: str, after: str = "sys") -> float:
    """The time a fresh interpreter takes to import a module after another, in milliseconds, the best of five."""
    command = [sys.executable, "-c", _IMPORT.format(after, module)]
    return min(float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5))


def row(name: str, took: float, goal: float) -> str:
    wanted = f"   goal {goal:g} ms: {'met' if took <= goal else 'MISSED'}" if goal else ""
    return f"{name:<44} {took:10.3f} ms{wanted}"


def measure(one: Reference, repeats: int) -> float:
    return best(lambda: battle_odds(one.attackers, one.defenders), repeats)


def main() -> None:
    is_compiled = not rounds.__file__.endswith(".py")
    print(f"battle odds, kernel {'compiled' if is_compiled else 'in plain Python: no compiler when installed'}")
    if is_compiled:
        for one in REFERENCES:
            print(row(f"  {one.name}", measure(one, one.repeats), one.goal))
    plain = plain_kernel()
    with patch.multiple(resolve, Side=plain.Side, Battle=plain.Battle):  # and compiled again for whatever comes next
        for one in REFERENCES[:2]:
            print(row(f"  {one.name} in plain Python", measure(one, 10), one.plain_goal))
    print(row("  import sandtable.odds.resolve", import_time("sandtable.odds.resolve"), IMPORT_GOAL))
    odds, game = "sandtable.games.axis1940.odds", "sandtable.games.axis1940"
    print(row(f"  import {odds}", import_time(odds), IMPORT_GOAL))
    print(row("    of which by itself, its package loaded", import_time(odds, game), 0.0))


if __name__ == "__main__":
    main()
