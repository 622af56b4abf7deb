"""Orders with a purpose: attacks where they can succeed, air support, raids, and everybody else to the front."""

from collections import deque
from collections.abc import Callable

import msgspec

from sandtable.bots.warroom.battles import POINT_WORTH, prize_of
from sandtable.games.warroom.data import CONVOYS, REGION_NAMES, SIDE_OF, TARGETS, TARGETS_IN, TERRITORIES
from sandtable.games.warroom.odds import Conditions
from sandtable.games.warroom.odds_stances import Table
from sandtable.games.warroom.odds_units import placed, read_force
from sandtable.games.warroom.position import hostile, is_enemy, is_friendly, territories_of, units_by_nation
from sandtable.games.warroom.rules.hotspots import convoy_owners, raid_targets
from sandtable.games.warroom.rules.pacts import why_not_land
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.rules.routes import needed_to_match, plan
from sandtable.games.warroom.state import Command, Orders, WarRoom

FORCE = ("infantry", "artillery", "fighter")
"""The kinds of a Defense Force."""
WORTH = {"infantry": 1.0, "artillery": 1.3, "armor": 2.4, "fighter": 2.2, "bomber": 2.6}
SHIP_WORTH = {"submarine": 1.0, "cruiser": 2.2, "carrier": 2.5, "battleship": 3.5, "fighter": 1.6, "bomber": 1.6}
RESERVE = 2.0
URGENT_BID = 3
APPROACH = 0.4
"""The share of a threat that has to be met on the way to a vital place."""
GUARD = 1.3
"""How much stronger than the threat a guard should be."""
CAUTION = (1.15, 0.3)
"""How much stronger an attack must be than what it meets: in the first rounds, and when a war drags on."""
FLEET_CAUTION = (1.3, 0.7)
LONG_WAR = range(6, 26)
WORST_GAIN = (-2.0, -60.0)
"""What an attack may cost by the odds, in Resources: in the first rounds, and when a war drags on."""


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


def draw_up(game: WarRoom, nation: str, most: int, is_late: Callable[[], bool] = never) -> tuple[Orders, str, int]:
    """A nation's orders for the round, its intent in one line, and the Oil it would bid."""
    side = SIDE_OF[nation]
    vital = frozenset(t for t in vital_places(game, side) if t in game.control and is_friendly(game, t, side))
    approaches = frozenset(t for place in sorted(vital) for t in game.map.land[place] if t not in vital)
    draft = Draft(game, nation, most, distances(game, side), vital, approaches, is_late=is_late)
    guard(draft)
    attacked = plan_attacks(draft)
    support_from_the_air(draft, attacked)
    move_fleets(draft)
    advance(draft)
    wish = URGENT_BID if "guard" in draft.purpose.values() else 1 + game.round % 2
    return tuple(draft.orders), intent(draft), wish


def intent(draft: Draft) -> str:
    """The purpose of the orders in one line."""
    said = []
    for purpose, words in (("guard", "guard"), ("attack", "attack"), ("bombing", "bomb"), ("hunt", "sail for")):
        places = [REGION_NAMES[end] for key, end in draft.orders if draft.purpose[key] == purpose]
        if places:
            said.append(f"{words} {', '.join(dict.fromkeys(places))}")
    return "; ".join(said) or "gather strength at the front"


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


def worth(command: Command, at_sea: bool = False) -> float:
    table = SHIP_WORTH if at_sea else WORTH
    return sum(table.get(kind, 0.0) * number for kind, number in command.counts().items())


def free_worth(game: WarRoom, command: Command) -> float:
    """What a Command can bring along after leaving behind what is pinned."""
    size = sum(command.units)
    if command.category == "land" and game.map.is_sea(command.region):
        return worth(command)
    return worth(command) * max(0, size - needed_to_match(game, command, command.region)) / size


def plan_attacks(draft: Draft) -> list[str]:
    """The best targets first, each with as many Commands as it takes."""
    game = draft.game
    reach: dict[str, list[Command]] = {}
    for command in draft.own("land"):
        for end in in_reach(game, command):
            if end in TERRITORIES and is_enemy(game, end, draft.side) and is_next(game, command, end):
                reach.setdefault(end, []).append(command)
    scored = sorted(reach, key=lambda end: (-value(draft, end), end))
    attacked = []
    for end in scored:
        used = {key for key, _ in draft.orders}
        ready = [c for c in reach[end] if c.key not in used]
        ready.sort(key=lambda c: (-free_worth(game, c), c.number))
        against = strength(game, end, draft.nation, friends=False)
        have = strength(game, end, draft.nation, friends=True)
        force = have + sum(free_worth(game, c) for c in ready) + 2.2 * air_in_reach(draft, end)
        if force < against * by_patience(game, CAUTION):
            continue
        sent = 0.0
        for command in ready:
            if sent and have + sent >= against * 1.6 + 1:
                break
            if draft.add(command, end, "attack"):
                sent += free_worth(game, command)
        if sent and against and not draft.is_late() and gain_by_odds(draft, end) < by_patience(game, WORST_GAIN):
            draft.drop(end)
        elif sent:
            attacked.append(end)
    return attacked


