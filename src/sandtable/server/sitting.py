"""Sitting at a table: what a seat does beside playing. It talks, gives up, agrees to a draw, goes and comes."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from sandtable.server import endings
from sandtable.server.drafts import Draft, consenting
from sandtable.server.playing import Command, must_play
from sandtable.server.problems import Conflict, Forbidden
from sandtable.server.records import Text


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
        draft.change_seat(seat, conceded=True, caretaker="default")
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
        if self.agree and all(name in agreed for name in consenting(draft)):
            endings.by_agreement(draft)
        return {}


class Reclaim(Command, frozen=True, tag="reclaim"):
    """Take one's seat back from whatever answered for it."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        if draft.seats[seat].caretaker:
            draft.change_seat(seat, caretaker="", kept=False, conceded=False)
            draft.say("reclaimed", {"seat": seat})
        return {}


class Away(Command, frozen=True, tag="away"):
    """Have a bot, or the default answers, go on for one's seat until one takes it back."""

    bot: Annotated[str, msgspec.Meta(max_length=40)] = "default"

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        if self.bot != "default":
            draft.room.hall.bot(draft.row.game, self.bot)
        draft.change_seat(seat, caretaker=self.bot, kept=True)
        draft.say("takeover", {"seat": seat, "by": self.bot, "may_be_replaced": False})
        return {}


class Leave(Command, frozen=True, tag="leave"):
    """Leave the seat; somebody else may take it."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if draft.row.status == "playing" and draft.facts.rated:
            raise Conflict("A rated game is not left before its end; give it up, or let a bot go on for you.")
        vacate(draft, seat)
        return {}


def vacate(draft: Draft, seat: str) -> None:
    """Nobody sits in a seat any more."""
    caretaker = "default" if draft.row.status == "playing" else ""
    draft.change_seat(
        seat, user="", user_name="", kind="open", invite="", words="", caretaker=caretaker, kept=False, conceded=False
    )
    draft.say("left", {"seat": seat})


class Words(Command, frozen=True, tag="words"):
    """One's own part of the key of the dice, before the game begins."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if draft.row.status != "lobby":
            raise Conflict("The dice are fixed once the game has begun.")
        draft.change_seat(seat, words=self.words)
        return {}


COMMANDS: tuple[type[Command], ...] = (Chat, Concede, OfferDraw, Reclaim, Away, Leave, Words)
