"""The luck ledger: in every battle, losses to be expected against those that came."""

import pytest

from sandtable.core.table import Table, new_setup
from sandtable.games.axis1940.luck import Accounts, Battle, battles, hits_by_power, ledger, ledger_text
from sandtable.games.axis1940.odds import battle_odds
from sandtable.games.axis1940.pacific import GAME
from tests.games.axis1940.war import ALL_ALLIES
from tests.games.axis1940.war import table as arranged


def war() -> Table:
    """A table whose dice are thrown by hand."""
    seats = GAME.seats_together("pacific", "all")
    setup = new_setup(GAME, id="w", scenario="pacific", options={}, seats=seats, salt="00", secret=b"")
    return Table(GAME, setup, b"")


def attack_on_hunan() -> Table:
    at = war()
    for answer in ((), (), ("kiangsi", ("hunan",), (("infantry", 3), ("artillery", 1))), "done"):
        at.answer("japan", answer)
    return at


def test_expected_and_actual_losses_of_a_battle():
    at = attack_on_hunan()
    at.roll((1, 1, 6, 6))
    at.roll((2, 6))
    at.answer("japan", (("infantry", 1),))
    (fought,) = battles(at)
    odds = battle_odds("3 infantry 1 artillery", "2 infantry")
    assert (fought.round, fought.space, fought.power) == (1, "hunan", "japan")
    assert fought.attacker.expected_loss == pytest.approx(odds.attacker_loss)
    assert fought.defender.expected_loss == pytest.approx(odds.defender_loss)
    assert (fought.attacker.loss, fought.attacker.lost) == (3, {"infantry": 1})
    assert (fought.defender.loss, fought.defender.lost) == (6, {"infantry": 2})
    assert (fought.attacker.hits, fought.attacker.expected_hits) == (2, pytest.approx(1))
    assert fought.luck == pytest.approx(odds.attacker_loss - 3 + 6 - odds.defender_loss)


def test_a_battle_under_way_is_not_in_it_yet():
    at = attack_on_hunan()
    at.roll((6, 6, 6, 6))
    assert battles(at) == []
    assert ledger_text(ledger(at)) == "No battle has been fought."


def test_the_ledger_in_words():
    at = attack_on_hunan()
    at.roll((1, 1, 6, 6))
    at.roll((2, 6))
    at.answer("japan", (("infantry", 1),))
    assert ledger_text(ledger(at)).splitlines() == [
        "Round  Battle  Attacker  Loss expected  Loss  Theirs expected  Theirs  Luck",
        "1      Hunan   Japan     4.0            3     5.8              6       +1.2",
        "",
        "Power      Attacks  Luck  Hits expected  Hits",
        "Japan      1        +1.2  1.0            2",
        "Defenders                 0.7            1",
    ]


def fought_at_sea(ours: str, theirs: str, *dice: tuple[int, ...]) -> Battle:
    """A battle in zone 37, where Japanese ships from zone 36 meet British ones."""
    units = {"sz36": {"japan": ours}, "sz37": {"united_kingdom": theirs}}
    at = arranged("japan", units=units, war=ALL_ALLIES)
    at.answer("sz36", "sz37", {word: int(number) for number, word in (part.split(" ", 1) for part in ours.split(", "))})
    accounts = Accounts()
    at.events.clear()
    at.done()
    for faces in ((), *dice):
        if faces:
            at.dice(*faces)
        accounts.hear(at.game, at.events, 1)
        at.events.clear()
    (battle,) = accounts.fought
    return battle


def test_cargo_is_not_counted_for_the_odds_do_not_know_it():
    battle = fought_at_sea("2 cruiser", "1 destroyer, 1 transport infantry infantry", (1, 6), (6,))
    assert battle.defender.lost == {"destroyer": 1, "transport": 1, "infantry": 0}
    assert battle.defender.loss == 8 + 7


def test_a_ship_that_is_damaged_already_is_expected_to_sink_sooner():
    whole = fought_at_sea("1 battleship", "1 cruiser", (1,), (6,))
    hurt = fought_at_sea("1 battleship!", "1 cruiser", (1,), (6,))
    assert whole.attacker.expected_loss < hurt.attacker.expected_loss
    assert hurt.attacker.forces == {"battleship": 1}


@pytest.mark.rule("AA-BOMB-06")
def test_those_whom_a_bombardment_has_hit_are_expected_to_fire_once_and_to_be_lost():
    """A tank that its owner gives for the hit of a battleship, though it would lose infantry first by itself."""
    units = {"sz42": {"japan": "transport infantry infantry, battleship"}, "java": {"anzac": "infantry, tank"}}
    at = arranged("japan", units=units, control={"java": "anzac"}, war=ALL_ALLIES)
    at.answer("sz42", "stay", {"transport+infantry+infantry": 1}, "java", {"infantry": 2}).done()
    at.answer({"sz42.battleship": 1}).dice(4)
    at.events.clear()
    at.answer({"tank": 1}, by="anzac")
    accounts = Accounts()
    accounts.hear(at.game, at.events, 1)
    hit = accounts.now
    assert hit.defender.expected_loss > 6
    missed = battle_odds("2 infantry", "infantry, tank", order_defend="tank")
    before = battle_odds("2 infantry", "infantry, tank", amphibious=True, bombard="battleship", order_defend="tank")
    assert (4 * hit.attacker.expected_loss + 2 * missed.attacker_loss) / 6 == pytest.approx(before.attacker_loss)
    assert (4 * hit.defender.expected_loss + 2 * missed.defender_loss) / 6 == pytest.approx(before.defender_loss)


def test_hits_by_power():
    units = {"kiangsi": {"japan": "3 tank"}, "hunan": {"china": "infantry"}}
    at = arranged("japan", units=units).answer("kiangsi", "hunan", {"tank": 3}).done()
    at.dice(1, 1, 6).dice(6)
    assert hits_by_power(at.events) == {"japan": (1.5, 2), "": (2 / 6, 0)}
