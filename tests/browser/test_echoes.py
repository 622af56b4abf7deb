"""The solitaire desk of Echoes of War: whole wars by click, by key, on a phone, and without a server."""

import re
from collections.abc import Callable
from random import Random

import msgspec
from playwright.sync_api import Page, Route, expect

from sandtable.core.forms import AnyMenu
from tests.browser.boards import API, OURS
from tests.browser.conftest import STILL, WORKER, Server

Visit = Callable[..., Page]


def new_war(page: Page) -> None:
    """From the hub to the first decision."""
    page.goto("/echoes")
    page.locator("[data-new]").click()
    expect(page.locator("[data-go]")).to_be_visible()


def first_choice(page: Page) -> None:
    """Choose the first of what is offered, where nothing is chosen yet."""
    if page.locator("input[name=choice]:checked").count() == 0:
        page.locator(".choice").first.click()


def asked(page: Page) -> str:
    """The number of the open question."""
    return page.locator("#main").get_attribute("data-ask") or ""


def prompt(page: Page) -> str:
    return page.locator(".decision .prompt").inner_text()


def act(page: Page) -> None:
    """Decide, and wait until the next question is there."""
    first_choice(page)
    before = asked(page)
    page.locator("[data-go]").click()
    expect(page.locator("#main")).not_to_have_attribute("data-ask", before)


def to_the_end(page: Page) -> None:
    for _ in range(250):
        if page.locator("[data-ending]").count():
            return
        act(page)
    raise AssertionError("a war has twenty turns")


def test_a_whole_war_by_clicks_to_its_end(
    calm: Page, shot: Callable[[Page, str], None], axe: Callable[[Page], None]
) -> None:
    page = calm
    page.goto("/echoes")
    axe(page)
    shot(page, "echoes-hub")
    page.locator("[data-campaign='2']").click()
    expect(page.get_by_role("heading", name="Campaign 2")).to_be_visible()
    expect(page.locator(".front")).to_have_count(6)
    for _ in range(6):
        act(page)
    shot(page, "echoes-desk")
    axe(page)
    to_the_end(page)
    ending = page.locator("[data-ending]")
    expect(ending).to_contain_text("points")
    card = page.locator("[data-ending] pre").inner_text()
    assert "Campaign 2" in card
    assert "nothing taken back" in card
    assert not re.search(r"roll|die", card), "the card tells nothing about the dice"
    axe(page)
    shot(page, "echoes-ending")
    page.get_by_role("link", name="Another war").click()
    expect(page.locator("[data-campaign='2']")).not_to_contain_text("not yet")
    expect(page.locator("h2", has_text="campaigns")).to_contain_text("1 of 24 fought")


def over_soon(page: Page, table: str) -> None:
    """Answer everything over the API, until the war is over."""
    rng, seat = Random(1), f"{API}/tables/{table}/seats/allies"
    for _ in range(250):
        seen = page.request.get(seat).json()
        if seen["view"]["waiting"]["kind"] == "over":
            return
        question = seen["view"]["waiting"]["questions"][0]
        choice = msgspec.convert(question["menu"], AnyMenu).sample(rng)
        said = {"ask": seen["ask"], "nation": question["nation"], "choice": choice}
        assert page.request.post(f"{seat}/answer", data=said, headers=OURS).ok
    raise AssertionError("a war has twenty turns")


def test_the_same_war_again_has_the_same_beginning(calm: Page) -> None:
    new_war(calm)
    opening, war = calm.locator(".log").inner_text(), calm.url
    calm.goto("about:blank")  # so that nothing is drawn of what is only on the way
    over_soon(calm, war.split("/t/")[1].split("/")[0])
    calm.goto(war)
    calm.locator("[data-again]").click()
    expect(calm.locator("[data-go]")).to_be_visible()
    assert calm.locator(".log").inner_text() == opening


