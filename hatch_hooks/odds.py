"""Compiles the kernels of `sandtable.odds` where a C compiler and Cython are at hand.

Without them the same files run as plain Python, with the same results. So nothing that goes wrong here stops a build:
it ends in a note and a package without the compiled modules.
"""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

MODULES = ("sandtable.odds.rounds", "sandtable.odds.batches")
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


def built_modules(root: Path, version: str, workshop: Path, warn: Callable[[str], None]) -> dict[Path, str]:
    """The compiled modules, each with its place in the wheel; for an editable install they lie beside their sources."""
    found = {}
    for module in MODULES:
        source = Path(root, "src", *module.split(".")).with_suffix(".py")
        name = source.stem + sysconfig.get_config_var("EXT_SUFFIX")
        built = Path(source.parent if version == "editable" else workshop, name)
        built.unlink(missing_ok=True)  # an old one would hide a source that no longer compiles
        trouble = build(module, source, built, workshop)
        if trouble:
            warn(f"Battle odds will run in plain Python, with the same results: {trouble}.")
        else:
            found[built] = str(Path(*module.split(".")).with_name(name))
    return found


def compiler() -> list[str]:
    """The command of the C compiler, empty if there is none."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return command if command and shutil.which(command[0]) else []


def build(module: str, source: Path, built: Path, workshop: Path) -> str:
    """Compile the source and say what went wrong, if anything did."""
    if not compiler():
        return "there is no C compiler"
    if not importlib.util.find_spec("Cython"):
        return "Cython is not installed"
    c_file = workshop / f"{source.stem}.c"
    directives = [word for directive in DIRECTIVES for word in ("-X", directive)]
    include = f"-I{sysconfig.get_path('include')}"
    steps = {
        "Cython": [sys.executable, "-m", "cython", "-3", *directives, "--module-name", module, source, "-o", c_file],
        "the C compiler": [*compiler(), *FLAGS, *LINK, include, c_file, "-o", built],
    }
    for tool, command in steps.items():
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            words = (done.stderr or done.stdout).strip().splitlines()
            return f"{tool} failed ({words[-1].strip()})" if words else f"{tool} failed"
    return ""
