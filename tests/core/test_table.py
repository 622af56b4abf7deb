"""A game in play: journal, undo, takeback, standing answers, snapshots, replay."""

import msgspec
import pytest

from sandtable.core import play
from sandtable.core.journal import Answered, Journal, Rolled, Standing, in_force
from sandtable.core.saves import glance, open_save, read, write
from sandtable.core.table import Table, Trouble, new_setup, replay
from sandtable.core.verdicts import BadFaces, BadInput, Illegal, Refusal
from tests import auction
from tests.laws.driving import SECRET, play_table, seated_table


def sale(seed=1):
    return seated_table(auction.GAME, "sale", seed)


def bid_and_draw(table, north=3, south=1):
    table.answer("north", north)
    table.answer("south", south)
    return table.run()


def by_hand():
    setup = new_setup(
        auction.GAME, id="t", scenario="sale", options={}, seats={"a": ("north",), "b": ("south",)}, salt="00"
    )
    return Table(auction.GAME, setup)


def test_every_move_is_in_the_journal_and_the_chain_grows():
    table = sale()
    heads = [table.journal.head]
    bid_and_draw(table)
    kinds = [type(entry).__name__ for entry in table.journal.entries]
    assert kinds == ["Setup", "Answered", "Answered", "Drawn"]
    assert len({*heads, *table.journal.links}) == 4


def test_undo_takes_back_one_own_answer_after_the_other():
    table = sale()
    bid_and_draw(table)
    before = table.digest()
    table.answer("north", {"sack": 1})
    packed = table.digest()
    table.answer("north", ["leave"])
    table.undo(("north",))
    assert table.digest() == packed
    table.undo(("north",))
    assert table.digest() == before
    with pytest.raises(Illegal, match="Something was revealed since"):
        table.undo(("north",))


def test_undo_stops_at_the_answer_of_another():
    table = sale()
    bid_and_draw(table)
    for answer in ({"sack": 1}, ["leave"], "ok"):
        table.answer("north", answer)
    table.answer("south", {"sack": 1})
    with pytest.raises(Illegal, match="south has answered since"):
        table.undo(("north",))


def test_a_seat_with_both_nations_may_go_back_further():
    table = sale()
    bid_and_draw(table)
    for answer in ({"sack": 1}, ["leave"], "ok"):
        table.answer("north", answer)
    table.answer("south", {"sack": 1})
    table.undo(("north", "south"))
    table.undo(("north", "south"))
    assert play.pending(table.state).what == "auction.finish"


def test_the_last_sealed_answer_cannot_be_taken_back_alone():
    table = sale()
    table.answer("north", 3)
    assert table.why_not_undo(("north",)) is None
    table.answer("south", 1)
    assert "revealed" in table.why_not_undo(("south",)).sentence


def test_nothing_to_undo_at_the_start():
    with pytest.raises(Illegal, match="Nothing has been done yet"):
        sale().undo(("north",))


def test_a_takeback_needs_everyone_and_brings_new_dice():
    table = sale()
    bid_and_draw(table)
    drawn = table.journal.entries[3]
    with pytest.raises(Illegal, match="seat south did not agree"):
        table.takeback(2, ("seat north",))
    for _ in range(3):
        table.takeback(2, ("seat north", "seat south"))
        table.run()
    again = table.journal.entries[-1]
    assert (drawn.number, drawn.takebacks) == (1, 0)
    assert (again.number, again.takebacks) == (1, 3)
    assert replay(auction.GAME, table.journal, SECRET).digest() == table.digest()


def test_a_takeback_goes_back_to_an_entry_that_is_there():
    table = sale()
    bid_and_draw(table)
    with pytest.raises(Illegal, match="no entry 99"):
        table.takeback(99, ("seat north", "seat south"))


def test_nothing_is_taken_back_once_the_secret_of_the_dice_is_out():
    table = sale()
    for _ in play_table(table, 1, 100):
        pass
    table.run()
    assert table.revealed
    with pytest.raises(Illegal, match="secret of its dice is out"):
        table.takeback(1, ("seat north", "seat south"))
    with pytest.raises(Illegal, match="secret of its dice is out"):
        table.undo(("north", "south"))


def test_entries_that_were_struck_out_are_not_in_force():
    table = sale()
    bid_and_draw(table)
    table.answer("north", {"sack": 1})
    table.undo(("north",))
    table.answer("north", {"crate": 1})
    assert in_force(table.journal.entries) == [1, 2, 3, 6]


def test_dice_by_hand_and_dice_by_key_are_not_mixed():
    table = by_hand()
    table.answer("north", 2)
    table.answer("south", 2)
    with pytest.raises(BadFaces, match="thrown by hand"):
        table.roll()
    assert table.run() == []
    table.roll((2,))
    assert isinstance(table.journal.entries[-1], Rolled)
    other = sale()
    other.answer("north", 2)
    other.answer("south", 2)
    with pytest.raises(BadFaces, match="fall by themselves"):
        other.roll((2,))


