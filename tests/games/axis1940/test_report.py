"""The board and a turn in plain text."""

from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.report import board_text, turn_summary
from tests.games.axis1940.war import table


def test_the_board_as_tables():
    text = board_text(GAME.view(table("japan", "purchase", keep=True).game, ()))
    assert "Round 1, Japan, Purchase and Repair. Victory cities: Axis 2, Allies 6." in text
    assert "Western United States [San Francisco]" in text
    assert "carrier (carrying fighter and tactical bomber)" in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_turn_as_a_summary():
    units = {"kiangsi": {"japan": "2 infantry"}, "hunan": {"china": "infantry"}}
    at = table("japan", "purchase", units=units, treasury={"japan": 6})
    at.answer({"infantry": 2}).on_to("ax.combat_move")
    at.answer("kiangsi", "hunan", {"infantry": 2}).done().dice(1, 6).dice(6).on_to("ax.mobilize")
    at.answer("japan", {"infantry": 2})
    text = turn_summary(at.events)
    assert [line for line in text.splitlines() if line and not line.startswith("-")] == [
        "Round 1 — Japan",
        "Purchase",
        "Moves",
        "Combat",
        "Territory",
        "Placement",
        "Income",
        "Also",
    ]
    assert "- Japan captures Hunan." in text
