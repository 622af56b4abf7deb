"""Spaces as a power sees them (Spaces on the Game Board): friendly, hostile, neutral or closed, and how far apart."""

from functools import lru_cache
from typing import Any

from sandtable.games.axis1940.data import ARM, SURFACE, theatre
from sandtable.games.axis1940.forces import SUBMERGED, Stacks, is_marked
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
    board = game.map
    if territory in board.closed:
        return CLOSED
    holder = game.control[territory]
    if holder == power:
        return FRIENDLY
    if not holder:
        stance = game.neutrals[territory]
        if not stance.startswith(JOINED):
            return NEUTRAL
        return FRIENDLY if stance == JOINED + board.side[power] else HOSTILE
    if holder in game.wars[power]:
        return HOSTILE
    if board.friends(power, holder):
        return FRIENDLY
    if holder == board.facts.guarded:
        return HOSTILE if any(guard in game.wars[power] for guard in board.facts.guardians) else NEUTRAL
    return HOSTILE if holder in board.bystanders else NEUTRAL


class Seen:
    """What a power sees in a space. It holds as long as the same stacks are there and the same enemies are enemies."""

    __slots__ = (
        "aboard",
        "carriers",
        "destroyer",
        "enemy_ships",
        "hostile",
        "marked",
        "own",
        "own_air",
        "roles",
        "stacks",
        "submarine",
        "transport",
    )

    def __init__(self, stacks: Stacks, power: str, enemies: tuple[str, ...]) -> None:
        self.stacks = stacks
        self.own = self.own_air = self.carriers = self.transport = self.aboard = False
        self.hostile = self.destroyer = self.submarine = self.enemy_ships = False
        self.marked = False
        self.roles: tuple[str, ...] = ()
        for stack in stacks:
            kind = stack.kind
            self.marked |= is_marked(stack)
            if stack.role and stack.role not in self.roles:
                self.roles += (stack.role,)
            self.carriers |= kind == "carrier"
            self.transport |= kind == "transport"
            if stack.owner == power:
                self.own = True
                self.own_air |= ARM[kind] == "air"
            elif stack.cargo and any(item.owner == power for item in stack.cargo):
                self.aboard = True
            elif stack.owner in enemies:
                self.hostile |= kind in SURFACE
                self.destroyer |= kind == "destroyer"
                self.submarine |= kind == "submarine"
                self.enemy_ships |= stack.role != SUBMERGED


def look(game: Board, power: str, space: str) -> Seen:
    """A look at a space, remembered by the game as long as it holds."""
    known = known_looks(game, power)
    seen: Seen | None = known.get(space)
    stacks = game.units[space]
    if seen is None or seen.stacks is not stacks:
        seen = known[space] = Seen(stacks, power, game.wars[power])
    return seen


def known_looks(game: Board, power: str) -> dict[str, Any]:
    """All looks of a power that the game remembers; those from before a declaration of war are forgotten."""
    enemies = game.wars[power]
    known = game.looks.get(power)
    if known is None or known[0] is not enemies:
        known = game.looks[power] = (enemies, {})
    found: dict[str, Any] = known[1]
    return found


class Survey:
    """Where on the whole board a power has units and aircraft, where carriers and transports are, and which zones hold
    enemies or are hostile."""

    __slots__ = ("air", "carriers", "enemies", "hostile", "own", "stacks", "transports")

    def __init__(self, game: Board, power: str, stacks: tuple[Stacks, ...]) -> None:
        self.stacks = stacks
        self.own: list[str] = []
        self.air: list[str] = []
        self.carriers: list[str] = []
        self.hostile: set[str] = set()
        self.enemies: set[str] = set()
        self.transports: set[str] = set()
        known, sea = known_looks(game, power), game.map.sea
        for space, there in game.units.items():
            if there:
                seen = known.get(space)
                if seen is None or seen.stacks is not there:
                    seen = look(game, power, space)
                if seen.own or seen.aboard:
                    self.own.append(space)
                    if seen.own_air:
                        self.air.append(space)
                if seen.carriers:
                    self.carriers.append(space)
                if seen.transport:
                    self.transports.add(space)
                if seen.enemy_ships and space in sea:
                    self.enemies.add(space)
                    if seen.hostile:
                        self.hostile.add(space)


def survey(game: Board, power: str) -> Survey:
    """A look at the whole board, remembered as long as nothing on it has moved."""
    stacks = tuple(game.units.values())
    known = known_looks(game, power)
    found = known.get("")
    if found is None or found.stacks != stacks:
        found = known[""] = Survey(game, power, stacks)
    whole: Survey = found
    return whole


def roles_in(game: Board, space: str) -> tuple[str, ...]:
    """The parts that units in a space play in this turn's battles."""
    return look(game, game.acting, space).roles if game.units[space] else ()


def is_hostile_zone(game: Board, power: str, zone: str) -> bool:
    """AA-SPACE-05 to 07: a surface warship of an enemy makes a zone hostile; nothing else does."""
    return look(game, power, zone).hostile


def has_enemy_destroyer(game: Board, power: str, zone: str) -> bool:
    return look(game, power, zone).destroyer


def has_enemy_ships(game: Board, power: str, zone: str) -> bool:
    """Whether any ship of an enemy is in the zone, submarines and transports included."""
    return look(game, power, zone).enemy_ships


def has_enemy_submarine(game: Board, power: str, zone: str) -> bool:
    return look(game, power, zone).submarine


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


def is_serviced(game: Board, power: str, zone: str) -> bool:
    """AA-FAC-05: whether an operative friendly naval base borders the zone."""
    return any(can_use_base(game, power, spot, "naval_base") for spot in game.map.coasts[zone])


def closed_to_aircraft(game: Board, power: str) -> frozenset[str]:
    """AA-SPACE-09, AA-NEUT-08, AA-NEUT-13, AA-POL-35, AA-POL-36, AA-CHINA-10: the spaces that aircraft of a power may
    not cross. A neutral may be entered as the last space, to attack it."""
    board = game.map
    if power == board.facts.china:
        return _all_but_open_to_china(game.theatre)
    alone = is_neutral_power(game, power)
    not_china = keeps_out_of_china(game, power)
    found = []
    for territory, holder in game.control.items():
        if holder == power:
            if not_china and territory in board.chinese:
                found.append(territory)
            continue
        if not holder:
            if not game.neutrals.get(territory, "strict").startswith(JOINED):
                found.append(territory)
        elif (
            alone
            or territory in board.closed
            or (not_china and territory in board.chinese)
            or is_neutral_power(game, holder)
        ):
            found.append(territory)
    return frozenset(found)


@lru_cache
def _all_but_open_to_china(name: str) -> frozenset[str]:
    board = theatre(name)
    return frozenset(board.spaces) - board.open_to_china


def keeps_out_of_china(game: Board, power: str) -> bool:
    """AA-POL-21: the linked Allies stay out of China while at peace with its enemy."""
    facts = game.map.facts
    return power in facts.guardians and facts.aggressor not in game.wars[power]


@lru_cache(maxsize=4096)
def flights(name: str, shut: frozenset[str], start: str) -> dict[str, int]:
    """How many moves it takes to fly from a space to every other one without crossing the closed ones. Closed spaces
    at the rim are in it, as ends."""
    board = theatre(name)
    found = {start: 0}
    rim = [start]
    while rim:
        beyond = []
        for space in rim:
            if space in shut and space != start:
                continue
            steps = found[space] + 1
            for other in board.air_next[space]:
                if other not in found:
                    found[other] = steps
                    beyond.append(other)
        rim = beyond
    return found
