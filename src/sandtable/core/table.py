"""One game in play: its state, its journal, its dice. What a server, a terminal or a simulation drives."""

from collections.abc import Mapping
from typing import Any

from sandtable.core import play
from sandtable.core.events import Event
from sandtable.core.fairness import commitment, draw_places, game_key, roll_faces
from sandtable.core.journal import (
    Answered,
    AnyEntry,
    Drawn,
    Journal,
    Move,
    Revealed,
    Rolled,
    Setup,
    Standing,
    TakenBack,
    Undone,
    in_force,
)
from sandtable.core.menus import freeze
from sandtable.core.state import State, digest
from sandtable.core.steps import CONSENT, Ask, Draw, Roll
from sandtable.core.verdicts import BadFaces, BadInput, Illegal, Refusal
from sandtable.core.versions import Game

MOST_SNAPSHOTS, LATEST_SNAPSHOTS = 160, 64
"""How many positions a table keeps to load others from, and how many of the latest are all kept."""
DICE_ARE_KNOWN = Refusal("The game is over and the secret of its dice is out; nothing can be taken back")


class Table:
    """A game in play. Every change goes through a method here, and is in the journal before the method returns."""

    def __init__(self, game: Game, setup: Setup, secret: bytes = b"") -> None:
        if setup.commitment and commitment(secret) != setup.commitment:
            raise BadInput("the secret of the dice does not fit the commitment that was made before play")
        self.game = game
        self.secret = secret
        self.key = game_key(secret, setup.nonces)
        self.journal = Journal()
        self.journal.add(setup)
        self.state = game.start(setup.scenario, game.complete_options(setup.options))
        play.settle(self.state)
        opening, self.state.news = self.state.news, []
        self.diary: list[tuple[int, Event]] = [(0, event) for event in opening]
        self.snapshots: list[tuple[int, State]] = [(0, self.state.clone())]
        self.moves: list[int] = []
        self.barriers: set[int] = set()
        self.rolled: dict[str, int] = {}
        self.takebacks = 0
        self.standing: list[Standing] = []

    @property
    def setup(self) -> Setup:
        return self.journal.setup

    @property
    def revealed(self) -> bool:
        """Whether the secret of the dice is out, so that nothing more may be played with it."""
        return isinstance(self.journal.entries[-1], Revealed)

    @property
    def by_hand(self) -> bool:
        return not self.setup.commitment

    def digest(self) -> str:
        return digest(self.state, bytes.fromhex(self.setup.salt))

    # Ways forward

    def answer(self, nation: str, choice: Any, automatic: str = "") -> list[Event]:
        """A nation decides; refused choices raise `Illegal` and change nothing."""
        want = play.pending(self.state)
        if isinstance(want, Ask) and nation in want.menus:
            choice = want.menus[nation].read(choice)
        return self.take(Answered(nation, want.what if want else "", freeze(choice), automatic))

    def roll(self, faces: tuple[int, ...] | None = None) -> list[Event]:
        """Dice fall: by the key of the table, or as they were thrown by hand."""
        want = play.pending(self.state)
        if not isinstance(want, Roll | Draw):
            raise BadFaces("no dice are asked for now")
        if (faces is None) == self.by_hand:
            raise BadFaces("dice are thrown by hand at this table" if self.by_hand else "dice fall by themselves here")
        number = self.rolled.get(want.what, 0) + 1
        name = [self.setup.id, self.takebacks, want.what, number]
        if isinstance(want, Roll):
            faces = faces if faces is not None else roll_faces(self.key, name, want.sides, want.dice)
            return self.take(Rolled(want.what, number, self.takebacks, want.sides, faces))
        faces = faces if faces is not None else draw_places(self.key, name, want.items, want.take)
        return self.take(Drawn(want.what, number, self.takebacks, want.items, faces))

    def take(self, move: Move) -> list[Event]:
        """Apply a move, new or recorded, and write it down."""
        want = play.pending(self.state)
        if isinstance(move, Answered):
            if want is not None and move.ask != want.what:
                raise BadInput(f"the answer is to {move.ask}, but the rules ask for {want.what}")
            events = play.answer(self.state, move.nation, freeze(move.choice))
            unsealed = isinstance(want, Ask) and len(want.menus) > 1 and not self.state.sealed
        else:
            if want is None or move.what != want.what:
                raise BadInput(
                    f"the dice are for {move.what}, but the rules ask for {want.what if want else 'nothing'}"
                )
            events = play.roll(self.state, move.faces)
            self.rolled[move.what] = move.number
            unsealed = False
        place = len(self.journal.entries)
        self.journal.add(move)
        self.moves.append(place)
        if unsealed or any(event.reveals() for event in events):
            self.barriers.add(place)
        self.diary.extend((place, event) for event in events)
        if self.decider_changed():
            self.snapshots.append((len(self.moves), self.state.clone()))
            if len(self.snapshots) > MOST_SNAPSHOTS:  # of the early ones, every other will do
                early = self.snapshots[:-LATEST_SNAPSHOTS]
                self.snapshots = early[::2] + self.snapshots[-LATEST_SNAPSHOTS:]
        return events

    def run(self) -> list[Event]:
        """Let dice fall and standing answers speak until a person must decide or throw."""
        events: list[Event] = []
        while True:
            want = play.pending(self.state)
            if isinstance(want, Roll | Draw) and not self.by_hand:
                events += self.roll()
            elif isinstance(want, Ask) and (said := self.standing_answer(want)):
                events += self.answer(*said, automatic="standing")
            else:
                break
        if want is None:
            self.reveal()
        return events

    def events_from(self, place: int) -> list[Event]:
        """What has happened since the journal had so many entries."""
        first = len(self.diary)
        while first and self.diary[first - 1][0] >= place:
            first -= 1
        return [event for _, event in self.diary[first:]]

    def reveal(self) -> None:
        """The game is over: show the secret of the dice, once."""
        if not self.by_hand and not self.revealed:
            self.journal.add(Revealed(self.secret.hex()))

    def decider_changed(self) -> bool:
        """Whether somebody else than at the last snapshot is to decide now: a good moment to load from."""
        now, then = play.pending(self.state), play.pending(self.snapshots[-1][1])
        if isinstance(now, Ask) and isinstance(then, Ask) and now.menus.keys() == then.menus.keys():
            return len(self.moves) - self.snapshots[-1][0] >= 50
        return isinstance(now, Ask)

    # Standing answers

    def declare(self, standing: Standing) -> None:
        """A nation says beforehand how it will answer."""
        if standing.policy not in ("", "ask", "default", *self.game.policies):
            known = ", ".join(("ask", "default", *self.game.policies))
            raise BadInput(f"there is no standing policy '{standing.policy}'; there are: {known}")
        if standing.nation not in self.game.scenario(self.setup.scenario).nations:
            raise BadInput(f"nobody plays '{standing.nation}' here")
        self.journal.add(standing)
        self.standing.append(standing)

    def standing_answer(self, ask: Ask) -> tuple[str, Any] | None:
        """The first nation that has not answered yet and has said beforehand how it would, with that answer. Nobody is
        asked for consent to what the same seat has decided."""
        for nation, menu in ask.menus.items():
            if nation in self.state.sealed:
                continue
            if any(nation in seat and ask.asker in seat for seat in self.setup.seats.values()):
                return nation, CONSENT
            for standing in reversed(self.standing):
                if standing.nation == nation and standing.covers(ask.what):
                    choice = menu.read(standing.choice)
                    if standing.policy == "default":
                        choice = menu.default
                    elif standing.policy in self.game.policies:
                        view = self.game.view(self.state, (nation,))
                        choice = self.game.policies[standing.policy](view, menu)
                    if standing.policy != "ask" and menu.why_not(choice) is None:
                        return nation, choice
                    break
        return None

    # Ways back

    def why_not_undo(self, nations: tuple[str, ...]) -> Refusal | None:
        """Whether the holder of these nations may take its last answer back alone."""
        if self.revealed:
            return DICE_ARE_KNOWN
        if self.last_own_answer(nations) is not None:
            return None
        if not self.moves:
            return Refusal("Nothing has been done yet")
        last = self.journal.entries[self.moves[-1]]
        if self.moves[-1] in self.barriers:
            return Refusal("Something was revealed since; only the whole table can agree to go back")
        if isinstance(last, Answered):
            return Refusal(f"{last.nation} has answered since; only the whole table can agree to go back")
        return Refusal("Dice have fallen since; only the whole table can agree to go back")

    def last_own_answer(self, nations: tuple[str, ...]) -> int | None:
        """The place of the last answer that a person of this seat gave, if nothing but its own lies behind it."""
        for place in reversed(self.moves):
            entry = self.journal.entries[place]
            if place in self.barriers or not isinstance(entry, Answered) or entry.nation not in nations:
                return None
            if not entry.automatic:
                return place
        return None

    def undo(self, nations: tuple[str, ...]) -> None:
        """Take the last own answer back, if no die, reveal or other person lies behind it."""
        if refusal := self.why_not_undo(nations):
            raise Illegal(refusal)
        place = self.last_own_answer(nations)
        assert place is not None
        entry = self.journal.entries[place]
        assert isinstance(entry, Answered)
        self.go_back(Undone(entry.nation, place - 1))

    def takeback(self, to: int, consent: tuple[str, ...]) -> None:
        """Go back behind dice by the consent of every seat. The dice after it are new ones."""
        if self.revealed:
            raise Illegal(DICE_ARE_KNOWN)
        if missing := [seat for seat in self.setup.seats if seat not in consent]:
            raise Illegal(Refusal(f"{', '.join(missing)} did not agree to the takeback"))
        if not 0 <= to < len(self.journal.entries) - 1:
            raise Illegal(Refusal(f"there is no entry {to} to go back to"))
        self.go_back(TakenBack(to, consent))

    def go_back(self, entry: Undone | TakenBack) -> None:
        """Strike out the moves after `entry.to` and rebuild the state from the last snapshot before them."""
        self.journal.add(entry)
        self.takebacks += isinstance(entry, TakenBack)
        self.moves = [place for place in self.moves if place <= entry.to]
        self.barriers = {place for place in self.barriers if place <= entry.to}
        self.diary = [(place, event) for place, event in self.diary if place <= entry.to]
        while self.snapshots[-1][0] > len(self.moves):
            self.snapshots.pop()
        self.rolled = {}
        for place in self.moves:
            move = self.journal.entries[place]
            if isinstance(move, Rolled | Drawn):
                self.rolled[move.what] = move.number
        self.state = self.state_after(len(self.moves))

    def state_after(self, moves: int) -> State:
        """The state after so many moves in force: any moment of the war, for replays and play from here."""
        done, snapshot = max((item for item in self.snapshots if item[0] <= moves), key=lambda item: item[0])
        state = snapshot.clone()
        for place in self.moves[done:moves]:
            apply(state, self.journal.entries[place])
        return state


