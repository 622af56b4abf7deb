"""The command line. Each command is a module of this folder, loaded when it is called. What a user got wrong becomes
one sentence on stderr and exit code 2, here and nowhere else."""

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from sandtable import __version__
from sandtable.cli.printing import note, result, sentence

COMMANDS = (
    "play",
    "serve",
    "campaigns",
    "odds",
    "simulate",
    "verify",
    "report",
    "draw",
    "case",
    "rules",
    "data",
    "admin",
)

UserError: Any = typer.BadParameter.__mro__[2]
"""What the parser raises; its class has a public name in no release of Typer, and another one in each."""


HELP = {"help_option_names": ["--help", "-h"]}


class Commands(TyperGroup):
    """The commands by name, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return build(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"there is no command '{args[0]}'; there are: {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)


def build(name: str) -> Any:
    """The command of a module: its `run` with the options that its signature names, and its examples."""
    module: ModuleType = import_module(f"sandtable.cli.{name}")
    alone = typer.Typer(add_completion=False)
    alone.command(name, epilog=examples(module.EXAMPLES), context_settings=HELP)(module.run)
    return typer.main.get_command(alone)


def examples(lines: tuple[str, ...]) -> str:
    """Examples for the end of a help page, one in a line."""
    return "\n".join(("Examples:", *(f"$ {line}" for line in lines)))


def version(wanted: bool) -> None:
    if wanted:
        result(f"sandtable {__version__}")
        raise typer.Exit


app = typer.Typer(cls=Commands, invoke_without_command=True, context_settings=HELP, pretty_exceptions_enable=False)


@app.callback(epilog=examples(("sandtable play echoes", "sandtable play echoes --daily", "sandtable rules --summary")))
def sandtable(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Print the release and stop.")
    ] = False,
) -> None:
    """Play, host and study grand-strategy board games of the Second World War."""
    if ctx.invoked_subcommand is None:
        result(ctx.get_help())


def main() -> None:
    """Run the program: 0 all is well, 1 something that was checked is wrong, 2 the input cannot be used."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a character must not end a war
    sys.exit(run())


def run(args: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    from sandtable.core.verdicts import BadFaces, BadInput, Illegal
    from sandtable.ledger import LedgerError

    try:
        return typer.main.get_command(app)(args, prog_name="sandtable", standalone_mode=False) or 0
    except UserError as problem:
        return complain(problem.format_message())
    except (BadInput, BadFaces, Illegal, LedgerError) as problem:
        return complain(str(problem))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; don't fail again at exit
        return 1
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        return complain(f"{where}{problem.strerror or problem}")
    except (KeyboardInterrupt, typer.Abort):
        note("")
        return 130


def complain(text: str) -> int:
    note(sentence(text))
    return 2
