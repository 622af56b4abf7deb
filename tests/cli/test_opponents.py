"""Bots in the seats that the person does not take."""

from pathlib import Path
from random import Random

import pytest

from sandtable.cli import saving
from sandtable.cli.opening import nations_of
from sandtable.core.journal import Answered, Journal
from sandtable.games import load_game
from tests.cli.conftest import Run, assert_one_sentence

TURN = "standing losses by price\n8 infantry ok\n1\ndone\ndone\njapan 8 infantry ok\n"
"""Japan buys, keeps the peace, moves nothing and places what it bought."""
WHATEVER_COMES = "1\n" * 12
"""If somebody attacks Japan: the first choice."""


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice and the same bots whenever a test runs."""
    monkeypatch.setattr("os.urandom", Random(1940).randbytes)


def journal(home: Path) -> Journal:
    (path,) = (home / "saves").glob("*.sandtable")
    return saving.read(path).journal


def test_bots_play_the_other_powers(sandtable: Run, home: Path) -> None:
    out = sandtable("play", "pacific", "--as", "Japan", "--against", "random", input=TURN + WHATEVER_COMES).out
    assert "You play Japan. Bots play United States (random), China (random)," in out
    assert "Round 2: Japan to move." in out
    assert "China has" not in out  # only Japan is asked what it buys
    answers = [entry for entry in journal(home).entries if isinstance(entry, Answered)]
    assert {entry.nation for entry in answers if not entry.automatic} == {"japan"}
    assert {entry.automatic for entry in answers if entry.nation == "china"} == {"bot random"}


def test_a_saved_game_knows_who_plays_whom(sandtable: Run, home: Path) -> None:
    sandtable("play", "pacific", "--as", "japan", "--against", "random", input=TURN.partition("1\n")[0])
    out = sandtable("play", "pacific", "--resume", input=TURN.partition("ok\n")[2] + WHATEVER_COMES).out
    assert "Bots play United States (random)" in out
    assert "Round 2: Japan to move." in out


def test_a_side_is_all_its_nations_and_the_strongest_bot_plays_the_others(sandtable: Run, home: Path) -> None:
    sandtable("play", "pacific", "--as", "allies")
    assert journal(home).setup.seats == {
        "japan by planner": ("japan",),
        "united_states": ("united_states",),
        "china": ("china",),
        "united_kingdom": ("united_kingdom",),
        "anzac": ("anzac",),
    }


def test_sealed_orders_of_bots_stay_sealed(sandtable: Run) -> None:
    args = ("play", "warroom", "--scenario", "eastern_front", "--as", "soviet", "--against", "random")
    out = sandtable(*args, input="done\nstatus\n").out
    assert "You play Soviet Union. Bots play Germany (random)." in out
    assert "Orders are a Command and a region" in out
    assert "Germany: " not in out[out.index("Orders are a Command") :].partition("Commands of")[0]


def test_the_person_can_go_back_behind_the_answers_of_bots(sandtable: Run) -> None:
    out = sandtable("play", "pacific", "--as", "japan", "--against", "random", input=TURN + "undo\ntakeback\n").out
    assert "only the whole table can agree to go back. Type 'takeback'" in out
    assert out.rstrip().splitlines()[-1].startswith("The game is saved.")
    assert "Where does Japan place its new units?" in out[out.index("Gone back to your last decision.") :]


@pytest.mark.parametrize(
    ("game", "said", "nations"),
    [
        ("pacific", "usa", ["united_states"]),
        ("pacific", "US,uk", ["united_states", "united_kingdom"]),
        ("pacific", "United States,us", ["united_states"]),
        ("pacific", "jap", ["japan"]),
        ("pacific", "anzac", ["anzac"]),
        ("pacific", "axis", ["japan"]),
        ("warroom", "uk,USSR", ["british", "soviet"]),
        ("warroom", "GER,brc,us", ["british", "usa", "germany"]),
    ],
)
def test_nations_are_known_by_their_short_names(game: str, said: str, nations: list[str]) -> None:
    found = load_game(game)
    assert nations_of(found, next(iter(found.scenarios)), tuple(said.split(","))) == nations


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("pacific", "--as", "germany"), "nobody plays 'germany' here; there are: japan, united_states"),
        (("pacific", "--as", "united"), "'united' can be united_states or united_kingdom; say which"),
        (("pacific", "--as", "japan", "--against", "gambler"), "pacific has no bot 'gambler'"),
        (("pacific", "--against", "planner"), "say with --as which nations you play"),
        (("pacific", "--as", "japan", "--bot", "planner"), "leave --as and --against away"),
        (("echoes", "--plain", "--as", "poland"), "nobody plays 'poland' here"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(sandtable: Run, args: tuple[str, ...], says: str) -> None:
    done = sandtable("play", *args)
    assert_one_sentence(done)
    assert says.lower() in done.err.lower()
