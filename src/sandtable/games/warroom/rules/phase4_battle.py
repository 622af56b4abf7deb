"""Phase 4, Battle Resolution: the Air Stage, the Surface Stage, dice in batches, hits assigned by the roller."""

from typing import Any

import msgspec

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Roll, Step
from sandtable.games.warroom.battleboard import (
    Target,
    can_be_hit,
    dice,
    dive,
    force_advantage,
    hit,
    surface_types,
    targets,
)
from sandtable.games.warroom.data import (
    COLOURS,
    DICE_PER_BATCH,
    DICE_PER_STAGE,
    DIE,
    NAMES,
    NAVAL,
    OTHER,
)
from sandtable.games.warroom.events import BatchRolled, Escaped, HitTaken, StageBegan
from sandtable.games.warroom.rules.phase4_setup import first_side, fought, is_quick, port_advantage, unit_name
from sandtable.games.warroom.state import Battle, WarRoom

MISS = "miss"
TAKE = "take"


class AirStage(Step, frozen=True, tag="wr.4.air"):
    """WR-AIR-01 to 03, 07, WR-BATT-26: held if any Air Unit is on the board of a battle."""

    def then(self, game: WarRoom, got: Any) -> None:
        battle = fought(game)
        if not battle.defended or not any(can_be_hit(battle, side, "air") for side in OTHER):
            game.done()
            return
        begin_stage(game, "air", battle)


class SurfaceStage(Step, frozen=True, tag="wr.4.surface"):
    """WR-SURF-01 to 03, 08: held if Land or Naval Units are on the board; Force Advantage is determined now."""

    def then(self, game: WarRoom, got: Any) -> None:
        battle = fought(game)
        if not battle.defended:
            game.goto(_garrison())
            return
        ports = tuple(side for side in OTHER if port_advantage(game, side))
        game.battle = battle = msgspec.structs.replace(battle, advantage=force_advantage(battle), ports=ports)
        if not any(can_be_hit(battle, side, "surface") for side in OTHER):
            game.done()
            return
        begin_stage(game, "surface", battle)


def _garrison() -> Step:
    from sandtable.games.warroom.rules.phase4_raids import Garrison

    return Garrison()


def begin_stage(game: WarRoom, stage: str, battle: Battle) -> None:
    """Both totals are fixed before the first roll. A side whose dice could hit nothing does not roll them."""
    totals = {side: stage_dice(game, battle, side, stage) for side in OTHER}
    first = first_side(game)
    order = (first, OTHER[first])
    game.tell(StageBegan(f"{stage.capitalize()} Stage", tuple((s, totals[s]) for s in order), battle.advantage))
    rolled = tuple(totals[side] if can_be_hit(battle, OTHER[side], stage) else 0 for side in order)
    game.goto(Batches(stage, order[0], rolled[0], rolled[1]))


def stage_dice(game: WarRoom, battle: Battle, side: str, stage: str) -> int:
    """WR-AIR-03, WR-SURF-03, WR-BATT-22, WR-OPT-03, 04: the dice of a side with Port Advantage, cap and batch cap."""
    total = dice(battle, side, stage)
    if stage == "surface":
        ships = any(row.side == side and row.kind in NAVAL and row.standing for row in battle.rows)
        if side in battle.ports and ships:
            total += 2
        if game.on("batch_cap"):
            fewer = surface_types(battle, OTHER[side]) - surface_types(battle, side)
            total = min(total, 20 if fewer == 1 else 10 if fewer > 1 else total)
    return min(total, DICE_PER_STAGE)


class Batches(Step, frozen=True, tag="wr.4.batches"):
    """WR-SURF-04 to 07, 22: batches of 10 in turn, the earlier Commander first, each assigned before the next."""

    stage: str
    side: str
    left: int
    other: int
    """The dice that this side and then the other one still have to roll."""

    def size(self, game: WarRoom) -> int:
        number = min(self.left, DICE_PER_BATCH)
        if is_quick(game) and number == 1:
            return 2  # WR-QB-05: a last batch of a single die gets a second one
        return number

    def ask(self, game: WarRoom) -> Roll | None:
        if not self.left:
            return None
        return Roll("wr.4.batch", self.size(game), len(DIE), f"{self.stage.capitalize()} Stage, {self.side}")

    def then(self, game: WarRoom, got: Any) -> None:
        left = max(0, self.left - DICE_PER_BATCH)
        if not left and not self.other:
            game.done()
        else:
            game.goto(Batches(self.stage, OTHER[self.side], self.other, left))
        if got is None:
            return
        colours = tuple(sorted((DIE[face - 1] for face in got), key=COLOURS.index))
        if is_quick(game):
            game.tell(BatchRolled(self.side, colours, fought(game).region))
            from sandtable.games.warroom.rules.quick import MatchResults

            game.call(MatchResults(self.stage, self.side, colours))
        else:
            game.tell(self.rolled(fought(game), colours))
            game.call(AssignHits(self.stage, self.side, colours))

    def rolled(self, battle: Battle, colours: tuple[str, ...]) -> BatchRolled:
        """The batch, beside what was to be expected of it: results of colours that have something to hit."""
        useful = [face for face in DIE if targets(battle, OTHER[self.side], self.stage, face)]
        hits = sum(colour in useful for colour in colours)
        return BatchRolled(self.side, colours, battle.region, hits, len(colours) * len(useful) / len(DIE))