def apply(state: State, move: AnyEntry) -> None:
    """Play a recorded move on a state, without writing it down."""
    if isinstance(move, Answered):
        play.answer(state, move.nation, freeze(move.choice))
    elif isinstance(move, Rolled | Drawn):
        play.roll(state, move.faces)


def new_setup(
    game: Game,
    *,
    id: str,
    scenario: str,
    options: Mapping[str, Any],
    seats: Mapping[str, tuple[str, ...]],
    salt: str,
    secret: bytes = b"",
    nonces: Mapping[str, str] | None = None,
    study: bool = False,
) -> Setup:
    """The set-up of a new game, checked. Without a secret the dice are thrown by hand. To study a war one person may
    hold seats that the rules of the game would keep apart."""
    nations = game.scenario(scenario).nations
    held = [nation for seat in seats.values() for nation in seat]
    for nation in held:
        if nation not in nations:
            raise BadInput(f"scenario '{scenario}' has no nation '{nation}'; it has: {', '.join(nations)}")
        if held.count(nation) > 1:
            raise BadInput(f"two seats hold {nation}")
    if not study and (refusal := game.why_not_seats(scenario, seats)):
        raise Illegal(refusal)
    return Setup(
        id=id,
        game=game.name,
        rules=game.rules,
        scenario=scenario,
        options=game.complete_options(options),
        seats=dict(seats),
        salt=salt,
        commitment=commitment(secret) if secret else "",
        nonces=dict(nonces or {}),
    )


class Trouble(BadInput):
    """A journal that this release cannot follow, with the table as far as it could."""

    def __init__(self, sentence: str, at: int, table: Table) -> None:
        super().__init__(sentence)
        self.at = at
        self.table = table


def replay(game: Game, journal: Journal, secret: bytes = b"", lenient: bool = False) -> Table:
    """The table of a journal. Strict: the first move that the rules refuse is an error. Lenient: everything from
    the first refused move on is left out, so that a war can go on from there under mended rules."""
    table = Table(game, journal.setup, secret)
    alive = set(in_force(journal.entries))
    for at, entry in enumerate(journal.entries[1:], start=1):
        try:
            if isinstance(entry, Move) and at in alive:
                table.take(entry)
                continue
            if isinstance(entry, Move | Undone | TakenBack):
                table.journal.add(entry)  # struck out, or striking out: no effect on the state that remains
                table.takebacks += isinstance(entry, TakenBack)
            elif isinstance(entry, Standing):
                table.declare(entry)
            else:
                table.journal.add(entry)
        except (BadInput, Illegal, BadFaces) as problem:
            if lenient:
                return table
            raise Trouble(f"entry {at} does not follow from the rules: {problem}", at, table) from None
    return table
