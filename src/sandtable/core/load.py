"""Facts from TOML files: every record says where it comes from and how sure that is, and is checked when it is read.

A file holds arrays of tables, one array for each kind of record:

    [[region]]
    id = "WF"
    ...
    provenance = "rulebook"        # rulebook, public or reconstructed
    ref = "2.3"                    # where in the source
    confidence = "certain"         # certain, likely or guess
    parts = { vp = "reconstructed" }   # fields that come from elsewhere than the rest of the record
    note = "why, where it is not plain"
"""

import tomllib
from collections.abc import Mapping
from sys import intern
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from sandtable.core.verdicts import BadInput

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable  # slow to load, and wanted for its name only

Provenance = Literal["rulebook", "public", "reconstructed"]
PROVENANCES: tuple[Provenance, ...] = ("rulebook", "public", "reconstructed")


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fact with its source."""

    id: str
    provenance: Provenance
    ref: str
    confidence: Literal["certain", "likely", "guess"]
    parts: dict[str, Provenance] = {}
    note: str = ""

    def came_from(self, field: str) -> Provenance:
        return self.parts.get(field, self.provenance)


R = TypeVar("R", bound=Record)


def read_records(
    folder: "Traversable", kinds: Mapping[str, Mapping[str, type[Record]]]
) -> dict[str, dict[str, Record]]:
    """The records of the named files: for each array of tables, the records by id in the order of the file."""
    found: dict[str, dict[str, Record]] = {}
    for file, arrays in kinds.items():
        found.update(parse_records(file, (folder / file).read_text("utf-8"), arrays))
    return found


def parse_records(file: str, text: str, arrays: Mapping[str, type[Record]]) -> dict[str, dict[str, Record]]:
    """The records of one file, or a `BadInput` that names file, record and field."""
    try:
        raw = with_shared_words(tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{file}: not valid TOML: {problem}") from None
    for name in raw:
        if name not in arrays:
            raise BadInput(f"{file}: unknown table '{name}'; known are: {', '.join(arrays)}")
    found: dict[str, dict[str, Record]] = {}
    for name, kind in arrays.items():
        if not isinstance(raw.get(name), list):
            raise BadInput(f"{file}: there must be a list of tables [[{name}]]")
        found[name] = {}
        for place, item in enumerate(raw[name], start=1):
            record = _record(f"{file}: {name}", place, item, kind)
            if record.id in found[name]:
                raise BadInput(f"{file}: {name} '{record.id}' is there twice")
            found[name][record.id] = record
    return found


def with_shared_words(value: Any) -> Any:
    """The same with each word only once in memory. The words of the data are then the very ones that the rules name:
    Python compares and looks up the same object faster than an equal one."""
    if isinstance(value, str):
        return intern(value)
    if isinstance(value, dict):
        return {intern(name): with_shared_words(item) for name, item in value.items()}
    return [with_shared_words(item) for item in value] if isinstance(value, list) else value


def _record(where: str, place: int, item: Any, kind: type[R]) -> R:
    label = f"'{item['id']}'" if isinstance(item, dict) and "id" in item else f"number {place}"
    try:
        record = msgspec.convert(item, kind, strict=True)
    except msgspec.ValidationError as problem:
        sentence, _, path = str(problem).partition(" - at `$.")
        field = f", field '{path.rstrip('`')}'" if path else ""
        raise BadInput(f"{where} {label}{field}: {sentence}") from None
    for field in record.parts:
        if field not in kind.__struct_fields__:
            raise BadInput(f"{where} {label}, field 'parts': there is no field '{field}' to say the source of")
    return record


def need(condition: bool, where: str, sentence: str) -> None:
    """A check between records, with a message that names the place."""
    if not condition:
        raise BadInput(f"{where}: {sentence}")


SHARES = ("rulebook", "public", "partly reconstructed", "reconstructed")
"""How records are counted."""


def share_of(record: Record) -> str:
    """What a record counts as. A record from a source may have fields that had to be reconstructed."""
    if record.provenance != "reconstructed" and "reconstructed" in record.parts.values():
        return "partly reconstructed"
    return max((record.provenance, *record.parts.values()), key=PROVENANCES.index)


def census(records: Mapping[str, Mapping[str, Record]]) -> dict[str, dict[str, int]]:
    """How many records of each kind count as what."""
    return {
        name: {share: sum(share_of(record) == share for record in group.values()) for share in SHARES}
        for name, group in records.items()
    }
