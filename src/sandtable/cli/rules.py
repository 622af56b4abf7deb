"""`sandtable rules`: the clauses of a game, and which tests prove them."""

from typing import Annotated

import typer

from sandtable import ledger
from sandtable.cli.printing import as_json, columns, result
from sandtable.core.verdicts import BadInput
from sandtable.ledger import Clause

EXAMPLES = (
    "sandtable rules --summary",
    "sandtable rules echoes",
    "sandtable rules EW-REG-06",
    "sandtable rules warroom --json",
)


def run(
    game: Annotated[
        str, typer.Argument(help="The game whose clauses to list.", autocompletion=lambda: ledger.games())
    ] = "",
    id: Annotated[str, typer.Argument(help="Show this clause in full.", metavar="[ID]")] = "",
    summary: Annotated[bool, typer.Option("--summary", help="One line for each game.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the same as JSON.")] = False,
) -> None:
    """List the rules of a game clause by clause: proven or not, and by which tests. A clause may be named alone."""
    if game and not id and (owner := ledger.owner(game)):
        game, id = owner, game
    if id:
        show(game, id, json)
    elif summary or not game:
        summarise([game] if game else ledger.games(), json)
    else:
        list_clauses(game, json)


def standing(game: str) -> tuple[dict[str, Clause], dict[str, list[str]]]:
    """The clauses of a game, and the tests of those that are proven."""
    clauses = ledger.clauses(game)
    return clauses, {name: tests for name, tests in ledger.proven(game).items() if name in clauses}


def summarise(games: list[str], json: bool) -> None:
    rows: list[tuple[str, ...]] = []
    data = []
    for game in games:
        clauses, proven = standing(game)
        data.append({"game": game, "clauses": len(clauses), "proven": len(proven), "unproven": left(clauses, proven)})
        rows.append((game, f"{len(proven):>4} of {len(clauses):>3} proven"))
    if json:
        as_json(data)
    else:
        result("\n".join(columns(rows)))


def left(clauses: dict[str, Clause], proven: dict[str, list[str]]) -> list[str]:
    return [name for name in clauses if name not in proven]


def list_clauses(game: str, json: bool) -> None:
    clauses, proven = standing(game)
    if json:
        as_json({"game": game, "clauses": len(clauses), "proven": proven, "unproven": left(clauses, proven)})
        return
    section = ""
    for clause in clauses.values():
        if clause.section != section:
            section = clause.section
            result(f"\n{section}")
        tests = proven.get(clause.id, [])
        mark = "proven " if tests else "NOT YET"
        result(f"  {clause.id}  {mark}  {clause.text}")
        for test in tests:
            result(f"      by {test}")
    result(f"\n{game}: {len(proven)} of {len(clauses)} clauses are proven by tests.")


def show(game: str, id: str, json: bool) -> None:
    clauses, proven = standing(game)
    clause = clauses.get(id.upper())
    if clause is None:
        raise BadInput(f"the ledger of {game} has no clause '{id}'; list them with 'sandtable rules {game}'")
    tests = proven.get(clause.id, [])
    if json:
        as_json({"game": game, "clause": clause, "proven": bool(tests), "tests": tests})
        return
    result(f"{clause.id} ({clause.tag}), {clause.section}, rulebook {clause.where}\n\n{clause.text}\n")
    if clause.test:
        result(f"A test must show: {clause.test}")
    result("Proven by:" if tests else "Not proven by any test yet.")
    for test in tests:
        result(f"  {test}")
