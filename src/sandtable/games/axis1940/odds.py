"""The exact odds of a battle: who wins, what is left, what it costs. Nothing is rolled.

`battle_odds` answers with an `Odds`, `report` puts that into words and `plot` into a picture. Conventions, method and
error bound are in `docs/odds.md`.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940 import odds_forces as forces
from sandtable.games.axis1940.kinds import UNITS
from sandtable.games.axis1940.odds_forces import Corps, Ranks
from sandtable.games.axis1940.odds_result import End, Odds, Outcome, plot, report
from sandtable.games.axis1940.odds_units import AAA_SHOTS, DAMAGED, read_force, spoken
from sandtable.odds.orders import best_order
from sandtable.odds.resolve import Orders, Result, resolve
from sandtable.odds.terms import DIVE, DIVE_ALONE, DRAW, LOSS, RETREAT, STANDOFF, STRIKE, WIN, Force

__all__ = ["Odds", "Outcome", "battle_odds", "plot", "report"]

Units = str | Mapping[str, int]
Losses = str | Sequence[str] | None
Order = tuple[int, ...]
Submerge = Literal["never", "always", "alone"]

_PLANS = {"never": STRIKE, "always": DIVE, "alone": DIVE_ALONE}
_ENDS: dict[int, End] = {WIN: "win", LOSS: "loss", DRAW: "draw", STANDOFF: "standoff", RETREAT: "retreat"}
# A side; beyond that no battle is fought at any table.
_MOST_UNITS = 400
_MOST_FORMS = 50_000


class _Battle(NamedTuple):
    """A battle ready to be resolved with any two orders of losses."""

    attackers: dict[str, int]
    defenders: dict[str, int]
    at_sea: bool
    attack: Ranks
    defence: Ranks
    plans: tuple[int, int]
    bombard: tuple[float, ...]
    shots: int
    orders: Orders
    prune: float | None

    def resolve(self, attack: Order, defend: Order) -> Result:
        return resolve(
            Force(self.attack.groups, attack, self.attack.pairs, self.plans[0]),
            Force(self.defence.groups, defend, (), self.plans[1]),
            orders=self.orders,
            shots=self.shots,
            shot_chance=1 / 6,
            extra=self.bombard,
            prune=self.prune,
        )


def battle_odds(
    attackers: Units,
    defenders: Units,
    *,
    terrain: Literal["land", "sea"] | None = None,
    amphibious: bool | Units = False,
    bombard: Units = "",
    bombardment_hits: int = 0,
    aaa_fired: bool = False,
    order_attack: Losses = None,
    order_defend: Losses = None,
    keep_land: bool = False,
    retreat_below: float = 0.0,
    retreat_left: int = 0,
    rounds: int = 0,
    can_retreat: bool = True,
    submerge_attack: Submerge = "never",
    submerge_defend: Submerge = "never",
    prize: float = 0.0,
    prune: float | None = None,
) -> Odds:
    """The exact odds of a battle between two forces, given as words ('6 infantry 2 tank') or as numbers of each kind.

    - terrain: a sea battle if any ship takes part, unless said otherwise;
    - amphibious: the attackers that come from the sea and cannot retreat; True for all its land units;
    - bombard: battleships and cruisers that bombard, at most one for each unit from the sea;
    - bombardment_hits: units that ships have hit already, the first in `order_defend`; they fire in the first round;
    - aaa_fired: the battle is under way, so AAA fires no more; it can still be lost instead of other units;
    - order_attack, order_defend: losses in order ('infantry, artillery, 2 tank'), or 'best' for the order that is best
      for its owner in IPCs, the territory counted as `prize`;
    - keep_land: the attacker gives up all its aircraft before its last land unit;
    - retreat_below, retreat_left, rounds: the attacker breaks off when its chance to win by fighting on is below this,
      when fewer than so many fighting units are left, after so many rounds;
    - can_retreat: whether there is a space to retreat to;
    - submerge_attack, submerge_defend: what submarines do without an enemy destroyer: strike ('never'), submerge
      ('always'), or submerge once no other fighting unit is left on their side ('alone');
    - prune: leave out what is less likely than this; by default nothing, unless the battle is enormous.
    """
    battle = _prepare(
        read_force(attackers),
        read_force(defenders),
        terrain,
        amphibious,
        read_force(bombard) if bombard else {},
        bombardment_hits,
        aaa_fired,
        Orders(rounds, retreat_left, retreat_below) if can_retreat else Orders(),
        can_retreat,
        (submerge_attack, submerge_defend),
        prune,
    )
    wanted = order_attack == "best", order_defend == "best"
    attack = forces.losses(battle.attack, None if wanted[0] else order_attack, keep_land)
    defend = forces.losses(battle.defence, None if wanted[1] else order_defend)
    if any(wanted):
        attack, defend = _best(battle, _Search(battle, keep_land, prize), attack, defend, wanted)
    return _odds(battle, attack, defend)


def _prepare(
    attackers: dict[str, int],
    defenders: dict[str, int],
    terrain: Literal["land", "sea"] | None,
    amphibious: bool | Units,
    bombard: dict[str, int],
    bombardment_hits: int,
    aaa_fired: bool,
    orders: Orders,
    can_retreat: bool,
    submerge: tuple[Submerge, Submerge],
    prune: float | None,
) -> _Battle:
    at_sea = terrain == "sea" or (terrain is None and _has_ships(attackers, defenders))
    parting = "submarine" if at_sea else "aaa"  # AA-SUBS-11, AA-SUBS-12, AA-COMB-21
    seaborne = _seaborne(attackers, at_sea, amphibious) if amphibious else {}
    attacker = Corps(tuple(attackers.items()), True, at_sea, parting in defenders, tuple(seaborne.items()), can_retreat)
    defender = Corps(tuple(defenders.items()), False, at_sea, parting in attackers)
    _check(attacker, defender, orders)
    attack, defence = forces.ranks(attacker), forces.ranks(defender)
    if attack.forms > _MOST_FORMS or defence.forms > _MOST_FORMS:
        raise BadInput("fleets of this size are too large to reckon with")
    return _Battle(
        attackers,
        defenders,
        at_sea,
        attack,
        defence,
        (_PLANS[submerge[0]], _PLANS[submerge[1]]),
        (*_bombardment(bombard, sum(seaborne.values())), *[1.0] * bombardment_hits),
        0 if aaa_fired else _shots(attackers, defenders),
        orders,
        prune,
    )


def _has_ships(*sides: dict[str, int]) -> bool:
    return any(UNITS[DAMAGED.get(kind, kind)].arm == "sea" for side in sides for kind in side)


def _check(attacker: Corps, defender: Corps, orders: Orders) -> None:
    if not attacker.units:
        raise BadInput("there is no attacker; write a force like '6 infantry 2 artillery 1 fighter'")
    for corps in (attacker, defender):
        forces.check(corps)
        if sum([count for _, count in corps.units]) > _MOST_UNITS:
            raise BadInput(f"more than {_MOST_UNITS} units on a side are too many to reckon with")
    if orders.rounds < 0 or orders.fewer < 0:
        raise BadInput("rounds and units to retreat by cannot be negative")
    if not 0.0 <= orders.below <= 1.0:
        raise BadInput("the chance to retreat below must be between 0 and 1, such as 0.4")


def _shots(attackers: dict[str, int], defenders: dict[str, int]) -> int:
    """AA-COMB-20: the dice of AAA. AA-COMB-04: none if there is nothing else to fight."""
    if "aaa" not in defenders or len(defenders) == 1:
        return 0
    air = sum(count for kind, count in attackers.items() if UNITS[kind].arm == "air")
    return min(AAA_SHOTS * defenders["aaa"], air)


def _seaborne(attackers: dict[str, int], at_sea: bool, amphibious: bool | Units) -> dict[str, int]:
    """AA-AMPH-01, AA-AMPH-17: which of the attackers come from the sea."""
    if at_sea:
        raise BadInput("an amphibious assault is fought in a territory, not in a sea zone [AA-AMPH-01]")
    lands = {kind: count for kind, count in attackers.items() if UNITS[DAMAGED.get(kind, kind)].arm == "land"}
    if isinstance(amphibious, bool):
        return lands if amphibious else {}
    seaborne = read_force(amphibious)
    for kind, count in seaborne.items():
        if count > lands.get(kind, 0):
            raise BadInput(f"{count} {spoken(kind, count)} cannot land: the attack has {lands.get(kind, 0)}")
    return seaborne


def _bombardment(ships: dict[str, int], landing: int) -> tuple[float, ...]:
    """AA-BOMB-02, AA-BOMB-03: the chances of the dice that bombard."""
    for kind in ships:
        if DAMAGED.get(kind, kind) not in ("battleship", "cruiser"):
            raise BadInput(f"{spoken(kind, 2)} cannot bombard, only battleships and cruisers can [AA-BOMB-01]")
    if sum(ships.values()) > landing:
        raise BadInput("at most one ship can bombard for each land unit that comes from the sea [AA-BOMB-03]")
    return tuple(UNITS[DAMAGED.get(kind, kind)].attack / 6 for kind, count in ships.items() for _ in range(count))


def _odds(battle: _Battle, attack: Order, defend: Order) -> Odds:
    result = battle.resolve(attack, defend)
    totals = dict.fromkeys(_ENDS, 0.0)
    outcomes = []
    for how, ours, theirs, chance in result.finishes:
        totals[how] += chance
        outcomes.append(Outcome(chance, _ENDS[how], ours, theirs))
    return Odds(
        terrain="sea" if battle.at_sea else "land",
        attackers=battle.attackers,
        defenders=battle.defenders,
        order_attack=forces.spoken_order(battle.attack.names, attack),
        order_defend=forces.spoken_order(battle.defence.names, defend),
        win=totals[WIN],
        loss=totals[LOSS],
        draw=totals[DRAW] + totals[STANDOFF],
        standoff=totals[STANDOFF],
        retreat=totals[RETREAT],
        take=result.takes,
        rounds=result.rounds,
        attacker_cost=battle.attack.cost,
        defender_cost=battle.defence.cost,
        # what is left is a sum of products, so it can be a hair more than all there was
        attacker_loss=max(0.0, battle.attack.cost - result.attacker_left),
        defender_loss=max(0.0, battle.defence.cost - result.defender_left),
        exact=result.error == 0.0,
        error=result.error,
        attacker_groups=battle.attack.names,
        defender_groups=battle.defence.names,
        outcomes=tuple(outcomes),
    )


class _Search:
    """The orders of losses that are best for their owners: in IPCs, with the territory as a prize."""

    def __init__(self, battle: _Battle, keep_land: bool, prize: float) -> None:
        self.battle = battle
        self.keep_land = keep_land
        self.prize = prize
        self.known: dict[tuple[Order, Order], float] = {}

    def gain(self, attack: Order, defend: Order) -> float:
        """What the attacker gains by the battle; the defender wants it small."""
        if (attack, defend) not in self.known:
            result = self.battle.resolve(attack, defend)
            self.known[attack, defend] = result.attacker_left - result.defender_left + self.prize * result.takes
        return self.known[attack, defend]

    def attack(self, names: tuple[str, ...], defend: Order) -> Order:
        """The attacker's best order against one of the defender."""
        return self._attack_by(best_order(names, lambda wish: self.gain(self._attack_by(wish), defend)))

    def defend(self, names: tuple[str, ...], attack: Order) -> Order:
        """The defender's best order against one of the attacker."""
        return self._defend_by(best_order(names, lambda wish: -self.gain(attack, self._defend_by(wish))))

    def _attack_by(self, wish: tuple[str, ...]) -> Order:
        return forces.losses(self.battle.attack, wish, self.keep_land)

    def _defend_by(self, wish: tuple[str, ...]) -> Order:
        return forces.losses(self.battle.defence, wish)


def _best(
    battle: _Battle, search: _Search, attack: Order, defend: Order, wanted: tuple[bool, bool]
) -> tuple[Order, Order]:
    """The best orders for those who want them.

    If both sides do, each answers the other in turn until neither changes its mind, four times at most.
    """
    for _ in range(4 if all(wanted) else 1):
        before = attack, defend
        if wanted[1]:
            defend = search.defend(forces.names_in(battle.defence, defend), attack)
        if wanted[0]:
            attack = search.attack(forces.names_in(battle.attack, attack), defend)
        if before == (attack, defend):
            break
    return attack, defend
