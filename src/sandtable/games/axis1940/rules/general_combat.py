"""Phase 3: General Combat, round by round."""

from typing import Any

from sandtable.core.steps import Roll, Step, Want
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.events import BattleBegan, Fired
from sandtable.games.axis1940.forces import FOUGHT, SEABORNE, Bag, Stack, bag_of, changed, total
from sandtable.games.axis1940.rules.battlefield import (
    ATTACK,
    DEFENSE,
    Fight,
    attackers,
    can_attack,
    can_defend,
    defenders,
    forces_of,
    is_sea,
    launch,
    remove,
)
from sandtable.games.axis1940.rules.casualties import Hits
from sandtable.games.axis1940.rules.losses import choose_losses, remove_doomed, remove_stricken
from sandtable.games.axis1940.rules.retreat import (
    PressOrRetreat,
    StayOrLeave,
    are_defenceless,
    conclude,
    is_helpless,
    is_over,
    sink_transports,
)
from sandtable.games.axis1940.rules.submarines import SubmergeAttackers
from sandtable.games.axis1940.rules.units import Volley, attack_volley, defense_volley
from sandtable.games.axis1940.rules.volleys import as_hits, as_one, dice_for, in_their_order, rolled, thrown
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of

AA_SHOTS = 3


class Battle(Step, frozen=True, tag="ax.combat.battle"):
    """General Combat, step 1: the units of both sides are laid out. Spaces without defenders are simply taken."""

    space: str
    power: str
    doomed: Bag = ()
    assault: bool = False

    def then(self, game: Board, got: Any) -> None:
        fight = Fight(self.space, self.power, doomed=self.doomed, assault=self.assault)
        game.resolved.append(self.space)
        ours = attackers(game, fight)
        if not ours:
            game.done()
            return
        launch_defenders(game, fight)
        theirs = defenders(game, fight)
        fight = changed(fight, origins=origins_of(game, fight, ours))
        for stack in ours:
            if stack.acted != FOUGHT:
                game.alter(self.space, stack, stack.n, acted=FOUGHT)
        game.done()
        fighters = [stack for stack in theirs if stack.kind != "aaa"]
        if not fighters and not is_sea(game, fight):
            conclude(game, fight)  # AA-COMB-04, R50
            return
        game.fought_in.append(self.space)
        game.tell(BattleBegan(self.space, self.power, bag_of(ours), forces_of(theirs)))
        game.call(AntiaircraftFire(fight) if len(fighters) < len(theirs) else Round(fight))


def launch_defenders(game: Board, fight: Fight) -> None:
    if is_sea(game, fight):
        launch(game, fight.space, fight.attacker)


def origins_of(game: Board, fight: Fight, stacks: list[Stack]) -> tuple[str, ...]:
    """AA-RET-02: the spaces beside this one from and through which land and sea units moved; AA-AMPH-18: in an assault
    only those from which they entered. Aircraft and seaborne units give none."""
    found: set[str] = set()
    for stack in stacks:
        if stack.came and ARM[stack.kind] != "air" and stack.role != SEABORNE:
            found.update((stack.came,) if fight.assault else (stack.came, *stack.via))
    return tuple(sorted(found, key=game.map.place_of))


