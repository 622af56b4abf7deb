"""The pages around the game: tables and seats, lists, library, odds lab, replay, dice, diary, profile."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocket, expect

from sandtable import ledger
from sandtable.games.axis1940.odds import battle_odds
from tests.browser.boards import wait_until
from tests.browser.conftest import COLOURS, Server

Visit = Callable[..., Page]
ALLIES = ["united_states", "china", "united_kingdom", "anzac"]
DESK, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)


def bots(game: str, **more: Any) -> dict[str, Any]:
    """A table at which only bots sit, so that its war is over soon."""
    nations = {"pacific": [["japan"], ALLIES], "echoes": [["allies"]]}[game]
    seats = [{"nations": side, "who": "bot", "bot": "random", "name": f"side-{at}"} for at, side in enumerate(nations)]
    return {"game": game, "seats": seats, **more}


@pytest.fixture(scope="module")
def wars(server: Server) -> dict[str, str]:
    """Finished wars to look back at."""
    client = httpx.Client(base_url=f"{server.url}/api/v1", headers={"X-Sandtable": "1"}, timeout=60)
    made = {
        "pacific": bots("pacific", title="One round in the Pacific", options={"round_limit": 1}),
        "echoes": bots("echoes", title="A war in half an hour"),
    }
    found = {game: client.post("/tables", json=body).json()["table"]["id"] for game, body in made.items()}
    for _ in range(600):
        if all(client.get(f"/tables/{table}").json()["status"] == "over" for table in found.values()):
            return found
        time.sleep(0.2)
    raise AssertionError("the bots did not finish their wars")


def make_table(page: Page, **body: Any) -> dict[str, Any]:
    """A table of the person at this browser, made without clicking."""
    ask = """body => fetch('/api/v1/tables', {method: 'POST', body: JSON.stringify(body),
        headers: {'Content-Type': 'application/json', 'X-Sandtable': '1'}}).then(answer => answer.json())"""
    return dict(page.evaluate(ask, body))


# Tables


def test_a_friend_follows_the_link_and_sits_down(page: Page, visit: Visit, shot: Callable[[Page, str], None]) -> None:
    page.goto("/new?game=pacific")
    expect(page.get_by_label("Name of the table")).to_have_attribute("placeholder", "Pacific 1940")
    page.get_by_label("Name of the table").fill("Friday night")
    page.get_by_role("button", name="A seat for each nation").click()
    page.get_by_role("radio", name="Days for each decision").check()
    page.evaluate("scrollTo(0, 0)")
    shot(page, "new-table")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Friday night")).to_be_visible()
    link = page.get_by_role("textbox", name="Link to the seat united_states").input_value()
    page.get_by_role("button", name="QR code").first.click()
    expect(page.get_by_role("img", name="QR code of the link to the seat united_states")).to_be_visible()
    shot(page, "table")

    friend = visit(390, 844, has_touch=True, is_mobile=True)
    friend.goto(link)
    expect(friend.get_by_role("heading", name="Friday night")).to_be_visible()
    assert link.rsplit("/", 1)[-1] not in friend.url, "the token stays out of the address"
    shot(friend, "join")
    friend.get_by_label("Your name, if you like").fill("Bruno")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_text("Bruno (you)")).to_be_visible()
    expect(page.get_by_text("Bruno")).to_be_visible()  # seats fill while the host looks
    page.get_by_role("button", name=re.compile("Start now, bots in the 3 empty seats")).click()
    page.wait_for_url(re.compile(r"/t/\w+/seat/japan"))
    friend.wait_for_url(re.compile(r"/t/\w+/seat/united_states"))


def test_a_link_works_once(page: Page, visit: Visit) -> None:
    page.goto("/lobby")
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "link", "name": "allies"}]
    token = make_table(page, game="pacific", seats=seats)["links"]["allies"]
    first, second = visit(), visit()
    for friend in (first, second):
        friend.goto("/join")
        friend.get_by_label("Seat link").fill(f"http://anywhere/seat/{token}")
        friend.get_by_role("button", name="Sit down").click()
        if friend is first:
            friend.wait_for_url(re.compile("/seat/allies"))
    expect(second.get_by_role("alert")).to_contain_text("Somebody sits in this seat already")


def test_who_knows_the_dice_is_named_before_anybody_sits_down(page: Page, visit: Visit) -> None:
    page.goto("/lobby")
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "me", "name": "allies"}]
    table = make_table(page, game="pacific", title="Known to one", seats=seats)["table"]["id"]
    sentence = "knows the dice to come: a copy of the running game was taken."
    follower, paster, watcher = visit(), visit(), visit()
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    expect(page.get_by_text(sentence)).to_have_count(0)
    page.request.get(f"/api/v1/tables/{table}/save")
    body = {"data": {"who": "link"}, "headers": {"X-Sandtable": "1"}}
    token = page.request.put(f"/api/v1/tables/{table}/seats/allies", **body).json()["token"]
    for friend in (follower, paster):
        if friend is follower:
            friend.goto(f"/seat/{token}")
        else:
            friend.goto("/join")
            friend.get_by_label("Seat link").fill(f"http://anywhere/seat/{token}")
            friend.get_by_role("button", name="Sit down").click()
        expect(friend.get_by_text(sentence)).to_be_visible()
        assert friend.url.endswith("/join")
    watcher.goto("/lobby")
    expect(watcher.get_by_role("article").filter(has_text="Known to one")).to_contain_text(sentence)
    page.goto(f"/t/{table}")
    expect(page.get_by_text(sentence)).to_be_visible()
    paster.get_by_role("button", name="Sit down").click()
    paster.wait_for_url(re.compile("/seat/allies"))
    expect(paster.get_by_text(sentence).first).to_be_visible()


def test_an_open_seat_is_found_in_the_lobby(page: Page, visit: Visit, shot: Callable[[Page, str], None]) -> None:
    page.goto("/lobby")
    seats = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "open", "name": "allies"}]
    make_table(page, game="pacific", title="Come and play", seats=seats)
    other = visit()
    other.goto("/lobby")
    line = other.get_by_role("article").filter(has_text="Come and play")
    expect(line).to_be_visible()
    shot(other, "lobby")
    line.get_by_role("link", name="Join").click()
    other.get_by_role("button", name="Sit down here").click()
    other.wait_for_url(re.compile("/seat/allies"))


def test_options_tell_what_differs_from_the_printed_game(page: Page) -> None:
    page.goto("/new?game=warroom")
    expect(page.get_by_text("No optional or house rule is switched on.")).to_be_visible()
    page.get_by_label("Bomb damage can be repaired").check()
    expect(page.get_by_text("Optional rule: Bomb damage can be repaired")).to_be_visible()
    expect(page.get_by_role("link", name="WR-OPT-08").first).to_be_visible()


# Lists


def test_my_games_begin_with_those_where_it_is_my_move(page: Page, shot: Callable[[Page, str], None]) -> None:
    page.goto("/lobby")
    soon, later = {"kind": "days", "days": 1}, {"kind": "days", "days": 3}
    both = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "bot", "name": "allies"}]
    make_table(page, game="pacific", title="Due in three days", seats=both, pace=later)
    make_table(page, game="pacific", title="Due tomorrow", seats=both, pace=soon)
    make_table(page, game="echoes", title="No hurry")
    link = [{"nations": ["japan"], "who": "me"}, {"nations": ALLIES, "who": "link", "name": "allies"}]
    make_table(page, game="pacific", title="Not full yet", seats=link)
    page.goto("/mine")
    mine = page.locator("section").filter(has=page.get_by_role("heading", name="Your move"))
    expect(mine.get_by_role("heading", level=3)).to_have_text(["Due tomorrow", "Due in three days", "No hurry"])
    expect(mine.get_by_text("Japan has 26 IPCs").first).to_be_visible()  # one line about where the war stands
    expect(page.get_by_role("heading", name="Filling up")).to_be_visible()
    wait_until(page, "[...document.images].every((image) => image.complete && image.naturalWidth)")
    shot(page, "my-games")
    page.get_by_role("button", name="Next game where I am up (3)").click()
    page.wait_for_url(re.compile("/seat/japan"))


def test_the_archive_lists_finished_wars_of_everybody(page: Page, wars: dict[str, str]) -> None:
    page.goto("/archive?whose=all")
    line = page.get_by_role("article").filter(has_text="One round in the Pacific")
    line.get_by_role("link", name="Replay").click()
    page.wait_for_url(re.compile("/replay"))


# Library


def test_the_library_finds_clauses_by_words_and_by_name(page: Page, shot: Callable[[Page, str], None]) -> None:
    page.goto("/library")
    page.get_by_role("searchbox").fill("strats cannot scramble")
    clause = page.get_by_role("article").first
    expect(clause).to_contain_text("AA-SCR-03")
    shot(page, "library-search")
    page.goto("/library?clause=WR-PIN-07")
    chosen = page.locator("#WR-PIN-07")
    expect(chosen).to_be_in_viewport()
    expect(chosen).to_contain_text(ledger.clauses("warroom")["WR-PIN-07"].text[:40])
    expect(chosen).to_contain_text("proven by")
    expect(chosen.get_by_text("::test_").first).to_be_visible()
    shot(page, "library-clause")


def test_the_library_has_unit_cards_rulings_and_sources(page: Page, shot: Callable[[Page, str], None]) -> None:
    page.goto("/library?game=pacific&show=units")
    tank = page.locator("li.card").filter(has=page.get_by_role("heading", name="tank", exact=True))
    expect(tank).to_contain_text(re.compile("cost.*6", re.S | re.I))
    shot(page, "library-units")
    page.goto("/library?game=warroom&show=rulings&ruling=R-08")
    expect(page.locator("tr.chosen")).to_contain_text("R-08")
    page.goto("/library?game=echoes&show=data")
    expect(page.get_by_role("row", name=re.compile("^strength"))).to_contain_text("12")
    expect(page.get_by_text("tuned so that a sensible player wins").first).to_be_visible()
    shot(page, "library-data")


# Odds lab


def test_the_odds_are_those_of_the_rules(page: Page, visit: Visit, shot: Callable[[Page, str], None]) -> None:
    page.goto("/odds?game=pacific&a=5.infantry_2.tank&d=4.infantry")
    result = page.get_by_role("region", name="The odds")
    expect(result).to_contain_text(percent(battle_odds("5 infantry 2 tank", "4 infantry").win))
    expect(result).to_contain_text(re.compile(r"attacker wins: \d infantry, 2 tanks"))
    for _ in range(2):
        page.get_by_role("button", name="More Defender: infantry").click()
    page.get_by_role("button", name="More Attacker: fighter").click()
    expected = battle_odds("5 infantry 2 tank 1 fighter", "6 infantry")
    expect(result.locator(".big")).to_have_text(percent(expected.win))
    expect(result).to_contain_text(f"takes the territory {percent(expected.take)}")
    page.get_by_label("Break off after rounds (0: never)").fill("2")
    short = battle_odds("5 infantry 2 tank 1 fighter", "6 infantry", rounds=2)
    expect(result.locator(".big")).to_have_text(percent(short.win))
    shot(page, "odds-lab")
    other = visit()
    other.goto(page.get_by_role("textbox", name="Link to this battle").input_value())
    expect(other.get_by_role("region", name="The odds").locator(".big")).to_have_text(percent(short.win))


def percent(chance: float) -> str:
    return f"{chance * 100:.1f} %"


def test_impossible_battles_are_refused_with_the_clause(page: Page) -> None:
    page.goto("/odds?game=pacific&a=2.infantry&d=1.infantry&amphibious=true&b=3.battleship")
    expect(page.get_by_role("alert")).to_contain_text("AA-BOMB-03")


def test_stances_of_war_room_and_attacks_of_echoes(page: Page, shot: Callable[[Page, str], None]) -> None:
    page.goto("/odds?game=warroom")
    result = page.get_by_role("region", name="The odds")
    expect(result).to_contain_text("Force Advantage")
    page.get_by_label("Attacker: stance of infantry").select_option("defense")
    expect(result).to_contain_text("6 infantry defense")
    shot(page, "odds-warroom")
    page.get_by_role("button", name="Echoes of War").click()
    front = page.get_by_role("row", name=re.compile("Western Front"))
    expect(front).to_contain_text("needs 5")


# Looking back


def test_a_replay_steps_through_the_war_and_links_to_any_moment(
    page: Page, wars: dict[str, str], shot: Callable[[Page, str], None]
) -> None:
    page.goto(f"/t/{wars['pacific']}/replay#40")
    slider = page.get_by_role("slider", name="Moves")
    expect(slider).to_have_value("40")
    page.keyboard.press("]")
    expect(slider).to_have_value("41")
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(slider).to_have_value("39")
    assert page.url.endswith("#39")
    slider.fill("10")
    page.wait_for_url(re.compile("#10$"))
    expect(page.get_by_label("This move")).to_contain_text("Move 10")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    expect(page.get_by_role("banner").get_by_text("The last round is over")).to_be_visible()
    page.get_by_label("Graph of").select_option("Victory cities")
    expect(page.get_by_role("img", name="Victory cities over the war")).to_be_visible()
    page.get_by_text("Luck ledger").click()
    expect(page.get_by_role("columnheader", name="Luckier than")).to_be_visible()
    page.goto(f"/t/{wars['pacific']}/replay#60")
    expect(slider).to_have_value("60")
    shot(page, "replay")


def test_one_roll_is_proven_by_a_tap(page: Page, server: Server, wars: dict[str, str]) -> None:
    moments = httpx.get(f"{server.url}/api/v1/tables/{wars['pacific']}/timeline").json()
    roll = next(moment for moment in moments if moment["kind"] == "roll")
    page.goto(f"/t/{wars['pacific']}/replay#{roll['move']}")
    page.get_by_role("button", name="Proof").click()
    expect(page.get_by_text("The roll is as the secret gives it.")).to_be_visible()


def test_a_war_is_played_on_from_any_moment(page: Page, wars: dict[str, str]) -> None:
    page.goto(f"/t/{wars['echoes']}/replay#20")
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Play from move 20")
    dialog.get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile(r"/t/\w+/seat/you"))
    table = page.url.split("/")[4]
    page.goto(f"/t/{table}")
    expect(page.get_by_role("link", name="move 20 of another war")).to_be_visible()


def test_the_dice_are_verified_in_the_browser(
    page: Page, wars: dict[str, str], shot: Callable[[Page, str], None]
) -> None:
    page.goto(f"/t/{wars['pacific']}/verify")
    expect(page.get_by_role("status")).to_contain_text("rolls are as the secret gives them")
    expect(page.get_by_text("nothing wrong")).to_be_visible()
    shot(page, "verification")


def test_a_flipped_die_is_found(page: Page, wars: dict[str, str]) -> None:
    def flip(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        roll = found["rolls"][3]
        roll["faces"][0] = roll["faces"][0] % roll["sides"] + 1
        route.fulfill(response=answer, body=json.dumps(found))

    page.route("**/verification", flip)
    page.goto(f"/t/{wars['pacific']}/verify")
    expect(page.get_by_role("alert")).to_contain_text("1 roll is not what the secret gives")
    page.get_by_label("only wrong ones").check()
    expect(page.locator("tr.wrong")).to_have_count(1)


def test_a_secret_that_was_not_sealed_is_found(page: Page, wars: dict[str, str]) -> None:
    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "secret": "00" * 32}))

    page.route("**/verification", change)
    page.goto(f"/t/{wars['echoes']}/verify")
    expect(page.get_by_role("alert")).to_contain_text("not the one that was sealed before play")


def test_the_diary_is_a_page_to_print(page: Page, wars: dict[str, str], shot: Callable[[Page, str], None]) -> None:
    page.goto(f"/t/{wars['pacific']}/diary")
    expect(page.get_by_role("heading", name="Round 1: Japan to move")).to_be_visible()
    expect(page.get_by_role("heading", name="In figures")).to_be_visible()
    lines = page.locator(".chapter li").count()
    page.get_by_label("every move and roll").check()
    assert page.locator(".chapter li").count() > lines
    page.get_by_label("every move and roll").uncheck()
    shot(page, "diary")
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation", name="Pages")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")


# Profile


def test_a_guest_becomes_an_account_and_comes_back(page: Page, shot: Callable[[Page, str], None]) -> None:
    name = f"Clara {time.time_ns() % 10**9}"
    page.goto("/profile")
    page.get_by_label("Name", exact=True).first.fill("Clara")
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_text("That is your name now.")).to_be_visible()
    page.get_by_label("Name to sign in with").fill(name)
    page.get_by_label("Password, at least 10 characters").fill("long enough for us")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text("You have an account.", exact=False).first).to_be_visible()
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_role("button", name="New key").click()
    expect(page.get_by_role("textbox", name="The new key")).to_be_visible()
    shot(page, "profile")
    page.get_by_role("button", name="Sign out").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Sign in"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("long enough for us")
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Welcome back.")).to_be_visible()


def hears_on(page: Page, lines: list[list[Any]], number: int) -> None:
    """Wait until a page has opened so many lines to the server, or more, and heard something on the last one."""
    for _ in range(300):
        if len(lines) >= number and lines[-1]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"still not heard on {number} lines after 30 seconds: {lines}")


def test_a_guest_signs_in_and_brings_the_seats_along(page: Page, server: Server) -> None:
    name = f"Nora {time.time_ns() % 10**9}"
    account = httpx.Client(base_url=f"{server.url}/api/v1", headers={"X-Sandtable": "1"}, timeout=60)
    account.post("/session")
    account.post("/me/account", json={"name": name, "password": "long enough for us"})
    page.goto("/profile")
    form = page.locator("form").filter(has=page.get_by_role("button", name="Sign in"))
    expect(form).to_be_visible()
    expect(page.get_by_label("Bring my seats along")).to_be_hidden()  # there are none yet
    table = make_table(page, game="echoes")["table"]["id"]
    page.goto("/profile")
    game, lines = page.context.new_page(), list[list[Any]]()

    def hear(socket: WebSocket) -> None:
        heard: list[Any] = []
        lines.append(heard)
        socket.on("framereceived", lambda frame: heard.append(frame))

    game.on("websocket", hear)
    game.goto(f"/t/{table}/seat/allies")
    hears_on(game, lines, 1)
    page.locator("summary").get_by_text("Sign in").click()
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill("long enough for us")
    expect(form.get_by_label("Bring my seats along")).to_be_checked()
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Welcome back. 1 table, 1 seat came along.")).to_be_visible()
    hears_on(game, lines, 2)  # the seat goes on in its window, as the account's
    assert [card["id"] for card in account.get("/me/tables").json()["tables"]] == [table]


def test_a_way_to_be_told_that_this_server_lacks_is_refused_in_a_sentence(page: Page) -> None:
    page.goto("/profile")
    page.get_by_label("Address").fill("somebody@example.org")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This server sends no e-mail")
    page.get_by_label("Way").select_option("push")
    expect(page.get_by_text("This server does not send web push")).to_be_visible()


def test_a_failing_way_to_be_told_shows_its_error(page: Page) -> None:
    failed = {
        "id": "c1",
        "kind": "apprise",
        "address": "ntfy",
        "games": [],
        "error": "no route",
        "failures": 5,
        "last": 1.0,
    }
    page.goto("/lobby")
    make_table(page, game="echoes")
    page.route("**/me/channels", lambda route: route.fulfill(json=[failed]))
    page.route("**/me/channels/c1/test", lambda route: route.fulfill(json={"error": "no route"}))
    page.goto("/profile")
    expect(page.get_by_text("Nothing more is sent there until a test works.")).to_be_visible()
    page.get_by_role("button", name="Test").click()
    expect(page.get_by_role("alert")).to_contain_text("The test failed: no route")


def test_colours_of_nations_and_of_the_screen_are_a_matter_of_taste(page: Page) -> None:
    page.goto("/profile")
    page.get_by_label("Dark").check()
    page.get_by_label("For every colour vision").check()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-palette", "safe")


# Every page


def test_every_page_fits_and_has_no_obstacle(page: Page, wars: dict[str, str], axe: Callable[[Page], None]) -> None:
    pages = {  # with what stands there when it is complete
        "/new?game=warroom": ("New table", "No optional or house rule is switched on."),
        "/lobby": ("Lobby", "Waiting for players"),
        "/join": ("Join a table", "Seat link"),
        "/mine": ("My games", "No games yet"),
        "/archive?whose=all": ("Archive", "One round in the Pacific"),
        f"/t/{wars['pacific']}": ("One round", "Seats"),
        f"/t/{wars['pacific']}/verify": ("Dice", "nothing wrong"),
        f"/t/{wars['pacific']}/diary": ("One round", "In figures"),
        "/odds": ("Odds lab", "takes the territory"),
        "/odds?game=echoes": ("Odds lab", "Western Front"),
        "/library?game=echoes": ("Library", "EW-"),
        "/library?game=pacific&show=units": ("Library", "tank"),
        "/library?game=echoes&show=data": ("Library", "tuned so that a sensible player wins"),
        "/profile": ("Profile", "Name to sign in with"),
    }
    for address, (heading, sign) in pages.items():
        page.goto(address)
        expect(page.get_by_role("heading", level=1, name=re.compile(heading))).to_be_visible()
        expect(page.locator("main")).to_contain_text(sign)
        for size in (DESK, TABLET, PHONE):
            resize(page, size)
            if size != TABLET:
                axe(page)  # between a desk and a phone nothing new appears
            over = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
            assert over <= 0, f"{address} is {over} px wider than a screen of {size[0]}"
        resize(page, DESK)
    page.goto(f"/t/{wars['pacific']}/replay#30")
    for size in (DESK, TABLET, PHONE):
        resize(page, size)
        expect(page.get_by_role("slider", name="Moves")).to_be_visible()
        if size != TABLET:
            axe(page)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, and the time to draw it."""
    if page.viewport_size != {"width": size[0], "height": size[1]}:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_dark_pages_can_be_read(visit: Visit, wars: dict[str, str], axe: Callable[..., None]) -> None:
    page = visit(color_scheme="dark")
    addresses = (
        "/new?game=pacific",
        "/archive?whose=all",
        "/odds",
        "/library?game=echoes",
        f"/t/{wars['echoes']}/verify",
    )
    for address in addresses:
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        axe(page, only=COLOURS)
