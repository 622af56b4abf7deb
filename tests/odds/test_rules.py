"""The rules of combat in the odds, one case each. The clauses named are those of the ledger."""

import pytest

from sandtable.games.axis1940.odds import Odds, battle_odds


def chance(odds: Odds, attackers: dict[str, int] | None = None, defenders: dict[str, int] | None = None) -> float:
    """The chance that exactly this is left of one side or of both."""
    total = 0.0
    for outcome in odds.outcomes:
        ours, theirs = odds.units_left(outcome)
        if attackers in (None, ours) and defenders in (None, theirs):
            total += outcome.chance
    return total


@pytest.mark.parametrize("order", ["carrier, fighter", "fighter, carrier", "carrier_hit, fighter, carrier"])
def test_submarine_hits_sink_the_carrier_and_the_cruiser_hits_the_fighter(order: str) -> None:
    """Golden G17: three hits on a carrier with a fighter are all taken."""
    odds = battle_odds("1 cruiser 2 submarines", "1 carrier 1 fighter", order_defend=order, rounds=1)
    assert chance(odds, defenders={}) == pytest.approx(1 / 2 * 1 / 9)


@pytest.mark.parametrize("order", ["destroyer, fighter", "fighter, destroyer"])
def test_both_hits_are_taken_whatever_the_order(order: str) -> None:
    """Golden G18: the submarine's hit goes to the destroyer, the cruiser's to the fighter."""
    odds = battle_odds("1 destroyer 1 fighter", "1 cruiser 1 submarine", order_attack=order, rounds=1)
    assert chance(odds, attackers={}) == pytest.approx(1 / 2 * 1 / 6)


def test_the_hit_that_can_only_take_the_ship_takes_it() -> None:
    """AA-COMB-12: an air hit without a destroyer cannot take the submarine, so the submarine's hit has to."""
    odds = battle_odds(
        "1 submarine 1 fighter", "1 submarine 1 destroyer", order_defend="destroyer, submarine", rounds=1
    )
    # The defending submarine strikes first and misses, then both attackers hit.
    assert chance(odds, defenders={}) == pytest.approx(5 / 6 * 1 / 3 * 1 / 2)


def test_supported_infantry_and_tactical_bombers() -> None:
    """AA-ARMS-01 to AA-ARMS-06: one artillery serves one unit, a fighter or tank one tactical bomber."""
    infantry = battle_odds("1 infantry 1 mech 1 artillery", "1 infantry", rounds=1)
    assert infantry.win + infantry.draw == pytest.approx(1 - (4 / 6) * (5 / 6) * (4 / 6))
    tactical = battle_odds("2 tactical bombers 1 fighter", "1 infantry", rounds=1)
    assert tactical.win + tactical.draw == pytest.approx(1 - (2 / 6) * (3 / 6) * (3 / 6))


def test_support_ends_with_the_supporter() -> None:
    """AA-COMB-14: an infantry whose artillery is lost is back at 1 in the next round."""
    first = battle_odds("1 infantry 1 artillery", "1 infantry", order_attack="artillery, infantry")
    last = battle_odds("1 infantry 1 artillery", "1 infantry", order_attack="infantry, artillery")
    both_miss, alone = (4 / 6) ** 2, 1 / 4  # infantry alone against infantry wins 1 in 4
    artillery_alone = (2 / 6 * 4 / 6) / (1 - (4 / 6) ** 2)
    assert first.win == pytest.approx((1 - both_miss + both_miss * 2 / 6 * alone) / (1 - both_miss * 4 / 6))
    assert last.win == pytest.approx((1 - both_miss + both_miss * 2 / 6 * artillery_alone) / (1 - both_miss * 4 / 6))


@pytest.mark.parametrize(("guns", "dice"), [(1, 3), (2, 5)])
def test_aaa_dice(guns: int, dice: int) -> None:
    """Golden G26: five fighters draw 5 dice from two AAA and 3 from one."""
    odds = battle_odds({"fighter": 5}, {"aaa": guns, "infantry": 1}, order_defend="infantry, aaa", rounds=1)
    # All AAA dice miss, and so does the infantry.
    assert chance(odds, attackers={"fighter": 5}) == pytest.approx((5 / 6) ** dice * 4 / 6)


