"""Combat Move, at its end: ships beside enemies who would sink them leave for a zone where nobody fights them."""

from sandtable.bots.pacific.draft import Draft
from sandtable.bots.pacific.odds import chance
from sandtable.bots.pacific.outlook import Outlook, counted
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.forces import FRESH, label
from sandtable.games.axis1940.reach import Force, Reach
from sandtable.games.axis1940.spaces import is_hostile_zone

TOO_DEAR = -3.0
"""IPCs that a battle which was not sought may cost on balance."""


def escape(outlook: Outlook, draft: Draft) -> None:
    """Submarines stay: they can submerge, or strike first."""
    for zone in outlook.map.zones:
        if not is_hostile_zone(draft.game, outlook.power, zone):
            continue
        there = [stack for stack in draft.game.units[zone] if stack.owner == outlook.power]
        ships = [s for s in there if ARM[s.kind] == "sea" and s.kind != "submarine" and s.acted == FRESH]
        if not ships or chance(Force(counted(there)), outlook.defenders(zone), at_sea=True).swing > TOO_DEAR:
            continue
        bag: dict[str, int] = {}
        for stack in ships:
            bag[label(stack)] = bag.get(label(stack), 0) + stack.n
        ways = Reach(draft.game, outlook.power).sailing(zone, False)
        dangers = {
            goal: outlook.threat(goal, added(outlook.friendly_units(goal), counted(ships, aboard=True))).swing
            for goal in ways
            if not outlook.enemies_at(goal)
        }
        for goal in sorted(dangers, key=lambda goal: (dangers[goal], len(ways[goal]), goal)):
            if draft.say((zone, ways[goal], tuple(bag.items()))):
                break


def added(some: dict[str, int], others: dict[str, int]) -> dict[str, int]:
    return {kind: some.get(kind, 0) + others.get(kind, 0) for kind in {**some, **others}}
