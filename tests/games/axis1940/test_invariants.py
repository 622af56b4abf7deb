"""Random wars in which nothing may appear or vanish unsaid. A longer run: raise the number of steps."""

import pytest

from sandtable.games.axis1940.data import theatre
from tests.games.axis1940.invariants import watched_war

OPTIONS = ({}, {"consent": "ask"}, {"low_luck": True}, {"bid": 12}, {"round_limit": 1})


@pytest.mark.rule("AA-SETUP-06", "AA-NCM-11", "AA-MULTI-06")
@pytest.mark.parametrize("seed", range(10))
def test_units_and_ipcs_change_only_as_the_diary_says(seed):
    game, steps = watched_war(seed, 260, **OPTIONS[seed % len(OPTIONS)])
    assert steps == 260 or game.winner
    assert set(game.treasury) == set(theatre("pacific").order)
