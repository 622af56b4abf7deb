"""How a game ends: by the rules, by giving up, by agreement, or by the host's word. Then nothing is secret any more."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.server.ratings import rate
from sandtable.server.records import Outcome

if TYPE_CHECKING:
    from sandtable.server.drafts import Draft


def end(draft: "Draft", outcome: Outcome) -> None:
    """The game is over: reveal the secret of the dice, tell the result, rate the people."""
    draft.table.reveal()
    draft.change_row(status="over")
    draft.set(outcome=outcome, takeback=None, draw_agreed=())
    draft.say("over", {"name": outcome.name, "sentence": outcome.sentence, "worth": outcome.worth})
    if work := rating(draft, outcome):
        draft.also.append(work)


def rating(draft: "Draft", outcome: Outcome) -> Callable[[Any], None] | None:
    """The change of ratings, if the table is rated and at least two different people or bots met."""
    if not draft.facts.rated:
        return None
    teams: dict[str, dict[str, list[float]]] = {}
    for seat in draft.seats.values():
        who = f"bot:{seat.bot}" if seat.kind == "bot" else seat.user
        if who:
            worth = [outcome.worth.get(nation, 0.0) for nation in seat.nations]
            teams.setdefault(seat.alliance or seat.name, {}).setdefault(who, []).extend(worth)
    players = [who for team in teams.values() for who in team]
    if len(teams) < 2 or len(set(players)) != len(players):
        return None
    game = draft.row.game
    results = [
        (tuple(team), sum(map(sum, team.values())) / max(1, sum(map(len, team.values())))) for team in teams.values()
    ]
    return lambda connection: rate(connection, game, results)


def by_the_rules(draft: "Draft") -> None:
    result = draft.table.game.result(draft.table.state)
    nations = [nation for seat in draft.seats.values() for nation in seat.nations]
    if result is None:
        end(draft, Outcome("over", "The game is over.", dict.fromkeys(nations, 0.5)))
    else:
        end(draft, Outcome(result.name, result.sentence, dict(result.worth)))


def by_conceding(draft: "Draft", seat: str) -> None:
    """The game is over as soon as one side is left, or no person fights on: bots do not go on among themselves."""
    sides = {name: other.alliance or name for name, other in draft.seats.items()}
    lost = {
        side
        for side in sides.values()
        if all(other.conceded for name, other in draft.seats.items() if sides[name] == side and other.user)
        and any(other.conceded for name, other in draft.seats.items() if sides[name] == side)
    }
    fighting = set(sides.values()) - lost
    if len(fighting) > 1 and any(other.user and not other.conceded for other in draft.seats.values()):
        return
    worth = {
        nation: 0.0 if sides[name] in lost else 1.0 for name, other in draft.seats.items() for nation in other.nations
    }
    end(draft, Outcome("conceded", f"{seat} gave the game up.", worth))


def by_agreement(draft: "Draft") -> None:
    nations = [nation for seat in draft.seats.values() for nation in seat.nations]
    end(draft, Outcome("draw", "All agreed to a draw.", dict.fromkeys(nations, 0.5)))


def by_the_host(draft: "Draft", worth: dict[str, float], sentence: str) -> None:
    nations = [nation for seat in draft.seats.values() for nation in seat.nations]
    end(draft, Outcome("adjudicated", sentence, {nation: float(worth.get(nation, 0.0)) for nation in nations}))
