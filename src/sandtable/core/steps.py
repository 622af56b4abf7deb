"""Steps: the open paragraphs of a rulebook, on a stack.

A step is a small frozen record with a stable tag; its fields are its local variables. `ask` says what it waits for
(None: it just goes on), `then` goes on with what it got and ends in `call`, `goto` or `done` on the game.
A step holds nothing secret: the stack is public.
"""

from functools import lru_cache
from typing import Any

import msgspec

from sandtable.core.menus import Menu

CONSENT = "yes"


class Ask(msgspec.Struct, frozen=True, tag="ask", tag_field="want"):
    """Somebody must decide. One nation, unless the ask is sealed: then all answer in secret, and may answer anew
    until the last one is in. `what` is a stable name, `prompt` the question in one sentence that all may hear, `about`
    the facts in that sentence by name, for screens and bots: the territory, the colour, words between spaces. `asker`
    is the nation that wants the others' `CONSENT` to what it has decided: whoever plays both has given it already."""

    what: str
    menus: dict[str, Menu]
    prompt: str
    sealed: bool = False
    about: dict[str, str] = {}
    asker: str = ""


class Roll(msgspec.Struct, frozen=True, tag="roll", tag_field="want"):
    """Dice must fall: faces 1 to `sides`, one for each of `dice`."""

    what: str
    dice: int = 1
    sides: int = 6
    prompt: str = ""


class Draw(msgspec.Struct, frozen=True, tag="draw", tag_field="want"):
    """Something is drawn unseen: `take` different places out of 0 to `items` - 1, in the order drawn."""

    what: str
    items: int
    take: int = 1
    prompt: str = ""


Want = Ask | Roll | Draw


class Step(msgspec.Struct, frozen=True, gc=False, tag_field="step"):
    """An open paragraph of the rulebook. `game` is the game's own state."""

    def ask(self, game: Any) -> Want | None:
        return None

    def then(self, game: Any, got: Any) -> None:
        raise AssertionError(f"{type(self).__name__} does not say how to go on")


class Sequence(Step, frozen=True, tag="sequence"):
    """The steps of these tags one after the other, each made with the same arguments."""

    tags: tuple[str, ...]
    with_: tuple[str | int, ...] = ()

    def then(self, game: Any, got: Any) -> None:
        game.done()
        game.steps.extend(opened(self.tags, self.with_))


@lru_cache(maxsize=1024)
def opened(tags: tuple[str, ...], with_: tuple[str | int, ...]) -> tuple[Step, ...]:
    """The steps of a sequence as they lie on the stack, the first on top. Frozen as they are, they serve every game."""
    return tuple(step_type(tag)(*with_) for tag in reversed(tags))


class Each(Step, frozen=True, tag="each"):
    """The step of this tag once for each of the names, in order: each nation, each battle."""

    tag: str
    over: tuple[str, ...]

    def then(self, game: Any, got: Any) -> None:
        game.done()
        for name in reversed(self.over):
            game.call(step_type(self.tag)(name))


def tag_of(kind: type[Step]) -> str:
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str), f"{kind.__name__} has no tag"
    return tag


def in_order(*kinds: type[Step], with_: tuple[str | int, ...] = ()) -> Sequence:
    """The sequence of these steps."""
    return Sequence(tuple(tag_of(kind) for kind in kinds), with_)


class NoSuchStep(KeyError):
    """A step that this release does not know."""


_TYPES: dict[str, type[Step]] = {}


def step_type(tag: str) -> type[Step]:
    """The class of a step, by its stable tag."""
    if tag not in _TYPES:
        _TYPES.update(_all_types())  # a game imported since the table was made may have brought it
        if tag not in _TYPES:
            raise NoSuchStep(f"there is no step '{tag}'")
    return _TYPES[tag]


def _all_types() -> dict[str, type[Step]]:
    found: dict[str, type[Step]] = {}
    waiting: list[type[Step]] = [Step]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            tag = tag_of(kind)
            if tag in found and found[tag] is not kind:
                raise TypeError(f"two steps are tagged '{tag}': {found[tag].__name__} and {kind.__name__}")
            found[tag] = kind
    return found
