"""`sandtable odds warroom`: the exact odds of a battle for given stances, and the best stances."""

from pathlib import Path

import msgspec

from sandtable.cli import pictures
from sandtable.cli.printing import result
from sandtable.core.verdicts import BadInput
from sandtable.games.warroom.odds import battle_odds, plot, report
from sandtable.games.warroom.odds_stances import Advice, best_stances, spoken_advice


def run(
    attackers: str, defenders: str, board: str, stances: str, best: bool, ports: str, file: str, json: bool
) -> None:
    """Odds with the stances that are given, or advice on the best ones."""
    if stances.count(";") > 1:
        raise BadInput("write the stances of the attacker, a semicolon, and those of the defender")
    mine, _, theirs = (part.strip() for part in stances.partition(";"))
    sides = tuple(ports.replace(",", " ").split())
    found = battle_odds(attackers, defenders, board=board, stances=(mine, theirs), ports=sides)
    if file:
        pictures.write(Path(file), plot(found))
    if not best:
        result(msgspec.json.encode(found).decode() if json else report(found))
        return
    advice = advise(attackers, defenders, board, mine, theirs, sides)
    if json:
        result(msgspec.json.encode([as_json(one) for one in advice]).decode())
    else:
        result("\n".join(spoken_advice(one) for one in advice))


def advise(
    attackers: str, defenders: str, board: str, mine: str, theirs: str, ports: tuple[str, ...]
) -> tuple[Advice, ...]:
    """The best stances of both sides, or the best reply of one to the stances that were given for the other."""
    if mine and theirs:
        raise BadInput("with --best, give the stances of one side at most; the other gets its best reply")
    if mine:
        return (best_stances(attackers, defenders, "defender", known=mine, board=board, ports=ports),)
    if theirs:
        return (best_stances(attackers, defenders, "attacker", known=theirs, board=board, ports=ports),)
    return (
        best_stances(attackers, defenders, "attacker", board=board, ports=ports),
        best_stances(attackers, defenders, "defender", board=board, ports=ports),
    )


def as_json(advice: Advice) -> dict[str, object]:
    """The advice with stances written as `kind/stance`, which JSON can hold."""
    return {
        "side": advice.side,
        "stances": named(advice.stances),
        "gain": advice.gain,
        "reply": named(advice.reply),
        "mixture": [{"share": share, "stances": named(force)} for share, force in advice.mixture],
        "value": advice.value,
    }


def named(force: dict[tuple[str, str], int]) -> dict[str, int]:
    return {f"{kind}/{stance}": count for (kind, stance), count in force.items()}
