"""Strategic and Tactical Bombing Raids: the air battle, the facility's own fire, the damage."""

from typing import Any

from sandtable.core.menus import Menu
from sandtable.core.steps import Ask, Roll, Step, Want
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import unit_bag
from sandtable.games.axis1940.data import COMPLEXES, FACILITIES
from sandtable.games.axis1940.events import Bombed, Fired, UnitsLost
from sandtable.games.axis1940.forces import (
    ESCORT,
    INTERCEPT,
    RAID,
    Bag,
    Stack,
    chosen,
    count_labels,
    kind_of,
    total,
)
from sandtable.games.axis1940.rules.battlefield import losses_of, owners_of
from sandtable.games.axis1940.rules.casualties import Hits, losses_menu
from sandtable.games.axis1940.rules.losses import ask_to_agree, spokesman
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of, the

Plan = tuple[tuple[str, Bag], ...]
"""Facilities, and the bombers that attack each."""


def with_role(game: Board, territory: str, *roles: str) -> list[Stack]:
    return [stack for stack in game.units[territory] if stack.role in roles]


class BombingRaid(Step, frozen=True, tag="ax.raid.territory"):
    """AA-SBR-08: one air battle for each territory if there are interceptors, then the raid itself."""

    territory: str
    power: str

    def then(self, game: Board, got: Any) -> None:
        game.goto(ChooseTargets(self.territory, self.power))
        if with_role(game, self.territory, INTERCEPT):
            game.call(AirBattle(self.territory, self.power))


class AirBattle(Step, frozen=True, tag="ax.raid.air_battle"):
    """AA-SBR-09, AA-SBR-10, AA-ARMS-12: one round, raiders and escorts against interceptors, everyone at 1."""

    territory: str
    power: str

    def ask(self, game: Board) -> Want:
        ours, theirs = (total(with_role(game, self.territory, *roles)) for roles in ((RAID, ESCORT), (INTERCEPT,)))
        prompt = f"Air battle over {name_of(self.territory)}: {ours} of the raiders, then {theirs} of the interceptors"
        return Roll("ax.air_battle", ours + theirs, prompt=prompt)

    def then(self, game: Board, got: Any) -> None:
        ours = total(with_role(game, self.territory, RAID, ESCORT))
        hits, back = sum(face == 1 for face in got[:ours]), sum(face == 1 for face in got[ours:])
        where, theirs = self.territory, len(got) - ours
        raiders, interceptors = "the raiders in the air battle", "the interceptors in the air battle"
        game.tell(Fired(where, self.power, raiders, got[:ours], hits, ours / 6, ((ours, 1),)))
        game.tell(Fired(where, "", interceptors, got[ours:], back, theirs / 6, ((theirs, 1),)))
        game.goto(AirLosses(where, self.power, hits, back))


