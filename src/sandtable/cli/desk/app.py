"""The desk itself: what is shown, and what each key does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from sandtable.cli import advice
from sandtable.cli.choices import Choices, refusals
from sandtable.cli.desk import board
from sandtable.cli.desk.dialogs import Choosing, Confirm, Reading, WhyNot
from sandtable.cli.echoes_text import EchoesText, drawn_box
from sandtable.cli.printing import sentence
from sandtable.cli.sitting import Sitting, dice_prompt, read_faces
from sandtable.cli.sizes import too_small
from sandtable.core.state import State
from sandtable.core.steps import Draw, Roll
from sandtable.core.verdicts import BadFaces, BadInput, Illegal

W = TypeVar("W", bound=Widget)

KEYS = """\
↑ ↓ or a number   go to a choice          Enter   do it
u   undo: take your last answer back, as long as no die has fallen since
b   back behind dice: your last decision again; the dice after it are new
h   hint: what the strongest bot would do, and why
w   why not: what is not offered, with the clause of the rules
e   estimate: how the war may end from here
t   Tide of War: when you want to be asked
d   diary from the beginning          PgUp PgDn   scroll the diary on the desk
s   save (the war is saved after every move as well)
q   leave; the war waits for you
With dice of your own: type what you rolled (two dice: 3 5), then Enter.

