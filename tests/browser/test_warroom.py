"""War Room in the browser: a round with two people who plan in secret, the order book, the battle board, the tutorial."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import API, BESIDE, OURS, Board, answer, new_table, sit
from tests.browser.conftest import COLOURS, STILL

Shot = Callable[[Page, str], None]
Axe = Callable[..., None]
FRONT = {"game": "warroom", "scenario": "eastern_front", "listed": False}
ROUTINE = ("wr.reorganize", "wr.3.order")
"""Questions that a standing order answers, so that a test gets to what it is about."""


def front(page: Page, orders: list[Any] | None = None) -> str:
    """The Eastern Front with both nations for one visitor, at the sheets; the Soviet sheet is sealed if it is given."""
    seats = [{"nations": [name], "who": "me", "name": name} for name in ("germany", "soviet")]
    table = new_table(page, **FRONT, seats=seats)
    for name in ("germany", "soviet"):
        declare(page, table, name, "wr.reorganize")
    if orders is not None:
        answer(page, table, "soviet", "soviet", [orders, 0])
    return table


def declare(page: Page, table: str, nation: str, what: str, policy: str = "default") -> None:
    path = f"{API}/tables/{table}/seats/{nation}/declare"
    said = page.request.post(path, data={"nation": nation, "what": what, "policy": policy}, headers=OURS)
    assert said.ok, said.text()


def seen(page: Page, table: str, seat: str) -> Any:
    return page.request.get(f"{API}/tables/{table}/seats/{seat}").json()["view"]


def typed(board: Board, orders: str) -> None:
    board.page.get_by_label("Type orders").fill(orders)
    board.page.get_by_role("button", name="Write").click()


def listed(board: Board) -> Any:
    return board.page.locator(".orders > li")


class Ear:
    """What the server sends to a page over its socket."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def messages(self, start: int = 0) -> list[dict[str, Any]]:
        return [message for frame in self.frames[start:] for message in json.loads(frame)]


def two_people(page: Page, visit: Callable[..., Page]) -> tuple[str, Board, Ear, Board]:
    """Germany at one browser, the Soviet Union at another, each with its own profile."""
    seats = [{"nations": ["germany"], "who": "me"}, {"nations": ["soviet"], "who": "link", "name": "soviet"}]
    made = page.request.post(f"{API}/tables", data={**FRONT, "seats": seats}, headers=OURS).json()
    table, friend = made["table"]["id"], visit(**STILL)
    taken = friend.request.post(f"{API}/invitations", data={"token": made["links"]["soviet"]}, headers=OURS)
    assert taken.ok, taken.text()
    ear = Ear(page)
    for who, name in ((page, "germany"), (friend, "soviet")):
        for what in ROUTINE:
            declare(who, table, name, what)
    return table, sit(page, table, "germany"), ear, sit(friend, table, "soviet")


def decide(board: Board) -> str:
    """Decide what is asked in the way that lies nearest, by the buttons of the screen; what was asked."""
    page = board.page
    asked = page.locator(".prompt").get_attribute("data-ask")
    prompt = board.prompt.inner_text()
    expect(page.locator(".overlay .speed button")).to_have_count(0)  # the dice have fallen
    where = ".overlay" if board.overlay.count() else ".panel"
    nearest = ("button.primary", ".strike", ".list button", "button[data-option]", ".decide button", ".row button")
    found = (page.locator(f"{where} {button}") for button in nearest)
    next(buttons for buttons in found if buttons.count()).first.click()
    page.wait_for_selector(f".prompt:not([data-ask='{asked}']), .prompt:not(.yours)")
    return prompt


def play_until(boards: list[Board], done: Callable[[], bool], also: Callable[[Board], None]) -> list[str]:
    """Both people decide what they are asked, until it is done; what was asked."""
    asked: list[str] = []
    for _ in range(120):
        if done():
            return asked
        busy = False
        for board in boards:
            if board.page.locator(".prompt.yours").count() and not done():
                also(board)
                asked.append(decide(board))
                busy = True
        if not busy:
            boards[0].page.wait_for_timeout(100)
    raise AssertionError(f"it does not end: {asked}")


