"""The first page, with a war behind its words, and the boards beside one's games."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.boards import new_table, pacific, wait_until


def test_a_war_goes_on_behind_the_first_page_and_can_be_paused(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/")
    turn = page.locator("[data-turn]")
    expect(turn).to_contain_text("Round 1")
    expect(turn).not_to_have_attribute("data-turn", "0")
    page.get_by_role("button", name="Pause the replay").click()
    stands = turn.get_attribute("data-turn")
    page.wait_for_timeout(2600)
    assert turn.get_attribute("data-turn") == stands
    assert page.locator(".arrows .line").count()
    axe(page)


def test_who_wants_no_motion_sees_a_war_that_stands_still(visit: Callable[..., Page]) -> None:
    page = visit(alone=True, reduced_motion="reduce")
    page.goto("/")
    expect(page.get_by_role("button", name="Play the replay")).to_be_visible()
    stands = page.locator("[data-turn]").get_attribute("data-turn")
    page.wait_for_timeout(2600)
    assert page.locator("[data-turn]").get_attribute("data-turn") == stands
    lasts = "getComputedStyle(document.body).transitionDuration"
    assert page.evaluate(lasts) == "0s"  # however short, a transition of everything would make every change dear
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.motion = 'less'")  # as the profile sets it
    assert page.evaluate(lasts) == "0s"


def test_my_games_show_their_boards(page: Page) -> None:
    table = pacific(page)
    new_table(page, game="echoes", seats=[{"nations": ["allies"], "who": "me", "name": "me"}])
    page.goto("/mine")
    picture = page.locator(f"img[src$='{table}/board.svg?small=true']")
    expect(picture).to_be_visible()
    wait_until(page, "img => img.complete && img.naturalWidth > 100", picture.element_handle())
