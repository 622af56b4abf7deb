"""The odds of a battle on a board: the one that is declared in a space, or the one that could be fought there now."""

from difflib import get_close_matches
from typing import Any

import msgspec

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.cargo import assaults_from
from sandtable.games.axis1940.data import ARM
from sandtable.games.axis1940.forces import ASSAULT, FRESH, Stack
from sandtable.games.axis1940.odds import Odds, battle_odds
from sandtable.games.axis1940.reach import Force, Reach, damaged
from sandtable.games.axis1940.rules.amphibious import BOMBARDMENT, bombarding, needs_sea_combat
from sandtable.games.axis1940.rules.battlefield import Fight, attackers, defenders
from sandtable.games.axis1940.rules.general_combat import AntiaircraftFire, origins_of
from sandtable.games.axis1940.rules.losses import remove_doomed, remove_stricken
from sandtable.games.axis1940.rules.retreat import retreat_options
from sandtable.games.axis1940.spaces import FRIENDLY, status
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import The, name_of, the


class Clash(msgspec.Struct, frozen=True):
    """A battle in a space: what is assumed about it in one sentence, and its odds."""

    says: str
    space: str
    attacker: str
    declared: bool
    odds: Odds


def space_named(game: Board, name: str) -> str:
    """A space by its id, its name or an alias, in any spelling of case and blanks."""
    known = {plain(space): space for space in game.map.spaces}
    known |= {plain(label): space for space, label in game.map.names.items()}
    known |= {plain(alias): spot for spot, facts in game.map.territories.items() for alias in facts.aliases}
    known |= {plain(facts.city): spot for spot, facts in game.map.territories.items() if facts.city}
    if plain(name) in known:
        return known[plain(name)]
    near = get_close_matches(plain(name), known, 1)
    hint = f"; did you mean {name_of(known[near[0]])}?" if near else ""
    raise BadInput(f"there is no space '{name}' on this board{hint}")


def plain(name: str) -> str:
    return name.lower().replace("_", " ").strip()


def odds_at(game: Board, name: str, **options: Any) -> Clash:
    """The odds of the battle that the power in turn has declared in a space; without one, of an attack by everything
    that it could bring there now, against what stands there. `options` are those of `battle_odds`."""
    space = space_named(game, name)
    game = after_losses(game, space)
    power = game.acting
    declared = declared_force(game, power, space)
    force = declared or Reach(game, power).against(space)
    theirs = defenders(game, Fight(space, power))
    if not declared:
        check_target(game, power, space, force, theirs)
    if declared:
        options.setdefault("can_retreat", can_retreat(game, space))
    landing = options.pop("amphibious", None) or force.seaborne
    bombard = options.pop("bombard", None) or force.bombard
    found = battle_odds(
        force.units,
        with_deck_aircraft(theirs),
        terrain="land" if on_land(game, space) else "sea",
        amphibious=landing if landing else False,
        bombard=bombard,
        aaa_fired=has_aaa_fired(game, space),
        **options,
    )
    what = "has declared" if declared else "could now make, with all that reaches it"
    return Clash(f"The attack that {the(power)} {what}: {name_of(space)}.", space, power, bool(declared), found)


def fight_under_way(game: Board, space: str) -> Fight | None:
    fight = getattr(game.steps[-1], "fight", None) if game.steps else None
    return fight if isinstance(fight, Fight) and fight.space == space else None


def after_losses(game: Board, space: str) -> Board:
    """The board without those who are chosen as losses in a battle under way, though some may fire once more."""
    fight = fight_under_way(game, space)
    if fight is None or not (fight.doomed or fight.stricken):
        return game
    after = game.clone()
    remove_doomed(after, remove_stricken(after, fight))
    return after


def is_under_way(game: Board, space: str) -> bool:
    return fight_under_way(game, space) is not None


def has_aaa_fired(game: Board, space: str) -> bool:
    """AA-COMB-19: once a battle is under way, unless its AAA is about to fire."""
    return is_under_way(game, space) and not isinstance(game.steps[-1], AntiaircraftFire)


def can_retreat(game: Board, space: str) -> bool:
    """Whether the attackers of a battle that is under way or declared have somewhere to go."""
    fight = fight_under_way(game, space)
    if fight is None:
        fight = Fight(space, game.acting)
        fight = msgspec.structs.replace(fight, origins=origins_of(game, fight, attackers(game, fight)))
    return bool(retreat_options(game, fight))


def on_land(game: Board, space: str) -> bool:
    return space not in game.map.sea


def check_target(game: Board, power: str, space: str, force: Force, theirs: list[Stack]) -> None:
    if on_land(game, space) and status(game, power, space) == FRIENDLY:
        raise BadInput(
            f"{name_of(space)} is friendly to {the(power)}, whose turn it is, and no battle is declared there"
        )
    if not on_land(game, space) and not theirs:
        raise BadInput(f"there is nobody in {name_of(space)} whom {the(power)}, whose turn it is, could attack")
    if not force.units:
        raise BadInput(f"{The(power)}, whose turn it is, has nothing that could attack {name_of(space)} now")


def declared_force(game: Board, power: str, space: str) -> Force | None:
    """The units of an attack that is declared or under way: those in the space, and those that will land there."""
    found: dict[str, int] = {}
    seaborne: dict[str, int] = {}
    at_sea = space in game.map.sea
    if not at_sea or needs_sea_combat(game, power, space) or is_under_way(game, space):
        for stack in attackers(game, Fight(space, power)):
            if at_sea or stack.acted != FRESH:
                found[damaged(stack)] = found.get(damaged(stack), 0) + stack.n
                if stack.role == "seaborne":
                    seaborne[stack.kind] = seaborne.get(stack.kind, 0) + stack.n
    ready: dict[str, int] = {}
    for zone in game.map.zones_of.get(space, ()):
        if space not in assaults_from(game, zone):
            continue
        for stack in game.units[zone]:
            if stack.role == ASSAULT and stack.home == space:
                for item in stack.cargo:
                    if item.land:
                        seaborne[item.kind] = seaborne.get(item.kind, 0) + stack.n
                        found[item.kind] = found.get(item.kind, 0) + stack.n
        for stack in () if needs_sea_combat(game, power, zone) else bombarding(game, power, zone):
            ready[stack.kind] = ready.get(stack.kind, 0) + stack.n
    left = sum(seaborne.values())
    bombard: dict[str, int] = {}
    for kind in BOMBARDMENT:  # the strongest first
        if number := min(ready.get(kind, 0), left):
            bombard[kind] = number
            left -= number
    return Force(found, seaborne, bombard) if found else None


def with_deck_aircraft(stacks: list[Stack]) -> dict[str, int]:
    """Defenders as the odds count them; aircraft rise from undamaged carriers (AA-CAPSHIP-08)."""
    found: dict[str, int] = {}
    for stack in stacks:
        found[damaged(stack)] = found.get(damaged(stack), 0) + stack.n
        if stack.kind == "carrier" and not stack.hits:
            for item in stack.cargo:
                if ARM[item.kind] == "air":
                    found[item.kind] = found.get(item.kind, 0) + stack.n
    return found
