"""Winning the Game: cities and capitals held without a break from turn to turn."""

from sandtable.core.versions import Result
from sandtable.games.axis1940.events import GameWon
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of

AXIS, ALLIES = "axis", "allies"


def cities_of(game: Board, side: str) -> int:
    return sum(game.map.side.get(game.control[spot]) == side for spot in game.map.cities)


def holds_enough(game: Board, side: str) -> bool:
    """What a side must hold without a break: the Axis its number of cities, the Allies Tokyo."""
    if side == AXIS:
        return cities_of(game, AXIS) >= game.map.facts.victory_cities
    return game.map.side.get(game.control[tokyo(game)]) == ALLIES


def tokyo(game: Board) -> str:
    return game.map.powers[game.map.facts.aggressor].capital


def holds_capital(game: Board, side: str) -> bool:
    """AA-VICT-01, AA-VICT-04: the capital that a side must hold besides: Tokyo, or one of the Allied capitals."""
    if side == AXIS:
        return game.map.side.get(game.control[tokyo(game)]) == AXIS
    return any(game.map.side.get(game.control[spot]) == ALLIES for spot in game.map.facts.victory_capitals)


def note_holdings(game: Board) -> None:
    """AA-VICT-03, R01: a hold that is broken at any moment must begin anew."""
    for power in game.map.order:
        if game.holding.get(power) and not holds_enough(game, game.map.side[power]):
            game.holding[power] = False


def check_at_start(game: Board, power: str) -> bool:
    """AA-VICT-01, AA-VICT-02, AA-VICT-04, AA-VICT-05: at the beginning of a power's turn its side wins if it held all
    since the end of that power's last turn; if only the capital is missing, it has until the end of this turn."""
    side = game.map.side[power]
    game.second_chance = ""
    if not game.holding.get(power) or not holds_enough(game, side):
        return False
    if holds_capital(game, side):
        win(game, side, held_words(game, side))
        return True
    game.second_chance = side
    return False


def check_at_end(game: Board, power: str) -> bool:
    """The second chance runs out with the turn; then the hold of this power is noted anew."""
    side = game.map.side[power]
    if game.second_chance == side and holds_enough(game, side) and holds_capital(game, side):
        win(game, side, f"{held_words(game, side)}, with a capital freed in time")
        return True
    game.second_chance = ""
    game.holding[power] = holds_enough(game, side)
    return False


def held_words(game: Board, side: str) -> str:
    if side == AXIS:
        return f"{cities_of(game, AXIS)} victory cities held for a whole round"
    return f"{name_of(tokyo(game))} held for a whole round"


def win(game: Board, side: str, how: str) -> None:
    game.winner = side
    game.tell(GameWon(side, how))
    game.steps.clear()


def end_by_limit(game: Board) -> None:
    """House rule: after so many rounds the war is judged by victory cities."""
    axis = cities_of(game, AXIS)
    game.winner = "draw"
    game.tell(GameWon("", f"the last round is over; the Axis holds {axis} victory cities"))
    game.steps.clear()


def result(game: Board) -> Result | None:
    """How the war ended."""
    if not game.winner:
        return None
    order = game.map.order
    if game.winner == "draw":
        share = cities_of(game, AXIS) / len(game.map.cities)
        worth = {power: share if game.map.side[power] == AXIS else 1 - share for power in order}
        return Result("round limit", "The last round is over without a victory", worth)
    worth = {power: float(game.map.side[power] == game.winner) for power in order}
    return Result(f"{game.winner} victory", f"The {game.winner.capitalize()} have won the war", worth)
