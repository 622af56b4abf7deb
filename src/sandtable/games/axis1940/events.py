"""What happens in a war, as sentences of its diary."""

from sandtable.core.events import Event
from sandtable.games.axis1940.forces import Bag, listed, words
from sandtable.games.axis1940.words import The, name_of, the

Losses = tuple[tuple[str, str, int], ...]
"""Owner, kind and number."""


def by_owner(losses: Losses) -> str:
    """Losses in words: '2 infantry of Japan and 1 fighter of ANZAC'."""
    owners: dict[str, list[tuple[str, int]]] = {}
    for owner, kind, number in losses:
        owners.setdefault(owner, []).append((kind, number))
    return listed([f"{words(bag)} of {the(owner)}" for owner, bag in owners.items()])


def is_one(units: Bag) -> bool:
    """Whether the verb is that of a single unit."""
    return sum(number for _, number in units) == 1


class TurnBegan(Event, frozen=True, tag="ax.turn"):
    power: str
    round: int

    def says(self) -> str:
        return f"Round {self.round}: {the(self.power)} to move."


class Bought(Event, frozen=True, tag="ax.bought"):
    power: str
    units: Bag
    cost: int
    left: int

    def says(self) -> str:
        if not self.units:
            return f"{The(self.power)} buys nothing and keeps {self.left} IPCs."
        return f"{The(self.power)} buys {words(self.units)} for {self.cost} IPCs and keeps {self.left}."


class Repaired(Event, frozen=True, tag="ax.repaired"):
    power: str
    place: str
    what: str
    points: int

    def says(self) -> str:
        return f"{The(self.power)} repairs {self.points} damage of the {name_of(self.what)} in {name_of(self.place)}."


class ShipRepaired(Event, frozen=True, tag="ax.ship_repaired"):
    power: str
    place: str
    units: Bag

    def says(self) -> str:
        return f"{words(self.units)} of {the(self.power)} repaired in {name_of(self.place)}."


class WarDeclared(Event, frozen=True, tag="ax.war"):
    power: str
    on: str
    unprovoked: bool

    def says(self) -> str:
        how = ", unprovoked" if self.unprovoked else ""
        return f"{The(self.power)} declares war on {the(self.on)}{how}."


class BonusPaid(Event, frozen=True, tag="ax.bonus"):
    power: str
    ipcs: int

    def says(self) -> str:
        return f"{The(self.power)} mobilizes at once and receives {self.ipcs} IPCs."


class Moved(Event, frozen=True, tag="ax.moved"):
    power: str
    units: Bag
    path: tuple[str, ...]
    purpose: str = ""
    cargo: Bag = ()
    target: str = ""

    def says(self) -> str:
        way = f"from {name_of(self.path[0])}"
        if len(self.path) > 2:
            way += " by " + listed([name_of(space) for space in self.path[1:-1]])
        way = f"{way} to {name_of(self.path[-1])}" if len(self.path) > 1 else f"in {name_of(self.path[0])}"
        carrying = f" loading {words(self.cargo)}" if self.cargo else ""
        aim = f" for {name_of(self.target)}" if self.target else ""
        purpose = f" ({self.purpose})" if self.purpose else ""
        return f"{The(self.power)}: {words(self.units)} {way}{carrying}{aim}{purpose}."


class Recalled(Event, frozen=True, tag="ax.recalled"):
    power: str
    place: str

    def says(self) -> str:
        return f"{The(self.power)} calls its ships back from {name_of(self.place)}."


class Scrambled(Event, frozen=True, tag="ax.scrambled"):
    power: str
    base: str
    zone: str
    units: Bag

    def says(self) -> str:
        verb = "scrambles" if is_one(self.units) else "scramble"
        return f"{words(self.units)} of {the(self.power)} {verb} from {name_of(self.base)} to {name_of(self.zone)}."


class Intercepted(Event, frozen=True, tag="ax.intercepted"):
    power: str
    place: str
    number: int

    def says(self) -> str:
        fighters = words((("fighter", self.number),))
        verb = "rises" if self.number == 1 else "rise"
        return f"{fighters} of {the(self.power)} {verb} to intercept over {name_of(self.place)}."


class KamikazesFlown(Event, frozen=True, tag="ax.kamikazes"):
    zone: str
    targets: Bag
    left: int

    def says(self) -> str:
        aims = " and ".join(f"{count} at a {name_of(kind)}" for kind, count in self.targets)
        return f"Kamikaze strikes in {name_of(self.zone)}: {aims}; {self.left} left."


class BattleBegan(Event, frozen=True, tag="ax.battle"):
    space: str
    attacker: str
    attackers: Bag
    defenders: Losses

    def says(self) -> str:
        return (
            f"Battle in {name_of(self.space)}: {words(self.attackers)} of {the(self.attacker)} "
            f"against {by_owner(self.defenders) or 'nobody'}."
        )


class Fired(Event, frozen=True, tag="ax.fired"):
    space: str
    who: str
    what: str
    faces: tuple[int, ...]
    hits: int
    expected: float = 0.0
    """How many hits were to be expected, for the luck ledger."""
    needs: tuple[tuple[int, int], ...] = ()
    """How many of the dice, in their order, hit on which number or less."""

    def says(self) -> str:
        faces = [str(face) for face in self.faces]
        told = []
        for number, value in self.needs:
            told.append(f"{' '.join(faces[:number])} at {value}")
            del faces[:number]
        rolled = ", ".join(told) or "no dice"
        hits = f"{self.hits} hit" if self.hits == 1 else f"{self.hits} hits"
        return f"{self.what[0].upper()}{self.what[1:]} in {name_of(self.space)}: {rolled} — {hits}."


