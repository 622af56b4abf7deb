"""How smoothly the map follows the hand: frames each second while it is dragged and zoomed, without a GPU."""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.boards import pacific, sit
from tests.browser.conftest import FLAGS, Server, find_browser

SECONDS = 4
MEASURE = """() => {
    const times = [];
    let last = performance.now();
    const tick = (now) => { times.push(now - last); last = now; window.frames_ = times; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
}"""


def frames(page: Page, act: Any) -> tuple[float, float]:
    """Frames each second, and the longest one in milliseconds, while something goes on."""
    page.evaluate("window.frames_ && (window.frames_.length = 0)")
    act()
    times = [time for time in page.evaluate("window.frames_")[2:] if time > 0]
    return 1000 / statistics.mean(times), max(times)


def drag(page: Page) -> None:
    page.mouse.move(900, 500)
    page.mouse.down(button="left")
    for step in range(SECONDS * 30):
        page.mouse.move(900 + 250 * (1 if step % 60 < 30 else -1) * (step % 30) / 30, 500 + step % 40)
    page.mouse.up()


def wheel(page: Page) -> None:
    page.mouse.move(700, 450)
    for step in range(SECONDS * 20):
        page.mouse.wheel(0, -60 if step % 20 < 10 else 60)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), "")
        server.start()
        try:
            browser = play.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
            page = browser.new_context(base_url=server.url, viewport={"width": 1440, "height": 900}).new_page()
            sit(page, pacific(page), "allies")
            page.wait_for_timeout(2000)
            page.evaluate(MEASURE)
            for name, act in (("dragging", drag), ("zooming", wheel)):
                rate, longest = frames(page, lambda act=act: act(page))
                print(f"  {name:<10} {rate:6.1f} frames/s, longest {longest:.0f} ms")
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
