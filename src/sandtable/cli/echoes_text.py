"""Echoes of War in words: the board in lines, every choice with its odds, the card at the end."""

from typing import Any, cast

from sandtable.cli.game_text import GameText, bot_of, is_shared, takebacks
from sandtable.cli.sitting import Sitting
from sandtable.core.journal import Standing
from sandtable.core.steps import Ask
from sandtable.games.echoes import campaigns
from sandtable.games.echoes.data import (
    BOXES,
    CONFLICTS,
    INSTRUCTIONS,
    LAST_TURN,
    LIMITS,
    REGIONS,
    SPACES,
    TRACKS,
    Choose,
    Side,
)
from sandtable.games.echoes.events import BoxDrawn, ConflictDrawn, TurnBegan
from sandtable.games.echoes.odds import AttackOdds, Modifier
from sandtable.games.echoes.state import ALLIES
from sandtable.games.echoes.views import EchoesView, Front
from sandtable.games.echoes.words import half_text, number_of, offer_text


class EchoesText(GameText):
    """The words of Echoes of War."""

    opens_with_board = True

    def title(self, sitting: Sitting) -> str:
        return f"{sitting.game.title}: {war_title(sitting)}"

    def board(self, sitting: Sitting, nation: str) -> list[str]:
        view: EchoesView = sitting.view(nation)
        name, text = drawn_box(sitting)
        return [
            f"Turn {view.turn} of {LAST_TURN}, {view.year}{' (gold)' if view.gold else ''}. {view.points} points. "
            f"Tide of War: {view.tides} left.",
            *([f"Drawn: {name}. {text}"] if name else []),
            *(front_line(front) for front in view.fronts),
            *(f"{track}, {TRACKS[track].name}: {track_words(view, track)}." for track in TRACKS),
        ]

    def label(self, sitting: Sitting, ask: Ask, answer: Any) -> str:
        view: EchoesView = sitting.view()
        if ask.what == "ew.box.choose":
            return sentence_of_offer(sitting, answer)
        if ask.what == "ew.conflict.exploit":
            return "Advance in " + " and ".join(f"{region} to {place_ahead(view, region)}" for region in answer)
        if ask.what == "ew.allies.turn":
            return allied_label(view, answer)
        return tide_label(sitting, view, ask, answer)

    def before_prompt(self, sitting: Sitting, ask: Ask) -> str:
        step: Any = sitting.table.state.steps[-1]
        if ask.what in ("ew.tide.after_axis_roll", "ew.tide.after_allied_roll"):
            return cast(str, step.attack(sitting.table.state).says())
        if ask.what == "ew.tide.after_conflict":
            return f"{CONFLICTS[step.conflict].name}: the Allies roll {step.allies}, the Axis rolls {step.axis}."
        return ""

    def standing_answers(self, sitting: Sitting) -> dict[str, tuple[str, tuple[Standing, ...]]]:
        ask = Standing(ALLIES, "ew.tide.*", policy="ask")
        return {
            "always": ("Ask me at every Tide of War window.", (ask,)),
            "after": ("Ask me only after dice have fallen.", (ask, Standing(ALLIES, "ew.tide.before_*", ("pass",)))),
            "never": ("Never ask me; let every roll stand.", (Standing(ALLIES, "ew.tide.*", ("pass",)),)),
        }

    def ending(self, sitting: Sitting) -> list[str]:
        view: EchoesView = sitting.view()
        words = super().ending(sitting)
        held = ", ".join(f"{front.region} {front.place}" for front in view.fronts)
        return [words[0], f"{view.points} points after turn {view.turn}: {held}.", *words[1:]]

    def card(self, sitting: Sitting) -> list[str]:
        view: EchoesView = sitting.view()
        if not is_shared(sitting.table.setup) or view.result is None:
            return []
        verdict = view.result.sentence.partition(":")[0].partition(" (")[0]
        used = LIMITS["tides"] - view.tides
        bot = bot_of(sitting.table.journal)
        return [
            "To share: "
            + " · ".join(
                (
                    f"Sandtable, {sitting.game.title}",
                    war_title(sitting),
                    verdict,
                    f"{view.points} points",
                    f"turn {view.turn}",
                    f"Tide of War used {used} of {LIMITS['tides']}",
                    takebacks(sitting),
                    *([f"played by the {bot} bot"] if bot else []),
                )
            )
        ]


