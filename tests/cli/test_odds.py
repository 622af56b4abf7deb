"""`odds`: exact battle odds for people, as JSON and as a picture."""

import json
from pathlib import Path

import pytest

from sandtable.cli import saving
from sandtable.core.table import Table, new_setup
from sandtable.games import load_game
from tests.cli.conftest import Run, assert_one_sentence

ATTACK, DEFENCE = "10 infantry 3 artillery 3 tank 2 fighter", "8 infantry 2 artillery 1 fighter 1 aaa"


def test_a_battle_in_words(sandtable: Run) -> None:
    printed = sandtable("odds", "pacific", ATTACK, DEFENCE).out
    assert "win            99.00 %" in printed
    assert "Exact." in printed


def test_a_battle_as_json_and_as_a_picture(sandtable: Run, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    found = json.loads(sandtable("odds", "pacific", ATTACK, DEFENCE, "--json", "--plot", str(picture)).out)
    assert round(found["win"], 6) == 0.990009
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("option", [("--retreat-left", "3"), ("--retreat-below", "0.9"), ("--rounds", "1")])
def test_an_attacker_may_break_off(sandtable: Run, option: tuple[str, str]) -> None:
    found = json.loads(sandtable("odds", "pacific", "3 infantry", "2 infantry", "--json", *option).out)
    assert found["retreat"] > 0.1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("pacific", "3 infntry", "1 tank"), "did you mean 'infantry'"),
        (("pacific", "", "1 tank"), "there is no attacker"),
        (("pacific", "3 infantry", "1 tank", "--terrain", "moon"), "land or sea"),
        (("pacific", "3 infantry", "1 tank", "--retreat-below", "3"), "between 0 and 1"),
        (("echoes", "3 infantry", "1 tank"), "echoes has no battle odds"),
        (("chess", "a", "b"), "there is no game 'chess'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(sandtable: Run, args: tuple[str, ...], says: str) -> None:
    done = sandtable("odds", *args)
    assert_one_sentence(done)
    assert says.lower() in done.err.lower()


def saved_war(path: Path, *answers: object) -> Path:
    """A war in which Japan has answered so far, as a save."""
    game = load_game("pacific")
    seats = game.seats_together("pacific", "all")
    setup = new_setup(game, id="a war", scenario="pacific", options={}, seats=seats, salt="00", secret=b"s")
    table = Table(game, setup, b"s")
    for answer in answers:
        table.run()
        table.answer("japan", answer)
    saving.write(table, path)
    return path


def test_what_could_attack_a_space_of_a_saved_war(sandtable: Run, tmp_path: Path) -> None:
    save = saved_war(tmp_path / "war.sandtable", (), ())
    printed = sandtable("odds", save, "yunnan").out
    assert "The attack that Japan could now make" in printed
    assert "3 infantry, 1 artillery, 1 fighter, 1 tactical bomber, 2 strategic bombers" in printed
    assert "defender  4 infantry" in printed


def test_the_battle_that_is_declared_in_a_saved_war(sandtable: Run, tmp_path: Path) -> None:
    march = ("kwangsi", ("yunnan",), (("infantry", 2), ("artillery", 1)))
    save, picture = saved_war(tmp_path / "war.sandtable", (), (), march), tmp_path / "odds.svg"
    found = json.loads(sandtable("odds", save, "Yunnan", "--json", "--plot", picture).out)
    assert found["declared"]
    assert found["attacker"] == "japan"
    assert found["odds"]["attackers"] == {"infantry": 2, "artillery": 1}
    assert found["odds"]["defenders"] == {"infantry": 4}
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("space", "says"),
    [
        ("atlantis", "there is no space 'atlantis'"),
        ("yunan", "did you mean Yunnan"),
        ("manchuria", "Manchuria is friendly to Japan"),
        ("sz1", "there is nobody in"),
        ("new_zealand", "Japan, whose turn it is, has nothing that could attack New Zealand now"),
    ],
)
def test_a_space_that_cannot_be_attacked_is_one_sentence(sandtable: Run, tmp_path: Path, space: str, says: str) -> None:
    done = sandtable("odds", saved_war(tmp_path / "war.sandtable", (), ()), space)
    assert_one_sentence(done)
    assert says.lower() in done.err.lower()


def test_other_files_are_one_sentence(sandtable: Run, tmp_path: Path) -> None:
    missing = sandtable("odds", tmp_path / "none.sandtable", "yunnan")
    assert_one_sentence(missing)
    assert "There is no file" in missing.err
    echoes = sandtable("odds", Path(__file__).parents[1] / "saves" / "0.1.0" / "echoes-midway.save", "yunnan")
    assert_one_sentence(echoes)
    assert "is a war of echoes, which has no battle odds" in echoes.err
    terrain = sandtable("odds", saved_war(tmp_path / "war.sandtable"), "yunnan", "--terrain", "sea")
    assert_one_sentence(terrain)


def test_what_is_missing_or_too_much_is_named(sandtable: Run, home: Path) -> None:
    alone = sandtable("odds", "pacific", "6 infantry")
    assert_one_sentence(alone)
    assert "Name the defenders too" in alone.err
    sandtable("play", "pacific", "--plain")
    (war,) = (home / "saves").glob("*.sandtable")
    both = sandtable("odds", war, "yunnan", "3 infantry")
    assert_one_sentence(both)
    assert "name a space and nothing else" in both.err


def test_no_loss_is_less_than_nothing(sandtable: Run) -> None:
    fleet = "11 fighter 8 tactical_bomber 2 strategic_bomber 2 battleship 3 carrier 2 cruiser 4 destroyer 2 submarine"
    assert "attacker loses 0.0 IPCs on average" in sandtable("odds", "pacific", fleet, "1 submarine").out


def test_only_pictures_are_drawn_over(sandtable: Run, home: Path, tmp_path: Path) -> None:
    sandtable("play", "pacific", "--plain")
    (war,) = (home / "saves").glob("*.sandtable")
    before = war.read_bytes()
    for command in (("draw", war, war), ("odds", "pacific", "2 inf", "1 inf", "--plot", war)):
        ran = sandtable(*command)
        assert_one_sentence(ran)
        assert "is no picture, so nothing is drawn over it" in ran.err
        assert war.read_bytes() == before
    picture = tmp_path / "board.svg"
    for _ in range(2):
        assert sandtable("draw", war, picture).code == 0
    assert picture.read_text().startswith("<svg")
