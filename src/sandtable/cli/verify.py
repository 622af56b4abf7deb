"""`sandtable verify`: whether a saved game is what it says: its chain, its dice, its play by the rules."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from sandtable.cli import saving
from sandtable.cli.printing import as_json, result, sentence
from sandtable.core import fairness
from sandtable.core.journal import Answered, Drawn, Revealed, Rolled, TakenBack
from sandtable.core.saves import Saved, glance
from sandtable.core.state import canonical
from sandtable.games import load_game

EXAMPLES = ("sandtable verify my-war.sandtable", "sandtable verify my-war.sandtable --json")


def run(
    save: Annotated[Path, typer.Argument(help="A saved game.", metavar="SAVE")],
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> int:
    """Check a saved game: nothing changed in it, every die as the committed secret gives it, every move by the rules.

    Exit code 0 if all is well, 1 if something is wrong, 2 if the file is not a saved game that can be read.
    """
    lines = saving.read_text(save).splitlines()
    if at := changed_line(lines):
        report(save, None, "", [f"the save was changed at line {at}: the chain of hashes is broken there"], json)
        return 1
    saved = saving.read(save)
    dice, wrong = check_dice(saved, lines)
    wrong += check_rules(save, saved)
    report(save, saved, dice, wrong, json)
    return 1 if wrong else 0


def changed_line(lines: list[str]) -> int:
    """The first line of a saved game whose entry is not the one that its link was made for; 0 if there is none."""
    link = ""
    for number, line in enumerate(lines, start=1):
        try:
            record = msgspec.json.decode(line)
        except msgspec.DecodeError:
            return 0  # not a whole save at all, which is another matter
        if isinstance(record, dict) and "entry" in record:
            link = fairness.chain(link, fairness.canonical_json(record["entry"]))
            if record.get("chain") != link:
                return number
    return 0


def check_dice(saved: Saved, lines: list[str]) -> tuple[str, list[str]]:
    """How the dice were made, and what is wrong with them."""
    setup = saved.journal.setup
    if not setup.commitment:
        return "the dice were thrown by hand, so nobody can check them", []
    if any(isinstance(entry, Revealed) for entry in saved.journal.entries):
        return "every roll recomputed from the revealed secret", fairness.problems(lines)
    reveal = canonical(Revealed(saved.header.secret))
    link = fairness.chain(saved.journal.head, reveal)
    lines = [*lines, f'{{"chain":"{link}","entry":{reveal.decode()}}}']
    return "every roll so far recomputed from the secret that this save still keeps", fairness.problems(lines)


def check_rules(path: Path, saved: Saved) -> list[str]:
    """Play the journal again; the first move that the rules refuse is what is wrong."""
    game = load_game(saved.journal.setup.game)
    try:
        table = saving.open_table(path)
        state, _ = glance(saved, game)
    except (ValueError, KeyError, TypeError) as problem:
        return [str(problem)]
    return [] if state == table.state else ["the snapshot is not the position that the moves lead to"]


def report(save: Path, saved: Saved | None, dice: str, wrong: list[str], json: bool) -> None:
    found: dict[str, Any] = {"save": str(save), "ok": not wrong, "problems": wrong}
    if saved is not None:
        entries = saved.journal.entries
        found |= {
            "game": saved.journal.setup.game,
            "rules": saved.journal.setup.rules,
            "commitment": saved.journal.setup.commitment,
            "dice": dice,
            "answers": sum(isinstance(entry, Answered) for entry in entries),
            "rolls": sum(isinstance(entry, Rolled | Drawn) for entry in entries),
            "takebacks": sum(isinstance(entry, TakenBack) for entry in entries),
            "finished": any(isinstance(entry, Revealed) for entry in entries),
        }
    if json:
        as_json(found)
        return
    for problem in wrong:
        result(sentence(problem))
    if not wrong:
        result(
            f"{save} is in order: {found['answers']} answers by the rules, {found['rolls']} rolls, "
            f"{found['takebacks']} takebacks; {dice}."
        )
