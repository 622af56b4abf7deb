"""The journal: set-up, answers, faces and reveals in a chain of hashes. It is the one truth; a state is a cache of it.

Nothing is ever taken out. An undo or a takeback is an entry of its own, and says which entry it goes back to.
"""

from typing import Any

import msgspec

from sandtable.core.fairness import chain
from sandtable.core.state import canonical


class Entry(msgspec.Struct, frozen=True, tag_field="kind"):
    """One line of the journal."""


class Setup(Entry, frozen=True, tag="setup"):
    """What was agreed before play. An empty commitment means that dice are thrown by hand."""

    id: str
    game: str
    rules: int
    scenario: str
    options: dict[str, Any]
    seats: dict[str, tuple[str, ...]]
    salt: str
    commitment: str = ""
    nonces: dict[str, str] = {}


class Answered(Entry, frozen=True, tag="answer"):
    """A nation decided; `automatic` says what answered if it was not a person at the table."""

    nation: str
    ask: str
    choice: Any
    automatic: str = ""


class Rolled(Entry, frozen=True, tag="roll"):
    """Dice fell: the `number`th roll for this purpose, after so many takebacks."""

    what: str
    number: int
    takebacks: int
    sides: int
    faces: tuple[int, ...]


class Drawn(Entry, frozen=True, tag="draw"):
    """Something was drawn unseen."""

    what: str
    number: int
    takebacks: int
    items: int
    faces: tuple[int, ...]


class Undone(Entry, frozen=True, tag="undo"):
    """A nation took its own last answers back; entries after `to` are no longer in force."""

    nation: str
    to: int


class TakenBack(Entry, frozen=True, tag="takeback"):
    """The table agreed to go back behind dice; entries after `to` are no longer in force."""

    to: int
    consent: tuple[str, ...]


class Standing(Entry, frozen=True, tag="standing"):
    """A nation says beforehand how it answers an ask: with `choice`, or by a policy (`default`, or one of the
    game's own). The policy `ask` takes an earlier declaration back. `what` may end in `*`."""

    nation: str
    what: str
    choice: Any = None
    policy: str = ""

    def covers(self, what: str) -> bool:
        return what.startswith(self.what[:-1]) if self.what.endswith("*") else what == self.what


class Revealed(Entry, frozen=True, tag="reveal"):
    """The game is over and the secret of the dice is shown."""

    secret: str


AnyEntry = Setup | Answered | Rolled | Drawn | Undone | TakenBack | Standing | Revealed
Move = Answered | Rolled | Drawn


class Journal:
    """Entries and their chain."""

    def __init__(self) -> None:
        self.entries: list[AnyEntry] = []
        self.links: list[str] = []

    def add(self, entry: AnyEntry) -> None:
        self.links.append(chain(self.head, canonical(entry)))
        self.entries.append(entry)

    @property
    def head(self) -> str:
        return self.links[-1] if self.links else ""

    @property
    def setup(self) -> Setup:
        first = self.entries[0]
        assert isinstance(first, Setup)
        return first


def in_force(entries: list[AnyEntry]) -> list[int]:
    """The places of the answers and rolls that no undo or takeback has struck out."""
    places: list[int] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, Undone | TakenBack):
            while places and places[-1] > entry.to:
                places.pop()
        elif isinstance(entry, Move):
            places.append(place)
    return places
