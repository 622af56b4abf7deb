"""The server: people play together, live or over weeks, and no war dies or is lost."""

from sandtable.server.run import main

__all__ = ["main"]
