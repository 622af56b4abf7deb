"""Victory: the check at the end of a round, Collapse of nations, and the score of a limited game."""

from typing import Any

from sandtable.core.steps import Step
from sandtable.core.versions import Result
from sandtable.games.warroom.data import NAMES, OTHER, SIDE_OF, TERRITORIES
from sandtable.games.warroom.events import Captured, MedalsAwarded, NationCollapsed, WarEnded, sides
from sandtable.games.warroom.position import GRAY, allegiance, has_units, is_capital, territories_of
from sandtable.games.warroom.rules.phase4_control import medals_for
from sandtable.games.warroom.state import WarRoom

LAST_ROUND_OF_LIMITED = 6
COLLAPSED_SCORE = 6


class VictoryCheck(Step, frozen=True, tag="wr.victory.check"):
    """WR-VICT-01, R-32: after Phase 7, Collapse first, then victory."""

    def then(self, game: WarRoom, got: Any) -> None:
        for nation in [n for n in game.in_order() if game.zone[n] == GRAY and not has_units(game, n)]:
            collapse(game, nation)
        game.done()
        if verdict := check_victory(game):
            end_war(game, *verdict)


def check_victory(game: WarRoom) -> tuple[str, str] | None:
    """The winner and the reason, or None if the war goes on."""
    if not any(has_units(game, nation) for nation in game.nations):
        return "nobody", "no nation has any unit left, and both sides lose"
    if game.scenario == "eastern_front":
        if len(game.nations) == 1:
            winner = game.nations[0]
            return SIDE_OF[winner], f"{NAMES[winner]} wins, for its enemy has Collapsed"
    else:
        winning = [side for side in OTHER if has_capitals(game, side)]
        if len(winning) == 1:
            return winning[0], f"{sides(winning[0])} hold the Capitals that decide the war"
    if game.on("limited") and game.round >= LAST_ROUND_OF_LIMITED:
        return limited_verdict(game)
    return None


def has_capitals(game: WarRoom, side: str) -> bool:
    """WR-VICT-02 to 04, WR-SCEN-12, 17, 23: whether a side fulfils one of its conditions."""
    conditions = game.facts.axis_wins if side == "axis" else game.facts.allied_wins
    for groups in conditions:
        if all(sum(counts_for(game, str(t), side) for t in group[1:]) >= int(group[0]) for group in groups):
            return True
    return False


def counts_for(game: WarRoom, territory: str, side: str) -> bool:
    """WR-VICT-04, 17: controlled by the side; or the Capital of a Collapsed enemy that no former ally occupies,
    whoever has claimed it."""
    if allegiance(game, territory) == side:
        return True
    home = TERRITORIES[territory].capital_of or TERRITORIES[territory].original
    if not is_capital(game, territory) or home not in game.collapsed or SIDE_OF[home] == side:
        return False
    return not any(SIDE_OF[command.nation] == SIDE_OF[home] for command in game.here(territory))


def limited_verdict(game: WarRoom) -> tuple[str, str]:
    """WR-VICT-07, 08: the side with the lower total of zones; if equal, of Stress minus Medals and Goods."""
    zones = {side: zone_score(game, side) for side in OTHER}
    if zones["axis"] != zones["allied"]:
        winner = min(zones, key=zones.__getitem__)
        return winner, f"{sides(winner)} bear the strain better: {zones[winner]} to {zones[OTHER[winner]]}"
    strain = {side: strain_score(game, side) for side in OTHER}
    if strain["axis"] != strain["allied"]:
        winner = min(strain, key=strain.__getitem__)
        return winner, f"equal zones, and less Stress for {sides(winner)}"
    return "draw", "both sides are worn out alike"


def zone_score(game: WarRoom, side: str) -> int:
    total = 0
    for nation in game.facts.nations:
        if SIDE_OF[nation] == side:
            total += COLLAPSED_SCORE if nation in game.collapsed else game.zone[nation]
    return total


def strain_score(game: WarRoom, side: str) -> int:
    mine = [nation for nation in game.nations if SIDE_OF[nation] == side]
    return sum(game.stress[n] - game.medals[n] - game.goods[n] for n in mine)


def eastern_front_victory(game: WarRoom) -> None:
    """WR-SCEN-27: whoever controls both Capitals at the end of the Morale Phase wins there and then."""
    if game.scenario != "eastern_front":
        return
    for side in OTHER:
        if has_capitals(game, side):
            end_war(game, side, f"{sides(side)} control both Capitals")


def end_war(game: WarRoom, winner: str, why: str) -> None:
    game.winner = winner
    game.steps.clear()
    game.tell(WarEnded(winner, why[0].upper() + why[1:] if winner == "draw" else why))


def collapse(game: WarRoom, nation: str) -> None:
    """WR-VICT-10 to 16: the nation leaves the game; allies with units in its territories take them at once."""
    game.tell(NationCollapsed(nation))
    game.nations.remove(nation)
    game.collapsed.append(nation)
    game.stock[nation] = (0, 0, 0)
    game.orders.pop(nation, None)
    for territory in territories_of(game, nation):
        present = {command.nation for command in game.here(territory)}
        allies = [n for n in game.in_order() if n in present and SIDE_OF[n] == SIDE_OF[nation]]
        if allies:
            game.control[territory] = allies[0]
            game.tell(Captured(territory, allies[0], nation))
            if medals := medals_for(game, territory):
                game.medals[allies[0]] += medals
                game.tell(MedalsAwarded(allies[0], medals))


def result(game: WarRoom) -> Result | None:
    """How the war ended, and what that is worth to each nation."""
    if not game.winner:
        return None
    nations = game.facts.nations
    if game.winner in OTHER:
        worth = {nation: float(SIDE_OF[nation] == game.winner) for nation in nations}
        return Result(game.winner, f"{sides(game.winner).replace('the', 'The', 1)} win the war", worth)
    if game.winner == "draw":
        return Result("draw", "The war ends in a draw", dict.fromkeys(nations, 0.5))
    return Result("nobody", "Both sides lose the war", dict.fromkeys(nations, 0.0))
