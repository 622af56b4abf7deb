"""Ways to use a game screen as a person does: areas are clicked at their anchors."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from sandtable.core import play
from tests.browser import positions

API = "/api/v1"
OURS = {"X-Sandtable": "1"}
BESIDE = ".side, .overlay"
"""What lies beside the map and over it."""
PLACE = """async (area) => {
    const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    const look = () => {
        const frame = document.querySelector('.frame').getBoundingClientRect();
        const boxes = [...document.querySelectorAll(`[data-anchor='${area}']`)].map((one) => one.getBoundingClientRect());
        const places = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
        return places.find(([x]) => x >= frame.x && x < frame.right) ?? places[0];
    };
    for (let before; ; ) {
        await drawn();
        const place = look();
        if (`${place}` === before) return place;
        before = `${place}`;
    }
}"""
"""Where on the screen the anchor of an area lies, when it has not moved from one drawing to another."""


class Board:
    """A game screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.locator(".panel")
        self.overlay = page.locator(".overlay")
        self.prompt = page.locator(".prompt .ask")

    def at(self, area: str) -> tuple[float, float]:
        """Where an area is to be clicked, once the map stands still; of one that goes round, in the copy that is seen."""
        place = self.page.evaluate(PLACE, area)
        assert place, f"{area} is not on the map"
        return place[0], place[1]

    def whole_map(self) -> None:
        self.page.get_by_label("Whole map").click()

    def click(self, area: str, **more: Any) -> None:
        self.page.mouse.click(*self.at(area), **more)

    def tap(self, area: str) -> None:
        self.page.touchscreen.tap(*self.at(area))

    def lit(self, area: str) -> Any:
        return self.page.locator(f"[data-lit='{area}']").first

    def move(self, origin: str, goal: str) -> None:
        """A move by two clicks and the button."""
        self.click(origin)
        expect(self.lit(goal)).to_be_attached()
        self.click(goal)
        self.confirm()

    def confirm(self) -> None:
        before = self.page.locator("ol.small li").count()
        button = self.panel.get_by_role("button", name="Move Enter")
        expect(button).to_be_enabled()
        button.click()
        expect(self.page.locator("ol.small li")).to_have_count(before + 1)

    def finish_battles(self) -> list[str]:
        """Press every battle to its end, with the losses that are proposed; what was asked on the way."""
        asked: list[str] = []
        for _ in range(60):
            self.page.wait_for_selector(".prompt.yours")
            asked.append(self.prompt.inner_text())
            if "Noncombat" in asked[-1]:
                return asked
            ask = self.page.locator(".prompt").get_attribute("data-ask")
            decision = ".overlay .ask button.primary, .panel button[data-option], .panel button.primary"
            self.page.locator(decision).first.click()  # it comes when the dice have fallen
            self.page.wait_for_selector(f".prompt:not([data-ask='{ask}'])")
        raise AssertionError(f"the battles do not end: {asked}")


def new_table(page: Page, **wanted: Any) -> str:
    """A table of the visitor's own, over the API; its id."""
    answer = page.request.post(f"{API}/tables", data={"listed": False, **wanted}, headers=OURS)
    assert answer.ok, answer.text()
    return str(answer.json()["table"]["id"])


def answer(page: Page, table: str, seat: str, nation: str, choice: Any) -> None:
    """Decide over the API, to get to the part of the game that a test is about."""
    path = f"{API}/tables/{table}/seats/{seat}"
    seen = page.request.get(path).json()
    said = page.request.post(
        f"{path}/answer", data={"ask": seen["ask"], "nation": nation, "choice": choice}, headers=OURS
    )
    assert said.ok, said.text()


JAPAN = ["japan"]
ALLIES = ["united_states", "china", "united_kingdom", "anzac"]


def pacific(page: Page, war: bool = True) -> str:
    """Pacific 1940 with both sides for one visitor, at Japan's first combat moves."""
    seats = [
        {"nations": JAPAN, "who": "me", "name": "japan"},
        {"nations": ALLIES, "who": "me", "name": "allies"},
    ]
    table = new_table(page, game="pacific", seats=seats)
    answer(page, table, "japan", "japan", [["infantry", 4], ["transport", 2]])
    answer(page, table, "japan", "japan", ["united_states", "united_kingdom", "anzac"] if war else [])
    return table


def sit(page: Page, table: str, seat: str) -> Board:
    page.goto(f"/t/{table}/seat/{seat}")
    page.wait_for_selector(".prompt")
    page.wait_for_selector("[data-anchor]", state="attached")
    return Board(page)


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


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0]


def where(page: Page) -> Locator:
    """Where a decision stands: in the overlay of a battle, or in the panel beside the map."""
    overlay = ".overlay .ask, .overlay .decide"
    return page.locator(f"{overlay}, .screen:not(:has({overlay})) .panel")


def press(page: Page, name: str) -> None:
    """A button by its name; `All …` takes as many as there are."""
    if name.startswith("All "):
        page.get_by_role("button", name=f"More {name.removeprefix('All ')}").click(modifiers=["Shift"])
    else:
        where(page).get_by_role("button", name=name).first.click()


def wait_until(page: Page, script: str, arg: Any = None) -> None:
    """Wait until a script says yes. Playwright's own way to ask a page again and again is against our content policy."""
    for _ in range(300):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"still not so after 30 seconds: {script}")
