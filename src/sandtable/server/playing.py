"""What a seat can do in a game: answer, throw dice by hand, undo, take back by consent, declare, talk, give up.

Each command is a record that says what it needs and `do`, which drafts the change. The same commands come over the
socket and over HTTP. Legality is never decided here: the menu of the game is the only door.
"""

from collections.abc import Sequence
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
from sandtable.server.problems import Conflict, Forbidden, Invalid, Problem, StaleAnswer
from sandtable.server.records import Key, Takeback, Text

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
    table = draft.table
    known = draft.entries
    table.run()
    draft.tell(event for place, event in table.diary if place >= known)
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
    play_on(draft)


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


class Undo(Command, frozen=True, tag="undo"):
    """Take one's own last answer back."""

    ask: int

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        if self.ask != draft.row.ask:
            raise stale(draft, seat, self.ask)
        table = draft.table
        must_be_ours(draft, table.last_own_answer(draft.seats[seat].nations))
        ready = set(table.state.sealed)
        draft.seat, draft.went_back = seat, True
        told = told_to_all(draft)
        table.undo(draft.seats[seat].nations)
        if not ready:
            draft.say("undone", {"seat": seat, "events": told - told_to_all(draft)})
        for nation in sorted(ready - set(table.state.sealed)):
            draft.say("not_ready", {"nation": nation})
        draft.set(takeback=None)
        return {}


def must_be_ours(draft: Draft, place: int | None) -> None:
    """Nothing goes back behind the moment that a table was copied from: it may be a game that others still play."""
    origin = draft.facts.origin
    if origin and origin.table and place is not None and place < origin.entries:
        raise Conflict("This was played at another table; it cannot be taken back here.")


def told_to_all(draft: Draft) -> int:
    """How many events of the diary everybody has heard of; what goes when the table goes back is struck from it."""
    return sum(event.audience() is None for _, event in draft.table.diary)


class AskTakeback(Command, frozen=True, tag="ask_takeback"):
    """Ask everybody to go back to before the answer to an earlier question."""

    to_ask: int

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        to = entry_before(draft, self.to_ask)
        if to is None:
            raise Problem("Nothing was answered since that question.")
        must_be_ours(draft, to + 1)
        draft.set(takeback=Takeback(seat, self.to_ask, (seat,)))
        draft.say("takeback_asked", {"seat": seat, "to_ask": self.to_ask})
        settle_takeback(draft)
        return {}


class ReplyTakeback(Command, frozen=True, tag="reply_takeback"):
    """Agree to a takeback, or not."""

    agree: bool

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        asked = draft.facts.takeback
        if asked is None:
            raise Conflict("Nobody asks for a takeback.")
        draft.say("takeback_reply", {"seat": seat, "agree": self.agree})
        if not self.agree:
            draft.set(takeback=None)
            return {}
        draft.set(takeback=Takeback(asked.by, asked.ask, tuple(sorted({*asked.agreed, seat}))))
        settle_takeback(draft)
        return {}


def entry_before(draft: Draft, ask: int) -> int | None:
    """The entry of the journal to go back to so that this question is open again."""
    for place in draft.table.moves:
        if draft.room.stamps[place][1] >= ask:
            return place - 1
    return None


def people(draft: Draft) -> list[str]:
    """The seats in which a person sits who is not away."""
    return [name for name, seat in draft.seats.items() if seat.user and not seat.driver]


def settle_takeback(draft: Draft) -> None:
    """Go back if every person agrees; bots never mind."""
    asked = draft.facts.takeback
    if asked is None or any(name not in asked.agreed for name in people(draft)):
        return
    to = entry_before(draft, asked.ask)
    if to is None:
        raise Problem("Nothing was answered since that question.")
    draft.went_back, draft.seat = True, asked.by
    told = told_to_all(draft)
    draft.table.takeback(max(to, 0), tuple(draft.table.setup.seats))
    draft.say("taken_back", {"to_ask": asked.ask, "events": told - told_to_all(draft)})
    draft.set(takeback=None, draw_agreed=(), takebacks=draft.facts.takebacks + 1)
    draft.table.run()


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


class Chat(Command, frozen=True, tag="chat"):
    """Say something to the whole table, or to one's alliance only."""

    text: Text
    to: Annotated[str, msgspec.Meta(pattern="^(table|alliance)$")] = "table"

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        own = draft.seats[seat]
        if own.user in draft.facts.muted:
            raise Forbidden("The host has muted you at this table.")
        body = {"seat": seat, "name": own.user_name, "text": self.text, "to": self.to}
        draft.say("chat", body, allies(draft, seat) if self.to == "alliance" else None)
        return {}


def allies(draft: Draft, seat: str) -> Sequence[str]:
    alliance = draft.seats[seat].alliance
    return [name for name, other in draft.seats.items() if name == seat or (alliance and other.alliance == alliance)]


class Concede(Command, frozen=True, tag="concede"):
    """Give the game up. An alliance has lost when all its people have."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        draft.change_seat(seat, conceded=True, caretaker="default" if len(people(draft)) > 1 else "")
        draft.say("conceded", {"seat": seat})
        endings.by_conceding(draft, seat)
        return {}


class OfferDraw(Command, frozen=True, tag="draw"):
    """Offer a draw, agree to one, or take it back."""

    agree: bool

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        agreed = {*draft.facts.draw_agreed, seat} if self.agree else set()
        draft.set(draw_agreed=tuple(sorted(agreed)))
        draft.say("draw", {"seat": seat, "agree": self.agree})
        if self.agree and all(name in agreed for name in people(draft)):
            endings.by_agreement(draft)
        return {}


class Reclaim(Command, frozen=True, tag="reclaim"):
    """Take one's seat back from whatever answered for it."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        if draft.seats[seat].caretaker:
            draft.change_seat(seat, caretaker="", conceded=False)
            draft.say("reclaimed", {"seat": seat})
        return {}


class Away(Command, frozen=True, tag="away"):
    """Have a bot, or the default answers, go on for one's seat until one takes it back."""

    bot: Annotated[str, msgspec.Meta(max_length=40)] = "default"

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        if self.bot != "default":
            draft.room.hall.bot(draft.row.game, self.bot)
        draft.change_seat(seat, caretaker=self.bot)
        draft.say("takeover", {"seat": seat, "by": self.bot, "may_be_replaced": False})
        return {}


class Leave(Command, frozen=True, tag="leave"):
    """Leave the seat; somebody else may take it."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        playing = draft.row.status == "playing"
        draft.change_seat(
            seat, user="", user_name="", kind="open", invite="", words="", caretaker="default" if playing else ""
        )
        draft.say("left", {"seat": seat})
        return {}


class Words(Command, frozen=True, tag="words"):
    """One's own part of the key of the dice, before the game begins."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if draft.row.status != "lobby":
            raise Conflict("The dice are fixed once the game has begun.")
        draft.change_seat(seat, words=self.words)
        return {}


COMMANDS: tuple[type[Command], ...] = (
    Answer, Throw, Walk, NextPart, Check, AskOdds, Undo, AskTakeback, ReplyTakeback, Declare, Chat, Concede,
    OfferDraw, Reclaim, Away, Leave, Words,
)  # fmt: skip
AnyCommand = (
    Answer | Throw | Walk | NextPart | Check | AskOdds | Undo | AskTakeback | ReplyTakeback | Declare | Chat | Concede
    | OfferDraw | Reclaim | Away | Leave | Words
)  # fmt: skip


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
