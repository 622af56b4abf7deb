"""Phase 3: Movement Operations. Nation by nation and box by box, orders are revealed and carried out or cancelled."""

from collections.abc import Iterable
from typing import Any

from sandtable.core.forms import Form, Part
from sandtable.core.menus import Bag, Pick
from sandtable.core.steps import Ask, Each, Sequence, Step
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.games.warroom.data import CATEGORIES, NAMES
from sandtable.games.warroom.events import Launched, Moved, OrderCancelled, OrdersRevealed, Pinned
from sandtable.games.warroom.menus import form
from sandtable.games.warroom.position import PARTIES, other_party, take_units
from sandtable.games.warroom.rules.neutrals import enter, is_apart
from sandtable.games.warroom.rules.pacts import (
    SOVIET_JAPANESE,
    break_pact,
    note_guests,
    note_new_guests,
    remove_overstayers,
    violates_pact,
)
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.rules.routes import Plan, Route, plan
from sandtable.games.warroom.state import Command, WarRoom

CANCEL = "cancel"
PIN, PASS = "pin", "let-pass"


class Movement(Step, frozen=True, tag="wr.3.movement"):
    """Step 1: all Embattled markers become Active hotspots. Step 2: the nations move. Step 3: Carrier Fighters."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "movement")
        for region, marker in list(game.markers.items()):
            if marker == "embattled":
                game.markers[region] = "contested"
        game.tried.clear()
        game.held.clear()
        note_new_guests(game)
        order = game.in_order()
        game.goto(Sequence(("wr.3.end",)))
        game.call(Each("wr.3.launch", order))
        game.call(Each("wr.3.nation", order))
        game.call(Sequence(("wr.pact.window",)))


class EndOfMovement(Step, frozen=True, tag="wr.3.end"):
    """R-09, WR-STAL-08: what is judged when all have moved."""

    def then(self, game: WarRoom, got: Any) -> None:
        remove_overstayers(game)
        note_guests(game)
        game.done()


class NationMoves(Step, frozen=True, tag="wr.3.nation"):
    """WR-MOVE-32, 33: the nation's chart is revealed and its orders come up in the order of the boxes."""

    nation: str
    box: int = -1

    def then(self, game: WarRoom, got: Any) -> None:
        if self.box < 0:
            orders = game.orders.pop(self.nation, ())
            game.charts[self.nation] = orders
            game.tell(OrdersRevealed(self.nation, orders))
        box = self.box + 1
        if box >= len(game.charts[self.nation]):
            game.done()
            return
        game.goto(NationMoves(self.nation, box))
        game.call(CarryOut(self.nation, box))


class CarryOut(Step, frozen=True, tag="wr.3.order"):
    """WR-MOVE-34 to 40: an order is carried out in full or cancelled; only pins make it partial."""

    nation: str
    box: int
    settled: bool = False
    """Whether the other party of the Pact has said if it pins."""

    def order(self, game: WarRoom) -> tuple[str, str]:
        return game.charts[self.nation][self.box]

    def ask(self, game: WarRoom) -> Ask | None:
        key, end = self.order(game)
        if why_void(game, key) is not None:
            return None
        command = game.commands[key]
        if not self.settled and could_break_by_pinning(game, command, end):
            return None
        found = plan(game, command, end)
        if not found.routes:
            return None
        prompt = f"{NAMES[self.nation]} carries out {key} > {end} or cancels it"
        about = {"command": key, "end": end}
        return Ask("wr.3.order", {self.nation: order_menu(command, found)}, prompt, about=about)

    def then(self, game: WarRoom, got: Any) -> None:
        key, end = self.order(game)
        why = why_void(game, key)
        if why is None and not self.settled and could_break_by_pinning(game, game.commands[key], end):
            game.goto(CarryOut(self.nation, self.box, True))
            game.call(AskToPin(self.nation, key, end))
            return
        game.done()
        if key not in game.tried:
            game.tried.append(key)
        if got is not None and got[0] == CANCEL:
            game.tell(OrderCancelled(key, end, "its nation calls it off", "WR-MOVE-35"))
            return
        found = plan(game, game.commands[key], end) if why is None else Plan((), why)
        if got is None:
            why = found.why or Refusal("it cannot be carried out", "WR-MOVE-36")
            if found.held:
                game.held.append(key)
            game.tell(OrderCancelled(key, end, why.sentence, why.rule))
        else:
            route = next(route for route in found.routes if route.name == got[0])
            staying = dict(got[1]) if len(got) > 1 else forced_to_stay(game.commands[key], route)
            carry_out(game, game.commands[key], route, staying)


def why_void(game: WarRoom, key: str) -> Refusal | None:
    """WR-PLAN-09, WR-MOVE-40: orders for Commands that were not on the map, and repeated ones, are void."""
    if key in game.tried:
        return Refusal("only the first order for a Command counts", "WR-MOVE-40")
    if key not in game.roster or key not in game.commands:
        return Refusal("the Command was not on the map when planning ended", "WR-PLAN-09")
    return None


def order_menu(command: Command, found: Plan) -> Form:
    """WR-MOVE-27, 28, 35, WR-PIN-05: which way, or not at all, and which units stay where a pin splits the Command."""
    doubted = {
        route.name: Doubt(f"This breaks the {SOVIET_JAPANESE}: 6 Stress", "WR-PACT-17")
        for route in found.routes
        if route.breaks
    }
    names = (*(route.name for route in found.routes), CANCEL)
    menus = {}
    for route in found.routes:
        if (number := left_behind(command, route)) and len(command.counts()) > 1:
            menus[route.name] = Bag(rule="WR-PIN-03", limits=command.counts(), least=number, most=number)
    ways = Part("route", Pick(rule="WR-MOVE-35", options=names, doubted=doubted))
    return form("WR-MOVE-35", ways, Part("stay", by="route", menus=dict(menus)))


