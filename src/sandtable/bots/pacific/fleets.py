"""Noncombat Move at sea: warships gather where they protect, threaten and are safe; transports ferry troops."""

import msgspec

from sandtable.bots.pacific.armada import Armada
from sandtable.bots.pacific.draft import Draft
from sandtable.bots.pacific.outlook import Outlook, cost_of, counted
from sandtable.bots.pacific.pull import FARTHEST, Pulls, by_sea, scaled, spread
from sandtable.games.axis1940.data import TAKERS, WARSHIPS
from sandtable.games.axis1940.forces import FRESH, Stack, label
from sandtable.games.axis1940.reach import STAY, Lift, Reach, Way
from sandtable.games.axis1940.rules.noncombat_ways import offload_places
from sandtable.games.axis1940.spaces import is_hostile_zone

FEAR = 0.8
MOST_LOOKS = 8
STEP = 0.4
BOAT = 12.0
"""What a transport is worth with the turns that its loss would cost."""
HOLD, BRING, FETCH, WAIT = 0.2, 0.15, 0.6, 0.1
"""How much the pulls count for a transport: to go loaded with the armada, to land troops ashore, to fetch some, and to
wait for them."""


class Voyage(msgspec.Struct, frozen=True):
    """What one transport could do: its way, what it loads, and where it lands them (nowhere: '')."""

    score: float
    lift: Lift
    loads: tuple[tuple[str, int], ...] = ()
    place: str = ""


