"""Play in lines of text: numbers, words, commands, dice of one's own, the end of input."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from sandtable.cli import advice
from sandtable.cli.choices import Choices
from sandtable.cli.game_text import GameText, text_of
from sandtable.cli.plain import Plain
from sandtable.cli.sitting import Sitting
from sandtable.core.play import pending
from sandtable.core.table import Table, new_setup
from sandtable.games import MODULES, load_game
from tests.auction import GAME as AUCTION
from tests.cli.conftest import Run, assert_one_sentence

CAMPAIGN = ("play", "echoes", "--campaign", "3", "--plain")
"""Its first turn: Oppenheimer's alternate, three Axis attacks, then three attacks for the Allies."""
TO_THE_ALLIES = "1\n" * 5


def saves(home: Path) -> list[Path]:
    return sorted((home / "saves").glob("*.sandtable"))


def test_a_choice_by_number_and_by_words(sandtable: Run) -> None:
    by_number = sandtable(*CAMPAIGN, input=TO_THE_ALLIES + "2\n").out
    by_words = sandtable(*CAMPAIGN, input="pass\nPASS\npass\npass\npass\nattack eastern front\nattack ef\n").out
    told = "Eastern Front: the Allies attack and roll"
    assert told in by_number
    assert told in by_words


def test_attacks_show_roll_modifiers_and_chance(sandtable: Run) -> None:
    out = sandtable(*CAMPAIGN, input=TO_THE_ALLIES).out
    assert "1. Let it roll: 3+, 67% (needs 4, +1 EMT lead)" in out
    assert "3. Attack SF, Libya: 4+, 50% (needs 4)" in out


def test_end_of_input_is_polite_and_everything_is_saved(sandtable: Run, home: Path) -> None:
    ran = sandtable(*CAMPAIGN, input=TO_THE_ALLIES)
    assert ran.code == 0
    (path,) = saves(home)
    assert ran.out.splitlines()[-1] == f"The game is saved. Go on with: sandtable play echoes --resume {path}"
    for resume in ([path], []):
        assert "Your move: 3 attacks left." in sandtable("play", "echoes", "--plain", "--resume", *resume).out


def test_walking_click_by_click(sandtable: Run) -> None:
    out = sandtable(*CAMPAIGN, input=TO_THE_ALLIES + "?\nattack ?\nattack\nback\nattack\nSF\n").out
    assert "Type one of: attack, tide (Tide of War: shift a track), stop (End the turn)." in out
    assert "After attack: WF (Western Front), EF (Eastern Front)" in out
    assert "Southern Front: the Allies attack and roll" in out


def test_why_not_with_the_clause_and_its_text(sandtable: Run) -> None:
    out = sandtable(*CAMPAIGN, input=TO_THE_ALLIES + "why shift EMT\nwhy attack WF\nwhy attack\nwhy\n").out
    assert "Only attacks are left, and an attack cannot shift a track. [EW-ACT-10]\nEW-ACT-10, rulebook 3.2:" in out
    assert "That is allowed." in out
    assert "After attack: WF" in out
    assert "  special: This box gives no special attack, or it has been made [EW-ACT-15]" in out


def test_refused_lines_change_nothing(sandtable: Run, home: Path) -> None:
    sandtable(*CAMPAIGN, input=TO_THE_ALLIES)
    (path,) = saves(home)
    before = path.read_bytes()
    ran = sandtable("play", "echoes", "--plain", "--resume", path, input="0\n99\n-1\nattack XX\nfoo\nattack WF EF\n\n")
    assert path.read_bytes() == before
    assert ran.code == 0
    assert "Choose 1 to 15, not 99." in ran.out
    assert "XX is not among the choices: WF, EF, SF, CHN, PAC, ISL [EW-ACT-10]." in ran.out


def test_undo_stops_at_dice_and_takeback_goes_on(sandtable: Run, process: Run, home: Path) -> None:
    script = TO_THE_ALLIES + "undo\ntide EF EMT\nundo\nattack WF\ntakeback\nquit\n"
    ran = sandtable(*CAMPAIGN, input=script)
    assert "Dice have fallen since" in ran.out
    assert "Type 'takeback' to go back all the same; the dice after it are new." in ran.out
    assert "Taken back." in ran.out
    assert "Gone back to your last decision. The dice from here on are new." in ran.out
    assert "1 takeback" in sandtable("verify", saves(home)[0]).out


def test_takeback_before_the_first_decision(sandtable: Run) -> None:
    assert "You have decided nothing yet" in sandtable(*CAMPAIGN, input="takeback\n").out


