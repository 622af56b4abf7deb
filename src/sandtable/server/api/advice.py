"""Advice to a seat: what the strongest bot would do, and how the game may end. Bots think about it in processes of
their own, from what the seat may know."""

import pickle
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Annotated, Any

import msgspec

from sandtable.bots.estimates import PLAYED_BY, Estimate, estimate, interval
from sandtable.core import play
from sandtable.core.state import State, decode, encode
from sandtable.core.steps import Ask
from sandtable.core.versions import Game
from sandtable.core.views import Question
from sandtable.server import unforeseen
from sandtable.server.api.seats import own_seat
from sandtable.server.problems import Conflict, Forbidden, Invalid, Problem, Unavailable
from sandtable.server.rooms import Room
from sandtable.server.thinking import Failed, Thought
from sandtable.server.web import Call, endpoint

HINT_SECONDS = 6.0
ESTIMATE_SECONDS = 3.0
ESTIMATE_GAMES = 2000
"""An estimate stops at whichever comes first."""
SLACK_SECONDS = 10.0
"""How much longer than it was told to a process may take before it counts as stuck."""


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of the question, and the nation that is asked; without it, the first of the seat's that is."""

    ask: int
    nation: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Hint(msgspec.Struct, frozen=True):
    """What the strongest bot would answer, and why in one sentence with its numbers."""

    bot: str
    choice: Any
    why: str


class End(msgspec.Struct, frozen=True):
    """One way the game may end: how often it came about, the 95 % interval of that, and what it is worth."""

    end: str
    share: float
    low: float
    high: float
    worth: float


class Prospect(msgspec.Struct, frozen=True):
    """How the game may end from here: what it is worth on average, give or take `error`, and each end, best first."""

    bot: str
    games: int
    worth: float
    error: float
    ends: tuple[End, ...]


class Forecast(msgspec.Struct, frozen=True):
    """A game to be played on many times, in a process that thinks."""

    load: Callable[[str], Game]
    game: str
    state: bytes
    nation: str
    seed: int

    def begin(self) -> Callable[[], Estimate]:
        game = self.load(self.game)
        state: State = decode(game.state, self.state)

        def think() -> Estimate:
            until = monotonic() + ESTIMATE_SECONDS
            rng = Random(self.seed)
            return estimate(game, state, self.nation, rng, ESTIMATE_GAMES, goes_on=lambda: monotonic() < until)

        return think


def must_be_friendly(room: Room) -> None:
    if room.row.facts.rated:
        raise Forbidden("There is no advice at a rated table.")
    if room.table is None or room.row.status != "playing":
        raise Conflict("There is no game to give advice on.")


def asked_of(room: Room, seat: str, body: Asking) -> Question:
    """The question that a seat wants advice on."""
    assert room.table is not None
    want = play.pending(room.table.state)
    nations = room.seats[seat].nations
    asked = [nation for nation in want.menus if nation in nations] if isinstance(want, Ask) else []
    nation = body.nation or (asked[0] if asked else "")
    if body.ask != room.row.ask or nation not in asked:
        raise Conflict("That question is not open any more.")
    assert isinstance(want, Ask)
    return Question(nation, want.menus[nation])


def strongest(names: tuple[str, ...]) -> str:
    """The bot that knows most; those that answer at random give no advice."""
    found = [name for name in names if name not in ("random", "aimless")]
    if not found:
        raise Invalid("This game has no bot yet that could give advice.")
    return found[-1]


async def thought_out(call: Call, thought: Any, seconds: float) -> Any:
    try:
        return await call.hall.driving.thinkers.choose(pickle.dumps(thought), seconds + SLACK_SECONDS)
    except Failed:
        raise Unavailable("No advice could be found in time; please try again.") from None


@endpoint(
    "POST",
    "/tables/{table}/seats/{seat}/hint",
    "What the strongest bot would do",
    body=Asking,
    returns=Hint,
    tag="play",
    limit="advice",
)
async def hint(call: Call, body: Asking) -> Hint:
    room, name = await own_seat(call)
    games = call.hall.games
    async with room.lock:
        await room.look()
        must_be_friendly(room)
        question = asked_of(room, name, body)
        assert room.table is not None
        seed = unforeseen.bot_seed(room.table.setup, room.row.secret, body.ask, question.nation)
        view = room.table.game.view(room.table.state, (question.nation,))
    bot = strongest(games.bots(room.row.game))
    thought = Thought(games.bot, room.row.game, bot, view, question, seed, HINT_SECONDS, explained=True)
    choice, why = await thought_out(call, thought, HINT_SECONDS)
    return Hint(bot, choice, why or f"That is what the {bot} bot would do.")


@endpoint(
    "POST",
    "/tables/{table}/seats/{seat}/estimate",
    "How the game may end from here",
    body=Asking,
    returns=Prospect,
    tag="play",
    limit="advice",
)
async def prospect(call: Call, body: Asking) -> Prospect:
    room, name = await own_seat(call)
    async with room.lock:
        await room.look()
        must_be_friendly(room)
        if room.row.game not in PLAYED_BY:
            raise Problem("Bots take too long over a whole game of this kind for an estimate.")
        if body.ask != room.row.ask:
            raise Conflict("That question is not open any more.")
        assert room.table is not None
        nation = body.nation or room.seats[name].nations[0]
        if nation not in room.seats[name].nations:
            raise Forbidden("Your seat does not hold that nation.")
        state = encode(room.table.state)
        seed = unforeseen.bot_seed(room.table.setup, room.row.secret, body.ask, nation)
    forecast = Forecast(call.hall.games.load, room.row.game, state, nation, seed)
    return in_shares(await thought_out(call, forecast, ESTIMATE_SECONDS))


def in_shares(found: Estimate) -> Prospect:
    """An estimate with its shares and their intervals, the best end first."""
    worth, error = found.mean()
    ends = tuple(
        End(end, found.ends[end] / found.games, *interval(found.ends[end], found.games), found.worth[end])
        for end in sorted(found.ends, key=lambda end: (-found.worth[end], end))
    )
    return Prospect(found.bot, found.games, worth, error, ends)
