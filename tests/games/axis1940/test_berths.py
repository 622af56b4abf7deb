"""Carriers that can meet aircraft in several zones: the best plan, against every plan there is."""

from itertools import product
from random import Random

import pytest

from sandtable.games.axis1940.berths import Loose, fewest_left, seated, undominated


def fewest_of_all_plans(planes: tuple[int, ...], kinds: tuple[Loose, ...]) -> int:
    """Every carrier in every one of its zones, plan by plan."""
    carriers = [(places, meetings) for places, meetings, number in kinds for _ in range(number)]
    return min(
        seated(list(planes), [(groups, places) for groups, (places, _) in zip(plan, carriers, strict=True)])[0]
        for plan in product(*(meetings for _, meetings in carriers))
    )


def some_fleet(rng: Random) -> tuple[tuple[int, ...], tuple[Loose, ...]]:
    groups = rng.randint(1, 6)
    planes = tuple(rng.randint(1, 3) for _ in range(groups))
    kinds: dict[tuple[int, tuple[int, ...]], int] = {}
    for _ in range(rng.randint(0, 4)):
        met = {1 << rng.randrange(groups) | 1 << rng.randrange(groups) for _ in range(rng.randint(1, 4))}
        kinds[rng.choice((1, 2, 2)), undominated(sorted(met))] = rng.randint(1, 2)
    return planes, tuple((places, meetings, number) for (places, meetings), number in sorted(kinds.items()))


@pytest.mark.rule("AA-AIRMOVE-15")
@pytest.mark.parametrize("seed", range(20))
def test_no_plan_saves_more_aircraft(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        planes, kinds = some_fleet(rng)
        assert fewest_left(planes, kinds) == fewest_of_all_plans(planes, kinds)


def test_one_carrier_cannot_be_in_two_zones() -> None:
    assert fewest_left((1, 1), ((2, (1, 2), 1),)) == 1
    assert fewest_left((1, 1), ((2, (1, 2), 2),)) == 0
    assert fewest_left((1, 1), ((2, (3,), 1),)) == 0, "unless both can come to one zone"


def test_a_great_fleet_is_sorted_out() -> None:
    """29 aircraft in 20 groups, 16 carriers that could go to up to nine zones, late in a long war: every plan would be
    some 10^11. The proof must not try many of them, or this test never ends."""
    fixed = ((8, 16), (5, 32), (6, 1536), (4, 6144), (1, 8192), (1, 16384), (2, 131072), (11, 262144))
    loose: tuple[Loose, ...] = (
        (1, (16, 128, 256, 98304, 524296), 2),
        (2, (3, 4, 32, 262144), 2),
        (2, (3, 32, 64, 256, 1536, 6144, 8192, 16384, 131072), 2),
        (2, (3, 32, 64, 1536), 1),
        (2, (3, 32, 64, 1536, 6144, 8192, 16384), 2),
        (2, (3, 32, 262144), 3),
        (2, (4, 16, 128, 98304, 524296), 1),
        (2, (16, 128, 256, 98304, 524296), 2),
        (2, (64, 1536, 6144, 8192, 16384, 131072), 1),
    )
    planes = (4, 2, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 1, 1, 1)
    immobile = tuple((places, (groups,), 1) for places, groups in fixed)
    assert fewest_left(planes, immobile + loose) == 0
    without_the_last = tuple(kind for kind in loose if kind[1][0] != 16)
    assert fewest_left(planes, immobile + without_the_last) == 3
