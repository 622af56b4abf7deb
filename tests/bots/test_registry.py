"""Bots by name."""

from random import Random

import pytest

from sandtable.bots import bot_named, bot_names
from sandtable.core.menus import Pick
from sandtable.core.verdicts import BadInput
from sandtable.core.views import Question
from sandtable.games import MODULES


@pytest.mark.parametrize("game", MODULES)
def test_every_game_can_be_played_at_random(game: str) -> None:
    bot = bot_named(game, "random")
    menu = Pick(options=("north", "south"))
    assert {bot.choose(None, Question("nation", menu), Random(seed)) for seed in range(20)} == {"north", "south"}
    assert bot.explain(None, Question("nation", menu)) == ""


def test_echoes_has_three_players_of_its_own_weakest_first() -> None:
    assert bot_names("echoes") == ("random", "aimless", "sensible", "expert")
    assert [bot_named("echoes", name).name for name in bot_names("echoes")] == list(bot_names("echoes"))


def test_an_unknown_bot_is_told_which_there_are() -> None:
    with pytest.raises(BadInput, match=r"^echoes has no bot 'patton'; it has: random, aimless, sensible, expert$"):
        bot_named("echoes", "patton")


def test_bots_of_an_unknown_game_are_told_which_games_there_are() -> None:
    with pytest.raises(BadInput, match="there is no game 'chess'; there are: echoes"):
        bot_names("chess")
