"""What can go wrong with a request, as RFC 9457 problems: a status, a title that stays the same, and one sentence."""

from typing import Any


class Problem(Exception):
    """A request that is not granted. `detail` is one sentence to the person who made it."""

    status = 400
    title = "Bad request"

    def __init__(self, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.more = more

    def body(self) -> dict[str, Any]:
        kind = self.title.lower().replace(" ", "-")
        return {
            "type": f"/problems/{kind}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }


class NotSignedIn(Problem):
    status = 401
    title = "Not signed in"


class Forbidden(Problem):
    status = 403
    title = "Forbidden"


class NotFound(Problem):
    status = 404
    title = "Not found"


class NotAllowed(Problem):
    status = 405
    title = "Method not allowed"


class TooSlow(Problem):
    status = 408
    title = "Request timeout"


class Conflict(Problem):
    """The request does not fit what the table is doing."""

    status = 409
    title = "Conflict"


class StaleAnswer(Problem):
    """The answer is to another question than the one that is open; the fresh view comes along."""

    status = 409
    title = "Stale answer"


class TooLarge(Problem):
    status = 413
    title = "Too large"


class Unsupported(Problem):
    status = 415
    title = "Unsupported media type"


class Invalid(Problem):
    """The request cannot be read as what it should be."""

    status = 422
    title = "Invalid"


class Refused(Problem):
    """The rules say no; `rule` is the clause of the ledger."""

    status = 422
    title = "Refused by the rules"


class TooMany(Problem):
    status = 429
    title = "Too many requests"


class Unavailable(Problem):
    status = 503
    title = "Unavailable"


EVERY = (
    Problem, NotSignedIn, Forbidden, NotFound, NotAllowed, TooSlow, Conflict, StaleAnswer, TooLarge, Unsupported,
    Invalid, Refused, TooMany, Unavailable,
)  # fmt: skip
