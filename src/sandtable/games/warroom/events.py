"""What happens in a war, each as data and as one sentence of the war diary."""

from collections.abc import Mapping

from sandtable.core.events import Event
from sandtable.games.warroom.data import NAMES, REGION_NAMES, RESOURCES, UNITS, ZONE_ORDER, ZONES, Amounts

WORDS = {"osr": "OSR", "oil": "Oil", "iron": "Iron"}


def place(region: str) -> str:
    return f"{REGION_NAMES.get(region, region)} ({region})"


def owner(command: str) -> str:
    """Whose Command it is: tokens are named by their nation and their number."""
    return NAMES[command.rpartition("-")[0]]


def called(command: str) -> str:
    """A Command as its token reads."""
    return f"Command {command.rpartition('-')[2]}"


def amounts(numbers: Amounts) -> str:
    said = [f"{number} {WORDS[name]}" for name, number in zip(RESOURCES, numbers, strict=True) if number]
    return ", ".join(said) or "nothing"


def units(counts: Mapping[str, int] | tuple[tuple[str, int], ...]) -> str:
    pairs = counts.items() if isinstance(counts, Mapping) else counts
    return ", ".join(f"{number} {UNITS[kind].short}" for kind, number in pairs if number) or "nothing"


def posted(units: tuple[tuple[str, int], ...]) -> str:
    """Units on the battle board, `2 INF offense, 1 ART anti-air`; with their nations where there are several."""
    several = len({name.rpartition("/")[2] for name, _ in units}) > 1
    said = []
    for name, number in units:
        kind, stance, nation = name.split("/")
        words = f"{number} {UNITS[kind].short} {stance.replace('_', '-')}"
        said.append(f"{words} of {NAMES[nation]}" if several else words)
    return ", ".join(said)


def sides(side: str) -> str:
    return "the Axis" if side == "axis" else "the Allies"


class PhaseBegan(Event, frozen=True, tag="wr.phase"):
    round: int
    phase: str

    def says(self) -> str:
        return f"Round {self.round}, {self.phase}."


class IncomeAdded(Event, frozen=True, tag="wr.income"):
    nation: str
    amount: Amounts

    def says(self) -> str:
        return f"{NAMES[self.nation]} takes in {amounts(self.amount)}."


class Reorganised(Event, frozen=True, tag="wr.reorganised"):
    nation: str
    source: str
    target: str
    moved: tuple[tuple[str, int], ...]

    def says(self) -> str:
        return f"{NAMES[self.nation]} shifts {units(self.moved)} from {called(self.source)} to {called(self.target)}."


class BidsRevealed(Event, frozen=True, tag="wr.bids"):
    bids: tuple[tuple[str, int], ...]

    def says(self) -> str:
        return "Bids: " + ", ".join(f"{NAMES[nation]} {bid}" for nation, bid in self.bids) + "."

    def reveals(self) -> bool:
        return True


class SlotTaken(Event, frozen=True, tag="wr.slot"):
    nation: str
    slot: int

    def says(self) -> str:
        return f"{NAMES[self.nation]} takes place {self.slot} in the Turn Order."


class OrdersRevealed(Event, frozen=True, tag="wr.orders"):
    nation: str
    orders: tuple[tuple[str, str], ...]

    def says(self) -> str:
        said = ", ".join(f"{command.rpartition('-')[2]} > {region}" for command, region in self.orders)
        return f"{NAMES[self.nation]} reveals its orders: {said or 'none'}."

    def reveals(self) -> bool:
        return True


class Moved(Event, frozen=True, tag="wr.moved"):
    command: str
    start: str
    end: str
    via: str
    moved: tuple[tuple[str, int], ...]

    def says(self) -> str:
        way = {"": "", "rail": " by Rail", "loop": " on patrol"}.get(self.via, f" by way of {place(self.via)}")
        who, what = owner(self.command), f"{called(self.command)} ({units(self.moved)})"
        return f"{who} moves {what} from {place(self.start)} to {place(self.end)}{way}."


