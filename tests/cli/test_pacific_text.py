"""Pacific 1940 in lines of text: what to type, the odds before a move, answers once and for all."""

import sys

import pytest

from sandtable.games.axis1940.policies import POLICIES
from tests.cli.conftest import Run

PLAY = ("play", "pacific", "--plain")
TO_THE_ATTACK = "8 infantry ok\n1\n"
"""Japan buys and declares no war."""


def test_what_to_type_is_said_until_it_was_typed(sandtable: Run) -> None:
    out = sandtable(*PLAY, input=TO_THE_ATTACK + "kwangsi yunnan 3 infantry ok\n").out
    assert out.count("such as: 3 infantry 1 transport ok") == 1
    assert out.count("such as: kwangsi yunnan 2 infantry ok") == 1
    assert out.count("Combat moves of Japan") == 2


def test_a_purchase_shows_prices_and_takes_a_needless_ok(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="8 infantry ok\n").out
    assert "infantry (3 IPCs), artillery (4 IPCs)" in out
    assert "minor_ic (minor industrial complex, 12 IPCs)" in out
    assert "Japan buys 8 infantry for 24 IPCs and keeps 2." in out


def test_the_odds_of_a_move_before_it_is_made(sandtable: Run) -> None:
    asked = "odds kwangsi yunnan 3 infantry\nodds kwangsi\nodds\nodds jehol korea\n"
    out = sandtable(*PLAY, input=TO_THE_ATTACK + asked).out
    assert "In Yunnan: 3 infantry against 4 infantry. Win 4%, loss 95%" in out
    assert "After a win China could answer with" in out
    assert "After kwangsi: french_indo_china (French Indo-China), hunan, yunnan." in out
    assert "There is no battle to decide about now." in out
    assert "There is no way by Korea from here [AA-CMOVE-01]." in out
    assert "from Kwangsi to Yunnan" not in out


def test_the_odds_are_said_before_a_retreat(sandtable: Run) -> None:
    moves, dice = "kiangsi hunan 3 infantry 1 artillery\ndone\n", "6 6 6 1\n6 1\n"
    out = sandtable(*PLAY, "--dice", "manual", input=TO_THE_ATTACK + moves + dice + "1 infantry\n").out
    told = out[out.index("Lost in Hunan: 1 infantry of Japan.") :]
    assert "In Hunan: 2 infantry, 1 artillery against 1 infantry. Win 9" in told
    assert told.index("In Hunan: ") < told.index("Does Japan press the attack in Hunan?")
    assert "2. retreat to Kiangsi" in told


def test_a_standing_answer_is_declared_by_its_name(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="standing\nstanding retreat when weaker\n").out
    assert "standing retreat when weaker: Answered so from now on" in out
    assert out.count("What does it buy?") == 2  # the declaration is written down, and the question asked again


def test_every_policy_of_the_game_can_be_declared(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="standing\n").out
    assert [policy for policy in POLICIES if f"standing {policy}: " not in out] == []


def test_words_are_taken_as_people_write_them(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="3 inf, 1 Transports\nok\nNothing\nkwangsi > yunnan 3 infantry, 1 artillery\n").out
    assert "Japan buys 3 infantry and 1 transport for 16 IPCs and keeps 10." in out
    assert "Combat moves of Japan" in out
    assert "Japan: 3 infantry and 1 artillery from Kwangsi to Yunnan." in out


def test_the_words_of_a_numbered_choice_can_be_typed(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="8 infantry\nUnited States, United Kingdom\n").out
    assert "Japan declares war on the United Kingdom, unprovoked." in out


def test_a_space_by_its_whole_name(sandtable: Run) -> None:
    out = sandtable(*PLAY, input=TO_THE_ATTACK + "done\nsea zone 6 to Sea Zone 7 2 destroyers ok\n").out
    assert "Japan: 2 destroyers from sea zone 6 to sea zone 7." in out


def test_who_names_the_units_has_named_all_of_the_way(sandtable: Run) -> None:
    out = sandtable(*PLAY, input=TO_THE_ATTACK + "done\nmanchuria jehol 2 infantry ok\n").out
    assert "Japan: 2 infantry from Manchuria to Jehol." in out  # others could go on from there


def test_too_many_are_refused_with_the_number_that_would_do(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="7 tank ok\n9 infantry ok\n" + TO_THE_ATTACK + "manchuria chahar 2 infantry\n").out
    assert "Choose 0 to 4 of tank, not 7 [AA-PURCH-01]." in out
    assert "Choose 0 to 8 of infantry, not 9 [AA-PURCH-01]." in out
    assert "Infantry is not among the choices: " in out  # and not: no more of 2


def test_a_half_made_answer_is_named_when_words_do_not_fit_it(sandtable: Run) -> None:
    out = sandtable(*PLAY, input=TO_THE_ATTACK + "kwangsi yunnan\nkorea\nback all\ndone\n").out
    assert "So far: kwangsi yunnan. Type 'back' to take the last word away, 'back all' for all of them." in out
    assert "Noncombat moves of Japan" in out


def test_no_line_is_broken_within_a_word_at_a_terminal(sandtable: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    lines = sandtable(*PLAY, input="status\n").out.splitlines()
    assert [line for line in lines if len(line) > 60 and len(line.split()) > 1] == []
    row = next(at for at, line in enumerate(lines) if line.startswith("Japan [Tokyo]"))
    assert lines[row + 1].startswith(" " * lines[row].index("6 infantry") + "AAA, 2 fighters, 2 tactical")
