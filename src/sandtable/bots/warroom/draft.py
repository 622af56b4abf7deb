"""A plan in the making: what stands where, for and against a nation, and what its allies are known to do."""

from collections import deque
from collections.abc import Callable

import msgspec

from sandtable.games.warroom.data import SIDE_OF
from sandtable.games.warroom.position import hostile, is_enemy, territories_of
from sandtable.games.warroom.rules.routes import needed_to_match, plan
from sandtable.games.warroom.state import Command, Orders, WarRoom

WORTH = {"infantry": 1.0, "artillery": 1.3, "armor": 2.4, "fighter": 2.2, "bomber": 2.6}
SHIP_WORTH = {"submarine": 1.0, "cruiser": 2.2, "carrier": 2.5, "battleship": 3.5, "fighter": 1.6, "bomber": 1.6}
RESERVE = 2.0
APPROACH = 0.4
"""The share of a threat that has to be met on the way to a vital place."""
LONG_WAR = range(6, 26)


def never() -> bool:
    """The clock of a plan without a limit in time."""
    return False


class Draft(msgspec.Struct):
    """A plan in the making."""

    game: WarRoom
    nation: str
    most: int
    distance: dict[str, int]
    vital: frozenset[str]
    approaches: frozenset[str] = frozenset()
    """Own territories next to vital ones."""
    watched: list[str] = []
    """Air Commands that stay over a vital place in danger."""
    allies: Orders = ()
    """Orders of allies, as far as the seat may know them."""
    is_late: Callable[[], bool] = never
    """Whether the time to think is over, so that numbers alone must do."""
    orders: list[tuple[str, str]] = []
    purpose: dict[str, str] = {}

    @property
    def side(self) -> str:
        return SIDE_OF[self.nation]

    def is_full(self) -> bool:
        return len(self.orders) >= self.most

    def add(self, command: Command, end: str, purpose: str, called: bool = False) -> bool:
        """Write an order if it can be carried out as things stand, breaks nothing and finds a box. Land Units that are
        called to a Capital need not guard the ways there."""
        if self.is_full() or any(key == command.key for key, _ in self.orders):
            return False
        excused = called and command.region not in self.vital
        if command.category == "land" and not excused and is_needed_at_home(self, command):
            return False
        found = plan(self.game, command, end)
        if not any(not route.breaks and not route.stay_via for route in found.routes):
            return False
        self.orders.append((command.key, end))
        self.purpose[command.key] = purpose
        return True

    def drop(self, end: str) -> None:
        """Think better of all orders to a place."""
        self.orders = [order for order in self.orders if order[1] != end]

    def own(self, category: str) -> list[Command]:
        return [c for c in self.game.stacks() if c.nation == self.nation and c.category == category]


def by_patience(game: WarRoom, span: tuple[float, float]) -> float:
    """A figure that slides from its first to its last value as a war drags on."""
    late = (game.round - LONG_WAR.start) / (LONG_WAR.stop - LONG_WAR.start)
    return span[0] + (span[1] - span[0]) * min(1.0, max(0.0, late))


def goals(game: WarRoom, side: str) -> list[str]:
    """What a side must take to win, and the enemy's Capitals."""
    conditions = game.facts.axis_wins if side == "axis" else game.facts.allied_wins
    wanted = [str(t) for groups in conditions for group in groups for t in group[1:]]
    capitals = [t for t in game.facts.capitals if t in game.control]
    return [t for t in dict.fromkeys((*wanted, *capitals)) if is_enemy(game, t, side)]


def distances(game: WarRoom, side: str) -> dict[str, int]:
    """How many steps it is from each region to the nearest goal, over land and sea."""
    area = game.map
    start = goals(game, side) or [t for t in area.territories if is_enemy(game, t, side)]
    found = dict.fromkeys(start, 0)
    edge = deque(start)
    while edge:
        region = edge.popleft()
        near = (*area.land[region], *area.shore[region]) if area.is_territory(region) else ()
        near = near or (*area.sea[region], *area.coast[region])
        for step in near:
            if step not in found:
                found[step] = found[region] + 1
                edge.append(step)
    return found


