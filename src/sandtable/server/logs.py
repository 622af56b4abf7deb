"""Logs: one event in a line, for people or for machines, and never a secret in them."""

import logging
import re
import sys
from typing import Any

import structlog

SECRET_NAMES = re.compile(r"token|password|secret|cookie|authorization|invite|key|address|email", re.IGNORECASE)
LOOKS_SECRET = re.compile(r"(/seat/)[\w-]+|(://[^:/@\s]*:)[^@\s]+(?=@)|\b[A-Za-z0-9_-]{43}\b")


def without_secrets(_logger: Any, _method: str, event: Any) -> Any:
    """Blank what is called a secret or looks like one."""
    for name, value in event.items():
        if name not in ("event", "level", "timestamp") and SECRET_NAMES.search(name):
            event[name] = "…"
        elif isinstance(value, str):
            event[name] = LOOKS_SECRET.sub(lambda found: f"{found.group(1) or found.group(2) or ''}…", value)
    return event


def set_up(level: str, form: str) -> None:
    """Send the log to stderr."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    renderer: Any = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    processors.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*processors, without_secrets, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(stream=sys.stderr, level=max(number, logging.WARNING), format="%(levelname)s %(message)s")
