"""Bots that think, in a few processes of their own, so that nobody at another table waits for them.

A process is started when a bot first needs it. One that takes too long or dies is replaced, and the bot's seat gets the
default answer. A bot is sent what its nation may know, and nothing else of the table.
"""

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import random
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from sandtable.core.views import Question

LOADING_SECONDS = 120.0
"""How long a process may take to start, and to load a game and its bot, before the bot begins to think."""


class Thought(msgspec.Struct, frozen=True):
    """A question to a bot: who makes the bot, what its nation may know, and how long it should take at most."""

    make: Callable[[str, str], Any]
    game: str
    bot: str
    view: Any
    question: Question
    seed: int
    seconds: float
    explained: bool = False
    """Whether its reasons are wanted along with its choice."""

    def begin(self) -> Callable[[], Any]:
        """Load the game and the bot; what comes back thinks."""
        bot = self.make(self.game, self.bot)
        bot.seconds = self.seconds / 2 if self.explained else self.seconds  # to explain is to think once more

        def think() -> Any:
            choice = bot.choose(self.view, self.question, random.Random(self.seed))
            return (choice, bot.explain(self.view, self.question)) if self.explained else choice

        return think


class Failed(Exception):
    """A bot gave no answer: it was too slow, or it or its process broke down."""


def think_on(line: Connection) -> None:
    """The life of a process: question after question, until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    if hasattr(os, "nice"):
        os.nice(5)  # people come first
    with contextlib.suppress(EOFError, OSError):
        while True:
            said: tuple[bool, Any]
            try:
                think = pickle.loads(line.recv_bytes()).begin()
                line.send_bytes(b"")  # everything is loaded: from now on it thinks
                said = True, think()
            except (EOFError, OSError):
                raise
            except Exception as problem:
                said = False, repr(problem)
            line.send_bytes(pickle.dumps(said))


class Thinker:
    """One process that thinks."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=think_on, args=(theirs,), name="sandtable-think", daemon=True)
        self.process.start()
        theirs.close()

    async def ask(self, thought: bytes, seconds: float) -> tuple[bool, Any]:
        """Whether there is an answer, and the answer or what went wrong."""
        async with asyncio.timeout(LOADING_SECONDS):
            said = await asyncio.to_thread(self.begin, thought)
        if not said:
            async with asyncio.timeout(seconds):
                said = await asyncio.to_thread(self.line.recv_bytes)
        found: tuple[bool, Any] = pickle.loads(said)
        return found

    def begin(self, thought: bytes) -> bytes:
        """Hand a question over: nothing comes back when the bot begins to think."""
        self.line.send_bytes(thought)
        return self.line.recv_bytes()

    def stop(self) -> None:
        """At once; a thread that waits for an answer hears that the line is dead. The start of the next process clears
        this one away."""
        self.process.kill()


class Thinkers:
    """All processes that think, as many as may think at once at most."""

    def __init__(self, most: int) -> None:
        self.most = max(1, most)
        self.turn = asyncio.Semaphore(self.most)
        self.idle: list[Thinker] = []
        self.busy: set[Thinker] = set()
        self.closed = False
        self.failures = 0

    async def choose(self, thought: bytes, seconds: float) -> Any:
        """The choice of a bot. Time does not run while it waits for its turn. A process that dies is replaced once:
        it may have been killed for a reason that has nothing to do with the bot."""
        async with self.turn:
            for last in (False, True):
                try:
                    done, said = await self.ask(thought, seconds)
                except TimeoutError:
                    self.failures += 1
                    raise Failed("it was too slow") from None
                except (EOFError, OSError):
                    self.failures += 1
                    if last or self.closed:
                        raise Failed("its process died") from None
                    continue
                if not done:
                    raise Failed(said)
                return said

    async def ask(self, thought: bytes, seconds: float) -> tuple[bool, Any]:
        if self.closed:
            raise Failed("the server stops")
        thinker = self.idle.pop() if self.idle else await asyncio.to_thread(Thinker)
        self.busy.add(thinker)
        try:
            said = await thinker.ask(thought, seconds)
        except BaseException:
            thinker.stop()
            raise
        finally:
            self.busy.discard(thinker)
        self.put_back(thinker)
        return said

    def put_back(self, thinker: Thinker) -> None:
        if self.closed:
            thinker.stop()
        else:
            self.idle.append(thinker)

    def close(self) -> None:
        """Stop all processes; whoever waits for one hears of it."""
        self.closed = True
        all_of_them = (*self.idle, *self.busy)
        for thinker in all_of_them:
            thinker.stop()
        for thinker in all_of_them:
            thinker.process.join(5)
        self.idle.clear()
