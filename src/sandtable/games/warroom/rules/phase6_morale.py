"""Phase 6: Morale. Casualties become Stress; Medals, zones and penalties in four steps, each for all nations."""

from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Bag, Menu, Pick
from sandtable.core.steps import Ask, Each, Sequence, Step
from sandtable.games.warroom.data import CONVERSIONS, KINDS, NAMES, RESOURCES, UNITS, Amounts
from sandtable.games.warroom.events import HotspotEnded, MoraleChanged, Paid, UnitsLost
from sandtable.games.warroom.position import (
    BLUE,
    GRAY,
    RED,
    YELLOW,
    book_casualty,
    has_units,
    less,
    take_units,
    territories_of,
)
from sandtable.games.warroom.rules.hotspots import intruders
from sandtable.games.warroom.rules.pacts import after_morale
from sandtable.games.warroom.rules.phase4_debrief import stays_embattled
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import WarRoom

YES, NO = "yes", "no"
MEDAL, GOODS = "medal", "goods"


class Morale(Step, frozen=True, tag="wr.6.morale"):
    """WR-MORALE-05: conversion, then cancel, evaluate, relieve, penalties: each for all nations in Turn Order."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "morale")
        order = game.in_order()
        game.goto(Sequence(("wr.6.end",)))
        steps = ("wr.6.convert", "wr.6.cancel", "wr.6.evaluate", "wr.6.relieve", "wr.6.penalties")
        for tag in reversed(steps):
            game.call(Each(tag, order))
        game.call(Sequence(("wr.reorganize.all",)))


class EndOfMorale(Step, frozen=True, tag="wr.6.end"):
    """The treaties that depend on zones, and the Eastern Front's own moment of victory (WR-SCEN-27)."""

    def then(self, game: WarRoom, got: Any) -> None:
        from sandtable.games.warroom.rules.victory import eastern_front_victory

        after_morale(game)
        game.done()
        eastern_front_victory(game)


class ConvertCasualties(Step, frozen=True, tag="wr.6.convert"):
    """WR-MORALE-01 to 04, WR-QP-18: Casualty Points become Stress; the rest is not carried over."""

    nation: str

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        gained = stress_for(game, casualty_points(game, self.nation))
        game.casualties[self.nation] = (0,) * len(KINDS)
        game.points[self.nation] = 0
        if gained:
            game.stress[self.nation] += gained
            tell(game, self.nation, "casualties")


def casualty_points(game: WarRoom, nation: str) -> int:
    """WR-MORALE-01, WR-QP-16, WR-THD-01: number times factor, and the points that come from elsewhere."""
    listed = 0
    for kind, number in zip(KINDS, game.casualties[nation], strict=True):
        listed += number * (quick_points(kind) if game.on("quick_play") else UNITS[kind].points)
    return listed + game.points[nation]


def quick_points(kind: str) -> int:
    """WR-QP-16."""
    if kind in ("submarine", "cruiser"):
        return 3
    return {"land": 1, "air": 2, "naval": 5}[UNITS[kind].category]


def stress_for(game: WarRoom, points: int) -> int:
    """WR-MORALE-02: the Conversion Chart; in Quick Play 1 for each full 5 points."""
    if game.on("quick_play"):
        return points // 5
    return max(row.stress for row in CONVERSIONS.values() if row.points <= points)


def tell(game: WarRoom, nation: str, step: str) -> None:
    game.tell(MoraleChanged(nation, step, game.stress[nation], game.zone[nation]))


def tokens_held(game: WarRoom, nation: str) -> dict[str, int]:
    held = {MEDAL: game.medals[nation], GOODS: game.goods[nation]}
    return {name: number for name, number in held.items() if number}


def spend(game: WarRoom, nation: str, spent: tuple[tuple[str, int], ...]) -> None:
    for name, number in spent:
        pool = game.medals if name == MEDAL else game.goods
        pool[nation] -= number


class CancelStress(Step, frozen=True, tag="wr.6.cancel"):
    """WR-MORALE-06, 07: Medals and Civilian Goods given up, each for 1 Stress."""

    nation: str

    def ask(self, game: WarRoom) -> Ask | None:
        held, stress = tokens_held(game, self.nation), game.stress[self.nation]
        if not held or not stress:
            return None
        menu = Bag(rule="WR-MORALE-06", limits=held, most=stress)
        prompt = f"{NAMES[self.nation]} may give up Medals and Civilian Goods for its {stress} Stress"
        return Ask("wr.6.cancel", {self.nation: menu}, prompt)

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got:
            spend(game, self.nation, got)
            game.stress[self.nation] -= sum(number for _, number in got)
            tell(game, self.nation, "cancelled")


class Evaluate(Step, frozen=True, tag="wr.6.evaluate"):
    """WR-MORALE-08 to 12: zone by zone while Stress reaches the Threshold; one more without units or territories."""

    nation: str

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        threshold, before = game.facts.thresholds[self.nation], game.zone[self.nation]
        while game.stress[self.nation] >= threshold and game.zone[self.nation] < GRAY:
            game.stress[self.nation] -= threshold
            move_to_zone(game, self.nation, game.zone[self.nation] + 1)
        stranded = not has_units(game, self.nation) or not territories_of(game, self.nation)
        if stranded and game.zone[self.nation] < GRAY:
            move_to_zone(game, self.nation, game.zone[self.nation] + 1)
        if game.zone[self.nation] != before:
            tell(game, self.nation, "evaluated")