def test_status_diary_save_rule_and_help(sandtable: Run, home: Path) -> None:
    out = sandtable(*CAMPAIGN, input=TO_THE_ALLIES + "status\ndiary\nsave\nrule ew-reg-06\nrule x\nhelp\n").out
    assert "EF, Eastern Front: Kiev-Minsk, space 2 of 5, 2 points." in out
    assert out.count("Eastern Front: the Axis advances; the front is at Kiev-Minsk (2).") == 2
    assert f"The game is saved in {saves(home)[0]}" in out
    assert "EW-REG-06, rulebook 2.3: A capital space is entered only by" in out
    assert "There is no clause 'x'." in out
    assert "why WORDS" in out


def test_standing_answers_spare_questions(sandtable: Run) -> None:
    out = sandtable(*CAMPAIGN, input="standing\nstanding after\n").out
    assert "standing never: Never ask me; let every roll stand." in out
    assert "The Axis attack in EF succeeds." in out  # not asked before the roll, but after it
    assert "Your move: 3 attacks left." in sandtable(*CAMPAIGN, input="standing never\n").out


def test_a_whole_war_ends_with_its_proof(sandtable: Run, home: Path) -> None:
    ran = sandtable(*CAMPAIGN, input="standing never\n" + "1\n" * 400)
    assert ran.code == 0
    (path,) = saves(home)
    assert "Committed to before play: f20bdb32" in ran.out
    assert f"sandtable verify {path}" in ran.out
    card = ran.out.splitlines()[-1]
    assert card.startswith("To share: Sandtable, Echoes of War · Campaign 3 of 24 · ")
    assert card.endswith(" · no takebacks")
    assert sandtable("verify", path).code == 0
    again = sandtable("play", "echoes", "--resume", path)
    assert card in again.out  # a finished war tells its end once more


# Dice of one's own


def test_dice_of_ones_own(sandtable: Run, home: Path) -> None:
    ran = sandtable("play", "echoes", "--dice", "manual", "--plain", input="9\nx\n1 2\n5\n1\n2\n6 1\n1\n")
    assert ran.out.count("A die for the action page. Throw a die with 6 sides and type what it shows.") == 1
    assert "A die shows 1 to 6, not 9." in ran.out
    assert "Type 1 die as numbers, not 'x'." in ran.out
    assert "1 die is needed here, not 2." in ran.out
    assert "2 dice are needed here, not 1." in ran.out
    assert "The Allies roll 6, the Axis rolls 1 (+1 for the Axis): the Allies win by 4." in ran.out
    verified = sandtable("verify", saves(home)[0])
    assert verified.code == 0
    assert "thrown by hand" in verified.out


# Wishes


def test_words_of_ones_own_are_in_the_journal(sandtable: Run, home: Path) -> None:
    sandtable("play", "echoes", "--plain", "--nonce", "over the hills")
    assert '"nonces":{"player":"over the hills"}' in saves(home)[0].read_text()


def test_the_war_of_a_day_is_the_same_for_everyone(sandtable: Run) -> None:
    day = ("play", "echoes", "--plain", "--day", "2026-11-15")
    first, second = sandtable(*day, input="1\n").out, sandtable(*day, input="1\n").out
    assert "Echoes of War: The war of 2026-11-15." in first
    assert first.splitlines()[:-1] == second.splitlines()[:-1]
    assert "The war of 20" in sandtable("play", "echoes", "--plain", "--daily").out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--campaign", "25"], "There is no campaign 25; the booklet has 1 to 24."),
        (["--campaign", "0"], "There is no campaign 0"),
        (["--day", "yesterday"], "'yesterday' is not a day; write it like 2026-11-15."),
        (["--day", "2026-02-30"], "'2026-02-30' is not a day; write it like 2026-11-15."),
        (["--campaign", "3", "--daily"], "either a campaign or the war of a day"),
        (["--campaign", "3", "--nonce", "x"], "the same for everyone"),
        (["--dice", "loaded"], "There are no 'loaded' dice; there are: fair, manual."),
        (["--dice", "manual", "--nonce", "x"], "leave --nonce away"),
        (["--scenario", "mars"], "Echoes has no scenario 'mars'; it has: war."),
        (["--option", "fog=on"], "Echoes has no option 'fog'; it has: none."),
        (["--option", "fog"], "An option is written name=value, not 'fog'."),
        (["--resume", "--daily"], "--resume takes no other wishes"),
        (["--resume"], "There is no unfinished echoes to go on with"),
        (["some.sandtable"], "say --resume some.sandtable"),
    ],
)
def test_wishes_that_cannot_be(sandtable: Run, home: Path, args: list[str], says: str) -> None:
    ran = sandtable("play", "echoes", *args, "--plain")
    assert_one_sentence(ran)
    assert says in ran.err
    assert not (home / "saves").exists()


