"""What can be drawn as a graph over a war."""

from sandtable.core.versions import Figures
from sandtable.games.warroom.data import TERRITORIES, UNITS
from sandtable.games.warroom.state import WarRoom


def figures(game: WarRoom) -> Figures:
    """Strategic value held, the price of all units in Commands, and Stress."""
    nations = game.facts.nations
    held = dict.fromkeys(nations, 0.0)
    for territory, nation in game.control.items():
        if nation in held and territory in TERRITORIES:
            held[nation] += TERRITORIES[territory].value
    worth = dict.fromkeys(nations, 0.0)
    for command in game.commands.values():
        if command.nation in worth:
            worth[command.nation] += sum(sum(UNITS[kind].cost) * count for kind, count in command.counts().items())
    return {
        "Strategic value": held,
        "Units (Resources)": worth,
        "Stress": {nation: float(game.stress.get(nation, 0)) for nation in nations},
    }
