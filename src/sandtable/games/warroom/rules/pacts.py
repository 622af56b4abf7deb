"""Non-Aggression Pacts, Stalin Doctrine and Post-Axis-Occupation Policy."""

from typing import Any

from sandtable.core.menus import Pick
from sandtable.core.steps import Ask, Step
from sandtable.core.verdicts import Doubt, Refusal
from sandtable.games.warroom.data import CATEGORIES, NAMES, REGION_NAMES, SIDE_OF, TERRITORIES
from sandtable.games.warroom.events import PactEnded, UnitsLost
from sandtable.games.warroom.position import (
    PARTIES,
    RED,
    book_casualty,
    fighters_in,
    is_neutral,
    other_party,
    units_by_nation,
)
from sandtable.games.warroom.state import WarRoom

SOVIET_JAPANESE = "Soviet-Japanese Non-Aggression Pact"
SINO_SOVIET = "Sino-Soviet Non-Aggression Pact"
STALIN = "Stalin Doctrine"
KEEP, BREAK = "keep", "break"


# The Soviet-Japanese Pact


class PactWindow(Step, frozen=True, tag="wr.pact.window"):
    """WR-PACT-18: either party may break the Pact at will, the better place in the Turn Order first."""

    at: int = 0

    def ask(self, game: WarRoom) -> Ask | None:
        who = self.party(game)
        if who is None:
            return None
        doubt = Doubt("You gain 6 Stress, and no Medals for the other party's territories this round", "WR-PACT-19")
        menu = Pick(rule="WR-PACT-18", options=(KEEP, BREAK), doubted={BREAK: doubt}, usual=KEEP)
        return Ask("wr.pact.break", {who: menu}, f"{NAMES[who]} may break the {SOVIET_JAPANESE}")

    def party(self, game: WarRoom) -> str | None:
        parties = [nation for nation in game.in_order() if nation in PARTIES]
        if not game.pact or game.on("quick_play") or len(parties) < 2 or self.at >= 2:
            return None
        return parties[self.at]

    def then(self, game: WarRoom, got: Any) -> None:
        who = self.party(game)
        if who is None:
            game.done()
            return
        if got == BREAK:
            break_pact(game, who)
        game.goto(PactWindow(self.at + 1))


def break_pact(game: WarRoom, nation: str) -> None:
    """WR-PACT-17, 19, 20: over for good; the breaker gains 6 Stress at once."""
    game.pact = False
    game.breaker = nation
    game.overstay.clear()
    game.stress[nation] += 6
    game.tell(PactEnded(SOVIET_JAPANESE, nation))


def dissolve_pact(game: WarRoom) -> None:
    """WR-PACT-15, 16: over for good, without penalty."""
    if game.pact:
        game.pact = False
        game.overstay.clear()
        game.tell(PactEnded(SOVIET_JAPANESE, ""))


def violates_pact(game: WarRoom, nation: str, region: str, transport: bool = False) -> bool:
    """WR-PACT-02, 05, 06: whether entering or crossing this region breaks the Soviet-Japanese Pact."""
    other = other_party(nation)
    if not game.pact or not other:
        return False
    if game.control.get(region) == other:
        return True
    if transport and nation == "soviet" and region.startswith("P-"):
        return True
    return is_neutral(region) and has_any(game, region, other)


def has_any(game: WarRoom, region: str, nation: str) -> bool:
    return any(c.nation == nation for c in game.here(region)) or nation in fighters_in(game, region)


def after_morale(game: WarRoom) -> None:
    """WR-PACT-15, WR-SINO-07, WR-STAL-04: a party in the Red Zone or worse at the end of Phase 6 ends its treaties."""

    def is_red(nation: str) -> bool:
        return nation in game.zone and game.zone[nation] >= RED

    if is_red("soviet") or is_red("japan"):
        dissolve_pact(game)
    if game.sino and (is_red("soviet") or is_red("china")):
        game.sino = False
        game.tell(PactEnded(SINO_SOVIET, ""))
    if game.stalin and is_red("soviet"):
        game.stalin = False
        game.tell(PactEnded(STALIN, ""))


