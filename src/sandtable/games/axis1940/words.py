"""Names for people: spaces, powers, and the labels of units that answers and clicks use."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from sandtable.games.axis1940.data import FACILITIES, THEATRES, UNITS, theatre
from sandtable.games.axis1940.forces import kind_of, listed

WORDS = {
    "done": "that is all",
    "recall": "call back the ships that wait for an assault",
    "attack": "attack",
    "ignore": "ignore the submarines and transports",
    "raid": "bombing raid",
    "none": "nowhere",
    "press": "press the attack",
    "stay": "stay",
    "yes": "yes",
    "no": "no",
    "lost": "give them up",
    "break_off": "break off the attack",
    "upgrade": "upgrade to a major industrial complex",
}


@lru_cache
def _fixed() -> dict[str, str]:
    found = dict(WORDS)
    found |= {kind: unit.name for kind, unit in UNITS.items()}
    found |= {kind: facility.name for kind, facility in FACILITIES.items()}
    for name in THEATRES:
        board = theatre(name)
        found |= board.names
        found |= {power.id: power.name for power in board.powers.values()}
        found |= {owner.id: owner.name for owner in board.bystanders.values()}
    return found


def name_of(thing: str) -> str:
    """A power, a space or a word, as people write it."""
    return _fixed().get(thing) or thing.replace("_", " ")


@cache
def the(power: str) -> str:
    """A power with the article it needs inside a sentence."""
    return f"the {name_of(power)}" if power in ("united_states", "united_kingdom", "soviet_union") else name_of(power)


@cache
def The(power: str) -> str:  # noqa: N802 - the same at the beginning of a sentence
    words = the(power)
    return words[0].upper() + words[1:]


def Name(thing: str) -> str:  # noqa: N802 - a name at the beginning of a sentence
    words = name_of(thing)
    return words[0].upper() + words[1:]


def spoken(word: str) -> str:
    """A label in words: 'fighter-2' is a fighter with 2 moves left. Empty if it is no label."""
    fixed = _fixed()
    if word in fixed:
        return fixed[word]
    base, _, number = word.partition("#")
    if number:
        head = spoken(base)
        return f"{head} number {number}" if head and number.isdecimal() else ""
    head, dot, rest = word.partition(".")
    if dot and head in fixed:
        tail = spoken(rest)
        if not tail:
            return ""
        return f"{tail} of {fixed[head]}" if head in _owners() else f"{tail} in {fixed[head]}"
    return _stack_words(word)


def several(word: str, number: int) -> str:
    """So many of what a label names: '2 fighters (1 move left)'."""
    unit, said = UNITS.get(kind_of(word)), spoken(word) or word
    if unit and number != 1:
        said = unit.plural + said.removeprefix(unit.name)
    return f"{number} {said}"


@lru_cache
def _owners() -> frozenset[str]:
    return frozenset(owner for name in THEATRES for owner in (*theatre(name).powers, *theatre(name).bystanders))


def _stack_words(word: str) -> str:
    ship, *cargo = word.split("+")
    notes = []
    if ship.endswith("~"):
        ship, notes = ship[:-1], ["from the sea"]
    kind, _, left = ship.partition("-")
    if left:
        if not left.isdecimal():
            return ""
        notes.append(f"{left} move{'' if left == '1' else 's'} left")
    if kind.endswith("!"):
        kind = kind[:-1]
        notes.append("damaged")
    if kind not in UNITS:
        return ""
    aboard = []
    for item in cargo:
        owner, _, what = item.rpartition(":")
        if what not in UNITS:
            return ""
        aboard.append(f"{name_of(owner)} {UNITS[what].name}" if owner else UNITS[what].name)
    if aboard:
        notes.append(f"carrying {listed(aboard)}")
    return f"{UNITS[kind].name} ({', '.join(notes)})" if notes else UNITS[kind].name


class Names(Mapping[str, str]):
    """Everything that a click can name. Labels of units are read as they come, for there are too many to list."""

    def __getitem__(self, word: str) -> str:
        found = spoken(word) if isinstance(word, str) else ""
        if not found:
            raise KeyError(word)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_fixed())

    def __len__(self) -> int:
        return len(_fixed())

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and bool(spoken(word))
