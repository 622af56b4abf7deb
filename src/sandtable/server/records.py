"""What is known of a table and its seats besides the game itself."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

LONGEST_NAME = 40
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""In Python `$` alone would also do before a last line break."""
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]*$(?!\n)")]
Day = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$", max_length=10)]


class NoClock(msgspec.Struct, frozen=True, tag="none", tag_field="kind", forbid_unknown_fields=True):
    """Nobody is ever late."""


class LiveClock(msgspec.Struct, frozen=True, tag="live", tag_field="kind", forbid_unknown_fields=True):
    """Each seat has so much time for the whole game, and some more with each decision."""

    minutes: Annotated[float, msgspec.Meta(gt=0, le=1440)] = 60
    increment: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 10
    grace: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 30
    """Seconds after the last one, before the seat is taken over."""


class DaysClock(msgspec.Struct, frozen=True, tag="days", tag_field="kind", forbid_unknown_fields=True):
    """Each decision may take so many days; then there is some grace."""

    days: Annotated[float, msgspec.Meta(gt=0, le=60)] = 3
    grace_hours: Annotated[float, msgspec.Meta(ge=0, le=720)] = 24
    holidays: Annotated[tuple[Day, ...], msgspec.Meta(max_length=100)] = ()
    """Days (UTC) on which no clock runs."""


Pace = NoClock | LiveClock | DaysClock


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when time and grace are over: who answers for the seat until its owner takes it back, and whether
    another person may take it over for good."""

    by: Literal["bot", "default", "nobody"] = "default"
    bot: Name = "random"
    replace: bool = True


class Watching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may watch: nobody or everyone, and how many minutes behind."""

    by: Literal["nobody", "everyone"] = "everyone"
    delay: Annotated[float, msgspec.Meta(ge=0, le=10_080)] = 0


class Timer(msgspec.Struct, frozen=True):
    """The clock of one seat."""

    left: float | None = None
    """Seconds, with a live clock."""
    since: float | None = None
    """When its present decision was asked for."""
    reminded: bool = False
    late: bool = False


class Takeback(msgspec.Struct, frozen=True):
    """A request to go back to before the answer to an ask, and the seats that agree so far."""

    by: str
    ask: int
    agreed: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended, by the rules or by the people."""

    name: str
    sentence: str
    worth: dict[str, float]


class Origin(msgspec.Struct, frozen=True):
    """Where the first entries of a journal were copied from."""

    table: str
    entries: int
    move: int
    unfinished: bool = False
    """Whether that game, or the one that it was copied from, was not over then: its secrets are kept here as there."""


class War(msgspec.Struct, frozen=True):
    """Dice that were not made for this table alone: those of a campaign, of a day, or of a finished war once more."""

    id: str
    title: str
    salt: str
    nonces: dict[str, str]


class Foreseen(msgspec.Struct, frozen=True):
    """Somebody who knows the dice to come, and why: they took a copy of the running game, and so of its secret, or
    brought the game here in a file."""

    user: str
    name: str
    why: Literal["exported", "imported"]


class Plan(msgspec.Struct, frozen=True):
    """What a seat puts down as a possible answer of a nation, its own or an ally's. `choice` is JSON."""

    nation: str
    by: str
    ask: int
    choice: str


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed about a table, and what it is doing."""

    title: str
    scenario: str
    options: dict[str, Any]
    pace: Pace = NoClock()
    absence: Absence = Absence()
    watching: Watching = Watching()
    dice: Literal["fair", "hand"] = "fair"
    rated: bool = False
    war: War | None = None
    foreseen: tuple[Foreseen, ...] = ()
    """Who knows dice that should be nobody's to know."""
    clocks: dict[str, Timer] = {}
    draw_agreed: tuple[str, ...] = ()
    takeback: Takeback | None = None
    takebacks: int = 0
    """How often the table went back behind dice."""
    muted: tuple[str, ...] = ()
    """Users whom the host does not want to hear."""
    outcome: Outcome | None = None
    origin: Origin | None = None
    rematch: str = ""
    plans: tuple[Plan, ...] = ()
    """Drafts and proposals among allies for the open question."""
    messages: int = 0
    """How many there are."""
    due: tuple[str, ...] = ()
    """The seats that have something to decide, for lists of tables that are not in memory."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A chair at a table: the nations it holds, and who sits in it."""

    name: str
    nations: tuple[str, ...]
    alliance: str = ""
    kind: Literal["person", "open", "link", "bot"] = "open"
    user: str = ""
    user_name: str = ""
    bot: str = ""
    words: str = ""
    """What this seat adds to the key of the dice."""
    caretaker: str = ""
    """`default` or the name of a bot that answers until the owner takes the seat back."""
    kept: bool = False
    """Its owner has handed it over for a while: nobody else may take it."""
    conceded: bool = False
    invite: str = ""
    """Keyed hash of the token of its link."""

    @property
    def filled(self) -> bool:
        return bool(self.user) or self.kind == "bot"

    @property
    def driver(self) -> str:
        """The bot or policy that answers now; empty if a person does."""
        return self.bot if self.kind == "bot" else self.caretaker


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the database has it."""

    id: str
    game: str
    host: str
    status: Literal["lobby", "playing", "over"]
    listed: bool
    archived: bool
    version: int
    ask: int
    created: float
    updated: float
    wake: float | None
    secret: str
    facts: Facts


# Made here and not at the first use: several threads that read tables must not be the first at the same moment, for
# msgspec would then prepare the same type twice at once and crash.
_facts_decoder = msgspec.json.Decoder(Facts)
_seat_decoder = msgspec.json.Decoder(Seat)


def facts_text(facts: Facts) -> str:
    return msgspec.json.encode(facts).decode()


def row_from(found: Mapping[str, Any]) -> Row:
    facts = _facts_decoder.decode(found["facts"])
    return Row(**{**found, "facts": facts, "listed": bool(found["listed"]), "archived": bool(found["archived"])})


def seat_from(found: Mapping[str, Any]) -> Seat:
    return _seat_decoder.decode(found["facts"])


def seat_row(table: str, place: int, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table,
        "name": seat.name,
        "place": place,
        "user_id": seat.user or None,
        "invite": seat.invite or None,
        "facts": msgspec.json.encode(seat).decode(),
    }


class ClockCard(msgspec.Struct, frozen=True):
    """The clock of a seat as everybody may see it."""

    left: float | None
    since: float | None
    deadline: float | None
    late: bool


class SeatCard(msgspec.Struct, frozen=True):
    """A seat as everybody may see it."""

    name: str
    nations: tuple[str, ...]
    alliance: str
    kind: str
    user: str
    user_name: str
    bot: str
    caretaker: str
    conceded: bool
    due: bool
    clock: ClockCard | None
    words: str


class TableCard(msgspec.Struct, frozen=True):
    """A table as everybody may see it."""

    id: str
    game: str
    title: str
    scenario: str
    options: dict[str, Any]
    host: str
    status: str
    archived: bool
    listed: bool
    ask: int
    created: float
    updated: float
    pace: Pace
    absence: Absence
    watching: Watching
    dice: str
    rated: bool
    commitment: str
    seats: tuple[SeatCard, ...]
    draw_agreed: tuple[str, ...]
    takeback: Takeback | None
    outcome: Outcome | None
    origin: Origin | None
    rematch: str
    war: str
    """The shared war whose dice these are, such as echoes/campaign/5; the table's own if empty."""
    takebacks: int
    foreseen: tuple[Foreseen, ...]
    """Who knows the dice to come, though they are neither those of a shared war nor thrown by hand."""
