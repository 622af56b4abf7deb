"""China: what it may buy, where it places it, and the Burma Road."""

from sandtable.core.verdicts import Refusal
from sandtable.games.axis1940.data import UNITS
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.words import name_of


def is_burma_road_open(game: Board) -> bool:
    """AA-CHINA-04: India, Burma, Yunnan and Szechwan are all controlled by Allied powers."""
    facts = game.map.facts
    return all(
        game.control[spot] in game.map.powers and game.map.friends(facts.china, game.control[spot])
        for spot in facts.burma_road
    )


def why_china_cannot_buy(kind: str, road_is_open: bool) -> Refusal | None:
    """AA-CHINA-02, AA-CHINA-03, AA-CHINA-11: infantry only, and artillery while the Burma Road is open."""
    if kind == "infantry":
        return None
    if kind == "artillery":
        if road_is_open:
            return None
        return Refusal("China may buy artillery only while the Burma Road is open", "AA-CHINA-03")
    if kind == "fighter":
        return Refusal("The Chinese fighter can never be replaced", "AA-CHINA-11")
    name = UNITS[kind].name if kind in UNITS else name_of(kind)
    return Refusal(f"China may buy infantry only, not {name}", "AA-CHINA-02")


def is_chinese_place(game: Board, territory: str) -> bool:
    """AA-CHINA-05, AA-CHINA-06: any Chinese-emblem territory under Chinese control, captured this turn or not."""
    return territory in game.map.chinese and game.control[territory] == game.map.facts.china


def chinese_places(game: Board) -> list[str]:
    """All territories where China may place units."""
    return [spot for spot in game.map.chinese_in_order if is_chinese_place(game, spot)]
