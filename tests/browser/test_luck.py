"""The luck ledger of a war that is over."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import API, OURS, answer, open_position, table_of
from tests.browser.conftest import Server


@pytest.fixture(scope="module")
def server(staged: Server) -> Server:
    return staged


def test_the_luck_ledger_of_war_room_tells_what_was_to_be_expected(page: Page) -> None:
    """Six dice against Submarines: four of twelve faces are yellow, and black hits whatever it likes."""
    open_position(page, "escort")
    table = table_of(page)
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
