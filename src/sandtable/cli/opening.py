"""New tables: what was wished for on the command line, checked, with dice that nobody could have chosen."""

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.cli import advice
from sandtable.cli.sitting import seat_of_bot
from sandtable.core.table import Table, new_setup
from sandtable.core.verdicts import BadInput
from sandtable.core.versions import Game
from sandtable.games import load_game

if TYPE_CHECKING:
    from sandtable.games.echoes.campaigns import SharedWar

SEAT = "player"
"""The one seat at a terminal; it holds every nation."""

DICE = ("fair", "manual")


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to play."""

    game: str
    scenario: str = ""
    options: tuple[str, ...] = ()
    campaign: int | None = None
    daily: bool = False
    day: str = ""
    dice: str = DICE[0]
    nonce: str = ""
    mine: tuple[str, ...] = ()
    """The nations or sides that the person plays; all of them if none is named."""
    against: str = ""
    """The bot that plays the others."""

    @property
    def says_anything(self) -> bool:
        """Whether more than the game is wished for."""
        return self != Wish(game=self.game)


def open_new(wish: Wish) -> Table:
    """The table that was wished for, before its first die."""
    game = load_game(wish.game)
    if wish.dice not in DICE:
        raise BadInput(f"there are no '{wish.dice}' dice; there are: {', '.join(DICE)}")
    war = shared_war(wish)
    by_hand = wish.dice == "manual"
    if war and (by_hand or wish.nonce):
        raise BadInput(f"the dice of {war.id} are the same for everyone, so they take neither words nor dice of yours")
    if by_hand and wish.nonce:
        raise BadInput("dice that you throw yourself take no words; leave --nonce away")
    scenario = wish.scenario or next(iter(game.scenarios))
    nonces = war.nonces if war else {SEAT: wish.nonce} if wish.nonce else {}
    secret = b"" if by_hand else war.secret if war else os.urandom(32)
    setup = new_setup(
        game,
        id=war.id if war else f"{game.name}/{os.urandom(6).hex()}",
        scenario=scenario,
        options=read_options(game, wish.options),
        seats=seats_for(game, scenario, wish),
        salt=war.salt if war else os.urandom(16).hex(),
        secret=secret,
        nonces=nonces,
    )
    return Table(game, setup, secret)


def seats_for(game: Game, scenario: str, wish: Wish) -> dict[str, tuple[str, ...]]:
    """One person for all nations, or a bot in the seat of each nation that the person does not play."""
    mine = nations_of(game, scenario, wish.mine)
    nations = game.scenario(scenario).nations
    if not wish.mine or len(mine) == len(nations):
        if wish.against:
            raise BadInput("say with --as which nations you play, so that there are others for bots")
        return game.seats_together(scenario, SEAT)
    from sandtable.bots import bot_named

    bot = bot_named(game.name, wish.against or advice.thinking_bots(game.name)[-1]).name
    return {nation if nation in mine else seat_of_bot(nation, bot): (nation,) for nation in nations}


def nations_of(game: Game, scenario: str, said: tuple[str, ...]) -> list[str]:
    """The nations that somebody names, by name, label or alias or by their side, or by how one of these begins."""
    nations = game.scenario(scenario).nations
    sides = sorted({game.sides[nation] for nation in nations if nation in game.sides})
    known: dict[str, str] = {}
    for nation in nations:
        for name in (nation, game.names.get(nation, nation), *game.aliases.get(nation, ())):
            known[name.casefold()] = nation
    known |= {side: side for side in sides}
    meant = [meaning(word, known, [*nations, *sides]) for word in said]
    return [nation for nation in nations if nation in meant or game.sides.get(nation) in meant]


def meaning(word: str, known: Mapping[str, str], all_of_them: list[str]) -> str:
    """The nation or side that a word stands for: the one so called, else the only one whose name begins so."""
    start = word.casefold()
    found = {known[start]} if start in known else {known[name] for name in known if name.startswith(start)}
    if not found:
        raise BadInput(f"nobody plays '{word}' here; there are: {', '.join(all_of_them)}")
    if len(found) > 1:
        raise BadInput(f"'{word}' can be {' or '.join(one for one in all_of_them if one in found)}; say which")
    return found.pop()


def shared_war(wish: Wish) -> "SharedWar | None":
    """The war whose dice are the same for everyone, if one was wished for."""
    from sandtable.games.echoes import campaigns

    if wish.campaign is None and not wish.daily and not wish.day:
        return None
    if wish.game != "echoes":
        raise BadInput(f"campaigns and the war of the day are for echoes, not for {wish.game}")
    if wish.campaign is not None:
        if wish.daily or wish.day:
            raise BadInput("a war is either a campaign or the war of a day, not both")
        return campaigns.campaign(wish.campaign)
    return campaigns.daily(campaigns.read_day(wish.day) if wish.day else today())


def today() -> str:
    """Today's date, the same for everyone on Earth: that of UTC."""
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()


def read_options(game: Game, said: Iterable[str]) -> dict[str, Any]:
    """Options as `name=value`, with values in the type that the game gives them."""
    found: dict[str, Any] = {}
    for item in said:
        name, equals, text = item.partition("=")
        if not equals:
            raise BadInput(f"an option is written name=value, not '{item}'")
        known = game.options[name].values if name in game.options else ()
        found[name] = next((value for value in known if str(value).lower() == text.lower()), text)
    return found
