"""Going back: one's own last answer, or further if every person at the table agrees."""

from typing import Any

from sandtable.server.drafts import Draft, consenting
from sandtable.server.playing import Command, must_play, play_on, stale
from sandtable.server.problems import Conflict, Problem
from sandtable.server.records import Takeback


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


def settle_takeback(draft: Draft) -> None:
    """Go back if everybody agrees whose consent it needs."""
    asked = draft.facts.takeback
    if asked is None or any(name not in asked.agreed for name in consenting(draft)):
        return
    to = entry_before(draft, asked.ask)
    if to is None:
        raise Problem("Nothing was answered since that question.")
    draft.went_back, draft.seat = True, asked.by
    told = told_to_all(draft)
    draft.table.takeback(max(to, 0), tuple(draft.table.setup.seats))
    draft.say("taken_back", {"to_ask": asked.ask, "events": told - told_to_all(draft)})
    draft.set(takeback=None, draw_agreed=(), takebacks=draft.facts.takebacks + 1)
    play_on(draft)


COMMANDS: tuple[type[Command], ...] = (Undo, AskTakeback, ReplyTakeback)
