"""Phase 4: Noncombat Move. A move is one sentence: from where, which way, which units, what they load and land."""

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.core.menus import Menu, Pick, Rng, freeze
from sandtable.core.steps import CONSENT, Ask, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import unit_bag
from sandtable.games.axis1940.cargo import (
    kinds_in,
    loadable,
    loading_zones,
    one_by_one,
    own_cargo,
    room_for,
    why_not_load,
)
from sandtable.games.axis1940.data import ARM, LAND, TAKERS, UNITS
from sandtable.games.axis1940.events import Consent
from sandtable.games.axis1940.forces import FRESH, SPENT, Stack, chosen, kind_of, label
from sandtable.games.axis1940.guesses import guess_move, hopeful_in_peace
from sandtable.games.axis1940.landing import Aloft, landing_elsewhere
from sandtable.games.axis1940.movement import MoveMenu, Party
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.chart import Chart, Hopes, mustered
from sandtable.games.axis1940.rules.combat_ways import sea_ways, with_carriers_at, without
from sandtable.games.axis1940.rules.hosting import agree, guests_to_be, hosts_to_ask, is_asked_for
from sandtable.games.axis1940.rules.neutrals import has_taker, is_neutral_land
from sandtable.games.axis1940.rules.noncombat_moves import (
    Order,
    apply_noncombat_move,
    end_noncombat,
    hosts_of,
    movable_here,
    room_on_allies,
)
from sandtable.games.axis1940.rules.noncombat_ways import (
    CARRIED,
    noncombat_ways,
    offload_places,
    why_not_by_air,
    why_not_by_land,
    why_not_by_sea,
    why_not_enter_peacefully,
)
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import ANYBODY, SHIPS, SHIPS_AND_AIRCRAFT, STAY, TROOPS_AND_AIRCRAFT, Way
from sandtable.games.axis1940.words import name_of, the


