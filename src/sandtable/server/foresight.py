"""Who knows the dice to come: whoever has the secret of a running game in a file of their own. They may play on, but
whoever sits down with them is told before. Of a war whose dice anybody can compute nothing need be said."""

from typing import TYPE_CHECKING

import msgspec

from sandtable.server.people import User
from sandtable.server.records import Facts, Foreseen

if TYPE_CHECKING:
    from sandtable.server.drafts import Draft


def is_secret(facts: Facts) -> bool:
    """Whether the dice of a table are made from a secret that nobody has yet."""
    return facts.dice == "fair" and facts.war is None


def take_copy(draft: "Draft", user: User) -> None:
    """Somebody takes a copy of a running game: from now on they know its dice, and nobody is rated by them."""
    known = any(one.user == user.id for one in draft.facts.foreseen)
    if draft.row.status == "over" or known or not is_secret(draft.facts):
        return
    draft.set(foreseen=(*draft.facts.foreseen, Foreseen(user.id, user.name, "exported")), rated=False)
    tell(draft, draft.facts.foreseen[-1:])


def tell(draft: "Draft", foreseen: tuple[Foreseen, ...]) -> None:
    for one in foreseen:
        draft.say("foreseen", {"name": one.name, "why": one.why})


def called(foreseen: tuple[Foreseen, ...], user: str, now: User) -> tuple[Foreseen, ...]:
    """The same people, one of whom has another name or account now."""
    return tuple(
        msgspec.structs.replace(one, user=now.id, name=now.name) if one.user == user else one for one in foreseen
    )
