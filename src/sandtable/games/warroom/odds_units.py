"""Forces in words, as the odds read them: '8 infantry, 2 armor defense + 3 ftr', stances named or left open."""

import re
from collections.abc import Mapping

from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.data import AIR, CARRIER_FIGHTER, KINDS, LAND, NAVAL, STANCES, UNITS

Units = str | Mapping[str, int] | Mapping[tuple[str, str], int]
Force = dict[tuple[str, str], int]
"""Kind and stance to the number of units; '' for a stance that is still open."""

MOST_UNITS = 120
_BETWEEN = (",", ";", "+", "&", "and", "in", "on", "x", "×")
_WORD = re.compile(r"\d+|[^\W\d]+|\S")
_STANCE_WORDS = {
    "offence": "offense",
    "attack": "offense",
    "defence": "defense",
    "aa": "anti_air",
    "antiair": "anti_air",
    "anti": "anti_air",
    "bombing": "strategic",
}


def _kind_words() -> dict[str, str]:
    """Every way to write a kind in one word."""
    found: dict[str, str] = {}
    for kind, unit in UNITS.items():
        for name in (unit.short.lower(), kind.replace("_", "")):
            found |= {name: kind, f"{name}s": kind}
    return found | {"carrierfighter": CARRIER_FIGHTER, "tank": "armor", "tanks": "armor", "armour": "armor"}


_KINDS = _kind_words()
_ALL_STANCES = {stance for board in STANCES.values() for stances in board.values() for stance in stances}


def read_force(words: Units) -> Force:
    """Units by kind and stance. A number stands before its kind, a stance behind it; without a number it is one."""
    found: Force = {}
    if isinstance(words, str):
        for count, kind, stance in _read(words):
            found[kind, stance] = found.get((kind, stance), 0) + (1 if count is None else count)
    else:
        for key, count in words.items():
            kind, stance = key if isinstance(key, tuple) else (key, "")
            if kind not in UNITS:
                raise BadInput(f"there is no unit '{kind}'")
            found[kind, stance] = found.get((kind, stance), 0) + count
    if any(count < 0 for count in found.values()):
        raise BadInput("a number of units cannot be negative")
    if sum(found.values()) > MOST_UNITS:
        raise BadInput(f"more than {MOST_UNITS} units on a side are too many to reckon with")
    return {key: found[key] for key in sorted(found, key=lambda k: (KINDS.index(k[0]), k[1])) if found[key]}


def _read(words: str) -> list[tuple[int | None, str, str]]:
    """The words as (number, kind, stance)."""
    said = re.sub(r"(?<=[a-z])[-_](?=[a-z])", "", words.lower())
    said = re.sub(r"\bcarrier\s+(?=fighters?\b)", "carrier", said)
    found: list[tuple[int | None, str, str]] = []
    count: int | None = None
    for word in _WORD.findall(said):
        stance = _STANCE_WORDS.get(word, word)
        if word in _BETWEEN:
            continue
        if word.isdigit():
            if count is not None:
                raise BadInput(f"'{count} {word}' names no unit; write a force like '8 infantry 2 armor 3 fighter'")
            count = int(word)
        elif word in _KINDS:
            found.append((count, _KINDS[word], ""))
            count = None
        elif stance in _ALL_STANCES and found and not found[-1][2] and count is None:
            found[-1] = (found[-1][0], found[-1][1], stance)
        else:
            raise BadInput(f"'{word}' is no unit and no stance; units are {', '.join(spoken(k, 1) for k in KINDS)}")
    if count is not None:
        raise BadInput(f"there is no unit after '{count}'")
    return found


def read_stances(words: str) -> list[tuple[int | None, str, str]]:
    """Stances in words: 'infantry offense, 2 artillery ground, 1 artillery anti-air'."""
    said = _read(words)
    for _, kind, stance in said:
        if not stance:
            raise BadInput(f"name a stance after '{spoken(kind, 2)}', such as '{spoken(kind, 2)} {any_stance(kind)}'")
    return said


def any_stance(kind: str) -> str:
    return next(stances[kind][0] for stances in STANCES.values() if kind in stances)


