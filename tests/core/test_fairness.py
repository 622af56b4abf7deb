"""Dice that anyone can verify."""

import hashlib
import hmac
import subprocess
import sys
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import fairness
from sandtable.core.saves import write
from sandtable.core.state import canonical
from tests import auction
from tests.laws import driving

KEY = fairness.game_key(b"secret", {"north": "words", "south": "more words"})


def test_the_recipe_is_the_published_one():
    """Written out once more by hand, as somebody without this program would."""
    key = hmac.new(b"secret", b'{"north":"words","south":"more words"}', hashlib.sha256).digest()
    block = hmac.new(key, b'["game",0,"attack",1,0]', hashlib.sha256).digest()
    word = int.from_bytes(block[:4], "big")
    assert word < 2**32 - 2**32 % 6
    assert fairness.roll_faces(KEY, ["game", 0, "attack", 1], 6, 1) == (1 + word % 6,)


def test_words_beyond_the_last_multiple_are_passed_over():
    limit = 2**32 - 2**32 % 6
    assert fairness.below(iter([limit, 2**32 - 1, 8]), 6) == 2


def test_faces_are_even():
    counts = Counter(face for n in range(2000) for face in fairness.roll_faces(KEY, ["g", 0, "x", n], 6, 3))
    expected = 6000 / 6
    assert sum((counts[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5  # 99.9 % of chi-square with 5


@pytest.mark.parametrize("changed", [["h", 0, "x", 1], ["g", 1, "x", 1], ["g", 0, "y", 1], ["g", 0, "x", 2]])
def test_every_part_of_the_name_of_a_roll_matters(changed):
    """Above all the number of takebacks: known faces never fall again."""
    assert fairness.roll_faces(KEY, ["g", 0, "x", 1], 6, 20) != fairness.roll_faces(KEY, changed, 6, 20)


def test_the_words_of_each_seat_matter():
    other = fairness.game_key(b"secret", {"north": "words", "south": "other words"})
    assert fairness.roll_faces(KEY, ["g", 0, "x", 1], 6, 20) != fairness.roll_faces(other, ["g", 0, "x", 1], 6, 20)


def test_draws_are_without_replacement_and_reach_every_order():
    drawn = Counter(fairness.draw_places(KEY, ["g", 0, "x", n], 3, 3) for n in range(600))
    assert len(drawn) == 6
    assert min(drawn.values()) > 60


def test_the_stream_goes_on_beyond_its_first_block():
    assert len(set(islice(fairness.words(KEY, ["g"]), 100))) == 100


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(json_values)
def test_both_writers_of_canonical_json_agree(value):
    assert fairness.canonical_json(value) == canonical(value)


def finished_save():
    table = driving.seated_table(auction.GAME, "sale", seed=3)
    for _ in driving.play_table(table, seed=3, moves=100):
        pass
    table.run()
    return write(table, "test")


def test_the_verifier_accepts_a_real_game():
    assert fairness.problems(finished_save().splitlines()) == []


def test_the_verifier_rejects_any_changed_entry():
    """Wherever a digit of an entry is changed, it is noticed."""
    save = finished_save()
    lines = save.splitlines()
    for number, line in enumerate(lines):
        if '"entry"' not in line:
            continue
        for place in [place for place, letter in enumerate(line) if letter.isdigit()][-3:]:
            changed = line[:place] + str((int(line[place]) + 1) % 10) + line[place + 1 :]
            assert fairness.problems([*lines[:number], changed, *lines[number + 1 :]])


def test_the_verifier_rejects_a_loaded_die_in_a_mended_chain():
    """Whoever mends the chain after changing a face is still found out by the secret."""
    import json

    records = [json.loads(line) for line in finished_save().splitlines()]
    link = ""
    for record in records:
        if "entry" in record:
            if record["entry"]["kind"] == "draw" and record["entry"]["number"] == 1:
                record["entry"]["faces"] = [(record["entry"]["faces"][0] + 1) % record["entry"]["items"]]
            link = record["chain"] = fairness.chain(link, fairness.canonical_json(record["entry"]))
    assert "but the secret gives" in fairness.problems([json.dumps(record) for record in records])[0]


def test_an_unfinished_game_has_no_secret_to_verify():
    table = driving.seated_table(auction.GAME, "sale", seed=3)
    assert "not revealed yet" in fairness.problems(write(table, "test").splitlines())[0]


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"entry":3}', "[]"])
def test_the_verifier_says_when_it_is_given_something_else(text):
    assert fairness.problems(text.splitlines()) == ["this is not a saved game"]


def test_the_verifier_stands_alone(tmp_path):
    """The file needs nothing but Python itself: run in isolation, without this package."""
    (tmp_path / "save").write_text(finished_save(), "utf-8")
    script = tmp_path / "fairness.py"
    with open(fairness.__file__, encoding="utf-8") as source:
        script.write_text(source.read(), "utf-8")
    done = subprocess.run([sys.executable, "-I", "-S", script, tmp_path / "save"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "every roll is as the secret gives it")
    (tmp_path / "save").write_text(finished_save().replace('"faces":[', '"faces":[9', 1), "utf-8")
    done = subprocess.run([sys.executable, "-I", "-S", script, tmp_path / "save"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "chain of hashes is broken" in done.stderr