class AirLosses(Step, frozen=True, tag="ax.raid.air_losses"):
    """AA-SBR-11, R10: each side chooses its losses among its own units in the air battle, the interceptors first. If
    they are of several nations, these must agree; else the attacker chooses (AA-MULTI-04, R42)."""

    territory: str
    power: str
    hits: int
    back: int
    proposal: Bag = ()
    to_agree: tuple[str, ...] = ()
    disagreed: bool = False

    def stacks(self, game: Board) -> list[Stack]:
        roles = (INTERCEPT,) if self.hits else (RAID, ESCORT)
        return with_role(game, self.territory, *roles)

    def menu(self, game: Board) -> Menu | Bag:
        number = self.hits or self.back
        return losses_menu(self.stacks(game), (), Hits(flak=number), bool(self.hits)) if number else ()

    def ask(self, game: Board) -> Want | None:
        if self.to_agree:
            return ask_to_agree(self.to_agree[0], self.territory, self.decider(game))
        menu = self.menu(game)
        if not isinstance(menu, Menu):
            return None
        who = self.decider(game)
        prompt = f"Which aircraft does {the(who)} lose over {name_of(self.territory)}?"
        if self.disagreed:
            prompt = f"The defenders disagree: {the(who)} chooses their losses over {name_of(self.territory)}"
        return Ask("ax.air_losses", {who: menu}, prompt, about={"territory": self.territory})

    def decider(self, game: Board) -> str:
        if self.disagreed or not self.hits:
            return self.power
        return spokesman(game, self.territory, self.stacks(game))

    def then(self, game: Board, got: Any) -> None:
        if self.to_agree:
            self.hear(game, got)
        elif got is None:
            self.lose(game, self.menu(game))
        else:
            owners = owners_of(game, self.stacks(game))
            others = tuple(owner for owner in owners if owner != self.decider(game))
            if self.disagreed or not others:
                self.lose(game, got)
            else:
                game.goto(AirLosses(self.territory, self.power, self.hits, self.back, got, others))

    def hear(self, game: Board, got: str) -> None:
        where, who, hits, back = self.territory, self.power, self.hits, self.back
        if got == "no":
            game.goto(AirLosses(where, who, hits, back, disagreed=True))
        elif len(self.to_agree) > 1:
            game.goto(AirLosses(where, who, hits, back, self.proposal, self.to_agree[1:]))
        else:
            self.lose(game, self.proposal)

    def lose(self, game: Board, bag: Any) -> None:
        """The losses of one side are gone; then it is the raiders' turn to choose theirs."""
        shoot_down(game, self.territory, chosen(self.stacks(game), bag, bool(self.hits)))
        if self.hits and self.back:
            game.goto(AirLosses(self.territory, self.power, 0, self.back))
        else:
            game.done()


def shoot_down(game: Board, territory: str, planes: list[tuple[Stack, int]]) -> None:
    lost: dict[tuple[str, str], int] = {}
    for stack, number in planes:
        game.pull(territory, stack, number)
        lost[stack.owner, stack.kind] = lost.get((stack.owner, stack.kind), 0) + number
    if lost:
        game.tell(UnitsLost(territory, losses_of(lost)))


class ChooseTargets(Step, frozen=True, tag="ax.raid.targets"):
    """AA-SBR-13: the surviving bombers are divided among the facilities of the territory."""

    territory: str
    power: str

    def bombers(self, game: Board) -> dict[str, int]:
        return count_labels(with_role(game, self.territory, RAID))

    def kinds(self, game: Board) -> list[str]:
        return [facility.kind for facility in game.facilities.get(self.territory, ())]

    def ask(self, game: Board) -> Want | None:
        bombers = self.bombers(game)
        if not bombers or self.only_plan(game) is not None:
            return None
        limits = {
            f"{kind}.{word}": number
            for kind in self.kinds(game)
            for word, number in bombers.items()
            if may_bomb(word, kind)
        }

        def final(held: Any) -> Refusal | None:
            for word, number in bombers.items():
                sent = sum(count for key, count in held.items() if key.partition(".")[2] == word)
                if sent != number:
                    return Refusal(f"{number} of {name_of(kind_of(word))} must be assigned, not {sent}", "AA-SBR-13")
            return None

        def can_grow(held: Any) -> bool:
            return all(
                sum(count for key, count in held.items() if key.partition(".")[2] == word) <= number
                for word, number in bombers.items()
            )

        menu = unit_bag(limits, "AA-SBR-13", final, can_grow, least=sum(bombers.values()), most=sum(bombers.values()))
        prompt = f"What do the bombers of {the(self.power)} attack in {name_of(self.territory)}?"
        return Ask("ax.raid_targets", {self.power: menu}, prompt, about={"territory": self.territory})

    def only_plan(self, game: Board) -> Plan | None:
        """The plan if every bomber has just one facility that it can bomb."""
        found: dict[str, list[tuple[str, int]]] = {}
        for word, number in self.bombers(game).items():
            choices = [kind for kind in self.kinds(game) if may_bomb(word, kind)]
            if len(choices) != 1:
                return None
            found.setdefault(choices[0], []).append((word, number))
        return tuple((kind, tuple(bag)) for kind, bag in found.items())

    def then(self, game: Board, got: Any) -> None:
        plan: dict[str, list[tuple[str, int]]] = {}
        if got is None:
            only = self.only_plan(game) if self.bombers(game) else ()
            plan = {kind: list(bag) for kind, bag in only or ()}
        else:
            for key, number in got:
                kind, _, word = key.partition(".")
                plan.setdefault(kind, []).append((word, number))
        game.done()
        for kind in reversed([kind for kind in self.kinds(game) if kind in plan]):
            game.call(FacilityFire(self.territory, self.power, kind, tuple(plan[kind])))


