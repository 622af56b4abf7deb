"""Exact odds of battles, for the odds lab and for arrows on a map. Nothing about any table is needed or told."""

import asyncio
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from sandtable.games.echoes.data import TRACKS
from sandtable.games.echoes.data import TURNS as ECHOES_TURNS
from sandtable.games.echoes.odds import AttackOdds, attack_odds
from sandtable.games.echoes.rules.turn import War
from sandtable.games.echoes.state import new_war
from sandtable.server.problems import Invalid, NotFound
from sandtable.server.web import Call, endpoint

if TYPE_CHECKING:
    from sandtable.games.axis1940.odds import Odds
    from sandtable.games.warroom.odds import SideOdds

MOST_UNITS = 120
"""On a side. Larger battles are worked out by `sandtable odds`, at the asker's own cost."""
LIKELIEST = 8

Words = Annotated[str, msgspec.Meta(max_length=600)]
Units = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=60)], Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]],
    msgspec.Meta(max_length=40),
]
Side = Literal["attacker", "defender"]


class BattleQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two forces, as words or as numbers of each kind, and what is assumed: `docs/odds.md`. Stances, ports, batch cap
    and repair are War Room's; the rest is Pacific's."""

    attackers: Words | Units
    defenders: Words | Units = {}
    terrain: Literal["", "land", "sea"] = ""
    amphibious: bool | Words | Units = False
    bombard: Words | Units = {}
    order_attack: Words = ""
    order_defend: Words = ""
    keep_land: bool = False
    retreat_below: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    retreat_left: Annotated[int, msgspec.Meta(ge=0, le=400)] = 0
    rounds: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    can_retreat: bool = True
    submerge_attack: Literal["never", "always", "alone"] = "never"
    submerge_defend: Literal["never", "always", "alone"] = "never"
    prize: Annotated[float, msgspec.Meta(ge=0, le=1000)] = 0.0
    stances: tuple[Words, Words] = ("", "")
    best: Side | Literal[""] = ""
    """War Room: give this side its best reply to the stances of the other."""
    ports: Annotated[tuple[Side, ...], msgspec.Meta(max_length=2)] = ()
    batch_cap: bool = False
    repair: Annotated[tuple[Side, ...], msgspec.Meta(max_length=2)] = ("attacker", "defender")


class Chance(msgspec.Struct, frozen=True):
    """One way a battle may end. `tone` says for whom it is good: the attacker (win), the defender (loss) or neither."""

    name: str
    title: str
    tone: str
    chance: float


class SideFigures(msgspec.Struct, frozen=True):
    """What a side is worth and what it loses on average, in IPCs or Resources, and how many of each kind are left."""

    worth: float
    loss: float
    left: dict[str, float]
    losses: list[tuple[int, float]]
    """What it may lose, with the chance of each; empty where only the mean is known."""


class Bar(msgspec.Struct, frozen=True):
    """The chance that so many units of the winner are left; the defender's are counted below 0."""

    left: int
    tone: str
    chance: float


class Ending(msgspec.Struct, frozen=True):
    """One exact end and its chance."""

    chance: float
    end: str
    attackers: dict[str, int]
    defenders: dict[str, int]


class BattleOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a battle. The chances add up to 1; `taken` comes beside them. `error` 0 means that they are exact."""

    game: str
    terrain: str
    unit: str
    chances: tuple[Chance, ...]
    win: float
    taken: float
    swing: float
    rounds: float
    attacker: SideFigures
    defender: SideFigures
    bars: tuple[Bar, ...]
    likeliest: tuple[Ending, ...]
    notes: tuple[str, ...]
    error: float


@endpoint(
    "POST",
    "/games/{game}/odds",
    "The exact odds of a battle",
    body=BattleQuestion,
    returns=BattleOdds,
    user=False,
    tag="games",
)
async def battle_odds(call: Call, body: BattleQuestion) -> BattleOdds:
    game = call.path("game")
    if game not in REFEREES:
        raise NotFound(f"There are battle odds for: {', '.join(REFEREES)}.")
    return await asyncio.to_thread(worked_out, game, msgspec.json.encode(body))


@lru_cache(maxsize=512)
def worked_out(game: str, body: bytes) -> BattleOdds:
    return REFEREES[game](msgspec.json.decode(body, type=BattleQuestion))


def must_be_small(*forces: Mapping[Any, int]) -> None:
    if any(sum(force.values()) > MOST_UNITS for force in forces):
        raise Invalid(f"More than {MOST_UNITS} units on a side are too many to reckon with here.")


def pacific_odds(asked: BattleQuestion) -> BattleOdds:
    from sandtable.games.axis1940 import odds as pacific  # games are loaded when they are first asked for
    from sandtable.games.axis1940.odds_units import read_force

    must_be_small(read_force(asked.attackers), read_force(asked.defenders))
    found = pacific.battle_odds(
        asked.attackers,
        asked.defenders,
        terrain=asked.terrain or None,
        amphibious=asked.amphibious,
        bombard=asked.bombard or "",
        order_attack=asked.order_attack or None,
        order_defend=asked.order_defend or None,
        keep_land=asked.keep_land,
        retreat_below=asked.retreat_below,
        retreat_left=asked.retreat_left,
        rounds=asked.rounds,
        can_retreat=asked.can_retreat,
        submerge_attack=asked.submerge_attack,
        submerge_defend=asked.submerge_defend,
        prize=asked.prize,
    )
    bars: dict[tuple[int, str], float] = {}
    for outcome in found.outcomes:
        ours, theirs = found.units_left(outcome)
        tone = "draw" if outcome.end == "standoff" else outcome.end
        left = {"loss": -sum(theirs.values()), "draw": 0}.get(tone, sum(ours.values()))
        bars[left, tone] = bars.get((left, tone), 0.0) + outcome.chance
    likeliest = sorted(found.outcomes, key=lambda outcome: -outcome.chance)[:LIKELIEST]
    chances = (
        Chance("win", "The attacker wins", "win", found.win),
        Chance("retreat", "The attacker breaks off", "retreat", found.retreat),
        Chance("draw", "Nobody is left, or a standoff", "draw", found.draw),
        Chance("loss", "The defender wins", "loss", found.loss),
    )
    return BattleOdds(
        game="pacific",
        terrain=found.terrain,
        unit="IPCs",
        chances=chances,
        win=found.win,
        taken=found.take,
        swing=found.swing,
        rounds=found.rounds,
        attacker=pacific_side(found, "attacker"),
        defender=pacific_side(found, "defender"),
        bars=tuple(Bar(left, tone, chance) for (left, tone), chance in sorted(bars.items())),
        likeliest=tuple(Ending(one.chance, one.end, *found.units_left(one)) for one in likeliest),
        notes=(
            f"The attacker loses: {spoken_order(found.order_attack)}.",
            f"The defender loses: {spoken_order(found.order_defend)}.",
        ),
        error=found.error,
    )


def pacific_side(found: "Odds", side: Side) -> SideFigures:
    left: dict[str, float] = {}
    for units, chance in found.left(side):
        for kind, number in units.items():
            left[kind] = left.get(kind, 0.0) + number * chance
    cost = found.attacker_cost if side == "attacker" else found.defender_cost
    loss = found.attacker_loss if side == "attacker" else found.defender_loss
    return SideFigures(cost, loss, left, found.losses(side))


def spoken_order(order: tuple[str, ...]) -> str:
    return ", then ".join(name.replace("_", " ").replace("~", " from the sea") for name in order) or "nothing"


def warroom_odds(asked: BattleQuestion) -> BattleOdds:
    from sandtable.games.warroom import odds as warroom
    from sandtable.games.warroom import odds_stances
    from sandtable.games.warroom.odds_result import force_of
    from sandtable.games.warroom.odds_units import read_force, spoken_force

    must_be_small(read_force(asked.attackers), read_force(asked.defenders))
    mine, theirs = asked.stances
    more: dict[str, Any] = {"board": asked.terrain, "ports": asked.ports, "batch_cap": asked.batch_cap}
    if asked.best:
        known = theirs if asked.best == "attacker" else mine
        advice = odds_stances.best_stances(
            asked.attackers, asked.defenders, asked.best, known=known, board=asked.terrain, ports=asked.ports
        )
        best = ", ".join(f"{n} {kind} {stance}" for (kind, stance), n in advice.stances.items())
        mine, theirs = (best, theirs) if asked.best == "attacker" else (mine, best)
    found = warroom.battle_odds(asked.attackers, asked.defenders, stances=(mine, theirs), repair=asked.repair, **more)
    titles = (
        ("captured", "embattled", "the attack is destroyed", "nobody is left")
        if found.board == "land"
        else ("the attacker alone is left", "both stay", "the defender alone is left", "no ships are left")
    )
    values = (found.win, found.both_left, found.loss, found.none_left)
    chances = tuple(
        Chance(name, title[0].upper() + title[1:], tone, chance)
        for name, title, tone, chance in zip(
            ("win", "both_left", "loss", "none_left"), titles, ("win", "retreat", "loss", "draw"), values, strict=True
        )
    )
    bars = [Bar(-left, "loss", chance) for left, chance in reversed(found.defender.left().items())]
    bars += [Bar(left, "win", chance) for left, chance in found.attacker.left().items()]
    dice = (
        f"{side.air_dice} air dice and {side.surface_dice} surface dice" for side in (found.attacker, found.defender)
    )
    attack_dice, defence_dice = dice
    return BattleOdds(
        game="warroom",
        terrain=found.board,
        unit="Resources",
        chances=chances,
        win=found.win,
        taken=found.capture,
        swing=found.swing,
        rounds=1.0,
        attacker=warroom_side(found.attacker),
        defender=warroom_side(found.defender),
        bars=tuple(bars),
        likeliest=(),
        notes=(
            f"The attacker: {spoken_force(force_of(found.attacker))}; {attack_dice}.",
            f"The defender: {spoken_force(force_of(found.defender))}; {defence_dice}.",
            f"Force Advantage: {found.force_advantage or 'neither side'}.",
            f"Casualty Points on average: attacker {found.attacker.points:.1f}, defender {found.defender.points:.1f}.",
        ),
        error=0.0,
    )


def warroom_side(side: "SideOdds") -> SideFigures:
    from sandtable.games.warroom.data import UNITS

    worth = sum(sum(UNITS[kind].cost) * count for kind, _, count in side.force)
    return SideFigures(worth, side.resources + side.repairs, side.mean_left(), [])


REFEREES: dict[str, Callable[[BattleQuestion], BattleOdds]] = {"pacific": pacific_odds, "warroom": warroom_odds}


# Echoes: every attack is one die


class AttackQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The year, the lead of the Allies on each modifier track (below 0: of the Axis), and a bonus of the attacker."""

    year: Annotated[int, msgspec.Meta(ge=1940, le=1945)] = 1940
    leads: Annotated[dict[str, Annotated[int, msgspec.Meta(ge=-20, le=20)]], msgspec.Meta(max_length=10)] = {}
    bonus: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0


@endpoint(
    "POST",
    "/games/echoes/attacks",
    "What every attack of Echoes of War needs",
    body=AttackQuestion,
    returns=list[AttackOdds],
    user=False,
    tag="games",
)
async def echoes_attacks(call: Call, body: AttackQuestion) -> list[AttackOdds]:
    war = new_war(0, War())
    war.turn = next(number for number, turn in ECHOES_TURNS.items() if turn.year == body.year)
    for track, lead in body.leads.items():
        if track not in TRACKS:
            raise Invalid(f"There is no track '{track}'; there are: {', '.join(TRACKS)}.")
        war.allied_boxes[track], war.axis_boxes[track] = max(lead, 0), max(-lead, 0)
    sides: tuple[Literal["allies"], Literal["axis"]] = ("allies", "axis")
    found = [attack_odds(war, side, region, body.bonus) for region in war.allied_marks for side in sides]
    return [odds for odds in found if odds is not None]
