"""Plans among allies: drafts of answers that are not given yet, and proposals to each other.

That is talk at the table, not rules: nothing of it touches the game until somebody accepts a proposal, which answers
with it. It stays within the alliance, and within the seat unless the table's option `shared_plans` is on. Nobody else
gets a message, a number or a byte of it. A nation is *ready* when its sealed answer is in; a changed draft takes that
back.
"""

from typing import Annotated, Any

import msgspec

from sandtable.core import play
from sandtable.core.state import canonical
from sandtable.core.steps import Ask
from sandtable.server.drafts import Draft
from sandtable.server.playing import Command, decide, must_drive, must_hold, must_play, plain, stale
from sandtable.server.problems import Conflict, Forbidden, NotFound
from sandtable.server.records import Plan
from sandtable.server.sitting import allies

OPTION = "shared_plans"
Nation = Annotated[str, msgspec.Meta(max_length=100)]


def are_shared(draft: Draft) -> bool:
    """Whether the table lets allies see each other's drafts."""
    return bool(draft.facts.options.get(OPTION))


def current(draft: Draft) -> tuple[Plan, ...]:
    """The drafts and proposals for the question at hand; those for earlier ones are void."""
    return tuple(plan for plan in draft.facts.plans if plan.ask == draft.row.ask)


def sharing(draft: Draft, seat: str) -> list[str]:
    """The seats that may know a seat's plans."""
    return list(allies(draft, seat)) if are_shared(draft) else [seat]


def must_be_asked(draft: Draft, seat: str, nation: str, ask: int) -> Ask:
    """Plans are for the open question, and for a nation that has it before it."""
    must_play(draft)
    if ask != draft.row.ask:
        raise stale(draft, seat, ask)
    want = play.pending(draft.table.state)
    if not isinstance(want, Ask) or nation not in want.menus:
        raise Conflict("That nation has nothing to decide now.")
    return want


def keep(draft: Draft, plan: Plan, heard: list[str]) -> None:
    """A plan takes the place of the same seat's last one for the same nation."""
    others = [kept for kept in current(draft) if (kept.by, kept.nation) != (plan.by, plan.nation)]
    draft.set(plans=(*others, plan))
    draft.say("plan", shown(plan), heard)


def shown(plan: Plan) -> dict[str, Any]:
    return {"nation": plan.nation, "by": plan.by, "ask": plan.ask, "choice": msgspec.Raw(plan.choice.encode())}


class WriteDraft(Command, frozen=True, tag="draft"):
    """Put down what a nation of one's own may answer, for oneself and for allies who may see it."""

    ask: int
    nation: Nation
    choice: Any

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_be_asked(draft, seat, self.nation, self.ask)
        must_hold(draft, seat, self.nation)
        plain(self.choice)
        ready = no_longer_ready(draft, seat, self.nation, self.choice)
        keep(draft, Plan(self.nation, seat, self.ask, canonical(self.choice).decode()), sharing(draft, seat))
        return {"ready": ready}


def no_longer_ready(draft: Draft, seat: str, nation: str, choice: Any) -> bool:
    """Take the sealed answer back if the draft says something else. Returns whether the nation is still ready."""
    state = draft.table.state
    if nation not in state.sealed:
        return False
    want = play.pending(state)
    assert isinstance(want, Ask)
    if want.menus[nation].read(choice) == state.sealed[nation]:
        return True
    if draft.table.last_own_answer((nation,)) is None:
        raise Conflict("Others have answered since; give a new answer instead, it takes the place of the old one.")
    draft.seat, draft.went_back = seat, True
    draft.table.undo((nation,))
    draft.say("not_ready", {"nation": nation})
    return False


class Propose(Command, frozen=True, tag="propose"):
    """Suggest an answer to an ally for a nation of theirs."""

    ask: int
    nation: Nation
    choice: Any

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        if not are_shared(draft):
            raise Forbidden("At this table allies do not share their plans.")
        holder = next((name for name, other in draft.seats.items() if self.nation in other.nations), "")
        if holder == seat:
            raise Conflict("That nation is your own; write a draft for it.")
        if holder not in allies(draft, seat):
            raise Forbidden("You can propose something only to an ally.")
        must_be_asked(draft, seat, self.nation, self.ask)
        plain(self.choice)
        keep(draft, Plan(self.nation, seat, self.ask, canonical(self.choice).decode()), sharing(draft, seat))
        return {}


class Accept(Command, frozen=True, tag="accept"):
    """Answer for a nation of one's own with what an ally proposed, or with one's own draft."""

    ask: int
    nation: Nation
    by: Annotated[str, msgspec.Meta(max_length=100)]

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_be_asked(draft, seat, self.nation, self.ask)
        must_hold(draft, seat, self.nation)
        must_drive(draft, seat)
        wanted = [plan for plan in current(draft) if (plan.nation, plan.by) == (self.nation, self.by)]
        if not wanted:  # nobody but the seat and allies who share their plans can write one for this nation
            raise NotFound("There is no such proposal for this question.")
        draft.seat = seat
        decide(draft, self.nation, msgspec.json.decode(wanted[0].choice))
        return {"ask": self.ask}


class ReadPlans(Command, frozen=True, tag="plans"):
    """The drafts and proposals that one may see for the open question."""

    def do(self, draft: Draft, seat: str) -> dict[str, Any]:
        must_play(draft)
        known = sharing(draft, seat)
        return {"shared": are_shared(draft), "plans": [shown(plan) for plan in current(draft) if plan.by in known]}


COMMANDS: tuple[type[Command], ...] = (WriteDraft, Propose, Accept, ReadPlans)
