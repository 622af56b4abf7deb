"""A tiny game for the tests of the core: it has every shape of menu, sealed asks, hidden cards, draws and reveals.

Two houses bid in secret for lots from a face-down deck, and rank, pack and name what they got.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.core.events import Event
from sandtable.core.forms import Form, Part
from sandtable.core.menus import Bag, Count, Done, Pick, Rank, Rng, Some
from sandtable.core.state import OwnerOnly, Public, Secret, State
from sandtable.core.steps import Ask, Draw, Each, Roll, Step, Want, in_order
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.core.versions import Game, Option, Result, Scenario
from sandtable.core.views import Waiting, scramble_sealed, waiting

HOUSES = ("north", "south")
LOTS = ("amber", "bronze", "coral", "dagger", "emerald", "fan")


class AuctionState(State, kw_only=True):
    gold: OwnerOnly[dict[str, int]]
    cards: OwnerOnly[dict[str, tuple[str, ...]]]
    deck: Secret[list[str]]
    won: Public[dict[str, int]]
    round: Public[int] = 1
    rounds: Public[int] = 2
    over: Public[bool] = False


class Sold(Event, frozen=True, tag="auction.sold"):
    house: str

    def says(self) -> str:
        return f"{self.house} wins the lot."

    def reveals(self) -> bool:
        return True


class Looked(Event, frozen=True, tag="auction.looked"):
    house: str
    card: str

    def says(self) -> str:
        return f"{self.house} holds {self.card} now."

    def audience(self) -> tuple[str, ...]:
        return (self.house,)


class Round(Step, frozen=True, tag="auction.round"):
    def then(self, game: AuctionState, got: Any) -> None:
        if game.round > game.rounds:
            game.over = True
            game.done()
            return
        game.round += 1
        game.call(in_order(Bid, Turns))


class Bid(Step, frozen=True, tag="auction.bid"):
    def ask(self, game: AuctionState) -> Want:
        menus = {house: Count(rule="AU-1", low=0, high=game.gold[house]) for house in HOUSES}
        return Ask("auction.bid", menus, "How much do you bid?", sealed=True)

    def then(self, game: AuctionState, got: Any) -> None:
        for house, bid in got.items():
            game.gold[house] -= bid
        best = max(got.values())
        winners = tuple(house for house in HOUSES if got[house] == best)
        game.goto(TakeLot(winners[0]) if len(winners) == 1 else BreakTie(winners))


class BreakTie(Step, frozen=True, tag="auction.tie"):
    houses: tuple[str, ...]

    def ask(self, game: AuctionState) -> Want:
        return Roll("auction.tie", dice=1, sides=len(self.houses))

    def then(self, game: AuctionState, got: Any) -> None:
        game.goto(TakeLot(self.houses[got[0] - 1]))


class TakeLot(Step, frozen=True, tag="auction.lot"):
    house: str

    def ask(self, game: AuctionState) -> Want:
        return Draw("auction.lot", items=len(game.deck))

    def then(self, game: AuctionState, got: Any) -> None:
        card = game.deck.pop(got[0])
        game.cards[self.house] = (*game.cards[self.house], card)
        game.won[self.house] += 1
        game.tell(Sold(self.house))
        game.tell(Looked(self.house, card))
        game.done()


class Turns(Step, frozen=True, tag="auction.turns"):
    def then(self, game: AuctionState, got: Any) -> None:
        game.goto(Each("auction.pack", HOUSES))


class Pack(Step, frozen=True, tag="auction.pack"):
    house: str

    def ask(self, game: AuctionState) -> Want:
        menu = Bag(
            rule="AU-2", limits={"crate": 2, "sack": 3}, prices={"crate": 2, "sack": 1}, budget=4, least=1, most=3
        )
        return Ask("auction.pack", {self.house: menu}, "What do you pack it in?")

    def then(self, game: AuctionState, got: Any) -> None:
        game.goto(Label(self.house))


class Label(Step, frozen=True, tag="auction.label"):
    house: str

    def ask(self, game: AuctionState) -> Want:
        seals = Some(rule="AU-3", options=("red", "blue", "gold"), least=1, most=2)
        ranks = Rank(rule="AU-3", options=("first", "second", "third"), places=2)
        do = Pick(
            rule="AU-3",
            options=("seal", "rank", "leave"),
            refused={"burn": Refusal("Lots are not burned", "AU-4")},
            doubted={"leave": Doubt("An unmarked lot may be lost", "AU-3")},
        )
        parts = (Part("do", do), Part("how", by="do", menus={"seal": seals, "rank": ranks}))
        return Ask("auction.label", {self.house: Form(rule="AU-3", parts=parts)}, "How do you mark it?")

    def then(self, game: AuctionState, got: Any) -> None:
        game.goto(Finish(self.house))


class Finish(Step, frozen=True, tag="auction.finish"):
    house: str

    def ask(self, game: AuctionState) -> Want:
        return Ask("auction.finish", {self.house: Done(rule="AU-5")}, "Done?")

    def then(self, game: AuctionState, got: Any) -> None:
        game.done()


class AuctionView(msgspec.Struct, frozen=True):
    round: int
    won: dict[str, int]
    left: int
    gold: dict[str, int]
    cards: dict[str, tuple[str, ...]]
    waiting: Waiting


def view(game: AuctionState, nations: tuple[str, ...]) -> AuctionView:
    return AuctionView(
        round=game.round,
        won=dict(game.won),
        left=len(game.deck),
        gold={house: game.gold[house] for house in HOUSES if house in nations},
        cards={house: game.cards[house] for house in HOUSES if house in nations},
        waiting=waiting(game, nations),
    )


def scramble(game: AuctionState, nations: tuple[str, ...], rng: Rng) -> AuctionState:
    twin = scramble_sealed(game, nations, rng)
    hidden = [*twin.deck, *(card for house in HOUSES if house not in nations for card in twin.cards[house])]
    mixed = [hidden.pop(int(rng.random() * len(hidden))) for _ in range(len(hidden))]
    for house in HOUSES:
        if house not in nations:
            twin.cards[house] = tuple(mixed.pop() for _ in twin.cards[house])
            if house not in twin.sealed:
                twin.gold[house] = int(rng.random() * 10)
    twin.deck = mixed
    twin.want = None
    return twin


def start(scenario: str, options: Mapping[str, Any]) -> AuctionState:
    return AuctionState(
        rules=1,
        steps=[Round()],
        gold=dict.fromkeys(HOUSES, 9),
        cards=dict.fromkeys(HOUSES, ()),
        deck=list(LOTS),
        won=dict.fromkeys(HOUSES, 0),
        rounds=options["rounds"],
    )


def result(game: AuctionState) -> Result | None:
    return Result("sold", "All is sold.", dict.fromkeys(HOUSES, 0.5)) if game.over else None


NAMES = ("crate", "sack", "seal", "rank", "leave", "red", "blue", "gold", "first", "second", "third")

GAME = Game(
    name="auction",
    title="Auction",
    rules=1,
    prefix="auction",
    state=AuctionState,
    scenarios={"sale": Scenario("A sale", HOUSES)},
    options={"rounds": Option("How many rounds", (2, 3, 1))},
    start=start,
    view=view,
    scramble=scramble,
    result=result,
    names={name: name for name in NAMES},
    problems=lambda game: [f"round {game.round} is too late"] if game.round > 9 else [],
    arrange=lambda game, name, value: False,
)