The front stands in the framed space; the figure at each space is its points. ★ marks capitals
and gold turns. "5+, 33%" is the face needed on the die and the chance of it."""

FOOT = " ↑↓ number Enter │ u undo  b back  h hint  w why not  e estimate  t tide  d diary  ? keys  q quit"

LETTERS = ("u", "b", "h", "w", "e", "t", "d", "s", "q", "question_mark")

SANDTABLE = Theme(
    name="sandtable",
    primary="#e0b95b",
    secondary="#8fbcee",
    accent="#e0b95b",
    foreground="#e6e9ee",
    background="#10141a",
    surface="#10141a",
    panel="#1a212b",
    warning="#e0b95b",
    error="#ec9a8b",
    success="#9fd3a8",
    dark=True,
)


class Desk(App[None]):
    """Echoes of War on a whole terminal."""

    CSS_PATH = Path("desk.tcss")
    TITLE = "Sandtable"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "undo"),
        Binding("b", "takeback", "back behind dice"),
        Binding("h", "hint", "hint"),
        Binding("w", "why", "why not"),
        Binding("e", "estimate", "estimate"),
        Binding("t", "tide", "Tide of War"),
        Binding("d", "diary", "diary"),
        Binding("s", "save", "save"),
        Binding("question_mark", "keys", "keys"),
        Binding("q,ctrl+c", "quit", "leave"),
        Binding("pageup", "scroll(-1)", "diary up", priority=True),
        Binding("pagedown", "scroll(1)", "diary down", priority=True),
    ]

    def __init__(self, sitting: Sitting, text: EchoesText) -> None:
        super().__init__()
        self.sitting = sitting
        self.words = text
        self.typed = ""
        self.told = 0
        self.over = False

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        with Container(id="desk"):
            yield Static(id="head", markup=False)
            yield Static(id="turns", markup=False)
            yield Static(id="fronts", markup=False)
            yield Static(id="tracks", markup=False)
            with Horizontal(id="lower"):
                with Vertical(id="decision"):
                    yield Static(id="box", markup=False)
                    yield Static(id="prompt", markup=False)
                    yield OptionList(id="choices")
                    yield Static(id="notice", markup=False)
                yield RichLog(id="diary", wrap=True, markup=False, min_width=20)
            yield Static(FOOT, id="foot", markup=False)

    def on_mount(self) -> None:
        self.register_theme(SANDTABLE)
        self.theme = "sandtable"
        self.part("diary", RichLog).can_focus = False
        self.refresh_desk()

    def on_resize(self, event: events.Resize) -> None:
        problem = too_small(event.size.width, event.size.height)
        self.show("small", Text(sentence(problem) if problem else ""))
        self.set_class(bool(problem), "-small")

    # What is shown

    def refresh_desk(self) -> None:
        """Everything as it stands now."""
        view = self.sitting.view()
        self.show("head", board.head(self.words.title(self.sitting), view))
        self.show("turns", board.turn_track(view))
        self.show("fronts", board.fronts(view))
        self.show("tracks", board.tracks(view))
        name, text = drawn_box(self.sitting)
        self.show("box", Text.assemble((name, board.GOLD), f"\n{text}") if name else Text("Nothing is drawn yet."))
        self.show_diary()
        self.show_decision()

    def part(self, id: str, kind: type[W]) -> W:
        """A part of the desk, also while a dialog lies over it."""
        return self.screen_stack[0].query_one(f"#{id}", kind)

    def show(self, id: str, text: Text) -> None:
        self.part(id, Static).update(text)

    def show_diary(self) -> None:
        """Add what is new; after a step back, write it anew."""
        diary, log = self.sitting.diary(), self.part("diary", RichLog)
        if len(diary) < self.told:
            log.clear()
            self.told = 0
        for line in diary[self.told :]:
            log.write(Text(line, board.GOLD if line.startswith("Turn ") else ""))
        self.told = len(diary)

    def show_decision(self) -> None:
        """The prompt and the choices of the decision at hand."""
        self.typed = ""
        self.notice("")
        choices = self.part("choices", OptionList)
        choices.clear_options()
        choices.disabled = self.sitting.question() is None
        want, question = self.sitting.want, self.sitting.question()
        if question is not None:
            _, menu, ask = question
            before = self.words.before_prompt(self.sitting, ask)
            self.show("prompt", Text(f"{before} {ask.prompt}".strip(), board.STRONG))
            self.numbered = Choices(menu, self.sitting.game.names).numbered
            for number, answer in self.numbered.items():
                label = self.words.label(self.sitting, ask, answer)
                choices.add_option(Option(Text.assemble((f"{number:>2} ", board.STRONG), label), id=number))
            choices.highlighted = 0
            choices.focus()
        elif isinstance(want, Roll | Draw):
            self.show("prompt", Text(dice_prompt(want), board.STRONG))
            self.show_typed()
        else:
            ending = self.words.ending(self.sitting)
            self.show("prompt", Text(ending[0], board.STRONG))
            if not self.over:
                self.push_screen(Reading("The war is over", "\n".join(ending)))
            self.over = True

    def show_typed(self) -> None:
        self.notice(f"You rolled: {self.typed}▏")

    def notice(self, words: str) -> None:
        """One sentence about what was done or cannot be done."""
        self.show("notice", Text(words, board.GOLD))

    # Moves

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        question = self.sitting.question()
        if question is not None and event.option.id is not None:
            nation, menu, _ = question
            answer = self.numbered[event.option.id]
            doubts = menu.doubts(answer)
            self.attempt(lambda: self.sitting.answer(nation, answer), str(doubts[0]) if doubts else "")

    def attempt(self, act: Callable[[], Any], done: str, otherwise: str = "") -> None:
        """Do something, show the desk as it stands after it, and say what came of it."""
        try:
            act()
            words = done
        except (Illegal, BadFaces, BadInput) as problem:
            words = f"{sentence(str(problem))} {otherwise}".strip()
        self.refresh_desk()
        if words:
            self.notice(words)

    def on_key(self, event: events.Key) -> None:
        """Numbers go to a choice, or are dice of one's own; keys without a meaning are told so."""
        if isinstance(self.screen, Reading | Confirm | Choosing | WhyNot):
            return
        want = self.sitting.want
        if isinstance(want, Roll | Draw):
            self.type_dice(want, event)
        elif event.character and event.character.isdecimal():
            self.type_number(event.character)
        elif event.is_printable and event.key not in LETTERS and event.key != "space":
            self.notice(f"Key {event.character} does nothing here; ? shows the keys.")

    def type_number(self, digit: str) -> None:
        choices = self.part("choices", OptionList)
        self.typed = next((text for text in (self.typed + digit, digit) if text in self.numbered), "")
        if self.typed:
            choices.highlighted = choices.get_option_index(self.typed)
        else:
            self.notice(f"Choose 1 to {len(self.numbered)}, not {digit}.")

    def type_dice(self, want: Roll | Draw, event: events.Key) -> None:
        if event.key == "enter":
            event.prevent_default()  # it must not answer the question that the dice may lead to
            typed = self.typed
            self.attempt(lambda: self.sitting.throw(read_faces(want, typed)), "", "Type what you rolled.")
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
            self.show_typed()
        elif event.character and (event.character.isdecimal() or event.character in " ,"):
            self.typed += event.character
            self.show_typed()

    # Keys

    def action_undo(self) -> None:
        self.attempt(self.sitting.undo, "Taken back.", "Key b goes back all the same, with new dice.")

    def action_takeback(self) -> None:
        def go_back(agreed: Any) -> None:
            if agreed:
                self.attempt(self.sitting.takeback, "Gone back. The dice from here on are new.")

        warning = (
            "Go back to your last decision? The dice that fell since are gone: those after it are new ones. "
            "The journal keeps note of it, and so does a result that you share."
        )
        self.push_screen(Confirm("Back behind dice", warning), go_back)

    def action_save(self) -> None:
        self.attempt(self.sitting.save, f"Saved: {self.sitting.path}")

    def action_keys(self) -> None:
        self.push_screen(Reading("Keys", KEYS))

    def action_diary(self) -> None:
        self.push_screen(Reading("War diary", "\n".join(self.sitting.diary()), at_end=True))

    def action_scroll(self, pages: int) -> None:
        if isinstance(self.screen, Reading):
            scroll = self.screen.query_one("#reading")
            scroll.scroll_relative(y=pages * (scroll.size.height - 1), animate=False)
            return
        log = self.part("diary", RichLog)
        log.scroll_relative(y=pages * (log.size.height - 1), animate=False)

    def action_tide(self) -> None:
        known = self.words.standing_answers(self.sitting)
        names = list(known)

        def declare(at: int | None) -> None:
            if at is not None:
                words, answers = known[names[at]]
                self.attempt(lambda: self.sitting.declare(*answers), words)

        self.push_screen(Choosing("Tide of War: when to ask", [words for words, _ in known.values()]), declare)

    def action_why(self) -> None:
        question = self.sitting.question()
        if question is None:
            self.notice("Nothing is to be decided now.")
            return
        _, menu, _ = question
        refused = [
            (f"{' '.join(clicks):14} {refusal.sentence}", " ".join(clicks)) for clicks, refusal in refusals(menu)
        ]
        self.push_screen(WhyNot(refused, self.explain))

    def explain(self, words: str) -> str:
        """Why a choice is not offered: the sentence, the clause, and the text of the clause."""
        question = self.sitting.question()
        if question is None or not words.strip():
            return "Type what you wanted to do, such as: attack WF"
        try:
            said = Choices(question[1], self.sitting.game.names).walk(tuple(words.split()))
        except Illegal as problem:
            return advice.explained(problem.refusal)
        if said.complete:
            return "That is allowed."
        return f"That goes on with: {', '.join(said.following)}."

    # Advice, asked in the background so that the desk stays awake

    def action_hint(self) -> None:
        try:
            asked = advice.asked(self.sitting)
        except BadInput as problem:
            self.notice(sentence(str(problem)))
            return
        self.notice("Thinking…")
        self.think_of_hint(asked, len(self.sitting.table.journal.entries))

    @work(thread=True, exclusive=True)
    def think_of_hint(self, asked: advice.Asked, asked_at: int) -> None:
        self.call_from_thread(self.show_hint, advice.hint(asked), asked_at)

    def show_hint(self, hint: advice.Hint, asked_at: int) -> None:
        question = self.sitting.question()
        if question is None or len(self.sitting.table.journal.entries) != asked_at:
            return  # the player has moved on
        self.notice("")
        number = next((number for number, answer in self.numbered.items() if answer == hint.choice), None)
        choices = self.part("choices", OptionList)
        if number is not None:
            choices.highlighted = choices.get_option_index(number)
        label = self.words.label(self.sitting, question[2], hint.choice)
        self.push_screen(Reading(f"Hint of the {hint.bot} bot", f"{label}.\n\n{hint.why}"))

    def action_estimate(self) -> None:
        self.notice("Playing the rest of the war many times…")
        self.think_of_estimate(self.sitting.table.state.clone())

    @work(thread=True, exclusive=True)
    def think_of_estimate(self, war: State) -> None:
        lines = advice.estimate_lines(self.sitting.game, war, self.sitting.decider())
        self.call_from_thread(self.show_estimate, lines)

    def show_estimate(self, lines: list[str]) -> None:
        self.notice("")
        self.push_screen(Reading("How the war may end", "\n".join(lines)))
