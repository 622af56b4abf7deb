"""Questions that come up seldom, each opened at its position: one sentence, choices by name, an answer that counts.

Every panel is looked at on a desk and on a phone, checked for obstacles, and answered by mouse or by keyboard alone.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from sandtable.core import play
from tests.browser import positions
from tests.browser.boards import API, OURS, Board, answer, new_table, pacific, sit, wait_until
from tests.browser.conftest import AXE, Server, Visitor
from tests.browser.test_warroom import declare

ENTER = "Enter"
IDS = re.compile(
    r"\b(sz\d+|[a-z]+_[a-z]+|[AMIP]-\d+/\d|[A-Z]-\d+:\w+|[a-z]+/[a-z]+|(?:germany|soviet|japan|usa|italy)-\d+)\b"
)
"""What only the rules call things by."""


@dataclass(frozen=True)
class Panel:
    """What somebody must see at a position, what they do, and what the log says to it."""

    position: str
    prompt: str
    shows: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """Names of buttons to press on the way; `label=value` fills in a field."""
    gives: str = ENTER
    """The button that answers, or the key."""
    told: str = ""
    quiet: bool = field(default=False)
    """Nothing is told about this answer."""


PACIFIC = [
    Panel(
        "kamikaze",
        "Kamikaze strikes in sea zone 17?",
        ("hits the ship it is aimed at with a 1 or 2", "6 of 6 left", "Battleship", "Destroyer number 2"),
        ("More strikes on Carrier", "More strikes on Carrier"),
        "Send 2 strikes",
        "2 at a carrier",
    ),
    Panel("kamikaze", "Kamikaze strikes", ("Send none",), told="Battle in sea zone 17"),
    Panel(
        "intercept",
        "How many fighters of Japan intercept the raid on Japan?",
        ("They come with 2 strategic bombers, 1 fighter", "Let them come"),
        ("More number", "More number"),
        "Intercept with 2",
        "2 fighters of Japan rise to intercept",
    ),
    Panel(
        "raid losses", "Which aircraft does the United States lose over Japan?", ("lose 1 fighter",), told="1 fighter"
    ),
    Panel(
        "raid targets",
        "What do the bombers of the United States attack in Japan?",
        ("Air base (whole)", "Major industrial complex (whole)", "Naval base"),
        ("Fewer strategic bombers against the major industrial complex", "More strategic bombers against the air base"),
        "Bomb the air base and the major industrial complex",
        "Japan",
    ),
    Panel(
        "second interception",
        "How many fighters of Japan intercept the raid on Manchuria?",
        ("They come with 1 strategic bomber.",),
        quiet=True,
    ),
    Panel(
        "second raid",
        "What do the bombers of the United States attack in Manchuria?",
        ("Air base (3 damage)", "Minor industrial complex (whole)"),
        told="Manchuria",
    ),
    Panel(
        "scramble",
        "Which aircraft of Japan scramble from Japan?",
        ("Fighter to sea zone 6", "In sea zone 6: 1 cruiser, 1 destroyer", "Stay on the ground"),
        ("More Fighter to sea zone 6",),
        "Scramble 1 fighter",
        "1 fighter of Japan scramble",
    ),
    Panel(
        "submerge",
        "How many submarines of the United Kingdom submerge",
        ("20 % beaten off",),
        ("More number",),
        "Submerge 1",
        "submerge",
    ),
    Panel("transports", "Do the transports stay?", ("Stay here",), (), "Leave for sea zone 36", "sea zone 36"),
    Panel(
        "consent", "Does the United Kingdom host units of ANZAC in Malaya?", ("Yes", "No"), (), "No", "United Kingdom"
    ),
    Panel(
        "hand dice",
        "the attacker fires",
        ("Throw 4 dice of 6 sides", "4 still to come"),
        ("6", "1", "6", "6"),
        "They show 6, 1, 6, 6",
        "6 1 6 6",
    ),
]

WARROOM = [
    Panel(
        "escort",
        "A red hit on your battleship: may an escort take it?",
        ("The battleship takes it",),
        (),
        "Instead: Cruiser, escort",
        "CRU",
    ),
    Panel(
        "commander",
        "Germany: name the Commander of your side in Bryansk (R5).",
        ("Germany", "Italy"),
        (),
        "Italy",
        "Italy commands",
    ),
    Panel(
        "convoys",
        "Germany: choose the convoys that your Commands raid.",
        (
            "Command 1 (2 submarines)",
            "Convoy from Eastern United States to Great Britain",
            "3 OSR",
            "Convoy of Eastern Canada",
        ),
        told="roll",
    ),
    Panel(
        "owner",
        "Who owns the convoy from Eastern Canada to Great Britain, and pays for what is sunk?",
        ("Italy",),
        (),
        "Germany",
        "roll",
    ),
    Panel(
        "sink",
        "Germany: choose a colour for a black result; ships of that colour sink.",
        ("Yellow: OSR",),
        (),
        "Blue: Iron",
        "loses 1 iron",
    ),
    Panel(
        "bomb damage",
        "British Commonwealth: choose what the black result destroys in Greater Germany (G1).",
        ("Infantry under construction", "1 OSR from the stock", "The works: 1 Bomb Token"),
        (),
        "1 Oil from the stock",
        "black",
    ),
    Panel(
        "garrison",
        "choose the unit that the Garrison of Bryansk (R5) eliminates.",
        ("Infantry (Germany)",),
        (),
        "Artillery (Germany)",
        "ART",
    ),
    Panel(
        "control",
        "Imperial Japan: name the new controller of Caucasus (R6).",
        ("Germany",),
        (),
        "Italy",
        "Italy takes control",
    ),
    Panel("medals", "United States: divide the 3 Medals among those who fought.", ("3 of 3 chosen",), told="3 Medals"),
    Panel(
        "take her down",
        "Germany: move Submarines that dived, or let them stay.",
        ("1 submarine of Command 1 goes to",),
        (),
        "A-13 Central Atlantic",
        quiet=True,
    ),
    Panel(
        "quick battle",
        "Germany: choose what 10 black results eliminate.",
        ("Infantry (Soviet Union)",),
        (),
        "Artillery (Soviet Union)",
        "ART",
    ),
    Panel(
        "capacity",
        "name the unit under construction in Leningrad (R4) that the bombs destroy.",
        ("Artillery",),
        ("More Infantry",),
        "Give up 1 infantry",
        "INF",
    ),
    Panel(
        "deploy",
        "choose where what was built in Great Britain (B1) appears.",
        ("A-6 North Sea",),
        ("Fewer cruisers in North Sea", "More cruisers in Western Approaches"),
        "Deploy",
        "CRU",
    ),
    Panel(
        "cancel",
        "Italy may give up Medals and Civilian Goods for its 4 Stress.",
        ("Keep them all",),
        ("More Medal",),
        "Give up 1",
        "Italy",
    ),
    Panel(
        "relieve",
        "Germany may go back a zone for 6 tokens.",
        ("Stay in yellow", "6 of 6 chosen"),
        (),
        "Back to blue for 6 tokens",
        "Germany",
    ),
    Panel("unrest", "Italy pays 3 Resources for unrest: choose which.", ("3 of 3 chosen",), told="Italy"),
    Panel(
        "desert",
        "4 units of Italy desert: name them.",
        ("Cruiser of Command 1, Central Mediterranean",),
        ("All Infantry of Command 112, Italy", "More Cruiser of Command 1, Central Mediterranean"),
        "Let 1 cruiser, 3 infantry go",
        "INF",
    ),
    Panel(
        "bomb repair",
        "Germany: clear a Bomb Token for 9 Iron, or keep the Iron.",
        ("Keep the Iron",),
        (),
        "Greater Germany (2 on it)",
        "Greater Germany",
    ),
    Panel(
        "placement",
        "China: place what you have bought",
        ("0 of 1 Land tokens left", "1 unit finds no place"),
        told="2 INF",
    ),
    Panel(
        "trade",
        "Germany: trade one block with a Neutral, or not.",
        ("Sweden gives", "3 Iron for"),
        (),
        "2 Oil",
        "Sweden",
    ),
    Panel(
        "bonus dice",
        "United States: turn in Medals for bonus dice, or not.",
        ("Keep the Medals",),
        ("More number",),
        "Turn in 1 for as many dice",
        quiet=True,
    ),
    Panel(
        "pin",
        "let Command 21 of Soviet Union pass, or pin it and break the Pact.",
        ("Let them pass",),
        ("Pin, and break the Pact…",),
        "Yes, pin",
        "Pact",
    ),
    Panel(
        "pact",
        "keep the Soviet-Japanese Pact, or break it for 6 Stress.",
        ("Keep the Pact",),
        ("Break the Pact…",),
        "Yes, break the Pact",
        "Pact",
    ),
    Panel(
        "launch",
        "launch Carrier Fighters, or keep them on deck.",
        ("Keep them on deck",),
        ("J1 Japan",),
        "Launch 1",
        "Japan",
    ),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, web: str) -> Iterator[Server]:
    """A server that knows the positions."""
    running = Server(tmp_path_factory.mktemp("panels"), web)
    running.environment["SANDTABLE_TEST_POSITIONS"] = "yes"
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def desk(browser: Browser, server: Server) -> Iterator[Visitor]:
    """One person for all positions: a browser of their own for each would take longer than the positions do."""
    visitor = Visitor(browser, server, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    yield visitor
    visitor.close()


def open_position(page: Page, name: str) -> str:
    """Sit down at a position, in the seat that is asked; who that is."""
    want = play.pending(positions.built(name))
    asked = next(iter(getattr(want, "menus", {"japan": None})))
    made = page.request.post(
        f"{API}/tables/import", data=positions.save(name), headers={**OURS, "content-type": "text/plain"}
    )
    assert made.ok, made.text()
    page.goto(f"/t/{made.json()['table']['id']}/seat/{asked}")
    page.wait_for_selector("[data-anchor]", state="attached")
    return str(asked)


def where(page: Page) -> Locator:
    """Where a decision stands: in the overlay of a battle, or in the panel beside the map."""
    overlay = ".overlay .ask, .overlay .decide"
    return page.locator(f"{overlay}, .screen:not(:has({overlay})) .panel")


def obstacles(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run([...document.querySelectorAll('.side, .overlay')])")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def press(page: Page, name: str) -> None:
    """A button by its name; `All …` takes as many as there are."""
    if name.startswith("All "):
        page.get_by_role("button", name=f"More {name.removeprefix('All ')}").click(modifiers=["Shift"])
    else:
        where(page).get_by_role("button", name=name).first.click()


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
        page.wait_for_timeout(700)
        if page.locator(".corner").count():
            break
    expect(page.locator(".corner").get_by_role("link")).to_have_text(re.compile(r"^(AA|WR)-[A-Z]+-\d+$"))


@pytest.mark.parametrize(
    "panel", [*PACIFIC, *WARROOM], ids=lambda panel: f"{panel.position}-{panel.gives}".replace(" ", "-")
)
def test_a_seldom_question_can_be_understood_and_answered(
    desk: Visitor, panel: Panel, look: Callable[[Page, str], None]
) -> None:
    page = desk.page
    page.goto("about:blank")  # so that no big board is drawn anew only to be left
    page.set_viewport_size({"width": 390, "height": 844})
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
    assert obstacles(page) == []
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


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Pictures of panels for those who mend them, in the folder of the test run."""

    def take(page: Page, name: str) -> None:
        if request.config.getoption("--shots"):
            folder = request.getfixturevalue("tmp_path")
            page.screenshot(path=folder / f"{name.replace(' ', '-')}.png")

    return take


