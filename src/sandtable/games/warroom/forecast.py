"""What stances would come to: the odds of the battle at hand with them, and which ones would be best. Everything that
is used lies on the battle board for all to see."""

from typing import Any

import msgspec

from sandtable.core import play
from sandtable.core.forms import Form
from sandtable.core.menus import Bag
from sandtable.core.steps import Ask
from sandtable.core.verdicts import Illegal
from sandtable.games.warroom.data import OTHER
from sandtable.games.warroom.odds import Conditions, judged
from sandtable.games.warroom.odds_stances import PRIZE, Advice, Side, Table, plain_choices, reply_to, unseen
from sandtable.games.warroom.odds_units import Force
from sandtable.games.warroom.position import allegiance
from sandtable.games.warroom.rules.phase4_setup import TakeStances, fought, is_quick, open_stances, port_advantage
from sandtable.games.warroom.state import Battle, WarRoom

MOST_PAIRS = 256
"""Beyond so many pairs of stances the safe choice takes too long to find while somebody waits."""

Answer = tuple[tuple[tuple[str, int], ...], ...]


class StanceForecast(msgspec.Struct, frozen=True, kw_only=True):
    """A battle with the stances that were asked about. Losses are in Resources, repairs included; `gain` is the enemy's
    less one's own, and what the territory is worth times the chance that it changes hands."""

    board: str
    shown: bool
    """Whether the enemy's stances are on the board; if not, its best reply is reckoned with."""
    win: float
    """Only one's own Land or Naval Units are left."""
    loss: float
    both_left: float
    none_left: float
    losses: float
    enemy_losses: float
    air_dice: int
    surface_dice: int
    gain: float


class StanceAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """The best stances as an answer to the question; `gain` as in a forecast of them."""

    best: Answer
    gain: float


def forecast(game: WarRoom, nation: str, choice: Any) -> StanceForecast | StanceAdvice | None:
    """The odds with these stances; without a choice, the best ones. None where no stances are asked for."""
    want = play.pending(game)
    menu = want.menus.get(nation) if isinstance(want, Ask) else None
    step = game.steps[-1] if game.steps else None
    if not isinstance(menu, Form) or not isinstance(step, TakeStances) or is_quick(game):
        return None
    board = Board(game, step)
    if not board.theirs:
        return None
    if choice is None:
        return board.advise(menu)
    said = menu.read(choice)
    if refusal := menu.why_not(said):
        raise Illegal(refusal)
    return board.judge(said)


class Board:
    """The battle at hand, seen from the side that takes stances. The attacker is who does not hold the territory."""

    def __init__(self, game: WarRoom, step: TakeStances) -> None:
        battle, side = fought(game), step.side(game)
        self.game, self.region, self.side = game, battle.region, side
        self.mine = step.units(game, side)
        self.role: Side = "defender" if allegiance(game, battle.region) == side else "attacker"
        self.reply = on_board(battle, OTHER[side])
        others = step.units(game, OTHER[side])
        self.theirs: dict[str, int] = {}
        for (_, kind), number in others.items():
            self.theirs[kind] = self.theirs.get(kind, 0) + number
        mine, theirs = port_advantage(game, side), port_advantage(game, OTHER[side])
        ports = (mine, theirs) if self.role == "attacker" else (theirs, mine)
        self.here = Conditions(battle.board, ports, game.on("batch_cap"))
        self.table = Table(self.here, PRIZE if battle.board == "land" else 0.0, 0.0)

    def force(self, said: Answer) -> Force:
        """All units of this side: those that were given stances, and those that have only one."""
        chosen = {name: number for bag in said for name, number in bag}
        found: Force = {}
        for (nation, kind), number in self.mine.items():
            stances = open_stances(self.game, nation, kind)
            for stance in stances:
                count = number if len(stances) == 1 else chosen.get(f"{kind}/{stance}/{nation}", 0)
                if count:
                    found[kind, stance] = found.get((kind, stance), 0) + count
        return found

    def pair(self, force: Force) -> tuple[Force, Force]:
        """Attacker and defender: our stances and theirs, or their best reply to ours."""
        answer = self.reply
        if not answer:
            other: Side = "attacker" if self.role == "defender" else "defender"
            answer = reply_to(self.table, self.theirs, force, other).stances
        return (force, answer) if self.role == "attacker" else (answer, force)

    def gain(self, force: Force) -> float:
        gain = self.table.gain(*self.pair(force))
        return gain if self.role == "attacker" else -gain

    def judge(self, said: Answer) -> StanceForecast:
        force = self.force(said)
        odds = judged(*self.pair(force), self.here)
        ours, theirs = odds.attacker, odds.defender
        win, loss = odds.win, odds.loss
        if self.role == "defender":
            ours, theirs, win, loss = theirs, ours, loss, win
        return StanceForecast(
            board=self.here.board,
            shown=bool(self.reply),
            win=win,
            loss=loss,
            both_left=odds.both_left,
            none_left=odds.none_left,
            losses=ours.resources + ours.repairs,
            enemy_losses=theirs.resources + theirs.repairs,
            air_dice=ours.air_dice,
            surface_dice=ours.surface_dice,
            gain=self.gain(force),
        )

    def advise(self, menu: Form) -> StanceAdvice | None:
        advice = self.advice()
        if advice is None:
            return None
        said = self.as_answer(advice.stances, menu)
        return StanceAdvice(best=said, gain=self.gain(self.force(said)))

    def advice(self) -> Advice | None:
        units: dict[str, int] = {}
        for (_, kind), number in self.mine.items():
            units[kind] = units.get(kind, 0) + number
        if self.reply:
            return reply_to(self.table, units, self.reply, self.role)
        board = self.here.board
        if len(plain_choices(units, board)) * len(plain_choices(self.theirs, board)) > MOST_PAIRS:
            return None
        return unseen(self.table, units, self.theirs, self.role)

    def as_answer(self, force: Force, menu: Form) -> Answer:
        """Stances of kinds dealt out to the nations that have such units."""
        left, answer = dict(force), []
        for part in menu.parts:
            assert isinstance(part.menu, Bag)
            due, bag = part.menu.least, []
            for name in part.menu.limits:
                kind, stance, _ = name.split("/")
                count = min(due, left.get((kind, stance), 0))
                if count:
                    left[kind, stance] -= count
                    due -= count
                    bag.append((name, count))
            answer.append(tuple(bag))
        return tuple(answer)


def on_board(battle: Battle, side: str) -> Force:
    """The stances that a side has taken; empty before."""
    found: Force = {}
    for row in battle.rows:
        if row.side == side:
            for _, kind, number in row.whole:
                found[kind, row.stance] = found.get((kind, row.stance), 0) + number
    return found
