"""Setting up: the five scenarios, and positions as case files write them."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.steps import Sequence
from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import (
    BUILDABLE,
    CATEGORIES,
    COMMANDS,
    KINDS,
    SCENARIOS,
    SIDE_OF,
    TERRITORIES,
    UNITS,
    UNITS_PER_COMMAND,
    category_of_number,
)
from sandtable.games.warroom.state import Command, Orders, WarRoom

RULES = 1


def start(scenario: str, options: Mapping[str, Any]) -> WarRoom:
    """WR-SETUP-02 to 09: a war before its first round."""
    facts = SCENARIOS[scenario]
    quick = bool(options.get("quick_play"))
    game = WarRoom(
        rules=RULES,
        steps=[Sequence(("wr.1.precedence", "wr.round"))],
        scenario=scenario,
        options={name: bool(value) for name, value in options.items() if name != "victory"}
        | {"limited": options.get("victory") == "limited"},
        nations=list(facts.nations),
        stock=dict.fromkeys(facts.nations, (0, 0, 0)),
        medals=dict.fromkeys(facts.nations, 1 if quick else 0),
        goods=dict.fromkeys(facts.nations, 0),
        stress=dict.fromkeys(facts.nations, 0),
        zone=dict.fromkeys(facts.nations, 0),
        casualties=dict.fromkeys(facts.nations, (0,) * len(KINDS)),
        points=dict.fromkeys(facts.nations, 0),
        production=dict(facts.production) if quick else {},
        pact=facts.pacts,
        sino=facts.pacts,
        stalin=facts.stalin,
    )
    for territory in facts.territories:
        card = TERRITORIES[territory]
        game.control[territory] = card.controller if card.controller in facts.nations else ""
        if card.neutral:
            game.aligned[territory] = "allied" if card.neutral == "pro_allied" else ""
        if card.starts_embattled:
            game.markers[territory] = "embattled"
    for key in facts.commands:
        facts_of = COMMANDS[key]
        category = category_of_number(facts_of.number)
        units = tuple(facts_of.units.get(kind, 0) for kind in CATEGORIES[category])
        game.put(Command(facts_of.nation, facts_of.number, category, facts_of.region, units))
    return game


def problems(game: WarRoom) -> list[str]:
    """What is impossible in a position."""
    found = []
    for key, command in game.commands.items():
        if key != command.key:
            found.append(f"Command {command.key} lies under {key}.")
        if not 1 <= command.size <= UNITS_PER_COMMAND or min(command.units) < 0:
            found.append(f"{key} has {command.size} units; a Command holds 1 to 8.")
        if command.category != category_of_number(command.number):
            found.append(f"{key} cannot be a Command of {command.category} units.")
        if command.region not in game.map.order:
            found.append(f"{key} is in {command.region}, which is not in play.")
        elif command.category == "naval" and not game.map.is_sea(command.region):
            found.append(f"{key} is on land.")
        if command.nation not in game.nations:
            found.append(f"{key} belongs to nobody in play.")
    for nation in game.facts.nations:
        if min(game.stock[nation]) < 0 or min(game.medals[nation], game.goods[nation], game.stress[nation]) < 0:
            found.append(f"{nation} has less than nothing of something.")
        if nation == "china" and game.stock[nation][0]:
            found.append("China has Oil.")
    return found


def arrange(game: WarRoom, name: str, value: Any) -> bool:
    """The words of case files.

    `only = { japan-65 = "J3 2 ART 1 INF" }`: these Commands are on the map and no others; `command` adds some.
    `holds = { J4 = "china" }`: who controls what. `building = { G1 = { armor = 2 } }`: units under construction.
    `plan = { japan = "65 > J5, 97 > P-13" }`: Phase 3 begins with these orders.
    `hotspot = "R5"`: this hotspot is resolved now. Before the first round precedence is the order of the scenario.
    """
    if name in ("only", "command"):
        if name == "only":
            game.commands.clear()
            game.index = None
        for key, text in dict(value).items():
            place_command(game, key, str(text))
    elif name == "plan":
        for nation, text in dict(value).items():
            game.orders[nation] = read_orders(nation, str(text))
        game.roster[:] = sorted(game.commands)
        stand_at(game, Sequence(("wr.3.movement",)))
    elif name == "hotspot":
        game.resolved.append(str(value))
        stand_at(game, Sequence(("wr.4.resolve",), (str(value),)))
    elif name == "building":
        for territory, units in dict(value).items():
            game.building[territory] = tuple(dict(units).get(kind, 0) for kind in BUILDABLE)
    elif name == "holds":  # territory to controller
        for territory, nation in dict(value).items():
            if territory not in game.control:
                raise BadInput(f"{territory} is not a territory in play")
            game.control[territory] = nation
            if TERRITORIES[territory].neutral and nation:
                game.aligned[territory] = SIDE_OF[nation]
    else:
        return False
    return True


def stand_at(game: WarRoom, step: Sequence) -> None:
    game.steps[:] = [step]
    game.round = max(game.round, 1)
    if not game.turn_order:
        game.turn_order[:] = list(game.nations)


def read_orders(nation: str, text: str) -> Orders:
    """`65 > J5, 97 > P-13`."""
    pairs = [order.split(">") for order in text.split(",") if order.strip()]
    if any(len(pair) != 2 for pair in pairs):
        raise BadInput(f"'{text}' is not a list of orders; write them like 65 > J5, 97 > P-13")
    return tuple((f"{nation}-{number.strip()}", region.strip()) for number, region in pairs)


def place_command(game: WarRoom, key: str, text: str) -> None:
    """Put a Command on the map from `J3 2 ART 1 INF`, or take it off with an empty text."""
    nation, _, number = key.partition("-")
    if nation not in SIDE_OF or not number.isdecimal():
        raise BadInput(f"'{key}' is not a Command; write nation-number, such as japan-65")
    game.commands.pop(key, None)
    game.index = None
    if not text:
        return
    region, *words = text.split()
    category = category_of_number(int(number))
    shorts = {UNITS[kind].short: kind for kind in CATEGORIES[category]}
    if len(words) % 2 or any(
        not n.isdecimal() or kind not in shorts for n, kind in zip(words[::2], words[1::2], strict=True)
    ):
        raise BadInput(f"{key} cannot be '{text}'; write its region and units, such as J3 2 ART 1 INF")
    counts = {shorts[kind]: int(n) for n, kind in zip(words[::2], words[1::2], strict=True)}
    game.put(Command(nation, int(number), category, region, tuple(counts.get(k, 0) for k in CATEGORIES[category])))
