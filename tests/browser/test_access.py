"""Everybody can play: by keyboard alone, on a phone, with a screen reader, in the dark, with little data."""

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BESIDE, pacific, sit
from tests.browser.conftest import COLOURS, STILL, Server
from tests.browser.test_shell import Line

Shot = Callable[[Page, str], None]
MOST_SCRIPT = 150 * 1024


def test_a_move_by_keyboard_alone(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    page.keyboard.press("g")
    page.keyboard.type("kiangsi")
    page.keyboard.press("Enter")
    spoken = page.locator("#map-spoken")
    expect(spoken).to_contain_text("Kiangsi; held by Japan; Japan: 3 infantry, 1 artillery; can be chosen")
    page.keyboard.press("Enter")
    expect(board.panel).to_contain_text("Where to?")
    page.keyboard.press("ArrowLeft")
    expect(spoken).to_contain_text("Hunan")
    page.keyboard.press("Enter")
    expect(board.panel).to_contain_text("% take")
    page.keyboard.press("Escape")  # back to the question where to
    expect(board.panel).to_contain_text("Where to?")
    page.keyboard.press("Enter")
    expect(board.panel).to_contain_text("% take")
    board.panel.get_by_role("spinbutton").first.focus()
    page.keyboard.press("ArrowDown")
    expect(board.panel.get_by_role("spinbutton").first).to_have_text("2")
    move = board.panel.get_by_role("button", name="Move Enter")
    expect(move).to_be_enabled()
    move.focus()
    page.keyboard.press("Enter")
    expect(page.locator("ol.small li")).to_have_count(1)
    page.keyboard.press("Shift+?")
    expect(page.get_by_role("dialog")).to_contain_text("the nearest area in that direction")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(board.panel).to_contain_text("Click an area with a thin outline")
    page.keyboard.press("n")
    expect(spoken).to_contain_text("can be chosen")


def test_a_move_on_a_phone(phone: Page, shot: Shot, axe: Callable[[Page], None]) -> None:
    board = sit(phone, pacific(phone), "japan")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    shot(phone, "pacific-phone")
    axe(phone)
    board.tap("kiangsi")
    expect(board.panel).to_contain_text("Where to?")
    board.tap("hunan")
    expect(board.panel).to_contain_text("% take")
    move = board.panel.get_by_role("button", name=re.compile("^Move"))
    move.scroll_into_view_if_needed()
    box = move.bounding_box()
    assert box
    assert box["height"] >= 44
    move.tap()
    phone.get_by_role("tab", name="Log").tap()
    expect(phone.get_by_role("log")).to_contain_text("from Kiangsi to Hunan")
    phone.get_by_role("tab", name="Powers").tap()
    expect(phone.get_by_label("Powers", exact=True)).to_contain_text("United Kingdom")
    phone.get_by_role("tab", name="More").tap()
    phone.get_by_role("button", name="Objectives").tap()
    expect(phone.get_by_label("Objectives", exact=True)).to_contain_text("Victory")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_stands_in_the_way(
    visit: Callable[..., Page], theme: str, axe: Callable[..., None], shot: Shot
) -> None:
    page = visit(1024, 768, color_scheme=theme, **STILL)
    only = COLOURS if theme == "dark" else ()
    for address in ("/", "/start"):
        page.goto(address)
        page.wait_for_selector("h1")
        axe(page, only=only)
    board = sit(page, pacific(page), "japan")
    axe(page, BESIDE, only)
    board.whole_map()
    board.click("kiangsi")
    board.click("hunan")
    expect(board.panel).to_contain_text("% take")
    axe(page, only=only)
    page.keyboard.press("l")
    page.keyboard.press("Shift+?")
    axe(page, only=only)
    page.keyboard.press("Escape")
    shot(page, f"pacific-{theme}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_stands_in_the_way_of_the_panels(
    visit: Callable[..., Page], theme: str, axe: Callable[..., None]
) -> None:
    page = visit(1024, 768, color_scheme=theme, **STILL)
    sit(page, pacific(page), "japan")
    line = Line(page)
    line.say("kiangsi > szechwan")
    line.say("odds hunan")
    expect(page.get_by_label("Odds: Hunan")).to_contain_text("The attacker wins")
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    expect(page.get_by_label("Since you last looked", exact=True)).to_be_visible()
    page.keyboard.press(":")
    axe(page, only=COLOURS if theme == "dark" else ())


def test_the_first_load_is_small(visit: Callable[..., Page], server: Server) -> None:
    page = visit(alone=True)
    sizes: dict[str, int] = {}

    def count(response: object) -> None:
        url = response.url  # type: ignore[attr-defined]
        assert url.startswith(server.url), f"a request to another host: {url}"
        if re.search(r"/assets/.*\.js$", url):
            sizes[url] = len(gzip.compress(response.body(), 9))  # type: ignore[attr-defined]

    page.on("requestfinished", lambda request: count(request.response()))
    table = pacific(page)
    page.goto(f"/t/{table}/seat/japan")
    page.wait_for_selector("[data-anchor]", state="attached")
    page.wait_for_timeout(300)
    assert 10_000 < sum(sizes.values()) < MOST_SCRIPT


def test_at_twice_the_size_nothing_is_cut_off(visit: Callable[..., Page]) -> None:
    page = visit(720, 450, device_scale_factor=2)  # 1440 x 900 at 200 %
    board = sit(page, pacific(page), "japan")
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    expect(board.panel.get_by_role("button", name="Done moving")).to_be_visible()
