"""`sandtable data`: the facts of a game by where they come from."""

from typing import Annotated, Any

import typer

from sandtable.cli.printing import as_json, columns, result
from sandtable.core.load import PROVENANCES, SHARES, Record, census, share_of
from sandtable.core.verdicts import BadInput
from sandtable.games import MODULES, load_records

EXAMPLES = ("sandtable data echoes", "sandtable data echoes --list reconstructed", "sandtable data echoes --json")


def run(
    game: Annotated[str, typer.Argument(help="The game whose facts to count.", autocompletion=lambda: list(MODULES))],
    list_: Annotated[
        str, typer.Option("--list", metavar="SOURCE", help=f"List the records of a source: {', '.join(PROVENANCES)}.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the same as JSON.")] = False,
) -> None:
    """Count the records of a game by source: from the rulebook, from public sources, or reconstructed by us."""
    records = load_records(game)
    if list_:
        list_records(game, records, list_, json)
    else:
        count(game, records, json)


def count(game: str, records: dict[str, dict[str, Record]], json: bool) -> None:
    counted = census(records)
    total = {share: sum(kind[share] for kind in counted.values()) for share in SHARES}
    if json:
        as_json({"game": game, "records": sum(total.values()), "total": total, "kinds": counted})
        return
    widths = [max(len(share), 6) for share in SHARES]
    rows = [
        (name, *(f"{numbers[share]:>{width}}" for share, width in zip(SHARES, widths, strict=True)))
        for name, numbers in (*counted.items(), ("all", total))
    ]
    head = ("", *(share.rjust(width) for share, width in zip(SHARES, widths, strict=True)))
    result("\n".join(columns([head, *rows])))


def list_records(game: str, records: dict[str, dict[str, Record]], source: str, json: bool) -> None:
    if source not in PROVENANCES:
        raise BadInput(f"there is no source '{source}'; there are: {', '.join(PROVENANCES)}")
    found = [(kind, record) for kind, group in records.items() for record in group.values() if uses(record, source)]
    if json:
        listed = [described(kind, record, source) for kind, record in found]
        as_json({"game": game, "source": source, "records": listed})
        return
    for kind, record in found:
        result(f"{kind} {record.id}: {extent(record, source)} ({record.confidence}; {record.ref}){remark(record)}")
    result(f"{len(found)} records of {game} are wholly or partly {source}.")


def uses(record: Record, source: str) -> bool:
    return record.provenance == source or source in record.parts.values()


def fields_from(record: Record, source: str) -> list[str]:
    """The fields that come from a source; nothing if the record does as a whole."""
    return [] if record.provenance == source else [name for name, part in record.parts.items() if part == source]


def extent(record: Record, source: str) -> str:
    fields = fields_from(record, source)
    if fields:
        return f"{', '.join(fields)} {source}, the rest {record.provenance}"
    others = "".join(f", but {name} {part}" for name, part in record.parts.items())
    return f"{source}{others}"


def remark(record: Record) -> str:
    return f"\n    {record.note}" if record.note else ""


def described(kind: str, record: Record, source: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "id": record.id,
        "counts_as": share_of(record),
        "fields": fields_from(record, source) or "all",
        "confidence": record.confidence,
        "ref": record.ref,
        "note": record.note,
    }
