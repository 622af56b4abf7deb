"""Playing: how a seat answers, throws dice by hand, looks into its menu, and says beforehand how it would answer.

Each command is a record that says what it needs and `do`, which drafts the change. The same commands come over the
socket and over HTTP. Legality is never decided here: the menu of the game is the only door.
"""

from typing import Annotated, Any

import msgspec

from sandtable.core import play
from sandtable.core.forms import OpenForm
from sandtable.core.journal import Standing
from sandtable.core.menus import show
from sandtable.core.steps import Ask, Draw, Roll
from sandtable.core.verdicts import BadFaces, Illegal
from sandtable.server import endings
from sandtable.server.drafts import Draft, ask_place
from sandtable.server.problems import Conflict, Forbidden, Invalid, StaleAnswer
from sandtable.server.records import Key

MOST_CLICKS = 2000
MOST_PARTS = 5000
DEEPEST = 8


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something that a seat does."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        raise NotImplementedError


def must_play(draft: Draft) -> None:
    if draft.row.status == "lobby":
        raise Conflict("The game has not begun.")
    if draft.row.status == "over":
        raise Conflict("The game is over.")


def must_hold(draft: Draft, seat: str, nation: str) -> None:
    if nation not in draft.seats[seat].nations:
        raise Forbidden("Your seat does not hold that nation.")


def must_drive(draft: Draft, seat: str) -> None:
    if draft.seats[seat].caretaker:
        raise Conflict("Somebody answers for you while you were away; take your seat back first.")


def play_on(draft: Draft) -> None:
    """After a change of the game: dice fall, standing answers speak, and everybody is told what they may know."""
    draft.table.run()
    report(draft)


def report(draft: Draft) -> None:
    """Tell everybody what has happened since the draft was begun, as far as they may know it."""
    table = draft.table
    draft.tell(table.events_from(draft.entries))
    if draft.facts.takeback or draft.facts.draw_agreed:
        draft.set(takeback=None, draw_agreed=())
    if play.pending(table.state) is None:
        endings.by_the_rules(draft)


def plain(choice: Any, depth: int = DEEPEST) -> int:
    """How many parts a choice has. Only words, numbers, nothing and lists of these can be an answer in any game."""
    if choice is None or isinstance(choice, str | int):
        return 1
    if not isinstance(choice, list) or depth == 0:
        raise Invalid("An answer is a word, a number, nothing, or a list of these.")
    parts = sum(plain(item, depth - 1) for item in choice)
    if parts > MOST_PARTS:
        raise Invalid("No answer has so many parts.")
    return parts + 1


class Answer(Command, frozen=True, tag="answer"):
    """Decide for a nation. `ask` is the number of the question that is answered; `key` makes it safe to send again."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)]
    choice: Any
    key: Key | None = None

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if self.key and (place := draft.room.keys.get((seat, self.key))) is not None:
            return {"repeated": True, "ask": draft.room.stamps[place][1]}
        must_play(draft)
        must_hold(draft, seat, self.nation)
        must_drive(draft, seat)
        plain(self.choice)
        if self.ask != draft.row.ask:
            raise stale(draft, seat, self.ask)
        draft.seat, draft.key = seat, self.key
        decide(draft, self.nation, self.choice)
        return {"repeated": False, "ask": self.ask}


def decide(draft: Draft, nation: str, choice: Any, automatic: str = "") -> None:
    """Give an answer for a nation, by a person or by what answers for it."""
    table = draft.table
    before = set(table.state.sealed)
    table.answer(nation, choice, automatic)
    table.run()
    if ask_place(table) == draft.room.asked_at:  # sealed: it stays secret until the last one has answered
        for newly in [name for name in table.state.sealed if name not in before]:
            draft.say("ready", {"nation": newly})
        return
    report(draft)


def stale(draft: Draft, seat: str, ask: int) -> StaleAnswer:
    return StaleAnswer(
        f"You answered question {ask}, but the table is at question {draft.row.ask}.",
        ask=draft.row.ask,
        view=msgspec.Raw(draft.room.view(seat)),
    )


class Throw(Command, frozen=True, tag="throw"):
    """The faces of dice that were thrown by hand, or the places of a draw."""

    ask: int
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=1000)]
    key: Key | None = None

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if self.key and (seat, self.key) in draft.room.keys:
            return {"repeated": True}
        must_play(draft)
        if self.ask != draft.row.ask:
            raise stale(draft, seat, self.ask)
        if not isinstance(play.pending(draft.table.state), Roll | Draw):
            raise BadFaces("no dice are asked for now")
        draft.seat, draft.key = seat, self.key
        draft.table.roll(self.faces)
        draft.say("thrown", {"seat": seat})
        play_on(draft)
        return {"repeated": False}


class Walk(Command, frozen=True, tag="walk"):
    """Which clicks may follow these ones, in the menu of a nation; or the answer they make."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)]
    clicks: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=200)], ...], msgspec.Meta(max_length=MOST_CLICKS)
    ] = ()

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        walk = question(draft, seat, self.nation, self.ask).next(self.clicks)
        return {"clicks": walk.clicks, "answer": walk.answer, "complete": walk.complete}


