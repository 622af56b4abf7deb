"""The ways into a game: `pending` says what it waits for, `answer` and `roll` go on, or `decide` and `roll_on`."""

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
        game.want = steps[-1].ask(game) if steps else None
        if game.want is not None or not steps:
            return game.want
        steps[-1].then(game, None)
    raise run_away(game)


def run_away(game: State) -> RunAway:
    return RunAway(f"the rules do not come to rest; the last step was {game.steps[-1]!r}")


def answer(game: State, nation: str, choice: Any) -> list[Event]:
    """A nation decides. An illegal choice raises `Illegal` and changes nothing."""
    if not decide(game, nation, choice):
        return []
    settle(game)
    news, game.news = game.news, []
    return news


def decide(game: State, nation: str, choice: Any) -> bool:
    """`answer` without going on: `roll_on` must follow. False while a sealed ask still waits for others."""
    want = game.want or pending(game)
    if type(want) is not Ask:
        waits = "the game is over" if want is None else "the dice come first"
        raise Illegal(Refusal(f"{nation} has nothing to decide: {waits}"))
    menu = want.menus.get(nation)
    if menu is None:
        raise Illegal(Refusal(f"{nation} has nothing to decide: it is for {' and '.join(want.menus)}"))
    choice = menu.read(choice)
    if refusal := menu.why_not(choice):
        raise Illegal(refusal)
    if want.sealed:
        game.sealed[nation] = choice
        if len(game.sealed) < len(want.menus):
            return False
        choice = dict.fromkeys(want.menus) | game.sealed  # in the order of the menus
        game.sealed.clear()
    game.want = None
    game.steps[-1].then(game, choice)
    return True


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
    """Let sure dice fall until somebody must decide or the game is over: for simulations, which read no news."""
    steps, faces = game.steps, dice.faces
    ask: Ask | None = None
    for _ in _WHILE_SANE:
        if not steps:
            break
        step = steps[-1]
        want = step.ask(game)
        if want is None:
            step.then(game, None)
        elif type(want) is Ask:
            ask = want
            break
        else:
            step.then(game, faces(want))  # type: ignore[arg-type]
    else:
        raise run_away(game)
    game.want = ask
    game.news.clear()
    return ask


def futures(game: S) -> Iterator[tuple[float, S]]:
    """Every way the next dice can fall, with its probability: the enumerating driver, for exact odds."""
    want = pending(game)
    if type(want) is not Roll and type(want) is not Draw:
        raise BadFaces("no dice are asked for now")
    for faces, probability in outcomes(want):
        twin = game.clone()
        roll(twin, faces)
        yield probability, twin
