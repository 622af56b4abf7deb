"""General Combat, step 2: submarines submerge or make a Surprise Strike."""

from typing import Any

from sandtable.core.menus import Count
from sandtable.core.steps import Ask, Roll, Step, Want, step_type
from sandtable.games.axis1940.events import Submerged
from sandtable.games.axis1940.forces import SUBMERGED, Stack, changed, total
from sandtable.games.axis1940.rules.battlefield import (
    ATTACK,
    DEFENSE,
    Fight,
    attackers,
    defenders,
    has_destroyer,
    owners_of,
)
from sandtable.games.axis1940.rules.casualties import Hits
from sandtable.games.axis1940.rules.losses import choose_losses, remove_doomed, remove_stricken
from sandtable.games.axis1940.rules.retreat import is_over
from sandtable.games.axis1940.rules.units import SUB, Volley, attack_volley, defense_volley
from sandtable.games.axis1940.rules.volleys import dice_for, rolled
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the


class SubmergeAttackers(Step, frozen=True, tag="ax.combat.submerge_attackers"):
    """General Combat, step 2, AA-SUBS-01 to 04: the attacker's submarines submerge or strike, before any die."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        ours = attackers(game, self.fight)
        number = total(stack for stack in ours if stack.kind == "submarine")
        if not number or has_destroyer(defenders(game, self.fight)):
            return None
        menu = Count(low=0, high=number, rule="AA-SUBS-01")
        prompt = f"How many submarines of {the(self.fight.attacker)} submerge in {name_of(self.fight.space)}?"
        return Ask("ax.submerge", {self.fight.attacker: menu}, prompt)

    def then(self, game: Board, got: Any) -> None:
        submerge(game, self.fight, self.fight.attacker, got or 0)
        struck = () if has_destroyer(defenders(game, self.fight)) else (ATTACK,)
        fight = changed(self.fight, struck=struck)
        owners = owners_of(game, [stack for stack in defenders(game, fight) if stack.kind == "submarine"])
        game.goto(SubmergeDefenders(fight, tuple(owners)))


class SubmergeDefenders(Step, frozen=True, tag="ax.combat.submerge_defenders"):
    """AA-SUBS-02: then the defender's, each owner for its own."""

    fight: Fight
    owners: tuple[str, ...]

    def ask(self, game: Board) -> Want | None:
        if not self.owners or has_destroyer(attackers(game, self.fight)):
            return None
        owner = self.owners[0]
        number = total(
            stack for stack in defenders(game, self.fight) if stack.kind == "submarine" and stack.owner == owner
        )
        menu = Count(low=0, high=number, rule="AA-SUBS-01")
        prompt = f"How many submarines of {the(owner)} submerge in {name_of(self.fight.space)}?"
        return Ask("ax.submerge", {owner: menu}, prompt)

    def then(self, game: Board, got: Any) -> None:
        if got is not None:
            submerge(game, self.fight, self.owners[0], got)
            if len(self.owners) > 1:
                game.goto(SubmergeDefenders(self.fight, self.owners[1:]))
                return
        struck = self.fight.struck
        if not has_destroyer(attackers(game, self.fight)):
            struck = (*struck, DEFENSE)
        fight = changed(self.fight, struck=struck)
        if is_over(game, fight):
            game.goto(step_type("ax.combat.round")(fight))
        else:
            game.goto(AttackersStrike(fight))


def submerge(game: Board, fight: Fight, owner: str, number: int) -> None:
    """AA-SUBS-10: a submerged submarine leaves the battle and stays in the zone."""
    if not number:
        return
    game.tell(Submerged(owner, fight.space, number))
    for stack in list(game.units[fight.space]):
        if number and stack.kind == "submarine" and stack.owner == owner and stack.role != SUBMERGED:
            taken = min(number, stack.n)
            game.alter(fight.space, stack, taken, role=SUBMERGED)
            number -= taken


def submarines(stacks: list[Stack]) -> list[Stack]:
    return [stack for stack in stacks if stack.kind == "submarine"]


class AttackersStrike(Step, frozen=True, tag="ax.combat.attackers_strike"):
    """Surprise Strike, AA-SUBS-05: attacking submarines at 2."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        volley = self.volley(game)
        dice = dice_for(game, volley)
        return Roll("ax.strike", dice, prompt=f"Surprise strike in {name_of(self.fight.space)}") if dice else None

    def volley(self, game: Board) -> Volley:
        return attack_volley(submarines(attackers(game, self.fight))) if ATTACK in self.fight.struck else ()

    def then(self, game: Board, got: Any) -> None:
        hits = rolled(game, self.fight, ATTACK, "surprise strike of the attacker", self.volley(game), got or ())
        choose_losses(game, self.fight, DEFENSE, Hits(sub=hits[SUB]), "ax.combat.defenders_strike")


class DefendersStrike(Step, frozen=True, tag="ax.combat.defenders_strike"):
    """AA-SUBS-05, AA-SUBS-07, R14: then defending submarines at 1, those just hit included."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        dice = dice_for(game, self.volley(game))
        return Roll("ax.strike", dice, prompt=f"Surprise strike in {name_of(self.fight.space)}") if dice else None

    def volley(self, game: Board) -> Volley:
        return defense_volley(submarines(defenders(game, self.fight))) if DEFENSE in self.fight.struck else ()

    def then(self, game: Board, got: Any) -> None:
        hits = rolled(game, self.fight, DEFENSE, "surprise strike of the defender", self.volley(game), got or ())
        choose_losses(game, self.fight, ATTACK, Hits(sub=hits[SUB]), "ax.combat.after_strikes")


class AfterStrikes(Step, frozen=True, tag="ax.combat.after_strikes"):
    """AA-SUBS-06: losses of the submarine step are removed at its end and fire no more."""

    fight: Fight

    def then(self, game: Board, got: Any) -> None:
        fight = remove_stricken(game, remove_doomed(game, self.fight))
        game.goto(step_type("ax.combat.attackers_fire")(fight))
