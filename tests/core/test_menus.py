"""The seven shapes of a decision, each against a count by brute force."""

import random
from itertools import combinations, permutations, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.forms import AnyMenu, Form, Part
from sandtable.core.menus import Bag, Count, Done, Pick, Rank, Some, TooMany
from sandtable.core.verdicts import Doubt, Illegal, Refusal

KINDS = ("tank", "gun", "ship")


def reached(menu, prefix=()):
    walk = menu.next(prefix)
    if walk.complete:
        yield walk.answer
    for click in walk.clicks:
        yield from reached(menu, (*prefix, click))


def check_contract(menu, expected):
    """What every menu owes: list, size, legality, walking, sampling, default and JSON agree."""
    assert set(menu.list()) == set(expected)
    assert menu.size() == len(menu.list()) == len(set(menu.list()))
    assert set(reached(menu)) == set(expected)
    rng = random.Random(1)
    for answer in [menu.default, *(menu.sample(rng) for _ in range(20)), *menu.list()]:
        assert menu.why_not(answer) is None
    assert msgspec.json.decode(msgspec.json.encode(menu), type=AnyMenu) == menu


def test_pick():
    menu = Pick(rule="R-1", options=KINDS, usual="ship", refused={"horse": Refusal("No horses", "R-2")})
    check_contract(menu, KINDS)
    assert menu.default == "ship"
    assert menu.why_not("horse") == Refusal("No horses", "R-2")
    assert menu.why_not("cart") == Refusal("cart is not among the choices: tank, gun, ship", "R-1")
    assert menu.why_not(("tank",)).rule == "R-1"


def test_doubts_do_not_refuse():
    menu = Pick(rule="R-1", options=KINDS, doubted={"gun": Doubt("It may be pinned", "R-3")})
    assert menu.doubts("gun") == (Doubt("It may be pinned", "R-3"),)
    assert menu.doubts("tank") == ()
    assert menu.why_not("gun") is None


def test_what_is_doubted_together_is_not_doubted_one_by_one():
    one, other, both = Doubt("It costs 3", "R-3"), Doubt("It costs 3 and is slow", "R-3"), Doubt("It costs 3", "R-4")
    menu = Some(rule="R-1", options=KINDS, doubted={"tank": one, "gun": other, "tank gun": both})
    assert menu.doubts(("tank",)) == (one,)
    assert menu.doubts(("tank", "gun")) == (both,)
    assert menu.doubts(("tank", "ship")) == (one,)


@given(st.integers(0, 3), st.integers(0, 3))
def test_some(least, extra):
    most = min(least + extra, 3)
    menu = Some(rule="R-1", options=KINDS, least=least, most=most)
    check_contract(menu, [chosen for n in range(least, most + 1) for chosen in combinations(KINDS, n)])


def test_some_takes_any_order_and_keeps_the_menus():
    menu = Some(rule="R-1", options=KINDS, least=1)
    assert menu.read(["ship", "tank"]) == ("tank", "ship")
    assert menu.why_not(("ship", "tank")).sentence == "The choices are not in the order of the menu"
    assert menu.why_not(("tank", "tank")).sentence == "The same choice is named twice"
    assert menu.why_not(()).sentence == "Choose 1 to 3, not 0"
    with pytest.raises(Illegal, match="chosen already"):
        menu.next(("tank", "tank"))


@pytest.mark.parametrize("places", [None, 1, 2, 3])
def test_rank(places):
    check_contract(Rank(rule="R-1", options=KINDS, places=places), list(permutations(KINDS, places or 3)))


def test_rank_refuses_gaps_and_repeats():
    menu = Rank(rule="R-1", options=KINDS)
    assert menu.why_not(("tank", "gun")).sentence == "Name 3 in order, not 2"
    assert menu.why_not(("tank", "tank", "gun")).sentence == "The same choice is named twice"


def test_count():
    menu = Count(rule="R-1", low=-1, high=4)
    check_contract(menu, range(-1, 5))
    assert menu.why_not(5).sentence == "Choose -1 to 4, not 5"
    assert menu.why_not(True) is not None
    assert menu.why_not("3") is not None
    assert Count(rule="R-1", low=0, high=9, usual=7).default == 7


def test_done():
    menu = Done(rule="R-1")
    check_contract(menu, [None])
    assert menu.read("ok") is None
    assert menu.why_not(1) is not None


limits = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3), min_size=1)


