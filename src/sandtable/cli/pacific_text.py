"""Pacific 1940 in words: the powers, the territories and the fleets as tables."""

from sandtable.cli.game_text import GameText
from sandtable.cli.sitting import Sitting
from sandtable.games.axis1940.report import board_text


class PacificText(GameText):
    """The words of Pacific 1940."""

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        return board_text(sitting.view(nation)).splitlines()


TEXT = PacificText()
