"""Orders with a purpose: attacks where they can succeed, air support, raids, and everybody else to the front."""

from collections.abc import Callable

from sandtable.bots.warroom.battles import POINT_WORTH, prize_of
from sandtable.bots.warroom.draft import (
    Draft,
    by_patience,
    distances,
    free_worth,
    goals,
    joining,
    never,
    reinforcement,
    strength,
    support,
    threat,
    worth,
)
from sandtable.bots.warroom.fleets import move_fleets
from sandtable.games.warroom.data import REGION_NAMES, SIDE_OF, TERRITORIES
from sandtable.games.warroom.odds import Conditions
from sandtable.games.warroom.odds_stances import Table
from sandtable.games.warroom.odds_units import placed, read_force
from sandtable.games.warroom.position import hostile, is_enemy, is_friendly
from sandtable.games.warroom.rules.pacts import why_not_land
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.state import Command, Orders, WarRoom

FORCE = ("infantry", "artillery", "fighter")
"""The kinds of a Defense Force."""
URGENT_BID = 3
GUARD = 1.3
"""How much stronger than the threat a guard should be."""
CAUTION = (1.15, 0.3)
"""How much stronger an attack must be than what it meets: in the first rounds, and when a war drags on."""
WORST_GAIN = (-2.0, -60.0)
"""What an attack may cost by the odds, in Resources: in the first rounds, and when a war drags on."""


def draw_up(
    game: WarRoom, nation: str, most: int, allies: Orders = (), is_late: Callable[[], bool] = never
) -> tuple[Orders, str, int]:
    """A nation's orders for the round beside what its allies are known to do, its intent in one line, and the Oil it
    would bid."""
    side = SIDE_OF[nation]
    vital = frozenset(t for t in vital_places(game, side) if t in game.control and is_friendly(game, t, side))
    approaches = frozenset(t for place in sorted(vital) for t in game.map.land[place] if t not in vital)
    draft = Draft(game, nation, most, distances(game, side), vital, approaches, allies=allies, is_late=is_late)
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


def guard(draft: Draft) -> None:
    """What the enemy must take to win gets a guard as strong as what stands next to it: by air, on foot, by Rail, and
    if that is not enough from the ways there."""
    game = draft.game
    for place in sorted(draft.vital):
        danger = threat(draft, place)
        have = support(draft, place)
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


def vital_places(game: WarRoom, side: str) -> frozenset[str]:
    """Capitals, and everything that the enemy needs for victory."""
    conditions = game.facts.allied_wins if side == "axis" else game.facts.axis_wins
    wanted = [str(t) for groups in conditions for group in groups for t in group[1:]]
    return frozenset((*wanted, *game.facts.capitals))


def plan_attacks(draft: Draft) -> list[str]:
    """The best targets first, each with as many Commands as it takes; last those that allies can take alone."""
    game = draft.game
    reach: dict[str, list[Command]] = {}
    for command in draft.own("land"):
        for end in in_reach(game, command):
            if end in TERRITORIES and is_enemy(game, end, draft.side) and is_next(game, command, end):
                reach.setdefault(end, []).append(command)
    scored = sorted(reach, key=lambda end: (is_covered(draft, end), -value(draft, end), end))
    attacked = []
    for end in scored:
        used = {key for key, _ in draft.orders}
        ready = [c for c in reach[end] if c.key not in used]
        ready.sort(key=lambda c: (-free_worth(game, c), c.number))
        against = strength(game, end, draft.nation, friends=False)
        help_of_allies = reinforcement(draft, end)
        have = support(draft, end) - help_of_allies
        force = have + help_of_allies + sum(free_worth(game, c) for c in ready) + 2.2 * air_in_reach(draft, end)
        if force < against * by_patience(game, CAUTION):
            continue
        sent = 0.0
        for command in ready:
            if sent and have + sent >= enough(against):
                break
            if draft.add(command, end, "attack"):
                sent += free_worth(game, command)
        if sent and against and not draft.is_late() and gain_by_odds(draft, end) < by_patience(game, WORST_GAIN):
            draft.drop(end)
        elif sent:
            attacked.append(end)
    return attacked


def is_covered(draft: Draft, end: str) -> bool:
    """Whether allies are known to send enough to a place by themselves."""
    against = strength(draft.game, end, draft.nation, friends=False)
    return bool(reinforcement(draft, end)) and support(draft, end) >= enough(against)


def enough(against: float) -> float:
    """The force that an attack needs no more than."""
    return against * 1.6 + 1


def gain_by_odds(draft: Draft, end: str) -> float:
    """What the odds say to an attack with the usual stances: by those who are sent, who are there, and who can fly."""
    game, sent = draft.game, {key for key, place in draft.orders if place == end}
    ours: dict[str, int] = {}
    theirs: dict[str, int] = {}
    near = [c for c in draft.own("air") if end in game.map.air_reach[c.region]]
    near += [*joining(draft, end, "land"), *joining(draft, end, "air")]
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


def is_next(game: WarRoom, command: Command, end: str) -> bool:
    near = game.map.coast if game.map.is_sea(command.region) else game.map.land
    return end in near[command.region]


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
    return coming or support(draft, region) > 0


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
