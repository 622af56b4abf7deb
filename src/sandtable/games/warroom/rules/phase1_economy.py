"""Phase 1: Direct National Economy. Cards and income, without choices."""

from typing import Any

from sandtable.core.steps import Draw, Step
from sandtable.games.warroom.data import Amounts
from sandtable.games.warroom.events import IncomeAdded
from sandtable.games.warroom.position import RED, add, territories_of, yields
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import WarRoom


class FirstPrecedence(Step, frozen=True, tag="wr.1.precedence"):
    """WR-PLAN-19: before the first Turn Order exists, precedence is random."""

    def ask(self, game: WarRoom) -> Draw:
        return Draw("wr.1.precedence", len(game.nations), len(game.nations), "Precedence before the first Turn Order")

    def then(self, game: WarRoom, got: Any) -> None:
        game.turn_order[:] = [game.nations[place] for place in got]
        game.done()


class Economy(Step, frozen=True, tag="wr.1.economy"):
    """WR-ECON-01, 04: every nation adds the income of its cards to its stock. The window for reorganising that this
    phase opens is that of Phase 2 Step 1: nothing happens in between."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "economy")
        for nation in game.nations:
            if any(gained := income(game, nation)):
                game.stock[nation] = add(game.stock[nation], gained)
                game.tell(IncomeAdded(nation, gained))
        game.done()


def income(game: WarRoom, nation: str) -> Amounts:
    """WR-ECON-01, 06, 08: what a nation's cards yield; nothing in the Red Zone or worse, never Oil for China."""
    if game.zone[nation] >= RED:
        return (0, 0, 0)
    total: Amounts = (0, 0, 0)
    for territory in territories_of(game, nation):
        total = add(total, yields(game, territory))
    return (0, total[1], total[2]) if nation == "china" else total
