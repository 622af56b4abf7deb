"""What the planner does in battle: stances from the odds, hits where they do most harm, escorts against sinking."""

from typing import Any

from sandtable.core.forms import Form
from sandtable.core.menus import Bag, Menu, Pick
from sandtable.games.warroom.aiming import best_target, would_sink
from sandtable.games.warroom.battleboard import targets, units_on_board
from sandtable.games.warroom.data import AIR, OTHER, SIDE_OF, TERRITORIES
from sandtable.games.warroom.odds import Conditions
from sandtable.games.warroom.odds_lanes import GUARDED
from sandtable.games.warroom.odds_stances import Side, Table, most_states, reply_to, unseen
from sandtable.games.warroom.odds_units import Force, placed, read_force, totals
from sandtable.games.warroom.position import is_friendly, unit_side
from sandtable.games.warroom.rules.phase4_battle import MISS, TAKE, target_name
from sandtable.games.warroom.rules.phase4_setup import port_advantage
from sandtable.games.warroom.state import Battle, WarRoom
from sandtable.games.warroom.views import View, known_position

POINT_WORTH = 0.3
"""What a Casualty Point counts for in Resources."""
MOST_STATES = 12_000
"""Fleets with more states than this take the usual stances: the odds would keep the table waiting."""
STATES_PER_SECOND = 4_000
"""What can be reckoned in a second, with a margin: a battle with 7,700 states on one side took one second."""


def take_stances(view: View, menu: Menu, nation: str, seconds: float | None = None) -> Any:
    """The best reply to stances that are on the table, the safe ones if the enemy chooses later. With little time the
    usual ones must do, by the size of the battle, so that the answer does not depend on the machine."""
    assert isinstance(menu, Form)
    battle = view.battle
    assert battle is not None
    game, side = known_position(view), SIDE_OF[nation]
    shown = on_board(battle, OTHER[side])
    mine, theirs = present(game, battle, side), totals(shown) or present(game, battle, OTHER[side])
    best: Force = {}
    if theirs and battle.defended:
        most = MOST_STATES if seconds is None else min(MOST_STATES, seconds * STATES_PER_SECOND)
        if most_states(mine, battle.board) <= most and most_states(theirs, battle.board) <= most:
            best = advised(game, battle, side, mine, theirs, shown)
        else:
            attacks = not is_friendly(game, battle.region, side)
            best = placed(read_force(mine), battle.board, attacks, read_force(theirs))
    return spread_out(menu, best, bool(theirs))


def on_board(battle: Battle, side: str) -> Force:
    """The stances that a side has taken already; bombers on a raid fight in the air only, as `strategic`."""
    found: Force = {}
    for row in battle.rows:
        if row.side == side:
            found[row.kind, row.stance] = found.get((row.kind, row.stance), 0) + row.standing
    return found


def present(game: WarRoom, battle: Battle, side: str) -> dict[str, int]:
    """The units of a side that will stand on the board."""
    found: dict[str, int] = {}
    for (nation, kind), number in units_on_board(game, battle.region, battle.nations).items():
        if unit_side(game, nation, battle.region) == side:
            row = "fighter" if kind == "carrier_fighter" else kind
            found[row] = found.get(row, 0) + number
    return found


def advised(
    game: WarRoom, battle: Battle, side: str, mine: dict[str, int], theirs: dict[str, int], shown: Force
) -> Force:
    """Stances by the odds. Whoever controls the territory defends; at sea it makes no difference."""
    defends = battle.board == "land" and is_friendly(game, battle.region, side)
    who, other = (OTHER[side], side) if defends else (side, OTHER[side])
    ports = port_advantage(game, who), port_advantage(game, other)
    here = Conditions(battle.board, ports, game.on("batch_cap"))
    table = Table(here, prize_of(game, battle.region), POINT_WORTH)
    role: Side = "defender" if defends else "attacker"
    if shown:
        return reply_to(table, mine, shown, role).stances
    return unseen(table, mine, theirs, role).stances


def prize_of(game: WarRoom, region: str) -> float:
    """What a territory is worth in Resources, for the odds."""
    if region not in TERRITORIES:
        return 0.0
    deciding = any(
        region in group[1:] for wins in (game.facts.axis_wins, game.facts.allied_wins) for alt in wins for group in alt
    )
    return 3.0 + 2.0 * TERRITORIES[region].value + (30.0 if deciding else 0.0)


def spread_out(menu: Form, best: Force, fought: bool) -> Any:
    """The stances of the side for the units of each nation. Bombers raid only where nobody is to be fought."""
    left = dict(best)
    said = []
    for part in menu.parts:
        bag = part.menu
        assert isinstance(bag, Bag)
        number, held = bag.highest, dict.fromkeys(bag.limits, 0)
        for name in bag.limits:
            kind, stance, _ = name.split("/")
            row = "fighter" if kind == "carrier_fighter" else kind
            take = min(number, left.get((row, stance), 0))
            held[name] += take
            number -= take
            left[row, stance] = left.get((row, stance), 0) - take
        if number:
            held[other_stance(bag, fought)] += number
        said.append(bag.packed(held))
    return tuple(said)


def other_stance(bag: Bag, fought: bool) -> str:
    """A stance where the odds have nothing to say."""
    raids = next((name for name in bag.limits if "/strategic/" in name), "")
    if raids and not fought:
        return raids
    return next(name for name in bag.limits if name != raids)


def best_hit(view: View, menu: Menu, nation: str) -> Any:
    """What the odds would hit. The question tells the colour of this result, not of those that follow."""
    assert isinstance(menu, Pick)
    battle = view.battle
    assert battle is not None
    side = OTHER[SIDE_OF[nation]]
    stage = "air" if any(name.split("/")[0] in (*AIR, "carrier_fighter") for name in menu.options) else "surface"
    colour = view.waiting.about["colour"]
    aim = best_target(battle, side, stage, (colour,))
    if aim is None:
        return MISS if MISS in menu.options else menu.default
    names = {target_name(battle, target): target for target in targets(battle, side, stage, colour)}
    name = target_name(battle, aim)
    return name if name in names else menu.default


def escort(view: View, menu: Menu, nation: str) -> Any:
    """An escort takes the hits that would sink a Carrier or Battleship, and no others."""
    assert isinstance(menu, Pick)
    battle = view.battle
    assert battle is not None
    side = SIDE_OF[nation]
    for row in battle.rows:
        hit = view.waiting.about["ship"].startswith(f"{row.kind}/{row.stance}/")
        if hit and row.side == side and row.kind in GUARDED and would_sink(battle, row):
            return next(name for name in menu.options if name != TAKE)
    return TAKE
