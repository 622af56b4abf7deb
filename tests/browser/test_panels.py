"""Questions that come up seldom, each opened at its position: one sentence, choices by name, an answer that counts.

Every panel is looked at on a desk and on a phone, checked for and answered by mouse or by keyboard alone.
"""

import contextlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.boards import BESIDE, Board, open_position, press, where
from tests.browser.conftest import STILL, Server
from tests.browser.panels import ENTER, PACIFIC, WARROOM, Panel

IDS = re.compile(
    r"\b(sz\d+|[a-z]+_[a-z]+|[AMIP]-\d+/\d|[A-Z]-\d+:\w+|[a-z]+/[a-z]+|(?:germany|soviet|japan|usa|italy)-\d+)\b"
)
"""What only the rules call things by."""


@pytest.fixture(scope="module")
def server(staged: Server) -> Server:
    return staged


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Pictures of panels for those who mend them, in the folder of the test run."""

    def take(page: Page, name: str) -> None:
        if request.config.getoption("--shots"):
            folder = request.getfixturevalue("tmp_path")
            page.screenshot(path=folder / f"{name.replace(' ', '-')}.png")

    return take


UNLIT = """() => {
    for (const anchor of document.querySelectorAll('[data-anchor]')) {
        const box = anchor.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const free = x > 100 && y > 100 && y < innerHeight - 100 && document.elementFromPoint(x, y)?.closest('.frame');
        if (free && !document.querySelector(`[data-lit='${anchor.dataset.anchor}']`)) return [x, y];
    }
}"""
"""Where an area that cannot be chosen is to be pointed at."""


def unexplained(page: Page) -> list[str]:
    """Controls that cannot be used and would not say why. Nobody asks why there cannot be fewer than none, or what
    there is to take back when nothing was done."""
    script = """() => [...document.querySelectorAll('.panel button:disabled, .overlay button:disabled')]
        .filter((button) => !(/^Fewer /.test(button.ariaLabel ?? '') && button.nextElementSibling?.textContent === '0'))
        .map((button) => button.ariaLabel || button.textContent.trim())
        .filter((name) => !/^(Undo|Back$)|still to come$/.test(name))"""
    return list(page.evaluate(script))


def says_why_not(page: Page) -> None:
    """Everything that is blocked gives a reason and its clause to who points at it, and so does an area that is not lit."""
    assert unexplained(page) == []
    for blocked in where(page).locator("button[aria-disabled=true]:visible").all()[:2]:
        blocked.hover()
        bubble = page.locator(".bubble")
        expect(bubble).to_be_visible()
        assert len(bubble.inner_text().split(". ")[0]) > 10
        expect(bubble.get_by_role("link")).to_have_text(re.compile(r"^(AA|WR)-[A-Z]+-\d+$"))
        page.mouse.move(2, 2)
    if not page.locator("[data-lit]").count() or page.locator(".overlay").count():
        return
    for _ in range(6):  # the map may still be on its way to what the question is about
        page.mouse.move(*page.evaluate(UNLIT))
        with contextlib.suppress(TimeoutError):
            page.locator(".corner").wait_for(timeout=1500)
            break
    expect(page.locator(".corner").get_by_role("link")).to_have_text(re.compile(r"^(AA|WR)-[A-Z]+-\d+$"))


@pytest.mark.parametrize(
    "panel", [*PACIFIC, *WARROOM], ids=lambda panel: f"{panel.position}-{panel.gives}".replace(" ", "-")
)
def test_a_seldom_question_can_be_understood_and_answered(
    visit: Callable[..., Page], panel: Panel, look: Callable[[Page, str], None], axe: Callable[..., None]
) -> None:
    page = visit(390, 844, **STILL)
    open_position(page, panel.position)
    for text in panel.shows:
        expect(page.locator(".panel") if "%" not in text else page.locator(".overlay")).to_contain_text(text)
    look(page, f"{panel.position}-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".prompt .ask")).to_contain_text(panel.prompt)
    for text in panel.shows:
        expect(where(page) if "%" not in text else page.locator(".overlay")).to_contain_text(text)
    assert not IDS.findall(where(page).inner_text())
    look(page, panel.position)
    axe(page, BESIDE)
    says_why_not(page)

    ask = page.locator(".prompt").get_attribute("data-ask")
    for name in panel.steps:
        press(page, name)
    if panel.gives == ENTER:
        expect(where(page).locator("button.primary").first).to_be_enabled()
        page.keyboard.press(ENTER)
    else:
        press(page, panel.gives)
    page.wait_for_selector(f".prompt:not([data-ask='{ask}'])")
    if not panel.quiet:
        expect(page.get_by_role("log")).to_contain_text(panel.told)


def test_who_does_not_trade_says_why(calm: Page) -> None:
    page = calm
    open_position(page, "trade")
    page.get_by_text("Who does not trade with you").click()
    expect(page.locator(".panel")).to_contain_text("Mexico does not trade with your Alliance.")
    expect(page.locator(".panel").get_by_role("link", name=re.compile("WR-PROD")).first).to_be_visible()


def test_a_strike_too_many_is_refused_with_its_clause(calm: Page) -> None:
    page = calm
    open_position(page, "raid targets")
    press(page, "Fewer strategic bombers against the major industrial complex")
    expect(page.locator(".panel").get_by_role("button", name="1 still to send")).to_be_disabled()
    expect(page.locator(".panel").get_by_role("link", name="AA-SBR-13")).to_be_visible()


def test_a_standing_order_given_in_the_panel_answers_at_once(calm: Page) -> None:
    """Nobody scrambles, now and from now on: the next question of the attack follows."""
    page = calm
    open_position(page, "scramble")
    page.locator(".panel").get_by_role("button", name="never", exact=True).click()
    expect(page.locator(".prompt .ask")).to_contain_text("Kamikaze strikes in sea zone 6?")


# New units on the map


def test_new_ships_appear_in_the_sea_zone_that_is_pressed(page: Page) -> None:
    """As many as its complex can place are proposed at once."""
    open_position(page, "mobilize")
    board = Board(page)
    board.whole_map()
    board.click("sz19")
    expect(board.panel).to_contain_text("3 chosen")
    board.panel.get_by_role("button", name="Place in sea zone 19").click()
    expect(page.get_by_role("log")).to_contain_text("sea zone 19")
    expect(board.panel).to_contain_text("Waiting: 1 ")
    board.click("sz6")
    expect(board.panel.get_by_role("button", name="Place in sea zone 6")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("sea zone 6")


def test_built_ships_appear_in_the_zone_that_is_pressed(page: Page) -> None:
    open_position(page, "deploy")
    board = Board(page)
    expect(board.panel).to_contain_text("A-7 Western Approaches")
    board.click("A-7")
    expect(board.panel.get_by_label("submarines in Western Approaches", exact=True)).to_have_text("1")
    board.panel.get_by_role("button", name="Deploy").click()
    expect(page.get_by_role("log")).to_contain_text("Western Approaches")
