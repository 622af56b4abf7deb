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
    """Send the log to stderr: ours, and warnings of the libraries in the same form."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[*MARKS, without_secrets, renderer(form)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[of_libraries(form)], level=max(number, logging.WARNING))


MARKS: list[Any] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]


def renderer(form: str) -> Any:
    return structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)


def of_libraries(form: str) -> "logging.StreamHandler[Any]":
    """What libraries log, with its secrets blanked as well."""
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=MARKS, processors=[clean, without_secrets, renderer(form)]
        )
    )
    return handler