class UnitsLost(Event, frozen=True, tag="ax.lost"):
    space: str
    losses: Losses
    damaged: Losses = ()
    why: str = ""

    def says(self) -> str:
        said = []
        if self.losses:
            said.append(f"lost in {name_of(self.space)}: {by_owner(self.losses)}")
        if self.damaged:
            said.append(f"damaged in {name_of(self.space)}: {by_owner(self.damaged)}")
        text = "; ".join(said)
        reason = f" ({self.why})" if self.why else ""
        return f"{text[0].upper()}{text[1:]}{reason}."


class Submerged(Event, frozen=True, tag="ax.submerged"):
    power: str
    zone: str
    number: int

    def says(self) -> str:
        return f"{words((('submarine', self.number),))} of {the(self.power)} submerge in {name_of(self.zone)}."


class Retreated(Event, frozen=True, tag="ax.retreated"):
    power: str
    space: str
    to: str

    def says(self) -> str:
        if self.to == self.space:
            return f"The aircraft of {the(self.power)} break off the attack in {name_of(self.space)}."
        return f"{The(self.power)} retreats from {name_of(self.space)} to {name_of(self.to)}."


class BattleOver(Event, frozen=True, tag="ax.battle_over"):
    space: str
    verdict: str

    def says(self) -> str:
        return f"The battle in {name_of(self.space)} is over: {self.verdict}."


TAKES = {"captured": "captures", "retaken": "takes back", "taken over": "takes over"}
"""How a power comes to hold a territory itself."""


class ControlChanged(Event, frozen=True, tag="ax.control"):
    place: str
    by: str
    to: str
    before: str
    how: str

    def says(self) -> str:
        if self.how == "liberated":
            return f"{The(self.by)} liberates {name_of(self.place)} for {the(self.to)}."
        if self.how == "returned":
            return f"{name_of(self.place)} returns to {the(self.to)}."
        return f"{The(self.to)} {TAKES[self.how]} {name_of(self.place)}."


class Plundered(Event, frozen=True, tag="ax.plunder"):
    by: str
    victim: str
    ipcs: int

    def says(self) -> str:
        return f"{The(self.by)} takes {self.ipcs} IPCs from the treasury of {the(self.victim)}."


class NeutralJoined(Event, frozen=True, tag="ax.neutral"):
    place: str
    side: str
    army: int

    def says(self) -> str:
        army = words((("infantry", self.army),))
        return f"{name_of(self.place)} is attacked and joins the {self.side.capitalize()} with {army}."


class NeutralsLean(Event, frozen=True, tag="ax.neutrals"):
    side: str

    def says(self) -> str:
        return f"All other neutral territories are now friendly to the {self.side.capitalize()}."


class Bombed(Event, frozen=True, tag="ax.bombed"):
    place: str
    what: str
    damage: int
    total: int

    def says(self) -> str:
        return f"Bombs on the {name_of(self.what)} in {name_of(self.place)}: {self.damage} damage, now {self.total}."


class Rescued(Event, frozen=True, tag="ax.rescued"):
    power: str
    units: Bag
    place: str

    def says(self) -> str:
        verb = "lands" if is_one(self.units) else "land"
        return f"{words(self.units)} of {the(self.power)} {verb} in {name_of(self.place)}."


class Mobilized(Event, frozen=True, tag="ax.mobilized"):
    power: str
    place: str
    units: Bag

    def says(self) -> str:
        return f"{The(self.power)} places {words(self.units)} in {name_of(self.place)}."


class Refunded(Event, frozen=True, tag="ax.refunded"):
    power: str
    units: Bag
    ipcs: int

    def says(self) -> str:
        return f"{The(self.power)} cannot place {words(self.units)} and gets {self.ipcs} IPCs back."


class ConvoysDisrupted(Event, frozen=True, tag="ax.convoys"):
    power: str
    zone: str
    faces: tuple[int, ...]
    rolled: int

    def says(self) -> str:
        dice = " ".join(str(face) for face in self.faces)
        return f"Convoy raiders in {name_of(self.zone)} roll {dice}: {self.rolled} against {the(self.power)}."


class ObjectiveMet(Event, frozen=True, tag="ax.objective"):
    power: str
    title: str
    ipcs: int

    def says(self) -> str:
        return f"{The(self.power)} receives {self.ipcs} IPCs: {self.title}."


class IncomeCollected(Event, frozen=True, tag="ax.income"):
    power: str
    production: int
    bonus: int
    lost: int
    treasury: int

    def says(self) -> str:
        extra = f" + {self.bonus} bonus" if self.bonus else ""
        less = f" − {self.lost} to raiders" if self.lost else ""
        return f"{The(self.power)} collects {self.production}{extra}{less} and has {self.treasury} IPCs."


class Consent(Event, frozen=True, tag="ax.consent"):
    host: str
    guest: str
    agreed: bool

    def says(self) -> str:
        return f"{The(self.host)} {'agrees to host' if self.agreed else 'will not host'} units of {the(self.guest)}."


class GameWon(Event, frozen=True, tag="ax.won"):
    side: str
    how: str

    def says(self) -> str:
        return f"The {self.side.capitalize()} win the war: {self.how}." if self.side else f"The war ends: {self.how}."
