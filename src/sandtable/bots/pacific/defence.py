"""What must stay where it is: garrisons that the enemy's next attack would overrun without them."""

from sandtable.bots.pacific.odds import chance
from sandtable.bots.pacific.outlook import Outlook
from sandtable.games.axis1940.data import TAKERS

SAFE = 0.1
"""The greatest chance to take the capital that may be left to the enemy."""
RISKED = 0.35
"""The same for other places."""
HOPELESS = 0.75
HOME_GUARD = 4
"""Land units that never leave the capital while anybody is at war."""


def keep_at_home(outlook: Outlook) -> dict[str, int]:
    """For each territory with own land units, how many of them must stay."""
    found = {}
    for spot in outlook.map.territories:
        ground = sum(stack.n for stack in outlook.own(spot) if stack.kind in TAKERS)
        if ground and outlook.map.side.get(outlook.game.control[spot]) == outlook.side:
            number = garrison(outlook, spot, ground)
            if number:
                found[spot] = min(number, ground)
    return found


def garrison(outlook: Outlook, spot: str, ground: int) -> int:
    """How many land units hold a place: enough against every single foe, or none where none are enough."""
    if spot == outlook.map.powers[outlook.power].capital and outlook.foes:
        return max(HOME_GUARD, needed(outlook, spot, ground))
    return needed(outlook, spot, ground)


def needed(outlook: Outlook, spot: str, ground: int) -> int:
    units = outlook.friendly_units(spot)
    least = 1 if outlook.is_vital(spot) and outlook.at_war else 0
    if not any(any(reach.against(spot, hostile=True).units.values()) for reach in outlook.strikes.values()):
        return least
    if not outlook.is_vital(spot):
        return 1 if can_walk_in(outlook, spot) and outlook.map.values[spot] else 0
    capital = spot == outlook.map.powers[outlook.power].capital
    limit = SAFE if capital else min(HOPELESS, RISKED * outlook.boldness)
    whole = danger(outlook, spot, units)
    if whole > HOPELESS and not capital:
        return least
    if whole > limit:
        return ground
    for leaving in (ground, ground * 3 // 4, ground // 2, ground // 4):
        if leaving and danger(outlook, spot, without(units, leaving)) <= limit:
            return ground - leaving
    return ground


def can_walk_in(outlook: Outlook, spot: str) -> bool:
    return any(kind in TAKERS for reach in outlook.strikes.values() for kind in reach.against(spot, hostile=True).units)


def danger(outlook: Outlook, spot: str, units: dict[str, int]) -> float:
    """The greatest chance of any foe to take a place from these units."""
    worst = 0.0
    for reach in outlook.strikes.values():
        force = reach.against(spot, hostile=True)
        if any(kind in TAKERS for kind in force.units):
            worst = max(worst, chance(force, units, at_sea=False).take)
    return worst


def without(units: dict[str, int], number: int) -> dict[str, int]:
    """Units without so many of those on foot, the best attackers first."""
    found = dict(units)
    for kind in ("tank", "mechanized_infantry", "artillery", "infantry"):
        gone = min(number, found.get(kind, 0))
        if gone:
            found[kind] -= gone
            number -= gone
    return found
