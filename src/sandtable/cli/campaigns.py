"""`sandtable campaigns`: the 24 campaigns of the booklet, and how well one did in them."""

from typing import Annotated, Any

import typer

from sandtable.cli import saving
from sandtable.cli.game_text import bot_of
from sandtable.cli.printing import as_json, columns, note, result, sentence
from sandtable.core.journal import TakenBack
from sandtable.core.saves import glance
from sandtable.core.verdicts import BadInput
from sandtable.games import load_game
from sandtable.games.echoes.campaigns import CAMPAIGNS, campaign
from sandtable.games.echoes.rules.victory import points

EXAMPLES = ("sandtable campaigns", "sandtable campaigns --json", "sandtable play echoes --campaign 5")


def run(json: Annotated[bool, typer.Option("--json", help="Print the same as JSON.")] = False) -> None:
    """List the campaigns: their dice are the same for everyone, so results can be compared."""
    best = best_results()
    wars = [campaign(number) for number in range(1, CAMPAIGNS + 1)]
    if json:
        as_json(
            [
                {"campaign": number, "commitment": war.commitment, "best": best.get(war.id)}
                for number, war in enumerate(wars, start=1)
            ]
        )
        return
    rows = [(f"{number:>2}", war.commitment, in_words(best.get(war.id))) for number, war in enumerate(wars, start=1)]
    result("\n".join(columns([("No", "Commitment of its dice".ljust(64), "Your best"), *rows])))


def best_results() -> dict[str, dict[str, Any]]:
    """The best result for each war among the saves; takebacks make a result worth less than any without."""
    game = load_game("echoes")
    best: dict[str, dict[str, Any]] = {}
    for path in saving.all_saves():
        try:
            saved = saving.read(path)
            setup = saved.journal.setup
            if setup.game != game.name or not setup.id.startswith("echoes/campaign/"):
                continue
            state, _ = glance(saved, game)
        except BadInput as problem:
            note(sentence(str(problem)))
            continue
        ended = game.result(state)
        if ended is None or bot_of(saved.journal):
            continue
        takebacks = sum(isinstance(entry, TakenBack) for entry in saved.journal.entries)
        found = {
            "result": ended.name,
            "worth": ended.worth["allies"],
            "points": points(state),
            "takebacks": takebacks,
            "save": str(path),
        }
        if setup.id not in best or rank(found) > rank(best[setup.id]):
            best[setup.id] = found
    return best


def rank(found: dict[str, Any]) -> tuple[bool, float, int]:
    return not found["takebacks"], found["worth"], found["points"]


def in_words(found: dict[str, Any] | None) -> str:
    if found is None:
        return "not played yet"
    after = f", {found['takebacks']} taken back" if found["takebacks"] else ""
    return f"{found['result'].replace('_', ' ')}, {found['points']} points{after}"
