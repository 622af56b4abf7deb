"""States: marks, flatness, clones, digests."""

import pytest

from sandtable.core.state import OwnerOnly, Public, Secret, State, decode, digest, encode, marks
from sandtable.core.verdicts import BadInput
from tests import auction
from tests.laws.driving import start


def test_an_unmarked_field_fails_at_import():
    with pytest.raises(TypeError, match=r"Forgetful\.treasure must be marked Public, OwnerOnly or Secret"):

        class Forgetful(State, kw_only=True):
            treasure: int


def test_containers_in_containers_fail_at_import():
    with pytest.raises(TypeError, match=r"Deep\.stacks holds containers in containers"):

        class Deep(State, kw_only=True):
            stacks: Public[dict[str, list[int]]]


def test_marks_say_who_may_know():
    known = {name: repr(mark) for name, mark in marks(auction.AuctionState).items()}
    assert known["gold"] == known["sealed"] == "owner"
    assert known["deck"] == "secret"
    assert known["won"] == known["steps"] == "public"
    assert (OwnerOnly[int], Secret[int]) != (Public[int], Public[int])


def test_a_digest_covers_secrets_and_needs_its_salt():
    state = start(auction.GAME, "sale")
    other = state.clone()
    other.deck.reverse()
    assert digest(state, b"salt") != digest(other, b"salt")
    assert digest(state, b"salt") != digest(state, b"pepper")
    assert digest(state, b"salt") == digest(state.clone(), b"salt")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ((b'"round":2', b'"round":"two"'), "Expected `int`, got `str`"),
        ((b'"round":2', b'"rownd":2'), "no field 'rownd'"),
        ((b'"step":"auction.bid"', b'"step":"auction.bit"'), "there is no step 'auction.bit'"),
        ((b'"step":"auction.bid"', b'"step":"auction.bid","x":1'), "step 'auction.bid' has no field 'x'"),
        ((b"{", b"["), "not a position"),
    ],
)
def test_a_damaged_position_says_what_is_wrong(change, says):
    text = encode(start(auction.GAME, "sale"))
    assert change[0] in text
    with pytest.raises(BadInput, match=says):
        decode(auction.AuctionState, text.replace(*change))
