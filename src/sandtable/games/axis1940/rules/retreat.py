"""General Combat, steps 6 and 7: defenceless transports, press or retreat, and the conclusion."""

from typing import Any

import msgspec

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Step, Want, step_type
from sandtable.games.axis1940.data import ARM, TAKERS
from sandtable.games.axis1940.events import BattleOver, Retreated, UnitsLost
from sandtable.games.axis1940.forces import SEABORNE, WITHDRAWN, Stack, changed
from sandtable.games.axis1940.rules.battlefield import (
    Fight,
    attackers,
    can_hit,
    defenders,
    forces_of,
    is_sea,
    losses_of,
    seat,
)
from sandtable.games.axis1940.rules.capture import take_control
from sandtable.games.axis1940.rules.politics import why_not_end_at_sea
from sandtable.games.axis1940.spaces import FRIENDLY, is_hostile_zone, status
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the


class PressOrRetreat(Step, frozen=True, tag="ax.combat.retreat"):
    """General Combat, step 6: only the attacker retreats, and only after a complete round (AA-RET-01)."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        spaces = retreat_options(game, self.fight)
        if not spaces:
            return None
        menu = Pick(options=("press", *spaces), rule="AA-RET-01")
        prompt = f"Does {the(self.fight.attacker)} press the attack in {name_of(self.fight.space)}?"
        return Ask("ax.retreat", {self.fight.attacker: menu}, prompt)

    def then(self, game: Board, got: Any) -> None:
        if got in (None, "press"):
            game.goto(step_type("ax.combat.round")(self.fight))
            return
        retreat(game, self.fight, got)
        if attackers_left(game, self.fight):
            game.goto(step_type("ax.combat.round")(self.fight))  # seaborne units fight on (AA-AMPH-17)
        else:
            game.done()
            conclude(game, self.fight)


def attackers_left(game: Board, fight: Fight) -> bool:
    return any(stack.role == SEABORNE for stack in attackers(game, fight))


def retreat_options(game: Board, fight: Fight) -> tuple[str, ...]:
    """AA-RET-05, AA-AMPH-17, AA-AMPH-19: where the attackers may go; aircraft without land or sea units break off."""
    ours = [stack for stack in attackers(game, fight) if stack.role != SEABORNE]
    if not ours:
        return ()
    if all(ARM[stack.kind] == "air" for stack in ours):
        return ("break_off",)
    return retreat_spaces(game, fight)


def retreat_spaces(game: Board, fight: Fight) -> tuple[str, ...]:
    """AA-RET-02 to 04, AA-RET-10, R21: friendly spaces from which attackers came; a sea zone must have been friendly at
    the start of the turn as well."""
    if is_sea(game, fight):
        return tuple(
            zone
            for zone in fight.origins
            if not is_hostile_zone(game, fight.attacker, zone)
            and zone not in game.hostile_at_start
            and not why_not_end_at_sea(game, fight.attacker, zone)
        )
    return tuple(spot for spot in fight.origins if status(game, fight.attacker, spot) == FRIENDLY)


def retreat(game: Board, fight: Fight, to: str) -> None:
    """AA-RET-02, AA-RET-06, AA-RET-09, AA-SUBS-21: land and sea units go together, cargo stays aboard, aircraft stay
    over the space until they land, submerged submarines stay. Who retreated is in no other battle, R60."""
    game.tell(Retreated(fight.attacker, fight.space, fight.space if to == "break_off" else to))
    for stack in attackers(game, fight):
        if stack.role == SEABORNE:
            continue
        if ARM[stack.kind] == "air":
            game.alter(fight.space, stack, stack.n, role=WITHDRAWN)
        elif to != "break_off":
            game.pull(fight.space, stack, stack.n)
            game.put(to, changed(stack, role=WITHDRAWN, home="", cargo=kept(stack)))


def kept(stack: Stack) -> tuple[Any, ...]:
    """Cargo of a transport that will not land any more."""
    return tuple(changed_cargo(item) for item in stack.cargo)


def changed_cargo(item: Any) -> Any:
    return msgspec.structs.replace(item, land=False)


class StayOrLeave(Step, frozen=True, tag="ax.combat.only_transports"):
    """AA-COMB-18: with only transports left on both sides, the attacker's may stay or retreat."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        options = ("stay", *retreat_spaces(game, self.fight))
        if len(options) == 1:
            return None
        menu = Pick(options=options, rule="AA-COMB-18")
        return Ask("ax.stay_or_leave", {self.fight.attacker: menu}, "Do the transports stay?")

    def then(self, game: Board, got: Any) -> None:
        if got not in (None, "stay"):
            retreat(game, self.fight, got)
        game.done()
        conclude(game, self.fight)


def is_over(game: Board, fight: Fight) -> bool:
    """AA-COMB-15, AA-SUBS-14, AA-TRDEF-02: nobody left on one side, or nobody who can hit the other. Defenceless
    transports do not count."""
    ours, theirs = attackers(game, fight), defenders(game, fight)
    if not ours or not theirs:
        return True
    if not is_sea(game, fight):
        return all(stack.kind == "aaa" for stack in theirs)
    ours = without_transports(ours) if are_defenceless(game, fight, ours) else ours
    return not can_hit(ours, without_transports(theirs), True) and not can_hit(theirs, ours, False)


def without_transports(stacks: list[Stack]) -> list[Stack]:
    return [stack for stack in stacks if stack.kind != "transport"]


def are_defenceless(game: Board, fight: Fight, ours: list[Stack]) -> bool:
    """AA-TRDEF-04: attacking transports are treated like defending ones if they cannot retreat."""
    return "transport" in [stack.kind for stack in ours] and not retreat_spaces(game, fight)


def is_helpless(game: Board, fight: Fight) -> bool:
    """AA-COMB-15: attackers who can neither fire at anything nor retreat end the battle, such as a carrier that is left
    alone in the zone where it began the turn."""
    return not can_hit(attackers(game, fight), defenders(game, fight), True) and not retreat_options(game, fight)


def sink_transports(game: Board, fight: Fight, stacks: list[Stack]) -> None:
    lost: dict[tuple[str, str], int] = {}
    for stack in stacks:
        if stack.kind == "transport":
            game.pull(fight.space, stack, stack.n)
            lost[stack.owner, "transport"] = lost.get((stack.owner, "transport"), 0) + stack.n
            for item in stack.cargo:
                lost[item.owner, item.kind] = lost.get((item.owner, item.kind), 0) + stack.n
    if lost:
        game.tell(UnitsLost(fight.space, losses_of(lost), why="defenceless transports"))


def conclude(game: Board, fight: Fight) -> None:
    """General Combat, step 7: the winner takes the territory if a land unit is left to hold it."""
    ours, theirs = attackers(game, fight), defenders(game, fight)
    if is_sea(game, fight):
        seat(game, fight.space)
        game.tell(BattleOver(fight.space, verdict(ours, theirs)))
        return
    guns = [stack for stack in theirs if stack.kind == "aaa"]
    if ours and len(guns) == len(theirs):
        for stack in guns:
            game.pull(fight.space, stack, stack.n)
        if guns:
            game.tell(UnitsLost(fight.space, forces_of(guns)))
        if any(stack.kind in TAKERS for stack in ours):
            take_control(game, fight.attacker, fight.space)
    if fight.space in game.fought_in:
        game.tell(BattleOver(fight.space, verdict(ours, defenders(game, fight))))


def verdict(ours: list[Stack], theirs: list[Stack]) -> str:
    if ours and not theirs:
        return "the attacker has won"
    if theirs and not ours:
        return "the defender holds"
    return "both sides remain" if ours else "nobody is left"
