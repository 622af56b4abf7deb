"""Phase 4, Battle Debrief, steps E and F: control of the territory, Medals and Stress."""

from typing import Any

import msgspec

from sandtable.core.menus import Bag, Pick
from sandtable.core.steps import Ask, Step
from sandtable.games.warroom.data import BUILDABLE, LAND, NAMES, OTHER, REGION_NAMES, SIDE_OF, TERRITORIES
from sandtable.games.warroom.events import Captured, MedalsAwarded, StressGained
from sandtable.games.warroom.position import (
    GRAY,
    PARTIES,
    add_units,
    allegiance,
    is_capital,
    is_enemy,
    is_neutral,
    other_party,
    room_for,
    units_by_nation,
)
from sandtable.games.warroom.rules.neutrals import FORCE, book_invasion
from sandtable.games.warroom.rules.pacts import dissolve_pact
from sandtable.games.warroom.rules.phase4_debrief import survivors_of
from sandtable.games.warroom.rules.phase4_setup import first_side, fought
from sandtable.games.warroom.state import WarRoom


class TakeControl(Step, frozen=True, tag="wr.4.e.control"):
    """WR-DEBR-15 to 19: an Enemy territory in which only the other side has Land Units left is captured."""

    def captors(self, game: WarRoom) -> list[str]:
        """Who may be named the new controller; empty if control does not change. Where both parties of the Pact could
        take a Collapsed nation's territory, Turn Order decides."""
        battle, first = fought(game), first_side(game)
        if battle.board == "sea":
            return []
        for side in (first, OTHER[first]):
            nations = survivors_of(game, battle, side)
            if nations and is_enemy(game, battle.region, side):
                return may_capture(game, battle.region, nations)
        return []

    def ask(self, game: WarRoom) -> Ask | None:
        captors = self.captors(game)
        if len(captors) < 2 or restored_to(game, fought(game).region, SIDE_OF[captors[0]]):
            return None
        commander = fought(game).commander(SIDE_OF[captors[0]]) or captors[0]
        menu = Pick(rule="WR-DEBR-18", options=tuple(captors))
        prompt = f"{NAMES[commander]} names the new controller of {REGION_NAMES[fought(game).region]}"
        return Ask("wr.4.control", {commander: menu}, prompt)

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        captors, region = self.captors(game), fought(game).region
        if captors:
            side = SIDE_OF[captors[0]]
            named = restored_to(game, region, side) or got or captors[0]
            former = game.control.get(region, "")
            medals = medals_for(game, region)
            take_over(game, region, named)
            blame(game, region, former)
            if medals:
                game.call(AwardMedals(side, medals, former))
        if "neutral" in fought(game).nations:
            settle_defense_force(game)


def may_capture(game: WarRoom, region: str, nations: list[str]) -> list[str]:
    """WR-DEBR-16, WR-PACT-08, 10: those of them whom no Enemy Land Unit prevents. A party of the Pact does not prevent
    the other one, and cannot take the other's own territory."""
    side = SIDE_OF[nations[0]]
    land = units_by_nation(game, region, "land")
    enemies = [n for n in land if (game.aligned.get(region) if n == "neutral" else SIDE_OF[n]) != side]
    if not game.pact:
        return [] if enemies else nations
    kept = [n for n in nations if game.control.get(region) != other_party(n) or not other_party(n)]
    if not enemies:
        return kept
    if all(enemy in PARTIES for enemy in enemies):
        return [n for n in kept if n in PARTIES]
    return []


def restored_to(game: WarRoom, region: str, side: str) -> str:
    """WR-DEBR-19, 20, R-53: the ally to whom a territory belonged originally, unless it is in Gray or out of the game.
    An Occupied Territory goes back to the nation of its border for one side and to that of its card for the other."""
    card = TERRITORIES[region]
    for original in (card.restores, card.colour):
        if original in game.nations and SIDE_OF[original] == side and game.zone[original] < GRAY:
            return original
    return ""


def take_over(game: WarRoom, region: str, nation: str) -> None:
    """WR-DEBR-22, 24, 25: card and units under construction pass to the new controller; China keeps Land Units only."""
    former = game.control.get(region, "")
    game.control[region] = nation
    game.control_changed = True
    game.markers.pop(region, None)
    if is_neutral(region):
        game.aligned[region] = SIDE_OF[nation]
    if nation == "china":
        for group in (game.building, game.deferred):
            if region in group:
                kept = tuple(n if kind in LAND else 0 for kind, n in zip(BUILDABLE, group[region], strict=True))
                group[region] = kept
                if not any(kept):
                    del group[region]
    evacuate(game, region, SIDE_OF[nation])
    game.tell(Captured(region, nation, former))
    if region in ("R1", "G1"):
        dissolve_pact(game)


