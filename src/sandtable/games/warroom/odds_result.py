"""What `battle_odds` answers, in numbers, in words and as a picture."""

import msgspec

from sandtable.games.warroom.odds_units import Force, spoken, spoken_force
from sandtable.odds.report import Bar, bar, histogram, percent

_LIKELIEST = 6

Left = tuple[tuple[tuple[int, ...], float], ...]
"""Units left of each kind with the chance of that, the likeliest first."""


class SideOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one side. `points` and `resources` are the expected losses; damaged units count as repaired for 1
    Resource each (`repairs`), unless the side does not repair: then they are lost.

    `air` and `surface` are two independent distributions: aircraft left, and Land or Naval Units left.
    """

    force: tuple[tuple[str, str, int], ...]
    air_dice: int
    surface_dice: int
    points: float
    resources: float
    repairs: float
    gone: float
    """The chance that no Land or Naval Unit is left."""
    air_kinds: tuple[str, ...]
    air: Left
    surface_kinds: tuple[str, ...]
    surface: Left

    def mean_left(self) -> dict[str, float]:
        """The mean number of units left of each kind."""
        found: dict[str, float] = {}
        for kinds, rows in ((self.air_kinds, self.air), (self.surface_kinds, self.surface)):
            for at, kind in enumerate(kinds):
                found[kind] = sum([left[at] * chance for left, chance in rows])
        return found

    def left(self) -> dict[int, float]:
        """The chance of each number of units left in all."""
        found: dict[int, float] = {}
        for planes, chance in _sums(self.air).items():
            for others, share in _sums(self.surface).items():
                found[planes + others] = found.get(planes + others, 0.0) + chance * share
        return dict(sorted(found.items()))


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a battle, exact. `win`, `loss`, `both_left` and `none_left` add up to 1 and speak of Land Units on
    land and of Naval Units at sea: a win on land is a capture, units of both sides left are an Embattled region."""

    board: str
    attacker: SideOdds
    defender: SideOdds
    force_advantage: str
    win: float
    loss: float
    both_left: float
    none_left: float

    @property
    def capture(self) -> float:
        """The chance that the attacker takes the territory (WR-DEBR-15)."""
        return self.win if self.board == "land" else 0.0

    @property
    def swing(self) -> float:
        """What the attacker gains: the defender's expected losses in Resources, repairs included, less its own."""
        ours, theirs = self.attacker, self.defender
        return theirs.resources + theirs.repairs - ours.resources - ours.repairs


def _sums(rows: Left) -> dict[int, float]:
    found: dict[int, float] = {}
    for left, chance in rows:
        found[sum(left)] = found.get(sum(left), 0.0) + chance
    return found


def force_of(side: SideOdds) -> Force:
    return {(kind, stance): count for kind, stance, count in side.force}


def report(odds: Odds) -> str:
    """The odds in words, for a terminal or a post."""
    lines = [f"{'Sea' if odds.board == 'sea' else 'Land'} battle, {_advantage(odds)}"]
    for name, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        lines.append(f"  {name}  {spoken_force(force_of(side))}")
        lines.append(f"            {side.air_dice} air dice, {side.surface_dice} surface dice")
    shares = [f"  {name:<17} {percent(chance):>12}  {bar(chance)}".rstrip() for name, chance in _chances(odds)]
    lines += ["", *shares, ""]
    for name, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        lines.append(
            f"  {name} loses {side.points:.1f} Casualty Points, units for {side.resources:.1f} Resources and "
            f"{side.repairs:.1f} for repairs; left: {_mean(side)}"
        )
    for name, side in (("attacker", odds.attacker), ("defender", odds.defender)):
        lines += ["", f"  likeliest Land or Naval Units left of the {name}"]
        lines += [f"  {percent(chance):>12}  {_spoken_left(side, left)}" for left, chance in side.surface[:_LIKELIEST]]
    return "\n".join([*lines, "", "  Exact."]) + "\n"


def _advantage(odds: Odds) -> str:
    return f"Force Advantage: {odds.force_advantage or 'neither side'}"


def _chances(odds: Odds) -> list[tuple[str, float]]:
    if odds.board == "land":
        return [
            ("captured", odds.win),
            ("embattled", odds.both_left),
            ("attack destroyed", odds.loss),
            ("nobody left", odds.none_left),
        ]
    return [
        ("attacker alone", odds.win),
        ("both stay", odds.both_left),
        ("defender alone", odds.loss),
        ("no ships left", odds.none_left),
    ]


def _mean(side: SideOdds) -> str:
    return ", ".join(f"{count:.1f} {spoken(kind, 2)}" for kind, count in side.mean_left().items()) or "nothing"


def _spoken_left(side: SideOdds, left: tuple[int, ...]) -> str:
    units = {(kind, ""): count for kind, count in zip(side.surface_kinds, left, strict=True) if count}
    return spoken_force(units, stances=False)


def plot(odds: Odds) -> str:
    """A picture in SVG: how many units each side has left, the defender's to the left."""
    bars = [Bar(str(number), chance, "loss") for number, chance in reversed(odds.defender.left().items())]
    bars += [Bar(str(number), chance, "win") for number, chance in odds.attacker.left().items()]
    last = "Captured" if odds.board == "land" else "The attacker alone is left"
    return histogram(
        f"{last}: {percent(odds.win)}",
        f"{spoken_force(force_of(odds.attacker), False)} against {spoken_force(force_of(odds.defender), False)}",
        "units left: defender's to the left, attacker's to the right",
        bars,
    )
