"""Combat Move: attacks where the exact odds and the counter-attack speak for them, the best first."""

import msgspec

from sandtable.bots.pacific.draft import Draft
from sandtable.bots.pacific.odds import Budget, Chance, chance
from sandtable.bots.pacific.outlook import HARMLESS, Outlook, cost_of, counted
from sandtable.bots.pacific.parties import counted_party, gathered, mixed, sizes
from sandtable.bots.pacific.risks import Landing, Risks
from sandtable.games.axis1940.data import ARM, TAKERS, WARSHIPS
from sandtable.games.axis1940.forces import label
from sandtable.games.axis1940.odds_position import declared_force
from sandtable.games.axis1940.reach import BOMBARDING, STAY, Force, Lift, Mover, Reach, damaged
from sandtable.games.axis1940.rules.combat_move import CombatMove
from sandtable.games.axis1940.rules.neutrals import is_neutral_land
from sandtable.games.axis1940.spaces import is_hostile_zone

ENOUGH = 0.5
"""IPCs that an attack must be expected to gain."""
TIED = 0.02
"""The part of its price that every unit of an attack costs, since it could be elsewhere."""
SURE_ENOUGH = 0.97
MUCH = 8.0
MASS = 6
"""Land units that are many."""
MOST_ATTACKS = 14
GROUND_ORDER = ("infantry", "artillery", "mechanized_infantry", "tank")
AIR_ORDER = ("fighter", "tactical_bomber", "strategic_bomber")
SHIP_ORDER = ("submarine", "destroyer", "cruiser", "battleship", "carrier")


class Attack(msgspec.Struct, frozen=True):
    """An attack on a space: who goes, what comes of it and what it gains."""

    space: str
    gain: float
    chance: Chance
    movers: tuple[tuple[Mover, int], ...] = ()
    landings: tuple[Landing, ...] = ()


