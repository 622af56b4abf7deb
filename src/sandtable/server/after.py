"""After the end: every hidden order on the timeline, every roll computed anew, and the game as files."""

import csv
import io
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.core import fairness, saves
from sandtable.core.events import told
from sandtable.core.journal import Answered, Drawn, Rolled, in_force
from sandtable.core.table import Table
from sandtable.server.records import Origin


class RollCheck(msgspec.Struct, frozen=True):
    """One roll or draw, and whether the secret gives it."""

    place: int
    kind: str
    what: str
    number: int
    takebacks: int
    sides: int
    faces: tuple[int, ...]
    computed: tuple[int, ...]
    copied: bool
    """It was copied from the game that this one was branched from, and is checked there."""


class Verification(msgspec.Struct, frozen=True):
    """Everything that it takes to check the dice of a finished game, and the result of doing so."""

    commitment: str
    secret: str
    nonces: dict[str, str]
    game_id: str
    rolls: tuple[RollCheck, ...]
    problems: tuple[str, ...]
    origin: Origin | None


def verification(table: Table, origin: Origin | None) -> Verification:
    """Compute every roll anew from the revealed secret."""
    setup = table.setup
    copied = origin.entries if origin and origin.table else 0
    rolls: list[RollCheck] = []
    for place, entry in enumerate(table.journal.entries):
        if isinstance(entry, Rolled | Drawn):
            name = [setup.id, entry.takebacks, entry.what, entry.number]
            if isinstance(entry, Rolled):
                sides, right = entry.sides, fairness.roll_faces(table.key, name, entry.sides, len(entry.faces))
            else:
                sides, right = entry.items, fairness.draw_places(table.key, name, entry.items, len(entry.faces))
            rolls.append(
                RollCheck(
                    place,
                    "roll" if isinstance(entry, Rolled) else "draw",
                    entry.what,
                    entry.number,
                    entry.takebacks,
                    sides,
                    entry.faces,
                    right,
                    copied=place < copied,
                )
            )
    problems = fairness.problems(saves.write(table, __version__, snapshot=False).splitlines())
    early = tuple(f"entry {place}:" for place in range(copied))
    kept = tuple(problem for problem in problems if not problem.startswith(early))
    return Verification(setup.commitment, table.secret.hex(), dict(setup.nonces), setup.id, tuple(rolls), kept, origin)


class Moment(msgspec.Struct, frozen=True):
    """One move, with all that was hidden while the game was on."""

    move: int
    place: int
    at: float
    kind: str
    nation: str
    what: str
    choice: Any
    automatic: str
    faces: tuple[int, ...]
    events: list[dict[str, Any]]


def timeline(table: Table, stamps: list[tuple[float, int]]) -> list[Moment]:
    """Every move in force, with its answer and all its events; before the first one, what happened at the beginning."""
    events: dict[int, list[Any]] = {}
    every = table.game.scenario(table.setup.scenario).nations
    for place, event in table.diary:
        events.setdefault(place, []).append(event)
    moments = [Moment(0, 0, stamps[0][0], "begin", "", "", None, "", (), told(events.get(0, []), every))]
    for move, place in enumerate(table.moves, start=1):
        entry = table.journal.entries[place]
        happened = told(events.get(place, []), every)
        if isinstance(entry, Answered):
            moments.append(
                Moment(
                    move,
                    place,
                    stamps[place][0],
                    "answer",
                    entry.nation,
                    entry.ask,
                    entry.choice,
                    entry.automatic,
                    (),
                    happened,
                )
            )
        elif isinstance(entry, Rolled | Drawn):
            kind = "roll" if isinstance(entry, Rolled) else "draw"
            moments.append(Moment(move, place, stamps[place][0], kind, "", entry.what, None, "", entry.faces, happened))
    return moments


class Point(msgspec.Struct, frozen=True):
    """What a war could be measured by after a move."""

    move: int
    figures: dict[str, dict[str, float]]


def graph(table: Table) -> list[Point]:
    """The figures of a war from its beginning to its end, at every moment when somebody else had to decide."""
    last = len(table.moves)
    moments = [(move, state) for move, state in table.snapshots if move < last]
    return [Point(move, table.game.figures(state)) for move, state in (*moments, (last, table.state))]


def statistics(table: Table, stamps: list[tuple[float, int]]) -> str:
    """Every move as a line of CSV: answers, and rolls with their faces, sum and expected sum."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["move", "time", "kind", "nation", "what", "automatic", "sides", "faces", "sum", "expected"])
    places = in_force(table.journal.entries)
    for move, place in enumerate(places, start=1):
        entry, at = table.journal.entries[place], round(stamps[place][0], 3)
        if isinstance(entry, Answered):
            writer.writerow([move, at, "answer", entry.nation, entry.ask, entry.automatic, "", "", "", ""])
        elif isinstance(entry, Rolled):
            expected = len(entry.faces) * (entry.sides + 1) / 2
            faces = " ".join(map(str, entry.faces))
            writer.writerow([move, at, "roll", "", entry.what, "", entry.sides, faces, sum(entry.faces), expected])
        elif isinstance(entry, Drawn):
            writer.writerow(
                [move, at, "draw", "", entry.what, "", entry.items, " ".join(map(str, entry.faces)), "", ""]
            )
    return out.getvalue()


def summary(title: str, table: Table) -> str:
    """The war diary: every event, whoever heard of it, as one sentence in a line."""
    lines = [title, "=" * len(title), ""]
    lines += [event.says() for _, event in table.diary]
    result = table.game.result(table.state)
    if result:
        lines += ["", result.sentence]
    return "\n".join(lines) + "\n"
