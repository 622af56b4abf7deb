"""Phase 2: Combat Move. A move is one sentence: from where, which way, which units, and what they do there."""

from collections.abc import Iterable
from typing import Any

from sandtable.core.menus import Menu, Pick, Rng
from sandtable.core.steps import Ask, Step, Want
from sandtable.core.verdicts import Doubt, Refusal
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
from sandtable.games.axis1940.data import ARM, UNITS, WARSHIPS
from sandtable.games.axis1940.forces import FRESH, Stack, chosen, kind_of
from sandtable.games.axis1940.guesses import guess_attack
from sandtable.games.axis1940.landing import Aloft, Deck
from sandtable.games.axis1940.movement import MoveMenu, Party
from sandtable.games.axis1940.once import once
from sandtable.games.axis1940.rules.chart import Chart, Hopes, mustered
from sandtable.games.axis1940.rules.combat_doubts import doubts_about_move, doubts_about_the_end
from sandtable.games.axis1940.rules.combat_ways import (
    LANDING_FORCE,
    can_assault,
    can_raid,
    combat_ways,
    no_business,
    why_not_by_air,
    why_not_by_land,
    why_not_by_sea,
    with_carriers_at,
    without,
)
from sandtable.games.axis1940.rules.moves import WAITING, apply_combat_move, movable_here, recall_waiting
from sandtable.games.axis1940.spaces import is_at_war
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.ways import SHIPS, SHIPS_AND_AIRCRAFT, STAY, TROOPS_AND_AIRCRAFT, Way
from sandtable.games.axis1940.words import name_of, the


