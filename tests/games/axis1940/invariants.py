"""What must be true in every war, whatever is played: nothing appears or vanishes without a word in the diary."""

from collections import Counter
from random import Random
from typing import Any

from sandtable.core import play
from sandtable.core.chance import Generated
from sandtable.core.events import Event
from sandtable.core.steps import Ask
from sandtable.games.axis1940.data import ARM, DECK, LAND, UNITS
from sandtable.games.axis1940.forces import DECK_CREW, NEUTRAL_OWNER
from sandtable.games.axis1940.pacific import GAME
from sandtable.games.axis1940.rules.politics import why_not_end_at_sea
from sandtable.games.axis1940.spaces import keeps_out_of_china, may_share
from sandtable.games.axis1940.state import Board

AFTER_LANDING = ("ax.mobilize", "ax.declare_at_last", "ax.convoys")
"""Questions and dice that come when all aircraft of the turn have landed."""


def census(game: Board) -> Counter[tuple[str, str]]:
    """All units on the board by owner and kind, cargo included."""
    found: Counter[tuple[str, str]] = Counter()
    for stacks in game.units.values():
        for stack in stacks:
            found[stack.owner, stack.kind] += stack.n
            for item in stack.cargo:
                found[item.owner, item.kind] += stack.n
    return found


def told_units(events: list[Event]) -> Counter[tuple[str, str]]:
    """By how much the events say that units became more or fewer."""
    found: Counter[tuple[str, str]] = Counter()
    for event in events:
        said: Any = event
        match type(event).__name__:
            case "Mobilized":
                for kind, number in said.units:
                    if kind in UNITS:
                        found[said.power, kind] += number
            case "UnitsLost":
                for owner, kind, number in said.losses:
                    found[owner, kind] -= number
            case "NeutralJoined":
                found[NEUTRAL_OWNER, "infantry"] += said.army
    return found


def told_ipcs(events: list[Event]) -> Counter[str]:
    """By how much the events say that treasuries changed."""
    found: Counter[str] = Counter()
    for event in events:
        said: Any = event
        match type(event).__name__:
            case "Bought":
                found[said.power] -= said.cost
            case "Refunded" | "BonusPaid":
                found[said.power] += said.ipcs
            case "IncomeCollected":
                found[said.power] += said.production + said.bonus - said.lost
            case "Plundered":
                found[said.by] += said.ipcs
                found[said.victim] -= said.ipcs
    return found


def changes(before: Counter[Any], after: Counter[Any]) -> dict[Any, int]:
    return {key: after[key] - before[key] for key in before | after if after[key] != before[key]}


def check_step(before: tuple[Any, Any], game: Board, events: list[Event]) -> None:
    """Units and IPCs changed by what the diary says, and by nothing else."""
    units, ipcs = before
    assert changes(ipcs, Counter(game.treasury)) == {k: v for k, v in told_ipcs(events).items() if v}
    found, told = changes(units, census(game)), told_units(events)
    for event in events:  # the army of a friendly neutral joins the power that comes first
        said: Any = event
        if type(event).__name__ == "ControlChanged" and said.how == "taken over" and not said.before:
            told[NEUTRAL_OWNER, "infantry"] = found.get((NEUTRAL_OWNER, "infantry"), 0)
            joined = found.get((said.to, "infantry"), 0)
            assert 0 <= joined - told[said.to, "infantry"] <= 4
            told[said.to, "infantry"] = joined
    assert found == {k: v for k, v in told.items() if v}, [event.says() for event in events]


def check_board(game: Board) -> None:
    """The board is a possible one; when the landing is over, nobody hangs in the air."""
    assert GAME.problems(game) == []
    assert 0 <= game.kamikazes <= 6  # AA-KAMI-01
    check_politics(game)
    check_china(game)
    check_facilities(game)
    check_neutrals(game)
    want = play.pending(game)
    if want is None or want.what not in AFTER_LANDING:
        return
    for space, stacks in game.units.items():
        for stack in stacks:
            if ARM[stack.kind] == "air":
                waits = stack.role == DECK_CREW and want.what == "ax.mobilize" and game.bought.get("carrier", 0)
                assert stack.left < 0, (space, stack)
                assert space not in game.map.sea or waits, (space, stack)
    check_rest(game)


