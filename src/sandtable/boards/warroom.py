"""The board of War Room: control, Commands by Category, fighters on the ground, home forces in production, hotspots."""

from collections import Counter

from sandtable.boards.atlas import atlas
from sandtable.boards.maps import COARSE, Chip, Legend, counted, draw_map, small_map
from sandtable.games.warroom.data import NAMES, UNITS, ZONE_ORDER
from sandtable.games.warroom.state import Command
from sandtable.games.warroom.views import View

ARMS = {"land": "land", "air": "air", "naval": "sea"}


def draw(view: View) -> str:
    standing: dict[str, dict[str, list[Command]]] = {}
    for command in view.commands.values():
        standing.setdefault(command.region, {}).setdefault(command.nation, []).append(command)
    legends = []
    for nation in view.nations:
        oil, iron, osr = view.stock[nation]
        line = f"oil {oil}, iron {iron}, OSR {osr}; {ZONE_ORDER[view.zone[nation]]}"
        legends.append(Legend(nation, NAMES[nation], line))
    return draw_map(
        atlas("warroom"),
        f"War Room, round {view.round}, {view.phase}",
        view.control,
        {region: [chip(nation, found) for nation, found in nations.items()] for region, nations in standing.items()},
        {region: "hotspot" for region in view.hotspots if region not in view.resolved},
        legends,
    )


def draw_small(view: View) -> str:
    return small_map(atlas("warroom", COARSE), view.control)


def chip(nation: str, commands: list[Command]) -> Chip:
    """All Commands of a nation in a region: units by Category, and each Command with its number in words."""
    arms: Counter[str] = Counter()
    lines = []
    for command in sorted(commands, key=lambda command: command.number):
        arms[ARMS[command.category]] += command.size
        units = counted((UNITS[kind].short, count) for kind, count in command.counts().items())
        lines.append(f"{command.number}: {units}")
    return Chip(nation, {arm: arms[arm] for arm in ARMS.values()}, f"{NAMES[nation]} {'; '.join(lines)}")