def test_without_a_terminal_it_is_lines_of_text_anyway(process: Run) -> None:
    ran = process("play", "echoes", "--campaign", "3", input="status\n")
    assert ran.code == 0
    assert ran.err == "This is not a terminal, so the game is played in lines of text.\n"


def test_junk_on_standard_input_is_only_refused(process: Run) -> None:
    ran = process(*CAMPAIGN, input=b"\xff\xfe\x00\n\x80\n")
    assert ran.code == 0
    assert "Traceback" not in ran.out + ran.err


# Bots


def test_a_hint_says_what_the_strongest_bot_would_do_and_why(sandtable: Run) -> None:
    out = sandtable(*CAMPAIGN, input=TO_THE_ALLIES + "hint\n").out
    (said,) = (line for line in out.splitlines() if line.startswith(("Attack", "Tide", "End")))
    assert "(needs " in said
    assert said.endswith(".")


def test_an_estimate_has_every_end_with_its_error(sandtable: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ESTIMATE_GAMES", 20)
    out = sandtable(*CAMPAIGN, input="estimate\n").out
    assert "20 times the rest of the game was played by the sensible bot from here:" in out
    assert re.search(r"\d+% \(\d+% to \d+%\) +█+ +Axis victory", out)
    assert re.search(r"On average that is worth 0\.\d\d of 1, give or take 0\.\d\d\.", out)


def test_a_bot_plays_to_the_end_and_its_card_says_so(sandtable: Run, home: Path) -> None:
    ran = sandtable("play", "echoes", "--campaign", "3", "--bot", "aimless")
    assert ran.out.startswith("Echoes of War: Campaign 3 of 24, played by the aimless bot.\n")
    assert ran.out.splitlines()[-1].endswith("· no takebacks · played by the aimless bot")
    assert sandtable("verify", saves(home)[0]).code == 0
    assert "points" not in sandtable("campaigns").out  # it is nobody's best result


@pytest.mark.parametrize(
    ("args", "says"), [(["--bot", "genius"], "has no bot 'genius'"), (["--bot", "aimless", "--dice", "manual"], "bot")]
)
def test_bots_that_cannot_be(sandtable: Run, args: list[str], says: str) -> None:
    ran = sandtable("play", "echoes", *args)
    assert_one_sentence(ran)
    assert says in ran.err


# Any game


def played(lines: Iterable[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Sitting, str]:
    """The auction of the core's own tests, played by hand in lines of text by one person for both houses."""
    seats = {"player": ("north", "south")}
    setup = new_setup(AUCTION, id="t", scenario=next(iter(AUCTION.scenarios)), options={}, seats=seats, salt="00")
    sitting = Sitting(Table(AUCTION, setup), tmp_path / "auction.sandtable")
    Plain(sitting, GameText(), iter(lines)).play()
    return sitting, capsys.readouterr().out


@pytest.mark.parametrize("name", MODULES)
def test_every_game_can_be_walked_click_by_click(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game(name)
    scenario, secret = next(iter(game.scenarios)), b"known to all"
    seats = game.seats_together(scenario, "player")
    setup = new_setup(game, id="w", scenario=scenario, options={}, seats=seats, salt="00", secret=secret)
    sitting = Sitting(Table(game, setup, secret), tmp_path / "walked.sandtable")

    def somebody() -> Iterator[str]:
        """Types one click after the other, at random, until 5 moves are made."""
        rng = Random(1)
        while (question := sitting.question()) is not None and len(sitting.table.moves) < 5:
            choices = Choices(question[1], sitting.game.names)
            clicks: tuple[str, ...] = ()
            while not (said := choices.follow(clicks)).complete:
                clicks = (*clicks, rng.choice(said.following))
            yield "?"
            yield from clicks

    Plain(sitting, text_of(name), somebody()).play()
    out = capsys.readouterr().out
    assert len(sitting.table.moves) >= 5
    assert "Type one of: " in out


def test_any_game_can_be_played_in_lines_of_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sitting, out = played(["3", "status", "hint", "estimate", "1", "0"], tmp_path, capsys)
    assert "north: How much do you bid?" in out
    assert "south: How much do you bid?" in out
    assert "north wins the lot." in out
    assert "There is no game 'auction'" in out  # bots know only the games of the registry
    assert "Bots take too long over a whole game of Auction for an estimate." in out
    want = pending(sitting.table.state)
    assert want is not None
    assert want.what == "auction.pack"
