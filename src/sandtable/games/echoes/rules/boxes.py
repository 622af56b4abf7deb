"""3.2 The action event boxes: events, alternates, and the instructions in them."""

from collections.abc import Callable
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
        return WAITS_FOR[self.instructions][self.at]

    def then(self, game: EchoesState, got: Any) -> None:
        instructions, at = INSTRUCTIONS[self.instructions], self.at
        for instruction in instructions[at:] if at else instructions:
            carry_out = AT_ONCE.get(type(instruction))
            if carry_out is None:
                break
            carry_out(game, instruction)
            at += 1
        else:
            game.done()
            return
        if at > self.at and WAITS_FOR[self.instructions][at]:
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
            game.tell(CHOSEN[f"{self.instructions}/{got}"])
            return CarryOut(f"{self.instructions}/{got}")
        assert isinstance(instruction, Where)
        branch = "then" if game.front(instruction.region) in instruction.spaces else "otherwise"
        return CarryOut(f"{self.instructions}/{branch}")


def waits_for(instruction: Instruction) -> Want | None:
    """3.2: the die or the choice that an instruction needs before it can be carried out."""
    if isinstance(instruction, Die):
        return EVENT_ROLL
    if isinstance(instruction, Choose):
        options = tuple(offer.id for offer in instruction.options)
        texts = "; or ".join(offer_text(offer) for offer in instruction.options)
        return Ask("ew.box.choose", {ALLIES: Pick(rule="EW-ACT-14", options=options)}, f"Choose: {texts}.")
    return None


WAITS_FOR = {name: (*map(waits_for, instructions), None) for name, instructions in INSTRUCTIONS.items()}
"""What each instruction of a list waits for; after the last there is nothing to wait for."""


CHOSEN = {
    f"{name}/{offer.id}": Chosen(offer_text(offer))
    for name, instructions in INSTRUCTIONS.items()
    for instruction in instructions
    if isinstance(instruction, Choose)
    for offer in instruction.options
}
"""What is told of each choice."""


def mark_boxes(game: EchoesState, marks: Mark) -> None:
    """3.2: boxes of a modifier track."""
    mark(game, marks.side, marks.track, marks.n)


def advance_all(game: EchoesState, advances: Advance) -> None:
    """3.2: automatic advances, in the order named."""
    for region in advances.regions:
        advance(game, advances.side, region)


def break_code(game: EchoesState, given: Reroll) -> None:
    """3.2, Enigma: one die of this turn may be rolled again."""
    game.reroll = True


def grant(game: EchoesState, given: Grant) -> None:
    """3.2: attacks and actions for the Allied part of this turn, with what restricts them."""
    if given.only:
        game.special, game.bonus = given.only[0], given.bonus
    else:
        game.attacks += given.attacks
    game.actions += given.actions
    game.barred.extend(given.barred)
    game.tell(Granted(given))


AT_ONCE: dict[type, Callable[[EchoesState, Any], None]] = {
    Mark: mark_boxes,
    Advance: advance_all,
    Reroll: break_code,
    Grant: grant,
}
"""3.2: the instructions that need neither a die nor the player."""