def test_who_does_not_trade_says_why(desk: Visitor) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1440, "height": 900})
    open_position(page, "trade")
    page.get_by_text("Who does not trade with you").click()
    expect(page.locator(".panel")).to_contain_text("Mexico does not trade with your Alliance.")
    expect(page.locator(".panel").get_by_role("link", name=re.compile("WR-PROD")).first).to_be_visible()


def test_a_strike_too_many_is_refused_with_its_clause(desk: Visitor) -> None:
    page = desk.page
    page.set_viewport_size({"width": 1440, "height": 900})
    open_position(page, "raid targets")
    press(page, "Fewer strategic bombers against the major industrial complex")
    expect(page.locator(".panel").get_by_role("button", name="1 still to send")).to_be_disabled()
    expect(page.locator(".panel").get_by_role("link", name="AA-SBR-13")).to_be_visible()


def test_a_standing_order_given_in_the_panel_answers_at_once(desk: Visitor) -> None:
    """Nobody scrambles, now and from now on: the next question of the attack follows."""
    page = desk.page
    page.set_viewport_size({"width": 1440, "height": 900})
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


# How fast the rolls of a battle come to light


def test_battles_step_by_step_and_the_speed_is_remembered(page: Page) -> None:
    open_position(page, "retreat")
    board = Board(page)
    board.overlay.get_by_label("Battles").select_option("step")
    page.reload()
    expect(board.overlay.get_by_label("Battles")).to_have_value("step")
    expect(board.overlay.locator(".dice p:has(.die)")).to_have_count(2)  # what has fallen before is shown
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


