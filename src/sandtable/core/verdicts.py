"""What the rules say to an answer: nothing, a doubt or a refusal. Each is a sentence to the player with its clause."""

import msgspec


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """A sentence to the player. `rule` is the clause of the ledger, empty where no rule of a game speaks."""

    sentence: str
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}]" if self.rule else self.sentence


class Refusal(Verdict, frozen=True, gc=False):
    """Why an answer cannot be given."""


class Doubt(Verdict, frozen=True, gc=False):
    """Why a legal answer may be better left: it is wasteful, or will be cancelled as things stand."""


class Illegal(ValueError):
    """A refused answer."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BadFaces(ValueError):
    """Dice or draws that do not fit what was asked for."""


class BadInput(ValueError):
    """A file, an option or a name from outside that makes no sense. The message is one sentence to its author."""


class RunAway(RuntimeError):
    """Rules that never come to rest: a bug of the rules, with the name of the step that went round."""
