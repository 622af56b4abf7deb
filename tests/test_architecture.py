"""The import arrows of `pyproject.toml` do catch what they forbid, tried on a toy package of the same shape."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for part in ("", "core", "games", "odds", "bots", "cli"):
        (tmp_path / "sandtable" / part).mkdir()
        (tmp_path / "sandtable" / part / "__init__.py").touch()
    (tmp_path / "sandtable" / "ledger.py").touch()
    return tmp_path / "sandtable"


def arrows(package: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_downward_arrows_are_kept(package: Path) -> None:
    (package / "games" / "__init__.py").write_text("import hashlib\nimport sandtable.core\n")
    result = arrows(package)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("part", "line", "complaint"),
    [
        ("core", "import random", "sandtable.core is not allowed to import random"),
        ("games", "from time import monotonic", "sandtable.games is not allowed to import time"),
        ("core", "import sandtable.games", "sandtable.core is not allowed to import sandtable.games"),
        ("bots", "import sandtable.cli", "sandtable.bots is not allowed to import sandtable.cli"),
    ],
)
def test_forbidden_arrows_are_caught(package: Path, part: str, line: str, complaint: str) -> None:
    (package / part / "__init__.py").write_text(line + "\n")
    result = arrows(package)
    assert result.returncode == 1, result.stdout + result.stderr
    assert complaint in result.stdout
