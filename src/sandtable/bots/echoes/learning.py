"""How the table of chances was learned. To learn it anew, in about a quarter of an hour:

    python -m sandtable.bots.echoes.learning > chances.json

Each round plays wars by looking one step ahead at the table so far, with a stray answer now and then, and keeps the
positions before every turn. Then it learns backwards: the last turn is played from its positions and judged by the
verdict; a logistic regression says how likely a win is before it; with that the turn before is played and judged, and
so on to the first. The rounds after the first are averaged, which evens out their noise, and the averages are
compared with how further wars really end, turn by turn, so that 60 % means that 60 of 100 are won.
"""

import sys
from collections.abc import Iterable
from random import Random

from sandtable.bots.echoes.chances import WINS, Chances, Row, logistic, written
from sandtable.bots.echoes.one_step import Judge, best_answer
from sandtable.bots.echoes.sensible import worth
from sandtable.core.chance import Generated
from sandtable.core.play import answer, pending, roll, settle
from sandtable.core.steps import Ask
from sandtable.games.echoes import GAME
from sandtable.games.echoes.data import LAST_TURN, LIMITS, REGION_NAMES, REGIONS, TRACK_NAMES, TRACKS
from sandtable.games.echoes.state import ALLIES, EchoesState

ROUNDS, WARS, SEED = 4, 3000, 1
STRAY = 0.04
PRIOR = 2.0
"""How strongly a number is drawn to that of the turn after it, in positions."""

Weights = list[float]
Sample = tuple[tuple[int, ...], float]
"""What is the case in a position, as places among the weights, and the chance of a win."""

FRONT = {region: 1 + sum(REGIONS[r].end + 1 for r in REGION_NAMES[:at]) for at, region in enumerate(REGION_NAMES)}
TRACK_AT = 1 + sum(record.end + 1 for record in REGIONS.values())
LEADS = {track: TRACKS[track].highest - TRACKS[track].lowest + 1 for track in TRACK_NAMES}
TRACK = {track: TRACK_AT + sum(LEADS[t] for t in TRACK_NAMES[:at]) for at, track in enumerate(TRACK_NAMES)}
TIDES = TRACK_AT + sum(LEADS.values())
SIZE = TIDES + LIMITS["tides"] + 1


def case(war: EchoesState) -> tuple[int, ...]:
    """The places of the weights that add up to the log odds of a position."""
    fronts = [FRONT[region] + war.front(region) for region in REGION_NAMES]
    leads = [TRACK[track] + war.lead(track) - TRACKS[track].lowest for track in TRACK_NAMES]
    return (0, *fronts, *leads, TIDES + war.tides)


def row_of(weights: Weights) -> Row:
    def part(at: int, length: int) -> tuple[float, ...]:
        return tuple(weights[at : at + length])

    return Row(
        weights[0],
        {region: part(FRONT[region], REGIONS[region].end + 1) for region in REGION_NAMES},
        {track: part(TRACK[track], LEADS[track]) for track in TRACK_NAMES},
        part(TIDES, SIZE - TIDES),
    )


def play_turn(war: EchoesState, judge: Judge, rng: Random, stray: float = 0.0) -> None:
    """Play the turn whose first die is about to fall."""
    dice = Generated(rng)
    turn = war.turn
    while (want := pending(war)) is not None and (war.turn == turn):
        if not isinstance(want, Ask):
            roll(war, dice.faces(want))
        elif stray and rng.random() < stray:
            answer(war, ALLIES, want.menus[ALLIES].sample(rng))
        else:
            answer(war, ALLIES, best_answer(war, want, judge))


def new_war() -> EchoesState:
    war = GAME.start("war", {})
    assert isinstance(war, EchoesState)
    settle(war)
    return war


def positions(judge: Judge, wars: int, stray: float, rng: Random) -> dict[int, list[EchoesState]]:
    """The positions before every turn of so many wars."""
    found: dict[int, list[EchoesState]] = {turn: [] for turn in range(1, LAST_TURN + 1)}
    for _ in range(wars):
        war = new_war()
        while not war.ended:
            found[war.turn].append(war.clone())
            play_turn(war, judge, rng, stray)
    return found