def test_a_round_of_two_people_who_plan_in_secret(visit: Callable[..., Page], shot: Shot, axe: Axe) -> None:
    page = visit(alone=True, **STILL)  # who is listened to
    table, germany, ear, soviet = two_people(page, visit)
    expect(germany.prompt).to_contain_text("Germany: write up to 9 orders")
    expect(soviet.prompt).to_contain_text("Soviet Union: write up to 9 orders")

    # Writing is heard by nobody; being ready is one message, whatever lies in the sheet.
    page.wait_for_timeout(300)
    before, lines = len(ear.frames), page.locator("[role=log] .line").count()
    typed(soviet, "26 > R5, 66 > R4")
    expect(listed(soviet)).to_have_count(2)
    page.wait_for_timeout(300)
    assert len(ear.frames) == before
    soviet.page.get_by_role("button", name="Ready").click()
    expect(page.locator(".powers li", has_text="Soviet Union").get_by_role("img", name="has answered")).to_be_visible()
    told = ear.messages(before)
    assert [m["body"] for m in told if m["type"] == "message"] == [{"nation": "soviet"}]
    numbers = [m["seq"] for m in ear.messages() if m["type"] == "message"]
    assert numbers == list(range(1, len(numbers) + 1))
    for message in told:
        if message["type"] == "view":
            assert message["view"]["orders"] == message["view"]["sheets"] == message["view"]["bids"] == {}
    assert '["soviet-26","R5"]' not in "".join(ear.frames).replace(" ", "")
    assert page.locator("[role=log] .line").count() == lines
    assert page.locator(".arrow.nation-soviet").count() == 0
    assert not re.search(r"26\s*(>|→|&gt;)", page.content())

    # The German sheet: what may go wrong stands beside each order.
    typed(germany, "61 > R5, 16 > R5, 37 > R5")
    expect(listed(germany)).to_have_count(3)
    expect(listed(germany).first).to_contain_text("May be pinned if Soviet Union moves first")
    page.get_by_label("More bid").click()
    shot(page, "warroom-orders")
    axe(page)
    page.get_by_role("button", name="Ready").click()

    # The reveal: bids, a place in the Turn Order, orders as arrows.
    expect(germany.panel).to_contain_text("Your place in the Turn Order")
    shot(page, "warroom-slots")
    page.get_by_role("button", name="1 take it").click()
    expect(page.get_by_role("log")).to_contain_text("Germany reveals its orders: 61 > R5")
    expect(page.locator(".arrow.done.nation-germany").first).to_be_attached()
    shown: set[str] = set()

    def look(board: Board) -> None:
        """Pictures and checks of each kind of decision, once."""
        for mark, name in (
            (".overlay .lines", "stances"),
            (".overlay .strike", "hits"),
            (".purchase", "purchase"),
            (".panel .track", "morale"),
        ):
            if name not in shown and board.page.locator(mark).count():
                shown.add(name)
                if name == "stances":
                    expect(board.overlay.get_by_label("Odds")).to_contain_text("%")
                if name == "hits":
                    expect(board.overlay).to_contain_text("expected")
                shot(board.page, f"warroom-{name}")
                axe(board.page, BESIDE)
        if board.page.locator(".purchase").count():
            board.page.get_by_label("More Infantry").click()

    asked = play_until([germany, soviet], lambda: seen(page, table, "germany")["round"] == 2, look)
    assert {"stances", "hits", "purchase"} <= shown, asked
    log = page.get_by_role("log")
    expect(log).to_contain_text("Phase 7: Production")
    expect(log).to_contain_text("Germany builds")
    page.keyboard.press("o")
    expect(page.get_by_role("region", name="Turns")).to_contain_text("Turn Order")


def test_what_cannot_be_written_is_refused_with_its_clause_and_u_strikes_orders(page: Page) -> None:
    germany = sit(page, front(page), "germany")
    alert = page.get_by_role("alert")
    typed(germany, "99 > R5")
    expect(alert).to_contain_text("germany-99 is not a Command of this nation")
    expect(alert.get_by_role("link")).to_have_attribute("href", "/library?clause=WR-PLAN-08")
    typed(germany, "61 > R5, 61 > R6")
    expect(alert).to_contain_text("a Command gets one order in a round")
    expect(alert).to_contain_text("WR-PLAN-05")
    expect(listed(germany)).to_have_count(1)
    typed(germany, "37 > Bryansk")
    expect(listed(germany)).to_have_count(2)
    expect(page.locator(".arrow.plan.nation-germany")).not_to_have_count(0)

    typed(germany, "40 > R3")
    expect(listed(germany)).to_have_count(3)
    germany.whole_map()
    page.mouse.move(*germany.at("G7"))  # u strikes the order under the cursor, or the last one
    page.keyboard.press("u")
    expect(listed(germany)).to_have_count(2)
    expect(germany.panel.locator(".orders")).not_to_contain_text("37")
    page.mouse.move(2, 2)
    page.keyboard.press("u")
    expect(listed(germany)).to_have_count(1)
    expect(germany.panel.locator(".orders")).to_contain_text("61")


