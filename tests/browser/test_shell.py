"""The screen around a game: the command line, keys and their changing, what happened meanwhile, sizes, log, powers."""

import math
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.boards import ALLIES, API, OURS, Board, answer, new_table, pacific, sit, wait_until
from tests.browser.conftest import EMPTY
from tests.browser.test_warroom import front, seen

Axe = Callable[[Page], None]
Shot = Callable[[Page, str], None]
SIDES = [
    {"nations": ["germany", "italy", "japan"], "who": "me", "name": "axis"},
    {"nations": ["usa", "british", "soviet", "china"], "who": "me", "name": "allies"},
]
"""A whole War Room for one visitor."""


class Line:
    """The command line of a screen, by keys alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.keyboard.press(":")
        self.field = page.get_by_role("combobox", name="Command")
        expect(self.field).to_be_focused()
        self.told = page.get_by_role("log", name="Answers of the command line").locator("p")
        self.options = page.get_by_role("option")

    def say(self, words: str) -> Locator:
        """Say it; the last line that comes back."""
        self.field.fill("")
        before = self.told.count()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")
        expect(self.told.nth(before + 1)).to_be_attached()
        expect(self.field).to_be_enabled()
        return self.told.last


def chat(page: Page, table: str, seat: str, *texts: str) -> None:
    """Say all this, one after the other."""
    script = """async ([path, headers, texts]) => {
        for (const text of texts) {
            const said = await fetch(path, {method: 'POST', headers, body: JSON.stringify({text})});
            if (!said.ok) throw new Error(await said.text());
        }
    }"""
    headers = {"Content-Type": "application/json", **OURS}
    page.evaluate(script, [f"{API}/tables/{table}/seats/{seat}/chat", headers, texts])


# The command line


def test_a_move_by_typing_what_one_wants(page: Page, axe: Axe, shot: Shot) -> None:
    sit(page, pacific(page), "japan")
    line = Line(page)
    page.keyboard.type("kiangsi > hu")
    expect(line.options).to_have_text(["Hunan"])
    page.keyboard.press("Tab")
    expect(line.field).to_have_value("kiangsi > Hunan ")
    page.keyboard.type("2 inf")
    expect(line.options).to_have_text(["infantry"])
    axe(page)
    shot(page, "command-line")
    page.keyboard.press("Enter")
    expect(line.told.last).to_have_text("Japan: 2 infantry from Kiangsi to Hunan.")
    expect(page.get_by_role("log", name="What happened")).to_contain_text("2 infantry from Kiangsi to Hunan")
    expect(line.field).to_have_value("")
    page.keyboard.press("ArrowUp")  # what was said before
    expect(line.field).to_have_value("kiangsi > Hunan 2 inf")
    page.keyboard.press("ArrowDown")
    expect(line.field).to_have_value("")
    page.keyboard.press("Escape")
    expect(line.field).to_have_count(0)
    expect(page.get_by_role("application")).to_be_focused()


def test_all_units_of_a_kind_and_a_purchase_with_counts(page: Page) -> None:
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "me", "name": "allies"}]
    table = new_table(page, game="pacific", seats=seats)
    board = sit(page, table, "japan")
    line = Line(page)
    expect(line.say("buy 30 inf")).to_have_text("Choose 0 to 8 of infantry, not 30. AA-PURCH-01")
    expect(line.field).to_have_value("buy 30 inf")  # it stays to be mended
    bought = line.say("buy 4 inf, 2 transports")
    expect(bought).to_have_text("Japan buys 4 infantry and 2 transports for 26 IPCs and keeps 0.")
    expect(board.prompt).to_contain_text("war")
    expect(line.say("war on china")).to_have_text("Japan and China are at war already. AA-POL-04")
    expect(line.say("war on the US, uk, anzac")).to_have_text("Enter again to do it all the same.")  # there is a doubt
    page.keyboard.press("Enter")
    expect(board.prompt).to_contain_text("Combat moves")
    expect(line.say("jehol > chahar all")).to_have_text("Japan: 2 infantry and 1 artillery from Jehol to Chahar.")


def test_what_cannot_be_said_says_why_and_questions_about_the_board(page: Page) -> None:
    sit(page, pacific(page), "japan")
    line = Line(page)
    refused = line.say("kiangsi > szechwan 3 inf")
    expect(refused).to_contain_text("There is no way by Szechwan from here.")
    expect(refused.get_by_role("link", name="AA-CMOVE-01")).to_be_visible()
    expect(line.say("kiangsi > hunan 9 inf").get_by_role("link")).to_have_text("AA-CMOVE-01")
    expect(line.say("ki")).to_have_text("“ki” can mean Kiangsi, Kiangsu.")
    expect(line.say("kiangsi > hunan")).to_have_text("Then: infantry, artillery.")
    expect(line.say("atlantis")).to_contain_text("“atlantis” is not on offer here. You can say: ")
    expect(line.say("why kiangsi > hunan 2 inf")).to_contain_text("Nothing speaks against it.")

    expect(line.say("look hunan")).to_have_text("Beside it: Anhwe, Kiangsi, Kwangsi, Kweichow, Yunnan.")
    expect(line.told.filter(has_text="Hunan, held by China; China: 2 infantry")).to_have_count(1)
    expect(line.say("look tokyo")).to_have_text("Beside it: sea zone 6.")
    expect(line.say("where tact")).to_contain_text("Japan: 2 tactical bombers")
    expect(line.say("threat japan")).to_contain_text("could attack with at most")
    expect(line.say("last")).to_contain_text("declares war on")
    expect(page.locator("ol.small li")).to_have_count(0)  # asking moves nothing
    line.say("kiangsi > hunan 1 inf")
    expect(line.told.last).to_contain_text("1 infantry from Kiangsi to Hunan")
    expect(line.say("undo")).to_have_text("Taken back.")
    expect(page.locator("ol.small li")).to_have_count(0)
    expect(line.say("redo")).to_have_text("Done again.")
    expect(page.locator("ol.small li")).to_have_count(1)
    line.say("odds hunan")
    expect(page.get_by_label("Odds: Hunan")).to_be_visible()
    expect(line.field).to_be_focused()
    expect(line.say("say Good luck")).to_have_text("Said.")
    expect(page.get_by_role("log", name="What happened")).to_contain_text("Good luck")


def test_odds_and_orders_of_war_room_by_typing(page: Page) -> None:
    board = sit(page, front(page), "germany")
    page.keyboard.press("g")
    page.keyboard.type("leningrad")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    odds = page.get_by_label(re.compile("^Odds: Leningrad"))
    expect(odds).to_contain_text("All of your Commands that could reach it this round")
    expect(odds.locator(".big")).to_have_text(re.compile(r"^\d+\.\d %$"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(odds).to_have_count(0)
    line = Line(page)
    expect(line.say("40 > leningrad, 37 > bryansk")).to_have_text("Written.")
    orders = page.locator(".orders > li")
    expect(orders).to_have_count(2)
    expect(orders.first).to_contain_text("40")
    expect(line.say("40 > ukraine").get_by_role("link")).to_have_text("WR-PLAN-05")
    expect(line.say("65 > J5").get_by_role("link")).to_have_text("WR-PLAN-08")
    expect(line.say("ready")).to_have_text("Sent.")
    expect(board.panel).to_contain_text("Sealed")


# Keys


def test_the_odds_of_the_focused_area(page: Page, axe: Axe, shot: Shot) -> None:
    board = sit(page, pacific(page), "japan")
    page.keyboard.press("b")
    expect(page.get_by_text("Point at an area, or go to it with the arrow keys")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.type("hunan")
    page.keyboard.press("Enter")
    expect(page.locator("#map-spoken")).to_contain_text("Hunan")
    page.keyboard.press("b")
    odds = page.get_by_label("Odds: Hunan")
    expect(odds).to_contain_text("At most what Japan could bring in one turn, landings included")
    expect(odds).to_contain_text("The attacker wins")
    defender = odds.get_by_role("region", name="Defender")
    expect(defender.get_by_role("spinbutton", name="Defender: infantry", exact=True)).to_have_text("2")
    attacker = odds.get_by_role("region", name="Attacker")
    attacker.get_by_role("button", name="Clear").click()
    expect(odds).to_contain_text("Nobody can attack here now")
    for _ in range(2):
        attacker.get_by_role("button", name="More Attacker: infantry", exact=True).click()
    asked = page.request.post(
        f"{API}/games/pacific/odds",
        data={"attackers": {"infantry": 2}, "defenders": {"infantry": 2}, "terrain": "land"},
        headers=OURS,
    )
    wanted = f"{asked.json()['win'] * 100:.1f} %"
    expect(odds.locator(".big")).to_have_text(wanted)
    axe(page)
    shot(page, "area-odds")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(odds).to_have_count(0)
    board.click("japan", button="right")
    page.keyboard.press("b")
    expect(page.get_by_label("Odds: Japan")).to_contain_text("could bring in its next turn")


def test_undo_and_redo_by_keys(page: Page) -> None:
    board, moves = sit(page, pacific(page), "japan"), page.locator("ol.small li")
    page.keyboard.press("j")  # one key leads to what waits
    expect(board.panel.get_by_role("button", name="Done moving")).to_be_focused()
    board.whole_map()
    board.move("kiangsi", "hunan")
    board.move("kwangsi", "yunnan")
    for back, again in (("Control+z", "Control+Shift+Z"), ("u", "Control+y")):
        page.keyboard.press(back)
        expect(moves).to_have_count(1)
        page.keyboard.press(again)
        expect(moves).to_have_count(2)
        expect(moves.last).to_contain_text("from Kwangsi to Yunnan")
    for key, left in (("u", 1), ("Control+z", 0)):
        page.keyboard.press(key)
        expect(moves).to_have_count(left)
    board.click("kiangsi")
    expect(board.panel.get_by_text("Where to?")).to_be_visible()


def test_undo_back_to_a_move(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    line = Line(page)
    for words in ("kiangsi > hunan 1 inf", "kwangsi > yunnan 1 inf", "jehol > chahar 1 inf"):
        expect(line.say(words)).to_contain_text("Japan: 1 infantry")
    expect(page.locator("ol.small li")).to_have_count(3)
    board.panel.get_by_role("button", name="Undo to here: Japan: 1 infantry from Kwangsi").click()
    expect(page.locator("ol.small li")).to_have_count(1)
    expect(page.locator("ol.small li")).to_contain_text("Kiangsi to Hunan")
    for again in ("Kwangsi to Yunnan", "Jehol to Chahar"):
        page.keyboard.press("Control+Shift+Z")
        expect(page.locator("ol.small li").last).to_contain_text(again)


LISTED = {
    "Enter", "Esc", "Tab", "Arrow keys", "N", "P", "F", "U", "Ctrl-Z", "Ctrl-Shift-Z", "B", "[", "]", "Home", "End",
    "L", "H", "0", "+", "-", "G", ":", "C", "T", "R",
}  # fmt: skip
"""The keys that a player of such games expects."""


def test_escape_calls_off_a_list_of_keys_that_is_still_on_its_way(page: Page) -> None:
    sit(page, pacific(page), "japan")
    held: list[Route] = []
    page.route("**/Help-*.js", lambda route: held.append(route))
    with page.expect_request("**/Help-*.js"):
        page.keyboard.press("Shift+?")
    page.keyboard.press("Escape")
    page.keyboard.press(":")
    with page.expect_response("**/Help-*.js"):
        held[0].continue_()
    page.keyboard.type("help")  # the dialog would have taken the keys
    expect(page.get_by_role("combobox", name="Command")).to_have_value("help")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


def test_keys_are_listed_changed_kept_and_reset(page: Page, axe: Axe, shot: Shot) -> None:
    board = sit(page, pacific(page), "japan")
    page.keyboard.press("Shift+?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("row")).not_to_have_count(0)
    assert set(dialog.locator("kbd").all_inner_texts()) >= LISTED
    expect(dialog).to_contain_text("standing orders")
    axe(page)
    shot(page, "keys")

    change = dialog.get_by_role("button", name="Change the key: hide or show units")
    change.press("Enter")
    page.keyboard.press("b")
    expect(dialog.get_by_role("alert")).to_have_text(
        "B is taken: odds of a battle in the focused area. Choose another key, or change that one first."
    )
    page.keyboard.press("o")  # opens a sheet of this game
    expect(dialog.get_by_role("alert")).to_contain_text("O is taken: objectives.")
    page.keyboard.press("3")
    expect(dialog.get_by_role("alert")).to_have_text("1 to 9 turn layers on and off. Choose another key.")
    page.keyboard.press("w")
    expect(dialog.get_by_role("status")).to_have_text("W: hide or show units.")
    page.keyboard.press("Escape")

    units = page.get_by_label("Show units")
    expect(units).to_have_attribute("title", "Units (W)")
    page.keyboard.press("h")
    expect(units).to_have_attribute("aria-pressed", "true")  # the old key does nothing now
    page.keyboard.press("w")
    expect(units).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(board.prompt).to_contain_text("Combat moves")
    page.keyboard.press("w")
    expect(units).to_have_attribute("aria-pressed", "false")

    page.goto("/profile")
    page.get_by_text("Show and change them").click()
    row = page.get_by_role("row").filter(has_text="hide or show units")
    expect(row.locator("kbd")).to_have_text("W")
    expect(page.get_by_role("row").filter(has_text="morale (War Room)")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="All keys as they came").click()
    expect(row.locator("kbd")).to_have_text("H")


# Since you last looked


def look_away(page: Page) -> None:
    """As if the visitor had last been here three hours ago."""
    page.evaluate(
        """() => {
          const marks = JSON.parse(localStorage.getItem("sandtable.seen"));
          for (const mark of Object.values(marks)) mark.at -= 3 * 3600;
          localStorage.setItem("sandtable.seen", JSON.stringify(marks));
        }"""
    )


def test_what_happened_since_you_last_looked(page: Page, axe: Axe, shot: Shot) -> None:
    table = pacific(page)
    board = sit(page, table, "japan")
    report = page.get_by_label("Since you last looked", exact=True)
    expect(page.get_by_role("log", name="What happened")).to_contain_text("declares war on the United Kingdom")
    expect(report).to_have_count(0)  # there was no last time
    look_away(page)
    page.goto("/mine")
    page.wait_for_selector("h1")
    answer(page, table, "japan", "japan", ["kiangsi", ["hunan"], [["infantry", 3]]])
    answer(page, table, "japan", "japan", ["kwangsi", ["yunnan"], [["infantry", 1]]])

    page.goto(f"/t/{table}/seat/japan")
    expect(report.get_by_role("heading")).to_have_text("Since you last looked, 3 h ago")
    expect(report.locator("summary")).to_have_text([re.compile(r"Round 1: Japan to move\. \(2\)")])
    expect(report.get_by_role("listitem")).to_have_count(2)
    expect(report).not_to_contain_text("declares war")
    axe(page)
    shot(page, "catch-up")

    report.get_by_role("button", name="3 infantry from Kiangsi to Hunan").click()
    expect(board.prompt).to_contain_text("You are looking at the past")
    expect(page.get_by_role("slider", name="History")).to_have_attribute("aria-valuetext", "step 3 of 4")
    report.get_by_role("button", name="To the present").click()
    expect(board.prompt).to_contain_text("Combat moves")
    expect(report).to_have_count(0)

    page.reload()
    expect(board.prompt).to_contain_text("Combat moves")
    expect(page.get_by_role("log", name="What happened")).to_contain_text("Kiangsi to Hunan")
    expect(report).to_have_count(0)  # once told is enough
    page.keyboard.press("k")  # but it can be asked for
    expect(report).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_have_count(0)


def test_what_happened_can_be_played_on_the_map(phone: Page) -> None:
    table = pacific(phone)
    board = sit(phone, table, "japan")
    expect(phone.get_by_role("tab", name="Orders")).to_be_visible()
    expect(phone.get_by_role("separator")).to_have_count(0)  # there are no edges to drag
    wait_until(phone, "localStorage.getItem('sandtable.seen')")
    look_away(phone)
    phone.goto("/mine")
    phone.wait_for_selector("h1")
    for units in (1, 1):
        answer(phone, table, "japan", "japan", ["kiangsi", ["hunan"], [["infantry", units]]])
    phone.goto(f"/t/{table}/seat/japan")
    phone.get_by_role("button", name="Play it on the map").tap()
    expect(board.prompt).to_contain_text("You are looking at the past")
    expect(board.prompt).to_contain_text("Combat moves")  # and it rests on the question
    phone.get_by_role("listitem").get_by_role("button", name="1 infantry from Kiangsi").first.tap()
    expect(board.prompt).to_contain_text("You are looking at the past")
    phone.get_by_role("button", name="Back to now").tap()
    expect(board.prompt).to_contain_text("Combat moves")


# Sizes


def width(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box
    return box["width"]


def test_panels_and_sheets_take_the_size_one_gives_them(page: Page) -> None:
    table = pacific(page)
    board = sit(page, table, "japan")
    side, edge = page.locator(".side"), page.get_by_role("separator", name="Width of the side column")
    usual = width(side)
    box = edge.bounding_box()
    assert box
    page.mouse.move(box["x"] + 4, 400)
    page.mouse.down()
    page.mouse.move(box["x"] - 116, 400, steps=4)
    page.mouse.up()
    assert width(side) == pytest.approx(usual + 120, abs=3)
    edge.focus()
    page.keyboard.press("ArrowRight")
    assert width(side) == pytest.approx(usual + 96, abs=3)
    page.keyboard.press("Home")
    assert width(side) == pytest.approx(280, abs=2)  # the least
    page.keyboard.press("ArrowRight")
    assert width(side) == pytest.approx(280, abs=2)
    page.keyboard.press("End")
    assert width(side) <= 0.56 * 1440  # the map stays

    log = page.get_by_role("separator", name="Height of the log")
    log.focus()
    before = float(log.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowDown")
    expect(log).to_have_attribute("aria-valuenow", str(round(before - 24)))

    page.reload()
    expect(board.prompt).to_contain_text("Combat moves")
    assert width(side) == pytest.approx(0.55 * 1440, abs=3)  # remembered
    edge.dblclick()
    assert width(side) == pytest.approx(usual, abs=2)

    page.keyboard.press("o")
    sheet = page.get_by_label("Objectives", exact=True)
    narrow = width(sheet)
    page.get_by_role("separator", name="Width of the sheet").focus()
    page.keyboard.press("ArrowLeft")
    assert width(sheet) == pytest.approx(narrow + 24, abs=2)
    sit(page, front(page), "germany")
    assert width(side) == pytest.approx(usual, abs=2)  # each game has its own


# Log and powers


def at_end(log: Locator) -> bool:
    return bool(log.evaluate("list => list.scrollTop + list.clientHeight >= list.scrollHeight - 2"))


def rests_at_end(log: Locator) -> None:
    log.page.wait_for_timeout(200)  # what has just come in must not move it away
    assert at_end(log)


def test_the_log_follows_until_somebody_scrolls_up(page: Page) -> None:
    table = pacific(page)
    page.goto(EMPTY)
    chat(page, table, "allies", *(f"line {number}" for number in range(310)))  # more lines than are shown at once
    sit(page, table, "japan")
    log = page.get_by_role("log", name="What happened")
    expect(log).to_contain_text("line 309")
    rests_at_end(log)
    words = "so many words that it takes more than one line of the log. "
    chat(page, table, "allies", *(f"line {number}: {words * (number % 3)}" for number in range(310, 325)))
    expect(log).to_contain_text("line 324")
    rests_at_end(log)
    page.set_viewport_size({"width": 1440, "height": 640})  # a smaller panel keeps the newest in sight
    rests_at_end(log)

    log.hover()
    page.mouse.wheel(0, -600)
    newest = page.get_by_role("button", name="To the newest")
    expect(newest).to_be_visible()
    chat(page, table, "allies", "line 325")
    expect(log).to_contain_text("line 325")
    assert not at_end(log)
    newest.click()
    rests_at_end(log)
    expect(newest).to_have_count(0)


def cut(page: Page, what: str) -> list[Any]:
    """The texts of these elements that do not fit into them."""
    return list(
        page.locator(what).evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim())"
        )
    )


def test_nobody_is_cut_off_in_the_powers_of_war_room(page: Page, shot: Shot) -> None:
    board = sit(page, new_table(page, game="warroom", seats=SIDES), "axis")
    powers = page.get_by_label("Powers", exact=True)
    for wide, high in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        if wide < 861:
            page.get_by_role("tab", name="Powers").click()
        for name in ("British Commonwealth", "Imperial Japan", "Soviet Union", "United States"):
            expect(powers).to_contain_text(name)
        expect(powers.locator(".name").first).to_have_text(re.compile(r"^Guest \d+$"))
        assert not cut(page, ".powers li, .powers .mark, .powers .mark > span, .powers .name")
        if wide == 1024:
            page.wait_for_timeout(200)
            shot(page, "warroom-1024")
            box = page.locator(".prompt").bounding_box()
            assert box
            assert box["height"] <= 60
            assert page.evaluate("document.documentElement.scrollWidth") <= 1024
            expect(board.panel).to_be_visible()
            assert width(page.locator(".board")) > 600


def test_only_those_who_decide_are_waited_for(page: Page) -> None:
    """Of the nations of a seat, which may be many: one has to say whether it keeps its pact."""
    table = new_table(page, game="warroom", seats=SIDES)
    decides = seen(page, table, "axis")["waiting"]["deciders"]
    board = sit(page, table, "allies" if decides == ["japan"] else "axis")
    name = {"japan": "Imperial Japan", "soviet": "Soviet Union"}[decides[0]]
    expect(board.prompt).to_contain_text(f"Waiting for {name}: ")


def test_history_shows_turns_and_battles_and_can_be_played(calm: Page) -> None:
    page = calm
    board = sit(page, pacific(page), "japan")
    for _ in range(2):
        page.get_by_label("One step back").click()
    expect(board.prompt).to_contain_text("looking at the past")
    expect(page.locator(".powers .acting")).to_contain_text("26")
    page.get_by_role("button", name="back to now").click()
    expect(board.prompt).to_contain_text("Combat moves of Japan")
    board.whole_map()
    board.move("kiangsi", "hunan")
    board.panel.get_by_role("button", name="Done moving").click()
    board.finish_battles()
    ticks = page.locator(".ticks i")
    expect(page.locator(".ticks i.turn")).to_have_count(1)
    expect(page.locator(".ticks i.battle")).not_to_have_count(0)
    assert ticks.count() > 1
    expect(board.panel).to_contain_text(re.compile("Left undone: .* have not moved"))
    page.keyboard.press("Home")
    expect(board.prompt).to_contain_text("You are looking at the past")
    page.get_by_role("button", name="Play the history").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(board.prompt).to_contain_text("Noncombat moves")  # it ends in the present
    expect(page.get_by_role("button", name="Play the history")).to_be_visible()


def test_layers_show_what_has_changed_and_a_small_map(page: Page) -> None:
    board = sit(page, pacific(page), "japan")
    small_map_leads_everywhere(board)
    board.whole_map()
    board.move("kiangsi", "hunan")
    page.keyboard.press("l")
    page.get_by_label("Changes of the last turn").check()
    move = "3 infantry and 1 artillery from Kiangsi to Hunan"
    expect(page.locator(".area-mark.info")).to_have_count(1)
    page.keyboard.press("l")
    board.click("hunan", button="right")  # what a layer says can be read, and heard, not only seen
    expect(page.get_by_label("Card of Hunan")).to_contain_text(move)
    page.keyboard.press("g")
    page.keyboard.type("hunan")
    page.keyboard.press("Enter")
    expect(page.locator("#map-spoken")).to_contain_text(move)


MARKS = """() => [...document.querySelectorAll('.chips .area')].map((spot) => [...spot.children].map((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return [left, right, top, bottom];
}))"""
"""Where on the screen the marks of each place lie."""


def test_what_several_layers_say_of_an_area_can_all_be_read(page: Page) -> None:
    sit(page, pacific(page), "japan").whole_map()
    page.keyboard.press("l")
    for layer in page.get_by_role("group", name="Layers").get_by_role("checkbox").all():
        layer.check()
    expect(page.locator(".area-mark", has_text="%").first).to_be_attached()
    spots = page.evaluate(MARKS)
    assert max(map(len, spots)) > 2
    for one, other in (pair for marks in spots for pair in combinations(marks, 2)):
        beside = one[0] >= other[1] or other[0] >= one[1]
        assert beside or one[2] >= other[3] or other[2] >= one[3], "one lies over the other"


def test_a_step_of_the_wheel_sets_nothing_on_the_map_anew(page: Page) -> None:
    """What is set anew is painted anew, and then a large map does not follow the hand: see `bench/web.py`."""
    board = sit(page, pacific(page), "japan")
    board.whole_map()
    board.click("kiangsi")
    board.click("hunan")
    expect(page.locator("[data-chip=draft]")).to_contain_text("%")
    page.keyboard.press("l")
    page.get_by_role("checkbox", name="Income").check()
    expect(page.locator(".area-mark").first).to_be_attached()
    assert page.locator(".names span").count() > 100
    assert page.locator(".pieces .total").count() > 20

    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")

    def layouts() -> float:
        found = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
        return float(found["LayoutCount"])

    sheet, steps = page.locator(".sheet"), 20
    page.mouse.move(*board.at("sz20"))
    before, stood = layouts(), sheet.get_attribute("style")
    for _ in range(steps):
        page.mouse.wheel(0, -40)
    after = layouts()
    assert sheet.get_attribute("style") != stood, "the map was not zoomed"
    assert after - before < steps / 2


def small_map_leads_everywhere(board: Board) -> None:
    page = board.page
    page.keyboard.press("l")
    page.get_by_label("Small map of the whole").check()
    page.keyboard.press("l")
    small = page.locator(".minimap")
    box, before = small.bounding_box(), board.at("victoria")
    assert box
    small.click(position={"x": 0.35 * box["width"], "y": 0.9 * box["height"]})  # the south
    for _ in range(100):
        if board.at("victoria")[1] < before[1]:
            break
    else:
        raise AssertionError("the large map stays where it is")
    page.reload()
    expect(small).to_be_visible()  # it stays


def test_a_phone_on_its_side_has_the_map_beside_the_panel(visit: Callable[..., Page]) -> None:
    page = visit(844, 390, has_touch=True, is_mobile=True)
    board = sit(page, pacific(page), "japan")
    map_box, panel_box = page.locator(".board").bounding_box(), board.panel.bounding_box()
    assert map_box
    assert panel_box
    assert map_box["height"] > 300
    assert panel_box["x"] >= map_box["x"] + map_box["width"]
    expect(board.panel.get_by_role("button", name="Done moving")).to_be_in_viewport()


# Everybody

PALETTES = Path(__file__).parents[2] / "web" / "src" / "shared" / "palettes.css"
NATIONS = {
    "pacific": ["japan", "united_states", "china", "united_kingdom", "anzac", "soviet_union", "dutch", "france"],
    "warroom": ["germany", "japan", "italy", "usa", "british", "soviet", "china"],
}
Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How linear red, green and blue look to eyes that lack a kind of cone (Machado, Oliveira and Fernandes, 2009)."""


