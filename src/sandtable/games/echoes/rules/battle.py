"""2.3 and 2.4 Attacks and advances on the battle tracks."""

from typing import Any, Literal

from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.games.echoes.data import LIMITS, REGION_NAMES, REGIONS, SPACES, STRENGTHS, TURNS, Side
from sandtable.games.echoes.events import Advanced, AdvanceIgnored, Attacked, NoAttack
from sandtable.games.echoes.rules import tide
from sandtable.games.echoes.rules.tracks import modifier
from sandtable.games.echoes.state import EchoesState

SIDES: tuple[Side, Side] = ("allies", "axis")

Way = Literal["open", "capital", "end"]


def way_ahead(side: Side, region: str, space: int) -> Way:
    """2.4: what lies before a side whose front is at a space: another space, a capital, or nothing more."""
    ahead = SPACES.get((region, space + 1 if side == "allies" else space - 1))
    return "end" if ahead is None else "capital" if ahead.capital_of else "open"


AHEAD: dict[Side, dict[str, tuple[Way, ...]]] = {
    side: {
        region: tuple(way_ahead(side, region, space) for space in range(REGIONS[region].end + 1))
        for region in REGION_NAMES
    }
    for side in SIDES
}
"""For each side and region, by the space of the front: the way ahead."""

IMPOSSIBLE = 0
"""Stands where there is no space left to attack."""


def roll_needed(side: Side, region: str, space: int, turn: int) -> int:
    """2.3: the enemy's strength for the year, or a 6 where a capital would be entered."""
    ahead = AHEAD[side][region][space]
    if ahead == "end":
        return IMPOSSIBLE
    if ahead == "capital":
        return LIMITS["capital_roll"]
    enemy = STRENGTHS[region, "axis" if side == "allies" else "allies"]
    return enemy.until_1942 if TURNS[turn].strengths == "1940" else enemy.from_1943


NEEDED = {
    side: {
        region: tuple(
            tuple(roll_needed(side, region, space, turn) for space in range(REGIONS[region].end + 1)) for turn in TURNS
        )
        for region in REGION_NAMES
    }
    for side in SIDES
}
"""For each side and region, by turn and space: what must be rolled to advance."""

ROLL_FOR = {
    side: {
        region: Roll(f"ew.attack.{side}.{region}", prompt=f"A die for the attack of the {side.title()} in {region}")
        for region in REGION_NAMES
    }
    for side in SIDES
}


def needed(game: EchoesState, side: Side, region: str) -> int:
    """2.3, 2.4: the roll that advances; `IMPOSSIBLE` at the end of the track, where there is no attack."""
    return NEEDED[side][region][game.turn - 1][game.allied_marks[region] - game.axis_marks[region]]


def step_forward(game: EchoesState, side: Side, region: str) -> None:
    """2.4: the side that wins marks a box on its portion of the campaign track."""
    allied, axis = game.allied_marks, game.axis_marks
    (allied if side == "allies" else axis)[region] += 1
    game.tell(Advanced(side, region, allied[region] - axis[region]))


def advance(game: EchoesState, side: Side, region: str) -> None:
    """3.2, with its note: ADV, one space without a roll; it stops at the ends of the track and before a capital."""
    ahead = AHEAD[side][region][game.front(region)]
    if ahead == "open":
        step_forward(game, side, region)
    else:
        game.tell(AdvanceIgnored(side, region, ahead == "capital"))


class AxisAttacks(Step, frozen=True, tag="ew.battle.axis_attacks"):
    """3.2: the Axis rolls once for each named region, in the order named. Before each die falls the Tide of War may
    shift a track."""

    regions: tuple[str, ...]

    def ask(self, game: EchoesState) -> Want | None:
        region = self.regions[0]
        if game.allied_marks[region] == game.axis_marks[region]:
            return None  # the front is at space 0, and nothing is left to attack
        if game.tides and (ask := tide.before_axis_roll(game, region)):
            return ask
        return ROLL_FOR["axis"][region]

    def then(self, game: EchoesState, got: Any) -> None:
        if game.tides and got is not None and got[0] == "tide":
            tide.shift(game, got[1], got[2])
            return
        region = self.regions[0]
        if len(self.regions) > 1:
            game.goto(AxisAttacks(self.regions[1:]))
        else:
            game.done()
        if got is None:
            game.tell(NoAttack("axis", region))
        elif got[0] == "pass":
            game.call(RollAttack("axis", region))
        else:
            attack_rolled(game, "axis", region, got[0])


class RollAttack(Step, frozen=True, tag="ew.battle.roll_attack"):
    """2.3: the die of an attack. `bonus` is a one-off modifier of a box, `again` what had it rolled again."""

    side: Side
    region: str
    bonus: int = 0
    again: str = ""

    def ask(self, game: EchoesState) -> Want:
        return ROLL_FOR[self.side][self.region]

    def then(self, game: EchoesState, got: Any) -> None:
        game.done()
        attack_rolled(game, self.side, self.region, got[0], self.bonus, self.again)


def attack_rolled(game: EchoesState, side: Side, region: str, face: int, bonus: int = 0, again: str = "") -> None:
    """2.3, 2.4: a roll takes effect at once where nothing is left that could still turn it."""
    if game.tides or game.reroll:
        game.call(Rolled(side, region, face, bonus, again))
    else:
        take_effect(game, attack_of(game, side, region, face, bonus))


def attack_of(game: EchoesState, side: Side, region: str, face: int, bonus: int) -> Attacked:
    """2.3: an attack as things stand now."""
    needed_at = NEEDED[side][region][game.turn - 1]
    front = game.allied_marks[region] - game.axis_marks[region]
    return Attacked(side, region, face, bonus + modifier(game, side, region), needed_at[front])


def take_effect(game: EchoesState, attack: Attacked) -> None:
    """2.3, 2.4: an attack that reaches what it needs advances one space."""
    game.tell(attack)
    if attack.face + attack.modifier >= attack.needed:
        step_forward(game, attack.side, attack.region)


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
        return attack_of(game, self.side, self.region, self.face, self.bonus)

    def ask(self, game: EchoesState) -> Ask | None:
        margin = self.attack(game).margin()
        if (margin >= 0) == (self.side == "allies"):
            return None  # nothing that the player would want to turn
        return tide.after_roll(game, self.side, self.region, self.again, margin)

    def then(self, game: EchoesState, got: Any) -> None:
        if got is None or got[0] == "pass":
            game.done()
            take_effect(game, self.attack(game))
        elif got[0] == "tide":
            tide.shift(game, got[1], got[2])
        else:
            game.tell(self.attack(game))
            if got[0] == "enigma":
                tide.use_code(game, self.region)
            else:
                tide.use_reroll(game, self.region)
            game.goto(RollAttack(self.side, self.region, self.bonus, got[0]))
