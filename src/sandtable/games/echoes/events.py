"""What happens in a war, as sentences of its diary."""

from sandtable.core.events import Event
from sandtable.games.echoes.data import BOXES, CONFLICTS, REGIONS, SPACES, TRACKS, Grant, Side
from sandtable.games.echoes.words import grant_text

SIDES = {"allies": "the Allies", "axis": "the Axis"}


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


class TurnBegan(Event, frozen=True, tag="ew.turn"):
    turn: int
    year: int

    def says(self) -> str:
        return f"Turn {self.turn}, {self.year}."


class BoxDrawn(Event, frozen=True, tag="ew.box"):
    box: str
    half: str
    again: bool = False

    def says(self) -> str:
        box = BOXES[self.box]
        if self.half == "event" or box.years is None:
            return f"{box.title}."
        if self.again:
            return f"{box.title} has happened already; its alternate is carried out."
        return f"{box.title} belongs to {box.years[0]}-{box.years[1]}; its alternate is carried out."


class ConflictDrawn(Event, frozen=True, tag="ew.conflict"):
    conflict: str

    def says(self) -> str:
        return f"{CONFLICTS[self.conflict].name}: both sides throw in all they have."


class ConflictFought(Event, frozen=True, tag="ew.conflict_fought"):
    conflict: str
    allies: int
    axis: int
    modifier: int

    def says(self) -> str:
        extra = {1: " (+1 for the Allies)", -1: " (+1 for the Axis)", 0: ""}[self.modifier]
        margin = self.allies - self.axis + self.modifier
        verdict = "nothing changes"
        if margin:
            verdict = f"the Allies win by {margin}" if margin > 0 else f"the Axis wins by {-margin}"
        return f"The Allies roll {self.allies}, the Axis rolls {self.axis}{extra}: {verdict}."


class TrackMarked(Event, frozen=True, tag="ew.track"):
    side: Side
    track: str
    lead: int

    def says(self) -> str:
        record = TRACKS[self.track]
        row = record.allied_row if self.side == "allies" else record.axis_row
        return f"{self.track}: a box is marked for {row}; the lead is now {signed(self.lead)}."


class MarkIgnored(Event, frozen=True, tag="ew.track_full"):
    side: Side
    track: str

    def says(self) -> str:
        ahead = "they are" if self.side == "allies" else "it is"
        return f"{self.track}: a further box for {SIDES[self.side]} is ignored, {ahead} as far ahead as can be."


class Advanced(Event, frozen=True, tag="ew.advance"):
    side: Side
    region: str
    space: int

    def says(self) -> str:
        place = SPACES[self.region, self.space].name
        if self.side == "allies":
            return f"{REGIONS[self.region].name}: the Allies advance; the front is at {place} ({self.space})."
        return f"{REGIONS[self.region].name}: the Axis advances; the front is at {place} ({self.space})."


class AdvanceIgnored(Event, frozen=True, tag="ew.no_advance"):
    side: Side
    region: str
    capital: bool

    def says(self) -> str:
        why = "a capital cannot be entered without a fight" if self.capital else "the front is at the end of its track"
        return f"{REGIONS[self.region].name}: no advance for {SIDES[self.side]}; {why}."


class Attacked(Event, frozen=True, tag="ew.attack"):
    side: Side
    region: str
    face: int
    modifier: int
    needed: int

    def margin(self) -> int:
        """2.3: the attack succeeds from 0 on."""
        return self.face + self.modifier - self.needed

    def says(self) -> str:
        who = "the Allies attack and roll" if self.side == "allies" else "the Axis attacks and rolls"
        rolled = str(self.face)
        if self.modifier:
            rolled = f"{self.face}{signed(self.modifier)} = {self.face + self.modifier}"
        verdict = "it succeeds" if self.margin() >= 0 else "it fails"
        return f"{REGIONS[self.region].name}: {who} {rolled}, needing {self.needed}; {verdict}."


class NoAttack(Event, frozen=True, tag="ew.no_attack"):
    side: Side
    region: str

    def says(self) -> str:
        return f"{REGIONS[self.region].name}: there is nothing left to attack for {SIDES[self.side]}."


class TideTurned(Event, frozen=True, tag="ew.tide"):
    region: str
    use: str
    left: int

    def says(self) -> str:
        uses = {"reroll": "a die is rolled again", **{track: f"{track} is shifted" for track in TRACKS}}
        return f"Tide of War, {REGIONS[self.region].name}: {uses[self.use]}. Left: {self.left}."


class CodeUsed(Event, frozen=True, tag="ew.enigma"):
    region: str

    def says(self) -> str:
        return f"{REGIONS[self.region].name}: the broken code gives a second roll."


class DieRolled(Event, frozen=True, tag="ew.die"):
    box: str
    face: int

    def says(self) -> str:
        return f"{BOXES[self.box].title}: the die shows {self.face}."


class Chosen(Event, frozen=True, tag="ew.choice"):
    text: str

    def says(self) -> str:
        return f"The Allies choose: {self.text}."


class Granted(Event, frozen=True, tag="ew.grant"):
    grant: Grant

    def says(self) -> str:
        return f"The Allies get {grant_text(self.grant)}."


class Stopped(Event, frozen=True, tag="ew.stop"):
    attacks: int
    actions: int

    def says(self) -> str:
        return f"The Allies stop; {self.attacks} attacks and {self.actions} actions lapse."


class ConfidenceChecked(Event, frozen=True, tag="ew.confidence"):
    turn: int
    points: int
    at_most: int
    face: int

    def says(self) -> str:
        if not self.face:
            return f"Confidence: {self.points} points are more than {self.at_most}; the alliance stands firm."
        return f"Confidence: {self.points} points are no more than {self.at_most}; the die shows {self.face}."


class WarEnded(Event, frozen=True, tag="ew.end"):
    result: str
    points: int
    sentence: str

    def says(self) -> str:
        return self.sentence
