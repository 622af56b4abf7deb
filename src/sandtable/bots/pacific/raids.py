"""Bombing raids: what they are expected to cost both sides, by exact odds, and those that bombers may as well fly."""

from collections.abc import Mapping
from functools import lru_cache
from math import comb

import msgspec

from sandtable.bots.pacific.attack import TIED, Offensive
from sandtable.bots.pacific.outlook import cost_of
from sandtable.bots.pacific.parties import Party, counted_party, gathered, sizes
from sandtable.games.axis1940.data import COMPLEXES, COST, FACILITIES
from sandtable.games.axis1940.forces import label
from sandtable.games.axis1940.reach import Mover, Reach
from sandtable.games.axis1940.state import Board

HEAVY, LIGHT, ESCORT = "strategic_bomber", "tactical_bomber", "fighter"
RAIDERS = (ESCORT, LIGHT, HEAVY)
"""In the order in which a raid would rather lose them."""
ENOUGH = 0.5
"""IPCs that a raid must be expected to gain."""
MOST_RAIDS = 6
MOST_BOMBERS = 12

Rooms = tuple[tuple[str, int], ...]
"""Facilities, and how much more damage each can take."""


class Raiders(msgspec.Struct, frozen=True, gc=False):
    """The aircraft of a raid: strategic bombers, tactical bombers, and fighters that escort them."""

    heavy: int
    light: int = 0
    escorts: int = 0

    @property
    def total(self) -> int:
        return self.heavy + self.light + self.escorts

    def without(self, lost: int) -> "Raiders":
        """What is left of a raid that gives up its escorts first and its strategic bombers last."""
        escorts = max(0, self.escorts - lost)
        lost -= self.escorts - escorts
        light = max(0, self.light - lost)
        lost -= self.light - light
        return Raiders(max(0, self.heavy - lost), light, escorts)

    @property
    def cost(self) -> float:
        return float(self.heavy * COST[HEAVY] + self.light * COST[LIGHT] + self.escorts * COST[ESCORT])


def raiders_of(units: Mapping[str, int]) -> Raiders:
    return Raiders(units.get(HEAVY, 0), units.get(LIGHT, 0), units.get(ESCORT, 0))


def rooms_at(game: Board, territory: str) -> Rooms:
    """The facilities of a territory, and how much more damage each can take."""
    return tuple(
        (facility.kind, FACILITIES[facility.kind].cap - facility.damage)
        for facility in game.facilities.get(territory, ())
    )


@lru_cache(maxsize=4000)
def hits_of(dice: int, most: int) -> tuple[float, ...]:
    """The chances of no hit, one, two and so on with dice that hit at 1; no more than `most` count."""
    found = [0.0] * (most + 1)
    for hits in range(dice + 1):
        found[min(hits, most)] += comb(dice, hits) * 5 ** (dice - hits) / 6**dice
    return tuple(found)


@lru_cache(maxsize=20_000)
def damage(room: int, heavy: int, light: int) -> float:
    """The expected damage to a facility that first fires at each bomber, up to what it can take."""
    sums = [1.0] + [0.0] * room
    for more in (2,) * heavy + (0,) * light:
        after = [chance / 6 for chance in sums]
        for before, chance in enumerate(sums):
            for face in range(1, 7):
                after[min(room, before + face + more)] += chance * 5 / 36
        sums = after
    return sum(value * chance for value, chance in enumerate(sums))


@lru_cache(maxsize=20_000)
def shared_out(rooms: Rooms, heavy: int, light: int) -> tuple[tuple[str, int, int], ...]:
    """How many bombers of each kind go for each facility: one after the other to where it adds most. Tactical bombers
    come first, since only bases are open to them."""
    sent = {kind: (0, 0) for kind, _ in rooms}
    room = dict(rooms)
    for step in ((0, 1),) * light + ((1, 0),) * heavy:
        best, most = "", -1.0
        for kind, (heavies, lights) in sent.items():
            if step[1] and kind in COMPLEXES:
                continue
            more = damage(room[kind], heavies + step[0], lights + step[1]) - damage(room[kind], heavies, lights)
            if more > most:
                best, most = kind, more
        if best:
            sent[best] = (sent[best][0] + step[0], sent[best][1] + step[1])
    return tuple((kind, *pair) for kind, pair in sent.items())


@lru_cache(maxsize=20_000)
def gain_of(rooms: Rooms, raiders: Raiders, interceptors: int) -> float:
    """What a raid gains in IPCs: its damage and the interceptors shot down, less the aircraft that it loses to them and
    to the fire of the facilities."""
    downed = hits_of(raiders.total, interceptors)
    gain = COST[ESCORT] * sum(number * chance for number, chance in enumerate(downed))
    for lost, chance in enumerate(hits_of(interceptors, raiders.total)):
        left = raiders.without(lost)
        done = sum(damage(dict(rooms)[kind], *pair) for kind, *pair in shared_out(rooms, left.heavy, left.light))
        shot_down = (left.heavy * COST[HEAVY] + left.light * COST[LIGHT]) / 6
        gain += chance * (done - shot_down - (raiders.cost - left.cost))
    return gain


