"""`sandtable odds`: the exact odds of a battle, from two forces in words or from a saved war."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import msgspec
import typer

from sandtable.cli import pictures
from sandtable.cli.printing import result
from sandtable.core.verdicts import BadInput
from sandtable.games import MODULES, module_of

if TYPE_CHECKING:
    from sandtable.games.axis1940.odds_position import Clash

EXAMPLES = (
    'sandtable odds pacific "6 infantry 2 artillery 3 tank 2 fighter" "7 infantry 1 artillery 1 fighter 1 aaa"',
    'sandtable odds pacific "2 submarine 1 carrier 2 fighter" "1 destroyer 1 battleship" --json',
    'sandtable odds pacific "5 infantry 3 tank" "4 infantry 1 tank" --retreat-below 0.4 --plot odds.svg',
    "sandtable odds my-war.sandtable Yunnan",
    'sandtable odds warroom "8 infantry 3 armor 2 fighter" "6 infantry 2 artillery" --best',
    'sandtable odds warroom "5 inf 2 arm" "4 inf 1 ftr" --stances "infantry offense; infantry defense"',
)
WITH_ODDS = ("pacific", "warroom")


def run(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|SAVE", help="The game, or a saved war.", autocompletion=lambda: list(WITH_ODDS)),
    ],
    attackers: Annotated[
        str,
        typer.Argument(
            metavar="ATTACKERS|SPACE", help="The attacking units, such as '6 infantry 2 tank'; or a space of the war."
        ),
    ],
    defenders: Annotated[str | None, typer.Argument(help="The defending units; none for a saved war.")] = None,
    terrain: Annotated[str, typer.Option(help="land or sea; without it, sea if a ship takes part.")] = "",
    amphibious: Annotated[str, typer.Option(help="Attackers that come from the sea and cannot retreat.")] = "",
    bombard: Annotated[str, typer.Option(help="Battleships and cruisers that bombard.")] = "",
    order_attack: Annotated[str, typer.Option(help="Losses of the attacker in order, or 'best'.")] = "",
    order_defend: Annotated[str, typer.Option(help="Losses of the defender in order, or 'best'.")] = "",
    retreat_below: Annotated[float, typer.Option(help="Retreat when the chance to win falls below this.")] = 0.0,
    retreat_left: Annotated[int, typer.Option(help="Retreat with fewer fighting units than this.")] = 0,
    rounds: Annotated[int, typer.Option(help="Retreat after so many rounds; 0 for never.")] = 0,
    stances: Annotated[str, typer.Option(help="War Room: stances of the attacker; those of the defender.")] = "",
    best: Annotated[bool, typer.Option("--best", help="War Room: the best stances of both sides.")] = False,
    ports: Annotated[str, typer.Option(help="War Room: who has Port Advantage: attacker, defender.")] = "",
    plot: Annotated[str, typer.Option(metavar="FILE", help="Draw the distribution into this SVG file.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the whole distribution as JSON.")] = False,
) -> None:
    """Say how a battle ends, exactly: chances, losses, what is left.

    Of a saved war: the battle that is declared in a space, or the attack that the power in turn could make on it now.
    """
    if terrain not in ("", "land", "sea"):
        raise BadInput(f"the terrain is land or sea, not '{terrain}'")
    options: dict[str, Any] = {
        "amphibious": amphibious or False,
        "bombard": bombard,
        "order_attack": order_attack or None,
        "order_defend": order_defend or None,
        "retreat_below": retreat_below,
        "retreat_left": retreat_left,
        "rounds": rounds,
    }
    if game == "warroom":
        if any(options.values()) or defenders is None:
            raise BadInput("for War Room give two forces, and of the options --terrain, --stances, --best or --ports")
        from sandtable.cli import odds_warroom

        odds_warroom.run(attackers, defenders, terrain, stances, best, ports, plot, json)
        return
    if stances or best or ports:
        raise BadInput("stances and ports are things of War Room: sandtable odds warroom ...")
    from sandtable.games.axis1940 import odds as battles

    if defenders is None:
        if game in MODULES:
            raise BadInput(f"against whom? Name the defenders too: sandtable odds {game} ATTACKERS DEFENDERS")
        if terrain:
            raise BadInput("the terrain of a battle in a saved war is that of its space; leave --terrain away")
        clash = of_saved_war(Path(game), attackers, options)
        found, text = clash.odds, f"{clash.says}\n\n{battles.report(clash.odds)}"
        data = msgspec.json.encode(clash)
    else:
        if Path(game).is_file():
            raise BadInput(f"of a saved war name a space and nothing else: sandtable odds {game} SPACE")
        module_of(game)
        if game not in WITH_ODDS:
            raise BadInput(f"{game} has no battle odds; there are odds for: {', '.join(WITH_ODDS)}")
        place = cast(Literal["land", "sea"] | None, terrain or None)
        found = battles.battle_odds(attackers, defenders, terrain=place, **options)
        text, data = battles.report(found), msgspec.json.encode(found)
    if plot:
        pictures.write(Path(plot), battles.plot(found))
    result(data.decode() if json else text)


def of_saved_war(path: Path, space: str, options: dict[str, Any]) -> "Clash":
    """The odds of a battle in a saved war."""
    from sandtable.cli import saving
    from sandtable.games.axis1940.odds_position import odds_at

    game = saving.read(path).journal.setup.game
    if game not in WITH_ODDS:
        raise BadInput(
            f"{path} is a war of {game}, which has no battle odds; there are odds for: {', '.join(WITH_ODDS)}"
        )
    if game == "warroom":
        raise BadInput("battles of a saved war are there for Pacific 1940 only; for War Room give two forces")
    return odds_at(cast(Any, saving.open_table(path).state), space, **options)