def test_a_shift_is_taken_back_and_the_diary_forgets_it(calm: Page) -> None:
    page = calm
    for number in (9, 12, 13):  # campaigns in which a track can soon be shifted
        page.goto("/echoes")
        page.locator(f"[data-campaign='{number}']").click()
        expect(page.locator("[data-go]")).to_be_visible()
        for _ in range(30):
            if page.locator(".tracks .shift").count() or page.locator("[data-ending]").count():
                break
            act(page)
        if page.locator(".tracks .shift").count():
            break
    diary = page.locator(".log").inner_text()
    board = page.locator(".tracks").inner_text()
    page.locator(".tracks .shift").last.click()
    expect(page.locator("[data-go]")).to_contain_text("Shift")
    act(page)
    assert page.locator(".log").inner_text() != diary
    before = asked(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#main")).not_to_have_attribute("data-ask", before)
    assert page.locator(".log").inner_text() == diary
    assert page.locator(".tracks").inner_text() == board


def test_why_not_gives_the_sentence_and_opens_the_clause(calm: Page, shot: Callable[[Page, str], None]) -> None:
    page = calm
    new_war(page)
    page.get_by_text("Why not something else?").click()
    shot(page, "echoes-why-not")
    link = page.locator(".why a").first
    clause = link.inner_text()
    assert re.fullmatch(r"EW-[A-Z]+-\d\d", clause)
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value).to_have_url(re.compile(f"/library\\?clause={clause}"))


