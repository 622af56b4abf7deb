"""Neutrals: three kinds, their Defense Forces, and what happens to them when they are invaded."""

from sandtable.games.warroom.data import NAMES, OTHER, REGION_NAMES, SIDE_OF, TERRITORIES
from sandtable.games.warroom.events import NeutralInvaded, StressGained
from sandtable.games.warroom.position import is_neutral
from sandtable.games.warroom.state import Counts, WarRoom

FORCE = ("infantry", "artillery", "fighter")


def is_apart(game: WarRoom, region: str) -> bool:
    """WR-SETUP-18: a Standard Neutral that nobody has invaded yet."""
    return is_neutral(region) and not game.control.get(region) and not game.aligned.get(region)


def enter(game: WarRoom, nation: str, region: str) -> None:
    """WR-NEUT-05, 06, 09: units of a nation end a move in a region; if that invades a Neutral for the first time, it
    takes the other side and its Defense Force is placed."""
    if not is_neutral(region) or game.control.get(region):
        return
    side = SIDE_OF[nation]
    if game.aligned.get(region) == side:
        return
    if not game.aligned.get(region):
        game.aligned[region] = OTHER[side]
    if region not in game.invaded:
        game.invaded[region] = nation
        game.owed[region] = nation
    if region not in game.activated:
        game.activated.append(region)
        force = force_of(region)
        if any(force):
            game.forces[region] = force
        game.tell(NeutralInvaded(region, nation, game.aligned[region], force))


def force_of(region: str) -> Counts:
    """WR-NEUT-03: the Defense Force as Infantry, Artillery, Fighters."""
    force = TERRITORIES[region].force
    return tuple(force.get(kind, 0) for kind in FORCE)


def book_invasion(game: WarRoom, region: str) -> None:
    """WR-DEBR-31, WR-NEUT-20: the first invader of a Neutral gains 1 Stress, win or lose, once."""
    nation = game.owed.pop(region, "")
    if nation in game.nations:
        game.stress[nation] += 1
        game.tell(StressGained(nation, 1, f"{NAMES[nation]} invaded {REGION_NAMES[region]}"))
