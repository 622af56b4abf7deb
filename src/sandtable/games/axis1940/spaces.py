"""Spaces as a power sees them (Spaces on the Game Board): friendly, hostile, neutral or closed, and how far apart."""

from bisect import bisect_left
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import compress
from operator import is_not

from sandtable.games.axis1940.data import ARM, SURFACE, Theatre, theatre
from sandtable.games.axis1940.forces import SUBMERGED, Stacks
from sandtable.games.axis1940.state import Board

FRIENDLY, HOSTILE, NEUTRAL, CLOSED = "friendly", "hostile", "neutral", "closed"
JOINED = "joined "


def is_at_war(game: Board, power: str) -> bool:
    """AA-POL-22: whether a power is at war with anybody, on this board or off it."""
    return bool(game.wars[power]) or game.map.powers[power].at_war_elsewhere


def is_neutral_power(game: Board, owner: str) -> bool:
    """Whether an owner is a power that is at war with nobody."""
    return owner in game.map.powers and not is_at_war(game, owner)


def status(game: Board, power: str, territory: str) -> str:
    """AA-SPACE-02 to 04: what a territory is for a power at this moment."""
    if territory in game.map.closed:
        return CLOSED
    holder = game.control[territory]
    return stance_on(game, power, holder) if holder else stance_between(game, power, game.neutrals[territory])


def stance_on(game: Board, power: str, holder: str) -> str:
    """What the territories of a holder are for a power."""
    board = game.map
    if holder == power:
        return FRIENDLY
    if holder in game.wars[power]:
        return HOSTILE
    if board.friends(power, holder):
        return FRIENDLY
    if holder == board.facts.guarded:
        return HOSTILE if any(guard in game.wars[power] for guard in board.facts.guardians) else NEUTRAL
    return HOSTILE if holder in board.bystanders else NEUTRAL


def stance_between(game: Board, power: str, leaning: str) -> str:
    """What a territory that nobody holds is for a power, by what the neutrals there lean to."""
    if not leaning.startswith(JOINED):
        return NEUTRAL
    return FRIENDLY if leaning == JOINED + game.map.side[power] else HOSTILE


def stances(game: Board, power: str) -> dict[str, str]:
    """The `status` of all territories."""
    by_holder = {holder: stance_on(game, power, holder) for holder in game.map.owners}
    found = {territory: by_holder[holder] for territory, holder in game.control.items()}
    for territory, leaning in game.neutrals.items():
        if not game.control[territory]:
            found[territory] = stance_between(game, power, leaning)
    found.update(dict.fromkeys(game.map.closed_in_order, CLOSED))
    return found


OWN, AIR, CARRIERS, TRANSPORTS, HOSTS, ENEMIES, HOSTILE_SHIPS, DESTROYERS, SUBMARINES, ROLES = (
    1 << bit for bit in range(10)
)
"""What there is to see in a space, as bits: own units, also aboard an ally's ship; own aircraft; carriers of anybody;
own transports; transports of others who are no enemies; enemies that are not submerged; what enemy ships there are;
units with a part in this turn's battles."""

_OTHERS = {kind: CARRIERS * (kind == "carrier") | HOSTS * (kind == "transport") for kind in ARM}
_OWN = {
    kind: OWN | AIR * (arm == "air") | CARRIERS * (kind == "carrier") | TRANSPORTS * (kind == "transport")
    for kind, arm in ARM.items()
}
_ENEMY = {
    kind: ENEMIES
    | CARRIERS * (kind == "carrier")
    | HOSTILE_SHIPS * (kind in SURFACE)
    | DESTROYERS * (kind == "destroyer")
    | SUBMARINES * (kind == "submarine")
    for kind in ARM
}
"""What a unit of each kind is to others who are no enemies, to its power, and to its enemies."""


