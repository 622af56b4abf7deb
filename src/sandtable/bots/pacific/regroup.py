"""Noncombat Move: ships, then troops, then aircraft, which must all find a safe place to land."""

from functools import cached_property

from sandtable.bots.pacific.defence import HOPELESS, SAFE, danger
from sandtable.bots.pacific.draft import Draft
from sandtable.bots.pacific.fleets import Fleets
from sandtable.bots.pacific.odds import Budget
from sandtable.bots.pacific.outlook import Outlook
from sandtable.bots.pacific.pull import Pulls
from sandtable.games.axis1940.data import ARM, COST, DECK, TAKERS, UNITS
from sandtable.games.axis1940.forces import FRESH, SPENT, Stack, label
from sandtable.games.axis1940.landing import DECK_PLACES, capacity, reach_of
from sandtable.games.axis1940.reach import Reach, decks_of
from sandtable.games.axis1940.rules.noncombat import NoncombatMove
from sandtable.games.axis1940.spaces import FRIENDLY, is_hostile_zone
from sandtable.games.axis1940.terrain import terrain_of

WITH_FLEET = 6.0
"""How good a deck of the main fleet is for an aircraft."""
MOST_MEETINGS = 3
BETTER = 1.05
"""How much stronger a pull must be to move for it."""


