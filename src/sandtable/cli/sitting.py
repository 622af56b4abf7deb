"""One person at a table, perhaps with bots in the other seats: the game in play and the file that keeps it. Every move
is on disk before the next."""

import os
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Any

from sandtable.cli import saving
from sandtable.core import play
from sandtable.core.events import Event
from sandtable.core.journal import Answered, Standing
from sandtable.core.menus import Menu
from sandtable.core.steps import Ask, Draw, Roll, Want
from sandtable.core.table import Table
from sandtable.core.verdicts import BadFaces, BadInput, Illegal, Refusal
from sandtable.core.views import Question

BY = " by "
"""A seat of a bot is named after its nation and the bot, so that a saved game knows who plays whom."""


def seat_of_bot(nation: str, bot: str) -> str:
    return f"{nation}{BY}{bot}"


def own_generator() -> Random:
    """Bots think with dice of their own and cannot reach those of the table."""
    return Random(int.from_bytes(os.urandom(8), "big"))


class Sitting:
    """A game in play at a terminal. What is told comes back as sentences of the diary."""

    def __init__(self, table: Table, path: Path) -> None:
        self.table = table
        self.path = path
        self.game = table.game
        setup = table.setup
        holder = {nation: seat for seat, held in setup.seats.items() for nation in held}
        nations = table.game.scenario(setup.scenario).nations
        self.bots = {nation: holder[nation].partition(BY)[2] for nation in nations if BY in holder[nation]}
        """The nations that bots play, with the names of these."""
        self.nations = tuple(nation for nation in nations if nation not in self.bots)
        self.rng = own_generator()

    @property
    def want(self) -> Want | None:
        return play.pending(self.table.state)

    def question(self) -> tuple[str, Menu, Ask] | None:
        """The nation of the person that must decide now and has not, with its menu."""
        return self.asked_of(self.nations)

    def asked_of(self, nations: Collection[str]) -> tuple[str, Menu, Ask] | None:
        want = self.want
        if not isinstance(want, Ask):
            return None
        for nation, menu in want.menus.items():
            if nation in nations and nation not in self.table.state.sealed:
                return nation, menu, want
        return None

    def decider(self) -> str:
        """The nation that must decide; the first of the person's while dice are to be thrown."""
        found = self.question()
        return found[0] if found else self.nations[0]

    def view(self, nation: str = "") -> Any:
        """What the person may see; of a game with secrets, what the nation that decides may see."""
        return self.game.view(self.table.state, (nation,) if nation else self.nations)

    # Ways forward

    def begin(self) -> list[str]:
        return self.go_on([event for _, event in self.table.diary] if len(self.table.journal.entries) == 1 else [])

    def answer(self, nation: str, choice: Any, automatic: str = "") -> list[str]:
        return self.go_on(self.table.answer(nation, choice, automatic))

    def throw(self, faces: tuple[int, ...]) -> list[str]:
        return self.go_on(self.table.roll(faces))

    def declare(self, *answers: Standing) -> list[str]:
        """Say beforehand how a nation answers."""
        for standing in answers:
            self.table.declare(standing)
        return self.go_on([])

    def go_on(self, events: list[Event]) -> list[str]:
        events = [*events, *self.table.run()]
        self.save()
        if self.bots:
            events += self.let_bots_answer()
        return [event.says() for event in events if event.may_be_told_to(self.nations)]

    def let_bots_answer(self) -> list[Event]:
        """Until the person must decide or throw, or the game is over."""
        from sandtable.bots import bot_named

        events: list[Event] = []
        while found := self.asked_of(self.bots):
            nation, menu, _ = found
            bot = bot_named(self.game.name, self.bots[nation])
            choice = bot.choose(self.view(nation), Question(nation, menu), self.rng)
            events += [*self.table.answer(nation, choice, automatic=f"bot {bot.name}"), *self.table.run()]
            self.save()
        return events

    # Ways back

    def undo(self) -> None:
        """Take the last answer back, if no die has fallen since."""
        self.table.undo(self.nations)
        self.go_on([])

    def takeback(self) -> None:
        """Go back behind the last answer and all dice since. The dice after it are new ones."""
        to = self.last_answer() - 1
        if to < 0:
            raise Illegal(Refusal("You have decided nothing yet that could be taken back"))
        self.table.takeback(to, tuple(self.table.setup.seats))
        self.go_on([])

    def last_answer(self) -> int:
        """The place of the last answer of a person that is in force; 0 if there is none."""
        entries = self.table.journal.entries
        for place in reversed(self.table.moves):
            entry = entries[place]
            if isinstance(entry, Answered) and not entry.automatic:
                return place
        return 0

    # Records

    def save(self) -> None:
        try:
            saving.write(self.table, self.path)
        except OSError as problem:
            raise BadInput(f"the game could not be saved in {self.path}: {problem.strerror}") from None

    def diary(self) -> list[str]:
        """All that happened, as far as it is in force."""
        return [event.says() for _, event in self.table.diary if event.may_be_told_to(self.nations)]


def read_faces(want: Roll | Draw, text: str) -> tuple[int, ...]:
    """Dice as a person types them, such as `4` or `3 6`; a sentence if they cannot be."""
    words = text.replace(",", " ").split()
    number, low, high = (want.dice, 1, want.sides) if isinstance(want, Roll) else (want.take, 0, want.items - 1)
    thing = ("die" if number == 1 else "dice") if isinstance(want, Roll) else "place" if number == 1 else "places"
    if not all(word.isdecimal() for word in words):
        raise BadFaces(f"type {number} {thing} as numbers, not '{text.strip()}'")
    faces = tuple(int(word) for word in words)
    if len(faces) != number:
        raise BadFaces(f"{number} {thing} {'is' if number == 1 else 'are'} needed here, not {len(faces)}")
    for face in faces:
        if not low <= face <= high:
            raise BadFaces(f"a {'die shows' if isinstance(want, Roll) else 'place is'} {low} to {high}, not {face}")
    return faces


def dice_prompt(want: Roll | Draw) -> str:
    """What to throw, in one sentence."""
    if isinstance(want, Roll):
        dice = f"a die with {want.sides} sides" if want.dice == 1 else f"{want.dice} dice with {want.sides} sides"
        return f"{want.prompt or want.what}. Throw {dice} and type what it shows."
    return f"{want.prompt or want.what}. Draw {want.take} of {want.items} and type the places, counted from 0."
