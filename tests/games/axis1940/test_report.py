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


def test_a_column_of_units_counts_in_words():
    text = board_text(GAME.view(table("japan", "purchase", keep=True).game, ()))
    assert "2 fighters, 2 tactical bombers, 2 strategic bombers; air base, major industrial complex, naval base" in text
    assert "2 carriers (carrying fighter and tactical bomber)" in text
    assert "\nThe Dutch\n" in text


def test_a_summary_has_wars_before_moves_and_retreats_among_battles():
    units = {"kiangsi": {"japan": "2 infantry"}, "hunan": {"china": "infantry"}}
    at = table("japan", "declare", units=units).answer(("united_kingdom",))
    at.answer("kiangsi", "hunan", {"infantry": 2}).done().dice(6, 6).dice(6).answer("kiangsi")
    text = turn_summary(at.events)
    told = ("Politics", "Japan declares war on", "receives 30 IPCs", "Moves", "Combat", "Japan retreats from Hunan")
    places = [text.index(words) for words in told]
    assert places == sorted(places)
    assert "Also" not in text


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
    ]
    assert "- Japan captures Hunan." in text
