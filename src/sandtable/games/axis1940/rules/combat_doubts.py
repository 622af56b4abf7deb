"""Phase 2, second thoughts: what speaks against a combat move that is legal."""

from typing import Any

from sandtable.core.verdicts import Doubt
from sandtable.games.axis1940.data import DECK, UNITS
from sandtable.games.axis1940.rules.income import bonus_of
from sandtable.games.axis1940.spaces import can_scramble_from, survey
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import STAY
from sandtable.games.axis1940.words import name_of, the


def doubts_about_move(game: Board, power: str, answer: tuple[Any, ...]) -> tuple[Doubt, ...]:
    """What speaks against a legal combat move: scrambles, kamikazes, trade that ends."""
    goal = answer[0] if answer[1] == STAY else answer[1][-1]
    found = []
    facts = game.map.facts
    if goal in game.map.sea:
        planes = {
            spot: sum(
                stack.n
                for stack in game.units[spot]
                if stack.owner in game.wars[power] and stack.kind in DECK and can_scramble_from(game, stack.owner, spot)
            )
            for spot in game.map.coasts[goal]
        }
        number = sum(min(3, planes[spot]) for spot in planes)
        if number:
            found.append(Doubt(f"{number} aircraft can scramble to {name_of(goal)}", "AA-SCR-02"))
        if game.map.zones[goal].kamikaze and game.kamikazes and facts.kamikaze_power in game.wars[power]:
            found.append(Doubt(f"Kamikazes can strike in {name_of(goal)}", "AA-KAMI-02"))
    targets = {*answer[1], goal, *(part for part in answer[3:] if isinstance(part, str))}
    for objective in game.map.objectives.values():
        for spot in objective.never_attacked:
            if objective.power == power and spot in targets and bonus_of(game, objective):
                found.append(Doubt(f"This ends trade with {the(facts.neutral_power)}", "AA-NO-01"))
    return tuple(found)


def doubts_about_the_end(game: Board, power: str) -> tuple[Doubt, ...]:
    """R61: ships that stay beside enemy warships, though nobody there can attack."""
    whole = survey(game, power)
    return tuple(
        Doubt(f"The ships in {name_of(zone)} stay beside enemy warships, and none of them can attack", "AA-CMOVE-22")
        for zone in whole.own
        if zone in whole.hostile
        and not any(stack.owner == power and UNITS[stack.kind].attack for stack in game.units[zone])
    )
