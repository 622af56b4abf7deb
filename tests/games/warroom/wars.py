"""Small wars for the tests: positions in a few words, dice by colour, and a driver that says what nobody cares about."""

from typing import Any

from sandtable.core import play
from sandtable.core.steps import Ask, Roll
from sandtable.core.verdicts import Illegal, Refusal
from sandtable.games.warroom import GAME
from sandtable.games.warroom.data import CATEGORIES, category_of_number
from sandtable.games.warroom.rules.phase3_movement import Movement
from sandtable.games.warroom.rules.phase4_setup import Resolve
from sandtable.games.warroom.state import Command, WarRoom

FACES = {"Y": 1, "B": 5, "G": 8, "R": 10, "K": 11, "W": 12}
SHORT = {
    "INF": "infantry",
    "ART": "artillery",
    "ARM": "armor",
    "FTR": "fighter",
    "BMR": "bomber",
    "SUB": "submarine",
    "CRU": "cruiser",
    "CV": "carrier",
    "BB": "battleship",
}


def units(text: str, category: str) -> tuple[int, ...]:
    """`2 INF 1 ART` as counts."""
    words = text.split()
    named = {SHORT[kind]: int(number) for number, kind in zip(words[::2], words[1::2], strict=True)}
    return tuple(named.get(kind, 0) for kind in CATEGORIES[category])


class War:
    """A war at some point, its diary so far, and short words to go on with it."""

    def __init__(self, scenario: str = "global", **options: Any) -> None:
        self.game: WarRoom = GAME.start(scenario, GAME.complete_options(options))
        self.game.turn_order[:] = list(self.game.nations)
        self.game.round = 1
        self.game.steps.clear()
        self.diary: list[Any] = []

    # Positions

    def empty(self) -> "War":
        """No Commands on the map."""
        self.game.commands.clear()
        self.game.index = None
        return self

    def put(self, **commands: str) -> "War":
        """`japan_65="J3 2 ART 1 INF"`: Commands with their region and units."""
        for name, text in commands.items():
            nation, number = name.rsplit("_", 1)
            region, rest = text.split(" ", 1)
            category = category_of_number(int(number))
            self.game.put(Command(nation, int(number), category, region, units(rest, category)))
        return self

    def hold(self, **control: str) -> "War":
        """`J4="china"`: who controls what."""
        GAME.arrange(self.game, "holds", control)
        return self

    def stock(self, **stocks: tuple[int, int, int]) -> "War":
        self.game.stock.update(stocks)
        return self

    def order(self, *nations: str) -> "War":
        rest = [nation for nation in self.game.nations if nation not in nations]
        self.game.turn_order[:] = [*nations, *rest]
        return self

    def set(self, field: str, **values: Any) -> "War":
        """Set entries of a state field that is a dict."""
        getattr(self.game, field).update(values)
        return self

    # Going on

    def at(self, *steps: Any) -> "War":
        """Stand at the beginning of some steps, the last one first."""
        self.game.steps[:] = list(steps)
        self.game.want = None
        play.settle(self.game)
        self.collect()
        return self

    def moving(self, **orders: str) -> "War":
        """Phase 3 with these orders: `japan="65 > J5, 97 > P-13"`."""
        for nation, text in orders.items():
            pairs = [pair.split(">") for pair in text.split(",") if pair.strip()]
            self.game.orders[nation] = tuple((f"{nation}-{a.strip()}", b.strip()) for a, b in pairs)
        self.game.roster[:] = sorted(self.game.commands)
        return self.at(Movement())

    def fighting(self, region: str) -> "War":
        """The hotspot of a region is resolved; the parties of the Pact keep it."""
        self.game.resolved.append(region)
        self.at(Resolve(region))
        while self.what == "wr.pact.break":
            self.say("keep")
        return self

    def collect(self) -> None:
        self.diary += self.game.news
        self.game.news = []

    @property
    def want(self) -> Any:
        return play.pending(self.game)

    @property
    def what(self) -> str:
        return self.want.what if self.want else ""

    @property
    def who(self) -> str:
        return next(iter(self.want.menus)) if isinstance(self.want, Ask) else ""

    @property
    def menu(self) -> Any:
        return self.want.menus[self.who]

    def say(self, answer: Any, who: str = "") -> "War":
        self.diary += play.answer(self.game, who or self.who, answer)
        return self

    def take(self, **stances: str) -> "War":
        """Stances of the side that is asked: all units of a kind in the one that is named, else in its first one."""
        said = []
        for part in self.menu.parts:
            options = part.menu.limits
            kind = part.name.split(" ")[0]
            wanted = f"/{stances.get(kind, '')}"
            name = next((option for option in options if wanted in option and wanted != "/"), next(iter(options)))
            said.append(((name, options[name]),))
        return self.say(tuple(said))

    def refusal(self, answer: Any, who: str = "") -> Refusal:
        """Why an answer is refused; the position must not change."""
        try:
            play.answer(self.game, who or self.who, answer)
        except Illegal as refused:
            return refused.refusal
        raise AssertionError(f"{answer} was not refused")

    def dice(self, colours: str) -> "War":
        """Dice by their colours, `YYBK`; a draw by places."""
        faces = tuple(FACES[colour] for colour in colours.replace(" ", ""))
        self.diary += play.roll(self.game, faces)
        return self

    def draw(self, *places: int) -> "War":
        self.diary += play.roll(self.game, places)
        return self

    def until(self, *whats: str, dice: str = "R", answers: dict[str, Any] | None = None) -> "War":
        """Go on with default answers and dull dice until one of these is waited for, or nothing is."""
        said = {key: list(value) for key, value in (answers or {}).items()}
        for _ in range(3000):
            want = self.want
            if want is None or want.what in whats:
                return self
            if isinstance(want, Ask):
                nation = next(n for n in want.menus if n not in self.game.sealed)
                mine = said.get(want.what)
                self.say(mine.pop(0) if mine else want.menus[nation].default, nation)
            elif isinstance(want, Roll):
                self.dice(dice * want.dice)
            else:
                self.draw(*range(want.take))
        raise AssertionError("the war does not come to rest")

    def end(self, **rest: Any) -> "War":
        return self.until(**rest)

    # Looking

    def where(self, key: str) -> str:
        command = self.game.commands.get(key.replace("_", "-"))
        return command.region if command else ""

    def has(self, key: str) -> dict[str, int]:
        command = self.game.commands.get(key.replace("_", "-"))
        return command.counts() if command else {}

    def events(self, name: str) -> list[Any]:
        return [event for event in self.diary if type(event).__name__ == name]

    def cancelled(self) -> dict[str, str]:
        """Cancelled orders and the clauses that cancelled them."""
        return {event.command: event.rule for event in self.events("OrderCancelled")}

    def lost(self, nation: str) -> dict[str, int]:
        """The Casualty List of a nation."""
        from sandtable.games.warroom.data import KINDS

        return {kind: n for kind, n in zip(KINDS, self.game.casualties[nation], strict=True) if n}
