"""A table in memory: the game in play, its seats, and the lines to the people at it.

The database is the truth and a room its cache. Every change is drafted, kept in one transaction, and only then told.
If another process was faster, the room catches up and the change is tried again on what is true now.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sandtable.core.journal import AnyEntry, Journal
from sandtable.core.table import Table, replay
from sandtable.core.verdicts import BadFaces, BadInput, Illegal
from sandtable.core.versions import Fought
from sandtable.server.cards import card, shown_by_card
from sandtable.server.drafts import Draft, ask_place, is_changed, is_played
from sandtable.server.lines import HELD_BY_ANOTHER, Line
from sandtable.server.loading import Loaded, follow, load, said_at
from sandtable.server.problems import Problem, Unavailable
from sandtable.server.records import Row, Seat
from sandtable.server.store import Behind, Change, Said

if TYPE_CHECKING:
    from sandtable.server.hall import Hall

T = TypeVar("T")
TRIES = 8
WATCHER = ""
"""The viewer who holds no seat."""

_entry_decoder = msgspec.json.Decoder(AnyEntry)
_encode = msgspec.json.Encoder().encode


class Room:
    """A table in memory."""

    def __init__(self, hall: "Hall", id: str) -> None:
        self.hall = hall
        self.id = id
        self.lock = asyncio.Lock()
        self.lines: dict[str, set[Line]] = {}
        self.behind = True
        self.used = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.pushed = 0
        """How many messages were passed on to the lines."""
        self.row: Row = None  # type: ignore[assignment]  # until the first look into the database
        self.forget()

    def forget(self) -> None:
        """Drop everything that came from the database."""
        self.table: Table | None = None
        self.seats: dict[str, Seat] = {}
        self.stamps: list[tuple[float, int]] = []
        self.keys: dict[tuple[str, str], int] = {}
        self.told: dict[str, int] = {}
        self.heard = 0
        """How many messages are counted in `told`."""
        self.asked_at = -1
        self.views: dict[str, bytes] = {}
        self.card: bytes = b""
        self.battles: list[Fought] | None = None
        """Those of a finished war, if somebody has asked for them."""

    # Keeping up with the database

    async def look(self) -> None:
        """Know what the database knows; wants the lock."""
        self.hall.hold(self)
        if not self.behind:
            return
        self.behind = False
        try:
            entries, messages = len(self.stamps), self.heard
            loaded = await self.hall.store.read(lambda connection: load(connection, self.id, entries, messages))
            if loaded.journal and self.table is None:  # a long war takes a while; nobody else shall wait for it
                self.table = await asyncio.to_thread(self.replayed, loaded)
            self.take_in(loaded)
        except BaseException:
            self.behind = True
            self.forget()
            raise

    async def start_over(self) -> None:
        """Forget what is in memory and read everything again."""
        self.forget()
        self.behind = True
        await self.look()

    def take_in(self, loaded: Loaded) -> None:
        self.row, self.seats = loaded.row, loaded.seats
        if loaded.journal:
            self.read_journal(loaded.journal)
            assert self.table is not None
            self.asked_at = ask_place(self.table)
        self.views.clear()
        self.card = b""
        self.count(loaded.messages)

    def replayed(self, loaded: Loaded) -> Table:
        """The game of a journal, played again from its first entry."""
        journal = Journal()
        for row in loaded.journal:
            journal.add(_entry_decoder.decode(row["entry"]))
        return replay(self.hall.load_game(loaded.row.game), journal, bytes.fromhex(loaded.row.secret))

    def read_journal(self, found: list[Any]) -> None:
        assert self.table is not None
        for row in found[len(self.table.journal.entries) - len(self.stamps) :]:
            follow(self.table, _entry_decoder.decode(row["entry"]))
        if self.table.journal.head != found[-1]["link"]:
            raise Unavailable("The journal of this table is damaged: its chain of hashes is broken.")
        for row in found:
            self.stamps.append((row["at"], row["ask"]))
            if row["key"]:
                self.keys[row["seat"], row["key"]] = row["place"]

    def count(self, messages: list[Said]) -> None:
        """Number new messages for each viewer, and pass on to the lines what they have not had yet."""
        if not messages:
            return
        viewers = [WATCHER, *self.seats]
        for message in messages:
            new = message.place >= self.pushed
            audience = message.audience
            heard = viewers if audience is None else [name for name in audience.split(" ") if name in self.seats]
            for viewer in heard:
                number = self.told.get(viewer, 0) + 1
                self.told[viewer] = number
                if new and (lines := self.lines.get(viewer)):
                    frame = message_frame(number, message)
                    for line in lines:
                        line.put(frame)
        self.heard += len(messages)
        self.pushed = max(self.pushed, self.heard)

    async def refresh(self) -> None:
        """Catch up with another process and show it to the people here."""
        async with self.lock:
            await self.look()
            self.publish()

    # Changes

    async def do(self, command: Callable[[Draft], T]) -> T:
        """Run a command on the table, keep what it changed, then tell everybody. Not given up halfway."""
        return await asyncio.shield(self.run(command))

    async def run(
        self, command: Callable[[Draft], T], then: Callable[[T], None] = lambda result: None, asker: Line | None = None
    ) -> T:
        """The same, by a caller who is not cancelled halfway. `then` is called right when everybody is told; from there
        on the line of the asker is held, since it is the asker who sends what is put into it."""
        async with self.lock:
            self.used = time.monotonic()
            before = self.lists()
            for _ in range(TRIES):
                await self.look()
                draft = Draft(self)
                try:
                    result = command(draft)
                    change = draft.finish() if is_changed(draft) else None
                except (Problem, Illegal, BadInput, BadFaces):
                    if is_played(draft):
                        await self.start_over()
                    raise
                except BaseException:
                    self.forget()
                    self.behind = True
                    raise
                if change is None:
                    if asker:
                        asker.held = True
                    then(result)
                    return result
                try:
                    await self.hall.store.append(change)
                except Behind:
                    await self.start_over()
                    continue
                except BaseException:
                    self.forget()
                    self.behind = True
                    raise
                if asker:
                    asker.held = True
                self.accept(draft, change, before)
                then(result)
                return result
        raise Unavailable("The table is very busy; please try again.")

    def accept(self, draft: Draft, change: Change, before: set[str]) -> None:
        """The change is kept: now it is true, and everybody may hear of it; also those on whose lists the table was
        before."""
        self.row, self.seats = draft.row, draft.seats
        for line in change.journal:
            self.stamps.append((line.at, line.ask))
            if line.key:
                self.keys[line.seat, line.key] = line.place
        if self.table:
            self.asked_at = ask_place(self.table)
        self.views.clear()
        self.card = b""
        self.count(change.messages)
        self.publish()
        self.hall.changed(self, draft.public, before)

    def publish(self) -> None:
        """Show each line the table and its view, where they differ from what it was shown before."""
        for viewer, lines in self.lines.items():
            if viewer and lines:
                seat = self.seats.get(viewer)
                for line in lines:
                    if seat is None or seat.user != line.user:
                        line.close(HELD_BY_ANOTHER)
            self.publish_to(viewer, [line for line in lines if not line.reason])

    def publish_to(self, viewer: str, lines: Sequence[Line]) -> None:
        """Show these lines of one viewer what differs from what each was shown before. What they are shown is the
        same for all of them, and made once. Late watchers have no line here: they look by themselves."""
        if not lines:
            return
        card_now = shown_by_card(self.row, self.seats)
        view_now = (self.row.ask, self.view(viewer)) if self.table else None
        card_frame = view_frame = b""
        for line in lines:
            if line.card != card_now:
                line.card = card_now
                card_frame = card_frame or self.card_frame(viewer)
                line.put(card_frame)
            if line.shown != view_now and view_now:
                line.shown = view_now
                view_frame = view_frame or self.view_frame(viewer)
                line.put(view_frame)

    # What can be seen

    def lists(self) -> set[str]:
        """On whose lists the table is, by user; under no name, on the list for everybody."""
        host = self.row.host if self.row else ""  # none yet: it is just being read
        people = {user for user in (host, *(seat.user for seat in self.seats.values())) if user}
        return people | {""} if self.row and self.row.listed else people

    def view(self, viewer: str) -> bytes:
        """What a seat, or a watcher, may see of the game, as JSON."""
        if self.table is None:
            return b"null"
        if viewer not in self.views:
            nations = self.seats[viewer].nations if viewer else ()
            self.views[viewer] = _encode(self.table.game.view(self.table.state, nations))
        return self.views[viewer]

    def view_frame(self, viewer: str) -> bytes:
        undo = b"true" if self.may_undo(viewer) else b"false"
        return b'{"type":"view","seq":%d,"ask":%d,"undo":%b,"view":%b}' % (
            self.told.get(viewer, 0),
            self.row.ask,
            undo,
            self.view(viewer),
        )

    def card_frame(self, viewer: str) -> bytes:
        return b'{"type":"table","seq":%d,"table":%b}' % (self.told.get(viewer, 0), self.table_card())

    def table_card(self) -> bytes:
        """What everybody may know of the table, as JSON."""
        if not self.card:
            self.card = _encode(card(self.row, self.seats, self.table))
        return self.card

    def may_undo(self, viewer: str) -> bool:
        """Whether a seat may take its last answer back alone. What was copied from another table stays."""
        if not viewer or self.table is None or self.row.status != "playing":
            return False
        nations, origin = self.seats[viewer].nations, self.row.facts.origin
        last = None if self.table.revealed else self.table.last_own_answer(nations)
        return last is not None and not (origin and origin.table and last < origin.entries)

    @property
    def is_late(self) -> bool:
        """Whether watchers are held some minutes behind; not after the end."""
        return self.row.facts.watching.delay > 0 and self.row.status != "over"

    def watched_moves(self, now: float) -> int:
        """How many moves in force a watcher may know of."""
        if self.table is None:
            return 0
        if not self.is_late:
            return len(self.table.moves)
        limit = now - self.row.facts.watching.delay * 60
        return sum(self.stamps[place][0] <= limit for place in self.table.moves)

    async def messages(self, viewer: str, after: int, limit: int, now: float | None = None) -> list[bytes]:
        """The messages that a viewer may read, numbered for this viewer, from one number on."""
        found = await self.hall.store.read(lambda connection: said_at(connection, self.id))
        frames, number = [], 0
        for message in found:
            if now is not None and message.at > now:
                break
            audience = message.audience
            if audience is None or (viewer and viewer in audience.split(" ")):
                number += 1
                if after < number <= after + limit:
                    frames.append(message_frame(number, message))
        return frames

    # Lines

    def join(self, line: Line) -> None:
        self.lines.setdefault(line.viewer, set()).add(line)

    def leave(self, line: Line) -> None:
        self.lines.get(line.viewer, set()).discard(line)

    def close(self, reason: str) -> None:
        """Send everybody away."""
        for lines in self.lines.values():
            for line in tuple(lines):
                line.close(reason)

    def is_here(self, user: str) -> bool:
        return any(line.user == user for name, lines in self.lines.items() if name for line in lines)


def message_frame(number: int, said: Said) -> bytes:
    return f'{{"type":"message","seq":{number},"at":{said.at:.3f},"kind":"{said.kind}","body":{said.body}}}'.encode()
