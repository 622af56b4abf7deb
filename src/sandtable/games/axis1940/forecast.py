"""What a move would come to: the odds of the attack that it makes or joins, and of the answer to it. Nothing is hidden
in this game, so a forecast tells nobody anything that the board does not."""

from typing import Any

import msgspec

from sandtable.core import play
from sandtable.core.steps import Ask
from sandtable.core.verdicts import BadInput, Illegal
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.movement import MoveMenu
from sandtable.games.axis1940.odds import Odds, battle_odds
from sandtable.games.axis1940.odds_position import odds_at, with_deck_aircraft
from sandtable.games.axis1940.odds_units import DAMAGED
from sandtable.games.axis1940.reach import Reach
from sandtable.games.axis1940.rules.battlefield import Fight, defenders
from sandtable.games.axis1940.rules.combat_move import CombatMoves
from sandtable.games.axis1940.rules.moves import Order, apply_combat_move
from sandtable.games.axis1940.state import Board

Units = dict[str, int]


class Counter(msgspec.Struct, frozen=True):
    """The strongest answer of one enemy: at most these units, each of which could reach the space in its next turn."""

    power: str
    units: Units
    win: float


class Forecast(msgspec.Struct, frozen=True):
    """The odds of a battle: chances of its ends, expected losses in IPCs, what a win most likely leaves to the
    attacker, and the answer that would follow."""

    space: str
    attacker: str
    attackers: Units
    defenders: Units
    win: float
    take: float
    draw: float
    loss: float
    retreat: float
    rounds: float
    attacker_loss: float
    defender_loss: float
    left: Units
    exact: bool
    counter: Counter | None


def forecast(game: Board, power: str, choice: Any) -> Forecast | Counter | None:
    """The odds after a combat move, whole or up to its units; after losses, or any other answer within a battle; and of
    the battle as it stands if nothing is chosen. None where there is no battle. `["against", space]` asks for the most
    that the power could attack a space with."""
    if isinstance(choice, list | tuple) and len(choice) == 2 and choice[0] == "against":
        return prospect(game, power, choice[1])
    want = play.pending(game)
    menu = want.menus.get(power) if isinstance(want, Ask) else None
    after = game.clone()
    if isinstance(menu, CombatMoves):
        space = move(after, menu, power, choice)
    elif isinstance(menu, MoveMenu) or (choice is not None and menu is None):
        return None
    else:
        space = answer(after, power, choice)
    return battle(after, space) if space else None


def move(after: Board, menu: CombatMoves, power: str, choice: Any) -> str:
    """Make a move on a copy of the board; where it leads to a battle."""
    made = menu.read(choice)
    if not isinstance(made, tuple) or len(made) < 3:
        return ""
    if refusal := menu.why_not_start(made):
        raise Illegal(refusal)
    order = Order(made)
    apply_combat_move(after, power, made)
    return order.target or order.goal


def answer(after: Board, power: str, choice: Any) -> str:
    """Give an answer within a battle on a copy of the board; where the battle is."""
    fight = getattr(after.steps[-1], "fight", None) if after.steps else None
    if not isinstance(fight, Fight):
        return ""
    if choice is not None:
        play.answer(after, power, choice)
    return fight.space


def battle(after: Board, space: str) -> Forecast | None:
    try:
        clash = odds_at(after, space)
    except BadInput:  # nobody is there to fight
        return None
    if not clash.declared:  # nothing lands yet
        return None
    power, odds = after.acting, clash.odds
    left = survivors(odds)
    return Forecast(
        space=space,
        attacker=power,
        attackers=odds.attackers,
        defenders=odds.defenders,
        win=odds.win,
        take=odds.take,
        draw=odds.draw,
        loss=odds.loss,
        retreat=odds.retreat,
        rounds=odds.rounds,
        attacker_loss=odds.attacker_loss,
        defender_loss=odds.defender_loss,
        left=left,
        exact=odds.exact,
        counter=counter(after, power, space, left) if odds.win > 0 else None,
    )


def survivors(odds: Odds) -> Units:
    """What the likeliest win leaves."""
    wins = [outcome for outcome in odds.outcomes if outcome.end == "win"]
    return odds.units_left(max(wins, key=lambda outcome: outcome.chance))[0] if wins else {}


def counter(after: Board, power: str, space: str, left: Units) -> Counter | None:
    """The enemy with the best chance to win the space back. The winner's aircraft have flown home by then."""
    staying = {kind: number for kind, number in left.items() if ARM[DAMAGED.get(kind, kind)] != "air"}
    gone = defenders(after, Fight(space, power))
    board = after.clone()
    board.stand(space, tuple(stack for stack in after.units[space] if stack not in gone))
    return strongest(board, enemies(board, power), space, staying)


def enemies(game: Board, power: str) -> list[Reach]:
    return [Reach(game, enemy) for enemy in game.wars[power] if enemy in game.map.powers]


def strongest(game: Board, attackers: list[Reach], space: str, standing: Units) -> Counter | None:
    """The attack with the best chance on what stands in a space."""
    best = None
    for reach in attackers:
        force = reach.against(space, hostile=True)
        if not force.units or (space not in game.map.sea and not standing and not any(map(is_land, force.units))):
            continue
        win = 1.0
        if standing:
            win = battle_odds(
                force.units,
                standing,
                terrain="sea" if space in game.map.sea else "land",
                amphibious=force.seaborne or False,
                bombard=force.bombard,
            ).win
        if best is None or win > best.win:
            best = Counter(reach.power, force.units, win)
    return best


def prospect(game: Board, power: str, space: Any) -> Counter | None:
    """The most that a power could attack a space with in one turn, landings included."""
    if space not in game.map.spaces:
        return None
    enemies_there = [stack for stack in game.units[space] if stack.owner in game.wars[power]]
    return strongest(game, [Reach(game, power)], space, with_deck_aircraft(enemies_there))


def is_land(kind: str) -> bool:
    return ARM[DAMAGED.get(kind, kind)] == "land"


def threats(game: Board, power: str) -> dict[str, Counter]:
    """For every space that a power holds or stands in: the strongest attack that one enemy could make on it next."""
    attackers = enemies(game, power)
    found = {}
    for space in game.map.spaces:
        own = [stack for stack in game.units[space] if stack.owner == power]
        if not own and game.control.get(space) != power:
            continue
        threat = strongest(game, attackers, space, with_deck_aircraft(own))
        if threat:
            found[space] = threat
    return found