class AntiaircraftFire(Step, frozen=True, tag="ax.combat.aaa"):
    """AAA, AA-COMB-19 to 23: once, before the first round, three dice for each but no more than there are aircraft."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        if not (dice := self.dice(game)):
            return None
        return Roll("ax.aaa", dice, prompt=f"AAA fire in {name_of(self.fight.space)}")

    def dice(self, game: Board) -> int:
        guns = total(stack for stack in defenders(game, self.fight) if stack.kind == "aaa")
        planes = total(stack for stack in attackers(game, self.fight) if ARM[stack.kind] == "air")
        return min(AA_SHOTS * guns, planes)

    def then(self, game: Board, got: Any) -> None:
        faces = got or ()
        hits = sum(face == 1 for face in faces)
        if faces:
            game.tell(Fired(self.fight.space, "", "AAA fire", faces, hits, len(faces) / 6, ((len(faces), 1),)))
        choose_losses(game, self.fight, ATTACK, Hits(flak=hits), "ax.combat.after_aaa")


class AfterAntiaircraftFire(Step, frozen=True, tag="ax.combat.after_aaa"):
    """AA-COMB-21: aircraft that AAA hit are gone before they fire."""

    fight: Fight

    def then(self, game: Board, got: Any) -> None:
        fight = self.fight
        remove(game, fight.space, attackers(game, fight), fight.stricken, False, "AAA fire")
        game.goto(Round(changed(fight, stricken=())))


class Round(Step, frozen=True, tag="ax.combat.round"):
    """General Combat: a round begins, unless the battle is over."""

    fight: Fight

    def then(self, game: Board, got: Any) -> None:
        if is_over(game, self.fight):
            conclude_after_defenceless(game, self.fight)
            return
        fight = changed(self.fight, struck=())
        game.goto(SubmergeAttackers(fight) if is_sea(game, fight) else AttackersFire(fight))


def conclude_after_defenceless(game: Board, fight: Fight) -> None:
    """Defenceless Transports, AA-TRDEF-02 to 06: they are destroyed without dice before the battle ends."""
    if is_sea(game, fight):
        ours, theirs = attackers(game, fight), defenders(game, fight)
        if ours and theirs and all(stack.kind == "transport" for stack in (*ours, *theirs)):
            game.goto(StayOrLeave(fight))
            return
        if can_attack(ours):
            sink_transports(game, fight, theirs)
        if can_defend(theirs) and are_defenceless(game, fight, ours):
            sink_transports(game, fight, ours)
    game.done()
    conclude(game, fight)


class AttackersFire(Step, frozen=True, tag="ax.combat.attackers_fire"):
    """General Combat, step 3: the attacking units fire; submarines that struck do not fire again (AA-SUBS-08)."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        volley = self.volley(game)
        dice, order = dice_for(game, volley), in_their_order(thrown(game, volley))
        prompt = f"Round {self.fight.round} in {name_of(self.fight.space)}: the attacker fires {order}"
        return Roll("ax.fire", dice, prompt=prompt) if dice else None

    def volley(self, game: Board) -> Volley:
        return self.volley_of(game, attackers(game, self.fight))

    def volley_of(self, game: Board, ours: list[Stack]) -> Volley:
        return as_one(game, self.fight, attack_volley(firing(ours, ATTACK in self.fight.struck)))

    def then(self, game: Board, got: Any) -> None:
        ours = attackers(game, self.fight)
        hits = rolled(game, self.fight, ATTACK, "attack", self.volley_of(game, ours), got or ())
        choose_losses(game, self.fight, DEFENSE, as_hits(hits, ours), "ax.combat.defenders_fire")


class DefendersFire(Step, frozen=True, tag="ax.combat.defenders_fire"):
    """General Combat, step 4: the defending units fire, those just hit included (AA-COMB-09)."""

    fight: Fight

    def ask(self, game: Board) -> Want | None:
        volley = self.volley(game)
        dice, order = dice_for(game, volley), in_their_order(thrown(game, volley))
        prompt = f"Round {self.fight.round} in {name_of(self.fight.space)}: the defender fires {order}"
        return Roll("ax.fire", dice, prompt=prompt) if dice else None

    def volley(self, game: Board) -> Volley:
        return self.volley_of(game, defenders(game, self.fight))

    def volley_of(self, game: Board, theirs: list[Stack]) -> Volley:
        return as_one(game, self.fight, defense_volley(firing(theirs, DEFENSE in self.fight.struck)))

    def then(self, game: Board, got: Any) -> None:
        theirs = defenders(game, self.fight)
        hits = rolled(game, self.fight, DEFENSE, "defence", self.volley_of(game, theirs), got or ())
        choose_losses(game, self.fight, ATTACK, as_hits(hits, theirs), "ax.combat.end_round")


def firing(stacks: list[Stack], submarines_struck: bool) -> list[Stack]:
    return [stack for stack in stacks if stack.kind != "submarine"] if submarines_struck else stacks


class EndRound(Step, frozen=True, tag="ax.combat.end_round"):
    """General Combat, step 5: losses are removed, and the attacker presses on or retreats."""

    fight: Fight

    def then(self, game: Board, got: Any) -> None:
        fight = remove_doomed(game, remove_stricken(game, self.fight))
        game.fought_in += [] if fight.space in game.fought_in else [fight.space]
        if is_over(game, fight):
            game.goto(Round(fight))
        elif is_helpless(game, fight):
            game.done()
            conclude(game, fight)
        else:
            game.goto(PressOrRetreat(changed(fight, round=fight.round + 1)))
