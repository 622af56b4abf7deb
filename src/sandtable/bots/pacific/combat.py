"""Answers in combat: losses, retreats, submarines, scrambles, interceptors, kamikazes. All by the odds."""

from typing import Any

from sandtable.bots.pacific.odds import Chance, chance
from sandtable.bots.pacific.outlook import Outlook, counted
from sandtable.bots.pacific.raids import HEAVY, LIGHT, RAIDERS, Rooms, best_rise, raiders_of, rooms_at, shared_out
from sandtable.core.menus import Bag, Count, Menu, Pick
from sandtable.games.axis1940.data import COST, TAKERS, UNITS
from sandtable.games.axis1940.forces import ESCORT, RAID, count_labels, kind_of
from sandtable.games.axis1940.movement import UnitBag
from sandtable.games.axis1940.odds_position import declared_force
from sandtable.games.axis1940.policies import kamikaze_capital_ships
from sandtable.games.axis1940.reach import Force
from sandtable.games.axis1940.rules.battlefield import Fight, attackers, defenders
from sandtable.games.axis1940.rules.bombing import with_role
from sandtable.games.axis1940.views import View

LAND_LOSSES = (
    "aaa",
    "infantry",
    "mechanized_infantry",
    "artillery",
    "tank",
    "strategic_bomber",
    "tactical_bomber",
    "fighter",
)
ATTACK_LOSSES = (
    "infantry",
    "mechanized_infantry",
    "artillery",
    "tank",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
)
SEA_LOSSES = (
    "submarine",
    "destroyer",
    "cruiser",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
    "carrier",
    "battleship",
)


MANNED = 3
DEAR = 14.0
"""Ground that is worth more than this is worth an aircraft for the last unit that can take it."""


def sides(outlook: Outlook, view: View) -> tuple[Force, dict[str, int], bool]:
    """The forces of the battle under way, attacker and defender, and whether it is fought at sea."""
    assert view.battle is not None
    fight = Fight(view.battle.space, view.battle.attacker)
    at_sea = fight.space in outlook.map.sea
    ours = attackers(outlook.game, fight)
    seaborne = counted(stack for stack in ours if stack.role == "seaborne")
    units = counted(ours)
    theirs = counted(defenders(outlook.game, fight))
    return Force(units, seaborne), theirs, at_sea


def losses(outlook: Outlook, view: View, menu: Menu, nation: str) -> Any:
    """Free damage first, then what is worth least here; on the attack the last land unit is kept to take the ground."""
    bag = menu.bag if isinstance(menu, UnitBag) else menu
    assert isinstance(bag, Bag)
    may_add = menu.may_add if isinstance(menu, UnitBag) else bag.can_add
    attacking = view.battle is not None and view.battle.attacker == nation
    at_sea = view.battle is not None and view.battle.space in outlook.map.sea
    order = sorted(bag.limits, key=lambda word: loss_rank(word, attacking, at_sea))
    left, keep = 0, False
    if attacking and not at_sea:
        units = sides(outlook, view)[0].units
        left = sum(number for kind, number in units.items() if kind in TAKERS)
        keep = left < sum(units.values()) and outlook.worth(view.battle.space) > DEAR  # type: ignore[union-attr]
    held: dict[str, int] = {}
    for _ in range(bag.least):
        last = keep and left <= 1
        fit = [word for word in order if may_add(held, word)]
        better = [word for word in fit if not (last and kind_of(word) in TAKERS)]
        word = (better or fit)[0]
        held[word] = held.get(word, 0) + 1
        left -= kind_of(word) in TAKERS
    return bag.packed(held)


def loss_rank(word: str, attacking: bool, at_sea: bool) -> tuple[int, int, str]:
    kind = kind_of(word)
    if UNITS[kind].hits > 1 and "!" not in word:
        return (0, COST[kind], word)
    order = SEA_LOSSES if at_sea else ATTACK_LOSSES if attacking else LAND_LOSSES
    return (1, order.index(kind) if kind in order else 99, word)


def press(outlook: Outlook, view: View, menu: Menu) -> str:
    """Press on while it gains something, the ground included; otherwise fall back to where it is safest."""
    assert isinstance(menu, Pick)
    assert view.battle is not None
    force, theirs, at_sea = sides(outlook, view)
    odds = chance(force, theirs, at_sea, aaa_fired=True)
    prize = 0.0 if at_sea else outlook.worth(view.battle.space)
    if odds.swing + odds.take * prize > 0.0:
        return "press"
    spaces = [option for option in menu.options if option != "press"]
    return min(spaces, key=lambda space: (peril(outlook, space), space))


def peril(outlook: Outlook, space: str) -> float:
    if space not in outlook.game.units:
        return 0.0
    return outlook.threat(space, outlook.friendly_units(space)).win


def submerge(outlook: Outlook, view: View, menu: Menu, nation: str) -> int:
    """Submarines dive when their side would lose the battle."""
    assert isinstance(menu, Count)
    assert view.battle is not None
    force, theirs, at_sea = sides(outlook, view)
    odds = chance(force, theirs, at_sea)
    losing = odds.win < 0.35 if view.battle.attacker == nation else odds.win > 0.55
    return menu.high if losing else 0