@given(limits, st.integers(1, 3), st.integers(0, 9), st.integers(0, 4), st.integers(0, 4))
def test_bag(limits, price, budget, least, extra):
    """Every bag within limits, budget and totals, and no other."""
    prices = {kind: price * (number + 1) for number, kind in enumerate(limits)}
    expected = []
    for numbers in product(*(range(limit + 1) for limit in limits.values())):
        bag = tuple((kind, number) for kind, number in zip(limits, numbers, strict=True) if number)
        total, cost = sum(numbers), sum(prices[kind] * number for kind, number in bag)
        if least <= total <= least + extra and cost <= budget:
            expected.append(bag)
    if expected:
        check_contract(
            Bag(rule="R-1", limits=limits, prices=prices, budget=budget, least=least, most=least + extra), expected
        )


def test_bag_is_written_as_people_write_it():
    menu = Bag(rule="R-1", limits={"tank": 2, "gun": 3}, prices={"tank": 6, "gun": 4}, budget=12)
    assert menu.read({"gun": 1, "tank": 1, "ship": 0}) == (("gun", 1), ("tank", 1), ("ship", 0))
    assert menu.read({"gun": 1, "tank": 1}) == (("tank", 1), ("gun", 1))
    assert menu.why_not((("tank", 2), ("gun", 1))).sentence == "That costs 16, and only 12 can be spent"
    assert menu.why_not((("tank", 3),)).sentence == "Choose 0 to 2 of tank, not 3"
    assert menu.why_not((("ship", 1),)).sentence == "ship is not among the choices: tank, gun"
    assert menu.why_not("tank").sentence == "tank does not say how many of each"


def test_a_bag_that_is_written_right_is_taken_as_it_is():
    menu = Bag(rule="R-1", limits={"tank": 2, "gun": 3})
    right = (("tank", 1), ("gun", 2))
    assert menu.read(right) is right
    assert menu.read((["tank", 1], ["gun", 2])) == menu.read([["gun", 2], ["tank", 1]]) == right
    for odd in ("tank", ("tank",), (("tank", 1, 2),), (([], 1),), (("tank", True),), (("gun", 1), ("gun", 1))):
        assert menu.why_not(menu.read(odd))


def test_a_bag_counts_millions_without_listing_them():
    """So many are the ways to spend 80 on nine kinds of units; they are counted, never listed."""
    prices = {"a": 3, "b": 4, "c": 4, "d": 6, "e": 6, "f": 7, "g": 8, "h": 10, "i": 12}
    menu = Bag(rule="R-1", limits={kind: 80 // price for kind, price in prices.items()}, prices=prices, budget=80)
    ways = [1] + [0] * 80
    for price in prices.values():
        for money in range(price, 81):
            ways[money] += ways[money - price]
    assert menu.size() == sum(ways) > 100_000
    with pytest.raises(TooMany, match="more than 1000"):
        menu.list()
    rng = random.Random(3)
    assert all(menu.why_not(menu.sample(rng)) is None for _ in range(100))


def order_form():
    where = Pick(rule="R-1", options=("north", "south"))
    how_many = Count(rule="R-2", low=1, high=2)
    return Form(
        rule="R-0",
        parts=(
            Part("do", Pick(rule="R-1", options=("march", "dig", "rest"))),
            Part("where", by="do", menus={"march": where}),
            Part("depth", by="do", menus={"dig": how_many}),
            Part("guard", Pick(rule="R-3", options=("yes", "no"))),
        ),
    )


def test_form():
    """Later parts depend on earlier ones, and parts that do not apply are left out."""
    guards = ("yes", "no")
    expected = [("march", place, guard) for place in ("north", "south") for guard in guards]
    expected += [("dig", depth, guard) for depth in (1, 2) for guard in guards]
    expected += [("rest", guard) for guard in guards]
    check_contract(order_form(), expected)


def test_form_says_which_part_is_wrong():
    form = order_form()
    assert form.why_not(("march", "east", "yes")).sentence == "east is not among the choices: north, south"
    assert form.why_not(("dig", 5, "yes")) == Refusal("Choose 1 to 2, not 5", "R-2")
    assert form.why_not(("rest",)).sentence == "The answer is not complete"
    assert form.why_not(("rest", "yes", "yes")).sentence == "The answer is complete before yes"
    assert form.why_not("rest").sentence == "rest is not an answer in parts"
    assert form.read(["dig", 2, "no"]) == ("dig", 2, "no")
    with pytest.raises(Illegal, match="complete before"):
        form.next(("rest", "yes", "yes"))


def test_a_form_remembers_small_answers_and_still_refuses_the_unhashable():
    form = order_form()
    form.sample(random.Random(1))
    assert form.why_not(("rest", "yes")) is None
    assert form.why_not((["rest"], "yes")) is not None