def move_to_zone(game: WarRoom, nation: str, zone: int) -> None:
    """WR-QP-19, 20: in Quick Play Blue and Yellow cost 1 Production Value each, Red or worse all of it; going back
    undoes that."""
    game.zone[nation] = zone
    if game.on("quick_play"):
        game.production[nation] = 0 if zone >= RED else game.facts.production[nation] - min(zone, YELLOW)


class ReliefMenu(OpenForm, frozen=True, tag="wr.relief", kw_only=True):
    """Whether to go back a zone, and with which tokens it is paid."""

    held: dict[str, int]
    price: int

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-MORALE-13", options=(NO, YES))
        if chosen == (YES,):
            return Bag(rule="WR-MORALE-13", limits=self.held, least=self.price, most=self.price)
        return None


class Relieve(Step, frozen=True, tag="wr.6.relieve"):
    """WR-MORALE-13, 14: for tokens equal to the Threshold back 1 zone, at most 1 in a round; Stress stays."""

    nation: str

    def ask(self, game: WarRoom) -> Ask | None:
        held, price = tokens_held(game, self.nation), game.facts.thresholds[self.nation]
        if not game.zone[self.nation] or sum(held.values()) < price:
            return None
        menu = ReliefMenu(rule="WR-MORALE-13", held=held, price=price)
        return Ask("wr.6.relieve", {self.nation: menu}, f"{NAMES[self.nation]} may go back a zone for {price} tokens")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got and got[0] == YES:
            spend(game, self.nation, got[1])
            move_to_zone(game, self.nation, game.zone[self.nation] - 1)
            tell(game, self.nation, "relieved")


class Penalties(Step, frozen=True, tag="wr.6.penalties"):
    """WR-ZONE-02 to 05, 11: what the zone costs this round: Resources in Blue or worse, deserters in Gray."""

    nation: str

    def ask(self, game: WarRoom) -> Ask | None:
        stock = game.stock[self.nation]
        due = min(3, sum(stock))
        if game.zone[self.nation] < BLUE or game.on("quick_play") or not due or due == sum(stock):
            return None
        limits = {name: amount for name, amount in zip(RESOURCES, stock, strict=True) if amount}
        if len(limits) == 1:
            return None
        menu = Bag(rule="WR-ZONE-05", limits=limits, least=due, most=due)
        return Ask("wr.6.unrest", {self.nation: menu}, f"{NAMES[self.nation]} pays {due} Resources for unrest")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if game.zone[self.nation] >= BLUE and not game.on("quick_play"):
            pay_unrest(game, self.nation, dict(got) if got else None)
        if game.zone[self.nation] == GRAY and game.stress[self.nation]:
            game.call(Desert(self.nation))


def pay_unrest(game: WarRoom, nation: str, said: dict[str, int] | None) -> None:
    stock = game.stock[nation]
    if said is None:
        due = min(3, sum(stock))
        said = {}
        for name, amount in zip(RESOURCES, stock, strict=True):
            said[name] = min(amount, due - sum(said.values()))
    paid: Amounts = (said.get("oil", 0), said.get("iron", 0), said.get("osr", 0))
    if any(paid):
        game.stock[nation] = less(stock, paid)
        game.tell(Paid(nation, paid, "civil unrest"))


class Desert(Step, frozen=True, tag="wr.6.desert"):
    """WR-ZONE-11 to 13: as many units desert as the nation has Stress; they count in the next round's conversion."""

    nation: str

    def units(self, game: WarRoom) -> dict[str, int]:
        return {
            f"{command.key}/{kind}": number
            for command in game.stacks()
            if command.nation == self.nation
            for kind, number in command.counts().items()
        }

    def ask(self, game: WarRoom) -> Ask | None:
        units, number = self.units(game), game.stress[self.nation]
        if number >= sum(units.values()) or len(units) < 2:
            return None
        menu = Bag(rule="WR-ZONE-11", limits=units, least=number, most=number)
        return Ask("wr.6.desert", {self.nation: menu}, f"{number} units of {NAMES[self.nation]} desert")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        units = self.units(game)
        if got:
            lost = dict(got)
        elif len(units) == 1:
            lost = {name: min(number, game.stress[self.nation]) for name, number in units.items()}
        else:
            lost = units
        for name, number in lost.items():
            key, kind = name.split("/")
            command = game.commands[key]
            book_casualty(game, self.nation, kind, number)
            game.put(msgspec.structs.replace(command, units=take_units(command, {kind: number})))
            game.tell(UnitsLost(self.nation, command.region, ((kind, number),), "desertion"))
            end_conflict(game, command.region)


def end_conflict(game: WarRoom, region: str) -> None:
    """WR-ECON-02, WR-ZONE-14: when the last invader is gone the card turns face up at once; when the last defender is,
    the conflict goes on, whether a Garrison or Air is left to defend."""
    if region not in game.markers or stays_embattled(game, region):
        return
    if game.map.is_sea(region) or not intruders(game, region):
        del game.markers[region]
        game.tell(HotspotEnded(region, False))