class Pinned(Event, frozen=True, tag="wr.pinned"):
    command: str
    region: str
    stayed: tuple[tuple[str, int], ...]
    under: str

    def says(self) -> str:
        who, what = owner(self.command), f"{units(self.stayed)} of {called(self.command)}"
        return f"{who}: {what} are pinned in {place(self.region)} and stay as {called(self.under)}."


class OrderCancelled(Event, frozen=True, tag="wr.cancelled"):
    command: str
    destination: str
    why: str
    rule: str

    def says(self) -> str:
        order = f"{called(self.command)} > {self.destination}"
        return f"{owner(self.command)}: the order {order} is cancelled: {self.why} [{self.rule}]."


class Launched(Event, frozen=True, tag="wr.launched"):
    nation: str
    start: str
    end: str
    number: int

    def says(self) -> str:
        return f"{NAMES[self.nation]} launches {self.number} CF from {self.start} to {place(self.end)}."


class NeutralInvaded(Event, frozen=True, tag="wr.neutral"):
    territory: str
    nation: str
    side: str
    force: tuple[int, ...]

    def says(self) -> str:
        force = units(tuple(zip(("infantry", "artillery", "fighter"), self.force, strict=False)))
        return (
            f"{NAMES[self.nation]} enters {place(self.territory)}, which is now with {sides(self.side)}; "
            f"Defense Force: {force}."
        )


class PactEnded(Event, frozen=True, tag="wr.pact"):
    pact: str
    breaker: str

    def says(self) -> str:
        if self.breaker:
            return f"{NAMES[self.breaker]} breaks the {self.pact} and gains 6 Stress."
        return f"The {self.pact} is dissolved."


class HotspotPlaced(Event, frozen=True, tag="wr.hotspot"):
    region: str
    added: bool = True

    def says(self) -> str:
        return f"{place(self.region)} is {'a hotspot' if self.added else 'no hotspot any more'}."


class HotspotPicked(Event, frozen=True, tag="wr.picked"):
    nation: str
    region: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} picks {place(self.region)}."


class CommanderNamed(Event, frozen=True, tag="wr.commander"):
    side: str
    nation: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} commands for {sides(self.side)}."


class StancesTaken(Event, frozen=True, tag="wr.stances"):
    side: str
    stances: tuple[tuple[str, int], ...]

    def says(self) -> str:
        return f"Stances of {sides(self.side)}: {posted(self.stances) or 'none'}."


class StageBegan(Event, frozen=True, tag="wr.stage"):
    stage: str
    dice: tuple[tuple[str, int], ...]
    advantage: str = ""

    def says(self) -> str:
        said = ", ".join(f"{sides(side)} {number} dice" for side, number in self.dice)
        edge = f"; Force Advantage for {sides(self.advantage)}" if self.advantage else ""
        return f"{self.stage}: {said}{edge}."


class BatchRolled(Event, frozen=True, tag="wr.batch"):
    side: str
    colours: tuple[str, ...]
    region: str = ""
    hits: int = 0
    """Results of colours that had something to hit, in a battle that is not quick."""
    expected: float = 0.0
    """How many of them were to be expected, for the luck ledger."""

    def says(self) -> str:
        return f"{sides(self.side).replace('the', 'The', 1)} roll {', '.join(self.colours)}."


class HitTaken(Event, frozen=True, tag="wr.hit"):
    colour: str
    nation: str
    kind: str
    stance: str
    box: str
    escort: bool = False

    def says(self) -> str:
        how = "the escort takes the hit" if self.escort else f"{self.colour} hits"
        name, stance = NAMES[self.nation], self.stance.replace("_", "-")
        return f"{name[0].upper()}{name[1:]}: {how}, {UNITS[self.kind].short} in {stance} {self.box}."


class Escaped(Event, frozen=True, tag="wr.escaped"):
    nation: str
    number: int

    def says(self) -> str:
        return f"{self.number} SUB of {NAMES[self.nation]} dives and escapes."


class GarrisonFired(Event, frozen=True, tag="wr.garrison"):
    territory: str
    colours: tuple[str, str]

    def says(self) -> str:
        return f"The Garrison of {place(self.territory)} rolls {self.colours[0]} and {self.colours[1]}."


