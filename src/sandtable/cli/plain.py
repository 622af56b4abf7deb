"""Any game in lines of text, for pipes and screen readers: a prompt, numbered choices, and a few commands."""

import sys
from collections.abc import Callable, Iterator

from sandtable.cli import advice
from sandtable.cli.choices import Choices, Said, refusals
from sandtable.cli.game_text import GameText
from sandtable.cli.printing import prose, sentence
from sandtable.cli.sitting import Sitting, dice_prompt, read_faces
from sandtable.core.menus import THAT_IS_ALL, Menu
from sandtable.core.steps import Ask, Draw, Roll
from sandtable.core.verdicts import BadFaces, BadInput, Illegal

HELP = """\
Type the number of a choice, or its words; a number before a word repeats it (3 infantry). Other commands:
  ?             what can follow; with words before it, what can follow those
  back          take the last word of an answer back that is not complete; 'back all', all of them
  status, board the position
  diary         what has happened; 'diary all' from the beginning
  summary       the turn before this one and this one so far, in words that could be posted
  luck          in every battle, losses to be expected against those that came
  why WORDS     why a choice is not offered; alone, all that is not offered
  rule ID       a clause of the rules
  hint          what the strongest bot would do, and why
  odds WORDS    what a choice would come to in battle; alone, the battle as it stands
  estimate      how the war may end from here
  standing      answer recurring questions once and for all
  undo          take your last answer back, as long as no die has fallen since
  takeback      go back behind dice; the dice after it are new
  save          where the game is saved (it is after every move)
  quit          stop here; the game is saved"""


class Quit(Exception):
    """The person wants to stop, or there is no more input."""


