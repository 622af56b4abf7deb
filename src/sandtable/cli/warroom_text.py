"""War Room in words: the charts, the Commands of all nations, the battle board, and what to type for each question."""

from collections.abc import Mapping
from typing import Any, cast

from sandtable.cli import game_text
from sandtable.cli.game_text import Bag, GameText, counted
from sandtable.cli.sitting import Sitting
from sandtable.core.journal import Standing
from sandtable.core.menus import Menu
from sandtable.core.steps import Ask
from sandtable.games.warroom.data import NAMES, REGION_NAMES, UNITS
from sandtable.games.warroom.events import amounts, posted
from sandtable.games.warroom.forecast import StanceAdvice, StanceForecast, forecast
from sandtable.games.warroom.menus import Sheet
from sandtable.games.warroom.policies import COSTLIEST_FIRST, ESCORT_ALL, REPAIR_ALL
from sandtable.games.warroom.rules.phase5_refit import DeployMenu
from sandtable.games.warroom.rules.phase7_production import PlacementMenu
from sandtable.games.warroom.state import WarRoom
from sandtable.games.warroom.words import before_the_battle, commands_table, orders_text, short_units, situation

BRIEFLY = {
    "wr.reorganize": "default",
    "wr.pact.break": "default",
    "wr.4.escort": ESCORT_ALL,
    "wr.4.assign": COSTLIEST_FIRST,
    "wr.4.repair": REPAIR_ALL,
}
"""What a hurried player leaves to policies: windows that are seldom used, escorts, hits and repairs."""
TO_REORGANIZE = """\
Commands of a region may be merged and split: name one, the units that leave it, ok, and the Command they join or a
new one (such as: 26 2 infantry ok new); or type done. This is asked in most phases: type 'standing briefly' to be
asked no more about this, hits and repairs."""
TO_ORDER = """\
Orders are a Command and a region, then ok and your bid for an early turn (such as: 23 > G7, 29 > G8 ok 1). 'status'
shows all Commands. Every region may be written; named are those in reach. The bid is paid, whatever it buys."""
TO_TAKE_STANCES = """\
Say for one kind of unit after the other how many take which stance (such as: 3 offense 1 defense). 'odds' says which
are best, and with stances what they would come to."""
TO_PLACE = """\
Name the units for the first place, then ok, then those for the next (such as: 1 armor ok 2 infantry ok). What is
bought and finds no place is lost."""
TO_BUY = """\
Name units with their number, then ok and how many Civilian Goods (such as: 2 infantry 1 armor ok 0)."""


class WarRoomText(GameText):
    """The words of War Room."""

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        view = sitting.view(nation)
        lines = situation(view)
        for other in sorted(view.nations, key=lambda name: name != nation):
            lines += ["", f"Commands of {NAMES[other]}", *commands_table(view, other)]
        return lines

    def before_prompt(self, sitting: Sitting, ask: Ask) -> str:
        view = sitting.view(sitting.decider())
        match ask.what:
            case "wr.reorganize" if (view.round, view.phase) == (1, "planning"):
                return TO_REORGANIZE
            case "wr.2.sheets":
                return TO_ORDER
            case "wr.4.stances":
                return "\n".join((*before_the_battle(view), TO_TAKE_STANCES))
            case "wr.7.place" | "wr.5.deploy":
                rooms = rooms_of(ask.menus[sitting.decider()])
                said = ", ".join(f"{REGION_NAMES[place]} ({place}) {room}" for place, room in rooms.items())
                return f"Room for units: {said}. {TO_PLACE}"
            case "wr.7.purchase":
                return f"In stock: {amounts(view.stock[sitting.decider()])}. {TO_BUY}"
        return ""

    def name_of(self, sitting: Sitting, ask: Ask, click: str) -> str:
        if click.isdecimal() and ask.what == "wr.2.sheets":
            return f"bid {click}" if int(click) else "bid nothing"
        if click.isdecimal() and ask.what == "wr.7.purchase":
            return f"{click} Civilian Goods"
        if click in UNITS and ask.what == "wr.7.purchase":
            return amounts(UNITS[click].cost)
        if command := sitting.view(sitting.decider()).commands.get(click):
            return f"{command.region} {REGION_NAMES[command.region]}, {short_units(command)}"
        return super().name_of(sitting, ask, click)

    def offered(self, menu: Menu, clicks: tuple[str, ...], following: tuple[str, ...]) -> tuple[str, ...]:
        """Of a sheet: Commands that are on the map, and after one of them the regions in its reach."""
        if not isinstance(menu, Sheet):
            return following
        chart = menu.chart
        if following == chart.regions:
            command = next(chart.spoken(click) for click in reversed(clicks) if click != ">")
            return chart.near.get(command, following)
        return tuple(click for click in following if click in chart.near or click not in chart.commands)

    def label(self, sitting: Sitting, ask: Ask, answer: Any) -> str:
        names = sitting.game.names
        if ask.what == "wr.2.sheets":
            orders, bid = answer
            return f"{orders_text(orders)}, bid {bid}"
        if ask.what == "wr.reorganize" and len(answer) == 3:
            source, units, target = answer
            return f"{in_words(names, units)} from {names[source]} to {names[target]}"
        if ask.what in ("wr.7.place", "wr.5.deploy"):
            places = zip(rooms_of(ask.menus[sitting.decider()]), answer, strict=False)
            return (
                ", ".join(f"{in_words(names, bag)} in {REGION_NAMES[place]}" for place, bag in places if bag)
                or "nothing"
            )
        if ask.what == "wr.7.purchase":
            bought, goods, *paid = answer
            return f"{in_words(names, (bought, *paid))}, {goods} Civilian Goods"
        return in_words(names, answer)

    def odds(self, sitting: Sitting, nation: str, choice: Any) -> list[str]:
        found = forecast(cast(WarRoom, sitting.table.state), nation, choice)
        if isinstance(found, StanceAdvice):
            return [f"The best stances: {in_words(sitting.game.names, found.best)}."]
        if not isinstance(found, StanceForecast):
            return []
        against = "" if found.shown else " against the best answer"
        return [
            f"With these stances{against}: win {found.win:.0%}, loss {found.loss:.0%}, both have units left "
            f"{found.both_left:.0%}; on average you lose {found.losses:.1f} Resources, they {found.enemy_losses:.1f}."
        ]

    def standing_answers(self, sitting: Sitting) -> dict[str, tuple[str, tuple[Standing, ...]]]:
        hurried = tuple(
            Standing(nation, what, policy=policy) for nation in sitting.nations for what, policy in BRIEFLY.items()
        )
        offered = super().standing_answers(sitting)
        sentence = "Do not ask about reorganising, the Pact, escorts, hits and repairs."
        return {**offered, "briefly": (sentence, hurried)}


def rooms_of(menu: Menu) -> dict[str, int]:
    """How many units the places of a placement or deployment can take, in the order in which they are asked for."""
    if isinstance(menu, PlacementMenu):
        return menu.rooms
    assert isinstance(menu, DeployMenu)
    return dict(zip(menu.places, menu.rooms, strict=True))


def in_words(names: Mapping[str, str], answer: Any) -> str:
    return game_text.in_words(names, answer, stances_or_units)


def stances_or_units(names: Mapping[str, str], bag: Bag) -> str:
    """Stances as they are posted, `4 INF offense, 1 ART ground`; other bags as everywhere."""
    return posted(bag) if all(name.count("/") == 2 for name, _ in bag) else counted(names, bag)


TEXT = WarRoomText()
