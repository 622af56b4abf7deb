"""`sandtable play`: a game at the desk of the terminal, or in lines of text."""

import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli import saving
from sandtable.cli.game_text import is_shared, text_of
from sandtable.cli.opening import DICE, Wish, open_new
from sandtable.cli.printing import note
from sandtable.cli.sitting import Sitting
from sandtable.core.verdicts import BadInput
from sandtable.games import MODULES, load_game

EXAMPLES = (
    "sandtable play echoes",
    "sandtable play echoes --campaign 5",
    "sandtable play echoes --daily",
    "sandtable play echoes --resume",
    "sandtable play echoes --dice manual --plain",
    "sandtable play echoes --bot expert",
    "sandtable play pacific --as japan",
    "sandtable play warroom --scenario eastern_front --as soviet",
)
DESKS = ("echoes",)
"""Games with a full-screen desk; all can be played in lines of text."""


def run(
    game: Annotated[str, typer.Argument(help="The game to play.", autocompletion=lambda: list(MODULES))],
    save: Annotated[str, typer.Argument(help="The saved game to go on with.", metavar="[SAVE]")] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with SAVE, or with the last unfinished game.")
    ] = False,
    campaign: Annotated[
        int | None, typer.Option(metavar="N", help="A campaign of the booklet: the same dice for everyone.")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="Today's war (by UTC): the same dice for everyone.")] = False,
    day: Annotated[str, typer.Option(metavar="DATE", help="The war of another day, such as 2026-11-15.")] = "",
    dice: Annotated[str, typer.Option(metavar="KIND", help=f"{' or '.join(DICE)}: type what you rolled.")] = DICE[0],
    nonce: Annotated[str, typer.Option(metavar="WORDS", help="Words of your own that are mixed into the dice.")] = "",
    scenario: Annotated[str, typer.Option(metavar="NAME", help="The position to start from.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Play in lines of text: pipes, screen readers.")] = False,
    mine: Annotated[
        str, typer.Option("--as", metavar="NATION,...", help="The nations or the side you play; bots play the others.")
    ] = "",
    against: Annotated[str, typer.Option(metavar="BOT", help="Which bot plays the others; else the strongest.")] = "",
    bot: Annotated[str, typer.Option(metavar="NAME", help="Watch this bot play, in lines of text.")] = "",
) -> None:
    """Play a game. It is saved after every move; go on later with --resume."""
    wish = Wish(
        game=game,
        scenario=scenario,
        options=tuple(option or ()),
        campaign=campaign,
        daily=daily,
        day=day,
        dice=dice,
        nonce=nonce,
        mine=tuple(name.strip() for name in mine.split(",") if name.strip()),
        against=against,
    )
    load_game(game)
    if save and not resume:
        raise BadInput(f"to go on with {save} say --resume {save}")
    if bot:
        refuse_for_bots(wish, bot)
    at_desk = game in DESKS and not plain and not bot
    if at_desk and not (sys.stdin.isatty() and sys.stdout.isatty()):
        note("This is not a terminal, so the game is played in lines of text.")
        at_desk = False
    if at_desk:
        refuse_small_terminal()
    sitting = go_on(wish, save) if resume else start(wish)
    if bot:
        from sandtable.cli.plain import watch

        watch(sitting, text_of(game), bot)
    elif at_desk:
        from sandtable.cli.desk import play_at_desk

        play_at_desk(sitting)
    else:
        from sandtable.cli.plain import play

        play(sitting, text_of(game))


def start(wish: Wish) -> Sitting:
    table = open_new(wish)
    setup = table.setup
    name = setup.id if is_shared(setup) else f"{wish.game}-{today_and_now()}"
    return Sitting(table, saving.new_path(name))


def today_and_now() -> str:
    from datetime import datetime

    return datetime.now().strftime("%Y-%m-%d-%H%M")


def go_on(wish: Wish, save: str) -> Sitting:
    """A saved game, as it was left."""
    if wish.says_anything:
        raise BadInput("a saved game goes on as it was begun, so --resume takes no other wishes")
    path = Path(save) if save else saving.latest(wish.game)
    table = saving.open_table(path)
    if table.game.name != wish.game:
        raise BadInput(f"{path} is a game of {table.game.name}, not of {wish.game}")
    return Sitting(table, path)


def refuse_for_bots(wish: Wish, bot: str) -> None:
    from sandtable.bots import bot_named

    bot_named(wish.game, bot)
    if wish.mine or wish.against:
        raise BadInput("--bot is for watching one bot play everything; leave --as and --against away")
    if wish.dice == "manual":
        raise BadInput("a bot throws no dice of its own; leave --dice manual away")


def refuse_small_terminal() -> None:
    from sandtable.cli.sizes import too_small

    if problem := too_small(*shutil.get_terminal_size()):
        raise BadInput(problem)
