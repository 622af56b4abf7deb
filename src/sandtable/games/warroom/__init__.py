"""War Room: the rules of the 2nd edition (2025), five scenarios, all options."""

from sandtable.core.versions import Game, Option, Scenario
from sandtable.games.warroom.data import NATIONS, SCENARIOS, SIDE_OF
from sandtable.games.warroom.figures import figures
from sandtable.games.warroom.forecast import forecast
from sandtable.games.warroom.naming import NAMES_OF_ALL
from sandtable.games.warroom.policies import POLICIES
from sandtable.games.warroom.rules import (
    hotspots,
    neutrals,
    optional,
    pacts,
    phase1_economy,
    phase2_planning,
    phase3_movement,
    phase4_battle,
    phase4_control,
    phase4_debrief,
    phase4_raids,
    phase4_setup,
    phase5_refit,
    phase6_morale,
    phase7_production,
    quick,
    reorganize,
    round,
    victory,
)
from sandtable.games.warroom.seats import why_not_seats
from sandtable.games.warroom.setup import RULES, arrange, problems, start
from sandtable.games.warroom.state import WarRoom
from sandtable.games.warroom.threats import threats
from sandtable.games.warroom.views import scramble, view

CHAPTERS = (
    round,
    phase1_economy,
    phase2_planning,
    reorganize,
    phase3_movement,
    hotspots,
    phase4_setup,
    phase4_battle,
    phase4_raids,
    phase4_debrief,
    phase4_control,
    phase5_refit,
    phase6_morale,
    phase7_production,
    victory,
    pacts,
    neutrals,
    optional,
    quick,
)
"""The chapters of the rules, in the order of the rulebook; loading them makes their steps known."""

OFF_ON = (False, True)

GAME = Game(
    name="warroom",
    title="War Room",
    rules=RULES,
    prefix="wr",
    state=WarRoom,
    scenarios={name: Scenario(facts.name, facts.nations) for name, facts in SCENARIOS.items()},
    options={
        "victory": Option("Victory: standard, or limited to six rounds", ("standard", "limited"), "WR-VICT-07"),
        "simultaneous_battles": Option("Battles that share no player at the same time", OFF_ON, "WR-OPT-02"),
        "batch_cap": Option("Force Advantage caps the enemy's batches", OFF_ON, "WR-OPT-03"),
        "long_range_landings": Option("Long-range amphibious landings", OFF_ON, "WR-OPT-05"),
        "bomb_repair": Option("Bomb damage can be repaired", OFF_ON, "WR-OPT-08"),
        "take_her_down": Option("'Take Her Down' expansion", OFF_ON, "WR-THD-01"),
        "quick_battle": Option("Quick Battle", OFF_ON, "WR-QB-01"),
        "quick_play": Option("Quick Play", OFF_ON, "WR-QP-01"),
        "shared_plans": Option("Allies see each other's sheets", OFF_ON),
    },
    start=start,
    view=view,
    scramble=scramble,
    result=victory.result,
    names=NAMES_OF_ALL,
    problems=problems,
    arrange=arrange,
    policies=POLICIES,
    why_not_seats=why_not_seats,
    sides=SIDE_OF,
    aliases={nation: facts.aliases for nation, facts in NATIONS.items()},
    forecast=forecast,
    threats=threats,
    figures=figures,
)
