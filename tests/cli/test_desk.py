"""The desk at 100x30, played by keyboard."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static

from sandtable.cli import saving
from sandtable.cli.desk.app import Desk
from sandtable.cli.desk.dialogs import Choosing, Confirm, Reading, WhyNot
from sandtable.cli.echoes_text import TEXT
from sandtable.cli.opening import Wish, open_new
from sandtable.cli.sitting import Sitting
from sandtable.core.journal import TakenBack
from sandtable.core.play import pending
from sandtable.games.echoes.state import EchoesState

SIZE = (100, 30)
NewDesk = Callable[..., Desk]


@pytest.fixture
def new_desk(tmp_path: Path) -> NewDesk:
    """A desk with a war; campaign 3 begins with three Axis attacks, then the Allies have three."""

    def make(**wish: object) -> Desk:
        table = open_new(Wish(game="echoes", **(wish or {"campaign": 3})))  # type: ignore[arg-type]
        sitting = Sitting(table, tmp_path / "war.sandtable")
        sitting.begin()
        return Desk(sitting, TEXT)

    return make


def shown(desk: Desk, id: str) -> str:
    return str(desk.part(id, Static).render())


def lines(desk: Desk) -> Iterator[str]:
    """The whole screen as it stands."""
    for strip in desk.screen._compositor.render_strips():
        yield strip.text


def choices_of(desk: Desk) -> list[str]:
    listed = desk.part("choices", OptionList)
    return [str(listed.get_option_at_index(at).prompt) for at in range(listed.option_count)]


def state(desk: Desk) -> EchoesState:
    found = desk.sitting.table.state
    assert isinstance(found, EchoesState)
    return found


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def to_the_allies(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await press(pilot, *["enter"] * 5)


async def test_everything_is_on_the_screen_at_100_by_30(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        screen = list(lines(desk))
        text = "\n".join(screen)
        assert len(screen) == 30
        for word in ("Campaign 3 of 24", "Turn 1 of 20, 1940", "18 points", "Tide ●● 2", "[1]", "18★", "q quit"):
            assert word in text
        for word in ("London", "Formosa-", "Manchuria", "★8", "▐Kiev-Minsk ▌", "Allies 5+ 33%", "Axis   3+ 67%"):
            assert word in text
        for word in ("EMT Axis +1 WF EF SF", "PMT Axis +1 CHN PAC ISL", "USA to Europe □□□ 0 of 3 (3: +1 WF SF)"):
            assert word in text
        assert "Oppenheimer (alternate)" in text
        assert "Your move: 3 attacks left." in text
        assert " 3 Attack SF, Libya: 4+, 50% (needs 4)" in text


async def test_several_turns_by_number_and_enter(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "1", "5", "enter")  # the fifteenth choice ends the turn
        assert state(desk).turn == 2
        for _ in range(100):
            await press(pilot, "1", "enter")
            if state(desk).turn == 3:
                break
        diary = [str(line.text) for line in desk.part("diary", RichLog).lines]
        assert any("Turn 3, 1941." in line for line in diary)


async def test_a_number_or_a_key_that_is_not_there(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await press(pilot, "9")
        assert shown(desk, "notice") == "Choose 1 to 4, not 9."
        await press(pilot, "x")
        assert shown(desk, "notice") == "Key x does nothing here; ? shows the keys."
        await press(pilot, "0")
        assert shown(desk, "notice") == "Choose 1 to 4, not 0."


async def test_undo_before_dice_and_not_behind_them(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "9", "enter")  # Tide of War: shift EMT
        assert state(desk).tides == 1
        await press(pilot, "u")
        assert state(desk).tides == 2
        assert shown(desk, "notice") == "Taken back."
        await press(pilot, "u")
        assert shown(desk, "notice").startswith("Dice have fallen since")


async def test_back_behind_dice_after_a_warning(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "b")
        assert isinstance(desk.screen, Confirm)
        assert "are new ones" in desk.screen.question
        await press(pilot, "n")
        assert not any(isinstance(entry, TakenBack) for entry in desk.sitting.table.journal.entries)
        await press(pilot, "b", "y")
        assert sum(isinstance(entry, TakenBack) for entry in desk.sitting.table.journal.entries) == 1
        assert shown(desk, "notice") == "Gone back. The dice from here on are new."


async def test_why_not_by_picking_and_by_typing(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "w")
        why = desk.screen
        assert isinstance(why, WhyNot)
        await press(pilot, "enter")
        reason = str(why.query_one("#reason", Static).render())
        assert "This box gives no special attack, or it has been made. [EW-ACT-15]" in reason
        assert "EW-ACT-15, rulebook 3.2: One-turn benefits" in reason
        await press(pilot, "tab")
        why.query_one(Input).value = "shift EMT"
        await press(pilot, "enter")
        reason = str(why.query_one("#reason", Static).render())
        assert "Only attacks are left, and an attack cannot shift a track. [EW-ACT-10]" in reason
        why.query_one(Input).value = "attack WF"
        await press(pilot, "enter")
        assert str(why.query_one("#reason", Static).render()) == "That is allowed."
        await press(pilot, "escape")
        assert not isinstance(desk.screen, WhyNot)


async def test_standing_answers(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await press(pilot, "t")
        assert isinstance(desk.screen, Choosing)
        await press(pilot, "down", "down", "enter")
        assert shown(desk, "prompt") == "Your move: 3 attacks left."
        assert shown(desk, "notice") == "Never ask me; let every roll stand."


async def test_keys_and_diary_can_be_read(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        for key in ("question_mark", "d"):
            await press(pilot, key)
            assert isinstance(desk.screen, Reading)
            await press(pilot, "pageup", "escape")
            assert not isinstance(desk.screen, Reading)


async def test_a_war_goes_on_where_it_was_left(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "s")
        assert shown(desk, "notice") == f"Saved: {desk.sitting.path}"
        await press(pilot, "q")
    again = Desk(Sitting(saving.open_table(desk.sitting.path), desk.sitting.path), TEXT)
    async with again.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert shown(again, "prompt") == "Your move: 3 attacks left."
        assert state(again) == state(desk)
        diary = [str(line.text) for line in again.part("diary", RichLog).lines]
        assert any("Kiev-Minsk" in line for line in diary)


async def test_every_move_is_on_disk(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for _ in range(4):
            await press(pilot, "enter")
            assert saving.open_table(desk.sitting.path).state == desk.sitting.table.state


async def test_dice_of_ones_own(new_desk: NewDesk) -> None:
    desk = new_desk(dice="manual")
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert shown(desk, "prompt").startswith("A die for the action page.")
        await press(pilot, "9", "enter")
        assert shown(desk, "notice") == "A die shows 1 to 6, not 9. Type what you rolled."
        await press(pilot, "4", "backspace", "6", "enter")
        assert state(desk).drawn == "pacific"
        await press(pilot, "enter", "5", "space", "1", "enter")  # let the dice decide, then throw them
        assert shown(desk, "prompt") == "The Allies have won. Advance in 2 regions."


async def test_the_end_of_a_war_shows_its_proof(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.sitting.declare(*TEXT.standing_answers(desk.sitting)["never"][1])
    while state(desk).turn < 20 and pending(state(desk)) is not None:
        desk.sitting.answer("allies", desk.sitting.question()[1].default)  # type: ignore[index]
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        while desk.sitting.want is not None:
            await press(pilot, "enter")
        await pilot.pause()
        assert isinstance(desk.screen, Reading)
        assert "The secret of the dice:" in str(desk.screen.text)
        assert "To share: " in str(desk.screen.text)
        await press(pilot, "escape", "u")
        assert shown(desk, "notice").startswith("The game is over and the secret of its dice is out")


async def test_a_terminal_that_becomes_too_small(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        text = " ".join(" ".join(lines(desk)).split())
        assert "The desk needs a terminal of at least 100 columns and 30 lines, and this one has 80 and 24" in text
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "Western" in "\n".join(lines(desk))


async def test_without_colour_everything_can_still_be_read(new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        for strip in desk.screen._compositor.render_strips():
            for segment in strip.apply_filter(desk._filters[0], desk.screen.background_colors[1]):  # type: ignore[arg-type]
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    assert colour is None or colour.triplet is None or len(set(colour.triplet)) == 1
        text = "\n".join(lines(desk))
        assert "▐Kiev-Minsk ▌" in text  # the front is framed
        assert "[1]" in text  # the turn is in brackets
        assert choices_of(desk)[0].startswith(" 1 ")


async def test_a_hint_says_what_and_why(new_desk: NewDesk) -> None:
    desk = new_desk()
    async with desk.run_test(size=SIZE) as pilot:
        await to_the_allies(pilot)
        await press(pilot, "h")
        await desk.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(desk.screen, Reading)
        choice, _, why = str(desk.screen.text).partition("\n\n")
        assert any(choice.removesuffix(".") in listed for listed in choices_of(desk))
        assert why.endswith(".")
        await press(pilot, "escape")
        highlighted = desk.part("choices", OptionList).highlighted
        assert highlighted is not None
        assert choice.removesuffix(".") in choices_of(desk)[highlighted]
