"""Chance comes from outside: the rules ask for a `Roll` or a `Draw`, and one of these drivers supplies the faces.

Live games use `fairness.Dice`; replays `Recorded`; tests `Scripted`; rollouts `Generated`; exact odds `outcomes`.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import perm
from typing import Protocol

from sandtable.core.menus import Rng
from sandtable.core.steps import Draw, Roll
from sandtable.core.verdicts import BadFaces


class Chance(Protocol):
    """Whoever supplies faces."""

    def faces(self, want: Roll | Draw) -> tuple[int, ...]: ...


def fits(want: Roll | Draw, faces: tuple[int, ...]) -> None:
    """Raise `BadFaces` unless the faces are an outcome of the request."""
    if type(faces) is not tuple:
        raise BadFaces(f"dice are whole numbers, not {faces!r}")
    if type(want) is Roll:
        number, low, high = want.dice, 1, want.sides
    else:
        assert type(want) is Draw
        number, low, high = want.take, 0, want.items - 1
        if len(set(faces)) < len(faces):
            raise BadFaces(f"{want.what} draws different places, not {list(faces)}")
    if len(faces) != number:
        raise BadFaces(f"{want.what} needs {number} {'dice' if low else 'places'}, not {len(faces)}")
    for face in faces:
        if type(face) is not int or not low <= face <= high:
            raise BadFaces(f"{want.what} can show {low} to {high}, not {face}")


class Generated:
    """Dice from a generator that the caller owns: simulations, rollouts, fuzzing."""

    def __init__(self, rng: Rng) -> None:
        self.random = rng.random

    def faces(self, want: Roll | Draw) -> tuple[int, ...]:
        if type(want) is Roll and want.dice == 1:
            return (1 + int(self.random() * want.sides),)
        return self.several(want)

    def several(self, want: Roll | Draw) -> tuple[int, ...]:
        random = self.random
        if type(want) is Roll:
            return tuple([1 + int(random() * want.sides) for _ in range(want.dice)])
        assert type(want) is Draw
        places = list(range(want.items))
        return tuple([places.pop(int(random() * len(places))) for _ in range(want.take)])


class Recorded:
    """The faces of a journal, in their order. A request that differs from the recorded one is an error."""

    def __init__(self, rolls: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        self.rolls = iter(rolls)

    def faces(self, want: Roll | Draw) -> tuple[int, ...]:
        try:
            what, faces = next(self.rolls)
        except StopIteration:
            raise BadFaces(f"nothing is recorded for {want.what}") from None
        if what != want.what:
            raise BadFaces(f"the record has {what} where the rules ask for {want.what}")
        fits(want, faces)
        return faces


class Scripted:
    """Dice that a test or a case lays down, one face after the other, whatever they are rolled for."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def faces(self, want: Roll | Draw) -> tuple[int, ...]:
        needed = want.dice if type(want) is Roll else want.take  # type: ignore[union-attr]
        if len(self.left) < needed:
            raise BadFaces(f"the script has no dice left for {want.what}")
        taken, self.left = tuple(self.left[:needed]), self.left[needed:]
        fits(want, taken)
        return taken


def outcomes(want: Roll | Draw) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every outcome of a request with its probability."""
    if type(want) is Roll:
        share = want.sides**-want.dice
        for faces in product(range(1, want.sides + 1), repeat=want.dice):
            yield faces, share
    elif type(want) is Draw:
        share = 1 / perm(want.items, want.take)
        for places in permutations(range(want.items), want.take):
            yield places, share
