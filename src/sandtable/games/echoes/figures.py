"""What can be drawn as a graph over a war."""

from sandtable.core.versions import Figures
from sandtable.games.echoes.data import REGION_NAMES, TRACK_NAMES
from sandtable.games.echoes.rules.victory import points
from sandtable.games.echoes.state import EchoesState


def figures(game: EchoesState) -> Figures:
    """Victory points, where each front stands, and the leads on the modifier tracks."""
    return {
        "Victory points": {"allies": float(points(game))},
        "Fronts": {region: float(game.front(region)) for region in REGION_NAMES},
        "Leads": {track: float(game.lead(track)) for track in TRACK_NAMES},
    }
