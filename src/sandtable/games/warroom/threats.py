"""What enemies could do to a nation this round: by region, the most that they could bring there, and what the odds say.

It looks at the map only, never at orders: what lies open to all.
"""

from collections.abc import Iterator

import msgspec

from sandtable.games.warroom.battleboard import units_on_board
from sandtable.games.warroom.data import CARRIER_FIGHTER, LAND, NATIONS, NAVAL
from sandtable.games.warroom.doctor import first_of
from sandtable.games.warroom.odds import Conditions, judged
from sandtable.games.warroom.odds_units import placed, read_force
from sandtable.games.warroom.position import hostile
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.rules.routes import plan
from sandtable.games.warroom.state import Command, WarRoom

Counts = dict[str, int]


class Threat(msgspec.Struct, frozen=True):
    """At most these units of these nations could fight in a region this round; `win` is the chance that only their Land
    or Naval Units are left in it, with the usual stances."""

    nations: tuple[str, ...]
    units: Counts
    win: float


def threats(game: WarRoom, nation: str) -> dict[str, Threat]:
    """For every region that a nation holds or stands in: the worst that its enemies could do there."""
    world = game.clone()
    world.sealed, world.orders = {}, {}
    coming = all_coming(world, nation)
    found = {}
    for region in world.map.order:
        friends = tuple(other for other in (*NATIONS, "neutral") if not hostile(world, nation, other, region))
        own = units_on_board(world, region, friends)
        if not any(whose == nation for whose, _ in own) and world.control.get(region) != nation:
            continue
        if region in coming and (threat := judge(world, region, coming[region], summed(own))):
            found[region] = threat
    return found


def judge(world: WarRoom, region: str, coming: dict[str, Counts], own: Counts) -> Threat | None:
    """The odds of all that could come against all that stands there. Aircraft alone take nothing."""
    units = summed({(nation, kind): n for nation, bag in coming.items() for kind, n in bag.items()})
    board = "sea" if world.map.is_sea(region) else "land"
    if not any(kind in (NAVAL if board == "sea" else LAND) for kind in units):
        return None
    if not own:
        return Threat(tuple(coming), units, 1.0)
    attack, defence = read_force(units), read_force(own)
    here = Conditions(board, batch_cap=world.on("batch_cap"))
    odds = judged(placed(attack, board, True, defence), placed(defence, board, False, attack), here)
    return Threat(tuple(coming), units, odds.win)


def all_coming(world: WarRoom, nation: str) -> dict[str, dict[str, Counts]]:
    """Region to enemy nations to the units that they have there or could bring."""
    found: dict[str, dict[str, Counts]] = {}
    for command in world.stacks():
        if not hostile(world, nation, command.nation):
            continue
        for region, units in moves(world, command):
            there = found.setdefault(region, {}).setdefault(command.nation, {})
            for kind, number in units.items():
                there[kind] = there.get(kind, 0) + number
    return found


def moves(world: WarRoom, command: Command) -> Iterator[tuple[str, Counts]]:
    """Every region that a Command could fight in this round, with the units that no pin keeps from it. Carriers launch
    their Fighters from where they come to."""
    units, at_sea = command.counts(), world.map.is_sea(command.region)
    decks = {command.region}
    if command.category != "land" or not at_sea:
        yield command.region, units
    for end in in_reach(world, command):
        transports = command.category == "land" and world.map.is_sea(end)
        if end == command.region or transports or not (routes := plan(world, command, end).routes):
            continue
        decks.add(end)
        stays = first_of(command, min(route.stay_start + route.stay_via for route in routes))
        if left := {kind: n - stays.get(kind, 0) for kind, n in units.items() if n > stays.get(kind, 0)}:
            yield end, left
    if carriers := units.get("carrier", 0):
        launched = {region for deck in decks for region in (deck, *world.map.air[deck]) if region in world.map.order}
        for region in sorted(launched, key=world.map.order.__getitem__):
            yield region, {CARRIER_FIGHTER: carriers}


def summed(units: dict[tuple[str, str], int]) -> Counts:
    found: Counts = {}
    for (_, kind), number in units.items():
        found[kind] = found.get(kind, 0) + number
    return found