class Regroup:
    """The noncombat moves of one turn."""

    def __init__(self, outlook: Outlook, keep: dict[str, int], budget: Budget) -> None:
        self.outlook = outlook
        self.power = outlook.power
        self.map = outlook.map
        self.keep = keep
        self.budget = budget
        self.pulls = Pulls(outlook)
        self.draft = Draft(outlook.game, self.power, NoncombatMove(self.power))

    def plan(self) -> None:
        start = self.draft.mark()
        self.move(with_fleets=True)
        if not self.has_landed():
            self.draft.back_to(start)  # some carrier had better stay where its aircraft are
            self.move(with_fleets=False)

    def move(self, with_fleets: bool) -> None:
        self.meet()
        self.fleets = fleets = Fleets(self.outlook, self.pulls, self.draft, self.keep)
        for moves in (fleets.sail, fleets.ferry, self.march) if with_fleets else (fleets.ferry, self.march):
            if not self.budget.is_spent:
                moves()
        self.fly()  # whatever the time, aircraft must land
        for _ in range(MOST_MEETINGS):
            if not self.has_landed():
                self.meet()
                self.rescue()

    def has_landed(self) -> bool:
        """Whether the rules see no aircraft in the air that could still be saved."""
        return self.draft.menu.why_not(("done",)) is None

    # On land

    def march(self) -> None:
        """Troops go where the pull is stronger, all from a place together, unless they would be lost there."""
        for origin in self.map.territories:
            own = [stack for stack in self.draft.game.units[origin] if self.may_march(stack)]
            spare = sum(stack.n for stack in own if stack.kind in TAKERS) - self.keep.get(origin, 0)
            for goal, way in self.ways(origin):
                if spare <= 0:
                    break
                if self.pulls.march(goal) <= BETTER * self.pulls.march(origin):
                    break
                going = self.marching(own, len(way), spare)
                if not going or not self.is_tenable(goal, going, origin):
                    continue
                if self.draft.make((origin, way, tuple((label(stack), number) for stack, number in going))):
                    spare -= sum(number for _, number in going)
                    own = [stack for stack in self.draft.game.units[origin] if self.may_march(stack)]

    def may_march(self, stack: Stack) -> bool:
        return stack.owner == self.power and stack.acted == FRESH and ARM[stack.kind] == "land"

    def ways(self, origin: str) -> list[tuple[str, tuple[str, ...]]]:
        """Friendly territories one or two steps away, by their pull."""
        status = terrain_of(self.draft.game, self.power).status
        found: dict[str, tuple[str, ...]] = {}
        for first in self.map.land_next[origin]:
            if status[first] == FRIENDLY:
                found.setdefault(first, (first,))
        for first in list(found):
            for second in self.map.land_next[first]:
                if status[second] == FRIENDLY and second != origin:
                    found.setdefault(second, (first, second))
        return sorted(found.items(), key=lambda item: (-self.pulls.march(item[0]), len(item[1]), item[0]))

    def marching(self, own: list[Stack], steps: int, spare: int) -> list[tuple[Stack, int]]:
        found = []
        for stack in own:
            if UNITS[stack.kind].move < steps or stack.kind == "aaa":
                continue
            number = min(stack.n, spare)
            if number > 0:
                found.append((stack, number))
                spare -= number
        return found

    def is_tenable(self, goal: str, going: list[tuple[Stack, int]], origin: str) -> bool:
        """Whether troops would not simply be lost in a place, or are needed there at any price."""
        there = self.friends_at(goal)
        for stack, number in going:
            there[stack.kind] = there.get(stack.kind, 0) + number
        danger = self.outlook.threat(goal, there)
        if danger.swing < 1.0 or danger.win < 0.4 or self.outlook.is_vital(goal):
            return True
        here = self.outlook.threat(origin, self.friends_at(origin))
        return danger.swing <= here.swing

    def friends_at(self, space: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for stack in self.draft.game.units[space]:
            if self.map.side.get(stack.owner) == self.outlook.side:
                found[stack.kind] = found.get(stack.kind, 0) + stack.n
        return found

    # Through the air

    def fly(self) -> None:
        """First those that must land, with the fewest moves left first; then those that may move to a better place."""
        must: list[tuple[str, Stack]] = []
        may: list[tuple[str, Stack]] = []
        for space in self.map.spaces:
            for stack in self.draft.game.units[space]:
                if stack.owner == self.power and ARM[stack.kind] == "air" and stack.acted != SPENT:
                    (must if stack.left >= 0 or space in self.map.sea else may).append((space, stack))
        must.sort(key=lambda item: (item[1].left if item[1].left >= 0 else 9, item[0], item[1].kind))
        for space, stack in must:
            for _ in range(stack.n):
                self.settle(space, stack, stay=self.deck_room(space) >= 0 if space in self.map.sea else False)
        for space, stack in may:
            self.relocate(space, stack)
        self.rescue()

    def meet(self) -> None:
        """Carriers go to meet aircraft that could land nowhere else."""
        for space in self.map.spaces:
            for stack in self.draft.game.units[space]:
                aloft = stack.left >= 0 or (space in self.map.sea and self.deck_room(space) < 0)
                if stack.owner == self.power and stack.kind in DECK and aloft and not self.options(space, stack):
                    self.send_carrier(space, stack)

    def send_carrier(self, space: str, stack: Stack) -> None:
        """The safest zone where a carrier and an aircraft could be together."""
        game = self.draft.game
        ways = terrain_of(game, self.power).ways(space)
        left = stack.left if stack.left >= 0 else reach_of(game, self.power, space, stack.kind)
        reach = Reach(game, self.power)
        found = []
        for zone in self.map.zones:
            for carrier in game.units[zone]:
                if carrier.owner == self.power and carrier.acted == FRESH and decks_of(carrier):
                    found += [
                        (self.outlook.threat(goal, self.friends_at(goal)).win, goal, zone, way, label(carrier))
                        for goal, way in reach.sailing(zone, False).items()
                        if ways.get(goal, 99) <= left and not is_hostile_zone(game, self.power, goal)
                    ]
        for _, _, zone, way, word in sorted(found):
            if self.draft.make((zone, way, ((word, 1),))):
                return

    def deck_room(self, zone: str) -> int:
        """Free places on own carriers in a zone, less the own aircraft over it."""
        room = 0
        for stack in self.draft.game.units[zone]:
            if stack.owner == self.power:
                room += decks_of(stack)
                room -= stack.n if stack.kind in DECK else 0
        return room

    def has_room(self, zone: str) -> bool:
        """Whether an aircraft could land in a zone, on carriers that are there or about to be built."""
        built = DECK_PLACES * self.outlook.game.bought.get("carrier", 0) if zone in self.yards else 0
        return self.deck_room(zone) + built > 0

    @cached_property
    def yards(self) -> frozenset[str]:
        """The zones where new ships can be placed."""
        game = self.outlook.game
        spots = [spot for spot, holder in game.control.items() if holder == self.power and capacity(game, spot)]
        return frozenset(zone for spot in spots for zone in self.map.zones_of[spot])

    def options(self, space: str, stack: Stack) -> list[str]:
        """Where an aircraft could come down: ashore, or on an own carrier with room."""
        game = self.draft.game
        terrain = terrain_of(game, self.power)
        reach = stack.left if stack.left >= 0 else reach_of(game, self.power, space, stack.kind)
        found = []
        for other, steps in terrain.ways(space).items():
            if steps > reach:
                break  # they come in the order of their distance
            if other in terrain.is_ground or (
                other in self.map.sea and stack.kind in DECK and other != space and self.has_room(other)
            ):
                found.append(other)
        return found

    def settle(self, space: str, stack: Stack, stay: bool) -> None:
        """Land one aircraft in the best place."""
        scores = {other: self.berth(other, stack) for other in self.options(space, stack)}
        if stay:
            scores[space] = self.berth(space, stack) + 0.5
        for other in sorted(scores, key=lambda other: (-scores[other], other)):
            if other == space and (stay or space not in self.map.sea):
                if space in self.map.sea or stack.left < 0:
                    return
                continue
            if self.draft.make((space, (other,), ((label(stack), 1),))):
                return

    def relocate(self, space: str, stack: Stack) -> None:
        """Aircraft on the ground move together if another place is clearly better."""
        if self.is_needed(space, stack):
            return
        here = self.berth(space, stack)
        scores = {other: self.berth(other, stack) for other in self.options(space, stack) if other != space}
        best = max(scores, key=lambda other: (scores[other], other), default="")
        if best and scores[best] > here + 1.0:
            number = min(stack.n, self.deck_room(best)) if best in self.map.sea else stack.n
            self.draft.make((space, (best,), ((label(stack), number),)))

    def is_needed(self, space: str, stack: Stack) -> bool:
        """Whether a vital place could be taken without these aircraft."""
        if not self.outlook.is_vital(space):
            return False
        left = self.friends_at(space)
        left[stack.kind] -= stack.n
        return SAFE / 2 < danger(self.outlook, space, left) < HOPELESS

    def berth(self, space: str, stack: Stack) -> float:
        """How good a place is for an aircraft: near to the war, needed, safe."""
        known = self.__dict__.setdefault("berths", {})
        if (space, stack.kind) not in known:
            known[space, stack.kind] = self.find_berth(space, stack)
        return float(known[space, stack.kind])

    def find_berth(self, space: str, stack: Stack) -> float:
        there = self.friends_at(space)
        there[stack.kind] = there.get(stack.kind, 0) + 1
        if space in self.map.sea:
            beaten = self.outlook.threat(space, there).win
            fleet = WITH_FLEET if space == self.fleets.goal else 3.0
            return fleet + 0.06 * self.pulls.assault.get(space, 0.0) - COST[stack.kind] * beaten
        near = [self.pulls.assault.get(zone, 0.0) for zone in self.map.zones_of[space]]
        score = 0.1 * self.pulls.land.get(space, 0.0) + 0.05 * max(near, default=0.0)
        if self.outlook.is_vital(space):
            before = danger(self.outlook, space, self.friends_at(space))
            return score + min(12.0, 0.3 * self.outlook.worth(space) * before) - 0.3 * COST[stack.kind] * before
        return score - COST[stack.kind] * self.outlook.threat(space, there).take

    def rescue(self) -> None:
        """If the rules still see aircraft that could be saved, land them anywhere."""
        if self.has_landed():
            return
        for space in self.map.spaces:
            for stack in list(self.draft.game.units[space]):
                aloft = stack.left >= 0 or space in self.map.sea
                if stack.owner == self.power and ARM[stack.kind] == "air" and stack.acted != SPENT and aloft:
                    for _ in range(stack.n):
                        moves = ((space, (other,), ((label(stack), 1),)) for other in self.options(space, stack))
                        if not any(self.draft.make(move) for move in moves):
                            break
            if self.has_landed():
                return
