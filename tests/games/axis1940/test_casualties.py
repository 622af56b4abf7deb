"""Losses: the menu offers exactly the assignments that the rulebook allows, found here by trying all of them."""

from itertools import product
from random import Random

import pytest

from sandtable.games.axis1940.forces import Stack
from sandtable.games.axis1940.rules.casualties import Hits, losses_menu

KINDS = ("submarine", "destroyer", "fighter", "battleship", "transport")


def can_hit(shooter, kind, depth):
    if shooter == "submarine":
        return kind != "fighter"
    return shooter != "aircraft" or kind != "submarine" or depth


def all_served(targets, shooters, depth):
    """Whether each target can be given a hit of its own."""
    if not targets:
        return True
    first, *rest = targets
    return any(
        can_hit(shooter, first, depth) and all_served(rest, shooters[:at] + shooters[at + 1 :], depth)
        for at, shooter in enumerate(shooters)
    )


def best_losses(units, hits):
    """All bags of losses with as many hits as possible and, among those, the fewest transports."""
    limits = {**units, **({"battleship!": units["battleship"]} if "battleship" in units else {})}
    shooters = ["submarine"] * hits.sub + ["aircraft"] * hits.air + ["ship"] * hits.other
    found = {}
    for numbers in product(*(range(most + 1) for most in limits.values())):
        held = {word: number for word, number in zip(limits, numbers, strict=True) if number}
        targets = [word.rstrip("!") for word, number in held.items() for _ in range(number)]
        sunk_whole = held.get("battleship!", 0) > held.get("battleship", 0)
        if len(targets) <= len(shooters) and not sunk_whole and all_served(targets, shooters, hits.depth):
            found[frozenset(held.items())] = (-len(targets), held.get("transport", 0))
    return {bag for bag, worth in found.items() if worth == min(found.values())}


@pytest.mark.rule("AA-COMB-12", "AA-COMB-13", "AA-TRDEF-01", "AA-SUBS-11", "AA-SUBS-12", "AA-CAPSHIP-03")
@pytest.mark.parametrize("seed", range(60))
def test_exactly_the_best_assignments_are_offered(seed):
    rng = Random(seed)
    units = {kind: number for kind in KINDS if (number := rng.randint(0, 2))} or {"fighter": 1}
    hits = Hits(rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 1), depth=rng.random() < 0.4)
    menu = losses_menu([Stack("japan", kind, number) for kind, number in units.items()], (), hits, False)
    offered = [menu] if isinstance(menu, tuple) else menu.answers()
    assert {frozenset(bag) for bag in offered} == best_losses(units, hits)
