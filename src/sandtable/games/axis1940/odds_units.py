"""Units as the odds see them: the names people give them, who supports whom, and the usual order of losses."""

import re
from collections.abc import Mapping, Sequence

from sandtable.core.verdicts import BadInput
from sandtable.games.axis1940.kinds import UNITS

# What a unit may be called besides its name.
_SHORT = {
    "infantry": ("inf",),
    "artillery": ("art", "arty"),
    "mechanized_infantry": ("mech", "mec", "mech inf", "mech infantry", "mechanized"),
    "tank": ("arm", "armor", "armour", "tnk"),
    "aaa": ("aa", "aa gun", "aagun", "antiaircraft artillery", "anti aircraft artillery"),
    "fighter": ("ftr", "fig", "fgt"),
    "tactical_bomber": ("tac", "tactical", "tac bomber"),
    "strategic_bomber": ("bmb", "bom", "bomber", "strat", "strategic", "strat bomber", "str"),
    "battleship": ("bb", "bs", "btl"),
    "carrier": ("cv", "ac", "car", "aircraft carrier"),
    "cruiser": ("ca", "cru", "crs"),
    "destroyer": ("dd", "des", "dst"),
    "submarine": ("ss", "sub"),
    "transport": ("tr", "tra", "trn", "tran", "trans"),
}
# An attacking unit of the first kind gains 1 from one of the second. Matched in this order, which wastes no match.
SUPPORT = (
    ("infantry", "artillery"),
    ("mechanized_infantry", "artillery"),
    ("tactical_bomber", "tank"),
    ("tactical_bomber", "fighter"),
)
AAA_SHOTS = 3
CAPITAL = tuple(kind for kind, unit in UNITS.items() if unit.hits == 2)
DAMAGED = {f"damaged_{kind}": kind for kind in CAPITAL}
KINDS = (*UNITS, *DAMAGED)

# The usual losses: what costs little and does little goes first. `<kind>_hit` is the hit that only damages.
HITS = tuple(f"{kind}_hit" for kind in CAPITAL)
LAND_ORDER = (
    "aaa",
    "infantry",
    "mechanized_infantry",
    "artillery",
    "tank",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
)
SEA_ORDER = (
    *HITS,
    "submarine",
    "destroyer",
    "cruiser",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
    "carrier",
    "battleship",
    "transport",
)

_WORD = re.compile(r"\d+|[^\W\d]+|\S")
_HYPHEN = re.compile(r"(?<=[a-z])[-_](?=[a-z])")
_TIMES = re.compile(r"(?<=\d)(?:[x×*]|\s+[x×*](?=\s))")
_BETWEEN = (",", ";", "+", "&", "and", "then")


def _spellings() -> dict[str, str]:
    """Every way to write a unit, in lower case and with blanks: singular, plural, short."""
    found: dict[str, str] = {}
    for kind in UNITS:
        for name in (kind.replace("_", " "), *_SHORT[kind]):
            found |= dict.fromkeys((name, f"{name}s", f"{name[:-1]}ies" if name.endswith("y") else name), kind)
    for damaged, kind in DAMAGED.items():
        found |= {f"damaged {name}": damaged for name, whole in tuple(found.items()) if whole == kind}
    return found


_UNIT_NAMES = _spellings()
_LOSS_NAMES = _UNIT_NAMES | {
    f"{name} {hit}": f"{kind}_hit" for name, kind in _UNIT_NAMES.items() if kind in CAPITAL for hit in ("hit", "hits")
}

# For the first word of a name: the most words of a name that begins so.
_MOST_WORDS: dict[str, int] = {}
for _name in _LOSS_NAMES:
    _first, *_more = _name.split()
    _MOST_WORDS[_first] = max(_MOST_WORDS.get(_first, 1), 1 + len(_more))


def read_force(force: str | Mapping[str, int]) -> dict[str, int]:
    """So many of each kind, from words such as '6 infantry, 2 art + tank' or from a mapping; in the order of UNITS."""
    if isinstance(force, str):
        pairs = [(kind, 1 if count is None else count) for count, kind in _read(force, _UNIT_NAMES)]
    else:
        pairs = [(name if name in UNITS else _kind(name), count) for name, count in force.items()]
    found: dict[str, int] = {}
    for kind, count in pairs:
        if not isinstance(count, int) or count < 0:
            raise BadInput(f"{count!r} is no number of units")
        found[kind] = found.get(kind, 0) + count
    return {kind: found[kind] for kind in KINDS if found.get(kind)}


def read_order(order: str | Sequence[str]) -> list[tuple[int | None, str]]:
    """Losses in their order: a kind with the number lost at this point, or None for all that are left."""
    if isinstance(order, str):
        return _read(order, _LOSS_NAMES)
    return [loss for part in order for loss in _read(part, _LOSS_NAMES)]


def spoken(kind: str, count: int = 1) -> str:
    """A unit as people write it: 'tactical bombers' for 2 of them."""
    if kind in UNITS:
        return UNITS[kind].name if count == 1 else UNITS[kind].plural
    name = kind.replace("_", " ")
    return name if count == 1 else f"{name}s"


def spoken_force(force: Mapping[str, int]) -> str:
    """A force in words: '6 infantry, 2 fighters'; 'nothing' if it is empty."""
    return ", ".join(f"{count} {spoken(kind, count)}" for kind, count in force.items() if count) or "nothing"


def _read(text: str, names: Mapping[str, str]) -> list[tuple[int | None, str]]:
    """Names with the numbers before them, None where there is no number."""
    words = _WORD.findall(_TIMES.sub(" ", _HYPHEN.sub(" ", text.lower())))
    found: list[tuple[int | None, str]] = []
    at = 0
    while at < len(words):
        if words[at] in _BETWEEN:
            at += 1
            continue
        count = None
        if words[at].isdecimal():
            count = int(words[at])
            at += 1
            if at == len(words) or not words[at].isalpha():
                raise BadInput(f"'{count}' counts nothing: the name of a unit must follow it")
        length = _MOST_WORDS.get(words[at], 1)
        while (name := " ".join(words[at : at + length])) not in names:
            length -= 1
            if not length:
                raise _unknown(words[at], names)
        found.append((count, names[name]))
        at += length
    return found


def _kind(name: str) -> str:
    plain = name.lower().replace("_", " ").replace("-", " ").strip()
    if plain not in _UNIT_NAMES:
        raise _unknown(name, _UNIT_NAMES)
    return _UNIT_NAMES[plain]


def _unknown(word: str, names: Mapping[str, str]) -> BadInput:
    from difflib import get_close_matches  # only wanted here, and slow to load

    near = get_close_matches(word.lower(), names, 1, 0.6)
    if near:
        return BadInput(f"there is no unit '{word}'; did you mean '{spoken(names[near[0]])}'?")
    return BadInput(f"there is no unit '{word}'; there are: {', '.join(spoken(kind) for kind in UNITS)}")
