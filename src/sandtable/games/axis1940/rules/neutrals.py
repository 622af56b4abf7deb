"""Neutral Territories and Friendly Neutrals."""

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.data import TAKERS
from sandtable.games.axis1940.events import ControlChanged, NeutralJoined, NeutralsLean
from sandtable.games.axis1940.forces import NEUTRAL_OWNER, SPENT, Stack
from sandtable.games.axis1940.spaces import JOINED, is_at_war, is_neutral_power
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import The, name_of

INVADED = "invaded"
"""The deed of attacking a neutral territory, with its name: in which turn of the war that was."""


def other_side(game: Board, power: str) -> str:
    return "allies" if game.map.side[power] == "axis" else "axis"


def is_neutral_land(game: Board, territory: str) -> bool:
    """Whether nobody controls a territory and it has not been drawn into the war."""
    return territory in game.neutrals and not game.neutrals[territory].startswith(JOINED)


def is_friendly_neutral(game: Board, power: str, territory: str) -> bool:
    """AA-NEUT-11, AA-SPACE-18: neutral still, but well disposed to the power's side."""
    return game.neutrals.get(territory) == game.map.side[power]


def why_not_attack_neutral(game: Board, power: str, territory: str) -> Refusal | None:
    """AA-NEUT-12, AA-NEUT-13, AA-POL-23: neutrals are attacked without any declaration, unless they are friendly."""
    if power == game.map.facts.china:
        return Refusal(f"Chinese units may not enter {name_of(territory)}", "AA-CHINA-07")
    if is_neutral_power(game, power):
        return Refusal(f"{The(power)} is neutral itself and may not move into neutral territory", "AA-POL-23")
    if is_friendly_neutral(game, power, territory):
        return Refusal(f"{name_of(territory)} is a friendly neutral and cannot be attacked", "AA-NEUT-13")
    return None


def violate(game: Board, power: str, territory: str) -> None:
    """AA-NEUT-04, AA-NEUT-05, AA-NEUT-11: the attacked neutral joins the other side with its army, and all remaining
    neutrals become friendly to that side."""
    side = other_side(game, power)
    army = game.map.territories[territory].army
    game.set_stance(territory, JOINED + side)
    game.deeds[f"{INVADED} {territory}"] = turns_begun(game)
    if army:
        game.put(territory, Stack(NEUTRAL_OWNER, "infantry", army))
    game.tell(NeutralJoined(territory, side, army))
    strict = [name for name, stance in game.neutrals.items() if stance == "strict"]
    for name in strict:
        game.set_stance(name, side)
    if strict:
        game.tell(NeutralsLean(side))


def turns_begun(game: Board) -> int:
    """How many turns all powers together have begun: the number of this turn in the war."""
    return sum(game.turns.values())


def was_just_neutral(game: Board, territory: str) -> bool:
    """AA-NEUT-19, R54: whether a territory was neutral when this turn began and has been attacked since."""
    return game.deeds.get(f"{INVADED} {territory}") == turns_begun(game)


def why_not_convert(game: Board, power: str, territory: str) -> Refusal | None:
    """AA-NEUT-14: a friendly neutral is entered by land units of a power at war."""
    if power == game.map.facts.china:
        return Refusal(f"Chinese units may not enter {name_of(territory)}", "AA-CHINA-07")
    if is_neutral_power(game, power):
        return Refusal(f"{The(power)} is neutral itself and may not move into neutral territory", "AA-POL-23")
    if not is_at_war(game, power):
        return Refusal(f"{The(power)} must be at war to enter {name_of(territory)}", "AA-NEUT-14")
    return None


def take_over_neutrals(game: Board, power: str) -> None:
    """AA-NEUT-10, AA-NEUT-15, AA-NEUT-16: at the end of Noncombat Move the entered friendly neutrals change hands.
    Those never attacked bring their whole army, those attacked before what survived."""
    side = game.map.side[power]
    for territory, stance in list(game.neutrals.items()):
        if stance not in (side, JOINED + side) or not has_taker(game, power, territory):
            continue
        if stance == side:
            army = game.map.territories[territory].army
        else:
            army = 0
            for stack in game.units[territory]:
                if stack.owner == NEUTRAL_OWNER:
                    army += stack.n
                    game.pull(territory, stack, stack.n)
        if army:
            game.put(territory, Stack(power, "infantry", army, acted=SPENT))
        game.set_stance(territory, "")
        game.set_control(territory, power)
        game.tell(ControlChanged(territory, power, power, "", "taken over"))


def has_taker(game: Board, power: str, territory: str) -> bool:
    """AA-NEUT-17, AA-UNIT-02, R11: whether a unit that can take control is there."""
    return any(stack.owner == power and stack.kind in TAKERS for stack in game.units[territory])


def take_over_guarded(game: Board, power: str, territory: str) -> None:
    """AA-DUTCH-02, AA-DUTCH-03: guardians take over Dutch territory by moving land units in."""
    facts = game.map.facts
    if game.control.get(territory) == facts.guarded and power in facts.guardians and has_taker(game, power, territory):
        game.set_control(territory, power)
        game.tell(ControlChanged(territory, power, power, facts.guarded, "taken over"))


def neutral_words(game: Board, territory: str) -> str:
    """The stance of a neutral in words, for reports."""
    stance = game.neutrals[territory]
    if stance == "strict":
        return "neutral"
    if stance.startswith(JOINED):
        return f"joined the {stance[len(JOINED) :].capitalize()}"
    return f"friendly to the {stance.capitalize()}"
