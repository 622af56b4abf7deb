"""What a seat may know of the decision at hand. The rest of a view is the game's own type."""

from typing import Any, TypeVar

import msgspec

from sandtable.core.menus import Menu, Rng
from sandtable.core.play import pending
from sandtable.core.state import State
from sandtable.core.steps import Ask, Roll

S = TypeVar("S", bound=State)


class Question(msgspec.Struct, frozen=True):
    """What a nation of the seat is asked, and what it has answered so far if the ask is sealed."""

    nation: str
    menu: Menu
    answered: Any = None


class Waiting(msgspec.Struct, frozen=True):
    """What the table waits for, as a seat may know it. `ready` names who has answered a sealed ask; not what, how
    often, or how much. Of a roll, it says how many dice of how many sides, for those who throw their own."""

    kind: str
    what: str = ""
    prompt: str = ""
    deciders: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    about: dict[str, str] = {}
    dice: int = 0
    sides: int = 0


def waiting(game: State, nations: tuple[str, ...]) -> Waiting:
    """The decision at hand for the holder of these nations."""
    want = pending(game)
    if want is None:
        return Waiting("over")
    if isinstance(want, Roll):
        return Waiting("chance", want.what, want.prompt, dice=want.dice, sides=want.sides)
    if not isinstance(want, Ask):
        return Waiting("chance", want.what, want.prompt)
    return Waiting(
        "ask",
        want.what,
        want.prompt,
        tuple(want.menus),
        tuple(nation for nation in want.menus if nation in game.sealed),
        tuple(
            Question(nation, menu, game.sealed.get(nation)) for nation, menu in want.menus.items() if nation in nations
        ),
        want.about,
    )


def scramble_sealed(game: S, nations: tuple[str, ...], rng: Rng) -> S:
    """A twin in which every sealed answer of other nations is some other legal one."""
    twin = game.clone()
    want = pending(game)
    if isinstance(want, Ask):
        for nation in game.sealed:
            if nation not in nations:
                twin.sealed[nation] = want.menus[nation].sample(rng)
    return twin