def check_politics(game: Board) -> None:
    """AA-POL-04, AA-POL-06, AA-POL-07: war is mutual, between the sides only, for the UK and ANZAC together, and stays."""
    side = game.map.side
    for power, foes in game.wars.items():
        assert all(side[foe] != side[power] and power in game.wars[foe] for foe in foes), game.wars
    assert game.wars["united_kingdom"] == game.wars["anzac"]
    assert "china" in game.wars["japan"]


def check_china(game: Board) -> None:
    """AA-CHINA-07, AA-CHINA-09, AA-CHINA-10, AA-CHINA-13: Chinese units stay where they may be, and no complex of an
    Ally stands on Chinese soil."""
    for space, stacks in game.units.items():
        owners = {stack.owner for stack in stacks} | {item.owner for stack in stacks for item in stack.cargo}
        assert "china" not in owners or space in game.map.open_to_china, space
    for spot in game.map.chinese:
        assert game.control[spot] == "japan" or game.complex_at(spot) is None, spot


def check_facilities(game: Board) -> None:
    """AA-MOB-13 to 17, AA-CAPT-04: major complexes on own ground, none on an island, naval bases on coasts."""
    for spot, facilities in game.facilities.items():
        facts = game.map.territories[spot]
        for facility in facilities:
            if facility.kind == "major_ic":
                assert game.control[spot] == facts.emblem, spot
                assert facts.value >= 3, spot
            if facility.kind.endswith("_ic"):
                assert not facts.island or "major_ic" in facts.facilities, spot
            if facility.kind == "naval_base":
                assert facts.sea, spot


def check_neutrals(game: Board) -> None:
    """AA-NEUT-09, AA-SPACE-16: what nobody controls is a neutral, and the other way round."""
    for spot, holder in game.control.items():
        assert (spot in game.neutrals) == (not holder and spot not in game.map.closed), spot


def check_rest(game: Board) -> None:
    """When the landing is over nobody stands on hostile or forbidden ground, and no part in a battle is left over."""
    board, power = game.map, game.acting
    for spot in board.territories:
        holder = game.control[spot]
        for stack in game.units[spot]:
            if holder:
                assert board.friends(stack.owner, holder), (spot, holder, stack)
                if stack.owner != holder:
                    assert may_share(game, stack.owner, holder), (
                        spot,
                        holder,
                        stack,
                    )  # AA-POL-24, AA-POL-25, AA-POL-30
            if keeps_out_of_china(game, stack.owner):
                assert spot not in board.chinese, (spot, stack)  # AA-POL-21
    for zone in board.zones:
        for stack in game.units[zone]:
            assert stack.role in ("", DECK_CREW), (zone, stack)
            for item in stack.cargo:
                assert item.owner == stack.owner or may_share(game, item.owner, stack.owner), (zone, stack)
                assert item.kind in (DECK if stack.kind == "carrier" else LAND), (zone, stack)
            moved = stack.owner == power and stack.acted
            assert not moved or why_not_end_at_sea(game, power, zone) is None or stack.kind in DECK, (zone, stack)


def watched_war(seed: int, decisions: int, **options: Any) -> tuple[Board, int]:
    """A war of random answers, looked at after every one of them; how many there were."""
    rng = Random(seed)
    dice = Generated(rng)
    game = GAME.start("pacific", GAME.complete_options(options))
    play.settle(game)
    game.news = []
    for made in range(decisions):
        want = play.pending(game)
        before = (census(game), Counter(game.treasury))
        if want is None:
            return game, made
        if isinstance(want, Ask):
            nation, menu = next(iter(want.menus.items()))
            events = play.answer(game, nation, menu.sample(rng))
        else:
            events = play.roll(game, dice.faces(want))
        check_step(before, game, events)
        check_board(game)
    return game, decisions
