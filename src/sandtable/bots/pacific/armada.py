"""The armada of a power: its main fleet with its transports and their troops, which go together where they take most.

Nothing is remembered from turn to turn: where the armada is, what it could take from every zone around, and what it
risks there follow from the position.
"""

from functools import cached_property

import msgspec

from sandtable.bots.pacific.odds import chance
from sandtable.bots.pacific.outlook import Outlook, cost_of, counted
from sandtable.bots.pacific.pull import Pulls, by_sea
from sandtable.games.axis1940.data import ARM, COST, DECK, TAKERS, WARSHIPS
from sandtable.games.axis1940.forces import FRESH, Stack
from sandtable.games.axis1940.landing import capacity
from sandtable.games.axis1940.reach import BOMBARDING, STAY, Force, Reach, Way
from sandtable.games.axis1940.spaces import is_hostile_zone, is_serviced
from sandtable.games.axis1940.state import Board

LATER = 0.7
"""What a prize is worth if it is taken one turn later."""
FAR = 6
"""Turns beyond which nobody plans."""
LIKELY = 0.75
"""The chance to take a place that is enough to set out."""
FLEETS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40)
"""Numbers of transports that are looked at."""
MOST_PLANES = 99
HOPE = 0.3
"""What a prize draws that is still out of reach, as a part of what it draws otherwise."""
FEAR = 0.8
DEPOT = 3.0
REPAIR = 4.0
PRICE = 2.5
"""What a prize must be worth for each transport that it takes."""


class Aim(msgspec.Struct, frozen=True):
    """A place to take: the zone to land from, its worth, and the transports that it takes."""

    spot: str
    zone: str
    worth: float
    boats: int


