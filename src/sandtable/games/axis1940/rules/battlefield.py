"""Who stands on which side of a battle, what they can hit, and what happens to units that are lost."""

from collections.abc import Mapping

import msgspec

from sandtable.games.axis1940.data import ARM, UNITS
from sandtable.games.axis1940.events import Losses, UnitsLost
from sandtable.games.axis1940.forces import (
    DECK_CREW,
    ESCORT,
    INTERCEPT,
    NEUTRAL_OWNER,
    RAID,
    SUBMERGED,
    WITHDRAWN,
    Bag,
    Cargo,
    Stack,
    Stacks,
    changed,
    chosen,
    in_order,
    kind_of,
)
from sandtable.games.axis1940.landing import DECK_PLACES
from sandtable.games.axis1940.spaces import may_share
from sandtable.games.axis1940.state import Board

ATTACK, DEFENSE = "attack", "defense"
"""The two sides of a battle."""
OUT_OF_BATTLE = frozenset({RAID, ESCORT, INTERCEPT, SUBMERGED, WITHDRAWN})


class Fight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A battle under way: where, by whom, in which round, where the attackers can go back to, and which losses are
    chosen but not removed yet."""

    space: str
    attacker: str
    round: int = 1
    origins: tuple[str, ...] = ()
    doomed: Bag = ()
    """Of the defender: they still fire in this step."""
    stricken: Bag = ()
    """Of the attacker."""
    struck: tuple[str, ...] = ()
    """Which sides' submarines made a Surprise Strike this round."""
    assault: bool = False
    """Whether land units came over the sea."""


def is_sea(game: Board, fight: Fight) -> bool:
    return fight.space in game.map.sea


def attackers(game: Board, fight: Fight) -> list[Stack]:
    """AA-MULTI-02, AA-MULTI-03: only the attacking power's own units, without raiders, escorts and the submerged."""
    return sides(game, fight)[0]


def defenders(game: Board, fight: Fight) -> list[Stack]:
    """AA-MULTI-01, AA-POL-29: all units in the space of powers at war with the attacker; the others are left out."""
    return sides(game, fight)[1]


Sides = tuple[Stacks, str, tuple[str, ...], tuple[list[Stack], list[Stack]]]
"""The stacks in a space, who attacks and its enemies; the attackers and the defenders."""


def sides(game: Board, fight: Fight) -> tuple[list[Stack], list[Stack]]:
    """The attackers and the defenders. The game remembers the last ones: they follow from the stacks in the space, from
    who attacks and from its wars."""
    stacks, power, enemies = game.units[fight.space], fight.attacker, game.wars[fight.attacker]
    known: Sides | None = game.looks.get("sides")
    if known is None or known[0] is not stacks or known[1] != power or known[2] is not enemies:
        ours: list[Stack] = []
        theirs: list[Stack] = []
        for stack in stacks:
            if stack.role in OUT_OF_BATTLE:
                continue
            if stack.owner == power:
                ours.append(stack)
            elif stack.owner in enemies or stack.owner == NEUTRAL_OWNER:
                theirs.append(stack)
        known = game.looks["sides"] = (stacks, power, enemies, (ours, theirs))
    return known[3]


def has_destroyer(stacks: list[Stack]) -> bool:
    return "destroyer" in [stack.kind for stack in stacks]


def can_hit(firing: list[Stack], targets: list[Stack], attacking: bool) -> bool:
    """AA-SUBS-11, AA-SUBS-12, AA-COMB-15: whether any unit with a value has a valid target."""
    depth = has_destroyer(firing)
    for stack in firing:
        unit = UNITS[stack.kind]
        if not (unit.attack if attacking else unit.defense):
            continue
        for target in targets:
            if stack.kind == "submarine":
                if ARM[target.kind] != "air":
                    return True
            elif ARM[stack.kind] == "air":
                if target.kind != "submarine" or depth:
                    return True
            else:
                return True
    return False


def launch(game: Board, zone: str, owner_turn: str) -> None:
    """AA-CAPSHIP-08, AA-CAPSHIP-09, AA-CAPSHIP-11, AA-CAPSHIP-12: aircraft rise from undamaged carriers of the
    defenders, which remember their crew as their `home`. On a damaged carrier, and on any carrier of the acting power,
    guests are cargo."""
    for stack in list(game.units[zone]):
        if stack.kind == "carrier" and stack.cargo and not stack.hits and stack.owner != owner_turn:
            crew = " ".join(crew_word(item.owner, item.kind) for item in stack.cargo)
            game.alter(zone, stack, stack.n, cargo=(), home=crew)
            for item in stack.cargo:
                game.put(zone, Stack(item.owner, item.kind, stack.n, role=DECK_CREW, home=stack.owner))


def crew_word(owner: str, kind: str) -> str:
    return f"{owner}:{kind}"