def test_lone_aaa_does_not_fire() -> None:
    """AA-COMB-04: AAA alone is removed without combat; air units take nothing."""
    odds = battle_odds("2 fighters", "1 AAA")
    assert (odds.win, odds.take, odds.attacker_loss, odds.defender_loss) == (1.0, 0.0, 0.0, 5.0)


def test_bombarded_units_fire_back() -> None:
    """AA-BOMB-06: the infantry that bombardment hits still fires in the first round."""
    odds = battle_odds("1 infantry", "1 infantry", amphibious=True, bombard="battleship")
    assert odds.draw + odds.loss >= 1 / 3


def test_transports_are_lost_last_and_defenceless_at_the_end() -> None:
    """AA-TRDEF-01, AA-TRDEF-02: the destroyer takes the hit; with it gone the transports go down."""
    odds = battle_odds("1 cruiser", "1 destroyer 3 transports", order_defend="transport, destroyer")
    assert set(odds.order_defend) == {"destroyer", "transport"}
    assert odds.order_defend[-1] == "transport"
    assert chance(odds, defenders={}) == pytest.approx(odds.win + odds.draw - chance(odds, defenders={"transport": 3}))
    assert chance(odds, attackers={"cruiser": 1}, defenders={}) == pytest.approx(odds.win)


def test_air_hits_transports_where_it_cannot_hit_submarines() -> None:
    """Golden G20, G28: aircraft and submarines cannot hit each other, so all transports are destroyed."""
    odds = battle_odds("2 fighters", "2 submarines 3 transports")
    assert odds.standoff == 1.0
    assert chance(odds, {"fighter": 2}, {"submarine": 2}) == 1.0


@pytest.mark.rule("AA-COMB-15")
@pytest.mark.parametrize(("can_retreat", "loss", "draw"), [(True, 1.0, 0.0), (False, 0.0, 1.0)])
def test_attackers_who_can_neither_fire_nor_leave_end_the_battle(can_retreat: bool, loss: float, draw: float) -> None:
    """Two carriers alone fight to their end if they press on, and one round if they are stuck."""
    odds = battle_odds("2 carriers", "1 destroyer", can_retreat=can_retreat)
    assert (odds.loss, odds.draw) == pytest.approx((loss, draw))
    assert odds.rounds == pytest.approx(12 if can_retreat else 1)


@pytest.mark.parametrize(("can_retreat", "left"), [(True, {"transport": 2}), (False, {})])
def test_attacking_transports_get_away_if_they_can(can_retreat: bool, left: dict[str, int]) -> None:
    """AA-TRDEF-04."""
    odds = battle_odds("1 destroyer 2 transports", "1 battleship", can_retreat=can_retreat)
    assert odds.loss == pytest.approx(battle_odds("1 destroyer", "1 battleship").loss)
    assert (
        sum(one.chance for one in odds.outcomes if one.end == "loss" and odds.units_left(one)[0] == left) == odds.loss
    )


def test_the_first_hit_on_a_capital_ship_costs_nothing() -> None:
    """AA-CAPSHIP-01, AA-CAPSHIP-04."""
    odds = battle_odds("1 battleship", "1 destroyer", rounds=1)
    assert chance(odds, {"damaged_battleship": 1}, {}) == pytest.approx(4 / 6 * 2 / 6)
    whole = battle_odds("1 battleship", "1 battleship")
    hurt = battle_odds("1 damaged battleship", "1 battleship")
    assert whole.win == pytest.approx(whole.loss)
    assert hurt.win < whole.win < hurt.loss


def test_ships_can_be_sunk_one_by_one() -> None:
    """AA-CAPSHIP-03: an order that names a ship before its hit gives up whole ships."""
    order = "battleship, battleship hit"
    spread = battle_odds("2 battleships", "4 fighters 2 carriers", rounds=1)
    one_by_one = battle_odds("2 battleships", "4 fighters 2 carriers", order_attack=order, rounds=1)
    assert spread.order_attack == ("battleship_hit", "battleship")
    assert one_by_one.order_attack == ("1 battleship_hit", "1 battleship", "1 battleship_hit", "1 battleship")
    assert chance(spread, attackers={"damaged_battleship": 2}) == pytest.approx(
        chance(one_by_one, attackers={"battleship": 1})
    )
    again = battle_odds("2 battleships", "4 fighters 2 carriers", order_attack=one_by_one.order_attack, rounds=1)
    assert again == one_by_one


