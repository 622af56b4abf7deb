"""The best stances, and the odds of Garrisons and raids."""

from itertools import product

import pytest

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import DIE, STANCES
from sandtable.games.warroom.odds import battle_odds
from sandtable.games.warroom.odds_raids import bombing_odds, convoy_odds, garrison_odds
from sandtable.games.warroom.odds_stances import best_stances, spoken_advice
from sandtable.games.warroom.odds_units import spoken_force


def gain(attack, defence, prize=6.0):
    odds = battle_odds(attack, defence)
    return odds.swing + prize * odds.capture


@pytest.mark.rule("WR-BATT-07", "WR-BATT-08")
def test_no_other_stances_beat_the_best_reply():
    """Every division of the units among their stances."""
    known = "2 infantry defense 1 artillery anti-air"
    advice = best_stances("2 infantry 1 artillery 1 fighter", known)
    best = gain(spoken_force(advice.stances), known)
    assert advice.gain == pytest.approx(best)
    for inf, art, ftr in product(range(3), range(2), range(2)):
        counts = {("infantry", "offense"): inf, ("infantry", "defense"): 2 - inf, ("artillery", "ground"): art}
        counts |= {("artillery", "anti_air"): 1 - art, ("fighter", "ground"): ftr, ("fighter", "air"): 1 - ftr}
        assert gain({key: n for key, n in counts.items() if n}, known) <= best + 1e-9


def plain(units):
    kinds = list(units)
    for chosen in product(*(STANCES["land"][kind] for kind in kinds)):
        yield {(kind, stance): units[kind] for kind, stance in zip(kinds, chosen, strict=True)}


@pytest.mark.rule("WR-BATT-08")
def test_the_safe_stances_have_the_best_worst_case():
    ours, theirs = {"infantry": 3, "armor": 1, "fighter": 1}, {"infantry": 2, "artillery": 1}
    advice = best_stances(ours, theirs)
    worst = {spoken_force(mine): min(gain(mine, other) for other in plain(theirs)) for mine in plain(ours)}
    assert advice.gain == pytest.approx(max(worst.values()))
    assert worst[spoken_force(advice.stances)] == pytest.approx(advice.gain)
    other = best_stances(ours, theirs, "defender")
    assert advice.gain <= advice.value + 1e-9
    assert advice.value == pytest.approx(-other.value)
    assert sum(share for share, _ in advice.mixture) == pytest.approx(1.0)
    assert "Best stances of the attacker" in spoken_advice(advice)


def test_stances_need_two_sides():
    with pytest.raises(BadInput, match="only where units of both sides meet"):
        best_stances("3 infantry", "")


def rolls(dice):
    for faces in product(DIE, repeat=dice):
        yield faces, 1 / len(DIE) ** dice


@pytest.mark.rule("WR-GARR-03", "WR-GARR-06", "WR-GARR-07")
def test_a_garrison_by_all_its_dice():
    """Pairs of Y or B, with K for either die; K and K take the costlier."""
    odds = garrison_odds("2 infantry 1 artillery")
    assert odds["infantry"] == pytest.approx((16 + 8) / 144)
    assert odds["artillery"] == pytest.approx((9 + 6 + 1) / 144)


@pytest.mark.rule("WR-CONV-11", "WR-CONV-12")
def test_convoy_raids_by_all_their_dice():
    for dice in (1, 2, 3):
        lost = [0.0, 0.0, 0.0]
        for faces, chance in rolls(dice):
            rest = [at for at, colour in ((1, "blue"), (2, "yellow"), (0, "red")) if colour not in faces]
            rest = [at for at in rest if (1, 3, 2)[at]]
            rest.sort(key=lambda at: -(1, 3, 2)[at])
            for at, colour in ((0, "red"), (1, "blue"), (2, "yellow")):
                if colour in faces or at in rest[: faces.count("black")]:
                    lost[at] += chance * (1, 3, 2)[at]
        assert convoy_odds(dice, (1, 3, 2)).lost == pytest.approx(tuple(lost))


@pytest.mark.rule("WR-SBR-04", "WR-LOSS-01")
def test_bombing_stays_within_what_the_territory_yields():
    nothing = bombing_odds(3, (0, 0, 0))
    assert nothing.lost == (0.0, 0.0, 0.0)
    assert nothing.bombs == pytest.approx(12 * 2 / 12)  # K and W of 12 dice
    one = bombing_odds(1, (1, 0, 0))
    # R or K among 4 dice takes the Oil
    assert one.lost[0] == pytest.approx(1 - (10 / 12) ** 4)
    assert bombing_odds(8, (9, 9, 9)).lost[2] < 30 * 5 / 12
