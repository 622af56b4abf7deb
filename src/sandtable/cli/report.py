"""`sandtable report`: a saved war in words, turn by turn, and its luck ledger."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from sandtable.cli import saving
from sandtable.cli.game_text import text_of
from sandtable.cli.printing import result
from sandtable.core.verdicts import BadInput

EXAMPLES = (
    "sandtable report my-war.sandtable --last",
    "sandtable report my-war.sandtable > war.txt",
    "sandtable report my-war.sandtable --luck",
)


def run(
    save: Annotated[Path, typer.Argument(help="A saved game.", metavar="SAVE")],
    last: Annotated[bool, typer.Option("--last", help="The last turn only.")] = False,
    luck: Annotated[
        bool, typer.Option("--luck", help="In every battle, losses to be expected against those that came.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Tell a saved game in words that could be posted: what everybody at the table may know, turn by turn."""
    table = saving.open_table(save)
    text = text_of(table.game.name)
    if luck:
        found = text.luck(table, last)
        if found is None:
            raise BadInput(f"there is no luck ledger of {table.game.name}")
        result(msgspec.json.encode(found[0]).decode() if json else found[1])
        return
    turns = text.turns([event for _, event in table.diary if event.may_be_told_to(())])
    turns = turns[-1:] if last else turns
    result(msgspec.json.encode(turns).decode() if json else "\n\n".join(turns))
