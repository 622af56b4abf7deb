"""Screens are tested in a real browser against a real server."""

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect, sync_playwright

from tests.server.process import free_port, wait_for

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "img"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--default-tile-width=2048",  # without a graphics card a map is drawn anew for every tile, coasts and all
    "--default-tile-height=2048",
)
PATIENCE = 30_000
"""Milliseconds that a screen may take on a busy machine. No test waits longer than it must."""
expect.set_options(timeout=PATIENCE)
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
WORKER: dict[str, Any] = {"service_workers": "allow", **STILL}
EMPTY = "/icon.svg"
"""A page of ours that does nothing."""
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


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours."""
SERIOUS = """async ([part, rules]) => {
    const found = await axe.run(
        part ? [...document.querySelectorAll(part)] : document,
        {resultTypes: ['violations'], ...(rules.length && {runOnly: {type: 'rule', values: rules}})},
    );
    return found.violations
        .filter((one) => ['serious', 'critical'].includes(one.impact))
        .flatMap((one) => one.nodes.map((node) => `${one.id} (${one.impact}): ${node.html.slice(0, 160)}`));
}"""
"""What stands seriously in somebody's way. It is told in the page: all that axe knows would be long to carry out of it."""


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


@pytest.fixture(scope="session")
def staged(tmp_path_factory: pytest.TempPathFactory, web: str) -> Iterator[Server]:
    """A server that knows the positions, for the files that name it as theirs."""
    running = Server(tmp_path_factory.mktemp("staged"), web)
    running.environment["SANDTABLE_TEST_POSITIONS"] = "yes"
    running.start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, server: Server) -> None:
    """The tables of a test have the same dice whenever it runs, also beside others: see `serving.SameLuck`."""
    server.test.write_text(request.node.nodeid)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """For these tests only: as long as it runs, no other test of this process can have an event loop of its own."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
    yield launched
    launched.close()


class Visitor:
    """Somebody at a browser. Errors in the page are errors of the test."""

    def __init__(self, browser: Browser, server: Server, **more: Any) -> None:
        self.errors: list[str] = []
        self.server = server
        # only wars without a server need a worker: it fetches every script there is, for every new profile
        more = {"service_workers": "block", **more}
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

    def leave(self) -> None:
        """Tidy up for somebody else, who finds an empty profile and a page of which nothing is left."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.unroute_all()
        self.page.goto(EMPTY)  # and no farther: somewhere else a new process would have to read all scripts again
        self.page.evaluate("sessionStorage.clear()")
        self.page.mouse.move(0, 0)
        self.page.emulate_media(media="null")
        self.context.clear_cookies()
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": self.server.url, "storageTypes": "all"})
        devtools.detach()


@pytest.fixture(scope="package")
def gone(browser: Browser) -> dict[str, list[Visitor]]:
    """Visitors who have left, by what their browsers are like. The next ones take their places: to open a window takes
    longer than to play a move."""
    return defaultdict(list)


@pytest.fixture
def visit(browser: Browser, server: Server, gone: dict[str, list[Visitor]]) -> Iterator[Callable[..., Page]]:
    """Makes visitors, each with a browser profile of their own: `visit(width=390, height=844, has_touch=True)`. What
    cannot be taken back, as a script for every page, needs `alone=True`: nobody takes that place afterwards."""
    present: list[tuple[str, Visitor]] = []

    def come(width: int = 1440, height: int = 900, alone: bool = False, **more: Any) -> Page:
        kind = json.dumps([server.url, more], sort_keys=True)
        size: ViewportSize = {"width": width, "height": height}
        if gone[kind] and not alone:
            visitor = gone[kind].pop()
            visitor.page.set_viewport_size(size)
        else:
            visitor = Visitor(browser, server, viewport=size, **more)
        present.append(("" if alone else kind, visitor))
        return visitor.page

    yield come
    errors = [error for _, visitor in present for error in visitor.errors]
    for kind, visitor in present:
        if kind and not visitor.errors:
            visitor.leave()
            gone[kind].append(visitor)
        else:
            visitor.context.close()
    assert not errors, "\n".join(errors)


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """A visitor at a desk."""
    return visit()


@pytest.fixture
def calm(visit: Callable[..., Page]) -> Page:
    """A visitor at a desk who wants nothing to move: dice fall at once."""
    return visit(**STILL)


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
def axe() -> Callable[..., None]:
    """Checks a screen, or the parts of it that a selector names, for obstacles; nothing serious may be found. A screen
    that was checked in the light is the same in the dark but for its colours: `only=COLOURS`."""

    def check(page: Page, part: str = "", only: Sequence[str] = ()) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        assert page.evaluate(SERIOUS, [part, only]) == []

    return check
