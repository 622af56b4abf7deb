"""War Room in lines of text: a new player learns from the questions what to type, and plays a whole round."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run

EAST = ("play", "warroom", "--scenario", "eastern_front", "--plain", "--dice", "manual")
"""With dice of one's own, so that every run is the same."""
TO_THE_SHEETS = "0 1\ndone\ndone\n"
"""The flags are drawn, then both reorganise nothing."""


@pytest.fixture
def planning(sandtable: Run) -> Run:
    def run(lines: str) -> str:
        out: str = sandtable(*EAST, input=TO_THE_SHEETS + lines).out
        return out.split("Write movement orders and bid", 1)[1]

    return run


def test_the_first_window_says_what_to_type_and_how_to_be_asked_no_more(sandtable: Run) -> None:
    out = sandtable(*EAST, input="0 1\n").out
    assert "such as: 26 2 infantry ok new" in out
    assert "standing briefly" in out
    assert "soviet-26 (R1 Moscow, 2 INF 2 ART 2 ARM)" in out, "a Command by its place and units"


def test_units_are_split_off_by_number_and_in_one_line(sandtable: Run) -> None:
    out = sandtable(*EAST, input="0 1\n26 2 infantry ok new\n").out
    assert "Soviet Union shifts 2 INF from Command 26 to Command 74." in out
    lost = sandtable(*EAST, input="0 1\n26\ndone\nback\ndone\n").out
    assert "Done is not among the choices: infantry, artillery, armor [WR-PLAN-22]." in lost
    assert "germany: Germany may reorganise Commands" in lost, "back leads out of it"


def test_only_commands_on_the_map_and_regions_in_reach_are_named_for_orders(planning: Run) -> None:
    said = planning("23\n")
    assert "soviet-74" not in said, "a token in the supply"
    after = said.split("After 23: ", 1)[1].splitlines()[0]
    assert "G7 (Belarus)" in after
    assert "J1" not in after, "Japan is far away"


def test_the_bid_is_called_a_bid_and_any_region_may_be_written(planning: Run) -> None:
    said = planning("23 > J1 ok\n")
    assert "0 (bid nothing), 1 (bid 1)" in said
    assert "germany" in planning("23 > J1 ok 1\n")


def test_a_hint_speaks_the_language_of_orders(planning: Run) -> None:
    said = planning("hint\n")
    assert " > " in said.split("means to")[0]
    assert ", bid " in said


def test_the_status_shows_both_sides(planning: Run) -> None:
    said = planning("status\n")
    assert "Commands of Soviet Union" in said
    assert "Commands of Germany" in said


def test_stances_are_offered_in_words_beside_their_dice(planning: Run) -> None:
    said = planning("23 > G7 ok 0\nok 0\n0\n1\n1\n1\n1\n")
    battle = said.split("is a hotspot.", 1)[1]
    assert "Battle of Belarus (G7): Germany 2 INF 1 ART 1 ARM, Soviet Union 4 INF 1 ART 2 ARM." in battle
    assert "INF   offense" in battle
    assert "  1. 2 INF offense, 1 ART ground, 1 ARM offense" in battle
    assert "/offense/" not in battle


def test_stances_of_a_big_battle_are_said_in_one_line(planning: Run) -> None:
    said = planning("23 > G7, 15 > G7 ok 1\n11 > G7 ok 0\n1\n1\n1\n1\n4 offense 1 ground 2 offense 2 air\n")
    assert "Stances of the Allies: 4 INF offense, 1 ART ground, 2 ARM offense, 2 FTR air." in said


def test_the_odds_of_stances_and_the_best_ones(planning: Run) -> None:
    said = planning("23 > G7, 15 > G7 ok 1\n11 > G7 ok 0\n1\n1\n1\n1\nodds\nodds 4 offense 1 ground 2 offense 2 air\n")
    assert "The best stances: " in said
    assert "With these stances against the best answer: win " in said
    assert "Resources, they " in said


def test_purchases_show_prices_and_take_numbers(sandtable: Run, home: Path) -> None:
    quiet = TO_THE_SHEETS + "ok 0\nok 0\n0\n1\n" + "done\n" * 8
    out = sandtable(*EAST, input=quiet + "hint\n2 infantry 1 armor ok 0\n").out
    bought = out.split("Purchase units and Civilian Goods", 1)[1]
    assert " Infantry, " in bought
    assert ", 0 Civilian Goods. That is what the planner bot would do." in bought
    assert "infantry (2 OSR)" in bought
    assert "germany: Purchase" in bought, "the sheet of the Soviet Union is in"


def test_units_are_placed_by_the_names_of_territories(sandtable: Run) -> None:
    quiet = TO_THE_SHEETS + "ok 0\nok 0\n0\n1\n" + "done\n" * 8
    out = sandtable(*EAST, input=quiet + "ok 0\n1 armor ok 0\n").out
    placing = out.split("Germany buys 1 ARM", 1)[1]
    assert "Room for units: Greater Germany (G1) 8" in placing
    assert "1 Armor in Greater Germany\n" in placing
