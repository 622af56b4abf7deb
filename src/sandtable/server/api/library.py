"""The library: the rules of every game clause by clause, and where its facts come from."""

from functools import lru_cache
from typing import Any

import msgspec

from sandtable import ledger
from sandtable.core.load import PROVENANCES, SHARES, Record, census, share_of
from sandtable.games import MODULES, load_records
from sandtable.server.problems import NotFound
from sandtable.server.web import Call, endpoint

FIXED = "library"
"""Made of the installed files alone, so a browser that has it once is told so."""


class LedgerCard(msgspec.Struct, frozen=True):
    """The rules of a game, and how many of its clauses tests prove."""

    game: str
    title: str
    prefix: str
    """How the names of its clauses begin."""
    clauses: int
    proven: int


class ClauseCard(msgspec.Struct, frozen=True):
    """One rule in our words, where the rulebook has it, and the tests that prove it."""

    id: str
    text: str
    section: str
    where: str
    test: str
    tag: str
    proven_by: tuple[str, ...]


class Ledger(msgspec.Struct, frozen=True):
    """All clauses of a game, and the chapters without clauses: rulings, where the book is silent, worked examples."""

    game: str
    title: str
    clauses: tuple[ClauseCard, ...]
    chapters: tuple[ledger.Chapter, ...]


class FactCard(msgspec.Struct, frozen=True):
    """A record that is not wholly from the rulebook or a public source."""

    kind: str
    id: str
    name: str
    counts_as: str
    fields: tuple[str, ...]
    """What of it is reconstructed; nothing if all is."""
    confidence: str
    ref: str
    note: str


class Facts(msgspec.Struct, frozen=True):
    """The facts of a game by source: how many records of each kind, and all that had to be reconstructed."""

    game: str
    shares: tuple[str, ...]
    kinds: dict[str, dict[str, int]]
    reconstructed: tuple[FactCard, ...]


@lru_cache
def ledger_of(game: str) -> Ledger:
    proven = ledger.proven(game)
    clauses = tuple(
        ClauseCard(
            clause.id, clause.text, clause.section, clause.where, clause.test, clause.tag, tuple(proven.get(name, ()))
        )
        for name, clause in ledger.clauses(game).items()
    )
    return Ledger(game, ledger.title(game), clauses, tuple(ledger.chapters(game)))


def ledger_card(game: str) -> LedgerCard:
    found = ledger_of(game)
    proven = sum(bool(clause.proven_by) for clause in found.clauses)
    return LedgerCard(game, found.title, found.clauses[0].id.partition("-")[0], len(found.clauses), proven)


@lru_cache
def facts_of(game: str) -> Facts:
    records = load_records(game)
    found = tuple(
        fact_card(kind, record)
        for kind, group in records.items()
        for record in group.values()
        if PROVENANCES[-1] in (record.provenance, *record.parts.values())
    )
    return Facts(game, SHARES, census(records), found)


def fact_card(kind: str, record: Record) -> FactCard:
    fields = tuple(name for name, source in record.parts.items() if source == PROVENANCES[-1])
    return FactCard(
        kind,
        record.id,
        str(getattr(record, "name", "") or getattr(record, "title", "")),
        share_of(record),
        () if record.provenance == PROVENANCES[-1] else fields,
        record.confidence,
        record.ref,
        record.note,
    )


@endpoint("GET", "/rules", "The rules ledgers of all games", returns=list[LedgerCard], user=False, tag="library")
async def list_ledgers(call: Call) -> list[LedgerCard]:
    call.etag = FIXED
    return [ledger_card(game) for game in ledger.games()]


@endpoint(
    "GET", "/games/{game}/rules", "The rules of a game, clause by clause", returns=Ledger, user=False, tag="library"
)
async def show_ledger(call: Call) -> Ledger:
    if call.path("game") not in ledger.games():
        raise NotFound("There is no rules ledger for that game.")
    call.etag = FIXED
    return ledger_of(call.path("game"))


@endpoint("GET", "/games/{game}/data", "Where the facts of a game come from", returns=Facts, user=False, tag="library")
async def show_facts(call: Call) -> Facts:
    call.etag = FIXED
    return facts_of(with_data(call))


@endpoint("GET", "/games/{game}/data/{kind}", "All records of a kind", returns=list[dict], user=False, tag="library")
async def show_records(call: Call) -> list[dict[str, Any]]:
    records = load_records(with_data(call))
    if call.path("kind") not in records:
        raise NotFound(f"There are no such records; there are: {', '.join(records)}.")
    call.etag = FIXED
    return [msgspec.to_builtins(record) for record in records[call.path("kind")].values()]


def with_data(call: Call) -> str:
    if call.path("game") not in MODULES:
        raise NotFound("There is no such game.")
    return call.path("game")
