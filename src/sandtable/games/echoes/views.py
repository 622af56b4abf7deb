"""What the player, or a watcher, may know. In this game all lies open; a view still names each thing it shows."""

import msgspec

from sandtable.core.menus import Rng
from sandtable.core.steps import Step
from sandtable.core.versions import Result
from sandtable.core.views import Waiting, waiting
from sandtable.games.echoes.data import REGION_NAMES, SPACES, TRACK_NAMES, TURNS
from sandtable.games.echoes.odds import AttackOdds, attack_odds
from sandtable.games.echoes.rules.victory import points, result_of
from sandtable.games.echoes.state import EchoesState


class Front(msgspec.Struct, frozen=True):
    """A region: where the front stands, its marks, what it is worth, and what each side needs there."""

    region: str
    space: int
    place: str
    points: int
    allied_marks: int
    axis_marks: int
    tide_used: bool
    attacked: int
    allies: AttackOdds | None
    axis: AttackOdds | None


class EchoesView(msgspec.Struct, frozen=True):
    """The map page, the box in play, the open paragraphs of the rules and the decision at hand."""

    rules: int
    turn: int
    year: int
    gold: bool
    points: int
    fronts: tuple[Front, ...]
    leads: dict[str, int]
    boxes: dict[str, tuple[int, int]]
    happened: tuple[str, ...]
    tides: int
    tide_regions: tuple[str, ...]
    drawn: str
    attacks: int
    actions: int
    special: str
    bonus: int
    barred: tuple[str, ...]
    reroll: bool
    steps: tuple[Step, ...]
    waiting: Waiting
    result: Result | None


def view(game: EchoesState, nations: tuple[str, ...]) -> EchoesView:
    """The whole map page; only the player is asked anything."""
    turn = TURNS[game.turn]
    return EchoesView(
        rules=game.rules,
        turn=game.turn,
        year=turn.year,
        gold=turn.gold,
        points=points(game),
        fronts=tuple(front_of(game, region) for region in REGION_NAMES),
        leads={track: game.lead(track) for track in TRACK_NAMES},
        boxes={track: (game.allied_boxes[track], game.axis_boxes[track]) for track in TRACK_NAMES},
        happened=tuple(game.happened),
        tides=game.tides,
        tide_regions=tuple(game.tide_regions),
        drawn=game.drawn,
        attacks=game.attacks,
        actions=game.actions,
        special=game.special,
        bonus=game.bonus,
        barred=tuple(game.barred),
        reroll=game.reroll,
        steps=tuple(game.steps),
        waiting=waiting(game, nations),
        result=result_of(game),
    )


def front_of(game: EchoesState, region: str) -> Front:
    space = game.front(region)
    return Front(
        region=region,
        space=space,
        place=SPACES[region, space].name,
        points=SPACES[region, space].vp,
        allied_marks=game.allied_marks[region],
        axis_marks=game.axis_marks[region],
        tide_used=region in game.tide_regions,
        attacked=game.attacked.get(region, 0),
        allies=attack_odds(game, "allies", region),
        axis=attack_odds(game, "axis", region),
    )


def war_of(view: EchoesView) -> EchoesState:
    """The war that a view shows, to be thought through from here: nothing of it is hidden."""
    return EchoesState(
        rules=view.rules,
        steps=list(view.steps),
        turn=view.turn,
        allied_marks={front.region: front.allied_marks for front in view.fronts},
        axis_marks={front.region: front.axis_marks for front in view.fronts},
        allied_boxes={track: allied for track, (allied, _) in view.boxes.items()},
        axis_boxes={track: axis for track, (_, axis) in view.boxes.items()},
        happened=list(view.happened),
        tides=view.tides,
        tide_regions=list(view.tide_regions),
        drawn=view.drawn,
        attacks=view.attacks,
        actions=view.actions,
        special=view.special,
        bonus=view.bonus,
        barred=list(view.barred),
        attacked={front.region: front.attacked for front in view.fronts if front.attacked},
        reroll=view.reroll,
        ended=view.result.name if view.result else "",
    )


def scramble(game: EchoesState, nations: tuple[str, ...], rng: Rng) -> EchoesState:
    """Nothing is hidden in this game, so nothing differs."""
    return game.clone()
