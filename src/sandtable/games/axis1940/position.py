"""Positions from outside: what case files may write, and what is impossible on a board."""

from typing import Any

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.cargo import in_cargo_order
from sandtable.games.axis1940.data import ARM, COMPLEXES, FACILITIES, UNITS
from sandtable.games.axis1940.forces import DECK_CREW, NEUTRAL_OWNER, SCRAMBLED, Cargo, Stack, fits_aboard
from sandtable.games.axis1940.landing import DECK_PLACES
from sandtable.games.axis1940.rules.politics import linked, make_war
from sandtable.games.axis1940.rules.turn import War
from sandtable.games.axis1940.state import Board, Facility


def arrange(game: Board, name: str, value: Any) -> bool:
    """Set one named thing as a case file writes it:

    `units` (spaces to powers to units, such as `{sz6 = {japan = "2 destroyer, carrier! fighter"}}`; spaces not named
    keep what they have), `only_units` (the same, on an empty board), `war` (pairs such as "japan-china"), `control`,
    `facilities` (spaces to kinds with damage), `turn` (the power whose turn begins).
    """
    if name in ("units", "only_units"):
        if name == "only_units":
            for space in game.units:
                game.stand(space, ())
        for space, owners in value.items():
            place(game, space, owners)
        return True
    if name == "war":
        for pair in value:
            one, _, other = pair.partition("-")
            for power in (one, other):
                if power not in game.map.powers:
                    raise BadInput(f"there is no power '{power}'")
            if game.map.friends(one, other):
                raise BadInput(f"{one} and {other} are on the same side")
            for ally in linked(game, one):
                for enemy in linked(game, other):
                    make_war(game, ally, enemy)
        return True
    if name == "turn":
        if value not in game.map.powers:
            raise BadInput(f"there is no power '{value}'")
        game.steps = [War(value)]
        return True
    if name == "control":
        for territory, power in value.items():
            if territory not in game.map.territories:
                raise BadInput(f"there is no territory '{territory}'")
            game.hold(territory, power)
            if power and territory in game.neutrals:  # whoever holds it has taken it from the neutrals
                game.set_stance(territory, "")
        return True
    if name == "facilities":
        for space, kinds in value.items():
            for kind in kinds:
                if kind not in FACILITIES:
                    raise BadInput(f"there is no facility '{kind}'")
            game.set_facilities(space, [Facility(kind, damage) for kind, damage in kinds.items()])
        return True
    return False


def place(game: Board, space: str, owners: dict[str, str]) -> None:
    """Put these units, and no others, into a space. A word after another in one item is cargo."""
    if space not in game.units:
        raise BadInput(f"there is no space '{space}'")
    game.stand(space, ())
    for owner, text in owners.items():
        for item in text.split(","):
            put_item(game, space, owner, item.split())


def put_item(game: Board, space: str, owner: str, item: list[str]) -> None:
    number = int(item.pop(0)) if item and item[0].isdecimal() else 1
    if not item:
        return
    word, *load = item
    kind, hits = word.rstrip("!"), int(word.endswith("!"))
    if kind not in UNITS:
        raise BadInput(f"there is no unit '{kind}'")
    cargo = []
    for what in load:
        host, _, unit = what.rpartition(":")
        if unit not in UNITS:
            raise BadInput(f"there is no unit '{unit}'")
        cargo.append(Cargo(host or owner, unit))
    game.put(
        space, Stack(owner, kind, number, hits, cargo=in_cargo_order(cargo) if kind == "transport" else tuple(cargo))
    )


def problems(game: Board) -> list[str]:
    """What is impossible in a position, in sentences."""
    found = []
    for space, stacks in game.units.items():
        at_sea = space in game.map.sea
        for stack in stacks:
            found += stack_problems(game, space, stack, at_sea)
    for power, ipcs in game.treasury.items():
        if ipcs < 0:
            found.append(f"{power} has {ipcs} IPCs")
    for space, facilities in game.facilities.items():
        for facility in facilities:
            if not 0 <= facility.damage <= FACILITIES[facility.kind].cap:
                found.append(f"the {facility.kind} in {space} has {facility.damage} damage")
        if sum(facility.kind in COMPLEXES for facility in facilities) > 1:
            found.append(f"{space} has two complexes")
        if facilities and space not in game.map.territories:
            found.append(f"{space} is no place for facilities")
    for space, holder in game.control.items():
        if holder not in ("", *game.map.powers, *game.map.bystanders):
            found.append(f"{space} is held by the unknown {holder}")
    return found


def stack_problems(game: Board, space: str, stack: Stack, at_sea: bool) -> list[str]:
    """What is wrong with one stack."""
    if stack.owner not in game.map.powers and stack.owner != NEUTRAL_OWNER:
        return [f"{stack.owner} has units in {space}"]
    if stack.kind not in UNITS or stack.n < 1:
        return [f"{stack.n} of {stack.kind} in {space}"]
    found = []
    arm = ARM[stack.kind]
    if (arm == "land" and at_sea) or (arm == "sea" and not at_sea):
        found.append(f"{stack.kind} of {stack.owner} in {space}")
    if arm == "air" and at_sea and stack.owner != game.acting and stack.role not in (DECK_CREW, SCRAMBLED):
        found.append(f"{stack.kind} of {stack.owner} hangs in the air over {space}")
    if stack.hits >= UNITS[stack.kind].hits:
        found.append(f"{stack.kind} in {space} has {stack.hits} hits")
    if stack.kind == "transport" and not fits_aboard(item.kind for item in stack.cargo):
        found.append(f"a transport in {space} is overloaded")
    if stack.kind == "carrier" and len(stack.cargo) > DECK_PLACES:
        found.append(f"a carrier in {space} is overloaded")
    if space in game.map.closed:
        found.append(f"{stack.kind} of {stack.owner} in closed {space}")
    return found