def test_a_destroyer_takes_the_submarines_privileges_away() -> None:
    """AA-SUBS-03, AA-SUBS-09: no strike while the enemy has a destroyer, and again when it has none."""
    alone = battle_odds("1 submarine", "1 cruiser", rounds=1)
    assert chance(alone, {"submarine": 1}, {}) == pytest.approx(1 / 3)  # struck first: no return fire
    watched = battle_odds("1 submarine", "1 cruiser 1 destroyer", order_defend="destroyer, cruiser", rounds=1)
    assert chance(watched, {"submarine": 1}, {"cruiser": 1}) == pytest.approx(1 / 3 * 1 / 2 * 2 / 3)


def test_submarines_dive() -> None:
    """AA-SUBS-01, AA-SUBS-10: out of the battle, alive, and the rest fights on."""
    away = battle_odds("3 submarines", "1 cruiser", submerge_attack="always")
    assert (away.retreat, away.attacker_loss, away.rounds) == (1.0, 0.0, 0.0)
    kept = battle_odds("1 cruiser 2 submarines", "1 cruiser", submerge_attack="always")
    assert kept.win == pytest.approx(battle_odds("1 cruiser", "1 cruiser").win)
    assert kept.retreat == pytest.approx(battle_odds("1 cruiser", "1 cruiser").loss)
    under = battle_odds("1 fighter 1 destroyer", "2 submarines", submerge_defend="always")
    assert under.win < 1  # the destroyer keeps them up
    gone = battle_odds("1 cruiser", "2 submarines", submerge_defend="always")
    assert chance(gone, {"cruiser": 1}, {"submarine": 2}) == gone.win == 1.0


def test_seaborne_units_fight_on_when_the_rest_leaves() -> None:
    """AA-AMPH-17, AA-AMPH-19."""
    odds = battle_odds("2 infantry 1 fighter", "3 infantry", amphibious=True, retreat_left=3)
    stayed = battle_odds("2 infantry 1 fighter", "3 infantry", amphibious=True)
    assert odds.attacker_loss < stayed.attacker_loss
    lost = [odds.units_left(one)[0] for one in odds.outcomes if one.end == "loss"]
    assert {"fighter": 1} in lost  # the infantry was lost after the fighter had left
    nobody_can = battle_odds("2 infantry", "3 infantry", amphibious=True, retreat_left=3, rounds=1)
    assert nobody_can.retreat == 0.0
    assert nobody_can.win == pytest.approx(battle_odds("2 infantry", "3 infantry", amphibious=True).win)


def test_no_retreat_before_the_first_round_is_over() -> None:
    """AA-RET-01, AA-COMB-24: AAA fire and the first round come first."""
    odds = battle_odds("2 fighters", "2 infantry 1 AAA", retreat_left=9)
    assert odds.rounds == pytest.approx(1 - (1 / 6) ** 2)
    assert odds.retreat > 0.5


def test_retreat_by_chance() -> None:
    """The attacker fights on exactly as long as its chance to win by fighting to the end is high enough."""
    never = battle_odds("5 infantry 2 tank", "5 infantry")
    careful = battle_odds("5 infantry 2 tank", "5 infantry", retreat_below=0.4)
    timid = battle_odds("5 infantry 2 tank", "5 infantry", retreat_below=1.0)
    assert never.win > careful.win > timid.win
    assert never.attacker_loss > careful.attacker_loss
    assert timid.rounds == pytest.approx(1.0)


def test_one_land_unit_outlives_the_aircraft() -> None:
    """AA-CAPT-01: without a land unit nothing is taken."""
    usual = battle_odds("2 infantry 3 fighters", "3 infantry")
    kept = battle_odds("2 infantry 3 fighters", "3 infantry", keep_land=True)
    assert kept.order_attack == ("1 infantry", "fighter", "1 infantry")
    assert kept.take > usual.take
    assert kept.take == kept.win


def test_air_units_alone_take_nothing() -> None:
    """AA-COMB-16, AA-COMB-17."""
    odds = battle_odds("4 fighters", "1 infantry")
    assert odds.win > 0.9
    assert odds.take == 0.0
