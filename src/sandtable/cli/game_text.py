"""How a game speaks in lines of text. Any game can be played with `GameText` as it stands; a game with more to say
derives its own."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from sandtable.cli.sitting import Sitting
from sandtable.core.events import Event
from sandtable.core.journal import Answered, Journal, Setup, Standing, TakenBack
from sandtable.core.menus import Menu, is_pair, show
from sandtable.core.steps import Ask
from sandtable.core.table import Table

OWN = {
    "echoes": "sandtable.cli.echoes_text",
    "pacific": "sandtable.cli.pacific_text",
    "warroom": "sandtable.cli.warroom_text",
}
"""Games with words of their own; their module has them as TEXT."""
NOTHING = "nothing"


def text_of(game: str) -> "GameText":
    if game not in OWN:
        return GameText()
    text: GameText = import_module(OWN[game]).TEXT
    return text


class GameText:
    """The words that every game has."""

    opens_with_board = False
    """Whether the board is short enough to be shown before the first decision."""

    def title(self, sitting: Sitting) -> str:
        """What is played, in a few words."""
        game, scenario = sitting.game.title, sitting.game.scenario(sitting.table.setup.scenario).title
        return game if scenario == game else f"{game}, {scenario}"

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        """The position in lines: what the nation that decides may know, field by field."""
        import msgspec

        view = msgspec.to_builtins(sitting.view(nation))
        shown = {name: value for name, value in view.items() if name != "waiting" and value not in (None, "", [], {})}
        return [f"{name}: {plain(value)}" for name, value in shown.items()]

    def label(self, sitting: Sitting, ask: Ask, answer: Any) -> str:
        """An answer as a choice for people."""
        return in_words(sitting.game.names, answer)

    def name_of(self, sitting: Sitting, ask: Ask, click: str) -> str:
        """What a click stands for, as it is told in brackets behind it."""
        return str(sitting.game.names.get(click, click))

    def offered(self, menu: Menu, clicks: tuple[str, ...], following: tuple[str, ...]) -> tuple[str, ...]:
        """The clicks that are worth naming after others; all can be typed."""
        return following

    def before_prompt(self, sitting: Sitting, ask: Ask) -> str:
        """What has to be known for the decision and is not in its prompt; perhaps nothing."""
        return ""

    def turns(self, events: list[Event]) -> list[str]:
        """What happened, in parts that could be posted; all of it is one part where a game has no turns."""
        return ["\n".join(event.says() for event in events)] if events else []

    def luck(self, table: Table, last_turn: bool = False) -> tuple[Any, str] | None:
        """The luck ledger of a war or of its last turn, as data and in words; None where a game keeps none."""
        return None

    def odds(self, sitting: Sitting, nation: str, choice: Any) -> list[str]:
        """What a choice would come to in battle, or the battle as it stands; nothing where there is none."""
        return []

    def standing_answers(self, sitting: Sitting) -> dict[str, tuple[str, tuple[Standing, ...]]]:
        """What can be said once for many decisions: by name, a sentence and what is declared."""
        every = [(nation, f"{sitting.game.prefix}.*") for nation in sitting.nations]
        return {"ask": ("Ask me everything.", tuple(Standing(nation, what, policy="ask") for nation, what in every))}

    def ending(self, sitting: Sitting) -> list[str]:
        """How the game ended, and how to check its dice."""
        result = sitting.game.result(sitting.table.state)
        return [f"{result.sentence}." if result else "The game is over.", *proof(sitting), *self.card(sitting)]

    def card(self, sitting: Sitting) -> list[str]:
        """A line to share that spoils nothing; only for games that others can play with the same dice."""
        return []


def proof(sitting: Sitting) -> list[str]:
    """How anyone can check the dice of a finished game."""
    setup = sitting.table.setup
    if not setup.commitment:
        return [f"The dice were thrown by hand. The moves can be checked: sandtable verify {sitting.path}"]
    return [
        f"Committed to before play: {setup.commitment}",
        f"The secret of the dice:    {sitting.table.secret.hex()}",
        f"Check every roll:          sandtable verify {sitting.path}",
    ]


def takebacks(sitting: Sitting) -> str:
    """How often the player went back behind dice, in words."""
    count = sum(isinstance(entry, TakenBack) for entry in sitting.table.journal.entries)
    return {0: "no takebacks", 1: "1 takeback"}.get(count, f"{count} takebacks")


def bot_of(journal: Journal) -> str:
    """The bot that played, if one did."""
    by = (entry.automatic for entry in journal.entries if isinstance(entry, Answered))
    return next((name.removeprefix("bot ") for name in by if name.startswith("bot ")), "")


def is_shared(setup: Setup) -> bool:
    """Whether others can play with the same dice."""
    return bool(setup.commitment) and setup.id.startswith(("echoes/campaign/", "echoes/daily/"))


Bag = tuple[tuple[str, int], ...]


def counted(names: Mapping[str, str], bag: Bag) -> str:
    """A bag with numbers before what they count."""
    return ", ".join(f"{number} {names.get(name, name)}" for name, number in bag)


def in_words(names: Mapping[str, str], answer: Any, of_bag: Callable[[Mapping[str, str], Bag], str] = counted) -> str:
    """An answer as it is read: its parts by their names."""
    if not isinstance(answer, tuple):
        return str(names.get(answer, show(answer)))
    if answer and all(is_pair(item) for item in answer):
        return of_bag(names, answer)
    return ", ".join(words for item in answer if (words := in_words(names, item, of_bag)) != NOTHING) or NOTHING


def plain(value: Any) -> str:
    """Any data in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return "; ".join(plain(item) for item in value) or "none"
    return str(value)