class Armada:
    """Where the main fleet of a power is, and where it should be at the end of this turn."""

    def __init__(self, outlook: Outlook, pulls: Pulls, game: Board, keep: dict[str, int]) -> None:
        self.outlook = outlook
        self.pulls = pulls
        self.game = game
        self.keep = keep
        self.map = outlook.map
        self.power = outlook.power
        self.steps = by_sea(game.theatre)

    # What there is

    def ships(self, zone: str) -> list[Stack]:
        """The own ships in a zone that keep together: all but submarines."""
        return [
            stack
            for stack in self.game.units[zone]
            if stack.owner == self.power and ARM[stack.kind] == "sea" and stack.kind != "submarine"
        ]

    @cached_property
    def new_ships(self) -> dict[str, int]:
        return {kind: number for kind, number in self.game.bought.items() if ARM.get(kind) == "sea"}

    @cached_property
    def yards(self) -> list[str]:
        """The zones where new ships can be placed."""
        spots = [s for s, holder in self.game.control.items() if holder == self.power and capacity(self.game, s)]
        return list(dict.fromkeys(zone for spot in spots for zone in self.map.zones_of[spot]))

    @cached_property
    def heart(self) -> str:
        """The zone where most of the fleet is; without any, where the next will be built."""
        size = {zone: cost_of(counted(ships)) for zone in self.map.zones if (ships := self.ships(zone))}
        return max(size, key=lambda zone: (size[zone], zone), default=self.depot)

    @cached_property
    def depot(self) -> str:
        """The yard with most troops to ship."""
        return max(self.yards, key=lambda zone: (self.troops_at(zone), zone), default="")

    def troops_at(self, zone: str) -> int:
        """Troops on the coasts of a zone that may go aboard, new ones among them."""
        found = 0
        for spot in self.map.coasts[zone]:
            spare = self.pulls.spare(spot, self.keep)
            found += spare if self.pulls.is_stuck(spot) else spare // 3
        if zone in self.yards:
            found += sum(number for kind, number in self.game.bought.items() if kind in TAKERS)
        return found

    # What it could take

    @cached_property
    def aims(self) -> list[Aim]:
        """The places that are worth a landing, each with the transports that it would take."""
        found = []
        for spot in self.pulls.goals():
            if not self.map.zones_of[spot]:
                continue
            boats = self.boats_for(spot)
            zones = sorted(self.map.zones_of[spot], key=lambda zone: (self.guard_of(zone), zone))
            if boats and self.can_break_in(zones[0]):
                found.append(Aim(spot, zones[0], self.outlook.worth(spot), boats))
        return found

    def guard_of(self, zone: str) -> float:
        return cost_of(self.outlook.defenders(zone))

    def can_break_in(self, zone: str) -> bool:
        """Whether the main fleet would beat what protects a zone."""
        theirs = self.outlook.defenders(zone)
        for kind, number in self.outlook.scramblers(zone).items():
            theirs[kind] = theirs.get(kind, 0) + number
        if not theirs:
            return True
        ours = {**self.warships, **self.planes}
        return bool(ours) and chance(Force(ours), theirs, at_sea=True).win > 0.6

    @cached_property
    def warships(self) -> dict[str, int]:
        return counted(stack for stack in self.ships(self.heart) if stack.kind in WARSHIPS) if self.heart else {}

    @cached_property
    def planes(self) -> dict[str, int]:
        """Aircraft with the main fleet."""
        found: dict[str, int] = {}
        for stack in self.game.units[self.heart] if self.heart else ():
            if stack.owner == self.power and stack.kind in DECK:
                found[stack.kind] = found.get(stack.kind, 0) + stack.n
            for item in stack.cargo:
                if item.owner == self.power and item.kind in DECK:
                    found[item.kind] = found.get(item.kind, 0) + stack.n
        return {kind: min(number, MOST_PLANES) for kind, number in found.items()}

    def boats_for(self, spot: str) -> int:
        """How many transports, each with an infantry and an artillery, would take a place from all that may be there by
        then; none if no number would."""
        theirs = self.outlook.defenders(spot) or counted(
            stack for stack in self.game.units[spot] if self.map.side.get(stack.owner) != self.outlook.side
        )
        holder = self.game.control[spot]
        if room := capacity(self.game, spot):
            fresh = min(room, self.game.treasury.get(holder, 0) // COST["infantry"])
            theirs["infantry"] = theirs.get("infantry", 0) + fresh
        guns = {kind: self.warships[kind] for kind in BOMBARDING if self.warships.get(kind)}
        for boats in FLEETS:
            troops = {"infantry": boats, "artillery": boats}
            force = Force({**troops, **self.planes}, troops, guns)
            if not theirs or chance(force, theirs, at_sea=False).take > LIKELY:
                return boats
        return 0

    def turns(self, start: str, zone: str) -> int:
        """The turns until a landing from a zone, for a fleet that starts from another."""
        steps = self.steps[start].get(zone, 99)
        first = 3 if is_serviced(self.game, self.power, start) else 2
        return 1 if steps <= first else 1 + -(-(steps - first) // 2)

    def prospect(self, start: str, boats: int) -> float:
        """What so many loaded transports could take from a zone, the sooner the better. If that is little, it is best
        to be where more troops are."""
        worth = 0.0
        for aim in sorted(self.aims, key=lambda aim: (-self.pay(aim, start) / aim.boats, aim.spot)):
            if aim.boats <= boats:
                boats -= aim.boats
                worth += self.pay(aim, start)
        return max(worth, self.hope * LATER ** self.turns(start, self.depot)) if self.depot else worth

    @cached_property
    def hope(self) -> float:
        """What more troops from the depot might take one day."""
        return HOPE * max((self.pay(aim, self.depot) for aim in self.aims), default=0.0)

    def pay(self, aim: Aim, start: str) -> float:
        turns = self.turns(start, aim.zone)
        return aim.worth * LATER ** (turns - 1) if turns <= FAR else 0.0

    # Where it should be

    @cached_property
    def station(self) -> tuple[str, Way]:
        """The zone for the armada, and its way there (to stay: no way)."""
        if not self.heart:
            return "", STAY
        ships = self.ships(self.heart)
        ways: dict[str, Way] = {self.heart: STAY}
        fresh = cost_of(counted(stack for stack in ships if stack.acted == FRESH))
        if 2 * fresh > cost_of(counted(ships)):
            ways |= Reach(self.game, self.power).sailing(self.heart, False)
        scores = {
            zone: self.score(zone, ships)
            for zone in ways
            if zone == self.heart or not is_hostile_zone(self.game, self.power, zone)
        }
        best = max(scores, key=lambda zone: (scores[zone], zone == self.heart, zone))
        return best, ways[best]

    def score(self, zone: str, ships: list[Stack]) -> float:
        """What the armada would be good for in a zone next turn, and protects there, less what it risks."""
        going = ships if zone == self.heart else [stack for stack in ships if stack.acted == FRESH]
        others = self.ships(zone) if zone != self.heart else []
        boats = [stack for stack in (*going, *others) if stack.kind == "transport"]
        aboard = sum(stack.n * len(stack.cargo) for stack in boats)
        new = self.new_ships if zone in self.yards else {}
        number = sum(stack.n for stack in boats) + new.get("transport", 0)
        score = self.prospect(zone, min(number, (aboard + self.troops_at(zone) + 1) // 2))
        score += DEPOT * (zone in self.yards) + self.cover(others, zone)
        score -= self.cover([stack for stack in ships if stack not in going], self.heart)
        if is_serviced(self.game, self.power, zone):
            score += REPAIR * sum(stack.n for stack in going if stack.hits)
        there = self.outlook.friendly_units(zone)
        arriving = {} if zone == self.heart else {**counted(going), **self.planes}
        for kind, count in (*arriving.items(), *new.items()):
            there[kind] = there.get(kind, 0) + count
        danger = self.outlook.threat(zone, there)
        score -= FEAR * max(0.0, danger.swing) + danger.win * 3.0 * aboard
        return score if new or not self.new_ships else score - self.exposed

    def cover(self, ships: list[Stack], zone: str) -> float:
        """What transports in a zone would lose alone."""
        boats = [stack for stack in ships if stack.kind == "transport"]
        if not boats:
            return 0.0
        price = sum(stack.n * (COST["transport"] + 3.0 * len(stack.cargo)) for stack in boats)
        guards = counted(stack for stack in ships if stack.kind in WARSHIPS)
        return FEAR * price * self.outlook.threat(zone, {**guards, **counted(boats)}).win

    @cached_property
    def exposed(self) -> float:
        """What the new ships risk if the armada is elsewhere."""
        found = []
        for zone in self.yards:
            there = {} if zone == self.heart else self.outlook.friendly_units(zone)
            for kind, number in self.new_ships.items():
                there[kind] = there.get(kind, 0) + number
            found.append(self.outlook.threat(zone, there).win)
        return FEAR * min(found, default=0.0) * cost_of(self.new_ships)

    # What it lacks

    @cached_property
    def wanted(self) -> int:
        """The transports for what is best worth taking."""
        start = self.depot or self.heart
        if not start:
            return 0
        ranked = sorted(self.aims, key=lambda aim: (-self.pay(aim, start) / aim.boats, aim.spot))
        return sum(aim.boats for aim in ranked if self.pay(aim, start) > PRICE * aim.boats)
