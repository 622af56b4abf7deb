"""General Combat, steps 2 to 4: which units the hits go to. As many hits as possible are assigned, transports last."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from sandtable.core import menus as core_menus
from sandtable.core.menus import Menu, Rng
from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.bags import UnitBag
from sandtable.games.axis1940.data import ARM, UNITS
from sandtable.games.axis1940.forces import Bag, Stack, count_labels, kind_of

AIR, SUBMARINE, SHIP, TRANSPORT = "air", "submarine", "ship", "transport"


SPARED = {
    AIR: Refusal("Submarines cannot hit aircraft", "AA-SUBS-11"),
    SUBMARINE: Refusal("Aircraft cannot hit submarines without a destroyer of their side in the battle", "AA-SUBS-12"),
    SHIP: Refusal("Antiaircraft fire hits aircraft only", "AA-COMB-21"),
    TRANSPORT: Refusal("Transports are lost only when nothing else can take the hit", "AA-TRDEF-01"),
}
"""Why units of a class can take none of the hits."""
NOT_YET = Refusal("A ship must be damaged before it can be sunk", "AA-CAPSHIP-01")


class Hits(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Hits by who scored them. `depth`: aircraft may hit submarines, for a destroyer of their side is in the battle.
    `flak`: hits that only aircraft can take."""

    sub: int = 0
    air: int = 0
    other: int = 0
    flak: int = 0
    depth: bool = False

    @property
    def total(self) -> int:
        return self.sub + self.air + self.other + self.flak


@lru_cache(maxsize=4096)
def target_class(word: str) -> str:
    """What the hits that a label can take depend on."""
    kind = kind_of(word)
    if ARM[kind] == "air":
        return AIR
    if kind == "submarine":
        return SUBMARINE
    return TRANSPORT if kind == "transport" else SHIP


def is_capital(word: str) -> bool:
    """Whether a ship of this label takes two hits."""
    return UNITS[kind_of(word)].hits > 1


class Plan(msgspec.Struct, frozen=True):
    """What an assignment must reach: how many hits in all, how many on transports, and how many each class can take."""

    total: int
    transports: int
    most_air: int
    most_subs: int
    most_ships: int
    hits: int


def plan_for(targets: Mapping[str, int], hits: Hits) -> Plan:
    """AA-COMB-12, AA-COMB-13, AA-TRDEF-01, R24: first as many hits assigned as can be, then the fewest transports."""
    room = {AIR: 0, SUBMARINE: 0, SHIP: 0, TRANSPORT: 0}
    for word, number in targets.items():
        room[target_class(word)] += number
    if hits.flak:
        total = min(hits.flak, room[AIR])
        return Plan(total, 0, total, 0, 0, hits.flak)  # AA-COMB-21
    most_air = min(room[AIR], hits.air + hits.other)
    most_subs = min(room[SUBMARINE], hits.sub + hits.other + (hits.air if hits.depth else 0))
    picky = min(most_air + most_subs, hits.total)
    total = min(hits.total, picky + room[SHIP] + room[TRANSPORT])
    return Plan(total, total - min(total, picky + room[SHIP]), most_air, most_subs, total, hits.total)


def targets_of(whole: Mapping[str, int], doomed: Bag) -> dict[str, int]:
    """What can take hits: each unit one, an undamaged capital ship one as it is and one more as a damaged one. Units
    that are doomed already can take no more."""
    found = dict(whole)
    for word, number in whole.items():
        if is_capital(word) and "!" not in word:
            hurt = damaged_word(word)
            found[hurt] = found.get(hurt, 0) + number
    for word, number in doomed:
        found[word] = found.get(word, 0) - number
    return {word: number for word, number in found.items() if number > 0}


def damaged_word(word: str) -> str:
    """The label that a ship has once it is damaged."""
    kind = kind_of(word)
    return word.replace(kind, f"{kind}!", 1)


def why_not_losses(held: Mapping[str, int], whole: Mapping[str, int], plan: Plan) -> Refusal | None:
    """Whether an assignment is one of the best: it wastes no hit that could be used, and spares transports."""
    if refusal := why_not_partly(held, whole, plan):
        return refusal
    total = sum(held.values())
    if total < plan.total:
        return Refusal(f"{plan.total} hits can be assigned, not only {total}", "AA-COMB-12")
    return None


