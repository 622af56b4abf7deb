"""Saved games as text: a header, one line for each entry of the journal, perhaps a snapshot, and a closing line.

The header keeps the secret of the dice until the game is over; the closing line tells a truncated file from a whole
one. Reading a save checks the chain of hashes and plays the journal again.
"""

from typing import Any

import msgspec

from sandtable.core.fairness import canonical_json, chain
from sandtable.core.journal import AnyEntry, Journal, Setup, in_force
from sandtable.core.state import canonical, digest, from_builtins
from sandtable.core.table import Table, apply, replay
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game

FORMAT = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what kind of file this is, and what is needed to go on."""

    sandtable: int
    release: str
    game: str
    rules: int
    secret: str = ""


class Closing(msgspec.Struct, frozen=True):
    """The last line."""

    entries: int
    chain: str


class Saved(msgspec.Struct, frozen=True):
    """A save that was read and found whole, but not played yet."""

    header: Header
    journal: Journal
    snapshot: dict[str, Any] | None


def write(table: Table, release: str, snapshot: bool = True) -> str:
    """The whole save of a table."""
    setup = table.setup
    journal = table.journal
    lines = [canonical(Header(FORMAT, release, setup.game, setup.rules, table.secret.hex()))]
    for entry, link in zip(journal.entries, journal.links, strict=True):
        lines.append(b'{"chain":"' + link.encode() + b'","entry":' + canonical(entry) + b"}")
    if snapshot:
        moves, state = table.snapshots[-1]
        seal = digest(state, bytes.fromhex(setup.salt))
        lines.append(canonical({"snapshot": {"moves": moves, "state": state, "digest": seal}}))
    lines.append(canonical({"end": Closing(len(journal.entries), journal.head)}))
    return b"\n".join(lines).decode() + "\n"


def read(text: str) -> Saved:
    """Check that a text is a whole and unchanged save."""
    lines = text.splitlines()
    if not lines:
        raise BadInput("the file is empty")
    try:
        header = msgspec.json.decode(lines[0].encode(), type=Header)
    except msgspec.DecodeError:
        raise BadInput("this is not a saved game of Sandtable") from None
    if header.sandtable > FORMAT:
        raise BadInput(f"the save was made by a newer release ({header.release}); please update")
    rest = [_line(number, line) for number, line in enumerate(lines[1:], start=2)]
    if not rest or "end" not in rest[-1]:
        raise BadInput(f"the save is cut off after line {len(lines)}")
    journal = Journal()
    for number, record in enumerate(rest[:-1], start=2):
        if "entry" in record:
            _add(journal, number, record)
    try:
        closing = msgspec.convert(rest[-1]["end"], Closing)
    except msgspec.ValidationError:
        raise BadInput("the save is damaged: its last line is not readable") from None
    if closing.entries != len(journal.entries) or closing.chain != journal.head:
        raise BadInput(
            f"the save is damaged: {closing.entries} entries are announced and {len(journal.entries)} are there"
        )
    if not journal.entries or not isinstance(journal.entries[0], Setup):
        raise BadInput("the save is damaged: it does not begin with a set-up")
    snapshot = next((record["snapshot"] for record in rest if "snapshot" in record), None)
    return Saved(header, journal, snapshot)


def _line(number: int, line: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line.encode(), type=dict[str, Any])
    except msgspec.DecodeError:
        raise BadInput(f"the save is damaged or cut off at line {number}") from None


def _add(journal: Journal, number: int, record: dict[str, Any]) -> None:
    if record.get("chain") != chain(journal.head, canonical_json(record["entry"])):
        raise BadInput(f"the save was changed at line {number}: the chain of hashes is broken there")
    try:
        journal.add(msgspec.convert(record["entry"], AnyEntry))
    except msgspec.ValidationError as problem:
        raise BadInput(f"the save is damaged at line {number}: {problem}") from None


def open_save(saved: Saved, game: Game, *, lenient: bool = False) -> Table:
    """The table of a save, played again from the first entry."""
    setup = saved.journal.setup
    if setup.rules > game.rules:
        raise BadInput(
            f"the save was made by a newer release (rules {setup.rules} of {game.name}; this one knows up to "
            f"{game.rules}); please update"
        )
    try:
        secret = bytes.fromhex(saved.header.secret)
    except ValueError:
        raise BadInput("the save is damaged: the secret of its dice is not readable") from None
    return replay(game, saved.journal, secret, lenient)


def glance(saved: Saved, game: Game) -> tuple[Any, int]:
    """The latest state of a save without playing it all: from its snapshot, which must have its digest. Also how
    many moves were played on top of it. A snapshot from a release whose states had another shape is left aside."""
    setup, shot = saved.journal.setup, saved.snapshot
    places = in_force(saved.journal.entries)
    if shot is not None and digest(shot["state"], bytes.fromhex(setup.salt)) != shot["digest"]:
        raise BadInput("the save was changed: its snapshot does not have its digest")
    state = same_shape(shot["state"], game) if shot else None
    if shot is None or state is None:
        return open_save(saved, game).state, len(places)
    later = places[shot["moves"] :]
    for place in later:
        apply(state, saved.journal.entries[place])
    return state, len(later)


def same_shape(raw: Any, game: Game) -> Any:
    """The state of a snapshot, if states have the same fields today."""
    try:
        state = from_builtins(game.state, raw)
    except BadInput:
        return None
    return state if canonical(state) == canonical(raw) else None