class Eyes:
    """What a power with these enemies sees."""

    def __init__(self, power: str, enemies: tuple[str, ...]) -> None:
        self.power = power
        self.bits_of: dict[str, dict[str, int]] = {power: _OWN, **dict.fromkeys(enemies, _ENEMY)}
        """What units of each kind are to the power, by their owner. Those of all others are alike."""

    def glance(self, stacks: Stacks) -> int:
        """What the power sees in a space with these stacks."""
        seen, bits_of = 0, self.bits_of
        for stack in stacks:
            bits = bits_of.get(stack.owner, _OTHERS)[stack.kind]
            if stack.cargo and not bits & (OWN | ENEMIES) and self.power in [item.owner for item in stack.cargo]:
                bits |= OWN
            if stack.role:
                seen |= ROLES
                if stack.role == SUBMERGED:
                    bits &= ~ENEMIES
            seen |= bits
        return seen


eyes_of = lru_cache(maxsize=256)(Eyes)


def glance(game: Board, power: str, space: str) -> int:
    """What a power sees in a space."""
    return eyes_of(power, game.wars[power]).glance(game.units[space])


IN_ORDER = {"own": OWN, "air": AIR, "carriers": CARRIERS, "roles": ROLES}
AS_SETS = {
    "transports": TRANSPORTS,
    "hosts": HOSTS,
    "enemies": ENEMIES,
    "hostile": HOSTILE_SHIPS,
    "destroyers": DESTROYERS,
    "submarines": SUBMARINES,
}
"""The parts of a survey, by what there is to see: spaces in the order of the map, or a set of them."""


class Survey:
    """The whole board as a power sees it: where each of the things above is, in the order of the map or as a set. It
    never changes, so twins may look at it from another thread."""

    __slots__ = (*IN_ORDER, *AS_SETS, "eyes", "foes", "length", "place", "seen", "since", "spaces", "stacks", "trail")

    own: tuple[str, ...]
    air: tuple[str, ...]
    carriers: tuple[str, ...]
    roles: tuple[str, ...]
    transports: frozenset[str]
    hosts: frozenset[str]
    enemies: frozenset[str]
    hostile: frozenset[str]
    destroyers: frozenset[str]
    submarines: frozenset[str]
    trail: list[str]
    length: int
    """The trail of the game (`Board.trail`), and how long it was at this look."""
    stacks: list[Stacks]
    seen: list[int]
    since: dict[int, tuple[Stacks, int]]
    """What stood in each space at an earlier look, what was seen there, and the places where it is different by now."""

    def __init__(self, power: str, wars: tuple[str, ...], spaces: tuple[str, ...]) -> None:
        """A look at an empty board."""
        self.foes = wars
        self.eyes = eyes_of(power, wars)
        self.spaces = spaces
        self.place = places_of(spaces)
        self.stacks = [()] * len(spaces)
        self.seen = [0] * len(spaces)
        self.since = {}
        self.trail = []
        self.length = 0
        self.own = self.air = self.carriers = self.roles = ()
        self.transports = self.hosts = self.enemies = self.hostile = self.destroyers = self.submarines = frozenset()

    def again(self) -> "Survey":
        """Another look that has seen the same."""
        found = Survey.__new__(Survey)
        found.foes, found.eyes, found.spaces, found.place = self.foes, self.eyes, self.spaces, self.place
        found.stacks, found.seen, found.since = self.stacks, self.seen, self.since
        found.own, found.air, found.carriers, found.roles = self.own, self.air, self.carriers, self.roles
        found.transports, found.hosts, found.enemies = self.transports, self.hosts, self.enemies
        found.hostile, found.destroyers, found.submarines = self.hostile, self.destroyers, self.submarines
        return found

    def after(self, game: Board) -> "Survey":
        """The survey when stacks have changed: only where they did there is something to see."""
        found, glance, units, place, seen = self.again(), self.eyes.glance, game.units, self.place, self.seen
        found.trail, found.length = game.trail, len(game.trail)
        found.since = since = self.since.copy()
        changes: dict[tuple[str, bool], list[str]] = {}
        for space in self.touched(game):
            stacks, at = units[space], place[space]
            now, before = glance(stacks), since[at][1] if at in since else seen[at]
            since[at] = (stacks, now)
            if now != before:
                for field in fields_of(now ^ before):
                    changes.setdefault(field, []).append(space)
        if len(since) > MOST_SINCE:
            found.stacks, found.seen, found.since = found.all_stacks(), found.all_seen(), {}
        for (name, in_order), where in changes.items():
            before_it = getattr(found, name)
            setattr(found, name, toggled(game.map, before_it, where) if in_order else before_it ^ {*where})
        return found

    def all_stacks(self) -> list[Stacks]:
        """What stood in each space at this look."""
        found = self.stacks.copy()
        for at, (stacks, _) in self.since.items():
            found[at] = stacks
        return found

    def all_seen(self) -> list[int]:
        """What was seen in each space."""
        found = self.seen.copy()
        for at, (_, seen) in self.since.items():
            found[at] = seen
        return found

    def touched(self, game: Board) -> Collection[str]:
        """Where other stacks may be than at this look. On the same trail that is where it leads since; else what the
        trail says is compared with the board, and if that is not all, everything is looked through."""
        if self.trail is game.trail:
            return dict.fromkeys(game.trail[self.length :])
        before, now, hint = self.all_stacks(), list(game.units.values()), game.trail[-8:]
        stacks = before.copy()
        for space in hint:
            stacks[self.place[space]] = game.units[space]
        if stacks != now:
            return tuple(compress(self.spaces, map(is_not, now, before)))
        return tuple(dict.fromkeys(hint))


