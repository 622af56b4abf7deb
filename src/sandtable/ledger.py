"""The rules ledgers: every clause that the engine must enforce, and the tests that prove it.

A ledger is a Markdown file whose tables hold one clause a row. `proven.json` beside the ledgers says which tests prove
which clause; the test suite writes and guards it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

_CLAUSE_ID = re.compile(r"[A-Z]{2}-[A-Z]+-\d{2,}")
_HEADING = re.compile(r"(?P<number>(\d+\. )?)[A-Z]+(, [A-Z]+)*(: | - )(?P<name>.+)")
_CELL_ID = re.compile(r"`(?P<stem>[A-Z]{2}-[A-Z]+)-<code>-<column>`")

Proofs = dict[str, dict[str, list[str]]]
"""Game, clause ID, and the sorted names of the tests that prove the clause."""


class LedgerError(Exception):
    """A ledger is missing or damaged; the message is one sentence for the reader."""


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One rule, in our words."""

    id: str
    text: str
    section: str
    """The name of its chapter."""
    where: str
    """The place in the rulebook."""
    test: str
    """What a test has to show, in one line; may be empty."""
    tag: str
    """CORE, OPT, GLOBAL or UI; a ledger without this column is all CORE."""


def games(folder: Path | None = None) -> list[str]:
    """The names of all games that have a ledger."""
    return sorted(path.stem for path in _folder(folder).glob("*.md"))


def clauses(game: str, folder: Path | None = None) -> dict[str, Clause]:
    """All clauses of a game by ID, in the order of the ledger."""
    known = games(folder)
    if game not in known:
        raise LedgerError(f"There is no rules ledger for '{game}'; there is one for {', '.join(known)}.")
    path = _folder(folder) / f"{game}.md"
    found: dict[str, Clause] = {}
    for clause in _parse(path.name, path.read_text(encoding="utf-8")):
        if clause.id in found:
            raise LedgerError(f"{path.name} lists {clause.id} twice.")
        found[clause.id] = clause
    return found


class Block(msgspec.Struct, frozen=True):
    """A piece of a chapter: a paragraph, an item of a list, or a table."""

    kind: str
    """`text`, `item` or `table`."""
    text: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a ledger that has no clauses: rulings, where the book is silent, worked examples."""

    title: str
    blocks: tuple[Block, ...]


def title(game: str, folder: Path | None = None) -> str:
    """What a ledger is about, as its first line says."""
    first = (_folder(folder) / f"{game}.md").read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("#").strip().removeprefix("Rules ledger:").strip()


def chapters(game: str, folder: Path | None = None) -> list[Chapter]:
    """The chapters of a ledger that have no clauses, in its order."""
    text = (_folder(folder) / f"{game}.md").read_text(encoding="utf-8")
    found = []
    for part in re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        if body.strip() and not re.search(r"^\| *(ID \| Clause|Unit \| code)", body, flags=re.MULTILINE):
            found.append(Chapter(name.strip(), tuple(_blocks(body))))
    return found


def _blocks(body: str) -> Iterator[Block]:
    """Paragraphs, items and tables; lines that belong together are joined."""
    for part in re.split(r"\n\s*\n|\n(?=- )", body.strip()):
        lines = [line.strip() for line in part.splitlines()]
        if lines[0].startswith("|"):
            rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
            yield Block("table", head=rows[0], rows=tuple(row for row in rows[1:] if not _is_rule(list(row))))
        else:
            said = " ".join(lines)
            yield Block("item", said.removeprefix("- ")) if said.startswith("- ") else Block("text", said)


def owner(id: str) -> str:
    """The game whose ledger has a clause; empty if none has."""
    return next((game for game in games() if id.upper() in clauses(game)), "")


def proven(game: str, folder: Path | None = None) -> dict[str, list[str]]:
    """The proven clauses of a game by ID, each with the tests that prove it."""
    return read_proofs(folder).get(game, {})


def read_proofs(folder: Path | None = None) -> Proofs:
    """The recorded proofs of all games; none when nothing is recorded yet."""
    path = _folder(folder) / "proven.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Proofs)
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        raise LedgerError(f"{path.name} is damaged: {error}.") from error


def write_proofs(proofs: Proofs, folder: Path | None = None) -> None:
    """Record proofs: sorted throughout, so that the same proofs give the same bytes."""
    ordered = {game: {clause: sorted(tests) for clause, tests in proofs[game].items()} for game in proofs}
    text = msgspec.json.format(msgspec.json.encode(ordered, order="sorted"), indent=2)
    (_folder(folder) / "proven.json").write_bytes(text + b"\n")


def _folder(folder: Path | None) -> Path:
    """The given folder, else that of an installed package, else that of a checkout."""
    if folder is not None:
        return folder
    installed = Path(__file__).parent / "ledger"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


def _parse(name: str, text: str) -> Iterator[Clause]:
    """Every clause of a ledger: a row of a clause table, or a cell of a table of unit statistics."""
    section, stem, columns = "", "", list[str]()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("## "):
            section = _chapter_name(line.removeprefix("## ").strip())
        elif named := _CELL_ID.search(line):
            stem = named["stem"]
        if not line.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not columns:
            columns = cells
        elif columns[:2] == ["ID", "Clause"] and _CLAUSE_ID.fullmatch(cells[0]):
            if len(cells) != len(columns):
                raise LedgerError(f"{name}, line {number}: {cells[0]} has {len(cells)} cells, not {len(columns)}.")
            yield _row(cells, section)
        elif columns[:2] == ["ID", "Clause"] and not _is_rule(cells):
            raise LedgerError(f"{name}, line {number}: '{cells[0]}' is not a clause ID.")
        elif columns[:2] == ["Unit", "code"] and not _is_rule(cells):
            yield from _statistics(stem, columns, cells, section)


def _chapter_name(heading: str) -> str:
    """A heading for readers: its number and name, without the code that begins the IDs of its clauses."""
    parts = _HEADING.fullmatch(heading)
    return f"{parts['number']}{parts['name'][0].upper()}{parts['name'][1:]}" if parts else heading


def _is_rule(cells: list[str]) -> bool:
    """Whether this is the line between the head of a table and its body."""
    return all(set(cell) <= set(":-") for cell in cells)


def _row(cells: list[str], section: str) -> Clause:
    clause, text, where, test, *tag = cells
    return Clause(id=clause, text=text, section=section, where=where, test=test, tag=tag[0] if tag else "CORE")


def _statistics(stem: str, columns: list[str], cells: list[str], section: str) -> Iterator[Clause]:
    """A row of unit statistics: each value is a clause of its own."""
    unit, code, *values = cells
    for column, value in zip(columns[2:], values, strict=True):
        yield Clause(
            id=f"{stem}-{code}-{column}",
            text=f"{unit}, {_STATISTICS[column]}: {value}.",
            section=section,
            where="unit profile",
            test="",
            tag="CORE",
        )


_STATISTICS = {"COST": "cost", "ATT": "attack", "DEF": "defence", "MOVE": "movement"}
