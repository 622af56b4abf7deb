"""`sandtable case`: run rule cases from files."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.printing import as_json, note, result, sentence
from sandtable.core.verdicts import BadInput

EXAMPLES = ("sandtable case my-question.toml", "sandtable case tests/cases/echoes/*.toml --json")


def run(
    files: Annotated[list[Path], typer.Argument(help="Files with cases, in TOML.", metavar="FILE...")],
    json: Annotated[bool, typer.Option("--json", help="Print the outcomes as JSON.")] = False,
) -> int:
    """Run rule cases: a position, what is answered and rolled, and what must hold after it.

    Exit code 0 if every case holds, 1 if one does not, 2 if a file cannot be used.
    """
    from sandtable.cases import run_file

    outcomes: list[dict[str, Any]] = []
    unusable = []
    for path in files:
        try:
            found = run_file(path)
        except BadInput as problem:
            unusable.append(str(problem))
            note(sentence(str(problem)))
            continue
        outcomes += [{"file": str(path), "outcome": outcome} for outcome in found]
    failed = sum(bool(item["outcome"].differences) for item in outcomes)
    if json:
        as_json({"cases": len(outcomes), "failed": failed, "unusable": unusable, "outcomes": outcomes})
    else:
        for item in outcomes:
            show(item["file"], item["outcome"])
        result(f"{len(outcomes)} {'case' if len(outcomes) == 1 else 'cases'}, {failed} failed.")
    return 2 if unusable else 1 if failed else 0


def show(file: str, outcome: Any) -> None:
    """What differs in a case, expected beside actual."""
    if not outcome.differences:
        return
    result(f"{file}: {outcome.id}{outcome.title and f': {outcome.title}'}")
    for difference in outcome.differences:
        result(f"  {difference.what}")
        result(f"    expected  {plain(difference.expected)}")
        result(f"    actual    {plain(difference.actual)}")


def plain(value: Any) -> str:
    """A value as a case file would write it."""
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
