"""Parties of units that go the same way, and how many of them are worth a look."""

from collections.abc import Iterable, Iterator

from sandtable.games.axis1940.reach import Mover, damaged

Party = tuple[tuple[Mover, int], ...]


def sizes(most: int, few: bool = False) -> Iterator[int]:
    """How many of a list are worth a look: none, one, two, and then in larger steps up to all."""
    if few:
        yield from sorted({0, min(2, most), most // 2, most})
        return
    size = 0
    while size < most:
        yield size
        size += 1 if size < 4 else 2 if size < 10 else 4
    yield most


def gathered(party: Iterable[tuple[Mover, int]]) -> Party:
    """Units of one kind that go the same way, together."""
    found: dict[Mover, int] = {}
    for mover, number in party:
        found[mover] = found.get(mover, 0) + number
    return tuple(found.items())


def counted_party(party: Iterable[tuple[Mover, int]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for mover, number in party:
        found[damaged(mover.stack)] = found.get(damaged(mover.stack), 0) + number
    return found


def mixed(many: list[tuple[Mover, int]], some: list[tuple[Mover, int]], every: int = 2) -> list[tuple[Mover, int]]:
    """The second list spread over the first, one after so many."""
    found: list[tuple[Mover, int]] = []
    left = list(some)
    for at, item in enumerate(many, start=1):
        found.append(item)
        if left and at % every == 0:
            found.append(left.pop(0))
    return found + left
