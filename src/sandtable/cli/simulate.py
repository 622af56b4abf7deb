"""`sandtable simulate`: matches between bots on all cores."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from sandtable.cli.printing import as_json, columns, note, result
from sandtable.core.verdicts import BadInput
from sandtable.games import MODULES, load_game

EXAMPLES = (
    "sandtable simulate echoes --bots sensible --games 2000",
    "sandtable simulate echoes --bots expert --games 100 --workers 2 --json",
)


def run(
    game: Annotated[str, typer.Argument(help="The game to play.", autocompletion=lambda: list(MODULES))],
    bots: Annotated[
        str, typer.Option(metavar="A[,B...]", help="Bots for the nations in turn; the last plays the rest.")
    ] = "random",
    games: Annotated[int, typer.Option(metavar="N", help="How many games to play.")] = 100,
    workers: Annotated[int, typer.Option(metavar="K", help="Processes to play in; 0: one for each core.")] = 0,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    scenario: Annotated[str, typer.Option(metavar="NAME", help="The position to start from.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Have bots play many games, and count how they end and how fast that goes."""
    from sandtable.bots.arena import run_matches
    from sandtable.cli.opening import read_options

    if seed < 0:
        raise BadInput(f"a seed is a number from 0 on, not {seed}")
    if workers < 0:
        raise BadInput(f"the number of workers must be 1 or more, or 0 for one on each core, not {workers}")
    options = read_options(load_game(game), option or ())
    names = [name.strip() for name in bots.split(",")]
    with progress_bar() as progress:
        tally = run_matches(game, names, games, workers or os.cpu_count() or 1, seed, progress, scenario, options)
    if json:
        as_json(
            {
                "game": game,
                "bots": names,
                "seed": seed,
                "games": tally.games,
                "decisions": tally.decisions,
                "seconds": round(tally.seconds, 3),
                "decisions_per_second": round(tally.decisions_per_second),
                "results": tally.results,
                "worth": tally.worth,
            }
        )
        return
    rows: list[tuple[str, ...]] = [
        (name, f"{count:>6}", share(count, tally.games))
        for name, count in sorted(tally.results.items(), key=lambda item: (-item[1], item[0]))
    ]
    result("\n".join(columns(rows)))
    for nation, worth in tally.worth.items():
        result(f"Mean result for {nation}: {worth:.3f} of 1")
    note(
        f"{tally.games} games, {tally.decisions} decisions in {tally.seconds:.1f} s: "
        f"{tally.decisions_per_second:,.0f} decisions/s"
    )


def share(count: int, games: int) -> str:
    """A share with its 95 % interval."""
    from sandtable.bots.estimates import interval

    low, high = interval(count, games)
    return f"{count / games:6.1%}  ({low:.1%} to {high:.1%})"


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr that says how far it has come; nothing where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games")
        yield lambda done, of: bar.update(task, completed=done, total=of)