TEXT = EchoesText()


def war_title(sitting: Sitting) -> str:
    """Which war this is: a campaign, the war of a day, or one of one's own."""
    setup = sitting.table.setup
    kind, _, name = setup.id.removeprefix("echoes/").partition("/")
    if is_shared(setup):
        return campaigns.campaign(int(name)).title if kind == "campaign" else campaigns.daily(name).title
    return "dice thrown by hand" if not setup.commitment else "a war of your own"


def drawn_box(sitting: Sitting) -> tuple[str, str]:
    """The box or Major Conflict of this turn with its text; empty before it is drawn."""
    for _, event in reversed(sitting.table.diary):
        if isinstance(event, BoxDrawn):
            box = BOXES[event.box]
            years = f", {box.years[0]}-{box.years[1]}" if box.years else ""
            half = f" (event{years})" if box.years and event.half == "event" else ""
            return box.title + (half or (" (alternate)" if event.half == "alternate" else "")), half_text(
                box, event.half
            )
        if isinstance(event, ConflictDrawn):
            conflict = CONFLICTS[event.conflict]
            return conflict.name, (
                f"One die for each side, +1 for the leader on {conflict.track}. The winner advances in one region for "
                f"a margin of 1-2, two for 3-4, three for 5-6 ({'-'.join(conflict.regions)})."
            )
        if isinstance(event, TurnBegan):
            break
    return "", ""


def front_line(front: Front) -> str:
    record = REGIONS[front.region]
    ours = f"Allies: {chance_words(front.allies)}" if front.allies else "Allies: nothing left to attack"
    theirs = f"Axis: {chance_words(front.axis)}" if front.axis else "Axis: nothing left to attack"
    used = " Tide of War box marked." if front.tide_used else ""
    capital = SPACES[front.region, front.space].capital_of
    place = f"{front.place}{f' (capital of {capital})' if capital else ''}"
    return (
        f"{front.region}, {record.name}: {place}, space {front.space} of {record.end}, "
        f"{number_of(front.points, 'point')}. {ours}. {theirs}.{used}"
    )


def modifier_of(track: str, lead: int) -> tuple[Side | None, int]:
    """Which side a lead gives a modifier to, if any."""
    record = TRACKS[track]
    if lead >= record.allies_modify_at:
        return "allies", 1
    if record.axis_modify_at is not None and lead <= record.axis_modify_at:
        return "axis", 1
    return None, 0


def track_words(view: EchoesView, track: str) -> str:
    """Who leads on a track and what it is worth."""
    lead, record = view.leads[track], TRACKS[track]
    side, _ = modifier_of(track, lead)
    where = ", ".join(record.regions)
    who = record.allied_row if lead > 0 else record.axis_row
    leads = f"{who} {'leads' if who == 'Axis' else 'lead'} by {abs(lead)}" if lead else "level"
    if track == "USA":
        leads = f"to Europe {lead} of {record.highest}"
    if side is None:
        return f"{leads}, no modifier in {where}"
    return f"{leads}, +1 for the {side.title()} in {where}"


def shift_effect(view: EchoesView, track: str) -> str:
    """What a shift by one in the Allies' favour does to attacks."""
    lead = view.leads[track]
    before, after = modifier_of(track, lead)[0], modifier_of(track, lead + 1)[0]
    where = "-".join(TRACKS[track].regions)
    if before == "axis" and after is None:
        return f"no Axis +1 in {where}"
    if after == "allies" and before is None:
        return f"Allies +1 in {where}"
    return f"lead {lead + 1}, no effect yet"


def odds_after_shift(view: EchoesView, odds: AttackOdds, track: str) -> AttackOdds:
    """The odds of an attack once a track is shifted by one in the Allies' favour."""
    reason = f"{track} lead"
    kept = tuple(item for item in odds.modifiers if item.reason != reason)
    if modifier_of(track, view.leads[track] + 1)[0] == odds.side and odds.region in TRACKS[track].regions:
        kept = (*kept, Modifier(reason, 1))
    return with_modifiers(odds, kept)