def seat(game: Board, zone: str, agreed: Mapping[str, int] | None = None) -> None:
    """AA-CAPSHIP-10, AA-CAPSHIP-12: aircraft over a zone come down on undamaged carriers with room: first on those they
    rose from, then on others of the same power, then on those of their own, then on any. Who finds no place stays
    in the air. `agreed`: how many guests the hosts take at most, if they were asked (AA-POL-31)."""
    if DECK_CREW in [stack.role for stack in game.units[zone]]:
        for host in ("crew", "home", "own"):
            seat_on(game, zone, host)
        seat_on(game, zone, "any", agreed)
    for ship in game.units[zone]:
        if ship.kind == "carrier" and ship.home:
            game.alter(zone, ship, ship.n, home="")


def seat_on(game: Board, zone: str, host: str, agreed: Mapping[str, int] | None = None) -> None:
    for plane in in_order(game.units[zone]):
        if plane.role != DECK_CREW:
            continue
        for _ in range(plane.n):
            full = () if agreed is None else hosts_full(game, zone, plane.owner, agreed)
            ships = (ship for ship in game.units[zone] if ship.owner not in full)
            deck = next((ship for ship in ships if takes(game, ship, plane, host)), None)
            if deck is None:
                break
            game.pull(zone, plane, 1)
            plane = changed(plane, n=plane.n - 1)
            game.alter(zone, deck, 1, cargo=(*deck.cargo, Cargo(plane.owner, plane.kind)))


def hosts_full(game: Board, zone: str, guest: str, agreed: Mapping[str, int]) -> list[str]:
    """The hosts who have as many guests of a power aboard as they have agreed to."""
    aboard = dict.fromkeys(agreed, 0)
    for ship in game.units[zone]:
        aboard[ship.owner] += ship.n * sum(item.owner == guest for item in ship.cargo)
    return [host for host, number in aboard.items() if host != guest and number >= agreed[host]]


def takes(game: Board, ship: Stack, plane: Stack, host: str) -> bool:
    """Whether a carrier of this kind of host has a place for an aircraft: one that it may have risen from, of the power
    whose carrier was its home, of its own power, or of any that it may share with."""
    if ship.kind != "carrier" or ship.hits or len(ship.cargo) >= DECK_PLACES:
        return False
    if host == "crew":
        aboard = ship.cargo.count(Cargo(plane.owner, plane.kind))
        return ship.home.split().count(crew_word(plane.owner, plane.kind)) > aboard
    if host == "any":
        return may_share(game, plane.owner, ship.owner)
    return ship.owner == (plane.home if host == "home" else plane.owner)


def remove(game: Board, space: str, stacks: list[Stack], bag: Bag, with_owner: bool, why: str = "") -> None:
    """Carry out chosen losses: damage first, then the ships and units that are destroyed, with what they carry."""
    if not bag:
        return
    lost: dict[tuple[str, str], int] = {}
    hurt: dict[tuple[str, str], int] = {}
    damage = tuple([pair for pair in bag if is_damage(pair[0])])
    for stack, number in chosen(stacks, damage, with_owner):
        game.alter(space, stack, number, hits=1)
        hurt[stack.owner, stack.kind] = hurt.get((stack.owner, stack.kind), 0) + number
    deaths = tuple([pair for pair in bag if pair not in damage])
    owners = {stack.owner for stack in stacks}
    living = [stack for stack in game.units[space] if stack.owner in owners and stack.role not in OUT_OF_BATTLE]
    for stack, number in chosen(living, deaths, with_owner):
        game.pull(space, stack, number)
        lost[stack.owner, stack.kind] = lost.get((stack.owner, stack.kind), 0) + number
        for item in stack.cargo:
            lost[item.owner, item.kind] = lost.get((item.owner, item.kind), 0) + number
    for key in lost:
        if key in hurt:
            hurt[key] = max(0, hurt[key] - lost[key])
    game.tell(UnitsLost(space, losses_of(lost), losses_of(hurt), why))


def is_damage(word: str) -> bool:
    """Whether a label in a bag of losses means a first hit on a capital ship."""
    return UNITS[kind_of(word)].hits > 1 and "!" not in word


def losses_of(counts: dict[tuple[str, str], int]) -> Losses:
    return tuple([(owner, kind, number) for (owner, kind), number in counts.items() if number])


def forces_of(stacks: list[Stack]) -> Losses:
    found: dict[tuple[str, str], int] = {}
    for stack in in_order(stacks):
        found[stack.owner, stack.kind] = found.get((stack.owner, stack.kind), 0) + stack.n
    return losses_of(found)


def owners_of(game: Board, stacks: list[Stack]) -> list[str]:
    """The powers with units among these, in the order of play."""
    owners = {stack.owner for stack in stacks}
    return [power for power in game.map.order if power in owners]


def can_attack(stacks: list[Stack]) -> bool:
    return any(UNITS[stack.kind].attack for stack in stacks)


def can_defend(stacks: list[Stack]) -> bool:
    return any(UNITS[stack.kind].defense for stack in stacks)
