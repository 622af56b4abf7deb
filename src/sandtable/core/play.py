"""The ways into a game: `pending` says what it waits for, `answer` and `roll` go on. Nothing else changes a state."""

from collections.abc import Iterator
from typing import Any, TypeVar

from sandtable.core.chance import Chance, fits, outcomes
from sandtable.core.events import Event
from sandtable.core.state import State
from sandtable.core.steps import Ask, Draw, Roll, Want
from sandtable.core.verdicts import BadFaces, Illegal, Refusal, RunAway

MOST_STEPS_AT_ONCE = 100_000
"""No rulebook goes on for so long without a die or a decision."""
_WHILE_SANE = range(MOST_STEPS_AT_ONCE)

S = TypeVar("S", bound=State)


def pending(game: State) -> Want | None:
    """What the table is waiting for; None when the game is over. Changes nothing."""
    if game.want is None and game.steps:
        game.want = game.steps[-1].ask(game)
    return game.want


def settle(game: State) -> Want | None:
    """Go on until somebody must decide, chance must speak, or the game is over; what it waits for then."""
    steps = game.steps
    for _ in _WHILE_SANE:
        if not steps:
            game.want = None
            return None
        step = steps[-1]
        want = step.ask(game)
        if want is not None:
            game.want = want
            return want
        step.then(game, None)
    raise run_away(game)


def run_away(game: State) -> RunAway:
    return RunAway(f"the rules do not come to rest; the last step was {game.steps[-1]!r}")


def answer(game: State, nation: str, choice: Any) -> list[Event]:
    """A nation decides. An illegal choice raises `Illegal` and changes nothing."""
    want = game.want or pending(game)
    if type(want) is not Ask:
        waits = "the game is over" if want is None else "the dice come first"
        raise Illegal(Refusal(f"{nation} has nothing to decide: {waits}"))
    menu = want.menus.get(nation)
    if menu is None:
        deciders = " and ".join(want.menus)
        raise Illegal(Refusal(f"{nation} has nothing to decide: it is for {deciders}"))
    choice = menu.read(choice)
    refusal = menu.why_not(choice)
    if refusal is not None:
        raise Illegal(refusal)
    if want.sealed:
        game.sealed[nation] = choice
        if len(game.sealed) < len(want.menus):
            return []
        choice = {who: game.sealed[who] for who in want.menus}
        game.sealed.clear()
    game.steps[-1].then(game, choice)
    settle(game)
    news, game.news = game.news, []
    return news


def roll(game: State, faces: tuple[int, ...]) -> list[Event]:
    """The dice that were asked for have fallen, or the draw is made."""
    want = game.want or pending(game)
    if type(want) is not Roll and type(want) is not Draw:
        raise BadFaces("no dice are asked for now")
    fits(want, faces)
    game.steps[-1].then(game, faces)
    settle(game)
    news, game.news = game.news, []
    return news


def roll_on(game: State, dice: Chance) -> Ask | None:
    """Let dice fall until somebody must decide or the game is over: the quick way for simulations, whose dice are sure
    to fit and whose news nobody reads."""
    steps, faces, want = game.steps, dice.faces, game.want
    for _ in _WHILE_SANE:
        if want is not None:
            if type(want) is Ask:
                break
            steps[-1].then(game, faces(want))  # type: ignore[arg-type]
        elif steps:
            steps[-1].then(game, None)
        else:
            break
        want = steps[-1].ask(game) if steps else None
    else:
        raise run_away(game)
    game.want = want
    game.news = []
    return want


def futures(game: S) -> Iterator[tuple[float, S]]:
    """Every way the next dice can fall, with its probability: the enumerating driver, for exact odds."""
    want = pending(game)
    if type(want) is not Roll and type(want) is not Draw:
        raise BadFaces("no dice are asked for now")
    for faces, probability in outcomes(want):
        twin = game.clone()
        roll(twin, faces)
        yield probability, twin
