"""The luck ledger of a war: for every battle the losses that were to be expected, by its exact odds before the first
die, against those that came; and for every power the hits to expect against those scored.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import msgspec

from sandtable.core.events import Event
from sandtable.core.journal import Move
from sandtable.core.table import Table
from sandtable.core.versions import Fought
from sandtable.games.axis1940.events import BattleBegan, BattleOver, Fired, TurnBegan, UnitsLost
from sandtable.games.axis1940.forces import kind_of
from sandtable.games.axis1940.kinds import COST
from sandtable.games.axis1940.odds import battle_odds
from sandtable.games.axis1940.odds_position import (
    can_retreat,
    declared_force,
    fight_under_way,
    on_land,
    with_deck_aircraft,
)
from sandtable.games.axis1940.odds_units import DAMAGED
from sandtable.games.axis1940.report import columns
from sandtable.games.axis1940.rules.battlefield import Fight, defenders
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of


class Account(msgspec.Struct):
    """What one side of a battle was to expect and what it got: its losses in IPCs, and the hits it scored. Cargo goes
    down with its ship and is not counted, neither as expected nor as lost."""

    forces: dict[str, int] = {}
    """What fought."""
    lost: dict[str, int] = {}
    expected_loss: float = 0.0
    loss: int = 0
    expected_hits: float = 0.0
    hits: int = 0


class Battle(msgspec.Struct):
    """A battle from its first die to its end. Losses are expected as if it were fought to the end; a retreat saves
    what it saves."""

    move: int
    """The first move after which it was on."""
    round: int
    space: str
    power: str
    """Who attacked."""
    attacker: Account
    defender: Account

    @property
    def luck(self) -> float:
        """What fell to the attacker beyond expectation, in IPCs: own units spared and enemy units destroyed."""
        ours, theirs = self.attacker, self.defender
        return (ours.expected_loss - ours.loss) + (theirs.loss - theirs.expected_loss)


class Accounts:
    """The battles of a war as they are fought."""

    def __init__(self) -> None:
        self.fought: list[Battle] = []
        self.now: Battle | None = None

    def hear(self, game: Board, events: Iterable[Event], move: int) -> None:
        """What has just happened by a move, and the board after it. No die falls between the beginning of a battle and
        that."""
        for event in events:
            if isinstance(event, BattleBegan):
                self.now = opened(game, event, move)
            elif self.now:
                note(self.now, event)
                if isinstance(event, BattleOver) and event.space == self.now.space:
                    if self.now.attacker.expected_hits or self.now.defender.expected_hits:
                        self.fought.append(self.now)
                    self.now = None


def battles(table: Table) -> list[Battle]:
    """The battles of a war in which dice fell, in their order. The war is played again move by move."""
    again, accounts = Table(table.game, table.setup, table.secret), Accounts()
    for move, place in enumerate(table.moves, start=1):
        events = again.take(cast(Move, table.journal.entries[place]))
        accounts.hear(cast(Board, again.state), events, move)
    return accounts.fought


def fought(table: Table) -> list[Fought]:
    """The same as any game would tell it."""
    return [
        Fought(
            battle.move,
            battle.round,
            battle.space,
            battle.power,
            battle.attacker.expected_loss,
            battle.attacker.loss,
            battle.defender.expected_loss,
            battle.defender.loss,
            battle.luck,
        )
        for battle in battles(table)
    ]


def opened(game: Board, began: BattleBegan, move: int) -> Battle:
    """A battle before its first die: those whom a bombardment has hit are sure to be lost. One that is over already,
    because nobody could fight, is left without odds."""
    battle = Battle(move, game.round, began.space, began.attacker, Account(), Account())
    ours = declared_force(game, began.attacker, began.space)
    theirs = with_deck_aircraft(defenders(game, Fight(began.space, began.attacker)))
    if ours and theirs:
        battle.attacker.forces, battle.defender.forces = plain(ours.units), plain(theirs)
        fight = fight_under_way(game, began.space)
        doomed = [kind_of(word) for word, number in (fight.doomed if fight else ()) for _ in range(number)]
        odds = battle_odds(
            ours.units,
            theirs,
            terrain="land" if on_land(game, began.space) else "sea",
            bombardment_hits=len(doomed),
            order_defend=[f"1 {kind}" for kind in doomed],
            can_retreat=can_retreat(game, began.space),
        )
        battle.attacker.expected_loss = odds.attacker_loss
        battle.defender.expected_loss = odds.defender_loss
    return battle


def note(battle: Battle, event: Event) -> None:
    """What an event within a battle adds to its account."""
    if isinstance(event, Fired) and event.space == battle.space:
        account = battle.attacker if event.who == battle.power else battle.defender
        account.expected_hits += event.expected
        account.hits += event.hits
    elif isinstance(event, UnitsLost) and event.space == battle.space:
        for owner, kind, number in event.losses:
            account = battle.attacker if owner == battle.power else battle.defender
            before = account.lost.get(kind, 0)
            account.lost[kind] = min(before + number, account.forces.get(kind, 0))  # what is more was cargo
            account.loss += COST[kind] * (account.lost[kind] - before)


def plain(force: Mapping[str, int]) -> dict[str, int]:
    """A force with damaged ships among the others of their kind."""
    found: dict[str, int] = {}
    for kind, number in force.items():
        ship = DAMAGED.get(kind, kind)
        found[ship] = found.get(ship, 0) + number
    return found


def hits_by_power(events: Iterable[Event]) -> dict[str, tuple[float, int]]:
    """For each power that attacked (and '' for its opponents) the hits to expect and those scored, raids, AAA and
    bombardments included."""
    found: dict[str, tuple[float, int]] = {}
    for event in events:
        if isinstance(event, Fired):
            expected, scored = found.get(event.who, (0.0, 0))
            found[event.who] = (expected + event.expected, scored + event.hits)
    return found


class Ledger(msgspec.Struct):
    """The ledger of a war: its battles, and the hits of each power."""

    battles: list[Battle]
    hits: dict[str, tuple[float, int]]


def ledger(table: Table, last_turn: bool = False) -> Ledger:
    """The ledger of a war, or of its last turn alone."""
    turns = [at for at, (_, event) in enumerate(table.diary) if isinstance(event, TurnBegan)]
    told = table.diary[turns[-1] :] if last_turn and turns else table.diary
    fought = [battle for battle in battles(table) if table.moves[battle.move - 1] >= told[0][0]]
    return Ledger(fought, hits_by_power(event for _, event in told))


def ledger_text(found: Ledger) -> str:
    """The ledger as tables: battle by battle, then power by power. All figures are IPCs, but for hits."""
    if not found.battles:
        return "No battle has been fought."
    return "\n".join((*columns(list(battle_rows(found.battles))), "", *columns(list(power_rows(found)))))


def battle_rows(fought: list[Battle]) -> Iterator[tuple[str, ...]]:
    yield ("Round", "Battle", "Attacker", "Loss expected", "Loss", "Theirs expected", "Theirs", "Luck")
    for battle in fought:
        ours, theirs = battle.attacker, battle.defender
        yield (
            str(battle.round),
            name_of(battle.space),
            name_of(battle.power),
            f"{abs(ours.expected_loss):.1f}",
            str(ours.loss),
            f"{abs(theirs.expected_loss):.1f}",
            str(theirs.loss),
            f"{round(battle.luck, 1) + 0.0:+.1f}",
        )


def power_rows(found: Ledger) -> Iterator[tuple[str, ...]]:
    yield ("Power", "Attacks", "Luck", "Hits expected", "Hits")
    for power, (expected, scored) in found.hits.items():
        own = [battle.luck for battle in found.battles if battle.power == power]
        attacks, luck = (str(len(own)), f"{sum(own):+.1f}") if power else ("", "")
        yield (name_of(power) if power else "Defenders", attacks, luck, f"{expected:.1f}", str(scored))
