"""Sandtable plays, hosts and studies four grand-strategy board games of the Second World War."""

__version__ = "0.1.0"
