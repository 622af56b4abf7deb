"""Hotspots: which regions are Active, and in which order they are resolved."""

from typing import Any

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Sequence, Step
from sandtable.games.warroom.data import CONVOYS, NAMES, OTHER, SIDE_OF, TARGETS, TARGETS_IN, TERRITORIES
from sandtable.games.warroom.events import HotspotPicked, HotspotPlaced
from sandtable.games.warroom.position import (
    NOBODYS,
    allegiance,
    fighters_in,
    fighting_nations,
    hostile,
    is_enemy,
    other_party,
    unit_side,
    units_by_nation,
    yields,
)
from sandtable.games.warroom.rules.neutrals import book_invasion
from sandtable.games.warroom.rules.pacts import note_overstayers
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import WarRoom


class Combat(Step, frozen=True, tag="wr.4.combat"):
    """Phase 4: Combat Operations. Every hotspot is resolved, one after the other."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "combat")
        game.goto(Sequence(("wr.pact.window", "wr.4.hotspots", "wr.4.pick", "wr.4.end")))


class PlaceHotspots(Step, frozen=True, tag="wr.4.hotspots"):
    """WR-HOT-01 to 11: the engine finds every Active region; nobody can leave one out."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.resolved.clear()
        game.control_changed = False
        game.hotspots[:] = [region for region in candidates(game) if is_active(game, region)]
        for region in game.hotspots:
            if region not in game.markers:
                game.markers[region] = "active"
            game.tell(HotspotPlaced(region))
        for region in [r for r in game.markers if r not in game.hotspots]:
            del game.markers[region]  # its last units deserted or left, and nothing is to be resolved
        game.done()


def candidates(game: WarRoom) -> list[str]:
    """The regions with anything that could act, in the order of the map."""
    order = game.map.order
    found = {command.region for command in game.stacks()}
    found |= {key.rpartition("/")[0] for key in game.fighters}
    return sorted(found, key=order.__getitem__)


def is_active(game: WarRoom, region: str) -> bool:
    """WR-HOT-01: whether there is anything to resolve in a region."""
    if is_quiet(game, region):
        return False
    fighting = fighting_nations(game, region)
    if are_fighting(game, fighting, region):
        return True
    if region in game.map.sea:
        return transports_in_danger(game, region, fighting) or bool(raid_targets(game, region))
    return bool(invaders(game, region)) or bool(raiding_side(game, region))


def is_quiet(game: WarRoom, region: str) -> bool:
    """A glance that spares most regions a closer look: one side only, at home or on a sea without convoys."""
    if region in game.forces or (game.fighters and fighters_in(game, region)):
        return False
    sides = {SIDE_OF[command.nation] for command in game.here(region)}
    if len(sides) != 1:
        return not sides
    return region not in TARGETS_IN if region in game.map.sea else allegiance(game, region) in sides


def are_fighting(game: WarRoom, nations: tuple[str, ...], region: str) -> bool:
    """WR-HOT-01: whether any two of these nations would fight each other."""
    return any(hostile(game, a, b, region) for at, a in enumerate(nations) for b in nations[at + 1 :])


def intruders(game: WarRoom, region: str) -> list[str]:
    """Nations whose Land Units stand in an Enemy territory that they may attack."""
    return [
        nation
        for nation in units_by_nation(game, region, "land")
        if nation != "neutral" and is_enemy(game, region, SIDE_OF[nation]) and not is_partys_own(game, nation, region)
    ]


def invaders(game: WarRoom, region: str) -> list[str]:
    """WR-HOT-02, WR-VICT-14: nations whose Land Units stand in an Enemy territory that no unit defends."""
    unclaimed = allegiance(game, region) == NOBODYS
    return [n for n in intruders(game, region) if unclaimed or not defenders(game, region, n)]


def defenders(game: WarRoom, region: str, invader: str) -> bool:
    return any(hostile(game, invader, other, region) for other in fighting_nations(game, region))


def bombing_targets(game: WarRoom, region: str) -> bool:
    """WR-SBR-01, WR-QP-14: whether a territory has anything that bombs can hit; in Quick Play no Resources."""
    card = TERRITORIES[region]
    if card.ports or card.rails or card.industry or any(game.building.get(region, ())):
        return True
    return any(yields(game, region)) and not game.on("quick_play")


def raiding_side(game: WarRoom, region: str) -> str:
    """WR-HOT-03, R-18: the side whose Bombers stand over an Enemy territory with a target."""
    if not bombing_targets(game, region):
        return ""
    for command in game.here(region):
        if command.category == "air" and command.of("bomber") and may_bomb(game, command.nation, region):
            return SIDE_OF[command.nation]
    return ""


def may_bomb(game: WarRoom, nation: str, region: str) -> bool:
    if nation == "neutral" or not is_enemy(game, region, SIDE_OF[nation]):
        return False
    return not is_partys_own(game, nation, region)


def is_partys_own(game: WarRoom, nation: str, region: str) -> bool:
    """WR-PACT-08: whether a territory belongs to the other party of the Pact, so that it cannot be attacked."""
    other = other_party(nation)
    return game.pact and bool(other) and game.control.get(region) == other


def transports_in_danger(game: WarRoom, region: str, fighting: tuple[str, ...]) -> bool:
    """WR-HOT-07: Troop Transports of one side, Air or Naval Units only of the other."""
    for nation in units_by_nation(game, region, "land"):
        enemies = [other for other in fighting if hostile(game, nation, other, region)]
        if enemies and not any(unit_side(game, other, region) == SIDE_OF[nation] for other in fighting):
            return True
    return False