def learn_backwards(found: dict[int, list[EchoesState]], rng: Random) -> dict[int, Weights]:
    """The weights before each turn, from the last turn to the first."""
    weights: dict[int, Weights] = {}
    chances = Chances({})
    before = [0.0] * SIZE
    for turn in range(LAST_TURN, 0, -1):
        samples = []
        for position in found[turn]:
            for _ in range(2):
                war = position.clone()
                play_turn(war, chances.after_turn, rng)
                win = float(war.ended in WINS) if war.ended else chances.before_turn(war)
                samples.append((case(position), win))
        before = weights[turn] = fitted(samples, before, PRIOR)
        chances.rows[turn] = row_of(before)
    return weights


def fitted(samples: Iterable[Sample], prior: Weights, strength: float) -> Weights:
    """Logistic regression by Newton's method, drawn towards a prior."""
    samples = list(samples)
    weights = list(prior)
    for _ in range(12):
        slope = [strength * (was - now) for was, now in zip(prior, weights, strict=True)]
        bend = [[strength * (i == j) for j in range(len(weights))] for i in range(len(weights))]
        for places, win in samples:
            chance = logistic(sum(weights[place] for place in places))
            spread = max(chance * (1 - chance), 1e-4)
            for place in places:
                slope[place] += win - chance
                line = bend[place]
                for other in places:
                    line[other] += spread
        step = solved(bend, slope)
        longest = max(abs(part) for part in step)
        scale = min(1.0, 3.0 / longest) if longest else 1.0
        weights = [now + scale * part for now, part in zip(weights, step, strict=True)]
        if longest < 1e-3:
            break
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by elimination."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at in range(size):
        for below in range(at + 1, size):
            if factor := lines[below][at] / lines[at][at]:
                lines[below] = [low - factor * high for low, high in zip(lines[below], lines[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(lines[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (lines[at][size] - known) / lines[at][at]
    return found


def calibrated(weights: dict[int, Weights], wars: int, rng: Random) -> dict[int, Weights]:
    """The same weights stretched and moved, turn by turn, so that the chances are those of the wars that are played."""
    judge = Chances({turn: row_of(of_turn) for turn, of_turn in weights.items()}).after_turn
    seen: dict[int, list[tuple[float, float]]] = {turn: [] for turn in weights}
    for _ in range(wars):
        war, passed = new_war(), []
        while not war.ended:
            passed.append((war.turn, sum(weights[war.turn][place] for place in case(war))))
            play_turn(war, judge, rng)
        for turn, log_odds in passed:
            seen[turn].append((log_odds, float(war.ended in WINS)))
    found = {}
    for turn, of_turn in weights.items():
        stretch, move = stretched(seen[turn])
        found[turn] = [stretch * weight for weight in of_turn]
        found[turn][0] += move
    return found


def stretched(seen: list[tuple[float, float]]) -> tuple[float, float]:
    """The factor and the sum that turn log odds as they were foretold into those that came true."""
    stretch, move = 1.0, 0.0
    for _ in range(20):
        slope, bend = [1.0 - stretch, 0.0], [[1.0, 0.0], [0.0, 1e-6]]
        for log_odds, win in seen:
            chance = logistic(stretch * log_odds + move)
            spread = chance * (1 - chance)
            slope[0] += (win - chance) * log_odds
            slope[1] += win - chance
            bend[0][0] += spread * log_odds * log_odds
            bend[0][1] += spread * log_odds
            bend[1][1] += spread
        bend[1][0] = bend[0][1]
        more = solved(bend, slope)
        stretch, move = stretch + more[0], move + more[1]
    return stretch, move


def learn(rounds: int, wars: int, seed: int) -> Chances:
    """The whole of it."""
    rng = Random(seed)
    judge: Judge = worth
    learned: list[dict[int, Weights]] = []
    for number in range(1, rounds + 1):
        learned.append(learn_backwards(positions(judge, wars, STRAY, rng), rng))
        judge = Chances({turn: row_of(of_turn) for turn, of_turn in learned[-1].items()}).after_turn
        print(f"round {number} of {rounds} is learned", file=sys.stderr)
    kept = learned[1:] or learned
    mean = {
        turn: [sum(column) / len(kept) for column in zip(*(r[turn] for r in kept), strict=True)] for turn in kept[0]
    }
    return Chances({turn: row_of(weights) for turn, weights in calibrated(mean, wars, rng).items()})


if __name__ == "__main__":
    sys.stdout.write(written(learn(ROUNDS, WARS, SEED)).decode())
