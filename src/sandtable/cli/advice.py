"""What the bots and the ledger have to say to a player: a hint with its numbers, how the war may end, a clause."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec

from sandtable import ledger
from sandtable.cli.printing import sentence
from sandtable.cli.sitting import Sitting, own_generator
from sandtable.core.state import State
from sandtable.core.verdicts import BadInput, Refusal
from sandtable.core.versions import Game
from sandtable.core.views import Question

ESTIMATE_SECONDS = 3.0
ESTIMATE_GAMES = 2000
"""An estimate stops at whichever comes first."""


class Asked(msgspec.Struct, frozen=True):
    """A question and what its nation may know, so that a bot can think about it while the game goes on."""

    game: str
    view: Any
    question: Question


class Hint(msgspec.Struct, frozen=True):
    """What the strongest bot would do, and why in one sentence."""

    bot: str
    choice: Any
    why: str


def asked(sitting: Sitting) -> Asked:
    """What is to be decided now."""
    found = sitting.question()
    if found is None:
        raise BadInput("there is nothing to decide now")
    nation, menu, _ = found
    return Asked(sitting.game.name, sitting.view(nation), Question(nation, menu))


def hint(asked: Asked) -> Hint:
    """What the strongest bot of the game would do."""
    from sandtable.bots import bot_named

    bot = bot_named(asked.game, thinking_bots(asked.game)[-1])
    choice = bot.choose(asked.view, asked.question, own_generator())
    return Hint(
        bot.name, choice, bot.explain(asked.view, asked.question) or f"That is what the {bot.name} bot would do."
    )


def thinking_bots(game: str) -> list[str]:
    """The bots of a game that do more than answer at random, weakest first."""
    from sandtable.bots import bot_names

    found = [name for name in bot_names(game) if name not in ("random", "aimless")]
    if not found:
        raise BadInput(f"{game} has no bot yet that could give advice")
    return found


def player(sitting: Sitting, name: str) -> Callable[[], tuple[str, Any]]:
    """A bot that answers whatever is asked, each time it is called: the nation and its choice."""
    from sandtable.bots import bot_named

    bot, rng = bot_named(sitting.game.name, name), own_generator()

    def answer() -> tuple[str, Any]:
        now = asked(sitting)
        return now.question.nation, bot.choose(now.view, now.question, rng)

    return answer


def clause_text(id: str) -> str:
    """A clause of any ledger with its number and place; empty if there is none."""
    if not (game := ledger.owner(id)):
        return ""
    clause = ledger.clauses(game)[id]
    return f"{clause.id}, rulebook {clause.where}: {clause.text}"


def explained(refusal: Refusal) -> str:
    """A refusal with the clause that it cites, in full."""
    clause = clause_text(refusal.rule) if refusal.rule else ""
    return f"{sentence(refusal.sentence)} [{refusal.rule}]\n\n{clause}" if clause else sentence(refusal.sentence)


def estimate_lines(game: Game, state: State, nation: str) -> list[str]:
    """How the game may end from here, in words: the best end first, each share with its 95 % interval."""
    from sandtable.bots.estimates import estimate, interval

    until = monotonic() + ESTIMATE_SECONDS
    found = estimate(game, state, nation, own_generator(), ESTIMATE_GAMES, goes_on=lambda: monotonic() < until)
    lines = [f"{found.games} times the rest of the game was played by the {found.bot} bot from here:"]
    for end in sorted(found.ends, key=lambda end: (-found.worth[end], end)):
        low, high = interval(found.ends[end], found.games)
        share = found.ends[end] / found.games
        within = f"({low:.0%} to {high:.0%})"
        lines.append(f"  {share:>4.0%} {within:14} {'█' * round(20 * share):20} {end}")
    mean, error = found.mean()
    return [*lines, f"On average that is worth {mean:.2f} of 1, give or take {error:.2f}."]
