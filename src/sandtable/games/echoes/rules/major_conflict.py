"""3.4 Major Conflict: one die for each side, and the winner advances without further rolls."""

from functools import lru_cache
from typing import Any

from sandtable.core.menus import Some
from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.echoes.data import CONFLICTS
from sandtable.games.echoes.events import ConflictFought
from sandtable.games.echoes.rules import tide
from sandtable.games.echoes.rules.battle import AHEAD, Way, step_forward
from sandtable.games.echoes.state import ALLIES, EchoesState

CONFLICT_ROLL = {
    conflict.id: Roll(
        f"ew.conflict.{conflict.id}", dice=2, prompt=f"{conflict.name}: a die for the Allies, one for the Axis"
    )
    for conflict in CONFLICTS.values()
}


def leader_bonus(game: EchoesState, track: str) -> int:
    """3.4: the side ahead on the track adds 1; counted here for the Allies."""
    lead = game.lead(track)
    return (lead > 0) - (lead < 0)


def advances_for(margin: int) -> int:
    """3.4: a difference of 1-2, 3-4, 5-6 is worth one, two, three advances. A lead can make it 6 at most: 6+1 to 1."""
    return (abs(margin) + 1) // 2


class MajorConflict(Step, frozen=True, tag="ew.conflict.open"):
    """3.4: before the dice the Tide of War may shift the track that counts."""

    conflict: str

    def ask(self, game: EchoesState) -> Ask | None:
        return tide.around_conflict(game, CONFLICTS[self.conflict].track, "before")

    def then(self, game: EchoesState, got: Any) -> None:
        if got is not None and got[0] == "tide":
            tide.shift(game, got[1], got[2])
        else:
            game.goto(RollConflict(self.conflict))


class RollConflict(Step, frozen=True, tag="ew.conflict.roll"):
    """3.4: the first die is the Allies', the second the Axis's."""

    conflict: str

    def ask(self, game: EchoesState) -> Want:
        return CONFLICT_ROLL[self.conflict]

    def then(self, game: EchoesState, got: Any) -> None:
        game.goto(ConflictRolled(self.conflict, got[0], got[1]))


class ConflictRolled(Step, frozen=True, tag="ew.conflict.rolled"):
    """3.4: the higher total wins, a tie changes nothing."""

    conflict: str
    allies: int
    axis: int

    def ask(self, game: EchoesState) -> Ask | None:
        track = CONFLICTS[self.conflict].track
        margin = self.allies - self.axis + leader_bonus(game, track)
        if advances_for(margin) == advances_for(margin + 1):
            return None  # one more for the Allies would change nothing
        return tide.around_conflict(game, track, "after")

    def then(self, game: EchoesState, got: Any) -> None:
        if got is not None and got[0] == "tide":
            tide.shift(game, got[1], got[2])
            return
        conflict = CONFLICTS[self.conflict]
        bonus = leader_bonus(game, conflict.track)
        margin = self.allies - self.axis + bonus
        game.tell(ConflictFought(self.conflict, self.allies, self.axis, bonus))
        game.done()
        if margin < 0:
            axis_exploits(game, conflict.regions, advances_for(margin))
        elif margin > 0:
            game.call(AlliesExploit(self.conflict, advances_for(margin)))


def axis_exploits(game: EchoesState, regions: tuple[str, ...], advances: int) -> None:
    """3.4: the Axis advances in its order of regions; one that is at its end is passed over for the next."""
    for region in regions:
        if advances and AHEAD["axis"][region][game.front(region)] == "open":
            step_forward(game, "axis", region)
            advances -= 1


class AlliesExploit(Step, frozen=True, tag="ew.conflict.allies_exploit"):
    """3.4: the Allies advance in as many different regions, of the player's choice."""

    conflict: str
    advances: int

    def ways(self, game: EchoesState) -> tuple[Way, ...]:
        """What lies ahead of the Allies in each region of the conflict."""
        ahead = AHEAD["allies"]
        return tuple([ahead[region][game.front(region)] for region in CONFLICTS[self.conflict].regions])

    def ask(self, game: EchoesState) -> Ask | None:
        ways = self.ways(game)
        return _exploit(self.conflict, self.advances, ways) if ways.count("open") > self.advances else None

    def then(self, game: EchoesState, got: Any) -> None:
        game.done()
        for region in open_regions(self.conflict, self.ways(game)) if got is None else got:
            step_forward(game, "allies", region)


def open_regions(conflict: str, ways: tuple[Way, ...]) -> tuple[str, ...]:
    """3.4: the regions of a conflict in which an automatic advance is possible."""
    return tuple(region for region, way in zip(CONFLICTS[conflict].regions, ways, strict=True) if way == "open")


@lru_cache(maxsize=1024)
def _exploit(conflict: str, advances: int, ways: tuple[Way, ...]) -> Ask:
    options = open_regions(conflict, ways)
    closed = {
        region: cannot_advance(region, way)
        for region, way in zip(CONFLICTS[conflict].regions, ways, strict=True)
        if way != "open"
    }
    menu = Some(rule="EW-MAJ-05", options=options, least=advances, most=advances, refused=closed)
    regions = "one region" if advances == 1 else f"{advances} regions"
    return Ask("ew.conflict.exploit", {ALLIES: menu}, f"The Allies have won. Advance in {regions}.")


def cannot_advance(region: str, ahead: Way) -> Refusal:
    """Why there is no automatic advance for the Allies in a region."""
    if ahead == "capital":
        return Refusal(
            f"The next space in {region} is a capital, which is never entered without an attack", "EW-REG-07"
        )
    return Refusal(f"The front in {region} is at the end of its track", "EW-REG-03")
