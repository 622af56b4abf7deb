"""Phase 4: Strategic Bombing Raids, Convoy Raids and Garrison Forces."""

from typing import Any

import msgspec

from sandtable.core.forms import Part
from sandtable.core.menus import Bag, Pick
from sandtable.core.steps import Ask, Roll, Step
from sandtable.games.warroom.battleboard import STRATEGIC
from sandtable.games.warroom.data import (
    BUILDABLE,
    CARRIER_FIGHTER,
    COLOURS,
    CONVOYS,
    DICE_PER_STAGE,
    DIE,
    LAND,
    NAMES,
    OTHER,
    REGION_NAMES,
    RESOURCES,
    SIDE_OF,
    TARGETS,
    TERRITORIES,
    UNITS,
    route,
)
from sandtable.games.warroom.events import WORDS, BatchRolled, GarrisonFired, RaidResult, UnitsLost
from sandtable.games.warroom.menus import form
from sandtable.games.warroom.position import (
    NOBODYS,
    allegiance,
    book_casualty,
    fighters_in,
    hostile,
    remove_units,
    yields,
)
from sandtable.games.warroom.rules.hotspots import convoy_owners, invaders, raid_targets
from sandtable.games.warroom.rules.phase4_setup import first_side, fought, leaders, unit_name
from sandtable.games.warroom.state import WarRoom

DICE_PER_BOMBER = 4
DESTROYS = {
    "yellow": ("infantry", "submarine"),
    "blue": ("artillery", "cruiser"),
    "green": ("armor", "carrier", "fighter"),
    "red": ("bomber", "battleship"),
}
DEPLETES = {"yellow": "osr", "blue": "iron", "red": "oil"}
BOMB, NOTHING = "bomb", "nothing"


# Strategic Bombing Raids