def test_a_war_by_keys_alone(calm: Page) -> None:
    page = calm
    page.goto("/echoes")
    page.locator("[data-new]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-go]")).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator(".why[open]")).to_have_count(1)
    for _ in range(12):
        if page.locator("[data-ending]").count():
            break
        before = asked(page)
        page.keyboard.press("1")
        expect(page.locator("input[name=choice]:checked")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#main")).not_to_have_attribute("data-ask", before)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_war_can_be_played_by_typing(calm: Page) -> None:
    new_war(calm)
    held: list[Route] = []
    calm.route("**/CommandLine-*.js", lambda route: held.append(route))
    with calm.expect_request("**/CommandLine-*.js"):
        calm.keyboard.press(":")
    calm.keyboard.type("diary")  # too early, and not for the desk: d opens the diary there
    held[0].continue_()
    line = calm.get_by_label("Command", exact=True)
    expect(line).to_be_focused()
    expect(calm.get_by_role("dialog")).to_have_count(0)
    line.fill("rule")
    line.press("Enter")
    answers = calm.get_by_label("Answers of the command line")
    expect(answers.get_by_role("link")).to_have_text(re.compile(r"^EW-"))
    before = asked(calm)
    line.fill("")
    calm.keyboard.type(" ")
    expect(calm.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    for _ in range(4):
        if asked(calm) != before:
            break
        line.press("ArrowDown")
        line.press("Enter")
        calm.wait_for_timeout(200)
        if not calm.get_by_role("listbox").count():
            line.press("Enter")
            calm.wait_for_timeout(400)
    expect(calm.locator("#main")).not_to_have_attribute("data-ask", before)
    line.press("Escape")
    expect(line).to_have_count(0)


def test_a_hint_and_an_estimate_come_with_their_numbers(calm: Page, shot: Callable[[Page, str], None]) -> None:
    page = calm
    new_war(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("%", timeout=40_000)
    expect(page.locator(".choice.hinted")).to_have_count(1)
    page.get_by_role("button", name="Estimate").click()
    ends = page.get_by_role("dialog", name="How the war may end")
    expect(ends).to_contain_text("give or take", timeout=40_000)
    shot(page, "echoes-estimate")


def test_one_hand_on_a_phone(visit: Visit, shot: Callable[[Page, str], None], axe: Callable[[Page], None]) -> None:
    page = visit(390, 844, has_touch=True, is_mobile=True, **STILL)
    new_war(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button = page.locator("[data-go]").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] > 844 - 40, "the big button is where the thumb is"
    assert button["height"] >= 44
    undo = page.get_by_role("button", name="Undo").bounding_box()
    assert undo is not None
    assert undo["x"] < button["x"]
    shot(page, "echoes-phone")
    axe(page)
    page.get_by_role("button", name="Menu of the desk").click()
    page.get_by_label("The big button is for the").select_option("left")
    page.keyboard.press("Escape")
    other = page.locator("[data-go]").bounding_box()
    assert other is not None
    assert other["x"] < button["x"], "for the left hand it lies on the left"


def test_the_desk_in_the_dark_and_on_a_tablet(
    visit: Visit, shot: Callable[[Page, str], None], axe: Callable[[Page], None]
) -> None:
    page = visit(1024, 768, color_scheme="dark", **STILL)
    new_war(page)
    act(page)
    axe(page)
    shot(page, "echoes-dark")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_reload_asks_the_same_question_again(visit: Visit) -> None:
    page = visit(**WORKER)
    new_war(page)
    act(page)
    question = prompt(page)
    page.reload()
    expect(page.locator("[data-go]")).to_be_visible()
    assert prompt(page) == question
    act(page)


def test_a_server_that_comes_back_goes_on_where_it_was(server: Server, visit: Visit) -> None:
    page = visit(**WORKER)
    new_war(page)
    act(page)
    question = prompt(page)
    server.stop()
    expect(page.get_by_text("no connection")).to_be_visible()
    server.start()
    expect(page.get_by_text("no connection")).to_be_hidden(timeout=20_000)
    assert prompt(page) == question
    act(page)


def test_dice_of_ones_own(calm: Page) -> None:
    page = calm
    page.goto("/echoes")
    page.get_by_label("Dice").select_option("hand")
    page.locator("[data-new]").click()
    page.get_by_role("button", name="Your die: 2").click()
    page.locator("[data-go]").click()
    expect(page.locator(".prompt").first).to_contain_text("table 2")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".dispatch")).to_contain_text("rallies his nation")


def test_dice_fall_one_by_one_and_can_be_skipped(page: Page) -> None:
    page.goto("/echoes")
    page.locator("[data-new]").click()
    expect(page.locator("[data-go]")).to_be_visible()
    first_choice(page)
    page.locator("[data-go]").click()
    expect(page.locator("[data-go]")).to_have_text("Skip")
    expect(page.locator(".tray .rolling").first).to_be_visible()
    page.locator("[data-go]").click()
    expect(page.locator("[data-go]")).not_to_have_text("Skip")


def test_three_minutes_of_first_steps(calm: Page, shot: Callable[[Page, str], None]) -> None:
    page = calm
    page.goto("/echoes")
    page.locator("[data-learn]").click()
    coach = page.locator(".coach")
    expect(coach).to_be_visible()
    shot(page, "echoes-tutorial")
    seen = 0
    for _ in range(40):
        if coach.count() == 0:
            break
        step = int(coach.get_attribute("data-step") or 0)
        assert page.locator(".lit").count() == 1, f"step {step} points at something"
        if page.locator("[data-next]").count():
            page.locator("[data-next]").click()
        elif "Choose one" in coach.inner_text():
            first_choice(page)
        else:
            page.locator("[data-go]").click()
        seen = max(seen, step)
        expect(page.locator(f"[data-step='{step}']")).to_have_count(0)
    assert coach.count() == 0
    assert seen == 11
    act(page)


def test_the_sheet_is_filled_in_for_printing(calm: Page) -> None:
    page = calm
    new_war(page)
    act(page)
    page.get_by_role("button", name="Menu of the desk").click()
    page.get_by_role("button", name="Print the sheet").click()
    sheet = page.get_by_role("dialog", name="The sheet of this war")
    expect(sheet).to_contain_text("Allied marks")
    expect(sheet).to_contain_text("Turn 1, 1940")


def test_a_war_without_a_server(visit: Visit, shot: Callable[[Page, str], None]) -> None:
    page = visit(390, 844, alone=True, has_touch=True, is_mobile=True, **WORKER)
    page.context.set_default_timeout(120_000)
    page.goto("/echoes")
    page.locator("[data-where]").select_option("here")
    page.locator("[data-campaign='7']").click()
    expect(page.locator("[data-go]")).to_be_visible(timeout=120_000)
    act(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    question = prompt(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="To the desk: other wars").click()
    expect(page.get_by_text("There is no connection")).to_be_visible()
    page.reload()
    expect(page.get_by_text("There is no connection")).to_be_visible()
    page.get_by_role("link", name=re.compile("Campaign 7 of 24")).click()
    expect(page.locator("[data-go]")).to_be_visible(timeout=120_000)
    assert prompt(page) == question, "the war is where it was"
    for _ in range(8):
        if page.locator("[data-ending]").count() == 0:
            act(page)
    shot(page, "echoes-offline")
    page.context.set_offline(False)
    diary = page.locator(".log").inner_text()
    page.get_by_role("button", name="Menu of the desk").click()
    page.get_by_role("button", name="Take it to the server").click()
    expect(page).to_have_url(re.compile("/t/[a-z0-9]+/seat/allies"))
    expect(page.locator(".log")).to_have_text(re.compile("Turn 1, 1940"))
    assert page.locator(".log").inner_text() == diary, "the war goes on at the server, diary and all"


def test_python_is_no_part_of_the_first_load(visit: Visit) -> None:
    asked: list[str] = []
    page = visit(alone=True, **WORKER)
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/echoes")
    expect(page.locator("[data-new]")).to_be_visible()
    page.wait_for_timeout(500)
    assert not [url for url in asked if "pyodide" in url or "engine-" in url]
