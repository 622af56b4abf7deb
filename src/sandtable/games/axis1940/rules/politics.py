"""The Political Situation; Declaring War; Powers Not at War with One Another."""

from itertools import combinations
from typing import Any

from sandtable.core.menus import TOGETHER, Some
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.games.axis1940.events import BonusPaid, WarDeclared
from sandtable.games.axis1940.forces import listed
from sandtable.games.axis1940.rules.income import is_trading
from sandtable.games.axis1940.spaces import is_hostile_zone, is_neutral_power
from sandtable.games.axis1940.state import UNPROVOKED, Board
from sandtable.games.axis1940.words import The, name_of, the


def linked(game: Board, power: str) -> tuple[str, ...]:
    """AA-POL-06, AA-POL-07: the powers that enter a war together with this one, itself included."""
    for pair in game.map.facts.linked:
        powers = tuple(pair.split("-"))
        if power in powers:
            return powers
    return (power,)


def why_not_declare(game: Board, power: str, on: str) -> Refusal | None:
    """AA-POL-02, AA-POL-11, AA-POL-15: whether a power may declare war on another in its Combat Move phase."""
    facts = game.map.facts
    if game.map.friends(power, on):
        return Refusal(f"{The(on)} is on the same side", "AA-POL-02")
    if on in game.wars[power]:
        return Refusal(f"{The(power)} and {the(on)} are at war already", "AA-POL-04")
    if power == facts.neutral_power and on == facts.aggressor:
        declined = game.turns[power] > facts.may_declare_from_turn
        attacked = any(f"{UNPROVOKED} on {guard}" in game.deeds for guard in facts.guardians)
        if not (declined or attacked):
            return Refusal(
                f"{The(power)} may not declare war before {the(on)} declares war on it or, unprovoked, on "
                f"{' or '.join(the(guard) for guard in facts.guardians)}",
                "AA-POL-11",
            )
    return None


def is_unprovoked(game: Board, power: str, on: str) -> bool:
    """AA-POL-09, AA-POL-10, R44: a Japanese declaration is unprovoked unless that power moved into China before."""
    return power == game.map.facts.aggressor and not any(
        f"entered china {other}" in game.deeds for other in linked(game, on)
    )


def declare_war(game: Board, power: str, on: str) -> None:
    """AA-POL-04 to 08: war is mutual, lasts for good, and takes in the linked powers of both."""
    unprovoked = is_unprovoked(game, power, on)
    calm = [zone for zone in game.map.zones if not is_hostile_zone(game, power, zone)]
    for one in linked(game, power):
        for other in linked(game, on):
            make_war(game, one, other)
    game.just_hostile += [zone for zone in calm if is_hostile_zone(game, power, zone)]
    game.tell(WarDeclared(power, on, unprovoked))
    if unprovoked:
        for other in linked(game, on):
            game.deeds[f"{UNPROVOKED} on {other}"] = 1
        pay_mobilization_bonus(game)


def make_war(game: Board, one: str, other: str) -> None:
    order = game.map.order
    if other not in game.wars[one]:
        game.set_enemies(one, tuple(sorted((*game.wars[one], other), key=order.index)))
        game.set_enemies(other, tuple(sorted((*game.wars[other], one), key=order.index)))


def pay_mobilization_bonus(game: Board) -> None:
    """AA-POL-12, R03: the first unprovoked declaration pays the neutral power once."""
    facts = game.map.facts
    if UNPROVOKED not in game.deeds and facts.mobilization_bonus:
        game.deeds[UNPROVOKED] = 1
        game.treasury[facts.neutral_power] += facts.mobilization_bonus
        game.tell(BonusPaid(facts.neutral_power, facts.mobilization_bonus))


def doubts_about(game: Board, power: str, on: tuple[str, ...]) -> Doubt | None:
    """What declarations cost beyond the wars themselves. Each cost comes once, on however many war is declared."""
    facts = game.map.facts
    neutral, unprovoked = facts.neutral_power, any(is_unprovoked(game, power, other) for other in on)
    at_peace = neutral not in game.wars[power] and neutral not in on
    freed = any(f"{UNPROVOKED} on {guard}" in game.deeds for guard in facts.guardians)
    costs: list[tuple[str, str]] = []
    if unprovoked and facts.mobilization_bonus and UNPROVOKED not in game.deeds:
        costs.append((f"pays {{}} {facts.mobilization_bonus} IPCs", "AA-POL-12"))
    if unprovoked and at_peace and not freed:
        costs.append(("frees {} to declare war", "AA-POL-11"))
    if is_trading(game, power) and (unprovoked or neutral in on):
        costs.append(("ends trade with {}", "AA-NO-01"))
    if not costs:
        return None
    named = [cost.format("it" if at else the(neutral)) for at, (cost, _) in enumerate(costs)]
    return Doubt(f"This {listed(named)}", costs[0][1])


class DeclareWar(Step, frozen=True, tag="ax.politics.declare"):
    """AA-POL-01: at the beginning of its Combat Move phase a power may declare war."""

    power: str

    def ask(self, game: Board) -> Want | None:
        others = [other for other in game.map.order if other != self.power]
        foes = [other for other in others if not game.map.friends(self.power, other)]
        if all(map(game.wars[self.power].__contains__, foes)):
            return None
        refusals = {other: why for other in others if (why := why_not_declare(game, self.power, other))}
        options = tuple(other for other in others if other not in refusals)
        if not options:
            return None
        together = [on for number in range(len(options)) for on in combinations(options, number + 1)]
        doubted = {TOGETHER.join(on): doubt for on in together if (doubt := doubts_about(game, self.power, on))}
        menu = Some(options=options, refused=refusals, doubted=doubted, rule="AA-POL-01")
        return Ask("ax.declare", {self.power: menu}, f"On whom does {the(self.power)} declare war?")

    def then(self, game: Board, got: Any) -> None:
        for other in got or ():
            if other not in game.wars[self.power]:
                declare_war(game, self.power, other)
        game.done()