def board_of(*forces: Force) -> str:
    """Sea if ships take part, land if Land Units do."""
    kinds = {kind for force in forces for kind, _ in force}
    ships, land = kinds & {*NAVAL, CARRIER_FIGHTER}, kinds & set(LAND)
    if ships and land:
        a, b = sorted(land, key=KINDS.index)[0], sorted(ships, key=KINDS.index)[0]
        raise BadInput(f"{spoken(a, 2)} and {spoken(b, 2)} never meet on one battle board [WR-BATT-02]")
    return "sea" if ships else "land"


def check_board(force: Force, board: str) -> None:
    """WR-BATT-01 to 03: only units of the board, in stances of the board."""
    for kind, stance in force:
        if kind not in STANCES[board]:
            raise BadInput(f"{spoken(kind, 2)} do not fight on the {board} board [WR-BATT-03]")
        if stance and stance not in STANCES[board][kind]:
            there = " or ".join(STANCES[board][kind])
            raise BadInput(
                f"{spoken(kind, 2)} have no stance '{stance}' on the {board} board; it is {there} [WR-BATT-07]"
            )


def totals(force: Force) -> dict[str, int]:
    """How many units of each kind."""
    found: dict[str, int] = {}
    for (kind, _), count in force.items():
        found[kind] = found.get(kind, 0) + count
    return found


def spoken(kind: str, count: int) -> str:
    name = UNITS[kind].name.lower()
    if count == 1 or kind in ("infantry", "artillery", "armor"):
        return name
    return f"{name}s"


def spoken_force(force: Force, stances: bool = True) -> str:
    """'4 infantry offense, 3 fighters air'."""
    if not stances:
        return ", ".join(f"{count} {spoken(kind, count)}" for kind, count in totals(force).items()) or "nothing"
    parts = [f"{n} {spoken(kind, n)} {stance.replace('_', '-')}".strip() for (kind, stance), n in force.items()]
    return ", ".join(parts) or "nothing"


def has_air(force: Force) -> bool:
    return any(kind in (*AIR, CARRIER_FIGHTER) and count for (kind, _), count in force.items())


def has_ships_to_guard(force: Force) -> bool:
    return any(kind in ("carrier", "battleship") and count for (kind, _), count in force.items())


def usual_stance(kind: str, board: str, attacks: bool, enemy: Force, own: Force) -> str:
    """What a unit does unless told otherwise: attack or defend, and look up if the enemy has aircraft."""
    up = has_air(enemy)
    wanted = {
        "infantry": "offense" if attacks else "defense",
        "armor": "offense" if attacks else "defense",
        "artillery": "anti_air" if up else "ground",
        "fighter": "air" if up else "ground" if board == "land" else "surface",
        "bomber": "ground" if board == "land" else "surface",
        "submarine": "dive",
        "cruiser": "escort" if has_ships_to_guard(own) else "offense",
        "carrier": "anti_air" if up else "offense",
        "battleship": "anti_air" if up else "offense",
    }
    return wanted["fighter" if kind == CARRIER_FIGHTER else kind]


def placed(force: Force, board: str, attacks: bool, enemy: Force, stances: str = "") -> Force:
    """WR-BATT-07: every unit in a stance: the one it was given, then those named for its kind, then the usual."""
    check_board(force, board)
    left = {kind: count for (kind, stance), count in force.items() if not stance}
    found = {key: count for key, count in force.items() if key[1]}

    def put(kind: str, stance: str, count: int) -> None:
        left[kind] -= count
        found[kind, stance] = found.get((kind, stance), 0) + count

    for number, kind, stance in read_stances(stances):
        check_board({(kind, stance): 1}, board)
        have = left.get(kind, 0)
        if number is not None and number > have:
            raise BadInput(f"{number} {spoken(kind, number)} cannot take a stance: {have} are there without one")
        if have:
            put(kind, stance, have if number is None else number)
    for kind in [kind for kind, count in left.items() if count]:
        put(kind, usual_stance(kind, board, attacks, enemy, force), left[kind])
    return {key: found[key] for key in sorted(found, key=lambda k: (KINDS.index(k[0]), k[1])) if found[key]}
