"""Matches: the same games for the same seed, whatever the number of workers."""

import pytest

from sandtable.bots.arena import run_matches
from sandtable.core.verdicts import BadInput
from sandtable.games.echoes.rules.victory import RESULTS


def test_a_tally_counts_games_decisions_results_and_worth() -> None:
    tally = run_matches("echoes", ["random"], 40, seed=3)
    assert tally.games == 40 == sum(tally.results.values())
    assert tally.decisions > 40 * 10
    assert tally.results.keys() <= RESULTS.keys()
    worth = sum(RESULTS[name][1] * number for name, number in tally.results.items()) / 40
    assert tally.worth == {"allies": pytest.approx(worth)}
    assert tally.decisions_per_second == tally.decisions / tally.seconds > 0


def test_workers_change_nothing_but_the_time() -> None:
    alone, together = (run_matches("echoes", ["random"], 33, workers=workers, seed=5) for workers in (1, 2))
    together.seconds = alone.seconds
    assert together == alone
    assert list(together.results) == list(alone.results)


def test_another_seed_gives_other_games() -> None:
    one, two = (run_matches("echoes", ["random"], 20, seed=seed) for seed in (1, 2))
    assert (one.decisions, one.results) != (two.decisions, two.results)


def test_fewer_games_are_the_first_of_more() -> None:
    results = [run_matches("echoes", ["aimless"], games, seed=9).decisions for games in (1, 2, 3)]
    assert results == sorted(results)
    assert len(set(results)) == 3


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    run_matches("echoes", ["random"], 70, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (70, 70)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert len(told) > 10


@pytest.mark.parametrize(
    ("game", "bots", "games", "workers", "scenario", "options", "sentence"),
    [
        ("chess", ["random"], 1, 1, "", {}, "there is no game 'chess'"),
        ("echoes", ["random", "expert"], 1, 1, "", {}, "name one bot, or one for each of allies; not 2"),
        ("echoes", [], 1, 1, "", {}, "name one bot, or one for each of allies; not 0"),
        ("echoes", ["patton"], 1, 1, "", {}, "echoes has no bot 'patton'"),
        ("echoes", ["random"], 0, 1, "", {}, "the number of games must be 1 or more, not 0"),
        ("echoes", ["random"], 1, 0, "", {}, "the number of workers must be 1 or more, not 0"),
        ("echoes", ["random"], 1, 1, "peace", {}, "echoes has no scenario 'peace'"),
        ("echoes", ["random"], 1, 1, "", {"weather": "bad"}, "echoes has no option 'weather'"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_played(
    game: str, bots: list[str], games: int, workers: int, scenario: str, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        run_matches(game, bots, games, workers, scenario=scenario, options=options)
