"""Pacific 1940 in words: the powers, the territories and the fleets as tables, and what to type for each question."""

import re
from typing import Any, cast

from sandtable.cli.game_text import GameText, in_words
from sandtable.cli.sitting import Sitting
from sandtable.core.events import Event
from sandtable.core.journal import Answered, Standing
from sandtable.core.steps import Ask
from sandtable.core.table import Table
from sandtable.games.axis1940.events import TurnBegan
from sandtable.games.axis1940.forecast import Forecast, forecast
from sandtable.games.axis1940.kinds import COST
from sandtable.games.axis1940.luck import ledger, ledger_text
from sandtable.games.axis1940.odds_units import spoken_force
from sandtable.games.axis1940.policies import QUESTIONS
from sandtable.games.axis1940.report import board_text, turn_summary
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, several

TO_TYPE = {
    "ax.purchase": "Name what to buy with its number, then ok (such as: 3 infantry 1 transport ok).",
    "ax.combat_move": """\
Name a space, the way from there and the units, then ok (such as: kwangsi yunnan 2 infantry ok), move after move; then
done. sz6 is sea zone 6. The name of a space and ? shows where its units may go; 'odds' before a move, what would come
of it.""",
    "ax.noncombat_move": """\
Name a space, the way from there and the units, then ok (such as: japan korea 1 fighter ok), move after move; then
done.""",
    "ax.mobilize": "Name a place and the units for it, then ok (such as: japan 3 infantry ok).",
}
SEA_ZONE = re.compile(r"sz\d+")


class PacificText(GameText):
    """The words of Pacific 1940."""

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        return board_text(sitting.view(nation)).splitlines()

    def before_prompt(self, sitting: Sitting, ask: Ask) -> str:
        """What to type, until somebody has typed it; and how a battle stands that could be broken off."""
        if ask.what == "ax.retreat":
            return "\n".join(self.odds(sitting, sitting.decider(), None))
        known = any(
            isinstance(entry, Answered) and entry.ask == ask.what and not entry.automatic
            for entry in sitting.table.journal.entries
        )
        return "" if known else TO_TYPE.get(ask.what, "")

    def turns(self, events: list[Event]) -> list[str]:
        starts = [at for at, event in enumerate(events) if isinstance(event, TurnBegan)]
        return [turn_summary(events[start:end]) for start, end in zip(starts, (*starts[1:], len(events)), strict=True)]

    def luck(self, table: Table, last_turn: bool = False) -> tuple[Any, str]:
        found = ledger(table, last_turn)
        return found, ledger_text(found)

    def odds(self, sitting: Sitting, nation: str, choice: Any) -> list[str]:
        found = forecast(cast(Board, sitting.table.state), nation, choice)
        if not isinstance(found, Forecast):
            return []
        lines = [
            f"In {name_of(found.space)}: {spoken_force(found.attackers)} against {spoken_force(found.defenders)}. "
            f"Win {found.win:.0%}, loss {found.loss:.0%}; on average the attacker loses {found.attacker_loss:.1f} IPCs "
            f"and the defender {found.defender_loss:.1f}."
        ]
        if found.counter:
            enemy, force = name_of(found.counter.power), spoken_force(found.counter.units)
            lines.append(f"After a win {enemy} could answer with {force} at most: {found.counter.win:.0%}.")
        return lines

    def label(self, sitting: Sitting, ask: Ask, answer: Any) -> str:
        words = in_words(sitting.game.names, answer, lambda _, bag: ", ".join(several(*pair) for pair in bag))
        return f"retreat to {words}" if ask.what == "ax.retreat" and answer != "press" else words

    def name_of(self, sitting: Sitting, ask: Ask, click: str) -> str:
        if SEA_ZONE.fullmatch(click):
            return click  # its name would say no more, many times over
        label = super().name_of(sitting, ask, click)
        if ask.what != "ax.purchase" or click not in COST:
            return label
        price = f"{COST[click]} IPCs"
        return price if label.casefold() == click.replace("_", " ") else f"{label}, {price}"

    def standing_answers(self, sitting: Sitting) -> dict[str, tuple[str, tuple[Standing, ...]]]:
        offered = super().standing_answers(sitting)
        for policy, questions in QUESTIONS.items():
            said = tuple(Standing(nation, what, policy=policy) for nation in sitting.nations for what in questions)
            offered[policy] = ("Answered so from now on, without a question.", said)
        return offered


TEXT = PacificText()
