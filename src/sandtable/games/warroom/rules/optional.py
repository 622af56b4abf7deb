"""Optional rules that need steps of their own: the dived Submarines of 'Take Her Down'.

The other switches are single questions in the chapters they change: batch cap (phase4_battle), long-range landings
(routes), bomb repair (phase7_production), convoy casualties (phase4_raids).
"""

from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Bag, Menu, Pick
from sandtable.core.steps import Ask, Step
from sandtable.games.warroom.data import NAMES, NAVAL
from sandtable.games.warroom.events import Moved
from sandtable.games.warroom.position import take_units
from sandtable.games.warroom.rules.phase4_setup import fought
from sandtable.games.warroom.rules.routes import may_cross
from sandtable.games.warroom.state import Command, WarRoom

STAY = "stay"


class DiveMenu(OpenForm, frozen=True, tag="wr.dive", kw_only=True):
    """How many escaped Submarines leave a Command together, and where they go."""

    commands: dict[str, int]
    """Command to the number of its Submarines that may go."""
    whole: tuple[str, ...]
    """Commands that may go as they are, because all their ships escaped."""
    split: bool
    places: tuple[str, ...]

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-THD-03", options=(STAY, *self.commands))
        if chosen[0] == STAY or len(chosen) == 3:
            return None
        number = self.commands[chosen[0]]
        if len(chosen) == 1:
            least = number if chosen[0] in self.whole and not self.split else 1
            most = number if chosen[0] in self.whole or self.split else 0
            return Bag(rule="WR-THD-05", limits={"submarine": number}, least=least, most=most)
        return Pick(rule="WR-THD-04", options=self.places)


class DivedSubmarines(Step, frozen=True, tag="wr.thd.dive"):
    """WR-THD-03 to 10: Submarines that escaped may move to an adjacent sea region, out of every conflict this round."""

    at: int = 0
    gone: int = 0
    """How many of this nation's escaped Submarines have moved."""

    def escaped(self, game: WarRoom) -> list[tuple[str, int]]:
        numbers: dict[str, int] = {}
        for row in fought(game).rows:
            for nation, number in row.escaped:
                numbers[nation] = numbers.get(nation, 0) + number
        return sorted(numbers.items(), key=lambda pair: game.rank(pair[0]))

    def menu(self, game: WarRoom) -> tuple[str, DiveMenu] | None:
        escaped = self.escaped(game)
        if not game.on("take_her_down") or self.at >= len(escaped):
            return None
        nation, number = escaped[self.at]
        number -= self.gone
        region = fought(game).region
        split = bool(game.free_tokens(nation, "naval"))
        boats = {
            c.key: min(number, c.of("submarine"))
            for c in game.here(region)
            if c.nation == nation and c.category == "naval" and not c.dived and c.of("submarine")
        }
        whole = tuple(key for key, count in boats.items() if game.commands[key].size == count)
        boats = {key: count for key, count in boats.items() if count and (split or key in whole)}
        places = tuple(s for s in game.map.sea[region] if may_cross(game, nation, region, s))
        if number < 1 or not boats or not places:
            return nation, DiveMenu(rule="WR-THD-03", commands={}, whole=(), split=False, places=())
        return nation, DiveMenu(rule="WR-THD-03", commands=boats, whole=whole, split=split, places=places)

    def ask(self, game: WarRoom) -> Ask | None:
        found = self.menu(game)
        if found is None or not found[1].commands:
            return None
        return Ask("wr.thd.dive", {found[0]: found[1]}, f"{NAMES[found[0]]} may move Submarines that dived")

    def then(self, game: WarRoom, got: Any) -> None:
        if self.menu(game) is None:
            game.done()
            return
        if got is None or got[0] == STAY:
            game.goto(DivedSubmarines(self.at + 1))
            return
        key, bag, place = got
        number = dict(bag)["submarine"]
        move_boats(game, game.commands[key], number, place)
        game.goto(DivedSubmarines(self.at, self.gone + number))


def move_boats(game: WarRoom, command: Command, number: int, place: str) -> None:
    """WR-THD-05: the whole Command, or some boats under a new token."""
    left = take_units(command, {"submarine": number})
    if any(left):
        token = game.free_tokens(command.nation, "naval")[0]
        counts = tuple(number if kind == "submarine" else 0 for kind in NAVAL)
        moved = Command(command.nation, token, "naval", place, counts, dived=True)
        game.put(msgspec.structs.replace(command, units=left))
    else:
        moved = msgspec.structs.replace(command, region=place, dived=True)
    game.put(moved)
    game.tell(Moved(moved.key, command.region, place, "", (("submarine", number),)))