class Bombing(Step, frozen=True, tag="wr.4.bombing"):
    """WR-SBR-02 to 05, 19: the surviving Bombers in strategic stance make one raid, after the Air Stage. Over a
    Collapsed nation's territory, which is Enemy to all, each side makes its own, the earlier Commander first."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        first = first_side(game)
        for side in (OTHER[first], first):  # what is called last comes first
            rows = [row for row in fought(game).rows if (row.side, row.stance) == (side, STRATEGIC)]
            if bombers := sum(row.standing for row in rows):
                game.call(DropBombs(side, min(bombers * DICE_PER_BOMBER, DICE_PER_STAGE)))


class DropBombs(Step, frozen=True, tag="wr.4.bombs"):
    """WR-SBR-04: Bomber by Bomber 4 dice; the damage of one is applied before the next rolls."""

    side: str
    dice: int

    def ask(self, game: WarRoom) -> Roll | None:
        if not self.dice:
            return None
        return Roll("wr.4.bombs", min(self.dice, DICE_PER_BOMBER), len(DIE), f"Raid on {fought(game).region}")

    def then(self, game: WarRoom, got: Any) -> None:
        if got is None:
            game.done()
            return
        colours = tuple(sorted((DIE[face - 1] for face in got), key=COLOURS.index))
        game.tell(BatchRolled(self.side, colours))
        game.goto(DropBombs(self.side, self.dice - len(got)))
        game.call(BombDamage(self.side, colours))


class BombDamage(Step, frozen=True, tag="wr.4.damage"):
    """WR-SBR-06 to 12: where a result allows alternatives the raiding Commander chooses."""

    side: str
    colours: tuple[str, ...]

    def options(self, game: WarRoom) -> list[str]:
        colour, territory = self.colours[0], fought(game).region
        if colour != "black":
            return bomb_effects(game, territory, colour)
        every = [effect for c in (*DESTROYS, "white") for effect in bomb_effects(game, territory, c)]
        return [*every, NOTHING] if every else []

    def ask(self, game: WarRoom) -> Ask | None:
        if not self.colours or len(options := self.options(game)) < 2:
            return None
        who = fought(game).commander(self.side)
        rule = "WR-SBR-11" if self.colours[0] == "black" else "WR-SBR-12"
        menu = Pick(rule=rule, options=tuple(options))
        colour = self.colours[0]
        prompt = f"{NAMES[who]} chooses what a {colour} result destroys"
        return Ask("wr.4.damage", {who: menu}, prompt, about={"colour": colour})

    def then(self, game: WarRoom, got: Any) -> None:
        if not self.colours:
            game.done()
            return
        options = self.options(game)
        effect = got or (options[0] if options else NOTHING)
        apply_bomb(game, fought(game).region, self.colours[0], effect)
        game.goto(BombDamage(self.side, self.colours[1:]))


def bomb_effects(game: WarRoom, territory: str, colour: str) -> list[str]:
    """WR-SBR-06 to 10, 14, WR-LOSS-01, 04: what a result can do here now."""
    if colour == "white":
        return [BOMB] if can_take_bomb(game, territory) else []
    building = [sum(pair) for pair in zip(*under_tokens(game, territory), strict=True)]
    found = [kind for kind in DESTROYS[colour] if building[BUILDABLE.index(kind)]]
    resource, controller = DEPLETES.get(colour), game.control.get(territory, "")
    if resource and controller in game.nations and not game.on("quick_play"):
        at = RESOURCES.index(resource)
        within = fought(game).raid_losses[at] < yields(game, territory)[at]
        if within and game.stock[controller][at]:
            found.append(resource)
    return found


def under_tokens(game: WarRoom, territory: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    none = (0,) * len(BUILDABLE)
    return game.building.get(territory, none), game.deferred.get(territory, none)


def can_take_bomb(game: WarRoom, territory: str) -> bool:
    """WR-SBR-14, R-19: any number with Industry, one with only a Port or Rails, none without anything to damage."""
    card = TERRITORIES[territory]
    if card.industry:
        return True
    return bool(card.ports or card.rails) and not game.bombs.get(territory)


def apply_bomb(game: WarRoom, territory: str, colour: str, effect: str) -> None:
    controller = game.control.get(territory, "")
    if effect == BOMB:
        game.bombs[territory] = game.bombs.get(territory, 0) + 1
    elif effect in RESOURCES:
        at = RESOURCES.index(effect)
        take_resource(game, controller, at, 1)
        losses = list(fought(game).raid_losses)
        losses[at] += 1
        game.battle = msgspec.structs.replace(fought(game), raid_losses=(losses[0], losses[1], losses[2]))
    elif effect in BUILDABLE:
        destroy_building(game, territory, effect)
        book_casualty(game, controller, effect, 1)
    said = UNITS[effect].short + " under construction" if effect in UNITS else WORDS.get(effect, effect)
    game.tell(RaidResult(REGION_NAMES[territory], controller, colour, said, territory))


def take_resource(game: WarRoom, nation: str, at: int, number: int) -> int:
    """WR-LOSS-04: a stock never falls below 0; returns what was really lost."""
    stock = list(game.stock[nation])
    lost = min(stock[at], number)
    stock[at] -= lost
    game.stock[nation] = (stock[0], stock[1], stock[2])
    return lost


def destroy_building(game: WarRoom, territory: str, kind: str) -> None:
    at = BUILDABLE.index(kind)
    for group in (game.building, game.deferred):
        counts = list(group.get(territory, ()))
        if counts and counts[at]:
            counts[at] -= 1
            if any(counts):
                group[territory] = tuple(counts)
            else:
                del group[territory]
            return


# Convoy Raids


class ConvoyRaids(Step, frozen=True, tag="wr.4.convoys"):
    """WR-CONV-04, 05, 08, 09, 16: raids cannot be declined; each Command raids one target, together with friends."""

    at: int = 0
    raids: tuple[tuple[str, int], ...] = ()
    """Target and number of dice, as far as chosen."""

    def targets(self, game: WarRoom) -> dict[str, tuple[str, ...]]:
        battle = fought(game)
        return {} if battle.defended or battle.board != "sea" else raid_targets(game, battle.region)

    def raiders(self, game: WarRoom, found: dict[str, tuple[str, ...]]) -> list[str]:
        return sorted({nation for nations in found.values() for nation in nations}, key=game.rank)

    def parts(self, game: WarRoom, nation: str, found: dict[str, tuple[str, ...]]) -> tuple[Part, ...]:
        region = fought(game).region
        options = tuple(target for target, nations in found.items() if nation in nations)
        parts = [
            Part(command.key, Pick(rule="WR-CONV-08", options=options))
            for command in game.here(region)
            if command.nation == nation and command.category != "land" and not command.dived
        ]
        if number := fighters_in(game, region).get(nation, 0):
            bag = Bag(rule="WR-CONV-08", limits=dict.fromkeys(options, number), least=number, most=number)
            parts.append(Part(CARRIER_FIGHTER, bag))
        return tuple(parts)

    def ask(self, game: WarRoom) -> Ask | None:
        found = self.targets(game)
        if len(found) < 2 or self.at >= len(raiders := self.raiders(game, found)):
            return None
        who = raiders[self.at]
        menu = form("WR-CONV-08", *self.parts(game, who, found))
        return Ask("wr.4.convoys", {who: menu}, f"{NAMES[who]} chooses the convoys that its Commands raid")

    def then(self, game: WarRoom, got: Any) -> None:
        found = self.targets(game)
        raiders = self.raiders(game, found)
        if self.at >= len(raiders):
            game.done()
            for target, number in reversed(self.raids):
                game.call(RaidConvoy(target, number))
            return
        dice = dict(self.raids)
        nation = raiders[self.at]
        parts = self.parts(game, nation, found)
        said = got or tuple(part.menu.default for part in parts if part.menu is not None)
        for part, choice in zip(parts, said, strict=True):
            if type(choice) is str:
                dice[choice] = dice.get(choice, 0) + sum(game.commands[part.name].units)
            else:
                for target, number in choice:
                    dice[target] = dice.get(target, 0) + number
        game.goto(ConvoyRaids(self.at + 1, tuple(dice.items())))


class RaidConvoy(Step, frozen=True, tag="wr.4.raid"):
    """WR-CONV-03, 10, 11: the owners are settled, then 1 die for each Air or Naval Unit, at most 30. WR-PACT-07: if
    that leaves nobody who may raid them, there is no raid."""

    target: str
    units: int

    def unsettled(self, game: WarRoom) -> str:
        return next((c for c in TARGETS[self.target] if len(convoy_owners(game, c)) > 1), "")

    def ask(self, game: WarRoom) -> Ask | Roll:
        if convoy := self.unsettled(game):
            owners = sorted(convoy_owners(game, convoy), key=game.rank)
            menu = Pick(rule="WR-CONV-03", options=tuple(owners))
            prompt = f"Who owns the convoy {route(convoy)}, and pays for what is sunk?"
            return Ask("wr.4.owner", {owners[0]: menu}, prompt, about={"convoy": convoy})
        return Roll("wr.4.raid", min(self.units, DICE_PER_STAGE), len(DIE), f"Convoy raid on {self.target}")

    def then(self, game: WarRoom, got: Any) -> None:
        if convoy := self.unsettled(game):
            game.convoy_owner[convoy] = got
            if self.target not in raid_targets(game, fought(game).region):
                game.done()
            return
        colours = tuple(sorted((DIE[face - 1] for face in got), key=COLOURS.index))
        game.tell(BatchRolled(SIDE_OF[raid_commander(game, self.target)], colours))
        found = tuple(colour for colour in DEPLETES if colour in colours)
        game.goto(SinkShips(self.target, found, colours.count("black")))


def raiders_of(game: WarRoom, target: str) -> tuple[str, ...]:
    return raid_targets(game, fought(game).region)[target]


def raid_commander(game: WarRoom, target: str) -> str:
    """WR-CONV-09, WR-PACT-07: the Commander of the side, if it takes part in this raid, else the first who does."""
    raiders = raiders_of(game, target)
    commander = fought(game).commander(SIDE_OF[raiders[0]])
    return commander if commander in raiders else raiders[0]


class SinkShips(Step, frozen=True, tag="wr.4.sink"):
    """WR-CONV-11 to 14: every black counts as one colour of the raider's choice; then the ships of all colours sink."""

    target: str
    colours: tuple[str, ...]
    blacks: int

    def open_colours(self, game: WarRoom) -> list[str]:
        return [c for c in DEPLETES if c not in self.colours and ships(game, self.target, c)]

    def ask(self, game: WarRoom) -> Ask | None:
        options = self.open_colours(game)
        if self.blacks >= len(options) or not self.blacks:
            return None
        who = raid_commander(game, self.target)
        menu = Pick(rule="WR-CONV-12", options=tuple(options))
        return Ask("wr.4.sink", {who: menu}, f"{NAMES[who]} chooses a colour for a black result")

    def then(self, game: WarRoom, got: Any) -> None:
        if got is not None:
            game.goto(SinkShips(self.target, (*self.colours, got), self.blacks - 1))
            return
        extra = tuple(self.open_colours(game)) if self.blacks else ()
        for colour in (*self.colours, *extra):
            sink(game, self.target, colour)
        game.done()


