"""Questions about a position that many chapters of the rulebook ask."""

from functools import cache

from sandtable.games.warroom.data import (
    BUILDABLE,
    CATEGORIES,
    KINDS,
    NATIONS,
    OTHER,
    SIDE_OF,
    TERRITORIES,
    UNITS_PER_COMMAND,
    ZONE_ORDER,
    Amounts,
)
from sandtable.games.warroom.state import Command, Counts, WarRoom

BLUE, YELLOW, ORANGE, RED, GRAY = range(1, 6)
NOBODYS = "nobody's"
"""The allegiance of a Collapsed nation's territories: Enemy to all."""
NO_BUILDING: Counts = (0,) * len(BUILDABLE)
PARTIES = ("soviet", "japan")


# Friend and foe


def allegiance(game: WarRoom, territory: str) -> str:
    """WR-SETUP-17, 18, WR-VICT-13: the side a territory belongs to, nobody's, or '' for a Neutral that stands apart."""
    controller = game.control.get(territory, "")
    if controller:
        return SIDE_OF[controller] if controller in game.nations else NOBODYS
    return game.aligned.get(territory, "")


def is_friendly(game: WarRoom, territory: str, side: str) -> bool:
    return allegiance(game, territory) == side


def is_enemy(game: WarRoom, territory: str, side: str) -> bool:
    return allegiance(game, territory) in (OTHER[side], NOBODYS)


def is_neutral(territory: str) -> bool:
    return territory in TERRITORIES and bool(TERRITORIES[territory].neutral)


def other_party(nation: str) -> str:
    """The other party of the Soviet-Japanese Pact, or ''."""
    return PARTIES[1 - PARTIES.index(nation)] if nation in PARTIES else ""


def hostile(game: WarRoom, a: str, b: str, region: str = "") -> bool:
    """WR-SETUP-19, WR-PACT-08: whether units of two nations fight each other. `neutral` is a Defense Force."""
    if game.pact and other_party(a) == b:
        return False
    return unit_side(game, a, region) != unit_side(game, b, region)


def unit_side(game: WarRoom, nation: str, region: str = "") -> str:
    return game.aligned.get(region, "") if nation == "neutral" else SIDE_OF[nation]


# Units in a region


def fighters_in(game: WarRoom, region: str) -> dict[str, int]:
    """Launched Carrier Fighters in a region, by nation."""
    fighters = game.fighters
    if not fighters:
        return {}
    return {nation: fighters[key] for nation, key in fighter_keys(region) if key in fighters}


@cache
def fighter_keys(region: str) -> tuple[tuple[str, str], ...]:
    """Where the Carrier Fighters of each nation in a region are counted."""
    return tuple((nation, f"{region}/{nation}") for nation in sorted(NATIONS))


def is_transport(game: WarRoom, command: Command) -> bool:
    """A Land Command in a sea region is a Troop Transport."""
    return command.category == "land" and game.map.is_sea(command.region)


def units_by_nation(game: WarRoom, region: str, category: str) -> dict[str, int]:
    """How many units of a Category each nation has in a region; dived Submarines that moved are left out."""
    found: dict[str, int] = {}
    for command in game.here(region):
        if command.category == category and not command.dived:
            found[command.nation] = found.get(command.nation, 0) + sum(command.units)
    if region in game.forces and category in ("land", "air"):
        force = game.forces[region]
        if number := force[0] + force[1] if category == "land" else force[2]:
            found["neutral"] = number
    if category == "air":
        for nation, count in fighters_in(game, region).items():
            found[nation] = found.get(nation, 0) + count
    return found


def side_units(game: WarRoom, region: str, category: str, side: str) -> int:
    return sum(
        number
        for nation, number in units_by_nation(game, region, category).items()
        if unit_side(game, nation, region) == side
    )


def fighting_nations(game: WarRoom, region: str) -> tuple[str, ...]:
    """WR-BATT-01, 02: who has units on the battle board: everything but Troop Transports and moved dived Submarines."""
    categories = ("naval", "air") if game.map.is_sea(region) else ("land", "air")
    found: dict[str, int] = {}
    for category in categories:
        found |= units_by_nation(game, region, category)
    if len(found) < 2:
        return tuple(found)
    return tuple(sorted(found, key=lambda nation: (game.rank(nation), nation)))


def has_units(game: WarRoom, nation: str) -> bool:
    """R-29: units on the map, those under construction included."""
    if any(command.nation == nation for command in game.stacks()):
        return True
    return any(
        game.control.get(territory) == nation
        for group in (game.building, game.deferred)
        for territory, counts in group.items()
        if any(counts)
    )


