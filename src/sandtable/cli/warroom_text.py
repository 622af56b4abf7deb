"""War Room in words: the charts, the Commands of the nation that decides, the battle board."""

from sandtable.cli.game_text import GameText
from sandtable.cli.sitting import Sitting
from sandtable.core.journal import Standing
from sandtable.games.warroom.data import NAMES
from sandtable.games.warroom.policies import COSTLIEST_FIRST, ESCORT_ALL, REPAIR_ALL
from sandtable.games.warroom.words import commands_table, situation

BRIEFLY = {
    "wr.reorganize": "default",
    "wr.pact.break": "default",
    "wr.4.escort": ESCORT_ALL,
    "wr.4.assign": COSTLIEST_FIRST,
    "wr.4.repair": REPAIR_ALL,
}
"""What a hurried player leaves to policies: windows that are seldom used, escorts, hits and repairs."""


class WarRoomText(GameText):
    """The words of War Room."""

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        view = sitting.view(nation)
        own = ["", f"Commands of {NAMES[nation]}", *commands_table(view, nation)] if nation else []
        return [*situation(view), *own]

    def standing_answers(self, sitting: Sitting) -> dict[str, tuple[str, tuple[Standing, ...]]]:
        hurried = tuple(
            Standing(nation, what, policy=policy) for nation in sitting.nations for what, policy in BRIEFLY.items()
        )
        offered = super().standing_answers(sitting)
        sentence = "Do not ask about reorganising, the Pact, escorts, hits and repairs."
        return {**offered, "briefly": (sentence, hurried)}


TEXT = WarRoomText()