class Offensive:
    """The attacks of one turn, planned one after the other on a draft."""

    def __init__(self, outlook: Outlook, keep: dict[str, int], budget: Budget) -> None:
        self.outlook = outlook
        self.power = outlook.power
        self.map = outlook.map
        self.keep = keep
        self.draft = Draft(outlook.game, self.power, CombatMove(self.power))
        self.budget = budget
        self.made: list[Attack] = []
        self.risks = Risks(outlook)

    def plan(self) -> None:
        """Weigh every target, make the best attack, weigh the others anew, until none is worth it."""
        unweighed, weighed = self.targets(), dict[str, Attack]()
        reach = self.reach()
        while len(self.made) < MOST_ATTACKS:
            for space in unweighed:
                if self.budget.is_spent:
                    return
                attack = self.best_on(reach, space)
                if attack is not None and attack.gain > ENOUGH:
                    weighed[space] = attack
            unweighed = []
            if not weighed:
                return
            best = max(weighed.values(), key=lambda attack: (attack.gain, attack.space))
            del weighed[best.space]
            if self.carry_out(best):
                self.made.append(best)
                reach = self.reach()
                opened = [spot for spot in self.map.coasts.get(best.space, ()) if reach.can_assail(spot)]
                unweighed, weighed = list(dict.fromkeys((*weighed, *opened))), {}

    def reach(self) -> Reach:
        return Reach(self.draft.game, self.power, fresh=True)

    def targets(self) -> list[str]:
        """Every space that could be attacked at all."""
        reach, game = self.outlook.reach, self.outlook.game
        found = []
        for spot in self.map.territories:
            if reach.can_assail(spot) and not is_neutral_land(game, spot) and self.is_near(reach, spot):
                found.append(spot)
        for zone in self.map.zones:
            if self.outlook.enemies_at(zone) and (reach.by_sea.get(zone) or reach.by_air.get(zone)):
                found.append(zone)
        return found

    def is_near(self, reach: Reach, spot: str) -> bool:
        return bool(reach.by_land.get(spot)) or any(reach.lifts.get(zone) for zone in self.map.zones_of[spot])

    # Looking at one target

    def best_on(self, reach: Reach, space: str) -> Attack | None:
        """The force for a target that gains most, if any gains enough."""
        if space in self.map.sea:
            return self.best_at_sea(reach, space)
        return self.best_on_land(reach, space)

    def best_on_land(self, reach: Reach, spot: str) -> Attack | None:
        ground = self.ground(reach, spot)
        landings = self.landings(reach, spot, {mover.origin for mover, _ in ground})
        if not ground and not landings:
            return None
        planes = self.planes(reach, spot)
        defenders = self.outlook.defenders(spot)
        found: list[Attack] = []
        for feet in sizes(len(ground)):
            for boats in sizes(len(landings)) if feet == len(ground) else (0,):
                if not feet and not boats:
                    continue
                for wings in sizes(len(planes), few=True) if defenders else (0,):
                    movers = gathered((*ground[:feet], *planes[:wings]))
                    attack = self.looked_at(spot, movers, tuple(landings[:boats]), defenders)
                    found.append(attack)
                    if attack.chance.take > SURE_ENOUGH:
                        break
                if found and found[-1].chance.take > SURE_ENOUGH:
                    break
            if found and found[-1].chance.take > SURE_ENOUGH:
                break
        found.sort(key=lambda attack: -attack.gain)
        found[3:] = [
            self.looked_at(spot, gathered(ground[:feet]), (), defenders)  # those who come in masses can stay
            for feet in {len(ground) // 2: None, len(ground): None}
            if feet >= MASS
        ]
        judged = [self.judged(attack) for attack in found]
        return max(judged, key=lambda attack: attack.gain, default=None)

    def ground(self, reach: Reach, spot: str) -> list[tuple[Mover, int]]:
        """Land units one by one, those first that cost least."""
        found: list[tuple[Mover, int]] = []
        free: dict[str, int] = {}
        movers = sorted(
            reach.by_land.get(spot, ()),
            key=lambda mover: (GROUND_ORDER.index(mover.kind), len(mover.way), mover.origin),
        )
        for mover in movers:
            if mover.origin not in free:
                there = sum(stack.n for stack in reach.own(mover.origin) if stack.kind in TAKERS)
                free[mover.origin] = there - self.keep.get(mover.origin, 0)
            number = min(mover.n, free[mover.origin])
            free[mover.origin] -= max(number, 0)
            found += [(mover, 1)] * max(number, 0)
        guns = [item for item in found if item[0].kind == "artillery"]
        return mixed([item for item in found if item[0].kind != "artillery"], guns)

    def planes(self, reach: Reach, space: str) -> list[tuple[Mover, int]]:
        movers = sorted(reach.by_air.get(space, ()), key=lambda mover: (AIR_ORDER.index(mover.kind), mover.origin))
        fighters = [(mover, 1) for mover in movers if mover.kind == "fighter" for _ in range(mover.n)]
        others = [(mover, 1) for mover in movers if mover.kind != "fighter" for _ in range(mover.n)]
        return mixed(fighters, others, every=1)

    def landings(self, reach: Reach, spot: str, marching: set[str]) -> list[Landing]:
        """What each transport could land in a territory, with every unit ashore used once."""
        game = self.draft.game
        ashore: dict[str, int] = {}
        taken: dict[tuple[str, str], int] = {}
        found = []
        for zone in self.map.zones_of[spot]:
            if is_hostile_zone(game, self.power, zone) and not self.will_clear(zone):
                continue
            lifts = sorted(reach.lifts.get(zone, ()), key=lambda lift: (-len(lift.stack.cargo), len(lift.way)))
            for lift in lifts:
                key = (lift.origin, label(lift.stack))
                while taken.get(key, 0) < lift.stack.n:
                    landing = self.loaded(reach, lift, ashore, marching)
                    if landing is None:
                        break
                    taken[key] = taken.get(key, 0) + 1
                    found.append(landing)
        return found

    def will_clear(self, zone: str) -> bool:
        return any(attack.space == zone and attack.chance.win > 0.8 for attack in self.made)

    def loaded(self, reach: Reach, lift: Lift, ashore: dict[str, int], marching: set[str]) -> Landing | None:
        """The best cargo for one transport: one of any kind and one infantry."""
        lands = [item.kind for item in lift.stack.cargo if item.owner == self.power and item.kind in TAKERS]
        loads: dict[str, int] = {}
        for kinds in (("artillery", "tank", "mechanized_infantry", "infantry"), ("infantry",)):
            if len(lift.stack.cargo) + sum(loads.values()) >= 2:
                break
            if kinds[0] != "infantry" and any(item.kind != "infantry" for item in lift.stack.cargo):
                continue
            word = next(
                (
                    f"{spot}.{kind}"
                    for kind in kinds
                    for zone in lift.loading
                    for spot in self.map.coasts[zone]
                    if spot not in marching and self.can_board(reach, spot, kind, ashore)
                ),
                "",
            )
            if word:
                loads[word] = loads.get(word, 0) + 1
                ashore[word] = ashore.get(word, 0) + 1
                lands.append(word.partition(".")[2])
        return Landing(lift, tuple(loads.items()), tuple(lands)) if lands else None

    def can_board(self, reach: Reach, spot: str, kind: str, ashore: dict[str, int]) -> bool:
        there = {stack.kind: stack.n for stack in reach.own(spot) if stack.kind in TAKERS}
        used = sum(number for word, number in ashore.items() if word.partition(".")[0] == spot)
        if sum(there.values()) - used <= self.keep.get(spot, 0):
            return False
        return there.get(kind, 0) > ashore.get(f"{spot}.{kind}", 0)

    def looked_at(
        self, spot: str, movers: tuple[tuple[Mover, int], ...], landings: tuple[Landing, ...], defenders: dict[str, int]
    ) -> Attack:
        """An attack with its odds, without a look at the counter-attack."""
        self.budget.spend()
        units: dict[str, int] = {}
        seaborne: dict[str, int] = {}
        for mover, number in movers:
            units[damaged(mover.stack)] = units.get(damaged(mover.stack), 0) + number
        for landing in landings:
            for kind in landing.lands:
                units[kind] = units.get(kind, 0) + 1
                seaborne[kind] = seaborne.get(kind, 0) + 1
        force = Force(units, seaborne, self.bombardment(spot, landings))
        found = chance(force, defenders, at_sea=False)
        gain = (
            found.swing + found.take * self.outlook.worth(spot) - self.risks.price_of_war(spot) - TIED * cost_of(units)
        )
        gain -= self.risks.risk_of_landing(spot, movers)
        if landings:
            gain -= self.risks.risk_at_sea(landings)
        return Attack(spot, gain, found, movers, landings)

    def bombardment(self, spot: str, landings: tuple[Landing, ...]) -> dict[str, int]:
        """Ships that are in the zone of a landing already; others may come, but do not count."""
        found: dict[str, int] = {}
        left = sum(len(landing.lands) for landing in landings)
        for zone in dict.fromkeys(landing.lift.zone for landing in landings):
            if self.outlook.enemies_at(zone) or self.outlook.scramblers(zone):
                continue
            for stack in self.draft.game.units[zone]:
                if stack.owner == self.power and stack.kind in BOMBARDING and left > 0:
                    found[stack.kind] = found.get(stack.kind, 0) + min(stack.n, left)
                    left -= min(stack.n, left)
        return found

    def judged(self, attack: Attack) -> Attack:
        """The same attack with what the enemy's answer would cost."""
        outlook, space = self.outlook, attack.space
        self.budget.spend()
        if space in self.map.sea:
            staying = {
                kind: number for kind, number in attack.chance.left if ARM[kind.removeprefix("damaged_")] == "sea"
            }
            answer = outlook.threat(space, staying) if staying else HARMLESS
            cost = self.risks.fear * attack.chance.win * max(0.0, answer.swing)
        else:
            staying = {kind: number for kind, number in attack.chance.left if ARM[kind] == "land"}
            answer = outlook.threat(space, staying) if staying else HARMLESS
            worth, now = outlook.worth(space), self.map.values[space] + 0.3
            lost = answer.take * max(0.0, worth - now)
            cost = attack.chance.take * (self.risks.fear * max(0.0, answer.swing) + lost)
        return msgspec.structs.replace(attack, gain=attack.gain - cost - self.price_of_leaving(attack))

    def price_of_leaving(self, attack: Attack) -> float:
        """What it costs those who stay behind beside enemies, and must fight them without the ships that leave."""
        leaving: dict[str, dict[str, int]] = {}
        for mover, number in attack.movers:
            if mover.origin != attack.space and is_hostile_zone(self.draft.game, self.power, mover.origin):
                gone = leaving.setdefault(mover.origin, {})
                gone[damaged(mover.stack)] = gone.get(damaged(mover.stack), 0) + number
        price = 0.0
        for zone, gone in leaving.items():
            together = counted(stack for stack in self.draft.game.units[zone] if stack.owner == self.power)
            behind = {kind: number - gone.get(kind, 0) for kind, number in together.items()}
            enemies = self.outlook.defenders(zone)
            swings = [chance(Force(force), enemies, at_sea=True).swing for force in (together, behind)]
            price += max(0.0, swings[0] - swings[1])
        return price

    def best_at_sea(self, reach: Reach, zone: str) -> Attack | None:
        defenders = self.outlook.defenders(zone)
        for kind, number in self.outlook.scramblers(zone).items():
            defenders[kind] = defenders.get(kind, 0) + number
        hostile = is_hostile_zone(self.outlook.game, self.power, zone)
        movers = sorted(reach.by_sea.get(zone, ()), key=lambda mover: (SHIP_ORDER.index(mover.kind), mover.origin))
        there = [(mover, mover.n) for mover in movers if mover.way == STAY and hostile]
        coming = [(mover, 1) for mover in movers if mover.way != STAY or not hostile for _ in range(mover.n)]
        planes = self.planes(reach, zone)
        found: list[Attack] = []
        prize = self.opens(zone, reach) + self.risks.troops_at(zone)
        for ships in sizes(len(coming)):
            for wings in sizes(len(planes), few=True):
                party = gathered((*there, *coming[:ships], *planes[:wings]))
                units = counted_party(party)
                if not any(kind not in ("carrier", "damaged_carrier") for kind in units):
                    continue
                self.budget.spend()
                odds = chance(Force(units), defenders, at_sea=True)
                gain = odds.swing + odds.win * prize - TIED * cost_of(units)
                gain -= self.risks.risk_of_landing(zone, party)
                orders = tuple((mover, number) for mover, number in party if not (mover.way == STAY and hostile))
                if orders:
                    found.append(Attack(zone, gain, odds, orders))
        # Aircraft alone never win against submarines, but may sink all that matters.
        found = [attack for attack in found if attack.chance.win > 0.4 or attack.chance.swing > MUCH]
        found.sort(key=lambda attack: -attack.gain)
        return max((self.judged(attack) for attack in found[:3]), key=lambda attack: attack.gain, default=None)

    def opens(self, zone: str, reach: Reach) -> float:
        """What a cleared zone would let land this turn."""
        if not reach.lifts.get(zone) or not is_hostile_zone(self.outlook.game, self.power, zone):
            return 0.0
        prizes = [self.outlook.worth(spot) for spot in self.map.coasts[zone] if reach.can_assail(spot)]
        return 0.4 * max(prizes, default=0.0)

    # Making it so

    def carry_out(self, attack: Attack) -> bool:
        """Give the orders of an attack. If too much of it is refused, take it all back."""
        draft, space = self.draft, attack.space
        mark = draft.mark()
        for landing in attack.landings:
            draft.land(landing.lift, space, dict(landing.loads))
        if attack.landings:
            self.escort(attack)
        for mover, number in attack.movers:
            draft.go(mover, number)
        force = declared_force(draft.game, self.power, space)
        if force is None or not is_sound(force, space in self.map.sea):
            draft.back_to(mark)
            return False
        at_sea = space in self.map.sea
        defenders = counted(self.outlook.enemies_at(space), aboard=at_sea)
        if at_sea:
            for kind, number in self.outlook.scramblers(space).items():
                defenders[kind] = defenders.get(kind, 0) + number
        now = chance(msgspec.structs.replace(force, bombard={}), defenders, at_sea)
        if (now.win if at_sea else now.take) < 0.85 * (attack.chance.win if at_sea else attack.chance.take):
            draft.back_to(mark)
            return False
        return True

    def escort(self, attack: Attack) -> None:
        """Warships go with transports that would be alone in danger."""
        outlook = self.outlook
        for zone in dict.fromkeys(landing.lift.zone for landing in attack.landings):
            boats = sum(landing.lift.zone == zone for landing in attack.landings)
            rising = outlook.scramblers(zone)
            for _ in range(6):
                here = counted(
                    stack
                    for stack in self.draft.game.units[zone]
                    if stack.owner == self.power and stack.kind in WARSHIPS
                )
                beaten = chance(Force(rising), {**here, "transport": boats}, True).win if rising else 0.0
                if beaten < 0.2 and outlook.threat(zone, {**here, "transport": boats}).win < 0.35:
                    break
                movers = [m for m in self.reach().by_sea.get(zone, ()) if m.way != STAY and m.kind != "carrier"]
                movers.sort(key=lambda mover: (-SHIP_ORDER.index(mover.kind), mover.origin))
                if not any(self.draft.go(mover, mover.n) for mover in movers):
                    break


def is_sound(force: Force, at_sea: bool) -> bool:
    """Whether a force can do what it is for: on land it needs somebody to take the ground."""
    return at_sea or any(kind in TAKERS for kind in force.units)
