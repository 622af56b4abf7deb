"""Screens are tested in a real browser against a real server."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.server.process import free_port, wait_for

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "img"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30_000
"""Milliseconds that a screen may take on a busy machine. No test waits longer than it must."""
expect.set_options(timeout=PATIENCE)
LIMITS = {
    "SANDTABLE_LIMIT_REQUESTS": "100000/minute",
    "SANDTABLE_LIMIT_SIGN_IN": "1000/minute",
    "SANDTABLE_LIMIT_TABLES": "10000/hour",
    "SANDTABLE_LIMIT_SOCKETS": "500",
}


class Server:
    """A server that can be stopped and started again at the same address, on the same database."""

    def __init__(self, folder: Path, web: str) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.test = Path(folder, "test")
        self.test.write_text("")
        self.environment = {**os.environ, **LIMITS, "SANDTABLE_TEST_NAME": str(self.test)}
        if web:
            self.environment["SANDTABLE_TEST_WEB"] = web
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.test.write_text(self.test.read_text() + " again")  # names that were given before must not come again
        command = [sys.executable, "-m", "tests.browser.serving", "serve", "--port", str(self.port)]
        with Path(self.folder, "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--data-dir", str(self.folder)],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        try:
            wait_for(self.url.removeprefix("http://"), lambda: self.process is not None and self.process.poll() is None)
        except RuntimeError as problem:
            raise AssertionError(Path(self.folder, "server.log").read_text()) from problem

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(20)
            self.process = None


def find_browser() -> str:
    """The browser of the system. Without one these tests prove nothing: in continuous integration that is a failure."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "--yes", "--quiet", "chromium"], check=False, capture_output=True)
        if found := shutil.which("chromium"):
            return found
    missing = f"No browser: none of {', '.join(NAMES)} is installed, so the screens are NOT TESTED."
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def web(request: pytest.FixtureRequest) -> str:
    """The built screens; the sources must have been built (make web)."""
    folder = str(request.config.getoption("--web"))
    built = Path(folder) if folder else ROOT / "src" / "sandtable" / "web_dist"
    assert (built / "index.html").is_file(), "the screens are not built: run `make web` first"
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, web: str) -> Iterator[Server]:
    """One server for all tests; everybody in it is a guest of their own."""
    running = Server(tmp_path_factory.mktemp("server"), web)
    running.start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, server: Server) -> None:
    """The tables of a test have the same dice whenever it runs, also beside others: see `serving.SameLuck`."""
    server.test.write_text(request.node.nodeid)


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """For one file of tests: as long as it runs, no other test of this process can have an event loop of its own."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
    yield launched
    launched.close()


class Visitor:
    """Somebody at a browser. Errors in the page are errors of the test."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        self.errors: list[str] = []
        self.context: BrowserContext = browser.new_context(base_url=server.url, **more)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self.hear(message.type, message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def hear(self, kind: str, text: str) -> None:
        # a refused connection is what tests of reconnecting want to see, a first visit has no session yet, and what
        # the server refuses in a sentence (409, 422) is shown to the person
        known = ("net::ERR_", "WebSocket", "status of 401", "status of 409", "status of 422")
        if kind == "error" and not any(sign in text for sign in known):
            self.errors.append(text)

    def close(self) -> None:
        self.context.close()
        assert not self.errors, "\n".join(self.errors)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Makes new visitors, each with a browser profile of their own: `visit(width=390, height=844, has_touch=True)`."""
    visitors: list[Visitor] = []

    def come(width: int = 1440, height: int = 900, **more: Any) -> Page:
        visitors.append(Visitor(browser, server, viewport={"width": width, "height": height}, **more))
        return visitors[-1].page

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """A visitor at a desk."""
    return visit()


@pytest.fixture
def phone(visit: Callable[..., Page]) -> Page:
    """A visitor with a phone."""
    return visit(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Takes the picture of a screen for the documentation, if `--shots` asks for it."""

    def take(page: Page, name: str) -> None:
        if request.config.getoption("--shots"):
            page.screenshot(path=PICTURES / f"{name}.png")

    return take


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Checks a screen for obstacles; nothing serious may be found."""

    def check(page: Page) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [
            f"{one['id']} ({one['impact']}): {node['html'][:160]}"
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
        assert not serious, "\n".join(serious)

    return check
