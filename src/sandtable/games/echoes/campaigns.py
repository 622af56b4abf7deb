"""The 24 campaigns of the booklet, and the war of the day: dice that are the same for everyone who plays them.

The secret of such a war is made from its name, so anybody can compute it; the game is against oneself. What falls for
the chart, the boxes and the confidence is the same for all, because rolls are numbered within their purpose.
"""

import hashlib
import re
from calendar import monthrange

import msgspec

from sandtable.core.fairness import commitment
from sandtable.core.verdicts import BadInput
from sandtable.games.echoes.data import LIMITS

CAMPAIGNS = LIMITS["campaigns"]


class SharedWar(msgspec.Struct, frozen=True):
    """A war whose dice are the same for everyone."""

    id: str
    title: str

    @property
    def secret(self) -> bytes:
        return hashlib.sha256(f"sandtable/{self.id}".encode()).digest()

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def nonces(self) -> dict[str, str]:
        return {"player": self.id}

    @property
    def salt(self) -> str:
        return hashlib.sha256(f"salt/{self.id}".encode()).hexdigest()


def campaign(number: int) -> SharedWar:
    """A campaign of the booklet, 1 to 24."""
    if not 1 <= number <= CAMPAIGNS:
        raise BadInput(f"there is no campaign {number}; the booklet has 1 to {CAMPAIGNS}")
    return SharedWar(f"echoes/campaign/{number}", f"Campaign {number} of {CAMPAIGNS}")


def daily(day: str) -> SharedWar:
    """The war of a day, written 2026-11-15."""
    return SharedWar(f"echoes/daily/{day}", f"The war of {day}")


def read_day(text: str) -> str:
    """A day that is in the calendar, written 2026-11-15."""
    found = re.fullmatch(r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)", text, re.ASCII)
    if found:
        year, month, day = map(int, found.groups())
        if year and 1 <= day <= monthrange(year, month)[1]:
            return text
    raise BadInput(f"'{text}' is not a day; write it like 2026-11-15")


def shared(name: str) -> SharedWar:
    """A shared war by its short name: campaign/5 or daily/2026-11-15."""
    kind, _, which = name.partition("/")
    if kind == "campaign" and re.fullmatch(r"\d{1,4}", which, re.ASCII):
        return campaign(int(which))
    if kind == "daily":
        return daily(read_day(which))
    raise BadInput(f"there is no shared war '{name}'; there are campaign/1 to {CAMPAIGNS} and daily/YEAR-MM-DD")