def why_not_partly(held: Mapping[str, int], whole: Mapping[str, int], plan: Plan) -> Refusal | None:
    """Whether an assignment can be part of one of the best."""
    count = {AIR: 0, SUBMARINE: 0, SHIP: 0, TRANSPORT: 0}
    for word, number in held.items():
        count[target_class(word)] += number
    total = sum(count.values())
    if total > plan.total:
        return Refusal(f"Only {plan.total} hits can be assigned, not {total}", "AA-COMB-12")
    if count[TRANSPORT] > plan.transports:
        return SPARED[TRANSPORT]
    if count[SHIP] > plan.most_ships:
        return SPARED[SHIP]
    if count[AIR] > plan.most_air:
        return SPARED[AIR]
    if count[SUBMARINE] > plan.most_subs:
        return SPARED[SUBMARINE]
    for word, number in held.items():
        if "!" in word and is_capital(word):
            whole_word = word.replace("!", "", 1)
            if number > whole.get(word, 0) + held.get(whole_word, 0):
                return NOT_YET
    return None


class LossesBag(UnitBag, frozen=True, tag="ax.losses", kw_only=True, dict=True):
    """The losses of one side in one step, where not every choice of the right number is legal."""

    def sample(self, rng: Rng) -> Bag:
        held: dict[str, int] = {}
        for _ in range(self.bag.least):
            open_ = self.addable(held)
            kind = open_[int(rng.random() * len(open_))]
            held[kind] = held.get(kind, 0) + 1
        return self.bag.packed(held)

    @property
    def default(self) -> Bag:
        """The cheapest first, damage before loss."""
        held: dict[str, int] = {}
        order = sorted(self.bag.limits, key=loss_order)
        for _ in range(self.bag.least):
            kind = next(kind for kind in order if self.may_add(held, kind))
            held[kind] = held.get(kind, 0) + 1
        return self.bag.packed(held)


def loss_order(word: str) -> tuple[int, int, str]:
    """The usual order of losses: free damage first, then by price."""
    unit = UNITS[kind_of(word)]
    if unit.hits > 1 and "!" not in word:
        return (0, unit.cost, word)
    return (1, unit.cost, word)


def losses_menu(stacks: list[Stack], doomed: Bag, hits: Hits, with_owner: bool) -> Menu | Bag:
    """The menu of a choice of losses, or the losses themselves where there is no choice."""
    return losses_among(tuple(count_labels(stacks, with_owner).items()), doomed, hits)


@lru_cache(maxsize=1024)
def losses_among(units: Bag, doomed: Bag, hits: Hits) -> Menu | Bag:
    """`losses_menu` for units by their labels. Remembered: it is asked for again when the losses are carried out, and
    small battles are all alike. Frozen as it is, a menu serves every battle."""
    whole = dict(units)
    targets = targets_of(whole, doomed)
    plan = plan_for(targets, hits)
    if not plan.total:
        return ()
    usable = usable_targets(targets, whole, plan)
    if plan.total == sum(usable.values()) or len(usable) == 1:
        return tuple([(word, min(number, plan.total)) for word, number in usable.items()])
    refused = {word: why_spared(word, hits) for word in targets if word not in usable}
    if is_simple(usable):
        # dearest first, so that the first answer, which is the default, loses the cheapest
        dear = {word: usable[word] for word in sorted(usable, key=loss_order, reverse=True)}
        return core_menus.Bag(limits=dear, least=plan.total, most=plan.total, refused=refused, rule="AA-COMB-12")
    bag = core_menus.Bag(limits=usable, least=plan.total, most=plan.total, refused=refused, rule="AA-COMB-12")
    menu = LossesBag(bag=bag, rule="AA-COMB-12")
    menu.__dict__["final_check"] = lambda held: why_not_losses(held, whole, plan)
    menu.__dict__["grow_check"] = lambda held: why_not_partly(held, whole, plan) is None
    return menu


def why_spared(word: str, hits: Hits) -> Refusal:
    """Why none of the best assignments names a target."""
    if is_capital(word) and not hits.flak:
        return NOT_YET
    return SPARED[target_class(word)]


def is_simple(usable: Mapping[str, int]) -> bool:
    """Whether any choice of the right number is legal: all targets are of one class, and no ship takes two hits."""
    classes = {target_class(word) for word in usable}
    return len(classes) == 1 and not any(is_capital(word) for word in usable)


def usable_targets(targets: Mapping[str, int], whole: Mapping[str, int], plan: Plan) -> dict[str, int]:
    """The targets that any of the best assignments could name. A ship that is whole takes two hits to sink."""
    found = {}
    for word, number in targets.items():
        if "!" in word and is_capital(word):
            number = min(number, whole.get(word, 0) + plan.total // 2)
        most = {
            AIR: plan.most_air,
            SUBMARINE: plan.most_subs,
            SHIP: plan.most_ships,
            TRANSPORT: plan.transports,
        }[target_class(word)]
        if hit_number := min(number, most, plan.total):
            found[word] = hit_number
    return found