class CombatMoves(MoveMenu, frozen=True, tag="ax.combat_moves", kw_only=True, dict=True):
    """A combat move, or that they are all made."""

    @once
    def chart(self) -> Chart:
        return Chart(self.game, self.power, fighting=True)

    def movable(self, space: str) -> list[Stack]:
        return mustered(self.game, self.power, space, self.chart.muster, movable_here)

    def why_not_go(self, origin: str, way: Way, stack: Stack) -> Refusal | None:
        if stack.acted != FRESH or stack.left >= 0:
            return Refusal(f"This {UNITS[stack.kind].name} has made its combat move", "AA-CMOVE-09")
        arm = ARM[stack.kind]
        if arm == "air":
            return why_not_by_air(self.chart, origin, way, stack)
        if arm == "sea":
            return why_not_by_sea(self.chart, origin, way, stack)
        if origin in self.game.map.sea:
            return self.why_not_land_from_ally(origin, way, stack)
        return why_not_by_land(self.chart, origin, way, stack)

    def why_not_land_from_ally(self, origin: str, way: Way, stack: Stack) -> Refusal | None:
        """AA-AMPH-22: units on an ally's transport may assault on their own turn."""
        if stack.kind not in LANDING_FORCE:
            return Refusal("AAA takes no part in an assault", "AA-AMPH-21")
        if len(way) != 1 or way[0] not in self.game.map.coasts[origin]:
            return Refusal("From a transport units land in a territory beside its sea zone", "AA-AMPH-01")
        if self.chart.hostile(origin) and not self.attackers_at(origin, []):
            return Refusal(f"{name_of(origin).capitalize()} is hostile and must be cleared first", "AA-AMPH-22")
        if refusal := self.why_not_without_escort(origin, []):
            return refusal
        return self.chart.why_not_assail(way[0])

    def arms_on(self, way: Way) -> frozenset[str]:
        if way == STAY:
            return SHIPS
        return SHIPS_AND_AIRCRAFT if way[0] in self.game.map.sea else TROOPS_AND_AIRCRAFT

    def is_free(self, origin: str, way: Way, able: list[Stack]) -> bool:
        if origin in self.game.map.sea or any(ARM[stack.kind] != "land" for stack in able):
            return False
        return len(way) == 1 or not self.chart.must_blitz(way[0])

    def why_not_party(self, origin: str, way: Way, party: Party) -> Refusal | None:
        arms = {ARM[stack.kind] for stack, _ in party}
        goal = origin if way == STAY else way[-1]
        if "land" in arms and (refusal := self.why_not_pairs(way, party)):
            return refusal
        if "land" in arms and origin in self.game.map.sea and (refusal := self.why_not_split(origin, goal, party)):
            return refusal
        if goal in self.game.map.sea and "sea" in arms and (refusal := self.why_not_unarmed(origin, way, goal, party)):
            return refusal
        if origin in self.game.map.sea and origin != goal and (refusal := self.why_not_abandon(origin, party)):
            return refusal
        strikes = self.must_strike(origin, way, goal, party)
        sails = "carrier" in [stack.kind for stack, _ in party]
        if "air" in arms or sails or strikes or self.gives_up(origin, goal, party):
            return self.why_not_landing(origin, goal, party, strikes)
        return None

    def must_strike(self, origin: str, way: Way, goal: str, party: Party) -> bool:
        """Whether the party attacks submarines and transports that nobody has attacked before, and cannot but do so."""
        return (
            self.can_choose(goal) and self.attackers_at(goal, party) and not self.can_ignore(origin, way, goal, party)
        )

    def gives_up(self, origin: str, goal: str, party: Party) -> bool:
        """Whether the last units that could clear a hostile zone leave it, while aircraft may count on that."""
        return (
            origin in self.game.map.sea
            and origin != goal
            and self.chart.hostile(origin)
            and bool(self.chart.landing.planes)
            and not any(
                stack.owner == self.power and UNITS[stack.kind].attack and not self.is_leaving(stack, party)
                for stack in self.game.units[origin]
            )
        )

    def why_not_pairs(self, way: Way, party: Party) -> Refusal | None:
        """AA-BLITZ-06, AA-BLITZ-07: in a blitz every mechanized infantry needs a tank of its own."""
        if len(way) < 2 or not self.chart.must_blitz(way[0]):
            return None
        tanks = sum(number for stack, number in party if stack.kind == "tank")
        riders = sum(number for stack, number in party if stack.kind == "mechanized_infantry")
        if riders > tanks:
            return Refusal(
                "In a blitz each mechanized infantry needs a tank to go with", "AA-BLITZ-06" if tanks else "AA-BLITZ-07"
            )
        return None

    def why_not_split(self, zone: str, target: str, party: Party) -> Refusal | None:
        """AA-AMPH-10: units on an ally's transport that lands others elsewhere cannot land here."""
        for stack, number in party:
            free = sum(
                ship.n
                for ship in self.game.units[zone]
                if ship.kind == "transport" and ship.owner != self.power and ship.home in ("", target)
                for item in ship.cargo
                if item.owner == self.power and item.kind == stack.kind and not item.now and not item.land
            )
            if number > free:
                return Refusal("All units of one transport land in the same territory", "AA-AMPH-10")
        return None

    def attackers_at(self, zone: str, party: Party) -> bool:
        """Whether own units with an attack value are, or will be, in a zone."""
        return any(UNITS[stack.kind].attack for stack, _ in party) or any(
            stack.owner == self.power and UNITS[stack.kind].attack and not self.is_leaving(stack, party)
            for stack in self.game.units[zone]
        )

    def is_leaving(self, stack: Stack, party: Party) -> bool:
        return any(stack is other and number == stack.n for other, number in party)

    def why_not_unarmed(self, origin: str, way: Way, goal: str, party: Party) -> Refusal | None:
        """AA-CMOVE-22: carriers and transports attack only together with a unit that has an attack value."""
        ships = [(stack, number) for stack, number in party if ARM[stack.kind] == "sea"]
        if self.must_fight(origin, way, goal, ships) and not self.attackers_at(goal, party):
            if not self.chart.hostile(goal) and (refusal := self.why_not_without_escort(goal, ships)):
                return refusal
            return Refusal("Carriers and transports cannot attack without a unit that can", "AA-CMOVE-22")
        if not self.must_fight(origin, way, goal, ships) and self.needs_assault(origin, way, goal, ships):
            return self.why_not_assault(origin, way, goal, ships)
        return None

    def must_fight(self, origin: str, way: Way, goal: str, ships: Party) -> bool:
        """Whether the only thing these ships can be there for is an attack."""
        if self.chart.hostile(goal):
            return True
        if not self.chart.enemy_ships(goal):
            return False
        return not self.may_ignore(origin, way, goal, ships)

    def may_ignore(self, origin: str, way: Way, goal: str, ships: Party) -> bool:
        """AA-CMOVE-14: whether ships have another reason to be in a zone than its submarines and transports."""
        if goal in self.game.strikes:
            return False
        if self.chart.assaults(goal) or (way != STAY and self.chart.may_escape(origin)):
            return True
        if any(can_assault(self.chart, origin, way, ship) for ship, _ in ships if ship.kind == "transport"):
            return self.why_not_without_escort(goal, ships) is None
        warships = all(ship.kind in WARSHIPS and ship.kind != "carrier" for ship, _ in ships)
        return warships and way != STAY and self.chart.may_wait(goal)

    def needs_assault(self, origin: str, way: Way, goal: str, ships: Party) -> bool:
        """Whether only an assault by these ships themselves justifies the move."""
        return any(ship.kind == "transport" for ship, _ in ships) and not self.other_purpose(origin, way, goal, ships)

    def other_purpose(self, origin: str, way: Way, goal: str, ships: Party, intent: str = "") -> bool:
        """Whether ships have something else to do in a zone than to land somebody; what they ignore is nothing."""
        game = self.game
        if intent != "ignore" and self.chart.enemy_ships(goal) and self.attackers_at(goal, ships):
            return True
        if goal in game.strikes or (self.chart.assaults(goal) and way != STAY):
            return True
        return way != STAY and self.chart.may_escape(origin)

    def why_not_assault(self, origin: str, way: Way, goal: str, ships: Party) -> Refusal | None:
        if refusal := self.why_not_without_escort(goal, ships):
            return refusal
        if not any(can_assault(self.chart, origin, way, ship) for ship, _ in ships if ship.kind == "transport"):
            return no_business(self.game, self.power, goal)
        return None

    def why_not_without_escort(self, zone: str, ships: Party) -> Refusal | None:
        """AA-AMPH-13, AA-AMPH-14: enemy submarines that are ignored let nothing land without an own warship there."""
        game = self.game
        if not self.chart.enemy_submarine(zone) or zone in game.strikes:
            return None
        if self.chart.hostile(zone):
            return None
        if any(stack.kind in WARSHIPS for stack, _ in ships):
            return None
        if any(stack.owner == self.power and stack.kind in WARSHIPS for stack in game.units[zone]):
            return None
        return Refusal(
            f"Enemy submarines in {name_of(zone)} let nothing land without a warship of {the(self.power)} there",
            "AA-AMPH-13",
        )

    def why_not_abandon(self, origin: str, party: Party) -> Refusal | None:
        """Ships and aircraft that a declared attack or assault needs may not leave it."""
        game = self.game
        assaults = self.chart.assaults(origin)
        if not assaults and not self.chart.hostile(origin) and origin not in game.strikes:
            return None
        staying = [
            stack for stack in game.units[origin] if stack.owner == self.power and not self.is_leaving(stack, party)
        ]
        if origin in game.strikes or self.chart.hostile(origin):
            if any(UNITS[stack.kind].attack for stack in staying):
                return None
            if assaults:  # an ally's transport may carry it
                return Refusal(f"{name_of(origin).capitalize()} must be cleared before the assault", "AA-AMPH-02")
            if origin in game.strikes or any(stack.acted != FRESH for stack in staying):
                return Refusal(f"The attack in {name_of(origin)} needs a unit that can attack", "AA-CMOVE-22")
        elif self.chart.enemy_submarine(origin) and not any(stack.kind in WARSHIPS for stack in staying):
            return Refusal(f"The assault from {name_of(origin)} needs a warship beside it", "AA-AMPH-13")
        return None

    def why_not_landing(self, origin: str, goal: str, party: Party, strikes: bool) -> Refusal | None:
        """AA-AIRMOVE-09 to 13, AA-AIRMOVE-18, AA-AIRMOVE-19: all aircraft together must have some way to land. Carriers
        in a zone where the party `strikes` at submarines and transports fight there and sail no more."""
        proof = self.chart.landing
        flying = [
            (stack, Aloft(goal, stack.kind, reach - proof.ways(origin, reach)[goal], number))
            for stack, number in party
            if ARM[stack.kind] == "air" and (reach := self.chart.flight(origin, stack.kind))
        ]
        if not proof.needy and not any(proof.is_needy(plane) for _, plane in flying):
            return None
        planes = proof.planes
        for stack, plane in flying:
            planes = [*without(planes, origin, stack, plane.n), plane]
        ships = with_carriers_at(goal, proof.ships, origin, party)
        if strikes:
            ships = [Deck(ship.places, ship.zone) if ship.zone == goal else ship for ship in ships]
        at_sea = goal in self.game.map.sea
        entered = goal if at_sea and self.chart.hostile(goal) and self.attackers_at(goal, party) else ""
        left = origin if self.gives_up(origin, goal, party) else ""
        if (lost := proof.lost(planes, ships, entered, left)) and lost > proof.lost_now:
            kinds = [plane.kind for _, plane in flying]
            clause = "AA-AIRMOVE-19" if kinds == ["strategic_bomber"] else "AA-AIRMOVE-09"
            return Refusal("Not all aircraft could land again this turn after this move", clause)
        return None

    def more(self, answer: tuple[Any, ...]) -> Menu | None:
        origin, way, bag = answer[:3]
        goal = origin if way == STAY else way[-1]
        rest = list(answer[3:])
        if goal not in self.game.map.sea:
            if rest or any(ARM[kind_of(word)] != "air" for word, _ in bag):
                return None
            return self.task_menu(goal, self.party(answer))
        party = self.party(answer)
        if menu := self.intent_menu(origin, way, goal, party):
            if not rest:
                return menu
            intent = rest.pop(0)
        else:
            intent = "attack" if self.must_strike(origin, way, goal, party) else ""
        if "transport" not in [stack.kind for stack, _ in party]:
            return None
        return self.assault_menus(origin, way, goal, party, intent, rest)

    def party(self, answer: tuple[Any, ...]) -> Party:
        return chosen(self.movable(answer[0]), answer[2])

    def task_menu(self, goal: str, party: Party) -> Menu | None:
        """AA-SBR-01, AA-SBR-02, AA-SBR-04, AA-SBR-21: aircraft may bomb facilities instead of fighting units there."""
        if not can_raid(self.game, self.power, goal, party):
            return None
        return Pick(options=("attack", "raid"), rule="AA-SBR-01")

    def can_choose(self, zone: str) -> bool:
        """Whether a zone holds submarines and transports that nobody attacks yet, and nothing else of the enemy."""
        return (
            zone in self.game.map.sea
            and self.chart.enemy_ships(zone)
            and not self.chart.hostile(zone)
            and zone not in self.game.strikes
        )

    def can_ignore(self, origin: str, way: Way, goal: str, party: Party) -> bool:
        if ships := [(stack, number) for stack, number in party if ARM[stack.kind] == "sea"]:
            return self.may_ignore(origin, way, goal, ships)
        return self.chart.may_escape(origin) or (
            bool(self.chart.assaults(goal)) and self.chart.could_be_scrambled(goal)
        )

    def intent_menu(self, origin: str, way: Way, goal: str, party: Party) -> Menu | None:
        """AA-CMOVE-14, AA-AMPH-07: submarines and transports are attacked or ignored, all of them."""
        if not self.can_choose(goal) or not self.attackers_at(goal, party):
            return None
        if not self.can_ignore(origin, way, goal, party):
            return None
        if refusal := self.why_not_landing(origin, goal, party, strikes=True):
            return Pick(options=("ignore",), refused={"attack": refusal}, rule="AA-CMOVE-14")
        return Pick(options=("attack", "ignore"), rule="AA-CMOVE-14")

    def assault_menus(
        self, origin: str, way: Way, goal: str, party: Party, intent: str, rest: list[Any]
    ) -> Menu | None:
        """AA-AMPH-01, AA-AMPH-10 to 12: the territory to assault, what is loaded for it, and what else lands."""
        game = self.game
        ships = one_by_one(party)
        targets = self.targets_for(origin, way, goal, party, intent)
        if not targets:
            return None
        seaborne = [(stack, number) for stack, number in party if ARM[stack.kind] == "sea"]
        optional = intent == "attack" or self.other_purpose(origin, way, goal, seaborne, intent)
        if not rest:
            return Pick(options=(*targets, "none") if optional else tuple(targets), rule="AA-AMPH-01")
        if rest.pop(0) == "none":
            return None
        aboard = {kind: number for kind, number in own_cargo(ships, self.power).items() if kind in LANDING_FORCE}
        limits = loadable(game, self.power, loading_zones(game, self.power, origin, way), LANDING_FORCE)
        limits = {word: number for word, number in limits.items() if room_for(ships, kinds_in([(word, 1)]))}
        if limits:
            if not rest:
                return self.loads_menu(ships, limits, least=0 if aboard else 1)
            loads = rest.pop(0)
        else:
            loads = ()
        if aboard and not rest:
            return unit_bag(aboard, "AA-AMPH-12", least=0 if loads else 1)
        return None

    def loads_menu(self, ships: list[Stack], limits: dict[str, int], least: int) -> Menu:
        def final(held: Any) -> Refusal | None:
            if room_for(ships, kinds_in(held.items())):
                return None
            return Refusal("A transport holds one land unit of any kind and one infantry", "AA-TRANS-01")

        return unit_bag(limits, "AA-TRANS-03", final, lambda held: final(held) is None, least)

    def targets_for(self, origin: str, way: Way, goal: str, party: Party, intent: str) -> list[str]:
        ships = [(stack, number) for stack, number in party if ARM[stack.kind] == "sea"]
        if not any(can_assault(self.chart, origin, way, ship) for ship, _ in ships if ship.kind == "transport"):
            return []
        if intent != "attack" and self.why_not_without_escort(goal, ships):
            return []
        return self.chart.targets(goal)

    def why_not_ashore(self, territory: str) -> Refusal | None:
        return self.chart.why_not_assail(territory)

    def why_not_load(self, answer: tuple[Any, ...], word: str) -> Refusal | None:
        if word.endswith(".aaa"):
            return Refusal("AAA takes no part in an assault", "AA-AMPH-21")
        return why_not_load(self.game, self.power, answer[0], answer[1], word)

    def why_not_done(self) -> Refusal | None:
        for zone in self.chart.whole.roles:
            if any(stack.role == WAITING for stack in self.game.units[zone]):
                return Refusal(
                    f"The ships in {name_of(zone)} wait for an assault; declare it, or recall them", "AA-CMOVE-04"
                )
        return None

    def special(self) -> tuple[str, ...]:
        return ("recall",) if self.why_not_done() else ("done",)

    def possible_ways(self, origin: str, stacks: list[Stack]) -> Iterable[Way]:
        return combat_ways(self.chart, origin, stacks)

    def hopes(self, rarely: bool) -> Hopes:
        return self.chart.aims.hopes[rarely]

    def find_hopeful(self, space: str, stacks: list[Stack], rarely: bool) -> list[Stack]:
        chart = self.chart
        return [stack for stack in stacks if chart.has_aim(space, stack, rarely)]

    def guess_way(self, origin: str, stack: Stack, rng: Rng, rarely: bool) -> Way | None:
        return guess_attack(self.chart, origin, stack, rng, rarely)

    def doubts(self, answer: Any) -> tuple[Doubt, ...]:
        if answer == ("done",):
            return doubts_about_the_end(self.game, self.power)
        return doubts_about_move(self.game, self.power, answer) if len(answer) > 2 else ()


class CombatMove(Step, frozen=True, tag="ax.combat_move.moves"):
    """Phase 2: moves one after the other, until the power says that they are all made. Only for powers at war."""

    power: str

    def ask(self, game: Board) -> Want | None:
        if not is_at_war(game, self.power):
            return None  # AA-SETUP-10
        menu = CombatMoves(power=self.power, rule="AA-CMOVE-01")
        menu.__dict__["game"] = game
        return Ask("ax.combat_move", {self.power: menu}, f"Combat moves of {the(self.power)}")

    def then(self, game: Board, got: Any) -> None:
        if got is None or got == ("done",):
            game.done()
        elif got == ("recall",):
            recall_waiting(game, self.power)
        else:
            apply_combat_move(game, self.power, got)