def ships(game: WarRoom, target: str, colour: str) -> list[tuple[str, str, int]]:
    """WR-CONV-13, 14: the Enemy ships of a colour in a target: convoy, owner and number."""
    at, raiders = RESOURCES.index(DEPLETES[colour]), raiders_of(game, target)
    found = []
    for convoy in TARGETS[target]:
        owners, number = convoy_owners(game, convoy), CONVOYS[convoy].ships[at]
        if number and owners and any(hostile(game, nation, owners[0]) for nation in raiders):
            found.append((convoy, owners[0], number))
    return found


def sink(game: WarRoom, target: str, colour: str) -> None:
    """WR-LOSS-02, 03, WR-THD-01, 02: the owner loses a Resource for each ship, within the limit of its territory."""
    at = RESOURCES.index(DEPLETES[colour])
    for convoy, owner, number in ships(game, target, colour):
        linked = CONVOYS[convoy].territory
        limit = min(number, yields(game, linked)[at]) if linked else number
        lost = take_resource(game, owner, at, limit)
        if game.on("take_her_down"):
            game.points[owner] += 6 * lost
        effect, sea = f"{NAMES[owner]} loses {lost} {WORDS[DEPLETES[colour]]}", CONVOYS[convoy].sea
        game.tell(RaidResult(f"the convoy {route(convoy)}", owner, colour, effect, sea))


