"""What a seat may know: everything on the board. Only standing answers are private, and no part of the state."""

from typing import Any

import msgspec

from sandtable.core.menus import Rng
from sandtable.core.steps import tag_of
from sandtable.core.views import Waiting, scramble_sealed, waiting
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.forces import Stacks
from sandtable.games.axis1940.rules.battlefield import Fight, attackers, defenders
from sandtable.games.axis1940.rules.income import production
from sandtable.games.axis1940.rules.units import Volley, attack_volley, defense_volley
from sandtable.games.axis1940.rules.victory import cities_of
from sandtable.games.axis1940.state import Board, Facility

PHASES = (
    ("ax.purchase", "Purchase and Repair"),
    ("ax.turn.launch", "Combat Move"),
    ("ax.politics.declare_at_last", "Collect Income"),
    ("ax.politics", "Combat Move"),
    ("ax.combat_move", "Combat Move"),
    ("ax.scramble", "Combat Move"),
    ("ax.kamikaze", "Conduct Combat"),
    ("ax.combat", "Conduct Combat"),
    ("ax.raid", "Conduct Combat"),
    ("ax.amphibious", "Conduct Combat"),
    ("ax.noncombat", "Noncombat Move"),
    ("ax.mobilize", "Mobilize New Units"),
    ("ax.income", "Collect Income"),
)


class PowerView(msgspec.Struct, frozen=True):
    """A power as everyone sees it."""

    name: str
    side: str
    treasury: int
    production: int
    at_war_with: tuple[str, ...]
    turns: int


class BattleView(msgspec.Struct, frozen=True):
    """The battle under way: where, by whom, in which round, and what both sides would roll now, in pips (expected hits
    times six)."""

    space: str
    attacker: str
    round: int
    attack: int
    defense: int


class View(msgspec.Struct, frozen=True):
    """The whole board, and the decision at hand for this seat."""

    theatre: str
    options: dict[str, str | int | bool]
    seat: tuple[str, ...]
    round: int
    acting: str
    phase: str
    powers: dict[str, PowerView]
    control: dict[str, str]
    held: dict[str, str]
    neutrals: dict[str, str]
    units: dict[str, Stacks]
    facilities: dict[str, tuple[Facility, ...]]
    bought: dict[str, int]
    placed: dict[str, int]
    strikes: tuple[str, ...]
    just_hostile: tuple[str, ...]
    hostile_at_start: tuple[str, ...]
    kamikazes: int
    deeds: dict[str, int]
    cities: dict[str, int]
    winner: str
    battle: BattleView | None
    waiting: Waiting


def phase_of(game: Board) -> str:
    """The phase that the open step belongs to."""
    if game.steps:
        tag = tag_of(type(game.steps[-1]))
        for start, name in PHASES:
            if tag.startswith(start):
                return name
    return ""


def battle_of(game: Board) -> BattleView | None:
    """The battle that the open step belongs to."""
    fight = getattr(game.steps[-1], "fight", None) if game.steps else None
    if not isinstance(fight, Fight):
        return None
    attack, defense = attack_volley(attackers(game, fight)), defense_volley(defenders(game, fight))
    return BattleView(fight.space, fight.attacker, fight.round, pips(attack), pips(defense))


def pips(volley: Volley) -> int:
    return sum(number * value for _, number, value in volley)


def view(game: Board, nations: tuple[str, ...]) -> View:
    """What the holder of these nations sees; a watcher sees the same board, without a question."""
    return View(
        theatre=game.theatre,
        options=dict(game.options),
        seat=nations,
        round=game.round,
        acting=game.acting,
        phase=phase_of(game),
        powers={
            power: PowerView(
                facts.name,
                facts.side,
                game.treasury[power],
                production(game, power),
                game.wars[power],
                game.turns[power],
            )
            for power, facts in game.map.powers.items()
        },
        control=dict(game.control),
        held=dict(game.held),
        neutrals=dict(game.neutrals),
        units={space: stacks for space, stacks in game.units.items() if stacks},
        facilities={space: items for space, items in game.facilities.items() if items},
        bought=dict(game.bought),
        placed=dict(game.placed),
        strikes=tuple(game.strikes),
        just_hostile=tuple(game.just_hostile),
        hostile_at_start=tuple(game.hostile_at_start),
        kamikazes=game.kamikazes,
        deeds=dict(game.deeds),
        cities={side: cities_of(game, side) for side in ("axis", "allies")},
        winner=game.winner,
        battle=battle_of(game),
        waiting=waiting(game, nations),
    )


def known_position(view: View) -> Board:
    """A board made of what a view shows, for bots and tools that try something out on it. It waits for nothing."""
    board = theatre(view.theatre)
    return Board(
        rules=0,
        steps=[],
        theatre=view.theatre,
        options=dict(view.options),
        round=view.round,
        acting=view.acting,
        turns={name: power.turns for name, power in view.powers.items()},
        wars={name: power.at_war_with for name, power in view.powers.items()},
        treasury={name: power.treasury for name, power in view.powers.items()},
        control=dict(view.control),
        held=dict(view.held),
        neutrals=dict(view.neutrals),
        units={space: view.units.get(space, ()) for space in sorted(board.spaces)},
        facilities={spot: view.facilities.get(spot, ()) for spot in sorted(board.territories)},
        bought=dict(view.bought),
        placed=dict(view.placed),
        strikes=list(view.strikes),
        just_hostile=list(view.just_hostile),
        hostile_at_start=list(view.hostile_at_start),
        kamikazes=view.kamikazes,
        deeds=dict(view.deeds),
        winner=view.winner,
    )


def scramble(game: Board, nations: tuple[str, ...], rng: Rng) -> Any:
    """A state that differs in everything that the seat may not know: at most in answers that are still sealed."""
    return scramble_sealed(game, nations, rng)
