"""Battles on the screen: how fast their dice come to light, and those that nobody is asked in."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BESIDE, Board, open_position, table_of
from tests.browser.conftest import EMPTY, Server
from tests.browser.test_warroom import declare

Axe = Callable[..., None]


@pytest.fixture(scope="module")
def server(staged: Server) -> Server:
    return staged


# How fast the rolls of a battle come to light


def test_battles_step_by_step_and_the_speed_is_remembered(page: Page) -> None:
    open_position(page, "retreat")
    board = Board(page)
    board.overlay.get_by_label("Battles").select_option("step")
    page.reload()
    expect(board.overlay.get_by_label("Battles")).to_have_value("step")
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(2)  # what has fallen before is shown
    expect(board.overlay.locator(".dice p").first).to_contain_text(re.compile(r"at \d"))  # and on what it hits
    board.overlay.get_by_role("button", name="Fight on").click()
    step = board.overlay.get_by_role("button", name="Next roll")
    expect(step).to_be_visible()
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(2)
    expect(board.overlay.locator(".ask")).to_have_count(0)  # first the dice, then the decision
    page.keyboard.press("Enter")
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(3)
    board.overlay.get_by_role("button", name="Show all").click()
    expect(step).to_have_count(0)


def test_battles_as_theatre_go_on_by_themselves(page: Page) -> None:
    open_position(page, "retreat")
    board = Board(page)
    expect(board.overlay.get_by_label("Battles")).to_have_value("theatre")
    board.overlay.get_by_role("button", name="Fight on").click()
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(4)


def fight_the_last_round(page: Page, speed: str) -> Board:
    """Thirty tanks fire at the last infantry of Hunan; what comes next is the noncombat move."""
    open_position(page, "last round")
    board = Board(page)
    board.overlay.get_by_label("Battles").select_option(speed)
    board.overlay.get_by_role("button", name="Fight on").click()
    expect(board.prompt).to_contain_text("Noncombat moves of Japan")
    return board


def goes_on(board: Board) -> None:
    expect(board.panel.get_by_role("button", name="Done")).to_be_visible()
    expect(board.overlay).to_have_count(0)


def test_the_last_dice_of_a_battle_are_seen_step_by_step_before_what_comes_next(page: Page, axe: Axe) -> None:
    board = fight_the_last_round(page, "step")
    dice = board.overlay.locator(".dice p:has(.die)")
    expect(dice).to_have_count(2)
    expect(board.panel).to_contain_text("The last dice of the battle are on the map")
    expect(board.panel.get_by_role("button", name="Done")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(dice).to_have_count(3)
    expect(board.overlay).not_to_contain_text("is over")
    page.keyboard.press("Enter")
    expect(dice).to_have_count(4)
    expect(board.overlay).to_contain_text("The battle in Hunan is over")
    expect(board.overlay.get_by_label("Defenders")).to_contain_text("nobody left")
    axe(page, BESIDE)
    expect(board.overlay.get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press("Enter")
    goes_on(board)


def test_the_last_dice_of_a_battle_fall_by_themselves_in_the_theatre(page: Page) -> None:
    board = fight_the_last_round(page, "theatre")
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(4)
    expect(board.overlay).to_contain_text("The battle in Hunan is over")
    goes_on(board)


def test_who_wants_no_theatre_does_not_wait_for_the_last_dice(page: Page, visit: Callable[..., Page]) -> None:
    calm = visit(reduced_motion="reduce")
    for someone, speed in ((page, "instant"), (calm, "theatre")):
        board = fight_the_last_round(someone, speed)
        expect(board.overlay).to_have_count(0, timeout=1000)
        goes_on(board)


def test_a_reload_goes_on_at_once_and_the_log_keeps_the_last_dice(page: Page) -> None:
    board = fight_the_last_round(page, "step")
    expect(board.overlay.get_by_role("button", name="Next roll")).to_be_visible()
    page.reload()
    goes_on(board)
    expect(page.get_by_role("log")).to_contain_text("The battle in Hunan is over")


def test_the_last_dice_of_a_battle_stay_on_the_battle_board(page: Page) -> None:
    """War Room: after the last stances only dice fall."""
    open_position(with_speed(page, "step"), "last stances")
    board, table = Board(page), table_of(page)
    for nation in ("germany", "soviet"):  # whatever the dice show, nobody has to choose what they hit
        declare(page, table, nation, "wr.4.assign", "costliest first")
    board.overlay.get_by_role("button", name="Take these stances").click()
    batches, on = board.overlay.locator(".batch"), board.overlay.get_by_role("button", name="Go on")
    for fallen in (0, 1):
        expect(board.overlay.get_by_role("button", name="Next roll")).to_be_visible()
        expect(batches).to_have_count(fallen)
        expect(on).to_have_count(0)
        page.keyboard.press("Enter")
    expect(batches).to_have_count(2)
    on.click()
    expect(board.overlay).to_have_count(0)


# Battles that nobody is asked in


def with_speed(page: Page, speed: str) -> Page:
    """The visitor has chosen how the dice of battles come to light."""
    page.goto(EMPTY)
    page.evaluate("speed => localStorage.setItem('sandtable.settings', JSON.stringify({battles: speed}))", speed)
    return page


def walk_over(page: Page, speed: str) -> Board:
    open_position(with_speed(page, speed), "walkover")
    board = Board(page)
    board.panel.get_by_role("button", name="Done moving").click()
    expect(board.prompt).to_contain_text("Noncombat moves of Japan")
    return board


def test_a_battle_that_nobody_was_asked_in_can_be_looked_through(
    page: Page, shot: Callable[[Page, str], None], axe: Axe
) -> None:
    board = walk_over(page, "step")
    expect(board.overlay).to_contain_text("Battle of Hunan: Japan attacks")
    expect(board.overlay.get_by_label("Attack")).to_contain_text("30")
    expect(board.overlay.get_by_label("Defence")).to_contain_text("China")
    expect(board.panel).to_contain_text("The last dice of the battle are on the map")
    dice = board.overlay.locator(".dice p:has(.die)")
    for fallen in (0, 1):
        expect(dice).to_have_count(fallen)
        expect(board.overlay).not_to_contain_text("is over")
        page.keyboard.press("Enter")
    expect(board.overlay).to_contain_text("The battle in Hunan is over")
    shot(page, "pacific-battle-told")
    axe(page, BESIDE)
    page.keyboard.press("Enter")
    goes_on(board)


def test_a_battle_that_nobody_was_asked_in_does_not_stop_who_wants_no_theatre(page: Page) -> None:
    board = walk_over(page, "instant")
    expect(board.overlay).to_have_count(0, timeout=1000)
    goes_on(board)


def test_several_such_battles_can_be_skipped(page: Page) -> None:
    open_position(with_speed(page, "step"), "two raids at sea")
    board = Board(page)
    declare(page, table_of(page), "germany", "wr.4.sink", "default")
    board.panel.get_by_role("button", name="A-7 Western Approaches").click()
    expect(board.overlay).to_contain_text("Battle of Western Approaches (A-7)")
    expect(board.overlay.get_by_label("Axis")).to_contain_text("Germany")
    page.keyboard.press("Enter")
    expect(board.overlay.locator(".dice .die")).to_have_count(1)
    board.overlay.get_by_role("button", name="Skip this and 1 more battle").click()
    expect(board.overlay).to_have_count(0)
