"""What `battle_odds` answers, in numbers, in words and as a picture."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.games.axis1940.kinds import UNITS
from sandtable.games.axis1940.odds_forces import units_left
from sandtable.games.axis1940.odds_units import DAMAGED, spoken, spoken_force
from sandtable.odds.report import Bar, bar, histogram, percent

Side = Literal["attacker", "defender"]
End = Literal["win", "loss", "draw", "standoff", "retreat"]

_LIKELIEST = 8  # ends that the report lists


class Outcome(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One end of a battle: its chance, and how many are left of each group that `Odds` names."""

    chance: float
    end: End
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a battle. `win`, `loss`, `draw` and `retreat` add up to 1.

    - win: the attacker has fighting units left and the defender none (but for submarines that dived);
    - loss: the other way round; draw: neither has, or they cannot hit each other (`standoff`, a part of `draw`);
    - retreat: the attacker broke off, or all it has left has dived;
    - take: it wins and has a land unit to take the territory;
    - error: chances that were left out. No probability is off by more; 0 means that the odds are exact.

    The groups of a side are its kinds; '<kind>~' are those from the sea, and '<kind>_hit' counts the hits that ships of
    this kind can take without loss, that is the undamaged ones among them.
    """

    terrain: Literal["land", "sea"]
    attackers: dict[str, int]
    defenders: dict[str, int]
    order_attack: tuple[str, ...]
    order_defend: tuple[str, ...]
    win: float
    loss: float
    draw: float
    standoff: float
    retreat: float
    take: float
    rounds: float
    attacker_cost: int
    defender_cost: int
    attacker_loss: float
    defender_loss: float
    exact: bool
    error: float
    attacker_groups: tuple[str, ...]
    defender_groups: tuple[str, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def swing(self) -> float:
        """What the attacker gains in IPCs: the defender's expected losses less its own."""
        return self.defender_loss - self.attacker_loss

    def units_left(self, outcome: Outcome) -> tuple[dict[str, int], dict[str, int]]:
        """The units of both sides that an outcome leaves."""
        return (
            units_left(self.attacker_groups, outcome.attackers),
            units_left(self.defender_groups, outcome.defenders),
        )

    def left(self, side: Side) -> list[tuple[dict[str, int], float]]:
        """What may be left of a side, with the chance of each, the likeliest first."""
        found: dict[tuple[int, ...], float] = {}
        for outcome in self.outcomes:
            counts = outcome.attackers if side == "attacker" else outcome.defenders
            found[counts] = found.get(counts, 0.0) + outcome.chance
        groups = self.attacker_groups if side == "attacker" else self.defender_groups
        ranked = sorted(found.items(), key=lambda item: -item[1])
        return [(units_left(groups, counts), chance) for counts, chance in ranked]

    def losses(self, side: Side) -> list[tuple[int, float]]:
        """What a side may lose in IPCs, with the chance of each, the smallest loss first."""
        whole = self.attacker_cost if side == "attacker" else self.defender_cost
        found: dict[int, float] = {}
        for units, chance in self.left(side):
            lost = whole - _cost(units)
            found[lost] = found.get(lost, 0.0) + chance
        return sorted(found.items())


def report(odds: Odds) -> str:
    """The odds in words, for a terminal or a post."""
    place = "Sea battle" if odds.terrain == "sea" else "Land battle"
    lines = [
        f"{place}: {odds.rounds:.1f} rounds on average",
        f"  attacker  {spoken_force(odds.attackers)} ({odds.attacker_cost} IPCs)",
        f"  defender  {spoken_force(odds.defenders)} ({odds.defender_cost} IPCs)",
        "",
        *(f"  {name:<9} {percent(chance):>12}  {bar(chance)}".rstrip() for name, chance in _chances(odds)),
        "",
        f"  attacker loses {odds.attacker_loss:.1f} IPCs on average, defender {odds.defender_loss:.1f}: {_swing(odds)}",
        f"  order of losses: attacker {_spoken_order(odds.order_attack)}; defender {_spoken_order(odds.order_defend)}",
        "",
        "  likeliest ends",
        *(f"  {percent(one.chance):>12}  {_spoken_end(odds, one)}" for one in _likeliest(odds)),
        "",
        "  Exact." if odds.exact else f"  Left out: chances of {odds.error:.1e} in all. Nothing above is off by more.",
    ]
    return "\n".join(lines) + "\n"


def plot(odds: Odds) -> str:
    """A picture in SVG: how many units the winner has left. Losses stand on the left, wins on the right."""
    bars: dict[tuple[int, str], float] = {}
    for outcome in odds.outcomes:
        ours, theirs = odds.units_left(outcome)
        end = "draw" if outcome.end == "standoff" else outcome.end
        left = {"loss": -sum(theirs.values()), "draw": 0}.get(end, sum(ours.values()))
        bars[left, end] = bars.get((left, end), 0.0) + outcome.chance
    return histogram(
        f"Attacker wins {percent(odds.win)}, defender {percent(odds.loss)}",
        f"{spoken_force(odds.attackers)} against {spoken_force(odds.defenders)}",
        "units left: defender's to the left, attacker's to the right",
        [Bar(str(abs(left)), chance, end) for (left, end), chance in sorted(bars.items())],
    )


def _chances(odds: Odds) -> list[tuple[str, float]]:
    found = [("win", odds.win), ("loss", odds.loss), ("draw", odds.draw)]
    if odds.retreat > 0.0:
        found.append(("retreat", odds.retreat))
    if odds.terrain == "land":
        found.append(("taken", odds.take))
    return found


def _swing(odds: Odds) -> str:
    if abs(odds.swing) < 0.05:
        return "an even exchange"
    return f"{abs(odds.swing):.1f} in favour of the {'attacker' if odds.swing > 0 else 'defender'}"


def _spoken_order(order: tuple[str, ...]) -> str:
    return ", ".join(spoken(name) for name in order) or "none"


def _likeliest(odds: Odds) -> list[Outcome]:
    return sorted(odds.outcomes, key=lambda outcome: -outcome.chance)[:_LIKELIEST]


def _spoken_end(odds: Odds, outcome: Outcome) -> str:
    ours, theirs = odds.units_left(outcome)
    left = [f"attacker {spoken_force(ours)}"] if ours else []
    left += [f"defender {spoken_force(theirs)}"] if theirs else []
    return f"{outcome.end}: {'; '.join(left) if left else 'nothing left'}"


def _cost(units: Mapping[str, int]) -> int:
    return sum(UNITS[DAMAGED.get(kind, kind)].cost * count for kind, count in units.items())