def scramble(outlook: Outlook, view: View, menu: Menu, nation: str) -> Any:
    """Aircraft rise where they turn the battle in a zone to the better; all or none."""
    bag = menu.bag if isinstance(menu, UnitBag) else menu
    assert isinstance(bag, Bag)
    attacker = view.acting
    best: dict[str, int] = {}
    gain = 1.0
    for zone in dict.fromkeys(word.partition(".")[0] for word in bag.limits):
        fight = Fight(zone, attacker)
        coming = counted(attackers(outlook.game, fight))
        if not coming:
            continue
        there = counted(defenders(outlook.game, fight), aboard=True)
        rising = fill(menu, [word for word in bag.limits if word.startswith(f"{zone}.")])
        more = dict(there)
        for word, number in rising.items():
            kind = word.partition(".")[2]
            more[kind] = more.get(kind, 0) + number
        without, with_ = fought(coming, there), fought(coming, more)
        better = without.swing - with_.swing + 6.0 * boats(outlook, zone) * (without.win - with_.win)
        better -= 30.0 * with_.win * leaves_empty(outlook, nation, zone)
        if better > gain:
            best, gain = rising, better
    return bag.packed(best)


def leaves_empty(outlook: Outlook, nation: str, zone: str) -> bool:
    """Whether a place that is about to be assaulted from a zone has few defenders besides those aircraft."""
    for spot in outlook.map.coasts[zone]:
        ground = sum(stack.n for stack in outlook.game.units[spot] if stack.owner == nation and stack.kind in TAKERS)
        if any(stack.home == spot for stack in outlook.game.units[zone]) and ground < MANNED:
            return True
    return False


def fought(coming: dict[str, int], there: dict[str, int]) -> Chance:
    return chance(Force(coming), there, at_sea=True) if there else Chance(1.0, 0.0, 0.0, 0.0)


def boats(outlook: Outlook, zone: str) -> int:
    """Transports of the acting power that are about to land somebody."""
    return sum(stack.n for stack in outlook.game.units[zone] if stack.kind == "transport" and stack.role == "assault")


def fill(menu: Menu, words: list[str]) -> dict[str, int]:
    """As many of these as may be taken together."""
    bag = menu.bag if isinstance(menu, UnitBag) else menu
    assert isinstance(bag, Bag)
    may_add = menu.may_add if isinstance(menu, UnitBag) else bag.can_add
    held: dict[str, int] = {}
    for word in words:
        while may_add(held, word):
            held[word] = held.get(word, 0) + 1
    return held


def intercept(outlook: Outlook, view: View, menu: Menu) -> int:
    """As many fighters rise as cost the raid most, unless the ground below is attacked too: they would miss there."""
    assert isinstance(menu, Count)
    game, spot = outlook.game, view.waiting.about["territory"]
    if declared_force(game, view.acting, spot) is not None:
        return 0
    raiders = raiders_of(counted(with_role(game, spot, RAID, ESCORT)))
    return best_rise(rooms_at(game, spot), raiders, menu.high)


def raid_targets(outlook: Outlook, view: View, menu: Menu) -> Any:
    """Every bomber to the facility where it is expected to do most damage that counts."""
    bag = menu.bag if isinstance(menu, UnitBag) else menu
    assert isinstance(bag, Bag)
    game, spot = outlook.game, view.waiting.about["territory"]
    return bag.packed(divided(rooms_at(game, spot), count_labels(with_role(game, spot, RAID))))


def divided(rooms: Rooms, bombers: dict[str, int]) -> dict[str, int]:
    """The bombers by their labels, shared out among the facilities."""
    left = dict(bombers)
    number = raiders_of(counted_labels(bombers))
    held: dict[str, int] = {}
    for facility, *wanted in shared_out(rooms, number.heavy, number.light):
        for kind, sent in zip((HEAVY, LIGHT), wanted, strict=True):
            for word in [word for word in left if kind_of(word) == kind]:
                going = min(sent, left[word])
                if going:
                    held[f"{facility}.{word}"] = going
                    left[word] -= going
                    sent -= going
    return held


def counted_labels(words: dict[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word, number in words.items():
        found[kind_of(word)] = found.get(kind_of(word), 0) + number
    return found


def raid_losses(menu: Menu) -> Any:
    """The aircraft that a raid can best do without: escorts first, strategic bombers last."""
    bag = menu.bag if isinstance(menu, UnitBag) else menu
    assert isinstance(bag, Bag)
    held: dict[str, int] = {}
    left = bag.least
    for word in sorted(bag.limits, key=lambda word: (RAIDERS.index(kind_of(word)), word)):
        number = min(left, bag.limits[word])
        if number:
            held[word] = number
            left -= number
    return bag.packed(held)


def kamikaze(outlook: Outlook, view: View, menu: Any) -> Any:
    """Strikes on capital ships, if the homeland itself is attacked or the prize is large."""
    home = set(outlook.map.zones_of[outlook.map.powers[outlook.map.facts.kamikaze_power].capital])
    big = sum(kind_of(ship) in ("carrier", "battleship") for _, ships in menu.zones for ship in ships)
    if any(zone in home for zone, _ in menu.zones) or big >= 2:
        return kamikaze_capital_ships(view, menu)
    return menu.default


def land_stranded(outlook: Outlook, menu: Menu) -> str:
    assert isinstance(menu, Pick)
    return min(menu.options, key=lambda space: (peril(outlook, space), space))
