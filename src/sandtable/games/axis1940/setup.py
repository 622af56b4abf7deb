"""A new game: the board as on the setup charts, and the units that a bid adds."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Menu, Pick, Rng
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.data import ARM, COST, UNITS, Theatre, theatre
from sandtable.games.axis1940.events import Mobilized
from sandtable.games.axis1940.forces import Cargo, Stack
from sandtable.games.axis1940.landing import DECK_PLACES
from sandtable.games.axis1940.rules.turn import War
from sandtable.games.axis1940.state import Board, Facility
from sandtable.games.axis1940.words import name_of, the

RULES = 1


def start(scenario: str, options: Mapping[str, Any]) -> Board:
    """A new game, waiting for nothing yet."""
    board = theatre(scenario)
    game = bare(board, options)
    for force in board.forces.values():
        deploy(game, force.place, force.owner, force.units)
    for name, spot in board.territories.items():
        if spot.facilities:
            game.set_facilities(name, map(Facility, spot.facilities))
    for pair in board.facts.wars:
        one, other = pair.split("-")
        game.set_enemies(one, (*game.wars[one], other))
        game.set_enemies(other, (*game.wars[other], one))
    game.steps.append(War(board.order[0]))
    if options.get("bid"):
        game.steps.append(Bid(bidders(board, str(options["bid_for"])), int(options["bid"])))
    return game


def bare(board: Theatre, options: Mapping[str, Any]) -> Board:
    """The board without units, facilities and wars; everyone with the treasury of the start. The tables are in the
    order of their keys, as in a saved position: going through them must not depend on where a game comes from."""
    control = {name: spot.holder or spot.emblem for name, spot in sorted(board.territories.items())}
    return Board(
        rules=RULES,
        steps=[],
        sealed={},
        news=[],
        theatre=board.id,
        options=dict(options),
        turns=dict.fromkeys(board.order, 0),
        wars=dict.fromkeys(board.order, ()),
        control=control,
        held=dict(control),
        neutrals={name: "strict" for name, spot in sorted(board.territories.items()) if spot.neutral == "strict"},
        units=dict.fromkeys(sorted(board.spaces), ()),
        facilities=dict.fromkeys(sorted(board.territories), ()),
        treasury={power.id: power.income for power in board.powers.values()},
        kamikazes=board.facts.kamikaze_tokens,
        acting=board.order[0],
    )


def deploy(game: Board, place: str, owner: str, units: Mapping[str, int]) -> None:
    """Put units on the board; aircraft in a sea zone go aboard carriers there."""
    for kind, number in units.items():
        if ARM[kind] != "air" or place not in game.map.sea:
            game.put(place, Stack(owner, kind, number))
    for kind, number in units.items():
        if ARM[kind] == "air" and place in game.map.sea:
            for _ in range(number):
                deck = next(
                    stack
                    for stack in game.units[place]
                    if stack.kind == "carrier" and stack.owner == owner and len(stack.cargo) < DECK_PLACES
                )
                game.alter(place, deck, 1, cargo=(*deck.cargo, Cargo(owner, kind)))


def bidders(board: Theatre, side: str) -> tuple[str, ...]:
    return tuple(power for power in board.order if board.side[power] == side)


class BidMenu(OpenForm, frozen=True, tag="ax.bid_menu", kw_only=True):
    """A unit more in a space, or no more."""

    places: tuple[tuple[str, tuple[str, ...]], ...]

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(options=("done", *(place for place, _ in self.places)), rule=self.rule)
        if len(chosen) > 1 or chosen[0] == "done":
            return None
        return Pick(options=dict(self.places)[chosen[0]], rule=self.rule)

    def sample(self, rng: Rng) -> tuple[Any, ...]:
        return OpenForm.sample(self, rng)


class Bid(Step, frozen=True, tag="ax.setup.bid"):
    """A habit of players, not of the rulebook: one side begins with units worth a number of IPCs more, one to a space
    where that power has units already. What is not spent is not paid out."""

    powers: tuple[str, ...]
    left: int
    used: tuple[str, ...] = ()

    def menu(self, game: Board) -> BidMenu:
        power = self.powers[0]
        places = []
        for space in game.map.spaces:
            if space not in self.used and any(stack.owner == power for stack in game.units[space]):
                kinds = tuple(kind for kind in UNITS if self.why_not(game, power, kind, space) is None)
                if kinds:
                    places.append((space, kinds))
        return BidMenu(places=tuple(places), rule="AA-SETUP-15")

    def why_not(self, game: Board, power: str, kind: str, space: str) -> Refusal | None:
        if COST[kind] > self.left:
            return Refusal(f"Only {self.left} IPCs of the bid are left", "AA-SETUP-15")
        if power == game.map.facts.china and kind != "infantry":
            return Refusal("China receives infantry only", "AA-CHINA-02")
        if (ARM[kind] == "sea") != (space in game.map.sea):
            return Refusal(f"{name_of(kind)} cannot stand in {name_of(space)}", "AA-SETUP-15")
        return None

    def ask(self, game: Board) -> Want | None:
        if not self.powers or self.left < min(COST[kind] for kind in UNITS):
            return None
        prompt = f"{self.left} IPCs of the bid are left. What does {the(self.powers[0])} place?"
        return Ask("ax.bid", {self.powers[0]: self.menu(game)}, prompt)

    def then(self, game: Board, got: Any) -> None:
        if got is None:
            game.done()
        elif got == ("done",):
            game.goto(Bid(self.powers[1:], self.left, self.used))
        else:
            space, kind = got
            game.put(space, Stack(self.powers[0], kind))
            game.tell(Mobilized(self.powers[0], space, ((kind, 1),)))
            game.goto(Bid(self.powers, self.left - COST[kind], (*self.used, space)))
