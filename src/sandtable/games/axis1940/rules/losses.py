"""General Combat: losses are chosen by their owners, and removed when their step is over."""

from typing import Any

from sandtable.core.menus import Menu, Pick
from sandtable.core.steps import CONSENT, Ask, Step, Want, step_type
from sandtable.games.axis1940.forces import Bag, Stack, changed
from sandtable.games.axis1940.rules.battlefield import (
    ATTACK,
    DEFENSE,
    Fight,
    attackers,
    defenders,
    owners_of,
    remove,
)
from sandtable.games.axis1940.rules.casualties import Hits, losses_menu
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the


def choose_losses(game: Board, fight: Fight, side: str, hits: Hits, next: str) -> None:
    """Losses are chosen before the step of the tag `next`, if there are hits."""
    game.goto(ChooseLosses(fight, side, hits, next) if hits.total else step_type(next)(fight))


def spokesman(game: Board, space: str, stacks: list[Stack]) -> str:
    """The power that proposes the losses of these defenders: the controller of the territory if it has a part in it,
    else the first of them in the order of play. Nobody speaks for the army of a neutral."""
    owners = owners_of(game, stacks)
    holder = game.control.get(space, "")
    return holder if holder in owners else owners[0] if owners else ""


def ask_to_agree(owner: str, space: str, proposer: str) -> Ask:
    """AA-MULTI-04, R42: whether another owner of defenders agrees to the losses that the first has proposed. Who
    does not say so in time does not agree."""
    menu = Pick(options=(CONSENT, "no"), usual="no", rule="AA-MULTI-04")
    prompt = f"Does {the(owner)} agree to these losses in {name_of(space)}?"
    return Ask("ax.agree", {owner: menu}, prompt, asker=proposer)


class ChooseLosses(Step, frozen=True, tag="ax.combat.losses"):
    """AA-COMB-11, AA-COMB-12, AA-MULTI-04, R42: the owner of the units chooses the losses, all hits of a step at once.
    Owners of several nations must agree on the proposal of the first; else the attacker chooses."""

    fight: Fight
    side: str
    hits: Hits
    next: str
    proposal: Bag = ()
    to_agree: tuple[str, ...] = ()
    disagreed: bool = False

    def stacks(self, game: Board) -> list[Stack]:
        return attackers(game, self.fight) if self.side == ATTACK else defenders(game, self.fight)

    def menu(self, game: Board) -> Menu | Bag:
        stacks = self.stacks(game)
        doomed = self.fight.stricken if self.side == ATTACK else self.fight.doomed
        return losses_menu(stacks, doomed, self.hits, self.side == DEFENSE and is_multinational(stacks))

    def ask(self, game: Board) -> Want | None:
        if self.to_agree:
            return ask_to_agree(self.to_agree[0], self.fight.space, self.decider(game))
        bag = self.menu(game)
        if not isinstance(bag, Menu):
            return None
        who = self.decider(game)
        prompt = f"Which losses does {the(who)} take in {name_of(self.fight.space)}?"
        if self.disagreed:
            prompt = f"The defenders disagree: {the(who)} chooses their losses in {name_of(self.fight.space)}"
        return Ask("ax.losses", {who: bag}, prompt)

    def decider(self, game: Board) -> str:
        if self.side == ATTACK or self.disagreed:
            return self.fight.attacker
        return spokesman(game, self.fight.space, self.stacks(game)) or self.fight.attacker

    def then(self, game: Board, got: Any) -> None:
        if self.to_agree:
            self.hear(game, got)
        elif got is None:
            bag = self.menu(game)
            assert isinstance(bag, tuple)
            self.go_on(game, bag)
        else:
            owners = owners_of(game, self.stacks(game))
            others = tuple(owner for owner in owners if owner != self.decider(game))
            if self.side == ATTACK or self.disagreed or not others:
                self.go_on(game, got)
            else:
                game.goto(ChooseLosses(self.fight, self.side, self.hits, self.next, got, others))

    def hear(self, game: Board, got: str) -> None:
        if got == "no":
            game.goto(ChooseLosses(self.fight, self.side, self.hits, self.next, disagreed=True))
        elif len(self.to_agree) > 1:
            game.goto(ChooseLosses(self.fight, self.side, self.hits, self.next, self.proposal, self.to_agree[1:]))
        else:
            self.go_on(game, self.proposal)

    def go_on(self, game: Board, bag: Bag) -> None:
        if self.side == ATTACK:
            fight = changed(self.fight, stricken=merged(self.fight.stricken, bag))
        else:
            fight = changed(self.fight, doomed=merged(self.fight.doomed, bag))
        game.goto(step_type(self.next)(fight))


def merged(one: Bag, other: Bag) -> Bag:
    found = dict(one)
    for word, number in other:
        found[word] = found.get(word, 0) + number
    return tuple(found.items())


def remove_doomed(game: Board, fight: Fight) -> Fight:
    if not fight.doomed:
        return fight
    theirs = defenders(game, fight)
    remove(game, fight.space, theirs, fight.doomed, is_multinational(theirs))
    return changed(fight, doomed=())


def remove_stricken(game: Board, fight: Fight) -> Fight:
    if not fight.stricken:
        return fight
    remove(game, fight.space, attackers(game, fight), fight.stricken, False)
    return changed(fight, stricken=())


def is_multinational(stacks: list[Stack]) -> bool:
    return len({stack.owner for stack in stacks}) > 1