def colours(palette: str) -> dict[str, str]:
    block = PALETTES.read_text().split(f'data-palette="{palette}"')[1].split("\n}")[0]
    lines = re.findall(r"^  (.+?) \{ --nation: (#\w{6})", block, re.MULTILINE)
    return {name: colour for names, colour in lines for name in re.findall(r"nation-(\w+)", names)}


def seen_as(colour: str, eyes: Matrix) -> tuple[float, float, float]:
    """A colour as such eyes see it, in CIELAB, where distances are what the eye makes of them."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in eyes)
    white = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("game", NATIONS)
@pytest.mark.parametrize(("palette", "least"), [("safe", 11), ("high", 13), ("grey", 8)])
def test_nations_are_told_apart_by_any_eyes(game: str, palette: str, least: float) -> None:
    known = colours(palette)
    for name, eyes in EYES.items():
        seen_here = {nation: seen_as(known[nation], eyes) for nation in NATIONS[game]}
        for one, other in combinations(NATIONS[game], 2):
            gap = math.dist(seen_here[one], seen_here[other])
            assert gap >= least, f"{one} and {other} are alike to eyes with {name}: {gap:.1f}"


def lightness(colour: str) -> float:
    """The share of the light of white that a colour gives."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize(("palette", "least"), [("safe", 4.5), ("high", 7), ("grey", 4.5)])
def test_what_is_written_on_the_colour_of_a_nation_can_be_read(palette: str, least: float) -> None:
    block = PALETTES.read_text().split(f'data-palette="{palette}"')[1].split("\n}")[0]
    for colour, ink in re.findall(r"--nation: (#\w{6});.*--nation-ink: (#\w{6});", block):
        dark, light = sorted((lightness(colour), lightness(ink)))
        assert (light + 0.05) / (dark + 0.05) >= least, f"{ink} on {colour}"


def test_sounds_come_with_words_and_only_to_who_wants_them(page: Page) -> None:
    page.goto("/profile")
    expect(page.get_by_role("group", name="Sound").get_by_label("None")).to_be_checked()
    expect(page.locator(".caption")).to_have_count(0)
    page.get_by_label("Your turn and dice, with captions").check()
    expect(page.locator(".caption")).to_contain_text("Chime: it is your turn")
