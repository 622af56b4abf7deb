"""Phase 4, Battle Debrief: A repair, B remove, C Troop Transports, D return, and after control and Medals G hotspot."""

from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Bag, Menu
from sandtable.core.steps import Ask, Sequence, Step
from sandtable.games.warroom.battleboard import plus_one, with_row
from sandtable.games.warroom.data import NAMES, NAVAL, RESOURCES, SIDE_OF, Amounts
from sandtable.games.warroom.events import HotspotEnded, Repaired, UnitsLost
from sandtable.games.warroom.position import (
    book_casualty,
    hostile,
    less,
    remove_units,
    unit_side,
    units_by_nation,
)
from sandtable.games.warroom.rules.neutrals import FORCE
from sandtable.games.warroom.rules.pacts import dissolve_pact
from sandtable.games.warroom.rules.phase4_battle import lost_units
from sandtable.games.warroom.rules.phase4_setup import fought, unit_name
from sandtable.games.warroom.state import Battle, Row, WarRoom


class Debrief(Step, frozen=True, tag="wr.4.debrief"):
    """WR-DEBR-01: the steps A to G, each finished before the next."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.goto(
            Sequence(
                (
                    "wr.4.a.free",
                    "wr.4.a.repair",
                    "wr.4.b.remove",
                    "wr.4.c.transports",
                    "wr.4.d.return",
                    "wr.4.e.control",
                    "wr.4.f.neutral",
                    "wr.thd.dive",
                )
            )
        )


# Step A: repairs


class FreeRepairs(Step, frozen=True, tag="wr.4.a.free"):
    """WR-DEBR-02, 04: lightly damaged units recover, and with Port Advantage damaged Naval Units are repaired free."""

    def then(self, game: WarRoom, got: Any) -> None:
        battle = fought(game)
        for at, row in enumerate(battle.rows):
            if row.hurt is None:
                continue
            free = row.side in battle.ports and row.kind in NAVAL
            if row.hurt[2] == "lightly_damaged" or free:
                battle = with_row(battle, at, healed(row))
        game.battle = battle
        game.done()


def healed(row: Row) -> Row:
    """The hurt unit of a row is whole again."""
    assert row.hurt is not None
    return Row(
        row.side, row.kind, row.stance, plus_one(row.whole, row.hurt[0], row.hurt[1]), None, row.lost, row.escaped
    )


class RepairMenu(OpenForm, frozen=True, tag="wr.repair", kw_only=True):
    """WR-DEBR-03, 06: unit by unit, for 1 Resource of any type each."""

    units: tuple[str, ...]
    stock: Amounts

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Bag(rule="WR-DEBR-06", limits=dict.fromkeys(self.units, 1), most=sum(self.stock))
        number = sum(count for _, count in chosen[0])
        if len(chosen) == 1 and number:
            limits = {name: amount for name, amount in zip(RESOURCES, self.stock, strict=True) if amount}
            return Bag(rule="WR-DEBR-03", limits=limits, least=number, most=number)
        return None

    @property
    def default(self) -> tuple[Any, ...]:
        """Repair all that can be paid, with whatever lies highest in stock."""
        number = min(len(self.units), sum(self.stock))
        if not number:
            return ((),)
        left, paid = list(self.stock), [0, 0, 0]
        for _ in range(number):
            at = max(range(3), key=lambda place: (left[place], place))
            left[at] -= 1
            paid[at] += 1
        said = tuple((name, amount) for name, amount in zip(RESOURCES, paid, strict=True) if amount)
        return tuple((unit, 1) for unit in self.units[:number]), said


class Repair(Step, frozen=True, tag="wr.4.a.repair"):
    """WR-DEBR-03, 05, 06, R-25: each owner pays for its own units; what is not repaired is eliminated."""

    at: int = 0

    def payer(self, game: WarRoom) -> str | None:
        """The next nation in Turn Order with damaged units."""
        if all(row.hurt is None for row in fought(game).rows):
            return None
        return next((nation for nation in game.in_order()[self.at :] if self.damaged(game, nation)), None)

    def damaged(self, game: WarRoom, payer: str) -> dict[str, int]:
        """The damaged units that a nation may pay for, with their rows."""
        battle, found = fought(game), {}
        for at, row in enumerate(battle.rows):
            if row.hurt is not None:
                owner = row.hurt[0] if row.hurt[0] != "neutral" else battle.commander(row.side)
                if owner == payer:
                    found[unit_name(row.hurt[1], row.stance, row.hurt[0])] = at
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        payer = self.payer(game)
        if payer is None or game.on("quick_play") or not any(game.stock[payer]):
            return None
        damaged = self.damaged(game, payer)
        if not damaged:
            return None
        menu = RepairMenu(rule="WR-DEBR-03", units=tuple(damaged), stock=game.stock[payer])
        return Ask("wr.4.repair", {payer: menu}, f"{NAMES[payer]} may repair its damaged units")

    def then(self, game: WarRoom, got: Any) -> None:
        payer = self.payer(game)
        if payer is None:
            game.done()
            return
        game.goto(Repair(game.in_order().index(payer) + 1))
        battle, damaged = fought(game), self.damaged(game, payer)
        repaired = dict(got[0]) if got else {}
        kinds: dict[str, int] = {}
        for name, at in damaged.items():
            row = battle.rows[at]
            assert row.hurt is not None
            if name in repaired:
                kinds[row.hurt[1]] = kinds.get(row.hurt[1], 0) + 1
                battle = with_row(battle, at, healed(row))
            else:
                battle = with_row(battle, at, given_up(row))
        game.battle = battle
        if repaired:
            spent = dict(got[1])
            paid = (spent.get("oil", 0), spent.get("iron", 0), spent.get("osr", 0))
            game.stock[payer] = less(game.stock[payer], paid)
            game.tell(Repaired(payer, tuple(kinds.items()), paid))


def given_up(row: Row) -> Row:
    """WR-DEBR-05: a damaged unit that is not repaired is eliminated."""
    assert row.hurt is not None
    return Row(
        row.side, row.kind, row.stance, row.whole, None, plus_one(row.lost, row.hurt[0], row.hurt[1]), row.escaped
    )


# Steps B, C, D


class RemoveLosses(Step, frozen=True, tag="wr.4.b.remove"):
    """WR-DEBR-08, WR-SURF-21: eliminated units leave the map for the Casualty List of their own nation."""

    def then(self, game: WarRoom, got: Any) -> None:
        battle = fought(game)
        lost: dict[str, list[tuple[str, int]]] = {}
        for (nation, kind), number in lost_units(battle).items():
            lost.setdefault(nation, []).append((kind, number))
            if nation == "neutral":
                force = list(game.forces[battle.region])
                force[FORCE.index(kind)] -= number
                game.forces[battle.region] = tuple(force)
            else:
                remove_units(game, nation, battle.region, kind, number)
                book_casualty(game, nation, kind, number)
        for nation, units in lost.items():
            game.tell(UnitsLost(nation, battle.region, tuple(units), "battle"))
        game.done()


class CheckTransports(Step, frozen=True, tag="wr.4.c.transports"):
    """WR-DEBR-09 to 13: Troop Transports without a guard are lost to Enemy Air and Naval Units."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        region = fought(game).region
        if not game.map.is_sea(region):
            return
        doomed = [n for n in units_by_nation(game, region, "land") if is_unguarded(game, region, n)]
        for command in game.here(region):
            if command.category == "land" and command.nation in doomed:
                for kind, number in command.counts().items():
                    book_casualty(game, command.nation, kind, number)
                game.put(msgspec.structs.replace(command, units=(0, 0, 0)))
                lost = tuple(command.counts().items())
                game.tell(UnitsLost(command.nation, region, lost, "Troop Transports without a guard"))


