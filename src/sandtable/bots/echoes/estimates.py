"""How the war may end from here: the sensible player plays it on many times, with dice of its own."""

from math import sqrt

import msgspec

from sandtable.bots.echoes.chances import WINS
from sandtable.bots.echoes.sensible import sensible_answer
from sandtable.core.chance import Generated
from sandtable.core.menus import Rng
from sandtable.core.play import answer, pending, roll
from sandtable.core.steps import Ask
from sandtable.core.verdicts import BadInput
from sandtable.games.echoes.rules.victory import RESULTS
from sandtable.games.echoes.state import ALLIES, EchoesState
from sandtable.games.echoes.views import EchoesView, war_of


class Share(msgspec.Struct, frozen=True):
    """A share of the wars that were played on, with its standard error."""

    share: float
    error: float


class Estimate(msgspec.Struct, frozen=True):
    """The share of each result, and that of all results in which the Allies win."""

    games: int
    results: dict[str, Share]
    win: Share


def estimate(view: EchoesView, games: int, rng: Rng) -> Estimate:
    """Play the war of a view on so many times."""
    if games < 1:
        raise BadInput(f"the number of games must be 1 or more, not {games}")
    war = war_of(view)
    counts = dict.fromkeys(RESULTS, 0)
    for _ in range(games):
        counts[played_out(war.clone(), rng)] += 1
    results = {name: share(count, games) for name, count in counts.items() if count}
    return Estimate(games, results, share(sum(counts[name] for name in WINS), games))


def played_out(war: EchoesState, rng: Rng) -> str:
    """How a war ends that the sensible player plays on."""
    dice = Generated(rng)
    while (want := pending(war)) is not None:
        if isinstance(want, Ask):
            answer(war, ALLIES, sensible_answer(war, want))
        else:
            roll(war, dice.faces(want))
    return war.ended


def share(count: int, games: int) -> Share:
    return Share(count / games, sqrt(count * (games - count) / games) / games)
