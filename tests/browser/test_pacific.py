"""Pacific 1940 in the browser: a turn with a sea battle and a scramble, reasons, standing orders, a lost connection."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.boards import Board, answer, pacific, sit
from tests.browser.conftest import Server

HIDDEN = """() => {
    const parts = [...document.querySelectorAll('[data-pieces]')].flatMap((area) => [...area.querySelectorAll('.plate')]
        .map((one) => ({area: area.dataset.pieces, box: one.getBoundingClientRect()})));
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return parts.flatMap((one, at) => parts.slice(0, at)
        .filter((other) => other.area !== one.area && over(one.box, other.box))
        .map((other) => `${other.area} and ${one.area}`));
}"""
"""The areas whose stacks overlap on the screen."""
Shot = Callable[[Page, str], None]


def test_from_a_cold_start_to_the_first_order_in_less_than_a_minute(visit: Callable[..., Page], shot: Shot) -> None:
    clicks, think = 7, 1.5  # seconds that somebody who reads needs before each click; nothing happens in them
    page = visit(alone=True)
    begun = time.monotonic()
    page.goto("/")
    shot(page, "landing")
    page.get_by_role("link", name="Play now").click()
    shot(page, "start")
    page.get_by_role("radio", name="Pacific 1940").click()
    page.locator("[data-side=japan]").click()
    page.get_by_role("button", name="Fill sensibly").click()
    shot(page, "pacific-purchase")
    page.get_by_role("button", name="Buy Enter", exact=True).click()
    page.get_by_role("button", name="Keep the peace").click()
    board = Board(page)
    expect(board.prompt).to_contain_text("Combat moves of Japan")
    board.whole_map()
    board.move("kiangsi", "hunan")
    assert time.monotonic() - begun + clicks * think < 60


def test_a_turn_with_a_sea_battle_and_a_scramble(calm: Page, shot: Shot) -> None:
    page = calm
    table = pacific(page)
    japan = sit(page, table, "japan")
    allied_page = page.context.new_page()
    allies = sit(allied_page, table, "allies")
    expect(allies.prompt).to_contain_text("Waiting for Japan")

    japan.whole_map()
    japan.click("sz19")
    japan.click("sz35")
    expect(japan.panel).to_contain_text("1 aircraft can scramble to sea zone 35")
    expect(japan.panel).to_contain_text("could win it back")
    expect(page.locator("[data-chip=draft]")).to_contain_text("%")
    shot(page, "pacific-odds")
    japan.confirm()
    page.get_by_role("button", name="Done moving").click()

    allied_page.bring_to_front()
    expect(allies.prompt).to_contain_text("scramble from Philippines")
    allied_page.get_by_label("More fighter").click()
    shot(allied_page, "pacific-scramble")
    allied_page.get_by_role("button", name="Scramble 1 fighter").click()

    page.bring_to_front()
    expect(page.get_by_role("log")).to_contain_text("1 fighter of the United States scrambles from Philippines")
    for _ in range(60):  # both sides choose their losses, whoever is asked
        page.wait_for_timeout(100)
        if "Noncombat" in japan.prompt.inner_text():
            break
        for board in (japan, allies):
            decision = board.overlay.locator(".ask button.primary").first  # it comes when the dice have fallen
            if board.page.locator(".prompt.yours").count() and decision.count():
                board.page.bring_to_front()
                expect(board.overlay).to_contain_text("sea zone 35")
                decision.click()
                board.page.wait_for_timeout(200)
    expect(japan.prompt).to_contain_text("Noncombat moves of Japan")
    expect(page.get_by_role("log")).to_contain_text("The battle in sea zone 35 is over")

    page.bring_to_front()
    page.get_by_role("button", name="Done Enter").click()
    expect(japan.prompt).to_contain_text("place its new units")
    page.keyboard.press("Escape")
    japan.whole_map()
    japan.click("japan")
    page.get_by_role("button", name="Place in Japan").click()
    expect(page.get_by_role("log")).to_contain_text("4 infantry")


def test_what_stands_in_one_area_hides_nothing_in_another(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    board.at("sz19")  # once the map stands still
    assert page.evaluate(HIDDEN) == []
    board.whole_map()
    board.at("sz19")
    assert page.evaluate(HIDDEN) == []


def test_drag_makes_a_move_with_the_odds_on_the_arrow(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    board.whole_map()
    page.mouse.move(*board.at("kiangsi"))
    page.mouse.down()
    page.mouse.move(*board.at("hunan"), steps=8)
    expect(page.locator("[data-chip=draft]")).to_contain_text("93 %")
    page.mouse.up()
    fewer = page.get_by_label("Fewer infantry")
    fewer.click()
    expect(page.locator("[data-chip=draft]")).not_to_contain_text("93 %")
    board.confirm()


def test_what_is_not_lit_says_why_and_names_the_clause(page: Page, shot: Shot) -> None:
    board = sit(page, pacific(page, war=False), "japan")
    board.whole_map()
    board.click("japan")
    page.mouse.move(*board.at("hawaiian_islands"))
    reason = page.locator(".corner .note")
    expect(reason).to_contain_text("Japan is not at war with the United States, which controls Hawaiian Islands.")
    clause = reason.get_by_role("link")
    expect(clause).to_have_text("AA-POL-27")
    assert clause.get_attribute("href") == "/library?clause=AA-POL-27"
    shot(page, "pacific-why-not")
    board.click("hawaiian_islands")
    expect(page.get_by_label("Card of Hawaiian Islands")).to_contain_text("2 fighters")


def test_standing_orders_and_objectives(page: Page, shot: Shot, axe: Callable[[Page], None]) -> None:
    table = pacific(page)
    board = sit(page, table, "allies")
    expect(board.prompt).to_contain_text("Waiting for Japan")  # and meanwhile
    expect(board.panel.get_by_role("link", name="odds lab")).to_have_attribute("href", "/odds?game=pacific")
    board.panel.get_by_role("button", name="standing orders").click()
    expect(page.get_by_label("Standing orders", exact=True).first).to_be_visible()
    order = page.get_by_label("Scramble from air bases").first
    order.select_option("scramble never")
    axe(page)
    page.reload()
    page.wait_for_selector("[data-anchor]", state="attached")
    page.keyboard.press("s")
    expect(page.get_by_label("Scramble from air bases").first).to_have_value("scramble never")
    answer(page, table, "japan", "japan", ["sz19", ["sz20", "sz35"], [["battleship", 1], ["destroyer", 1]]])
    answer(page, table, "japan", "japan", ["done"])
    expect(page.get_by_role("log")).to_contain_text("Battle in sea zone 35")  # nobody was asked
    page.keyboard.press("o")
    sheet = page.get_by_label("Objectives", exact=True)
    expect(sheet).to_contain_text("The Burma Road")
    expect(sheet).to_contain_text("war was declared on the United Kingdom and ANZAC unprovoked")
    shot(page, "pacific-objectives")
    axe(page)


def test_a_lost_connection_loses_no_answer(page: Page, server: Server) -> None:
    board = sit(page, pacific(page), "japan")
    board.whole_map()
    board.click("kiangsi")
    board.click("hunan")
    button = board.panel.get_by_role("button", name="Move Enter")
    expect(button).to_be_enabled()
    server.stop()
    expect(page.locator(".prompt")).to_contain_text("connecting again")
    button.click()
    expect(page.locator(".prompt")).to_contain_text("sending")
    server.start()
    expect(page.locator("ol.small li")).to_have_count(1, timeout=30_000)
    expect(page.locator(".prompt")).not_to_contain_text("connecting again")
    page.reload()
    expect(page.locator(".prompt")).to_contain_text("Combat moves of Japan")
    expect(page.get_by_role("log")).to_contain_text("3 infantry and 1 artillery from Kiangsi to Hunan")


def test_the_tutorial_leads_through_the_first_turn(page: Page, shot: Shot, axe: Callable[[Page], None]) -> None:
    """Three minutes of Pacific 1940, as a newcomer clicks through them."""
    page.goto("/start?game=pacific&learn")
    page.locator("[data-side=japan]").click()
    board, lesson = Board(page), page.get_by_role("region", name="First steps")
    expect(lesson).to_contain_text("A turn begins with money")
    page.get_by_role("button", name="Fill sensibly").click()
    page.get_by_role("button", name="Buy Enter", exact=True).click()
    expect(lesson).to_contain_text("you may declare war now")
    page.get_by_role("button", name="Keep the peace").click()
    expect(lesson).to_contain_text("click an area with a thin outline")
    board.whole_map()
    board.move("kiangsi", "hunan")
    page.get_by_role("button", name="Done moving").click()
    expect(lesson).to_contain_text("Battles come up by themselves")
    expect(board.overlay.locator(".ask")).to_be_visible()
    page.wait_for_timeout(400)  # the dice come to rest
    shot(page, "pacific-battle")
    axe(page)
    board.finish_battles()
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_contain_text("Point at anything that is not lit")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_have_count(0)
