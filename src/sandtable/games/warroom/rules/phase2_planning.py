"""Phase 2: Strategic Planning. Orders and bids are written in secret; bids buy a place in the Turn Order."""

from functools import cache
from typing import Any

from sandtable.core.menus import Count, Pick
from sandtable.core.steps import Ask, Draw, Sequence, Step
from sandtable.games.warroom.data import CATEGORIES, NAMES, REGION_NAMES, theatre_of, tokens_in_play
from sandtable.games.warroom.events import BidsRevealed, SlotTaken
from sandtable.games.warroom.menus import OrderChart, Sheet
from sandtable.games.warroom.position import ORANGE
from sandtable.games.warroom.rules.pacts import note_overstayers
from sandtable.games.warroom.rules.round import begin
from sandtable.games.warroom.state import Command, WarRoom

REGIONS = tuple(REGION_NAMES)


class Planning(Step, frozen=True, tag="wr.2.planning"):
    """Step 1: reorganising is public and over before anything is revealed (WR-PLAN-25); then all write at once."""

    def then(self, game: WarRoom, got: Any) -> None:
        begin(game, "planning")
        game.goto(Sequence(("wr.pact.window", "wr.reorganize.all", "wr.2.sheets")))


class WriteSheets(Step, frozen=True, tag="wr.2.sheets"):
    """WR-PLAN-06, 13: all nations write orders and bid in secret; when the last sheet is in, nothing can be changed."""

    def ask(self, game: WarRoom) -> Ask:
        position = game.clone()
        menus = {nation: sheet_menu(position, nation) for nation in game.nations}
        return Ask("wr.2.sheets", dict(menus), "Write movement orders and bid", sealed=True)

    def then(self, game: WarRoom, got: Any) -> None:
        for nation, (orders, bid) in got.items():
            game.orders[nation] = orders
            game.bids[nation] = bid
        game.roster[:] = sorted(game.commands)
        note_overstayers(game)  # once more: Commands may have been reorganised since the last battles
        game.tell(BidsRevealed(tuple((nation, game.bids[nation]) for nation in game.nations)))
        for nation, bid in game.bids.items():
            pay_bid(game, nation, bid)
        game.turn_order[:] = [""] * len(game.facts.nations)
        game.goto(NextBidder())


def pay_bid(game: WarRoom, nation: str, bid: int) -> None:
    """WR-PLAN-17: every bid is paid, whatever slot it buys. In Quick Play Medals are bid (WR-QP-04)."""
    if game.on("quick_play"):
        game.medals[nation] -= bid
    else:
        oil, iron, osr = game.stock[nation]
        game.stock[nation] = (oil - bid, iron, osr)


def most_orders(game: WarRoom, nation: str) -> int:
    """WR-PLAN-02 to 04: the boxes of a nation's chart in this scenario and zone."""
    full = game.facts.orders[nation]
    return max(0, full - 3) if game.zone[nation] >= ORANGE else full


def most_bid(game: WarRoom, nation: str) -> int:
    """WR-PLAN-11, 12: up to the present stock of Oil; China always bids 0."""
    if game.on("quick_play"):
        return game.medals[nation]
    return 0 if nation == "china" else game.stock[nation][0]


def sheet_menu(game: WarRoom, nation: str) -> Sheet:
    """The sheet of a nation in a position, which the menu keeps to answer for doubts."""
    chart = OrderChart(
        rule="WR-PLAN-02",
        commands=tuple(f"{nation}-{number}" for category in CATEGORIES for number in _numbers(game, nation, category)),
        regions=REGIONS,
        most=most_orders(game, nation),
        full=game.facts.orders[nation],
        near={command.key: in_reach(game, command) for command in game.stacks_of(nation)},
        nation=nation,
    )
    rule = "WR-PLAN-12" if nation == "china" else "WR-PLAN-11"
    bid = Count(rule=rule, low=0, high=most_bid(game, nation))
    return Sheet(rule="WR-PLAN-01", chart=chart.remember(game), bid=bid)


def _numbers(game: WarRoom, nation: str, category: str) -> tuple[int, ...]:
    return tokens_in_play(game.scenario, nation, category)


def in_reach(game: WarRoom, command: Command) -> tuple[str, ...]:
    """Where a Command could go if nobody and nothing were in the way, Rails beyond the next territory left out."""
    return reach_on_map(game.scenario, command.category, command.region)


@cache
def reach_on_map(scenario: str, category: str, start: str) -> tuple[str, ...]:
    area = theatre_of(scenario)
    if category == "air":
        return area.air_reach[start]
    if category == "naval":
        return tuple(dict.fromkeys((start, *area.sea[start], *(s for step in area.sea[start] for s in area.sea[step]))))
    if area.is_sea(start):
        further = (s for step in area.sea[start] for s in area.sea[step])
        return tuple(dict.fromkeys((*area.coast[start], *area.sea[start], *further)))
    far = (s for step in area.shore[start] for s in area.sea[step])
    rails = (t for step in area.rails[start] for t in area.rails[step])
    return tuple(dict.fromkeys((*area.land[start], *rails, *area.shore[start], *far)))


class NextBidder(Step, frozen=True, tag="wr.2.bidder"):
    """WR-PLAN-14 to 16: in descending order of bids; equal bids, 0 included, are drawn for only when they come up."""

    def ask(self, game: WarRoom) -> Draw | None:
        tied = self.tied(game)
        if len(tied) < 2:
            return None
        return Draw("wr.2.tie", len(tied), 1, "Equal bids: " + ", ".join(NAMES[nation] for nation in tied))

    def tied(self, game: WarRoom) -> list[str]:
        waiting = [nation for nation in game.nations if nation not in game.turn_order]
        best = max((game.bids[nation] for nation in waiting), default=0)
        return [nation for nation in waiting if game.bids[nation] == best]

    def then(self, game: WarRoom, got: Any) -> None:
        tied = self.tied(game)
        if not tied:
            game.turn_order[:] = [nation for nation in game.turn_order if nation]
            game.done()
            return
        game.call(ChooseSlot(tied[got[0] if got else 0]))


class ChooseSlot(Step, frozen=True, tag="wr.2.slot"):
    """WR-PLAN-14: any slot that is still open, not necessarily the first."""

    nation: str

    def open_slots(self, game: WarRoom) -> list[int]:
        slots = len(game.nations)
        return [slot for slot in range(slots) if not game.turn_order[slot]]

    def ask(self, game: WarRoom) -> Ask | None:
        slots = self.open_slots(game)
        if len(slots) < 2:
            return None
        menu = Pick(rule="WR-PLAN-14", options=tuple(f"slot-{slot + 1}" for slot in slots))
        return Ask("wr.2.slot", {self.nation: menu}, f"{NAMES[self.nation]} chooses a place in the Turn Order")

    def then(self, game: WarRoom, got: Any) -> None:
        slot = int(got.removeprefix("slot-")) - 1 if got else self.open_slots(game)[0]
        game.turn_order[slot] = self.nation
        game.tell(SlotTaken(self.nation, slot + 1))
        game.done()
