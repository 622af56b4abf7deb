"""Standing policies: a nation that said beforehand how it answers is not waited for."""

from sandtable.core.journal import Setup, Standing
from sandtable.core.play import pending
from sandtable.core.table import Table
from sandtable.games.warroom import GAME
from sandtable.games.warroom.policies import (
    CHEAPEST_FIRST,
    COSTLIEST_FIRST,
    ESCORT_ALL,
    ESCORT_NONE,
    POLICIES,
    REPAIR_ALL,
)
from tests.games.warroom.test_battles import escorted
from tests.games.warroom.test_debrief import clash
from tests.games.warroom.wars import War


def said(war, policy):
    return POLICIES[policy](GAME.view(war.game, (war.who,)), war.menu)


def test_escort_substitution():
    war = escorted().dice("R" + "Y" * 7)
    assert war.what == "wr.4.escort"
    assert said(war, ESCORT_ALL) == "cruiser/escort/usa"
    assert said(war, ESCORT_NONE) == "take"


def test_hit_assignment():
    war = War("eastern_front").empty().put(germany_22="R5 2 INF 1 ART", soviet_21="R5 1 INF 1 ARM").order("germany")
    war.fighting("R5").until("wr.4.batch").dice(
        "K" + "R" * 5 if war.want.dice == 6 else "K" + "R" * (war.want.dice - 1)
    )
    assert war.what == "wr.4.assign"
    assert said(war, COSTLIEST_FIRST).startswith("armor")
    assert said(war, CHEAPEST_FIRST).startswith("infantry")
    assert said(war, ESCORT_ALL) is None, "a policy leaves other questions to its nation"


def test_repairs():
    war = clash("2 INF", "1 INF", "Y").stock(soviet=(0, 1, 2)).until("wr.4.repair")
    answer = said(war, REPAIR_ALL)
    assert answer == ((("infantry/defense/soviet", 1),), (("osr", 1),))
    war.say(answer).end()
    assert war.has("soviet-21") == {"infantry": 1}


def test_a_table_does_not_wait_for_a_nation_with_standing_answers():
    setup = Setup(
        id="policies",
        game="warroom",
        rules=GAME.rules,
        scenario="eastern_front",
        options=GAME.complete_options({}),
        seats={"a": ("soviet",), "b": ("germany",)},
        salt="00" * 16,
    )
    table = Table(GAME, setup)
    for nation in ("soviet", "germany"):
        table.declare(Standing(nation, "wr.reorganize", policy="default"))
    table.roll((0, 1))
    table.run()
    assert {entry.automatic for entry in table.journal.entries if hasattr(entry, "automatic")} == {"standing"}
    assert pending(table.state).what == "wr.2.sheets", "both skipped the window for reorganising"
