"""The JSON API. Importing it declares every endpoint."""

from sandtable.server.api import (
    advice,
    board,
    copies,
    finished,
    games,
    history,
    library,
    lists,
    odds,
    people,
    seats,
    tables,
    threats,
)

__all__ = [
    "advice",
    "board",
    "copies",
    "finished",
    "games",
    "history",
    "library",
    "lists",
    "odds",
    "people",
    "seats",
    "tables",
    "threats",
]
