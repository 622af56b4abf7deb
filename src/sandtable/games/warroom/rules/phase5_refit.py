"""Phase 5: Refit and Deploy. Air Commands land, units under construction appear, Commands are reorganised."""

from typing import Any

import msgspec

from sandtable.core.forms import OpenForm
from sandtable.core.menus import Bag, Menu, Pick
from sandtable.core.steps import Ask, Each, Sequence, Step
from sandtable.games.warroom.data import (
    AIR,
    BUILDABLE,
    LAND,
    NAMES,
    NAVAL,
    REGION_NAMES,
    SIDE_OF,
    TERRITORIES,
    UNITS_PER_COMMAND,
)
from sandtable.games.warroom.events import Deployed, Landed, UnitsLost
from sandtable.games.warroom.position import add_units, book_casualty, is_friendly, room_for, take_units
from sandtable.games.warroom.rules.pacts import why_not_land
from sandtable.games.warroom.rules.reorganize import Reorganize
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.rules.routes import air_path
from sandtable.games.warroom.state import Command, Counts, WarRoom


class Refit(Step, frozen=True, tag="wr.5.refit"):
    """Step 1: landing. Step 2: deployment. Step 3: reorganising, which is open in this phase at every point."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "refit")
        for command in [c for c in game.stacks() if c.dived]:
            game.put(msgspec.structs.replace(command, dived=False))
        order = game.in_order()
        game.goto(Sequence(("wr.reorganize.all",)))
        game.call(Each("wr.5.deploy", order))
        game.call(Sequence(("wr.5.fighters", "wr.reorganize.all")))
        game.call(Each("wr.5.land", order))
        game.call(Sequence(("wr.pact.window",)))


# Step 1: landing


class LandingMenu(OpenForm, frozen=True, tag="wr.landing", kw_only=True):
    """WR-LAND-01, 06: where a Command lands, or where some of its units do while the rest look further."""

    places: tuple[str, ...]
    units: dict[str, int]
    may_split: bool

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        if not chosen:
            return Pick(rule="WR-LAND-04", options=self.places)
        if len(chosen) == 1 and self.may_split:
            return Bag(rule="WR-LAND-06", limits=self.units, least=1)
        return None

    @property
    def default(self) -> tuple[Any, ...]:
        return (self.places[0], tuple(self.units.items())) if self.may_split else (self.places[0],)


class LandAir(Step, frozen=True, tag="wr.5.land"):
    """WR-LAND-01, 02, 07, 08: one after the other, every tagged Air Command lands or is lost."""

    nation: str
    regrouped: str = ""
    """The Command before whose landing the nation could reorganise."""

    def waiting(self, game: WarRoom) -> Command | None:
        return next((command for command in game.stacks_of(self.nation) if command.tagged), None)

    def ask(self, game: WarRoom) -> Ask | None:
        command = self.waiting(game)
        if command is None or not (places := landing_places(game, command)):
            return None
        if self.wants_a_token(game, command, places):
            return None
        may_split = len(places) > 1 and command.size > 1 and bool(game.free_tokens(self.nation, "air"))
        if len(places) == 1:
            return None
        menu = LandingMenu(rule="WR-LAND-01", places=places, units=command.counts(), may_split=may_split)
        return Ask("wr.5.land", {self.nation: menu}, f"{command.key} lands", about={"command": command.key})

    def then(self, game: WarRoom, got: Any) -> None:
        command = self.waiting(game)
        if command is None:
            game.done()
            return
        if got:
            land(game, command, got[0], dict(got[1]) if len(got) > 1 else command.counts())
            return
        places = landing_places(game, command)
        if not places:
            crash(game, command)
        elif self.wants_a_token(game, command, places):
            game.goto(LandAir(self.nation, command.key))
            game.call(Reorganize(self.nation))
        else:
            land(game, command, places[0], command.counts())

    def wants_a_token(self, game: WarRoom, command: Command, places: tuple[str, ...]) -> bool:
        """WR-PLAN-20, WR-LAND-06: whether the Command could split only after a merger of others frees a token."""
        if command.key == self.regrouped or len(places) < 2 or command.size < 2 or game.free_tokens(self.nation, "air"):
            return False
        sizes: dict[tuple[str, bool], int] = {}
        for other in [c for c in game.stacks_of(self.nation) if c.category == "air"]:
            place = (other.region, other.tagged)
            if sizes.get(place, UNITS_PER_COMMAND) + other.size <= UNITS_PER_COMMAND:
                return True
            sizes[place] = min(other.size, sizes.get(place, other.size))
        return False


def landing_places(game: WarRoom, command: Command) -> tuple[str, ...]:
    """WR-LAND-01, 03 to 05, 09, 11, 12: Friendly territories within 2 regions, the own one first."""
    nation, start, area = command.nation, command.region, game.map
    found = []
    for place in area.air_reach[start]:
        if place not in area.land or not is_friendly(game, place, SIDE_OF[nation]):
            continue
        if why_not_land(game, nation, place) is not None:
            continue
        if place != start:
            path = air_path(game, nation, start, place)
            if path is None or path[1]:
                continue
        found.append(place)
    return tuple(found)


def land(game: WarRoom, command: Command, place: str, landing: dict[str, int]) -> None:
    """WR-LAND-06, 08: the part that lands loses its tag; if it is not all, it takes a new token."""
    left = take_units(command, landing)
    if any(left):
        number = game.free_tokens(command.nation, "air")[0]
        counts = tuple(landing.get(kind, 0) for kind in AIR)
        landed = Command(command.nation, number, "air", place, counts)
        game.put(msgspec.structs.replace(command, units=left))
    else:
        landed = msgspec.structs.replace(command, region=place, tagged=False)
    game.put(landed)
    game.tell(Landed(landed.key, command.region, place))


def crash(game: WarRoom, command: Command) -> None:
    """WR-LAND-07: Air Units that cannot land are eliminated."""
    for kind, number in command.counts().items():
        book_casualty(game, command.nation, kind, number)
    game.put(msgspec.structs.replace(command, units=(0, 0)))
    lost = tuple(command.counts().items())
    game.tell(UnitsLost(command.nation, command.region, lost, "no place to land"))


class RemoveFighters(Step, frozen=True, tag="wr.5.fighters"):
    """WR-LAND-10, WR-CARR-11, 13: all Carrier Fighters leave the map; none of them is a casualty for that."""

    def then(self, game: WarRoom, got: Any) -> None:
        game.fighters.clear()
        game.done()


# Step 2: deployment

CATEGORY_NAMES = ("land", "air", "naval")
CATEGORY_KINDS = (LAND, AIR, NAVAL)


class Deploy(Step, frozen=True, tag="wr.5.deploy"):
    """WR-DEPL-02 to 10: territory by territory, everything under construction is deployed. Where the tokens do not
    suffice for all of them, the owner says whose units come first."""

    nation: str
    done: tuple[str, ...] = ()
    """The territories whose Industry Tokens have been lifted."""

    def works(self, game: WarRoom) -> list[str]:
        mine = [t for t in {*game.building, *game.deferred} if t not in self.done and game.control[t] == self.nation]
        return sorted(mine, key=game.map.order.__getitem__)

    def ask(self, game: WarRoom) -> Ask | None:
        works = self.works(game)
        rivals = rivals_for_tokens(game, self.nation, works) if len(works) > 1 else ()
        if not rivals:
            return None
        prompt = f"{NAMES[self.nation]} lacks tokens: which territory deploys its units first?"
        return Ask("wr.5.works", {self.nation: Pick(rule="WR-DEPL-08", options=rivals)}, prompt)

    def then(self, game: WarRoom, got: Any) -> None:
        works = self.works(game)
        if not works:
            game.done()
            return
        territory = got or works[0]
        game.goto(Deploy(self.nation, (*self.done, territory)))
        if game.bombs.get(territory):
            game.call(CutToCapacity(self.nation, territory))
        else:
            take_out(game, self.nation, territory, all_building(game, territory))


def rivals_for_tokens(game: WarRoom, nation: str, works: list[str]) -> tuple[str, ...]:
    """WR-DEPL-08: the territories of which it matters whose units of a Category are deployed first."""
    for category, kinds in enumerate(CATEGORY_KINDS):
        waiting = {t: sum(n for kind, n in named(all_building(game, t)).items() if kind in kinds) for t in works}
        rivals = {territory: number for territory, number in waiting.items() if number}
        others_first = dict(reversed(rivals.items()))
        if left_over(game, nation, category, rivals) != left_over(game, nation, category, others_first):
            return tuple(rivals)
    return ()


def left_over(game: WarRoom, nation: str, category: int, waiting: dict[str, int]) -> dict[str, int]:
    """How many units of a Category find no token in each territory, if they are deployed in this order."""
    trial, left = game.clone(), dict(waiting)
    for territory in waiting:
        for place in places_for(game, territory, category):
            fits = min(left[territory], room_for(trial, nation, CATEGORY_NAMES[category], place))
            if fits:
                add_units(trial, nation, place, {CATEGORY_KINDS[category][0]: fits})
                left[territory] -= fits
    return left


def places_for(game: WarRoom, territory: str, category: int) -> tuple[str, ...]:
    """WR-DEPL-04, 05: Land and Air Units appear where they were built, ships in a sea region of its Ports."""
    if CATEGORY_NAMES[category] != "naval":
        return (territory,)
    return tuple(sea for sea in TERRITORIES[territory].ports if sea in game.map.sea)


class CutToCapacity(Step, frozen=True, tag="wr.5.capacity"):
    """WR-DEPL-07: if bombs have lowered the capacity below what is under construction, the owner names the losses."""

    nation: str
    territory: str

    def excess(self, game: WarRoom) -> int:
        limit = max(0, TERRITORIES[self.territory].value - game.bombs.get(self.territory, 0))
        return max(0, sum(all_building(game, self.territory)) - limit)

    def ask(self, game: WarRoom) -> Ask | None:
        excess, units = self.excess(game), named(all_building(game, self.territory))
        if not excess or len(units) < 2 or excess == sum(units.values()):
            return None
        menu = Bag(rule="WR-DEPL-07", limits=units, least=excess, most=excess)
        prompt = f"{NAMES[self.nation]} loses {excess} units under construction in {REGION_NAMES[self.territory]}"
        return Ask("wr.5.capacity", {self.nation: menu}, prompt, about={"territory": self.territory})

    def then(self, game: WarRoom, got: Any) -> None:
        waiting = named(all_building(game, self.territory))
        lost = dict(got) if got else first_units(waiting, self.excess(game))
        for kind, number in lost.items():
            book_casualty(game, self.nation, kind, number)
            waiting[kind] -= number
        if lost:
            game.tell(UnitsLost(self.nation, self.territory, tuple(lost.items()), "bombed works"))
        game.done()
        take_out(game, self.nation, self.territory, as_counts(waiting))


def take_out(game: WarRoom, nation: str, territory: str, units: Counts) -> None:
    """The Industry Token is lifted: its units appear, Category by Category."""
    game.building.pop(territory, None)
    game.deferred.pop(territory, None)
    if any(units):
        game.call(Appear(nation, territory, units, first_category(units)))


def first_category(units: Counts, after: int = -1) -> int:
    """The next Category of which there are units; 3 if there is none."""
    bounds = (0, len(LAND), len(LAND) + len(AIR), len(BUILDABLE))
    return next((at for at in range(after + 1, 3) if any(units[bounds[at] : bounds[at + 1]])), 3)


class Appear(Step, frozen=True, tag="wr.5.appear"):
    """WR-DEPL-03 to 05, 08: Land and Air Units in the territory, ships in a sea region of its Ports; what finds no
    token stays as Deferred Units. How they are grouped is settled in Step 3, at will."""

    nation: str
    territory: str
    units: Counts
    category: int = 0

    def kinds(self) -> tuple[str, ...]:
        return CATEGORY_KINDS[self.category]

    def places(self, game: WarRoom) -> tuple[str, ...]:
        return places_for(game, self.territory, self.category)

    def waiting(self) -> dict[str, int]:
        return {kind: number for kind, number in named(self.units).items() if kind in self.kinds()}

    def room(self, game: WarRoom, place: str) -> int:
        return room_for(game, self.nation, CATEGORY_NAMES[self.category], place)

    def ask(self, game: WarRoom) -> Ask | None:
        mine, places = self.waiting(), self.places(game)
        if not mine or not places:
            return None
        rooms = tuple(self.room(game, place) for place in places)
        if len(places) == 1 and (len(mine) == 1 or sum(mine.values()) <= rooms[0] or not rooms[0]):
            return None
        menu = DeployMenu(rule="WR-DEPL-05", units=mine, places=places, rooms=rooms)
        prompt = f"{NAMES[self.nation]} deploys what was built in {REGION_NAMES[self.territory]}"
        return Ask("wr.5.deploy", {self.nation: menu}, prompt, about={"territory": self.territory})

    def then(self, game: WarRoom, got: Any) -> None:
        mine, places = self.waiting(), self.places(game)
        bags = [dict(bag) for bag in got] if got else [mine][: len(places)]
        anywhere = [(place, mine) for place in places]  # WR-DEPL-02: what finds no token there joins the others
        for place, bag in (*zip(places, bags, strict=False), *anywhere):
            fits = first_units(bag, self.room(game, place))
            for kind, number in fits.items():
                mine[kind] -= number
            if fits:
                add_units(game, self.nation, place, fits)
                game.tell(Deployed(self.nation, place, tuple(fits.items())))
        left = as_counts(mine)
        if any(left):
            before = game.deferred.get(self.territory, (0,) * len(BUILDABLE))
            game.deferred[self.territory] = tuple(a + b for a, b in zip(before, left, strict=True))
        following = first_category(self.units, self.category)
        if following < 3:
            game.goto(Appear(self.nation, self.territory, self.units, following))
        else:
            game.done()


class DeployMenu(OpenForm, frozen=True, tag="wr.deploy", kw_only=True):
    """For each place in turn the units that appear there: all of them in the end, as far as tokens reach."""

    units: dict[str, int]
    places: tuple[str, ...]
    rooms: tuple[int, ...]

    def part(self, chosen: tuple[Any, ...]) -> Menu | None:
        at = len(chosen)
        left = dict(self.units)
        for bag in chosen:
            for kind, number in bag:
                left[kind] -= number
        left = {kind: number for kind, number in left.items() if number}
        if at == len(self.places) or not left:
            return None
        most = min(self.rooms[at], sum(left.values()))
        elsewhere = self.rooms_elsewhere(at, sum(sum(n for _, n in bag) for bag in chosen))
        least = max(0, min(most, sum(left.values()) - elsewhere))
        rule = "WR-DEPL-05" if len(self.places) > 1 else "WR-DEPL-08"
        return Bag(rule=rule, limits=left, least=least, most=most)

    def rooms_elsewhere(self, at: int, placed: int) -> int:
        """What the later places can still take. Tokens are shared, so what is placed counts against all of them."""
        return max((room - placed for room in self.rooms[at + 1 :]), default=0)


def all_building(game: WarRoom, territory: str) -> Counts:
    none = (0,) * len(BUILDABLE)
    return tuple(
        a + b for a, b in zip(game.building.get(territory, none), game.deferred.get(territory, none), strict=True)
    )


def named(counts: Counts) -> dict[str, int]:
    return {kind: number for kind, number in zip(BUILDABLE, counts, strict=True) if number}


def as_counts(units: dict[str, int]) -> Counts:
    return tuple(units.get(kind, 0) for kind in BUILDABLE)


def first_units(units: dict[str, int], number: int) -> dict[str, int]:
    """The first so many of the units, in their order."""
    taken: dict[str, int] = {}
    for kind, have in units.items():
        if number > 0 and have:
            taken[kind] = min(have, number)
            number -= taken[kind]
    return taken
