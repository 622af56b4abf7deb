"""What opens over the desk: something to read, a question, a list to pick from, and reasons."""

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option


class Dialog(ModalScreen[Any]):
    """A frame in the middle of the desk; Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "close")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.heading = title

    def compose(self) -> ComposeResult:
        with Vertical(id="frame") as frame:
            frame.border_title = self.heading
            frame.border_subtitle = self.keys()
            yield from self.content()

    def content(self) -> ComposeResult:
        raise NotImplementedError

    def keys(self) -> str:
        return "Esc closes"

    def action_close(self) -> None:
        self.dismiss(None)


class Reading(Dialog):
    """Something to read; any key closes it, the arrows scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,q", "close", "close")]

    def __init__(self, title: str, text: Text | str, at_end: bool = False) -> None:
        super().__init__(title)
        self.text = text
        self.at_end = at_end

    def content(self) -> ComposeResult:
        with VerticalScroll(id="reading") as scroll:
            yield Static(self.text, markup=False)
        scroll.can_focus = True

    def on_mount(self) -> None:
        scroll = self.query_one("#reading", VerticalScroll)
        scroll.focus()
        if self.at_end:
            scroll.scroll_end(animate=False)

    def keys(self) -> str:
        return "Enter or Esc closes"


class Confirm(Dialog):
    """A question with yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "yes", "yes"), Binding("n", "close", "no")]

    def __init__(self, title: str, question: str) -> None:
        super().__init__(title)
        self.question = question

    def content(self) -> ComposeResult:
        yield Static(self.question, markup=False)

    def keys(self) -> str:
        return "y yes, n no"

    def action_yes(self) -> None:
        self.dismiss(True)


class Choosing(Dialog):
    """A short list to pick from; the result is the place in it."""

    def __init__(self, title: str, lines: list[str], highlighted: int = 0) -> None:
        super().__init__(title)
        self.lines = lines
        self.highlighted = highlighted

    def content(self) -> ComposeResult:
        yield OptionList(*(Option(Text(line)) for line in self.lines), id="picking")

    def on_mount(self) -> None:
        picking = self.query_one(OptionList)
        picking.highlighted = self.highlighted
        picking.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def keys(self) -> str:
        return "↑ ↓ Enter, Esc closes"


class WhyNot(Dialog):
    """Everything that is not offered; picked or typed, it is explained with its clause."""

    def __init__(self, refused: list[tuple[str, str]], explain: Callable[[str], str]) -> None:
        super().__init__("Why not?")
        self.refused = refused
        self.explain = explain

    def content(self) -> ComposeResult:
        yield OptionList(*(Option(Text(label)) for label, _ in self.refused), id="refused")
        yield Input(placeholder="or type a choice, such as: attack WF", id="typed")
        yield Static("Pick what you wanted to do, or type it.", id="reason", markup=False)

    def on_mount(self) -> None:
        self.query_one("#refused" if self.refused else "#typed").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.answer(self.refused[event.option_index][1])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.answer(event.value)

    def answer(self, words: str) -> None:
        self.query_one("#reason", Static).update(Text(self.explain(words)))

    def keys(self) -> str:
        return "↑ ↓ Enter explains, Tab to type, Esc closes"
