"""`sandtable draw`: the board of a saved game as an SVG picture."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable import boards
from sandtable.cli import pictures, saving
from sandtable.cli.printing import note, result
from sandtable.core.verdicts import BadInput

EXAMPLES = ("sandtable draw my-war.sandtable board.svg", "sandtable draw my-war.sandtable --move 40 > board.svg")


def run(
    save: Annotated[Path, typer.Argument(help="A saved game.", metavar="SAVE")],
    file: Annotated[
        Path | None, typer.Argument(help="Where the picture goes; without it, to the output.", metavar="[FILE]")
    ] = None,
    move: Annotated[
        int | None, typer.Option("--move", min=0, help="Draw the position after so many moves, not the last one.")
    ] = None,
) -> None:
    """Draw the board of a saved game, as everybody at the table could see it."""
    table = saving.open_table(save)
    if move is not None and move > len(table.moves):
        raise BadInput(f"{save} has {len(table.moves)} moves, so there is no move {move}")
    state = table.state if move is None else table.state_after(move)
    picture = boards.draw(table.setup.game, table.game.view(state, ()))
    if file is None:
        result(picture.rstrip("\n"))
        return
    pictures.write(file, picture)
    note(f"Drawn: {file}.")