def gain_by_odds(draft: Draft, end: str) -> float:
    """What the odds say to an attack with the usual stances: by those who are sent, who are there, and who can fly."""
    game, sent = draft.game, {key for key, place in draft.orders if place == end}
    ours: dict[str, int] = {}
    theirs: dict[str, int] = {}
    near = [c for c in draft.own("air") if end in game.map.air_reach[c.region]]
    for command in (*(game.commands[key] for key in sorted(sent)), *game.here(end), *near):
        mine = SIDE_OF[command.nation] == draft.side
        if mine or hostile(game, draft.nation, command.nation):
            count = ours if mine else theirs
            for kind, number in command.counts().items():
                count[kind] = count.get(kind, 0) + number
    for kind, number in zip(FORCE, game.forces.get(end, ()), strict=False):
        theirs[kind] = theirs.get(kind, 0) + number
    attack, defence = read_force(ours), read_force(theirs)
    table = Table(Conditions("land"), prize_of(game, end), POINT_WORTH)
    return table.reckon(placed(attack, "land", True, defence), placed(defence, "land", False, attack))


def guard(draft: Draft) -> None:
    """What the enemy must take to win gets a guard as strong as what stands next to it: by air, on foot, by Rail, and
    if that is not enough from the ways there."""
    game = draft.game
    for place in sorted(draft.vital):
        danger = threat(draft, place)
        have = strength(game, place, draft.nation, friends=True)
        if not danger:
            continue
        draft.watched += [c.key for c in game.here(place) if c.nation == draft.nation and c.category == "air"]
        coming = [c for c in draft.own("land") if c.region != place and could_come(game, c, place)]
        coming.sort(key=lambda c: (c.region in draft.vital, -free_worth(game, c), c.number))
        planes = [c for c in draft.own("air") if c.region != place and place in game.map.air_reach[c.region]]
        from_the_ways = [c for c in coming if c.region in draft.approaches] if place in game.facts.capitals else []
        for command in (*planes, *coming, *from_the_ways):
            if have >= GUARD * danger:
                break
            called = any(command is other for other in from_the_ways)
            if command.key not in draft.watched and draft.add(command, place, "guard", called):
                have += worth(command) if command.category == "air" else free_worth(game, command)


def could_come(game: WarRoom, command: Command, place: str) -> bool:
    """Whether a Land Command is near enough, or has Rails to come by."""
    return place in in_reach(game, command) or bool(game.map.rails[place] and game.map.rails.get(command.region))


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


def is_next(game: WarRoom, command: Command, end: str) -> bool:
    near = game.map.coast if game.map.is_sea(command.region) else game.map.land
    return end in near[command.region]


def is_needed_at_home(draft: Draft, command: Command) -> bool:
    """What the enemy must take to win is not left to weaker forces than can reach it, nor are the ways there."""
    game, home = draft.game, command.region
    share = 1.0 if home in draft.vital else APPROACH if home in draft.approaches else 0.0
    if not share:
        return False
    gone = {key for key, _ in draft.orders}
    staying = sum(worth(c) for c in game.here(home) if c.category == "land" and c.key not in gone and c is not command)
    return staying < max(RESERVE, share * threat(draft, home))


def is_threat(draft: Draft, command: Command) -> bool:
    return command.category == "land" and hostile(draft.game, draft.nation, command.nation)


def vital_places(game: WarRoom, side: str) -> frozenset[str]:
    """Capitals, and everything that the enemy needs for victory."""
    conditions = game.facts.allied_wins if side == "axis" else game.facts.axis_wins
    wanted = [str(t) for groups in conditions for group in groups for t in group[1:]]
    return frozenset((*wanted, *game.facts.capitals))


def value(draft: Draft, territory: str) -> float:
    """How much a territory is worth taking, for its own sake and as a step to the goals."""
    card = TERRITORIES[territory]
    prize = card.value + 3.0 + (12.0 if territory in goals(draft.game, draft.side) else 0.0)
    resistance = strength(draft.game, territory, draft.nation, friends=False)
    return prize / (2.0 + resistance) + 4.0 / (1 + draft.distance.get(territory, 20))


def air_in_reach(draft: Draft, region: str) -> int:
    return sum(sum(c.units) for c in draft.own("air") if region in draft.game.map.air_reach[c.region])