def strength(game: WarRoom, region: str, nation: str, friends: bool) -> float:
    """What stands in a region for or against a nation, in worth of units."""
    total = 0.0
    for command in game.here(region):
        same = SIDE_OF[command.nation] == SIDE_OF[nation]
        if same == friends and (same or hostile(game, nation, command.nation)):
            total += worth(command, game.map.is_sea(region))
    if not friends and region in game.forces:
        total += sum(game.forces[region])
    return total


def joining(draft: Draft, region: str, category: str) -> list[Command]:
    """The Commands of a Category that allies are known to send to a region."""
    sent = [draft.game.commands[key] for key, end in draft.allies if end == region]
    return [command for command in sent if command.category == category and command.region != region]


def support(draft: Draft, region: str) -> float:
    """The friends in a region, with those who are known to come and without those who are known to leave."""
    game = draft.game
    leaving = [game.commands[key] for key, end in draft.allies if end != region]
    gone = sum(worth(c, game.map.is_sea(region)) for c in leaving if c.region == region)
    return strength(game, region, draft.nation, friends=True) - gone + reinforcement(draft, region)


def reinforcement(draft: Draft, region: str) -> float:
    """What allies are known to send to a region: on land their armies, at sea their fleets."""
    if draft.game.map.is_sea(region):
        return sum(worth(command, at_sea=True) for command in joining(draft, region, "naval"))
    return sum(free_worth(draft.game, command) for command in joining(draft, region, "land"))


def worth(command: Command, at_sea: bool = False) -> float:
    table = SHIP_WORTH if at_sea else WORTH
    return sum(table.get(kind, 0.0) * number for kind, number in command.counts().items())


def free_worth(game: WarRoom, command: Command) -> float:
    """What a Command can bring along after leaving behind what is pinned."""
    size = sum(command.units)
    if command.category == "land" and game.map.is_sea(command.region):
        return worth(command)
    return worth(command) * max(0, size - needed_to_match(game, command, command.region)) / size


def threat(draft: Draft, place: str) -> float:
    """The enemy's Land Units that could come to a territory from next to it, with the aircraft that could join them."""
    game = draft.game
    near = (place, *game.map.land[place], *game.map.shore[place])
    land = sum(worth(c) for region in near for c in game.here(region) if is_threat(draft, c))
    if not land:
        return 0.0
    enemies = [c for c in game.stacks() if c.category == "air" and hostile(game, draft.nation, c.nation)]
    return land + sum(worth(c) for c in enemies if c.region in game.map.air_reach[place])


def threats_to_homes(game: WarRoom, nation: str) -> dict[str, float]:
    """How near the enemy is to each territory of a nation."""
    draft = Draft(game, nation, 0, {}, frozenset())
    return {place: threat(draft, place) for place in territories_of(game, nation)}


def is_threat(draft: Draft, command: Command) -> bool:
    return command.category == "land" and hostile(draft.game, draft.nation, command.nation)


def is_needed_at_home(draft: Draft, command: Command) -> bool:
    """What the enemy must take to win is not left to weaker forces than can reach it, nor are the ways there."""
    game, home = draft.game, command.region
    share = 1.0 if home in draft.vital else APPROACH if home in draft.approaches else 0.0
    if not share:
        return False
    gone = {command.key, *(key for key, _ in draft.orders), *(key for key, end in draft.allies if end != home)}
    friends = [c for c in game.here(home) if c.category == "land" and SIDE_OF[c.nation] == draft.side]
    staying = sum(worth(c) for c in friends if c.key not in gone) + reinforcement(draft, home)
    return staying < max(RESERVE, share * threat(draft, home))
