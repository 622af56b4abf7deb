"""A table in the browser: the real rules, driven by the same commands and answering with the same frames as the socket
of a seat. Runs where the standard library and this folder are all there is."""

import json
import secrets
from random import Random
from time import monotonic, time
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.bots import bot_named
from sandtable.bots.estimates import estimate, interval
from sandtable.core import play, saves
from sandtable.core.events import told
from sandtable.core.fairness import commitment
from sandtable.core.journal import Answered, Standing
from sandtable.core.steps import Ask, Draw, Roll
from sandtable.core.table import Table, new_setup
from sandtable.core.verdicts import BadFaces, BadInput, Illegal, Refusal
from sandtable.core.views import Question
from sandtable.games import load_game
from sandtable.games.echoes.campaigns import shared

GAME = load_game("echoes")
SEAT, NATION = "allies", "allies"
HINT_SECONDS = 4.0
ESTIMATE_SECONDS = 4.0
ESTIMATE_GAMES = 400


class Desk:
    """One war at this desk."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seq = 0
        self.frames: list[dict[str, Any]] = []
        self.say("begun", {"commitment": table.setup.commitment})
        table.run()
        self.tell([event for _, event in table.diary])

    @property
    def ask(self) -> int:
        """A number that changes whenever anything does."""
        return len(self.table.journal.entries)

    @property
    def over(self) -> bool:
        return play.pending(self.table.state) is None

    def say(self, kind: str, body: dict[str, Any]) -> None:
        self.seq += 1
        self.frames.append({"type": "message", "seq": self.seq, "at": time(), "kind": kind, "body": body})

    def tell(self, events: list[Any]) -> None:
        if events:
            self.say("events", {"events": told(events, (NATION,))})

    def shown(self) -> list[dict[str, Any]]:
        """What is new, then the table and the view as they stand."""
        frames, self.frames = self.frames, []
        undo = not self.over and self.table.why_not_undo((NATION,)) is None
        view = GAME.view(self.table.state, (NATION,))
        return [
            *frames,
            {"type": "table", "seq": self.seq, "table": self.card()},
            {"type": "view", "seq": self.seq, "ask": self.ask, "undo": undo, "view": view},
        ]

    def card(self) -> dict[str, Any]:
        """The table as the screens know tables; what only a server has is left empty."""
        setup, result = self.table.setup, GAME.result(self.table.state)
        war = setup.id if setup.id.startswith("echoes/") else ""
        title = shared(war.removeprefix("echoes/")).title if war else "A war of your own"
        return {
            "id": setup.id, "game": GAME.name, "title": title, "scenario": setup.scenario, "options": {}, "host": "",
            "status": "over" if self.over else "playing", "archived": False, "listed": False, "ask": self.ask,
            "created": 0, "updated": 0, "pace": {"kind": "none"}, "absence": {}, "watching": {},
            "dice": "hand" if self.table.by_hand else "fair", "rated": False, "commitment": setup.commitment,
            "seats": [{"name": SEAT, "nations": [NATION], "alliance": "", "kind": "person", "user": "here",
                       "user_name": "", "bot": "", "caretaker": "", "conceded": False, "due": not self.over,
                       "clock": None, "words": ""}],
            "draw_agreed": [], "takeback": None, "outcome": result, "origin": None, "rematch": "",
            "war": war, "takebacks": self.table.takebacks, "foreseen": [],
        }  # fmt: skip

    # Commands

    def menu(self, ask: int) -> Any:
        """The menu of the open question."""
        if ask != self.ask:
            raise Stale(f"You answered question {ask}, but the table is at question {self.ask}.")
        want = play.pending(self.table.state)
        if not isinstance(want, Ask):
            raise Illegal(Refusal("There is nothing to decide now"))
        return want.menus[NATION]

    def answer(self, ask: int, choice: Any, **_: Any) -> dict[str, Any]:
        self.menu(ask)
        self.go_on(lambda: self.table.answer(NATION, choice))
        return {"repeated": False, "ask": ask}

    def throw(self, ask: int, faces: list[int], **_: Any) -> dict[str, Any]:
        if not isinstance(play.pending(self.table.state), Roll | Draw):
            raise BadFaces("no dice are asked for now")
        self.go_on(lambda: self.table.roll(tuple(faces)))
        return {"repeated": False}

    def go_on(self, act: Any) -> None:
        """Do something, let dice fall and standing answers speak, and tell what happened."""
        known = len(self.table.journal.entries)
        act()
        self.table.run()
        self.tell([event for place, event in self.table.diary if place >= known])
        if self.over:
            result = GAME.result(self.table.state)
            self.say("over", {"outcome": result})

    def walk(self, ask: int, clicks: list[str] = [], **_: Any) -> dict[str, Any]:  # noqa: B006
        walk = self.menu(ask).next(tuple(clicks))
        return {"clicks": walk.clicks, "answer": walk.answer, "complete": walk.complete}

    def part(self, ask: int, chosen: list[Any] = [], **_: Any) -> dict[str, Any]:  # noqa: B006
        menu = self.menu(ask)
        return {"chosen": chosen, "menu": menu.after(tuple(chosen))}

    def check(self, ask: int, choice: Any, **_: Any) -> dict[str, Any]:
        menu = self.menu(ask)
        choice = menu.read(choice)
        refusal = menu.why_not(choice)
        return {"refusal": refusal, "doubts": () if refusal else menu.doubts(choice)}

    def undo(self, **_: Any) -> dict[str, Any]:
        self.go_back(lambda: self.table.undo((NATION,)), "undone")
        return {}

    def ask_takeback(self, **_: Any) -> dict[str, Any]:
        """Behind dice, to the last decision; nobody else has to agree. The dice after it are new ones."""
        entries = self.table.journal.entries
        own = [
            place for place in self.table.moves if isinstance(entry := entries[place], Answered) and not entry.automatic
        ]
        if not own:
            raise Illegal(Refusal("Nothing was decided yet"))
        self.go_back(lambda: self.table.takeback(own[-1] - 1, tuple(self.table.setup.seats)), "taken_back")
        return {}

    def go_back(self, act: Any, kind: str) -> None:
        before = len(self.table.diary)
        act()
        self.say(kind, {"seat": SEAT, "events": before - len(self.table.diary)})
        self.table.run()

    def declare(self, what: str, choice: Any = None, policy: str = "", **_: Any) -> dict[str, Any]:
        self.go_on(lambda: self.table.declare(Standing(NATION, what, choice, policy)))
        return {}

    def hint(self, ask: int, **_: Any) -> dict[str, Any]:
        question = Question(NATION, self.menu(ask))
        view = GAME.view(self.table.state, (NATION,))
        bot = bot_named(GAME.name, "expert")
        bot.seconds = HINT_SECONDS / 2
        choice = bot.choose(view, question, own_generator())
        return {"bot": bot.name, "choice": choice, "why": bot.explain(view, question)}

    def estimate(self, **_: Any) -> dict[str, Any]:
        until = monotonic() + ESTIMATE_SECONDS
        state = self.table.state.clone()
        found = estimate(GAME, state, NATION, own_generator(), ESTIMATE_GAMES, goes_on=lambda: monotonic() < until)
        worth, error = found.mean()
        ends = []
        for end in sorted(found.ends, key=lambda end: (-found.worth[end], end)):
            low, high = interval(found.ends[end], found.games)
            ends.append(
                {
                    "end": end,
                    "share": found.ends[end] / found.games,
                    "low": low,
                    "high": high,
                    "worth": found.worth[end],
                }
            )
        return {"bot": found.bot, "games": found.games, "worth": worth, "error": error, "ends": ends}

    def save(self, **_: Any) -> str:
        return saves.write(self.table, __version__)


CHANGES = ("answer", "throw", "undo", "ask_takeback", "declare")
QUESTIONS = ("walk", "part", "check", "hint", "estimate", "save")


class Stale(Exception):
    """An answer to a question that is not open any more."""


def own_generator() -> Random:
    """Bots think with dice of their own and cannot reach those of the table."""
    return Random(secrets.randbits(64))


def new_table(war: str, dice: str) -> Table:
    """A new war: a campaign or the war of a day by its short name, or one of one's own."""
    if war:
        found = shared(war)
        id, salt, secret, nonces = found.id, found.salt, found.secret, found.nonces
    else:
        id, salt, nonces = f"here-{secrets.token_hex(8)}", secrets.token_hex(16), {}
        secret = b"" if dice == "hand" else secrets.token_bytes(32)
    setup = new_setup(
        GAME, id=id, scenario="war", options={}, seats={SEAT: (NATION,)}, salt=salt, secret=secret, nonces=nonces
    )
    assert not secret or setup.commitment == commitment(secret)
    return Table(GAME, setup, secret)