def support_from_the_air(draft: Draft, attacked: list[str]) -> None:
    """Air Commands go where their side fights; Bombers without a fight go for Industry."""
    game = draft.game
    fights = [*attacked, *(region for region in sorted(game.markers) if region not in attacked)]
    fights += [r for r in game.map.territories if strength(game, r, draft.nation, False) and r not in fights]
    free = [command for command in draft.own("air") if command.key not in draft.watched]
    for command in free:
        near = game.map.air_reach[command.region]
        for region in fights:
            useful = region in near and has_friends_in(draft, region) and can_land_from(draft, region)
            if useful and (region == command.region or draft.add(command, region, "support")):
                break
        else:
            if command.of("bomber"):
                bomb(draft, command)
    for command in free:
        closer = sorted(game.map.air_reach[command.region], key=lambda r: (draft.distance.get(r, 99), r))
        here = draft.distance.get(command.region, 99)
        for region in closer[:6]:
            closer_by_two = draft.distance.get(region, 99) < here - 1
            if closer_by_two and may_land_in(draft, region) and draft.add(command, region, "rebase"):
                break


def has_friends_in(draft: Draft, region: str) -> bool:
    coming = any(end == region for _, end in draft.orders)
    return coming or strength(draft.game, region, draft.nation, friends=True) > 0


def can_land_from(draft: Draft, region: str) -> bool:
    return any(may_land_in(draft, place) for place in draft.game.map.air_reach[region])


def may_land_in(draft: Draft, place: str) -> bool:
    friendly = place in TERRITORIES and is_friendly(draft.game, place, draft.side)
    return friendly and why_not_land(draft.game, draft.nation, place) is None


def bomb(draft: Draft, command: Command) -> None:
    game = draft.game
    for region in game.map.air_reach[command.region]:
        if region not in TERRITORIES or not is_enemy(game, region, draft.side) or not TERRITORIES[region].industry:
            continue
        if not strength(game, region, draft.nation, friends=False) and can_land_from(draft, region):
            draft.add(command, region, "bombing")
            return


def move_fleets(draft: Draft) -> None:
    """The ships of a sea sail together: against weaker fleets, to convoys they can raid, and closer to the goals."""
    game = draft.game
    fleets: dict[str, list[Command]] = {}
    for command in draft.own("naval"):
        fleets.setdefault(command.region, []).append(command)
    for region, fleet in sorted(fleets.items(), key=lambda pair: -sum(worth(c, True) for c in pair[1])):
        if any(hostile(game, n, draft.nation) for n in units_by_nation(game, region, "naval")):
            continue
        if draft.nation in {n for nations in raid_targets(game, region).values() for n in nations}:
            continue
        end, against = best_sea(draft, region, fleet)
        sent = 0.0
        for command in sorted(fleet, key=lambda c: (-worth(c, True), c.number)):
            if end and (not sent or sent < against * 1.6 + 3.0) and draft.add(command, end, "hunt"):
                sent += worth(command, True)


def best_sea(draft: Draft, region: str, fleet: list[Command]) -> tuple[str, float]:
    """Where a fleet should sail, '' to stay, and what it meets there."""
    game = draft.game
    mine = sum(worth(c, True) for c in fleet)
    best, most, meets = "", 0.5, 0.0
    for sea in in_reach(game, fleet[0]):
        if sea == region or not game.map.is_sea(sea):
            continue
        against = strength(game, sea, draft.nation, friends=False)
        if against * by_patience(game, FLEET_CAUTION) > mine:
            continue
        closer = draft.distance.get(region, 99) - draft.distance.get(sea, 99)
        score = against + enemy_ships(game, sea, draft.nation) + closer
        if score > most:
            best, most, meets = sea, score, against
    return best, meets


def enemy_ships(game: WarRoom, region: str, nation: str) -> float:
    """Convoy ships that could be raided in a sea region."""
    total = 0
    for target in TARGETS_IN.get(region, ()):
        for convoy in TARGETS[target]:
            owners = convoy_owners(game, convoy)
            if owners and hostile(game, nation, owners[0]):
                total += sum(CONVOYS[convoy].ships)
    return float(total)


def advance(draft: Draft) -> None:
    """Land Commands without an enemy near go closer to the goals: on foot, by Rail or by sea."""
    game = draft.game
    commands = sorted(draft.own("land"), key=lambda c: (-draft.distance.get(c.region, 99), c.number))
    for command in commands:
        here = draft.distance.get(command.region, 99)
        at_sea = game.map.is_sea(command.region)
        if not at_sea and has_enemies_near(game, command):
            continue
        options = sorted(in_reach(game, command), key=lambda r: (draft.distance.get(r, 99), r))
        for end in options[:8]:
            closer = draft.distance.get(end, 99) < here
            safe = not strength(game, end, draft.nation, friends=False)
            if closer and safe and draft.add(command, end, "advance"):
                break


def has_enemies_near(game: WarRoom, command: Command) -> bool:
    near = (command.region, *game.map.land[command.region])
    return any(strength(game, place, command.nation, friends=False) for place in near)