def territories_of(game: WarRoom, nation: str) -> list[str]:
    control = game.control
    return [territory for territory in game.map.territories if control[territory] == nation]


# Territories


def is_flipped(game: WarRoom, territory: str) -> bool:
    """WR-ECON-02, 05: whether the card lies on its Embattled side."""
    return game.markers.get(territory) in ("embattled", "contested") or TERRITORIES[territory].colour in game.collapsed


def yields(game: WarRoom, territory: str) -> Amounts:
    """WR-ECON-01: the income of a card, by the side that is up."""
    card = TERRITORIES[territory]
    return card.embattled if is_flipped(game, territory) else card.income


def capacity(game: WarRoom, territory: str) -> int:
    """WR-PROD-07, WR-SBR-18: how many more units can be put under construction in a territory."""
    card = TERRITORIES[territory]
    if not card.industry:
        return 0
    busy = sum(game.deferred.get(territory, ())) + sum(game.building.get(territory, ()))
    return max(0, card.value - game.bombs.get(territory, 0) - busy)


def is_capital(game: WarRoom, territory: str) -> bool:
    """R-27: all seven Capitals, and those that the scenario names."""
    return bool(TERRITORIES[territory].capital_of) or territory in game.facts.capitals


def zone_name(game: WarRoom, nation: str) -> str:
    return ZONE_ORDER[game.zone[nation]]


# Changing a position


def add(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def less(a: Amounts, b: Amounts) -> Amounts:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def book_casualty(game: WarRoom, nation: str, kind: str, number: int) -> None:
    """WR-DEBR-08: eliminated units go to the list of their own nation; Defense Forces to storage (WR-NEUT-12)."""
    if nation == "neutral" or not number:
        return
    counts = list(game.casualties[nation])
    counts[KINDS.index(kind)] += number
    game.casualties[nation] = tuple(counts)


def take_units(command: Command, units: dict[str, int], sign: int = -1) -> Counts:
    """The counts of a Command after units have left it (or joined it)."""
    kinds = CATEGORIES[command.category]
    return tuple(count + sign * units.get(kind, 0) for kind, count in zip(kinds, command.units, strict=True))


def remove_units(game: WarRoom, nation: str, region: str, kind: str, number: int) -> None:
    """Take units off the map, from the Commands with the highest numbers first: within a region, Commands of a nation
    can be regrouped at will in the same debrief, so it does not matter which of them loses a unit."""
    if kind == "carrier_fighter":
        key = f"{region}/{nation}"
        left = game.fighters.get(key, 0) - number
        if left > 0:
            game.fighters[key] = left
        else:
            game.fighters.pop(key, None)
        return
    for command in sorted(game.here(region), key=lambda c: -c.number):
        if number and command.nation == nation and not command.dived and (have := command.of(kind)):
            gone = min(have, number)
            number -= gone
            game.put(_with(command, take_units(command, {kind: gone})))


def _with(command: Command, units: Counts) -> Command:
    return Command(
        command.nation, command.number, command.category, command.region, units, command.tagged, command.dived
    )


def room_for(game: WarRoom, nation: str, category: str, region: str) -> int:
    """How many units of a Category a nation can add in a region, in Commands there and with free tokens."""
    stacks = [c for c in game.here(region) if c.nation == nation and c.category == category]
    free = len(game.free_tokens(nation, category))
    return sum(UNITS_PER_COMMAND - c.size for c in stacks) + UNITS_PER_COMMAND * free


def add_units(game: WarRoom, nation: str, region: str, units: dict[str, int], tagged: bool = False) -> None:
    """Add units of one Category: first to Commands with room, then under new tokens (lowest number first)."""
    category = next(name for name, kinds in CATEGORIES.items() if next(iter(units)) in kinds)
    waiting = [kind for kind in CATEGORIES[category] for _ in range(units.get(kind, 0))]
    for command in sorted(game.here(region), key=lambda c: c.number):
        if waiting and command.nation == nation and command.category == category and not command.dived:
            joining, waiting = split_off(waiting, UNITS_PER_COMMAND - command.size)
            game.put(_with(command, take_units(command, joining, +1)))
    while waiting:
        number = game.free_tokens(nation, category)[0]
        joining, waiting = split_off(waiting, UNITS_PER_COMMAND)
        fresh = tuple(joining.get(kind, 0) for kind in CATEGORIES[category])
        game.put(Command(nation, number, category, region, fresh, tagged))


def split_off(waiting: list[str], room: int) -> tuple[dict[str, int], list[str]]:
    taken: dict[str, int] = {}
    for kind in waiting[:room]:
        taken[kind] = taken.get(kind, 0) + 1
    return taken, waiting[room:]
