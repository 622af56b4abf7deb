"""The JSON API. Importing it declares every endpoint."""

from sandtable.server.api import finished, games, lists, people, seats, tables

__all__ = ["finished", "games", "lists", "people", "seats", "tables"]