class AssignHits(Step, frozen=True, tag="wr.4.assign"):
    """WR-SURF-09 to 20: in the order of colours the roller chooses what each result hits."""

    stage: str
    side: str
    colours: tuple[str, ...]

    def options(self, game: WarRoom) -> dict[str, Target]:
        battle = fought(game)
        found = targets(battle, OTHER[self.side], self.stage, self.colours[0])
        return {target_name(battle, target): target for target in found}

    def ask(self, game: WarRoom) -> Ask | None:
        if not self.colours:
            return None
        colour, options = self.colours[0], self.options(game)
        if not options or (len(options) == 1 and colour != "black"):
            return None
        names = (*options, MISS) if colour == "black" else tuple(options)
        who = fought(game).commander(self.side)
        menu = Pick(rule="WR-SURF-16" if colour == "black" else "WR-SURF-12", options=names)
        return Ask("wr.4.assign", {who: menu}, f"{NAMES[who]} assigns a {colour} hit", about={"colour": colour})

    def then(self, game: WarRoom, got: Any) -> None:
        if not self.colours:
            battle, escaped = dive(fought(game), OTHER[self.side])
            game.battle = battle
            for nation in escaped:
                game.tell(Escaped(nation, 1))
            game.done()
            return
        colour, rest = self.colours[0], AssignHits(self.stage, self.side, self.colours[1:])
        options = self.options(game)
        game.goto(rest)
        if not options or got == MISS:
            return
        name = got or next(iter(options))
        assign(game, self.stage, colour, options[name])


def target_name(battle: Battle, target: Target) -> str:
    at, nation, kind = target
    return unit_name(kind, battle.rows[at].stance, nation)


def assign(game: WarRoom, stage: str, colour: str, target: Target) -> None:
    """WR-ESC-01: a hit on a Carrier or Battleship goes to the defender first, who may have an escort for it."""
    battle = fought(game)
    row = battle.rows[target[0]]
    if stage == "surface" and row.kind in ("carrier", "battleship") and escorts(battle, row.side):
        game.call(Escort(row.side, colour, target))
    else:
        take_hit(game, colour, target)


def take_hit(game: WarRoom, colour: str, target: Target, escort: bool = False) -> None:
    battle = fought(game)
    row = battle.rows[target[0]]
    game.battle, box = hit(battle, target)
    game.tell(HitTaken(colour, target[1], target[2], row.stance, box.replace("_", " "), escort))


def escorts(battle: Battle, side: str) -> dict[str, Target]:
    """WR-ESC-04 to 08: the Cruisers in escort stance that can take a hit now, the damaged one before all others."""
    for at, row in enumerate(battle.rows):
        if row.side == side and row.kind == "cruiser" and row.stance == "escort":
            if row.hurt is not None:
                found = [(at, row.hurt[0], row.hurt[1])]
            else:
                found = [(at, nation, kind) for nation, kind, _ in row.whole]
            return {target_name(battle, target): target for target in found}
    return {}


class Escort(Step, frozen=True, tag="wr.4.escort"):
    """WR-ESC-01 to 10: hit by hit, the defender's Commander may let an escort take it. That is final."""

    side: str
    colour: str
    target: tuple[int, str, str]

    def ask(self, game: WarRoom) -> Ask:
        battle = fought(game)
        who = battle.commander(self.side)
        options = (TAKE, *escorts(battle, self.side))
        ship = target_name(battle, self.target)
        menu = Pick(rule="WR-ESC-02", options=options)
        about = {"colour": self.colour, "ship": ship}
        return Ask("wr.4.escort", {who: menu}, f"A {self.colour} hit on {ship}: may an escort take it?", about=about)

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got == TAKE:
            take_hit(game, self.colour, self.target)
        else:
            take_hit(game, self.colour, escorts(fought(game), self.side)[got], escort=True)


def lost_units(battle: Battle) -> dict[tuple[str, str], int]:
    """Everything eliminated in the battle so far, by nation and kind."""
    found: dict[tuple[str, str], int] = {}
    for row in battle.rows:
        for nation, kind, number in row.lost:
            found[nation, kind] = found.get((nation, kind), 0) + number
    return found