def test_clicks_and_drags_write_orders_and_a_change_takes_ready_back(page: Page) -> None:
    table = front(page)
    germany = sit(page, table, "germany")
    expect(germany.prompt).to_contain_text("write up to 9 orders")
    germany.click("G7")
    expect(germany.panel).to_contain_text("37 in Belarus: where to?")
    germany.click("R5")
    expect(listed(germany)).to_have_count(1)
    page.mouse.move(*germany.at("G9"))
    page.mouse.down()
    page.mouse.move(*germany.at("R3"), steps=6)
    page.mouse.up()
    expect(listed(germany)).to_have_count(2)
    page.reload()
    expect(listed(germany)).to_have_count(2)
    page.get_by_role("button", name="Ready").click()
    expect(germany.panel).to_contain_text("Sealed")
    assert seen(page, table, "soviet")["waiting"]["ready"] == ["germany"]
    page.get_by_label(re.compile("Strike order 2")).click()
    expect(germany.panel).not_to_contain_text("Sealed")
    page.wait_for_timeout(300)
    assert seen(page, table, "soviet")["waiting"]["ready"] == []


def test_the_layer_of_threats_and_the_odds_of_what_could_come(page: Page, shot: Shot) -> None:
    board = sit(page, front(page), "soviet")
    board.whole_map()
    page.get_by_label("Layers").click()
    page.get_by_label("Threats to your regions").check()
    expect(page.locator(".area-mark", has_text="%").first).to_be_visible()
    page.mouse.move(*board.at("R4"))
    page.keyboard.press("b")
    odds = page.get_by_label("Odds: Leningrad")
    expect(odds).to_contain_text("At most what Germany could bring this round, landings included")
    expect(odds).to_contain_text("%")
    shot(page, "warroom-threats")


def test_allies_see_each_others_drafts_and_propose_orders(page: Page, shot: Shot, axe: Axe) -> None:
    seats = [{"nations": [name], "who": "me", "name": name, "alliance": "allied"} for name in ("british", "usa")]
    seats.append({"nations": ["germany", "italy"], "who": "me", "name": "axis", "alliance": "axis"})
    table = new_table(page, game="warroom", scenario="north_africa", options={"shared_plans": True}, seats=seats)
    for name in ("british", "usa"):
        declare(page, table, name, "wr.reorganize")
    for nation in ("germany", "italy"):
        path = f"{API}/tables/{table}/seats/axis/declare"
        page.request.post(path, data={"nation": nation, "what": "wr.reorganize", "policy": "default"}, headers=OURS)
    enemy = Ear(other := page.context.new_page())
    sit(other, table, "axis")
    usa_page = page.context.new_page()
    british, usa = sit(page, table, "british"), sit(usa_page, table, "usa")
    expect(usa.prompt).to_contain_text("United States: write up to")
    page.bring_to_front()
    command, goal = next(
        (key.removeprefix("british-"), near[1])
        for key, near in seen(page, table, "british")["waiting"]["questions"][0]["menu"]["chart"]["near"].items()
    )
    heard = len(enemy.frames)
    typed(british, f"{command} > {goal}")
    expect(listed(british)).to_have_count(1)
    usa_page.bring_to_front()
    expect(usa.panel).to_contain_text(f"{command} > {goal}; bid 0")
    expect(usa_page.locator(".arrow.ally.nation-british").first).to_be_attached()
    usa_page.get_by_label("Propose to").select_option("british")
    usa_page.get_by_label("Orders that you propose").fill(f"{command} > B1")
    usa_page.get_by_role("button", name="Propose", exact=True).click()
    page.bring_to_front()
    expect(british.panel).to_contain_text("usa proposes")
    shot(page, "warroom-alliance")
    axe(page)
    page.get_by_role("button", name="Take it over").click()
    expect(listed(british).first).to_contain_text("B1")
    page.wait_for_timeout(600)
    assert len(enemy.frames) == heard


