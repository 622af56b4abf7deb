"""The odds that a Commander sees while taking stances."""

import pytest

from sandtable.core.verdicts import Illegal
from sandtable.games.warroom.forecast import StanceAdvice, StanceForecast, forecast
from sandtable.games.warroom.odds import battle_odds
from tests.games.warroom.wars import War


def at_stances(*order: str, **commands: str) -> War:
    """A battle in Bryansk (R5), which the Soviet Union holds, at the first stances."""
    war = War().empty().put(**commands).order(*order)
    war.hold(R5="soviet")
    return war.fighting("R5")


def all_in(menu: object, *wanted: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Every type in the stance that is named for it."""
    parts = menu.parts  # type: ignore[attr-defined]
    return tuple(
        tuple((name, number) for name, number in part.menu.limits.items() if name.split("/")[1] in wanted)
        for part in parts
    )


def test_the_second_to_choose_gets_the_odds_against_what_lies_on_the_board() -> None:
    war = at_stances("germany", "soviet", germany_61="R5 4 INF 2 ARM", soviet_23="R5 5 INF")
    war.take(infantry="offense", armor="offense")
    assert war.who == "soviet"
    said = forecast(war.game, "soviet", all_in(war.menu, "defense"))
    assert isinstance(said, StanceForecast)
    assert said.shown
    exact = battle_odds("4 infantry offense 2 armor offense", "5 infantry defense", board="land")
    assert (said.win, said.loss) == pytest.approx((exact.loss, exact.win))
    assert said.losses == pytest.approx(exact.defender.resources + exact.defender.repairs)
    assert said.win + said.loss + said.both_left + said.none_left == pytest.approx(1.0)


def test_the_first_to_choose_is_told_the_worst() -> None:
    war = at_stances("germany", "soviet", germany_61="R5 4 INF 2 ARM", soviet_23="R5 5 INF 1 ART")
    said = forecast(war.game, "germany", all_in(war.menu, "offense"))
    assert isinstance(said, StanceForecast)
    assert not said.shown
    replies = [
        battle_odds("4 infantry offense 2 armor offense", f"5 infantry {first} 1 artillery {second}", board="land")
        for first in ("offense", "defense")
        for second in ("ground", "anti_air")
    ]
    assert said.gain <= min(reply.swing + 6 * reply.capture for reply in replies) + 1e-9


def test_the_best_stances_are_an_answer_and_gain_most() -> None:
    war = at_stances("germany", "soviet", germany_61="R5 4 INF 1 ART 2 ARM", soviet_23="R5 5 INF 1 ART")
    war.take(infantry="offense", artillery="ground", armor="offense")
    advice = forecast(war.game, "soviet", None)
    assert isinstance(advice, StanceAdvice)
    assert war.menu.why_not(advice.best) is None
    for infantry in ("offense", "defense"):
        for artillery in ("ground", "anti_air"):
            said = forecast(war.game, "soviet", all_in(war.menu, infantry, artillery))
            assert isinstance(said, StanceForecast)
            assert said.gain <= advice.gain + 1e-9


def test_what_is_no_answer_is_refused_and_other_questions_have_no_odds() -> None:
    war = at_stances("germany", "soviet", germany_61="R5 4 INF 2 ARM", soviet_23="R5 5 INF")
    with pytest.raises(Illegal):
        forecast(war.game, "germany", (("infantry/offense/germany", 9),))
    war = War().empty().put(germany_61="R5 1 INF").order("germany", "soviet")
    assert forecast(war.game, "germany", None) is None