MOST_SINCE = 24
"""If more has changed, a new list of all is made. To copy that for every move would take longer."""


@lru_cache(maxsize=8)
def places_of(spaces: tuple[str, ...]) -> dict[str, int]:
    """Where each of these spaces comes."""
    return {space: at for at, space in enumerate(spaces)}


@cache
def fields_of(bits: int) -> tuple[tuple[str, bool], ...]:
    """The parts of a survey that bits stand for, each with whether it is in the order of the map."""
    return tuple((name, name in IN_ORDER) for name, bit in (IN_ORDER | AS_SETS).items() if bits & bit)


def toggled(board: Theatre, before: tuple[str, ...], where: list[str]) -> tuple[str, ...]:
    """The spaces with something, in the order of the map, when it came to some of these and is gone from others."""
    if len(where) > 3:
        return tuple(sorted({*before}.symmetric_difference(where), key=board.place_of))
    for space in where:
        at = bisect_left(before, board.place_of(space), key=board.place_of)
        if at < len(before) and before[at] == space:
            before = before[:at] + before[at + 1 :]
        else:
            before = (*before[:at], space, *before[at:])
    return before


def survey(game: Board, power: str) -> Survey:
    """A look at the whole board, remembered by the game: only spaces where something has moved are looked at anew. It
    depends on nothing but the stacks and the enemies of the power. The trail of the game tells what has become of the
    stacks; they are compared one by one where the look was a twin's, or the trail was given up since. (Spaces never
    come or go, so the stacks of a game and its twins are always in the same order.)"""
    known: Survey | None = game.looks.get(power)
    wars, trail = game.wars[power], game.trail
    if known is None or known.foes is not wars:
        known = Survey(power, wars, tuple(game.units))
    elif known.trail is trail and known.length == len(trail):
        return known
    if len(trail) > LONG_TRAIL:
        game.begin_trail()
    found = game.looks[power] = known.after(game)
    return found


LONG_TRAIL = 1000
"""A trail that is longer is given up: it has to be kept in memory."""


def is_hostile_zone(game: Board, power: str, zone: str) -> bool:
    """AA-SPACE-05 to 07: a surface warship of an enemy makes a zone hostile; nothing else does."""
    return bool(glance(game, power, zone) & HOSTILE_SHIPS)


def has_enemy_destroyer(game: Board, power: str, zone: str) -> bool:
    return bool(glance(game, power, zone) & DESTROYERS)


def has_enemy_ships(game: Board, power: str, zone: str) -> bool:
    """Whether any ship of an enemy is in the zone, submarines and transports included."""
    return bool(glance(game, power, zone) & ENEMIES)


