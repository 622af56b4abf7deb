"""Whose die is whose: prompts for those who throw by hand, and sentences for those who check what hit."""

import pytest

from sandtable.games.axis1940.events import Intercepted, Rescued, Scrambled
from sandtable.games.axis1940.rules.income import DisruptConvoys
from sandtable.games.axis1940.rules.kamikaze import KamikazeStrikes
from tests.games.axis1940.test_bombing import raid
from tests.games.axis1940.test_sea_combat import sea
from tests.games.axis1940.war import ALL_ALLIES, table

rule = pytest.mark.rule


def told(at):
    return [event.says() for event in at.events if event.__struct_config__.tag == "ax.fired"]


@rule("AA-COMB-06")
def test_dice_are_asked_for_and_told_with_what_they_hit_on():
    at = sea("battleship, destroyer, submarine", "destroyer, 2 cruiser")
    assert at.want.prompt == (
        "Round 1 in sea zone 37: the attacker fires 1 at 2, then 1 at 4, then of the submarines 1 at 2"
    )
    at.dice(4, 2, 4)  # only the die of the battleship is low enough
    assert told(at) == ["Attack in sea zone 37: 4 at 2, 2 at 4, 4 at 2 — 1 hit."]


@rule("AA-COMB-06")
def test_low_luck_asks_for_the_dice_of_the_remainders():
    units = {"kiangsi": {"japan": "3 infantry, artillery"}, "hunan": {"china": "infantry"}}
    at = table("japan", units=units, low_luck=True)
    at.answer("kiangsi", "hunan", {"infantry": 3, "artillery": 1}).done()
    assert at.waits_for == "ax.fire"
    assert at.want.prompt == "Round 1 in Hunan: the defender fires 1 at 2"  # six pips attack: a hit without a die
    assert told(at) == ["Attack in Hunan: no dice — 1 hit."]


def test_an_air_battle_names_the_raiders_first():
    at = raid("strategic_bomber", "fighter")
    at.answer("korea", "japan", {"strategic_bomber": 1}, "raid").done().answer(1)
    assert at.want.prompt == "Air battle over Japan: 1 of the raiders, then 1 of the interceptors"


def test_convoys_and_kamikazes_say_where_each_die_belongs():
    units = {"sz6": {"united_states": "submarine"}, "sz20": {"united_states": "destroyer"}}
    game = table("japan", "declare", units=units, war=ALL_ALLIES).game
    raided = DisruptConvoys("japan").ask(game).prompt
    assert raided == "Convoy disruption of Japan: 2 in sea zone 6, then 1 in sea zone 20"
    strikes = (("sz6", "carrier#1"), ("sz6", "carrier#1"), ("sz20", "destroyer#1"))
    aimed = KamikazeStrikes("united_states", strikes).ask(game).prompt
    assert aimed == "Kamikaze strikes: 2 at carrier number 1 in sea zone 6, then 1 at destroyer number 1 in sea zone 20"


def test_one_unit_has_the_verb_of_one():
    one = (("fighter", 1),)
    assert "scrambles from" in Scrambled("united_states", "philippines", "sz35", one).says()
    assert "scramble from" in Scrambled("united_states", "philippines", "sz35", (("fighter", 2),)).says()
    assert "rises to intercept" in Intercepted("japan", "japan", 1).says()
    assert "lands in" in Rescued("japan", one, "japan").says()