def note_overstayers(game: WarRoom) -> None:
    """WR-PACT-12: Land Units of a party in a territory that the other controls must be ordered out next round."""
    game.overstay.clear()
    if not game.pact:
        return
    for command in game.stacks():
        other = other_party(command.nation)
        if other and command.category == "land" and game.control.get(command.region) == other:
            game.overstay[command.key] = command.region


def remove_overstayers(game: WarRoom) -> None:
    """WR-PACT-12, R-09: at the end of Phase 3, those that did not leave are lost, unless they were pinned outright."""
    for key, region in sorted(game.overstay.items()):
        command = game.commands.get(key)
        if command is None or command.region != region or key in game.held:
            continue
        for kind, number in zip(CATEGORIES["land"], command.units, strict=True):
            book_casualty(game, command.nation, kind, number)
        game.commands.pop(key)
        game.index = None
        lost = tuple(command.counts().items())
        game.tell(UnitsLost(command.nation, region, lost, "they did not leave as the Pact demands"))
    game.overstay.clear()


# The Sino-Soviet Pact, the Stalin Doctrine and the policy after an Axis occupation


def restricted_to(game: WarRoom, nation: str, territory: str) -> str:
    """WR-SINO-01, 02, WR-STAL-01: the clause that closes a territory to a nation's Land Units, or ''."""
    owner, controller = TERRITORIES[territory].original, game.control.get(territory)
    if owner != controller:
        return ""
    if game.sino and {nation, owner} == {"soviet", "china"}:
        return "WR-SINO-01" if nation == "soviet" else "WR-SINO-02"
    if game.stalin and owner == "soviet" and nation in ("usa", "british"):
        return "WR-STAL-01"
    return ""


def foreign_land_units(game: WarRoom, territory: str) -> bool:
    """Whether Land Units are there that could not enter by themselves."""
    return any(
        nation != "neutral" and restricted_to(game, nation, territory)
        for nation in units_by_nation(game, territory, "land")
    )


def why_not_enter(game: WarRoom, nation: str, start: str, territory: str) -> Refusal | None:
    """WR-STAL-01, 06, 07, 09, WR-SINO-06: why Land Units may not enter an ally's closed territory."""
    rule = restricted_to(game, nation, territory)
    if not rule:
        return None
    if rule == "WR-STAL-01" and any(
        other != "neutral" and SIDE_OF[other] == "axis" for other in units_by_nation(game, territory, "land")
    ):
        return None
    inside = start in TERRITORIES and bool(restricted_to(game, nation, start))
    if inside and (territory in game.guests or foreign_land_units(game, territory)):
        return None
    treaty = STALIN if rule == "WR-STAL-01" else SINO_SOVIET
    return Refusal(f"the {treaty} closes {REGION_NAMES[territory]} to these Land Units", rule)


def with_guests(game: WarRoom) -> list[str]:
    """The restricted territories in which foreign Land Units are."""
    taken = {command.region for command in game.stacks() if command.category == "land"}
    return [t for t in game.map.territories if t in taken and foreign_land_units(game, t)]


def note_new_guests(game: WarRoom) -> None:
    """WR-STAL-06, 08: what the last battles opened stays open while Phase 3 lasts, also if the first guests leave."""
    game.guests += [t for t in with_guests(game) if t not in game.guests]


def note_guests(game: WarRoom) -> None:
    """WR-STAL-08: at the end of Phase 3 a territory without foreign Land Units is fully restricted again."""
    game.guests[:] = with_guests(game)


def why_not_land(game: WarRoom, nation: str, territory: str) -> Refusal | None:
    """WR-SINO-03, WR-STAL-03: Air may enter but not land."""
    owner = TERRITORIES[territory].original
    if game.sino and nation == "soviet" and owner == "china":
        return Refusal("Soviet Air may not land in original Chinese territories", "WR-SINO-03")
    if game.stalin and nation in ("usa", "british") and owner == "soviet":
        return Refusal("foreign Air may not land in original Soviet territories", "WR-STAL-03")
    return None