# Garrison Forces


class Garrison(Step, frozen=True, tag="wr.4.garrison"):
    """WR-GARR-01 to 11: 2 dice, once, in the place of the Surface Stage; the invaders do not roll."""

    def acts(self, game: WarRoom) -> bool:
        battle = fought(game)
        if battle.board == "sea" or game.on("quick_play") or allegiance(game, battle.region) == NOBODYS:
            return False
        return bool(invaders(game, battle.region))

    def ask(self, game: WarRoom) -> Roll | None:
        return Roll("wr.4.garrison", 2, len(DIE), f"Garrison of {fought(game).region}") if self.acts(game) else None

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got is None:
            return
        first, second = (DIE[face - 1] for face in got)
        game.tell(GarrisonFired(fought(game).region, (first, second)))
        game.call(GarrisonHit(pair_of(first, second)))


def pair_of(first: str, second: str) -> tuple[str, ...]:
    """WR-GARR-03 to 07: the kinds of Land Unit that two dice can eliminate."""
    if "white" in (first, second):
        return ()
    if first == second == "black":
        return LAND
    colours = {first, second} - {"black"}
    return tuple(kind for kind in LAND if {UNITS[kind].colour} == colours)


class GarrisonHit(Step, frozen=True, tag="wr.4.garrison_hit"):
    """WR-GARR-03, R-16: one invading unit of the kind is eliminated outright; the controller chooses where it can."""

    kinds: tuple[str, ...]

    def options(self, game: WarRoom) -> dict[str, tuple[str, str]]:
        region = fought(game).region
        found = {}
        for nation in invaders(game, region):
            for kind in self.kinds:
                if any(c.of(kind) for c in game.here(region) if c.nation == nation and c.category == "land"):
                    found[unit_name(kind, "garrison", nation)] = (nation, kind)
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        options = self.options(game)
        if len(options) < 2:
            return None
        who = garrison_commander(game, fought(game).region)
        menu = Pick(rule="WR-GARR-06", options=tuple(options))
        return Ask("wr.4.garrison", {who: menu}, f"{NAMES[who]} chooses the unit that the Garrison eliminates")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        options = self.options(game)
        if not options:
            return
        nation, kind = options[got or next(iter(options))]
        region = fought(game).region
        remove_units(game, nation, region, kind, 1)
        book_casualty(game, nation, kind, 1)
        game.tell(UnitsLost(nation, region, ((kind, 1),), "the Garrison fired"))


def garrison_commander(game: WarRoom, region: str) -> str:
    """The controller; for an uncontrolled Neutral the first in Turn Order who may lead it."""
    return game.control.get(region, "") or leaders(game, allegiance(game, region))[0]
