"""Phase 3: Conduct Combat: raids, then amphibious assaults, then general combat, each space by itself."""

from typing import Any

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Step, Want
from sandtable.games.axis1940.forces import ASSAULT, BOMBARDED, ESCORT, RAID, SEABORNE, SUBMERGED, WITHDRAWN
from sandtable.games.axis1940.rules.amphibious import Assault, assaulted
from sandtable.games.axis1940.rules.battlefield import Fight, attackers
from sandtable.games.axis1940.rules.bombing import BombingRaid
from sandtable.games.axis1940.rules.general_combat import Battle
from sandtable.games.axis1940.rules.scramble import raided
from sandtable.games.axis1940.spaces import HOSTILE, status, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import the


def embattled(game: Board, power: str) -> list[str]:
    """AA-COMB-03: every space with the mover's units that is hostile, or where it attacks what it could ignore, and
    that is not resolved yet. Enemy units stand in hostile territories only."""
    whole, sea, control = survey(game, power), game.map.sea, game.control
    return [
        space
        for space in whole.own
        if (
            space in whole.hostile or space in game.strikes
            if space in sea
            else control[space] != power and status(game, power, space) == HOSTILE
        )
        and space not in game.resolved
        and attackers(game, Fight(space, power))
    ]


class NextRaid(Step, frozen=True, tag="ax.combat.raids"):
    """AA-COMB-01, AA-COMB-02: raids first, in the attacker's order."""

    power: str
    done_with: tuple[str, ...] = ()

    def left(self, game: Board) -> list[str]:
        return [spot for spot in raided(game, self.power) if spot not in self.done_with]

    def ask(self, game: Board) -> Want | None:
        return which_next(self.power, self.left(game), "raid")

    def then(self, game: Board, got: Any) -> None:
        left = self.left(game)
        if not left:
            game.done()
            return
        spot = got or left[0]
        game.goto(NextRaid(self.power, (*self.done_with, spot)))
        game.call(BombingRaid(spot, self.power))


class NextAssault(Step, frozen=True, tag="ax.combat.assaults"):
    """Then amphibious assaults, territory by territory."""

    power: str

    def ask(self, game: Board) -> Want | None:
        return which_next(self.power, assaulted(game), "assault")

    def then(self, game: Board, got: Any) -> None:
        left = assaulted(game)
        if not left:
            game.done()
            return
        game.call(Assault(got or left[0], self.power))


class NextBattle(Step, frozen=True, tag="ax.combat.battles"):
    """Then all other battles; each is resolved completely before the next."""

    power: str

    def ask(self, game: Board) -> Want | None:
        return which_next(self.power, embattled(game, self.power), "battle")

    def then(self, game: Board, got: Any) -> None:
        space = got or next(iter(embattled(game, self.power)), None)
        if space is None:
            game.done()
        else:
            game.call(Battle(space, self.power))


def which_next(power: str, spaces: list[str], what: str) -> Want | None:
    if len(spaces) < 2:
        return None
    menu = Pick(options=tuple(spaces), rule="AA-COMB-02")
    return Ask(f"ax.next_{what}", {power: menu}, f"Which {what} does {the(power)} resolve next?")


class EndCombat(Step, frozen=True, tag="ax.combat.end"):
    """When all combat is over, submarines surface and marks of the battles are taken off."""

    power: str

    def then(self, game: Board, got: Any) -> None:
        over = (SUBMERGED, SEABORNE, BOMBARDED, ASSAULT, WITHDRAWN, RAID, ESCORT)
        for space in survey(game, self.power).roles:
            for stack in game.units[space]:
                if stack.role in over:
                    game.alter(space, stack, stack.n, role="", home="")
        game.strikes.clear()
        game.done()
