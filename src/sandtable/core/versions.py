"""What a game tells the core about itself. Each game has its own rules number, kept in every save."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sandtable.core.menus import Menu, Rng
from sandtable.core.state import State
from sandtable.core.verdicts import BadInput, Refusal


class Option(msgspec.Struct, frozen=True):
    """A choice made before play: its values, the usual one first."""

    title: str
    values: tuple[str | int | bool, ...]
    rule: str = ""
    """The clause that it switches on; empty for a house rule."""


class Scenario(msgspec.Struct, frozen=True):
    """A position that a game can start from, and the nations that are played in it."""

    title: str
    nations: tuple[str, ...]


class Result(msgspec.Struct, frozen=True):
    """How a game ended: a stable name, one sentence, and what it is worth to each nation from 0 to 1."""

    name: str
    sentence: str
    worth: dict[str, float]


class Fought(msgspec.Struct, frozen=True):
    """A battle of a war: what each side was to lose, by the exact odds before the first die, against what it lost. All
    in what units cost."""

    move: int
    """The first move after which it was on."""
    round: int
    space: str
    attacker: str
    expected_loss: float
    loss: float
    their_expected_loss: float
    their_loss: float
    luck: float
    """What fell to the attacker beyond expectation: own units spared and enemy units destroyed."""


Figures = dict[str, dict[str, float]]
"""For each measure of a war, such as income, its value for each nation or side."""


def no_figures(state: Any) -> Figures:
    """A game that measures nothing."""
    return {}


Seats = Mapping[str, tuple[str, ...]]
"""The nations that each seat holds."""


def any_seats(scenario: str, seats: Seats) -> Refusal | None:
    """A game whose nations may be divided among seats as people like."""
    return None


Policy = Callable[[Any, Menu], Any]
"""A standing policy: from a nation's view and menu to an answer, or None to be asked."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the core sees it."""

    name: str
    title: str
    rules: int
    prefix: str
    """How the tags of its steps, asks, rolls and events begin."""
    state: type[State]
    scenarios: Mapping[str, Scenario]
    options: Mapping[str, Option]
    start: Callable[[str, Mapping[str, Any]], State]
    """A new state of a scenario with complete options, waiting for nothing yet."""
    view: Callable[[Any, tuple[str, ...]], msgspec.Struct]
    """What the holder of these nations may know; of none: what a watcher may."""
    scramble: Callable[[Any, tuple[str, ...], Rng], Any]
    """A state that differs in everything that the holder of these nations may not know, and in nothing else."""
    result: Callable[[Any], Result | None]
    names: Mapping[str, str]
    """What a click can name: objects of the board and words, with a label for people."""
    problems: Callable[[Any], list[str]]
    """What is impossible in a position, in sentences."""
    arrange: Callable[[Any, str, Any], bool]
    """Set one named thing of a position as a case file writes it; False if the name is not the game's own."""
    policies: Mapping[str, Policy] = {}
    why_not_seats: Callable[[str, Seats], Refusal | None] = any_seats
    """Whether the nations of a scenario may be divided among seats like this."""
    sides: Mapping[str, str] = {}
    """The side of each nation; nothing where there are no sides."""
    aliases: Mapping[str, tuple[str, ...]] = {}
    """What people call a nation besides its name."""
    forecast: Callable[[Any, str, Any], Any] | None = None
    """What a nation's answer, whole or in part, would come to: the odds of an attack. Made of what it may know."""
    threats: Callable[[Any, str], Any] | None = None
    """By area, what enemies could do to a nation next. Made of what the nation may know."""
    figures: Callable[[Any], Figures] = no_figures
    """What can be drawn as a graph over a war: income, strength, progress to victory. Made of what everyone sees."""
    fought: Callable[[Any], list[Fought]] | None = None
    """The battles of a table's whole war, which is played again for it; None where a game keeps no account of them."""

    def complete_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with the usual value for all that were not chosen."""
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadInput(f"{self.name} has no option '{name}'; it has: {known}")
            if value not in self.options[name].values:
                values = ", ".join(str(known) for known in self.options[name].values)
                raise BadInput(f"option '{name}' cannot be '{value}'; it can be: {values}")
        return {name: options.get(name, option.values[0]) for name, option in self.options.items()}

    def seats_together(self, scenario: str, name: str) -> dict[str, tuple[str, ...]]:
        """One seat of this name for everything, if the rules allow that, else a seat for each nation: what one person
        needs who plays them all."""
        nations = self.scenario(scenario).nations
        together = {name: nations}
        return {nation: (nation,) for nation in nations} if self.why_not_seats(scenario, together) else together

    def scenario(self, name: str) -> Scenario:
        if name not in self.scenarios:
            raise BadInput(f"{self.name} has no scenario '{name}'; it has: {', '.join(self.scenarios)}")
        return self.scenarios[name]
