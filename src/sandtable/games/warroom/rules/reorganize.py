"""Reorganizing Commands: splits, mergers and shifts of units, in the windows that the phases open."""

from typing import Any

from sandtable.core.steps import Ask, Step
from sandtable.games.warroom.data import CATEGORIES, NAMES, tokens_in_play
from sandtable.games.warroom.events import Reorganised
from sandtable.games.warroom.menus import DONE, NEW, Regroup, counts_of
from sandtable.games.warroom.position import take_units
from sandtable.games.warroom.state import Command, WarRoom


class ReorganizeInTurn(Step, frozen=True, tag="wr.reorganize.all"):
    """WR-PLAN-20, 26: in this window every nation may reorganise, in Turn Order. In a debrief: only in the region."""

    region: str = ""
    at: int = 0

    def then(self, game: WarRoom, got: Any) -> None:
        order = game.in_order()
        if self.at >= len(order):
            game.done()
            return
        game.goto(ReorganizeInTurn(self.region, self.at + 1))
        game.call(Reorganize(order[self.at], self.region))


class Reorganize(Step, frozen=True, tag="wr.reorganize"):
    """WR-PLAN-22 to 24: one shift after the other until the nation is done; public, free and without orders."""

    nation: str
    region: str = ""

    def ask(self, game: WarRoom) -> Ask | None:
        menu = regroup_menu(game, self.nation, self.region)
        if menu is None:
            return None
        where = f" in {self.region}" if self.region else ""
        return Ask("wr.reorganize", {self.nation: menu}, f"{NAMES[self.nation]} may reorganise Commands{where}")

    def then(self, game: WarRoom, got: Any) -> None:
        if got is None or got[0] == DONE:
            game.done()
            return
        shift(game, *got)


def regroup_menu(game: WarRoom, nation: str, region: str = "") -> Regroup | None:
    """The shifts that are possible, or None if there are none at all."""
    mine = game.stacks_of(nation)
    stacks = tuple([c for c in mine if not c.dived and (not region or c.region == region)])
    if not stacks:
        return None
    free = {category: len(tokens_in_play(game.scenario, nation, category)) for category in CATEGORIES}
    for command in mine:
        free[command.category] -= 1
    seen: set[tuple[str, str]] = set()
    for stack in stacks:
        place = (stack.region, stack.category)
        if (free[stack.category] and sum(stack.units) > 1) or place in seen:
            return Regroup(rule="WR-PLAN-22", stacks=stacks, free=free)
        seen.add(place)
    return None


def shift(game: WarRoom, source: str, moved: tuple[tuple[str, int], ...], target: str) -> None:
    """Move units from one Command to another, or under the free token with the lowest number."""
    command, units = game.commands[source], dict(moved)
    if target == NEW:
        number = game.free_tokens(command.nation, command.category)[0]
        counts = counts_of(command.category, units)
        fresh = Command(command.nation, number, command.category, command.region, counts, command.tagged)
    else:
        other = game.commands[target]
        counts = take_units(other, units, +1)
        fresh = Command(
            other.nation, other.number, other.category, other.region, counts, other.tagged or command.tagged
        )
    left = Command(
        command.nation, command.number, command.category, command.region, take_units(command, units), command.tagged
    )
    game.put(left)
    game.put(fresh)
    game.tell(Reorganised(command.nation, source, fresh.key, moved))