def evacuate(game: WarRoom, region: str, side: str) -> None:
    """WR-DEBR-26: Air Commands of the other side must land elsewhere, also those that did not fight: a party of the
    Pact may take a third nation's territory from under the other's aircraft."""
    for command in game.here(region):
        if command.category == "air" and SIDE_OF[command.nation] != side and not command.tagged:
            game.put(msgspec.structs.replace(command, tagged=True))


def blame(game: WarRoom, region: str, former: str) -> None:
    """WR-DEBR-30, WR-VICT-18, R-26: the former controller gains Stress equal to the Strategic Value."""
    value = TERRITORIES[region].value
    if former in game.nations and not is_neutral(region) and value:
        game.stress[former] += value
        game.tell(StressGained(former, value, f"the loss of {REGION_NAMES[region]}"))


def medals_for(game: WarRoom, region: str) -> int:
    """WR-DEBR-27, 29, WR-QP-17, R-27: Medals for a capture."""
    if is_neutral(region):
        return 0
    if is_capital(game, region):
        return 3
    return 2 if game.on("quick_play") and TERRITORIES[region].industry else 1


class AwardMedals(Step, frozen=True, tag="wr.4.f.medals"):
    """WR-DEBR-28, WR-BATT-06: the winning Commander divides the Medals among the nations that took part."""

    side: str
    medals: int
    former: str

    def recipients(self, game: WarRoom) -> list[str]:
        """WR-PACT-20: the breaker of the Pact gets none for what it takes from the other party this round."""
        battle = fought(game)
        found = [n for n in battle.nations if n != "neutral" and SIDE_OF[n] == self.side]
        if game.breaker and self.former == other_party(game.breaker):
            found = [nation for nation in found if nation != game.breaker]
        return sorted(found, key=game.rank)

    def ask(self, game: WarRoom) -> Ask | None:
        recipients = self.recipients(game)
        if len(recipients) < 2:
            return None
        who = fought(game).commander(self.side) or recipients[0]
        limits = dict.fromkeys(recipients, self.medals)
        menu = Bag(rule="WR-DEBR-28", limits=limits, least=self.medals, most=self.medals)
        return Ask("wr.4.medals", {who: menu}, f"{NAMES[who]} divides {self.medals} Medals")

    def then(self, game: WarRoom, got: Any) -> None:
        game.done()
        recipients = self.recipients(game)
        shares = dict(got) if got else dict.fromkeys(recipients[:1], self.medals)
        for nation, number in shares.items():
            game.medals[nation] += number
            game.tell(MedalsAwarded(nation, number))


class InvaderPays(Step, frozen=True, tag="wr.4.f.neutral"):
    """WR-DEBR-31: Stress for the first invasion of a Neutral."""

    def then(self, game: WarRoom, got: Any) -> None:
        book_invasion(game, fought(game).region)
        game.done()


def settle_defense_force(game: WarRoom) -> None:
    """WR-NEUT-14 to 16, 18: survivors of a Defense Force join the nation that commanded them, which takes control if
    the invaders did not; those without a token go to storage."""
    battle = fought(game)
    region = battle.region
    force = dict(zip(FORCE, game.forces.pop(region, (0, 0, 0)), strict=True))
    if not any(force.values()):
        return
    if not game.control.get(region):
        commander = battle.commander(game.aligned[region])
        take_over(game, region, commander)
    else:
        commander = battle.commander(OTHER[allegiance(game, region)])
    for kinds in (LAND[:2], ("fighter",)):
        units = {kind: force[kind] for kind in kinds if force[kind]}
        if units:
            room = room_for(game, commander, "air" if kinds == ("fighter",) else "land", region)
            if fits := keep(units, room):
                add_units(game, commander, region, fits, tagged=kinds == ("fighter",))


def keep(units: dict[str, int], room: int) -> dict[str, int]:
    """As many as find room, the costlier kinds first."""
    kept: dict[str, int] = {}
    for kind in reversed(units):
        number = min(units[kind], room)
        room -= number
        if number:
            kept[kind] = number
    return kept
