"""What all tests share."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples always, however slow a machine is.
settings.register_profile("sandtable", deadline=None, derandomize=True)
settings.load_profile("sandtable")

# Databases and saved games wait for the disk at every answer. Where memory can hold the folders of the tests, they do not.
MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

pytest_plugins = ["pytester", "tests.ledger_plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    screens = parser.getgroup("screens")
    screens.addoption("--shots", action="store_true", help="write the pictures of screens to docs/img")
    screens.addoption("--web", default="", help="a folder with built screens, instead of the installed ones")
