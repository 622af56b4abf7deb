"""Phase 4, Battle Setup: who fights, who commands, which stances are taken, who has Port Advantage."""

from typing import Any

import msgspec

from sandtable.core.forms import Part
from sandtable.core.menus import Bag, Pick
from sandtable.core.steps import Ask, Sequence, Step
from sandtable.games.warroom.battleboard import QUICK, STRATEGIC, lay_out, units_on_board
from sandtable.games.warroom.data import KINDS, NAMES, OTHER, SIDE_OF, STANCES, TARGETS, TARGETS_IN
from sandtable.games.warroom.events import CommanderNamed, StancesTaken
from sandtable.games.warroom.menus import form
from sandtable.games.warroom.position import (
    PARTIES,
    YELLOW,
    fighting_nations,
    is_friendly,
    other_party,
    unit_side,
)
from sandtable.games.warroom.rules.hotspots import are_fighting, bombing_targets, convoy_owners, may_bomb
from sandtable.games.warroom.rules.pacts import PactWindow, has_any
from sandtable.games.warroom.state import Battle, WarRoom

STAGES = (
    "wr.4.command",
    "wr.4.stances",
    "wr.4.air",
    "wr.4.bombing",
    "wr.4.convoys",
    "wr.4.surface",
    "wr.4.debrief",
)


class Resolve(Step, frozen=True, tag="wr.4.resolve"):
    """WR-BATT-11, 12, WR-PACT-09: a hotspot is fought once; if the Pact demands it, as two separate battles."""

    region: str

    def then(self, game: WarRoom, got: Any) -> None:
        game.goto(Fight(self.region))
        if game.pact and pact_matters(game, self.region):
            game.call(PactWindow())


class Fight(Step, frozen=True, tag="wr.4.fight"):
    """The battles of a hotspot, then its marker."""

    region: str

    def then(self, game: WarRoom, got: Any) -> None:
        game.goto(Sequence(("wr.4.mark",), (self.region,)))
        for nations in reversed(separate_battles(game, self.region)):
            game.call(SetUp(self.region, nations))


def pact_matters(game: WarRoom, region: str) -> bool:
    """WR-PACT-14: whether battle, convoy raid or Port Advantage here depend on the Soviet-Japanese Pact."""
    here = [party for party in PARTIES if has_any(game, region, party)]
    if len(here) != 1:
        return bool(here)
    other = other_party(here[0])
    if game.control.get(region) == other:
        return True
    ports = game.map.ports.get(region, ())
    convoys = [convoy for target in TARGETS_IN.get(region, ()) for convoy in TARGETS[target]]
    if any(other in convoy_owners(game, convoy) for convoy in convoys):
        return True
    return any(game.control.get(port) == other for port in ports)


def separate_battles(game: WarRoom, region: str) -> list[tuple[str, ...]]:
    """WR-PACT-08, 09: both parties of the Pact never stand on one board."""
    nations = fighting_nations(game, region)
    if not game.pact or not set(PARTIES) <= set(nations):
        return [nations]
    boards = []
    for party in sorted(PARTIES, key=game.rank):
        board = tuple(nation for nation in nations if nation != other_party(party))
        if are_fighting(game, board, region):
            boards.append(board)
    return boards or [nations]


class SetUp(Step, frozen=True, tag="wr.4.setup"):
    """WR-BATT-01, 03, 13: all units go on the board; Air Commands that fight wear an Arrow Tag."""

    region: str
    nations: tuple[str, ...]

    def then(self, game: WarRoom, got: Any) -> None:
        board = "sea" if game.map.is_sea(self.region) else "land"
        fought = are_fighting(game, self.nations, self.region)
        game.battle = Battle(self.region, board, self.nations, defended=fought)
        if fought:
            for command in game.here(self.region):
                if command.category == "air" and command.nation in self.nations:
                    game.put(msgspec.structs.replace(command, tagged=True))
        game.goto(Sequence(STAGES))


class NameCommanders(Step, frozen=True, tag="wr.4.command"):
    """WR-BATT-04, WR-NEUT-11: one Commander for each side; where several nations could, the first of them in Turn
    Order settles it."""

    side: str = "allied"

    def candidates(self, game: WarRoom) -> list[str]:
        battle = fought(game)
        if "neutral" in battle.nations and game.aligned[battle.region] == self.side:
            return leaders(game, self.side)
        present = [n for n in battle.nations if n != "neutral" and SIDE_OF[n] == self.side]
        return sorted(present, key=game.rank)

    def ask(self, game: WarRoom) -> Ask | None:
        candidates = self.candidates(game)
        if len(candidates) < 2:
            return None
        menu = Pick(rule="WR-BATT-04", options=tuple(candidates), usual=candidates[0])
        prompt = f"{NAMES[candidates[0]]} names the Commander of the battle in {fought(game).region}"
        return Ask("wr.4.command", {candidates[0]: menu}, prompt)

    def then(self, game: WarRoom, got: Any) -> None:
        candidates = self.candidates(game)
        name = got or (candidates[0] if candidates else "")
        if self.side == "allied":
            game.battle = msgspec.structs.replace(fought(game), allied=name)
        else:
            game.battle = msgspec.structs.replace(fought(game), axis=name)
        if len(candidates) > 1:
            game.tell(CommanderNamed(self.side, name))
        if self.side == "allied":
            game.goto(NameCommanders("axis"))
        else:
            game.done()