def test_the_last_dice_of_a_battle_are_seen_step_by_step_before_what_comes_next(page: Page) -> None:
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
    assert obstacles(page) == []
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
    page.add_init_script(f"localStorage.setItem('sandtable.settings', JSON.stringify({{battles: '{speed}'}}))")
    return page


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


def walk_over(page: Page, speed: str) -> Board:
    open_position(with_speed(page, speed), "walkover")
    board = Board(page)
    board.panel.get_by_role("button", name="Done moving").click()
    expect(board.prompt).to_contain_text("Noncombat moves of Japan")
    return board


def test_a_battle_that_nobody_was_asked_in_can_be_looked_through(page: Page, shot: Callable[[Page, str], None]) -> None:
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
    assert obstacles(page) == []
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


# Luck


def test_the_luck_ledger_of_war_room_tells_what_was_to_be_expected(page: Page) -> None:
    """Six dice against Submarines: four of twelve faces are yellow, and black hits whatever it likes."""
    open_position(page, "escort")
    table = page.url.split("/t/")[1].split("/")[0]
    for _ in range(2):
        answer(page, table, "usa", "usa", "take")
    ended = page.request.post(
        f"{API}/tables/{table}/adjudicate", data={"sentence": "Enough.", "worth": {}}, headers=OURS
    )
    assert ended.ok, ended.text()
    page.goto(f"/t/{table}/replay")
    page.get_by_text("Luck ledger").click()
    row = page.get_by_role("row", name=re.compile("the Allies"))
    expect(row.get_by_role("cell").first).to_have_text("2.5")
    expect(row).to_contain_text("%")


# A war behind the first page, and boards beside one's games


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
    page = visit(reduced_motion="reduce")
    page.goto("/")
    expect(page.get_by_role("button", name="Play the replay")).to_be_visible()
    stands = page.locator("[data-turn]").get_attribute("data-turn")
    page.wait_for_timeout(2600)
    assert page.locator("[data-turn]").get_attribute("data-turn") == stands


def test_my_games_show_their_boards(page: Page) -> None:
    table = pacific(page)
    new_table(page, game="echoes", seats=[{"nations": ["allies"], "who": "me", "name": "me"}])
    page.goto("/mine")
    picture = page.locator(f"img[src$='{table}/board.svg?small=true']")
    expect(picture).to_be_visible()
    wait_until(page, "img => img.complete && img.naturalWidth > 100", picture.element_handle())


# Fingers


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