def with_modifiers(odds: AttackOdds, modifiers: tuple[Modifier, ...]) -> AttackOdds:
    face = min(max(odds.needed - sum(item.value for item in modifiers), 1), 7)
    return AttackOdds(odds.side, odds.region, odds.needed, modifiers, face, (7 - face) / 6)


def chance_words(odds: AttackOdds) -> str:
    """The face needed, the chance, and where they come from."""
    plus = "".join(f", +{item.value} {item.reason}" for item in odds.modifiers)
    return f"{odds.face}+, {odds.chance:.0%} (needs {odds.needed}{plus})" if odds.face < 7 else "impossible"


def front_in(view: EchoesView, region: str) -> Front:
    return next(front for front in view.fronts if front.region == region)


def place_ahead(view: EchoesView, region: str, step: int = 1) -> str:
    space = SPACES[region, front_in(view, region).space + step]
    return f"{space.name}{' (capital)' if space.capital_of else ''}"


def allied_label(view: EchoesView, answer: tuple[str, ...]) -> str:
    """A choice of the Allied part of a turn."""
    verb = answer[0]
    if verb == "stop":
        return "End the turn"
    if verb == "shift":
        return f"Shift {answer[1]}: {shift_effect(view, answer[1])}"
    if verb == "tide":
        return f"Tide of War, box {answer[1]}: shift {answer[2]}; {shift_effect(view, answer[2])}"
    front = front_in(view, answer[1])
    odds = front.allies
    assert odds is not None, "an attack is offered only where there is something to attack"
    if verb == "special":
        odds = with_modifiers(odds, (*odds.modifiers, Modifier("special attack", view.bonus)))
        return f"Special attack {front.region}, {place_ahead(view, front.region)}: {chance_words(odds)}"
    again = " again" if front.attacked else ""
    return f"Attack {front.region}{again}, {place_ahead(view, front.region)}: {chance_words(odds)}"


def tide_label(sitting: Sitting, view: EchoesView, ask: Ask, answer: tuple[str, ...]) -> str:
    """A choice of a Tide of War window."""
    step: Any = view.steps[-1]
    if ask.what in ("ew.tide.before_conflict", "ew.tide.after_conflict"):
        if answer[0] == "pass":
            return "Let the dice decide" if ask.what == "ew.tide.before_conflict" else "Accept it"
        return f"Tide of War, box {answer[1]}: shift {answer[2]}, one more for the Allies"
    before = ask.what == "ew.tide.before_axis_roll"
    region: str = step.regions[0] if before else step.region
    front = front_in(view, region)
    odds = front.axis if before or step.side == "axis" else front.allies
    assert odds is not None, "a roll is for an attack"
    who = "the Axis" if odds.side == "axis" else "the Allies"
    if answer[0] == "pass":
        if before:
            return f"Let it roll: {chance_words(odds)}"
        lost = f": the front falls back to {place_ahead(view, region, -1)}" if odds.side == "axis" else ""
        return f"Accept it{lost}"
    if answer[0] in ("reroll", "enigma"):
        odds = with_modifiers(odds, (*odds.modifiers, *bonus_of(step)))
        name = f"Tide of War, box {region}" if answer[0] == "reroll" else "Broken code"
        return f"{name}: roll again: {who} {chance_words(odds)}"
    if before:
        after = odds_after_shift(view, odds, answer[2])
        return f"Tide of War, box {answer[1]}: shift {answer[2]}; then {after.face}+, {after.chance:.0%}"
    return f"Tide of War, box {answer[1]}: shift {answer[2]} and the roll turns"


def bonus_of(step: Any) -> tuple[Modifier, ...]:
    return (Modifier("special attack", step.bonus),) if step.bonus else ()


def sentence_of_offer(sitting: Sitting, answer: str) -> str:
    """An offer of the box in play, in words."""
    step: Any = sitting.table.state.steps[-1]
    instruction = INSTRUCTIONS[step.instructions][step.at]
    assert isinstance(instruction, Choose)
    return offer_text(next(offer for offer in instruction.options if offer.id == answer))
