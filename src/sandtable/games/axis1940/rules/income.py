"""Phase 6: Collect Income: production, national objectives, convoy disruption."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.steps import Roll, Step, Want
from sandtable.games.axis1940.data import WARSHIPS, Objective
from sandtable.games.axis1940.events import ConvoysDisrupted, IncomeCollected, ObjectiveMet
from sandtable.games.axis1940.rules.capture import has_free_capital
from sandtable.games.axis1940.shares import most_drawn
from sandtable.games.axis1940.state import UNPROVOKED, Board
from sandtable.games.axis1940.words import name_of, the

CONVOY_DICE = {"battleship": 1, "cruiser": 1, "destroyer": 1, "submarine": 2}
"""AA-INC-05, AA-INC-06. Carriers and transports roll none, their aircraft two each (AA-INC-07)."""
PLANE_DICE = 2
COUNTS_UP_TO = 3
"""AA-INC-08."""


def production(game: Board, power: str) -> int:
    """AA-SETUP-06: the sum of the values of the territories that a power controls at this moment."""
    values = game.map.values
    return sum([values[territory] for territory, holder in game.control.items() if holder == power])


def convoy_dice(game: Board, power: str, zone: str) -> int:
    """AA-INC-03 to 07, AA-INC-11, R15: the dice of all enemies of the collecting power in a zone."""
    enemies = game.wars[power]
    dice = 0
    for stack in game.units[zone]:
        if stack.owner in enemies and stack.kind in WARSHIPS:
            dice += CONVOY_DICE.get(stack.kind, 0) * stack.n
        if stack.kind == "carrier" and not stack.hits:
            dice += PLANE_DICE * stack.n * sum(item.owner in enemies for item in stack.cargo)
    return dice


def disrupted_zones(game: Board, power: str) -> dict[str, int]:
    """AA-INC-03, AA-CHINA-18: convoy zones beside own territories with enemy warships, and their dice."""
    if power in game.map.facts.convoy_exempt or not has_free_capital(game, power):
        return {}
    enemies = game.wars[power]
    raided = dict.fromkeys(
        [
            zone
            for zone in game.map.convoys
            for stack in game.units[zone]
            if stack.owner in enemies and stack.kind in WARSHIPS
        ]
    )
    return {
        zone: dice
        for zone in raided
        if any(game.control[spot] == power for spot in game.map.coasts[zone])
        and (dice := convoy_dice(game, power, zone))
    }


def convoy_losses(rolled: Mapping[str, int], coasts: Mapping[str, list[str]], values: Mapping[str, int]) -> int:
    """AA-INC-09, AA-INC-10, R17: as much of the rolled damage as the limits of zones and territories allow."""
    return most_drawn(rolled, coasts, values)


def bonus_of(game: Board, objective: Objective) -> int:
    """AA-NO-01 to 12: what an objective is worth now."""
    power = objective.power
    wars = frozenset(game.wars[power])
    if objective.at_war and not wars:
        return 0
    if objective.at_war_with and wars.isdisjoint(objective.at_war_with):
        return 0
    if not wars.isdisjoint(objective.at_peace_with):
        return 0
    if any(f"attacked {spot}" in game.deeds for spot in objective.never_attacked):
        return 0
    if any(f"{UNPROVOKED} on {other}" in game.deeds for other in objective.never_provoked):
        return 0
    if objective.all_original and lost_at_home(game, power):
        return 0
    held = (is_held_for(game, objective, spot) for spot in objective.territories)
    if objective.each:
        return objective.bonus * sum(held)
    return objective.bonus if all(held) else 0


def is_trading(game: Board, power: str) -> bool:
    """AA-NO-01: whether peace with the neutral power still pays."""
    at_peace_with = game.map.facts.neutral_power
    return any(
        objective.power == power and at_peace_with in objective.at_peace_with and bonus_of(game, objective)
        for objective in game.map.objectives.values()
    )


def lost_at_home(game: Board, power: str) -> list[str]:
    """The originally own territories that others control."""
    emblems = game.map.emblems
    return [spot for spot, holder in game.control.items() if emblems[spot] == power != holder]


def is_held_for(game: Board, objective: Objective, territory: str) -> bool:
    """Whether the right owner controls a territory: the power itself, or a power of its side."""
    holder = game.control[territory]
    if objective.held_by == "power":
        return holder == objective.power
    return holder in game.map.powers and game.map.friends(objective.power, holder)


class DisruptConvoys(Step, frozen=True, tag="ax.income.convoys"):
    """AA-INC-08, AA-INC-12: the raiders' dice, judged as the board stands now; then the income is collected."""

    power: str

    def ask(self, game: Board) -> Want | None:
        zones = disrupted_zones(game, self.power)
        order = ", then ".join(f"{dice} in {name_of(zone)}" for zone, dice in zones.items())
        prompt = f"Convoy disruption of {the(self.power)}: {order}"
        return Roll("ax.convoys", sum(zones.values()), prompt=prompt) if zones else None

    def then(self, game: Board, got: Any) -> None:
        game.done()
        if not has_free_capital(game, self.power):
            return  # AA-INC-02
        if got is None:
            collect(game, self.power, 0)
            return
        rolled: dict[str, int] = {}
        at = 0
        for zone, dice in disrupted_zones(game, self.power).items():
            faces = tuple(got[at : at + dice])
            at += dice
            rolled[zone] = sum(face for face in faces if face <= COUNTS_UP_TO)
            game.tell(ConvoysDisrupted(self.power, zone, faces, rolled[zone]))
        own = {spot: game.map.values[spot] for spot, holder in game.control.items() if holder == self.power}
        coasts = {zone: [spot for spot in game.map.coasts[zone] if spot in own] for zone in rolled}
        collect(game, self.power, convoy_losses(rolled, coasts, own))


def collect(game: Board, power: str, lost: int) -> None:
    """AA-INC-01, AA-INC-13: production and bonuses less the convoys' losses."""
    bonus = 0
    for objective in game.map.objectives_of[power]:
        if ipcs := bonus_of(game, objective):
            bonus += ipcs
            game.tell(ObjectiveMet(power, objective.title, ipcs))
    made = production(game, power)
    game.treasury[power] += made + bonus - lost
    game.tell(IncomeCollected(power, made, bonus, lost, game.treasury[power]))
