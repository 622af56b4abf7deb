"""Spaces as a power sees them (Spaces on the Game Board): friendly, hostile, neutral or closed, and how far apart."""

from bisect import bisect_left
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from itertools import chain, compress, filterfalse
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
    board, control = game.map, game.control
    by_holder = {holder: stance_on(game, power, holder) for holder in dict.fromkeys(control.values())}
    holders = map(control.__getitem__, board.territories)
    found = dict(zip(board.territories, map(by_holder.__getitem__, holders), strict=True))
    for territory, leaning in game.neutrals.items():
        if not control[territory]:
            found[territory] = stance_between(game, power, leaning)
    return found | dict.fromkeys(board.closed_in_order, CLOSED)


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

    def glances(self, spaces: Iterable[Stacks]) -> list[int]:
        """What the power sees in spaces with these stacks."""
        found, bits_of = [], self.bits_of
        for stacks in spaces:
            seen = 0
            for stack in stacks:
                bits = bits_of.get(stack.owner, _OTHERS)[stack.kind]
                if stack.cargo and not bits & (OWN | ENEMIES) and self.power in [item.owner for item in stack.cargo]:
                    bits |= OWN
                if stack.role:
                    seen |= ROLES
                    if stack.role == SUBMERGED:
                        bits &= ~ENEMIES
                seen |= bits
            found.append(seen)
        return found


eyes_of = lru_cache(maxsize=256)(Eyes)


def glance(game: Board, power: str, space: str) -> int:
    """What a power sees in a space."""
    return eyes_of(power, game.wars[power]).glances((game.units[space],))[0]


class Survey:
    """The whole board as a power sees it: where each of the things above is, in the order of the map or as a set."""

    own: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    carriers: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    transports: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    enemies: frozenset[str] = frozenset()
    hostile: frozenset[str] = frozenset()
    destroyers: frozenset[str] = frozenset()
    submarines: frozenset[str] = frozenset()

    def __init__(self, power: str, wars: tuple[str, ...], spaces: tuple[str, ...]) -> None:
        """A look at an empty board."""
        self.wars = wars
        self.eyes = eyes_of(power, wars)
        self.spaces = spaces
        self.place = places_of(spaces)
        self.stacks: list[Stacks] = [()] * len(spaces)
        self.seen = [0] * len(spaces)
        self.trail: list[str] = []
        self.length = 0
        """The trail of the game (`Board.trail`), and how long it was at this look."""

    def after(self, game: Board) -> "Survey":
        """The survey when stacks have changed: only where they did there is something to see."""
        found = Survey.__new__(Survey)
        found.__dict__.update(self.__dict__, stacks=self.stacks.copy(), seen=self.seen.copy())
        stacks, seen, units, place = found.stacks, found.seen, game.units, self.place
        touched = self.touched(game)
        changes: dict[tuple[str, bool], list[str]] = {}
        for space, now in zip(touched, self.eyes.glances(map(units.__getitem__, touched)), strict=True):
            at = place[space]
            stacks[at] = units[space]
            if now != seen[at]:
                for field in fields_of(now ^ seen[at]):
                    changes.setdefault(field, []).append(space)
                seen[at] = now
        found.trail, found.length = game.trail, len(game.trail)
        for (name, in_order), where in changes.items():
            before = getattr(found, name)
            after = toggled(game.map, before, where) if in_order else before.symmetric_difference(where)
            setattr(found, name, after)
        return found

    def touched(self, game: Board) -> Collection[str]:
        """Where other stacks may be than at this look. On the same trail that is where it leads since; else what the
        trail says is compared with the board, and if that is not all, everything is looked through."""
        if self.trail is game.trail:
            return dict.fromkeys(game.trail[self.length :])
        stacks, now, hint = self.stacks.copy(), list(game.units.values()), game.trail[-8:]
        for space in hint:
            stacks[self.place[space]] = game.units[space]
        if stacks != now:
            return tuple(compress(self.spaces, map(is_not, now, self.stacks)))
        return tuple(dict.fromkeys(hint))


@lru_cache(maxsize=8)
def places_of(spaces: tuple[str, ...]) -> dict[str, int]:
    """Where each of these spaces comes."""
    return {space: at for at, space in enumerate(spaces)}


FIELDS = {
    "own": OWN,
    "air": AIR,
    "carriers": CARRIERS,
    "roles": ROLES,
    "transports": TRANSPORTS,
    "hosts": HOSTS,
    "enemies": ENEMIES,
    "hostile": HOSTILE_SHIPS,
    "destroyers": DESTROYERS,
    "submarines": SUBMARINES,
}


@cache
def fields_of(bits: int) -> tuple[tuple[str, bool], ...]:
    """The parts of a survey that bits stand for, each with whether it is in the order of the map."""
    return tuple((name, isinstance(getattr(Survey, name), tuple)) for name, bit in FIELDS.items() if bits & bit)


def toggled(board: Theatre, before: tuple[str, ...], where: list[str]) -> tuple[str, ...]:
    """The spaces with something, in the order of the map, when it came to some of these and is gone from others."""
    if len(where) > 3:
        return tuple(sorted({*before}.symmetric_difference(where), key=board.place_of))
    found = list(before)
    for space in where:
        at = bisect_left(found, board.place_of(space), key=board.place_of)
        if at < len(found) and found[at] == space:
            del found[at]
        else:
            found.insert(at, space)
    return tuple(found)


def survey(game: Board, power: str) -> Survey:
    """A look at the whole board, remembered by the game: only spaces where something has moved are looked at anew. It
    depends on nothing but the stacks and the enemies of the power. The trail of the game tells what has become of the
    stacks; they are compared one by one where the look was a twin's, or the trail was given up since. (Spaces never
    come or go, so the stacks of a game and its twins are always in the same order.)"""
    known: Survey | None = game.looks.get(power)
    wars, trail = game.wars[power], game.trail
    if known is None or known.wars is not wars:
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
    shuts = {holder: alone or is_neutral_power(game, holder) for holder in dict.fromkeys(game.control.values())}
    shuts |= {power: False, "": False}
    return board.closed.union(
        compress(game.control, map(shuts.__getitem__, game.control.values())),
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
    near = chain.from_iterable(map(board.air_next.__getitem__, rim))
    ring = dict.fromkeys(filterfalse(found.__contains__, near), steps)
    found.update(ring)
    return [*ring] if shut.isdisjoint(ring) else [*filterfalse(shut.__contains__, ring)]