class Fleets:
    """The ships of a power in its Noncombat Move."""

    def __init__(self, outlook: Outlook, pulls: Pulls, draft: Draft, keep: dict[str, int]) -> None:
        self.outlook = outlook
        self.pulls = pulls
        self.draft = draft
        self.keep = keep
        self.map = outlook.map
        self.power = outlook.power
        self.fear = FEAR
        self.armada = Armada(outlook, pulls, draft.game, keep)
        self.goal, self.way = self.armada.station
        self.rally = scaled(spread({self.goal: 1.0}, by_sea(outlook.game.theatre))) if self.goal else {}

    # Warships

    def sail(self) -> None:
        """The main fleet first; then groups of warships, the strongest first, each to the best zone in its reach."""
        heart = self.armada.heart
        fleet = [s for s in self.armada.ships(heart) if s.kind in WARSHIPS and self.is_ready(s)] if heart else []
        if fleet and self.way != STAY:
            self.move(heart, self.way, fleet)
        groups = []
        for zone in self.map.zones:
            own = [stack for stack in self.draft.game.units[zone] if self.is_ready(stack) and stack.kind in WARSHIPS]
            for part in ([s for s in own if s.kind != "submarine"], [s for s in own if s.kind == "submarine"]):
                if part and (zone != self.goal or part[0].kind == "submarine"):
                    groups.append((cost_of(counted(part)), zone, part))
        for _, zone, part in sorted(groups, key=lambda group: (-group[0], group[1])):
            self.send(zone, part)

    def is_ready(self, stack: Stack) -> bool:
        return stack.owner == self.power and stack.acted == FRESH

    def send(self, zone: str, group: list[Stack]) -> None:
        submarines = group[0].kind == "submarine"
        reach = Reach(self.draft.game, self.power)
        ways = {zone: STAY, **reach.sailing(zone, submarines)}
        scores = {
            goal: self.station(goal, zone, group)
            for goal in ways
            if goal == zone or not is_hostile_zone(self.draft.game, self.power, goal)
        }
        for goal in sorted(scores, key=lambda goal: (-scores[goal], goal))[:3]:
            if goal == zone:
                return
            if self.move(zone, ways[goal], group):
                return

    def move(self, zone: str, way: Way, group: list[Stack]) -> bool:
        bag: dict[str, int] = {}
        for stack in group:
            bag[label(stack)] = bag.get(label(stack), 0) + stack.n
        return self.draft.make((zone, way, tuple(bag.items())))

    def station(self, goal: str, home: str, group: list[Stack]) -> float:
        """What a zone is worth to a group of warships."""
        outlook, game = self.outlook, self.draft.game
        friends = [stack for stack in game.units[goal] if self.map.side.get(stack.owner) == outlook.side]
        ours = [stack for stack in friends if stack.owner == self.power]
        there = counted(friends, aboard=True)
        if goal != home:
            for kind, number in counted(group, aboard=True).items():
                there[kind] = there.get(kind, 0) + number
        size = cost_of(counted(group))
        score = self.draw(group) * self.rally.get(goal, 0.0) + 0.12 * self.pulls.prey.get(goal, 0.0)
        score += 0.15 * self.raiding(goal, group) + self.guarding(goal)
        score += min(4.0, sum(stack.n * (0.5 + 0.5 * len(stack.cargo)) for stack in ours if stack.kind == "transport"))
        if goal != home:
            score += 0.05 * min(size, cost_of(counted(s for s in friends if s.kind in WARSHIPS)))
        danger = outlook.threat(goal, there)
        return score - self.fear * max(0.0, danger.swing) - (2.0 * danger.win if danger.win > 0.5 else 0.0)

    def draw(self, group: list[Stack]) -> float:
        """How much the armada draws: submarines would rather raid."""
        return 0.1 if group[0].kind == "submarine" else 0.3

    def guarding(self, zone: str) -> float:
        """What a fleet beside threatened places saves, since nobody lands past it."""
        known: dict[str, float] = self.__dict__.setdefault("guarded", {})
        if zone not in known:
            known[zone] = 0.0
            for spot in self.map.coasts[zone]:
                if self.map.side.get(self.outlook.game.control[spot]) == self.outlook.side and self.outlook.is_vital(
                    spot
                ):
                    danger = self.outlook.threat(spot, self.outlook.friendly_units(spot)).take
                    known[zone] += min(15.0, 0.2 * self.outlook.worth(spot) * danger)
        return known[zone]

    def raiding(self, zone: str, group: list[Stack]) -> float:
        """IPCs that raiders would cost the enemy's convoys in a zone."""
        if not self.map.zones[zone].convoy:
            return 0.0
        wars = self.outlook.game.wars[self.power]
        prey = sum(self.map.values[spot] for spot in self.map.coasts[zone] if self.outlook.game.control[spot] in wars)
        dice = sum(stack.n * (2 if stack.kind == "submarine" else 1) for stack in group if stack.kind != "carrier")
        return 4.0 * min(prey, dice)

    # Transports

    def ferry(self) -> None:
        """Every transport to where it does most good: all are looked at, and the best voyages made, until none is."""
        for _ in range(MOST_LOOKS):
            reach = Reach(self.draft.game, self.power, fresh=True)
            boats: dict[tuple[str, Stack], list[Lift]] = {}
            for lifts in reach.lifts.values():
                for lift in lifts:
                    boats.setdefault((lift.origin, lift.stack), []).append(lift)
            voyages = [best for lifts in boats.values() if (best := self.best(reach, lifts))]
            voyages.sort(key=lambda voyage: (-voyage.score, voyage.lift.origin))
            if not sum(self.set_out(voyage) for voyage in voyages):
                return

    def set_out(self, voyage: Voyage) -> bool:
        lift = voyage.lift
        return self.draft.say(
            (lift.origin, lift.way, ((label(lift.stack), 1),)), voyage.place, dict(voyage.loads), bool(voyage.place)
        )

    def best(self, reach: Reach, lifts: list[Lift]) -> Voyage | None:
        """The best voyage of one transport, if it is better than to stay as it is."""
        here = lifts[0].origin
        carried = sum(item.owner == self.power for item in lifts[0].stack.cargo)
        idle = self.value(here, carried) - self.danger(here, here, carried)
        found = []
        if here == self.armada.heart != self.goal and any(lift.zone == self.goal for lift in lifts):
            lifts, idle = [lift for lift in lifts if lift.zone == self.goal], -99.0  # it goes with the armada
        for lift in lifts:
            if lift.way != STAY and is_hostile_zone(self.draft.game, self.power, lift.zone):
                continue
            found += self.voyages(reach, lift)
        best = max(found, key=lambda voyage: voyage.score, default=None)
        return best if best is not None and best.score > idle + 0.3 else None

    def voyages(self, reach: Reach, lift: Lift) -> list[Voyage]:
        loads = self.loads(reach, lift)
        aboard = sum(item.owner == self.power for item in lift.stack.cargo) + sum(number for _, number in loads)
        danger = self.danger(lift.zone, lift.origin, aboard)
        found = []
        if lift.way != STAY or loads:
            found.append(Voyage(self.value(lift.zone, aboard) - danger, lift, loads))
        if aboard:
            source = max((self.pulls.land.get(word.partition(".")[0], 0.0) for word, _ in loads), default=0.0)
            for place in offload_places(self.draft.game, self.power, lift.zone):
                gain = self.pulls.land.get(place, 0.0) - source
                if gain > 0.5 and place not in {word.partition(".")[0] for word, _ in loads}:
                    danger = self.danger(lift.zone, lift.origin)
                    score = BRING * aboard * gain + FETCH * self.fetch.get(lift.zone, 0.0) - danger
                    found.append(Voyage(score, lift, loads, place))
        return found

    def value(self, zone: str, aboard: int) -> float:
        if aboard:
            return HOLD * aboard * self.rally.get(zone, 0.0) - self.way_to_go(zone)
        return FETCH * self.fetch.get(zone, 0.0) + WAIT * self.rally.get(zone, 0.0) - self.way_to_go(zone)

    def way_to_go(self, zone: str) -> float:
        """What the way to the armada costs: fields fade, but nobody is to be forgotten at the other end of the sea."""
        return STEP * self.armada.steps[zone].get(self.goal, FARTHEST) if self.goal else 0.0

    @property
    def fetch(self) -> dict[str, float]:
        """The pull of troops that wait to be fetched."""
        if "field" not in self.__dict__:
            start: dict[str, float] = {}
            for spot in self.map.territories:
                spare = self.pulls.spare(spot, self.keep) if self.pulls.is_stuck(spot) else 0
                for zone in self.map.zones_of[spot] if spare else ():
                    start[zone] = start.get(zone, 0.0) + 0.5 * min(spare, 8)
            self.__dict__["field"] = spread(start, by_sea(self.outlook.game.theatre))
        found: dict[str, float] = self.__dict__["field"]
        return found

    def danger(self, zone: str, origin: str, aboard: int = 0) -> float:
        """What a transport and its troops risk in a zone, with the friends that are there."""
        friends = [s for s in self.draft.game.units[zone] if self.map.side.get(s.owner) == self.outlook.side]
        there = counted(friends, aboard=True)
        if zone != origin:
            there["transport"] = there.get("transport", 0) + 1
        return self.fear * (BOAT + 4.0 * aboard) * self.outlook.threat(zone, there).win

    def loads(self, reach: Reach, lift: Lift) -> tuple[tuple[str, int], ...]:
        """Spare troops for one transport: one of any kind and one infantry, from where they are of least use."""
        found: dict[str, int] = {}
        room = 2 - len(lift.stack.cargo)
        heavy = all(item.kind == "infantry" for item in lift.stack.cargo)
        spots = {spot: None for zone in lift.loading for spot in self.map.coasts[zone]}
        ranked = sorted(spots, key=lambda spot: (self.pulls.land.get(spot, 0.0), spot))
        for kinds in (("artillery", "tank", "mechanized_infantry", "infantry"), ("infantry",)):
            if room <= 0 or (kinds[0] != "infantry" and not heavy):
                continue
            for spot in ranked:
                there = {stack.kind: stack.n for stack in reach.own(spot) if stack.kind in TAKERS}
                used = sum(number for word, number in found.items() if word.startswith(f"{spot}."))
                kind = next((k for k in kinds if there.get(k, 0) > found.get(f"{spot}.{k}", 0)), "")
                if kind and sum(there.values()) - used > self.keep.get(spot, 0):
                    found[f"{spot}.{kind}"] = found.get(f"{spot}.{kind}", 0) + 1
                    room -= 1
                    break
        return tuple(found.items())
