"""The planner: plays every power of Pacific 1940 by its view alone, with a purpose for every move."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from sandtable.bots.bot import Bot
from sandtable.bots.pacific import combat
from sandtable.bots.pacific.attack import Attack, Offensive
from sandtable.bots.pacific.defence import keep_at_home
from sandtable.bots.pacific.draft import place_of
from sandtable.bots.pacific.escape import escape
from sandtable.bots.pacific.odds import Budget
from sandtable.bots.pacific.outlook import Outlook
from sandtable.bots.pacific.politics import declare
from sandtable.bots.pacific.purchase import Shopping, place_all
from sandtable.bots.pacific.raids import Raid, Raids
from sandtable.bots.pacific.regroup import Regroup
from sandtable.core.menus import Bag, Menu, Rng
from sandtable.core.views import Question
from sandtable.games.axis1940.movement import UnitBag
from sandtable.games.axis1940.state import Board
from sandtable.games.axis1940.views import View, known_position
from sandtable.games.axis1940.words import The, name_of

WORK = 2500
"""Odds that a plan may look at: about a second at most."""
MOST_REMEMBERED = 64
PLANNED = ("ax.combat_move", "ax.noncombat_move", "ax.mobilize")
"""Phases of many answers, which are planned as a whole."""

Key = tuple[Any, ...]


class Planner(Bot):
    """Attacks where the exact odds and the counter-attack say so, and moves everything else to where it is needed.

    A plan of a phase is remembered by the positions that it leads through; whoever asks in another position gets a new
    plan. `work` limits the odds that a plan looks at, so that its answers do not depend on the machine; a turn of the
    planner takes a few seconds at most. Whoever needs a limit in time as well sets `seconds` for one answer.
    """

    def __init__(self, work: int = WORK, seconds: float | None = None, clock: Callable[[], float] = monotonic) -> None:
        self.name = "planner"
        self.work = work
        self.seconds = seconds
        self.clock = clock
        self.plans: dict[Key, tuple[Any, ...]] = {}
        self.intents: dict[tuple[str, int], str] = {}

    def choose(self, view: View, question: Question, rng: Rng) -> Any:
        menu = question.menu
        answer = self.wish(view, question)
        if answer is not None:
            answer = menu.read(answer)
            if menu.why_not(answer) is None:
                return answer
        return safe_default(menu, rng)

    def budget(self) -> Budget:
        """The work of one plan, and its time if that is limited."""
        if self.seconds is None:
            return Budget(self.work)
        return Budget(self.work, self.clock, self.clock() + self.seconds)

    def explain(self, view: View, question: Question) -> str:
        """The intent of the turn in one line."""
        if view.waiting.what in ("ax.combat_move", "ax.noncombat_move"):
            self.follow(view, question)
        return self.intents.get((question.nation, view.round), "")

    def wish(self, view: View, question: Question) -> Any:
        what, menu, nation = view.waiting.what, question.menu, question.nation
        if what in PLANNED:
            return self.follow(view, question)
        outlook = Outlook(known_position(view), nation)
        if what == "ax.purchase":
            return Shopping(outlook, menu, keep_at_home(outlook)).plan()
        if what in ("ax.declare", "ax.declare_at_last"):
            return declare(outlook, getattr(menu, "options", ()), self.budget())
        return self.in_combat(what, outlook, view, menu, nation)

    def in_combat(self, what: str, outlook: Outlook, view: View, menu: Menu, nation: str) -> Any:
        answers: dict[str, Callable[[], Any]] = {
            "ax.losses": lambda: combat.losses(outlook, view, menu, nation),
            "ax.retreat": lambda: combat.press(outlook, view, menu),
            "ax.submerge": lambda: combat.submerge(outlook, view, menu, nation),
            "ax.scramble": lambda: combat.scramble(outlook, view, menu, nation),
            "ax.intercept": lambda: combat.intercept(outlook, view, menu),
            "ax.air_losses": lambda: combat.raid_losses(menu),
            "ax.bombers_lost": lambda: combat.raid_losses(menu),
            "ax.raid_targets": lambda: combat.raid_targets(outlook, view, menu),
            "ax.kamikaze": lambda: combat.kamikaze(outlook, view, menu),
            "ax.bombard": lambda: everything(menu),
            "ax.stranded": lambda: combat.land_stranded(outlook, menu),
            "ax.agree": lambda: "yes",
            "ax.consent": lambda: "yes",
        }
        return answers[what]() if what in answers else None

    # Plans of a whole phase

    def follow(self, view: View, question: Question) -> Any:
        """The next move of the plan that leads through this position."""
        game = known_position(view)
        key = (question.nation, view.waiting.what, view.round, place_of(game))
        if key not in self.plans:
            if len(self.plans) > MOST_REMEMBERED:
                self.plans.clear()
            self.plan(game, view, question.nation)
        left = self.plans.get(key, ())
        return left[0] if left else ("done",)

    def plan(self, game: Board, view: View, nation: str) -> None:
        outlook = Outlook(game, nation)
        keep = {} if view.waiting.what == "ax.mobilize" else keep_at_home(outlook)
        if view.waiting.what == "ax.combat_move":
            offensive = Offensive(outlook, keep, self.budget())
            offensive.plan()
            raids = Raids(offensive)
            raids.plan()
            escape(outlook, offensive.draft)
            self.intents[nation, view.round] = intent(nation, offensive.made, raids.made)
            draft = offensive.draft
        elif view.waiting.what == "ax.mobilize":
            draft = place_all(outlook)
        else:
            regroup = Regroup(outlook, keep, self.budget())
            regroup.plan()
            draft = regroup.draft
        for at, place in enumerate(draft.trail):
            self.plans[nation, view.waiting.what, view.round, place] = tuple(draft.answers[at:])


def intent(nation: str, attacks: list[Attack], raids: list[Raid]) -> str:
    aims = [
        f"means to {verb} {', '.join(name_of(aim.space) for aim in made)}"
        for verb, made in (("attack", attacks), ("bomb", raids))
        if made
    ]
    return f"{The(nation)} {' and '.join(aims) or 'gathers its strength'}."


def everything(menu: Menu) -> Any:
    return combat.fill(menu, list(bag_of(menu).limits)) if bag_of(menu) else None


def bag_of(menu: Menu) -> Any:
    return menu.bag if isinstance(menu, UnitBag) else menu if isinstance(menu, Bag) else None


def safe_default(menu: Menu, rng: Rng) -> Any:
    """The menu's own default where it is legal, or else any legal answer."""
    answer = menu.default
    return answer if menu.why_not(answer) is None else menu.sample(rng)