def left_behind(command: Command, route: Route) -> int:
    """How many units a pin takes from the Command; 0 if it goes on whole or is stopped whole."""
    going = sum(command.units) - route.stay_start
    if route.stay_start:
        return route.stay_start
    return route.stay_via if route.stay_via < going else 0


def forced_to_stay(command: Command, route: Route) -> dict[str, int]:
    """With one kind of unit there is nothing to choose."""
    number = left_behind(command, route)
    return {next(iter(command.counts())): number} if number else {}


def carry_out(game: WarRoom, command: Command, route: Route, staying: dict[str, int]) -> None:
    """WR-PIN-03, 06, 09: the pinned part stays under a new token, everything else goes on."""
    if route.breaks and game.pact:
        break_pact(game, command.nation)
    start, stopped = command.region, route.stay_via >= sum(command.units) - route.stay_start > 0
    end = route.via if stopped else route.end
    moving = take_units(command, staying)
    if staying:
        where = start if route.stay_start else route.via
        number = game.free_tokens(command.nation, command.category)[0]
        counts = tuple(staying.get(kind, 0) for kind in CATEGORIES[command.category])
        left = Command(command.nation, number, command.category, where, counts)
        game.put(left)
        game.tell(Pinned(command.key, where, tuple(staying.items()), left.key))
    moved = Command(command.nation, command.number, command.category, end, moving, command.category == "air")
    game.put(moved)
    via = "" if stopped or command.category == "air" else route.via
    game.tell(Moved(command.key, start, end, via, tuple(moved.counts().items())))
    enter(game, command.nation, end)


# The Soviet-Japanese Pact on the move


class AskToPin(Step, frozen=True, tag="wr.3.pin"):
    """WR-PACT-03, 04: the other party may pin, and then it is the one that breaks the Pact."""

    nation: str
    command: str
    end: str

    def ask(self, game: WarRoom) -> Ask:
        other = other_party(self.nation)
        menu = Pick(
            rule="WR-PACT-04",
            options=(PASS, PIN),
            doubted={PIN: Doubt(f"This breaks the {SOVIET_JAPANESE}: 6 Stress", "WR-PACT-19")},
            usual=PASS,
        )
        prompt = f"{NAMES[other]} may pin {self.command} and break the Pact by it"
        return Ask("wr.3.pin", {other: menu}, prompt, about={"command": self.command})

    def then(self, game: WarRoom, got: Any) -> None:
        if got == PIN:
            break_pact(game, other_party(self.nation))
        game.done()


def could_break_by_pinning(game: WarRoom, command: Command, end: str) -> bool:
    """Whether units of the other party would hold back more if the Pact did not forbid them to pin."""
    other = other_party(command.nation)
    if not game.pact or not other or command.category == "air" or game.on("quick_play"):
        return False
    around = game.map.sea if game.map.is_sea(command.region) else game.map.shore
    places = (command.region, *around[command.region])
    if not any(c.nation == other for place in places for c in game.here(place)):
        return False
    with_pact = plan(game, command, end)
    if not with_pact.routes:
        return False
    game.pact = False
    without = plan(game, command, end)
    game.pact = True
    return [(r.name, r.stay_start, r.stay_via) for r in with_pact.routes] != [
        (r.name, r.stay_start, r.stay_via) for r in without.routes
    ]


# Step 3: Carrier Fighters


class LaunchFighters(Step, frozen=True, tag="wr.3.launch"):
    """WR-CARR-01 to 06: each Carrier may launch one Carrier Fighter into its own or an adjacent region."""

    nation: str

    def decks(self, game: WarRoom) -> dict[str, int]:
        """The nation's Carriers by region."""
        found: dict[str, int] = {}
        for command in game.stacks():
            if command.nation == self.nation and command.category == "naval" and (number := command.of("carrier")):
                found[command.region] = found.get(command.region, 0) + number
        return found

    def ask(self, game: WarRoom) -> Ask | None:
        decks = self.decks(game)
        if not decks:
            return None
        parts = tuple(
            Part(region, Bag(rule="WR-CARR-02", limits=self.targets(game, region, number), most=number))
            for region, number in decks.items()
        )
        prompt = f"{NAMES[self.nation]} may launch Carrier Fighters from {', '.join(decks)}{self.warning(game, decks)}"
        return Ask("wr.3.launch", {self.nation: form("WR-CARR-01", *parts)}, prompt)

    def targets(self, game: WarRoom, region: str, number: int) -> dict[str, int]:
        places = [r for r in (region, *game.map.air[region]) if r in game.map.order]
        if game.on("quick_play"):
            places = [r for r in places if not is_apart(game, r) and not violates_pact(game, self.nation, r)]
        return dict.fromkeys(places, number)

    def warning(self, game: WarRoom, regions: Iterable[str]) -> str:
        """WR-PACT-17: where a launch would break the Pact."""
        if not game.pact or self.nation not in PARTIES:
            return ""
        near = dict.fromkeys(place for region in regions for place in self.targets(game, region, 1))
        closed = [place for place in near if violates_pact(game, self.nation, place)]
        return f"; into {', '.join(closed)} it would break the Pact" if closed else ""

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if got is None:
            return
        for start, bag in zip(self.decks(game), got, strict=True):
            for end, number in bag:
                if violates_pact(game, self.nation, end):
                    break_pact(game, self.nation)
                key = f"{end}/{self.nation}"
                game.fighters[key] = game.fighters.get(key, 0) + number
                game.tell(Launched(self.nation, start, end, number))
                enter(game, self.nation, end)