class RaidResult(Event, frozen=True, tag="wr.raid"):
    place: str
    nation: str
    colour: str
    effect: str
    region: str = ""

    def says(self) -> str:
        return f"Raid on {self.place}: {self.colour} - {self.effect}."


class Repaired(Event, frozen=True, tag="wr.repaired"):
    nation: str
    repaired: tuple[tuple[str, int], ...]
    paid: Amounts

    def says(self) -> str:
        return f"{NAMES[self.nation]} repairs {units(self.repaired)} for {amounts(self.paid)}."


class UnitsLost(Event, frozen=True, tag="wr.lost"):
    nation: str
    region: str
    lost: tuple[tuple[str, int], ...]
    why: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} loses {units(self.lost)} in {place(self.region)}: {self.why}."


class Captured(Event, frozen=True, tag="wr.captured"):
    territory: str
    nation: str
    former: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} takes control of {place(self.territory)} from {NAMES[self.former]}."


class MedalsAwarded(Event, frozen=True, tag="wr.medals"):
    nation: str
    medals: int

    def says(self) -> str:
        return f"{NAMES[self.nation]} gains {self.medals} Medal{'s' if self.medals > 1 else ''}."


class StressGained(Event, frozen=True, tag="wr.stress"):
    nation: str
    stress: int
    why: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} gains {self.stress} Stress: {self.why}."


class HotspotEnded(Event, frozen=True, tag="wr.debriefed"):
    region: str
    embattled: bool

    def says(self) -> str:
        return f"{place(self.region)} is {'Embattled' if self.embattled else 'quiet again'}."


class Landed(Event, frozen=True, tag="wr.landed"):
    command: str
    start: str
    end: str

    def says(self) -> str:
        return f"{owner(self.command)}: {called(self.command)} lands in {place(self.end)}."


class Deployed(Event, frozen=True, tag="wr.deployed"):
    nation: str
    region: str
    fresh: tuple[tuple[str, int], ...]

    def says(self) -> str:
        return f"{NAMES[self.nation]} deploys {units(self.fresh)} in {place(self.region)}."


class MoraleChanged(Event, frozen=True, tag="wr.morale"):
    nation: str
    step: str
    stress: int
    zone: int

    def says(self) -> str:
        zone = ZONES[ZONE_ORDER[self.zone]].id.capitalize()
        return f"{NAMES[self.nation]} ({self.step}): {self.stress} Stress, {zone} Zone."


class Paid(Event, frozen=True, tag="wr.paid"):
    nation: str
    amount: Amounts
    why: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} pays {amounts(self.amount)}: {self.why}."


class Traded(Event, frozen=True, tag="wr.traded"):
    nation: str
    neutral: str
    gave: Amounts
    got: Amounts

    def says(self) -> str:
        return f"{NAMES[self.nation]} trades {amounts(self.gave)} for {amounts(self.got)} in {place(self.neutral)}."


class Purchased(Event, frozen=True, tag="wr.purchased"):
    nation: str
    bought: tuple[tuple[str, int], ...]
    goods: int
    paid: Amounts

    def says(self) -> str:
        extra = f" and {self.goods} Civilian Goods" if self.goods else ""
        return f"{NAMES[self.nation]} buys {units(self.bought)}{extra} for {amounts(self.paid)}."

    def reveals(self) -> bool:
        return True


class Placed(Event, frozen=True, tag="wr.placed"):
    nation: str
    territory: str
    placed: tuple[tuple[str, int], ...]

    def says(self) -> str:
        return f"{NAMES[self.nation]} builds {units(self.placed)} in {place(self.territory)}."


class BombRepaired(Event, frozen=True, tag="wr.bombs"):
    nation: str
    territory: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} clears one Bomb Token from {place(self.territory)} for 9 Iron."


class NationCollapsed(Event, frozen=True, tag="wr.collapsed"):
    nation: str

    def says(self) -> str:
        return f"{NAMES[self.nation]} has Collapsed."


class WarEnded(Event, frozen=True, tag="wr.ended"):
    winner: str
    why: str

    def says(self) -> str:
        return f"The war is over: {self.why}."
