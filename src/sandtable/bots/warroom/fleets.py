"""Fleets: the ships of a sea sail together."""

from sandtable.bots.warroom.draft import Draft, by_patience, reinforcement, strength, worth
from sandtable.games.warroom.data import CONVOYS, TARGETS, TARGETS_IN
from sandtable.games.warroom.position import hostile, units_by_nation
from sandtable.games.warroom.rules.hotspots import convoy_owners, raid_targets
from sandtable.games.warroom.rules.phase2_planning import in_reach
from sandtable.games.warroom.state import Command, WarRoom

FLEET_CAUTION = (1.3, 0.7)
"""How much stronger a fleet must be than what it meets: in the first rounds, and when a war drags on."""


def move_fleets(draft: Draft) -> None:
    """The ships of a sea sail together: against weaker fleets, to convoys they can raid, and closer to the goals."""
    game = draft.game
    fleets: dict[str, list[Command]] = {}
    for command in draft.own("naval"):
        fleets.setdefault(command.region, []).append(command)
    for region, fleet in sorted(fleets.items(), key=lambda pair: -sum(worth(c, True) for c in pair[1])):
        if any(hostile(game, n, draft.nation) for n in units_by_nation(game, region, "naval")):
            continue
        if draft.nation in {n for nations in raid_targets(game, region).values() for n in nations}:
            continue
        end, against = best_sea(draft, region, fleet)
        sent = 0.0
        for command in sorted(fleet, key=lambda c: (-worth(c, True), c.number)):
            if end and (not sent or sent < against * 1.6 + 3.0) and draft.add(command, end, "hunt"):
                sent += worth(command, True)


def best_sea(draft: Draft, region: str, fleet: list[Command]) -> tuple[str, float]:
    """Where a fleet should sail, '' to stay, and what it meets there."""
    game = draft.game
    mine = sum(worth(c, True) for c in fleet)
    best, most, meets = "", 0.5, 0.0
    for sea in in_reach(game, fleet[0]):
        if sea == region or not game.map.is_sea(sea):
            continue
        against = strength(game, sea, draft.nation, friends=False)
        if against * by_patience(game, FLEET_CAUTION) > mine + reinforcement(draft, sea):
            continue
        closer = draft.distance.get(region, 99) - draft.distance.get(sea, 99)
        score = against + enemy_ships(game, sea, draft.nation) + closer
        if score > most:
            best, most, meets = sea, score, against
    return best, meets


def enemy_ships(game: WarRoom, region: str, nation: str) -> float:
    """Convoy ships that could be raided in a sea region."""
    total = 0
    for target in TARGETS_IN.get(region, ()):
        for convoy in TARGETS[target]:
            owners = convoy_owners(game, convoy)
            if owners and hostile(game, nation, owners[0]):
                total += sum(CONVOYS[convoy].ships)
    return float(total)
