"""The laws: what holds for every registered game by itself, and for the small game of the core's own tests."""

import os
import random
import subprocess
import sys
from functools import cache
from itertools import islice

import msgspec
import pytest

from sandtable.core import play
from sandtable.core.events import told
from sandtable.core.forms import AnyMenu, Form, OpenForm
from sandtable.core.journal import Answered
from sandtable.core.menus import THAT_IS_ALL, Menu, TooMany
from sandtable.core.saves import glance, open_save, read, write
from sandtable.core.state import OWNER, SECRET, decode, digest, encode, marks
from sandtable.core.steps import Ask, tag_of
from sandtable.core.table import replay
from sandtable.core.verdicts import Illegal
from tests.laws import driving

GARBAGE = (
    None,
    True,
    -1,
    10**12,
    "",
    "nonsense",
    (),
    ("nonsense",),
    ("stop", "stop"),
    [[]],
    {"x": 1},
    (("x", 1),),
    1.5,
)

every_game = pytest.mark.parametrize(("name", "scenario"), driving.GAMES_AND_SCENARIOS)


def is_data(menu: Menu) -> bool:
    """Whether a menu is all data; a game's own open form is walked where the game is."""
    return not isinstance(menu, OpenForm) or isinstance(menu, Form)


@every_game
def test_sampled_listed_and_default_answers_are_legal(name, scenario):
    game, rng = driving.game_named(name), random.Random(1)
    for state in driving.asks(game, scenario, seed=1, decisions=150):
        menus = play.pending(state).menus
        state.want = None
        for nation, anew in play.pending(state).menus.items():  # it has nothing to remember of what was sampled
            menu = menus[nation]
            assert menu.rule, "every menu names the clause that governs it"
            for answer in [menu.default, *(menu.sample(rng) for _ in range(3)), *islice(menu.answers(), 30)]:
                assert menu.why_not(answer) is None
                assert anew.why_not(answer) is None
                assert anew.read(answer) == answer


@every_game
def test_walking_reaches_exactly_the_listed_answers_and_names_known_objects(name, scenario):
    game = driving.game_named(name)
    walked = 0
    for state in driving.asks(game, scenario, seed=2, decisions=120):
        for menu in play.pending(state).menus.values():
            for click in menu.next().clicks:
                assert click in game.names or click == THAT_IS_ALL or click.lstrip("-").isdecimal()
            try:
                listed = menu.list(40)
            except TooMany:
                continue
            assert set(reached(menu, ())) == set(listed)
            assert menu.size() == len(listed)
            walked += 1
    assert walked


def reached(menu, prefix):
    walk = menu.next(prefix)
    if walk.complete:
        yield walk.answer
    for click in walk.clicks:
        yield from reached(menu, (*prefix, click))


@every_game
def test_a_refused_answer_changes_no_byte(name, scenario):
    game = driving.game_named(name)
    for state in driving.asks(game, scenario, seed=3, decisions=60):
        before = encode(state)
        want = play.pending(state)
        for nation, menu in want.menus.items():
            for answer in GARBAGE:
                if menu.why_not(menu.read(answer)) is None:
                    continue
                with pytest.raises(Illegal) as refused:
                    play.answer(state, nation, answer)
                assert refused.value.refusal.sentence
                assert refused.value.refusal.rule
        with pytest.raises(Illegal):
            play.answer(state, "nobody", None)
        assert encode(state) == before
        assert play.pending(state) is want


@every_game
def test_states_survive_encoding_and_play_on_alike(name, scenario):
    game = driving.game_named(name)
    for state in driving.asks(game, scenario, seed=4, decisions=40):
        twin = decode(game.state, encode(state))
        assert encode(twin) == encode(state)
        assert encode(game.view(twin, ())) == encode(game.view(state, ()))
        original, rng, same = state.clone(), random.Random(5), random.Random(5)
        for _ in range(6):
            if play.pending(original) is None:
                break
            driving.advance(original, rng)
            driving.advance(twin, same)
        assert encode(original) == encode(twin)


@every_game
def test_clones_are_independent(name, scenario):
    game = driving.game_named(name)
    kept = []
    for state in driving.asks(game, scenario, seed=6, decisions=60):
        kept.append((state.clone(), digest(state, b"salt")))
    for clone, fingerprint in kept:
        assert digest(clone, b"salt") == fingerprint


@every_game
def test_pending_is_pure(name, scenario):
    game = driving.game_named(name)
    for state in driving.asks(game, scenario, seed=7, decisions=40):
        before = encode(state)
        state.want = None
        assert canonical_want(play.pending(state)) == canonical_want(play.pending(state))
        assert encode(state) == before


def canonical_want(want):
    return want.what, want.prompt, {nation: menu.rule for nation, menu in want.menus.items()}


@every_game
def test_menus_cross_to_another_process(name, scenario):
    game = driving.game_named(name)
    for state in driving.asks(game, scenario, seed=8, decisions=60):
        for menu in play.pending(state).menus.values():
            if is_data(menu):
                twin = msgspec.json.decode(msgspec.json.encode(menu), type=AnyMenu)
                assert twin == menu
                assert twin.next() == menu.next()


