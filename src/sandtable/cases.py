"""Rule cases as files: a position, what is answered and rolled, and what must hold. `docs/cases.md` is the reference.

Anyone can write a case; `sandtable case FILE` runs it, and the test suite runs all that are in `tests/cases`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.core import play
from sandtable.core.chance import Scripted
from sandtable.core.events import Event
from sandtable.core.state import State, from_builtins, step_from_builtins
from sandtable.core.steps import Ask
from sandtable.core.verdicts import BadFaces, BadInput, Illegal
from sandtable.core.versions import Game
from sandtable.games import load_game


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold at a moment."""

    state: dict[str, Any] = {}
    waiting: str = ""
    asked: str = ""
    offers: list[Any] = []
    refuses: "list[Refuses]" = []
    events: list[str | dict[str, Any]] = []
    no_events: list[str] = []
    result: str = ""


class Refuses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that must be refused, by which clause, and perhaps a part of the sentence."""

    answer: Any
    rule: str
    says: str = ""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of `play`: dice, an answer, sealed answers, a refusal, or what must hold by now."""

    dice: list[int] | UnsetType = UNSET
    answer: Any | UnsetType = UNSET
    nation: str = ""
    answers: dict[str, Any] | UnsetType = UNSET
    refuse: Any | UnsetType = UNSET
    rule: str = ""
    says: str = ""
    expect: Expect | UnsetType = UNSET


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, what happens, and what must hold in the end."""

    id: str
    title: str = ""
    proves: list[str] = []
    scenario: str = ""
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}
    whole: dict[str, Any] | UnsetType = UNSET
    by_default: list[str] = []
    play: list[Act] = []
    expect: Expect = Expect()


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cases of a file are of one game; what is said here holds for each that does not say it itself."""

    game: str
    case: list[Case]
    scenario: str = ""
    options: dict[str, Any] = {}
    by_default: list[str] = []


class Difference(msgspec.Struct, frozen=True):
    """Something that did not come out as it must."""

    what: str
    expected: Any
    actual: Any


class Outcome(msgspec.Struct, frozen=True):
    """How a case came out; no differences means that it holds."""

    id: str
    title: str
    proves: list[str]
    differences: list[Difference]


class Stuck(Exception):
    """The play of a case cannot go on."""

    def __init__(self, what: str, expected: Any, actual: Any) -> None:
        super().__init__(what)
        self.difference = Difference(what, expected, actual)