def has_enemy_units(game: Board, power: str, territory: str) -> bool:
    board = game.map
    side = board.side[power]
    return any(board.side.get(stack.owner) != side for stack in game.units[territory])


def may_share(game: Board, guest: str, host: str) -> bool:
    """AA-POL-30: powers of one side share territories, ships and bases only while both are at war."""
    if guest == host:
        return True
    if not game.map.friends(guest, host) or not is_at_war(game, guest):
        return False
    return host in game.map.bystanders or is_at_war(game, host)


def can_use_base(game: Board, power: str, territory: str, kind: str) -> bool:
    """AA-FAC-03, AA-FAC-04, AA-CAPT-06, AA-MULTI-07: an operative base of one's own or of a friend at war, which did
    not change hands this turn."""
    damage = game.damage(territory, kind)
    if damage is None or damage >= 3:
        return False
    holder = game.control[territory]
    return bool(holder) and may_share(game, power, holder) and game.held[territory] == holder


def can_scramble_from(game: Board, owner: str, territory: str) -> bool:
    """AA-SCR-02, AA-CHINA-15: whether an owner's aircraft may rise from a territory against an attack at sea: it needs
    an air base that it can use, and China never may."""
    return owner != game.map.facts.china and can_use_base(game, owner, territory, "air_base")


def is_serviced(game: Board, power: str, zone: str) -> bool:
    """AA-FAC-05: whether an operative friendly naval base borders the zone."""
    return any(can_use_base(game, power, spot, "naval_base") for spot in game.map.coasts[zone])


def closed_to_aircraft(game: Board, power: str) -> frozenset[str]:
    """AA-SPACE-09, AA-NEUT-08, AA-NEUT-13, AA-POL-35, AA-POL-36, AA-CHINA-10: the spaces that aircraft of a power may
    not cross. A neutral may be entered as the last space, to attack it."""
    board = game.map
    if power == board.facts.china:
        return all_but_open_to_china(game.theatre)
    alone = is_neutral_power(game, power)
    shut = [owner for owner in board.owners if owner not in ("", power) and (alone or is_neutral_power(game, owner))]
    return board.closed.union(
        [spot for spot, holder in game.control.items() if holder in shut] if shut else (),
        [spot for spot, leaning in game.neutrals.items() if not (game.control[spot] or leaning.startswith(JOINED))],
        board.chinese if keeps_out_of_china(game, power) else (),
    )


@lru_cache
def all_but_open_to_china(name: str) -> frozenset[str]:
    board = theatre(name)
    return frozenset(board.spaces) - board.open_to_china


def keeps_out_of_china(game: Board, power: str) -> bool:
    """AA-POL-21: the linked Allies stay out of China while at peace with its enemy."""
    facts = game.map.facts
    return power in facts.guardians and facts.aggressor not in game.wars[power]


@lru_cache(maxsize=4096)
def flights(name: str, shut: frozenset[str], start: str) -> dict[str, int]:
    """How many moves it takes to fly from a space to every other one without crossing the closed ones, the nearest
    first. Closed spaces at the rim are in it, as ends."""
    return spread(theatre(name), (start,), shut)


def spread(board: Theatre, starts: tuple[str, ...], shut: frozenset[str]) -> dict[str, int]:
    """How many moves through the air every space is away from the nearest of these. Other spaces that are shut are
    reached, but not crossed."""
    found = dict.fromkeys(starts, 0)
    steps, rim = 0, list(starts)
    while rim:
        steps += 1
        rim = next_ring(board, rim, shut, found, steps)
    return found


def next_ring(board: Theatre, rim: list[str], shut: frozenset[str], found: dict[str, int], steps: int) -> list[str]:
    """Add the spaces to what was found that are one move farther, and say from which of them one can fly on."""
    ring, air_next = [], board.air_next
    for here in rim:
        for there in air_next[here]:
            if there not in found:
                found[there] = steps
                if there not in shut:
                    ring.append(there)
    return ring