class DeclareAtLast(Step, frozen=True, tag="ax.politics.declare_at_last"):
    """AA-POL-14, AA-POL-16: a power still at peace may declare war as its third Collect Income phase begins."""

    power: str

    def ask(self, game: Board) -> Want | None:
        facts = game.map.facts
        if self.power != facts.neutral_power or game.turns[self.power] != facts.may_declare_from_turn:
            return None
        if facts.aggressor in game.wars[self.power]:
            return None
        menu = Some(options=(facts.aggressor,), rule="AA-POL-14")
        return Ask("ax.declare_at_last", {self.power: menu}, f"Does {the(self.power)} declare war at last?")

    def then(self, game: Board, got: Any) -> None:
        for other in got or ():
            declare_war(game, self.power, other)
        game.done()


def why_not_end_at_sea(game: Board, power: str, zone: str) -> Refusal | None:
    """AA-POL-17 to 20, R20: where ships may not end their movement while at peace."""
    facts = game.map.facts
    if power == facts.aggressor and zone in game.map.near_mainland and facts.neutral_power not in game.wars[power]:
        return Refusal(
            f"While at peace with {the(facts.neutral_power)}, ships of {the(power)} may not end their movement "
            f"within two sea zones of its mainland, as in {name_of(zone)}",
            "AA-POL-17",
        )
    if power == facts.neutral_power and facts.aggressor not in game.wars[power]:
        for territory in game.map.coasts[zone]:
            if game.control[territory] == facts.aggressor:
                return Refusal(
                    f"While at peace, ships of {the(power)} may not end their movement beside {name_of(territory)}, "
                    f"which {the(facts.aggressor)} controls",
                    "AA-POL-19",
                )
    return None


def harbours(game: Board, power: str) -> frozenset[str]:
    """The zones where ships of a power may end their movement (`why_not_end_at_sea`); it follows from control and wars
    alone."""
    board, facts = game.map, game.map.facts
    if power == facts.aggressor and facts.neutral_power not in game.wars[power]:
        return board.sea - board.near_mainland
    if power == facts.neutral_power and facts.aggressor not in game.wars[power]:
        held = [spot for spot, holder in game.control.items() if holder == facts.aggressor]
        return board.sea.difference(*map(board.zones_of.__getitem__, held))
    return board.sea


def why_not_enter(game: Board, power: str, territory: str) -> Refusal | None:
    """AA-POL-21 to 25, AA-POL-30: whether units may move into or through a territory of their own side."""
    board = game.map
    holder = game.control[territory]
    if power == board.facts.china and territory not in board.open_to_china:
        return Refusal(f"Chinese units may not enter {name_of(territory)}", "AA-CHINA-07")
    if holder == power:
        return None
    if power in board.facts.guardians and board.facts.aggressor not in game.wars[power] and territory in board.chinese:
        return Refusal(
            f"{The(power)} may not move into China while at peace with {the(board.facts.aggressor)}", "AA-POL-21"
        )
    if is_neutral_power(game, power):
        return Refusal(f"{The(power)} is neutral and may not move into territory of others", "AA-POL-24")
    if is_neutral_power(game, holder):
        return Refusal(f"{The(holder)} is neutral and lets no units of others into its territory", "AA-POL-25")
    return None


def why_not_attack(game: Board, power: str, territory: str) -> Refusal | None:
    """AA-POL-27, AA-POL-28, AA-DUTCH-05: an attack needs war with the controller and all owners of units there."""
    board = game.map
    holder = game.control[territory]
    if power == board.facts.china and territory not in board.open_to_china:
        return Refusal(f"Chinese units may not enter {name_of(territory)}", "AA-CHINA-07")
    if holder == board.facts.guarded and not any(guard in game.wars[power] for guard in board.facts.guardians):
        return Refusal(
            f"{The(power)} may attack {name_of(territory)} only when at war with "
            f"{' and '.join(the(guard) for guard in board.facts.guardians)}",
            "AA-DUTCH-05",
        )
    if holder in board.powers and holder not in game.wars[power]:
        return Refusal(
            f"{The(power)} is not at war with {the(holder)}, which controls {name_of(territory)}", "AA-POL-27"
        )
    for stack in game.units[territory]:
        if stack.owner in board.powers and stack.owner not in game.wars[power] and stack.owner != power:
            return Refusal(
                f"{name_of(territory)} holds units of {the(stack.owner)}, with which {the(power)} is not at war",
                "AA-POL-28",
            )
    return None


def note_entry_into_china(game: Board, power: str, path: tuple[str, ...]) -> None:
    """AA-POL-10: moving into or through China while at peace is an act of war in Japan's eyes."""
    facts = game.map.facts
    if (
        not game.map.chinese.isdisjoint(path)
        and power != facts.china
        and facts.aggressor not in game.wars[power]
        and not game.map.friends(power, facts.aggressor)
    ):
        game.deeds[f"entered china {power}"] = 1