@every_game
def test_a_journal_replays_to_the_same_digest_also_from_a_save(name, scenario):
    game = driving.game_named(name)
    table = driving.seated_table(game, scenario, seed=9)
    for _ in driving.play_table(table, seed=9, moves=80):
        pass
    again = replay(game, table.journal, driving.SECRET)
    assert again.digest() == table.digest()
    assert again.journal.head == table.journal.head
    saved = read(write(table, "test"))
    opened = open_save(saved, game)
    assert opened.digest() == table.digest()
    assert [event.says() for _, event in opened.diary] == [event.says() for _, event in table.diary]
    glanced, _ = glance(saved, game)
    assert encode(glanced) == encode(table.state)


@cache
def played_with(hash_seed: str) -> list[str]:
    """How every game comes out in a process that hashes in its own way."""
    script = """
from tests.laws import driving
for name, scenario in driving.GAMES_AND_SCENARIOS:
    table = driving.seated_table(driving.game_named(name), scenario, 11)
    for _ in driving.play_table(table, 11, 60):
        pass
    print(table.digest(), table.journal.head)
"""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@every_game
def test_the_same_journal_is_the_same_game_whatever_the_hash_seed(name, scenario):
    place = driving.GAMES_AND_SCENARIOS.index((name, scenario))
    assert played_with("1")[place] == played_with("2")[place]


@every_game
def test_undo_gives_the_state_before_and_stops_at_barriers(name, scenario):
    game = driving.game_named(name)
    nations = game.scenario(scenario).nations
    table = driving.seated_table(game, scenario, seed=12)
    before, undone, refused = {}, 0, 0
    for _ in driving.play_table(table, seed=12, moves=100):
        for nation in nations:
            last = table.journal.entries[table.moves[-1]] if table.moves else None
            if table.why_not_undo((nation,)) is None:
                assert isinstance(last, Answered)
                assert last.nation == nation
                assert table.moves[-1] not in table.barriers
                twin = replay(game, table.journal, driving.SECRET)
                twin.undo((nation,))
                assert twin.digest() == before[len(table.moves) - 1]
                assert replay(game, twin.journal, driving.SECRET).digest() == twin.digest()
                undone += 1
            else:
                refused += 1
                with pytest.raises(Illegal):
                    table.undo((nation,))
        before[len(table.moves)] = table.digest()
    assert refused


@every_game
def test_views_are_built_for_every_seat_and_for_watchers(name, scenario):
    game = driving.game_named(name)
    for state in driving.asks(game, scenario, seed=13, decisions=40):
        before = encode(state)
        for seat in driving.seats_of(game, scenario):
            assert msgspec.json.encode(game.view(state, seat))
        assert encode(state) == before


@every_game
def test_nothing_leaks(name, scenario):
    """A seat's view, menus, doubts, refusals and events are the same whatever it may not know, byte by byte."""
    game, rng = driving.game_named(name), random.Random(14)
    hidden = [field for field, mark in marks(game.state).items() if mark in (OWNER, SECRET)]
    for state in islice(driving.asks(game, scenario, seed=14, decisions=64), 0, None, 8):
        for seat in driving.seats_of(game, scenario):
            shown = known_to(game, state, seat)
            for _ in range(2):
                other = game.scramble(state, seat, rng)
                assert known_to(game, other, seat) == shown
                for field in game.state.__struct_fields__:
                    if field not in hidden and field != "news":
                        assert encode_field(other, field) == encode_field(state, field), f"{field} is public"


def known_to(game, state, seat):
    """All that a seat can get out of a state: its view, and what its menus say to answers good and bad."""
    rng = random.Random(15)
    said = [msgspec.json.encode(game.view(state, seat))]
    want = play.pending(state)
    if isinstance(want, Ask):
        for nation, menu in want.menus.items():
            if nation in seat:
                answers = [menu.default, *(menu.sample(rng) for _ in range(3)), *GARBAGE]
                said += [str(menu.why_not(menu.read(answer))).encode() for answer in answers]
                said += [str(menu.doubts(answer)).encode() for answer in answers[:4]]
                said.append(str(menu.next()).encode())
    return said


def encode_field(state, field):
    return msgspec.json.encode(getattr(state, field), order="sorted")


@every_game
def test_sealed_answers_leave_no_trace_but_ready(name, scenario):
    """Whatever a nation seals, and however often, others see the same."""
    game, rng = driving.game_named(name), random.Random(16)
    for state in driving.asks(game, scenario, seed=16, decisions=60):
        want = play.pending(state)
        if not want.sealed or len(want.menus) < 2:
            continue
        nation = next(iter(want.menus))
        others = tuple(other for other in want.menus if other != nation)
        seen = set()
        for attempt in range(4):
            twin = state.clone()
            events = []
            for _ in range(1 + attempt):
                if len(twin.sealed) == len(want.menus) - 1 and nation not in twin.sealed:
                    break
                events += play.answer(twin, nation, want.menus[nation].sample(rng))
            seen.add((msgspec.json.encode(game.view(twin, others)), msgspec.json.encode(told(events, others))))
        assert len(seen) == 1


@every_game
def test_names_are_stable_and_begin_with_the_prefix_of_the_game(name, scenario):
    game, rng = driving.game_named(name), random.Random(17)
    for state in driving.asks(game, scenario, seed=17, decisions=80):
        assert play.pending(state).what.startswith(f"{game.prefix}.")
        for step in state.steps:
            assert tag_of(type(step)).partition(".")[0] in (game.prefix, "sequence", "each")
        for event in driving.advance(state.clone(), rng):
            assert tag_of_event(event).startswith(f"{game.prefix}.")
            assert event.says()


def tag_of_event(event):
    return type(event).__struct_config__.tag