def test_an_order_by_keyboard_alone(page: Page) -> None:
    germany = sit(page, front(page), "germany")
    spoken = page.locator("#map-spoken")
    page.keyboard.press("g")
    page.keyboard.type("belarus")
    page.keyboard.press("Enter")
    expect(spoken).to_contain_text("Belarus; held by Germany; Germany: 2 infantry, 1 artillery, 1 armor; can be chosen")
    page.keyboard.press("Enter")
    expect(germany.panel).to_contain_text("37 in Belarus: where to?")
    page.keyboard.press("g")
    page.keyboard.type("bryansk")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(listed(germany)).to_have_count(1)
    page.get_by_label("bid", exact=True).focus()
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Ready").focus()
    page.keyboard.press("Enter")
    expect(germany.panel).to_contain_text("Sealed")


def test_an_order_on_a_phone(phone: Page, shot: Shot, axe: Axe) -> None:
    germany = sit(phone, front(phone), "germany")
    expect(germany.prompt).to_contain_text("write up to 9 orders")
    phone.evaluate("() => document.querySelector('.frame').scrollIntoView()")
    germany.tap("G7")
    expect(germany.panel).to_contain_text("37 in Belarus: where to?")
    phone.get_by_label("Destination of 37").select_option("R5")
    expect(listed(germany)).to_have_count(1)
    shot(phone, "warroom-phone")
    axe(phone)
    phone.get_by_role("tab", name="More").click()
    phone.get_by_role("button", name="Morale").click()
    expect(phone.get_by_role("region", name="Morale", exact=True)).to_contain_text("What the zones cost")
    shot(phone, "warroom-phone-morale")
    axe(phone)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_sheet_explains_itself_in_both_themes(
    visit: Callable[..., Page], theme: str, shot: Shot, axe: Axe
) -> None:
    page = visit(color_scheme=theme)
    only = COLOURS if theme == "dark" else ()
    germany = sit(page, front(page), "germany")
    typed(germany, "61 > R5")
    for key, name, said in (
        ("e", "Economy", "Where the income of Germany comes from"),
        ("m", "Morale", "Pays 3 Resources in every Morale Phase"),
        ("v", "Victory", "The Axis wins by holding"),
        ("s", "Staff", "Hits that I assign"),
        ("o", "Turns", "Sealed until its turn"),
    ):
        page.locator(".frame").focus()
        page.keyboard.press(key)
        expect(page.get_by_role("region", name=name, exact=True)).to_contain_text(said)
        axe(page, ".sheet", only)
        if key in "em":
            shot(page, f"warroom-{name.lower()}-{theme}")
        page.keyboard.press(key)
    page.get_by_label("Layers").click()
    page.get_by_role("checkbox", name=re.compile("Rails")).check()
    page.get_by_role("checkbox", name=re.compile("Resources")).check()
    page.wait_for_timeout(200)
    shot(page, f"warroom-layers-{theme}")
    axe(page, only=only)


def test_the_tutorial_leads_to_the_first_battle(page: Page) -> None:
    """Three minutes of War Room, as a newcomer clicks through them."""
    seats = [{"nations": [name], "who": "me", "name": name} for name in ("germany", "soviet")]
    table = new_table(page, **FRONT, seats=seats)
    declare(page, table, "soviet", "wr.reorganize")
    page.goto(f"/t/{table}/seat/germany?learn")
    germany, lesson = Board(page), page.get_by_role("region", name="First steps")
    expect(lesson).to_contain_text("two staffs plan in secret")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_contain_text("Go on")
    page.get_by_role("button", name="Go on").click()
    expect(lesson).to_contain_text("Now write orders")
    answer(page, table, "soviet", "soviet", [[], 1])
    germany.click("G7")
    germany.click("R5")
    expect(lesson).to_contain_text("press Ready")
    page.get_by_role("button", name="Ready").click()
    expect(lesson).to_contain_text("The bids are open")
    answer(page, table, "soviet", "soviet", "slot-2")
    page.get_by_role("button", name="Carry it out").click()
    expect(lesson).to_contain_text("Where enemies meet is a hotspot")
    expect(germany.overlay).to_contain_text("Battle of Bryansk")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_contain_text("You know enough to win")
    lesson.get_by_role("button", name="Next").click()
    expect(lesson).to_have_count(0)