class Plain:
    """A sitting in lines of text."""

    def __init__(self, sitting: Sitting, text: GameText, lines: Iterator[str]) -> None:
        self.sitting = sitting
        self.text = text
        self.lines = lines
        self.clicks: tuple[str, ...] = ()
        self.listed: Choices | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "status": self.status,
            "board": self.status,
            "diary": self.diary,
            "summary": self.summary,
            "luck": self.luck,
            "why": self.why,
            "rule": self.rule,
            "hint": self.hint,
            "odds": self.odds,
            "estimate": self.estimate,
            "standing": self.standing,
            "undo": self.undo,
            "takeback": self.takeback,
            "save": self.save,
            "quit": self.quit,
        }

    def play(self) -> None:
        """Until the game is over, or there is nobody left to play it."""
        prose(f"{self.text.title(self.sitting)}. Type 'help' for the commands.")
        if self.sitting.table.by_hand:
            prose("You throw the dice.")
        else:
            prose(f"The dice are committed to: {self.sitting.table.setup.commitment}")
        if self.sitting.bots:
            prose(who_plays(self.sitting))
        tell(self.sitting.begin())
        if self.text.opens_with_board:
            self.status("")
        try:
            while self.sitting.want is not None:
                self.decide()
        except Quit:
            prose(f"The game is saved. Go on with: {resume_words(self.sitting)}")
            return
        for line in self.text.ending(self.sitting):
            prose(line)

    def decide(self) -> None:
        """Ask for one decision or one throw, and see it through."""
        want = self.sitting.want
        before = len(self.sitting.table.journal.entries)
        if isinstance(want, Ask):
            self.show_question()
        elif want is not None:
            prose(dice_prompt(want))
        while len(self.sitting.table.journal.entries) == before:
            self.obey(self.next_line())

    def next_line(self) -> str:
        if sys.stdin.isatty():
            print("> ", end="", flush=True)
        line = next(self.lines, None)
        if line is None:
            raise Quit
        return line.strip()

    def obey(self, line: str) -> None:
        """Do what a line says, or answer it with one sentence."""
        word, _, rest = line.partition(" ")
        try:
            if not line:
                return
            if line.endswith("?") and word.lower() not in self.commands:
                self.following(line.rstrip("? "))
            elif word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            else:
                self.move(line)
        except (Illegal, BadFaces, BadInput) as problem:
            prose(sentence(str(problem)))
            if self.clicks:
                so_far = " ".join(self.clicks)
                prose(f"So far: {so_far}. Type 'back' to take the last word away, 'back all' for all of them.")

    def move(self, line: str) -> None:
        """A throw, or an answer by its number or its words."""
        want = self.sitting.want
        if isinstance(want, Roll | Draw):
            tell(self.sitting.throw(read_faces(want, line)))
            return
        question = self.sitting.question()
        assert question is not None, "a game that is not over waits for dice or for somebody"
        nation, menu, ask = question
        if line.lower() in ("back", "back all"):
            self.clicks = self.clicks[:-1] if line.lower() == "back" else ()
            self.following("")
            return
        said = self.by_label(menu, ask, line) or self.choices(menu).read(line, self.clicks)
        if not said.complete:
            self.clicks = said.clicks
            self.show_following(said)
            return
        self.clicks = ()
        for doubt in menu.doubts(said.answer):
            prose(f"Note: {doubt}")
        tell(self.sitting.answer(nation, said.answer))

    def choices(self, menu: Menu) -> Choices:
        """The choices of a menu; listing them can take a moment, so it is done once."""
        if self.listed is None or self.listed.menu is not menu:
            self.listed = Choices(menu, self.sitting.game.names)
        return self.listed

    def by_label(self, menu: Menu, ask: Ask, line: str) -> Said | None:
        """A numbered choice, if a line repeats its words as they are listed."""
        for answer in () if self.clicks else self.choices(menu).numbered.values():
            if self.text.label(self.sitting, ask, answer).casefold() == line.casefold():
                return Said((), True, answer)
        return None

    # What is shown

    def show_question(self) -> None:
        question = self.sitting.question()
        assert question is not None, "an ask that is complete goes on by itself"
        nation, menu, ask = question
        self.clicks = ()
        if said := self.text.before_prompt(self.sitting, ask):
            prose(said)
        prose(ask.prompt if len(self.sitting.nations) == 1 else f"{nation}: {ask.prompt}")
        choices = self.choices(menu)
        if not choices.numbered:
            self.show_following(choices.walk(()))
        for number, answer in choices.numbered.items():
            prose(f"  {number}. {self.text.label(self.sitting, ask, answer)}")

    def show_following(self, said: Said) -> None:
        if said.complete:
            prose(f"{' '.join(said.clicks)} is complete; type it to do it.")
            return
        question = self.sitting.question()
        assert question is not None, "something can follow only in an answer"
        _, menu, ask = question
        so_far = f"After {' '.join(said.clicks)}: " if said.clicks else "Type one of: "
        named = self.text.offered(menu, said.clicks, said.following)
        prose(f"{so_far}{', '.join(self.with_label(ask, click) for click in named)}.")

    def with_label(self, ask: Ask, click: str) -> str:
        """A click, and what it stands for where that is not plain."""
        label = self.text.name_of(self.sitting, ask, click)
        return click if label.casefold() == click.replace("_", " ").casefold() else f"{click} ({label})"

    def following(self, words: str) -> None:
        question = self.sitting.question()
        if question is None:
            self.help("")
            return
        self.show_following(self.choices(question[1]).walk(tuple(words.split()), self.clicks))

    # Commands

    def help(self, _: str) -> None:
        prose(HELP)

    def status(self, _: str) -> None:
        question = self.sitting.question()
        for line in self.text.board(self.sitting, question[0] if question else ""):
            prose(line)

    def diary(self, rest: str) -> None:
        told = self.sitting.diary()
        tell(told if rest == "all" else told[-12:])

    def summary(self, _: str) -> None:
        sitting = self.sitting
        told = [event for _, event in sitting.table.diary if event.may_be_told_to(sitting.nations)]
        prose("\n\n".join(self.text.turns(told)[-2:]) or "Nothing has happened yet.")

    def luck(self, _: str) -> None:
        found = self.text.luck(self.sitting.table)
        prose(found[1] if found else "This game keeps no luck ledger.")

    def why(self, rest: str) -> None:
        question = self.sitting.question()
        if question is None:
            prose("Nothing is to be decided now.")
            return
        _, menu, _ = question
        if not rest:
            for clicks, refusal in refusals(menu):
                prose(f"  {' '.join(clicks)}: {refusal}")
            return
        try:
            said = self.choices(menu).walk(tuple(rest.split()))
        except Illegal as problem:
            prose(advice.explained(problem.refusal).replace("\n\n", "\n"))
            return
        if said.complete:
            prose("That is allowed.")
        else:
            self.show_following(said)

    def rule(self, id: str) -> None:
        if clause := advice.clause_text(id.upper()):
            prose(clause)
        else:
            prose(f"There is no clause '{id}'.")

    def hint(self, _: str) -> None:
        hint = advice.hint(advice.asked(self.sitting))
        question = self.sitting.question()
        assert question is not None, "a hint is for a question"
        prose(f"{self.text.label(self.sitting, question[2], hint.choice)}. {hint.why}")

    def odds(self, rest: str) -> None:
        question = self.sitting.question()
        if question is None:
            prose("Nothing is to be decided now.")
            return
        nation, menu, _ = question
        said = self.choices(menu).walk((*rest.split(), THAT_IS_ALL)) if rest else None
        if said and not said.complete:
            self.show_following(said)
            return
        lines = self.text.odds(self.sitting, nation, said.answer if said else None)
        tell(lines or ["No battle comes of that." if said else "There is no battle to decide about now."])

    def estimate(self, _: str) -> None:
        tell(advice.estimate_lines(self.sitting.game, self.sitting.table.state, self.sitting.decider()))

    def standing(self, rest: str) -> None:
        known = self.text.standing_answers(self.sitting)
        if rest in known:
            tell(self.sitting.declare(*known[rest][1]))
            return
        for name, (words, _) in known.items():
            prose(f"  standing {name}: {words}")

    def undo(self, _: str) -> None:
        try:
            self.sitting.undo()
        except Illegal as problem:
            prose(f"{sentence(str(problem))} Type 'takeback' to go back all the same; the dice after it are new.")
        else:
            prose("Taken back.")

    def takeback(self, _: str) -> None:
        self.sitting.takeback()
        prose("Gone back to your last decision. The dice from here on are new.")

    def save(self, _: str) -> None:
        self.sitting.save()
        prose(f"The game is saved in {self.sitting.path}")

    def quit(self, _: str) -> None:
        raise Quit


