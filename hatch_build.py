"""The build hook: compiles `sandtable.odds.rounds` where a C compiler and Cython are at hand.

Without them the same file runs as plain Python, with the same results. So nothing that goes wrong here stops a build:
it ends in a note and a package without the compiled module.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULE = "sandtable.odds.rounds"
SOURCE = Path("src", *MODULE.split(".")).with_suffix(".py")
DIRECTIVES = (
    "boundscheck=False",
    "wraparound=False",
    "initializedcheck=False",
    "cdivision=True",
    "annotation_typing=False",
)
# No flag may change what a sum of floating-point numbers comes to: compiled and plain results must agree.
FLAGS = ("-O3", "-fPIC", "-fwrapv", "-ffp-contract=off", "-w")
LINK = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


class CompileOdds(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the compiled module into the wheel; for an editable install, beside its source."""

    def dependencies(self) -> list[str]:
        return ["cython>=3.1"] if compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root, SOURCE)
        name = source.stem + sysconfig.get_config_var("EXT_SUFFIX")
        self.workshop = tempfile.mkdtemp()
        built = Path(source.parent if version == "editable" else self.workshop, name)
        built.unlink(missing_ok=True)  # an old one would hide a source that no longer compiles
        trouble = build(source, built, Path(self.workshop))
        if trouble:
            self.app.display_warning(f"Battle odds will run in plain Python, with the same results: {trouble}.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            build_data["force_include"][str(built)] = str(Path(*MODULE.split(".")).with_name(name))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.workshop, ignore_errors=True)


def compiler() -> list[str]:
    """The command of the C compiler, empty if there is none."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return command if command and shutil.which(command[0]) else []


def build(source: Path, built: Path, workshop: Path) -> str:
    """Compile the source and say what went wrong, if anything did."""
    if not compiler():
        return "there is no C compiler"
    if not importlib.util.find_spec("Cython"):
        return "Cython is not installed"
    c_file = workshop / f"{source.stem}.c"
    directives = [word for directive in DIRECTIVES for word in ("-X", directive)]
    include = f"-I{sysconfig.get_path('include')}"
    steps = {
        "Cython": [sys.executable, "-m", "cython", "-3", *directives, "--module-name", MODULE, source, "-o", c_file],
        "the C compiler": [*compiler(), *FLAGS, *LINK, include, c_file, "-o", built],
    }
    for tool, command in steps.items():
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            words = (done.stderr or done.stdout).strip().splitlines()
            return f"{tool} failed ({words[-1].strip()})" if words else f"{tool} failed"
    return ""
