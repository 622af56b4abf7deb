"""Capturing and liberating territories; capitals (General Combat, step 7; Liberating a Territory)."""

from sandtable.games.axis1940.data import COMPLEXES
from sandtable.games.axis1940.events import ControlChanged, Plundered
from sandtable.games.axis1940.rules.victory import note_holdings
from sandtable.games.axis1940.state import Board

MINOR_CAP = 6


def take_control(game: Board, power: str, territory: str) -> None:
    """AA-CAPT-01, AA-CAPT-07, AA-CAPT-10: a territory changes hands after combat: to its original controller if that is
    a friend whose capital is free, else to the captor."""
    before = game.control[territory]
    receiver = who_receives(game, power, territory)
    game.set_control(territory, receiver)
    game.set_stance(territory, "")
    own = game.map.emblems[territory] == power
    how = "liberated" if receiver != power else "retaken" if own else "captured"
    game.tell(ControlChanged(territory, power, receiver, before, how))
    downgrade(game, territory)
    if territory in game.map.chinese and game.map.friends(power, game.map.facts.china):
        remove_complexes(game, territory)
    capital_of = game.map.capitals.get(territory)
    if capital_of and not game.map.friends(power, capital_of):
        plunder(game, power, capital_of)
    elif capital_of:
        restore(game, capital_of)
    note_holdings(game)


def who_receives(game: Board, power: str, territory: str) -> str:
    """AA-CAPT-07, AA-CAPT-10, AA-CHINA-08, AA-CHINA-19, AA-DUTCH-07, AA-FRANCE-04, R26: the original controller if it
    is a friendly power that no enemy has robbed of its capital. China has none to lose."""
    board = game.map
    original = board.emblems[territory]
    if original == game.map.capitals.get(territory) and board.friends(power, original):
        return original
    if original in board.powers and board.friends(power, original) and has_free_capital(game, original):
        return original
    return power


def has_free_capital(game: Board, power: str) -> bool:
    """Whether a power has no capital (China) or no enemy holds it."""
    capital = game.map.powers[power].capital
    return not capital or game.map.friends(power, game.control[capital])


def downgrade(game: Board, territory: str) -> None:
    """AA-CAPT-03, AA-CAPT-04: facilities pass with their damage; a major complex becomes minor, damage 6 at most."""
    for facility in game.facilities.get(territory, ()):
        if facility.kind == "major_ic":
            game.drop_facility(territory, "major_ic")
            game.set_facility(territory, "minor_ic", min(facility.damage, MINOR_CAP))
    if territory in game.upgrading:
        game.upgrading.remove(territory)


def remove_complexes(game: Board, territory: str) -> None:
    """AA-CHINA-13: no complex remains on Chinese land that an Ally takes."""
    for kind in sorted(COMPLEXES):
        game.drop_facility(territory, kind)


def plunder(game: Board, power: str, victim: str) -> None:
    """AA-CAPT-12: the captor of a capital takes all unspent IPCs."""
    ipcs = game.treasury[victim]
    game.treasury[victim] = 0
    game.treasury[power] += ipcs
    game.tell(Plundered(power, victim, ipcs))


def restore(game: Board, power: str) -> None:
    """AA-CAPT-15 to 17: with its capital a power regains its territories that friends hold."""
    for territory, holder in list(game.control.items()):
        if game.map.emblems[territory] == power and holder != power and game.map.friends(power, holder):
            game.set_control(territory, power)
            game.tell(ControlChanged(territory, power, power, holder, "returned"))