def may_bomb(word: str, kind: str) -> bool:
    """AA-SBR-01, AA-SBR-02: tactical bombers raid bases only."""
    return kind_of(word) == "strategic_bomber" or kind not in COMPLEXES


class FacilityFire(Step, frozen=True, tag="ax.raid.facility_fire"):
    """AA-SBR-14, AA-SBR-15: the facility rolls a die for each bomber that attacks it; every 1 is a hit."""

    territory: str
    power: str
    facility: str
    bombers: Bag

    def ask(self, game: Board) -> Want:
        dice = sum(number for _, number in self.bombers)
        prompt = f"Antiaircraft fire of the {name_of(self.facility)} in {name_of(self.territory)}"
        return Roll("ax.facility_fire", dice, prompt=prompt)

    def then(self, game: Board, got: Any) -> None:
        hits = sum(face == 1 for face in got)
        what = f"fire of the {name_of(self.facility)}"
        game.tell(Fired(self.territory, "", what, got, hits, len(got) / 6, ((len(got), 1),)))
        game.goto(BombersLost(self.territory, self.power, self.facility, self.bombers, hits))


class BombersLost(Step, frozen=True, tag="ax.raid.bombers_lost"):
    """AA-SBR-14: the attacker chooses which bombers of the group are lost, before they drop anything."""

    territory: str
    power: str
    facility: str
    bombers: Bag
    hits: int

    def menu(self) -> Menu | Bag:
        group = [Stack(self.power, *labelled(word, number)) for word, number in self.bombers]
        return losses_menu(group, (), Hits(flak=self.hits), False) if self.hits else ()

    def ask(self, game: Board) -> Want | None:
        menu = self.menu()
        if not isinstance(menu, Menu):
            return None
        prompt = f"Which bombers are lost over {name_of(self.territory)}?"
        return Ask("ax.bombers_lost", {self.power: menu}, prompt, about={"territory": self.territory})

    def then(self, game: Board, got: Any) -> None:
        bag: Any = got if got is not None else self.menu()
        shoot_down(game, self.territory, chosen(with_role(game, self.territory, RAID), bag))
        left = dict(self.bombers)
        for word, number in bag:
            left[word] -= number
        game.goto(
            DropBombs(self.territory, self.facility, tuple((word, number) for word, number in left.items() if number))
        )


def labelled(word: str, number: int) -> tuple[str, int, int, int]:
    """Kind, number, hits and moves left of a bomber, as its label says."""
    _, _, left = word.partition("-")
    return kind_of(word), number, 0, int(left) if left else -1


class DropBombs(Step, frozen=True, tag="ax.raid.drop_bombs"):
    """AA-SBR-16 to 18: a strategic bomber does one die and 2, a tactical bomber one die, up to the facility's cap."""

    territory: str
    facility: str
    bombers: Bag

    def ask(self, game: Board) -> Want | None:
        dice = sum(number for _, number in self.bombers)
        return Roll("ax.bombs", dice, prompt=f"Bombs on {name_of(self.territory)}") if dice else None

    def then(self, game: Board, got: Any) -> None:
        game.done()
        if not self.bombers:
            return
        heavy = sum(number for word, number in self.bombers if kind_of(word) == "strategic_bomber")
        before = game.damage(self.territory, self.facility) or 0
        after = min(FACILITIES[self.facility].cap, before + sum(got) + 2 * heavy)
        game.set_facility(self.territory, self.facility, after)
        game.tell(Bombed(self.territory, self.facility, after - before, after))
