"""Quick Battle and Quick Play: battles by matching dice, and production by rolling them."""

from collections.abc import Iterator
from typing import Any

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Count, Menu, Pick
from sandtable.core.steps import Ask, Each, Roll, Step
from sandtable.games.warroom.battleboard import Target, eliminate, flee, kinds_hit_in, less_one, with_row
from sandtable.games.warroom.data import (
    AIR,
    BUILDABLE,
    COLOURS,
    DICE_PER_BATCH,
    DIE,
    NAMES,
    NAVAL,
    OTHER,
    RECIPES,
    TERRITORIES,
    UNITS,
)
from sandtable.games.warroom.events import BatchRolled, Escaped, HitTaken, Paid
from sandtable.games.warroom.position import RED, territories_of
from sandtable.games.warroom.rules.phase4_battle import target_name
from sandtable.games.warroom.rules.phase4_setup import fought
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import Row, WarRoom

MOST_PRODUCTION_DICE = 20
ENOUGH = "enough"

Combo = tuple[int, int, int]
"""How many results of the colour itself, how many blacks and how many whites."""


def combos(colours: tuple[str, ...], colour: str, needed: int, whites: int) -> Iterator[Combo]:
    """WR-QB-06 to 08, WR-QP-08: the ways to make up so many matching results, own colour first."""
    have = colours.count(colour), colours.count("black"), min(whites, colours.count("white"))
    for white in range(have[2] + 1):
        for black in range(have[1] + 1):
            own = needed - white - black
            if 0 <= own <= have[0]:
                yield own, black, white


def without(colours: tuple[str, ...], colour: str, combo: Combo) -> tuple[str, ...]:
    left = list(colours)
    for name, number in zip((colour, "black", "white"), combo, strict=True):
        for _ in range(number):
            left.remove(name)
    return tuple(left)


def combo_name(colour: str, combo: Combo) -> str:
    names = [name for name, number in zip((colour, "black", "white"), combo, strict=True) for _ in range(number)]
    return "+".join(names)


# Quick Battle


class QuickHit(OpenForm, frozen=True, tag="wr.quick_hit", kw_only=True):
    """The unit that is eliminated, and the results that are used for it."""

    ways: dict[str, tuple[str, ...]]

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-QB-06", options=tuple(self.ways))
        if len(chosen) == 1:
            return Pick(rule="WR-QB-07", options=self.ways[chosen[0]])
        return None


class MatchResults(Step, frozen=True, tag="wr.quick.match"):
    """WR-QB-06 to 13: pairs (triplets for CV and BB) eliminate units; a Yellow left over lets a Submarine escape."""

    stage: str
    side: str
    colours: tuple[str, ...]

    def usable(self, game: WarRoom) -> tuple[str, ...]:
        """WR-QB-10: without black and white against Force Advantage."""
        if self.stage == "surface" and fought(game).advantage == OTHER[self.side]:
            return tuple(c for c in self.colours if c not in ("black", "white"))
        return self.colours

    def ways(self, game: WarRoom) -> dict[str, tuple[Target, str, tuple[Combo, ...]]]:
        battle, colours, found = fought(game), self.usable(game), {}
        kinds = kinds_hit_in(battle, self.stage)
        for at, row in enumerate(battle.rows):
            if row.side != OTHER[self.side] or row.kind not in kinds:
                continue
            needed = 3 if row.kind in ("carrier", "battleship") else 2
            colour = UNITS[row.kind].colour
            whites = 0 if row.kind == "submarine" else 1
            options = tuple(combos(colours, colour, needed, whites))
            if options:
                for nation, kind, _ in row.whole:
                    target = (at, nation, kind)
                    found[target_name(battle, target)] = (target, colour, options)
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        ways = self.ways(game)
        if not ways or (len(ways) == 1 and len(next(iter(ways.values()))[2]) == 1):
            return None
        names = {
            name: tuple(combo_name(colour, combo) for combo in options) for name, (_, colour, options) in ways.items()
        }
        who = fought(game).commander(self.side)
        menu = QuickHit(rule="WR-QB-06", ways=names)
        about = {"colours": " ".join(self.colours)}
        return Ask("wr.quick.match", {who: menu}, f"{NAMES[who]} matches {', '.join(self.colours)}", about=about)

    def then(self, game: WarRoom, got: Any) -> None:
        ways = self.ways(game)
        if not ways:
            game.done()
            if self.stage == "surface" and self.colours.count("yellow"):
                escape(game, OTHER[self.side])
            return
        name = got[0] if got else next(iter(ways))
        target, colour, options = ways[name]
        combo = next(c for c in options if got is None or combo_name(colour, c) == got[1])
        game.battle = eliminate(fought(game), target)
        game.tell(HitTaken(combo_name(colour, combo), target[1], target[2], "battle", "eliminated"))
        game.goto(MatchResults(self.stage, self.side, without(self.colours, colour, combo)))


