"""The luck ledger of a war that is over."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import API, OURS, answer, open_position, pacific, table_of
from tests.browser.conftest import Server

Axe = Callable[[Page], None]
Shot = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def server(staged: Server) -> Server:
    return staged


def end(page: Page, table: str) -> None:
    body = {"sentence": "Enough.", "worth": {}}
    ended = page.request.post(f"{API}/tables/{table}/adjudicate", data=body, headers=OURS)
    assert ended.ok, ended.text()


def waiting(page: Page, table: str) -> str:
    """What is asked."""
    return str(page.request.get(f"{API}/tables/{table}/seats/japan").json()["view"]["waiting"]["what"])


def test_the_luck_ledger_of_war_room_tells_what_was_to_be_expected(page: Page) -> None:
    """Six dice against Submarines: four of twelve faces are yellow, and black hits whatever it likes."""
    open_position(page, "escort")
    table = table_of(page)
    for _ in range(2):
        answer(page, table, "usa", "usa", "take")
    end(page, table)
    page.goto(f"/t/{table}/replay")
    page.get_by_text("Luck ledger").click()
    row = page.get_by_role("row", name=re.compile("the Allies"))
    expect(row.get_by_role("cell").first).to_have_text("2.5")
    expect(row).to_contain_text("%")


def test_the_luck_ledger_of_the_pacific_goes_through_the_battles(page: Page, axe: Axe, shot: Shot) -> None:
    table = pacific(page)
    for choice in (["kiangsi", ["hunan"], [["infantry", 3], ["artillery", 1]]], "done"):
        answer(page, table, "japan", "japan", choice)
    replies = {"ax.losses": [["infantry", 1]], "ax.retreat": "press"}
    while (asked := waiting(page, table)) in replies:
        answer(page, table, "japan", "japan", replies[asked])
    assert asked == "ax.noncombat_move"
    end(page, table)
    page.goto(f"/t/{table}/replay")
    page.get_by_text("Luck ledger").click()
    row = page.get_by_role("row", name=re.compile("^Hunan"))
    expect(row.get_by_role("rowheader")).to_have_text("Hunan Japan, round 1")
    lost, expected, destroyed, of_theirs, luck = row.get_by_role("cell").all_inner_texts()
    assert (expected, of_theirs) == ("4.0", "5.8")
    assert float(luck) == pytest.approx(4.0 - int(lost) + int(destroyed) - 5.8, abs=0.15)
    axe(page)
    shot(page, "luck-by-battle")
    row.get_by_role("button").click()
    expect(page).to_have_url(re.compile("#4$"))
    page.goto(f"/t/{table}/diary")
    expect(page.get_by_role("row", name=re.compile("^Hunan"))).to_contain_text("Japan, round 1")