def read_file(path: Path) -> CaseFile:
    """The cases of a file, or a `BadInput` that says where it is wrong."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise BadInput(f"{path}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: cannot be read: this is not UTF-8") from None
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{path}: not valid TOML: {problem}") from None
    try:
        found = msgspec.convert(raw, CaseFile)
    except msgspec.ValidationError as problem:
        raise BadInput(f"{path}: {_named(raw, str(problem))}") from None
    for case in found.case:
        for number, act in enumerate(case.play, start=1):
            verbs = [
                verb for verb in ("dice", "answer", "answers", "refuse", "expect") if getattr(act, verb) is not UNSET
            ]
            if len(verbs) != 1:
                raise BadInput(f"{path}: case '{case.id}', play line {number} must say exactly one thing, not {verbs}")
            if verbs == ["refuse"] and not act.rule:
                raise BadInput(f"{path}: case '{case.id}', play line {number}: a refusal needs its 'rule'")
    return found


def _named(raw: Mapping[str, Any], problem: str) -> str:
    """The message with the id of the case and the place in it, in place of their path."""
    sentence, _, path = problem.partition(" - at `$.case[")
    number, _, place = path.rstrip("`").partition("]")
    cases = raw.get("case")
    if not number.isdecimal() or not isinstance(cases, list):
        return problem
    name = cases[int(number)].get("id", f"number {int(number) + 1}")
    return f"case '{name}'{place and f', {place[1:]}'}: {sentence}"


def run_file(path: Path) -> list[Outcome]:
    """Run all cases of a file."""
    file = read_file(path)
    try:
        game = load_game(file.game)
        return [run_case(game, file, case) for case in file.case]
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None


def run_case(game: Game, file: CaseFile, case: Case) -> Outcome:
    """Set a case up, play it, and compare."""
    try:
        state = set_up(game, file, case)
        differences = list(Runner(state, game, [*file.by_default, *case.by_default]).run(case))
    except BadInput as problem:
        raise BadInput(f"case '{case.id}': {problem}") from None
    return Outcome(case.id, case.title, case.proves, differences)


def set_up(game: Game, file: CaseFile, case: Case) -> State:
    """The position: a scenario or a whole position, with the changes of the case."""
    scenario = case.scenario or file.scenario or next(iter(game.scenarios))
    game.scenario(scenario)
    state = game.start(scenario, game.complete_options({**file.options, **case.options}))
    if case.whole is not UNSET:
        state = from_builtins(game.state, {**case.whole, "rules": case.whole.get("rules", game.rules)})
    for name, value in case.position.items():
        arrange(game, state, name, value)
    if problems := game.problems(state):
        raise BadInput(f"the position is impossible: {problems[0]}")
    play.settle(state)
    state.news = []
    return state


def arrange(game: Game, state: State, name: str, value: Any) -> None:
    """Change one thing of a position: in the words of the game, or by the path of a field."""
    if game.arrange(state, name, value):
        return
    field, _, key = name.partition(".")
    if field not in game.state.__struct_fields__:
        if isinstance(value, dict):
            for inner, item in value.items():
                arrange(game, state, f"{name}.{inner}", item)
            return
        raise BadInput(f"the position has no '{name}'")
    if name == "steps":
        state.steps = [step_from_builtins(step) for step in value]
        return
    old = getattr(state, field)
    if key:
        if not isinstance(old, dict):
            raise BadInput(f"'{field}' has no parts, so '{name}' cannot be set")
        value = {**old, key: value}
    elif isinstance(old, dict) and isinstance(value, dict):
        value = {**old, **value}
    try:
        setattr(state, field, msgspec.convert(value, get_type_hints(game.state)[field]))
    except msgspec.ValidationError as problem:
        raise BadInput(f"'{name}' cannot be set: {problem}") from None


class Runner:
    """Plays one case."""

    def __init__(self, state: State, game: Game, by_default: list[str]) -> None:
        self.state = state
        self.game = game
        self.by_default = by_default
        self.events: list[Event] = []

    def run(self, case: Case) -> Iterator[Difference]:
        try:
            self.pass_over()
            for number, act in enumerate(case.play, start=1):
                yield from self.act(f"play line {number}", act)
                self.pass_over()
        except Stuck as stuck:
            yield stuck.difference
            return
        yield from self.compare("at the end", case.expect)

    def pass_over(self) -> None:
        """Answer what the case does not care about by default."""
        while isinstance(want := play.pending(self.state), Ask) and any(
            fnmatchcase(want.what, pattern) for pattern in self.by_default
        ):
            for nation, menu in want.menus.items():
                self.events += play.answer(self.state, nation, menu.default)

    def act(self, where: str, act: Act) -> Iterator[Difference]:
        if act.dice is not UNSET:
            self.throw(where, act.dice)
        elif act.answers is not UNSET:
            for nation, answer in act.answers.items():
                self.answer(where, nation, answer)
        elif act.answer is not UNSET:
            self.answer(where, act.nation or self.asked(where), act.answer)
        elif act.refuse is not UNSET:
            yield from self.refusal(where, act.nation or self.asked(where), Refuses(act.refuse, act.rule, act.says))
        elif act.expect is not UNSET:
            yield from self.compare(where, act.expect)

    def throw(self, where: str, faces: list[int]) -> None:
        """Dice for as many rolls as they last."""
        dice = Scripted(faces)
        while dice.left:
            want = play.pending(self.state)
            if want is None or isinstance(want, Ask):
                raise Stuck(f"{where}: dice", f"dice for {dice.left}", f"the game waits for {self.waiting()}")
            try:
                self.events += play.roll(self.state, dice.faces(want))
            except BadFaces as problem:
                raise Stuck(f"{where}: dice", dice.left, str(problem)) from None
            self.pass_over()

    def asked(self, where: str) -> str:
        """The nation that is asked, where the case does not name it."""
        want = play.pending(self.state)
        if not isinstance(want, Ask):
            raise Stuck(f"{where}: answer", "somebody is asked", f"the game waits for {self.waiting()}")
        if len(want.menus) > 1:
            raise BadInput(f"{where}: several are asked ({', '.join(want.menus)}); say which with 'nation'")
        return next(iter(want.menus))

    def answer(self, where: str, nation: str, answer: Any) -> None:
        try:
            self.events += play.answer(self.state, nation, answer)
        except Illegal as problem:
            raise Stuck(f"{where}: answer", answer, f"refused: {problem}") from None

    def refusal(self, where: str, nation: str, refuses: Refuses) -> Iterator[Difference]:
        """An answer that must be refused, tried on a twin."""
        try:
            play.answer(self.state.clone(), nation, refuses.answer)
        except Illegal as problem:
            refusal = problem.refusal
            if refusal.rule != refuses.rule:
                yield Difference(f"{where}: rule of the refusal", refuses.rule, f"{refusal.rule}: {refusal.sentence}")
            if refuses.says.lower() not in refusal.sentence.lower():
                yield Difference(f"{where}: sentence of the refusal", refuses.says, refusal.sentence)
        else:
            yield Difference(f"{where}: refusal of {refuses.answer}", f"refused by {refuses.rule}", "accepted")

    def waiting(self) -> str:
        want = play.pending(self.state)
        return want.what if want else "over"

    def compare(self, where: str, expect: Expect) -> Iterator[Difference]:
        """Everything that must hold and does not."""
        for path, expected in expect.state.items():
            for name, value in leaves(path, expected):
                actual = look(self.state, name)
                if actual != value:
                    yield Difference(f"{where}: {name}", value, actual)
        want = play.pending(self.state)
        if expect.waiting and expect.waiting != self.waiting():
            yield Difference(f"{where}: waiting for", expect.waiting, self.waiting())
        deciders = ", ".join(want.menus) if isinstance(want, Ask) else "nobody"
        if expect.asked and expect.asked != deciders:
            yield Difference(f"{where}: asked", expect.asked, deciders)
        for answer in expect.offers:
            yield from self.offer(where, want, answer)
        for refuses in expect.refuses:
            yield from self.refusal(where, self.asked(where), refuses)
        yield from self.compare_events(where, expect)
        result = self.game.result(self.state)
        if expect.result and expect.result != (result.name if result else "none yet"):
            yield Difference(f"{where}: result", expect.result, result.name if result else "none yet")

    def offer(self, where: str, want: Any, answer: Any) -> Iterator[Difference]:
        if not isinstance(want, Ask):
            yield Difference(f"{where}: offers", answer, f"the game waits for {self.waiting()}")
            return
        menu = want.menus[self.asked(where)]
        if refusal := menu.why_not(menu.read(answer)):
            yield Difference(f"{where}: offers", answer, f"refused: {refusal}")

    def compare_events(self, where: str, expect: Expect) -> Iterator[Difference]:
        """The named events must be among those that happened, in this order; all fields that are given must agree."""
        happened = [plain(event) for event in self.events]
        rest = iter(happened)
        for named in expect.events:
            pattern = {"event": named} if isinstance(named, str) else named
            if not any(all(event.get(key) == value for key, value in pattern.items()) for event in rest):
                yield Difference(f"{where}: events", pattern, [event["event"] for event in happened])
                return
        for tag in expect.no_events:
            if any(event["event"] == tag for event in happened):
                yield Difference(f"{where}: events", f"no {tag}", [event["event"] for event in happened])


def plain(value: Any) -> Any:
    """A value as a file would write it: tables, lists, words and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def leaves(path: str, expected: Any) -> Iterator[tuple[str, Any]]:
    """What to compare: `front = { WF = 5 }` and `front.WF = 5` mean the same."""
    if isinstance(expected, dict) and expected:
        for key, value in expected.items():
            yield from leaves(f"{path}.{key}", value)
    else:
        yield path, expected


def look(state: State, path: str) -> Any:
    """What a path leads to: fields, keys and places, or a question that the state answers, such as `front.WF`."""
    value: Any = state
    for key in path.split("."):
        if callable(value):
            value = value(key)
        elif isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list | tuple):
            value = value[int(key)] if key.isdecimal() and int(key) < len(value) else None
        else:
            if not hasattr(value, key):
                raise BadInput(f"there is no '{path}' in a position: '{key}' is not known")
            value = getattr(value, key)
    return plain(value() if callable(value) else value)
