"""How smoothly the maps follow the hand: frames each second while they are dragged and zoomed, without a GPU."""

import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.boards import new_table, pacific, sit
from tests.browser.conftest import FLAGS, Server, find_browser

SECONDS = 4
MIDDLE = (500, 450)
LOOK = """() => {
    const sheet = document.querySelector('.sheet');
    let before = '';
    window.moved = [];
    const look = (now) => {
        if (sheet.style.transform !== before) window.moved.push(now);
        before = sheet.style.transform;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
"""Notes the time of every frame in which the map stands elsewhere than before. Others would say nothing: a browser that
has nothing to do makes sixty of them each second."""


def frames(page: Page, act: Callable[[Page], None]) -> tuple[float, float]:
    """Frames each second, and the longest time from one to the next in milliseconds, as long as the map moves."""
    page.evaluate("window.moved.length = 0")
    act(page)
    times: list[float] = page.evaluate("window.moved")
    page.wait_for_timeout(1000)  # the map comes to rest and is drawn in its new size
    return 1000 * (len(times) - 1) / (times[-1] - times[0]), max(after - before for before, after in pairwise(times))


def drag(page: Page) -> None:
    x, y = MIDDLE
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(SECONDS * 60):  # the browser takes one for each frame, and the next is sent when it has
        page.mouse.move(x + abs(step % 120 - 60) * 4, y + abs(step % 120 - 60))
    page.mouse.up()


def wheel(page: Page, distance: int) -> None:
    """Turn the wheel as evenly as a hand does, however long the page takes for a step."""
    x, y = MIDDLE
    way = {"x": x, "y": y, "yDistance": distance, "speed": abs(distance) // SECONDS, "gestureSourceType": "mouse"}
    page.context.new_cdp_session(page).send("Input.synthesizeScrollGesture", way)


def zoom_in(page: Page) -> None:
    wheel(page, 900)


def zoom_out(page: Page) -> None:
    wheel(page, -900)


def global_war(page: Page) -> str:
    """War Room's largest war, at its beginning, with one visitor for all."""
    nations = ("china", "british", "soviet", "usa", "germany", "italy", "japan")
    seats = [{"nations": [name], "who": "me", "name": name} for name in nations]
    return new_table(page, game="warroom", scenario="global", seats=seats)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), "")
        server.start()
        try:
            browser = play.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            for title, table in (("Pacific 1940", pacific), ("War Room, Global War", global_war)):
                page = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900}).new_page()
                sit(page, table(page), "japan").whole_map()
                page.wait_for_timeout(2000)
                page.evaluate(LOOK)
                print(f"  {title}")
                for name, act in (("zooming in", zoom_in), ("dragging", drag), ("zooming out", zoom_out)):
                    rate, longest = frames(page, act)
                    print(f"    {name:<11} {rate:6.1f} frames/s, longest {longest:.0f} ms")
                page.context.close()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