class NextPart(Command, frozen=True, tag="part"):
    """The menu of the next part of an answer in parts, after these ones; none if they are the whole answer."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)]
    chosen: Annotated[tuple[Any, ...], msgspec.Meta(max_length=MOST_CLICKS)] = ()

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        whole = question(draft, seat, self.nation, self.ask)
        plain(list(self.chosen))
        if not isinstance(whole, OpenForm):
            raise Invalid("The answer to this question has no parts.")
        chosen: tuple[Any, ...] = ()
        for item in self.chosen:
            menu = whole.after(chosen)
            if menu is None:
                raise Illegal(whole.refuse(f"The answer is complete before {show(item)}"))
            choice = menu.read(item)
            if refusal := menu.why_not(choice):
                raise Illegal(refusal)
            chosen = (*chosen, choice)
        return {"chosen": chosen, "menu": whole.after(chosen)}


class Check(Command, frozen=True, tag="check"):
    """What the rules would say to an answer, without giving it."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)]
    choice: Any

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        menu = question(draft, seat, self.nation, self.ask)
        plain(self.choice)
        choice = menu.read(self.choice)
        refusal = menu.why_not(choice)
        return {"refusal": refusal, "doubts": () if refusal else menu.doubts(choice)}


class AskOdds(Command, frozen=True, tag="odds"):
    """What an answer, whole or in part, would come to, where the game can compute it: the odds of an attack."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)]
    choice: Any = None

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        question(draft, seat, self.nation, self.ask)
        plain(self.choice)
        forecast = draft.table.game.forecast
        if forecast is None:
            raise Invalid("This game has no odds to show.")
        return {"odds": forecast(draft.table.state, self.nation, self.choice)}


def question(draft: Draft, seat: str, nation: str, ask: int) -> Any:
    """The menu of a nation of this seat, if it is asked."""
    must_play(draft)
    must_hold(draft, seat, nation)
    if ask != draft.row.ask:
        raise stale(draft, seat, ask)
    want = play.pending(draft.table.state)
    if not isinstance(want, Ask) or nation not in want.menus:
        raise Conflict(f"{nation} has nothing to decide now.")
    return want.menus[nation]


class Declare(Command, frozen=True, tag="declare"):
    """Say beforehand how a nation answers an ask: with `choice`, or by a policy; `ask` as policy takes it back."""

    nation: Annotated[str, msgspec.Meta(max_length=100)]
    what: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    choice: Any = None
    policy: Annotated[str, msgspec.Meta(max_length=40)] = ""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        must_hold(draft, seat, self.nation)
        if draft.table.revealed:
            raise Conflict("The game is over.")
        plain(self.choice)
        draft.seat = seat
        draft.table.declare(Standing(self.nation, self.what, self.choice, self.policy))
        want = play.pending(draft.table.state)
        draft.say("declared", {"nation": self.nation, "what": self.what, "policy": self.policy}, [seat])
        if isinstance(want, Ask) and (said := draft.table.standing_answer(want)):
            decide(draft, *said, automatic="standing")
        return {}


def automatic_answer(draft: Draft, seat: str, nation: str, ask: int, choice: Any, by: str) -> bool:
    """The answer of what drives a seat now, unless the table has gone on meanwhile."""
    if draft.row.status != "playing" or draft.row.ask != ask or draft.seats[seat].driver != by:
        return False
    want = play.pending(draft.table.state)
    if not isinstance(want, Ask) or nation not in want.menus or nation in draft.table.state.sealed:
        return False
    menu = want.menus[nation]
    if by == "default" or menu.why_not(menu.read(choice)) is not None:
        choice = menu.default
    draft.seat = seat
    decide(draft, nation, choice, automatic="absent" if by == "default" else f"bot {by}")
    return True


COMMANDS: tuple[type[Command], ...] = (Answer, Throw, Walk, NextPart, Check, AskOdds, Declare)
