"""Moves by way-points: with a second finger, and without one."""

from playwright.sync_api import Page, expect

from tests.browser.boards import pacific, sit


def test_a_second_finger_sets_a_way_point(phone: Page) -> None:
    board = sit(phone, pacific(phone), "japan")
    board.whole_map()
    phone.get_by_label("Closer").tap()
    board.tap("sz19")
    expect(board.panel).to_contain_text("Where to?")
    fingers = phone.context.new_cdp_session(phone)
    (x, y), (first_x, first_y) = board.at("sz20"), board.at("sz19")
    one, two = {"x": first_x, "y": first_y, "id": 1}, {"x": x, "y": y, "id": 2}
    for kind, points in (("touchStart", [one]), ("touchStart", [one, two]), ("touchMove", [one]), ("touchEnd", [])):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(phone.locator("[data-lit='sz20'].way")).to_be_attached()
    board.tap("sz35")
    expect(board.panel.locator(".path")).to_contain_text("Sea zone 19  Sea zone 20  Sea zone 35")


def test_a_way_point_without_a_second_finger(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    board.whole_map()
    board.click("sz19")
    board.panel.get_by_role("button", name="Way-point").click()
    board.click("sz20")
    board.click("sz35")
    expect(board.panel.locator(".path")).to_contain_text("Sea zone 19  Sea zone 20  Sea zone 35")
