"""The board as the planner sees it: who can strike where, what stands where, and what every place is worth."""

from collections.abc import Iterable, Mapping

from sandtable.bots.pacific.odds import Chance, chance
from sandtable.games.axis1940.data import COMPLEXES, COST, DECK, TAKERS
from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.reach import Reach, damaged
from sandtable.games.axis1940.rules.politics import make_war, why_not_declare
from sandtable.games.axis1940.spaces import can_use_base
from sandtable.games.axis1940.state import Board

HARMLESS = Chance(0.0, 0.0, 0.0, 0.0)
MOST_SCRAMBLED = 3
PATIENT_ROUNDS, MOST_BOLD = 8, 5.0


class Outlook:
    """One position, one power. Everything is found when it is first asked for, and kept."""

    def __init__(self, game: Board, power: str) -> None:
        self.game = game
        self.map = game.map
        self.power = power
        self.side = game.map.side[power]
        self.at_war = bool(game.wars[power])

    @once
    def foes(self) -> list[str]:
        """The powers that could attack before the next own turn: enemies, and those that may become so."""
        return [
            other
            for other in self.map.order
            if self.map.side[other] != self.side
            and (other in self.game.wars[self.power] or why_not_declare(self.game, other, self.power) is None)
        ]

    @once
    def friends(self) -> list[str]:
        return [other for other in self.map.order if self.map.side[other] == self.side]

    @once
    def in_war(self) -> Board:
        """The same board with war among all that could be at war by then."""
        game = self.game.clone()
        for foe in self.foes:
            for friend in self.friends:
                make_war(game, foe, friend)
        return game

    @once
    def strikes(self) -> dict[str, Reach]:
        """What every foe could reach in its next turn."""
        return {foe: Reach(self.in_war, foe) for foe in self.foes}

    @once
    def reach(self) -> Reach:
        """What the power itself can reach now."""
        return Reach(self.game, self.power, fresh=True)

    @once
    def next_reach(self) -> Reach:
        """What the power could reach in a turn, whatever has moved in this one."""
        return Reach(self.in_war, self.power)

    # Units

    def enemies_at(self, space: str) -> list[Stack]:
        """Units that must be fought in a space."""
        wars = self.game.wars[self.power]
        return [stack for stack in self.game.units[space] if stack.owner in wars or stack.owner == "neutral"]

    def defenders(self, space: str) -> dict[str, int]:
        return counted(self.enemies_at(space), aboard=space in self.map.sea)

    def own(self, space: str) -> list[Stack]:
        return [stack for stack in self.game.units[space] if stack.owner == self.power]

    def friendly_units(self, space: str) -> dict[str, int]:
        """What would defend a space for the side."""
        stacks = [stack for stack in self.game.units[space] if self.map.side.get(stack.owner) == self.side]
        return counted(stacks, aboard=space in self.map.sea)

    def scramblers(self, zone: str) -> dict[str, int]:
        """The enemy aircraft that could rise to a zone."""
        found: dict[str, int] = {}
        wars = self.game.wars[self.power]
        for spot in self.map.coasts[zone]:
            left = MOST_SCRAMBLED
            for kind in ("fighter", "tactical_bomber"):
                for stack in self.game.units[spot]:
                    if stack.kind != kind or stack.owner not in wars or not left:
                        continue
                    if stack.owner != self.map.facts.china and can_use_base(self.game, stack.owner, spot, "air_base"):
                        rising = min(left, stack.n)
                        found[kind] = found.get(kind, 0) + rising
                        left -= rising
        return found

    # Threats

    def threat(self, space: str, defenders: Mapping[str, int]) -> Chance:
        """The most dangerous attack that one foe could make on these defenders in a space before the next own turn."""
        worst = HARMLESS
        at_sea = space in self.map.sea
        for reach in self.strikes.values():
            force = reach.against(space, hostile=True)
            if not at_sea and not any(kind in TAKERS for kind in force.units) and not defenders:
                continue
            if any(force.units.values()):
                found = chance(force, defenders, at_sea)
                if found.swing + 10 * found.take > worst.swing + 10 * worst.take:
                    worst = found
        return worst

    def is_vital(self, space: str) -> bool:
        """Capitals and victory cities."""
        return space in self.map.cities or space in self.map.capitals

    # Worth

    def worth(self, territory: str) -> float:
        """What a territory is worth to the power in IPCs, over the turns to come."""
        known: dict[str, float] = self.__dict__.setdefault("worths", {})
        if territory not in known:
            known[territory] = self.find_worth(territory)
        return known[territory]

    def find_worth(self, territory: str) -> float:
        value = 3.0 * self.map.values[territory] + 0.5
        if territory in self.map.cities:
            value += self.city_worth * self.boldness
        if territory in self.map.capitals:
            value += 20.0
            if territory == self.map.powers[self.map.facts.aggressor].capital:
                value += 80.0 * self.boldness
        for facility in self.game.facilities.get(territory, ()):
            value += 6.0 if facility.kind in COMPLEXES else 1.5
        return value + self.objectives(territory)

    @once
    def boldness(self) -> float:
        """The longer a war lasts, the more a power dares for what decides it."""
        return min(MOST_BOLD, 1.0 + 0.2 * max(0, self.game.round - PATIENT_ROUNDS))

    @once
    def city_worth(self) -> float:
        """What one victory city more is worth: the more, the closer the Axis is to its victory."""
        held = sum(self.map.side.get(self.game.control[spot]) == "axis" for spot in self.map.cities)
        missing = max(1, self.map.facts.victory_cities - held)
        return max(10.0, 75.0 / missing)

    def objectives(self, territory: str) -> float:
        """The bonuses that a territory would bring, or cost the enemy."""
        value = 0.0
        for objective in self.map.objectives.values():
            if territory not in objective.territories:
                continue
            same = self.map.side[objective.power] == self.side
            if objective.each:
                value += 1.5 * objective.bonus
                continue
            missing = sum(
                (self.map.side.get(self.game.control[spot]) == self.side) != same for spot in objective.territories
            )
            value += 1.5 * objective.bonus / max(1, missing) / (1 if same else 2)
        return value


def counted(stacks: Iterable[Stack], aboard: bool = False) -> dict[str, int]:
    """Units as the odds count them; `aboard`: with the aircraft on undamaged carriers."""
    found: dict[str, int] = {}
    for stack in stacks:
        kind = damaged(stack)
        found[kind] = found.get(kind, 0) + stack.n
        if aboard and stack.kind == "carrier" and not stack.hits:
            for item in stack.cargo:
                if item.kind in DECK:
                    found[item.kind] = found.get(item.kind, 0) + stack.n
    return found


def cost_of(units: Mapping[str, int] | Iterable[tuple[str, int]]) -> float:
    pairs = units.items() if isinstance(units, Mapping) else units
    return float(sum(COST[kind.removeprefix("damaged_")] * number for kind, number in pairs))