class NoncombatMoves(MoveMenu, frozen=True, tag="ax.noncombat_moves", kw_only=True, dict=True):
    """A noncombat move, or that they are all made."""

    turned_away: tuple[str, ...] = ()
    """The spaces that hosts have refused to aircraft in this phase (AA-POL-31)."""

    @once
    def chart(self) -> Chart:
        return Chart(self.game, self.power, fighting=False)

    def movable(self, space: str) -> list[Stack]:
        return mustered(self.game, self.power, space, self.chart.muster, movable_here)

    def why_not_go(self, origin: str, way: Way, stack: Stack) -> Refusal | None:
        arm = ARM[stack.kind]
        if arm == "air":
            if stack.acted == SPENT:
                return Refusal("This aircraft has landed", "AA-NCM-01")
            return why_not_by_air(self.chart, origin, way, stack)
        if stack.acted != FRESH:
            return self.why_not_again(stack)
        if arm == "sea":
            return why_not_by_sea(self.chart, origin, way, stack)
        if origin in self.game.map.sea:
            if len(way) != 1 or way[0] not in offload_places(self.game, self.power, origin):
                return Refusal(
                    "From an ally's transport units go ashore in a friendly territory beside it", "AA-TRANS-17"
                )
            return None
        return why_not_by_land(self.chart, origin, way, stack)

    def why_not_there(self, origin: str, way: Way, word: str, number: int, have: int) -> Refusal:
        for ship in self.game.units[origin]:
            if (
                ship.owner != self.power
                and ship.acted != FRESH
                and any(item.owner == self.power and item.kind == word for item in ship.cargo)
            ):
                return Refusal(
                    "The ally's transport has offloaded, or tried to land its units, this turn", "AA-TRANS-06"
                )
        return MoveMenu.why_not_there(self, origin, way, word, number, have)

    def why_not_again(self, stack: Stack) -> Refusal:
        if stack.acted == SPENT:
            return Refusal(f"This {UNITS[stack.kind].name} has moved, or is new", "AA-NCM-01")
        clause = (
            "AA-TRANS-14" if stack.kind == "transport" else "AA-NCM-14" if ARM[stack.kind] == "sea" else "AA-NCM-01"
        )
        return Refusal(f"This {UNITS[stack.kind].name} moved or fought in the combat phases", clause)

    def arms_on(self, way: Way) -> frozenset[str]:
        if way == STAY:
            return SHIPS
        if way[0] not in self.game.map.sea:
            return TROOPS_AND_AIRCRAFT
        return ANYBODY if way[0] in self.chart.whole.hosts else SHIPS_AND_AIRCRAFT

    def is_free(self, origin: str, way: Way, able: list[Stack]) -> bool:
        goal = way[-1]
        if goal not in self.game.map.sea:
            return way != STAY and not is_neutral_land(self.game, goal)
        return goal != origin and all(ARM[stack.kind] == "sea" and stack.kind != "carrier" for stack in able)

    def why_not_party(self, origin: str, way: Way, party: Party) -> Refusal | None:
        goal = origin if way == STAY else way[-1]
        arms = {ARM[stack.kind] for stack, _ in party}
        if "land" in arms:
            if goal in self.game.map.sea:
                loads: dict[str, int] = {}
                for stack, number in party:
                    if ARM[stack.kind] == "land":
                        loads[stack.kind] = loads.get(stack.kind, 0) + number
                if not room_on_allies(self.game, self.power, goal, loads):
                    return Refusal("A transport holds one land unit of any kind and one infantry", "AA-TRANS-01")
            elif is_neutral_land(self.game, goal) and not (
                has_taker(self.game, self.power, goal) or any(stack.kind in TAKERS for stack, _ in party)
            ):
                return Refusal(f"AAA alone cannot bring {name_of(goal)} over", "AA-NEUT-17")
        if goal == origin and way != STAY and not self.can_use_return(origin, way, party):
            return Refusal("That way leads back to where it began", "AA-NCM-01")
        if "air" in arms or "carrier" in [stack.kind for stack, _ in party]:
            return self.why_not_saving(origin, goal, party)
        return None

    def can_use_return(self, origin: str, way: Way, party: Party) -> bool:
        """A transport may fetch something and come back; anything else would stay where it is."""
        if any(stack.kind != "transport" for stack, _ in party):
            return False
        loads = loadable(self.game, self.power, loading_zones(self.game, self.power, origin, way), CARRIED)
        return any(room_for([stack], {kind: 1}) for stack, _ in party for kind in kinds_in(loads.items()))

    def why_not_saving(self, origin: str, goal: str, party: Party) -> Refusal | None:
        """AA-AIRMOVE-15 to 17, AA-NCM-10: no move may leave aircraft without a place that they could have had. Aircraft
        that land ashore take no place from others."""
        if goal not in self.game.map.sea:
            return None
        proof = self.chart.landing
        planes = proof.planes
        if not proof.needy and all(ARM[stack.kind] != "air" for stack, _ in party):
            return None
        for stack, number in party:
            if ARM[stack.kind] == "air":
                planes = without(planes, origin, stack, number)
                planes.append(Aloft(goal, stack.kind, 0, number))
        ships = with_carriers_at(goal, proof.ships, origin, party)
        if (lost := proof.lost(planes, ships)) and lost > proof.lost_now:
            return Refusal("Aircraft that could be saved would be lost by this move", "AA-AIRMOVE-15")
        return None

    def why_not_ashore(self, territory: str) -> Refusal | None:
        return why_not_enter_peacefully(self.game, self.power, territory, True)

    def why_not_load(self, answer: tuple[Any, ...], word: str) -> Refusal | None:
        return why_not_load(self.game, self.power, answer[0], answer[1], word)

    def why_not_done(self) -> Refusal | None:
        """AA-AIRMOVE-15, AA-NCM-10: as many aircraft as possible must be saved before the phase ends, though not where
        a host refuses them."""
        proof = self.chart.landing
        if self.turned_away and proof.planes:
            proof = landing_elsewhere(proof, self.turned_away)
        if not proof.planes or not proof.must_move:
            return None
        return Refusal("Some aircraft can still be brought to a safe landing place", "AA-AIRMOVE-15")

    def more(self, answer: tuple[Any, ...]) -> Menu | None:
        origin, way, bag = answer[:3]
        goal = origin if way == STAY else way[-1]
        if goal not in self.game.map.sea or "transport" not in [kind_of(word) for word, _ in bag]:
            return None
        ships = one_by_one(chosen(self.movable(origin), bag))
        return self.cargo_menus(origin, way, goal, ships, list(answer[3:]))

    def cargo_menus(self, origin: str, way: Way, goal: str, ships: list[Stack], rest: list[Any]) -> Menu | None:
        """AA-TRANS-03, AA-TRANS-09, AA-TRANS-15: what is loaded on the way, and what goes ashore where."""
        aboard = own_cargo(ships, self.power)
        limits = loadable(self.game, self.power, loading_zones(self.game, self.power, origin, way), CARRIED)
        limits = {word: number for word, number in limits.items() if room_for(ships, kinds_in([(word, 1)]))}
        places = offload_places(self.game, self.power, goal)
        idle = way == STAY or goal == origin
        loads: Any = ()
        if limits:
            if not rest:
                return self.loads_menu(ships, limits, least=1 if idle and not (aboard and places) else 0)
            loads = rest.pop(0)
        for kind, number in kinds_in(loads).items():
            aboard[kind] = aboard.get(kind, 0) + number
        if not aboard or not places:
            return None
        if not rest:
            options = tuple(places) if idle and not loads else (*places, "none")
            return Pick(options=options, rule="AA-TRANS-15")
        if rest.pop(0) == "none" or rest:
            return None
        return unit_bag({kind: aboard[kind] for kind in LAND if kind in aboard}, "AA-TRANS-15")

    def loads_menu(self, ships: list[Stack], limits: dict[str, int], least: int) -> Menu:
        def final(held: Any) -> Refusal | None:
            if room_for(ships, kinds_in(held.items())):
                return None
            return Refusal("A transport holds one land unit of any kind and one infantry", "AA-TRANS-01")

        return unit_bag(limits, "AA-TRANS-03", final, lambda held: final(held) is None, least)

    def possible_ways(self, origin: str, stacks: list[Stack]) -> Iterable[Way]:
        return noncombat_ways(self.chart, origin, stacks)

    def hopes(self, rarely: bool) -> Hopes:
        return self.chart.hopes_in_peace()

    def find_hopeful(self, space: str, stacks: list[Stack], rarely: bool) -> list[Stack]:
        return hopeful_in_peace(self.chart, space, stacks)

    def guess_way(self, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
        return guess_move(self.chart, origin, stack, rng)

    def way_out(self, rng: Rng) -> tuple[Any, ...] | None:
        """Aircraft that must be brought down fly to land or to a deck, or a carrier comes to them."""
        proof = self.chart.landing
        aloft = {plane.space for plane in proof.planes}
        decks = proof.fleet.havens
        for origin, stack in [(space, stack) for space in self.chart.whole.own for stack in self.movable(space)]:
            ways: list[Way]
            if ARM[stack.kind] == "air" and origin in aloft:
                ways = [(space,) for space in (*proof.terrain.grounds, *decks)]
            elif stack.kind == "carrier":
                ways = [way for way in sea_ways(self.chart, origin, False) if way[-1] in aloft]
            else:
                continue
            start = int(rng.random() * len(ways)) if ways else 0
            for way in (*ways[start:], *ways[:start]):
                if way[-1] != origin and self.why_not_go(origin, way, stack) is None:
                    answer = (origin, way, ((label(stack), 1),))
                    if self.judge(origin, way, dict(answer[2])) is None:
                        return answer
        return None


class NoncombatMove(Step, frozen=True, tag="ax.noncombat.moves"):
    """Phase 4: moves one after the other, until the power says that they are all made."""

    power: str
    turned_away: tuple[str, ...] = ()

    def ask(self, game: Board) -> Want:
        menu = NoncombatMoves(power=self.power, turned_away=self.turned_away, rule="AA-NCM-01")
        menu.__dict__["game"] = game
        return Ask("ax.noncombat_move", {self.power: menu}, f"Noncombat moves of {the(self.power)}")

    def then(self, game: Board, got: Any) -> None:
        if got == ("done",):
            if found := hosts_to_ask(game, self.power, self.turned_away):
                zone, hosts = found
                game.call(AskConsent(self.power, tuple(hosts), (zone, STAY, ())))
                return
            end_noncombat(game, self.power)
            game.done()
        elif is_asked_for(game) and (hosts := hosts_of(game, self.power, got)):
            game.call(AskConsent(self.power, tuple(hosts), got))
        else:
            apply_noncombat_move(game, self.power, got)


class AskConsent(Step, frozen=True, tag="ax.noncombat.consent"):
    """AA-POL-31: sharing a territory, carrier or transport needs the consent of the host: before a move, and for
    aircraft that would come down on an ally's deck without one, when the phase ends (then nothing is in the bag)."""

    power: str
    hosts: tuple[str, ...]
    move: Any

    @property
    def order(self) -> Order:
        return Order(freeze(self.move))

    def place(self) -> str:
        return self.order.place or self.order.goal

    def ask(self, game: Board) -> Want:
        menu = Pick(options=(CONSENT, "no"), rule="AA-POL-31")
        prompt = f"Does {the(self.hosts[0])} host units of {the(self.power)} in {name_of(self.place())}?"
        return Ask("ax.consent", {self.hosts[0]: menu}, prompt, asker=self.power)

    def then(self, game: Board, got: Any) -> None:
        game.tell(Consent(self.hosts[0], self.power, got == CONSENT))
        if got != CONSENT:
            self.turn_away(game)
        elif len(self.hosts) > 1:
            game.goto(AskConsent(self.power, self.hosts[1:], self.move))
        else:
            self.welcome(game)

    def turn_away(self, game: Board) -> None:
        game.done()
        phase = game.steps[-1]
        assert isinstance(phase, NoncombatMove)
        if not self.order.bag or any(ARM[kind_of(word)] == "air" for word, _ in self.order.bag):
            game.goto(msgspec.structs.replace(phase, turned_away=(*phase.turned_away, self.place())))

    def welcome(self, game: Board) -> None:
        game.done()
        if self.order.bag:
            apply_noncombat_move(game, self.power, freeze(self.move))
        if self.place() in game.map.sea:
            agree(game, self.place(), guests_to_be(game, self.power, self.place()))
        if not self.order.bag:
            game.steps[-1].then(game, ("done",))