def again(text: str) -> Table:
    """A finished war once more, with the same dice."""
    old = saves.open_save(saves.read(text), GAME)
    return Table(GAME, old.setup, old.secret)


desks: list[Desk] = []
"""The one desk of this worker, once it is open."""


def handle(text: str) -> str:
    """One command of the screen: the frames that answer it, as JSON."""
    message: dict[str, Any] = json.loads(text)
    name, re = message.pop("do"), message.pop("re", None)
    try:
        if name == "open":
            saved = message.get("save", "")
            if message.get("again"):
                table = again(saved)
            elif saved:
                table = saves.open_save(saves.read(saved), GAME)
            else:
                table = new_table(message.get("war", ""), message.get("dice", "fair"))
            desks[:] = [Desk(table)]
            result: Any = {}
        elif name in CHANGES + QUESTIONS:
            result = getattr(desks[0], name)(**message)
        else:
            raise BadInput("that cannot be done on this device")
        shown = [] if name in QUESTIONS else desks[0].shown()
        frames = [*shown, {"type": "ok", "seq": desks[0].seq, "re": re, "result": result}]
    except (Illegal, BadInput, BadFaces, Stale) as problem:
        frames = [{"type": "refused", "seq": 0, "re": re, "problem": as_problem(problem)}]
    return msgspec.json.encode(frames).decode()


def as_problem(problem: Exception) -> dict[str, Any]:
    if isinstance(problem, Illegal):
        refusal = problem.refusal
        return {
            "title": "Refused by the rules",
            "status": 422,
            "detail": sentence(refusal.sentence),
            "rule": refusal.rule,
        }
    return {"title": "Refused", "status": 409 if isinstance(problem, Stale) else 400, "detail": sentence(str(problem))}


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
