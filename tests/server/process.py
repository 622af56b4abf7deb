"""A server in a process of its own, for tests that kill it or run two of them."""

import contextlib
import faulthandler
import http.client
import multiprocessing
import os
import random
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from sandtable.server import unforeseen
from sandtable.server.app import routes
from sandtable.server.config import Settings
from sandtable.server.run import serve
from tests.server.world import GAMES

STARTS: Counter[str] = Counter()
"""How often each test has started a server."""


def work(settings: Settings, luck: str) -> None:
    faulthandler.enable()
    unforeseen.draw = random.Random(luck).randbytes
    serve(settings, GAMES)


PRELOADED = ["tests.server.process", "sandtable.server.app", "alembic.command", "uvicorn", "uvloop", "httptools", "websockets",
             "uvicorn.lifespan.on", "uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.auto", "uvicorn.loops.auto",
             "sqlalchemy.dialects.sqlite"]  # fmt: skip
routes()  # they too are made once for a hundred starts


class Process:
    """A server process that can be killed and started again on the same address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.address = f"127.0.0.1:{settings.port}"
        self.process: Any = None

    def start(self) -> None:
        test = os.environ["PYTEST_CURRENT_TEST"].rsplit(" ", 1)[0]
        STARTS[test] += 1
        # forked from a clean parent, so that a hundred starts do not take a hundred imports
        self.process = multiprocessing.get_context("forkserver").Process(
            target=work, args=(self.settings, f"{test} {STARTS[test]}"), daemon=True
        )
        self.process.start()
        wait_for(self.address, lambda: self.process.exitcode is None)

    def kill(self) -> None:
        """kill -9: nothing is finished, nothing is said."""
        if self.process.is_alive():
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.join(10)

    def stop(self) -> int:
        """As an operator stops it; the exit code."""
        self.process.terminate()
        self.process.join(15)
        return int(self.process.exitcode)


def wait_for(address: str, lives: Callable[[], bool]) -> None:
    """Wait until a server answers that it is ready."""
    for _ in range(3000):
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(address, timeout=2)
            try:
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            finally:
                connection.close()
        if not lives():
            break
        time.sleep(0.01)
    raise RuntimeError("the server did not start")


def free_port() -> int:
    """A port below those that the system gives to clients: a client that knocks while nobody listens could otherwise be
    given the very port it knocks at, and keep the server out."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextlib.contextmanager
def started(settings: Settings) -> Iterator[Process]:
    process = Process(settings)
    multiprocessing.get_context("forkserver").set_forkserver_preload(PRELOADED)
    process.start()
    try:
        yield process
    finally:
        process.kill()