def tell(lines: list[str]) -> None:
    for line in lines:
        prose(line)


def who_plays(sitting: Sitting) -> str:
    """Which nations are the person's and which are played by bots."""
    names = sitting.game.names
    mine = ", ".join(names.get(nation, nation) for nation in sitting.nations)
    others = ", ".join(f"{names.get(nation, nation)} ({bot})" for nation, bot in sitting.bots.items())
    return f"You play {mine}. Bots play {others}."


def resume_words(sitting: Sitting) -> str:
    return f"sandtable play {sitting.game.name} --resume {sitting.path}"


def play(sitting: Sitting, text: GameText) -> None:
    """Play at standard input and output."""
    Plain(sitting, text, iter(sys.stdin.readline, "")).play()


def watch(sitting: Sitting, text: GameText, bot: str) -> None:
    """See a bot play to the end."""
    prose(f"{text.title(sitting)}, played by the {bot} bot.")
    answer = advice.player(sitting, bot)
    tell(sitting.begin())
    while (question := sitting.question()) is not None:
        nation, choice = answer()
        prose(f"{question[2].prompt} {text.label(sitting, question[2], choice)}.")
        tell(sitting.answer(nation, choice, automatic=f"bot {bot}"))
    for line in text.ending(sitting):
        prose(line)
