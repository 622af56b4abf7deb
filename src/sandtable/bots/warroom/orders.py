"""Orders with a purpose: attacks where they can succeed, air support, raids, and everybody else to the front."""

from collections import deque

import msgspec

from sandtable.games.warroom.data import CONVOYS, SIDE_OF, TARGETS, TARGETS_IN, TERRITORIES
from sandtable.games.warroom.position import hostile, is_enemy, is_friendly, units_by_nation
from sandtable.games.warroom.rules.hotspots import convoy_owners, raid_targets
from sandtable.games.warroom.rules.pacts import why_not_land
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.rules.routes import needed_to_match, plan
from sandtable.games.warroom.state import Command, Orders, WarRoom

WORTH = {"infantry": 1.0, "artillery": 1.3, "armor": 2.4, "fighter": 1.6, "bomber": 2.2}
SHIP_WORTH = {"submarine": 1.0, "cruiser": 2.2, "carrier": 2.5, "battleship": 3.5, "fighter": 1.6, "bomber": 1.6}
ODDS_FOR_ATTACK = 1.15
RESERVE = 2.0


class Draft(msgspec.Struct):
    """A plan in the making."""

    game: WarRoom
    nation: str
    most: int
    distance: dict[str, int]
    vital: frozenset[str]
    orders: list[tuple[str, str]] = []
    purpose: dict[str, str] = {}

    @property
    def side(self) -> str:
        return SIDE_OF[self.nation]

    def is_full(self) -> bool:
        return len(self.orders) >= self.most

    def add(self, command: Command, end: str, purpose: str) -> bool:
        """Write an order if it can be carried out as things stand, breaks nothing and finds a box."""
        if self.is_full() or any(key == command.key for key, _ in self.orders):
            return False
        if command.category == "land" and is_needed_at_home(self, command):
            return False
        found = plan(self.game, command, end)
        if not any(not route.breaks and not route.stay_via for route in found.routes):
            return False
        self.orders.append((command.key, end))
        self.purpose[end] = purpose
        return True

    def own(self, category: str) -> list[Command]:
        return [c for c in self.game.stacks() if c.nation == self.nation and c.category == category]


def draw_up(game: WarRoom, nation: str, most: int) -> tuple[Orders, str]:
    """A nation's orders for the round, and its intent in one line."""
    draft = Draft(game, nation, most, distances(game, SIDE_OF[nation]), vital_places(game, SIDE_OF[nation]))
    attacked = plan_attacks(draft)
    support_from_the_air(draft, attacked)
    move_fleets(draft)
    advance(draft)
    names = [TERRITORIES[t].name for t in attacked]
    intent = f"attack {', '.join(names)}" if names else "gather strength at the front"
    return tuple(draft.orders), intent


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
        if have + sum(free_worth(game, c) for c in ready) + 1.6 * air_in_reach(draft, end) < against * ODDS_FOR_ATTACK:
            continue
        sent = 0.0
        for command in ready:
            if sent and have + sent >= against * 1.6 + 1:
                break
            if draft.add(command, end, "attack"):
                sent += free_worth(game, command)
        if sent:
            attacked.append(end)
    return attacked


def is_next(game: WarRoom, command: Command, end: str) -> bool:
    near = game.map.coast if game.map.is_sea(command.region) else game.map.land
    return end in near[command.region]


def is_needed_at_home(draft: Draft, command: Command) -> bool:
    """What the enemy must take to win is not left to weaker forces than stand next to it."""
    game, home = draft.game, command.region
    if home not in draft.vital:
        return False
    near = (home, *game.map.land[home], *game.map.shore[home])
    threat = sum(worth(c) for place in near for c in game.here(place) if is_threat(draft, c))
    gone = {key for key, _ in draft.orders}
    staying = sum(worth(c) for c in game.here(home) if c.category == "land" and c.key not in gone and c is not command)
    return staying < max(RESERVE, 0.8 * threat)


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
    for command in draft.own("air"):
        near = game.map.air_reach[command.region]
        for region in fights:
            useful = region in near and has_friends_in(draft, region) and can_land_from(draft, region)
            if useful and (region == command.region or draft.add(command, region, "support")):
                break
        else:
            if command.of("bomber"):
                bomb(draft, command)
    for command in draft.own("air"):
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
    """Fleets attack weaker ones, raid convoys that nobody guards, and otherwise stay where they are."""
    game = draft.game
    for command in draft.own("naval"):
        if any(hostile(game, n, draft.nation) for n in units_by_nation(game, command.region, "naval")):
            continue
        if draft.nation in {n for nations in raid_targets(game, command.region).values() for n in nations}:
            continue
        mine = worth(command, True)
        best, prize = "", 0.0
        for region in in_reach(game, command):
            against = strength(game, region, draft.nation, friends=False) if game.map.is_sea(region) else 99.0
            if against * 1.3 > mine:
                continue
            ships = enemy_ships(game, region, draft.nation)
            gain = against + ships
            if gain > prize:
                best, prize = region, gain
        if best and best != command.region:
            draft.add(command, best, "hunt")


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
