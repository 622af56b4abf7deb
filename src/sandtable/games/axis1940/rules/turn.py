"""Order of Play: the powers in turn, and the six phases of a turn."""

from itertools import compress
from operator import is_not
from typing import Any

from sandtable.core.steps import Sequence, Step, in_order
from sandtable.games.axis1940.data import DECK
from sandtable.games.axis1940.events import TurnBegan
from sandtable.games.axis1940.forces import Cargo, Stack, Stacks, changed, is_marked
from sandtable.games.axis1940.rules.capture import has_free_capital
from sandtable.games.axis1940.rules.combat_move import CombatMove
from sandtable.games.axis1940.rules.conduct_combat import EndCombat, NextAssault, NextBattle, NextRaid
from sandtable.games.axis1940.rules.hosting import note_guests
from sandtable.games.axis1940.rules.income import DisruptConvoys
from sandtable.games.axis1940.rules.kamikaze import Kamikaze
from sandtable.games.axis1940.rules.mobilize import Mobilize
from sandtable.games.axis1940.rules.noncombat import NoncombatMove
from sandtable.games.axis1940.rules.politics import DeclareAtLast, DeclareWar
from sandtable.games.axis1940.rules.purchase import Purchase
from sandtable.games.axis1940.rules.scramble import CommitInterceptors, Scramble
from sandtable.games.axis1940.rules.stranded import ComeHome
from sandtable.games.axis1940.rules.victory import check_at_end, check_at_start, end_by_limit
from sandtable.games.axis1940.spaces import survey
from sandtable.games.axis1940.state import Board


class War(Step, frozen=True, tag="ax.turn.war"):
    """AA-SETUP-07: one turn of each power after the other, round after round, until a side has won."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        order = game.map.order
        place = order.index(self.power)
        game.goto(War(order[(place + 1) % len(order)]))
        if place == 0 and game.turns[self.power]:
            game.round += 1
            limit = game.options.get("round_limit")
            if limit and game.round > int(limit):
                if not check_at_start(game, self.power):  # who has held enough for the whole last round has won
                    end_by_limit(game)
                return
        begin_turn(game, self.power)
        if not check_at_start(game, self.power):
            game.call(turn_of(game, self.power))


def begin_turn(game: Board, power: str) -> None:
    """Everything that is measured from the start of a turn is noted, and the power's units are fresh."""
    game.acting = power
    game.turns[power] += 1
    game.note_holders()
    refresh(game)
    game.hostile_at_start = sorted(survey(game, power).hostile, key=game.map.place_of)
    for marks in (game.just_hostile, game.strikes, game.fought_in, game.resolved, game.kamikaze_zones):
        marks.clear()
    game.placed.clear()
    game.tell(TurnBegan(power, game.round))


def refresh(game: Board) -> None:
    """All units come to rest. The game remembers the stacks that did: the very same ones need no look the next time.
    Its trail tells which are others; if that was begun anew since, all are compared."""
    trail, length, rested = game.looks.get("rested") or (None, 0, (None,) * len(game.units))
    if trail is game.trail:
        touched = tuple(dict.fromkeys(trail[length:]))
    else:
        touched = tuple(compress(game.units, map(is_not, game.units.values(), rested)))
    for space in touched:
        if any(map(is_marked, game.units[space])):
            game.stand(space, refreshed(game.units[space]))
    game.looks["rested"] = (game.trail, len(game.trail), tuple(game.units.values()))


def refreshed(stacks: Stacks) -> Stacks:
    """Units at rest: not moved, with no part in any battle; cargo has been aboard since an earlier turn."""
    found: dict[Stack, int] = {}
    for stack in stacks:
        cargo = stack.cargo and tuple([Cargo(item.owner, item.kind) for item in stack.cargo])
        rest = Stack(stack.owner, stack.kind, 0, stack.hits, cargo=cargo)
        found[rest] = found.get(rest, 0) + stack.n
    return tuple([changed(rest, n=number) for rest, number in found.items()])


class Launch(Step, frozen=True, tag="ax.turn.launch"):
    """AA-AIRMOVE-20, AA-AIRMOVE-22, AA-CAPSHIP-06, AA-CAPSHIP-07: the power's aircraft are free to leave every
    undamaged carrier, its own or an ally's. On a damaged one they are trapped."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        note_guests(game, self.power)
        for zone in survey(game, self.power).carriers:
            for stack in list(game.units[zone]):
                mine = [item for item in stack.cargo if item.owner == self.power and item.kind in DECK]
                if stack.kind == "carrier" and mine and not stack.hits:
                    kept = tuple(item for item in stack.cargo if item.owner != self.power)
                    game.alter(zone, stack, stack.n, cargo=kept)
                    for item in mine:
                        game.put(zone, Stack(item.owner, item.kind, stack.n))
        game.done()


FIGHT = (
    Launch,
    DeclareWar,
    CombatMove,
    Scramble,
    CommitInterceptors,
    Kamikaze,
    NextRaid,
    NextAssault,
    NextBattle,
    EndCombat,
    ComeHome,
    NoncombatMove,
)
COLLECT = (DeclareAtLast, DisruptConvoys)


class EndTurn(Step, frozen=True, tag="ax.turn.end"):
    """The turn is over: a last look at the second chance of victory."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        game.done()
        game.bought.clear()
        check_at_end(game, self.power)


WHOLE_TURN = in_order(Purchase, *FIGHT, Mobilize, *COLLECT, EndTurn).tags
WITHOUT_CAPITAL = in_order(*FIGHT, *COLLECT, EndTurn).tags


def turn_of(game: Board, power: str) -> Sequence:
    """AA-SETUP-08, AA-CAPT-13: six phases; a power whose capital is in enemy hands only moves and fights. (If it frees
    the capital by that, it collects income as usual.)"""
    return Sequence(WHOLE_TURN if has_free_capital(game, power) else WITHOUT_CAPITAL, (power,))
