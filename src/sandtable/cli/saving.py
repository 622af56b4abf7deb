"""Saved games on disk: where they are, how they are read, and how they are written so that a crash loses nothing."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sandtable import __version__
from sandtable.core import saves
from sandtable.core.saves import Saved
from sandtable.core.table import Table
from sandtable.core.verdicts import BadInput
from sandtable.games import load_game

SUFFIX = ".sandtable"
TOO_LARGE = 64 * 1024 * 1024
"""No war fills so many bytes; what is larger is some other file."""


def folder() -> Path:
    """Where saves are kept: under SANDTABLE_HOME, or where the platform keeps the data of programs."""
    home = os.environ.get("SANDTABLE_HOME")
    if home:
        return Path(home) / "saves"
    from platformdirs import user_data_path

    return user_data_path("sandtable", appauthor=False) / "saves"


def new_path(name: str) -> Path:
    """A file in the folder of saves that is not there yet, made so that nobody else gets it."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    folder().mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder() / f"{stem}{'' if number == 1 else f'-{number}'}{SUFFIX}"
        try:
            path.touch(exist_ok=False)
            return path
        except FileExistsError:
            number += 1


def write(table: Table, path: Path) -> None:
    """Write a save beside the old one and put it in its place at once, so that a whole save is there at any moment."""
    text = saves.write(table, __version__)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    keep_name(path.parent)


def keep_name(parent: Path) -> None:
    """Have the new name of a file on disk too, where folders can be synchronised."""
    if os.name == "posix":
        place = os.open(parent, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)


def read_text(path: Path) -> str:
    """The text of a save, or one sentence about why it cannot be read."""
    try:
        if path.is_dir():
            raise BadInput(f"{path} is a folder, not a saved game")
        if path.is_file() and path.stat().st_size > TOO_LARGE:
            raise BadInput(f"{path} is too large for a saved game")
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}") from None
    except PermissionError:
        raise BadInput(f"{path} may not be read") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a saved game of Sandtable: it is not text") from None


def read(path: Path) -> Saved:
    """A save that is whole and unchanged, not played yet."""
    try:
        return saves.read(read_text(path))
    except BadInput as problem:
        raise BadInput(named(path, problem)) from None


def open_table(path: Path) -> Table:
    """The table of a save, played again from its first entry."""
    saved = read(path)
    try:
        return saves.open_save(saved, load_game(saved.journal.setup.game))
    except ValueError as problem:  # an edited set-up can hold any value at all
        raise BadInput(named(path, problem)) from None


def named(path: Path, problem: ValueError) -> str:
    """The message with the name of the file in it."""
    return str(problem) if str(path) in str(problem) else f"{path}: {problem}"


def all_saves() -> Iterator[Path]:
    """Every save in the folder, the latest first."""
    found = folder().glob(f"*{SUFFIX}") if folder().is_dir() else iter(())
    return iter(sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True))


def latest(game: str) -> Path:
    """The save of this game that was played last and is not over."""
    from sandtable.core.play import pending

    damaged = None
    for path in all_saves():
        try:
            if read(path).journal.setup.game == game and pending(open_table(path).state) is not None:
                return path
        except BadInput as problem:
            damaged = damaged or problem
    also = f" ({damaged})" if damaged else ""
    raise BadInput(f"there is no unfinished {game} to go on with in {folder()}{also}")
