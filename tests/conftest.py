"""What all tests share."""

import pytest
from hypothesis import settings

# The same examples always, however slow a machine is.
settings.register_profile("sandtable", deadline=None, derandomize=True)
settings.load_profile("sandtable")

pytest_plugins = ["pytester", "tests.ledger_plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    screens = parser.getgroup("screens")
    screens.addoption("--shots", action="store_true", help="write the pictures of screens to docs/img")
    screens.addoption("--web", default="", help="a folder with built screens, instead of the installed ones")
