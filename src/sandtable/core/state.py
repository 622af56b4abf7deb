"""What a game is made of: one level of lists and dicts over frozen leaves, every field marked with who may know it."""

import hashlib
from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from sandtable.core.events import Event
from sandtable.core.menus import freeze
from sandtable.core.steps import NoSuchStep, Step, Want, step_type
from sandtable.core.verdicts import BadInput

T = TypeVar("T")


class Mark:
    """Who may know a field."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


PUBLIC, OWNER, SECRET = Mark("public"), Mark("owner"), Mark("secret")

Public = Annotated[T, PUBLIC]
"""Everyone may know it, watchers too."""
OwnerOnly = Annotated[T, OWNER]
"""A dict by nation, of which each nation may know its own entry."""
Secret = Annotated[T, SECRET]
"""Nobody may know it as it stands, such as the order of a face-down deck."""

SCALARS = (int, str, bool, float, bytes, type(None))


class State(msgspec.Struct, dict=True, kw_only=True):
    """What every game keeps. A game derives its own with marked fields; an unmarked one fails at import."""

    rules: Public[int]
    steps: Public[list[Step]]
    sealed: OwnerOnly[dict[str, Any]] = {}
    news: Public[list[Event]] = []

    if TYPE_CHECKING:
        want: Want | None = None
    else:
        want = None  # what the game waits for, remembered while it rests; not a field, so not encoded

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is not Annotated or not any(isinstance(note, Mark) for note in hint.__metadata__):
                raise TypeError(f"{cls.__name__}.{name} must be marked Public, OwnerOnly or Secret")
            if name not in State.__struct_fields__ and not is_flat(get_args(hint)[0]):
                raise TypeError(f"{cls.__name__}.{name} holds containers in containers; use frozen leaves")

    def call(self, step: Step) -> None:
        """Open a paragraph inside the present one."""
        self.steps.append(step)

    def goto(self, step: Step) -> None:
        """Close the present paragraph and open another."""
        self.steps[-1] = step

    def done(self) -> None:
        """Close the present paragraph."""
        self.steps.pop()

    def tell(self, event: Event) -> None:
        self.news.append(event)

    def clone(self) -> Self:
        """An independent twin, in microseconds."""
        twin: Self = copy(self)
        names, values = container_fields(type(self))
        for name, value in zip(names, values(self), strict=True):
            setattr(twin, name, value.copy())
        twin.want = self.want
        return twin


def is_flat(hint: Any, inside: bool = False) -> bool:
    """Whether a type is a leaf (scalar, tuple of leaves, frozen record), or outermost a list or dict of leaves."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (list, dict) and not inside:
        return all(is_flat(argument, inside=True) for argument in arguments)
    if origin is tuple or (arguments and origin is not list and origin is not dict):
        return all(argument is ... or is_flat(argument, inside=True) for argument in arguments)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__struct_config__.frozen
    return hint in SCALARS


@cache
def container_fields(kind: type[State]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields that a clone must copy, and what gets them all at once."""
    hints = get_type_hints(kind)
    names = [name for name in kind.__struct_fields__ if (get_origin(hints[name]) or hints[name]) in (list, dict)]
    return tuple(names), attrgetter(*names)  # steps, news and what is sealed are always among them


def marks(kind: type[State]) -> dict[str, Mark]:
    """Who may know each field of a state."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: next(note for note in hints[name].__metadata__ if isinstance(note, Mark))
        for name in kind.__struct_fields__
    }


_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no spaces. Equal values have equal texts."""
    return _encoder.encode(value)


def encode(state: State) -> bytes:
    return canonical(state)


S = TypeVar("S", bound=State)


def decode(kind: type[S], data: bytes) -> S:
    """The state of an `encode`, or a `BadInput` that says what is wrong with it."""
    try:
        return from_builtins(kind, msgspec.json.decode(data))
    except msgspec.DecodeError as problem:
        raise BadInput(f"this is not a position: {problem}") from None


def from_builtins(kind: type[S], raw: Any) -> S:
    """A state from plain dicts and lists, as JSON or TOML give them."""
    if not isinstance(raw, Mapping):
        raise BadInput("a position must be a table of fields")
    if unknown := sorted(set(raw) - set(kind.__struct_fields__)):
        raise BadInput(f"a position has no field '{unknown[0]}'")
    try:
        state = msgspec.convert({**raw, "steps": [], "news": []}, kind)
        state.steps = [step_from_builtins(step) for step in raw.get("steps", [])]
    except msgspec.ValidationError as problem:
        raise BadInput(f"this is not a position: {problem}") from None
    state.sealed = {nation: freeze(choice) for nation, choice in state.sealed.items()}
    return state


def step_from_builtins(raw: Any) -> Step:
    tag = raw.get("step") if isinstance(raw, Mapping) else None
    if not isinstance(tag, str):
        raise BadInput("every step of a position needs its tag under 'step'")
    try:
        kind = step_type(tag)
    except NoSuchStep:
        raise BadInput(f"there is no step '{tag}'") from None
    if unknown := sorted(set(raw) - {"step"} - set(kind.__struct_fields__)):
        raise BadInput(f"step '{tag}' has no field '{unknown[0]}'")
    return msgspec.convert(raw, kind)


def digest(state: State | Mapping[str, Any], salt: bytes) -> str:
    """A fingerprint of everything, secrets included: salted, so that nobody can try out what the secrets might be. That
    of the plain fields of a state is the same."""
    return hashlib.sha256(salt + b"/" + canonical(state)).hexdigest()