def test_standing_answers_are_ordinary_answers_marked_automatic():
    table = sale()
    table.declare(Standing("south", "auction.bid", choice=2))
    table.declare(Standing("north", "auction.*", policy="default"))
    table.run()
    answered = [entry for entry in table.journal.entries if isinstance(entry, Answered)]
    assert [(entry.nation, entry.choice, entry.automatic) for entry in answered[:2]] == [
        ("north", 0, "standing"),
        ("south", 2, "standing"),
    ]
    assert play.pending(table.state).menus.keys() == {"south"}
    assert replay(auction.GAME, table.journal, SECRET).digest() == table.digest()


def test_a_standing_answer_that_is_illegal_now_is_not_given():
    table = sale()
    table.declare(Standing("south", "auction.bid", choice=200))
    table.answer("north", 1)
    assert table.run() == []


def test_the_latest_declaration_counts_and_can_be_withdrawn():
    table = sale()
    table.declare(Standing("south", "auction.*", policy="default"))
    table.declare(Standing("south", "auction.bid", policy="ask"))
    assert table.run() == []
    with pytest.raises(BadInput, match="no standing policy 'wild'; there are: ask, default"):
        table.declare(Standing("south", "auction.bid", policy="wild"))
    with pytest.raises(BadInput, match="nobody plays 'west'"):
        table.declare(Standing("west", "auction.bid", policy="ask"))


def test_every_moment_of_a_game_can_be_seen_again():
    table = sale()
    moments = [table.state_after(0)]
    bid_and_draw(table)
    table.answer("north", {"sack": 1})
    assert table.state_after(0) == moments[0]
    assert table.state_after(len(table.moves)) == table.state
    assert table.state_after(2).cards == {"north": (), "south": ()}


def test_a_long_war_keeps_few_positions_and_still_shows_every_moment(monkeypatch):
    monkeypatch.setattr("sandtable.core.table.MOST_SNAPSHOTS", 6)
    monkeypatch.setattr("sandtable.core.table.LATEST_SNAPSHOTS", 3)
    table = seated_table(auction.GAME, "sale", 5)
    seen = {len(before.moves): before.state.clone() for before in play_table(table, 5, 40)}
    assert len(seen) > 12
    assert len(table.snapshots) <= 6
    assert table.snapshots[0][0] == 0
    for number, state in seen.items():
        assert table.state_after(number) == state


def test_strict_replay_names_the_first_move_that_does_not_follow():
    table = sale()
    bid_and_draw(table)
    bad = Journal()
    for entry in table.journal.entries[:2]:
        bad.add(entry)
    bad.add(Answered("south", "auction.bid", 99))
    bad.add(Answered("south", "auction.bid", 1))
    with pytest.raises(
        Trouble, match=r"entry 2 does not follow from the rules: Choose 0 to 9, not 99 \[AU-1\]"
    ) as trouble:
        replay(auction.GAME, bad, SECRET)
    assert trouble.value.at == 2
    rescued = replay(auction.GAME, bad, SECRET, lenient=True)
    assert rescued.moves == [1]
    rescued.answer("south", 1)


def test_the_secret_must_be_the_one_that_was_committed_to():
    with pytest.raises(BadInput, match="does not fit the commitment"):
        Table(auction.GAME, sale().setup, b"another")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scenario": "fair"}, "auction has no scenario 'fair'; it has: sale"),
        ({"options": {"speed": 3}}, "auction has no option 'speed'; it has: rounds"),
        ({"options": {"rounds": 7}}, "option 'rounds' cannot be '7'; it can be: 2, 3, 1"),
        ({"seats": {"a": ("west",)}}, "no nation 'west'; it has: north, south"),
        ({"seats": {"a": ("north",), "b": ("north",)}}, "two seats hold north"),
    ],
)
def test_a_bad_setup_is_refused_with_a_sentence(change, says):
    good = {"id": "t", "scenario": "sale", "options": {}, "seats": {}, "salt": "00"}
    with pytest.raises(BadInput, match=says):
        new_setup(auction.GAME, **{**good, **change})


def test_a_game_may_say_how_its_nations_are_divided_among_seats():
    apart = Refusal("North and south cannot share a seat", "X-1")
    game = msgspec.structs.replace(
        auction.GAME, why_not_seats=lambda scenario, seats: apart if ("north", "south") in seats.values() else None
    )
    good = {"id": "t", "scenario": "sale", "options": {}, "salt": "00"}
    with pytest.raises(Illegal) as refused:
        new_setup(game, **good, seats={"a": ("north", "south")})
    assert refused.value.refusal == apart
    assert game.seats_together("sale", "a") == {"north": ("north",), "south": ("south",)}
    assert new_setup(game, **good, seats=game.seats_together("sale", "a"))
    assert new_setup(game, **good, seats={"a": ("north", "south")}, study=True)
    assert auction.GAME.seats_together("sale", "a") == {"a": ("north", "south")}


def test_a_snapshot_loads_fast_and_must_have_its_digest():
    table = sale()
    bid_and_draw(table)
    text = write(table, "test")
    state, played = glance(read(text), auction.GAME)
    assert state == table.state
    assert played < len(table.moves)
    forged = text.replace('"won":{"north":1,"south":0}', '"won":{"north":9,"south":0}')
    assert forged != text
    with pytest.raises(BadInput, match="snapshot does not have its digest"):
        glance(read(forged), auction.GAME)
    assert open_save(read(forged), auction.GAME).digest() == table.digest()