def is_unguarded(game: WarRoom, region: str, nation: str) -> bool:
    """Whether the Troop Transports of a nation are at the enemy's mercy."""
    air, naval = units_by_nation(game, region, "air"), units_by_nation(game, region, "naval")
    enemy_air = any(hostile(game, nation, other, region) for other in air)
    enemy_naval = any(hostile(game, nation, other, region) for other in naval)
    if not enemy_air and not enemy_naval:
        return False
    side = SIDE_OF[nation]
    if any(unit_side(game, other, region) == side for other in air):
        return False
    ships = [c for c in game.here(region) if c.category == "naval" and not c.dived and SIDE_OF[c.nation] == side]
    if not ships:
        return True
    only_submarines = all(c.size == c.of("submarine") for c in ships)
    return only_submarines and enemy_air


class ReturnToMap(Step, frozen=True, tag="wr.4.d.return"):
    """WR-DEBR-14: survivors are back in the region, where Commands may be reorganised now."""

    def then(self, game: WarRoom, got: Any) -> None:
        from sandtable.games.warroom.rules.reorganize import ReorganizeInTurn

        game.goto(ReorganizeInTurn(fought(game).region))


# Step G


class MarkRegion(Step, frozen=True, tag="wr.4.mark"):
    """WR-DEBR-32, WR-PACT-16: Embattled if Land or Naval Units of both sides remain, otherwise no hotspot any more."""

    region: str

    def then(self, game: WarRoom, got: Any) -> None:
        game.battle = None
        embattled = stays_embattled(game, self.region)
        if embattled:
            game.markers[self.region] = "embattled"
        else:
            game.markers.pop(self.region, None)
        game.tell(HotspotEnded(self.region, embattled))
        if embattled and self.region in ("R1", "G1"):
            dissolve_pact(game)
        game.done()


def stays_embattled(game: WarRoom, region: str) -> bool:
    """R-41: at sea Troop Transports count as well, unless both sides have nothing else."""
    land = units_by_nation(game, region, "land")
    if not game.map.is_sea(region):
        return any(hostile(game, a, b, region) for a in land for b in land)
    naval = units_by_nation(game, region, "naval")
    return any(hostile(game, a, b, region) for a in naval for b in (*naval, *land))


def survivors_of(game: WarRoom, battle: Battle, side: str) -> list[str]:
    """Nations of a side with Land Units left in the territory, in Turn Order."""
    land = units_by_nation(game, battle.region, "land")
    return sorted((n for n in land if n != "neutral" and SIDE_OF[n] == side), key=game.rank)
