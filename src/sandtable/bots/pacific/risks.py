"""What an attack risks besides the battle itself, and what it wins besides the ground."""

from collections.abc import Iterable

import msgspec

from sandtable.bots.pacific.odds import chance
from sandtable.bots.pacific.outlook import Outlook, cost_of
from sandtable.games.axis1940.data import ARM, COST, DECK
from sandtable.games.axis1940.landing import reach_of
from sandtable.games.axis1940.reach import Force, Lift, Mover, damaged

FEAR = 0.7
"""How much of what the enemy could gain by a counter-attack counts."""
DECK_PERIL = 0.3
"""How much of its price an aircraft risks if it counts on a carrier."""


class Landing(msgspec.Struct, frozen=True):
    """One transport with what it would land."""

    lift: Lift
    loads: tuple[tuple[str, int], ...]
    lands: tuple[str, ...]


class Risks:
    """The dangers around the attacks of one turn."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.power = outlook.power
        self.map = outlook.map
        self.fear = FEAR

    def risk_of_landing(self, space: str, movers: Iterable[tuple[Mover, int]]) -> float:
        """What the aircraft of an attack may lose where they can land after it."""
        return sum(
            number * COST[mover.kind] * self.peril_after(space, mover)
            for mover, number in movers
            if ARM[mover.kind] == "air"
        )

    def peril_after(self, space: str, mover: Mover) -> float:
        """The smallest danger among the places where an aircraft could land after an attack."""
        reach = self.outlook.reach
        game, ways = self.outlook.game, reach.terrain.ways(mover.origin)
        left = reach_of(game, self.power, mover.origin, mover.kind) - ways[space]
        known: dict[tuple[str, int, bool], float] = self.__dict__.setdefault("perils", {})
        key = (space, left, mover.kind in DECK)
        if key not in known:
            found = [
                self.peril_at(spot) for spot in reach.terrain.grounds if reach.terrain.ways(space).get(spot, 99) <= left
            ]
            if mover.kind in DECK and reach.to_deck(space) <= left:
                found.append(DECK_PERIL)
            known[key] = min(found, default=1.0)
        return known[key]

    def peril_at(self, spot: str) -> float:
        """The chance that a friendly place is taken before the next own turn."""
        known: dict[str, float] = self.__dict__.setdefault("taken", {})
        if spot not in known:
            units = self.outlook.friendly_units(spot)
            units["fighter"] = units.get("fighter", 0) + 1
            known[spot] = self.outlook.threat(spot, units).take
        return known[spot]

    def risk_at_sea(self, landings: tuple[Landing, ...]) -> float:
        """What the transports may cost: those that aircraft rise against, and those that stay behind alone."""
        risk = 0.0
        for zone in dict.fromkeys(landing.lift.zone for landing in landings):
            boats = [landing for landing in landings if landing.lift.zone == zone]
            escorts = self.escorts_in(zone)
            rising = self.outlook.scramblers(zone)
            if rising and chance(Force(rising), escorts or {"transport": 1}, at_sea=True).win > 0.3 and not escorts:
                risk += sum(COST["transport"] + cost_of([(kind, 1) for kind in boat.lands]) for boat in boats)
                continue
            alone = self.outlook.threat(zone, {**escorts, "transport": len(boats)})
            risk += self.fear * alone.win * COST["transport"] * len(boats)
        return risk

    def escorts_in(self, zone: str) -> dict[str, int]:
        """The own warships that are, or could come, in a zone."""
        reach = self.outlook.reach
        found: dict[str, int] = {}
        for mover in reach.by_sea.get(zone, ()):
            found[damaged(mover.stack)] = found.get(damaged(mover.stack), 0) + mover.n
        return found

    def price_of_war(self, spot: str) -> float:
        """The trade that a first attack on a territory would end."""
        game = self.outlook.game
        return sum(
            2.5 * objective.bonus
            for objective in self.map.objectives.values()
            if objective.power == self.power
            and spot in objective.never_attacked
            and f"attacked {spot}" not in game.deeds
            and not any(other in game.wars[self.power] for other in objective.at_peace_with)
        )

    def troops_at(self, zone: str) -> float:
        """The price of the troops that would go down with the enemy's transports."""
        boats = (stack for stack in self.outlook.enemies_at(zone) if stack.kind == "transport")
        return float(sum(stack.n * COST[item.kind] for stack in boats for item in stack.cargo))
