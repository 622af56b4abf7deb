"""`sandtable odds`: the exact odds of a battle, from two forces in words."""

from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
import typer

from sandtable.cli.printing import result
from sandtable.core.verdicts import BadInput
from sandtable.games import module_of

EXAMPLES = (
    'sandtable odds pacific "6 infantry 2 artillery 3 tank 2 fighter" "7 infantry 1 artillery 1 fighter 1 aaa"',
    'sandtable odds pacific "2 submarine 1 carrier 2 fighter" "1 destroyer 1 battleship" --json',
    'sandtable odds pacific "5 infantry 3 tank" "4 infantry 1 tank" --retreat-below 0.4 --plot odds.svg',
)
WITH_ODDS = ("pacific",)


def run(
    game: Annotated[str, typer.Argument(help="The game.", autocompletion=lambda: list(WITH_ODDS))],
    attackers: Annotated[str, typer.Argument(help="The attacking units, such as '6 infantry 2 tank'.")],
    defenders: Annotated[str, typer.Argument(help="The defending units.")],
    terrain: Annotated[str, typer.Option(help="land or sea; without it, sea if a ship takes part.")] = "",
    amphibious: Annotated[str, typer.Option(help="Attackers that come from the sea and cannot retreat.")] = "",
    bombard: Annotated[str, typer.Option(help="Battleships and cruisers that bombard.")] = "",
    order_attack: Annotated[str, typer.Option(help="Losses of the attacker in order, or 'best'.")] = "",
    order_defend: Annotated[str, typer.Option(help="Losses of the defender in order, or 'best'.")] = "",
    retreat_below: Annotated[float, typer.Option(help="Retreat when the chance to win falls below this.")] = 0.0,
    rounds: Annotated[int, typer.Option(help="Retreat after so many rounds; 0 for never.")] = 0,
    plot: Annotated[str, typer.Option(metavar="FILE", help="Draw the distribution into this SVG file.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the whole distribution as JSON.")] = False,
) -> None:
    """Say how a battle ends, exactly: chances, losses, what is left."""
    module_of(game)
    if game not in WITH_ODDS:
        raise BadInput(f"{game} has no battle odds; there are odds for: {', '.join(WITH_ODDS)}")
    if terrain not in ("", "land", "sea"):
        raise BadInput(f"the terrain is land or sea, not '{terrain}'")
    from sandtable.games.axis1940 import odds as battles

    found = battles.battle_odds(
        attackers,
        defenders,
        terrain=cast(Literal["land", "sea"] | None, terrain or None),
        amphibious=amphibious or False,
        bombard=bombard,
        order_attack=cast(Any, order_attack or None),
        order_defend=cast(Any, order_defend or None),
        retreat_below=retreat_below,
        rounds=rounds,
    )
    if plot:
        Path(plot).write_text(battles.plot(found), "utf-8")
    result(msgspec.json.encode(found).decode() if json else battles.report(found))
