"""Positions at questions that come up seldom, as scenarios that can be opened at once; the rules lead on from each.

The server of the tests that ask for them knows these scenarios (`stage`), and nobody else does.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sandtable.core import saves
from sandtable.core.state import State
from sandtable.core.table import Table, new_setup
from sandtable.core.versions import Game, Scenario
from sandtable.games import warroom
from sandtable.games.axis1940 import pacific
from sandtable.games.warroom.data import NATIONS
from sandtable.games.warroom.rules.hotspots import Combat
from sandtable.games.warroom.rules.phase3_movement import LaunchFighters
from sandtable.games.warroom.rules.phase5_refit import Deploy
from sandtable.games.warroom.rules.phase6_morale import CancelStress, Penalties, Relieve
from sandtable.games.warroom.rules.phase7_production import PlaceUnits, RepairBombs, Trade
from sandtable.games.warroom.rules.quick import BonusDice
from sandtable.games.warroom.rules.round import Round
from sandtable.games.warroom.state import WarRoom
from tests.games.axis1940 import war as axis
from tests.games.warroom.wars import War

# Pacific 1940: the United States has come close to Japan

WAR: dict[str, Any] = {"war": axis.ALL_ALLIES}
KOREA: dict[str, Any] = {"control": {"korea": "united_states"}, **WAR}


def kamikaze() -> axis.Table:
    units = {"sz16": {"united_states": "battleship, carrier, 2 destroyer"}, "sz17": {"japan": "destroyer"}}
    at = axis.table("united_states", units=units, **WAR)
    return at.answer("sz16", "sz17", {"battleship": 1, "carrier": 1, "destroyer": 2}).done()


def raid(raiders: str = "2 strategic_bomber, fighter", defenders: str = "infantry, 3 fighter") -> axis.Table:
    """Bombers from Korea over Japan, with an escort."""
    units = {"korea": {"united_states": raiders}, "japan": {"japan": defenders}}
    works = {"japan": {"major_ic": 0, "air_base": 0, "naval_base": 0}}
    at = axis.table("united_states", units=units, facilities=works, **KOREA)
    return at.answer("korea", "japan", {"strategic_bomber": 2, "fighter": 1}, "raid").done()


def two_raids() -> axis.Table:
    """Bombers from Korea over Japan and over Manchuria; the fighters of Japan have not risen."""
    units = {
        "korea": {"united_states": "3 strategic_bomber"},
        "japan": {"japan": "infantry, fighter"},
        "manchuria": {"japan": "infantry, 2 fighter"},
    }
    works = {"japan": {"major_ic": 0, "air_base": 0}, "manchuria": {"minor_ic": 0, "air_base": 3}}
    at = axis.table("united_states", units=units, facilities=works, **KOREA)
    at.answer("korea", "japan", {"strategic_bomber": 2}, "raid")
    return at.answer("korea", "manchuria", {"strategic_bomber": 1}, "raid").done().answer(0)


def scramble() -> axis.Table:
    units = {
        "sz7": {"united_states": "cruiser, destroyer"},
        "sz6": {"japan": "destroyer"},
        "japan": {"japan": "2 fighter, 2 tactical_bomber"},
    }
    at = axis.table("united_states", units=units, facilities={"japan": {"major_ic": 0, "air_base": 0}}, **WAR)
    return at.answer("sz7", "sz6", {"cruiser": 1, "destroyer": 1}).done()


def submerge() -> axis.Table:
    units = {"sz36": {"japan": "2 cruiser"}, "sz37": {"united_kingdom": "2 submarine"}}
    return axis.table("japan", units=units, **WAR).answer("sz36", "sz37", {"cruiser": 2}).done()


def transports() -> axis.Table:
    units = {"sz36": {"japan": "transport, destroyer"}, "sz37": {"united_kingdom": "transport, destroyer"}}
    at = axis.table("japan", units=units, **WAR).answer("sz36", "sz37", {"transport": 1, "destroyer": 1}).done()
    return at.dice(1).dice(1)


def consent() -> axis.Table:
    at = axis.table("anzac", "noncombat", units={"sz37": {"anzac": "carrier fighter"}}, consent="ask")
    return at.answer("sz37", "malaya", {"fighter": 1})


def retreat() -> axis.Table:
    """A round of Hunan without a hit."""
    units = {"kiangsi": {"japan": "6 infantry"}, "hunan": {"china": "6 infantry"}}
    at = axis.table("japan", units=units).answer("kiangsi", "hunan", {"infantry": 6}).done()
    return at.on_to("ax.retreat")


def last_round() -> axis.Table:
    """One infantry in Hunan has lived through a round of thirty tanks, and will not through another."""
    units = {"kiangsi": {"japan": "30 tank"}, "hunan": {"china": "infantry"}}
    at = axis.table("japan", units=units).answer("kiangsi", "hunan", {"tank": 30}).done()
    return at.on_to("ax.retreat")


def walkover() -> axis.Table:
    """Thirty tanks are about to attack the only infantry in Hunan: nobody will have anything to decide."""
    units = {"kiangsi": {"japan": "30 tank"}, "hunan": {"china": "infantry"}}
    return axis.table("japan", units=units).answer("kiangsi", "hunan", {"tank": 30})


def mobilize() -> axis.Table:
    """More new ships than the yards of Kiangsu can place, and infantry."""
    works = {"kiangsu": {"minor_ic": 0}, "japan": {"major_ic": 0}}
    return axis.table("japan", "mobilize", facilities=works, bought={"destroyer": 2, "submarine": 2, "infantry": 1})


def hand_dice() -> axis.Table:
    units = {"kiangsi": {"japan": "3 infantry, tank"}, "hunan": {"china": "2 infantry"}}
    return axis.table("japan", units=units).answer("kiangsi", "hunan", {"infantry": 3, "tank": 1}).done()


PACIFIC: dict[str, Callable[[], axis.Table]] = {
    "kamikaze": kamikaze,
    "intercept": raid,
    "raid losses": lambda: raid().answer(2).dice(6, 6, 6, 1, 6),
    "raid targets": lambda: raid(defenders="infantry"),
    "second interception": two_raids,
    "second raid": lambda: two_raids().answer(0).answer("manchuria"),
    "scramble": scramble,
    "submerge": submerge,
    "transports": transports,
    "consent": consent,
    "retreat": retreat,
    "last round": last_round,
    "walkover": walkover,
    "mobilize": mobilize,
    "hand dice": hand_dice,
}

# War Room


def stanced(war: War, **stances: str) -> War:
    """Both sides have taken their stances, if they had a choice."""
    while war.what in ("wr.4.command", "wr.4.stances"):
        war = war.take(**stances) if war.what == "wr.4.stances" else war.say(war.menu.default)
    return war


def fleet() -> War:
    """Submarines of Japan among American ships; its dice have hit twice."""
    war = War().empty().put(japan_6="P-2 4 SUB", usa_1="P-2 1 CRU 1 BB").order("japan", "usa", "british")
    return stanced(war.fighting("P-2"), cruiser="escort", battleship="offense").dice("RR" + "Y" * 6)


def convoys(boats: str = "3 SUB", **more: str) -> War:
    """German Submarines in the North Atlantic, where nobody guards the convoys."""
    war = War().empty().put(germany_1=f"A-9 {boats}", **more).order("germany", "usa")
    return war.stock(usa=(5, 5, 5), british=(5, 5, 5), japan=(5, 5, 5), soviet=(5, 5, 5)).fighting("A-9")


def owner() -> War:
    war = War().empty().put(usa_1="A-8 1 SUB").order("italy", "germany").hold(B29="germany", B1="italy")
    return war.stock(germany=(5, 5, 5), italy=(5, 5, 5)).fighting("A-8")


def bombed() -> War:
    """A British Bomber over Berlin with a black and a white result."""
    war = War().empty().put(british_11="G1 1 BMR").order("british", "germany").stock(germany=(9, 9, 9))
    war.game.building["G1"] = (1, 0, 1, 0, 0, 0, 0, 0, 0)
    stanced(war.fighting("G1"), bomber="strategic")
    return war.until("wr.4.bombs").dice("KWGG")


def captors() -> War:
    """Germans and Italians have taken R6 together, under a Japanese Commander."""
    war = War().empty().put(germany_22="R6 1 INF", italy_112="R6 1 INF", japan_11="R6 1 FTR", soviet_21="R15 1 INF")
    war.order("germany", "soviet").game.pact = False
    return war.fighting("R6").until("wr.4.command").say("japan").until("wr.4.control", dice="B")


def rome() -> War:
    war = War().empty().put(usa_27="T1 2 INF", british_36="T1 1 INF", italy_112="T5 1 INF").order("usa", "british")
    return war.fighting("T1").until("wr.4.medals", dice="R")


def dived() -> War:
    war = War("europe", take_her_down=True).empty().put(germany_1="A-14 2 SUB", usa_1="A-14 2 CRU")
    stanced(war.order("usa", "germany").fighting("A-14"), cruiser="offense")
    return war.dice("Y" + "R" * 5).until("wr.thd.dive")


def works(territory: str, nation: str, **units: int) -> War:
    war = War()
    kinds = ("infantry", "artillery", "armor", "fighter", "bomber", "submarine", "cruiser", "carrier", "battleship")
    war.game.building[territory] = tuple(units.get(kind, 0) for kind in kinds)
    if bombs := units.get("bombs"):
        war.game.bombs[territory] = bombs
    return war.at(Deploy(nation))


def last_stances() -> War:
    """The Soviet Infantry in Bryansk is the last to take its stance."""
    war = War().empty().put(germany_22="R5 1 INF", soviet_21="R5 1 INF").order("germany", "soviet").fighting("R5")
    return war.say(war.menu.default)


def two_sea_raids() -> War:
    """German Submarines before Britain and America, each with one convoy to raid: only the order is to be decided."""
    war = War().empty().put(germany_1="A-7 1 SUB", germany_2="A-10 1 SUB").order("germany", "usa")
    war.stock(usa=(5, 5, 5), british=(5, 5, 5)).game.pact = False
    return war.at(Combat())


def repairs() -> War:
    war = War("eastern_front", bomb_repair=True).stock(germany=(0, 10, 0))
    war.game.bombs.update(G1=2, G3=1)
    return war.at(RepairBombs("germany"))


def mobilization() -> War:
    """China has bought Infantry, and one Land token is free; C1 is full, and in C3 Commands wait for more."""
    _, full, *rest = NATIONS["china"].land
    war = War("pacific").empty().hold(J4="china")
    war.put(**{f"china_{number}": "C3 1 INF" for number in rest}, **{f"china_{full}": "C1 8 INF"})
    war.game.purchases["china"] = (4, *[0] * 8)
    return war.at(PlaceUnits("china"))


def unhappy(**zone: int) -> War:
    nation, at = next(iter(zone.items()))
    return War().set("zone", **{nation: at}).set("stress", **{nation: 4}).stock(**{nation: (4, 3, 5)})


def deserters() -> War:
    war = unhappy(italy=5).stock(italy=(0, 0, 0)).empty().put(italy_112="T1 3 INF", italy_1="M-2 2 CRU 1 BB")
    return war.at(Penalties("italy"))


def two_carriers() -> War:
    return (
        War("pacific").empty().put(japan_8="P-0 2 CV", japan_9="P-1 1 CV", usa_1="P-9 1 CV").at(LaunchFighters("japan"))
    )


def quick_battle() -> War:
    war = War("eastern_front", quick_battle=True).empty()
    war.put(germany_22="R5 4 INF 2 ARM", soviet_21="R5 3 INF 2 ART").order("germany", "soviet")
    return war.fighting("R5").until("wr.quick.match", dice="K")


WARROOM: dict[str, tuple[str, Callable[[], War]]] = {
    "escort": ("combat", fleet),
    "commander": (
        "combat",
        lambda: War().empty().put(germany_22="R5 1 INF", italy_112="R5 1 INF", soviet_21="R5 2 INF").fighting("R5"),
    ),
    "convoys": ("combat", lambda: convoys("2 SUB", germany_2="A-9 1 SUB")),
    "owner": ("combat", owner),
    "sink": ("combat", lambda: convoys().say(("A-9/1",)).dice("KGW")),
    "bomb damage": ("combat", bombed),
    "garrison": ("combat", lambda: War().empty().put(germany_22="R5 1 INF 1 ART").fighting("R5").dice("KK")),
    "control": ("combat", captors),
    "medals": ("combat", rome),
    "take her down": ("combat", dived),
    "last stances": ("combat", last_stances),
    "two raids at sea": ("combat", two_sea_raids),
    "quick battle": ("combat", quick_battle),
    "capacity": ("refit", lambda: works("R4", "soviet", infantry=1, artillery=1, armor=1, bombs=1)),
    "deploy": ("refit", lambda: works("B1", "british", submarine=1, cruiser=1)),
    "cancel": (
        "morale",
        lambda: unhappy(italy=2).set("medals", italy=2).set("goods", italy=2).at(CancelStress("italy")),
    ),
    "relieve": (
        "morale",
        lambda: unhappy(germany=2).set("medals", germany=8).set("goods", germany=4).at(Relieve("germany")),
    ),
    "unrest": ("morale", lambda: unhappy(italy=3).at(Penalties("italy"))),
    "desert": (
        "morale",
        lambda: deserters(),
    ),
    "bomb repair": ("production", repairs),
    "placement": ("production", mobilization),
    "trade": ("production", lambda: War().stock(germany=(9, 9, 9)).at(Trade("germany"))),
    "bonus dice": ("production", lambda: War(quick_play=True).order("usa").set("medals", usa=12).at(BonusDice())),
    "pin": (
        "movement",
        lambda: (
            War().empty().put(soviet_21="B18 2 INF", japan_24="B18 8 INF").moving(soviet="21 > B17").until("wr.3.pin")
        ),
    ),
    "pact": (
        "combat",
        lambda: War().empty().put(soviet_1="P-2 1 CRU", japan_1="P-2 1 CRU").order("japan", "soviet").at(Combat()),
    ),
    "launch": ("movement", two_carriers),
}


def built(name: str) -> State:
    """The position of a name at its question, with what happened in it so far still to be told."""
    if name in PACIFIC:
        at = PACIFIC[name]()
        board: State = at.game
        board.news = list(at.events)
        return board
    phase, make = WARROOM[name]
    war = make()
    war.game.steps.insert(0, Round())  # whatever the position is about, a new round begins after it
    war.game.phase = phase
    war.game.news = list(war.diary)
    return war.game


def home_of(name: str) -> str:
    """The scenario whose nations a position has."""
    position = built(name)
    return position.scenario if isinstance(position, WarRoom) else "pacific"


def with_positions(game: Game, names: Mapping[str, Any]) -> Game:
    """A game that can be started from these positions too."""

    def start(scenario: str, options: Mapping[str, Any]) -> State:
        return built(scenario) if scenario in names else game.start(scenario, options)

    more = {name: Scenario(name.capitalize(), game.scenarios[home_of(name)].nations) for name in names}
    return msgspec.structs.replace(game, scenarios={**game.scenarios, **more}, start=start)


def stage() -> None:
    """Let this process know the positions."""
    pacific.GAME = with_positions(pacific.GAME, PACIFIC)
    warroom.GAME = with_positions(warroom.GAME, WARROOM)


def save(name: str) -> str:
    """A saved game that stands at this position; every nation has a seat of its own, and people throw dice by hand."""
    game = with_positions(*((pacific.GAME, PACIFIC) if name in PACIFIC else (warroom.GAME, WARROOM)))
    luck = hashlib.sha256(name.encode())  # the same dice in every run
    secret = b"" if name == "hand dice" else luck.digest()
    seats = {nation: (nation,) for nation in game.scenario(name).nations}
    setup = new_setup(
        game, id=name, scenario=name, options={}, seats=seats, salt=luck.hexdigest()[:32], secret=secret, study=True
    )
    return saves.write(Table(game, setup, secret), "test", snapshot=False)