def leaders(game: WarRoom, side: str) -> list[str]:
    """WR-NEUT-11, R-49: who may lead an aligned Neutral's defence: any nation of the side, in Turn Order, but no party
    of the Pact against the other while an ally can do it."""
    nations = [nation for nation in game.in_order() if SIDE_OF[nation] == side]
    apart = [nation for nation in nations if not game.pact or other_party(nation) not in fought(game).nations]
    return apart or nations


def fought(game: WarRoom) -> Battle:
    """The battle at hand."""
    assert game.battle is not None
    return game.battle


def first_side(game: WarRoom) -> str:
    """WR-BATT-08, WR-SURF-05: the side whose Commander is earlier in Turn Order."""
    battle = fought(game)
    if not battle.allied or not battle.axis:
        return "allied" if battle.allied else "axis"
    return "allied" if game.rank(battle.allied) < game.rank(battle.axis) else "axis"


# Stances


class TakeStances(Step, frozen=True, tag="wr.4.stances"):
    """WR-BATT-05, 07 to 09: the earlier Commander fixes all stances of his side first, in sight of the other."""

    at: int = 0

    def side(self, game: WarRoom) -> str:
        first = first_side(game)
        return first if self.at == 0 else OTHER[first]

    def ask(self, game: WarRoom) -> Ask | None:
        side = self.side(game)
        units = self.units(game, side)
        choices = {key: open_stances(game, *key) for key in units}
        parts = tuple(
            Part(
                f"{kind} {nation}",
                Bag(
                    rule="WR-BATT-07",
                    limits={unit_name(kind, stance, nation): number for stance in choices[nation, kind]},
                    least=number,
                    most=number,
                ),
            )
            for (nation, kind), number in units.items()
            if len(choices[nation, kind]) > 1
        )
        if not parts:
            return None
        who = fought(game).commander(side)
        prompt = f"{NAMES[who]} takes stances in {fought(game).region}"
        return Ask("wr.4.stances", {who: form("WR-BATT-07", *parts)}, prompt)

    def units(self, game: WarRoom, side: str) -> dict[tuple[str, str], int]:
        battle = fought(game)
        on_board = units_on_board(game, battle.region, battle.nations)
        mine = [key for key in on_board if unit_side(game, key[0], battle.region) == side]
        mine.sort(key=lambda key: (KINDS.index(key[1]), game.rank(key[0])))
        return {key: on_board[key] for key in mine}

    def then(self, game: WarRoom, got: Any) -> None:
        battle, side = fought(game), self.side(game)
        said = {key: number for bag in got or () for key, number in bag}
        chosen: dict[tuple[str, str, str], int] = {}
        for (nation, kind), number in self.units(game, side).items():
            stances = open_stances(game, nation, kind)
            for stance in stances:
                only = number if len(stances) == 1 else said.get(unit_name(kind, stance, nation), 0)
                chosen[nation, kind, stance] = only
        game.battle = msgspec.structs.replace(battle, rows=lay_out(game, battle.region, chosen, battle.rows))
        if got:
            game.tell(StancesTaken(side, tuple(pair for bag in got for pair in bag)))
        if self.at == 0:
            game.goto(TakeStances(1))
        else:
            game.done()


def unit_name(kind: str, stance: str, nation: str) -> str:
    """How a unit on the battle board is named in answers."""
    return f"{kind}/{stance}/{nation}"


def open_stances(game: WarRoom, nation: str, kind: str) -> tuple[str, ...]:
    """WR-BATT-07, WR-SBR-01, 02, WR-QB-02: the stances that a unit may take here."""
    battle = fought(game)
    if kind == "bomber" and battle.board == "land":
        raid = may_bomb(game, nation, battle.region) and bombing_targets(game, battle.region)
        other = QUICK if is_quick(game) else "ground"
        return (STRATEGIC, other) if raid else (other,)
    if is_quick(game):
        return (QUICK,)
    stances = STANCES[battle.board][kind]
    return stances if battle.defended else stances[:1]


def is_quick(game: WarRoom) -> bool:
    return game.on("quick_battle") or game.on("quick_play")


# Port Advantage


def port_advantage(game: WarRoom, side: str) -> bool:
    """WR-BATT-20, 21, 25, WR-PACT-13: an undamaged Friendly Port on this sea whose controller is not in Yellow."""
    battle = fought(game)
    if battle.board != "sea":
        return False
    for territory in game.map.ports[battle.region]:
        controller = game.control.get(territory, "")
        if not is_friendly(game, territory, side) or game.bombs.get(territory):
            continue
        if controller and game.zone[controller] >= YELLOW:
            continue
        if game.pact and controller and other_party(controller) in battle.nations:
            continue
        return True
    return False
