"""Where units are drawn to: fields over the board that grow towards what is worth taking or holding."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from sandtable.bots.pacific.outlook import Outlook, cost_of
from sandtable.games.axis1940.data import TAKERS, theatre
from sandtable.games.axis1940.rules.neutrals import is_neutral_land

FADE = 0.62
"""What is left of a pull after one step."""
FARTHEST = 10
FADES = [FADE**number for number in range(FARTHEST + 1)]
SUMMIT = 30.0


Steps = Mapping[str, Mapping[str, int]]
"""How many steps it is from each place to those around it."""


def spread(sources: Mapping[str, float], steps: Steps) -> dict[str, float]:
    """A field from its sources: at every place the sum of their pulls, each weaker with every step. So a cluster of
    small prizes draws as much as a large one."""
    found: dict[str, float] = {}
    for source, pull in sources.items():
        for place, number in steps[source].items():
            found[place] = found.get(place, 0.0) + pull * FADES[number]
    return found


def highest(sources: Mapping[str, float], steps: Steps) -> dict[str, float]:
    """A field in which every place is drawn to one source only: the best for it."""
    found: dict[str, float] = {}
    for source, pull in sources.items():
        for place, number in steps[source].items():
            found[place] = max(found.get(place, 0.0), pull * FADES[number])
    return found


def steps_around(near: Mapping[str, Iterable[str]]) -> dict[str, dict[str, int]]:
    """The steps from every place to all that are not too far away."""
    found = {}
    for source in near:
        seen = {source: 0}
        rim = [source]
        for number in range(1, FARTHEST + 1):
            rim = [other for place in rim for other in near[place] if seen.setdefault(other, number) == number]
            rim = list(dict.fromkeys(rim))
        found[source] = seen
    return found


@lru_cache
def by_sea(theatre_name: str) -> dict[str, dict[str, int]]:
    return steps_around(theatre(theatre_name).sea_next)


@lru_cache(maxsize=64)
def by_land(theatre_name: str, closed: frozenset[str]) -> dict[str, dict[str, int]]:
    """The steps over land without the closed territories."""
    near = theatre(theatre_name).land_next
    return steps_around({spot: [other for other in near[spot] if other not in closed] for spot in near})


def scaled(field: dict[str, float]) -> dict[str, float]:
    """The same field with its summit at a fixed height: what is left to do draws as strongly as ever."""
    top = max(field.values(), default=0.0)
    return {place: SUMMIT * pull / top for place, pull in field.items()} if top else field


class Pulls:
    """The fields that a power's units follow in one turn."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.map = outlook.map
        steps = by_land(outlook.game.theatre, self.closed())
        self.land = scaled(spread(self.on_land(), steps))
        self.front = scaled(spread({spot: outlook.worth(spot) + 1.0 for spot in self.goals()}, steps))
        self.assault = scaled(spread(self.at_sea(), by_sea(outlook.game.theatre)))
        self.prey = scaled(spread(self.enemy_ships(), by_sea(outlook.game.theatre)))

    def is_goal(self, spot: str) -> bool:
        """A territory that the power wants to take: an enemy's, or one of a power that it will fight."""
        outlook, game = self.outlook, self.outlook.game
        if spot in self.map.closed or is_neutral_land(game, spot):
            return False
        if outlook.power == self.map.facts.china and spot not in self.map.open_to_china:
            return False
        holder = game.control[spot]
        return bool(holder) and self.map.side.get(holder) not in (outlook.side, "")

    def goals(self) -> list[str]:
        return [spot for spot in self.map.territories if self.is_goal(spot)]

    def on_land(self) -> dict[str, float]:
        """Goals by what they are worth, and own places in danger by what would be lost."""
        outlook = self.outlook
        found = {spot: outlook.worth(spot) + 1.0 for spot in self.goals()}
        for spot in self.map.territories:
            if self.map.side.get(outlook.game.control[spot]) == outlook.side and outlook.is_vital(spot):
                danger = outlook.threat(spot, outlook.friendly_units(spot)).take
                if danger > 0.1:
                    found[spot] = outlook.worth(spot) * 2 * danger
        return found

    def closed(self) -> frozenset[str]:
        """The territories that the power's troops cannot cross."""
        game = self.outlook.game
        found = {spot for spot in self.map.territories if spot in self.map.closed or is_neutral_land(game, spot)}
        if self.outlook.power == self.map.facts.china:
            found |= {spot for spot in self.map.territories if spot not in self.map.open_to_china}
        return frozenset(found)

    def at_sea(self) -> dict[str, float]:
        """Zones from which something could be taken, by its worth, and less the more it is defended."""
        outlook = self.outlook
        found: dict[str, float] = {}
        for spot in self.goals():
            others = (stack for stack in outlook.game.units[spot] if self.map.side.get(stack.owner) != outlook.side)
            strength = cost_of([(stack.kind, stack.n) for stack in others])
            holder = outlook.game.control[spot]
            if outlook.game.complex_at(spot) is not None and holder in outlook.game.treasury:
                strength += outlook.game.treasury[holder]  # it can be reinforced at once
            value = (outlook.worth(spot) + 1.0) * 15.0 / (15.0 + strength)
            for zone in self.map.zones_of[spot]:
                found[zone] = max(found.get(zone, 0.0), value)
        return found

    def enemy_ships(self) -> dict[str, float]:
        """Zones with enemy ships, by their price and that of what they carry."""
        wars = self.outlook.game.wars[self.outlook.power]
        found = {}
        for zone in self.map.zones:
            stacks = [stack for stack in self.outlook.game.units[zone] if stack.owner in wars]
            if stacks:
                found[zone] = cost_of([(stack.kind, stack.n) for stack in stacks]) + cost_of(
                    [(item.kind, stack.n) for stack in stacks for item in stack.cargo]
                )
        return found

    @cached_property
    def ports(self) -> dict[str, float]:
        """Where troops go that can get to the war only by sea: to the coasts, those near the capital first."""
        capital = self.map.powers[self.outlook.power].capital
        home = by_sea(self.outlook.game.theatre)[self.map.zones_of[capital][0]] if capital else {}
        start = {}
        for spot, zones in self.map.zones_of.items():
            steps = min((home.get(zone, FARTHEST) for zone in zones), default=FARTHEST)
            if steps < FARTHEST and self.map.side.get(self.outlook.game.control[spot]) == self.outlook.side:
                start[spot] = 1.0 + FADES[steps]
        return highest(start, by_land(self.outlook.game.theatre, self.closed()))

    def march(self, spot: str) -> float:
        """How much a place draws troops that march: to the war, or else to the coast."""
        return self.land.get(spot, 0.0) + (self.ports.get(spot, 0.0) if self.is_stuck(spot) else 0.0)

    def is_stuck(self, spot: str) -> bool:
        """Whether land units there can get to the war only by sea."""
        return self.front.get(spot, 0.0) < 0.2

    def spare(self, spot: str, keep: Mapping[str, int]) -> int:
        """Land units in a territory that may leave it."""
        ground = sum(stack.n for stack in self.outlook.own(spot) if stack.kind in TAKERS)
        return max(0, ground - keep.get(spot, 0))

    def waiting(self, keep: Mapping[str, int]) -> int:
        """Troops on the coasts that only ships can bring to the war."""
        return sum(self.spare(spot, keep) for spot, zones in self.map.zones_of.items() if zones and self.is_stuck(spot))
