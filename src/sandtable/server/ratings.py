"""Ratings that know teams: Plackett and Luce's model as openskill has it."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sandtable.server import schema
from sandtable.server.store import rows, upsert

LOCK = 7_263_115
"""The number by which processes on one PostgreSQL agree who rates."""


def rate(connection: Connection, game: str, results: Sequence[tuple[tuple[str, ...], float]]) -> None:
    """Change the ratings of everybody: for each team its members and what the game was worth to it."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    if connection.dialect.name == "postgresql":  # games that end at two processes at once are rated one after the other
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    kept = schema.ratings.c
    everybody = [who for team, _ in results for who in team]
    query = sa.select(schema.ratings).where(kept.game == game, kept.who.in_(everybody))
    known = {row["who"]: row for row in rows(connection, query)}
    teams = [
        [
            model.rating(mu=known[who]["mu"], sigma=known[who]["sigma"]) if who in known else model.rating()
            for who in team
        ]
        for team, _ in results
    ]
    rated = model.rate(teams, scores=[worth for _, worth in results])
    for (team, _), found in zip(results, rated, strict=True):
        for who, rating in zip(team, found, strict=True):
            games = known[who]["games"] + 1 if who in known else 1
            upsert(
                connection,
                schema.ratings,
                {"who": who, "game": game, "mu": rating.mu, "sigma": rating.sigma, "games": games},
            )


def ladder(connection: Connection, game: str, limit: int) -> list[dict[str, Any]]:
    """The best of a game: by what they are at least worth, three deviations below the mean."""
    kept = schema.ratings.c
    query = (
        sa.select(kept.who, kept.mu, kept.sigma, kept.games, schema.users.c.name)
        .select_from(schema.ratings.outerjoin(schema.users, schema.users.c.id == kept.who))
        .where(kept.game == game)
        .order_by((kept.mu - 3 * kept.sigma).desc(), kept.who)
        .limit(limit)
    )
    return [
        {
            "name": row["name"] or row["who"],
            "bot": row["who"].startswith("bot:"),
            "rating": round(row["mu"] - 3 * row["sigma"], 2),
            "mu": row["mu"],
            "sigma": row["sigma"],
            "games": row["games"],
        }
        for row in rows(connection, query)
    ]