def best_rise(rooms: Rooms, raiders: Raiders, fighters: int) -> int:
    """How many fighters should rise, of a few numbers: those against which the raid gains least."""
    return min(sizes(fighters, few=True), key=lambda number: gain_of(rooms, raiders, number))


class Raid(msgspec.Struct, frozen=True):
    """A raid on a territory: who flies, and what it gains."""

    space: str
    gain: float
    party: Party


class Raids:
    """The raids of one turn, with aircraft that its attacks have left."""

    def __init__(self, offensive: Offensive) -> None:
        self.outlook = offensive.outlook
        self.draft = offensive.draft
        self.budget = offensive.budget
        self.risks = offensive.risks
        self.attacked = [attack.space for attack in offensive.made]
        self.made: list[Raid] = []

    def plan(self) -> None:
        """The best raid first, the others weighed anew, until none is worth it."""
        targets = self.targets()
        while targets and len(self.made) < MOST_RAIDS and not self.budget.is_spent:
            reach = Reach(self.draft.game, self.outlook.power, fresh=True)
            raids = [raid for spot in targets if (raid := self.best_on(reach, spot)) is not None]
            best = max(raids, key=lambda raid: (raid.gain, raid.space), default=None)
            if best is None:
                return
            targets.remove(best.space)
            if self.carry_out(best):
                self.made.append(best)

    def targets(self) -> list[str]:
        """Where there is something to bomb of an enemy who can pay for it, and which is not about to be taken."""
        game = self.outlook.game
        return [
            spot
            for spot in self.outlook.map.territories
            if game.control[spot] in game.wars[self.outlook.power]
            and spot not in self.attacked
            and any(room for _, room in rooms_at(game, spot))
            and self.can_pay(game.control[spot])
        ]

    def can_pay(self, holder: str) -> bool:
        """Without its capital a power repairs nothing, and has no use for a complex."""
        capital = self.outlook.map.powers[holder].capital
        return bool(capital) and self.outlook.game.control[capital] == holder

    def best_on(self, reach: Reach, spot: str) -> Raid | None:
        """The party for a raid that gains most, if any gains enough."""
        movers = sorted(
            reach.by_air.get(spot, ()), key=lambda mover: (self.risks.peril_after(spot, mover), mover.origin)
        )
        if all(mover.kind == ESCORT for mover in movers):
            return None
        rooms = rooms_at(self.outlook.game, spot)
        fighters = sum(stack.n for stack in self.outlook.enemies_at(spot) if stack.kind == ESCORT)
        has_base = any(room for kind, room in rooms if kind not in COMPLEXES)
        heavies = one_by_one(movers, HEAVY)[:MOST_BOMBERS]
        lights = one_by_one(movers, LIGHT)[:MOST_BOMBERS] if has_base else []
        escorts = one_by_one(movers, ESCORT)[: 2 * fighters]
        best: Raid | None = None
        for heavy in sizes(len(heavies)):
            self.budget.spend()
            for light in sizes(len(lights)):
                for escort in sizes(len(escorts), few=True) if heavy or light else ():
                    party = gathered((*heavies[:heavy], *lights[:light], *escorts[:escort]))
                    gain = self.gain(spot, rooms, party, fighters)
                    if gain > (best.gain if best else ENOUGH):
                        best = Raid(spot, gain, party)
        return best

    def gain(self, spot: str, rooms: Rooms, party: Party, fighters: int) -> float:
        """What a raid gains whatever rises against it, less what its aircraft risk where they land."""
        units = counted_party(party)
        raiders = raiders_of(units)
        gain = gain_of(rooms, raiders, best_rise(rooms, raiders, fighters))
        return gain - TIED * cost_of(units) - self.risks.risk_of_landing(spot, party) - self.risks.price_of_war(spot)

    def carry_out(self, raid: Raid) -> bool:
        """Give the orders of a raid, bombers before escorts. If any is refused, take it all back."""
        mark = self.draft.mark()
        for mover, number in sorted(raid.party, key=lambda item: -RAIDERS.index(item[0].kind)):
            if not self.draft.say((mover.origin, mover.way, ((label(mover.stack), number),)), "raid"):
                self.draft.back_to(mark)
                return False
        return True


def one_by_one(movers: list[Mover], kind: str) -> list[tuple[Mover, int]]:
    return [(mover, 1) for mover in movers if mover.kind == kind for _ in range(mover.n)]