def escape(game: WarRoom, side: str) -> None:
    """WR-QB-13: one Submarine leaves the battle."""
    battle = fought(game)
    for at, row in enumerate(battle.rows):
        if row.side == side and row.kind == "submarine" and row.whole:
            nation = row.whole[0][0]
            changed = Row(
                row.side,
                row.kind,
                row.stance,
                less_one(row.whole, nation, "submarine"),
                None,
                row.lost,
                flee(row.escaped, nation),
            )
            game.battle = with_row(battle, at, changed)
            game.tell(Escaped(nation, 1))
            return


# Quick Play: production


class QuickProduction(Step, frozen=True, tag="wr.quick.production"):
    """WR-QP-01, 06 to 11: bonus dice, production rolls and placement, each for all nations in Turn Order."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "production")
        game.goto(BonusDice())


class BonusDice(Step, frozen=True, tag="wr.quick.roll"):
    """WR-QP-06, 20: before anyone rolls, Medals may be turned in for bonus dice, up to 20 dice in all; none in the Red
    Zone or worse."""

    dice: tuple[int, ...] = ()
    """The dice of the nations that have had their say, in Turn Order."""

    def nation(self, game: WarRoom) -> str:
        return game.in_order()[len(self.dice)]

    def ask(self, game: WarRoom) -> Ask | None:
        nation = self.nation(game)
        most = min(game.medals[nation], MOST_PRODUCTION_DICE - game.production[nation])
        if game.zone[nation] >= RED or most < 1:
            return None
        menu = Count(rule="WR-QP-06", low=0, high=most)
        return Ask("wr.quick.bonus", {nation: menu}, f"{NAMES[nation]} may turn in Medals for bonus dice")

    def then(self, game: WarRoom, got: Any) -> None:
        nation, bonus = self.nation(game), got or 0
        game.medals[nation] -= bonus
        if bonus:
            game.tell(Paid(nation, (0, 0, 0), f"{bonus} Medals for bonus dice"))
        dice, order = (*self.dice, game.production[nation] + bonus), game.in_order()
        if len(dice) < len(order):
            game.goto(BonusDice(dice))
            return
        game.goto(Each("wr.7.place", order))
        for roller, number in reversed(tuple(zip(order, dice, strict=True))):
            game.call(ProductionDice(roller, number))


class ProductionDice(Step, frozen=True, tag="wr.quick.dice"):
    """WR-QP-07: batches of 10; results are not carried over."""

    nation: str
    left: int

    def ask(self, game: WarRoom) -> Roll | None:
        if self.left < 1:
            return None
        return Roll("wr.quick.dice", min(self.left, DICE_PER_BATCH), len(DIE), f"Production of {NAMES[self.nation]}")

    def then(self, game: WarRoom, got: Any) -> None:
        if got is None:
            game.done()
            return
        colours = tuple(sorted((DIE[face - 1] for face in got), key=COLOURS.index))
        game.tell(BatchRolled(self.nation, colours))
        game.goto(ProductionDice(self.nation, self.left - len(got)))
        game.call(BuyWithDice(self.nation, colours))


class BuyWithDice(Step, frozen=True, tag="wr.quick.buy"):
    """WR-QP-08, 10: results buy units by colour; white only for Air and Naval Units and at most 1 for each."""

    nation: str
    colours: tuple[str, ...]

    def ways(self, game: WarRoom) -> dict[str, tuple[Combo, ...]]:
        found = {}
        for kind in allowed_kinds(game, self.nation):
            recipe = RECIPES[kind]
            whites = 1 if kind in AIR or kind in NAVAL else 0
            if options := tuple(combos(self.colours, recipe.colour, recipe.dice, whites)):
                found[kind] = options
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        ways = self.ways(game)
        if not ways:
            return None
        names = {kind: tuple(combo_name(RECIPES[kind].colour, c) for c in options) for kind, options in ways.items()}
        menu = DiceMenu(rule="WR-QP-08", ways=names)
        return Ask("wr.quick.buy", {self.nation: menu}, f"{NAMES[self.nation]} builds with {', '.join(self.colours)}")

    def then(self, game: WarRoom, got: Any) -> None:
        if got is None or got[0] == ENOUGH:
            game.done()
            return
        kind, name = got
        colour = RECIPES[kind].colour
        combo = next(c for c in self.ways(game)[kind] if combo_name(colour, c) == name)
        bought = list(game.purchases.get(self.nation, (0,) * len(BUILDABLE)))
        bought[BUILDABLE.index(kind)] += 1
        game.purchases[self.nation] = tuple(bought)
        game.goto(BuyWithDice(self.nation, without(self.colours, colour, combo)))


class DiceMenu(OpenForm, frozen=True, tag="wr.quick_buy", kw_only=True):
    """A unit and the results that pay for it, or no more."""

    ways: dict[str, tuple[str, ...]]

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-QP-08", options=(*self.ways, ENOUGH))
        if len(chosen) == 1 and chosen[0] != ENOUGH:
            return Pick(rule="WR-QP-08", options=self.ways[chosen[0]])
        return None


def allowed_kinds(game: WarRoom, nation: str) -> tuple[str, ...]:
    """WR-QP-10: China gets Infantry only, and Artillery with Industry."""
    if nation != "china":
        return BUILDABLE
    industry = any(TERRITORIES[t].industry for t in territories_of(game, nation))
    return ("infantry", "artillery") if industry else ("infantry",)
