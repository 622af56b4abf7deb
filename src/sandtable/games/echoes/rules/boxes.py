"""3.2 The action event boxes: events, alternates, and the instructions in them."""

from functools import lru_cache
from typing import Any

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.games.echoes.data import (
    BOX_BY_DICE,
    INSTRUCTIONS,
    TURNS,
    Advance,
    Attack,
    Choose,
    Die,
    Grant,
    Instruction,
    Mark,
    Reroll,
    Where,
)
from sandtable.games.echoes.events import BoxDrawn, Chosen, DieRolled, Granted
from sandtable.games.echoes.rules.battle import AxisAttacks, advance
from sandtable.games.echoes.rules.tracks import mark
from sandtable.games.echoes.state import ALLIES, EchoesState
from sandtable.games.echoes.words import offer_text

BOX_ROLL = {table: Roll("ew.box", prompt=f"A die for the box of table {table}") for table in (1, 2, 3, 4)}
EVENT_ROLL = Roll("ew.event", prompt="A die decides the event")


class DrawBox(Step, frozen=True, tag="ew.box.draw"):
    """3.2: a second die names the box. An event happens once, within its years; otherwise its alternate does."""

    table: int

    def ask(self, game: EchoesState) -> Want:
        return BOX_ROLL[self.table]

    def then(self, game: EchoesState, got: Any) -> None:
        box = BOX_BY_DICE[self.table, got[0]]
        game.drawn = box.id
        again = box.id in game.happened
        half = "event"
        if box.years is not None:
            first, last = box.years
            if again or not first <= TURNS[game.turn].year <= last:
                half = "alternate"
            else:
                game.happened.append(box.id)
        game.tell(BoxDrawn(box.id, half, again))
        game.goto(CarryOut(f"{box.id}/{half}"))


class CarryOut(Step, frozen=True, tag="ew.box.carry_out"):
    """3.2: the instructions of a box in the order written, the Axis before the Allies unless the box says otherwise."""

    instructions: str
    at: int = 0

    def ask(self, game: EchoesState) -> Want | None:
        instructions = INSTRUCTIONS[self.instructions]
        if self.at == len(instructions):
            return None
        instruction = instructions[self.at]
        if type(instruction) is Die:
            return EVENT_ROLL
        if type(instruction) is Choose:
            return _choice(self.instructions, instruction)
        return None

    def then(self, game: EchoesState, got: Any) -> None:
        instructions, at = INSTRUCTIONS[self.instructions], self.at
        end = len(instructions)
        while at < end and carry_out_at_once(game, instructions[at]):
            at += 1
        if at == end:
            game.done()
        elif at > self.at and type(instructions[at]) in (Die, Choose):
            game.goto(CarryOut(self.instructions, at))  # it waits for a die or the player first
        else:
            game.goto(CarryOut(self.instructions, at + 1))
            game.call(self.opened_by(game, instructions[at], got))

    def opened_by(self, game: EchoesState, instruction: Instruction, got: Any) -> Step:
        """The step that an instruction opens: the attacks of the Axis, or further instructions."""
        if isinstance(instruction, Attack):
            return AxisAttacks(instruction.regions)
        if isinstance(instruction, Die):
            game.tell(DieRolled(self.instructions.partition("/")[0], got[0]))
            faces = next(result.on for result in instruction.results if got[0] in result.on)
            return CarryOut(f"{self.instructions}/{faces[0]}-{faces[-1]}")
        if isinstance(instruction, Choose):
            offer = next(offer for offer in instruction.options if offer.id == got)
            game.tell(Chosen(offer_text(offer)))
            return CarryOut(f"{self.instructions}/{got}")
        assert isinstance(instruction, Where)
        branch = "then" if game.front(instruction.region) in instruction.spaces else "otherwise"
        return CarryOut(f"{self.instructions}/{branch}")


def carry_out_at_once(game: EchoesState, instruction: Instruction) -> bool:
    """3.2: marks, automatic advances and grants need neither a die nor the player. False: the instruction does."""
    if type(instruction) is Mark:
        mark(game, instruction.side, instruction.track, instruction.n)
    elif type(instruction) is Grant:
        grant(game, instruction)
    elif type(instruction) is Advance:
        for region in instruction.regions:
            advance(game, instruction.side, region)
    elif type(instruction) is Reroll:
        game.reroll = True
    else:
        return False
    return True


@lru_cache(maxsize=64)
def _choice(name: str, instruction: Choose) -> Ask:
    options = tuple(offer.id for offer in instruction.options)
    texts = "; or ".join(offer_text(offer) for offer in instruction.options)
    return Ask("ew.box.choose", {ALLIES: Pick(rule="EW-ACT-14", options=options)}, f"Choose: {texts}.")


def grant(game: EchoesState, given: Grant) -> None:
    """3.2: attacks and actions for the Allied part of this turn, with what restricts them."""
    if given.only:
        game.special, game.bonus = given.only[0], given.bonus
    else:
        game.attacks += given.attacks
    game.actions += given.actions
    game.barred.extend(given.barred)
    game.tell(Granted(given))
