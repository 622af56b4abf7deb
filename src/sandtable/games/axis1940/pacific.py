"""The Pacific theatre, put together as a game."""

from sandtable.core.versions import Game, Option, Scenario
from sandtable.games.axis1940.data import theatre
from sandtable.games.axis1940.figures import figures
from sandtable.games.axis1940.forecast import forecast, threats
from sandtable.games.axis1940.luck import fought
from sandtable.games.axis1940.policies import POLICIES
from sandtable.games.axis1940.position import arrange, problems
from sandtable.games.axis1940.rules.victory import result
from sandtable.games.axis1940.seats import why_not_seats
from sandtable.games.axis1940.setup import RULES, start
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.views import scramble, view
from sandtable.games.axis1940.words import Names

OPTIONS = {
    "bid": Option("Bid: IPCs of units that one side adds before play", (0, *range(1, 31))),
    "bid_for": Option("The side that receives the bid", ("allies", "axis")),
    "low_luck": Option("House rule, low luck: only the remainder of a volley is rolled", (False, True)),
    "consent": Option("Hosting allies' units", ("standing", "ask"), "AA-POL-31"),
    "round_limit": Option(
        "House rule: the war is judged by victory cities after so many rounds; 0 for never", (0, *range(1, 31))
    ),
}

GAME = Game(
    name="pacific",
    title="Pacific 1940",
    rules=RULES,
    prefix="ax",
    state=Board,
    scenarios={"pacific": Scenario(theatre("pacific").facts.title, theatre("pacific").order)},
    options=OPTIONS,
    start=start,
    view=view,
    scramble=scramble,
    result=result,
    names=Names(),
    problems=problems,
    arrange=arrange,
    policies=POLICIES,
    why_not_seats=why_not_seats,
    sides={power: facts.side for power, facts in theatre("pacific").powers.items()},
    aliases={power: facts.aliases for power, facts in theatre("pacific").powers.items()},
    forecast=forecast,
    threats=threats,
    figures=figures,
    fought=fought,
)
