"""The exact odds of an attack: the roll needed, every modifier with its reason, and the chance."""

import msgspec

from sandtable.games.echoes.data import TRACKS, Side
from sandtable.games.echoes.rules.battle import IMPOSSIBLE, needed
from sandtable.games.echoes.rules.tracks import modifiers
from sandtable.games.echoes.state import EchoesState


class Modifier(msgspec.Struct, frozen=True):
    """A modifier of an attack roll, and why."""

    reason: str
    value: int


class AttackOdds(msgspec.Struct, frozen=True):
    """What an attack needs: `needed` on the modified die, `face` on the bare one (7: impossible)."""

    side: Side
    region: str
    needed: int
    modifiers: tuple[Modifier, ...]
    face: int
    chance: float

    def says(self) -> str:
        plus = "".join(f" +{item.value} {item.reason}" for item in self.modifiers)
        return f"needs {self.needed}{plus and ' with' + plus}: {self.face}+ on the die, {self.chance:.0%}"


def attack_odds(game: EchoesState, side: Side, region: str, bonus: int = 0) -> AttackOdds | None:
    """The odds of an attack as things stand; None where there is nothing to attack."""
    goal = needed(game, side, region)
    if goal == IMPOSSIBLE:
        return None
    found = tuple(Modifier(f"{TRACKS[track].id} lead", value) for track, value in modifiers(game, side, region))
    if bonus:
        found = (*found, Modifier("special attack", bonus))
    face = min(max(goal - sum(item.value for item in found), 1), 7)
    return AttackOdds(side, region, goal, found, face, (7 - face) / 6)
