"""2.3 and 2.4 Attacks and advances on the battle tracks."""

from typing import Any

from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.games.echoes.data import LIMITS, REGION_NAMES, REGIONS, SPACES, STRENGTHS, TURNS, Side
from sandtable.games.echoes.events import Advanced, AdvanceIgnored, Attacked, NoAttack
from sandtable.games.echoes.rules import tide
from sandtable.games.echoes.rules.tracks import modifier
from sandtable.games.echoes.state import EchoesState

SIDES: tuple[Side, Side] = ("allies", "axis")

CAPITAL_AHEAD: dict[tuple[Side, str, int], bool] = {
    (side, region, space): bool(SPACES[region, ahead].capital_of)
    for region in REGION_NAMES
    for side, step in zip(SIDES, (1, -1), strict=True)
    for space in range(REGIONS[region].end + 1)
    if 0 <= (ahead := space + step) <= REGIONS[region].end
}
"""For each side and front with a space left to enter: whether that space is a capital."""

IMPOSSIBLE = 0
"""Stands where there is no space left to attack."""


def roll_needed(side: Side, region: str, space: int, turn: int) -> int:
    """2.3: the enemy's strength for the year, or a 6 where a capital would be entered."""
    if (side, region, space) not in CAPITAL_AHEAD:
        return IMPOSSIBLE
    if CAPITAL_AHEAD[side, region, space]:
        return LIMITS["capital_roll"]
    enemy = STRENGTHS[region, "axis" if side == "allies" else "allies"]
    return enemy.until_1942 if TURNS[turn].strengths == "1940" else enemy.from_1943


NEEDED = {
    (side, region): tuple(
        tuple(roll_needed(side, region, space, turn) for space in range(REGIONS[region].end + 1)) for turn in TURNS
    )
    for side in SIDES
    for region in REGION_NAMES
}
"""For each side and region, by turn and space: what must be rolled to advance."""

ROLL_FOR = {
    (side, region): Roll(f"ew.attack.{side}.{region}", prompt=f"A die for the attack of the {side.title()} in {region}")
    for side in SIDES
    for region in REGION_NAMES
}


def needed(game: EchoesState, side: Side, region: str) -> int:
    """2.3, 2.4: the roll that advances; `IMPOSSIBLE` at the end of the track, where there is no attack."""
    return NEEDED[side, region][game.turn - 1][game.allied_marks[region] - game.axis_marks[region]]


def step_forward(game: EchoesState, side: Side, region: str) -> None:
    """2.4: the side that wins marks a box on its portion of the campaign track."""
    if side == "allies":
        game.allied_marks[region] += 1
    else:
        game.axis_marks[region] += 1
    game.tell(Advanced(side, region, game.front(region)))


def can_advance(game: EchoesState, side: Side, region: str) -> bool:
    """3.2, note: an automatic advance stops at the ends of the track and before a capital."""
    return CAPITAL_AHEAD.get((side, region, game.front(region))) is False


def advance(game: EchoesState, side: Side, region: str) -> None:
    """3.2: ADV, one space without a roll, or nothing where that is impossible."""
    if can_advance(game, side, region):
        step_forward(game, side, region)
    else:
        game.tell(AdvanceIgnored(side, region, (side, region, game.front(region)) in CAPITAL_AHEAD))


class AxisAttacks(Step, frozen=True, tag="ew.battle.axis_attacks"):
    """3.2: the Axis rolls once for each named region, in the order named. Before each die falls the Tide of War may
    shift a track."""

    regions: tuple[str, ...]

    def ask(self, game: EchoesState) -> Ask | None:
        if not game.tides or not needed(game, "axis", self.regions[0]):
            return None
        return tide.before_axis_roll(game, self.regions[0])

    def then(self, game: EchoesState, got: Any) -> None:
        if got is not None and got[0] == "tide":
            tide.shift(game, got[1], got[2])
            return
        region = self.regions[0]
        if len(self.regions) > 1:
            game.goto(AxisAttacks(self.regions[1:]))
        else:
            game.done()
        if needed(game, "axis", region):
            game.call(RollAttack("axis", region))
        else:
            game.tell(NoAttack("axis", region))


class RollAttack(Step, frozen=True, tag="ew.battle.roll_attack"):
    """2.3: the die of an attack. `bonus` is a one-off modifier of a box, `again` what had it rolled again."""

    side: Side
    region: str
    bonus: int = 0
    again: str = ""

    def ask(self, game: EchoesState) -> Want:
        return ROLL_FOR[self.side, self.region]

    def then(self, game: EchoesState, got: Any) -> None:
        rolled = Rolled(self.side, self.region, got[0], self.bonus, self.again)
        if game.tides or game.reroll:
            game.goto(rolled)
        else:
            rolled.take_effect(game)


class Rolled(Step, frozen=True, tag="ew.battle.rolled"):
    """2.4: between the roll and its effect the Tide of War, or a broken code, may still turn the result.

    The modified roll is compared when its effect is due, so a track shifted in between counts.
    """

    side: Side
    region: str
    face: int
    bonus: int = 0
    again: str = ""

    def attack(self, game: EchoesState) -> Attacked:
        """The attack as things stand now."""
        plus = self.bonus + modifier(game, self.side, self.region)
        return Attacked(self.side, self.region, self.face, plus, needed(game, self.side, self.region))

    def ask(self, game: EchoesState) -> Ask | None:
        margin = self.attack(game).margin()
        if (margin >= 0) == (self.side == "allies"):
            return None  # nothing that the player would want to turn
        return tide.after_roll(game, self.side, self.region, self.again, margin)

    def then(self, game: EchoesState, got: Any) -> None:
        if got is None or got[0] == "pass":
            self.take_effect(game)
        elif got[0] == "tide":
            tide.shift(game, got[1], got[2])
        else:
            game.tell(self.attack(game))
            if got[0] == "enigma":
                tide.use_code(game, self.region)
            else:
                tide.use_reroll(game, self.region)
            game.goto(RollAttack(self.side, self.region, self.bonus, got[0]))

    def take_effect(self, game: EchoesState) -> None:
        attack = self.attack(game)
        game.tell(attack)
        game.done()
        if attack.margin() >= 0:
            step_forward(game, self.side, self.region)