# Convoys


def convoy_owners(game: WarRoom, convoy: str) -> tuple[str, ...]:
    """WR-CONV-01 to 03, R-46: who pays for a convoy; two names if its controllers have to agree, none if inactive."""
    facts = CONVOYS[convoy]
    if facts.territory:
        controller = game.control.get(facts.territory, "")
        return (controller,) if controller in game.nations else ()
    ends = tuple(game.control.get(end, "") for end in (facts.origin, facts.destination))
    if any(end not in game.nations for end in ends) or SIDE_OF[ends[0]] != SIDE_OF[ends[1]]:
        return ()
    if facts.flag in ends:
        return (facts.flag,)
    if ends[0] == ends[1]:
        return (ends[0],)
    agreed = game.convoy_owner.get(convoy, "")
    return (agreed,) if agreed in ends else ends


def raid_targets(game: WarRoom, region: str) -> dict[str, tuple[str, ...]]:
    """WR-CONV-04, 05, 15: raid targets in a sea region, each with the nations that raid it. While the owner of a convoy
    is not settled, whoever could be it counts."""
    if region not in TARGETS_IN or game.on("quick_play"):
        return {}
    fighting = fighting_nations(game, region)
    if not fighting:
        return {}
    found = {}
    for target in TARGETS_IN[region]:
        owners = [owner for convoy in TARGETS[target] for owner in convoy_owners(game, convoy)]
        raiders = tuple(n for n in fighting if any(may_raid(game, n, owner) for owner in owners))
        sides = {SIDE_OF[nation] for nation in raiders}
        if len(sides) == 1 and not side_present(game, fighting, OTHER[next(iter(sides))], raiders):
            found[target] = raiders
    return found


def may_raid(game: WarRoom, nation: str, owner: str) -> bool:
    """WR-PACT-07: convoys of the other Alliance, but not those of the other party of the Pact."""
    return hostile(game, nation, owner)


def side_present(game: WarRoom, fighting: tuple[str, ...], side: str, raiders: tuple[str, ...]) -> bool:
    """Whether units of a side are there that would defend: those that fight at least one of the raiders."""
    return any(SIDE_OF[other] == side and any(hostile(game, other, r) for r in raiders) for other in fighting)


# Order of Battles


class PickHotspot(Step, frozen=True, tag="wr.4.pick"):
    """WR-HOT-12 to 14: in Turn Order, again and again, each nation picks a hotspot that involves it."""

    at: int = 0
    idle: int = 0
    """How many nations in a row had none to pick."""

    def nation(self, game: WarRoom) -> str:
        order = game.in_order()
        return order[self.at % len(order)]

    def options(self, game: WarRoom) -> list[str]:
        if self.idle >= len(game.nations):
            return list(game.hotspots)
        who = self.nation(game)
        return [region for region in game.hotspots if is_involved(game, who, region)]

    def ask(self, game: WarRoom) -> Ask | None:
        options = self.options(game)
        if len(options) < 2:
            return None
        who = self.nation(game)
        menu = Pick(rule="WR-HOT-12", options=tuple(options))
        return Ask("wr.4.pick", {who: menu}, f"{NAMES[who]} picks the next hotspot")

    def then(self, game: WarRoom, got: Any) -> None:
        if not game.hotspots:
            game.done()
            return
        options = self.options(game)
        if not options:
            game.goto(PickHotspot(self.at + 1, self.idle + 1))
            return
        region = got or options[0]
        game.hotspots.remove(region)
        game.resolved.append(region)
        game.tell(HotspotPicked(self.nation(game), region))
        game.goto(PickHotspot((self.at + 1) % len(game.nations)))
        game.call(Sequence(("wr.4.update",)))
        game.call(Sequence(("wr.4.resolve",), (region,)))


def is_involved(game: WarRoom, nation: str, region: str) -> bool:
    """WR-HOT-12, WR-THD-08: its forces or its territory; dived Submarines that moved are involved in nothing."""
    if game.control.get(region) == nation or f"{region}/{nation}" in game.fighters:
        return True
    return any(command.nation == nation and not command.dived for command in game.here(region))


class UpdateRaids(Step, frozen=True, tag="wr.4.update"):
    """WR-HOT-15 to 17: control has changed hands, so convoys have; raids appear and disappear before the next pick."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        if not game.control_changed:
            return
        game.control_changed = False
        for region in list(game.hotspots):
            if game.map.is_sea(region) and not is_active(game, region):
                game.hotspots.remove(region)
                game.markers.pop(region, None)
                game.tell(HotspotPlaced(region, added=False))
        for region in TARGETS_IN:
            addressed = region in game.hotspots or region in game.resolved
            present = game.here(region) or game.fighters
            if present and region in game.map.sea and not addressed and raid_targets(game, region):
                game.hotspots.append(region)
                game.markers[region] = "active"
                game.tell(HotspotPlaced(region))


class EndOfCombat(Step, frozen=True, tag="wr.4.end"):
    """WR-HOT-18: no Active hotspot is left; invasions without a battle are booked (WR-NEUT-20)."""

    def then(self, game: WarRoom, got: Any) -> None:
        for region in sorted(game.owed):
            book_invasion(game, region)
        note_overstayers(game)
        game.done()
