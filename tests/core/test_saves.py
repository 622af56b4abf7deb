"""Saves: whole ones open, and everything else says in one sentence what is wrong."""

from pathlib import Path

import pytest

from sandtable.core.fairness import problems
from sandtable.core.saves import glance, open_save, read, write
from sandtable.core.state import encode
from sandtable.core.verdicts import BadInput
from sandtable.games import load_game
from tests import auction
from tests.laws.driving import play_table, seated_table

SAVES = Path(__file__).parent.parent / "saves"


@pytest.fixture(scope="module")
def text():
    table = seated_table(auction.GAME, "sale", 4)
    for _ in play_table(table, 4, 8):
        pass
    return write(table, "test")


def test_a_save_is_read_and_played_on(text):
    table = open_save(read(text), auction.GAME)
    assert write(table, "test") == text
    table.run()


def test_cutting_a_save_off_anywhere_is_noticed(text):
    for place in range(0, len(text) - 1, 7):
        with pytest.raises(BadInput):
            read(text[:place])


def test_every_line_that_goes_missing_is_noticed(text):
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if '"snapshot"' not in line:
            with pytest.raises(BadInput):
                open_save(read("".join(lines[:number] + lines[number + 1 :])), auction.GAME)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "", "the file is empty"),
        (lambda text: "hello\n", "not a saved game of Sandtable"),
        (lambda text: text.replace('"sandtable":1', '"sandtable":9'), "made by a newer release"),
        (lambda text: text.replace('"choice":', '"choice":1', 1), "was changed at line"),
        (lambda text: text.replace('"kind":"answer"', '"kind":"answar"', 1), "was changed at line"),
        (lambda text: text[: text.rindex('{"end"')], "cut off after line"),
        (lambda text: text.replace('"secret":"00', '"secret":"zz'), "secret of its dice is not readable"),
        (lambda text: text.replace('"secret":"0001', '"secret":"ffff'), "does not fit the commitment"),
    ],
)
def test_a_damaged_save_says_what_is_wrong(text, change, says):
    changed = change(text)
    assert changed != text
    with pytest.raises(BadInput, match=says):
        open_save(read(changed), auction.GAME)


def test_rules_of_a_later_release_are_not_guessed(text):
    older = auction.GAME.__replace__(rules=0) if hasattr(auction.GAME, "__replace__") else _with_rules(0)
    with pytest.raises(BadInput, match=r"newer release \(rules 1 of auction; this one knows up to 0\)"):
        open_save(read(text), older)


def _with_rules(number):
    import msgspec

    return msgspec.structs.replace(auction.GAME, rules=number)


@pytest.mark.parametrize("path", sorted(SAVES.glob("*/*.save")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_saves_of_every_release_open_and_verify(path):
    """Each release leaves saves behind that all later ones must open."""
    saved = read(path.read_text("utf-8"))
    table = open_save(saved, load_game(saved.header.game))
    assert table.journal.head == saved.journal.head
    assert encode(glance(saved, table.game)[0]) == encode(table.state), "the position is what it was then"
    finished = table.game.result(table.state) is not None
    assert problems(path.read_text("utf-8").splitlines()) == (
        [] if finished else ["the secret of the dice is not revealed yet: the game is not over"]
    )
    if not finished:
        table.run()
        assert table.state.steps


def test_the_folder_of_saves_is_not_empty():
    assert sorted(SAVES.glob("*/*.save"))
