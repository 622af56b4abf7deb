"""The units that make a move together."""

from collections.abc import Mapping

from sandtable.core.menus import Rng
from sandtable.games.axis1940.forces import Stack, chosen

Party = list[tuple[Stack, int]]


def party_of(able: list[Stack], held: Mapping[str, int]) -> Party:
    """The units that are meant by a bag, as `chosen` says for the whole space."""
    if len(able) == 1:
        return [(able[0], number) for number in held.values()]
    return chosen(able, tuple(held.items()))


def random_party(limits: Mapping[str, int], rng: Rng) -> dict[str, int]:
    """Some of these units: mostly a few, now and then all, and sometimes any number."""
    total = sum(limits.values())
    luck = rng.random()
    if luck < 0.2 or total == 1:
        return dict(limits)
    wanted = 1 + int(rng.random() * (total if luck < 0.3 else min(6, total)))
    if len(limits) == 1:
        return dict.fromkeys(limits, wanted)
    kinds = list(limits)
    held: dict[str, int] = {}
    while wanted:
        kind = kinds[int(rng.random() * len(kinds))]
        held[kind] = held.get(kind, 0) + 1
        if held[kind] == limits[kind]:
            kinds.remove(kind)
        wanted -= 1
    return held
