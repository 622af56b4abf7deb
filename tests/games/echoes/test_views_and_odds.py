"""What the player is shown: the map page, and the exact odds of every attack with their reasons."""

import pytest

from sandtable.core import play
from sandtable.core.chance import outcomes
from sandtable.core.steps import Roll
from sandtable.games.echoes.campaigns import CAMPAIGNS, campaign, daily
from sandtable.games.echoes.data import REGION_NAMES
from sandtable.games.echoes.odds import attack_odds
from sandtable.games.echoes.rules.battle import RollAttack
from sandtable.games.echoes.views import view
from tests.games.echoes.wars import throw, war


def test_the_view_shows_the_map_page():
    seen = view(war(turn=11), ("allies",))
    assert (seen.turn, seen.year, seen.points, seen.gold) == (11, 1943, 22, False)
    assert [front.region for front in seen.fronts] == list(REGION_NAMES)
    assert seen.fronts[0].place == "France"
    assert seen.waiting.what == "ew.chart"


def test_only_the_player_is_asked():
    state = war(happened=["battle_of_britain"])
    throw(state, 4, 1)
    assert view(state, ("allies",)).waiting.questions
    assert not view(state, ()).waiting.questions


@pytest.mark.rule("EW-DRM-08", "EW-REG-05", "EW-REG-06")
def test_odds_name_the_roll_every_modifier_and_the_chance():
    state = war(turn=12, lead_EMT=1, lead_USA=3, front_WF=4)
    odds = attack_odds(state, "allies", "WF")
    assert odds.says() == "needs 6 with +1 EMT lead +1 USA lead: 4+ on the die, 50%"
    assert odds.chance == pytest.approx(0.5)
    assert attack_odds(state, "allies", "WF", bonus=3).chance == 1
    assert attack_odds(war(front_CHN=3), "allies", "CHN") is None


@pytest.mark.parametrize("side", ["allies", "axis"])
@pytest.mark.parametrize("region", REGION_NAMES)
@pytest.mark.parametrize("turn", [1, 12])
@pytest.mark.parametrize("lead", [-1, 0, 1])
def test_the_odds_are_those_of_the_rules(side, region, turn, lead):
    """The chance that is shown is the share of faces with which the real rules advance."""
    for space in range(4 if region == "CHN" else 6):
        state = war(turn=turn, lead_EMT=lead, lead_PMT=lead, lead_USA=3, **{f"front_{region}": space})
        odds = attack_odds(state, side, region)
        if odds is None:
            continue
        won = 0.0
        for faces, probability in outcomes(Roll("ew.attack")):
            twin = state.clone()
            twin.steps = [RollAttack(side, region)]
            twin.want = None
            play.roll(twin, faces)
            won += probability * (twin.front(region) != space)
        assert won == pytest.approx(odds.chance)


def test_each_campaign_has_dice_of_its_own():
    commitments = {campaign(number).commitment for number in range(1, CAMPAIGNS + 1)}
    assert len(commitments) == CAMPAIGNS == 24
    assert daily("2026-11-15").commitment == daily("2026-11-15").commitment != daily("2026-11-16").commitment
    assert campaign(1).commitment == "2454615d99f463365e700985a17e2d71a52626752ef8855e7caeb2f7e0ff1cd4"
